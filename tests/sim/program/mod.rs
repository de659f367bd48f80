//! The program of a player, and its link to the server. Messages on the link are delayed and stay
//! in order.

mod acts;
mod strangers;
mod wire;

pub use strangers::STRANGER;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use referee::{
    games::search::split_mix::SplitMix64,
    hall::{
        Hall,
        link::{SeatLink, SeatMessage, SeatReader, TurnCard},
        lobby::Presence,
        table::Ask,
    },
    ids::{MatchId, PlayerId, RequestId, Seat, Seq, Viewer},
    law::{Fact, Proposal, ProposalAnswer, Reason, SeenEvent},
};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep_until},
};

use crate::{
    invariant::Invariant,
    plan::{Act, Plan, What},
    world::World,
};

/// Maximum retries of an unanswered call.
const TRIES: u32 = 100;
/// Time before a deadline at which a program acts that waits for the last moment.
const LAST_MOMENT: Duration = Duration::from_millis(8);
/// Delay before a program retries.
const AGAIN: Duration = Duration::from_secs(1);

pub struct Program {
    world: Arc<World>,
    me: usize,
    player: PlayerId,
    luck: SplitMix64,
    line: Option<Line>,
    lines: u64,
    agenda: BTreeMap<(Duration, u64), Job>,
    jobs: u64,
    sittings: BTreeMap<MatchId, Sitting>,
    /// Unanswered requests.
    unanswered: BTreeMap<u32, Asked>,
    requests: u32,
    errands: JoinSet<(u64, u32, Result<Seq, Reason>)>,
    delay: Duration,
    stalled_until: Duration,
    shut_until: Duration,
    late: bool,
    brink: bool,
    behind: bool,
    illegal: usize,
    is_silent: bool,
}

/// A connection.
struct Line {
    number: u64,
    server: u64,
    hall: Hall,
    link: SeatLink,
    reader: SeatReader,
    _presence: Presence,
    /// The `hello.resume` that it sent when it connected.
    resume: BTreeMap<MatchId, Seq>,
    last_down: Duration,
    last_up: Duration,
}

/// A match in which the program has a seat.
struct Sitting {
    seat: Seat,
    /// Newest event that it received.
    last: Seq,
    /// Its stream of messages about the match, and the number of their line.
    stream: Option<(u64, usize)>,
    open: Option<Arc<TurnCard>>,
    /// Its last answer to a turn.
    answered: Option<Answered>,
    over: bool,
}

/// An answer to a turn.
#[derive(Clone)]
struct Answered {
    /// Number of the request that contained it.
    id: u32,
    turn_id: Seq,
    notation: String,
}

#[derive(Clone)]
struct Asked {
    match_id: MatchId,
    seat: Seat,
    ask: Ask,
    /// Whether the program retries until it gets an answer.
    again: bool,
    tries: u32,
    /// Number of the line on which it was last sent.
    line: u64,
    /// The program's stream when it learnt that the table has stopped.
    stopped: Option<(u64, usize)>,
}

/// A piece of work for one moment.
enum Job {
    Act(Act),
    Connect,
    /// A message reaches the program.
    Hear(u64, SeatMessage),
    HearAnswer(u64, u32, Result<Seq, Reason>),
    /// A request reaches the server.
    Arrive(u64, u32, Asked),
    Answer(MatchId, Seq),
    Ask(MatchId, Ask),
    AskAgain(u32),
    Wake,
}

impl Program {
    pub fn new(world: &Arc<World>, me: usize) -> Program {
        let mut program = Program {
            world: Arc::clone(world),
            me,
            player: world.player(me),
            luck: SplitMix64::new(world.plan.seed.wrapping_mul(31).wrapping_add(me as u64)),
            line: None,
            lines: 0,
            agenda: BTreeMap::new(),
            jobs: 0,
            sittings: BTreeMap::new(),
            unanswered: BTreeMap::new(),
            requests: 0,
            errands: JoinSet::new(),
            delay: Duration::ZERO,
            stalled_until: Duration::ZERO,
            shut_until: Duration::ZERO,
            late: false,
            brink: false,
            behind: false,
            illegal: 0,
            is_silent: false,
        };
        let acts = world.plan.faults.iter().filter_map(|fault| match fault.what {
            What::Program(of, act) if of == me => Some((fault.at, act)),
            _ => None,
        });
        let acts: Vec<(Duration, Act)> = acts.collect();
        let never_comes = acts.contains(&(Duration::ZERO, Act::Cut(Plan::NEVER)));
        for (at, act) in acts {
            program.at(at, Job::Act(act));
        }
        let first = program.below(Duration::from_secs(2));
        if !never_comes {
            program.at(first, Job::Connect);
        }
        program
    }

