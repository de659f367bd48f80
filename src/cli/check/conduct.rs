//! What happens in a match besides its moves: draws that are offered and claimed, moves that are taken back, pauses, and every
//! way to end.

use std::time::Duration;

use super::{
    exam::{Exam, Outcome, Passed, Said, play, within},
    sitting::{Next, Sitting},
    talking::SILENCE,
};
use crate::{
    games::{Game, rules::Seat},
    pb::engine::{Go, MatchResult, Stop},
    referee::termination::{LAW, Termination},
};

/// In how many turns it may offer a draw.
const TURNS: u32 = 10;
/// How many of its moves are taken back.
const TAKEN_BACK: u32 = 2;
/// How soon it must have stopped.
const STOPPED_WITHIN: Duration = Duration::from_secs(1);

/// A thing besides moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Conduct {
    /// Another seat offers a draw.
    DrawOffered,
    /// It offered one, and does so no more.
    OfferGone,
    /// The rules offer a draw.
    Claimable,
    /// They do so no more.
    ClaimGone,
    /// It offers a draw itself.
    Offers,
    /// Moves are taken back.
    TakenBack,
    /// A turn is put again.
    PutAgain,
    /// The ends of a match.
    Results,
}

/// All of them, in order.
pub const ALL: &[(Conduct, &str)] = &[
    (Conduct::DrawOffered, "`go` with `draw_offered` is answered by a legal move, or by `acceptdraw`"),
    (Conduct::OfferGone, "after it a `go` without `draw_offered` is answered by a legal move"),
    (Conduct::Claimable, "`go` with `claimable` is answered by a legal move, or by `claimdraw`"),
    (Conduct::ClaimGone, "after it a `go` without `claimable` is answered by a legal move"),
    (Conduct::Offers, "a draw that it offers with a move is not waited for: the next turn is answered"),
    (Conduct::TakenBack, "an earlier turn of the same match is answered again, as after a takeback"),
    (Conduct::PutAgain, "a turn that is stopped and put again, as after a pause, is answered again"),
    (Conduct::Results, "`matchresult` is taken in silence, whatever the match was ended by"),
];

