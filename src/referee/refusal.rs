//! How the referee declines: a value with a reason that a client can branch on. Nothing was changed.

use std::{borrow::Cow, fmt::Display, time::Duration};

use crate::games::rules::cut;

/// What a program branches on; the same words as `referee.v1.Reason`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The message lacks a field, or a field cannot be read.
    BadField,
    /// No game has this id.
    UnknownGame,
    /// The game has no such option, or the option does not take this value.
    BadOption,
    /// The text is not a position of this game.
    BadPosition,
    /// The text is not a move of this game.
    UnreadableMove,
    /// The move can be read, but not be played here.
    IllegalMove,
    /// It is another seat's turn.
    NotYourTurn,
    /// The move answers a turn that is over, and is not the move that was played there.
    AlreadyPlayed,
    /// The move is for a turn that has not come yet.
    TurnNotOpen,
    /// The match has ended.
    MatchOver,
    /// The seat has lost the match, which goes on without it.
    SeatLost,
    /// The match has not started: a seat has not come yet.
    MatchNotStarted,
    /// The match can no longer be aborted: resign instead.
    TooLateToAbort,
    /// No match has this id.
    UnknownMatch,
    /// No player has this name.
    UnknownPlayer,
    /// The match has no such seat, or the caller does not sit there.
    NotSeated,
    /// The time control cannot be read.
    BadTimeControl,
    /// The number of seats is not one that the game allows.
    BadSeats,
    /// No token, or one that is not known.
    Unauthenticated,
    /// The caller may not do this.
    Forbidden,
    /// A player with this name exists.
    NameTaken,
    /// The first message of a stream was not `Hello`.
    HelloExpected,
    /// A second `Hello` on one stream.
    SecondHello,
    /// A later stream of the same bot has taken its place.
    Replaced,
    /// A limit of this server is reached; see [`Refusal::limit`].
    Limit,
    /// The bot named is not connected, does not play this game, or plays as many matches as it wants.
    BotUnavailable,
    /// The page token was not given by this server.
    BadPageToken,
    /// The stream fell too far behind.
    Lagged,
    /// The match is still played: its record is not open yet, and no rematch can be asked for.
    StillPlayed,
    /// The same `request_id` came before with another content.
    RequestIdReused,
    /// The seat can add nothing to the luck of the match any more, or the match has none.
    NonceClosed,
    /// No such call is served.
    UnknownCall,
    /// The game knows no draw by consent or claim.
    NoDraws,
    /// The position gives nobody a draw to claim.
    NothingToClaim,
    /// Such a proposal waits for an answer, or the seat has made one since its last move.
    AlreadyProposed,
    /// No proposal waits for this seat's answer.
    NothingProposed,
    /// Nothing can be taken back: the match is rated, the game hides something or leaves something to chance, or the seat has not moved.
    TakebackClosed,
    /// An arbiter has paused the match.
    Paused,
    /// The match is not paused.
    NotPaused,
    /// The caller has scheduled another match for this occasion.
    OccasionTaken,
    /// The store failed: nothing was changed, and it may recover.
    StoreUnavailable,
    /// The client speaks only versions of the protocol that are older than what is served.
    UnsupportedVersion,
    /// The client lacks a capability that the server needs of it.
    CapabilityNeeded,
    /// A player named does not accept this match without being asked.
    NotAccepted,
    /// No challenge that is open or was closed a short while ago has this id, or it is not for the caller.
    UnknownChallenge,
    /// The challenge was accepted, declined or canceled, or has expired.
    ChallengeClosed,
    /// The token may not be used for this: it lacks a scope, which `expected` names.
    MissingScope,
    /// The token has expired.
    TokenExpired,
    /// The player is retired: its owner may revive it.
    PlayerRetired,
    /// The match is over and the server has dropped its log: its summary and its result are all that is left.
    MatchPruned,
    /// The player, or its owner, is banned from this server.
    PlayerBanned,
    /// The name begins, or seems to begin, as the host keeps for itself.
    NameReserved,
    /// The name looks like another player's.
    NameLooksAlike,
    /// Nobody can register here.
    RegistrationClosed,
    /// No invite has this code, or it has expired or was used as often as it can be.
    BadInvite,
    /// No token of the caller's has this id.
    UnknownToken,
    /// No invite has this id.
    UnknownInvite,
    /// No announcement has this number.
    UnknownAnnouncement,
    /// There is no such tournament.
    UnknownTournament,
    /// The tournament or the ladder is not at the point at which this can be done.
    WrongPhase,
    /// There is no such ladder.
    UnknownLadder,
    /// One of the entrants has no rating in the category, or no chain of matches connects the two.
    NotComparable,
    /// The server is starting: the match is not back yet.
    Starting,
    /// The server is stopping.
    Stopping,
    /// The referee's own fault; nothing was changed.
    HostFault,
}

