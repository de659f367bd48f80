//! The task of one webhook. It sends the events of each contest in order, one at a time. If several
//! contests have events, it serves them in turn.

use std::{
    collections::{BTreeMap, BTreeSet},
    future::pending,
    sync::Arc,
    time::Duration,
};

use referee_law::Contest;
use referee_store::{ContestLog, StoreError, WebhookCursor, WebhookCursors, WebhookProgress};
use tokio::{
    sync::broadcast::{
        self,
        error::{RecvError, TryRecvError},
    },
    time::{sleep, sleep_until},
};

use super::{
    body::{self, Shown},
    post::{Failure, Poster},
    retry::Retry,
    target::Target,
};
use crate::{
    contest_server::AllContests,
    hall::wall_clock::{TimerInstant, unix_ms},
};

/// Maximum contests with undelivered events that are remembered. The others are looked up when
/// there is room.
const MAX_REMEMBERED: usize = 256;
/// Maximum contests, or events of one contest, that are read together. Then it is the turn of
/// another contest.
const AT_ONCE: usize = 32;
/// Delay before a failed store is read again.
const READ_AGAIN: Duration = Duration::from_secs(10);
/// Maximum characters of an error that are stored.
const MAX_ERROR: usize = 500;

/// What the tasks of all webhooks share.
pub(super) struct Shared {
    pub retry: Retry,
    pub poster: Poster,
    pub contests: Arc<dyn ContestLog>,
    pub cursors: Arc<dyn WebhookCursors>,
    /// The channel that names the contest of every redelivery that a host requests.
    pub redelivered: broadcast::Sender<Contest>,
}

/// The task of one webhook.
pub(super) struct Worker {
    target: Target,
    shared: Arc<Shared>,
    contests: AllContests,
    appended: broadcast::Receiver<Contest>,
    redelivered: broadcast::Receiver<Contest>,
    /// The contests that may have undelivered events, with the time at which to check each.
    waiting: BTreeMap<Contest, TimerInstant>,
    /// The contests in `waiting` that were tried since they were found. For the others, the store
    /// has the time of the next attempt.
    attempted: BTreeSet<Contest>,
    search: Search,
    /// The earliest time among contests that were forgotten for lack of room. At that time, all
    /// contests are searched again.
    forgotten: Option<TimerInstant>,
}

/// The search of the store for contests with undelivered events.
enum Search {
    /// No search, since all such contests are known.
    Done,
    /// A search after this contest, or from the first one, that starts at this time.
    Behind(Option<Contest>, TimerInstant),
}

/// When to check a contest again.
enum Next {
    /// When it has a new event.
    WhenTold,
    At(TimerInstant),
}

/// The result of an attempt.
enum Sent {
    Delivered,
    /// The event must be tried again after this delay.
    Failed(Duration),
    GivenUp,
    /// A host has requested a redelivery during the attempt.
    Moved,
}

impl Worker {
    /// Creates the task of a webhook, which starts with the stored progress.
    pub fn new(
        target: Target,
        shared: Arc<Shared>,
        contests: AllContests,
        appended: broadcast::Receiver<Contest>,
    ) -> Worker {
        let redelivered = shared.redelivered.subscribe();
        let search = Search::Behind(None, TimerInstant::now());
        Worker {
            target,
            shared,
            contests,
            appended,
            redelivered,
            waiting: BTreeMap::new(),
            attempted: BTreeSet::new(),
            search,
            forgotten: None,
        }
    }

    pub async fn run(mut self) {
        loop {
            self.hear_all();
            self.search().await;
            let next = self.waiting.iter().min_by_key(|(_, at)| **at).map(|(contest, at)| (contest.clone(), *at));
            match next {
                Some((contest, at)) if at <= TimerInstant::now() => self.work_on(contest).await,
                next => self.wait(next.map(|(_, at)| at)).await,
            }
        }
    }

    /// Waits until something happens, or a contest is due.
    async fn wait(&mut self, next: Option<TimerInstant>) {
        let search = match &self.search {
            Search::Behind(_, from) => Some(*from),
            Search::Done => self.forgotten,
        };
        let next = next.into_iter().chain(search).min();
        let wake = async {
            match next {
                Some(at) => sleep_until(at).await,
                None => pending().await,
            }
        };
        tokio::select! {
            appended = self.appended.recv() => match appended {
                Ok(contest) => self.look_at(contest),
                Err(RecvError::Lagged(_)) => self.search_all(),
                // The contests are gone, and with them the server.
                Err(RecvError::Closed) => pending().await,
            },
            redelivered = self.redelivered.recv() => match redelivered {
                Ok(contest) => self.look_at_once(contest),
                Err(RecvError::Lagged(_)) => self.look_at_all(),
                Err(RecvError::Closed) => pending().await,
            },
            () = wake => {}
        }
    }

