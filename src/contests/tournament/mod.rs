//! Tournaments: results in, pairings out. Nothing here starts a match.
//!
//! A tournament is a stream of events: [`Tournament::decide`] says what follows from a command,
//! [`Tournament::due`] what follows from time, [`Tournament::apply`] takes either, and
//! [`Tournament::scheduled`] lists the matches to be played. Each format has its own file or folder
//! for pairings.

pub mod arena;
pub mod berger;
pub mod bracket;
mod deals;
mod decide;
pub mod designs;
pub mod double_elimination;
mod due;
pub mod event;
mod from_elsewhere;
mod held_back;
pub mod king_of_the_hill;
pub mod knockout;
mod paired;
mod pairing;
mod presence;
mod progress;
pub mod rules;
mod schedule;
mod score;
pub mod score_table;
pub mod standings;
pub mod state;
pub mod swiss;
mod table;

pub use crate::contest::{ContestRefusal, Outcome, Phase, Scheduled, Slot, Status};
pub use decide::check_opening;
pub use event::{Command, Fact, MatchKey, MatchResult, TournamentEvent, TournamentOpened};
pub use pairing::{Bye, Entrant, MAX_ENTRANTS, MAX_STAGES, Pairing, Stage, points_in_words, points_with_unit};
pub use rules::{Format, Rules};
pub use score::{Shown, place_points};
pub use score_table::{Ended, ScoreTable};
pub use state::Tournament;
