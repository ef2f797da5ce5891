//! What lines and bars have in common: the legend, the grid and the vertical axis.

use plotters::style::{Color, RGBColor};

use super::layout::{Map, Rect};
use super::scene::{Anchor, Scene, Text};
use super::text::{SIZE, fit, label_width};
use super::ticks::{Along, Tick, ticks};
use super::{Axis, Theme};

/// The height of a row of the legend.
const ROW: f64 = 19.0;
/// From a sample to its name.
const SAMPLE_GAP: f64 = 6.0;
/// From one entry of the legend to the next.
const ENTRY_GAP: f64 = 18.0;
/// From the title of the vertical axis to the legend in the same row.
const TITLE_GAP: f64 = 28.0;
/// From the labels of the vertical axis to the plot.
pub const LABEL_GAP: f64 = 8.0;
/// The width of a line in the legend: three dashes, for a broken line needs so many to look broken.
const SAMPLE: f64 = 26.0;
/// The width of the line of a series.
pub const STROKE: f64 = 2.0;

/// The radius of a mark.
pub const MARK: f64 = 3.5;

/// How an entry of the legend looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sample {
    /// A line.
    Line {
        /// Its colour.
        colour: RGBColor,
        /// Its dashes and gaps, if it is broken.
        dashes: Option<(f64, f64)>,
    },
    /// A mark.
    Mark(RGBColor),
    /// A segment of a bar.
    Square(RGBColor),
    /// What is left free in a bar.
    Free,
}

impl Sample {
    /// The width of its picture.
    const fn width(self) -> f64 {
        match self {
            Self::Line { .. } => SAMPLE,
            Self::Mark(_) | Self::Square(_) | Self::Free => 12.0,
        }
    }
}

/// The rows above the plot.
#[derive(Clone, Debug)]
pub struct Head {
    title: String,
    /// Sample, name, left end, row.
    entries: Vec<(Sample, String, f64, usize)>,
    title_row: usize,
    rows: usize,
}

impl Head {
    /// The title of the vertical axis and a legend, in as few rows as they need.
    pub fn new(title: &str, entries: Vec<(Sample, String)>, width: f64) -> Self {
        let title = fit(title, width);
        let room = |sample: Sample| (width - sample.width() - SAMPLE_GAP).max(0.0);
        let mut entries: Vec<_> =
            entries.into_iter().map(|(sample, name)| (sample, fit(&name, room(sample)), 0.0, 0)).collect();
        let entry_width = |sample: Sample, name: &str| sample.width() + SAMPLE_GAP + label_width(name);
        let widths = entries.iter().map(|(sample, name, ..)| entry_width(*sample, name) + ENTRY_GAP);
        let together = widths.sum::<f64>() - ENTRY_GAP;
        let title_room = if title.is_empty() { 0.0 } else { label_width(&title) + TITLE_GAP };
        let is_one_row = title_room + together <= width;
        let (mut left, mut row) = (if is_one_row { width - together } else { 0.0 }, 0);
        for (sample, name, at, in_row) in &mut entries {
            let room = entry_width(*sample, name);
            if left + room > width + 1e-6 && left > 0.0 {
                (left, row) = (0.0, row + 1);
            }
            (*at, *in_row) = (left, row);
            left += room + ENTRY_GAP;
        }
        let legend_rows = if entries.is_empty() { 0 } else { row + 1 };
        let title_row = if is_one_row { 0 } else { legend_rows };
        let rows = if title.is_empty() { legend_rows } else { legend_rows.max(title_row + 1) };
        Self { title, entries, title_row, rows }
    }

    /// Its height, with the gap below.
    pub fn height(&self) -> f64 {
        // The topmost label of the axis reaches half its height into the gap.
        self.rows as f64 * ROW + if self.rows > 0 { 9.0 } else { 10.0 }
    }

    /// Draws it.
    pub fn draw(&self, scene: &mut Scene, theme: &Theme) {
        let middle = |row: usize| (row as f64 + 0.5) * ROW;
        scene.text(Text::new(self.title.clone(), 0.0, middle(self.title_row), Anchor::Start, theme.soft));
        for (sample, name, left, row) in &self.entries {
            let (left, y, right) = (*left, middle(*row), left + sample.width());
            let square = Rect::new(left, y - 6.0, right, y + 6.0);
            match *sample {
                Sample::Line { colour, dashes } => {
                    scene.rule((left, y), (right, y), STROKE, colour, dashes);
                }
                Sample::Mark(colour) => scene.dot((f64::midpoint(left, right), y), MARK, colour, theme.panel),
                Sample::Square(colour) => scene.fill(square, colour),
                Sample::Free => free(scene, theme, square),
            }
            scene.text(Text::new(name.clone(), right + SAMPLE_GAP, y, Anchor::Start, theme.soft));
        }
    }
}

/// What is left free: an outline, hatched.
pub fn free(scene: &mut Scene, theme: &Theme, rect: Rect) {
    const APART: f64 = 6.0;
    let Rect { left, top, right, bottom } = rect;
    if rect.height() > 4.0 {
        // Lines x + y = sum, at the same places in all bars.
        let first = ((left + top) / APART).ceil() as i64;
        let last = ((right + bottom) / APART).floor() as i64;
        for sum in (first..=last).take(1000).map(|index| index as f64 * APART) {
            let low = (left.max(sum - bottom), bottom.min(sum - left));
            let high = (right.min(sum - top), top.max(sum - right));
            if high.0 - low.0 > 0.5 {
                scene.line(vec![low, high], 1.0, theme.soft.mix(0.45), None);
            }
        }
    }
    scene.outline(rect, 1.0, theme.soft.mix(0.8));
}

/// The plot rectangle and its vertical axis.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Between the axes.
    pub plot: Rect,
    /// From values to px.
    pub y: Map,
    ticks: Vec<Tick>,
}

impl Frame {
    /// The largest plot below `top` that leaves `below` for what is under it and `beside` at its right.
    pub fn new(size: (f64, f64), top: f64, below: f64, beside: f64, axis: &Axis) -> Self {
        let (width, height) = size;
        let bottom = (height - below).max(top + 20.0);
        let ticks = ticks(axis, bottom - top, Along::Y);
        let widest = ticks.iter().map(|tick| label_width(&tick.label)).fold(0.0, f64::max);
        let left = if widest > 0.0 { (widest + LABEL_GAP).ceil() } else { 1.0 };
        let plot = Rect::new(left, top, (width - beside).max(left + 20.0), bottom);
        Self { plot, y: Map::new(axis, bottom, top), ticks }
    }

    /// Draws the grid and the labels at its left.
    pub fn draw(&self, scene: &mut Scene, theme: &Theme) {
        let Rect { left, right, bottom, .. } = self.plot;
        for tick in &self.ticks {
            let y = self.y.px(tick.at);
            let is_zero_within = tick.at == 0.0 && self.y.from < 0.0;
            if (y - bottom).abs() > 0.5 {
                scene.level(
                    y,
                    left,
                    right,
                    if is_zero_within { theme.soft.mix(0.6) } else { theme.grid.to_rgba() },
                );
            }
            scene.text(Text::new(tick.label.clone(), left - LABEL_GAP, y, Anchor::End, theme.soft));
        }
    }

    /// Draws the line at the bottom.
    pub fn draw_base(&self, scene: &mut Scene, theme: &Theme) {
        scene.level(self.plot.bottom, self.plot.left, self.plot.right, theme.soft);
    }
}

/// The middle of the first line of labels below a plot.
pub fn below(plot: &Rect) -> f64 {
    plot.bottom + 8.0 + SIZE / 2.0
}
