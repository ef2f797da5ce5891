//! Looking for a calculator, a scenario or an input by words.

use super::{Asked, Card, Preset, Stories, stories};
use crate::math::sorting;
use crate::text::{before, find};

/// What was found.
#[derive(Clone, Copy, Debug)]
pub enum What {
    /// The calculator itself.
    Calculator,
    /// One of its scenarios.
    Preset(&'static Preset),
    /// One of its inputs.
    Input(Asked),
}

/// Something that all words of a query are in.
#[derive(Clone, Debug)]
pub struct Hit {
    /// The calculator that it belongs to.
    pub card: &'static Card,
    /// What it is.
    pub what: What,
    /// The less, the better.
    rank: usize,
}

/// A word found in a name, at the start of one of its words.
const STARTS: usize = 0;
/// A word found elsewhere in a name.
const INSIDE: usize = 2;
/// A word found in what is told of it.
const TOLD: usize = 5;

/// What all words of a query are in, the best first. The case of letters does not matter.
pub fn search(query: &str) -> Vec<Hit> {
    let query = query.to_ascii_lowercase();
    let words: Vec<&str> = query.split_whitespace().collect();
    let mut hits = Vec::new();
    if words.is_empty() {
        return hits;
    }
    for (card, stories) in stories() {
        for (what, names, told) in things(card, stories) {
            if let Some(rank) = rank(&words, &lower(&names), &lower(&told)) {
                hits.push(Hit { card, what, rank });
            }
        }
    }
    sorting::sort_by(&mut hits, |a, b| a.rank.cmp(&b.rank));
    hits
}

/// All that can be found of a calculator: what it is called, and what is told of it.
fn things(
    card: &'static Card,
    stories: &'static Stories,
) -> Vec<(What, [&'static str; 3], [&'static str; 2])> {
    let mut things =
        vec![(What::Calculator, [card.title, card.id, stories.trouble], [card.question, stories.race])];
    let input = |asked: Asked| (What::Input(asked), [asked.label, asked.key, ""], [asked.help, card.title]);
    things.extend(stories.preview().inputs.into_iter().map(input));
    let preset = |preset| (What::Preset(preset), [preset.title, "", ""], [preset.story, ""]);
    things.extend(stories.presets.iter().map(preset));
    things
}

fn lower(texts: &[&str]) -> String {
    texts.join("\n").to_ascii_lowercase()
}

fn rank(words: &[&str], names: &str, told: &str) -> Option<usize> {
    let is_start = |at: usize| !before(names, at).ends_with(|char: char| char.is_alphanumeric());
    let one = |word: &&str| {
        let mut best = find(told, word, 0).map(|_| TOLD);
        let mut from = 0;
        while let Some(at) = find(names, word, from) {
            let here = if is_start(at) { STARTS } else { INSIDE };
            best = Some(best.unwrap_or(here).min(here));
            from = at + 1;
        }
        best
    };
    words.iter().map(one).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(query: &str) -> String {
        name(search(query).first().unwrap_or_else(|| panic!("nothing found of {query}")))
    }

    fn name(hit: &Hit) -> String {
        match hit.what {
            What::Calculator => hit.card.id.into(),
            What::Preset(preset) => format!("{}: {}", hit.card.id, preset.title),
            What::Input(asked) => format!("{}.{}", hit.card.id, asked.key),
        }
    }

    #[test]
    fn words_of_people_lead_there() {
        for (query, expected) in [
            ("pool", "pooler"),
            ("WAL", "wal"),
            ("the pool is EMPTY", "pooler"),
            ("log volume fills", "wal"),
            ("max_client_conn", "pooler.max_clients"),
            ("query_wait_timeout", "pooler.wait_limit"),
            ("tcp_retries2", "hang.retries2"),
            ("max_wal_size", "wal.kept"),
            ("jitter", "retries.jitter"),
            ("2xlarge", "packing: "),
        ] {
            let first = first(query);
            assert!(first.starts_with(expected), "{query}: {first}");
        }
    }

    #[test]
    fn every_word_must_be_there_and_everything_can_be_found() {
        assert!(search("").is_empty() && search("  ").is_empty() && search("zebra").is_empty());
        let both = search("deadline client");
        assert!(both.iter().any(|hit| name(hit) == "pooler.deadline"));
        assert!(both.len() < search("deadline").len());
        for (card, stories) in stories() {
            assert_eq!(first(stories.trouble), card.id);
            for preset in stories.presets {
                let found = search(preset.title);
                assert!(found.iter().any(|hit| name(hit) == format!("{}: {}", card.id, preset.title)));
            }
            for asked in stories.preview().inputs {
                let found = search(&format!("{} {}", asked.label, card.title));
                assert!(
                    found.iter().any(|hit| name(hit) == format!("{}.{}", card.id, asked.key)),
                    "{asked:?}"
                );
            }
        }
    }

    #[test]
    fn odd_queries_are_just_words() {
        for query in ["\t", "µ", "é é", "\u{0}", &"a ".repeat(10_000), "(", "💥 pool"] {
            let _ = search(query);
        }
    }
}
