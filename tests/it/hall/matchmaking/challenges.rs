//! Simultaneous challenges, and limits on their number.

use std::{net::IpAddr, time::Duration};

use futures_util::future::join_all;
use referee::{
    games,
    hall::{
        Hall, NewMatch,
        challenges::{
            board::LobbyChange,
            challenge::{
                CHALLENGES_OF_A_PLAYER, CHALLENGES_OF_AN_ADDRESS, CHALLENGES_OF_AN_OWNER,
                CHALLENGES_OF_AN_OWNER_TO_A_PLAYER, CHALLENGES_TO_A_PLAYER, ChallengeState, DeclineReason, Declined,
            },
            lifecycle::NewChallenge,
        },
        limits::creation_limits::Creator,
        lobby::Profile,
    },
    ids::{MatchId, PlayerId},
    law::{AcceptPolicy, Reason, Refusal, TimeControl},
    store::{MatchFilter, NewAccount, RequestKey, Store},
};

use crate::hall::{
    lobby::{enter, profile},
    rig::{memory, new_match, open, player, request},
};

/// Returns a challenge to these players, or an open one if there are none. It stays open even if
/// its challenger has no stream.
pub fn proposed(challenger: &str, opponents: &[&str]) -> NewChallenge {
    let opponents: Vec<PlayerId> = opponents.iter().map(|name| player(name)).collect();
    let mut players = vec![player(challenger)];
    players.extend(opponents.iter().cloned());
    let request = RequestKey { player: player(challenger), request_id: String::new(), content: [0; 32] };
    let new = NewMatch { players, request, ..new_match("single", "60", ["ann", "bob"]) };
    NewChallenge {
        challenger: player(challenger),
        opponents,
        new,
        seat: None,
        keep: true,
        is_link: false,
        within: Duration::from_secs(600),
        request_id: Default::default(),
        content: [0; 32],
        token: None,
    }
}

/// Returns an open challenge for a match of four.
pub fn of_four(challenger: &str) -> NewChallenge {
    let asked = proposed(challenger, &[]);
    let game = games::find("honest_john").expect("the game");
    let setting = game.facts().setting(4, []).expect("a setting");
    let time_controls = vec![TimeControl::parse("60").expect("a time control"); 4];
    let new = NewMatch { game: game.facts().id, setting, time_controls, ..asked.new };
    NewChallenge { new, ..asked }
}

pub fn from(challenge: NewChallenge, address: [u8; 4]) -> NewChallenge {
    let creator = Creator { player: challenge.challenger.clone(), address: Some(IpAddr::from(address)) };
    NewChallenge { new: NewMatch { creator: Some(creator), ..challenge.new }, ..challenge }
}

pub async fn accepts(hall: &Hall, name: &str, policy: AcceptPolicy) {
    hall.set_accept_policy(&player(name), Some(policy)).await.expect("it is kept");
}

fn limit(refused: Result<impl std::fmt::Debug, Refusal>) -> (&'static str, u64) {
    let refusal = refused.expect_err("as many are open as may be");
    assert!(refusal.retry_after_ms.is_some(), "it says when to try again: {refusal:?}");
    let limit = refusal.limit.expect("it names the limit");
    (limit.name, limit.most)
}

/// The limit on a player's matches is checked when the players are seated, not when a challenge is
/// made.
#[tokio::test(start_paused = true)]
async fn a_policy_that_takes_one_match_takes_one_of_many_that_come_at_once() {
    let hall = open(&memory()).await;
    accepts(&hall, "bob", AcceptPolicy { max_matches: Some(1), ..AcceptPolicy::default() }).await;
    let names = ["ann", "carl", "dora", "eve"];
    let mut here = vec![enter(&hall, "bob", Profile { max_matches: 9, ..profile() }).await];
    for name in names {
        here.push(enter(&hall, name, profile()).await);
    }
    let answers = join_all(names.map(|name| hall.challenge(proposed(name, &["bob"])))).await;
    let states: Vec<ChallengeState> =
        answers.into_iter().map(|answer| answer.expect("it is answered").state.clone()).collect();
    let accepted = states.iter().filter(|state| matches!(state, ChallengeState::Accepted(_))).count();
    let busy = |state: &&ChallengeState| match state {
        ChallengeState::Declined(declined) => declined.by == player("bob") && declined.reason == DeclineReason::Busy,
        _ => false,
    };
    assert_eq!((accepted, states.iter().filter(busy).count()), (1, 3), "{states:?}");
    let filter = MatchFilter { unfinished: true, player: Some(player("bob")), ..MatchFilter::default() };
    assert_eq!(hall.list(filter, None, 9, |_| referee::ids::Viewer::Spectator).await.expect("a page").len(), 1);
}

