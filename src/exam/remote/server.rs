//! The server of a check: a whole one in this process, with its store in memory.

use std::{net::SocketAddr, time::Duration};

use anyhow::Context as _;
use tokio::net::TcpListener;

use crate::{
    api::{
        self, Settings,
        play::tap::{Tapped, tap},
        services::tokens::draw_token,
    },
    hall::{Hall, Limits, host_stalls::HostStalls},
    ids::PlayerId,
    store::{NewAccount, Registered, Scopes, Store},
};

/// Player of the printed token. A bot may register another one.
const CANDIDATE: &str = "candidate";
/// How long a match waits for a seat: longer than any check.
const GRACE: Duration = Duration::from_secs(24 * 60 * 60);
/// Streams that a bot may open at once.
const STREAMS: u32 = 1_000;

/// The examiner's view of the server.
pub struct ExamServer {
    pub hall: Hall,
    pub address: SocketAddr,
    /// Token of [`CANDIDATE`].
    pub token: String,
    /// The bot's messages.
    pub tapped: Tapped,
    /// Stalls of the host, which a step invents.
    pub stalls: HostStalls,
}

/// Starts it on its own port.
pub async fn start() -> anyhow::Result<ExamServer> {
    let store = Store::in_memory().context("failed to open a store in memory")?;
    let token = register(&store).await?;
    let stalls = HostStalls::by_hand();
    let limits = Limits {
        grace: GRACE,
        attend_grace: GRACE,
        start_grace: GRACE,
        stream_burst: STREAMS,
        host_stalls: Some(stalls.clone()),
        ..Limits::default()
    };
    let hall = Hall::open(store, limits).await.context("failed to open the server")?;
    let listener = TcpListener::bind("127.0.0.1:0").await.context("failed to listen")?;
    let address = listener.local_addr().context("failed to read the listening address")?;
    let (tap, tapped) = tap();
    let settings = Settings { tap: Some(tap), ..Settings::default() };
    tokio::spawn(api::serve(listener, hall.clone(), settings, std::future::pending()));
    Ok(ExamServer { hall, address, token, tapped, stalls })
}

/// Registers the candidate; returns its token.
async fn register(store: &Store) -> anyhow::Result<String> {
    let drawn = draw_token("check".to_owned(), Scopes::of_player(), None);
    let (secret, token) = drawn.map_err(|refusal| anyhow::anyhow!("failed to create a token: {refusal}"))?;
    let new = NewAccount {
        player: PlayerId::parse(CANDIDATE).map_err(|bad| anyhow::anyhow!("{CANDIDATE}: {bad}"))?,
        owner: None,
        is_guest: false,
        display_name: String::new(),
        created_unix_ms: token.created_unix_ms,
        token: Some(token),
        recovery_code: None,
        invite: None,
        most_owned: 0,
    };
    let registered = store.accounts.register(new).await.context("failed to register the candidate")?;
    anyhow::ensure!(registered == Registered::New, "failed to register the candidate: its name is taken");
    Ok(secret)
}
