//! Links: reading is generous, writing is canonical, nothing fails as a whole.

mod scenarios;

use headroom::calculators;
use headroom::field::{Kind, Value};
use headroom::scenario::embed::{self, Embed, Part, Theme};
use headroom::scenario::{LinkError, decode, pair};
use proptest::prelude::*;
use proptest::sample::select;

use scenarios::scenarios;

/// The word of every calculator.
fn ids() -> Vec<&'static str> {
    calculators::all().iter().map(|calculator| calculator.id()).collect()
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
fn an_embed_is_read_from_its_address() {
    let keys = |link: &str| {
        let embed = Embed::of(link)?;
        let meta = decode(link).expect("a calculator").scenario.calculator.fields();
        Some((embed.edit.iter().map(|index| meta[*index].key).collect::<Vec<_>>(), embed.show, embed.theme))
    };
    let all = vec![Part::Verdict, Part::Figures, Part::Chart];
    let address =
        "https://any.host/a/#/embed/pooler?open=100ms&edit=rate,%20open&show=chart,verdict&theme=dark";
    assert_eq!(
        keys(address),
        Some((vec!["open", "rate"], vec![Part::Verdict, Part::Chart], Some(Theme::Dark)))
    );
    let decoded = decode(address).expect("a calculator");
    assert_eq!((decoded.scenario.encode().as_str(), decoded.issues), ("pooler?open=100ms", Vec::new()));
    // Nothing said: all parts, read only, the system's theme. So it is where a list is empty.
    for link in ["#/embed/pooler", "#/embed/pooler?&edit=&show=&theme=", "embed/pooler?surge=2&show=,"] {
        assert_eq!(keys(link), Some((Vec::new(), all.clone(), None)), "{link}");
        assert_eq!(decode(link).expect("a calculator").issues, [], "{link}");
    }
    // The first of a key counts, and names are counted once.
    assert_eq!(
        keys("#/embed/wal?edit=free,free&edit=write&theme=light&theme=dark"),
        Some((vec!["free"], all.clone(), Some(Theme::Light)))
    );
    let embed = Embed::of("#/embed/wal?edit=fre,alert&show=charts,graph&theme=blue").expect("an embed");
    assert_eq!((embed.edit.len(), &embed.show, embed.theme), (1, &all, None));
    let said: Vec<_> = embed
        .issues
        .iter()
        .map(|issue| (issue.key.as_str(), issue.text.as_str(), issue.suggestion.as_deref()))
        .collect();
    assert_eq!(
        said,
        [
            ("edit", "fre", Some("free")),
            ("show", "charts", Some("chart")),
            ("show", "graph", None),
            ("theme", "blue", None)
        ]
    );
    assert!(embed.issues.iter().all(|issue| issue.message.contains(&issue.key)));
    // Elsewhere these are no inputs.
    assert_eq!(Embed::of("#/wal?edit=free"), None);
    assert_eq!(decode("#/wal?edit=free").expect("a calculator").issues.len(), 1);
    assert_eq!(Embed::of("#/embed/nothing?edit=free"), None);
}

#[test]
fn keys_leave_room_for_what_is_no_input() {
    // What HTML takes for a character even without a semicolon: "&regions=2" would become "®ions=2".
    let entities = "AElig AMP Aacute Acirc Agrave Aring Atilde Auml COPY Ccedil ETH Eacute Ecirc Egrave Euml GT Iacute \
        Icirc Igrave Iuml LT Ntilde Oacute Ocirc Ograve Oslash Otilde Ouml QUOT REG THORN Uacute Ucirc Ugrave Uuml \
        Yacute aacute acirc acute aelig agrave amp aring atilde auml brvbar ccedil cedil cent copy curren deg divide \
        eacute ecirc egrave eth euml frac12 frac14 frac34 gt iacute icirc iexcl igrave iquest iuml laquo lt macr micro \
        middot nbsp not ntilde oacute ocirc ograve ordf ordm oslash otilde ouml para plusmn pound quot raquo reg sect \
        shy sup1 sup2 sup3 szlig thorn times uacute ucirc ugrave uml uuml yacute yen yuml";
    assert_eq!(entities.split_whitespace().count(), 106);
    for meta in calculators::all().iter().flat_map(|calculator| calculator.fields().iter()) {
        assert!(!embed::KEYS.contains(&meta.key) && meta.key != "v", "{} is taken", meta.key);
        for entity in entities.split_whitespace() {
            assert!(!meta.key.starts_with(entity), "&{} is a character and more in HTML", meta.key);
        }
    }
}

