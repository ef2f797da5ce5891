//! Lines over a common axis.

use crate::math::within;
use plotters::style::Color;

use super::clip;
use super::data::{finite_points, series_at};
use super::frame::{Frame, Head, MARK, STROKE, Sample, below};
use super::labels::{Spot, Wish, place};
use super::layout::{Content, Layout, Map, Rect};
use super::scene::{Anchor, Scene, Text};
use super::text::{LINE, SIZE, fit, label_width};
use super::ticks::{Along, Tick, ticks};
use super::units::zone;
use super::{Axis, Level, Marker, Series, Span, Stroke, Theme};

/// The room of a row of labels below the plot.
const ROW: f64 = 17.0;
/// Below the plot, with one row of labels.
const BELOW: f64 = 23.0;
/// The distance of two rows of labels inside of the plot.
const LABEL_ROW: f64 = 16.0;
/// From a line to its label.
const LABEL_GAP: f64 = 5.0;
/// Dashes and gaps of a level.
const LEVEL_DASHES: (f64, f64) = (3.0, 3.0);

/// The parts of a [`Plot::Lines`](super::Plot::Lines).
#[derive(Clone, Copy, Debug)]
pub struct Lines<'a> {
    /// The horizontal axis.
    pub x: &'a Axis,
    /// The vertical axis.
    pub y: &'a Axis,
    /// The lines.
    pub series: &'a [Series],
    /// Shaded ranges.
    pub spans: &'a [Span],
    /// Level lines.
    pub levels: &'a [Level],
    /// Upright lines.
    pub markers: &'a [Marker],
}

type Points = Vec<clip::Point>;

