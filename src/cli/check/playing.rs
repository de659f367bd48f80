//! What an engine must do in every game that it plays.

use std::time::Duration;

use super::{
    exam::{Exam, Outcome, Passed, within},
    sitting::{Next, Sitting},
};
use crate::{
    games::{
        Game,
        rules::{Facts, Seat, cut},
    },
    pb::engine::{Go, MatchResult, Stop},
};

/// How many turns of a match the engine is asked for.
const TURNS: u32 = 20;
/// The time on every clock, where a step has clocks, in milliseconds.
const CLOCK_MS: i64 = 5_000;
/// How many matches are played by luck in search of a position.
const LUCKS: u32 = 24;
/// How many steps are enough for a long line.
const LONG: usize = 300;
/// How many steps a round has had when what is hidden matters.
const LATER: usize = 6;
/// How soon `stop` must bring an answer: a process that takes longer when its match is over is not used again.
const STOPPED_WITHIN: Duration = Duration::from_secs(1);

/// A thing that an engine must do in every game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Playing {
    /// A match is announced.
    Announced,
    /// A first move.
    FirstMove,
    /// How it is written.
    Written,
    /// With clocks.
    Clocks,
    /// Many turns.
    Whole,
    /// After steps that nobody chose.
    Forced,
    /// After an outcome of chance.
    Chance,
    /// With what the seat may not see.
    Hidden,
    /// In a later round.
    Round,
    /// Late in a round.
    Late,
    /// A stop.
    Stop,
    /// On the last seat.
    LastSeat,
}

/// All of them, in order.
pub const ALL: &[(Playing, &str)] = &[
    (Playing::Announced, "`newmatch` is taken in silence, but for a `nonce`, and `isready` is answered after it"),
    (Playing::FirstMove, "`go` without clocks is answered by a legal move"),
    (Playing::Written, "moves are written as `legal` writes them"),
    (Playing::Clocks, "`go` with 5 s on the clock is answered within it"),
    (Playing::Whole, "twenty turns, or a whole match, are played legally and their results are taken"),
    (Playing::Forced, "a legal move is found after steps that the rules forced on a seat"),
    (Playing::Chance, "a legal move is found after an outcome of chance"),
    (Playing::Hidden, "a legal move is found from `view`, where the steps hide what the seat may not see"),
    (Playing::Round, "a legal move is found in the second round, which begins elsewhere"),
    (Playing::Late, "a legal move is found late in a round, behind a long line of moves"),
    (Playing::Stop, "`stop` brings one answer, within a second"),
    (Playing::LastSeat, "another match is played on the last seat"),
];

impl Playing {
    /// Whether there is anything to ask in such a game.
    pub fn is_for(self, facts: &Facts) -> bool {
        match self {
            Playing::Chance => facts.chance,
            Playing::Hidden => facts.hidden,
            Playing::Round => facts.rounds,
            _ => true,
        }
    }
}

/// Takes the step.
pub async fn take(act: Playing, exam: &mut Exam, game: &'static dyn Game) -> Outcome {
    match act {
        Playing::Announced => exam.sit(game, Seat(0), "60+1").await.map(|_| Passed::Well),
        Playing::FirstMove => {
            let mut sitting = exam.sit(game, Seat(0), "").await?;
            exam.turn(&mut sitting, |go| go).await?.must_move().map(|_| Passed::Well)
        }
        Playing::Written => written(exam, game).await,
        Playing::Clocks => clocks(exam, game).await,
        Playing::Whole => whole(exam, game).await,
        Playing::Forced => from_there(exam, game, |sitting| sitting.seen().forced).await,
        Playing::Chance => from_there(exam, game, |sitting| sitting.seen().chance).await,
        Playing::Hidden => from_there(exam, game, |sitting| sitting.reached().1 >= LATER).await,
        Playing::Round => second_round(exam, game).await,
        Playing::Late => late(exam, game).await,
        Playing::Stop => stop(exam, game).await,
        Playing::LastSeat => {
            let last = Sitting::open(game, Seat(0))?.seats().saturating_sub(1);
            let mut sitting = exam.sit(game, Seat(last), "").await?;
            exam.turn(&mut sitting, |go| go).await?.must_move()?;
            exam.ready().await.map(|()| Passed::Well)
        }
    }
}

