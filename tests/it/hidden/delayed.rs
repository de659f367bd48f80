//! Delayed events, which spectators must not see. Two servers open the same match and play
//! different moves. A spectator must receive the same bytes from both.

use std::time::Duration;

use referee::{
    games::{Catalogue, GAMES, Game, search::split_mix::SplitMix64},
    hall::Limits,
};
use referee_client::{NewMatch, pb};

use super::wire::{looks, struck_out};
use crate::{
    api::rig::{Bot, Rig, agreed, play_move},
    takeaway::TAKEAWAY,
};

/// Number of moves on the two servers, too few to end any game.
const MOVES: [(u32, u32); 2] = [(0, 4), (2, 3)];
/// A delay longer than any of these matches.
const DELAY: Duration = Duration::from_secs(3600);

#[test]
fn no_byte_of_delayed_events_reaches_a_spectator() {
    let test_game: &'static dyn Game = &TAKEAWAY;
    for game in GAMES.iter().copied().chain([test_game]) {
        for (few, many) in MOVES {
            let (here, there) = (transcript(game, DELAY, few), transcript(game, DELAY, many));
            for (one, another) in here.lines().zip(there.lines()) {
                assert_eq!(one, another, "{}: {few} moves are told from {many}", game.facts().id);
            }
            assert_eq!(here.len(), there.len());
            assert!(here.len() > 1_000, "{}: hardly anything was said", game.facts().id);
        }
        let (here, there) = (transcript(game, Duration::ZERO, 1), transcript(game, Duration::ZERO, 3));
        assert_ne!(here, there, "{}: without a delay they are told", game.facts().id);
    }
}

/// Returns all that a spectator receives of a match with this many moves.
fn transcript(game: &'static dyn Game, delay: Duration, moves: u32) -> String {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(served(game, delay, moves))
}

async fn served(game: &'static dyn Game, delay: Duration, moves: u32) -> String {
    let games: &'static [&'static dyn Game] = Box::leak(Box::new([game]));
    let limits = Limits { spectator_delay: delay, ..Limits::default() };
    let rig = Rig::with(Catalogue::new(games), limits).await;
    let setting = game.facts().setting(0, []).expect("the usual setting");
    let names: Vec<String> = (0..setting.seats()).map(|seat| format!("player{seat}")).collect();
    let mut players = Vec::new();
    for name in &names {
        players.push(rig.player(name).await);
    }
    let new = NewMatch {
        game: game.facts().id.into(),
        rules: referee_client::pb::MatchRules { nonce_wait_ms: Some(0), ..referee_client::timed("600+1") },
        players: names,
        ..NewMatch::default()
    };
    let id = agreed(new, &players).await;
    let mut bots = Vec::new();
    if moves > 0 {
        for player in &players {
            bots.push(Bot::enter(player).await);
        }
    }
    let mut luck = SplitMix64::new(u64::from(moves));
    for at in 0..moves {
        let asked = pb::GetMatchRequest { match_id: id.clone(), ..Default::default() };
        let mut seat = None;
        while seat.is_none() {
            // The side to move is part of the last seat's turn. It is empty only if the match is
            // over.
            let seen = players[0].matches().get_match(asked.clone()).await.expect("it is there").into_inner();
            let summary = seen.summary.expect("a summary");
            assert!(summary.verdict.is_none(), "it is over after {at} moves");
            seat = summary.turn_seat;
        }
        let bot = &mut bots[seat.expect("a seat has its turn") as usize];
        let turn = bot.turn().await;
        let notation = luck.pick(&turn.legal).expect("a legal move");
        bot.ask(play_move(&id, turn.turn_id, notation)).await.expect("it is legal");
    }
    let looker = rig.player("looker").await;
    let told = looks(&rig.client, game, &id).await + &looks(&looker, game, &id).await;
    struck_out(&told, &id)
}
