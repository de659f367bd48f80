//! Measures how good a position is for seat 0 by matches between house bots.

use referee_games::{
    Position,
    bots::{self, Kind},
    rules::{Seat, Turn},
    search::{limits::SearchLimits, split_mix::SplitMix64},
};

use crate::stats::{Counts, Estimate, WinDrawLoss, estimate};

/// Maximum plies of one match of the judge; a longer one counts as a draw.
pub const MAX_PLIES: u32 = 600;
/// One in this many moves of the judge is random, so that matches from the same position differ.
pub const RANDOM_ONE_IN: usize = 24;

/// The bot that plays both seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judge {
    /// Maximum positions that the bot searches for a move, at least 1.
    pub nodes: u64,
    /// Maximum search depth in plies.
    pub depth: u32,
}

/// Matches to be played from one position. The results depend on these fields alone, so any number
/// of threads may share a list of them.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    pub judge: Judge,
    /// A position of a game for two seats.
    pub position: &'a dyn Position,
    pub matches: u32,
    /// Seed of the random moves.
    pub seed: u64,
}

/// Plays the work and returns a judgement for each item, in the same order. If it is stopped, only
/// the first items have one.
pub type DoWork<'a> = dyn FnMut(&[Work<'_>]) -> Vec<Judgement> + 'a;

/// The results of some matches, as seen by seat 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// The wins, draws and losses of seat 0.
    pub counts: WinDrawLoss,
    /// How many of the draws are matches longer than [`MAX_PLIES`].
    pub unfinished: u64,
}

impl Judgement {
    /// Returns the points of seat 0 per match, 0 to 1; 1/2 before the first match.
    pub fn score(&self) -> f64 {
        self.counts.score().unwrap_or(0.5)
    }

    /// Returns the distance of the score from 1/2, 0 to 1/2.
    pub fn bias(&self) -> f64 {
        (self.score() - 0.5).abs()
    }

    /// Returns the advantage of seat 0 in Elo, with its 95 % interval.
    pub fn estimate(&self) -> Estimate {
        estimate(&Counts::Games(self.counts))
    }

    /// Adds the matches of another judgement.
    pub fn add(&mut self, other: &Judgement) {
        // A comment in a file can contain any number, so the sum saturates.
        self.counts.wins = self.counts.wins.saturating_add(other.counts.wins);
        self.counts.draws = self.counts.draws.saturating_add(other.counts.draws);
        self.counts.losses = self.counts.losses.saturating_add(other.counts.losses);
        self.unfinished = self.unfinished.saturating_add(other.unfinished);
    }

    /// Parses the counts of [`Judgement::in_words`], and ignores the derived numbers after them.
    /// `None` for any other text.
    pub fn read(words: &str) -> Option<Judgement> {
        let mut counts = words.strip_prefix("seat 0: ")?.splitn(4, ", ");
        let mut count = |unit: &str| counts.next()?.strip_suffix(unit)?.parse().ok();
        let counts = WinDrawLoss { wins: count(" won")?, draws: count(" drawn")?, losses: count(" lost")? };
        Some(Judgement { counts, unfinished: 0 })
    }

    /// Formats the judgement: `seat 0: 10 won, 2 drawn, 8 lost, 55.0 %, Elo +34 [-112, +184]`.
    pub fn in_words(&self) -> String {
        let WinDrawLoss { wins, draws, losses } = self.counts;
        let elo = self.estimate().elo;
        // Whole numbers avoid a negative 0.
        let whole = |elo: f64| libm::round(elo) as i64;
        format!(
            "seat 0: {wins} won, {draws} drawn, {losses} lost, {:.1} %, Elo {:+} [{:+}, {:+}]",
            100.0 * self.score(),
            whole(elo.value),
            whole(elo.low),
            whole(elo.high)
        )
    }
}

impl Work<'_> {
    pub fn done(&self) -> Judgement {
        self.judge.judge(self.position, self.matches, self.seed)
    }
}

impl Judge {
    /// Plays `matches` from a position of a game for two seats to the end of its round. The same
    /// arguments give the same judgement.
    pub fn judge(&self, position: &dyn Position, matches: u32, seed: u64) -> Judgement {
        let mut rng = SplitMix64::new(seed);
        let mut judgement = Judgement::default();
        for _ in 0..matches {
            judgement.add(&self.play(position, rng.number()));
        }
        judgement
    }

    fn play(&self, from: &dyn Position, seed: u64) -> Judgement {
        let mut rng = SplitMix64::new(seed);
        let mut here = from.boxed();
        for _ in 0..MAX_PLIES {
            let Some(played) = self.choose(&*here, &mut rng) else { break };
            if here.play(&played).is_err() {
                break;
            }
        }
        let Some(outcome) = here.outcome() else {
            return Judgement { counts: WinDrawLoss { draws: 1, ..WinDrawLoss::default() }, unfinished: 1 };
        };
        let of = |seat: usize| outcome.points.get(seat).map_or(0, |points| points.halves);
        let counts = match of(0).cmp(&of(1)) {
            std::cmp::Ordering::Greater => WinDrawLoss { wins: 1, ..WinDrawLoss::default() },
            std::cmp::Ordering::Equal => WinDrawLoss { draws: 1, ..WinDrawLoss::default() },
            std::cmp::Ordering::Less => WinDrawLoss { losses: 1, ..WinDrawLoss::default() },
        };
        Judgement { counts, unfinished: 0 }
    }

    fn choose(&self, here: &dyn Position, rng: &mut SplitMix64) -> Option<String> {
        match here.turn() {
            Turn::Seat(seat) => self.choose_for(here, seat, rng),
            Turn::Forced(_) => here.legal().into_iter().next(),
            Turn::Chance | Turn::Over => None,
        }
    }

    fn choose_for(&self, here: &dyn Position, seat: Seat, rng: &mut SplitMix64) -> Option<String> {
        if rng.below(RANDOM_ONE_IN) == 0 {
            return bots::any(&here.legal(), rng.number());
        }
        let mut limits = SearchLimits::of(self.nodes.max(1)).no_deeper(self.depth.max(1));
        bots::think(Kind::Search, here, seat, &mut limits, rng.number())
    }
}
