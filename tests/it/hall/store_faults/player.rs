//! A program on a seat that plays legal moves in time, goes and comes back, and remembers what it did and was told.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use referee::{
    games::luck::Luck,
    hall::{
        link::{self, SeatLink, SeatMessage, SeatReader, TurnCard, Wants},
        table::{Ask, TableStub},
    },
    ids::{Nonce, Seat, Seq},
    referee::{Fact, Proposal, Reason, Refusal, Response, SeenEvent, Time},
};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep, sleep_until},
};

use super::super::rig::request;

/// A move that was sent, with what of the turn was the program's own time.
#[derive(Clone, Debug)]
pub struct Sent {
    pub seat: Seat,
    pub round: u32,
    pub ply: u32,
    pub notation: String,
    /// The event by which the position came about.
    pub since: Seq,
    pub received: Time,
    /// When the program had the turn and was there.
    pub thought: Vec<(Time, Time)>,
    /// How long its transport left the turn waiting.
    pub left_waiting: Duration,
}

/// What a program has to say when its match is over.
#[derive(Default)]
pub struct Told {
    /// The newest event that it was told; all before it came once and in order.
    pub last: Seq,
    /// Its moves by the events that they became.
    pub acknowledged: BTreeMap<Seq, Sent>,
    /// From when it was gone until it asked for its seat again.
    pub away: Vec<(Time, Time)>,
    /// How often a move was taken back.
    pub takebacks: u32,
    /// Whether the match was over while it was gone.
    pub missed_the_end: bool,
}

/// A turn that a program has.
struct Open {
    card: Arc<TurnCard>,
    given: Time,
    budget: Duration,
    thought: Vec<(Time, Time)>,
    left_waiting: Duration,
}

/// What a program does of its own accord.
#[derive(Clone, Copy)]
enum Step {
    /// Takes the turn off its transport.
    Take,
    /// Answers it, or goes instead.
    Answer,
    /// Goes.
    Go,
}

pub struct Player {
    table: TableStub,
    seat: Seat,
    luck: Luck,
    link: SeatLink,
    line: SeatReader,
    told: Told,
    over: bool,
    /// The turn that it has, unless it has answered it.
    open: Option<Open>,
    /// The turn that it answered last.
    answered: Seq,
    /// When it does something of its own accord next, and what.
    next: Option<(Instant, Step)>,
    requests: u32,
    asked: JoinSet<(Option<Sent>, Result<Seq, Refusal>)>,
}

fn wants() -> (SeatLink, SeatReader) {
    link::channel(Wants { position: false, legal: true })
}

impl Player {
    pub fn new(table: &TableStub, seat: Seat, luck: Luck) -> Player {
        let ((link, line), table) = (wants(), table.clone());
        let (told, asked) = (Told::default(), JoinSet::new());
        let answered = Seq(0);
        Player {
            table,
            seat,
            luck,
            link,
            line,
            told,
            over: false,
            open: None,
            answered,
            next: None,
            requests: 0,
            asked,
        }
    }

    /// Plays until the match is over.
    pub async fn play(mut self) -> Told {
        self.sit().await;
        if self.table.opened().luck.is_some() && self.luck.below(2) == 0 {
            let nonce = Nonce::parse(&format!("{:x}", self.luck.number())).expect("it is short");
            self.ask(Ask::GiveNonce { nonce }, None);
        }
        while !self.over {
            let next = self.next;
            tokio::select! {
                biased;
                message = self.line.recv() => match message.expect("the line is open") {
                    SeatMessage::Event { event, .. } => self.hear(&event),
                    SeatMessage::Turn(card) => self.turn(card),
                    SeatMessage::Seated { .. } | SeatMessage::RematchProposed { .. } | SeatMessage::Answered(_) => {}
                    message @ (SeatMessage::Replaced | SeatMessage::Left { .. }) => panic!("{message:?}"),
                },
                () = sleep_until(next.map_or_else(Instant::now, |(at, _)| at)), if next.is_some() => {
                    self.next = None;
                    match next.expect("it is asked only then").1 {
                        Step::Take => self.take(),
                        Step::Answer if self.luck.below(12) > 0 => self.answer(),
                        Step::Answer | Step::Go => self.go_and_come_back().await,
                    }
                }
            }
        }
        while let Some(asked) = self.asked.join_next().await {
            let (sent, result) = asked.expect("it asks to the end");
            match (sent, result) {
                (Some(sent), Ok(seq)) => drop(self.told.acknowledged.insert(seq, sent)),
                (_, Err(refusal)) => self.may_be_refused(&refusal),
                (None, Ok(_)) => {}
            }
        }
        self.told
    }

    /// Whatever may come of a question that crosses another's, or the end. None of it is the host's fault.
    fn may_be_refused(&self, refusal: &Refusal) {
        use Reason::{
            AlreadyPlayed, AlreadyProposed, IllegalMove, MatchOver, NoDraws, NonceClosed, NotYourTurn, NothingProposed,
            TakebackClosed, TurnNotOpen,
        };
        let reason = refusal.reason;
        let crossed = [AlreadyPlayed, NotYourTurn, TurnNotOpen, MatchOver];
        let after_takeback = self.told.takebacks > 0 && reason == IllegalMove;
        let asked_again = [AlreadyProposed, NothingProposed, NoDraws, TakebackClosed, NonceClosed];
        let may_be = after_takeback || crossed.contains(&reason) || asked_again.contains(&reason);
        assert!(may_be, "{refusal:?}");
    }

