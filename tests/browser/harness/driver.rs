//! Starts the browser that HEADROOM_BROWSER names (chromium, the default, or firefox) and its driver.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::{Client, ClientBuilder};
use serde_json::{Map, Value, json};

use super::{PATIENCE, View};

/// What the page is looked at with.
#[derive(Clone, Copy, PartialEq)]
pub enum Browser {
    Chromium,
    Firefox,
}

/// The browser that the environment names.
pub fn browser() -> Browser {
    match std::env::var("HEADROOM_BROWSER").as_deref() {
        Err(_) | Ok("chromium") => Browser::Chromium,
        Ok("firefox") => Browser::Firefox,
        Ok(other) => panic!("HEADROOM_BROWSER is {other}, and may be chromium or firefox"),
    }
}

/// The driver and its browser, both ended with the test.
pub struct Driver {
    process: Child,
    port: u16,
    profile: PathBuf,
    browser: Option<u64>,
}

impl Driver {
    fn start(browser: Browser) -> Self {
        let port = TcpListener::bind("127.0.0.1:0")
            .and_then(|listener| listener.local_addr())
            .expect("a port")
            .port();
        let profile = std::env::temp_dir().join(format!("headroom-browser-{}-{port}", std::process::id()));
        std::fs::create_dir_all(&profile).expect("a folder");
        let mut command = match browser {
            Browser::Chromium => Command::new("chromedriver"),
            Browser::Firefox => {
                let mut command = Command::new("geckodriver");
                // A port of their own, each, for those that run at the same time.
                command.args(["--websocket-port", "0", "--profile-root"]).arg(&profile);
                command
            }
        };
        let process = command
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver, geckodriver: scripts/test installs them");
        Self { process, port, profile, browser: None }
    }

    /// Starts a browser with a new profile.
    pub async fn open(view: View) -> (Self, Client) {
        let browser = browser();
        let mut driver = Self::start(browser);
        let capabilities = match browser {
            Browser::Chromium => chromium(view, &driver),
            Browser::Firefox => firefox(view),
        };
        let Value::Object(mut capabilities) = capabilities else { unreachable!("an object") };
        capabilities.insert("timeouts".into(), json!({ "script": PATIENCE.as_millis() as u64 }));
        let client = connect(driver.port, capabilities).await;
        let id = match browser {
            Browser::Chromium => "goog:processID",
            Browser::Firefox => "moz:processID",
        };
        driver.browser = client.capabilities().and_then(|all| all.get(id)?.as_u64());
        assert!(driver.browser.is_some(), "the driver names its browser, that it can be ended");
        (driver, client)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        // It outlives its driver.
        if let Some(id) = self.browser {
            let _ = Command::new("kill").args(["-9", &id.to_string()]).status();
        }
        let until = Instant::now() + Duration::from_secs(5);
        while std::fs::remove_dir_all(&self.profile).is_err() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

fn chromium(view: View, driver: &Driver) -> Value {
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
    json!({
        "goog:chromeOptions": options,
        "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
    })
}

fn firefox(view: View) -> Value {
    json!({
        "webSocketUrl": true,
        "moz:firefoxOptions": {
            "binary": "/usr/bin/firefox-esr",
            "args": ["-headless"],
            "prefs": {
                "layout.css.prefers-color-scheme.content-override": if view.dark { 0 } else { 1 },
                // As Chromium's are hidden: they take no room.
                "ui.useOverlayScrollbars": 1,
            },
        },
    })
}

async fn connect(port: u16, capabilities: Map<String, Value>) -> Client {
    let until = Instant::now() + PATIENCE;
    loop {
        let mut builder = ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new());
        match builder.capabilities(capabilities.clone()).connect(&format!("http://127.0.0.1:{port}")).await {
            Ok(client) => return client,
            Err(error) if Instant::now() > until => panic!("no browser: {error}"),
            Err(_) => tokio::time::sleep(Duration::from_millis(200)).await,
        }
    }
}
