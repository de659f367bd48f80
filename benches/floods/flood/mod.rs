//! Floods of requests from one address or one player, in addition to its moves. Each flood runs
//! until it is dropped.

mod calls;
mod commands;
mod creation;
pub mod log;
pub mod positions;
mod raw;
mod streams;
mod tally;

use std::{sync::Arc, time::Duration};

use anyhow::Context as _;
use futures_util::FutureExt as _;
use tokio::{
    runtime::{Builder, Runtime},
    task::{JoinHandle, JoinSet},
    time::timeout,
};

pub use tally::Tally;

/// Number of connections of a flood.
const CONNECTIONS: usize = 8;
/// Number of open calls on each connection.
const CALLS: usize = 100;
/// Maximum time until the first answer to a flood.
const ANSWERED_WITHIN: Duration = Duration::from_secs(60);

/// The kind of a flood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flood {
    /// Nothing: the floor.
    Nothing,
    /// Questions about the rules with a long list of moves.
    DearPositions,
    /// Small questions about the rules.
    SmallPositions,
    /// Unfinished requests of nearly 256 KiB, without a token.
    HalfSent,
    /// Unfinished requests of nearly 1 MiB, with a token.
    HalfSentWithToken,
    /// Connections without any data.
    Idle,
    /// HTTP/2 connections that answer pings, with silent streams on them.
    IdleStreams,
    /// Requests for a match, and for lists.
    Looks,
    /// Requests for long finished matches, their records, their frames, and lists of them.
    LongMatches,
    /// The same requests by a player of these matches.
    LongMatchesWithToken,
    /// Streams of the health service.
    Health,
    /// Requests of the reflection service on many streams.
    Reflection,
    /// Streams of a player that resume many long matches and break immediately. Some of the matches
    /// belong to other players.
    Resumes,
    /// Unread streams of every kind, with and without a token.
    Unread,
    /// Registrations.
    Register,
    /// Matches of one player against the house, and between house bots.
    Creation,
    /// The same with enough players to reach every limit of an address.
    CreationByMany,
    /// Rejected commands on a player's stream.
    PlayCommands,
    /// Rejected commands, one per gRPC call.
    Commands,
    /// Rejected commands, one per JSON call.
    JsonCommands,
    /// JSON calls for matches, lists, registrations and the rules.
    JsonCalls,
}

impl Flood {
    /// All floods.
    pub const ALL: [Flood; 21] = [
        Flood::Nothing,
        Flood::DearPositions,
        Flood::SmallPositions,
        Flood::HalfSent,
        Flood::HalfSentWithToken,
        Flood::Idle,
        Flood::IdleStreams,
        Flood::Looks,
        Flood::LongMatches,
        Flood::LongMatchesWithToken,
        Flood::Health,
        Flood::Reflection,
        Flood::Resumes,
        Flood::Unread,
        Flood::Register,
        Flood::Creation,
        Flood::CreationByMany,
        Flood::PlayCommands,
        Flood::Commands,
        Flood::JsonCommands,
        Flood::JsonCalls,
    ];

    /// Returns whether the flood requests long finished matches.
    pub fn needs_long_matches(self) -> bool {
        matches!(
            self,
            Flood::LongMatches
                | Flood::LongMatchesWithToken
                | Flood::Resumes
                | Flood::Unread
                | Flood::PlayCommands
                | Flood::Commands
                | Flood::JsonCommands
                | Flood::JsonCalls
        )
    }
}

/// The target of a flood.
#[derive(Clone, Debug, Default)]
pub struct Target {
    /// The URL of the server, such as `http://127.0.0.1:7171`.
    pub url: String,
    /// A match between other players on the server.
    pub match_id: String,
    /// The token of [`log::PLAYER`].
    pub token: String,
    /// The finished matches.
    pub over: Arc<log::Over>,
}

/// A flood on its own thread with a low priority. It ends on drop.
pub struct Flooding {
    runtime: Option<Runtime>,
    flood: JoinHandle<anyhow::Result<()>>,
    /// The counters of the answers so far.
    pub tally: Arc<Tally>,
}

impl Flooding {
    /// Starts the flood, and waits for the first answer, because its thread may get no core for a
    /// while.
    pub async fn begin(flood: Flood, target: Target) -> anyhow::Result<Flooding> {
        let mut builder = Builder::new_multi_thread();
        let runtime = builder.worker_threads(1).on_thread_start(yield_to_others).enable_all().build()?;
        let tally = Arc::new(Tally::default());
        let source = Source { target: Arc::new(target), tally: Arc::clone(&tally) };
        let task = runtime.spawn(async move {
            let _flooding = begin(flood, source).await?;
            std::future::pending().await
        });
        let mut flooding = Flooding { runtime: Some(runtime), flood: task, tally };
        if flood != Flood::Nothing {
            tokio::select! {
                answered = timeout(ANSWERED_WITHIN, flooding.tally.answered()) => answered.context("it was not answered")?,
                ended = &mut flooding.flood => anyhow::bail!("it ended: {ended:?}"),
            }
        }
        Ok(flooding)
    }

    /// Returns the error if the flood has ended by itself. Call it once only.
    pub fn failure(&mut self) -> Option<String> {
        Some(format!("{:?}", (&mut self.flood).now_or_never()?))
    }
}

impl Drop for Flooding {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

fn yield_to_others() {
    // SAFETY: the call touches no memory; on Linux it lowers the priority of this thread only.
    unsafe { libc::nice(10) };
}

/// The context of every task of a flood.
#[derive(Clone)]
struct Source {
    target: Arc<Target>,
    tally: Arc<Tally>,
}

/// Starts a flood in this task. It ends when the result is dropped.
async fn begin(flood: Flood, source: Source) -> anyhow::Result<JoinSet<()>> {
    let mut tasks = JoinSet::new();
    match flood {
        Flood::Nothing => {}
        Flood::Idle => streams::idle(&mut tasks, source),
        Flood::IdleStreams => streams::idle_streams(&mut tasks, source),
        Flood::Unread => streams::unread(&mut tasks, source),
        Flood::Creation => creation::begin(&mut tasks, source, 1).await?,
        Flood::CreationByMany => creation::begin(&mut tasks, source, creation::MANY).await?,
        Flood::PlayCommands => commands::on_stream(&mut tasks, source).await?,
        Flood::Commands => commands::by_calls(&mut tasks, source).await?,
        Flood::JsonCommands => commands::in_json(&mut tasks, source).await?,
        Flood::JsonCalls => raw::in_json(&mut tasks, source),
        other => calls::begin(&mut tasks, source, other).await?,
    }
    Ok(tasks)
}
