//! Outages of every kind, at random moments of matches of every game. Whatever fails and for how long: no acknowledged move
//! is lost or changed, every viewer sees every event once and in order, nobody pays for what was not its own time.
//!
//! `REFEREE_OUTAGES` is how many, `REFEREE_SEED` what they follow from: it is said when the test fails.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use referee::{
    games::{GAMES, Game, luck::Luck},
    hall::{Hall, Limits, NewLuck, NewMatch, limits::SLOW_STORE, table::TableStub},
    ids::{MatchId, Seat, Seq, Viewer},
    referee::{
        Event, Fact, Reason, Seed, Termination, TimeControl, Verdict,
        clock::Time,
        event::{IllegalPolicy, LostSeats, Moved},
        turn::PATIENCE,
        verify::verify,
    },
    store::{RequestKey, SharedStore},
};
use tokio::time::{sleep, timeout};

use super::{
    super::rig::{self, assert_no_gap, memory, player, seconds, watch_to_end},
    faulty::{Fault, FaultyStore},
    player::{Player, Told},
};
use crate::games::properties::any_setting;

/// How many outages there are; `REFEREE_OUTAGES` says another number.
const OUTAGES: u64 = 200;
/// How many matches of each game are played at once.
const LANES: usize = 2;
/// A match that takes longer hangs.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);
/// What a program may pay for that has gone, beside the time that it was gone: its seat is given back by a store that takes
/// just less for each write than is noted, some of them one after another, and its patience begins then.
const BACK: Duration = Duration::from_millis(750);
/// How the clocks run.
const CONTROLS: [&str; 5] = ["60+6", "st=15", "30d5", "30/3x10", "inf"];

struct Torture {
    hall: Hall,
    store: SharedStore,
    done: AtomicBool,
    matches: AtomicU64,
    moves: AtomicU64,
    stalls: AtomicU64,
}

/// Says how to do the same again.
struct Seeded(u64);

impl Drop for Seeded {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the same again: REFEREE_SEED={}", self.0);
        }
    }
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

impl Torture {
    /// Plays matches of a game until all outages are over.
    async fn lane(self: Arc<Torture>, game: &'static dyn Game, mut luck: Luck) {
        while !self.done.load(Ordering::Relaxed) {
            let table = self.open(game, &mut luck).await;
            let played = self.play(&table, &mut luck);
            timeout(LONGEST, played).await.expect("every match ends");
            self.matches.fetch_add(1, Ordering::Relaxed);
        }
    }

    async fn open(&self, game: &'static dyn Game, luck: &mut Luck) -> TableStub {
        let setting = any_setting(game, luck);
        let seats = usize::from(setting.seats());
        let control = || TimeControl::parse(CONTROLS[luck.below(CONTROLS.len())]).expect("a time control");
        let time_controls: Vec<_> = std::iter::repeat_with(control).take(seats).collect();
        let id = luck.number();
        let new = NewMatch {
            game: game.facts().id,
            setting,
            time_controls,
            players: (0..seats).map(|seat| player(&format!("p{seat}-{id:x}"))).collect(),
            // A move may cross a takeback that its seat has agreed to.
            illegal: IllegalPolicy::Retry { tries: 16 },
            lost_seats: LostSeats::Substitute,
            luck: NewLuck {
                seed: Some(Seed::new(luck.entropy().0)),
                nonce_wait: seconds(luck.below(5) as u64),
                deal_id: None,
            },
            conduct: Default::default(),
            request: RequestKey { player: player("opener"), request_id: format!("{id:x}"), content: [0; 32] },
        };
        loop {
            match self.hall.create(new.clone()).await {
                Ok(match_id) => return self.hall.table(&match_id).expect("the table is live"),
                Err(refusal) => assert_eq!(refusal.reason, Reason::HostFault, "{refusal}"),
            }
            sleep(seconds(1)).await;
        }
    }

    async fn play(&self, table: &TableStub, luck: &mut Luck) {
        let seats = table.opened().players.len() as u8;
        let fork = |luck: &mut Luck| Luck::new(luck.number());
        let players: Vec<_> =
            (0..seats).map(|seat| tokio::spawn(Player::new(table, Seat(seat), fork(luck)).play())).collect();
        let viewers = [Viewer::Spectator, Viewer::Spectator, Viewer::Seat(Seat(0)), Viewer::Arbiter];
        let watchers: Vec<_> = viewers
            .into_iter()
            .map(|viewer| {
                let late = Duration::from_millis(luck.below(60_000) as u64);
                tokio::spawn(watch(self.hall.clone(), table.match_id().clone(), viewer, late))
            })
            .collect();
        let mut told = Vec::new();
        for player in players {
            told.push(player.await.expect("it plays to the end"));
        }
        table.ended().await;
        let log = rig::log(&self.store, table.match_id()).await;
        for watcher in watchers {
            assert_eq!(watcher.await.expect("it watches to the end"), log.len(), "what was shown is what is stored");
        }
        self.judge(&log, &told);
    }

