//! The parts of the page that are sent for, and what happens when they arrive.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use gloo::utils::document;
use yew::Context;

use super::super::bench::Page;
use super::super::events::Deed;
use super::super::extras::{self, extras};
use super::super::runs::{self, Runs};
use super::App;
use crate::calculators;

/// How long after the first answer the simulation is sent for.
const FIRST_RUN_MS: u32 = 300;

impl App {
    /// Sends for what the page that was opened needs, and follows its theme.
    pub(super) fn arrived(&mut self, context: &Context<Self>) {
        self.load(context);
        self.load_runs(context);
        if matches!(&self.page, Page::Reading(reading) if !reading.query.is_empty()) {
            self.aim = Some("meant".into());
        }
        let Page::Bench(bench) = &self.page else { return };
        let theme = bench.embed.as_ref().and_then(|embed| embed.theme);
        let needs_extras = bench.pinned.is_some();
        if let Some(theme) = theme {
            self.look.follow(theme.key());
            self.look.refresh(&self.look_again);
        }
        if needs_extras {
            self.load_extras(context);
        }
    }

    /// What simulates this page, if anything does.
    pub(super) fn runs(&self) -> Option<&dyn Runs> {
        let is_simulated = matches!(&self.page, Page::Bench(bench)
            if bench.embed.is_none() && calculators::is_simulated(bench.draft.calculator().id()));
        self.runs.as_deref().filter(|_| is_simulated)
    }

    /// Has the simulation follow the scenario, or end where there is none.
    pub(super) fn follow(&mut self) {
        let is_simulated = self.runs().is_some();
        match (&self.page, &mut self.runs) {
            (Page::Bench(bench), Some(runs)) if is_simulated => runs.follow(bench),
            (_, Some(runs)) => runs.press("leave"),
            _ => {}
        }
    }

    /// Sends for the simulation, when the first answer has had its time.
    fn load_runs(&mut self, context: &Context<Self>) {
        let Page::Bench(bench) = &self.page else { return self.follow() };
        if self.runs.is_none()
            && bench.embed.is_none()
            && calculators::is_simulated(bench.draft.calculator().id())
        {
            let link = context.link().clone();
            Timeout::new(FIRST_RUN_MS, move || {
                let news = link.clone();
                link.send_future(async {
                    Deed::Runs(runs::load(Rc::new(move || news.send_message(Deed::Ran))).await)
                });
            })
            .forget();
        }
        self.follow();
    }

    /// Sends for what only some need.
    pub(super) fn load_extras(&self, context: &Context<Self>) {
        if extras().is_none() {
            context.link().send_future(async { Deed::Extras(extras::load().await) });
        }
    }

    pub(super) fn extras_arrived(&mut self, arrived: bool) {
        if !arrived {
            // The button stays; the next press tries again.
            self.share = None;
        }
        if let Some(bench) = self.bench() {
            bench.evaluate();
        }
        if self.share.is_some() {
            self.focus = Some("share-title".into());
        }
    }

    /// Sends for what the page waits for.
    pub(super) fn load(&self, context: &Context<Self>) {
        match &self.page {
            Page::Loading { card, .. } => {
                let id = card.id;
                context.link().send_future(async move { Deed::Loaded(id, calculators::load(id).await) });
            }
            Page::Reading(reading) if !reading.is_there() => {
                let which = reading.which;
                context.link().send_future(async move { Deed::Loaded(which.word(), which.load().await) });
            }
            _ => {}
        }
    }

    /// Shows the calculator that has arrived, or that it has not, if the page still waits for it.
    pub(super) fn loaded(&mut self, context: &Context<Self>, id: &str, arrived: bool) {
        match &mut self.page {
            Page::Loading { card, link, .. } if card.id == id && arrived => {
                self.page = Page::open(&std::mem::take(link));
                self.arrived(context);
                document().set_title(&self.page.title());
            }
            Page::Loading { card, failed, .. } if card.id == id => *failed = true,
            Page::Reading(reading) if reading.which.word() == id => reading.arrived(arrived),
            _ => {}
        }
    }
}
