//! Golden links: what a link once meant it means for ever.
//!
//! `tests/data/links/golden.txt` has a link a line, and below it, indented, every value that it holds; a link
//! without pairs lists all defaults, which are part of the format. Behind `=>` stands the canonical link, where
//! that is another. To add one, write only the link and run
//! `UPDATE_GOLDEN=1 cargo test --test golden`: it fills in the values of links that have none, and never
//! changes one that has. Read them before you commit.

use std::collections::{BTreeMap, BTreeSet};

use headroom::calculators;
use headroom::field::{Kind, Value};
use headroom::scenario::{Scenario, decode};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/links/golden.txt");

/// A link and the lines of its values.
#[derive(Debug)]
struct Golden {
    link: String,
    values: Vec<String>,
}

fn golden() -> Vec<Golden> {
    let text = std::fs::read_to_string(PATH).expect("golden.txt");
    let mut all: Vec<Golden> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match (line.strip_prefix("  "), all.last_mut()) {
            (Some(value), Some(golden)) => golden.values.push(value.into()),
            _ => all.push(Golden { link: line.into(), values: Vec::new() }),
        }
    }
    all
}

/// A value with every bit of it, in SI, whatever the spelling in the link.
fn exact(value: &Value) -> String {
    match value {
        Value::Number(number) => format!("{number:?}"),
        Value::Share(share) => format!("share {share:?}"),
        Value::Absent => "off".into(),
        Value::Choice(key) => format!("choice {key}"),
        // Its parts: days since a fixed one, seconds of the day, minutes from UTC.
        Value::Clock(clock) => format!("{clock:?}"),
        Value::Text(text) => format!("{text:?}"),
        Value::Rows(rows) => {
            let cells = |row: &Vec<Value>| row.iter().map(exact).collect::<Vec<_>>().join(", ");
            rows.iter().map(|row| format!("[{}]", cells(row))).collect::<Vec<_>>().join(" ")
        }
    }
}

/// The lines of the values that a link holds, or of all if it holds none.
fn lines(link: &str, scenario: &Scenario) -> Vec<String> {
    let query = link.split_once('?').map(|(_, query)| query);
    let keys: Option<BTreeSet<&str>> =
        query.map(|query| query.split('&').filter_map(|pair| pair.split('=').next()).collect());
    let fields = scenario.calculator.fields().iter().zip(&scenario.values);
    fields
        .filter(|(meta, _)| keys.as_ref().is_none_or(|keys| keys.contains(meta.key)))
        .map(|(meta, value)| format!("{} = {}", meta.key, exact(value)))
        .chain(Some(scenario.encode()).filter(|canonical| canonical != link).map(|link| format!("=> {link}")))
        .collect()
}

/// The version that a link is of.
fn version_of(link: &str) -> u32 {
    let query = link.split_once('?').map_or("", |(_, query)| query);
    let version = query.split('&').find_map(|pair| pair.strip_prefix("v="));
    version.map_or(1, |version| version.parse().expect("a version"))
}

fn fill_in() {
    let text = std::fs::read_to_string(PATH).expect("golden.txt");
    let lines_in: Vec<_> = text.lines().collect();
    let mut out = String::new();
    for (at, line) in lines_in.iter().enumerate() {
        out += &format!("{line}\n");
        let is_link = !line.is_empty() && !line.starts_with(['#', ' ']);
        let is_bare = lines_in.get(at + 1).is_none_or(|next| !next.starts_with("  "));
        if is_link && is_bare {
            let decoded = decode(line).expect("a calculator");
            lines(line, &decoded.scenario).iter().for_each(|value| out += &format!("  {value}\n"));
        }
    }
    std::fs::write(PATH, out).expect("golden.txt can be written");
}

