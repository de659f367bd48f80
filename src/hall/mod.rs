//! Where matches are alive: one task a table, bounded lines between them, and the list of who is here.
//!
//! [`Hall`] opens tables and finds them again; [`table`] runs one match; [`link`] is what a seat's program is to a table;
//! [`engine_seat`] puts a local engine on a seat; [`lobby`] knows the connected bots; [`house`] plays for the house's own
//! and [`demo`] keeps them busy; [`history`] reads what the store knows of a match, [`registry`] lists the live ones,
//! [`finished`] keeps what is told of those that are over, and [`rematch`] plays one of them once more, when [`consents`] has
//! that of all its players.

mod annals;
mod consents;
pub mod demo;
pub mod engine_seat;
mod entrances;
mod finished;
mod history;
pub mod house;
pub mod limits;
pub mod link;
pub mod lobby;
mod registry;
pub mod rematch;
pub mod stall_guard;
pub mod table;
pub mod wall_clock;

use std::{sync::Arc, time::Duration};

use crate::{
    games::{Catalogue, rules::Setting},
    ids::{MatchId, PlayerId, RequestId, Seat, Seq, Viewer},
    referee::{
        Conduct, Event, Fact, IllegalPolicy, LostSeats, Match, Opened, Phase, Promise, Reason, Refusal, Seed, Time,
        TimeControl, luck::MAX_NONCE_WAIT,
    },
    store::{Created, MatchFilter, RequestKey, SharedStore, StoreError, record},
};
use annals::Annals;
use consents::Consents;
use finished::Finished;
use history::{Asker, History, HistoryError};
use house::{House, HouseSeat};
pub use limits::Limits;
use limits::MATCHES_A_PAGE;
use lobby::Lobby;
use registry::{Place, Registry};
use table::{Snapshot, Summary, Table, TableStub, Watch};
use wall_clock::MatchClock;

/// All tables. Cloning gives another handle to the same hall.
#[derive(Clone)]
pub struct Hall {
    inner: Arc<Inner>,
}

struct Inner {
    annals: Annals,
    limits: Limits,
    registry: Arc<Registry>,
    lobby: Lobby,
    house: House,
    consents: Consents,
    finished: Finished,
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
    /// What becomes of the match when a seat loses it and at least two others play on.
    pub lost_seats: LostSeats,
    /// Where its luck comes from; of no matter in a game without chance.
    pub luck: NewLuck,
    /// How it is conducted.
    pub conduct: Conduct,
    /// The request that asked for it.
    pub request: RequestKey,
}

/// Where the luck of a new match comes from. By default from a seed of the operating system's, under the match's own id,
/// and nobody is waited for.
#[derive(Clone, Debug, Default)]
pub struct NewLuck {
    /// The seed; `None` is one of the operating system's.
    pub seed: Option<Seed>,
    /// How long the first outcome of chance waits for nonces once every seat is there; at most [`MAX_NONCE_WAIT`] is waited.
    pub nonce_wait: Duration,
    /// What stands for the match's id, where the same deals are to be played in several matches.
    pub deal_id: Option<MatchId>,
}

/// Under which id a match is opened, of which one it is the rematch, and how long it waits for its seats.
struct Origin {
    match_id: MatchId,
    rematch_of: Option<MatchId>,
    grace: Duration,
    start_grace: Duration,
}

impl Hall {
    /// Opens a hall over a store and brings the live matches back: each continues where its newest event stands, no
    /// clock having run in between. A match that cannot be brought back is reported and left alone.
    pub async fn open(store: SharedStore, limits: Limits) -> Result<Hall, StoreError> {
        Hall::open_with(Catalogue::ALL, store, limits).await
    }

    /// The same with the games of a catalogue.
    pub async fn open_with(games: Catalogue, store: SharedStore, limits: Limits) -> Result<Hall, StoreError> {
        for player in house::players() {
            store.ensure_house(&player).await?;
        }
        let registry = Registry::new(limits.tables);
        let annals = Annals { store, games };
        let lobby = Lobby::new(Arc::clone(&registry), annals.clone(), &limits);
        let (house, consents) = (House::new(&limits), Consents::new(&limits));
        let finished = Finished::new(limits.finished);
        let hall = Hall { inner: Arc::new(Inner { annals, limits, registry, lobby, house, consents, finished }) };
        let unfinished = hall.store().unfinished().await?;
        let (mut back, all) = (0, unfinished.len());
        for match_id in unfinished {
            match hall.bring_back(&match_id).await {
                Ok(()) => back += 1,
                Err(refusal) => tracing::error!(%match_id, %refusal, "a match could not be brought back"),
            }
        }
        if all > 0 {
            tracing::info!(back, all, "live matches were brought back");
        }
        Ok(hall)
    }

