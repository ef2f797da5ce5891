//! The command line as it is typed.

use std::fs;
use std::path::Path;

use clap::{CommandFactory, Parser};

use super::files::tests::folder;
use super::{Arguments, Output, execute};

fn run(line: &[&str]) -> Output {
    let arguments = Arguments::try_parse_from([&["headroom"], line].concat());
    match arguments {
        Ok(arguments) => execute(&arguments.command, &mut &b""[..]),
        Err(error) => Output { stderr: error.to_string(), status: 2, ..Output::default() },
    }
}

fn written(folder: &Path, name: &str, line: &[&str]) -> Vec<u8> {
    let path = folder.join(name);
    let output = run(&[&["render", "-o", path.to_str().expect("UTF-8")], line].concat());
    assert_eq!(output, Output::default(), "{name}");
    fs::read(path).expect("a file")
}

#[test]
fn the_arguments_are_sound() {
    Arguments::command().debug_assert();
}

#[test]
fn every_ending_is_written() {
    let folder = folder("render");
    let link = "https://a.example/#/pooler?open=100ms";
    let text = |name: &str, more: &[&str]| {
        String::from_utf8(written(&folder, name, &[&[link], more].concat())).expect("UTF-8")
    };
    let svg = text("a.svg", &["--address", "https://b.example/x/#/wal", "--theme", "dark", "--width", "500"]);
    assert!(
        svg.contains("href=\"https://b.example/x/#/pooler?open=100ms\"") && svg.contains("width=\"500\"")
    );
    assert!(svg.contains("#171d25") && !svg.contains("prefers-color-scheme"));
    assert!(text("auto.SVG", &[]).contains("prefers-color-scheme"));
    assert_ne!(text("race.svg", &["--chart", "race"]), text("auto.svg", &[]));
    assert!(text("tall.svg", &["--height", "900"]).contains("height=\"900\""));

    let size = |png: &[u8]| {
        assert_eq!(png.get(..8), Some(&b"\x89PNG\r\n\x1a\n"[..]));
        let side = |at: usize| u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]);
        (side(16), side(20))
    };
    let png = |more: &[&str]| size(&written(&folder, "a.png", &[&[link], more].concat()));
    let (width, height) = png(&[]);
    assert!(width == 1280 && height > 480);
    assert_eq!(png(&["--scale", "1", "--height", "500"]), (640, 500));

    assert!(
        text("a.md", &["--address", "https://b.example/"])
            .contains("](<https://b.example/#/pooler?open=100ms>)")
    );
    assert!(text("a.csv", &[]).starts_with("chart,series,x,x_unit,y,y_unit,count\r\n"));
    assert!(text("usable.csv", &["--chart", "usable"]).starts_with("series,"));
    assert_eq!(text("a.json", &[]), run(&["eval", link, "--json"]).stdout);
    fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn what_cannot_be_written_is_said_and_leaves_nothing() {
    let folder = folder("render-wrong");
    for (name, line, status, message) in [
        ("a.gif", &["pooler"][..], 2, "none of .svg, .png, .md, .csv and .json"),
        ("a", &["pooler"], 2, "none of .svg"),
        ("a.svg", &["polar"], 2, "Did you mean pooler?"),
        ("a.svg", &["pooler", "--chart", "x"], 2, "There are usable"),
        ("a.svg", &["pooler", "--height", "200"], 2, "is too little"),
        ("a.svg", &["pooler", "--width", "1"], 2, "from 200 to 4000"),
        ("a.svg", &["pooler", "--scale", "2"], 2, "--scale is for PNG"),
        ("a.png", &["pooler", "--scale", "0"], 2, "from 1 to 8"),
        ("a.png", &["pooler", "--width", "4000", "--scale", "8"], 2, "take a smaller --scale"),
        ("a.svg", &["pooler", "--address", "javascript:1"], 2, "An address begins with"),
        ("a.md", &["pooler", "--theme", "dark"], 2, "say how a picture looks"),
        ("a.json", &["pooler", "--width", "300"], 2, "say how a picture looks"),
        ("a.csv", &["pooler", "--theme", "dark"], 2, "say how a picture looks"),
        ("a.svg", &["pooler", "--all", "x", "--out", "y"], 2, "cannot be used with"),
    ] {
        let path = folder.join(name);
        let output = run(&[&["render", "-o", path.to_str().expect("UTF-8")], line].concat());
        assert!(output.status == status && output.stderr.contains(message), "{line:?}: {output:?}");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0, "{line:?}");
    }
    for line in [&["render"][..], &["render", "pooler"], &["render", "--all", "x"], &["check"]] {
        assert_eq!(run(line).status, 2, "{line:?}");
    }
    fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn a_flaw_of_the_link_is_said_and_a_file_is_written() {
    let folder = folder("render-flaw");
    let path = folder.join("a.svg");
    let output = run(&["render", "pooler?open=blue", "-o", path.to_str().expect("UTF-8")]);
    assert!(output.status == 2 && output.stderr.starts_with("open: "), "{output:?}");
    assert!(fs::read_to_string(&path).is_ok_and(|svg| svg.contains("This stands on the default of")));

    // No machine takes the job: that is an answer; a rate that makes no scenario is none.
    let nothing = crate::calculators::all().iter().find_map(|calculator| {
        let link = no_scenario(*calculator)?;
        let path = folder.join("b.svg");
        let output = run(&["render", &link, "-o", path.to_str()?]);
        assert!(output.status == 3 && output.stderr.contains("Nothing was written"), "{output:?}");
        assert!(!path.exists());
        Some(link)
    });
    assert!(nothing.is_some(), "some inputs make no scenario");
    fs::remove_dir_all(&folder).expect("removed");
}

