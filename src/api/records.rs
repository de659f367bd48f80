//! `GetRecord` and `GetLadderRecord`: a record, a part at a time.

use std::future::Future;

use prost::Message;

use super::{
    context::ServiceContext, fair_queue::Payer, line::Answers, stream_limits::StreamPlace, worker_pool::Metered,
};
use crate::{
    contest_server::LadderRecordParts,
    hall::RecordParts,
    pb::v1::{GetLadderRecordResponse, GetRecordResponse},
    referee::Refusal,
};

/// How many parts of one record wait to be read.
const WAITING_PARTS: usize = 2;

/// The parts of one record.
pub type PartStream<R> = Answers<R>;
/// The parts of the record of a match.
pub type RecordStream = PartStream<GetRecordResponse>;

/// A record that is read a part at a time.
pub trait Parts: Send + 'static {
    type Response: Message + 'static;

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
pub fn stream<P: Parts>(
    context: &ServiceContext,
    mut record: P,
    place: StreamPlace,
    payer: Payer,
) -> PartStream<P::Response> {
    // The last word is kept, so that a record that was cut never looks whole.
    let (line, last_word, parts) = context.line(&place, WAITING_PARTS);
    let reading = async move {
        let _place = place;
        let refusal = loop {
            match record.next().await {
                Ok(Some(record)) => {
                    if let Err(refusal) = line.say(P::response(record)).await {
                        break refusal;
                    }
                }
                Ok(None) => return,
                Err(refusal) => break refusal,
            }
        };
        last_word.say(&refusal);
    };
    tokio::spawn(Metered::new(reading, payer));
    parts
}
