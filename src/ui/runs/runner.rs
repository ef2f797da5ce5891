//! What is under way, and what came of it.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlLinkElement, MessageEvent, Worker, WorkerOptions, WorkerType};

use super::super::answer::Shown;
use super::super::bench::Bench;
use super::super::canvas::Charted;
use super::super::dom;
use super::super::el::El;
use super::worker::{Told, request};
use super::{News, Runs, view};
use crate::calculators::{self, AnySimulation, Simulation};
use crate::chart::ChartSpec;
use crate::scenario::Scenario;

/// So many runs are made.
pub(super) const RUNS: u32 = 200;
/// How long after the last edit they begin.
const PAUSE_MS: u32 = 400;
/// Without a worker a run is made so often, for the page to breathe between them.
const BREATH_MS: u32 = 8;

impl Charted for Simulation {
    fn charts(&self) -> &[ChartSpec] {
        &self.charts
    }
}

/// How far it is.
pub(super) enum Stage {
    /// There is nothing to simulate: the formula has no answer.
    Idle,
    /// It begins in a moment.
    Waiting,
    /// It is under way.
    Running,
    /// All runs are made.
    Done,
    /// Somebody ended it.
    Stopped,
    /// There is no answer.
    Refused(String),
}

/// What is simulated.
pub(super) struct State {
    /// The scenario, and its link.
    scenario: Option<(Scenario, String)>,
    /// What the formula says of it.
    pub(super) formula: &'static str,
    /// How far it is.
    pub(super) stage: Stage,
    /// The numbers of each run so far.
    samples: Vec<Vec<f64>>,
    /// What they say.
    pub(super) answer: Option<Rc<Simulation>>,
    simulation: Option<&'static dyn AnySimulation>,
    helper: Option<Helper>,
    timer: Option<Timeout>,
    news: News,
}

/// A worker, ended when it is dropped.
struct Helper {
    worker: Worker,
    /// Whether it is working.
    busy: Cell<bool>,
    /// Whether it hears.
    ready: Cell<bool>,
    _heard: Closure<dyn FnMut(MessageEvent)>,
    _failed: Closure<dyn FnMut()>,
}

