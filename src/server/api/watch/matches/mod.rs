//! `WatchMatches`: many matches on one stream, as events, pictures, or updates of pages. One task
//! reads all of them on the caller's account. The task first waits for a place in the line, and
//! then takes the newest content. So a slow caller gets its events from the log, and fewer
//! pictures. If it reads nothing for
//! [`UNREAD_WITHIN`](crate::api::admission::stream_limits::UNREAD_WITHIN), its stream ends with
//! [`Reason::Lagged`].

mod choosing;
mod followed;

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    future::{Future, pending},
    net::IpAddr,
    pin::Pin,
    sync::Arc,
    time::Duration,
};

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use hashlink::LinkedHashSet;
use referee_ids::{MatchId, Seq};
use referee_law::{Phase, Reason, Refusal, frames::SeenFrame};
use referee_proto::v1::{self, WatchMatchesResponse, watch_matches_response::Message};
use tokio::time::{Interval, MissedTickBehavior, interval, sleep, sleep_until};
use tokio_util::sync::CancellationToken;

use super::{
    Watcher,
    changes::{Asked, Changes, Step},
    featured::FEATURED_END_STAY,
};
use crate::api::{
    admission::{
        line::{Answers, LastWord, Line, Place},
        stream_limits::Caller,
        worker_pool::Metered,
    },
    auth::looker::Looker,
    context::{ManyPlace, ServiceContext},
    convert::{self, Choice, Detail, Known, WallAsked},
};
use crate::hall::{
    table::{Summary, Watch, Watched},
    wall_clock::TimerInstant,
};

use followed::{Followed, News};

/// Maximum matches per stream.
pub const MATCHES_A_STREAM: usize = 100;
/// Maximum queued messages per stream. With more, pictures would be outdated when they are sent.
const WAITING: usize = 1;
/// Interval between searches for new matches.
const LOOK_FOR_NEW: Duration = Duration::from_secs(1);
/// Events of a match that are read ahead of the caller.
const EVENTS_AHEAD: usize = 16;
/// Maximum wait for a match to be resumed after a restart, and the interval between checks.
const RESUMED_WITHIN: Duration = Duration::from_secs(60);
const RESUMED_LOOK: Duration = Duration::from_millis(200);
/// Maximum boards that the stream remembers because the caller has their spaces.
const BOARDS_KNOWN: usize = 256;

pub type WallStream = Answers<WatchMatchesResponse>;

/// Opens the stream for a caller. `many_place` is the place among the streams of many matches.
/// `owner` is the caller that may change the stream.
pub(in crate::api) fn open(
    context: &ServiceContext,
    watcher: Watcher,
    owner: Caller,
    many_place: ManyPlace,
    asked: v1::WatchMatchesRequest,
) -> Result<WallStream, Refusal> {
    let Watcher { caller, place, payer } = watcher;
    let asked = convert::wall(context.hall().games(), asked, MATCHES_A_STREAM)?;
    let changes = context.open_watches().open(owner)?;
    let (line, last_word, answers) = context.line(&place, WAITING);
    let wall = Wall {
        context: context.clone(),
        caller,
        address: place.address(),
        followed: BTreeMap::new(),
        declined: LinkedHashSet::new(),
        watches: FuturesUnordered::new(),
        boards: BTreeSet::new(),
        news: (!matches!(asked.choice, Choice::Named { .. })).then(|| {
            let mut news = interval(LOOK_FOR_NEW);
            news.set_missed_tick_behavior(MissedTickBehavior::Delay);
            news
        }),
        changes,
        to_do: VecDeque::new(),
        stays_until: None,
        asked,
        line,
    };
    let ended = context.ended(&place);
    let telling = async move {
        let _places = (place, many_place);
        wall.tell(ended, last_word).await;
    };
    context.background().spawn(Metered::new(telling, payer));
    Ok(answers)
}