    /// Opens a match. The same request gives the same match again. Seats of connected bots and of the house are taken at
    /// once; the match starts when all are.
    pub async fn create(&self, new: NewMatch) -> Result<MatchId, Refusal> {
        let hall = self.clone();
        // In a task of its own, so that a caller who gives up does not leave a match without a table.
        let created = tokio::spawn(async move { hall.create_now(new).await }).await;
        created.unwrap_or_else(fault_of_task)
    }

    /// The table of a live match; `None` when the match is over or unknown.
    pub fn table(&self, match_id: &MatchId) -> Option<TableStub> {
        self.inner.registry.table(match_id)
    }

    /// What `player` gets for a command to a match that has no table: the first answer again where the match knows the
    /// request id, else [`crate::referee::Reason::MatchOver`], `NotSeated` or `UnknownMatch`.
    pub async fn answer_again(
        &self,
        match_id: &MatchId,
        player: &PlayerId,
        request_id: &RequestId,
    ) -> Result<Seq, Refusal> {
        history::answer_again(self.store(), match_id, Asker::Player(player), request_id).await
    }

    /// The same for an arbiter, who does not sit in the match.
    pub async fn answer_arbiter_again(
        &self,
        match_id: &MatchId,
        arbiter: &PlayerId,
        request_id: &RequestId,
    ) -> Result<Seq, Refusal> {
        history::answer_again(self.store(), match_id, Asker::Arbiter(arbiter), request_id).await
    }

    /// A match as `viewer` may see it now, whether it is live or over. [`crate::referee::Reason::UnknownMatch`] for none.
    pub async fn look(&self, match_id: &MatchId, viewer: Viewer) -> Result<Snapshot, Refusal> {
        let live = match self.table(match_id) {
            Some(table) => table.look(viewer).await.ok(),
            None => None,
        };
        let seen = match live {
            Some(seen) => seen,
            None => {
                let of = self.folded_for(match_id, |_| viewer).await?;
                table::snapshot(&of, viewer, of.at())
            }
        };
        Ok(Snapshot { summary: self.with_rematch(seen.summary).await?, ..seen })
    }

    /// Every event after `after`, and then the live ones, as `viewer` may know them. Also of a match that is over.
    /// [`crate::referee::Reason::Stopping`] for a spectator who would see more than is released of a match whose table has
    /// stopped.
    pub async fn watch(&self, match_id: &MatchId, viewer: Viewer, after: Seq) -> Result<Watch, Refusal> {
        if let Some(table) = self.table(match_id) {
            return table.watch(viewer, after).await;
        }
        let first = self.store().events(match_id, Seq(0), 1).await.map_err(HistoryError::from)?;
        if first.is_empty() {
            return Err(history::unknown_match(match_id));
        }
        if self.holds_back(viewer) && self.folded(match_id).await?.phase() != Phase::Over {
            return Err(Refusal::new(Reason::Stopping, "the table of this match has stopped: ask again later"));
        }
        let history = History::new(self.inner.annals.clone(), match_id.clone(), viewer, after);
        Ok(Watch::new(history, viewer, after, None, None))
    }

    /// A page of matches, the newest first, beginning behind `before`; never more than [`MATCHES_A_PAGE`]. `viewer` says
    /// what the asker is to a match.
    pub async fn list(
        &self,
        filter: MatchFilter,
        before: Option<MatchId>,
        limit: usize,
        viewer: impl Fn(&Opened) -> Viewer + Send + Sync,
    ) -> Result<Vec<Summary>, Refusal> {
        let ids = self.store().matches(filter, before, limit.min(MATCHES_A_PAGE)).await.map_err(HistoryError::from)?;
        let mut page = Vec::with_capacity(ids.len());
        for match_id in &ids {
            page.push(self.summary(match_id, &viewer).await?);
        }
        Ok(page)
    }

    /// A match in a few lines, whether it is live or over. [`crate::referee::Reason::UnknownMatch`] for none.
    pub async fn summary(
        &self,
        match_id: &MatchId,
        viewer: impl Fn(&Opened) -> Viewer + Send + Sync,
    ) -> Result<Summary, Refusal> {
        if let Some(table) = self.table(match_id)
            && let Ok(summary) = table.summary(viewer(table.opened())).await
        {
            return self.with_rematch(summary).await;
        }
        if let Some(summary) = self.inner.finished.find(match_id) {
            return self.with_rematch(summary).await;
        }
        let of = self.folded_for(match_id, viewer).await?;
        let summary = table::summary(&of, of.at());
        self.inner.finished.keep(&summary);
        self.with_rematch(summary).await
    }

