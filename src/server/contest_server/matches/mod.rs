//! Opens the matches of a contest in the hall, for connected players to play.

mod waits;

use std::{
    collections::{BTreeMap, VecDeque},
    future::Future,
    pin::Pin,
    time::Duration,
};

use anyhow::Context as _;
use futures_util::{StreamExt as _, stream::FuturesUnordered};
use referee_contests::{
    contest::{ContestReason, Entrant, MATCH_LABEL, MatchKey, MatchResult, Scheduled, VoidMatch},
    openings::{Openings, Order},
};
use referee_ids::{MatchId, PlayerId};
use referee_law::{Contest, Occasion, Reason, Refusal, Termination};
use referee_store::{MatchEnd, MatchRow, MatchState, RequestKey, StoreError};
use tokio::{
    sync::watch,
    task::JoinHandle,
    time::{sleep, sleep_until},
};

use super::{
    Kind,
    open_matches::{OpenMatches, Watchable},
    waiting::{NotOpened, Refused, Waiting, open},
};
use crate::{
    contest_steward::{Course, End, Happened, Matches},
    hall::{Hall, NewLuck, NewMatch, records::tally::Tally, wall_clock::TimerInstant},
};

/// Maximum waiting matches of a contest that take no place from matches in progress. Further ones
/// take places.
const MAX_WAITING: usize = 8192;
/// Delay before a match that could not be opened is tried again.
const OPEN_AGAIN: Duration = Duration::from_secs(1);
/// Maximum waiting matches that are tried together. If more wait, each is tried less often.
const TRIED_AT_ONCE: usize = 64;
/// Maximum total wait of a match whose players come and go, in multiples of `accept_within`.
const MOST_WAITS: u32 = 4;
/// Number of times that the wait of a match is stored before it is over.
const TELLS_OF_A_WAIT: u32 = 10;
/// Time for which arrivals are gathered, so that simultaneous ones cause only one pairing.
const GATHER_ARRIVALS: Duration = Duration::from_millis(200);
/// Delay before checking a match again whose table has ended without a result.
const LOOK_SOON: Duration = Duration::from_millis(250);
/// Delay before checking a match again that has no table on this server.
const LOOK_AGAIN: Duration = Duration::from_secs(10);

/// The setup of all matches of a tournament, or of one category of a ladder.
#[derive(Clone, Debug)]
pub struct MatchSetup {
    /// A match without its players, and without what depends on its place in the contest.
    pub template: NewMatch,
    /// Player that counts as the creator of the matches. Their ids depend on this name.
    pub host: PlayerId,
    /// Openings of the encounters and their order; `None` if all begin like the game.
    pub openings: Option<(Openings, Order)>,
    /// Maximum concurrent matches.
    pub at_once: usize,
}

/// The matches of one contest, which this opens and follows until their ends.
pub(super) struct HallMatches {
    hall: Hall,
    contest: Contest,
    /// One setup for all matches, or one for each category.
    setups: Vec<MatchSetup>,
    at_once: usize,
    to_open: VecDeque<ToOpen>,
    /// The match that is being opened now; `None` between attempts.
    opening: Option<Opening>,
    /// The matches that were opened, and whose ends were not reported yet.
    open: OpenMatches,
    /// The time when the last free place was taken; `None` while a place is free. While it is set,
    /// no match is tried, and waits are paused.
    full_since: Option<TimerInstant>,
    /// Earlier waits of the matches that were given up because the contest may begin no matches.
    set_aside: BTreeMap<MatchKey, Duration>,
    accept_within: Duration,
    /// One future per match, which is ready once the table of the match has gone.
    tables: FuturesUnordered<Pin<Box<dyn Future<Output = Open> + Send>>>,
    /// The matches whose tables have gone, and that must be checked.
    to_look_at: VecDeque<Open>,
    waiting: Waiting,
    arrivals: watch::Receiver<u64>,
    /// The end of gathering arrivals; `None` without a new arrival.
    gathering: Option<TimerInstant>,
}

/// A match that must be opened.
struct ToOpen {
    match_key: MatchKey,
    new: NewMatch,
    from: TimerInstant,
    /// Earlier time waited for the players, without the present wait.
    waited: Duration,
    /// Waits that no longer count, because all players of the match were connected afterwards.
    forgiven: Duration,
    /// The wait that was last reported to the steward.
    told: Duration,
    /// The reason why the last attempt to open the match failed; `None` before an attempt.
    refused: Option<Refused>,
}

impl ToOpen {
    /// Returns how long the match has waited for its players.
    fn waited(&self, now: TimerInstant) -> Duration {
        self.waited + self.refused.as_ref().map_or(Duration::ZERO, |refused| refused.waited(now))
    }
}

