//! Pictures, drawn in the colour of the text around them.

use super::el::{El, el};
use crate::report::Severity;

/// It holds.
pub(super) const CHECK: &str = "M12 3a9 9 0 1 0 .01 0ZM8 12l3 3 5-6";
/// It holds, but.
pub(super) const WARNING: &str = "M12 3 2 20h20ZM12 9v5M12 17v.2";
/// It does not hold.
pub(super) const STOP: &str = "M12 3a9 9 0 1 0 .01 0ZM12 7v6M12 16.5v.2";
/// There is no answer.
pub(super) const QUESTION: &str = "M12 3a9 9 0 1 0 .01 0ZM9 9.5a3 3 0 1 1 4.3 2.5q-1.3.7-1.3 2M12 17v.2";
/// Back to the default.
pub(super) const BACK: &str = "M4 5v5h5M4.6 10A8 8 0 1 1 4 14";
/// Take away.
pub(super) const CROSS: &str = "M6 6l12 12M18 6 6 18";
/// The themes: a screen, the sun, the moon.
pub(super) const THEMES: [&str; 3] = [
    "M3 4.5h18v12H3ZM8.5 20.5h7M12 16.5v4",
    "M12 8a4 4 0 1 0 .01 0ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5 19 19M19 5l-1.5 1.5M6.5 17.5 5 19",
    "M20.5 14.2A8.6 8.6 0 0 1 9.8 3.5a8.6 8.6 0 1 0 10.7 10.7Z",
];
/// A chain link.
pub(super) const LINK: &str = "M10 14a4 4 0 0 0 5.6 0l3.4-3.4a4 4 0 0 0-5.6-5.6l-1 1M14 10a4 4 0 0 0-5.6 0L5 13.4A4 4 0 0 0 10.6 19l1-1";

/// Two things side by side.
pub(super) const COMPARE: &str = "M4 5h6v14H4ZM14 5h6v14h-6Z";
/// Out of here.
pub(super) const SHARE: &str = "M12 15V4M8 7.5 12 3.5l4 4M6 11H5v9h14v-9h-1";

/// An icon; for the eye only.
pub(super) fn icon(path: &'static str) -> El {
    let path = el("path").set("d", path);
    el("svg").class("icon").set("viewBox", "0 0 24 24").set("aria-hidden", "true").add(path)
}

/// How a severity is shown: the word in attributes, the picture, and the name for those who do not see it.
pub(super) fn face(severity: Option<Severity>) -> (&'static str, &'static str, &'static str) {
    match severity {
        Some(severity @ Severity::Ok) => (severity.word(), CHECK, "Holds: "),
        Some(severity @ Severity::Warning) => (severity.word(), WARNING, "Warning: "),
        Some(severity @ Severity::Critical) => (severity.word(), STOP, "Critical: "),
        None => ("error", QUESTION, "No answer: "),
    }
}