    /// The record of a match that is over: one event of `referee.log.v1` a line, as JSON.
    pub async fn record(&self, match_id: &MatchId) -> Result<String, Refusal> {
        let events = history::all(self.store(), match_id).await?;
        match events.last().map(|event| &event.fact) {
            None => Err(history::unknown_match(match_id)),
            Some(Fact::Ended(_)) => Ok(record::write(&events)),
            Some(_) => Err(Refusal::new(Reason::StillPlayed, "the match is still played: its record is not open yet")),
        }
    }

    /// Who is connected.
    pub fn lobby(&self) -> &Lobby {
        &self.inner.lobby
    }

    /// What the hall takes on at the most.
    pub fn limits(&self) -> &Limits {
        &self.inner.limits
    }

    /// The games that are played here.
    pub fn games(&self) -> Catalogue {
        self.inner.annals.games
    }

    /// The store, for reads.
    pub fn store(&self) -> &SharedStore {
        &self.inner.annals.store
    }

    /// Stops all tables after the commands that they have taken; nothing is lost, the next hall brings them back.
    pub async fn close(&self) {
        for table in self.inner.registry.close() {
            table.stop().await;
        }
        self.inner.registry.empty().await;
    }
}

impl Hall {
    async fn create_now(&self, new: NewMatch) -> Result<MatchId, Refusal> {
        let Inner { annals, limits, .. } = &*self.inner;
        if let Some(before) = annals.store.created_by(&new.request).await.map_err(HistoryError::from)? {
            return before_or_reused(before);
        }
        let (grace, start_grace) = (limits.grace, limits.start_grace);
        let origin = Origin { match_id: fresh_id()?, rematch_of: None, grace, start_grace };
        let taken = || Refusal::new(Reason::HostFault, "failed to name the match: its id is taken");
        self.open_match(origin, new).await?.ok_or_else(taken)
    }

    /// Opens a match under its id; `None` where a match has this id and a place already.
    async fn open_match(&self, origin: Origin, new: NewMatch) -> Result<Option<MatchId>, Refusal> {
        let Inner { annals, registry, lobby, house, limits, .. } = &*self.inner;
        let Annals { store, games } = annals;
        let Origin { match_id, rematch_of, grace, start_grace } = origin;
        let may_sit = |player: &PlayerId, live| lobby.may_sit(player, new.game, live);
        let Some(place) = registry.reserve(&match_id, &new.players, may_sit)? else { return Ok(None) };
        let facts = games.find(new.game).map(|game| game.facts());
        let unknown = || Refusal::of_field(Reason::UnknownGame, "game", new.game, "the id of a game");
        let facts = facts.ok_or_else(unknown)?;
        let leave = house.reserve(&new.players)?;
        let luck = if facts.chance { Some(promise(new.luck)?) } else { None };
        let opened = Opened {
            match_id: match_id.clone(),
            game: new.game.to_owned(),
            options: new.setting.options().clone(),
            time_controls: new.time_controls,
            players: new.players,
            opened_unix_ms: wall_clock::unix_ms(),
            grace,
            start_grace,
            illegal: new.illegal,
            lost_seats: new.lost_seats,
            luck: luck.as_ref().map(|(promise, _)| promise.clone()),
            conduct: new.conduct,
            rematch_of,
        };
        let seed = luck.map(|(_, seed)| seed);
        let first = Event { seq: Seq(1), at: Time::ZERO, fact: Fact::Opened(Box::new(opened.clone())) };
        let live = Match::open_in(*games, opened)
            .map_err(|bad| Refusal::of_field(Reason::BadOption, bad.name, &bad.value, bad.expected))?;
        let live = history::with_seed(live, seed.clone())?;
        match store.create(new.request, match_id.clone(), vec![first], seed).await.map_err(HistoryError::from)? {
            Created::New => {}
            before => return before_or_reused(before).map(Some),
        }
        let clock = MatchClock::starting_at(Time::ZERO);
        let (stub, table) = table::channel(live, annals.clone(), limits, clock);
        self.start(&stub, table, place, leave).await;
        Ok(Some(match_id))
    }

    async fn bring_back(&self, match_id: &MatchId) -> Result<(), Refusal> {
        let Inner { annals, registry, house, limits, .. } = &*self.inner;
        let seed = annals.store.seed(match_id).await.map_err(HistoryError::from)?;
        let live = history::with_seed(self.folded(match_id).await?, seed)?;
        let players = live.opened().players.clone();
        let clock = MatchClock::starting_at(live.at());
        let (stub, mut table) = table::channel(live, annals.clone(), limits, clock);
        table.resume().await?;
        let (place, leave) = (registry.reserve_again(match_id, &players), house.reserve_again(&players));
        self.start(&stub, table, place, leave).await;
        Ok(())
    }

