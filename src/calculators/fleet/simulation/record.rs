//! What is noted of one run.

use crate::calculators::fleet::model::Setup;

/// A run, watched from the end of its warm-up; times count from the beginning of the warm-up.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The warm-up, seconds.
    pub before: f64,
    /// Seconds watched.
    pub watch: f64,
    /// Waits of the jobs of each class that arrived while it was watched, in the order of their starts.
    pub waits: Vec<Vec<f64>>,
    /// Of those, how many wait at the end.
    pub unstarted: Vec<u64>,
    /// The longest wait so far of a job that waits at the end.
    pub oldest: f64,
    /// Jobs of each class that arrived while it was watched.
    pub arrived: Vec<u64>,
    /// Jobs waiting now.
    pub waiting: u64,
    /// Job-seconds of waiting while it was watched, by the number of waiting jobs.
    pub waiting_seconds: f64,
    /// The same by the waits of the jobs.
    pub waited: f64,
    /// Core-seconds of jobs while it was watched.
    pub busy: f64,
    /// Machine-seconds by type while it was watched.
    pub machine_seconds: Vec<f64>,
    /// The most machines of each type while it was watched.
    pub most: Vec<u32>,
    /// Machines by type at each point.
    pub machines: Vec<Vec<u32>>,
    /// Waiting jobs at each point.
    pub line: Vec<u64>,
    /// Sum and number of the waits of each class, by when they arrived.
    pub curves: Vec<Vec<(f64, f64)>>,
    /// Events.
    pub events: u64,
    step: f64,
    points: usize,
    /// The next point of the curves; infinite after the last.
    next_point: f64,
    now: f64,
    since: Vec<f64>,
}

impl Record {
    /// A record with so many points, the first at the end of the warm-up.
    pub fn new(fleet: &Setup, before: f64, watch: f64, points: usize) -> Self {
        let (classes, types) = (fleet.classes.len(), fleet.types.len());
        Self {
            before,
            watch,
            waits: vec![Vec::new(); classes],
            unstarted: vec![0; classes],
            arrived: vec![0; classes],
            machine_seconds: vec![0.0; types],
            most: vec![0; types],
            machines: Vec::with_capacity(points),
            line: Vec::with_capacity(points),
            curves: vec![vec![(0.0, 0.0); points]; classes],
            step: watch / points as f64,
            points,
            next_point: before,
            since: vec![0.0; types],
            ..Self::default()
        }
    }

    /// The end of the run.
    pub fn end(&self) -> f64 {
        self.before + self.watch
    }

    /// The part of a time that was watched.
    fn watched(&self, from: f64, until: f64) -> f64 {
        (until.min(self.end()) - from.max(self.before)).max(0.0)
    }

    /// Notes that nothing happened until this moment.
    pub fn passes(&mut self, time: f64, count: &[u32]) {
        if self.waiting > 0 {
            self.waiting_seconds += self.watched(self.now, time) * self.waiting as f64;
        }
        self.now = time;
        if self.next_point <= time {
            self.note_points(time, count);
        }
    }

    /// Notes what there was at each point up to this moment.
    fn note_points(&mut self, time: f64, count: &[u32]) {
        while self.next_point <= time {
            self.machines.push(count.to_vec());
            self.line.push(self.waiting);
            let noted = self.machines.len();
            let next = self.before + noted as f64 * self.step;
            self.next_point = if noted < self.points { next } else { f64::INFINITY };
        }
    }

    /// Notes the end, and how many machines of each type there were up to then.
    pub fn ends(&mut self, count: &[u32]) {
        let end = self.end();
        self.passes(end, count);
        for (at, count) in count.iter().enumerate() {
            self.has(end, at, *count);
        }
    }

    /// Notes that there were so many machines of a type up to now.
    pub fn has(&mut self, now: f64, at: usize, count: u32) {
        let watched = self.watched(self.since[at], now);
        self.machine_seconds[at] += watched * f64::from(count);
        if watched > 0.0 {
            self.most[at] = self.most[at].max(count);
        }
        self.since[at] = now;
    }

    /// Notes a job that arrives.
    pub fn arrives(&mut self, now: f64, class: usize) {
        self.arrived[class] += u64::from(now >= self.before);
    }

    /// Notes a job that starts.
    pub fn starts(&mut self, now: f64, class: usize, arrived: f64, duration: f64, cores: f64) {
        self.busy += self.watched(now, now + duration) * cores;
        self.waits_until(now, class, arrived);
    }

    /// Notes a job that waits at the end: so far.
    pub fn still_waits(&mut self, class: usize, arrived: f64) {
        self.unstarted[class] += u64::from(arrived >= self.before);
        self.oldest = self.oldest.max(self.end() - arrived);
        self.waits_until(self.end(), class, arrived);
    }

    fn waits_until(&mut self, now: f64, class: usize, arrived: f64) {
        if now > arrived {
            self.waited += self.watched(arrived, now);
        }
        if arrived < self.before {
            return;
        }
        let wait = now - arrived;
        self.waits[class].push(wait);
        let point = ((arrived - self.before) / self.step) as usize;
        if let Some((sum, jobs)) = self.curves[class].get_mut(point) {
            *sum += wait;
            *jobs += 1.0;
        }
    }
}
