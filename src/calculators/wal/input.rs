//! What the WAL calculator is asked.

use crate::clock::Clock;
use crate::field::{BytesOrShare, Kind};
use crate::quantity::{ByteRate, Bytes, Duration, Share, Unit};
use crate::{choices, inputs};

choices! {
    /// How the archiving rate is given.
    pub enum By {
        /// As a rate.
        Rate = "rate": "a rate",
        /// From the segment size, the time per segment and the number of archivers.
        Segments = "segments": "time per segment",
    }
}

const MOST_BYTES: f64 = 1e18;
const MOST_RATE: f64 = 1e12;
/// Ten years.
const LONGEST: f64 = 315_360_000.0;

impl Input {
    /// The length of the burst, if there is one: a rate above zero, and a length that is not zero. The
    /// inner value is none for a burst without an end.
    pub fn burst_length(&self) -> Option<Option<Duration>> {
        let burst = self.burst > ByteRate::ZERO && self.burst_for != Some(Duration::ZERO);
        burst.then_some(self.burst_for)
    }

    /// The length of the burst, if it ends: only then can its rows be deleted later.
    pub fn finite_burst(&self) -> Option<Duration> {
        self.burst_length().flatten()
    }
}

inputs! {
    /// What the volume and the rates look like.
    pub struct Input {
        /// Size of the volume that holds the log: pg_wal.
        volume: Bytes = { key: "volume", label: "Volume", group: "Volume",
            default: Bytes::terabytes(1.0),
            kind: Kind::quantity(Unit::Bytes, 1e6..=MOST_BYTES).slider(1e9, 1e13) },
        /// Free space now, in bytes or as a share of the volume.
        free: BytesOrShare = { key: "free", label: "Free now", group: "Volume",
            default: BytesOrShare::Bytes(Bytes::gigabytes(800.0)),
            kind: Kind::quantity(Unit::Bytes, 0.0..=MOST_BYTES).slider(1e9, 1e13).or_share() },
        /// Log kept in any case, archived or not: max_wal_size, wal_keep_size, what a slot holds back.
        /// Take the largest of them: they overlap.
        kept: Bytes = { key: "kept", label: "Log kept in any case", group: "Volume",
            default: Bytes::gigabytes(1.0),
            kind: Kind::quantity(Unit::Bytes, 0.0..=MOST_BYTES).slider(1e8, 1e12) },
        /// Log that waits to be archived now: the .ready files times the segment size. Off: the volume
        /// holds nothing but log, and what is used beyond the log kept in any case is waiting.
        waiting: Option<Bytes> = { key: "waiting", label: "Waiting to be archived", group: "Volume",
            default: None,
            kind: Kind::quantity(Unit::Bytes, 0.0..=MOST_BYTES).slider(1e8, 1e12).or("off") },
        /// Log written, without the burst.
        write: ByteRate = { key: "write", label: "Log written", group: "Rates",
            default: ByteRate::megabytes_per_second(140.0),
            kind: Kind::quantity(Unit::ByteRate, 0.0..=MOST_RATE).slider(1e6, 1e9) },
        /// Archiving given as a rate, or worked out from the time that one segment takes.
        by: By = { key: "by", label: "Archiving given as", group: "Rates",
            default: By::Rate, kind: By::KIND },
        /// Log that can be archived. Unlimited: nothing ever waits.
        archive: Option<ByteRate> = { key: "archive", label: "Can be archived", group: "Rates",
            default: Some(ByteRate::megabytes_per_second(50.0)),
            kind: Kind::quantity(Unit::ByteRate, 0.0..=MOST_RATE).slider(1e6, 1e9).or("unlimited"),
            when: |input| input.by == By::Rate },
        /// Size of one segment: wal_segment_size, 16 MiB unless changed; 64 MiB on RDS.
        segment: Bytes = { key: "segment", label: "Segment", group: "Rates",
            default: Bytes::mebibytes(16.0),
            kind: Kind::quantity(Unit::Bytes, 1e3..=1e12).slider(1e6, 1.1e9),
            when: |input| input.by == By::Segments },
        /// Time that one archiver takes for one segment, start to end.
        per_segment: Duration = { key: "per_segment", label: "Time per segment", group: "Rates",
            default: Duration::milliseconds(320.0),
            kind: Kind::duration(1e-6..=86_400.0).slider(1e-2, 60.0),
            when: |input| input.by == By::Segments },
        /// Segments archived at the same time. PostgreSQL runs archive_command for one segment at a
        /// time: more than one needs an archiver that works ahead by itself.
        archivers: u32 = { key: "archivers", label: "At the same time", group: "Rates",
            default: 1, kind: Kind::count(1..=1000).slider(1.0, 32.0),
            when: |input| input.by == By::Segments },
        /// Additional log written from now on.
        burst: ByteRate = { key: "burst", label: "Burst, in addition", group: "Burst",
            default: ByteRate::ZERO,
            kind: Kind::quantity(Unit::ByteRate, 0.0..=MOST_RATE).slider(1e6, 1e9) },
        /// How long the burst lasts. Off: for ever.
        burst_for: Option<Duration> = { key: "burst_for", label: "Burst lasts", group: "Burst",
            default: None, kind: Kind::duration(0.0..=LONGEST).slider(60.0, 604_800.0).or("off"),
            when: |input| input.burst > ByteRate::ZERO },
        /// Share of the burst's log that is written again when its rows are deleted: a second burst of
        /// the same length.
        echo: Share = { key: "echo", label: "Written again later", group: "Echo",
            default: Share::ZERO, kind: Kind::share(0.0..=1.0).slider(0.0, 1.0),
            when: |input| input.finite_burst().is_some() },
        /// When the deletions begin, from now: how long the rows are kept.
        echo_after: Duration = { key: "echo_after", label: "Deleted after", group: "Echo",
            default: Duration::days(3.0), kind: Kind::duration(0.0..=LONGEST).slider(3600.0, 2_592_000.0),
            when: |input| input.finite_burst().is_some() && input.echo > Share::ZERO },
        /// The alert fires when free space falls to this, in bytes or as a share of the volume.
        alert: BytesOrShare = { key: "alert", label: "Alert when free falls to", group: "Alert",
            default: BytesOrShare::Share(Share::percent(20.0)),
            kind: Kind::quantity(Unit::Bytes, 0.0..=MOST_BYTES).slider(1e9, 1e13).or_share() },
        /// Time from the alert until people have made room.
        respond: Duration = { key: "respond", label: "People need", group: "Alert",
            default: Duration::minutes(60.0), kind: Kind::duration(0.0..=LONGEST).slider(60.0, 86_400.0) },
        /// Waiting log at which something gives first: the archiver's queue limit, which drops log, or
        /// max_slot_wal_keep_size, which drops the slot.
        limit: Option<Bytes> = { key: "limit", label: "Waiting log, at most", group: "Alert",
            default: None,
            kind: Kind::quantity(Unit::Bytes, 1.0..=MOST_BYTES).slider(1e9, 1e13).or("off") },
        /// Clock time now; with it the answer is in clock times too.
        from: Option<Clock> = { key: "from", label: "Clock time now", group: "Clock",
            default: None, kind: Kind::Clock },
    }
}
