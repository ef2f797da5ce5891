//! The element of static/embed.js in a real browser, on a page with a strict policy, with a stand-in for the
//! page of Headroom in the frame.

use std::process::{Command, Stdio};
use std::time::Duration;

use axum::Router;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use headroom::scenario::{Embed, decode};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

const EMBED: &str = include_str!("../static/embed.js");
const HOST_PAGE: &str = include_str!("data/embed/host.html");
const HOST_SCRIPT: &str = include_str!("data/embed/host.js");
const FRAME_PAGE: &str = include_str!("data/embed/frame.html");

async fn listen() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let origin = format!("http://{}", listener.local_addr().expect("an address"));
    (listener, origin)
}

fn page(text: String) -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/html")], text)
}

fn script(text: String) -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/javascript")], text)
}

/// What the script of the host page saw.
async fn seen() -> Value {
    let (host, host_origin) = listen().await;
    let (frame, frame_origin) = listen().await;
    // The policy that docs/embedding.md names, and nothing more; connect-src is for the answer of this test.
    let policy = format!(
        "default-src 'none'; script-src 'self' {frame_origin}; frame-src {frame_origin}; connect-src 'self'; \
         require-trusted-types-for 'script'"
    );
    let (send, mut receive) = mpsc::channel::<String>(1);
    let with_origin = move |text: &str| text.replace("FRAME", &frame_origin);
    let (host_page, host_script) = (with_origin(HOST_PAGE), with_origin(HOST_SCRIPT));
    let answer = move |body: String| async move {
        send.send(body).await.expect("the test waits");
    };
    let host_app = Router::new()
        .route("/", get(|| async { ([(CONTENT_SECURITY_POLICY, policy)], page(host_page)) }))
        .route("/host.js", get(|| async { script(host_script) }))
        .route("/seen", post(answer));
    let frame_app = Router::new()
        .route("/", get(|| async { page(FRAME_PAGE.to_owned()) }))
        .route("/other", get(|| async { page(FRAME_PAGE.to_owned()) }))
        .route("/embed.js", get(|| async { script(EMBED.to_owned()) }));
    tokio::spawn(async move { axum::serve(host, host_app).await });
    tokio::spawn(async move { axum::serve(frame, frame_app).await });
    let profile = std::env::temp_dir().join(format!("headroom-embed-{}", std::process::id()));
    let mut browser = Command::new("chromium")
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(host_origin)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("chromium: scripts/test installs it");
    let answer = tokio::time::timeout(Duration::from_secs(120), receive.recv()).await;
    browser.kill().expect("the browser ends");
    browser.wait().expect("the browser ends");
    let _ = std::fs::remove_dir_all(profile);
    serde_json::from_str(&answer.expect("an answer in time").expect("an answer")).expect("JSON")
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

/// The messages that a frame got, each as its type and what it says.
fn messages(frame: &Value) -> Vec<(&str, &str)> {
    let said = frame["messages"].as_array().expect("a list").iter();
    said.map(|message| {
        let what = text(&message["type"]);
        (what, text(&message[if what == "headroom:set" { "link" } else { "theme" }]))
    })
    .collect()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: scripts/test runs it"]
async fn the_element_does_what_its_manual_says() {
    let seen = seen().await;
    assert_eq!(seen["error"], Value::Null, "{seen:#}");
    assert_eq!((&seen["violations"], &seen["errors"]), (&json!([]), &json!([])), "policy and script errors");

    // The address of the frame says all that the attributes say, and Headroom reads it.
    let hash = text(&seen["first"]["hash"]);
    let embed = Embed::of(hash).expect("an embed");
    assert_eq!((embed.issues.as_slice(), embed.edit.len(), embed.show.len()), (&[][..], 2, 1), "{hash}");
    let decoded = decode(hash).expect("a calculator");
    assert_eq!((decoded.scenario.encode().as_str(), decoded.issues), ("wal?free=9GB&alert=30pct", vec![]));
    assert_eq!(seen["first"]["title"], "A");
    assert_eq!(seen["first"]["loading"], "lazy");
    for right in ["allow-scripts", "allow-same-origin", "allow-popups"] {
        assert!(text(&seen["first"]["sandbox"]).contains(right), "{right}");
    }
    // Once the frame spoke it was told the theme and the scenario; several on a page do not mix.
    assert_eq!(messages(&seen["first"])[0].0, "headroom:theme");
    assert_eq!(messages(&seen["first"])[1], ("headroom:set", "wal?free=9GB&alert=30pct"));
    assert_eq!(messages(&seen["second"])[0], ("headroom:theme", "dark"));
    assert!(text(&seen["second"]["hash"]).ends_with("&theme=dark"));
    assert_eq!(seen["invalid"], "SLOT", "what stands inside is shown where src leads nowhere");

    // Only a link becomes a change, and only a height a height.
    assert_eq!(seen["changes"], json!([["first", seen["address"]]]));
    assert_eq!(decode(text(&seen["address"])).expect("a calculator").scenario.encode(), "wal?free=8GB");
    assert_eq!((&seen["height"], &seen["bad_heights"]), (&json!("300px"), &json!(["812.5px"])));
    assert_eq!(seen["forged"], "812.5px", "the page itself is not the frame");

    // Attributes reach the frame without a reload where they can.
    assert_eq!((&seen["kept"], &seen["renamed"]), (&json!(true), &json!("New")));
    let after = messages(&seen["after"]);
    assert!(after.contains(&("headroom:set", "wal?free=1GB")), "{after:?}");
    assert_eq!(after.iter().rfind(|(what, _)| *what == "headroom:theme"), Some(&("headroom:theme", "dark")));
    assert_eq!(seen["edit_reloads"], true);
    assert_eq!(seen["page_reloads"], true);
    // Taken out it hears nothing, and put back it starts anew with what was set meanwhile.
    assert_eq!(seen["heard_while_out"], 0);
    assert!(text(&seen["back"]["hash"]).contains("/embed/pooler?open=1ms&"), "{}", seen["back"]);
    let embedded = text(&seen["from_embed"]);
    assert_eq!(Embed::of(embedded).map(|embed| embed.edit), Some(Vec::new()), "the attributes say that");
    assert_eq!(decode(embedded).expect("a calculator").scenario.encode(), "wal?free=5GB");
}
