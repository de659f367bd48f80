//! `ListFrames`: the positions of a match in order, as the caller may see them. The worker pool
//! draws a few at a time, at the caller's cost and as fast as the caller reads.

use std::sync::Arc;

use super::Watcher;
use crate::api::{
    admission::{
        line::{Answers, Line},
        worker_pool::Metered,
    },
    context::{ManyPlace, ServiceContext},
    convert::{self, Known},
};
use referee_games::scene::Picture;
use referee_ids::{MatchId, Seq, Viewer};
use referee_law::{Refusal, frames::Frame};
use referee_proto::v1;

/// Maximum positions per call.
pub const FRAMES_A_CALL: u32 = 512;
/// Positions collected together. Each collection reads the log from its start.
const COLLECTED: usize = 64;
/// Maximum queued positions.
const WAITING_FRAMES: usize = 4;

pub type FrameStream = Answers<v1::ListFramesResponse>;

/// Opens the stream for a caller. A player of the match sees the positions from its own seat.
/// `many_place` is the place among the streams of many positions.
pub(in crate::api) async fn open(
    context: &ServiceContext,
    watcher: Watcher,
    many_place: ManyPlace,
    asked: v1::ListFramesRequest,
) -> Result<FrameStream, Refusal> {
    let Watcher { caller, place, payer } = watcher;
    let match_id = convert::match_id(&asked.match_id)?;
    let (left, round) = convert::asked_frames(&asked, FRAMES_A_CALL)?;
    let viewer = context.viewer(&match_id, &caller).await?;
    let from = (round, asked.from_ply);
    let up_to = context.hall().summary(&match_id, |_| viewer).await?.seq;
    let (line, last_word, answers) = context.line(&place, WAITING_FRAMES);
    let v1::ListFramesRequest { known_board: board, without_position, with_changes, .. } = asked;
    let owned = context.clone();
    let mut drawing =
        Drawing { context: owned, match_id, viewer, up_to, from, left, board, without_position, with_changes, line };
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

/// The positions that are left to draw for a call.
struct Drawing {
    context: ServiceContext,
    match_id: MatchId,
    viewer: Viewer,
    /// Newest event at the time of the call. Later moves and takebacks are ignored.
    up_to: Seq,
    /// Round and ply of the next position.
    from: (u32, u32),
    left: usize,
    /// Board whose spaces the caller already has.
    board: String,
    without_position: bool,
    with_changes: bool,
    line: Line<v1::ListFramesResponse>,
}

impl Drawing {
    async fn collect(&mut self) -> Result<Vec<Frame>, Refusal> {
        let most = self.left.min(COLLECTED);
        let (match_id, viewer) = (&self.match_id, self.viewer);
        let frames = self.context.hall().frames(match_id, viewer, self.up_to, self.from, most).await?;
        // Fewer positions than requested are the last ones.
        self.left = if frames.len() < most { 0 } else { self.left - most };
        Ok(frames)
    }

    /// Draws these and all following positions, as fast as the caller reads.
    async fn draw_all(&mut self, mut frames: Vec<Frame>) -> Result<(), Refusal> {
        let mut before: Option<Arc<Picture>> = None;
        loop {
            for frame in frames {
                let mut seen = frame.seen();
                if self.without_position {
                    seen.position.clear();
                }
                let frame = convert::frame(&seen, Known { board: &self.board, scene: before.as_deref() });
                self.from = (frame.round, frame.ply + 1);
                self.board.clone_from(&seen.picture.board);
                before = self.with_changes.then_some(seen.picture);
                self.line.say(v1::ListFramesResponse { frame: Some(frame) }).await?;
            }
            if self.left == 0 {
                return Ok(());
            }
            frames = self.collect().await?;
        }
    }
}
