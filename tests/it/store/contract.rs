//! The guarantees of every store.

use std::sync::Arc;

use referee::{
    ids::Seq,
    law::Seed,
    store::{Created, Epoch, MatchFilter, MatchState, REQUESTS_PER_PLAYER, SqliteStore, Store, StoreError},
};

use super::sample::{ended, id, log, moved, open, opened, player, request, round_started};

/// Runs a test against a fresh store of each kind.
pub async fn each(test: impl AsyncFn(Store)) {
    test(Store::in_memory().expect("there is memory")).await;
    let directory = tempfile::tempdir().unwrap();
    test(Store::from(SqliteStore::open(directory.path()).unwrap())).await;
}

#[tokio::test]
async fn appended_events_are_read_back_in_pages() {
    each(async |store| {
        let events = log("m", 9);
        open(&*store.log, "m", events[..4].to_vec()).await;
        store.log.append(&id("m"), Seq(4), Epoch::FIRST, events[4..].to_vec()).await.unwrap();
        store.log.append(&id("m"), Seq(10), Epoch::FIRST, Vec::new()).await.unwrap();
        assert_eq!(store.log.events(&id("m"), Seq(0), 100).await.unwrap(), events);
        assert_eq!(store.log.events(&id("m"), Seq(0), 3).await.unwrap(), events[..3]);
        assert_eq!(store.log.events(&id("m"), Seq(3), 3).await.unwrap(), events[3..6]);
        assert_eq!(store.log.events(&id("m"), Seq(9), usize::MAX).await.unwrap(), events[9..]);
        assert_eq!(store.log.events(&id("m"), Seq(10), 5).await.unwrap(), []);
        assert_eq!(store.log.events(&id("m"), Seq(u64::MAX), 5).await.unwrap(), []);
        assert_eq!(store.log.events(&id("m"), Seq(0), 0).await.unwrap(), []);
        assert_eq!(store.log.events(&id("other"), Seq(0), 5).await.unwrap(), []);
    })
    .await;
}

#[tokio::test]
async fn a_seed_is_kept_beside_the_events_of_its_match() {
    each(async |store| {
        let seed = Seed::new([7; 32]);
        let created = store.log.create(request("r", 1), id("m"), log("m", 0), Some(seed.clone())).await;
        assert_eq!(created, Ok(Created::New));
        let again = store.log.create(request("r", 1), id("m"), log("m", 0), Some(Seed::new([8; 32]))).await;
        assert_eq!(again, Ok(Created::Before(id("m"))));
        store.log.create(request("s", 1), id("n"), log("n", 0), None).await.unwrap();
        assert_eq!(store.log.seed(&id("m")).await, Ok(Some(seed)), "the first one stays");
        assert_eq!(store.log.seed(&id("n")).await, Ok(None));
        assert_eq!(store.log.seed(&id("other")).await, Ok(None));
    })
    .await;
}

#[tokio::test]
async fn an_append_after_an_older_event_is_rejected() {
    each(async |store| {
        open(&*store.log, "m", log("m", 2)).await;
        let append = async |name, seq, events| store.log.append(&id(name), Seq(seq), Epoch::FIRST, events).await;
        let conflict = |newest| Err(StoreError::Conflict { newest: Seq(newest) });
        assert_eq!(append("m", 2, vec![moved(3)]).await, conflict(3));
        assert_eq!(append("m", 4, vec![moved(5)]).await, conflict(3));
        assert_eq!(append("m", 2, Vec::new()).await, conflict(3));
        assert_eq!(append("m", 0, log("m", 0)).await, conflict(3));
        assert_eq!(append("new", 0, log("new", 0)).await, conflict(0), "an append opens no match");
        assert_eq!(append("new", 1, vec![moved(2)]).await, conflict(0));
        assert_eq!(append("m", 3, vec![ended(4)]).await, Ok(()));
        assert_eq!(append("m", 4, vec![moved(5)]).await, conflict(4), "it is over");
        assert_eq!(store.log.events(&id("m"), Seq(0), 9).await.unwrap().len(), 4);
        assert_eq!(store.log.events(&id("new"), Seq(0), 9).await.unwrap().len(), 0);
    })
    .await;
}

