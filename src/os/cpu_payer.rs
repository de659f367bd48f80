//! The payer of CPU time that work takes on other threads, such as those that read the store.

use std::{cell::RefCell, sync::Arc, time::Duration};

use rustix::time::{ClockId, clock_gettime};

/// A function that charges CPU time to the payer.
pub type Charge = Arc<dyn Fn(Duration) + Send + Sync>;

thread_local! {
    static PAYING: RefCell<Option<Charge>> = const { RefCell::new(None) };
}

/// Runs `work`, and charges the CPU time of this thread to the payer. During the work, [`current`]
/// returns this payer.
pub fn paid_by<T>(charge: Option<&Charge>, work: impl FnOnce() -> T) -> T {
    /// A guard that restores the previous payer, even if the work panics.
    struct Before(Option<Charge>);
    impl Drop for Before {
        fn drop(&mut self) {
            PAYING.set(self.0.take());
        }
    }
    let _before = Before(PAYING.replace(charge.cloned()));
    let began = thread_cpu();
    let done = work();
    if let Some(charge) = charge {
        charge(thread_cpu().saturating_sub(began));
    }
    done
}

/// Returns the payer of the work that this thread is running; `None` without a payer.
pub fn current() -> Option<Charge> {
    PAYING.with_borrow(Clone::clone)
}

/// Returns the CPU time that the calling thread has used.
pub fn thread_cpu() -> Duration {
    let spent = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(spent).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicU64, Ordering},
        thread,
    };

    use super::*;

    fn account() -> (Charge, Arc<AtomicU64>) {
        let account = Arc::new(AtomicU64::new(0));
        let noted = Arc::clone(&account);
        let charge = move |cpu: Duration| {
            noted.fetch_add(u64::try_from(cpu.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
        };
        (Arc::new(charge), account)
    }

    /// Computes until this thread has used `time` of further CPU time.
    fn compute(time: Duration) {
        let until = thread_cpu() + time;
        while thread_cpu() < until {}
    }

    #[test]
    fn the_caller_pays_for_work_on_other_threads() {
        const TIME: Duration = Duration::from_millis(20);
        let (charge, account) = account();
        let (payer, before) = paid_by(Some(&charge), || (current(), account.load(Ordering::Relaxed)));
        thread::spawn(move || paid_by(payer.as_ref(), || compute(TIME))).join().expect("it computes");
        assert!(account.load(Ordering::Relaxed) - before >= TIME.as_nanos() as u64);
        assert!(current().is_none(), "later work has no payer");
    }

    #[test]
    fn work_without_a_payer_is_done() {
        assert_eq!(paid_by(current().as_ref(), || 7), 7);
    }
}
