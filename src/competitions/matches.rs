//! The matches of a tournament, played in the hall by whoever is connected.

use std::{
    collections::VecDeque,
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use anyhow::Context as _;
use futures_util::{StreamExt as _, stream::FuturesUnordered};
use tokio::{
    runtime::Handle,
    time::{sleep, sleep_until},
};

use crate::{
    hall::{Agreed, Hall, NewMatch, wall_clock::TimerInstant},
    ids::{MatchId, PlayerId},
    openings::{Openings, Order},
    referee::{Contest, Occasion, Refusal},
    steward::{End, Matches},
    store::{MatchRow, MatchState, RequestKey},
    tournament::{MatchKey, MatchResult, Scheduled, Tournament, rules::MAX_REPLAYS},
};

/// The most matches that are open at once, or wait until they can be.
pub const MAX_AT_ONCE: usize = 1024;
/// How soon it is tried again to open a match that could not be opened, as where a player is in as many matches as it takes.
const OPEN_AGAIN: Duration = Duration::from_secs(1);
/// How often it is looked how a match stands that is at no table of this server.
const LOOK_AGAIN: Duration = Duration::from_secs(10);

/// What the matches of a tournament are like.
#[derive(Clone, Debug)]
pub struct MatchSetup {
    /// A match, but for its players and what follows from its place in the tournament.
    pub template: NewMatch,
    /// In whose name matches are opened: their ids follow from it.
    pub host: PlayerId,
    /// Where encounters begin; `None` is where the game does.
    pub openings: Option<(Openings, Order)>,
    /// How many matches are open at once.
    pub at_once: usize,
}

/// The matches that are due and not open, by their key, with the reason. Cloning gives another handle to the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Waiting(Arc<Mutex<Vec<(String, String)>>>);

impl Waiting {
    /// All of them.
    pub fn all(&self) -> Vec<(String, String)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, all: Vec<(String, String)>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = all;
    }
}

/// Opens the matches of one tournament, and waits for their ends.
pub(super) struct HallMatches {
    hall: Hall,
    /// The runtime that serves moves: tables live there.
    serving: Handle,
    contest: Contest,
    setup: MatchSetup,
    to_open: VecDeque<ToOpen>,
    open: usize,
    /// Each is ready when the table of a match is gone.
    tables: FuturesUnordered<Pin<Box<dyn Future<Output = Open> + Send>>>,
    /// The matches whose tables are gone, and which are to be looked at.
    to_look_at: VecDeque<Open>,
    waiting: Waiting,
}

/// A match that is to be opened.
struct ToOpen {
    match_key: MatchKey,
    new: NewMatch,
    from: TimerInstant,
    /// Why it could not be opened the last time.
    refused: Option<Refusal>,
}

/// A match that was opened.
struct Open {
    match_key: MatchKey,
    match_id: MatchId,
}

impl HallMatches {
    /// Those of a contest.
    pub fn new(hall: Hall, serving: Handle, contest: Contest, setup: MatchSetup, waiting: Waiting) -> HallMatches {
        waiting.set(Vec::new());
        HallMatches {
            hall,
            serving,
            contest,
            setup,
            to_open: VecDeque::new(),
            open: 0,
            tables: FuturesUnordered::new(),
            to_look_at: VecDeque::new(),
            waiting,
        }
    }

    /// A match as the hall opens it. Its id follows from its place in the tournament, so that it is the same however often it is opened.
    fn new_match(&self, tournament: &Tournament, scheduled: &Scheduled) -> anyhow::Result<NewMatch> {
        let Scheduled { match_key, entrants, number } = scheduled;
        let player = |entrant: &crate::tournament::Entrant| {
            let name = &tournament.entrants[entrant.index()].name;
            PlayerId::parse(name).with_context(|| format!("entrant {name} is no player"))
        };
        let opening = match &self.setup.openings {
            Some((openings, order)) => openings.of_encounter((*number).into(), *order).opening.clone(),
            None => self.setup.template.opening.clone(),
        };
        let occasion = Occasion {
            contest: self.contest.clone(),
            encounter: number + 1,
            pairing: match_key.number * (MAX_REPLAYS + 1) + match_key.attempt + 1,
        };
        let request = RequestKey { player: self.setup.host.clone(), request_id: String::new(), content: [0; 32] };
        let players = entrants.iter().map(player).collect::<anyhow::Result<_>>()?;
        let labels = [("match".to_owned(), match_key.to_string())].into();
        Ok(NewMatch { players, opening, occasion: Some(occasion), request, labels, ..self.setup.template.clone() })
    }

