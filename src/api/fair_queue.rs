//! Who may have a call worked on, and whose is next: a bounded number of calls for each caller, each address and in all, and
//! of those that wait the one whose caller has taken the least CPU time lately. So a flood waits behind itself.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::oneshot;

use super::{settings::Settings, stream_limits::Caller};
use crate::{
    hall::wall_clock::Moment,
    metrics::{Counted, metrics},
    referee::Refusal,
};

/// The most calls that are worked on at once.
const RUNNING: usize = 64;
/// The most of them of one caller.
const RUNNING_PER_CALLER: usize = 4;
/// What a call that has just begun counts as, until it is known what it takes.
const EXPECTED: Duration = Duration::from_millis(5);
/// How many callers are kept in mind before those are looked for who can be forgotten.
const CALLERS_KEPT: usize = 4_096;
/// When to try again where a place becomes free at no time that is known.
const SOON: Duration = Duration::from_secs(1);

/// The queue of one server. Cloning gives another handle to the same.
#[derive(Clone)]
pub struct FairQueue {
    limits: Arc<Limits>,
    state: Arc<Mutex<State>>,
}

struct Limits {
    per_caller: usize,
    per_address: usize,
    in_all: usize,
    cpu_burst: Duration,
    cpu_percent: u32,
    unread_bytes: usize,
}

#[derive(Default)]
struct State {
    open: usize,
    running: usize,
    of_address: BTreeMap<IpAddr, usize>,
    callers: BTreeMap<Caller, Account>,
    /// The callers with calls that wait for their turn. Most calls find nothing here to look at.
    waiting: BTreeSet<Caller>,
    /// How many callers there may be before some are forgotten.
    sweep_at: usize,
}

/// What is known of one caller.
#[derive(Default)]
struct Account {
    open: usize,
    running: usize,
    /// Bytes of answers that wait to be read.
    unread: usize,
    waiting: VecDeque<oneshot::Sender<()>>,
    debt: Debt,
}

/// CPU time that was taken and not yet paid off by the passing of time.
#[derive(Clone, Copy, Default)]
struct Debt {
    owed: Duration,
    noted: Option<Moment>,
}

/// A call that has a place. It gives it back when it is dropped.
pub struct Call {
    queue: FairQueue,
    caller: Caller,
    address: Option<IpAddr>,
    stage: Stage,
    _counted: Counted,
}

/// Whose account pays for a piece of work; by default nobody's.
#[derive(Clone, Default)]
pub struct Payer(Option<(FairQueue, Caller)>);

impl Payer {
    /// Notes that the work took CPU time.
    pub fn charge(&self, cpu: Duration) {
        if let Some((queue, caller)) = &self.0 {
            queue.charge(caller, cpu);
        }
    }
}

enum Stage {
    Arriving,
    Waiting(oneshot::Receiver<()>),
    Running,
    Answered { unread: usize },
}

impl FairQueue {
    /// An empty queue with the limits of these settings.
    pub fn new(settings: &Settings) -> FairQueue {
        let limits = Limits {
            per_caller: settings.calls_per_caller,
            per_address: settings.calls_per_address,
            in_all: settings.calls,
            cpu_burst: settings.cpu_burst,
            cpu_percent: settings.cpu_percent.max(1),
            unread_bytes: settings.unread_answer_bytes,
        };
        let state = State { sweep_at: CALLERS_KEPT, ..State::default() };
        FairQueue { limits: Arc::new(limits), state: Arc::new(Mutex::new(state)) }
    }

    /// Takes a place for a call of `caller` that comes from `address`.
    pub fn open(&self, caller: Caller, address: Option<IpAddr>) -> Result<Call, Refusal> {
        let Limits { per_caller, per_address, in_all, cpu_burst, cpu_percent, .. } = *self.limits;
        let mut state = lock(&self.state);
        state.forget_the_idle(cpu_percent);
        let here = address.and_then(|address| state.of_address.get(&address)).copied().unwrap_or(0);
        let account = state.callers.get(&caller);
        let owed = |account: &Account| account.debt.left(cpu_percent, Moment::now());
        let (own, owed) = account.map_or((0, Duration::ZERO), |account| (account.open, owed(account)));
        for (open, most, limit) in [
            (own, per_caller, "calls_per_caller"),
            // Whoever has none open is not kept out by others of its address.
            (if own > 0 { here } else { 0 }, per_address, "calls_per_address"),
            (state.open, in_all, "calls"),
        ] {
            if open >= most {
                return Err(Refusal::at_most(limit, most, "concurrent calls", Some(SOON)));
            }
        }
        if owed > cpu_burst {
            let paid_off = (owed - cpu_burst) * 100 / cpu_percent;
            return Err(Refusal::at_most("cpu_percent", cpu_percent, "percent of a core per caller", Some(paid_off)));
        }
        state.open += 1;
        state.callers.entry(caller.clone()).or_default().open += 1;
        if let Some(address) = address {
            *state.of_address.entry(address).or_default() += 1;
        }
        let _counted = Counted::in_gauge(&metrics().calls_open);
        Ok(Call { queue: self.clone(), caller, address, stage: Stage::Arriving, _counted })
    }

