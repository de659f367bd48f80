//! Live matches that their contest no longer counts.

use std::time::Duration;

use referee::{
    contest::{Command, ContestKind as _, ContestReason, Entrant},
    ids::Seq,
    law::Contest,
    store::{
        ContestAppend, ContestStanding, ListedCounts, Store,
        codec::contest::{decode, encode},
    },
    tournament::{Tournament, TournamentEvent},
};
use referee_client::{
    Client, NewMatch,
    pb::{self, change_contest_request::Change, end_reason::Code, play_response::Message as Heard},
};
use tokio::time::timeout;

use crate::api::{
    ladders,
    rig::{Bot, kamisado},
    tournaments::cups::{rules, until},
    tournaments::{change, create, hosted, results, round_robin},
};

/// Time limit, longer than an abort takes.
const SOON: Duration = Duration::from_secs(20);

/// Returns a cup of one match.
fn cup(name: &str) -> pb::CreateTournamentRequest {
    let mut asked = round_robin(name, &["ann", "bob"]);
    rules(&mut asked).matches_per_encounter = 1;
    asked
}

/// Enters a bot that plays one match at a time.
async fn one_at_a_time(client: &Client) -> Bot {
    Bot::enter_with(client, pb::Hello { max_matches: Some(1), ..pb::Hello::default() }).await
}

async fn sits(bot: &mut Bot) -> String {
    bot.hear_until(|said| if let Heard::Seated(seated) = said { Some(seated.match_id) } else { None }).await
}

fn assert_not_counted(verdict: &pb::Verdict) {
    let code = verdict.reason.as_ref().map(pb::EndReason::code);
    assert_eq!((verdict.termination(), code), (pb::Termination::Abort, Some(Code::NotCounted)), "{verdict:?}");
}

/// Each match needs the places that the previous one has freed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cup_aborts_a_live_match_that_it_no_longer_counts() {
    let rig = hosted(&Store::in_memory().expect("there is memory")).await;
    let (host, ann, bob) = (rig.player("host").await, rig.player("ann").await, rig.player("bob").await);
    let (mut seat, _other) = (one_at_a_time(&ann).await, one_at_a_time(&bob).await);
    let award = pb::AwardMatch { match_key: "s1-b1-m1".into(), winner: "bob".into() };
    let changes = [
        Change::Withdraw("ann".into()),
        Change::Disqualify("ann".into()),
        Change::Award(award),
        Change::End(pb::Now {}),
    ];
    for (number, decides) in changes.into_iter().enumerate() {
        let name = format!("cup-{number}");
        create(&host, cup(&name)).await.expect("a host may");
        timeout(SOON, sits(&mut seat)).await.expect("she is free");
        change(&host, &name, decides.clone(), "decided").await.expect("a host may");
        let ended = timeout(SOON, seat.ended()).await;
        assert_not_counted(&ended.unwrap_or_else(|_| panic!("{decides:?} leaves it live")).1);
    }
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ladder_aborts_live_matches_of_disqualified_entrants_and_at_its_end_alone() {
    let rig = ladders::hosted(&ladders::store()).await;
    let (host, ann, bob) = (rig.player("host").await, rig.player("ann").await, rig.player("bob").await);
    let (mut seat, _other) = (one_at_a_time(&ann).await, one_at_a_time(&bob).await);
    for (name, decides) in [("one", Change::Disqualify("bob".into())), ("two", Change::End(pb::Now {}))] {
        ladders::create(&host, ladders::blitz(name, &["ann", "bob"])).await.expect("a host may");
        timeout(SOON, sits(&mut seat)).await.expect("she is free");
        ladders::change(&host, name, Change::Withdraw("bob".into()), "enough").await.expect("a host may");
        let left = timeout(Duration::from_secs(3), seat.ended()).await;
        assert!(left.is_err(), "matches of an entrant that withdrew are played: {left:?}");
        ladders::change(&host, name, decides, "decided").await.expect("a host may");
        assert_not_counted(&timeout(SOON, seat.ended()).await.expect("it is aborted").1);
    }
    rig.stop().await;
}

/// A program outside the server uses the same label, but the server has no contest of this name.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_a_contest_outside_the_server_is_left_alone() {
    let rig = hosted(&Store::in_memory().expect("there is memory")).await;
    let (host, ann, bob) = (rig.player("host").await, rig.player("ann").await, rig.player("bob").await);
    let (mut seat, _other) = (Bot::enter(&ann).await, Bot::enter(&bob).await);
    let occasion = pb::Occasion { contest: Some(pb::Contest::tournament("outside")), encounter: 1, pairing: 1 };
    let labels = [("match".to_owned(), "s1-b1-m1".to_owned())].into();
    let new = NewMatch { occasion: Some(occasion), labels, ..kamisado("ann", "bob") };
    host.create(new).await.expect("a host may");
    sits(&mut seat).await;
    let ended = timeout(Duration::from_secs(3), seat.ended()).await;
    assert!(ended.is_err(), "no contest of this server decides it: {ended:?}");
    rig.stop().await;
}

/// The server stops after it has stored the decision, but before it aborts the match.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_decided_before_a_kill_is_aborted_after_the_restart() {
    let reason = || ContestReason::from("decided");
    for command in [Command::Withdraw { entrant: Entrant(0), reason: reason() }, Command::End { reason: reason() }] {
        let store = Store::in_memory().expect("there is memory");
        let rig = hosted(&store).await;
        let (host, ann, bob) = (rig.player("host").await, rig.player("ann").await, rig.player("bob").await);
        let (mut seat, other) = (one_at_a_time(&ann).await, one_at_a_time(&bob).await);
        create(&host, cup("cup")).await.expect("a host may");
        sits(&mut seat).await;
        drop((seat, other));
        rig.stop().await;
        decide(&store, &command).await;
        let rig = hosted(&store).await;
        let is_over = async || results(&rig.client, "cup").await.len() == 1;
        until(is_over).await;
        let summary = results(&rig.client, "cup").await.remove(0).summary.expect("a summary");
        assert_not_counted(&summary.verdict.expect("a verdict"));
        rig.stop().await;
    }
}

/// Appends the events that follow from a command to the log of the cup.
async fn decide(store: &Store, command: &referee::tournament::Command) {
    let contest = Contest::Tournament("cup".to_owned());
    let log = &store.contests;
    let owner = log.take_contest_over(&contest).await.expect("it is taken over").expect("it is there");
    let stored = log.contest_events(&contest, Seq(0), 100).await.expect("they are read");
    let events: Vec<TournamentEvent> = stored.iter().map(|bytes| decode(bytes).expect("it is read")).collect();
    let cup = Tournament::replay(&events).expect("they follow");
    let facts = cup.decide(command).expect("a host may");
    let seqs = (cup.seq.0 + 1..).map(Seq);
    let events: Vec<TournamentEvent> =
        seqs.zip(facts).map(|(seq, fact)| TournamentEvent { seq, at_ms: 1_000_000, fact }).collect();
    let is_over = matches!(command, Command::End { .. });
    let append = ContestAppend {
        expected: cup.seq,
        owner,
        events: events.iter().map(encode).collect(),
        standing: is_over.then_some(ContestStanding::Over),
        is_running: is_over.then_some(false),
        counts: ListedCounts::default(),
    };
    log.append_to_contest(&contest, append).await.expect("it is stored");
}
