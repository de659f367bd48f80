//! `WatchMatch`: the past and live events of a match. Each stream has a task that reads the events
//! on the caller's account, and waits for the caller. The stream ends after a minute of unread
//! messages.
//!
//! [`matches`] follows many matches, [`changes`] changes which matches a stream follows, and
//! [`featured`] chooses one match, by a [`rank`].

pub mod changes;
pub(super) mod contest;
pub mod featured;
pub mod frames;
pub mod lobby;
pub mod matches;
mod rank;
pub(super) mod results;
pub(super) mod watcher_limits;

use super::{
    admission::{
        fair_queue::Payer,
        line::{Answers, LastWord, Line},
        stream_limits::StreamPlace,
        worker_pool::Metered,
    },
    auth::looker::Looker,
    context::ServiceContext,
    convert,
};
use referee_ids::{MatchId, Seq, Viewer};
use referee_law::Refusal;
use referee_proto::v1::{WatchMatchRequest, WatchMatchResponse};
use watcher_limits::WatcherPlace;

use crate::hall::table::{Watch, Watched};

/// Maximum queued messages per stream.
const WAITING: usize = 16;
/// Events that are read ahead of the caller.
const EVENTS_AHEAD: usize = 64;

pub type WatchStream = Answers<WatchMatchResponse>;

pub(super) struct Watcher {
    pub caller: Looker,
    /// The place of the stream among the caller's streams.
    pub place: StreamPlace,
    /// The account that pays for reading.
    pub payer: Payer,
}

/// Opens the stream for a caller. A player of the match sees it from its own seat.
pub(super) async fn open(
    context: &ServiceContext,
    watcher: Watcher,
    asked: WatchMatchRequest,
) -> Result<WatchStream, Refusal> {
    let Watcher { caller, place, payer } = watcher;
    let match_id = convert::match_id(&asked.match_id)?;
    let viewer = context.viewer(&match_id, &caller).await?;
    let _watchers_place = context.watchers().take(&match_id, viewer, place.address())?;
    let watch = context.hall().watch(&match_id, viewer, Seq(asked.after_seq)).await?;
    let watch = watch.reading_ahead(EVENTS_AHEAD).chosen();
    tracing::debug!(%match_id, after = asked.after_seq, "watched");
    let (line, last_word, answers) = context.line(&place, WAITING);
    let watching = Watching { watch, line, last_word, match_id, context: context.clone(), place, _watchers_place };
    // The past is read in the background. A player that uses unary calls learns of its turns from
    // the live events, so these are served like moves.
    let live = if matches!(viewer, Viewer::Seat(_)) { context.serving().clone() } else { context.background() };
    let payer_of_live = payer.clone();
    let past = async move {
        if let Some(watching) = watching.tell(Until::CaughtUp).await {
            live.spawn(Metered::new(watching.tell(Until::End), payer_of_live));
        }
    };
    context.background().spawn(Metered::new(past, payer));
    Ok(answers)
}

struct Watching {
    watch: Watch,
    line: Line<WatchMatchResponse>,
    last_word: LastWord<WatchMatchResponse>,
    match_id: MatchId,
    context: ServiceContext,
    place: StreamPlace,
    /// The place among the watchers of the match; `None` if no place is needed.
    _watchers_place: Option<WatcherPlace>,
}

/// The point up to which a match is sent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    CaughtUp,
    End,
}

impl Watching {
    /// Sends everything up to a point, and returns the rest; `None` if the stream ends earlier.
    async fn tell(mut self, until: Until) -> Option<Watching> {
        let (line, ended) = (self.line.clone(), self.context.ended(&self.place));
        let told = tokio::select! {
            biased;
            () = line.closed() => return None,
            refusal = ended => Err(refusal),
            told = self.tell_on(until) => told,
        };
        match told {
            Ok(true) => return Some(self),
            Ok(false) => {}
            Err(refusal) => self.last_word.say(&refusal),
        }
        None
    }

    /// Sends items while the server runs and the caller reads. Returns whether more of the match
    /// follows. Fails if the caller stops reading, or if the rest is unavailable.
    async fn tell_on(&mut self, until: Until) -> Result<bool, Refusal> {
        while let Some(item) = self.watch.next().await {
            if let Err(refusal) = self.line.say(convert::watched(&item)).await {
                tracing::info!(match_id = %self.match_id, "a watcher stopped reading");
                return Err(refusal);
            }
            if until == Until::CaughtUp && matches!(item, Watched::CaughtUp(_)) {
                return Ok(true);
            }
        }
        self.watch.cut().await.map_or(Ok(false), Err)
    }
}
