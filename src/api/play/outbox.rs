//! What the two halves of a stream share: what the stream itself has to say, and how many commands wait for their answers.

use std::{
    collections::VecDeque,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    task::{Context, Poll, Waker},
};

use futures_util::task::AtomicWaker;

use super::MAX_UNANSWERED;
use crate::{
    api::{convert, round_trip::RoundTripMeter},
    hall::{link::RoundTrip, wall_clock::Moment},
    pb::v1::{self, PlayResponse, play_response::Message},
    referee::Refusal,
};

/// Shared by the reader of a stream and its answers.
pub(super) struct Outbox {
    said: Mutex<Said>,
    /// Whether something waits, or the stream ends: to be looked at without the lock.
    has_news: AtomicBool,
    reader: AtomicWaker,
    /// Commands whose answers the transport has not taken yet.
    unanswered: AtomicUsize,
    /// How often the transport has asked for something to say.
    asked: AtomicU64,
    /// Whether nothing is read any more: the transport has gone, or the stream ends.
    gone: AtomicBool,
    meter: Mutex<RoundTripMeter>,
}

#[derive(Default)]
struct Said {
    /// The transport, where it waits for more.
    transport: Option<Waker>,
    waiting: VecDeque<Waiting>,
    end: End,
    last_ping: u64,
}

/// A message of the stream's own.
enum Waiting {
    /// The answer to a command.
    Answer(PlayResponse),
    Word(PlayResponse),
}

/// Whether the stream goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum End {
    #[default]
    Not,
    /// The bot says no more: it ends when the last answer is said.
    AfterAnswers,
    /// It ends when what the stream itself says is said.
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

    /// Says something that nobody asked for.
    pub fn say(&self, message: PlayResponse) {
        self.push(Waiting::Word(message));
    }

    /// Answers a command that no table answers.
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

    /// Lets the lock go and tells the transport that there is something new.
    fn wake_transport(&self, mut said: MutexGuard<'_, Said>) {
        self.has_news.store(true, Ordering::Release);
        let transport = said.transport.take();
        drop(said);
        if let Some(transport) = transport {
            transport.wake();
        }
    }

    /// Asks whether the bot is there.
    pub fn ping(&self) {
        let mut said = self.said();
        said.last_ping += 1;
        let ping = convert::ping(said.last_ping);
        drop(said);
        self.say(ping);
    }

    /// Ends the stream once the last answer is said, unless it ends anyway.
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
        }
        self.wake_transport(said);
        self.go();
    }

    /// For the transport: what the stream itself has to say; `None` when it ends. It costs next to nothing where that is nothing.
    pub fn next(&self) -> Poll<Option<PlayResponse>> {
        match self.has_news.load(Ordering::Acquire) {
            true => self.take(self.said()),
            false => Poll::Pending,
        }
    }

    /// The same; where it is nothing, the transport is woken when there is something.
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

    /// A command is in work until its answer is said.
    pub fn took_command(&self) {
        self.unanswered.fetch_add(1, Ordering::AcqRel);
    }

    /// The answer to a command was said.
    pub fn answered(&self) {
        let before = self.unanswered.fetch_sub(1, Ordering::AcqRel);
        if before >= MAX_UNANSWERED {
            self.reader.wake();
        }
    }

    /// How many commands are in work.
    pub fn unanswered(&self) -> usize {
        self.unanswered.load(Ordering::Acquire)
    }

    /// Whether the stream itself has something to say that was not read yet.
    pub fn has_unread(&self) -> bool {
        !self.said().waiting.is_empty()
    }

    /// Notes that the transport asks for something to say.
    pub fn note_asked(&self) {
        self.asked.fetch_add(1, Ordering::Relaxed);
    }

    /// How often the transport has asked for something to say.
    pub fn asked(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }

    /// The transport has gone, or will ask no more; or the stream ends.
    pub fn go(&self) {
        self.gone.store(true, Ordering::Release);
        self.reader.wake();
    }

    /// For the reader: ready when the transport has gone, or the stream ends. It is woken too when it may read on.
    pub fn poll_gone(&self, cx: &mut Context<'_>) -> Poll<()> {
        self.reader.register(cx.waker());
        match self.gone.load(Ordering::Acquire) {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    }

    /// What measures the round-trip time. The lock is held for a few words and never across an await.
    pub fn meter(&self) -> MutexGuard<'_, RoundTripMeter> {
        self.meter.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn heard_pong(&self, nonce: u64, arrived: Moment) {
        self.meter().heard(nonce, arrived);
    }

    /// The lock is held for a few moves of pointers and never across an await; what is under it is never half changed.
    fn said(&self) -> MutexGuard<'_, Said> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
