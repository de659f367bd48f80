//! The difference of two entrants in Elo, with its 95 % interval; the likelihood of superiority;
//! normalised Elo.
//!
//! There are three conventions, one type each. [`estimate`] is for display: it uses plain counts if
//! the normal approximation holds, otherwise a Bayesian interval, and names its method. [`plain`]
//! is the convention of fastchess, and [`regularised`] that of fishtest; both are for comparison
//! with these programs.
//!
//! An Elo difference of x is an expected score of 1 / (1 + 10^(-x/400)) (A. Elo, "The Rating of
//! Chessplayers", 1978, the logistic form). Normalised Elo is 800 / ln 10 times (score - 1/2) /
//! standard deviation of the score of a game (M. Van den Bergh, "Normalized Elo",
//! cantate.be/Fishtest/normalized_elo.pdf).

use super::{
    counts::{Moments, Weighted},
    distributions::{Z_95, beta_cdf, beta_quantile_logit, bounded_beta, normal_cdf},
};

/// Elo for each unit of a natural logarithm: 400 / ln 10.
pub const ELO_PER_NAT: f64 = 173.717_792_761_300_73;
/// Normalised Elo for each unit of the t-value of a game: 800 / ln 10.
pub const NORMALISED_ELO_PER_T: f64 = 347.435_585_522_601_46;
/// Minimum number of observations for the normal approximation: fewer ones determine their variance
/// too poorly.
pub const ENOUGH_OBSERVATIONS: f64 = 20.0;
/// Minimum distance of scores from 0 and 1 in [`regularised`], as in fishtest.
const CLAMP: f64 = 1e-3;

/// Returns the expected score, 0 to 1, of an entrant that is `elo` stronger than its opponent.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-elo / ELO_PER_NAT))
}

/// Returns the Elo difference of an expected score; `None` unless the score is above 0 and below 1.
pub fn elo_of_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| -ELO_PER_NAT * libm::log(1.0 / score - 1.0))
}

/// How the interval of an [`Estimate`] was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The normal approximation of the mean, with the variance of the observations: the score at
    /// 1.96 standard errors from the mean, converted to Elo. The error of normalised Elo is from
    /// the delta method, with the skewness and kurtosis of the observations (as in fishtest). It is
    /// valid away from 0 too: see [`normalised_elo_error`].
    Normal,
    /// Used with fewer than [`ENOUGH_OBSERVATIONS`], if all observations are equal, or if the
    /// normal interval leaves the range of scores. The score has the Beta posterior from Jeffreys'
    /// prior, with n observations of mean m counted as n m successes of n (Brown, Cai and DasGupta,
    /// "Interval estimation for a binomial proportion", Statistical Science 16, 2001): Beta(n m +
    /// 1/2, n (1 - m) + 1/2). The point is its mean, and the ends are its 2.5 % and 97.5 %
    /// quantiles. Observations between 0 and 1 vary at most as much as successes and failures with
    /// the same mean, so the interval tends to be too wide. It is finite for any counts; the open
    /// side after 100 to 0 depends on the prior. More than a million observations count as a
    /// million.
    Jeffreys,
}

/// A difference with its 95 % interval: the first entrant minus the second, in Elo or normalised
/// Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// An estimate of the difference of two entrants. Every number is finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Elo difference.
    pub elo: Interval,
    /// Normalised Elo, per game.
    pub normalised_elo: Interval,
    /// The likelihood of superiority, 0 to 1: the probability that the first entrant's expected
    /// score is above 1/2.
    pub los: f64,
    /// The method of the intervals and the likelihood.
    pub method: Method,
}

/// Returns the estimate for display, with its [`Method`]. Repeats weigh less, see
/// [`super::weight`]. Without observations, the difference is 0 with the interval of the prior,
/// 1124 Elo each way.
pub fn estimate(counts: impl Into<Weighted>) -> Estimate {
    let counts = &counts.into();
    let normal = counts.plain_moments().filter(|_| counts.observations() >= ENOUGH_OBSERVATIONS && counts.kinds() > 1);
    normal.and_then(|moments| normal_estimate(counts, &moments)).unwrap_or_else(|| jeffreys_estimate(counts))
}

fn normal_estimate(counts: &Weighted, moments: &Moments) -> Option<Estimate> {
    let plain = plain_of(counts, moments);
    let value = plain.normalised_elo?.value;
    let half = Z_95 * normalised_elo_error(counts, moments);
    Some(Estimate {
        elo: plain.elo_interval?,
        normalised_elo: Interval { value, low: value - half, high: value + half },
        los: plain.los?,
        method: Method::Normal,
    })
}

/// Returns the standard error of normalised Elo.
///
/// The delta method is of first order. For some results of two kinds, such as two pairs of 3/2
/// points for each of 2 points, it gives the variance 0. The remainder is of second order, about
/// 1/n of the usual variance, and serves as the minimum.
fn normalised_elo_error(counts: &Weighted, moments: &Moments) -> f64 {
    let variance = moments.t_value_variance().max(1.0 / moments.observations);
    NORMALISED_ELO_PER_T * (variance / (f64::from(counts.counts.games_per_observation()) * moments.observations)).sqrt()
}

