//! `headroom render`: a scenario as a file.

use std::path::{Path, PathBuf};

use super::style::Style;
use super::{HAS_ISSUES, NO_SCENARIO, Output, book, files, png, text};
use crate::chart::ChartSpec;
use crate::export::{self, Address, Picture};
use crate::report::Report;
use crate::scenario::{Decoded, Scenario};

/// Pixels for each px of a PNG where nothing is said: sharp on most screens.
const SCALE: f32 = 2.0;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A link such as 'pooler?open=100ms', or a whole address.
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    link: Option<String>,
    /// The file to write. Its ending says what: a picture (.svg, .png), a report (.md), the numbers of the
    /// charts (.csv) or of the answer (.json).
    #[arg(short, long, value_name = "FILE", required_unless_present = "all", conflicts_with = "all")]
    output: Option<PathBuf>,
    /// Takes a folder of Markdown instead: every block marked `headroom`, holding a link, becomes a picture.
    #[arg(long, value_name = "DIR", requires = "out")]
    all: Option<PathBuf>,
    /// The folder that the Markdown and its pictures are written to.
    #[arg(long, value_name = "DIR", requires = "all")]
    out: Option<PathBuf>,
    /// Where the page is, such as https://your.host/headroom/: links lead there. Without it there are none.
    #[arg(long, value_name = "ADDRESS", value_parser = Address::read)]
    address: Option<Address>,
    #[command(flatten)]
    style: Style,
    /// Pixels of a PNG for each px, 1 to 8 [default: 2].
    #[arg(long, value_parser = scale, conflicts_with = "all")]
    scale: Option<f32>,
}

fn scale(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(scale) if (1.0..=8.0).contains(&scale) => Ok(scale),
        _ => Err("it needs a number from 1 to 8".into()),
    }
}

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Svg,
    Png,
    Markdown,
    Csv,
    Json,
}

impl Format {
    fn of(path: &Path) -> Result<Self, String> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            Some("md" | "markdown") => Ok(Self::Markdown),
            Some("csv") => Ok(Self::Csv),
            Some("json") => Ok(Self::Json),
            _ => Err(format!(
                "{}: the ending says what is written, and it is none of .svg, .png, .md, .csv and .json.",
                path.display()
            )),
        }
    }
}

pub(super) fn render(arguments: &Arguments) -> Output {
    match (&arguments.all, &arguments.out, &arguments.link, &arguments.output) {
        (Some(from), Some(to), ..) => book::folder(from, to, &arguments.style, arguments.address.as_ref()),
        (_, _, Some(link), Some(path)) => one(arguments, link, path),
        // The parser of the arguments asks for either.
        _ => Output::failed("A link and --output, or --all and --out are needed."),
    }
}

fn one(arguments: &Arguments, link: &str, path: &Path) -> Output {
    let (format, Decoded { scenario, issues }) = match (Format::of(path), super::decode_one(link)) {
        (Ok(format), Ok(decoded)) => (format, decoded),
        (Err(error), _) => return Output::failed(error),
        (_, Err(error)) => return Output::failed(error),
    };
    let mut stderr: String = issues.iter().map(text::issue).collect();
    let answer = scenario.evaluate(&issues);
    let report = match &answer {
        Ok(report) => report,
        Err(error) => {
            stderr += &format!("No scenario: {} Nothing was written.\n", error.message);
            return Output { stderr, status: NO_SCENARIO, ..Output::default() };
        }
    };
    let content = match format {
        Format::Json => unstyled(arguments, path, export::json(&scenario, &answer, &issues)),
        _ => content(arguments, format, path, &scenario, report),
    };
    match content.and_then(|content| files::write(path, &content)) {
        Ok(()) if issues.is_empty() => Output::default(),
        Ok(()) => Output { stderr, status: HAS_ISSUES, ..Output::default() },
        Err(error) => {
            stderr += &format!("{error}\n");
            Output { stderr, status: HAS_ISSUES, ..Output::default() }
        }
    }
}

fn content(
    arguments: &Arguments,
    format: Format,
    path: &Path,
    scenario: &Scenario,
    report: &Report,
) -> Result<Vec<u8>, String> {
    let Arguments { style, address, .. } = arguments;
    if format != Format::Png && arguments.scale.is_some() {
        return Err(format!("--scale is for PNG, and {} is none.", path.display()));
    }
    match format {
        Format::Svg => Ok(picture(scenario, report, style, address.as_ref())?.into_bytes()),
        Format::Png => {
            let svg = picture(scenario, report, style, address.as_ref())?;
            png::png(&svg, arguments.scale.unwrap_or(SCALE))
        }
        Format::Csv => {
            let only_chart = Style { chart: style.chart.clone(), ..Style::default() };
            if *style != only_chart {
                return Err(no_picture(path));
            }
            let one = style.chart.is_some().then(|| style.chart(report)).transpose()?;
            Ok(one.map_or_else(|| export::csv_all(report), export::csv).into_bytes())
        }
        Format::Markdown => unstyled(arguments, path, export::markdown(scenario, report, address.as_ref())),
        // It needs the issues too: see `one`.
        Format::Json => Ok(Vec::new()),
    }
}

/// What is said of pictures would be lost on a text.
fn unstyled(arguments: &Arguments, path: &Path, content: String) -> Result<Vec<u8>, String> {
    match arguments.style.is_empty() && arguments.scale.is_none() {
        true => Ok(content.into_bytes()),
        false => Err(no_picture(path)),
    }
}

fn no_picture(path: &Path) -> String {
    format!(
        "--theme, --width, --height, --scale and --chart say how a picture looks; {} is none.",
        path.display()
    )
}

/// The picture of a scenario as SVG.
pub(super) fn picture(
    scenario: &Scenario,
    report: &Report,
    style: &Style,
    address: Option<&Address>,
) -> Result<String, String> {
    let chart: &ChartSpec = style.chart(report)?;
    let (look, width, height) = (style.look(), style.width(), style.height);
    let picture = Picture { scenario, report, chart, address, look, width, height };
    let least = picture.least_height();
    if let Some(height) = height.filter(|height| *height < least) {
        return Err(format!(
            "A height of {height} px is too little: at a width of {width} px the texts and the chart need {least} px."
        ));
    }
    Ok(picture.svg())
}
