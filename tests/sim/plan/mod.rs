//! The plan of a run. Everything is drawn from the seed before the run begins, so a fault can be
//! removed without changing the rest.

mod contests;
mod deadlines;
mod weekend;

use std::{fmt, time::Duration};

use referee::{
    games::{self, GAMES, rules::Setting, search::split_mix::SplitMix64},
    ids::{Seat, Viewer},
    law::{Absence, state::MAX_SILENCE},
};

pub use contests::{Contest, Format, Ordered};
pub use weekend::Crowd;

use crate::{settings::any_setting, takeaway::TAKEAWAY};

/// Latest start of a fault. Without delays, most matches of the small game are over by then.
const FAULTS_UNTIL: Duration = Duration::from_secs(40);
/// Maximum faults of one run.
const FAULTS: usize = 8;
/// The time controls of the small game.
const CONTROLS: [&str; 6] = ["10", "5+1", "st=5", "30d5", "20/5x2", "inf"];
/// Downtime of the server before its final restart, after all faults.
pub const RESTART: Duration = Duration::from_secs(1);
/// Durations of the absences and connections of a program that flickers.
pub const FLICKER: Duration = Duration::from_secs(16);
pub const FLICKER_HERE: Duration = Duration::from_millis(700);
/// One run in this many plays a registered game instead of the small one.
const CATALOGUE_EVERY: usize = 64;
/// One run in this many has more events than a seat's queue holds.
const LONG_EVERY: usize = 256;

/// One run.
#[derive(Clone, Debug)]
pub struct Plan {
    pub seed: u64,
    pub game: Game,
    pub control: &'static str,
    pub illegal: Illegal,
    /// Number of matches that the same players play at once.
    pub matches: usize,
    /// Maximum time of an append without a fault.
    pub latency: Duration,
    pub spectator_delay: Duration,
    pub nonce_wait: Duration,
    /// Grace period of an absent seat.
    pub grace: Duration,
    /// The limit on the absence of a seat.
    pub absence: Absence,
    /// Time that a match waits for its seats.
    pub start_grace: Duration,
    /// Time limit for a seat's first move, in addition to its clock.
    pub first_move_grace: Option<Duration>,
    pub watchers: Vec<Watcher>,
    /// Faults by start time.
    pub faults: Vec<Fault>,
    pub contests: Vec<Contest>,
    /// The crowd of bots, if the run is a weekend.
    pub crowd: Option<Crowd>,
}

/// The game and its setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// The small game of the tests, which has hidden luck, with this number of seats and rounds.
    Takeaway { seats: u8, rounds: u8 },
    /// The registered game with this index, with any setting.
    Catalogue(usize),
}

/// The penalty for an illegal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    Retry,
    Forfeit,
    Substitute,
}

/// A spectator of a match.
#[derive(Clone, Copy, Debug)]
pub struct Watcher {
    pub of_match: usize,
    pub viewer: Viewer,
    pub from: Duration,
    /// Time that it takes for each event.
    pub pace: Duration,
    /// Number of events after which it disconnects and returns.
    pub stays: usize,
}

/// A fault and its start time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fault {
    pub at: Duration,
    pub what: What,
}

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    /// The store fails in this way for this time.
    Store(StoreFault, Duration),
    /// The host and all its programs stall.
    Freeze(Duration),
    /// The server dies and restarts after this time.
    Crash(Duration),
    /// The server dies at its next append, which is stored or lost.
    CrashAtAppend(Append, Duration),
    /// The server closes cleanly and restarts.
    Close(Duration),
    /// The hall is dropped without being closed.
    Drop(Duration),
    /// Another server takes over the same store, while the first one continues for this time.
    TakeOver(Duration),
    /// The table of the next append panics, after or before the append is durable.
    Panic(Append),
    /// An arbiter rules on the match with this number.
    Arbiter(usize, Ruled),
    /// The program with this number acts.
    Program(usize, Act),
}

/// An act of an arbiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruled {
    /// Pauses the match for this time, or for good.
    Pause(Option<Duration>),
    /// Ends the match.
    Adjudicate,
}

/// The result of an append during a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Append {
    Durable,
    Lost,
}

/// A fault of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreFault {
    /// All writes fail.
    Refuses,
    /// Each write takes this long.
    Slow(Duration),
    /// Writes succeed, but their answers are lost.
    AnswerLost,
    /// All reads fail.
    Unreadable,
    /// Every second write succeeds, all answers are lost, and all reads fail.
    LostAndUnreadable,
}

