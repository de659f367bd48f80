//! `ListFrames`: the positions of a match one after another, as the caller may know them. They are collected and drawn a few at a time, by
//! the worker pool, at the caller's cost, as fast as the caller reads: a caller that does not read holds no more than those.

use super::{
    context::{ManyPlace, ServiceContext},
    convert,
    line::{Answers, Line},
    watch::Watcher,
    worker_pool::Metered,
};
use crate::{
    ids::{MatchId, Seq, Viewer},
    pb::v1,
    referee::{Refusal, frames::Frame},
};

/// The most positions that one call gives.
pub const FRAMES_A_CALL: u32 = 512;
/// How many positions are collected at once. Each time the log is read anew from its beginning.
const COLLECTED: usize = 64;
/// How many positions wait to be read.
const WAITING_FRAMES: usize = 4;

/// The answers of one call of `ListFrames`.
pub type FrameStream = Answers<v1::ListFramesResponse>;

/// Opens the stream for a caller: who sits in the match sees it from there. `many_place` is its place among the caller's streams that
/// take much.
pub(super) async fn open(
    context: &ServiceContext,
    watcher: Watcher,
    many_place: ManyPlace,
    asked: v1::ListFramesRequest,
) -> Result<FrameStream, Refusal> {
    let Watcher { caller, place, payer } = watcher;
    let match_id = convert::match_id(&asked.match_id)?;
    let left = convert::asked_frames(asked.plies, FRAMES_A_CALL)?;
    let viewer = context.viewer(&match_id, &caller).await?;
    let from = (asked.round.max(1), asked.from_ply);
    let up_to = context.hall().summary(&match_id, |_| viewer).await?.seq;
    let (line, last_word, answers) = context.line(&place, WAITING_FRAMES);
    let board = asked.known_board;
    let mut drawing = Drawing { context: context.clone(), match_id, viewer, up_to, from, left, board, line };
    let first = drawing.collect().await?;
    let ended = context.ended(&place);
    let drawn = async move {
        let _places = (place, many_place);
        let line = drawing.line.clone();
        let refusal = tokio::select! {
            biased;
            () = line.closed() => return,
            refusal = ended => refusal,
            drawn = drawing.draw_all(first) => match drawn {
                Ok(()) => return,
                Err(refusal) => refusal,
            },
        };
        last_word.say(&refusal);
    };
    context.background().spawn(Metered::new(drawn, payer));
    Ok(answers)
}

/// What is still to be drawn for one call.
struct Drawing {
    context: ServiceContext,
    match_id: MatchId,
    viewer: Viewer,
    /// The newest event when it was asked: what was taken back or played since is not looked at.
    up_to: Seq,
    /// The round and ply of the next position.
    from: (u32, u32),
    left: usize,
    /// The board whose spaces the caller knows.
    board: String,
    line: Line<v1::ListFramesResponse>,
}

impl Drawing {
    async fn collect(&mut self) -> Result<Vec<Frame>, Refusal> {
        let most = self.left.min(COLLECTED);
        let (match_id, viewer) = (&self.match_id, self.viewer);
        let frames = self.context.hall().frames(match_id, viewer, self.up_to, self.from, most).await?;
        // Where there are fewer, these are the last.
        self.left = if frames.len() < most { 0 } else { self.left - most };
        Ok(frames)
    }

    /// Draws the first ones, and all that follow, for as long as they are read.
    async fn draw_all(&mut self, mut frames: Vec<Frame>) -> Result<(), Refusal> {
        loop {
            for frame in frames {
                let frame = convert::frame(frame.seen(), &self.board);
                self.from = (frame.round, frame.ply + 1);
                self.board = frame.scene.as_ref().map_or_else(String::new, |scene| scene.board.clone());
                self.line.say(v1::ListFramesResponse { frame: Some(frame) }).await?;
            }
            if self.left == 0 {
                return Ok(());
            }
            frames = self.collect().await?;
        }
    }
}