impl Lines<'_> {
    /// Draws them.
    pub fn draw(&self, scene: &mut Scene, theme: &Theme, size: (f64, f64), cursor: Option<f64>) -> Layout {
        let head = Head::new(&self.y.label, self.legend(theme), size.0);
        let bottom = Bottom::new(self, size, head.height());
        let (frame, x) = (&bottom.frame, bottom.x);
        let plot = frame.plot;
        let points: Vec<Points> = self.series.iter().map(|series| finite_points(&series.points)).collect();
        let paths: Vec<Points> = points
            .iter()
            .map(|line| line.iter().map(|point| (x.px(point.0), frame.y.px(point.1))).collect())
            .collect();

        self.draw_spans(scene, theme, &plot, &x);
        frame.draw(scene, theme);
        head.draw(scene, theme);
        for (series, path) in self.series.iter().zip(&paths).filter(|(series, _)| series.fill) {
            let base = within(frame.y.px(0.0), plot.top, plot.bottom);
            let mut points = clip::area(&plot, path);
            let ends = points.last().copied().zip(points.first().copied());
            points.extend(ends.into_iter().flat_map(|(last, first)| [(last.0, base), (first.0, base)]));
            let colour = theme.role(series.role).mix(theme.tint * 1.6);
            scene.shapes.push(super::scene::Shape::Polygon { points, colour });
        }
        for series in self.series.iter().filter(|series| !series.band.is_empty()) {
            let edge = |points: &[(f64, f64)]| {
                let px: Points = points.iter().map(|point| (x.px(point.0), frame.y.px(point.1))).collect();
                clip::area(&plot, &px)
            };
            let mut points = edge(&finite_points(&series.points));
            points.extend(edge(&finite_points(&series.band)).into_iter().rev());
            let colour = theme.role(series.role).mix(theme.tint * 1.6);
            scene.shapes.push(super::scene::Shape::Polygon { points, colour });
        }
        self.draw_rules(scene, theme, frame, &x);
        frame.draw_base(scene, theme);
        bottom.draw(scene, theme);
        let parts: Vec<Vec<Points>> = paths.iter().map(|path| clip::line(&plot, path)).collect();
        for ((series, path), parts) in self.series.iter().zip(&paths).zip(&parts) {
            let colour = theme.role(series.role);
            if series.stroke == Stroke::Marks {
                for (left, top) in
                    path.iter().copied().filter(|(x, y)| plot.holds(&Rect::new(*x, *y, *x, *y)))
                {
                    scene.dot((left, top), MARK, colour, theme.panel);
                }
                continue;
            }
            let dashes = series.stroke.dashes();
            for part in parts {
                scene.line(part.clone(), STROKE, colour, dashes);
            }
            if let [(left, top)] = path[..]
                && plot.holds(&Rect::new(left, top, left, top))
            {
                scene.dot((left, top), 3.0, colour, theme.panel);
            }
        }
        self.draw_labels(scene, theme, frame, &x, parts.concat());
        if let Some(at) = cursor.filter(|at| x.shows(*at)) {
            self.draw_cursor(scene, theme, frame, &x, &points, at);
        }
        Layout { width: size.0, height: size.1, plot, y: frame.y, content: Content::Lines { x } }
    }

    fn legend(&self, theme: &Theme) -> Vec<(Sample, String)> {
        if self.series.len() < 2 {
            return Vec::new();
        }
        let entry = |series: &Series| {
            let colour = theme.role(series.role);
            let sample = match series.stroke {
                Stroke::Marks => Sample::Mark(colour),
                stroke => Sample::Line { colour, dashes: stroke.dashes() },
            };
            (sample, series.name.clone())
        };
        self.series.iter().map(entry).collect()
    }

    fn draw_spans(&self, scene: &mut Scene, theme: &Theme, plot: &Rect, x: &Map) {
        for (span, left, right) in self.shown_spans(plot, x) {
            let rect = Rect::new(left, plot.top, right, plot.bottom);
            scene.fill(rect, theme.role(span.role).mix(theme.tint));
        }
    }

    /// The spans of which a part is on the axis, and the px where it begins and ends.
    fn shown_spans(&self, plot: &Rect, x: &Map) -> impl Iterator<Item = (&Span, f64, f64)> {
        let (x, plot) = (*x, *plot);
        self.spans.iter().filter(|span| !span.from.is_nan() && !span.to.is_nan()).filter_map(move |span| {
            let inside = |value: f64| within(x.px(value), plot.left, plot.right);
            let (left, right) = (inside(span.from.min(span.to)), inside(span.from.max(span.to)));
            (right > left).then_some((span, left, right))
        })
    }

    fn shown_levels(&self, y: &Map) -> impl Iterator<Item = (&Level, f64)> {
        self.levels.iter().filter(|level| y.shows(level.y)).map(|level| (level, y.px(level.y)))
    }

    fn shown_markers(&self, x: &Map) -> impl Iterator<Item = (&Marker, f64)> {
        self.markers.iter().filter(|marker| x.shows(marker.x)).map(|marker| (marker, x.px(marker.x)))
    }

    fn draw_rules(&self, scene: &mut Scene, theme: &Theme, frame: &Frame, x: &Map) {
        let plot = frame.plot;
        for (level, y) in self.shown_levels(&frame.y) {
            let colour = theme.role(level.role).mix(0.9);
            scene.rule((plot.left, y), (plot.right, y), 1.0, colour, Some(LEVEL_DASHES));
        }
        for (marker, x) in self.shown_markers(x) {
            scene.upright(x, plot.top, plot.bottom, theme.role(marker.role).mix(0.9));
        }
    }

    fn draw_labels(&self, scene: &mut Scene, theme: &Theme, frame: &Frame, x: &Map, mut lines: Vec<Points>) {
        let plot = frame.plot;
        let wish =
            |text: &str, role, spots| Wish { text: text.into(), colour: theme.role(role).to_rgba(), spots };
        // Those with the fewest places first.
        let mut wishes: Vec<Wish> = Vec::new();
        for (level, y) in self.shown_levels(&frame.y) {
            wishes.push(wish(&level.label, level.role, level_spots(&plot, y)));
            lines.push(vec![(plot.left, y), (plot.right, y)]);
        }
        for (span, left, right) in self.shown_spans(&plot, x) {
            let spots = span_spots(&plot, left, right, label_width(&span.label));
            wishes.push(wish(&span.label, span.role, spots));
        }
        for (marker, x) in self.shown_markers(x) {
            let spots = marker_spots(&plot, x, label_width(&marker.label));
            wishes.push(wish(&marker.label, marker.role, spots));
            lines.push(vec![(x, plot.top), (x, plot.bottom)]);
        }
        for label in place(&plot, &wishes, &lines) {
            if label.covers {
                let Rect { left, top, right, bottom } = label.text.rect();
                scene.fill(Rect::new(left - 1.0, top + 1.0, right + 1.0, bottom - 1.0), theme.panel.mix(0.7));
            }
            scene.text(label.text);
        }
    }

    fn draw_cursor(
        &self,
        scene: &mut Scene,
        theme: &Theme,
        frame: &Frame,
        x: &Map,
        points: &[Points],
        at: f64,
    ) {
        let plot = frame.plot;
        let px = within(x.px(at), plot.left, plot.right);
        scene.upright(px, plot.top, plot.bottom, theme.ink.mix(0.55));
        for (series, points) in self.series.iter().zip(points) {
            let Some((before, after)) = series_at(series, points, at) else { continue };
            let both = if before == after { vec![before] } else { vec![before, after] };
            for value in both.into_iter().filter(|value| frame.y.shows(*value)) {
                scene.dot((px, frame.y.px(value)), 3.5, theme.role(series.role), theme.panel);
            }
        }
    }
}

