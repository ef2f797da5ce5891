//! One input: its label, its box, and what there is to say about it.

use web_sys::HtmlSelectElement;

use super::bench::Bench;
use super::cells::Cells;
use super::dom;
use super::el::{El, button, el};
use super::events::SLIDER_STEPS;
use super::icons::{self, icon};
use super::rest;
use crate::draft::Entry;
use crate::field::{Choice, Column, Kind, Meta, Value};
use crate::table;

/// More characters than this do not fit side by side.
const SIDE_BY_SIDE: usize = 34;
/// More characters than this do not fit beside the label.
const BESIDE_LABEL: usize = 12;

/// An input as it stands in the form.
struct Field<'a> {
    bench: &'a Bench,
    index: usize,
    meta: &'static Meta,
    entry: &'a Entry,
    value: &'a Value,
    /// The id of its box.
    id: String,
    /// The ids of what describes its box.
    described: String,
    /// Whether its box holds something that does not do.
    invalid: bool,
}

/// One input.
pub(super) fn view(bench: &Bench, index: usize) -> El {
    let meta = bench.draft.calculator().fields()[index];
    let entry = &bench.draft.entries[index];
    let clashes = bench.clashes(index);
    let key = meta.key;
    Field {
        bench,
        index,
        meta,
        entry,
        value: &bench.draft.scenario.values[index],
        id: format!("field-{key}"),
        described: format!("said-{key} about-{key}{}", if clashes { " verdict" } else { "" }),
        invalid: clashes || entry.error.is_some(),
    }
    .row()
}

/// The word for "does not exist", where an input has one.
pub(super) fn absent_word(kind: &Kind) -> Option<&'static str> {
    match kind {
        Kind::Quantity(quantity) => quantity.absent,
        Kind::Clock => Some("off"),
        _ => None,
    }
}

/// Shows in each list what is chosen: an attribute would only say what is chosen at first.
pub(super) fn choose(bench: &Bench) {
    let scenario = &bench.draft.scenario;
    let show = |id: &str, choice: &str| {
        if let Some(list) = dom::find::<HtmlSelectElement>(id) {
            list.set_value(choice);
        }
    };
    for (meta, value) in scenario.calculator.fields().iter().zip(&scenario.values) {
        match (value, meta.kind) {
            (Value::Choice(choice), _) => show(&format!("field-{}", meta.key), choice),
            (_, Kind::Table(table)) => {
                let columns = table.columns();
                let lists = columns.iter().enumerate();
                for (number, _) in lists.filter(|(_, column)| matches!(column.meta.kind, Kind::Choice(_))) {
                    let Some(cells) = bench.cells(meta.key) else { continue };
                    for row in 0..cells.rows.len() {
                        show(&format!("field-{}-{row}-{number}", meta.key), cells.text(row, number).trim());
                    }
                }
            }
            _ => {}
        }
    }
}

fn characters(choices: &[Choice]) -> impl Iterator<Item = usize> {
    choices.iter().map(|choice| choice.label.chars().count())
}

