//! Every call of every service, and the tokens that it accepts. A new call fails this test until it
//! is listed.

use std::collections::BTreeMap;

use prost_reflect::{DescriptorPool, MethodDescriptor};
use referee::{
    api::{auth::public_calls::PUBLIC_CALLS, services::tokens::draw_token},
    ids::PlayerId,
    store::{NewAccount, Registered, Revoked, Scope, Scopes, Store},
};
use referee_client::pb::Reason;
use tonic::{Request, transport::Channel};
use tonic_prost::ProstCodec;

use crate::api::rig::Rig;

/// Token that a call requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needs {
    /// No token.
    Nothing,
    /// A token of any scope. Some requests may require more.
    Token,
    /// A token with one of these scopes.
    OneOf(&'static [Scope]),
}

use Needs::{Nothing, OneOf, Token};

const HOSTS: &[Scope] = &[Scope::Host, Scope::Admin];

const CALLS: &[(&str, Needs)] = &[
    ("AdminService/Announce", OneOf(HOSTS)),
    ("AdminService/BanPlayer", OneOf(&[Scope::Admin])),
    ("AdminService/CreateInvite", OneOf(&[Scope::Admin])),
    ("AdminService/EndMatch", OneOf(HOSTS)),
    ("AdminService/ListAccounts", OneOf(&[Scope::Admin])),
    ("AdminService/ListAudit", OneOf(&[Scope::Admin])),
    ("AdminService/ListInvites", OneOf(&[Scope::Admin])),
    ("AdminService/ListLimits", OneOf(HOSTS)),
    ("AdminService/ListWebhooks", OneOf(HOSTS)),
    ("AdminService/RedeliverWebhook", OneOf(HOSTS)),
    ("AdminService/ReplaceTokens", OneOf(&[Scope::Admin])),
    ("AdminService/RevokeInvite", OneOf(&[Scope::Admin])),
    ("AdminService/UnbanPlayer", OneOf(&[Scope::Admin])),
    ("AdminService/WithdrawAnnouncement", OneOf(HOSTS)),
    ("AnnouncementService/ListAnnouncements", Nothing),
    ("ChallengeService/AcceptChallenge", OneOf(&[Scope::Play])),
    ("ChallengeService/CancelChallenge", OneOf(&[Scope::Play])),
    ("ChallengeService/CreateChallenge", OneOf(&[Scope::Create])),
    ("ChallengeService/DeclineChallenge", OneOf(&[Scope::Play])),
    ("ChallengeService/GetChallenge", Nothing),
    ("ChallengeService/ListChallenges", Nothing),
    ("ChallengeService/WatchLobby", Nothing),
    ("ConsentService/GrantConsent", OneOf(&[Scope::Play])),
    ("ConsentService/GetAcceptPolicy", Token),
    ("ConsentService/RevokeConsent", OneOf(&[Scope::Play])),
    ("ConsentService/ListConsents", Nothing),
    ("ConsentService/SetAcceptPolicy", OneOf(&[Scope::Play])),
    ("ContestService/ChangeContest", OneOf(HOSTS)),
    ("ContestService/EnterContest", OneOf(&[Scope::Play])),
    ("ContestService/GetStandings", Nothing),
    ("ContestService/ListContests", Nothing),
    ("ContestService/WatchContest", Nothing),
    ("ContestService/WithdrawFromContest", OneOf(&[Scope::Play])),
    ("GameService/GetGame", Nothing),
    ("GameService/GetPosition", Nothing),
    ("GameService/ListGames", Nothing),
    ("GameService/SuggestMove", Nothing),
    ("LadderService/CompareLadderEntrants", Nothing),
    ("LadderService/CreateLadder", OneOf(HOSTS)),
    ("LadderService/GetLadder", Nothing),
    ("LadderService/GetLadderHistory", Nothing),
    ("LadderService/GetLadderRecord", Nothing),
    ("LadderService/ListLadderSignals", OneOf(HOSTS)),
    ("MatchService/Attend", OneOf(&[Scope::Play])),
    ("MatchService/ChangeWatch", Nothing),
    ("MatchService/CreateMatch", OneOf(&[Scope::Create])),
    ("MatchService/GetMatch", Nothing),
    ("MatchService/GetRecord", Nothing),
    ("MatchService/GetRecordKey", Nothing),
    ("MatchService/ListFrames", Nothing),
    ("MatchService/ListMatches", Nothing),
    ("MatchService/ListResults", Nothing),
    ("MatchService/Play", OneOf(&[Scope::Play])),
    ("MatchService/Rematch", OneOf(&[Scope::Play])),
    ("MatchService/SubmitCommand", Token),
    ("MatchService/WatchMatch", Nothing),
    ("MatchService/WatchMatches", Nothing),
    ("MatchService/WatchResults", Nothing),
    ("PlayerService/CreateBot", OneOf(&[Scope::Account])),
    ("PlayerService/GetPlayer", Nothing),
    ("PlayerService/ListPlayers", Nothing),
    ("PlayerService/RecoverAccount", Nothing),
    ("PlayerService/Register", Nothing),
    ("PlayerService/RenewRecoveryCode", OneOf(&[Scope::Account])),
    ("PlayerService/RetireBot", OneOf(&[Scope::Account])),
    ("PlayerService/ReviveBot", OneOf(&[Scope::Account])),
    ("PlayerService/UpdatePlayer", OneOf(&[Scope::Account])),
    ("ServerService/GetServerInfo", Nothing),
    ("TokenService/CreateDeviceCode", OneOf(&[Scope::Account])),
    ("TokenService/CreateToken", Token),
    ("TokenService/ListTokens", OneOf(&[Scope::Account, Scope::Admin])),
    ("TokenService/RedeemDeviceCode", Nothing),
    ("TokenService/RenewToken", Token),
    ("TokenService/RevokeToken", Token),
    ("TournamentService/CreateTournament", OneOf(HOSTS)),
    ("TournamentService/GetTournament", Nothing),
];

