//! Markdown read back by a Markdown parser.

use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::super::markdown;
use super::{HOSTILE, address, all, hostile};
use crate::export::markdown_text;
use crate::scenario::decode;

/// What a reader sees, block by block, the links in it, and whether there was HTML or emphasis.
#[derive(Default)]
struct Seen {
    blocks: Vec<String>,
    links: Vec<String>,
    odd: Vec<String>,
}

fn seen(text: &str) -> Seen {
    let mut seen = Seen::default();
    let mut block = String::new();
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_MATH;
    for event in Parser::new_ext(text, options) {
        match event {
            Event::Text(text) | Event::Code(text) => block += &text,
            Event::SoftBreak | Event::HardBreak => block.push(' '),
            Event::Start(Tag::Link { dest_url, .. }) => seen.links.push(dest_url.into_string()),
            Event::Start(Tag::Emphasis | Tag::Strikethrough | Tag::Image { .. } | Tag::HtmlBlock)
            | Event::Html(_)
            | Event::InlineHtml(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_) => seen.odd.push(format!("{event:?}")),
            Event::End(
                TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::TableCell | TagEnd::Item | TagEnd::CodeBlock,
            ) => {
                seen.blocks.push(std::mem::take(&mut block));
            }
            _ => {}
        }
    }
    seen
}

fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn markdown_shows_the_whole_report() {
    for (scenario, report) in all() {
        let text = markdown(&scenario, &report, Some(&address()));
        let Seen { blocks, links, odd } = seen(&text);
        assert_eq!(odd, Vec::<String>::new(), "{text}");
        let has = |text: &str| {
            let text = plain(text);
            assert!(text.is_empty() || blocks.contains(&text), "{text}\n\n{blocks:?}");
        };
        has(&report.verdict.text);
        has(&report.verdict.detail);
        for figure in &report.figures {
            [figure.label, &figure.text, &figure.note].into_iter().for_each(has);
        }
        for step in &report.steps {
            [step.what.as_str(), &step.formula, &step.numbers, step.source].into_iter().for_each(has);
        }
        report.notes.iter().for_each(|note| has(&note.text));
        report.tables.iter().flat_map(|table| table.rows.iter().flatten()).for_each(|cell| has(cell));
        scenario.calculator.about().assumptions.iter().for_each(|text| has(text));
        scenario.calculator.about().sources.iter().for_each(|text| has(text));

        assert_eq!(links, [address().link(&scenario)]);
        let decoded = decode(&links[0]).expect("a calculator");
        assert_eq!((decoded.scenario, decoded.issues), (scenario, vec![]));
    }
}

#[test]
fn inputs_that_differ_are_there_and_no_others() {
    let scenario = decode("pooler?open=100ms&on_deadline=leave").expect("a calculator").scenario;
    let report = scenario.evaluate(&[]).expect("a report");
    let text = markdown(&scenario, &report, None);
    let inputs = text.split("## Inputs that differ from the defaults").nth(1).expect("inputs");
    let inputs = inputs.split("\n## ").next().expect("a section");
    assert!(inputs.contains("| 100 ms | 50 ms |"), "{inputs}");
    assert_eq!(inputs.lines().filter(|line| line.starts_with("| ")).count(), 1 + scenario_changes(&scenario));
    assert!(text.contains("Scenario: `pooler?open=100ms"), "{text}");

    let scenario = decode("pooler").expect("a calculator").scenario;
    let report = scenario.evaluate(&[]).expect("a report");
    assert!(markdown(&scenario, &report, None).contains("All inputs have their defaults."));
}

fn scenario_changes(scenario: &crate::scenario::Scenario) -> usize {
    let changed = scenario.values.iter().zip(scenario.calculator.defaults());
    let count = changed.filter(|(value, default)| value != default).count();
    assert!((1..=2).contains(&count));
    count
}

#[test]
fn names_are_shown_as_they_are() {
    let (scenario, report) = hostile();
    let text = markdown(&scenario, &report, None);
    let Seen { blocks, .. } = seen(&text);
    for name in HOSTILE {
        // Encoded in the table of inputs as in a link.
        assert!(blocks.iter().any(|block| block == name), "{name}\n{text}");
    }
    // In a code span nothing becomes a link.
    let text: String = text.lines().filter(|line| !line.starts_with("State: ")).collect();
    for word in ["https://evil", "www.evil", " @team"] {
        assert!(!text.contains(word), "GitHub would make a link of {word}: {text}");
    }
}

proptest! {
    #[test]
    fn any_text_survives(text in "[-+=>#*_`|\\[\\]()<&;~$!:.@/\\\\0-9a-z\" é]{0,30}") {
        let escaped = markdown_text(&text);
        for document in [format!("{escaped}\n"), format!("- {escaped}\n"), format!("| a |\n|---|\n| {escaped} |\n")] {
            let Seen { blocks, links, odd } = seen(&document);
            prop_assert_eq!((links, odd), (vec![], vec![]), "{}", document);
            prop_assert_eq!(blocks.last().cloned().unwrap_or_default(), plain(&text), "{}", document);
        }
    }
}