#[tokio::test(start_paused = true)]
async fn all_players_of_a_match_of_four_that_agreed_are_asked_about_the_next() {
    let hall = open(&memory()).await;
    let except_players = [player("eve")].into();
    accepts(&hall, "bob", AcceptPolicy { except_players, ask: true, ..AcceptPolicy::default() }).await;
    let seek = hall.challenge(of_four("ann")).await.expect("an open seek");
    let agreed = hall.accept_challenge(&seek.id, &player("bob")).await.expect("a public call");
    assert_eq!((&agreed.state, agreed.accepted_by.len()), (&ChallengeState::Open, 2));
    let refused = hall.accept_challenge(&seek.id, &player("eve")).await.expect_err("bob does not play with eve");
    assert_eq!((refused.reason, refused.field.as_ref()), (Reason::NotAccepted, "accepts.except_players"));
    assert_eq!(refused.value, "bob");
    hall.accept_challenge(&seek.id, &player("dora")).await.expect("the challenge is open");
    let accepted = hall.accept_challenge(&seek.id, &player("carl")).await.expect("the challenge is open");
    assert_eq!(accepted.state, ChallengeState::Accepted(seek.id.clone()));
}

#[tokio::test(start_paused = true)]
async fn a_request_id_gets_its_challenge_again_and_no_other() {
    let hall = open(&memory()).await;
    let named = |content| NewChallenge { request_id: request("r-1"), content, ..proposed("ann", &["bob"]) };
    let first = hall.challenge(named([1; 32])).await.expect("it is put to him");
    assert_eq!(hall.challenge(named([1; 32])).await.expect("the same").id, first.id);
    for _ in 0..2 {
        let reused = hall.challenge(named([2; 32])).await.expect_err("it is another one");
        assert_eq!((reused.reason, reused.field.as_ref()), (Reason::RequestIdReused, "request_id"));
        // The same holds after the challenge was cancelled.
        let _ = hall.cancel_challenge(&first.id, &player("ann"));
    }
    let elsewhere = NewChallenge { request_id: request("r-1"), ..proposed("carl", &["bob"]) };
    assert_ne!(hall.challenge(elsewhere).await.expect("another player's challenge").id, first.id);
}

pub async fn register(store: &Store, name: &str, owner: Option<&str>) {
    let new = NewAccount {
        player: player(name),
        owner: owner.map(player),
        is_guest: false,
        display_name: String::new(),
        token: None,
        created_unix_ms: 0,
        recovery_code: None,
        invite: None,
        most_owned: 99,
    };
    store.accounts.register(new).await.expect("it is kept");
}

#[tokio::test(start_paused = true)]
async fn one_owner_and_one_address_have_a_number_of_challenges() {
    let store = memory();
    let hall = open(&store).await;
    register(&store, "owner", None).await;
    let bots: Vec<String> = (0..5).map(|number| format!("bot{number}x")).collect();
    for bot in &bots {
        register(&store, bot, Some("owner")).await;
    }
    let mut opened = 0;
    let full = 'full: loop {
        for (number, bot) in bots.iter().enumerate() {
            for _ in 0..CHALLENGES_OF_A_PLAYER {
                let opponent = format!("o{}", opened % 17);
                let address = [10, 0, 0, u8::try_from(number).expect("few")];
                match hall.challenge(from(proposed(bot, &[&opponent]), address)).await {
                    Ok(_) => opened += 1,
                    full => break 'full full,
                }
            }
        }
    };
    assert_eq!(limit(full), ("challenges_of_an_owner", CHALLENGES_OF_AN_OWNER as u64));
    assert_eq!(opened, CHALLENGES_OF_AN_OWNER);

    let here = [10, 1, 1, 1];
    for number in 0..CHALLENGES_OF_AN_ADDRESS {
        let (name, opponent) = (format!("p{}", number / CHALLENGES_OF_A_PLAYER), format!("q{}", number % 9));
        hall.challenge(from(proposed(&name, &[&opponent]), here)).await.expect("there is room");
    }
    let full = hall.challenge(from(proposed("newcomer", &["bob"]), here)).await;
    assert_eq!(limit(full), ("challenges_of_an_address", CHALLENGES_OF_AN_ADDRESS as u64));
    hall.challenge(from(proposed("newcomer", &["bob"]), [10, 1, 1, 2])).await.expect("from elsewhere");
    for number in 1..CHALLENGES_OF_A_PLAYER {
        hall.challenge(proposed("newcomer", &[&format!("q{}", number % 9)])).await.expect("there is room");
    }
    let full = hall.challenge(proposed("newcomer", &["bob"])).await;
    assert_eq!(limit(full), ("challenges_of_a_player", CHALLENGES_OF_A_PLAYER as u64));
}

