//! The one thread that writes. Whatever waits when it is free shares one commit.

use std::{
    io,
    sync::Arc,
    thread::{self, JoinHandle},
};

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::{SqlError, failure, gone, place::Place};
use crate::store::{StoreError, StoreFuture};

/// The most writes that wait; more callers wait for a place.
pub const WAITING_WRITES: usize = 1024;
/// The most writes in one commit: bounds what one answer waits for.
pub const WRITES_PER_COMMIT: usize = 256;

/// The stub of the writing thread. Dropping it waits until everything that was handed over is written.
pub(super) struct Writer {
    line: Option<mpsc::Sender<Box<dyn Job>>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    /// Starts the thread.
    pub(super) fn start(file: Connection, place: Arc<Place>) -> io::Result<Writer> {
        let (line, waiting) = mpsc::channel(WAITING_WRITES);
        let thread =
            thread::Builder::new().name("store-write".to_owned()).spawn(move || write_all(&file, &place, waiting))?;
        Ok(Writer { line: Some(line), thread: Some(thread) })
    }

    /// Does `work` in a transaction and answers when that is durable. Work may be done again in another transaction when
    /// the first failed; it checks everything before it writes anything.
    pub(super) fn run<T, F>(&self, doing: &'static str, work: F) -> StoreFuture<'_, T>
    where
        T: Send + 'static,
        F: Fn(&Connection) -> Result<T, SqlError> + Send + 'static,
    {
        self.run_then(doing, work, || {})
    }

    /// The same; `then` is called before it is answered, whether anybody still waits for the answer or not.
    pub(super) fn run_then<T, F, A>(&self, doing: &'static str, work: F, then: A) -> StoreFuture<'_, T>
    where
        T: Send + 'static,
        F: Fn(&Connection) -> Result<T, SqlError> + Send + 'static,
        A: FnOnce() + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let job = Box::new(Write { doing, work, outcome: None, then, answer });
        Box::pin(async move {
            let line = self.line.as_ref().ok_or_else(|| gone(doing))?;
            line.send(job).await.map_err(|_| gone(doing))?;
            answered.await.map_err(|_| gone(doing))?
        })
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.line = None;
        if let Some(thread) = self.thread.take() {
            // A panic there has been answered to every caller already.
            let _ = thread.join();
        }
    }
}

fn write_all(file: &Connection, place: &Place, mut waiting: mpsc::Receiver<Box<dyn Job>>) {
    while let Some(first) = waiting.blocking_recv() {
        let mut batch = vec![first];
        let fate = transact(file, place, &mut batch, || waiting.try_recv().ok());
        settle(file, place, batch, fate);
    }
}

/// Answers a batch. When one job could not be written, each is tried alone, so that it fails no other; when the file
/// failed, all fail with it.
fn settle(file: &Connection, place: &Place, batch: Batch, fate: Result<(), Failure>) {
    if let (Err(Failure::Job(_)), 2..) = (&fate, batch.len()) {
        for job in batch {
            let mut alone = vec![job];
            let fate = transact(file, place, &mut alone, || None);
            settle(file, place, alone, fate);
        }
        return;
    }
    place.note(fate.is_ok());
    batch.into_iter().for_each(|job| job.answer(fate.as_ref().copied()));
}

/// What a transaction failed at.
enum Failure {
    /// At one of its jobs.
    Job(rusqlite::Error),
    /// At its beginning or its commit.
    File(rusqlite::Error),
    /// The file is not where it was opened.
    MovePlayed(String),
}

impl Failure {
    fn told_as(&self, doing: &'static str) -> StoreError {
        match self {
            Failure::Job(error) | Failure::File(error) => failure(doing, error),
            Failure::MovePlayed(cause) => StoreError::Broken { doing, cause: cause.clone() },
        }
    }
}

type Batch = Vec<Box<dyn Job>>;

fn transact(
    file: &Connection,
    place: &Place,
    batch: &mut Batch,
    more: impl FnMut() -> Option<Box<dyn Job>>,
) -> Result<(), Failure> {
    place.check().map_err(Failure::MovePlayed)?;
    let done = write_batch(file, batch, more);
    if done.is_err() && !file.is_autocommit() {
        // If even this fails the next BEGIN does too, and says so to its callers.
        let _ = file.execute_batch("ROLLBACK");
    }
    // What went into a file that was taken away meanwhile is not kept.
    place.check().map_err(Failure::MovePlayed)?;
    done.map(|count| place.count(count))
}

/// Writes the batch and what came while it was being written, so that few are left to wait for the commit after. Gives the
/// number of the commit.
fn write_batch(
    file: &Connection,
    batch: &mut Batch,
    mut more: impl FnMut() -> Option<Box<dyn Job>>,
) -> Result<u64, Failure> {
    let step = |sql| file.prepare_cached(sql)?.execute([]);
    if let Err(error) = step("BEGIN IMMEDIATE") {
        // Whatever waits has waited for the same lock: it fails now, and not each after a wait of its own.
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
    let count = "UPDATE commits SET number = number + 1 RETURNING number";
    let count = file.prepare_cached(count).and_then(|mut count| count.query_row([], |row| row.get::<_, i64>(0)));
    let count = count.map_err(Failure::File)?;
    step("COMMIT").map_err(Failure::File)?;
    Ok(u64::try_from(count).unwrap_or(0))
}

/// A write with someone who waits for its answer.
trait Job: Send {
    /// Does it, within a transaction. An error undoes the transaction.
    fn run(&mut self, file: &Connection) -> Result<(), rusqlite::Error>;
    /// Answers, once the transaction is durable or has failed.
    fn answer(self: Box<Self>, fate: Result<(), &Failure>);
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
    F: Fn(&Connection) -> Result<T, SqlError> + Send,
{
    fn run(&mut self, file: &Connection) -> Result<(), rusqlite::Error> {
        self.outcome = match (self.work)(file) {
            Ok(done) => Some(Ok(done)),
            Err(SqlError::Refused(error)) => Some(Err(error)),
            Err(SqlError::Sql(error)) => return Err(error),
        };
        Ok(())
    }

    fn answer(self: Box<Self>, fate: Result<(), &Failure>) {
        let doing = self.doing;
        let outcome = match fate {
            Ok(()) => self.outcome.unwrap_or_else(|| Err(gone(doing))),
            Err(failure) => Err(failure.told_as(doing)),
        };
        (self.then)();
        // A caller that has gone needs no answer.
        let _ = self.answer.send(outcome);
    }
}