    /// Notes that work for `caller` took CPU time.
    fn charge(&self, caller: &Caller, cpu: Duration) {
        let mut state = lock(&self.state);
        let account = state.callers.entry(caller.clone()).or_default();
        let now = Moment::now();
        let owed = account.debt.left(self.limits.cpu_percent, now) + cpu;
        account.debt = Debt { owed, noted: Some(now) };
    }

    /// Lets as many calls begin as may.
    fn dispatch(&self, state: &mut State) {
        let Limits { cpu_percent, unread_bytes, .. } = *self.limits;
        let State { running, callers, waiting, .. } = state;
        let now = Moment::now();
        while *running < RUNNING && !waiting.is_empty() {
            let of = |caller| callers.get(caller).map(|account| (caller, account));
            let may_begin = |(_, account): &(&Caller, &Account)| {
                account.running < RUNNING_PER_CALLER && account.unread <= unread_bytes
            };
            let taken = |(_, account): &(&Caller, &Account)| {
                account.debt.left(cpu_percent, now) + EXPECTED * account.running.min(RUNNING) as u32
            };
            let next = waiting.iter().filter_map(of).filter(may_begin).min_by_key(taken);
            let Some(caller) = next.map(|(caller, _)| caller.clone()) else { return };
            let Some(account) = callers.get_mut(&caller) else { return };
            // A call whose caller has disconnected makes room for the next.
            if account.waiting.pop_front().is_some_and(|call| call.send(()).is_ok()) {
                account.running += 1;
                *running += 1;
            }
            if account.waiting.is_empty() {
                waiting.remove(&caller);
            }
        }
    }
}

impl State {
    fn forget_the_idle(&mut self, cpu_percent: u32) {
        if self.callers.len() < self.sweep_at {
            return;
        }
        let now = Moment::now();
        self.callers.retain(|_, account| account.open > 0 || !account.debt.left(cpu_percent, now).is_zero());
        self.sweep_at = CALLERS_KEPT.max(self.callers.len() * 2);
    }
}

impl Debt {
    /// Returns what is left of it at `now`.
    fn left(&self, cpu_percent: u32, now: Moment) -> Duration {
        let Some(noted) = self.noted.filter(|_| !self.owed.is_zero()) else { return Duration::ZERO };
        self.owed.saturating_sub(now.since(noted) * cpu_percent / 100)
    }
}

impl Call {
    /// Who pays for it, and for what is begun by it and goes on.
    pub fn payer(&self) -> Payer {
        Payer(Some((self.queue.clone(), self.caller.clone())))
    }

    pub async fn turn(&mut self) {
        let _waiting = Counted::in_gauge(&metrics().calls_waiting);
        let (begin, begins) = oneshot::channel();
        self.stage = Stage::Waiting(begins);
        {
            let mut state = lock(&self.queue.state);
            if let Some(account) = state.callers.get_mut(&self.caller) {
                account.waiting.push_back(begin);
                state.waiting.insert(self.caller.clone());
            }
            self.queue.dispatch(&mut state);
        }
        if let Stage::Waiting(begins) = &mut self.stage {
            // The other end is dropped only by sending, or after this was.
            let _ = begins.await;
        }
        self.stage = Stage::Running;
    }

    /// Notes that it was worked on, and that the bytes of its answer wait to be read until this is dropped.
    pub fn answered(&mut self, bytes: usize) {
        self.settle(Stage::Answered { unread: bytes });
    }

