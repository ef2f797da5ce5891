//! A real queue table behind dead rows.

use crate::chart::{Axis, ChartSpec, Plot, Role, Series};
use crate::evidence::{Answer, Exhibit, Line, Rows, ask, error, plain, text, within};
use crate::quantity::{Unit, show};

const COST: &str = include_str!("../../../tests/data/vacuum/dead_rows.csv");
const DECAY: &str = include_str!("../../../tests/data/vacuum/dead_rows_decay.csv");
const NOT_IN_THE_WAY: &str = "Nothing holds a snapshot: PostgreSQL marks the dead entries of the index, and is not delayed by them any more.";

pub(super) fn exhibits() -> Vec<Exhibit> {
    vec![cost(), decay()]
}

const CHEAPER: &str =
    "The dead rows of this run cost 30 ns each, not 50: they lay in few pages that stayed in the cache.";

/// What one worker can do behind so many dead rows, each of which costs so many nanoseconds.
fn behind(dead: f64, nanoseconds: u32) -> Answer {
    // An operation without a dead row in its way takes 51 µs, as measured.
    ask(&format!(
        "vacuum?workers=1&base=51us&per_dead={nanoseconds}ns&dead={}&stolen=0pct&held=24h",
        plain(dead.round())
    ))
}

fn lines(
    key: &'static str,
    title: &str,
    caption: &str,
    y: Axis,
    most: f64,
    series: Vec<Series>,
) -> ChartSpec {
    ChartSpec {
        key,
        title: title.into(),
        caption: caption.into(),
        plot: Plot::Lines {
            x: Axis::up_to("dead rows in the way", Unit::Count, most),
            y,
            series,
            spans: Vec::new(),
            levels: Vec::new(),
            markers: Vec::new(),
        },
    }
}

fn cost() -> Exhibit {
    let table = Rows::read(COST);
    let (mut rows, mut pairs, mut line, mut marks) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for row in table.iter() {
        let (Some(dead), Some(measured)) = (row.number("dead_rows"), row.number("median_ms")) else {
            continue;
        };
        let answer = behind(dead, 50);
        let Some(predicted) = answer.value("capacity_now").map(|capacity| 1.0 / capacity) else { continue };
        let measured = measured / 1e3;
        let held = row.text("case").starts_with("snapshot_held");
        if held {
            pairs.push((predicted, measured));
            line.push((dead, predicted));
            marks.push((dead, measured));
        }
        rows.push(Line {
            cells: vec![
                row.text("case").replace('_', " "),
                show(Unit::Count, dead),
                text(Unit::Duration, Some(predicted)),
                text(Unit::Duration, Some(measured)),
                error(predicted, measured),
            ],
            link: answer.link,
            agrees: held.then_some((predicted - measured).abs() <= 0.35 * measured),
            why: if held {
                ""
            } else {
                "The snapshot was released: the first reader clears the way, and vacuum the rest."
            },
        });
    }
    for points in [&mut line, &mut marks] {
        crate::math::sorting::sort_by(points, |a, b| a.0.total_cmp(&b.0));
    }
    let most = marks.iter().fold(0.0, |most: f64, mark| most.max(mark.0));
    let slowest = marks.iter().fold(0.0, |most: f64, mark| most.max(mark.1));
    Exhibit {
        title: "What a dead row costs",
        how: "One dequeue from a PostgreSQL queue table behind so many dead rows, while a snapshot keeps them: the median of \
              60. Predicted with 50 ns for each dead row, the default; 40 to 65 ns were measured.",
        says: format!("The time of a dequeue {}.", within(&pairs, 0.35)),
        charts: vec![lines(
            "evidence-dead-rows",
            "Time of a dequeue behind dead rows",
            "The line is the model at 50 ns a dead row.",
            Axis::up_to("one dequeue", Unit::Duration, slowest),
            most,
            vec![
                Series::line("predicted", Role::Muted, line),
                Series::marks("measured", Role::Primary, marks),
            ],
        )],
        columns: &["case", "dead rows", "predicted", "measured", "error"],
        rows,
    }
}

fn decay() -> Exhibit {
    let table = Rows::read(DECAY);
    let (mut rows, mut pairs, mut marks) = (Vec::new(), Vec::new(), Vec::new());
    let (mut line, mut cheaper_line, mut cheaper_pairs) = (Vec::new(), Vec::new(), Vec::new());
    for row in table.iter() {
        let numbers =
            ["t_s", "dequeues_in_this_second", "cumulative_dequeued"].map(|column| row.number(column));
        let [Some(_), Some(measured), Some(total)] = numbers else { continue };
        // Every dequeue leaves a dead row: in the middle of the second there were so many.
        let dead = total - measured / 2.0;
        let (answer, cheaper) = (behind(dead, 50), behind(dead, 30).value("capacity_now"));
        let (Some(predicted), Some(cheaper)) = (answer.value("capacity_now"), cheaper) else { continue };
        let held = row.text("case") == "snapshot_held";
        if held {
            pairs.push((predicted, measured));
            line.push((dead, predicted));
            cheaper_pairs.push((cheaper, measured));
            cheaper_line.push((dead, cheaper));
            marks.push((dead, measured));
        }
        rows.push(Line {
            cells: vec![
                format!("{}, second {}", if held { "snapshot held" } else { "no snapshot" }, row.text("t_s")),
                show(Unit::Count, dead.round()),
                text(Unit::Rate, Some(predicted)),
                text(Unit::Rate, Some(measured)),
                error(predicted, measured),
            ],
            link: answer.link,
            agrees: held.then_some((predicted - measured).abs() <= 0.35 * measured),
            why: if held { CHEAPER } else { NOT_IN_THE_WAY },
        });
    }
    let most = line.last().map_or(1.0, |point| point.0);
    let fastest = marks.iter().fold(0.0, |most: f64, mark| most.max(mark.1));
    Exhibit {
        title: "A queue that slows itself down",
        how: "One worker dequeues as fast as it can; every dequeue leaves a dead row that a snapshot keeps. Predicted for \
              each second from the dead rows that there were, with the same 50 ns.",
        says: format!(
            "While the snapshot was held, dequeues a second {}, on the careful side; with 30 ns, which fits this run, {}.",
            within(&pairs, 0.35),
            within(&cheaper_pairs, 0.35)
        ),
        charts: vec![lines(
            "evidence-decay",
            "Dequeues a second, as dead rows grow",
            "The lines are the model at 50 ns a dead row, the default, and at 30 ns.",
            Axis::up_to("dequeues", Unit::Rate, fastest),
            most,
            vec![
                Series::line("predicted", Role::Muted, line),
                Series::marks("measured", Role::Primary, marks),
            ],
        )],
        columns: &["second", "dead rows", "predicted", "measured", "error"],
        rows,
    }
}
