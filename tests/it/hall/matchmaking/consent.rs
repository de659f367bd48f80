//! Matches that a policy accepts for a player, and the place that it reserves for contests.

use referee::{
    hall::{Agreed, Hall, NewMatch, lobby::Profile},
    ids::{MatchId, Seq},
    law::{AcceptPolicy, Consent, Contest, Fact, Occasion, Reason, Refusal},
    store::{ContestAppend, ContestStanding, Epoch, ListedCounts, NewContest, Store},
};

use crate::hall::{
    lobby::{enter, profile},
    matchmaking::challenges::accepts,
    rig::{create, memory, new_match, open, player},
};

fn cup() -> Contest {
    Contest::Tournament("cup".to_owned())
}

/// Stores a contest that bob has entered.
async fn entered(store: &Store, is_running: bool) {
    let new = NewContest {
        contest: cup(),
        content: [1; 32],
        opened_unix_ms: 0,
        events: vec![b"opened".to_vec()],
        is_running,
    };
    store.contests.open_contest(new).await.expect("it is kept");
    store.consents.enter_contest(&cup(), &player("bob")).await.expect("it is kept");
}

async fn goes_on(store: &Store, expected: u64, is_running: Option<bool>, is_over: bool) {
    let events = vec![b"event".to_vec()];
    let standing = is_over.then_some(ContestStanding::Over);
    let counts = ListedCounts::default();
    let append = ContestAppend { expected: Seq(expected), owner: Epoch::FIRST, events, standing, is_running, counts };
    store.contests.append_to_contest(&cup(), append).await.expect("it is kept");
}

/// Creates a match of ann and bob. Bob's policy accepts it.
async fn by_policy(hall: &Hall) -> Result<MatchId, Refusal> {
    let agreed = Agreed::Only { players: [player("ann")].into(), by_host: false };
    hall.create_agreed(new_match("single", "60", ["ann", "bob"]), agreed).await
}

/// Creates a match of the contest with bob.
async fn of_contest(hall: &Hall, pairing: u32) -> Result<MatchId, Refusal> {
    let occasion = Some(Occasion { contest: cup(), encounter: 1, pairing });
    let new = NewMatch { occasion, ..new_match("single", "60", ["bob", "house-random"]) };
    hall.create_agreed(new, Agreed::Only { players: [].into(), by_host: true }).await
}

fn is_kept(refused: Result<MatchId, Refusal>) {
    let refusal = refused.expect_err("the place is kept");
    assert_eq!((refusal.reason, refusal.value.as_str()), (Reason::BotUnavailable, "bob"));
    assert!(refusal.expected.contains("reserved for its running"), "{refusal}");
}

#[tokio::test(start_paused = true)]
async fn one_place_is_kept_for_the_contests_that_are_running() {
    let store = memory();
    entered(&store, false).await;
    let hall = open(&store).await;
    accepts(&hall, "bob", AcceptPolicy::default()).await;
    let two = || Profile { max_matches: 2, ..profile() };
    let here = (enter(&hall, "ann", profile()).await, enter(&hall, "bob", two()).await);
    by_policy(&hall).await.expect("the contest has not started");
    goes_on(&store, 1, Some(true), false).await;
    is_kept(by_policy(&hall).await);
    let validated = hall.could_create(
        new_match("single", "60", ["ann", "bob"]),
        Agreed::Only { players: [player("ann")].into(), by_host: false },
    );
    assert_eq!(validated.await.expect_err("it is refused as well").reason, Reason::BotUnavailable);
    of_contest(&hall, 1).await.expect("the place was kept for it");
    drop(here);
    hall.close().await;

    let hall = open(&store).await;
    let _here =
        (enter(&hall, "ann", profile()).await, enter(&hall, "bob", Profile { max_matches: 3, ..profile() }).await);
    by_policy(&hall).await.expect("of three places the contest has one, and the first match another");
    drop(_here);
    let _here =
        (enter(&hall, "ann", profile()).await, enter(&hall, "bob", Profile { max_matches: 4, ..profile() }).await);
    by_policy(&hall).await.expect("what is played for the contest takes the place that is kept for it");
    goes_on(&store, 2, None, false).await;
    drop(_here);
    let _here =
        (enter(&hall, "ann", profile()).await, enter(&hall, "bob", Profile { max_matches: 5, ..profile() }).await);
    by_policy(&hall).await.expect("there is one more");
    goes_on(&store, 3, None, true).await;
    drop(_here);
    let _here =
        (enter(&hall, "ann", profile()).await, enter(&hall, "bob", Profile { max_matches: 6, ..profile() }).await);
    by_policy(&hall).await.expect("the contest is over");
    assert_eq!(by_policy(&hall).await.expect_err("he plays six").reason, Reason::BotUnavailable);
}

#[tokio::test(start_paused = true)]
async fn a_bot_with_one_place_plays_contests_only() {
    let store = memory();
    entered(&store, true).await;
    let hall = open(&store).await;
    accepts(&hall, "bob", AcceptPolicy::default()).await;
    let _here =
        (enter(&hall, "ann", profile()).await, enter(&hall, "bob", Profile { max_matches: 1, ..profile() }).await);
    is_kept(by_policy(&hall).await);
    of_contest(&hall, 1).await.expect("it plays contests");
    store.consents.leave_contest(&cup(), &player("bob")).await.expect("it is kept");
    let full = by_policy(&hall).await.expect_err("it plays one");
    assert!(full.expected.contains("its maximum"), "{full}");
}

/// A player that opens a match itself may use the reserved place. Its policy may not.
#[tokio::test(start_paused = true)]
async fn a_players_own_matches_may_use_every_place() {
    let store = memory();
    entered(&store, true).await;
    let hall = open(&store).await;
    let _here = enter(&hall, "bob", Profile { max_matches: 1, ..profile() }).await;
    create(&hall, new_match("single", "60", ["bob", "house-random"])).await;
}

#[tokio::test(start_paused = true)]
async fn a_match_says_how_each_seat_agreed() {
    let store = memory();
    entered(&store, true).await;
    let hall = open(&store).await;
    accepts(&hall, "bob", AcceptPolicy::default()).await;
    let _here = (enter(&hall, "ann", profile()).await, enter(&hall, "bob", profile()).await);
    let consents = async |match_id: MatchId| {
        let first = store.log.events(&match_id, Seq(0), 1).await.expect("it can be read");
        let Some(Fact::MatchOpened(opened)) = first.into_iter().next().map(|event| event.fact) else { panic!("none") };
        opened.consents
    };
    let policy = by_policy(&hall).await.expect("he accepts it");
    assert_eq!(consents(policy).await, [Consent::Act, Consent::Policy]);
    let contest = of_contest(&hall, 1).await.expect("he has entered it");
    assert_eq!(consents(contest).await, [Consent::Act, Consent::House]);
}
