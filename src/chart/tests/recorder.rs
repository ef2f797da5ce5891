//! A backend that keeps what is drawn.

use std::convert::Infallible;

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontTransform,
};

use crate::chart::{Rect, text};

/// What was drawn, in CSS px.
#[derive(Default)]
pub struct Record {
    /// Each text with its rectangle.
    pub texts: Vec<(String, Rect)>,
    /// The points of all slanted lines and areas.
    pub points: Vec<(f64, f64)>,
    /// The middles of all circles.
    pub dots: Vec<(f64, f64)>,
    /// All filled rectangles.
    pub rects: Vec<Rect>,
}

/// Draws into a [`Record`].
pub struct Recorder<'a> {
    pub size: (u32, u32),
    /// Backend units for each CSS px.
    pub units: f64,
    pub record: &'a mut Record,
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl Recorder<'_> {
    fn css(&self, (x, y): BackendCoord) -> (f64, f64) {
        (f64::from(x) / self.units, f64::from(y) / self.units)
    }
}

impl DrawingBackend for Recorder<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, _: BackendCoord, _: BackendColor) -> Drawn {
        panic!("no chart is drawn by pixels");
    }

    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, _: &S, _: bool) -> Drawn {
        let ((left, top), (right, bottom)) = (self.css(from), self.css(to));
        self.record.rects.push(Rect::new(left, top, right, bottom));
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        if style.color().alpha > 0.0 {
            let points: Vec<_> = path.into_iter().map(|point| self.css(point)).collect();
            self.record.points.extend(points);
        }
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.draw_path(path, style)
    }

    fn draw_circle<S: BackendStyle>(&mut self, at: BackendCoord, _: u32, _: &S, _: bool) -> Drawn {
        self.record.dots.push(self.css(at));
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, label: &str, style: &S, at: BackendCoord) -> Drawn {
        let (width, height) = self.estimate_text_size(label, style)?;
        let (width, height) = (f64::from(width) / self.units, f64::from(height) / self.units);
        let (x, y) = self.css(at);
        let before = match style.anchor().h_pos {
            HPos::Left => 0.0,
            HPos::Center => width / 2.0,
            HPos::Right => width,
        };
        assert!(matches!(style.anchor().v_pos, VPos::Center));
        let rect = match style.transform() {
            FontTransform::None => {
                Rect::new(x - before, y - height / 2.0, x - before + width, y + height / 2.0)
            }
            FontTransform::Rotate270 => {
                Rect::new(x - height / 2.0, y + before - width, x + height / 2.0, y + before)
            }
            _ => panic!("no such text"),
        };
        self.record.texts.push((label.into(), rect));
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        label: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let size = style.size();
        Ok((text::width(label, size) as u32, (size * text::LINE) as u32))
    }
}
