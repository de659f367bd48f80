//! Statistics of results: how far apart two entrants are, how sure that is, and when a test may
//! stop.
//!
//! [`counts`] has the counts of games and of pairs of games. [`elo`] has the Elo difference with
//! its interval, the likelihood of superiority and normalised Elo. [`llr`] is the generalised
//! log-likelihood ratio, and [`sprt`] the sequential probability ratio test on it.
//!
//! [`points`] is for games that are not won, drawn or lost, and [`mean_points`] is the sequential
//! test on their mean. [`weight`] has the weights of repeated matches, and [`distributions`] the
//! distribution functions. [`decimals`](mod@decimals) formats numbers for people, and [`utc`]
//! times.
//!
//! Every returned number is finite, whatever the counts. No result depends on the order of the
//! matches.

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
