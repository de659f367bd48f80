//! The state that the two halves of a stream share: the stream's own messages, and the number of
//! unanswered commands.

use std::{
    collections::VecDeque,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    task::{Context, Poll, Waker},
};

use futures_util::task::AtomicWaker;
use referee_law::Refusal;
use referee_proto::v1::{self, PlayResponse, play_response::Message};

use crate::{
    api::{convert, play::round_trip::RoundTripMeter},
    hall::{link::RoundTrip, wall_clock::Moment},
};

/// Maximum commands of a stream with unread answers.
pub const MAX_UNANSWERED: usize = 256;

/// The state that the reader of a stream and its answers share.
pub(super) struct Outbox {
    said: Mutex<Said>,
    /// Whether a message waits or the stream ends. It can be read without the lock.
    has_news: AtomicBool,
    reader: AtomicWaker,
    /// Number of commands whose answers the transport has not taken yet.
    unanswered: AtomicUsize,
    /// Number of times that the transport has asked for a message.
    asked: AtomicU64,
    /// Whether reading must end: the transport is gone, or the stream ends.
    gone: AtomicBool,
    meter: Mutex<RoundTripMeter>,
}

#[derive(Default)]
struct Said {
    /// Waker of the transport while it waits for a message.
    transport: Option<Waker>,
    waiting: VecDeque<Waiting>,
    end: End,
    /// The reason for the end of the stream, until it is taken.
    why: Option<Refusal>,
    last_ping: u64,
}

/// A message of the stream itself, not of a table.
enum Waiting {
    Answer(PlayResponse),
    Word(PlayResponse),
}

/// Whether and when the stream ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum End {
    #[default]
    Not,
    /// The bot has closed its half of the stream, so the stream ends after the last answer.
    AfterAnswers,
    /// The stream ends after its own waiting messages.
    AfterThis,
}

impl Outbox {
    pub fn new(round_trip: RoundTrip) -> Outbox {
        Outbox {
            said: Mutex::default(),
            has_news: AtomicBool::new(false),
            reader: AtomicWaker::new(),
            unanswered: AtomicUsize::new(0),
            asked: AtomicU64::new(0),
            gone: AtomicBool::new(false),
            meter: Mutex::new(RoundTripMeter::new(round_trip)),
        }
    }

    /// Sends a message that answers no command.
    pub fn say(&self, message: PlayResponse) {
        self.push(Waiting::Word(message));
    }

    /// Sends the answer to a command that no table answers.
    pub fn answer(&self, message: PlayResponse) {
        self.push(Waiting::Answer(message));
    }

    fn push(&self, message: Waiting) {
        let mut said = self.said();
        if said.end != End::AfterThis {
            said.waiting.push_back(message);
            self.wake_transport(said);
        }
    }

    /// Unlocks the messages, and wakes the transport.
    fn wake_transport(&self, mut said: MutexGuard<'_, Said>) {
        self.has_news.store(true, Ordering::Release);
        let transport = said.transport.take();
        drop(said);
        if let Some(transport) = transport {
            transport.wake();
        }
    }

    /// Sends a ping.
    pub fn ping(&self) {
        let mut said = self.said();
        said.last_ping += 1;
        let ping = convert::ping(said.last_ping);
        drop(said);
        self.say(ping);
    }

    /// Ends the stream after the last answer, unless it ends earlier.
    pub fn end_after_answers(&self) {
        let mut said = self.said();
        if said.end == End::Not {
            said.end = End::AfterAnswers;
        }
        self.wake_transport(said);
    }

    /// Ends the stream with a refusal as its last message.
    pub fn end(&self, refusal: &Refusal) {
        let mut said = self.said();
        if said.end != End::AfterThis {
            said.waiting.push_back(Waiting::Word(convert::refused(convert::Named::default(), refusal)));
            said.end = End::AfterThis;
            said.why = Some(refusal.clone());
        }
        self.wake_transport(said);
        self.go();
    }

    /// Takes the refusal that ended the stream; `None` if there was none.
    pub fn take_why(&self) -> Option<Refusal> {
        self.said().why.take()
    }

    /// Returns the next message of the stream itself; `None` at the end. Cheap if there is no
    /// message.
    pub fn next(&self) -> Poll<Option<PlayResponse>> {
        match self.has_news.load(Ordering::Acquire) {
            true => self.take(self.said()),
            false => Poll::Pending,
        }
    }

    /// Polls the next message of the stream itself. Wakes the transport when there is one.
    pub fn poll_next(&self, cx: &mut Context<'_>) -> Poll<Option<PlayResponse>> {
        let mut said = self.said();
        if !said.transport.as_ref().is_some_and(|transport| transport.will_wake(cx.waker())) {
            said.transport = Some(cx.waker().clone());
        }
        self.take(said)
    }

    fn take(&self, mut said: MutexGuard<'_, Said>) -> Poll<Option<PlayResponse>> {
        let (next, end) = (said.waiting.pop_front(), said.end);
        self.has_news.store(!said.waiting.is_empty() || end != End::Not, Ordering::Release);
        drop(said);
        match next {
            Some(Waiting::Answer(message)) => {
                self.answered();
                Poll::Ready(Some(message))
            }
            Some(Waiting::Word(message)) => {
                if let Some(Message::Ping(v1::Ping { nonce })) = message.message {
                    self.meter().sent(nonce);
                }
                Poll::Ready(Some(message))
            }
            None if end == End::AfterThis || (end == End::AfterAnswers && self.unanswered() == 0) => Poll::Ready(None),
            None => Poll::Pending,
        }
    }

    /// Counts a command, which is in progress until its answer is sent.
    pub fn took_command(&self) {
        self.unanswered.fetch_add(1, Ordering::AcqRel);
    }

    /// Records that the answer to one command was sent.
    pub fn answered(&self) {
        let before = self.unanswered.fetch_sub(1, Ordering::AcqRel);
        if before >= MAX_UNANSWERED {
            self.reader.wake();
        }
    }

    /// Returns the number of commands in progress.
    pub fn unanswered(&self) -> usize {
        self.unanswered.load(Ordering::Acquire)
    }

    /// Returns whether messages of the stream itself wait to be taken.
    pub fn has_unread(&self) -> bool {
        !self.said().waiting.is_empty()
    }

    /// Records that the transport asks for a message.
    pub fn note_asked(&self) {
        self.asked.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of times that the transport has asked for a message.
    pub fn asked(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }

    /// Ends reading, because the transport is gone or the stream ends.
    pub fn go(&self) {
        self.gone.store(true, Ordering::Release);
        self.reader.wake();
    }

    /// Polls, for the reader, whether reading has ended. Also registers the reader to be woken when
    /// it may continue.
    pub fn poll_gone(&self, cx: &mut Context<'_>) -> Poll<()> {
        self.reader.register(cx.waker());
        match self.gone.load(Ordering::Acquire) {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    }

    /// Locks the meter of round-trip times, briefly and never across an await.
    pub fn meter(&self) -> MutexGuard<'_, RoundTripMeter> {
        self.meter.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn heard_pong(&self, nonce: u64, arrived: Moment) {
        self.meter().heard(nonce, arrived);
    }

    /// Locks the messages. The lock is held briefly, never across an await, and never protects a
    /// half-made change.
    fn said(&self) -> MutexGuard<'_, Said> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
