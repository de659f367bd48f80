//! Threads that read, each on its own connection, so that reads never wait for a commit.

use std::{
    io,
    ops::Deref,
    sync::{Arc, Mutex, PoisonError},
    thread::{self, JoinHandle},
};

use referee_os::{cpu_payer, thread_priority::yield_to_others};
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::{
    error::{SqlError, thread_ended},
    pending::Pending,
};
use crate::StoreFuture;

/// Number of threads that read for tables; as many others read for all other callers.
const READERS: usize = 2;
pub const CONNECTIONS: usize = 2 * READERS;
/// Maximum queued reads; further callers wait for a free place.
pub const WAITING_READS: usize = 256;

/// A read connection, and the events that are not in their table yet.
pub(super) struct ReadConnection {
    sql: Connection,
    pending: Arc<Pending>,
}

impl ReadConnection {
    pub fn new(sql: Connection, pending: Arc<Pending>) -> ReadConnection {
        ReadConnection { sql, pending }
    }

    /// Returns the pending events. Read them before the table of events.
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

/// A handle to the reading threads. Tables have their own threads and queue, so that reads of
/// clients never delay them.
pub(super) struct Readers {
    queues: Option<Queues>,
    threads: Vec<JoinHandle<()>>,
}

struct Queues {
    of_tables: mpsc::Sender<Job>,
    of_clients: mpsc::Sender<Job>,
}

impl Readers {
    /// Starts one thread for each connection.
    pub(super) fn start(mut files: Vec<ReadConnection>) -> io::Result<Readers> {
        let mut threads = Vec::with_capacity(files.len());
        let for_clients = files.split_off(files.len() / 2);
        let of_tables = start_some(&mut threads, "store-table", files, || {})?;
        let of_clients = start_some(&mut threads, "store-read", for_clients, yield_to_others)?;
        Ok(Readers { queues: Some(Queues { of_tables, of_clients }), threads })
    }

    /// Runs `work` on a thread for clients.
    pub(super) fn run<T, F>(&self, doing: &'static str, work: F) -> StoreFuture<'_, T>
    where
        T: Send + 'static,
        F: FnOnce(&ReadConnection) -> Result<T, SqlError> + Send + 'static,
    {
        read(self.queues.as_ref().map(|queues| &queues.of_clients), doing, work)
    }

    /// Runs `work` on a thread for tables.
    pub(super) fn run_for_table<T, F>(&self, doing: &'static str, work: F) -> StoreFuture<'_, T>
    where
        T: Send + 'static,
        F: FnOnce(&ReadConnection) -> Result<T, SqlError> + Send + 'static,
    {
        read(self.queues.as_ref().map(|queues| &queues.of_tables), doing, work)
    }
}

/// Starts the threads of one queue. Each runs `first` before its jobs.
fn start_some(
    threads: &mut Vec<JoinHandle<()>>,
    name: &str,
    files: Vec<ReadConnection>,
    first: fn(),
) -> io::Result<mpsc::Sender<Job>> {
    let (queue, waiting) = mpsc::channel(WAITING_READS);
    let waiting = Arc::new(Mutex::new(waiting));
    for file in files {
        let waiting = Arc::clone(&waiting);
        let work = move || {
            first();
            read_all(&file, &waiting);
        };
        threads.push(thread::Builder::new().name(name.to_owned()).spawn(work)?);
    }
    Ok(queue)
}

/// Runs `work` on a thread of the queue, and charges its CPU time to the caller's payer.
fn read<'a, T, F>(queue: Option<&'a mpsc::Sender<Job>>, doing: &'static str, work: F) -> StoreFuture<'a, T>
where
    T: Send + 'static,
    F: FnOnce(&ReadConnection) -> Result<T, SqlError> + Send + 'static,
{
    let (answer, answered) = oneshot::channel();
    let payer = cpu_payer::current();
    let job: Job = Box::new(move |file| {
        let outcome = cpu_payer::paid_by(payer.as_ref(), || work(file)).map_err(|error| error.into_store_error(doing));
        // The caller may no longer wait for the answer.
        let _ = answer.send(outcome);
    });
    Box::pin(async move {
        let queue = queue.ok_or_else(|| thread_ended(doing))?;
        queue.send(job).await.map_err(|_| thread_ended(doing))?;
        answered.await.map_err(|_| thread_ended(doing))?
    })
}

impl Drop for Readers {
    fn drop(&mut self) {
        self.queues = None;
        for thread in self.threads.drain(..) {
            // After a panic in the thread, its caller already got an error.
            let _ = thread.join();
        }
    }
}

/// Runs queued jobs. One idle thread holds the lock and waits for the next job; it releases the
/// lock before it runs the job.
fn read_all(file: &ReadConnection, waiting: &Mutex<mpsc::Receiver<Job>>) {
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv();
    while let Some(job) = next() {
        job(file);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::FutureExt as _;

    use super::*;

    fn connections() -> Vec<ReadConnection> {
        let open = |_| ReadConnection::new(Connection::open_in_memory().expect("there is room"), Arc::default());
        (0..CONNECTIONS).map(open).collect()
    }

    /// Checks that tables can read while clients request as much as possible, and none of it
    /// finishes.
    #[tokio::test]
    async fn a_table_reads_however_much_clients_read() {
        let readers = Readers::start(connections()).expect("threads start");
        let (end, ends) = std::sync::mpsc::channel::<()>();
        let ends = Arc::new(Mutex::new(ends));
        let mut flood: Vec<_> = (0..2 * WAITING_READS)
            .map(|_| {
                let ends = Arc::clone(&ends);
                readers.run("wait", move |_| {
                    let _ = ends.lock().map(|ends| ends.recv());
                    Ok(())
                })
            })
            .collect();
        for read in &mut flood {
            assert!(read.now_or_never().is_none(), "it waits");
        }
        assert_eq!(readers.run_for_table("read", |_| Ok(7)).await, Ok(7));
        drop(end);
    }

    #[tokio::test]
    async fn the_caller_pays_for_the_read() {
        const TIME: Duration = Duration::from_millis(20);
        let readers = Readers::start(connections()).expect("threads start");
        let (noted, notes) = std::sync::mpsc::channel();
        let charge: cpu_payer::Charge = Arc::new(move |cpu| {
            let _ = noted.send((thread::current().name().map(str::to_owned), cpu));
        });
        let reading = cpu_payer::paid_by(Some(&charge), || {
            readers.run("read", |_| {
                let until = cpu_payer::thread_cpu() + TIME;
                while cpu_payer::thread_cpu() < until {}
                Ok(())
            })
        });
        assert_eq!(reading.await, Ok(()));
        let of_reader = notes.try_iter().filter(|(thread, _)| thread.as_deref() == Some("store-read"));
        assert!(of_reader.map(|(_, cpu)| cpu).sum::<Duration>() >= TIME);
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn reads_for_clients_yield_to_reads_for_matches() {
        let readers = Readers::start(connections()).expect("threads start");
        let niceness = |_: &ReadConnection| {
            Ok(rustix::process::getpriority_process(Some(rustix::thread::gettid())).expect("it is there"))
        };
        let ours = rustix::process::getpriority_process(Some(rustix::thread::gettid())).expect("it is there");
        assert_eq!(readers.run_for_table("look", niceness).await, Ok(ours));
        assert!(readers.run("look", niceness).await.expect("it is there") > ours.min(18));
    }
}
