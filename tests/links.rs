//! Links: reading is generous, writing is canonical, nothing fails as a whole.

use headroom::calculators;
use headroom::field::{Kind, Quantity, Value};
use headroom::scenario::{LinkError, Scenario, decode};
use proptest::prelude::*;
use proptest::sample::select;

/// The word of every calculator.
fn ids() -> Vec<&'static str> {
    calculators::all().iter().map(|calculator| calculator.id()).collect()
}

/// A value that a field could hold.
fn value(kind: &Kind) -> BoxedStrategy<Value> {
    match *kind {
        Kind::Choice(choices) => {
            select(choices.iter().map(|choice| Value::Choice(choice.key)).collect::<Vec<_>>()).boxed()
        }
        Kind::Quantity(quantity) => {
            let number = number(quantity);
            let mut one_of = vec![number.boxed()];
            if quantity.absent.is_some() {
                one_of.push(Just(Value::Absent).boxed());
            }
            if quantity.or_share {
                one_of.push((0u32..=1000).prop_map(|share| Value::Share(f64::from(share) / 1000.0)).boxed());
            }
            proptest::strategy::Union::new(one_of).boxed()
        }
        Kind::Clock => "([01][0-9]|2[0-3]):[0-5][0-9](Z|\\+0[1-9]:30)"
            .prop_map(|text| Value::Clock(headroom::clock::Clock::read(&text).expect("a clock time").0))
            .boxed(),
        Kind::Text => "[a-zA-Z0-9 +._,;&=%é#-]{1,20}"
            .prop_map(|name| name.trim().to_owned())
            .prop_filter("a name", |name| !name.is_empty())
            .prop_map(Value::Text)
            .boxed(),
        Kind::Table(columns) => {
            let row: Vec<_> = columns().iter().map(|column| value(&column.meta.kind)).collect();
            proptest::collection::vec(row, 1..12)
                .prop_map(|mut rows| {
                    for (number, row) in rows.iter_mut().enumerate() {
                        if let Some(Value::Text(name)) = row.first_mut() {
                            *name = format!("{name}{number}");
                        }
                    }
                    Value::Rows(rows)
                })
                .boxed()
        }
    }
}

fn number(quantity: Quantity) -> impl Strategy<Value = Value> {
    let whole = quantity.unit == headroom::quantity::Unit::Count;
    let low = quantity.min.max(1e-9).ln();
    let high = quantity.max.max(1e-9).ln();
    (low..=high, 1u32..17, any::<bool>()).prop_map(move |(log, digits, human)| {
        let value = log.exp();
        let value = if human {
            format!("{value:.*e}", digits as usize % 3).parse().expect("a number")
        } else {
            value
        };
        let value = if whole { f64::round(value) } else { value };
        Value::Number(value.clamp(quantity.min, quantity.max))
    })
}

fn scenarios() -> impl Strategy<Value = Scenario> {
    select(calculators::all().to_vec()).prop_flat_map(|calculator| {
        let fields: Vec<_> = calculator
            .fields()
            .iter()
            .zip(calculator.defaults())
            .map(|(meta, default)| prop_oneof![Just(default.clone()), value(&meta.kind)].boxed())
            .collect();
        fields.prop_map(move |values| Scenario { calculator, values })
    })
}

proptest! {
    #[test]
    fn decoding_undoes_encoding(scenario in scenarios()) {
        let link = scenario.encode();
        let decoded = decode(&link).expect("a calculator");
        prop_assert_eq!(&decoded.issues, &[], "{}", &link);
        let applies = scenario.calculator.applies(&scenario.values);
        for (index, applies) in applies.iter().enumerate() {
            if *applies {
                prop_assert_eq!(&decoded.scenario.values[index], &scenario.values[index], "{}", &link);
            }
        }
        // Canonical: writing what was read gives the same text, and only safe characters occur.
        prop_assert_eq!(decoded.scenario.encode(), link.clone());
        let safe = |c: char| c.is_ascii_alphanumeric() || "?&=,;:./+-_%".contains(c);
        prop_assert!(link.chars().all(safe), "{}", link);
        prop_assert!(link.ends_with(|c: char| c.is_ascii_alphanumeric()), "{}", link);
    }

    #[test]
    fn every_answer_is_sound_or_an_error(scenario in scenarios()) {
        if let Ok(report) = scenario.evaluate(&[]) {
            prop_assert!(scenario.calculator.states().contains(&report.verdict.state));
            for figure in &report.figures {
                prop_assert!(figure.value.is_err() || figure.value.is_ok_and(f64::is_finite), "{}", figure.key);
                prop_assert!(!figure.text.contains("NaN") && !figure.text.contains('—'), "{}: {}", figure.key, figure.text);
            }
        }
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,80}", id in select(ids())) {
        let _ = decode(&text);
        if let Ok(decoded) = decode(&format!("#/{id}?{text}")) {
            let _ = decoded.scenario.evaluate(&decoded.issues);
            let _ = headroom::draft::Draft::from_decoded(decoded);
        }
    }

    #[test]
    fn no_value_panics(text in "[0-9a-zA-Z.,;:+%/ -]{0,40}", index in 0usize..100, id in 0usize..calculators::all().len()) {
        let calculator = calculators::all()[id];
        let meta = calculator.fields()[index % calculator.fields().len()];
        match meta.read(&text) {
            Ok(read) => prop_assert_eq!(meta.read(&meta.write(&read.value)).map(|again| again.value), Ok(read.value)),
            Err(error) => {
                prop_assert!(!error.message.is_empty());
                if let Some(suggestion) = error.suggestion.filter(|_| !matches!(meta.kind, Kind::Table(_))) {
                    prop_assert!(meta.read(&suggestion).is_ok(), "{}: suggests {}", text, suggestion);
                }
            }
        }
    }
}

