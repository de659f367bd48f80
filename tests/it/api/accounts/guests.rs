//! Guests: their registration, the matches that they may play, and their expiry.

use std::time::Duration;

use referee::{
    api::{Registration, Settings, services::tokens::draw_token},
    games::Catalogue,
    hall::{Limits, wall_clock::unix_ms},
    ids::PlayerId,
    store::{NewAccount, Registered, Scopes, Store},
};
use referee_client::{Client, NewMatch, Secret, pb, timed};
use tonic::Code;

use crate::api::{
    rig::{Bot, Rig, agreed, assert_refused, kamisado},
    tournaments::{create, round_robin},
};

const DAY_MS: i64 = 86_400_000;
/// Longer than the interval at which the server searches for absent guests.
const SEARCHED: Duration = Duration::from_secs(61);

fn guest() -> pb::RegisterRequest {
    pb::RegisterRequest { guest: true, ..pb::RegisterRequest::default() }
}

/// Registers a guest. Returns its client and its name.
async fn come(rig: &Rig) -> (Client, String) {
    let secret = Secret::draw().expect("there is luck");
    let made = rig.client.register_guest("Eve", &secret).await.expect("guests may come");
    (rig.client.with_token(secret.as_str()).expect("it can be sent"), made.player.expect("it is there").name)
}

async fn shown(rig: &Rig, name: &str) -> pb::Player {
    let answer = rig.client.players().get_player(pb::GetPlayerRequest { player: name.into() }).await;
    answer.expect("it is registered").into_inner().player.expect("it is there")
}

#[tokio::test]
async fn a_guest_comes_without_a_name_and_gets_one() {
    let rig = Rig::start().await;
    let secret = Secret::draw().expect("there is luck");
    let made = rig.client.register_guest("Eve", &secret).await.expect("guests may come");
    let player = made.player.clone().expect("it is there");
    assert!(player.name.starts_with("guest-") && player.name.len() == 12, "{player:?}");
    assert!(player.guest && player.display_name == "Eve" && !made.recovery_code.is_empty(), "{made:?}");
    assert_eq!(shown(&rig, &player.name).await, player);
    // A repeat with the same digest, or with the same request id, returns the same guest.
    let asked = pb::RegisterRequest { token_digest: secret.digest(), ..guest() };
    let again = rig.client.players().register(asked).await.expect("the answer may be lost").into_inner();
    assert_eq!((again.player, again.recovery_code.as_str()), (Some(player.clone()), ""));
    let asked = pb::RegisterRequest { request_id: "a secret of sixteen".into(), ..guest() };
    let one = rig.client.players().register(asked.clone()).await.expect("guests may come").into_inner();
    let same = rig.client.players().register(asked).await.expect("the answer may be lost").into_inner();
    assert_eq!(one, same);
    assert_ne!(one.player.expect("it is there").name, player.name);
    let named = pb::RegisterRequest { name: "eve".into(), ..guest() };
    assert_refused(rig.client.players().register(named).await, Code::InvalidArgument, "BAD_FIELD", "name");
    let ann = rig.player("ann").await;
    assert!(!shown(&rig, "ann").await.guest);
    drop(ann);
}

#[tokio::test]
async fn guests_have_a_limit_of_their_own() {
    let rig = Rig::with_settings(Settings { guests_per_hour: 2, ..Settings::default() }).await;
    for _ in 0..2 {
        come(&rig).await;
    }
    let refused = rig.client.players().register(guest()).await;
    let text = refused.as_ref().expect_err("that were two").message().to_owned();
    assert!(text.contains("guests_per_hour"), "{text}");
    assert_refused(refused, Code::ResourceExhausted, "LIMIT", "");
    rig.player("ann").await;
    rig.stop().await;
    for settings in [
        Settings { guests_per_hour: 0, ..Settings::default() },
        Settings { registration: Registration::Closed, ..Settings::default() },
    ] {
        let rig = Rig::with_settings(settings).await;
        let refused = rig.client.players().register(guest()).await;
        assert_refused(refused, Code::PermissionDenied, "REGISTRATION_CLOSED", "guest");
    }
}

