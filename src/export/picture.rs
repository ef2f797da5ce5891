//! A picture that stands alone: the verdict, a chart and the link, as SVG.

use plotters::style::RGBColor;

use super::Address;
use crate::chart::svg::{drawing, escaped, opening, tenths, titles};
use crate::chart::text::{fit_to, width as text_width};
use crate::chart::{ChartSpec, Look, Paint};
use crate::report::{Report, Severity};
use crate::scenario::Scenario;

/// The least height of the chart in it, in CSS px.
pub const LEAST_CHART: u32 = 120;
/// The height of the chart where none was asked for.
const CHART: u32 = 240;
/// Around everything.
const PAD: f64 = 16.0;
/// The verdict's icon, and the distance behind it.
const ICON: f64 = 28.0;
/// Below the chart, for the link.
const FOOTER: f64 = 24.0;
/// The sizes of text.
const HEAD: f64 = 16.0;
const SMALL: f64 = 13.0;
const TINY: f64 = 11.0;

/// A picture to be made. Sizes are in CSS px.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The scenario; its link goes into the picture.
    pub scenario: &'a Scenario,
    /// Its answer.
    pub report: &'a Report,
    /// Which of the answer's charts.
    pub chart: &'a ChartSpec,
    /// Where the page is. Without it the picture names its scenario, but is no link.
    pub address: Option<&'a Address>,
    /// Its colours.
    pub look: Look,
    /// Its width.
    pub width: u32,
    /// Its height; at least [`Picture::least_height`] is taken. None: as high as is good.
    pub height: Option<u32>,
}

/// A line of the head: its text, size, and whether it is the verdict.
struct Line {
    text: String,
    size: f64,
    is_verdict: bool,
}

impl Picture<'_> {
    /// The least height at its width: that of the texts and of a chart of [`LEAST_CHART`] px.
    pub fn least_height(&self) -> u32 {
        (height_of(&self.head()) + around()).ceil() as u32 + LEAST_CHART
    }

    /// The picture as SVG. It holds the verdict and how to read the chart for those who cannot see it, and
    /// its link, to click on and as metadata.
    pub fn svg(&self) -> String {
        let head = self.head();
        let texts = height_of(&head) + around();
        let least = texts.ceil() as u32;
        let height = self.height.unwrap_or(least + CHART).max(least + LEAST_CHART);
        let paint = Paint::new(self.look);
        let body = self.body(&paint, &head, height);

        let link = match self.address {
            Some(address) => address.link(self.scenario),
            None => self.scenario.encode(),
        };
        let mut out = opening(paint.theme.font, self.width, height, self.address.is_none());
        let verdict = &self.report.verdict;
        let about = [&verdict.detail, &self.chart.title, &self.chart.caption];
        let about: Vec<_> = about.iter().filter(|text| !text.is_empty()).map(|text| sentence(text)).collect();
        titles(&mut out, &verdict.text, &about.join(" "));
        out += &format!(
            "<metadata><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" \
             xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><rdf:Description rdf:about=\"\">\
             <dc:source>{0}</dc:source></rdf:Description></rdf:RDF></metadata>\n",
            escaped(&link),
        );
        out += &paint.style(&body);
        match self.address {
            Some(_) => {
                // A picture in a frame opens in the window.
                out += &format!("<a href=\"{}\" target=\"_top\">\n{body}</a>\n", escaped(&link));
            }
            None => out += &body,
        }
        out += "</svg>\n";
        out
    }

    fn room(&self) -> f64 {
        (f64::from(self.width) - 2.0 * PAD).max(40.0)
    }

    fn head(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut add = |text: &str, size: f64, is_verdict: bool| {
            let room = self.room() - if is_verdict { ICON } else { 0.0 };
            lines.extend(wrapped(text, size, room).into_iter().map(|text| Line { text, size, is_verdict }));
        };
        add(&self.report.verdict.text, HEAD, true);
        add(&format!("{}. {}", self.chart.title.trim_end_matches('.'), self.chart.caption), SMALL, false);
        lines
    }

    fn body(&self, paint: &Paint, head: &[Line], height: u32) -> String {
        let theme = &paint.theme;
        let mut out = format!(
            "<rect width=\"{}\" height=\"{height}\"{}/>\n",
            self.width,
            paint.attribute("fill", theme.panel)
        );
        let (path, colour) = match self.report.verdict.severity {
            Severity::Ok => (CHECK, paint.ok),
            Severity::Warning => (WARNING, paint.warning),
            Severity::Critical => (STOP, theme.danger),
        };
        out += &format!(
            "<path transform=\"translate({},{}) scale(0.9)\" d=\"{path}\" fill=\"none\"{} stroke-width=\"2\" \
             stroke-linecap=\"round\"/>\n",
            tenths(PAD - 2.0),
            tenths(PAD - 0.5),
            paint.attribute("stroke", colour),
        );
        let mut y = PAD;
        for line in head {
            y += line.size * LINE;
            let (left, weight, colour) = match line.is_verdict {
                true => (PAD + ICON, " font-weight=\"600\"", theme.ink),
                false => (PAD, "", theme.soft),
            };
            text(&mut out, paint, &line.text, (left, y - line.size * 0.35), line.size, weight, colour);
        }
        let top = y + GAP;
        let inner = f64::from(height) - top - FOOTER - PAD;
        out += &format!("<g transform=\"translate({},{})\">\n", tenths(PAD), tenths(top));
        out += &drawing(self.chart, paint, self.room() as u32, inner.max(1.0) as u32);
        out += "</g>\n";
        let link = match self.address {
            Some(address) => address.link(self.scenario),
            None => self.scenario.encode(),
        };
        let (decoration, colour) = match self.address {
            Some(_) => (" text-decoration=\"underline\"", theme.primary),
            None => ("", theme.soft),
        };
        let shown = fit_to(&link, TINY, self.room());
        text(&mut out, paint, &shown, (PAD, f64::from(height) - PAD), TINY, decoration, colour);
        out
    }
}

/// The height of a line in parts of its size.
const LINE: f64 = 1.4;
/// Between the head and the chart.
const GAP: f64 = 10.0;

fn height_of(head: &[Line]) -> f64 {
    head.iter().map(|line| line.size * LINE).sum()
}

/// All that is neither text nor chart.
const fn around() -> f64 {
    2.0 * PAD + GAP + FOOTER
}

fn text(
    out: &mut String,
    paint: &Paint,
    text: &str,
    (x, y): (f64, f64),
    size: f64,
    more: &str,
    colour: RGBColor,
) {
    *out += &format!(
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{more}{}>{}</text>\n",
        tenths(x),
        tenths(y),
        tenths(size),
        paint.attribute("fill", colour),
        escaped(text),
    );
}

/// The text with a mark at its end.
fn sentence(text: &str) -> String {
    match text.ends_with(['.', '?', ':', '…']) {
        true => text.into(),
        false => format!("{text}."),
    }
}

/// The text in lines that are each at most so wide; a longer word is cut off.
fn wrapped(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(line, size) + text_width(word, size) + size * 0.32 <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(fit_to(word, size, room)),
        }
    }
    lines
}

/// The icons of the page, 24 px wide.
const CHECK: &str = "M12 3a9 9 0 1 0 .01 0ZM8 12l3 3 5-6";
const WARNING: &str = "M12 3 2 20h20ZM12 9v5M12 17v.2";
const STOP: &str = "M12 3a9 9 0 1 0 .01 0ZM12 7v6M12 16.5v.2";
