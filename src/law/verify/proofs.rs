//! The parts of each verdict that a record proves, and those that rely on the referee's word.
//! `docs/verdicts.md` shows the same table. Tests compare the two, and forge an end of every kind.

use crate::ending::termination::{LAW, Termination};

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The termination of the match, or of a seat.
    pub termination: Termination,
    /// Where a forged record could contain this end.
    pub forgeable: Forgeable,
    /// The facts that `verify` recomputes.
    pub proved: &'static str,
    /// The facts that `verify` takes as recorded.
    pub word: &'static str,
}

/// Where in a record a forger could add an end whose cause never happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forgeable {
    /// Nowhere: the end follows from earlier events.
    Nowhere,
    /// Only after events that are themselves taken as recorded.
    Behind,
    /// Wherever a seat has to move.
    InPlay,
}

impl Forgeable {
    /// Returns the words for this value in the table.
    pub fn words(self) -> &'static str {
        match self {
            Forgeable::Nowhere => "no",
            Forgeable::Behind => "only after other forged events",
            Forgeable::InPlay => "at any turn",
        }
    }
}

/// The table of proofs, in the order of [`LAW`].
pub const PROOFS: [Proof; LAW.len()] = [
    proof(Termination::Normal, Forgeable::Nowhere, "everything", "nothing"),
    proof(Termination::MaxPlies, Forgeable::Nowhere, "everything", "nothing"),
    proof(
        Termination::Claim,
        Forgeable::Behind,
        "that the rules offered the draw, the seat was still active, and no clock or grace had run out",
        "that the seat claimed it",
    ),
    proof(
        Termination::DrawAgreed,
        Forgeable::Behind,
        "that the record has the proposal, then the consent of every seat, then the end",
        "that the seats sent the proposal and the consents",
    ),
    proof(
        Termination::Adjudication,
        Forgeable::Behind,
        "for a ruling: that points and places follow from it; for a rule of the match: everything",
        "the ruling and its reason; the scores that programs reported",
    ),
    proof(
        Termination::Resignation,
        Forgeable::InPlay,
        "that the match was live, and the seat had not lost",
        "that the seat resigned",
    ),
    proof(
        Termination::IllegalMove,
        Forgeable::InPlay,
        "that it was the seat's turn, that `declined` is unreadable or illegal there, and that no clock or grace \
            had run out",
        "that the seat sent the move; how many moves were refused before",
    ),
    proof(
        Termination::ProtocolError,
        Forgeable::InPlay,
        "that the seat had not lost, and no clock or grace had run out",
        "what its program did, and when",
    ),
    proof(
        Termination::NoShow,
        Forgeable::Behind,
        "that something was at stake; that the deadline had passed, and by how much",
        "that the seat did nothing in time",
    ),
    proof(
        Termination::Disconnect,
        Forgeable::Behind,
        "that the seat was disconnected, its grace had ended, and by how much",
        "the disconnection and its time",
    ),
    proof(
        Termination::Flag,
        Forgeable::Behind,
        "that it was the seat's turn, that by the stamps its clock had run out, and by how much",
        "the stamps of the turn and the answer, or that no answer came",
    ),
    proof(
        Termination::Unattended,
        Forgeable::Behind,
        "that the start deadline had passed, by how much, and which seats were missing",
        "that the seats did not connect",
    ),
    proof(
        Termination::Abort,
        Forgeable::InPlay,
        "by a seat: that it could still abort; by a deadline: that it had passed, and for which seat",
        "that the host, the contest or the seat aborted the match",
    ),
    proof(Termination::HostFault, Forgeable::InPlay, "that the match does not count", "what failed"),
];

const fn proof(termination: Termination, forgeable: Forgeable, proved: &'static str, word: &'static str) -> Proof {
    Proof { termination, forgeable, proved, word }
}

/// Checks that every row is at the index of its termination.
const _: () = {
    let mut place = 0;
    while place < PROOFS.len() {
        assert!(PROOFS[place].termination as usize == place);
        place += 1;
    }
};
