//! What is noted of one run.

/// A run in equal bins of time.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The length of a bin, seconds.
    pub bin: f64,
    /// Usable connections at the beginning of each bin.
    pub usable: Vec<u32>,
    /// Queries waiting then.
    pub waiting: Vec<u32>,
    /// Queries that arrived in each bin.
    pub arrived: Vec<u32>,
    /// Of those, how many were answered in time.
    pub answered: Vec<u32>,
    /// Connections closed because of an abandoned query, in all.
    pub destroyed: u64,
    /// Queries refused by the client limit.
    pub refused: u64,
    /// Queries that the wait limit removed.
    pub removed: u64,
    /// Cancels that took a connection of their own.
    pub cancels: u64,
    /// Logins that the database refused.
    pub failed_logins: u64,
    /// When there was no usable connection for the first time, after the moment asked about.
    pub empty_at: Option<f64>,
    /// When every connection was there again, after that.
    pub full_at: Option<f64>,
    /// Events.
    pub events: u64,
}

impl Record {
    /// A record of so many bins of this length.
    pub fn new(bin: f64, bins: usize) -> Self {
        Self {
            bin,
            usable: Vec::with_capacity(bins),
            waiting: Vec::with_capacity(bins),
            arrived: vec![0; bins],
            answered: vec![0; bins],
            ..Self::default()
        }
    }

    /// The bin of a moment; none after the end.
    pub fn bin_of(&self, time: f64) -> usize {
        (time / self.bin) as usize
    }

    /// Notes a query that arrived at this moment.
    pub fn arrives(&mut self, time: f64) {
        let bin = self.bin_of(time);
        if let Some(arrived) = self.arrived.get_mut(bin) {
            *arrived += 1;
        }
    }

    /// Notes that the query that arrived at this moment was answered in time.
    pub fn answers(&mut self, arrived: f64) {
        let bin = self.bin_of(arrived);
        if let Some(answered) = self.answered.get_mut(bin) {
            *answered += 1;
        }
    }

    /// The share of the queries that arrived in these bins that were answered in time; none of no query.
    pub fn success(&self, from: usize, until: usize) -> Option<f64> {
        let until = until.min(self.arrived.len());
        let from = from.min(until);
        let sum = |counts: &[u32]| counts[from..until].iter().map(|count| u64::from(*count)).sum::<u64>();
        let arrived = sum(&self.arrived);
        (arrived > 0).then(|| sum(&self.answered) as f64 / arrived as f64)
    }
}
