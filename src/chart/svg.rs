//! Charts as SVG: the same drawing as on a canvas, as text.

use std::convert::Infallible;
use std::fmt::Write;

use plotters::style::RGBColor;
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontStyle,
    FontTransform,
};

use super::draw::draw;
use super::look::Paint;
use super::paint::Scale;
use super::text::SIZE;
use super::{ChartSpec, Theme};

/// Coordinates are written in tenths of a px.
pub(crate) const FINE: u32 = 10;

/// A chart of this size in CSS px, with its title and caption for those who cannot see it.
pub fn svg(spec: &ChartSpec, theme: &Theme, width: u32, height: u32) -> String {
    let mut out = opening(theme.font, width, height, true);
    titles(&mut out, &spec.title, &spec.caption);
    out += &drawing(spec, &Paint::plain(theme), width, height);
    out += "</svg>\n";
    out
}

/// The start of the root element. A picture that is no link is one image to those who cannot see it; a
/// link within an image would be lost to them.
pub(crate) fn opening(font: &str, width: u32, height: u32, is_image: bool) -> String {
    let role = if is_image { " role=\"img\"" } else { "" };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\"{role} stroke-linejoin=\"round\" \
         font-family=\"{}\" font-size=\"{}\">\n",
        escaped(font),
        tenths(SIZE),
    )
}

/// What it is and how to read it, for those who cannot see it.
pub(crate) fn titles(out: &mut String, title: &str, description: &str) {
    *out += &format!("<title>{}</title>\n<desc>{}</desc>\n", escaped(title), escaped(description));
}

/// The elements of a chart.
pub(crate) fn drawing(spec: &ChartSpec, paint: &Paint, width: u32, height: u32) -> String {
    let mut out = String::new();
    let backend = Svg { out: &mut out, size: (width, height), paint, pending: None };
    match draw(backend, spec, &paint.theme, Scale::finer(1.0, FINE), None) {
        Ok(_) => out,
        Err(error) => format!("<!-- {error} -->"),
    }
}

/// Text as it may stand in an element or attribute.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '&' => out += "&amp;",
            '"' => out += "&quot;",
            // Not allowed in XML, not even as references.
            '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            char => out.push(char),
        }
    }
    out
}

/// Writes SVG elements. The backend of `plotters-svg` has whole px only, and text a quarter too small.
struct Svg<'a> {
    out: &'a mut String,
    size: (u32, u32),
    /// The colours, and the font that the document has anyway.
    paint: &'a Paint,
    /// The dashes and hatches of one look are one element.
    pending: Option<Pending>,
}

struct Pending {
    /// All attributes but the path.
    look: String,
    path: String,
    /// The last rectangle in it.
    last: Option<(BackendCoord, BackendCoord)>,
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

/// Writes tenths as a number of px.
fn push_px(out: &mut String, tenths: i32) {
    let (sign, size) = (if tenths < 0 { "-" } else { "" }, tenths.unsigned_abs());
    let _ = match size % FINE {
        0 => write!(out, "{sign}{}", size / FINE),
        rest => write!(out, "{sign}{}.{rest}", size / FINE),
    };
}

/// Tenths as a number of px.
pub(crate) fn px(tenths: i32) -> String {
    let mut out = String::new();
    push_px(&mut out, tenths);
    out
}

/// A number of px, to a tenth.
pub(crate) fn tenths(css: f64) -> String {
    px((css * f64::from(FINE)).round() as i32)
}

/// Continues a path through points: `M1 2 3 4`.
fn push_points(out: &mut String, points: impl IntoIterator<Item = BackendCoord>) {
    let mut before = 'M';
    for (x, y) in points {
        out.push(before);
        push_px(out, x);
        out.push(' ');
        push_px(out, y);
        before = ' ';
    }
}

impl Svg<'_> {
    /// An attribute `name` with a colour, and its opacity where it is not whole.
    fn colour(&self, name: &str, colour: BackendColor) -> String {
        let (red, green, blue) = colour.rgb;
        let mut out = self.paint.attribute(name, RGBColor(red, green, blue));
        let thousandths = (colour.alpha * 1000.0).round() as u32;
        if thousandths < 1000 {
            let digits = format!("{thousandths:03}");
            out += &format!(" {name}-opacity=\"0.{}\"", digits.trim_end_matches('0'));
        }
        out
    }

