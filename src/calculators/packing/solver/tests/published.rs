//! Heuristics and bounds against the tables of the reference data, every row and column, exactly.

use super::super::heuristics::Fill::{DotProduct, L2Norm};
use super::super::heuristics::Measure::{AverageSum, L2, Max, Product, Sum};
use super::super::heuristics::Order::{Decreasing, Given};
use super::super::heuristics::Rule::{BestFit, FirstFit, NextFit, WorstFit};
use super::super::heuristics::Weights::{Average, Unit};
use super::super::{Class, Heuristic, continuous_bound, large_item_bound, pack_one_type};
use super::{grouped, instance, table};
use Heuristic::{BinCentric, List};

fn machines(capacity: &[f64], classes: &[Class], heuristic: Heuristic) -> u64 {
    pack_one_type(capacity, classes, heuristic).iter().map(|f| f.count).sum()
}

fn check(file: &str, columns: &[(&str, Heuristic)]) {
    let mut wrong = Vec::new();
    for row in table(file) {
        let (capacity, classes) = instance(&row["file"]);
        for (column, heuristic) in columns {
            let published: u64 = row[*column].parse().expect("a count");
            let single = machines(&capacity, &classes, *heuristic);
            if single != published {
                wrong.push(format!("{} {column}: {single}, published {published}", row["file"]));
            }
            let in_groups = machines(&capacity, &grouped(&classes), *heuristic);
            if !matches!(heuristic, List(_, Given)) && in_groups != published {
                wrong.push(format!("{} {column} grouped: {in_groups}, published {published}", row["file"]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn one_resource() {
    let columns = [
        ("nf_given", List(NextFit, Given)),
        ("ff_given", List(FirstFit, Given)),
        ("bf_given", List(BestFit, Given)),
        ("nfd", List(NextFit, Decreasing(Sum))),
        ("ffd", List(FirstFit, Decreasing(Sum))),
        ("bfd", List(BestFit, Decreasing(Sum))),
        ("wfd", List(WorstFit, Decreasing(Sum))),
    ];
    check("opt_1d.csv", &columns);
}

#[test]
fn several_resources() {
    let columns = [
        ("ffd_sum", List(FirstFit, Decreasing(Sum))),
        ("ffd_avgsum", List(FirstFit, Decreasing(AverageSum))),
        ("ffd_prod", List(FirstFit, Decreasing(Product))),
        ("ffd_max", List(FirstFit, Decreasing(Max))),
        ("ffd_l2", List(FirstFit, Decreasing(L2))),
        ("bfd_avgsum", List(BestFit, Decreasing(AverageSum))),
        ("dot_unit", BinCentric(DotProduct, Unit)),
        ("dot_avg", BinCentric(DotProduct, Average)),
        ("l2_unit", BinCentric(L2Norm, Unit)),
        ("l2_avg", BinCentric(L2Norm, Average)),
    ];
    check("opt_vector.csv", &columns);
}

#[test]
fn bounds() {
    for row in table("opt_1d.csv") {
        let (capacity, classes) = instance(&row["file"]);
        let file = &row["file"];
        assert_eq!(continuous_bound(&capacity, &classes).to_string(), row["L1"], "L1 of {file}");
        assert_eq!(
            large_item_bound(&capacity, &classes).to_string(),
            row["L2_martello_toth"],
            "L2 of {file}"
        );
    }
    for row in table("opt_vector.csv") {
        let (capacity, classes) = instance(&row["file"]);
        assert_eq!(
            continuous_bound(&capacity, &classes).to_string(),
            row["L1_continuous"],
            "L1 of {}",
            row["file"]
        );
    }
}
