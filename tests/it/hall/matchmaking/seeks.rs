//! Pairing of seeks of which some cannot be opened, and the public list of players that have
//! agreed.

use std::sync::Arc;

use referee::{
    games,
    hall::{
        NewMatch,
        challenges::{
            board::LobbyChange,
            challenge::{Challenge, ChallengeState},
            lifecycle::NewChallenge,
        },
        lobby::Profile,
    },
    ids::{PlayerId, Seat},
    law::{AcceptPolicy, Reason},
    store::PublicId,
};
use tokio::sync::broadcast::Receiver;

use crate::hall::{
    lobby::{enter, profile},
    matchmaking::challenges::{accepts, from, of_four, proposed, register},
    rig::{create, memory, new_match, open, player},
};

/// Returns the changed challenges, in the order of the lobby's messages.
fn told(changes: &mut Receiver<LobbyChange>) -> Vec<Arc<Challenge>> {
    let mut told = Vec::new();
    while let Ok(change) = changes.try_recv() {
        if let LobbyChange::Challenge(challenge) = change {
            told.push(challenge);
        }
    }
    told
}

fn names(challenge: &Challenge) -> Vec<&str> {
    challenge.accepted_by.iter().map(PlayerId::as_str).collect()
}

/// A seek cannot be opened once its challenger has reached its maximum number of matches. Other
/// seeks are still paired.
#[tokio::test(start_paused = true)]
async fn a_seek_that_cannot_be_opened_blocks_no_other() {
    let hall = open(&memory()).await;
    let one_match = || Profile { max_matches: 1, ..profile() };
    let mut lines = Vec::new();
    let mut stuck = Vec::new();
    for name in ["full1", "full2"] {
        lines.push(enter(&hall, name, one_match()).await);
        create(&hall, new_match("single", "inf", [name, "zoe"])).await;
        stuck.push(hall.challenge(proposed(name, &[])).await.expect("an open seek").id.clone());
    }
    let first = hall.challenge(proposed("bob", &[])).await.expect("an open seek");
    assert_eq!(first.state, ChallengeState::Open, "without an opponent yet");
    let second = hall.challenge(proposed("carl", &[])).await.expect("an open seek");
    assert_eq!(second.state, ChallengeState::Accepted(second.id.clone()), "with bob, behind those who cannot");

    accepts(&hall, "dora", AcceptPolicy::default()).await;
    lines.push(enter(&hall, "dora", profile()).await);
    lines.push(enter(&hall, "eve", profile()).await);
    let third = hall.challenge(proposed("eve", &[])).await.expect("an open seek");
    assert_eq!(third.state, ChallengeState::Accepted(third.id.clone()), "with a bot");
    for id in &stuck {
        let open = hall.challenges(None, None, 99);
        assert!(open.iter().any(|open| open.id == *id), "it stays until they can");
    }
}

#[tokio::test(start_paused = true)]
async fn the_many_seeks_of_one_owner_hide_no_others() {
    let store = memory();
    let hall = open(&store).await;
    register(&store, "owner", None).await;
    let bots = ["bot1", "bot2", "bot3", "bot4"];
    let own = AcceptPolicy { except_same_owner: true, ..AcceptPolicy::default() };
    for bot in bots {
        accepts(&hall, bot, own.clone()).await;
        register(&store, bot, Some("owner")).await;
        for _ in 0..16 {
            hall.challenge(from(proposed(bot, &[]), [10, 0, 0, 1])).await.expect("there is room");
        }
    }
    let policy = AcceptPolicy { except_players: bots.map(player).into(), ..AcceptPolicy::default() };
    accepts(&hall, "ann", policy.clone()).await;
    let anns = hall.challenge(proposed("ann", &[])).await.expect("an open seek");
    assert_eq!(anns.state, ChallengeState::Open, "she plays with none of them");
    accepts(&hall, "taker", policy).await;
    let _here = (enter(&hall, "ann", profile()).await, enter(&hall, "taker", profile()).await);
    hall.has_come(&player("taker")).await;
    let now = hall.accept_challenge(&anns.id, &player("ann")).await.expect("it is her own");
    assert_eq!(now.state, ChallengeState::Accepted(anns.id.clone()), "it is found behind the others");
}

#[tokio::test(start_paused = true)]
async fn a_seek_of_a_game_that_a_bot_does_not_play_takes_no_place_before_it() {
    let hall = open(&memory()).await;
    let dvonn = games::find("dvonn").expect("the game").facts();
    for number in 0..70 {
        let asked = proposed(&format!("p{number}"), &[]);
        let new = NewMatch { game: dvonn.id, setting: dvonn.setting(2, []).expect("a setting"), ..asked.new };
        // All seeks ask for the same seat, so no two of them can be paired.
        let seek = hall.challenge(NewChallenge { new, seat: Some(Seat(0)), ..asked }).await;
        assert_eq!(seek.expect("there is room").state, ChallengeState::Open);
    }
    accepts(&hall, "taker", AcceptPolicy::default()).await;
    let anns = hall.challenge(proposed("ann", &[])).await.expect("an open seek");
    let only = Profile { games: vec!["kamisado".to_owned()], ..profile() };
    let _here = (enter(&hall, "ann", profile()).await, enter(&hall, "taker", only).await);
    hall.has_come(&player("taker")).await;
    let now = hall.accept_challenge(&anns.id, &player("ann")).await.expect("it is her own");
    assert_eq!(now.state, ChallengeState::Accepted(anns.id.clone()));
}

#[tokio::test(start_paused = true)]
async fn the_lobby_lists_players_that_agree_by_their_policy() {
    let hall = open(&memory()).await;
    accepts(&hall, "bob", AcceptPolicy { custom_rules: true, ..AcceptPolicy::default() }).await;
    let mut changes = hall.lobby_changes();
    let opponents = ["bob", "carl", "dora"].map(player).to_vec();
    let asked = of_four("ann");
    let mut new = asked.new.clone();
    new.players.extend(opponents.iter().cloned());
    hall.challenge(NewChallenge { opponents, new, ..asked }).await.expect("it is put to them");
    let told = told(&mut changes);
    assert_eq!(told.iter().map(|told| names(told)).collect::<Vec<_>>(), [vec!["ann"], vec!["ann", "bob"]]);
}

#[tokio::test(start_paused = true)]
async fn the_lobby_removes_players_that_no_longer_agree() {
    let hall = open(&memory()).await;
    let _here = enter(&hall, "ann", Profile { max_matches: 1, ..profile() }).await;
    create(&hall, new_match("single", "inf", ["ann", "zoe"])).await;
    let challenge = hall.challenge(proposed("ann", &["bob"])).await.expect("it is put to him");
    let mut changes = hall.lobby_changes();
    let refused = hall.accept_challenge(&challenge.id, &player("bob")).await.expect_err("she has no place");
    assert_eq!(refused.reason, Reason::BotUnavailable);
    let told = told(&mut changes);
    assert_eq!(told.iter().map(|told| names(told)).collect::<Vec<_>>(), [vec!["ann", "bob"], vec!["ann"]]);
}

#[tokio::test(start_paused = true)]
async fn a_challenge_does_not_outlive_a_token_that_was_revoked_before_it_stood() {
    let hall = open(&memory()).await;
    for opponents in [&["bob"][..], &[]] {
        let token = Some(PublicId::new(7));
        let refused = hall.challenge(NewChallenge { token, ..proposed("ann", opponents) }).await;
        assert_eq!(refused.expect_err("no such token is there").reason, Reason::Unauthenticated);
        assert!(hall.challenges(Some(&player("ann")), None, 9).is_empty());
    }
}