/// An act of a program, or a fault of its link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Act {
    /// The link breaks; the program reconnects after this time and resumes.
    Cut(Duration),
    /// The same, but the program has forgotten everything.
    Forget(Duration),
    /// The program opens another link while the first one is up.
    Replace,
    /// The program stops reading for this time.
    Shut(Duration),
    /// The link transmits nothing for this time, in either direction.
    Stall(Duration),
    /// From now on, each direction has this delay.
    Delay(Duration),
    /// The program sends this many meaningless messages at once.
    Flood(usize),
    /// The next answer of the program arrives just as its time ends.
    Late,
    /// The next answer of the program arrives just before its time ends, directly after a request
    /// that must be stored.
    Brink,
    /// The next claim of the program arrives just after its time ends, while another event is being
    /// stored.
    Behind,
    /// This many answers of the program are illegal.
    Illegal(usize),
    /// The program violates the protocol.
    Misbehave,
    Resign,
    ProposeDraw,
    ProposeTakeback,
    Abort,
    ClaimDraw,
    /// The program sends a message at which the table panics.
    Poison,
    /// The program breaks its link this many times.
    Flap(usize),
    /// This many times, the program is away for [`FLICKER`] and then connects briefly.
    Flicker(usize),
    /// The program stops answering turns.
    Silence,
    /// The program opens a rated match with this player, whose policy alone may agree.
    OpenByPolicy(usize),
    /// The program challenges a player this many times.
    Challenge(usize, usize),
}

impl Plan {
    /// Absence of a program that never connects. No fault lasts this long.
    pub const NEVER: Duration = Duration::from_secs(365 * 24 * 60 * 60);

    pub fn new(seed: u64) -> Plan {
        let mut luck = SplitMix64::new(seed ^ 0x5EED_0F7E_5742_0001);
        let game = match () {
            () if luck.below(CATALOGUE_EVERY) == 0 => Game::Catalogue(luck.below(GAMES.len())),
            () if luck.below(LONG_EVERY) == 0 => Game::Takeaway { seats: 4, rounds: 9 },
            () => Game::Takeaway { seats: [2, 2, 2, 3, 4][luck.below(5)], rounds: 1 + luck.below(2) as u8 },
        };
        let small = matches!(game, Game::Takeaway { rounds: 0..=2, .. });
        let matches = if small && luck.below(4) == 0 { 2 } else { 1 };
        let watchers = (0..luck.below(3)).map(|_| watcher(&mut luck, matches)).collect();
        let mut plan = Plan {
            seed,
            game,
            control: CONTROLS[luck.below(CONTROLS.len())],
            illegal: [Illegal::Retry, Illegal::Forfeit, Illegal::Substitute][luck.below(3)],
            matches,
            latency: millis(&mut luck, &[0, 0, 2, 20]),
            spectator_delay: Duration::from_secs([0, 0, 0, 3][luck.below(4)]),
            nonce_wait: Duration::from_secs([0, 0, 2][luck.below(3)]),
            grace: Duration::from_secs(60),
            absence: Absence::Grace,
            start_grace: Duration::from_secs(300),
            first_move_grace: None,
            watchers,
            faults: Vec::new(),
            contests: Vec::new(),
            crowd: None,
        };
        for _ in 0..1 + luck.below(FAULTS) {
            let mut next = fault(&mut luck, plan.players());
            // Faults often come together.
            if let Some(before) = plan.faults.last().filter(|_| luck.below(3) == 0) {
                next.at = before.at + millis(&mut luck, &[1_500]);
            }
            plan.faults.push(next);
        }
        if game == (Game::Takeaway { seats: 4, rounds: 9 }) {
            plan.overflow();
        }
        plan.faults.sort_by_key(|fault| fault.at);
        // A takeback may cross a move, which is then illegal. No seat may lose by that.
        if plan.faults.iter().any(|fault| matches!(fault.what, What::Program(_, Act::ProposeTakeback))) {
            plan.illegal = Illegal::Retry;
        }
        // Short grace periods end while other faults last.
        plan.grace = Duration::from_secs([60, 60, 20, 5][luck.below(4)]);
        if luck.below(2) == 0 {
            plan.nearly_too_late();
        }
        // Spectators that stay with the earlier server are delayed by its clock, which the later
        // server does not continue.
        if plan.faults.iter().any(|fault| matches!(fault.what, What::TakeOver(_))) {
            plan.spectator_delay = Duration::ZERO;
        }
        deadlines::draw(&mut plan);
        plan.contests = contests::draw(&plan);
        plan
    }

