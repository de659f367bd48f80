//! Tests of a bot besides moves: proposals, claims, takebacks, pauses and rulings.

use std::{collections::BTreeSet, time::Instant};

use super::{
    examiner::{Asked, Examiner, SILENCE, is_end},
    hosted_match::{HostedMatch, OTHER, OWN},
};
use crate::{
    exam::report::{Outcome, Passed},
    games::rules::Facts,
    hall::table::Ask,
    ids::Seq,
    law::{Proposal, ProposalAnswer, Reason, Ruling, Time},
    pb::v1::{self, match_event::Event, play_response::Message, submit_command_request::Command},
};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ConductTest {
    DrawProposed,
    /// A draw can be claimed.
    Claimable,
    TakebackProposed,
    MovesTakenBack,
    MatchPaused,
    /// A void flag.
    FlagVoided,
    /// A server fault.
    HostFault,
    MatchAdjudicated,
    RematchProposed,
}

/// All of them, in order.
pub const ALL: &[(ConductTest, &str)] = &[
    (ConductTest::DrawProposed, "answers or ignores a draw proposal, and answers the turn"),
    (ConductTest::Claimable, "answers a turn with `claimable` by a move or by `command.claim`"),
    (ConductTest::TakebackProposed, "answers or ignores a takeback proposal, and answers the turn"),
    (ConductTest::MovesTakenBack, "after `moves_taken_back` answers the same ply again, under its new `turn_id`"),
    (ConductTest::MatchPaused, "drops a move refused with `PAUSED`, and answers the turn after the pause"),
    (ConductTest::FlagVoided, "after `flag_voided` answers the same ply again, under its new `turn_id`"),
    (ConductTest::HostFault, "retries a move refused with `HOST_FAULT`"),
    (ConductTest::MatchAdjudicated, "leaves a match that an arbiter ends during its turn, and plays the next one"),
    (ConductTest::RematchProposed, "answers or ignores a rematch proposal, and plays the next match"),
];

