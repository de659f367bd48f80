//! The state of a match: a fold of its events.

use std::{sync::Arc, time::Duration};

use referee_games::{
    BadOpening, Catalogue, Course, Game,
    rules::{BadOption, cut},
};
use referee_ids::{Seat, Seq};

use super::{
    clock::{Clock, Time},
    event::{Event, Fact, MatchOpened, Stall, Verdict},
    memory::Memory,
    turn::{OpenTurn, TurnRequest},
};
use crate::{
    clock::{earlier_clocks::EarlierClocks, uncharged::Uncharged},
    decide::{
        auto_adjudication::Reports,
        open_proposals::Proposals,
        steps::{Dealer, Progress},
    },
    ending::lost::Lost,
    opening::{
        conduct::Proposal,
        luck::{GivenNonce, Seed},
    },
};

/// Maximum time without progress if no clock can run out, in a pause or for a seat without a limit.
/// Then the match is aborted.
pub const MAX_SILENCE: Duration = Duration::from_secs(14 * 24 * 60 * 60);

/// The state of a match.
#[derive(Clone)]
pub struct Match {
    pub(super) opened: Arc<MatchOpened>,
    pub(super) progress: Progress,
    pub(super) seq: Seq,
    pub(super) at: Time,
    pub(super) seats: Vec<SeatState>,
    pub(super) turn: Option<OpenTurn>,
    /// Stalls of the host in the open turn, earliest first, without overlap.
    pub(super) stalls: Vec<Stall>,
    /// Stalls of the host since the newest event, earliest first, without overlap.
    pub(super) host_stalls: Vec<Stall>,
    /// Uncharged time of the open turn.
    pub(super) uncharged: Uncharged,
    pub(super) memory: Memory,
    /// Deadline for the start while seats are missing.
    pub(super) start_until: Time,
    /// Latest value of `start_until` after departures before the start.
    pub(super) start_latest: Time,
    /// Each seat's contribution to the deals.
    pub(super) nonces: Vec<GivenNonce>,
    /// The seed, if this process plays or verifies the match.
    pub(super) seed: Option<Seed>,
    /// Since when all seats are connected before the start; shifted by uncharged time.
    pub(super) all_here_since: Option<Time>,
    pub(super) started: bool,
    /// Since when the match is paused; shifted by uncharged time.
    pub(super) paused: Option<Time>,
    pub(super) proposals: Proposals,
    /// Clocks before the newest moves of the round, for takebacks.
    pub(super) earlier_clocks: EarlierClocks,
    /// The seat that must make its first move, with the deadline.
    pub(super) first_move: Option<(Seat, Time)>,
    /// The fact that the newest event determined: the next event must contain it.
    pub(super) settled: Option<Box<Fact>>,
    /// Time of the newest step, round start or takeback, shifted by uncharged time. A pause resets
    /// it.
    pub(super) stepped: Time,
    /// Newest event that opened a turn: the id of the open turn.
    pub(super) turn_id: Seq,
    /// Number of refused moves since the newest step, round start or takeback.
    pub(super) refused: u32,
    pub(super) round_start: String,
    pub(super) round_moves: Vec<String>,
    pub(super) verdict: Option<Verdict>,
    pub(super) ended_unix_ms: Option<i64>,
}

/// The state of a seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeatState {
    pub presence: Presence,
    pub clock: Clock,
    /// The measured round trip to the seat's program.
    pub round_trip: Duration,
    /// Whether the seat has moved in this match.
    pub moved: bool,
    /// Number of times that the seat's program disconnected.
    pub departures: u32,
}

/// Whether a seat's program is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    Here,
    /// The seat is disconnected and may return until the end of its grace; `None` while its clock
    /// lasts.
    Away {
        until: Option<Time>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The match has not started: a seat is not connected yet.
    Waiting,
    Live,
    Over,
}

/// When to send [`super::Command::Expire`], unless something happens earlier. Submit queued
/// commands first: an answer that arrived in time counts, even if it is decided late.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deadline {
    pub at: Time,
}

impl Match {
    /// Opens a match from its first event.
    pub fn open(opened: MatchOpened) -> Result<Match, BadOption> {
        Match::open_in(Catalogue::ALL, opened)
    }

    /// Opens a match with the games of a catalogue.
    pub fn open_in(games: Catalogue, opened: MatchOpened) -> Result<Match, BadOption> {
        let unknown = || bad("game", &opened.game, format!("one of {}", games.ids()));
        let game = games.find(&opened.game).ok_or_else(unknown)?;
        Match::open_with(game, opened)
    }

