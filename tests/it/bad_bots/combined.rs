//! Bad bots with two faults at once, one of which hides the other.

use std::{collections::BTreeSet, time::Duration};

use referee_client::pb::{
    self, Hello, Reason, SeatEvent, match_event::Event, play_request::Message as Said, play_response::Message,
};
use tokio::{task::spawn_blocking, time::sleep};

use super::{
    floods::flood::{
        Flood, Flooding, Target,
        positions::{STEPS, position},
    },
    golden::Recover,
    grpc::{Table, finish},
};
use crate::api::{
    raw::{RawBot, Reads},
    rig::{Bot, agreed, kamisado, open_turn, play_move},
};

/// The names of the behaviours.
pub const ALL: &[&str] = &["flood_unread", "many_matches_read_slowly", "return_and_flood", "silent_beside_flood"];
/// Number of commands in a flood.
const FLOOD: usize = 2_000;
/// Number of reconnections of a bot, and number of commands per connection.
const RETURNS: usize = 8;
const SAID: usize = 250;
/// Number of a bot's other matches, and pause between the messages that it reads.
const BESIDE: usize = 5;
const SLOWLY: Duration = Duration::from_millis(20);
/// Time limit per move. It is longer than the bot needs to read all waiting messages.
const PATIENT: &str = "st=60";
/// Duration of the flood if the bot recovers.
const FLOODS_FOR: Duration = Duration::from_millis(500);

/// Plays one match. Returns its id, its verdict, and the last reason for which the server refused
/// the bot.
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
    Hello { max_matches: Some(8), ..Hello::default() }
}

fn junk(id: &str) -> Said {
    Said::Command(play_move(id, 99_999, "a1a1"))
}

/// Moves, sends far too many commands, and reads no answers.
async fn flood_unread(table: &Table<'_>, good: &mut Bot) -> (String, pb::Verdict, Option<Reason>) {
    let mut bot = RawBot::enter(table.server.address, &table.bad_token, hello(), Reads::WhenOpened).await;
    let id = table.open(table.time_control()).await;
    let (turn_id, legal) = open_turn(&table.bad, &id).await;
    let first = Said::Command(play_move(&id, turn_id, &legal));
    bot.say(std::iter::once(first).chain((0..FLOOD).map(|_| junk(&id))));
    (id.clone(), finish(table, good, None, &id).await, None)
}

/// Answers a turn with the first legal move.
fn answer(turn: &pb::Turn) -> Said {
    Said::Command(play_move(&turn.match_id, turn.turn_id, &turn.legal[0]))
}

/// Reads one message at a time slowly and answers it, while many matches send messages. All matches
/// are played to their ends.
async fn read_slowly(table: &Table<'_>, good: &mut Bot) -> (String, pb::Verdict, Option<Reason>) {
    let mut bot = RawBot::enter(table.server.address, &table.bad_token, hello(), Reads::Slowly(SLOWLY)).await;
    let [first, second] = &table.names;
    let mut open = BTreeSet::new();
    for _ in 0..BESIDE {
        open.insert(agreed(kamisado(second, first), [&table.good, &table.bad]).await);
    }
    let id = table.open(PATIENT).await;
    open.insert(id.clone());
    let reading = async {
        loop {
            match bot.hear().await.expect("its stream stays open") {
                Message::Turn(turn) => bot.say([answer(&turn)]),
                Message::Ping(pb::Ping { nonce }) => bot.say([Said::Pong(pb::Pong { nonce })]),
                Message::Refused(refused) => panic!("it is refused: {refused:?}"),
                _ => {}
            }
        }
    };
    let verdict = tokio::select! {
        verdict = play_all(good, open, &id) => verdict,
        () = reading => unreachable!("it reads on"),
    };
    (id, verdict, None)
}

/// Plays these matches until all end normally. Returns the verdict of `id`.
async fn play_all(good: &mut Bot, mut open: BTreeSet<String>, id: &str) -> pb::Verdict {
    let mut of_id = None;
    while !open.is_empty() {
        match good.hear().await {
            Message::Turn(turn) => good.say(answer(&turn)).await,
            Message::Ping(pb::Ping { nonce }) => good.say(Said::Pong(pb::Pong { nonce })).await,
            Message::Event(seen) => {
                let SeatEvent { match_id, event } = *seen;
                let Some(Event::MatchEnded(ended)) = event.and_then(|event| event.event) else { continue };
                let verdict = ended.verdict.unwrap_or_default();
                assert_eq!(verdict.termination(), pb::Termination::Normal, "{match_id}: {verdict:?}");
                open.remove(&match_id);
                if match_id == id {
                    of_id = Some(verdict);
                }
            }
            _ => {}
        }
    }
    of_id.expect("it is one of them")
}

/// Reconnects repeatedly, and sends far too many commands each time.
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

/// Stays silent while an anonymous caller at the same address makes the most expensive calls.
async fn silent_beside_flood(table: &Table<'_>, good: &mut Bot) -> (String, pb::Verdict, Option<Reason>) {
    let mut bot = Bot::enter(&table.bad).await;
    // Computes the position before the match starts, because that takes a while.
    spawn_blocking(|| position(STEPS)).await.expect("it is made");
    let target = Target { url: format!("http://{}", table.server.address), ..Target::default() };
    let mut flooding = Flooding::begin(Flood::DearPositions, target).await.expect("it begins");
    let id = table.open(table.time_control()).await;
    if table.row.recover == Recover::On {
        while !matches!(bot.hear().await, Message::Turn(_)) {}
        sleep(FLOODS_FOR).await;
        assert_eq!(flooding.failure(), None, "it began");
        drop(flooding);
        return (id.clone(), finish(table, good, Some(bot), &id).await, None);
    }
    let verdict = finish(table, good, Some(bot), &id).await;
    assert_eq!(flooding.failure(), None, "it began");
    (id, verdict, None)
}