pub async fn take(act: ConductTest, examiner: &mut Examiner) -> Outcome {
    match act {
        ConductTest::DrawProposed => draw_proposed(examiner).await,
        ConductTest::Claimable => claimable(examiner).await,
        ConductTest::TakebackProposed => takeback_proposed(examiner).await,
        ConductTest::MovesTakenBack => taken_back(examiner).await,
        ConductTest::MatchPaused => paused(examiner).await,
        ConductTest::FlagVoided => flag_voided(examiner).await,
        ConductTest::HostFault => host_fault(examiner).await,
        ConductTest::MatchAdjudicated => adjudicated(examiner).await,
        ConductTest::RematchProposed => rematch_proposed(examiner).await,
    }
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

async fn finish(examiner: &mut Examiner, hosted: HostedMatch) -> Outcome {
    examiner.turn(&hosted).await?;
    examiner.end(&hosted).await.map(|()| Passed::Well)
}

/// Plays a turn of a new match, to see that the bot still plays.
async fn play_on(examiner: &mut Examiner) -> Outcome {
    let next = examiner.open().await?;
    finish(examiner, next).await
}

/// Plays the bot's first turn, and asks the second; returns that.
async fn second_turn(examiner: &mut Examiner, hosted: &HostedMatch) -> Result<v1::Turn, String> {
    examiner.turn(hosted).await?;
    examiner.ask(hosted).await?.ok_or_else(no_turn)
}

fn no_turn() -> String {
    "the rules return no turn".to_owned()
}

async fn draw_proposed(examiner: &mut Examiner) -> Outcome {
    let Some(game) = examiner.game_with(has_draws) else { return not_asked("has draws") };
    let hosted = examiner.open_game(game).await?;
    examiner.turn(&hosted).await?;
    let turn = examiner.ask_after(&hosted, Some(Proposal::Draw)).await?.ok_or_else(no_turn)?;
    match examiner.hear_move_unless(&turn, is_end).await? {
        Some(asked) => examiner.accept(&asked).await?,
        // It agrees.
        None => return play_on(examiner).await,
    }
    finish(examiner, hosted).await
}

/// Tells the bot that it may claim a draw. If it does, an arbiter ends the match.
async fn claimable(examiner: &mut Examiner) -> Outcome {
    let Some(game) = examiner.game_with(has_draws) else { return not_asked("has draws") };
    let hosted = examiner.open_game(game).await?;
    examiner.turn(&hosted).await?;
    let turn = v1::Turn { claimable: true, ..examiner.hold_turn(&hosted).await? };
    examiner.link.pass(Message::Turn(Box::new(turn.clone()))).await?;
    let command = examiner.hear_command_unless(&turn, |_| false).await?.ok_or_else(no_turn)?;
    if matches!(command.command, Some(Command::ClaimDraw(_))) {
        let seq = adjudicate(examiner, &hosted).await?;
        examiner.link.reply(&command, Ok(Seq(seq))).await?;
        return play_on(examiner).await;
    }
    examiner.accept(&Asked::of(command, &turn)?).await?;
    finish(examiner, hosted).await
}

/// Ends a match by an arbiter; returns the number of its last event.
async fn adjudicate(examiner: &mut Examiner, hosted: &HostedMatch) -> Result<u64, String> {
    hosted.rule(Ask::Adjudicate { ruling: Ruling::AsItStands, reason: "a test".to_owned() }).await?;
    examiner.pass_event(hosted, is_end).await
}

async fn takeback_proposed(examiner: &mut Examiner) -> Outcome {
    let Some(game) = examiner.game_with(has_takebacks) else { return not_asked("has neither chance nor hidden hands") };
    let hosted = examiner.open_game(game).await?;
    examiner.turn(&hosted).await?;
    let turn = examiner.hold_turn(&hosted).await?;
    hosted.command(OTHER, Ask::Propose { proposal: Proposal::Takeback }).await?;
    examiner.pass_event(&hosted, |event| matches!(event, Event::ProposalMade(_))).await?;
    examiner.link.pass(Message::Turn(Box::new(turn.clone()))).await?;
    // If it agrees, the opponent moves again.
    if let Some(asked) = examiner.hear_move_unless(&turn, is_taken_back).await? {
        examiner.accept(&asked).await?;
    }
    finish(examiner, hosted).await
}

fn is_taken_back(event: &Event) -> bool {
    matches!(event, Event::MovesTakenBack(_))
}

/// Takes a move back while the answer is in flight, as if the owner had consented elsewhere.
async fn taken_back(examiner: &mut Examiner) -> Outcome {
    let Some(game) = examiner.game_with(has_takebacks) else { return not_asked("has neither chance nor hidden hands") };
    let hosted = examiner.open_game(game).await?;
    let turn = second_turn(examiner, &hosted).await?;
    let asked = examiner.hear_move(&turn).await?;
    hosted.command(OTHER, Ask::Propose { proposal: Proposal::Takeback }).await?;
    let (proposal, answer) = (Proposal::Takeback, ProposalAnswer::Accept);
    hosted.command(OWN, Ask::AnswerProposal { proposal, answer, received: Time::ZERO }).await?;
    examiner.pass_event(&hosted, is_taken_back).await?;
    examiner.submit_late(&asked.command).await?;
    examiner.silence(SILENCE).await?;
    let again = examiner.ask(&hosted).await?.ok_or_else(no_turn)?;
    if (again.round, again.ply) != (turn.round, turn.ply) {
        return Err("the rules return no turn for that ply".to_owned());
    }
    answered(examiner, hosted, &again).await
}

/// Expects the answer to a turn, and ends the match after another one.
async fn answered(examiner: &mut Examiner, hosted: HostedMatch, turn: &v1::Turn) -> Outcome {
    let asked = examiner.hear_move(turn).await?;
    examiner.accept(&asked).await?;
    finish(examiner, hosted).await
}

/// Pauses the match while the answer is in flight.
async fn paused(examiner: &mut Examiner) -> Outcome {
    let hosted = examiner.open().await?;
    let turn = second_turn(examiner, &hosted).await?;
    let asked = examiner.hear_move(&turn).await?;
    hosted.rule(Ask::Pause).await?;
    examiner.pass_event(&hosted, |event| matches!(event, Event::MatchPaused(_))).await?;
    examiner.submit_late(&asked.command).await?;
    examiner.silence(SILENCE).await.map_err(|problem| format!("during the pause: {problem}"))?;
    hosted.rule(Ask::Resume).await?;
    let again = examiner.ask(&hosted).await?.ok_or_else(no_turn)?;
    answered(examiner, hosted, &again).await
}

/// Lets the flag fall during a stall of the host, which voids it and the answered turn.
async fn flag_voided(examiner: &mut Examiner) -> Outcome {
    let hosted = examiner.open_short().await?;
    let turn = second_turn(examiner, &hosted).await?;
    let now = Instant::now();
    examiner.stalls.note(now, now + 2 * examiner.short());
    examiner.pass_event(&hosted, |event| matches!(event, Event::FlagVoided(_))).await?;
    examiner.submit_all_late().await?;
    let again = examiner.ask(&hosted).await?.ok_or_else(no_turn)?;
    if (again.round, again.ply) != (turn.round, turn.ply) {
        return Err("the rules return no turn for that ply".to_owned());
    }
    answered(examiner, hosted, &again).await
}

/// Refuses a move in the server's place; nothing of it reaches the server.
async fn host_fault(examiner: &mut Examiner) -> Outcome {
    let hosted = examiner.open().await?;
    let turn = second_turn(examiner, &hosted).await?;
    let asked = examiner.hear_move(&turn).await?;
    examiner.decline(&asked, Reason::HostFault).await?;
    answered(examiner, hosted, &turn).await
}

async fn adjudicated(examiner: &mut Examiner) -> Outcome {
    let hosted = examiner.open().await?;
    examiner.ask(&hosted).await?;
    adjudicate(examiner, &hosted).await?;
    examiner.submit_all_late().await?;
    // An answer in flight is refused, and must be the last.
    examiner.silence(SILENCE).await?;
    play_on(examiner).await
}

async fn rematch_proposed(examiner: &mut Examiner) -> Outcome {
    let hosted = examiner.open().await?;
    examiner.turn(&hosted).await?;
    examiner.end(&hosted).await?;
    let before: BTreeSet<String> = examiner.link.seated().into_iter().collect();
    hosted.propose_rematch(&examiner.hall).await?;
    // It may agree.
    examiner.silence(SILENCE).await?;
    let rematch = examiner.link.seated().into_iter().find(|match_id| !before.contains(match_id));
    if let Some(rematch) = rematch.and_then(|match_id| examiner.adopt(&match_id)) {
        finish(examiner, rematch).await?;
    }
    play_on(examiner).await
}
