//! Without a network, across an update, and when a file does not arrive.

use std::path::Path;
use std::time::{Duration, Instant};

use headroom::calculators;

use super::harness::{Build, PATIENCE, Page, Server, WIDE, dist};
use super::state;

/// Waits until the service worker keeps the page: it is active, and the page is its.
async fn kept(page: &Page) {
    page.script(
        "return navigator.serviceWorker.ready.then(() => new Promise(done => {
            const look = () => navigator.serviceWorker.controller ? done(0) : setTimeout(look, 50);
            look();
        }))",
    )
    .await;
}

/// Waits until a script of the page says true.
async fn until(page: &Page, script: &str) {
    let end = Instant::now() + PATIENCE;
    while page.script(script).await != true {
        assert!(Instant::now() < end, "never: {script}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Goes to a calculator within the page, as a click does.
async fn open(page: &Page, id: &str) {
    page.find(&format!("nav a[href='#/{id}']")).await.click().await.expect("a click");
    page.expect_link(id).await;
    page.settle().await;
}

async fn answers(page: &Page, link: &str) {
    assert_eq!(page.state().await, state(link), "{link}");
    assert!(page.count("[data-chart] canvas").await > 0, "{link}");
}

/// The names of the caches, with what each holds.
async fn caches(page: &Page) -> serde_json::Value {
    page.script(
        "return caches.keys().then(names => Promise.all(names.map(async name =>
            [name, (await (await caches.open(name)).keys()).map(request => request.url.split('/').pop()).sort()])))",
    )
    .await
}

/// The name that all files of a build's WebAssembly begin with.
fn glue(folder: &Path) -> String {
    let html = std::fs::read_to_string(folder.join("index.html")).expect("index.html");
    let (_, after) = html.split_once("id=\"glue\"").expect("the glue");
    let (_, after) = after.split_once("./").expect("its address");
    after.split_once(".js").expect("its end").0.to_owned()
}

/// Makes another build of one: the same program, but every name of its WebAssembly, and its title, differ.
fn rebuild(build: &Build) {
    let (old, new) = (glue(&build.folder), "headroom-0123456789abcdef");
    for name in build.files() {
        let path = build.folder.join(&name);
        if !name.ends_with(".wasm") && !name.ends_with(".bin") && name != "sw.js" {
            let text = std::fs::read_to_string(&path).expect("a text");
            let text = text.replace(&old, new).replace("<title>Headroom", "<title>New Headroom");
            std::fs::write(&path, text).expect("a text");
        }
        std::fs::rename(&path, build.folder.join(name.replace(&old, new))).expect("a name");
    }
    // Names inside a WebAssembly are of imports, which the glue gives under the old name too.
    let glue = build.folder.join(format!("{new}.js"));
    let text = std::fs::read_to_string(&glue).expect("the glue");
    let (kept, given) = (format!("\"./{old}_bg.js\":"), format!("\"./{new}_bg.js\":"));
    assert_eq!(text.matches(&given).count(), 1, "what the glue gives");
    std::fs::write(&glue, text.replace(&given, &kept)).expect("the glue");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/offline.mjs");
    let status = std::process::Command::new("node").arg(script).arg(&build.folder).status().expect("node");
    assert!(status.success(), "scripts/offline.mjs: {status}");
}

#[tokio::test]
async fn after_one_visit_no_network_is_needed() {
    let mut server = Server::start(&dist());
    let page = Page::visit(WIDE, &server.page(), "#/pooler").await;
    kept(&page).await;
    let everything = caches(&page).await;
    assert_eq!(everything.as_array().map(Vec::len), Some(1), "{everything:#}");
    let held: Vec<_> =
        everything[0][1].as_array().expect("a cache").iter().filter_map(|it| it.as_str()).collect();
    let html = std::fs::read_to_string(dist().join("index.html")).expect("index.html");
    let glue = glue(&dist());
    let named: Vec<_> = std::fs::read_dir(dist())
        .expect("dist")
        .map(|entry| entry.expect("a file").file_name().into_string().expect("a name"))
        .filter(|name| {
            name.starts_with(&glue) || html.contains(&format!("\"./{name}\"")) || name == "embed.js"
        })
        .collect();
    assert!(named.len() > calculators::all().len() + 5, "{named:?}");
    for name in named.iter().map(String::as_str).chain(["index.html"]) {
        assert!(held.contains(&name), "{name} is not kept, but {held:?}");
    }
    page.assert_quiet().await;

    server.stop();
    assert_eq!(page.script("return fetch('nothing').catch(() => 'gone')").await, "gone", "the server");
    page.reload().await;
    answers(&page, "pooler").await;
    for other in calculators::all().iter().map(|calculator| calculator.id()).filter(|id| *id != "pooler") {
        open(&page, other).await;
        answers(&page, other).await;
    }
    // A link from elsewhere, with and without the file's name, and what is typed there.
    for path in ["#/wal?archive=200MB/s", "index.html#/wal?archive=200MB/s"] {
        page.goto("#/").await;
        page.goto(path).await;
        answers(&page, "wal?archive=200MB/s").await;
    }
    page.type_into("archive", "60 MB/s").await;
    answers(&page, "wal?archive=60MB/s").await;
    page.expect_link("wal?archive=60MB/s").await;

    // A network that takes the question and never answers is none either.
    server.hang().await;
    let asked = Instant::now();
    page.reload().await;
    answers(&page, "wal?archive=60MB/s").await;
    assert!(asked.elapsed() > Duration::from_secs(3), "the network was asked first");
}

