//! Hostile texts: no panic, no hang, and work and memory in proportion to the text.
//!
//! Work is counted in allocations, not in seconds. The properties are those that `fuzz/` runs without end.

mod properties;
mod scenarios;

use std::alloc::System;
use std::sync::mpsc;
use std::time::Duration;

use headroom::draft::Draft;
use headroom::quantity;
use headroom::scenario::{Embed, LinkError, decode};
use headroom::table::MOST_ROWS;
use proptest::prelude::*;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

use scenarios::scenarios;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const MEGABYTE: usize = 1_000_000;

/// The same thing again and again, up to a length.
fn filled(with: &str, length: usize) -> String {
    with.repeat(length / with.len())
}

/// What hostile links are made of.
const PARTS: [&str; 54] = [
    "&",
    ";",
    ",",
    "%",
    "=",
    "#",
    "/",
    "?",
    ".",
    "..",
    "-",
    "+",
    " ",
    "9",
    "0",
    "a",
    "a=1&",
    "open=1ms&",
    "v=2&",
    "b.open=1ms&",
    "amp;",
    "&amp;",
    "%2",
    "%26",
    "%FF",
    "%00",
    "%C3%A9",
    "é",
    "\u{301}",
    "𝕏",
    "\u{202e}",
    "👩‍👩‍👧‍👦",
    "a,1,1,1GB;",
    "a,",
    ";;,,",
    "1h",
    "1d 1h ",
    "9.",
    "9,",
    "1e9",
    "1 per ",
    "/s",
    "T",
    ":",
    "08:00",
    "((",
    "t",
    "1..2",
    "--",
    "PT1H",
    "\n",
    "\u{0}",
    "edit=open&",
    "show=verdict,",
];

/// What may stand before them.
const BEFORE: [&str; 17] = [
    "pooler?open=",
    "pooler?surge=0.",
    "pooler?rate=1e",
    "pooler?on_deadline=",
    "pooler?wait_limit=",
    "wal?free=",
    "wal?free=0.",
    "wal?from=",
    "wal?from=2026-10-09T",
    "packing?jobs=",
    "packing?jobs=a,1,1,1GB;",
    "packing?types=a,1,",
    "packing?types=c,1,1GB,,,,&jobs=",
    "pooler?v=",
    "embed/pooler?edit=",
    "embed/pooler?show=",
    "backlog?half_at=",
];

/// Long links, each with what it is made of: a megabyte of each part, and a fortieth of it at each place.
fn hostile() -> Vec<(String, String)> {
    let mut links = Vec::new();
    let mut add = |what: &str, link: String| links.push((what.to_owned(), link));
    for part in PARTS {
        add(part, format!("pooler?{}", filled(part, MEGABYTE)));
        for before in BEFORE {
            add(&format!("{before}{part}"), format!("{before}{}", filled(part, MEGABYTE / 40)));
        }
    }
    for before in BEFORE {
        add(&format!("{before}9"), format!("{before}{}", filled("9", MEGABYTE)));
    }
    let rows: String = (0..100_000).map(|row| format!("r{row},1,1,1GB;")).collect();
    add("100,000 rows", format!("packing?jobs={rows}"));
    let rows: String = (0..MOST_ROWS).map(|row| format!("r{row},1,1,1GB{};", ",".repeat(5000))).collect();
    add("rows of 5,000 cells", format!("packing?jobs={rows}"));
    let keys: String = (0..100_000).map(|key| format!("k{key}=1&")).collect();
    add("100,000 keys", format!("pooler?{keys}"));
    let near: String = (0..100_000).map(|key| format!("open{key}=1&")).collect();
    add("100,000 keys that are almost one", format!("pooler?{near}"));
    add("a known key behind many", format!("pooler?{}open=1s", "x&".repeat(MEGABYTE / 2)));
    add("a key of a megabyte", format!("pooler?{}=1", filled("k", MEGABYTE)));
    add("no calculator", filled("pooler", MEGABYTE));
    add("no calculator in an embed", format!("#/embed/{}", filled("é", MEGABYTE)));
    links
}

/// What reading a text allocates: how often, and how many bytes in all.
fn cost(text: &str) -> (usize, usize) {
    let region = Region::new(ALLOCATOR);
    properties_that_cost(text);
    let change = region.change();
    (change.allocations + change.reallocations, change.bytes_allocated)
}

/// All that a page does with a link before it evaluates it.
fn properties_that_cost(text: &str) {
    let _ = Embed::of(text);
    match decode(text) {
        Ok(decoded) => {
            // The sentences are short, and few; what is kept of the text is no more than the text.
            assert!(decoded.issues.len() <= 52 + decoded.scenario.values.len(), "{}", decoded.issues.len());
            decoded.issues.iter().for_each(|issue| properties::assert_readable(&issue.message));
            let kept: usize = decoded.issues.iter().map(|issue| issue.key.len() + issue.text.len()).sum();
            // A byte that is no text becomes a character of three.
            assert!(kept <= 3 * text.len() + 100, "{kept} bytes of issues");
            let suggested = decoded.issues.iter().filter_map(|issue| issue.suggestion.as_ref());
            assert!(suggested.map(String::len).sum::<usize>() < 60_000);
            let _ = Draft::from_decoded(decoded);
        }
        Err(error) => {
            properties::assert_readable(&error.to_string());
            let LinkError::UnknownCalculator { name, .. } = error;
            assert!(name.len() < 1000, "{} bytes of name", name.len());
        }
    }
}

