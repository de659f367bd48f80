//! A weekend: many bots, five tournaments, two ladders, and a server that restarts. A third of the
//! bots are absent at any time, and some are hostile.

use std::time::Duration;

use referee::{games::search::split_mix::SplitMix64, law::Absence};

use super::{Act, Contest, Fault, Format, Game, Illegal, Plan, What, millis};

/// Number of bots, including the hostile ones.
const BOTS: usize = 200;
/// Number of hostile bots. They have the highest numbers.
const HOSTILE: usize = 10;
/// One bot in this many never connects.
const NEVER_EVERY: usize = 16;
/// Time in which bots connect and disconnect.
const LASTS: Duration = Duration::from_secs(1_800);
/// Maximum time that a bot stays connected, in milliseconds. It is then away for up to half of
/// that.
const HERE: usize = 600_000;
/// Maximum time between two acts of a hostile bot, in milliseconds.
const HOSTILE_EVERY: usize = 120_000;
/// Number of challenges in a flood.
const FLOOD: usize = 12;
/// All formats of tournaments. Each weekend has five consecutive ones.
const FORMATS: [Format; 8] = [
    Format::RoundRobin,
    Format::Swiss,
    Format::Knockout,
    Format::DoubleElimination,
    Format::KingOfTheHill,
    Format::Arena,
    Format::Gauntlet,
    Format::Tables,
];
const TOURNAMENTS: usize = 5;
const LADDERS: usize = 2;
/// Number of bots that enter a tournament, one of these. Contests share some of their entrants.
const ENTRANTS: [usize; 3] = [6, 8, 12];
const CLIMBERS: usize = 24;

/// The bots of a weekend.
#[derive(Clone, Copy, Debug)]
pub struct Crowd {
    pub bots: usize,
    /// Number of the first hostile bot.
    pub hostile_from: usize,
    /// Maximum matches that each bot plays at once.
    pub places: usize,
}

impl Plan {
    /// Returns the weekend of a seed.
    pub fn weekend(seed: u64) -> Plan {
        let mut luck = SplitMix64::new(seed ^ 0x5EED_57EE_CE4D_0001);
        let mut plan = Plan {
            seed,
            game: Game::Takeaway { seats: 2, rounds: 1 },
            control: ["10", "5+1", "st=5"][luck.below(3)],
            illegal: Illegal::Forfeit,
            matches: 0,
            latency: millis(&mut luck, &[0, 2]),
            spectator_delay: Duration::ZERO,
            nonce_wait: Duration::from_secs([0, 2][luck.below(2)]),
            grace: Duration::from_secs([60, 20][luck.below(2)]),
            absence: Absence::Grace,
            start_grace: Duration::from_secs(60),
            first_move_grace: (luck.below(2) == 0).then_some(Duration::from_secs(20)),
            watchers: Vec::new(),
            faults: Vec::new(),
            contests: contests(&mut luck),
            crowd: Some(Crowd { bots: BOTS, hostile_from: BOTS - HOSTILE, places: 1 + luck.below(3) }),
        };
        for bot in 0..BOTS - HOSTILE {
            comes_and_goes(&mut plan, &mut luck, bot);
        }
        for bot in BOTS - HOSTILE..BOTS {
            is_hostile(&mut plan, &mut luck, bot);
        }
        for _ in 0..1 + luck.below(2) {
            let down = millis(&mut luck, &[5_000, 60_000]);
            let what = if luck.below(2) == 0 { What::Crash(down) } else { What::Close(down) };
            plan.faults.push(Fault { at: millis(&mut luck, &[LASTS.as_millis() as usize]), what });
        }
        plan.faults.sort_by_key(|fault| fault.at);
        plan
    }
}

fn contests(luck: &mut SplitMix64) -> Vec<Contest> {
    let begins = luck.below(FORMATS.len());
    let cups = (0..TOURNAMENTS).map(|number| (FORMATS[(begins + number) % FORMATS.len()], format!("cup{number}")));
    let ladders = (0..LADDERS).map(|number| (Format::Ladder(LASTS), format!("ladder{number}")));
    let mut contests = Vec::new();
    for (format, id) in cups.chain(ladders) {
        let programs = match format {
            Format::Ladder(_) => CLIMBERS,
            Format::Tables => 9,
            _ => ENTRANTS[luck.below(ENTRANTS.len())],
        };
        contests.push(Contest {
            id,
            format,
            first: luck.below(BOTS - HOSTILE - programs),
            programs,
            unentered: luck.below(3),
            house: 0,
            at_once: 2 + luck.below(4),
            from: millis(luck, &[60_000]),
            orders: Vec::new(),
            pace: Duration::from_secs(120),
        });
    }
    contests
}

/// Plans a bot that plays well while it is connected. Some bots never connect.
fn comes_and_goes(plan: &mut Plan, luck: &mut SplitMix64, bot: usize) {
    let mut cut = |at, away| plan.faults.push(Fault { at, what: What::Program(bot, Act::Cut(away)) });
    if luck.below(NEVER_EVERY) == 0 {
        return cut(Duration::ZERO, Plan::NEVER);
    }
    let mut at = millis(luck, &[HERE]);
    while at < LASTS {
        let away = millis(luck, &[1_000, HERE / 2, HERE / 2]);
        cut(at, away);
        at += away + millis(luck, &[HERE]);
    }
}

/// Plans a bot that opens matches with players that did not agree to them, and floods players with
/// challenges. It leaves its matches, and half of these bots never move.
fn is_hostile(plan: &mut Plan, luck: &mut SplitMix64, bot: usize) {
    let victims = BOTS - HOSTILE;
    if luck.below(2) == 0 {
        plan.faults.push(Fault { at: Duration::ZERO, what: What::Program(bot, Act::Silence) });
    }
    let mut at = Duration::from_secs(5) + millis(luck, &[HOSTILE_EVERY]);
    while at < LASTS {
        let victim = luck.below(victims);
        let act = match luck.below(4) {
            0 => Act::Challenge(victim, FLOOD),
            _ => Act::OpenByPolicy(victim),
        };
        plan.faults.push(Fault { at, what: What::Program(bot, act) });
        if luck.below(2) == 0 {
            let away = millis(luck, &[HOSTILE_EVERY]);
            plan.faults.push(Fault { at: at + Duration::from_millis(50), what: What::Program(bot, Act::Cut(away)) });
        }
        at += millis(luck, &[HOSTILE_EVERY]);
    }
}