/// A match that is being opened.
struct Opening {
    of: ToOpen,
    match_id: Option<MatchId>,
    opened: JoinHandle<Result<MatchId, NotOpened>>,
    /// Whether this is the last attempt, because the time for the players to agree is over.
    is_last: bool,
    /// Whether to give up the match if it is rejected.
    is_given_up: bool,
}

/// A match that was opened, and is not over yet.
struct Open {
    match_key: MatchKey,
    match_id: MatchId,
}

impl HallMatches {
    /// Creates the matches of a contest.
    pub fn new(
        hall: Hall,
        contest: Contest,
        setups: Vec<MatchSetup>,
        accept_within: Duration,
        (waiting, watchable): (Waiting, Watchable),
    ) -> HallMatches {
        waiting.set([]);
        let arrivals = hall.lobby().arrivals();
        let at_once = setups.iter().map(|setup| setup.at_once).max().unwrap_or(1);
        let open = OpenMatches::new(hall.clone(), watchable);
        HallMatches {
            hall,
            contest,
            setups,
            at_once,
            to_open: VecDeque::new(),
            opening: None,
            open,
            full_since: None,
            set_aside: BTreeMap::new(),
            accept_within,
            tables: FuturesUnordered::new(),
            to_look_at: VecDeque::new(),
            waiting,
            arrivals,
            gathering: None,
        }
    }

    /// Returns a match as the hall opens it. Its id depends only on its place in the contest, so
    /// every attempt opens the same match.
    fn new_match<K: Kind>(&self, of: &K, scheduled: &Scheduled) -> anyhow::Result<NewMatch> {
        let Scheduled { match_key, category, entrants, number, opening } = scheduled;
        let setup = self.setups.get(usize::from(*category)).context("there is no such category")?;
        let player = |entrant: &Entrant| {
            let name = of.name_of(*entrant).with_context(|| format!("there is no entrant {entrant}"))?;
            PlayerId::parse(name).with_context(|| format!("entrant {name} is not a player"))
        };
        let opening = match &setup.openings {
            Some((openings, order)) => openings.numbered(*opening, *order).opening.clone(),
            None => setup.template.opening.clone(),
        };
        let pairing = match_key.number_in_all() + 1;
        let occasion = Occasion { contest: self.contest.clone(), encounter: number + 1, pairing };
        let request = RequestKey { player: setup.host.clone(), request_id: String::new(), content: [0; 32] };
        let players = entrants.iter().map(player).collect::<anyhow::Result<_>>()?;
        let labels = [(MATCH_LABEL.to_owned(), match_key.to_string())].into();
        let luck = match of.deals_of(match_key) {
            // Nonces would make the deals of the matches in a set differ.
            Some((seed, deal_id)) => {
                NewLuck { seed: Some(seed), deal_id: Some(deal_id), is_withheld: true, nonce_wait: Duration::ZERO }
            }
            None => setup.template.luck.clone(),
        };
        Ok(NewMatch { players, opening, luck, occasion: Some(occasion), request, labels, ..setup.template.clone() })
    }

    /// Opens due matches while there is room, and returns what happened. Cancel safe.
    async fn open_due<K: Kind>(&mut self) -> Option<Happened> {
        // Every match is tried once: after a rejection, the match is due again only later than
        // `now`.
        let now = TimerInstant::now();
        loop {
            if let Some(Opening { opened, .. }) = &mut self.opening {
                let opened = opened.await;
                let Opening { of, is_given_up, is_last, .. } = self.opening.take()?;
                // The task fails only by a panic, which its runtime has logged.
                let opened = opened.unwrap_or_else(|_| {
                    let refusal = Refusal::new(Reason::HostFault, "it could not be opened");
                    Err(NotOpened::of_server(refusal))
                });
                let is_known = match (&opened, &of.refused) {
                    (Err(why), Some(refused)) => refused.why.is_shown_as(why),
                    _ => false,
                };
                let happened = self.was_opened::<K>(of, opened, is_given_up, is_last);
                // A list may be long, and most attempts do not change it.
                if !is_known || matches!(happened, Some(Happened::Ended(_) | Happened::NotBegun(_))) {
                    self.tell_waiting();
                }
                if happened.is_some() {
                    return happened;
                }
            }
            if !self.has_place() {
                return None;
            }
            let due = self.to_open.iter().enumerate().filter(|(_, one)| one.from <= now);
            let at = due.min_by_key(|(_, one)| one.from)?.0;
            let of = self.to_open.remove(at)?;
            let (hall, new, match_id) = (self.hall.clone(), of.new.clone(), id_of(&of.new));
            let before = of.refused.as_ref().map(|refused| refused.why.clone());
            let waited = of.waited(now);
            let is_last = waited >= self.accept_within || of.forgiven + waited >= self.accept_within * MOST_WAITS;
            let opened = tokio::spawn(open(hall, new, before, is_last));
            self.opening = Some(Opening { of, match_id, opened, is_last, is_given_up: false });
        }
    }

