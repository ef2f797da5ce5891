//! The examples and the manual of embedding: every address in them leads to the scenario it is meant to.

use std::path::{Path, PathBuf};
use std::process::Command;

use headroom::scenario::{Embed, Scenario, decode, embed};

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every address of a scenario in HTML, Markdown or MDX, as a browser sees it; not the text of a link.
fn addresses(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("/#/") {
        let start = text[..at].rfind(['"', '(', '<', ' ', '>']).map_or(0, |before| before + 1);
        if text[..start].ends_with('>') {
            continue;
        }
        let length = text[start..].find(['"', ')', '<', '>', ' ', '\n']).unwrap_or(text.len() - start);
        found.push(text[start..start + length].replace("&amp;", "&"));
    }
    found
}

/// The scenario that an address leads to; every part of it is understood.
fn scenario(address: &str) -> Scenario {
    assert!(address.starts_with("http"), "{address} is whole");
    let decoded = decode(address).unwrap_or_else(|error| panic!("{address}: {error}"));
    assert_eq!(decoded.issues, [], "{address}");
    if let Some(embed) = Embed::of(address) {
        assert_eq!(embed.issues, [], "{address}");
    }
    decoded.scenario
}

/// The links of all scenarios in a text, each with what its embed shows, in order.
fn scenarios(text: &str) -> Vec<(String, Option<Embed>)> {
    addresses(text).iter().map(|address| (scenario(address).encode(), Embed::of(address))).collect()
}

/// The value of an attribute of the element, wherever it stands in a text.
fn attributes<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let elements = text.split("<headroom-scenario").skip(1).filter_map(|rest| rest.split('>').next());
    elements.filter_map(|element| element.split(&format!("{name}=\"")).nth(1)?.split('"').next()).collect()
}

const FILES: [(&str, usize); 4] = [
    ("docs/embedding.md", 3),
    ("examples/html/index.html", 3),
    ("examples/mkdocs/docs/index.md", 5),
    ("examples/docusaurus/docs/index.mdx", 2),
];

#[test]
fn every_address_leads_to_a_scenario_that_answers() {
    for (file, count) in FILES {
        let text = read(&root(file));
        let found = addresses(&text);
        assert_eq!(found.len(), count, "{file}: {found:#?}");
        for address in &found {
            let scenario = scenario(address);
            scenario.evaluate(&[]).unwrap_or_else(|error| panic!("{file}: {address}: {error}"));
            assert_ne!(scenario.encode(), scenario.calculator.id(), "{file}: {address} is only defaults");
        }
    }
}

#[test]
fn the_attributes_name_what_there_is() {
    for (file, _) in FILES {
        let text = read(&root(file));
        for name in ["src", "edit", "show", "title"] {
            assert!(!attributes(&text, name).is_empty(), "{file}: {name}");
        }
        for (src, (edit, show)) in attributes(&text, "src")
            .into_iter()
            .zip(attributes(&text, "edit").into_iter().zip(attributes(&text, "show")))
        {
            let src = src.replace("&amp;", "&").replace("/#/", "/#/embed/");
            let embed = Embed::of(&format!("{src}&edit={edit}&show={show}")).expect("a calculator");
            assert_eq!(embed.issues, [], "{file}: {src}");
            assert_eq!(embed.edit.len(), edit.split(',').count(), "{file}: {src}");
            assert_eq!(embed.show.len(), show.split(',').count(), "{file}: {src}");
        }
    }
}

#[test]
fn the_element_stays_small_and_keeps_to_the_policy() {
    let text = read(&root("static/embed.js"));
    assert!(text.len() < 3000, "embed.js has {} bytes", text.len());
    for word in ["innerHTML", "eval(", "Function(", "setAttribute", "srcdoc", "import", "document.write"] {
        assert!(!text.contains(word), "embed.js uses {word}");
    }
    // It and the page agree on what the pairs of the frame are called.
    for key in embed::KEYS {
        assert!(text.contains(&format!("&{key}=")), "{key}");
    }
}

#[test]
#[ignore = "needs MkDocs: scripts/test runs it"]
fn mkdocs_keeps_every_link() {
    let mkdocs = std::env::var("HEADROOM_MKDOCS").expect("HEADROOM_MKDOCS is the mkdocs executable");
    let site = std::env::temp_dir().join(format!("headroom-mkdocs-{}", std::process::id()));
    let status = Command::new(mkdocs)
        .args(["build", "--strict", "--quiet", "--config-file"])
        .arg(root("examples/mkdocs/mkdocs.yml"))
        .arg("--site-dir")
        .arg(&site)
        .status()
        .expect("mkdocs runs");
    assert!(status.success(), "mkdocs build --strict: {status}");
    let html = read(&site.join("index.html"));
    let source = read(&root("examples/mkdocs/docs/index.md"));
    assert_eq!(scenarios(&html), scenarios(&source));
    assert_eq!(scenarios(&html).len(), 5);
    for name in ["edit", "show", "title"] {
        assert_eq!(attributes(&html, name), attributes(&source, name));
    }
    assert!(html.contains("<script src=\"http://127.0.0.1:8080/embed.js\">"), "the script is loaded");
    std::fs::remove_dir_all(site).expect("the site can be removed");
}
