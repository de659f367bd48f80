//! Owners, their bots, and the limits on registration.

mod access;
mod admin;
mod display_names;
mod guests;
mod players;
mod sign_ins;
mod tokens;

use std::num::NonZeroU32;

use referee::{
    api::{Registration, Settings},
    games::Catalogue,
    hall::Limits,
    store::Store,
};
use referee_client::{
    Client, NewMatch, NewPlayer, Secret, accept_all,
    pb::{self, RegisterRequest},
    timed,
};
use tonic::Code;
use tonic_types::StatusExt as _;

use super::rig::{Bot, Rig, agreed, assert_refused, kamisado};

/// Registers a bot of `owner` that accepts every match. Returns its client.
async fn bot(rig: &Rig, owner: &Client, name: &str) -> Client {
    let secret = Secret::draw().expect("there is luck");
    let made = owner.create_bot(NewPlayer::named(name), &secret).await.expect("the name is free");
    assert_eq!(owner.create_bot(NewPlayer::named(name), &secret).await.expect("the same again"), made);
    let bot = rig.client.with_token(secret.as_str()).expect("it can be sent");
    bot.set_accept_policy(Some(accept_all())).await.expect("it is kept");
    bot
}

async fn shown(rig: &Rig, name: &str) -> pb::Player {
    let answer = rig.client.players().get_player(pb::GetPlayerRequest { player: name.into() }).await;
    answer.expect("it is registered").into_inner().player.expect("it is there")
}

fn named(name: &str) -> RegisterRequest {
    RegisterRequest { name: name.into(), ..RegisterRequest::default() }
}

#[tokio::test]
async fn an_owner_has_bots_and_they_have_none() {
    let rig = Rig::start().await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let deep = bot(&rig, &ann, "deep").await;
    assert_eq!(shown(&rig, "deep").await.owner, "ann");
    let create = |name: &str| pb::CreateBotRequest { name: name.into(), ..pb::CreateBotRequest::default() };
    assert_refused(deep.players().create_bot(create("deeper")).await, Code::PermissionDenied, "MISSING_SCOPE", "scope");
    let scopes = vec![pb::Scope::Play.into(), pb::Scope::Account.into()];
    let manager = ann.players().create_bot(pb::CreateBotRequest { scopes, ..create("manager") }).await;
    let manager = manager.expect("she has these").into_inner();
    let manager = rig.client.with_token(&manager.token).expect("it can be sent");
    assert_refused(
        manager.players().create_bot(create("deeper")).await,
        Code::PermissionDenied,
        "FORBIDDEN",
        "authorization",
    );
    let own = pb::ListPlayersRequest { owner: "ann".into(), ..pb::ListPlayersRequest::default() };
    let own = rig.client.players().list_players(own).await.expect("listed").into_inner().players;
    assert_eq!(own.iter().map(|player| player.name.as_str()).collect::<Vec<_>>(), ["deep", "manager"]);

    let rename = |name: &str, display_name: &str| pb::UpdatePlayerRequest {
        player: name.into(),
        display_name: display_name.into(),
        ..pb::UpdatePlayerRequest::default()
    };
    ann.players().update_player(rename("deep", "Deep Thought")).await.expect("it is hers");
    ann.players().update_player(rename("", "Ann A.")).await.expect("it is herself");
    assert_eq!(shown(&rig, "deep").await.display_name, "Deep Thought");
    assert_eq!(
        (shown(&rig, "ann").await.display_name.as_str(), shown(&rig, "bob").await.display_name.as_str()),
        ("Ann A.", "bob")
    );
    let refused = bob.players().update_player(rename("deep", "Mine")).await;
    assert_refused(refused, Code::PermissionDenied, "FORBIDDEN", "player");
    let refused = ann.players().update_player(rename("deep", "H0use Greedy")).await;
    assert_refused(refused, Code::PermissionDenied, "NAME_RESERVED", "display_name");
    let retire = |name: &str| pb::RetireBotRequest { player: name.into(), ..Default::default() };
    assert_refused(bob.players().retire_bot(retire("deep")).await, Code::PermissionDenied, "FORBIDDEN", "player");
    assert_refused(ann.players().retire_bot(retire("ann")).await, Code::PermissionDenied, "FORBIDDEN", "player");
}