#[test]
fn a_key_given_twice_leaves_no_default() {
    let decoded = decode("pooler?surge=2&surge=zz&surge=4").expect("a calculator");
    assert_eq!(decoded.issues.len(), 2);
    assert!(decoded.issues.iter().all(|issue| !issue.defaulted));
    let report = decoded.scenario.evaluate(&decoded.issues).expect("a scenario");
    assert!(!report.verdict.detail.contains("default of"), "{}", report.verdict.detail);
    let draft = headroom::draft::Draft::from_decoded(decoded);
    assert_eq!(draft.strays.len(), 2);
    assert!(draft.entries.iter().all(|entry| entry.error.is_none()));
}

#[test]
fn a_bad_table_stands_in_its_field_as_it_was_written() {
    let decoded = decode("packing?jobs=o%2Cdd,x,1,1GB").expect("a calculator");
    assert_eq!(decoded.issues[0].text, "o%2Cdd,x,1,1GB");
    let draft = headroom::draft::Draft::from_decoded(decoded);
    let error = draft.entries[0].error.clone().expect("an error");
    assert_eq!((draft.entries[0].text.as_str(), error.cell), ("o%2Cdd,x,1,1GB", Some((0, 1))));
}

#[test]
fn names_keep_to_what_markdown_keeps() {
    for (name, written) in [
        ("medium+", "medium+"),
        ("c++", "c++"),
        ("ci_small", "ci_small"),
        ("m5.2xlarge", "m5.2xlarge"),
        ("a-b/c:d", "a-b/c:d"),
        ("_x_", "%5Fx%5F"),
        ("a..b", "a%2E%2Eb"),
        ("a_", "a%5F"),
        ("a _b", "a%20%5Fb"),
        ("é", "%C3%A9"),
        ("*~!", "%2A%7E%21"),
    ] {
        let decoded = decode(&format!("packing?jobs={written},1,1,1GB")).expect("a calculator");
        let Value::Rows(rows) = &decoded.scenario.values[0] else { panic!("a table") };
        assert_eq!(rows[0][0], Value::Text(name.into()));
        assert_eq!(decoded.scenario.encode(), format!("packing?jobs={written},1,1,1GB"));
    }
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

#[test]
fn two_scenarios_in_one_link() {
    let both = |link: &str| {
        let first = decode(link).expect("a calculator");
        let second = pair::second(link).unwrap_or_else(|| panic!("{link} holds two"));
        assert_eq!((&first.issues, &second.issues), (&vec![], &vec![]), "{link}");
        (first.scenario, second.scenario)
    };
    for (link, first, second) in [
        ("pooler?open=100ms&b.open=20ms", "pooler?open=100ms", "pooler?open=20ms"),
        ("pooler?open=100ms&rate=3k/s&b.open=50ms", "pooler?open=100ms&rate=3k/s", "pooler?rate=3k/s"),
        ("#/pooler?b.surge=5", "pooler", "pooler?surge=5"),
        ("pooler?b.v=1", "pooler", "pooler"),
        ("wal?v=1&alert=30pct&b.free=90pct", "wal?alert=30pct", "wal?free=90pct&alert=30pct"),
    ] {
        let (one, other) = both(link);
        assert_eq!((one.encode(), other.encode()), (first.to_owned(), second.to_owned()), "{link}");
    }
    assert_eq!(pair::second("pooler?open=100ms"), None);
    // A bad value is an issue of the second one alone.
    let second = pair::second("pooler?b.open=zz&b.rate=3k/s").expect("a second");
    assert_eq!(second.issues.iter().map(|issue| issue.key.as_str()).collect::<Vec<_>>(), ["open"]);
    assert_eq!(second.scenario.encode(), "pooler?rate=3k/s");
    assert_eq!(decode("pooler?b.open=zz").expect("a calculator").issues, []);
}

proptest! {
    #[test]
    fn any_two_scenarios_fit_in_one_link((first, second) in scenarios().prop_flat_map(|first| {
        let of = first.calculator.id();
        (Just(first), scenarios().prop_filter("of the same calculator", move |second| second.calculator.id() == of))
    })) {
        let link = pair::encode(&first, &second);
        // What means nothing in a scenario is not in its link.
        let (first, second) = (first.encode(), second.encode());
        prop_assert_eq!(decode(&link).expect("a calculator").scenario.encode(), first, "{}", &link);
        prop_assert_eq!(pair::second(&link).expect("a second").scenario.encode(), second, "{}", &link);
    }
}
