//! Converts challenges.

use std::{collections::BTreeMap, time::Duration};

use prost::Message as _;
use referee_games::Catalogue;
use referee_ids::{PlayerId, Seat};
use referee_law::{Reason, Refusal};
use referee_proto::v1::{self, play_response::Message};
use referee_store::{RequestKey, whole_ms};
use sha2::{Digest as _, Sha256};

use super::{asked_ms, bounded, match_rules, matches, player_id};
use crate::hall::challenges::{
    challenge::{CHALLENGE_WITHIN, Challenge, ChallengeState, DeclineReason, Declined, MAX_CHALLENGE_WITHIN},
    lifecycle::{NewChallenge, expires_unix_ms},
};

/// Maximum length of a decline text in bytes.
const MAX_DECLINE_TEXT: usize = 200;

/// Checks a proposal. Does not check that the opponents exist.
pub fn asked_challenge(
    games: Catalogue,
    asked: v1::CreateChallengeRequest,
    caller: PlayerId,
    is_house: impl Fn(&PlayerId) -> bool,
) -> Result<NewChallenge, Refusal> {
    let content = Sha256::digest(asked.encode_to_vec()).into();
    let request_id = super::request_id(&asked.request_id)?;
    bounded(&asked.opponents, "opponents", ("seats", matches::MAX_SEATS))?;
    let opponents = opponents(&asked.opponents, &caller, is_house)?;
    let players = u32::try_from(opponents.len() + 1).unwrap_or(u32::MAX);
    let seats = asked.seats.unwrap_or(players.max(2));
    if players > 1 && seats != players {
        let expected = format!("{players}: the named players and the challenger");
        return Err(Refusal::of_field(Reason::BadSeats, "seats", &seats.to_string(), expected));
    }
    if let Some(seat) = asked.seat.filter(|seat| *seat >= seats) {
        let expected = format!("0 to {}", seats.saturating_sub(1));
        return Err(Refusal::of_field(Reason::BadSeats, "seat", &seat.to_string(), expected));
    }
    if asked.link && !opponents.is_empty() {
        let expected = "false, for a challenge with opponents: a link challenge is to any player that gets its id";
        return Err(Refusal::of_field(Reason::BadField, "link", "true", expected));
    }
    let (most, given) = (whole_ms(MAX_CHALLENGE_WITHIN), asked.expires_in_ms.unwrap_or(whole_ms(CHALLENGE_WITHIN)));
    if given > most {
        return Err(Refusal::limit_of_field("challenge_within", most, "expires_in_ms", &given.to_string(), "ms"));
    }
    let within = asked_ms("expires_in_ms", given, Duration::from_millis(1)..=MAX_CHALLENGE_WITHIN)?;
    let mut players = vec![caller.clone()];
    players.extend(opponents.iter().cloned());
    let request = RequestKey { player: caller.clone(), request_id: String::new(), content };
    let new = matches::proposed(
        games,
        &asked.game,
        Some(seats),
        &asked.options,
        asked.rules.unwrap_or_default(),
        players,
        request,
    )?;
    Ok(NewChallenge {
        challenger: caller,
        opponents,
        new,
        seat: asked.seat.and_then(|seat| u8::try_from(seat).ok()).map(Seat),
        keep: asked.keep,
        is_link: asked.link,
        within,
        request_id,
        content,
        token: None,
    })
}

fn opponents(
    asked: &[String],
    caller: &PlayerId,
    is_house: impl Fn(&PlayerId) -> bool,
) -> Result<Vec<PlayerId>, Refusal> {
    let mut opponents: Vec<PlayerId> = Vec::with_capacity(asked.len());
    for (at, name) in asked.iter().enumerate() {
        let player = player_id(name, format!("opponents[{at}]"))?;
        if !is_house(&player) && (player == *caller || opponents.contains(&player)) {
            let expected = "a player without another seat in the match";
            return Err(Refusal::of_field(Reason::BadField, format!("opponents[{at}]"), name, expected));
        }
        opponents.push(player);
    }
    Ok(opponents)
}

