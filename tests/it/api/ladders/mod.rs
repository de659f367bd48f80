//! Ladders that the server runs, over the wire.

mod ladder_ratings;
mod ladder_records;
mod ladder_waits;

use std::{collections::BTreeSet, num::NonZeroU32, time::Duration};

use prost::Message as _;
use referee::{
    api::Settings,
    games::Catalogue,
    hall::Limits,
    ids::PlayerId,
    ladder::Results,
    store::{Store, codec::contest::read_shown},
};
use referee_client::{
    Client, Error, NextEvent,
    pb::contest_event::Event,
    pb::{self, change_contest_request::Change, play_request::Message as Said, play_response::Message},
};
use tokio::{task::JoinHandle, time::timeout};
use tonic::Code;

pub use super::contests::counted;
use super::{
    contests,
    rig::{Bot, Rig, assert_refused, play_move},
};

/// Time limit, longer than any of these ladders takes.
const SOON: Duration = Duration::from_secs(120);
pub const HOUSE: [&str; 3] = ["house-random", "house-greedy", "house-search"];

/// Starts a server with a host, over a store.
pub async fn hosted(store: &Store) -> Rig {
    let settings = Settings {
        arbiters: vec![PlayerId::parse("host").expect("a name")],
        registrations_per_hour: NonZeroU32::new(1000).expect("positive"),
        ..Settings::default()
    };
    let limits = Limits { house_pace: Duration::ZERO, house_nodes: 50, ..Limits::default() };
    Rig::over(store.clone(), Catalogue::ALL, limits, settings).await
}

pub fn store() -> Store {
    Store::in_memory().expect("there is memory")
}

pub fn entry(player: &str) -> pb::LadderEntry {
    pb::LadderEntry { player: player.into(), ..pb::LadderEntry::default() }
}

/// Returns a ladder that pairs free entrants at once.
pub fn blitz(ladder: &str, entrants: &[&str]) -> pb::CreateLadderRequest {
    let matches = pb::TournamentMatches {
        game: "kamisado".into(),
        options: [("length".to_owned(), "single".to_owned())].into(),
        rules: Some(referee_client::timed("60+1")),
        ..pb::TournamentMatches::default()
    };
    let category = pb::LadderCategorySetup {
        name: "kamisado blitz".into(),
        matches: Some(matches),
        ..pb::LadderCategorySetup::default()
    };
    pb::CreateLadderRequest {
        ladder_id: ladder.into(),
        name: "A ladder".into(),
        categories: vec![category],
        pairing: Some(pb::LadderPairing { patience_ms: Some(1), ..pb::LadderPairing::default() }),
        entrants: entrants.iter().map(|name| entry(name)).collect(),
        ..pb::CreateLadderRequest::default()
    }
}

pub async fn create(host: &Client, asked: pb::CreateLadderRequest) -> Result<pb::ContestSummary, tonic::Status> {
    Ok(host.ladders().create_ladder(asked).await?.into_inner().summary.expect("a summary"))
}

pub async fn change(
    host: &Client,
    ladder: &str,
    change: Change,
    reason: &str,
) -> Result<pb::ContestSummary, tonic::Status> {
    contests::change(host, pb::Contest::ladder(ladder.to_owned()), change, reason).await
}

fn leave(reason: &str) -> pb::WithdrawFromContestRequest {
    pb::WithdrawFromContestRequest { contest: Some(pb::Contest::ladder("blitz")), reason: reason.to_owned() }
}

pub async fn look(client: &Client) -> pb::GetLadderResponse {
    let asked = pb::GetLadderRequest { ladder_id: "blitz".into(), ..pb::GetLadderRequest::default() };
    client.ladders().get_ladder(asked).await.expect("there is one").into_inner()
}

async fn summary(client: &Client) -> pb::ContestSummary {
    look(client).await.summary.expect("a summary")
}

async fn entrant(client: &Client, player: &str) -> pb::LadderEntrant {
    let entrants = look(client).await.entrants;
    entrants.into_iter().find(|entrant| entrant.player == player).expect("it has entered")
}

