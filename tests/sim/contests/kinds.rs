//! What the simulator knows of tournaments and of ladders: how each is opened, what its host may ask, what its events say.

use std::time::Duration;

use referee::{
    competitions::{Competitions, Kind},
    contest::ContestReason,
    ids::{PlayerId, Seat},
    ladder::{self, Declaration, EntrantJoined, Ladder, LadderEvent, LadderOpened},
    tournament::{
        self, Entrant, Tournament, TournamentEvent, TournamentOpened,
        knockout::ThirdPlace,
        rules::{Deals, Release, Timetable},
        standings::{PointsSystem, ResultPoints},
        swiss::Acceleration,
    },
};

use super::{Request, match_setup};
use crate::{
    plan::{Contest, Format, Plan},
    world::Server,
};

/// How often a match that counts for nobody is played again.
const REPLAYS: u32 = 2;
/// How many matches an entrant of a ladder has in a day, which is longer than any run.
const MATCHES_PER_DAY: u32 = 6;

/// What a match came to.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchResult {
    pub places: Vec<u32>,
    pub halves: Vec<i64>,
    pub cause: String,
}

/// What an event says of a match.
pub enum Said {
    Counted(MatchResult),
    /// It counts for nobody, for this reason.
    Voided(ContestReason),
}

/// A kind of competition that is simulated.
pub trait Simulated: Kind {
    /// Whether a match goes on to wait after a restart. If not, its wait starts over.
    const STORES_WAITS: bool;

    /// Where a server has them.
    fn of_server(server: &Server) -> &Competitions<Self>;
    /// What one is opened with.
    fn opening(plan: &Plan, contest: &Contest) -> Vec<Self::Fact>;
    /// What a request is here; `None` where nothing is there that it could be about.
    fn command(&self, request: Request, reason: &str) -> Option<Self::Command>;
    /// What an event says of a match.
    fn said(event: &Self::Event) -> Option<(Self::MatchKey, Said)>;

    /// For how long a match waits for its players once all else is ready.
    fn accept_within(&self) -> Duration;

    /// Whether an event pauses the contest, or has it go on.
    fn pauses(event: &Self::Event) -> Option<bool>;

    /// What each entrant has by itself, by name, where points can be had without a match.
    fn points(&self) -> Vec<(String, i64)> {
        Vec::new()
    }

    /// An event in words for programmers.
    fn words(event: &Self::Event) -> String;

    /// Whether a request that is granted is always an event that has its reason.
    fn leaves_a_trace(request: Request) -> bool {
        !matches!(request, Request::Pause | Request::Resume)
    }
}

/// For how long a match of a contest waits for its players.
fn accept_within_ms(plan: &Plan) -> u64 {
    plan.crowd.map_or(600_000, |_| 120_000)
}

impl Simulated for Tournament {
    const STORES_WAITS: bool = true;

    fn of_server(server: &Server) -> &Competitions<Tournament> {
        &server.competitions.tournaments
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
        let joined = contest.entrants().into_iter().map(|name| tournament::Fact::EntrantJoined { name });
        let opened = tournament::Fact::Opened(Box::new(opened));
        [opened].into_iter().chain(joined).chain([tournament::Fact::Started]).collect()
    }

    fn command(&self, request: Request, reason: &str) -> Option<tournament::Command> {
        let reason = ContestReason::from(reason);
        let entrant = |number: usize| Entrant(number as u32);
        Some(match request {
            Request::Pause => tournament::Command::Pause { reason },
            Request::Resume => tournament::Command::Resume,
            Request::Leave(number) => tournament::Command::Withdraw { entrant: entrant(number), reason },
            Request::Disqualify(number) => tournament::Command::Disqualify { entrant: entrant(number), reason },
            Request::Replay(which) => {
                let encounters = self.encounters.iter();
                let all = encounters.flat_map(|encounter| (0..).zip(&encounter.matches).map(move |it| (encounter, it)));
                let counted =
                    all.filter(|(_, (_, slot))| matches!(slot.outcome, tournament::state::Outcome::Counted(_)));
                let keys: Vec<_> = counted
                    .map(|(encounter, (number, slot))| (encounter.paired.encounter, number, slot.attempt))
                    .collect();
                let (encounter, number, attempt) = *keys.get(which % keys.len().max(1))?;
                let match_key = tournament::MatchKey { encounter, number, attempt };
                tournament::Command::Replay { match_key, reason }
            }
            Request::Quarantine(_) | Request::Release(_) | Request::Annul(_) | Request::Close => return None,
        })
    }