/// The horizontal axis and the frame that leaves room for it.
struct Bottom {
    frame: Frame,
    x: Map,
    ticks: Vec<Tick>,
    title: String,
    place: TitlePlace,
    width: f64,
}

/// Where the title of the horizontal axis is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum TitlePlace {
    /// In the row of the labels, before the first one.
    Before,
    /// In the row of the labels, after the last one.
    After,
    /// In a row of its own, at the right.
    Below,
}

impl Bottom {
    fn new(lines: &Lines, size: (f64, f64), top: f64) -> Self {
        let title = fit(&axis_title(lines.x), size.0);
        let mut bottom = Self::with(lines, size, top, title, TitlePlace::After, 6.0);
        // The last label must not be cut off.
        let over = bottom
            .ticks
            .last()
            .map_or(0.0, |tick| bottom.x.px(tick.at) + label_width(&tick.label) / 2.0 - size.0);
        let beside = 6.0 + over.clamp(0.0, 30.0);
        if over > 0.0 {
            bottom = Self::with(lines, size, top, bottom.title, TitlePlace::After, beside);
        }
        let title_width = label_width(&bottom.title);
        let first = bottom.ticks.first().map_or(size.0, |tick| bottom.label(tick).rect().left);
        let last = bottom.ticks.last().map_or(0.0, |tick| bottom.label(tick).rect().right);
        if title_width == 0.0 || title_width + 10.0 <= first.min(bottom.frame.plot.left) {
            bottom.place = TitlePlace::Before;
        } else if last + 16.0 + title_width > size.0 {
            bottom = Self::with(lines, size, top, bottom.title, TitlePlace::Below, beside);
        }
        bottom
    }

    fn with(
        lines: &Lines,
        size: (f64, f64),
        top: f64,
        title: String,
        place: TitlePlace,
        beside: f64,
    ) -> Self {
        let room = if place == TitlePlace::Below { BELOW + ROW } else { BELOW };
        let frame = Frame::new(size, top, room, beside, lines.y);
        let x = Map::new(lines.x, frame.plot.left, frame.plot.right);
        let ticks = ticks(lines.x, frame.plot.width(), Along::X);
        Self { frame, x, ticks, title, place, width: size.0 }
    }

    fn label(&self, tick: &Tick) -> Text {
        let half = label_width(&tick.label) / 2.0;
        let x = self.x.px(tick.at).min(self.width - half).max(half);
        Text::new(tick.label.clone(), x, below(&self.frame.plot), Anchor::Middle, plotters::style::BLACK)
    }

