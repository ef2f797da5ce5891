//! What the address of an embed says of the embed itself:
//! `#/embed/pooler?open=100ms&edit=rate,hold&show=verdict,chart&theme=dark`.

use super::link::{self, Issue};
use crate::calculators::{self, AnyCalculator};
use crate::field::{nearest, shorten};
use crate::math::sorting;
use crate::text::decoded;
use crate::{choices, field::Choice};

/// The keys of an embed's own pairs; no input may be called so.
pub const KEYS: [&str; 3] = ["edit", "show", "theme"];

choices! {
    /// A part of the answer that an embed may show.
    pub enum Part {
        /// The sentence with its margin.
        Verdict = "verdict": "verdict",
        /// The figures beneath it.
        Figures = "figures": "figures",
        /// The charts.
        Chart = "chart": "chart",
    }
}

choices! {
    /// Light or dark, whatever the system says.
    pub enum Theme {
        /// Dark on light.
        Light = "light": "light",
        /// Light on dark.
        Dark = "dark": "dark",
    }
}

/// What the address of an embed says of the embed itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Embed {
    /// The inputs that can be edited, as positions in declared order. None: read only.
    pub edit: Vec<usize>,
    /// The parts that are shown, in the order of the page; all of them where the address picks none.
    pub show: Vec<Part>,
    /// The theme; the system's where the address names none.
    pub theme: Option<Theme>,
    /// What of it could not be read.
    pub issues: Vec<Issue>,
}

impl Part {
    /// All of them, in the order of the page.
    pub const ALL: [Self; 3] = [Self::Verdict, Self::Figures, Self::Chart];

    /// The part with this word.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.key() == key)
    }
}

impl Embed {
    /// What a link says of the embed; none if it is no embed's address or names no calculator.
    ///
    /// Unknown names become issues, and the rest stands. A list without a known part shows all parts.
    pub fn of(link: &str) -> Option<Self> {
        let link::Parts { name, query, embedded } = link::split(link);
        let calculator = calculators::find(name).filter(|_| embedded)?;
        let mut embed = Self { edit: Vec::new(), show: Vec::new(), theme: None, issues: Vec::new() };
        for wanted in KEYS {
            // As for inputs, the first one counts.
            let Some((_, raw)) = link::pairs(query).find(|(key, _)| *key == wanted) else { continue };
            let text = decoded(raw);
            let known = words(calculator, wanted);
            for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
                embed.take(wanted, &known, word);
            }
        }
        if embed.show.is_empty() {
            embed.show = Part::ALL.to_vec();
        }
        sorting::sort_by(&mut embed.edit, usize::cmp);
        embed.show = Part::ALL.into_iter().filter(|part| embed.show.contains(part)).collect();
        Some(embed)
    }

    /// The pairs of an embed's address that are about the embed itself, as they stand there.
    pub fn own(link: &str) -> String {
        let pairs = link::pairs(link::split(link).query).filter(|(key, _)| KEYS.contains(key));
        pairs.map(|(key, text)| format!("{key}={text}")).collect::<Vec<_>>().join("&")
    }

    fn take(&mut self, key: &'static str, known: &[&'static str], word: &str) {
        match (known.iter().position(|known| *known == word), key) {
            (Some(index), "edit") if !self.edit.contains(&index) => self.edit.push(index),
            (Some(index), "show") if !self.show.contains(&Part::ALL[index]) => {
                self.show.push(Part::ALL[index])
            }
            (Some(index), "theme") if self.theme.is_none() => {
                self.theme = [Theme::Light, Theme::Dark].get(index).copied()
            }
            (Some(_), _) => {}
            (None, _) if self.issues.len() >= link::MOST_ISSUES => {}
            (None, _) => {
                let nearest = nearest(word, known.iter().copied());
                let mut message = format!("“{}” is nothing that “{key}” of an embed knows.", shorten(word));
                if let Some(nearest) = nearest {
                    message += &format!(" Did you mean {nearest}?");
                }
                self.issues.push(Issue {
                    key: key.into(),
                    text: link::excerpt(word),
                    message,
                    suggestion: nearest.map(str::to_owned),
                    defaulted: false,
                });
            }
        }
    }
}

/// The words that a list of this key may hold.
fn words(calculator: &dyn AnyCalculator, key: &str) -> Vec<&'static str> {
    let words = |choices: &'static [Choice]| choices.iter().map(|choice| choice.key).collect();
    match key {
        "edit" => calculator.fields().iter().map(|meta| meta.key).collect(),
        "show" => words(Part::CHOICES),
        _ => words(Theme::CHOICES),
    }
}
