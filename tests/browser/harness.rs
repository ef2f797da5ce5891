//! A static server under a sub-path, a browser driven through WebDriver, and what tests ask of a page.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::elements::Element;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder, Locator};
use serde_json::{Value, json};

/// The folder below which the page is served: it must work under any path.
const SUB_PATH: &str = "/docs/tools/headroom";

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

/// Serves dist/ from a free port of this machine until the runtime ends.
async fn serve() -> String {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("dist");
    assert!(dist.join("index.html").exists(), "dist/ is missing: run scripts/build");
    let files = tower_http::services::ServeDir::new(dist);
    let app = axum::Router::new().nest_service(SUB_PATH, files);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move { axum::serve(listener, app).await });
    format!("http://{address}")
}

/// The driver, ended with the test.
struct Driver {
    process: Child,
    port: u16,
    profile: PathBuf,
}

impl Driver {
    fn start() -> Self {
        let port = TcpListener::bind("127.0.0.1:0")
            .and_then(|listener| listener.local_addr())
            .expect("a port")
            .port();
        let process = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver: scripts/test installs it");
        let profile = std::env::temp_dir().join(format!("headroom-browser-{}-{port}", std::process::id()));
        Self { process, port, profile }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

/// A page in a browser of its own.
pub struct Page {
    pub client: Client,
    pub origin: String,
    // Dropped last: ends the driver, and with it the browser.
    _driver: Driver,
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
    /// Opens a browser at `hash`, such as `#/pooler`.
    pub async fn open(view: View, hash: &str) -> Self {
        let origin = serve().await;
        let driver = Driver::start();
        let mut arguments = vec![
            "--headless".to_owned(),
            "--no-sandbox".into(),
            "--disable-gpu".into(),
            "--disable-quic".into(),
            "--no-first-run".into(),
            "--disable-background-networking".into(),
            "--disable-component-update".into(),
            "--disable-sync".into(),
            "--hide-scrollbars".into(),
            format!("--window-size={},{}", view.width.max(500), view.height),
            format!("--user-data-dir={}", driver.profile.display()),
        ];
        if view.dark {
            arguments.push("--blink-settings=preferredColorScheme=0".into());
        }
        let mut options = json!({ "args": arguments });
        if view.width < 500 {
            // A window has a least width; a phone has not.
            options["mobileEmulation"] = json!({ "deviceMetrics": { "width": view.width, "height": view.height, "pixelRatio": 2.0, "touch": true } });
        }
        let capabilities = json!({
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        });
        let Value::Object(capabilities) = capabilities else { unreachable!("an object") };
        let client = connect(driver.port, capabilities).await;
        let page = Self { client, origin, _driver: driver };
        page.goto(hash).await;
        page
    }

    pub fn address(&self, hash: &str) -> String {
        format!("{}{SUB_PATH}/{hash}", self.origin)
    }

    pub async fn goto(&self, hash: &str) {
        self.client.goto(&self.address(hash)).await.expect("the page");
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
            .at_most(Duration::from_secs(20))
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
        let until = Instant::now() + Duration::from_secs(10);
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
        let bad: Vec<_> = self
            .log("browser")
            .await
            .into_iter()
            .filter(|entry| matches!(entry["level"].as_str(), Some("SEVERE" | "WARNING")))
            .collect();
        assert!(bad.is_empty(), "the console says {bad:#?}");
    }

    /// The addresses that the page asked for.
    pub async fn requests(&self) -> Vec<String> {
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
        std::fs::write(folder.join(format!("{name}.png")), png).expect("a file");
    }
}

async fn connect(port: u16, capabilities: serde_json::Map<String, Value>) -> Client {
    let until = Instant::now() + Duration::from_secs(30);
    loop {
        let mut builder = ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new());
        match builder.capabilities(capabilities.clone()).connect(&format!("http://127.0.0.1:{port}")).await {
            Ok(client) => return client,
            Err(error) if Instant::now() > until => panic!("no browser: {error}"),
            Err(_) => tokio::time::sleep(Duration::from_millis(200)).await,
        }
    }
}
