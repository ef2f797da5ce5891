//! The packing's answer.

use super::input::{Input, Objective, Reserve};
use super::model::{Packed, pack};
use super::solver::{self, Room};
use crate::chart::{Axis, Bar, ChartSpec, Plot, Segment};
use crate::math::sorting;
use crate::quantity::{Shown, Unit, show, shown, significant};
use crate::report::{Absent, Figure, ModelError, Note, Report, Severity, Step, Table, Verdict};

pub(super) fn report(input: &Input) -> Result<Report, ModelError> {
    let packed = pack(input)?;
    let rooms = solver::room_for(&packed.problem, &packed.solution.filled);
    Ok(Report {
        verdict: verdict(input, &packed),
        figures: figures(input, &packed, &rooms),
        notes: notes(input, &packed),
        steps: steps(&packed),
        tables: tables(input, &packed, &rooms),
        charts: vec![chart(input, &packed)],
    })
}

fn count(value: u64) -> Shown {
    shown(Unit::Count, value as f64)
}

fn plural(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

/// The share by which the packing is above its lower bound; none without a bound.
fn gap(packed: &Packed) -> Option<f64> {
    let solution = &packed.solution;
    match solution.lower_bound {
        bound if bound > 0.0 => Some((solution.value / bound - 1.0).max(0.0)),
        _ => (solution.value <= 0.0).then_some(0.0),
    }
}

fn verdict(input: &Input, packed: &Packed) -> Verdict {
    let solution = &packed.solution;
    let machines = plural(solution.machines, "machine", "machines");
    let cost =
        solution.cost.map_or(String::new(), |cost| format!(" at {} an hour", shown(Unit::Price, cost)));
    if let Some(shortfall) = solution.impossible.first() {
        let class = &input.jobs[shortfall.class].name;
        let missing = missing(input, packed, shortfall);
        let more = match solution.impossible.len() {
            1 => String::new(),
            others => format!(" {} more classes fit nowhere either.", others - 1),
        };
        return Verdict {
            state: "impossible",
            severity: Severity::Critical,
            text: format!("A {class} job fits no machine type: {missing}"),
            detail: format!("The other classes take {machines}{cost}.{more}"),
        };
    }
    let without: Vec<_> =
        packed.without_place().into_iter().enumerate().filter(|(_, left)| *left > 0).collect();
    if let Some((class, left)) = without.last() {
        let total: u64 = without.iter().map(|(_, left)| left).sum();
        let name = &input.jobs[*class].name;
        let rest = match total - left {
            0 => String::new(),
            rest => format!(" and {}", plural(rest, "smaller one", "others")),
        };
        let jobs: u64 = input.jobs.iter().map(|job| u64::from(job.count)).sum();
        return Verdict {
            state: "short",
            severity: Severity::Critical,
            text: format!(
                "The machines run out: {} of {} {name}{rest} find no place",
                count(*left),
                count(u64::from(input.jobs[*class].count))
            ),
            detail: format!("{} of {} jobs run on {machines}{cost}.", count(jobs - total), count(jobs)),
        };
    }
    let what = match solution.objective {
        solver::Objective::Cost => "cost",
        _ => "machines",
    };
    let best = match gap(packed) {
        Some(0.0) => "no packing is better".to_owned(),
        Some(gap) => format!("at most {} above the best possible {what}", shown(Unit::Share, gap)),
        None => "how far from the best is not known".to_owned(),
    };
    Verdict {
        state: "fits",
        severity: Severity::Ok,
        text: format!("All jobs fit on {machines}{cost}; {best}"),
        detail: format!("{}.", mix(input, packed)),
    }
}

/// Which machines, in words: "2 × c48, 1 × c16".
fn mix(input: &Input, packed: &Packed) -> String {
    let parts: Vec<_> = input
        .types
        .iter()
        .zip(&packed.solution.per_type)
        .filter(|(_, machines)| **machines > 0)
        .map(|(machine, machines)| format!("{} × {}", count(*machines), machine.name))
        .collect();
    parts.join(", ")
}

/// What a class lacks on the nearest type: "8 GB of memory too much for c16".
fn missing(input: &Input, packed: &Packed, shortfall: &solver::Shortfall) -> String {
    let Some(nearest) = shortfall.nearest_type else { return "there is no machine type".into() };
    let names: Vec<&str> = match packed.problem.types[nearest].capacity.len() {
        2 => vec!["CPU", "memory"],
        // The order in which the model adds resources.
        3 if input.max_jobs.is_some() => vec!["CPU", "memory", "job places"],
        _ => vec!["CPU", "memory", "disk", "job places"],
    };
    let parts: Vec<_> = shortfall
        .missing
        .iter()
        .zip(names)
        .filter(|(missing, _)| **missing > 0.0)
        .map(|(missing, name)| match name {
            "CPU" => format!("{} cores", significant(*missing, 3)),
            "job places" => format!("{} job places", significant(*missing, 3)),
            name => format!("{} of {name}", shown(Unit::Bytes, *missing)),
        })
        .collect();
    format!("{} more than {} offers", parts.join(" and "), input.types[nearest].name)
}

fn figures(input: &Input, packed: &Packed, rooms: &[Room]) -> Vec<Figure> {
    let solution = &packed.solution;
    let share = |part: f64, whole: f64| (whole > 0.0).then(|| part / whole);
    let utilisation = |resource: usize| share(packed.placed(resource), packed.offered(resource));
    let unplaced: u64 = packed.without_place().iter().sum();
    let unit = match solution.objective {
        solver::Objective::Cost => Unit::Price,
        _ => Unit::Count,
    };
    let largest = (0..input.jobs.len())
        .max_by(|a, b| input.jobs[*a].cpu.as_cores().total_cmp(&input.jobs[*b].cpu.as_cores()))
        .unwrap_or(0);
    let useless = solver::stranded(&packed.problem, &solution.filled);
    let stranded =
        |resource: usize| (packed.offered(resource) - packed.placed(resource)).max(0.0) * useless[resource];
    vec![
        Figure::new("machines", "Machines", Unit::Count, solution.machines as f64)
            .headline()
            .note(mix(input, packed)),
        Figure::maybe("cost", "Cost per hour", Unit::Price, solution.cost, Absent::NotApplicable)
            .headline()
            .note(if solution.cost.is_some() { "all machines" } else { "a type has no price" }),
        Figure::new("lower_bound", "No packing is below", unit, solution.lower_bound).headline().note(
            match solution.objective {
                solver::Objective::Cost => "per hour, proved",
                solver::Objective::MostJobs => "jobs left out, proved",
                _ => "machines, proved",
            },
        ),
        Figure::maybe("gap", "Above that by", Unit::Share, gap(packed), Absent::NotApplicable),
        Figure::maybe("utilisation_cpu", "CPU in use", Unit::Share, utilisation(0), Absent::NotApplicable)
            .headline()
            .note("of what the machines offer to jobs"),
        Figure::maybe(
            "utilisation_memory",
            "Memory in use",
            Unit::Share,
            utilisation(1),
            Absent::NotApplicable,
        )
        .headline()
        .note("of what the machines offer to jobs"),
        Figure::new("unplaced", "Jobs without a place", Unit::Count, unplaced as f64).headline(),
        Figure::maybe(
            "stranded_cpu",
            "CPU stranded",
            Unit::Share,
            share(stranded(0), packed.offered(0)),
            Absent::NotApplicable,
        )
        .note(format!("{}, where no class fits any more", shown(Unit::Cores, stranded(0)))),
        Figure::maybe(
            "stranded_memory",
            "Memory stranded",
            Unit::Share,
            share(stranded(1), packed.offered(1)),
            Absent::NotApplicable,
        )
        .note(format!("{}, where no class fits any more", shown(Unit::Bytes, stranded(1)))),
        Figure::new("room_for", "Room for more of the largest", Unit::Count, rooms[largest].more as f64)
            .note(format!("{}; the others are in the table", input.jobs[largest].name)),
    ]
}

fn tables(input: &Input, packed: &Packed, rooms: &[Room]) -> Vec<Table> {
    let solution = &packed.solution;
    let without = packed.without_place();
    let by_class = input.jobs.iter().enumerate().map(|(index, job)| {
        let class = &packed.problem.classes[index];
        vec![
            job.name.clone(),
            count(class.count - without[index].min(class.count)).to_string(),
            count(without[index]).to_string(),
            count(rooms[index].more).to_string(),
            count(rooms[index].by_totals).to_string(),
        ]
    });
    let by_type = input.types.iter().zip(&solution.per_type).map(|(machine, machines)| {
        let cost = machine.price.map(|price| price.as_per_hour() * *machines as f64);
        vec![
            machine.name.clone(),
            count(*machines).to_string(),
            machine.limit.map_or("—".into(), |limit| count(u64::from(limit)).to_string()),
            cost.map_or("—".into(), |cost| show(Unit::Price, cost)),
        ]
    });
    let strings = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    vec![
        Table {
            key: "types",
            title: "Machines by type".into(),
            columns: strings(&["Type", "Machines", "At most", "Per hour"]),
            rows: by_type.collect(),
        },
        Table {
            key: "classes",
            title: "Jobs by class, and room for more of each alone".into(),
            columns: strings(&["Class", "Placed", "Without a place", "Room for", "By totals"]),
            rows: by_class.collect(),
        },
    ]
}

fn notes(input: &Input, packed: &Packed) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut note = |severity, text: String| notes.push(Note { severity, text });
    let solution = &packed.solution;
    for shortfall in solution.impossible.iter().skip(1) {
        note(
            Severity::Critical,
            format!(
                "A {} job fits no machine type either: {}.",
                input.jobs[shortfall.class].name,
                missing(input, packed, shortfall)
            ),
        );
    }
    if input.objective == Objective::Cost && solution.objective != solver::Objective::Cost {
        note(
            Severity::Warning,
            "A machine type has no price, so the number of machines was made small instead of the cost."
                .into(),
        );
    }
    for (machine, [cpu, memory]) in input.types.iter().zip(&packed.usable) {
        if *cpu <= 0.0 || *memory <= 0.0 {
            note(
                Severity::Warning,
                format!(
                    "{} has nothing left for jobs once platform, daemons and spare have their part.",
                    machine.name
                ),
            );
        }
    }
    if input.reserve == Reserve::Eks {
        note(
            Severity::Warning,
            "Karpenter's flat 7.5 % for the hypervisor is wrong both ways: a 4 GiB machine really loses 9.5 %, one of 1 TiB 3.1 %. \
             Once a type has run, Karpenter uses what it measured."
                .into(),
        );
    }
    if matches!(input.reserve, Reserve::Eks | Reserve::Aks) && input.max_jobs.is_none() {
        note(
            Severity::Ok,
            format!(
                "The reserve depends on the most pods of a machine, and none is given: {} is assumed.",
                super::reserve::default_pods(input.reserve)
            ),
        );
    }
    let mut ranks: Vec<_> = input.types.iter().filter_map(|machine| machine.rank).collect();
    sorting::sort_by_key(&mut ranks, |item| *item);
    if ranks.windows(2).any(|pair| pair[0] == pair[1]) && input.objective == Objective::Ranked {
        note(Severity::Ok, "Types of equal rank are taken in the order of their rows.".into());
    }
    let first = input.types.iter().filter_map(|machine| machine.limit).next();
    if let Some(limit) = first.filter(|limit| input.keep > *limit) {
        note(
            Severity::Warning,
            format!("{} machines are to run always, but the first type has at most {limit}.", input.keep),
        );
    }
    notes
}

