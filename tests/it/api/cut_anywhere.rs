//! Connections that break after any byte, in either direction, while matches are played: every event comes exactly once,
//! and no move is lost or doubled.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
    time::Duration,
};

use referee::{hall::Limits, referee::verify, store::record};
use referee_client::{Client, Incoming, NewMatch, PlayOptions, Retry, pb::match_event::Event};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

use super::{
    marathon::some_move,
    rig::{Rig, kamisado},
};

/// How many connections break; `REFEREE_CUTS` says another number.
const CUTS: u32 = 1000;
/// How many matches are played beside each other: most of their time goes by waiting.
const LANES: u32 = 16;
/// How many bytes a connection carries at the most.
const MOST_BYTES: u64 = 12_000;

/// Carries connections to `server`, each for a number of bytes that is its own.
async fn ferry(server: SocketAddr) -> (SocketAddr, Arc<AtomicU32>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a loopback port is free");
    let address = listener.local_addr().expect("the listener has an address");
    let cuts = Arc::new(AtomicU32::new(0));
    let cut = Arc::clone(&cuts);
    tokio::spawn(async move {
        let mut luck = 7_u64;
        while let Ok((mut near, _)) = listener.accept().await {
            luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let left = AtomicU64::new((luck >> 33) % MOST_BYTES);
            let Ok(mut far) = TcpStream::connect(server).await else { return };
            let cut = Arc::clone(&cut);
            tokio::spawn(async move {
                let ((near_reads, near_writes), (far_reads, far_writes)) = (near.split(), far.split());
                tokio::select! {
                    () = carry(near_reads, far_writes, &left) => {}
                    () = carry(far_reads, near_writes, &left) => {}
                }
                if left.load(Ordering::Relaxed) == 0 {
                    cut.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    (address, cuts)
}

/// Carries bytes one way until both ways together have carried all that they may, or it ends.
async fn carry(mut reads: impl AsyncRead + Unpin, mut writes: impl AsyncWrite + Unpin, left: &AtomicU64) {
    let mut buffer = [0; 1024];
    while let Ok(count @ 1..) = reads.read(&mut buffer).await {
        let may = usize::try_from(left.load(Ordering::Relaxed)).map_or(count, |left| left.min(count));
        left.fetch_sub(may as u64, Ordering::Relaxed);
        if writes.write_all(&buffer[..may]).await.is_err() || left.load(Ordering::Relaxed) == 0 {
            return;
        }
    }
}

fn retry() -> Retry {
    Retry { first: Duration::from_millis(1), most: Duration::from_millis(4), attempts: None }
}

/// Plays one match and gives the numbers of all events that came, in their order.
async fn play(bot: Client) -> Vec<u64> {
    let mut seats = bot.seats(PlayOptions { retry: retry(), ..PlayOptions::default() });
    let mut seen = Vec::new();
    loop {
        match seats.next().await.expect("it comes back") {
            Incoming::Turn(turn) => seats.answer(&turn, some_move(&turn)).expect("there is room"),
            Incoming::Event { event, .. } => {
                seen.push(event.seq);
                if matches!(event.event, Some(Event::MatchEnded(_))) {
                    return seen;
                }
            }
            Incoming::Refused { refusal, .. } => panic!("declined: {refusal}"),
            _ => {}
        }
    }
}

/// Watches one match and gives the numbers of all events.
async fn watch(client: Client, match_id: String) -> Vec<u64> {
    let (mut watch, mut seen) = (client.watch(&match_id, 0).with_retry(retry()), Vec::new());
    while let Some(event) = watch.next().await.expect("it comes back") {
        seen.push(event.seq);
    }
    seen
}

/// Two players play matches through the ferry, one after the other, until it has cut `wanted` connections.
async fn play_and_watch(rig: Arc<Rig>, lane: u32, address: SocketAddr, cuts: Arc<AtomicU32>, wanted: u32) {
    let names = [format!("ann{lane}"), format!("bob{lane}")];
    let tokens = [rig.token(&names[0]).await, rig.token(&names[1]).await];
    let direct = rig.client.with_token(&tokens[0]).expect("a token");
    let mut matches = 0;
    while cuts.load(Ordering::Relaxed) < wanted {
        matches += 1;
        let options = [("length".to_owned(), "standard".to_owned())].into();
        let new = NewMatch { options, rules: referee_client::timed("600+1"), ..kamisado(&names[0], &names[1]) };
        let id = direct.create(new).await.expect("opened").match_id;
        // Each has a connection of its own.
        let through = || Client::connect_lazy(&format!("http://{address}")).expect("it is an address");
        let [black, white] =
            tokens.each_ref().map(|token| tokio::spawn(play(through().with_token(token).expect("a token"))));
        let watched = watch(through(), id.clone()).await;
        let all: Vec<u64> = (1..=watched.len() as u64).collect();
        assert_eq!(watched, all, "lane {lane}, match {matches}");
        assert_eq!(black.await.expect("ann plays on"), all, "lane {lane}, match {matches}");
        assert_eq!(white.await.expect("bob plays on"), all, "lane {lane}, match {matches}");
        let text = direct.record(&id).await.expect("it is over");
        let events = record::read(&text).expect("it is a record");
        assert_eq!(events.len(), all.len());
        verify::verify(&events).expect("moves and clocks are the law's");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_break_after_any_byte_lose_nothing_and_double_nothing() {
    let often = Limits { stream_burst: u32::MAX, stream_interval: Duration::from_nanos(1), ..Limits::default() };
    let rig = Arc::new(Rig::with_limits(often).await);
    let (address, cuts) = ferry(rig.address).await;
    let wanted = std::env::var("REFEREE_CUTS").ok().and_then(|cuts| cuts.parse().ok()).unwrap_or(CUTS);
    let lanes = (0..LANES).map(|lane| tokio::spawn(play_and_watch(rig.clone(), lane, address, cuts.clone(), wanted)));
    for lane in lanes.collect::<Vec<_>>() {
        lane.await.expect("nothing is lost");
    }
}
