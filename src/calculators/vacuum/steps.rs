//! The working: every formula with its numbers.

use super::cost::{self, DIRTY, HIT, Throttle};
use super::input::Page;
use super::report::{Words, mebibytes, per, rows, time};
use crate::quantity::{Duration, Unit, shown, significant};
use crate::report::Step;

const COST: &str = "PostgreSQL manual, “Cost-based Vacuum Delay”; vacuum_delay_point in vacuum.c.";
const TRIGGER: &str = "PostgreSQL manual, “The Autovacuum Daemon”.";
const BALANCE: &str = "Mass balance.";
const MEASURED: &str = "Linear in dead rows as measured: 40 to 65 ns each for a dequeue.";

fn step(what: &str, formula: &str, numbers: String, source: &'static str) -> Step {
    Step { what: what.into(), formula: formula.into(), numbers, source }
}

/// The working of a scenario.
pub(super) fn steps(words: &Words<'_>) -> Vec<Step> {
    let mut steps = vec![page_step(words), pages_step(words)];
    steps.extend([rows_step(words), growth_step(words), trigger_step(words), capacity_step(words)]);
    steps.extend(tip_step(words));
    steps.extend(when_step(words));
    steps.extend(floor_step(words));
    steps.extend(clear_step(words));
    steps.extend(pass_step(words));
    steps
}

fn number(value: f64) -> String {
    significant(value, 4)
}

fn page_step(words: &Words<'_>) -> Step {
    let (input, (misses, dirtied)) = (words.input, cost::shares(words.input));
    let total = number(cost::page_cost(input));
    let read = match input.page {
        Page::Dirty => "0".into(),
        _ => format!(
            "{} × {} + {} × {}",
            number(1.0 - misses),
            number(HIT),
            number(misses),
            number(f64::from(input.miss_cost))
        ),
    };
    step(
        "Cost of a page",
        "hits × 1 + reads × their cost + dirtied × 20",
        format!("{read} + {} × {} = {total}", number(dirtied), number(DIRTY)),
        COST,
    )
}

fn pages_step(words: &Words<'_>) -> Step {
    let (input, throttle) = (words.input, Throttle::new(words.input));
    let cost = cost::page_cost(input);
    let sharing = if input.sharing > 1 { format!(" × {} workers", input.sharing) } else { String::new() };
    let sleep = throttle.sleep_per_page(cost);
    let capped = if sleep < throttle.sleep(cost) { ", at most four delays" } else { "" };
    let result = match words.answer.pages {
        Some(pages) => {
            format!("1 / ({} + {}) = {} pages/s", time(input.page_time), time(sleep), number(pages.si()))
        }
        None => "nothing slows it down".into(),
    };
    step(
        "Pages vacuum gets through",
        "1 / (work on a page + delay × cost × workers / limit)",
        format!(
            "sleep {} × {}{sharing} / {} = {} a page{capped}; {result}",
            time(input.cost_delay),
            number(cost),
            input.cost_limit,
            time(sleep)
        ),
        COST,
    )
}

fn rows_step(words: &Words<'_>) -> Step {
    let per_page = number(words.input.dead_per_page.si());
    let numbers = match (words.answer.pages, words.answer.ceiling) {
        (Some(pages), Some(ceiling)) => {
            format!("{} pages/s × {per_page} = {}; {}", number(pages.si()), per(ceiling), mebibytes(pages))
        }
        (None, Some(ceiling)) => format!("{per_page} dead rows per page: {}", per(ceiling)),
        _ => "no limit".into(),
    };
    step("Dead rows vacuum removes", "pages per second × dead rows per page", numbers, "Definition.")
}

fn growth_step(words: &Words<'_>) -> Step {
    let (input, answer) = (words.input, words.answer);
    let done = input.rate.si().min(answer.capacity_now.si());
    let vacuum = match words.held() {
        true => "0, the snapshot is held".into(),
        false => words.ceiling(),
    };
    step(
        "Growth of dead rows",
        "operations done × dead rows per operation − removed",
        match (words.held(), answer.ceiling) {
            (false, None) => format!("{} arise, and vacuum has no limit", per(answer.arise)),
            _ => format!(
                "{} × {} − {vacuum} = {}",
                shown(Unit::Rate, done),
                number(input.dead_per_op.si()),
                per(answer.growth)
            ),
        },
        BALANCE,
    )
}

fn trigger_step(words: &Words<'_>) -> Step {
    let input = words.input;
    let most = match input.max_threshold {
        Some(most) => format!(", at most {}", rows(f64::from(most))),
        None => String::new(),
    };
    step(
        "Autovacuum starts",
        "threshold + scale × rows",
        format!(
            "{} + {} × {}{most} = {} dead rows",
            rows(f64::from(input.threshold)),
            shown(Unit::Share, input.scale.as_fraction()),
            rows(f64::from(input.rows)),
            rows(words.answer.trigger_at)
        ),
        TRIGGER,
    )
}

