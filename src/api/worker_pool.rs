//! The threads that work on everything that is no move: a runtime of their own at a lower priority, so that no question
//! about rules, list or record stands in the way of a move or a clock.

use std::{
    io,
    num::NonZeroUsize,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use tokio::{
    runtime::{Handle, Runtime},
    task::JoinHandle,
};

use tracing::Span;

use super::fair_queue::Payer;
use crate::{cpu_payer, hall::background};

/// The threads of one server.
pub struct WorkerPool {
    /// There until this is dropped.
    runtime: Option<Runtime>,
    handle: Handle,
}

impl WorkerPool {
    pub fn start(threads: NonZeroUsize) -> io::Result<WorkerPool> {
        let runtime = background::start("worker", threads)?;
        Ok(WorkerPool { handle: runtime.handle().clone(), runtime: Some(runtime) })
    }

    /// The runtime of the threads.
    pub fn handle(&self) -> Handle {
        self.handle.clone()
    }

    /// Begins a piece of work, whose CPU time `payer` pays for.
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
        // Waiting for what still runs would block whoever drops this, which may be a task.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// A piece of work in the pool; it is given up when this is dropped.
pub struct Job<T> {
    handle: Option<JoinHandle<T>>,
}

impl<T> Future for Job<T> {
    /// `None` where the work panicked, or the pool stops.
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

/// Work whose CPU time is measured, with that of the threads that read the store for it, and which goes on, wherever it is polled, as
/// part of the call that began it.
pub struct Metered<W> {
    work: Pin<Box<W>>,
    charge: cpu_payer::Charge,
    call: Span,
}

impl<W> Metered<W> {
    /// The same work; `payer` pays for what each step of it takes.
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
