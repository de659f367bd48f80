//! The stream of a watcher: past events from the store, then live ones from the table, without gaps
//! or duplicates. A watcher that lags reads from the store again. A delayed viewer reads only from
//! the store, when events become old enough.

use std::{collections::VecDeque, sync::Arc};

use referee_ids::{Seq, Viewer};
use referee_law::{ClockReading, Fact, Phase, Reason, Refusal, SeenEvent, Time};
use tokio::{
    sync::{OwnedSemaphorePermit, broadcast},
    time::{sleep, sleep_until},
};

use super::{
    fanout::{Live, OpenedTurn},
    snapshot::Summary,
    spectator_delay::SpectatorDelay,
    stub::TableStub,
};
use crate::hall::{
    limits::{RETRY_WHEN_FULL, STORE_RETRY},
    matches::store_failures,
    records::history::{History, HistoryError},
};

/// The events of one match after a given one, as one viewer may see them.
pub struct Watch {
    history: History,
    viewer: Viewer,
    table: Option<TableStub>,
    /// Events that were read, but not returned yet.
    read: VecDeque<Arc<SeenEvent>>,
    /// Open turn that is returned after these events.
    turn: Option<Arc<OpenedTurn>>,
    /// Id of the last turn that was returned.
    told_turn: Option<Seq>,
    stage: Stage,
    /// Number of the newest event that was returned.
    last: Seq,
    /// Whether `CaughtUp` was returned.
    told_caught_up: bool,
    /// Whether the end of the match was returned.
    told_the_end: bool,
    /// The reason why the log is unreadable; `None` if it is readable.
    unreadable: Option<Refusal>,
    /// The place of the watcher at the table.
    _place: Option<OwnedSemaphorePermit>,
    /// Counts this watch for [`Summary::watchers`], if its spectator chose the match.
    _audience: Option<Arc<()>>,
}

/// An item of a [`Watch`].
#[derive(Clone, Debug)]
pub enum Watched {
    Event(Arc<SeenEvent>),
    CaughtUp(CaughtUp),
    /// A turn is open. Each turn is returned once, unless the match was resumed in between.
    TurnOpened(Arc<OpenedTurn>),
}

/// The state of a match after its past was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaughtUp {
    /// Number of the newest event that was sent, or that the viewer knew.
    pub seq: Seq,
    /// Time of this item on the match clock; the time of the opening if unknown.
    pub at: Time,
    /// Reading of each seat's clock; empty if the match is over, or its table has stopped.
    pub clocks: Vec<ClockReading>,
}

enum Stage {
    /// Reads from the store, and is not subscribed to live events.
    Past,
    /// Subscribed to live events. They are queued while the store is read up to their start.
    Joining {
        line: broadcast::Receiver<Live>,
        from: Seq,
    },
    /// Reads from the store up to the events that are old enough.
    Delayed(SpectatorDelay),
    Live(broadcast::Receiver<Live>),
    Done,
}

impl TableStub {
    /// Streams every event after `after`, then the live ones. Fails with [`Reason::Limit`] if the
    /// table has too many watchers.
    pub fn watch(&self, viewer: Viewer, after: Seq) -> Result<Watch, Refusal> {
        let place = match viewer {
            // Players and arbiters of the match need no place among the watchers.
            Viewer::Seat(_) | Viewer::Arbiter => None,
            Viewer::Spectator => Some(Arc::clone(&self.shared.watchers).try_acquire_owned().map_err(|_| {
                let text = "too many watchers of this match";
                Refusal::limit("watchers", self.shared.most_watchers, text).retry_after(RETRY_WHEN_FULL)
            })?),
        };
        let history = History::new(self.shared.match_store.clone(), self.match_id().clone(), viewer, after);
        Ok(Watch::new(history, viewer, after, Some(self.clone()), place))
    }
}

