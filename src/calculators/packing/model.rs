//! From the inputs to a packing problem, and what the packing leaves free.

use super::input::{Input, Machine, Objective, Policy};
use super::reserve::kept;
use super::solver::{self, Class, MachineType, Problem, Solution};
use crate::report::ModelError;

/// A packed scenario.
pub(super) struct Packed {
    pub problem: Problem,
    pub solution: Solution,
    /// What a machine of each type offers to jobs: CPU cores and memory bytes.
    pub usable: Vec<[f64; 2]>,
}

/// CPU and memory of an empty machine that are left for jobs.
fn usable(input: &Input, machine: &Machine) -> [f64; 2] {
    let platform = kept(input, machine);
    let for_jobs = 1.0 - input.spare.as_fraction();
    let cpu = machine.cpu.as_cores() - platform.cpu.as_cores() - input.daemon_cpu.as_cores();
    let memory = machine.memory.as_bytes() - platform.memory.as_bytes() - input.daemon_memory.as_bytes();
    [cpu * for_jobs, memory * for_jobs]
}

pub(super) fn pack(input: &Input) -> Result<Packed, ModelError> {
    if input.jobs.iter().all(|job| job.count == 0) {
        return Err(ModelError::new("There are no jobs to place: every class has a count of 0.", &["jobs"]));
    }
    let needs_disk = input.jobs.iter().any(|job| job.disk.is_some_and(|disk| disk.as_bytes() > 0.0));
    let disk_needed: f64 = input
        .jobs
        .iter()
        .map(|job| job.disk.map_or(0.0, |disk| disk.as_bytes()) * f64::from(job.count))
        .sum();
    let left: Vec<[f64; 2]> = input.types.iter().map(|machine| usable(input, machine)).collect();
    if left.iter().all(|[cpu, memory]| *cpu <= 0.0 || *memory <= 0.0) {
        return Err(ModelError::new(
            "What the platform, daemons and spare keep leaves no machine type anything for jobs.",
            &["types", "reserve", "daemon_cpu", "daemon_memory"],
        ));
    }
    let classes = input.jobs.iter().map(|job| {
        let mut size = vec![job.cpu.as_cores(), job.memory.as_bytes()];
        if needs_disk {
            size.push(job.disk.map_or(0.0, |disk| disk.as_bytes()));
        }
        if input.max_jobs.is_some() {
            size.push(1.0);
        }
        Class { size, count: u64::from(job.count) }
    });
    let types = input.types.iter().zip(&left).enumerate().map(|(index, (machine, [cpu, memory]))| {
        let mut capacity = vec![cpu.max(0.0), memory.max(0.0)];
        if needs_disk {
            // A disk that never runs short holds all jobs at once.
            capacity.push(machine.disk.map_or(disk_needed, |disk| disk.as_bytes()));
        }
        if let Some(most) = input.max_jobs {
            capacity.push(f64::from(most));
        }
        MachineType {
            capacity,
            price: machine.price.map(|price| price.as_per_hour()),
            limit: machine.limit.map(u64::from),
            rank: machine.rank.unwrap_or(index as u32 + 1),
        }
    });
    let problem = Problem {
        classes: classes.collect(),
        types: types.collect(),
        objective: match input.objective {
            Objective::Cost => solver::Objective::Cost,
            Objective::Machines => solver::Objective::Machines,
            Objective::Ranked => solver::Objective::Ranked,
            Objective::MostJobs => solver::Objective::MostJobs,
        },
        policy: match input.policy {
            Policy::FirstFit => solver::Policy::FirstFit,
            Policy::BestFit => solver::Policy::BestFit,
            Policy::DotProduct => solver::Policy::DotProduct,
            Policy::BestOfAll => solver::Policy::BestOfAll,
        },
        keep: u64::from(input.keep),
    };
    let solution = solver::solve(&problem);
    Ok(Packed { problem, solution, usable: left })
}

impl Packed {
    /// Sum of one resource over the placed jobs.
    pub fn placed(&self, resource: usize) -> f64 {
        self.solution
            .filled
            .iter()
            .map(|filled| {
                let one: f64 = self
                    .problem
                    .classes
                    .iter()
                    .zip(&filled.content)
                    .map(|(class, &count)| class.size[resource] * count as f64)
                    .sum();
                one * filled.count as f64
            })
            .sum()
    }

    /// Sum of one resource (0 CPU, 1 memory) over the machines, reserves taken off.
    pub fn offered(&self, resource: usize) -> f64 {
        self.solution
            .per_type
            .iter()
            .zip(&self.usable)
            .map(|(&count, usable)| usable[resource].max(0.0) * count as f64)
            .sum()
    }

    /// Jobs without a place, by class.
    pub fn without_place(&self) -> Vec<u64> {
        let mut left = self.solution.unplaced.clone();
        left.resize(self.problem.classes.len(), 0);
        for shortfall in &self.solution.impossible {
            left[shortfall.class] = shortfall.count;
        }
        left
    }
}
