//! The verdict law: every cause that can end a match, as one table. `docs/verdicts.md` shows the
//! same table, and a test compares the two.

/// Cause of the end of a match, weightiest last: if several causes hold at one moment, the
/// weightiest is the verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Termination {
    /// The rules of the game ended the match.
    #[default]
    Normal,
    /// The round reached the ply limit.
    MaxPlies,
    /// A seat claimed the draw that the rules offer.
    Claim,
    /// The seats agreed on a draw.
    DrawAgreed,
    /// An arbiter or an adjudication rule decided the match.
    Adjudication,
    /// A seat resigned.
    Resignation,
    /// A seat played an illegal move.
    IllegalMove,
    /// A seat's program broke the protocol, or ended.
    ProtocolError,
    /// A seat did not connect while another did, or missed its first-move deadline, in a match at
    /// stake.
    NoShow,
    /// A seat stayed disconnected beyond its grace.
    Disconnect,
    /// A seat's time ran out.
    Flag,
    /// Seats did not connect before the start, and no seat loses for that reason: the match does
    /// not count.
    Unattended,
    /// The match was aborted and does not count.
    Abort,
    /// The referee failed; the match does not count.
    HostFault,
}

/// Number of causes. The host fault is always the last.
const CAUSES: usize = Termination::HostFault as usize + 1;

/// A row of the table: a cause with its properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cause {
    pub termination: Termination,
    /// Word in lines, tables and logs: `illegal_move`.
    pub word: &'static str,
    pub loser: Loser,
    pub counts: Counts,
    pub since: Since,
}

/// The loser by a cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loser {
    /// The seat that caused the end. It ranks last, whatever its points.
    Offender,
    /// The seats with fewer points.
    ByPoints,
    /// The seat that the ruling names, which ranks last. If the ruling names no seat, the seats
    /// with fewer points.
    Ruled,
    /// No seat.
    Nobody,
}

/// Whether a match that ended by a cause counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// The match counts for every seat.
    Everybody,
    /// The match does not count: there are no places.
    Nobody,
}

/// The moment at which a cause begins to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    /// The moment of the decision, in the order of all commands.
    Decided,
    /// Arrival of the last byte that shows the cause, however late it is decided.
    Received,
    /// The first nanosecond after the time has run out.
    FlagFell,
    /// The end of the grace.
    GraceOver,
    /// The deadline to connect or to move.
    WaitOver,
}

/// The law, lightest cause first, each at the index of its [`Termination`].
pub const LAW: [Cause; CAUSES] = [
    cause(Termination::Normal, "normal", Loser::ByPoints, Counts::Everybody, Since::Received),
    cause(Termination::MaxPlies, "max_plies", Loser::ByPoints, Counts::Everybody, Since::Received),
    cause(Termination::Claim, "claim", Loser::ByPoints, Counts::Everybody, Since::Received),
    cause(Termination::DrawAgreed, "draw_agreed", Loser::ByPoints, Counts::Everybody, Since::Received),
    cause(Termination::Adjudication, "adjudication", Loser::Ruled, Counts::Everybody, Since::Decided),
    cause(Termination::Resignation, "resignation", Loser::Offender, Counts::Everybody, Since::Decided),
    cause(Termination::IllegalMove, "illegal_move", Loser::Offender, Counts::Everybody, Since::Received),
    cause(Termination::ProtocolError, "protocol_error", Loser::Offender, Counts::Everybody, Since::Received),
    cause(Termination::NoShow, "no_show", Loser::Offender, Counts::Everybody, Since::WaitOver),
    cause(Termination::Disconnect, "disconnect", Loser::Offender, Counts::Everybody, Since::GraceOver),
    cause(Termination::Flag, "flag", Loser::Offender, Counts::Everybody, Since::FlagFell),
    cause(Termination::Unattended, "unattended", Loser::Nobody, Counts::Nobody, Since::WaitOver),
    cause(Termination::Abort, "abort", Loser::Nobody, Counts::Nobody, Since::Decided),
    cause(Termination::HostFault, "host_fault", Loser::Nobody, Counts::Nobody, Since::Decided),
];

const fn cause(termination: Termination, word: &'static str, loser: Loser, counts: Counts, since: Since) -> Cause {
    Cause { termination, word, loser, counts, since }
}

/// Checks that every row is at the index of its termination.
const _: () = {
    let mut place = 0;
    while place < CAUSES {
        assert!(LAW[place].termination as usize == place);
        place += 1;
    }
};

impl Termination {
    /// Returns the row for this termination.
    pub fn cause(self) -> &'static Cause {
        &LAW[self as usize]
    }

    /// Returns the word in lines, tables and logs: `illegal_move`.
    pub fn word(self) -> &'static str {
        self.cause().word
    }

    /// Returns the name in every schema: `TERMINATION_ILLEGAL_MOVE`.
    pub fn name(self) -> String {
        format!("TERMINATION_{}", self.word().to_ascii_uppercase())
    }

    /// Returns the termination with this name.
    pub fn of_name(name: &str) -> Option<Termination> {
        Termination::of_word(&name.strip_prefix("TERMINATION_")?.to_ascii_lowercase())
    }

    /// Returns the termination with this word.
    pub fn of_word(word: &str) -> Option<Termination> {
        LAW.iter().find(|cause| cause.word == word).map(|cause| cause.termination)
    }

    /// Returns the word for the termination with this name; `unknown` for other names.
    pub fn word_of(name: &str) -> &'static str {
        Termination::of_name(name).map_or("unknown", Termination::word)
    }

    /// Returns whether the verdict's seat has lost the match, whatever its points.
    pub fn loses(self) -> bool {
        matches!(self.cause().loser, Loser::Offender | Loser::Ruled)
    }

    /// Returns whether the verdict's seat lost by its conduct: not on the board, by a ruling or by
    /// resigning.
    pub fn forfeits(self) -> bool {
        self.cause().loser == Loser::Offender && self != Termination::Resignation
    }

    /// Returns whether a match with this termination counts.
    pub fn counts(self) -> bool {
        self.cause().counts == Counts::Everybody
    }
}

impl Loser {
    /// Returns the words in the table of the law.
    pub fn words(self) -> &'static str {
        match self {
            Loser::Offender => "the seat at fault",
            Loser::ByPoints => "by points",
            Loser::Ruled => "as ruled",
            Loser::Nobody => "none",
        }
    }
}

impl Counts {
    /// Returns the words in the table of the law.
    pub fn words(self) -> &'static str {
        match self {
            Counts::Everybody => "yes",
            Counts::Nobody => "no",
        }
    }
}

impl Since {
    /// Returns the words in the table of the law.
    pub fn words(self) -> &'static str {
        match self {
            Since::Decided => "the referee's decision",
            Since::Received => "the arrival of the last byte",
            Since::FlagFell => "the flag fall",
            Since::GraceOver => "the end of the grace",
            Since::WaitOver => "the deadline",
        }
    }
}
