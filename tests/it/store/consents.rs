//! The consents of players, in every store.

use std::time::Duration;

use referee::{
    ids::Seq,
    law::{Absence, AcceptPolicy, Contest, Stakes},
    pb::v1,
    store::{
        ContestAppend, ContestStanding, Entered, Epoch, ListedCounts, NewContest, Store, accept_policies,
        consents::CONTESTS_A_PLAYER,
    },
};

use super::{contract::each, sample::player};

/// A policy with a value in every field.
fn policy() -> AcceptPolicy {
    let options = [("length".to_owned(), ["single".to_owned()].into())].into();
    AcceptPolicy {
        games: [("kamisado".to_owned(), options), ("dvonn".to_owned(), Default::default())].into(),
        min_base: Duration::from_secs(10),
        max_base: Some(Duration::from_secs(1_800)),
        min_increment: Duration::from_millis(100),
        max_increment: Some(Duration::from_secs(20)),
        unlimited: true,
        stakes: Some(Stakes::Rated),
        only_players: [player("ann")].into(),
        except_players: [player("eve")].into(),
        except_same_owner: true,
        max_matches: Some(4),
        max_matches_per_opponent: Some(2),
        custom_rules: true,
        max_grace: Some(Duration::from_secs(90)),
        absence: Some(Absence::ClockOnly),
        ask: true,
    }
}

#[tokio::test]
async fn a_policy_is_kept_replaced_and_taken_back() {
    each(async |Store { consents, .. }| {
        let bob = player("bob");
        assert_eq!(consents.accept_policy(&bob).await, Ok(None));
        for said in [policy(), AcceptPolicy::default()] {
            consents.set_accept_policy(&bob, Some(said.clone())).await.unwrap();
            assert_eq!(consents.accept_policy(&bob).await, Ok(Some(said)));
            assert_eq!(consents.accept_policy(&player("ann")).await, Ok(None), "it is his alone");
        }
        consents.set_accept_policy(&bob, None).await.unwrap();
        assert_eq!(consents.accept_policy(&bob).await, Ok(None));
    })
    .await;
}

#[tokio::test]
async fn contests_have_entrants_each_once_and_in_order() {
    each(async |Store { consents, .. }| {
        let (cup, ladder) = (Contest::Tournament("cup".to_owned()), Contest::Ladder("cup".to_owned()));
        for name in ["cat", "ann", "bob", "ann"] {
            assert_eq!(consents.enter_contest(&cup, &player(name)).await, Ok(Entered::In));
        }
        let page = consents.entrants(&cup, None, 2).await.unwrap();
        assert_eq!(page, [player("ann"), player("bob")]);
        assert_eq!(consents.entrants(&cup, Some(player("bob")), 9).await, Ok(vec![player("cat")]));
        assert_eq!(
            consents.entrants(&ladder, None, 9).await,
            Ok(Vec::new()),
            "a ladder of that name is another contest"
        );
        consents.leave_contest(&cup, &player("bob")).await.unwrap();
        consents.leave_contest(&ladder, &player("ann")).await.unwrap();
        let is_in =
            [consents.has_entered(&cup, &player("ann")).await, consents.has_entered(&cup, &player("bob")).await];
        assert_eq!(is_in, [Ok(true), Ok(false)]);
    })
    .await;
}

#[tokio::test]
async fn a_player_is_in_so_many_contests() {
    each(async |Store { consents, .. }| {
        let contest = |number: usize| Contest::Ladder(format!("number-{number}"));
        for number in 0..CONTESTS_A_PLAYER {
            assert_eq!(consents.enter_contest(&contest(number), &player("ann")).await, Ok(Entered::In));
        }
        let one_more = consents.enter_contest(&contest(CONTESTS_A_PLAYER), &player("ann")).await;
        assert_eq!(one_more, Ok(Entered::TooMany));
        assert_eq!(consents.enter_contest(&contest(0), &player("ann")).await, Ok(Entered::In), "it is in it already");
        consents.leave_contest(&contest(1), &player("ann")).await.unwrap();
        let again = consents.enter_contest(&contest(CONTESTS_A_PLAYER), &player("ann")).await;
        assert_eq!(again, Ok(Entered::In));
    })
    .await;
}

#[tokio::test]
async fn an_entry_in_a_finished_contest_blocks_no_other() {
    each(async |Store { consents, contests, .. }| {
        let contest = |number: usize| Contest::Tournament(format!("number-{number}"));
        for number in 0..CONTESTS_A_PLAYER {
            let events = vec![b"opened".to_vec()];
            let new =
                NewContest { contest: contest(number), content: [1; 32], opened_unix_ms: 7, events, is_running: false };
            contests.open_contest(new).await.unwrap();
            consents.enter_contest(&contest(number), &player("ann")).await.unwrap();
        }
        let more = contest(CONTESTS_A_PLAYER);
        assert_eq!(consents.enter_contest(&more, &player("ann")).await, Ok(Entered::TooMany));
        let ends = ContestAppend {
            expected: Seq(1),
            owner: Epoch::FIRST,
            events: vec![b"end".to_vec()],
            standing: Some(ContestStanding::Over),
            is_running: Some(false),
            counts: ListedCounts::default(),
        };
        contests.append_to_contest(&contest(7), ends).await.unwrap();
        assert_eq!(consents.enter_contest(&more, &player("ann")).await, Ok(Entered::In));
        let most = contest(CONTESTS_A_PLAYER + 1);
        assert_eq!(consents.enter_contest(&most, &player("ann")).await, Ok(Entered::TooMany), "and one for one");
    })
    .await;
}

#[test]
fn a_policy_is_read_as_it_was_written_or_refused_by_field() {
    for said in [policy(), AcceptPolicy::default()] {
        assert_eq!(accept_policies::read(&accept_policies::write(&said)), Ok(said));
    }
    let usual = v1::AcceptPolicy::default;
    let game = |game: &str| v1::AcceptedGame { game: game.to_owned(), options: Vec::new() };
    let option = v1::AcceptedOption { name: "length".to_owned(), values: Vec::new() };
    for (said, field) in [
        (v1::AcceptPolicy { min_base_ms: 2, max_base_ms: Some(1), ..usual() }, "max_base_ms"),
        (v1::AcceptPolicy { min_increment_ms: 2, max_increment_ms: Some(1), ..usual() }, "max_increment_ms"),
        (v1::AcceptPolicy { min_base_ms: -1, ..usual() }, "min_base_ms"),
        (v1::AcceptPolicy { stakes: 9, ..usual() }, "stakes"),
        (v1::AcceptPolicy { only_players: vec!["ann".into(), "No Name".into()], ..usual() }, "only_players[1]"),
        (v1::AcceptPolicy { except_players: vec!["ann".into(); 257], ..usual() }, "except_players"),
        (v1::AcceptPolicy { games: vec![game("a"), game("a")], ..usual() }, "games[1].game"),
        (v1::AcceptPolicy { games: vec![game("")], ..usual() }, "games[0].game"),
        (
            v1::AcceptPolicy { games: vec![v1::AcceptedGame { options: vec![option], ..game("a") }], ..usual() },
            "games[0].options[0].values",
        ),
    ] {
        assert_eq!(accept_policies::read(&said).map_err(|bad| bad.field), Err(field.to_owned()));
    }
}
