//! Tournaments: results in, pairings out. Nothing here starts a match.
//!
//! A tournament is a fold of its events. [`Tournament::decide`] returns the facts that follow from
//! a command, and [`Tournament::due`] the facts that follow from time. [`Tournament::apply`]
//! applies both, and [`Tournament::scheduled`] lists the matches to be played. Each format has its
//! own file or folder for pairings.

mod deals;
mod decide;
pub mod designs;
mod due;
pub mod event;
mod from_elsewhere;
mod held_back;
mod paired;
pub mod pairing;
mod presence;
mod progress;
pub mod rules;
mod schedule;
mod score;
pub mod score_table;
pub mod standings;
pub mod state;
mod steps;
mod table;

pub use crate::contest::{ContestRefusal, Outcome, Phase, Scheduled, Slot, Status};
pub use decide::check_opening;
pub use event::{Command, Fact, MatchKey, MatchResult, TournamentEvent, TournamentOpened};
pub use pairing::{Bye, Entrant, MAX_ENTRANTS, MAX_STAGES, Pairing, Stage, points_in_words, points_with_unit};
pub use rules::{Format, Rules};
pub use score::{Shown, place_points};
pub use score_table::{Ended, ScoreTable};
pub use state::Tournament;
