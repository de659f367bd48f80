//! Converts the messages of a bot's stream.

use std::sync::Arc;

use super::{MAX_LIST, bounded, challenges, conduct, consents, game, in_range, match_id, matches};
use referee_games::{Catalogue, rules::MAX_TEXT};
use referee_ids::{MatchId, Nonce, PlayerId, RequestId, Seq, is_printing};
use referee_law::{Reason, Refusal, Time};
use referee_proto::v1::{self, play_response::Message, submit_command_request::Command};
use referee_store::{shown, whole_ms};

use crate::{
    api::play::handshake::PROTOCOL,
    hall::{
        link::{Answered, SeatMessage, TurnCard, Wants},
        lobby::Profile,
        table::Ask,
    },
};

/// Maximum concurrent matches of a bot.
pub const MAX_MATCHES: u32 = 256;
/// Maximum matches in a `Hello` that the bot wants to resume.
pub const MAX_RESUME_POINTS: usize = 1024;
/// Maximum length of a bot's agent text in bytes.
const MAX_AGENT: usize = 200;

/// A checked `Hello`.
pub struct HelloSaid {
    /// The bot's games, and the matches to resume.
    pub profile: Profile,
    /// The parts of a turn that it wants to receive.
    pub wants: Wants,
    /// Whether messages that need no answer may be delayed.
    pub coalesce: bool,
    /// Protocol version of the stream.
    pub protocol_version: u32,
}

/// A command. Everything is checked except what only the match knows.
#[derive(Clone)]
pub struct CommandAsked {
    pub match_id: MatchId,
    /// The caller's id of the request.
    pub request_id: RequestId,
    /// The command; the table supplies the arrival time.
    pub ask: Ask,
}

/// The turn or request that a reply answers, as the bot wrote it.
#[derive(Debug, Default)]
pub struct Named {
    pub match_id: String,
    /// Id of the request; empty if the reply answers a turn.
    pub request_id: String,
    /// Id of the turn; 0 if the reply answers another request.
    pub turn_id: u64,
}

impl CommandAsked {
    /// Returns the names by which a reply refers to this command.
    pub fn named(&self) -> Named {
        let turn_id = self.ask.turn_id().map_or(0, |id| id.0);
        Named { match_id: self.match_id.to_string(), request_id: self.request_id.as_str().to_owned(), turn_id }
    }
}

/// A malformed command.
#[derive(Debug)]
pub struct BadCommand {
    pub refusal: Refusal,
    pub named: Named,
}

pub fn hello(games: Catalogue, said: v1::Hello) -> Result<HelloSaid, Refusal> {
    let protocol_version = PROTOCOL.agree(said.protocol_version.unwrap_or(1), &said.capabilities)?;
    bounded(&said.games, "games", ("list_items", MAX_LIST))?;
    for (at, id) in said.games.iter().enumerate() {
        game(games, id).map_err(|refusal| Refusal { field: format!("games[{at}]").into(), ..refusal })?;
    }
    let max_matches = in_range("max_matches", said.max_matches.unwrap_or(1), 1..=MAX_MATCHES)?;
    if said.agent.len() > MAX_AGENT || !said.agent.chars().all(is_printing) {
        let expected = format!("at most {MAX_AGENT} bytes of printing characters");
        return Err(Refusal::of_field(Reason::BadField, "agent", &said.agent, expected));
    }
    bounded(&said.resume, "resume", ("resume_points", MAX_RESUME_POINTS))?;
    let point = |(at, point): (usize, &v1::ResumePoint)| {
        let id = match_id(&point.match_id)
            .map_err(|refusal| Refusal { field: format!("resume[{at}].match_id").into(), ..refusal })?;
        Ok((id, Seq(point.after_seq)))
    };
    if said.without_moves && said.without_position {
        let expected = "false with `without_moves`: a bot follows its matches by moves or by positions";
        return Err(Refusal::of_field(Reason::BadField, "without_position", "true", expected));
    }
    let resume = said.resume.iter().enumerate().map(point).collect::<Result<_, Refusal>>()?;
    let wants = Wants { moves: !said.without_moves, position: !said.without_position, legal: !said.without_legal };
    let accepts = said.accepts.map(|accepts| consents::asked_policy(games, &accepts, "accepts")).transpose()?;
    let profile = Profile { games: said.games, max_matches, resume, agent: said.agent, accepts };
    Ok(HelloSaid { profile, wants, coalesce: said.coalesce, protocol_version })
}

