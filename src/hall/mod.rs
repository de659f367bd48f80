//! Where matches are alive: one task a table, bounded lines between them, and the list of who is here.
//!
//! [`Hall`] opens tables and finds them again; [`table`] runs one match; [`link`] is what a seat's program is to a table;
//! [`engine_seat`]
//! puts a local engine on a seat; [`lobby`] knows the connected bots; [`house`] plays for the house's own.

pub mod engine_seat;
pub mod house;
pub mod link;
pub mod lobby;
pub mod table;
pub mod wall_clock;

use std::{sync::Arc, time::Duration};

use crate::{
    games::rules::Setting,
    ids::{MatchId, PlayerId, RequestId, Seq, Viewer},
    referee::{Refusal, TimeControl, event::IllegalPolicy},
    store::{MatchFilter, RequestKey, SharedStore, StoreError},
};
use table::{Snapshot, Summary, TableStub, Watch};

/// The limits of a hall, each named.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most tables that are live at once.
    pub tables: usize,
    /// The most commands that wait for one table.
    pub waiting_commands: usize,
    /// The most messages that wait for one seat's program; one that falls behind further is taken for disconnected.
    pub waiting_for_seat: usize,
    /// The most events that wait for one watcher; one that falls behind further is told where to resume.
    pub waiting_for_watcher: usize,
    /// The most watchers of one table.
    pub watchers: usize,
    /// How long a seat may stay away.
    pub grace: Duration,
    /// How long a match waits for its seats before it is called off.
    pub start_grace: Duration,
    /// The most bots that are connected at once.
    pub bots: usize,
    /// The most seats that the house's own players hold at once.
    pub house_seats: usize,
    /// How many of the house's own players think at once.
    pub house_thinkers: usize,
    /// How long the house waits before each of its moves in a match where only its own players sit.
    pub house_pace: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            tables: 10_000,
            waiting_commands: 64,
            waiting_for_seat: 1024,
            waiting_for_watcher: 256,
            watchers: 1000,
            grace: Duration::from_secs(60),
            start_grace: Duration::from_secs(300),
            bots: 10_000,
            house_seats: 512,
            house_thinkers: std::thread::available_parallelism().map_or(1, |cores| cores.get()),
            house_pace: Duration::from_millis(250),
        }
    }
}

/// All tables. Cloning gives another handle to the same hall.
#[derive(Clone)]
pub struct Hall {
    inner: Arc<()>,
}

/// What is to be played by whom. Everything in it has been checked.
#[derive(Clone, Debug)]
pub struct NewMatch {
    /// The game's id.
    pub game: &'static str,
    /// Seats and options.
    pub setting: Setting,
    /// The time control of each seat.
    pub time_controls: Vec<TimeControl>,
    /// The player of each seat.
    pub players: Vec<PlayerId>,
    /// What an illegal or unreadable move costs.
    pub illegal: IllegalPolicy,
    /// The request that asked for it.
    pub request: RequestKey,
}

impl Hall {
    /// Opens a hall over a store and brings the live matches back: each continues where its newest event stands, no
    /// clock having run in between.
    pub async fn open(_store: SharedStore, _limits: Limits) -> Result<Hall, StoreError> {
        todo!()
    }

    /// Opens a match. The same request gives the same match again. Seats of connected bots and of the house are taken at
    /// once; the match starts when all are.
    pub async fn create(&self, _new: NewMatch) -> Result<MatchId, Refusal> {
        todo!()
    }

    /// The table of a live match; `None` when the match is over or unknown.
    pub fn table(&self, _match_id: &MatchId) -> Option<TableStub> {
        todo!()
    }

    /// What `player` gets for a command to a match that has no table: the first answer again where the match knows the
    /// request id, else [`crate::referee::Reason::MatchOver`], `NotSeated` or `UnknownMatch`.
    pub async fn answer_again(
        &self,
        _match_id: &MatchId,
        _player: &PlayerId,
        _request_id: &RequestId,
    ) -> Result<Seq, Refusal> {
        todo!()
    }

    /// A match as `viewer` may see it now, whether it is live or over. [`crate::referee::Reason::UnknownMatch`] for none.
    pub async fn look(&self, _match_id: &MatchId, _viewer: Viewer) -> Result<Snapshot, Refusal> {
        todo!()
    }

    /// Every event after `after`, and then the live ones, as `viewer` may know them. Also of a match that is over.
    pub async fn watch(&self, _match_id: &MatchId, _viewer: Viewer, _after: Seq) -> Result<Watch, Refusal> {
        todo!()
    }

    /// A page of matches, the newest first, beginning behind `before`.
    pub async fn list(
        &self,
        _filter: MatchFilter,
        _before: Option<MatchId>,
        _limit: usize,
    ) -> Result<Vec<Summary>, Refusal> {
        todo!()
    }

    /// The record of a match that is over: one event of `referee.log.v1` a line, as JSON.
    pub async fn record(&self, _match_id: &MatchId) -> Result<String, Refusal> {
        todo!()
    }

    /// Who is connected.
    pub fn lobby(&self) -> &lobby::Lobby {
        let _ = &self.inner;
        todo!()
    }

    /// The store, for reads.
    pub fn store(&self) -> &SharedStore {
        todo!()
    }

    /// Stops all tables after the commands that they have taken; nothing is lost, the next hall brings them back.
    pub async fn close(&self) {
        todo!()
    }
}