pub async fn join(client: &Client, entry: pb::LadderEntry) -> Result<pb::LadderEntrant, tonic::Status> {
    let asked = pb::EnterContestRequest { contest: Some(pb::Contest::ladder("blitz")), entry: Some(entry) };
    Ok(client.contests().enter_contest(asked).await?.into_inner().entrant.expect("an entrant"))
}

/// Returns ratings that cover all events so far. Older ratings may be published for a moment.
pub async fn ratings(client: &Client) -> pb::LadderRatings {
    let least = last_seq(client, "blitz").await;
    loop {
        let published = client.ladder_ratings("blitz", "").await.expect("there are some");
        if published.seq >= least {
            return published;
        }
    }
}

/// Returns the events of a ladder once `enough` accepts them or the ladder is closed.
pub async fn events(
    client: &Client,
    ladder: &str,
    enough: impl Fn(&[pb::ContestEvent]) -> bool,
) -> Vec<pb::ContestEvent> {
    let mut watched = client.watch_ladder(ladder, 0);
    let mut events = Vec::new();
    while !enough(&events) {
        match timeout(SOON, watched.next()).await.expect("it continues").expect("it may be watched") {
            NextEvent::Event(event) => events.push(*event),
            NextEvent::CaughtUp => {}
            NextEvent::Over => break,
        }
    }
    events
}

pub async fn results(client: &Client, ladder: &str) -> Vec<pb::MatchResult> {
    contests::results(client, pb::Contest::ladder(ladder.to_owned())).await
}

