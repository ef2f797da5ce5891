//! The preprocessor under the real mdBook, 0.5.1: `cargo install mdbook --version 0.5.1 --locked
//! --no-default-features`, then `cargo test --test mdbook -- --ignored`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn copied(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry")) {
        let place = to.join(entry.file_name());
        match entry.file_type().expect("a type").is_dir() {
            true => copied(&entry.path(), &place),
            false => drop(fs::copy(entry.path(), place).expect("a copy")),
        }
    }
}

fn book(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    copied(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/mdbook"), &folder);
    folder
}

fn build(folder: &Path) -> Output {
    let bin = Path::new(env!("CARGO_BIN_EXE_headroom")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    Command::new("mdbook")
        .arg("build")
        .arg(folder)
        .env("PATH", format!("{}:{path}", bin.display()))
        .output()
        .expect("mdbook on the PATH; see the head of this file")
}

#[test]
#[ignore = "needs mdbook on the PATH"]
fn the_example_is_built_with_its_pictures() {
    let folder = book("book");
    let output = build(&folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = fs::read_to_string(folder.join("book/pooler.html")).expect("a page");
    assert_eq!(page.matches("<div class=\"headroom-picture\">").count(), 3, "{page}");
    assert!(!page.contains("language-headroom"), "no block is left");
    // What is within is still SVG after all that mdBook does to HTML.
    for svg in page.split("<div class=\"headroom-picture\">").skip(1) {
        let svg = &svg[svg.find("<svg").expect("a picture")..svg.find("</svg>").expect("its end") + 6];
        let document = roxmltree::Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
        assert!(document.descendants().filter(|node| node.has_tag_name("text")).count() > 10);
        let link = document.descendants().find_map(|node| node.attribute("href")).expect("a link");
        assert!(link.starts_with("https://your.host/headroom/#/pooler?surge_for=5min&"), "{link}");
        // mdBook writes names of attributes small; HTML parsers put that of SVG right again.
        let mut attributes = document.root_element().attributes();
        assert!(attributes.any(|attribute| attribute.name().eq_ignore_ascii_case("viewBox")));
    }
    // The picture of a list item is within it.
    let item = page.split("<li>").find(|item| item.contains("headroom-picture")).expect("in an item");
    assert!(item[..item.find("</li>").expect("its end")].contains("</svg>"));
    assert!(fs::read_to_string(folder.join("book/wal.html")).is_ok_and(|page| page.contains("</svg>")));
}

#[test]
#[ignore = "needs mdbook on the PATH"]
fn a_state_that_differs_stops_the_build() {
    let folder = book("book-wrong");
    let page = folder.join("src/wal.md");
    let text = fs::read_to_string(&page).expect("a page").replace("=> too_late", "=> holds");
    fs::write(&page, text).expect("written");
    let output = build(&folder);
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && printed.contains("wal.md:4: expected holds, is too_late"),
        "{printed}"
    );
}
