//! Stacked bars.

use crate::math::within;
use std::ops::Range;

use plotters::style::Color;

use super::data::heights;
use super::frame::{Frame, Head, Sample, below, free};
use super::layout::{Content, Layout, Rect};
use super::scene::{Anchor, Scene, Text};
use super::text::{fit_both_ends, label_width, two_lines};
use super::{Axis, Bar, Theme};

/// The least room of a bar.
const LEAST: f64 = 26.0;
/// The most room of a bar.
const MOST: f64 = 200.0;
/// The widest bar.
const WIDEST: f64 = 64.0;
/// The part of its room that a bar takes up.
const FULL: f64 = 0.74;
/// From the last bar to what is said of those not shown.
const MORE_GAP: f64 = 8.0;
/// The height of a row of labels.
const ROW: f64 = 16.0;
/// The room of the counts below the plot.
const COUNTS: f64 = 22.0;
/// The longest label that stands on end.
const TALLEST: f64 = 96.0;

/// The parts of a [`Plot::Bars`](super::Plot::Bars).
#[derive(Clone, Copy, Debug)]
pub struct Bars<'a> {
    /// The vertical axis.
    pub y: &'a Axis,
    /// The bars.
    pub bars: &'a [Bar],
    /// The names of the segments.
    pub names: &'a [String],
}

impl Bars<'_> {
    /// Draws them.
    pub fn draw(&self, scene: &mut Scene, theme: &Theme, size: (f64, f64), cursor: Option<usize>) -> Layout {
        let head = Head::new(&self.y.label, self.legend(theme), size.0);
        let frame = |below: f64| Frame::new(size, head.height(), below, 1.0, self.y);
        // The labels at the left depend on the height of those below, and these on the width of those.
        let left = [COUNTS, COUNTS + ROW, COUNTS + TALLEST].map(|below| frame(below).plot.left);
        let left = left.into_iter().fold(0.0, f64::max);
        let tallest = TALLEST.min(size.1 * 0.36);
        let under = Under::new(self.bars, left, size.0 - 1.0, tallest);
        let mut frame = frame(under.height());
        frame.plot.left = left.min(frame.plot.right - 20.0);
        let plot = frame.plot;
        if let Some((left, right)) = cursor.and_then(|bar| under.slots.get(bar)) {
            scene.fill(Rect::new(*left, plot.top, *right, plot.bottom), theme.ink.mix(0.07));
        }
        frame.draw(scene, theme);
        head.draw(scene, theme);
        for (index, (bar, slot)) in self.bars.iter().zip(&under.slots).enumerate() {
            self.draw_bar(scene, theme, &frame, bar, *slot, cursor == Some(index));
        }
        frame.draw_base(scene, theme);
        under.draw(scene, theme, self.bars, &plot, cursor);
        let content = Content::Bars { hidden: self.bars.len() - under.slots.len(), slots: under.slots };
        Layout { width: size.0, height: size.1, plot, y: frame.y, content }
    }

    fn legend(&self, theme: &Theme) -> Vec<(Sample, String)> {
        let last = self.names.len().saturating_sub(1);
        let sample = |index| if index == last { Sample::Free } else { Sample::Square(theme.bar(index)) };
        self.names.iter().enumerate().map(|(index, name)| (sample(index), name.clone())).collect()
    }

    fn draw_bar(
        &self,
        scene: &mut Scene,
        theme: &Theme,
        frame: &Frame,
        bar: &Bar,
        slot: (f64, f64),
        is_marked: bool,
    ) {
        let (middle, half) = (f64::midpoint(slot.0, slot.1), ((slot.1 - slot.0) * FULL).min(WIDEST) / 2.0);
        let (left, right) = ((middle - half).round(), (middle + half).round());
        let y = |value: f64| within(frame.y.px(value), frame.plot.top, frame.plot.bottom);
        let mut below = 0.0;
        for (name, value) in heights(bar) {
            let rect = Rect::new(left, y(below + value), right, y(below));
            below += value;
            if rect.height() < 0.01 {
                continue;
            }
            if name + 1 == self.names.len() {
                free(scene, theme, rect);
            } else {
                scene.fill(rect, theme.bar(name));
                if rect.height() > 3.0 {
                    // A gap to the next segment, for eyes that see no difference in colour.
                    scene.level(rect.top + 0.5, left, right, theme.panel);
                }
            }
        }
        if is_marked {
            scene.outline(
                Rect::new(left - 2.0, y(below) - 2.0, right + 2.0, frame.plot.bottom),
                2.0,
                theme.ink,
            );
        }
    }
}

/// What is written under the bars, and their places.
struct Under {
    slots: Vec<(f64, f64)>,
    /// Neighbours with the same label share it.
    groups: Vec<Range<usize>>,
    form: Form,
    more: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Empty,
    OneLine,
    TwoLines,
    /// With this length.
    Upwards(f64),
}

fn count_text(bar: &Bar) -> String {
    format!("×{}", bar.count)
}

