//! The verdict, and what of a link could not be read.

use super::bench::Bench;
use super::el::{El, button, el};
use super::icons::{face, icon};
use crate::field::{Meta, shorten};
use crate::scenario::Issue;

/// The answer in a sentence, or why there is none.
pub(super) fn view(bench: &Bench) -> El {
    let (severity, picture, name) = face(bench.answer.as_ref().ok().map(|report| report.verdict.severity));
    let words = el("div").add(el("span").class("unseen").text(name)).add(el("h2").text(text(bench)));
    let section = el("section").class("verdict");
    let (section, words) = match &bench.answer {
        Ok(report) => {
            let section = section.set("data-verdict-state", report.verdict.state);
            (section, words.add(el("p").text(&report.verdict.detail)))
        }
        Err(error) => (section, clash(bench, &error.keys, words)),
    };
    section
        .set("id", "verdict")
        .set("role", "status")
        .set("aria-live", "polite")
        .set("aria-label", "Verdict")
        .set("data-severity", severity)
        .add(icon(picture))
        .add(words)
}

fn text(bench: &Bench) -> &str {
    match &bench.answer {
        Ok(report) => &report.verdict.text,
        Err(error) => &error.message,
    }
}

/// Which inputs make no scenario together.
fn clash(bench: &Bench, keys: &[&'static str], words: El) -> El {
    let fields = bench.draft.calculator().fields().iter().filter(|meta| keys.contains(&meta.key));
    let see = |meta: &&'static Meta| button("small", "see-", meta.key).text(meta.label);
    let greyed =
        bench.last_good.is_some().then(|| el("p").text("What is greyed is the last answer there was."));
    let which = el("p").class("buttons").text("These inputs make no scenario together: ");
    words.add(which.all(fields.map(see).collect())).maybe(greyed)
}

/// The verdict in short, which stays in sight while a narrow page is scrolled to its inputs. It repeats
/// what is said elsewhere, so it is for the eye only.
pub(super) fn sticky(bench: &Bench) -> El {
    let (severity, picture, _) = face(bench.answer.as_ref().ok().map(|report| report.verdict.severity));
    let sticky = el("div").class("sticky-verdict").set("data-severity", severity).set("aria-hidden", "true");
    sticky.add(icon(picture)).add(el("span").text(text(bench)))
}

/// What of a link belongs to no field, until it is dismissed; and `others`, which stay.
pub(super) fn strays(bench: &Bench, others: &[Issue]) -> Option<El> {
    let strays = &bench.draft.strays;
    let stray = |stray: &Issue| {
        let pair = format!("{}={} ", shorten(&stray.key), shorten(&stray.text));
        let pair = (!stray.key.is_empty()).then(|| el("code").class("wrap").text(&pair));
        el("li").put("data-stray", &stray.key).maybe(pair).text(&stray.message)
    };
    let list = el("section")
        .class("strays")
        .set("role", "alert")
        .add(el("h2").text("Not everything in this link could be read"))
        .add(el("ul").all(others.iter().chain(strays).map(stray).collect()))
        .add(el("p").text("Everything else stands."))
        .maybe(others.is_empty().then(|| button("", "dismiss-", "strays").text("Dismiss")));
    (!strays.is_empty() || !others.is_empty()).then_some(list)
}