    fn note_open(&mut self, match_key: MatchKey, match_id: MatchId, players: Vec<PlayerId>) {
        self.open.insert(match_id.clone(), match_key.to_string(), players);
        self.follow(Open { match_key, match_id });
    }

    /// Waits until the table of a match has gone. Without a table, waits until the next check.
    fn follow(&mut self, open: Open) {
        match self.hall.table(&open.match_id) {
            Some(table) => {
                self.open.show(&table);
                self.tables.push(Box::pin(async move {
                    table.ended().await;
                    open
                }));
            }
            None => self.to_look_at.push_back(open),
        }
    }

    /// Returns the end of the next match to check; if it is not over, follows it further.
    async fn look<K: Kind>(&mut self) -> anyhow::Result<Option<End>> {
        let Some(open) = self.to_look_at.front() else { return Ok(None) };
        let failed = || format!("failed to read match {}", open.match_id);
        let row = self.hall.row(&open.match_id).await.with_context(failed)?;
        let tally = match &row.end {
            None => Tally::default(),
            Some(end) => tally_of(&self.hall, &open.match_id, end.verdict.totals.len()).await.with_context(failed)?,
        };
        let Some(open) = self.to_look_at.pop_front() else { return Ok(None) };
        match row.state {
            MatchState::Over | MatchState::Unreadable => {
                self.open.remove(&open.match_id);
                Ok(Some(End { match_key: open.match_key, result: result_of::<K>(&row, &tally) }))
            }
            MatchState::Waiting | MatchState::Live => {
                let wait = match self.hall.table(&open.match_id) {
                    Some(table) if !table.has_ended() => {
                        self.follow(open);
                        return Ok(None);
                    }
                    // The table has failed, and the match must be restored or abandoned.
                    Some(_) => LOOK_SOON,
                    // The match must be restored, here or on another server.
                    None => LOOK_AGAIN,
                };
                self.tables.push(Box::pin(async move {
                    sleep(wait).await;
                    open
                }));
                Ok(None)
            }
        }
    }
}

impl<K: Kind> Matches<K> for HallMatches {
    fn most_at_once(&self) -> usize {
        // Matches that wait for players take no place from others.
        let refused = self.to_open.iter().filter(|one| one.refused.is_some()).count();
        let waiting = refused + self.open.counts().1;
        self.at_once + waiting.min(MAX_WAITING)
    }

    fn places(&self, entrant: &str, category: usize) -> usize {
        Matches::<K>::places_of(self, &[entrant], category).first().copied().unwrap_or(0)
    }

    fn places_of(&self, entrants: &[&str], category: usize) -> Vec<usize> {
        let Some(setup) = self.setups.get(category) else { return vec![0; entrants.len()] };
        // The match that is being opened may already have its players.
        let opening = self.opening.as_ref().and_then(|opening| opening.match_id.as_ref());
        let is_own = |match_id: &MatchId| self.open.contains(match_id) || opening == Some(match_id);
        self.hall.lobby().places(entrants, setup.template.game, &is_own)
    }

    fn were_here(&self, players: &[&str], minutes: u32) -> Option<Vec<bool>> {
        let within = Duration::from_secs(u64::from(minutes) * 60);
        let lobby = self.hall.lobby();
        lobby.has_run_for(within).then(|| lobby.were_here(players, within))
    }

    fn unix_ms(&self) -> i64 {
        self.hall.limits().wall_clock.unix_ms()
    }

    async fn begin(&mut self, of: &K, scheduled: Scheduled) -> anyhow::Result<()> {
        let match_key = scheduled.match_key;
        let new = self.new_match(of, &scheduled)?;
        self.set_aside.retain(|match_key, _| of.is_awaited(match_key));
        let stored = Duration::from_millis(of.waited_ms(&match_key));
        let waited = self.set_aside.remove(&match_key).unwrap_or_default().max(stored);
        self.to_open.push_back(ToOpen {
            match_key,
            new,
            from: TimerInstant::now(),
            waited,
            forgiven: Duration::ZERO,
            told: stored,
            refused: None,
        });
        Ok(())
    }

    fn are_here(&self, entrants: &[&str]) -> Vec<bool> {
        let is_here = |name: &&str| PlayerId::parse(name).is_ok_and(|player| self.hall.lobby().is_online(&player));
        entrants.iter().map(is_here).collect()
    }

