//! Applies events to a match.

use std::time::Duration;

use referee_games::rules::Turn;
use referee_ids::Seat;

use super::{
    clock::Time,
    event::{Event, Fact, MovePlayed},
    state::{Match, Presence},
    turn::{MAX_ROUND_TRIP, OpenTurn, RETURN_PATIENCE},
};
use crate::clock::{earlier_clocks::EarlierClock, time_control::Main};

impl Match {
    /// Applies the next event, from `decide` or from the log.
    pub fn apply(&mut self, event: &Event) {
        self.seq = event.seq;
        self.at = event.at;
        self.settled = None;
        self.host_stalls.retain_mut(|stall| {
            stall.began = stall.began.max(event.at);
            stall.ended > event.at
        });
        self.progress.note_time(event.at);
        self.memory.note(event, self.turn_id);
        if event.fact.opens_turn() {
            self.turn_id = event.seq;
        }
        match &event.fact {
            Fact::MatchOpened(_) => {}
            Fact::SeatConnected { seat } => self.seat_came(*seat),
            Fact::SeatDisconnected { seat, grace_until, .. } => self.seat_left(*seat, *grace_until),
            Fact::NonceGiven { seat, nonce, .. } => {
                if let Some(given) = self.nonces.get_mut(seat.index()) {
                    *given = Some((nonce.clone(), self.seq));
                }
            }
            Fact::RoundStarted { round, position } => self.start_round(*round, position),
            Fact::MovePlayed(moved) => self.take_move(moved),
            // A refused move does not stop the seat's clock.
            Fact::MoveRefused(_) => self.refused += 1,
            Fact::FlagVoided(_) => self.ask_again(),
            Fact::HostStalled(stall) => self.take_stall(*stall),
            Fact::SeatLost(lost) => {
                self.seat_lost(lost);
                self.first_move.take_if(|(seat, _)| *seat == lost.seat);
            }
            Fact::ForcedMovePlayed { notation, .. }
            | Fact::MoveSubstituted { notation, .. }
            | Fact::ChanceResolved { notation, .. } => self.take_step(notation),
            Fact::RoundEnded { .. } => {
                self.progress.course.close_round();
                self.progress.round_open = false;
                self.turn = None;
            }
            Fact::FirstMoveDue { seat, until } => self.first_move = Some((*seat, *until)),
            Fact::ProposalMade { .. }
            | Fact::ProposalAnswered { .. }
            | Fact::MovesTakenBack { .. }
            | Fact::MatchPaused { .. }
            | Fact::MatchResumed { .. }
            | Fact::MatchAdjudicated { .. } => self.take_conduct(&event.fact),
            Fact::ServerRestarted => self.resume(),
            Fact::MatchEnded(ended) => {
                self.verdict = Some(ended.verdict.clone());
                self.ended_unix_ms = ended.ended_unix_ms;
                self.turn = None;
            }
        }
    }

    fn set_presence(&mut self, seat: Seat, presence: Presence) {
        if let Some(state) = self.seats.get_mut(seat.index()) {
            state.presence = presence;
        }
    }

    fn seat_came(&mut self, seat: Seat) {
        self.put_off_graces();
        self.set_presence(seat, Presence::Here);
        self.note_who_is_here();
        // If the seat's clock waits for the seat, it starts now; a running clock continues.
        let (due, now) = (self.due(seat), self.at);
        let waits = |turn: &&mut OpenTurn| turn.seat == seat && turn.absent.is_none_or(|by| by > now);
        if let Some(turn) = self.turn.as_mut().filter(waits) {
            turn.due = turn.due.or(due);
        }
    }

    /// Records the time if all seats are connected before the start.
    pub(super) fn note_who_is_here(&mut self) {
        if !self.started && self.graces().next().is_none() {
            self.all_here_since.get_or_insert(self.at);
        }
    }

    fn seat_left(&mut self, seat: Seat, until: Option<Time>) {
        self.set_presence(seat, Presence::Away { until });
        if let Some(state) = self.seats.get_mut(seat.index()) {
            state.departures += 1;
        }
        if let Some(until) = until {
            if !self.started {
                // A returning seat may have more time than the others had to connect.
                self.start_until = self.start_until.max(until);
            }
            self.all_here_since = None;
        }
        if let Some(turn) = self.turn.as_mut().filter(|turn| turn.seat == seat) {
            turn.absent = Some(turn.absent.map_or(self.at, |by| by.min(self.at)));
        }
    }

