//! A watcher's stream: past events from the store, then live ones from the table, without gaps or
//! duplicates. A lagging watcher reads from the store again. A delayed viewer reads only from the
//! store, as events become old enough.

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
    limits::STORE_RETRY,
    matches::store_failures,
    records::history::{History, HistoryError},
};

/// The events of one match from a number on, as one viewer may see them.
pub struct Watch {
    history: History,
    viewer: Viewer,
    table: Option<TableStub>,
    /// Events read but not returned yet.
    read: VecDeque<Arc<SeenEvent>>,
    /// Open turn, returned after those.
    turn: Option<Arc<OpenedTurn>>,
    /// Last turn returned.
    told_turn: Option<Seq>,
    stage: Stage,
    /// Newest event returned.
    last: Seq,
    /// Whether `CaughtUp` was returned.
    told_caught_up: bool,
    /// Whether the end of the match was returned.
    told_the_end: bool,
    /// Why the log became unreadable, if it did.
    unreadable: Option<Refusal>,
    /// The watcher's place at the table.
    _place: Option<OwnedSemaphorePermit>,
    /// Set while it counts for [`Summary::watchers`].
    _audience: Option<Arc<()>>,
}

/// One item of a [`Watch`].
#[derive(Clone, Debug)]
pub enum Watched {
    Event(Arc<SeenEvent>),
    CaughtUp(CaughtUp),
    /// A turn is open; each is returned once, unless the match was resumed in between.
    TurnOpened(Arc<OpenedTurn>),
}

/// State of a match whose past was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaughtUp {
    /// Newest event that was sent or known.
    pub seq: Seq,
    /// Match time of this item; the opening if unknown.
    pub at: Time,
    /// Clock reading of each seat; empty if the match is over or its table has stopped.
    pub clocks: Vec<ClockReading>,
}

enum Stage {
    /// Reads the store, without a channel.
    Past,
    /// Subscribed to live events, which queue up while the store is read up to their start.
    Joining {
        line: broadcast::Receiver<Live>,
        from: Seq,
    },
    /// Reads the store up to what is old enough.
    Delayed(SpectatorDelay),
    Live(broadcast::Receiver<Live>),
    Done,
}

impl Watch {
    /// Creates a watch over `history`, which reads after `after`; `table` is `None` for a finished
    /// match.
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

    /// Counts a spectator for [`Summary::watchers`], since it chose this match.
    pub fn chosen(mut self) -> Watch {
        let is_spectator = self.viewer == Viewer::Spectator;
        self._audience = self.table.as_ref().filter(|_| is_spectator).map(TableStub::join_audience);
        self
    }

    /// Limits the events read ahead of the watcher.
    pub fn reading_ahead(self, events: usize) -> Watch {
        Watch { history: self.history.in_pages_of(events), ..self }
    }

    /// After the last item: returns why, if it is not the end of the match.
    pub async fn cut(&mut self) -> Option<Refusal> {
        let has_ended = match self.unreadable.take() {
            Some(refusal) => Err(refusal),
            // A watcher that asked for events after the end was sent nothing of it.
            None if self.told_the_end => Ok(true),
            None => self.history.has_end().await.map_err(Refusal::from),
        };
        let stopped = || Refusal::new(Reason::Stopping, "the table of this match has stopped: watch again later");
        has_ended.map_or_else(Some, |has_ended| (!has_ended).then(stopped))
    }

    /// Returns the next item; `None` after the end. Cancel-safe. Retries a failing store.
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
                    // The store has the missed events.
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

    /// Reads on, or takes the next step towards live events when there is nothing to read.
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
            // Events before the channel's start are durable, so no empty page can come before them.
            Stage::Joining { .. } => {
                self.stage = Stage::Done;
                Ok(None)
            }
            _ => Ok(self.join()),
        }
    }

    /// Reads what has become old enough, or waits until something may have. The end of the match
    /// releases the rest.
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

    /// Returns the match's state for this viewer; `None` if there is no table to ask.
    async fn stands(&self) -> Option<Summary> {
        self.table.as_ref()?.summary(self.viewer).await.ok().filter(|stands| stands.phase != Phase::Over)
    }

    /// Queues the open turn, if it directly follows the sent events and is new.
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

    /// Returned once.
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
            // The table ended after the last page: its last events are read first.
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
