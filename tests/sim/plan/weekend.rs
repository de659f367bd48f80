//! A weekend: many bots, a third of them absent at any time and some hostile, five tournaments and
//! two ladders, and a server that restarts.

use std::time::Duration;

use referee::{games::search::split_mix::SplitMix64, law::Absence};

use super::{Act, Contest, Fault, Format, Game, Illegal, Plan, What, millis};

/// How many bots there are, the hostile ones among them.
const BOTS: usize = 200;
/// How many of them are hostile: the last ones.
const HOSTILE: usize = 10;
/// One bot in so many never connects.
const NEVER_EVERY: usize = 16;
/// How long bots come and go.
const LASTS: Duration = Duration::from_secs(1_800);
/// How long a bot connected, at the most; it is then away for up to half of that.
const HERE: usize = 600_000;
/// How often a hostile bot does something.
const HOSTILE_EVERY: usize = 120_000;
/// How many challenges one flood has.
const FLOOD: usize = 12;
/// All formats of tournaments; each weekend has five in a row.
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
/// How many bots enter a tournament, and a ladder. The contests share some of their entrants.
const ENTRANTS: [usize; 3] = [6, 8, 12];
const CLIMBERS: usize = 24;

/// The bots of a weekend.
#[derive(Clone, Copy, Debug)]
pub struct Crowd {
    pub bots: usize,
    /// From which number on they are hostile.
    pub hostile_from: usize,
    /// How many matches each plays at once.
    pub places: usize,
}

impl Plan {
    /// The weekend of a seed.
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

/// A bot that plays well while it is here; one in some never is.
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

/// A bot that opens matches with others without asking, leaves them or does not move in them, and
/// floods the others with challenges.
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
