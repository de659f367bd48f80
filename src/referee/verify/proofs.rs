//! What a record proves of each verdict, and what is the referee's word alone. `docs/verdicts.md` shows the same table, and tests
//! compare the two and forge an end of every kind.

use crate::referee::termination::{LAW, Termination};

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// What ended the match, or lost it for a seat.
    pub termination: Termination,
    /// Where a record could be made to end so without anything before it that says why.
    pub forgeable: Forgeable,
    /// What `verify` recomputes.
    pub proved: &'static str,
    /// What it takes as it stands.
    pub word: &'static str,
}

/// Where a record could be made to end by a cause that never was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forgeable {
    /// Nowhere: the end follows from the events before it.
    Nowhere,
    /// Only behind events that are themselves somebody's word.
    Behind,
    /// Wherever a seat is to move.
    InPlay,
}

impl Forgeable {
    /// The words for it in the table.
    pub fn words(self) -> &'static str {
        match self {
            Forgeable::Nowhere => "no",
            Forgeable::Behind => "with other events",
            Forgeable::InPlay => "yes",
        }
    }
}

/// The table, in the order of [`LAW`].
pub const PROOFS: [Proof; LAW.len()] = [
    proof(Termination::Normal, Forgeable::Nowhere, "everything", "nothing"),
    proof(Termination::MaxPlies, Forgeable::Nowhere, "everything", "nothing"),
    proof(
        Termination::Claim,
        Forgeable::Behind,
        "that the rules offered the draw, that the seat still played, and that no clock or grace was over",
        "that the seat claimed it, and which",
    ),
    proof(
        Termination::DrawAgreed,
        Forgeable::Behind,
        "that the record has the proposal and the consent of every seat, in this order, and that it ended at once",
        "that the seats said so",
    ),
    proof(
        Termination::Adjudication,
        Forgeable::Behind,
        "by an arbiter: that points and places follow from the ruling; by a rule of the match: everything",
        "that the arbiter ruled so, and why; the scores that programs reported",
    ),
    proof(
        Termination::Resignation,
        Forgeable::InPlay,
        "that the match was in play, and the seat not lost before",
        "that the seat resigned",
    ),
    proof(
        Termination::IllegalMove,
        Forgeable::InPlay,
        "that it was the seat's turn, that `declined` cannot be played there and why, and that no clock or grace was over",
        "that the seat sent it; how many were refused before it",
    ),
    proof(
        Termination::ProtocolError,
        Forgeable::InPlay,
        "that the seat was not lost before, and that no clock or grace was over",
        "what its program did, and when",
    ),
    proof(
        Termination::NoShow,
        Forgeable::Behind,
        "that the match was rated or of a contest, or a hidden hand was dealt; that the time for it was over, and by how much",
        "that the seat did nothing in it",
    ),
    proof(
        Termination::Disconnect,
        Forgeable::Behind,
        "that the seat was away, that its grace was over, and by how much",
        "that and when it went",
    ),
    proof(
        Termination::Flag,
        Forgeable::Behind,
        "that it was the seat's turn, that its clock was at its end by the stamps, and by how much",
        "the stamps: when the turn was handed over and the answer came, and that none came",
    ),
    proof(
        Termination::Unattended,
        Forgeable::Behind,
        "that the time for all seats to come was over, by how much, and which had not come",
        "that the seats did not come",
    ),
    proof(
        Termination::Abort,
        Forgeable::InPlay,
        "by a seat: that it still could; by time: that the wait was over, and for whom",
        "that the host, or the seat, called it off",
    ),
    proof(Termination::HostFault, Forgeable::InPlay, "that it counts for nobody", "what failed"),
];

const fn proof(termination: Termination, forgeable: Forgeable, proved: &'static str, word: &'static str) -> Proof {
    Proof { termination, forgeable, proved, word }
}

/// Every row stands at the place of its termination.
const _: () = {
    let mut place = 0;
    while place < PROOFS.len() {
        assert!(PROOFS[place].termination as usize == place);
        place += 1;
    }
};
