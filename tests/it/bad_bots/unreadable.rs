//! A message that is not valid UTF-8, which no correct client can send.

use prost::{
    Message as _,
    bytes::{Buf as _, BufMut as _},
};
use referee_client::pb::{
    PlayRequest, PlayResponse, Reason, Turn, play_request::Message as Said, play_response::Message,
};
use tokio_stream::StreamExt as _;
use tonic::{
    Request, Status,
    codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder},
    transport::Endpoint,
};

use super::grpc::Table;
use crate::api::rig::play_move;

/// Sends `hello`, and answers a turn with a move in invalid UTF-8. Returns the reason of the
/// server's refusal.
pub async fn say(table: &Table<'_>, id: &str, turn: &Turn) -> Option<Reason> {
    let hello = PlayRequest { message: Some(Said::Hello(Default::default())) };
    let answer = PlayRequest { message: Some(Said::Command(play_move(id, turn.turn_id, "?!?!"))) };
    let mut bytes = answer.encode_to_vec();
    let at = bytes.windows(4).position(|four| four == b"?!?!").expect("the move is in it");
    bytes[at..at + 4].copy_from_slice(b"\xff\xfe\xff\xfe");

    let endpoint = Endpoint::from_shared(format!("http://{}", table.server.address)).expect("an address");
    let mut grpc = tonic::client::Grpc::new(endpoint.connect().await.expect("the server is there"));
    grpc.ready().await.expect("it is ready");
    let outgoing = tokio_stream::iter([hello.encode_to_vec(), bytes]).chain(tokio_stream::pending());
    let mut request = Request::new(outgoing);
    let bearer = format!("Bearer {}", table.bad_token).parse().expect("a token is plain");
    request.metadata_mut().insert("authorization", bearer);
    let path = "/referee.v1.MatchService/Play".parse().expect("a path");
    let mut heard = grpc.streaming(request, path, Bytes).await.expect("the stream opens").into_inner();
    let mut reason = None;
    while let Ok(Some(bytes)) = heard.message().await {
        if let Ok(PlayResponse { message: Some(Message::Refused(refused)) }) = PlayResponse::decode(bytes.as_slice()) {
            reason = refused.refusal.map(|refusal| refusal.reason());
        }
    }
    reason
}

/// A codec that passes messages through as bytes.
#[derive(Clone, Copy, Default)]
struct Bytes;

impl Codec for Bytes {
    type Encode = Vec<u8>;
    type Decode = Vec<u8>;
    type Encoder = Bytes;
    type Decoder = Bytes;

    fn encoder(&mut self) -> Bytes {
        Bytes
    }

    fn decoder(&mut self) -> Bytes {
        Bytes
    }
}

impl Encoder for Bytes {
    type Item = Vec<u8>;
    type Error = Status;

    fn encode(&mut self, item: Vec<u8>, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put_slice(&item);
        Ok(())
    }
}

impl Decoder for Bytes {
    type Item = Vec<u8>;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Vec<u8>>, Status> {
        let mut bytes = vec![0; buffer.remaining()];
        buffer.copy_to_slice(&mut bytes);
        Ok(Some(bytes))
    }
}
