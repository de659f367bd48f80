//! No player is seated in a match without consent.

use referee::{
    api::Settings,
    hall::{
        Limits,
        limits::creation_limits::{CreationLimits, Most},
    },
    ids::PlayerId,
};
use referee_client::{
    Client, Error, NewMatch, NewToken, Secret, accept_all,
    pb::{self, submit_command_request::Command},
};
use tonic::Code;

use crate::api::rig::{Bot, Rig, assert_refused, command, kamisado};

/// Returns a rated match between eve and bob with this time control.
fn rated(time_control: &str) -> NewMatch {
    NewMatch { rules: pb::MatchRules { rated: true, ..referee_client::timed(time_control) }, ..kamisado("eve", "bob") }
}

fn policy() -> pb::AcceptPolicy {
    pb::AcceptPolicy { min_base_ms: 10_000, max_matches: Some(2), ..pb::AcceptPolicy::default() }
}

/// Returns the reason, the field, its value and the expected value of a refusal.
async fn refused(by: &Client, new: NewMatch) -> (pb::Reason, String, String, String) {
    match by.create(new).await {
        Err(Error::Refused(no)) => (no.reason, no.field, no.value, no.expected),
        other => panic!("expected a refusal: {other:?}"),
    }
}

#[tokio::test]
async fn a_stranger_cannot_seat_a_player_without_consent() {
    let rig = Rig::start().await;
    let (eve, bob) = (rig.wary_player("eve").await, rig.wary_player("bob").await);
    let bot = || pb::Hello { max_matches: Some(8), ..pb::Hello::default() };
    let _here = (Bot::enter_with(&bob, bot()).await, Bot::enter_with(&eve, bot()).await);
    let (reason, field, value, expected) = refused(&eve, rated("0.001")).await;
    assert_eq!((reason, field.as_str(), value.as_str()), (pb::Reason::NotAccepted, "accepts", "bob"));
    assert!(expected.contains("a challenge"), "{expected}");

    bob.set_accept_policy(Some(policy())).await.expect("it is kept");
    let (reason, field, value, expected) = refused(&eve, rated("0.001")).await;
    assert_eq!((reason, field.as_str(), value.as_str()), (pb::Reason::NotAccepted, "accepts.min_base_ms", "bob"));
    assert!(expected.contains("10000 ms"), "{expected}");
    assert_eq!(refused(&eve, rated("inf")).await.1, "accepts.unlimited");
    let quick = pb::MatchRules { disconnect_grace_ms: Some(1), ..referee_client::timed("60") };
    assert_eq!(refused(&eve, NewMatch { rules: quick, ..rated("60") }).await.1, "accepts.custom_rules");
    let none = rig.client.matches().list_matches(pb::ListMatchesRequest::default()).await.expect("a list");
    assert!(none.into_inner().matches.is_empty(), "nothing was opened");

    for _ in 0..2 {
        eve.create(rated("10")).await.expect("he accepts it");
    }
    assert_eq!(refused(&eve, rated("10")).await.1, "accepts.max_matches");
    bob.set_accept_policy(None).await.expect("it is kept");
    assert_eq!(refused(&eve, rated("10")).await.1, "accepts");
}

