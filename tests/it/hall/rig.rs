//! Helpers that the tests of the hall share: a hall, a match, a seated bot and a watcher.

use std::{sync::Arc, time::Duration};

use referee::{
    games,
    hall::{
        Hall, Limits, NewLuck, NewMatch,
        link::{self, SeatLink, SeatMessage, SeatReader, TurnCard, Wants},
        table::{Ask, Misconduct, Summary, TableStub, Watch, Watched},
    },
    ids::{MatchId, PlayerId, RequestId, Seat, Seq, Viewer},
    law::{
        Fact, Refusal, SeenEvent, Time, TimeControl,
        event::{IllegalMovePolicy, LostSeatPolicy},
    },
    store::{RequestKey, Store},
};

pub fn memory() -> Store {
    Store::in_memory().expect("there is memory")
}

pub async fn open(store: &Store) -> Hall {
    open_with(store, Limits::default()).await
}

pub async fn open_with(store: &Store, limits: Limits) -> Hall {
    Hall::open(store.clone(), limits).await.expect("the hall opens")
}

/// Returns the newest matches as `viewer` sees them. Panics if one of them cannot be read.
pub async fn listed(hall: &Hall, viewer: Viewer, limit: usize) -> Vec<Summary> {
    let page = hall.list(Default::default(), None, limit, |_| viewer).await.expect("a page");
    page.iter().map(|listed| listed.summary().expect("it can be read").clone()).collect()
}

pub fn player(name: &str) -> PlayerId {
    PlayerId::parse(name).expect("a name")
}

pub fn request(id: &str) -> RequestId {
    RequestId::parse(id).expect("a request id")
}

/// Returns a new match of kamisado. `length` is its first option.
pub fn new_match(length: &str, time_control: &str, players: [&str; 2]) -> NewMatch {
    let game = games::find("kamisado").expect("the game");
    NewMatch {
        game: game.facts().id,
        setting: game.facts().setting(2, [("length", length)]).expect("a setting"),
        time_controls: vec![TimeControl::parse(time_control).expect("a time control"); 2],
        players: players.map(player).to_vec(),
        illegal_move_policy: IllegalMovePolicy::Forfeit,
        lost_seat_policy: LostSeatPolicy::Substitute,
        luck: NewLuck::default(),
        conduct: Default::default(),
        graces: Default::default(),
        occasion: None,
        labels: Default::default(),
        opening: Default::default(),
        request: RequestKey { player: player(players[0]), request_id: String::new(), content: [0; 32] },
        creator: None,
    }
}

pub async fn create(hall: &Hall, new: NewMatch) -> TableStub {
    let match_id = hall.create(new).await.expect("the match is opened");
    hall.table(&match_id).expect("the table is live")
}

/// A seated program that the test controls by hand or lets play.
pub struct Bot {
    pub table: TableStub,
    pub seat: Seat,
    pub link: SeatLink,
    pub line: SeatReader,
}

impl Bot {
    pub async fn sit(table: &TableStub, seat: u8, after: u64) -> Bot {
        Bot::sit_by(link::channel(Wants { moves: true, position: false, legal: true }), table, seat, after).await
    }

    /// Seats a bot whose messages are coalesced if they need no answer.
    pub async fn sit_coalesced(hall: &Hall, table: &TableStub, seat: u8, after: u64) -> Bot {
        let (mut link, line) = link::channel(Wants { moves: true, position: false, legal: true });
        link.coalescer = Some(hall.coalescer().clone());
        Bot::sit_by((link, line), table, seat, after).await
    }

    pub async fn sit_by((link, line): (SeatLink, SeatReader), table: &TableStub, seat: u8, after: u64) -> Bot {
        table.sit(Seat(seat), Seq(after), link.clone()).await.expect("the seat is free");
        Bot { table: table.clone(), seat: Seat(seat), link, line }
    }

    pub async fn message(&mut self) -> SeatMessage {
        self.line.recv().await.expect("the line is open")
    }

    /// Returns the next turn, handed over now. Skips events before it.
    pub async fn turn(&mut self) -> Arc<TurnCard> {
        let card = self.turn_not_handed_over().await;
        card.stamp.mark(self.table.clock().now());
        card
    }

    pub async fn turn_not_handed_over(&mut self) -> Arc<TurnCard> {
        loop {
            if let SeatMessage::Turn(card) = self.message().await {
                return card;
            }
        }
    }

