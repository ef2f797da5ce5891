//! One lane as PgBouncer runs it, event by event.
//!
//! Sources: PgBouncer src/objects.c (launch_new_connection, find_server, release_server, disconnect_client,
//! accept_cancel_request, forward_cancel_request, check_fast_fail), src/janitor.c (per_loop_activate,
//! check_pool_size, pool_client_maint), src/server.c (handle_connect); and what was measured.

mod servers;

use std::collections::VecDeque;

use super::record::Record;
use super::rules::{Covers, Dead, Rules, Step};
use crate::calculators::pooler::input::OnDeadline;
use crate::sim::{Events, Random};

/// How often a client whose cancel was forwarded hangs up before the pooler has read from the server that it is
/// ready, which costs the server: of cancels that come alone, and more for each other one under way, for then
/// the database's processes are busy with those. Measured: 0.02 under steady load, 3 of 10 in a pulse of ten at
/// once (pooler_destruction.csv), where 4.5 others are under way on average.
const LOST_RACES: (f64, f64) = (0.02, (0.3 - 0.02) / 4.5);

#[derive(Clone, Copy, Debug)]
enum Event {
    /// A query arrives, unless the rate has changed since it was drawn.
    Arrives(u32),
    /// A query has run.
    Ends(Slot),
    /// The deadline of a query that runs.
    Deadline(Slot),
    /// The database has carried out a cancel.
    Cancelled(Slot),
    /// A client that cancelled stops reading.
    GivesUp(Slot),
    /// The TCP connection of the login under way stands.
    Connected(u32),
    /// The login under way ends.
    LoggedIn(u32),
    /// A query that nobody waits for any more has run in the database.
    GhostEnds,
    /// Logins may be tried again.
    Retries,
    /// The pooler's maintenance.
    Tick,
    /// A connection is lost for another reason.
    Loss,
    /// A bin of the record begins.
    Bin,
    /// What changes at this place of the schedule.
    Step(u32),
    /// Queries come again, if no more is shed.
    Unshed,
}

/// A busy server, and a number that is another one for each query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slot {
    place: u32,
    query: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Busy {
    query: u32,
    arrived: f64,
    ends: f64,
    is_doomed: bool,
    /// A cancel for it is under way; whether its query has ended meanwhile.
    has_ended: bool,
    is_being_cancelled: bool,
    is_in_time: bool,
    is_busy: bool,
}

/// The state of a lane.
pub struct Lane<'a> {
    rules: Rules,
    schedule: &'a [(f64, Step)],
    random: Random,
    events: Events<Event>,
    record: Record,
    now: f64,
    is_over: bool,
    /// From when on it is watched, and with how many usable connections it counts as empty.
    watch: (f64, u32),
    rate: f64,
    arrivals: u32,
    shed_until: f64,
    /// When each waiting query arrived.
    queue: VecDeque<f64>,
    idle: u32,
    busy: u32,
    servers: Vec<Busy>,
    free: Vec<u32>,
    /// The login under way: when it began.
    opening: Option<f64>,
    openings: u32,
    cancels: VecDeque<Slot>,
    /// Cancels that the database has to carry out, and when it has done the last of them.
    forwarded: u32,
    last_cancelled_at: f64,
    ghosts: u32,
    last_login_failed: bool,
    no_login_until: f64,
}

impl<'a> Lane<'a> {
    /// A lane at time 0, before the first step of its schedule, which is in order of time. From a moment on it is
    /// watched for when at most so many connections are usable.
    pub fn new(rules: Rules, schedule: &'a [(f64, Step)], watch: (f64, u32), random: Random) -> Self {
        let most = rules.accepted.map_or(rules.size, |accepted| accepted.min(rules.size));
        Self {
            rules,
            schedule,
            random,
            events: Events::default(),
            record: Record::default(),
            now: 0.0,
            is_over: false,
            watch,
            rate: 0.0,
            arrivals: 0,
            shed_until: 0.0,
            queue: VecDeque::new(),
            idle: if rules.starts_empty { 0 } else { most },
            busy: 0,
            servers: Vec::new(),
            free: Vec::new(),
            opening: None,
            openings: 0,
            cancels: VecDeque::new(),
            forwarded: 0,
            last_cancelled_at: 0.0,
            ghosts: 0,
            last_login_failed: false,
            no_login_until: 0.0,
        }
    }

