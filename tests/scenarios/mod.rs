//! Random scenarios of every calculator, for the tests that need some.

use headroom::calculators;
use headroom::clock::Clock;
use headroom::field::{Kind, Quantity, Value};
use headroom::quantity::Unit;
use headroom::scenario::Scenario;
use proptest::prelude::*;
use proptest::sample::select;

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
        Kind::Clock => {
            "(2026-(0[1-9]|1[0-2])-(0[1-9]|[12][0-8])T)?([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][1-9])?\
                        (Z|[+-]0[1-9]:[0-5]0)"
                .prop_map(|text| Value::Clock(Clock::read(&text).expect("a clock time").0))
                .boxed()
        }
        Kind::Text => name().prop_map(Value::Text).boxed(),
        Kind::Table(table) => {
            let row: Vec<_> = table.columns().iter().map(|column| value(&column.meta.kind)).collect();
            proptest::collection::vec(row, 1..12).prop_map(|rows| Value::Rows(distinct(rows))).boxed()
        }
    }
}

/// A name as people choose them, one full of what Markdown or an address takes for its own, or any.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => "[a-z0-9][a-z0-9._+-]{0,12}",
        2 => "[a-zA-Z0-9 +._,;&=%é#/:*~@!?'\"()<>|{}\\^$\\\\`\\[\\]-]{1,20}",
        1 => "\\PC{1,20}",
    ]
    .prop_map(|name| name.trim().to_owned())
    .prop_filter("a name", |name| !name.is_empty())
}

/// The rows with no name there twice.
fn distinct(mut rows: Vec<Vec<Value>>) -> Vec<Vec<Value>> {
    let mut names = Vec::new();
    for (number, row) in rows.iter_mut().enumerate() {
        if let Some(Value::Text(name)) = row.first_mut() {
            while names.contains(name) {
                *name = format!("{number}{name}");
            }
            names.push(name.clone());
        }
    }
    rows
}

fn number(quantity: Quantity) -> impl Strategy<Value = Value> {
    let whole = quantity.unit == Unit::Count;
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

/// A scenario of any calculator; each value is the default half the time.
pub fn scenarios() -> impl Strategy<Value = Scenario> {
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
