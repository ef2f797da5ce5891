//! What the page shows: the front page, a scenario under edit, or that a link leads nowhere.

use std::rc::Rc;

use super::cells::{Cells, Change};
use super::crash;
use crate::calculators::{self, Card};
use crate::draft::{Draft, Edit};
use crate::field::{Kind, Value};
use crate::report::{ModelError, Report};
use crate::scenario::{LinkError, decode, link};

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
    /// What each box held before it was switched off.
    pub(super) before_off: Vec<Option<String>>,
    /// The field whose help is open.
    pub(super) help: Option<usize>,
    /// Whether the scenario was edited since its link was read, so that the link must follow.
    pub(super) edited: bool,
}

impl Bench {
    fn new(draft: Draft) -> Self {
        let fields = draft.calculator().fields();
        let is_table = |index: &usize| matches!(fields[*index].kind, Kind::Table(_));
        let mut bench = Self {
            answer: Err(ModelError::new("", &[])),
            last_good: None,
            tables: (0..fields.len()).filter(is_table).map(|index| (index, Cells::default())).collect(),
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

    fn evaluate(&mut self) {
        crash::working_on(&self.draft.scenario.encode());
        self.answer = self.draft.evaluate().map(Rc::new);
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
    /// The front page.
    Front,
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
        let path = fragment.split('?').next().unwrap_or_default();
        if path.trim_matches('/').is_empty() {
            return Self::Front;
        }
        let name = link::split(fragment).name;
        if let Some(card) = calculators::cards().iter().find(|card| card.id == name)
            && calculators::find(name).is_none()
        {
            return Self::Loading { card, link: fragment.to_owned(), failed: false };
        }
        match decode(fragment) {
            Ok(decoded) => Self::Bench(Box::new(Bench::new(Draft::from_decoded(decoded)))),
            Err(error) => Self::Lost { link: fragment.to_owned(), error },
        }
    }

    /// A word for where this is; another word is another view.
    pub(super) fn view(&self) -> &'static str {
        match self {
            Self::Front => "",
            Self::Loading { card, .. } => card.id,
            Self::Bench(bench) => bench.draft.calculator().id(),
            Self::Lost { .. } => "?",
        }
    }

    /// The title of the window.
    pub(super) fn title(&self) -> String {
        match self {
            Self::Front => "Headroom: capacity calculators for two rates that race".into(),
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