    /// Handles all notices that have come.
    fn hear_all(&mut self) {
        loop {
            match self.appended.try_recv() {
                Ok(contest) => self.look_at(contest),
                Err(TryRecvError::Lagged(_)) => self.search_all(),
                Err(TryRecvError::Empty | TryRecvError::Closed) => break,
            }
        }
        loop {
            match self.redelivered.try_recv() {
                Ok(contest) => self.look_at_once(contest),
                Err(TryRecvError::Lagged(_)) => self.look_at_all(),
                Err(TryRecvError::Empty | TryRecvError::Closed) => break,
            }
        }
    }

    /// Records that a contest has an event. If it waits after a failed attempt, it continues to
    /// wait.
    fn look_at(&mut self, contest: Contest) {
        if self.waiting.contains_key(&contest) {
            return;
        }
        if self.has_room_for(1) {
            self.waiting.insert(contest, TimerInstant::now());
        } else {
            self.search_all();
        }
    }

    /// Makes a contest due immediately, because a host wants that.
    fn look_at_once(&mut self, contest: Contest) {
        self.waiting.remove(&contest);
        self.attempted.remove(&contest);
        self.look_at(contest);
    }

    /// Makes all contests due immediately.
    fn look_at_all(&mut self) {
        self.waiting.clear();
        self.attempted.clear();
        self.search_all();
    }

    fn search_all(&mut self) {
        self.search = Search::Behind(None, TimerInstant::now());
    }

    /// Finds contests with undelivered events, as long as there is room to remember them.
    async fn search(&mut self) {
        let now = TimerInstant::now();
        if matches!(self.search, Search::Done) && self.forgotten.is_some_and(|at| at <= now) {
            self.forgotten = None;
            self.search_all();
        }
        while let Search::Behind(after, from) = &self.search {
            let (after, from) = (after.clone(), *from);
            if from > now || !self.has_room_for(AT_ONCE) {
                return;
            }
            let url = self.target.url();
            match self.shared.cursors.webhook_behind(url, after.clone(), AT_ONCE).await {
                Ok(page) => {
                    self.search = match page.last() {
                        Some(last) if page.len() >= AT_ONCE => Search::Behind(Some(last.clone()), now),
                        _ => Search::Done,
                    };
                    for contest in page {
                        self.waiting.entry(contest).or_insert(now);
                    }
                }
                Err(error) => {
                    tracing::warn!(webhook = self.target.origin(), %error, "failed to look up undelivered \
                        events: retrying");
                    self.search = Search::Behind(after, now + READ_AGAIN);
                }
            }
        }
    }

    /// Returns whether `more` further contests can be remembered. To make room, forgets contests
    /// that wait after a failure, the last due first. So even if a receiver fails for many
    /// contests, it gets the events of the others.
    fn has_room_for(&mut self, more: usize) -> bool {
        let now = TimerInstant::now();
        while self.waiting.len() + more > MAX_REMEMBERED {
            let latest = self.waiting.iter().max_by_key(|(_, at)| **at).filter(|(_, at)| **at > now);
            let Some((contest, at)) = latest.map(|(contest, at)| (contest.clone(), *at)) else { return false };
            self.waiting.remove(&contest);
            self.attempted.remove(&contest);
            self.forgotten = Some(self.forgotten.map_or(at, |first| first.min(at)));
        }
        true
    }

    /// Sends the next events of a contest.
    async fn work_on(&mut self, contest: Contest) {
        let next = self.send_next(&contest).await.unwrap_or_else(|error| {
            let error = format!("{error:#}");
            tracing::warn!(webhook = self.target.origin(), %contest, error, "failed to read undelivered events: \
                retrying");
            Next::At(TimerInstant::now() + READ_AGAIN)
        });
        match next {
            Next::WhenTold => {
                self.attempted.remove(&contest);
                self.waiting.remove(&contest);
            }
            Next::At(at) => {
                self.attempted.insert(contest.clone());
                self.waiting.insert(contest, at);
            }
        }
    }

