//! Where the given rates, and the arrivals recorded so far, change.

use super::super::curve::{Linear, Profile};
use super::rates::Law;
use super::{DUST, Fluid, Mode, Run};

/// Which pieces hold now.
#[derive(Default)]
pub(super) struct Places {
    arrivals: usize,
    capacity: usize,
    /// Of the first arrivals, `patience` ago; none before time 0.
    originals: Option<usize>,
    /// Of the cumulative arrivals, `patience` ago.
    patience: Option<usize>,
    /// Of the cumulative arrivals, `expires` ago.
    expires: Option<usize>,
}

fn after(index: Option<usize>) -> usize {
    index.map_or(0, |index| index + 1)
}

fn law(profile: &Profile, index: usize, time: f64) -> Law {
    let piece = &profile.pieces()[index];
    Law { rate: piece.at(time), slope: piece.slope }
}

impl Fluid {
    /// From here on all given rates are constant.
    pub(super) fn constant_from(&self) -> f64 {
        let last = |profile: &Profile| profile.pieces().last().map_or(0.0, |piece| piece.from);
        last(&self.arrivals).max(last(&self.capacity))
    }
}

impl Run<'_> {
    /// First arrivals.
    pub(super) fn first(&self) -> Law {
        law(&self.fluid.arrivals, self.places.arrivals, self.time)
    }

    /// Copies.
    pub(super) fn copies(&self) -> Law {
        match (self.copying, self.resubmission, self.places.originals) {
            (true, Some((patience, share)), Some(index)) => {
                law(&self.fluid.arrivals, index, self.time - patience).times(share)
            }
            _ => Law::default(),
        }
    }

    pub(super) fn capacity(&self) -> Law {
        law(&self.fluid.capacity, self.places.capacity, self.time)
    }

    /// The cumulative arrivals `patience` ago, and their rate.
    pub(super) fn patience_ago(&self) -> Option<(f64, Law)> {
        self.earlier(self.places.patience?, self.resubmission?.0)
    }

    /// The cumulative arrivals `expires` ago, and their rate.
    pub(super) fn expires_ago(&self) -> Option<(f64, Law)> {
        self.earlier(self.places.expires?, self.fluid.expires?)
    }

    fn earlier(&self, index: usize, ago: f64) -> Option<(f64, Law)> {
        let arc = self.course.arrived.arcs().get(index)?;
        let time = (self.time - ago).max(arc.from);
        Some((arc.level_at(time), Law { rate: arc.rate_at(time), slope: arc.slope }))
    }

    /// The next time at which any of these changes.
    pub(super) fn next_breakpoint(&self) -> f64 {
        let piece = |profile: &Profile, index: usize| profile.pieces().get(index).map(|piece| piece.from);
        let arc = |index: usize| self.course.arrived.arcs().get(index).map(|arc| arc.from);
        let (fluid, places) = (self.fluid, &self.places);
        let mut next = [None; 6];
        next[0] = piece(&fluid.arrivals, places.arrivals + 1);
        next[1] = piece(&fluid.capacity, places.capacity + 1);
        next[2] = (fluid.half_at.is_some() && self.watch > self.time).then_some(self.watch);
        if let Some(expires) = fluid.expires {
            next[3] = arc(after(places.expires)).map(|from| from + expires);
        }
        if let Some((patience, _)) = self.resubmission {
            next[4] = piece(&fluid.arrivals, after(places.originals)).map(|from| from + patience);
            next[5] = arc(after(places.patience)).map(|from| from + patience);
        }
        next.into_iter().flatten().fold(f64::INFINITY, f64::min)
    }

    /// Moves to what holds from now on, and does what happens at once.
    pub(super) fn pass_breakpoints(&mut self) {
        let (time, arrivals, capacity) =
            (self.time, self.fluid.arrivals.pieces(), self.fluid.capacity.pieces());
        let reached = |piece: Option<&Linear>, ago: f64| piece.is_some_and(|piece| piece.from + ago <= time);
        while reached(arrivals.get(self.places.arrivals + 1), 0.0) {
            self.places.arrivals += 1;
        }
        while reached(capacity.get(self.places.capacity + 1), 0.0) {
            self.places.capacity += 1;
        }
        if let Some((patience, share)) = self.resubmission {
            while reached(arrivals.get(after(self.places.originals)), patience) {
                self.places.originals = Some(after(self.places.originals));
            }
            self.pass_patience(patience, share);
        }
        if let Some(expires) = self.fluid.expires {
            self.pass_expiry(expires);
        }
    }

    fn pass_patience(&mut self, patience: f64, share: f64) {
        while let Some(level) = self.level_passed(after(self.places.patience), patience) {
            let from_the_beginning = self.places.patience.is_none();
            self.places.patience = Some(after(self.places.patience));
            if from_the_beginning && self.left < level {
                // Those who were there at time 0 lose patience all at once.
                let copies = share * (level - self.left);
                self.course.duplicates += copies;
                self.arrive(copies);
            }
            if self.mode != Mode::Empty && (level - self.left).abs() > DUST * level {
                self.copying = level > self.left;
            }
        }
    }

    fn pass_expiry(&mut self, expires: f64) {
        while let Some(level) = self.level_passed(after(self.places.expires), expires) {
            self.places.expires = Some(after(self.places.expires));
            if self.mode != Mode::Empty && level - self.left > DUST * level {
                self.course.expired += level - self.left;
                self.left = level;
                self.mode = Mode::Expiring;
            }
        }
    }

    /// The level at which this arc of the arrivals began, if that is so long ago.
    fn level_passed(&self, index: usize, ago: f64) -> Option<f64> {
        let arc = self.course.arrived.arcs().get(index)?;
        (arc.from + ago <= self.time).then_some(arc.level)
    }
}
