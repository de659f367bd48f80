//! Round-trip time: the measured part is not charged to a move, up to the allowance.

use std::time::Duration;

use referee_client::{
    NewMatch,
    pb::{self, match_event::Event, play_request::Message as Said, play_response::Message},
};
use tokio::time::sleep;

use crate::api::rig::{Bot, Rig, kamisado, play_move};

/// Delay of the bot's pongs.
const WAY: Duration = Duration::from_millis(20);

/// Answers a turn after a while, and returns the move in its public form.
async fn play(bot: &mut Bot, match_id: &str, after: Duration) -> pb::MovePlayed {
    let turn = bot.turn().await;
    sleep(after).await;
    let request = play_move(match_id, turn.turn_id, &turn.legal[0]);
    bot.say(Said::Command(request)).await;
    let own = turn.seat;
    bot.hear_until(|said| match said {
        Message::Event(seen) => match seen.event.and_then(|event| event.event) {
            Some(Event::MovePlayed(moved)) if moved.seat == own => Some(moved),
            _ => None,
        },
        _ => None,
    })
    .await
}

async fn answer_ping(bot: &mut Bot) {
    let nonce = bot.hear_until(|said| if let Message::Ping(ping) = said { Some(ping.nonce) } else { None }).await;
    sleep(WAY).await;
    bot.say(Said::Pong(pb::Pong { nonce })).await;
}

#[tokio::test]
async fn a_measured_way_is_not_charged() {
    let rig = Rig::start().await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let (mut black, mut white) = (Bot::enter(&ann).await, Bot::enter(&bob).await);
    let time_controls = vec!["60 lag=10".to_owned(), "60 lag=0.005".to_owned()];
    let new = NewMatch { rules: pb::MatchRules { time_controls, ..Default::default() }, ..kamisado("ann", "bob") };
    let id = ann.create(new).await.expect("both are here").match_id;
    answer_ping(&mut black).await;
    answer_ping(&mut white).await;
    // The first turn may be handed over before or after the pong arrives, so these moves are not
    // checked.
    play(&mut black, &id, Duration::ZERO).await;
    play(&mut white, &id, Duration::ZERO).await;
    for (bot, least, most) in [(&mut black, WAY, Duration::from_secs(5)), (&mut white, Duration::from_millis(5), WAY)] {
        let moved = play(bot, &id, WAY * 3).await;
        let took = moved.received_ns - moved.sent_ns;
        let [lag, all] = [moved.lag_ns, took].map(|nanos| Duration::from_nanos(nanos.cast_unsigned()));
        assert!(lag >= least.min(all) && lag <= most, "{lag:?} of {all:?}");
        assert_eq!(moved.charged_ns, took - moved.lag_ns);
    }
}

#[tokio::test]
async fn an_unmeasured_delay_is_charged() {
    let rig = Rig::start().await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let (mut black, mut white) = (Bot::enter(&ann).await, Bot::enter(&bob).await);
    let time_controls = vec!["60 lag=10".to_owned(), "60".to_owned()];
    let new = NewMatch { rules: pb::MatchRules { time_controls, ..Default::default() }, ..kamisado("ann", "bob") };
    let id = ann.create(new).await.expect("both are here").match_id;
    for number in 0..4 {
        let bot = if number % 2 == 0 { &mut black } else { &mut white };
        // A pong without a matching ping measures nothing.
        bot.say(Said::Pong(pb::Pong { nonce: 99 })).await;
        let moved = play(bot, &id, Duration::ZERO).await;
        assert_eq!((moved.lag_ns, moved.charged_ns), (0, moved.received_ns - moved.sent_ns));
    }
}
