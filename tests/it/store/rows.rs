//! The rows that lists read: their content in both stores.

use std::time::Duration;

use rusqlite::Connection;

use super::{
    contract::each,
    sample::{ended, id, log, moved, open, opened, player, request, round_started, scheduled},
};
use referee::{
    ids::{Seat, Seq},
    law::{
        Contest, EndReason, Event, Fact, Termination, Time, TimeControl,
        event::{MovePlayed, SeatLost},
    },
    store::{
        Epoch, MatchFilter, MatchState, RESULTS_LOOKED_AT, ResultFilter, SqliteStore, Store, sqlite::DATABASE_FILE,
    },
};

fn lost(seq: u64, seat: u8) -> Event {
    let fact = Fact::SeatLost(SeatLost {
        seat: Seat(seat),
        cause: Termination::Flag,
        reason: EndReason::Plain,
        declined: None,
        overrun: None,
        evidence: None,
        sent: None,
        received: None,
        lag: Duration::ZERO,
        round_trip: Default::default(),
        request_id: Default::default(),
    });
    Event { seq: Seq(seq), at: Time(seq * 1_000_000), fact }
}

#[tokio::test]
async fn a_row_says_how_a_match_ended() {
    each(async |store| {
        let events =
            [opened("m", "kamisado", ["ann", "bob"]), round_started(2), moved(3), lost(4, 0), moved(5), ended(6)];
        let (first, rest) = events.split_first().unwrap();
        open(&*store.log, "m", vec![first.clone()]).await;
        for event in rest {
            store.log.append(&id("m"), Seq(event.seq.0 - 1), Epoch::FIRST, vec![event.clone()]).await.unwrap();
        }
        let row = store.index.row(&id("m")).await.unwrap().unwrap();
        assert_eq!((row.state, row.seq, row.game.as_str()), (MatchState::Over, Seq(6), "kamisado"));
        assert_eq!(row.opened.unwrap().players.len(), 2);
        let end = row.end.unwrap();
        assert_eq!((end.number, end.seq, end.round, end.ply), (1, Seq(6), 1, 6));
        assert_eq!(end.verdict.termination, Termination::Normal);
        // Seat 1 moved; seat 0 did not.
        assert_eq!(end.remaining, [Some(Duration::from_secs(60)), Some(Duration::from_secs(59))]);
        let losses: Vec<_> = end.lost.losses().iter().map(|loss| (loss.seat, loss.at, loss.cause)).collect();
        assert_eq!(losses, [(Seat(0), Time(4_000_000), Termination::Flag)]);
        assert_eq!(store.index.row(&id("other")).await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn matches_are_numbered_in_the_order_in_which_they_end() {
    each(async |store| {
        for name in ["m-1", "m-2", "m-3"] {
            open(&*store.log, name, log(name, 1)).await;
        }
        for name in ["m-3", "m-1"] {
            store.log.append(&id(name), Seq(2), Epoch::FIRST, vec![ended(3)]).await.unwrap();
        }
        let number = async |name| store.index.row(&id(name)).await.unwrap().unwrap().end.map(|end| end.number);
        assert_eq!((number("m-1").await, number("m-2").await, number("m-3").await), (Some(2), None, Some(1)));
    })
    .await;
}

/// In an hourglass, the time that one seat uses goes to the other, even after its last move.
#[tokio::test]
async fn hourglasses_are_shown_as_they_stood() {
    each(async |store| {
        let mut first = opened("m", "kamisado", ["ann", "bob"]);
        if let Fact::MatchOpened(opened) = &mut first.fact {
            opened.time_controls = vec![TimeControl::parse("hourglass=60").unwrap(); 2];
        }
        let mut events = vec![first, round_started(2), moved(3), moved(4), ended(5)];
        for (event, charged) in events[2..4].iter_mut().zip([10, 7]) {
            if let Fact::MovePlayed(MovePlayed { charged: of, .. }) = &mut event.fact {
                *of = Duration::from_secs(charged);
            }
        }
        open(&*store.log, "m", events).await;
        let end = store.index.row(&id("m")).await.unwrap().unwrap().end.unwrap();
        // Each seat had 59 s after its own move. Seat 0 then used 7 s, which went to seat 1.
        assert_eq!(end.remaining, [Some(Duration::from_secs(59)), Some(Duration::from_secs(66))]);
    })
    .await;
}

#[tokio::test]
async fn a_rematch_is_found_from_its_match() {
    each(async |store| {
        open(&*store.log, "m", vec![opened("m", "kamisado", ["ann", "bob"]), ended(2)]).await;
        let mut again = opened("again", "kamisado", ["bob", "ann"]);
        if let Fact::MatchOpened(opened) = &mut again.fact {
            opened.rematch_of = Some(id("m"));
        }
        store.log.create(request("", 1), id("again"), vec![again], None).await.unwrap();
        let row = store.index.row(&id("m")).await.unwrap().unwrap();
        assert_eq!((row.rematch, row.state), (Some(id("again")), MatchState::Over));
        assert_eq!(store.index.row(&id("again")).await.unwrap().unwrap().rematch, None);
    })
    .await;
}

#[tokio::test]
async fn an_unreadable_match_is_marked_until_it_resumes() {
    each(async |store| {
        open(&*store.log, "m", log("m", 1)).await;
        store.index.mark_unreadable(&id("m"), "an unknown game".to_owned()).await.unwrap();
        store.index.mark_unreadable(&id("other"), "not here".to_owned()).await.unwrap();
        let state = async || store.index.row(&id("m")).await.unwrap().unwrap().state;
        assert_eq!(state().await, MatchState::Unreadable);
        let filter = |state| MatchFilter { state: Some(state), ..MatchFilter::default() };
        assert_eq!(store.index.matches(filter(MatchState::Unreadable), None, 9).await.unwrap().len(), 1);
        assert_eq!(store.index.matches(filter(MatchState::Waiting), None, 9).await.unwrap().len(), 0);
        assert_eq!(store.index.unfinished().await, Ok(vec![id("m")]), "the next start tries it again");
        store.log.append(&id("m"), Seq(2), Epoch::FIRST, vec![moved(3)]).await.unwrap();
        assert_eq!(state().await, MatchState::Waiting);
    })
    .await;
}

fn spring() -> Contest {
    Contest::Tournament("spring".to_owned())
}

/// Returns the numbers and matches of a page of results.
async fn page(store: &Store, after: u64, filter: &ResultFilter, limit: usize) -> (Vec<(u64, String)>, u64, bool) {
    let page = store.index.results(after, filter.clone(), limit).await.unwrap();
    let rows = page.rows.iter().map(|(number, row)| (*number, row.match_id.to_string())).collect();
    (rows, page.last_number, page.more)
}

#[tokio::test]
async fn results_of_a_contest_are_those_of_its_matches() {
    each(async |store| {
        let ladder = || Contest::Ladder("spring".to_owned());
        for (match_id, contest, by) in
            [("a", spring(), "host"), ("b", ladder(), "host"), ("c", spring(), "eve"), ("d", spring(), "host")]
        {
            open(&*store.log, match_id, scheduled(match_id, &["ann", "bob"], (contest, by), &[1, 2], &[2, 0])).await;
        }
        open(&*store.log, "e", vec![opened("e", "kamisado", ["ann", "bob"]), ended(2)]).await;
        let of = |contest| ResultFilter { contest: Some(contest), ..ResultFilter::default() };
        let result = |number: u64, match_id: &str| (number, match_id.to_owned());
        let all = [result(1, "a"), result(3, "c"), result(4, "d")];
        assert_eq!(page(&store, 0, &of(spring()), 9).await, (all.to_vec(), 5, false));
        assert_eq!(page(&store, 0, &of(spring()), 2).await, (all[..2].to_vec(), 3, true));
        assert_eq!(page(&store, 3, &of(spring()), 2).await, (all[2..].to_vec(), 5, false));
        assert_eq!(page(&store, 9, &of(spring()), 2).await, (vec![], 9, false));
        assert_eq!(page(&store, 0, &of(ladder()), 9).await, (vec![result(2, "b")], 5, false));
        assert_eq!(page(&store, 0, &of(Contest::Ladder("autumn".to_owned())), 9).await, (vec![], 5, false));
        let by = |name, filter| ResultFilter { created_by: Some(player(name)), ..filter };
        assert_eq!(page(&store, 0, &by("eve", of(spring())), 9).await, (all[1..2].to_vec(), 5, false));
        assert_eq!(page(&store, 0, &by("host", ResultFilter::default()), 9).await.0.len(), 3);
        let hive = ResultFilter { game: Some("hive".to_owned()), ..of(spring()) };
        assert_eq!(page(&store, 0, &hive, 9).await, (vec![], 5, false));
        let bob = ResultFilter { player: Some(player("bob")), opponent: Some(player("ann")), ..of(spring()) };
        assert_eq!(page(&store, 1, &bob, 9).await, (all[1..].to_vec(), 5, false));
    })
    .await;
}

/// Each page examines a limited number of results, and none of other contests.
#[tokio::test]
async fn results_of_a_contest_are_found_among_those_of_many() {
    let directory = tempfile::tempdir().unwrap();
    let reopen = || Store::from(SqliteStore::open(directory.path()).unwrap());
    let store = reopen();
    open(&*store.log, "a", scheduled("a", &["ann", "bob"], (spring(), "host"), &[1, 2], &[2, 0])).await;
    drop(store);
    let raw = Connection::open(directory.path().join(DATABASE_FILE)).unwrap();
    let many = "WITH RECURSIVE n (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM n WHERE n < 10000)";
    let matches = "INSERT INTO matches (number, match_id, game, opened_unix_ms, over, state, content)
        SELECT n, 'x' || n, 'dvonn', 0, 1, 2, zeroblob(32) FROM n";
    let results = "INSERT INTO results (ended_number, number, seq, termination, points_halves, places, round, ply, remaining_ns, contest)
        SELECT n, n, 2, 'normal', '[]', '[]', 1, 0, '[]', 'ladder big' FROM n";
    raw.execute_batch(&format!("{many} {matches}; {many} {results};")).unwrap();
    drop(raw);

    let store = reopen();
    let of = |contest| ResultFilter { contest: Some(contest), ..ResultFilter::default() };
    assert_eq!(page(&store, 0, &of(spring()), 9).await, (vec![(1, "a".to_owned())], 10_000, false));
    let big = of(Contest::Ladder("big".to_owned()));
    assert_eq!(page(&store, 0, &big, 2).await.1, 3);
    let of_hive = ResultFilter { game: Some("hive".to_owned()), ..big };
    assert_eq!(page(&store, 1, &of_hive, 9).await, (vec![], 1 + RESULTS_LOOKED_AT, true));
    assert_eq!(page(&store, 9_000, &of_hive, 9).await, (vec![], 10_000, false));
}

#[tokio::test]
async fn results_come_in_the_order_of_ending_and_page_by_page() {
    each(async |store| {
        let players = [["ann", "bob"], ["bob", "carl"], ["carl", "ann"], ["ann", "bob"]];
        for (match_id, players) in ["a", "b", "c", "live"].into_iter().zip(players) {
            let game = if match_id == "b" { "hive" } else { "kamisado" };
            open(&*store.log, match_id, vec![opened(match_id, game, players), round_started(2)]).await;
        }
        for match_id in ["c", "a", "b"] {
            store.log.append(&id(match_id), Seq(2), Epoch::FIRST, vec![ended(3)]).await.unwrap();
        }
        let asked = async |after, filter: ResultFilter, limit| {
            let page = store.index.results(after, filter, limit).await.unwrap();
            let rows: Vec<_> = page.rows.iter().map(|(number, row)| (*number, row.match_id.to_string())).collect();
            for (number, row) in &page.rows {
                assert_eq!(row.end.as_ref().map(|end| end.number), Some(*number));
            }
            (rows, page.last_number, page.more)
        };
        let result = |number: u64, match_id: &str| (number, match_id.to_owned());
        let all = vec![result(1, "c"), result(2, "a"), result(3, "b")];
        assert_eq!(asked(0, ResultFilter::default(), 10).await, (all.clone(), 3, false));
        assert_eq!(asked(0, ResultFilter::default(), 2).await, (all[..2].to_vec(), 2, true));
        assert_eq!(asked(2, ResultFilter::default(), 2).await, (all[2..].to_vec(), 3, false));
        assert_eq!(asked(3, ResultFilter::default(), 2).await, (vec![], 3, false));
        assert_eq!(asked(u64::MAX, ResultFilter::default(), 2).await, (vec![], u64::MAX, false));
        let ann = ResultFilter { player: Some(player("ann")), ..ResultFilter::default() };
        assert_eq!(asked(0, ann.clone(), 10).await, (all[..2].to_vec(), 3, false));
        let with_bob = ResultFilter { opponent: Some(player("bob")), ..ann };
        assert_eq!(asked(0, with_bob, 10).await, (all[1..2].to_vec(), 3, false));
        let hive = ResultFilter { game: Some("hive".to_owned()), ..ResultFilter::default() };
        assert_eq!(asked(0, hive, 10).await, (all[2..].to_vec(), 3, false));
        let nobody = ResultFilter { player: Some(player("dora")), ..ResultFilter::default() };
        assert_eq!(asked(0, nobody, 10).await, (vec![], 3, false), "nothing was overlooked up to there");
    })
    .await;
}