    fn look<S: BackendStyle>(&self, style: &S, is_filled: bool) -> String {
        match is_filled {
            true => self.colour("fill", style.color()),
            false => {
                let width = px(style.stroke_width() as i32);
                format!(" fill=\"none\"{} stroke-width=\"{width}\"", self.colour("stroke", style.color()))
            }
        }
    }

    /// The path to go on with, a new one if the last one looks otherwise.
    fn path(&mut self, look: String) -> &mut Pending {
        if self.pending.as_ref().is_none_or(|pending| pending.look != look) {
            self.flush();
        }
        self.pending.get_or_insert_with(|| Pending { look, path: String::new(), last: None })
    }

    fn flush(&mut self) {
        if let Some(Pending { look, path, .. }) = self.pending.take() {
            let _ = writeln!(self.out, "<path d=\"{path}\"{look}/>");
        }
    }
}

impl DrawingBackend for Svg<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        self.flush();
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, colour: BackendColor) -> Drawn {
        self.draw_rect((x, y), (x + 1, y + 1), &colour, true)
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
        if style.color().alpha == 0.0 {
            return Ok(());
        }
        let look = self.look(style, fill);
        // In one path two that overlap would not darken each other.
        let overlaps = |other: (BackendCoord, BackendCoord)| {
            from.0 < other.1.0 && other.0.0 < to.0 && from.1 < other.1.1 && other.0.1 < to.1
        };
        if self.pending.as_ref().and_then(|pending| pending.last).is_none_or(overlaps) {
            self.flush();
        }
        let pending = self.path(look);
        pending.last = Some((from, to));
        push_points(&mut pending.path, [from]);
        for (command, value) in [('H', to.0), ('V', to.1), ('H', from.0)] {
            pending.path.push(command);
            push_px(&mut pending.path, value);
        }
        pending.path.push('Z');
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        if style.color().alpha > 0.0 {
            let look = self.look(style, false);
            push_points(&mut self.path(look).path, path);
        }
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        at: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        if style.color().alpha > 0.0 {
            self.flush();
            let look = self.look(style, fill);
            let (x, y, radius) = (px(at.0), px(at.1), px(radius as i32));
            let _ = writeln!(self.out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{look}/>");
        }
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        vert: I,
        style: &S,
    ) -> Drawn {
        if style.color().alpha > 0.0 {
            self.flush();
            let look = self.look(style, true);
            push_points(&mut self.path(look).path, vert);
            self.flush();
        }
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, (x, y): BackendCoord) -> Drawn {
        self.flush();
        let anchor = match style.anchor().h_pos {
            HPos::Left => "",
            HPos::Center => " text-anchor=\"middle\"",
            HPos::Right => " text-anchor=\"end\"",
        };
        // What browsers take for the middle of text on a canvas.
        let sink = style.size()
            * match style.anchor().v_pos {
                VPos::Top => 0.76,
                VPos::Center => 0.27,
                VPos::Bottom => -0.24,
            };
        let degrees = match style.transform() {
            FontTransform::None => None,
            FontTransform::Rotate90 => Some(90),
            FontTransform::Rotate180 => Some(180),
            FontTransform::Rotate270 => Some(270),
        };
        let turn = degrees
            .map_or(String::new(), |turn| format!(" transform=\"rotate({turn} {} {})\"", px(x), px(y)));
        let size = tenths(style.size() / f64::from(FINE));
        let mut font = String::new();
        if style.family().as_str() != self.paint.theme.font {
            let _ = write!(font, " font-family=\"{}\"", escaped(style.family().as_str()));
        }
        if size != tenths(SIZE) {
            let _ = write!(font, " font-size=\"{size}\"");
        }
        if matches!(style.style(), FontStyle::Bold) {
            font += " font-weight=\"bold\"";
        }
        let _ = writeln!(
            self.out,
            "<text x=\"{}\" y=\"{}\"{anchor}{font}{}{turn}>{}</text>",
            px(x),
            px(y + sink.round() as i32),
            self.colour("fill", style.color()),
            escaped(text),
        );
        Ok(())
    }
}
