//! Connections that fall silent without being closed. Both sides detect this within two keep-alive
//! intervals.

use std::{net::SocketAddr, time::Duration};

use referee::api::Settings;
use referee_client::{
    Client, ConnectOptions, Incoming, PlayOptions, Retry,
    pb::{self, match_event::Event, play_response::Message},
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    time::timeout,
};

use crate::api::rig::{Bot, Rig, kamisado};

/// Keep-alive interval of the side that detects the silence. The interval of the other side is far
/// longer than the test.
const INTERVAL: Duration = Duration::from_millis(400);
/// Two intervals, and a margin for a busy machine.
const FOUND_OUT: Duration = Duration::from_millis(2 * 400 + 5_000);

/// Forwards connections to `server`. When the number changes, all existing connections stay open
/// but forward nothing. Later connections work.
async fn tunnel(server: SocketAddr) -> (SocketAddr, watch::Sender<u32>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a loopback port is free");
    let address = listener.local_addr().expect("the listener has an address");
    let (silence, silenced) = watch::channel(0);
    tokio::spawn(async move {
        while let Ok((mut near, _)) = listener.accept().await {
            let mut silenced = silenced.clone();
            silenced.mark_unchanged();
            let Ok(mut far) = TcpStream::connect(server).await else { return };
            tokio::spawn(async move {
                tokio::select! {
                    biased;
                    _ = silenced.changed() => std::future::pending::<()>().await,
                    _ = tokio::io::copy_bidirectional(&mut near, &mut far) => {}
                }
            });
        }
    });
    (address, silence)
}

#[tokio::test]
async fn a_server_finds_out_that_a_bot_has_fallen_silent() {
    let rig = Rig::with_settings(Settings { keepalive: INTERVAL, ..Settings::default() }).await;
    let (address, silence) = tunnel(rig.address).await;
    let through = Client::connect(&format!("http://{address}")).await.expect("the tunnel goes");
    let ann = through.with_token(&rig.token("ann").await).expect("a token");
    let bob = rig.player("bob").await;
    let (mut black, mut white) = (Bot::enter(&ann).await, Bot::enter(&bob).await);
    let opened = ann.create(kamisado("ann", "bob")).await.expect("both are here");
    black.turn().await;
    white.seated(&opened.match_id).await;

    silence.send_replace(1);
    let gone = white.hear_until(|said| {
        let Message::Event(seen) = said else { return None };
        match seen.event.and_then(|event| event.event) {
            Some(Event::SeatDisconnected(gone)) => Some(gone.seat),
            _ => None,
        }
    });
    assert_eq!(timeout(FOUND_OUT, gone).await, Ok(0), "within two intervals");
}

#[tokio::test]
async fn a_bot_detects_a_silent_server_and_resumes_with_the_running_clock() {
    let rig = Rig::start().await;
    let (address, silence) = tunnel(rig.address).await;
    let options = ConnectOptions { keepalive: INTERVAL, ..ConnectOptions::default() };
    let through = Client::connect_lazy_with(&format!("http://{address}"), &options).expect("it is an address");
    let ann = through.with_token(&rig.token("ann").await).expect("a token");
    let bob = rig.player("bob").await;
    let mut white = Bot::enter(&bob).await;
    let retry = Retry { first: Duration::from_millis(10), ..Retry::default() };
    let mut seats = ann.seats(PlayOptions { retry, ..PlayOptions::default() });
    assert!(matches!(seats.next().await, Ok(Incoming::Welcome(_))));
    let new = referee_client::NewMatch { rules: referee_client::timed("60"), ..kamisado("ann", "bob") };
    let match_id = bob.create(new).await.expect("both are here").match_id;
    let mut seqs = Vec::new();
    let first = next_turn(&mut seats, &mut seqs).await;

    silence.send_replace(1);
    let cut = timeout(FOUND_OUT, async { while !matches!(seats.next().await, Ok(Incoming::Cut)) {} });
    cut.await.expect("within two intervals");
    let again = next_turn(&mut seats, &mut seqs).await;
    assert_eq!((again.round, again.ply, &again.legal), (first.round, first.ply, &first.legal));
    let ran = first.remaining_ms[0] - again.remaining_ms[0];
    assert!(ran >= 400, "the clock ran on for {ran} ms");

    // The server did not miss her. Her first connection is still half open there, and the second
    // one has replaced it.
    seats.answer(&again, again.legal[0].as_str()).expect("there is room");
    let turn = loop {
        match seats.next().await.expect("the stream is open") {
            Incoming::Event { event, .. } => {
                seqs.push(event.seq);
                if let Some(Event::MovePlayed(moved)) = event.event {
                    break moved;
                }
            }
            Incoming::Accepted { .. } => {}
            other => panic!("heard {other:?}"),
        }
    };
    assert_eq!((turn.seat, turn.notation), (0, again.legal[0].clone()));
    let all: Vec<u64> = (1..=seqs.len() as u64).collect();
    assert_eq!(seqs, all, "each event came once");
    loop {
        match white.hear().await {
            Message::Turn(turn) => break assert_eq!(turn.match_id, match_id),
            Message::Event(seen) => {
                let event = seen.event.and_then(|event| event.event);
                assert!(!matches!(event, Some(Event::SeatDisconnected(_))), "she was missed");
            }
            _ => {}
        }
    }
}

/// Returns the next turn. Adds the sequence numbers of the events before it to `seqs`.
async fn next_turn(seats: &mut referee_client::Seats, seqs: &mut Vec<u64>) -> pb::Turn {
    loop {
        match seats.next().await.expect("the stream is open or comes back") {
            Incoming::Turn(turn) => return turn,
            Incoming::Event { event, .. } => seqs.push(event.seq),
            Incoming::Refused { refusal, .. } => panic!("declined: {refusal}"),
            _ => {}
        }
    }
}
