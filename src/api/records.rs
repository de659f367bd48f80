//! `GetRecord`: the record of a match that is over, a part at a time.

use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;

use super::{
    fair_queue::Payer,
    status::status,
    stream_limits::{StreamPlace, UNREAD_WITHIN, unread},
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
    let (line, parts) = mpsc::channel(WAITING_PARTS + 1);
    // One place is kept for the last word, so that a record that was cut never looks whole.
    let last_word = line.clone().try_reserve_owned().ok();
    let reading = async move {
        let _place = place;
        let refusal = loop {
            match record.next().await {
                Ok(Some(record)) => {
                    let part = Ok(v1::GetRecordResponse { record });
                    if line.send_timeout(part, UNREAD_WITHIN).await.is_err() {
                        break unread();
                    }
                }
                Ok(None) => return,
                Err(refusal) => break refusal,
            }
        };
        if let Some(last_word) = last_word {
            last_word.send(Err(status(&refusal)));
        }
    };
    tokio::spawn(Metered::new(reading, payer));
    ReceiverStream::new(parts)
}
