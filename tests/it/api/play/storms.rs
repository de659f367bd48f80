//! Callers that connect too often, send too much or stay silent. Each of them meets a named limit,
//! and other callers are unaffected.

use std::time::Duration;

use referee::{api::Settings, hall::Limits};
use referee_client::{
    Client,
    pb::{self, GetMatchRequest, Reason},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};
use tonic::Code;

use crate::api::rig::{Bot, Rig, assert_declined, assert_refused, play_move};

#[tokio::test]
async fn a_storm_of_streams_meets_its_limit_and_the_match_continues() {
    let limits = Limits { stream_burst: 4, stream_interval: Duration::from_secs(3600), ..Limits::default() };
    let rig = Rig::with_limits(limits).await;
    let (mut black, mut white, id) = rig.seated().await;
    let turn = black.turn().await;
    let client = black.client.clone();
    for _ in 0..3 {
        let later = Bot::enter(&client).await;
        assert_declined(Err::<(), _>(black.refusal().await), Reason::Replaced, "");
        black.hear_the_end().await;
        black = later;
    }
    for _ in 0..50 {
        let refused = Bot::open(&client).await.map(drop).expect_err("it is one too many");
        assert!(refused.message().contains("(limit `stream_burst`)"), "{}", refused.message());
        assert_refused(Err::<(), _>(refused), Code::ResourceExhausted, "LIMIT", "");
    }
    black.seated(&id).await;
    assert_eq!(black.turn().await, turn, "the last stream that came in has the seat");
    black.ask(play_move(&id, turn.turn_id, &turn.legal[0])).await.expect("it is legal");
    white.turn().await;
    rig.player("carl")
        .await
        .matches()
        .get_match(GetMatchRequest { match_id: id, ..Default::default() })
        .await
        .expect("others are served");
}

#[tokio::test]
async fn a_player_that_waited_may_reconnect() {
    let limits = Limits { stream_burst: 2, stream_interval: Duration::from_secs(60), ..Limits::default() };
    let rig = Rig::with_limits(limits).await;
    let ann = rig.player("ann").await;
    let _open = (Bot::open(&ann).await.expect("the first"), Bot::open(&ann).await.expect("the second"));
    Bot::open(&ann).await.map(drop).expect_err("the third is too much");
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(61)).await;
    tokio::time::resume();
    let _third = Bot::open(&ann).await.expect("she has waited");
    Bot::open(&ann).await.map(drop).expect_err("there is one in every minute");
}

