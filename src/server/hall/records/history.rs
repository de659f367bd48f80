//! What the store contains of a match: the state folded from its events, and the events as a viewer
//! may see them.

use std::{ops::ControlFlow, sync::Arc};

use crate::hall::{
    limits::PAGE,
    matches::{match_store::MatchStore, store_failures},
};
use referee_games::Catalogue;
use referee_ids::{MatchId, Seq, Viewer};
use referee_law::{
    Command, Event, Fact, Match, MatchOpened, Note, Reason, Refusal, Seed, SeenEvent, Time,
    frames::{Frame, Frames},
    memory::seek_reply,
    sight::{same_for_all, seen_by},
};
use referee_store::{EventLog, MatchState, StoreError};

/// A time that is later than every event.
pub const END_OF_TIME: Time = Time(u64::MAX);

/// The reason why a match could not be read from the store.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HistoryError {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The reader knows an event that the match does not have, as after a backup was restored.
    #[error("event {0} does not exist")]
    Beyond(Seq),
    /// The seed is missing, or does not match the commitment.
    #[error("the seed does not match the commitment")]
    Seed,
    /// The events are not the log of a match.
    #[error("unexpected event {seq}: expected {expected}")]
    Broken {
        seq: Seq,
        /// The expected form.
        expected: String,
    },
}

impl From<HistoryError> for Refusal {
    fn from(error: HistoryError) -> Refusal {
        if let HistoryError::Store(StoreError::Pruned { match_id }) = &error {
            return pruned(match_id);
        }
        if let HistoryError::Beyond(after) = error {
            let expected = "0, or the number of an event of this match";
            return Refusal::of_field(Reason::BadField, "after_seq", &after.to_string(), expected);
        }
        // The store's message may contain file names and contents, so it goes only to the log.
        if let Some(left_out) = store_failures::may_write() {
            tracing::error!(%error, left_out, "the store failed");
        }
        match error {
            HistoryError::Store(StoreError::Failed { .. } | StoreError::Broken { .. }) => store_unavailable(),
            HistoryError::Store(_) | HistoryError::Seed | HistoryError::Beyond(_) | HistoryError::Broken { .. } => {
                unreadable()
            }
        }
    }
}

/// Returns the refusal of a request while the store fails. It also covers a broken store, which may
/// be repaired before the next attempt.
pub fn store_unavailable() -> Refusal {
    Refusal::new(Reason::StoreUnavailable, "the store failed and nothing was changed: retry later")
}

/// Returns the refusal of a request for data that cannot be read.
pub fn unreadable() -> Refusal {
    Refusal::new(Reason::HostFault, "failed to read the match: see the server's log")
}

/// The kind of reader, which decides the priority of a read.
#[derive(Clone, Copy)]
enum Reads {
    /// A seat, whose clock may be running.
    ForSeat,
    ForClient,
}

/// A reader of the events of a match, in order and page by page, as one viewer may see them.
pub struct History {
    match_store: MatchStore,
    reads: Reads,
    match_id: MatchId,
    viewer: Viewer,
    after: Seq,
    /// Maximum events per page.
    page: usize,
    /// The match before the next event. If all viewers see the same, it contains only the opening.
    before: Option<Match>,
    last: Seq,
    over: bool,
    /// Time of the first event that the last page held back; `None` if it held back none.
    held: Option<Time>,
}

impl History {
    /// Creates a reader of the events after `after`.
    pub fn new(match_store: MatchStore, match_id: MatchId, viewer: Viewer, after: Seq) -> History {
        History {
            match_store,
            reads: Reads::ForClient,
            match_id,
            viewer,
            after,
            page: PAGE,
            before: None,
            last: Seq(0),
            over: false,
            held: None,
        }
    }

    /// Gives the reads priority, for a seat of a live match.
    pub fn for_seat(self) -> History {
        History { reads: Reads::ForSeat, ..self }
    }

    /// Sets a smaller size of pages, for callers that read many matches concurrently.
    pub fn in_pages_of(self, page: usize) -> History {
        History { page: page.clamp(1, PAGE), ..self }
    }

