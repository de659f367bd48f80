//! A fit that follows a growing log: a few more matches take milliseconds.

use super::{
    components,
    config::{Config, Prior},
    error::FitError,
    fit::{self, Fit},
    log::MatchLog,
    matrix::Factor,
    newton::largest,
    parameters::{Derivatives, Order, Want},
    posterior::Posterior,
};
use crate::stats::elo::ELO_PER_NAT;

/// Maximum steps; beyond them, the log is refitted.
const MAX_STEPS: u32 = 30;
/// Maximum change, in natural logarithms, that the next step may still cause for the current step
/// to be the last: 2e-6 Elo.
const SETTLED: f64 = 1e-8;
/// Growth of the log since the last full fit that causes a refit. Until then, errors are too large
/// by at most a twentieth, except for entrants that played more than others.
const GROWTH: f64 = 0.1;

/// Ratings of a growing log. They agree with [`super::fit`] within 1e-5 Elo, but not to the bit:
/// publish only the results of [`super::fit`].
///
/// A step is one step of Newton's method with the factor of the last full fit. It takes a pass over
/// the pairs of entrants, and time quadratic in the number of entrants. With two seats, that is
/// about 10 ms for 1 000 entrants and 1 000 000 matches. With three seats and more, every step
/// passes over all matches.
pub struct LiveFit {
    config: Config,
    fit: Fit,
    x: Vec<f64>,
    factor: Factor,
}

/// How an update was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// By this number of steps. The errors and the seat effects are still those of the last full
    /// fit.
    Steps(u32),
    /// By a full refit: an entrant is new, draws or components changed, or the log has grown by a
    /// tenth.
    Whole,
}

impl LiveFit {
    /// Fits the whole log.
    pub fn new(log: &MatchLog, config: Config) -> Result<LiveFit, FitError> {
        let (posterior, maximum) = fit::solved(log, &config)?;
        let fit = Fit::at(log, &config, &posterior, &maximum);
        Ok(LiveFit { config, fit, x: maximum.x, factor: maximum.factor })
    }

    /// Returns the ratings. Their errors are those of the last full fit, whose number of matches is
    /// [`Fit::matches`].
    pub fn fit(&self) -> &Fit {
        &self.fit
    }

    /// Updates the ratings. The log must contain all earlier matches.
    pub fn update(&mut self, log: &MatchLog) -> Result<Update, FitError> {
        if let Some(steps) = self.step(log) {
            return Ok(Update::Steps(steps));
        }
        *self = LiveFit::new(log, self.config.clone())?;
        Ok(Update::Whole)
    }

    /// Tries steps with the present factor. Returns their number if they converged.
    fn step(&mut self, log: &MatchLog) -> Option<u32> {
        let grown = log.matches().checked_sub(self.fit.matches)? as f64;
        if log.entrants() != self.fit.ratings().len() || grown > GROWTH * self.fit.matches as f64 {
            return None;
        }
        let posterior = Posterior::new(log, &self.config, Order::Arrival);
        let same_draws = self.fit.draws.is_none_or(|draws| draws.ln_nu_se.is_some());
        let fitted_draws = posterior.layout.params == self.x.len();
        let changed = posterior.seats_have_prior != self.fit.seat_effects_have_prior || !fitted_draws;
        if changed || (!same_draws && self.draws_are_held_otherwise(&posterior)) || self.is_joined(&posterior) {
            return None;
        }
        let params = self.x.len();
        let mut x = self.x.clone();
        let mut here = Derivatives::of_gradient(params);
        let mut last = f64::INFINITY;
        for steps in 1..=MAX_STEPS {
            posterior.evaluate(&x, Want::Gradient, &mut here);
            let mut step = here.gradient[..params].to_vec();
            self.factor.solve(&mut step);
            let size = largest(&step);
            if size > 0.5 * last {
                return None;
            }
            // Each step is smaller than the previous one by about the same factor.
            let left = if last.is_finite() { size * (size / last) } else { size };
            last = size;
            x.iter_mut().zip(&step).for_each(|(x, step)| *x += step);
            if left <= SETTLED {
                self.settle(log, &posterior, x);
                return Some(steps);
            }
        }
        None
    }

    /// Returns whether the value of nu, which the log does not determine, has changed.
    fn draws_are_held_otherwise(&self, posterior: &Posterior) -> bool {
        let held = libm::exp(posterior.levels(&self.x).log_nu);
        self.fit.draws.is_some_and(|draws| (draws.nu - held).abs() > 1e-9 * (1.0 + held))
    }

    fn is_joined(&self, posterior: &Posterior) -> bool {
        let before = self.fit.components().len();
        before > 1 && components::members(&posterior.components().0).len() != before
    }

    fn settle(&mut self, log: &MatchLog, posterior: &Posterior, x: Vec<f64>) {
        let levels = posterior.levels(&x);
        let names = log.names().sorted();
        let (mut elos, mut matches) = (vec![0.0; names.len()], vec![0; names.len()]);
        for (number, rank) in log.names().ranks().into_iter().enumerate() {
            elos[rank as usize] = match self.config.priors.get(&names[rank as usize]) {
                Some(Prior::Fixed { elo }) => *elo,
                _ => ELO_PER_NAT * levels.entrants[number],
            };
            matches[rank as usize] = log.names().matches[number];
        }
        self.fit.move_to(&elos, &matches);
        self.x = x;
    }
}
