//! Swiss tournaments: a stage is paired when the previous one is complete.

use referee_ids::Seat;

use super::next::Next;
use crate::tournament::{
    event::{Award, EncounterKey, Fact},
    pairing::{
        Entrant, Stage,
        swiss::{self, Outcome, SwissConfig},
    },
    state::{EncounterState, Outcome as MatchOutcome, Slot, Tournament},
};

/// Returns the next step.
pub(super) fn next(tournament: &Tournament, config: &SwissConfig) -> Next {
    if tournament.unfinished() > 0 {
        return Next::Wait;
    }
    let history = history(tournament);
    if history.len() >= config.stages as usize {
        return Next::Over;
    }
    let present: Vec<bool> = (0..tournament.entrants.len()).map(|index| tournament.is_in(Entrant::at(index))).collect();
    let Stage { pairings, byes } = swiss::pair(config, &history, &present)
        .expect("an outcome and that of the opponent are made from one encounter, and stages and entrants are bounded");
    let stage = history.len() as u32;
    let count = tournament.encounters.len();
    let mut facts: Vec<Fact> = Vec::new();
    facts.extend(byes.into_iter().map(|bye| Fact::AwardGiven {
        stage,
        entrant: bye.entrant,
        halves: tournament.opened.rules.bye_halves,
        award: Award::Bye,
        reason: bye.reason,
    }));
    for (board, pairing) in pairings.into_iter().enumerate() {
        let key = EncounterKey { stage, board: board as u32, extension: 0 };
        facts.extend(tournament.paired(key, pairing, count + board));
    }
    Next::Facts(facts)
}

/// Returns the result of each stage for each entrant. An encounter gives 2, 1 or 0 half points,
/// whatever points the standings count.
fn history(tournament: &Tournament) -> Vec<Vec<Outcome>> {
    let entrants = tournament.entrants.len();
    let mut history: Vec<Vec<Outcome>> = Vec::new();
    let mut at = |stage: u32, entrant: Entrant, outcome: Outcome| {
        while history.len() <= stage as usize {
            history.push(vec![Outcome::Absent { halves: 0 }; entrants]);
        }
        history[stage as usize][entrant.index()] = outcome;
    };
    for award in tournament.awards.iter().filter(|award| award.award == Award::Bye) {
        at(award.stage, award.entrant, Outcome::Bye);
    }
    for encounter in &tournament.encounters {
        if let [first, second] = encounter.paired.entrants[..] {
            let [of_first, of_second] = outcomes(tournament, encounter, [first, second]);
            at(encounter.paired.encounter.stage, first, of_first);
            at(encounter.paired.encounter.stage, second, of_second);
        }
    }
    history
}

fn outcomes(tournament: &Tournament, encounter: &EncounterState, [first, second]: [Entrant; 2]) -> [Outcome; 2] {
    let score = tournament.score(encounter);
    let halves = |own: i64, other: i64| (1 + (own - other).signum()) as u32;
    let [of_first, of_second] = [halves(score[0], score[1]), halves(score[1], score[0])];
    let is_played = |slot: &Slot| matches!(&slot.outcome, MatchOutcome::Counted(result) if result.forfeits.is_empty());
    if encounter.matches.iter().any(is_played) {
        return [
            Outcome::Played { opponent: second, seat: Seat(0), halves: of_first },
            Outcome::Played { opponent: first, seat: Seat(1), halves: of_second },
        ];
    }
    // Absent entrants get nothing from each other, and a void match gives nothing.
    let forfeit = |opponent, halves| Outcome::Forfeit { opponent, halves: if halves == 2 { 2 } else { 0 } };
    [forfeit(second, of_first), forfeit(first, of_second)]
}
