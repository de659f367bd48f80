//! Counts of results, as seen by the first of two entrants.

use super::weight::Weight;

/// Replacement of a count of 0 in the regularised convention: fishtest's `regularize`.
const REGULAR_ZERO: f64 = 1e-3;

/// Numbers of games that the first entrant won, drew and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WinDrawLoss {
    /// Games that the first entrant won.
    pub wins: u64,
    pub draws: u64,
    /// Games that the first entrant lost.
    pub losses: u64,
}

/// Numbers of pairs of games by score. A pair is two games with the same opening or deals and
/// exchanged seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial {
    /// Pairs by the points of the first entrant: 0, 1/2, 1, 3/2, 2. That is two losses; loss and
    /// draw; two draws, or win and loss; draw and win; two wins.
    pub pairs: [u64; 5],
}

/// Counts of independent observations: games, or pairs of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Every game is an observation (trinomial).
    Games(WinDrawLoss),
    /// Every pair is an observation (pentanomial). Use it if the two games of a pair share their
    /// opening, because then their results are not independent.
    Pairs(Pentanomial),
}

/// Counts with the weight of their matches: the input of an estimate or a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighted {
    pub counts: Counts,
    pub weight: Weight,
}

/// Mean and higher moments of the score of one observation, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Moments {
    /// Number of observations; regularised counts make it fractional.
    pub observations: f64,
    pub mean: f64,
    /// The variance, with the number of observations as divisor, not one less.
    pub variance: f64,
    pub third: f64,
    pub fourth: f64,
}

impl WinDrawLoss {
    pub fn games(&self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// Returns the points of the first entrant per game, 0 to 1; `None` before the first game.
    pub fn score(&self) -> Option<f64> {
        Counts::Games(*self).score()
    }

    /// Returns the share of draws, 0 to 1; `None` before the first game.
    pub fn draw_ratio(&self) -> Option<f64> {
        share(self.draws, self.games())
    }

    /// Returns the likelihood of superiority from the decisive games alone: Phi((W - L) / sqrt(W +
    /// L)), as cutechess prints it. `None` before the first decisive game. After few games the
    /// value is overconfident: see [`super::Estimate::los`].
    pub fn los_of_decisive(&self) -> Option<f64> {
        let decisive = self.wins as f64 + self.losses as f64;
        let lead = self.wins as f64 - self.losses as f64;
        (decisive > 0.0).then(|| super::distributions::normal_cdf(lead / decisive.sqrt()))
    }
}

impl Pentanomial {
    pub fn count(&self) -> u64 {
        self.pairs.iter().fold(0, |sum, pairs| sum.saturating_add(*pairs))
    }

    /// Returns the share of drawn pairs, by two draws or by a win each, 0 to 1; `None` before the
    /// first pair.
    pub fn draw_ratio(&self) -> Option<f64> {
        share(self.pairs[2], self.count())
    }
}

impl Counts {
    /// Returns the number of observations: games or pairs.
    pub fn observations(&self) -> u64 {
        match self {
            Counts::Games(games) => games.games(),
            Counts::Pairs(pairs) => pairs.count(),
        }
    }

    /// Returns how many games an observation has: 1 or 2.
    pub fn games_per_observation(&self) -> u32 {
        match self {
            Counts::Games(_) => 1,
            Counts::Pairs(_) => 2,
        }
    }

    /// Returns the points of the first entrant per game, 0 to 1; `None` before the first
    /// observation.
    pub fn score(&self) -> Option<f64> {
        Some(Weighted::from(self).plain_moments()?.mean)
    }

    /// Returns the scores that an observation can have, 0 to 1, in ascending order.
    pub(crate) fn scores(&self) -> &'static [f64] {
        match self {
            Counts::Games(_) => &[0.0, 0.5, 1.0],
            Counts::Pairs(_) => &[0.0, 0.25, 0.5, 0.75, 1.0],
        }
    }

    /// Returns the number of observations with each score, in the order of [`Counts::scores`].
    fn plain(&self) -> Vec<f64> {
        match self {
            Counts::Games(WinDrawLoss { wins, draws, losses }) => vec![*losses as f64, *draws as f64, *wins as f64],
            Counts::Pairs(Pentanomial { pairs }) => pairs.iter().map(|pairs| *pairs as f64).collect(),
        }
    }

    /// Returns the counts with a weight.
    pub fn weighted(self, weight: Weight) -> Weighted {
        Weighted { counts: self, weight }
    }
}

impl From<&Counts> for Weighted {
    fn from(counts: &Counts) -> Weighted {
        counts.weighted(Weight::default())
    }
}

impl Weighted {
    /// Returns the weighted number of observations: games or pairs.
    pub fn observations(&self) -> f64 {
        self.weight.of(self.counts.observations() as f64)
    }

    /// Returns the weights of the observations with each score, in the order of [`Counts::scores`].
    pub(crate) fn plain(&self) -> Vec<f64> {
        self.counts.plain().into_iter().map(|count| self.weight.of(count)).collect()
    }

    /// Returns the counts, each raised to at least 0.001.
    pub(crate) fn regularised(&self) -> Vec<f64> {
        self.plain().into_iter().map(|count| count.max(REGULAR_ZERO)).collect()
    }

    /// Returns how many different scores occurred.
    pub(crate) fn kinds(&self) -> usize {
        self.plain().iter().filter(|count| **count > 0.0).count()
    }

    /// Returns the moments of the unchanged counts; `None` without an observation.
    pub(crate) fn plain_moments(&self) -> Option<Moments> {
        (self.counts.observations() > 0).then(|| Moments::of(self.counts.scores(), &self.plain()))
    }

    /// Returns the moments of the regularised counts; every variance is above 0.
    pub(crate) fn regularised_moments(&self) -> Moments {
        Moments::of(self.counts.scores(), &self.regularised())
    }
}

impl Moments {
    fn of(scores: &[f64], counts: &[f64]) -> Moments {
        let observations: f64 = counts.iter().sum();
        let moment = |of: &dyn Fn(f64) -> f64| {
            scores.iter().zip(counts).map(|(score, count)| count / observations * of(*score)).sum::<f64>()
        };
        let mean = moment(&|score| score);
        let central = |power: i32| moment(&|score| (score - mean).powi(power));
        Moments { observations, mean, variance: central(2), third: central(3), fourth: central(4) }
    }

    /// Returns the variance of the t-value (mean - 1/2) / standard deviation, times the number of
    /// observations, by the delta method ("Normalized Elo", section 4.1). The variance of the
    /// observations must be above 0.
    pub fn t_value_variance(&self) -> f64 {
        let deviation = self.variance.sqrt();
        let t_value = (self.mean - 0.5) / deviation;
        let skewness = self.third / (self.variance * deviation);
        let excess = self.fourth / (self.variance * self.variance) - 3.0;
        (1.0 - t_value * skewness + t_value * t_value * (excess + 2.0) / 4.0).max(0.0)
    }
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
