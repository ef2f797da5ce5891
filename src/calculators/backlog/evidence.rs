//! Real queues, and an incident.

use crate::evidence::{Exhibit, Line, Rows, against, ask, error, text, with_marks, within};
use crate::quantity::Unit;

const RUNS: &str = include_str!("../../../tests/data/backlog/backlog_runs.csv");

pub(super) fn exhibits() -> Vec<Exhibit> {
    vec![runs(), incident()]
}

fn runs() -> Exhibit {
    let table = Rows::read(RUNS);
    let (mut rows, mut pairs, mut nominal_pairs) = (Vec::new(), Vec::new(), Vec::new());
    for row in table.iter() {
        let drain = |arrivals: &str, capacity: &str| {
            let [arrivals, capacity, waiting] =
                [arrivals, capacity, "backlog_B"].map(|column| row.text(column));
            ask(&format!("backlog?arrivals={arrivals}/s&capacity={capacity}/s&outage=0s&waiting={waiting}"))
        };
        let answer = drain("lambda_measured_per_s", "mu_measured_per_s");
        let nominal = drain("lambda_per_s", "mu_nominal_per_s").value("drain_time");
        let (Some(predicted), Some(nominal), Some(measured)) =
            (answer.value("drain_time"), nominal, row.number("actual_drain_s"))
        else {
            continue;
        };
        pairs.push((predicted, measured));
        nominal_pairs.push((nominal, measured));
        let seconds = |value| text(Unit::Duration, Some(value));
        rows.push(Line {
            cells: vec![
                row.text("set").into(),
                seconds(nominal),
                seconds(predicted),
                seconds(measured),
                error(predicted, measured),
            ],
            link: answer.link,
            agrees: Some((predicted - measured).abs() <= 0.02 * measured),
            why: "",
        });
    }
    Exhibit {
        title: "A queue whose workers stood still",
        how: "The workers of a real queue were stopped and started again. Predicted once with workers over time per item, \
              and once with the rates as they were measured.",
        says: format!(
            "With measured rates {}. With nominal ones {}: real capacity is 2 to 6 % below nominal, and near full load \
             that is much of what is left for draining.",
            within(&pairs, 0.02),
            within(&nominal_pairs, 0.1)
        ),
        charts: vec![against("evidence-drain", "Time to drain", Unit::Duration, &pairs)],
        columns: &["run", "predicted, nominal", "predicted", "measured", "error"],
        rows,
    }
}

fn incident() -> Exhibit {
    let answer = ask("backlog?capacity=203/s&outage=104min&from=2026-10-09T11:15Z");
    let (drain, minute) = (answer.value("drain_time"), 60.0);
    Exhibit {
        title: "The CI backlog of 9 October, 11:15 to 14:40",
        how: "As published: no work for 104 minutes, all of it done 101 minutes later. No rates were published; that \
              capacity was 2.03 times the arrivals is inferred from these two numbers, so that the drain agrees is no \
              proof. What the picture adds is its shape.",
        says: format!("Predicted {} after the outage, published 1 h 41 min.", text(Unit::Duration, drain)),
        charts: with_marks(
            answer.chart(0),
            "evidence-incident-backlog",
            "published",
            vec![(205.0 * minute, 0.0)],
        ),
        columns: &["what", "predicted", "published"],
        rows: vec![Line {
            cells: vec!["drained after the outage".into(), text(Unit::Duration, drain), "1 h 41 min".into()],
            agrees: drain.map(|drain| (drain / (101.0 * minute) - 1.0).abs() < 0.01),
            why: "Inferred from the same two numbers.",
            link: answer.link,
        }],
    }
}
