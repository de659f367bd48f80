//! `WatchMatch`: past and live events of a match. A task per stream reads them on the caller's
//! account and waits for the caller; after a minute of unread messages the stream ends.
//!
//! [`matches`] follows many matches, [`changes`] changes which, and [`featured`] chooses one.

pub mod changes;
pub(super) mod contest;
pub mod featured;
pub mod frames;
pub mod lobby;
pub mod matches;
pub(super) mod results;
pub(super) mod watcher_limits;

use super::{
    admission::{
        fair_queue::Payer,
        line::{Answers, LastWord, Line},
        stream_limits::StreamPlace,
        worker_pool::Metered,
    },
    auth::sealed::Looker,
    context::ServiceContext,
    convert,
};
use referee_ids::{MatchId, Seq, Viewer};
use referee_law::Refusal;
use referee_proto::v1::{WatchMatchRequest, WatchMatchResponse};
use watcher_limits::WatcherPlace;

use crate::hall::table::{Watch, Watched};

/// Queued messages per stream.
const WAITING: usize = 16;
/// Events read ahead of the caller.
const EVENTS_AHEAD: usize = 64;

pub type WatchStream = Answers<WatchMatchResponse>;

pub(super) struct Watcher {
    pub caller: Looker,
    /// Place among the caller's streams.
    pub place: StreamPlace,
    /// Account that pays for reading.
    pub payer: Payer,
}

/// Opens the stream for a caller; a player of the match sees it from its seat.
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
    // The past is read in the background. A player that uses unary calls learns of its turns here,
    // so its live events are served like moves.
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
    /// Place among the watchers of the match; `None` if it needs none.
    _watchers_place: Option<WatcherPlace>,
}

/// How far to send a match.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    CaughtUp,
    End,
}

impl Watching {
    /// Sends everything up to there; `None` if the stream ends earlier.
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

    /// Sends while the server runs and the caller reads: `false` at the end of the match, a refusal
    /// if the caller stops reading or the rest is unavailable.
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
