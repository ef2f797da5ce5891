//! The answer: what comes first, and the rest.

use std::ops::Range;

use super::bench::Bench;
use super::canvas::Pointed;
use super::el::{El, el};
use super::{chart, rest, verdict};
use crate::report::{Figure, Report};

/// What was pointed at, and whose data is shown.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a> {
    /// What is pointed at.
    pub(super) pointed: Option<&'a Pointed>,
    /// The charts whose data is shown.
    pub(super) data: &'a [String],
}

/// Verdict, figures and the first `charts` charts.
pub(super) fn top(bench: &Bench, shown: Shown<'_>, charts: usize) -> El {
    let results = bench.last_good.as_ref().map(|report| {
        let results = el("div").class("results").flag("data-stale", bench.answer.is_err());
        results.add(figures(report)).add(charts_at(report, shown, 0..charts))
    });
    // Keyed, for the strays come and go above them.
    let strays = verdict::strays(bench).map(|strays| strays.key("strays"));
    let parts =
        [strays, Some(verdict::view(bench).key("verdict")), results.map(|results| results.key("results"))];
    el("div").class("answer-top").all(parts.into_iter().flatten().collect())
}

/// The other charts, and what is below.
pub(super) fn rest(bench: &Bench, shown: Shown<'_>, charts: usize) -> El {
    let results = bench.last_good.as_ref().map(|report| {
        let results = el("div").class("results").flag("data-stale", bench.answer.is_err());
        results.add(charts_at(report, shown, charts..usize::MAX)).all(rest::view(report))
    });
    el("div").class("answer-rest").maybe(results).add(rest::about(bench.draft.calculator()))
}

/// The few figures that matter most.
fn figures(report: &Report) -> El {
    let figures: Vec<El> = report.figures.iter().filter(|figure| figure.headline).map(figure).collect();
    el("dl").class("figures").put("data-count", &figures.len().to_string()).all(figures)
}

fn figure(figure: &Figure) -> El {
    let value = el("span").class("value").flag("data-absent", figure.value.is_err()).text(&figure.text);
    el("div")
        .key(figure.key)
        .put("data-figure", figure.key)
        .add(el("dt").text(figure.label))
        .add(el("dd").add(value).add(el("small").text(&figure.note)))
}

fn charts_at(report: &Report, shown: Shown<'_>, positions: Range<usize>) -> El {
    let charts = report.charts.iter().enumerate().filter(|(index, _)| positions.contains(index));
    el("div").class("charts").all(charts.map(|(_, spec)| chart::view(spec, shown)).collect())
}
