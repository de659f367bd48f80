//! Recomputes a match from its events: every legality, clock charge, flag, point and place.
//!
//! Chance is recomputed from the seed, which the end reveals or the caller provides; it must match
//! the commitment.
//!
//! A record cannot prove everything. The following is taken as recorded:
//!
//! - names, ids and wall-clock times;
//! - that a seat sent a message, and when;
//! - what the host or an arbiter did without a request ([`proofs`] lists it per verdict);
//! - the exact moment of events without consequences, if time does not go backwards;
//! - the chance outcomes of a match that is unfinished or whose seed is withheld.

mod ends;
pub mod proofs;
mod said;
mod words;

use std::time::Duration;

use referee_games::{Game, rules::BadOption};
use referee_ids::{Seat, Seq};
use words::{described, stages_left, time_left};

use super::{
    clock::Time,
    event::{Event, Fact, FlagVoided, IllegalMovePolicy, MatchEnded, MatchOpened, MovePlayed, MoveRefused, Stall},
    refusal::Refusal,
    state::{Match, Phase},
    turn::{MAX_ROUND_TRIP, MAX_STALLS, MAX_VOID_FLAGS, MIN_STALL, OpenTurn, Running},
};
use crate::{
    clock::due::{Due, What},
    decide::{answer::read_and_play, steps::ChanceSource},
    ending::termination::Termination,
    opening::luck::Seed,
};

/// A contradiction between the record and the law.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {seq}: {text}")]
pub struct Discrepancy {
    /// Number of the contradicting event, or of a missing event.
    pub seq: Seq,
    /// The recorded value and the one that the law expects.
    pub text: String,
}

/// Summary of a verified record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    pub events: u64,
    /// Moves of seats.
    pub moves: u64,
    /// Completed rounds.
    pub rounds: u32,
    /// Chance outcomes.
    pub chance: u64,
    /// Whether the chance outcomes were recomputed from the seed: it was committed, and the match
    /// is over.
    pub chance_proven: bool,
    /// Whether the match has ended.
    pub over: bool,
}

/// Verifies everything that the events record.
pub fn verify(events: &[Event]) -> Result<Verified, Discrepancy> {
    fold(events).map(|folded| verified(events, &folded))
}

/// Verifies the events of a match whose end withholds the seed, by this seed.
pub fn verify_by_seed(events: &[Event], seed: Seed) -> Result<Verified, Discrepancy> {
    fold_after(Match::open, events, Some(seed), |_, _| {}).map(|folded| verified(events, &folded))
}

/// Verifies the events of a match of an unregistered game.
pub fn verify_with(game: &'static dyn Game, events: &[Event]) -> Result<Verified, Discrepancy> {
    fold_with(game, events).map(|folded| verified(events, &folded))
}

/// Folds the events into a match, and verifies each event first.
pub fn fold(events: &[Event]) -> Result<Match, Discrepancy> {
    fold_and_visit(events, |_, _| {})
}

/// Folds the events, and calls `visit` with the match before each of them except the first.
pub fn fold_and_visit(events: &[Event], visit: impl FnMut(&Match, &Event)) -> Result<Match, Discrepancy> {
    fold_after(Match::open, events, None, visit)
}

/// Folds the events of an unregistered game into a match.
pub fn fold_with(game: &'static dyn Game, events: &[Event]) -> Result<Match, Discrepancy> {
    fold_after(|opened| Match::open_with(game, opened), events, None, |_, _| {})
}

fn verified(events: &[Event], folded: &Match) -> Verified {
    Verified {
        events: events.len() as u64,
        moves: events.iter().filter(|e| matches!(e.fact, Fact::MovePlayed(_))).count() as u64,
        rounds: events.iter().filter(|e| matches!(e.fact, Fact::RoundEnded { .. })).count() as u32,
        chance: events.iter().filter(|e| matches!(e.fact, Fact::ChanceResolved { .. })).count() as u64,
        chance_proven: folded.seed().is_some(),
        over: folded.phase() == Phase::Over,
    }
}

