//! The fleet event by event.
//!
//! Invariant: where jobs may pass each other, no waiting job fits on a running machine, so that only the machine
//! where something ended can take one.

use std::collections::VecDeque;

use super::record::Record;
use crate::calculators::fleet::input::{Order, Policy};
use crate::calculators::fleet::model::{Setup, Shape};
use crate::sim::random::Time;
use crate::sim::{Events, Random};

/// The rules of a fleet beside its classes and types.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// Durations, by class.
    pub durations: Vec<Time>,
    /// From order to use of a machine, seconds.
    pub boot: f64,
    /// A machine without a job for so long is released; infinite: never.
    pub idle: f64,
    /// Where a job goes.
    pub policy: Policy,
    /// Which job goes first.
    pub order: Order,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Off,
    Boots,
    Runs,
}

#[derive(Clone, Copy, Debug)]
struct Machine {
    stage: Stage,
    /// What is left of it.
    room: Shape,
    jobs: u32,
    /// Counts up whenever it becomes empty, so that an old look at it is known.
    emptied: u32,
    /// It was empty for long enough, and kept as part of the minimum.
    is_spare: bool,
}

/// A job that waits.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    arrived: f64,
    duration: f64,
    number: u64,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    /// A job of a class ends on a machine of a type.
    Ends(u32, u32, u32),
    /// A machine of a type has booted.
    Up(u32, u32),
    /// A machine of a type that was emptied for this time may be released.
    Look(u32, u32, u32),
    /// A surge or a type's absence begins or ends.
    Changes,
}

/// More machines than this at once are not simulated.
pub const MOST_MACHINES: u32 = 50_000;
/// More jobs than this in a run are not simulated.
pub const MOST_JOBS: f64 = 2e6;

/// A job that was started, for tests.
#[cfg(test)]
#[derive(Clone, Copy, Debug)]
pub struct Started {
    pub number: u64,
    pub class: usize,
    pub at: usize,
    pub slot: u32,
    pub from: f64,
    pub until: f64,
}

/// A fleet at work.
pub struct Run<'a> {
    fleet: &'a Setup,
    rules: &'a Rules,
    /// One stream a class, so that jobs are the same whatever the machines.
    random: Vec<Random>,
    events: Events<Event>,
    now: f64,
    machines: Vec<Vec<Machine>>,
    /// Machines of each type, booting ones too.
    count: Vec<u32>,
    /// Below this one no machine of the type has room for a job of the class: [type][class].
    first: Vec<Vec<u32>>,
    holds: Vec<Vec<u64>>,
    booting: Vec<(u32, u32)>,
    waiting: Vec<VecDeque<Waiting>>,
    /// Waiting jobs for which no machine is booting.
    stranded: Vec<u64>,
    /// Types that a class may not use now, as a larger one waits for them.
    closed: Vec<bool>,
    rates: Vec<f64>,
    /// When the next job of each class arrives: few, so that they need no place among the events.
    next: Vec<f64>,
    /// The first of them, and its class.
    soonest: (f64, usize),
    number: u64,
    /// What is noted.
    pub record: Record,
    /// Every start.
    #[cfg(test)]
    pub log: Vec<Started>,
    /// Whether there were more machines or jobs than can be simulated.
    pub too_many: bool,
}

impl<'a> Run<'a> {
    /// A fleet at its minimum, without jobs; its outages and surges count from the beginning of the run.
    pub fn new(fleet: &'a Setup, rules: &'a Rules, seed: u32, replication: u32, record: Record) -> Self {
        let (classes, types) = (fleet.classes.len(), fleet.types.len());
        let stream = |class: usize| Random::new(u64::from(seed) | (class as u64 + 1) << 32, replication);
        let holds = |class: usize| {
            fleet.types.iter().map(move |machine| machine.shape.holds(fleet.classes[class].shape))
        };
        Self {
            fleet,
            rules,
            random: (0..classes).map(stream).collect(),
            events: Events::default(),
            now: 0.0,
            machines: vec![Vec::new(); types],
            count: vec![0; types],
            first: vec![vec![0; classes]; types],
            holds: (0..classes).map(|class| holds(class).collect()).collect(),
            booting: Vec::new(),
            waiting: vec![VecDeque::new(); classes],
            stranded: vec![0; classes],
            closed: vec![false; types],
            rates: vec![0.0; classes],
            next: vec![f64::INFINITY; classes],
            soonest: (f64::INFINITY, 0),
            number: 0,
            record,
            #[cfg(test)]
            log: Vec::new(),
            too_many: false,
        }
    }

