//! `WatchContest`: events of a contest from a number on. A task per stream reads the store, on the
//! caller's account, whenever there is more, and as many events as fit into the line.

use std::time::Duration;

use referee_contests::contest::Fact;
use referee_ids::Seq;
use referee_law::Refusal;
use referee_proto::v1::{self, watch_contest_response::Message};
use tokio::time::timeout;

use super::Watcher;
use crate::api::{
    admission::line::{Answers, Line},
    context::ServiceContext,
};
use crate::contest_server::{Contests, Kind, Seen, shown};

/// Queued events per stream.
const WAITING: usize = 16;
/// Interval of reads without a local event: another server may run the contest.
const LOOK_AGAIN: Duration = Duration::from_secs(10);
/// Minimum interval between reads, to batch events.
const GATHER: Duration = Duration::from_millis(50);

pub type EventStream = Answers<v1::WatchContestResponse>;

pub(in crate::api) struct Asked {
    /// Name of the contest in ids.
    pub id: String,
    /// Newest event that the caller knows.
    pub after: Seq,
    /// Whether to show unreleased results.
    pub is_host: bool,
}

/// Opens the stream for a caller.
pub(in crate::api) fn open<K: Kind>(
    context: &ServiceContext,
    contests: Contests<K>,
    watcher: Watcher,
    asked: Asked,
) -> EventStream {
    let Watcher { place, payer, .. } = watcher;
    context.told((place, payer), WAITING, |line| {
        let mut feed = Feed { contests, asked, line };
        async move { feed.tell().await }
    })
}

struct Feed<K: Kind> {
    contests: Contests<K>,
    asked: Asked,
    line: Line<v1::WatchContestResponse>,
}

enum Told {
    /// The contest is over, and everything was sent.
    Over,
    /// Everything visible so far.
    ForNow,
}

impl<K: Kind> Feed<K> {
    /// Sends events until the contest is over, or an error.
    async fn tell(&mut self) -> Result<(), Refusal> {
        let (mut caught_up, mut is_elsewhere) = (false, false);
        loop {
            // Events during a read are looked up again.
            let newest = self.contests.newest(&self.asked.id);
            let mut told = self.tell_what_is_there().await?;
            // Asked once: if another server runs it, its end arrives as an event.
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
            if let Some(mut newest) = newest {
                is_elsewhere = false;
                // The next step is the same with or without an event.
                let _ = timeout(LOOK_AGAIN, newest.changed()).await;
            } else {
                tokio::time::sleep(LOOK_AGAIN).await;
            }
            tokio::time::sleep(GATHER).await;
        }
    }

    /// Returns whether the contest is over and the caller knows all its events.
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
