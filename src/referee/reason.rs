//! Why a request is declined: every reason as one table, with its gRPC status and how loud it is in
//! the log. `docs/reasons.md` shows the same table, and a test compares the two.

/// What a program branches on. The numbers and names are those of `referee.v1.Reason`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The message lacks a field, or a field cannot be read.
    BadField = 1,
    /// No game has this id.
    UnknownGame = 2,
    /// The game has no such option, or the option does not take this value.
    BadOption = 3,
    /// The text is not a position of this game.
    BadPosition = 4,
    /// The text is not a move of this game.
    UnreadableMove = 5,
    /// The move can be read, but not be played here.
    IllegalMove = 6,
    /// It is another seat's turn.
    NotYourTurn = 7,
    /// The move answers a turn that is over, and is not the move that was played there.
    AlreadyPlayed = 8,
    /// The move is for a turn that has not come yet.
    TurnNotOpen = 9,
    MatchOver = 10,
    /// The match has not started: a seat has not come yet.
    MatchNotStarted = 11,
    /// The match can no longer be aborted: resign instead.
    TooLateToAbort = 12,
    /// No match has this id.
    UnknownMatch = 13,
    /// No player has this name.
    UnknownPlayer = 14,
    /// The match has no such seat, or the caller does not sit there.
    NotSeated = 15,
    /// The time control cannot be read.
    BadTimeControl = 16,
    /// The number of seats is not one that the game allows.
    BadSeats = 17,
    /// No token, or one that is not known.
    Unauthenticated = 18,
    /// The caller may not do this.
    Forbidden = 19,
    /// A player with this name exists.
    NameTaken = 20,
    /// The first message of a stream was not `Hello`.
    HelloExpected = 21,
    /// A second `Hello` on one stream.
    SecondHello = 22,
    /// A later stream of the same bot has taken its place.
    Replaced = 23,
    /// A limit of this server is reached; see [`Refusal::limit`].
    Limit = 24,
    /// The bot named is not connected, does not play this game, or plays as many matches as it wants.
    BotUnavailable = 25,
    /// The page token was not given by this server.
    BadPageToken = 26,
    /// The stream fell too far behind.
    Lagged = 27,
    /// The match is still played: its record is not open yet, and no rematch can be asked for.
    StillPlayed = 28,
    /// The same `request_id` came before with another content.
    RequestIdReused = 29,
    Stopping = 30,
    /// The referee's own fault; nothing was changed.
    HostFault = 31,
    /// The seat can add nothing to the luck of the match any more, or the match has none.
    NonceClosed = 32,
    /// No such call is served.
    UnknownCall = 33,
    /// The game knows no draw by consent or claim.
    NoDraws = 34,
    /// The position gives nobody a draw to claim.
    NothingToClaim = 35,
    /// Such a proposal waits for an answer, or the seat has made one since its last move.
    AlreadyProposed = 36,
    /// No proposal waits for this seat's answer.
    NothingProposed = 37,
    /// Nothing can be taken back: the match is rated, the game hides something or leaves something to chance, or the seat has not moved.
    TakebackClosed = 38,
    /// An arbiter has paused the match.
    Paused = 39,
    /// The match is not paused.
    NotPaused = 40,
    /// The seat has lost the match, which goes on without it.
    SeatLost = 41,
    /// The server is starting: the match is not back yet.
    Starting = 42,
    /// The caller has scheduled another match for this occasion.
    OccasionTaken = 43,
    /// The store failed: nothing was changed, and it may recover.
    StoreUnavailable = 44,
    /// The client speaks only versions of the protocol that are older than what is served.
    UnsupportedVersion = 45,
    /// The client lacks a capability that the server needs of it.
    CapabilityNeeded = 46,
    /// The token may not be used for this: it lacks a scope, which `expected` names.
    MissingScope = 47,
    TokenExpired = 48,
    /// The player is retired: its owner may revive it.
    PlayerRetired = 49,
    /// A player named does not accept this match without being asked.
    NotAccepted = 50,
    /// No challenge that is open or was closed a short while ago has this id, or it is not for the caller.
    UnknownChallenge = 51,
    /// The challenge was accepted, declined or canceled, or has expired.
    ChallengeClosed = 52,
    /// The player, or its owner, is banned from this server.
    PlayerBanned = 53,
    /// The name begins, or seems to begin, as the host keeps for itself.
    NameReserved = 54,
    /// The name looks like another player's.
    NameLooksAlike = 55,
    RegistrationClosed = 56,
    /// No invite has this code, or it has expired or was used as often as it can be.
    BadInvite = 57,
    /// No token of the caller's has this id.
    UnknownToken = 58,
    /// No invite has this id.
    UnknownInvite = 59,
    /// No announcement has this number.
    UnknownAnnouncement = 60,
    /// The match is over and the server has dropped its log: its summary and its result are all that is left.
    MatchPruned = 61,
    /// There is no such tournament.
    UnknownTournament = 62,
    /// The tournament or the ladder is not at the point at which this can be done.
    WrongPhase = 63,
    /// There is no such ladder.
    UnknownLadder = 64,
    /// One of the entrants has no rating in the category, or no chain of matches connects the two.
    NotComparable = 65,
}

/// The kind of a refusal: the gRPC status code of this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The stream is ended; open another.
    Aborted,
    AlreadyExists,
    FailedPrecondition,
    /// A fault of the server.
    Internal,
    /// A field is wrong, whatever the state of the server.
    InvalidArgument,
    NotFound,
    /// The caller may not do this.
    PermissionDenied,
    ResourceExhausted,
    Unauthenticated,
    Unavailable,
    Unimplemented,
}

/// How loud a refusal is in the log: faults of the server are errors, mistakes of callers are quiet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loudness {
    /// Everyday, or so frequent in a flood that it would flood the log.
    Debug,
    /// Worth a look if somebody attacks.
    Info,
    /// A client that cannot keep up.
    Warn,
    Error,
}

/// A reason with all that follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    pub reason: Reason,
    /// Its name in details of errors, lines and logs: `BAD_FIELD`.
    pub word: &'static str,
    pub kind: Kind,
    pub loudness: Loudness,
}

/// All reasons, by their numbers.
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
    row(Reason::WrongPhase, "WRONG_PHASE", Kind::FailedPrecondition, Loudness::Debug),
    row(Reason::UnknownLadder, "UNKNOWN_LADDER", Kind::NotFound, Loudness::Debug),
    row(Reason::NotComparable, "NOT_COMPARABLE", Kind::FailedPrecondition, Loudness::Debug),
];

const fn row(reason: Reason, word: &'static str, kind: Kind, loudness: Loudness) -> Row {
    Row { reason, word, kind, loudness }
}

/// Every row is at the place of its reason.
const _: () = {
    let mut place = 0;
    while place < REASONS.len() {
        assert!(REASONS[place].reason as usize == place + 1);
        place += 1;
    }
};

impl Reason {
    /// Its row of the table.
    pub fn row(self) -> &'static Row {
        &REASONS[self as usize - 1]
    }

    /// Its name in details of errors, lines and logs: `BAD_FIELD`.
    pub fn word(self) -> &'static str {
        self.row().word
    }
}
