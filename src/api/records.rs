//! `GetRecord` and `GetLadderRecord`: a record, a part at a time.

use std::future::Future;

use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;

use super::{
    fair_queue::Payer,
    status::status,
    stream_limits::{StreamPlace, UNREAD_WITHIN, unread},
    worker_pool::Metered,
};
use crate::{
    competitions::LadderRecordParts,
    hall::RecordParts,
    pb::v1::{GetLadderRecordResponse, GetRecordResponse},
    referee::Refusal,
};

/// How many parts of one record wait to be read.
const WAITING_PARTS: usize = 2;

/// The parts of one record.
pub type PartStream<R> = ReceiverStream<Result<R, Status>>;
/// The parts of the record of a match.
pub type RecordStream = PartStream<GetRecordResponse>;

/// A record that is read a part at a time.
pub trait Parts: Send + 'static {
    /// One answer.
    type Response: Send + 'static;

    /// The next part, of whole lines; `None` behind the last.
    fn next(&mut self) -> impl Future<Output = Result<Option<String>, Refusal>> + Send;
    /// A part as an answer.
    fn response(record: String) -> Self::Response;
}

impl Parts for RecordParts {
    type Response = GetRecordResponse;

    fn next(&mut self) -> impl Future<Output = Result<Option<String>, Refusal>> + Send {
        RecordParts::next(self)
    }

    fn response(record: String) -> GetRecordResponse {
        GetRecordResponse { record }
    }
}

impl Parts for LadderRecordParts {
    type Response = GetLadderRecordResponse;

    fn next(&mut self) -> impl Future<Output = Result<Option<String>, Refusal>> + Send {
        LadderRecordParts::next(self)
    }

    fn response(record: String) -> GetLadderRecordResponse {
        GetLadderRecordResponse { record }
    }
}

/// Sends a record. The log is read by a task of its own, which waits for nothing but the store and its reader: a body that is
/// not polled holds up nobody else.
pub fn stream<P: Parts>(mut record: P, place: StreamPlace, payer: Payer) -> PartStream<P::Response> {
    let (line, parts) = mpsc::channel(WAITING_PARTS + 1);
    // One place is kept for the last word, so that a record that was cut never looks whole.
    let last_word = line.clone().try_reserve_owned().ok();
    let reading = async move {
        let _place = place;
        let refusal = loop {
            match record.next().await {
                Ok(Some(record)) => {
                    let part = Ok(P::response(record));
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
