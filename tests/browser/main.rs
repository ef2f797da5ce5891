//! The release page in a real browser. Run through scripts/test, which builds dist/ and installs the
//! browser; `cargo test --test browser` alone needs both.

mod embedded;
mod harness;
mod offline;
mod reading;
mod runs;
mod single_file;

use harness::{NARROW, NARROW_DARK, Page, View, WIDE, WIDE_DARK};
use headroom::calculators;
use headroom::scenario::decode;

/// Bytes that the first load may take, compressed with brotli.
const MOST_BYTES: usize = 200_000;

/// The state that the model itself gives for a link.
fn state(link: &str) -> &'static str {
    let decoded = decode(link).expect("a calculator");
    decoded.scenario.evaluate(&decoded.issues).expect("a scenario").verdict.state
}

async fn each_calculator(view: View, name: &str) {
    let page = Page::open(view, "#/").await;
    page.keep_screenshot(&format!("front-{name}")).await;
    for calculator in calculators::all() {
        page.goto(&format!("#/{}", calculator.id())).await;
        assert_eq!(page.state().await, state(calculator.id()), "{}", calculator.id());
        assert!(page.count("[data-chart] canvas").await > 0, "{}", calculator.id());
        assert_eq!(page.count(&format!("nav a[href='#/{}'][aria-current=page]", calculator.id())).await, 1);
        let wide = page.script("return document.documentElement.scrollWidth - innerWidth").await;
        assert_eq!(wide, 0, "{} scrolls sideways", calculator.id());
        let cut = page
            .script("return [...document.querySelectorAll('header button')].filter(b => b.getBoundingClientRect().right > innerWidth).map(b => b.id)")
            .await;
        assert_eq!(cut, serde_json::json!([]), "{}: a button is out of sight", calculator.id());
        page.assert_quiet().await;
        page.keep_screenshot(&format!("{}-{name}", calculator.id())).await;
    }
}

#[tokio::test]
async fn each_calculator_loads_wide() {
    each_calculator(WIDE, "wide").await;
    each_calculator(WIDE_DARK, "wide-dark").await;
}

#[tokio::test]
async fn each_calculator_loads_on_a_phone() {
    each_calculator(NARROW, "narrow").await;
    each_calculator(NARROW_DARK, "narrow-dark").await;
}

