//! Ladders: bots that are paired continuously, for months, automatically. Nothing here starts a
//! match.
//!
//! A ladder is a stream of events: [`Ladder::decide`] says what follows from a command,
//! [`Ladder::due`] what follows from time (pairings, quarantines, releases), [`Ladder::apply`]
//! takes either, and [`Ladder::scheduled`] lists the matches to be played. [`policy`] selects
//! pairings, [`Results`] are the published results of a log, [`signals`] the facts that need a
//! host's attention.

mod apply;
mod decide;
mod due;
mod end;
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
pub use event::{
    AfterVoid, Anchor, Command, Declaration, EncounterKey, Entry, Fact, LadderEvent, LadderOpened, MatchKey,
    MatchResult, Paired,
};
pub use history::{Histories, MAX_POINTS, RatingPoint};
pub use published::{Comparison, Ratings, ToRate, table};
pub use results::{CountedMatch, PublishError, Results};
pub use rules::{
    Category, MAX_AT_ONCE, MAX_CATEGORIES, MAX_ENTRANTS, MAX_ENTRANTS_PER_OWNER, MAX_MATCH_SETUPS, MAX_MATCHES_PER_DAY,
    PairingRules, QuarantineRules, RatedBy, Rules,
};
pub use state::{EncounterState, EntrantState, Ladder};
