//! What a bot must live through besides moves: proposals, claims, moves that are taken back, pauses, and what a referee does.

use super::{
    SILENCE,
    host::{Asked, Host, REMATCH_WITHIN_MS},
    table::Table,
};
use crate::{
    cli::check::exam::{Outcome, Passed},
    games::rules::Facts,
    pb::v1::{
        self, Proposal, Reason, Response, Termination, match_event::Event, play_response::Message,
        submit_command_request::Command,
    },
};

/// The seat that proposes something.
const OTHER: u32 = 1;
/// The most commands besides a move that a bot may answer one turn by.
const MAX_BESIDES: u32 = 8;

/// A thing besides moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Conduct {
    /// A draw is proposed.
    DrawProposed,
    /// A draw can be claimed.
    Claimable,
    /// A takeback is proposed.
    TakebackProposed,
    /// Moves are taken back.
    TakenBack,
    /// A pause.
    Paused,
    /// A flag that counts for nothing.
    FlagVoided,
    /// A fault of the server.
    HostFault,
    /// A ruling.
    Adjudicated,
    /// A rematch is proposed.
    RematchProposed,
}

/// All of them, in order.
pub const ALL: &[(Conduct, &str)] = &[
    (Conduct::DrawProposed, "a draw that is proposed is answered or passed over, and the turn is answered"),
    (Conduct::Claimable, "a turn with `claimable` is answered by a move, or by `command.claim`"),
    (Conduct::TakebackProposed, "a takeback that is proposed is answered or passed over, and the turn is answered"),
    (Conduct::TakenBack, "after `taken_back` the same ply is answered again, by a move with another `request_id`"),
    (
        Conduct::Paused,
        "a move that is refused with `PAUSED` is let go, and the turn that comes after the pause is answered",
    ),
    (Conduct::FlagVoided, "after `flag_voided` the same turn is answered again, by a move with another `request_id`"),
    (Conduct::HostFault, "a move that is refused with `HOST_FAULT` is tried again"),
    (Conduct::Adjudicated, "a match that an arbiter ends during its turn is left, and the next one is played"),
    (Conduct::RematchProposed, "a rematch that is proposed is answered or passed over, and the next match is played"),
];

/// Takes the step.
pub async fn take(act: Conduct, host: &mut Host) -> Outcome {
    match act {
        Conduct::DrawProposed => draw_proposed(host).await,
        Conduct::Claimable => claimable(host).await,
        Conduct::TakebackProposed => takeback_proposed(host).await,
        Conduct::TakenBack => taken_back(host).await,
        Conduct::Paused => paused(host).await,
        Conduct::FlagVoided => flag_voided(host).await,
        Conduct::HostFault => host_fault(host).await,
        Conduct::Adjudicated => adjudicated(host).await,
        Conduct::RematchProposed => rematch_proposed(host).await,
    }
}

/// How a bot answered a turn in which it could do more than move.
enum Answered {
    Move(Asked),
    /// It accepted what was proposed.
    Accepted(v1::SubmitCommandRequest),
    /// It claimed the draw.
    Claimed(v1::SubmitCommandRequest),
}

fn has_draws(facts: &Facts) -> bool {
    facts.draw_points.is_some()
}

fn has_takebacks(facts: &Facts) -> bool {
    !facts.chance && !facts.hidden
}

fn not_asked(which: &str) -> Outcome {
    Ok(Passed::NotAsked(format!("none of its games {which}")))
}

async fn finish(host: &mut Host, mut table: Table) -> Outcome {
    host.turn(&mut table).await?;
    host.end(&mut table, Termination::Abort).await.map(|()| Passed::Well)
}

/// The bot's next turn, which is not put yet.
async fn next_turn(host: &mut Host, table: &mut Table) -> Result<v1::Turn, String> {
    let turn = table.next_turn(host.hello.without_legal)?.ok_or("the rules give no turn")?;
    host.tell(table).await?;
    Ok(turn)
}

