//! The requests that one address or one player can make beside its moves. Each flood runs until it
//! is dropped.

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

/// How many connections a flood has.
const CONNECTIONS: usize = 8;
/// How many calls it has open on each.
const CALLS: usize = 100;
/// How long it may take until one of its calls is answered.
const ANSWERED_WITHIN: Duration = Duration::from_secs(60);

/// The kind of a flood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flood {
    /// Nothing: the floor.
    Nothing,
    /// Questions about the rules of a long match.
    DearPositions,
    /// Small questions about the rules.
    SmallPositions,
    /// Requests of nearly 256 KiB that never end, without a token.
    HalfSent,
    /// Requests of nearly a MiB that never end, with a token.
    HalfSentWithToken,
    /// Connections on which nothing is ever said.
    Idle,
    /// HTTP/2 connections that answer pings, with silent streams on them.
    IdleStreams,
    /// Looks at a match, and lists.
    Looks,
    /// Looks at long matches that are over, their records and their frames, and lists of them.
    LongMatches,
    /// The same by a player of these matches.
    LongMatchesWithToken,
    /// Streams of health.
    Health,
    /// Questions of reflection on many streams.
    Reflection,
    /// Streams of a player that resume many long matches, some of them of other players, and are
    /// cut immediately.
    Resumes,
    /// Unread streams of every kind, with and without a token.
    Unread,
    /// Registrations.
    Register,
    /// Matches of one player with the house, and of the house with itself.
    Creation,
    /// The same of so many players that an address has all that it may.
    CreationByMany,
    /// Commands on a player's stream that lead to nothing.
    PlayCommands,
    /// The same, each by a call.
    Commands,
    /// The same, each by a call in JSON.
    JsonCommands,
    /// Looks, lists, registrations and questions about the rules in JSON.
    JsonCalls,
}

impl Flood {
    /// All of them.
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

    /// Whether it requests long finished matches.
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
    /// The server: `http://127.0.0.1:7171`.
    pub url: String,
    /// A match that others play there.
    pub match_id: String,
    /// The token of [`log::PLAYER`].
    pub token: String,
    /// The matches that are over.
    pub over: Arc<log::Over>,
}

/// A flood on its own thread, which takes no core from the players. It ends when this is dropped.
pub struct Flooding {
    runtime: Option<Runtime>,
    flood: JoinHandle<anyhow::Result<()>>,
    /// The answers so far.
    pub tally: Arc<Tally>,
}

impl Flooding {
    /// Begins it, and waits for the first answer to it: its thread may be long without a core.
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

    /// Why it could not begin, if it has ended by itself; returned once.
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

/// Begins a flood in this task. It ends when this is dropped.
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