    /// Opens a match with an unregistered game.
    pub fn open_with(game: &'static dyn Game, opened: MatchOpened) -> Result<Match, BadOption> {
        let count = opened.players.len();
        let seats = u8::try_from(count).ok().filter(|seats| *seats > 0);
        let seats = seats.ok_or_else(|| bad("players", &count.to_string(), "a player for each seat".into()))?;
        let options = opened.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let setting = game.facts().setting(seats, options)?;
        if opened.time_controls.len() != count {
            let given = opened.time_controls.len().to_string();
            return Err(bad("time_controls", &given, format!("{count}, one for each seat")));
        }
        if !opened.consents.is_empty() && opened.consents.len() != count {
            let given = opened.consents.len().to_string();
            return Err(bad("consents", &given, format!("{count}, one for each seat, or none")));
        }
        let start_until = Time::ZERO.after(opened.graces.start);
        let seat = |control| SeatState {
            presence: Presence::Away { until: Some(start_until) },
            clock: Clock::new(control),
            round_trip: Duration::ZERO,
            moved: false,
            departures: 0,
        };
        Ok(Match {
            progress: Progress {
                course: Course::open_with(game, &setting, &opened.opening).map_err(bad_opening)?,
                round_open: false,
                conduct: opened.conduct,
                reports: Reports::new(&opened.conduct, count),
                lost: Lost::default(),
                began: None,
            },
            seq: Seq(1),
            at: Time::ZERO,
            seats: opened.time_controls.iter().map(seat).collect(),
            turn: None,
            stalls: Vec::new(),
            host_stalls: Vec::new(),
            uncharged: Uncharged::default(),
            memory: Memory::default(),
            start_until,
            start_latest: start_until.after(opened.graces.disconnect),
            nonces: vec![None; count],
            seed: None,
            all_here_since: None,
            started: false,
            paused: None,
            proposals: Proposals::default(),
            earlier_clocks: EarlierClocks::default(),
            first_move: None,
            settled: None,
            stepped: Time::ZERO,
            turn_id: Seq(1),
            refused: 0,
            round_start: String::new(),
            round_moves: Vec::new(),
            verdict: None,
            ended_unix_ms: None,
            opened: Arc::new(opened),
        })
    }

    /// Adds the committed seed, which is needed to continue the match. `None` if the seed does not
    /// fit the commitment, or if there is none.
    pub fn with_seed(mut self, seed: Seed) -> Option<Match> {
        let promise = self.opened.luck.as_ref()?;
        if promise.commitment != seed.commitment() {
            return None;
        }
        self.seed = Some(seed);
        Some(self)
    }

    /// Returns the match after these consecutive events.
    pub(super) fn with_events(&self, events: &[Event]) -> Match {
        let mut after = self.clone();
        events.iter().for_each(|event| after.apply(event));
        after
    }

    /// Returns the match after these facts at `at`.
    pub(super) fn after(&self, at: Time, facts: &[Fact]) -> Match {
        let mut after = self.clone();
        for fact in facts {
            let event = Event { seq: after.seq.next(), at, fact: fact.clone() };
            after.apply(&event);
        }
        after
    }

    /// Returns when to send [`super::Command::Expire`]; `None` if nothing is due.
    pub fn deadline(&self) -> Option<Deadline> {
        self.next_due().map(|due| Deadline { at: due.since })
    }

    pub fn opened(&self) -> &Arc<MatchOpened> {
        &self.opened
    }

    pub fn phase(&self) -> Phase {
        match (&self.verdict, self.started) {
            (Some(_), _) => Phase::Over,
            (None, true) => Phase::Live,
            (None, false) => Phase::Waiting,
        }
    }

    /// Returns the number of the newest event.
    pub fn seq(&self) -> Seq {
        self.seq
    }

    /// Returns the time of the newest event.
    pub fn at(&self) -> Time {
        self.at
    }

    /// Returns the rounds, points and position.
    pub fn course(&self) -> &Course {
        &self.progress.course
    }

    /// Returns the first position of the current round, complete; empty before the first round.
    pub fn round_start(&self) -> &str {
        &self.round_start
    }

    /// Returns the current round at its start; `None` before the first round.
    pub(super) fn round_from_start(&self) -> Option<Course> {
        let course = self.course();
        Course::parse(
            course.game(),
            course.setting(),
            course.round_number(),
            course.totals().to_vec(),
            &self.round_start,
        )
        .ok()
    }

    /// Returns the seats that have lost while the others continue.
    pub fn lost(&self) -> &Lost {
        &self.progress.lost
    }

    /// Returns whether a round has started and not ended.
    pub(super) fn round_is_open(&self) -> bool {
        self.progress.round_open
    }

    /// Returns every step of the current round in canonical notation.
    pub fn round_moves(&self) -> &[String] {
        &self.round_moves
    }

    /// Returns the open turn; `None` unless the match is live.
    pub fn turn(&self) -> Option<TurnRequest> {
        let turn = self.turn?;
        let (round, ply) = (self.course().round_number(), self.course().ply());
        Some(TurnRequest { seat: turn.seat, round, ply, id: self.turn_id, sent: self.starts_at(turn) })
    }

    /// Returns whether a seat in play is connected.
    pub fn connected(&self, seat: Seat) -> bool {
        !self.lost().has(seat) && self.seats.get(seat.index()).is_some_and(|seat| seat.presence == Presence::Here)
    }