    /// Runs for so many bins of this length.
    pub fn run(mut self, bin: f64, bins: usize) -> Record {
        self.record = Record::new(bin, bins);
        for (at, (time, _)) in self.schedule.iter().enumerate() {
            self.events.put(*time, Event::Step(at as u32));
        }
        self.events.put(0.0, Event::Bin);
        // The pooler's clock does not know when the load begins.
        let first_tick = self.rules.tick * self.random.share();
        if self.rules.tick > 0.0 {
            self.events.put(first_tick, Event::Tick);
        }
        self.put_loss();
        let end = bin * bins as f64;
        while let Some((now, event)) = self.events.take() {
            // Nobody comes any more, and whoever came may still be answered.
            self.is_over = now >= end;
            if now >= end + self.rules.deadline {
                break;
            }
            self.now = now;
            self.record.events += 1;
            self.happens(event);
            if self.opening.is_none() {
                self.open(false);
            }
            let (from, empty) = self.watch;
            if self.idle + self.busy <= empty && now >= from && self.record.empty_at.is_none() {
                self.record.empty_at = Some(now);
            }
        }
        self.record
    }

    fn happens(&mut self, event: Event) {
        match event {
            Event::Arrives(_) | Event::Bin | Event::Step(_) | Event::Unshed | Event::Loss if self.is_over => {
            }
            Event::Arrives(number) if number == self.arrivals => self.arrives(),
            Event::Ends(slot) if self.runs(slot) => self.ends(slot),
            Event::Deadline(slot) if self.runs(slot) => self.is_late(slot),
            Event::Cancelled(slot) => self.cancelled(slot),
            Event::GivesUp(slot) if self.runs(slot) => self.hangs_up(slot),
            Event::Connected(number) if number == self.openings => self.connected(),
            Event::LoggedIn(number) if number == self.openings => self.logged_in(),
            Event::GhostEnds => self.ghosts -= 1,
            Event::Tick => self.tick(),
            Event::Loss => self.loses_one(),
            Event::Bin => {
                self.record.usable.push(self.idle + self.busy);
                self.record.waiting.push(self.queue.len() as u32);
                // From the number of the bin, so that no error adds up.
                self.events.put(self.record.bin * self.record.usable.len() as f64, Event::Bin);
            }
            Event::Step(at) => self.step(self.schedule[at as usize].1),
            Event::Unshed => self.put_arrival(),
            Event::Retries
            | Event::Arrives(_)
            | Event::Ends(_)
            | Event::Deadline(_)
            | Event::GivesUp(_)
            | Event::Connected(_)
            | Event::LoggedIn(_) => {}
        }
    }

    fn runs(&self, slot: Slot) -> bool {
        let server = &self.servers[slot.place as usize];
        server.is_busy && server.query == slot.query
    }

    fn put_arrival(&mut self) {
        self.arrivals = self.arrivals.wrapping_add(1);
        if self.now >= self.shed_until {
            let next = self.now + self.random.exponential(1.0 / self.rate);
            self.events.put(next, Event::Arrives(self.arrivals));
        }
    }

    fn put_loss(&mut self) {
        if self.rules.destroyed > 0.0 {
            let next = self.now + self.random.exponential(1.0 / self.rules.destroyed);
            self.events.put(next, Event::Loss);
        }
    }

    fn arrives(&mut self) {
        let next = self.now + self.random.exponential(1.0 / self.rate);
        self.events.put(next, Event::Arrives(self.arrivals));
        self.record.arrives(self.now);
        if self.queue.len() as u64 + u64::from(self.busy) >= u64::from(self.rules.clients) {
            self.record.refused += 1;
        } else if self.idle > 0 {
            self.idle -= 1;
            self.start(self.now, false);
        } else if self.last_login_failed && self.busy == 0 {
            // check_fast_fail: no server, and the last login failed. The client is told so, and its coming
            // has a login tried as soon as that is allowed.
            self.open(true);
        } else {
            self.queue.push_back(self.now);
        }
    }

