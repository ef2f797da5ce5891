//! The working: every formula with its numbers.

use super::report::{Words, number, rate, share};
use crate::quantity::{Unit, show, shown};
use crate::report::{Step, show_seconds};

fn step(what: &str, formula: &str, numbers: String, source: &'static str) -> Step {
    Step { what: what.into(), formula: formula.into(), numbers, source }
}

/// The working of a scenario.
pub(super) fn steps(words: &Words<'_>) -> Vec<Step> {
    let (input, answer) = (words.input, words.answer);
    let fleet = &answer.fleet;
    let largest = fleet.largest();
    let class = fleet.classes[largest];
    let worst = answer.worst();
    let mut steps = vec![
        step(
            "Jobs of the largest class at once",
            "arrivals × duration",
            format!(
                "{} × {} = {} of {}",
                rate(class.rate),
                show_seconds(class.duration),
                number(answer.usual.load[largest]),
                words.name(largest)
            ),
            "Little's law",
        ),
        step(
            "CPU asked for",
            "Σ arrivals × duration × CPU, over the classes",
            shown(Unit::Cores, words.cores_asked()).to_string(),
            "Little's law",
        ),
        step(
            "Room for the largest class",
            "Σ machines that can be had × jobs that one holds, if nothing else runs there",
            words.room(worst, largest).map_or_else(|| "no limit".to_owned(), number),
            "A machine holds whole jobs.",
        ),
    ];
    let used: Vec<String> = fleet
        .by_rank
        .iter()
        .map(|at| format!("{} {}", number(answer.usual.used[*at]), input.types[*at].name))
        .collect();
    steps.push(step(
        "Machines that the jobs fill",
        "by rank: Σ jobs × the larger share of CPU and memory that one takes",
        used.join(", "),
        "Mean flows; gaps in packing are left out.",
    ));
    if let Some((class, part, lasts)) = words.short() {
        steps.push(step(
            "Without a place",
            "1 − jobs placed / jobs asked for",
            format!(
                "1 − {} / {} = {} of {}",
                number(worst.load[class] - worst.left[class]),
                number(worst.load[class]),
                share(part),
                words.name(class)
            ),
            "Each class that fits a type gets the same share of it, or the larger one first.",
        ));
        if let Some(lasts) = lasts {
            let boot = input.boot.si();
            steps.push(step(
                "Longest wait",
                "share without a place × how long + boot",
                format!(
                    "{} × {} + {} = {}",
                    share(part),
                    show_seconds(lasts),
                    show_seconds(boot),
                    show(Unit::Duration, part * lasts + boot)
                ),
                "A queue that grows at pλ while (1 − p)λ start, until the end of that time.",
            ));
        }
    }
    steps
}