    /// Leaves the stage where it is for another.
    fn settle(&mut self, next: Stage) {
        let unread_next = if let Stage::Answered { unread } = next { unread } else { 0 };
        let before = std::mem::replace(&mut self.stage, next);
        let mut state = lock(&self.queue.state);
        let (was_running, unread_before) = match before {
            Stage::Running => (true, 0),
            // It may have been let in at the very moment at which it was given up.
            Stage::Waiting(mut begins) => (begins.try_recv().is_ok(), 0),
            Stage::Arriving => (false, 0),
            Stage::Answered { unread } => (false, unread),
        };
        state.running -= usize::from(was_running);
        if let Some(account) = state.callers.get_mut(&self.caller) {
            account.running -= usize::from(was_running);
            account.unread = account.unread + unread_next - unread_before;
            account.waiting.retain(|waiting| !waiting.is_closed());
            if account.waiting.is_empty() {
                state.waiting.remove(&self.caller);
            }
        }
        self.queue.dispatch(&mut state);
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        self.settle(Stage::Arriving);
        let mut state = lock(&self.queue.state);
        state.open -= 1;
        if let Some(account) = state.callers.get_mut(&self.caller) {
            account.open -= 1;
        }
        if let Some(address) = self.address
            && let Some(here) = state.of_address.get_mut(&address)
        {
            *here -= 1;
            if *here == 0 {
                state.of_address.remove(&address);
            }
        }
    }
}

/// The lock is held for a lookup and never across an await; what is under it is never half changed.
fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    fn caller(last: u8) -> (Caller, Option<IpAddr>) {
        let address = Some(IpAddr::from([10, 0, 0, last]));
        (Caller::Address(address), address)
    }

    fn call(queue: &FairQueue, last: u8) -> Call {
        let (caller, address) = caller(last);
        queue.open(caller, address).expect("there is room")
    }

    #[tokio::test]
    async fn a_flood_waits_behind_itself() {
        let queue = FairQueue::new(&Settings::default());
        let mut running: Vec<Call> = (0..RUNNING_PER_CALLER).map(|_| call(&queue, 1)).collect();
        for call in &mut running {
            call.turn().await;
        }
        let mut waiting = call(&queue, 1);
        assert!(waiting.turn().now_or_never().is_none(), "its caller has as many as it may");
        call(&queue, 2).turn().now_or_never().expect("another does not wait");
        drop(waiting);
        running.pop();
        let mut next = call(&queue, 1);
        next.turn().now_or_never().expect("whoever was given up holds no place");
    }

    #[tokio::test]
    async fn of_two_who_wait_the_one_goes_first_who_took_less() {
        let queue = FairQueue::new(&Settings::default());
        let mut full: Vec<Call> = (10..).map(|last| call(&queue, last)).take(RUNNING).collect();
        for call in &mut full {
            call.turn().await;
        }
        let (mut greedy, mut modest) = (call(&queue, 1), call(&queue, 2));
        queue.charge(&caller(1).0, Duration::from_secs(1));
        let (first, second) = (greedy.turn(), modest.turn());
        tokio::pin!(first, second);
        assert!(first.as_mut().now_or_never().is_none() && second.as_mut().now_or_never().is_none());
        full.pop();
        assert!(first.as_mut().now_or_never().is_none(), "it has taken a second");
        second.now_or_never().expect("it has taken nothing");
    }

    #[tokio::test]
    async fn who_does_not_read_its_answers_is_not_worked_for() {
        let queue = FairQueue::new(&Settings { unread_answer_bytes: 10, ..Settings::default() });
        let mut unread = call(&queue, 1);
        unread.turn().await;
        unread.answered(11);
        let mut next = call(&queue, 1);
        let turn = next.turn();
        tokio::pin!(turn);
        assert!(turn.as_mut().now_or_never().is_none());
        drop(unread);
        turn.now_or_never().expect("it was read");
    }

    #[test]
    fn an_address_that_is_full_keeps_nobody_out_who_has_no_call_open() {
        let queue = FairQueue::new(&Settings { calls_per_address: 2, ..Settings::default() });
        let (flooder, address) = caller(1);
        let _full = [(); 2].map(|()| queue.open(flooder.clone(), address).expect("there is room"));
        let neighbour = caller(2).0;
        let _first = queue.open(neighbour.clone(), address).expect("it has none open");
        let refused = queue.open(neighbour, address).map(drop).expect_err("it has one open");
        assert_eq!(refused.limit.map(|limit| limit.name), Some("calls_per_address"));
    }

    #[test]
    fn nothing_is_left_of_calls_that_are_gone() {
        let queue = FairQueue::new(&Settings { calls_per_address: 2, ..Settings::default() });
        let two = (call(&queue, 1), call(&queue, 1));
        let (third, address) = caller(1);
        let refused = queue.open(third, address).map(drop).expect_err("it is one too many");
        assert_eq!(refused.limit.map(|limit| (limit.name, limit.most)), Some(("calls_per_address", 2)));
        drop(two);
        let state = lock(&queue.state);
        assert!(state.open == 0 && state.running == 0 && state.of_address.is_empty());
    }
}