    /// Plays until the run is over.
    pub async fn play(mut self) {
        let world = Arc::clone(&self.world);
        loop {
            let turned = world.turned.notified();
            if world.is_stopped() {
                break;
            }
            self.look_at_server();
            self.look_at_link();
            let is_open = self.world.now() >= self.shut_until;
            let next = self.agenda.keys().next().map(|(at, _)| self.instant(*at));
            let line = self.line.as_mut().map(|line| &mut line.reader).filter(|_| is_open);
            tokio::select! {
                biased;
                () = turned => {}
                Some(errand) = self.errands.join_next() => {
                    let (line, id, result) = errand.expect("it answers");
                    if let Some(asked) = self.unanswered.get(&id) {
                        self.note_reply(&asked.match_id, id, result);
                    }
                    self.deliver(Job::HearAnswer(line, id, result));
                }
                message = receive(line) => self.take_off(message),
                () = sleep_until(next.unwrap_or_else(Instant::now)), if next.is_some() => while self.work() {},
            }
        }
        self.finish();
    }

    /// Reports unanswered requests, and records which streams must be complete.
    fn finish(self) {
        let Some(line) = &self.line else { return };
        let is_over = self.world.unfinished().is_empty();
        let mut truth = self.world.truth();
        for (id, asked) in self.unanswered.iter().filter(|(_, asked)| is_over && asked.line == line.number) {
            let what = format!("{} got no answer to request r{id}: {:?}", self.player, asked.ask);
            truth.breaks(Invariant::Answered, what);
        }
        for (match_id, sitting) in &self.sittings {
            let Some((of, stream)) = sitting.stream else { continue };
            truth.streams[stream].to_the_end = of == line.number || line.resume.contains_key(match_id);
        }
    }

    fn instant(&self, at: Duration) -> Instant {
        Instant::now() + at.saturating_sub(self.world.now())
    }

    fn below(&mut self, most: Duration) -> Duration {
        Duration::from_micros(self.luck.below(most.as_micros() as usize + 1) as u64)
    }

    fn at(&mut self, at: Duration, job: Job) {
        self.jobs += 1;
        self.agenda.insert((at, self.jobs), job);
    }

    fn soon(&mut self, after: Duration, job: Job) {
        self.at(self.world.now() + after, job);
    }

    fn is_calm(&self) -> bool {
        self.world.is_calm()
    }

    fn is_with(&self, server: u64) -> bool {
        self.line.as_ref().is_some_and(|line| line.server == server)
    }

    fn is_on(&self, number: u64) -> bool {
        self.line.as_ref().is_some_and(|line| line.number == number)
    }

    /// Executes the next job if it is due. Returns whether it was.
    fn work(&mut self) -> bool {
        let Some(((at, number), job)) = self.agenda.pop_first() else { return false };
        if at > self.world.now() {
            self.agenda.insert((at, number), job);
            return false;
        }
        match job {
            Job::Act(act) => self.act(act),
            Job::Connect => self.connect(),
            Job::Hear(line, message) if self.is_on(line) => self.hear(line, message),
            Job::HearAnswer(line, id, result) if self.is_on(line) => self.hear_answer(id, result),
            Job::Arrive(line, id, asked) if self.is_on(line) => self.arrive(id, asked),
            // The message was in transit when the link broke.
            Job::Hear(..) | Job::HearAnswer(..) | Job::Arrive(..) => {}
            Job::Answer(match_id, turn_id) => self.answer(&match_id, turn_id),
            Job::Ask(match_id, ask) => drop(self.ask(&match_id, ask, true)),
            Job::AskAgain(id) => self.ask_again(id),
            Job::Wake => {}
        }
        true
    }

    fn hear(&mut self, line: u64, message: SeatMessage) {
        match message {
            SeatMessage::Seated { match_id, seat, .. } => self.is_seated(line, match_id, seat),
            SeatMessage::Event { match_id, event } => self.hear_event(&match_id, event),
            SeatMessage::Turn(card) => self.turn(card),
            SeatMessage::Left { match_id, refusal, .. } => self.is_left(&match_id, refusal.reason),
            SeatMessage::Answered(_)
            | SeatMessage::RematchProposed { .. }
            | SeatMessage::Challenge(_)
            | SeatMessage::Replaced => {}
        }
    }

    fn is_left(&mut self, match_id: &MatchId, why: Reason) {
        if let Some(sitting) = self.sittings.get_mut(match_id) {
            (sitting.stream, sitting.open) = (None, None);
        }
        if why == Reason::Stopping {
            // Another server will continue the match.
            self.hang_up();
            self.soon(AGAIN, Job::Connect);
        }
    }

