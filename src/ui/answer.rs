//! The answer: what comes first, and the rest.

use std::ops::Range;

use super::bench::Bench;
use super::canvas::Pointed;
use super::el::{El, el};
use super::extras::extras;
use super::runs::Runs;
use super::{chart, rest, verdict};
use crate::report::{Figure, Report};

/// What was pointed at, and whose data is shown.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a> {
    /// What simulates the scenario, if anything does.
    pub(super) runs: Option<&'a dyn Runs>,
    /// What is pointed at.
    pub(super) pointed: Option<&'a Pointed>,
    /// The charts whose data is shown.
    pub(super) data: &'a [String],
}

/// Verdict, figures and the first `charts` charts.
pub(super) fn top(bench: &Bench, shown: Shown<'_>, charts: usize) -> El {
    let results = bench.last_good.as_ref().map(|report| {
        let results = el("div").class("results").flag("data-stale", bench.answer.is_err());
        results.add(figures(report, bench)).add(charts_at(report, shown, 0..charts))
    });
    // Keyed, for the strays come and go above them.
    let strays = verdict::strays(bench, &[]).map(|strays| strays.key("strays"));
    let parts = [
        strays,
        Some(verdict::view(bench).key("verdict")),
        comparison(bench),
        results.map(|results| results.key("results")),
    ];
    el("div").class("answer-top").all(parts.into_iter().flatten().collect())
}

/// The pinned scenario beside this one; while the part that shows it is on its way, its place.
fn comparison(bench: &Bench) -> Option<El> {
    bench.pinned.as_ref()?;
    Some(match extras() {
        Some(extras) => (extras.comparison)(bench),
        None => {
            el("p").class("loading").key("comparison").set("role", "status").text("Loading the comparison…")
        }
    })
}

/// Figures, charts or both.
pub(super) fn part(bench: &Bench, with_figures: bool, with_charts: bool, shown: Shown<'_>) -> Option<El> {
    let report = bench.last_good.as_ref().filter(|_| with_figures || with_charts)?;
    let results = el("div").class("results").key("results").flag("data-stale", bench.answer.is_err());
    let results = results.maybe(comparison(bench)).maybe(with_figures.then(|| figures(report, bench)));
    Some(results.maybe(with_charts.then(|| charts_at(report, shown, 0..usize::MAX))))
}

/// The other charts, and what is below.
pub(super) fn rest(bench: &Bench, shown: Shown<'_>, charts: usize) -> El {
    let results = bench.last_good.as_ref().map(|report| {
        let results = el("div").class("results").flag("data-stale", bench.answer.is_err());
        results.add(charts_at(report, shown, charts..usize::MAX)).all(rest::view(bench, report))
    });
    let runs = shown.runs.map(|runs| runs.view(shown));
    el("div").class("answer-rest").maybe(runs).maybe(results).add(rest::about(bench.draft.calculator()))
}

/// The few figures that matter most.
fn figures(report: &Report, bench: &Bench) -> El {
    let shown = report.figures.iter().filter(|figure| figure.headline);
    let figures: Vec<El> = shown.map(|shown| figure(shown, bench)).collect();
    el("dl").class("figures").put("data-count", &figures.len().to_string()).all(figures)
}

fn figure(figure: &Figure, bench: &Bench) -> El {
    let value = el("span").class("value").flag("data-absent", figure.value.is_err()).text(&figure.text);
    el("div")
        .key(figure.key)
        .put("data-figure", figure.key)
        .add(el("dt").add(rest::label(bench, figure)))
        .add(el("dd").add(value).add(el("small").text(&figure.note)))
}

fn charts_at(report: &Report, shown: Shown<'_>, positions: Range<usize>) -> El {
    let charts = report.charts.iter().enumerate().filter(|(index, _)| positions.contains(index));
    el("div").class("charts").all(charts.map(|(_, spec)| chart::view(spec, shown)).collect())
}
