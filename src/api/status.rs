//! Refusals as gRPC says them: a `google.rpc.Status` with one `ErrorInfo`.

use std::{collections::HashMap, time::Duration};

use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt as _};
use tracing::Level;

use super::convert;
use crate::{
    metrics::metrics,
    referee::{Reason, Refusal},
};

/// The domain of every `ErrorInfo`.
pub const DOMAIN: &str = "referee";

/// A refusal as the status of a call. The reason stands in the `ErrorInfo` without the prefix `REASON_`; field, value,
/// expected, and a limit with its value stand in its metadata where they are not empty. A `RetryInfo` says when to try again.
pub fn status(refusal: &Refusal) -> Status {
    log(refusal);
    let parts =
        [("field", &*refusal.field), ("value", refusal.value.as_str()), ("expected", refusal.expected.as_str())];
    let mut metadata: HashMap<String, String> =
        parts.iter().filter(|(_, text)| !text.is_empty()).map(|(name, text)| ((*name).into(), header(text))).collect();
    if let Some(limit) = refusal.limit.as_deref() {
        metadata.extend([("limit".to_owned(), limit.name.to_owned()), ("most".to_owned(), limit.most.to_string())]);
    }
    let mut details = ErrorDetails::with_error_info(convert::reason_name(refusal.reason), DOMAIN, metadata);
    if let Some(wait_ms) = refusal.retry_after_ms {
        details.set_retry_info(Some(Duration::from_millis(wait_ms.into())));
    }
    Status::with_error_details(code(refusal.reason), header(&refusal.text), details)
}

/// A limit that a call has reached, and when to try again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The limit's name, as in `docs/limits.md`.
    pub limit: &'static str,
    /// Its value.
    pub most: String,
    /// The unit.
    pub of_what: &'static str,
    /// How long to wait before another attempt can succeed; `None` where waiting does not help.
    pub retry_after: Option<Duration>,
}

impl Reached {
    /// The limit of this name and value.
    pub fn new(
        limit: &'static str,
        most: impl ToString,
        of_what: &'static str,
        retry_after: Option<Duration>,
    ) -> Reached {
        Reached { limit, most: most.to_string(), of_what, retry_after }
    }
}

impl From<Reached> for Refusal {
    fn from(reached: Reached) -> Refusal {
        let Reached { limit, most, of_what, retry_after } = reached;
        let refusal = Refusal::limit(limit, most.parse().unwrap_or(u64::MAX), format!("at most {most} {of_what}"));
        match retry_after {
            Some(wait) => refusal.retry_after(wait),
            None => refusal,
        }
    }
}

/// A limit of the transport as the status of a call: `LIMIT`, as [`status`] says it. It is quiet in the log, since whoever floods the server would flood the log too.
pub fn limited(reached: &Reached) -> Status {
    let Reached { limit, most, of_what, retry_after } = reached;
    let again = retry_after.map(|wait| format!(": try again in {} ms", wait.as_millis().max(1))).unwrap_or_default();
    let text = format!("at most {most} {of_what} (limit `{limit}`){again}");
    tracing::debug!(limit, "{text}");
    metrics().refused(convert::reason_name(Reason::Limit), limit);
    let metadata = HashMap::from([("limit".to_owned(), (*limit).to_owned()), ("most".to_owned(), most.clone())]);
    let mut details = ErrorDetails::with_error_info(convert::reason_name(Reason::Limit), DOMAIN, metadata);
    if retry_after.is_some() {
        details.set_retry_info(*retry_after);
    }
    Status::with_error_details(code(Reason::Limit), text, details)
}

/// Writes a refusal to the log, as loud as it deserves.
pub fn log(refusal: &Refusal) {
    let Refusal { reason, field, text, .. } = refusal;
    metrics().refused(convert::reason_name(*reason), refusal.limit.as_deref().map_or("", |limit| limit.name));
    match level(*reason) {
        Level::ERROR => tracing::error!(?reason, %field, "{text}"),
        Level::WARN => tracing::warn!(?reason, %field, "{text}"),
        Level::INFO => tracing::info!(?reason, %field, "{text}"),
        _ => tracing::debug!(?reason, %field, "{text}"),
    }
}

