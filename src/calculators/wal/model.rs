//! When the volume is full, and whether the alert leaves time.

use super::input::{By, Input};
use super::timeline::{Log, Timeline, WriteRate};
use crate::quantity::{ByteRate, Bytes, Duration};
use crate::report::ModelError;

/// Rounding that a comparison forgives, as a share.
const ROUNDING: f64 = 1e-9;

/// What happens to the volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It never fills.
    Holds,
    /// It fills, and the alert leaves people the time they need.
    Tight,
    /// It fills, and the alert does not.
    TooLate,
    /// There is no free space now.
    Full,
}

/// What the inputs say, in one unit each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volume {
    /// Its size.
    pub size: Bytes,
    /// Free space now.
    pub free: Bytes,
    /// Free space at which the alert fires.
    pub alert: Bytes,
    /// The log on it.
    pub log: Log,
}

/// Everything that the model says of a scenario. Times are from now; none: it does not happen.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The volume now.
    pub volume: Volume,
    /// The course of it, as if the volume had no end.
    pub timeline: Timeline,
    /// What is written over time.
    pub write: WriteRate,
    /// The state.
    pub state: State,
    /// When it is full.
    pub full: Option<Duration>,
    /// When free space first falls to the alert.
    pub alert: Option<Duration>,
    /// Since when the alert stands that is on when it is full: free space stays at or below the alert
    /// from then on.
    pub stands: Option<Duration>,
    /// From then to full.
    pub lead: Option<Duration>,
    /// Free space at which an alert leaves people the time they need.
    pub alert_needed: Option<Bytes>,
    /// When waiting log reaches the limit, unless the volume is full before.
    pub limit: Option<Duration>,
    /// From the end of the burst until nothing waits, given room for it.
    pub catch_up: Option<Duration>,
    /// Where the straight line from the present net rate says that it is full; it is the truth only if
    /// that rate stays.
    pub projection: Option<Duration>,
    /// Whether log kept in any case fills it, not log that waits.
    pub filled_by_kept: bool,
    /// The least that is free at any time.
    pub lowest_free: Bytes,
    /// The echo and what is left in it.
    pub echo: Option<Echo>,
}

/// The second burst, in which the rows of the first are deleted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Echo {
    /// When it begins.
    pub from: Duration,
    /// When it ends.
    pub until: Duration,
    /// Free space at its worst moment.
    pub lowest_free: Bytes,
}

/// Bytes per second that archiving can move: archivers × segment / time per segment.
///
/// Valid while every archiver always has a segment to take; a single archive_command is one archiver,
/// PostgreSQL runs it for one segment at a time. It cannot fail: a time of zero gives infinity, which the
/// input refuses. Source: PostgreSQL manual, "Continuous Archiving".
pub fn archive_ceiling(archivers: u32, segment: Bytes, per_segment: Duration) -> ByteRate {
    ByteRate::from_si(f64::from(archivers) * segment.si() / per_segment.si())
}

/// Time until `free` is gone at a steady `net` rate: free / net; none if it never is.
///
/// It is a projection: valid only while the rate stays what it is. Source: mass balance.
pub fn time_to_fill(free: Bytes, net: ByteRate) -> Option<Duration> {
    let time = free.si() / net.si();
    (net > ByteRate::ZERO && time.is_finite()).then_some(Duration::from_si(time))
}

/// Time until `waiting` is archived: waiting / (archive − write); none if it never is.
///
/// Valid for steady rates. The runs on record took 4 % less to 4 % more; up to a quarter more has been
/// seen, as space comes back at a checkpoint. Source: mass balance.
pub fn time_to_catch_up(waiting: Bytes, archive: ByteRate, write: ByteRate) -> Option<Duration> {
    match waiting > Bytes::ZERO {
        true => time_to_fill(waiting, ByteRate::from_si(archive.si() - write.si())),
        false => Some(Duration::ZERO),
    }
}