type Permit = Place<WatchMatchesResponse>;
/// A future with the next item of a match; `None` if the match was removed.
type Next = Pin<Box<dyn Future<Output = Option<(MatchId, Watch, Option<Watched>)>> + Send>>;

struct Wall {
    context: ServiceContext,
    caller: Looker,
    address: Option<IpAddr>,
    asked: WallAsked,
    followed: BTreeMap<MatchId, Followed>,
    /// Live matches that the stream could not follow, or that the caller removed.
    declined: LinkedHashSet<MatchId>,
    watches: FuturesUnordered<Next>,
    /// Boards whose spaces the caller already has, each with its game.
    boards: BTreeSet<(String, String)>,
    /// Timer of the searches for new matches.
    news: Option<Interval>,
    changes: Changes,
    /// Parts of the last accepted change that are not carried out yet.
    to_do: VecDeque<Step>,
    /// The time until which the featured match, or its end, stays.
    stays_until: Option<TimerInstant>,
    line: Line<WatchMatchesResponse>,
}

/// The reason for following a match.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cause {
    /// The caller named the match, and has its events up to this one.
    Named(Seq),
    /// The caller's page already shows the match.
    Shown,
    /// The match was found among the live matches. After a passing failure, a later search tries it
    /// again.
    Found,
}

enum Woken {
    Watched(MatchId, Box<Watch>, Option<Watched>),
    /// A picture of this match is due.
    Due(MatchId),
    LookForNew,
    Change(Asked),
    /// A part of a change must be carried out.
    ToDo,
}

impl Wall {
    /// Sends messages until either side ends the stream.
    async fn tell(mut self, ended: impl Future<Output = Refusal>, last_word: LastWord<WatchMatchesResponse>) {
        let line = self.line.clone();
        let refusal = tokio::select! {
            biased;
            () = line.closed() => return,
            refusal = ended => Some(refusal),
            refusal = self.tell_on() => refusal.err(),
        };
        if let Some(refusal) = refusal {
            last_word.say(&refusal);
        }
    }

    /// Sends messages while the server runs and the caller reads. Returns when there is nothing
    /// left to follow.
    async fn tell_on(&mut self) -> Result<(), Refusal> {
        let opened = v1::WatchOpened { watch_id: self.changes.id().to_owned() };
        self.line
            .place()
            .await?
            .say(WatchMatchesResponse { match_id: String::new(), message: Some(Message::Opened(opened)) });
        if let Choice::Named { matches, .. } = &mut self.asked.choice {
            for (match_id, after) in std::mem::take(matches) {
                self.follow(match_id, Cause::Named(after)).await?;
            }
        }
        self.take_up_shown().await?;
        while self.goes_on() {
            let permit = self.line.place().await?;
            match self.woken().await {
                Woken::Watched(match_id, watch, item) => self.take(match_id, *watch, item, permit).await?,
                Woken::Due(match_id) => self.show(&match_id, permit).await?,
                Woken::LookForNew => {
                    drop(permit);
                    self.look_for_new().await?;
                }
                Woken::Change(asked) => self.plan(asked),
                Woken::ToDo => {
                    drop(permit);
                    self.work_off().await?;
                }
            }
        }
        Ok(())
    }

    fn goes_on(&self) -> bool {
        let stays_open = !matches!(self.asked.choice, Choice::Named { stays_open: false, .. });
        stays_open || !self.followed.is_empty() || !self.to_do.is_empty()
    }

    async fn say(&mut self, match_id: &MatchId, message: Message) -> Result<(), Refusal> {
        send(self.line.place().await?, match_id, message);
        Ok(())
    }