    async fn send_next(&self, contest: &Contest) -> anyhow::Result<Next> {
        let Some(mut progress) = self.shared.cursors.webhook_progress(self.target.url(), contest).await? else {
            return Ok(Next::WhenTold);
        };
        if progress.cursor.is_given_up {
            return Ok(Next::WhenTold);
        }
        // After a restart, or if the contest was forgotten, the rest of the delay is still waited
        // for.
        let rest = progress.cursor.next_attempt_unix_ms.map_or(0, |next| next.saturating_sub(unix_ms()));
        if let (false, Ok(rest @ 1..)) = (self.attempted.contains(contest), u64::try_from(rest)) {
            return Ok(Next::At(TimerInstant::now() + Duration::from_millis(rest).min(self.shared.retry.most)));
        }
        let events = self.shared.contests.contest_events(contest, progress.cursor.delivered, AT_ONCE).await?;
        let shown = body::shown(&self.contests, contest, &events).await?;
        let is_all = shown.len() < AT_ONCE;
        for event in shown {
            match self.send(&mut progress, &event).await? {
                Sent::Delivered => {}
                Sent::Failed(wait) => return Ok(Next::At(TimerInstant::now() + wait)),
                Sent::GivenUp => return Ok(Next::WhenTold),
                Sent::Moved => return Ok(Next::At(TimerInstant::now())),
            }
        }
        Ok(if is_all { Next::WhenTold } else { Next::At(TimerInstant::now()) })
    }

    /// Tries to deliver an event once, and stores the result.
    async fn send(&self, progress: &mut WebhookProgress, event: &Shown) -> anyhow::Result<Sent> {
        let WebhookProgress { contest, opened_unix_ms, cursor, .. } = progress;
        let id = body::delivery_id(self.target.url(), contest, *opened_unix_ms, event.seq);
        let body = body::bytes(&id, contest, event)?;
        let begun = WebhookCursor { redeliveries: cursor.redeliveries, ..WebhookCursor::default() };
        let (after, sent) = match self.shared.poster.post(&self.target, &id, body).await {
            Ok(()) => (WebhookCursor { delivered: event.seq, ..begun }, Sent::Delivered),
            Err(failure) => self.failed(cursor, contest, event, failure),
        };
        if !self.note(contest, &after).await {
            return Ok(Sent::Moved);
        }
        progress.cursor = after;
        Ok(sent)
    }

    /// Returns the new cursor and the consequence of a failed attempt.
    fn failed(
        &self,
        cursor: &WebhookCursor,
        contest: &Contest,
        event: &Shown,
        failure: Failure,
    ) -> (WebhookCursor, Sent) {
        let (attempts, retry) = (cursor.attempts.saturating_add(1), &self.shared.retry);
        let (webhook, seq, error) = (self.target.origin(), event.seq.0, &failure.text);
        let is_given_up = failure.is_final || attempts >= retry.attempts;
        let last_error = failure.text.chars().take(MAX_ERROR).collect();
        let tried = WebhookCursor { attempts, last_error, is_given_up, ..cursor.clone() };
        if is_given_up {
            tracing::error!(webhook, %contest, seq, attempts, error, "a webhook was abandoned for a contest \
                until a host redelivers");
            return (WebhookCursor { next_attempt_unix_ms: None, ..tried }, Sent::GivenUp);
        }
        // Without random numbers, the delay is the shortest possible.
        let wait = retry.wait(attempts, getrandom::u32().unwrap_or_default());
        tracing::warn!(webhook, %contest, seq, attempts, error, "a webhook failed: retrying");
        let next = unix_ms().saturating_add(i64::try_from(wait.as_millis()).unwrap_or(i64::MAX));
        (WebhookCursor { next_attempt_unix_ms: Some(next), ..tried }, Sent::Failed(wait))
    }

    /// Stores the progress durably. Returns `false` if a host has requested a redelivery since the
    /// progress was read. Retries until the store accepts the progress, so that a failing store
    /// does not cause an event to be sent twice.
    async fn note(&self, contest: &Contest, cursor: &WebhookCursor) -> bool {
        loop {
            let noted: Result<bool, StoreError> =
                self.shared.cursors.set_webhook_cursor(self.target.url(), contest, cursor.clone()).await;
            match noted {
                Ok(is_current) => return is_current,
                Err(error) => {
                    tracing::warn!(webhook = self.target.origin(), %contest, %error, "failed to record \
                        deliveries: retrying");
                    sleep(READ_AGAIN).await;
                }
            }
        }
    }
}