impl Conduct {
    /// The first of the games in which it happens.
    pub fn game(self, games: &[&'static dyn Game]) -> Option<&'static dyn Game> {
        let mut games = games.iter().copied();
        match self {
            Conduct::DrawOffered | Conduct::OfferGone | Conduct::Claimable | Conduct::ClaimGone | Conduct::Offers => {
                games.find(|game| game.facts().draw_points.is_some())
            }
            Conduct::TakenBack => games.find(|game| !game.facts().chance && !game.facts().hidden),
            Conduct::PutAgain | Conduct::Results => games.next(),
        }
    }
}

/// Takes the step.
pub async fn take(act: Conduct, exam: &mut Exam, game: Option<&'static dyn Game>) -> Outcome {
    let Some(game) = game else {
        let none = if act == Conduct::TakenBack { "is without luck and hidden hands" } else { "has draws" };
        return Ok(Passed::NotAsked(format!("none of its games {none}")));
    };
    let offered = |go| Go { draw_offered: true, ..go };
    let claimable = |go| Go { claimable: true, ..go };
    match act {
        Conduct::DrawOffered => drawn(exam, game, offered).await.map(|_| Passed::Well),
        Conduct::OfferGone => drawn_no_more(exam, game, offered).await,
        Conduct::Claimable => drawn(exam, game, claimable).await.map(|_| Passed::Well),
        Conduct::ClaimGone => drawn_no_more(exam, game, claimable).await,
        Conduct::Offers => offers(exam, game).await,
        Conduct::TakenBack => taken_back(exam, game).await,
        Conduct::PutAgain => put_again(exam, game).await,
        Conduct::Results => results(exam, game).await,
    }
}

/// The engine's turn.
async fn at_turn(exam: &mut Exam, sitting: &mut Sitting) -> Result<Go, String> {
    match sitting.advance()? {
        Next::Turn => Ok(sitting.go(exam.legal(sitting))),
        Next::Round(_) | Next::Over => Err("the rules give no turn".to_owned()),
    }
}

/// A turn in which a draw is to be had. Gives the match, over if the engine took the draw.
async fn drawn(exam: &mut Exam, game: &'static dyn Game, offer: impl Fn(Go) -> Go) -> Result<Option<Sitting>, String> {
    let mut sitting = exam.sit(game, Seat(0), "").await?;
    let go = offer(at_turn(exam, &mut sitting).await?);
    exam.put(&sitting, &go).await?;
    let termination = match exam.hear(&go).await? {
        Said::Move(best) => {
            play(&mut sitting, best)?;
            return Ok(Some(sitting));
        }
        Said::AcceptDraw if go.draw_offered => Termination::DrawAgreed,
        Said::ClaimDraw if go.claimable => Termination::Claim,
        Said::AcceptDraw => return Err("expected `bestmove`, got `acceptdraw`: no draw is offered".to_owned()),
        Said::ClaimDraw => return Err("expected `bestmove`, got `claimdraw`: no draw can be claimed".to_owned()),
        Said::Resign => Termination::Resignation,
    };
    exam.probe.say(&MatchResult { termination: termination.word().to_owned(), ..sitting.result() }).await?;
    exam.ready().await.map(|()| None)
}

/// The same, and then a turn without a draw: of the same match, or of the next if the engine took the draw.
async fn drawn_no_more(exam: &mut Exam, game: &'static dyn Game, offer: impl Fn(Go) -> Go) -> Outcome {
    let mut sitting = match drawn(exam, game, offer).await? {
        Some(sitting) => sitting,
        None => exam.sit(game, Seat(0), "").await?,
    };
    exam.turn(&mut sitting, |go| go).await?.must_move().map(|_| Passed::Well)
}

async fn offers(exam: &mut Exam, game: &'static dyn Game) -> Outcome {
    let mut sitting = exam.sit(game, Seat(0), "").await?;
    for _ in 0..TURNS {
        // It may have lost or won by now, having offered none.
        let Next::Turn = sitting.advance()? else { break };
        let go = sitting.go(exam.legal(&sitting));
        exam.put(&sitting, &go).await?;
        let Said::Move(best) = exam.hear(&go).await? else { break };
        let offered = best.offer_draw;
        play(&mut sitting, best)?;
        if offered {
            exam.turn(&mut sitting, |go| go).await?.must_move()?;
            return Ok(Passed::Well);
        }
    }
    Ok(Passed::NotAsked(format!("it offered none in {TURNS} turns")))
}

async fn taken_back(exam: &mut Exam, game: &'static dyn Game) -> Outcome {
    let mut sitting = exam.sit(game, Seat(0), "").await?;
    at_turn(exam, &mut sitting).await?;
    let mut earlier = sitting.clone();
    if exam.turns(&mut sitting, TAKEN_BACK).await? {
        return Ok(Passed::NotAsked("the match was over too soon".to_owned()));
    }
    exam.turn(&mut earlier, |go| go).await?.must_move()?;
    exam.probe.silence(SILENCE).await.map_err(|problem| format!("one answer is enough: {problem}"))?;
    exam.turn(&mut earlier, |go| go).await?.must_move().map(|_| Passed::Well)
}

async fn put_again(exam: &mut Exam, game: &'static dyn Game) -> Outcome {
    let mut sitting = exam.sit(game, Seat(0), "").await?;
    let go = at_turn(exam, &mut sitting).await?;
    let asked = exam.put(&sitting, &go).await?;
    exam.probe.say(&Stop {}).await?;
    let took = exam.answer(&mut sitting.clone(), &go, asked).await?.took;
    exam.probe.silence(SILENCE).await.map_err(|problem| format!("while nothing is asked: {problem}"))?;
    let asked = exam.put(&sitting, &go).await?;
    exam.answer(&mut sitting, &go, asked).await?.must_move()?;
    exam.probe.silence(SILENCE).await.map_err(|problem| format!("one answer is enough: {problem}"))?;
    Ok(within(took, STOPPED_WITHIN, "a turn that is put again is on the clock while it still thinks"))
}

async fn results(exam: &mut Exam, game: &'static dyn Game) -> Outcome {
    for termination in LAW.map(|cause| cause.termination) {
        let sitting = exam.sit(game, Seat(0), "").await?;
        let result = MatchResult {
            termination: termination.word().to_owned(),
            seat: Some(1),
            overrun_ns: (termination == Termination::Flag).then_some(1_000_000),
            detail: format!("a test of {}", termination.word()),
            ..sitting.result()
        };
        exam.probe.say(&result).await?;
        exam.ready()
            .await
            .map_err(|problem| format!("after `matchresult termination {}`: {problem}", result.termination))?;
    }
    exam.probe.silence(SILENCE).await?;
    Ok(Passed::Well)
}