/// The answer to a turn by a move or by what else it could be; a proposal that is declined is off, and the turn goes on.
async fn hear_answer(host: &mut Host, table: &mut Table, turn: &v1::Turn) -> Result<Answered, String> {
    for _ in 0..MAX_BESIDES {
        let command = host.hear_command(&turn.match_id, "command.play_move").await?;
        let Some(Command::Respond(said)) = &command.command else {
            let claims = matches!(&command.command, Some(Command::Claim(_)) if turn.claimable);
            return if claims { Ok(Answered::Claimed(command)) } else { Asked::of(command, turn).map(Answered::Move) };
        };
        if said.response() == Response::Accept {
            return Ok(Answered::Accepted(command));
        }
        let responded = v1::Responded { seat: 0, proposal: said.proposal, response: said.response };
        host.happen(table, Event::Responded(responded)).await?;
        host.say_stored(&command, table.told()).await?;
    }
    Err(format!("expected `play_move` after at most {MAX_BESIDES} other commands"))
}

async fn draw_proposed(host: &mut Host) -> Outcome {
    let Some(game) = host.game_with(has_draws) else { return not_asked("has draws") };
    let mut table = host.open_game(game).await?;
    host.turn(&mut table).await?;
    let mut turn = next_turn(host, &mut table).await?;
    propose(host, &mut table, Proposal::Draw).await?;
    turn.draw_offered = true;
    host.say(Message::Turn(Box::new(turn.clone()))).await?;
    match hear_answer(host, &mut table, &turn).await? {
        Answered::Move(asked) => host.accept(&mut table, &asked).await?,
        Answered::Accepted(command) | Answered::Claimed(command) => {
            return drawn(host, table, &command, Termination::DrawAgreed).await;
        }
    }
    finish(host, table).await
}

async fn propose(host: &mut Host, table: &mut Table, proposal: Proposal) -> Result<(), String> {
    host.happen(table, Event::Proposed(v1::Proposed { seat: OTHER, proposal: proposal.into() })).await
}

/// The match ends with a draw as the bot has asked, and the next one is played.
async fn drawn(
    host: &mut Host,
    mut table: Table,
    command: &v1::SubmitCommandRequest,
    termination: Termination,
) -> Outcome {
    host.end(&mut table, termination).await?;
    host.say_stored(command, table.told()).await?;
    let next = host.open().await?;
    finish(host, next).await
}

async fn claimable(host: &mut Host) -> Outcome {
    let Some(game) = host.game_with(has_draws) else { return not_asked("has draws") };
    let mut table = host.open_game(game).await?;
    host.turn(&mut table).await?;
    let turn = v1::Turn { claimable: true, ..next_turn(host, &mut table).await? };
    host.say(Message::Turn(Box::new(turn.clone()))).await?;
    match hear_answer(host, &mut table, &turn).await? {
        Answered::Move(asked) => host.accept(&mut table, &asked).await?,
        Answered::Claimed(command) => return drawn(host, table, &command, Termination::Claim).await,
        Answered::Accepted(_) => return Err("expected a move or a claim: nothing is proposed".to_owned()),
    }
    finish(host, table).await
}

async fn takeback_proposed(host: &mut Host) -> Outcome {
    let Some(game) = host.game_with(has_takebacks) else { return not_asked("is without luck and hidden hands") };
    let mut table = host.open_game(game).await?;
    host.turn(&mut table).await?;
    let before = table.standing();
    let turn = next_turn(host, &mut table).await?;
    propose(host, &mut table, Proposal::Takeback).await?;
    host.say(Message::Turn(Box::new(turn.clone()))).await?;
    match hear_answer(host, &mut table, &turn).await? {
        Answered::Move(asked) => host.accept(&mut table, &asked).await?,
        Answered::Accepted(command) | Answered::Claimed(command) => {
            table.take_back(before);
            host.tell(&mut table).await?;
            host.say_stored(&command, table.told()).await?;
        }
    }
    finish(host, table).await
}

/// What the other seat proposed is taken back while the answer to it is on its way, as when the bot's owner consents elsewhere.
async fn taken_back(host: &mut Host) -> Outcome {
    let Some(game) = host.game_with(has_takebacks) else { return not_asked("is without luck and hidden hands") };
    let mut table = host.open_game(game).await?;
    host.turn(&mut table).await?;
    let before = table.standing();
    let turn = next_turn(host, &mut table).await?;
    host.say(Message::Turn(Box::new(turn.clone()))).await?;
    let asked = host.hear_move(&turn).await?;
    table.take_back(before);
    host.tell(&mut table).await?;
    host.decline(&asked, Reason::NotYourTurn).await?;
    host.silence(SILENCE).await?;
    let again = next_turn(host, &mut table).await?;
    if (again.round, again.ply) != (turn.round, turn.ply) {
        return Err("the rules give no turn for that ply".to_owned());
    }
    host.say(Message::Turn(Box::new(again.clone()))).await?;
    answered_again(host, table, &again, &asked).await
}