#[tokio::test]
async fn an_address_has_so_many_connections() {
    let rig = Rig::with_settings(Settings { connections_per_address: Some(2), ..Settings::default() }).await;
    let url = format!("http://{}", rig.address);
    let second = Client::connect(&url).await.expect("the second is let in");
    second.register("ann").await.expect("it is served");
    let mut third = TcpStream::connect(rig.address).await.expect("the system takes it");
    assert_eq!(third.read(&mut [0; 8]).await.unwrap_or_default(), 0, "it is closed without a word");
    rig.client.register("bob").await.expect("the first is served on");
    drop(second);
    // The place is free once the server has noticed the end of the connection.
    while Client::connect(&url).await.is_err() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_connection_that_does_not_begin_is_closed() {
    let rig =
        Rig::with_settings(Settings { first_bytes_within: Duration::from_millis(100), ..Settings::default() }).await;
    for said in ["", "P", "PRI * HTTP/2.0\r\n"] {
        let mut slow = TcpStream::connect(rig.address).await.expect("the system takes it");
        slow.write_all(said.as_bytes()).await.expect("it is taken");
        let closed = tokio::time::timeout(Duration::from_secs(10), async {
            let mut heard = [0; 64];
            // The server may send its first bytes before it closes the connection.
            while slow.read(&mut heard).await.is_ok_and(|count| count > 0) {}
        });
        closed.await.unwrap_or_else(|_| panic!("it was left open after {said:?}"));
    }
    rig.client.register("ann").await.expect("a started call is served");
}

#[tokio::test]
async fn a_caller_has_so_many_streams_on_all_its_connections() {
    let settings = Settings { streams_per_player: 2, streams_per_address: 1, ..Settings::default() };
    let rig = Rig::with_settings(settings).await;
    let (black, _white, match_id) = rig.seated().await;
    let ann = &black.client;
    let again = Client::connect(&format!("http://{}", rig.address)).await.expect("the server is there");
    let anonymous = again.clone();
    let watch = async |client: &Client| {
        let asked = pb::WatchMatchRequest { match_id: match_id.clone(), after_seq: 0 };
        client.matches().watch_match(asked).await.map(tonic::Response::into_inner)
    };
    let full = |refused: Result<tonic::Streaming<pb::WatchMatchResponse>, tonic::Status>, limit: &str| {
        let refused = refused.map(drop).expect_err("it is one too many");
        assert!(refused.message().contains(limit), "{}", refused.message());
        assert_refused(Err::<(), _>(refused), Code::ResourceExhausted, "LIMIT", "");
    };
    // Her bot already has one stream.
    let second = watch(ann).await.expect("the second is hers");
    full(watch(ann).await, "(limit `streams_per_player`)");
    Bot::open(ann).await.map(drop).expect_err("nor may she play on another");
    let unknown = watch(&anonymous).await.expect("the first without a token");
    full(watch(&rig.client).await, "(limit `streams_per_address`)");
    watch(&rig.player("carl").await).await.expect("with a token it is another caller");
    drop((second, unknown));
    // The place is free once the server has noticed the end of the stream.
    let mut third = watch(ann).await;
    while third.is_err() {
        tokio::task::yield_now().await;
        third = watch(ann).await;
    }
}

#[tokio::test]
async fn all_callers_of_an_address_have_so_many_streams_together() {
    let rig = Rig::with_settings(Settings { all_streams_per_address: 3, ..Settings::default() }).await;
    // The two bots already have two of them.
    let (_black, _white, match_id) = rig.seated().await;
    let watch = async |client: &Client| {
        let asked = pb::WatchMatchRequest { match_id: match_id.clone(), after_seq: 0 };
        client.matches().watch_match(asked).await.map(tonic::Response::into_inner)
    };
    let carl = rig.player("carl").await;
    let third = watch(&carl).await.expect("the third of all");
    let refused = watch(&rig.client).await.map(drop).expect_err("it is one too many");
    assert!(refused.message().contains("(limit `all_streams_per_address`)"), "{}", refused.message());
    assert_refused(Err::<(), _>(refused), Code::ResourceExhausted, "LIMIT", "");
    drop(third);
    while watch(&rig.client).await.is_err() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn one_address_cannot_take_all_watcher_places_of_a_match() {
    let rig = Rig::with_settings(Settings { watchers_per_address: 1, ..Settings::default() }).await;
    let (black, _white, match_id) = rig.seated().await;
    let watch = async |client: &Client| {
        let asked = pb::WatchMatchRequest { match_id: match_id.clone(), after_seq: 0 };
        client.matches().watch_match(asked).await.map(tonic::Response::into_inner)
    };
    let first = watch(&rig.client).await.expect("the first from here");
    let refused = watch(&rig.player("carl").await).await.map(drop).expect_err("it is one too many");
    assert!(refused.message().contains("(limit `watchers_per_address`)"), "{}", refused.message());
    assert_refused(Err::<(), _>(refused), Code::ResourceExhausted, "LIMIT", "");
    watch(&black.client).await.expect("who sits there needs no place");
    drop(first);
    while watch(&rig.client).await.is_err() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_message_that_cannot_be_read_ends_a_stream_with_its_reason() {
    let rig = Rig::start().await;
    let ann = rig.player("ann").await;
    let mut bot = Bot::enter(&ann).await;
    let huge = play_move("m", 1, &"x".repeat(2 << 20));
    bot.say(pb::play_request::Message::Command(huge)).await;
    let refusal = bot.refusal().await;
    assert_eq!(refusal.reason(), Reason::Limit, "{}", refusal.text);
    assert!(refusal.text.contains("max_message_bytes"), "{}", refusal.text);
    bot.hear_the_end().await;
}
