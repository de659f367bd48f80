//! `GetRecord` and `GetLadderRecord`: sends records in parts.

use std::future::Future;

use prost::Message;
use referee_law::Refusal;
use referee_proto::v1::{GetLadderRecordResponse, GetRecordResponse};

use crate::api::{
    admission::{fair_queue::Payer, line::Answers, stream_limits::StreamPlace, worker_pool::Metered},
    context::ServiceContext,
};
use crate::{contest_server::LadderRecordParts, hall::RecordParts};

/// Maximum queued parts per record.
const WAITING_PARTS: usize = 2;

pub type PartStream<R> = Answers<R>;
pub type RecordStream = PartStream<GetRecordResponse>;

/// A record that is read in parts.
pub trait Parts: Send + 'static {
    type Response: Message + 'static;

    /// Returns the next part in whole lines; `None` after the last part.
    fn next(&mut self) -> impl Future<Output = Result<Option<String>, Refusal>> + Send;
    /// Wraps a part in an answer.
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

/// Sends a record. A separate task reads the log, and waits only for the store and for the caller
/// to read.
pub fn stream<P: Parts>(
    context: &ServiceContext,
    mut record: P,
    place: StreamPlace,
    payer: Payer,
) -> PartStream<P::Response> {
    // The place of the last message is reserved, so that a record that was cut off never looks
    // complete.
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
