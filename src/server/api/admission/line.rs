//! A line is the queue of unread messages to the caller of a stream.
//!
//! A line has a limited number of places. All lines to one address also share a number of bytes
//! (`unread_stream_bytes_per_address`), so many unread streams cost no more than a few. Once those
//! bytes are used up, each line holds one message at a time, so that every reader still progresses.

use std::{
    collections::BTreeMap,
    future::pending,
    net::IpAddr,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, ready},
};

use futures_util::Stream;
use prost::Message;
use referee_law::{Reason, Refusal};
use tokio::{
    sync::mpsc::{self, OwnedPermit},
    time::timeout,
};
use tonic::Status;

use super::stream_limits::UNREAD_WITHIN;
use crate::api::status;

/// Returns the refusal for a caller that leaves its stream unread for [`UNREAD_WITHIN`].
fn unread() -> Refusal {
    let text = format!("the client read nothing for {} s (limit `unread`): retry", UNREAD_WITHIN.as_secs());
    Refusal::new(Reason::Lagged, text)
}

/// Unread bytes of all lines, by address. Clones share the counts.
#[derive(Clone)]
pub struct UnreadBytes {
    most: usize,
    by_address: Arc<Mutex<BTreeMap<IpAddr, usize>>>,
}

impl UnreadBytes {
    /// Limits each address to `most` unread bytes.
    pub fn new(most: usize) -> UnreadBytes {
        UnreadBytes { most, by_address: Arc::default() }
    }

    fn is_full(&self, address: Option<IpAddr>) -> bool {
        address.is_some_and(|address| self.lock().get(&address).is_some_and(|held| *held >= self.most))
    }

    fn hold(&self, address: Option<IpAddr>, bytes: usize) -> Held {
        if let Some(address) = address {
            *self.lock().entry(address).or_default() += bytes;
        }
        Held { of: self.clone(), address, bytes }
    }

    /// Locks the counts. The lock is held briefly, never across an await, and never protects a
    /// half-made change.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<IpAddr, usize>> {
        self.by_address.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The counted bytes of one message, released when dropped.
struct Held {
    of: UnreadBytes,
    address: Option<IpAddr>,
    bytes: usize,
}

impl Drop for Held {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        let mut by_address = self.of.lock();
        let Some(held) = by_address.get_mut(&address) else { return };
        *held -= self.bytes;
        if *held == 0 {
            by_address.remove(&address);
        }
    }
}

/// A queued message. It is boxed because a channel allocates 32 places at a time, even for idle
/// streams.
struct Waiting<T> {
    answer: Result<T, Status>,
    _held: Option<Held>,
}

/// The sending end of a line.
pub struct Line<T> {
    sender: mpsc::Sender<Box<Waiting<T>>>,
    places: usize,
    bytes: UnreadBytes,
    address: Option<IpAddr>,
}

impl<T> Clone for Line<T> {
    fn clone(&self) -> Line<T> {
        let Line { sender, places, bytes, address } = self;
        Line { sender: sender.clone(), places: *places, bytes: bytes.clone(), address: *address }
    }
}

/// The receiving end of a line: the answers of a call.
pub struct Answers<T>(mpsc::Receiver<Box<Waiting<T>>>);

/// A place reserved for the last message, the reason why the stream ends.
pub struct LastWord<T>(Option<OwnedPermit<Box<Waiting<T>>>>);

pub struct Place<T> {
    permit: OwnedPermit<Box<Waiting<T>>>,
    bytes: UnreadBytes,
    address: Option<IpAddr>,
}

/// Creates a line with `places` places to a caller at `address`.
pub fn line<T>(bytes: &UnreadBytes, address: Option<IpAddr>, places: usize) -> (Line<T>, LastWord<T>, Answers<T>) {
    let (sender, answers) = mpsc::channel(places + 1);
    let last_word = sender.clone().try_reserve_owned().ok();
    (Line { sender, places, bytes: bytes.clone(), address }, LastWord(last_word), Answers(answers))
}

