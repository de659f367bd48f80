//! `ListFrames`: the positions of a match one after another, as the caller may know them. They are collected and drawn by the worker
//! pool, at the caller's cost, as fast as the caller reads.

use tokio::{sync::mpsc, time::timeout};
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;

use super::{context::ServiceContext, convert, stream_limits::UNREAD_WITHIN, watch::Watcher, worker_pool::Metered};
use crate::{pb::v1, referee::Refusal};

/// The most positions that one call gives.
pub const FRAMES_A_CALL: u32 = 512;
/// How many positions wait to be read.
const WAITING_FRAMES: usize = 4;

/// The answers of one call of `ListFrames`.
pub type FrameStream = ReceiverStream<Result<v1::ListFramesResponse, Status>>;

/// Opens the stream for a caller: who sits in the match sees it from there.
pub(super) async fn open(
    context: &ServiceContext,
    watcher: Watcher,
    asked: v1::ListFramesRequest,
) -> Result<FrameStream, Refusal> {
    let Watcher { caller, place, payer } = watcher;
    let match_id = convert::match_id(&asked.match_id)?;
    let most = convert::asked_frames(asked.plies, FRAMES_A_CALL)?;
    let viewer = context.viewer(&match_id, caller.as_ref()).await?;
    let frames = context.hall().frames(&match_id, viewer, (asked.round.max(1), asked.from_ply), most).await?;
    let (sender, answers) = mpsc::channel(WAITING_FRAMES);
    let drawing = async move {
        let _place = place;
        let mut board = asked.known_board;
        for frame in frames {
            let frame = convert::frame(frame.seen(), &board);
            board = frame.scene.as_ref().map_or(board, |scene| scene.board.clone());
            let answer = v1::ListFramesResponse { frame: Some(frame) };
            // A reader that is gone, or does not read, gets no more.
            if !matches!(timeout(UNREAD_WITHIN, sender.send(Ok(answer))).await, Ok(Ok(()))) {
                return;
            }
        }
    };
    tokio::spawn(Metered::new(drawing, payer));
    Ok(ReceiverStream::new(answers))
}
