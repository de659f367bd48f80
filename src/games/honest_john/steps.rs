//! The effect of a move, a forced step or a deal, and the next phase.

use super::{
    moves::Move,
    position::{HonestJohn, Phase},
    setup::Version,
    tiles::Tile,
};

impl HonestJohn {
    /// Plays a legal step. Any other step gives an unspecified position without a panic.
    pub(super) fn step(&mut self, played: &Move) {
        match (self.phase, played) {
            (Phase::Deal, Move::Deal(order)) => self.deal(order),
            (Phase::Start, Move::Start(tile)) => {
                self.take(self.line, *tile);
                self.lay_centre(tile.high());
                self.next_turn(self.line, self.line);
            }
            (Phase::Play, Move::Play(tile)) => self.lay(self.line, *tile),
            (Phase::Give(places), Move::Give(tile)) => {
                let seller = self.asked(places);
                if self.setup.version == Version::Chips {
                    self.gains[usize::from(self.line)] -= 1;
                    self.gains[usize::from(seller)] += 1;
                }
                self.lay(seller, *tile);
            }
            (Phase::Draw, Move::Draw(_)) => self.draw(),
            (Phase::Ask(places), Move::None) => self.ask(places + 1),
            (Phase::Stuck, Move::Dead) => {
                self.dead |= 1 << self.line;
                self.begin_turn(self.asked(1));
            }
            (Phase::Stuck, Move::Pass) => self.begin_turn(self.asked(1)),
            _ => {}
        }
    }

    /// Deals the tiles and finds the starting double (H2, H9, H10, H19).
    fn deal(&mut self, order: &[Tile]) {
        let (seats, hand) = (usize::from(self.setup.seats), self.setup.hand);
        self.hands = (0..seats).map(|seat| order.iter().skip(seat * hand).take(hand).copied().collect()).collect();
        self.hands.iter_mut().for_each(|hand| hand.sort());
        self.boneyard = order.iter().skip(seats * hand).copied().collect();

        let later = self.setup.version == Version::Pips && self.round > 1;
        let below = if later { self.centre.unwrap_or(0) } else { self.setup.top + 1 };
        let doubles = |hand: &Vec<Tile>| {
            hand.iter().filter(|tile| tile.is_double()).map(|tile| tile.high()).find(|number| *number < below)
        };
        let starter = (0..self.setup.seats).max_by_key(|seat| doubles(&self.hands[usize::from(*seat)]));
        let best = starter.and_then(|seat| Some((seat, doubles(&self.hands[usize::from(seat)])?)));
        match best {
            Some((seat, number)) => {
                self.note_start(number, below);
                self.line = seat;
                self.centre = Some(number);
                self.phase = Phase::Start;
            }
            None if later => self.phase = Phase::NoDouble,
            // Everything is dealt again: another turn of chance, which begins with empty hands.
            None => *self = HonestJohn::before_deal(self.setup, self.round, self.centre, self.before.clone()),
        }
    }

    /// Lays a tile of a seat on the current line. The turn ends, and possibly the round.
    fn lay(&mut self, holder: u8, tile: Tile) {
        self.lay_on(self.line, tile);
        self.note_laid(holder, tile);
        self.last = Some(self.line);
        self.take(holder, tile);
        self.next_turn(holder, self.asked(1));
    }

    /// Begins the turn of `next`, unless `holder` has laid its last tile (H7).
    fn next_turn(&mut self, holder: u8, next: u8) {
        if self.hands[usize::from(holder)].is_empty() {
            self.finish(Phase::Out(holder));
        } else {
            self.begin_turn(next);
        }
    }

    fn take(&mut self, holder: u8, tile: Tile) {
        self.hands[usize::from(holder)].retain(|held| *held != tile);
    }

    /// Begins the turn of a seat, or of the next seat whose line lives. Checks before every turn
    /// whether the round is blocked (H8).
    fn begin_turn(&mut self, seat: u8) {
        if self.is_blocked() {
            return self.finish(Phase::Blocked);
        }
        self.line = seat;
        // At least one line lives, because the round is not blocked: one round of the table is
        // enough.
        for _ in 0..self.setup.seats {
            if !self.is_dead(self.line) {
                break;
            }
            self.line = self.asked(1);
        }
        if self.can_help(self.line, self.line) {
            self.phase = Phase::Play;
            return;
        }
        self.note_none(self.line);
        if self.can_draw() {
            self.phase = Phase::Draw;
        } else {
            self.ask(1);
        }
    }

    /// Draws exactly one tile. If the tile fits, it must be played. Otherwise the player keeps it
    /// and asks the others (H17).
    fn draw(&mut self) {
        if self.boneyard.is_empty() {
            return;
        }
        let tile = self.boneyard.remove(0);
        let hand = &mut self.hands[usize::from(self.line)];
        hand.push(tile);
        hand.sort();
        self.note_draw(self.line);
        if self.fits(tile, self.line) {
            self.phase = Phase::Play;
        } else {
            self.note_none(self.line);
            self.ask(1);
        }
    }

    /// Asks the seat `places` places to the left (H6).
    fn ask(&mut self, places: u8) {
        self.phase = if places >= self.setup.seats {
            Phase::Stuck
        } else if self.can_help(self.asked(places), self.line) {
            Phase::Give(places)
        } else {
            self.note_none(self.asked(places));
            Phase::Ask(places)
        };
    }

    /// Ends the round and pays for it (H14, H20).
    fn finish(&mut self, end: Phase) {
        self.phase = end;
        let pips: Vec<i64> = self.hands.iter().map(|hand| hand.iter().map(|tile| tile.pips()).sum()).collect();
        match (self.setup.version, end) {
            (Version::Chips, Phase::Out(winner)) => {
                self.gains.iter_mut().for_each(|gain| *gain -= 1);
                self.gains[usize::from(winner)] += i64::from(self.setup.seats);
            }
            (Version::Pips, Phase::Out(winner)) => self.gains[usize::from(winner)] += pips.iter().sum::<i64>(),
            (Version::Pips, Phase::Blocked) => self.pay_fewest(&pips),
            _ => {}
        }
    }

    /// Pays a blocked round of version 2. The fewest pips win if below 10 and if not all tie. Each
    /// winner scores the pips of all others, minus its own (H20).
    fn pay_fewest(&mut self, pips: &[i64]) {
        const TOO_MANY: i64 = 10;
        let fewest = pips.iter().copied().min().unwrap_or(0);
        if fewest >= TOO_MANY || pips.iter().all(|own| *own == fewest) {
            return;
        }
        let others: i64 = pips.iter().filter(|own| **own != fewest).sum();
        for (gain, own) in self.gains.iter_mut().zip(pips) {
            if *own == fewest {
                *gain += others - own;
            }
        }
    }

    /// Returns the next round. Version 1 always has one; version 2 has one until the starting
    /// double was [0-0] (H19).
    pub(super) fn following(&self) -> Option<HonestJohn> {
        let ended = self.phase == Phase::NoDouble || self.centre == Some(0);
        if self.setup.version == Version::Pips && ended {
            return None;
        }
        // A round number from outside can be the maximum.
        let number = self.round.checked_add(1)?;
        let before = self.before.iter().zip(&self.gains).map(|(had, gain)| had + gain).collect();
        Some(HonestJohn::before_deal(self.setup, number, self.centre, before))
    }
}
