//! `headroom simulate`: the answer of many runs.

use super::{Output, decode_one, text, unknown};
use crate::calculators;
use crate::calculators::simulated;
use crate::export;
use crate::quantity::{self, Unit};
use crate::scenario::{Decoded, decode};

/// The most runs of one command.
const MOST_RUNS: i64 = 1_000_000;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A link such as 'pooler?open=100ms', or a whole address.
    link: String,
    /// How many runs, 1 to 1,000,000.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=MOST_RUNS))]
    runs: u32,
    /// Stops earlier, after a multiple of 50 runs, once half of the 95 % interval of every share is at most this
    /// much, such as 2pct.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    precision: Option<f64>,
    /// As JSON.
    #[arg(long)]
    json: bool,
}

fn share(text: &str) -> Result<f64, String> {
    let read = quantity::read(Unit::Share, text).map_err(|error| error.message)?;
    match read.value {
        share if share > 0.0 && share < 1.0 => Ok(share),
        _ => Err("a share between 0 and 100 % is meant".into()),
    }
}

pub(super) fn simulate(arguments: &Arguments) -> Output {
    let Decoded { scenario, issues } = match (decode(&arguments.link), decode_one(&arguments.link)) {
        (Err(error), _) => return unknown(&error, arguments.json),
        (_, Err(error)) => return Output::failed(error),
        (_, Ok(decoded)) => decoded,
    };
    let id = scenario.calculator.id();
    let Some(simulation) = calculators::simulation(id) else {
        return Output::failed(format!("The calculator {id} has no simulation; headroom eval answers it."));
    };
    let mut answer = simulated::simulate(simulation, &scenario.values, arguments.runs, arguments.precision);
    if let Ok(simulation) = &mut answer {
        scenario.say_defaults(&mut simulation.verdict, &issues);
    }
    let status = super::status(answer.is_ok(), &issues);
    let stdout = match arguments.json {
        true => export::simulation_json(&scenario, &answer, &issues),
        false => text::simulation(&scenario, &answer),
    };
    Output { stdout, stderr: issues.iter().map(text::issue).collect(), status }
}
