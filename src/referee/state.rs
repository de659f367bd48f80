//! The state of a match: a fold of its events.

use std::{sync::Arc, time::Duration};

use super::{
    auto_adjudication::Reports,
    clock::{Clock, Time},
    conduct::Proposal,
    event::{Event, Fact, MatchOpened, Stall, Verdict},
    lost::Lost,
    luck::{GivenNonce, Seed},
    memory::Memory,
    proposals::Proposals,
    steps::{Dealer, Progress},
    takeback::EarlierClocks,
    turn::{OpenTurn, TurnRequest},
    uncharged::Uncharged,
};
use crate::{
    games::{self, BadOpening, Catalogue, Course, Game, rules::BadOption},
    ids::{Seat, Seq},
};

/// How long a match may make no progress, where no clock runs out before: paused, or waiting for a seat without a limit. Then it
/// is called off.
pub const MAX_SILENCE: Duration = Duration::from_secs(14 * 24 * 60 * 60);

/// A match as it stands.
#[derive(Clone)]
pub struct Match {
    pub(super) opened: Arc<MatchOpened>,
    pub(super) progress: Progress,
    pub(super) seq: Seq,
    pub(super) at: Time,
    pub(super) seats: Vec<SeatState>,
    pub(super) turn: Option<OpenTurn>,
    /// When the host stalled in the open turn, the earliest first, apart from each other.
    pub(super) stalls: Vec<Stall>,
    /// When the host stalled since the newest event, the earliest first, apart from each other.
    pub(super) host_stalls: Vec<Stall>,
    /// What of the open turn is charged to nobody.
    pub(super) uncharged: Uncharged,
    pub(super) memory: Memory,
    /// Until when all seats must have come, while they have not.
    pub(super) start_until: Time,
    /// The latest moment to which departures before the start can move `start_until`.
    pub(super) start_latest: Time,
    /// What each seat added to the luck of the match.
    pub(super) nonces: Vec<GivenNonce>,
    /// The seed of its luck, for whoever plays or verifies it.
    pub(super) seed: Option<Seed>,
    /// Since when all seats are there, while the match has not started; moved on by what is charged to nobody.
    pub(super) all_here_since: Option<Time>,
    pub(super) started: bool,
    /// Since when an arbiter has it paused; moved on by what is charged to nobody.
    pub(super) paused: Option<Time>,
    pub(super) proposals: Proposals,
    /// The clocks on which the newest moves of the round were made, where they can be taken back.
    pub(super) earlier_clocks: EarlierClocks,
    /// The seat that was asked for its first move, and until when it must come.
    pub(super) first_move: Option<(Seat, Time)>,
    /// What the newest event settled, and the next one must be.
    pub(super) settled: Option<Box<Fact>>,
    /// When the newest step, round or takeback was, moved on by what is charged to nobody. A pause begins it anew.
    pub(super) stepped: Time,
    /// The newest event that opened a turn, if one is open: its id.
    pub(super) turn_id: Seq,
    /// How many moves were refused since the newest step, round or takeback.
    pub(super) refused: u32,
    pub(super) round_start: String,
    pub(super) round_moves: Vec<String>,
    pub(super) verdict: Option<Verdict>,
    pub(super) ended_unix_ms: Option<i64>,
}

/// What is known of a seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeatState {
    pub presence: Presence,
    pub clock: Clock,
    /// How long the way to its program and back takes, as far as it was measured.
    pub round_trip: Duration,
    /// Whether it has moved in this match.
    pub moved: bool,
    /// How often its program has left it.
    pub departures: u32,
}

/// Whether a seat's program is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    Here,
    /// It is not, and may come back until then.
    Away {
        until: Time,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A seat has not come yet.
    Waiting,
    Live,
    Over,
}

/// When to send [`super::Command::Expire`], unless something else happens before. Whoever has commands waiting hands
/// those in first: a move that was received in time counts however late it is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deadline {
    pub at: Time,
}

