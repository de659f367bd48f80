//! A table's future that whoever has just left a request may poll, in place of waking the table's task: a move then costs one wake
//! of a task less. The task polls it whenever anything else wakes it.

use std::{
    any::Any,
    future::{Future, poll_fn},
    panic::AssertUnwindSafe,
    pin::Pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, TryLockError,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, Waker},
};

use futures_util::{FutureExt as _, task::AtomicWaker};

use super::{halt::Outcome, task::Table};

/// How a table's task ended; the error is what a panic said.
pub type Ended = Result<Outcome, Box<dyn Any + Send>>;

impl Table {
    /// Serves the match until it is over or the hall closes. Its stubs may poll it meanwhile.
    pub async fn run_to_end(self) -> Ended {
        let shared = Arc::clone(&self.shared);
        shared.inline.run(AssertUnwindSafe(self.run()).catch_unwind()).await
    }
}

/// Where a task keeps its future while it waits.
pub struct InlinePoll<T> {
    kept: Mutex<Kept<T>>,
    /// The task, where it waits.
    task: AtomicWaker,
    /// Whether somebody came to poll while somebody else did, who then wakes the task.
    missed: AtomicBool,
}

/// The future of a task.
struct Kept<T> {
    /// Woken by what the future waits for: the task, once that has polled it.
    waker: Option<Waker>,
    /// Nothing before the task begins, and when the future has ended.
    future: Option<Pin<Box<dyn Future<Output = T> + Send>>>,
    /// What it came to, where another than the task has polled it to its end.
    output: Option<T>,
}

impl<T> Default for InlinePoll<T> {
    fn default() -> InlinePoll<T> {
        let kept = Mutex::new(Kept { waker: None, future: None, output: None });
        InlinePoll { kept, task: AtomicWaker::new(), missed: AtomicBool::new(false) }
    }
}

impl<T> InlinePoll<T> {
    /// For the task: runs `future` to its end. A task that is dropped takes the future with it.
    pub async fn run(&self, future: impl Future<Output = T> + Send + 'static) -> T {
        let _dropped_with_the_task = Dropping(self);
        self.lock().future = Some(Box::pin(future));
        poll_fn(|cx| {
            self.task.register(cx.waker());
            let Some(mut kept) = self.enter() else { return Poll::Pending };
            kept.waker = Some(cx.waker().clone());
            let polled = match kept.output.take() {
                Some(output) => Poll::Ready(output),
                None => kept.poll(),
            };
            self.leave(kept);
            polled
        })
        .await
    }

    /// Polls the future here and now, once. Gives whether that was done, or somebody does it: if not, the task is to be woken.
    pub fn poll_here(&self) -> bool {
        let Some(mut kept) = self.enter() else { return true };
        let runs = kept.waker.is_some() && kept.future.is_some();
        if runs && let Poll::Ready(output) = kept.poll() {
            kept.output = Some(output);
            self.missed.store(true, Ordering::SeqCst);
        }
        self.leave(kept);
        runs
    }

    /// The future, unless somebody polls it: they then have it polled once more.
    fn enter(&self) -> Option<MutexGuard<'_, Kept<T>>> {
        self.try_lock().or_else(|| {
            self.missed.store(true, Ordering::SeqCst);
            // Who has the lock may have looked for that before it was said.
            self.try_lock()
        })
    }

    /// Lets the future go, and wakes its task where somebody found it taken meanwhile.
    fn leave(&self, kept: MutexGuard<'_, Kept<T>>) {
        drop(kept);
        if self.missed.swap(false, Ordering::SeqCst) {
            self.task.wake();
        }
    }

    /// The lock is held while the future is polled, and never across an await; a future that panics has caught it. To be taken only before
    /// the task first polls, and after it last did: nobody looks then for who came meanwhile.
    fn lock(&self) -> MutexGuard<'_, Kept<T>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn try_lock(&self) -> Option<MutexGuard<'_, Kept<T>>> {
        match self.kept.try_lock() {
            Ok(kept) => Some(kept),
            Err(TryLockError::Poisoned(kept)) => Some(kept.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

impl<T> Kept<T> {
    fn poll(&mut self) -> Poll<T> {
        let (Some(future), Some(waker)) = (&mut self.future, &self.waker) else { return Poll::Pending };
        let polled = future.as_mut().poll(&mut Context::from_waker(waker));
        if polled.is_ready() {
            self.future = None;
        }
        polled
    }
}

/// Drops the future with the task that runs it.
struct Dropping<'a, T>(&'a InlinePoll<T>);

impl<T> Drop for Dropping<'_, T> {
    fn drop(&mut self) {
        // Whoever polls it just now has soon done so.
        let future = self.0.lock().future.take();
        drop(future);
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::AtomicU64,
        thread::{self, yield_now},
    };

    use super::*;

    /// What was left for a future that counts it, and the future's waker.
    #[derive(Default)]
    struct Left {
        count: AtomicU64,
        waker: Mutex<Option<Waker>>,
    }

    impl Left {
        /// Counts to `all` over everything that is left.
        async fn count_to(self: Arc<Left>, all: u64) -> u64 {
            let mut counted = 0;
            poll_fn(|cx| {
                *self.waker.lock().expect("nobody panics with it") = Some(cx.waker().clone());
                counted += self.count.swap(0, Ordering::SeqCst);
                if counted == all { Poll::Ready(counted) } else { Poll::Pending }
            })
            .await
        }

        fn leave(&self, inline: &InlinePoll<u64>) {
            self.count.fetch_add(1, Ordering::SeqCst);
            let waker = self.waker.lock().expect("nobody panics with it").take();
            if let Some(waker) = waker
                && !inline.poll_here()
            {
                waker.wake();
            }
        }
    }

    #[test]
    fn what_many_threads_leave_is_taken_whoever_polls() {
        const THREADS: u64 = 4;
        const EACH: u64 = 20_000;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.expect("a runtime can be made");
        let (left, inline) = (Arc::new(Left::default()), Arc::new(InlinePoll::default()));
        let (of_task, counted) = (Arc::clone(&inline), Arc::clone(&left).count_to(THREADS * EACH));
        let task = runtime.spawn(async move { of_task.run(counted).await });
        let threads: Vec<_> = (0..THREADS)
            .map(|_| {
                let (left, inline) = (Arc::clone(&left), Arc::clone(&inline));
                thread::spawn(move || {
                    for number in 0..EACH {
                        left.leave(&inline);
                        if number % 64 == 0 {
                            yield_now();
                        }
                    }
                })
            })
            .collect();
        threads.into_iter().for_each(|thread| thread.join().expect("it does not panic"));
        assert_eq!(runtime.block_on(task).expect("it does not panic"), THREADS * EACH);
    }

    #[test]
    fn a_future_goes_with_its_task() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime can be made");
        let (inline, alive) = (Arc::new(InlinePoll::default()), Arc::new(()));
        let (of_task, of_future) = (Arc::clone(&inline), Arc::clone(&alive));
        let task = runtime.spawn(async move {
            let forever = async move {
                std::future::pending::<()>().await;
                drop(of_future);
            };
            of_task.run(forever).await;
        });
        runtime.block_on(tokio::task::yield_now());
        assert!(inline.poll_here(), "it runs");
        task.abort();
        assert!(runtime.block_on(task).is_err_and(|error| error.is_cancelled()));
        assert!(!inline.poll_here(), "nothing runs any more");
        assert_eq!(Arc::strong_count(&alive), 1);
    }
}