pub fn command(asked: v1::SubmitCommandRequest) -> Result<CommandAsked, Box<BadCommand>> {
    let v1::SubmitCommandRequest { match_id, request_id, command } = asked;
    let turn_id = match &command {
        Some(Command::PlayMove(played)) if request_id.is_empty() => played.turn_id,
        Some(Command::PlayMove(played)) => {
            let expected = "an empty one: `turn_id` identifies the move";
            let refusal = Refusal::of_field(Reason::BadField, "request_id", &request_id, expected);
            let named = Named { match_id, request_id, turn_id: played.turn_id };
            return Err(Box::new(BadCommand { refusal, named }));
        }
        _ => 0,
    };
    let read = || Ok((super::match_id(&match_id)?, super::request_id(&request_id)?));
    match read().and_then(|(id, request)| Ok((id, request, readable(command)?))) {
        Ok((match_id, request_id, ask)) => Ok(CommandAsked { match_id, request_id, ask }),
        Err(refusal) => Err(Box::new(BadCommand { refusal, named: Named { match_id, request_id, turn_id } })),
    }
}

fn readable(command: Option<v1::submit_command_request::Command>) -> Result<Ask, Refusal> {
    match command {
        Some(Command::PlayMove(mut played)) => {
            // A bot may read a move together with the end of its line. A move cut to this length is
            // still too long for the law, which then need not store a longer one.
            let written = played.notation.trim_end_matches(['\r', '\n']).len();
            let end = (written.min(MAX_TEXT + 1)..).find(|at| played.notation.is_char_boundary(*at)).unwrap_or(written);
            played.notation.truncate(end);
            let v1::PlayMove { turn_id, notation, score } = played;
            Ok(Ask::PlayMove { turn_id: Seq(turn_id), notation, score, received: Time::ZERO })
        }
        Some(Command::GiveNonce(v1::GiveNonce { nonce })) => match Nonce::parse(&nonce) {
            Ok(nonce) => Ok(Ask::GiveNonce { nonce }),
            Err(bad) => Err(Refusal::of_field(Reason::BadField, "nonce", &nonce, bad.expected)),
        },
        Some(Command::Resign(v1::Resign {})) => Ok(Ask::Resign),
        Some(Command::Abort(v1::Abort {})) => Ok(Ask::Abort),
        Some(Command::Propose(v1::Propose { proposal })) => {
            Ok(Ask::Propose { proposal: conduct::asked_proposal(proposal)? })
        }
        Some(Command::AnswerProposal(v1::AnswerProposal { proposal, answer })) => {
            let (proposal, answer) = (conduct::asked_proposal(proposal)?, conduct::asked_answer(answer)?);
            Ok(Ask::AnswerProposal { proposal, answer, received: Time::ZERO })
        }
        Some(Command::ClaimDraw(v1::ClaimDraw {})) => Ok(Ask::ClaimDraw { received: Time::ZERO }),
        Some(Command::Pause(v1::Pause {})) => Ok(Ask::Pause),
        Some(Command::Resume(v1::Resume {})) => Ok(Ask::Resume),
        Some(Command::Adjudicate(asked)) => Ok(conduct::adjudication(asked)?),
        None => {
            let expected = "one of play_move, resign, abort, give_nonce, propose, answer_proposal, claim_draw, pause, resume and adjudicate";
            Err(Refusal::of_field(Reason::BadField, "command", "nothing", expected))
        }
    }
}

pub fn welcome(player: &PlayerId, protocol_version: u32) -> v1::PlayResponse {
    let server = concat!("referee ", env!("CARGO_PKG_VERSION")).to_owned();
    let capabilities = PROTOCOL.capabilities.iter().map(|name| (*name).to_owned()).collect();
    response(Message::Welcome(v1::Welcome { player: player.to_string(), server, protocol_version, capabilities }))
}