impl Match {
    /// A match from its first event.
    pub fn open(opened: MatchOpened) -> Result<Match, BadOption> {
        Match::open_in(Catalogue::ALL, opened)
    }

    /// The same with the games of a catalogue.
    pub fn open_in(games: Catalogue, opened: MatchOpened) -> Result<Match, BadOption> {
        let unknown = || bad("game", &opened.game, format!("one of {}", games.ids()));
        let game = games.find(&opened.game).ok_or_else(unknown)?;
        Match::open_with(game, opened)
    }

    /// The same with a game that need not be registered.
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
        let start_until = Time::ZERO.after(opened.start_grace);
        let seat = |control| SeatState {
            presence: Presence::Away { until: start_until },
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
            start_latest: start_until.after(opened.disconnect_grace),
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

    /// The same match, to be played on with the seed that its opening promised; `None` if it is another one, or none was
    /// promised.
    pub fn with_seed(mut self, seed: Seed) -> Option<Match> {
        let promise = self.opened.luck.as_ref()?;
        if promise.commitment != seed.commitment() {
            return None;
        }
        self.seed = Some(seed);
        Some(self)
    }

    /// The match once these events, which follow each other, are taken in.
    pub(super) fn with_events(&self, events: &[Event]) -> Match {
        let mut after = self.clone();
        events.iter().for_each(|event| after.apply(event));
        after
    }

    /// The match once these facts, which become true at `at`, are taken in.
    pub(super) fn after(&self, at: Time, facts: &[Fact]) -> Match {
        let mut after = self.clone();
        for fact in facts {
            let event = Event { seq: after.seq.next(), at, fact: fact.clone() };
            after.apply(&event);
        }
        after
    }

    /// When to ask again; `None` when nothing is due.
    pub fn deadline(&self) -> Option<Deadline> {
        self.next_due().map(|due| Deadline { at: due.since })
    }

    /// How it was set up.
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

    /// The number of the newest event.
    pub fn seq(&self) -> Seq {
        self.seq
    }

    /// The time of the newest event.
    pub fn at(&self) -> Time {
        self.at
    }

    /// The rounds, points and position.
    pub fn course(&self) -> &Course {
        &self.progress.course
    }

    /// The text of the first position of the round in play, complete; empty until the first round has started.
    pub fn round_start(&self) -> &str {
        &self.round_start
    }

    /// The round in play as it began; `None` until the first round has started.
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

    /// Whether a round has started and not ended.
    pub(super) fn round_is_open(&self) -> bool {
        self.progress.round_open
    }

    /// Every step of the round in play, in canonical notation.
    pub fn round_moves(&self) -> &[String] {
        &self.round_moves
    }

    /// The turn that waits for a seat; `None` unless the match is live.
    pub fn turn(&self) -> Option<TurnRequest> {
        let turn = self.turn?;
        let (round, ply) = (self.course().round_number(), self.course().ply());
        Some(TurnRequest { seat: turn.seat, round, ply, id: self.turn_id, sent: self.starts_at(turn) })
    }

    /// Whether a seat that is not lost is connected.
    pub fn connected(&self, seat: Seat) -> bool {
        !self.lost().has(seat) && self.seats.get(seat.index()).is_some_and(|seat| seat.presence == Presence::Here)
    }

    /// How often the program of a seat has left it.
    pub fn departures(&self, seat: Seat) -> u32 {
        self.seats.get(seat.index()).map_or(0, |seat| seat.departures)
    }

    /// Whether an arbiter has it paused.
    pub fn is_paused(&self) -> bool {
        self.paused.is_some()
    }

    /// Who has proposed this and waits for an answer.
    pub fn proposer(&self, proposal: Proposal) -> Option<Seat> {
        self.proposals.proposer(proposal).filter(|_| self.verdict.is_none())
    }

    /// How it ended; `None` until it has.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// When it ended, in milliseconds since 1970 (UTC); `None` until it has, and where its log does not say.
    pub fn ended_unix_ms(&self) -> Option<i64> {
        self.ended_unix_ms
    }
}

/// What the law asks of the state.
impl Match {
    /// Until when a seat may come that is not here; `None` for one that is.
    pub fn away_until(&self, seat: Seat) -> Option<Time> {
        self.graces().find(|(away, _)| *away == seat).map(|(_, until)| until)
    }

