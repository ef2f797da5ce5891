//! The pages that are no calculator: front page and search, evidence, glossary; and figures carried over.

use headroom::calculators;
use headroom::evidence;
use serde_json::json;

use crate::harness::{NARROW, NARROW_DARK, Page, View, WIDE, WIDE_DARK};
use crate::state;

#[tokio::test]
async fn the_front_page_asks_in_the_words_of_people() {
    let page = Page::open(WIDE, "#/").await;
    for (card, stories) in calculators::stories() {
        let article = format!("[data-calculator={}]", card.id);
        assert_eq!(page.text(&format!("{article} h2")).await, stories.trouble);
        // The picture is there, with paths that are drawn.
        let drawn = page
            .script(&format!(
                "return [...document.querySelectorAll('{article} .picture path')].filter(p => p.getTotalLength() > 10).length"
            ))
            .await;
        assert!(drawn.as_u64() > Some(0), "{}: {drawn}", card.id);
    }
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_setting_is_found_and_leads_to_its_box() {
    let page = Page::open(WIDE, "#/").await;
    page.find("#search-box").await.send_keys("max_client_conn").await.expect("typed");
    page.settle().await;
    assert_eq!(page.text(".hits li:first-child b").await, "Clients per pooler, at most");
    page.keep_screenshot("search").await;
    page.click(".hits li:first-child a").await;
    assert_eq!(page.state().await, state("pooler"));
    assert_eq!(page.focused().await, "field-max_clients");

    page.goto("#/").await;
    page.find("#search-box").await.send_keys("tcp_retries2\u{e007}").await.expect("typed");
    assert_eq!(page.state().await, state("hang"));
    assert_eq!(page.focused().await, "field-retries2");

    page.goto("#/").await;
    page.find("#search-box").await.send_keys("zebra <b>x</b>").await.expect("typed");
    page.settle().await;
    assert!(page.text(".front [role=status]").await.starts_with("Nothing has all of these words"));
    assert_eq!(page.count(".hits li").await, 0);
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_figure_is_carried_over_and_both_scenarios_stay() {
    let page = Page::open(WIDE, "#/backlog?capacity=400/s&outage=30min").await;
    page.click("[data-carry=drain_time]").await;
    let carried = "carried=backlog.drain_time&carried.capacity=400/s&carried.outage=30min";
    page.expect_link(&format!("wal?burst_for=10min&burst=70MB/s&{carried}")).await;
    assert_eq!(page.value("burst_for").await, "10 min");
    assert_eq!(
        page.text(".carried").await,
        "Burst lasts was carried over from Backlog, its drain time: that scenario."
    );
    page.keep_screenshot("carried").await;
    page.type_into("write", "90 MB/s").await;
    page.expect_link(&format!("wal?write=90MB/s&burst=70MB/s&burst_for=10min&{carried}")).await;
    page.reload().await;
    assert_eq!(page.count(".strays").await, 0);
    page.click(".carried a").await;
    page.expect_link("backlog?capacity=400/s&outage=30min").await;
    assert_eq!(page.count(".carried").await, 0);
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_label_leads_to_its_term() {
    let page = Page::open(WIDE, "#/pooler").await;
    page.click("[data-figure=refill_ceiling] a.term").await;
    page.find("#meant").await;
    assert_eq!(page.text("h1").await, "Glossary");
    assert!(page.text("[data-meant] dt").await.starts_with("refill"));
    assert_eq!(page.focused().await, "meant");
    let seen = page
        .script("const r = document.querySelector('#meant').getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight")
        .await;
    assert_eq!(seen, json!(true));

    // From an input by its help, and back by the term's uses.
    page.goto("#/backlog").await;
    page.click("#help-arrivals").await;
    page.click("#about-arrivals a").await;
    page.find("#meant").await;
    assert!(page.text("[data-meant] dt").await.starts_with("arrival rate"));
    page.click("[data-meant] .uses a[href='#/backlog']").await;
    assert_eq!(page.state().await, state("backlog"));
    assert_eq!(page.focused().await, "field-arrivals");
    page.assert_quiet().await;
}

async fn evidence_in(view: View, name: &str) {
    let page = Page::open(view, "#/evidence").await;
    page.find("[data-evidence=cells]").await;
    page.settle().await;
    let expected = evidence::exhibits();
    assert_eq!(page.count("[data-evidence]").await, expected.cases.len());
    assert_eq!(page.count("[data-chart] canvas").await, expected.charts.len());
    for (card, exhibits) in &expected.cases {
        for (index, exhibit) in exhibits.iter().enumerate() {
            let says = format!("[data-evidence={}] .exhibit:nth-of-type({}) .says", card.id, index + 1);
            assert_eq!(page.text(&says).await, exhibit.says);
        }
    }
    let wide = page.script("return document.documentElement.scrollWidth - innerWidth").await;
    assert_eq!(wide, 0, "the evidence scrolls sideways");
    let blank = page
        .script(
            "return [...document.querySelectorAll('canvas')].filter(c => !c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some(b => b)).map(c => c.id)",
        )
        .await;
    assert_eq!(blank, json!([]), "nothing is drawn there");
    page.assert_quiet().await;
    page.keep_screenshot(&format!("evidence-{name}")).await;
}

#[tokio::test]
async fn the_evidence_says_what_the_models_say() {
    evidence_in(WIDE, "wide").await;
    evidence_in(NARROW_DARK, "narrow-dark").await;
}

#[tokio::test]
async fn the_glossary_fits_every_page() {
    for (view, name) in [(NARROW, "narrow"), (WIDE_DARK, "wide-dark")] {
        let page = Page::open(view, "#/glossary").await;
        assert_eq!(page.count(".terms > div").await, headroom::glossary::terms().len());
        let wide = page.script("return document.documentElement.scrollWidth - innerWidth").await;
        assert_eq!(wide, 0, "the glossary scrolls sideways");
        page.keep_screenshot(&format!("glossary-{name}")).await;
        page.assert_quiet().await;
    }
}
