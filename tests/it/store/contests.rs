//! The logs of tournaments and ladders, in every store.

use referee::{
    ids::{PlayerId, Seq},
    law::Contest,
    store::{
        ContestAppend, ContestOpened, ContestRow, ContestStanding, Entered, Epoch, ListedCounts, MAX_CONTEST_EVENT,
        MAX_CONTEST_EVENTS_PER_APPEND, NewContest, SqliteStore, Store, StoreError,
    },
};

use super::contract::each;

const COUNTS: ListedCounts = ListedCounts { entrants: 3, encounters: 2, unfinished: 1 };

fn cup(name: &str) -> Contest {
    Contest::Tournament(name.to_owned())
}

fn new(name: &str, content: u8) -> NewContest {
    let events = vec![b"opened".to_vec(), b"joined".to_vec()];
    NewContest { contest: cup(name), content: [content; 32], opened_unix_ms: 7, events, is_running: false }
}

fn append(expected: u64, owner: u64, events: &[&[u8]]) -> ContestAppend {
    let events = events.iter().map(|event| event.to_vec()).collect();
    ContestAppend {
        expected: Seq(expected),
        owner: Epoch(owner),
        events,
        standing: None,
        is_running: None,
        counts: COUNTS,
    }
}

#[tokio::test]
async fn a_contest_is_opened_once_and_grows_without_a_gap() {
    each(async |Store { contests, .. }| {
        assert_eq!(contests.contest_events(&cup("a"), Seq(0), 9).await, Ok(Vec::new()));
        assert_eq!(contests.open_contest(new("a", 1)).await, Ok(ContestOpened::New));
        assert_eq!(contests.open_contest(new("a", 1)).await, Ok(ContestOpened::Before));
        assert_eq!(contests.open_contest(new("a", 2)).await, Ok(ContestOpened::Taken));
        let ladder = NewContest { contest: Contest::Ladder("a".to_owned()), ..new("a", 3) };
        assert_eq!(contests.open_contest(ladder).await, Ok(ContestOpened::New), "a ladder has a name of its own");
        contests.append_to_contest(&cup("a"), append(2, 1, &[b"three", b"four"])).await.unwrap();
        let stale = contests.append_to_contest(&cup("a"), append(2, 1, &[b"three"])).await;
        assert_eq!(stale, Err(StoreError::Conflict { newest: Seq(4) }));
        assert_eq!(
            contests.contest_events(&cup("a"), Seq(1), 2).await.unwrap(),
            [b"joined".to_vec(), b"three".to_vec()]
        );
        let nobody = contests.append_to_contest(&cup("b"), append(0, 1, &[b"one"])).await;
        assert_eq!(nobody, Err(StoreError::Conflict { newest: Seq(0) }));
    })
    .await;
}

