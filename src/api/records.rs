//! `GetRecord`: the record of a match that is over, a part at a time.

use tokio::{sync::mpsc, time::timeout};
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;

use super::{
    fair_queue::Payer,
    status::status,
    stream_limits::{StreamPlace, UNREAD_WITHIN},
    worker_pool::Metered,
};
use crate::{hall::RecordParts, pb::v1};

/// How many parts of one record wait to be read.
const WAITING_PARTS: usize = 2;

/// The parts of one record.
pub type RecordStream = ReceiverStream<Result<v1::GetRecordResponse, Status>>;

/// Sends a record. The log is read by a task of its own, which waits for nothing but the store and its reader: a body that is
/// not polled holds up nobody else.
pub fn stream(mut record: RecordParts, place: StreamPlace, payer: Payer) -> RecordStream {
    let (line, parts) = mpsc::channel(WAITING_PARTS);
    let reading = async move {
        let _place = place;
        loop {
            let part = match record.next().await {
                Ok(Some(part)) => Ok(v1::GetRecordResponse { record: part }),
                Ok(None) => return,
                Err(refusal) => Err(status(&refusal)),
            };
            let is_last = part.is_err();
            // A reader that is gone, or does not read, has the record no more.
            let sent = timeout(UNREAD_WITHIN, line.send(part)).await;
            if is_last || !matches!(sent, Ok(Ok(()))) {
                return;
            }
        }
    };
    tokio::spawn(Metered::new(reading, payer));
    ReceiverStream::new(parts)
}
