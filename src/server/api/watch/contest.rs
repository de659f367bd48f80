//! `WatchContest`: the events of a contest after a given one. Each stream has a task that reads the
//! store on the caller's account. The task reads whenever there are more events, as many as fit
//! into the line. The open matches come from the steward, since no event contains the id of a
//! match.

use std::{collections::BTreeSet, time::Duration};

use referee_contests::contest::{Fact, MATCH_LABEL};
use referee_ids::{MatchId, Seq};
use referee_law::{MatchOpened, Refusal};
use referee_proto::v1::{self, watch_contest_response::Message};
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};

use super::Watcher;
use crate::api::{
    admission::line::{Answers, Line},
    auth::looker::Looker,
    context::ServiceContext,
};
use crate::contest_server::{Contests, Kind, OpenHere, Seen, shown};

/// Maximum queued events per stream.
const WAITING: usize = 16;
/// Interval of reads while this server has no new event, since another server may run the contest.
const LOOK_AGAIN: Duration = Duration::from_secs(10);
/// Minimum interval between reads, so that several events are read together.
const GATHER: Duration = Duration::from_millis(50);

pub type EventStream = Answers<v1::WatchContestResponse>;

pub(in crate::api) struct Asked {
    /// Id of the contest.
    pub id: String,
    /// Number of the newest event that the caller knows.
    pub after: Seq,
    /// Whether the stream shows unreleased results.
    pub is_host: bool,
}

/// Opens the stream for a caller.
pub(in crate::api) fn open<K: Kind>(
    context: &ServiceContext,
    contests: Contests<K>,
    watcher: Watcher,
    asked: Asked,
) -> EventStream {
    let Watcher { caller, place, payer } = watcher;
    context.told((place, payer), WAITING, |line| {
        let mut feed = Feed { context: context.clone(), contests, caller, asked, told: BTreeSet::new(), line };
        async move { feed.tell().await }
    })
}

struct Feed<K: Kind> {
    context: ServiceContext,
    contests: Contests<K>,
    caller: Looker,
    asked: Asked,
    /// The open matches that the caller was told of.
    told: BTreeSet<MatchId>,
    line: Line<v1::WatchContestResponse>,
}

enum Told {
    /// The contest is over, and the caller has all its events.
    Over,
    /// The caller has all events that it may see so far.
    ForNow,
}

impl<K: Kind> Feed<K> {
    /// Sends events until the contest is over. Fails with the reason for an earlier end.
    async fn tell(&mut self) -> Result<(), Refusal> {
        let (mut caught_up, mut is_elsewhere) = (false, false);
        loop {
            // Both receivers are taken before the read, so that changes during the read are
            // noticed.
            let newest = self.contests.newest(&self.asked.id);
            let mut open = self.contests.open_matches(&self.asked.id);
            let open_here = open.as_mut().map(|open| OpenHere::clone(&open.borrow_and_update()));
            let mut told = self.tell_what_is_there().await?;
            // The store is asked only once. If another server runs the contest, its end arrives as
            // an event.
            if newest.is_none() && !is_elsewhere {
                is_elsewhere = true;
                if self.knows_the_end().await? {
                    told = Told::Over;
                }
            }
            if !caught_up {
                caught_up = true;
                self.say(Message::CaughtUp(v1::ContestCaughtUp { seq: self.asked.after.0 })).await?;
            }
            if matches!(told, Told::Over) {
                return Ok(());
            }
            // The open matches were taken before the events were read, so pairings are sent before
            // their matches.
            self.tell_opened(&open_here.unwrap_or_default()).await?;
            match newest.zip(open) {
                Some((mut newest, mut open)) => {
                    is_elsewhere = false;
                    // The next read is the same with or without a change.
                    let _ = timeout(LOOK_AGAIN, changed(&mut newest, &mut open)).await;
                }
                None => sleep(LOOK_AGAIN).await,
            }
            sleep(GATHER).await;
        }
    }

    /// Sends the open matches that the caller may know of and was not told of yet.
    async fn tell_opened(&mut self, open_here: &OpenHere) -> Result<(), Refusal> {
        self.told.retain(|match_id| open_here.contains_key(match_id));
        for (match_id, opened) in open_here.iter() {
            if !self.told.contains(match_id) && self.context.may_know(Some(opened), &self.caller) {
                self.told.insert(match_id.clone());
                let opened = self.opened_match(opened).await;
                self.say(Message::MatchOpened(opened)).await?;
            }
        }
        Ok(())
    }

    async fn opened_match(&self, opened: &MatchOpened) -> v1::ContestMatch {
        let players: Vec<String> = opened.players.iter().map(ToString::to_string).collect();
        v1::ContestMatch {
            match_key: opened.labels.get(MATCH_LABEL).cloned().unwrap_or_default(),
            match_id: opened.match_id.to_string(),
            display_names: self.context.names_of_seats(&players).await,
            players,
        }
    }

    /// Returns whether the contest is over and the caller has all its events.
    async fn knows_the_end(&self) -> Result<bool, Refusal> {
        let ended = |seen: Seen<'_, K>| K::of(seen.of).is_over().then(|| seen.seq());
        let ended = self.contests.see(&self.asked.id, ended).await?;
        Ok(ended.is_some_and(|seq| self.asked.after >= seq))
    }

    async fn tell_what_is_there(&mut self) -> Result<Told, Refusal> {
        loop {
            let room = self.line.room().await?;
            let page = self.contests.events(&self.asked.id, self.asked.after, room).await?;
            if page.is_empty() {
                return Ok(Told::ForNow);
            }
            let seen = match self.asked.is_host {
                true => page.len(),
                false => self.contests.see(&self.asked.id, |seen| seen.public(&page).len()).await?,
            };
            for event in &page[..seen] {
                self.say(Message::Event(shown(event))).await?;
                self.asked.after = event.seq;
                if matches!(event.fact, Fact::Ended { .. }) {
                    return Ok(Told::Over);
                }
            }
            if seen < page.len() {
                return Ok(Told::ForNow);
            }
        }
    }

    async fn say(&self, said: Message) -> Result<(), Refusal> {
        self.line.say(v1::WatchContestResponse { message: Some(said) }).await
    }
}

/// Waits for an event, or for a change of the open matches.
async fn changed(newest: &mut watch::Receiver<u64>, open: &mut watch::Receiver<OpenHere>) {
    // An error means that the contest has ended, which the next read finds.
    tokio::select! {
        _ = newest.changed() => {}
        _ = open.changed() => {}
    }
}
