//! The law of one match, from its opening to its verdict. Quiet: time, chance and stored events are
//! arguments, events and refusals are results.
//!
//! [`Match::decide`] holds every condition and changes nothing. [`Match::apply`] cannot fail, and
//! also replays a log. [`Match::note`] takes transient inputs. [`Match::deadline`] tells when to
//! ask again.

#![deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)]

pub mod accept_policy;
mod agreement;
mod answer;
mod apply;
mod arbiter;
mod auto_adjudication;
pub mod clock;
pub mod clock_reading;
pub mod command;
pub mod conduct;
pub mod decide;
pub mod digest;
mod due;
mod end_reason;
pub mod event;
pub mod evidence;
pub mod forfeit;
pub mod frames;
mod law_version;
pub mod lost;
pub mod luck;
pub mod memory;
pub mod note;
pub mod occasion;
mod proposals;
pub mod reason;
pub mod refusal;
pub mod scoring;
pub mod sight;
pub mod state;
mod steps;
mod takeback;
pub mod termination;
pub mod time_control;
pub mod turn;
pub mod uncharged;
pub mod verify;

pub use accept_policy::{AcceptPolicy, Objection, ProposedMatch};
pub use agreement::Consent;
pub use clock::{Clock, Time};
pub use clock_reading::ClockReading;
pub use command::{Asker, Command};
pub use conduct::{Conduct, DrawRule, MatchAdjudicated, Proposal, ProposalAnswer, ResignRule, Ruling, Sides, Stakes};
pub use decide::Decision;
pub use digest::DigestBuilder;
pub use end_reason::EndReason;
pub use event::{Event, Fact, IllegalMovePolicy, LostSeatPolicy, MatchOpened, Stall, Verdict};
pub use evidence::{Evidence, Exit};
pub use law_version::LawVersion;
pub use luck::{Commitment, Promise, Seed};
pub use note::Note;
pub use occasion::{Contest, Occasion};
pub use reason::Reason;
pub use referee_games::opening::{MAX_OPENING_MOVES, Opening};
pub use refusal::{Limit, Refusal};
pub use sight::{Revealed, SeenEvent, same_for_all, seen_by};
pub use state::{Deadline, Match, Phase};
pub use termination::Termination;
pub use time_control::TimeControl;
pub use turn::{MoveTime, TurnRequest};
