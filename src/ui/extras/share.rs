//! The ways to take a scenario elsewhere, each with what it gives.

use super::super::bench::Bench;
use super::super::el::{El, button, el};
use super::super::location;
use super::{FORMS, Share};
use crate::export::{Address, markdown};
use crate::quantity::{Unit, show};
use crate::scenario::embed::Part;
use crate::scenario::pair;
use crate::text::decoded;

/// Addresses longer than this some tools cut or refuse, and which.
const LIMITS: [(usize, &str); 3] = [
    (255, "Excel's HYPERLINK() takes 255 characters"),
    (2_083, "Excel's cells and some mail programs take 2,083"),
    (8_000, "many servers and chat tools take about 8,000"),
];

/// The address of the scenario, or of the two that are compared.
pub(super) fn address(bench: &Bench) -> String {
    location::address(&bench.link())
}

/// Where the page is.
pub(super) fn page() -> Option<Address> {
    let here = location::address("");
    Address::read(here.trim_end_matches("#/")).ok()
}

/// The address of the scenario in a frame.
fn embedded(bench: &Bench, share: &Share) -> String {
    let link = bench.link();
    let mut out = location::address(&format!("embed/{link}"));
    let mut add = |key: &str, words: &[&str]| {
        out.push(if out.contains('?') { '&' } else { '?' });
        out += key;
        out.push('=');
        out += &words.join(",");
    };
    let keys = edited(bench, share);
    if !keys.is_empty() {
        add("edit", &keys);
    }
    if share.show.len() < Part::CHOICES.len() {
        add("show", &shown(share));
    }
    out
}

fn edited(bench: &Bench, share: &Share) -> Vec<&'static str> {
    share.edit.iter().filter_map(|index| Some(bench.draft.calculator().fields().get(*index)?.key)).collect()
}

fn shown(share: &Share) -> Vec<&'static str> {
    share.show.iter().map(|part| part.key()).collect()
}

