//! SVG as PNG.
//!
//! The font is part of the program, so that the same link gives the same picture on every machine, fonts or
//! none: DejaVu Sans, whose widths the charts are laid out with anyway.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Options, Tree};

/// A file could not be this wide.
const MOST_PIXELS: f32 = 16_384.0;

static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_source(Source::Binary(Arc::new(include_bytes!("fonts/DejaVuSans.ttf"))));
    fonts.load_font_source(Source::Binary(Arc::new(include_bytes!("fonts/DejaVuSans-Bold.ttf"))));
    fonts.set_sans_serif_family("DejaVu Sans");
    Arc::new(fonts)
});

/// The picture with so many pixels for each px.
pub(super) fn png(svg: &str, scale: f32) -> Result<Vec<u8>, String> {
    let options = Options { fontdb: Arc::clone(&FONTS), ..Options::default() };
    let tree =
        Tree::from_str(svg, &options).map_err(|error| format!("The picture is not sound: {error}."))?;
    let size = tree.size();
    let (width, height) = (size.width() * scale, size.height() * scale);
    // A pixel that is covered by half would show what is behind the picture.
    let pixels = |length: f32| length.floor().clamp(1.0, MOST_PIXELS) as u32;
    if width.max(height) > MOST_PIXELS {
        return Err(format!("A picture has at most {MOST_PIXELS} pixels a side: take a smaller --scale."));
    }
    let mut pixmap = Pixmap::new(pixels(width), pixels(height))
        .ok_or("There is not enough memory for a picture of this size.")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| format!("The picture could not be packed: {error}."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::{Theme, svg};
    use crate::scenario::decode;

    fn pixmap(svg: &str, scale: f32) -> Pixmap {
        Pixmap::decode_png(&png(svg, scale).expect("a picture")).expect("a PNG")
    }

    #[test]
    fn a_chart_has_its_colours_and_its_text() {
        let scenario = decode("pooler").expect("a calculator").scenario;
        let chart = scenario.evaluate(&[]).expect("a report").charts.remove(0);
        let drawn = svg(&chart, &Theme::DARK, 400, 240);
        let picture = pixmap(&drawn, 2.0);
        assert_eq!((picture.width(), picture.height()), (800, 480));
        let corner = picture.pixel(799, 0).expect("a pixel");
        assert_eq!((corner.red(), corner.green(), corner.blue(), corner.alpha()), (0x17, 0x1d, 0x25, 255));
        // Up to the last row, however it is scaled.
        let scaled = pixmap(&svg(&chart, &Theme::DARK, 400, 241), 1.5);
        assert!(scaled.pixels().iter().all(|pixel| pixel.alpha() == 255));
        // Without its texts it is another picture: the font was found.
        let blank: String = drawn.lines().filter(|line| !line.starts_with("<text")).collect();
        assert_ne!(pixmap(&blank, 2.0).data(), picture.data());
    }

    #[test]
    fn bold_and_regular_are_there_and_letters_are_as_wide_as_measured() {
        let text = |family: &str, weight: u32| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"300\" height=\"40\"><text x=\"0\" y=\"20\" \
                 font-size=\"12\" font-weight=\"{weight}\" font-family=\"{family}\">usable connections</text></svg>"
            )
        };
        let last = |picture: &Pixmap| {
            let dark = |index: &usize| picture.pixels()[*index].alpha() > 0;
            (0..picture.pixels().len()).filter(dark).map(|index| index % 300).max()
        };
        let regular = pixmap(&text("system-ui, sans-serif", 400), 1.0);
        // 115.7 in Chromium; see `chart::text`.
        assert!(last(&regular).is_some_and(|x| (113..118).contains(&x)), "{:?}", last(&regular));
        let bold = pixmap(&text("system-ui, sans-serif", 600), 1.0);
        assert!(last(&bold) > last(&regular));
    }

    #[test]
    fn what_is_too_large_is_refused() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9000\" height=\"10\"/>";
        assert!(png(svg, 2.0).is_err_and(|error| error.contains("--scale")));
        assert!(png("<svg", 1.0).is_err());
    }
}
