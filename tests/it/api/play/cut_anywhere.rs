//! Connections that break after any byte, in either direction, during matches of every game over
//! SQLite. Every event arrives exactly once. No acknowledged move is lost or doubled, and no player
//! loses because of a break.

use std::{
    net::SocketAddr,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use referee::{
    api::Settings,
    games::Catalogue,
    hall::Limits,
    store::{SqliteStore, Store},
};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::watch,
};

use crate::api::rig::Rig;
use crate::server::lanes::Lanes;

/// Number of connections that break. `REFEREE_CUTS` overrides it.
const CUTS: u32 = 40;
/// Clock of every move. It is long enough for several reconnects.
const CONTROL: &str = "st=60";
/// Maximum bytes of a connection. Half of the connections break early. The others last long enough
/// for a turn of a long match.
const MOST_BYTES: [u64; 2] = [12_000, 1_000_000];

/// Forwards connections to `server`, each for a different number of bytes. Returns the address, and
/// the number of connections that it has cut.
async fn ferry(server: SocketAddr) -> (SocketAddr, watch::Receiver<u32>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a loopback port is free");
    let address = listener.local_addr().expect("the listener has an address");
    let (cut, cuts) = watch::channel(0);
    tokio::spawn(async move {
        let mut luck = 7_u64;
        while let Ok((mut near, _)) = listener.accept().await {
            luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let most = MOST_BYTES[usize::from(luck >> 32 & 1 == 1)];
            let left = AtomicU64::new((luck >> 33) % most);
            let Ok(mut far) = TcpStream::connect(server).await else { return };
            let cut = cut.clone();
            tokio::spawn(async move {
                let ((near_reads, near_writes), (far_reads, far_writes)) = (near.split(), far.split());
                tokio::select! {
                    () = carry(near_reads, far_writes, &left) => {}
                    () = carry(far_reads, near_writes, &left) => {}
                }
                if left.load(Ordering::Relaxed) == 0 {
                    cut.send_modify(|cuts| *cuts += 1);
                }
            });
        }
    });
    (address, cuts)
}

/// Forwards bytes in one direction. Stops at its end, or once both directions have used up `left`.
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_break_after_any_byte_lose_nothing_and_double_nothing() {
    let wanted = crate::tries::repeats("REFEREE_CUTS", CUTS);
    let data = tempfile::tempdir().expect("a directory");
    let store = Store::from(SqliteStore::open(data.path()).expect("it opens"));
    let often = Limits { stream_burst: u32::MAX, stream_interval: Duration::from_nanos(1), ..Limits::default() };
    let rig = Rig::over(store, Catalogue::ALL, often, Settings::default()).await;
    let (address, mut cuts) = ferry(rig.address).await;
    let (all, lanes) = Lanes::begin(rig.address, address, CONTROL).await;
    cuts.wait_for(|cuts| *cuts >= wanted).await.expect("the ferry goes");
    let matches = all.end(lanes).await;
    println!("{} cuts over {matches} matches with {} events told", *cuts.borrow(), *all.events.borrow());
}