    fn is_seated(&mut self, line: u64, match_id: MatchId, seat: Seat) {
        let after = self.line.as_ref().and_then(|line| line.resume.get(&match_id)).copied().unwrap_or_default();
        let stream = self.world.truth().stream(&match_id, Viewer::Seat(seat), after);
        self.world.truth().streams[stream].spared = self.is_spared();
        let stream = Some((line, stream));
        let new = Sitting { seat, last: after, stream, open: None, answered: None, over: false };
        let sitting = self.sittings.entry(match_id.clone()).or_insert(new);
        (sitting.last, sitting.stream, sitting.open) = (after, stream, None);
        let is_first = sitting.last == Seq(0) && self.luck.below(4) == 0;
        if is_first && !self.world.plan.nonce_wait.is_zero() {
            let nonce = referee::ids::Nonce::parse("7e57").expect("it is short");
            self.ask(&match_id, Ask::GiveNonce { nonce }, true);
        }
    }

    fn hear_event(&mut self, match_id: &MatchId, event: Arc<SeenEvent>) {
        let Some(sitting) = self.sittings.get_mut(match_id) else { return };
        let Some((_, stream)) = sitting.stream else {
            let what = format!("{} receives event {} of a match that it was not seated in", self.player, event.seq());
            return self.world.truth().breaks(Invariant::Viewers, what);
        };
        sitting.last = event.seq();
        if matches!(event.fact(), Fact::MatchEnded(_)) {
            (sitting.over, sitting.open) = (true, None);
        }
        if matches!(event.fact(), Fact::MatchPaused { .. }) {
            // The server sends the turn again when the match continues.
            sitting.open = None;
        }
        let seat = sitting.seat;
        self.world.truth().streams[stream].events.push(Arc::clone(&event));
        if let Fact::ProposalMade { seat: by, proposal, .. } = event.fact()
            && *by != seat
        {
            let answer = if self.luck.below(3) == 0 { ProposalAnswer::Accept } else { ProposalAnswer::Decline };
            let received = Default::default();
            self.ask(match_id, Ask::AnswerProposal { proposal: *proposal, answer, received }, true);
        }
    }

    /// Returns whether the program receives no moves, and uses only the position sent with each of
    /// its turns. One program in three does.
    fn is_spared(&self) -> bool {
        self.me % 3 == 2
    }

    fn turn(&mut self, card: Arc<TurnCard>) {
        let is_spared = self.is_spared();
        let Some(sitting) = self.sittings.get_mut(&card.opened.match_id) else { return };
        if is_spared {
            sitting.last = sitting.last.max(card.turn_id);
        }
        sitting.open = Some(Arc::clone(&card));
        let is_asked = |of: &Answered| of.turn_id == card.turn_id && self.unanswered.contains_key(&of.id);
        if sitting.answered.as_ref().is_some_and(is_asked) {
            // The answer is already in transit.
            return;
        }
        let budget = budget(&card);
        let think = match () {
            () if self.is_calm() => self.below((budget / 8).min(Duration::from_secs(1))),
            () if budget > LAST_MOMENT * 2 && std::mem::take(&mut self.brink) => {
                let proposal = Proposal::Draw;
                self.soon(budget - LAST_MOMENT, Job::Ask(card.opened.match_id.clone(), Ask::Propose { proposal }));
                budget - LAST_MOMENT / 2
            }
            () if card.claimable && budget > LAST_MOMENT * 2 && std::mem::take(&mut self.behind) => {
                let (proposal, received) = (Proposal::Draw, Default::default());
                self.soon(budget - LAST_MOMENT / 4, Job::Ask(card.opened.match_id.clone(), Ask::Propose { proposal }));
                self.soon(
                    budget + LAST_MOMENT / 8,
                    Job::Ask(card.opened.match_id.clone(), Ask::ClaimDraw { received }),
                );
                budget * 2
            }
            () if std::mem::take(&mut self.late) => budget.min(Duration::from_secs(60)) * 3 / 2,
            () => {
                let most = Duration::from_secs([0, 0, 1, 2, 4][self.luck.below(5)]);
                self.below((budget / 4).min(most))
            }
        };
        self.soon(think, Job::Answer(card.opened.match_id.clone(), card.turn_id));
    }

