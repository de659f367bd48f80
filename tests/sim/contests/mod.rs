//! The tournaments and ladders of a run. A host opens each one, gives its orders and closes
//! ladders; a watcher follows each one.

mod kinds;
mod watcher;

use std::{sync::Arc, time::Duration};

use referee::{
    contest_server::{AllContests, MatchSetup, ToOpen},
    hall::{Hall, NewLuck, NewMatch},
    ids::PlayerId,
    ladder::Ladder,
    law::{LostSeatPolicy, Refusal},
    tournament::Tournament,
};
use tokio::{
    task::JoinSet,
    time::{sleep, sleep_until, timeout},
};

pub use kinds::{MatchResult, Said, Simulated, command, said};
pub use watcher::look;

use watcher::Watcher;

use crate::{
    invariant::Invariant,
    plan::{Contest, Format, Game, Ordered, Plan},
    program::may_be_asked_again,
    run::new_match,
    truth::ContestTruth,
    world::{Server, World},
};

/// Delay before the host retries.
const AGAIN: Duration = Duration::from_secs(1);
/// Timeout of the host. If the store is slow, the order may still take effect later.
const ANSWERED_WITHIN: Duration = Duration::from_secs(300);
/// The player that opens the matches of contests.
const HOST: &str = "host";

/// A request of the host to a contest.
#[derive(Clone, Copy, Debug)]
pub enum Request {
    Pause,
    Resume,
    Leave(usize),
    Disqualify(usize),
    Replay(usize),
    Quarantine(usize),
    Release(usize),
    Annul(usize),
    /// Ends a ladder.
    Close,
}

/// Returns the contests of a server in this run.
pub fn contests(hall: &Hall) -> AllContests {
    AllContests::new(
        hall,
        |_, tournament, _| Ok(vec![setup(&tournament.opened.match_setup)?]),
        |_, ladder, _| ladder.opened.rules.categories.iter().map(|category| setup(&category.match_setup)).collect(),
    )
}

/// Returns the match setup: the number of matches open at once, the number of seats, the kind of
/// run, and the seed.
fn match_setup(plan: &Plan, contest: &Contest) -> String {
    let (kind, seats) = (if plan.crowd.is_some() { "weekend" } else { "day" }, contest.format.seats());
    format!("{} {seats} {kind} {}", contest.at_once, plan.seed)
}

fn setup(text: &str) -> Result<MatchSetup, Refusal> {
    let written = "it was written by `match_setup`";
    let words: Vec<&str> = text.split(' ').collect();
    let [at_once, seats, kind, seed] = words[..] else { panic!("{written}: {text}") };
    let (seats, seed) = (seats.parse().expect(written), seed.parse().expect(written));
    let plan = if kind == "weekend" { Plan::weekend(seed) } else { Plan::new(seed) };
    let own = Plan { game: Game::Takeaway { seats, rounds: 1 }, ..plan };
    let host = PlayerId::parse(HOST).expect("a name");
    let template = NewMatch {
        luck: NewLuck { nonce_wait: own.nonce_wait, ..NewLuck::default() },
        lost_seat_policy: LostSeatPolicy::default(),
        ..new_match(&own, 0, &mut referee::games::search::split_mix::SplitMix64::new(0))
    };
    Ok(MatchSetup { template, host, openings: None, at_once: at_once.parse().expect(written) })
}

/// Starts the host and the watcher of every contest of a run.
pub fn begin(world: &Arc<World>, tasks: &mut JoinSet<()>) {
    for number in 0..world.plan.contests.len() {
        match world.plan.contests[number].is_ladder() {
            true => begin_one::<Ladder>(world, number, tasks),
            false => begin_one::<Tournament>(world, number, tasks),
        }
    }
}

fn begin_one<K: Simulated>(world: &Arc<World>, number: usize, tasks: &mut JoinSet<()>) {
    world.truth().contests.push(ContestTruth::default());
    let (hosted, watched) = (Arc::clone(world), Arc::clone(world));
    tasks.spawn(async move {
        tokio::select! {
            biased;
            () = hosted.stopped() => {}
            () = Host { world: Arc::clone(&hosted), number }.run::<K>() => {}
        }
    });
    tasks.spawn(Watcher::<K>::new(watched, number).watch());
}

