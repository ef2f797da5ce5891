//! Charts: a [`ChartSpec`] says what is drawn, [`draw()`] draws it on any plotters backend, [`svg()`] as text.
//!
//! All layout is done in CSS px and ends in a list of shapes (`scene`); only `paint` knows of a backend.

mod bars;
mod clip;
mod data;
mod draw;
mod frame;
mod labels;
mod layout;
mod lines;
mod look;
mod measured;
#[cfg(not(target_arch = "wasm32"))]
mod miniature;
mod paint;
mod scene;
mod spec;
pub(crate) mod svg;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod text;
mod theme;
mod ticks;
mod units;

pub use data::{Table, cursor_at, data_table, readout, stops};
pub(crate) use data::{bar_sums, finite_points};
pub use draw::draw;
pub use layout::{Content, Cursor, Layout, Map, Rect};
pub use look::Look;
pub(crate) use look::Paint;
pub use measured::Measured;
#[cfg(not(target_arch = "wasm32"))]
pub use miniature::miniature;
pub use paint::{DrawError, Scale};
pub use spec::{Axis, Bar, ChartSpec, Level, Marker, Plot, Role, Segment, Series, Span, Stroke};
pub use svg::svg;
pub use theme::{BAR_COLOURS, Theme};
pub use ticks::{Along, Tick, ticks};