/// Converts a table's message for its seat. [`SeatMessage::Replaced`] does not get here, since it
/// ends the stream.
pub fn seat_message(said: SeatMessage) -> v1::PlayResponse {
    let message = match said {
        SeatMessage::Seated { match_id, seat, summary } => Message::Seated(Box::new(v1::Seated {
            match_id: match_id.as_str().to_owned(),
            seat: seat.0.into(),
            summary: Some(matches::summary(&summary)),
        })),
        SeatMessage::Event { match_id, event } => {
            let event = Some(shown(&event));
            Message::Event(Box::new(v1::SeatEvent { match_id: match_id.as_str().to_owned(), event }))
        }
        // Usually the card has no other handle, so its texts need not be copied.
        SeatMessage::Turn(card) => Message::Turn(Box::new(turn(Arc::unwrap_or_clone(card)))),
        SeatMessage::RematchProposed { match_id, seat, lapses_in } => Message::RematchProposed(v1::RematchProposed {
            match_id: match_id.as_str().to_owned(),
            seat: seat.0.into(),
            lapses_in_ms: whole_ms(lapses_in),
        }),
        SeatMessage::Challenge(challenge) => challenges::challenge_said(&challenge),
        SeatMessage::Answered(Answered { match_id, request_id, turn_id, result }) => {
            let (match_id, request_id) = (match_id.to_string(), request_id.as_str().to_owned());
            let named = Named { match_id, request_id, turn_id: turn_id.map_or(0, |id| id.0) };
            return replied(named, result.as_ref().map_err(|refusal| &**refusal).copied());
        }
        SeatMessage::Left { match_id, refusal, .. } => {
            return refused(Named { match_id: match_id.to_string(), ..Named::default() }, &refusal);
        }
        SeatMessage::Replaced => return refused(Named::default(), &replaced()),
    };
    response(message)
}

fn turn(card: TurnCard) -> v1::Turn {
    let (remaining_ms, unlimited_seats) = matches::remaining(&card.remaining);
    let time = card.time;
    v1::Turn {
        match_id: card.opened.match_id.to_string(),
        turn_id: card.turn_id.0,
        seat: card.seat.0.into(),
        game: card.opened.game.clone(),
        options: card.opened.options.clone(),
        players: card.opened.players.iter().map(PlayerId::to_string).collect(),
        round: card.round,
        ply: card.ply,
        points: super::points(&card.totals),
        position: card.position,
        remaining_ms,
        increment_ms: card.increment.iter().map(|span| whole_ms(*span)).collect(),
        unlimited_seats,
        move_limit_ms: time.move_limit.map(whole_ms),
        legal: card.legal,
        delay_ms: whole_ms(time.delay),
        refund_ms: whole_ms(time.refund),
        moves_to_go: time.moves_to_go,
        periods: time.periods,
        period_ms: whole_ms(time.period),
        round_left_ms: time.round_left.map(whole_ms),
        match_left_ms: time.match_left.map(whole_ms),
        nodes: time.nodes,
        depth: time.depth,
        claimable: card.claimable,
        draw_offered: card.draw_offered,
    }
}

/// Converts the result of a command: the number of its event, or the refusal.
pub fn replied(named: Named, result: Result<Seq, &Refusal>) -> v1::PlayResponse {
    match result {
        Ok(seq) => {
            let Named { match_id, request_id, turn_id } = named;
            response(Message::Accepted(v1::Accepted { match_id, request_id, turn_id, seq: seq.0 }))
        }
        Err(refusal) => refused(named, refusal),
    }
}

pub fn refused(named: Named, refusal: &Refusal) -> v1::PlayResponse {
    let Named { match_id, request_id, turn_id } = named;
    let refusal = Some(super::refusal(refusal));
    response(Message::Refused(Box::new(v1::Refused { match_id, request_id, turn_id, refusal })))
}

/// Returns the refusal that ends a stream after a newer stream has replaced it.
pub fn replaced() -> Refusal {
    Refusal::new(Reason::Replaced, "a newer stream of the same player has replaced this one")
}

pub fn ping(nonce: u64) -> v1::PlayResponse {
    response(Message::Ping(v1::Ping { nonce }))
}

pub(super) fn response(message: Message) -> v1::PlayResponse {
    v1::PlayResponse { message: Some(message) }
}
