//! Ratings: the strengths of entrants, from all matches between them.
//!
//! A published rating is a [`Fit`] over a whole [`MatchLog`]. It is the maximum a posteriori of a
//! Bradley-Terry model with draws (two seats, `davidson`) or of a Plackett-Luce model (more seats,
//! `plackett_luce`). Standard errors are from the Laplace approximation. A fit is a pure function
//! of the log and the [`Config`]: any order of the matches gives the same bits, on any machine.
//!
//! [`LiveFit`] follows a growing log in milliseconds, and [`preview`] moves ratings match by match;
//! neither is for publication. [`deal_points`] rates in points per deal, for games whose results
//! are chips.
//!
//! Ratings are in Elo: a difference of 400 means odds of 10 to 1. Comparisons do not determine the
//! common level of a component of entrants (`components`). So compare differences, and only within
//! a component.

mod components;
mod config;
mod davidson;
pub mod deal_points;
mod error;
mod fit;
mod live;
mod log;
mod matrix;
mod newton;
mod parameters;
mod plackett_luce;
mod posterior;
pub mod preview;
mod shared_place;

pub use components::Component;
pub use config::{Config, Prior};
pub use error::{CompareError, FitError};
pub use fit::{Difference, DrawModel, Fit, Rated, SeatEffect, fit};
pub use live::{LiveFit, Update};
pub use log::{LogError, MAX_ENTRANTS, MAX_SEATS, MatchLog};