pub fn asked_decline(by: PlayerId, reason: i32, text: String) -> Result<Declined, Refusal> {
    if text.len() > MAX_DECLINE_TEXT || text.chars().any(char::is_control) {
        let expected = format!("at most {MAX_DECLINE_TEXT} bytes without control characters");
        return Err(Refusal::of_field(Reason::BadField, "text", &text, expected));
    }
    let reason = match v1::DeclineReason::try_from(reason) {
        Ok(v1::DeclineReason::Unspecified | v1::DeclineReason::Other) => DeclineReason::Other,
        Ok(v1::DeclineReason::Busy) => DeclineReason::Busy,
        Ok(v1::DeclineReason::Game) => DeclineReason::Game,
        Ok(v1::DeclineReason::TooFast) => DeclineReason::TooFast,
        Ok(v1::DeclineReason::TooSlow) => DeclineReason::TooSlow,
        Ok(v1::DeclineReason::Stakes) => DeclineReason::Stakes,
        Ok(v1::DeclineReason::Opponent) => DeclineReason::Opponent,
        Ok(v1::DeclineReason::Rules) => DeclineReason::Rules,
        Err(_) => {
            let (value, expected) = (reason.to_string(), "a value of DeclineReason");
            return Err(Refusal::of_field(Reason::BadField, "reason", &value, expected));
        }
    };
    Ok(Declined { by, reason, text })
}

pub fn challenge(of: &Challenge) -> v1::Challenge {
    let names = |players: &[PlayerId]| players.iter().map(PlayerId::to_string).collect();
    let options: BTreeMap<String, String> = of.new.setting.options().clone();
    let (state, match_id) = match &of.state {
        ChallengeState::Open => (v1::ChallengeState::Open, String::new()),
        ChallengeState::Accepted(match_id) => (v1::ChallengeState::Accepted, match_id.to_string()),
        ChallengeState::Declined(_) => (v1::ChallengeState::Declined, String::new()),
        ChallengeState::Canceled => (v1::ChallengeState::Canceled, String::new()),
        ChallengeState::Expired => (v1::ChallengeState::Expired, String::new()),
    };
    let declined = match &of.state {
        ChallengeState::Declined(declined) => Some(declined),
        _ => None,
    };
    v1::Challenge {
        challenge_id: of.id.to_string(),
        challenger: of.challenger.to_string(),
        opponents: names(&of.opponents),
        accepted_by: names(&of.accepted_by),
        game: of.new.game.to_owned(),
        options,
        seats: of.new.setting.seats().into(),
        rules: Some(match_rules::proposed_rules(&of.new)),
        challenger_seat: of.seat.map(|seat| seat.0.into()),
        created_unix_ms: of.created_unix_ms,
        expires_unix_ms: expires_unix_ms(of),
        state: state.into(),
        match_id,
        declined_by: declined.map(|declined| declined.by.to_string()).unwrap_or_default(),
        decline_reason: declined.map_or(0, |declined| decline_reason(declined.reason).into()),
        decline_text: declined.map(|declined| declined.text.clone()).unwrap_or_default(),
        link: of.is_link,
    }
}

fn decline_reason(of: DeclineReason) -> v1::DeclineReason {
    match of {
        DeclineReason::Other => v1::DeclineReason::Other,
        DeclineReason::Busy => v1::DeclineReason::Busy,
        DeclineReason::Game => v1::DeclineReason::Game,
        DeclineReason::TooFast => v1::DeclineReason::TooFast,
        DeclineReason::TooSlow => v1::DeclineReason::TooSlow,
        DeclineReason::Stakes => v1::DeclineReason::Stakes,
        DeclineReason::Opponent => v1::DeclineReason::Opponent,
        DeclineReason::Rules => v1::DeclineReason::Rules,
    }
}

/// Converts a challenge to a message of a bot's stream.
pub(super) fn challenge_said(of: &Challenge) -> Message {
    Message::Challenge(Box::new(challenge(of)))
}