    /// Makes each player that is away for long return just before its grace period ends, while
    /// another event is being stored.
    fn nearly_too_late(&mut self) {
        let (players, grace) = (self.players(), self.grace);
        let mut asks = Vec::new();
        for fault in &mut self.faults {
            if let What::Program(player, Act::Cut(away)) = &mut fault.what
                && *away >= Duration::from_secs(5)
            {
                *away = grace - Duration::from_millis(2);
                let at = fault.at + grace - Duration::from_millis(4);
                asks.push(Fault { at, what: What::Program((*player + 1) % players, Act::ProposeDraw) });
            }
        }
        self.faults.extend(asks);
        self.faults.sort_by_key(|fault| fault.at);
    }

    /// Loses one seat that does not read, while the others produce more events than its queue
    /// holds.
    fn overflow(&mut self) {
        const DELAY: Duration = Duration::from_millis(500);
        let at = Duration::from_secs(6);
        self.faults = vec![
            Fault { at, what: What::Program(1, Act::Resign) },
            Fault { at, what: What::Program(1, Act::Shut(Duration::from_secs(900))) },
            // They disconnect before they receive their turns.
            Fault { at, what: What::Program(2, Act::Delay(DELAY)) },
            Fault { at, what: What::Program(3, Act::Delay(DELAY)) },
            Fault { at, what: What::Program(2, Act::Flap(150)) },
            Fault { at, what: What::Program(3, Act::Flap(150)) },
        ];
        (self.control, self.latency, self.nonce_wait) = ("inf", Duration::ZERO, Duration::ZERO);
    }

    pub fn players(&self) -> usize {
        match self.game {
            Game::Takeaway { seats, .. } => usize::from(seats),
            Game::Catalogue(_) => usize::from(self.setting().seats()),
        }
    }

    /// Returns the number of programs: the players of the matches plus all further entrants.
    pub fn programs(&self) -> usize {
        let crowd = self.crowd.map_or(self.players(), |crowd| crowd.bots);
        self.contests.iter().map(|contest| contest.first + contest.programs).fold(crowd, usize::max)
    }

    /// Returns the maximum number of matches that each program plays at once.
    pub fn places(&self) -> u32 {
        self.crowd.map_or(16, |crowd| crowd.places as u32)
    }

    /// Returns whether a match has no moves up to the maximum inactivity.
    pub fn is_silent(&self) -> bool {
        let is_it = |what: What| matches!(what, What::Arbiter(_, Ruled::Pause(None)) | What::Program(_, Act::Silence));
        self.faults.iter().any(|fault| is_it(fault.what))
    }

    pub fn rules(&self) -> &'static dyn games::Game {
        match self.game {
            Game::Takeaway { .. } => &TAKEAWAY,
            Game::Catalogue(number) => GAMES[number],
        }
    }

    pub fn setting(&self) -> Setting {
        let game = self.rules();
        match self.game {
            Game::Takeaway { seats, rounds } => {
                let rounds = rounds.to_string();
                game.facts().setting(seats, [("rounds", rounds.as_str())]).expect("a setting")
            }
            Game::Catalogue(_) => any_setting(game, &mut SplitMix64::new(self.seed)),
        }
    }

    /// Returns when the last fault is over.
    pub fn calm_after(&self) -> Duration {
        let over = |fault: &Fault| fault.at + fault.what.lasts();
        let last = self.faults.iter().map(over).max().unwrap_or_default();
        // If the append that ends a silence kills its server or its table, the silence lasts for
        // its full time again.
        let is_silent = self.faults.iter().any(|fault| fault.what.lasts() >= MAX_SILENCE);
        let ends = |fault: &&Fault| matches!(fault.what, What::CrashAtAppend(..) | What::Panic(_));
        let crashes = self.faults.iter().filter(ends).count();
        let again = if is_silent { MAX_SILENCE * crashes as u32 } else { Duration::ZERO };
        last + again + if self.restarts_at_last() { RESTART } else { Duration::ZERO }
    }

    /// Returns whether the server restarts once more after all faults. An earlier server's stewards
    /// may open a match after the later server has listed the live ones. No program connects to the
    /// earlier server, so such a match waits for the next start.
    pub fn restarts_at_last(&self) -> bool {
        !self.contests.is_empty() && self.faults.iter().any(|fault| matches!(fault.what, What::TakeOver(_)))
    }
}

impl What {
    fn lasts(&self) -> Duration {
        match self {
            What::Program(_, Act::Cut(lasts)) if *lasts == Plan::NEVER => Duration::ZERO,
            What::Store(_, lasts)
            | What::Freeze(lasts)
            | What::Crash(lasts)
            | What::CrashAtAppend(_, lasts)
            | What::Close(lasts)
            | What::TakeOver(lasts)
            | What::Drop(lasts) => *lasts,
            What::Program(_, Act::Cut(lasts) | Act::Forget(lasts) | Act::Shut(lasts) | Act::Stall(lasts)) => *lasts,
            What::Program(_, Act::Flicker(times)) => (FLICKER + FLICKER_HERE) * *times as u32,
            What::Arbiter(_, Ruled::Pause(Some(lasts))) => *lasts,
            What::Arbiter(_, Ruled::Pause(None)) | What::Program(_, Act::Silence) => MAX_SILENCE,
            What::Panic(_) | What::Arbiter(..) | What::Program(..) => Duration::ZERO,
        }
    }
}

