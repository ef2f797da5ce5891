//! The command line: the same models natively, for docs builds and CI.

mod book;
mod check;
mod docs;
mod expected;
mod files;
mod json;
mod png;
mod render;
mod simulate;
mod style;
#[cfg(test)]
mod tests;
mod text;

use std::io::{Read, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::calculators;
use crate::export;
use crate::field::shorten;
use crate::scenario::{Decoded, Issue, LinkError, decode, pair};

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
    /// Simulates a scenario given by its link, run by run.
    ///
    /// Its verdict is what most runs end as. The same link gives the same answer: the seed is one of its inputs.
    /// Exit status: 0; 2 if a part of the link could not be read or its calculator has no simulation; 3 if the
    /// inputs make no scenario together.
    Simulate(simulate::Arguments),
    /// Writes a scenario as a file: a picture, a report, the numbers; or the pictures of a folder of Markdown.
    ///
    /// Exit status: 0; 1 if the state of a block is not the one it says; 2 if a part of a link could not be
    /// read or something could not be written; 3 if the inputs make no scenario together (nothing is written).
    Render(render::Arguments),
    /// Compares scenarios with the states that they are expected to have.
    ///
    /// Exit status: 0; 1 if a state differs; 2 if a line or a part of its link could not be read.
    Check(check::Arguments),
    /// A preprocessor of mdBook: blocks marked `headroom` become pictures.
    ///
    /// In book.toml: [preprocessor.headroom] with command = "headroom mdbook", and where wanted address,
    /// theme, width and on-error.
    Mdbook(book::MdbookArguments),
}

/// A state is not the expected one.
const DIFFERS: u8 = 1;
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

impl Output {
    /// Nothing was done.
    fn failed(error: impl std::fmt::Display) -> Self {
        let mut output = Self::default();
        output.fail(error);
        output
    }

    /// Something could not be done.
    fn fail(&mut self, error: impl std::fmt::Display) {
        self.stderr += &format!("{error}\n");
        self.status = self.status.max(HAS_ISSUES);
    }
}

/// Runs the command given by the process's arguments.
pub fn run() -> ExitCode {
    let output = execute(&Arguments::parse().command, &mut std::io::stdin().lock());
    // A closed pipe is the reader's choice, not an error.
    let _ = std::io::stderr().write_all(output.stderr.as_bytes());
    let _ = std::io::stdout().write_all(output.stdout.as_bytes());
    ExitCode::from(output.status)
}

fn execute(command: &Command, stdin: &mut dyn Read) -> Output {
    match command {
        Command::List { calculator, json, markdown } => list(calculator.as_deref(), *json, *markdown),
        Command::Eval { link, json } => eval(link, *json),
        Command::Simulate(arguments) => simulate::simulate(arguments),
        Command::Render(arguments) => render::render(arguments),
        Command::Check(arguments) => check::check(arguments, stdin),
        Command::Mdbook(arguments) => book::mdbook(arguments, stdin),
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

/// Answers a link, as text or as JSON. Of a link that compares, both scenarios are answered.
pub fn eval(link: &str, as_json: bool) -> Output {
    let first = match decode(link) {
        Ok(decoded) => decoded,
        Err(error) => return unknown(&error, as_json),
    };
    let mut output = Output::default();
    let mut answer = |Decoded { scenario, issues }: Decoded| {
        let answer = scenario.evaluate(&issues);
        output.stderr.extend(issues.iter().map(text::issue));
        output.status = output.status.max(status(answer.is_ok(), &issues));
        match as_json {
            true => export::json(&scenario, &answer, &issues),
            false => text::answer(&scenario, &answer),
        }
    };
    let first = answer(first);
    let second = pair::second(link).map(answer);
    output.stdout = match second {
        None => first,
        Some(second) if as_json => json::with_second(&first, &second),
        Some(second) => format!("{first}\nCompared with\n\n{second}"),
    };
    output
}

/// How an answer ends: whether there is one, and what of the link could not be read.
const fn status(is_answered: bool, issues: &[Issue]) -> u8 {
    match (is_answered, issues.is_empty()) {
        (false, _) => NO_SCENARIO,
        (true, false) => HAS_ISSUES,
        (true, true) => 0,
    }
}

/// The one scenario of a link, for commands that take no comparison.
fn decode_one(link: &str) -> Result<Decoded, String> {
    let first = decode(link).map_err(|error| error.to_string())?;
    match pair::second(link) {
        None => Ok(first),
        Some(second) => {
            let links = [first.scenario, second.scenario].map(|scenario| scenario.encode());
            Err(format!("“{}” compares two scenarios; give one: {}", shorten(link), links.join(" or ")))
        }
    }
}

fn unknown(error: &LinkError, as_json: bool) -> Output {
    let stdout = if as_json { json::link_error(error) } else { String::new() };
    Output { stdout, stderr: format!("{error}\n"), status: HAS_ISSUES }
}
