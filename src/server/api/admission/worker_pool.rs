//! Threads for everything except moves. They have their own runtime and a lower priority, so that
//! queries of rules, lists and records delay no move or clock.

use std::{
    io,
    num::NonZeroUsize,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use referee_os::cpu_payer;
use tokio::{
    runtime::{Handle, Runtime},
    task::JoinHandle,
};

use tracing::Span;

use super::fair_queue::Payer;
use crate::hall::background;

/// The threads of a server.
pub struct WorkerPool {
    /// The runtime; `None` only while the pool is dropped.
    runtime: Option<Runtime>,
    handle: Handle,
}

impl WorkerPool {
    pub fn start(threads: NonZeroUsize) -> io::Result<WorkerPool> {
        let runtime = background::start("worker", threads)?;
        Ok(WorkerPool { handle: runtime.handle().clone(), runtime: Some(runtime) })
    }

    pub fn handle(&self) -> Handle {
        self.handle.clone()
    }

    /// Starts work; `payer` pays for its CPU time.
    pub fn run<T, W>(&self, work: W, payer: Payer) -> Job<T>
    where
        T: Send + 'static,
        W: Future<Output = T> + Send + 'static,
    {
        let work = Metered::new(work, payer);
        Job { handle: self.runtime.as_ref().map(|runtime| runtime.spawn(work)) }
    }
}

impl Drop for WorkerPool {
    fn drop(&mut self) {
        // Waiting for running work would block the task that drops the pool.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Work that runs in the pool. Dropping the job cancels the work.
pub struct Job<T> {
    handle: Option<JoinHandle<T>>,
}

impl<T> Future for Job<T> {
    /// The result of the work; `None` if it panicked, or the pool was stopped.
    type Output = Option<T>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<T>> {
        let Some(handle) = &mut self.handle else { return Poll::Ready(None) };
        Poll::Ready(ready!(Pin::new(handle).poll(cx)).ok())
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        if let Some(handle) = &self.handle {
            handle.abort();
        }
    }
}

/// Work whose CPU time is charged to the call that started it, including the time of threads that
/// read the store for it.
pub struct Metered<W> {
    work: Pin<Box<W>>,
    charge: cpu_payer::Charge,
    call: Span,
}

impl<W> Metered<W> {
    /// Wraps work; `payer` pays for each step of it.
    pub fn new(work: W, payer: Payer) -> Metered<W> {
        Metered { work: Box::pin(work), charge: Arc::new(move |cpu| payer.charge(cpu)), call: Span::current() }
    }
}

impl<W: Future> Future for Metered<W> {
    type Output = W::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<W::Output> {
        let Metered { work, charge, call } = &mut *self;
        cpu_payer::paid_by(Some(charge), || call.in_scope(|| work.as_mut().poll(cx)))
    }
}