/// `20 × 45 %`, or only the workers.
fn hands(words: &Words<'_>) -> String {
    let input = words.input;
    match input.stolen.as_fraction() {
        0.0 => rows(f64::from(input.workers)).into(),
        stolen => format!("{} × {}", rows(f64::from(input.workers)), shown(Unit::Share, 1.0 - stolen)),
    }
}

fn capacity_step(words: &Words<'_>) -> Step {
    let input = words.input;
    step(
        "Can be done now",
        "workers × (1 − taken by vacuum) / (base + per_dead × dead)",
        format!(
            "{} / ({} + {} × {}) = {}",
            hands(words),
            time(input.base),
            time(input.per_dead),
            rows(f64::from(input.dead)),
            per(words.answer.capacity_now)
        ),
        MEASURED,
    )
}

fn tip_step(words: &Words<'_>) -> Option<Step> {
    let (input, tip) = (words.input, words.answer.tips_at?);
    let numbers = match tip {
        0.0 => format!(
            "{} can be done with none, {} are asked: 0",
            per(words.answer.capacity_clean),
            per(input.rate)
        ),
        _ => format!(
            "({} / {} − {}) / {} = {} dead rows",
            hands(words),
            per(input.rate),
            time(input.base),
            time(input.per_dead),
            rows(tip)
        ),
    };
    Some(step("Tipping point", "(workers × (1 − taken) / rate − base) / per_dead", numbers, MEASURED))
}

fn when_step(words: &Words<'_>) -> Option<Step> {
    let (at, tip) = (words.answer.time_to_tip?, words.answer.tips_at?);
    if at <= Duration::ZERO {
        return None;
    }
    let (input, asked) = (words.input, words.asked());
    let to_go = tip - f64::from(input.dead);
    // Growth is even until it tips, but for what vacuum removes from some moment on.
    let numbers = match asked.si() * at.si() <= to_go * (1.0 + 1e-6) {
        true => format!("{} / {} = {}", rows(to_go), per(asked), time(at)),
        false => format!(
            "{} to go; {} arise in {}, vacuum removes {} meanwhile",
            rows(to_go),
            rows(asked.si() * at.si()),
            time(at),
            rows(asked.si() * at.si() - to_go)
        ),
    };
    Some(step("Tips over in", "(tipping point − dead rows now) / growth", numbers, BALANCE))
}

fn floor_step(words: &Words<'_>) -> Option<Step> {
    let (input, answer) = (words.input, words.answer);
    let ceiling = answer.ceiling.filter(|_| input.dead_per_op.si() > 0.0)?;
    let enough = match answer.throughput_floor < answer.capacity_clean {
        true => String::new(),
        false => format!(", but no more than {} can be done", per(answer.capacity_clean)),
    };
    Some(step(
        "A tipped table in the long run",
        "removed / dead rows per operation",
        format!(
            "{} / {} = {}{enough}",
            per(ceiling),
            number(input.dead_per_op.si()),
            shown(Unit::Rate, ceiling.si() / input.dead_per_op.si())
        ),
        "Balance: as many rows die as are removed.",
    ))
}

fn clear_step(words: &Words<'_>) -> Option<Step> {
    let (input, answer) = (words.input, words.answer);
    let (clear, ceiling) = (answer.clear_time?, answer.ceiling?);
    let dead = f64::from(input.dead);
    let net = ceiling.si() - words.asked().si();
    // The plain formula holds where nothing switches on the way.
    if words.held() || net <= 0.0 || dead <= 0.0 || (dead / net - clear.si()).abs() > 1e-6 * clear.si() {
        return None;
    }
    Some(step(
        "Dead rows gone",
        "dead / (removed − arising)",
        format!("{} / ({} − {}) = {}", rows(dead), per(ceiling), per(words.asked()), time(clear)),
        BALANCE,
    ))
}

fn pass_step(words: &Words<'_>) -> Option<Step> {
    let (pass, at) = (cost::Pass::new(words.input)?, words.answer.pass?);
    let throttle = Throttle::new(words.input);
    Some(step(
        "One whole pass",
        "cost of all pages × delay / limit + work on them",
        format!(
            "{} cost units: {} of sleep; {} pages × {} of work; {}",
            number(pass.cost()),
            time(throttle.sleep(pass.cost())),
            number(pass.visits()),
            time(words.input.page_time),
            time(at)
        ),
        COST,
    ))
}
