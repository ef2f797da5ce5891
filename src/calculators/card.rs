//! What is known of a calculator before it is loaded: the page loads each one when it is opened.

use super::{Calculator, Preset, Take};
use crate::report::{Report, Severity};

/// A calculator's name and question: known everywhere.
#[derive(Debug)]
pub struct Card {
    /// The word in the link.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// The question it answers.
    pub question: &'static str,
    /// One sentence: which two rates race.
    pub race: &'static str,
    /// Figures of other calculators that are inputs of this one.
    pub takes: &'static [Take],
}

impl Card {
    pub(super) const fn of<C: Calculator>() -> Self {
        Self { id: C::ID, title: C::TITLE, question: C::QUESTION, race: C::RACE, takes: C::TAKES }
    }

    /// The link of a preset, without a host.
    pub fn link(&self, preset: &Preset) -> String {
        match preset.query {
            "" => self.id.into(),
            query => format!("{}?{query}", self.id),
        }
    }
}

/// What the front page tells of a calculator.
#[derive(Debug)]
pub struct Stories {
    /// Scenarios to start from.
    pub presets: &'static [Preset],
    preview: &'static str,
}

/// What a calculator says at its defaults.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// How bad it is.
    pub severity: Option<Severity>,
    /// The verdict.
    pub text: &'static str,
    /// A few figures: label and text.
    pub figures: Vec<(&'static str, &'static str)>,
}

/// So many figures a preview has.
const FIGURES: usize = 3;

impl Stories {
    pub(super) const fn of<C: Calculator>() -> Self {
        Self { presets: C::PRESETS, preview: C::PREVIEW }
    }

    /// What it says at its defaults.
    pub fn preview(&self) -> Preview {
        let mut lines = self.preview.lines();
        let severity = lines.next().and_then(Severity::from_word);
        let text = lines.next().unwrap_or_default();
        Preview { severity, text, figures: lines.filter_map(|line| line.split_once('\t')).collect() }
    }
}

/// A report as a preview's text: how bad it is, its verdict, and a line for each figure.
pub fn preview_of(report: &Report) -> String {
    let figures = report.figures.iter().filter(|figure| figure.headline).take(FIGURES);
    let lines = [report.verdict.severity.word().to_owned(), report.verdict.text.clone()];
    let lines = lines.into_iter().chain(figures.map(|figure| format!("{}\t{}", figure.label, figure.text)));
    lines.map(|line| line + "\n").collect()
}