    /// Starts a table's task and seats whoever is here.
    async fn start(&self, stub: &TableStub, table: Table, place: Place, leave: Vec<HouseSeat>) {
        let entered = self.inner.registry.enter(stub);
        tokio::spawn(async move {
            // The place goes with the task, however it ends.
            let _place = place;
            table.run().await;
        });
        if entered.is_err() {
            return stub.stop().await;
        }
        self.inner.house.sit(stub, leave).await;
        for (seat, player) in (0..).map(Seat).zip(&stub.opened().players) {
            let Some(link) = self.inner.lobby.link_of(player) else { continue };
            if let Err(refusal) = stub.sit(seat, Seq(0), link).await {
                tracing::warn!(match_id = %stub.match_id(), seat = %seat, %refusal, "a bot could not sit down");
            }
        }
    }

    /// A match without a table as a viewer may see it. If it is not over, no time passes in it, and what is younger than
    /// the delay stays held back from spectators.
    async fn folded_for(
        &self,
        match_id: &MatchId,
        viewer: impl Fn(&Opened) -> Viewer + Send + Sync,
    ) -> Result<Match, Refusal> {
        let of = self.folded(match_id).await?;
        if of.phase() == Phase::Over || !self.holds_back(viewer(of.opened())) {
            return Ok(of);
        }
        let horizon = table::earlier(of.at(), self.inner.limits.spectator_delay);
        let then = history::fold_up_to(&self.inner.annals, match_id, horizon).await?;
        then.ok_or_else(|| history::unknown_match(match_id))
    }

    fn holds_back(&self, viewer: Viewer) -> bool {
        viewer == Viewer::Spectator && !self.inner.limits.spectator_delay.is_zero()
    }

    async fn folded(&self, match_id: &MatchId) -> Result<Match, Refusal> {
        history::fold(&self.inner.annals, match_id).await?.ok_or_else(|| history::unknown_match(match_id))
    }
}

/// A hall that is given up without being closed stops its tables all the same, as far as their lines take it.
impl Drop for Inner {
    fn drop(&mut self) {
        for table in self.registry.close() {
            if !table.stop_soon() && !table.has_ended() {
                tracing::warn!(match_id = %table.match_id(), "a table could not be stopped: its line is full");
            }
        }
    }
}

fn before_or_reused(created: Created) -> Result<MatchId, Refusal> {
    match created {
        Created::Before(match_id) => Ok(match_id),
        Created::New | Created::Reused => {
            let text = "the same request_id came before with another content: take a new one for a new request";
            Err(Refusal::new(Reason::RequestIdReused, text))
        }
    }
}

/// What is promised of the luck of a new match, and the seed that keeps it.
fn promise(luck: NewLuck) -> Result<(Promise, Seed), Refusal> {
    let NewLuck { seed, nonce_wait, deal_id } = luck;
    let seed = match seed {
        Some(seed) => seed,
        None => {
            let mut bytes = [0; 32];
            getrandom::fill(&mut bytes).map_err(no_luck)?;
            Seed::new(bytes)
        }
    };
    let nonce_wait = nonce_wait.min(MAX_NONCE_WAIT);
    Ok((Promise { commitment: seed.commitment(), nonce_wait, deal_id }, seed))
}

fn no_luck(error: getrandom::Error) -> Refusal {
    Refusal::new(Reason::HostFault, format!("failed to get luck from the system: {error}"))
}

/// The refusal of who asked for a match whose opening did not come to its end.
fn fault_of_task<T>(_: tokio::task::JoinError) -> Result<T, Refusal> {
    Err(Refusal::new(Reason::HostFault, "failed to open the match"))
}

/// An id that nobody had before: 60 bits of the system's luck.
fn fresh_id() -> Result<MatchId, Refusal> {
    let mut bytes = [0; 12];
    getrandom::fill(&mut bytes).map_err(no_luck)?;
    spell(&bytes)
}

/// The id of these bytes: 5 bits of each of the first twelve, as letters and digits that are hard to take for each other.
fn spell(bytes: &[u8]) -> Result<MatchId, Refusal> {
    const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let fault = |text: String| Refusal::new(Reason::HostFault, text);
    let mut id = String::with_capacity(14);
    for (place, byte) in bytes.iter().take(12).enumerate() {
        if place > 0 && place % 4 == 0 {
            id.push('-');
        }
        id.push(char::from(LETTERS[usize::from(byte % 32)]));
    }
    MatchId::parse(&id).map_err(|bad| fault(format!("failed to name a match: {bad}")))
}