/// A policy accepts a match only while its player is connected, and only from a connected caller.
/// Refused calls take no place.
#[tokio::test]
async fn a_policy_accepts_nothing_while_a_player_is_away_and_a_stream_narrows_it() {
    let rig = Rig::start().await;
    let (eve, bob) = (rig.wary_player("eve").await, rig.wary_player("bob").await);
    bob.set_accept_policy(Some(pb::AcceptPolicy { max_matches: Some(2), ..policy() })).await.expect("it is kept");
    let is_away = async |name: &str| {
        let validated = eve.validate(rated("10")).await.expect_err("nobody is validated who is away");
        assert_eq!(validated.reason(), Some(pb::Reason::BotUnavailable));
        let (reason, field, value, expected) = refused(&eve, rated("10")).await;
        assert_eq!((reason, field.as_str(), value.as_str()), (pb::Reason::BotUnavailable, "players", name));
        assert!(expected.contains("stream"), "{expected}");
    };
    let opener = Bot::enter_with(&eve, pb::Hello { max_matches: Some(8), ..pb::Hello::default() }).await;
    for _ in 0..4 {
        is_away("bob").await;
    }
    let challenge = pb::CreateChallengeRequest {
        opponents: vec!["bob".into()],
        game: "kamisado".into(),
        rules: Some(referee_client::timed("10")),
        ..pb::CreateChallengeRequest::default()
    };
    let refused_too = eve.challenge(challenge).await.expect_err("his policy does not speak for him");
    assert_eq!(refused_too.reason(), Some(pb::Reason::BotUnavailable));

    let casual = pb::AcceptPolicy { stakes: pb::AcceptedStakes::Casual.into(), unlimited: true, ..accept_all() };
    let hello = pb::Hello { max_matches: Some(8), accepts: Some(Box::new(casual)), ..pb::Hello::default() };
    let mut bot = Bot::enter_with(&bob, hello).await;
    assert_eq!(refused(&eve, rated("10")).await.1, "accepts.stakes", "the stream takes less");
    assert_eq!(refused(&eve, kamisado("eve", "bob")).await.1, "accepts.unlimited", "and never more");
    bot.close().await;
    let _back = Bot::enter_with(&bob, pb::Hello { max_matches: Some(8), ..pb::Hello::default() }).await;
    let opened = eve.create(rated("10")).await.expect("the stream has gone, and what it said with it").match_id;
    let mut watch = rig.client.watch(&opened, 0);
    let first = watch.next().await.expect("it is watched").expect("it was opened").event;
    let Some(pb::match_event::Event::MatchOpened(first)) = first else { panic!("{first:?}") };
    assert_eq!(first.consents().collect::<Vec<_>>(), [pb::Consent::Act, pb::Consent::Policy]);

    let mut opener = opener;
    opener.close().await;
    is_away("eve").await;
}

#[tokio::test]
async fn a_policy_is_shown_and_checked() {
    let rig = Rig::start().await;
    let bob = rig.wary_player("bob").await;
    assert_eq!(bob.accept_policy().await.expect("an answer"), None);
    bob.set_accept_policy(Some(policy())).await.expect("it is kept");
    assert_eq!(bob.accept_policy().await.expect("an answer"), Some(policy()));
    let shown = async |name: &str| {
        let asked = pb::GetPlayerRequest { player: name.to_owned() };
        rig.client.players().get_player(asked).await.expect("a player").into_inner().player.expect("one").accepts
    };
    assert_eq!(shown("bob").await, Some(policy()));
    assert!(shown("house-random").await.expect("the house accepts").unlimited);
    let set =
        async |policy| bob.consents().set_accept_policy(pb::SetAcceptPolicyRequest { policy: Some(policy) }).await;
    let bad = pb::AcceptPolicy { stakes: 7, ..pb::AcceptPolicy::default() };
    assert_refused(set(bad).await, Code::InvalidArgument, "BAD_FIELD", "policy.stakes");
    let games = vec![pb::AcceptedGame { game: "chess".into(), options: Vec::new() }];
    let bad = pb::AcceptPolicy { games, ..pb::AcceptPolicy::default() };
    assert_refused(set(bad).await, Code::NotFound, "UNKNOWN_GAME", "policy.games[0].game");
    let of = |name: &str, values: &[&str]| {
        let values = values.iter().map(|value| (*value).to_owned()).collect();
        let options = vec![pb::AcceptedOption { name: name.into(), values }];
        let hive = pb::AcceptedGame { game: "hive".into(), options: Vec::new() };
        let games = vec![hive, pb::AcceptedGame { game: "kamisado".into(), options }];
        pb::AcceptPolicy { games, ..pb::AcceptPolicy::default() }
    };
    let refused = |field: &'static str| (Code::InvalidArgument, "BAD_OPTION", field);
    for (bad, (code, reason, field)) in [
        (of("size", &["8"]), refused("policy.games[1].options[0].name")),
        (of("length", &["single", "endless"]), refused("policy.games[1].options[0].values")),
    ] {
        assert_refused(set(bad).await, code, reason, field);
    }
    set(of("length", &["single", "standard"])).await.expect("such matches can be");
    bob.set_accept_policy(Some(policy())).await.expect("it is kept");
    let values: Vec<String> = (0..64).map(|number| format!("{number:064}")).collect();
    let options = vec![pb::AcceptedOption { name: "length".into(), values }; 9];
    let large = vec![pb::AcceptedGame { game: "kamisado".into(), options }];
    let large = pb::AcceptPolicy { games: large, ..pb::AcceptPolicy::default() };
    assert_refused(set(large).await, Code::ResourceExhausted, "LIMIT", "policy");
    assert_eq!(bob.accept_policy().await.expect("an answer"), Some(policy()), "nothing was changed");
    let anonymous = rig.client.consents().set_accept_policy(pb::SetAcceptPolicyRequest::default()).await;
    assert_refused(anonymous, Code::Unauthenticated, "UNAUTHENTICATED", "authorization");
    let asked = pb::GetAcceptPolicyRequest { player: "nobody".into() };
    assert_refused(rig.client.consents().get_accept_policy(asked).await, Code::NotFound, "UNKNOWN_PLAYER", "player");
}

