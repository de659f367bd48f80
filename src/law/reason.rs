//! Reasons of refusals as one table, with gRPC status and log level. `docs/reasons.md` shows the
//! same table, and a test compares the two.

/// The code that a program branches on. Numbers and names are those of `referee.v1.Reason`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A field is missing or invalid.
    BadField = 1,
    /// Unknown game id.
    UnknownGame = 2,
    /// Unknown option, or invalid value of an option.
    BadOption = 3,
    /// Invalid position.
    BadPosition = 4,
    /// The text is not a move of this game.
    UnreadableMove = 5,
    /// The move is readable, but illegal in this position.
    IllegalMove = 6,
    /// It is another seat's turn.
    NotYourTurn = 7,
    /// The turn is over, and another move was played.
    AlreadyPlayed = 8,
    /// The turn is not open yet.
    TurnNotOpen = 9,
    MatchOver = 10,
    /// The match has not started: a seat is not connected yet.
    MatchNotStarted = 11,
    /// The match can no longer be aborted: resign instead.
    TooLateToAbort = 12,
    /// Unknown match id.
    UnknownMatch = 13,
    /// Unknown player name.
    UnknownPlayer = 14,
    /// Unknown seat, or not a seat of the caller.
    NotSeated = 15,
    /// Invalid time control.
    BadTimeControl = 16,
    /// Number of seats not allowed by the game.
    BadSeats = 17,
    /// Missing or unknown token.
    Unauthenticated = 18,
    /// The caller may not do this.
    Forbidden = 19,
    /// A player with this name exists.
    NameTaken = 20,
    /// The first message of a stream was not `Hello`.
    HelloExpected = 21,
    /// The stream already received a `Hello`.
    SecondHello = 22,
    /// A newer stream of the same bot has replaced it.
    Replaced = 23,
    /// A limit of this server is reached; see [`Refusal::limit`].
    Limit = 24,
    /// The bot is not connected, does not play this game, or is busy.
    BotUnavailable = 25,
    /// The page token is not from this server.
    BadPageToken = 26,
    /// The stream lagged too far.
    Lagged = 27,
    /// The match is in progress: no record and no rematch yet.
    StillPlayed = 28,
    /// The `request_id` was used with other content.
    RequestIdReused = 29,
    Stopping = 30,
    /// The referee failed; nothing was changed.
    HostFault = 31,
    /// The seat can no longer contribute to the deals, or the match takes no contributions.
    NonceClosed = 32,
    /// Unknown call.
    UnknownCall = 33,
    /// The game has no draws by agreement or claim.
    NoDraws = 34,
    /// This position offers no draw to claim.
    NothingToClaim = 35,
    /// A proposal of this kind is open, or the seat has made one since its last move.
    AlreadyProposed = 36,
    /// No proposal waits for this seat's answer.
    NothingProposed = 37,
    /// A takeback is impossible: the match is rated, the game has hidden hands or chance, or the
    /// seat has not moved.
    TakebackClosed = 38,
    /// An arbiter has paused the match.
    Paused = 39,
    /// The match is not paused.
    NotPaused = 40,
    /// The seat has lost the match, which continues without it.
    SeatLost = 41,
    /// The server is starting: the match is not resumed yet.
    Starting = 42,
    /// The caller has scheduled another match for this contest slot.
    OccasionTaken = 43,
    /// The store failed; nothing was changed. A retry may succeed.
    StoreUnavailable = 44,
    /// The client's protocol versions are too old.
    UnsupportedVersion = 45,
    /// The client lacks a required capability.
    CapabilityNeeded = 46,
    /// The token lacks a scope, which `expected` names.
    MissingScope = 47,
    TokenExpired = 48,
    /// The player is retired: its owner may revive it.
    PlayerRetired = 49,
    /// A player does not accept this match without a challenge.
    NotAccepted = 50,
    /// The challenge is unknown, or not open to the caller.
    UnknownChallenge = 51,
    /// The challenge was accepted, declined or canceled, or has expired.
    ChallengeClosed = 52,
    /// The player or its owner is banned.
    PlayerBanned = 53,
    /// The name looks like a name with a reserved prefix.
    NameReserved = 54,
    /// The name looks like another player's.
    NameLooksAlike = 55,
    RegistrationClosed = 56,
    /// The invite code is unknown, expired or used up.
    BadInvite = 57,
    /// Unknown token id of the caller.
    UnknownToken = 58,
    /// Unknown invite id.
    UnknownInvite = 59,
    /// Unknown announcement number.
    UnknownAnnouncement = 60,
    /// The match is over and its log was pruned: only its summary and result are left.
    MatchPruned = 61,
    /// Unknown tournament.
    UnknownTournament = 62,
    /// The phase of the tournament or the ladder does not allow this call.
    WrongState = 63,
    /// Unknown ladder.
    UnknownLadder = 64,
    /// An entrant has no rating in the category, or no chain of matches connects the two.
    NotComparable = 65,
    /// No open stream of the caller has this watch id.
    UnknownWatch = 66,
    /// A recovery code or device code is wrong, used up or expired.
    BadCode = 67,
}