#[tokio::test]
async fn every_call_is_open_to_the_listed_tokens_alone() {
    let store = Store::in_memory().expect("there is memory");
    let rig = Rig::with_hosts(store.clone(), &[]).await;
    let channel = Channel::from_shared(format!("http://{}", rig.address)).expect("an address");
    let channel = channel.connect().await.expect("the server is there");
    let mut listed: BTreeMap<&str, Needs> = CALLS.iter().copied().collect();
    let pool = DescriptorPool::decode(referee::pb::DESCRIPTOR).expect("our own descriptor");
    let mut wrong = Vec::new();
    for service in pool.services().filter(|service| service.package_name() == "referee.v1") {
        for method in service.methods() {
            let call = format!("{}/{}", service.name(), method.name());
            let needs = listed.remove(call.as_str());
            let mut open_to = Vec::new();
            for scope in Scope::ALL {
                // Every call gets its own token, because it may renew or revoke it.
                let secret = token(&store, scope, &call).await;
                let reason = reason_of(&channel, &method, Some(&secret)).await;
                assert_ne!(reason, Some(Reason::Unauthenticated), "{call} knows the token");
                if reason != Some(Reason::MissingScope) {
                    open_to.push(scope);
                }
            }
            let is_open = reason_of(&channel, &method, None).await != Some(Reason::Unauthenticated);
            let is_right = match needs {
                None => false,
                Some(Nothing) => is_open && open_to == Scope::ALL,
                Some(Token) => !is_open && open_to == Scope::ALL,
                Some(OneOf(scopes)) => !is_open && open_to == scopes,
            };
            if !is_right {
                wrong.push(format!("{call}: listed {needs:?}, open without a token: {is_open}, to {open_to:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(listed.is_empty(), "no such calls: {listed:?}");
    rig.stop().await;
}

#[tokio::test]
async fn an_invalid_token_counts_as_none_in_calls_that_need_none() {
    let store = Store::in_memory().expect("there is memory");
    let rig = Rig::with_hosts(store.clone(), &[]).await;
    let channel = Channel::from_shared(format!("http://{}", rig.address)).expect("an address");
    let channel = channel.connect().await.expect("the server is there");
    let public: Vec<&str> = CALLS.iter().filter(|(_, needs)| *needs == Nothing).map(|(call, _)| *call).collect();
    assert_eq!(PUBLIC_CALLS, public, "the server's list is this one");
    let bearer = |secret: &str| format!("Bearer {secret}");
    let (expired, revoked) = (token_of(&store, "ann", Some(1)).await, token_of(&store, "bob", None).await);
    let bob = PlayerId::parse("bob").expect("a name");
    assert_eq!(store.accounts.revoke(&bob, Revoked::All, None).await, Ok(1));
    let invalid = [
        ("unknown", bearer("referee_nonsense")),
        ("expired", bearer(&expired)),
        ("revoked", bearer(&revoked)),
        ("malformed", "nonsense".to_owned()),
        ("without a secret", "Bearer ".to_owned()),
    ];
    let pool = DescriptorPool::decode(referee::pb::DESCRIPTOR).expect("our own descriptor");
    let mut wrong = Vec::new();
    for (call, needs) in CALLS {
        let (service, name) = call.split_once('/').expect("a service and a call");
        let service = pool.get_service_by_name(&format!("referee.v1.{service}")).expect(call);
        let method = service.methods().find(|method| method.name() == name).expect(call);
        let without = reason_of(&channel, &method, None).await;
        for (kind, value) in &invalid {
            let reason = reason_of_header(&channel, &method, Some(value.clone())).await;
            let expected = match needs {
                Nothing => without,
                Token | OneOf(_) if *kind == "expired" => Some(Reason::TokenExpired),
                Token | OneOf(_) => Some(Reason::Unauthenticated),
            };
            if reason != expected {
                wrong.push(format!("{call} with a token that is {kind}: {reason:?}, not {expected:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    rig.stop().await;
}

/// Registers a player for one call. Returns its token, which has only this scope.
async fn token(store: &Store, scope: Scope, call: &str) -> String {
    let name = format!("{}-{}", scope.name(), call.rsplit('/').next().unwrap_or_default()).to_lowercase();
    registered(store, &name, Scopes::of([scope]), None).await
}

/// Registers a player. Returns a token with all scopes of a player.
async fn token_of(store: &Store, name: &str, expires_unix_ms: Option<i64>) -> String {
    registered(store, name, Scopes::of_player(), expires_unix_ms).await
}

async fn registered(store: &Store, name: &str, scopes: Scopes, expires_unix_ms: Option<i64>) -> String {
    let (secret, token) = draw_token("only".into(), scopes, expires_unix_ms).expect("there is luck");
    let new = NewAccount {
        player: PlayerId::parse(name).expect("a name"),
        owner: None,
        is_guest: false,
        display_name: String::new(),
        created_unix_ms: token.created_unix_ms,
        token: Some(token),
        recovery_code: None,
        invite: None,
        most_owned: 0,
    };
    assert_eq!(store.accounts.register(new).await, Ok(Registered::New));
    secret
}

/// Returns the reason why an empty request is refused, or `None` if it is accepted.
async fn reason_of(channel: &Channel, method: &MethodDescriptor, token: Option<&String>) -> Option<Reason> {
    reason_of_header(channel, method, token.map(|token| format!("Bearer {token}"))).await
}

/// Like [`reason_of`], with this `authorization` header.
async fn reason_of_header(channel: &Channel, method: &MethodDescriptor, header: Option<String>) -> Option<Reason> {
    let path = format!("/{}/{}", method.parent_service().full_name(), method.name());
    let path = path.parse().expect("a path");
    let mut grpc = tonic::client::Grpc::new(channel.clone());
    grpc.ready().await.expect("it is ready");
    let codec = ProstCodec::<(), ()>::default();
    let mut request = Request::new(tokio_stream::once(()));
    if let Some(header) = header {
        request.metadata_mut().insert("authorization", header.parse().expect("it is plain"));
    }
    let status = match grpc.streaming(request, path, codec).await {
        Err(status) => status,
        // An open stream has accepted its caller, unless it ends at once.
        Ok(answers) if method.is_client_streaming() => answers.into_inner().message().await.err()?,
        Ok(_) => return None,
    };
    referee_client::Error::from(status).reason()
}