    fn start_round(&mut self, round: u32, position: &str) {
        self.started = true;
        self.all_here_since = None;
        self.progress.round_open = true;
        self.progress.began.get_or_insert(self.at);
        position.clone_into(&mut self.round_start);
        self.round_moves.clear();
        self.stepped();
        self.proposals.round_started();
        self.earlier_clocks.clear();
        self.progress.reports.forget();
        for (state, control) in self.seats.iter_mut().zip(&self.opened.time_controls) {
            if round > 1 {
                state.clock = state.clock.renewed(control);
            }
        }
        self.open_turn();
    }

    fn take_move(&mut self, moved: &MovePlayed) {
        let (mut used, can_take_back) = (moved.charged, self.may_take_back());
        if let Some(state) = self.seats.get_mut(moved.seat.index()) {
            // Time beyond the clock, within the margin, was not lost, so the other hourglasses do
            // not get it.
            used = state.clock.left.zip(moved.clock.left).map_or(used, |(had, has)| had.saturating_sub(has));
            let before = std::mem::replace(&mut state.clock, moved.clock);
            state.moved = true;
            if can_take_back {
                let MovePlayed { ply, seat, charged, .. } = *moved;
                self.earlier_clocks.keep(EarlierClock { ply, seat, clock: before, charged });
            }
        }
        self.progress.reports.moved(&self.progress.conduct, moved.seat, moved.score);
        self.turn_hourglasses(moved.seat, used);
        self.proposals.moved(moved.seat);
        self.take_step(&moved.notation);
    }

    fn take_step(&mut self, notation: &str) {
        // The seat took the step for which [`Fact::FirstMoveDue`] set a deadline.
        self.first_move = None;
        // A verified log, or one written by `decide`, has no illegal steps. In any other log, this
        // code ignores an illegal step, and `verify` reports it.
        if let Ok(canonical) = self.progress.course.play(notation) {
            self.round_moves.push(canonical);
        }
        self.stepped();
        self.open_turn();
    }

    /// Divides the time used by a seat with an hourglass equally among the other hourglasses in
    /// play.
    fn turn_hourglasses(&mut self, by: Seat, used: Duration) {
        let controls = Seat::all(self.seats.len() as u8).zip(&self.opened.time_controls);
        let with_one =
            controls.filter(|(seat, control)| matches!(control.main, Main::Hourglass(_)) && !self.lost().has(*seat));
        let with_one: Vec<Seat> = with_one.map(|(seat, _)| seat).collect();
        if !with_one.contains(&by) {
            return;
        }
        let Some(share) = used.checked_div(with_one.len() as u32 - 1) else { return };
        for seat in with_one.into_iter().filter(|seat| *seat != by) {
            if let Some(state) = self.seats.get_mut(seat.index()) {
                state.clock = state.clock.given(share);
            }
        }
    }

    /// Reopens the turn with the same clock.
    fn ask_again(&mut self) {
        self.stalls.clear();
        self.uncharged.clear();
        self.turn = self.turn.map(|turn| OpenTurn {
            score: turn.score,
            void_flags: turn.void_flags + 1,
            ..self.turn_of(turn.seat)
        });
    }

    /// Applies facts about conduct: what seats and arbiters do besides moves.
    fn take_conduct(&mut self, fact: &Fact) {
        match fact {
            Fact::ProposalMade { seat, proposal, .. } => self.proposals.proposed(*seat, *proposal),
            Fact::ProposalAnswered { seat, proposal, answer, .. } => {
                let follows = self.agreed(*proposal).ok();
                if self.proposals.responded(*seat, *proposal, *answer, self.playing()) {
                    self.settled = follows.map(Box::new);
                }
            }
            Fact::MovesTakenBack { ply, clocks, .. } => self.take_back(*ply, clocks),
            Fact::MatchPaused { .. } => {
                self.paused = Some(self.at);
                self.stalls.clear();
                self.uncharged.clear();
                self.turn = None;
            }
            Fact::MatchResumed { .. } => self.go_on_now(),
            Fact::MatchAdjudicated { by, .. } => self.settled = Some(Box::new(self.adjudicated(by))),
            _ => {}
        }
    }

