//! Plies per second through the match runner's own path (table, session, memory store, one live
//! match) with engines that answer immediately. The floor is bare blocking pipes with the same
//! lines and engines. Everything is pinned to one core. Run: `cargo bench --bench stdio`.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use mimalloc::MiMalloc;
use referee::{
    engine::{process::EngineCommand, session::Patience},
    games::{
        self, Course, Game,
        rules::{Setting, Turn},
    },
    hall::{Hall, Limits, NewLuck, NewMatch},
    ids::{PlayerId, Seat, Seq},
    law::{Fact, IllegalMovePolicy, LostSeatPolicy, TimeControl},
    pb::{
        engine::{Go, Position},
        line::{self, Spelling},
    },
    runner::seated_engine::{SeatedEngine, play_together},
    store::{MemoryLog, RequestKey, Store, Tables},
};

/// The allocator of the program itself.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Minimum number of plies in a measurement.
const PLIES: u64 = 20_000;
/// Number of measurements, of which the median counts.
const REPEATS: usize = 5;
/// The argument that turns this program into an engine.
const ENGINE: &str = "--null-engine";

fn main() -> anyhow::Result<()> {
    if std::env::args().any(|word| word == ENGINE) {
        return Ok(null_engine()?);
    }
    pin_to_one_core();
    let game = games::find("kamisado").expect("kamisado is registered");
    let setting = game.facts().setting(2, [("length", "marathon")])?;
    let turns = turns_of_a_match(game, &setting)?;
    let bytes: usize = turns.iter().map(|(_, line)| line.len()).sum();
    println!("one match: {} turns, {} bytes a turn", turns.len(), bytes / turns.len());

    let (mut floors, mut runs) = (Vec::new(), Vec::new());
    for _ in 0..REPEATS {
        floors.push(bare_pipes(&turns)?);
        runs.push(runner(game, &setting)?);
    }
    let (floor, run) = (median(floors), median(runs));
    println!("bare pipes  {floor}");
    println!("runner      {run}");
    println!("ratio of plies a second: {:.2}", floor.wall_us / run.wall_us);
    Ok(())
}

/// The cost of a ply.
#[derive(Clone, Copy)]
struct Cost {
    wall_us: f64,
    own_us: f64,
    engines_us: f64,
}

impl std::fmt::Display for Cost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Cost { wall_us, own_us, engines_us } = self;
        let rate = 1e6 / wall_us;
        write!(f, "{rate:>8.0} plies/s  wall {wall_us:.2} us  own CPU {own_us:.2} us  engines' CPU {engines_us:.2} us")
    }
}

fn median(mut costs: Vec<Cost>) -> Cost {
    costs.sort_by(|a, b| a.wall_us.total_cmp(&b.wall_us));
    costs[costs.len() / 2]
}

struct Meter {
    began: Instant,
    own: Duration,
    children: Duration,
}

impl Meter {
    fn start() -> Meter {
        Meter { own: cpu(libc::RUSAGE_SELF), children: cpu(libc::RUSAGE_CHILDREN), began: Instant::now() }
    }

    /// The CPU time of children counts only after their exit, so the wall clock stops before that.
    fn wall_and_own(&self) -> (Duration, Duration) {
        (self.began.elapsed(), cpu(libc::RUSAGE_SELF) - self.own)
    }

    fn cost(&self, (wall, own): (Duration, Duration), plies: u64) -> Cost {
        let per_ply = |span: Duration| span.as_secs_f64() * 1e6 / plies as f64;
        let engines_us = per_ply(cpu(libc::RUSAGE_CHILDREN) - self.children);
        Cost { wall_us: per_ply(wall), own_us: per_ply(own), engines_us }
    }
}

fn cpu(whose: libc::c_int) -> Duration {
    // SAFETY: zero is valid for this plain struct, and the call only writes into it.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(whose, &mut usage);
        usage
    };
    let span = |t: libc::timeval| Duration::new(t.tv_sec as u64, t.tv_usec as u32 * 1000);
    span(usage.ru_utime) + span(usage.ru_stime)
}

fn pin_to_one_core() {
    // SAFETY: zero is valid for this plain set, and the calls do not keep it.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(0, &mut set);
        if libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &set) != 0 {
            println!("could not pin to one core: {}", io::Error::last_os_error());
        }
    }
}

/// Returns the lines of every turn in a match of first legal moves.
fn turns_of_a_match(game: &'static dyn Game, setting: &Setting) -> anyhow::Result<Vec<(Seat, Vec<u8>)>> {
    let mut course = Course::open(game, setting)?;
    let mut turns = Vec::new();
    let mut position =
        Position { start: course.position().text(), round: 1, points: vec![0.0; 2], ..Default::default() };
    while !course.is_over() {
        let legal = course.position().legal();
        let first = legal.first().cloned().unwrap_or_default();
        if let Turn::Seat(seat) = course.turn() {
            let (round, ply) = (course.round_number(), course.ply());
            let go = Go {
                turn_id: turns.len() as u64 + 1,
                round,
                ply,
                remaining_ms: vec![600_000; 2],
                increment_ms: vec![1000; 2],
                legal,
                ..Default::default()
            };
            let mut bytes = Vec::new();
            line::write(Spelling::Words, &position, &mut bytes);
            line::write(Spelling::Words, &go, &mut bytes);
            turns.push((seat, bytes));
        }
        position.moves.push(course.play(&first)?);
        if course.close_round().is_some() {
            position.start = course.position().text();
            position.moves.clear();
            position.round = course.round_number();
            position.points = course.totals().iter().map(|points| points.as_f64()).collect();
        }
    }
    Ok(turns)
}

