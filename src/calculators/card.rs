//! What is known of a calculator before it is loaded: the page loads each one when it is opened.

#[cfg(not(target_arch = "wasm32"))]
use super::AnyCalculator;
use super::{Calculator, Preset, Take};
#[cfg(not(target_arch = "wasm32"))]
use crate::chart::miniature;
#[cfg(not(target_arch = "wasm32"))]
use crate::report::Report;
use crate::report::Severity;

/// A calculator's name and question: known everywhere.
#[derive(Debug)]
pub struct Card {
    /// The word in the link.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// The question it answers.
    pub question: &'static str,
    /// Figures of other calculators that are inputs of this one.
    pub takes: &'static [Take],
}

impl Card {
    pub(super) const fn of<C: Calculator>() -> Self {
        Self { id: C::ID, title: C::TITLE, question: C::QUESTION, takes: C::TAKES }
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
    /// What somebody in trouble would say, who needs it now.
    pub trouble: &'static str,
    /// One sentence: which two rates race.
    pub race: &'static str,
    preview: &'static str,
}

/// What a calculator says at its defaults, and what it asks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preview {
    /// How bad it is.
    pub severity: Option<Severity>,
    /// The verdict.
    pub text: &'static str,
    /// A few figures: label and text.
    pub figures: Vec<(&'static str, &'static str)>,
    /// Its first chart in small: what each path stands for, and its data.
    pub picture: Vec<(&'static str, &'static str)>,
    /// Its inputs.
    pub inputs: Vec<Asked>,
}

/// An input, as far as somebody looks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The key in the link.
    pub key: &'static str,
    /// Its name.
    pub label: &'static str,
    /// What it is.
    pub help: &'static str,
}

impl Stories {
    pub(super) const fn of<C: Calculator>() -> Self {
        Self { presets: C::PRESETS, trouble: C::TROUBLE, race: C::RACE, preview: C::PREVIEW }
    }

    /// What it says at its defaults, and what it asks.
    pub fn preview(&self) -> Preview {
        let mut preview = Preview::default();
        for line in self.preview.lines() {
            let mut parts = line.split('\t');
            let mut part = || parts.next().unwrap_or_default();
            match part() {
                "verdict" => (preview.severity, preview.text) = (Severity::from_word(part()), part()),
                "figure" => preview.figures.push((part(), part())),
                "path" => preview.picture.push((part(), part())),
                _ => preview.inputs.push(Asked { key: part(), label: part(), help: part() }),
            }
        }
        preview
    }
}

/// A calculator's preview as a text: a line for its verdict, each of a few figures, each path of its first
/// chart in small, and each input; parts are separated by tabs.
#[cfg(not(target_arch = "wasm32"))]
pub fn preview_of(calculator: &dyn AnyCalculator, report: &Report) -> String {
    let mut lines = vec![["verdict", report.verdict.severity.word(), &report.verdict.text].join("\t")];
    let figures = report.figures.iter().filter(|figure| figure.headline).take(FIGURES);
    lines.extend(figures.map(|figure| ["figure", figure.label, &figure.text].join("\t")));
    let picture = report.charts.first().map(miniature).unwrap_or_default();
    lines.extend(picture.iter().map(|(kind, path)| ["path", kind, path].join("\t")));
    lines
        .extend(calculator.fields().iter().map(|meta| ["input", meta.key, meta.label, meta.help].join("\t")));
    lines.into_iter().map(|line| line + "\n").collect()
}

/// So many figures a preview has.
#[cfg(not(target_arch = "wasm32"))]
const FIGURES: usize = 3;