impl Volume {
    /// The volume of an input.
    ///
    /// Used space is `other + max(waiting, min(kept, written))`, where other is what is used now and does
    /// not wait. Log written so far begins with the log that waits now, so that the formula gives the
    /// used space of now. Where `waiting` is off the volume is taken to hold nothing but log: what is used
    /// beyond `kept` waits, the rest is log that is kept, and only what is missing from `kept` can be
    /// added to it: in the measured runs that did not fill, used space ended at `kept`, to the megabyte.
    ///
    /// # Errors
    /// More is free than there is, more waits than is used, or the alert is above the size.
    pub fn new(input: &Input) -> Result<Self, ModelError> {
        let size = input.volume;
        let (free, alert) = (input.free.of(size), input.alert.of(size));
        let slack = size.si() * ROUNDING;
        if free.si() > size.si() + slack {
            return Err(ModelError::new(
                "More is free than the volume holds: free space is part of the volume.",
                &["free", "volume"],
            ));
        }
        if alert.si() > size.si() + slack {
            return Err(ModelError::new(
                "The alert is above the size of the volume: it would always be on.",
                &["alert", "volume"],
            ));
        }
        let used = size.si() - free.si();
        let (waiting, kept) = match input.waiting {
            Some(waiting) if waiting.si() > used + slack => {
                return Err(ModelError::new(
                    "More log waits than the volume has used space: what waits is part of it.",
                    &["waiting", "free", "volume"],
                ));
            }
            Some(waiting) => (waiting.si(), input.kept.si()),
            None => {
                let waiting = (used - input.kept.si()).max(0.0);
                (waiting, (input.kept.si() - used).max(0.0))
            }
        };
        let archive = match input.by {
            By::Rate => input.archive,
            By::Segments => Some(archive_ceiling(input.archivers, input.segment, input.per_segment)),
        };
        let log = Log { waiting: Bytes::from_si(waiting), kept: Bytes::from_si(kept), archive };
        Ok(Self { size, free, alert, log })
    }

    /// Whether the log that is kept in any case fills the volume by itself.
    pub fn kept_fills(&self) -> bool {
        (self.log.kept.si() - self.log.waiting.si()).max(0.0) >= self.free.si()
    }

    /// The highest steady write rate, without bursts, that never fills it; none: there is no limit.
    ///
    /// It is what can be archived, or nothing where the log that is kept in any case has no room. Source:
    /// waiting log grows for ever exactly if more is written than archived.
    pub fn max_write(&self) -> Option<ByteRate> {
        if self.kept_fills() { Some(ByteRate::ZERO) } else { self.log.archive }
    }

    /// What is free when used space has grown by so much.
    pub fn left(&self, growth: Bytes) -> Bytes {
        Bytes::from_si((self.free.si() - growth.si()).min(self.size.si()).max(0.0))
    }

    /// The growth at which so much is left.
    fn growth_to(&self, left: Bytes) -> Bytes {
        Bytes::from_si(self.free.si() - left.si())
    }
}

/// The write rate of an input: the base, the burst from now, and its echo; they may overlap.
///
/// The echo writes its share of the burst's log at `share × burst` for as long as the burst lasted, as
/// rows are deleted in the order in which they came. Source: W(t) = base(t) + echo × burst(t − retention).
pub fn write_rate(input: &Input) -> WriteRate {
    let mut write = WriteRate::steady(input.write);
    if let Some(length) = input.burst_length() {
        write = write.plus(Duration::ZERO, length, input.burst);
    }
    if let Some((from, until)) = echo_window(input) {
        let rate = ByteRate::from_si(input.burst.si() * input.echo.as_fraction());
        write = write.plus(from, Some(until), rate);
    }
    write
}

fn echo_window(input: &Input) -> Option<(Duration, Duration)> {
    let length = input.finite_burst().filter(|_| input.echo.as_fraction() > 0.0)?;
    Some((input.echo_after, Duration::from_si(input.echo_after.si() + length.si())))
}

