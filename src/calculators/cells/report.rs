//! The answer in words and figures.

use super::chart;
use super::input::Input;
use super::model::{Answer, State};
use super::{notes, steps};
use crate::quantity::{ByteRate, Share, Shown, Unit, shown};
use crate::report::{Absent, Figure, Report, Severity, Table, Verdict};

/// Rows of the table of overlaps.
const ROWS: usize = 8;
/// A utilisation after the failure above this is worth a warning: queues grow long before 100 %.
pub(super) const THIN: f64 = 0.9;

/// The whole report.
pub(super) fn report(input: &Input, answer: &Answer) -> Report {
    let words = Words { input, answer };
    Report {
        verdict: words.verdict(),
        figures: words.figures(),
        notes: notes::notes(&words),
        steps: steps::steps(&words),
        tables: vec![words.overlaps()],
        charts: chart::charts(&words),
    }
}

/// A share as printed.
pub(super) fn share(value: Share) -> Shown {
    shown(Unit::Share, value.as_fraction())
}

/// A number as printed.
pub(super) fn count(value: f64) -> Shown {
    shown(Unit::Count, value)
}

/// A rate of data as printed.
pub(super) fn flow(value: ByteRate) -> Shown {
    shown(Unit::ByteRate, value.si())
}

/// `cell` or `cells`.
fn cells(number: u32) -> String {
    let word = if number == 1 { "cell" } else { "cells" };
    format!("{} {word}", count(f64::from(number)))
}

/// What is told of a scenario.
pub(super) struct Words<'a> {
    /// What was asked.
    pub input: &'a Input,
    /// What came out.
    pub answer: &'a Answer,
}

impl Words<'_> {
    fn verdict(&self) -> Verdict {
        let (input, answer) = (self.input, self.answer);
        let affected = share(answer.affected);
        let failed = match (input.failed, input.cells) {
            (0, all) => format!("with all {} up", cells(all)),
            (failed, all) => {
                format!("{} of {} gone, {affected} of tenants affected", cells(failed), count(f64::from(all)))
            }
        };
        let (state, severity, text) = match (answer.state, answer.after) {
            (State::Holds, Some(after)) => (
                "holds",
                if after.as_fraction() > THIN && input.failed > 0 { Severity::Warning } else { Severity::Ok },
                format!("Holds: {failed}, and the rest runs at {}.", share(after)),
            ),
            (_, Some(after)) => (
                "overload",
                Severity::Critical,
                format!(
                    "Overload: {failed}. The rest would need {} of its capacity: {} of the load is not served.",
                    share(after),
                    share(answer.unserved)
                ),
            ),
            (_, None) => (
                "overload",
                Severity::Critical,
                format!("Overload: {failed}. Nothing is left to serve them."),
            ),
        };
        Verdict { state, severity, text, detail: self.both_ends() }
    }

    /// What fewer cells cost, and what more cost.
    fn both_ends(&self) -> String {
        let (input, answer) = (self.input, self.answer);
        let spare = share(Share::fraction(1.0 - answer.safe.as_fraction()));
        let down = share(answer.some_cell_down);
        let margin = match (answer.state, input.failed) {
            (_, 0) => String::new(),
            (State::Holds, _) => format!("It holds up to {} of utilisation. ", share(answer.safe)),
            (State::Overload, _) if answer.safe > Share::ZERO => {
                format!("It would hold up to {} of utilisation. ", share(answer.safe))
            }
            (State::Overload, _) => String::new(),
        };
        match input.cells {
            1 => format!(
                "{margin}One cell needs no spare one and takes everything with it; {down} of the time it is down."
            ),
            _ => format!(
                "{margin}Fewer cells: more affected, and more kept free, {spare} now. More cells: more to run, and some \
                 cell is down {down} of the time."
            ),
        }
    }

    fn figures(&self) -> Vec<Figure> {
        let (input, answer) = (self.input, self.answer);
        let of = |key, label, value: Share| Figure::new(key, label, Unit::Share, value.as_fraction());
        let shards = &answer.shards;
        let after = answer.after.map(Share::as_fraction);
        let no_after =
            if input.utilisation > Share::ZERO { Absent::Unlimited } else { Absent::NotApplicable };
        vec![
            of("affected_share", "Tenants affected", answer.affected)
                .note(match input.placements {
                    1 => format!("{} of {}", cells(input.failed), count(f64::from(input.cells))),
                    things => format!("any of {} things in {}", things, cells(input.failed)),
                })
                .headline(),
            Figure::maybe("utilisation_after", "Utilisation after", Unit::Share, after, no_after)
                .note(if answer.after.is_some() { "of what is left" } else { "nothing is left" })
                .headline(),
            of("safe_utilisation", "Safe utilisation", answer.safe)
                .note(format!("to lose {}", cells(input.failed)))
                .headline(),
            of("unserved_share", "Not served", answer.unserved).note("of the whole load").headline(),
            of("chain_availability", "All a tenant needs is up", answer.chain)
                .note(match input.placements {
                    1 => format!("one thing at {}", self.each()),
                    things => format!("{things} things at {} each", self.each()),
                })
                .headline(),
            Figure::new(
                "any_availability",
                "At least one of them is up",
                Unit::Share,
                answer.any_up.as_fraction(),
            )
            .note("if any one of them would do"),
            of("some_cell_down", "Some cell is down", answer.some_cell_down).note("of the time"),
            Figure::maybe("shards", "Different shards", Unit::Count, shards.shards, Absent::Unlimited).note(
                match shards.shards {
                    Some(_) => format!("{} of {} workers", input.shard, input.workers),
                    None => "more than can be written down".into(),
                },
            ),
            of("same_shard", "Another tenant has the same shard", shards.same).note("chance for each pair"),
            of("shard_down", "Tenants that lose their whole shard", shards.all_down)
                .note(format!("with {} workers down", input.workers_failed)),
            of("shard_touched", "Tenants that lose some of it", shards.some_down)
                .note(format!("with {} workers down", input.workers_failed)),
            Figure::new("write_per_cell", "Written per cell", Unit::ByteRate, answer.write_per_cell.si())
                .note(format!("one instance can take {}", flow(input.ceiling))),
            Figure::maybe(
                "cells_needed",
                "Cells needed for the writes",
                Unit::Count,
                answer.cells_needed,
                Absent::Never,
            )
            .note(match answer.cells_needed {
                Some(needed) if needed > f64::from(input.cells) => "more than there are".into(),
                Some(_) => "there are enough".into(),
                None => "one takes nothing at all".to_owned(),
            }),
        ]
    }

    /// The availability, whose nines count.
    pub fn each(&self) -> String {
        crate::quantity::spell(Unit::Share, self.input.availability.as_fraction())
    }

    fn overlaps(&self) -> Table {
        let all = &self.answer.shards.overlaps;
        // The likely ones; where a shard is large, those around them.
        let likeliest = (0..all.len()).fold(0, |best, j| if all[j] > all[best] { j } else { best });
        let from = likeliest.saturating_sub(ROWS / 2).min(all.len().saturating_sub(ROWS));
        let rows = all.iter().enumerate().skip(from).take(ROWS);
        Table {
            key: "overlaps",
            title: "Workers that two tenants have in common".into(),
            columns: vec!["in common".into(), "chance".into()],
            rows: rows
                .map(|(number, chance)| {
                    vec![count(number as f64).into(), share(Share::fraction(*chance)).into()]
                })
                .collect(),
        }
    }
}