#[tokio::test]
async fn a_retired_bot_leaves_its_matches_and_comes_to_no_new_one() {
    let rig = Rig::start().await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let deep = bot(&rig, &ann, "deep").await;
    let (mut first, mut second) = (Bot::enter(&deep).await, Bot::enter(&bob).await);
    let live = deep_match(&bob, "deep").await.expect("both are here");
    first.seated(&live).await;
    second.seated(&live).await;
    second.turn().await;
    let cid = rig.player("cid").await;
    let waiting = agreed(kamisado("cid", "deep"), [&cid, &deep]).await;

    let retired = ann
        .players()
        .retire_bot(pb::RetireBotRequest { player: "deep".into(), ..Default::default() })
        .await
        .expect("it is hers");
    assert_eq!(retired.into_inner().player.expect("it is there").state(), pb::PlayerState::Retired);
    assert_eq!(first.refusal().await.reason(), pb::Reason::PlayerRetired);
    first.hear_the_end().await;
    let (_, ended) = second.ended().await;
    assert_eq!((ended.termination(), ended.seat), (pb::Termination::Resignation, Some(1)));
    let called_off =
        rig.client.matches().get_match(pb::GetMatchRequest { match_id: waiting, ..Default::default() }).await;
    let called_off = called_off.expect("it is known").into_inner().summary.expect("it has one");
    assert_eq!(called_off.state(), pb::MatchState::Over);
    assert_eq!(called_off.verdict.expect("it is over").termination(), pb::Termination::Abort);

    let refused = Bot::open(&deep).await.map(drop);
    assert_refused(refused, Code::FailedPrecondition, "PLAYER_RETIRED", "");
    let request = kamisado("bob", "deep").request("again".into());
    let refused = bob.matches().create_match(request).await;
    assert_refused(refused, Code::FailedPrecondition, "PLAYER_RETIRED", "players[1]");
    ann.players()
        .revive_bot(pb::ReviveBotRequest { player: "deep".into(), ..Default::default() })
        .await
        .expect("it is hers");
    deep.set_accept_policy(Some(referee_client::accept_all())).await.expect("it is kept");
    let _back = Bot::enter(&deep).await;
    deep_match(&bob, "deep").await.expect("it plays again");
}

async fn deep_match(opener: &Client, with: &str) -> Result<String, referee_client::Error> {
    opener.create(kamisado("bob", with)).await.map(|summary| summary.match_id)
}

#[tokio::test]
async fn an_owner_has_so_many_bots() {
    let rig = Rig::with_settings(Settings { bots_per_owner: 1, ..Settings::default() }).await;
    let ann = rig.player("ann").await;
    bot(&rig, &ann, "one").await;
    let create = pb::CreateBotRequest { name: "two".into(), ..pb::CreateBotRequest::default() };
    let refused = ann.players().create_bot(create.clone()).await;
    assert!(refused.as_ref().expect_err("that is all").message().contains("bots_per_owner"));
    assert_refused(refused, Code::ResourceExhausted, "LIMIT", "");
    ann.players()
        .retire_bot(pb::RetireBotRequest { player: "one".into(), ..Default::default() })
        .await
        .expect("it is hers");
    ann.players().create_bot(create).await.expect("there is room");
    let revived = ann.players().revive_bot(pb::ReviveBotRequest { player: "one".into(), ..Default::default() }).await;
    assert_refused(revived, Code::ResourceExhausted, "LIMIT", "");
}

#[tokio::test]
async fn names_that_look_like_others_are_refused() {
    let rig = Rig::start().await;
    rig.player("grandmaster").await;
    let mut players = rig.client.players();
    let alike = players.register(named("grandma5ter")).await;
    let info = alike.as_ref().expect_err("it looks alike").get_details_error_info().expect("it has one");
    assert!(info.metadata["expected"].contains("`grandmaster`"), "{info:?}");
    assert_refused(alike, Code::AlreadyExists, "NAME_LOOKS_ALIKE", "name");
    for name in ["house_greedy", "h0use-greedy", "house-best", "guest-7k3fq2", "admin", "referee", "system-1"] {
        assert_refused(players.register(named(name)).await, Code::PermissionDenied, "NAME_RESERVED", "name");
    }
    let hidden = RegisterRequest { display_name: "a\u{202e}b".into(), ..named("ann") };
    assert_refused(players.register(hidden).await, Code::InvalidArgument, "BAD_FIELD", "display_name");
}

#[tokio::test]
async fn registrations_per_address_are_rate_limited_with_a_retry_delay() {
    let registrations_per_hour = const { NonZeroU32::new(2).unwrap() };
    let rig = Rig::with_settings(Settings { registrations_per_hour, ..Settings::default() }).await;
    let secret = Secret::draw().expect("there is luck");
    let mut players = rig.client.players();
    rig.client.register_with(NewPlayer::named("ann"), &secret).await.expect("the first");
    players.register(named("bob")).await.expect("the second");
    let refused = players.register(named("cid")).await.expect_err("that was all");
    let details = refused.get_error_details();
    let info = details.error_info().expect("it has one");
    assert_eq!((info.reason.as_str(), info.metadata["limit"].as_str()), ("LIMIT", "registrations_per_hour"));
    assert_eq!(info.metadata["most"], "2");
    let wait = details.retry_info().and_then(|retry| retry.retry_delay).expect("it says when");
    assert!(wait.as_secs() > 60 && wait.as_secs() <= 1800, "{wait:?}");
    rig.client.register_with(NewPlayer::named("ann"), &secret).await.expect("a repeat is no registration");
    assert_refused(players.register(named("ann")).await, Code::AlreadyExists, "NAME_TAKEN", "name");
}

