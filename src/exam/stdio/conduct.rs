//! Tests of an engine's conduct besides moves: draws, takebacks, pauses, and every kind of end.

use std::time::Duration;

use super::{
    examiner::{Examiner, Said, play},
    handshake::SILENCE,
};
use crate::{
    exam::{
        report::{Outcome, Passed, within},
        test_match::{Next, TestMatch},
    },
    games::{Game, rules::Seat},
    law::ending::termination::{LAW, Termination},
    pb::engine::{Go, MatchResult, Stop},
};

/// Maximum turns in which the engine may offer a draw.
const TURNS: u32 = 10;
/// Number of moves that are taken back.
const TAKEN_BACK: u32 = 2;
/// Time limit for the answer to `stop`.
const STOPPED_WITHIN: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ConductTest {
    /// Another seat offers a draw.
    DrawOffered,
    /// The draw offer has expired.
    OfferGone,
    /// The rules offer a draw.
    Claimable,
    /// The rules no longer offer a draw.
    ClaimGone,
    /// The engine offers a draw.
    Offers,
    MovesTakenBack,
    Resent,
    /// Every end of a match.
    Results,
}

/// All tests of this kind, in order.
pub const ALL: &[(ConductTest, &str)] = &[
    (ConductTest::DrawOffered, "answers `go` with `draw_offered` by a legal move or by `acceptdraw`"),
    (ConductTest::OfferGone, "then answers `go` without `draw_offered` by a legal move"),
    (ConductTest::Claimable, "answers `go` with `claimable` by a legal move or by `claimdraw`"),
    (ConductTest::ClaimGone, "then answers `go` without `claimable` by a legal move"),
    (ConductTest::Offers, "does not wait for its own draw offer: answers the next turn"),
    (ConductTest::MovesTakenBack, "answers an earlier turn of the match again, as after a takeback"),
    (ConductTest::Resent, "answers a turn again that is stopped and re-sent, as after a pause"),
    (ConductTest::Results, "sends nothing after `matchresult`, whatever ended the match"),
];

