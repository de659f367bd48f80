//! Runs a server from its start to its stop.

use std::{net::SocketAddr, num::NonZeroUsize, path::Path, pin::pin, sync::Arc, time::Duration};

use anyhow::Context as _;
use referee_os::{interrupt::Interrupt, metrics::exporter};
use referee_store::{SqliteStore, Store, seal::Signer};
use tokio::{net::TcpListener, runtime::Handle, time::timeout};
use tokio_util::task::AbortOnDropHandle;

use super::{
    options::Options,
    welcome::{hint, say},
};
use crate::{
    api::{self, Settings, edge::tls::Tls},
    hall::{
        Hall, Limits, background,
        host_stalls::HostStalls,
        house::demo,
        limits::free_space::{FreeSpace, free_in},
        records::retention::{Pruner, Retention},
    },
};

/// Number of matches that a demonstration keeps in progress.
const DEMO_MATCHES: usize = 4;

/// Time limit for the tables to stop, each after its current work. Commands that are not stored by
/// then were not acknowledged.
const CLOSED_WITHIN: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// A signal stopped the server, and everything was closed in order.
    Stopped,
    /// A second signal stopped the server immediately.
    AtOnce,
}

/// Serves until SIGINT or SIGTERM. The error says why the server could not serve.
pub fn run(options: Options) -> anyhow::Result<Ended> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(options.threads.get())
        .enable_all()
        .build()
        .context("failed to start threads")?;
    let background = background::start("background", NonZeroUsize::MIN).context("failed to start threads")?;
    let stewards = background::start("stewards", NonZeroUsize::MIN).context("failed to start threads")?;
    let aside = Aside { background: background.handle().clone(), stewards: stewards.handle().clone() };
    // A task is served by the threads of the runtime. As the root future, it would wake this thread
    // for every connection.
    let served = runtime.block_on(async { tokio::spawn(serve(options, aside)).await.context("failed to serve")? });
    // Reads that are still running are for programs that have disconnected.
    background.shutdown_background();
    stewards.shutdown_background();
    served
}

/// The runtimes in addition to the one that serves moves.
struct Aside {
    background: Handle,
    stewards: Handle,
}

async fn serve(options: Options, aside: Aside) -> anyhow::Result<Ended> {
    let Options { listen, metrics, data, min_free_mib, retention, tls, demo: has_demo, limits, .. } = options;
    let tls = tls.map(|(cert, key)| Tls::open(&cert, &key)).transpose()?;
    let scheme = if tls.is_some() { "https" } else { "http" };
    api::raise_files();
    let mut stop = Interrupt::listen()?;
    let listener = TcpListener::bind(listen).await.with_context(|| format!("failed to listen on {listen}"))?;
    let address = listener.local_addr().context("failed to read the listening address")?;
    let _exporter = export(metrics).await?;
    let (store, signer, place) = open_store(data.as_deref())?;
    let settings = Settings { tls, webhooks: options.webhooks.open(&store)?, demo: has_demo, ..options.settings };
    for arbiter in &settings.arbiters {
        let known = store.accounts.account(arbiter).await.context("failed to look up an arbiter")?.is_some();
        anyhow::ensure!(
            known,
            "unknown --arbiter {arbiter} in {place}: start without --arbiter, register the player, then restart"
        );
    }
    let guard = HostStalls::start().context("failed to start a thread")?;
    let pruning = aside.background.clone();
    let (host_stalls, signer) = (Some(guard), Some(Arc::new(signer)));
    let (background, stewards) = (Some(aside.background), Some(aside.stewards));
    let free_space = look_at_space(data.as_deref(), min_free_mib).await?;
    make_export_directory(retention.as_ref())?;
    let limits = Limits { free_space, host_stalls, background, stewards, signer, ..limits };
    let (hall, restart) = Hall::begin(store, limits).await.context("failed to resume the matches")?;
    // The pruner itself checks whether the matches are restored, and whether the store works.
    let _pruner =
        retention.map(|retention| AbortOnDropHandle::new(pruning.spawn(Pruner::new(hall.clone(), retention).run())));
    // While the matches are restored, callers are told that the server is starting.
    let start = async {
        restart.run().await;
        let url = format!("{scheme}://{address}");
        say(&format!("referee {} serves {url}, data in {place}", env!("CARGO_PKG_VERSION")));
        if has_demo {
            tokio::spawn(demo::demo(hall.clone(), DEMO_MATCHES));
            say(&hint(&hall, &url, DEMO_MATCHES).await);
        }
    };
    serve_from_the_start(api::serve(listener, hall.clone(), settings, async { stop.first().await }), start).await?;
    tokio::select! {
        closed = timeout(CLOSED_WITHIN, hall.close()) => {
            if closed.is_err() {
                let seconds = CLOSED_WITHIN.as_secs();
                tracing::warn!("matches were still busy {seconds} s after the stop; the next start resumes them");
            }
        }
        () = stop.first() => return Ok(Ended::AtOnce),
    }
    tracing::info!("stopped");
    Ok(Ended::Stopped)
}

/// Checks the free space of the data directory from now on; returns `None` without a directory or a
/// minimum.
async fn look_at_space(data: Option<&Path>, min_free_mib: u32) -> anyhow::Result<Option<FreeSpace>> {
    let Some(data) = data.filter(|_| min_free_mib > 0) else { return Ok(None) };
    let space = FreeSpace::watch(u64::from(min_free_mib) << 20, free_in(data.to_owned())).await;
    Ok(Some(space.with_context(|| format!("failed to read the free space in {}", data.display()))?))
}

/// Creates the directory for matches exported before pruning. A server that cannot write there must
/// not start.
fn make_export_directory(retention: Option<&Retention>) -> anyhow::Result<()> {
    let Some(directory) = retention.and_then(|retention| retention.export.as_deref()) else { return Ok(()) };
    let tried = directory.join(".writable");
    let made = std::fs::create_dir_all(directory)
        .and_then(|()| std::fs::write(&tried, []))
        .and_then(|()| std::fs::remove_file(&tried));
    made.with_context(|| format!("failed to write to {}, the directory of --export-matches", directory.display()))
}

/// Serves metrics until the handle is dropped; returns `None` without an address for metrics.
async fn export(metrics: Option<SocketAddr>) -> anyhow::Result<Option<AbortOnDropHandle<()>>> {
    let Some(address) = metrics else { return Ok(None) };
    let listener =
        TcpListener::bind(address).await.with_context(|| format!("failed to listen on {address} for metrics"))?;
    let address = listener.local_addr().context("failed to read the address of the metrics")?;
    tracing::info!("metrics are at http://{address}/metrics");
    Ok(Some(AbortOnDropHandle::new(tokio::spawn(exporter::export(listener)))))
}

/// Serves until the server stops. The start finishes its work while the server already serves.
async fn serve_from_the_start(
    serving: impl Future<Output = anyhow::Result<()>>,
    start: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let mut serving = pin!(serving);
    let served = tokio::select! {
        served = &mut serving => served,
        () = start => serving.await,
    };
    served.context("failed to serve")
}

/// Returns the store, the key that signs its records, and a name for the place of both.
fn open_store(data: Option<&Path>) -> anyhow::Result<(Store, Signer, String)> {
    let Some(data) = data else {
        return Ok((Store::in_memory()?, Signer::make()?, "memory only".to_owned()));
    };
    let place = data.display().to_string();
    let store = SqliteStore::open(data).with_context(|| format!("failed to open the data directory {place}"))?;
    let signer = Signer::open(data).with_context(|| format!("failed to open the signing key of {place}"))?;
    Ok((Store::from(store), signer, place))
}
