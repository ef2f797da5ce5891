//! The whole of Headroom in one file, opened from the disk.

use std::path::PathBuf;
use std::process::Command;

use headroom::calculators;

use super::harness::{Browser, NARROW_DARK, Page, WIDE, browser, dist};
use super::state;

/// Makes the file, and gives its address.
fn single_file(name: &str) -> (PathBuf, String) {
    let folder = std::env::temp_dir().join(format!("headroom single {name} {}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("headroom.html");
    let status = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/single-file"))
        .arg(&file)
        .status()
        .expect("scripts/single-file");
    assert!(status.success(), "scripts/single-file: {status}");
    // Nothing of dist/ lies beside it.
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 1);
    let address = url::Url::from_file_path(&file).expect("an address").into();
    (folder, address)
}

async fn stays(page: &Page, file: &str) {
    let requests = page.requests().await;
    // Firefox tells nothing of what comes from a disk.
    let told = browser() == Browser::Firefox || requests.iter().any(|url| url.starts_with(file));
    assert!(told, "{requests:?}");
    for url in requests.iter().filter(|url| !url.starts_with("chrome") && !url.starts_with("about:")) {
        assert!(url.starts_with(file) || url.starts_with("data:"), "{url} was asked for");
    }
}

#[tokio::test]
async fn the_single_file_is_all_of_headroom() {
    let (folder, file) = single_file("all");
    let page = Page::visit(WIDE, &file, "#/").await;
    page.keep_screenshot("single-file").await;
    for calculator in calculators::all() {
        page.goto(&format!("#/{}", calculator.id())).await;
        assert_eq!(page.state().await, state(calculator.id()), "{}", calculator.id());
        assert!(page.count("[data-chart] canvas").await > 0, "{}", calculator.id());
        page.assert_quiet().await;
    }
    for (link, key, text, after) in [
        ("pooler?open=60ms", "max_clients", "4000", "pooler?open=60ms&max_clients=4000"),
        ("wal", "archive", "200 MB/s", "wal?archive=200MB/s"),
    ] {
        // A new load, as from a link in a message.
        page.client.goto("about:blank").await.expect("a page");
        page.goto(&format!("#/{link}")).await;
        assert_eq!(page.state().await, state(link), "{link}");
        let before = page.state().await;
        page.type_into(key, text).await;
        assert_ne!(state(after), before, "{after} was chosen to change the verdict");
        assert_eq!(page.state().await, state(after), "{after}");
        page.expect_link(after).await;
        page.client.refresh().await.expect("a reload");
        page.settle().await;
        assert_eq!((page.state().await.as_str(), page.link().await.as_str()), (state(after), after));
    }
    page.find("nav a[href='#/backlog']").await.click().await.expect("a click");
    page.expect_link("backlog").await;
    page.client.back().await.expect("back");
    page.expect_link("wal?archive=200MB/s").await;
    page.settle().await;
    assert_eq!(page.state().await, state("wal?archive=200MB/s"));
    page.assert_quiet().await;
    stays(&page, &file).await;
    std::fs::remove_dir_all(folder).expect("the folder goes");
}

#[tokio::test]
async fn the_single_file_keeps_to_a_strict_policy() {
    let (folder, file) = single_file("policy");
    let page = Page::visit(NARROW_DARK, &file, "#/packing").await;
    let policy = page.attribute("meta[http-equiv=Content-Security-Policy]", "content").await;
    for part in ["default-src 'none'", "script-src 'sha256-", "style-src 'sha256-", "connect-src 'none'"] {
        assert!(policy.contains(part), "{part} in {policy}");
    }
    for part in ["unsafe-inline", "'unsafe-eval'", "'self'", "http", "*"] {
        assert!(!policy.contains(part), "{part} in {policy}");
    }
    // It holds: nothing else runs, and nothing is sent.
    let refused = page
        .script(
            "const script = document.createElement('script'); script.textContent = 'window.owned = 1';
             document.body.append(script);
             return fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'refused')
                 .then(said => [said, window.owned === undefined])",
        )
        .await;
    assert_eq!(refused, serde_json::json!(["refused", true]));
    assert_eq!(page.count("[src], link[href]:not([href^='data:'])").await, 0, "nothing outside is named");
    // The page is the one of dist/: its style, and how wide it may be.
    let style = page.script("return getComputedStyle(document.querySelector('h1')).fontWeight").await;
    assert_ne!(style, "", "styled");
    let wide = page.script("return document.documentElement.scrollWidth - innerWidth").await;
    assert_eq!(wide, 0, "it scrolls sideways");
    page.keep_screenshot("single-file-narrow-dark").await;
    let text = std::fs::read_to_string(folder.join("headroom.html")).expect("the file");
    let name = std::fs::read_dir(dist())
        .expect("dist")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    for wasm in name.filter(|name| name.ends_with(".wasm")) {
        assert!(text.contains(&wasm), "{wasm} is in it");
    }
    std::fs::remove_dir_all(folder).expect("the folder goes");
}