    fn accept_within(&self) -> Duration {
        Duration::from_millis(self.opened.rules.accept_within_ms)
    }

    fn pauses(event: &TournamentEvent) -> Option<bool> {
        match event.fact {
            tournament::Fact::Paused { .. } => Some(true),
            tournament::Fact::Resumed => Some(false),
            _ => None,
        }
    }

    fn points(&self) -> Vec<(String, i64)> {
        let table = self.standings(tournament::Shown::All).into_iter();
        table.map(|standing| (self.entrants[standing.entrant.index()].name.clone(), standing.halves)).collect()
    }

    fn words(event: &TournamentEvent) -> String {
        format!("{:?}", event.fact)
    }

    fn said(event: &TournamentEvent) -> Option<(tournament::MatchKey, Said)> {
        match &event.fact {
            tournament::Fact::MatchCounted { match_key, result } => {
                let (places, halves, cause) = (result.places.clone(), result.halves.clone(), result.cause.clone());
                Some((*match_key, Said::Counted(MatchResult { places, halves, cause })))
            }
            tournament::Fact::MatchVoided { match_key, reason, .. } => Some((*match_key, Said::Voided(reason.clone()))),
            _ => None,
        }
    }
}

impl Simulated for Ladder {
    const STORES_WAITS: bool = false;

    fn of_server(server: &Server) -> &Competitions<Ladder> {
        &server.competitions.ladders
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
            let joined = EntrantJoined { name, owner, version_of: None, anchors: Vec::new(), declaration };
            ladder::Fact::EntrantJoined(joined)
        });
        [ladder::Fact::Opened(Box::new(opened))].into_iter().chain(joined).collect()
    }

    fn accept_within(&self) -> Duration {
        Duration::from_millis(self.opened.rules.accept_within_ms)
    }

    fn command(&self, request: Request, reason: &str) -> Option<ladder::Command> {
        let reason = ContestReason::from(reason);
        let entrant = |number: usize| ladder::Entrant(number as u32);
        let annul = |which: usize, reason, then| {
            let all = self
                .encounters
                .iter()
                .flat_map(|(number, of)| of.matches.iter().enumerate().map(move |it| (*number, it)));
            let counted = all.filter(|(_, (_, slot))| matches!(slot.outcome, ladder::Outcome::Counted(_)));
            let key = |(encounter, (number, slot)): (u32, (usize, &ladder::Slot))| ladder::MatchKey {
                encounter,
                number: number as u32,
                attempt: slot.attempt,
            };
            let keys: Vec<ladder::MatchKey> = counted.map(key).collect();
            let match_key = *keys.get(which % keys.len().max(1))?;
            Some(ladder::Command::Annul { match_key, reason, then })
        };
        Some(match request {
            Request::Pause => ladder::Command::Pause { reason },
            Request::Resume => ladder::Command::Resume,
            Request::Leave(number) => ladder::Command::Retire { entrant: entrant(number), reason },
            Request::Disqualify(number) => ladder::Command::Disqualify { entrant: entrant(number), reason },
            Request::Quarantine(number) => ladder::Command::Quarantine { entrant: entrant(number), reason },
            Request::Release(number) => ladder::Command::Release { entrant: entrant(number), reason },
            Request::Replay(which) => return annul(which, reason, ladder::AfterVoid::Replay),
            Request::Annul(which) => return annul(which, reason, ladder::AfterVoid::Leave),
            Request::Close => ladder::Command::Close { reason },
        })
    }

    fn pauses(event: &LadderEvent) -> Option<bool> {
        match event.fact {
            ladder::Fact::Paused { .. } => Some(true),
            ladder::Fact::Resumed => Some(false),
            _ => None,
        }
    }

    fn words(event: &LadderEvent) -> String {
        format!("{:?}", event.fact)
    }

    fn said(event: &LadderEvent) -> Option<(ladder::MatchKey, Said)> {
        match &event.fact {
            ladder::Fact::MatchCounted { match_key, result } => {
                let (places, halves, cause) = (result.places.clone(), result.halves.clone(), result.cause.clone());
                Some((*match_key, Said::Counted(MatchResult { places, halves, cause })))
            }
            ladder::Fact::MatchVoided { match_key, reason, .. } => Some((*match_key, Said::Voided(reason.clone()))),
            _ => None,
        }
    }
}
