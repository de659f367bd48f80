//! The result of a match as a contest counts it, wherever it was played.

use std::time::Duration;

use referee_contests::{
    contest::{ContestKind, ContestReason, MatchResult, VoidMatch},
    stats::MatchDigest,
};
use referee_ids::Seat;
use referee_law::{
    Termination, Verdict,
    ending::forfeit::{Played, forfeits},
};

/// How a match went.
#[derive(Debug)]
pub struct Course<'a> {
    /// How it ended.
    pub verdict: &'a Verdict,
    /// How many seats it has.
    pub seats: usize,
    /// The seats that lost it before while others played on, with the causes, the earliest first.
    pub lost: &'a [(Seat, Termination)],
    /// How many moves each seat made; empty if that is not known.
    pub moves: &'a [u32],
    /// The time charged to each seat's clock for them; empty if unknown.
    pub charged: &'a [Duration],
    /// How many steps it had.
    pub plies: u32,
    /// How many of its rounds were played to their end.
    pub rounds: u32,
    /// How long it took, in milliseconds.
    pub elapsed_ms: u64,
    /// Digest of its steps and verdict; `None` if unknown.
    pub digest: Option<MatchDigest>,
}

impl Course<'_> {
    /// The result of the match; an `Err` if it is void.
    pub fn result<C: ContestKind>(&self) -> Result<MatchResult, VoidMatch> {
        let verdict = self.verdict;
        let (termination, elapsed_ms) = (verdict.termination, self.elapsed_ms);
        if verdict.termination == Termination::Unattended && C::COUNTS_DESERTED {
            return Ok(MatchResult { termination, elapsed_ms, ..MatchResult::of_no_show(&vec![true; self.seats]) });
        }
        if verdict.places.is_empty() {
            // It was called off since a player did not come, if a seat is named.
            return Err(VoidMatch { reason: ContestReason::Match(termination.word().to_owned()), fault: verdict.seat });
        }
        Ok(MatchResult {
            places: verdict.places.clone(),
            halves: (0..verdict.places.len()).map(|seat| verdict.halves(seat)).collect(),
            termination,
            offender: verdict.seat,
            fault: self.fault().or_else(|| self.never_moved()),
            forfeits: forfeits(verdict, self.seats, Played { lost: self.lost, moves: self.moves }),
            plies: self.plies,
            moves: self.moves.to_vec(),
            thought_ms: self.charged.iter().map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)).collect(),
            elapsed_ms,
            rounds: self.rounds,
            digest: self.digest,
        })
    }

    /// The seat whose program ended the match, or its own part in it, by a fault: it broke the
    /// rules or the protocol, or was absent.
    fn fault(&self) -> Option<Seat> {
        let is_fault = |termination: Termination| {
            matches!(
                termination,
                Termination::IllegalMove | Termination::ProtocolError | Termination::NoShow | Termination::Disconnect
            )
        };
        let lost = self.lost.iter().find(|(_, cause)| is_fault(*cause)).map(|(seat, _)| *seat);
        lost.or(self.verdict.seat.filter(|_| is_fault(self.verdict.termination)))
    }

    /// The seat whose flag or resignation ended the match before its first move: its program hangs,
    /// or gives every match away.
    fn never_moved(&self) -> Option<Seat> {
        let is_given_away = matches!(self.verdict.termination, Termination::Flag | Termination::Resignation);
        let is_idle = |seat: &Seat| self.moves.get(seat.index()) == Some(&0);
        self.verdict.seat.filter(|seat| is_given_away && is_idle(seat))
    }
}