fn jeffreys_estimate(counts: &Weighted) -> Estimate {
    let won = |score: &dyn Fn(f64) -> f64| {
        counts.counts.scores().iter().zip(counts.plain()).map(|(of, count)| score(*of) * count).sum::<f64>()
    };
    let (a, b) = bounded_beta(won(&|score| score) + 0.5, won(&|score| 1.0 - score) + 0.5);
    let logits = [libm::log(a / b), beta_quantile_logit(0.025, a, b), beta_quantile_logit(0.975, a, b)];
    let [value, low, high] = logits.map(|logit| ELO_PER_NAT * logit);
    // With the score s and the variance s (1 - s), (s - 1/2) / sqrt(s (1 - s)) is sinh(logit / 2).
    let scale = NORMALISED_ELO_PER_T / f64::from(counts.counts.games_per_observation()).sqrt();
    let normalised = logits.map(|logit| scale * libm::sinh(logit / 2.0));
    Estimate {
        elo: Interval { value, low, high },
        normalised_elo: Interval { value: normalised[0], low: normalised[1], high: normalised[2] },
        los: 1.0 - beta_cdf(0.0, a, b),
        method: Method::Jeffreys,
    }
}

/// The convention of fastchess: unchanged counts. `None` replaces values that fastchess prints as
/// infinite or not a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plain {
    /// Elo difference; `None` without games, or if all were won or all lost.
    pub elo: Option<f64>,
    /// The Elo difference with its ends at 1.96 standard errors of the score; `None` also if an end
    /// is not a possible score. The width is 0 if all results are equal: do not show it to people.
    pub elo_interval: Option<Interval>,
    /// Normalised Elo; `None` if all results are equal.
    pub normalised_elo: Option<Interval>,
    /// The likelihood of superiority, 0 to 1; `None` if all results are equal and the score is 1/2.
    pub los: Option<f64>,
}

/// Estimates by the convention of fastchess.
pub fn plain(counts: impl Into<Weighted>) -> Plain {
    let counts = counts.into();
    match counts.plain_moments() {
        Some(moments) => plain_of(&counts, &moments),
        None => Plain { elo: None, elo_interval: None, normalised_elo: None, los: None },
    }
}

fn plain_of(counts: &Weighted, moments: &Moments) -> Plain {
    let games_per_observation = f64::from(counts.counts.games_per_observation());
    let error = (moments.variance / moments.observations).sqrt();
    let ends = |off: f64| elo_of_score(moments.mean + off * Z_95 * error);
    let interval = || Some(Interval { value: elo_of_score(moments.mean)?, low: ends(-1.0)?, high: ends(1.0)? });
    let lead = moments.mean - 0.5;
    let normalised = || {
        let value = NORMALISED_ELO_PER_T * lead / (games_per_observation * moments.variance).sqrt();
        let half = Z_95 * NORMALISED_ELO_PER_T / (games_per_observation * moments.observations).sqrt();
        Interval { value, low: value - half, high: value + half }
    };
    let los = match (moments.variance > 0.0, lead == 0.0) {
        (true, _) => Some(normal_cdf(lead / error)),
        (false, false) => Some(if lead > 0.0 { 1.0 } else { 0.0 }),
        (false, true) => None,
    };
    Plain {
        elo: elo_of_score(moments.mean),
        elo_interval: interval(),
        normalised_elo: (moments.variance > 0.0).then(normalised),
        los,
    }
}

/// The convention of fishtest: counts of 0 become 0.001, and scores are limited to 0.001 to 0.999.
/// Always finite, but far overconfident if all results are equal: one won game is 1130 Elo, at
/// least 448.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Regularised {
    /// Number of games, including the thousandths added to counts.
    pub games: f64,
    /// Points per game, 0 to 1.
    pub score: f64,
    /// The variance of the score of a game; for pairs, twice the variance of their score.
    pub variance_per_game: f64,
    /// Elo difference, within 1199.83 of 0.
    pub elo: Interval,
    /// The likelihood of superiority, 0 to 1.
    pub los: f64,
    /// The t-value per game: (score - 1/2) / standard deviation.
    pub t_value: f64,
    /// Normalised Elo; the error is from the delta method, with skewness and kurtosis.
    pub normalised_elo: Interval,
}

/// Estimates by the convention of fishtest (`stats/stat_util.py`; "Normalized Elo", section 4.1).
pub fn regularised(counts: impl Into<Weighted>) -> Regularised {
    let counts = counts.into();
    let moments = counts.regularised_moments();
    let games_per_observation = f64::from(counts.counts.games_per_observation());
    let elo = |score: f64| -ELO_PER_NAT * libm::log(1.0 / score.clamp(CLAMP, 1.0 - CLAMP) - 1.0);
    let error = (moments.variance / moments.observations).sqrt();
    let deviation = moments.variance.sqrt();
    let t_value = (moments.mean - 0.5) / deviation;
    let t_error = (moments.t_value_variance() / moments.observations).sqrt();
    let normalised = |t: f64| NORMALISED_ELO_PER_T * t / games_per_observation.sqrt();
    Regularised {
        games: games_per_observation * moments.observations,
        score: moments.mean,
        variance_per_game: games_per_observation * moments.variance,
        elo: Interval {
            value: elo(moments.mean),
            low: elo(moments.mean - Z_95 * error),
            high: elo(moments.mean + Z_95 * error),
        },
        los: normal_cdf((moments.mean - 0.5) / error),
        t_value: t_value / games_per_observation.sqrt(),
        normalised_elo: Interval {
            value: normalised(t_value),
            low: normalised(t_value - Z_95 * t_error),
            high: normalised(t_value + Z_95 * t_error),
        },
    }
}
