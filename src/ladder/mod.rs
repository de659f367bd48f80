//! Ladders: bots that are paired again and again, for months, by themselves. Nothing here starts a match.
//!
//! A ladder is a stream of events: [`Ladder::decide`] says what follows from a command, [`Ladder::due`] what follows by itself (who is
//! paired, who is quarantined, who is released), [`Ladder::apply`] takes either, and [`Ladder::scheduled`] lists the matches that are
//! to be played. [`policy`] says whom to pair, [`Results`] what is published by a log, [`signals`] what a host should look at.

mod apply;
mod decide;
mod due;
mod end;
mod event;
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
pub use published::{Comparison, Ratings, ToRate, table};
pub use results::{CountedMatch, PublishError, Results};
pub use rules::{
    Category, MAX_AT_ONCE, MAX_CATEGORIES, MAX_ENTRANTS, MAX_ENTRANTS_PER_OWNER, MAX_MATCH_SETUPS, MAX_MATCHES_PER_DAY,
    PairingRules, QuarantineRules, RatedBy, Rules,
};
pub use state::{EncounterState, EntrantState, Ladder};
