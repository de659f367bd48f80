//! Automatic steps: starts and ends of rounds, forced steps, chance, and the end on the board.

use referee_games::{
    Course,
    rules::{Entropy, Turn},
};
use referee_ids::MatchId;

use super::auto_adjudication::Reports;
use crate::{
    clock::Time,
    ending::{end_reason::EndReason, lost::Lost, scoring, termination::Termination},
    event::Fact,
    opening::{
        conduct::Conduct,
        luck::{GivenNonce, Seed},
    },
};

/// Maximum steps after one command. A game with more steps without a turn of a seat is broken: the
/// match ends as a host fault.
pub const MAX_STEPS: u32 = 10_000;

/// The rules returned something impossible: a host fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck(pub String);

/// Everything that determines chance in a match.
#[derive(Clone, Copy)]
pub struct Dealer<'a> {
    pub seed: &'a Seed,
    /// The id from which the keys are derived.
    pub deal_id: &'a MatchId,
    /// Each seat's contribution.
    pub nonces: &'a [GivenNonce],
}

impl Dealer<'_> {
    /// Returns the key of the chance at step `ply` of a round.
    pub fn key(&self, round: u32, ply: u32) -> Entropy {
        self.seed.step_key(self.deal_id, self.nonces, round, ply)
    }
}

/// The source of a chance outcome.
#[derive(Clone, Copy)]
pub enum ChanceSource<'a> {
    /// The match's seed, if known.
    Drawn(Option<Dealer<'a>>),
    /// The recorded outcome.
    Recorded(&'a str),
}

/// The rounds of a match and their state, while steps are taken.
#[derive(Clone)]
pub struct Progress {
    /// The rounds, points and position.
    pub course: Course,
    /// Whether the current round has started and not ended.
    pub round_open: bool,
    pub conduct: Conduct,
    /// Scores reported by programs.
    pub(crate) reports: Reports,
    /// Seats played by the law.
    pub lost: Lost,
    /// Start of the first round, shifted by uncharged time; `None` before the first round.
    pub began: Option<Time>,
}

impl Progress {
    /// Takes the step that is due; `None` if a seat must move. After the end of the match, do not
    /// call this function again.
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

    /// Records the time: a match may end by its duration.
    pub fn note_time(&mut self, at: Time) {
        self.course.lasted(at.since(self.began.unwrap_or(at)));
    }

    /// Takes every step up to the next turn of a seat or the end, all at `at`.
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
