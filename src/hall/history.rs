//! What the store knows of a match: its state folded from its events, and the events as one viewer may know them.

use std::{ops::ControlFlow, sync::Arc};

use super::{limits::PAGE, match_store::MatchStore, store_failures};
use crate::{
    games::Catalogue,
    ids::{MatchId, Seq, Viewer},
    referee::{
        Command, Event, Fact, Match, MatchOpened, Note, Reason, Refusal, Seed, SeenEvent, Time,
        frames::{Frame, Frames},
        memory::seek_reply,
        sight::{same_for_all, seen_by},
    },
    store::{EventLog, MatchState, StoreError},
};

/// A moment after every event.
pub const END_OF_TIME: Time = Time(u64::MAX);

/// Why a match could not be brought back from the store.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HistoryError {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The seed of its luck is missing, or is not the one that was promised.
    #[error("the seed is not the one that the opening promised")]
    Seed,
    /// The events are not the log of a match.
    #[error("event {seq} does not belong there: expected {expected}")]
    Broken {
        seq: Seq,
        /// What would have been taken.
        expected: String,
    },
}

impl From<HistoryError> for Refusal {
    fn from(error: HistoryError) -> Refusal {
        if let HistoryError::Store(StoreError::Pruned { match_id }) = &error {
            return pruned(match_id);
        }
        // The store's words are for the log alone: they name files, and what stands in them.
        if let Some(left_out) = store_failures::may_write() {
            tracing::error!(%error, left_out, "the store failed");
        }
        match error {
            HistoryError::Store(StoreError::Failed { .. } | StoreError::Broken { .. }) => store_unavailable(),
            HistoryError::Store(_) | HistoryError::Seed | HistoryError::Broken { .. } => unreadable(),
        }
    }
}

/// The refusal of whoever asks for what the store cannot do now. A store that is broken is mended by people, and may be
/// before the next attempt.
pub fn store_unavailable() -> Refusal {
    Refusal::new(Reason::StoreUnavailable, "the store failed, and nothing was changed: try again later")
}

/// The refusal of whoever asks for what cannot be read.
pub fn unreadable() -> Refusal {
    Refusal::new(Reason::HostFault, "failed to read the match: the server's log says why")
}

/// Who waits for what is read.
#[derive(Clone, Copy)]
enum Reads {
    /// A seat, which has a clock.
    ForSeat,
    ForClient,
}

/// Reads the events of a match in their order, a page at a time, as one viewer may know them.
pub struct History {
    match_store: MatchStore,
    reads: Reads,
    match_id: MatchId,
    viewer: Viewer,
    after: Seq,
    /// How many events are read at once.
    page: usize,
    /// The match before the next event; only its opening where all viewers see the same.
    before: Option<Match>,
    last: Seq,
    over: bool,
    /// When the first event happened that the last page held back.
    held: Option<Time>,
}

impl History {
    /// The events after `after`. Nothing is read yet.
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

    /// The same for a seat of a match that is played: no client's read goes before its own.
    pub fn for_seat(self) -> History {
        History { reads: Reads::ForSeat, ..self }
    }

    /// The same in smaller pages, for whoever reads many at once.
    pub fn in_pages_of(self, page: usize) -> History {
        History { page: page.clamp(1, PAGE), ..self }
    }

    /// The match whose events they are.
    pub fn match_id(&self) -> &MatchId {
        &self.match_id
    }

    /// The number of the newest event that was read.
    pub fn last(&self) -> Seq {
        self.last
    }

    /// Whether the event that ends the match was read.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The next events; empty when the store has no more for now. Nothing is lost when the call is given up.
    pub async fn page(&mut self) -> Result<Vec<Arc<SeenEvent>>, HistoryError> {
        self.page_up_to(END_OF_TIME).await
    }

    /// The same without what happened after `horizon`, but for the opening.
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

    /// Gives no event up to `after` any more, since they are known by now.
    pub fn skip_to(&mut self, after: Seq) {
        self.after = self.after.max(after);
        self.skip_what_is_known();
    }

    /// When the first event happened that the last page held back; `None` if it held back nothing.
    pub fn held(&self) -> Option<Time> {
        self.held
    }

    /// Whether the match is over, however much of it was read.
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

    /// Where all viewers see the same, events that are known already need not be read at all, but for the newest of
    /// them: it may be the end.
    fn skip_what_is_known(&mut self) {
        if self.before.as_ref().is_some_and(same_for_all) {
            self.last = self.last.max(Seq(self.after.0.saturating_sub(1)));
        }
    }
}

/// The match as its stored events leave it; `None` when there are none.
pub async fn fold(match_store: &MatchStore, match_id: &MatchId) -> Result<Option<Match>, HistoryError> {
    fold_up_to(match_store, match_id, END_OF_TIME).await
}

/// The match as it was at `horizon`, which is at least opened.
pub async fn fold_up_to(
    match_store: &MatchStore,
    match_id: &MatchId,
    horizon: Time,
) -> Result<Option<Match>, HistoryError> {
    fold_on(match_store, match_id, None, horizon).await
}

/// The same from where the match stood at an earlier moment, if that is known.
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

/// Shows `frames` the events of a match up to `horizon` and to the one numbered `up_to`, until nothing more is wanted; `None` when
/// there are none.
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

/// Tells the match of `horizon` when its open turn was offered, which the move that comes of it says.
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

/// The match with the seed that it is to be played on with, which must be the one that its opening promised.
pub fn with_seed(of: Match, seed: Option<Seed>) -> Result<Match, HistoryError> {
    match (seed, of.opened().luck.is_some()) {
        (None, false) => Ok(of),
        (Some(seed), true) => of.with_seed(seed).ok_or(HistoryError::Seed),
        (None, true) | (Some(_), false) => Err(HistoryError::Seed),
    }
}

/// The match that all its events make, without asking whether they are lawful.
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

/// Every event of a match, for its table.
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

/// What a command gets in a match that has no table any more: its first answer again, [`Reason::RequestIdReused`] for the name
/// of another request, or [`Reason::MatchOver`],
/// [`Reason::UnknownMatch`]. Where the match is not over it says what [`no_table`] does: `is_closing` is whether its hall is. `command`
/// makes it of how the match was set up, which says where its asker sits. The log is read only for a command that has a name, and
/// then up to its answer: it may be long. An answer to a turn has a name in its `turn_id`.
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

/// The match goes on, and has no table here just now: [`Reason::Stopping`] of a hall that closes, whose streams are about to end;
/// otherwise [`Reason::HostFault`], since it is to be asked for again on the same stream.
pub fn no_table(is_closing: bool) -> Refusal {
    match is_closing {
        true => Refusal::new(Reason::Stopping, "the server is stopping: connect again"),
        false => Refusal::new(
            Reason::HostFault,
            "the match has no table here just now; nothing was changed: ask again later",
        ),
    }
}

/// What the log says of a command that was answered before; `None` where it says nothing, or was pruned meanwhile.
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

/// The log of this match was dropped.
pub fn pruned(match_id: &MatchId) -> Refusal {
    let expected = "a match whose log this server still keeps; lists and results have what is left of it";
    Refusal::of_field(Reason::MatchPruned, "match_id", match_id.as_str(), expected)
}

/// No match has this id.
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
