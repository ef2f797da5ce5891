//! A link survives what chat clients and Markdown renderers make of it: the address that a click opens
//! decodes to the same scenario.

mod scenarios;

use std::collections::BTreeMap;
use std::fs::File;
use std::process::Command;

use headroom::calculators;
use headroom::scenario::{Scenario, decode};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::json;

use scenarios::scenarios;

const HOST: &str = "https://headroom.example/docs/#/";
const RANDOM_SCENARIOS: usize = 1000;

/// How a link stands in a message, be it Markdown or not.
const IN_TEXT: [&str; 16] = [
    "LINK",
    "(LINK)",
    "See LINK.",
    "LINK, and then",
    "Is it LINK?",
    "It is LINK!",
    "LINK; it held",
    "LINK: it held",
    "(see LINK).",
    "(LINK, LATER)",
    "LINK...",
    "Two\nlines LINK\nand more",
    "as \"LINK\" says",
    "It is **LINK**",
    "_It is LINK for now_",
    "a_b *c* LINK *d* e_f",
];

/// How a link is written where Markdown is known.
const IN_MARKDOWN: [&str; 6] = [
    "<LINK>",
    "See <LINK>.",
    "[it held](LINK)",
    "[a][1]\n\n[1]: LINK",
    "| a | b |\n|---|---|\n| LINK | c |",
    "- *x*: LINK",
];

/// The links that have to survive: every preset, every golden link and random ones.
fn links() -> Vec<String> {
    let presets = calculators::all().iter().flat_map(|calculator| {
        calculator.presets().iter().map(|preset| format!("{}?{}", calculator.id(), preset.query))
    });
    let golden = include_str!("data/links/golden.txt");
    let golden = golden.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()));
    let mut links: Vec<_> = presets.chain(golden.map(str::to_owned)).map(|link| canonical(&link)).collect();
    let mut runner = TestRunner::default();
    let strategy = scenarios();
    for _ in 0..RANDOM_SCENARIOS {
        let scenario = strategy.new_tree(&mut runner).expect("a scenario").current();
        links.push(canonical(&scenario.encode()));
    }
    links
}

fn canonical(link: &str) -> String {
    read(link).encode()
}

fn read(link: &str) -> Scenario {
    let decoded = decode(link).unwrap_or_else(|error| panic!("{link}: {error}"));
    assert_eq!(decoded.issues, [], "{link}");
    decoded.scenario
}

/// Panics unless a linkifier found exactly this link in the text.
fn assert_survives(linkifier: &str, text: &str, link: &str, hrefs: &[String]) {
    let [href] = hrefs else { panic!("{linkifier} sees {} links in {text:?}: {hrefs:#?}", hrefs.len()) };
    // The usual case; that the link itself reads back was checked when it was made.
    if href.strip_prefix(HOST) == Some(link) {
        return;
    }
    let decoded =
        decode(href).unwrap_or_else(|error| panic!("{linkifier}: {text:?} leads to {href}: {error}"));
    assert_eq!(decoded.issues, [], "{linkifier}: {text:?} leads to {href}");
    assert_eq!(decoded.scenario, read(link), "{linkifier}: {text:?} leads to {href}");
    assert_eq!(decoded.scenario.encode(), link, "{linkifier}: {text:?} leads to {href}");
}

/// Every text with its link, and whether only those that know Markdown can read it.
fn texts(links: &[String]) -> Vec<(String, &String, bool)> {
    let mut texts = Vec::new();
    for link in links {
        let address = format!("{HOST}{link}");
        let of = |form: &&str| form.replace("LINK", &address);
        texts.extend(IN_TEXT.iter().map(|form| (of(form), link, false)));
        texts.extend(IN_MARKDOWN.iter().map(|form| (of(form), link, true)));
    }
    texts
}

/// The addresses of the links in HTML.
fn hrefs(html: &str) -> Vec<String> {
    let starts = html.split("href=\"").skip(1);
    let raw = starts.map(|rest| rest.split('"').next().unwrap_or_default());
    raw.map(|href| href.replace("&#x27;", "'").replace("&amp;", "&")).collect()
}

#[test]
fn links_survive_github_markdown() {
    let mut options = comrak::Options::default();
    options.extension.autolink = true;
    options.extension.table = true;
    options.extension.strikethrough = true;
    options.parse.smart = true;
    for (text, link, _) in texts(&links()) {
        assert_survives("comrak", &text, link, &hrefs(&comrak::markdown_to_html(&text, &options)));
    }
}

#[test]
#[ignore = "needs node and the packages of scripts/linkifiers: scripts/test runs it"]
fn links_survive_linkifiers() {
    let folder = std::env::var("HEADROOM_LINKIFIERS").expect(
        "HEADROOM_LINKIFIERS is the folder where `npm ci` installed scripts/linkifiers/package-lock.json",
    );
    let links = links();
    let texts = texts(&links);
    let asked: String = texts
        .iter()
        .map(|(text, link, markdown)| {
            let asked = json!({"text": text, "link": format!("{HOST}{link}"), "markdown": markdown});
            format!("{asked}\n")
        })
        .collect();
    // By files: a pipe each way would have to be emptied while the other is filled.
    let path =
        |what: &str| std::env::temp_dir().join(format!("headroom-linkifiers-{what}-{}", std::process::id()));
    let (questions, answers) = (path("in"), path("out"));
    std::fs::write(&questions, asked).expect("the questions can be written");
    let status = Command::new("node")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/linkifiers/check.mjs"))
        .env("HEADROOM_LINKIFIERS", folder)
        .stdin(File::open(&questions).expect("the questions"))
        .stdout(File::create(&answers).expect("a file for the answers"))
        .status()
        .expect("node runs");
    assert!(status.success(), "node: {status}");
    let answered = std::fs::read_to_string(&answers).expect("the answers");
    assert_eq!(answered.lines().count(), texts.len());
    for ((text, link, markdown), answer) in texts.iter().zip(answered.lines()) {
        let answer: BTreeMap<String, Option<Vec<String>>> = serde_json::from_str(answer).expect("JSON");
        let known: Vec<_> = answer.keys().map(String::as_str).collect();
        let markdown_only = ["markdown-it", "micromark"];
        let all = ["autolinker", "linkify-it", "linkifyjs", "markdown-it", "micromark"];
        assert_eq!(known, if *markdown { &markdown_only[..] } else { &all[..] });
        for (linkifier, hrefs) in
            answer.iter().filter_map(|(linkifier, hrefs)| Some((linkifier, hrefs.as_ref()?)))
        {
            assert_survives(linkifier, text, link, hrefs);
        }
    }
    for path in [questions, answers] {
        std::fs::remove_file(path).expect("a file of this test");
    }
}
