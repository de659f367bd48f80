//! `WatchMatch`: the events of a match, those that were and those that come. A task reads them for each stream, on the caller's
//! account, and waits for the caller to read; a caller that reads nothing for a minute is shown no
//! more.

use super::{
    context::ServiceContext,
    convert,
    fair_queue::Payer,
    line::{Answers, LastWord, Line},
    sealed::Looker,
    stream_limits::StreamPlace,
    watcher_limits::WatcherPlace,
    worker_pool::Metered,
};
use crate::{
    hall::table::{Watch, Watched},
    ids::{MatchId, Seq, Viewer},
    pb::v1::{WatchMatchRequest, WatchMatchResponse},
    referee::Refusal,
};

/// How many messages wait for the caller of one stream.
const WAITING: usize = 16;
/// How many events are read ahead of the caller.
const EVENTS_AHEAD: usize = 64;

/// The answers of one call of `WatchMatch`.
pub type WatchStream = Answers<WatchMatchResponse>;

pub(super) struct Watcher {
    pub caller: Looker,
    /// The stream's place among those of its caller.
    pub place: StreamPlace,
    /// Who pays for what is read.
    pub payer: Payer,
}

/// Opens the stream for a caller: who sits in the match sees it from there.
pub(super) async fn open(
    context: &ServiceContext,
    watcher: Watcher,
    asked: WatchMatchRequest,
) -> Result<WatchStream, Refusal> {
    let Watcher { caller, place, payer } = watcher;
    let match_id = convert::match_id(&asked.match_id)?;
    let viewer = context.viewer(&match_id, &caller).await?;
    let _watchers_place = context.watchers().take(&match_id, viewer, place.address())?;
    let watch = context.hall().watch(&match_id, viewer, Seq(asked.after_seq)).await?.reading_ahead(EVENTS_AHEAD);
    tracing::debug!(%match_id, after = asked.after_seq, "watched");
    let (line, last_word, answers) = context.line(&place, WAITING);
    let watching = Watching { watch, line, last_word, match_id, context: context.clone(), place, _watchers_place };
    // What was when the stream begins is read in the background. Who plays by single calls learns of its turns here, and is then
    // served like those who play; everybody else can wait for them.
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
    /// Its place among the watchers of the match; none for who needs none.
    _watchers_place: Option<WatcherPlace>,
}

/// Up to where a caller is told of a match.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    CaughtUp,
    End,
}

impl Watching {
    /// Tells the caller everything up to there; `None` where the stream ends before.
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

    /// The same while the server runs and the caller listens: `false` at the end of the match, and a refusal where the caller
    /// reads no more, or the rest of the match cannot be told.
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
