//! The fit of a whole log: ratings, seat effects and draws, with standard errors.

use super::{
    components::Component,
    config::{Config, Prior},
    error::{CompareError, FitError},
    log::MatchLog,
    matrix::Matrix,
    newton::{self, Maximum},
    parameters::Order,
    posterior::{Likelihood, Posterior},
};
use crate::stats::{
    distributions::{Z_95, normal_cdf},
    elo::ELO_PER_NAT,
};

/// Maximum standard error of a seat effect that the log determines, in Elo. The error is larger if
/// all opponents are thousands of Elo apart.
const MOST_SEAT_ERROR: f64 = 10_000.0;

/// The rating of an entrant.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    pub entrant: String,
    /// Number of matches of the entrant.
    pub matches: u64,
    /// The rating in Elo. Without anchors and [`Prior::Like`], the mean rating of a component is
    /// the mean of the prior, 0 by default. An entrant with [`Prior::Like`] that is alone in its
    /// component has the rating of its parent.
    pub elo: f64,
    /// The standard error of the rating in Elo, including the uncertainty of the common level; 0
    /// for a hard anchor.
    pub se: f64,
    /// The standard error of the distance between the rating and the mean of the component.
    pub se_centred: f64,
    /// The lower end of the 95 % interval. The interval uses `se` in a component with an anchor,
    /// whose level is meaningful, and for an entrant alone in its component. Otherwise it uses
    /// `se_centred`.
    pub low: f64,
    pub high: f64,
    /// The number of the entrant's component in [`Fit::components`].
    pub component: usize,
}

impl Rated {
    /// Returns the standard error that the interval uses.
    pub fn se_of_interval(&self) -> f64 {
        (self.high - self.low) / (2.0 * Z_95)
    }
}

/// The difference of two entrants, first minus second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The difference in Elo.
    pub elo: f64,
    /// The standard error of the difference, with the covariance of the two ratings.
    pub se: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    pub high: f64,
    /// The probability that the first entrant is the stronger one, 0 to 1.
    pub los: f64,
}

/// The advantage of a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatEffect {
    /// The advantage in Elo. With two seats, there is one effect: the advantage of seat 0 over seat
    /// 1. With more seats, each seat has an effect, and the sum is 0.
    pub elo: f64,
    pub se: f64,
}

impl SeatEffect {
    /// Returns the ends of the 95 % interval of the effect.
    pub fn interval(&self) -> (f64, f64) {
        (self.elo - Z_95 * self.se, self.elo + Z_95 * self.se)
    }
}

/// The probability of draws, with two seats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawModel {
    /// Davidson's nu: equal entrants draw with the probability nu / (2 + nu).
    pub nu: f64,
    /// The standard error of ln nu; `None` if the log does not determine nu. Then nu is 0 without
    /// any draw, and twice the number of draws if all matches were draws.
    pub ln_nu_se: Option<f64>,
}

impl DrawModel {
    /// Returns the probability that equal entrants draw.
    pub fn between_equals(&self) -> f64 {
        self.nu / (2.0 + self.nu)
    }
}

/// Ratings from a whole log. The same log and configuration give the same bits, whatever the order
/// of the matches.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    ratings: Vec<Rated>,
    components: Vec<Component>,
    /// The covariance of the ratings, in Elo squared; `None` in a fit [without
    /// covariances](Fit::without_covariance).
    covariance: Option<Matrix>,
    /// The effect of each seat, or of seat 0 alone with two seats; empty if seat effects are not
    /// fitted.
    pub seat_effects: Vec<SeatEffect>,
    /// Whether seat effects have a prior N(0, 100^2), because the log does not determine them. For
    /// example, seat 1 may never have won.
    pub seat_effects_have_prior: bool,
    /// The model of draws; `None` with more than two seats.
    pub draws: Option<DrawModel>,
    /// The maximum of the logarithm of likelihood times prior, without constants.
    pub log_posterior: f64,
    pub matches: u64,
    /// Number of matches that repeat an earlier one and therefore add no weight.
    pub repeats: u64,
    /// Number of steps of Newton's method.
    pub steps: u32,
}

/// Fits a log. Takes time cubic in the number of entrants: about two seconds for 1 000, with 1 000
/// 000 matches.
pub fn fit(log: &MatchLog, config: &Config) -> Result<Fit, FitError> {
    let (posterior, maximum) = solved(log, config)?;
    Ok(Fit::at(log, config, &posterior, &maximum))
}