    /// A server begins to run the query that arrived then.
    fn start(&mut self, arrived: f64, is_doomed: bool) {
        let ends = self.now + self.rules.hold.draw(&mut self.random);
        let deadline = arrived + self.rules.deadline;
        let is_in_time = match self.rules.covers {
            Covers::All => ends <= deadline,
            #[cfg(test)]
            Covers::Waiting => self.now <= deadline,
        };
        let place = self.free.pop().unwrap_or_else(|| {
            self.servers.push(Busy::default());
            self.servers.len() as u32 - 1
        });
        let server = &mut self.servers[place as usize];
        let query = server.query.wrapping_add(1);
        *server = Busy { query, arrived, ends, is_doomed, is_in_time, is_busy: true, ..Busy::default() };
        self.busy += 1;
        let slot = Slot { place, query };
        let is_late = self.rules.covers == Covers::All && ends > deadline && !is_doomed;
        match self.rules.on_deadline {
            OnDeadline::Terminate | OnDeadline::Drop if is_late => {
                self.events.put(deadline.max(self.now), Event::Deadline(slot));
            }
            OnDeadline::CancelTerminate | OnDeadline::CancelWait if is_late => {
                if deadline > self.now {
                    self.events.put(deadline, Event::Deadline(slot));
                }
                self.events.put(ends, Event::Ends(slot));
                let gives_up = deadline + self.rules.reads_on;
                if self.rules.on_deadline == OnDeadline::CancelWait && gives_up < ends {
                    self.events.put(gives_up, Event::GivesUp(slot));
                }
            }
            _ => self.events.put(ends, Event::Ends(slot)),
        }
    }

    fn leaves(&mut self, slot: Slot) -> Busy {
        let server = &mut self.servers[slot.place as usize];
        server.is_busy = false;
        self.busy -= 1;
        self.free.push(slot.place);
        *server
    }

    fn ends(&mut self, slot: Slot) {
        let server = &mut self.servers[slot.place as usize];
        if server.is_being_cancelled {
            // The next query would be cancelled instead: the pooler keeps the server until the cancel is through.
            server.has_ended = true;
            return;
        }
        let server = self.leaves(slot);
        if server.is_doomed {
            self.record.destroyed += 1;
            return;
        }
        if server.is_in_time {
            self.record.answers(server.arrived);
        }
        self.release();
    }

    /// The deadline of a query that runs has passed.
    fn is_late(&mut self, slot: Slot) {
        match self.rules.on_deadline {
            OnDeadline::Terminate | OnDeadline::Drop => self.hangs_up(slot),
            OnDeadline::CancelTerminate | OnDeadline::CancelWait => self.cancels.push_back(slot),
            OnDeadline::Leave => {}
        }
    }

    /// A client closes while its query runs: the server is closed too, and the query runs on without it.
    fn hangs_up(&mut self, slot: Slot) {
        let server = self.leaves(slot);
        self.record.destroyed += 1;
        if self.rules.accepted.is_some() {
            self.ghosts += 1;
            self.events.put(server.ends, Event::GhostEnds);
        }
    }

    /// A server has become free: the clients that wait have it, the first one first.
    fn release(&mut self) {
        while let Some(arrived) = self.queue.pop_front() {
            let waited = self.now - arrived;
            if self.rules.tick == 0.0 && waited > self.rules.wait_limit {
                self.record.removed += 1;
                continue;
            }
            if waited <= self.rules.deadline {
                return self.start(arrived, false);
            }
            let hung_up = match self.rules.on_deadline {
                // End of file: the client is dropped, the server kept.
                OnDeadline::Drop => continue,
                OnDeadline::Terminate | OnDeadline::CancelTerminate => true,
                OnDeadline::CancelWait => waited > self.rules.deadline + self.rules.reads_on,
                OnDeadline::Leave => false,
            };
            return match self.rules.dead {
                _ if !hung_up => self.start(arrived, false),
                Dead::Closes => self.record.destroyed += 1,
                #[cfg(test)]
                Dead::RunsThenCloses => self.start(arrived, true),
                #[cfg(test)]
                Dead::Runs => self.start(arrived, false),
            };
        }
        self.idle += 1;
    }
}
