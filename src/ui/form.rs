//! Inputs and answer side by side, or one below the other.

use super::answer::{self, Shown};
use super::bench::Bench;
use super::el::{El, el};
use super::{field, presets, verdict};
use crate::calculators::Take;
use crate::scenario::carry::Carried;

/// A scenario under edit: inputs and answer, in the order in which they are read. That differs between
/// wide and narrow pages.
pub(super) fn workbench(bench: &Bench, narrow: bool, shown: Shown<'_>) -> El {
    // Another calculator is another form: nothing of the earlier one may stay.
    let key = bench.draft.calculator().id();
    let inputs = el("section").class("inputs").set("aria-label", "Inputs");
    if narrow {
        // One chart stands before the inputs; more would put them out of reach.
        return el("main")
            .class("bench narrow")
            .key(&format!("{key} narrow"))
            .add(head(bench))
            .add(answer::top(bench, shown, 1))
            .add(inputs.add(verdict::sticky(bench)).add(form(bench)))
            .add(answer::rest(bench, shown, 1));
    }
    let answer = el("section").class("answer").set("aria-label", "Answer");
    el("main")
        .class("bench wide")
        .key(key)
        .add(inputs.add(head(bench)).add(form(bench)))
        .add(answer.add(answer::top(bench, shown, usize::MAX)).add(answer::rest(bench, shown, usize::MAX)))
}

fn head(bench: &Bench) -> El {
    let card = bench.draft.calculator().card();
    let about = match presets::matching(&bench.draft.scenario) {
        Some(story) => {
            let title = el("b").text(story.preset.title);
            el("p").class("story").add(title).text(": ").text(story.preset.story)
        }
        None => el("p").class("race").text(bench.draft.calculator().race()),
    };
    el("div")
        .class("head")
        .add(el("h1").set("id", "title").set("tabindex", "-1").text(card.title))
        .add(el("p").class("question").text(card.question))
        .add(about)
        .maybe(bench.carried.as_ref().map(|from| carried(bench, from)))
}

/// Where an input is from.
fn carried(bench: &Bench, carried: &Carried) -> El {
    let Take { input, figure, .. } = carried.take;
    let fields = bench.draft.calculator().fields();
    let label = fields.iter().find(|meta| meta.key == *input).map_or(*input, |meta| meta.label);
    let link = el("a").join("href", "#/", &carried.source).text("that scenario");
    el("p")
        .class("carried")
        .add(el("b").text(label))
        .text(" was carried over from ")
        .add(el("b").text(carried.card.title))
        .text(", its ")
        .text(&figure.replace('_', " "))
        .text(": ")
        .add(link)
        .text(".")
}

/// The inputs that mean something in this scenario, in their groups.
fn form(bench: &Bench) -> El {
    let calculator = bench.draft.calculator();
    let fields = calculator.fields();
    let applies = calculator.applies(&bench.draft.scenario.values);
    let mut groups: Vec<(&'static str, Vec<El>)> = Vec::new();
    for index in (0..fields.len()).filter(|index| applies[*index]) {
        let name = fields[index].group;
        let row = field::view(bench, index);
        match groups.iter_mut().find(|group| group.0 == name) {
            Some(group) => group.1.push(row),
            None => groups.push((name, vec![row])),
        }
    }
    let group = |(name, rows): (&'static str, Vec<El>)| {
        el("fieldset").key(name).add(el("legend").text(name)).all(rows)
    };
    let form = el("div").all(groups.into_iter().map(group).collect());
    let untouched = (0..fields.len()).all(|index| bench.draft.is_default(index));
    let defaults = el("a").join("href", "#/", calculator.id()).text("Put everything back to the defaults");
    form.maybe((!untouched).then(|| el("p").class("all-defaults").add(defaults)))
}
