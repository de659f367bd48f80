//! Partly hidden positions, and the deals consistent with the visible part.

use super::{
    position::{HonestJohn, Phase},
    setup::Version,
    tiles::{Tile, whole_set},
    voids::{NUMBERS, Voids},
};
use crate::{
    rules::{Entropy, Seat, Viewer},
    search::split_mix::SplitMix64,
};

/// Exchanges per hidden tile before a deal counts as random among the possible ones.
const EXCHANGES: usize = 8;
/// Attempts to find a deal that fits the phase.
const TRIES: usize = 256;

/// A position as one viewer knows it.
#[derive(Clone, Debug)]
pub(super) struct Knowledge {
    /// The known part of the position: hands and boneyard contain only the known tiles.
    pub known: HonestJohn,
    /// The number of hidden tiles in each hand.
    pub hands: Vec<usize>,
    /// The number of hidden tiles in the boneyard.
    pub boneyard: usize,
}

impl Knowledge {
    /// Returns the knowledge of `viewer`: the lines, its own hand, the counts, and the public
    /// knowledge about other hands.
    pub(super) fn of(position: &HonestJohn, viewer: Viewer) -> Knowledge {
        let mut knowledge = Knowledge { known: position.clone(), hands: vec![0; position.hands.len()], boneyard: 0 };
        if position.is_over() {
            return knowledge;
        }
        for (seat, (hidden, hand)) in (0..).zip(knowledge.hands.iter_mut().zip(&mut knowledge.known.hands)) {
            if viewer != Viewer::Seat(Seat(seat)) {
                *hidden = hand.len();
                hand.clear();
            }
        }
        knowledge.boneyard = knowledge.known.boneyard.len();
        knowledge.known.boneyard.clear();
        knowledge
    }

    /// Returns the tiles whose place is not known.
    pub(super) fn unseen(&self) -> Vec<Tile> {
        let mut unseen = whole_set(self.known.setup.top);
        let centre = self.known.centre.filter(|_| self.known.opened != 0).map(|number| Tile::new(number, number));
        let laid = self.known.hands.iter().chain(&self.known.lines).flatten().chain(&self.known.boneyard);
        let mut seen: Vec<Tile> = laid.copied().chain(centre).collect();
        seen.sort();
        unseen.retain(|tile| seen.binary_search(tile).is_err());
        unseen
    }

    /// Returns the number of hidden tiles.
    pub(super) fn hidden(&self) -> usize {
        self.hands.iter().sum::<usize>() + self.boneyard
    }

    /// Returns a complete position consistent with all knowledge; the same entropy gives the same
    /// position. `None` if none was found.
    ///
    /// The deal starts uniform, without the knowledge about the hidden hands. Exchanges of two
    /// tiles then satisfy that knowledge, and never make it worse. Further exchanges that keep it
    /// satisfied form a Markov chain whose limit is uniform over the deals that it reaches. Deals
    /// that do not fit the phase are drawn again.
    pub(super) fn fill(&self, entropy: &Entropy) -> Option<HonestJohn> {
        if self.hidden() == 0 {
            return self.known.has_possible_phase().then(|| self.known.clone());
        }
        if self.hidden() != self.unseen().len() {
            return None;
        }
        let pinned = self.pinned();
        let mut rng = SplitMix64::new(fold(entropy));
        let mut mix = Mix::new(&pinned, &mut rng);
        for _ in 0..TRIES {
            mix.exchange(EXCHANGES * mix.tiles.len(), &mut rng);
            if mix.wrong == 0 {
                let position = mix.deal(&pinned);
                if position.has_possible_phase() && can_go_on(&position) {
                    return Some(position);
                }
            }
        }
        None
    }
}

impl Knowledge {
    /// Returns the knowledge with the starting double in the hand of the seat that must lay it.
    fn pinned(&self) -> Knowledge {
        let mut pinned = self.clone();
        let starter = usize::from(self.known.line);
        let double = self.known.centre.filter(|_| self.known.phase == Phase::Start).map(|n| Tile::new(n, n));
        if let Some(double) = double.filter(|_| self.hands[starter] > 0) {
            pinned.hands[starter] -= 1;
            pinned.known.hands[starter].push(double);
        }
        pinned
    }
}

