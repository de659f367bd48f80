//! Pruned logs, and what remains of their matches.

use referee::{
    backup::{Verified, verify},
    ids::Seq,
    law::Seed,
    store::{Created, Epoch, MatchFilter, MatchState, Pruning, ResultFilter, SqliteStore, Store, StoreError},
};

use super::{
    contract::each,
    sample::{ended, id, log, moved, open, opened, request, round_started},
};

/// Returns a finished match of `last` events.
fn whole(name: &str, last: u64) -> Vec<referee::law::Event> {
    let mut events = vec![opened(name, "kamisado", ["ann", "bob"]), round_started(2)];
    events.extend((3..last).map(moved));
    events.push(ended(last));
    events
}

fn pruned<T>(name: &str) -> Result<T, StoreError> {
    Err(StoreError::Pruned { match_id: id(name) })
}

#[tokio::test]
async fn pruning_keeps_row_result_opening_and_end() {
    each(async |store| {
        let events = whole("m", 9);
        let created = store.log.create(request("r", 1), id("m"), events.clone(), Some(Seed::new([7; 32]))).await;
        assert_eq!(created, Ok(Created::New));
        let row = store.index.row(&id("m")).await.unwrap().unwrap();
        let results = store.index.results(0, ResultFilter::default(), 9).await.unwrap();

        assert_eq!(store.log.prune(&id("m"), 3).await, Ok(Pruning::Begun), "exactly this much at once");
        assert_eq!(store.log.events(&id("m"), Seq(0), 99).await, pruned("m"), "from the first of them on");
        assert!(store.index.row(&id("m")).await.unwrap().unwrap().pruned);
        assert_eq!(store.index.unpruned(0, 9).await.unwrap().len(), 1, "more is to be dropped");
        assert_eq!(store.log.prune(&id("m"), 3).await, Ok(Pruning::Begun));
        assert_eq!(store.log.prune(&id("m"), 3).await, Ok(Pruning::Done));
        assert_eq!(store.log.prune(&id("m"), 3).await, Ok(Pruning::Done), "it stays as it is");
        assert_eq!(store.index.unpruned(0, 9).await, Ok(Vec::new()));

        for after in [0, 1, 5] {
            assert_eq!(store.log.events(&id("m"), Seq(after), 99).await, pruned("m"), "after {after}");
        }
        assert_eq!(store.log.events(&id("m"), Seq(0), 1).await.unwrap(), events[..1]);
        assert_eq!(store.log.events(&id("m"), Seq(8), 9).await.unwrap(), events[8..]);
        assert_eq!(store.log.seed(&id("m")).await, Ok(None));
        let mut left = store.index.row(&id("m")).await.unwrap().unwrap();
        assert!(std::mem::take(&mut left.pruned));
        assert_eq!(left, row, "all else of the row is as before");
        let mut again = store.index.results(0, ResultFilter::default(), 9).await.unwrap();
        again.rows.iter_mut().for_each(|(_, row)| row.pruned = false);
        assert_eq!(again, results);
        let over = MatchFilter { state: Some(MatchState::Over), ..MatchFilter::default() };
        assert_eq!(store.index.matches(over, None, 9).await.unwrap().len(), 1);
        let append = store.log.append(&id("m"), Seq(9), Epoch::FIRST, vec![moved(10)]).await;
        assert_eq!(append, Err(StoreError::Conflict { newest: Seq(9) }));
        let same = store.log.create(request("r", 1), id("m"), events, None).await;
        assert_eq!(same, Ok(Created::Before(id("m"))), "its name stays its own");
    })
    .await;
}

#[tokio::test]
async fn nothing_is_dropped_of_a_match_that_is_played() {
    each(async |store| {
        open(&*store.log, "live", log("live", 4)).await;
        let newest = Seq(5);
        assert_eq!(store.log.prune(&id("live"), 99).await, Err(StoreError::Conflict { newest }));
        assert_eq!(store.log.prune(&id("other"), 99).await, Err(StoreError::Conflict { newest: Seq(0) }));
        assert_eq!(store.log.events(&id("live"), Seq(0), 99).await.unwrap(), log("live", 4));
        assert_eq!(store.index.unpruned(0, 9).await, Ok(Vec::new()));
    })
    .await;
}

#[tokio::test]
async fn matches_to_prune_come_in_the_order_of_their_ends() {
    each(async |store| {
        for name in ["a", "b", "c"] {
            open(&*store.log, name, vec![opened(name, "kamisado", ["ann", "bob"]), round_started(2)]).await;
        }
        for name in ["c", "a", "b"] {
            store.log.append(&id(name), Seq(2), Epoch::FIRST, vec![ended(3)]).await.unwrap();
        }
        let asked = async |after, limit| {
            let rows = store.index.unpruned(after, limit).await.unwrap();
            rows.into_iter().map(|(number, row)| (number, row.match_id.to_string())).collect::<Vec<_>>()
        };
        let numbered = |number, name: &str| (number, name.to_owned());
        assert_eq!(asked(0, 2).await, [numbered(1, "c"), numbered(2, "a")]);
        assert_eq!(asked(2, 9).await, [numbered(3, "b")]);
        store.log.prune(&id("c"), 99).await.unwrap();
        assert_eq!(asked(0, 9).await, [numbered(2, "a"), numbered(3, "b")]);
    })
    .await;
}

/// The file keeps the pruning, and a backup of it verifies.
#[tokio::test]
async fn pruning_survives_a_reopening() {
    let directory = tempfile::tempdir().unwrap();
    let reopen = || Store::from(SqliteStore::open(directory.path()).unwrap());
    let store = reopen();
    open(&*store.log, "m", whole("m", 9)).await;
    store.log.prune(&id("m"), 99).await.unwrap();
    let row = store.index.row(&id("m")).await;
    drop(store);
    let store = reopen();
    assert_eq!(store.log.events(&id("m"), Seq(0), 99).await, pruned("m"));
    assert_eq!(store.index.row(&id("m")).await, row);
    assert_eq!(verify(&store).await, Ok(Verified { pruned: 1, ..Verified::default() }));
}
