//! The cost of a move at a table. Two programs in this process answer immediately, over the memory
//! store and in one thread. The floor is the law alone: it decides and applies the same moves
//! without table and store.
//!
//! `cargo bench --bench table`

use std::time::Duration;

use mimalloc::MiMalloc;
use referee::{
    games,
    hall::{
        Hall, Limits, NewLuck, NewMatch,
        link::{self, SeatMessage, Wants},
        table::{Ask, TableStub},
    },
    ids::{PlayerId, RequestId, Seat, Seq},
    law::{
        Command, Decision, Event, Fact, Match, TimeControl,
        event::{IllegalMovePolicy, LostSeatPolicy},
    },
    store::{RequestKey, Store},
};

/// The allocator of the program itself.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Number of matches per measurement.
const MATCHES: usize = 400;

/// Returns the CPU time of this process.
fn cpu_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call only writes the timespec, which is a local variable.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    assert_eq!(failed, 0, "the system measures the time of a process");
    Duration::new(time.tv_sec.cast_unsigned(), u32::try_from(time.tv_nsec).expect("less than a second"))
}

/// The results of a measurement.
struct Measured {
    moves: usize,
    took: Duration,
}

impl Measured {
    fn each_us(&self) -> f64 {
        self.took.as_secs_f64() * 1e6 / self.moves as f64
    }
}

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let store = Store::in_memory().expect("there is memory");
    // A first pass records the moves, so choosing them is not measured.
    let logs = runtime.block_on(record(&store));
    let law = law_alone(&logs);
    println!("law alone:       {:8.2} us of CPU a move, {} moves", law.each_us(), law.moves);
    for (name, watchers) in [("no watcher", 0), ("one watcher", 1), ("ten watchers", 10)] {
        let table = runtime.block_on(through_tables(&store, &logs, watchers));
        println!("table, {name:<12}: {:6.2} us of CPU a move, {:.2} us more than the law", table.each_us(), {
            table.each_us() - law.each_us()
        });
    }
}

fn new_match() -> NewMatch {
    let game = games::GAMES[0];
    let player = |name| PlayerId::parse(name).expect("a name");
    NewMatch {
        game: game.facts().id,
        setting: game.facts().setting(2, []).expect("a setting"),
        time_controls: vec![TimeControl::parse("600+1").expect("a time control"); 2],
        players: vec![player("ann"), player("bob")],
        illegal_move_policy: IllegalMovePolicy::Forfeit,
        lost_seat_policy: LostSeatPolicy::Substitute,
        luck: NewLuck::default(),
        conduct: Default::default(),
        graces: Default::default(),
        occasion: None,
        labels: Default::default(),
        opening: Default::default(),
        request: RequestKey { player: player("ann"), request_id: String::new(), content: [0; 32] },
        creator: None,
    }
}

async fn hall(store: &Store) -> Hall {
    Hall::open(store.clone(), Limits { watchers: 16, ..Limits::default() }).await.expect("a hall")
}

/// Plays the matches once with moves that differ from match to match.
async fn record(store: &Store) -> Vec<Vec<Event>> {
    let hall = hall(store).await;
    let mut logs = Vec::with_capacity(MATCHES);
    for number in 0..MATCHES {
        let table = open(&hall).await;
        let pick = |card: &referee::hall::link::TurnCard| {
            let place = (card.ply as usize * 7 + number * 13) % card.legal.len();
            card.legal[place].clone()
        };
        let wants = Wants { moves: true, position: false, legal: true };
        tokio::join!(play(&table, 0, wants, pick), play(&table, 1, wants, pick));
        logs.push(store.log.events(table.match_id(), Seq(0), usize::MAX).await.expect("the log"));
    }
    logs
}

async fn open(hall: &Hall) -> TableStub {
    let match_id = hall.create(new_match()).await.expect("a match");
    hall.table(&match_id).expect("a table")
}

/// Answers every turn with `pick`. Returns the number of answers.
async fn play(
    table: &TableStub,
    seat: u8,
    wants: Wants,
    pick: impl Fn(&referee::hall::link::TurnCard) -> String,
) -> usize {
    let (link, mut line) = link::channel(wants);
    table.sit(Seat(seat), Seq(0), link).await.expect("a seat");
    let mut moves = 0;
    while let Some(message) = line.recv().await {
        match message {
            SeatMessage::Turn(card) => {
                card.offered_now();
                let received = table.clock().now();
                let ask = Ask::PlayMove { turn_id: card.turn_id, notation: pick(&card), score: None, received };
                table.ask(Seat(seat), RequestId::default(), ask).await.expect("a legal move");
                moves += 1;
            }
            SeatMessage::Event { event, .. } if matches!(event.fact(), Fact::MatchEnded(_)) => break,
            _ => {}
        }
    }
    moves
}

async fn through_tables(store: &Store, logs: &[Vec<Event>], watchers: usize) -> Measured {
    let hall = hall(store).await;
    let wants = Wants { moves: true, position: false, legal: false };
    let mut measured = Measured { moves: 0, took: Duration::ZERO };
    for log in logs {
        let table = open(&hall).await;
        let mut watching = tokio::task::JoinSet::new();
        for _ in 0..watchers {
            let mut watch = table.watch(referee::ids::Viewer::Spectator, Seq(0)).expect("a watch");
            watching.spawn(async move { while watch.next().await.is_some() {} });
        }
        let pick = |card: &referee::hall::link::TurnCard| notation(log, card.round, card.ply);
        let began = cpu_time();
        let (black, white) = tokio::join!(play(&table, 0, wants, pick), play(&table, 1, wants, pick));
        while watching.join_next().await.is_some() {}
        measured.took += cpu_time() - began;
        measured.moves += black + white;
    }
    measured
}

/// Finds a move in a log. The search starts at index `ply`, because every ply is an event and few
/// others come between.
fn notation(log: &[Event], round: u32, ply: u32) -> String {
    let found = log.iter().skip(ply as usize).find_map(|event| match &event.fact {
        Fact::MovePlayed(moved) if (moved.round, moved.ply) == (round, ply) => Some(moved.notation.clone()),
        _ => None,
    });
    found.expect("the log has this move")
}

fn law_alone(logs: &[Vec<Event>]) -> Measured {
    let began = cpu_time();
    let mut moves = 0;
    for log in logs {
        let Some(Event { fact: Fact::MatchOpened(opened), .. }) = log.first() else { continue };
        let mut live = Match::open((**opened).clone()).expect("the match");
        let mut take = |command: Command, at| {
            let Ok(Decision::Events(events)) = live.decide(at, &command) else { return };
            for event in &events {
                live.apply(event);
            }
        };
        let mut turn_id = Seq(1);
        for event in &log[1..] {
            match &event.fact {
                Fact::SeatConnected { seat } => take(Command::Connect { seat: *seat }, event.at),
                Fact::MovePlayed(moved) => {
                    moves += 1;
                    let command = Command::PlayMove {
                        seat: moved.seat,
                        turn_id,
                        notation: moved.notation.clone(),
                        received: moved.received,
                    };
                    take(command, event.at);
                }
                _ => {}
            }
            turn_id = if event.fact.opens_turn() { event.seq } else { turn_id };
        }
    }
    Measured { moves, took: cpu_time() - began }
}