    async fn woken(&mut self) -> Woken {
        let due = self.next_due();
        let at = due.as_ref().map(|(at, _)| *at);
        let look = async {
            match &mut self.news {
                Some(news) => drop(news.tick().await),
                None => pending().await,
            }
        };
        if !self.to_do.is_empty() {
            return Woken::ToDo;
        }
        let watched = async {
            loop {
                match self.watches.next().await {
                    Some(Some((match_id, watch, item))) => break (match_id, watch, item),
                    // The match was removed from the stream, so its watch has ended.
                    Some(None) => {}
                    None => pending().await,
                }
            }
        };
        tokio::select! {
            biased;
            () = look => Woken::LookForNew,
            Some(asked) = self.changes.next() => Woken::Change(asked),
            // Events come first, since a picture that is due now then also shows them.
            (match_id, watch, item) = watched => Woken::Watched(match_id, Box::new(watch), item),
            () = async { match at { Some(at) => sleep_until(at).await, None => pending().await } } => {
                due.map_or(Woken::LookForNew, |(_, match_id)| Woken::Due(match_id))
            }
        }
    }

    /// Returns the match whose picture is due first, and when.
    fn next_due(&self) -> Option<(TimerInstant, MatchId)> {
        let interval = self.asked.min_interval;
        let news = self.followed.iter().filter(|(_, followed)| followed.is_ready());
        news.map(|(match_id, followed)| (followed.due(interval), match_id)).min().map(|(at, id)| (at, id.clone()))
    }

    /// Adds a match to the stream, or tells the caller why it cannot be watched. Returns whether
    /// the match was added.
    async fn follow(&mut self, match_id: MatchId, cause: Cause) -> Result<bool, Refusal> {
        match self.begin(&match_id, cause).await {
            Ok((followed, watch, summary)) => {
                let summary = self.context.named_summary(&summary).await;
                self.say(&match_id, Message::Followed(summary)).await?;
                self.watches.push(next(match_id.clone(), watch, followed.until.clone()));
                self.followed.insert(match_id, followed);
                Ok(true)
            }
            Err(refusal) if cause == Cause::Found && is_passing(&refusal) => Ok(false),
            Err(refusal) => {
                self.say(&match_id, gone(Some(&refusal))).await?;
                self.decline(match_id);
                Ok(false)
            }
        }
    }

    async fn begin(&mut self, match_id: &MatchId, cause: Cause) -> Result<(Followed, Watch, Summary), Refusal> {
        let hall = self.context.hall().clone();
        if cause != Cause::Found {
            self.resumed(match_id).await?;
        }
        let viewer = self.context.viewer(match_id, &self.caller).await?;
        let summary = hall.summary(match_id, |_| viewer).await?;
        let detail = self.asked.detail;
        let after = match cause {
            // A picture shows the effect of all earlier events, so these are not sent.
            Cause::Named(after) if detail != Detail::Frames => after,
            _ => summary.seq,
        };
        let place = self.context.watchers().take(match_id, viewer, self.address)?;
        let watch = hall.watch(match_id, viewer, after).await?.reading_ahead(EVENTS_AHEAD);
        let watch = if matches!(cause, Cause::Named(_)) { watch.chosen() } else { watch };
        Ok((Followed::new(viewer, summary.opened.game.clone(), detail, place), watch, summary))
    }

    /// Waits until a match is resumed after a restart, so that a page that reopens its stream
    /// immediately keeps the match. Fails if the caller cannot see the match.
    async fn resumed(&mut self, match_id: &MatchId) -> Result<Phase, Refusal> {
        let until = TimerInstant::now() + RESUMED_WITHIN;
        loop {
            match self.phase_of(match_id).await {
                Err(refusal) if refusal.reason == Reason::Starting && TimerInstant::now() < until => {
                    sleep(RESUMED_LOOK).await;
                }
                phase => return phase,
            }
        }
    }

