//! The simulation beside the formula.

use std::time::{Duration, Instant};

use headroom::calculators::{self, simulated};
use headroom::scenario::decode;
use serde_json::json;

use crate::harness::{NARROW_DARK, PATIENCE, Page, WIDE};

/// So many runs the page makes.
const RUNS: u32 = 200;

async fn expect(page: &Page, state: &str) {
    let until = Instant::now() + PATIENCE;
    while page.count(&format!("[data-runs={state}]")).await == 0 {
        let is = page.script("return document.querySelector('[data-runs]')?.innerText.slice(0, 300)").await;
        assert!(Instant::now() < until, "the simulation is not {state}: {is}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// The same to the last printed digit as natively, figure by figure.
#[tokio::test]
async fn the_page_simulates_what_the_command_line_does() {
    let link = "pooler?poolers=1&size=20&open=26ms&rate=100/s&hold=50ms&surge_for=30s&deadline=150ms&on_deadline=terminate&seed=7";
    let page = Page::open(WIDE, &format!("#/{link}")).await;
    expect(&page, "done").await;
    let scenario = decode(link).expect("a calculator").scenario;
    let simulation = calculators::simulation("pooler").expect("a simulation");
    let expected = simulated::simulate(simulation, &scenario.values, RUNS, None).expect("an answer");
    assert!(page.text(".runs .mini").await.ends_with(&expected.verdict.text));
    page.click(".runs .more-figures summary").await;
    for figure in &expected.figures {
        assert_eq!(
            page.text(&format!("[data-simulated={}] .value", figure.key)).await,
            figure.text,
            "{}",
            figure.key
        );
    }
    let drawn = page
        .script(
            "return [...document.querySelectorAll('.runs canvas')].filter(c => c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some(b => b)).length",
        )
        .await;
    assert_eq!(drawn, json!(expected.charts.len()));
    page.find("[data-runs]").await;
    page.script("document.querySelector('[data-runs]').scrollIntoView()").await;
    page.settle().await;
    page.keep_screenshot("simulated").await;
    page.assert_quiet().await;
}

/// An edit ends what is under way; what is shown in the end is of the last scenario.
#[tokio::test]
async fn an_edit_begins_again_and_a_button_stops() {
    // Millions of queries a run: seconds of work.
    let page = Page::open(WIDE, "#/pooler?rate=6k/s&size=150&max_clients=5000&surge_for=5min").await;
    expect(&page, "running").await;
    // The bar grows meanwhile: the button may be another one by the time that it is pressed from outside.
    page.script("document.querySelector('#runs-stop').click()").await;
    expect(&page, "stopped").await;
    page.click("#runs-again").await;
    expect(&page, "running").await;
    page.type_into("rate", "100/s").await;
    page.type_into("size", "60").await;
    page.type_into("surge_for", "10s").await;
    expect(&page, "done").await;
    let scenario = decode(&page.link().await).expect("a calculator").scenario;
    let simulation = calculators::simulation("pooler").expect("a simulation");
    let expected = simulated::simulate(simulation, &scenario.values, RUNS, None).expect("an answer");
    assert!(page.text(".runs .mini").await.ends_with(&expected.verdict.text));
    page.assert_quiet().await;
}

/// Who goes elsewhere leaves no worker at work, and finds it begun again on coming back.
#[tokio::test]
async fn going_elsewhere_ends_the_runs() {
    let link = "#/pooler?rate=6k/s&size=150&max_clients=5000&surge_for=5min";
    let page = Page::open(WIDE, link).await;
    // Firefox lets a script from outside see the page's own objects only when they are unwrapped.
    page.script(
        "const page = window.wrappedJSObject ?? window; page.ended = 0; const end = page.Worker.prototype.terminate; \
         page.Worker.prototype.terminate = function () { page.ended++; end.call(this); }",
    )
    .await;
    let ended = || page.script("return (window.wrappedJSObject ?? window).ended");
    expect(&page, "running").await;
    page.script("location.hash = '#/evidence'").await;
    page.find("[data-evidence]").await;
    assert_eq!(ended().await, json!(1));
    page.script(&format!("location.hash = '{link}'")).await;
    expect(&page, "running").await;
    page.script("location.hash = '#/wal'").await;
    page.find("[data-field=volume]").await;
    assert_eq!(ended().await, json!(2));
    page.assert_quiet().await;
}

/// While a long run is under way, frames keep coming and typing is answered.
#[tokio::test]
async fn typing_is_never_held_up() {
    let page = Page::open(WIDE, "#/pooler?rate=6k/s&size=150&max_clients=5000&surge_for=5min").await;
    expect(&page, "running").await;
    page.script(
        "window.gaps = []; let last = performance.now(); const next = now => { gaps.push(now - last); last = now; if (gaps.length < 2000) requestAnimationFrame(next); }; requestAnimationFrame(next)",
    )
    .await;
    for text in ["6.1k/s", "6.2k/s", "6.3k/s", "6.4k/s"] {
        page.type_into("rate", text).await;
        expect(&page, "running").await;
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    let gaps = page.script("return gaps").await;
    let mut gaps: Vec<f64> =
        gaps.as_array().expect("a list").iter().filter_map(serde_json::Value::as_f64).collect();
    gaps.sort_by(f64::total_cmp);
    // A run alone takes longer than this; the middle one of the frames is that of an idle page.
    assert!(gaps.len() > 30, "{} frames", gaps.len());
    let (middle, late) = (gaps[gaps.len() / 2], gaps[gaps.len() * 95 / 100]);
    assert!(middle < 50.0 && late < 250.0, "half of the frames within {middle} ms, 95 % within {late} ms");
    assert!(page.link().await.contains("rate=6."));
    page.assert_quiet().await;
}

/// Prints how many events a second the worker does, for README: `cargo test --test browser -- --ignored --nocapture`.
#[tokio::test]
#[ignore = "a measurement, and no test"]
async fn events_a_second() {
    let link = "pooler?size=60&surge_for=10min&deadline=2s&rate=3k/s";
    let scenario = decode(link).expect("a calculator").scenario;
    let simulation = calculators::simulation("pooler").expect("a simulation");
    // The last number before the curves of a run is that of its events.
    let events = |run| simulation.sample(&scenario.values, run).expect("a run")[15];
    let page = Page::open(WIDE, &format!("#/{link}")).await;
    let made = || async {
        let value = page.script("return document.querySelector('[data-runs] progress')?.value ?? 0").await;
        value.as_u64().unwrap_or(0) as u32
    };
    expect(&page, "running").await;
    while made().await == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let (from, begun) = (made().await, Instant::now());
    tokio::time::sleep(Duration::from_secs(10)).await;
    let (to, took) = (made().await, begun.elapsed().as_secs_f64());
    let events: f64 = (from..to).map(events).sum();
    println!("{:.1} million events a second, {} runs", events / took / 1e6, to - from);
}

#[tokio::test]
async fn what_cannot_be_simulated_says_why() {
    let page = Page::open(NARROW_DARK, "#/pooler?actions=1s,shed").await;
    page.find("[data-severity=error]").await;
    expect(&page, "idle").await;
    page.type_into("surge_for", "7d").await;
    page.goto("#/pooler?rate=10M/s").await;
    expect(&page, "refused").await;
    assert!(page.text("[data-runs] [role=status]").await.contains("queries"));
    // Other calculators have none, and an embed neither.
    page.goto("#/wal").await;
    assert_eq!(page.count("[data-runs]").await, 0);
    page.goto("#/embed/pooler").await;
    assert_eq!(page.count("[data-runs]").await, 0);
    page.assert_quiet().await;
}

/// The incident: the largest class waits for many minutes while the small ones start at once.
#[tokio::test]
async fn a_fleet_shows_who_waits() {
    let calculator = calculators::find("fleet").expect("fleet");
    let link = calculator.card().link(&calculator.presets()[0]);
    let page = Page::open(NARROW_DARK, &format!("#/{link}")).await;
    expect(&page, "done").await;
    let scenario = decode(&link).expect("a calculator").scenario;
    let simulation = calculators::simulation("fleet").expect("a simulation");
    let expected = simulated::simulate(simulation, &scenario.values, RUNS, None).expect("an answer");
    assert!(page.text(".runs .mini").await.ends_with(&expected.verdict.text));
    let rows: usize = expected.tables.iter().map(|table| table.rows.len()).sum();
    assert!(rows >= 6);
    assert_eq!(page.count(".runs .results > div > .scroll tbody tr").await, rows);
    let wide = page.script("return document.documentElement.scrollWidth - innerWidth").await;
    assert_eq!(wide, 0, "the simulation scrolls sideways");
    page.script("document.querySelector('[data-runs]').scrollIntoView()").await;
    page.settle().await;
    page.keep_screenshot("simulated-fleet-narrow-dark").await;
    page.assert_quiet().await;
}
