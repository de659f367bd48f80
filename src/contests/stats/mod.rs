//! Statistics of results: how far apart two entrants are, how sure that is, and when a test may
//! stop.
//!
//! [`counts`] has the two kinds of counts (games and pairs of games), [`elo`] the Elo difference
//! with its interval, the likelihood of superiority and normalised Elo, [`llr`] the generalised
//! log-likelihood ratio and [`sprt`] the sequential probability ratio test on it, [`points`] the
//! points of games that are not won, drawn or lost, and [`mean_points`] the sequential test on
//! their mean. [`decimals`](mod@decimals) writes numbers for people, [`utc`] times. [`weight`] has
//! the weights of repeated matches. [`distributions`] has the distribution functions below all of
//! them.
//!
//! Every number that is given is finite, whatever the counts. Nothing here depends on the order in
//! which results came.

pub mod counts;
pub mod decimals;
pub mod distributions;
pub mod elo;
pub mod llr;
pub mod mean_points;
pub mod points;
pub mod sprt;
pub mod utc;
pub mod weight;

pub use counts::{Counts, Pentanomial, Weighted, WinDrawLoss};
pub use decimals::{counted, decimals, signed_decimals};
pub use elo::{Estimate, Method, estimate};
pub use mean_points::{MeanPointsTest, MeanPointsTestError};
pub use points::{Deals, PointsError, PointsMean, PointsSample};
pub use sprt::{EloModel, Sprt, SprtError, SprtReport, SprtState};
pub use weight::{DigestRoom, MatchDigest, Meetings, MeetingsBySet, Weight};
