//! Finds room for labels inside of a plot.

use plotters::style::RGBAColor;

use super::clip::{Point, segment};
use super::layout::Rect;
use super::scene::{Anchor, Text};
use super::text::{fit, label_width};

/// The least gap between two labels beside each other.
const BESIDE: f64 = 8.0;
/// The least gap between two labels above each other.
const ABOVE: f64 = 1.0;
/// What a px of a line behind a label costs.
const COVER: f64 = 1.0;
/// Labels cut to less than this are of no use.
const LEAST: f64 = 40.0;

/// A place where a label may be.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// The x of its anchor.
    pub x: f64,
    /// The y of its middle.
    pub y: f64,
    /// Where its anchor is.
    pub anchor: Anchor,
    /// How unwelcome it is there.
    pub cost: f64,
}

/// A label and the places where it may be.
#[derive(Clone, Debug)]
pub struct Wish {
    /// What it says.
    pub text: String,
    /// Its colour.
    pub colour: RGBAColor,
    /// Where it may be.
    pub spots: Vec<Spot>,
}

/// A label that has a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// The label.
    pub text: Text,
    /// Whether a line runs behind it.
    pub covers: bool,
}

/// Places labels inside of a plot, in this order, so that no two touch and few cover one of the lines, which
/// ascend in x. A label for which there is no room is cut, then left out.
pub fn place(plot: &Rect, wishes: &[Wish], lines: &[Vec<Point>]) -> Vec<Placed> {
    let mut placed: Vec<Placed> = Vec::new();
    let mut taken: Vec<Rect> = Vec::new();
    for wish in wishes {
        let full = label_width(&wish.text).min(plot.width());
        for share in [1.0, 0.7, 0.5, 0.35] {
            if share < 1.0 && full * share < LEAST {
                break;
            }
            let text = fit(&wish.text, full * share);
            if text.is_empty() {
                break;
            }
            if let Some((found, covered)) = best(plot, wish, &text, &taken, lines) {
                taken.push(found.rect());
                placed.push(Placed { text: found, covers: covered > 0.0 });
                break;
            }
        }
    }
    placed
}

fn best(plot: &Rect, wish: &Wish, text: &str, taken: &[Rect], lines: &[Vec<Point>]) -> Option<(Text, f64)> {
    let mut best: Option<(f64, Text, f64)> = None;
    for spot in &wish.spots {
        if best.as_ref().is_some_and(|(cost, ..)| *cost <= spot.cost) {
            continue;
        }
        let label = Text::new(text, spot.x, spot.y, spot.anchor, wish.colour);
        let rect = label.rect();
        if !plot.holds(&rect) || taken.iter().any(|other| other.is_near(&rect, BESIDE, ABOVE)) {
            continue;
        }
        let covered = covered(&rect, lines);
        let cost = spot.cost + covered * COVER;
        if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
            best = Some((cost, label, covered));
        }
    }
    best.map(|(_, label, covered)| (label, covered))
}

/// How many px of lines are behind a rectangle.
fn covered(rect: &Rect, lines: &[Vec<Point>]) -> f64 {
    let behind = |line: &Vec<Point>| {
        let first = line.partition_point(|point| point.0 < rect.left).saturating_sub(1);
        let last = (line.partition_point(|point| point.0 <= rect.right) + 1).min(line.len());
        let parts = line[first..last].windows(2).filter_map(|pair| segment(rect, pair[0], pair[1]));
        parts.map(|(from, to)| (to.0 - from.0).hypot(to.1 - from.1)).sum::<f64>()
    };
    lines.iter().map(behind).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plotters::style::{BLACK, Color};

    #[test]
    fn no_two_labels_touch() {
        let plot = Rect::new(0.0, 0.0, 200.0, 100.0);
        let spots: Vec<Spot> = (0..6)
            .map(|row| Spot {
                x: 10.0,
                y: 10.0 + 16.0 * f64::from(row),
                anchor: Anchor::Start,
                cost: f64::from(row),
            })
            .collect();
        let wish = |text: &str| Wish { text: text.into(), colour: BLACK.to_rgba(), spots: spots.clone() };
        let wishes: Vec<Wish> =
            ["first", "second", "third", "a label far too long for a plot this narrow", "fifth"]
                .into_iter()
                .map(wish)
                .collect();
        let placed = place(&plot, &wishes, &[vec![(0.0, 10.0), (200.0, 10.0)]]);
        assert_eq!(placed.len(), 5);
        for (index, label) in placed.iter().enumerate() {
            assert!(plot.holds(&label.text.rect()));
            for other in &placed[..index] {
                assert!(!other.text.rect().is_near(&label.text.rect(), 0.0, 0.0));
            }
        }
        assert!(!placed[0].covers, "the first row has a line in it");
    }
}
