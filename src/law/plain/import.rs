//! Replays a plain match as events that the law verifies: every move at one moment, without clocks.

use std::{mem, time::Duration};

use referee_games::rules::{BadOption, cut};
use referee_ids::{MatchId, PlayerId, RequestId, Seat};

use super::{IMPORTED, PlainEnd, PlainLoss, PlainMatch, PlainRound, notation};
use crate::{
    clock::{Stamps, Time, time_control::TimeControl},
    decide::{answer::read_and_play, steps::ChanceSource},
    ending::{
        end_reason::EndReason,
        termination::{Loser, Termination},
    },
    event::{Event, Fact, IllegalMovePolicy, LostSeatPolicy, MatchOpened, MovePlayed, SeatLost},
    opening::{
        absence::Graces,
        conduct::{Conduct, MAX_PLIES, MatchAdjudicated, Proposal, ProposalAnswer, Ruling},
        law_version::LawVersion,
        occasion::IMPORTED_LABEL,
    },
    state::{Match, Phase},
    turn::Running,
};

/// The arbiter of a result that no move proves.
const ARBITER: &str = "import";

/// Why a plain match cannot be a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: `{value}`: expected {expected}")]
pub struct BadImport {
    /// The field: `rounds[0].moves[3]`.
    pub field: String,
    pub value: String,
    /// The accepted form.
    pub expected: String,
}

type Imported = Result<(), BadImport>;

impl PlainMatch {
    /// Returns the events of a record of this match, which is marked as imported. `source` names
    /// the form of the text: `json`.
    pub fn events(&self, match_id: MatchId, source: &str) -> Result<Vec<Event>, BadImport> {
        let mut import = Import::open(self, match_id, source)?;
        import.seats_come();
        for (index, round) in self.rounds.iter().enumerate() {
            import.round(index, round)?;
        }
        import.end()?;
        Ok(import.events)
    }
}

fn bad(field: impl Into<String>, value: &str, expected: impl Into<String>) -> BadImport {
    BadImport { field: field.into(), value: cut(value), expected: expected.into() }
}

struct Import<'a> {
    plain: &'a PlainMatch,
    of: Match,
    events: Vec<Event>,
    at: Time,
    /// Number of losses so far.
    lost: usize,
}

