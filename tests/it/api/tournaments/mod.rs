//! Tournaments that the server runs, over the wire.

mod bad_tournaments;
mod cup_waits;
pub mod cups;
mod decided;
mod entries;
mod rulings;

use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZeroU32,
    time::Duration,
};

use referee::{
    api::Settings,
    games::Catalogue,
    hall::Limits,
    ids::PlayerId,
    law::{Fact, Seed, verify},
    store::{Store, record},
};
use referee_client::{
    Client, Error, NextEvent,
    pb::contest_event::Event,
    pb::{self, change_contest_request::Change, play_request::Message as Said},
};
use tokio::time::timeout;
use tonic::Code;

pub use super::contests::counted;
use super::{
    contests,
    rig::{Bot, Rig, assert_refused, play_move},
};

/// Time limit, longer than any of these tournaments takes.
const SOON: Duration = Duration::from_secs(120);
const HOUSE: [&str; 3] = ["house-random", "house-greedy", "house-search"];

/// Starts a server with a host, over a store.
pub async fn hosted(store: &Store) -> Rig {
    hosted_with(store, Limits::default().start_grace).await
}

/// Like [`hosted`], with this deadline for players to come to a match.
async fn hosted_with(store: &Store, start_grace: Duration) -> Rig {
    let settings = Settings {
        arbiters: vec![PlayerId::parse("host").expect("a name")],
        registrations_per_hour: NonZeroU32::new(1000).expect("positive"),
        ..Settings::default()
    };
    let limits = Limits { house_pace: Duration::ZERO, house_nodes: 50, start_grace, ..Limits::default() };
    Rig::over(store.clone(), Catalogue::ALL, limits, settings).await
}

fn store() -> Store {
    Store::in_memory().expect("there is memory")
}

pub fn round_robin(tournament: &str, entrants: &[&str]) -> pb::CreateTournamentRequest {
    let rules = pb::TournamentRules {
        format: Some(pb::tournament_rules::Format::RoundRobin(pb::RoundRobinFormat { cycles: 1 })),
        seats: 2,
        matches_per_encounter: 2,
        points_for: pb::PointsFor::Games.into(),
        result_points: vec![1.0, 0.5, 0.0],
        bye_points: 2.0,
        tie_breaks: vec![pb::TieBreak { kind: pb::TieBreakKind::Wins.into(), ..pb::TieBreak::default() }],
        replays: 3,
        provisional_ms: Some(0),
        ..pb::TournamentRules::default()
    };
    let matches = pb::TournamentMatches {
        game: "kamisado".into(),
        options: [("length".to_owned(), "single".to_owned())].into(),
        rules: Some(referee_client::timed("60+1")),
        ..pb::TournamentMatches::default()
    };
    pb::CreateTournamentRequest {
        tournament_id: tournament.into(),
        name: "A cup".into(),
        rules: Some(rules),
        matches: Some(matches),
        entrants: entrants.iter().map(|name| (*name).to_owned()).collect(),
        start: true,
    }
}

pub async fn create(host: &Client, asked: pb::CreateTournamentRequest) -> Result<pb::ContestSummary, tonic::Status> {
    let made = host.tournaments().create_tournament(asked).await?;
    Ok(made.into_inner().summary.expect("a summary"))
}

pub async fn change(
    host: &Client,
    tournament: &str,
    change: Change,
    reason: &str,
) -> Result<pb::ContestSummary, tonic::Status> {
    contests::change(host, pb::Contest::tournament(tournament.to_owned()), change, reason).await
}

pub async fn look(client: &Client, tournament: &str) -> pb::GetTournamentResponse {
    let asked = pb::GetTournamentRequest { tournament_id: tournament.to_owned() };
    client.tournaments().get_tournament(asked).await.expect("there is one").into_inner()
}

pub async fn standings(client: &Client, tournament: &str) -> Vec<pb::TournamentStanding> {
    client.tournament_standings(tournament).await.expect("there is one").rows
}

/// Returns all events of a tournament up to its end.
pub async fn events(client: &Client, tournament: &str) -> Vec<pb::ContestEvent> {
    let mut watched = client.watch_tournament(tournament, 0);
    let mut events = Vec::new();
    loop {
        match timeout(SOON, watched.next()).await.expect("it continues").expect("it may be watched") {
            NextEvent::Event(event) => events.push(*event),
            NextEvent::CaughtUp => {}
            NextEvent::Over => return events,
        }
    }
}

