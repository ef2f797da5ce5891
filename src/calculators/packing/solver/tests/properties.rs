//! What holds for every problem, tried on random ones.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::super::{
    Class, FIT_TOLERANCE, Filled, Heuristic, MachineType, Measure, Objective, Order, Policy, Problem, Rule,
    Solution, continuous_bound, large_item_bound, pack_one_type, room_for, solve, solve_with, stranded,
};

const OBJECTIVES: [Objective; 4] =
    [Objective::Ranked, Objective::Cost, Objective::Machines, Objective::MostJobs];
const POLICIES: [Policy; 4] = [Policy::FirstFit, Policy::BestFit, Policy::DotProduct, Policy::BestOfAll];

fn class(most: u64) -> impl Strategy<Value = Class> {
    (1u32..40, 1u32..40, 0..=most).prop_map(|(cpu, memory, count)| Class {
        size: vec![f64::from(cpu) / 4.0, f64::from(memory) * 0.3],
        count,
    })
}

fn machine() -> impl Strategy<Value = MachineType> {
    let limit = prop_oneof![2 => Just(None), 1 => (0u64..6).prop_map(Some)];
    let price = prop_oneof![5 => (1u32..60).prop_map(|p| Some(f64::from(p) * 0.05)), 1 => Just(None)];
    (4u32..64, 4u32..64, price, limit, 0u32..3).prop_map(|(cpu, memory, price, limit, rank)| MachineType {
        capacity: vec![f64::from(cpu) / 4.0, f64::from(memory) * 0.3],
        price,
        limit,
        rank,
    })
}

fn problem(classes: usize, types: usize, most: u64) -> impl Strategy<Value = Problem> {
    let classes = proptest::collection::vec(class(most), 1..=classes);
    let types = proptest::collection::vec(machine(), 1..=types);
    (classes, types, 0usize..4, 0usize..4, 0u64..3).prop_map(|(classes, types, objective, policy, keep)| {
        Problem { classes, types, objective: OBJECTIVES[objective], policy: POLICIES[policy], keep }
    })
}

/// Capacities and limits are kept, and each job is placed, left over or impossible, exactly once.
fn check_feasible(problem: &Problem, solution: &Solution) {
    let Solution { filled, unplaced, impossible, .. } = solution;
    for Filled { type_index, content, count } in filled {
        assert!(*count > 0);
        for (d, capacity) in problem.types[*type_index].capacity.iter().enumerate() {
            let need: f64 = problem.classes.iter().zip(content).map(|(c, &n)| c.size[d] * n as f64).sum();
            assert!(need <= capacity * (1.0 + 2.0 * FIT_TOLERANCE), "{need} > {capacity}");
        }
    }
    for (class, it) in problem.classes.iter().enumerate() {
        let placed: u64 = filled.iter().map(|f| f.content[class] * f.count).sum();
        let nowhere: u64 = impossible.iter().filter(|s| s.class == class).map(|s| s.count).sum();
        assert_eq!(placed + unplaced[class] + nowhere, it.count);
    }
    let first = (0..problem.types.len()).min_by_key(|&t| problem.types[t].rank).expect("a type");
    for (index, it) in problem.types.iter().enumerate() {
        let used: u64 = filled.iter().filter(|f| f.type_index == index).map(|f| f.count).sum();
        assert_eq!(used, solution.per_type[index]);
        assert!(used <= it.limit.unwrap_or(u64::MAX));
        assert!(index != first || used >= problem.keep.min(it.limit.unwrap_or(u64::MAX)));
    }
    assert_eq!(solution.machines, solution.per_type.iter().sum::<u64>());
    assert!(solution.lower_bound <= solution.value, "{} > {}", solution.lower_bound, solution.value);
    assert!(solution.lower_bound >= 0.0);
}