    fn draw(&self, scene: &mut Scene, theme: &Theme) {
        let plot = self.frame.plot;
        for tick in &self.ticks {
            let x = within(self.x.px(tick.at), plot.left, plot.right);
            scene.upright(x, plot.bottom, plot.bottom + 4.0, theme.soft);
            scene.text(Text { colour: theme.soft.to_rgba(), ..self.label(tick) });
        }
        let (x, y, anchor) = match self.place {
            TitlePlace::Before => (0.0, below(&plot), Anchor::Start),
            TitlePlace::After => (self.width, below(&plot), Anchor::End),
            TitlePlace::Below => (self.width, below(&plot) + ROW, Anchor::End),
        };
        scene.text(Text::new(self.title.clone(), x, y, anchor, theme.soft));
    }
}

/// What has to be said of a horizontal axis that its labels do not.
fn axis_title(axis: &Axis) -> String {
    let label = if axis.label.eq_ignore_ascii_case("time") { "" } else { axis.label.as_str() };
    match axis.clock.map(zone) {
        None => label.into(),
        Some(zone) if label.is_empty() => zone,
        Some(zone) => format!("{label}, {zone}"),
    }
}

/// The middles of the rows of labels in a plot, from the top, and what they cost.
fn rows(plot: &Rect) -> Vec<(f64, f64)> {
    let first = plot.top + 3.0 + SIZE * LINE / 2.0;
    let count = (plot.height() / LABEL_ROW) as u32;
    (0..count).map(|row| (first + f64::from(row) * LABEL_ROW, f64::from(row) * 3.0)).collect()
}

/// The spots of every row.
fn in_rows(rows: &[(f64, f64)], spots: &dyn Fn(f64, f64) -> Vec<Spot>) -> Vec<Spot> {
    let mut all = Vec::new();
    for (y, cost) in rows {
        all.extend(spots(*y, *cost));
    }
    all
}

fn marker_spots(plot: &Rect, x: f64, width: f64) -> Vec<Spot> {
    let across = x.min(plot.right - width / 2.0).max(plot.left + width / 2.0 + 1.0);
    let beside = |y: f64, cost: f64| {
        vec![
            Spot { x: x + LABEL_GAP, y, anchor: Anchor::Start, cost },
            Spot { x: x - LABEL_GAP, y, anchor: Anchor::End, cost: cost + 1.0 },
            // Across its own line, where neither side has room.
            Spot { x: across, y, anchor: Anchor::Middle, cost: cost + 40.0 },
        ]
    };
    in_rows(&rows(plot), &beside)
}

fn span_spots(plot: &Rect, left: f64, right: f64, width: f64) -> Vec<Spot> {
    let inside = width + 2.0 * LABEL_GAP <= right - left;
    let beside = |y: f64, cost: f64| {
        let spot = |x, anchor, more: f64| Spot { x, y, anchor, cost: cost + more };
        let middle = f64::midpoint(left, right);
        if inside {
            vec![
                spot(right - LABEL_GAP, Anchor::End, 0.0),
                spot(left + LABEL_GAP, Anchor::Start, 0.5),
                spot(middle, Anchor::Middle, 1.0),
            ]
        } else {
            let middle = middle.min(plot.right - width / 2.0).max(plot.left + width / 2.0 + 1.0);
            vec![
                spot(middle, Anchor::Middle, 2.0),
                spot(left, Anchor::Start, 3.0),
                spot(right, Anchor::End, 3.0),
                spot(right + LABEL_GAP, Anchor::Start, 4.0),
                spot(left - LABEL_GAP, Anchor::End, 4.0),
            ]
        }
    };
    in_rows(&rows(plot), &beside)
}

fn level_spots(plot: &Rect, y: f64) -> Vec<Spot> {
    let half = SIZE * LINE / 2.0 + 1.0;
    let along = |y: f64, cost: f64| {
        let spot = |x, anchor, more: f64| Spot { x, y, anchor, cost: cost + more };
        let inner = |share: f64| spot(plot.left + share * plot.width(), Anchor::Middle, 6.0);
        vec![
            spot(plot.right, Anchor::End, 0.0),
            spot(plot.left + LABEL_GAP, Anchor::Start, 2.0),
            inner(0.75),
            inner(0.5),
            inner(0.25),
        ]
    };
    in_rows(&[(y - half, 0.0), (y + half, 5.0)], &along)
}