    /// Returns how often a seat's program has left it.
    pub fn departures(&self, seat: Seat) -> u32 {
        self.seats.get(seat.index()).map_or(0, |seat| seat.departures)
    }

    /// Returns whether an arbiter has paused the match.
    pub fn is_paused(&self) -> bool {
        self.paused.is_some()
    }

    /// Returns the seat with an open proposal of this kind.
    pub fn proposer(&self, proposal: Proposal) -> Option<Seat> {
        self.proposals.proposer(proposal).filter(|_| self.verdict.is_none())
    }

    /// Returns the verdict; `None` before the end.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// Returns the time of the end in milliseconds since 1970 (UTC); `None` before the end, or if
    /// the log does not record it.
    pub fn ended_unix_ms(&self) -> Option<i64> {
        self.ended_unix_ms
    }
}

/// Queries of the law.
impl Match {
    /// Returns the end of the grace of a disconnected seat; `None` if the seat is connected, or if
    /// only its clock limits its absence.
    pub fn away_until(&self, seat: Seat) -> Option<Time> {
        self.graces().find(|(away, _)| *away == seat).map(|(_, until)| until)
    }

    /// Returns the disconnected seats in play whose absence is limited, each with the end of its
    /// grace.
    pub(super) fn graces(&self) -> impl Iterator<Item = (Seat, Time)> {
        Seat::all(self.seats.len() as u8).zip(&self.seats).filter_map(|(seat, state)| match state.presence {
            Presence::Away { until } if !self.lost().has(seat) => until.map(|until| (seat, until)),
            Presence::Away { .. } | Presence::Here => None,
        })
    }

    /// Returns the event with a seat's first-move deadline; `None` if none is due.
    pub(super) fn first_move_due(&self) -> Option<Fact> {
        let grace = self.opened.conduct.first_move_grace?;
        let seat = self.turn.map(|turn| turn.seat).filter(|seat| !self.seats[seat.index()].moved)?;
        let is_new = self.first_move.is_none_or(|(known, _)| known != seat);
        is_new.then(|| Fact::FirstMoveDue { seat, until: self.at.after(grace) })
    }

    /// Returns the deadline for progress if no flag can fall; `None` if a flag can fall.
    pub(super) fn silent_until(&self) -> Option<Time> {
        let is_free = self.turn.is_some() && self.flag_at().is_none();
        is_free.then(|| self.stepped.after(MAX_SILENCE))
    }

    /// Returns whether automatic steps may be taken: the match is live, or all seats are connected
    /// and their nonces are complete.
    pub(super) fn may_go_on(&self) -> bool {
        self.verdict.is_none()
            && self.paused.is_none()
            && (self.started || (self.all_here_since.is_some() && self.has_nonces()))
    }

    /// Returns the deadline for nonces; `None` while a seat is missing, and after the start.
    pub(super) fn nonces_until(&self) -> Option<Time> {
        let wait = self.opened.luck.as_ref()?.nonce_wait;
        Some(self.all_here_since?.after(wait))
    }

    /// Returns whether no nonce is awaited.
    pub(super) fn has_nonces(&self) -> bool {
        let waits = self.opened.luck.as_ref().is_some_and(|luck| !luck.nonce_wait.is_zero());
        !waits || self.lacks_no_nonce(&self.nonces)
    }

    /// Returns whether every seat in play has given a nonce.
    pub(super) fn lacks_no_nonce(&self, nonces: &[GivenNonce]) -> bool {
        Seat::all(nonces.len() as u8).zip(nonces).all(|(seat, nonce)| nonce.is_some() || self.lost().has(seat))
    }

    /// Returns the dealer of later chance; `None` without the seed.
    pub(super) fn dealer(&self) -> Option<Dealer<'_>> {
        self.dealer_with(&self.nonces)
    }

    /// Returns the dealer with these nonces.
    pub(super) fn dealer_with<'a>(&'a self, nonces: &'a [GivenNonce]) -> Option<Dealer<'a>> {
        let own_id = &self.opened.match_id;
        let deal_id = self.opened.luck.as_ref().and_then(|luck| luck.deal_id.as_ref()).unwrap_or(own_id);
        Some(Dealer { seed: self.seed.as_ref()?, deal_id, nonces })
    }

    /// Returns the seed, for verification.
    pub(super) fn seed(&self) -> Option<&Seed> {
        self.seed.as_ref()
    }

    /// Returns the seed that the end of the match reveals; `None` without a seed, or while other
    /// matches use it.
    pub(super) fn seed_shown(&self) -> Option<&Seed> {
        let is_withheld = self.opened.luck.as_ref().is_some_and(|promise| promise.is_withheld);
        self.seed().filter(|_| !is_withheld)
    }
}

fn bad_opening(cause: BadOpening) -> BadOption {
    match cause {
        BadOpening::Option(bad) => bad,
        other => bad("opening", "", other.to_string()),
    }
}

fn bad(name: &str, value: &str, expected: String) -> BadOption {
    BadOption { name: name.to_owned(), value: cut(value), expected }
}
