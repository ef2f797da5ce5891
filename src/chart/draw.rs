//! Draws a chart.

use plotters_backend::DrawingBackend;

use super::bars::Bars;
use super::layout::{Layout, Rect};
use super::lines::Lines;
use super::paint::{DrawError, Scale, css_size, paint};
use super::scene::Scene;
use super::{ChartSpec, Cursor, Plot, Theme};

/// Draws a chart over the whole of a backend. `scale` is the pixel ratio of the screen, or a [`Scale`] if the
/// backend is finer than that; all sizes are in CSS px.
///
/// On a canvas, set its size in device pixels first; then scale its context by 1/`fine` and let it join lines
/// roundly (`lineJoin`), if a finer scale is used.
///
/// # Errors
/// If the backend fails.
pub fn draw<B: DrawingBackend>(
    backend: B,
    spec: &ChartSpec,
    theme: &Theme,
    scale: impl Into<Scale>,
    cursor: Option<Cursor>,
) -> Result<Layout, DrawError> {
    let mut scale: Scale = scale.into();
    if !(scale.ratio.is_finite() && scale.ratio > 0.0) {
        scale.ratio = 1.0;
    }
    let (scene, layout) = compose(spec, theme, css_size(&backend, scale), cursor);
    paint(backend, &scene, theme.font, scale)?;
    Ok(layout)
}

/// The shapes of a chart of this size in CSS px, and where they lie.
pub fn compose(spec: &ChartSpec, theme: &Theme, size: (f64, f64), cursor: Option<Cursor>) -> (Scene, Layout) {
    let mut scene = Scene::default();
    scene.fill(Rect::new(0.0, 0.0, size.0, size.1), theme.panel);
    let layout = match &spec.plot {
        Plot::Lines { x, y, series, spans, levels, markers } => {
            let at = match cursor {
                Some(Cursor::At(x)) => Some(x),
                _ => None,
            };
            Lines { x, y, series, spans, levels, markers }.draw(&mut scene, theme, size, at)
        }
        Plot::Bars { y, bars, names } => {
            let bar = match cursor {
                Some(Cursor::Bar(bar)) => Some(bar),
                _ => None,
            };
            Bars { y, bars, names }.draw(&mut scene, theme, size, bar)
        }
    };
    (scene, layout)
}
