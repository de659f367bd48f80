//! Every call of every service, and the matches that it reveals. A new call fails this test until
//! it is listed.

use std::collections::BTreeMap;

use prost_reflect::DescriptorPool;

/// Matches that a call reveals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tells {
    /// Matches or their results. The call consults `api/sealed`, and [`super::knows`] tests it.
    Matches,
    /// A tournament up to the first event of a sealed stage (`contest_server/kind`,
    /// `tournament/held_back`).
    ReleasedEvents,
    /// No match of a tournament. The text says why.
    Nothing(&'static str),
}

use Tells::{Matches, Nothing, ReleasedEvents};

const HOSTS: &str = "only hosts and administrators call it";
const OWN: &str = "it tells a player about its own account, policies or challenges";
const PUBLIC: &str = "it tells what is the same with and without matches";
const LADDER: &str = "ladders never hold results back";
const PRESENCE: &str = "it tells who is connected, not what is played";

pub const CALLS: &[(&str, Tells)] = &[
    ("AdminService/Announce", Nothing(HOSTS)),
    ("AdminService/BanPlayer", Nothing(HOSTS)),
    ("AdminService/CreateInvite", Nothing(HOSTS)),
    ("AdminService/EndMatch", Nothing(HOSTS)),
    ("AdminService/ListAccounts", Nothing(HOSTS)),
    ("AdminService/ListAudit", Nothing(HOSTS)),
    ("AdminService/ListInvites", Nothing(HOSTS)),
    ("AdminService/ListLimits", Nothing(HOSTS)),
    ("AdminService/ListWebhooks", Nothing(HOSTS)),
    ("AdminService/RedeliverWebhook", Nothing(HOSTS)),
    ("AdminService/ReplaceTokens", Nothing(HOSTS)),
    ("AdminService/RevokeInvite", Nothing(HOSTS)),
    ("AdminService/UnbanPlayer", Nothing(HOSTS)),
    ("AdminService/WithdrawAnnouncement", Nothing(HOSTS)),
    ("AnnouncementService/ListAnnouncements", Nothing("hosts write announcements themselves")),
    ("ChallengeService/AcceptChallenge", Nothing(OWN)),
    ("ChallengeService/CancelChallenge", Nothing(OWN)),
    ("ChallengeService/CreateChallenge", Nothing(OWN)),
    ("ChallengeService/DeclineChallenge", Nothing(OWN)),
    ("ChallengeService/GetChallenge", Nothing("a challenge is never of a contest")),
    ("ChallengeService/ListChallenges", Nothing("a challenge is never of a contest")),
    ("ChallengeService/WatchLobby", Nothing(PRESENCE)),
    ("ConsentService/GrantConsent", Nothing(OWN)),
    ("ConsentService/GetAcceptPolicy", Nothing(OWN)),
    ("ConsentService/RevokeConsent", Nothing(OWN)),
    ("ConsentService/ListConsents", Nothing("who entered is public")),
    ("ConsentService/SetAcceptPolicy", Nothing(OWN)),
    ("ContestService/ChangeContest", Nothing(HOSTS)),
    ("ContestService/EnterContest", ReleasedEvents),
    ("ContestService/GetStandings", Matches),
    ("ContestService/ListContests", ReleasedEvents),
    ("ContestService/WatchContest", ReleasedEvents),
    ("ContestService/WithdrawFromContest", ReleasedEvents),
    ("GameService/GetGame", Nothing(PUBLIC)),
    ("GameService/GetPosition", Nothing("the caller sends the moves")),
    ("GameService/ListGames", Nothing(PUBLIC)),
    ("GameService/SuggestMove", Nothing("the caller sends the moves")),
    ("LadderService/CompareLadderEntrants", Nothing(LADDER)),
    ("LadderService/CreateLadder", Nothing(LADDER)),
    ("LadderService/GetLadder", Nothing(LADDER)),
    ("LadderService/GetLadderHistory", Nothing(LADDER)),
    ("LadderService/GetLadderRecord", Nothing(LADDER)),
    ("LadderService/ListLadderSignals", Nothing(LADDER)),
    ("MatchService/Attend", Nothing("it tells a player about the matches in which it sits")),
    ("MatchService/ChangeWatch", Nothing("the matches are told on the stream, by `WatchMatches`")),
    ("MatchService/CreateMatch", Nothing("it tells the caller about the match that it makes")),
    ("MatchService/GetMatch", Matches),
    ("MatchService/GetRecord", Matches),
    ("MatchService/GetRecordKey", Nothing(PUBLIC)),
    ("MatchService/ListFrames", Matches),
    ("MatchService/ListMatches", Matches),
    ("MatchService/ListResults", Matches),
    ("MatchService/Play", Matches),
    ("MatchService/Rematch", Matches),
    ("MatchService/SubmitCommand", Matches),
    ("MatchService/WatchMatch", Matches),
    ("MatchService/WatchMatches", Matches),
    ("MatchService/WatchResults", Matches),
    ("PlayerService/CreateBot", Nothing(OWN)),
    ("PlayerService/GetPlayer", Nothing(PRESENCE)),
    ("PlayerService/ListPlayers", Nothing(PRESENCE)),
    ("PlayerService/RecoverAccount", Nothing(OWN)),
    ("PlayerService/Register", Nothing(OWN)),
    ("PlayerService/RenewRecoveryCode", Nothing(OWN)),
    ("PlayerService/RetireBot", Nothing(OWN)),
    ("PlayerService/ReviveBot", Nothing(OWN)),
    ("PlayerService/UpdatePlayer", Nothing(OWN)),
    ("ServerService/GetServerInfo", Nothing(PUBLIC)),
    ("TokenService/CreateDeviceCode", Nothing(OWN)),
    ("TokenService/CreateToken", Nothing(OWN)),
    ("TokenService/ListTokens", Nothing(OWN)),
    ("TokenService/RedeemDeviceCode", Nothing(OWN)),
    ("TokenService/RenewToken", Nothing(OWN)),
    ("TokenService/RevokeToken", Nothing(OWN)),
    ("TournamentService/CreateTournament", Nothing(HOSTS)),
    ("TournamentService/GetTournament", ReleasedEvents),
];

/// Returns the names of the calls that reveal matches.
pub fn of_matches() -> impl Iterator<Item = &'static str> {
    CALLS.iter().filter(|(_, tells)| *tells == Matches).map(|(call, _)| *call)
}

#[test]
fn every_call_is_listed_with_the_matches_that_it_reveals() {
    let pool = DescriptorPool::decode(referee::pb::DESCRIPTOR).expect("our own descriptor");
    let mut known: BTreeMap<&str, Tells> = CALLS.iter().copied().collect();
    assert_eq!(known.len(), CALLS.len(), "each once");
    for service in pool.services().filter(|service| service.package_name() == "referee.v1") {
        for method in service.methods() {
            let call = format!("{}/{}", service.name(), method.name());
            let tells = known.remove(call.as_str());
            assert!(tells.is_some(), "{call} is new: list what it tells of matches in {}", file!());
        }
    }
    assert!(known.is_empty(), "no such calls: {known:?}");
}

#[test]
fn the_page_on_tournaments_names_every_call_that_tells_of_matches() {
    let page = include_str!("../../../../../docs/tournaments.md");
    for (call, _) in CALLS.iter().filter(|(_, tells)| !matches!(tells, Nothing(_))) {
        let (_, method) = call.split_once('/').expect("a service and a method");
        assert!(page.contains(&format!("`{method}`")), "{call} is missing in docs/tournaments.md");
    }
}