    /// Reopens the turn at the resume of a paused match. The grace of a disconnected seat starts
    /// now.
    fn go_on_now(&mut self) {
        let paused = self.paused.take();
        if let (Some(paused), Some(began)) = (paused, &mut self.progress.began) {
            // A pause does not count towards the maximum duration of a match.
            *began = began.after(self.at.since(paused));
        }
        self.stepped = self.at;
        let until = self.at.after(self.opened.graces.disconnect);
        for state in &mut self.seats {
            if let Presence::Away { until: Some(before) } = &mut state.presence {
                *before = until.max(*before);
            }
        }
        self.put_off_first_move();
        self.open_turn();
        self.spare_the_absent();
    }

    /// Lets the clock of a disconnected seat wait until its turn is sent, at most for
    /// [`RETURN_PATIENCE`], unless the seat may be away.
    fn spare_the_absent(&mut self) {
        let by = self.at.after(RETURN_PATIENCE);
        let is_spared = self.turn.is_some_and(|turn| !self.connected(turn.seat) && !self.may_be_away(turn.seat));
        if let Some(turn) = self.turn.as_mut().filter(|_| is_spared) {
            turn.absent = Some(by);
        }
    }

    /// Restarts the grace of a pending first-move deadline, if that makes the deadline later.
    fn put_off_first_move(&mut self) {
        if let (Some((_, until)), Some(grace)) = (&mut self.first_move, self.opened.conduct.first_move_grace) {
            *until = self.at.after(grace).max(*until);
        }
    }

    fn resume(&mut self) {
        let grace = if self.started { self.opened.graces.disconnect } else { self.opened.graces.start };
        let until = self.at.after(grace);
        self.start_until = until;
        self.start_latest = until.after(self.opened.graces.disconnect);
        self.all_here_since = None;
        for seat in Seat::all(self.seats.len() as u8) {
            // A seat that may be away and has been connected before need not connect again.
            let has_come = self.started || self.away_until(seat).is_none();
            // A restart never shortens a grace that has begun.
            let kept = self.away_until(seat).filter(|_| self.started).map_or(until, |before| before.max(until));
            let until = (!has_come || !self.may_be_away(seat)).then_some(kept);
            self.set_presence(seat, Presence::Away { until });
        }
        self.note_who_is_here();
        self.put_off_first_move();
        // No seat is absent by its own fault, so the clock waits until the turn is sent again.
        self.open_turn();
        self.spare_the_absent();
    }

    pub(super) fn stepped(&mut self) {
        (self.stepped, self.refused) = (self.at, 0);
    }

    /// Opens the turn of the seat to move, if there is one. The clock of a disconnected seat starts
    /// immediately.
    pub(super) fn open_turn(&mut self) {
        let is_played = self.started && self.paused.is_none();
        let waits = is_played && self.progress.round_open && !self.course().is_over();
        self.stalls.clear();
        self.uncharged.clear();
        if waits && self.progress.reports.end(&self.progress.conduct, self.course(), self.lost()).is_some() {
            self.turn = None;
            return;
        }
        self.turn = match self.course().turn() {
            Turn::Seat(seat) if waits && seat.index() < self.seats.len() && !self.lost().has(seat) => {
                Some(self.turn_of(seat))
            }
            _ => None,
        };
    }

    /// Returns a turn of this seat that opens now.
    fn turn_of(&self, seat: Seat) -> OpenTurn {
        OpenTurn {
            seat,
            opened: self.at,
            asked: None,
            due: self.due(seat),
            absent: (!self.connected(seat)).then_some(self.at),
            round_trip: self.seats[seat.index()].round_trip.min(MAX_ROUND_TRIP),
            void_flags: 0,
            score: None,
        }
    }

    /// Returns since when a seat has been ready for its turn; `None` if it is disconnected.
    fn due(&self, seat: Seat) -> Option<Time> {
        self.connected(seat).then_some(self.at)
    }
}
