//! Runs a tournament or a ladder: asks the contest what follows, has the matches played, and stores
//! the events.
//!
//! A [`Steward`] does not know how matches are played or events are kept. [`Matches`] begins
//! matches and reports their ends, and [`Log`] makes events durable, in a [`stored`] stream. Events
//! are stored before they are applied. A match begins only after its pairing is stored, and its id
//! never changes. So a new steward can resume at any time, without repeating or losing anything.

mod course;
pub mod stored;

use std::{collections::BTreeSet, future::Future, pin::Pin, time::Duration};

use anyhow::Context as _;
use referee_contests::contest::{
    Command, CommandOf, ContestKind, ContestRefusal, Event, EventOf, FactOf, MatchKey, MatchResult, Now, Scheduled,
    VoidMatch,
};
use tokio::{
    sync::{mpsc, oneshot},
    time::sleep,
};

pub use course::Course;

use crate::hall::wall_clock::{TimerInstant, unix_ms};

/// Maximum queued commands of hosts.
pub const WAITING_COMMANDS: usize = 64;

/// Time for which the steward of a contest that rests waits for a further command before it ends.
const RESTS_AFTER: Duration = Duration::from_secs(10);

/// Maximum number of times in a row that idle time passes without any consequence.
const MAX_IDLE_PASSES: u32 = 1000;

/// What happens while no match is in progress and nothing can follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// The steward waits for the time to pass.
    Waits,
    /// The time of the contest jumps to the next possible change. Later events get later times than
    /// that, so the times always follow the order of the events.
    Passes,
}

/// The place where the events of one contest are kept.
pub trait Log<C: ContestKind>: Send {
    /// Appends events after all earlier ones; `of` is the state before them. After `Ok`, all events
    /// are durable; after an error, none are.
    fn append(&mut self, of: &C, events: &[EventOf<C>]) -> impl Future<Output = anyhow::Result<()>> + Send;
}

/// The place where the matches of one contest are played.
pub trait Matches<C: ContestKind>: Send {
    /// Returns the maximum number of matches in progress.
    fn most_at_once(&self) -> usize;

    /// Returns the number of matches of a category that an entrant could play now, including its
    /// matches of this contest. In a tournament, the category is 0.
    fn places(&self, entrant: &str, category: usize) -> usize;

    /// Returns the result of [`Matches::places`] for many entrants, since every pairing asks for
    /// all of them.
    fn places_of(&self, entrants: &[&str], category: usize) -> Vec<usize> {
        entrants.iter().map(|entrant| self.places(entrant, category)).collect()
    }

    /// Returns whether each of these players was connected within the last `_minutes` minutes;
    /// `None` while that is not known. Engines of this machine always were.
    fn were_here(&self, players: &[&str], _minutes: u32) -> Option<Vec<bool>> {
        Some(vec![true; players.len()])
    }

    /// Returns the wall clock, in milliseconds since 1970 (UTC).
    fn unix_ms(&self) -> i64 {
        unix_ms()
    }

    /// Returns whether each of these entrants is connected. Engines of this machine always are.
    fn are_here(&self, entrants: &[&str]) -> Vec<bool> {
        vec![true; entrants.len()]
    }

    /// Begins a match. Idempotent: a match that has already begun does not begin again.
    fn begin(&mut self, of: &C, scheduled: Scheduled) -> impl Future<Output = anyhow::Result<()>> + Send;

    /// Follows a match that an earlier steward began; returns whether one did. A new steward calls
    /// this for every awaited match, before anything else. Cancel safe.
    fn take_up(&mut self, of: &C, scheduled: &Scheduled) -> impl Future<Output = anyhow::Result<bool>> + Send;

    /// Cancels a match that has begun, unless play has started. Returns `true` if the match is
    /// abandoned and will never end, and `false` if it continues to its end.
    fn give_up(&mut self, match_key: MatchKey) -> bool;

    /// Waits for what happens next. Cancel safe.
    fn next(&mut self) -> impl Future<Output = anyhow::Result<Happened>> + Send;
}

/// An event in the place where matches are played.
pub enum Happened {
    /// A match has ended.
    Ended(End),
    /// A voided match that never began, although [`Matches::give_up`] reported that it continues.
    NotBegun(MatchKey),
    /// Entrants that could not begin a match before are able to now.
    EntrantsCame,
    /// A due match waits for its players, for this total time in milliseconds. It takes no place
    /// from others.
    Waits(MatchKey, u64),
    /// A match that has begun starts or stops waiting for its players, so the number of free places
    /// changes.
    RoomChanged,
}

/// The end of a match.
pub struct End {
    pub match_key: MatchKey,
    /// The result; the error says why the match is void.
    pub result: Result<MatchResult, VoidMatch>,
}

