//! Plays the matches that judge openings, on several threads.

use std::{
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc::sync_channel,
    },
    thread,
};

use crate::openings::{Judgement, Work};

/// Maximum threads.
pub const MAX_THREADS: u16 = 256;

/// Runs work on `threads` threads, 1 to [`MAX_THREADS`]. Calls `progress` after each item with the
/// number done. The judgements are in the order of the work, and equal for any number of threads.
pub fn judge(work: &[Work<'_>], threads: u16, progress: &mut dyn FnMut(usize)) -> Vec<Judgement> {
    let threads = usize::from(threads.clamp(1, MAX_THREADS)).min(work.len());
    let next = AtomicUsize::new(0);
    let (done, results) = sync_channel(threads.max(1));
    let mut judgements: Vec<Option<Judgement>> = vec![None; work.len()];
    thread::scope(|scope| {
        for _ in 0..threads {
            let (next, done) = (&next, done.clone());
            scope.spawn(move || {
                while let Some((index, one)) = take(next, work) {
                    if done.send((index, one.done())).is_err() {
                        break;
                    }
                }
            });
        }
        // Only the threads still hold senders, so the results end when all threads have ended.
        drop(done);
        for (count, (index, judgement)) in (1..).zip(results) {
            judgements[index] = Some(judgement);
            progress(count);
        }
    });
    judgements.into_iter().flatten().collect()
}

fn take<'a, 'w>(next: &AtomicUsize, work: &'a [Work<'w>]) -> Option<(usize, &'a Work<'w>)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    work.get(index).map(|one| (index, one))
}
