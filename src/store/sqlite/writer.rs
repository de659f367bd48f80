//! The thread that writes. All queued writes share one commit. If many callers write, the thread
//! briefly waits for as many writes as came recently. Sequential writers never wait.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use referee_os::metrics::{Stopwatch, metrics};
use tokio::sync::{mpsc, oneshot};

use super::{
    database_files::DatabaseFiles,
    error::{SqlError, store_error, thread_ended},
    write_connection::WriteConnection,
};
use crate::{StoreError, StoreFuture};

/// Maximum queued writes; further callers wait for a free place.
pub const WAITING_WRITES: usize = 1024;
/// Maximum writes per commit, to limit the latency.
pub const WRITES_PER_COMMIT: usize = 256;
/// Minimum writes of a commit that make the next commit wait for as many.
const GATHER_FROM: usize = 4;
/// Maximum wait; at most the duration of the last commit.
const GATHER_WITHIN: Duration = Duration::from_millis(1);
/// Divisor of the difference by which the awaited number falls after a smaller commit.
const GATHER_LESS: usize = 16;

/// A handle to the writing thread. Dropping it waits for all queued writes.
pub(super) struct Writer {
    queue: Option<mpsc::Sender<Box<dyn Job>>>,
    /// Number of queued writes that the thread is waiting for; 0 if it is not waiting.
    wanted: Arc<AtomicUsize>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(super) fn start(file: WriteConnection, files: Arc<DatabaseFiles>) -> io::Result<Writer> {
        let (queue, waiting) = mpsc::channel(WAITING_WRITES);
        let wanted = Arc::new(AtomicUsize::new(0));
        let gathering = Gathering { waiting, wanted: Arc::clone(&wanted) };
        let thread =
            thread::Builder::new().name("store-write".to_owned()).spawn(move || write_all(&file, &files, gathering))?;
        Ok(Writer { queue: Some(queue), wanted, thread: Some(thread) })
    }

