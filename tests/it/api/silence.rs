//! Bots that do not answer, in virtual time.

use referee_client::pb::{self, Reason, play_request::Message as Said, play_response::Message};

use super::rig::{Bot, Rig, assert_declined};

#[tokio::test]
async fn a_bot_that_is_silent_is_dropped() {
    let rig = Rig::start().await;
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
    let rig = Rig::start().await;
    let ann = rig.player("ann").await;
    let mut bot = Bot::open(&ann).await.expect("the stream opens");
    tokio::time::pause();
    let refusal = bot.refusal().await;
    assert!(refusal.text.contains("no `hello` came within 10 s (limit `hello_within`)"), "{}", refusal.text);
    assert_declined(Err::<(), _>(refusal), Reason::Limit, "");
    bot.hear_the_end().await;
}

#[tokio::test]
async fn a_bot_that_answers_pings_stays() {
    let rig = Rig::start().await;
    let ann = rig.player("ann").await;
    let mut bot = Bot::enter(&ann).await;
    tokio::time::pause();
    for _ in 0..20 {
        let Message::Ping(pb::Ping { nonce }) = bot.hear().await else { panic!("expected a ping") };
        bot.say(Said::Pong(pb::Pong { nonce })).await;
    }
}