/// A request that was declined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct Refusal {
    /// What a program branches on.
    pub reason: Reason,
    /// The field that was at fault, as it is written in the proto, with its place in a list: `moves[3]`; empty where none
    /// was.
    pub field: Cow<'static, str>,
    /// The value that was at fault, cut to 200 characters.
    pub value: String,
    /// What would have been taken instead; empty where nothing would.
    pub expected: String,
    /// A sentence for a person.
    pub text: String,
    /// With [`Reason::Limit`]: which one, where it has a name. In a box, since few refusals have it.
    pub limit: Option<Box<Limit>>,
    /// After how long the same request may succeed, in milliseconds; `None` where waiting alone does not help, or nobody knows.
    pub retry_after_ms: Option<u32>,
}

/// A limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Its name, as in `docs/limits.md`.
    pub name: &'static str,
    /// Its value, in the unit that `docs/limits.md` says.
    pub most: u64,
}

/// After how long to ask again what a server in passing trouble declined, in milliseconds.
const PASSING_MS: u32 = 1_000;

impl Refusal {
    /// A refusal of no field in particular.
    pub fn new(reason: Reason, text: impl Into<String>) -> Refusal {
        let retry_after_ms = match reason {
            Reason::StoreUnavailable | Reason::Starting | Reason::Stopping => Some(PASSING_MS),
            _ => None,
        };
        let (field, value, expected) = (Cow::Borrowed(""), String::new(), String::new());
        Refusal { reason, field, value, expected, text: text.into(), limit: None, retry_after_ms }
    }

    /// [`Reason::Limit`]: the limit of this name and value is reached. The text gets the name.
    pub fn limit(name: &'static str, most: impl TryInto<u64>, text: impl Display) -> Refusal {
        let limit = Limit { name, most: most.try_into().unwrap_or(u64::MAX) };
        Refusal { limit: Some(Box::new(limit)), ..Refusal::new(Reason::Limit, format!("{text} (limit `{name}`)")) }
    }

    /// [`Reason::Limit`]: a field asks for more than the limit of this name and value, in `unit`.
    pub fn limit_of_field(
        name: &'static str,
        most: impl TryInto<u64>,
        field: impl Into<Cow<'static, str>>,
        value: &str,
        unit: &str,
    ) -> Refusal {
        let most = most.try_into().unwrap_or(u64::MAX);
        let expected = format!("at most {most} {unit}").trim_end().to_owned();
        let refusal = Refusal::of_field(Reason::Limit, field, value, expected);
        let text = format!("{} (limit `{name}`)", refusal.text);
        Refusal { limit: Some(Box::new(Limit { name, most })), text, ..refusal }
    }

    /// The same, with the time after which asking again may succeed; at least a millisecond.
    pub fn retry_after(self, wait: Duration) -> Refusal {
        let wait_ms = u32::try_from(wait.as_millis()).unwrap_or(u32::MAX).max(1);
        Refusal { retry_after_ms: Some(wait_ms), ..self }
    }

    /// The same of a field that is within another: `rules.max_plies` within `matches` is `matches.rules.max_plies`.
    pub fn within(self, parent: &str) -> Refusal {
        let field = format!("{parent}.{}", self.field);
        let text = match self.text.strip_prefix(&*self.field).filter(|_| !self.field.is_empty()) {
            Some(rest) => format!("{field}{rest}"),
            None => self.text,
        };
        Refusal { field: field.into(), text, ..self }
    }

    /// A refusal of a field's value.
    pub fn of_field(
        reason: Reason,
        field: impl Into<Cow<'static, str>>,
        value: &str,
        expected: impl Into<String>,
    ) -> Refusal {
        let (field, value, expected) = (field.into(), cut(value), expected.into());
        let text = format!("{field} = `{value}` is not taken: expected {expected}");
        Refusal { field, value, expected, ..Refusal::new(reason, text) }
    }
}