    /// Runs it to the end.
    pub fn run(mut self) -> Self {
        self.begin();
        while self.step() {}
        self.finish();
        self
    }

    /// Starts the minimum fleet and the arrivals.
    pub(super) fn begin(&mut self) {
        for at in 0..self.fleet.types.len() {
            for _ in 0..self.fleet.types[at].least {
                if let Some(slot) = self.order(at) {
                    self.machines[at][slot as usize].stage = Stage::Runs;
                    self.if_empty(at, slot);
                }
            }
        }
        let outages = self.fleet.outages.iter().flat_map(|outage| [outage.1, outage.2]);
        let surges = self.fleet.surges.iter().flat_map(|surge| [surge.2, surge.3]);
        for time in outages.chain(surges) {
            self.events.put(time, Event::Changes);
        }
        self.change();
    }

    /// One event; tells whether there was one before the end.
    pub(super) fn step(&mut self) -> bool {
        let waited = self.record.waiting > 0;
        let (time, class) = self.soonest;
        let event = match self.events.next_time() {
            Some(due) if due <= time => self.events.take(),
            _ => None,
        };
        let time = event.map_or(time, |(due, _)| due);
        if time >= self.record.end() {
            return false;
        }
        self.record.passes(time, &self.count);
        self.now = time;
        self.record.events += 1;
        match event.map(|(_, event)| event) {
            None => self.arrives(class),
            Some(Event::Ends(class, at, slot)) => self.ends(class as usize, at as usize, slot),
            Some(Event::Up(at, slot)) => self.up(at as usize, slot),
            Some(Event::Look(at, slot, emptied)) => self.look(at as usize, slot, emptied),
            Some(Event::Changes) => self.change(),
        }
        if waited && self.record.waiting == 0 && self.rules.order != Order::Backfill {
            for at in 0..self.machines.len() {
                self.release_spare(at);
            }
        }
        !self.too_many
    }

    /// Notes what there is at the end.
    pub(super) fn finish(&mut self) {
        self.record.ends(&self.count);
        for (class, waiting) in self.waiting.iter().enumerate() {
            for job in waiting {
                self.record.still_waits(class, job.arrived);
            }
        }
    }

    /// Takes over the rates of now, and looks for machines where a type can be had again.
    fn change(&mut self) {
        for class in 0..self.rates.len() {
            let rate = self.fleet.rate(class, self.now);
            if rate != self.rates[class] {
                // Without memory: what was to come may be drawn anew.
                self.rates[class] = rate;
                self.next(class);
            }
        }
        self.scale();
    }

    fn next(&mut self, class: usize) {
        let rate = self.rates[class];
        let between = if rate > 0.0 { self.random[class].exponential(1.0 / rate) } else { f64::INFINITY };
        self.next[class] = self.now + between;
        let mut soonest = (f64::INFINITY, 0);
        for (class, next) in self.next.iter().enumerate() {
            if *next < soonest.0 {
                soonest = (*next, class);
            }
        }
        self.soonest = soonest;
    }

    fn arrives(&mut self, class: usize) {
        self.next(class);
        let duration = self.rules.durations[class].draw(&mut self.random[class]);
        let job = Waiting { arrived: self.now, duration, number: self.number };
        self.number += 1;
        self.too_many |= self.number as f64 > MOST_JOBS;
        self.record.arrives(self.now, class);
        let may_pass = match self.rules.order {
            Order::Backfill => true,
            Order::Fifo => self.record.waiting == 0,
            Order::Largest => false,
        };
        if may_pass && let Some((at, slot)) = self.find(class) {
            self.start(class, job, at, slot);
            return;
        }
        self.waiting[class].push_back(job);
        self.record.waiting += 1;
        if self.rules.order == Order::Largest {
            self.sorted();
        }
        if self.record.waiting > 0 {
            self.scale();
        }
    }

