//! Why a match ended, as codes. Only codes are stored and verified, so that old records stay true
//! whatever becomes of the words.

use super::{
    decide::cut_detail,
    event::{SeatLost, Verdict},
};
use crate::ids::Seat;

/// Why a match ended, or a seat lost it, beyond its [`super::Termination`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum EndReason {
    #[default]
    Plain,
    /// The rules of the game, by their own word for the end.
    Rules(String),
    /// The round had this number of plies.
    PlyLimit(u32),
    /// The seat reported at most `-score` with this number of moves in a row.
    ReportedLoss {
        moves: u32,
        /// In hundredths of a point.
        score: i64,
    },
    /// Every seat reported a score from `-score` to `score` with this number of moves in a row.
    ReportedDraw {
        moves: u32,
        /// In hundredths of a point.
        score: i64,
    },
    /// An arbiter ended it, for this reason.
    Ruling(String),
    /// The declined move was not a move of the game.
    Unreadable,
    /// The declined move was not legal.
    NotLegal,
    /// These seats did not come.
    Missing(Vec<Seat>),
    /// The seat did not make its first move in time.
    NoFirstMove(Seat),
    /// A seat called the match off, or the host if there is none.
    CalledOff(Option<Seat>),
    /// The match was paused for too long.
    LongPause,
    /// No seat moved for too long.
    NoSeatMoved,
    /// No seat came back.
    NoSeatCameBack,
    /// The program of the seat failed, as the referee saw it.
    Program(String),
    /// The host stalled whenever the flag of this seat fell.
    StalledFlags(Seat),
    /// The host stalled too often in one turn.
    OftenStalled,
    /// The game gave what cannot be.
    Game(String),
    /// Something else of the host failed.
    Host(String),
}

impl EndReason {
    /// A failure of a program, in one line of bounded length.
    pub(super) fn program(what: &str) -> EndReason {
        EndReason::Program(cut_detail(what))
    }

    /// A failure of the host, in one line of bounded length.
    pub(super) fn host(what: &str) -> EndReason {
        EndReason::Host(cut_detail(what))
    }

    /// The text that came from outside; `None` if there is none.
    pub fn text(&self) -> Option<&str> {
        match self {
            EndReason::Rules(text)
            | EndReason::Ruling(text)
            | EndReason::Program(text)
            | EndReason::Game(text)
            | EndReason::Host(text) => Some(text),
            _ => None,
        }
    }

    /// The sentence for a person, in one line. It may change with every version of the program.
    pub fn sentence(&self, declined: Option<&str>) -> String {
        cut_detail(&self.words(declined))
    }

    fn words(&self, declined: Option<&str>) -> String {
        let declined = declined.filter(|sent| !sent.is_empty()).map_or("it".to_owned(), |sent| format!("`{sent}`"));
        match self {
            EndReason::Plain => String::new(),
            EndReason::PlyLimit(plies) => format!("{plies} plies in a round"),
            EndReason::ReportedLoss { moves, score } => format!("reported -{score} or less {moves} times in a row"),
            EndReason::ReportedDraw { moves, score } => {
                format!("all seats reported -{score} to {score} {moves} times in a row")
            }
            EndReason::Unreadable => format!("{declined} is not a move of this game"),
            EndReason::NotLegal => format!("{declined} is not a legal move here"),
            EndReason::Missing(seats) => {
                let seats: Vec<String> = seats.iter().map(Seat::to_string).collect();
                format!("seat {} did not connect", seats.join(", "))
            }
            EndReason::NoFirstMove(seat) => format!("seat {seat} did not make its first move in time"),
            EndReason::CalledOff(None) => "aborted by the host".to_owned(),
            EndReason::CalledOff(Some(seat)) => format!("aborted by seat {seat}"),
            EndReason::LongPause => "paused for too long".to_owned(),
            EndReason::NoSeatMoved => "no seat moved for too long".to_owned(),
            EndReason::NoSeatCameBack => "no seat came back".to_owned(),
            EndReason::StalledFlags(seat) => format!("the host stalled whenever the flag of seat {seat} fell"),
            EndReason::OftenStalled => "the host stalled too often in one turn".to_owned(),
            EndReason::Rules(text)
            | EndReason::Ruling(text)
            | EndReason::Program(text)
            | EndReason::Game(text)
            | EndReason::Host(text) => text.clone(),
        }
    }
}

impl Verdict {
    /// The sentence for a person that says why.
    pub fn detail(&self) -> String {
        self.reason.sentence(self.declined.as_deref())
    }
}

impl SeatLost {
    /// The sentence for a person that says why.
    pub fn detail(&self) -> String {
        self.reason.sentence(self.declined.as_deref())
    }
}