#[tokio::test]
async fn typing_changes_everything_and_reload_gives_the_same() {
    for (id, key, text, query) in [
        ("pooler", "max_clients", "4000", "max_clients=4000"),
        ("backlog", "arrivals", "160/s", "arrivals=160/s"),
        ("wal", "archive", "200 MB/s", "archive=200MB/s"),
        ("packing", "spare", "60 %", "spare=60pct"),
    ] {
        let page = Page::open(WIDE, &format!("#/{id}")).await;
        let (before, pixels) = (page.state().await, page.pixels().await);
        page.type_into(key, text).await;
        let link = format!("{id}?{query}");
        let expected = state(&link);
        assert_ne!(before, expected, "{link} was chosen to change the verdict");
        assert_eq!(page.state().await, expected, "{link}");
        let drawn = page.pixels().await;
        assert_ne!(drawn, pixels, "{link}: the charts");
        page.expect_link(&link).await;

        page.client.refresh().await.expect("a reload");
        page.settle().await;
        assert_eq!((page.state().await.as_str(), page.link().await), (expected, link));
        assert_eq!(page.pixels().await, drawn, "the same charts after a reload");
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn a_bad_link_shows_its_error_and_keeps_the_rest() {
    let page = Page::open(WIDE, "#/pooler?open=60sq&rate=3k/s&colour=red").await;
    assert_eq!(page.value("open").await, "60sq");
    assert_eq!(page.value("rate").await, "3k/s");
    assert_eq!(page.attribute("#field-open", "aria-invalid").await, "true");
    assert!(page.text("[data-error-for=open]").await.contains("60"));
    assert!(page.text("main").await.contains("colour"), "the unknown key is named");
    assert_eq!(page.state().await, state("pooler?rate=3k/s"));
    // Mended, the error is gone.
    page.type_into("open", "60 ms").await;
    assert_eq!(page.count("[data-error-for=open]").await, 0);
    page.expect_link("pooler?open=60ms&rate=3k/s").await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn nonsense_keeps_the_answer_and_an_impossible_scenario_says_so() {
    let page = Page::open(WIDE, "#/wal").await;
    let before = page.text("[data-verdict-state]").await;
    // Each is nonsense from its first letter on: what is typed counts at every key.
    for text in ["", "abc", "-5 TB", "TB", "½"] {
        page.type_into("volume", text).await;
        if text.is_empty() {
            page.press("\u{e003}").await;
        }
        assert_eq!(page.count("[data-error-for=volume]").await, 1, "{text}");
        assert_eq!(page.text("[data-verdict-state]").await, before, "{text}");
    }
    page.type_into("volume", "1 TB").await;
    page.type_into("free", "2 TB").await;
    assert_eq!(page.count("[data-verdict-state]").await, 0, "no verdict");
    assert!(page.text("main").await.contains("More is free than the volume holds"));
    page.type_into("free", "800 GB").await;
    assert_eq!(page.text("[data-verdict-state]").await, before);
    page.assert_quiet().await;
}

#[tokio::test]
async fn the_keyboard_is_enough() {
    const TAB: &str = "\u{e004}";
    const ARROW_UP: &str = "\u{e013}";
    const ESCAPE: &str = "\u{e00c}";
    let declared: Vec<_> =
        calculators::find("pooler").expect("pooler").fields().iter().map(|meta| meta.key).collect();
    let page = Page::open(WIDE, "#/pooler").await;
    let mut fields = Vec::new();
    for _ in 0..120 {
        page.press(TAB).await;
        let id = page.focused().await;
        if let Some(key) = id.strip_prefix("field-").filter(|key| declared.contains(key)) {
            fields.push(key.to_owned());
            if key == "size" {
                page.press(ARROW_UP).await;
                assert_eq!(page.value("size").await, "26");
                page.press("x").await;
                assert_eq!(page.count("[data-error-for=size]").await, 1);
                page.press(ESCAPE).await;
                assert_eq!(
                    (page.value("size").await.as_str(), page.count("[data-error-for=size]").await),
                    ("26", 0)
                );
            }
            if key == "reserved" || key == "server_limit" {
                break;
            }
        }
    }
    // Reading order is declared order.
    let declared: Vec<_> =
        calculators::find("pooler").expect("pooler").fields().iter().map(|meta| meta.key).collect();
    let positions: Vec<_> = fields.iter().map(|key| declared.iter().position(|other| other == key)).collect();
    assert!(positions.len() > 10 && positions.is_sorted(), "{fields:?}");
    page.expect_link("pooler?size=26").await;
    // A chart is read with the arrow keys.
    page.script("document.querySelector('[data-chart] [tabindex]').focus()").await;
    let silent = page.text("[data-chart]").await;
    page.press("\u{e014}").await;
    assert_ne!(page.text("[data-chart]").await, silent, "the values under the cursor");
    page.assert_quiet().await;
}

#[tokio::test]
async fn back_forward_presets_and_pasted_links() {
    let page = Page::open(WIDE, "#/pooler").await;
    page.type_into("size", "60").await;
    page.expect_link("pooler?size=60").await;
    page.find("nav a[href='#/wal']").await.click().await.expect("a click");
    page.expect_link("wal").await;
    page.settle().await;
    assert_eq!(page.state().await, state("wal"));
    page.client.back().await.expect("back");
    page.settle().await;
    assert_eq!((page.link().await.as_str(), page.value("size").await.as_str()), ("pooler?size=60", "60"));
    page.client.forward().await.expect("forward");
    page.settle().await;
    assert_eq!((page.link().await.as_str(), page.state().await.as_str()), ("wal", state("wal")));
    // Pasted into the address bar of the open page: only the fragment changes.
    page.script("location.hash = '#/pooler?open=100ms&rate=3k/s'").await;
    page.settle().await;
    assert_eq!((page.value("open").await.as_str(), page.value("rate").await.as_str()), ("100 ms", "3k/s"));
    // Typed at once before another link is followed, the edit is still in the history.
    page.type_into("size", "31").await;
    page.find("nav a[href='#/wal']").await.click().await.expect("a click");
    page.settle().await;
    page.client.back().await.expect("back");
    page.settle().await;
    assert_eq!(page.value("size").await, "31");
    for calculator in calculators::all() {
        page.goto(&format!("#/{}", calculator.id())).await;
        let preset = page.find("[data-preset]").await;
        let href = preset.attr("href").await.expect("a link").unwrap_or_default();
        preset.click().await.expect("a click");
        page.settle().await;
        assert_eq!(page.state().await, state(&href), "{href}");
    }
    page.goto("#/poler").await;
    assert!(page.text("main").await.contains("pooler"), "the unknown calculator is explained");
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_table_is_edited_cell_by_cell() {
    let page = Page::open(WIDE, "#/packing?jobs=small,4,1,2GB;large,2,4,8GB&types=c16,16,32GiB").await;
    let cell = "[data-table=jobs] tbody tr:nth-child(1) [data-column=count]";
    let field = page.find(cell).await;
    field.click().await.expect("a click");
    page.script(&format!("document.querySelector('{cell}').select()")).await;
    field.send_keys("x").await.expect("keys");
    page.settle().await;
    assert_eq!(page.attribute(cell, "aria-invalid").await, "true");
    assert_eq!(page.count("[data-error-for=jobs]").await, 1);
    page.script(&format!("document.querySelector('{cell}').select()")).await;
    field.send_keys("40").await.expect("keys");
    page.settle().await;
    assert_eq!(page.count("[data-error-for=jobs]").await, 0);
    page.expect_link("packing?jobs=small,40,1,2GB;large,2,4,8GB&types=c16,16,32GiB").await;
    assert_eq!(page.state().await, "fits");
    page.assert_quiet().await;
}

#[tokio::test]
async fn nothing_leaves_the_origin_and_a_script_in_a_link_is_text() {
    let attack = "%3Cimg%20src%3Dx%20onerror%3D%22window.owned%3D1%22%3E";
    let page =
        Page::open(WIDE, &format!("#/packing?jobs={attack},4,1,2GB&objective={attack}&{attack}=1")).await;
    page.goto("#/pooler").await;
    page.goto("#/wal").await;
    assert_eq!(page.script("return window.owned === undefined").await, true);
    let requests = page.requests().await;
    assert!(requests.len() > 3, "{requests:?}");
    // The browser's own pages are none of ours.
    for url in requests.iter().filter(|url| !url.starts_with("chrome")) {
        assert!(url.starts_with(&page.origin) || url.starts_with("data:"), "{url}");
    }
    let policy = page.attribute("meta[http-equiv=Content-Security-Policy]", "content").await;
    assert!(policy.contains("default-src 'none'") && policy.contains("'wasm-unsafe-eval'"), "{policy}");
    assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{policy}");
    page.assert_quiet().await;
}

#[tokio::test]
async fn the_first_load_is_small() {
    let dist = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("dist");
    for first in std::iter::once("").chain(calculators::cards().iter().map(|card| card.id)) {
        let page = Page::open(WIDE, &format!("#/{first}")).await;
        let folder = page.address("");
        // All that is asked for before the calculator is there: its simulation comes when its answer stands.
        let part = if first.is_empty() { "front" } else { first };
        let loaded = page
            .script(&format!(
                "const all = performance.getEntriesByType('resource'); \
                 const there = all.find(entry => entry.name.endsWith('-{part}.wasm')).responseEnd; \
                 return all.filter(entry => entry.startTime <= there).map(entry => entry.name.split('#')[0])"
            ))
            .await;
        let mut files: Vec<&str> = loaded
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|name| name.as_str()?.strip_prefix(&folder))
            .collect();
        files.push("index.html");
        files.sort_unstable();
        files.dedup();
        let sizes = files.iter().map(|file| {
            let mut compressed = Vec::new();
            let bytes = std::fs::read(dist.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
            let parameters = brotli::enc::BrotliEncoderParams::default();
            brotli::BrotliCompress(&mut bytes.as_slice(), &mut compressed, &parameters)
                .expect("a compression");
            println!("{file}: {} bytes, {} with brotli", bytes.len(), compressed.len());
            compressed.len()
        });
        let total: usize = sizes.sum();
        println!("first load of #/{first}: {total} bytes with brotli");
        assert!(files.iter().filter(|file| file.ends_with(".wasm")).count() == 2);
        assert!((50_000..MOST_BYTES).contains(&total), "#/{first}: {total} bytes in {files:?}");
    }
}

#[tokio::test]
async fn a_scenario_is_shared_in_every_form() {
    let page = Page::open(WIDE, "#/wal?alert=30pct").await;
    page.click("#share-panel").await;
    let text =
        || async { page.find("#share-text").await.prop("value").await.expect("a value").unwrap_or_default() };
    let address = page.address("#/wal?alert=30pct");
    assert_eq!(text().await, address);
    assert!(page.text("#share-length").await.contains("characters"));

    page.click("#form-markdown").await;
    let markdown = text().await;
    assert!(
        markdown.starts_with("[WAL volume: ") && markdown.ends_with(&format!("]({address})")),
        "{markdown}"
    );
    assert_eq!(page.attribute("#share-preview a", "href").await, address);

    page.click("#form-frame").await;
    page.click("#readers-alert").await;
    page.click("#showpart-figures").await;
    let frame = text().await;
    let embedded = page.address("#/embed/wal?alert=30pct&amp;edit=alert&amp;show=verdict,chart");
    assert!(frame.contains(&format!("<iframe src=\"{embedded}\"")), "{frame}");
    // The preview is the frame itself.
    let shown = page
        .script("const f = document.querySelector('#share-preview iframe'); return new Promise(d => { const look = () => { const v = f.contentDocument?.querySelector('[data-verdict-state]'); v ? d([v.dataset.verdictState, f.contentDocument.querySelectorAll('.figures').length, f.contentDocument.querySelectorAll('[data-field=alert]').length]) : setTimeout(look, 50); }; look(); })")
        .await;
    assert_eq!(shown, serde_json::json!([state("wal?alert=30pct"), 0, 1]));

    page.click("#form-element").await;
    let element = text().await;
    assert!(
        element.contains("<headroom-scenario src=\"")
            && element.contains(" edit=\"alert\" show=\"verdict,chart\""),
        "{element}"
    );

    page.click("#form-report").await;
    let report = text().await;
    assert!(report.starts_with("# WAL volume: ") && report.contains(&address), "{report}");

    page.click("#form-files").await;
    assert!(page.count("[id^='save-svg.']").await >= 1 && page.count("[id^='save-png.']").await >= 1);
    saves_what_the_command_line_prints(&page, &address).await;
    page.keep_screenshot("share-wide").await;
    // Escape closes it, and the focus is back where it was opened.
    page.press("\u{e00c}").await;
    assert_eq!(page.focused().await, "share-panel");
    assert_eq!(page.count("#share").await, 0);
    page.assert_quiet().await;
}

/// Presses every kind of save button on `#/wal?alert=30pct`, and reads what the browser is given to save.
async fn saves_what_the_command_line_prints(page: &Page, address: &str) {
    page.script(
        "window.saved = {};
         const create = URL.createObjectURL.bind(URL);
         let blob;
         URL.createObjectURL = (given) => create(blob = given);
         HTMLAnchorElement.prototype.click = function () {
             const name = this.download, data = this.href;
             if (data.startsWith('blob:')) blob.text().then((text) => { window.saved[name] = text; });
             else { const image = new Image(); image.onload = () => { window.saved[name] = [data.slice(0, 22), image.width]; }; image.src = data; }
         }",
    )
    .await;
    for button in ["save-md", "save-json", "save-csv", "save-svg.free", "save-png.free"] {
        page.click(&format!("[id='{button}']")).await;
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    }
    let saved = page.script("return window.saved").await;
    let link = "wal?alert=30pct";
    let report = decode(link).expect("a calculator").scenario.evaluate(&[]).expect("an answer");
    assert_eq!(saved["wal.json"], headroom::cli::eval(link, true).stdout);
    assert_eq!(saved["wal.csv"], headroom::export::csv_all(&report));
    let text = |name: &str| saved[name].as_str().unwrap_or_else(|| panic!("{name} in {saved:#}")).to_owned();
    assert!(text("wal.md").starts_with("# WAL volume: ") && text("wal.md").contains(address));
    let svg = text("wal-free.svg");
    assert!(
        svg.starts_with("<svg") && svg.contains("prefers-color-scheme") && svg.contains(address),
        "{svg}"
    );
    // Twice as many pixels as the picture is wide.
    assert_eq!(saved["wal-free.png"], serde_json::json!(["data:image/png;base64,", 1520]));
}

#[tokio::test]
async fn two_scenarios_are_compared() {
    let page = Page::open(WIDE, "#/pooler").await;
    let alone = page.pixels().await;
    page.click("#pin-scenario").await;
    page.find("[data-part=comparison]").await;
    page.expect_link("pooler?b.v=1").await;
    page.type_into("max_clients", "4000").await;
    page.expect_link("pooler?b.max_clients=4000").await;
    assert_eq!(page.state().await, state("pooler?max_clients=4000"));
    let sides = |side: &'static str| format!("[data-side={side}]");
    assert_eq!(page.attribute(&sides("A"), "data-state").await, state("pooler"));
    assert_eq!(page.attribute(&sides("B"), "data-state").await, state("pooler?max_clients=4000"));
    assert_eq!(page.count("[data-differs=max_clients]").await, 1);
    assert!(page.count("[data-part=comparison] [data-differs]").await > 2, "figures differ too");
    let both = page.pixels().await;
    assert_ne!(both, alone);
    page.keep_screenshot("compare-wide").await;

    // The link holds both.
    page.client.refresh().await.expect("a reload");
    page.find("[data-part=comparison]").await;
    page.settle().await;
    assert_eq!(page.attribute(&sides("A"), "data-state").await, state("pooler"));
    assert_eq!(page.value("max_clients").await, "4000");
    assert_eq!(page.pixels().await, both, "the same charts after a reload");

    page.click("#swap-compare").await;
    page.expect_link("pooler?max_clients=4000&b.max_clients=500").await;
    assert_eq!(page.value("max_clients").await, "500");

    // A can come from another link; nonsense is refused at the box.
    for (text, refused) in [("wal?alert=30pct", true), ("nowhere", true), ("#/pooler?surge=5", false)] {
        let field = page.find("#paste-first").await;
        page.script("document.getElementById('paste-first').value = ''").await;
        field.send_keys(&format!("{text}\u{e007}")).await.expect("keys");
        page.press("\u{e004}").await;
        assert_eq!(page.count("#paste-said .error").await, usize::from(refused), "{text}");
    }
    page.expect_link("pooler?surge=5&b.surge=3").await;
    page.click("#unpin-compare").await;
    page.expect_link("pooler").await;
    assert_eq!(page.count("[data-part=comparison]").await, 0);
    page.assert_quiet().await;
}

#[tokio::test]
async fn an_embed_shows_what_it_is_asked_to() {
    let page =
        Page::open(WIDE, "#/embed/wal?alert=30pct&edit=free,nothing&show=verdict,figures&theme=dark").await;
    assert_eq!(page.state().await, state("wal?alert=30pct"));
    assert_eq!((page.count("header").await, page.count("nav").await), (0, 0));
    assert_eq!((page.count("[data-field]").await, page.count("[data-field=free]").await), (1, 1));
    assert_eq!((page.count(".figures").await, page.count("[data-chart]").await), (1, 0));
    assert!(page.text("main").await.contains("nothing"), "the unknown input is named");
    assert_eq!(page.script("return document.documentElement.dataset.theme").await, "dark");
    let before = page.script("return location.hash").await;
    page.type_into("free", "990 GB").await;
    assert_eq!(
        page.attribute("#open-in-headroom", "href").await,
        page.address("#/wal?free=990GB&alert=30pct")
    );
    tokio::time::sleep(std::time::Duration::from_millis(700)).await;
    assert_eq!(page.script("return location.hash").await, before, "an embed never rewrites its own address");
    page.keep_screenshot("embed").await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn sharing_and_comparing_fit_a_phone() {
    let page = Page::open(NARROW_DARK, "#/wal?alert=30pct").await;
    let assert_fits = async |what: &str| {
        let wide = page.script("return document.documentElement.scrollWidth - innerWidth").await;
        assert_eq!(wide, 0, "{what} scrolls sideways");
    };
    page.click("#share-panel").await;
    for form in ["link", "markdown", "frame", "element", "report", "files"] {
        page.click(&format!("#form-{form}")).await;
        assert_fits(form).await;
    }
    page.click("#form-frame").await;
    page.keep_screenshot("share-narrow-dark").await;
    page.click("#unshare-panel").await;
    page.click("#pin-scenario").await;
    page.find("[data-part=comparison]").await;
    page.type_into("write", "200 MB/s").await;
    assert_fits("the comparison").await;
    page.script("document.querySelector('[data-part=comparison]').scrollIntoView()").await;
    page.keep_screenshot("compare-narrow-dark").await;
    page.assert_quiet().await;
}
