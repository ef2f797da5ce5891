//! Pictures as XML.

use std::path::Path;

use roxmltree::{Document, Node};

use super::{HOSTILE, address, all, hostile};
use crate::chart::tests::samples;
use crate::chart::{ChartSpec, Look};
use crate::export::{Address, Picture};
use crate::report::{Report, Severity, Verdict};
use crate::scenario::{Scenario, decode};

const LOOKS: [Look; 4] = [Look::Light, Look::Dark, Look::Auto, Look::Within(":is(.coal,.navy)")];

fn picture<'a>(scenario: &'a Scenario, report: &'a Report, address: Option<&'a Address>) -> Picture<'a> {
    let chart = &report.charts[0];
    Picture { scenario, report, chart, address, look: Look::Auto, width: 640, height: None }
}

fn child<'a>(document: &'a Document<'_>, name: &str) -> Node<'a, 'a> {
    document
        .root_element()
        .children()
        .find(|node| node.has_tag_name(name))
        .unwrap_or_else(|| panic!("{name}"))
}

fn texts(document: &Document<'_>) -> Vec<String> {
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts.map(|node| node.text().unwrap_or_default().to_owned()).collect()
}

#[test]
fn every_picture_is_sound_and_carries_its_link() {
    let address = address();
    for (scenario, report) in all() {
        for chart in &report.charts {
            for look in LOOKS {
                for (width, address) in [(320, None), (900, Some(&address))] {
                    let picture = Picture { chart, look, width, ..picture(&scenario, &report, address) };
                    check(&picture);
                }
            }
        }
    }
}

fn check(picture: &Picture<'_>) {
    let svg = picture.svg();
    assert!(!["NaN", "inf\"", "style=", "<!--"].iter().any(|word| svg.contains(word)), "{svg}");
    let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    let root = document.root_element();
    assert_eq!(root.attribute("viewBox").map(|text| text.starts_with("0 0 ")), Some(true));
    assert_eq!(child(&document, "title").text(), Some(picture.report.verdict.text.as_str()));
    let description = child(&document, "desc").text().unwrap_or_default().to_owned();
    assert!(description.contains(&picture.chart.caption), "{description}");
    let metadata = child(&document, "metadata").descendants().find_map(|node| {
        node.has_tag_name(("http://purl.org/dc/elements/1.1/", "source")).then(|| node.text()).flatten()
    });
    let links: Vec<_> = document.descendants().filter_map(|node| node.attribute("href")).collect();
    match picture.address {
        Some(address) => {
            let link = address.link(picture.scenario);
            assert_eq!((metadata, links), (Some(link.as_str()), vec![link.as_str()]));
            assert_eq!(decode(&link).expect("a calculator").scenario, *picture.scenario);
            assert_eq!(root.attribute("role"), None, "a link within an image is lost");
            // All that is drawn is in the link.
            let anchor = child(&document, "a");
            let drawn = ["rect", "path", "text", "g", "circle"];
            assert!(anchor.has_children());
            assert!(!root.children().any(|node| drawn.contains(&node.tag_name().name())));
        }
        None => {
            assert_eq!((metadata, links), (Some(picture.scenario.encode().as_str()), vec![]));
            assert_eq!(root.attribute("role"), Some("img"));
        }
    }
    check_colours(&document, picture.look);
}

/// Every colour may be switched, and the switch of each is there.
fn check_colours(document: &Document<'_>, look: Look) {
    let styles: Vec<_> = document.descendants().filter(|node| node.has_tag_name("style")).collect();
    let sheet = styles.first().and_then(|node| node.text()).unwrap_or_default();
    let is_switched = !matches!(look, Look::Light | Look::Dark);
    assert_eq!(styles.len(), usize::from(is_switched));
    assert_eq!(sheet.contains("@media (prefers-color-scheme:dark)"), look == Look::Auto);
    for node in document.descendants() {
        for name in ["fill", "stroke"] {
            let colour = node.attribute(name).filter(|colour| colour.starts_with('#'));
            if let Some(colour) = colour
                && is_switched
            {
                let class = node.attribute("class").unwrap_or_default();
                assert!(class.starts_with(&format!("hr-{name}")), "{colour} of {node:?}");
                assert!(sheet.contains(&format!(".{class}{{{name}:#")), "{class} in {sheet}");
            }
        }
    }
}

#[test]
fn names_stay_text() {
    let (scenario, report) = hostile();
    let svg = picture(&scenario, &report, None).svg();
    let document = Document::parse(&svg).expect("XML");
    assert!(texts(&document).iter().any(|text| text == HOSTILE[0]), "{svg}");
    assert!(!document.descendants().any(|node| node.has_tag_name("script")));
}

#[test]
fn it_grows_until_all_has_room() {
    let (scenario, report) = hostile();
    let mut picture = picture(&scenario, &report, None);
    for width in [200, 320, 640, 2000] {
        picture.width = width;
        for height in [None, Some(10), Some(picture.least_height()), Some(900)] {
            picture.height = height;
            let svg = picture.svg();
            let document = Document::parse(&svg).expect("XML");
            let number = |node: Node<'_, '_>, name: &str| {
                node.attribute(name).and_then(|text| text.parse::<f64>().ok()).unwrap_or_default()
            };
            let shown = number(document.root_element(), "height");
            let least = f64::from(picture.least_height());
            match height {
                None => assert!(shown > least),
                Some(height) => assert_eq!(shown, f64::from(height).max(least)),
            }
            let lowest = document.descendants().map(|node| number(node, "y")).fold(0.0, f64::max);
            assert_eq!(lowest, shown - 16.0, "the link is the last line");
        }
    }
}

/// A picture of a chart that no model changes.
fn sample(chart: ChartSpec, severity: Severity) -> (Scenario, Report) {
    let verdict = Verdict {
        state: "stuck",
        severity,
        text: "Collapses 1.3 s into the surge and stays down: 100 queries/s arrive, 38/s can be refilled."
            .into(),
        detail: "Each of them has given up before its turn comes.".into(),
    };
    let scenario = decode("pooler?open=100ms&rate=3k/s").expect("a calculator").scenario;
    let (figures, notes, steps, tables) = (vec![], vec![], vec![], vec![]);
    (scenario, Report { verdict, figures, notes, steps, tables, charts: vec![chart] })
}

/// `UPDATE_GOLDEN=1 cargo test golden` writes them anew: look at them before you commit them.
#[test]
fn golden_cards() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/charts");
    let address = address();
    for (name, chart, severity, look, address) in [
        ("card-lines-auto", samples::backlog(), Severity::Critical, Look::Auto, Some(&address)),
        ("card-clock-light", samples::wal(), Severity::Warning, Look::Light, Some(&address)),
        ("card-bars-dark", samples::packing(), Severity::Ok, Look::Dark, None),
    ] {
        let (scenario, report) = sample(chart, severity);
        let text = Picture { look, ..picture(&scenario, &report, address) }.svg();
        let path = folder.join(format!("{name}.svg"));
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(&path, &text).expect("a golden file");
        }
        let golden = std::fs::read_to_string(&path).expect("a golden file; UPDATE_GOLDEN=1 writes it");
        assert!(golden == text, "{} differs: UPDATE_GOLDEN=1 writes it anew", path.display());
    }
}
