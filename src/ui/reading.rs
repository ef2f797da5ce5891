//! The pages that are no calculator: the front page, the glossary, the evidence. Each is a part of its own,
//! so that nobody loads it with a calculator.

use std::cell::Cell;
use std::rc::Rc;

use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::answer::Shown;
use super::el::El;
use super::{evidence, front, glossary};
use crate::calculators;
use crate::evidence::Exhibits;

/// Which page it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// The front page.
    Front,
    /// The terms.
    Glossary,
    /// What was predicted, and what was measured.
    Evidence,
}

/// A page that is no calculator.
pub(super) struct Reading {
    /// Which page.
    pub(super) which: Which,
    /// Whether it did not arrive.
    pub(super) failed: bool,
    /// What is looked for on it.
    pub(super) query: String,
    /// The evidence, once it has been worked out.
    pub(super) exhibits: Option<Rc<Exhibits>>,
}

/// What a part brings.
#[derive(Clone, Copy)]
enum Part {
    Front(fn(&str) -> El),
    Glossary(fn(&str) -> El),
    Evidence(fn(&Exhibits, Shown<'_>) -> El, fn() -> Exhibits),
}

thread_local! {
    static PARTS: Cell<[Option<Part>; 3]> = const { Cell::new([None; 3]) };
}

#[wasm_split(front, fallible)]
fn front_part() -> Result<Part, SplitLoaderError> {
    Ok(Part::Front(front::view))
}

#[wasm_split(glossary, fallible)]
fn glossary_part() -> Result<Part, SplitLoaderError> {
    Ok(Part::Glossary(glossary::view))
}

#[wasm_split(evidence, fallible)]
fn evidence_part() -> Result<Part, SplitLoaderError> {
    Ok(Part::Evidence(evidence::view, crate::evidence::exhibits))
}

impl Which {
    const ALL: [Self; 3] = [Self::Front, Self::Glossary, Self::Evidence];

    /// The page with this word in its link.
    pub(super) fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|which| which.word() == word)
    }

    /// The word in the link.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Front => "",
            Self::Glossary => "glossary",
            Self::Evidence => "evidence",
        }
    }

    /// Its name.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Front => "Headroom",
            Self::Glossary => "Glossary",
            Self::Evidence => "Evidence",
        }
    }

    fn part(self) -> Option<Part> {
        PARTS.get()[self as usize]
    }

    /// Loads the page and what it needs; tells whether it arrived.
    pub(super) async fn load(self) -> bool {
        let part = match self {
            Self::Front => front_part().await,
            Self::Glossary => glossary_part().await,
            Self::Evidence => evidence_part().await,
        };
        let Ok(part) = part else { return false };
        if self == Self::Evidence {
            for id in calculators::IDS {
                if !calculators::load(id).await {
                    return false;
                }
            }
        }
        let mut parts = PARTS.get();
        parts[self as usize] = Some(part);
        PARTS.set(parts);
        true
    }
}

impl Reading {
    pub(super) fn new(which: Which, query: &str) -> Self {
        let mut reading = Self { which, failed: false, query: query.to_owned(), exhibits: None };
        reading.arrived(true);
        reading
    }

    /// Whether all it needs is there.
    pub(super) fn is_there(&self) -> bool {
        self.which.part().is_some()
    }

    /// Takes note of what has arrived, or has not.
    pub(super) fn arrived(&mut self, arrived: bool) {
        self.failed = !arrived;
        if let (Some(Part::Evidence(_, exhibits)), None) = (self.which.part(), &self.exhibits) {
            self.exhibits = Some(Rc::new(exhibits()));
        }
    }

    /// The page, if it is there.
    pub(super) fn view(&self, shown: Shown<'_>) -> Option<El> {
        Some(match (self.which.part()?, &self.exhibits) {
            (Part::Front(view) | Part::Glossary(view), _) => view(&self.query),
            (Part::Evidence(view, _), Some(exhibits)) => view(exhibits, shown),
            (Part::Evidence(..), None) => return None,
        })
    }
}
