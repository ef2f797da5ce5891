//! A backend that knows how wide text is without asking the browser.

use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};

use super::text;

/// Forwards all drawing, but measures text by the table in `text`.
///
/// In wasm plotters measures a text by adding a styled `span` to the page: each one forces a reflow, a strict
/// Content-Security-Policy drops the style, and in a worker there is no page.
///
/// It may also be finer than what it draws on: plotters has whole coordinates only, too coarse for a slanted
/// line, so that a backend whose context is scaled by 1/`fine` gets all coordinates times `fine`.
#[derive(Debug)]
pub struct Measured<B> {
    inner: B,
    fine: u32,
}

impl<B: DrawingBackend> Measured<B> {
    /// Around a backend, in its own coordinates.
    pub const fn new(inner: B) -> Self {
        Self { inner, fine: 1 }
    }

    /// Around a backend that draws everything `fine` times smaller than it is told.
    pub const fn finer(inner: B, fine: u32) -> Self {
        Self { inner, fine }
    }
}

type Drawn<B> = Result<(), DrawingErrorKind<<B as DrawingBackend>::ErrorType>>;

impl<B: DrawingBackend> DrawingBackend for Measured<B> {
    type ErrorType = B::ErrorType;

    fn get_size(&self) -> (u32, u32) {
        let (width, height) = self.inner.get_size();
        (width.saturating_mul(self.fine), height.saturating_mul(self.fine))
    }

    fn ensure_prepared(&mut self) -> Drawn<B> {
        self.inner.ensure_prepared()
    }

    fn present(&mut self) -> Drawn<B> {
        self.inner.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, colour: BackendColor) -> Drawn<B> {
        self.inner.draw_pixel(point, colour)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn<B> {
        self.inner.draw_line(from, to, style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn<B> {
        self.inner.draw_rect(upper_left, bottom_right, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn<B> {
        self.inner.draw_path(path, style)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn<B> {
        self.inner.draw_circle(center, radius, style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        vert: I,
        style: &S,
    ) -> Drawn<B> {
        self.inner.fill_polygon(vert, style)
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, pos: BackendCoord) -> Drawn<B> {
        self.inner.draw_text(text, style, pos)
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Self::ErrorType>> {
        let size = style.size();
        Ok((text::width(text, size).ceil() as u32, (size * text::LINE).ceil() as u32))
    }

    fn blit_bitmap(&mut self, pos: BackendCoord, size: (u32, u32), src: &[u8]) -> Drawn<B> {
        self.inner.blit_bitmap(pos, size, src)
    }
}