#[tokio::test]
async fn an_update_never_mixes() {
    let build = Build::copy("update");
    let server = Server::start(&build.folder);
    let page = Page::visit(WIDE, &server.page(), "#/pooler").await;
    kept(&page).await;
    let (old, old_caches) = (glue(&build.folder), caches(&page).await);
    let old_tab = page.client.window().await.expect("a window");

    rebuild(&build);
    let new = glue(&build.folder);
    assert_ne!(old, new);
    // The old tab goes on, with files that the server no longer has.
    open(&page, "wal").await;
    answers(&page, "wal").await;

    // A new load is wholly new, though the old worker still serves.
    let loaded = "return performance.getEntriesByType('resource').map(entry => entry.name.split('/').pop())
        .filter(name => name.startsWith('headroom-'))";
    let tab = page.client.new_window(true).await.expect("a tab").handle;
    page.client.switch_to_window(tab.clone()).await.expect("a tab");
    page.goto("#/backlog").await;
    answers(&page, "backlog").await;
    open(&page, "packing").await;
    answers(&page, "packing").await;
    let files = page.script(loaded).await;
    let files = files.as_array().expect("a list");
    assert!(files.len() > 4, "{files:?}");
    for file in files {
        assert!(file.as_str().is_some_and(|file| file.starts_with(&new)), "{file} in the new page");
    }
    // The new worker keeps its files and waits: those of the old one stay as they were.
    let waits = "return navigator.serviceWorker.getRegistration().then(it => !!it.waiting)";
    until(&page, waits).await;
    let both = caches(&page).await;
    assert_eq!((both.as_array().map(Vec::len), &both[0]), (Some(2), &old_caches[0]));

    page.client.switch_to_window(old_tab).await.expect("the old tab");
    open(&page, "backlog").await;
    answers(&page, "backlog").await;
    let files = page.script(loaded).await;
    for file in files.as_array().expect("a list") {
        assert!(file.as_str().is_some_and(|file| file.starts_with(&old)), "{file} in the old page");
    }
    assert_eq!(page.script(waits).await, true, "the new one still waits");

    // With the last page of the old build closed, the new worker takes over and the old files go.
    page.client.goto("about:blank").await.expect("a page");
    page.client.switch_to_window(tab).await.expect("a tab");
    page.client.goto("about:blank").await.expect("a page");
    let end = Instant::now() + PATIENCE;
    loop {
        page.goto("#/wal").await;
        let left = caches(&page).await;
        if left.as_array().map(Vec::len) == Some(1) {
            assert_eq!(left[0], both[1], "of the new build");
            break;
        }
        assert!(Instant::now() < end, "the old build's files stay: {left:#}");
        page.client.goto("about:blank").await.expect("a page");
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    assert!(
        page.script("return document.querySelector('link[id=glue]').href")
            .await
            .as_str()
            .is_some_and(|href| href.contains(&new))
    );
}

#[tokio::test]
async fn a_worker_keeps_nothing_of_a_build_that_is_not_whole() {
    let build = Build::copy("torn");
    // As if a deployment were half done: the worker names a file that is another by now.
    let part = build.file("-wal.wasm");
    let whole = std::fs::read(&part).expect("a part");
    std::fs::write(&part, &whole[1..]).expect("a part");
    let server = Server::start(&build.folder);
    let page = Page::visit(WIDE, &server.page(), "#/pooler").await;
    let fate = page
        .script(
            "return (async () => {
                for (;;) {
                    const it = await navigator.serviceWorker.register('sw.js', { updateViaCache: 'none' });
                    const worker = it.installing || it.waiting || it.active;
                    const ended = () => ['activated', 'redundant'].includes(worker.state);
                    if (worker) return new Promise(done => {
                        worker.onstatechange = () => ended() && done(worker.state);
                        if (ended()) done(worker.state);
                    });
                }
            })()",
        )
        .await;
    assert_eq!(fate, "redundant", "it is not taken into use");
    assert_eq!(caches(&page).await, serde_json::json!([]));
    assert_eq!(page.script("return navigator.serviceWorker.controller").await, serde_json::Value::Null);
    answers(&page, "pooler").await;
    // Once it is whole, the next visit keeps it.
    std::fs::write(&part, whole).expect("a part");
    page.reload().await;
    kept(&page).await;
}

#[tokio::test]
async fn a_part_that_does_not_arrive_is_said_and_can_be_had_again() {
    let build = Build::copy("missing");
    std::fs::remove_file(build.folder.join("sw.js")).expect("the worker");
    let server = Server::start(&build.folder);
    let page = Page::visit(WIDE, &server.page(), "#/pooler").await;
    let (part, aside) = (build.file("-wal.wasm"), build.folder.join("aside"));
    std::fs::rename(&part, &aside).expect("a part");
    page.find("nav a[href='#/wal']").await.click().await.expect("a click");
    page.settle().await;
    assert!(page.text("main [role=alert]").await.contains("did not arrive"));
    assert_eq!(page.count("[data-verdict-state]").await, 0, "no verdict");
    // The others still come.
    open(&page, "backlog").await;
    answers(&page, "backlog").await;
    page.goto("#/wal?archive=200MB/s").await;
    page.find("#again-load").await.click().await.expect("a click");
    page.settle().await;
    assert!(page.text("main [role=alert]").await.contains("did not arrive"), "still not");
    std::fs::rename(&aside, &part).expect("a part");
    page.find("#again-load").await.click().await.expect("a click");
    page.settle().await;
    answers(&page, "wal?archive=200MB/s").await;
    assert_eq!(page.link().await, "wal?archive=200MB/s", "nothing of the link is lost");
}