#[tokio::test]
async fn only_the_newest_owner_appends() {
    each(async |store| {
        open(&*store.log, "m", log("m", 0)).await;
        open(&*store.log, "other", log("other", 0)).await;
        let append =
            async |name, seq, epoch| store.log.append(&id(name), Seq(seq), Epoch(epoch), vec![moved(seq + 1)]).await;
        let superseded = |epoch| Err(StoreError::Superseded { epoch: Epoch(epoch) });
        assert_eq!(append("m", 1, 1).await, Ok(()));
        assert_eq!(store.log.take_over(&id("m")).await, Ok(Some(Epoch(2))));
        assert_eq!(append("m", 2, 1).await, superseded(2), "nothing was appended since, and yet it is not its match");
        assert_eq!(append("m", 1, 1).await, superseded(2), "what it expects does not matter any more");
        assert_eq!(append("m", 2, 3).await, superseded(2), "no server was given that epoch");
        assert_eq!(append("m", 2, 2).await, Ok(()));
        assert_eq!(store.log.take_over(&id("m")).await, Ok(Some(Epoch(3))));
        assert_eq!(append("m", 3, 2).await, superseded(3));
        assert_eq!(append("m", 2, 3).await, Err(StoreError::Conflict { newest: Seq(3) }));
        assert_eq!(append("other", 1, 1).await, Ok(()), "another match keeps its owner");
        assert_eq!(store.log.take_over(&id("unknown")).await, Ok(None));
        assert_eq!(store.log.events(&id("m"), Seq(0), 9).await.unwrap(), log("m", 2));
    })
    .await;
}

/// Number of concurrent takeovers of one match.
const RIVALS: u64 = 40;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_many_concurrent_takeovers_succeeds() {
    each(async |store| {
        open(&*store.log, "m", log("m", 0)).await;
        let mut rivals = tokio::task::JoinSet::new();
        for _ in 0..RIVALS {
            let log = Arc::clone(&store.log);
            rivals.spawn(async move { log.take_over(&id("m")).await.unwrap().unwrap() });
        }
        let epochs: std::collections::BTreeSet<Epoch> = rivals.join_all().await.into_iter().collect();
        assert_eq!(epochs.len() as u64, RIVALS, "no two have the same epoch");
        let mut won = 0;
        for epoch in epochs {
            won += u64::from(store.log.append(&id("m"), Seq(1), epoch, vec![moved(2)]).await.is_ok());
        }
        assert_eq!(won, 1);
    })
    .await;
}

#[tokio::test]
async fn events_that_do_not_follow_are_refused_by_field() {
    each(async |store| {
        open(&*store.log, "m", log("m", 1)).await;
        let (mut no_seats, mut far_seat) = (opened("x", "kamisado", ["ann", "bob"]), moved(3));
        if let referee::law::Fact::MatchOpened(opened) = &mut no_seats.fact {
            opened.players.clear();
        }
        if let referee::law::Fact::MovePlayed(moved) = &mut far_seat.fact {
            moved.seat = referee::ids::Seat(8);
        }
        let cases = [
            ("m", 2, vec![moved(4)], "seq"),
            ("m", 2, vec![moved(3), moved(5)], "seq"),
            ("m", 2, vec![moved(3), moved(3)], "seq"),
            ("m", 2, vec![ended(3), moved(4)], "match_ended"),
            ("m", 2, vec![far_seat], "move_played.seat"),
        ];
        for (match_id, expected, events, field) in cases {
            let Err(StoreError::Malformed(broken)) =
                store.log.append(&id(match_id), Seq(expected), Epoch::FIRST, events).await
            else {
                panic!("{field} was taken");
            };
            assert_eq!(broken.field, field);
        }
        let cases = [
            (Vec::new(), "event"),
            (vec![moved(1)], "event"),
            (vec![opened("y", "kamisado", ["ann", "bob"])], "match_opened.match_id"),
            (vec![no_seats], "match_opened.players"),
        ];
        for (events, field) in cases {
            let Err(StoreError::Malformed(broken)) = store.log.create(request("r", 1), id("x"), events, None).await
            else {
                panic!("{field} was taken");
            };
            assert_eq!(broken.field, field);
        }
        assert_eq!(store.log.events(&id("m"), Seq(0), 9).await.unwrap().len(), 2);
        let rows = store.index.matches(MatchFilter::default(), None, 9).await.unwrap();
        assert_eq!(rows.iter().map(|row| &row.match_id).collect::<Vec<_>>(), [&id("m")]);
    })
    .await;
}

