//! A match on the server of a check, with its events and turns.

use crate::{
    exam::test_match::{Kind, Next, TestMatch},
    games::{Game, rules::Seat},
    pb::v1::{self, match_event::Event},
};

/// An earlier state of a match.
pub struct Standing {
    test_match: TestMatch,
    stepped: usize,
}

/// A match with the bot on seat 0; the others play at random.
pub struct HostedMatch {
    match_id: String,
    test_match: TestMatch,
    events: Vec<v1::MatchEvent>,
    /// Events sent to the bot.
    told: usize,
    /// Steps of the round that became events.
    stepped: usize,
    /// Event that opened the turn.
    turn_id: u64,
    verdict: Option<v1::Verdict>,
}

impl HostedMatch {
    pub fn open(game: &'static dyn Game, match_id: String) -> Result<HostedMatch, String> {
        let test_match = TestMatch::open(game, Seat(0))?;
        let mut hosted =
            HostedMatch { match_id, test_match, events: Vec::new(), told: 0, stepped: 0, turn_id: 0, verdict: None };
        let v1::MatchSummary { game, options, rules, players, luck, .. } = hosted.summary();
        let opened = v1::MatchOpened { game, options, rules, players, luck, ..Default::default() };
        hosted.add(Event::MatchOpened(Box::new(opened)));
        for seat in 0..u32::from(hosted.test_match.seats()) {
            hosted.add(Event::SeatConnected(v1::SeatConnected { seat }));
        }
        hosted.begin_round();
        Ok(hosted)
    }

    pub fn match_id(&self) -> &str {
        &self.match_id
    }

    /// Returns the number of the last event sent.
    pub fn told(&self) -> u64 {
        self.told as u64
    }

    pub fn summary(&self) -> v1::MatchSummary {
        let announcement = self.test_match.announcement(&self.match_id, "");
        let options = announcement.options.iter().filter_map(|option| option.split_once('='));
        let state = if self.verdict.is_some() { v1::MatchState::Over } else { v1::MatchState::Live };
        v1::MatchSummary {
            match_id: self.match_id.clone(),
            game: announcement.game,
            options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            rules: Some(v1::MatchRules {
                time_controls: vec!["inf".to_owned(); self.test_match.seats().into()],
                ..v1::MatchRules::default()
            }),
            players: announcement.players,
            state: state.into(),
            seq: self.events.len() as u64,
            round: self.test_match.reached().0,
            points: self.test_match.result().points,
            clocks: vec![v1::Clock::default(); self.test_match.seats().into()],
            luck: (!announcement.commitment.is_empty())
                .then(|| v1::Luck { commitment: announcement.commitment, ..Default::default() }),
            verdict: self.verdict.clone(),
            ..Default::default()
        }
    }

    /// Returns the first message about it.
    pub fn seated(&self) -> v1::Seated {
        v1::Seated { match_id: self.match_id.clone(), seat: 0, summary: Some(self.summary()) }
    }

    /// Returns the events not sent yet, which count as sent from now on.
    pub fn news(&mut self) -> Vec<v1::MatchEvent> {
        let news = self.events[self.told..].to_vec();
        self.told = self.events.len();
        news
    }

    /// Marks the events after this number as not sent.
    pub fn tell_from(&mut self, after: u64) {
        self.told = usize::try_from(after).unwrap_or(usize::MAX).min(self.events.len());
    }

    /// Plays for the others; returns the bot's turn, or `None` if the match is over.
    pub fn next_turn(&mut self, without_legal: bool) -> Result<Option<v1::Turn>, String> {
        loop {
            let next = self.test_match.advance()?;
            match next {
                Next::Turn => break,
                Next::Round(result) => {
                    let result_of =
                        v1::RoundResult { cause: result.cause, points: result.points, totals: result.totals };
                    self.add_steps_of_ended();
                    self.add(Event::RoundEnded(v1::RoundEnded { round: result.round, result: Some(result_of) }));
                    self.begin_round();
                }
                Next::Over => {
                    self.end(v1::Termination::Normal);
                    return Ok(None);
                }
            }
        }
        self.add_steps();
        let legal = if without_legal { Vec::new() } else { self.test_match.legal() };
        let go = self.test_match.go(legal);
        let (seats, summary) = (u32::from(self.test_match.seats()), self.summary());
        Ok(Some(v1::Turn {
            match_id: self.match_id.clone(),
            turn_id: self.turn_id,
            seat: 0,
            game: summary.game,
            options: summary.options,
            players: summary.players,
            round: go.round,
            ply: go.ply,
            points: self.test_match.position().points,
            position: self.test_match.view(),
            remaining_ms: (0..seats).map(|_| 0).collect(),
            increment_ms: (0..seats).map(|_| 0).collect(),
            unlimited_seats: (0..seats).collect(),
            legal: go.legal,
            ..Default::default()
        }))
    }