impl Under {
    fn new(bars: &[Bar], left: f64, right: f64, tallest: f64) -> Self {
        let (shown, more) = Self::fitting(bars, right - left);
        let room = right - left - if more.is_empty() { 0.0 } else { label_width(&more) + MORE_GAP };
        let labels = bars[..shown].iter().map(|bar| label_width(&bar.label)).fold(0.0, f64::max);
        let slot = (room / shown.max(1) as f64).min(MOST.max(labels + 12.0));
        // A few bars are kept together in the middle.
        let first = left + if more.is_empty() { (room - slot * shown as f64) / 2.0 } else { 0.0 };
        let at = |index: usize| first + index as f64 * slot;
        let slots: Vec<(f64, f64)> = (0..shown).map(|index| (at(index), at(index + 1))).collect();
        let mut groups: Vec<Range<usize>> = Vec::new();
        for index in 0..shown {
            match groups.last_mut() {
                Some(group) if bars[group.start].label == bars[index].label => group.end = index + 1,
                _ => groups.push(index..index + 1),
            }
        }
        let form = Self::form(bars, &groups, slot, labels.min(tallest));
        Self { slots, groups, form, more }
    }

    /// How many bars there is room for, and what is said of the others.
    fn fitting(bars: &[Bar], room: f64) -> (usize, String) {
        let mut fitting = (0, String::new());
        let mut least = LEAST;
        for (index, bar) in bars.iter().enumerate() {
            let (shown, hidden) = (index + 1, bars.len() - index - 1);
            let more = if hidden == 0 { String::new() } else { format!("+ {hidden} more") };
            least = least.max(label_width(&count_text(bar)) + 5.0);
            let needed = shown as f64 * least;
            if needed > room {
                break;
            }
            if shown == 1 || needed + if hidden == 0 { 0.0 } else { label_width(&more) + MORE_GAP } <= room {
                fitting = (shown, more);
            }
        }
        match fitting {
            (0, _) if !bars.is_empty() => (1, String::new()),
            fitting => fitting,
        }
    }

    fn form(bars: &[Bar], groups: &[Range<usize>], slot: f64, widest: f64) -> Form {
        let room = |group: &Range<usize>| group.len() as f64 * slot - 6.0;
        let label = |group: &Range<usize>| bars[group.start].label.as_str();
        if widest == 0.0 {
            Form::Empty
        } else if groups.iter().all(|group| label_width(label(group)) <= room(group)) {
            Form::OneLine
        } else if groups.iter().all(|group| {
            label_width(label(group)) <= room(group) || two_lines(label(group), room(group)).is_some()
        }) {
            Form::TwoLines
        } else {
            Form::Upwards(widest)
        }
    }

    /// The room below the plot.
    fn height(&self) -> f64 {
        match self.form {
            Form::Empty => COUNTS,
            Form::OneLine => COUNTS + ROW + 4.0,
            Form::TwoLines => COUNTS + 2.0 * ROW + 3.0,
            Form::Upwards(length) => COUNTS + length + 8.0,
        }
    }

    fn draw(&self, scene: &mut Scene, theme: &Theme, bars: &[Bar], plot: &Rect, cursor: Option<usize>) {
        let first = below(plot);
        for (index, (left, right)) in self.slots.iter().enumerate() {
            let mut text = Text::new(
                count_text(&bars[index]),
                f64::midpoint(*left, *right),
                first,
                Anchor::Middle,
                theme.ink,
            );
            text.bold = cursor == Some(index) && right - left > LEAST + 6.0;
            scene.text(text);
        }
        scene.text(Text::new(self.more.clone(), plot.right, first, Anchor::End, theme.soft));
        for group in &self.groups {
            self.draw_group(scene, theme, &bars[group.start].label, group, first + ROW + 2.0);
        }
    }

    fn draw_group(&self, scene: &mut Scene, theme: &Theme, label: &str, group: &Range<usize>, y: f64) {
        let (left, right) = (self.slots[group.start].0, self.slots[group.end - 1].1);
        let (middle, room) = (f64::midpoint(left, right), right - left - 6.0);
        if group.len() > 1 && self.form != Form::Empty {
            scene.level(y - ROW / 2.0, left + 4.0, right - 4.0, theme.soft.mix(0.5));
        }
        let text = |label: &str, y: f64| Text::new(label, middle, y, Anchor::Middle, theme.soft);
        match self.form {
            Form::Empty => {}
            Form::OneLine => scene.text(text(label, y + 1.0)),
            Form::TwoLines if label_width(label) <= room => scene.text(text(label, y + 1.0)),
            Form::TwoLines => {
                let (first, second) = two_lines(label, room).unwrap_or((label, ""));
                scene.text(text(first, y + 1.0));
                scene.text(text(second, y + ROW));
            }
            Form::Upwards(length) => {
                let label = fit_both_ends(label, length);
                let text = Text::new(label, middle, y - ROW / 2.0 + 4.0, Anchor::End, theme.soft);
                scene.text(Text { upwards: true, ..text });
            }
        }
    }
}
