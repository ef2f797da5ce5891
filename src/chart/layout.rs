//! Where things lie in a drawn chart, in CSS px, for hover and keyboard.

use super::Axis;

/// A rectangle in CSS px; y grows downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Its left edge.
    pub left: f64,
    /// Its upper edge.
    pub top: f64,
    /// Its right edge.
    pub right: f64,
    /// Its lower edge.
    pub bottom: f64,
}

impl Rect {
    /// From edges.
    pub const fn new(left: f64, top: f64, right: f64, bottom: f64) -> Self {
        Self { left, top, right, bottom }
    }

    /// How wide it is.
    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    /// How tall it is.
    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// Whether the two overlap, or would with less than this gap beside or above each other.
    pub fn is_near(&self, other: &Self, beside: f64, above: f64) -> bool {
        self.left < other.right + beside
            && other.left < self.right + beside
            && self.top < other.bottom + above
            && other.top < self.bottom + above
    }

    /// Whether the other lies inside.
    pub fn holds(&self, other: &Self) -> bool {
        self.left <= other.left
            && other.right <= self.right
            && self.top <= other.top
            && other.bottom <= self.bottom
    }
}

/// What the crosshair or the highlight is at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cursor {
    /// A value on the x axis of lines.
    At(f64),
    /// A bar, counted from 0.
    Bar(usize),
}

/// From values to CSS px and back, in one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Map {
    /// The lowest value shown.
    pub from: f64,
    /// The highest value shown, always above `from`.
    pub to: f64,
    start: f64,
    end: f64,
}

/// Far outside of any screen, near enough to reckon with.
const FAR: f64 = 1e7;

impl Map {
    /// An axis from px `start` to px `end`. A range that is empty or not finite is widened.
    pub fn new(axis: &Axis, start: f64, end: f64) -> Self {
        let (from, to) = range(axis);
        Self { from, to, start, end }
    }

    /// The px of a value; values far outside stay near enough to reckon with.
    pub fn px(&self, value: f64) -> f64 {
        let share = ((value - self.from) / (self.to - self.from)).clamp(-FAR, FAR);
        (self.start + share * (self.end - self.start)).clamp(-FAR, FAR)
    }

    /// The value at a px, at most the nearer end.
    pub fn value(&self, px: f64) -> f64 {
        let share = (px - self.start) / (self.end - self.start);
        if share.is_nan() {
            return self.from;
        }
        self.from + share.clamp(0.0, 1.0) * (self.to - self.from)
    }

    /// Whether a value is shown.
    pub fn shows(&self, value: f64) -> bool {
        // A marker at the very end may differ from it in its last digits.
        let slack = (self.to - self.from) * 1e-9;
        value >= self.from - slack && value <= self.to + slack
    }
}

/// The values an axis shows: finite, and the second above the first.
pub fn range(axis: &Axis) -> (f64, f64) {
    let finite =
        |value: f64, otherwise: f64| if value.is_finite() { value.clamp(-1e100, 1e100) } else { otherwise };
    let from = finite(axis.from, 0.0);
    let to = finite(axis.to, from + 1.0);
    let (from, to) = if from <= to { (from, to) } else { (to, from) };
    let least = from.abs().max(to.abs()) * 1e-9;
    if to - from > least {
        return (from, to);
    }
    match from {
        0.0 => (0.0, 1.0),
        from => (from - from.abs() * 0.05, to + to.abs() * 0.05),
    }
}

/// Where the parts of a drawn chart lie.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The width of the whole picture.
    pub width: f64,
    /// The height of the whole picture.
    pub height: f64,
    /// The rectangle between the axes.
    pub plot: Rect,
    /// The vertical axis.
    pub y: Map,
    /// What is inside.
    pub content: Content,
}

/// What is inside of the plot rectangle.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Lines over this axis.
    Lines {
        /// The horizontal axis.
        x: Map,
    },
    /// Bars.
    Bars {
        /// The left and right end of the room of each bar that is drawn.
        slots: Vec<(f64, f64)>,
        /// How many bars there was no room for.
        hidden: usize,
    },
}

impl Layout {
    /// The x value at a px from the left, at most the nearer end of the axis. For bars, the nearest
    /// bar's number.
    pub fn x_at(&self, px: f64) -> f64 {
        match &self.content {
            Content::Lines { x } => x.value(px),
            Content::Bars { slots, .. } => {
                slots.iter().take_while(|(_, right)| *right <= px).count().min(slots.len().saturating_sub(1))
                    as f64
            }
        }
    }

    /// The px from the left of an x value, or of the middle of the bar with this number.
    pub fn px_of(&self, x: f64) -> f64 {
        match &self.content {
            Content::Lines { x: map } => map.px(x),
            Content::Bars { slots, .. } => match slots.get(x.max(0.0) as usize).or(slots.last()) {
                Some((left, right)) => f64::midpoint(*left, *right),
                None => self.plot.left,
            },
        }
    }

    /// The px from the top of a y value.
    pub fn py_of(&self, y: f64) -> f64 {
        self.y.px(y)
    }

    /// The bar at a px from the left.
    pub fn bar_at(&self, px: f64) -> Option<usize> {
        match &self.content {
            Content::Lines { .. } => None,
            Content::Bars { slots, .. } => {
                slots.iter().position(|(left, right)| (*left..*right).contains(&px))
            }
        }
    }

    /// What a pointer at this px from the left points at; none where there is nothing.
    pub fn cursor_at(&self, px: f64) -> Option<Cursor> {
        match &self.content {
            // A finger's breadth of the margin counts too, to reach both ends.
            Content::Lines { .. } => {
                (px > self.plot.left - 12.0 && px < self.plot.right + 12.0).then(|| Cursor::At(self.x_at(px)))
            }
            Content::Bars { .. } => self.bar_at(px).map(Cursor::Bar),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantity::Unit;

    #[test]
    fn maps_there_and_back() {
        let map = Map::new(&Axis::between("", Unit::Count, 10.0, 20.0), 100.0, 300.0);
        assert_eq!((map.px(10.0), map.px(15.0), map.px(20.0)), (100.0, 200.0, 300.0));
        assert_eq!((map.value(200.0), map.value(-50.0), map.value(9999.0)), (15.0, 10.0, 20.0));
        assert!(map.px(1e300).is_finite() && map.value(f64::NAN).is_finite());
    }

    #[test]
    fn ranges_are_never_empty() {
        for (from, to, expected) in [
            (0.0, 0.0, (0.0, 1.0)),
            (20.0, 20.0, (19.0, 21.0)),
            (-20.0, -20.0, (-21.0, -19.0)),
            (5.0, 1.0, (1.0, 5.0)),
            (f64::NAN, f64::INFINITY, (0.0, 1.0)),
            (2.0, f64::INFINITY, (2.0, 3.0)),
        ] {
            assert_eq!(range(&Axis::between("", Unit::Count, from, to)), expected);
        }
        let (from, to) = range(&Axis::between("", Unit::Count, f64::MIN, f64::MAX));
        assert!(from.is_finite() && to.is_finite() && (to - from).is_finite());
    }
}