#[tokio::test(start_paused = true)]
async fn a_list_of_challenges_has_pages_and_the_oldest_comes_first() {
    let hall = open(&memory()).await;
    let mut ids = Vec::new();
    for number in 0..7 {
        let challenger = format!("p{number}");
        ids.push(hall.challenge(proposed(&challenger, &["bob"])).await.expect("it is put to him").id.clone());
    }
    hall.cancel_challenge(&ids.remove(3), &player("p3")).expect("it is its own");
    let (mut seen, mut after) = (Vec::new(), None);
    loop {
        let page = hall.challenges(Some(&player("bob")), after.as_ref(), 2);
        assert!(page.len() <= 2);
        let Some(last) = page.last() else { break };
        after = Some(last.position());
        seen.extend(page.iter().map(|challenge| challenge.position()));
    }
    assert!(seen.is_sorted(), "the oldest first");
    let mut seen: Vec<_> = seen.into_iter().map(|(_, id)| id).collect();
    seen.sort();
    ids.sort();
    assert_eq!(seen, ids);
    assert!(hall.challenges(None, None, 9).is_empty(), "they concern no other player");
}

#[tokio::test(start_paused = true)]
async fn a_full_inbox_takes_a_new_challenger_until_all_have_the_same_share() {
    let store = memory();
    let hall = open(&store).await;
    register(&store, "owner", None).await;
    register(&store, "bot1", Some("owner")).await;
    let owned = |name: &str| from(proposed(name, &["bob"]), [10, 0, 0, 1]);
    let mut lobby = hall.lobby_changes();
    let mut greedy = Vec::new();
    for name in ["owner", "bot1"].iter().cycle().take(CHALLENGES_OF_AN_OWNER_TO_A_PLAYER) {
        greedy.push(hall.challenge(owned(name)).await.expect("there is room").id.clone());
    }
    let full = hall.challenge(owned("bot1")).await;
    assert_eq!(limit(full), ("challenges_of_an_owner_to_a_player", CHALLENGES_OF_AN_OWNER_TO_A_PLAYER as u64));

    let others = CHALLENGES_TO_A_PLAYER - CHALLENGES_OF_AN_OWNER_TO_A_PLAYER;
    for number in 0..others {
        hall.challenge(proposed(&format!("p{number}"), &["bob"])).await.expect("there is room");
    }
    // Each new challenger displaces a challenge of the owner with the most, until all owners have
    // one each.
    for number in 1..CHALLENGES_OF_AN_OWNER_TO_A_PLAYER {
        hall.challenge(proposed(&format!("n{number}"), &["bob"])).await.expect("a newcomer gets in");
        assert_eq!(hall.challenges(Some(&player("bob")), None, 99).len(), CHALLENGES_TO_A_PLAYER);
    }
    let closed = declined(&mut lobby);
    assert_eq!(closed.len(), CHALLENGES_OF_AN_OWNER_TO_A_PLAYER - 1);
    for (id, declined) in closed {
        assert!(greedy.contains(&id), "{id} is of another owner");
        assert_eq!((declined.by, declined.reason), (player("bob"), DeclineReason::Busy));
        assert!(declined.text.contains("open challenges"), "{}", declined.text);
    }
    hall.challenge(proposed("n8", &["bob"])).await.expect("a newcomer with none gets in where all have one");
    let full = hall.challenge(proposed("n8", &["bob"])).await;
    assert_eq!(limit(full), ("challenges_to_a_player", CHALLENGES_TO_A_PLAYER as u64));
}

/// Returns the challenges that were declined since the last call.
fn declined(lobby: &mut tokio::sync::broadcast::Receiver<LobbyChange>) -> Vec<(MatchId, Declined)> {
    let told = std::iter::from_fn(|| lobby.try_recv().ok());
    let declined = told.filter_map(|change| match change {
        LobbyChange::Challenge(challenge) => match &challenge.state {
            ChallengeState::Declined(declined) => Some((challenge.id.clone(), declined.clone())),
            _ => None,
        },
        LobbyChange::Presence(_) => None,
    });
    declined.collect()
}
