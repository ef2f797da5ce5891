//! How a picture looks: options of the command line, of a block and of a book.

use clap::ValueEnum;

use crate::chart::{ChartSpec, Look};
use crate::report::Report;

/// Widths and heights that are accepted, in CSS px.
pub(super) const SIDES: std::ops::RangeInclusive<u32> = 200..=4000;
/// The width where none is said.
const WIDTH: u32 = 640;
/// A book of mdBook is dark where one of these classes is set.
const BOOK: &str = ":is(.coal,.navy,.ayu)";

/// The colours of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ThemeName {
    /// Dark on white.
    Light,
    /// Light on dark.
    Dark,
    /// As the reader's system is (in a PNG: light).
    Auto,
    /// As the theme of the book is that it stands in.
    #[value(skip)]
    Book,
}

impl ThemeName {
    pub(super) const fn look(self) -> Look {
        match self {
            Self::Light => Look::Light,
            Self::Dark => Look::Dark,
            Self::Auto => Look::Auto,
            Self::Book => Look::Within(BOOK),
        }
    }
}

/// What was said of a picture; none: as is usual.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub(super) struct Style {
    /// The colours of a picture [default: auto].
    #[arg(long)]
    pub theme: Option<ThemeName>,
    /// The width of a picture in px [default: 640].
    #[arg(long, value_name = "PX", value_parser = side)]
    pub width: Option<u32>,
    /// Its height [default: as high as its texts and a chart of 240 px].
    #[arg(long, value_name = "PX", value_parser = side)]
    pub height: Option<u32>,
    /// The chart to show, by its key [default: the first one].
    #[arg(long, value_name = "KEY")]
    pub chart: Option<String>,
}

/// Reads a width or height.
pub(super) fn side(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(side) if SIDES.contains(&side) => Ok(side),
        _ => Err(format!("it needs a whole number from {} to {}", SIDES.start(), SIDES.end())),
    }
}

impl Style {
    /// Whether nothing was said.
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(super) fn look(&self) -> Look {
        self.theme.unwrap_or(ThemeName::Auto).look()
    }

    pub(super) fn width(&self) -> u32 {
        self.width.unwrap_or(WIDTH)
    }

    /// The chart that was asked for.
    pub(super) fn chart<'a>(&self, report: &'a Report) -> Result<&'a ChartSpec, String> {
        let wanted = self.chart.as_deref();
        let is_wanted = |chart: &&ChartSpec| wanted.is_none_or(|wanted| chart.key == wanted);
        report.charts.iter().find(is_wanted).ok_or_else(|| match wanted {
            Some(wanted) => {
                let known: Vec<_> = report.charts.iter().map(|chart| chart.key).collect();
                format!("There is no chart “{wanted}”. There are {}.", known.join(", "))
            }
            None => "There is no chart.".into(),
        })
    }

    /// Sets one option by its name, as a block or a book writes it.
    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let wrong = |message: String| format!("“{key}={value}”: {message}.");
        match key {
            "theme" if value == "book" => self.theme = Some(ThemeName::Book),
            "theme" => {
                let theme = ThemeName::from_str(value, false);
                self.theme = Some(theme.map_err(|_| wrong("a theme is light, dark, auto or book".into()))?);
            }
            "width" => self.width = Some(side(value).map_err(wrong)?),
            "height" => self.height = Some(side(value).map_err(wrong)?),
            "chart" => self.chart = Some(value.into()),
            _ => {
                return Err(format!("There is no option “{key}”. There are theme, width, height and chart."));
            }
        }
        Ok(())
    }
}
