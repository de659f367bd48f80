//! The tournaments and ladders of a run, and the orders of their host.

use std::{fmt, ops::Range, time::Duration};

use referee::games::search::split_mix::SplitMix64;

use super::{Game, Plan, millis};

/// One run in this many has contests.
const CONTESTS_EVERY: usize = 4;
/// Maximum tournaments of a run, and maximum ladders.
const MOST_OF_A_KIND: usize = 2;
/// Minimum and maximum number of entrants.
const ENTRANTS: (usize, usize) = (4, 6);
/// Maximum orders of the host per contest.
const ORDERS: usize = 4;
/// Latest time of the last order, in milliseconds.
const ORDERS_UNTIL: usize = 60_000;
/// House bots that may enter.
const HOUSE: [&str; 2] = ["house-random", "house-greedy"];

/// A tournament or a ladder.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Its id.
    pub id: String,
    pub format: Format,
    /// Number of the first program that enters.
    pub first: usize,
    /// Number of programs that enter, counted from `first`.
    pub programs: usize,
    /// Number of these programs, counted from `first`, that never enter by themselves. Only their
    /// policies agree to matches.
    pub unentered: usize,
    /// Number of house bots that enter.
    pub house: usize,
    /// Maximum matches open at once.
    pub at_once: usize,
    pub from: Duration,
    /// Orders by time.
    pub orders: Vec<Order>,
    /// Time that a watcher takes for each page of events.
    pub pace: Duration,
}

/// The pairing system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    RoundRobin,
    Gauntlet,
    Tables,
    Swiss,
    Knockout,
    DoubleElimination,
    KingOfTheHill,
    Arena,
    /// A ladder, which the host closes after this time.
    Ladder(Duration),
}

/// An order of the host.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Order {
    pub at: Duration,
    pub what: Ordered,
}

/// The content of an order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ordered {
    /// Pauses the contest for this time.
    Pause(Duration),
    /// An entrant withdraws or retires.
    Leave(usize),
    Disqualify(usize),
    /// Replays a counted match.
    Replay(usize),
    /// Quarantines an entrant of a ladder for this time.
    Quarantine(usize, Duration),
    /// Annuls a match of a ladder without a replay.
    Annul(usize),
}

impl Format {
    /// Returns the number of seats of a match.
    pub fn seats(self) -> u8 {
        if self == Format::Tables { 3 } else { 2 }
    }
}

impl Contest {
    /// Returns the numbers of the programs that enter by themselves.
    pub fn entered(&self) -> Range<usize> {
        self.first + self.unentered..self.first + self.programs
    }

    pub fn is_ladder(&self) -> bool {
        matches!(self.format, Format::Ladder(_))
    }

    /// Returns the names of the entrants, strongest first.
    pub fn entrants(&self) -> Vec<String> {
        let programs = (self.first..self.first + self.programs).map(|number| format!("p{number}"));
        programs.chain(HOUSE[..self.house].iter().map(|name| (*name).to_owned())).collect()
    }
}

/// Draws the contests of a run from a separate generator, so all other events of a seed stay the
/// same.
pub fn draw(plan: &Plan) -> Vec<Contest> {
    let mut luck = SplitMix64::new(plan.seed ^ 0x5EED_C047_E575_0001);
    let is_small = matches!(plan.game, Game::Takeaway { rounds: 0..=2, .. }) && !plan.is_silent();
    if !is_small || luck.below(CONTESTS_EVERY) > 0 {
        return Vec::new();
    }
    let (cups, ladders) = (luck.below(MOST_OF_A_KIND + 1), luck.below(MOST_OF_A_KIND + 1));
    let cups = (0..cups).map(|number| (format!("cup{number}"), false));
    let ladders = (0..ladders).map(|number| (format!("ladder{number}"), true));
    cups.chain(ladders).map(|(id, is_ladder)| contest(&mut luck, id, is_ladder)).collect()
}

fn contest(luck: &mut SplitMix64, id: String, is_ladder: bool) -> Contest {
    let (least, most) = ENTRANTS;
    let entrants = least + luck.below(most - least + 1);
    let house = [0, 0, 1, HOUSE.len()][luck.below(4)];
    let format = match is_ladder {
        true => Format::Ladder(Duration::from_secs(20) + millis(luck, &[60_000])),
        false => [Format::RoundRobin, Format::Swiss, Format::Knockout][luck.below(3)],
    };
    let count = luck.below(ORDERS + 1);
    let mut orders: Vec<Order> = (0..count).map(|_| order(luck, entrants, is_ladder)).collect();
    orders.sort_by_key(|order| order.at);
    Contest {
        id,
        format,
        first: 0,
        programs: entrants - house,
        unentered: 0,
        house,
        at_once: 1 + luck.below(3),
        from: millis(luck, &[3_000, 20_000]),
        orders,
        pace: millis(luck, &[0, 0, 3_000]),
    }
}

fn order(luck: &mut SplitMix64, entrants: usize, is_ladder: bool) -> Order {
    let at = millis(luck, &[ORDERS_UNTIL]);
    let (entrant, lasts) = (luck.below(entrants), millis(luck, &[1_000, 15_000]));
    let what = match luck.below(if is_ladder { 7 } else { 5 }) {
        0 | 1 => Ordered::Pause(lasts),
        2 => Ordered::Leave(entrant),
        3 => Ordered::Disqualify(entrant),
        4 => Ordered::Replay(entrant),
        5 => Ordered::Quarantine(entrant, lasts),
        _ => Ordered::Annul(entrant),
    };
    Order { at, what }
}

impl fmt::Display for Contest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Contest { id, format, at_once, from, pace, orders, unentered, .. } = self;
        let entrants = self.entrants().join(", ");
        writeln!(f, "  {id}, {format:?} of {entrants}, {unentered} unentered, {at_once} at once, from {from:?}")?;
        writeln!(f, "  {id} is watched {pace:?} a page")?;
        for Order { at, what } in orders {
            writeln!(f, "  {:>7.3} {id} {what:?}", at.as_secs_f64())?;
        }
        Ok(())
    }
}
