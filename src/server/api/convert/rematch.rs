//! Converts rematches.

use super::{match_id, play::response, request_id};
use referee_ids::MatchId;
use referee_law::{Reason, Refusal};
use referee_proto::v1::{self, play_response::Message};
use referee_store::whole_ms;

use crate::hall::challenges::rematch::{Rematch, Wish};

pub fn asked_rematch(asked: &v1::RematchRequest) -> Result<(MatchId, Wish), Refusal> {
    let match_id = match_id(&asked.match_id)?;
    request_id(&asked.request_id)?;
    match v1::RematchWish::try_from(asked.wish) {
        Ok(v1::RematchWish::Unspecified | v1::RematchWish::Agree) => Ok((match_id, Wish::Agree)),
        Ok(v1::RematchWish::Withdraw) => Ok((match_id, Wish::Withdraw)),
        Err(_) => Err(Refusal::of_field(Reason::BadField, "wish", &asked.wish.to_string(), "a value of RematchWish")),
    }
}

/// Returns the answer to a rematch request.
pub fn rematch(asked: &v1::RematchRequest, of: &Rematch) -> v1::RematchResponse {
    v1::RematchResponse {
        match_id: asked.match_id.clone(),
        request_id: asked.request_id.clone(),
        agreed_seats: of.agreed.iter().map(|seat| seat.0.into()).collect(),
        rematch_match_id: of.match_id.as_ref().map(ToString::to_string).unwrap_or_default(),
        lapses_in_ms: whole_ms(of.lapses_in),
    }
}

/// Returns the answer to a rematch request on a bot's stream.
pub fn rematch_said(asked: &v1::RematchRequest, of: &Rematch) -> v1::PlayResponse {
    response(Message::Rematch(rematch(asked, of)))
}