    fn now(&self) -> Time {
        self.table.clock().now()
    }

    fn below(&mut self, most: Duration) -> Duration {
        Duration::from_micros(self.luck.below(most.as_micros() as usize + 1) as u64)
    }

    async fn sit(&mut self) {
        match self.table.sit(self.seat, self.told.last, self.link.clone()).await {
            Ok(()) => {}
            Err(refusal) => {
                assert_eq!(refusal.reason, Reason::MatchOver, "{refusal}");
                (self.over, self.told.missed_the_end) = (true, true);
            }
        }
    }

    fn hear(&mut self, event: &SeenEvent) {
        assert_eq!(event.seq(), self.told.last.next(), "every event comes once and in order");
        self.told.last = event.seq();
        match event.fact() {
            Fact::Ended(_) => self.over = true,
            Fact::TakenBack { .. } => self.told.takebacks += 1,
            Fact::Proposed { seat, proposal, .. } if *seat != self.seat => {
                let consents = self.luck.below(if *proposal == Proposal::Draw { 10 } else { 3 }) == 0;
                let response = if consents { Response::Accept } else { Response::Decline };
                let received = self.now();
                self.ask(Ask::Respond { proposal: *proposal, response, received }, None);
            }
            _ => {}
        }
    }

    fn turn(&mut self, card: Arc<TurnCard>) {
        if self.answered == card.since {
            // It is put again to a program that came back before its answer was decided.
            return card.stamp.mark(self.now());
        }
        let before = self.open.take().filter(|open| open.card.since == card.since);
        let (thought, left_waiting) = before.map_or_else(Default::default, |open| (open.thought, open.left_waiting));
        let (given, budget) = (self.now(), budget(&card));
        let wait = match self.luck.below(4) {
            0 => self.below((budget / 8).min(Duration::from_secs(1))),
            _ => Duration::ZERO,
        };
        let left_waiting = if thought.is_empty() { wait } else { left_waiting };
        self.open = Some(Open { card, given, budget, thought, left_waiting });
        self.next = Some((Instant::now() + wait, Step::Take));
    }

    fn take(&mut self) {
        let Some(open) = &self.open else { return };
        open.card.stamp.mark(self.now());
        let most = (open.budget / 4).min(Duration::from_secs([0, 1, 1, 2, 8][self.luck.below(5)]));
        let think = self.below(most);
        self.next = Some((Instant::now() + think, Step::Answer));
    }

    fn answer(&mut self) {
        let received = self.now();
        let Some(Open { card, given, mut thought, left_waiting, .. }) = self.open.take() else { return };
        thought.push((given, received));
        self.answered = card.since;
        let notation = self.luck.pick(&card.legal).expect("there is a move").clone();
        let (round, ply, since) = (card.round, card.ply, card.since);
        let ask = Ask::PlayMove { round, ply, notation: notation.clone(), score: None, received };
        self.ask(ask, Some(Sent { seat: self.seat, round, ply, notation, since, received, thought, left_waiting }));
        match self.luck.below(16) {
            0 => self.next = Some((Instant::now() + self.below(Duration::from_millis(400)), Step::Go)),
            1 => self.ask(Ask::Propose { proposal: Proposal::Draw }, None),
            2 => self.ask(Ask::Propose { proposal: Proposal::Takeback }, None),
            _ => {}
        }
    }

    /// Asks beside whatever follows. Now and then it asks the same again, as a program does whose connection broke.
    fn ask(&mut self, ask: Ask, sent: Option<Sent>) {
        self.requests += 1;
        let (id, table, seat) = (request(&format!("r{}", self.requests)), self.table.clone(), self.seat);
        let again = self.luck.below(6) == 0;
        self.asked.spawn(async move {
            let first = table.ask(seat, id.clone(), ask.clone());
            if again {
                let (first, second) = tokio::join!(first, table.ask(seat, id.clone(), ask.clone()));
                assert_eq!(first, second, "the same request has the same answer");
                return (sent, first);
            }
            (sent, first.await)
        });
    }

    /// Leaves the seat for a while, or takes it again with another link at once.
    async fn go_and_come_back(&mut self) {
        let left = self.now();
        if let Some(open) = &mut self.open {
            open.thought.push((open.given, left));
        }
        let most = self.open.as_ref().map_or(Duration::from_secs(8), |open| open.budget / 4);
        let (link, line) = wants();
        let is_gone = self.luck.below(4) > 0;
        if is_gone {
            self.table.leave(self.seat, self.link.id);
        }
        (self.link, self.line) = (link, line);
        if is_gone {
            let away = self.below(most.min(Duration::from_secs(20)));
            sleep(away).await;
        }
        self.told.away.push((left, self.now()));
        self.sit().await;
    }
}

/// What a program may take for a move at the most.
fn budget(card: &TurnCard) -> Duration {
    let time = &card.time;
    let banked = card.remaining[card.seat.index()].map(|left| left + time.delay + time.period * time.periods);
    let limits = [banked, time.move_limit, time.round_left, time.match_left];
    limits.into_iter().flatten().min().unwrap_or(Duration::from_secs(60))
}