    /// Opens what is due, as far as there is room. Dropped before it is ready, it has lost nothing: a match that was opened is the same
    /// when it is opened again.
    async fn open_due(&mut self) {
        let now = TimerInstant::now();
        for _ in 0..self.to_open.len() {
            if self.open >= self.setup.at_once {
                return;
            }
            let Some(first) = self.to_open.front() else { return };
            if first.from > now {
                self.to_open.rotate_left(1);
                continue;
            }
            let (hall, new) = (self.hall.clone(), first.new.clone());
            let agreed = Agreed::Only { players: [].into(), by_host: true };
            let opened = self.serving.spawn(async move { hall.create_agreed(new, agreed).await }).await;
            // It can fail by a panic alone, which its runtime has told.
            let Ok(opened) = opened else { return };
            let Some(mut first) = self.to_open.pop_front() else { return };
            match opened {
                Ok(match_id) => {
                    self.open += 1;
                    self.follow(Open { match_key: first.match_key, match_id });
                }
                Err(refusal) => {
                    if first.refused.as_ref().map(|before| before.reason) != Some(refusal.reason) {
                        tracing::info!(match_key = %first.match_key, %refusal, "a match cannot be opened yet");
                    }
                    (first.from, first.refused) = (now + OPEN_AGAIN, Some(refusal));
                    self.to_open.push_back(first);
                }
            }
            self.tell_waiting();
        }
    }

    fn tell_waiting(&self) {
        let refused = self.to_open.iter().filter_map(|one| Some((one.match_key, one.refused.as_ref()?)));
        self.waiting.set(refused.map(|(key, refusal)| (key.to_string(), refusal.to_string())).collect());
    }

    /// Waits for the end of its table, or until it is to be looked at again where it has none.
    fn follow(&mut self, open: Open) {
        match self.hall.table(&open.match_id) {
            Some(table) => self.tables.push(Box::pin(async move {
                table.ended().await;
                open
            })),
            None => self.to_look_at.push_back(open),
        }
    }

    /// What a match came to, if it is over; it is followed further if not.
    async fn look(&mut self) -> anyhow::Result<Option<End>> {
        let Some(open) = self.to_look_at.front() else { return Ok(None) };
        let row = self.hall.row(&open.match_id).await;
        let row = row.map_err(|refusal| anyhow::anyhow!("match {} cannot be looked at: {refusal}", open.match_id))?;
        let Some(open) = self.to_look_at.pop_front() else { return Ok(None) };
        match row.state {
            MatchState::Over | MatchState::Unreadable => {
                self.open -= 1;
                Ok(Some(End { match_key: open.match_key, result: result_of(&row) }))
            }
            MatchState::Waiting | MatchState::Live if self.hall.table(&open.match_id).is_some() => {
                self.follow(open);
                Ok(None)
            }
            // Its table is to come back, here or on another server.
            MatchState::Waiting | MatchState::Live => {
                self.tables.push(Box::pin(async move {
                    sleep(LOOK_AGAIN).await;
                    open
                }));
                Ok(None)
            }
        }
    }
}

impl Matches for HallMatches {
    fn most_at_once(&self) -> usize {
        // Those that wait for a player keep no place from others.
        let refused = self.to_open.iter().filter(|one| one.refused.is_some()).count();
        (self.setup.at_once + refused).min(MAX_AT_ONCE)
    }

    async fn begin(&mut self, tournament: &Tournament, scheduled: Scheduled) -> anyhow::Result<()> {
        let new = self.new_match(tournament, &scheduled)?;
        let from = TimerInstant::now();
        self.to_open.push_back(ToOpen { match_key: scheduled.match_key, new, from, refused: None });
        Ok(())
    }

    async fn next_end(&mut self) -> anyhow::Result<End> {
        loop {
            self.open_due().await;
            while !self.to_look_at.is_empty() {
                if let Some(end) = self.look().await? {
                    return Ok(end);
                }
            }
            let next = self.to_open.iter().map(|one| one.from).min().filter(|_| self.open < self.setup.at_once);
            tokio::select! {
                Some(open) = self.tables.next(), if !self.tables.is_empty() => self.to_look_at.push_back(open),
                () = sleep_until(next.unwrap_or_else(TimerInstant::now)), if next.is_some() => {}
                // Neither a match nor a time to wait for: it is dropped when something is asked.
                () = std::future::pending(), if self.tables.is_empty() && next.is_none() => {}
            }
        }
    }
}

/// What a match came to; an `Err` is the word of why it counts for nobody. Its steps are those of its last round.
fn result_of(row: &MatchRow) -> Result<MatchResult, String> {
    let Some(end) = &row.end else { return Err("its log cannot be read".to_owned()) };
    let verdict = &end.verdict;
    let cause = verdict.termination.word().to_owned();
    if verdict.places.is_empty() {
        return Err(cause);
    }
    let elapsed_ms = end.ended_unix_ms.map_or(0, |ended| ended.saturating_sub(row.opened_unix_ms));
    Ok(MatchResult {
        places: verdict.places.clone(),
        halves: (0..verdict.places.len())
            .map(|seat| verdict.totals.get(seat).map_or(0, |points| points.halves))
            .collect(),
        cause,
        offender: verdict.seat,
        plies: end.ply,
        elapsed_ms: u64::try_from(elapsed_ms).unwrap_or(0),
    })
}
