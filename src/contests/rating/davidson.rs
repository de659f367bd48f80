//! Bradley-Terry with draws and an advantage of seat 0.
//!
//! With d = level of seat 0 + advantage - level of seat 1, the weights of a win of seat 0, a win of
//! seat 1 and a draw are e^(d/2), e^(-d/2) and nu. The logarithm of the likelihood is concave in
//! levels, advantage and ln nu. R. Davidson, "On extending the Bradley-Terry model to accommodate
//! ties", JASA 65, 1970; R. Davidson and R. Beaver, "On extending the Bradley-Terry model to
//! incorporate within-pair order effects", Biometrics 33, 1977.

use super::{
    components::Connected,
    log::{Met, PairRow, PairTable},
    parameters::{Derivatives, Layout, Levels, Order, Want},
};

pub(super) struct Davidson {
    /// Sorted if entrants are numbered by name, otherwise in order of arrival.
    rows: Vec<Row>,
    /// The weights of wins of seat 0, draws and wins of seat 1.
    totals: [f64; 3],
    /// The value of nu if the log alone does not determine it: 0 without any draw. If all matches
    /// were draws, nu is twice their number, as if the next match were decided with the probability
    /// 1 / (draws + 1).
    pub held_nu: Option<f64>,
}

/// All matches between two entrants on the same seats, weighted.
struct Row {
    seats: [u32; 2],
    counts: [f64; 3],
}

impl Davidson {
    /// Sums the matches for entrants numbered by `ranks`, in the order `order`.
    pub fn new(pairs: &PairTable, met: &Met, ranks: &[u32], order: Order) -> Davidson {
        let weighted = |row: &PairRow| {
            let weight = met.weight(row.met);
            let seats = row.seats.map(|entrant| ranks[entrant as usize]);
            Row { seats, counts: row.counts.map(|count| weight.of(count as f64)) }
        };
        let mut rows: Vec<Row> = pairs.rows.iter().map(weighted).collect();
        if order == Order::Name {
            rows.sort_unstable_by_key(|row| row.seats);
        }
        let mut totals = [0.0; 3];
        for row in &rows {
            totals.iter_mut().zip(row.counts).for_each(|(total, count)| *total += count);
        }
        let held_nu = match totals {
            [_, 0.0, _] => Some(0.0),
            [0.0, draws, 0.0] => Some(2.0 * draws),
            _ => None,
        };
        Davidson { rows, totals, held_nu }
    }

    /// Returns whether the advantage of seat 0 has a finite estimate: each seat has won a match.
    pub fn bounds_seats(&self) -> bool {
        self.totals[0] > 0.0 && self.totals[2] > 0.0
    }

    pub fn connect(&self, connected: &mut Connected) {
        for row in self.rows.iter() {
            connected.join(row.seats[0] as usize, row.seats[1] as usize);
        }
    }

    pub fn evaluate(&self, layout: &Layout, levels: &Levels, want: Want, out: &mut Derivatives) {
        let nu = libm::exp(levels.log_nu);
        let advantage = levels.seats.first().copied().unwrap_or(0.0);
        let seat = layout.seats.first().copied().unwrap_or(layout.params);
        // Computes e^(level/2) and its inverse once per entrant, so a row needs no exponential and
        // only one division.
        let halves: Vec<f64> = levels.entrants.iter().map(|level| libm::exp(level / 2.0)).collect();
        let inverses: Vec<f64> = levels.entrants.iter().map(|level| libm::exp(-level / 2.0)).collect();
        let (half_advantage, inverse_advantage) = (libm::exp(advantage / 2.0), libm::exp(-advantage / 2.0));
        let (mut of_seat, mut of_draws) = (0.0, 0.0);
        let (mut seat_seat, mut seat_draws, mut draws_draws) = (0.0, 0.0, 0.0);
        for row in self.rows.iter() {
            let [first, second] = row.seats.map(|entrant| entrant as usize);
            let [won, drawn, lost] = row.counts;
            let matches = won + drawn + lost;
            let win = half_advantage * (halves[first] * inverses[second]);
            let loss = inverse_advantage * (inverses[first] * halves[second]);
            let sum = win + loss + nu;
            let share = 1.0 / sum;
            let (win, draw, loss) = (win * share, nu * share, loss * share);
            let lead = win - loss;
            // The sums avoid 1 - p, which would contain only rounding errors for nearly certain
            // results.
            let slope = 0.5 * (won * (draw + 2.0 * loss) - lost * (draw + 2.0 * win) - drawn * lead);
            let [first_param, second_param] = [first, second].map(|entrant| layout.entrants[entrant]);
            out.gradient[first_param] += slope;
            out.gradient[second_param] -= slope;
            of_seat += slope;
            of_draws += drawn * (win + loss) - (won + lost) * draw;
            if want != Want::Gradient {
                let half_gap = 0.5 * (levels.entrants[first] + advantage - levels.entrants[second]);
                out.log += (won - lost) * half_gap - matches * libm::log(sum);
            }
            if want == Want::All {
                let curve = 0.25 * matches * (4.0 * win * loss + draw * (win + loss));
                let mixed = -0.5 * matches * lead * draw;
                out.curvature.add(first_param, first_param, curve);
                out.curvature.add(second_param, second_param, curve);
                out.curvature.add(first_param, second_param, -curve);
                out.curvature.add(seat, first_param, curve);
                out.curvature.add(seat, second_param, -curve);
                out.curvature.add(layout.draws, first_param, mixed);
                out.curvature.add(layout.draws, second_param, -mixed);
                seat_seat += curve;
                seat_draws += mixed;
                draws_draws += matches * draw * (win + loss);
            }
        }
        out.gradient[seat] += of_seat;
        out.gradient[layout.draws] += of_draws;
        if want != Want::Gradient && self.totals[1] > 0.0 {
            out.log += self.totals[1] * levels.log_nu;
        }
        if want == Want::All {
            out.curvature.add(seat, seat, seat_seat);
            out.curvature.add(seat, layout.draws, seat_draws);
            out.curvature.add(layout.draws, layout.draws, draws_draws);
        }
    }
}
