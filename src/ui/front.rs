//! The front page: every calculator in the words of somebody who needs it, and what it says at its
//! defaults; and a search over calculators, scenarios and inputs.

use super::el::{El, el};
use super::icons::{face, icon};
use super::presets::{self, Story};
use crate::calculators::search::{Hit, What, search};
use crate::calculators::{Card, Preview, Stories, stories};

/// More hits than this are only counted.
const MOST_HITS: usize = 30;

/// The front page, or what was found on it.
pub(super) fn view(query: &str) -> El {
    let title = "Two rates race. Which one wins, and how long do you have?";
    let claim = "Each calculator says whether it holds, by how much, how long it takes and how that is worked out, as \
                 you type. The address bar is the scenario: copy it, and it means the same to everyone. It all runs in \
                 this browser; nothing is sent anywhere.";
    let hero = el("div")
        .class("hero")
        .add(el("h1").set("id", "title").set("tabindex", "-1").text(title))
        .add(el("p").text(claim))
        .add(search_box(query));
    let hits = search(query);
    let below = match query.trim().is_empty() {
        true => el("div").class("cards").key("cards").all(stories().map(show).collect()),
        false => found(&hits),
    };
    el("main").class("front").add(hero).add(below)
}

fn search_box(query: &str) -> El {
    let input = el("input")
        .class("box")
        .set("type", "search")
        .set("id", "search-box")
        .set("autocomplete", "off")
        .set("spellcheck", "false")
        .set("placeholder", "a symptom, a setting, an incident")
        .value(query);
    el("div")
        .class("search")
        .set("role", "search")
        .add(el("label").set("for", "search-box").text("Find"))
        .add(input)
}

fn found(hits: &[Hit]) -> El {
    let many = match hits.len() {
        0 => "Nothing has all of these words. Try fewer of them, or the name of a setting.".to_owned(),
        1 => "1 found".to_owned(),
        MOST_HITS.. => format!("The best {MOST_HITS} of {} found", hits.len()),
        many => format!("{many} found"),
    };
    let list = el("ul").class("hits").all(hits.iter().take(MOST_HITS).enumerate().map(hit).collect());
    el("div").key("hits").add(el("p").class("sub").set("role", "status").text(&many)).add(list)
}

fn hit((place, hit): (usize, &Hit)) -> El {
    let card = hit.card;
    let link = |to: &str| el("a").join("href", "#/", to);
    let (kind, link, name, told) = match hit.what {
        What::Calculator => ("calculator", link(card.id), card.title, card.question),
        What::Preset(preset) => ("scenario", link(&card.link(preset)), preset.title, preset.story),
        What::Input(asked) => {
            ("input", link(card.id).join("data-aim", "field-", asked.key), asked.label, asked.help)
        }
    };
    let kind = el("span").class("tag").text(kind);
    let of = (!matches!(hit.what, What::Calculator)).then(|| el("span").class("of").text(card.title));
    let link = if place == 0 { link.set("id", "first-hit") } else { link };
    el("li")
        .add(link.add(el("b").text(name)).text(" ").add(kind).text(" ").maybe(of).add(el("small").text(told)))
}

fn show((card, stories): (&'static Card, &'static Stories)) -> El {
    let link = || el("a").join("href", "#/", card.id);
    let preview = stories.preview();
    let (severity, sign, name) = face(preview.severity);
    let figure = |&(label, text): &(&str, &str)| el("div").add(el("dt").text(label)).add(el("dd").text(text));
    let says = el("strong").add(el("span").class("unseen").text(name)).text(preview.text);
    el("article")
        .class("card")
        .put("data-calculator", card.id)
        .add(el("h2").add(link().text(stories.trouble)))
        .add(el("p").class("sub").add(el("b").text(card.title)).text(": ").text(card.question))
        .add(link().class("shot").set("tabindex", "-1").set("aria-hidden", "true").add(picture(&preview)))
        .add(link().class("mini").set("data-severity", severity).add(icon(sign)).add(says))
        .add(el("dl").class("mini-figures").all(preview.figures.iter().map(figure).collect()))
        .add(el("ul").class("front-stories").all(presets::of(card, stories.presets).map(tell).collect()))
}

/// The first chart at the defaults, in small.
fn picture(preview: &Preview) -> El {
    let path = |&(kind, path): &(&'static str, &'static str)| {
        el("path")
            .class(kind)
            .set("d", path)
            .set("pathLength", "100")
            .set("vector-effect", "non-scaling-stroke")
    };
    el("svg")
        .class("picture")
        .set("viewBox", "0 0 120 40")
        .set("preserveAspectRatio", "none")
        .all(preview.picture.iter().map(path).collect())
}

fn tell(story: Story) -> El {
    let (severity, picture, _) = face(Some(story.preset.severity));
    let tag = story.preset.incident.then(|| el("span").class("tag").text("incident"));
    let words =
        el("span").text(story.preset.title).text(" ").maybe(tag).add(el("small").text(story.preset.story));
    let link = el("a").join("href", "#/", &story.link).put("data-preset", &story.name);
    el("li").add(link.set("data-severity", severity).add(icon(picture)).add(words))
}
