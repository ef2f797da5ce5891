//! Drawing charts on their canvases, and moving a cursor over them.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ResizeObserver};

use super::brush::Brush;
use super::dom;
use crate::chart::{self, ChartSpec, Cursor, Layout, Scale, Theme};
use crate::evidence::Exhibits;
use crate::report::Report;

/// plotters knows whole coordinates only; a pixel of the canvas is so many of them.
const FINE: u32 = 4;
/// More pixels than this no canvas has in a direction.
const MOST_PIXELS: f64 = 16_384.0;

/// What is pointed at.
pub(super) struct Pointed {
    /// Which chart.
    pub(super) chart: String,
    /// Where.
    pub(super) cursor: Cursor,
    /// Whether keys went there: then the values are read out.
    pub(super) by_key: bool,
}

/// Something that has charts. As long as it is the same, so are they.
pub(super) trait Charted {
    /// The charts.
    fn charts(&self) -> &[ChartSpec];
}

impl Charted for Report {
    fn charts(&self) -> &[ChartSpec] {
        &self.charts
    }
}

impl Charted for Exhibits {
    fn charts(&self) -> &[ChartSpec] {
        &self.charts
    }
}

/// A canvas, and what was drawn on it.
struct Drawn {
    key: &'static str,
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    /// The size in CSS px; read when the browser says that it changed, never in between.
    size: Option<(f64, f64)>,
    what: Option<What>,
    layout: Option<Layout>,
}

/// All that decides how a chart looks, apart from its size.
struct What {
    charted: Rc<dyn Charted>,
    dark: bool,
    ratio: f64,
    cursor: Option<Cursor>,
}

impl What {
    fn is(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.charted, &other.charted)
            && self.dark == other.dark
            && self.ratio == other.ratio
            && self.cursor == other.cursor
    }
}

/// The canvases of the page.
pub(super) struct Canvases {
    drawn: Vec<Drawn>,
    observer: Option<ResizeObserver>,
    _observed: Closure<dyn FnMut()>,
}

impl Canvases {
    /// No canvases yet; `then` is called when the size of one changes.
    pub(super) fn new(then: impl Fn() + 'static) -> Self {
        let observed = Closure::<dyn FnMut()>::new(then);
        let observer = ResizeObserver::new(observed.as_ref().unchecked_ref()).ok();
        Self { drawn: Vec::new(), observer, _observed: observed }
    }

    /// Looks how large the canvases are now.
    pub(super) fn resized(&mut self) {
        for drawn in &mut self.drawn {
            let rect = drawn.canvas.get_bounding_client_rect();
            let size = Some((rect.width(), rect.height()));
            if drawn.size != size {
                drawn.size = size;
                drawn.what = None;
            }
        }
    }

    /// Draws what is not drawn yet.
    pub(super) fn draw(
        &mut self,
        charted: Rc<dyn Charted>,
        dark: bool,
        ratio: f64,
        pointed: Option<&Pointed>,
    ) {
        self.drawn.retain(|drawn| drawn.canvas.is_connected());
        for spec in charted.charts() {
            let Some(drawn) = self.canvas(spec.key) else { continue };
            let cursor = pointed.filter(|pointed| pointed.chart == spec.key).map(|pointed| pointed.cursor);
            let what = What { charted: Rc::clone(&charted), dark, ratio, cursor };
            if !drawn.what.as_ref().is_some_and(|before| before.is(&what)) {
                drawn.layout = drawn.draw(spec, &what);
                drawn.what = Some(what);
            }
        }
    }

    fn canvas(&mut self, key: &'static str) -> Option<&mut Drawn> {
        if let Some(index) = self.drawn.iter().position(|drawn| drawn.key == key) {
            return self.drawn.get_mut(index);
        }
        let canvas = dom::find::<HtmlCanvasElement>(&format!("canvas-{key}"))?;
        let context = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        if let Some(observer) = &self.observer {
            observer.observe(&canvas);
        }
        self.drawn.push(Drawn { key, canvas, context, size: None, what: None, layout: None });
        self.drawn.last_mut()
    }

    /// What is so far from the left edge of a chart.
    pub(super) fn cursor_at(&self, key: &str, px: f64) -> Option<Cursor> {
        self.drawn.iter().find(|drawn| drawn.key == key)?.layout.as_ref()?.cursor_at(px)
    }
}

impl Drawn {
    /// Draws the chart in one pass; the canvas has a pixel for each pixel of the screen.
    fn draw(&self, spec: &ChartSpec, what: &What) -> Option<Layout> {
        let (width, height) = self.size?;
        let pixels = |length: f64| (length * what.ratio).round().clamp(1.0, MOST_PIXELS) as u32;
        // Setting a size clears the canvas and costs memory, even the same one.
        if self.canvas.width() != pixels(width) {
            self.canvas.set_width(pixels(width));
        }
        if self.canvas.height() != pixels(height) {
            self.canvas.set_height(pixels(height));
        }
        let shrink = 1.0 / f64::from(FINE);
        self.context.set_transform(shrink, 0.0, 0.0, shrink, 0.0, 0.0).ok()?;
        self.context.set_line_join("round");
        let theme = if what.dark { Theme::DARK } else { Theme::LIGHT };
        let backend = Brush { canvas: &self.canvas, context: &self.context };
        // A canvas that refuses to be drawn on leaves the table of values below.
        chart::draw(backend, spec, &theme, Scale::finer(what.ratio, FINE), what.cursor).ok()
    }
}

/// Where a key moves the cursor: to the next stop, or away.
pub(super) fn moved(spec: &ChartSpec, cursor: Option<Cursor>, key: &str, many: bool) -> Option<Cursor> {
    let stops = chart::stops(spec);
    let last = stops.len().checked_sub(1)?;
    let place = cursor.map(|cursor| match cursor {
        Cursor::At(x) => x,
        Cursor::Bar(bar) => bar as f64,
    });
    // The stop at the cursor or the first one behind it.
    let here = place.map(|place| stops.iter().position(|stop| *stop >= place).unwrap_or(last));
    let stride = if many { 10 } else { 1 };
    let next = match (key, here) {
        ("Home", _) | ("ArrowRight" | "ArrowUp", None) => 0,
        ("End", _) | ("ArrowLeft" | "ArrowDown", None) => last,
        ("ArrowRight" | "ArrowUp", Some(here)) => (here + stride).min(last),
        ("ArrowLeft" | "ArrowDown", Some(here)) => here.saturating_sub(stride),
        _ => return None,
    };
    stops.get(next).map(|stop| chart::cursor_at(spec, *stop))
}