/// The link of inputs that make no scenario together, if one of them at an end of its range does.
fn no_scenario(calculator: &'static dyn crate::calculators::AnyCalculator) -> Option<String> {
    use crate::field::{Kind, Value};
    use crate::scenario::Scenario;
    calculator.fields().iter().enumerate().find_map(|(index, meta)| {
        let Kind::Quantity(quantity) = meta.kind else { return None };
        [quantity.min, quantity.max].into_iter().find_map(|end| {
            let mut scenario = Scenario::new(calculator);
            scenario.values[index] = Value::Number(end);
            scenario.evaluate(&[]).is_err().then(|| scenario.encode())
        })
    })
}

/// `b.open=blue` was once not said, and the second scenario not answered.
#[test]
fn both_scenarios_of_a_comparison_are_answered() {
    let link = "pooler?open=100ms&b.open=20ms&b.rate=blue";
    let output = run(&["eval", link, "--json"]);
    assert_eq!(output.status, 2);
    assert!(output.stderr.contains("blue"), "{}", output.stderr);
    let json: serde_json::Value = serde_json::from_str(&output.stdout).expect("JSON");
    assert_eq!(json["link"], "pooler?open=100ms");
    assert_eq!(json["second"]["link"], "pooler?open=20ms");
    assert_eq!(json["second"]["issues"][0]["key"], "rate");
    let alone = run(&["eval", "pooler?open=20ms", "--json"]).stdout;
    let alone: serde_json::Value = serde_json::from_str(&alone).expect("JSON");
    assert_eq!(json["second"]["figures"], alone["figures"]);
    assert_ne!(json["figures"], alone["figures"]);

    let text = run(&["eval", "pooler?open=100ms&b.open=20ms"]);
    assert_eq!((text.status, text.stderr.as_str()), (0, ""));
    assert!(text.stdout.contains("\nCompared with\n\npooler?open=20ms\n"), "{}", text.stdout);
}

#[test]
fn what_takes_one_scenario_says_so_of_a_comparison() {
    let link = "pooler?open=100ms&b.open=20ms";
    let says = "compares two scenarios; give one: pooler?open=100ms or pooler?open=20ms";
    let rendered = run(&["render", link, "-o", "never.svg"]);
    assert!(rendered.status == 2 && rendered.stderr.contains(says), "{}", rendered.stderr);
    let folder = folder("comparison");
    let path = folder.join("a.headroom");
    fs::write(&path, format!("{link} => stuck\n")).expect("a file");
    let checked = run(&["check", path.to_str().expect("UTF-8")]);
    assert!(checked.status == 2 && checked.stderr.contains(says), "{}", checked.stderr);
    let simulated = run(&["simulate", link]);
    assert!(simulated.status == 2 && simulated.stderr.contains(says), "{}", simulated.stderr);
}

#[test]
fn a_simulation_says_what_most_runs_do() {
    let json = |line: &[&str], status: u8| -> serde_json::Value {
        let output = run(line);
        assert_eq!(output.status, status, "{line:?}: {}", output.stderr);
        serde_json::from_str(&output.stdout).expect("JSON")
    };
    let line = ["simulate", "https://a.example/#/pooler?surge_for=5s&size=60", "--runs", "20", "--json"];
    let answer = json(&line, 0);
    assert_eq!(answer["calculator"], "pooler");
    assert_eq!(answer["link"], "pooler?size=60&surge_for=5s");
    assert_eq!((&answer["runs"], &answer["seed"]), (&20.into(), &1.into()));
    assert_eq!(answer["verdict"]["state"], "vulnerable");
    let shares = answer["verdict"]["shares"].as_object().expect("shares");
    assert_eq!(shares.keys().collect::<Vec<_>>(), ["down", "recovered", "survived"]);
    assert_eq!(shares["survived"], 1.0);
    let figures = answer["figures"].as_array().expect("figures");
    let figure = |key: &str| figures.iter().find(|figure| figure["key"] == key).expect(key);
    assert_eq!(figure("recovery_time")["absent"], "never");
    assert_eq!(figure("survived_share")["value"], 1.0);
    assert_eq!(answer, json(&line, 0));

    let text = run(&["simulate", "pooler?surge_for=5s&size=60", "--runs", "20"]).stdout;
    assert!(text.contains("vulnerable (warning): Survives in all of 20 simulated runs"), "{text}");

    let defaulted = json(&["simulate", "pooler?surge_for=5s&open=blue", "--runs", "2", "--json"], 2);
    assert_eq!(defaulted["issues"][0]["key"], "open");
    assert!(defaulted["verdict"]["detail"].as_str().expect("text").contains("stands on the default"));
    let none = json(&["simulate", "pooler?actions=1s,shed", "--runs", "2", "--json"], 3);
    assert_eq!((&none["verdict"], &none["error"]["keys"][0]), (&serde_json::Value::Null, &"actions".into()));
    assert!(none["figures"].as_array().expect("figures").is_empty());

    let stopped = ["simulate", "pooler?surge_for=1s&size=60", "--precision", "4pct", "--json"];
    assert_eq!(json(&stopped, 0)["runs"], 50);
    assert_eq!(run(&["simulate", "pooler", "--precision", "200pct"]).status, 2);
    let other = run(&["simulate", "wal"]);
    assert!(other.status == 2 && other.stderr.contains("wal has no simulation"), "{}", other.stderr);
    assert_eq!(run(&["simulate", "pooler", "--runs", "0"]).status, 2);
    assert_eq!(run(&["simulate", "nothing"]).status, 2);
}
