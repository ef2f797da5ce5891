//! The front page: every calculator with the question it answers, and what it says right now.

use super::el::{El, el};
use super::icons::{face, icon};
use super::presets::{self, Story};
use crate::calculators::{self, AnyCalculator};
use crate::report::{Figure, ModelError, Report};
use crate::scenario::Scenario;

/// One calculator, answered.
pub(super) struct Card {
    calculator: &'static dyn AnyCalculator,
    answer: Result<Report, ModelError>,
    /// The scenarios to start from, each with how bad it is.
    stories: Vec<(Story, &'static str, &'static str)>,
}

/// Every calculator with its defaults and its presets.
pub(super) fn cards() -> Vec<Card> {
    let told = |story: &Story| {
        let (severity, picture, _) =
            face(story.scenario.evaluate(&[]).ok().map(|report| report.verdict.severity));
        (story.clone(), severity, picture)
    };
    let stories = presets::all();
    calculators::all()
        .iter()
        .map(|&calculator| Card {
            calculator,
            answer: Scenario::new(calculator).evaluate(&[]),
            stories: stories.iter().filter(|story| story.calculator == calculator).map(told).collect(),
        })
        .collect()
}

/// The front page.
pub(super) fn view(cards: &[Card]) -> El {
    let title = "Two rates race. Which one wins, and how long do you have?";
    let claim = "Each calculator says whether it holds, by how much, how long it takes and how that is worked out, as \
                 you type. The address bar is the scenario: copy it, and it means the same to everyone. It all runs in \
                 this browser; nothing is sent anywhere.";
    let hero = el("div").class("hero");
    el("main")
        .class("front")
        .add(hero.add(el("h1").set("id", "title").set("tabindex", "-1").text(title)).add(el("p").text(claim)))
        .add(el("div").class("cards").all(cards.iter().map(show).collect()))
}

fn show(card: &Card) -> El {
    let calculator = card.calculator;
    let link = || el("a").join("href", "#/", calculator.id());
    let (severity, picture, name) = face(card.answer.as_ref().ok().map(|report| report.verdict.severity));
    let (text, figures) = match &card.answer {
        Ok(report) => (&report.verdict.text, &*report.figures),
        Err(error) => (&error.message, &[][..]),
    };
    let figures = figures.iter().filter(|figure| figure.headline).take(3);
    let figure =
        |figure: &Figure| el("div").add(el("dt").text(figure.label)).add(el("dd").text(&figure.text));
    let says = el("strong").add(el("span").class("unseen").text(name)).text(text);
    el("article")
        .class("card")
        .put("data-calculator", calculator.id())
        .add(el("h2").add(link().text(calculator.question())))
        .add(el("p").class("sub").add(el("b").text(calculator.title())).text(". ").text(calculator.race()))
        .add(link().class("mini").set("data-severity", severity).add(icon(picture)).add(says))
        .add(el("dl").class("mini-figures").all(figures.map(figure).collect()))
        .add(el("ul").class("front-stories").all(card.stories.iter().map(tell).collect()))
}

fn tell((story, severity, picture): &(Story, &'static str, &'static str)) -> El {
    let tag = story.preset.incident.then(|| el("span").class("tag").text("incident"));
    let words =
        el("span").text(story.preset.title).text(" ").maybe(tag).add(el("small").text(story.preset.story));
    let link =
        el("a").put("href", &story.href).put("data-preset", &story.name).set("data-severity", severity);
    el("li").add(link.add(icon(picture)).add(words))
}