    /// Handles an item of a watch.
    async fn take(
        &mut self,
        id: MatchId,
        mut watch: Watch,
        item: Option<Watched>,
        permit: Permit,
    ) -> Result<(), Refusal> {
        let Some(item) = item else {
            let cut = watch.cut().await;
            let mut permit = permit;
            // A picture that was held back is sent first, and the rest of the content after it.
            for _ in 0..2 {
                if self.followed.get(&id).is_some_and(Followed::has_news) {
                    self.show(&id, permit).await?;
                    permit = self.line.place().await?;
                }
            }
            send(permit, &id, gone(cut.as_ref()));
            self.followed.remove(&id);
            self.stays_until = Some(TimerInstant::now() + FEATURED_END_STAY);
            return Ok(());
        };
        if self.asked.detail == Detail::Events {
            send(permit, &id, convert::wall_item(&item));
        } else if self.followed.get_mut(&id).is_some_and(|followed| followed.note(&item)) {
            self.show(&id, permit).await?;
        }
        if let Some(followed) = self.followed.get(&id) {
            self.watches.push(next(id, watch, followed.until.clone()));
        }
        Ok(())
    }

    /// Sends the waiting content of a match: its present picture, or an update of its page.
    async fn show(&mut self, match_id: &MatchId, permit: Permit) -> Result<(), Refusal> {
        let Some(followed) = self.followed.get_mut(match_id) else { return Ok(()) };
        let News { events, drawn, draws } = followed.take();
        let (viewer, hall) = (followed.viewer, self.context.hall().clone());
        let seen = if draws { hall.frame(match_id, viewer).await.ok() } else { drawn };
        if draws && seen.is_none() {
            followed.draw_again();
        }
        let (events, seen) = match seen {
            Some(seen) if followed.is_behind(&seen) => {
                followed.hold(events, seen);
                return Ok(());
            }
            seen => (events, seen),
        };
        let mut frame = seen.as_ref().and_then(|seen| self.frame(match_id, seen));
        if self.asked.detail == Detail::Page {
            if let Some((frame, choices)) = frame.as_mut().zip(seen.and_then(|seen| seen.choices)) {
                frame.choices = Some(convert::choices(choices));
            }
            let watchers = hall.table(match_id).map_or(0, |table| table.watchers());
            let watchers = u32::try_from(watchers).unwrap_or(u32::MAX);
            if frame.is_some() || !events.is_empty() {
                send(permit, match_id, Message::Update(v1::MatchUpdate { events, frame, watchers }));
            }
        } else if let Some(frame) = frame {
            send(permit, match_id, Message::Frame(frame));
        }
        Ok(())
    }

    /// Converts a picture. Leaves out what the caller already has.
    fn frame(&mut self, match_id: &MatchId, seen: &SeenFrame) -> Option<v1::Frame> {
        let followed = self.followed.get_mut(match_id)?;
        if self.boards.len() >= BOARDS_KNOWN {
            self.boards.clear();
        }
        let board = &seen.picture.board;
        let key = (followed.game.clone(), board.clone());
        let is_known = self.boards.contains(&key);
        let picture = self.asked.with_changes.then(|| Arc::clone(&seen.picture));
        let before = followed.draw(seen.seq, picture);
        let known = Known { board: if is_known { board } else { "" }, scene: before.as_deref() };
        let frame = convert::frame(seen, known);
        // A picture sent as changes does not contain all spaces of its board.
        if frame.changes.is_none() {
            self.boards.insert(key);
        }
        Some(frame)
    }
}

fn next(match_id: MatchId, mut watch: Watch, until: CancellationToken) -> Next {
    Box::pin(async move {
        let item = until.run_until_cancelled(watch.next()).await?;
        Some((match_id, watch, item))
    })
}

fn send(permit: Permit, match_id: &MatchId, message: Message) {
    permit.say(WatchMatchesResponse { match_id: match_id.to_string(), message: Some(message) });
}

fn gone(why: Option<&Refusal>) -> Message {
    Message::Gone(v1::Gone { refusal: why.map(convert::refusal), is_removed: false })
}

/// Returns whether a refused request may succeed a little later.
fn is_passing(refusal: &Refusal) -> bool {
    refusal.retry_after_ms.is_some() || refusal.reason == Reason::Limit
}