/// An observer of the events of a contest. If it returns an error, the run ends.
pub trait Observer<C: ContestKind>: Send {
    /// Observes an event that was stored and applied to the contest.
    fn happened(&mut self, of: &C, event: &EventOf<C>) -> anyhow::Result<()>;
}

/// A command to a running contest, and the channel for the answer.
pub struct Asked<C: ContestKind> {
    pub command: CommandOf<C>,
    /// The channel for the answer.
    pub answer: oneshot::Sender<Result<(), ContestRefusal>>,
}

/// The steward of one contest, which runs it.
pub struct Steward<C: ContestKind, L, M> {
    contest: C,
    log: L,
    matches: M,
    under_way: BTreeSet<MatchKey>,
    /// Time of the contest when this steward began, in milliseconds.
    base_ms: u64,
    began: TimerInstant,
    idle: Idle,
    /// Time of the newest event, in milliseconds of the contest.
    newest_ms: u64,
    /// Number of times that idle time has passed since the last event.
    idle_passes: u32,
}

impl<C: ContestKind, L: Log<C>, M: Matches<C>> Steward<C, L, M> {
    /// Creates a steward for a contest whose newest event was at `at_ms` of the contest's time.
    /// That time stops while there is no steward.
    pub fn new(contest: C, at_ms: u64, log: L, matches: M) -> Steward<C, L, M> {
        Steward {
            contest,
            log,
            matches,
            under_way: BTreeSet::new(),
            base_ms: at_ms,
            began: TimerInstant::now(),
            idle: Idle::Waits,
            newest_ms: at_ms,
            idle_passes: 0,
        }
    }

    /// Sets what happens with idle time; by default, the steward waits.
    pub fn with_idle(self, idle: Idle) -> Steward<C, L, M> {
        Steward { idle, ..self }
    }

    /// Runs the contest until it is over or rests, or until `interrupted` is done. Matches in
    /// progress then play on, and the next steward counts them.
    pub async fn run(
        mut self,
        observer: &mut dyn Observer<C>,
        commands: &mut mpsc::Receiver<Asked<C>>,
        interrupted: impl Future<Output = ()>,
    ) -> anyhow::Result<(C, M)> {
        let mut interrupted = std::pin::pin!(interrupted);
        if !self.take_up(observer, commands, interrupted.as_mut()).await? {
            return Ok((self.contest, self.matches));
        }
        loop {
            // The time is taken before settling, so that nothing that becomes due while settling is
            // skipped.
            let (settled_ms, settled_unix_ms) = (self.now_ms(), self.matches.unix_ms());
            self.settle(observer).await?;
            if self.contest.is_over() {
                break;
            }
            self.begin_matches().await?;
            let next_due_ms = self.contest.next_due_ms(settled_ms, settled_unix_ms);
            let wait = next_due_ms.map(|due_ms| due_ms.saturating_sub(self.now_ms()));
            if let Some(wait) = wait.filter(|_| self.idle == Idle::Passes && self.under_way.is_empty()) {
                self.pass(wait)?;
            }
            let wait = next_due_ms.map(|due_ms| due_ms.saturating_sub(self.now_ms()));
            tokio::select! {
                biased;
                () = &mut interrupted => break,
                Some(asked) = commands.recv() => self.answer(asked, observer).await?,
                happened = self.matches.next() => match happened? {
                    Happened::Ended(end) => self.count(end, observer).await?,
                    Happened::NotBegun(match_key) => _ = self.under_way.remove(&match_key),
                    // The next query finds the entrants that came.
                    Happened::EntrantsCame | Happened::RoomChanged => {}
                    Happened::Waits(match_key, waited_ms) => {
                        let waits = self.contest.waits(match_key, waited_ms);
                        self.take(waits.into_iter().collect(), observer).await?;
                    }
                },
                () = sleep(Duration::from_millis(wait.unwrap_or_default())), if wait.is_some() => {}
                () = sleep(RESTS_AFTER), if self.contest.rests() => break,
            }
        }
        Ok((self.contest, self.matches))
    }

    /// Takes up the matches that an earlier steward began, before anything follows from the
    /// results. Otherwise a contest that is decided now would end without these matches. Also
    /// answers the commands of hosts during that time. Returns `false` if it is interrupted.
    async fn take_up(
        &mut self,
        observer: &mut dyn Observer<C>,
        commands: &mut mpsc::Receiver<Asked<C>>,
        mut interrupted: Pin<&mut impl Future<Output = ()>>,
    ) -> anyhow::Result<bool> {
        let awaited: Vec<Scheduled> = self.contest.awaited().collect();
        for scheduled in &awaited {
            let match_key = scheduled.match_key;
            // A command of a host may have decided this match, or ended the contest.
            while !self.contest.is_over() && self.contest.is_awaited(&match_key) {
                tokio::select! {
                    biased;
                    () = &mut interrupted => return Ok(false),
                    Some(asked) = commands.recv() => self.answer(asked, observer).await?,
                    was_begun = self.matches.take_up(&self.contest, scheduled) => {
                        if was_begun.with_context(|| format!("failed to look for match {match_key}"))? {
                            self.under_way.insert(match_key);
                        }
                        break;
                    }
                }
            }
        }
        Ok(true)
    }