    fn ends(&mut self, class: usize, at: usize, slot: u32) {
        let machine = &mut self.machines[at][slot as usize];
        let shape = self.fleet.classes[class].shape;
        machine.room.cpu += shape.cpu;
        machine.room.memory += shape.memory;
        machine.jobs -= 1;
        self.has_room(at, slot);
        if self.record.waiting > 0 {
            self.dispatch(at, slot);
        }
        self.if_empty(at, slot);
    }

    fn up(&mut self, at: usize, slot: u32) {
        self.machines[at][slot as usize].stage = Stage::Runs;
        if let Some(place) = self.booting.iter().position(|booting| *booting == (at as u32, slot)) {
            self.booting.remove(place);
        }
        self.has_room(at, slot);
        if self.record.waiting > 0 {
            self.dispatch(at, slot);
        }
        self.if_empty(at, slot);
        self.release_spare(at);
        if self.record.waiting > 0 {
            self.scale();
        }
    }

    /// Notes that there may be room where there was none.
    fn has_room(&mut self, at: usize, slot: u32) {
        for first in &mut self.first[at] {
            *first = slot.min(*first);
        }
    }

    /// Has an empty machine looked at when it may be released.
    fn if_empty(&mut self, at: usize, slot: u32) {
        let limits = &self.fleet.types[at];
        let machine = &mut self.machines[at][slot as usize];
        // A fleet that is always at its minimum releases none.
        if machine.stage == Stage::Runs && machine.jobs == 0 && limits.limit != Some(limits.least) {
            machine.emptied += 1;
            self.events.put(self.now + self.rules.idle, Event::Look(at as u32, slot, machine.emptied));
        }
    }

    fn look(&mut self, at: usize, slot: u32, emptied: u32) {
        let machine = &mut self.machines[at][slot as usize];
        if machine.stage != Stage::Runs || machine.jobs > 0 || machine.emptied != emptied {
            return;
        }
        machine.is_spare = true;
        self.release_spare(at);
        if self.record.waiting > 0 {
            self.scale();
        }
    }

    /// Releases machines that were empty for long enough, down to the minimum. While jobs wait that may not use
    /// them yet, they are kept: they would have to be started again.
    fn release_spare(&mut self, at: usize) {
        let whole = self.fleet.types[at].shape;
        let waits =
            |class: usize| !self.waiting[class].is_empty() && whole.has_room(self.fleet.classes[class].shape);
        if (0..self.waiting.len()).any(waits) {
            return;
        }
        let mut slot = 0;
        while self.count[at] > self.fleet.types[at].least && slot < self.machines[at].len() {
            if self.machines[at][slot].is_spare {
                self.release(at, slot as u32);
            }
            slot += 1;
        }
    }

    fn release(&mut self, at: usize, slot: u32) {
        let machine = &mut self.machines[at][slot as usize];
        machine.stage = Stage::Off;
        machine.is_spare = false;
        machine.emptied += 1;
        self.record.has(self.now, at, self.count[at]);
        self.count[at] -= 1;
    }

    /// Orders one more machine of a type.
    fn order(&mut self, at: usize) -> Option<u32> {
        if self.count.iter().sum::<u32>() >= MOST_MACHINES {
            self.too_many = true;
            return None;
        }
        self.record.has(self.now, at, self.count[at]);
        self.count[at] += 1;
        let room = self.fleet.types[at].shape;
        let all = &mut self.machines[at];
        let slot = all.iter().position(|machine| machine.stage == Stage::Off).unwrap_or(all.len());
        let emptied = all.get(slot).map_or(0, |machine| machine.emptied);
        let machine = Machine { stage: Stage::Boots, room, jobs: 0, emptied, is_spare: false };
        match all.get_mut(slot) {
            Some(place) => *place = machine,
            None => all.push(machine),
        }
        Some(slot as u32)
    }

