//! Matches between good bots, which must not depend on bad bots on the same host.

use referee_client::{
    NewMatch,
    pb::{self, match_event::Event, play_request::Message as Said, play_response::Message},
};
use tokio::task::JoinSet;

use super::stdio::{Alive, BAD};
use crate::{
    api::rig::{Bot, Rig, kamisado, play_move},
    runner::Place,
};

/// Number of matches.
pub const MATCHES: u64 = 64;

/// Plays all matches on a server concurrently. Returns the moves and the result of each.
pub async fn on_server(rig: &Rig) -> Vec<String> {
    let mut playing = JoinSet::new();
    for number in 0..MATCHES {
        let names = [format!("left-{number}"), format!("right-{number}")];
        let (left, right) = (rig.player(&names[0]).await, rig.player(&names[1]).await);
        playing.spawn(async move {
            let (mut one, mut other) = (Bot::enter(&left).await, Bot::enter(&right).await);
            let new = NewMatch { rules: referee_client::timed("inf"), ..kamisado(&names[0], &names[1]) };
            let id = left.create(new).await.expect("both are here").match_id;
            let (told, same) = tokio::join!(play(&mut one, &id, number), play(&mut other, &id, number));
            assert_eq!(told, same, "both were told the same");
            (number, told)
        });
    }
    let mut told: Vec<(u64, String)> = playing.join_all().await;
    told.sort_unstable();
    told.into_iter().map(|(_, told)| told).collect()
}

/// Plays a match with moves that depend on `seed`. Returns its moves and result.
async fn play(bot: &mut Bot, id: &str, seed: u64) -> String {
    let mut told = String::new();
    loop {
        match bot.hear().await {
            Message::Turn(turn) => {
                let mixed = (seed * 1_000 + u64::from(turn.ply)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33;
                let notation = &turn.legal[mixed as usize % turn.legal.len()];
                bot.say(Said::Command(play_move(id, turn.turn_id, notation))).await;
            }
            Message::Event(seen) => match seen.event.and_then(|event| event.event) {
                Some(Event::MovePlayed(moved)) => told.push_str(&format!("{} ", moved.notation)),
                Some(Event::ForcedMovePlayed(forced)) => told.push_str(&format!("({}) ", forced.notation)),
                Some(Event::MatchEnded(ended)) => {
                    let verdict = ended.verdict.unwrap_or_default();
                    return format!("{told}{} {:?}", verdict.termination().as_str_name(), verdict.places);
                }
                _ => {}
            },
            Message::Ping(pb::Ping { nonce }) => bot.say(Said::Pong(pb::Pong { nonce })).await,
            _ => {}
        }
    }
}

/// Plays all matches as local engines in sequence. Returns the result of each.
pub fn on_stdio() -> Vec<String> {
    let place = Place::new();
    let _alive = Alive::in_directory(place.path());
    let bot = &format!("python3 -IS {BAD} seeded .");
    let matches = MATCHES.to_string();
    let ran = place.run(&["play", "kamisado", "-e", bot, "-e", bot, "--tc", "inf", "--matches", &matches, "--json"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let shown = |line: &str| {
        let played: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let result = ["termination", "places", "points", "plies", "moves"].map(|field| played[field].to_string());
        result.join(" ")
    };
    let results: Vec<String> = ran.out.lines().take(MATCHES as usize).map(shown).collect();
    assert_eq!(place.verify_records(), MATCHES as usize);
    results
}
