//! Connections that are cut during a match. No event is lost, and none arrives twice.

use std::{net::SocketAddr, sync::Arc};

use referee::{api::Settings, games::Catalogue, hall::Limits, ids::MatchId, store::Store};
use referee_client::{
    Client, Incoming, NewMatch, PlayOptions, Retry,
    pb::{self, match_event::Event},
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Notify,
};

use crate::api::{
    play::marathon::some_move,
    rig::{Rig, agreed, kamisado},
};

/// Forwards connections to `server`, until [`Notify::notify_waiters`] cuts them all.
async fn ferry(server: SocketAddr) -> (SocketAddr, Arc<Notify>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a loopback port is free");
    let address = listener.local_addr().expect("the listener has an address");
    let cut = Arc::new(Notify::new());
    let cutting = Arc::clone(&cut);
    tokio::spawn(async move {
        while let Ok((mut near, _)) = listener.accept().await {
            let cutting = Arc::clone(&cutting);
            let Ok(mut far) = TcpStream::connect(server).await else { return };
            tokio::spawn(async move {
                tokio::select! {
                    () = cutting.notified() => {}
                    _ = tokio::io::copy_bidirectional(&mut near, &mut far) => {}
                }
            });
        }
    });
    (address, cut)
}

/// Plays one match. Returns the sequence numbers of all events in their order of arrival.
async fn play(bot: Client) -> Vec<u64> {
    let retry = Retry { first: std::time::Duration::from_millis(1), ..Retry::default() };
    let mut seats = bot.seats(PlayOptions { retry, ..PlayOptions::default() });
    let mut seen = Vec::new();
    loop {
        match seats.next().await.expect("it comes back") {
            Incoming::Turn(turn) => seats.answer(&turn, some_move(&turn)).expect("there is room"),
            Incoming::Event { event: pb::MatchEvent { seq, event, .. }, .. } => {
                seen.push(seq);
                if matches!(event, Some(Event::MatchEnded(_))) {
                    return seen;
                }
            }
            Incoming::Refused { refusal, .. } => panic!("declined: {refusal}"),
            _ => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_continues_when_connections_are_cut() {
    let rig = Rig::start().await;
    let (address, cut) = ferry(rig.address).await;
    let through = Client::connect(&format!("http://{address}")).await.expect("the ferry goes");
    let (ann, bob) = (rig.token("ann").await, rig.token("bob").await);
    let (ann, bob) = (through.with_token(&ann).expect("a token"), through.with_token(&bob).expect("a token"));
    let options = [("length".to_owned(), "standard".to_owned())].into();
    let id = agreed(NewMatch { options, ..kamisado("ann", "bob") }, [&ann, &bob]).await;
    let (black, white) = (tokio::spawn(play(ann)), tokio::spawn(play(bob)));

    // One watcher also connects through the ferry. Its events decide when to cut, so it is cut as
    // well.
    let (mut watch, mut seen, mut cuts) = (through.watch(&id, 0), Vec::new(), 0);
    while let Some(event) = watch.next().await.expect("it comes back") {
        if event.seq % 16 == 0 {
            cut.notify_waiters();
            cuts += 1;
        }
        seen.push(event.seq);
    }
    assert!(cuts >= 3, "the match was long enough to be cut");
    let all: Vec<u64> = (1..=seen.len() as u64).collect();
    assert_eq!(seen, all);
    assert_eq!(black.await.expect("ann plays on"), all);
    assert_eq!(white.await.expect("bob plays on"), all);
}

/// A server may lose one match to another server and keep the rest. A player in that match must
/// reconnect, and does so automatically, although its stream stays open.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_connects_again_when_another_server_has_its_match() {
    let store = Store::in_memory().expect("there is memory");
    let rig = Rig::over(store.clone(), Catalogue::ALL, Limits::default(), Settings::default()).await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let id = agreed(kamisado("ann", "bob"), [&ann, &bob]).await;
    let mut seats = ann.seats(PlayOptions { max_matches: Some(1), ..PlayOptions::default() });
    let (mut welcomes, mut was_cut) = (0, false);
    while welcomes < 2 {
        match seats.next().await.expect("it comes back") {
            Incoming::Welcome(_) => welcomes += 1,
            Incoming::Seated(_) if welcomes == 1 => {
                let match_id = MatchId::parse(&id).expect("an id");
                store.log.take_over(&match_id).await.expect("it writes").expect("it is there");
                seats.abort(&id).expect("there is room");
            }
            Incoming::Cut => was_cut = true,
            _ => {}
        }
    }
    assert!(was_cut);
}
