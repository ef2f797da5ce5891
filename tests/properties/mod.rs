//! What holds for every text, be it typed, pasted or hostile. `tests/robust.rs` runs these over random
//! texts on every test run, and `fuzz/` looks for the text that breaks one.

use headroom::draft::{Draft, Edit};
use headroom::field::{Kind, Value};
use headroom::quantity::{self, Unit};
use headroom::scenario::{Decoded, Embed, Issue, Scenario, decode};
use headroom::{calculators, table};

/// No sentence about a text is longer, in characters.
const LONGEST_MESSAGE: usize = 600;
/// Unreadable parts are listed one by one up to this many, and those that leave a default in any case.
const MOST_ISSUES: usize = 50;

/// Panics unless what is said of a text is short enough to be read.
pub fn assert_readable(message: &str) {
    assert!(!message.is_empty() && message.chars().count() <= LONGEST_MESSAGE, "{message}");
}

fn assert_few(issues: &[Issue], inputs: usize) {
    // One more says how many are not listed, and one is about the version.
    assert!(issues.len() <= MOST_ISSUES + inputs + 2, "{} issues", issues.len());
    issues.iter().for_each(|issue| assert_readable(&issue.message));
}

/// Panics unless a scenario is written so that it reads back, and that writing is canonical.
pub fn assert_reads_back(scenario: &Scenario) {
    let link = scenario.encode();
    let again = decode(&link).expect("a calculator");
    assert_eq!(again.issues, [], "{link}");
    let applies = scenario.calculator.applies(&scenario.values);
    for (index, _) in applies.iter().enumerate().filter(|(_, applies)| **applies) {
        assert_eq!(again.scenario.values[index], scenario.values[index], "{link}");
    }
    assert_eq!(again.scenario.encode(), link);
}

/// Reading a link.
pub fn link(text: &str) {
    if let Some(embed) = Embed::of(text) {
        assert_few(&embed.issues, 0);
        assert!(!embed.show.is_empty() && embed.edit.is_sorted());
    }
    match decode(text) {
        Err(error) => assert_readable(&error.to_string()),
        Ok(decoded) => {
            assert_few(&decoded.issues, decoded.scenario.values.len());
            assert_reads_back(&decoded.scenario);
            let Decoded { scenario, .. } = &decoded;
            let draft = Draft::from_decoded(decoded.clone());
            assert_eq!(&draft.scenario, scenario);
            for (index, entry) in draft.entries.iter().enumerate() {
                let meta = scenario.calculator.fields()[index];
                let is_defaulted =
                    decoded.issues.iter().any(|issue| issue.defaulted && issue.key == meta.key);
                assert_eq!(entry.error.is_some(), is_defaulted, "{}: {}", meta.key, entry.text);
            }
        }
    }
}

/// The units, for a number that picks one.
pub const UNITS: [Unit; 9] = [
    Unit::Count,
    Unit::Factor,
    Unit::Duration,
    Unit::Rate,
    Unit::Bytes,
    Unit::ByteRate,
    Unit::Share,
    Unit::Cores,
    Unit::Price,
];

/// Reading a quantity.
pub fn quantity(unit: Unit, text: &str) {
    match quantity::read(unit, text) {
        Ok(reading) => {
            assert!(reading.value.is_finite() && reading.value >= 0.0, "{text}: {}", reading.value);
            for again in [quantity::write(unit, reading.value), quantity::spell(unit, reading.value)] {
                let read = quantity::read(unit, &again).unwrap_or_else(|error| panic!("{again}: {error}"));
                assert_eq!(read.value.to_bits(), reading.value.to_bits(), "{text}, then {again}");
                assert_eq!(read.echo, None, "{text}, then {again}");
            }
            reading.echo.iter().for_each(|echo| assert_readable(echo));
        }
        Err(error) => {
            assert_readable(&error.message);
            if let Some(meant) = error.suggestion {
                let read = quantity::read(unit, &meant);
                assert!(read.is_ok_and(|read| read.echo.is_none()), "{text}: suggests {meant}");
            }
        }
    }
    // Whatever the unit, the bare number is one or none.
    assert!(quantity::bare(text).is_none_or(|number| !number.is_nan() && number >= 0.0), "{text}");
}

/// Reading a table, and its cells as a form has them.
pub fn table(text: &str) {
    for calculator in calculators::all() {
        for meta in calculator.fields() {
            let Kind::Table(table) = meta.kind else { continue };
            let columns = table.columns();
            match meta.read(text) {
                Ok(read) => {
                    let again = meta.read(&meta.write(&read.value));
                    assert_eq!(again.map(|again| again.value), Ok(read.value.clone()), "{text}");
                    let Value::Rows(rows) = read.value else { panic!("{text} is no table") };
                    let least = usize::from(table.absent.is_none());
                    assert!((least..=table::MOST_ROWS).contains(&rows.len()));
                    assert!(rows.iter().all(|row| row.len() == columns.len()));
                }
                Err(error) => {
                    assert_readable(&error.message);
                    assert!(error.cell.is_none_or(|(_, column)| column < columns.len()), "{text}");
                }
            }
        }
    }
    // What is not blank survives being taken apart and put together.
    let trimmed = |rows: Vec<Vec<String>>| -> Vec<Vec<String>> {
        let filled = |row: Vec<String>| {
            let mut row: Vec<_> = row.iter().map(|cell| cell.trim().to_owned()).collect();
            row.truncate(row.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1));
            row
        };
        rows.into_iter().map(filled).filter(|row| !row.is_empty()).collect()
    };
    let cells = table::split(text);
    assert_eq!(trimmed(table::split(&table::join(&cells))), trimmed(cells), "{text}");
}

/// Editing a draft. The first line is a link, each other one an edit: `type 3 50ms`, `slide 3 0.5`,
/// `step 3 -2`, `revert 3`, `reset 3`, `dismiss`.
pub fn edits(text: &str) {
    let mut lines = text.lines();
    let Ok(decoded) = decode(lines.next().unwrap_or_default()) else { return };
    let mut draft = Draft::from_decoded(decoded);
    let count = draft.entries.len();
    for line in lines.take(100) {
        let mut words = line.splitn(3, ' ');
        let (what, which) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let (index, how) = (which.parse::<usize>().unwrap_or(0) % count, words.next().unwrap_or_default());
        let edit = match what {
            "slide" => Edit::Slide(index, how.parse().unwrap_or(f64::NAN)),
            "step" => Edit::Step(index, how.parse().unwrap_or(i32::MAX)),
            "revert" => Edit::Revert(index),
            "reset" => Edit::Reset(index),
            "dismiss" => Edit::Dismiss,
            _ => Edit::Type(index, how.into()),
        };
        let before = draft.scenario.clone();
        draft = draft.apply(edit);
        assert_eq!(draft.entries.len(), count);
        let meta = draft.calculator().fields()[index];
        let entry = &draft.entries[index];
        match &entry.error {
            // What cannot be read leaves the last good value standing.
            Some(error) => {
                assert_readable(&error.message);
                assert_eq!(draft.scenario, before, "{line}");
            }
            None => {
                let read = meta.read(&entry.text).unwrap_or_else(|error| panic!("{line}: {error}"));
                assert_eq!(read.value, draft.scenario.values[index], "{line}");
            }
        }
        if let Some(position) = draft.slider_position(index) {
            assert!((0.0..=1.0).contains(&position), "{line}: {position}");
        }
    }
    assert_reads_back(&draft.scenario);
}
