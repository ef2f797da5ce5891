//! A link survives what chat clients and Markdown renderers make of it: the address that a click opens
//! decodes to the same scenario.

mod scenarios;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use headroom::calculators;
use headroom::scenario::{Scenario, decode};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

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
const IN_MARKDOWN: [&str; 6] =
    ["<LINK>", "See <LINK>.", "[it held](LINK)", "[a][1]\n\n[1]: LINK", "| a | b |\n|---|---|\n| LINK | c |", "- *x*: LINK"];

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
    let decoded = decode(href).unwrap_or_else(|error| panic!("{linkifier}: {text:?} leads to {href}: {error}"));
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
    let folder = std::env::var("HEADROOM_LINKIFIERS")
        .expect("HEADROOM_LINKIFIERS is the folder where `npm ci` installed scripts/linkifiers/package-lock.json");
    let mut node = Command::new("node")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/linkifiers/check.mjs"))
        .env("HEADROOM_LINKIFIERS", folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node");
    let links = links();
    let texts = texts(&links);
    let mut stdin = node.stdin.take().expect("a pipe");
    let asked: Vec<_> =
        texts.iter().map(|(text, _, markdown)| json!({"text": text, "markdown": markdown}).to_string()).collect();
    let writer = std::thread::spawn(move || {
        asked.iter().try_for_each(|line| writeln!(stdin, "{line}")).expect("node reads its input");
    });
    let mut answers = BufReader::new(node.stdout.take().expect("a pipe")).lines();
    let mut answered = 0;
    for (text, link, markdown) in &texts {
        let answer = answers.next().expect("an answer to each text").expect("text");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        let linkifiers = answer.as_object().expect("an object");
        assert_eq!(linkifiers.len(), if *markdown { 2 } else { 5 }, "{answer}");
        for (linkifier, hrefs) in linkifiers {
            let hrefs: Vec<String> = serde_json::from_value(hrefs.clone()).expect("a list of addresses");
            assert_survives(linkifier, text, link, &hrefs);
            answered += 1;
        }
    }
    writer.join().expect("all texts were asked");
    assert!(node.wait().expect("node ends").success());
    assert!(answered > RANDOM_SCENARIOS * (5 * IN_TEXT.len() + 2 * IN_MARKDOWN.len()));
}