/// Returns the fitted function and its maximum. Seat effects get a prior unless the log determines
/// them within [`MOST_SEAT_ERROR`].
pub(super) fn solved(log: &MatchLog, config: &Config) -> Result<(Posterior, Maximum), FitError> {
    config.check(&log.names().sorted())?;
    let mut posterior = Posterior::new(log, config, Order::Name);
    let maximum = newton::maximise(&posterior);
    let can_have_prior = !posterior.seats_have_prior && !posterior.layout.seats.is_empty();
    match maximum {
        Ok(maximum) if !can_have_prior || bounds_seats(&posterior, &maximum) => Ok((posterior, maximum)),
        Err(error) if !can_have_prior => Err(error),
        _ => {
            posterior.give_seats_a_prior();
            let maximum = newton::maximise(&posterior)?;
            Ok((posterior, maximum))
        }
    }
}

/// Returns whether the effect of every seat has a standard error within [`MOST_SEAT_ERROR`].
fn bounds_seats(posterior: &Posterior, maximum: &Maximum) -> bool {
    posterior.layout.seats.iter().all(|seat| {
        let mut column = vec![0.0; posterior.layout.params];
        column[*seat] = 1.0;
        maximum.factor.solve(&mut column);
        ELO_PER_NAT * column[*seat].max(0.0).sqrt() <= MOST_SEAT_ERROR
    })
}

impl Fit {
    pub(super) fn at(log: &MatchLog, config: &Config, posterior: &Posterior, maximum: &Maximum) -> Fit {
        let layout = &posterior.layout;
        let levels = posterior.levels(&maximum.x);
        let inverse = maximum.factor.inverse();
        let square = ELO_PER_NAT * ELO_PER_NAT;
        let entrants = layout.entrants.len();
        let mut covariance = Matrix::zero(entrants);
        for (row, row_param) in layout.entrants.iter().enumerate() {
            for (column, column_param) in layout.entrants.iter().enumerate() {
                if *row_param < layout.params && *column_param < layout.params {
                    covariance.set(row, column, square * inverse.at(*row_param, *column_param));
                }
            }
        }
        for (version, parent) in &layout.descents {
            (0..entrants).for_each(|other| covariance.add_at(*version, other, covariance.at(*parent, other)));
            (0..entrants).for_each(|other| covariance.add_at(other, *version, covariance.at(other, *parent)));
        }
        let (sets, members) = posterior.components();
        let names = log.names().sorted();
        let anchored = |member: &usize| config.priors.get(&names[*member]).is_some_and(Prior::is_anchor);
        let components: Vec<Component> = members
            .iter()
            .map(|members| Component {
                entrants: members.iter().map(|member| names[*member].clone()).collect(),
                anchored: members.iter().any(anchored),
            })
            .collect();
        let mut matches = vec![0; entrants];
        for (rank, count) in log.names().ranks().iter().zip(&log.names().matches) {
            matches[*rank as usize] = *count;
        }
        let elos: Vec<f64> = (0..entrants)
            .map(|entrant| match config.priors.get(&names[entrant]) {
                Some(Prior::Fixed { elo }) => *elo,
                _ => ELO_PER_NAT * levels.entrants[entrant],
            })
            .collect();
        let centred = centred_errors(&covariance, &members);
        let rated = |entrant: usize| {
            let (component, elo) = (sets[entrant], elos[entrant]);
            let (se, se_centred) = (covariance.at(entrant, entrant).max(0.0).sqrt(), centred[entrant]);
            let Component { anchored, entrants } = &components[component];
            // An entrant alone in its component is its mean, with `se_centred` 0.
            let half = Z_95 * if *anchored || entrants.len() == 1 { se } else { se_centred };
            let (low, high) = (elo - half, elo + half);
            Rated {
                entrant: names[entrant].clone(),
                matches: matches[entrant],
                elo,
                se,
                se_centred,
                low,
                high,
                component,
            }
        };
        Fit {
            ratings: (0..entrants).map(rated).collect(),
            components,
            covariance: Some(covariance),
            seat_effects: seat_effects(posterior, &levels.seats, &inverse),
            seat_effects_have_prior: posterior.seats_have_prior,
            draws: draw_model(posterior, levels.log_nu, &inverse),
            log_posterior: maximum.log_posterior,
            matches: log.matches(),
            repeats: log.repeats(),
            steps: maximum.steps,
        }
    }

    /// Returns the fit without the covariance that [`Fit::difference`] needs. The covariance takes
    /// 8 bytes times the square of the number of entrants.
    pub fn without_covariance(&self) -> Fit {
        Fit {
            ratings: self.ratings.clone(),
            components: self.components.clone(),
            covariance: None,
            seat_effects: self.seat_effects.clone(),
            ..*self
        }
    }

    /// Returns the ratings of all entrants, by name.
    pub fn ratings(&self) -> &[Rated] {
        &self.ratings
    }

    /// Returns the rating of an entrant; `None` if it is not in the log.
    pub fn rating(&self, entrant: &str) -> Option<&Rated> {
        self.place(entrant).map(|place| &self.ratings[place])
    }

