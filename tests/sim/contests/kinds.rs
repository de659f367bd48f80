//! The parts of the simulator that differ between tournaments and ladders: how each is opened, what
//! its host can request, and what its events report.

use std::time::Duration;

use referee::{
    contest::{
        AfterVoid, Command, CommandOf, ContestReason, Entrant, Fact, FactOf, MatchKey, Opening, Outcome, Paired, Slot,
    },
    contest_server::{Contests, Kind},
    ids::{PlayerId, Seat},
    ladder::{self, Declaration, Entry, Ladder, LadderOpened},
    law::Termination,
    tournament::{
        self, Tournament, TournamentOpened,
        pairing::{knockout::ThirdPlace, swiss::Acceleration},
        rules::{Deals, Release, Timetable},
        standings::{PointsSystem, ResultPoints},
    },
};

use super::{Request, match_setup};
use crate::{
    plan::{Contest, Format, Plan},
    world::Server,
};

/// Maximum replays of a match that does not count.
const REPLAYS: u32 = 2;
/// Matches per entrant and day in a ladder. No run lasts a day.
const MATCHES_PER_DAY: u32 = 6;

/// The result of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchResult {
    pub places: Vec<u32>,
    pub halves: Vec<i64>,
    pub termination: Termination,
}

/// The result of a match, as an event reports it.
pub enum Said {
    Counted(MatchResult),
    /// The match does not count, for this reason.
    Voided(ContestReason),
}

/// A simulated kind of contest.
pub trait Simulated: Kind {
    /// Whether the wait of a match continues after a restart. If not, it starts over.
    const STORES_WAITS: bool;

    /// Returns the contests of this kind on a server.
    fn of_server(server: &Server) -> &Contests<Self>;
    /// Returns the events that open a contest.
    fn opening(plan: &Plan, contest: &Contest) -> Vec<FactOf<Self>>;
    /// Returns the encounters that the contest remembers.
    fn encounters(&self) -> Vec<(&Paired, &[Slot])>;

    /// Returns how long a match waits for its players once everything else is ready.
    fn accept_within(&self) -> Duration {
        Duration::from_millis(self.accept_within_ms())
    }

    /// Returns the points that each entrant received without a match, by name.
    fn points(&self) -> Vec<(String, i64)> {
        Vec::new()
    }

    /// Returns whether a granted request always results in an event that contains its reason.
    fn leaves_a_trace(request: Request) -> bool {
        !matches!(request, Request::Pause | Request::Resume)
    }
}

/// Returns the command for a request in the current state. `None` if the request has no object
/// there.
pub fn command<K: Simulated>(of: &K, request: Request, reason: &str) -> Option<CommandOf<K>> {
    let reason = ContestReason::from(reason);
    let entrant = |number: usize| Entrant(number as u32);
    let void = |which: usize, reason, then| {
        let encounters = of.encounters().into_iter();
        let all = encounters.flat_map(|(paired, slots)| (0..).zip(slots).map(move |it| (paired, it)));
        let counted = all.filter(|(_, (_, slot))| matches!(slot.outcome, Outcome::Counted(_)));
        let key = |(paired, (number, slot)): (&Paired, (u32, &Slot))| MatchKey {
            encounter: paired.encounter,
            number,
            attempt: slot.attempt,
        };
        let keys: Vec<MatchKey> = counted.map(key).collect();
        Some(Command::Void { match_key: *keys.get(which % keys.len().max(1))?, reason, then })
    };
    let is_of_ladders =
        matches!(request, Request::Quarantine(_) | Request::Release(_) | Request::Annul(_) | Request::Close);
    if is_of_ladders && !K::RUNS_WHEN_OPENED {
        return None;
    }
    Some(match request {
        Request::Pause => Command::Pause { reason },
        Request::Resume => Command::Resume,
        Request::Leave(number) => Command::Withdraw { entrant: entrant(number), reason },
        Request::Disqualify(number) => Command::Disqualify { entrant: entrant(number), reason },
        Request::Quarantine(number) => Command::Quarantine { entrant: entrant(number), reason },
        Request::Release(number) => Command::Release { entrant: entrant(number), reason },
        Request::Replay(which) => return void(which, reason, AfterVoid::Replay),
        Request::Annul(which) => return void(which, reason, AfterVoid::Keep),
        Request::Close => Command::End { reason },
    })
}

/// Returns the match that an event reports on, and what it reports.
pub fn said<O: Opening>(fact: &Fact<O>) -> Option<(MatchKey, Said)> {
    match fact {
        Fact::MatchCounted { match_key, result } => {
            let (places, halves, termination) = (result.places.clone(), result.halves.clone(), result.termination);
            Some((*match_key, Said::Counted(MatchResult { places, halves, termination })))
        }
        Fact::MatchVoided { match_key, reason, .. } => Some((*match_key, Said::Voided(reason.clone()))),
        _ => None,
    }
}

