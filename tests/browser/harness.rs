//! A browser driven through WebDriver, and what tests ask of a page.

mod bidi;
mod driver;
mod server;

use std::path::Path;
use std::time::{Duration, Instant};

use bidi::Bidi;
pub use driver::{Browser, browser};
use fantoccini::elements::Element;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};
pub use server::{Build, Server, dist};

/// How a page is looked at.
#[derive(Clone, Copy)]
pub struct View {
    pub width: u32,
    pub height: u32,
    pub dark: bool,
}

pub const WIDE: View = View { width: 1280, height: 1100, dark: false };
pub const WIDE_DARK: View = View { dark: true, ..WIDE };
pub const NARROW: View = View { width: 360, height: 780, dark: false };
pub const NARROW_DARK: View = View { dark: true, ..NARROW };

/// How long anything is waited for, at most: on a slow and busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A page in a browser of its own.
pub struct Page {
    pub client: Client,
    pub origin: String,
    /// The address without a scenario.
    base: String,
    /// What Firefox tells of the page.
    bidi: Option<Bidi>,
    _server: Option<Server>,
    // Dropped last: ends the driver and the browser.
    _driver: driver::Driver,
}

/// ChromeDriver's log of a kind: "browser" (the console) or "performance" (the network).
#[derive(Debug)]
struct Log(&'static str);

impl WebDriverCompatibleCommand for Log {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }
    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(json!({ "type": self.0 }).to_string()))
    }
}

impl Page {
    /// Opens a browser at `hash`, such as `#/pooler`, of the built page on a server of its own.
    pub async fn open(view: View, hash: &str) -> Self {
        let server = Server::start(&dist());
        let mut page = Self::visit(view, &server.page(), hash).await;
        page._server = Some(server);
        page
    }

    /// Opens a browser at `hash` of the page that has this address.
    pub async fn visit(view: View, base: &str, hash: &str) -> Self {
        let (driver, client) = driver::Driver::open(view).await;
        let bidi = match browser() {
            Browser::Chromium => None,
            Browser::Firefox => Some(Bidi::listen(&client, view).await),
        };
        let origin = url::Url::parse(base).expect("an address").origin().ascii_serialization();
        let page = Self { client, origin, base: base.to_owned(), bidi, _server: None, _driver: driver };
        page.goto(hash).await;
        page
    }

    pub fn address(&self, hash: &str) -> String {
        format!("{}{hash}", self.base)
    }

    pub async fn goto(&self, hash: &str) {
        self.client.goto(&self.address(hash)).await.expect("the page");
        self.settle().await;
    }

    /// Loads the page anew as a person does: what Firefox's driver calls a refresh does not ask the service worker.
    pub async fn reload(&self) {
        self.script("window.beforeReload = true; setTimeout(() => location.reload(), 0)").await;
        let until = Instant::now() + PATIENCE;
        // Between two documents there is none to ask.
        while self.client.execute("return !window.beforeReload", Vec::new()).await.ok() != Some(true.into()) {
            assert!(Instant::now() < until, "the page does not load anew");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        self.settle().await;
    }

    /// Waits until the page stands: the application and its calculator are there and a frame has passed.
    pub async fn settle(&self) {
        self.find("main:not([data-loading]) h1").await;
        self.script(
            "return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))",
        )
        .await;
    }

    pub async fn find(&self, selector: &str) -> Element {
        self.client
            .wait()
            .at_most(PATIENCE)
            .for_element(Locator::Css(selector))
            .await
            .unwrap_or_else(|error| panic!("{selector}: {error}"))
    }

    pub async fn count(&self, selector: &str) -> usize {
        self.client.find_all(Locator::Css(selector)).await.expect("a selector").len()
    }

    pub async fn text(&self, selector: &str) -> String {
        self.find(selector).await.text().await.expect("a text")
    }

    pub async fn attribute(&self, selector: &str, name: &str) -> String {
        self.find(selector).await.attr(name).await.expect("an attribute").unwrap_or_default()
    }

    pub async fn value(&self, key: &str) -> String {
        self.find(&format!("#field-{key}")).await.prop("value").await.expect("a value").unwrap_or_default()
    }

    /// Types a text over what is in a field.
    pub async fn type_into(&self, key: &str, text: &str) {
        let field = self.find(&format!("#field-{key}")).await;
        field.click().await.expect("a click");
        self.script(&format!("document.getElementById('field-{key}').select()")).await;
        field.send_keys(text).await.expect("keys");
        self.settle().await;
    }

    pub async fn click(&self, selector: &str) {
        self.find(selector).await.click().await.unwrap_or_else(|error| panic!("{selector}: {error}"));
        self.settle().await;
    }

    /// Keys to whatever has the focus.
    pub async fn press(&self, keys: &str) {
        self.client.active_element().await.expect("a focus").send_keys(keys).await.expect("keys");
        self.settle().await;
    }

    pub async fn focused(&self) -> String {
        let id = self.script("return document.activeElement.id").await;
        id.as_str().unwrap_or_default().to_owned()
    }

    pub async fn script(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    pub async fn state(&self) -> String {
        self.attribute("[data-verdict-state]", "data-verdict-state").await
    }

    /// What the charts show, pixel by pixel.
    pub async fn pixels(&self) -> Value {
        self.script(
            "return [...document.querySelectorAll('[data-chart] canvas')].map(canvas => canvas.toDataURL())",
        )
        .await
    }

    /// The part of the address behind `#/`.
    pub async fn link(&self) -> String {
        let hash = self.script("return location.hash").await;
        hash.as_str().unwrap_or_default().trim_start_matches("#/").to_owned()
    }

    /// Waits until the address says `link`: typing is written to it a moment later.
    pub async fn expect_link(&self, link: &str) {
        let until = Instant::now() + PATIENCE;
        while self.link().await != link {
            assert!(Instant::now() < until, "the address says {}, not {link}", self.link().await);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn log(&self, kind: &'static str) -> Vec<Value> {
        let log = self.client.issue_cmd(Log(kind)).await.expect("a log");
        log.as_array().cloned().unwrap_or_default()
    }

    /// Asserts that the console holds no error or warning.
    pub async fn assert_quiet(&self) {
        let bad = match &self.bidi {
            Some(bidi) => bidi.complaints(&self.client).await,
            None => {
                let mut log = self.log("browser").await;
                log.retain(|entry| matches!(entry["level"].as_str(), Some("SEVERE" | "WARNING")));
                log
            }
        };
        assert!(bad.is_empty(), "the console says {bad:#?}");
    }

    /// The addresses that the page asked for since this was last called.
    pub async fn requests(&self) -> Vec<String> {
        if let Some(bidi) = &self.bidi {
            return bidi.requests();
        }
        self.log("performance")
            .await
            .iter()
            .filter_map(|entry| serde_json::from_str::<Value>(entry["message"].as_str()?).ok())
            .filter(|entry| entry["message"]["method"] == "Network.requestWillBeSent")
            .filter_map(|entry| entry["message"]["params"]["request"]["url"].as_str().map(str::to_owned))
            .collect()
    }

    /// Keeps a picture of the whole page in artifacts/.
    pub async fn keep_screenshot(&self, name: &str) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts");
        std::fs::create_dir_all(&folder).expect("a folder");
        let png = self.client.screenshot().await.expect("a screenshot");
        let browser = if browser() == Browser::Firefox { "-firefox" } else { "" };
        std::fs::write(folder.join(format!("{name}{browser}.png")), png).expect("a file");
    }
}
