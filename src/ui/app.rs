//! The page as a whole: its state, and what every deed does to it.

mod parts;
mod press;

use std::rc::Rc;

use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use gloo::utils::{document, window};
use web_sys::Event;
use yew::virtual_dom::VList;
use yew::{Component, Context, Html};

use super::answer::Shown;
use super::bench::{Bench, Page};
use super::canvas::{Canvases, Charted, Pointed, moved};
use super::cells::Change;
use super::dom::Then;
use super::el::el;
use super::embed::{self, Around, Wish};
use super::events::{self, Deed};
use super::extras::{Share, extras};
use super::header::{self, Copy};
use super::location::{Writer, fragment};
use super::look::{Look, THEMES};
use super::runs::Runs;
use super::{crash, dom, field, form, loading, location, lost, nav};
use crate::draft::Edit;
use crate::scenario::Embed;

/// How long the page says that the link was copied.
const SAYS_SO_MS: u32 = 2_500;

/// The page.
pub(super) struct App {
    page: Page,
    look: Look,
    writer: Writer,
    canvases: Canvases,
    /// What is pointed at.
    pointed: Option<Pointed>,
    /// The charts whose data is shown.
    data: Vec<String>,
    /// Whether the scenarios of a narrow page are shown.
    stories: bool,
    copy: Copy,
    /// What is chosen in the panel for sharing, if that is open.
    share: Option<Share>,
    /// The simulation beside the formula, once its part has arrived.
    runs: Option<Box<dyn Runs>>,
    /// The page around this frame.
    around: Around,
    /// What to focus once it is there.
    focus: Option<String>,
    /// What a link was followed for: it is focused when the page that it is on has arrived.
    aim: Option<String>,
    /// Whether the best of what was found opens once it is there.
    opens_hit: bool,
    look_again: Then,
    /// Kept, for dropping one stops it.
    _listeners: Vec<EventListener>,
}

impl Component for App {
    type Message = Deed;
    type Properties = ();

    fn create(context: &Context<Self>) -> Self {
        let link = context.link().clone();
        let writer = Writer::default();
        writer.arrive();
        let look_again: Then = {
            let link = link.clone();
            Rc::new(move |_| link.send_message(Deed::Looked))
        };
        let resized = {
            let link = link.clone();
            move || link.send_message(Deed::Resized)
        };
        let then: Then = {
            let writer = writer.clone();
            Rc::new(move |event| {
                if let Some(deed) = heard(&writer, event) {
                    link.send_message(deed);
                }
            })
        };
        let listen = |event: &&'static str| dom::on(&document(), event, &then);
        let mut listeners: Vec<EventListener> = events::EVENTS.iter().map(listen).collect();
        listeners.extend(location::EVENTS.map(|event| dom::on(&window(), event, &then)));
        let page = Page::open(&fragment());
        document().set_title(&page.title());
        let mut app = Self {
            page,
            look: Look::new(&look_again),
            writer,
            canvases: Canvases::new(resized),
            pointed: None,
            data: Vec::new(),
            stories: false,
            copy: Copy::Idle,
            share: None,
            runs: None,
            around: Around::default(),
            focus: None,
            aim: None,
            opens_hit: false,
            look_again,
            _listeners: listeners,
        };
        app.arrived(context);
        app
    }

