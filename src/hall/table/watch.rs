//! A watcher's stream: the past from the store, then the live events from the table, without a gap or a repeat. A watcher that
//! falls behind is told what it missed from the store again. Whoever sees a match late is told it from the store alone, as it
//! becomes old enough.

use std::{collections::VecDeque, sync::Arc};

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
use crate::{
    hall::{
        history::{History, HistoryError},
        limits::STORE_RETRY,
        store_failures,
    },
    ids::{Seq, Viewer},
    referee::{ClockReading, Fact, Phase, Reason, Refusal, SeenEvent, Time},
};

/// The events of one match from a number on, as one viewer may know them.
pub struct Watch {
    history: History,
    viewer: Viewer,
    table: Option<TableStub>,
    /// What was read and not given yet.
    read: VecDeque<Arc<SeenEvent>>,
    /// The open turn, to be told after that.
    turn: Option<Arc<OpenedTurn>>,
    /// The turn that was told last.
    told_turn: Option<Seq>,
    stage: Stage,
    /// The newest event that was given.
    last: Seq,
    /// Whether it was told that what follows is live.
    told_caught_up: bool,
    /// Whether it was told the end of the match.
    told_the_end: bool,
    /// Why the log cannot be read on, where it cannot.
    unreadable: Option<Refusal>,
    /// The watcher's place among those that the table allows.
    _place: Option<OwnedSemaphorePermit>,
}

/// One item of a [`Watch`].
#[derive(Clone, Debug)]
pub enum Watched {
    Event(Arc<SeenEvent>),
    CaughtUp(CaughtUp),
    /// A turn is open; each is told once, unless the match came back meanwhile.
    TurnOpened(Arc<OpenedTurn>),
}

/// Where a match stands whose past was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaughtUp {
    /// The newest event that was told, or was known.
    pub seq: Seq,
    /// The moment of the match at which this is said; the opening where nobody knows.
    pub at: Time,
    /// What the clock of each seat shows then; empty where the match is over, or its table has stopped.
    pub clocks: Vec<ClockReading>,
}

enum Stage {
    /// Reading the store, without a claim on the table.
    Past,
    /// The line is there and fills while the store is read up to where it begins.
    Joining {
        line: broadcast::Receiver<Live>,
        from: Seq,
    },
    /// Reading the store up to what is old enough.
    Delayed(SpectatorDelay),
    Live(broadcast::Receiver<Live>),
    Done,
}

impl Watch {
    /// A watch over `history`, which reads after `after`; `table` is `None` for a match that is over.
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
        }
    }

    /// The same, with at most so many events read ahead of whoever watches.
    pub fn reading_ahead(self, events: usize) -> Watch {
        Watch { history: self.history.in_pages_of(events), ..self }
    }

    /// Once nothing follows: why that is, where it is not the end of the match.
    pub async fn cut(&mut self) -> Option<Refusal> {
        let has_ended = match self.unreadable.take() {
            Some(refusal) => Err(refusal),
            // Whoever asked for what comes behind the end was told nothing of it.
            None if self.told_the_end => Ok(true),
            None => self.history.has_end().await.map_err(Refusal::from),
        };
        let stopped = || Refusal::new(Reason::Stopping, "the table of this match has stopped: watch again later");
        has_ended.map_or_else(Some, |has_ended| (!has_ended).then(stopped))
    }

    /// The next item; `None` after the end. Nothing is lost when the call is given up. A store that fails is asked again.
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
                    // What was missed is in the store.
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
                            tracing::error!(match_id = %self.history.match_id(), %error, left_out, "a watcher's past could not be read");
                        }
                        sleep(STORE_RETRY).await;
                    }
                    Err(error) => {
                        tracing::error!(match_id = %self.history.match_id(), %error, "a watcher's past cannot be read");
                        self.unreadable = Some(error.into());
                        self.stage = Stage::Done;
                    }
                },
            }
        }
    }

    /// Reads on, or takes the next step towards the live events when there is nothing to read.
    async fn catch_up(&mut self) -> Result<Option<Watched>, HistoryError> {
        if let Stage::Delayed(spectator_delay) = self.stage {
            return self.grow_old(spectator_delay).await;
        }
        self.read.extend(self.history.page().await?);
        if !self.read.is_empty() {
            return Ok(None);
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
            // What the line begins behind is durable, so that an empty page cannot come before it.
            Stage::Joining { .. } => {
                self.stage = Stage::Done;
                Ok(None)
            }
            _ => Ok(self.join()),
        }
    }

    /// Reads what has become old enough, or waits until something may have. The end of the match releases the rest.
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

    /// How the match stands for this viewer; `None` where there is nobody to ask.
    async fn stands(&self) -> Option<Summary> {
        self.table.as_ref()?.summary(self.viewer).await.ok().filter(|stands| stands.phase != Phase::Over)
    }

    /// Notes the open turn, to be told next, if it comes right after what was told and is news.
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

    /// Said once.
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
            // The table ended between the last page and now: what it left behind is read first.
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
