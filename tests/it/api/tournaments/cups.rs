//! Cups with absent entrants, from the scheduled start to the final results.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use referee::{
    api::Settings,
    contest_server::MAX_RUNNING,
    games::Catalogue,
    hall::{Limits, wall_clock::WallClock},
    ids::PlayerId,
    law::Contest,
    store::Store,
};
use referee_client::{
    Client, NextEvent,
    pb::contest_event::Event,
    pb::{self, change_contest_request::Change},
};
use tokio::time::{sleep, timeout};
use tonic::Code;

use crate::api::{
    rig::{Bot, Rig, assert_refused},
    tournaments::{change, create, events, look, round_robin, standings},
};

/// Time limit, longer than anything in these tests takes.
const SOON: Duration = Duration::from_secs(120);
const MINUTE_MS: i64 = 60_000;

/// Successive servers over one store, with a wall clock that the test sets.
struct Place {
    store: Store,
    unix_ms: Arc<AtomicI64>,
}

impl Place {
    fn new() -> Place {
        let store = Store::in_memory().expect("there is memory");
        Place { store, unix_ms: Arc::new(AtomicI64::new(1_800_000_000_000)) }
    }

    /// Starts a server that gives players one second to come to a match.
    async fn serve(&self) -> Rig {
        let unix_ms = Arc::clone(&self.unix_ms);
        let limits = Limits {
            house_pace: Duration::ZERO,
            house_nodes: 50,
            start_grace: Duration::from_secs(1),
            wall_clock: WallClock::of(move || unix_ms.load(Ordering::SeqCst)),
            ..Limits::default()
        };
        let arbiters = vec![PlayerId::parse("host").expect("a name")];
        let registrations_per_hour = std::num::NonZeroU32::new(1000).expect("positive");
        let settings = Settings { arbiters, registrations_per_hour, ..Settings::default() };
        Rig::over(self.store.clone(), Catalogue::ALL, limits, settings).await
    }

    /// Registers the host. Returns its client and its token.
    async fn host(&self, rig: &Rig) -> (Client, String) {
        let token = rig.token("host").await;
        (rig.client.with_token(&token).expect("it can be sent"), token)
    }

    fn now(&self) -> i64 {
        self.unix_ms.load(Ordering::SeqCst)
    }

    fn pass(&self, minutes: i64) {
        self.unix_ms.fetch_add(minutes * MINUTE_MS, Ordering::SeqCst);
    }

    async fn has_entered(&self, player: &str) -> bool {
        let (contest, player) = (Contest::Tournament("cup".to_owned()), PlayerId::parse(player).expect("a name"));
        self.store.consents.has_entered(&contest, &player).await.expect("the call is answered")
    }
}

/// Returns a cup that is open for entries.
pub fn open(entrants: &[&str]) -> pb::CreateTournamentRequest {
    pb::CreateTournamentRequest { start: false, ..round_robin("cup", entrants) }
}

pub fn rules(asked: &mut pb::CreateTournamentRequest) -> &mut pb::TournamentRules {
    asked.rules.as_mut().expect("rules")
}

pub async fn start(host: &Client) {
    change(host, "cup", Change::Start(pb::Now {}), "").await.expect("it may start");
}

pub async fn enter(player: &Client) -> Result<pb::ContestSummary, tonic::Status> {
    let asked = pb::EnterContestRequest { contest: Some(pb::Contest::tournament("cup")), entry: None };
    Ok(player.contests().enter_contest(asked).await?.into_inner().summary.expect("one"))
}

async fn leave(player: &Client) -> Result<pb::ContestSummary, tonic::Status> {
    let asked = pb::WithdrawFromContestRequest { contest: Some(pb::Contest::tournament("cup")), ..Default::default() };
    Ok(player.contests().withdraw_from_contest(asked).await?.into_inner().summary.expect("a summary"))
}

async fn list(client: &Client) -> Vec<pb::ContestSummary> {
    let asked = pb::ListContestsRequest { kind: pb::ContestKind::Tournament.into(), ..Default::default() };
    client.contests().list_contests(asked).await.expect("a list").into_inner().contests
}

