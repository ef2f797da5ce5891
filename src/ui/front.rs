//! The front page: every calculator with the question it answers, and what it says at its defaults. It
//! is a part of its own, so that nobody loads it with a calculator.

use std::cell::Cell;

use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::el::{El, el};
use super::icons::{face, icon};
use super::presets::{self, Story};
use crate::calculators::{Card, Stories, stories};

thread_local! {
    static VIEW: Cell<Option<fn() -> El>> = const { Cell::new(None) };
}

#[wasm_split(front, fallible)]
fn arrive() -> Result<fn() -> El, SplitLoaderError> {
    Ok(view)
}

/// The front page, if it is there.
pub(super) fn shown() -> Option<El> {
    VIEW.get().map(|view| view())
}

/// Loads the front page; tells whether it arrived.
pub(super) async fn load() -> bool {
    let arrived = arrive().await;
    if let Ok(view) = arrived {
        VIEW.set(Some(view));
    }
    arrived.is_ok()
}

fn view() -> El {
    let title = "Two rates race. Which one wins, and how long do you have?";
    let claim = "Each calculator says whether it holds, by how much, how long it takes and how that is worked out, as \
                 you type. The address bar is the scenario: copy it, and it means the same to everyone. It all runs in \
                 this browser; nothing is sent anywhere.";
    let hero = el("div").class("hero");
    el("main")
        .class("front")
        .add(hero.add(el("h1").set("id", "title").set("tabindex", "-1").text(title)).add(el("p").text(claim)))
        .add(el("div").class("cards").all(stories().map(show).collect()))
}

fn show((card, stories): (&'static Card, &'static Stories)) -> El {
    let link = || el("a").join("href", "#/", card.id);
    let preview = stories.preview();
    let (severity, picture, name) = face(preview.severity);
    let figure = |&(label, text): &(&str, &str)| el("div").add(el("dt").text(label)).add(el("dd").text(text));
    let says = el("strong").add(el("span").class("unseen").text(name)).text(preview.text);
    el("article")
        .class("card")
        .put("data-calculator", card.id)
        .add(el("h2").add(link().text(card.question)))
        .add(el("p").class("sub").add(el("b").text(card.title)).text(". ").text(card.race))
        .add(link().class("mini").set("data-severity", severity).add(icon(picture)).add(says))
        .add(el("dl").class("mini-figures").all(preview.figures.iter().map(figure).collect()))
        .add(el("ul").class("front-stories").all(presets::of(card, stories.presets).map(tell).collect()))
}

fn tell(story: Story) -> El {
    let (severity, picture, _) = face(Some(story.preset.severity));
    let tag = story.preset.incident.then(|| el("span").class("tag").text("incident"));
    let words =
        el("span").text(story.preset.title).text(" ").maybe(tag).add(el("small").text(story.preset.story));
    let link = el("a").join("href", "#/", &story.link).put("data-preset", &story.name);
    el("li").add(link.set("data-severity", severity).add(icon(picture)).add(words))
}