/// The gRPC code of every reason.
pub fn code(reason: Reason) -> Code {
    match reason {
        Reason::BadField
        | Reason::BadOption
        | Reason::BadPosition
        | Reason::UnreadableMove
        | Reason::BadTimeControl
        | Reason::BadSeats
        | Reason::BadPageToken => Code::InvalidArgument,
        Reason::UnknownGame
        | Reason::UnknownMatch
        | Reason::UnknownPlayer
        | Reason::UnknownChallenge
        | Reason::UnknownToken
        | Reason::UnknownInvite
        | Reason::UnknownAnnouncement
        | Reason::UnknownTournament
        | Reason::UnknownLadder
        | Reason::MatchPruned => Code::NotFound,
        Reason::IllegalMove
        | Reason::NotYourTurn
        | Reason::AlreadyPlayed
        | Reason::TurnNotOpen
        | Reason::MatchOver
        | Reason::MatchNotStarted
        | Reason::SeatLost
        | Reason::WrongPhase
        | Reason::NotComparable
        | Reason::TooLateToAbort
        | Reason::HelloExpected
        | Reason::SecondHello
        | Reason::UnsupportedVersion
        | Reason::CapabilityNeeded
        | Reason::BotUnavailable
        | Reason::StillPlayed
        | Reason::NonceClosed
        | Reason::NoDraws
        | Reason::NothingToClaim
        | Reason::AlreadyProposed
        | Reason::NothingProposed
        | Reason::TakebackClosed
        | Reason::Paused
        | Reason::NotPaused
        | Reason::NotAccepted
        | Reason::ChallengeClosed
        | Reason::PlayerRetired => Code::FailedPrecondition,
        Reason::NameTaken | Reason::NameLooksAlike | Reason::RequestIdReused | Reason::OccasionTaken => {
            Code::AlreadyExists
        }
        Reason::Unauthenticated | Reason::TokenExpired => Code::Unauthenticated,
        Reason::NotSeated
        | Reason::Forbidden
        | Reason::MissingScope
        | Reason::PlayerBanned
        | Reason::NameReserved
        | Reason::RegistrationClosed
        | Reason::BadInvite => Code::PermissionDenied,
        Reason::Replaced | Reason::Lagged => Code::Aborted,
        Reason::Limit => Code::ResourceExhausted,
        Reason::UnknownCall => Code::Unimplemented,
        Reason::StoreUnavailable | Reason::Starting | Reason::Stopping => Code::Unavailable,
        Reason::HostFault => Code::Internal,
    }
}

/// How loud every reason is in the log: faults of ours are errors, limits are warnings, mistakes of callers are theirs.
pub fn level(reason: Reason) -> Level {
    match reason {
        Reason::HostFault | Reason::StoreUnavailable => Level::ERROR,
        Reason::Lagged => Level::WARN,
        // Whoever floods the server would flood its log too.
        Reason::Limit => Level::DEBUG,
        Reason::Unauthenticated
        | Reason::Forbidden
        | Reason::Replaced
        | Reason::MissingScope
        | Reason::PlayerBanned
        | Reason::BadInvite => Level::INFO,
        Reason::BadField
        | Reason::UnknownGame
        | Reason::BadOption
        | Reason::BadPosition
        | Reason::UnreadableMove
        | Reason::IllegalMove
        | Reason::NotYourTurn
        | Reason::AlreadyPlayed
        | Reason::TurnNotOpen
        | Reason::MatchOver
        | Reason::MatchNotStarted
        | Reason::SeatLost
        | Reason::TooLateToAbort
        | Reason::UnknownMatch
        | Reason::UnknownPlayer
        | Reason::NotSeated
        | Reason::BadTimeControl
        | Reason::BadSeats
        | Reason::NameTaken
        | Reason::HelloExpected
        | Reason::SecondHello
        | Reason::UnsupportedVersion
        | Reason::CapabilityNeeded
        | Reason::BotUnavailable
        | Reason::BadPageToken
        | Reason::StillPlayed
        | Reason::RequestIdReused
        | Reason::NonceClosed
        | Reason::UnknownCall
        | Reason::NoDraws
        | Reason::NothingToClaim
        | Reason::AlreadyProposed
        | Reason::NothingProposed
        | Reason::TakebackClosed
        | Reason::Paused
        | Reason::NotPaused
        | Reason::OccasionTaken
        | Reason::NotAccepted
        | Reason::UnknownChallenge
        | Reason::ChallengeClosed
        | Reason::TokenExpired
        | Reason::PlayerRetired
        | Reason::NameReserved
        | Reason::NameLooksAlike
        | Reason::RegistrationClosed
        | Reason::UnknownToken
        | Reason::UnknownInvite
        | Reason::UnknownAnnouncement
        | Reason::UnknownTournament
        | Reason::UnknownLadder
        | Reason::WrongPhase
        | Reason::NotComparable
        | Reason::MatchPruned
        | Reason::Starting
        | Reason::Stopping => Level::DEBUG,
    }
}

/// The most bytes of any text in a status: the details travel in HTTP headers, which are bounded.
const MAX_HEADER_TEXT: usize = 600;

fn header(text: &str) -> String {
    match text.char_indices().find(|(at, c)| at + c.len_utf8() > MAX_HEADER_TEXT) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