    fn update(&mut self, context: &Context<Self>, deed: Deed) -> bool {
        if crash::happened() {
            return false;
        }
        match deed {
            Deed::Open(fragment) => self.open(context, &fragment),
            Deed::Loaded(id, arrived) => self.loaded(context, id, arrived),
            Deed::Type(key, text) => self.edit(&key, |index| Edit::Type(index, text)),
            Deed::Slide(key, share) => self.edit(&key, |index| Edit::Slide(index, share)),
            Deed::Step(key, steps) => self.edit(&key, |index| Edit::Step(index, steps)),
            Deed::Revert(key) => self.edit(&key, Edit::Revert),
            Deed::TypeCell(key, row, column, text) => self.edit_cells(&key, Change::Type(row, column, text)),
            Deed::Focus(id) => dom::focus(&id),
            Deed::Aim(id) => self.aim = Some(id),
            Deed::OpenHit => self.opens_hit = true,
            Deed::Search(text) => {
                if let Page::Reading(reading) = &mut self.page {
                    reading.query = text;
                }
            }
            Deed::Press(what, key) => self.press(context, &what, &key),
            Deed::Point(key, px) => {
                let cursor = self.canvases.cursor_at(&key, px);
                self.pointed = cursor.map(|cursor| Pointed { chart: key, cursor, by_key: false });
            }
            Deed::PointAway => self.pointed = None,
            Deed::ChartKey(chart, key, many) => {
                let cursor = self.pointed.as_ref().filter(|at| at.chart == chart).map(|at| at.cursor);
                let of = |charted: &dyn Charted| {
                    let spec = charted.charts().iter().find(|spec| spec.key == chart)?;
                    moved(spec, cursor, &key, many)
                };
                let cursor = self.charted().iter().find_map(|charted| of(&**charted));
                self.pointed = cursor.map(|cursor| Pointed { chart, cursor, by_key: true });
            }
            Deed::Data(key, open) => {
                self.data.retain(|shown| *shown != key);
                if open {
                    self.data.push(key);
                }
            }
            Deed::Resized => self.canvases.resized(),
            Deed::Looked => self.look.refresh(&self.look_again),
            Deed::Copied(true) => {
                let link = context.link().clone();
                let timer = Timeout::new(SAYS_SO_MS, move || link.send_message(Deed::CopySaid));
                self.copy = Copy::Done(timer);
            }
            Deed::Copied(false) => {
                self.copy = Copy::ByHand;
                self.focus = Some("copied".into());
            }
            Deed::Extras(arrived) => self.extras_arrived(arrived),
            Deed::Runs(runs) => {
                self.runs = runs;
                self.follow();
            }
            Deed::Ran => {}
            Deed::Told(message) => self.told(context, &message),
            Deed::Paste(text) => {
                if let Some(bench) = self.bench() {
                    bench.pin_link(&text);
                    self.written();
                }
            }
            Deed::CopySaid => self.copy = Copy::Idle,
        }
        true
    }

    fn view(&self, _context: &Context<Self>) -> Html {
        let bench = match &self.page {
            Page::Bench(bench) => Some(&**bench),
            _ => None,
        };
        let shown = Shown { pointed: self.pointed.as_ref(), data: &self.data, runs: self.runs() };
        let main = match &self.page {
            Page::Reading(reading) => {
                let waiting = || loading::view(reading.which.title(), "", reading.failed);
                reading.view(shown).unwrap_or_else(waiting)
            }
            Page::Loading { card, failed, .. } => loading::view(card.title, card.question, *failed),
            Page::Lost { link, error } => lost::view(link, error),
            Page::Bench(bench) => match &bench.embed {
                Some(embed) => return embed::view(bench, embed, shown).into(),
                None => form::workbench(bench, self.look.narrow, shown),
            },
        };
        let shell =
            el("div").class("shell").add(nav::view(self.page.view(), bench, self.stories)).all(vec![main]);
        let head = header::view(bench, self.look.theme, &self.copy, self.share.is_some());
        let share = bench.zip(self.share.as_ref()).map(|(bench, share)| match extras() {
            Some(extras) => (extras.share)(bench, share, matches!(self.copy, Copy::Done(_))),
            None => el("p").class("share loading").set("role", "status").text("Loading…"),
        });
        let share = el("div").maybe(share);
        VList::with_children(vec![head.into(), share.into(), shell.into()], None).into()
    }

