//! What the page shows: a scenario under edit, a page to read, or that a link leads nowhere.

use std::rc::Rc;

use super::cells::{Cells, Change};
use super::crash;
use super::extras::extras;
use super::reading::{Reading, Which};
use crate::calculators::{self, Card};
use crate::draft::{Draft, Edit};
use crate::field::{Kind, Value};
use crate::report::{ModelError, Report};
use crate::scenario::carry::{self, Carried};
use crate::scenario::{Embed, LinkError, Scenario, decode, link, pair};

/// The scenario that the one under edit is compared with.
pub(super) struct Pinned {
    /// The scenario.
    pub(super) scenario: Scenario,
    /// The answer to it.
    pub(super) answer: Result<Rc<Report>, ModelError>,
    /// Why the last link that was pasted for it would not do.
    pub(super) refused: Option<String>,
}

impl Pinned {
    fn new(scenario: Scenario) -> Self {
        let answer = scenario.evaluate(&[]).map(Rc::new);
        Self { scenario, answer, refused: None }
    }
}

/// A scenario under edit, and its answer.
pub(super) struct Bench {
    /// What is being typed.
    pub(super) draft: Draft,
    /// The answer to it.
    pub(super) answer: Result<Rc<Report>, ModelError>,
    /// The last good answer, shown greyed while there is none.
    pub(super) last_good: Option<Rc<Report>>,
    /// The cells of the tables, each with its field.
    pub(super) tables: Vec<(usize, Cells)>,
    /// The scenario it is compared with.
    pub(super) pinned: Option<Pinned>,
    /// Where an input is from, if it was carried over from another calculator.
    pub(super) carried: Option<Carried>,
    /// What is shown, if this is a frame in another page.
    pub(super) embed: Option<Embed>,
    /// What each box held before it was switched off.
    pub(super) before_off: Vec<Option<String>>,
    /// The field whose help is open.
    pub(super) help: Option<usize>,
    /// Whether the scenario was edited since its link was read, so that the link must follow.
    pub(super) edited: bool,
}

impl Bench {
    fn new(draft: Draft, pinned: Option<Pinned>, embed: Option<Embed>) -> Self {
        let fields = draft.calculator().fields();
        let is_table = |index: &usize| matches!(fields[*index].kind, Kind::Table(_));
        let mut bench = Self {
            answer: Err(ModelError::new("", &[])),
            last_good: None,
            tables: (0..fields.len()).filter(is_table).map(|index| (index, Cells::default())).collect(),
            pinned,
            carried: None,
            embed,
            before_off: vec![None; fields.len()],
            help: None,
            edited: false,
            draft,
        };
        bench.evaluate();
        bench
    }

    /// Does one thing to the scenario.
    pub(super) fn edit(&mut self, edit: Edit) {
        self.edited |= edit != Edit::Dismiss;
        self.draft = self.draft.apply(edit);
        self.evaluate();
    }

    /// Does one thing to a table.
    pub(super) fn edit_cells(&mut self, index: usize, change: Change) {
        let cells = self.tables.iter_mut().find(|table| table.0 == index);
        if let Some(text) = cells.map(|(_, cells)| cells.change(change)) {
            self.edit(Edit::Type(index, text));
        }
    }

    /// The link of the scenario, or of both that are compared.
    pub(super) fn link(&self) -> String {
        let link = match &self.pinned {
            Some(pinned) => pair::encode(&pinned.scenario, &self.draft.scenario),
            None => self.draft.scenario.encode(),
        };
        match &self.carried {
            Some(carried) => carried.keep(link),
            None => link,
        }
    }

    /// Compares with this scenario from now on, or with none.
    pub(super) fn pin(&mut self, scenario: Option<Scenario>) {
        self.pinned = scenario.map(Pinned::new);
        self.edited = true;
        self.evaluate();
    }

    /// Edits the pinned scenario, and pins the one under edit.
    pub(super) fn swap(&mut self) {
        if let Some(pinned) = self.pinned.take() {
            let second = self.draft.scenario.clone();
            self.draft = Draft::new(pinned.scenario);
            self.pin(Some(second));
        }
    }

    /// Pins the scenario of a link.
    pub(super) fn pin_link(&mut self, text: &str) {
        let refused = match decode(text) {
            Err(error) => error.to_string(),
            Ok(decoded) if decoded.scenario.calculator != self.draft.calculator() => {
                format!("That is a link of {}.", decoded.scenario.calculator.card().title)
            }
            Ok(decoded) => match decoded.issues.into_iter().next() {
                Some(issue) => issue.message,
                None => return self.pin(Some(decoded.scenario)),
            },
        };
        if let Some(pinned) = &mut self.pinned {
            pinned.refused = (!text.trim().is_empty()).then_some(refused);
        }
    }