#[tokio::test]
async fn a_repeated_request_gets_its_first_answer() {
    each(async |store| {
        assert_eq!(store.log.create(request("r", 1), id("m-1"), log("m-1", 0), None).await, Ok(Created::New));
        assert_eq!(
            store.log.create(request("r", 1), id("m-2"), log("m-2", 0), None).await,
            Ok(Created::Before(id("m-1")))
        );
        assert_eq!(store.log.create(request("r", 2), id("m-2"), log("m-2", 0), None).await, Ok(Created::Reused));
        let mut of_bob = request("r", 1);
        of_bob.player = player("bob");
        assert_eq!(store.log.create(of_bob, id("m-2"), log("m-2", 0), None).await, Ok(Created::New));
        assert_eq!(store.log.create(request("s", 1), id("m-3"), log("m-3", 0), None).await, Ok(Created::New));
        // A request without an id is never a repeat.
        assert_eq!(store.log.create(request("", 1), id("m-4"), log("m-4", 0), None).await, Ok(Created::New));
        assert_eq!(store.log.create(request("", 1), id("m-5"), log("m-5", 0), None).await, Ok(Created::New));
    })
    .await;
}

#[tokio::test]
async fn creating_a_match_twice_makes_one() {
    each(async |store| {
        let seed = Some(Seed::new([7; 32]));
        let create = async |key, events, seed| store.log.create(key, id("cup-1-2"), events, seed).await;
        assert_eq!(create(request("", 5), log("cup-1-2", 0), seed.clone()).await, Ok(Created::New));
        store.log.append(&id("cup-1-2"), Seq(1), Epoch::FIRST, vec![moved(2)]).await.unwrap();
        // A repeated creation has a new seed and a new time.
        let mut later = log("cup-1-2", 0);
        if let referee::law::Fact::MatchOpened(opened) = &mut later[0].fact {
            opened.opened_unix_ms += 60_000;
        }
        let before = Ok(Created::Before(id("cup-1-2")));
        assert_eq!(create(request("", 5), later.clone(), Some(Seed::new([8; 32]))).await, before);
        assert_eq!(create(request("r", 5), later.clone(), None).await, before, "by another name");
        assert_eq!(store.log.created_by(&request("r", 5)).await, Ok(Some(Created::Before(id("cup-1-2")))));
        assert_eq!(create(request("r", 6), later.clone(), None).await, Ok(Created::Reused));
        assert_eq!(create(request("", 6), later.clone(), None).await, Ok(Created::Taken), "it is another match");
        assert_eq!(create(request("s", 6), later, None).await, Ok(Created::Taken));
        assert_eq!(store.log.created_by(&request("s", 6)).await, Ok(None), "what was refused is not remembered");
        assert_eq!(
            store.log.events(&id("cup-1-2"), Seq(0), 9).await.unwrap(),
            log("cup-1-2", 1),
            "nothing was changed"
        );
        assert_eq!(store.log.seed(&id("cup-1-2")).await, Ok(seed));
        assert_eq!(store.index.matches(MatchFilter::default(), None, 9).await.unwrap().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn the_oldest_requests_are_forgotten() {
    each(async |store| {
        let name = |number: usize| format!("m-{number}");
        for number in 0..=REQUESTS_PER_PLAYER {
            let made =
                store.log.create(request(&name(number), 1), id(&name(number)), log(&name(number), 0), None).await;
            assert_eq!(made, Ok(Created::New));
        }
        let again = store.log.create(request(&name(1), 1), id("again"), log("again", 0), None).await;
        assert_eq!(again, Ok(Created::Before(id("m-1"))));
        let again = store.log.create(request(&name(0), 1), id("again"), log("again", 0), None).await;
        assert_eq!(again, Ok(Created::New));
    })
    .await;
}

#[tokio::test]
async fn matches_are_listed_by_filter_newest_first() {
    each(async |store| {
        let all = [
            ("m-1", "kamisado", ["ann", "bob"]),
            ("m-2", "dvonn", ["bob", "cid"]),
            ("m-3", "kamisado", ["cid", "cid"]),
            ("m-4", "kamisado", ["bob", "ann"]),
        ];
        for (match_id, game, players) in all {
            open(&*store.log, match_id, vec![opened(match_id, game, players)]).await;
        }
        store.log.append(&id("m-2"), Seq(1), Epoch::FIRST, vec![ended(2)]).await.unwrap();
        store.log.append(&id("m-4"), Seq(1), Epoch::FIRST, vec![moved(2), ended(3)]).await.unwrap();

        let none = MatchFilter::default();
        let list = async |filter: &MatchFilter, before: Option<&str>, limit| {
            let page = store.index.matches(filter.clone(), before.map(id), limit).await.unwrap();
            page.iter().map(|row| row.match_id.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(list(&none, None, 9).await, "m-4 m-3 m-2 m-1");
        assert_eq!(list(&none, None, 2).await, "m-4 m-3");
        assert_eq!(list(&none, Some("m-3"), 2).await, "m-2 m-1");
        assert_eq!(list(&none, Some("m-1"), 2).await, "");
        assert_eq!(list(&none, Some("unknown"), 2).await, "");
        assert_eq!(list(&none, None, 0).await, "");
        let state = |state| MatchFilter { state: Some(state), ..MatchFilter::default() };
        assert_eq!(list(&state(MatchState::Over), None, 9).await, "m-4 m-2");
        assert_eq!(list(&state(MatchState::Waiting), None, 9).await, "m-3 m-1");
        assert_eq!(list(&state(MatchState::Live), None, 9).await, "");
        store.log.append(&id("m-1"), Seq(1), Epoch::FIRST, vec![round_started(2)]).await.unwrap();
        assert_eq!(list(&state(MatchState::Live), None, 9).await, "m-1");
        assert_eq!(list(&state(MatchState::Waiting), None, 9).await, "m-3");
        let game = MatchFilter { game: Some("kamisado".to_owned()), ..MatchFilter::default() };
        assert_eq!(list(&game, Some("m-4"), 9).await, "m-3 m-1");
        let of = |name| MatchFilter { player: Some(player(name)), ..MatchFilter::default() };
        assert_eq!(list(&of("bob"), None, 9).await, "m-4 m-2 m-1");
        assert_eq!(list(&of("cid"), None, 9).await, "m-3 m-2");
        assert_eq!(list(&of("dan"), None, 9).await, "");
        let two = MatchFilter { opponent: Some(player("cid")), ..of("bob") };
        assert_eq!(list(&two, None, 9).await, "m-2");
        assert_eq!(list(&MatchFilter { opponent: Some(player("bob")), ..two.clone() }, None, 9).await, "m-4 m-2 m-1");
        assert_eq!(list(&MatchFilter { player: Some(player("cid")), ..two }, None, 9).await, "m-3 m-2");
        let both = MatchFilter { state: Some(MatchState::Over), player: Some(player("bob")), ..game.clone() };
        assert_eq!(list(&both, None, 9).await, "m-4");
        let unfinished = store.index.unfinished().await.unwrap();
        assert_eq!(unfinished, [id("m-1"), id("m-3")]);
        let filter = MatchFilter { unfinished: true, ..MatchFilter::default() };
        assert_eq!(list(&filter, None, 9).await, "m-3 m-1");
    })
    .await;
}

/// Number of concurrent tasks, more than the writes of one commit.
const TASKS: usize = 600;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn appends_of_many_tasks_do_not_disturb_each_other() {
    each(async |store| {
        let mut tasks = tokio::task::JoinSet::new();
        for number in 0..TASKS {
            let store = store.clone();
            // Two tasks write each match. The store accepts each event from one of them, and
            // rejects it from the other.
            let match_id = format!("m-{}", number / 2);
            tasks.spawn(async move {
                let mut won = 0;
                for event in log(&match_id, 3) {
                    let before = Seq(event.seq.0 - 1);
                    if before == Seq(0) {
                        let created = store.log.create(request("", 1), id(&match_id), vec![event], None).await;
                        won += usize::from(created == Ok(Created::New));
                        continue;
                    }
                    match store.log.append(&id(&match_id), before, Epoch::FIRST, vec![event]).await {
                        Ok(()) => won += 1,
                        Err(StoreError::Conflict { newest }) if newest > before => {}
                        Err(error) => panic!("{error}"),
                    }
                }
                won
            });
        }
        assert_eq!(tasks.join_all().await.into_iter().sum::<usize>(), TASKS / 2 * 4);
        for number in 0..TASKS / 2 {
            let match_id = format!("m-{number}");
            assert_eq!(store.log.events(&id(&match_id), Seq(0), 9).await.unwrap(), log(&match_id, 3));
        }
    })
    .await;
}

#[tokio::test]
async fn the_memory_store_forgets_the_first_that_ended() {
    let store = Store::in_memory().expect("there is memory");
    open(&*store.log, "live", log("live", 0)).await;
    for number in 0..=referee::store::memory::MAX_FINISHED {
        let match_id = format!("m-{number}");
        let events = vec![opened(&match_id, "kamisado", ["ann", "bob"]), ended(2)];
        open(&*store.log, &match_id, events).await;
    }
    assert_eq!(store.log.events(&id("m-0"), Seq(0), 9).await.unwrap(), []);
    assert_eq!(store.log.events(&id("m-1"), Seq(0), 9).await.unwrap().len(), 2);
    assert_eq!(store.index.unfinished().await.unwrap(), [id("live")]);
}
