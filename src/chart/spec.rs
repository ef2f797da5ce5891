//! What a chart shows: data only, no pixels, no colours.

use crate::clock::Clock;
use crate::quantity::Unit;

/// One chart.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartSpec {
    /// A fixed word, for file names and tests.
    pub key: &'static str,
    /// What it shows.
    pub title: String,
    /// One sentence on how to read it.
    pub caption: String,
    /// Its content.
    pub plot: Plot,
}

/// The content of a chart.
#[derive(Clone, Debug, PartialEq)]
pub enum Plot {
    /// Lines over a common x axis.
    Lines {
        /// The horizontal axis.
        x: Axis,
        /// The vertical axis.
        y: Axis,
        /// The lines, the last one on top.
        series: Vec<Series>,
        /// Shaded ranges of x.
        spans: Vec<Span>,
        /// Horizontal lines with a name.
        levels: Vec<Level>,
        /// Vertical lines with a name.
        markers: Vec<Marker>,
    },
    /// Stacked bars, one for each group of equal things.
    Bars {
        /// The vertical axis.
        y: Axis,
        /// The bars.
        bars: Vec<Bar>,
        /// Names of the segments, in the order of their colours; the last one is what is left free.
        names: Vec<String>,
    },
}

/// One axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What is measured.
    pub label: String,
    /// In which dimension; it decides how ticks are spelled.
    pub unit: Unit,
    /// The lowest value shown.
    pub from: f64,
    /// The highest value shown.
    pub to: f64,
    /// For a time axis: the clock time at zero, so that ticks are clock times.
    pub clock: Option<Clock>,
}

impl Axis {
    /// An axis from 0 to a little above `to`.
    pub fn up_to(label: impl Into<String>, unit: Unit, to: f64) -> Self {
        let to = if to.is_finite() && to > 0.0 { to * 1.05 } else { 1.0 };
        Self { label: label.into(), unit, from: 0.0, to, clock: None }
    }

    /// An axis between two values.
    pub fn between(label: impl Into<String>, unit: Unit, from: f64, to: f64) -> Self {
        Self { label: label.into(), unit, from, to, clock: None }
    }

    /// The same with clock times.
    #[must_use]
    pub fn clock(mut self, clock: Option<Clock>) -> Self {
        self.clock = clock;
        self
    }
}

/// What a line or span stands for; the theme gives it a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The thing the chart is about.
    Primary,
    /// What it is compared with.
    Secondary,
    /// What is lost, or where it ends.
    Danger,
    /// What is given, such as the load.
    Muted,
}

/// How a line is drawn, so that colour alone never tells two apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// Unbroken.
    Solid,
    /// Broken.
    Dashed,
    /// In dots: of another scenario.
    Dotted,
    /// No line, but a mark at each point: what was measured.
    Marks,
}

impl Stroke {
    /// The lengths of dash and gap, in CSS px.
    pub const fn dashes(self) -> Option<(f64, f64)> {
        match self {
            Self::Solid | Self::Marks => None,
            Self::Dashed => Some((6.0, 4.0)),
            Self::Dotted => Some((2.0, 3.0)),
        }
    }
}

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// Its points in ascending x; straight lines between them, unless they are marks.
    pub points: Vec<(f64, f64)>,
    /// Its meaning.
    pub role: Role,
    /// Its stroke.
    pub stroke: Stroke,
    /// Whether the area down to the axis is tinted.
    pub fill: bool,
    /// The other edge of a band that is tinted, in ascending x; none if it is empty.
    pub band: Vec<(f64, f64)>,
}

impl Series {
    /// A mark at each point.
    pub fn marks(name: impl Into<String>, role: Role, points: Vec<(f64, f64)>) -> Self {
        Self { stroke: Stroke::Marks, ..Self::line(name, role, points) }
    }

    /// An unbroken line.
    pub fn line(name: impl Into<String>, role: Role, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.into(), points, role, stroke: Stroke::Solid, fill: false, band: Vec::new() }
    }

    /// The same, broken.
    #[must_use]
    pub fn dashed(mut self) -> Self {
        self.stroke = Stroke::Dashed;
        self
    }

    /// The same with its area tinted.
    #[must_use]
    pub fn filled(mut self) -> Self {
        self.fill = true;
        self
    }

    /// The same with the area between it and another line tinted.
    #[must_use]
    pub fn band_to(mut self, other: Vec<(f64, f64)>) -> Self {
        self.band = other;
        self
    }

    /// The value at `x`, on the straight line between two points; none outside.
    pub fn at(&self, x: f64) -> Option<f64> {
        let after = self.points.partition_point(|point| point.0 < x);
        let &(x1, y1) = self.points.get(after)?;
        if x1 == x || after == 0 {
            return (x1 == x).then_some(y1);
        }
        let (x0, y0) = self.points[after - 1];
        Some(y0 + (y1 - y0) * (x - x0) / (x1 - x0))
    }
}

/// A shaded range of x.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// Its name.
    pub label: String,
    /// Where it begins.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// Its meaning.
    pub role: Role,
}

/// A horizontal line.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// Its name.
    pub label: String,
    /// Where it lies.
    pub y: f64,
    /// Its meaning.
    pub role: Role,
}

/// A vertical line.
#[derive(Clone, Debug, PartialEq)]
pub struct Marker {
    /// Its name.
    pub label: String,
    /// Where it stands.
    pub x: f64,
    /// Its meaning.
    pub role: Role,
}

/// A stacked bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Its name, such as a machine type.
    pub label: String,
    /// How many equal ones it stands for.
    pub count: u64,
    /// Its segments from the bottom.
    pub segments: Vec<Segment>,
}

/// A part of a bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Which name, and with it which colour.
    pub name: usize,
    /// How tall.
    pub value: f64,
}