impl<'a> Import<'a> {
    fn open(plain: &'a PlainMatch, match_id: MatchId, source: &str) -> Result<Import<'a>, BadImport> {
        let opened = plain.opened(match_id, source);
        let of =
            Match::open(opened.clone()).map_err(|BadOption { name, value, expected }| bad(name, &value, expected))?;
        let mut import = Import { plain, of, events: Vec::new(), at: Time::ZERO, lost: 0 };
        import.events.push(Event { seq: import.of.seq(), at: Time::ZERO, fact: Fact::MatchOpened(Box::new(opened)) });
        Ok(import)
    }

    fn put(&mut self, fact: Fact) {
        let event = Event { seq: self.of.seq().next(), at: self.at, fact };
        self.of.apply(&event);
        self.events.push(event);
    }

    /// Connects every seat, after those that lost before the start. A match that never started
    /// misses a seat.
    fn seats_come(&mut self) {
        if self.plain.rounds.is_empty() && self.plain.end.is_none() {
            return;
        }
        // An error shows later, because the number of losses is then too small.
        while self.lose(1, 0).is_ok_and(|has_lost| has_lost) {}
        let last = if self.plain.rounds.is_empty() { self.plain.players.len() - 1 } else { self.plain.players.len() };
        for seat in Seat::all(last as u8).filter(|seat| !self.of.lost().has(*seat)).collect::<Vec<_>>() {
            self.put(Fact::SeatConnected { seat });
        }
    }

    fn round(&mut self, index: usize, round: &PlainRound) -> Imported {
        let field = format!("rounds[{index}]");
        match self.due("").map_err(|stuck| bad(&field, "", stuck))? {
            Some(Fact::RoundStarted { position, .. }) if position == round.start => self.start(position),
            Some(Fact::RoundStarted { position, .. }) => {
                return Err(bad(format!("{field}.start"), &round.start, format!("`{position}`")));
            }
            _ => return Err(bad(field, "a round", "no further round: the match is over, or a round is not")),
        }
        // The first move of a seat takes all of it.
        let mut lasts = self.length_of_round(index);
        for (ply, step) in round.moves.iter().enumerate() {
            let field = format!("{field}.moves[{ply}]");
            if ply >= MAX_PLIES as usize {
                return Err(bad(field, step, format!("at most {MAX_PLIES} moves in a round")));
            }
            self.losses(index as u32 + 1, ply as u32)?;
            self.step(field, step, &mut lasts)?;
        }
        self.losses(index as u32 + 1, round.moves.len() as u32)?;
        match self.due("") {
            Ok(Some(ended @ Fact::RoundEnded { .. })) => {
                if let (Fact::RoundEnded { cause, points, .. }, Some(told)) = (&ended, &round.result)
                    && (cause, points) != (&told.0, &told.1)
                {
                    return Err(bad(format!("{field}.result"), &told.0, format!("`{cause}` with {}", numbers(points))));
                }
                self.put(ended);
                Ok(())
            }
            _ if round.result.is_some() => Err(bad(format!("{field}.result"), "a result", "none: it is not over")),
            _ if index + 1 < self.plain.rounds.len() => {
                Err(bad(format!("{field}.moves"), "the end", "a move: the round is not over"))
            }
            _ => Ok(()),
        }
    }

    fn start(&mut self, position: String) {
        let round = self.of.course().round_number();
        self.put(Fact::RoundStarted { round, position });
    }

    /// Returns the step that the law takes now; `None` if a seat must move.
    fn due(&self, chance: &str) -> Result<Option<Fact>, String> {
        if !self.of.may_go_on() || self.of.turn.is_some() {
            return Ok(None);
        }
        self.of.progress.clone().step(ChanceSource::Recorded(chance)).map_err(|stuck| stuck.0)
    }

    /// Plays one step. `lasts` is the time that the next move of a seat takes.
    fn step(&mut self, field: String, step: &str, lasts: &mut Duration) -> Imported {
        let impossible = |_| {
            let error = read_and_play(&mut self.of.course().clone(), step).err();
            let why = error.map(|error| format!(": {error}")).unwrap_or_default();
            bad(&field, step, format!("a possible outcome of chance{why}"))
        };
        match self.due(step).map_err(impossible)? {
            Some(Fact::RoundEnded { .. } | Fact::MatchEnded(_)) => {
                Err(bad(field, step, "no further move: the round is over"))
            }
            Some(fact) => {
                let due = notation(&fact).cloned().unwrap_or_default();
                let is_due = read_and_play(&mut self.of.course().clone(), step).is_ok_and(|written| written == due);
                if !is_due {
                    return Err(bad(field, step, format!("the step that is due, `{due}`")));
                }
                self.put(fact);
                Ok(())
            }
            None => {
                let moved = self.moved(step, mem::take(lasts)).map_err(|expected| bad(field, step, expected))?;
                self.put(moved);
                Ok(())
            }
        }
    }

    fn moved(&mut self, step: &str, lasts: Duration) -> Result<Fact, String> {
        let turn = self.of.turn.ok_or("no move: no seat is to move")?;
        let notation = read_and_play(&mut self.of.course().clone(), step).map_err(|error| {
            let legal = self.of.course().first_legal().unwrap_or_default();
            format!("a legal move, such as `{legal}`: {error}")
        })?;
        let (sent, round, ply) = (self.at, self.of.course().round_number(), self.of.course().ply());
        self.at = self.at.after(lasts);
        let stamps = Stamps { sent, received: self.at, uncharged: Duration::ZERO };
        let charge = self.of.seats[turn.seat.index()].clock.charge(&TimeControl::UNLIMITED, stamps);
        let charge = charge.map_err(|_| "no clock")?;
        Ok(Fact::MovePlayed(MovePlayed {
            seat: turn.seat,
            round,
            ply,
            notation,
            declined: None,
            sent,
            received: self.at,
            lag: Duration::ZERO,
            round_trip: Duration::ZERO,
            charged: charge.charged,
            clock: charge.clock,
            score: None,
            stalled: Duration::ZERO,
        }))
    }

    /// Returns how long the moves of a round must take so that the match ends after it by its
    /// duration: the rules ended the match, and its goal is a time.
    fn length_of_round(&self, index: usize) -> Duration {
        let is_last = index + 1 == self.plain.rounds.len();
        let is_normal = self.plain.end.as_ref().is_some_and(|end| end.termination == Termination::Normal);
        let course = self.of.course();
        let time = course.game().goal(course.setting()).time.filter(|_| is_last && is_normal);
        time.unwrap_or_default()
    }

    fn losses(&mut self, round: u32, ply: u32) -> Imported {
        while self.lose(round, ply)? {}
        Ok(())
    }

    /// Takes the next loss, if it is due at this step. Returns whether it was.
    fn lose(&mut self, round: u32, ply: u32) -> Result<bool, BadImport> {
        let Some(loss) = self.plain.losses.get(self.lost).filter(|loss| (loss.round, loss.ply) == (round, ply)) else {
            return Ok(false);
        };
        let lost = self.lost_by(loss.seat, loss.cause, format!("losses[{}]", self.lost))?;
        if !self.of.goes_on_without(loss.seat) {
            return Err(bad(format!("losses[{}]", self.lost), loss.cause.word(), "a match that continues without it"));
        }
        self.put(Fact::SeatLost(lost));
        self.lost += 1;
        Ok(true)
    }

    /// Returns the loss of a seat, at a later moment than the loss before it unless both share a
    /// place.
    fn lost_by(&mut self, seat: Seat, cause: Termination, field: String) -> Result<SeatLost, BadImport> {
        let is_seated = seat.index() < self.plain.players.len() && !self.of.lost().has(seat);
        if !is_seated || cause.cause().loser != Loser::Offender {
            return Err(bad(field, cause.word(), "a seat in play, and a cause by which it loses"));
        }
        let places = self.plain.end.as_ref().map_or(&[][..], |end| &end.places);
        let before = self.of.lost().losses().last().map(|loss| loss.seat);
        let is_shared = before.is_some_and(|before| {
            places.get(before.index()).is_some_and(|place| places.get(seat.index()) == Some(place))
        });
        if !is_shared {
            self.at = Time(self.at.0 + 1);
        }
        let lost = match cause {
            Termination::Resignation if self.of.phase() == Phase::Live => SeatLost::by(seat, cause),
            _ => SeatLost {
                reason: EndReason::program(&format!("{IMPORTED}{}", cause.word())),
                received: Some(self.at),
                ..SeatLost::by(seat, Termination::ProtocolError)
            },
        };
        let own_turn = self.of.turn.is_some_and(|turn| turn.seat == seat);
        let running = if own_turn { self.of.running_when(self.at, lost.received) } else { Running::default() };
        Ok(SeatLost { sent: running.sent, lag: running.lag, round_trip: running.round_trip, ..lost })
    }

    /// Ends the match as the text says, and checks that the result follows.
    fn end(&mut self) -> Imported {
        if let Some(loss) = self.plain.losses.get(self.lost) {
            let PlainLoss { round, ply, .. } = loss;
            return Err(bad(format!("losses[{}]", self.lost), &format!("{round}, {ply}"), "the place of a step"));
        }
        self.follow();
        match (self.of.verdict(), &self.plain.end) {
            (None, Some(end)) => self.end_by(end)?,
            (Some(verdict), Some(PlainEnd { seat: Some(seat), .. })) if verdict.seat != Some(*seat) => {
                return Err(bad("end.seat", &seat.to_string(), "no seat: the rules end the match here"));
            }
            _ => {}
        }
        self.check_result()
    }

    /// Checks that the result in the text follows. A text need not tell points and places.
    fn check_result(&self) -> Imported {
        let (told, verdict) = (self.plain, self.of.verdict());
        let totals = verdict.map_or(self.of.course().totals(), |verdict| &verdict.totals);
        if !told.totals.is_empty() && told.totals != totals {
            return Err(bad("points", &numbers(&told.totals), numbers(totals)));
        }
        let (Some(verdict), Some(end)) = (verdict, &told.end) else { return Ok(()) };
        let cause = super::told_cause(true, verdict.termination, &verdict.reason);
        if cause != end.termination {
            return Err(bad("end.termination", end.termination.word(), cause.word()));
        }
        if !end.places.is_empty() && end.places != verdict.places {
            let expected = if verdict.places.is_empty() { "no places".to_owned() } else { numbers(&verdict.places) };
            return Err(bad("places", &numbers(&end.places), expected));
        }
        Ok(())
    }

    /// Takes the steps that follow without a choice, up to chance. A text may leave them out.
    fn follow(&mut self) {
        while let Ok(Some(fact)) = self.due("") {
            self.put(fact);
        }
    }

    fn end_by(&mut self, end: &PlainEnd) -> Imported {
        let field = "end.termination";
        let refused = |expected: &str| bad(field, end.termination.word(), expected);
        match end.termination {
            Termination::Normal | Termination::MaxPlies => {
                return Err(refused("another cause: the rules do not end the match here"));
            }
            Termination::Claim => {
                let seat = end.seat.filter(|seat| seat.index() < self.plain.players.len());
                let seat = seat.filter(|_| self.of.course().position().is_claimable());
                let seat = seat.ok_or_else(|| refused("a position with a claim, and the seat that claims"))?;
                let received = Some(self.at);
                self.put(self.of.ended(self.at, Termination::Claim, Some(seat), EndReason::Plain, received, None));
            }
            Termination::DrawAgreed => {
                self.agree_on_draw().map_err(|why| refused(&format!("another cause: {why}")))?;
            }
            Termination::Adjudication => {
                let seat = end.seat.filter(|seat| seat.index() < self.plain.players.len());
                let ruling = seat.map_or_else(|| Ruling::Points(self.plain.totals.clone()), Ruling::Loss);
                self.of.can_rule(&ruling).map_err(|refusal| refused(&format!("another cause: {}", refusal.text)))?;
                let arbiter = PlayerId::parse(ARBITER).map_err(|_| refused("an arbiter"))?;
                let reason = format!("{IMPORTED}{}", end.termination.word());
                let by = MatchAdjudicated { arbiter, ruling, reason };
                self.put(Fact::MatchAdjudicated { by, request_id: RequestId::default() });
                self.put_settled();
            }
            Termination::Abort => {
                let reason = EndReason::CalledOff(None);
                self.put(self.of.ended(self.at, Termination::Abort, None, reason, None, None));
            }
            Termination::Unattended | Termination::HostFault => {
                let reason = EndReason::host(&format!("{IMPORTED}{}", end.termination.word()));
                self.put(self.of.ended(self.at, Termination::HostFault, None, reason, None, None));
            }
            _ => {
                let seat = end.seat.ok_or_else(|| refused("the seat that lost"))?;
                let lost = self.lost_by(seat, end.termination, field.to_owned())?;
                let facts = self.of.loss(self.at, lost);
                match facts.into_iter().next() {
                    Some(ended @ Fact::MatchEnded(_)) => self.put(ended),
                    _ => return Err(refused("an end: the match continues without the seat")),
                }
            }
        }
        Ok(())
    }

    fn agree_on_draw(&mut self) -> Result<(), String> {
        let seats: Vec<Seat> =
            Seat::all(self.plain.players.len() as u8).filter(|seat| !self.of.lost().has(*seat)).collect();
        let (proposal, request_id) = (Proposal::Draw, RequestId::default());
        let first = *seats.first().ok_or("a seat in play")?;
        self.of.may_propose(first, proposal).map_err(|refusal| refusal.text)?;
        self.put(Fact::ProposalMade { seat: first, proposal, request_id: request_id.clone() });
        for seat in &seats[1..] {
            let (seat, answer, request_id) = (*seat, ProposalAnswer::Accept, request_id.clone());
            self.put(Fact::ProposalAnswered { seat, proposal, answer, request_id });
        }
        self.put_settled();
        Ok(())
    }

    /// Adds the fact that the newest event determined.
    fn put_settled(&mut self) {
        let settled = self.of.settled.clone();
        settled.into_iter().for_each(|fact| self.put(*fact));
    }
}

impl PlainMatch {
    /// Returns the opening event: casual, without clocks, a seed and a creator.
    fn opened(&self, match_id: MatchId, source: &str) -> MatchOpened {
        let end = self.end.as_ref();
        let plies = self.rounds.last().map_or(0, |round| round.moves.len());
        let is_capped = end.is_some_and(|end| end.termination == Termination::MaxPlies);
        // With at least two other seats left, a match that a loss ended cannot have continued.
        let others = self.players.len().saturating_sub(self.losses.len() + 1);
        let is_ended = end.is_some_and(|end| end.termination.cause().loser == Loser::Offender) && others >= 2;
        MatchOpened {
            match_id,
            game: self.game.clone(),
            options: self.options.clone(),
            time_controls: vec![TimeControl::UNLIMITED; self.players.len()],
            players: self.players.clone(),
            opened_unix_ms: self.opened_unix_ms,
            graces: Graces::default(),
            illegal_move_policy: IllegalMovePolicy::Forfeit,
            lost_seat_policy: if is_ended { LostSeatPolicy::End } else { LostSeatPolicy::Substitute },
            luck: None,
            conduct: Conduct { max_plies: is_capped.then_some(plies as u32), ..Conduct::default() },
            rematch_of: None,
            law: LawVersion::default(),
            created_by: None,
            occasion: None,
            labels: [(IMPORTED_LABEL.to_owned(), source.to_owned())].into(),
            opening: self.opening.clone(),
            consents: Vec::new(),
        }
    }
}

fn numbers(list: &[impl ToString]) -> String {
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