    pub async fn answer(&self, card: &TurnCard, notation: &str, id: &str) -> Result<Seq, Refusal> {
        let ask = answer_to(card, notation).received_at(self.table.clock().now());
        self.table.ask(self.seat, request(id), ask).await
    }

    pub async fn misbehaves(&self, detail: &str) {
        let misconduct = Misconduct::seen(detail.to_owned(), self.table.clock().now());
        self.table.misbehaved(self.seat, self.link.id, misconduct);
    }

    pub async fn move_at_once(&mut self) -> Seq {
        let card = self.turn().await;
        self.answer(&card, some_move(&card), "").await.expect("the move is taken")
    }

    /// Plays until the match is over. Returns every event that the bot received, including the end.
    pub async fn play(mut self) -> Vec<Arc<SeenEvent>> {
        let mut events = Vec::new();
        while let Some(message) = self.line.recv().await {
            match message {
                SeatMessage::Turn(card) => {
                    card.stamp.mark(self.table.clock().now());
                    self.answer(&card, some_move(&card), "").await.expect("the move is taken");
                }
                SeatMessage::Event { event, .. } => {
                    let over = matches!(event.fact(), Fact::MatchEnded(_));
                    events.push(event);
                    if over {
                        break;
                    }
                }
                SeatMessage::Seated { .. }
                | SeatMessage::RematchProposed { .. }
                | SeatMessage::Challenge(_)
                | SeatMessage::Answered(_) => {}
                SeatMessage::Replaced | SeatMessage::Left { .. } => break,
            }
        }
        events
    }

    /// Returns the events up to the end of the match. Leaves turns unanswered.
    pub async fn events_to_end(&mut self) -> Vec<Arc<SeenEvent>> {
        let mut events = Vec::new();
        while let Some(message) = self.line.recv().await {
            if let SeatMessage::Event { event, .. } = message {
                let over = matches!(event.fact(), Fact::MatchEnded(_));
                events.push(event);
                if over {
                    break;
                }
            }
        }
        events
    }
}

/// Returns an answer to a turn. The caller sets the time of its arrival.
pub fn answer_to(card: &TurnCard, notation: &str) -> Ask {
    let (turn_id, notation) = (card.turn_id, notation.to_owned());
    Ask::PlayMove { turn_id, notation, score: None, received: Time::ZERO }
}

/// Returns a legal move that differs from ply to ply, so matches vary and end.
pub fn some_move(card: &TurnCard) -> &str {
    let pick = (card.ply as usize * 7 + card.round as usize * 3) % card.legal.len();
    &card.legal[pick]
}

/// Opens a match and seats two bots in it.
pub async fn two_bots(hall: &Hall, new: NewMatch) -> (Bot, Bot) {
    let table = create(hall, new).await;
    (Bot::sit(&table, 0, 0).await, Bot::sit(&table, 1, 0).await)
}

/// Returns all events of a watch, and the sequence number at which it caught up.
pub async fn watch_to_end(mut watch: Watch) -> (Vec<Arc<SeenEvent>>, Option<Seq>) {
    let (mut events, mut caught_up) = (Vec::new(), None);
    while let Some(item) = watch.next().await {
        match item {
            Watched::Event(event) => events.push(event),
            Watched::CaughtUp(told) => assert_eq!(caught_up.replace(told.seq), None, "it catches up once"),
            Watched::TurnOpened(_) => {}
        }
    }
    (events, caught_up)
}

/// Checks that the events follow each other without a gap.
pub fn assert_no_gap(events: &[Arc<SeenEvent>], after: u64) {
    let seqs: Vec<u64> = events.iter().map(|event| event.seq().0).collect();
    let expected: Vec<u64> = (after + 1..=after + seqs.len() as u64).collect();
    assert_eq!(seqs, expected);
}

pub fn verdict(events: &[Arc<SeenEvent>]) -> referee::law::Verdict {
    match events.last().map(|event| event.fact()) {
        Some(Fact::MatchEnded(ended)) => ended.verdict.clone(),
        other => panic!("the last event is no end: {other:?}"),
    }
}

pub async fn log(store: &Store, match_id: &MatchId) -> Vec<referee::law::Event> {
    store.log.events(match_id, Seq(0), usize::MAX).await.expect("the store reads")
}

pub const fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}