    fn rendered(&mut self, _context: &Context<Self>, _first: bool) {
        if let Page::Bench(bench) = &self.page {
            field::choose(bench);
        }
        for charted in self.charted() {
            self.canvases.draw(charted, self.look.dark, self.look.ratio, self.pointed.as_ref());
        }
        if std::mem::take(&mut self.opens_hit) {
            dom::click("first-hit");
        }
        if let Some(id) = self.aim.take_if(|id| dom::by_id(id).is_some()) {
            self.focus = Some(id);
        }
        if let Some(id) = self.focus.take() {
            dom::focus(&id);
        }
        if self.is_frame() {
            self.around.say_height();
        }
    }
}

/// What an event means; what cannot wait is done at once.
fn heard(writer: &Writer, event: &Event) -> Option<Deed> {
    if crash::happened() {
        return None;
    }
    match event.type_().as_str() {
        "pagehide" => {
            writer.flush();
            None
        }
        "message" => embed::message(event).map(Deed::Told),
        "popstate" | "hashchange" => writer.arrive().then(|| Deed::Open(fragment())),
        name => {
            if name == "click" {
                // The address must be the newest before a link is followed from it.
                writer.flush();
            }
            events::read(event)
        }
    }
}

impl App {
    fn open(&mut self, context: &Context<Self>, fragment: &str) {
        let before = self.page.view();
        self.page = Page::open(fragment);
        self.arrived(context);
        self.pointed = None;
        self.stories = false;
        self.copy = Copy::Idle;
        document().set_title(&self.page.title());
        // Reading and tabbing go on where the other calculator begins.
        if self.page.view() != before {
            self.data.clear();
            self.share = None;
            if !self.is_frame() {
                self.focus = Some("title".into());
            }
        }
    }

    fn is_frame(&self) -> bool {
        matches!(&self.page, Page::Bench(bench) if bench.embed.is_some())
    }

    /// The page around this frame speaks.
    fn told(&mut self, context: &Context<Self>, message: &web_sys::MessageEvent) {
        if !self.is_frame() {
            return;
        }
        match self.around.hear(message) {
            Some(Wish::Theme(theme)) => {
                self.look.follow(&theme);
                self.look.refresh(&self.look_again);
            }
            Some(Wish::Set(link)) => {
                // What the address says of the frame itself stays.
                let own = Embed::own(&fragment());
                let separator = if link.contains('?') { "&" } else { "?" };
                let theme = self.look.theme;
                self.open(context, &format!("/embed/{link}{separator}{own}"));
                self.look.follow(THEMES[theme]);
                self.look.refresh(&self.look_again);
            }
            None => {}
        }
    }

    fn bench(&mut self) -> Option<&mut Bench> {
        match &mut self.page {
            Page::Bench(bench) => Some(bench),
            _ => None,
        }
    }

    /// What has charts on the page.
    fn charted(&self) -> Vec<Rc<dyn Charted>> {
        let mut all: Vec<Rc<dyn Charted>> = Vec::new();
        match &self.page {
            Page::Bench(bench) => all.extend(bench.last_good.clone().map(|report| report as Rc<dyn Charted>)),
            Page::Reading(reading) => {
                all.extend(reading.exhibits.clone().map(|exhibits| exhibits as Rc<dyn Charted>))
            }
            _ => {}
        }
        all.extend(self.runs().and_then(Runs::charted));
        all
    }

    fn edit(&mut self, key: &str, edit: impl FnOnce(usize) -> Edit) {
        if let Some(bench) = self.bench()
            && let Some(index) = bench.position(key)
        {
            bench.edit(edit(index));
            self.written();
        }
    }

    fn edit_cells(&mut self, key: &str, change: Change) {
        if let Some(bench) = self.bench()
            && let Some(index) = bench.position(key)
        {
            bench.edit_cells(index, change);
            self.written();
        }
    }

    /// Address, title and simulation follow an edit.
    fn written(&mut self) {
        self.follow();
        if let Page::Bench(bench) = &self.page
            && bench.edited
        {
            match bench.embed {
                // A frame never rewrites its own address.
                Some(_) => self.around.say_scenario(&bench.link()),
                None => self.writer.schedule(bench.link()),
            }
        }
        document().set_title(&self.page.title());
        self.copy = Copy::Idle;
    }
}
