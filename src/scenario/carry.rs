//! A figure of one calculator as an input of another, in one link that keeps both scenarios:
//! `wal?burst=70MB/s&burst_for=88min&carried=backlog.drain_time&carried.outage=30min`.
//!
//! The value stands in the link like any other, so the scenario means the same without the rest. `carried`
//! names where it is from, and what stands behind `carried.` is the link of that scenario.

use super::Scenario;
use super::link::{self, Issue};
use crate::calculators::{Card, Take, cards};
use crate::field::shorten;
use crate::quantity::{Unit, round, write};
use crate::report::{Figure, Report};
use crate::text::decoded;

/// The key that names the figure.
const KEY: &str = "carried";
/// What stands before the keys of the scenario that the figure is from.
const SOURCE: &str = "carried.";
/// So many digits of a figure are carried over: more than are shown, fewer than would look like dust.
const DIGITS: usize = 4;

/// A figure that another calculator takes.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The name of the figure.
    pub label: &'static str,
    /// The figure as printed.
    pub text: String,
    /// What becomes of it.
    pub take: &'static Take,
    /// The calculator that takes it.
    pub card: &'static Card,
    /// The link that keeps both scenarios, without a host.
    pub link: String,
}

/// Where an input of a link is from.
#[derive(Clone, Debug)]
pub struct Carried {
    /// What became of the figure.
    pub take: &'static Take,
    /// The calculator that it is from.
    pub card: &'static Card,
    /// The link of the scenario that it is from, without a host.
    pub source: String,
    /// The pairs that say so.
    pairs: String,
}

impl Carried {
    /// A link that says where its input is from, besides what it says.
    pub fn keep(&self, mut link: String) -> String {
        link.push(if link.contains('?') { '&' } else { '?' });
        link + &self.pairs
    }
}

/// Whether a key says where an input is from.
pub(super) fn is_carried(key: &str) -> bool {
    key == KEY || key.starts_with(SOURCE)
}

/// Everything that other calculators take of an answer.
pub fn offers(scenario: &Scenario, report: &Report) -> Vec<Offer> {
    let mut offers = Vec::new();
    for card in cards() {
        for take in card.takes.iter().filter(|take| take.from == scenario.calculator.id()) {
            if let Some(figure) = report.figure(take.figure)
                && let Some(value) = carried_value(figure)
            {
                let link = link_of(scenario, card, take, &value);
                let (label, text) = (figure.label, figure.text.clone());
                offers.push(Offer { label, text, take, card, link });
            }
        }
    }
    offers
}

/// The figure as a link writes it; none where it is no number that an input takes.
fn carried_value(figure: &Figure) -> Option<String> {
    let value = figure.value.ok().filter(|value| *value > 0.0)?;
    Some(match figure.unit {
        Unit::Count => write(Unit::Count, value.ceil()),
        unit => write(unit, round(value, DIGITS)),
    })
}

fn link_of(scenario: &Scenario, card: &Card, take: &Take, value: &str) -> String {
    let calculator = scenario.calculator;
    let applies = calculator.applies(&scenario.values);
    let mut out = format!("{}?{}={value}", card.id, take.input);
    for (key, text) in take.with {
        out += &format!("&{key}={text}");
    }
    let fields = calculator.fields().iter().enumerate();
    for (index, meta) in fields.filter(|(index, _)| applies[*index]) {
        if let Some((_, here)) = take.also.iter().find(|(there, _)| *there == meta.key) {
            out += &format!("&{here}={}", meta.write(&scenario.values[index]));
        }
    }
    let source = scenario.encode();
    out += &format!("&{KEY}={}.{}", take.from, take.figure);
    for (key, text) in link::pairs(link::split(&source).query) {
        out += &format!("&{SOURCE}{key}={text}");
    }
    out
}

/// Where an input of a link is from; none if the link says nothing of it.
///
/// # Errors
/// It names no figure that the calculator takes.
pub fn read(link: &str) -> Option<Result<Carried, Issue>> {
    let link::Parts { name, query: all, .. } = link::split(link);
    let (_, raw) = link::pairs(all).find(|(key, _)| *key == KEY)?;
    let text = decoded(raw);
    let card = cards().iter().find(|card| card.id == name)?;
    let mut known = card.takes.iter();
    let named = text.split_once('.');
    let take = known.find(|take| Some((take.from, take.figure)) == named);
    let source = take.and_then(|take| cards().iter().find(|card| card.id == take.from));
    let Some((take, card)) = take.zip(source) else {
        return Some(Err(Issue {
            key: KEY.into(),
            text: link::excerpt(&text),
            message: format!("“{}” is no figure that {} takes over.", shorten(&text), card.id),
            suggestion: None,
            defaulted: false,
        }));
    };
    let mut pairs = format!("{KEY}={}.{}", take.from, take.figure);
    let mut query = String::new();
    for (key, text) in link::pairs(all).take(link::MOST_PAIRS) {
        if let Some(key) = key.strip_prefix(SOURCE) {
            pairs += &format!("&{SOURCE}{key}={text}");
            query += if query.is_empty() { "?" } else { "&" };
            query += &format!("{key}={text}");
        }
    }
    Some(Ok(Carried { take, card, source: card.id.to_owned() + &query, pairs }))
}