impl<T: Message> Line<T> {
    /// Waits for a free place. Fails with [`Reason::Lagged`] if the caller reads nothing for
    /// [`UNREAD_WITHIN`].
    pub async fn place(&self) -> Result<Place<T>, Refusal> {
        if self.bytes.is_full(self.address) {
            in_time(self.sender.reserve_many(self.places)).await.map(drop)?;
        }
        let permit = in_time(self.sender.clone().reserve_owned()).await?;
        Ok(Place { permit, bytes: self.bytes.clone(), address: self.address })
    }

    /// Waits for a free place, and returns how many messages fit now: one if the address has used
    /// up its bytes.
    pub async fn room(&self) -> Result<usize, Refusal> {
        drop(self.place().await?);
        Ok(if self.bytes.is_full(self.address) { 1 } else { self.sender.capacity().max(1) })
    }

    /// Sends a message as soon as a place is free.
    pub async fn say(&self, said: T) -> Result<(), Refusal> {
        self.place().await?.say(said);
        Ok(())
    }

    /// Waits until the caller has disconnected.
    pub async fn closed(&self) {
        self.sender.closed().await;
    }
}

/// Waits for `places`, but no longer than [`UNREAD_WITHIN`].
async fn in_time<P, E>(places: impl Future<Output = Result<P, E>>) -> Result<P, Refusal> {
    match timeout(UNREAD_WITHIN, places).await {
        Ok(Ok(places)) => Ok(places),
        // The caller has disconnected, and that ends this task with its stream.
        Ok(Err(_)) => pending().await,
        Err(_) => Err(unread()),
    }
}

impl<T: Message> Place<T> {
    pub fn say(self, said: T) {
        let held = self.bytes.hold(self.address, said.encoded_len());
        self.permit.send(Box::new(Waiting { answer: Ok(said), _held: Some(held) }));
    }
}

impl<T> LastWord<T> {
    /// Sends the reason why the stream ends.
    pub fn say(self, refusal: &Refusal) {
        if let Some(permit) = self.0 {
            permit.send(Box::new(Waiting { answer: Err(status::status(refusal)), _held: None }));
        }
    }
}

impl<T> Stream for Answers<T> {
    type Item = Result<T, Status>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let waiting = ready!(self.get_mut().0.poll_recv(cx));
        Poll::Ready(waiting.map(|waiting| waiting.answer))
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{FutureExt as _, StreamExt as _};
    use referee_proto::v1::Announcement;

    use super::*;

    const PLACES: usize = 4;

    fn word() -> Announcement {
        Announcement { text: "x".repeat(100), ..Announcement::default() }
    }

    #[tokio::test(start_paused = true)]
    async fn lines_to_one_address_share_bytes_and_each_still_gets_on() {
        let (bytes, here) = (UnreadBytes::new(300), Some(IpAddr::from([10, 0, 0, 1])));
        let mut lines: Vec<_> = (0..9).map(|_| line::<Announcement>(&bytes, here, PLACES)).collect();
        let fill = |line: &Line<Announcement>| {
            let said = (0..PLACES).map_while(|_| line.say(word()).now_or_never());
            said.count()
        };
        let said: Vec<usize> = lines.iter().map(|(line, ..)| fill(line)).collect();
        assert_eq!(said, [3, 1, 1, 1, 1, 1, 1, 1, 1], "the bytes once, and then one message each");
        let (elsewhere, _last_word, _answers) = line(&bytes, Some(IpAddr::from([10, 0, 0, 2])), PLACES);
        assert_eq!((fill(&elsewhere), elsewhere.room().now_or_never().is_some()), (3, false));

        let (line, _last_word, mut answers) = lines.pop().expect("nine");
        answers.next().await.expect("it is there").expect("a word");
        assert_eq!(line.room().await.expect("it reads"), 1);
        line.say(word()).await.expect("it reads");
        let refused = line.say(word()).await.expect_err("the caller stopped reading");
        assert_eq!(refused.reason, Reason::Lagged);
        drop(elsewhere);
    }
}
