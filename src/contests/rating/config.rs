//! The known facts about entrants before their matches.

use std::collections::BTreeMap;

use super::error::FitError;

/// The largest absolute rating in a configuration, in Elo.
pub const MAX_PRIOR_ELO: f64 = 10_000.0;
/// The range of the standard deviations of priors, in Elo.
pub const PRIOR_SDS: (f64, f64) = (1e-3, 10_000.0);

/// The settings of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The mean of the default prior, in Elo. `None` is the mean of the anchors, or 0 without
    /// anchors. So anchors around 2000 do not pull the other entrants to 0.
    pub prior_mean: Option<f64>,
    /// The standard deviation of the default prior, in Elo.
    pub prior_sd: f64,
    /// Whether seats have effects: with two seats one advantage of seat 0, otherwise one effect per
    /// seat with the sum 0.
    pub seat_effects: bool,
    /// The priors of single entrants.
    pub priors: BTreeMap<String, Prior>,
}

/// The prior of an entrant.
#[derive(Clone, Debug, PartialEq)]
pub enum Prior {
    /// A hard anchor: the rating in Elo, which never moves.
    Fixed { elo: f64 },
    /// A loose anchor: N(`elo`, `sd`^2) in place of the default prior.
    Around { elo: f64, sd: f64 },
    /// A new version: N(rating of `parent`, `sd`^2), for any rating of the parent. This prior does
    /// not connect components: only matches make the two comparable.
    Like {
        /// The earlier version.
        parent: String,
        /// The standard deviation of the difference, in Elo.
        sd: f64,
    },
}

impl Default for Config {
    /// Returns the prior N(0, 350^2) without anchors, with seat effects, and no priors of single
    /// entrants.
    fn default() -> Config {
        Config { prior_mean: None, prior_sd: 350.0, seat_effects: true, priors: BTreeMap::new() }
    }
}

impl Prior {
    /// Returns whether the prior sets the level of a component.
    pub fn is_anchor(&self) -> bool {
        !matches!(self, Prior::Like { .. })
    }
}

impl Config {
    /// Returns the mean of the default prior, in Elo.
    pub(super) fn mean(&self) -> f64 {
        let anchors = self.priors.values().filter_map(|prior| match prior {
            Prior::Fixed { elo } | Prior::Around { elo, .. } => Some(*elo),
            Prior::Like { .. } => None,
        });
        let (count, sum) = anchors.fold((0, 0.0), |(count, sum), elo| (count + 1, sum + elo));
        self.prior_mean.unwrap_or(if count > 0 { sum / f64::from(count) } else { 0.0 })
    }

    /// Checks every number and name; `entrants` are in ascending order.
    pub(super) fn check(&self, entrants: &[String]) -> Result<(), FitError> {
        let sd = |field: &str, value: f64| {
            let expected = format!("a number from {} to {}", PRIOR_SDS.0, PRIOR_SDS.1);
            let is_fine = (PRIOR_SDS.0..=PRIOR_SDS.1).contains(&value);
            if is_fine { Ok(()) } else { Err(FitError::Number { field: field.to_owned(), value, expected }) }
        };
        let elo = |field: String, value: f64| {
            let expected = format!("a number from -{MAX_PRIOR_ELO} to {MAX_PRIOR_ELO}");
            let is_fine = (-MAX_PRIOR_ELO..=MAX_PRIOR_ELO).contains(&value);
            if is_fine { Ok(()) } else { Err(FitError::Number { field, value, expected }) }
        };
        let entered = |name: &String| match entrants.binary_search(name) {
            Ok(_) => Ok(()),
            Err(_) => Err(FitError::UnknownEntrant { entrant: name.clone() }),
        };
        sd("prior_sd", self.prior_sd)?;
        elo("prior_mean".to_owned(), self.prior_mean.unwrap_or(0.0))?;
        for (name, prior) in &self.priors {
            entered(name)?;
            match prior {
                Prior::Fixed { elo: value } => elo(format!("priors.{name}.elo"), *value)?,
                Prior::Around { elo: value, sd: width } => {
                    elo(format!("priors.{name}.elo"), *value)?;
                    sd(&format!("priors.{name}.sd"), *width)?;
                }
                Prior::Like { parent, sd: width } => {
                    entered(parent)?;
                    sd(&format!("priors.{name}.sd"), *width)?;
                    self.check_descent(name)?;
                }
            }
        }
        Ok(())
    }

    /// Rejects circular descent: every chain of parents must end at an entrant without a parent.
    fn check_descent(&self, name: &String) -> Result<(), FitError> {
        let mut of = name;
        for _ in 0..=self.priors.len() {
            match self.priors.get(of) {
                Some(Prior::Like { parent, .. }) => of = parent,
                _ => return Ok(()),
            }
        }
        Err(FitError::OwnAncestor { entrant: name.clone() })
    }
}