    pub fn match_id(&self) -> &MatchId {
        &self.match_id
    }

    /// Returns the number of the newest event that was read.
    pub fn last(&self) -> Seq {
        self.last
    }

    /// Returns whether the end of the match was read.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Returns the next events; empty if the store has no more yet. Cancel-safe.
    pub async fn page(&mut self) -> Result<Vec<Arc<SeenEvent>>, HistoryError> {
        self.page_up_to(END_OF_TIME).await
    }

    /// Returns the next events up to the time `horizon`. The opening is always returned.
    pub async fn page_up_to(&mut self, horizon: Time) -> Result<Vec<Arc<SeenEvent>>, HistoryError> {
        self.held = None;
        loop {
            let log = &self.match_store.log;
            let events = match self.reads {
                Reads::ForSeat => log.events_for_table(&self.match_id, self.last, self.page).await?,
                Reads::ForClient => log.events(&self.match_id, self.last, self.page).await?,
            };
            if events.is_empty() {
                return Ok(Vec::new());
            }
            let mut page = Vec::with_capacity(events.len());
            for event in &events {
                if is_held(event, horizon) {
                    self.held = Some(event.at);
                    return Ok(page);
                }
                let seen = self.take(event)?;
                if event.seq > self.after {
                    page.push(Arc::new(seen));
                }
            }
            self.skip_what_is_known();
            if !page.is_empty() {
                return Ok(page);
            }
        }
    }

    /// Skips the events up to `after`, which the viewer got in another way.
    pub fn skip_to(&mut self, after: Seq) {
        self.after = self.after.max(after);
        self.skip_what_is_known();
    }

    /// Returns the time of the first event that the last page held back; `None` if it held back
    /// none.
    pub fn held(&self) -> Option<Time> {
        self.held
    }

    /// Returns whether the match is over, even if its end was not read yet.
    pub async fn has_end(&self) -> Result<bool, HistoryError> {
        let row = self.match_store.index.row(&self.match_id).await?;
        Ok(row.is_some_and(|row| row.state == MatchState::Over))
    }

    fn take(&mut self, event: &Event) -> Result<SeenEvent, HistoryError> {
        let seen = match &mut self.before {
            None => {
                let opened = open(self.match_store.games, event)?;
                let seen = seen_by(self.viewer, &opened, event);
                self.before = Some(opened);
                seen
            }
            Some(before) => {
                follows(self.last, event)?;
                let seen = seen_by(self.viewer, before, event);
                if !same_for_all(before) {
                    before.apply(event);
                }
                seen
            }
        };
        self.last = event.seq;
        self.over = matches!(event.fact, Fact::MatchEnded(_));
        Ok(seen)
    }

    /// Skips stored events that the viewer knows, if all viewers see the same. Still reads the
    /// newest of them, which may be the end.
    fn skip_what_is_known(&mut self) {
        if self.before.as_ref().is_some_and(same_for_all) {
            self.last = self.last.max(Seq(self.after.0.saturating_sub(1)));
        }
    }
}

/// Returns the match folded from all its stored events; `None` without events.
pub async fn fold(match_store: &MatchStore, match_id: &MatchId) -> Result<Option<Match>, HistoryError> {
    fold_up_to(match_store, match_id, END_OF_TIME).await
}

/// Returns the match as it was at the time `horizon`, but at least its opening; `None` without
/// events.
pub async fn fold_up_to(
    match_store: &MatchStore,
    match_id: &MatchId,
    horizon: Time,
) -> Result<Option<Match>, HistoryError> {
    fold_on(match_store, match_id, None, horizon).await
}