fn cup(encounter: u32, players: [&str; 2]) -> NewMatch {
    let contest = Some(pb::Contest::tournament("cup"));
    let occasion = Some(pb::Occasion { contest, encounter, pairing: 1 });
    NewMatch { occasion, rules: referee_client::timed("0.5"), ..kamisado(players[0], players[1]) }
}

#[tokio::test]
async fn a_host_pairs_only_entrants() {
    let arbiters = vec![PlayerId::parse("host").expect("a name")];
    let rig = Rig::with_settings(Settings { arbiters, ..Settings::default() }).await;
    let (host, eve) = (rig.wary_player("host").await, rig.wary_player("eve").await);
    let (ann, bob) = (rig.wary_player("ann").await, rig.wary_player("bob").await);
    let enter = async |player: &Client| {
        let contest = Some(pb::Contest::tournament("cup"));
        player.consents().grant_consent(pb::GrantConsentRequest { contest }).await.expect("it enters");
    };
    enter(&ann).await;
    assert_eq!(refused(&host, cup(1, ["ann", "bob"])).await.2, "bob", "he has not entered");
    enter(&bob).await;
    let first = host.create(cup(1, ["ann", "bob"])).await.expect("both have entered").match_id;
    assert_eq!(host.create(cup(1, ["ann", "bob"])).await.expect("the same").match_id, first, "once for its occasion");
    assert_eq!(refused(&eve, cup(1, ["ann", "bob"])).await.0, pb::Reason::Forbidden, "she is no host");
    assert_eq!(refused(&ann, cup(2, ["ann", "bob"])).await.0, pb::Reason::Forbidden, "entries are for hosts");
    let other = NewMatch { occasion: None, ..cup(2, ["ann", "bob"]) };
    assert_eq!(refused(&host, other).await.0, pb::Reason::NotAccepted, "it is no match of the contest");

    let asked = || pb::ListConsentsRequest {
        contest: Some(pb::Contest::tournament("cup")),
        page_size: Some(1),
        ..pb::ListConsentsRequest::default()
    };
    let page = host.consents().list_consents(asked()).await.expect("a page").into_inner();
    assert_eq!(page.players, ["ann"]);
    let next = pb::ListConsentsRequest { page_token: page.next_page_token, ..asked() };
    assert_eq!(host.consents().list_consents(next).await.expect("a page").into_inner().players, ["bob"]);

    let contest = Some(pb::Contest::tournament("cup"));
    bob.consents().revoke_consent(pb::RevokeConsentRequest { contest }).await.expect("he leaves");
    assert_eq!(refused(&host, cup(2, ["ann", "bob"])).await.2, "bob");
    bob.set_accept_policy(Some(accept_all())).await.expect("it is kept");
    assert_eq!(
        refused(&host, cup(2, ["ann", "bob"])).await.0,
        pb::Reason::BotUnavailable,
        "both must be here for that"
    );
    let _here = (Bot::enter(&ann).await, Bot::enter(&bob).await);
    host.create(cup(2, ["ann", "bob"])).await.expect("he accepts it by his policy");
    let nameless = pb::GrantConsentRequest { contest: None };
    assert_refused(bob.consents().grant_consent(nameless).await, Code::InvalidArgument, "BAD_FIELD", "contest");
    let contest = Some(pb::Contest::ladder("No Name"));
    let named_badly = bob.consents().grant_consent(pb::GrantConsentRequest { contest }).await;
    assert_refused(named_badly, Code::InvalidArgument, "BAD_FIELD", "contest.ladder_id");
}