    /// Runs `work` in a transaction, and answers once it is durable. After a failure the work may
    /// run again in another transaction, so it must check everything before it writes.
    pub(super) fn run<T, F>(&self, doing: &'static str, work: F) -> StoreFuture<'_, T>
    where
        T: Send + 'static,
        F: Fn(&WriteConnection) -> Result<T, SqlError> + Send + 'static,
    {
        self.run_then(doing, work, || {})
    }

    /// Runs `work`, and calls `then` before the answer, even if the caller no longer waits.
    pub(super) fn run_then<T, F, A>(&self, doing: &'static str, work: F, then: A) -> StoreFuture<'_, T>
    where
        T: Send + 'static,
        F: Fn(&WriteConnection) -> Result<T, SqlError> + Send + 'static,
        A: FnOnce() + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let job = Box::new(Write { doing, work, outcome: None, then, answer });
        Box::pin(async move {
            let queue = self.queue.as_ref().ok_or_else(|| thread_ended(doing))?;
            queue.send(job).await.map_err(|_| thread_ended(doing))?;
            self.tell_gathering(queue);
            answered.await.map_err(|_| thread_ended(doing))?
        })
    }

    /// Wakes the thread if as many writes are queued as it is waiting for.
    fn tell_gathering(&self, queue: &mpsc::Sender<Box<dyn Job>>) {
        let wanted = self.wanted.load(Ordering::Acquire);
        if wanted > 0
            && queue.max_capacity() - queue.capacity() >= wanted
            && let Some(thread) = &self.thread
        {
            thread.thread().unpark();
        }
    }
}

/// The queue as the thread sees it.
struct Gathering {
    waiting: mpsc::Receiver<Box<dyn Job>>,
    wanted: Arc<AtomicUsize>,
}

impl Gathering {
    /// Waits for about as many writes as recent commits had, since their callers soon write again
    /// and a commit costs more than its content. Waits no longer than the last commit took; a lost
    /// wake-up costs only that wait.
    fn gather(&self, lately: Lately) {
        if lately.writes < GATHER_FROM {
            return;
        }
        self.wanted.store(lately.writes, Ordering::Release);
        let (stopwatch, within) = (Stopwatch::start(), lately.took.min(GATHER_WITHIN));
        while self.waiting.len() < lately.writes
            && let Some(left) = within.checked_sub(stopwatch.elapsed()).filter(|left| !left.is_zero())
        {
            thread::park_timeout(left);
        }
        self.wanted.store(0, Ordering::Release);
    }
}

/// Recent commits.
#[derive(Clone, Copy, Default)]
struct Lately {
    /// Decaying maximum of writes per commit.
    writes: usize,
    /// Duration of the last commit.
    took: Duration,
}

impl Lately {
    fn with(self, writes: usize, took: Duration) -> Lately {
        Lately { writes: writes.max(self.writes - self.writes.div_ceil(GATHER_LESS)), took }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.queue = None;
        if let Some(thread) = self.thread.take() {
            // After a panic in the thread, its callers already got an error.
            let _ = thread.join();
        }
    }
}

fn write_all(file: &WriteConnection, files: &DatabaseFiles, mut gathering: Gathering) {
    let mut lately = Lately::default();
    loop {
        gathering.gather(lately);
        let Some(first) = gathering.waiting.blocking_recv() else { return };
        let mut batch = vec![first];
        let stopwatch = Stopwatch::start();
        let result = transact(file, files, &mut batch, || gathering.waiting.try_recv().ok());
        lately = lately.with(batch.len(), stopwatch.elapsed());
        metrics().committed(batch.len(), lately.took, result.is_ok());
        answer_batch(file, files, batch, result);
    }
}

/// Answers the callers of a batch. If one job failed, runs each job again alone; if the file
/// failed, all jobs fail.
fn answer_batch(file: &WriteConnection, files: &DatabaseFiles, batch: Batch, result: Result<(), Failure>) {
    if let (Err(Failure::Job(_)), 2..) = (&result, batch.len()) {
        for job in batch {
            let mut alone = vec![job];
            let result = transact(file, files, &mut alone, || None);
            answer_batch(file, files, alone, result);
        }
        return;
    }
    files.note_write(result.is_ok());
    batch.into_iter().for_each(|job| job.answer(result.as_ref().copied()));
}

enum Failure {
    /// A job of the batch failed.
    Job(rusqlite::Error),
    /// BEGIN or COMMIT failed.
    File(rusqlite::Error),
    /// A file was removed or replaced.
    Replaced(String),
}

impl Failure {
    fn to_store_error(&self, doing: &'static str) -> StoreError {
        match self {
            Failure::Job(error) | Failure::File(error) => store_error(doing, error),
            Failure::Replaced(cause) => StoreError::Broken { doing, cause: cause.clone() },
        }
    }
}

type Batch = Vec<Box<dyn Job>>;

fn transact(
    file: &WriteConnection,
    files: &DatabaseFiles,
    batch: &mut Batch,
    more: impl FnMut() -> Option<Box<dyn Job>>,
) -> Result<(), Failure> {
    files.check().map_err(Failure::Replaced)?;
    let done = write_batch(file, batch, more);
    if done.is_err() {
        if !file.is_autocommit() {
            // If the rollback fails too, the next BEGIN fails and reports that.
            let _ = file.execute_batch("ROLLBACK");
        }
        file.rolled_back();
    }
    // Writes to a removed file would be lost.
    files.check().map_err(Failure::Replaced)?;
    done.map(|count| files.write_count(count))
}

/// Writes the batch, and the writes that are queued until it commits. Returns the number of the
/// commit.
fn write_batch(
    file: &WriteConnection,
    batch: &mut Batch,
    mut more: impl FnMut() -> Option<Box<dyn Job>>,
) -> Result<u64, Failure> {
    let step = |sql| file.prepare_cached(sql)?.execute([]);
    if let Err(error) = step("BEGIN IMMEDIATE") {
        // All queued writes waited for the same lock, so they fail together instead of one after
        // the other.
        while batch.len() < WRITES_PER_COMMIT
            && let Some(job) = more()
        {
            batch.push(job);
        }
        return Err(Failure::File(error));
    }
    let mut written = 0;
    while let Some(job) = batch.get_mut(written) {
        job.run(file).map_err(Failure::Job)?;
        written += 1;
        if written == batch.len() && written < WRITES_PER_COMMIT {
            batch.extend(more());
        }
    }
    let commits = file.commit().map_err(Failure::File)?;
    Ok(u64::try_from(commits).unwrap_or(0))
}

/// A write with its waiting caller.
trait Job: Send {
    /// Runs the write within a transaction. An error rolls the transaction back.
    fn run(&mut self, file: &WriteConnection) -> Result<(), rusqlite::Error>;
    /// Answers the caller after the transaction is durable or has failed.
    fn answer(self: Box<Self>, result: Result<(), &Failure>);
}

struct Write<T, F, A> {
    doing: &'static str,
    work: F,
    outcome: Option<Result<T, StoreError>>,
    then: A,
    answer: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F, A> Job for Write<T, F, A>
where
    A: FnOnce() + Send,
    T: Send,
    F: Fn(&WriteConnection) -> Result<T, SqlError> + Send,
{
    fn run(&mut self, file: &WriteConnection) -> Result<(), rusqlite::Error> {
        self.outcome = match (self.work)(file) {
            Ok(done) => Some(Ok(done)),
            Err(SqlError::Refused(error)) => Some(Err(error)),
            Err(SqlError::Sql(error)) => return Err(error),
        };
        Ok(())
    }

    fn answer(self: Box<Self>, result: Result<(), &Failure>) {
        let doing = self.doing;
        let outcome = match result {
            Ok(()) => self.outcome.unwrap_or_else(|| Err(thread_ended(doing))),
            Err(failure) => Err(failure.to_store_error(doing)),
        };
        (self.then)();
        // The caller may no longer wait for the answer.
        let _ = self.answer.send(outcome);
    }
}