/// The host of one contest.
struct Host {
    world: Arc<World>,
    number: usize,
}

impl Host {
    fn plan(&self) -> &Contest {
        &self.world.plan.contests[self.number]
    }

    async fn run<K: Simulated>(self) {
        let contest = self.plan().clone();
        self.until(contest.from).await;
        self.open::<K>().await;
        let mut requests = Vec::new();
        for order in &contest.orders {
            let (at, later) = (order.at, |lasts: Duration| order.at + lasts);
            match order.what {
                Ordered::Pause(lasts) => requests.extend([(at, Request::Pause), (later(lasts), Request::Resume)]),
                Ordered::Leave(entrant) => requests.push((at, Request::Leave(entrant))),
                Ordered::Disqualify(entrant) => requests.push((at, Request::Disqualify(entrant))),
                Ordered::Replay(which) => requests.push((at, Request::Replay(which))),
                Ordered::Quarantine(entrant, lasts) => {
                    requests.extend([(at, Request::Quarantine(entrant)), (later(lasts), Request::Release(entrant))]);
                }
                Ordered::Annul(which) => requests.push((at, Request::Annul(which))),
            }
        }
        requests.sort_by_key(|(at, _)| *at);
        if let Format::Ladder(lasts) = contest.format {
            let last = requests.last().map_or(Duration::ZERO, |(at, _)| *at);
            requests.push((last.max(contest.from + lasts), Request::Close));
        }
        for (order, (at, request)) in requests.into_iter().enumerate() {
            self.until(at).await;
            self.ask::<K>(order, request).await;
        }
    }

    async fn until(&self, at: Duration) {
        sleep_until(tokio::time::Instant::now() + at.saturating_sub(self.world.now())).await;
    }

    /// Opens the contest, retrying as often as necessary.
    async fn open<K: Simulated>(&self) {
        let (world, plan) = (&self.world, self.plan());
        for number in plan.entered() {
            world.core.enter(&K::contest(plan.id.clone()), &world.player(number)).await;
        }
        loop {
            let new = ToOpen { id: plan.id.clone(), facts: K::opening(&world.plan, plan), content: [7; 32] };
            let opened = self.at_server(async |server: &Server| K::of_server(server).create(new).await).await;
            match opened {
                Some(Ok(())) => {
                    let now = world.now();
                    return world.truth().contests[self.number].opened_at = Some(now);
                }
                Some(Err(refusal)) if !may_be_asked_again(refusal.reason) => {
                    return world.truth().breaks(Invariant::ContestOpens, format!("{}: {refusal}", plan.id));
                }
                _ => sleep(AGAIN).await,
            }
        }
    }

    /// Sends a request until it is answered for good.
    async fn ask<K: Simulated>(&self, order: usize, request: Request) {
        let reason = format!("order {order} of the host");
        loop {
            let (id, why) = (&self.plan().id, &reason);
            let command = async |server: &Server| {
                K::of_server(server).ask(id, |of: &K| command(of, request, why).ok_or_else(nothing_to_do)).await
            };
            match self.at_server(command).await {
                Some(Ok(())) => {
                    let mut truth = self.world.truth();
                    truth.contests[self.number].acknowledged.extend(K::leaves_a_trace(request).then_some(reason));
                    return;
                }
                Some(Err(refusal)) if !may_be_asked_again(refusal.reason) => return,
                _ => sleep(AGAIN).await,
            }
        }
    }

    /// Asks the live server. Returns `None` if it dies before it answers, or if the request times
    /// out.
    async fn at_server<T>(&self, ask: impl AsyncFnOnce(&Server) -> T) -> Option<T> {
        let server = self.world.server()?;
        tokio::select! {
            biased;
            () = self.world.dies(server.number) => None,
            answer = timeout(ANSWERED_WITHIN, ask(&server)) => answer.ok(),
        }
    }
}

/// Returns the rejection of a request without an object, for example to annul a match when none
/// counts.
fn nothing_to_do() -> Refusal {
    Refusal::new(referee::law::Reason::WrongState, "there is nothing to be done".to_owned())
}