fn fold_after(
    open: impl FnOnce(MatchOpened) -> Result<Match, BadOption>,
    events: &[Event],
    withheld: Option<Seed>,
    mut visit: impl FnMut(&Match, &Event),
) -> Result<Match, Discrepancy> {
    let first = events.first().ok_or_else(|| wrong(Seq(1), "the record is empty: expected `MatchOpened` first"))?;
    let Fact::MatchOpened(opened) = &first.fact else {
        return Err(wrong(first.seq, "expected `MatchOpened` first"));
    };
    if (first.seq, first.at) != (Seq(1), Time::ZERO) {
        return Err(wrong(first.seq, "the first event has number 1 and time 0"));
    }
    let folded =
        open((**opened).clone()).map_err(|bad| wrong(first.seq, &format!("the match cannot be opened: {bad}")))?;
    let mut folded = take_seed(folded, events, withheld)?;
    for event in &events[1..] {
        folded.check(event).map_err(|text| wrong(event.seq, &text))?;
        visit(&folded, event);
        folded.apply(event);
    }
    Ok(folded)
}

/// Adds the seed that the end reveals or, if the end withholds it, the seed from the caller.
fn take_seed(opened: Match, events: &[Event], withheld: Option<Seed>) -> Result<Match, Discrepancy> {
    let shown = events.iter().find_map(|event| match &event.fact {
        Fact::MatchEnded(ended) => Some((event.seq, ended.seed.clone())),
        _ => None,
    });
    let promise = opened.opened().luck.as_ref();
    let is_withheld = promise.is_some_and(|promise| promise.is_withheld);
    let seed = match shown {
        Some((seq, Some(_))) if is_withheld => return Err(wrong(seq, "a seed is revealed that the opening withheld")),
        Some((seq, None)) if promise.is_some() && !is_withheld => {
            return Err(wrong(seq, "the committed seed is not revealed"));
        }
        Some((seq, Some(seed))) => Some((seq, seed)),
        Some((_, None)) | None => withheld.filter(|_| is_withheld).map(|seed| (Seq(1), seed)),
    };
    match seed {
        Some((seq, seed)) => opened.with_seed(seed).ok_or_else(|| wrong(seq, "the seed does not match the commitment")),
        None => Ok(opened),
    }
}

fn wrong(seq: Seq, text: &str) -> Discrepancy {
    Discrepancy { seq, text: text.to_owned() }
}

/// The result of a check; the error is a sentence.
type Check = Result<(), String>;

/// Returns the law's answer to the command behind an event.
fn lawful(said: Result<(), Refusal>) -> Check {
    said.map_err(|refusal| refusal.text)
}

fn demand(holds: bool, text: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(text()) }
}

