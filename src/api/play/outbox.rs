//! What the two halves of a stream share: what the stream itself has to say, and how many commands wait for their answers.

use std::{
    collections::VecDeque,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    task::{Context, Poll},
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
    /// Wakes the transport.
    transport: AtomicWaker,
    /// Wakes the reader.
    reader: AtomicWaker,
    /// Commands whose answers the transport has not taken yet.
    unanswered: AtomicUsize,
    /// How often the transport has asked for something to say.
    asked: AtomicU64,
    /// Whether the transport has gone.
    gone: AtomicBool,
    meter: Mutex<RoundTripMeter>,
}

#[derive(Default)]
struct Said {
    waiting: VecDeque<Waiting>,
    end: End,
    last_ping: u64,
}

/// A message of the stream's own.
enum Waiting {
    /// The answer to a command.
    Answer(PlayResponse),
    /// Any other.
    Word(PlayResponse),
}

/// Whether the stream goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum End {
    /// It does.
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
            transport: AtomicWaker::new(),
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
            drop(said);
            self.transport.wake();
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
        drop(said);
        self.transport.wake();
    }

    /// Ends the stream with a refusal as its last message.
    pub fn end(&self, refusal: &Refusal) {
        let mut said = self.said();
        if said.end != End::AfterThis {
            said.waiting.push_back(Waiting::Word(convert::refused(String::new(), String::new(), refusal)));
            said.end = End::AfterThis;
        }
        drop(said);
        self.transport.wake();
        self.reader.wake();
    }

    /// For the transport: what the stream itself has to say, and whether it ends after it.
    pub fn poll_said(&self, cx: &mut Context<'_>) -> (Option<PlayResponse>, End) {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.transport.register(cx.waker());
        let mut said = self.said();
        let next = said.waiting.pop_front();
        let end = said.end;
        drop(said);
        let next = next.map(|waiting| match waiting {
            Waiting::Answer(message) => {
                self.answered();
                message
            }
            Waiting::Word(message) => {
                if let Some(Message::Ping(v1::Ping { nonce })) = message.message {
                    self.meter().sent(nonce);
                }
                message
            }
        });
        (next, end)
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

    /// How often the transport has asked for something to say.
    pub fn asked(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }

    /// The transport has gone, or will ask no more.
    pub fn go(&self) {
        self.gone.store(true, Ordering::Release);
        self.reader.wake();
    }

    /// For the reader: ready when the transport has gone. It is woken too when it may read on, and when the stream ends.
    pub fn poll_gone(&self, cx: &mut Context<'_>) -> Poll<()> {
        self.reader.register(cx.waker());
        match self.gone.load(Ordering::Acquire) || self.said().end == End::AfterThis {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    }

    /// What measures the round-trip time. The lock is held for a few words and never across an await.
    pub fn meter(&self) -> MutexGuard<'_, RoundTripMeter> {
        self.meter.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A pong came.
    pub fn heard_pong(&self, nonce: u64, arrived: Moment) {
        self.meter().heard(nonce, arrived);
    }

    /// The lock is held for a few moves of pointers and never across an await; what is under it is never half changed.
    fn said(&self) -> MutexGuard<'_, Said> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