pub async fn results(client: &Client, tournament: &str) -> Vec<pb::MatchResult> {
    contests::results(client, pb::Contest::tournament(tournament.to_owned())).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_of_the_house_is_played_to_its_end() {
    let store = store();
    let rig = hosted(&store).await;
    let host = rig.player("host").await;
    let made = create(&host, round_robin("cup", &HOUSE)).await.expect("a host may");
    assert_eq!(
        (made.contest.as_ref(), made.name.as_str(), made.entrants),
        (Some(&pb::Contest::tournament("cup")), "A cup", 3)
    );
    assert_eq!(made.game, "kamisado");
    let again = create(&host, round_robin("cup", &HOUSE)).await.expect("it is the same one");
    assert_eq!(again.opened_unix_ms, made.opened_unix_ms);
    let other = create(&host, round_robin("cup", &HOUSE[..2])).await;
    assert_refused(other, Code::AlreadyExists, "NAME_TAKEN", "tournament_id");

    let told = events(&rig.client, "cup").await;
    assert!(told.iter().zip(1..).all(|(event, seq)| event.seq == seq), "each once, in order");
    let Some(Event::TournamentOpened(opened)) = &told[0].event else { panic!("it was opened") };
    assert!(opened.deal_seed.is_empty() && opened.match_setup.is_empty(), "no caller sees the seed of the deals");
    let after_seq = told.len() as u64 + 1;
    let beyond = pb::WatchContestRequest { contest: Some(pb::Contest::tournament("cup")), after_seq };
    let beyond = rig.client.contests().watch_contest(beyond).await;
    assert_refused(beyond, Code::InvalidArgument, "BAD_FIELD", "after_seq");
    let all = counted(&told);
    assert_eq!(all.len(), 6, "three encounters of two matches");
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 6);
    assert_eq!(results(&rig.client, "cup").await.len(), 6, "and no other match was played");

    let seen = look(&rig.client, "cup").await;
    let summary = seen.summary.expect("a summary");
    assert_eq!((summary.state(), summary.encounters, summary.unfinished), (pb::ContestState::Over, 3, 0));
    assert!(!summary.end_reason.is_empty());
    let table = rig.client.tournament_standings("cup").await.expect("standings");
    assert_eq!(table.rows.iter().map(|one| one.points).sum::<f64>(), 6.0);
    assert_eq!(table.rows[0].rank, 1);
    assert_eq!(table.tie_breaks, ["wins"]);
    let asked = pb::ListContestsRequest { kind: pb::ContestKind::Tournament.into(), ..Default::default() };
    let listed = rig.client.contests().list_contests(asked).await.expect("a list").into_inner().contests;
    let cup = Some(pb::Contest::tournament("cup"));
    assert_eq!(listed.iter().map(|one| one.contest.clone()).collect::<Vec<_>>(), [cup]);
    let late = change(&host, "cup", Change::Pause(pb::Now {}), "too late").await;
    assert_refused(late, Code::FailedPrecondition, "WRONG_STATE", "");
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_resumes_its_tournament_after_any_end() {
    let store = store();
    let asked = round_robin("cup", &HOUSE);
    let rig = hosted(&store).await;
    create(&rig.player("host").await, asked).await.expect("a host may");
    rig.stop().await;
    let mut known = 0;
    for _ in 0..12 {
        let rig = hosted(&store).await;
        let mut watched = rig.client.watch_tournament("cup", known);
        // The server stops after a few more events, or in the middle of a match.
        while let Ok(Ok(NextEvent::Event(event))) = timeout(Duration::from_millis(50), watched.next()).await {
            known = event.seq;
        }
        rig.stop().await;
    }
    let rig = hosted(&store).await;
    let told = events(&rig.client, "cup").await;
    assert_eq!(counted(&told).iter().collect::<BTreeSet<_>>().len(), 6);
    assert_eq!(counted(&told).len(), 6, "each once");
    assert_eq!(results(&rig.client, "cup").await.len(), 6, "no match was opened twice");
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_server_takes_a_tournament_over_and_every_match_is_played_once() {
    let store = store();
    let first = hosted(&store).await;
    let mut asked = round_robin("cup", &HOUSE);
    asked.rules.as_mut().expect("rules").format =
        Some(pb::tournament_rules::Format::RoundRobin(pb::RoundRobinFormat { cycles: 5 }));
    create(&first.player("host").await, asked).await.expect("a host may");
    let mut watched = first.client.watch_tournament("cup", 0);
    let mut seen = Vec::new();
    while counted(&seen).len() < 3 {
        if let NextEvent::Event(event) =
            timeout(SOON, watched.next()).await.expect("it continues").expect("it is watched")
        {
            seen.push(*event);
        }
    }
    // The first server still runs, and does not know about the second.
    let second = hosted(&store).await;
    let told = events(&second.client, "cup").await;
    assert_eq!(told[..seen.len()], seen[..], "it continues after the first");
    assert_eq!((1..).zip(&told).find(|(seq, event)| event.seq != *seq), None, "no number is left out or given twice");
    assert_eq!(counted(&told).iter().collect::<BTreeSet<_>>().len(), 30);
    assert_eq!(counted(&told).len(), 30, "each once");
    assert_eq!(results(&second.client, "cup").await.len(), 30, "no match was opened twice");
    first.stop().await;
    second.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_waits_for_consent_and_entering_gives_it() {
    let rig = hosted_with(&store(), Duration::from_secs(5)).await;
    let (host, ann) = (rig.player("host").await, rig.wary_player("ann").await);
    let open = pb::CreateTournamentRequest { start: false, ..round_robin("cup", &["ann", "house-random"]) };
    assert_refused(create(&ann, open.clone()).await, Code::PermissionDenied, "MISSING_SCOPE", "scope");
    assert_refused(create(&rig.client, open.clone()).await, Code::Unauthenticated, "UNAUTHENTICATED", "authorization");
    let nowhere = pb::EnterContestRequest { contest: Some(pb::Contest::tournament("nowhere")), entry: None };
    let unknown = ann.contests().enter_contest(nowhere).await;
    assert_refused(unknown, Code::NotFound, "UNKNOWN_TOURNAMENT", "tournament_id");

    create(&host, open).await.expect("a host may");
    change(&host, "cup", Change::Start(pb::Now {}), "").await.expect("two have entered");
    let waiting = async || look(&rig.client, "cup").await.progress.expect("progress").waiting;
    while waiting().await.len() < 2 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(waiting().await[0].reason.contains("ann"), "{:?}", waiting().await);
    let progress = look(&rig.client, "cup").await.progress.expect("it is there");
    assert_eq!(progress.not_connected.iter().map(|one| one.player.as_str()).collect::<Vec<_>>(), ["ann"]);
    assert_eq!(progress.not_agreed[0].player, "ann");
    assert!(progress.not_agreed[0].advice.contains("referee tournament enter cup"), "{progress:?}");
    assert_eq!((progress.matches_played, progress.matches_in_all, progress.is_at_least), (Some(0), Some(2), false));
    assert!(progress.ends_about_unix_ms.is_none() && !progress.end_unknown.is_empty(), "{progress:?}");
    ann.enter_contest(pb::Contest::tournament("cup"), pb::LadderEntry::default()).await.expect("she may");
    // The open matches now wait only for her to connect.
    while !waiting().await.iter().all(|one| one.kind() == pb::WaitKind::Arrival) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let contest = Some(pb::Contest::tournament("cup"));
    let left = pb::WithdrawFromContestRequest { contest, reason: "the train leaves".into() };
    ann.contests().withdraw_from_contest(left).await.expect("she may");
    let told = events(&rig.client, "cup").await;
    let reasons: Vec<&str> = told
        .iter()
        .filter_map(|event| match &event.event {
            Some(Event::EntrantWithdrawn(withdrawn)) => Some(withdrawn.reason.as_ref()?.text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(reasons, ["the train leaves"]);
    let standings = standings(&rig.client, "cup").await;
    assert_eq!((standings[0].player.as_str(), standings[1].player.as_str()), ("house-random", "ann"));
    assert!(standings[1].out.contains("the train leaves"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unreleased_results_are_hidden_from_all_but_hosts() {
    let rig = hosted(&store()).await;
    let host = rig.player("host").await;
    let mut held = round_robin("cup", &HOUSE[..2]);
    held.start = false;
    held.rules.as_mut().expect("rules").is_released_by_host = true;
    create(&host, held).await.expect("a host may");
    change(&host, "cup", Change::Pause(pb::Now {}), "not yet").await.expect("it may be paused");
    change(&host, "cup", Change::Start(pb::Now {}), "").await.expect("two have entered");
    assert_eq!(look(&rig.client, "cup").await.summary.expect("one").pause_reason, "not yet");
    assert!(results(&rig.client, "cup").await.is_empty());
    change(&host, "cup", Change::Resume(pb::Now {}), "").await.expect("it continues");
    let mut public = rig.client.watch_tournament("cup", 0);
    let mut hosts = host.watch_tournament("cup", 0);
    let (mut seen, mut is_released) = (Vec::new(), false);
    loop {
        match timeout(SOON, hosts.next()).await.expect("it continues").expect("a host sees all") {
            NextEvent::Event(event) => seen.push(*event),
            NextEvent::CaughtUp => {}
            NextEvent::Over => break,
        }
        // Before the release only hosts see the results, whether one match is over or both.
        let now = look(&rig.client, "cup").await;
        let summary = now.summary.expect("one");
        if counted(&seen).len() <= 2 && summary.state() != pb::ContestState::Over {
            assert!(standings(&rig.client, "cup").await.iter().all(|one| one.points == 0.0));
            let progress = now.progress.expect("it is there");
            assert!(
                progress.waiting.is_empty() && progress.open.is_empty() && progress.matches_played.is_none(),
                "{progress:?}"
            );
            assert_eq!((summary.state(), summary.encounters, summary.unfinished), (pb::ContestState::Running, 1, 1));
        }
        if counted(&seen).len() == 2 && !is_released {
            assert_ne!(summary.state(), pb::ContestState::Over, "it is not over before all is released");
            change(&host, "cup", Change::ReleaseResults(1), "").await.expect("a host may");
            is_released = true;
        }
    }
    let mut told = Vec::new();
    loop {
        match timeout(SOON, public.next()).await.expect("it is over").expect("all is shown then") {
            NextEvent::Event(event) => told.push(*event),
            NextEvent::CaughtUp => {}
            NextEvent::Over => break,
        }
    }
    assert_eq!(counted(&told).len(), 2, "what is over is shown");
}

/// Two absent players have as many matches as may be open. They take no place from the house bots,
/// and forfeit once their time is over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_that_wait_for_players_take_no_place_and_are_forfeited_in_time() {
    let rig = hosted(&store()).await;
    let host = rig.player("host").await;
    rig.wary_player("ann").await;
    rig.wary_player("bob").await;
    let mut asked = round_robin("small", &["ann", "house-greedy", "house-random", "bob"]);
    asked.matches.as_mut().expect("matches").at_once = Some(2);
    asked.rules.as_mut().expect("rules").accept_within_ms = Some(0);
    assert_refused(create(&host, asked.clone()).await, Code::InvalidArgument, "BAD_FIELD", "rules.accept_within_ms");
    asked.rules.as_mut().expect("rules").accept_within_ms = Some(6_000);
    create(&host, asked).await.expect("a host may");
    let told = events(&rig.client, "small").await;
    let counted = |event: &pb::ContestEvent| match &event.event {
        Some(Event::MatchCounted(counted)) => Some((event.at_ms, counted.clone())),
        _ => None,
    };
    let counted: Vec<_> = told.iter().filter_map(counted).collect();
    assert_eq!(counted.len(), 12);
    let played = |one: &&(i64, pb::MatchCounted)| one.1.forfeits.is_empty();
    let first_forfeit_ms = counted.iter().filter(|one| !one.1.forfeits.is_empty()).map(|one| one.0).min();
    assert!(first_forfeit_ms.expect("two are absent") >= 6_000, "{counted:?}");
    assert_eq!(counted.iter().filter(played).count(), 2);
    assert!(counted.iter().filter(played).all(|one| Some(one.0) < first_forfeit_ms), "{counted:?}");
    let table = standings(&rig.client, "small").await;
    let points: Vec<f64> = table.iter().map(|one| one.points).collect();
    // Each house bot has won its four matches against the absent players.
    assert!(points[0] + points[1] == 10.0 && points[2..] == [0.0, 0.0], "{table:?}");
}

fn dealt(tournament: &str, entrants: &[&str]) -> pb::CreateTournamentRequest {
    let mut asked = round_robin(tournament, entrants);
    let rules = asked.rules.as_mut().expect("rules");
    rules.format = Some(pb::tournament_rules::Format::Tables(pb::TablesFormat { cycles: 1 }));
    (rules.seats, rules.matches_per_encounter, rules.has_shared_deals) = (4, 4, true);
    (rules.points_for, rules.result_points, rules.bye_points) = (pb::PointsFor::Own.into(), Vec::new(), 0.0);
    let matches = asked.matches.as_mut().expect("matches");
    (matches.game, matches.options) = ("honest_john".to_owned(), [].into());
    asked
}

/// Answers every turn with the first legal move.
pub async fn answers_turns(mut bot: Bot) {
    loop {
        let turn = bot.turn().await;
        let asked = play_move(&turn.match_id, turn.turn_id, &turn.legal[0]);
        bot.say(Said::Command(asked)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_matches_of_an_encounter_share_deals_kept_secret_until_all_are_over() {
    let rig = hosted(&store()).await;
    let (host, ann) = (rig.player("host").await, rig.player("ann").await);
    let playing = tokio::spawn(answers_turns(Bot::enter(&ann).await));
    create(&host, dealt("deals", &[&HOUSE[..], &["ann"]].concat())).await.expect("a host may");
    let told = events(&rig.client, "deals").await;
    playing.abort();
    let seeds = told.iter().filter_map(|event| match &event.event {
        Some(Event::DealsShown(shown)) => Some(<[u8; 32]>::try_from(&shown.seed[..]).expect("32 bytes")),
        _ => None,
    });
    let mut seeds: BTreeMap<String, Seed> =
        seeds.map(Seed::new).map(|seed| (seed.commitment().to_string(), seed)).collect();
    assert_eq!(seeds.len(), 12, "each encounter has its own");
    let mut dealt = BTreeMap::<String, Vec<Vec<String>>>::new();
    for result in results(&rig.client, "deals").await {
        let record = host.record(&result.summary.expect("a match").match_id).await.expect("it is over");
        let played = record::read(&record).expect("a record");
        let promise = verify::fold(&played).expect("lawful").opened().luck.clone().expect("a promise");
        assert!(promise.is_withheld);
        assert!(!verify::verify(&played).expect("lawful").chance_proven);
        let commitment = promise.commitment.to_string();
        let seed = seeds[&commitment].clone();
        assert!(!record.contains(&seed.hex()), "the record withholds it");
        assert!(verify::verify_by_seed(&played, seed).expect("lawful").chance_proven);
        assert!(verify::verify_by_seed(&played, Seed::new([9; 32])).is_err());
        let deals = played.iter().filter_map(|event| match &event.fact {
            Fact::ChanceResolved { notation, .. } => Some(notation.clone()),
            _ => None,
        });
        dealt.entry(commitment).or_default().push(deals.collect());
    }
    for (commitment, matches) in dealt {
        assert!(seeds.remove(&commitment).is_some());
        assert_eq!(matches.len(), 4);
        assert!(matches.windows(2).all(|two| two[0].iter().zip(&two[1]).all(|(one, other)| one == other)));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_receive_reason_codes() {
    let rig = hosted(&store()).await;
    let refused = rig.client.watch_tournament("cup", 0).next().await;
    assert!(matches!(refused, Err(Error::Refused(no)) if no.reason == pb::Reason::UnknownTournament));
    let asked = pb::GetTournamentRequest { tournament_id: "NO".into() };
    let refused = rig.client.tournaments().get_tournament(asked).await;
    assert_refused(refused, Code::InvalidArgument, "BAD_FIELD", "tournament_id");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shared_deals_are_rejected_for_games_without_deals() {
    let rig = hosted(&store()).await;
    let host = rig.player("host").await;
    let mut asked = round_robin("cup", &HOUSE);
    asked.rules.as_mut().expect("rules").has_shared_deals = true;
    let refused = create(&host, asked.clone()).await.expect_err("nothing is dealt in kamisado");
    assert!(refused.message().contains("kamisado has no deals"), "{refused}");
    assert_refused::<()>(Err(refused), Code::InvalidArgument, "BAD_FIELD", "rules.has_shared_deals");
    asked.matches.as_mut().expect("matches").game = "chess".into();
    assert_refused(create(&host, asked).await, Code::NotFound, "UNKNOWN_GAME", "matches.game");
    create(&host, round_robin("cup", &HOUSE)).await.expect("without that it is opened");
}

#[tokio::test]
async fn points_of_results_are_three_or_none() {
    let rig = hosted(&Store::in_memory().expect("there is memory")).await;
    let host = rig.player("host").await;
    let mut few = round_robin("cup", &HOUSE);
    few.rules.as_mut().expect("rules").result_points = vec![1.0];
    assert_refused(create(&host, few).await, Code::InvalidArgument, "BAD_FIELD", "rules.result_points");
}