/// Continues a fold from `earlier`, an earlier state of the match, if there is one.
pub async fn fold_on(
    match_store: &MatchStore,
    match_id: &MatchId,
    earlier: Option<Match>,
    horizon: Time,
) -> Result<Option<Match>, HistoryError> {
    let mut folded = earlier;
    loop {
        let last = folded.as_ref().map_or(Seq(0), Match::seq);
        let events = match_store.log.events(match_id, last, PAGE).await?;
        let Some(newest) = events.last().map(|event| event.seq) else { return Ok(folded) };
        for (at, event) in events.iter().enumerate() {
            match &mut folded {
                Some(then) if is_held(event, horizon) => {
                    note_sent(then, &events[at..], horizon);
                    return Ok(folded);
                }
                None => folded = Some(open(match_store.games, event)?),
                Some(folded) => {
                    follows(folded.seq(), event)?;
                    folded.apply(event);
                }
            }
        }
        if events.len() < PAGE || folded.as_ref().is_some_and(|folded| folded.seq() != newest) {
            return Ok(folded);
        }
    }
}

/// Feeds `frames` with the events up to the time `horizon` and the number `up_to`, until it wants
/// no more. Returns its frames; `None` without events.
pub async fn frames(
    match_store: &MatchStore,
    match_id: &MatchId,
    horizon: Time,
    up_to: Seq,
    mut frames: Frames,
) -> Result<Option<Vec<Frame>>, HistoryError> {
    let mut folded: Option<Match> = None;
    loop {
        let last = folded.as_ref().map_or(Seq(0), Match::seq);
        let events = match_store.log.events(match_id, last, PAGE).await?;
        let is_last = events.len() < PAGE;
        for event in &events {
            match &mut folded {
                Some(_) if event.seq > up_to || is_held(event, horizon) => return Ok(Some(frames.into_frames())),
                None => folded = Some(open(match_store.games, event)?),
                Some(folded) => {
                    follows(folded.seq(), event)?;
                    frames.take(folded, event);
                }
            }
        }
        if is_last || frames.are_complete() {
            return Ok(folded.map(|_| frames.into_frames()));
        }
    }
}

/// Records in the match at `horizon` when its open turn was offered. Only the later move in the log
/// tells that.
fn note_sent(then: &mut Match, later: &[Event], horizon: Time) {
    let Some(turn) = then.turn() else { return };
    let answer = later.iter().find_map(|event| match &event.fact {
        Fact::MovePlayed(moved) => Some(moved),
        _ => None,
    });
    if let Some(moved) = answer.filter(|moved| (moved.round, moved.ply) == (turn.round, turn.ply))
        && moved.sent <= horizon
    {
        then.note(Note::RoundTrip { seat: turn.seat, took: moved.round_trip });
        then.note(Note::Offered { seat: turn.seat, at: moved.sent });
    }
}

fn is_held(event: &Event, horizon: Time) -> bool {
    event.at > horizon && event.seq > Seq(1)
}

/// Adds the seed that a match needs to continue. The seed must match the commitment.
pub fn with_seed(of: Match, seed: Option<Seed>) -> Result<Match, HistoryError> {
    match (seed, of.opened().luck.is_some()) {
        (None, false) => Ok(of),
        (Some(seed), true) => of.with_seed(seed).ok_or(HistoryError::Seed),
        (None, true) | (Some(_), false) => Err(HistoryError::Seed),
    }
}

/// Folds all events of a match, without verifying them.
pub fn fold_events(games: Catalogue, events: &[Event]) -> Result<Match, HistoryError> {
    let none = || HistoryError::Broken { seq: Seq(1), expected: "event 1, the opening of the match".to_owned() };
    let (first, rest) = events.split_first().ok_or_else(none)?;
    let mut folded = open(games, first)?;
    for event in rest {
        follows(folded.seq(), event)?;
        folded.apply(event);
    }
    Ok(folded)
}

/// Returns all events of a match, for its table.
pub async fn all(log: &dyn EventLog, match_id: &MatchId) -> Result<Vec<Event>, HistoryError> {
    let mut events: Vec<Event> = Vec::new();
    loop {
        let last = events.last().map_or(Seq(0), |event| event.seq);
        let page = log.events_for_table(match_id, last, PAGE).await?;
        if page.is_empty() {
            return Ok(events);
        }
        events.extend(page);
    }
}

