//! The servers of a lane: how they are opened and lost, and what operators do to them.

use super::{Event, LOST_RACES, Lane, Slot};
use crate::calculators::pooler::input::OnDeadline;
use crate::calculators::pooler::simulation::rules::{CANCEL, Refill, Step};

impl Lane<'_> {
    /// Opens a connection, if none is being opened, one may be, and one is wanted.
    pub(super) fn open(&mut self, is_asked: bool) {
        if self.opening.is_some() || self.now < self.no_login_until {
            return;
        }
        let servers = self.idle + self.busy;
        let lacks = servers < self.rules.size;
        let is_wanted = match self.rules.refill {
            Refill::Lazy => is_asked || (self.idle == 0 && !self.queue.is_empty()),
            #[cfg(test)]
            Refill::Eager => true,
        };
        // For a cancel the pool may grow to twice its size.
        let forwards = !self.cancels.is_empty() && servers < self.rules.size.saturating_mul(2);
        if (lacks && is_wanted) || forwards {
            self.opening = Some(self.now);
            self.openings = self.openings.wrapping_add(1);
            self.events.put(self.now + self.rules.connect(), Event::Connected(self.openings));
        }
    }

    /// The TCP connection stands. If a cancel waits it is sent over it, and that is all it was good for.
    pub(super) fn connected(&mut self) {
        let Some(began) = self.opening else { return };
        let Some(slot) = self.cancels.pop_front() else {
            self.events.put(began + self.rules.open, Event::LoggedIn(self.openings));
            return;
        };
        self.opening = None;
        self.record.cancels += 1;
        if self.runs(slot) {
            self.servers[slot.place as usize].is_being_cancelled = true;
            self.forwarded += 1;
            self.last_cancelled_at = self.last_cancelled_at.max(self.now) + CANCEL;
            self.events.put(self.last_cancelled_at, Event::Cancelled(slot));
        }
    }

    pub(super) fn cancelled(&mut self, slot: Slot) {
        self.forwarded -= 1;
        if !self.runs(slot) {
            return;
        }
        let server = self.leaves(slot);
        let others = self.forwarded + self.cancels.len() as u32;
        let lost = LOST_RACES.0 + LOST_RACES.1 * f64::from(others);
        let hangs_up = self.rules.on_deadline == OnDeadline::CancelTerminate && !server.has_ended;
        match hangs_up && self.random.happens(lost) {
            true => self.record.destroyed += 1,
            false => self.release(),
        }
    }

    pub(super) fn logged_in(&mut self) {
        let Some(began) = self.opening.take() else { return };
        let held = self.idle + self.busy + self.ghosts;
        if self.rules.accepted.is_some_and(|accepted| held >= accepted) {
            self.record.failed_logins += 1;
            self.last_login_failed = true;
            self.no_login_until = began + self.rules.login_retry;
            self.events.put(self.no_login_until, Event::Retries);
            return;
        }
        self.last_login_failed = false;
        if self.record.empty_at.is_some() && self.idle + self.busy + 1 >= self.rules.size {
            self.record.full_at.get_or_insert(self.now);
        }
        self.release();
    }

    /// What the pooler does three times a second.
    pub(super) fn tick(&mut self) {
        self.events.put(self.now + self.rules.tick, Event::Tick);
        let servers = self.idle + self.busy;
        let too_many = servers.saturating_sub(self.rules.size);
        self.idle -= too_many.min(self.idle);
        let has_clients = self.busy > 0 || !self.queue.is_empty();
        if servers < self.rules.min_size && has_clients {
            self.open(true);
        }
        while self.queue.front().is_some_and(|arrived| self.now - arrived > self.rules.wait_limit) {
            self.queue.pop_front();
            self.record.removed += 1;
        }
    }

    /// A connection is lost for another reason: any of them, and with it the query that it runs.
    pub(super) fn loses_one(&mut self) {
        self.put_loss();
        let servers = self.idle + self.busy;
        if servers == 0 {
            return;
        }
        let which = ((self.random.share() * f64::from(servers)) as u32).min(servers - 1);
        match which.checked_sub(self.idle) {
            None => self.idle -= 1,
            Some(nth) => {
                let busy = self.servers.iter().enumerate().filter(|(_, server)| server.is_busy);
                let found = busy.map(|(place, server)| (place as u32, server.query)).nth(nth as usize);
                if let Some((place, query)) = found {
                    self.leaves(Slot { place, query });
                }
            }
        }
    }

    pub(super) fn step(&mut self, step: Step) {
        match step {
            Step::Rate(rate) => {
                self.rate = rate;
                self.put_arrival();
            }
            Step::Shed(seconds) => {
                self.shed_until = self.shed_until.max(self.now + seconds);
                self.put_arrival();
                self.events.put(self.shed_until, Event::Unshed);
            }
            Step::WaitLimit(seconds) => self.rules.wait_limit = seconds,
            Step::Size(size) => self.rules.size = size,
            Step::Clients(clients) => self.rules.clients = clients,
            #[cfg(test)]
            Step::Open(seconds) => self.rules.open = seconds,
            Step::Restart => self.restart(),
        }
    }

    fn restart(&mut self) {
        for place in 0..self.servers.len() {
            let server = self.servers[place];
            if server.is_busy {
                self.leaves(Slot { place: place as u32, query: server.query });
                if self.rules.accepted.is_some() {
                    self.ghosts += 1;
                    self.events.put(server.ends, Event::GhostEnds);
                }
            }
        }
        self.idle = 0;
        self.queue.clear();
        self.cancels.clear();
        self.opening = None;
        self.openings = self.openings.wrapping_add(1);
        self.last_login_failed = false;
        self.no_login_until = 0.0;
    }
}
