//! A match in virtual time, and the commands that tests give to it.

use std::{collections::BTreeMap, time::Duration};

use super::takeaway::TAKEAWAY;
use referee_games::{self as games, Game};
use referee_ids::{MatchId, PlayerId, RequestId, Seat, Seq};
use referee_law::{
    Absence, Asker, Command, Conduct, Decision, Event, Fact, Graces, IllegalMovePolicy, LostSeatPolicy, Match,
    MatchOpened, Note, Promise, Refusal, Seed, Time, TimeControl,
    event::MAX_RETRIES,
    turn::MAX_ROUND_TRIP,
    verify::{Verified, fold_with, verify_with},
};

/// A match with the log of all its events.
#[derive(Clone)]
pub struct Rig {
    pub game: &'static dyn Game,
    pub current: Match,
    pub log: Vec<Event>,
    pub now: Time,
}

pub const GRACE: Duration = Duration::from_secs(30);
pub const ATTEND_GRACE: Duration = Duration::from_secs(90);
pub const START_GRACE: Duration = Duration::from_secs(60);
/// Round trip of every seat. With it, a turn may be handed over up to a second after it was due.
pub const FAR: Duration = MAX_ROUND_TRIP;

/// Returns the opening event of a match of `game`, with a time control for each seat.
pub fn opened(game: &str, time_controls: &[&str], options: &[(&str, &str)]) -> MatchOpened {
    let chance = games::find(game).is_none_or(|game| game.facts().chance);
    let player = |seat: usize| PlayerId::parse(&format!("player{seat}")).expect("a player's name");
    MatchOpened {
        match_id: MatchId::parse("a-match").expect("a match's id"),
        game: game.to_owned(),
        options: options
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect::<BTreeMap<_, _>>(),
        time_controls: time_controls.iter().map(|text| TimeControl::parse(text).expect("a time control")).collect(),
        players: (0..time_controls.len()).map(player).collect(),
        opened_unix_ms: 1_700_000_000_000,
        graces: Graces { absence: Absence::Grace, disconnect: GRACE, attend: ATTEND_GRACE, start: START_GRACE },
        illegal_move_policy: IllegalMovePolicy::Retry { retries: MAX_RETRIES },
        lost_seat_policy: LostSeatPolicy::Substitute,
        luck: chance.then(|| Promise {
            commitment: seed().commitment(),
            nonce_wait: Duration::ZERO,
            deal_id: None,
            is_withheld: false,
        }),
        conduct: Conduct::default(),
        rematch_of: None,
        law: Default::default(),
        created_by: Some(PlayerId::parse("maker").expect("a name")),
        occasion: None,
        labels: Default::default(),
        opening: Default::default(),
        consents: Vec::new(),
    }
}

/// Returns the seed of every match in these tests.
pub fn seed() -> Seed {
    Seed::new([7; 32])
}

/// Returns an arbiter that can abort a match.
pub fn host() -> Asker {
    Asker::Arbiter(PlayerId::parse("carl").expect("a name"))
}

pub fn seconds(seconds: f64) -> Time {
    Time((seconds * 1e9).round() as u64)
}

pub fn request(id: &str) -> RequestId {
    RequestId::parse(id).expect("a request id")
}

impl Rig {
    pub fn open(game: &'static dyn Game, opened: MatchOpened) -> Rig {
        let mut current = Match::open_with(game, opened.clone()).expect("a match that can be opened");
        if opened.luck.is_some() {
            current = current.with_seed(seed()).expect("the seed that was promised");
        }
        for seat in Seat::all(opened.players.len() as u8) {
            current.note(Note::RoundTrip { seat, took: FAR });
        }
        let log = vec![Event { seq: Seq(1), at: Time::ZERO, fact: Fact::MatchOpened(Box::new(opened)) }];
        Rig { game, current, log, now: Time::ZERO }
    }

    /// Opens a match whose seats all connect at time 0.
    pub fn started(game: &'static dyn Game, opened: MatchOpened) -> Rig {
        let mut rig = Rig::open(game, opened);
        rig.connect_all();
        rig
    }

    pub fn connect_all(&mut self) {
        for seat in Seat::all(self.current.course().setting().seats()) {
            self.does(Command::Connect { seat });
        }
    }

    /// Moves the time to `at` seconds.
    pub fn at(&mut self, at: f64) -> &mut Rig {
        self.now = seconds(at);
        self
    }

    /// Decides a command, applies the resulting events and returns the decision.
    pub fn say(&mut self, command: Command) -> Result<Decision, Refusal> {
        let decision = self.current.decide(self.now, &command)?;
        if let Decision::Events(events) = &decision {
            for event in events {
                self.current.apply(event);
                self.log.push(event.clone());
            }
        }
        Ok(decision)
    }

    /// Returns the facts that follow from a command. Panics if the command is refused.
    pub fn does(&mut self, command: Command) -> Vec<Fact> {
        match self.say(command.clone()).unwrap_or_else(|refusal| panic!("{command:?}: {refusal:?}")) {
            Decision::Events(events) => events.into_iter().map(|event| event.fact).collect(),
            Decision::Repeat { seq } => panic!("{command:?} is a repeat of {seq}"),
        }
    }

