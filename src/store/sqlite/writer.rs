//! The one thread that writes. Whatever waits when it is free shares one commit.

use std::{
    io,
    thread::{self, JoinHandle},
};

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::{Trouble, gone};
use crate::store::{Kept, StoreError};

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
    pub(super) fn start(file: Connection) -> io::Result<Writer> {
        let (line, waiting) = mpsc::channel(WAITING_WRITES);
        let thread = thread::Builder::new().name("store-write".to_owned()).spawn(move || write_all(&file, waiting))?;
        Ok(Writer { line: Some(line), thread: Some(thread) })
    }

    /// Does `work` in a transaction and answers when that is durable. Work may be done again in another transaction when
    /// the first failed; it checks everything before it writes anything.
    pub(super) fn run<T, F>(&self, doing: &'static str, work: F) -> Kept<'_, T>
    where
        T: Send + 'static,
        F: Fn(&Connection) -> Result<T, Trouble> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let job = Box::new(Write { doing, work, outcome: None, answer });
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

fn write_all(file: &Connection, mut waiting: mpsc::Receiver<Box<dyn Job>>) {
    while let Some(first) = waiting.blocking_recv() {
        let mut batch = vec![first];
        let fate = transact(file, &mut batch, || waiting.try_recv().ok());
        settle(file, batch, fate);
    }
}

/// Answers a batch. When one job could not be written, each is tried alone, so that it fails no other; when the file
/// failed, all fail with it.
fn settle(file: &Connection, batch: Batch, fate: Result<(), Failure>) {
    if let (Err(Failure::Job(_)), 2..) = (&fate, batch.len()) {
        for job in batch {
            let mut alone = vec![job];
            let fate = transact(file, &mut alone, || None);
            settle(file, alone, fate);
        }
        return;
    }
    let fate = fate.map_err(|(Failure::Job(error) | Failure::File(error))| error.to_string());
    batch.into_iter().for_each(|job| job.answer(fate.clone()));
}

/// What a transaction failed at.
enum Failure {
    /// At one of its jobs.
    Job(rusqlite::Error),
    /// At its beginning or its commit.
    File(rusqlite::Error),
}

type Batch = Vec<Box<dyn Job>>;

fn transact(file: &Connection, batch: &mut Batch, more: impl FnMut() -> Option<Box<dyn Job>>) -> Result<(), Failure> {
    let done = write_batch(file, batch, more);
    if done.is_err() && !file.is_autocommit() {
        // If even this fails the next BEGIN does too, and says so to its callers.
        let _ = file.execute_batch("ROLLBACK");
    }
    done
}

/// Writes the batch and what came while it was being written, so that few are left to wait for the commit after.
fn write_batch(
    file: &Connection,
    batch: &mut Batch,
    mut more: impl FnMut() -> Option<Box<dyn Job>>,
) -> Result<(), Failure> {
    let step = |sql| file.prepare_cached(sql)?.execute([]);
    step("BEGIN IMMEDIATE").map_err(Failure::File)?;
    let mut written = 0;
    while let Some(job) = batch.get_mut(written) {
        job.run(file).map_err(Failure::Job)?;
        written += 1;
        if written == batch.len() && written < WRITES_PER_COMMIT {
            batch.extend(more());
        }
    }
    step("COMMIT").map_err(Failure::File)?;
    Ok(())
}

/// A write with someone who waits for its answer.
trait Job: Send {
    /// Does it, within a transaction. An error undoes the transaction.
    fn run(&mut self, file: &Connection) -> Result<(), rusqlite::Error>;
    /// Answers, once the transaction is durable or has failed.
    fn answer(self: Box<Self>, fate: Result<(), String>);
}

struct Write<T, F> {
    doing: &'static str,
    work: F,
    outcome: Option<Result<T, StoreError>>,
    answer: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Job for Write<T, F>
where
    T: Send,
    F: Fn(&Connection) -> Result<T, Trouble> + Send,
{
    fn run(&mut self, file: &Connection) -> Result<(), rusqlite::Error> {
        self.outcome = match (self.work)(file) {
            Ok(done) => Some(Ok(done)),
            Err(Trouble::Refused(error)) => Some(Err(error)),
            Err(Trouble::Sql(error)) => return Err(error),
        };
        Ok(())
    }

    fn answer(self: Box<Self>, fate: Result<(), String>) {
        let doing = self.doing;
        let outcome = match fate {
            Ok(()) => self.outcome.unwrap_or_else(|| Err(gone(doing))),
            Err(cause) => Err(StoreError::Failed { doing, cause }),
        };
        // A caller that has gone needs no answer.
        let _ = self.answer.send(outcome);
    }
}