    /// Stores and applies all events that follow without any further input.
    async fn settle(&mut self, observer: &mut dyn Observer<C>) -> anyhow::Result<()> {
        loop {
            let facts = self.due_now();
            if facts.is_empty() {
                return Ok(());
            }
            self.take(facts, observer).await?;
            self.give_up_what_is_not_to_begin();
        }
    }

    fn due_now(&self) -> Vec<FactOf<C>> {
        let seen = self.contest.newly_seen(&|entrants: &[&str]| self.matches.are_here(entrants));
        if !seen.is_empty() {
            return seen;
        }
        let places = |entrants: &[&str], category: usize| self.matches.places_of(entrants, category);
        let were_here = |players: &[&str], minutes: u32| self.matches.were_here(players, minutes);
        let (at_ms, unix_ms, under_way) = (self.now_ms(), self.matches.unix_ms(), self.under_way.len());
        self.contest.due(Now { at_ms, unix_ms, under_way, places: &places, were_here: &were_here })
    }

    async fn begin_matches(&mut self) -> anyhow::Result<()> {
        let room = self.matches.most_at_once().saturating_sub(self.under_way.len());
        let is_new = |scheduled: &Scheduled| !self.under_way.contains(&scheduled.match_key);
        // One search finds all matches: with many waiting ones, a search for each would be slow.
        let to_begin: Vec<_> = self.contest.scheduled().filter(is_new).take(room).collect();
        for scheduled in to_begin {
            let match_key = scheduled.match_key;
            let failed = || format!("failed to begin match {match_key}");
            self.matches.begin(&self.contest, scheduled).await.with_context(failed)?;
            self.under_way.insert(match_key);
        }
        Ok(())
    }

    async fn count(&mut self, end: End, observer: &mut dyn Observer<C>) -> anyhow::Result<()> {
        let End { match_key, result } = end;
        let facts = self.contest.decide(&Command::Count { match_key, result });
        let facts = facts.with_context(|| format!("the result of match {match_key} cannot be taken"))?;
        self.take(facts, observer).await?;
        self.under_way.remove(&match_key);
        Ok(())
    }

    /// Gives up the matches that must not begin. These are pairings from before a disqualification,
    /// and, while the contest is paused, all waiting matches. The latter begin later as the same
    /// matches.
    fn give_up_what_is_not_to_begin(&mut self) {
        let Steward { contest, matches, under_way, .. } = self;
        let may_begin = contest.may_begin();
        under_way.retain(|match_key| {
            let is_to_begin = may_begin && contest.is_awaited(match_key);
            is_to_begin || !matches.give_up(*match_key)
        });
    }

    async fn answer(&mut self, asked: Asked<C>, observer: &mut dyn Observer<C>) -> anyhow::Result<()> {
        let answer = match self.contest.decide(&asked.command) {
            Ok(facts) => {
                self.take(facts, observer).await?;
                self.give_up_what_is_not_to_begin();
                Ok(())
            }
            Err(refusal) => Err(refusal),
        };
        // The caller may no longer wait for the answer.
        let _ = asked.answer.send(answer);
        Ok(())
    }

    /// Stores the facts, applies them, and notifies the observer.
    async fn take(&mut self, facts: Vec<FactOf<C>>, observer: &mut dyn Observer<C>) -> anyhow::Result<()> {
        if facts.is_empty() {
            return Ok(());
        }
        if self.idle == Idle::Passes {
            self.base_ms = self.base_ms.saturating_add((self.newest_ms + 1).saturating_sub(self.now_ms()));
        }
        let (mut seq, at_ms) = (self.contest.seq(), self.now_ms());
        (self.newest_ms, self.idle_passes) = (at_ms, 0);
        let events: Vec<EventOf<C>> = facts
            .into_iter()
            .map(|fact| {
                seq = seq.next();
                Event { seq, at_ms, fact }
            })
            .collect();
        self.log.append(&self.contest, &events).await.context("failed to store the events")?;
        for event in &events {
            self.contest.apply(event);
            observer.happened(&self.contest, event)?;
        }
        Ok(())
    }

    /// Lets `wait_ms` of the contest's time pass immediately.
    fn pass(&mut self, wait_ms: u64) -> anyhow::Result<()> {
        self.idle_passes += 1;
        anyhow::ensure!(self.idle_passes <= MAX_IDLE_PASSES, "nothing is under way, and nothing follows");
        self.base_ms = self.base_ms.saturating_add(wait_ms);
        Ok(())
    }

    fn now_ms(&self) -> u64 {
        let since = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.base_ms.saturating_add(since)
    }
}
