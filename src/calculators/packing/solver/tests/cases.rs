//! Small cases that can be checked by hand.

use super::super::{Class, Filled, MachineType, Objective, Policy, Problem, room_for, solve, stranded};

fn class(cpu: f64, memory: f64, count: u64) -> Class {
    Class { size: vec![cpu, memory], count }
}

fn machine(cpu: f64, memory: f64, price: f64) -> MachineType {
    MachineType { capacity: vec![cpu, memory], price: Some(price), limit: None, rank: 1 }
}

fn problem(classes: Vec<Class>, types: Vec<MachineType>, objective: Objective) -> Problem {
    Problem { classes, types, objective, policy: Policy::BestOfAll, keep: 0 }
}

#[test]
fn nothing_to_do() {
    let none = solve(&problem(vec![], vec![], Objective::Cost));
    assert_eq!((none.machines, none.cost, none.value, none.lower_bound), (0, Some(0.0), 0.0, 0.0));
    let no_types = solve(&problem(vec![class(1.0, 2.0, 5)], vec![], Objective::Machines));
    assert_eq!((no_types.impossible[0].nearest_type, no_types.impossible[0].count), (None, 5));
    assert_eq!(no_types.impossible[0].missing, [1.0, 2.0]);
    let no_jobs = solve(&problem(vec![class(99.0, 2.0, 0)], vec![machine(4.0, 8.0, 1.0)], Objective::Cost));
    assert!(no_jobs.impossible.is_empty() && no_jobs.filled.is_empty());
}

/// Without all prices the number of machines counts instead, and the result says so.
#[test]
fn cost_without_a_price() {
    let mut types = vec![machine(4.0, 8.0, 1.0), machine(8.0, 16.0, 9.0)];
    let classes = vec![class(2.0, 4.0, 4)];
    let priced = solve(&problem(classes.clone(), types.clone(), Objective::Cost));
    assert_eq!((priced.objective, priced.value, &priced.per_type[..]), (Objective::Cost, 2.0, &[2, 0][..]));
    types[1].price = None;
    let unpriced = solve(&problem(classes, types, Objective::Cost));
    assert_eq!((unpriced.objective, unpriced.value, unpriced.cost), (Objective::Machines, 1.0, None));
}

/// Machines that are kept exist when empty, cost what they cost, and are filled first.
#[test]
fn kept_machines() {
    let types = vec![machine(4.0, 8.0, 3.0), MachineType { rank: 2, ..machine(16.0, 32.0, 4.0) }];
    let keep = Problem { keep: 2, ..problem(vec![class(4.0, 8.0, 1)], types.clone(), Objective::Cost) };
    let solution = solve(&keep);
    let empty = Filled { type_index: 0, content: vec![0], count: 1 };
    assert_eq!((solution.per_type.as_slice(), solution.cost, solution.value), (&[2, 0][..], Some(6.0), 6.0));
    assert_eq!(solution.lower_bound, 6.0);
    assert!(solution.filled.contains(&empty));
    assert_eq!(room_for(&keep, &solution.filled)[0].more, 1);
    // Six more jobs: two on what is kept, the others on one large machine.
    let more = solve(&Problem { classes: vec![class(4.0, 8.0, 6)], ..keep });
    assert_eq!((more.per_type.as_slice(), more.cost), (&[2, 1][..], Some(10.0)));
}

/// A limit on jobs per machine is a resource: size 1 for each class.
#[test]
fn jobs_per_machine() {
    let class = Class { size: vec![1.0, 1.0, 1.0], count: 10 };
    let machine = MachineType { capacity: vec![8.0, 8.0, 4.0], price: Some(1.0), limit: None, rank: 0 };
    assert_eq!(solve(&problem(vec![class], vec![machine], Objective::Machines)).machines, 3);
}

/// The large jobs stay out when that places more in all.
#[test]
fn most_jobs_when_machines_run_out() {
    let types = vec![MachineType { limit: Some(1), ..machine(16.0, 32.0, 1.0) }];
    let classes = vec![class(12.0, 24.0, 1), class(2.0, 4.0, 8)];
    let solution = solve(&problem(classes, types, Objective::MostJobs));
    assert_eq!((solution.unplaced.as_slice(), solution.value, solution.lower_bound), (&[1, 0][..], 1.0, 1.0));
}

/// First choice until it runs out, also where a later one would be cheaper.
#[test]
fn first_choice_first() {
    let first = MachineType { limit: Some(3), ..machine(4.0, 8.0, 10.0) };
    let types = vec![MachineType { rank: 2, ..machine(16.0, 32.0, 1.0) }, first];
    let ranked = |jobs| solve(&problem(vec![class(4.0, 8.0, jobs)], types.clone(), Objective::Ranked));
    assert_eq!(ranked(3).per_type, [0, 3]);
    assert_eq!(ranked(5).per_type, [1, 1], "one of the second choice is needed, and holds four");
    assert_eq!(ranked(5).lower_bound, 2.0);
}

/// Free capacity that no class can use.
#[test]
fn stranded_room() {
    let types = vec![machine(4.0, 8.0, 1.0)];
    let problem = problem(vec![class(3.0, 2.0, 2), class(2.0, 4.0, 0)], types, Objective::Cost);
    let solution = solve(&problem);
    assert_eq!(solution.machines, 2);
    // One core and six units of memory are left on each: room for nothing.
    assert_eq!(stranded(&problem, &solution.filled), [1.0, 1.0]);
    let room = room_for(&problem, &solution.filled);
    assert_eq!((room[1].more, room[1].by_totals, room[1].stranded.as_slice()), (0, 1, &[1.0, 1.0][..]));
}