impl Field<'_> {
    fn row(&self) -> El {
        let key = self.meta.key;
        let (control, kind) = match self.meta.kind {
            Kind::Choice(choices)
                if choices.len() <= 3 && characters(choices).sum::<usize>() <= SIDE_BY_SIDE =>
            {
                (self.segments(choices), "segments")
            }
            Kind::Choice(choices) => {
                let wide = characters(choices).any(|characters| characters > BESIDE_LABEL);
                (self.list(choices), if wide { "wide" } else { "beside" })
            }
            Kind::Table(table) => (self.table(&table.columns()), "table"),
            _ => (self.text_box(), "beside"),
        };
        let label = match kind {
            "segments" | "table" => el("span").join("id", "label-", key),
            _ => el("label").put("for", &self.id),
        };
        el("div")
            .class("row")
            .key(key)
            .put("data-field", key)
            .set("data-kind", kind)
            .add(self.buttons(el("div").class("name").add(label.class("label").text(self.meta.label))))
            .add(self.help())
            .add(el("div").class("control").maybe(self.reset()).add(control))
            .maybe(self.slider())
            .add(self.said())
    }

    /// Help, off, now.
    fn buttons(&self, name: El) -> El {
        let (key, label) = (self.meta.key, self.meta.label);
        let off = *self.value == Value::Absent && self.entry.error.is_none();
        let help = button("help-button", "help-", key)
            .join("aria-label", "Help on ", label)
            .state("aria-expanded", self.bench.help == Some(self.index))
            .join("aria-controls", "about-", key);
        let chip = |what: &'static str, word: &'static str| {
            button("chip", what, key).put("aria-label", &format!("{label}: {word}")).text(word)
        };
        name.add(help.text("?"))
            .maybe(absent_word(&self.meta.kind).map(|word| chip("off-", word).state("aria-pressed", off)))
            .maybe(matches!(self.meta.kind, Kind::Clock).then(|| chip("now-", "now")))
    }

    /// The help, there for screen readers even while it is closed.
    fn help(&self) -> El {
        let key = self.meta.key;
        let mut help = el("div").class("help").join("id", "about-", key).add(el("p").text(self.meta.help));
        if let Kind::Table(table) = self.meta.kind {
            for column in table.columns() {
                let name = el("b").text(column.meta.label);
                help = help.add(el("p").add(name).text(": ").text(column.meta.help));
            }
        } else {
            let facts = format!("Accepts {}. Default {}.", self.meta.kind.range_text(), self.default_text());
            help = help.add(el("p").text(&facts));
        }
        let term = el("a").put("href", &rest::term(self.bench, key)).text("in the glossary");
        let term = self.bench.embed.is_none().then_some(term);
        help.flag("hidden", self.bench.help != Some(self.index))
            .add(el("p").text("In a link: ").add(el("code").text(key)).text(". The term: ").maybe(term))
    }

    fn default_text(&self) -> String {
        self.meta.spell(&self.bench.draft.calculator().defaults()[self.index])
    }

    /// Back to the default, where it is not there already.
    fn reset(&self) -> Option<El> {
        let mut says = format!("{}: back to the default", self.meta.label);
        if !matches!(self.meta.kind, Kind::Table(_)) {
            says = [&says, ", ", &self.default_text()].concat();
        }
        let button = button("reset", "reset-", self.meta.key).put("title", &says).put("aria-label", &says);
        (!self.bench.draft.is_default(self.index)).then(|| button.add(icon(icons::BACK)))
    }

    /// For pointers: keys have the box beside it.
    fn slider(&self) -> Option<El> {
        let share = self.bench.draft.slider_position(self.index)?;
        let slider = el("input").class("slider").set("type", "range").set("tabindex", "-1");
        let slider = slider
            .join("id", "slider-", self.meta.key)
            .set("min", "0")
            .set("max", "1000")
            .put("aria-valuetext", &self.entry.text)
            .join("aria-label", self.meta.label, ", slider");
        Some(slider.value(&((share * SLIDER_STEPS).round() as u32).to_string()))
    }

    /// How the text was read, or why not, and what would do.
    fn said(&self) -> El {
        let key = self.meta.key;
        let said = el("p").class("said").join("id", "said-", key).set("aria-live", "polite");
        match (&self.entry.error, &self.entry.echo) {
            (Some(error), _) => {
                // The suggestion for a cell is not one for the table.
                let suggestion = error.suggestion.as_ref().filter(|_| error.cell.is_none());
                said.add(el("span").class("error").put("data-error-for", key).text(&error.message))
                    .maybe(suggestion.map(|text| button("small", "use-", key).text("Use ").text(text)))
            }
            (None, Some(echo)) => said.add(el("span").class("echo").put("data-echo-for", key).text(echo)),
            (None, None) => said,
        }
    }

    /// What every box has.
    fn describe(&self, control: El) -> El {
        control
            .put("id", &self.id)
            .state("aria-invalid", self.invalid)
            .put("aria-describedby", &self.described)
    }

    /// A box for any unit.
    fn text_box(&self) -> El {
        self.describe(blank_box()).set("enterkeyhint", "done").value(&self.entry.text)
    }

    /// A few short words side by side.
    fn segments(&self, choices: &'static [Choice]) -> El {
        let key = self.meta.key;
        let option = |choice: &Choice| {
            let id = format!("pick-{key}-{}", choice.key);
            let radio = el("input").set("type", "radio").put("name", key).put("id", &id).value(choice.key);
            let radio = radio.checked(*self.value == Value::Choice(choice.key));
            el("label").add(radio).add(el("span").text(choice.label))
        };
        self.describe(el("div").class("segments").set("role", "radiogroup").join(
            "aria-labelledby",
            "label-",
            key,
        ))
        .all(choices.iter().map(option).collect())
    }

    /// Words in a list. What is chosen is told later, by [`choose`].
    fn list(&self, choices: &'static [Choice]) -> El {
        self.describe(el("select")).all(choices.iter().map(option).collect())
    }

    /// A box for each cell.
    fn table(&self, columns: &[Column]) -> El {
        let key = self.meta.key;
        let Some(cells) = self.bench.cells(key) else { return el("div") };
        let rows = cells.rows.len();
        let head = |column: &Column| {
            let is_choice = matches!(column.meta.kind, Kind::Choice(_));
            el("th").set("scope", "col").flag("data-choice", is_choice).text(column.meta.label)
        };
        let remove = el("th").add(el("span").class("unseen").text("Remove"));
        let table = el("table").class("editor").set("tabindex", "-1").join("aria-labelledby", "label-", key);
        let table = self
            .describe(table)
            .put("data-table", key)
            .put("data-columns", &columns.len().to_string())
            .add(el("thead").add(el("tr").all(columns.iter().map(head).collect()).add(remove)))
            .add(el("tbody").all((0..rows).map(|row| self.cells(cells, row, columns)).collect()));
        let add = (rows < table::MOST_ROWS).then(|| button("small", "add-", key).text("Add a row"));
        el("div").add(el("div").class("scroll").add(table)).maybe(add)
    }

    fn cells(&self, cells: &Cells, row: usize, columns: &[Column]) -> El {
        let bad = self.entry.error.as_ref().and_then(|error| error.cell);
        let place = cells.place(row);
        let cell = |(number, column): (usize, &Column)| {
            let input = match column.meta.kind {
                Kind::Choice(choices) => el("select").all(choices.iter().map(option).collect()),
                _ => blank_box()
                    .set("placeholder", absent_word(&column.meta.kind).unwrap_or_default())
                    .value(cells.text(row, number)),
            };
            let input = input
                .put("id", &format!("{}-{row}-{number}", self.id))
                .put("data-column", column.meta.key)
                .put("aria-label", &format!("{}, row {}", column.meta.label, row + 1));
            let input = match bad == Some((place, number)) {
                true => input.set("aria-invalid", "true").join("aria-describedby", "said-", self.meta.key),
                false => input,
            };
            let is_text = matches!(column.meta.kind, Kind::Text);
            el("td").put("data-label", column.meta.label).flag("data-text", is_text).add(input)
        };
        let says = format!("Remove row {}, {}", row + 1, cells.text(row, 0));
        let may_be_empty = matches!(self.meta.kind, Kind::Table(table) if table.absent.is_some());
        let remove = button("remove", "remove-", &format!("{}-{row}", self.meta.key))
            .flag("disabled", cells.rows.len() < 2 && !may_be_empty)
            .put("title", &says)
            .put("aria-label", &says)
            .add(icon(icons::CROSS));
        el("tr").all(columns.iter().enumerate().map(cell).collect()).add(el("td").class("take").add(remove))
    }
}

/// One of the words of a list.
fn option(choice: &Choice) -> El {
    el("option").put("value", choice.key).text(choice.label)
}

/// A box that browsers leave alone.
fn blank_box() -> El {
    el("input")
        .class("box")
        .set("type", "text")
        .set("data-box", "")
        .set("autocomplete", "off")
        .set("autocapitalize", "off")
        .set("autocorrect", "off")
        .set("spellcheck", "false")
}