/// A match with rules other than the server's own needs the consent of `custom_rules`.
#[tokio::test]
async fn a_policy_without_custom_rules_accepts_only_default_rules() {
    let rig = Rig::start().await;
    let (eve, bob) = (rig.wary_player("eve").await, rig.wary_player("bob").await);
    let many = || pb::Hello { max_matches: Some(8), ..pb::Hello::default() };
    let _here = (Bot::enter_with(&eve, many()).await, Bot::enter_with(&bob, many()).await);
    let policy = |custom_rules| pb::AcceptPolicy { custom_rules, ..pb::AcceptPolicy::default() };
    let retry =
        pb::MatchRules { illegal_move_policy: pb::IllegalMovePolicy::Retry.into(), ..referee_client::timed("60") };
    let substitute =
        pb::MatchRules { illegal_move_policy: pb::IllegalMovePolicy::Substitute.into(), ..referee_client::timed("60") };
    let end = pb::MatchRules { lost_seat_policy: pb::LostSeatPolicy::End.into(), ..referee_client::timed("60") };
    let wait = pb::MatchRules { nonce_wait_ms: Some(60_000), ..referee_client::timed("60") };
    for rules in [retry, substitute, end, wait] {
        let new = NewMatch { rules, ..kamisado("eve", "bob") };
        bob.set_accept_policy(Some(policy(false))).await.expect("it is kept");
        let (reason, field, ..) = refused(&eve, new.clone()).await;
        assert_eq!((reason, field.as_str()), (pb::Reason::NotAccepted, "accepts.custom_rules"), "{new:?}");
        bob.set_accept_policy(Some(policy(true))).await.expect("it is kept");
        eve.create(new).await.expect("he accepts such rules");
    }
    bob.set_accept_policy(Some(policy(false))).await.expect("it is kept");
    let usual = NewMatch { rules: referee_client::timed("60"), ..kamisado("eve", "bob") };
    eve.create(usual).await.expect("the server's own rules");
}

/// An arbiter in the server's settings needs no token with the scope `host`. Its tokens are still
/// limited to their scopes.
#[tokio::test]
async fn an_arbiters_token_pairs_others_with_create_and_rules_with_play() {
    let arbiters = vec![PlayerId::parse("host").expect("a name")];
    let rig = Rig::with_settings(Settings { arbiters, ..Settings::default() }).await;
    let host = rig.wary_player("host").await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let _here = (Bot::enter(&ann).await, Bot::enter(&bob).await);
    let of = async |scope: pb::Scope| {
        let secret = Secret::draw().expect("there is luck");
        let new = NewToken { scopes: vec![scope], name: format!("{scope:?}"), ..NewToken::default() };
        host.create_token(new, &secret).await.expect("it is its own");
        host.with_token(secret.as_str()).expect("it can be sent")
    };
    let (create, play) = (of(pb::Scope::Create).await, of(pb::Scope::Play).await);
    let request = |id: &str| kamisado("ann", "bob").request(id.into());
    let denied = |answer| assert_refused(answer, Code::PermissionDenied, "MISSING_SCOPE", "scope");
    denied(play.matches().create_match(request("one")).await.map(drop));
    let opened = create.matches().create_match(request("one")).await.expect("it pairs others").into_inner();
    let id = opened.summary.expect("a match").match_id;
    let abort = || command(&id, "away", Command::Abort(pb::Abort {}));
    denied(create.matches().submit_command(abort()).await.map(drop));
    let end = pb::EndMatchRequest { match_id: id.clone(), reason: "x".into(), ..Default::default() };
    denied(host.admin().end_match(end).await.map(drop));
    play.matches().submit_command(abort()).await.expect("an arbiter calls it off");
}

/// Validating a match takes no place, and gives the same answer as creating it.
#[tokio::test]
async fn validating_a_match_takes_no_place() {
    let matches = Most { per_player: 1, per_owner: 1, per_address: 1 };
    let creation = CreationLimits { matches, ..CreationLimits::default() };
    let rig = Rig::with_limits(Limits { tables: 1, house_seats: 2, creation, ..Limits::default() }).await;
    let eve = rig.wary_player("eve").await;
    let asked = |id: &str, players: [&str; 2]| pb::CreateMatchRequest {
        validate_only: true,
        ..kamisado(players[0], players[1]).request(id.into())
    };
    let try_it = async |asked: pb::CreateMatchRequest| eve.matches().create_match(asked).await;
    let house = ["house-random", "house-random"];
    // Validates many matches at once, with one place of each kind.
    let all = futures_util::future::join_all((0..20).map(|_| try_it(asked("", house)))).await;
    assert!(all.iter().all(Result::is_ok), "{all:?}");
    let made = |id: &str, players| pb::CreateMatchRequest { validate_only: false, ..asked(id, players) };
    let first = try_it(made("one", ["eve", "house-random"])).await.expect("its place is free").into_inner();
    assert!(first.summary.is_some());
    try_it(asked("one", ["eve", "house-random"])).await.expect("the same request gets the same match");
    let other = try_it(asked("one", ["house-random", "eve"])).await;
    assert_refused(other, Code::AlreadyExists, "REQUEST_ID_REUSED", "");
    for full in [asked("two", ["eve", "house-random"]), made("two", ["eve", "house-random"])] {
        assert_refused(try_it(full).await, Code::ResourceExhausted, "LIMIT", "");
    }
}
