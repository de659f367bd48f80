//! The law of one match, from its opening to its verdict. Quiet: time, chance and stored events are
//! arguments, events and refusals are results.
//!
//! [`Match::decide`] holds every condition and changes nothing. [`Match::apply`] cannot fail, and
//! also replays a log. [`Match::note`] takes transient inputs. [`Match::deadline`] returns when to
//! send [`Command::Expire`].

#![deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)]

mod apply;
pub mod clock;
pub mod decide;
pub mod digest;
pub mod ending;
pub mod event;
pub mod frames;
pub mod memory;
pub mod note;
pub mod opening;
pub mod plain;
pub mod reason;
pub mod refusal;
pub mod sight;
pub mod state;
pub mod turn;
pub mod verify;

pub use clock::{Clock, Time, reading::ClockReading, time_control::TimeControl};
pub use decide::command::{Asker, Command, Decision};
pub use digest::DigestBuilder;
pub use ending::{
    end_reason::EndReason,
    evidence::{Evidence, Exit},
    termination::Termination,
};
pub use event::{Event, Fact, IllegalMovePolicy, LostSeatPolicy, MatchOpened, Stall, Verdict};
pub use note::Note;
pub use opening::{
    absence::{Absence, Graces},
    accept_policy::{AcceptPolicy, Objection, ProposedMatch},
    agreement::Consent,
    conduct::{Conduct, DrawRule, MatchAdjudicated, Proposal, ProposalAnswer, ResignRule, Ruling, Sides, Stakes},
    law_version::LawVersion,
    luck::{Commitment, Promise, Seed},
    occasion::{Contest, Occasion},
};
pub use reason::Reason;
pub use referee_games::opening::{MAX_OPENING_MOVES, Opening};
pub use refusal::{Limit, Refusal};
pub use sight::{Revealed, SeenEvent, same_for_all, seen_by};
pub use state::{Deadline, Match, Phase};
pub use turn::{MoveTime, TurnRequest};