/// Waits until a paused ladder no longer changes. Some encounters may still lack a match.
pub async fn rest(client: &Client, ladder: &str) {
    let mut seen = None;
    loop {
        let now = (results(client, ladder).await.len(), last_seq(client, ladder).await);
        if seen == Some(now) {
            return;
        }
        seen = Some(now);
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
}

async fn last_seq(client: &Client, ladder: &str) -> u64 {
    let mut watched = client.watch_ladder(ladder, 0);
    let mut last = 0;
    loop {
        match watched.next().await.expect("it may be watched") {
            NextEvent::Event(event) => last = event.seq,
            NextEvent::CaughtUp | NextEvent::Over => return last,
        }
    }
}

/// Starts a bot that plays the first legal move of every turn.
pub async fn plays(client: &Client) -> JoinHandle<()> {
    tokio::spawn(plays_on(Bot::enter(client).await))
}

async fn plays_on(mut bot: Bot) {
    loop {
        let Message::Turn(turn) = bot.hear().await else { continue };
        let said = play_move(&turn.match_id, turn.turn_id, &turn.legal[0]);
        bot.say(Said::Command(said)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_ladder_runs_by_itself_and_its_ratings_follow_from_its_events() {
    let rig = hosted(&store()).await;
    let host = rig.player("host").await;
    let mut asked = blitz("blitz", &HOUSE);
    asked.entrants[0].known_ratings = vec![pb::LadderKnownRating { category: "kamisado blitz".into(), elo: 0, sd: 0 }];
    let made = create(&host, asked.clone()).await.expect("a host may");
    assert_eq!(
        (made.contest.as_ref(), made.name.as_str(), made.entrants),
        (Some(&pb::Contest::ladder("blitz")), "A ladder", 3)
    );
    assert_eq!(made.categories, ["kamisado blitz"]);
    let again = create(&host, asked).await.expect("it is the same one");
    assert_eq!(again.opened_unix_ms, made.opened_unix_ms);
    let other = create(&host, blitz("blitz", &HOUSE[..2])).await;
    assert_refused(other, Code::AlreadyExists, "NAME_TAKEN", "ladder_id");

    events(&rig.client, "blitz", |events| counted(events).len() >= 24).await;
    change(&host, "blitz", Change::Pause(pb::Now {}), "enough").await.expect("it may be paused");
    rest(&rig.client, "blitz").await;
    let told = all_now(&rig.client).await;
    assert!(told.iter().zip(1..).all(|(event, seq)| event.seq == seq), "each once, in order");
    let Some(Event::LadderOpened(opened)) = &told[0].event else { panic!("it was opened") };
    let rules = opened.rules.as_ref().expect("rules");
    assert!(opened.deal_seed.is_empty() && rules.categories[0].match_setup.is_empty(), "nothing hidden is seen");
    let all = counted(&told);
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "each once");
    assert_eq!(results(&rig.client, "blitz").await.len(), all.len(), "and no other match was played");
    let digests = told.iter().filter_map(|event| match &event.event {
        Some(Event::MatchCounted(one)) => Some(one.digest.len()),
        _ => None,
    });
    assert!(digests.eq(all.iter().map(|_| 32)), "digests are unique");
    let reasons = told.iter().filter_map(|event| match &event.event {
        Some(Event::EncounterPaired(paired)) => Some(paired.reason.as_ref()?.sentence.clone()),
        _ => None,
    });
    assert!(reasons.clone().count() >= 12 && reasons.clone().all(|reason| reason.contains("waited longest")));

    let published = ratings(&rig.client).await;
    let last = told.last().expect("events").seq;
    assert_eq!((published.seq, published.matches), (last, all.len() as u64), "nothing changes");
    let mut results = Results::default();
    for event in told {
        let bytes = event.encode_to_vec();
        let message = referee::pb::v1::ContestEvent::decode(&*bytes).expect("the same message");
        results.apply(&read_shown(message).expect("an event"));
    }
    assert_eq!(published.table, results.publish(0).expect("ratings").table(), "byte for byte");
    let of = |name: &str| published.ratings.iter().find(|rating| rating.player == name).expect("it is rated").clone();
    assert_eq!((of("house-random").elo, of("house-random").se), (0.0, 0.0), "an anchor does not move");
    assert!(of("house-search").elo > of("house-random").elo);
    assert!(published.ratings.iter().all(|rating| rating.preview.is_some() && rating.is_in));
    let asked = pb::ListLadderSignalsRequest { ladder_id: "blitz".into(), category: "kamisado blitz".into() };
    host.ladders().list_ladder_signals(asked.clone()).await.expect("a host may");
    let refused = rig.client.ladders().list_ladder_signals(asked).await;
    assert_refused(refused, Code::Unauthenticated, "UNAUTHENTICATED", "authorization");
    let asked = pb::ListContestsRequest { kind: pb::ContestKind::Ladder.into(), ..Default::default() };
    let listed = rig.client.contests().list_contests(asked).await.expect("a list").into_inner().contests;
    assert_eq!(listed.iter().map(|one| one.contest.clone()).collect::<Vec<_>>(), [Some(pb::Contest::ladder("blitz"))]);
    assert_eq!(listed[0].pause_reason, "enough");
    rig.stop().await;
}

/// Returns all events so far.
pub async fn all_now(client: &Client) -> Vec<pb::ContestEvent> {
    let mut watched = client.watch_ladder("blitz", 0);
    let mut events = Vec::new();
    while let NextEvent::Event(event) = watched.next().await.expect("it may be watched") {
        events.push(*event);
    }
    events
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_resumes_its_ladder_after_any_end() {
    let store = store();
    let rig = hosted(&store).await;
    create(&rig.player("host").await, blitz("blitz", &HOUSE)).await.expect("a host may");
    rig.stop().await;
    let mut known = 0;
    for _ in 0..12 {
        let rig = hosted(&store).await;
        let mut watched = rig.client.watch_ladder("blitz", known);
        // The server stops after a few more events, or in the middle of a match.
        while let Ok(Ok(NextEvent::Event(event))) = timeout(Duration::from_millis(50), watched.next()).await {
            known = event.seq;
            if event.seq.is_multiple_of(7) {
                break;
            }
        }
        rig.stop().await;
    }
    let rig = hosted(&store).await;
    let told = events(&rig.client, "blitz", |events| counted(events).len() >= 12).await;
    let all = counted(&told);
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "each once");
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_that_enter_are_paired_while_they_are_here() {
    let rig = hosted(&store()).await;
    let (host, ann, bob) = (rig.player("host").await, rig.wary_player("ann").await, rig.wary_player("bob").await);
    create(&host, blitz("blitz", &[])).await.expect("a host may");
    let joined = join(&ann, pb::LadderEntry { at_once: Some(2), ..entry("") }).await.expect("she may");
    assert_eq!((joined.player.as_str(), joined.owner.as_str(), joined.at_once), ("ann", "ann", 2));
    assert_eq!((joined.state(), joined.is_here), (pb::LadderEntrantState::In, false));
    join(&bob, entry("bob")).await.expect("he may");
    let first = plays(&ann).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(summary(&rig.client).await.encounters, 0, "bob is not here");
    let second = plays(&bob).await;
    let told = events(&rig.client, "blitz", |events| counted(events).len() >= 4).await;
    let timed = told.iter().find_map(|event| match &event.event {
        Some(Event::MatchCounted(counted)) => Some(counted.clone()),
        _ => None,
    });
    let counted = timed.expect("a match");
    assert!(counted.moves.iter().all(|moves| *moves > 0), "{counted:?}");
    assert!(entrant(&rig.client, "ann").await.is_here);

    let left = leave("the train leaves");
    let left =
        ann.contests().withdraw_from_contest(left).await.expect("she may").into_inner().entrant.expect("an entrant");
    assert_eq!((left.state(), left.reason.as_str()), (pb::LadderEntrantState::Withdrawn, "the train leaves"));
    let rated = ratings(&rig.client).await.ratings;
    assert!(rated.iter().any(|rating| rating.player == "ann" && !rating.is_in), "she keeps her rating");
    let back = join(&ann, pb::LadderEntry { at_once: Some(1), ..entry("") }).await.expect("she comes back");
    assert_eq!((back.state(), back.at_once), (pb::LadderEntrantState::In, 1));
    first.abort();
    second.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_is_paired_for_no_more_matches_than_it_plays_at_once() {
    let rig = hosted(&store()).await;
    let (host, ann, bob) = (rig.player("host").await, rig.wary_player("ann").await, rig.wary_player("bob").await);
    create(&host, blitz("blitz", &[])).await.expect("a host may");
    for (who, hello) in [(&ann, 1), (&bob, 2)] {
        join(who, pb::LadderEntry { at_once: Some(8), ..entry("") }).await.expect("they may");
        let bot = Bot::enter_with(who, pb::Hello { max_matches: Some(hello), ..pb::Hello::default() }).await;
        tokio::spawn(plays_on(bot));
    }
    let told = events(&rig.client, "blitz", |events| counted(events).len() >= 8).await;
    let mut under_way = 0;
    let mut most = 0;
    for event in &told {
        match &event.event {
            Some(Event::EncounterPaired(paired)) => under_way += paired.matches,
            Some(Event::MatchCounted(_)) => under_way -= 1,
            Some(Event::MatchVoided(voided)) => panic!("{voided:?}"),
            _ => {}
        }
        most = most.max(under_way);
    }
    assert_eq!(most, 2, "one encounter of two matches at a time");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_declined_entrant_has_agreed_to_nothing() {
    let store = store();
    let rig = hosted(&store).await;
    let (host, ann) = (rig.player("host").await, rig.wary_player("ann").await);
    create(&host, blitz("blitz", &[])).await.expect("a host may");
    let has_entered = async || {
        let ladder = referee::law::Contest::Ladder("blitz".to_owned());
        store.consents.has_entered(&ladder, &PlayerId::parse("ann").expect("a name")).await.expect("answered")
    };
    let too_many = pb::LadderEntry { at_once: Some(300), ..entry("") };
    assert_refused(join(&ann, too_many.clone()).await, Code::InvalidArgument, "BAD_FIELD", "at_once");
    change(&host, "blitz", Change::FreezeEntries(pb::Now {}), "full").await.expect("a host may");
    assert_refused(join(&ann, entry("")).await, Code::FailedPrecondition, "WRONG_STATE", "");
    assert!(!has_entered().await);
    change(&host, "blitz", Change::OpenEntries(pb::Now {}), "").await.expect("a host may");
    join(&ann, entry("")).await.expect("she may");
    assert_refused(join(&ann, too_many.clone()).await, Code::InvalidArgument, "BAD_FIELD", "at_once");
    assert!(has_entered().await, "she is in");
    for _ in 0..2 {
        ann.contests().withdraw_from_contest(leave("")).await.expect("she may, however often");
        assert!(!has_entered().await);
    }
    assert_refused(join(&ann, too_many).await, Code::InvalidArgument, "BAD_FIELD", "at_once");
    assert_eq!(entrant(&rig.client, "ann").await.state(), pb::LadderEntrantState::Withdrawn, "and is away still");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn repeated_entering_and_leaving_is_slowed_down() {
    let rig = hosted(&store()).await;
    let (host, ann, bob) = (rig.player("host").await, rig.wary_player("ann").await, rig.wary_player("bob").await);
    create(&host, blitz("blitz", &[])).await.expect("a host may");
    for _ in 0..16 {
        join(&ann, entry("")).await.expect("she may");
        ann.contests().withdraw_from_contest(leave("")).await.expect("she may");
    }
    assert_refused(join(&ann, entry("")).await, Code::ResourceExhausted, "LIMIT", "");
    join(&bob, entry("")).await.expect("he may");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn entrants_come_by_the_page() {
    let rig = hosted(&store()).await;
    create(&rig.player("host").await, blitz("blitz", &HOUSE)).await.expect("a host may");
    let page = async |page_size, page_token: &str| {
        let asked = pb::GetLadderRequest { ladder_id: "blitz".into(), page_size, page_token: page_token.into() };
        rig.client.ladders().get_ladder(asked).await.map(tonic::Response::into_inner)
    };
    let names = |page: &pb::GetLadderResponse| -> Vec<String> {
        page.entrants.iter().map(|entrant| entrant.player.clone()).collect()
    };
    let first = page(Some(2), "").await.expect("a page");
    assert_eq!(names(&first), HOUSE[..2]);
    let last = page(Some(2), &first.next_page_token).await.expect("a page");
    assert_eq!((names(&last), last.next_page_token.as_str()), (vec![HOUSE[2].to_owned()], ""));
    assert_eq!(page(Some(3), "").await.expect("a page").next_page_token, "");
    assert_refused(page(Some(2), "p1.zz").await, Code::InvalidArgument, "BAD_PAGE_TOKEN", "page_token");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rejected_entry_has_a_reason() {
    let rig = hosted(&store()).await;
    let (host, ann, bob) = (rig.player("host").await, rig.wary_player("ann").await, rig.wary_player("bob").await);
    assert_refused(create(&ann, blitz("blitz", &[])).await, Code::PermissionDenied, "MISSING_SCOPE", "scope");
    let unknown = create(&host, blitz("blitz", &["nobody"])).await;
    assert_refused(unknown, Code::NotFound, "UNKNOWN_PLAYER", "entrants[0].player");
    let twice = create(&host, blitz("blitz", &["ann", "ann"])).await;
    assert_refused(twice, Code::InvalidArgument, "BAD_FIELD", "entrants[1].name");
    let mut bad = blitz("blitz", &[]);
    bad.categories[0].matches.as_mut().expect("matches").game = "chess".into();
    assert_refused(create(&host, bad).await, Code::NotFound, "UNKNOWN_GAME", "categories[0].matches.game");
    let mut bad = blitz("blitz", &[]);
    bad.categories[0].matches_per_encounter = Some(3);
    assert_refused(create(&host, bad).await, Code::InvalidArgument, "BAD_FIELD", "categories[0].matches_per_encounter");
    let mut bad = blitz("blitz", &[]);
    bad.categories[0].matches.as_mut().expect("matches").at_once = Some(3);
    assert_refused(create(&host, bad).await, Code::InvalidArgument, "BAD_FIELD", "categories[0].matches.at_once");
    let nowhere = join(&ann, entry("")).await;
    assert_refused(nowhere, Code::NotFound, "UNKNOWN_LADDER", "ladder_id");

    create(&host, blitz("blitz", &["bob"])).await.expect("a host may");
    assert_refused(join(&ann, entry("bob")).await, Code::InvalidArgument, "BAD_FIELD", "entry.player");
    let known_ratings = vec![pb::LadderKnownRating { category: "kamisado blitz".into(), elo: 3000, sd: 0 }];
    let boasts = pb::LadderEntry { known_ratings, ..entry("") };
    assert_refused(join(&ann, boasts).await, Code::InvalidArgument, "BAD_FIELD", "entry.known_ratings");
    let other = pb::LadderEntry { categories: vec!["chess".into()], ..entry("") };
    assert_refused(join(&ann, other).await, Code::InvalidArgument, "BAD_FIELD", "entry.categories[0]");
    let not_hers = pb::LadderEntry { version_of: "bob".into(), ..entry("") };
    assert_refused(join(&ann, not_hers).await, Code::InvalidArgument, "BAD_FIELD", "version_of");
    change(&host, "blitz", Change::FreezeEntries(pb::Now {}), "full").await.expect("a host may");
    assert_refused(join(&ann, entry("")).await, Code::FailedPrecondition, "WRONG_STATE", "");
    change(&host, "blitz", Change::OpenEntries(pb::Now {}), "").await.expect("a host may");
    join(&ann, entry("")).await.expect("she may");
    let refused = change(&bob, "blitz", Change::Withdraw("ann".into()), "me").await;
    assert_refused(refused, Code::PermissionDenied, "MISSING_SCOPE", "scope");
    let unknown = change(&host, "blitz", Change::Withdraw("zoe".into()), "who").await;
    assert_refused(unknown, Code::NotFound, "UNKNOWN_PLAYER", "withdraw");
    let silent = change(&host, "blitz", Change::Quarantine("ann".into()), "").await;
    assert_refused(silent, Code::InvalidArgument, "BAD_FIELD", "reason");
    let none = change(&host, "blitz", Change::Revive("ann".into()), "").await;
    assert_refused(none, Code::FailedPrecondition, "WRONG_STATE", "");
    let refused = rig.client.watch_ladder("cup", 0).next().await;
    assert!(matches!(refused, Err(Error::Refused(no)) if no.reason == pb::Reason::UnknownLadder));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_quarantines_annuls_disqualifies_and_closes() {
    let rig = hosted(&store()).await;
    let host = rig.player("host").await;
    create(&host, blitz("blitz", &HOUSE)).await.expect("a host may");
    events(&rig.client, "blitz", |events| counted(events).len() >= 6).await;
    change(&host, "blitz", Change::Quarantine("house-greedy".into()), "it is looked at").await.expect("a host may");
    let held = entrant(&rig.client, "house-greedy").await;
    assert_eq!((held.state(), held.reason.as_str()), (pb::LadderEntrantState::Quarantined, "it is looked at"));
    assert_eq!(held.until_unix_ms, None, "until the host releases it");
    change(&host, "blitz", Change::Release("house-greedy".into()), "all is well").await.expect("a host may");
    change(&host, "blitz", Change::Pause(pb::Now {}), "enough").await.expect("a host may");
    rest(&rig.client, "blitz").await;
    let before = ratings(&rig.client).await;
    let told = all_now(&rig.client).await;
    let annul = pb::VoidMatch { match_key: counted(&told)[0].clone(), replay: false };
    change(&host, "blitz", Change::Void(annul.clone()), "the network failed").await.expect("a host may");
    let after = ratings(&rig.client).await;
    assert_eq!(after.matches + 1, before.matches);
    let again = change(&host, "blitz", Change::Void(annul), "the network failed").await;
    assert_refused(again, Code::FailedPrecondition, "WRONG_STATE", "");
    change(&host, "blitz", Change::Disqualify("house-search".into()), "two programs").await.expect("a host may");
    let rated = ratings(&rig.client).await.ratings;
    assert!(rated.iter().all(|rating| rating.player != "house-search"), "no match of it counts");
    change(&host, "blitz", Change::End(pb::Now {}), "the season is over").await.expect("a host may");
    let closed = summary(&rig.client).await;
    assert_eq!((closed.state(), closed.end_reason.as_str()), (pb::ContestState::Over, "the season is over"));
    let told = events(&rig.client, "blitz", |_| false).await;
    assert!(matches!(told.last().expect("events").event, Some(Event::Ended(_))), "and the stream ends");
    let newest = told.last().expect("events").seq;
    let mut resumed = rig.client.watch_ladder("blitz", newest);
    while timeout(SOON, resumed.next()).await.expect("it ends").expect("it may be watched") != NextEvent::Over {}
    let refused = rig.client.watch_ladder("blitz", newest + 1).next().await.expect_err("there is no such event");
    assert_eq!(refused.reason(), Some(pb::Reason::BadField));
    assert!(!ratings(&rig.client).await.ratings.is_empty(), "what is over is still shown");
    let late = change(&host, "blitz", Change::Pause(pb::Now {}), "too late").await;
    assert_refused(late, Code::FailedPrecondition, "WRONG_STATE", "");
}
