//! The hall: the state that all parts of live matches share.

use std::sync::{Arc, atomic::AtomicU64};

use referee_games::Catalogue;
use referee_ids::MatchId;
use referee_store::{
    Accounts, Administration, Consents, ContestLog, EventLog, Guests, MatchIndex, SignIns, Store, StoreError,
};
use tokio::runtime::Handle;

use super::{
    challenges::{board::ChallengeBoard, rematch_votes::RematchVotes},
    house::{self, House},
    limits::{Limits, creation_limits::Creations},
    link::Coalescer,
    lobby::Lobby,
    matches::{
        match_store::{EndSignal, MatchStore},
        registry::Registry,
    },
    records::{standings_cache::StandingsCache, summary_cache::SummaryCache},
    table::TableStub,
};

/// The hall with all tables. Clones share it.
#[derive(Clone)]
pub struct Hall {
    pub(super) inner: Arc<Inner>,
}

pub(super) struct Inner {
    pub match_store: MatchStore,
    pub accounts: Arc<dyn Accounts>,
    pub consents: Arc<dyn Consents>,
    pub contests: Arc<dyn ContestLog>,
    pub administration: Arc<dyn Administration>,
    pub sign_ins: Arc<dyn SignIns>,
    pub guests: Arc<dyn Guests>,
    pub limits: Limits,
    pub registry: Arc<Registry>,
    pub creations: Arc<Creations>,
    pub lobby: Lobby,
    pub house: House,
    pub rematch_votes: RematchVotes,
    pub challenges: ChallengeBoard,
    /// Number of times that barred players were withdrawn.
    pub withdrawals: AtomicU64,
    pub coalescer: Coalescer,
    pub finished: SummaryCache,
    pub standings: StandingsCache,
    /// Runtime of the hall. Tables, and the tasks that open them, run on it, no matter which
    /// runtime the caller uses.
    pub serving: Handle,
}

impl Hall {
    /// Creates a hall with the games of a catalogue, without the live matches of the store.
    pub(super) async fn new(games: Catalogue, store: Store, limits: Limits) -> Result<Hall, StoreError> {
        let Store { log, index, accounts, consents, administration, sign_ins, guests, contests, webhooks: _ } = store;
        for player in house::players() {
            accounts.ensure_house(&player).await?;
        }
        let (registry, creations) = (Registry::new(limits.tables), Creations::new(&limits.creation));
        let match_store = MatchStore { log, index, games, ends: EndSignal::default() };
        let lobby = Lobby::new(Arc::clone(&registry), match_store.clone(), &limits);
        let (house, rematch_votes) = (House::new(&limits), RematchVotes::new(&limits));
        let finished = SummaryCache::new(limits.finished);
        let coalescer = Coalescer::default();
        let inner = Inner {
            match_store,
            accounts,
            consents,
            contests,
            administration,
            sign_ins,
            guests,
            limits,
            registry,
            creations,
            lobby,
            house,
            rematch_votes,
            challenges: ChallengeBoard::default(),
            withdrawals: AtomicU64::new(0),
            coalescer,
            finished,
            standings: StandingsCache::default(),
            serving: Handle::current(),
        };
        Ok(Hall { inner: Arc::new(inner) })
    }

    /// Returns the table of a live match; `None` if the match is over or unknown.
    pub fn table(&self, match_id: &MatchId) -> Option<TableStub> {
        self.inner.registry.table(match_id)
    }

    /// Returns the tables of all live matches.
    pub fn tables(&self) -> Vec<TableStub> {
        self.inner.registry.tables()
    }

    pub fn lobby(&self) -> &Lobby {
        &self.inner.lobby
    }

    /// Returns the coalescer, for links that delay messages that need no answer.
    pub fn coalescer(&self) -> &Coalescer {
        &self.inner.coalescer
    }

    pub fn limits(&self) -> &Limits {
        &self.inner.limits
    }

    pub fn games(&self) -> Catalogue {
        self.inner.match_store.games
    }

    pub fn accounts(&self) -> &Arc<dyn Accounts> {
        &self.inner.accounts
    }

    /// Returns the store of consents.
    pub fn consents(&self) -> &Arc<dyn Consents> {
        &self.inner.consents
    }

    /// Returns the event log of tournaments and ladders.
    pub fn contests(&self) -> &Arc<dyn ContestLog> {
        &self.inner.contests
    }

    pub fn administration(&self) -> &Arc<dyn Administration> {
        &self.inner.administration
    }

    /// Returns the store of recovery codes and device codes.
    pub fn sign_ins(&self) -> &Arc<dyn SignIns> {
        &self.inner.sign_ins
    }

    /// Returns the store of guests.
    pub fn guests(&self) -> &Arc<dyn Guests> {
        &self.inner.guests
    }

    pub(super) fn log(&self) -> &dyn EventLog {
        &*self.inner.match_store.log
    }

    pub(super) fn index(&self) -> &dyn MatchIndex {
        &*self.inner.match_store.index
    }

    /// Stops all tables after the commands that they have accepted. The next hall resumes their
    /// matches.
    pub async fn close(&self) {
        for table in self.inner.registry.close() {
            table.stop();
        }
        self.inner.registry.empty().await;
    }
}

/// Stops all tables when a hall is dropped without being closed.
impl Drop for Inner {
    fn drop(&mut self) {
        for table in self.registry.close() {
            table.stop();
        }
    }
}
