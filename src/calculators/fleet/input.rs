//! What the fleet calculator is asked.

use crate::field::Kind;
use crate::quantity::{Bytes, Cores, Duration, Factor, Price, Rate, Unit};
use crate::{choices, inputs};

choices! {
    /// How the durations of a class vary around their mean.
    pub enum Distribution {
        /// They do not.
        Constant = "constant": "constant",
        /// As those of the textbooks.
        Exponential = "exponential": "exponential",
        /// A few very long ones.
        LogNormal = "log_normal": "log-normal",
    }
}

choices! {
    /// Which of the running machines that have room takes a job.
    pub enum Policy {
        /// The first one, by rank and age.
        FirstFit = "first_fit": "first fit",
        /// The fullest one.
        BestFit = "best_fit": "best fit",
    }
}

choices! {
    /// Which of the waiting jobs starts first.
    pub enum Order {
        /// The oldest that fits: a job that fits nowhere lets others pass.
        Backfill = "backfill": "first come, others may pass",
        /// The oldest: what comes behind it waits.
        Fifo = "fifo": "first come, first served",
        /// The largest; smaller ones keep off the machines that it waits for.
        Largest = "largest": "largest first",
    }
}

const MOST_BYTES: f64 = 1e15;
/// A week.
const LONGEST: f64 = 604_800.0;

inputs! {
    /// A class of equal jobs.
    pub struct Job {
        /// The name of the class.
        name: String = { key: "name", label: "Class", group: "Jobs", default: "new".into(), kind: Kind::Text },
        /// Jobs that arrive, at random.
        rate: Rate = { key: "rate", label: "Arrivals", group: "Jobs",
            default: Rate::per_second(1.0 / 60.0), kind: Kind::rate(0.0..=1e5) },
        /// How long one runs, on average.
        duration: Duration = { key: "duration", label: "Runs for", group: "Jobs",
            default: Duration::minutes(5.0), kind: Kind::duration(0.001..=LONGEST) },
        /// Cores that one job needs.
        cpu: Cores = { key: "cpu", label: "CPU", group: "Jobs",
            default: Cores::cores(1.0), kind: Kind::quantity(Unit::Cores, 0.001..=10_000.0) },
        /// Memory that one job needs.
        memory: Bytes = { key: "memory", label: "Memory", group: "Jobs",
            default: Bytes::gigabytes(2.0), kind: Kind::quantity(Unit::Bytes, 1e6..=MOST_BYTES) },
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
        /// Its price per hour; empty if unknown.
        price: Option<Price> = { key: "price", label: "Per hour", group: "Machines",
            default: None, kind: Kind::quantity(Unit::Price, 0.0..=1e6).or("off") },
        /// How many run even without jobs: the minimum fleet.
        least: u32 = { key: "least", label: "At least", group: "Machines", default: 0, kind: Kind::count(0..=100_000) },
        /// How many can be had; empty for as many as needed.
        limit: Option<u32> = { key: "limit", label: "At most", group: "Machines",
            default: None, kind: Kind::count(0..=1_000_000).or("off") },
        /// Order of choice, lowest first; empty for the order of the rows.
        rank: Option<u32> = { key: "rank", label: "Rank", group: "Machines",
            default: None, kind: Kind::count(0..=1000).or("off") },
    }
}

inputs! {
    /// A time in which no machine of a type can be started.
    pub struct Outage {
        /// When it begins.
        from: Duration = { key: "from", label: "From", group: "For a time",
            default: Duration::minutes(30.0), kind: Kind::duration(0.0..=LONGEST) },
        /// How long it lasts.
        lasts: Duration = { key: "lasts", label: "For", group: "For a time",
            default: Duration::minutes(60.0), kind: Kind::duration(0.0..=LONGEST) },
        /// The name of the type.
        name: String = { key: "name", label: "Type", group: "For a time", default: "c36".into(), kind: Kind::Text },
    }
}

inputs! {
    /// A time in which more jobs of a class arrive, or fewer.
    pub struct Surge {
        /// When it begins.
        from: Duration = { key: "from", label: "From", group: "For a time",
            default: Duration::minutes(30.0), kind: Kind::duration(0.0..=LONGEST) },
        /// How long it lasts.
        lasts: Duration = { key: "lasts", label: "For", group: "For a time",
            default: Duration::minutes(60.0), kind: Kind::duration(0.0..=LONGEST) },
        /// The name of the class.
        name: String = { key: "name", label: "Class", group: "For a time", default: "2xlarge".into(), kind: Kind::Text },
        /// The usual arrivals times this.
        factor: Factor = { key: "factor", label: "Arrivals times", group: "For a time",
            default: Factor::times(2.0), kind: Kind::quantity(Unit::Factor, 0.0..=1000.0) },
    }
}