    /// The machine that takes a job of this class now.
    fn find(&mut self, class: usize) -> Option<(usize, u32)> {
        let job = self.fleet.classes[class].shape;
        let mut best: Option<(f64, usize, u32)> = None;
        for &at in &self.fleet.by_rank {
            if self.holds[class][at] == 0 || self.closed[at] {
                continue;
            }
            let all = &self.machines[at];
            let takes = |machine: &Machine| machine.stage == Stage::Runs && machine.room.has_room(job);
            let first = self.first[at][class] as usize;
            let found = (first..all.len()).find(|slot| takes(&all[*slot]));
            let first = found.unwrap_or(all.len());
            self.first[at][class] = first as u32;
            if self.rules.policy == Policy::FirstFit {
                match found {
                    Some(slot) => return Some((at, slot as u32)),
                    None => continue,
                }
            }
            let whole = self.fleet.types[at].shape;
            for (slot, machine) in all.iter().enumerate().skip(first) {
                if takes(machine) {
                    let left = (machine.room.cpu - job.cpu) as f64 / whole.cpu as f64
                        + (machine.room.memory - job.memory) as f64 / whole.memory as f64;
                    if best.is_none_or(|(least, _, _)| left < least) {
                        best = Some((left, at, slot as u32));
                    }
                }
            }
        }
        best.map(|(_, at, slot)| (at, slot))
    }

    fn start(&mut self, class: usize, job: Waiting, at: usize, slot: u32) {
        let shape = self.fleet.classes[class].shape;
        let machine = &mut self.machines[at][slot as usize];
        machine.room.cpu -= shape.cpu;
        machine.room.memory -= shape.memory;
        machine.jobs += 1;
        machine.is_spare = false;
        self.record.starts(self.now, class, job.arrived, job.duration, shape.cores());
        #[cfg(test)]
        self.log.push(Started {
            number: job.number,
            class,
            at,
            slot,
            from: self.now,
            until: self.now + job.duration,
        });
        self.events.put(self.now + job.duration, Event::Ends(class as u32, at as u32, slot));
    }

    fn start_first(&mut self, class: usize, at: usize, slot: u32) {
        if let Some(job) = self.waiting[class].pop_front() {
            self.record.waiting -= 1;
            self.start(class, job, at, slot);
        }
    }

    /// The class whose first job is the oldest, of those that `may`.
    fn oldest(&self, may: impl Fn(usize) -> bool) -> Option<usize> {
        let heads =
            self.waiting.iter().enumerate().filter_map(|(class, line)| Some((line.front()?.number, class)));
        heads.filter(|(_, class)| may(*class)).min().map(|(_, class)| class)
    }

    /// Starts what can start, where this machine has room that it had not.
    fn dispatch(&mut self, at: usize, slot: u32) {
        match self.rules.order {
            Order::Backfill => {
                while let room = self.machines[at][slot as usize].room
                    && let Some(class) = self.oldest(|class| room.has_room(self.fleet.classes[class].shape))
                {
                    self.start_first(class, at, slot);
                }
            }
            Order::Fifo => {
                while let Some(class) = self.oldest(|_| true)
                    && let Some((at, slot)) = self.find(class)
                {
                    self.start_first(class, at, slot);
                }
            }
            Order::Largest => self.sorted(),
        }
    }

    /// Starts the largest first; types that a larger one waits for are closed to smaller ones.
    fn sorted(&mut self) {
        for index in 0..self.fleet.by_size.len() {
            let class = self.fleet.by_size[index];
            while !self.waiting[class].is_empty()
                && let Some((at, slot)) = self.find(class)
            {
                self.start_first(class, at, slot);
            }
            if !self.waiting[class].is_empty() && self.stranded[class] > 0 {
                self.close(class);
            }
        }
        self.closed.fill(false);
    }

