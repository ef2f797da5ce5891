//! The working: every formula with its numbers.

use super::report::{Words, count, flow, share};
use crate::quantity::Share;
use crate::report::Step;

const COUNTING: &str = "Counting: tenants and load spread evenly.";
const PRODUCT: &str = "Product rule, for independent failures.";
const SHARDING: &str = "MacCárthaigh, Workload isolation using shuffle-sharding; Feller, vol. 1, II.6.";
const DEFINITION: &str = "Definition.";

fn step(what: &str, formula: &str, numbers: String, source: &'static str) -> Step {
    Step { what: what.into(), formula: formula.into(), numbers, source }
}

/// The working of a scenario.
pub(super) fn steps(words: &Words<'_>) -> Vec<Step> {
    let (input, answer) = (words.input, words.answer);
    let (cells, failed) = (count(f64::from(input.cells)), count(f64::from(input.failed)));
    let things = count(f64::from(input.placements));
    let mut steps = vec![step(
        "Tenants affected",
        "1 − (1 − failed/cells)^things a tenant needs",
        format!("1 − (1 − {failed}/{cells})^{things} = {}", share(answer.affected)),
        COUNTING,
    )];
    steps.push(step(
        "Safe utilisation",
        "(cells − failed)/cells",
        format!("({cells} − {failed})/{cells} = {}", share(answer.safe)),
        COUNTING,
    ));
    let used = share(input.utilisation);
    steps.push(step(
        "Utilisation after",
        "utilisation × cells/(cells − failed)",
        match answer.after {
            Some(after) => format!("{used} × {cells}/({cells} − {failed}) = {}", share(after)),
            None => format!("{cells} − {failed} = 0: nothing is left"),
        },
        COUNTING,
    ));
    if let Some(after) = answer.after.filter(|_| answer.unserved > Share::ZERO) {
        steps.push(step(
            "Not served",
            "1 − 1/utilisation after",
            format!("1 − 1/{} = {}", share(after), share(answer.unserved)),
            COUNTING,
        ));
    }
    steps.push(step(
        "All a tenant needs is up",
        "availability^things a tenant needs",
        format!("({})^{things} = {}", words.each(), share(answer.chain)),
        PRODUCT,
    ));
    steps.push(step(
        "Some cell is down",
        "1 − availability^cells",
        format!("1 − ({})^{cells} = {}", words.each(), share(answer.some_cell_down)),
        PRODUCT,
    ));
    let (workers, shard) = (input.workers, input.shard);
    steps.push(step(
        "Different shards",
        "C(workers, workers per tenant); the same one: 1/C",
        match answer.shards.shards {
            Some(shards) => {
                format!("C({workers}, {shard}) = {}; 1/C = {}", count(shards), share(answer.shards.same))
            }
            None => format!("C({workers}, {shard}) is beyond 10^308"),
        },
        SHARDING,
    ));
    let down = input.workers_failed;
    steps.push(step(
        "Tenants that lose their whole shard",
        "C(workers − m, b − m)/C(workers, b), m per tenant, b down",
        format!("workers {workers}, m {shard}, b {down}: {}", share(answer.shards.all_down)),
        SHARDING,
    ));
    steps.push(step(
        "Tenants that lose some of it",
        "1 − C(workers − m, b)/C(workers, b)",
        format!("workers {workers}, m {shard}, b {down}: {}", share(answer.shards.some_down)),
        SHARDING,
    ));
    steps.push(step(
        "Written per cell",
        "written/cells; cells needed: written/what one can take, rounded up",
        format!(
            "{} / {cells} = {}; {} / {}: {}",
            flow(input.write),
            flow(answer.write_per_cell),
            flow(input.write),
            flow(input.ceiling),
            answer.cells_needed.map_or("no number is enough".into(), |needed| String::from(count(needed)))
        ),
        DEFINITION,
    ));
    steps
}
