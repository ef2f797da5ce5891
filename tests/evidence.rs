//! What the evidence says: each row asks a calculator, and what disagrees says why.

use std::collections::HashSet;

use headroom::calculators;
use headroom::evidence::{Exhibit, agreed, exhibits};
use headroom::scenario::decode;

/// The calculator, how many rows agree, of how many it can be said, and how many there are.
type Count = (&'static str, usize, usize, usize);

fn count(exhibit: &Exhibit, id: &'static str) -> Count {
    let (yes, said) = agreed(&exhibit.rows);
    (id, yes, said, exhibit.rows.len())
}

#[test]
fn every_row_asks_and_what_disagrees_says_why() {
    let exhibits = exhibits();
    let ids: Vec<_> = exhibits.cases.iter().map(|(card, _)| card.id).collect();
    assert_eq!(ids, calculators::all().iter().map(|calculator| calculator.id()).collect::<Vec<_>>());
    let keys: HashSet<_> = exhibits.charts.iter().map(|chart| chart.key).collect();
    assert_eq!(keys.len(), exhibits.charts.len(), "two charts have one key");
    for (card, exhibits) in &exhibits.cases {
        assert!(!exhibits.is_empty(), "{}", card.id);
        for exhibit in exhibits {
            assert!(!exhibit.charts.is_empty(), "{}", exhibit.title);
            for row in &exhibit.rows {
                let decoded = decode(&row.link).expect("a calculator");
                assert_eq!(decoded.issues, [], "{}", row.link);
                assert_eq!(decoded.scenario.calculator.id(), card.id);
                let report = decoded.scenario.evaluate(&[]);
                assert!(report.is_ok(), "{}: {report:?}", row.link);
                assert!(row.cells.len() == exhibit.columns.len(), "{}: {row:?}", exhibit.title);
                assert!(row.agrees == Some(true) || !row.why.is_empty(), "{}: {row:?}", exhibit.title);
            }
        }
    }
}

/// Nothing is left out: as many rows as the tables have lines.
#[test]
fn as_many_rows_agree_as_are_known_to() {
    let exhibits = exhibits();
    let counts: Vec<Count> = exhibits
        .cases
        .iter()
        .flat_map(|(card, exhibits)| exhibits.iter().map(|exhibit| count(exhibit, card.id)))
        .collect();
    assert_eq!(
        counts,
        [
            ("pooler", 51, 55, 55),
            ("pooler", 27, 28, 28),
            ("backlog", 7, 7, 7),
            ("backlog", 1, 1, 1),
            ("wal", 6, 6, 6),
            ("wal", 2, 2, 2),
            ("packing", 9, 9, 10),
            ("fleet", 0, 0, 4),
            ("retries", 56, 56, 56),
            ("hang", 15, 15, 15),
            ("vacuum", 9, 9, 14),
            ("vacuum", 3, 25, 50),
            ("buffer", 10, 10, 10),
            ("cells", 13, 13, 13),
        ]
    );
}