/// Checks of every kind of event.
impl Match {
    fn check(&self, event: &Event) -> Check {
        demand(event.seq == self.seq.next(), || {
            format!("the event after {} has number {}", self.seq, self.seq.next())
        })?;
        demand(event.at >= self.at, || format!("time goes backwards from {} ns to {} ns", self.at.0, event.at.0))?;
        demand(self.phase() != Phase::Over, || "the match had already ended".to_owned())?;
        if let Some(settled) = &self.settled {
            return self.check_settled(event, settled);
        }
        if let Some(due) = self.first_move_due() {
            return self.check_settled(event, &due);
        }
        if self.takes_due_step(event)? {
            return Ok(());
        }
        match &event.fact {
            Fact::SeatConnected { seat } => {
                self.check_plays_on(*seat)?;
                demand(!self.connected(*seat), || format!("seat {seat} was already connected"))
            }
            Fact::SeatDisconnected { seat, grace_until, attended } => {
                self.check_seat(*seat)?;
                demand(self.connected(*seat), || format!("seat {seat} was not connected"))?;
                let until = self.grace_until(event.at, *seat, *attended);
                demand(*grace_until == until, || match until {
                    Some(until) => format!("the grace of seat {seat} lasts until {} ns", until.0),
                    None => format!("only its clock limits the absence of seat {seat}"),
                })
            }
            Fact::NonceGiven { seat, .. } => {
                self.check_plays_on(*seat)?;
                demand(self.opened.luck.is_some(), || "this match has no element of chance".to_owned())?;
                demand(self.phase() == Phase::Waiting, || "the deals were already fixed".to_owned())?;
                demand(self.nonces[seat.index()].is_none(), || format!("seat {seat} had already given its nonce"))
            }
            Fact::MovePlayed(moved) => self.check_move(event.at, moved),
            Fact::MoveRefused(refused) => self.check_refused(event.at, refused),
            Fact::FlagVoided(void) => self.check_void(event.at, void),
            Fact::SeatLost(lost) => self.check_loss(event.at, lost),
            Fact::MatchEnded(ended) => self.check_end(event.at, ended),
            Fact::ServerRestarted => Ok(()),
            Fact::ProposalMade { seat, proposal, .. } => {
                self.check_plays_on(*seat)?;
                lawful(self.in_play().and_then(|()| self.may_propose(*seat, *proposal)))
            }
            Fact::ProposalAnswered { seat, proposal, .. } => {
                self.check_plays_on(*seat)?;
                lawful(self.in_play().and_then(|()| self.may_respond(*seat, *proposal)))
            }
            Fact::MatchPaused { .. } => lawful(self.in_play()),
            Fact::MatchResumed { .. } => demand(self.paused.is_some(), || "the match was not paused".to_owned()),
            Fact::MatchAdjudicated { by, .. } => {
                demand(self.phase() == Phase::Live, || "the match had not started".to_owned())?;
                lawful(self.can_rule(&by.ruling))
            }
            Fact::FirstMoveDue { .. } => Err("no first-move deadline is due here".to_owned()),
            Fact::MovesTakenBack { .. } => Err("the seats had not agreed to it".to_owned()),
            Fact::MatchOpened(_) => Err("a match is opened once".to_owned()),
            Fact::RoundStarted { .. }
            | Fact::ForcedMovePlayed { .. }
            | Fact::MoveSubstituted { .. }
            | Fact::ChanceResolved { .. }
            | Fact::RoundEnded { .. } => Err(match self.turn {
                Some(turn) => format!("it is the turn of seat {}", turn.seat),
                None if self.paused.is_some() => "the match is paused".to_owned(),
                None => "the match has not started: a seat is not connected yet".to_owned(),
            }),
            fact => self.check_stall(fact, event.at),
        }
    }

    /// Returns whether the event is the automatic step that is due. Fails if a step is due and the
    /// event is neither that step nor a restart or a host fault.
    fn takes_due_step(&self, event: &Event) -> Result<bool, String> {
        let host_failed = |ended: &MatchEnded| ended.verdict.termination == Termination::HostFault;
        let waited_in_vain = || self.nonces_until().is_some_and(|until| event.at >= until);
        let at_once = self.may_go_on();
        match &event.fact {
            Fact::ServerRestarted => return Ok(false),
            Fact::MatchEnded(ended) if host_failed(ended) => return Ok(false),
            _ if self.turn.is_some() => return Ok(false),
            // The wait for nonces ended in vain, so the first step is permitted. Without this
            // event, it is not yet due.
            Fact::RoundStarted { .. } if !at_once && waited_in_vain() => {}
            _ if !at_once => return Ok(false),
            _ => {}
        }
        let luck = match (&event.fact, self.seed()) {
            (Fact::ChanceResolved { notation, .. }, None) => ChanceSource::Recorded(notation),
            (_, None) => ChanceSource::Recorded(""),
            (_, Some(_)) => ChanceSource::Drawn(self.dealer()),
        };
        let mut due = match self.progress.clone().step(luck) {
            Ok(Some(due)) => due,
            Ok(None) => return Ok(false),
            Err(stuck) => return Err(format!("no step is due here: {}", stuck.0)),
        };
        if let Fact::MatchEnded(ended) = &mut due {
            ended.seed = self.seed_shown().cloned();
            ended.ended_unix_ms = told_end(event);
        }
        demand(!at_once || event.at == self.at, || {
            format!("it was due directly after event {}, at {} ns", self.seq, self.at.0)
        })?;
        demand(event.fact == due, || match (&event.fact, &due) {
            (Fact::ChanceResolved { round, ply, .. }, Fact::ChanceResolved { notation, .. })
                if self.seed().is_some() =>
            {
                format!("in round {round}, ply {ply}, the seed gives `{notation}`")
            }
            _ => format!("expected {}", described(&due)),
        })?;
        Ok(true)
    }

