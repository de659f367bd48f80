//! King of the hill: one encounter after another.

use super::next::Next;
use crate::tournament::{event::EncounterKey, pairing::king_of_the_hill::KingOfTheHill, state::Tournament};

/// Returns the next step. The stage of each encounter is its number.
pub(super) fn next(tournament: &Tournament, challenges: u32) -> Next {
    if tournament.unfinished() > 0 {
        return Next::Wait;
    }
    let count = tournament.encounters.len();
    let Some(hill) = hill(tournament).filter(|_| count < challenges as usize) else { return Next::Over };
    match hill.next() {
        Some(pairing) => {
            let key = EncounterKey { stage: count as u32, board: 0, extension: 0 };
            Next::Facts(tournament.paired(key, pairing, count))
        }
        None => Next::Over,
    }
}

/// Returns the hill after all complete encounters and all departures.
fn hill(tournament: &Tournament) -> Option<KingOfTheHill> {
    let mut hill = KingOfTheHill::new(tournament.entrants.len()).ok()?;
    for encounter in tournament.encounters.iter().filter(|encounter| encounter.complete_ms.is_some()) {
        hill.follow(&encounter.paired.entrants);
        if tournament.is_deserted(encounter) {
            hill.desert();
            continue;
        }
        let score = tournament.score(encounter);
        let [first, second] = score[..] else { continue };
        match encounter.paired.entrants.first() == Some(&hill.king()) {
            true => hill.take(first, second),
            false => hill.take(second, first),
        }
    }
    for entrant in tournament.all_out() {
        hill.withdraw(entrant);
    }
    Some(hill)
}