#[test]
fn golden_links_mean_what_they_meant() {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fill_in();
    }
    let golden = golden();
    assert!(golden.len() >= 24, "golden links are only ever added");
    for Golden { link, values } in &golden {
        let decoded = decode(link).unwrap_or_else(|error| panic!("{link}: {error}"));
        assert_eq!(decoded.issues, [], "{link}");
        let scenario = &decoded.scenario;
        let version = version_of(link);
        let is_current = scenario.calculator.version() == version;
        let mut now = lines(link, scenario);
        let mut then = values.clone();
        if !is_current {
            // What is written today is of another version; what it means is not.
            for lines in [&mut now, &mut then] {
                lines.retain(|line| !line.starts_with("=> "));
            }
        }
        assert_eq!(now, then, "{link}");
        assert!(!values.is_empty(), "{link}: run UPDATE_GOLDEN=1 cargo test --test golden");
        // What the link does not hold is the default, and what is written is the link again.
        let defaults = scenario.calculator.defaults();
        for (index, meta) in scenario.calculator.fields().iter().enumerate() {
            let is_held = values.iter().any(|line| line.starts_with(&format!("{} = ", meta.key)));
            assert!(is_held || scenario.values[index] == defaults[index], "{link}: {}", meta.key);
        }
        let canonical = scenario.encode();
        let again = decode(&canonical).expect("a calculator");
        assert_eq!((&again.scenario, again.issues), (scenario, Vec::new()), "{link}: {canonical}");
        assert_eq!(again.scenario.encode(), canonical, "{link}");
    }
}

#[test]
fn golden_links_cover_every_input() {
    let mut seen: BTreeMap<(&str, &str), Vec<Value>> = BTreeMap::new();
    let mut bare = BTreeSet::new();
    for Golden { link, .. } in golden() {
        let scenario = decode(&link).expect("a calculator").scenario;
        let calculator = scenario.calculator;
        if !link.contains('?') {
            bare.insert(calculator.id());
        }
        for (index, meta) in calculator.fields().iter().enumerate() {
            if scenario.values[index] != calculator.defaults()[index] {
                seen.entry((calculator.id(), meta.key)).or_default().push(scenario.values[index].clone());
            }
        }
    }
    for calculator in calculators::all() {
        let id = calculator.id();
        assert!(bare.contains(id), "{id}: a golden link of its defaults is missing");
        for (meta, default) in calculator.fields().iter().zip(calculator.defaults()) {
            let values =
                seen.get(&(id, meta.key)).unwrap_or_else(|| panic!("{id}: no golden link has {}", meta.key));
            let has = |wanted: &dyn Fn(&Value) -> bool, what: &str| {
                let found = values.iter().chain([default]).any(wanted);
                assert!(found, "{id}: no golden link has {} as {what}", meta.key);
            };
            match meta.kind {
                Kind::Choice(choices) => {
                    for choice in choices {
                        has(&|value| *value == Value::Choice(choice.key), choice.key);
                    }
                }
                Kind::Quantity(quantity) => {
                    has(&|value| matches!(value, Value::Number(_)), "a number");
                    if quantity.absent.is_some() {
                        has(&|value| *value == Value::Absent, "absent");
                    }
                    if quantity.or_share {
                        has(&|value| matches!(value, Value::Share(_)), "a share");
                    }
                }
                Kind::Clock => {
                    for part in ["T", "Z", "+", "-"] {
                        let written = |value: &Value| matches!(value, Value::Clock(clock) if clock.write().contains(part));
                        has(&written, part);
                    }
                }
                Kind::Table(table) => {
                    for (at, column) in table.columns().iter().enumerate() {
                        let cell = |wanted: &dyn Fn(&Value) -> bool| {
                            let rows = values.iter().filter_map(|value| match value {
                                Value::Rows(rows) => Some(rows),
                                _ => None,
                            });
                            let found = rows.flatten().any(|row| wanted(&row[at]));
                            assert!(
                                found,
                                "{id}: no golden link has all of {} in {}",
                                column.meta.key, meta.key
                            );
                        };
                        cell(&|value| *value != Value::Absent);
                        if matches!(column.meta.kind, Kind::Quantity(quantity) if quantity.absent.is_some()) {
                            cell(&|value| *value == Value::Absent);
                        }
                    }
                }
                Kind::Text => {}
            }
        }
    }
}