    /// Returns the components: the sets of entrants that matches connect, ordered by their first
    /// names.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// Returns the difference of two entrants. Fails if neither a chain of matches nor anchors
    /// connect them.
    pub fn difference(&self, first: &str, second: &str) -> Result<Difference, CompareError> {
        let find = |name: &str| self.place(name).ok_or_else(|| CompareError::Unknown { entrant: name.to_owned() });
        let (a, b) = (find(first)?, find(second)?);
        let [one, other] = [a, b].map(|place| self.ratings[place].component);
        let both_anchored = self.components[one].anchored && self.components[other].anchored;
        if one != other && !both_anchored {
            return Err(CompareError::NotConnected { first: first.to_owned(), second: second.to_owned() });
        }
        let elo = self.ratings[a].elo - self.ratings[b].elo;
        let covariance = self.covariance.as_ref().ok_or(CompareError::NoCovariance)?;
        let variance = covariance.at(a, a) + covariance.at(b, b) - 2.0 * covariance.at(a, b);
        let se = if a == b { 0.0 } else { variance.max(0.0).sqrt() };
        let los = if se > 0.0 {
            normal_cdf(elo / se)
        } else {
            0.5 * (1.0 + elo.partial_cmp(&0.0).map_or(0, |o| o as i8) as f64)
        };
        Ok(Difference { elo, se, low: elo - Z_95 * se, high: elo + Z_95 * se, los })
    }

    /// Returns the expected score against an opponent that is weaker by `elo`, ignoring seats: a
    /// win is 1, a draw a half. With more than two seats, it is the probability of the better
    /// place.
    pub fn expected_score(&self, elo: f64) -> f64 {
        let nu = self.draws.map_or(0.0, |draws| draws.nu);
        let up = libm::exp((elo / ELO_PER_NAT).clamp(-500.0, 500.0) / 2.0);
        (up + nu / 2.0) / (up + 1.0 / up + nu)
    }

    /// Sets the ratings, by name, and keeps the errors.
    pub(super) fn move_to(&mut self, elos: &[f64], matches: &[u64]) {
        for ((rated, elo), matches) in self.ratings.iter_mut().zip(elos).zip(matches) {
            let moved = elo - rated.elo;
            (rated.elo, rated.matches) = (*elo, *matches);
            rated.low += moved;
            rated.high += moved;
        }
    }

    fn place(&self, entrant: &str) -> Option<usize> {
        self.ratings.binary_search_by(|rated| rated.entrant.as_str().cmp(entrant)).ok()
    }
}

/// Returns the standard error of each entrant's distance to the mean of its component.
pub(super) fn centred_errors(covariance: &Matrix, components: &[Vec<usize>]) -> Vec<f64> {
    let mut errors = vec![0.0; covariance.size];
    for members in components {
        let count = members.len() as f64;
        let mean_of = |row: usize| members.iter().map(|member| covariance.at(row, *member)).sum::<f64>() / count;
        let means: Vec<f64> = members.iter().map(|member| mean_of(*member)).collect();
        let mean = means.iter().sum::<f64>() / count;
        for (member, row_mean) in members.iter().zip(&means) {
            errors[*member] = (covariance.at(*member, *member) - 2.0 * row_mean + mean).max(0.0).sqrt();
        }
    }
    errors
}

fn seat_effects(posterior: &Posterior, levels: &[f64], inverse: &Matrix) -> Vec<SeatEffect> {
    let seats = posterior.layout.seats.len() as f64;
    // The inverse contains the penalty's share of the common level of all seats, which is
    // subtracted.
    let level = if posterior.sum_penalty > 0.0 {
        let all = &posterior.layout.seats;
        all.iter().flat_map(|row| all.iter().map(|column| inverse.at(*row, *column))).sum::<f64>() / (seats * seats)
    } else {
        0.0
    };
    let effect = |(level_of, param): (&f64, &usize)| SeatEffect {
        elo: ELO_PER_NAT * level_of,
        se: ELO_PER_NAT * (inverse.at(*param, *param) - level).max(0.0).sqrt(),
    };
    levels.iter().zip(&posterior.layout.seats).map(effect).collect()
}

fn draw_model(posterior: &Posterior, log_nu: f64, inverse: &Matrix) -> Option<DrawModel> {
    let Likelihood::Davidson(pairs) = &posterior.likelihood else { return None };
    let draws = posterior.layout.draws;
    Some(match pairs.held_nu {
        Some(nu) => DrawModel { nu, ln_nu_se: None },
        None => DrawModel { nu: libm::exp(log_nu), ln_nu_se: Some(inverse.at(draws, draws).max(0.0).sqrt()) },
    })
}