    /// Checks that the event is the one determined by the previous one.
    fn check_settled(&self, event: &Event, settled: &Fact) -> Check {
        let mut due = settled.clone();
        if let Fact::MatchEnded(ended) = &mut due {
            ended.seed = self.seed_shown().cloned();
            ended.ended_unix_ms = told_end(event);
        }
        demand(event.at == self.at, || format!("it was due directly after event {}, at {} ns", self.seq, self.at.0))?;
        demand(event.fact == due, || format!("expected {}", described(&due)))
    }

    fn check_seat(&self, seat: Seat) -> Check {
        demand(seat.index() < self.seats.len(), || format!("unknown seat {seat}"))
    }

    fn check_plays_on(&self, seat: Seat) -> Check {
        self.check_seat(seat)?;
        demand(!self.lost().has(seat), || format!("seat {seat} had already lost"))
    }

    fn check_move(&self, at: Time, moved: &MovePlayed) -> Check {
        let turn = self.turn.ok_or("no seat was asked here")?;
        let (round, ply) = (self.course().round_number(), self.course().ply());
        demand((moved.seat, moved.round, moved.ply) == (turn.seat, round, ply), || {
            format!("it is the turn of seat {} in round {round}, ply {ply}", turn.seat)
        })?;
        let written = self.course().clone().play(&moved.notation).map_err(|e| format!("`{}`: {e}", moved.notation))?;
        demand(written == moved.notation, || format!("`{}` should be written `{written}`", moved.notation))?;
        self.check_substituted(moved)?;

        let asks = self.opened.conduct.asks_scores();
        demand(asks || moved.score.is_none(), || "no rule of the match asks for scores".to_owned())?;
        check_times(turn, Some(moved.sent), Some(moved.received), at)?;
        self.check_start(turn, Some(moved.sent), moved.round_trip, at)?;
        self.check_no_wait_over(moved.received)?;
        let elapsed = self.uncharged.elapsed(moved.sent, moved.received);
        self.check_lag(turn, moved.lag, elapsed)?;
        demand(moved.stalled <= elapsed, || format!("the host stalled for longer than the turn took, {elapsed:?}"))?;
        let seat = turn.seat.index();
        let stamps = self.stamps(moved.sent, moved.received, moved.lag);
        let charge = self.seats[seat].clock.charge(&self.opened.time_controls[seat], stamps);
        let charge = charge.map_err(|_| format!("the flag of seat {} had fallen", turn.seat))?;
        demand(moved.charged == charge.charged, || format!("the move took {:?}", charge.charged))?;
        let (left, noted) = (charge.clock, moved.clock);
        demand(noted.left == left.left, || format!("the clock had {}, not {}", time_left(&left), time_left(&noted)))?;
        demand(noted == left, || format!("the clock had {}, not {}", stages_left(&left), stages_left(&noted)))
    }

