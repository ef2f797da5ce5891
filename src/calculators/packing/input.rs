//! What the packing calculator is asked.

use crate::field::Kind;
use crate::quantity::{Bytes, Cores, Price, Share, Unit};
use crate::{choices, inputs};

choices! {
    /// What makes a packing better than another, once every job is placed.
    pub enum Objective {
        /// The lowest price.
        Cost = "cost": "lowest cost",
        /// The fewest machines.
        Machines = "machines": "fewest machines",
        /// First choice until it runs out, then the next.
        Ranked = "ranked": "first choice first",
        /// As many jobs as the machines hold.
        MostJobs = "most_jobs": "most jobs",
    }
}

choices! {
    /// How jobs are placed on a machine.
    pub enum Policy {
        /// Largest jobs first, each on the first machine that holds it.
        FirstFit = "first_fit": "first fit",
        /// Largest jobs first, each on the fullest machine that holds it.
        BestFit = "best_fit": "best fit",
        /// One machine at a time, the job that matches its free room best.
        DotProduct = "dot_product": "dot product",
        /// All of them, and the best result.
        BestOfAll = "best_of_all": "best of all",
    }
}

choices! {
    /// What the platform keeps of each machine for itself.
    pub enum Reserve {
        /// Nothing.
        None = "none": "nothing",
        /// A share of CPU and memory.
        Share = "share": "a share",
        /// Amazon EKS as Karpenter estimates it.
        Eks = "eks": "EKS (Karpenter)",
        /// Google Kubernetes Engine.
        Gke = "gke": "GKE",
        /// Azure Kubernetes Service.
        Aks = "aks": "AKS",
    }
}

const MOST_BYTES: f64 = 1e15;

inputs! {
    /// A class of equal jobs.
    pub struct Job {
        /// The name of the class.
        name: String = { key: "name", label: "Class", group: "Jobs", default: "new".into(), kind: Kind::Text },
        /// How many run at once.
        count: u32 = { key: "count", label: "Jobs", group: "Jobs", default: 1, kind: Kind::count(0..=100_000_000) },
        /// Cores that one job needs.
        cpu: Cores = { key: "cpu", label: "CPU", group: "Jobs",
            default: Cores::cores(1.0), kind: Kind::quantity(Unit::Cores, 0.0..=10_000.0) },
        /// Memory that one job needs.
        memory: Bytes = { key: "memory", label: "Memory", group: "Jobs",
            default: Bytes::gigabytes(2.0), kind: Kind::quantity(Unit::Bytes, 1e6..=MOST_BYTES) },
        /// Local disk that one job needs; empty for none.
        disk: Option<Bytes> = { key: "disk", label: "Disk", group: "Jobs",
            default: None, kind: Kind::quantity(Unit::Bytes, 0.0..=MOST_BYTES).or("off") },
    }
}

inputs! {
    /// A type of machine.
    pub struct Machine {
        /// The name of the type.
        name: String = { key: "name", label: "Type", group: "Machines", default: "new".into(), kind: Kind::Text },
        /// Its cores.
        cpu: Cores = { key: "cpu", label: "CPU", group: "Machines",
            default: Cores::cores(16.0), kind: Kind::quantity(Unit::Cores, 0.001..=100_000.0) },
        /// Its memory.
        memory: Bytes = { key: "memory", label: "Memory", group: "Machines",
            default: Bytes::gibibytes(32.0), kind: Kind::quantity(Unit::Bytes, 1e6..=MOST_BYTES) },
        /// Its local disk; empty if it never runs short.
        disk: Option<Bytes> = { key: "disk", label: "Disk", group: "Machines",
            default: None, kind: Kind::quantity(Unit::Bytes, 0.0..=MOST_BYTES).or("off") },
        /// Its price per hour; empty if unknown.
        price: Option<Price> = { key: "price", label: "Per hour", group: "Machines",
            default: None, kind: Kind::quantity(Unit::Price, 0.0..=1e6).or("off") },
        /// How many can be had; empty for as many as needed.
        limit: Option<u32> = { key: "limit", label: "At most", group: "Machines",
            default: None, kind: Kind::count(0..=100_000_000).or("off") },
        /// Order of choice, lowest first; empty for the order of the rows.
        rank: Option<u32> = { key: "rank", label: "Rank", group: "Machines",
            default: None, kind: Kind::count(0..=1000).or("off") },
    }
}

