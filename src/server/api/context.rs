//! The context that all services share: the hall, the limits, and the server's shutdown.

use std::{net::IpAddr, sync::Arc, time::Duration};

use prost::Message;
use referee_ids::{MatchId, PlayerId, Seq, Viewer};
use referee_law::{Asker, MatchOpened, Reason, Refusal};
use referee_proto::v1;
use referee_store::{AccountState, Accounts, Administration, Consents, PublicId, Scope};
use tokio::{runtime::Handle, sync::watch};
use tokio_util::task::AbortOnDropHandle;
use tonic::Request;
use tracing::Instrument as _;

use super::{
    admission::{
        CallerAddress, Edge,
        fair_queue::{FairQueue, Payer},
        line::{self, Answers, LastWord, Line, UnreadBytes},
        stream_limits::{Caller, StreamLimits, StreamPlace, network},
        worker_pool::Metered,
    },
    auth::{
        self, Identity,
        commander::{Commander, Ruling},
        known_tokens::KnownTokens,
        looker::Looker,
    },
    convert::{self, CommandAsked},
    edge::gzip,
    services::{contests::entry_locks::EntryLocks, guests_seen::GuestsSeen},
    settings::Settings,
    status::stopping,
    watch::{changes::OpenWatches, featured::Ranking, watcher_limits::WatcherLimits},
};
use crate::{
    contest_server::{AllContests, Ladders, Tournaments},
    hall::{
        Hall,
        challenges::rematch::Rematch,
        limits::{
            creation_limits::Creator,
            rate::{Pace, Rate},
        },
        table::TableStub,
        unknown_match,
        wall_clock::Moment,
    },
};

/// Burst and interval of a player's entries and withdrawals in contests.
pub(super) const ENTRY_BURST: u32 = 32;
const ENTRY_INTERVAL: Duration = Duration::from_secs(60);

/// The context of the services. Clones share it.
#[derive(Clone)]
pub struct ServiceContext {
    hall: Hall,
    settings: Arc<Settings>,
    streams: StreamLimits,
    /// Limits of streams of many matches, and of many positions.
    boards: StreamLimits,
    replays: StreamLimits,
    compressed: StreamLimits,
    unread: UnreadBytes,
    watchers: WatcherLimits,
    open_watches: OpenWatches,
    ranking: Ranking,
    entries: Arc<Rate<PlayerId>>,
    entry_locks: EntryLocks,
    contests: AllContests,
    known: Arc<KnownTokens>,
    guests_seen: Arc<GuestsSeen>,
    queue: FairQueue,
    workers: Handle,
    /// The runtime that serves moves.
    serving: Handle,
    stopping: watch::Receiver<bool>,
}

/// Maximum time for which a stream of positions waits for a place.
pub const WAITS_FOR_REPLAY: Duration = Duration::from_secs(30);

impl ServiceContext {
    /// Creates a context for this hall, on the runtime that serves moves. Streams end when
    /// `stopping` becomes true.
    pub(super) fn new(
        hall: Hall,
        settings: &Settings,
        edge: &Edge,
        contests: AllContests,
        stopping: watch::Receiver<bool>,
    ) -> ServiceContext {
        let Settings { streams_per_player, streams_per_address, all_streams_per_address, .. } = *settings;
        let streams = StreamLimits::new(streams_per_player, streams_per_address, all_streams_per_address);
        let boards = StreamLimits::boards(settings.boards_per_caller);
        let replays = StreamLimits::replays(settings.replays_per_caller);
        let compressed = StreamLimits::compressed(settings.compressed_streams_per_address);
        let unread = UnreadBytes::new(settings.unread_stream_bytes_per_address);
        let watchers = WatcherLimits::new(settings.watchers_per_address);
        let settings = Arc::new(settings.clone());
        ServiceContext {
            hall,
            settings,
            streams,
            boards,
            replays,
            compressed,
            unread,
            watchers,
            open_watches: OpenWatches::default(),
            ranking: Ranking::default(),
            entries: Arc::default(),
            entry_locks: EntryLocks::new(),
            contests,
            known: Arc::clone(edge.known_tokens()),
            guests_seen: Arc::default(),
            queue: edge.queue(),
            workers: edge.workers(),
            serving: Handle::current(),
            stopping,
        }
    }

    /// Counts that a player enters or leaves a contest, since everyone reads the event. Fails with
    /// [`Reason::Limit`] if the player does so too often.
    pub(super) fn count_entry(&self, player: &PlayerId) -> Result<(), Refusal> {
        let pace = Pace { burst: ENTRY_BURST, interval: ENTRY_INTERVAL };
        self.entries.take_of(player, pace, "entry_burst", "enters and leaves contests")
    }

