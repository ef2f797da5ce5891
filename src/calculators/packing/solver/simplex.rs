//! A small linear programme of one shape: cover demands at least cost with limited activities.
//!
//! ```text
//! minimise  Σ cost_p·x_p + penalty·Σ y_i
//! subject to  Σ a_ip·x_p + y_i ≥ demand_i   (cover rows, y_i is what stays uncovered)
//!             Σ b_jp·x_p       ≤ limit_j    (limit rows)
//!             x, y ≥ 0
//! ```
//!
//! Revised simplex method with a dense inverse of the basis (G. B. Dantzig, *Linear programming and
//! extensions*, 1963, chapter 9). The start, everything uncovered, is always feasible. Columns can
//! be added between calls of [`Cover::solve`], which goes on from the basis it had.
//!
//! Nothing here has to be trusted for a bound: the callers only take the duals from it and prove
//! the bound themselves by weak duality.

use crate::math::sorting;

/// Reduced costs and pivots smaller than this count as zero.
const TINY: f64 = 1e-9;

struct Column {
    cost: f64,
    entries: Vec<f64>,
}

/// The programme and its current basis.
pub(super) struct Cover {
    rows: usize,
    columns: Vec<Column>,
    basis: Vec<usize>,
    in_basis: Vec<bool>,
    /// Inverse of the basis, row by row.
    inverse: Vec<f64>,
    /// Values of the basic columns.
    values: Vec<f64>,
    /// First column added by the caller.
    first: usize,
}

impl Cover {
    /// A programme without activities.
    pub fn new(demands: &[f64], limits: &[f64], penalty: f64) -> Self {
        let cover_rows = demands.len();
        let rows = cover_rows + limits.len();
        let unit = |row: usize, sign: f64, cost: f64| {
            let mut entries = vec![0.0; rows];
            entries[row] = sign;
            Column { cost, entries }
        };
        // Uncovered and slack columns first: they are the starting basis. Then the surplus columns.
        let mut columns: Vec<Column> = (0..cover_rows).map(|i| unit(i, 1.0, penalty)).collect();
        columns.extend((cover_rows..rows).map(|j| unit(j, 1.0, 0.0)));
        columns.extend((0..cover_rows).map(|i| unit(i, -1.0, 0.0)));
        let mut inverse = vec![0.0; rows * rows];
        for i in 0..rows {
            inverse[i * rows + i] = 1.0;
        }
        let values = demands.iter().chain(limits).copied().collect();
        let mut in_basis = vec![false; columns.len()];
        in_basis[..rows].fill(true);
        let first = columns.len();
        Self { rows, columns, basis: (0..rows).collect(), in_basis, inverse, values, first }
    }

    /// Adds an activity; `entries` are its coefficients in the cover rows, then in the limit rows.
    pub fn add(&mut self, cost: f64, entries: Vec<f64>) {
        self.columns.push(Column { cost, entries });
        self.in_basis.push(false);
    }

    /// Pivots until no column improves, or the allowance of pivots is used up. Returns the pivots.
    pub fn solve(&mut self, allowance: usize) -> usize {
        let mut idle = 0;
        for pivot in 0..allowance {
            let duals = self.duals();
            // Dantzig's rule; after a run of degenerate pivots Bland's, which cannot cycle.
            let bland = idle > 2 * self.rows;
            let mut enter: Option<(f64, usize)> = None;
            for (index, column) in self.columns.iter().enumerate().filter(|(index, _)| !self.in_basis[*index])
            {
                let reduced = column.cost - dot(&duals, &column.entries);
                if reduced < -TINY && enter.is_none_or(|(best, _)| reduced < best) {
                    enter = Some((reduced, index));
                    if bland {
                        break;
                    }
                }
            }
            let Some((_, enter)) = enter else { return pivot };
            let direction: Vec<f64> = (0..self.rows)
                .map(|r| dot(&self.inverse[r * self.rows..(r + 1) * self.rows], &self.columns[enter].entries))
                .collect();
            let mut leave: Option<(f64, usize)> = None;
            for r in (0..self.rows).filter(|&r| direction[r] > TINY) {
                let ratio = self.values[r].max(0.0) / direction[r];
                let better = leave.is_none_or(|(best, row)| {
                    let tie =
                        if bland { self.basis[r] < self.basis[row] } else { direction[r] > direction[row] };
                    ratio < best - TINY || (ratio <= best + TINY && tie)
                });
                if better {
                    leave = Some((ratio, r));
                }
            }
            // No row limits the column: its cost is negative, which no caller asks for.
            let Some((step, row)) = leave else { return pivot };
            idle = if step > TINY { 0 } else { idle + 1 };
            self.pivot(enter, row, &direction);
        }
        allowance
    }

    fn pivot(&mut self, enter: usize, row: usize, direction: &[f64]) {
        let n = self.rows;
        let step = self.values[row].max(0.0) / direction[row];
        let scaled: Vec<f64> =
            self.inverse[row * n..(row + 1) * n].iter().map(|v| v / direction[row]).collect();
        for r in (0..n).filter(|&r| r != row && direction[r] != 0.0) {
            self.values[r] = (self.values[r] - step * direction[r]).max(0.0);
            for (entry, pivot) in self.inverse[r * n..(r + 1) * n].iter_mut().zip(&scaled) {
                *entry -= direction[r] * pivot;
            }
        }
        self.inverse[row * n..(row + 1) * n].copy_from_slice(&scaled);
        self.values[row] = step;
        self.in_basis[self.basis[row]] = false;
        self.in_basis[enter] = true;
        self.basis[row] = enter;
    }

    /// The dual values: what one more unit of each demand costs (not negative at the optimum), then
    /// what one more unit of each limit costs (not positive).
    pub fn duals(&self) -> Vec<f64> {
        let mut duals = vec![0.0; self.rows];
        for (r, &column) in self.basis.iter().enumerate() {
            let cost = self.columns[column].cost;
            if cost != 0.0 {
                for (dual, entry) in duals.iter_mut().zip(&self.inverse[r * self.rows..(r + 1) * self.rows]) {
                    *dual += cost * entry;
                }
            }
        }
        duals
    }

    /// The activities that are not zero: index in order of [`Cover::add`] and level.
    pub fn activities(&self) -> Vec<(usize, f64)> {
        let basic = self.basis.iter().zip(&self.values);
        let added = basic.filter(|(column, level)| **column >= self.first && **level > TINY);
        let mut found: Vec<(usize, f64)> =
            added.map(|(column, level)| (column - self.first, *level)).collect();
        sorting::sort_by_key(&mut found, |(index, _)| *index);
        found
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