    /// Works the answer out, for what it is made with has changed.
    pub(super) fn evaluate(&mut self) {
        crash::working_on(&self.draft.scenario.encode());
        self.answer = self.draft.evaluate().map(|mut report| {
            if let (Some(extras), Some(Pinned { answer: Ok(first), .. })) = (extras(), &self.pinned) {
                report.charts = (extras.overlaid)(first, &report);
            }
            Rc::new(report)
        });
        if let Ok(report) = &self.answer {
            self.last_good = Some(Rc::clone(report));
        }
        for (index, cells) in &mut self.tables {
            cells.follow(&self.draft.entries[*index].text);
        }
        for (index, before) in self.before_off.iter_mut().enumerate() {
            let entry = &self.draft.entries[index];
            if entry.error.is_none() && self.draft.scenario.values[index] != Value::Absent {
                *before = Some(entry.text.clone());
            }
        }
    }

    /// The position of the field with this key.
    pub(super) fn position(&self, key: &str) -> Option<usize> {
        self.draft.calculator().fields().iter().position(|meta| meta.key == key)
    }

    /// The cells of the table with this key.
    pub(super) fn cells(&self, key: &str) -> Option<&Cells> {
        let index = self.position(key)?;
        self.tables.iter().find(|table| table.0 == index).map(|table| &table.1)
    }

    /// Whether the field makes no scenario together with others.
    pub(super) fn clashes(&self, index: usize) -> bool {
        let key = self.draft.calculator().fields()[index].key;
        self.answer.as_ref().is_err_and(|error| error.keys.contains(&key))
    }
}

/// Where a link leads.
pub(super) enum Page {
    /// A page that is no calculator.
    Reading(Reading),
    /// A calculator that is on its way.
    Loading {
        /// What is known of it.
        card: &'static Card,
        /// The link.
        link: String,
        /// Whether it did not arrive.
        failed: bool,
    },
    /// A calculator.
    Bench(Box<Bench>),
    /// Nowhere.
    Lost {
        /// The link.
        link: String,
        /// What is wrong with it.
        error: LinkError,
    },
}

impl Page {
    /// The page of a fragment.
    pub(super) fn open(fragment: &str) -> Self {
        let (path, query) = fragment.split_once('?').unwrap_or((fragment, ""));
        if let Some(which) = Which::of(path.trim_matches('/')) {
            return Self::Reading(Reading::new(which, query));
        }
        let name = link::split(fragment).name;
        if let Some(card) = calculators::cards().iter().find(|card| card.id == name)
            && calculators::find(name).is_none()
        {
            return Self::Loading { card, link: fragment.to_owned(), failed: false };
        }
        match decode(fragment) {
            Ok(first) => {
                let embed = Embed::of(fragment);
                let (decoded, pinned) = match pair::second(fragment) {
                    Some(second) => (second, Some(Pinned::new(first.scenario))),
                    None => (first, None),
                };
                let mut bench = Bench::new(Draft::from_decoded(decoded), pinned, embed);
                bench.carried = carry::read(fragment).and_then(Result::ok);
                Self::Bench(Box::new(bench))
            }
            Err(error) => Self::Lost { link: fragment.to_owned(), error },
        }
    }

    /// A word for where this is; another word is another view.
    pub(super) fn view(&self) -> &'static str {
        match self {
            Self::Reading(reading) => reading.which.word(),
            Self::Loading { card, .. } => card.id,
            Self::Bench(bench) => bench.draft.calculator().id(),
            Self::Lost { .. } => "?",
        }
    }

    /// The title of the window.
    pub(super) fn title(&self) -> String {
        match self {
            Self::Reading(Reading { which: Which::Front, .. }) => {
                "Headroom: capacity calculators for two rates that race".into()
            }
            Self::Reading(reading) => format!("{} — Headroom", reading.which.title()),
            Self::Loading { card, .. } => format!("{} — Headroom", card.title),
            Self::Lost { .. } => "No such calculator — Headroom".into(),
            Self::Bench(bench) => {
                let says = match &bench.answer {
                    Ok(report) => &report.verdict.text,
                    Err(error) => &error.message,
                };
                format!(
                    "{}: {} — Headroom",
                    bench.draft.calculator().card().title,
                    says.trim_end_matches('.')
                )
            }
        }
    }
}
