//! Which way the arrows point: the models know nothing of the page.

use std::path::{Path, PathBuf};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        match entry.is_dir() {
            true => files.extend(sources(&entry)),
            false if entry.extension().is_some_and(|extension| extension == "rs") => files.push(entry),
            false => {}
        }
    }
    files
}

/// The lines of code in a folder or file of src/, with their place.
fn lines(place: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(place);
    let files = if path.is_dir() { sources(&path) } else { vec![path] };
    let mut lines = Vec::new();
    // Tests may look at everything.
    for file in files.into_iter().filter(|file| !file.to_string_lossy().contains("tests")) {
        let text = std::fs::read_to_string(&file).expect("a source file");
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            lines.push((format!("{}:{}", file.display(), number + 1), code.to_owned()));
        }
    }
    assert!(!lines.is_empty(), "{place} is gone");
    lines
}

fn assert_nowhere(places: &[&str], words: &[&str]) {
    for place in places {
        for (at, code) in lines(place) {
            for word in words {
                assert!(!code.contains(word), "{at} names {word}: {code}");
            }
        }
    }
}

#[test]
fn only_the_page_names_page_crates() {
    let everything_else: Vec<String> = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
        .expect("src")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .filter(|name| name != "ui")
        .collect();
    let places: Vec<_> = everything_else.iter().map(String::as_str).collect();
    assert_nowhere(&places, &["yew", "gloo", "web_sys", "wasm_bindgen", "js_sys", "plotters_canvas"]);
}

#[test]
fn arrows_point_one_way() {
    // ui, cli → draft → calculators → scenario's inputs, report, chart → field, quantity, math
    assert_nowhere(
        &["quantity", "math"],
        &["crate::calculators", "crate::report", "crate::scenario", "crate::draft", "crate::ui"],
    );
    assert_nowhere(
        &["field.rs", "table.rs", "inputs.rs"],
        &["crate::calculators", "crate::report", "crate::scenario", "crate::draft"],
    );
    assert_nowhere(
        &["calculators"],
        &["crate::draft", "crate::ui", "crate::cli", "Kind::Quantity(", "Kind::Choice(_)"],
    );
    assert_nowhere(&["draft.rs", "scenario"], &["crate::ui", "crate::cli"]);
}

#[test]
fn only_plotters_draws() {
    assert_nowhere(&["calculators", "report.rs", "draft.rs", "cli", "math", "quantity"], &["plotters"]);
}

/// A simulation must give the same numbers on every machine, to the bit: no clock, no map whose order varies,
/// and of the functions that platforms round differently only those of libm.
#[test]
fn simulations_are_the_same_everywhere() {
    let places = ["sim", "calculators/simulated.rs", "calculators/pooler/simulation"];
    assert_nowhere(&places, &["HashMap", "HashSet", "Instant", "SystemTime"]);
    assert_nowhere(
        &places,
        &[
            ".ln()",
            ".log(",
            ".log2(",
            ".log10(",
            ".exp(",
            ".exp_m1(",
            ".ln_1p(",
            ".pow",
            ".sin(",
            ".cos(",
            ".tan(",
            ".mul_add(",
        ],
    );
}
