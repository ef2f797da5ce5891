//! The command line: the same models natively, for docs builds and CI.

mod docs;
mod json;
mod text;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::calculators;
use crate::scenario::{Decoded, LinkError, decode};

pub use docs::inputs_markdown;

/// Capacity calculators for two rates that race.
#[derive(Parser)]
#[command(name = "headroom", version, about, long_about = None)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Lists the calculators, or the inputs of one.
    List {
        /// The calculator whose inputs are listed.
        calculator: Option<String>,
        /// As JSON.
        #[arg(long, conflicts_with = "markdown")]
        json: bool,
        /// As Markdown; without a calculator, the inputs of all of them.
        #[arg(long)]
        markdown: bool,
    },
    /// Answers a scenario given by its link.
    ///
    /// Exit status: 0; 2 if a part of the link could not be read (it goes to standard error, and the
    /// answer stands on the default); 3 if the inputs make no scenario together.
    Eval {
        /// A link such as 'pooler?open=100ms', or a whole address.
        link: String,
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
}

/// A part of the link could not be read.
const HAS_ISSUES: u8 = 2;
/// The inputs make no scenario together.
const NO_SCENARIO: u8 = 3;

/// What a command prints, and how it ends.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// For standard output.
    pub stdout: String,
    /// For standard error.
    pub stderr: String,
    /// The exit status.
    pub status: u8,
}

/// Runs the command given by the process's arguments.
pub fn run() -> ExitCode {
    let output = execute(Arguments::parse().command);
    // A closed pipe is the reader's choice, not an error.
    let _ = std::io::stderr().write_all(output.stderr.as_bytes());
    let _ = std::io::stdout().write_all(output.stdout.as_bytes());
    ExitCode::from(output.status)
}

fn execute(command: Command) -> Output {
    match command {
        Command::List { calculator, json, markdown } => list(calculator.as_deref(), json, markdown),
        Command::Eval { link, json } => eval(&link, json),
    }
}

fn list(id: Option<&str>, as_json: bool, as_markdown: bool) -> Output {
    let calculator = match id.map(|id| (id, calculators::find(id))) {
        Some((id, None)) => return unknown(&LinkError::unknown(id), false),
        Some((_, found)) => found,
        None => None,
    };
    let stdout = match (calculator, as_json, as_markdown) {
        (None, true, _) => json::calculators(),
        (Some(calculator), true, _) => json::inputs(calculator),
        (None, _, true) => docs::inputs_markdown(),
        (Some(calculator), _, true) => docs::calculator_markdown(calculator),
        (None, ..) => text::calculators(),
        (Some(calculator), ..) => text::inputs(calculator),
    };
    Output { stdout, ..Output::default() }
}

/// Answers a link, as text or as JSON.
pub fn eval(link: &str, as_json: bool) -> Output {
    let Decoded { scenario, issues } = match decode(link) {
        Ok(decoded) => decoded,
        Err(error) => return unknown(&error, as_json),
    };
    let answer = scenario.evaluate(&issues);
    let stderr: String = issues.iter().map(text::issue).collect();
    let status = match (&answer, issues.is_empty()) {
        (Err(_), _) => NO_SCENARIO,
        (Ok(_), false) => HAS_ISSUES,
        (Ok(_), true) => 0,
    };
    let stdout = match as_json {
        true => crate::export::json(&scenario, &answer, &issues),
        false => text::answer(&scenario, &answer),
    };
    Output { stdout, stderr, status }
}

fn unknown(error: &LinkError, as_json: bool) -> Output {
    let stdout = if as_json { json::link_error(error) } else { String::new() };
    Output { stdout, stderr: format!("{error}\n"), status: HAS_ISSUES }
}
