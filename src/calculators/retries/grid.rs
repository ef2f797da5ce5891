//! An outage under decorrelated jitter: the delays depend on each other, so the distribution of the last
//! delay is carried along with that of the time.

/// Attempts followed one by one.
const MOST_STEPS: usize = 400;
/// Parts of the outage for the charts.
pub(super) const PARTS: usize = 40;

/// What becomes of the runs of an outage; sums over attempts, in seconds and their squares.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outcome {
    /// E[(L − S)⁺] of the last attempt, 0 where attempts have no limit.
    pub last: f64,
    /// The sum of E[(L − S)⁺] over all attempts.
    pub before_end: f64,
    /// The expected number of attempts before the end, of a run that starts with the outage.
    pub load: f64,
    /// The sum of the lags of the runs that come through, over all times at which they can start.
    pub lag: f64,
    /// P(S < t) summed over the attempts, at equal steps of t from 0 to the end of the outage.
    pub made: Vec<f64>,
    /// The same of the last attempt alone.
    pub spent: Vec<f64>,
}

/// A schedule with decorrelated jitter, in seconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// The first delay.
    pub base: f64,
    /// The largest delay.
    pub cap: f64,
    /// Time of a failing attempt.
    pub after: f64,
    /// Attempts in total.
    pub attempts: Option<u32>,
    /// Mean gap once it has settled.
    pub mean: f64,
}

/// Follows the runs through an outage.
///
/// The joint distribution of the last delay and the time since the first attempt is carried from
/// attempt to attempt on a grid: delays in steps of equal ratio, time in equal steps onto which each
/// delay is spread so that mean and variance stay. Both grids are halved once and the results
/// extrapolated (Richardson). The share of exhausted runs is right to about 2e-4; attempts beyond the
/// 400th follow the mean delay. It cannot fail. Source of the rule: Brooker, "Exponential Backoff And
/// Jitter" (AWS, 2015); of the extrapolation: Richardson (1911).
pub(super) fn follow(plan: &Plan, outage: f64) -> Outcome {
    let expected = 1.5 * outage / plan.mean;
    let long = expected > 100.0 && plan.attempts.is_none_or(|attempts| attempts > 100);
    let (steps, cells) = if long { (4, 120) } else { (8, 200) };
    let coarse = Grid::new(plan, outage, steps, cells).run(plan);
    let mut fine = Grid::new(plan, outage, 2 * steps, 2 * cells).run(plan);
    let better = |fine: &mut f64, coarse: f64| *fine = ((4.0 * *fine - coarse) / 3.0).max(0.0);
    better(&mut fine.last, coarse.last);
    better(&mut fine.before_end, coarse.before_end);
    better(&mut fine.load, coarse.load);
    better(&mut fine.lag, coarse.lag);
    fine
}

/// Masses by last delay (rows, the top one an atom) and time since the first attempt (columns).
struct Grid {
    outage: f64,
    base: f64,
    /// Steps within a factor of three.
    steps: usize,
    edges: Vec<f64>,
    /// What stands for each row.
    middles: Vec<f64>,
    /// Length of a time step.
    step: f64,
    columns: usize,
    mass: Vec<f64>,
}

/// Columns before time zero and beyond the end: what is spread needs a neighbour.
const MARGIN: usize = 2;

impl Grid {
    fn new(plan: &Plan, outage: f64, steps: usize, cells: usize) -> Self {
        let base = plan.base;
        // A delay beyond the outage leaves it in any case: the atom stands for all of those too.
        let top = plan.cap.min(1.1 * outage).max(base * 1.001);
        let ratio = 3.0_f64.powf(1.0 / steps as f64);
        let mut edges = vec![base];
        while let Some(edge) = edges.last().map(|edge| edge * ratio).filter(|edge| *edge < top * (1.0 - 1e-9))
        {
            edges.push(edge);
        }
        edges.push(top);
        let mut middles: Vec<f64> = edges.windows(2).map(|pair| 0.5 * (pair[0] + pair[1])).collect();
        middles.push(top);
        let columns = cells + 1 + 2 * MARGIN;
        let mass = vec![0.0; middles.len() * columns];
        Self { outage, base, steps, edges, middles, step: outage / cells as f64, columns, mass }
    }

    /// Time left at a column; negative beyond the end.
    fn left(&self, column: usize) -> f64 {
        self.outage - (column as f64 - MARGIN as f64) * self.step
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.mass[row * self.columns..(row + 1) * self.columns]
    }

    /// Mass of all rows by column.
    fn total(&self) -> Vec<f64> {
        let mut total = vec![0.0; self.columns];
        for row in 0..self.middles.len() {
            for (sum, mass) in total.iter_mut().zip(self.row(row)) {
                *sum += mass;
            }
        }
        total
    }