    async fn take_up(&mut self, of: &K, scheduled: &Scheduled) -> anyhow::Result<bool> {
        let match_key = scheduled.match_key;
        let new = self.new_match(of, scheduled)?;
        let Some(match_id) = id_of(&new) else { return Ok(false) };
        loop {
            match self.hall.row(&match_id).await {
                Ok(_) => break,
                Err(refusal) if refusal.reason == Reason::UnknownMatch => return Ok(false),
                // If the store fails, the results found so far must be kept, so this waits instead
                // of failing.
                Err(refusal) if refusal.reason == Reason::StoreUnavailable => {
                    tracing::warn!(%match_key, %refusal, "waiting for the store to tell whether a match was opened");
                    sleep(OPEN_AGAIN).await;
                }
                Err(refusal) => return Err(refusal.into()),
            }
        }
        self.note_open(match_key, match_id, new.players);
        Ok(true)
    }

    fn give_up(&mut self, match_key: MatchKey) -> bool {
        if let Some(opening) = self.opening.as_mut().filter(|opening| opening.of.match_key == match_key) {
            opening.is_given_up = true;
            return false;
        }
        let Some(at) = self.to_open.iter().position(|one| one.match_key == match_key) else { return false };
        if let Some(one) = self.to_open.remove(at) {
            self.set_aside.insert(match_key, one.waited(self.counted_now()));
        }
        self.tell_waiting();
        true
    }

    async fn next(&mut self) -> anyhow::Result<Happened> {
        loop {
            if let Some(happened) = self.open_due::<K>().await {
                return Ok(happened);
            }
            while !self.to_look_at.is_empty() {
                if let Some(end) = self.look::<K>().await? {
                    return Ok(Happened::Ended(end));
                }
            }
            let next = self.to_open.iter().map(|one| one.from).min().filter(|_| self.playing() < self.at_once);
            tokio::select! {
                biased;
                Some(open) = self.tables.next(), if !self.tables.is_empty() => self.to_look_at.push_back(open),
                Some(has_changed) = self.open.next() => {
                    if has_changed {
                        self.tell_waiting();
                        return Ok(Happened::RoomChanged);
                    }
                }
                () = sleep_until(next.unwrap_or_else(TimerInstant::now)), if next.is_some() => {}
                () = sleep_until(self.gathering.unwrap_or_else(TimerInstant::now)), if self.gathering.is_some() => {
                    self.gathering = None;
                    return Ok(Happened::EntrantsCame);
                }
                // The sender ends only with the hall, which this object keeps alive.
                Ok(()) = self.arrivals.changed() => {
                    self.gathering.get_or_insert_with(|| TimerInstant::now() + GATHER_ARRIVALS);
                }
            }
        }
    }
}

/// Returns the id that a match has in every attempt to open it.
fn id_of(new: &NewMatch) -> Option<MatchId> {
    new.occasion.as_ref().map(|occasion| occasion.match_id(&new.request.player))
}

/// Returns the tally of a match, for its result. The end of the match is known and counts, so an
/// unreadable log must not stop the contest.
async fn tally_of(hall: &Hall, match_id: &MatchId, seats: usize) -> Result<Tally, StoreError> {
    match hall.tally(match_id, seats).await {
        Err(error) if !error.is_transient() => {
            tracing::error!(%match_id, %error, "the moves of a match are unreadable");
            Ok(Tally::uncounted(seats))
        }
        tally => tally,
    }
}

/// Returns the result of a match; the error says why the match is void.
fn result_of<K: Kind>(row: &MatchRow, tally: &Tally) -> Result<MatchResult, VoidMatch> {
    let Some(end) = &row.end else { return Err(VoidMatch { reason: ContestReason::LogUnreadable, fault: None }) };
    let lost: Vec<_> = end.lost.losses().iter().map(|loss| (loss.seat, loss.cause)).collect();
    let (moves, charged) = if tally.is_counted { (&tally.moves[..], &tally.charged[..]) } else { (&[][..], &[][..]) };
    let course = Course {
        verdict: &end.verdict,
        seats: row.opened.as_ref().map_or(end.verdict.totals.len(), |opened| opened.players.len()),
        lost: &lost,
        moves,
        charged,
        plies: tally.plies,
        rounds: rounds_of(end, tally),
        elapsed_ms: elapsed_ms(row),
        digest: tally.digest,
    };
    course.result::<K>()
}

/// Returns the number of complete rounds. A round that did not end by
/// its rules is incomplete.
fn rounds_of(end: &MatchEnd, tally: &Tally) -> u32 {
    let is_whole = end.verdict.termination == Termination::Normal;
    if tally.is_counted { tally.rounds } else { end.round.saturating_sub(u32::from(!is_whole)) }
}

/// Returns the duration of a match in milliseconds; 0 if unknown.
fn elapsed_ms(row: &MatchRow) -> u64 {
    let ended = row.end.as_ref().and_then(|end| end.ended_unix_ms);
    let elapsed_ms = ended.map_or(0, |ended| ended.saturating_sub(row.opened_unix_ms));
    u64::try_from(elapsed_ms).unwrap_or(0)
}