impl Watch {
    /// Creates a watch of the events that `history` reads, after `after`. `table` is `None` for a
    /// finished match.
    pub(in crate::hall) fn new(
        history: History,
        viewer: Viewer,
        after: Seq,
        table: Option<TableStub>,
        place: Option<OwnedSemaphorePermit>,
    ) -> Watch {
        let spectator_delay = table.as_ref().and_then(|table| table.spectator_delay(viewer));
        let stage = spectator_delay.map_or(Stage::Past, Stage::Delayed);
        Watch {
            history,
            viewer,
            table,
            read: VecDeque::new(),
            turn: None,
            told_turn: None,
            stage,
            last: after,
            told_caught_up: false,
            told_the_end: false,
            unreadable: None,
            _place: place,
            _audience: None,
        }
    }

    /// Counts a spectator for [`Summary::watchers`], because it chose this match.
    pub fn chosen(mut self) -> Watch {
        let is_spectator = self.viewer == Viewer::Spectator;
        self._audience = self.table.as_ref().filter(|_| is_spectator).map(TableStub::join_audience);
        self
    }

    /// Limits the number of events that are read ahead of the watcher.
    pub fn reading_ahead(self, events: usize) -> Watch {
        Watch { history: self.history.in_pages_of(events), ..self }
    }

    /// Returns, after the last item, the reason for the end of the watch; `None` if that was the
    /// end of the match.
    pub async fn cut(&mut self) -> Option<Refusal> {
        let has_ended = match self.unreadable.take() {
            Some(refusal) => Err(refusal),
            // The end was not sent to a watcher that asked for events after it, so the store must
            // tell whether the match is over.
            None if self.told_the_end => Ok(true),
            None => self.history.has_end().await.map_err(Refusal::from),
        };
        let stopped = || Refusal::new(Reason::Stopping, "the table of this match has stopped: watch again later");
        has_ended.map_or_else(Some, |has_ended| (!has_ended).then(stopped))
    }

    /// Returns the next item; `None` after the last. Retries while the store fails. Cancel-safe.
    pub async fn next(&mut self) -> Option<Watched> {
        loop {
            if let Some(event) = self.read.pop_front() {
                return Some(self.give(event));
            }
            if let Some(turn) = self.turn.take().and_then(|turn| self.tell(turn)) {
                return Some(turn);
            }
            match &mut self.stage {
                Stage::Done => return None,
                Stage::Live(line) => match line.recv().await {
                    Ok(Live::Event(event)) if event.seq() > self.last => return Some(self.give(event)),
                    Ok(Live::Event(_)) => {}
                    Ok(Live::Turn(turn)) => self.turn = Some(turn),
                    // The events that were missed are in the store.
                    Err(broadcast::error::RecvError::Lagged(_)) => {
                        self.history.skip_to(self.last);
                        self.stage = Stage::Past;
                    }
                    Err(broadcast::error::RecvError::Closed) => return None,
                },
                Stage::Past | Stage::Joining { .. } | Stage::Delayed(_) => match self.catch_up().await {
                    Ok(None) => {}
                    Ok(Some(caught_up)) => return Some(caught_up),
                    Err(HistoryError::Store(error)) if error.is_transient() => {
                        if let Some(left_out) = store_failures::may_write() {
                            tracing::error!(match_id = %self.history.match_id(), %error, left_out, "failed to \
                                read past events for a watcher");
                        }
                        sleep(STORE_RETRY).await;
                    }
                    Err(error @ HistoryError::Beyond(_)) => {
                        self.unreadable = Some(error.into());
                        self.stage = Stage::Done;
                    }
                    Err(error) => {
                        tracing::error!(match_id = %self.history.match_id(), %error, "past events are unreadable \
                            for a watcher");
                        self.unreadable = Some(error.into());
                        self.stage = Stage::Done;
                    }
                },
            }
        }
    }