    /// The seats that are away and not lost, each with the end of its grace.
    pub(super) fn graces(&self) -> impl Iterator<Item = (Seat, Time)> {
        Seat::all(self.seats.len() as u8).zip(&self.seats).filter_map(|(seat, state)| match state.presence {
            Presence::Away { until } if !self.lost().has(seat) => Some((seat, until)),
            Presence::Away { .. } | Presence::Here => None,
        })
    }

    /// The event by which a seat is told until when it must make its first move; `None` where none is due.
    pub(super) fn first_move_due(&self) -> Option<Fact> {
        let grace = self.opened.conduct.first_move_grace?;
        let seat = self.turn.map(|turn| turn.seat).filter(|seat| !self.seats[seat.index()].moved)?;
        let is_new = self.first_move.is_none_or(|(known, _)| known != seat);
        is_new.then(|| Fact::FirstMoveDue { seat, until: self.at.after(grace) })
    }

    /// Until when somebody must move where no flag falls; `None` where one will.
    pub(super) fn silent_until(&self) -> Option<Time> {
        let is_free = self.turn.is_some() && self.flag_at().is_none();
        is_free.then(|| self.stepped.after(MAX_SILENCE))
    }

    /// Whether the steps that nobody is asked for may be taken: the match is live, or all seats are there and have added
    /// to its luck what they will.
    pub(super) fn may_go_on(&self) -> bool {
        self.verdict.is_none()
            && self.paused.is_none()
            && (self.started || (self.all_here_since.is_some() && self.has_nonces()))
    }

    /// Until when nonces are waited for; `None` while a seat has not come, and once the match has started.
    pub(super) fn nonces_until(&self) -> Option<Time> {
        let wait = self.opened.luck.as_ref()?.nonce_wait;
        Some(self.all_here_since?.after(wait))
    }

    /// Whether no nonce is waited for, be it that all were given, or that the match waits for none.
    pub(super) fn has_nonces(&self) -> bool {
        let waits = self.opened.luck.as_ref().is_some_and(|luck| !luck.nonce_wait.is_zero());
        !waits || self.lacks_no_nonce(&self.nonces)
    }

    /// Whether every seat that is not lost has given a nonce.
    pub(super) fn lacks_no_nonce(&self, nonces: &[GivenNonce]) -> bool {
        Seat::all(nonces.len() as u8).zip(nonces).all(|(seat, nonce)| nonce.is_some() || self.lost().has(seat))
    }

    /// What chance does from here on; `None` for whoever does not have the seed.
    pub(super) fn dealer(&self) -> Option<Dealer<'_>> {
        self.dealer_with(&self.nonces)
    }

    /// The same once these nonces were given.
    pub(super) fn dealer_with<'a>(&'a self, nonces: &'a [GivenNonce]) -> Option<Dealer<'a>> {
        let own_id = &self.opened.match_id;
        let deal_id = self.opened.luck.as_ref().and_then(|luck| luck.deal_id.as_ref()).unwrap_or(own_id);
        Some(Dealer { seed: self.seed.as_ref()?, deal_id, nonces })
    }

    /// The seed, for whoever verifies what followed from it.
    pub(super) fn seed(&self) -> Option<&Seed> {
        self.seed.as_ref()
    }

    /// The seed that the end of the match shows; `None` where there is none, or others are still to be dealt by it.
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
    BadOption { name: name.to_owned(), value: games::rules::cut(value), expected }
}
