//! The published results of a category, the comparison of two entrants in them, and their table as
//! text.

use std::fmt::Write as _;

use crate::{
    rating::{
        self, CompareError, Component, Config, Fit, FitError, LogError, MatchLog,
        deal_points::{DealFit, DealFitError, DealLog, DealLogError},
    },
    stats::{Weight, decimals},
};

/// The input of ratings.
#[derive(Clone, Debug)]
pub enum ToRate {
    /// Places, and priors.
    Ranks(MatchLog, Config),
    /// Points per deal.
    Points(DealLog),
}

/// The published ratings of a category.
#[derive(Clone, Debug, PartialEq)]
pub enum Ratings {
    /// Ratings in Elo, from places.
    Ranks(Fit),
    /// Ratings in points per deal.
    Points(DealFit),
}

/// The difference of two entrants, first minus second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The difference in Elo, or in points per deal.
    pub difference: f64,
    /// The standard error of the difference, with the covariance of the two ratings.
    pub se: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
    /// The probability that the first entrant is the stronger one, 0 to 1; `None` if rated by
    /// points.
    pub los: Option<f64>,
    /// The expected score of the first entrant, as in [`Fit::expected_score`]; `None` if rated by
    /// points.
    pub expected_score: Option<f64>,
}

/// Why there are no ratings.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PublishError {
    /// The ladder has no such category.
    #[error("category is {category}, expected less than {categories}")]
    UnknownCategory {
        /// The number of the category.
        category: u16,
        /// The number of categories.
        categories: usize,
    },
    /// No match of the category counts: priors alone are not ratings.
    #[error("no rated matches in category `{category}` yet")]
    Nobody {
        /// The name of the category.
        category: String,
    },
    /// The matches do not form a valid log.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The log has no fit.
    #[error(transparent)]
    Fit(#[from] FitError),
    /// The matches do not form a valid log of points.
    #[error(transparent)]
    DealLog(#[from] DealLogError),
    /// The points have no fit.
    #[error(transparent)]
    DealFit(#[from] DealFitError),
}

impl ToRate {
    /// Fits the ratings. Takes a few seconds of CPU time for a thousand entrants.
    pub fn rate(&self) -> Result<Ratings, PublishError> {
        Ok(match self {
            ToRate::Ranks(log, config) => Ratings::Ranks(rating::fit(log, config)?),
            ToRate::Points(log) => Ratings::Points(log.fit()?),
        })
    }
}

impl Ratings {
    /// Returns the difference of two entrants. Fails if they are not connected.
    pub fn compare(&self, first: &str, second: &str) -> Result<Comparison, CompareError> {
        Ok(match self {
            Ratings::Ranks(fit) => {
                let found = fit.difference(first, second)?;
                let expected_score = Some(fit.expected_score(found.elo));
                let (difference, los) = (found.elo, Some(found.los));
                Comparison { difference, se: found.se, low: found.low, high: found.high, los, expected_score }
            }
            Ratings::Points(fit) => {
                let found = fit.difference(first, second)?;
                let (difference, los, expected_score) = (found.points, None, None);
                Comparison { difference, se: found.se, low: found.low, high: found.high, los, expected_score }
            }
        })
    }

    /// Returns the ratings without the covariances, which only comparisons need and which take most
    /// of the memory.
    pub fn without_covariance(&self) -> Ratings {
        match self {
            Ratings::Ranks(fit) => Ratings::Ranks(fit.without_covariance()),
            Ratings::Points(fit) => Ratings::Points(fit.without_covariance()),
        }
    }

    /// Returns the components: the sets of entrants that matches connect, ordered by their first
    /// names.
    pub fn components(&self) -> &[Component] {
        match self {
            Ratings::Ranks(fit) => fit.components(),
            Ratings::Points(fit) => fit.components(),
        }
    }

    /// Returns how many matches the ratings contain, and how many of these are different.
    pub fn weight(&self) -> Weight {
        let (all, repeats) = match self {
            Ratings::Ranks(fit) => (fit.matches, fit.repeats),
            Ratings::Points(fit) => (fit.matches, fit.repeats),
        };
        Weight { different: all.saturating_sub(repeats), all }
    }

    /// Formats the ratings as text: the same log gives the same bytes.
    pub fn table(&self) -> String {
        let mut text = match self {
            Ratings::Ranks(fit) => table(fit),
            Ratings::Points(fit) => table_of_points(fit),
        };
        let repeats = self.weight().repeats();
        if repeats > 0 {
            let _ = writeln!(text, "repeats\t{repeats}");
        }
        text
    }
}

/// Formats a fit as text: the same log gives the same bytes. One line per entrant, in the order of
/// names, with tabs between the fields. The fields are name, rating, standard error, standard error
/// about the mean of the component, both ends of the 95 % interval, matches and component.
pub fn table(fit: &Fit) -> String {
    let mut text = String::from("entrant\telo\tse\tse_centred\tlow\thigh\tmatches\tcomponent\n");
    for rated in fit.ratings() {
        let numbers = [rated.elo, rated.se, rated.se_centred, rated.low, rated.high].map(|elo| decimals(elo, 2));
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}\t{}\t{}\t{}", rated.entrant, numbers.join("\t"), rated.matches, rated.component);
    }
    for (seat, effect) in fit.seat_effects.iter().enumerate() {
        let _ = writeln!(text, "seat {seat}\t{}\t{}", decimals(effect.elo, 2), decimals(effect.se, 2));
    }
    text
}

/// Formats a fit by points as text. One line per entrant has points per deal, standard error, both
/// ends of the 95 % interval, matches and component. The seats and the residual follow.
fn table_of_points(fit: &DealFit) -> String {
    let mut text = String::from("entrant\tpoints\tse\tlow\thigh\tmatches\tcomponent\n");
    for rated in fit.ratings() {
        let numbers = [rated.points, rated.se, rated.low, rated.high].map(|points| decimals(points, 4));
        let _ = writeln!(text, "{}\t{}\t{}\t{}", rated.entrant, numbers.join("\t"), rated.matches, rated.component);
    }
    for (seat, effect) in fit.seat_effects.iter().enumerate() {
        let numbers = [effect.points, effect.se, effect.low, effect.high].map(|points| decimals(points, 4));
        let _ = writeln!(text, "seat {seat}\t{}", numbers.join("\t"));
    }
    let _ = writeln!(text, "residual\t{}\t{}", decimals(fit.residual_sd, 4), fit.degrees_of_freedom);
    text
}
