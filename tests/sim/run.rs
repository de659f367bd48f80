//! One run of a plan. All programs act until every match is over; then the run is judged.

use std::{
    cell::RefCell,
    panic,
    sync::{Arc, Once},
    time::Duration,
};

use referee::{
    games::search::split_mix::SplitMix64,
    hall::{AskedGraces, NewLuck, NewMatch, house::is_house},
    ids::MatchId,
    law::{
        AcceptPolicy, Conduct, Event, Fact, MatchOpened, Occasion, Seed, TimeControl,
        event::{IllegalMovePolicy, LostSeatPolicy},
    },
    store::{ContestEvent, RequestKey},
};
use tokio::{
    runtime::{Builder, RngSeed},
    task::JoinSet,
    time::{sleep, timeout},
};

use crate::{
    contests,
    fate::Fate,
    host::Host,
    invariant::Invariant,
    judge,
    plan::{Game, Illegal, Plan},
    program::{Program, STRANGER},
    store::PLANNED,
    takeaway::PANICS,
    truth::{Broken, Truth},
    watcher::Watcher,
    world::World,
};

/// Maximum time after the last fault until every match is over.
const ENDS_WITHIN: Duration = Duration::from_secs(1_200);
/// Maximum time after that until every viewer has received everything.
const TOLD_WITHIN: Duration = Duration::from_secs(120);
/// Interval of checks whether everything is over. Tasks also report it.
const LOOKS_EVERY: Duration = Duration::from_secs(60);
/// Maximum plies per round of a registered game.
const MAX_PLIES: u32 = 30;

/// The result of a run.
pub struct Outcome {
    pub broken: Vec<Broken>,
    pub logs: Vec<Log>,
    /// The stored events of contests, in the order of the plan.
    pub contests: Vec<Vec<ContestEvent>>,
}

/// A stored match.
pub struct Log {
    pub match_id: MatchId,
    pub events: Vec<Event>,
    pub fate: Fate,
}

impl Log {
    pub fn opened(&self) -> Option<&MatchOpened> {
        match &self.events.first()?.fact {
            Fact::MatchOpened(opened) => Some(opened),
            _ => None,
        }
    }

    /// Returns the contest and the place of the match in it, if any.
    pub fn occasion(&self) -> Option<&Occasion> {
        self.opened()?.occasion.as_ref()
    }

    /// Returns whether a player opened the match rather than a host.
    pub fn is_by_stranger(&self) -> bool {
        self.opened().is_some_and(|opened| opened.labels.values().any(|label| label == STRANGER))
    }

    /// Returns whether a house bot has a seat.
    pub fn has_house(&self) -> bool {
        self.opened().is_some_and(|opened| opened.players.iter().any(is_house))
    }
}