    fn judge(&self, log: &[Event], told: &[Told]) {
        let verified = verify(log).expect("every log verifies");
        assert!(verified.over, "every match ends");
        let Some(Fact::Ended(ended)) = log.last().map(|event| &event.fact) else { panic!("it ends with its end") };
        let Verdict { termination, detail, .. } = &ended.verdict;
        let fair = [Termination::Board, Termination::DrawAgreed];
        assert!(fair.contains(termination), "{termination:?}: {detail}; all played in time\n{:#?}", tail(log));
        for told in told {
            assert!(told.missed_the_end || told.last.0 as usize == log.len(), "it was told {}", told.last);
            told.acknowledged.iter().for_each(|(seq, sent)| {
                let event = &log[seq.0 as usize - 1];
                let Fact::Moved(moved) = &event.fact else { panic!("event {seq} was acknowledged as a move") };
                let stored = (moved.seat, moved.round, moved.ply, &moved.notation);
                assert_eq!(stored, (sent.seat, sent.round, sent.ply, &sent.notation), "event {seq}");
                assert_fair(log, *seq, moved, sent, &told.away);
            });
        }
        let moves = log.iter().filter(|event| matches!(event.fact, Fact::Moved(_))).count();
        let acknowledged: usize = told.iter().map(|told| told.acknowledged.len()).sum();
        assert_eq!(acknowledged, moves, "every move was acknowledged to its seat, once");
        let stalls = log.iter().filter(|event| matches!(event.fact, Fact::HostStalled(_))).count();
        self.moves.fetch_add(moves as u64, Ordering::Relaxed);
        self.stalls.fetch_add(stalls as u64, Ordering::Relaxed);
    }
}

/// A clock is charged for what its program took and was gone; a program that was there is charged for what its transport
/// left waiting once its patience is over.
#[track_caller]
fn assert_fair(log: &[Event], seq: Seq, moved: &Moved, sent: &super::player::Sent, away: &[(Time, Time)]) {
    let opened = log[sent.since.0 as usize - 1].at;
    let gone: Duration = away.iter().map(|(left, back)| (*back).min(sent.received).since((*left).max(opened))).sum();
    let thought: Duration = sent.thought.iter().map(|(given, until)| until.since(*given)).sum();
    // It may have gone before the turn was opened by a table that waited for its store, and be missed later.
    let turn = &log[sent.since.0 as usize..seq.0 as usize];
    let was_missed =
        turn.iter().any(|event| matches!(event.fact, Fact::SeatDisconnected { seat, .. } if seat == sent.seat));
    let was_gone = was_missed || away.iter().any(|(_, back)| *back >= opened);
    let most = match was_gone {
        true => thought + gone + BACK,
        false => thought - sent.left_waiting.min(PATIENCE - SLOW_STORE),
    };
    let around = &log[(sent.since.0 as usize).saturating_sub(3)..seq.0 as usize];
    assert!(
        moved.charged <= most,
        "event {seq} is charged {:?}, of which at most {most:?} was its own\n{sent:#?}\naway {away:?}\n{around:#?}",
        moved.charged
    );
}

fn tail(log: &[Event]) -> &[Event] {
    &log[log.len().saturating_sub(8)..]
}

/// Watches a match from its beginning, perhaps from late on; gives how many events it has.
async fn watch(hall: Hall, match_id: MatchId, viewer: Viewer, late: Duration) -> usize {
    sleep(late).await;
    let watch = loop {
        match hall.watch(&match_id, viewer, Seq(0)).await {
            Ok(watch) => break watch,
            Err(refusal) => assert_eq!(refusal.reason, Reason::HostFault, "{refusal}"),
        }
        sleep(seconds(1)).await;
    };
    let (seen, _) = watch_to_end(watch).await;
    assert_no_gap(&seen, 0);
    seen.len()
}

/// Has outages, one after another.
async fn break_often(store: &FaultyStore, outages: u64, luck: &mut Luck) -> BTreeMap<Fault, u64> {
    let mut had = BTreeMap::new();
    for _ in 0..outages {
        sleep(Duration::from_millis(luck.below(12_000) as u64)).await;
        let fault = *luck.pick(&Fault::ALL).expect("there are faults");
        store.set(Some(fault));
        let most = [500, 5_000, 30_000][luck.below(3)];
        sleep(Duration::from_millis(50 + luck.below(most) as u64)).await;
        store.set(None);
        *had.entry(fault).or_default() += 1;
    }
    had
}

#[tokio::test(start_paused = true)]
async fn outages_of_every_kind_cost_nobody_anything() {
    let seed = number("REFEREE_SEED").unwrap_or(1);
    let _seeded = Seeded(seed);
    let outages = number("REFEREE_OUTAGES").unwrap_or(OUTAGES);
    let mut luck = Luck::new(seed);
    let inner = memory();
    let faulty = FaultyStore::over(Arc::clone(&inner), Luck::new(luck.number()));
    let spectator_delay = seconds(luck.below(2) as u64 * 3);
    let limits = Limits { spectator_delay, ..Limits::default() };
    let hall = rig::open_with(&(Arc::clone(&faulty) as SharedStore), limits).await;
    let torture = Arc::new(Torture {
        hall,
        store: inner,
        done: AtomicBool::new(false),
        matches: AtomicU64::new(0),
        moves: AtomicU64::new(0),
        stalls: AtomicU64::new(0),
    });
    let lanes: Vec<_> = GAMES
        .iter()
        .flat_map(|game| std::iter::repeat_n(*game, LANES))
        .map(|game| tokio::spawn(Arc::clone(&torture).lane(game, Luck::new(luck.number()))))
        .collect();
    let had = break_often(&faulty, outages, &mut luck).await;
    torture.done.store(true, Ordering::Relaxed);
    for lane in lanes {
        lane.await.expect("every match is fair");
    }
    let count = |number: &AtomicU64| number.load(Ordering::Relaxed);
    let (matches, moves, stalls) = (count(&torture.matches), count(&torture.moves), count(&torture.stalls));
    let met = faulty.met();
    println!(
        "seed {seed}: {had:?} over {matches} matches with {moves} moves, {stalls} stalls noted, calls met {met:?}"
    );
    assert!(
        outages < OUTAGES || Fault::ALL.iter().all(|fault| met.contains_key(fault)),
        "every fault was felt: {met:?}"
    );
}
