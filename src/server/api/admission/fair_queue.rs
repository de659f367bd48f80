//! The queue of calls: limited per caller, per address and in total. The caller with the least
//! recent CPU time is served next, so a flood only delays itself.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use referee_law::Refusal;
use referee_os::metrics::{Counted, metrics};
use tokio::sync::oneshot;

use super::stream_limits::Caller;
use crate::api::settings::Settings;
use crate::hall::wall_clock::Moment;

/// Maximum calls in progress.
const RUNNING: usize = 64;
/// Maximum calls in progress per caller.
const RUNNING_PER_CALLER: usize = 4;
/// Assumed CPU time of a call that has just started.
const EXPECTED: Duration = Duration::from_millis(5);
/// Number of callers to remember before idle ones are forgotten.
const CALLERS_KEPT: usize = 4_096;
/// Delay before a retry, used if the time of a free place is unknown.
const SOON: Duration = Duration::from_secs(1);

/// The queue of a server. Clones share it.
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
    /// Callers with queued calls; usually empty.
    waiting: BTreeSet<Caller>,
    /// Number of callers at which idle ones are forgotten.
    sweep_at: usize,
}

/// The state of a caller.
#[derive(Default)]
struct Account {
    open: usize,
    running: usize,
    /// Bytes of answers that the caller has not read yet.
    unread: usize,
    waiting: VecDeque<oneshot::Sender<()>>,
    debt: Debt,
}

/// CPU time that a caller has used, less the share that elapsed time has paid off.
#[derive(Clone, Copy, Default)]
struct Debt {
    owed: Duration,
    noted: Option<Moment>,
}

/// A call with a place in the queue, freed when dropped.
pub struct Call {
    queue: FairQueue,
    caller: Caller,
    address: Option<IpAddr>,
    stage: Stage,
    _counted: Counted,
}

/// The caller whose account pays for work; `None` if no account pays.
#[derive(Clone, Default)]
pub struct Payer(Option<(FairQueue, Caller)>);

impl Payer {
    /// Charges CPU time to the account.
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
    /// Returns the payer for work of this caller.
    pub fn payer_of(&self, caller: Caller) -> Payer {
        Payer(Some((self.clone(), caller)))
    }

    /// Creates an empty queue with these limits.
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

    /// Takes a place for a call of `caller` from `address`.
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
            // Other callers of the same address must not block a caller without open calls.
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

    /// Charges CPU time to `caller`.
    fn charge(&self, caller: &Caller, cpu: Duration) {
        let mut state = lock(&self.state);
        let account = state.callers.entry(caller.clone()).or_default();
        let now = Moment::now();
        let owed = account.debt.left(self.limits.cpu_percent, now) + cpu;
        account.debt = Debt { owed, noted: Some(now) };
    }

    /// Starts queued calls as far as the limits allow.
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
            // If the caller has disconnected, the next call gets the place.
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
    /// Returns the debt that is left at `now`.
    fn left(&self, cpu_percent: u32, now: Moment) -> Duration {
        let Some(noted) = self.noted.filter(|_| !self.owed.is_zero()) else { return Duration::ZERO };
        self.owed.saturating_sub(now.since(noted) * cpu_percent / 100)
    }
}

impl Call {
    /// Returns the payer for the call, and for work that continues after it.
    pub fn payer(&self) -> Payer {
        self.queue.payer_of(self.caller.clone())
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
            // The sender is dropped only after it has sent, or after this call was dropped.
            let _ = begins.await;
        }
        self.stage = Stage::Running;
    }

    /// Records that the work is done. The bytes of the answer count as unread until the call is
    /// dropped.
    pub fn answered(&mut self, bytes: usize) {
        self.settle(Stage::Answered { unread: bytes });
    }

    /// Moves the call to another stage.
    fn settle(&mut self, next: Stage) {
        let unread_next = if let Stage::Answered { unread } = next { unread } else { 0 };
        let before = std::mem::replace(&mut self.stage, next);
        let mut state = lock(&self.queue.state);
        let (was_running, unread_before) = match before {
            Stage::Running => (true, 0),
            // The queue may start a call just as its caller gives up.
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

/// Locks the queue. The lock is held briefly, never across an await, and never protects a half-made
/// change.
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
    async fn a_flood_delays_only_itself() {
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
        next.turn().now_or_never().expect("an abandoned call holds no place");
    }

    #[tokio::test]
    async fn the_waiting_caller_with_less_use_goes_first() {
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
    async fn a_caller_that_does_not_read_gets_no_work_done() {
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
    fn a_full_address_does_not_block_a_caller_without_open_calls() {
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