    /// Orders machines for waiting jobs that those booting have no room for: of the lowest rank that can be had.
    fn scale(&mut self) {
        let is_any = (0..self.count.len()).any(|at| self.can_be_had(at));
        if !is_any && self.rules.order != Order::Largest {
            return;
        }
        let mut line: Vec<usize> = match self.rules.order {
            Order::Largest => self.fleet.by_size.clone(),
            Order::Backfill | Order::Fifo => (0..self.waiting.len()).collect(),
        };
        line.retain(|class| !self.waiting[*class].is_empty());
        if self.rules.order != Order::Largest {
            let age = |class: &usize| self.waiting[*class].front().map(|job| job.number);
            crate::math::sorting::sort_by_key(&mut line, age);
        }
        // Type and room of each; those that run only where there may be room that a job may not use yet.
        let mut rooms: Vec<(usize, Shape)> = Vec::new();
        rooms.extend(self.booting.iter().map(|(at, _)| (*at as usize, self.fleet.types[*at as usize].shape)));
        if self.rules.order != Order::Backfill {
            for (at, all) in self.machines.iter().enumerate() {
                let running = all.iter().filter(|machine| machine.stage == Stage::Runs);
                rooms.extend(running.map(|machine| (at, machine.room)));
            }
        }
        let before = std::mem::replace(&mut self.stranded, vec![0; self.waiting.len()]);
        for class in line {
            let shape = self.fleet.classes[class].shape;
            let mut left = self.waiting[class].len() as u64;
            for (at, room) in &mut rooms {
                if !self.closed[*at] {
                    left -= taken(room, shape, left);
                }
            }
            while left > 0
                && let Some(at) = self.to_be_had(class)
                && let Some(slot) = self.order(at)
            {
                self.booting.push((at as u32, slot));
                self.events.put(self.now + self.rules.boot, Event::Up(at as u32, slot));
                let mut room = self.fleet.types[at].shape;
                left -= taken(&mut room, shape, left);
                rooms.push((at, room));
            }
            self.stranded[class] = left;
            if left > 0 {
                self.close(class);
            }
        }
        self.closed.fill(false);
        let opens = before.iter().zip(&self.stranded).any(|(before, now)| *before > 0 && *now == 0);
        if opens && self.rules.order == Order::Largest {
            // What was closed for a larger job is open, now that a machine boots for it.
            self.sorted();
        }
    }

    /// Where larger jobs come first, closes the types that this class waits for to smaller ones.
    fn close(&mut self, class: usize) {
        if self.rules.order == Order::Largest {
            for at in 0..self.closed.len() {
                self.closed[at] |= self.holds[class][at] > 0;
            }
        }
    }

    /// The first choice for a class of the types that can be had.
    fn to_be_had(&self, class: usize) -> Option<usize> {
        self.fleet.by_rank.iter().copied().find(|at| self.holds[class][*at] > 0 && self.can_be_had(*at))
    }

    /// Whether one more machine of a type can be had now.
    fn can_be_had(&self, at: usize) -> bool {
        self.fleet.types[at].limit.is_none_or(|limit| self.count[at] < limit)
            && !self.fleet.is_out(at, self.now)
    }

    /// For tests: what is wrong with the books of the machines.
    #[cfg(test)]
    pub fn fault(&self) -> Option<String> {
        let jobs = |class: usize| self.fleet.classes[class].shape;
        for (at, all) in self.machines.iter().enumerate() {
            let limits = &self.fleet.types[at];
            let on = all.iter().filter(|machine| machine.stage != Stage::Off).count() as u32;
            if on != self.count[at] || on < limits.least || limits.limit.is_some_and(|limit| on > limit) {
                return Some(format!("{on} machines of type {at}, counted {}", self.count[at]));
            }
            for machine in all {
                let whole = limits.shape;
                let fits =
                    |class: usize| !self.waiting[class].is_empty() && machine.room.has_room(jobs(class));
                if self.rules.order == Order::Backfill
                    && machine.stage == Stage::Runs
                    && (0..self.waiting.len()).any(fits)
                {
                    return Some(format!("{machine:?} has room for a job that waits"));
                }
                if machine.room.cpu > whole.cpu || machine.room.memory > whole.memory {
                    return Some(format!("{machine:?} has more room than it is large"));
                }
                if (machine.jobs == 0) != (machine.room == whole)
                    || (machine.stage != Stage::Runs && machine.jobs > 0)
                {
                    return Some(format!("{machine:?} has jobs or room that it has not"));
                }
            }
        }
        let waiting: usize = self.waiting.iter().map(VecDeque::len).sum();
        (waiting as u64 != self.record.waiting)
            .then(|| format!("{waiting} wait, counted {}", self.record.waiting))
    }
}

/// Takes room for as many of `left` jobs as fit, and gives their number.
fn taken(room: &mut Shape, job: Shape, left: u64) -> u64 {
    let jobs = room.holds(job).min(left);
    room.cpu -= jobs * job.cpu;
    room.memory -= jobs * job.memory;
    jobs
}
