//! The limit on running contests, if many are created at the same time.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use referee::{
    api::convert,
    contest_server::{AllContests, Contests, Kind, MAX_RUNNING, ToOpen},
    hall::{Hall, Limits},
    ids::{PlayerId, Seq},
    law::{Contest, Reason, Refusal},
    pb::v1,
    store::{
        ContestAppend, ContestEvent, ContestLog, ContestOpened, ContestRow, Epoch, NewContest, Store, StoreFuture,
    },
};
use tokio::time::sleep;

/// Number of simultaneous creations above the limit.
const MORE: usize = 40;

/// A store that takes some time to open a contest, like a disk.
struct SlowToOpen(Arc<dyn ContestLog>);

impl ContestLog for SlowToOpen {
    fn open_contest(&self, new: NewContest) -> StoreFuture<'_, ContestOpened> {
        Box::pin(async move {
            sleep(Duration::from_millis(1)).await;
            self.0.open_contest(new).await
        })
    }
    fn take_contest_over(&self, contest: &Contest) -> StoreFuture<'_, Option<Epoch>> {
        self.0.take_contest_over(contest)
    }
    fn append_to_contest(&self, contest: &Contest, append: ContestAppend) -> StoreFuture<'_, ()> {
        self.0.append_to_contest(contest, append)
    }
    fn contest_events(&self, contest: &Contest, after: Seq, limit: usize) -> StoreFuture<'_, Vec<ContestEvent>> {
        self.0.contest_events(contest, after, limit)
    }
    fn contests(&self, kind: &'static str, before: Option<Contest>, limit: usize) -> StoreFuture<'_, Vec<ContestRow>> {
        self.0.contests(kind, before, limit)
    }
    fn running_contests(&self) -> StoreFuture<'_, Vec<Contest>> {
        self.0.running_contests()
    }
    fn resting_contests(&self, kind: &'static str, limit: usize) -> StoreFuture<'_, Vec<(Contest, i64)>> {
        self.0.resting_contests(kind, limit)
    }
}

async fn hall() -> Hall {
    let memory = Store::in_memory().expect("there is memory");
    let store = Store { contests: Arc::new(SlowToOpen(Arc::clone(&memory.contests))), ..memory };
    Hall::open(store, Limits::default()).await.expect("the memory store opens")
}

fn matches() -> v1::TournamentMatches {
    let rules = v1::MatchRules { time_controls: vec!["60+1".into()], ..v1::MatchRules::default() };
    v1::TournamentMatches { game: "kamisado".into(), rules: Some(rules), ..v1::TournamentMatches::default() }
}

/// Creates more contests than the limit allows, all at once. Returns the outcome of each.
async fn create_all<K: Kind>(
    contests: &Contests<K>,
    new: impl Fn(String) -> ToOpen<K>,
) -> BTreeMap<String, Result<(), Refusal>> {
    let created = (0..MAX_RUNNING + MORE).map(|number| {
        let (id, contests) = (format!("one-{number}"), contests.clone());
        let new = new(id.clone());
        tokio::spawn(async move { (id, contests.create(new).await) })
    });
    let mut outcomes = BTreeMap::new();
    for created in created.collect::<Vec<_>>() {
        let (id, outcome) = created.await.expect("it does not panic");
        outcomes.insert(id, outcome);
    }
    outcomes
}

/// Checks that exactly as many contests were created as the limit allows. The others were refused
/// with the name of the limit, and were not stored.
async fn assert_held<K: Kind>(
    hall: &Hall,
    contests: &Contests<K>,
    outcomes: &BTreeMap<String, Result<(), Refusal>>,
    limit: &str,
) {
    let refused: Vec<&Refusal> = outcomes.values().filter_map(|outcome| outcome.as_ref().err()).collect();
    assert_eq!((outcomes.len() - refused.len(), refused.len()), (MAX_RUNNING, MORE), "{limit}");
    for refusal in refused {
        assert_eq!(refusal.reason, Reason::Limit, "{refusal}");
        assert_eq!(refusal.limit.as_deref().map(|limit| limit.name), Some(limit), "{refusal}");
    }
    let stored = hall.contests().contests(K::WORD, None, 2 * MAX_RUNNING).await.expect("a list");
    let let_in: Vec<&String> = outcomes.iter().filter(|(_, outcome)| outcome.is_ok()).map(|(id, _)| id).collect();
    let mut names: Vec<&str> = stored.iter().map(|row| row.contest.name()).collect();
    names.sort_unstable();
    assert_eq!(names, let_in, "what was refused is not stored");
    assert!(contests.newest(let_in[0]).is_some(), "what was let in is carried through");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_creation_does_not_exceed_the_limit_of_contests() {
    let hall = hall().await;
    let all = AllContests::new(&hall, convert::tournament_setups, convert::ladder_setups);
    let host = PlayerId::parse("host").expect("a name");

    let tournament = |id: String| {
        let rules = v1::TournamentRules {
            format: Some(v1::tournament_rules::Format::RoundRobin(v1::RoundRobinFormat { cycles: 1 })),
            seats: 2,
            matches_per_encounter: 2,
            points_for: v1::PointsFor::Games.into(),
            result_points: vec![1.0, 0.5, 0.0],
            ..v1::TournamentRules::default()
        };
        let (rules, matches) = (Some(rules), Some(matches()));
        let asked = v1::CreateTournamentRequest { tournament_id: id, rules, matches, ..Default::default() };
        convert::asked_tournament(&hall, &host, asked).expect("it may be opened")
    };
    let outcomes = create_all(&all.tournaments, tournament).await;
    assert_held(&hall, &all.tournaments, &outcomes, "running_tournaments").await;
    let there = outcomes.iter().find(|(_, outcome)| outcome.is_ok()).map(|(id, _)| id.clone()).expect("one");
    assert_eq!(all.tournaments.create(tournament(there)).await, Ok(()), "the same again is no further one");

    let ladder = |id: String| {
        let category = v1::LadderCategorySetup { name: "blitz".into(), matches: Some(matches()), ..Default::default() };
        let asked = v1::CreateLadderRequest { ladder_id: id, categories: vec![category], ..Default::default() };
        convert::asked_ladder(&hall, &host, asked, Vec::new()).expect("it may be opened")
    };
    let outcomes = create_all(&all.ladders, ladder).await;
    assert_held(&hall, &all.ladders, &outcomes, "running_ladders").await;
    all.close();
    hall.close().await;
}
