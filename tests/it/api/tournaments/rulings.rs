//! Rulings by the host of a contest, over the wire.

use referee::{api::Settings, games::Catalogue, hall::Limits, store::Store};
use referee_client::{
    Client, NewPlayer, NewToken, Secret,
    pb::{self, adjudicate::Ruling, change_contest_request::Change, submit_command_request::Command},
};
use tonic::{Code, Status};

use crate::api::{
    ladders,
    rig::{Bot, Rig, assert_refused, command, kamisado},
    tournaments::cups::until,
    tournaments::{self, create, look, round_robin},
};

async fn start() -> (Rig, Client) {
    let store = Store::in_memory().expect("there is memory");
    let rig = Rig::over(store.clone(), Catalogue::ALL, Limits::default(), Settings::default()).await;
    let admin = rig.administrator(&store).await;
    (rig, admin)
}

/// Returns a client of a registered player. Its token has only the scope `host`.
async fn host_token(rig: &Rig, admin: &Client, player: &str) -> Client {
    let secret = Secret::draw().expect("there is luck");
    let new = NewToken {
        player: player.into(),
        name: "hosting".into(),
        scopes: vec![pb::Scope::Host],
        reason: "hosts a cup".into(),
        ..NewToken::default()
    };
    admin.create_token(new, &secret).await.expect("she may");
    rig.client.with_token(secret.as_str()).expect("it can be sent")
}

async fn rule(client: &Client, match_id: &str, request_id: &str, ruling: Command) -> Result<u64, Status> {
    let ruled = client.matches().submit_command(command(match_id, request_id, ruling)).await?;
    Ok(ruled.into_inner().seq)
}

fn pause() -> Command {
    Command::Pause(pb::Pause {})
}

fn abort() -> Command {
    Command::Abort(pb::Abort {})
}

#[tokio::test]
async fn a_host_rules_on_the_matches_of_its_contests_and_on_no_others() {
    let (rig, admin) = start().await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let (hostess, _) = (rig.player("hostess").await, rig.player("mallory").await);
    let [host, other] = [host_token(&rig, &admin, "hostess").await, host_token(&rig, &admin, "mallory").await];
    let (mut black, _white) = (Bot::enter(&ann).await, Bot::enter(&bob).await);
    create(&host, round_robin("cup", &["ann", "bob"])).await.expect("a host may");
    let match_id = black.turn().await.match_id;

    assert_refused(rule(&ann, &match_id, "p", pause()).await, Code::PermissionDenied, "FORBIDDEN", "");
    let refused = rule(&other, &match_id, "p", pause()).await;
    let text = refused.as_ref().expect_err("another host").message().to_owned();
    assert!(text.contains("tournament cup") && text.contains("--arbiter"), "{text}");
    assert_refused(refused, Code::PermissionDenied, "FORBIDDEN", "");
    let refused = rule(&hostess, &match_id, "p", pause()).await;
    assert_refused(refused, Code::PermissionDenied, "MISSING_SCOPE", "scope");
    let resign = Command::Resign(pb::Resign {});
    assert_refused(rule(&host, &match_id, "r", resign).await, Code::PermissionDenied, "MISSING_SCOPE", "scope");

    let paused = rule(&host, &match_id, "p", pause()).await.expect("it is her cup");
    assert_eq!(rule(&host, &match_id, "p", pause()).await.expect("asked again"), paused);
    rule(&host, &match_id, "g", Command::Resume(pb::Resume {})).await.expect("it is her cup");
    let ruling = pb::Adjudicate { ruling: Some(Ruling::Loser(0)), reason: "cheated".into() };
    rule(&host, &match_id, "a", Command::Adjudicate(ruling)).await.expect("it is her cup");
    assert_eq!(black.ended().await.1.termination(), pb::Termination::Adjudication);
    assert_refused(rule(&host, &match_id, "x", abort()).await, Code::FailedPrecondition, "MATCH_OVER", "");
    let audit = admin.admin().list_audit(pb::ListAuditRequest::default()).await.expect("she may").into_inner();
    let noted = |action: &str| audit.entries.iter().find(|entry| entry.action == action);
    let adjudicated = noted("adjudicate_match").expect("it is in the audit");
    assert_eq!((adjudicated.actor.as_str(), adjudicated.reason.as_str()), ("hostess", "cheated"));
    assert_eq!(adjudicated.subject, match_id);
    assert!(noted("pause_match").is_some() && noted("resume_match").is_some(), "{:?}", audit.entries);

    let own = ann.create(kamisado("ann", "house-random")).await.expect("it is hers").match_id;
    assert_refused(rule(&host, &own, "p", pause()).await, Code::PermissionDenied, "FORBIDDEN", "");
    let refused = rule(&host, &own, "b", abort()).await;
    assert!(refused.as_ref().expect_err("no contest").message().contains("scope `host`"), "{refused:?}");
    assert_refused(refused, Code::PermissionDenied, "NOT_SEATED", "match_id");
    rig.stop().await;
}

