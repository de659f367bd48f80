//! `WatchTournament` and `WatchLadder`: what becomes true in a competition, from a number on. A task reads the store for each stream, on
//! the caller's account, whenever there is more: as many events as the line to the caller has room
//! for.

use std::time::Duration;

use prost::Message;
use tokio::time::timeout;

use super::{
    context::ServiceContext,
    line::{Answers, Line},
    watch::Watcher,
    worker_pool::Metered,
};
use crate::{
    competitions::{Competitions, Kind, Seen},
    ids::Seq,
    ladder::Ladder,
    pb::{
        log,
        v1::{self, watch_ladder_response, watch_tournament_response},
    },
    referee::Refusal,
    tournament::Tournament,
};

/// How many events wait for the caller of one stream.
const WAITING: usize = 16;
/// How often the store is asked though nothing has happened here: another server may carry it through.
const LOOK_AGAIN: Duration = Duration::from_secs(10);
/// How long events are gathered at least before the store is asked again, so that many together are one question.
const GATHER: Duration = Duration::from_millis(50);

/// The answers of one call.
pub type EventStream<R> = Answers<R>;

/// A kind of competition that can be watched.
pub trait Watched: Kind {
    /// One answer.
    type Response: Message + 'static;

    /// Something became true.
    fn became_true(event: Self::Shown) -> Self::Response;
    /// All that may be seen was sent, up to this event.
    fn caught_up(seq: u64) -> Self::Response;
}

impl Watched for Tournament {
    type Response = v1::WatchTournamentResponse;

    fn became_true(event: log::TournamentEvent) -> v1::WatchTournamentResponse {
        v1::WatchTournamentResponse { message: Some(watch_tournament_response::Message::Event(event)) }
    }

    fn caught_up(seq: u64) -> v1::WatchTournamentResponse {
        let caught_up = watch_tournament_response::Message::CaughtUp(v1::TournamentCaughtUp { seq });
        v1::WatchTournamentResponse { message: Some(caught_up) }
    }
}

impl Watched for Ladder {
    type Response = v1::WatchLadderResponse;

    fn became_true(event: log::LadderEvent) -> v1::WatchLadderResponse {
        v1::WatchLadderResponse { message: Some(watch_ladder_response::Message::Event(event)) }
    }

    fn caught_up(seq: u64) -> v1::WatchLadderResponse {
        let caught_up = watch_ladder_response::Message::CaughtUp(v1::LadderCaughtUp { seq });
        v1::WatchLadderResponse { message: Some(caught_up) }
    }
}

/// What is watched.
pub(super) struct Asked {
    /// Which competition, by its name in ids.
    pub id: String,
    /// The newest event that the caller knows.
    pub after: Seq,
    /// Whether results are shown that are not released.
    pub is_host: bool,
}

/// Opens the stream for a caller.
pub(super) fn open<K: Watched>(
    context: &ServiceContext,
    competitions: Competitions<K>,
    watcher: Watcher,
    asked: Asked,
) -> EventStream<K::Response> {
    let Watcher { place, payer, .. } = watcher;
    let (line, last_word, answers) = context.line(&place, WAITING);
    let ended = context.ended(&place);
    let mut feed = Feed { competitions, asked, line: line.clone() };
    let telling = async move {
        let _place = place;
        let refusal = tokio::select! {
            biased;
            () = line.closed() => return,
            refusal = ended => refusal,
            told = feed.tell() => match told {
                Ok(()) => return,
                Err(refusal) => refusal,
            },
        };
        last_word.say(&refusal);
    };
    context.background().spawn(Metered::new(telling, payer));
    answers
}

struct Feed<K: Watched> {
    competitions: Competitions<K>,
    asked: Asked,
    line: Line<K::Response>,
}

/// What came of telling.
enum Told {
    /// It is over, and all was told.
    Over,
    /// All that may be seen now.
    ForNow,
}

impl<K: Watched> Feed<K> {
    /// Tells the caller until the competition is over, or something is wrong.
    async fn tell(&mut self) -> Result<(), Refusal> {
        let (mut caught_up, mut is_elsewhere) = (false, false);
        loop {
            // What happens while the store is read is looked for again.
            let newest = self.competitions.newest(&self.asked.id);
            let mut told = self.tell_what_is_there().await?;
            // Asked once: where another server carries it through, its end is told as an event.
            if newest.is_none() && !is_elsewhere {
                is_elsewhere = true;
                if self.knows_the_end().await? {
                    told = Told::Over;
                }
            }
            if !caught_up {
                caught_up = true;
                self.say(K::caught_up(self.asked.after.0)).await?;
            }
            if matches!(told, Told::Over) {
                return Ok(());
            }
            if let Some(mut newest) = newest {
                is_elsewhere = false;
                // Neither an event nor its absence changes what is done next.
                let _ = timeout(LOOK_AGAIN, newest.changed()).await;
            } else {
                tokio::time::sleep(LOOK_AGAIN).await;
            }
            tokio::time::sleep(GATHER).await;
        }
    }

    /// Whether it is over, and nothing is behind what the caller knows.
    async fn knows_the_end(&self) -> Result<bool, Refusal> {
        let ended = |seen: Seen<'_, K>| K::of(seen.of).is_over().then(|| seen.seq());
        let ended = self.competitions.see(&self.asked.id, ended).await?;
        Ok(ended.is_some_and(|seq| self.asked.after >= seq))
    }

    async fn tell_what_is_there(&mut self) -> Result<Told, Refusal> {
        loop {
            let room = self.line.room().await?;
            let page = self.competitions.events(&self.asked.id, self.asked.after, room).await?;
            if page.is_empty() {
                return Ok(Told::ForNow);
            }
            let shown = match self.asked.is_host {
                true => page.len(),
                false => self.competitions.see(&self.asked.id, |seen| seen.public(&page).len()).await?,
            };
            for event in &page[..shown] {
                self.say(K::became_true(K::shown(event))).await?;
                self.asked.after = K::seq_of(event);
                if K::ends(event) {
                    return Ok(Told::Over);
                }
            }
            if shown < page.len() {
                return Ok(Told::ForNow);
            }
        }
    }

    async fn say(&self, said: K::Response) -> Result<(), Refusal> {
        self.line.say(said).await
    }
}
