//! The state of a match: a fold of its events.

use std::{sync::Arc, time::Duration};

use super::{
    clock::Time,
    event::{Event, Opened, Verdict},
    refusal::Reason,
};
use crate::{
    games::{Course, Game, rules::BadOption},
    ids::{Seat, Seq},
};

/// A match as it stands.
pub struct Match {}

/// Where a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A seat has not come yet.
    Waiting,
    /// It is played.
    Live,
    /// It has ended.
    Over,
}

/// The question that the seat whose turn it is must be asked. Two requests with equal round and ply are the same turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnRequest {
    /// Whose turn it is.
    pub seat: Seat,
    /// The round, from 1.
    pub round: u32,
    /// The ply that the answer will have.
    pub ply: u32,
    /// When the seat was asked; `None` until [`Match::asked`].
    pub sent: Option<Time>,
}

/// When to send [`super::Command::Expire`], unless something else happens before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deadline {
    /// When.
    pub at: Time,
}

impl Match {
    /// A match from its first event.
    pub fn open(_opened: Opened) -> Result<Match, BadOption> {
        todo!()
    }
    /// The same with a game that need not be registered.
    pub fn open_with(_game: &'static dyn Game, _opened: Opened) -> Result<Match, BadOption> {
        todo!()
    }
    /// Takes an event in. It must be the next one: the caller has it from `decide` or from the log.
    pub fn apply(&mut self, _event: &Event) {
        todo!()
    }
    /// Notes that the turn was handed to the seat's transport: its clock runs from here. The first note of a turn counts.
    /// This is no event: the move that answers the turn carries it.
    pub fn asked(&mut self, _seat: Seat, _at: Time) {
        todo!()
    }
    /// Notes that a command of `seat` was refused for `reason`: the caller tells it after every refusal. Illegal and
    /// unreadable moves of the open turn are counted by it. This is no event: a match that is brought back counts anew.
    pub fn refused(&mut self, _seat: Seat, _reason: Reason) {
        todo!()
    }
    /// When to ask again; `None` when nothing is due.
    pub fn deadline(&self) -> Option<Deadline> {
        todo!()
    }
    /// How it was set up.
    pub fn opened(&self) -> &Arc<Opened> {
        todo!()
    }
    /// Where it stands.
    pub fn phase(&self) -> Phase {
        todo!()
    }
    /// The number of the newest event.
    pub fn seq(&self) -> Seq {
        todo!()
    }
    /// The time of the newest event.
    pub fn at(&self) -> Time {
        todo!()
    }
    /// The rounds, points and position.
    pub fn course(&self) -> &Course {
        todo!()
    }
    /// The text of the first position of the round in play, complete.
    pub fn round_start(&self) -> &str {
        todo!()
    }
    /// Every step of the round in play, in canonical notation.
    pub fn round_moves(&self) -> &[String] {
        todo!()
    }
    /// The turn that waits for a seat; `None` unless the match is live.
    pub fn turn(&self) -> Option<TurnRequest> {
        todo!()
    }
    /// What a seat's clock has left at `now`; `None` for a seat without a limit. Never negative.
    pub fn remaining(&self, _seat: Seat, _now: Time) -> Option<Duration> {
        todo!()
    }
    /// Whether a seat is connected.
    pub fn connected(&self, _seat: Seat) -> bool {
        todo!()
    }
    /// How it ended; `None` until it has.
    pub fn verdict(&self) -> Option<&Verdict> {
        todo!()
    }
}