/// Answers a command to a match without a table. A repeated command gets its first answer, and
/// another command with the same id [`Reason::RequestIdReused`]. Otherwise the result is
/// [`Reason::MatchOver`] or [`Reason::UnknownMatch`]. If the match is not over, the result is that
/// of [`no_table`]; `is_closing` is whether the hall closes. `command` builds the command from the
/// opening of the match, which tells the seat of the caller. The log is read only for a command
/// with an id, up to its answer. The id of an answer to a turn is its `turn_id`.
pub async fn answer_again(
    match_store: &MatchStore,
    match_id: &MatchId,
    is_closing: bool,
    command: impl FnOnce(&MatchOpened) -> Result<Command, Refusal>,
) -> Result<Seq, Refusal> {
    let row = match_store.index.row(match_id).await.map_err(HistoryError::from)?;
    let row = row.ok_or_else(|| unknown_match(match_id))?;
    let command = command(row.opened.as_deref().ok_or_else(unreadable)?)?;
    let is_named = command.request_id().is_none_or(|id| !id.is_empty());
    if is_named && let Some(answer) = find_answer(&*match_store.log, match_id, &command).await? {
        return answer;
    }
    Err(match row.state {
        MatchState::Over => Refusal::new(Reason::MatchOver, "the match has ended"),
        MatchState::Waiting | MatchState::Live | MatchState::Unreadable => no_table(is_closing),
    })
}

/// Returns the refusal of a command to a live match without a table. If the hall closes, so that
/// streams end, the reason is [`Reason::Stopping`]. Otherwise it is [`Reason::HostFault`], to be
/// retried on the same stream.
pub fn no_table(is_closing: bool) -> Refusal {
    match is_closing {
        true => Refusal::new(Reason::Stopping, "the server is stopping: reconnect"),
        false => {
            Refusal::new(Reason::HostFault, "the match is temporarily unavailable; nothing was changed: retry later")
        }
    }
}

/// Finds the earlier answer to a command in the log. Returns `None` if there is none, or if it was
/// pruned.
async fn find_answer(
    log: &dyn EventLog,
    match_id: &MatchId,
    command: &Command,
) -> Result<Option<Result<Seq, Refusal>>, HistoryError> {
    let mut last = match command {
        Command::PlayMove { turn_id, .. } => Seq(turn_id.0.saturating_sub(1)),
        _ => Seq(0),
    };
    loop {
        let events = match log.events(match_id, last, PAGE).await {
            Err(StoreError::Pruned { .. }) => return Ok(None),
            read => read?,
        };
        if let ControlFlow::Break(answer) = events.iter().try_for_each(|event| seek_reply(event, command)) {
            return Ok(answer);
        }
        let Some(newest) = events.last() else { return Ok(None) };
        last = newest.seq;
    }
}

/// Returns the refusal of a request for a log that was pruned.
pub fn pruned(match_id: &MatchId) -> Refusal {
    let expected = "a match whose log is not pruned; its result is still listed";
    Refusal::of_field(Reason::MatchPruned, "match_id", match_id.as_str(), expected)
}

/// Returns the refusal of an unknown match id.
pub fn unknown_match(match_id: &MatchId) -> Refusal {
    Refusal::of_field(Reason::UnknownMatch, "match_id", match_id.as_str(), "the id of a match on this server")
}

fn open(games: Catalogue, event: &Event) -> Result<Match, HistoryError> {
    let broken = |expected: String| HistoryError::Broken { seq: event.seq, expected };
    match &event.fact {
        Fact::MatchOpened(opened) if event.seq == Seq(1) => Match::open_in(games, (**opened).clone())
            .map_err(|bad| broken(format!("a match that can be opened; {bad}"))),
        _ => Err(broken("event 1, the opening of the match".to_owned())),
    }
}

fn follows(last: Seq, event: &Event) -> Result<(), HistoryError> {
    if event.seq == last.next() && !matches!(event.fact, Fact::MatchOpened(_)) {
        return Ok(());
    }
    Err(HistoryError::Broken { seq: event.seq, expected: format!("event {}", last.next()) })
}
