//! Old links go on meaning what they meant: proved with a calculator whose format changed twice.

use super::*;
use crate::field::Kind;
use crate::inputs;
use crate::quantity::{Duration, Rate, Share};
use crate::scenario::link::decode_query;

inputs! {
    /// Version 3.
    pub struct Input {
        /// Called `pace` in version 1.
        rate: Rate = { key: "rate", label: "Rate", group: "All",
            default: Rate::per_second(5.0), kind: Kind::rate(0.0..=1e6) },
        /// Default 10 s in version 1.
        hold: Duration = { key: "hold", label: "Hold", group: "All",
            default: Duration::seconds(20.0), kind: Kind::duration(0.0..=1e6) },
        /// What is lost; in version 2 it was given as what is kept.
        lost: Share = { key: "lost", label: "Lost", group: "All",
            default: Share::percent(0.0), kind: Kind::share(0.0..=1.0) },
    }
}

struct Changed;

impl Calculator for Changed {
    type Input = Input;
    const ID: &'static str = "changed";
    const TITLE: &'static str = "Changed";
    const TROUBLE: &'static str = "It changed";
    const QUESTION: &'static str = "What did it mean?";
    const RACE: &'static str = "The format changes while links live on.";
    const PREVIEW: &'static str = "";
    const VERSION: u32 = 3;
    const ABOUT: About = About { assumptions: &[], sources: &[], evidence: &[] };
    const PRESETS: &'static [Preset] = &[];
    const STATES: &'static [&'static str] = &[];

    fn exhibits() -> Vec<Exhibit> {
        Vec::new()
    }

    fn evaluate(_: &Input) -> Result<Report, ModelError> {
        Err(ModelError { message: "It has no model.".into(), keys: Vec::new() })
    }

    fn upgrade(from_version: u32, pairs: &mut Vec<(String, String)>) {
        match from_version {
            1 => {
                pairs.iter_mut().filter(|(key, _)| key == "pace").for_each(|(key, _)| *key = "rate".into());
                if pairs.iter().all(|(key, _)| key != "hold") {
                    pairs.push(("hold".into(), "10s".into()));
                }
            }
            2 => {
                for (key, text) in pairs.iter_mut().filter(|(key, _)| key == "kept") {
                    *key = "lost".into();
                    let kept: Option<f64> = text.strip_suffix("pct").and_then(|kept| kept.parse().ok());
                    if let Some(kept) = kept {
                        *text = format!("{}pct", 100.0 - kept);
                    }
                }
            }
            other => panic!("there is no step from version {other}"),
        }
    }
}

/// What a query means now, as its canonical link, and the keys with issues.
fn now(query: &str) -> (String, Vec<String>) {
    let calculator: &'static dyn AnyCalculator = Entry::<Changed>::leaked();
    let decoded = decode_query(calculator, query);
    let link = decoded.scenario.encode();
    // What is written now is of this version, and read back without another step.
    let again = decode_query(calculator, link.split_once('?').map_or("", |(_, query)| query));
    assert_eq!((&again.scenario, &again.issues), (&decoded.scenario, &Vec::new()), "{link}");
    (link, decoded.issues.into_iter().map(|issue| issue.key).collect())
}

#[test]
fn old_links_mean_what_they_meant() {
    for (query, link) in [
        // Version 1, with its mark and, as it was written, without.
        ("v=1&pace=3/s&hold=7s", "changed?v=3&rate=3/s&hold=7s"),
        ("pace=3/s&hold=7s", "changed?v=3&rate=3/s&hold=7s"),
        ("pace=3/s", "changed?v=3&rate=3/s&hold=10s"),
        ("", "changed?v=3&hold=10s"),
        // Two steps, one after the other.
        ("pace=3/s&kept=80pct", "changed?v=3&rate=3/s&hold=10s&lost=20pct"),
        // Version 2: its default of hold is that of today.
        ("v=2&rate=3/s&kept=80pct", "changed?v=3&rate=3/s&lost=20pct"),
        ("rate=3/s&v=2", "changed?v=3&rate=3/s"),
        // Version 3.
        ("v=3", "changed?v=3"),
        ("v=3&rate=3/s&lost=1pct", "changed?v=3&rate=3/s&lost=1pct"),
    ] {
        assert_eq!(now(query), (link.to_owned(), Vec::new()), "{query}");
    }
}

#[test]
fn a_newer_version_is_said_and_what_is_known_stands() {
    let calculator: &'static dyn AnyCalculator = Entry::<Changed>::leaked();
    for version in ["4", "4294967295"] {
        let query = format!("v={version}&rate=3/s&colour=red");
        assert_eq!(now(&query), ("changed?v=3&rate=3/s".into(), vec!["v".into(), "colour".into()]));
        let issue = &decode_query(calculator, &query).issues[0];
        assert!(issue.message.contains(&format!("version {version}")), "{}", issue.message);
        assert!(issue.message.contains("knows up to 3"), "{}", issue.message);
        assert_eq!((issue.suggestion.as_deref(), issue.defaulted), (Some("3"), false));
    }
    // No version at all: no step is taken, for none is known to be due.
    for version in ["0", "-1", "1.0", "two", "4294967296", ""] {
        assert_eq!(now(&format!("v={version}&rate=3/s")), ("changed?v=3&rate=3/s".into(), vec!["v".into()]));
    }
    // The first one counts; another is no input.
    assert_eq!(now("v=2&v=1&rate=3/s"), ("changed?v=3&rate=3/s".into(), vec!["v".into()]));
}

#[test]
fn a_bad_part_of_an_old_link_costs_only_itself() {
    assert_eq!(now("pace=fast&hold=7s"), ("changed?v=3&hold=7s".into(), vec!["rate".into()]));
    assert_eq!(now("v=2&kept=most&rate=3/s"), ("changed?v=3&rate=3/s".into(), vec!["lost".into()]));
    assert_eq!(now("v=2&pace=3/s"), ("changed?v=3".into(), vec!["pace".into()]));
}