fn job(name: &str, count: u32, cores: f64) -> Job {
    Job {
        name: name.into(),
        count,
        cpu: Cores::cores(cores),
        memory: Bytes::gigabytes(2.0 * cores),
        disk: None,
    }
}

fn machine(name: &str, cores: f64, gibibytes: f64, price: f64, limit: u32) -> Machine {
    Machine {
        name: name.into(),
        cpu: Cores::cores(cores),
        memory: Bytes::gibibytes(gibibytes),
        disk: None,
        price: Some(Price::per_hour(price)),
        limit: Some(limit),
        rank: None,
    }
}

inputs! {
    /// The jobs, the machines and what counts.
    pub struct Input {
        /// Classes of equal jobs: name, how many, CPU, memory and disk of one. The defaults are a CI
        /// service's Docker resource classes.
        jobs: Vec<Job> = { key: "jobs", label: "Job classes", group: "Jobs",
            default: vec![
                job("small", 17, 1.0), job("medium", 30, 2.0), job("medium+", 6, 3.0),
                job("large", 8, 4.0), job("xlarge", 5, 8.0), job("2xlarge", 5, 16.0),
            ],
            kind: Kind::table::<Job>() },
        /// Machine types: name, CPU, memory, disk, price per hour, how many can be had, and rank.
        types: Vec<Machine> = { key: "types", label: "Machine types", group: "Machines",
            default: vec![
                machine("c16", 16.0, 32.0, 0.68, 6),
                machine("c36", 36.0, 72.0, 1.53, 4),
                machine("c48", 48.0, 96.0, 2.04, 2),
            ],
            kind: Kind::table::<Machine>() },
        /// What makes a packing better, once every job is placed.
        objective: Objective = { key: "objective", label: "Look for", group: "How",
            default: Objective::Cost, kind: Objective::KIND },
        /// How jobs are placed on machines.
        policy: Policy = { key: "policy", label: "Placement", group: "How",
            default: Policy::BestOfAll, kind: Policy::KIND },
        /// What the platform keeps of each machine: nothing, a share, or the published rule of a
        /// managed Kubernetes.
        reserve: Reserve = { key: "reserve", label: "Platform keeps", group: "Kept free",
            default: Reserve::None, kind: Reserve::KIND },
        /// The share of CPU and memory that the platform keeps.
        reserve_share: Share = { key: "reserve_share", label: "That share", group: "Kept free",
            default: Share::percent(5.0), kind: Kind::share(0.0..=0.99).slider(0.0, 0.5),
            when: |input| input.reserve == Reserve::Share },
        /// CPU that daemons take on every machine.
        daemon_cpu: Cores = { key: "daemon_cpu", label: "Daemons' CPU per machine", group: "Kept free",
            default: Cores::ZERO, kind: Kind::quantity(Unit::Cores, 0.0..=10_000.0) },
        /// Memory that daemons take on every machine.
        daemon_memory: Bytes = { key: "daemon_memory", label: "Daemons' memory per machine", group: "Kept free",
            default: Bytes::ZERO, kind: Kind::quantity(Unit::Bytes, 0.0..=MOST_BYTES) },
        /// Jobs that one machine may run, whatever their size; the Kubernetes rules take it as the
        /// most pods of a machine.
        max_jobs: Option<u32> = { key: "max_jobs", label: "Jobs per machine, at most", group: "Kept free",
            default: None, kind: Kind::count(1..=100_000).or("off") },
        /// Machines of the first rank that run even when they are empty: a minimum fleet.
        keep: u32 = { key: "keep", label: "Machines always running", group: "How",
            default: 0, kind: Kind::count(0..=1_000_000) },
        /// Share of what is left on each machine that is kept free for growth.
        spare: Share = { key: "spare", label: "Spare", group: "Kept free",
            default: Share::ZERO, kind: Kind::share(0.0..=0.99).slider(0.0, 0.5) },
    }
}