    pub(super) fn entry_locks(&self) -> &EntryLocks {
        &self.entry_locks
    }

    pub(super) fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    pub fn hall(&self) -> &Hall {
        &self.hall
    }

    pub(super) fn tournaments(&self) -> &Tournaments {
        &self.contests.tournaments
    }

    pub(super) fn ladders(&self) -> &Ladders {
        &self.contests.ladders
    }

    /// Returns the open streams of many matches whose matches can be changed.
    pub(super) fn open_watches(&self) -> &OpenWatches {
        &self.open_watches
    }

    /// Returns the ranking that orders the live matches to feature.
    pub(super) fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// Returns the runtime that serves moves.
    pub(super) fn serving(&self) -> &Handle {
        &self.serving
    }

    /// Returns the runtime that reads logs for viewers that lag.
    pub(super) fn background(&self) -> Handle {
        self.hall.limits().background.clone().unwrap_or_else(Handle::current)
    }

    /// Runs `work` to completion even if the caller disconnects.
    pub(super) async fn to_the_end<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, Refusal>> + Send + 'static,
    ) -> Result<T, Refusal> {
        // The task fails only by a panic, which its runtime has logged.
        let failed = |_| Err(Refusal::new(Reason::HostFault, "the request failed: see the server's log"));
        self.serving.spawn(work.in_current_span()).await.unwrap_or_else(failed)
    }

    /// Ends a token's streams and challenges, and removes it from caches.
    pub(super) fn end_token(&self, player: &PlayerId, token: PublicId, why: &Refusal) {
        self.known.forget(player);
        self.streams.end_token(player, token, why);
        self.hall.end_challenges(player, Some(token));
    }

    /// Replaces a token by a new one. Ends the streams of the old token, and keeps its challenges
    /// for the new one.
    pub(super) fn renew_token(&self, player: &PlayerId, old: PublicId, new: PublicId) {
        self.hall.renew_token(player, old, new);
        self.end_token(player, old, &auth::renewed());
    }

    /// Ends all streams and challenges of a player's tokens, and removes them from caches.
    pub(super) fn end_tokens(&self, player: &PlayerId, why: &Refusal) {
        self.known.forget(player);
        self.streams.end_all(player, why);
        self.hall.end_challenges(player, None);
    }

    /// Returns the guests who called recently.
    pub(super) fn guests_seen(&self) -> &GuestsSeen {
        &self.guests_seen
    }

    /// Bars a player: ends the player's streams, and withdraws the player from its matches. Call
    /// this from a task that outlives the call: [`ServiceContext::to_the_end`].
    pub(super) async fn bar(&self, player: &PlayerId, state: &AccountState) {
        let Some(why) = auth::barred(state) else { return };
        self.end_tokens(player, &why);
        self.hall.withdraw(player).await;
    }

    pub(super) fn administration(&self) -> &dyn Administration {
        &**self.hall.administration()
    }

    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    pub fn accounts(&self) -> &dyn Accounts {
        &**self.hall.accounts()
    }

    /// Returns the store of consents.
    pub fn consents(&self) -> &dyn Consents {
        &**self.hall.consents()
    }

    /// Returns whether a caller may pair other players on this server. Arbiters may, and tokens of
    /// hosts.
    pub(super) fn is_host(&self, caller: &Identity) -> bool {
        caller.has(Scope::Host) || self.settings.arbiters.contains(caller.player())
    }

    /// Waits until the server stops.
    pub fn stopped(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut stopping = self.stopping.clone();
        async move {
            // An error means that the server is gone, so the stream must end too.
            let _ = stopping.wait_for(|stop| *stop).await;
        }
    }

    /// Waits until a stream must end: the server stops, or the stream's token is no longer valid.
    pub(super) fn ended(&self, place: &StreamPlace) -> impl Future<Output = Refusal> + Send + use<> {
        let (stopped, ended) = (self.stopped(), place.ended());
        async move {
            tokio::select! {
                () = stopped => stopping(),
                why = ended => why,
            }
        }
    }

    /// Identifies the caller of a stream, and takes a place among the caller's streams.
    pub(super) async fn enter<T>(&self, request: &Request<T>) -> Result<(Option<Identity>, StreamPlace), Refusal> {
        let caller = self.identify(request).await?;
        let address = address(request);
        let player = caller.as_ref().map(Identity::player);
        let place =
            self.streams.take(Caller::of(player, address), address, caller.as_ref().map(|caller| &caller.token))?;
        // The token may have been renewed or revoked before this stream had its place, so it is
        // checked again.
        if caller.is_some() {
            auth::caller(self.accounts(), request.metadata()).await?;
        }
        Ok((caller, place))
    }

    /// Takes a second place, for a stream of many matches.
    pub(super) fn enter_boards<T>(
        &self,
        request: &Request<T>,
        caller: Option<&PlayerId>,
    ) -> Result<ManyPlace, Refusal> {
        let place = self.boards.take(Caller::of(caller, address(request)), None, None)?;
        Ok(self.many_place(request, place))
    }

    /// Takes a second place, for a stream of many positions. Waits for a free one, since such
    /// streams end by themselves.
    pub(super) async fn enter_replay<T>(
        &self,
        request: &Request<T>,
        caller: Option<&PlayerId>,
    ) -> Result<ManyPlace, Refusal> {
        let place = self.replays.take_within(&Caller::of(caller, address(request)), WAITS_FOR_REPLAY).await?;
        Ok(self.many_place(request, place))
    }

    fn many_place<T>(&self, request: &Request<T>, place: StreamPlace) -> ManyPlace {
        let takes_gzip = gzip::is_accepted(request.metadata().as_ref(), "accept-encoding");
        let compressed = || self.compressed.take(Caller::of(None, address(request)), None, None).ok();
        ManyPlace { _place: place, compressed: takes_gzip.then(compressed).flatten() }
    }

    /// Creates the line to the caller of a stream, with `places` places.
    pub(super) fn line<T>(&self, place: &StreamPlace, places: usize) -> (Line<T>, LastWord<T>, Answers<T>) {
        line::line(&self.unread, place.address(), places)
    }

    /// Runs `tell` on the caller's account until it ends, the caller disconnects, or the server
    /// stops. If the stream ends with a refusal, sends it as the last message.
    pub(super) fn told<T: Message + 'static, F>(
        &self,
        (place, payer): (StreamPlace, Payer),
        places: usize,
        tell: impl FnOnce(Line<T>) -> F,
    ) -> Answers<T>
    where
        F: Future<Output = Result<(), Refusal>> + Send + 'static,
    {
        let (line, last_word, answers) = self.line(&place, places);
        let (ended, telling) = (self.ended(&place), tell(line.clone()));
        let task = async move {
            let _place = place;
            let refusal = tokio::select! {
                biased;
                () = line.closed() => return,
                refusal = ended => refusal,
                told = telling => match told {
                    Ok(()) => return,
                    Err(refusal) => refusal,
                },
            };
            last_word.say(&refusal);
        };
        self.background().spawn(Metered::new(task, payer));
        answers
    }

    /// Returns the watchers of each match, counted by address.
    pub(super) fn watchers(&self) -> &WatcherLimits {
        &self.watchers
    }

    /// Returns the role of a caller in a match: a seat, an arbiter who does not play in it, or a
    /// spectator. Fails with [`Reason::UnknownMatch`] if the caller may not know of the match.
    pub async fn viewer(&self, match_id: &MatchId, looker: &Looker) -> Result<Viewer, Refusal> {
        let opened = self.hall.opened(match_id).await?;
        match self.may_know(Some(&opened), looker) {
            true => Ok(self.viewer_in(&opened, looker.player.as_ref())),
            false => Err(unknown_match(match_id)),
        }
    }

    /// Returns the role of a player in a match with this opening. The caller must be allowed to
    /// know of the match.
    pub fn viewer_in(&self, opened: &MatchOpened, player: Option<&PlayerId>) -> Viewer {
        match player.and_then(|player| opened.asker(player, self.is_arbiter(player))) {
            Some(Asker::Seat(seat)) => Viewer::Seat(seat),
            Some(Asker::Arbiter(_) | Asker::Contest) => Viewer::Arbiter,
            None => Viewer::Spectator,
        }
    }

    /// Rejects an action in a match that its caller may not know of, as if the match did not exist.
    async fn demand_known(&self, match_id: &MatchId, who: &Commander) -> Result<(), Refusal> {
        let looker = who.looker(self.is_arbiter(&who.by.player));
        self.viewer(match_id, &looker).await.map(drop)
    }

    /// Sends a command that arrived at `arrived` to its table. A match without a table is over,
    /// unknown, or not resumed yet, and a repeated request gets its first answer. Finding that
    /// answer may need reading a long log, so the request waits in the queue like other reads of
    /// the player.
    pub(super) async fn ask(&self, who: &Commander, arrived: Moment, asked: CommandAsked) -> Result<Seq, Refusal> {
        if let Some(table) = self.hall.table(&asked.match_id).filter(|table| !table.has_ended()) {
            return self.ask_table(&table, who, arrived, asked).await;
        }
        let (context, again_by, again) = (self.clone(), who.clone(), asked.clone());
        let found = self.in_turn(&who.by, async move { context.answer_again(&again_by, again).await }).await?;
        match found {
            Found::Answered(seq) => Ok(seq),
            Found::Back(table) => self.ask_table(&table, who, arrived, asked).await,
        }
    }

    async fn ask_table(
        &self,
        table: &TableStub,
        who: &Commander,
        arrived: Moment,
        asked: CommandAsked,
    ) -> Result<Seq, Refusal> {
        let received = table.clock().time_at(arrived);
        let CommandAsked { match_id, request_id, ask } = asked;
        if let Some(seat) = table.opened().seat_of(&who.by.player) {
            who.may_play()?;
            return table.ask(Asker::Seat(seat), request_id, ask.received_at(received)).await;
        }
        self.demand_known(&match_id, who).await?;
        let refusal = ask.refusal_to(&who.by.player, &match_id);
        let Some(ruling) = Ruling::of(match_id, request_id, ask) else { return Err(refusal) };
        self.may_rule(who, table.opened(), &ruling.ask).await?;
        let (context, who, table) = (self.clone(), who.clone(), table.clone());
        // The audit records the outcome even if the caller disconnects.
        self.to_the_end(async move { context.rule(&who, &table, ruling).await }).await
    }

    /// Runs `work` for a player, when its turn in the queue comes, on the worker threads, and
    /// charges the CPU time. Fails with [`Reason::Limit`] if the player has too much in progress or
    /// has used too much.
    async fn in_turn<T: Send + 'static>(
        &self,
        by: &Creator,
        work: impl Future<Output = Result<T, Refusal>> + Send + 'static,
    ) -> Result<T, Refusal> {
        let mut call = self.queue.open(Caller::of(Some(&by.player), by.address), by.address)?;
        call.turn().await;
        let work = self.workers.spawn(Metered::new(work.in_current_span(), call.payer()));
        // The work fails only by a panic, which was logged, or by the end of the server.
        let failed = |_| Err(Refusal::new(Reason::HostFault, "the command could not be answered"));
        AbortOnDropHandle::new(work).await.unwrap_or_else(failed)
    }

    /// Handles [`ServiceContext::rematch`] for a stream: the request waits in the queue, as a call
    /// does.
    pub async fn rematch_in_turn(&self, by: Creator, asked: v1::RematchRequest) -> Result<Rematch, Refusal> {
        let (context, whose) = (self.clone(), by.clone());
        self.in_turn(&whose, async move { context.rematch(by, &asked).await }).await
    }

    /// Requests or accepts a rematch, or withdraws from it.
    pub async fn rematch(&self, by: Creator, asked: &v1::RematchRequest) -> Result<Rematch, Refusal> {
        let (match_id, wish) = convert::asked_rematch(asked)?;
        self.demand_known(&match_id, &Commander::on_stream(by.clone())).await?;
        self.hall.rematch(&match_id, by, wish).await
    }

    /// Answers a command to a match that had no table when the command arrived.
    async fn answer_again(&self, who: &Commander, asked: CommandAsked) -> Result<Found, Refusal> {
        let CommandAsked { match_id, request_id, ask } = asked;
        if let Some(table) = self.hall.table_by_now(&match_id)? {
            return Ok(Found::Back(table));
        }
        self.demand_known(&match_id, who).await?;
        let rules = self.rules_on_past(who, &match_id, &ask).await?;
        let answer = self.hall.answer_again(&match_id, &who.by.player, rules, request_id, ask).await;
        answer.map(Found::Answered)
    }

    /// Returns whether the server was started with this arbiter.
    pub(super) fn is_arbiter(&self, player: &PlayerId) -> bool {
        self.settings.arbiters.contains(player)
    }
}

/// The place of a stream of many matches or positions.
pub(super) struct ManyPlace {
    _place: StreamPlace,
    /// The second place, among the streams to the same address that are compressed as a whole;
    /// `None` if the stream is not.
    compressed: Option<StreamPlace>,
}

impl ManyPlace {
    /// Returns whether the stream is compressed as a whole.
    pub fn is_compressed(&self) -> bool {
        self.compressed.is_some()
    }
}

/// The result of looking up the answer to a command.
enum Found {
    /// The command was answered earlier, by this event.
    Answered(Seq),
    /// The match was resumed, so its table answers.
    Back(TableStub),
}

/// Returns the creator for a call of a player.
pub(super) fn creator<T>(request: &Request<T>, player: PlayerId) -> Creator {
    Creator { player, address: address(request).map(network) }
}

/// Returns the address of a call.
pub(super) fn address<T>(request: &Request<T>) -> Option<IpAddr> {
    request.extensions().get().map(|CallerAddress(address)| *address)
}

/// Returns the caller of a request: its player, otherwise its address.
pub(super) fn caller_of<T>(request: &Request<T>, caller: Option<&Identity>) -> Caller {
    Caller::of(caller.map(Identity::player), address(request))
}