/// The kind of a refusal, named like its gRPC status code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The stream has ended; open another one.
    Aborted,
    AlreadyExists,
    FailedPrecondition,
    /// A fault of the server.
    Internal,
    /// A field is invalid in any state of the server.
    InvalidArgument,
    NotFound,
    PermissionDenied,
    ResourceExhausted,
    Unauthenticated,
    Unavailable,
    Unimplemented,
}

/// Log level of a refusal: faults of the server are errors, mistakes of callers are quiet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loudness {
    /// Common, or frequent enough to flood the log.
    Debug,
    /// Relevant during an attack.
    Info,
    /// A client that lags.
    Warn,
    Error,
}

/// A reason with its properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    pub reason: Reason,
    /// Name in error details, lines and logs: `BAD_FIELD`.
    pub word: &'static str,
    pub kind: Kind,
    pub loudness: Loudness,
}

/// All reasons, in the order of their numbers.
pub const REASONS: &[Row] = &[
    row(Reason::BadField, "BAD_FIELD", Kind::InvalidArgument, Loudness::Debug),
    row(Reason::UnknownGame, "UNKNOWN_GAME", Kind::NotFound, Loudness::Debug),
    row(Reason::BadOption, "BAD_OPTION", Kind::InvalidArgument, Loudness::Debug),
    row(Reason::BadPosition, "BAD_POSITION", Kind::InvalidArgument, Loudness::Debug),
    row(Reason::UnreadableMove, "UNREADABLE_MOVE", Kind::InvalidArgument, Loudness::Debug),
    row(Reason::IllegalMove, "ILLEGAL_MOVE", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::NotYourTurn, "NOT_YOUR_TURN", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::AlreadyPlayed, "ALREADY_PLAYED", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::TurnNotOpen, "TURN_NOT_OPEN", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::MatchOver, "MATCH_OVER", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::MatchNotStarted, "MATCH_NOT_STARTED", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::TooLateToAbort, "TOO_LATE_TO_ABORT", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::UnknownMatch, "UNKNOWN_MATCH", Kind::NotFound, Loudness::Debug),
    row(Reason::UnknownPlayer, "UNKNOWN_PLAYER", Kind::NotFound, Loudness::Debug),
    row(Reason::NotSeated, "NOT_SEATED", Kind::PermissionDenied, Loudness::Debug),
    row(Reason::BadTimeControl, "BAD_TIME_CONTROL", Kind::InvalidArgument, Loudness::Debug),
    row(Reason::BadSeats, "BAD_SEATS", Kind::InvalidArgument, Loudness::Debug),
    row(Reason::Unauthenticated, "UNAUTHENTICATED", Kind::Unauthenticated, Loudness::Info),
    row(Reason::Forbidden, "FORBIDDEN", Kind::PermissionDenied, Loudness::Info),
    row(Reason::NameTaken, "NAME_TAKEN", Kind::AlreadyExists, Loudness::Debug),
    row(Reason::HelloExpected, "HELLO_EXPECTED", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::SecondHello, "SECOND_HELLO", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::Replaced, "REPLACED", Kind::Aborted, Loudness::Info),
    row(Reason::Limit, "LIMIT", Kind::ResourceExhausted, Loudness::Debug),
    row(Reason::BotUnavailable, "BOT_UNAVAILABLE", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::BadPageToken, "BAD_PAGE_TOKEN", Kind::InvalidArgument, Loudness::Debug),
    row(Reason::Lagged, "LAGGED", Kind::Aborted, Loudness::Warn),
    row(Reason::StillPlayed, "STILL_PLAYED", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::RequestIdReused, "REQUEST_ID_REUSED", Kind::AlreadyExists, Loudness::Debug),
    row(Reason::Stopping, "STOPPING", Kind::Unavailable, Loudness::Debug),
    row(Reason::HostFault, "HOST_FAULT", Kind::Internal, Loudness::Error),
    row(Reason::NonceClosed, "NONCE_CLOSED", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::UnknownCall, "UNKNOWN_CALL", Kind::Unimplemented, Loudness::Debug),
    row(Reason::NoDraws, "NO_DRAWS", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::NothingToClaim, "NOTHING_TO_CLAIM", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::AlreadyProposed, "ALREADY_PROPOSED", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::NothingProposed, "NOTHING_PROPOSED", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::TakebackClosed, "TAKEBACK_CLOSED", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::Paused, "PAUSED", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::NotPaused, "NOT_PAUSED", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::SeatLost, "SEAT_LOST", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::Starting, "STARTING", Kind::Unavailable, Loudness::Debug),
    row(Reason::OccasionTaken, "OCCASION_TAKEN", Kind::AlreadyExists, Loudness::Debug),
    row(Reason::StoreUnavailable, "STORE_UNAVAILABLE", Kind::Unavailable, Loudness::Error),
    row(Reason::UnsupportedVersion, "UNSUPPORTED_VERSION", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::CapabilityNeeded, "CAPABILITY_NEEDED", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::MissingScope, "MISSING_SCOPE", Kind::PermissionDenied, Loudness::Info),
    row(Reason::TokenExpired, "TOKEN_EXPIRED", Kind::Unauthenticated, Loudness::Debug),
    row(Reason::PlayerRetired, "PLAYER_RETIRED", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::NotAccepted, "NOT_ACCEPTED", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::UnknownChallenge, "UNKNOWN_CHALLENGE", Kind::NotFound, Loudness::Debug),
    row(Reason::ChallengeClosed, "CHALLENGE_CLOSED", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::PlayerBanned, "PLAYER_BANNED", Kind::PermissionDenied, Loudness::Info),
    row(Reason::NameReserved, "NAME_RESERVED", Kind::PermissionDenied, Loudness::Debug),
    row(Reason::NameLooksAlike, "NAME_LOOKS_ALIKE", Kind::AlreadyExists, Loudness::Debug),
    row(Reason::RegistrationClosed, "REGISTRATION_CLOSED", Kind::PermissionDenied, Loudness::Debug),
    row(Reason::BadInvite, "BAD_INVITE", Kind::PermissionDenied, Loudness::Info),
    row(Reason::UnknownToken, "UNKNOWN_TOKEN", Kind::NotFound, Loudness::Debug),
    row(Reason::UnknownInvite, "UNKNOWN_INVITE", Kind::NotFound, Loudness::Debug),
    row(Reason::UnknownAnnouncement, "UNKNOWN_ANNOUNCEMENT", Kind::NotFound, Loudness::Debug),
    row(Reason::MatchPruned, "MATCH_PRUNED", Kind::NotFound, Loudness::Debug),
    row(Reason::UnknownTournament, "UNKNOWN_TOURNAMENT", Kind::NotFound, Loudness::Debug),
    row(Reason::WrongState, "WRONG_STATE", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::UnknownLadder, "UNKNOWN_LADDER", Kind::NotFound, Loudness::Debug),
    row(Reason::NotComparable, "NOT_COMPARABLE", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::UnknownWatch, "UNKNOWN_WATCH", Kind::NotFound, Loudness::Debug),
    row(Reason::BadCode, "BAD_CODE", Kind::PermissionDenied, Loudness::Info),
];

const fn row(reason: Reason, word: &'static str, kind: Kind, loudness: Loudness) -> Row {
    Row { reason, word, kind, loudness }
}

/// Checks that every row is at the index of its reason.
const _: () = {
    let mut place = 0;
    while place < REASONS.len() {
        assert!(REASONS[place].reason as usize == place + 1);
        place += 1;
    }
};

impl Reason {
    /// Returns the row for this reason.
    pub fn row(self) -> &'static Row {
        &REASONS[self as usize - 1]
    }

    /// Returns the name in error details, lines and logs: `BAD_FIELD`.
    pub fn word(self) -> &'static str {
        self.row().word
    }
}