#[tokio::test]
async fn a_closed_server_rejects_registration() {
    let rig = Rig::with_settings(Settings { registration: Registration::Closed, ..Settings::default() }).await;
    let refused = rig.client.players().register(named("ann")).await;
    assert_refused(refused, Code::PermissionDenied, "REGISTRATION_CLOSED", "name");
}

#[tokio::test]
async fn invite_only_registration_needs_a_code() {
    let store = Store::in_memory().expect("there is memory");
    let settings = Settings { registration: Registration::Invite, ..Settings::default() };
    let rig = Rig::over(store.clone(), Catalogue::ALL, Limits::default(), settings).await;
    let admin = rig.administrator(&store).await;
    let mut players = rig.client.players();
    assert_refused(players.register(named("ann")).await, Code::PermissionDenied, "BAD_INVITE", "invite");
    let wrong = RegisterRequest { invite: "invite_0".into(), ..named("ann") };
    assert_refused(players.register(wrong).await, Code::PermissionDenied, "BAD_INVITE", "invite");
    let asked = pb::CreateInviteRequest { note: "for Ann".into(), ..pb::CreateInviteRequest::default() };
    let made = admin.admin().create_invite(asked).await.expect("she may").into_inner();
    let invited = |name: &str| RegisterRequest { invite: made.code.clone(), ..named(name) };
    players.register(invited("ann")).await.expect("she is invited");
    assert_refused(players.register(invited("bob")).await, Code::PermissionDenied, "BAD_INVITE", "invite");
    let listed = admin.admin().list_invites(pb::ListInvitesRequest::default()).await.expect("she may").into_inner();
    let invite = made.invite.expect("it is shown");
    assert_eq!(listed.invites, [pb::Invite { used: 1, ..invite.clone() }]);
    let revoke = pb::RevokeInviteRequest { invite_id: invite.invite_id, reason: "used".into() };
    admin.admin().revoke_invite(revoke.clone()).await.expect("it is there");
    assert_refused(admin.admin().revoke_invite(revoke).await, Code::NotFound, "UNKNOWN_INVITE", "invite_id");
}

#[tokio::test]
async fn matches_of_one_owner_are_casual() {
    let rig = Rig::start().await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let deep = bot(&rig, &ann, "deep").await;
    let _here = (Bot::enter(&ann).await, Bot::enter(&bob).await, Bot::enter(&deep).await);
    let rated = || pb::MatchRules { rated: true, ..timed("60") };
    let challenge = |opponent: &str| pb::CreateChallengeRequest {
        opponents: vec![opponent.to_owned()],
        game: "kamisado".into(),
        rules: Some(rated()),
        ..pb::CreateChallengeRequest::default()
    };
    let is_rated = async |id: String| {
        let seen = rig
            .client
            .matches()
            .get_match(pb::GetMatchRequest { match_id: id, ..Default::default() })
            .await
            .expect("a match");
        seen.into_inner().summary.expect("one").rules.expect("rules").rated
    };
    let own = ann.challenge(challenge("deep")).await.expect("it accepts");
    assert!(!own.rules.expect("rules").rated && !is_rated(own.match_id).await);
    let other = bob.challenge(challenge("deep")).await.expect("it accepts");
    assert!(other.rules.expect("rules").rated && is_rated(other.match_id).await);
    let opened = ann.create(NewMatch { rules: rated(), ..kamisado("ann", "deep") }).await.expect("it accepts");
    assert!(!is_rated(opened.match_id).await);

    let others = pb::AcceptPolicy { except_same_owner: true, ..accept_all() };
    let secret = Secret::draw().expect("there is luck");
    let wary = ann.create_bot(NewPlayer::named("wary"), &secret).await.expect("the name is free").name;
    let client = rig.client.with_token(secret.as_str()).expect("it can be sent");
    client.set_accept_policy(Some(others)).await.expect("it is kept");
    let _wary = Bot::enter(&client).await;
    for owned in ["ann", "bob"] {
        let by = if owned == "ann" { &ann } else { &bob };
        let refused = by.create(kamisado(owned, &wary)).await.err();
        let field = refused.as_ref().and_then(referee_client::Error::reason);
        assert_eq!(field, (owned == "ann").then_some(pb::Reason::NotAccepted), "{refused:?}");
    }
}
