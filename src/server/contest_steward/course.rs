//! Determines the result of a match as a contest counts it, no matter where the match was played.

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

/// The course of a match, with all that its result depends on.
#[derive(Debug)]
pub struct Course<'a> {
    pub verdict: &'a Verdict,
    pub seats: usize,
    /// The seats that lost while others played on, with the causes, the earliest first.
    pub lost: &'a [(Seat, Termination)],
    /// Number of moves of each seat; empty if unknown.
    pub moves: &'a [u32],
    /// Time charged to the clock of each seat for its moves; empty if unknown.
    pub charged: &'a [Duration],
    /// Number of steps.
    pub plies: u32,
    /// Number of rounds that were played to their end.
    pub rounds: u32,
    /// Duration in milliseconds.
    pub elapsed_ms: u64,
    /// Digest of the steps and the verdict; `None` if unknown.
    pub digest: Option<MatchDigest>,
}

impl Course<'_> {
    /// Returns the result of the match; the error says why the match is void.
    pub fn result<C: ContestKind>(&self) -> Result<MatchResult, VoidMatch> {
        let verdict = self.verdict;
        let (termination, elapsed_ms) = (verdict.termination, self.elapsed_ms);
        if verdict.termination == Termination::Unattended && C::COUNTS_DESERTED {
            return Ok(MatchResult { termination, elapsed_ms, ..MatchResult::of_no_show(&vec![true; self.seats]) });
        }
        if verdict.places.is_empty() {
            // If the verdict names a seat, the match was called off because that seat's player did
            // not come.
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

    /// Returns the seat whose fault ended the match, or lost the seat its place. Its program broke
    /// the rules or the protocol, or was absent.
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

    /// Returns the seat that lost by its flag or by resignation before its first move. Its program
    /// hangs, or gives every match away.
    fn never_moved(&self) -> Option<Seat> {
        let is_given_away = matches!(self.verdict.termination, Termination::Flag | Termination::Resignation);
        let is_idle = |seat: &Seat| self.moves.get(seat.index()) == Some(&0);
        self.verdict.seat.filter(|seat| is_given_away && is_idle(seat))
    }
}