#[tokio::test]
async fn a_guest_plays_casual_matches_and_challenges() {
    let rig = Rig::start().await;
    let (eve, name) = come(&rig).await;
    let ann = rig.wary_player("ann").await;
    let _here = (Bot::enter(&eve).await, Bot::enter(&ann).await);
    eve.create(kamisado(&name, "house-random")).await.expect("the house plays with guests");
    agreed(kamisado(&name, "ann"), [&eve, &ann]).await;
    agreed(kamisado("ann", &name), [&ann, &eve]).await;

    let rated = pb::MatchRules { rated: true, ..timed("60") };
    let new = NewMatch { rules: rated.clone(), ..kamisado("house-random", &name) };
    let refused = eve.matches().create_match(new.request("r".into())).await;
    assert_refused(refused, Code::PermissionDenied, "FORBIDDEN", "players[1]");
    let challenge = |opponent: &str| pb::CreateChallengeRequest {
        opponents: vec![opponent.to_owned()],
        game: "kamisado".into(),
        rules: Some(rated.clone()),
        ..pb::CreateChallengeRequest::default()
    };
    let refused = eve.challenges().create_challenge(challenge("ann")).await;
    assert_refused(refused, Code::PermissionDenied, "FORBIDDEN", "authorization");
    let refused = ann.challenges().create_challenge(challenge(&name)).await;
    assert_refused(refused, Code::PermissionDenied, "FORBIDDEN", "opponents[0]");
    let seek = pb::CreateChallengeRequest { opponents: Vec::new(), keep: true, ..challenge("") };
    let seek = ann.challenge(seek).await.expect("she may");
    let accept = pb::AcceptChallengeRequest { challenge_id: seek.challenge_id };
    assert_refused(
        eve.challenges().accept_challenge(accept).await,
        Code::PermissionDenied,
        "FORBIDDEN",
        "authorization",
    );
    let bot = pb::CreateBotRequest { name: "deep".into(), ..pb::CreateBotRequest::default() };
    assert_refused(eve.players().create_bot(bot).await, Code::PermissionDenied, "FORBIDDEN", "authorization");
}

#[tokio::test]
async fn a_guest_enters_no_contest() {
    let rig = Rig::with_hosts(Store::in_memory().expect("there is memory"), &["host"]).await;
    let (eve, name) = come(&rig).await;
    let host = rig.player("host").await;
    create(&host, round_robin("cup", &["house-random", "house-greedy"])).await.expect("a host may");
    let contest = || Some(pb::Contest::tournament("cup"));
    let enter = pb::EnterContestRequest { contest: contest(), entry: None };
    assert_refused(eve.contests().enter_contest(enter).await, Code::PermissionDenied, "FORBIDDEN", "authorization");
    let grant = pb::GrantConsentRequest { contest: contest() };
    assert_refused(eve.consents().grant_consent(grant).await, Code::PermissionDenied, "FORBIDDEN", "authorization");
    let entry = pb::LadderEntry { player: name.clone(), ..pb::LadderEntry::default() };
    let change = pb::ChangeContestRequest {
        contest: contest(),
        reason: "why not".into(),
        change: Some(pb::change_contest_request::Change::Enter(entry)),
    };
    assert_refused(host.contests().change_contest(change).await, Code::PermissionDenied, "FORBIDDEN", "enter.player");
}

/// Stores a guest that made its last call this many days ago. Returns its token.
async fn stored(store: &Store, name: &str, days: i64) -> String {
    let (secret, token) = draw_token("first".into(), Scopes::of_player(), None).expect("there is luck");
    let new = NewAccount {
        player: PlayerId::parse(name).expect("a name"),
        owner: None,
        is_guest: true,
        display_name: "Eve".into(),
        token: Some(token),
        created_unix_ms: unix_ms() - days * DAY_MS,
        recovery_code: None,
        invite: None,
        most_owned: 0,
    };
    assert_eq!(store.accounts.register(new).await, Ok(Registered::New));
    secret
}

async fn serve(store: &Store, keep_guests_days: u32) -> Rig {
    let settings = Settings { keep_guests_days, keepalive: Duration::from_secs(86_400), ..Settings::default() };
    Rig::over(store.clone(), Catalogue::ALL, Limits::default(), settings).await
}

#[tokio::test]
async fn a_guest_that_stays_away_loses_its_display_name_and_its_tokens() {
    let store = Store::in_memory().expect("there is memory");
    let gone = stored(&store, "guest-gone", 31).await;
    let here = stored(&store, "guest-here", 29).await;
    let rig = serve(&store, 0).await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(shown(&rig, "guest-gone").await.display_name, "Eve", "0 days are for ever");
    rig.stop().await;

    let rig = serve(&store, 30).await;
    while shown(&rig, "guest-gone").await.display_name == "Eve" {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let released = shown(&rig, "guest-gone").await;
    assert!(released.guest && released.display_name == "guest-gone", "{released:?}");
    let list = async |token: &str| {
        let client = rig.client.with_token(token).expect("it can be sent");
        client.tokens().list_tokens(pb::ListTokensRequest::default()).await
    };
    assert_refused(list(&gone).await, Code::Unauthenticated, "UNAUTHENTICATED", "authorization");
    list(&here).await.expect("it was here lately");
    assert_eq!(shown(&rig, "guest-here").await.display_name, "Eve");
}

#[tokio::test]
async fn a_call_keeps_a_guest() {
    let store = Store::in_memory().expect("there is memory");
    let calls = stored(&store, "guest-calls", 29).await;
    stored(&store, "guest-silent", 29).await;
    let rig = serve(&store, 30).await;
    let calls = rig.client.with_token(&calls).expect("it can be sent");
    calls.matches().list_matches(pb::ListMatchesRequest::default()).await.expect("public");
    tokio::time::pause();
    let lately = unix_ms() - DAY_MS;
    let absent = async || store.guests.absent_guests(lately, 9).await.expect("they are read");
    // In virtual time, the next search takes place at once.
    tokio::time::sleep(SEARCHED).await;
    while absent().await.len() > 1 {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    assert_eq!(absent().await, [PlayerId::parse("guest-silent").expect("a name")]);
}