    /// Checks a refused move: it is not a legal move, and the number of retries permits it.
    fn check_refused(&self, at: Time, refused: &MoveRefused) -> Check {
        let turn = self.turn.ok_or("no seat was asked here")?;
        let (round, ply) = (self.course().round_number(), self.course().ply());
        demand((refused.seat, refused.round, refused.ply) == (turn.seat, round, ply), || {
            format!("it is the turn of seat {} in round {round}, ply {ply}", turn.seat)
        })?;
        demand(self.may_try_again(), || "this match's policy does not refuse illegal moves here".to_owned())?;
        self.check_declined(&refused.declined, &refused.reason)?;
        check_times(turn, None, Some(refused.received), at)?;
        self.check_no_wait_over(refused.received)
    }

    /// Checks a void flag: the host stalled while the turn ran, and the number of void flags
    /// permits it.
    fn check_void(&self, at: Time, void: &FlagVoided) -> Check {
        let turn = self.turn.ok_or("no seat was asked here")?;
        let (round, ply) = (self.course().round_number(), self.course().ply());
        demand((void.seat, void.round, void.ply) == (turn.seat, round, ply), || {
            format!("it is the turn of seat {} in round {round}, ply {ply}", turn.seat)
        })?;
        check_times(turn, Some(void.sent), None, at)?;
        self.check_start(turn, Some(void.sent), void.round_trip, at)?;
        self.check_lag(turn, void.lag, self.uncharged.elapsed(void.sent, at))?;
        let flag = self.check_flag(turn, void.sent, void.lag)?;
        demand(at >= flag, || format!("the flag falls at {} ns", flag.0))?;
        self.check_due_first(What::Flag, flag, Some(flag))?;
        check_stalls(turn, &void.stalls, at)?;
        demand(self.excuses(turn, (void.sent, flag), void.lag, &void.stalls), || {
            "the stalls of the host do not excuse the flag".to_owned()
        })?;
        demand(turn.void_flags < MAX_VOID_FLAGS, || format!("{MAX_VOID_FLAGS} flags of this turn were void before"))
    }

    /// Checks the times of a turn during which the match ended or its seat lost.
    fn check_turn(&self, turn: OpenTurn, running: Running, received: Option<Time>, at: Time) -> Check {
        let Running { sent, lag, round_trip } = running;
        if let Some(received) = received.filter(|received| *received < turn.opened) {
            demand(sent.is_none() && lag.is_zero() && round_trip.is_zero(), || {
                format!("it was received at {} ns, before the turn opened", received.0)
            })?;
            return Ok(());
        }
        check_times(turn, sent, received, at)?;
        self.check_start(turn, sent, round_trip, received.unwrap_or(at))?;
        self.check_lag(turn, lag, if sent.is_some() { Duration::MAX } else { Duration::ZERO })
    }

    /// Checks the start of a clock: immediately for a disconnected seat, otherwise at the latest
    /// after the patience and the round trip.
    fn check_start(&self, turn: OpenTurn, sent: Option<Time>, round_trip: Duration, at: Time) -> Check {
        demand(round_trip <= MAX_ROUND_TRIP, || {
            format!("a clock waits for a round trip of at most {MAX_ROUND_TRIP:?}, not {round_trip:?}")
        })?;
        demand(self.noted_round_trip(turn, round_trip, sent, at) == round_trip, || {
            format!("the clock waited for no round trip, but {round_trip:?} is recorded")
        })?;
        let Some(latest) = self.latest_start(turn, round_trip) else { return Ok(()) };
        demand(sent.map_or(at < latest, |sent| sent <= latest), || {
            format!("the clock of seat {} ran from {} ns at the latest", turn.seat, latest.0)
        })
    }

    fn check_lag(&self, turn: OpenTurn, lag: Duration, elapsed: Duration) -> Check {
        let allowed = self.opened.time_controls[turn.seat.index()].lag.min(elapsed);
        demand(lag <= allowed, || format!("the lag allowance of this turn is {allowed:?}, not {lag:?}"))
    }

    fn check_flag(&self, turn: OpenTurn, sent: Time, lag: Duration) -> Result<Time, String> {
        self.flag_of(turn, sent, lag).ok_or_else(|| format!("seat {} had no limit", turn.seat))
    }

