//! A drawing as a list of shapes in CSS px. All layout makes shapes; only `paint` knows a backend.

use plotters::style::{Color, RGBAColor};

use super::layout::Rect;
use super::text::{LINE, SIZE, label_width};

/// Which point of a text its position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The left end.
    Start,
    /// The middle.
    Middle,
    /// The right end.
    End,
}

/// A line of text, in the label size.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// What it says.
    pub text: String,
    /// The x of its anchor.
    pub x: f64,
    /// The y of its middle.
    pub y: f64,
    /// Where the anchor is.
    pub anchor: Anchor,
    /// Its colour.
    pub colour: RGBAColor,
    /// Whether it reads upwards.
    pub upwards: bool,
    /// Whether it is bold.
    pub bold: bool,
}

impl Text {
    /// A level text.
    pub fn new(text: impl Into<String>, x: f64, y: f64, anchor: Anchor, colour: impl Color) -> Self {
        Self { text: text.into(), x, y, anchor, colour: colour.to_rgba(), upwards: false, bold: false }
    }

    /// The rectangle that it takes up.
    pub fn rect(&self) -> Rect {
        let (width, half) = (label_width(&self.text), SIZE * LINE / 2.0);
        let before = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        if self.upwards {
            let bottom = self.y + before;
            Rect::new(self.x - half, bottom - width, self.x + half, bottom)
        } else {
            let left = self.x - before;
            Rect::new(left, self.y - half, left + width, self.y + half)
        }
    }
}

/// A part of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A filled rectangle.
    Fill(Rect, RGBAColor),
    /// A level or upright line, sharp at any pixel ratio; it may be broken.
    Rule {
        /// Where it begins.
        from: (f64, f64),
        /// Where it ends: to the right of there or below.
        to: (f64, f64),
        /// How thick it is; never thinner than a pixel of the screen.
        width: f64,
        /// Its colour.
        colour: RGBAColor,
        /// The length of dashes and gaps.
        dashes: Option<(f64, f64)>,
    },
    /// A line through points.
    Line {
        /// The points.
        points: Vec<(f64, f64)>,
        /// How thick it is.
        width: f64,
        /// Its colour.
        colour: RGBAColor,
        /// The length of dashes and gaps.
        dashes: Option<(f64, f64)>,
    },
    /// The area inside of a line that closes.
    Polygon {
        /// The points of the line.
        points: Vec<(f64, f64)>,
        /// Its colour.
        colour: RGBAColor,
    },
    /// A filled circle.
    Dot {
        /// Its middle.
        at: (f64, f64),
        /// Its radius.
        radius: f64,
        /// Its colour.
        colour: RGBAColor,
    },
    /// A line of text.
    Text(Text),
}

/// A drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Its parts, the last one on top.
    pub shapes: Vec<Shape>,
}

impl Scene {
    /// Adds a filled rectangle.
    pub fn fill(&mut self, rect: Rect, colour: impl Color) {
        if rect.width() > 0.0 && rect.height() > 0.0 {
            self.shapes.push(Shape::Fill(rect, colour.to_rgba()));
        }
    }

    /// Adds a level line of one px.
    pub fn level(&mut self, y: f64, left: f64, right: f64, colour: impl Color) {
        self.rule((left, y), (right, y), 1.0, colour, None);
    }

    /// Adds an upright line of one px.
    pub fn upright(&mut self, x: f64, top: f64, bottom: f64, colour: impl Color) {
        self.rule((x, top), (x, bottom), 1.0, colour, None);
    }

    /// Adds a level or upright line.
    pub fn rule(
        &mut self,
        from: (f64, f64),
        to: (f64, f64),
        width: f64,
        colour: impl Color,
        dashes: Option<(f64, f64)>,
    ) {
        self.shapes.push(Shape::Rule { from, to, width, colour: colour.to_rgba(), dashes });
    }

    /// Adds a line through points.
    pub fn line(
        &mut self,
        points: Vec<(f64, f64)>,
        width: f64,
        colour: impl Color,
        dashes: Option<(f64, f64)>,
    ) {
        if points.len() > 1 {
            self.shapes.push(Shape::Line { points, width, colour: colour.to_rgba(), dashes });
        }
    }

    /// Adds a dot with a rim that sets it off from the lines below.
    pub fn dot(&mut self, at: (f64, f64), radius: f64, colour: impl Color, rim: impl Color) {
        self.shapes.push(Shape::Dot { at, radius: radius + 1.5, colour: rim.to_rgba() });
        self.shapes.push(Shape::Dot { at, radius, colour: colour.to_rgba() });
    }

    /// Adds a text, unless it is empty.
    pub fn text(&mut self, text: Text) {
        if !text.text.is_empty() {
            self.shapes.push(Shape::Text(text));
        }
    }

    /// Adds the outline of a rectangle, inside of it.
    pub fn outline(&mut self, rect: Rect, width: f64, colour: impl Color) {
        let colour = colour.to_rgba();
        let half = width / 2.0;
        let Rect { left, top, right, bottom } = rect;
        for y in [top + half, bottom - half] {
            self.rule((left, y), (right, y), width, colour, None);
        }
        for x in [left + half, right - half] {
            self.rule((x, top + width), (x, bottom - width), width, colour, None);
        }
    }
}
