//! What is said of rematches.

use super::{matches::whole_ms, play::response};
use crate::{
    hall::rematch::Rematch,
    pb::v1::{self, play_response::Message},
};

/// The answer to a wish for a rematch.
pub fn rematch(asked: &v1::RematchRequest, of: &Rematch) -> v1::RematchResponse {
    v1::RematchResponse {
        match_id: asked.match_id.clone(),
        request_id: asked.request_id.clone(),
        agreed_seats: of.agreed.iter().map(|seat| seat.0.into()).collect(),
        rematch: of.match_id.as_ref().map(ToString::to_string).unwrap_or_default(),
        lapses_in_ms: whole_ms(of.lapses_in),
    }
}

/// The same on a bot's stream.
pub fn rematch_said(asked: &v1::RematchRequest, of: &Rematch) -> v1::PlayResponse {
    response(Message::Rematch(rematch(asked, of)))
}
