//! Why a match ended, as codes. Only codes are stored and verified, so old records stay valid if
//! the wording changes.

use referee_ids::{Seat, is_printing};

/// Maximum length of a verdict's detail in bytes; the rest is cut off.
pub const MAX_DETAIL: usize = 4096;

/// Why a match ended or a seat lost, in more detail than [`crate::Termination`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum EndReason {
    #[default]
    Plain,
    /// The rules of the game ended the match, for this reason in the game's own word.
    Rules(String),
    /// The round reached this number of plies.
    PlyLimit(u32),
    /// The seat reported at most `-score` with this number of consecutive moves.
    ReportedLoss {
        moves: u32,
        /// The limit in hundredths of a point.
        score: i64,
    },
    /// Every seat reported `-score` to `score` with this number of consecutive moves.
    ReportedDraw {
        moves: u32,
        /// The limit in hundredths of a point.
        score: i64,
    },
    /// An arbiter ended the match, for this reason.
    Ruling(String),
    /// The declined move could not be read.
    Unreadable,
    /// The declined move was illegal.
    NotLegal,
    /// These seats did not connect.
    Missing(Vec<Seat>),
    /// The seat missed its first-move deadline.
    NoFirstMove(Seat),
    /// This seat aborted the match; `None` if the host did.
    CalledOff(Option<Seat>),
    /// The contest aborted the match and does not count its result.
    NotCounted,
    /// The pause exceeded its limit.
    LongPause,
    /// No seat moved for too long.
    NoSeatMoved,
    /// No seat returned.
    NoSeatCameBack,
    /// The seat's program failed, as the referee observed.
    Program(String),
    /// The host stalled whenever the flag of this seat fell.
    StalledFlags(Seat),
    /// The host stalled too often in one turn.
    OftenStalled,
    /// The game returned something impossible.
    Game(String),
    /// The host failed in another way.
    Host(String),
}

impl EndReason {
    /// Returns a program failure in one line of bounded length.
    pub(crate) fn program(what: &str) -> EndReason {
        EndReason::Program(cut_detail(what))
    }

    /// Returns a host failure in one line of bounded length.
    pub(crate) fn host(what: &str) -> EndReason {
        EndReason::Host(cut_detail(what))
    }

    /// Returns the part of the reason that is text from outside; `None` if there is none.
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

    /// Returns a one-line sentence for people. The wording can change between versions.
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
            EndReason::NotCounted => "its result no longer counts for its contest".to_owned(),
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

/// Cuts a verdict's detail to one line of bounded length.
fn cut_detail(detail: &str) -> String {
    cut_to(detail, MAX_DETAIL)
}

/// Cuts a text from outside to one line of at most `most` bytes, with dots for the rest.
pub(crate) fn cut_to(text: &str, most: usize) -> String {
    let end = (0..=most.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    let mut kept: String = text[..end].chars().map(|c| if is_printing(c) { c } else { '?' }).collect();
    if end < text.len() {
        kept.push_str("...");
    }
    kept
}