    /// Answers the open turn if it has this id. A turn that was answered before gets the same
    /// answer.
    fn answer(&mut self, match_id: &MatchId, turn_id: Seq) {
        let Some(sitting) = self.sittings.get(match_id) else { return };
        let open = sitting.open.clone().filter(|card| card.turn_id == turn_id && !self.is_silent);
        let Some(card) = open else { return };
        let before = sitting.answered.clone().filter(|of| of.turn_id == turn_id);
        if before.as_ref().is_some_and(|of| self.unanswered.contains_key(&of.id)) {
            return;
        }
        let is_illegal = before.is_none() && self.illegal > 0 && !self.is_calm();
        self.illegal -= usize::from(is_illegal);
        let legal = self.luck.pick(&card.legal).cloned().unwrap_or_default();
        let notation = match before {
            Some(before) => before.notation,
            None if is_illegal => NO_MOVE.to_owned(),
            None => legal,
        };
        let ask = Ask::PlayMove { turn_id, notation: notation.clone(), score: None, received: Default::default() };
        let id = self.ask(match_id, ask, notation != NO_MOVE);
        if let Some(sitting) = self.sittings.get_mut(match_id) {
            sitting.answered = Some(Answered { id, turn_id, notation });
        }
    }

    fn ask(&mut self, match_id: &MatchId, ask: Ask, again: bool) -> u32 {
        self.requests += 1;
        let id = self.requests;
        let Some(sitting) = self.sittings.get(match_id) else { return id };
        let asked =
            Asked { match_id: match_id.clone(), seat: sitting.seat, ask, again, tries: 0, line: 0, stopped: None };
        self.unanswered.insert(id, asked);
        self.transmit(id);
        id
    }

    fn ask_again(&mut self, id: u32) {
        let Some(asked) = self.unanswered.get(&id) else { return };
        let stream = self.sittings.get(&asked.match_id).and_then(|sitting| sitting.stream);
        let is_on = asked.stopped.is_some_and(|(line, _)| self.is_on(line));
        if is_on && asked.stopped == stream && !self.may_hear_late() {
            let what = format!("{} was told by no word that the table of {} has stopped", self.player, asked.match_id);
            self.world.truth().breaks(Invariant::ToldToGo, what);
        }
        self.transmit(id);
    }

    /// Returns whether the program may receive a message late that was due [`AGAIN`] ago: it does
    /// not read, or the store is slow.
    fn may_hear_late(&self) -> bool {
        let now = self.world.now();
        let truth = self.world.truth();
        let mut spans = truth.players[self.me].shut.iter().chain(&truth.store_faults);
        spans.any(|span| span.touches(now.saturating_sub(AGAIN), now))
    }

    fn hear_answer(&mut self, id: u32, result: Result<Seq, Reason>) {
        let Some(asked) = self.unanswered.get_mut(&id) else { return };
        let stream = self.sittings.get(&asked.match_id).and_then(|sitting| sitting.stream);
        asked.stopped = stream.filter(|_| result == Err(Reason::Stopping));
        if result.is_err_and(may_be_asked_again) && asked.again && asked.tries < TRIES {
            return self.soon(AGAIN, Job::AskAgain(id));
        }
        let Some(asked) = self.unanswered.remove(&id) else { return };
        let Ask::PlayMove { turn_id, .. } = asked.ask else { return };
        let Some(sitting) = self.sittings.get(&asked.match_id) else { return };
        let is_its = sitting.answered.as_ref().is_some_and(|of| (of.id, of.turn_id) == (id, turn_id));
        if result.is_ok() && is_its && self.luck.below(16) == 0 {
            // The program changes its mind, but too late.
            let (notation, received) = (NO_MOVE.to_owned(), Default::default());
            self.ask(&asked.match_id, Ask::PlayMove { turn_id, notation, score: None, received }, false);
        } else if result.is_err() && is_its {
            // The program repeats the answer while its turn is open.
            self.soon(Duration::from_millis(100), Job::Answer(asked.match_id, turn_id));
        }
    }
}

/// A text that is no move in any game.
const NO_MOVE: &str = "no-move";

async fn receive(line: Option<&mut SeatReader>) -> Option<SeatMessage> {
    match line {
        Some(reader) => reader.recv().await,
        None => std::future::pending().await,
    }
}

pub fn request(id: u32) -> RequestId {
    RequestId::parse(&format!("r{id}")).expect("it is short")
}

fn number_of(request_id: &RequestId) -> u32 {
    request_id.as_str().trim_start_matches('r').parse().unwrap_or_default()
}

/// Returns the maximum time of a program for a move.
fn budget(card: &TurnCard) -> Duration {
    let time = &card.time;
    let banked = card.remaining[card.seat.index()].map(|left| left + time.delay + time.period * time.periods);
    let limits = [banked, time.move_limit, time.round_left, time.match_left];
    limits.into_iter().flatten().min().unwrap_or(Duration::from_secs(60))
}

/// Returns whether a retry may succeed after this rejection.
pub fn may_be_asked_again(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::HostFault
            | Reason::StoreUnavailable
            | Reason::Stopping
            | Reason::Starting
            | Reason::Limit
            | Reason::UnknownMatch
    )
}