fn steps(packed: &Packed) -> Vec<Step> {
    let solution = &packed.solution;
    let total = |resource: usize| {
        packed.problem.classes.iter().map(|class| class.size[resource] * class.count as f64).sum::<f64>()
    };
    let unit = |value: f64| match solution.objective {
        solver::Objective::Cost => format!("{} an hour", shown(Unit::Price, value)),
        _ => show(Unit::Count, value),
    };
    let mut steps = vec![
        Step {
            what: "What the jobs need together.".into(),
            formula: "Σ count × size".into(),
            numbers: format!("{} cores, {}", significant(total(0), 4), shown(Unit::Bytes, total(1))),
            source: "sum over the classes",
        },
        Step {
            what: "How the jobs were placed.".into(),
            formula: format!("{}, by {}", solution.method.rule, solution.method.by),
            numbers: format!("machine types: {}", solution.method.types),
            source: "Panigrahy et al. 2011; the best of what the policy allows",
        },
        Step {
            what: "A bound that no packing can beat.".into(),
            formula: "the larger of the continuous, the large-item and the pattern bound".into(),
            numbers: unit(solution.lower_bound),
            source: "Martello and Toth 1990; Gilmore and Gomory 1961",
        },
    ];
    if let Some(gap) = gap(packed) {
        steps.push(Step {
            what: "How far this packing is from it at most.".into(),
            formula: "packing ÷ bound − 1".into(),
            numbers: format!(
                "{} ÷ {} − 1 = {}",
                unit(solution.value),
                unit(solution.lower_bound),
                shown(Unit::Share, gap)
            ),
            source: "definition",
        });
    }
    steps
}