    /// Plays the bot's move; returns its event number.
    pub fn play(&mut self, notation: &str) -> Result<u64, String> {
        let played = self.test_match.play(notation);
        played.map_err(|error| format!("expected a legal move, got `{notation}`: {error}"))?;
        self.add_steps();
        Ok(self.events.len() as u64)
    }

    /// Adds an event other than a step.
    pub fn happen(&mut self, event: Event) {
        self.add_steps();
        self.add(event);
    }

    /// Returns the current state, to go back to.
    pub fn standing(&self) -> Standing {
        Standing { test_match: self.test_match.clone(), stepped: self.stepped }
    }

    /// Takes back what was played since.
    pub fn take_back(&mut self, standing: Standing) {
        let (round, ply) = (standing.test_match.reached().0, standing.stepped);
        self.add_steps();
        (self.test_match, self.stepped) = (standing.test_match, ply);
        let ply = u32::try_from(ply).unwrap_or(u32::MAX);
        let clocks = vec![v1::ClockState::default(); self.test_match.seats().into()];
        self.add(Event::MovesTakenBack(v1::MovesTakenBack { round, ply, clocks }));
    }

    pub fn end(&mut self, termination: v1::Termination) {
        self.add_steps();
        let result = self.test_match.result();
        let counts =
            !matches!(termination, v1::Termination::Unattended | v1::Termination::Abort | v1::Termination::HostFault);
        let verdict = v1::Verdict {
            termination: termination.into(),
            points: result.points,
            places: if counts { result.places } else { Vec::new() },
            ..Default::default()
        };
        self.verdict = Some(verdict.clone());
        self.add(Event::MatchEnded(v1::MatchEnded { verdict: Some(verdict), seed: result.seed, ..Default::default() }));
    }

    fn begin_round(&mut self) {
        self.stepped = 0;
        let (round, position) = (self.test_match.reached().0, self.test_match.position().start);
        self.add(Event::RoundStarted(v1::RoundStarted { round, position }));
    }

    /// Converts the steps of the round to events.
    fn add_steps(&mut self) {
        let round = self.test_match.reached().0;
        self.add_from(self.test_match.steps().to_vec(), round);
    }

    /// Converts the steps of a round that has just ended.
    fn add_steps_of_ended(&mut self) {
        let round = self.test_match.reached().0.saturating_sub(1);
        self.add_from(self.test_match.ended_steps().to_vec(), round);
    }

    fn add_from(&mut self, steps: Vec<(Kind, String)>, round: u32) {
        for (ply, (kind, notation)) in (0..).zip(steps).skip(self.stepped) {
            self.stepped += 1;
            let event = match kind {
                Kind::MovePlayed(seat) => {
                    let seat = u32::from(seat.0);
                    Event::MovePlayed(v1::MovePlayed { seat, round, ply, notation, ..Default::default() })
                }
                Kind::Forced(seat) => {
                    let seat = u32::from(seat.0);
                    Event::ForcedMovePlayed(v1::ForcedMovePlayed { seat, round, ply, notation })
                }
                Kind::Chance => Event::ChanceResolved(v1::ChanceResolved { round, ply, notation }),
            };
            self.add(event);
        }
    }

    fn add(&mut self, event: Event) {
        let seq = self.events.len() as u64 + 1;
        if opens_turn(&event) {
            self.turn_id = seq;
        }
        self.events.push(v1::MatchEvent { seq, at_ns: seq.cast_signed(), event: Some(event), ..Default::default() });
    }
}

/// Returns whether it opens a new turn.
fn opens_turn(event: &Event) -> bool {
    matches!(
        event,
        Event::MatchOpened(_)
            | Event::SeatConnected(_)
            | Event::RoundStarted(_)
            | Event::MovePlayed(_)
            | Event::MoveRefused(_)
            | Event::FlagVoided(_)
            | Event::ForcedMovePlayed(_)
            | Event::MoveSubstituted(_)
            | Event::ChanceResolved(_)
            | Event::MovesTakenBack(_)
            | Event::RoundEnded(_)
            | Event::MatchEnded(_)
    )
}