    /// E[X; X > top] of the delay X after one of `before`: what the atom stands for.
    fn beyond(&self, before: f64, cap: f64) -> f64 {
        let (base, high) = (self.base, 3.0 * before);
        let top = self.edges.last().copied().unwrap_or(base);
        let end = high.min(cap);
        if end <= top {
            return 0.0;
        }
        (0.5 * (end * end - top * top) + cap.min(high) * (high - end)) / (high - base)
    }

    /// The lag that the next gaps add, `rows` by their delay, `beyond` of each column: for a gap X with r
    /// left it is X²/2 where it ends in the outage, and what of it lies after the end where it does not.
    fn lag(&self, rows: &[f64], beyond: &[f64], plan: &Plan) -> f64 {
        let atom = self.middles.len() - 1;
        let mut lag = 0.0;
        for column in 0..self.columns {
            let left = self.left(column);
            if left <= 0.0 {
                continue;
            }
            for (row, middle) in self.middles.iter().enumerate() {
                let mass = rows[row * self.columns + column];
                if row == atom && plan.cap > *middle {
                    lag += left * (beyond[column] + mass * (plan.after - 0.5 * left));
                    continue;
                }
                let gap = middle + plan.after;
                let over = (gap - left).max(0.0);
                lag += 0.5 * mass * (gap * gap - over * over);
            }
        }
        lag
    }

    fn run(mut self, plan: &Plan) -> Outcome {
        let outage = self.outage;
        let last = plan.attempts.map(|attempts| attempts as usize - 1);
        let mut outcome = Outcome {
            last: 0.0,
            before_end: outage,
            load: 1.0,
            lag: 0.0,
            made: vec![1.0; PARTS + 1],
            spent: vec![0.0; PARTS + 1],
        };
        if last == Some(0) {
            (outcome.last, outcome.spent) = (outage, vec![1.0; PARTS + 1]);
            return outcome;
        }
        let each: Vec<f64> = self.middles.iter().map(|middle| self.beyond(*middle, plan.cap)).collect();
        let first = self.first();
        let mut beyond = vec![0.0; self.columns];
        beyond[MARGIN] = self.beyond(self.base, plan.cap);
        outcome.lag += self.lag(&first, &beyond, plan);
        self.place(&first, plan.after);
        let mut k = 1;
        loop {
            let total = self.total();
            let before = |column: &usize| self.left(*column) > 1e-9 * self.step;
            let inside: f64 = (0..self.columns).filter(before).map(|column| total[column]).sum();
            let time = |column: usize| total[column] * self.left(column).max(0.0);
            let left: f64 = (0..self.columns).map(time).sum();
            outcome.before_end += left.max(0.0);
            // A time on the end itself is half before it.
            outcome.load += (inside + 0.5 * total[self.columns - 1 - MARGIN]).max(0.0);
            self.add_parts(&total, &mut outcome.made);
            if last == Some(k) {
                outcome.last = left.max(0.0);
                self.add_parts(&total, &mut outcome.spent);
                break;
            }
            if left <= 1e-12 * outage {
                break;
            }
            if k >= MOST_STEPS {
                self.rest(&total, plan, last.map(|last| last - k), &mut outcome);
                break;
            }
            let rows = self.advance();
            beyond.fill(0.0);
            for (row, each) in each.iter().enumerate().filter(|(_, each)| **each > 0.0) {
                for (sum, mass) in beyond.iter_mut().zip(self.row(row)) {
                    *sum += mass * each;
                }
            }
            outcome.lag += self.lag(&rows, &beyond, plan);
            self.place(&rows, plan.after);
            k += 1;
        }
        outcome.lag = outcome.lag.max(0.0);
        outcome
    }

    /// Attempts after those that were followed: at the mean gap.
    fn rest(&self, total: &[f64], plan: &Plan, more: Option<usize>, outcome: &mut Outcome) {
        let gap = plan.mean;
        let (mut whole, mut square) = (0.0, 0.0);
        for (row, middle) in self.middles.iter().enumerate() {
            let mass: f64 = self.row(row).iter().sum();
            whole += mass;
            square += mass * (middle + plan.after) * (middle + plan.after);
        }
        let square = if whole > 0.0 { square / whole } else { gap * gap };
        for (column, mass) in total.iter().enumerate() {
            let left = self.left(column).max(0.0);
            let count = (left / gap).min(more.map_or(f64::INFINITY, |more| more as f64));
            outcome.load += mass * count;
            let sum = count * left - 0.5 * gap * count * (count + 1.0);
            outcome.before_end += mass * sum.max(0.0);
            let end = (left - count * gap).max(0.0);
            outcome.last += if more.is_some() { mass * end } else { 0.0 };
            outcome.lag += 0.5 * mass * count * square;
            for (part, made) in outcome.made.iter_mut().enumerate() {
                let since = part as f64 / PARTS as f64 * self.outage - (self.outage - left);
                *made += mass * (since / gap).max(0.0).min(count);
            }
        }
    }