async fn written(exam: &mut Exam, game: &'static dyn Game) -> Outcome {
    let mut sitting = exam.sit(game, Seat(0), "").await?;
    for _ in 0..3 {
        let Some(played) = exam.turn(&mut sitting, |go| go).await?.played else { break };
        if played.written != played.canonical {
            let (written, canonical) = (cut(&played.written), played.canonical);
            return Ok(Passed::But(format!("it wrote `{written}`, the game writes `{canonical}`")));
        }
    }
    Ok(Passed::Well)
}

async fn clocks(exam: &mut Exam, game: &'static dyn Game) -> Outcome {
    let mut sitting = exam.sit(game, Seat(0), "5+0.1").await?;
    let seats = usize::from(sitting.seats());
    let with_clocks = |go| Go { remaining_ms: vec![CLOCK_MS; seats], increment_ms: vec![100; seats], ..go };
    let turned = exam.turn(&mut sitting, with_clocks).await?;
    let limit = Duration::from_millis(CLOCK_MS.unsigned_abs());
    if turned.took > limit {
        return Err(format!("it took {} ms", turned.took.as_millis()));
    }
    turned.must_move().map(|_| Passed::Well)
}

async fn whole(exam: &mut Exam, game: &'static dyn Game) -> Outcome {
    let mut sitting = exam.sit(game, Seat(0), "").await?;
    let over = exam.turns(&mut sitting, TURNS).await?;
    let termination = if over { "board" } else { "abort" };
    exam.probe.say(&MatchResult { termination: termination.to_owned(), ..sitting.result() }).await?;
    exam.ready().await.map(|()| Passed::Well)
}

/// Asks for a move in the first position that is found to be `wanted`.
async fn from_there(exam: &mut Exam, game: &'static dyn Game, wanted: impl Fn(&Sitting) -> bool) -> Outcome {
    let setting = game.facts().setting(0, []).map_err(|error| error.to_string())?;
    for luck in 0..LUCKS {
        if let Some(sitting) = Sitting::wandered(game, &setting, luck, &wanted)? {
            return move_from(exam, sitting).await;
        }
    }
    Ok(Passed::NotAsked(format!("no such position came in {LUCKS} matches by luck")))
}

async fn second_round(exam: &mut Exam, game: &'static dyn Game) -> Outcome {
    let Some(setting) = Sitting::of_rounds(game) else {
        return Ok(Passed::NotAsked("no setting of the game has a second round".to_owned()));
    };
    match Sitting::wandered(game, &setting, 0, |sitting| sitting.reached().0 > 1)? {
        Some(sitting) => move_from(exam, sitting).await,
        None => Ok(Passed::NotAsked("no second round came".to_owned())),
    }
}

/// Asks for a move at the end of the longest of some rounds.
async fn late(exam: &mut Exam, game: &'static dyn Game) -> Outcome {
    let setting = game.facts().setting(0, []).map_err(|error| error.to_string())?;
    let mut longest = (0, 0);
    for luck in 0..LUCKS / 4 {
        let mut last = 0;
        Sitting::wandered(game, &setting, luck, |sitting| {
            let (round, steps) = sitting.reached();
            if round == 1 {
                last = steps;
            }
            round > 1 || steps >= LONG
        })?;
        longest = longest.max((last, luck));
    }
    let (steps, luck) = longest;
    match Sitting::wandered(game, &setting, luck, |sitting| sitting.reached().1 >= steps)? {
        Some(sitting) => move_from(exam, sitting).await,
        None => Ok(Passed::NotAsked("no such position came".to_owned())),
    }
}

async fn move_from(exam: &mut Exam, mut sitting: Sitting) -> Outcome {
    exam.announce(&sitting, "").await?;
    let go = sitting.go(exam.legal(&sitting));
    let asked = exam.put(&sitting, &go).await?;
    exam.answer(&mut sitting, &go, asked).await?.must_move().map(|_| Passed::Well)
}

async fn stop(exam: &mut Exam, game: &'static dyn Game) -> Outcome {
    let mut sitting = exam.sit(game, Seat(0), "").await?;
    let mut took = Duration::ZERO;
    if let Next::Turn = sitting.advance()? {
        let go = sitting.go(exam.legal(&sitting));
        let asked = exam.put(&sitting, &go).await?;
        exam.probe.say(&Stop {}).await?;
        took = exam.answer(&mut sitting, &go, asked).await?.took;
    }
    exam.ready().await?;
    Ok(within(took, STOPPED_WITHIN, "a process that is still thinking after its match is not used again"))
}
