//! The calls that need no token.
//!
//! In these calls, an invalid token counts as no token. A page whose token has expired, or is
//! unknown to the server, can still read what is public.

use referee_law::{Reason, Refusal};

/// The calls of `referee.v1` that need no token.
pub const PUBLIC_CALLS: &[&str] = &[
    "AnnouncementService/ListAnnouncements",
    "ChallengeService/GetChallenge",
    "ChallengeService/ListChallenges",
    "ChallengeService/WatchLobby",
    "ConsentService/ListConsents",
    "ContestService/GetStandings",
    "ContestService/ListContests",
    "ContestService/WatchContest",
    "GameService/GetGame",
    "GameService/GetPosition",
    "GameService/ListGames",
    "GameService/SuggestMove",
    "LadderService/CompareLadderEntrants",
    "LadderService/GetLadder",
    "LadderService/GetLadderHistory",
    "LadderService/GetLadderRecord",
    "MatchService/ChangeWatch",
    "MatchService/GetMatch",
    "MatchService/GetRecord",
    "MatchService/GetRecordKey",
    "MatchService/ListFrames",
    "MatchService/ListMatches",
    "MatchService/ListResults",
    "MatchService/WatchMatch",
    "MatchService/WatchMatches",
    "MatchService/WatchResults",
    "PlayerService/GetPlayer",
    "PlayerService/ListPlayers",
    "PlayerService/RecoverAccount",
    "PlayerService/Register",
    "ServerService/GetServerInfo",
    "TokenService/RedeemDeviceCode",
    "TournamentService/GetTournament",
];

/// A mark for a call that needs no token. It is stored in the extensions of the request.
#[derive(Clone, Copy)]
pub struct NeedsNoToken;

impl NeedsNoToken {
    /// Returns the mark for the call at a path; `None` if that call needs a token.
    pub fn of(path: &str) -> Option<NeedsNoToken> {
        let call = path.strip_prefix("/referee.v1.")?;
        PUBLIC_CALLS.contains(&call).then_some(NeedsNoToken)
    }
}

/// Returns whether a caller was refused because its token is malformed, unknown, expired or
/// revoked.
pub fn is_of_invalid_token(refusal: &Refusal) -> bool {
    matches!(refusal.reason, Reason::Unauthenticated | Reason::TokenExpired)
}
