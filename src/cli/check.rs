//! `headroom check`: whether scenarios still have the states that they are expected to have.

use std::io::Read;
use std::path::Path;

use super::expected::{Problem, answer};
use super::{DIFFERS, Output, files};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Files with one scenario a line, such as 'pooler?open=100ms => safe'; - is standard input. What begins
    /// with # is a comment.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
}

pub(super) fn check(arguments: &Arguments, stdin: &mut dyn Read) -> Output {
    let mut output = Output::default();
    let (mut scenarios, mut differing) = (0, 0);
    for file in &arguments.files {
        let text = match file.as_str() {
            "-" => {
                let mut text = String::new();
                let read = stdin.read_to_string(&mut text);
                read.map(|_| text).map_err(|error| format!("Standard input could not be read: {error}"))
            }
            path => files::read(Path::new(path)),
        };
        match text {
            Ok(text) => {
                let (count, problems) = lines(&text);
                scenarios += count;
                for Problem { line, message, status } in problems {
                    let text = format!("{file}:{line}: {message}\n");
                    // What differs is the result; what could not be read is an error.
                    match status {
                        DIFFERS => {
                            differing += 1;
                            output.stdout += &text;
                        }
                        _ => output.stderr += &text,
                    }
                    output.status = output.status.max(status);
                }
            }
            Err(error) => output.fail(error),
        }
    }
    if scenarios == 0 && output.status == 0 {
        // A check that checks nothing would pass for ever.
        output.fail("There is no scenario in it.");
    }
    if output.stderr.is_empty() {
        let are = if scenarios == 1 { "scenario" } else { "scenarios" };
        output.stdout += &match differing {
            0 => format!("{scenarios} {are} as expected\n"),
            _ => format!("{differing} of {scenarios} {are} not as expected\n"),
        };
    }
    output
}

/// How many scenarios a text holds, and what is wrong with them.
fn lines(text: &str) -> (usize, Vec<Problem>) {
    let (mut count, mut problems) = (0, Vec::new());
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_start_matches('\u{feff}').trim();
        // `#/pooler` is a link.
        if line.is_empty() || (line.starts_with('#') && !line.starts_with("#/")) {
            continue;
        }
        count += 1;
        match answer(line, index + 1, true) {
            Ok(answered) => problems.extend(answered.problems),
            Err(problem) => problems.push(problem),
        }
    }
    (count, problems)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(text: &str) -> Output {
        check(&Arguments { files: vec!["-".into()] }, &mut text.as_bytes())
    }

    #[test]
    fn states_are_compared() {
        let state = |link: &str| {
            let scenario = crate::scenario::decode(link).expect("a calculator").scenario;
            scenario.evaluate(&[]).expect("a report").verdict.state
        };
        let (pooler, wal) = (state("pooler"), state("wal"));
        let text = format!(
            "# ours\n\n  pooler => {pooler}  # why\r\n#/wal=>{wal}\nhttps://a.example/#/wal => {wal}\n"
        );
        let passed = checked(&text);
        assert_eq!((passed.status, passed.stderr.as_str()), (0, ""), "{}", passed.stdout);
        assert_eq!(passed.stdout, "3 scenarios as expected\n");

        let failed = checked(&format!("{text}wal => full\n"));
        assert_eq!((failed.status, failed.stderr.as_str()), (1, ""));
        assert!(
            failed.stdout.starts_with(&format!("-:6: expected full, is {wal}: wal (")),
            "{}",
            failed.stdout
        );
        assert!(failed.stdout.ends_with("1 of 4 scenarios not as expected\n"), "{}", failed.stdout);
    }

    #[test]
    fn lines_that_cannot_be_read_are_errors() {
        for (text, message) in [
            ("polar => safe", "-:1: There is no calculator “polar”. Did you mean pooler?"),
            ("pooler", "-:1: “pooler” has no expected state: add => safe or "),
            ("pooler?open=blue => safe", "-:1: open: "),
            ("wal => ful", "-:1: “ful” is no state of wal. Did you mean full?"),
            ("wal => ", "-:1: “” is no state of wal."),
            ("# nothing\n", "There is no scenario in it."),
        ] {
            let output = checked(text);
            assert_eq!(output.status, 2, "{text}");
            assert!(output.stderr.contains(message), "{text}: {}", output.stderr);
        }
        // The graver status counts, and both are said.
        let both = checked("wal => full\npooler?open=blue => safe\n");
        assert!(both.status == 2 && both.stdout.contains("-:1: expected full") && !both.stderr.is_empty());
        let missing = check(&Arguments { files: vec!["no/such.file".into()] }, &mut &b""[..]);
        assert!(missing.status == 2 && missing.stderr.contains("no/such.file could not be read"));
    }
}
