//! The verdict law: every cause that can end a match, as one table. `docs/verdicts.md` shows the same table, and a test
//! compares the two.

/// What ended a match, the weightiest last: where several hold at one moment, the weightiest is the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Termination {
    /// The rules of the game.
    Normal,
    /// The round had as many plies as the match allows.
    MaxPlies,
    /// A seat claimed the draw that the rules offer it.
    Claim,
    /// The seats agreed on a draw.
    DrawAgreed,
    /// An arbiter, or a rule that the match was opened with, decided it.
    Adjudication,
    /// A seat resigned.
    Resignation,
    /// A seat played what is not legal.
    IllegalMove,
    /// A seat's program broke the protocol, or ended.
    ProtocolError,
    /// A seat did not come while another had, or did not make its first move, where something is at stake.
    NoShow,
    /// A seat stayed away longer than its grace.
    Disconnect,
    /// A seat's time was over.
    Flag,
    /// Seats did not come before the match could start, and nobody loses by that: it counts for nobody.
    Unattended,
    /// It was called off, and counts for nobody.
    Abort,
    /// The referee's own fault: it counts for nobody.
    HostFault,
}

/// How many causes there are. The host's fault is always the last.
const CAUSES: usize = Termination::HostFault as usize + 1;

/// A row of the law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cause {
    pub termination: Termination,
    /// The word for it in lines, tables and logs: `illegal_move`.
    pub word: &'static str,
    pub loser: Loser,
    /// For whom the match counts.
    pub counts: Counts,
    pub since: Since,
}

/// Who loses by a cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loser {
    /// The seat that caused it, wherever its points are: it ranks behind all others.
    Offender,
    /// Whoever has fewer points.
    ByPoints,
    /// The seat that the ruling names, which ranks behind all others; else whoever has fewer points.
    Ruled,
    /// No seat.
    Nobody,
}

/// For whom a match that ended by a cause counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// For every seat.
    Everybody,
    /// For none: it has no places.
    Nobody,
}

/// Since when a cause holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    /// Since the match took it up; it came in its turn among all commands.
    Decided,
    /// Since the last byte of what shows it was received, however late that is taken up.
    Received,
    /// Since the first nanosecond that the clock did not have.
    FlagFell,
    /// Since the end of the grace.
    GraceOver,
    /// Since the end of the time in which it was to come, or to move.
    WaitOver,
}

/// The law, the lightest cause first, each at the place of its [`Termination`].
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

/// Every row stands at the place of its termination.
const _: () = {
    let mut place = 0;
    while place < CAUSES {
        assert!(LAW[place].termination as usize == place);
        place += 1;
    }
};

impl Termination {
    /// Its row of the law.
    pub fn cause(self) -> &'static Cause {
        &LAW[self as usize]
    }

    /// The word for it in lines, tables and logs: `illegal_move`.
    pub fn word(self) -> &'static str {
        self.cause().word
    }

    /// The name in every schema: `TERMINATION_ILLEGAL_MOVE`.
    pub fn name(self) -> String {
        format!("TERMINATION_{}", self.word().to_ascii_uppercase())
    }

    /// The termination of this name.
    pub fn of_name(name: &str) -> Option<Termination> {
        let word = name.strip_prefix("TERMINATION_")?;
        LAW.iter().find(|cause| cause.word.eq_ignore_ascii_case(word)).map(|cause| cause.termination)
    }

    /// The word for the termination of this name; `unknown` for others.
    pub fn word_of(name: &str) -> &'static str {
        Termination::of_name(name).map_or("unknown", Termination::word)
    }

    /// Whether the seat that the verdict names has lost the match, wherever its points are.
    pub fn loses(self) -> bool {
        matches!(self.cause().loser, Loser::Offender | Loser::Ruled)
    }

    /// Whether the seat that the verdict names lost by what it did or left undone: neither on the board, nor by a ruling, nor by resigning.
    pub fn forfeits(self) -> bool {
        self.cause().loser == Loser::Offender && self != Termination::Resignation
    }

    /// Whether a match that ended so counts for anybody.
    pub fn counts(self) -> bool {
        self.cause().counts == Counts::Everybody
    }
}

impl Loser {
    /// The words for it in the table of the law.
    pub fn words(self) -> &'static str {
        match self {
            Loser::Offender => "the seat that did it",
            Loser::ByPoints => "by points",
            Loser::Ruled => "as ruled",
            Loser::Nobody => "nobody",
        }
    }
}

impl Counts {
    /// The words for it in the table of the law.
    pub fn words(self) -> &'static str {
        match self {
            Counts::Everybody => "for every seat",
            Counts::Nobody => "for nobody",
        }
    }
}

impl Since {
    /// The words for it in the table of the law.
    pub fn words(self) -> &'static str {
        match self {
            Since::Decided => "when the referee decided it",
            Since::Received => "when its last byte came",
            Since::FlagFell => "when the clock ran out",
            Since::GraceOver => "when the grace ended",
            Since::WaitOver => "when the deadline passed",
        }
    }
}
