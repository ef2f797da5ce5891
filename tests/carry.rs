//! Figures of one calculator as inputs of another: proved over the whole registry.

use std::collections::HashSet;

use headroom::calculators::{self, AnyCalculator, Card, Take};
use headroom::field::{Kind, Meta, Value};
use headroom::quantity::Unit;
use headroom::report::Report;
use headroom::scenario::{Scenario, carry, decode, pair};

fn takes() -> impl Iterator<Item = (&'static Card, &'static Take)> {
    calculators::cards().iter().flat_map(|card| card.takes.iter().map(move |take| (card, take)))
}

fn find(id: &str) -> &'static dyn AnyCalculator {
    calculators::find(id).unwrap_or_else(|| panic!("{id} is no calculator"))
}

fn meta(id: &str, key: &str) -> &'static Meta {
    let fields = find(id).fields();
    fields.iter().find(|meta| meta.key == key).unwrap_or_else(|| panic!("{id} has no input {key}"))
}

fn unit(meta: &Meta) -> Unit {
    match meta.kind {
        Kind::Quantity(quantity) => quantity.unit,
        _ => panic!("{} is no quantity", meta.key),
    }
}

/// The defaults and the presets of a calculator.
fn scenarios(id: &str) -> Vec<Scenario> {
    let calculator = find(id);
    let link = |preset: &calculators::Preset| calculator.card().link(preset);
    let presets = calculator.presets().iter().map(link);
    let links = std::iter::once(id.to_owned()).chain(presets);
    links.map(|link| decode(&link).expect("a calculator").scenario).collect()
}

fn evaluate(scenario: &Scenario) -> Report {
    scenario.evaluate(&[]).unwrap_or_else(|error| panic!("{}: {error}", scenario.encode()))
}

#[test]
fn what_is_taken_is_there_and_is_the_same_kind_of_thing() {
    let mut seen = HashSet::new();
    for (card, take) in takes() {
        let name = format!("{} takes {}.{}", card.id, take.from, take.figure);
        assert!(take.from != card.id && seen.insert((card.id, take.from, take.figure)), "{name}: twice");
        let input = meta(card.id, take.input);
        let report = evaluate(&Scenario::new(find(take.from)));
        let figure = report.figure(take.figure).unwrap_or_else(|| panic!("{name}: no such figure"));
        assert_eq!(figure.unit, unit(input), "{name}");
        for (there, here) in take.also {
            let (there, here) = (meta(take.from, there), meta(card.id, here));
            assert_eq!(unit(there), unit(here), "{name}: {}", there.key);
        }
    }
    assert!(seen.len() >= 10, "{} figures can be carried over", seen.len());
}

#[test]
fn a_link_keeps_both_scenarios() {
    let mut offered = HashSet::new();
    for calculator in calculators::all() {
        for source in scenarios(calculator.id()) {
            let report = evaluate(&source);
            for offer in carry::offers(&source, &report) {
                offered.insert((offer.card.id, offer.take.from, offer.take.figure));
                let link = &offer.link;
                let decoded = decode(link).expect("a calculator");
                assert_eq!(decoded.issues, [], "{link}");
                let index = find(offer.card.id).fields().iter().position(|meta| meta.key == offer.take.input);
                let Value::Number(carried) = decoded.scenario.values[index.expect("the input")] else {
                    panic!("{link}: no number")
                };
                let value = report.figure(offer.take.figure).expect("the figure").value.expect("a number");
                // It means something where it arrives.
                assert!(
                    decoded.scenario.calculator.applies(&decoded.scenario.values)[index.expect("the input")]
                );
                // Four digits, and whole numbers up.
                assert!(
                    (carried - value).abs() <= (5.1e-4 * value).max(1.0 * f64::from(value > 1.0)),
                    "{link}"
                );
                let carried = carry::read(link).expect("carried").expect("known");
                assert_eq!((carried.card.id, carried.take), (calculator.id(), offer.take));
                assert_eq!(decode(&carried.source).expect("a calculator").scenario, source, "{link}");
                // What the page writes after an edit says the same.
                let again = carried.keep(decoded.scenario.encode());
                assert_eq!(carry::read(&again).expect("carried").expect("known").source, carried.source);
                assert_eq!(decode(&again).expect("a calculator"), decoded, "{again}");
            }
        }
    }
    let never: Vec<_> =
        takes().filter(|(card, take)| !offered.contains(&(card.id, take.from, take.figure))).collect();
    assert!(never.is_empty(), "no scenario offers {never:?}");
}

#[test]
fn the_values_are_those_of_the_figures() {
    let source = decode("backlog?outage=30min&capacity=400/s").expect("a calculator").scenario;
    let links: Vec<_> =
        carry::offers(&source, &evaluate(&source)).into_iter().map(|offer| offer.link).collect();
    // 30 min × 100/s are drained at 300/s in 10 min: 40 min after the start.
    let carried = "carried.capacity=400/s&carried.outage=30min";
    assert_eq!(
        links,
        [
            format!("wal?burst_for=10min&burst=70MB/s&carried=backlog.drain_time&{carried}"),
            format!("retries?outage=40min&rate=100/s&carried=backlog.cleared_after&{carried}"),
        ]
    );
}

#[test]
fn what_cannot_be_carried_is_said_and_costs_nothing_else() {
    for text in ["backlog", "backlog.longest_wait", "nothing.at_all", ""] {
        let decoded =
            decode(&format!("wal?burst=70MB/s&burst_for=10min&carried={text}&carried.outage=30min"))
                .expect("wal");
        assert_eq!(decoded.scenario.encode(), "wal?burst=70MB/s&burst_for=10min");
        let [issue] = &decoded.issues[..] else { panic!("{:?}", decoded.issues) };
        assert!(
            issue.key == "carried" && issue.message.contains("is no figure that wal takes over"),
            "{issue:?}"
        );
    }
    // Nothing of it leaks into a comparison.
    let both =
        "wal?burst=70MB/s&burst_for=10min&b.burst_for=20min&carried=backlog.drain_time&carried.outage=30min";
    let second = pair::second(both).expect("a second scenario");
    assert_eq!(
        (second.scenario.encode().as_str(), second.issues.len()),
        ("wal?burst=70MB/s&burst_for=20min", 0)
    );
}