fn millis(luck: &mut SplitMix64, most: &[usize]) -> Duration {
    let most = most[luck.below(most.len())];
    Duration::from_millis(luck.below(most + 1) as u64)
}

fn watcher(luck: &mut SplitMix64, matches: usize) -> Watcher {
    Watcher {
        of_match: luck.below(matches),
        viewer: [Viewer::Spectator, Viewer::Arbiter, Viewer::Seat(Seat(luck.below(2) as u8))][luck.below(3)],
        from: millis(luck, &[0, 5_000, 40_000]),
        pace: millis(luck, &[0, 0, 300, 3_000]),
        stays: [3, 10, usize::MAX][luck.below(3)],
    }
}

fn fault(luck: &mut SplitMix64, players: usize) -> Fault {
    let at = Duration::from_millis(luck.below(FAULTS_UNTIL.as_millis() as usize) as u64);
    let lasts = millis(luck, &[500, 3_000, 20_000]) + Duration::from_millis(50);
    let append = if luck.below(2) == 0 { Append::Durable } else { Append::Lost };
    let what = match luck.below(26) {
        0 | 1 => What::Store(StoreFault::Refuses, lasts),
        2 => What::Store(StoreFault::Slow(millis(luck, &[200, 1_000, 5_000])), lasts),
        3 => What::Store(StoreFault::AnswerLost, lasts),
        4 => What::Store(StoreFault::Unreadable, lasts),
        5 => What::Store(StoreFault::LostAndUnreadable, lasts),
        6 => What::Freeze(lasts.min(Duration::from_secs(12))),
        7 => What::Crash(lasts),
        8 | 9 => What::CrashAtAppend(append, lasts),
        10 => What::Close(lasts),
        11 => What::Drop(lasts),
        12 => What::Panic(append),
        24 | 25 => What::TakeOver(lasts),
        _ => What::Program(luck.below(players), act(luck, lasts)),
    };
    Fault { at, what }
}

fn act(luck: &mut SplitMix64, lasts: Duration) -> Act {
    match luck.below(24) {
        0..=3 => Act::Cut(if luck.below(8) == 0 { Duration::from_secs(90) } else { lasts }),
        4 | 5 => Act::Forget(lasts),
        6 | 7 => Act::Replace,
        8 | 9 => Act::Shut(lasts),
        10 => Act::Stall(lasts),
        11 => Act::Delay(millis(luck, &[50, 400])),
        12 | 13 => Act::Flood(1 + luck.below(40)),
        14 => Act::Late,
        15 if luck.below(2) == 0 => Act::Brink,
        15 => Act::Behind,
        16 => Act::Illegal(1 + luck.below(4)),
        17 => Act::Misbehave,
        18 => Act::Resign,
        19 | 20 => Act::ProposeDraw,
        21 => Act::ProposeTakeback,
        22 => [Act::Abort, Act::ClaimDraw][luck.below(2)],
        _ => [Act::Poison, Act::Flap(1 + luck.below(6))][luck.below(2)],
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Plan { game, control, illegal, matches, latency, spectator_delay, nonce_wait, grace, .. } = self;
        let Plan { absence, start_grace, first_move_grace, .. } = self;
        writeln!(f, "  {game:?} x {matches}, {control}, illegal {illegal:?}, appends up to {latency:?},")?;
        writeln!(
            f,
            "  spectators {spectator_delay:?} late, nonces within {nonce_wait:?}, absence {absence:?} {grace:?},"
        )?;
        writeln!(f, "  seats within {start_grace:?}, first moves within {first_move_grace:?}")?;
        for Watcher { of_match, viewer, from, pace, stays } in &self.watchers {
            write!(f, "  {viewer:?} watches match {of_match} from {from:?}, {pace:?} an event")?;
            writeln!(f, "{}", if *stays < usize::MAX { format!(", {stays} at a time") } else { String::new() })?;
        }
        self.contests.iter().try_for_each(|contest| write!(f, "{contest}"))?;
        for Fault { at, what } in &self.faults {
            match what {
                What::Program(player, act) => writeln!(f, "  {:>7.3} p{player} {act:?}", at.as_secs_f64())?,
                what => writeln!(f, "  {:>7.3} {what:?}", at.as_secs_f64())?,
            }
        }
        Ok(())
    }
}
