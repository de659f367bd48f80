//! King of the hill: the king defends its place against all other entrants in turn.

use std::collections::VecDeque;

use super::{ContestReason, Entrant, MAX_ENTRANTS, Pairing};

/// Why a hill is impossible: it has no challenger, or too many entrants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid number of entrants {entrants}: expected 2 to {MAX_ENTRANTS}")]
pub struct HillError {
    /// The number found.
    pub entrants: usize,
}

/// The king, and the next challengers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KingOfTheHill {
    king: Entrant,
    /// How often the king has defended its place.
    defended: u32,
    challengers: VecDeque<Entrant>,
}

impl KingOfTheHill {
    /// Creates a hill: the best seed is king, and the others challenge in the order of their
    /// numbers.
    pub fn new(entrants: usize) -> Result<KingOfTheHill, HillError> {
        if !(2..=MAX_ENTRANTS).contains(&entrants) {
            return Err(HillError { entrants });
        }
        Ok(KingOfTheHill { king: Entrant(0), defended: 0, challengers: (1..entrants).map(Entrant::at).collect() })
    }

    pub fn king(&self) -> Entrant {
        self.king
    }

    /// Returns the next pairing; `None` if no challenger is left. The king has seat 0 in its first
    /// encounter, then seats change each time.
    pub fn next(&self) -> Option<Pairing> {
        let challenger = *self.challengers.front()?;
        let mut entrants = vec![self.king, challenger];
        if self.defended % 2 == 1 {
            entrants.reverse();
        }
        let reason = ContestReason::Hill { king: self.king, challenger, defended: self.defended };
        Some(Pairing { entrants, reason })
    }

    /// Applies the points of the next encounter, the king's first. The entrant with more points
    /// becomes king; the other goes to the end of the line. A tie changes nothing.
    pub fn take(&mut self, king: i64, challenger: i64) {
        let Some(met) = self.challengers.pop_front() else { return };
        if challenger > king {
            self.challengers.push_back(std::mem::replace(&mut self.king, met));
            self.defended = 0;
        } else {
            self.challengers.push_back(met);
            self.defended = self.defended.saturating_add(1);
        }
    }

    /// Records an encounter that both entrants missed. Both go to the end of the line, the king
    /// first, and the next in line becomes king.
    pub fn desert(&mut self) {
        let Some(challenger) = self.challengers.pop_front() else { return };
        self.challengers.extend([self.king, challenger]);
        if let Some(next) = self.challengers.pop_front() {
            (self.king, self.defended) = (next, 0);
        }
    }

    /// Removes all entrants whose turn passed before an encounter of these two: they had left by
    /// then.
    pub fn follow(&mut self, entrants: &[Entrant]) {
        while !entrants.contains(&self.king) && !self.challengers.is_empty() {
            self.withdraw(self.king);
        }
        while self.challengers.front().is_some_and(|next| !entrants.contains(next)) {
            self.challengers.pop_front();
        }
    }

    /// Removes an entrant; if it was king, the next in line becomes king.
    pub fn withdraw(&mut self, entrant: Entrant) {
        self.challengers.retain(|challenger| *challenger != entrant);
        if self.king == entrant
            && let Some(next) = self.challengers.pop_front()
        {
            (self.king, self.defended) = (next, 0);
        }
    }
}