/// The same ply is asked again, and answered by another request.
async fn answered_again(host: &mut Host, mut table: Table, turn: &v1::Turn, first: &Asked) -> Outcome {
    let second = host.hear_move(turn).await?;
    let request_id = &second.command.request_id;
    if !request_id.is_empty() && *request_id == first.command.request_id {
        return Err("it has the `request_id` of its first answer: a server repeats what became of that".to_owned());
    }
    host.accept(&mut table, &second).await?;
    finish(host, table).await
}

async fn paused(host: &mut Host) -> Outcome {
    let mut table = host.open().await?;
    host.turn(&mut table).await?;
    let turn = next_turn(host, &mut table).await?;
    host.say(Message::Turn(Box::new(turn.clone()))).await?;
    let asked = host.hear_move(&turn).await?;
    let arbiter = || "arbiter".to_owned();
    host.happen(&mut table, Event::Paused(v1::Paused { arbiter: arbiter() })).await?;
    host.decline(&asked, Reason::Paused).await?;
    host.silence(SILENCE).await.map_err(|problem| format!("in the pause: {problem}"))?;
    host.happen(&mut table, Event::Unpaused(v1::Unpaused { arbiter: arbiter() })).await?;
    host.say(Message::Turn(Box::new(turn.clone()))).await?;
    let again = host.hear_move(&turn).await?;
    host.accept(&mut table, &again).await?;
    finish(host, table).await
}

/// The answer becomes the event that its flag, and with it the answer, counts for nothing.
async fn flag_voided(host: &mut Host) -> Outcome {
    let mut table = host.open().await?;
    host.turn(&mut table).await?;
    let turn = next_turn(host, &mut table).await?;
    host.say(Message::Turn(Box::new(turn.clone()))).await?;
    let asked = host.hear_move(&turn).await?;
    let voided = v1::FlagVoided { seat: turn.seat, round: turn.round, ply: turn.ply, stalled_ns: 1 };
    host.happen(&mut table, Event::FlagVoided(voided)).await?;
    let became = table.told();
    host.say(Message::Turn(Box::new(turn.clone()))).await?;
    host.say_stored(&asked.command, became).await?;
    answered_again(host, table, &turn, &asked).await
}

async fn host_fault(host: &mut Host) -> Outcome {
    let mut table = host.open().await?;
    host.turn(&mut table).await?;
    let turn = next_turn(host, &mut table).await?;
    host.say(Message::Turn(Box::new(turn.clone()))).await?;
    let asked = host.hear_move(&turn).await?;
    host.decline(&asked, Reason::HostFault).await?;
    let again = host.hear_move(&turn).await?;
    host.accept(&mut table, &again).await?;
    finish(host, table).await
}

async fn adjudicated(host: &mut Host) -> Outcome {
    let mut table = host.open().await?;
    host.ask(&mut table).await?;
    let ruling = v1::Adjudicated { arbiter: "arbiter".to_owned(), reason: "a test".to_owned() };
    host.happen(&mut table, Event::Adjudicated(ruling)).await?;
    host.end(&mut table, Termination::Adjudication).await?;
    // An answer that was on its way already is refused, and is to be the last.
    host.silence(SILENCE).await?;
    let next = host.open().await?;
    finish(host, next).await
}

async fn rematch_proposed(host: &mut Host) -> Outcome {
    let mut table = host.open().await?;
    host.turn(&mut table).await?;
    host.end(&mut table, Termination::Abort).await?;
    let match_id = table.match_id().to_owned();
    let proposed = v1::RematchProposed { match_id, seat: OTHER, lapses_in_ms: REMATCH_WITHIN_MS };
    host.say(Message::RematchProposed(proposed)).await?;
    // What it wishes is answered by the way.
    host.silence(SILENCE).await?;
    let next = host.open().await?;
    finish(host, next).await
}
