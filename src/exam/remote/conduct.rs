//! Tests of a bot besides moves: proposals, claims, takebacks, pauses and rulings.

use super::{
    examiner::{Asked, Examiner, REMATCH_WITHIN_MS, SILENCE},
    hosted_match::HostedMatch,
};
use crate::{
    exam::report::{Outcome, Passed},
    games::rules::Facts,
    pb::v1::{
        self, Proposal, ProposalAnswer, Reason, Termination, match_event::Event, play_response::Message,
        submit_command_request::Command,
    },
};

/// Seat that makes proposals.
const OTHER: u32 = 1;
/// Maximum other commands in answer to a turn.
const MAX_BESIDES: u32 = 8;

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

/// A bot's answer to a turn with alternatives to a move.
enum Answered {
    Move(Asked),
    /// It accepted the proposal.
    Accepted(v1::SubmitCommandRequest),
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

async fn finish(examiner: &mut Examiner, mut hosted: HostedMatch) -> Outcome {
    examiner.turn(&mut hosted).await?;
    examiner.end(&mut hosted, Termination::Abort).await.map(|()| Passed::Well)
}

/// Returns the bot's next turn, not put yet.
async fn next_turn(examiner: &mut Examiner, hosted: &mut HostedMatch) -> Result<v1::Turn, String> {
    let turn = hosted.next_turn(examiner.hello.without_legal)?.ok_or("the rules return no turn")?;
    examiner.tell(hosted).await?;
    Ok(turn)
}

/// Returns the answer to a turn, a move or an alternative; after a declined proposal the turn
/// continues.
async fn hear_answer(examiner: &mut Examiner, hosted: &mut HostedMatch, turn: &v1::Turn) -> Result<Answered, String> {
    for _ in 0..MAX_BESIDES {
        let command = examiner.hear_command(&turn.match_id, "command.play_move").await?;
        let Some(Command::AnswerProposal(said)) = &command.command else {
            let claims = matches!(&command.command, Some(Command::ClaimDraw(_)) if turn.claimable);
            return if claims { Ok(Answered::Claimed(command)) } else { Asked::of(command, turn).map(Answered::Move) };
        };
        if said.answer() == ProposalAnswer::Accept {
            return Ok(Answered::Accepted(command));
        }
        let responded =
            v1::ProposalAnswered { seat: 0, proposal: said.proposal, answer: said.answer, request_id: String::new() };
        examiner.happen(hosted, Event::ProposalAnswered(responded)).await?;
        examiner.say_stored(&command, hosted.told()).await?;
    }
    Err(format!("expected `play_move` after at most {MAX_BESIDES} other commands"))
}

async fn draw_proposed(examiner: &mut Examiner) -> Outcome {
    let Some(game) = examiner.game_with(has_draws) else { return not_asked("has draws") };
    let mut hosted = examiner.open_game(game).await?;
    examiner.turn(&mut hosted).await?;
    let mut turn = next_turn(examiner, &mut hosted).await?;
    propose(examiner, &mut hosted, Proposal::Draw).await?;
    turn.draw_offered = true;
    examiner.say(Message::Turn(Box::new(turn.clone()))).await?;
    match hear_answer(examiner, &mut hosted, &turn).await? {
        Answered::Move(asked) => examiner.accept(&mut hosted, &asked).await?,
        Answered::Accepted(command) | Answered::Claimed(command) => {
            return drawn(examiner, hosted, &command, Termination::DrawAgreed).await;
        }
    }
    finish(examiner, hosted).await
}

async fn propose(examiner: &mut Examiner, hosted: &mut HostedMatch, proposal: Proposal) -> Result<(), String> {
    examiner
        .happen(
            hosted,
            Event::ProposalMade(v1::ProposalMade { seat: OTHER, proposal: proposal.into(), request_id: String::new() }),
        )
        .await
}

/// Ends the match as a draw, as the bot requested, and plays the next one.
async fn drawn(
    examiner: &mut Examiner,
    mut hosted: HostedMatch,
    command: &v1::SubmitCommandRequest,
    termination: Termination,
) -> Outcome {
    examiner.end(&mut hosted, termination).await?;
    examiner.say_stored(command, hosted.told()).await?;
    let next = examiner.open().await?;
    finish(examiner, next).await
}

async fn claimable(examiner: &mut Examiner) -> Outcome {
    let Some(game) = examiner.game_with(has_draws) else { return not_asked("has draws") };
    let mut hosted = examiner.open_game(game).await?;
    examiner.turn(&mut hosted).await?;
    let turn = v1::Turn { claimable: true, ..next_turn(examiner, &mut hosted).await? };
    examiner.say(Message::Turn(Box::new(turn.clone()))).await?;
    match hear_answer(examiner, &mut hosted, &turn).await? {
        Answered::Move(asked) => examiner.accept(&mut hosted, &asked).await?,
        Answered::Claimed(command) => return drawn(examiner, hosted, &command, Termination::Claim).await,
        Answered::Accepted(_) => return Err("expected a move or a claim: nothing is proposed".to_owned()),
    }
    finish(examiner, hosted).await
}

async fn takeback_proposed(examiner: &mut Examiner) -> Outcome {
    let Some(game) = examiner.game_with(has_takebacks) else { return not_asked("has neither chance nor hidden hands") };
    let mut hosted = examiner.open_game(game).await?;
    examiner.turn(&mut hosted).await?;
    let before = hosted.standing();
    let turn = next_turn(examiner, &mut hosted).await?;
    propose(examiner, &mut hosted, Proposal::Takeback).await?;
    examiner.say(Message::Turn(Box::new(turn.clone()))).await?;
    match hear_answer(examiner, &mut hosted, &turn).await? {
        Answered::Move(asked) => examiner.accept(&mut hosted, &asked).await?,
        Answered::Accepted(command) | Answered::Claimed(command) => {
            hosted.take_back(before);
            examiner.tell(&mut hosted).await?;
            examiner.say_stored(&command, hosted.told()).await?;
        }
    }
    finish(examiner, hosted).await
}

/// Takes a move back while the answer is in flight, as if the owner had consented elsewhere.
async fn taken_back(examiner: &mut Examiner) -> Outcome {
    let Some(game) = examiner.game_with(has_takebacks) else { return not_asked("has neither chance nor hidden hands") };
    let mut hosted = examiner.open_game(game).await?;
    examiner.turn(&mut hosted).await?;
    let before = hosted.standing();
    let turn = next_turn(examiner, &mut hosted).await?;
    examiner.say(Message::Turn(Box::new(turn.clone()))).await?;
    let asked = examiner.hear_move(&turn).await?;
    hosted.take_back(before);
    examiner.tell(&mut hosted).await?;
    examiner.decline(&asked, Reason::NotYourTurn).await?;
    examiner.silence(SILENCE).await?;
    let again = next_turn(examiner, &mut hosted).await?;
    if (again.round, again.ply) != (turn.round, turn.ply) {
        return Err("the rules return no turn for that ply".to_owned());
    }
    examiner.say(Message::Turn(Box::new(again.clone()))).await?;
    answered_again(examiner, hosted, &again).await
}

/// Asks the same ply again, which must be answered.
async fn answered_again(examiner: &mut Examiner, mut hosted: HostedMatch, turn: &v1::Turn) -> Outcome {
    let again = examiner.hear_move(turn).await?;
    examiner.accept(&mut hosted, &again).await?;
    finish(examiner, hosted).await
}

async fn paused(examiner: &mut Examiner) -> Outcome {
    let mut hosted = examiner.open().await?;
    examiner.turn(&mut hosted).await?;
    let turn = next_turn(examiner, &mut hosted).await?;
    examiner.say(Message::Turn(Box::new(turn.clone()))).await?;
    let asked = examiner.hear_move(&turn).await?;
    let arbiter = || "arbiter".to_owned();
    examiner
        .happen(&mut hosted, Event::MatchPaused(v1::MatchPaused { arbiter: arbiter(), request_id: String::new() }))
        .await?;
    examiner.decline(&asked, Reason::Paused).await?;
    examiner.silence(SILENCE).await.map_err(|problem| format!("during the pause: {problem}"))?;
    examiner
        .happen(&mut hosted, Event::MatchResumed(v1::MatchResumed { arbiter: arbiter(), request_id: String::new() }))
        .await?;
    examiner.say(Message::Turn(Box::new(turn.clone()))).await?;
    let again = examiner.hear_move(&turn).await?;
    examiner.accept(&mut hosted, &again).await?;
    finish(examiner, hosted).await
}

/// Voids the flag, and with it the answered turn.
async fn flag_voided(examiner: &mut Examiner) -> Outcome {
    let mut hosted = examiner.open().await?;
    examiner.turn(&mut hosted).await?;
    let turn = next_turn(examiner, &mut hosted).await?;
    examiner.say(Message::Turn(Box::new(turn.clone()))).await?;
    let asked = examiner.hear_move(&turn).await?;
    let voided = v1::FlagVoided { seat: turn.seat, round: turn.round, ply: turn.ply, ..v1::FlagVoided::default() };
    examiner.happen(&mut hosted, Event::FlagVoided(voided)).await?;
    examiner.decline(&asked, Reason::AlreadyPlayed).await?;
    let again = next_turn(examiner, &mut hosted).await?;
    examiner.say(Message::Turn(Box::new(again.clone()))).await?;
    answered_again(examiner, hosted, &again).await
}

async fn host_fault(examiner: &mut Examiner) -> Outcome {
    let mut hosted = examiner.open().await?;
    examiner.turn(&mut hosted).await?;
    let turn = next_turn(examiner, &mut hosted).await?;
    examiner.say(Message::Turn(Box::new(turn.clone()))).await?;
    let asked = examiner.hear_move(&turn).await?;
    examiner.decline(&asked, Reason::HostFault).await?;
    let again = examiner.hear_move(&turn).await?;
    examiner.accept(&mut hosted, &again).await?;
    finish(examiner, hosted).await
}

async fn adjudicated(examiner: &mut Examiner) -> Outcome {
    let mut hosted = examiner.open().await?;
    examiner.ask(&mut hosted).await?;
    let ruling = v1::MatchAdjudicated {
        arbiter: "arbiter".to_owned(),
        reason: "a test".to_owned(),
        ..v1::MatchAdjudicated::default()
    };
    examiner.happen(&mut hosted, Event::MatchAdjudicated(ruling)).await?;
    examiner.end(&mut hosted, Termination::Adjudication).await?;
    // An answer in flight is refused, and must be the last.
    examiner.silence(SILENCE).await?;
    let next = examiner.open().await?;
    finish(examiner, next).await
}

async fn rematch_proposed(examiner: &mut Examiner) -> Outcome {
    let mut hosted = examiner.open().await?;
    examiner.turn(&mut hosted).await?;
    examiner.end(&mut hosted, Termination::Abort).await?;
    let match_id = hosted.match_id().to_owned();
    let proposed = v1::RematchProposed { match_id, seat: OTHER, lapses_in_ms: REMATCH_WITHIN_MS };
    examiner.say(Message::RematchProposed(proposed)).await?;
    // Its answer to the proposal is accepted in passing.
    examiner.silence(SILENCE).await?;
    let next = examiner.open().await?;
    finish(examiner, next).await
}
