//! Ladders: bots that are paired continuously and automatically for months. Nothing here starts a
//! match.
//!
//! A ladder is a fold of its events. [`Ladder::decide`] returns the facts that follow from a
//! command, and [`Ladder::due`] the facts that follow from time, such as pairings, quarantines and
//! releases. [`Ladder::apply`] applies both, and [`Ladder::scheduled`] lists the matches to be
//! played.
//!
//! [`policy`] selects pairings. [`Results`] are the published results of a log, and [`signals`] are
//! observations that need a host's attention.

mod apply;
mod decide;
mod due;
mod end;
mod entrant;
mod event;
mod history;
mod live_previews;
pub mod policy;
mod progress;
mod published;
mod results;
mod rules;
pub mod signals;
mod state;

pub use crate::contest::{
    ContestRefusal, Entrant, MAX_NAME, MAX_REASON, Outcome, Phase, Scheduled, Slot, Status, VoidMatch,
};
pub use decide::check_opening;
pub use entrant::EntrantState;
pub use event::{
    AfterVoid, Anchor, Command, Declaration, EncounterKey, Entry, Fact, LadderEvent, LadderOpened, MatchKey,
    MatchResult, Paired,
};
pub use history::{Histories, MAX_POINTS, RatingPoint};
pub use published::{Comparison, PublishError, Ratings, ToRate, table};
pub use results::{CountedMatch, Results};
pub use rules::{
    Category, MAX_AT_ONCE, MAX_CATEGORIES, MAX_ENTRANTS, MAX_ENTRANTS_PER_OWNER, MAX_MATCH_SETUPS, MAX_MATCHES_PER_DAY,
    PairingRules, QuarantineRules, RatedBy, Rules,
};
pub use state::{EncounterState, Ladder};
