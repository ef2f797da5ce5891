//! The queue of the textbooks: one line, `servers` equal servers, first come first served. The engine is
//! checked on it, for its answers are known; and raced on it.

use std::collections::VecDeque;

use super::queue::Events;
use super::random::{Random, Time};

/// A station.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Station {
    /// Time between two arrivals.
    pub between: Time,
    /// Time of service.
    pub service: Time,
    /// Servers.
    pub servers: u32,
    /// Who has waited this long leaves, in seconds; infinite if nobody does.
    pub patience: f64,
}

/// What was seen at a station.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seen {
    /// Customers that arrived after the warm-up.
    pub customers: u64,
    /// Of those, how many did not wait at all.
    pub unqueued: u64,
    /// Of those, how many left.
    pub left: u64,
    /// Sum of all waits, in seconds.
    pub waited: f64,
    /// Customers that waited longer than the time asked about.
    pub late: u64,
    /// Events: arrivals and ends of service.
    pub events: u64,
}

impl Seen {
    /// Notes the wait of a customer who arrived then.
    fn note(&mut self, arrived: f64, warm_up: f64, wait: f64, patience: f64, late: f64) {
        if arrived >= warm_up {
            self.customers += 1;
            self.unqueued += u64::from(wait == 0.0);
            self.left += u64::from(wait > patience);
            self.waited += wait.min(patience);
            self.late += u64::from(wait > late);
        }
    }
}

#[derive(Clone, Copy)]
enum Event {
    Arrives,
    Ends,
}

impl Station {
    /// Lets customers in for so many seconds, serves them all, and counts those who arrived from `warm_up` on;
    /// `late` is a wait asked about, in seconds.
    pub fn run(&self, random: &mut Random, seconds: f64, warm_up: f64, late: f64) -> Seen {
        let mut seen = Seen::default();
        let mut events = Events::default();
        let mut line: VecDeque<f64> = VecDeque::new();
        let mut free = self.servers;
        events.put(self.between.draw(random), Event::Arrives);
        while let Some((now, event)) = events.take() {
            seen.events += 1;
            let begins = match event {
                Event::Arrives => {
                    let next = now + self.between.draw(random);
                    if next < seconds {
                        events.put(next, Event::Arrives);
                    }
                    if free > 0 {
                        free -= 1;
                        seen.note(now, warm_up, 0.0, self.patience, late);
                        true
                    } else {
                        line.push_back(now);
                        false
                    }
                }
                Event::Ends => loop {
                    let Some(arrived) = line.pop_front() else {
                        free += 1;
                        break false;
                    };
                    let wait = now - arrived;
                    seen.note(arrived, warm_up, wait, self.patience, late);
                    if wait <= self.patience {
                        break true;
                    }
                },
            };
            if begins {
                events.put(now + self.service.draw(random), Event::Ends);
            }
        }
        seen
    }
}