    /// Checks the substitute of a declined move.
    fn check_substituted(&self, moved: &MovePlayed) -> Check {
        let Some(declined) = &moved.declined else { return Ok(()) };
        let substitutes = self.opened.illegal_move_policy == IllegalMovePolicy::Substitute;
        demand(substitutes, || "this match's policy does not substitute illegal moves".to_owned())?;
        let legal = read_and_play(&mut self.course().clone(), declined).is_ok();
        demand(!legal, || format!("`{declined}` was legal"))?;
        let first = self.course().first_legal().unwrap_or_default();
        demand(moved.notation == first, || format!("the first legal move is `{first}`"))
    }

    /// Checks that no deadline had passed when a message was received at `moment`.
    fn check_no_wait_over(&self, moment: Time) -> Check {
        if self.phase() != Phase::Live || self.paused.is_some() {
            return Ok(());
        }
        let first_move = self.first_move.filter(|(_, until)| moment >= *until);
        first_move.map_or(Ok(()), |(seat, until)| {
            Err(format!("the first-move deadline of seat {seat} passed at {} ns", until.0))
        })?;
        match self.grace_due().filter(|due| moment >= due.since) {
            None => Ok(()),
            Some(Due { since, what: What::Gone(seat) }) => {
                Err(format!("the grace of seat {seat} ended at {} ns", since.0))
            }
            Some(Due { since, .. }) => Err(format!("the grace of all seats ended at {} ns", since.0)),
        }
    }

    /// Checks that this cause was due first; the flag of the open turn falls at `flag`.
    fn check_due_first(&self, what: What, since: Time, flag: Option<Time>) -> Check {
        let flag = flag.map(|since| Due { since, what: What::Flag });
        let due = [flag, self.grace_due(), self.first_move_over()].into_iter().flatten().min_by_key(Due::order);
        let Some(due) = due.filter(|due| due.order() < Due { since, what }.order()) else { return Ok(()) };
        Err(match due.what {
            What::Gone(seat) => format!("the grace of seat {seat} had already ended at {} ns", due.since.0),
            What::AllGone => format!("the grace of all seats had already ended at {} ns", due.since.0),
            What::NoFirstMove(seat) | What::NoShow(seat) => {
                format!("the first-move deadline of seat {seat} had already passed at {} ns", due.since.0)
            }
            _ => format!("the flag had already fallen at {} ns", due.since.0),
        })
    }
}

/// Checks that stalls are in order, without overlap, and within the turn.
fn check_stalls(turn: OpenTurn, stalls: &[Stall], at: Time) -> Check {
    demand(stalls.len() <= MAX_STALLS, || format!("more than {MAX_STALLS} stalls"))?;
    let mut after = Time::ZERO;
    for stall in stalls {
        let long = stall.ended.since(stall.began) >= MIN_STALL && stall.ended > turn.opened;
        demand(long, || format!("a stall lasts at least {MIN_STALL:?} and reaches into its turn"))?;
        demand(stall.began >= after && stall.ended <= at, || "the stalls overlap, or are in the future".to_owned())?;
        after = stall.ended;
    }
    Ok(())
}

/// Checks the times of a turn: opened, sent, answered, decided.
fn check_times(turn: OpenTurn, sent: Option<Time>, received: Option<Time>, at: Time) -> Check {
    let opened = turn.opened;
    let start = sent.unwrap_or(opened);
    demand(start >= opened, || format!("it was sent before the turn opened at {} ns", opened.0))?;
    let answered = received.unwrap_or(at);
    demand(start <= answered, || format!("it was answered at {} ns, before it was sent", answered.0))?;
    demand(answered <= at, || format!("it was received at {} ns, after it was decided", answered.0))
}

/// Returns the recorded wall-clock time of the end, for which only the host vouches.
fn told_end(event: &Event) -> Option<i64> {
    match &event.fact {
        Fact::MatchEnded(ended) => ended.ended_unix_ms,
        _ => None,
    }
}
