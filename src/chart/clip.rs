//! Cuts lines at the edges of a rectangle.

use super::layout::Rect;
use crate::math::sorting;
use crate::math::within;

/// A place in px.
pub type Point = (f64, f64);

/// The part of a segment inside of a rectangle.
pub fn segment(rect: &Rect, from: Point, to: Point) -> Option<(Point, Point)> {
    // Liang and Barsky 1984.
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    for (slope, room) in [
        (-dx, from.0 - rect.left),
        (dx, rect.right - from.0),
        (-dy, from.1 - rect.top),
        (dy, rect.bottom - from.1),
    ] {
        if slope == 0.0 {
            if room < 0.0 {
                return None;
            }
        } else if slope < 0.0 {
            start = start.max(room / slope);
        } else {
            end = end.min(room / slope);
        }
    }
    let at = |share: f64| match share {
        0.0 => from,
        1.0 => to,
        share => (from.0 + share * dx, from.1 + share * dy),
    };
    (start <= end).then(|| (at(start), at(end)))
}

/// The parts of a line inside of a rectangle.
pub fn line(rect: &Rect, points: &[Point]) -> Vec<Vec<Point>> {
    let mut parts: Vec<Vec<Point>> = Vec::new();
    for pair in points.windows(2) {
        let Some((from, to)) = segment(rect, pair[0], pair[1]) else { continue };
        match parts.last_mut() {
            Some(part) if part.last() == Some(&from) => part.push(to),
            _ => parts.push(vec![from, to]),
        }
    }
    parts
}

/// A line between the left and right edge, with what is above or below the rectangle moved to its edge: the
/// outline of an area.
pub fn area(rect: &Rect, points: &[Point]) -> Vec<Point> {
    let tall = Rect { top: f64::MIN, bottom: f64::MAX, ..*rect };
    let mut outline = Vec::with_capacity(points.len() + 8);
    for pair in points.windows(2) {
        let Some((from, to)) = segment(&tall, pair[0], pair[1]) else { continue };
        // It bends where it crosses the edges.
        let mut bends: Vec<f64> = [rect.top, rect.bottom]
            .into_iter()
            .map(|edge| (edge - from.1) / (to.1 - from.1))
            .filter(|share| *share > 0.0 && *share < 1.0)
            .collect();
        sorting::sort_by(&mut bends, f64::total_cmp);
        outline.push(from);
        outline.extend(
            bends.iter().map(|share| (from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1))),
        );
        outline.push(to);
    }
    for point in &mut outline {
        point.1 = within(point.1, rect.top, rect.bottom);
    }
    outline.dedup();
    outline
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECT: Rect = Rect::new(0.0, 0.0, 10.0, 10.0);

    #[test]
    fn cuts_segments() {
        for (from, to, expected) in [
            ((1.0, 1.0), (9.0, 9.0), Some(((1.0, 1.0), (9.0, 9.0)))),
            ((-5.0, 5.0), (15.0, 5.0), Some(((0.0, 5.0), (10.0, 5.0)))),
            ((5.0, 5.0), (5.0, -1e7), Some(((5.0, 5.0), (5.0, 0.0)))),
            ((-5.0, 0.0), (0.0, -5.0), None),
            ((11.0, 0.0), (11.0, 10.0), None),
        ] {
            assert_eq!(segment(&RECT, from, to), expected);
        }
    }

    #[test]
    fn cuts_lines_and_areas() {
        let line_through = [(0.0, 5.0), (2.0, 15.0), (4.0, 5.0), (4.0, 3.0), (10.0, 3.0)];
        let parts = line(&RECT, &line_through);
        assert_eq!(parts.len(), 2);
        assert_eq!(parts[0], [(0.0, 5.0), (1.0, 10.0)]);
        assert_eq!(parts[1], [(3.0, 10.0), (4.0, 5.0), (4.0, 3.0), (10.0, 3.0)]);
        let outline = area(&RECT, &line_through);
        assert_eq!(outline[..4], [(0.0, 5.0), (1.0, 10.0), (2.0, 10.0), (3.0, 10.0)]);
        assert!(line(&RECT, &[]).is_empty() && line(&RECT, &[(1.0, 1.0)]).is_empty());
        assert!(area(&RECT, &[(1.0, 1.0)]).is_empty());
    }
}
