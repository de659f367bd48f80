//! The played moves, and the positions since a piece last entered from a hand. Earlier positions
//! cannot recur.

use std::sync::Arc;

use super::{moves::Move, repetition::Key};

/// The plies of a round. Copies share all but the latest plies, because searchers copy positions
/// often.
#[derive(Clone, Default)]
pub(super) struct Past {
    /// Rows of [`ROW`] plies.
    rows: Vec<Arc<Row>>,
    /// The number of rows whose positions can no longer recur.
    gone: usize,
    latest: Row,
}

#[derive(Clone, Default)]
struct Row {
    played: Vec<Move>,
    /// The positions after the plies that can still recur; sorted once the row is full.
    keys: Vec<Key>,
}

/// Number of plies of a row.
const ROW: usize = 64;

impl Past {
    pub fn played(&self) -> impl Iterator<Item = Move> {
        let rows = self.rows.iter().flat_map(|row| &row.played);
        rows.chain(&self.latest.played).copied()
    }

    /// Adds a ply and the position after it.
    pub fn push(&mut self, played: Move, key: Key) {
        self.latest.played.push(played);
        self.latest.keys.push(key);
        if self.latest.played.len() == ROW {
            let mut row = std::mem::take(&mut self.latest);
            row.keys.sort_unstable();
            self.rows.push(Arc::new(row));
        }
    }

    /// Marks all positions so far as unable to recur.
    pub fn forget(&mut self) {
        self.gone = self.rows.len();
        self.latest.keys.clear();
    }

    /// Returns the positions that can recur and have the same stacks as `key`.
    pub fn alike(&self, key: Key) -> impl Iterator<Item = Key> {
        let is_alike = move |other: &&Key| other.stacks == key.stacks;
        let in_row = move |row: &'_ Arc<Row>| row.keys.partition_point(|other| other.stacks < key.stacks);
        let rows = self.rows.iter().skip(self.gone);
        let earlier = rows.flat_map(move |row| row.keys[in_row(row)..].iter().take_while(is_alike));
        earlier.chain(self.latest.keys.iter().filter(is_alike)).copied()
    }
}