thread_local! {
    /// Unplanned panics of tasks of this thread.
    static PANICKED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Runs a plan from beginning to end, in virtual time and on this thread alone.
pub fn run(plan: &Plan) -> Outcome {
    catch_panics();
    PANICKED.take();
    let mut builder = Builder::new_current_thread();
    builder.rng_seed(RngSeed::from_bytes(&plan.seed.to_le_bytes()));
    let runtime = builder.enable_time().start_paused(true).build().expect("a runtime");
    let (world, logs, contests) = runtime.block_on(async {
        let world = World::new(plan.clone());
        play(&world).await;
        let mut logs = Vec::new();
        for events in world.core.logs().await {
            let Some(match_id) = judge::match_id(&events) else { continue };
            let fate = world.core.fate(&match_id);
            logs.push(Log { match_id, events, fate });
        }
        let contests = judge::contests::stored(&world).await;
        {
            let mut truth = world.truth();
            truth.deaths = world.core.deaths();
            for (contest, of) in world.plan.contests.iter().zip(&mut truth.contests) {
                of.stored_at = world.core.contest_times(&contest.id);
            }
        }
        (world, logs, contests)
    });
    drop(runtime);
    IN_RUN.set(false);
    let truth: Truth = std::mem::take(&mut *world.truth());
    let mut broken = truth.broken.clone();
    let panicked = PANICKED.take();
    broken.extend(panicked.into_iter().map(|what| Broken { invariant: Invariant::NoPanic, what }));
    broken.extend(judge::judge(plan, &truth, &logs));
    broken.extend(judge::contests::judge(plan, &truth, &contests, &logs));
    Outcome { broken, logs, contests }
}

async fn play(world: &Arc<World>) {
    let mut tasks = JoinSet::new();
    tasks.spawn(Host::new(world).run());
    for number in 0..world.plan.matches {
        tasks.spawn(open(Arc::clone(world), number));
    }
    for number in 0..world.plan.crowd.map_or(0, |crowd| crowd.hostile_from) {
        let policy = AcceptPolicy { custom_rules: true, ..AcceptPolicy::default() };
        world.core.declare(&world.player(number), policy).await;
    }
    contests::begin(world, &mut tasks);
    for player in 0..world.plan.programs() {
        tasks.spawn(Program::new(world, player).play());
    }
    for watcher in &world.plan.watchers {
        tasks.spawn(Watcher::new(world, *watcher).watch());
    }
    sleep(world.plan.calm_after()).await;
    let ends_within = ENDS_WITHIN * if world.plan.crowd.is_some() { 6 } else { 1 };
    if timeout(ends_within, all_over(world)).await.is_err() {
        let unfinished = world.unfinished().join(", ");
        let what = format!("{unfinished} not over {ends_within:?} after the last fault");
        world.truth().breaks(Invariant::Ends, what);
    }
    sleep(TOLD_WITHIN).await;
    if world.core.has_spun() {
        world.truth().breaks(Invariant::Spins, "the log was read for ever at one moment");
    }
    judge::look(world).await;
    judge::contests::look(world).await;
    world.stop();
    while let Some(done) = tasks.join_next().await {
        if let Err(error) = done {
            world.truth().breaks(Invariant::NoPanic, format!("a task of the simulator failed: {error}"));
        }
    }
}

async fn all_over(world: &World) {
    while !world.unfinished().is_empty() {
        let changed = world.core.changed.notified();
        let _ = timeout(LOOKS_EVERY, changed).await;
    }
}

/// Opens a match, retrying as often as necessary.
async fn open(world: Arc<World>, number: usize) {
    let mut luck = SplitMix64::new(world.plan.seed ^ (number as u64 + 1));
    sleep(Duration::from_millis(luck.below(3_000) as u64)).await;
    let new = new_match(&world.plan, number, &mut luck);
    loop {
        let turned = world.turned.notified();
        let Some(server) = world.server() else {
            turned.await;
            continue;
        };
        let created = tokio::select! {
            biased;
            () = world.dies(server.number) => continue,
            created = server.hall.create(new.clone()) => created,
        };
        match created {
            Ok(match_id) => {
                world.matches()[number] = Some(match_id);
                return;
            }
            Err(_) => sleep(Duration::from_secs(1)).await,
        }
    }
}

pub fn new_match(plan: &Plan, number: usize, luck: &mut SplitMix64) -> NewMatch {
    let (game, setting) = (plan.rules(), plan.setting());
    let seats = usize::from(setting.seats());
    let control = TimeControl::parse(plan.control).expect("a time control");
    let player = |seat: usize| referee::ids::PlayerId::parse(&format!("p{seat}")).expect("a name");
    let max_plies = matches!(plan.game, Game::Catalogue(_)).then_some(MAX_PLIES);
    NewMatch {
        game: game.facts().id,
        setting,
        time_controls: vec![control; seats],
        players: (0..seats).map(player).collect(),
        illegal_move_policy: match plan.illegal {
            Illegal::Retry => IllegalMovePolicy::Retry { retries: 8 },
            Illegal::Forfeit => IllegalMovePolicy::Forfeit,
            Illegal::Substitute => IllegalMovePolicy::Substitute,
        },
        lost_seat_policy: LostSeatPolicy::Substitute,
        luck: NewLuck { seed: Some(Seed::new(luck.entropy().0)), nonce_wait: plan.nonce_wait, ..NewLuck::default() },
        conduct: Conduct { max_plies, first_move_grace: plan.first_move_grace, ..Conduct::default() },
        graces: AskedGraces { absence: Some(plan.absence), ..AskedGraces::default() },
        occasion: None,
        labels: Default::default(),
        opening: Default::default(),
        request: RequestKey { player: player(0), request_id: format!("match{number}"), content: [0; 32] },
        creator: None,
    }
}

/// Records the messages of panics instead of printing them. Planned panics are ignored; all others
/// are reported.
fn catch_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let said = info.to_string();
            let is_planned = said.contains(PLANNED) || said.contains(&format!("right: \"{PANICS}\""));
            let is_kept = is_planned || IN_RUN.get();
            if !is_kept {
                before(info);
            } else if !is_planned {
                PANICKED.with_borrow_mut(|panicked| panicked.push(said));
            }
        }));
    });
    IN_RUN.set(true);
}

thread_local! {
    /// Whether this thread runs plans.
    static IN_RUN: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}
