//! The hall itself: what all rooms of it share.

use std::sync::{Arc, atomic::AtomicU64};

use tokio::runtime::Handle;

use super::{
    challenge_board::ChallengeBoard,
    creation_limits::Creations,
    house::{self, House},
    limits::Limits,
    link::Coalescer,
    lobby::Lobby,
    match_store::{EndSignal, MatchStore},
    registry::Registry,
    rematch_votes::RematchVotes,
    restart::Restart,
    standings::StandingsCache,
    summary_cache::SummaryCache,
    table::TableStub,
};
use crate::{
    games::Catalogue,
    ids::MatchId,
    store::{Accounts, Administration, Consents, ContestLog, EventLog, MatchIndex, Store, StoreError},
};

/// All tables. Cloning gives another handle to the same hall.
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
    pub limits: Limits,
    pub registry: Arc<Registry>,
    pub creations: Arc<Creations>,
    pub lobby: Lobby,
    pub house: House,
    pub rematch_votes: RematchVotes,
    pub challenges: ChallengeBoard,
    /// How often a player was withdrawn who may not play.
    pub withdrawals: AtomicU64,
    pub coalescer: Coalescer,
    pub finished: SummaryCache,
    pub standings: StandingsCache,
    /// The runtime that the hall was opened on. Tables and the tasks that open them run there,
    /// whichever runtime a caller is on.
    pub serving: Handle,
}

impl Hall {
    /// Opens a hall over a store and brings the live matches back: each continues where its newest event stands, no
    /// clock having run in between. A match that cannot be brought back holds up no other; see [`Restart::run`].
    pub async fn open(store: Store, limits: Limits) -> Result<Hall, StoreError> {
        Hall::open_with(Catalogue::ALL, store, limits).await
    }

    /// The same with the games of a catalogue.
    pub async fn open_with(games: Catalogue, store: Store, limits: Limits) -> Result<Hall, StoreError> {
        let (hall, restart) = Hall::begin_with(games, store, limits).await?;
        restart.run().await;
        Ok(hall)
    }

    /// Opens a hall that answers already, and gives what is left to do: to bring the live matches back. Until that is done
    /// no match is opened, and a command to one that is not back is refused with [`crate::referee::Reason::Starting`].
    pub async fn begin(store: Store, limits: Limits) -> Result<(Hall, Restart), StoreError> {
        Hall::begin_with(Catalogue::ALL, store, limits).await
    }

    /// The same with the games of a catalogue.
    pub async fn begin_with(games: Catalogue, store: Store, limits: Limits) -> Result<(Hall, Restart), StoreError> {
        let Store { log, index, accounts, consents, administration, contests, webhooks: _ } = store;
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
        let hall = Hall { inner: Arc::new(inner) };
        let restart = Restart::of(hall.clone()).await?;
        Ok((hall, restart))
    }

    /// The table of a live match; `None` when the match is over or unknown.
    pub fn table(&self, match_id: &MatchId) -> Option<TableStub> {
        self.inner.registry.table(match_id)
    }

    pub fn lobby(&self) -> &Lobby {
        &self.inner.lobby
    }

    /// For the links of programs that want what asks for nothing to wait for what follows it.
    pub fn coalescer(&self) -> &Coalescer {
        &self.inner.coalescer
    }

    /// What the hall takes on at the most.
    pub fn limits(&self) -> &Limits {
        &self.inner.limits
    }

    /// The games that are played here.
    pub fn games(&self) -> Catalogue {
        self.inner.match_store.games
    }

    /// The accounts of the players.
    pub fn accounts(&self) -> &Arc<dyn Accounts> {
        &self.inner.accounts
    }

    /// What players have agreed to beforehand.
    pub fn consents(&self) -> &Arc<dyn Consents> {
        &self.inner.consents
    }

    /// The events of tournaments and ladders, which the store of the matches keeps too.
    pub fn contests(&self) -> &Arc<dyn ContestLog> {
        &self.inner.contests
    }

    /// What a host keeps beside the accounts.
    pub fn administration(&self) -> &Arc<dyn Administration> {
        &self.inner.administration
    }

    /// The events of all matches.
    pub(super) fn log(&self) -> &dyn EventLog {
        &*self.inner.match_store.log
    }

    /// The rows of all matches.
    pub(super) fn index(&self) -> &dyn MatchIndex {
        &*self.inner.match_store.index
    }

    /// Stops all tables after the commands that they have taken; nothing is lost, the next hall brings them back.
    pub async fn close(&self) {
        for table in self.inner.registry.close() {
            table.stop();
        }
        self.inner.registry.empty().await;
    }
}

/// A hall that is given up without being closed stops its tables all the same.
impl Drop for Inner {
    fn drop(&mut self) {
        for table in self.registry.close() {
            table.stop();
        }
    }
}
