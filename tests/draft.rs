//! Typing: a bad text leaves the last good value standing.

use headroom::draft::{Draft, Edit};
use headroom::scenario::{Scenario, decode};

fn draft(link: &str) -> Draft {
    Draft::from_decoded(decode(link).expect("a calculator"))
}

fn index(draft: &Draft, key: &str) -> usize {
    draft.calculator().fields().iter().position(|meta| meta.key == key).expect("a key")
}

fn edit(draft: &Draft, key: &str, text: &str) -> Draft {
    draft.apply(Edit::Type(index(draft, key), text.into()))
}

#[test]
fn typing_nonsense_keeps_the_answer() {
    let start = draft("pooler?open=100ms");
    let bad = edit(&start, "open", "60 sq");
    let open = index(&bad, "open");
    assert_eq!(bad.entries[open].text, "60 sq");
    assert!(bad.entries[open].error.is_some());
    assert_eq!(bad.scenario, start.scenario);
    assert_eq!(bad.evaluate(), start.evaluate());
    let reverted = bad.apply(Edit::Revert(open));
    assert_eq!((reverted.entries[open].text.as_str(), &reverted.entries[open].error), ("100 ms", &None));
    let reset = bad.apply(Edit::Reset(open));
    assert_eq!(reset.scenario.encode(), "pooler");
    assert!(reset.is_default(open) && !bad.is_default(open));
}

#[test]
fn a_surprising_reading_is_echoed() {
    let typed = edit(&draft("pooler"), "deadline", "0.5");
    let deadline = index(&typed, "deadline");
    assert!(
        typed.entries[deadline].echo.as_deref().is_some_and(|echo| echo.contains("500 ms")),
        "{:?}",
        typed.entries[deadline]
    );
    assert_eq!(typed.entries[deadline].text, "0.5");
}

#[test]
fn a_bad_link_stands_in_its_fields_until_mended() {
    let start = draft("pooler?open=10sq&colour=red&rate=3k/s");
    let open = index(&start, "open");
    assert_eq!((start.entries[open].text.as_str(), start.strays.len()), ("10sq", 1));
    assert!(start.evaluate().expect("a scenario").verdict.detail.contains("could not be read"));
    let mended = edit(&start, "open", "10 ms").apply(Edit::Dismiss);
    assert!(!mended.evaluate().expect("a scenario").verdict.detail.contains("could not be read"));
    assert_eq!((mended.strays.len(), mended.scenario.encode().as_str()), (0, "pooler?open=10ms&rate=3k/s"));
}

#[test]
fn arrow_keys_step() {
    for (key, from, steps, to) in [
        ("size", "25", 1, "26"),
        ("size", "25", -10, "15"),
        ("open", "50ms", 1, "51 ms"),
        ("open", "9.9ms", 1, "10 ms"),
        ("rate", "900/s", -1, "890/s"),
        ("rate", "3k/s", 1, "3.1k/s"),
        ("surge", "3", 10, "4"),
        ("wait_limit", "120s", 1, "130 s"),
    ] {
        let start = edit(&draft("pooler"), key, from);
        let stepped = start.apply(Edit::Step(index(&start, key), steps));
        assert_eq!(stepped.entries[index(&start, key)].text, to, "{key} {from} {steps}");
    }
    // At the end of its range, and where there is no number, nothing moves.
    for (key, text, steps) in [("size", "1", -1), ("wait_limit", "off", 1), ("on_deadline", "leave", 1)] {
        let start = edit(&draft("pooler"), key, text);
        assert_eq!(start.apply(Edit::Step(index(&start, key), steps)), start);
    }
}

#[test]
fn sliders_end_where_they_say() {
    let start = draft("pooler");
    for meta in start.calculator().fields() {
        let index = index(&start, meta.key);
        let Some(position) = start.slider_position(index) else { continue };
        assert!((0.0..=1.0).contains(&position));
        for position in [0.0, 0.37, 1.0, f64::NAN, 7.0] {
            let moved = start.apply(Edit::Slide(index, position));
            assert_eq!(moved.entries[index].error, None, "{} at {position}", meta.key);
            let wanted = if position.is_finite() { position.clamp(0.0, 1.0) } else { 0.0 };
            let shown = moved.slider_position(index).expect("a slider");
            assert!((shown - wanted).abs() < 0.06, "{}: {shown} is not {wanted}", meta.key);
        }
    }
}

#[test]
fn a_hidden_field_is_not_in_the_link() {
    let start = draft("backlog?by=workers&workers=60&capacity=99/s");
    assert_eq!(start.scenario.encode(), "backlog?by=workers&workers=60");
    // It comes back with its value.
    assert_eq!(edit(&start, "by", "rate").scenario.encode(), "backlog?capacity=99/s");
}

#[test]
fn a_draft_of_a_scenario_has_no_errors() {
    for calculator in headroom::calculators::all() {
        let draft = Draft::new(Scenario::new(*calculator));
        assert!(draft.entries.iter().all(|entry| entry.error.is_none() && entry.echo.is_none()));
    }
}
