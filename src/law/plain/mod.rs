//! A match without clocks and conduct: its moves and its result. Exports hold it, and imports read
//! it.
//!
//! An imported match is a record like any other, so the law verifies its moves. But a text proves
//! no flag and no disconnection. [`import`] records such an end as the referee's word, with the
//! original cause in its reason.

mod import;

use std::collections::BTreeMap;

use referee_games::{Opening, rules::Points};
use referee_ids::{PlayerId, Seat, Viewer};

pub use import::BadImport;

use super::{
    ending::{end_reason::EndReason, termination::Termination},
    event::{Event, Fact, MatchOpened, Verdict},
    sight::viewer_of_round,
    state::Match,
    verify::{self, Discrepancy},
};
use crate::opening::occasion::IMPORTED_LABEL;

/// The beginning of a reason with a cause from a text.
const IMPORTED: &str = "imported: ";

/// The moves and the result of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainMatch {
    pub game: String,
    /// Every option with its value.
    pub options: BTreeMap<String, String>,
    /// Player of each seat, seat 0 first.
    pub players: Vec<PlayerId>,
    /// Time of the opening in milliseconds since 1970 (UTC); 0 if unknown.
    pub opened_unix_ms: i64,
    pub opening: Opening,
    /// The rounds, the last one only if it is the first or has steps.
    pub rounds: Vec<PlainRound>,
    /// Seats that lost while the others continued, earliest first.
    pub losses: Vec<PlainLoss>,
    /// Points of each seat so far.
    pub totals: Vec<Points>,
    /// The end; `None` for an unfinished match.
    pub end: Option<PlainEnd>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainRound {
    /// First position, as text.
    pub start: String,
    /// Every step: moves, forced steps and chance.
    pub moves: Vec<String>,
    /// Cause of the end, in the game's own word, and the points of each seat; `None` if the rules
    /// did not end the round.
    pub result: Option<(String, Vec<Points>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainLoss {
    pub seat: Seat,
    /// The round, from 1.
    pub round: u32,
    /// Number of steps of the round before the loss.
    pub ply: u32,
    pub cause: Termination,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainEnd {
    pub termination: Termination,
    /// The seat that the verdict names.
    pub seat: Option<Seat>,
    /// Place of each seat; empty if the match does not count.
    pub places: Vec<u32>,
}

impl MatchOpened {
    /// Returns whether the match was imported from a text. Such a match is never rated.
    pub fn is_imported(&self) -> bool {
        self.labels.contains_key(IMPORTED_LABEL)
    }
}

impl PlainMatch {
    /// Folds a record. `viewer` decides which parts of rounds that are not over are shown; rounds
    /// and matches that are over are open to everyone.
    pub fn of(events: &[Event], viewer: Viewer) -> Result<PlainMatch, Discrepancy> {
        let is_over = |event: &Event| matches!(event.fact, Fact::MatchEnded(_));
        let ended_rounds = events.iter().filter(|event| matches!(event.fact, Fact::RoundEnded { .. })).count();
        let is_match_over = events.last().is_some_and(is_over);
        let (mut rounds, mut losses): (Vec<PlainRound>, Vec<PlainLoss>) = (Vec::new(), Vec::new());
        let folded = verify::fold_and_visit(events, |before, event| {
            let position = before.course().position();
            let starts = usize::from(matches!(event.fact, Fact::RoundStarted { .. }));
            let viewer = viewer_of_round(viewer, is_match_over || rounds.len() + starts <= ended_rounds);
            let is_imported = before.opened().is_imported();
            match &event.fact {
                Fact::RoundStarted { .. } => {
                    rounds.push(PlainRound { start: position.view(viewer), moves: Vec::new(), result: None });
                }
                Fact::MovesTakenBack { ply, .. } => {
                    rounds.last_mut().into_iter().for_each(|round| round.moves.truncate(*ply as usize));
                }
                Fact::RoundEnded { cause, points, .. } => {
                    rounds
                        .last_mut()
                        .into_iter()
                        .for_each(|round| round.result = Some((cause.clone(), points.clone())));
                }
                Fact::SeatLost(lost) => losses.push(PlainLoss {
                    seat: lost.seat,
                    round: before.course().round_number(),
                    ply: before.course().ply(),
                    cause: told_cause(is_imported, lost.cause, &lost.reason),
                }),
                fact => {
                    let step = notation(fact).map(|notation| position.sees(viewer, notation).unwrap_or_default());
                    rounds.last_mut().zip(step).into_iter().for_each(|(round, step)| round.moves.push(step));
                }
            }
        })?;
        if rounds.len() > 1 && rounds.last().is_some_and(|last| last.moves.is_empty()) {
            rounds.pop();
        }
        Ok(PlainMatch::new(&folded, rounds, losses))
    }

    fn new(folded: &Match, rounds: Vec<PlainRound>, losses: Vec<PlainLoss>) -> PlainMatch {
        let opened = folded.opened();
        let end = folded.verdict().map(|verdict| PlainEnd {
            termination: told_cause(opened.is_imported(), verdict.termination, &verdict.reason),
            seat: verdict.seat,
            places: verdict.places.clone(),
        });
        let totals = folded.verdict().map_or(folded.course().totals(), |Verdict { totals, .. }| totals);
        PlainMatch {
            game: opened.game.clone(),
            options: folded.course().setting().options().clone(),
            players: opened.players.clone(),
            opened_unix_ms: opened.opened_unix_ms,
            opening: opened.opening.clone(),
            rounds,
            losses,
            totals: totals.to_vec(),
            end,
        }
    }
}

/// Returns the step of a fact, in complete notation.
fn notation(fact: &Fact) -> Option<&String> {
    match fact {
        Fact::MovePlayed(moved) => Some(&moved.notation),
        Fact::ForcedMovePlayed { notation, .. }
        | Fact::MoveSubstituted { notation, .. }
        | Fact::ChanceResolved { notation, .. } => Some(notation),
        _ => None,
    }
}

/// Returns the original cause of an imported end or loss.
fn told_cause(is_imported: bool, cause: Termination, reason: &EndReason) -> Termination {
    let told = reason.text().filter(|_| is_imported).and_then(|text| text.strip_prefix(IMPORTED));
    told.and_then(Termination::of_word).unwrap_or(cause)
}
