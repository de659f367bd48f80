//! Symmetric matrices, their Cholesky factor and their inverse (G. Golub and C. Van Loan, "Matrix
//! Computations", 4.2).
//!
//! The order of summation depends on the size alone, and operations are not fused, so results have
//! the same bits on every machine. Libraries of linear algebra choose their instructions by the
//! processor, and with them the order.

/// Number of rows processed together, so that they stay in the cache.
const BLOCK: usize = 24;
/// A pivot below this share of its diagonal element is 0 apart from rounding.
const SINGULAR: f64 = 1e-12;

/// A square matrix, row by row. For symmetric matrices, only the lower half counts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Matrix {
    pub size: usize,
    values: Vec<f64>,
}

/// The lower triangle L of a matrix L L^T.
#[derive(Clone, Debug)]
pub(super) struct Factor {
    rows: Matrix,
    columns: Matrix,
}

impl Matrix {
    pub fn zero(size: usize) -> Matrix {
        Matrix { size, values: vec![0.0; size * size] }
    }

    pub fn clear(&mut self) {
        self.values.fill(0.0);
    }

    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.size + column]
    }

    /// Returns an element of a symmetric matrix, for either order of the indices.
    pub fn either(&self, row: usize, column: usize) -> f64 {
        self.at(row.max(column), row.min(column))
    }

    pub fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.size..(row + 1) * self.size]
    }

    pub fn set(&mut self, row: usize, column: usize, value: f64) {
        self.values[row * self.size + column] = value;
    }

    pub fn add_at(&mut self, row: usize, column: usize, value: f64) {
        self.values[row * self.size + column] += value;
    }

    /// Adds to the lower half, for either order of the indices.
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        self.values[row.max(column) * self.size + row.min(column)] += value;
    }

    /// Returns the matrix with every element multiplied by `factor`.
    pub fn scaled(mut self, factor: f64) -> Matrix {
        self.values.iter_mut().for_each(|value| *value *= factor);
        self
    }

    fn transposed(&self) -> Matrix {
        let mut turned = Matrix::zero(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                turned.set(column, row, self.at(row, column));
            }
        }
        turned
    }

    /// Returns the factor of the first `size` rows and columns; `None` unless they are positive
    /// definite.
    pub fn factor(&self, size: usize) -> Option<Factor> {
        let mut factor = Matrix::zero(size);
        for first in (0..size).step_by(BLOCK) {
            let end = (first + BLOCK).min(size);
            for column in 0..end {
                for row in first.max(column)..end {
                    let rest = self.at(row, column) - dot(&factor.row(row)[..column], &factor.row(column)[..column]);
                    let value = if row == column {
                        let is_positive = rest.is_finite() && rest > SINGULAR * self.at(row, row).abs();
                        if !is_positive {
                            return None;
                        }
                        rest.sqrt()
                    } else {
                        rest / factor.at(column, column)
                    };
                    factor.set(row, column, value);
                }
            }
        }
        Some(Factor { columns: factor.transposed(), rows: factor })
    }
}

impl Factor {
    /// Replaces `b` by the solution x of L L^T x = b.
    pub fn solve(&self, b: &mut [f64]) {
        for row in 0..b.len() {
            let rest = b[row] - dot(&self.rows.row(row)[..row], &b[..row]);
            b[row] = rest / self.rows.at(row, row);
        }
        for row in (0..b.len()).rev() {
            let rest = b[row] - dot(&self.columns.row(row)[row + 1..], &b[row + 1..]);
            b[row] = rest / self.rows.at(row, row);
        }
    }

    /// Returns the inverse of L L^T, both halves.
    pub fn inverse(&self) -> Matrix {
        let size = self.rows.size;
        // Row i holds column i of the inverse of L, from its diagonal element on.
        let mut columns = Matrix::zero(size);
        for first in (0..size).step_by(BLOCK) {
            let end = (first + BLOCK).min(size);
            for row in first..size {
                for column in first..end.min(row + 1) {
                    let sum = dot(&self.rows.row(row)[column..row], &columns.row(column)[column..row]);
                    let unit = if row == column { 1.0 } else { 0.0 };
                    columns.set(column, row, (unit - sum) / self.rows.at(row, row));
                }
            }
        }
        let mut inverse = Matrix::zero(size);
        for first in (0..size).step_by(BLOCK) {
            for row in first..size {
                for column in first..(first + BLOCK).min(row + 1) {
                    let value = dot(&columns.row(row)[row..], &columns.row(column)[row..]);
                    inverse.set(row, column, value);
                    inverse.set(column, row, value);
                }
            }
        }
        inverse
    }
}

/// Returns the scalar product. Eight partial sums let the compiler use wide instructions.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let (a_parts, b_parts) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f64 = a_parts.remainder().iter().zip(b_parts.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in a_parts.zip(b_parts) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7])) + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factor_solution_and_inverse_undo_the_matrix() {
        for size in [1, 2, 7, 24, 25, 63] {
            let mut matrix = Matrix::zero(size);
            for row in 0..size {
                for column in 0..=row {
                    let value = ((row * 31 + column * 17) % 13) as f64 / 13.0 - 0.4;
                    matrix.set(row, column, if row == column { size as f64 + value } else { value });
                }
            }
            let full = |row: usize, column: usize| matrix.at(row.max(column), row.min(column));
            let factor = matrix.factor(size).unwrap();
            let wanted: Vec<f64> = (0..size).map(|row| row as f64 - 2.5).collect();
            let mut found: Vec<f64> =
                (0..size).map(|row| (0..size).map(|column| full(row, column) * wanted[column]).sum()).collect();
            factor.solve(&mut found);
            let inverse = factor.inverse();
            for row in 0..size {
                assert!((found[row] - wanted[row]).abs() < 1e-11, "{size}");
                for column in 0..size {
                    let unit: f64 = (0..size).map(|k| full(row, k) * inverse.at(k, column)).sum();
                    assert!((unit - f64::from(row == column)).abs() < 1e-12, "{size} {row} {column} {unit}");
                }
            }
        }
    }

    #[test]
    fn what_is_not_positive_definite_has_no_factor() {
        let mut matrix = Matrix::zero(2);
        matrix.set(0, 0, 1.0);
        matrix.set(1, 0, 1.0);
        matrix.set(1, 1, 1.0);
        assert!(matrix.factor(2).is_none() && matrix.factor(1).is_some());
        matrix.set(0, 0, f64::NAN);
        assert!(matrix.factor(1).is_none());
    }
}