/// Returns the events of the cup up to the first one that `is_last` accepts.
async fn events_until(client: &Client, is_last: impl Fn(&Event) -> bool) -> Vec<pb::ContestEvent> {
    let mut watched = client.watch_tournament("cup", 0);
    let mut events = Vec::new();
    loop {
        match timeout(SOON, watched.next()).await.expect("it continues").expect("it may be watched") {
            NextEvent::Event(event) => {
                let is_over = event.event.as_ref().is_some_and(&is_last);
                events.push(*event);
                if is_over {
                    return events;
                }
            }
            NextEvent::CaughtUp => {}
            NextEvent::Over => panic!("it is over"),
        }
    }
}

async fn until_provisional(client: &Client) -> Vec<pb::ContestEvent> {
    events_until(client, |event| matches!(event, Event::Provisional(_))).await
}

/// Waits until a condition holds.
pub async fn until(holds: impl AsyncFn() -> bool) {
    let waited = async {
        while !holds().await {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(SOON, waited).await.expect("it holds in time");
}

async fn points(client: &Client) -> Vec<(String, f64)> {
    standings(client, "cup").await.into_iter().map(|one| (one.player, one.points)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cup_whose_start_passed_while_the_server_was_down_starts_when_it_is_up() {
    let place = Place::new();
    let rig = place.serve().await;
    let (host, token) = place.host(&rig).await;
    let mut asked = open(&["house-random", "house-greedy"]);
    rules(&mut asked).starts_at_unix_ms = Some(place.now() + MINUTE_MS);
    let opened = create(&host, asked.clone()).await.expect("a host may");
    assert_eq!((opened.state(), opened.starts_at_unix_ms), (pb::ContestState::Entries, Some(place.now() + MINUTE_MS)));
    assert_eq!((opened.encounters_in_all, opened.is_at_least), (Some(1), true), "others may enter");
    rig.stop().await;
    place.pass(60);
    let rig = place.serve().await;
    let told = events(&rig.client, "cup").await;
    assert!(told.iter().any(|event| matches!(event.event, Some(Event::Started(_)))));
    let seen = look(&rig.client, "cup").await;
    let summary = seen.summary.expect("one");
    assert_eq!((summary.state(), summary.starts_at_unix_ms), (pb::ContestState::Over, None));
    let past = pb::CreateTournamentRequest { tournament_id: "late".into(), ..asked };
    let host = rig.client.with_token(&token).expect("it can be sent");
    assert_refused(create(&host, past).await, Code::InvalidArgument, "BAD_FIELD", "rules.starts_at_unix_ms");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_entrant_that_misses_the_check_in_is_out_and_its_consent_is_gone() {
    let place = Place::new();
    let rig = place.serve().await;
    let (host, ann, bob) = (rig.player("host").await, rig.wary_player("ann").await, rig.wary_player("bob").await);
    let mut asked = open(&["house-random"]);
    rules(&mut asked).check_in_minutes = 5;
    create(&host, asked).await.expect("a host may");
    for player in [&ann, &bob] {
        enter(player).await.expect("it may enter");
    }
    let _here = Bot::enter(&ann).await;
    start(&host).await;
    let summary = look(&host, "cup").await.summary.expect("one");
    assert_eq!((summary.entrants, summary.encounters_in_all, summary.is_at_least), (2, Some(1), false));
    until(async || !place.has_entered("bob").await).await;
    assert!(place.has_entered("ann").await, "she was there");
    assert_refused(enter(&bob).await, Code::FailedPrecondition, "WRONG_STATE", "");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_enters_again_after_it_left_and_not_after_it_was_put_out() {
    let place = Place::new();
    let rig = place.serve().await;
    let (host, ann, bob) = (rig.player("host").await, rig.wary_player("ann").await, rig.wary_player("bob").await);
    create(&host, open(&["house-random", "house-greedy"])).await.expect("a host may");
    for player in [&ann, &bob] {
        enter(player).await.expect("it may enter");
    }
    assert_eq!(leave(&ann).await.expect("she may leave").entrants, 3);
    assert!(!place.has_entered("ann").await, "she has agreed to nothing");
    assert_eq!(enter(&ann).await.expect("and come back").entrants, 4);
    assert!(place.has_entered("ann").await);
    change(&host, "cup", Change::Disqualify("bob".into()), "two accounts").await.expect("a host may");
    until(async || !place.has_entered("bob").await).await;
    assert_refused(enter(&bob).await, Code::FailedPrecondition, "WRONG_STATE", "");
    start(&host).await;
    assert!(leave(&ann).await.is_ok() && leave(&ann).await.is_ok(), "the same again changes nothing");
    assert_refused(enter(&ann).await, Code::FailedPrecondition, "WRONG_STATE", "");
    assert_eq!(points(&rig.client).await.last(), Some(&("ann".to_owned(), 0.0)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_best_seed_of_a_knockout_that_never_comes_does_not_win_it() {
    let place = Place::new();
    let rig = place.serve().await;
    let (host, ann) = (rig.player("host").await, rig.wary_player("ann").await);
    let mut asked = open(&[]);
    rules(&mut asked).format =
        Some(pb::tournament_rules::Format::Knockout(pb::KnockoutFormat { has_third_place: false }));
    rules(&mut asked).replays = 1;
    create(&host, asked).await.expect("a host may");
    enter(&ann).await.expect("she may enter");
    for name in ["house-greedy", "house-random"] {
        change(&host, "cup", Change::Enter(pb::LadderEntry { player: name.into(), ..pb::LadderEntry::default() }), "")
            .await
            .expect("the house plays");
    }
    start(&host).await;
    let told = events(&rig.client, "cup").await;
    let table = standings(&rig.client, "cup").await;
    assert!(table[0].player.starts_with("house-") && table[0].why.contains("against ann"), "{table:?}");
    let forfeits = told.iter().filter_map(|event| match &event.event {
        Some(Event::MatchCounted(counted)) if !counted.forfeits.is_empty() => Some(counted.termination()),
        _ => None,
    });
    assert_eq!(
        forfeits.collect::<Vec<_>>(),
        [pb::Termination::NoShow, pb::Termination::NoShow],
        "one encounter, and no other"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_without_players_has_no_winner() {
    let place = Place::new();
    let rig = place.serve().await;
    let host = rig.player("host").await;
    create(&host, open(&[])).await.expect("a host may");
    for name in ["ann", "bob"] {
        enter(&rig.wary_player(name).await).await.expect("it may enter");
    }
    start(&host).await;
    let told = events(&rig.client, "cup").await;
    let forfeits = told.iter().filter_map(|event| match &event.event {
        Some(Event::MatchCounted(counted)) => Some(counted.forfeits.clone()),
        _ => None,
    });
    assert_eq!(forfeits.collect::<Vec<_>>(), [vec![0, 1], vec![0, 1]]);
    assert_eq!(points(&rig.client).await, [("ann".to_owned(), 0.0), ("bob".to_owned(), 0.0)]);
}

/// `accept_within` runs only while the server runs and the cup is not paused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wait_pauses_while_the_server_is_down_or_the_cup_is_paused() {
    const WITHIN_MS: i64 = 20_000;
    let place = Place::new();
    let rig = place.serve().await;
    let (host, token) = place.host(&rig).await;
    rig.wary_player("ann").await;
    let mut asked = round_robin("cup", &["ann", "house-random"]);
    rules(&mut asked).accept_within_ms = Some(WITHIN_MS);
    create(&host, asked).await.expect("a host may");
    let waits = |seen: &pb::GetTournamentResponse| {
        let waits = seen.progress.iter().flat_map(|progress| &progress.waiting).map(|one| {
            assert_eq!((one.kind(), one.players.as_slice()), (pb::WaitKind::Players, &["ann".to_owned()][..]));
            assert_eq!(one.reason, "ann has not agreed");
            one.until_unix_ms.expect("its time runs") - one.since_unix_ms
        });
        waits.collect::<Vec<_>>()
    };
    until(async || waits(&look(&rig.client, "cup").await) == [WITHIN_MS, WITHIN_MS]).await;
    // A tenth of the time is over, and the server has stored that.
    events_until(&rig.client, |event| matches!(event, Event::MatchWaits(_))).await;
    change(&host, "cup", Change::Pause(pb::Now {}), "lunch").await.expect("a host may");
    until(async || look(&rig.client, "cup").await.progress.expect("progress").waiting.is_empty()).await;
    change(&host, "cup", Change::Resume(pb::Now {}), "").await.expect("a host may");
    let mut left = Vec::new();
    while left.len() < 2 {
        left = waits(&look(&rig.client, "cup").await);
    }
    assert!(left.iter().all(|left| (1..=WITHIN_MS * 9 / 10).contains(left) || *left == WITHIN_MS), "{left:?}");
    assert!(left.iter().min() < Some(&WITHIN_MS), "what was waited before the pause counts: {left:?}");
    rig.stop().await;
    place.pass(600);
    let rig = place.serve().await;
    let mut again = Vec::new();
    while again.len() < 2 {
        again = waits(&look(&rig.client, "cup").await);
    }
    let (least, most) = (again.iter().min().expect("two"), again.iter().max().expect("two"));
    assert!(*least > 0 && *least <= WITHIN_MS * 9 / 10 && *most <= WITHIN_MS, "{again:?}");
    let host = rig.client.with_token(&token).expect("it can be sent");
    change(&host, "cup", Change::End(pb::Now {}), "enough").await.expect("a host may");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn provisional_results_are_corrected_confirmed_and_listed() {
    let place = Place::new();
    let rig = place.serve().await;
    let host = rig.player("host").await;
    let house = ["house-random", "house-greedy", "house-search"];
    let mut asked = round_robin("cup", &house);
    rules(&mut asked).provisional_ms = Some(60 * MINUTE_MS);
    create(&host, asked).await.expect("a host may");
    let told = until_provisional(&rig.client).await;
    let row = || async { list(&rig.client).await.remove(0) };
    until(async || row().await.state() == pb::ContestState::Provisional).await;
    let listed = row().await;
    assert_eq!((listed.entrants, listed.encounters, listed.unfinished), (3, 3, 0));
    assert_eq!(listed.final_at_unix_ms, Some(place.now() + 60 * MINUTE_MS));
    let progress = look(&rig.client, "cup").await.progress.expect("it is there");
    assert_eq!((progress.matches_played, progress.matches_in_all, progress.is_at_least), (Some(6), Some(6), false));
    assert_eq!(progress.end_unknown, "", "it is played");
    let paused = change(&host, "cup", Change::Pause(pb::Now {}), "lunch").await;
    assert_refused(paused, Code::FailedPrecondition, "WRONG_STATE", "");

    // Awards one match, replays another one, and disqualifies a cheater.
    let first = told.iter().find_map(|event| match &event.event {
        Some(Event::EncounterPaired(paired)) => Some(house[paired.entrants[0] as usize]),
        _ => None,
    });
    let winner = first.expect("it is paired").to_owned();
    let won = async || points(&rig.client).await.iter().map(|one| one.1).sum::<f64>();
    let before = won().await;
    let award = Change::Award(pb::AwardMatch { match_key: "s1-b1-m1".into(), winner });
    let again = Change::Void(pb::VoidMatch { match_key: "s1-b1-m2".into(), replay: true });
    let void = || change(&host, "cup", again.clone(), "a fault of the host");
    change(&host, "cup", award, "a fault of the host").await.expect("a host may");
    until(async || row().await.state() == pb::ContestState::Provisional).await;
    assert_eq!(won().await, before, "a match is worth as much");
    void().await.expect("a host may");
    until(async || row().await.state() == pb::ContestState::Provisional).await;
    change(&host, "cup", Change::Disqualify("house-random".into()), "it cheated").await.expect("a host may");
    let table = standings(&rig.client, "cup").await;
    let cheat = table.iter().find(|one| one.player == "house-random").expect("it is in the table");
    assert!(cheat.out.contains("it cheated"), "{cheat:?}");

    let confirmed = change(&host, "cup", Change::Confirm(pb::Now {}), "").await.expect("a host may");
    assert_eq!((confirmed.state(), confirmed.final_at_unix_ms), (pb::ContestState::Over, None));
    assert_refused(void().await, Code::FailedPrecondition, "WRONG_STATE", "");
    until(async || row().await.state() == pb::ContestState::Over).await;
    let listed = row().await;
    assert_eq!((listed.entrants, listed.encounters, listed.encounters_in_all), (3, 3, Some(3)));

    let off = pb::CreateTournamentRequest { tournament_id: "off".into(), ..open(&house) };
    create(&host, off).await.expect("a host may");
    change(&host, "off", Change::End(pb::Now {}), "rain").await.expect("a host may");
    until(async || row().await.state() == pb::ContestState::Cancelled).await;
    rig.stop().await;
    let rig = place.serve().await;
    let rows = list(&rig.client).await;
    let rows: Vec<_> =
        rows.iter().map(|one| (one.contest.as_ref().expect("named").name(), one.state(), one.entrants)).collect();
    assert_eq!(rows, [("off", pb::ContestState::Cancelled, 3), ("cup", pb::ContestState::Over, 3)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn provisional_results_become_final_by_time_also_while_the_server_is_down() {
    let place = Place::new();
    let rig = place.serve().await;
    let host = rig.player("host").await;
    let mut asked = round_robin("cup", &["house-random", "house-greedy"]);
    rules(&mut asked).provisional_ms = Some(60 * MINUTE_MS);
    create(&host, asked).await.expect("a host may");
    until_provisional(&rig.client).await;
    rig.stop().await;
    place.pass(59);
    let rig = place.serve().await;
    let summary = look(&rig.client, "cup").await.summary.expect("one");
    assert_eq!(
        (summary.state(), summary.final_at_unix_ms),
        (pb::ContestState::Provisional, Some(place.now() + MINUTE_MS))
    );
    rig.stop().await;
    place.pass(1);
    let rig = place.serve().await;
    events(&rig.client, "cup").await;
    assert_eq!(look(&rig.client, "cup").await.summary.expect("one").state(), pb::ContestState::Over);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_is_awarded_while_it_is_played_and_after_it_was_void() {
    let place = Place::new();
    let rig = place.serve().await;
    let (host, ann) = (rig.player("host").await, rig.player("ann").await);
    let mut bot = Bot::enter(&ann).await;
    let mut asked = round_robin("cup", &["ann", "house-random"]);
    rules(&mut asked).replays = 0;
    rules(&mut asked).provisional_ms = Some(60 * MINUTE_MS);
    create(&host, asked).await.expect("a host may");
    // The match in which ann moves first is in progress, but she does not move.
    let turn = bot.turn().await;
    let open = look(&host, "cup").await.progress.expect("it is there").open;
    let under_way = open.iter().find(|one| one.match_id == turn.match_id).expect("it is open").match_key.clone();
    let award = |match_key: &str, winner: &str| {
        Change::Award(pb::AwardMatch { match_key: match_key.to_owned(), winner: winner.to_owned() })
    };
    let unknown = change(&host, "cup", award(&under_way, "nobody"), "asleep").await;
    assert_refused(unknown, Code::NotFound, "UNKNOWN_PLAYER", "award.winner");
    change(&host, "cup", award(&under_way, "house-random"), "asleep").await.expect("a host may");
    let other = if under_way.ends_with("m1") { "s1-b1-m2" } else { "s1-b1-m1" };
    let abort = async || {
        let open = look(&host, "cup").await.progress.expect("it is there").open;
        let Some(one) = open.into_iter().find(|one| one.match_key == other) else { return false };
        let command = Some(pb::submit_command_request::Command::Abort(pb::Abort {}));
        let asked = pb::SubmitCommandRequest { match_id: one.match_id, request_id: "a".into(), command };
        host.matches().submit_command(asked).await.expect("a host may");
        true
    };
    until(abort).await;
    until_provisional(&rig.client).await;
    assert_eq!(points(&rig.client).await, [("house-random".to_owned(), 1.0), ("ann".to_owned(), 0.0)]);
    change(&host, "cup", award(other, "ann"), "a fault of the host").await.expect("a host may");
    until(async || points(&rig.client).await.iter().all(|one| one.1 == 1.0)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ready_pairs_are_opened_at_once_though_forty_others_wait() {
    let place = Place::new();
    let rig = place.serve().await;
    let host = rig.player("host").await;
    let mut names: Vec<String> = (0..16).map(|number| format!("absent-{number}")).collect();
    for name in &names {
        rig.wary_player(name).await;
    }
    // The position of the house bots puts their matches among the last of the schedule.
    let house = ["house-random", "house-greedy", "house-search"];
    names.splice(8..8, house.map(str::to_owned));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut asked = round_robin("cup", &names);
    asked.matches.as_mut().expect("matches").at_once = Some(2);
    create(&host, asked).await.expect("a host may");
    let played = async || look(&rig.client, "cup").await.progress.expect("it is there").matches_played;
    until(async || played().await == Some(6)).await;
    let mut watched = rig.client.watch_tournament("cup", 0);
    let mut last_ms = 0;
    while let NextEvent::Event(event) = watched.next().await.expect("it may be watched") {
        if matches!(event.event, Some(Event::MatchCounted(_))) {
            last_ms = last_ms.max(event.at_ms);
        }
    }
    assert!(last_ms < 30_000, "the last of them was over after {last_ms} ms");
    change(&host, "cup", Change::End(pb::Now {}), "enough").await.expect("a host may");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cup_of_bots_with_one_place_each_never_starves() {
    let place = Place::new();
    let rig = place.serve().await;
    let host = rig.player("host").await;
    let names = ["ann", "bob", "cem", "dov", "eva"];
    create(&host, open(&[])).await.expect("a host may");
    let mut playing = Vec::new();
    for name in names {
        let player = rig.player(name).await;
        enter(&player).await.expect("it may enter");
        let hello = pb::Hello { max_matches: Some(1), ..pb::Hello::default() };
        let bot = Bot::enter_with(&player, hello).await;
        playing.push(tokio::spawn(crate::api::tournaments::answers_turns(bot)));
    }
    start(&host).await;
    let told = events(&rig.client, "cup").await;
    let forfeits = told.iter().filter_map(|event| match &event.event {
        Some(Event::MatchCounted(counted)) => Some(counted.forfeits.len()),
        _ => None,
    });
    assert_eq!(forfeits.collect::<Vec<_>>(), [0; 20], "all were played");
    playing.iter().for_each(tokio::task::JoinHandle::abort);
}

/// While one cup is provisional, as many others can run as the limit allows.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_provisional_cup_takes_no_place_among_those_that_run() {
    let place = Place::new();
    let rig = place.serve().await;
    let host = rig.player("host").await;
    let mut asked = round_robin("cup", &["house-random", "house-greedy"]);
    rules(&mut asked).provisional_ms = Some(60 * MINUTE_MS);
    create(&host, asked).await.expect("a host may");
    until_provisional(&rig.client).await;
    until(async || list(&rig.client).await[0].state() == pb::ContestState::Provisional).await;
    let other = |number: usize| pb::CreateTournamentRequest { tournament_id: format!("other-{number}"), ..open(&[]) };
    for number in 0..MAX_RUNNING {
        create(&host, other(number)).await.expect("there is room");
    }
    assert_refused(create(&host, other(MAX_RUNNING)).await, Code::ResourceExhausted, "LIMIT", "");
}