#[tokio::test]
async fn a_takeover_makes_a_single_owner_of_a_contest() {
    each(async |Store { contests, .. }| {
        assert_eq!(contests.take_contest_over(&cup("a")).await, Ok(None));
        contests.open_contest(new("a", 1)).await.unwrap();
        assert_eq!(contests.take_contest_over(&cup("a")).await, Ok(Some(Epoch(2))));
        let before = contests.append_to_contest(&cup("a"), append(2, 1, &[b"three"])).await;
        assert_eq!(before, Err(StoreError::Superseded { epoch: Epoch(2) }));
        contests.append_to_contest(&cup("a"), append(2, 2, &[b"three"])).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn nothing_follows_the_end_and_lists_know_it() {
    each(async |Store { contests, .. }| {
        for name in ["a", "b", "c"] {
            contests.open_contest(new(name, 1)).await.unwrap();
        }
        contests
            .append_to_contest(
                &cup("b"),
                ContestAppend { standing: Some(ContestStanding::Over), ..append(2, 1, &[b"end"]) },
            )
            .await
            .unwrap();
        let late = contests.append_to_contest(&cup("b"), append(3, 1, &[b"late"])).await;
        assert_eq!(late, Err(StoreError::Conflict { newest: Seq(3) }));
        assert_eq!(contests.running_contests().await, Ok(vec![cup("a"), cup("c")]));
        let row = |name, newest, is_over| {
            let standing = if is_over { ContestStanding::Over } else { ContestStanding::Runs };
            let counts = is_over.then_some(COUNTS);
            ContestRow { contest: cup(name), opened_unix_ms: 7, newest: Seq(newest), standing, counts }
        };
        assert_eq!(contests.contests("tournament", None, 2).await, Ok(vec![row("c", 2, false), row("b", 3, true)]));
        assert_eq!(contests.contests("tournament", Some(cup("b")), 2).await, Ok(vec![row("a", 2, false)]));
        assert_eq!(contests.contests("tournament", Some(cup("x")), 2).await, Ok(Vec::new()));
        let ladder = Contest::Ladder("b".to_owned());
        contests.open_contest(NewContest { contest: ladder.clone(), ..new("b", 1) }).await.unwrap();
        let of_ladder = ContestRow { contest: ladder.clone(), ..row("b", 2, false) };
        assert_eq!(contests.contests("ladder", None, 2).await, Ok(vec![of_ladder]));
        assert_eq!(
            contests.contests("tournament", None, 1).await,
            Ok(vec![row("c", 2, false)]),
            "lists are of one kind"
        );
        assert_eq!(contests.contests("ladder", Some(ladder), 2).await, Ok(Vec::new()));
    })
    .await;
}

#[tokio::test]
async fn contests_that_rest_are_listed_by_their_times_until_they_are_reopened() {
    each(async |Store { contests, consents, .. }| {
        let rests = |until_unix_ms| Some(ContestStanding::Rests { until_unix_ms });
        for (name, until) in [("a", 30), ("b", 10), ("c", 20)] {
            contests.open_contest(new(name, 1)).await.unwrap();
            let append = ContestAppend { standing: rests(until), ..append(2, 1, &[b"provisional"]) };
            contests.append_to_contest(&cup(name), append).await.unwrap();
        }
        // An append without a standing does not change the standing.
        contests.append_to_contest(&cup("b"), append(3, 1, &[b"disqualified"])).await.unwrap();
        let resting = async |limit| contests.resting_contests("tournament", limit).await.unwrap();
        assert_eq!(resting(2).await, [(cup("b"), 10), (cup("c"), 20)]);
        assert_eq!(contests.resting_contests("ladder", 9).await, Ok(Vec::new()));
        assert_eq!(contests.running_contests().await, Ok(Vec::new()));
        let reopened = ContestAppend { standing: Some(ContestStanding::Runs), ..append(4, 1, &[b"replay"]) };
        contests.append_to_contest(&cup("b"), reopened).await.unwrap();
        let ended = ContestAppend { standing: Some(ContestStanding::Over), ..append(3, 1, &[b"end"]) };
        contests.append_to_contest(&cup("c"), ended).await.unwrap();
        assert_eq!(resting(9).await, [(cup("a"), 30)]);
        assert_eq!(contests.running_contests().await, Ok(vec![cup("b")]));
        let rows = contests.contests("tournament", None, 9).await.unwrap();
        let standings: Vec<_> = rows.iter().rev().map(|row| Some(row.standing)).collect();
        assert_eq!(standings, [rests(30), Some(ContestStanding::Runs), Some(ContestStanding::Over)]);
        // A resting contest does not count towards a player's limit of contests.
        let ann = PlayerId::parse("ann").unwrap();
        consents.enter_contest(&cup("a"), &ann).await.unwrap();
        for number in 0..64 {
            assert_eq!(consents.enter_contest(&cup(&format!("n{number}")), &ann).await, Ok(Entered::In));
        }
        assert_eq!(consents.enter_contest(&cup("last"), &ann).await, Ok(Entered::TooMany));
    })
    .await;
}

#[tokio::test]
async fn limits_of_contests_are_enforced() {
    each(async |Store { contests, .. }| {
        contests.open_contest(new("a", 1)).await.unwrap();
        let long = vec![0; MAX_CONTEST_EVENT];
        contests.append_to_contest(&cup("a"), append(2, 1, &[&long])).await.unwrap();
        let longer = vec![0; MAX_CONTEST_EVENT + 1];
        let many = vec![&b"x"[..]; MAX_CONTEST_EVENTS_PER_APPEND + 1];
        for bad in [append(3, 1, &[&longer]), append(3, 1, &many)] {
            let refused = contests.append_to_contest(&cup("a"), bad).await;
            assert!(matches!(refused, Err(StoreError::BadContest { .. })), "{refused:?}");
        }
        contests.append_to_contest(&cup("a"), append(3, 1, &many[1..])).await.unwrap();
        assert!(matches!(contests.open_contest(new("A b", 1)).await, Err(StoreError::BadContest { .. })));
    })
    .await;
}

#[tokio::test]
async fn contests_survive_a_restart() {
    let directory = tempfile::tempdir().unwrap();
    let reopen = || Store::from(SqliteStore::open(directory.path()).unwrap());
    let store = reopen();
    store.contests.open_contest(new("a", 1)).await.unwrap();
    store.contests.take_contest_over(&cup("a")).await.unwrap();
    store.contests.append_to_contest(&cup("a"), append(2, 2, &[b"three"])).await.unwrap();
    drop(store);
    let store = reopen();
    assert_eq!(store.contests.contest_events(&cup("a"), Seq(2), 9).await.unwrap(), [b"three".to_vec()]);
    let superseded = store.contests.append_to_contest(&cup("a"), append(3, 1, &[b"four"])).await;
    assert_eq!(superseded, Err(StoreError::Superseded { epoch: Epoch(2) }));
}
