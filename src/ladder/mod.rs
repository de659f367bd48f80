//! Ladders: bots that are paired again and again, for months, by themselves. Nothing here starts a match.
//!
//! A ladder is a stream of events: [`Ladder::decide`] says what follows from a command, [`Ladder::due`] what follows by itself (who is
//! paired, who is quarantined, who is released), [`Ladder::apply`] takes either, and [`Ladder::scheduled`] lists the matches that are
//! to be played. [`policy`] says whom to pair, [`Results`] what is published by a log, [`signals`] what a host should look at.

mod apply;
mod command;
mod decide;
mod due;
mod end;
mod event;
mod event_key;
mod live_previews;
pub mod policy;
mod progress;
mod published;
mod results;
mod rules;
pub mod signals;
mod state;
mod why;

pub use crate::contest::{MAX_NAME, MAX_REASON};
pub use command::{Command, LadderRefusal, VoidMatch};
pub use decide::check_opening;
pub use event::{AfterVoid, Anchor, Declaration, EntrantJoined, Fact, LadderEvent, LadderOpened, MatchResult, Paired};
pub use event_key::{Entrant, MAX_LADDER_ID, MatchKey};
pub use published::{Comparison, Ratings, ToRate, table};
pub use results::{CountedMatch, PublishError, Results};
pub use rules::{
    BadRules, Category, MAX_AT_ONCE, MAX_CATEGORIES, MAX_ENTRANTS, MAX_ENTRANTS_PER_OWNER, MAX_MATCH_SETUP,
    MAX_MATCH_SETUPS, MAX_MATCHES_PER_DAY, MAX_REPLAYS, PairingRules, QuarantineRules, RatedBy, Rules,
};
pub use state::{EncounterState, EntrantState, Ladder, Outcome, Phase, Scheduled, Slot, Standing};
