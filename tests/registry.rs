//! What must hold for every calculator: proved over the whole registry.

use std::collections::HashSet;

use headroom::calculators::{self, AnyCalculator, preview_of};
use headroom::field::{Kind, Value};
use headroom::report::Report;
use headroom::scenario::{Scenario, decode};

fn evaluate(scenario: &Scenario) -> Report {
    scenario.evaluate(&[]).unwrap_or_else(|error| panic!("{}: {error}", scenario.encode()))
}

/// Every text that a report shows.
fn texts(report: &Report) -> Vec<String> {
    let mut texts = vec![report.verdict.text.clone(), report.verdict.detail.clone()];
    for figure in &report.figures {
        texts.extend([figure.label.to_owned(), figure.text.clone(), figure.note.clone()]);
    }
    texts.extend(report.notes.iter().map(|note| note.text.clone()));
    texts.extend(
        report.steps.iter().flat_map(|step| [step.what.clone(), step.formula.clone(), step.numbers.clone()]),
    );
    texts.extend(report.tables.iter().flat_map(|table| table.rows.iter().flatten().cloned()));
    for chart in &report.charts {
        let (_, rows) = headroom::chart::data_table(chart);
        texts.extend(rows.into_iter().flatten());
    }
    texts
}

fn assert_sound(calculator: &dyn AnyCalculator, report: &Report) {
    assert!(
        calculator.states().contains(&report.verdict.state),
        "{}: {}",
        calculator.id(),
        report.verdict.state
    );
    assert!(!report.verdict.text.is_empty() && !report.charts.is_empty() && !report.steps.is_empty());
    let headlines = report.figures.iter().filter(|figure| figure.headline).count();
    assert!((4..=6).contains(&headlines), "{}: {headlines} figures first", calculator.id());
    let keys: HashSet<_> = report.figures.iter().map(|figure| figure.key).collect();
    assert_eq!(keys.len(), report.figures.len(), "{}: a figure twice", calculator.id());
    for figure in &report.figures {
        assert_ne!(
            figure.value.is_err_and(|_| true),
            figure.value.is_ok_and(f64::is_finite),
            "{}",
            figure.key
        );
    }
    for text in texts(report) {
        assert!(!["NaN", "inf ", "∞"].iter().any(|word| text.contains(word)), "{}: {text}", calculator.id());
    }
}

#[test]
fn names_and_keys_are_unique_and_plain() {
    let plain = |word: &str| {
        word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_' || byte.is_ascii_digit())
    };
    for (card, stories) in calculators::stories() {
        let preview = stories.preview();
        assert!(preview.severity.is_some() && preview.figures.len() == 3, "{}", card.id);
        let inputs = calculators::find(card.id).expect("a calculator").fields().len();
        assert!(!preview.picture.is_empty() && preview.inputs.len() == inputs, "{}", card.id);
        assert!(!stories.trouble.is_empty() && !stories.trouble.ends_with(['.', '?']), "{}", card.id);
    }
    let ids: HashSet<_> = calculators::all().iter().map(|calculator| calculator.id()).collect();
    assert_eq!(ids.len(), calculators::all().len());
    for calculator in calculators::all() {
        let keys: HashSet<_> = calculator.fields().iter().map(|meta| meta.key).collect();
        assert_eq!(keys.len(), calculator.fields().len(), "{}", calculator.id());
        for meta in calculator.fields() {
            assert!(plain(meta.key) && !["v", "carried"].contains(&meta.key), "{}", meta.key);
            assert!(!meta.help.is_empty() && meta.help.ends_with('.'), "{}: {}", meta.key, meta.help);
            assert!(!meta.label.is_empty() && !meta.group.is_empty());
            if let Kind::Table(table) = meta.kind {
                let names: HashSet<_> = table.columns().iter().map(|column| column.meta.key).collect();
                assert_eq!(names.len(), table.columns().len());
            }
        }
    }
}

#[test]
fn defaults_are_valid_and_read_back() {
    for calculator in calculators::all() {
        for (meta, default) in calculator.fields().iter().zip(calculator.defaults()) {
            for text in [meta.write(default), meta.spell(default)] {
                let read = meta.read(&text).unwrap_or_else(|error| panic!("{} {text}: {error}", meta.key));
                assert_eq!((&read.value, &read.echo), (default, &None), "{} {text}", meta.key);
            }
        }
        let scenario = Scenario::new(*calculator);
        assert_eq!(scenario.encode(), calculator.id());
        assert_sound(*calculator, &evaluate(&scenario));
    }
}

#[test]
fn presets_say_what_their_story_says() {
    for calculator in calculators::all() {
        assert!(calculator.presets().len() >= 2, "{}", calculator.id());
        for preset in calculator.presets() {
            let decoded = decode(&format!("{}?{}", calculator.id(), preset.query)).expect("a calculator");
            assert_eq!(decoded.issues, [], "{}", preset.title);
            let report = evaluate(&decoded.scenario);
            let verdict = (report.verdict.state, report.verdict.severity);
            assert_eq!(verdict, (preset.state, preset.severity), "{}: {}", preset.title, report.verdict.text);
            // The page tells by the link whether a scenario is a preset.
            assert_eq!(decoded.scenario.encode(), calculator.card().link(preset), "{}", preset.title);
            assert_sound(*calculator, &report);
            let again = decode(&decoded.scenario.encode()).expect("a calculator");
            assert_eq!(again.scenario, decoded.scenario, "{}", preset.title);
            assert!(preset.story.len() < 260 && preset.story.ends_with('.'), "{}: two lines", preset.title);
        }
    }
    let incidents: usize = calculators::all()
        .iter()
        .map(|calculator| calculator.presets().iter().filter(|preset| preset.incident).count())
        .sum();
    assert!(incidents >= 4, "the incidents are among the presets");
}

#[test]
fn every_choice_and_absence_answers() {
    for calculator in calculators::all() {
        for (index, meta) in calculator.fields().iter().enumerate() {
            let values: Vec<Value> = match meta.kind {
                Kind::Choice(choices) => choices.iter().map(|choice| Value::Choice(choice.key)).collect(),
                Kind::Quantity(quantity) => {
                    let ends = [Value::Number(quantity.min), Value::Number(quantity.max)];
                    ends.into_iter().chain(quantity.absent.map(|_| Value::Absent)).collect()
                }
                _ => Vec::new(),
            };
            for value in values {
                let mut scenario = Scenario::new(*calculator);
                scenario.values[index] = value;
                // A combination may be no scenario; it must say so and not panic.
                if let Ok(report) = scenario.evaluate(&[]) {
                    assert_sound(*calculator, &report);
                }
            }
        }
    }
}

/// A file that is written from the code.
fn assert_current(path: &str, expected: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, expected).expect("the file can be written");
    }
    let actual = std::fs::read_to_string(&path).unwrap_or_default();
    let stale = "is stale: run UPDATE_DOCS=1 cargo test --test registry";
    assert!(actual == expected, "{} {stale}", path.display());
}

#[test]
fn documentation_is_current() {
    assert_current("docs/inputs.md", &headroom::cli::inputs_markdown());
}

#[test]
fn previews_are_current() {
    for calculator in calculators::all() {
        let preview = preview_of(*calculator, &evaluate(&Scenario::new(*calculator)));
        assert_current(&format!("src/calculators/{}/preview.txt", calculator.id()), &preview);
    }
}
