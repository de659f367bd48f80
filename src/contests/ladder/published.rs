//! The published results of a category, the difference of two entrants in it, and its table as
//! text.

use std::fmt::Write as _;

use super::results::PublishError;
use crate::{
    rating::{
        self, CompareError, Component, Config, Fit, MatchLog,
        deal_points::{DealFit, DealLog},
    },
    stats::{Weight, decimals},
};

/// The input of ratings.
#[derive(Clone, Debug)]
pub enum ToRate {
    /// The order of the places, and the priors.
    Ranks(MatchLog, Config),
    /// Points a deal.
    Points(DealLog),
}

/// The published ratings of a category.
#[derive(Clone, Debug, PartialEq)]
pub enum Ratings {
    /// In Elo, from the order of the places.
    Ranks(Fit),
    /// In points a deal.
    Points(DealFit),
}

/// Difference of two entrants, first minus second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// In Elo, or in points a deal.
    pub difference: f64,
    /// Its standard error, with the covariance of the two.
    pub se: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The probability that the first is the stronger one, 0 to 1; `None` by points.
    pub los: Option<f64>,
    /// The expected score of the first, as in [`Fit::expected_score`]; `None` by points.
    pub expected_score: Option<f64>,
}

impl ToRate {
    /// Makes them. Takes a few seconds of the processor for a thousand entrants.
    pub fn rate(&self) -> Result<Ratings, PublishError> {
        Ok(match self {
            ToRate::Ranks(log, config) => Ratings::Ranks(rating::fit(log, config)?),
            ToRate::Points(log) => Ratings::Points(log.fit()?),
        })
    }
}

impl Ratings {
    /// The difference of two entrants. Fails if they are not connected.
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

    /// The same without what entrants are compared by: much less to keep.
    pub fn without_covariance(&self) -> Ratings {
        match self {
            Ratings::Ranks(fit) => Ratings::Ranks(fit.without_covariance()),
            Ratings::Points(fit) => Ratings::Points(fit.without_covariance()),
        }
    }

    /// The sets of entrants that matches connect, by the first name of each.
    pub fn components(&self) -> &[Component] {
        match self {
            Ratings::Ranks(fit) => fit.components(),
            Ratings::Points(fit) => fit.components(),
        }
    }

    /// How many matches are in them, and how many of these are different.
    pub fn weight(&self) -> Weight {
        let (all, repeats) = match self {
            Ratings::Ranks(fit) => (fit.matches, fit.repeats),
            Ratings::Points(fit) => (fit.matches, fit.repeats),
        };
        Weight { different: all.saturating_sub(repeats), all }
    }

    /// Returns them as text: the same log gives the same bytes.
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

/// The table of a fit as text: the same log gives the same bytes. A line an entrant, by name, with
/// tabs between name, rating, its standard error, the one about the mean of its component, both
/// ends of the 95 % interval, matches and component.
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

/// The same by points: a line per entrant with points per deal, standard error, both ends of the 95
/// % interval, matches and component; then the seats, and the residual.
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
