//! Bots that do not answer, in virtual time.

use std::time::Duration;

use referee_client::pb::{self, Reason, match_event::Event, play_request::Message as Said, play_response::Message};
use tokio::time::sleep;

use crate::api::rig::{Bot, Rig, assert_declined, play_move};

#[tokio::test]
async fn a_bot_that_is_silent_is_dropped() {
    let rig = Rig::without_keepalive().await;
    let ann = rig.player("ann").await;
    let mut bot = Bot::enter(&ann).await;
    tokio::time::pause();
    let mut nonces = Vec::new();
    let refusal = loop {
        match bot.hear().await {
            Message::Ping(pb::Ping { nonce }) => nonces.push(nonce),
            Message::Refused(refused) => break refused.refusal.unwrap_or_default(),
            other => panic!("heard {other:?}"),
        }
    };
    assert_eq!(nonces, [1, 2, 3]);
    assert_declined(Err::<(), _>(refusal), Reason::Limit, "");
    bot.hear_the_end().await;
}

#[tokio::test]
async fn a_bot_that_never_says_hello_is_dropped() {
    let rig = Rig::without_keepalive().await;
    let ann = rig.player("ann").await;
    let mut bot = Bot::open(&ann).await.expect("the stream opens");
    tokio::time::pause();
    let refusal = bot.refusal().await;
    assert!(refusal.text.contains("no `hello` within 10 s (limit `hello_within`)"), "{}", refusal.text);
    assert_declined(Err::<(), _>(refusal), Reason::Limit, "");
    bot.hear_the_end().await;
}

#[tokio::test]
async fn a_bot_that_answers_pings_stays() {
    let rig = Rig::without_keepalive().await;
    let ann = rig.player("ann").await;
    let mut bot = Bot::enter(&ann).await;
    tokio::time::pause();
    for _ in 0..20 {
        let Message::Ping(pb::Ping { nonce }) = bot.hear().await else { panic!("expected a ping") };
        bot.say(Said::Pong(pb::Pong { nonce })).await;
    }
}

#[tokio::test]
async fn a_bot_thinks_for_as_long_as_its_clock_allows() {
    let rig = Rig::without_keepalive().await;
    let (mut black, mut white, id) = rig.seated().await;
    let turn = black.turn().await;
    tokio::time::pause();
    let mut thinking = Box::pin(sleep(Duration::from_secs(3_600)));
    let mut pings = 0;
    loop {
        tokio::select! {
            () = &mut thinking => break,
            said = black.hear() => {
                let is_event = matches!(said, Message::Event(_));
                assert!(is_event, "who thinks is not asked: {said:?}");
            }
            said = white.hear() => if let Message::Ping(pb::Ping { nonce }) = said {
                pings += 1;
                white.say(Said::Pong(pb::Pong { nonce })).await;
            }
        }
    }
    assert!(pings >= 60, "a waiting bot gets pings: {pings}");
    black.ask(play_move(&id, turn.turn_id, &turn.legal[0])).await.expect("it still may");
    // It is no longer the bot's turn, so the server pings it again.
    let refusal = black.refusal().await;
    assert_eq!(refusal.reason(), Reason::Limit);
    black.hear_the_end().await;
    white.turn().await;
    let gone = white.hear_until(|said| match said {
        Message::Event(seen) => {
            matches!(seen.event.and_then(|event| event.event), Some(Event::SeatDisconnected(_))).then_some(())
        }
        _ => None,
    });
    gone.await;
}