    /// Reads more events from the store. If there are none, takes the next step towards live
    /// events.
    async fn catch_up(&mut self) -> Result<Option<Watched>, HistoryError> {
        if let Stage::Delayed(spectator_delay) = self.stage {
            return self.grow_old(spectator_delay).await;
        }
        self.read.extend(self.history.page().await?);
        if !self.read.is_empty() {
            return Ok(None);
        }
        if self.history.last() < self.last {
            return Err(HistoryError::Beyond(self.last));
        }
        let stands = match &self.stage {
            Stage::Joining { from, .. } if self.history.last() >= *from => self.stands().await,
            _ => None,
        };
        match std::mem::replace(&mut self.stage, Stage::Past) {
            Stage::Joining { line, from } if self.history.last() >= from => {
                self.stage = Stage::Live(line);
                self.note_turn(stands.as_ref());
                Ok(self.caught_up(stands))
            }
            // The events before the start of the channel are durable, so no page before that start
            // is empty. This is only a safe end.
            Stage::Joining { .. } => {
                self.stage = Stage::Done;
                Ok(None)
            }
            _ => Ok(self.join()),
        }
    }

    /// Reads the events that have become old enough, or waits until some may have. After the end of
    /// the match, all of them are old enough.
    async fn grow_old(&mut self, spectator_delay: SpectatorDelay) -> Result<Option<Watched>, HistoryError> {
        self.read.extend(self.history.page_up_to(spectator_delay.horizon()).await?);
        if !self.read.is_empty() {
            return Ok(None);
        }
        let stands = self.stands().await;
        self.note_turn(stands.as_ref());
        if !self.told_caught_up {
            return Ok(self.caught_up(stands));
        }
        if self.turn.is_some() {
            return Ok(None);
        }
        if let Some(table) = &self.table {
            tokio::select! {
                biased;
                () = table.ended() => {}
                () = sleep_until(spectator_delay.due(self.history.held())) => return Ok(None),
            }
        }
        self.stage = if self.history.has_end().await? { Stage::Past } else { Stage::Done };
        self.table = None;
        Ok(None)
    }

    /// Returns the present state of the match for this viewer; `None` if the table has ended.
    async fn stands(&self) -> Option<Summary> {
        self.table.as_ref()?.summary(self.viewer).await.ok().filter(|stands| stands.phase != Phase::Over)
    }

    /// Queues the open turn, if it is new and directly follows the events that were sent.
    fn note_turn(&mut self, stands: Option<&Summary>) {
        let Some(Summary { seq, at, clocks, open_turn: Some(turn), .. }) = stands else { return };
        if *seq == self.history.last() && self.told_turn != Some(turn.id) {
            self.turn = Some(Arc::new(OpenedTurn { turn: turn.clone(), at: *at, clocks: clocks.clone() }));
        }
    }

    fn tell(&mut self, turn: Arc<OpenedTurn>) -> Option<Watched> {
        let key = turn.turn.id;
        let is_news = self.told_turn.replace(key) != Some(key);
        is_news.then_some(Watched::TurnOpened(turn))
    }

    /// Returns `CaughtUp`, once.
    fn caught_up(&mut self, stands: Option<Summary>) -> Option<Watched> {
        let is_first = !std::mem::replace(&mut self.told_caught_up, true);
        let (at, clocks) = stands.map_or((Time::ZERO, Vec::new()), |stands| (stands.at, stands.clocks));
        is_first.then(|| Watched::CaughtUp(CaughtUp { seq: self.history.last(), at, clocks }))
    }

    fn join(&mut self) -> Option<Watched> {
        let line = match &self.table {
            Some(table) if !self.history.is_over() => table.subscribe(self.viewer),
            _ => None,
        };
        match (line, &self.table) {
            (Some((line, from)), _) => {
                self.stage = Stage::Joining { line, from };
                None
            }
            // The table ended after the last page was read, so its last events must be read first.
            (None, Some(_)) if !self.history.is_over() => {
                self.table = None;
                None
            }
            (None, _) => {
                self.stage = Stage::Done;
                self.caught_up(None)
            }
        }
    }

    fn give(&mut self, event: Arc<SeenEvent>) -> Watched {
        self.last = event.seq();
        self.told_the_end |= matches!(event.fact(), Fact::MatchEnded(_));
        if self.told_the_end && matches!(self.stage, Stage::Live(_)) {
            self.stage = Stage::Done;
        }
        Watched::Event(event)
    }
}