/// Returns how long a match of a contest waits for its players, in milliseconds.
fn accept_within_ms(plan: &Plan) -> u64 {
    plan.crowd.map_or(600_000, |_| 120_000)
}

impl Simulated for Tournament {
    const STORES_WAITS: bool = true;

    fn of_server(server: &Server) -> &Contests<Tournament> {
        &server.contests.tournaments
    }

    fn opening(plan: &Plan, contest: &Contest) -> Vec<tournament::Fact> {
        let format = match contest.format {
            Format::RoundRobin | Format::Ladder(_) => tournament::Format::RoundRobin { cycles: 1 },
            Format::Swiss => {
                tournament::Format::Swiss { stages: 3, initial_seat: Seat(0), acceleration: Acceleration::None }
            }
            Format::Knockout => tournament::Format::Knockout { third_place: ThirdPlace::Played },
            Format::DoubleElimination => tournament::Format::DoubleElimination,
            Format::KingOfTheHill => tournament::Format::KingOfTheHill { challenges: 12 },
            Format::Arena => tournament::Format::Arena { duration_ms: 600_000, patience_ms: 30_000 },
            Format::Gauntlet => tournament::Format::Gauntlet { challengers: 2, cycles: 1 },
            Format::Tables => tournament::Format::Tables { cycles: 1 },
        };
        let opened = TournamentOpened {
            name: contest.id.clone(),
            opened_unix_ms: 0,
            rules: tournament::Rules {
                format,
                seats: contest.format.seats(),
                matches_per_encounter: 1,
                points: PointsSystem::Games(ResultPoints { win: 2, draw: 1, loss: 0 }),
                bye_halves: 2,
                accept_within_ms: accept_within_ms(plan),
                tie_breaks: Vec::new(),
                replays: REPLAYS,
                release: Release::AtOnce,
                deals: if plan.seed.is_multiple_of(2) { Deals::Shared } else { Deals::Own },
                test: None,
                timetable: Timetable { provisional_ms: plan.seed % 3 * 20_000, ..Timetable::default() },
            },
            match_setup: match_setup(plan, contest),
            deal_seed: [9; 32],
        };
        let joined = contest.entrants().into_iter().map(tournament::Fact::EntrantEntered);
        let opened = tournament::Fact::Opened(Box::new(opened));
        [opened].into_iter().chain(joined).chain([tournament::Fact::Started]).collect()
    }

    fn encounters(&self) -> Vec<(&Paired, &[Slot])> {
        self.encounters.iter().map(|one| (&one.paired, &one.matches[..])).collect()
    }

    fn points(&self) -> Vec<(String, i64)> {
        let table = self.standings(tournament::Shown::All).into_iter();
        table.map(|standing| (self.entrants[standing.entrant.index()].name.clone(), standing.halves)).collect()
    }
}

impl Simulated for Ladder {
    const STORES_WAITS: bool = false;

    fn of_server(server: &Server) -> &Contests<Ladder> {
        &server.contests.ladders
    }

    fn opening(plan: &Plan, contest: &Contest) -> Vec<ladder::Fact> {
        let category = ladder::Category {
            name: "takeaway".to_owned(),
            seats: 2,
            matches_per_encounter: 2,
            match_setup: match_setup(plan, contest),
            rated_by: ladder::RatedBy::Ranks,
        };
        let rules = ladder::Rules {
            categories: vec![category],
            pairing: ladder::PairingRules { patience_ms: 1_000, ..ladder::PairingRules::default() },
            quarantine: ladder::QuarantineRules { faults: 2, first_ms: 5_000, longest_ms: 20_000 },
            replays: REPLAYS,
            version_sd: 50,
            accept_within_ms: accept_within_ms(plan),
        };
        let opened = LadderOpened { name: contest.id.clone(), opened_unix_ms: 0, rules, deal_seed: [9; 32] };
        let joined = contest.entrants().into_iter().map(|name| {
            let owner = PlayerId::parse(&name).expect("a name");
            let declaration = Declaration { categories: vec![0], at_once: 1, matches_per_day: MATCHES_PER_DAY };
            let joined = Entry { name, owner, version_of: None, anchors: Vec::new(), declaration };
            ladder::Fact::EntrantEntered(joined)
        });
        [ladder::Fact::Opened(Box::new(opened))].into_iter().chain(joined).collect()
    }

    fn encounters(&self) -> Vec<(&Paired, &[Slot])> {
        self.encounters.values().map(|one| (&one.paired, &one.matches[..])).collect()
    }
}
