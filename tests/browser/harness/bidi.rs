//! What Firefox tells of a page while it runs, over WebDriver BiDi: its console, its errors, its requests.
//! (ChromeDriver keeps logs that can be asked for; geckodriver has none.)

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fantoccini::Client;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::tungstenite::Message;

use super::{PATIENCE, View};

/// The policy's refusals stand in no console that BiDi sees: each page says them in its own.
const SAY_REFUSALS: &str = "() => addEventListener('securitypolicyviolation', (event) => \
    console.error('refused by the policy: ' + event.violatedDirective + ' ' + event.blockedURI))";

/// The events so far.
pub struct Bidi {
    ask: mpsc::UnboundedSender<String>,
    asked: AtomicU64,
    answers: Arc<Mutex<HashMap<u64, oneshot::Sender<Value>>>>,
    events: Arc<Mutex<Vec<Value>>>,
}

impl Bidi {
    /// Listens to the browser of a session, and makes its page as large as the view.
    pub async fn listen(client: &Client, view: View) -> Self {
        let address = client.capabilities().and_then(|all| all.get("webSocketUrl")?.as_str());
        let address = address.expect("an address for BiDi");
        let (socket, _) = tokio_tungstenite::connect_async(address).await.expect("a connection for BiDi");
        let (mut write, mut read) = socket.split();
        let (ask, mut asked) = mpsc::unbounded_channel::<String>();
        let answers: Arc<Mutex<HashMap<u64, oneshot::Sender<Value>>>> = Arc::default();
        let events: Arc<Mutex<Vec<Value>>> = Arc::default();
        tokio::spawn(async move {
            while let Some(text) = asked.recv().await {
                write.send(Message::text(text)).await.expect("a command");
            }
        });
        let (waiting, seen) = (Arc::clone(&answers), Arc::clone(&events));
        tokio::spawn(async move {
            while let Some(Ok(message)) = read.next().await {
                let Ok(text) = message.to_text() else { continue };
                let Ok(said) = serde_json::from_str::<Value>(text) else { continue };
                let id = said["id"].as_u64();
                match id.and_then(|id| waiting.lock().expect("a lock").remove(&id)) {
                    Some(answer) => drop(answer.send(said)),
                    None => seen.lock().expect("a lock").push(said),
                }
            }
        });
        let bidi = Self { ask, asked: AtomicU64::new(0), answers, events };
        let events = json!({ "events": ["log.entryAdded", "network.beforeRequestSent"] });
        bidi.command("session.subscribe", events).await;
        bidi.command("script.addPreloadScript", json!({ "functionDeclaration": SAY_REFUSALS })).await;
        let tree = bidi.command("browsingContext.getTree", json!({})).await;
        let ratio = if view.width < 500 { 2.0 } else { 1.0 };
        let viewport = json!({
            "context": tree["contexts"][0]["context"],
            "viewport": { "width": view.width, "height": view.height },
            "devicePixelRatio": ratio,
        });
        bidi.command("browsingContext.setViewport", viewport).await;
        bidi
    }

    async fn command(&self, method: &str, params: Value) -> Value {
        let id = self.asked.fetch_add(1, Ordering::Relaxed);
        let (send, answer) = oneshot::channel();
        self.answers.lock().expect("a lock").insert(id, send);
        self.ask.send(json!({ "id": id, "method": method, "params": params }).to_string()).expect("BiDi");
        let answer = tokio::time::timeout(PATIENCE, answer).await;
        let mut answer = answer.unwrap_or_else(|_| panic!("{method}: no answer")).expect("BiDi");
        assert_eq!(answer["type"], "success", "{method}: {answer:#}");
        answer["result"].take()
    }

    /// What was said of this kind since it was last asked for.
    fn take(&self, method: &str) -> Vec<Value> {
        let mut events = self.events.lock().expect("a lock");
        let (taken, left) =
            std::mem::take(&mut *events).into_iter().partition(|event| event["method"] == method);
        *events = left;
        taken
    }

    /// The errors and warnings of the console, and errors that nothing caught.
    pub async fn complaints(&self, client: &Client) -> Vec<Value> {
        // What the page says comes in order: when this has come, so has what was said before.
        let mark = format!("all said {}", self.asked.fetch_add(1, Ordering::Relaxed));
        let say = format!("console.debug('{mark}')");
        client.execute(&say, Vec::new()).await.expect("a console");
        let until = Instant::now() + PATIENCE;
        let mut said = Vec::new();
        while !said.iter().any(|event: &Value| event["params"]["text"] == mark.as_str()) {
            assert!(Instant::now() < until, "the console does not arrive");
            tokio::time::sleep(Duration::from_millis(20)).await;
            said.extend(self.take("log.entryAdded"));
        }
        said.retain(|event| matches!(event["params"]["level"].as_str(), Some("error" | "warn")));
        said
    }

    /// The addresses that were asked for since this was last called.
    pub fn requests(&self) -> Vec<String> {
        let events = self.take("network.beforeRequestSent");
        let url = |event: &Value| event["params"]["request"]["url"].as_str().map(str::to_owned);
        events.iter().filter_map(url).collect()
    }
}