#[tokio::test]
async fn a_host_rules_on_no_match_of_its_own_players() {
    let (rig, admin) = start().await;
    let (ann, hostess) = (rig.player("ann").await, rig.player("hostess").await);
    let host = host_token(&rig, &admin, "hostess").await;
    let secret = Secret::draw().expect("there is luck");
    hostess.create_bot(NewPlayer::named("maid"), &secret).await.expect("the name is free");
    let maid = rig.client.with_token(secret.as_str()).expect("it can be sent");
    maid.set_accept_policy(Some(referee_client::accept_all())).await.expect("it is kept");
    let mut black = Bot::enter(&ann).await;
    let (_white, _own) = (Bot::enter(&maid).await, Bot::enter(&hostess).await);
    for (cup, entrants) in [("bots", ["ann", "maid"]), ("own", ["ann", "hostess"])] {
        create(&host, round_robin(cup, &entrants)).await.expect("a host may");
        let match_id = black.turn().await.match_id;
        for (request, ruling) in [("p", pause()), ("b", abort())] {
            let refused = rule(&host, &match_id, request, ruling).await;
            let reason = if cup == "own" { "MISSING_SCOPE" } else { "FORBIDDEN" };
            let field = if cup == "own" { "scope" } else { "match_id" };
            assert_refused(refused, Code::PermissionDenied, reason, field);
        }
        let asked = pb::EndMatchRequest { match_id, reason: "x".into(), request_id: "e".into() };
        assert_refused(host.admin().end_match(asked).await, Code::PermissionDenied, "FORBIDDEN", "match_id");
        assert_eq!(look(&host, cup).await.summary.expect("one").unfinished, 1);
    }
    rig.stop().await;
}

#[tokio::test]
async fn a_host_decides_no_results_of_its_own_players() {
    let (rig, admin) = start().await;
    let hostess = rig.player("hostess").await;
    let host = host_token(&rig, &admin, "hostess").await;
    let secret = Secret::draw().expect("there is luck");
    hostess.create_bot(NewPlayer::named("maid"), &secret).await.expect("the name is free");
    let maid = rig.client.with_token(secret.as_str()).expect("it can be sent");
    maid.set_accept_policy(Some(referee_client::accept_all())).await.expect("it is kept");
    let award = |match_key: &str, winner: &str| {
        Change::Award(pb::AwardMatch { match_key: match_key.into(), winner: winner.into() })
    };
    let void = |match_key: &str| Change::Void(pb::VoidMatch { match_key: match_key.into(), replay: true });
    let disqualify = || Change::Disqualify("house-greedy".into());
    for own in ["maid", "hostess"] {
        let entrants = [own, "house-greedy", "house-random"];
        create(&host, round_robin(own, &entrants)).await.expect("a host may");
        until(async || look(&host, own).await.summary.expect("one").encounters == 3).await;
        let ruled = [
            (award("s2-b1-m1", own), "award.match_key"),
            (void("s2-b1-m1"), "void.match_key"),
            (disqualify(), "disqualify"),
        ];
        for (change, field) in ruled {
            let refused = tournaments::change(&host, own, change, "x").await;
            assert_refused(refused, Code::PermissionDenied, "FORBIDDEN", field);
        }
        tournaments::change(&host, own, award("s1-b1-m1", "house-greedy"), "x").await.expect("she has no part in it");
        let ladder = ladders::blitz(own, &entrants);
        ladders::create(&host, ladder).await.expect("a host may");
        let refused = ladders::change(&host, own, disqualify(), "x").await;
        assert_refused(refused, Code::PermissionDenied, "FORBIDDEN", "disqualify");
    }
    rig.stop().await;
}
