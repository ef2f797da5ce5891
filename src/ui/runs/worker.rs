//! The worker: the same program in a thread of its own, without a page.
//!
//! It is told the link of a scenario and how many runs, and tells the numbers of the runs, a few at a time. It
//! is not asked to stop: who has no more use for it ends it.

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::js_sys::{Date, Float64Array, global};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use crate::calculators;
use crate::scenario::decode;
use crate::scenario::link;

/// The numbers of runs are told about so often.
const APART_MS: f64 = 60.0;

/// What a worker tells.
pub(super) enum Told {
    /// That it hears.
    Ready,
    /// The numbers of some runs, one behind the other; so many are of each run.
    Samples(usize, Vec<f64>),
    /// Why there are none.
    Refused(String),
}

impl Told {
    /// What a message says.
    pub(super) fn read(data: &JsValue) -> Option<Self> {
        if data.is_null() {
            return Some(Self::Ready);
        }
        match data.dyn_ref::<Float64Array>() {
            Some(numbers) => {
                let (each, numbers) =
                    numbers.to_vec().split_first().map(|(each, all)| (*each, all.to_vec()))?;
                (each >= 1.0).then_some(Self::Samples(each as usize, numbers))
            }
            None => data.as_string().map(Self::Refused),
        }
    }
}

/// What a worker is asked.
pub(super) fn request(link: &str, runs: u32) -> JsValue {
    JsValue::from_str(&format!("{runs} {link}"))
}

/// Waits for what it is asked, and says that it does.
pub(super) fn work() {
    let Ok(scope) = global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    let asked = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| {
        if let Some(text) = event.data().as_string() {
            spawn_local(answer(text));
        }
    });
    scope.set_onmessage(Some(asked.as_ref().unchecked_ref()));
    // It lives as long as the worker.
    asked.forget();
    tell(&JsValue::NULL);
}

fn tell(message: &JsValue) {
    if let Ok(scope) = global().dyn_into::<DedicatedWorkerGlobalScope>() {
        let _ = scope.post_message(message);
    }
}

async fn answer(request: String) {
    if let Err(why) = simulate(&request).await {
        tell(&JsValue::from_str(&why));
    }
}

async fn simulate(request: &str) -> Result<(), String> {
    let (runs, link) = request.split_once(' ').unwrap_or_default();
    let runs = runs.parse::<u32>().unwrap_or_default();
    let name = link::split(link).name;
    let lost = || "A part of the page did not arrive.".to_owned();
    if !calculators::load(name).await {
        return Err(lost());
    }
    let simulation = calculators::load_simulation(name).await.ok_or_else(lost)?;
    let scenario = decode(link).map_err(|error| error.to_string())?.scenario;
    let (mut numbers, mut told) = (Vec::new(), Date::now());
    for run in 0..runs {
        let sample = simulation.sample(&scenario.values, run).map_err(|error| error.message)?;
        if numbers.is_empty() {
            numbers.push(sample.len() as f64);
        }
        numbers.extend(sample);
        if run + 1 == runs || Date::now() - told >= APART_MS {
            tell(&Float64Array::from(numbers.as_slice()));
            numbers.clear();
            told = Date::now();
        }
    }
    Ok(())
}