    /// Adds P(S < t) at each part of the outage.
    fn add_parts(&self, total: &[f64], parts: &mut [f64]) {
        let cells = self.columns - 1 - 2 * MARGIN;
        let mut sum: f64 = total[..MARGIN].iter().sum();
        let mut column = MARGIN;
        for (part, value) in parts.iter_mut().enumerate() {
            let until = MARGIN + part * cells / PARTS;
            sum += total[column..until].iter().sum::<f64>();
            column = until;
            *value += (sum + 0.5 * total[until]).max(0.0);
        }
    }

    /// The masses after the first delay: rows of one column, at time zero.
    fn first(&self) -> Vec<f64> {
        let above = |edge: &f64| ((3.0 * self.base - edge) / (2.0 * self.base)).max(0.0);
        let above: Vec<f64> = self.edges.iter().map(above).collect();
        let mut rows = vec![0.0; self.mass.len()];
        for row in 0..self.middles.len() {
            let next = above.get(row + 1).copied().unwrap_or(0.0);
            rows[row * self.columns + MARGIN] = above[row] - next;
        }
        rows
    }

    /// The masses by next delay, before time moves on.
    fn advance(&self) -> Vec<f64> {
        let (columns, atom) = (self.columns, self.middles.len() - 1);
        let part = |low: f64, high: f64| ((3.0 * high - self.base) / (3.0 * low - self.base)).ln() / 3.0;
        // From the top: mass above each edge, and mass times the mean of 1/(3x − base).
        let mut tails = self.mass.clone();
        let mut inverses = vec![0.0; self.mass.len()];
        let top = 1.0 / (3.0 * self.edges[atom] - self.base);
        let each: Vec<f64> =
            self.edges.windows(2).map(|pair| part(pair[0], pair[1]) / (pair[1] - pair[0])).collect();
        for column in 0..columns {
            let (mut tail, mut inverse) = (self.mass[atom * columns + column], 0.0);
            inverse += tail * top;
            inverses[atom * columns + column] = inverse;
            for row in (0..atom).rev() {
                let mass = self.mass[row * columns + column];
                tail += mass;
                inverse += mass * each[row];
                tails[row * columns + column] = tail;
                inverses[row * columns + column] = inverse;
            }
        }
        let mut above = vec![0.0; self.mass.len()];
        for (row, edge) in self.edges.iter().enumerate() {
            let into = &mut above[row * columns..(row + 1) * columns];
            let third = edge / 3.0;
            if row < atom || third <= self.base {
                let from = row.saturating_sub(self.steps).min(atom) * columns;
                let from = if third <= self.base { 0 } else { from };
                for column in 0..columns {
                    into[column] = tails[from + column] - (edge - self.base) * inverses[from + column];
                }
                continue;
            }
            // The top edge lies anywhere: a third of it is within a row.
            let high = self.edges.partition_point(|other| *other <= third).min(atom);
            let (end, width) = (self.edges[high], self.edges[high] - self.edges[high - 1]);
            let (share, inverse) = ((end - third) / width, part(third, end) / width);
            for column in 0..columns {
                let within = self.mass[(high - 1) * columns + column];
                let tail = tails[high * columns + column] + share * within;
                let inverse = inverses[high * columns + column] + inverse * within;
                into[column] = tail - (edge - self.base) * inverse;
            }
        }
        for row in 0..atom {
            for column in 0..columns {
                above[row * columns + column] -= above[(row + 1) * columns + column];
            }
        }
        above
    }

    /// Moves each row on by its delay: spread over three columns so that mean and variance are kept.
    fn place(&mut self, rows: &[f64], after: f64) {
        self.mass.fill(0.0);
        let columns = self.columns;
        for (row, middle) in self.middles.iter().enumerate() {
            let shift = (middle + after) / self.step;
            if shift >= columns as f64 + 1.0 {
                continue;
            }
            let whole = shift.round();
            let part = shift - whole;
            let weights = [0.5 * (part * part - part), 1.0 - part * part, 0.5 * (part * part + part)];
            let from = &rows[row * columns..(row + 1) * columns];
            let into = &mut self.mass[row * columns..(row + 1) * columns];
            for (offset, weight) in weights.into_iter().enumerate() {
                let moved = whole as isize + offset as isize - 1;
                let skip = moved.max(0) as usize;
                let source = from.get((-moved).max(0) as usize..).unwrap_or_default();
                for (into, from) in into.iter_mut().skip(skip).zip(source) {
                    *into += weight * from;
                }
            }
        }
    }
}