impl ConductTest {
    /// Returns the first of the games in which the situation of the test can occur.
    pub fn game(self, games: &[&'static dyn Game]) -> Option<&'static dyn Game> {
        let mut games = games.iter().copied();
        match self {
            ConductTest::DrawOffered
            | ConductTest::OfferGone
            | ConductTest::Claimable
            | ConductTest::ClaimGone
            | ConductTest::Offers => games.find(|game| game.facts().draw_points.is_some()),
            ConductTest::MovesTakenBack => games.find(|game| !game.facts().chance && !game.facts().hidden),
            ConductTest::Resent | ConductTest::Results => games.next(),
        }
    }
}

pub async fn take(act: ConductTest, examiner: &mut Examiner, game: Option<&'static dyn Game>) -> Outcome {
    let Some(game) = game else {
        let none = if act == ConductTest::MovesTakenBack { "has neither chance nor hidden hands" } else { "has draws" };
        return Ok(Passed::NotAsked(format!("none of its games {none}")));
    };
    let offered = |go| Go { draw_offered: true, ..go };
    let claimable = |go| Go { claimable: true, ..go };
    match act {
        ConductTest::DrawOffered => drawn(examiner, game, offered).await.map(|_| Passed::Well),
        ConductTest::OfferGone => drawn_no_more(examiner, game, offered).await,
        ConductTest::Claimable => drawn(examiner, game, claimable).await.map(|_| Passed::Well),
        ConductTest::ClaimGone => drawn_no_more(examiner, game, claimable).await,
        ConductTest::Offers => offers(examiner, game).await,
        ConductTest::MovesTakenBack => taken_back(examiner, game).await,
        ConductTest::Resent => put_again(examiner, game).await,
        ConductTest::Results => results(examiner, game).await,
    }
}

async fn at_turn(examiner: &mut Examiner, test_match: &mut TestMatch) -> Result<Go, String> {
    match test_match.advance()? {
        Next::Turn => Ok(test_match.go(examiner.legal(test_match))),
        Next::Round(_) | Next::Over => Err("the rules return no turn".to_owned()),
    }
}

/// Sends a turn in which a draw is possible. Returns the match, or `None` if the engine took the
/// draw.
async fn drawn(
    examiner: &mut Examiner,
    game: &'static dyn Game,
    offer: impl Fn(Go) -> Go,
) -> Result<Option<TestMatch>, String> {
    let mut test_match = examiner.sit(game, Seat(0), "").await?;
    let go = offer(at_turn(examiner, &mut test_match).await?);
    examiner.put(&test_match, &go).await?;
    let termination = match examiner.hear(&go).await? {
        Said::Move(best) => {
            play(&mut test_match, best)?;
            return Ok(Some(test_match));
        }
        Said::AcceptDraw if go.draw_offered => Termination::DrawAgreed,
        Said::ClaimDraw if go.claimable => Termination::Claim,
        Said::AcceptDraw => return Err("expected `bestmove`, got `acceptdraw`: no draw is offered".to_owned()),
        Said::ClaimDraw => return Err("expected `bestmove`, got `claimdraw`: no draw can be claimed".to_owned()),
        Said::Resign => Termination::Resignation,
    };
    examiner.probe.say(&MatchResult { termination: termination.word().to_owned(), ..test_match.result() }).await?;
    examiner.ready().await.map(|()| None)
}

/// Sends the same turn, and then one without a draw, in the next match if the engine took the draw.
async fn drawn_no_more(examiner: &mut Examiner, game: &'static dyn Game, offer: impl Fn(Go) -> Go) -> Outcome {
    let mut test_match = match drawn(examiner, game, offer).await? {
        Some(test_match) => test_match,
        None => examiner.sit(game, Seat(0), "").await?,
    };
    examiner.turn(&mut test_match, |go| go).await?.must_move().map(|_| Passed::Well)
}

async fn offers(examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    let mut test_match = examiner.sit(game, Seat(0), "").await?;
    for _ in 0..TURNS {
        // The match may end without a draw offer.
        let Next::Turn = test_match.advance()? else { break };
        let go = test_match.go(examiner.legal(&test_match));
        examiner.put(&test_match, &go).await?;
        let Said::Move(best) = examiner.hear(&go).await? else { break };
        let offered = best.offer_draw;
        play(&mut test_match, best)?;
        if offered {
            examiner.turn(&mut test_match, |go| go).await?.must_move()?;
            return Ok(Passed::Well);
        }
    }
    Ok(Passed::NotAsked(format!("no draw offer in {TURNS} turns")))
}

async fn taken_back(examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    let mut test_match = examiner.sit(game, Seat(0), "").await?;
    at_turn(examiner, &mut test_match).await?;
    let earlier = test_match.clone();
    if examiner.turns(&mut test_match, TAKEN_BACK).await? {
        return Ok(Passed::NotAsked("the match was over too soon".to_owned()));
    }
    let mut earlier = earlier.taken_back_from(&test_match);
    examiner.turn(&mut earlier, |go| go).await?.must_move()?;
    examiner.probe.silence(SILENCE).await.map_err(|problem| format!("after its answer: {problem}"))?;
    examiner.turn(&mut earlier, |go| go).await?.must_move().map(|_| Passed::Well)
}

async fn put_again(examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    let mut test_match = examiner.sit(game, Seat(0), "").await?;
    let go = at_turn(examiner, &mut test_match).await?;
    let asked = examiner.put(&test_match, &go).await?;
    examiner.probe.say(&Stop {}).await?;
    let took = examiner.answer(&mut test_match.clone(), &go, asked).await?.took;
    examiner.probe.silence(SILENCE).await.map_err(|problem| format!("while no turn is open: {problem}"))?;
    let asked = examiner.put(&test_match, &go).await?;
    examiner.answer(&mut test_match, &go, asked).await?.must_move()?;
    examiner.probe.silence(SILENCE).await.map_err(|problem| format!("after its answer: {problem}"))?;
    Ok(within(took, STOPPED_WITHIN, "the clock of a re-sent turn runs while the engine still thinks"))
}

async fn results(examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    for termination in LAW.map(|cause| cause.termination) {
        let test_match = examiner.sit(game, Seat(0), "").await?;
        let result = MatchResult {
            termination: termination.word().to_owned(),
            seat: Some(1),
            overrun_ns: (termination == Termination::Flag).then_some(1_000_000),
            detail: format!("a test of {}", termination.word()),
            ..test_match.result()
        };
        examiner.probe.say(&result).await?;
        examiner
            .ready()
            .await
            .map_err(|problem| format!("after `matchresult termination {}`: {problem}", result.termination))?;
    }
    examiner.probe.silence(SILENCE).await?;
    Ok(Passed::Well)
}