fn bare_pipes(turns: &[(Seat, Vec<u8>)]) -> anyhow::Result<Cost> {
    let mut engines = [Pipes::start()?, Pipes::start()?];
    let meter = Meter::start();
    let mut plies = 0;
    while plies < PLIES {
        for (seat, bytes) in turns {
            engines[seat.index()].ask(bytes)?;
        }
        plies += turns.len() as u64;
    }
    let taken = meter.wall_and_own();
    engines.into_iter().try_for_each(Pipes::end)?;
    Ok(meter.cost(taken, plies))
}

struct Pipes {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    line: String,
}

impl Pipes {
    fn start() -> anyhow::Result<Pipes> {
        let mut child =
            Command::new(std::env::current_exe()?).arg(ENGINE).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take().expect("it was piped");
        let output = BufReader::new(child.stdout.take().expect("it was piped"));
        Ok(Pipes { child, input, output, line: String::new() })
    }

    fn ask(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.input.write_all(bytes)?;
        self.line.clear();
        self.output.read_line(&mut self.line)?;
        assert!(self.line.starts_with("bestmove "), "the null engine answers with a move: {}", self.line);
        Ok(())
    }

    fn end(self) -> anyhow::Result<()> {
        let Pipes { mut child, input, .. } = self;
        drop(input);
        child.wait()?;
        Ok(())
    }
}

fn runner(game: &'static dyn Game, setting: &Setting) -> anyhow::Result<Cost> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    // Runs in a spawned task like the match runner; see `runner::worker`.
    let setting = setting.clone();
    runtime.block_on(runtime.spawn(async move { run_matches(game, &setting).await }))?
}

async fn run_matches(game: &'static dyn Game, setting: &Setting) -> anyhow::Result<Cost> {
    let words = vec![std::env::current_exe()?.display().to_string(), ENGINE.to_owned()];
    let command = EngineCommand { words, ..EngineCommand::default() };
    let second = Duration::from_secs(1);
    let patience = Patience { introduction: 10 * second, ready: 10 * second, quit: second };
    let mut sessions = [None, None];
    let limits = Limits::default();
    for (session, seat) in sessions.iter_mut().zip([Seat(0), Seat(1)]) {
        SeatedEngine::new(seat, command.clone(), patience, session).start().await;
    }
    // All matches share the tables, as in a worker of the match runner.
    let tables = Arc::new(Tables::in_memory()?);
    let meter = Meter::start();
    let mut plies = 0;
    while plies < PLIES {
        let store = Store::new(Arc::new(MemoryLog::new()), &tables);
        let hall = Hall::open(store.clone(), limits.clone()).await?;
        let match_id = hall.create(new_match(game, setting)?).await?;
        let table = hall.table(&match_id).expect("a match that waits for its seats is live");
        let [black, white] = &mut sessions;
        let mut black = SeatedEngine::new(Seat(0), command.clone(), patience, black);
        let mut white = SeatedEngine::new(Seat(1), command.clone(), patience, white);
        black.announce(table.opened()).await;
        white.announce(table.opened()).await;
        play_together(vec![black, white], &table).await?;
        let events = store.log.events(&match_id, Seq(0), usize::MAX).await?;
        plies += events.iter().filter(|event| matches!(event.fact, Fact::MovePlayed(_))).count() as u64;
        hall.close().await;
    }
    let taken = meter.wall_and_own();
    for session in sessions.into_iter().flatten() {
        session.quit().await;
    }
    Ok(meter.cost(taken, plies))
}

fn new_match(game: &'static dyn Game, setting: &Setting) -> anyhow::Result<NewMatch> {
    let players = vec![PlayerId::parse("black")?, PlayerId::parse("white")?];
    Ok(NewMatch {
        game: game.facts().id,
        setting: setting.clone(),
        time_controls: vec![TimeControl::parse("600+1")?; 2],
        request: RequestKey { player: players[0].clone(), request_id: String::new(), content: [0; 32] },
        creator: None,
        players,
        illegal_move_policy: IllegalMovePolicy::Forfeit,
        lost_seat_policy: LostSeatPolicy::Substitute,
        luck: NewLuck::default(),
        conduct: Default::default(),
        graces: Default::default(),
        occasion: None,
        labels: Default::default(),
        opening: Default::default(),
    })
}

/// Answers every `go` with the first legal move, with minimal work.
fn null_engine() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut buffer = vec![0; 64 * 1024];
    let mut filled = 0;
    loop {
        let count = input.read(&mut buffer[filled..])?;
        if count == 0 {
            return Ok(());
        }
        filled += count;
        let mut begin = 0;
        while let Some(end) = buffer[begin..filled].iter().position(|byte| *byte == b'\n') {
            let line = &buffer[begin..begin + end];
            begin += end + 1;
            if line.starts_with(b"go ") {
                output.write_all(&best_move(line))?;
            } else if line.starts_with(b"referee") {
                output.write_all(b"id name null\nrefereeok\n")?;
            } else if line.starts_with(b"isready") {
                output.write_all(b"readyok\n")?;
            } else if line.starts_with(b"quit") {
                return Ok(());
            }
            output.flush()?;
        }
        buffer.copy_within(begin..filled, 0);
        filled -= begin;
    }
}

fn best_move(go: &[u8]) -> Vec<u8> {
    let key = b" legal ";
    let at = go.windows(key.len()).position(|window| window == key).map_or(go.len(), |at| at + key.len());
    let first = go[at..].split(|byte| *byte == b' ').next().unwrap_or_default();
    [b"bestmove ", first, b"\n"].concat()
}