/// A text in an attribute of HTML.
fn attribute(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

fn says(bench: &Bench) -> String {
    match &bench.answer {
        Ok(report) => report.verdict.text.clone(),
        Err(_) => bench.draft.calculator().card().question.to_owned(),
    }
}

/// The text to be copied.
pub(super) fn text(bench: &Bench, share: &Share) -> String {
    let title = bench.draft.calculator().card().title;
    match share.form {
        "markdown" => {
            let words = format!("{title}: {}", says(bench));
            let words: String = words
                .chars()
                .flat_map(|char| if "\\[]*_`<>".contains(char) { vec!['\\', char] } else { vec![char] })
                .collect();
            format!("[{words}]({})", address(bench))
        }
        "frame" => format!(
            "<iframe src=\"{}\" title=\"{}\" width=\"100%\" height=\"640\" loading=\"lazy\"></iframe>",
            attribute(&embedded(bench, share)),
            attribute(title),
        ),
        "element" => {
            let script = location::address("");
            let script = script.trim_end_matches("#/");
            let folder = script.rsplit_once('/').map_or(script, |(folder, _)| folder);
            let mut own = String::new();
            let keys = edited(bench, share);
            if !keys.is_empty() {
                own += &format!(" edit=\"{}\"", keys.join(","));
            }
            if share.show.len() < Part::CHOICES.len() {
                own += &format!(" show=\"{}\"", shown(share).join(","));
            }
            let address = attribute(&address(bench));
            let title = attribute(title);
            format!(
                "<script src=\"{}/embed.js\" async></script>\n<headroom-scenario src=\"{address}\"{own} title=\"{title}\">\n  <a href=\"{address}\">{title}</a>\n</headroom-scenario>",
                attribute(folder),
            )
        }
        "report" => match &bench.answer {
            Ok(report) => markdown(&bench.draft.scenario, report, page().as_ref()),
            Err(error) => format!("No scenario: {}\n", error.message),
        },
        _ => address(bench),
    }
}

/// The panel.
pub(super) fn view(bench: &Bench, share: &Share, copied: bool) -> El {
    let tab = |(key, name): &(&'static str, &'static str)| {
        button("chip", "form-", key).state("aria-pressed", share.form == *key).text(name)
    };
    let panel = el("section")
        .class("share card")
        .set("id", "share")
        .set("data-form", share.form)
        .set("aria-labelledby", "share-title")
        .add(
            el("div")
                .class("share-head")
                .add(el("h2").set("id", "share-title").set("tabindex", "-1").text("Share this scenario"))
                .add(button("", "unshare-", "panel").text("Close")),
        )
        .add(
            el("div")
                .class("chips")
                .set("role", "group")
                .set("aria-label", "As")
                .all(FORMS.iter().map(tab).collect()),
        );
    if share.form == "files" {
        return panel.add(files(bench));
    }
    let text = text(bench, share);
    let rows = match share.form {
        "report" => "14",
        "element" => "4",
        _ => "3",
    };
    let label = format!(
        "The {} to copy",
        FORMS.iter().find(|form| form.0 == share.form).map_or("", |form| form.1).to_lowercase()
    );
    let copy = button("primary", "copy-", "share").text(if copied { "Copied" } else { "Copy" });
    panel
        .maybe((share.form == "frame" || share.form == "element").then(|| options(bench, share)))
        .add(
            el("textarea")
                .set("id", "share-text")
                .set("rows", rows)
                .set("readonly", "")
                .set("spellcheck", "false")
                .put("aria-label", &label)
                .value(&text),
        )
        .add(
            el("p")
                .class("buttons")
                .add(copy)
                .maybe((share.form != "report").then(|| length(&address_in(bench, share)))),
        )
        .add(el("h3").text("What it gives"))
        .add(preview(bench, share))
}

fn address_in(bench: &Bench, share: &Share) -> String {
    if share.form == "frame" { embedded(bench, share) } else { address(bench) }
}

/// How long the address is, and who would cut it.
fn length(address: &str) -> El {
    let count = address.chars().count();
    let says = format!("{} characters", show(Unit::Count, count as f64));
    let cut = LIMITS.iter().rev().find(|(limit, _)| count > *limit);
    el("span")
        .class("soft")
        .set("id", "share-length")
        .text(&says)
        .maybe(cut.map(|(_, who)| el("b").class("warn").text(": ").text(who).text(".")))
}

fn tick(id: &str, key: &str, on: bool, name: &str) -> El {
    let input = el("input").set("type", "checkbox").join("id", id, key).checked(on);
    el("label").class("tick").add(input).text(" ").text(name)
}

/// What readers of an embed see and may change.
fn options(bench: &Bench, share: &Share) -> El {
    let calculator = bench.draft.calculator();
    let applies = calculator.applies(&bench.draft.scenario.values);
    let parts = Part::ALL.map(|part| {
        let choice = Part::CHOICES[part as usize];
        tick("showpart-", choice.key, share.show.contains(&part), choice.label)
    });
    let fields = calculator.fields().iter().enumerate().filter(|(index, _)| applies[*index]);
    let fields =
        fields.map(|(index, meta)| tick("readers-", meta.key, share.edit.contains(&index), meta.label));
    el("div")
        .class("share-options")
        .add(el("fieldset").add(el("legend").text("It shows")).all(parts.into_iter().collect()))
        .add(el("fieldset").add(el("legend").text("Readers may change")).all(fields.collect()))
}

/// What the text becomes where it is pasted.
fn preview(bench: &Bench, share: &Share) -> El {
    let link = address(bench);
    let preview = el("div").class("share-preview").set("id", "share-preview");
    match share.form {
        "frame" | "element" => preview.key("frame").add(
            el("iframe")
                .set("title", "Preview of the embed")
                .put("src", &embedded(bench, share)),
        ),
        "markdown" => {
            let words = format!("{}: {}", bench.draft.calculator().card().title, says(bench));
            preview.add(el("p").add(el("a").put("href", &link).text(&words)))
        }
        "report" => preview.add(el("p").class("soft").text(
            "A report in Markdown: verdict, figures, inputs, the working with its numbers, and the link. Wikis, \
             tickets and pull requests show it as headings and tables.",
        )),
        _ => {
            let changed = crate::analysis::compare::inputs(
                &crate::scenario::Scenario::new(bench.draft.calculator()),
                &bench.draft.scenario,
            );
            let words = match changed.len() {
                0 => "The defaults of this calculator.".to_owned(),
                _ => changed
                    .iter()
                    .map(|input| format!("{} {}", input.label, input.second))
                    .collect::<Vec<_>>()
                    .join(", "),
            };
            let same = pair::second(&bench.link()).is_some();
            preview
                .add(el("p").add(el("a").class("wrap").put("href", &link).text(&decoded(&link))))
                .add(el("p").class("soft").text(&words))
                .maybe(same.then(|| el("p").class("soft").text("It holds both scenarios of the comparison.")))
        }
    }
}

/// Files to be saved.
fn files(bench: &Bench) -> El {
    let file = |key: &str, name: &str, what: &str| {
        el("li").add(button("", "save-", key).text(name)).text(" ").add(el("span").class("soft").text(what))
    };
    let mut list = vec![
        file("md", "Markdown", "The report."),
        file("json", "JSON", "Inputs and figures in SI units, as the command line prints them."),
        file("csv", "CSV", "Every series of every chart."),
    ];
    if let Ok(report) = &bench.answer {
        for chart in &report.charts {
            list.push(file(
                &format!("svg.{}", chart.key),
                "SVG",
                &format!("{}: sharp at any size, light and dark, with its link.", chart.title),
            ));
            list.push(file(
                &format!("png.{}", chart.key),
                "PNG",
                &format!("{}: as the page looks now.", chart.title),
            ));
        }
    }
    el("ul").class("files").all(list)
}