    /// Returns the refusal of a command, whether it is stored as an event or not.
    pub fn refusal(&mut self, command: Command) -> Refusal {
        match self.say(command.clone()) {
            Ok(Decision::Events(events)) => {
                command.reply(&events).expect("a reply").expect_err(&format!("{command:?} is to be refused"))
            }
            Ok(Decision::Repeat { seq }) => panic!("{command:?} is a repeat of {seq}"),
            Err(refusal) => refusal,
        }
    }

    /// Hands the pending turn to its seat now.
    pub fn ask(&mut self) {
        let turn = self.current.turn().expect("a turn that waits for a seat");
        self.current.note(Note::Offered { seat: turn.seat, at: self.now });
    }

    /// Returns a move of the seat to play, received now.
    pub fn answer(&self, notation: &str) -> Command {
        let turn = self.current.turn().expect("a turn that waits for a seat");
        Command::PlayMove { seat: turn.seat, turn_id: turn.id, notation: notation.to_owned(), received: self.now }
    }

    /// Plays a move that is received now.
    pub fn play(&mut self, notation: &str) -> Vec<Fact> {
        self.does(self.answer(notation))
    }

    /// Rebuilds the match from its log and its seed.
    pub fn folded(&self) -> Rig {
        let mut current = fold_with(self.game, &self.log).unwrap_or_else(|error| panic!("{error}: {:#?}", self.log));
        if current.opened().luck.is_some() {
            current = current.with_seed(seed()).expect("the seed that was promised");
        }
        for seat in Seat::all(current.opened().players.len() as u8) {
            current.note(Note::RoundTrip { seat, took: FAR });
        }
        Rig { current, ..self.clone() }
    }

    /// Verifies the log by recomputing every event.
    pub fn verified(&self) -> Verified {
        verify_with(self.game, &self.log).unwrap_or_else(|error| panic!("{error}: {:#?}", self.log))
    }

    /// Returns the legal moves of the seat to play.
    pub fn legal(&self) -> Vec<String> {
        self.current.course().position().legal()
    }
}

/// Starts a match of takeaway with one time control per seat.
pub fn takeaway(time_controls: &[&str]) -> Rig {
    Rig::started(&TAKEAWAY, opened("takeaway", time_controls, &[]))
}

/// Returns the result of a command in words: the kinds of its facts, or `-` for none. `=3` means a
/// repeat of event 3, and `!Reason` a refusal.
pub fn outcome(rig: &mut Rig, command: Command) -> String {
    match rig.say(command) {
        Ok(Decision::Events(events)) if events.is_empty() => "-".to_owned(),
        Ok(Decision::Events(events)) => events.iter().map(|event| word(&event.fact)).collect::<Vec<String>>().join(" "),
        Ok(Decision::Repeat { seq }) => format!("={seq}"),
        Err(refusal) => format!("!{:?}", refusal.reason),
    }
}

/// Returns the kind of a fact as one word. An end includes its cause and its seat.
pub fn word(fact: &Fact) -> String {
    match fact {
        Fact::MatchOpened(_) => "opened".to_owned(),
        Fact::SeatConnected { seat } => format!("here({seat})"),
        Fact::SeatDisconnected { seat, .. } => format!("away({seat})"),
        Fact::NonceGiven { seat, .. } => format!("nonce({seat})"),
        Fact::RoundStarted { round, .. } => format!("round({round})"),
        Fact::MoveRefused(refused) => format!("refused({})", refused.declined),
        Fact::FlagVoided(void) => format!("void({})", void.seat),
        Fact::MovePlayed(moved) => format!("moved({})", moved.notation),
        Fact::ForcedMovePlayed { notation, .. } => format!("forced({notation})"),
        Fact::SeatLost(lost) => format!("lost({} by {})", lost.cause.word(), lost.seat),
        Fact::MoveSubstituted { notation, .. } => format!("substituted({notation})"),
        Fact::ChanceResolved { .. } => "chance".to_owned(),
        Fact::RoundEnded { cause, .. } => format!("ended({cause})"),
        Fact::FirstMoveDue { seat, .. } => format!("due({seat})"),
        Fact::ProposalMade { seat, proposal, .. } => format!("proposed({} by {seat})", proposal.word()),
        Fact::ProposalAnswered { seat, answer, .. } => format!("{answer:?}({seat})").to_lowercase(),
        Fact::MovesTakenBack { ply, .. } => format!("back({ply})"),
        Fact::MatchPaused { .. } => "paused".to_owned(),
        Fact::MatchResumed { .. } => "unpaused".to_owned(),
        Fact::MatchAdjudicated { .. } => "adjudicated".to_owned(),
        Fact::HostStalled(_) => "stalled".to_owned(),
        Fact::ServerRestarted => "resumed".to_owned(),
        Fact::MatchEnded(ended) => {
            let by = ended.verdict.seat.map_or(String::new(), |seat| format!(" by {seat}"));
            format!("over({}{by})", ended.verdict.termination.word())
        }
    }
}