/// Fewest jobs left over, and then the lowest total of `weight`, by trying everything: job after job
/// in each open machine and in a new one of each type. `None` where that takes too long.
fn optimum(problem: &Problem, weight: impl Fn(&MachineType) -> f64) -> Option<(u64, f64)> {
    let mut jobs: Vec<&[f64]> = Vec::new();
    for class in &problem.classes {
        let runs = problem.types.iter().any(|t| class.size.iter().zip(&t.capacity).all(|(s, c)| s <= c));
        jobs.extend((0..if runs { class.count } else { 0 }).map(|_| &class.size[..]));
    }
    struct Try<'a> {
        problem: &'a Problem,
        jobs: Vec<&'a [f64]>,
        weights: Vec<f64>,
        machines: Vec<(usize, Vec<f64>)>,
        best: (u64, f64),
        steps: u32,
    }
    impl Try<'_> {
        fn go(&mut self, job: usize, left: u64, cost: f64) {
            self.steps += 1;
            if self.steps > 200_000 || (left, cost) >= self.best {
                return;
            }
            let Some(&size) = self.jobs.get(job) else {
                self.best = (left, cost);
                return;
            };
            for m in 0..self.machines.len() {
                let before = self.machines[m].1.clone();
                if before.iter().zip(size).all(|(room, s)| *s <= room + 1e-9) {
                    self.machines[m].1.iter_mut().zip(size).for_each(|(room, s)| *room -= s);
                    self.go(job + 1, left, cost);
                    self.machines[m].1 = before;
                }
            }
            for t in 0..self.problem.types.len() {
                let machine = &self.problem.types[t];
                let used = self.machines.iter().filter(|(of, _)| *of == t).count() as u64;
                if used < machine.limit.unwrap_or(u64::MAX)
                    && size.iter().zip(&machine.capacity).all(|(s, c)| *s <= c + 1e-9)
                {
                    let room = machine.capacity.iter().zip(size).map(|(c, s)| c - s).collect();
                    self.machines.push((t, room));
                    self.go(job + 1, left, cost + self.weights[t]);
                    self.machines.pop();
                }
            }
            self.go(job + 1, left + 1, cost);
        }
    }
    let weights = problem.types.iter().map(weight).collect();
    let mut all =
        Try { problem, jobs, weights, machines: Vec::new(), best: (u64::MAX, f64::INFINITY), steps: 0 };
    all.go(0, 0, 0.0);
    (all.steps <= 200_000).then_some(all.best)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn packings_are_feasible_and_not_better_than_their_bound(problem in problem(6, 5, 30)) {
        let solution = solve(&problem);
        check_feasible(&problem, &solution);
        prop_assert_eq!(&solution, &solve(&problem), "the same problem, the same answer");
    }

    #[test]
    fn many_jobs_are_no_different(problem in problem(6, 5, 1_000_000_000)) {
        check_feasible(&problem, &solve(&problem));
    }

    #[test]
    fn bounds_and_packings_enclose_the_optimum(mut problem in problem(4, 3, 3)) {
        problem.keep = 0;
        let solution = solve(&problem);
        let priced = problem.types.iter().all(|t| t.price.is_some());
        let price = |t: &MachineType| if priced && problem.objective != Objective::Machines { t.price.unwrap_or(0.0) } else { 1.0 };
        if let Some((left, cost)) = optimum(&problem, price) {
            let unplaced: u64 = solution.unplaced.iter().sum();
            prop_assert!(unplaced >= left);
            match solution.objective {
                Objective::MostJobs => prop_assert!(solution.lower_bound <= left as f64),
                Objective::Cost | Objective::Machines if unplaced == left && left == 0 => {
                    prop_assert!(solution.lower_bound <= cost * (1.0 + 1e-7), "bound {} optimum {cost}", solution.lower_bound);
                    prop_assert!(solution.value >= cost * (1.0 - 1e-9), "value {} optimum {cost}", solution.value);
                    if problem.policy == Policy::BestOfAll {
                        prop_assert!(solution.value <= cost * (1.0 + 1e-9), "value {} optimum {cost}", solution.value);
                    }
                }
                _ => {}
            }
        }
    }

    #[test]
    fn best_of_all_is_the_best(problem in problem(5, 4, 20)) {
        let all = solve(&Problem { policy: Policy::BestOfAll, ..problem.clone() });
        let one = solve(&problem);
        let left = |s: &Solution| s.unplaced.iter().sum::<u64>();
        prop_assert!(left(&all) <= left(&one));
        if problem.objective != Objective::Ranked && left(&all) == left(&one) {
            prop_assert!(all.value <= one.value * (1.0 + 1e-9));
        }
    }

    #[test]
    fn effort_does_not_hurt(problem in problem(5, 4, 20)) {
        let (less, more) = (solve(&problem), solve_with(&problem, 4));
        let left = |s: &Solution| s.unplaced.iter().sum::<u64>();
        prop_assert!(left(&more) <= left(&less));
        check_feasible(&problem, &more);
    }

    /// Groups of equal jobs give the same counts as the jobs one by one.
    #[test]
    fn groups_equal_single_jobs(classes in proptest::collection::vec(class(12), 1..6), cpu in 40u32..90, memory in 40u32..90) {
        let capacity = [f64::from(cpu) / 4.0, f64::from(memory) * 0.3];
        let single: Vec<Class> = classes.iter().flat_map(|c| (0..c.count).map(|_| Class { count: 1, ..c.clone() })).collect();
        let machines = |classes: &[Class], heuristic| pack_one_type(&capacity, classes, heuristic).iter().map(|f| f.count).sum::<u64>();
        for rule in [Rule::NextFit, Rule::FirstFit, Rule::BestFit, Rule::WorstFit] {
            for order in [Order::Given, Order::Decreasing(Measure::Sum), Order::Increasing(Measure::Max)] {
                let heuristic = Heuristic::List(rule, order);
                prop_assert_eq!(machines(&classes, heuristic), machines(&single, heuristic), "{:?}", heuristic);
            }
        }
        let least = continuous_bound(&capacity, &classes).max(large_item_bound(&capacity, &classes));
        prop_assert_eq!(least, continuous_bound(&capacity, &single).max(large_item_bound(&capacity, &single)));
        prop_assert!(least <= machines(&classes, Heuristic::List(Rule::FirstFit, Order::Decreasing(Measure::L2))));
    }

    /// As many more jobs of a class fit as `room_for` says, and not one more.
    #[test]
    fn room_is_what_fits(problem in problem(4, 3, 10)) {
        let solution = solve(&problem);
        let room = room_for(&problem, &solution.filled);
        for (class, room) in room.iter().enumerate() {
            let mut more = 0;
            for filled in &solution.filled {
                let mut content = filled.content.clone();
                let fits = |content: &[u64]| (0..2).all(|d| {
                    let need: f64 = problem.classes.iter().zip(content).map(|(c, &n)| c.size[d] * n as f64).sum();
                    need <= problem.types[filled.type_index].capacity[d] * (1.0 + FIT_TOLERANCE)
                });
                while { content[class] += 1; fits(&content) } { more += filled.count; }
            }
            prop_assert_eq!(room.more, more);
            prop_assert!(room.more <= room.by_totals);
        }
        for (d, share) in stranded(&problem, &solution.filled).into_iter().enumerate() {
            prop_assert!((0.0..=1.0).contains(&share));
            prop_assert!(room.iter().all(|r| share <= r.stranded[d] + 1e-9));
        }
    }

    /// No input makes it panic or run on: odd numbers, no types, no classes, unequal lengths.
    #[test]
    fn odd_input(seed in proptest::collection::vec((0usize..14, 0usize..14, 0usize..6, 0usize..6, 0u32..3), 0..9), objective in 0usize..4, policy in 0usize..4, keep in 0usize..6) {
        const NUMBERS: [f64; 14] = [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-300, 1e300, 0.1, 0.3, 1.0, 3.0, 7.0, 1e9, 1e-9, f64::NEG_INFINITY];
        const COUNTS: [u64; 6] = [0, 1, 7, 1_000_000_000, u64::MAX, 3];
        let mut problem = Problem { classes: vec![], types: vec![], objective: OBJECTIVES[objective], policy: POLICIES[policy], keep: COUNTS[keep] };
        for (index, (a, b, c, d, rank)) in seed.into_iter().enumerate() {
            let numbers = if (a + b) % 5 == 0 { vec![NUMBERS[a]] } else { vec![NUMBERS[a], NUMBERS[b]] };
            if index % 2 == 0 {
                problem.classes.push(Class { size: numbers, count: COUNTS[c] });
            } else {
                let limit = (d != 5).then_some(COUNTS[d]);
                problem.types.push(MachineType { capacity: numbers, price: (c > 0).then(|| NUMBERS[(a + c) % 14]), limit, rank });
            }
        }
        let solution = solve(&problem);
        room_for(&problem, &solution.filled);
        stranded(&problem, &solution.filled);
    }
}
