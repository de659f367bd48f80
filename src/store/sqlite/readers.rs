//! A few threads that read, each on a connection of its own, so that reading never waits for a commit.

use std::{
    io,
    ops::Deref,
    sync::{Arc, Mutex, PoisonError},
    thread::{self, JoinHandle},
};

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::{SqlError, pending::Pending, store_error, thread_ended};
use crate::store::StoreFuture;

/// How many threads read.
pub const READERS: usize = 2;
/// The most reads in the queue; further callers wait for a place in it.
pub const WAITING_READS: usize = 256;

/// A connection that reads, and the events that are not in the table of events yet.
pub(super) struct ReadConnection {
    sql: Connection,
    pending: Arc<Pending>,
}

impl ReadConnection {
    /// A connection to a file with these pending events.
    pub fn new(sql: Connection, pending: Arc<Pending>) -> ReadConnection {
        ReadConnection { sql, pending }
    }

    /// The pending events. What is asked of a match here is asked before it is asked of the table.
    pub fn pending(&self) -> &Pending {
        &self.pending
    }
}

impl Deref for ReadConnection {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.sql
    }
}

type Job = Box<dyn FnOnce(&ReadConnection) + Send>;

/// A handle to the reading threads.
pub(super) struct Readers {
    queue: Option<mpsc::Sender<Job>>,
    threads: Vec<JoinHandle<()>>,
}

impl Readers {
    /// Starts a thread for each connection.
    pub(super) fn start(files: Vec<ReadConnection>) -> io::Result<Readers> {
        let (queue, waiting) = mpsc::channel(WAITING_READS);
        let waiting = Arc::new(Mutex::new(waiting));
        let mut readers = Readers { queue: Some(queue), threads: Vec::with_capacity(files.len()) };
        for file in files {
            let waiting = Arc::clone(&waiting);
            let thread = thread::Builder::new().name("store-read".to_owned());
            readers.threads.push(thread.spawn(move || read_all(&file, &waiting))?);
        }
        Ok(readers)
    }

    /// Does `work` on one of the threads.
    pub(super) fn run<T, F>(&self, doing: &'static str, work: F) -> StoreFuture<'_, T>
    where
        T: Send + 'static,
        F: FnOnce(&ReadConnection) -> Result<T, SqlError> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |file| {
            let outcome = work(file).map_err(|error| match error {
                SqlError::Refused(error) => error,
                SqlError::Sql(error) => store_error(doing, &error),
            });
            // A caller that has gone needs no answer.
            let _ = answer.send(outcome);
        });
        Box::pin(async move {
            let queue = self.queue.as_ref().ok_or_else(|| thread_ended(doing))?;
            queue.send(job).await.map_err(|_| thread_ended(doing))?;
            answered.await.map_err(|_| thread_ended(doing))?
        })
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        self.queue = None;
        for thread in self.threads.drain(..) {
            // If it panicked, its caller has learnt so already.
            let _ = thread.join();
        }
    }
}

/// Idle threads wait for the lock; the one that holds it waits for the next job, and releases the lock before it runs the job.
fn read_all(file: &ReadConnection, waiting: &Mutex<mpsc::Receiver<Job>>) {
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv();
    while let Some(job) = next() {
        job(file);
    }
}