#[test]
fn every_form_of_a_link_is_read() {
    let expected = decode("pooler?open=100ms&rate=3k/s&on_deadline=leave").expect("a calculator");
    assert_eq!(expected.issues, []);
    assert_eq!(expected.scenario.encode(), "pooler?open=100ms&rate=3k/s&on_deadline=leave");
    for link in [
        "#/pooler?open=100ms&rate=3k/s&on_deadline=leave",
        "https://any.host/any/path/#/pooler?v=1&open=100ms&rate=3k/s&on_deadline=leave",
        "https://any.host/#/embed/pooler?open=100ms&rate=3k/s&on_deadline=leave",
        "/pooler?open=100ms&amp;rate=3k/s&amp;on_deadline=leave",
        "pooler?open=0.1%20s&rate=3000%2Fs&on_deadline=leave",
        "pooler?on_deadline=leave&rate=180k/min&open=100+ms".replace('+', "%20").leak(),
        "<https://any.host/#/pooler?open=100ms&rate=3k/s&on_deadline=leave>.",
        "pooler?open=100ms&&rate=3k/s&on_deadline=leave).",
    ] {
        let decoded = decode(link).unwrap_or_else(|error| panic!("{link}: {error}"));
        assert_eq!((decoded.scenario, decoded.issues), (expected.scenario.clone(), Vec::new()), "{link}");
    }
}

#[test]
fn a_bad_part_costs_only_itself() {
    let decoded = decode("pooler?open=10sq&rate=3k/s&colour=red&surge=2&surge=4&on_deadline=leev")
        .expect("a calculator");
    let keys: Vec<_> = decoded.issues.iter().map(|issue| issue.key.as_str()).collect();
    assert_eq!(keys, ["open", "colour", "surge", "on_deadline"]);
    assert_eq!(decoded.scenario.encode(), "pooler?rate=3k/s&surge=2");
    assert_eq!(decoded.issues[0].text, "10sq");
    assert!(decoded.issues[0].suggestion.is_some() && decoded.issues[3].suggestion == Some("leave".into()));
    let report = decoded.scenario.evaluate(&decoded.issues).expect("a scenario");
    assert!(report.verdict.detail.contains("Time to open a connection"), "{}", report.verdict.detail);
}

#[test]
fn versions_are_said_plainly() {
    assert_eq!(decode("pooler?v=1&size=30").expect("a calculator").issues, []);
    for version in ["99", "0", "x", "-1"] {
        let decoded = decode(&format!("pooler?v={version}&size=30")).expect("a calculator");
        assert_eq!(decoded.issues.len(), 1, "{version}");
        assert_eq!(decoded.issues[0].key, "v");
        assert_eq!(decoded.scenario.encode(), "pooler?size=30");
    }
    assert!(decode("pooler?v=99").expect("a calculator").issues[0].message.contains("newer"));
}

#[test]
fn an_unknown_calculator_is_named() {
    let Err(LinkError::UnknownCalculator { name, nearest }) = decode("#/poler?open=1s") else {
        panic!("it is unknown")
    };
    assert_eq!((name.as_str(), nearest), ("poler", Some("pooler")));
    assert!(decode("").is_err() && decode("#").is_err() && decode("https://example.org/").is_err());
}

#[test]
fn shares_survive_markdown() {
    for text in ["20pct", "20%25", "20%", "0.2", "20%20%"] {
        let decoded = decode(&format!("wal?alert={text}")).expect("a calculator");
        assert_eq!((decoded.issues.len(), decoded.scenario.encode().as_str()), (0, "wal"), "{text}");
    }
    // What is no share stays bytes, and keeps the form it was given.
    assert_eq!(decode("wal?alert=200GB").expect("a calculator").scenario.encode(), "wal?alert=200GB");
}

#[test]
fn tables_read_back() {
    let link = "packing?jobs=small,40,1,2GB;medium+,6,3,6GB,10GB;o%2Cdd%20%C3%A9,1,0.5,1GiB&types=c48,48,96GB,,2.04,10,1";
    let decoded = decode(link).expect("a calculator");
    assert_eq!((decoded.issues.len(), decoded.scenario.encode().as_str()), (0, link));
    // Separators that a client encoded.
    let encoded = link.replace(';', "%3B").replace(',', "%2C").replace("o%2Cdd%20", "odd");
    let decoded = decode(&encoded).expect("a calculator");
    assert_eq!(decoded.issues, []);
    for (bad, cell) in [
        ("small,40,1", (0, 3)),
        ("small,x,1,2GB", (0, 1)),
        ("a,1,1,1GB;a,2,2,2GB", (1, 0)),
        ("a,1,1,512m", (0, 3)),
    ] {
        let calculator = calculators::find("packing").expect("packing");
        let jobs = calculator.fields().iter().find(|meta| meta.key == "jobs").expect("jobs");
        assert_eq!(jobs.read(bad).expect_err(bad).cell, Some(cell), "{bad}");
    }
}

#[test]
fn a_megabyte_is_read_in_no_time() {
    for link in [
        format!("pooler?open={}", "9".repeat(1_000_000)),
        format!("pooler?{}", "a=1&".repeat(250_000)),
        format!("packing?jobs={}", "a,1,1,1GB;".repeat(100_000)),
        format!("packing?jobs={}", ",".repeat(1_000_000)),
        "%".repeat(1_000_000),
        format!("pooler?{}", "%2".repeat(500_000)),
    ] {
        if let Ok(decoded) = decode(&link) {
            assert!(decoded.issues.len() <= 51, "{}", decoded.issues.len());
            assert!(decoded.issues.iter().all(|issue| issue.message.len() < 400));
        }
    }
}