fn job(name: &str, per_minute: f64, minutes: f64, cores: f64) -> Job {
    Job {
        name: name.into(),
        rate: Rate::per_second(per_minute / 60.0),
        duration: Duration::minutes(minutes),
        cpu: Cores::cores(cores),
        memory: Bytes::gigabytes(2.0 * cores),
    }
}

fn machine(name: &str, cores: f64, price: f64, least: u32, limit: u32) -> Machine {
    Machine {
        name: name.into(),
        cpu: Cores::cores(cores),
        memory: Bytes::gibibytes(2.0 * cores),
        price: Some(Price::per_hour(price)),
        least,
        limit: Some(limit),
        rank: None,
    }
}

inputs! {
    /// The jobs, the machines, and how they come together.
    pub struct Input {
        /// Classes of equal jobs: name, arrivals, how long one runs on average, CPU and memory of one. The defaults
        /// are a CI service's Docker resource classes.
        jobs: Vec<Job> = { key: "jobs", label: "Job classes", group: "Jobs",
            default: vec![
                job("small", 30.0, 2.0, 1.0), job("medium", 20.0, 4.0, 2.0), job("medium+", 4.0, 5.0, 3.0),
                job("large", 4.0, 6.0, 4.0), job("xlarge", 2.0, 8.0, 8.0), job("2xlarge", 1.5, 12.0, 16.0),
            ],
            kind: Kind::table::<Job>() },
        /// How the durations of a class vary around their mean.
        distribution: Distribution = { key: "distribution", label: "Durations are", group: "Jobs",
            default: Distribution::LogNormal, kind: Distribution::KIND },
        /// The 95th percentile of the durations of a class over their median.
        spread: Factor = { key: "spread", label: "95 % over median", group: "Jobs",
            default: Factor::times(3.0), kind: Kind::quantity(Unit::Factor, 1.0..=100.0).slider(1.0, 20.0),
            when: |input| input.distribution == Distribution::LogNormal },
        /// The wait that is fine: 95 of 100 jobs of each class are to start within it.
        target: Duration = { key: "target", label: "To start within", group: "Jobs",
            default: Duration::minutes(2.0), kind: Kind::duration(0.0..=LONGEST).slider(1.0, 3600.0) },
        /// Machine types: name, CPU, memory, price per hour, how many run at least and at most, and rank. The
        /// lowest rank that can be had and holds the job is started.
        types: Vec<Machine> = { key: "types", label: "Machine types", group: "Machines",
            default: vec![
                machine("c36", 36.0, 1.53, 26, 40), machine("c48", 48.0, 2.04, 0, 4), machine("c8", 8.0, 0.34, 0, 100),
            ],
            kind: Kind::table::<Machine>() },
        /// Time from the order of a machine until it takes jobs.
        boot: Duration = { key: "boot", label: "Time to boot", group: "Machines",
            default: Duration::seconds(90.0), kind: Kind::duration(0.0..=86_400.0).slider(1.0, 1800.0) },
        /// A machine without a job for so long is released, down to the minimum of its type; never with off.
        idle: Option<Duration> = { key: "idle", label: "Released when idle for", group: "Machines",
            default: Some(Duration::minutes(5.0)), kind: Kind::duration(0.0..=LONGEST).slider(10.0, 7200.0).or("off") },
        /// Which of the running machines that have room takes a job.
        policy: Policy = { key: "policy", label: "Placement", group: "How", default: Policy::FirstFit, kind: Policy::KIND },
        /// Which of the waiting jobs starts first. With largest first, smaller ones keep off the machine types that a
        /// larger one waits for, unless a machine is booting for it.
        order: Order = { key: "order", label: "Order of jobs", group: "How", default: Order::Backfill, kind: Order::KIND },
        /// Times in which no machine of a type can be started: from, for how long, name of the type. What runs, runs
        /// on.
        outages: Vec<Outage> = { key: "outages", label: "Types that run out", group: "For a time",
            default: Vec::new(), kind: Kind::table::<Outage>().or("off") },
        /// Times in which more jobs of a class arrive: from, for how long, its name, the factor.
        surges: Vec<Surge> = { key: "surges", label: "Surges", group: "For a time",
            default: Vec::new(), kind: Kind::table::<Surge>().or("off") },
        /// How long a run is watched, after a warm-up with the usual arrivals. Only the simulation heeds it.
        watch: Duration = { key: "watch", label: "Watched for", group: "Simulation",
            default: Duration::minutes(360.0), kind: Kind::duration(1.0..=2_592_000.0).slider(600.0, 86_400.0) },
        /// Where the random numbers of the simulation begin. The same link gives the same runs everywhere.
        seed: u32 = { key: "seed", label: "Seed", group: "Simulation",
            default: 1, kind: Kind::count(0..=1_000_000_000) },
    }
}
