//! What every button does.

use web_sys::js_sys::Date;
use yew::Context;

use super::super::bench::{Bench, Page};
use super::super::cells::Change;
use super::super::events::Deed;
use super::super::extras::{Share, extras};
use super::super::header::{self, Copy};
use super::super::reading::Reading;
use super::super::{dom, field, location};
use super::App;
use crate::draft::Edit;
use crate::field::{Kind, Quantity, Value};
use crate::scenario::embed::Part;

impl App {
    /// Does what a button says.
    pub(super) fn press(&mut self, context: &Context<Self>, what: &str, key: &str) {
        match what {
            "theme" => {
                self.look.next_theme();
                self.look.refresh(&self.look_again);
            }
            "copy" => {
                if let Page::Bench(bench) = &self.page {
                    let address = match (key, &self.share, extras()) {
                        ("share", Some(share), Some(extras)) => (extras.text)(bench, share),
                        _ => location::address(&bench.link()),
                    };
                    let link = context.link().clone();
                    header::copy(&address, move |copied| link.send_message(Deed::Copied(copied)));
                }
            }
            "uncopy" => {
                self.copy = Copy::Idle;
                self.focus = Some("copy-link".into());
            }
            "again" => {
                if let Page::Loading { failed, .. } | Page::Reading(Reading { failed, .. }) = &mut self.page {
                    *failed = false;
                }
                self.load(context);
            }
            "share" => {
                self.copy = Copy::Idle;
                self.share = if self.share.is_some() { None } else { Some(Share::default()) };
                self.load_extras(context);
                if self.share.is_some() && extras().is_some() {
                    self.focus = Some("share-title".into());
                }
            }
            "unshare" => {
                self.share = None;
                self.copy = Copy::Idle;
                self.focus = Some("share-panel".into());
            }
            "form" => {
                self.copy = Copy::Idle;
                self.share.iter_mut().for_each(|share| share.choose(key));
            }
            "readers" | "showpart" => self.press_option(what, key),
            "save" => {
                if let (Page::Bench(bench), Some(extras)) = (&self.page, extras()) {
                    (extras.save)(bench, key, self.look.dark);
                }
            }
            "pin" | "unpin" | "swap" => {
                self.load_extras(context);
                if let Some(bench) = self.bench() {
                    match what {
                        "pin" => bench.pin(Some(bench.draft.scenario.clone())),
                        "unpin" => bench.pin(None),
                        _ => bench.swap(),
                    }
                    self.written();
                }
            }
            "runs" => {
                if let Some(runs) = &mut self.runs {
                    runs.press(key);
                }
            }
            "stories" => self.stories = !self.stories,
            "skip" => dom::focus("title"),
            "see" => dom::focus(&format!("field-{key}")),
            "dismiss" => {
                if let Some(bench) = self.bench() {
                    bench.edit(Edit::Dismiss);
                    self.focus = Some("title".into());
                }
            }
            "add" => self.add_row(key),
            "remove" => {
                let Some((key, row)) = key.split_once('-') else { return };
                let row = row.parse().unwrap_or(usize::MAX);
                self.edit_cells(key, Change::Remove(row));
                // On to the row that took its place, or to the last one.
                let rows =
                    self.bench().and_then(|bench| bench.cells(key)).map_or(0, |cells| cells.rows.len());
                self.focus = Some(format!("field-{key}-{}-0", row.min(rows.saturating_sub(1))));
            }
            _ => self.press_field(what, key),
        }
    }

    /// What readers of an embed see and may change.
    fn press_option(&mut self, what: &str, key: &str) {
        let index = self.bench().and_then(|bench| bench.position(key));
        let Some(share) = &mut self.share else { return };
        if what == "readers" {
            index.into_iter().for_each(|index| share.toggle_edit(index));
        } else if let Some(part) = Part::from_key(key) {
            share.toggle_show(part);
        }
    }

    fn add_row(&mut self, key: &str) {
        let Some(bench) = self.bench() else { return };
        let kind = bench.position(key).map(|index| bench.draft.calculator().fields()[index].kind);
        let (Some(Kind::Table(table)), Some(cells)) = (kind, bench.cells(key)) else { return };
        let (row, place) = (cells.new_row(&table.columns()), cells.rows.len());
        self.edit_cells(key, Change::Add(row));
        self.focus = Some(format!("field-{key}-{place}-0"));
    }

    /// Does what a button of a field says.
    fn press_field(&mut self, what: &str, key: &str) {
        let Some(bench) = self.bench() else { return };
        let Some(index) = bench.position(key) else { return };
        let edit = match what {
            "help" => {
                bench.help = if bench.help == Some(index) { None } else { Some(index) };
                return;
            }
            "reset" => Some(Edit::Reset(index)),
            "use" => {
                let error = bench.draft.entries[index].error.as_ref();
                error.and_then(|error| error.suggestion.clone()).map(|text| Edit::Type(index, text))
            }
            "off" => switch(bench, index),
            "now" => {
                let now = Date::new_0();
                let text = format!("{:02}:{:02}Z", now.get_utc_hours(), now.get_utc_minutes());
                Some(Edit::Type(index, text))
            }
            _ => return,
        };
        // The button may be about to go; the focus shall not go with it.
        if what != "off" || edit.is_none() {
            self.focus = Some(format!("field-{key}"));
        }
        if let Some(edit) = edit {
            self.edit(key, |_| edit);
        }
    }
}

/// Switches a field off, or on again with what was there before; nothing, where that is not known.
fn switch(bench: &Bench, index: usize) -> Option<Edit> {
    let calculator = bench.draft.calculator();
    let meta = calculator.fields()[index];
    if bench.draft.scenario.values[index] != Value::Absent || bench.draft.entries[index].error.is_some() {
        return field::absent_word(&meta.kind).map(|word| Edit::Type(index, word.into()));
    }
    let default = &calculator.defaults()[index];
    if let Some(text) = &bench.before_off[index] {
        Some(Edit::Type(index, text.clone()))
    } else if *default != Value::Absent {
        Some(Edit::Type(index, meta.spell(default)))
    } else {
        let slides = matches!(meta.kind, Kind::Quantity(Quantity { slider: Some(_), .. }));
        slides.then_some(Edit::Slide(index, 0.5))
    }
}