impl Helper {
    /// Asks for the runs of a scenario; as long as it does not hear, that waits.
    fn ask(&self, link: &str) {
        self.busy.set(true);
        if self.ready.get() {
            let _ = self.worker.post_message(&request(link, RUNS));
        }
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

struct Runner(Rc<RefCell<State>>);

/// A runner with nothing to do.
pub(super) fn begin(news: News) -> Box<dyn Runs> {
    Box::new(Runner(Rc::new(RefCell::new(State {
        scenario: None,
        formula: "",
        stage: Stage::Idle,
        samples: Vec::new(),
        answer: None,
        simulation: None,
        helper: None,
        timer: None,
        news,
    }))))
}

impl Runs for Runner {
    fn follow(&mut self, bench: &Bench) {
        let mut state = self.0.borrow_mut();
        let Ok(report) = &bench.answer else {
            state.end(Stage::Idle);
            state.scenario = None;
            return;
        };
        let scenario = &bench.draft.scenario;
        let link = scenario.encode();
        state.formula = report.verdict.state;
        if state.scenario.as_ref().is_some_and(|(_, before)| *before == link) {
            return;
        }
        if state.scenario.as_ref().is_none_or(|(before, _)| before.calculator != scenario.calculator) {
            state.answer = None;
            state.simulation = None;
        }
        state.end(Stage::Waiting);
        state.scenario = Some((scenario.clone(), link));
        state.later(&self.0, PAUSE_MS);
    }

    fn press(&mut self, what: &str) {
        let mut state = self.0.borrow_mut();
        match what {
            "stop" => state.end(Stage::Stopped),
            "leave" => {
                state.end(Stage::Idle);
                state.scenario = None;
            }
            _ if state.scenario.is_some() => {
                state.end(Stage::Waiting);
                state.later(&self.0, 0);
            }
            _ => {}
        }
    }

    fn view(&self, shown: Shown<'_>) -> El {
        view::view(&self.0.borrow(), shown)
    }

    fn charted(&self) -> Option<Rc<dyn Charted>> {
        Some(self.0.borrow().answer.clone()?)
    }
}

impl State {
    /// So many runs are made.
    pub(super) fn made(&self) -> u32 {
        self.samples.len() as u32
    }

    /// Whether what is shown is of an earlier scenario, or of some of the runs only.
    pub(super) fn is_old(&self) -> bool {
        !matches!(self.stage, Stage::Done)
    }

    /// Ends what is under way.
    fn end(&mut self, stage: Stage) {
        self.timer = None;
        // A worker that works hears nothing before it is done.
        if self.helper.as_ref().is_some_and(|helper| helper.busy.get()) {
            self.helper = None;
        }
        if matches!(stage, Stage::Stopped) {
            self.summarise();
        } else {
            self.samples.clear();
        }
        self.stage = stage;
    }

    /// Begins after so many milliseconds.
    fn later(&mut self, this: &Rc<RefCell<Self>>, milliseconds: u32) {
        let weak = Rc::downgrade(this);
        self.timer = Some(Timeout::new(milliseconds, move || {
            if let Some(this) = weak.upgrade() {
                start(&this);
            }
        }));
    }

    fn summarise(&mut self) {
        let Some(((scenario, _), simulation)) = self.scenario.as_ref().zip(self.simulation) else { return };
        if self.samples.is_empty() {
            return;
        }
        match simulation.summarise(&scenario.values, &self.samples) {
            Ok(answer) => self.answer = Some(Rc::new(answer)),
            Err(error) => self.stage = Stage::Refused(error.message),
        }
    }

    /// Takes what the worker tells.
    fn take(&mut self, told: Told) {
        match told {
            Told::Ready => {
                if let Some((helper, (_, link))) = self.helper.as_ref().zip(self.scenario.as_ref()) {
                    helper.ready.set(true);
                    helper.ask(link);
                }
            }
            Told::Refused(why) => {
                self.answer = None;
                self.end(Stage::Refused(why));
            }
            Told::Samples(each, numbers) => {
                self.samples.extend(numbers.chunks_exact(each).map(<[f64]>::to_vec));
                if self.made() >= RUNS {
                    self.stage = Stage::Done;
                    if let Some(helper) = &self.helper {
                        helper.busy.set(false);
                    }
                    self.summarise();
                }
            }
        }
    }
}

/// Sends for the simulation, and begins.
fn start(this: &Rc<RefCell<State>>) {
    let Some((scenario, link)) = this.borrow().scenario.clone() else { return };
    let this = Rc::clone(this);
    spawn_local(async move {
        let simulation = calculators::load_simulation(scenario.calculator.id()).await;
        let news = {
            let mut state = this.borrow_mut();
            if state.scenario.as_ref().is_none_or(|(_, now)| *now != link) {
                return;
            }
            state.simulation = simulation;
            match simulation {
                Some(_) => {
                    state.stage = Stage::Running;
                    state.ask(&this, &link);
                }
                None => state.stage = Stage::Refused("A part of the page did not arrive.".into()),
            }
            Rc::clone(&state.news)
        };
        news();
    });
}

impl State {
    fn ask(&mut self, this: &Rc<RefCell<Self>>, link: &str) {
        if self.helper.is_none() {
            self.helper = helper(this);
        }
        match &self.helper {
            Some(helper) => helper.ask(link),
            None => self.breathe(this),
        }
    }

    /// Without a worker: one run, and the next one when the page had its turn.
    fn breathe(&mut self, this: &Rc<RefCell<Self>>) {
        let weak = Rc::downgrade(this);
        self.timer = Some(Timeout::new(BREATH_MS, move || one(&weak)));
    }
}

fn one(weak: &Weak<RefCell<State>>) {
    let Some(this) = weak.upgrade() else { return };
    let news = {
        let mut state = this.borrow_mut();
        let Some(((scenario, _), simulation)) = state.scenario.clone().zip(state.simulation) else { return };
        let told = match simulation.sample(&scenario.values, state.made()) {
            Ok(numbers) => Told::Samples(numbers.len().max(1), numbers),
            Err(error) => Told::Refused(error.message),
        };
        state.take(told);
        if matches!(state.stage, Stage::Running) {
            state.breathe(&this);
        }
        Rc::clone(&state.news)
    };
    news();
}

/// A worker, where the browser lets the page have one; a file from a disk has none.
fn helper(this: &Rc<RefCell<State>>) -> Option<Helper> {
    let glue = dom::find::<HtmlLinkElement>("glue")?.href();
    let address = [glue.strip_suffix(".js")?, "-worker.js"].concat();
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(&address, &options).ok()?;
    let weak = Rc::downgrade(this);
    let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let (Some(told), Some(this)) = (Told::read(&event.data()), weak.upgrade()) else { return };
        let news = {
            let mut state = this.borrow_mut();
            // What an ended worker had still said is of no use.
            if !matches!(state.stage, Stage::Running) {
                return;
            }
            state.take(told);
            Rc::clone(&state.news)
        };
        news();
    });
    worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    let weak = Rc::downgrade(this);
    let failed = Closure::<dyn FnMut()>::new(move || {
        let Some(this) = weak.upgrade() else { return };
        let news = {
            let mut state = this.borrow_mut();
            state.end(Stage::Refused(
                "The simulation stopped: a part of it did not arrive, or failed.".into(),
            ));
            Rc::clone(&state.news)
        };
        news();
    });
    worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
    Some(Helper { worker, busy: Cell::new(false), ready: Cell::new(false), _heard: heard, _failed: failed })
}