/// The hidden tiles, each assigned to a place.
struct Mix {
    /// Each tile and its place: a seat, or the boneyard after the seats.
    tiles: Vec<(Tile, usize)>,
    /// The known voids of each seat; none for the boneyard.
    voids: Vec<Voids>,
    /// The number of tiles in each place that show a number.
    shown: Vec<[u8; NUMBERS]>,
    /// The number of tiles in impossible places.
    wrong: i32,
}

impl Mix {
    fn new(knowledge: &Knowledge, rng: &mut SplitMix64) -> Mix {
        let seats = knowledge.hands.len();
        let mut unseen = knowledge.unseen();
        rng.shuffle(&mut unseen);
        let counts = knowledge.hands.iter().chain([&knowledge.boneyard]);
        let places = (0..).zip(counts).flat_map(|(place, count)| std::iter::repeat_n(place, *count));
        let mut voids = knowledge.known.voids.clone();
        voids.push(Voids::NOTHING);
        let mut mix = Mix { tiles: Vec::new(), voids, shown: vec![[0; NUMBERS]; seats + 1], wrong: 0 };
        for (tile, place) in unseen.into_iter().zip(places) {
            mix.wrong += mix.put(tile, place);
            mix.tiles.push((tile, place));
        }
        mix
    }

    /// Tries `times` exchanges of two tiles in different places, and keeps those that do not
    /// increase the number of wrong tiles.
    fn exchange(&mut self, times: usize, rng: &mut SplitMix64) {
        for _ in 0..times {
            let (one, other) = (rng.below(self.tiles.len()), rng.below(self.tiles.len()));
            let ((tile, place), (other_tile, other_place)) = (self.tiles[one], self.tiles[other]);
            if place == other_place {
                continue;
            }
            let gain = self.take(tile, place) + self.take(other_tile, other_place);
            let cost = self.put(other_tile, place) + self.put(tile, other_place);
            if cost > gain {
                self.take(other_tile, place);
                self.take(tile, other_place);
                self.put(tile, place);
                self.put(other_tile, other_place);
                continue;
            }
            self.wrong += cost - gain;
            self.tiles[one].1 = other_place;
            self.tiles[other].1 = place;
        }
    }

    /// Assigns a tile to a place. Returns the increase in wrong tiles.
    fn put(&mut self, tile: Tile, place: usize) -> i32 {
        let cost = self.cost(tile, place);
        tile.numbers().for_each(|number| self.shown[place][usize::from(number)] += 1);
        cost
    }

    /// Removes a tile from a place. Returns the decrease in wrong tiles.
    fn take(&mut self, tile: Tile, place: usize) -> i32 {
        tile.numbers().for_each(|number| self.shown[place][usize::from(number)] -= 1);
        self.cost(tile, place)
    }

    /// Returns the increase in wrong tiles if a tile is assigned to a place.
    fn cost(&self, tile: Tile, place: usize) -> i32 {
        let (voids, shown) = (&self.voids[place], &self.shown[place]);
        let many = |number: &u8| voids.most(*number).is_some_and(|most| shown[usize::from(*number)] >= most);
        let double = tile.is_double() && voids.double(tile.high());
        tile.numbers().filter(many).count() as i32 + i32::from(double)
    }

    /// Returns the position with every tile in its present place.
    fn deal(&self, knowledge: &Knowledge) -> HonestJohn {
        let mut position = knowledge.known.clone();
        for (tile, place) in &self.tiles {
            match position.hands.get_mut(*place) {
                Some(hand) => hand.push(*tile),
                None => position.boneyard.push(*tile),
            }
        }
        position.hands.iter_mut().for_each(|hand| hand.sort());
        position
    }
}

/// Returns whether the turn could begin (H8). A last draw may block the round during a turn of
/// version 2.
fn can_go_on(position: &HonestJohn) -> bool {
    position.setup.version == Version::Pips || position.is_over() || !position.is_blocked()
}

/// Derives one number from 32 bytes.
fn fold(entropy: &Entropy) -> u64 {
    let words = entropy.0.chunks_exact(8).map(|chunk| chunk.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
    words.fold(0, |all: u64, word| all.rotate_left(17) ^ word)
}
