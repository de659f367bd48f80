//! Bad bots with two vices at once, of which the one covers the other.

use std::time::Duration;

use referee_client::pb::{
    self, GetMatchRequest, GetPositionRequest, Hello, Reason, play_request::Message as Said, play_response::Message,
};
use tokio::{task::JoinSet, time::sleep};

use super::{
    golden::Recover,
    grpc::{Table, finish},
};
use crate::api::{
    raw::{RawBot, Reads},
    rig::{Bot, kamisado, play_move},
};

/// The behaviours.
pub const ALL: &[&str] = &["flood_unread", "many_matches_read_slowly", "return_and_flood", "silent_beside_flood"];
/// How many commands a flood has.
const FLOOD: usize = 2_000;
/// How often a bot comes back, and what it says each time.
const RETURNS: usize = 8;
const SAID: usize = 250;
/// How many matches a bot has beside, and how slowly it reads.
const BESIDE: usize = 5;
const SLOWLY: Duration = Duration::from_millis(20);
/// How many calls another connection has open, and for how long where the bot goes on.
const CALLS: usize = 64;
const FLOODS_FOR: Duration = Duration::from_millis(500);

/// Plays one match; the verdict, and why the bot was refused last.
pub async fn play(table: &Table<'_>, good: &mut Bot) -> (String, pb::Verdict, Option<Reason>) {
    match table.row.behaviour.as_str() {
        "flood_unread" => flood_unread(table, good).await,
        "many_matches_read_slowly" => read_slowly(table, good).await,
        "return_and_flood" => return_and_flood(table, good).await,
        "silent_beside_flood" => silent_beside_flood(table, good).await,
        other => panic!("no bot here does `{other}`"),
    }
}

fn hello() -> Hello {
    Hello { max_matches: 8, ..Hello::default() }
}

fn junk(id: &str) -> Said {
    Said::Command(play_move(id, "junk", 9, 9, "a1a1"))
}

/// Moves, says far more than anybody wants to hear, and reads nothing of what comes of it.
async fn flood_unread(table: &Table<'_>, good: &mut Bot) -> (String, pb::Verdict, Option<Reason>) {
    let mut bot = RawBot::enter(table.server.address, &table.bad_token, hello(), Reads::WhenOpened).await;
    let id = table.open(table.time_control()).await;
    let legal = loop {
        let look = GetMatchRequest { match_id: id.clone() };
        let seen = table.bad.matches().get_match(look).await.expect("it is there").into_inner();
        if let Some(first) = seen.legal.into_iter().next() {
            break first.notation;
        }
    };
    let first = Said::Command(play_move(&id, "legal", 1, 0, &legal));
    bot.say(std::iter::once(first).chain((0..FLOOD).map(|_| junk(&id))));
    (id.clone(), finish(table, good, None, &id).await, None)
}

/// Reads a message now and then, while many matches have something to say.
async fn read_slowly(table: &Table<'_>, good: &mut Bot) -> (String, pb::Verdict, Option<Reason>) {
    let _bot = RawBot::enter(table.server.address, &table.bad_token, hello(), Reads::Slowly(SLOWLY)).await;
    let [first, second] = &table.names;
    for _ in 0..BESIDE {
        table.bad.create(kamisado(second, first)).await.expect("both are here");
    }
    let id = table.open(table.time_control()).await;
    (id.clone(), finish(table, good, None, &id).await, None)
}

/// Comes back again and again, and says far too much each time.
async fn return_and_flood(table: &Table<'_>, good: &mut Bot) -> (String, pb::Verdict, Option<Reason>) {
    let mut bot = Bot::enter(&table.bad).await;
    let id = table.open(table.time_control()).await;
    for _ in 0..RETURNS {
        for _ in 0..SAID {
            bot.say(junk(&id)).await;
        }
        bot = Bot::enter(&table.bad).await;
    }
    (id.clone(), finish(table, good, Some(bot), &id).await, None)
}

/// Says nothing, while another player at the same address asks as much as it can.
async fn silent_beside_flood(table: &Table<'_>, good: &mut Bot) -> (String, pb::Verdict, Option<Reason>) {
    let mut bot = Bot::enter(&table.bad).await;
    let id = table.open(table.time_control()).await;
    let token = table.server.client.register(&format!("x{}", table.names[0])).await.expect("the name is free");
    let floods = referee_client::Client::connect(&format!("http://{}", table.server.address)).await;
    let floods = floods.expect("the server is there").with_token(&token).expect("a token");
    let mut flooding = JoinSet::new();
    for _ in 0..CALLS {
        let floods = floods.clone();
        flooding.spawn(async move {
            loop {
                let asked = GetPositionRequest { game: "kamisado".to_owned(), ..GetPositionRequest::default() };
                // Whatever becomes of it.
                let _ = floods.games().get_position(asked).await;
            }
        });
    }
    if table.row.recover == Recover::On {
        while !matches!(bot.hear().await, Message::Turn(_)) {}
        sleep(FLOODS_FOR).await;
        drop(flooding);
        return (id.clone(), finish(table, good, Some(bot), &id).await, None);
    }
    (id.clone(), finish(table, good, Some(bot), &id).await, None)
}