/// Runs in a thread of its own, so that a hang is a failure.
fn ends<T: Send + 'static>(what: &str, run: impl FnOnce() -> T + Send + 'static) -> T {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || send.send(run()));
    // Far more than any machine needs, and far less than a square of a million steps takes.
    receive.recv_timeout(Duration::from_secs(120)).unwrap_or_else(|_| panic!("{what}: no answer"))
}

/// The whole of a link's cost is in proportion to its length. Alone in its process, for it counts what all
/// threads allocate.
#[test]
fn a_long_link_costs_in_proportion() {
    if std::env::var_os(ALONE).is_none() {
        let status = std::process::Command::new(std::env::current_exe().expect("this test"))
            .args(["a_long_link_costs_in_proportion", "--exact", "--nocapture"])
            .env(ALONE, "1")
            .status()
            .expect("this test runs alone");
        assert!(status.success());
        return;
    }
    let (mut most_times, mut most_bytes) = (0, 0);
    for (what, link) in hostile() {
        let length = link.len();
        let shown = what.clone();
        let (times, bytes) = ends(&what, move || cost(&link));
        assert!(times < 60_000, "{shown:?}: {times} allocations");
        assert!(bytes < 20 * length + 2 * MEGABYTE, "{shown:?}: {bytes} bytes");
        (most_times, most_bytes) = (most_times.max(times), most_bytes.max(bytes));
    }
    println!("a long link: at most {most_times} allocations and {most_bytes} bytes");
}

const ALONE: &str = "HEADROOM_ROBUST_ALONE";

#[test]
fn quantities_of_a_megabyte_are_refused() {
    for part in ["9", "0", ".", ",", "1 ", "1h", "a", "é", "-", "..", "1..", "e9", "/s", "'000", "_0"] {
        let long = filled(part, MEGABYTE);
        for text in [format!("0.{long}"), format!("1{long}t"), long] {
            ends(part, move || {
                for unit in properties::UNITS {
                    let error = quantity::read(unit, &text).expect_err("it is too long");
                    properties::assert_readable(&error.message);
                }
                assert_eq!(quantity::bare(&text), None);
            });
        }
    }
}

#[test]
fn what_is_not_listed_is_counted() {
    let decoded = decode(&format!("pooler?{}", "x=1&".repeat(4261))).expect("a calculator");
    assert_eq!(decoded.issues.len(), 51);
    assert_eq!(decoded.issues[50].message, "4,211 more parts of the link could not be read.");
    let decoded = decode(&format!("pooler?{}", "x=1&".repeat(51))).expect("a calculator");
    assert_eq!(decoded.issues[50].message, "1 more part of the link could not be read.");
    // What stands on a default is said, however much nonsense stands before it.
    let decoded = decode(&format!("pooler?{}open=zz", "x=1&".repeat(900))).expect("a calculator");
    assert!(decoded.issues.iter().any(|issue| issue.key == "open" && issue.defaulted));
    let verdict = decoded.scenario.evaluate(&decoded.issues).expect("a scenario").verdict;
    assert!(verdict.detail.contains("Time to open a connection"), "{}", verdict.detail);
}

/// A text with some of its characters changed.
fn damaged(text: String) -> impl Strategy<Value = String> {
    let length = text.chars().count();
    let damage = (0..=length, 0..4_usize, "[0-9a-z.,;:&=%/+ \\-_é∞…]{0,4}");
    proptest::collection::vec(damage, 0..5).prop_map(move |damages| {
        let mut text: Vec<char> = text.chars().collect();
        for (at, drop, put) in damages {
            let at = at.min(text.len());
            let end = (at + drop).min(text.len());
            text.splice(at..end, put.chars());
        }
        text.into_iter().collect()
    })
}

fn quantity_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[0-9]{1,4}([.,][0-9]{1,4})?(e-?[0-9]{1,3})? ?[a-zA-Zµ%‰]{0,5}(/| per )?[0-9a-z ]{0,6}",
        "[0-9a-zA-Z.,;:+%/ ~'_-]{0,40}",
        "\\PC{0,30}",
    ]
}

proptest! {
    #[test]
    fn damaged_links_are_read(
        text in scenarios().prop_map(|scenario| scenario.encode()).prop_flat_map(damaged),
    ) {
        properties::link(&text);
        properties::link(&format!("https://h.example/#/embed/{text}&edit=open,rate,x&show=chart"));
    }

    #[test]
    fn any_text_is_read(text in "\\PC{0,120}", id in "(pooler|backlog|wal|packing|embed/wal)") {
        properties::link(&text);
        properties::link(&format!("#/{id}?{text}"));
    }

    #[test]
    fn any_quantity_is_read(text in quantity_text(), unit in 0..9_usize) {
        properties::quantity(properties::UNITS[unit], &text);
    }

    #[test]
    fn any_table_is_read(text in prop_oneof![
        "([a-z%_2C+é]{0,5}(,[0-9.]{0,3}[GMk%]?B?){0,8}[;\n]?){0,6}",
        "[a-z0-9,;%& \n]{0,40}",
    ]) {
        properties::table(&text);
    }

    #[test]
    fn any_edits_are_made(
        link in scenarios().prop_map(|scenario| scenario.encode()).prop_flat_map(damaged),
        edits in proptest::collection::vec(
            ("(type|slide|step|revert|reset|dismiss)", 0..30_usize, quantity_text()), 0..12,
        ),
    ) {
        let edits = edits.iter().map(|(what, which, how)| format!("\n{what} {which} {how}"));
        let link = link.replace(['\n', '\r'], "");
        properties::edits(&edits.fold(link, |text, edit| text + &edit));
    }
}
