//! What happens without anyone being asked: rounds that begin and end, forced steps, luck, the end on the board.

use super::{
    auto_adjudication::Reports,
    clock::Time,
    conduct::Conduct,
    end_reason::EndReason,
    event::Fact,
    lost::Lost,
    luck::{GivenNonce, Seed},
    scoring,
    termination::Termination,
};
use crate::{
    games::{
        Course,
        rules::{Entropy, Turn},
    },
    ids::MatchId,
};

/// How many steps may follow one command. A game that goes on longer without asking a seat does not work: the match ends
/// as the host's fault.
pub const MAX_STEPS: u32 = 10_000;

/// The rules gave something that cannot be: a fault of the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck(pub String);

/// All that decides what chance does in a match.
#[derive(Clone, Copy)]
pub struct Dealer<'a> {
    pub seed: &'a Seed,
    /// What the keys are made under.
    pub deal_id: &'a MatchId,
    /// What each seat added.
    pub nonces: &'a [GivenNonce],
}

impl Dealer<'_> {
    /// The key of the outcome that is step `ply` of a round.
    pub fn key(&self, round: u32, ply: u32) -> Entropy {
        self.seed.step_key(self.deal_id, self.nonces, round, ply)
    }
}

/// Where the outcome of chance is taken from.
#[derive(Clone, Copy)]
pub enum ChanceSource<'a> {
    /// From the match's seed; `None` where there is none.
    Drawn(Option<Dealer<'a>>),
    /// From a record.
    Recorded(&'a str),
}

/// Rounds in progress: what the steps are taken in.
#[derive(Clone)]
pub struct Progress {
    /// The rounds, points and position.
    pub course: Course,
    /// Whether the round in play has started and not ended.
    pub round_open: bool,
    /// How the match is conducted.
    pub conduct: Conduct,
    /// What its programs have reported.
    pub(super) reports: Reports,
    /// The seats whose turns the law plays.
    pub lost: Lost,
    /// When the first round began, moved on by what is charged to nobody; `None` until it has.
    pub began: Option<Time>,
}

impl Progress {
    /// Takes the step that is due here; `None` when a seat must be asked. The end of the match leaves no further step to
    /// ask for: the caller stops there.
    pub fn step(&mut self, luck: ChanceSource<'_>) -> Result<Option<Fact>, Stuck> {
        let course = &mut self.course;
        if course.is_over() {
            let reason = EndReason::Rules(course.last_cause().unwrap_or_default().to_owned());
            let verdict = scoring::verdict(Termination::Normal, None, reason, course.totals(), &self.lost);
            return Ok(Some(Fact::MatchEnded(scoring::unasked_end(verdict))));
        }
        let round = course.round_number();
        if !self.round_open {
            self.round_open = true;
            return Ok(Some(Fact::RoundStarted { round, position: course.position().text() }));
        }
        if let Some(end) = self.reports.end(&self.conduct, course, &self.lost) {
            return Ok(Some(end));
        }
        let ply = course.ply();
        match course.turn() {
            Turn::Seat(seat) if self.lost.has(seat) => {
                let notation = course.first_legal().ok_or_else(|| Stuck("a turn without a legal move".into()))?;
                let notation = play(course, &notation)?;
                Ok(Some(Fact::MoveSubstituted { seat, round, ply, notation }))
            }
            Turn::Seat(_) => Ok(None),
            Turn::Forced(seat) => {
                let notation = course.forced().ok_or_else(|| Stuck("a forced turn without a step".into()))?;
                let notation = play(course, &notation)?;
                Ok(Some(Fact::ForcedMovePlayed { seat, round, ply, notation }))
            }
            Turn::Chance => {
                let notation = match luck {
                    ChanceSource::Drawn(Some(dealer)) => course.chance(&dealer.key(round, ply)),
                    ChanceSource::Drawn(None) => return Err(Stuck("the match has no seed for its deals".into())),
                    ChanceSource::Recorded(notation) => Some(notation.to_owned()),
                };
                let notation = notation.ok_or_else(|| Stuck("chance has no outcome".into()))?;
                let notation = play(course, &notation)?;
                Ok(Some(Fact::ChanceResolved { round, ply, notation }))
            }
            Turn::Over => {
                let outcome =
                    course.close_round().ok_or_else(|| Stuck("a round that is over has no outcome".into()))?;
                self.round_open = false;
                let (cause, totals) = (outcome.cause.to_owned(), course.totals().to_vec());
                Ok(Some(Fact::RoundEnded { round, cause, points: outcome.points, totals }))
            }
        }
    }

    /// Notes what time it is: a match may end by how long it has lasted.
    pub fn note_time(&mut self, at: Time) {
        self.course.lasted(at.since(self.began.unwrap_or(at)));
    }

    /// Takes every step up to the next question or the end, which all come at `at`.
    pub fn follow(mut self, at: Time, dealer: Option<Dealer<'_>>) -> Result<Vec<Fact>, Stuck> {
        self.note_time(at);
        let mut facts = Vec::new();
        for _ in 0..MAX_STEPS {
            let Some(fact) = self.step(ChanceSource::Drawn(dealer))? else {
                return Ok(facts);
            };
            let over = matches!(fact, Fact::MatchEnded(_));
            facts.push(fact);
            if over {
                return Ok(facts);
            }
        }
        Err(Stuck(format!("the game took {MAX_STEPS} steps without asking a seat")))
    }
}

fn play(course: &mut Course, notation: &str) -> Result<String, Stuck> {
    course.play(notation).map_err(|error| Stuck(format!("the rules rejected their own step `{notation}`: {error}")))
}
