//! The backend that plotters draws on a canvas with.
//!
//! It is ours, and not plotters-canvas: that spells colours and sizes with the standard library's printing of
//! numbers, which is some 6 kB of a first load of 200 and is used by nothing else on the page.

use std::f64::consts::{FRAC_PI_2, PI, TAU};
use std::fmt;

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontTransform,
};
use wasm_bindgen::JsValue;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use crate::math::decimal;

/// A canvas and its context.
pub(super) struct Brush<'a> {
    pub(super) canvas: &'a HtmlCanvasElement,
    pub(super) context: &'a CanvasRenderingContext2d,
}

/// The canvas refused.
#[derive(Debug)]
pub(super) struct Refused;

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the canvas refused")
    }
}

impl std::error::Error for Refused {}

type Drawn = Result<(), DrawingErrorKind<Refused>>;

fn refused(_: JsValue) -> DrawingErrorKind<Refused> {
    DrawingErrorKind::DrawingError(Refused)
}

fn place((x, y): BackendCoord) -> (f64, f64) {
    (f64::from(x), f64::from(y))
}

/// A colour as CSS has it: `#2f5bd7ff`.
fn css(colour: BackendColor) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let (red, green, blue) = colour.rgb;
    let alpha = (colour.alpha * 255.0).round() as u8;
    let mut out = String::from("#");
    for part in [red, green, blue, alpha] {
        out.push(DIGITS[usize::from(part >> 4)].into());
        out.push(DIGITS[usize::from(part & 15)].into());
    }
    out
}

impl Brush<'_> {
    fn fill_with<S: BackendStyle>(&self, style: &S) {
        self.context.set_fill_style_str(&css(style.color()));
    }

    fn stroke_with<S: BackendStyle>(&self, style: &S) {
        self.context.set_stroke_style_str(&css(style.color()));
        self.context.set_line_width(f64::from(style.stroke_width()));
    }

    /// Begins a path along these points.
    fn trace(&self, points: impl IntoIterator<Item = BackendCoord>) {
        self.context.begin_path();
        let mut points = points.into_iter().map(place);
        if let Some((x, y)) = points.next() {
            self.context.move_to(x, y);
        }
        for (x, y) in points {
            self.context.line_to(x, y);
        }
    }
}

impl DrawingBackend for Brush<'_> {
    type ErrorType = Refused;

    fn get_size(&self) -> (u32, u32) {
        (self.canvas.width(), self.canvas.height())
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, colour: BackendColor) -> Drawn {
        let (x, y) = place(point);
        self.context.set_fill_style_str(&css(colour));
        self.context.fill_rect(x, y, 1.0, 1.0);
        Ok(())
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let ((left, top), (right, bottom)) = (place(from), place(to));
        if fill {
            self.fill_with(style);
            self.context.fill_rect(left, top, right - left, bottom - top);
        } else {
            self.stroke_with(style);
            self.context.stroke_rect(left, top, right - left, bottom - top);
        }
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.stroke_with(style);
        self.trace(path);
        self.context.stroke();
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let (x, y) = place(center);
        self.context.begin_path();
        self.context.arc(x, y, f64::from(radius), 0.0, TAU).map_err(refused)?;
        if fill {
            self.fill_with(style);
            self.context.fill();
        } else {
            self.stroke_with(style);
            self.context.stroke();
        }
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.fill_with(style);
        self.trace(path);
        self.context.fill();
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        let turn = match style.transform() {
            FontTransform::None => 0.0,
            FontTransform::Rotate90 => FRAC_PI_2,
            FontTransform::Rotate180 => PI,
            FontTransform::Rotate270 => -FRAC_PI_2,
        };
        let anchor = style.anchor();
        self.context.set_text_baseline(match anchor.v_pos {
            VPos::Top => "top",
            VPos::Center => "middle",
            VPos::Bottom => "bottom",
        });
        self.context.set_text_align(match anchor.h_pos {
            HPos::Left => "start",
            HPos::Center => "center",
            HPos::Right => "end",
        });
        let size = decimal::text(style.size());
        self.context.set_font(&[style.style().as_str(), " ", &size, "px ", style.family().as_str()].concat());
        self.context.set_fill_style_str(&css(style.color()));
        let (x, y) = place(at);
        self.context.save();
        self.context.translate(x, y).map_err(refused)?;
        self.context.rotate(turn).map_err(refused)?;
        let drawn = self.context.fill_text(text, 0.0, 0.0).map_err(refused);
        self.context.restore();
        drawn
    }
}
