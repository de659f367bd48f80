//! Changes of open `WatchMatches` streams. A server stream takes no messages, so `ChangeWatch`
//! names the stream by the id in its first message.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use referee_ids::{MatchId, Seq};
use referee_law::{Reason, Refusal};
use tokio::sync::{
    mpsc::{self, error::TrySendError},
    oneshot,
};

use crate::api::{admission::stream_limits::Caller, convert::WatchChange};

/// Maximum queued changes per stream.
const WAITING_CHANGES: usize = 16;
/// Random bytes in the id of a stream.
const ID_BYTES: usize = 16;

/// The open streams by their ids, as many as the limit of streams of many matches allows. Clones
/// share them.
#[derive(Clone, Default)]
pub struct OpenWatches(Arc<Mutex<BTreeMap<String, Open>>>);

struct Open {
    caller: Caller,
    changes: mpsc::Sender<Asked>,
}

/// A change with the channel for its answer.
pub struct Asked {
    pub change: WatchChange,
    pub answer: oneshot::Sender<Result<(), Refusal>>,
}

/// A part of a change that was accepted.
pub enum Step {
    Add(MatchId, Seq),
    Remove(MatchId),
}

/// The changes of one stream. Once this is dropped, the stream accepts no further changes.
pub struct Changes {
    id: String,
    open: OpenWatches,
    asked: mpsc::Receiver<Asked>,
}

impl OpenWatches {
    /// Registers a stream of this caller, and returns its changes.
    pub fn open(&self, caller: Caller) -> Result<Changes, Refusal> {
        let mut bytes = [0; ID_BYTES];
        let no_luck = |error| Refusal::new(Reason::HostFault, format!("no random numbers for a watch: {error}"));
        getrandom::fill(&mut bytes).map_err(no_luck)?;
        let id: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let (changes, asked) = mpsc::channel(WAITING_CHANGES);
        self.lock().insert(id.clone(), Open { caller, changes });
        Ok(Changes { id, open: self.clone(), asked })
    }

    /// Changes a stream of this caller. Returns once the stream has accepted the change.
    pub async fn ask(&self, caller: &Caller, id: &str, change: WatchChange) -> Result<(), Refusal> {
        let unknown = || {
            let expected = "the `watch_id` of an open stream of yours";
            Refusal::of_field(Reason::UnknownWatch, "watch_id", id, expected)
        };
        let changes = self.lock().get(id).filter(|open| open.caller == *caller).map(|open| open.changes.clone());
        let (answer, answered) = oneshot::channel();
        match changes.ok_or_else(unknown)?.try_send(Asked { change, answer }) {
            Ok(()) => answered.await.unwrap_or_else(|_| Err(unknown())),
            Err(TrySendError::Closed(_)) => Err(unknown()),
            Err(TrySendError::Full(_)) => {
                let text = format!("limit reached: {WAITING_CHANGES} changes of this stream wait; read it, and retry");
                Err(Refusal::limit("watch_changes", WAITING_CHANGES, text))
            }
        }
    }

    /// Locks the streams. The lock is held briefly, never across an await, and never protects a
    /// half-made change.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Open>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Changes {
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Waits for the next change. Cancel safe.
    pub async fn next(&mut self) -> Option<Asked> {
        self.asked.recv().await
    }
}

impl Drop for Changes {
    fn drop(&mut self) {
        self.open.lock().remove(&self.id);
    }
}