/// Works a scenario out.
///
/// # Errors
/// What [`Volume::new`] refuses.
pub fn answer(input: &Input) -> Result<Answer, ModelError> {
    let volume = Volume::new(input)?;
    let write = write_rate(input);
    let timeline = Timeline::new(&volume.log, &write);

    let full = timeline.grows_by(volume.free);
    let before_full = |time: &Duration| full.is_none_or(|full| *time <= full);
    let to_alert = volume.growth_to(volume.alert);
    let alert = timeline.grows_by(to_alert).filter(before_full);
    let stands = full.map(|full| timeline.stays_above(to_alert, full).unwrap_or(full));
    let lead = full.zip(stands).map(|(full, stands)| Duration::from_si(full.si() - stands.si()));
    let state = match lead {
        _ if volume.free <= Bytes::ZERO => State::Full,
        None => State::Holds,
        Some(lead) if lead.si() >= input.respond.si() * (1.0 - ROUNDING) => State::Tight,
        Some(_) => State::TooLate,
    };

    let filled_by_kept = full.is_some_and(|full| {
        let most = volume.log.waiting.si() + volume.free.si();
        timeline.at(full).waiting.si() < most * (1.0 - ROUNDING)
    });
    let written = write.at(Duration::ZERO);
    let net = volume.log.archive.map_or(0.0, |archive| written.si() - archive.si());
    let projection = if filled_by_kept { None } else { time_to_fill(volume.free, ByteRate::from_si(net)) };

    let burst_end = input.finite_burst().unwrap_or(Duration::ZERO);
    let catch_up =
        timeline.nothing_waits(burst_end).map(|time| Duration::from_si(time.si() - burst_end.si()));
    let lowest = |from: Duration, until: Duration| {
        let knots = timeline.between(from, until);
        let most = knots.iter().map(|knot| knot.growth.si()).fold(f64::NEG_INFINITY, f64::max);
        volume.left(Bytes::from_si(most))
    };
    let echo = echo_window(input).map(|(from, until)| {
        // Once it is full nothing more is written: nothing is left later either.
        let filled = full.is_some_and(|full| full <= until);
        Echo { from, until, lowest_free: if filled { Bytes::ZERO } else { lowest(from, until) } }
    });
    let end = timeline.knots().last().map_or(Duration::ZERO, |knot| knot.time);
    let lowest_free = if full.is_some() { Bytes::ZERO } else { lowest(Duration::ZERO, end) };

    let mut answer = Answer {
        state,
        full,
        alert,
        stands,
        lead,
        alert_needed: None,
        limit: input.limit.and_then(|limit| timeline.waits(limit)).filter(before_full),
        catch_up,
        projection,
        filled_by_kept,
        lowest_free,
        echo,
        volume,
        write,
        timeline,
    };
    answer.alert_needed = full.map(|full| answer.needed(full, input.respond));
    Ok(answer)
}

impl Answer {
    /// What is written now, with the burst.
    pub fn write_now(&self) -> ByteRate {
        self.write.at(Duration::ZERO)
    }

    /// Written now less what can be archived; none where archiving has no limit.
    pub fn net_rate(&self) -> Option<ByteRate> {
        self.volume.log.archive.map(|archive| ByteRate::from_si(self.write_now().si() - archive.si()))
    }

    /// Whether the alert level is passed already.
    pub fn alert_passed(&self) -> bool {
        self.volume.free <= self.volume.alert
    }

    /// The rate at which it goes to full now: what is written where kept log fills it, else the net rate.
    pub fn present_rate(&self) -> ByteRate {
        match self.net_rate() {
            Some(net) if !self.filled_by_kept => ByteRate::from_si(net.si().max(0.0)),
            _ => self.write_now(),
        }
    }

    /// Free bytes at which an alert leaves people `respond` until the volume is full: the most that is
    /// free in the last `respond` before that.
    ///
    /// If it is full sooner than `respond` from now, that moment is past: the result goes back to it on
    /// the present rate, is more than is free now, and may be more than the volume holds. Then no alert
    /// helps any more; set it for the next time. Source: definition, lead = time to full − time to alert.
    fn needed(&self, full: Duration, respond: Duration) -> Bytes {
        let past = respond.si() - full.si();
        let last = self.timeline.between(Duration::from_si((-past).max(0.0)), full);
        let least = last.iter().map(|knot| knot.growth.si()).fold(f64::INFINITY, f64::min);
        let back = if past > 0.0 { self.present_rate().si() * past } else { f64::NEG_INFINITY };
        Bytes::from_si(self.volume.free.si() + back.max(-least))
    }
}
