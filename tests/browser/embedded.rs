//! The real page in frames of a page of another origin, with the policy that docs/embedding.md names.

use std::time::{Duration, Instant};

use fantoccini::elements::{Element, ElementRef};
use serde_json::Value;

use super::harness::{PATIENCE, Page, Server, WIDE, dist};
use super::state;

const HOST_PAGE: &str = r#"<!doctype html><html lang="en"><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' ORIGIN; frame-src ORIGIN; img-src data:">
<title>A page that embeds</title>
<link rel="icon" href="data:,">
<script src="PAGEembed.js"></script>
<main><h1>A page that embeds</h1>
<headroom-scenario id="element" src="PAGE#/wal?alert=30pct" edit="free" theme="light"></headroom-scenario>
<iframe id="plain" src="PAGE#/embed/wal?edit=free" width="700" height="500"></iframe></main>
<script src="host.js"></script></html>"#;
const HOST_SCRIPT: &str = "window.changes = [];
document.addEventListener('change', (event) => window.changes.push(event.detail.link));
window.violations = [];
document.addEventListener('securitypolicyviolation', (event) => window.violations.push(event.violatedDirective + ' ' + event.blockedURI));";

const FRAME: &str = "document.getElementById('element').shadowRoot.querySelector('iframe')";

/// Asks until the answer will do.
async fn until(page: &Page, script: &str, will_do: impl Fn(&Value) -> bool) -> Value {
    let end = Instant::now() + PATIENCE;
    loop {
        let answer = page.script(script).await;
        if will_do(&answer) {
            return answer;
        }
        assert!(Instant::now() < end, "{script}: {answer}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn enter_element(page: &Page) {
    let found = page.script(&format!("return {FRAME}")).await;
    let id = found.as_object().and_then(|object| object.values().next()).and_then(Value::as_str);
    let id = ElementRef::from(id.expect("an element").to_owned());
    Element::from_element_id(page.client.clone(), id).enter_frame().await.expect("the frame");
    // A frame out of sight has no animation frames to wait for.
    page.find("main:not([data-loading]) h1").await;
}

async fn leave(page: &Page) {
    page.client.clone().enter_parent_frame().await.expect("the page around");
}

async fn height(page: &Page, other_than: &str) -> String {
    let is_new =
        |height: &Value| height.as_str().is_some_and(|text| text.ends_with("px") && text != other_than);
    until(page, &format!("return {FRAME}.style.height"), is_new).await.as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn a_page_of_another_origin_embeds_and_is_heard() {
    let headroom = Server::start(&dist());
    let folder = std::env::temp_dir().join(format!("headroom-host-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let host_page = HOST_PAGE.replace("ORIGIN", &headroom.origin).replace("PAGE", &headroom.page());
    std::fs::write(folder.join("host.html"), host_page).expect("a page");
    std::fs::write(folder.join("host.js"), HOST_SCRIPT).expect("a script");
    let host = Server::start(&folder);
    assert_ne!(host.origin, headroom.origin);

    let page = Page::visit(WIDE, &headroom.page(), "#/").await;
    page.client.goto(&format!("{}host.html", host.page())).await.expect("the host page");

    // The frame is as high as its content, also when it becomes narrow.
    let wide = height(&page, "").await;
    page.script(
        "const e = document.getElementById('element'); e.style.display = 'block'; e.style.width = '340px'",
    )
    .await;
    let narrow = height(&page, &wide).await;
    let px = |text: &str| text.trim_end_matches("px").parse::<f64>().expect("a height");
    assert!(px(&narrow) > px(&wide), "{narrow} {wide}");
    enter_element(&page).await;
    assert_eq!(page.state().await, state("wal?alert=30pct"));
    let content =
        page.script("return Math.ceil(document.getElementById('app').getBoundingClientRect().height)").await;
    leave(&page).await;
    until(&page, &format!("return parseFloat({FRAME}.style.height)"), |height| {
        height.as_f64() == content.as_f64()
    })
    .await;

    // The theme follows the attribute.
    page.script("document.getElementById('element').setAttribute('theme', 'dark')").await;
    enter_element(&page).await;
    until(&page, "return document.documentElement.dataset.theme", |theme| theme == "dark").await;
    // An edit is told, and only the input that may be edited is there.
    assert_eq!((page.count("[data-field]").await, page.count("[data-field=free]").await), (1, 1));
    page.type_into("free", "990 GB").await;
    leave(&page).await;
    let link = format!("{}#/wal?free=990GB&alert=30pct", headroom.page());
    let told = until(&page, "return window.changes", |changes| {
        changes.as_array().and_then(|changes| changes.last()).is_some_and(|last| *last == link)
    })
    .await;

    // A new scenario reaches the frame without a reload, and is not told back.
    page.script(&format!(
        "document.getElementById('element').setAttribute('src', '{}#/wal?write=10MB/s')",
        headroom.page()
    ))
    .await;
    enter_element(&page).await;
    let expected = state("wal?write=10MB/s");
    assert_ne!(expected, state("wal?alert=30pct"));
    until(
        &page,
        "return document.querySelector('[data-verdict-state]')?.dataset.verdictState ?? ''",
        |state| state == expected,
    )
    .await;
    assert_eq!(page.script("return document.documentElement.dataset.theme").await, "dark", "the theme stays");
    leave(&page).await;
    assert_eq!(page.script("return window.changes").await, told);

    // A message from a wrong source does nothing: neither to the element nor to a frame.
    let before = height(&page, "").await;
    let plain = page.find("#plain").await;
    plain.enter_frame().await.expect("the plain frame");
    page.find("main:not([data-loading]) h1").await;
    page.script(
        "parent.postMessage({ type: 'headroom:height', px: 77 }, '*');
         parent.postMessage({ type: 'headroom:scenario', link: 'wal?free=1GB' }, '*');
         for (let frame = 0; frame < parent.length; frame++) {
             parent[frame].postMessage({ type: 'headroom:set', link: 'wal?free=1GB' }, '*');
         }
         return new Promise((done) => setTimeout(() => done(0), 300))",
    )
    .await;
    assert_eq!(page.value("free").await, "800 GB");
    leave(&page).await;
    assert_eq!(page.script(&format!("return {FRAME}.style.height")).await, Value::from(before));
    assert_eq!(page.script("return window.changes").await, told);
    assert_eq!(page.script("return window.violations").await, serde_json::json!([]));
    let _ = std::fs::remove_dir_all(folder);
}
