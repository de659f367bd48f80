//! `WatchMatches`: many matches on one stream, as events, pictures or updates of their pages. One
//! task reads all of them on the caller's account. It takes a place in the line first, then the
//! newest content: a slow caller reads events from the log, gets fewer pictures, and is ended with
//! [`Reason::Lagged`] if it reads nothing for
//! [`UNREAD_WITHIN`](crate::api::admission::stream_limits::UNREAD_WITHIN).

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
    changes::{Asked, Changes},
    featured::FEATURED_END_STAY,
};
use crate::api::{
    admission::{
        line::{Answers, LastWord, Line, Place},
        stream_limits::Caller,
        worker_pool::Metered,
    },
    auth::sealed::Looker,
    context::{ManyPlace, ServiceContext},
    convert::{self, Choice, Detail, Known, WallAsked},
};
use crate::hall::{
    table::{Summary, Watch, Watched},
    wall_clock::TimerInstant,
};

use choosing::Step;
use followed::{Followed, News};

/// Maximum matches per stream.
pub const MATCHES_A_STREAM: usize = 100;
/// Queued messages per stream. More would make pictures stale.
const WAITING: usize = 1;
/// Interval of searches for new matches.
const LOOK_FOR_NEW: Duration = Duration::from_secs(1);
/// Events of a match read ahead of the caller.
const EVENTS_AHEAD: usize = 16;
/// Longest wait for a match that is being resumed after a restart, and the interval of looks.
const RESUMED_WITHIN: Duration = Duration::from_secs(60);
const RESUMED_LOOK: Duration = Duration::from_millis(200);
/// Maximum boards remembered whose spaces the caller knows.
const BOARDS_KNOWN: usize = 256;

pub type WallStream = Answers<WatchMatchesResponse>;

/// Opens the stream for a caller. `many_place` is its place among the streams of many matches;
/// `owner` may change it.
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
/// Ready with the next item of a match; `None` if the match was removed.
type Next = Pin<Box<dyn Future<Output = Option<(MatchId, Watch, Option<Watched>)>> + Send>>;

struct Wall {
    context: ServiceContext,
    caller: Looker,
    address: Option<IpAddr>,
    asked: WallAsked,
    followed: BTreeMap<MatchId, Followed>,
    /// Live matches that could not be followed, or that the caller removed.
    declined: LinkedHashSet<MatchId>,
    watches: FuturesUnordered<Next>,
    /// Boards whose spaces the caller has, each with its game.
    boards: BTreeSet<(String, String)>,
    /// When to look for new matches.
    news: Option<Interval>,
    changes: Changes,
    /// Parts of changes that were taken, at most those of one.
    to_do: VecDeque<Step>,
    /// Until when the featured match stays, or its end.
    stays_until: Option<TimerInstant>,
    line: Line<WatchMatchesResponse>,
}

/// The cause for following a match.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cause {
    /// The caller named it, and has its events up to this one.
    Named(Seq),
    /// The page showed it before.
    Shown,
    /// It was found among the live matches: a failure that passes is retried by a later search.
    Found,
}

enum Woken {
    Watched(MatchId, Box<Watch>, Option<Watched>),
    /// A picture of this match is due.
    Due(MatchId),
    LookForNew,
    Change(Asked),
    /// A part of a change is to be done.
    ToDo,
}

impl Wall {
    /// Sends until either side ends the stream.
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

    /// Sends while the server runs and the caller reads; ends when nothing is left to follow.
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
                    // The match was removed.
                    Some(None) => {}
                    None => pending().await,
                }
            }
        };
        tokio::select! {
            biased;
            () = look => Woken::LookForNew,
            Some(asked) = self.changes.next() => Woken::Change(asked),
            // Events first: a picture due now shows them too.
            (match_id, watch, item) = watched => Woken::Watched(match_id, Box::new(watch), item),
            () = async { match at { Some(at) => sleep_until(at).await, None => pending().await } } => {
                due.map_or(Woken::LookForNew, |(_, match_id)| Woken::Due(match_id))
            }
        }
    }

    /// Returns the match whose picture is due first.
    fn next_due(&self) -> Option<(TimerInstant, MatchId)> {
        let interval = self.asked.min_interval;
        let news = self.followed.iter().filter(|(_, followed)| followed.is_ready());
        news.map(|(match_id, followed)| (followed.due(interval), match_id)).min().map(|(at, id)| (at, id.clone()))
    }

    /// Adds a match to the stream, or tells the caller why it cannot be watched; returns whether it
    /// is followed.
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
            // Pictures show all that came before.
            Cause::Named(after) if detail != Detail::Frames => after,
            _ => summary.seq,
        };
        let place = self.context.watchers().take(match_id, viewer, self.address)?;
        let watch = hall.watch(match_id, viewer, after).await?.reading_ahead(EVENTS_AHEAD);
        let watch = if matches!(cause, Cause::Named(_)) { watch.chosen() } else { watch };
        Ok((Followed::new(viewer, summary.opened.game.clone(), detail, place), watch, summary))
    }

    /// Waits until a match is resumed after a restart, so that a page that reopens its stream at
    /// once keeps it. Fails if the match cannot be seen.
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
            // A picture that was held back is followed by the rest.
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

    /// Sends what waits of a match: its picture as it is now, or an update of its page.
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

    /// Converts a picture, without what the caller has.
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
        // Changes do not have all spaces of a board.
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