/// Machines as stacked bars: CPU by class, the rest free.
fn chart(input: &Input, packed: &Packed) -> ChartSpec {
    let solution = &packed.solution;
    let classes = input.jobs.len();
    let mut bars: Vec<(usize, Bar)> = solution
        .filled
        .iter()
        .map(|filled| {
            let mut segments: Vec<_> = filled
                .content
                .iter()
                .enumerate()
                .filter(|(_, jobs)| **jobs > 0)
                .map(|(class, jobs)| Segment {
                    name: class,
                    value: input.jobs[class].cpu.as_cores() * *jobs as f64,
                })
                .collect();
            let used: f64 = segments.iter().map(|segment| segment.value).sum();
            let free = packed.usable[filled.type_index][0] - used;
            if free > 1e-9 {
                segments.push(Segment { name: classes, value: free });
            }
            let label = input.types[filled.type_index].name.clone();
            (filled.type_index, Bar { label, count: filled.count, segments })
        })
        .collect();
    sorting::sort_by_key(&mut bars, |(type_index, bar)| (*type_index, std::cmp::Reverse(bar.count)));
    let tallest = bars
        .iter()
        .map(|(_, bar)| bar.segments.iter().map(|segment| segment.value).sum::<f64>())
        .fold(0.0, f64::max);
    ChartSpec {
        key: "machines",
        title: "What is on each machine".into(),
        caption: "CPU by class; equal machines stand as one bar with their number. Hatched: left free."
            .into(),
        plot: Plot::Bars {
            y: Axis::up_to("cores", Unit::Cores, tallest),
            bars: bars.into_iter().map(|(_, bar)| bar).collect(),
            names: input.jobs.iter().map(|job| job.name.clone()).chain(["free".to_owned()]).collect(),
        },
    }
}
