//! Puts a scene on a plotters backend.

use std::fmt::{self, Display};

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Circle, Drawable, PointCollection, Polygon, Rectangle};
use plotters::series::{DashedLineSeries, LineSeries};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{
    Color, FontDesc, FontFamily, FontStyle, FontTransform, RGBAColor, ShapeStyle, TextStyle,
};
use plotters_backend::DrawingBackend;

use super::layout::Rect;
use super::measured::Measured;
use super::scene::{Anchor, Scene, Shape, Text};
use super::text::SIZE;

/// How far below a text's middle the backend has to be told that it is, in parts of its size: canvases and
/// plotters take the middle between ascenders and descenders, which is above that of digits and capitals.
const SINK: f64 = 0.09;

/// How large things are on the backend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Device pixels for each CSS px.
    pub ratio: f64,
    /// Backend units for each device pixel: more than 1 if the backend's own context is scaled by
    /// 1/`fine`, for smooth slanted lines in spite of plotters' whole coordinates.
    pub fine: u32,
}

impl From<f64> for Scale {
    fn from(ratio: f64) -> Self {
        Self { ratio, fine: 1 }
    }
}

impl Scale {
    /// A scale with a context scaled by 1/`fine`.
    pub const fn finer(ratio: f64, fine: u32) -> Self {
        Self { ratio, fine }
    }

    fn units(self) -> f64 {
        self.ratio * f64::from(self.fine)
    }
}

/// The backend could not draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawError(String);

impl Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the chart could not be drawn: {}", self.0)
    }
}

impl std::error::Error for DrawError {}

fn failed(error: impl Display) -> DrawError {
    DrawError(error.to_string())
}

/// Draws all shapes of a scene.
pub fn paint<B: DrawingBackend>(
    backend: B,
    scene: &Scene,
    font: &str,
    scale: Scale,
) -> Result<(), DrawError> {
    let area = Measured::finer(backend, scale.fine.max(1)).into_drawing_area();
    let brush = Brush { area, scale, font };
    for shape in &scene.shapes {
        brush.shape(shape)?;
    }
    brush.area.present().map_err(failed)
}

/// The size of a backend in CSS px.
pub fn css_size<B: DrawingBackend>(backend: &B, scale: Scale) -> (f64, f64) {
    let (width, height) = backend.get_size();
    (f64::from(width) / scale.ratio, f64::from(height) / scale.ratio)
}

struct Brush<'a, B: DrawingBackend> {
    area: DrawingArea<Measured<B>, Shift>,
    scale: Scale,
    font: &'a str,
}

type Point = (i32, i32);

impl<B: DrawingBackend> Brush<'_, B> {
    fn shape(&self, shape: &Shape) -> Result<(), DrawError> {
        match shape {
            Shape::Fill(rect, colour) => {
                let (left, top) = (self.edge(rect.left), self.edge(rect.top));
                // What is there at all stays visible.
                let (right, bottom) =
                    (self.edge(rect.right).max(left + 1.0), self.edge(rect.bottom).max(top + 1.0));
                self.pixels(Rect::new(left, top, right, bottom), *colour)
            }
            Shape::Rule { from, to, width, colour, dashes } => {
                self.rule(*from, *to, *width, *colour, *dashes)
            }
            Shape::Line { points, width, colour, dashes } => self.line(points, *width, *colour, *dashes),
            Shape::Polygon { points, colour } => {
                let points: Vec<Point> = points.iter().map(|point| self.point(*point)).collect();
                self.put(&Polygon::new(points, colour.filled()))
            }
            Shape::Dot { at, radius, colour } => {
                self.put(&Circle::new(self.point(*at), self.unit(*radius).max(1), colour.filled()))
            }
            Shape::Text(text) => self.text(text),
        }
    }

    fn rule(
        &self,
        from: (f64, f64),
        to: (f64, f64),
        width: f64,
        colour: RGBAColor,
        dashes: Option<(f64, f64)>,
    ) -> Result<(), DrawError> {
        let is_level = from.1 == to.1;
        let (start, end, across) = if is_level { (from.0, to.0, from.1) } else { (from.1, to.1, from.0) };
        let thick = (width * self.scale.ratio).round().max(1.0);
        let near = (across * self.scale.ratio - thick / 2.0).round();
        let piece = |start: f64, end: f64| {
            let (start, end) = (self.edge(start), self.edge(end));
            let rect = match is_level {
                true => Rect::new(start, near, end, near + thick),
                false => Rect::new(near, start, near + thick, end),
            };
            if end > start { self.pixels(rect, colour) } else { Ok(()) }
        };
        let Some((dash, gap)) = dashes else {
            return piece(start, end);
        };
        let period = (dash + gap).max(1.0);
        let count = ((end - start) / period).ceil().clamp(0.0, 1e4) as u32;
        (0..count)
            .map(|index| start + f64::from(index) * period)
            .try_for_each(|start| piece(start, (start + dash).min(end)))
    }

    fn line(
        &self,
        points: &[(f64, f64)],
        width: f64,
        colour: RGBAColor,
        dashes: Option<(f64, f64)>,
    ) -> Result<(), DrawError> {
        let width = self.unit(width).max(1) as u32;
        let style = ShapeStyle { color: colour, filled: false, stroke_width: width };
        let mut points: Vec<Point> = points.iter().map(|point| self.point(*point)).collect();
        points.dedup();
        if points.len() < 2 {
            return Ok(());
        }
        match dashes {
            None => LineSeries::new(points, style).try_for_each(|part| self.put(&part)),
            Some((dash, gap)) => DashedLineSeries::new(points, self.unit(dash), self.unit(gap), style)
                .into_iter()
                .try_for_each(|part| self.put(&part)),
        }
    }

    fn text(&self, text: &Text) -> Result<(), DrawError> {
        let size = SIZE * self.scale.units();
        let style = if text.bold { FontStyle::Bold } else { FontStyle::Normal };
        let font = FontDesc::new(FontFamily::Name(self.font), size, style);
        let font = if text.upwards { font.transform(FontTransform::Rotate270) } else { font };
        let side = match text.anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        let style =
            TextStyle { font, color: text.colour.to_backend_color(), pos: Pos::new(side, VPos::Center) };
        let sink = SIZE * SINK;
        let at = if text.upwards { (text.x + sink, text.y) } else { (text.x, text.y + sink) };
        self.area.draw_text(&text.text, &style, self.point(at)).map_err(failed)
    }

    /// The nearest edge between device pixels.
    fn edge(&self, css: f64) -> f64 {
        (css * self.scale.ratio).round()
    }

    /// A filled rectangle of device pixels.
    fn pixels(&self, rect: Rect, colour: RGBAColor) -> Result<(), DrawError> {
        let fine = f64::from(self.scale.fine.max(1));
        let at = |x: f64, y: f64| ((x * fine) as i32, (y * fine) as i32);
        self.put(&Rectangle::new([at(rect.left, rect.top), at(rect.right, rect.bottom)], colour.filled()))
    }

    fn unit(&self, css: f64) -> i32 {
        (css * self.scale.units()).round() as i32
    }

    fn point(&self, (x, y): (f64, f64)) -> Point {
        (self.unit(x), self.unit(y))
    }

    fn put<E>(&self, element: &E) -> Result<(), DrawError>
    where
        for<'e> &'e E: PointCollection<'e, Point>,
        E: Drawable<Measured<B>>,
    {
        self.area.draw(element).map_err(failed)
    }
}
