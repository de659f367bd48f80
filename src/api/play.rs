//! `Play`: a bot's one stream, without a task of its own. The task that the transport has for the call polls
//! [`PlayStream`], which reads the bot's messages, asks its tables, and gives what tables say.
//!
//! **Stamps.** A message's arrival is noted as soon as the transport hands it over, before it is converted and before any
//! waiting in line. A turn counts as handed over when [`PlayStream::poll_next`] returns it: the transport asks for a message
//! only when the call's flow-control window is open, and encodes and writes it at once.
//!
//! **Bounds.** A bot has at most [`MAX_UNANSWERED`] commands in work; further ones wait on the wire. A bot that does not
//! read lets its line run full: its tables give it up, and its stream ends with `LAGGED`. A bot that is
//! silent is pinged, and dropped after [`SILENT_PINGS`] pings without a word.

use std::{
    collections::{BTreeMap, VecDeque},
    future::Future,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use futures_util::{
    Stream,
    stream::{FusedStream as _, FuturesOrdered},
};
use tokio::{
    sync::mpsc,
    time::{Interval, Sleep, sleep},
};
use tonic::{Code, Status, Streaming};

use super::{
    convert::{self, Asked, CommandAsked},
    desk::{self, Desk},
    reasoned::refusal_of,
    status,
    streams::StreamPlace,
    way::Way,
};
use crate::{
    hall::{
        link::{GivenUp, SeatLink, SeatMessage, Wants},
        lobby::Presence,
        table::TableStub,
        wall_clock::Moment,
    },
    ids::{MatchId, PlayerId, RequestId, Seat},
    pb::v1::{self, PlayRequest, PlayResponse, play_request::Message},
    referee::{Fact, Reason, Refusal},
};

/// The most commands of one stream that are in work at once.
pub const MAX_UNANSWERED: usize = 256;
/// How long a bot may take to say hello.
pub const HELLO_WITHIN: Duration = Duration::from_secs(10);
/// How long a bot may be silent until it is asked whether it is there.
pub const PING_EVERY: Duration = Duration::from_secs(20);
/// After how many pings without a word a bot is dropped.
pub const SILENT_PINGS: u32 = 3;
/// The most messages that are said before the stream looks again at what has come.
const SAID_AT_ONCE: u32 = 32;
/// The most messages that are read before others have their turn.
const READ_AT_ONCE: usize = 32;

/// The answers of one call of `Play`.
pub struct PlayStream {
    desk: Desk,
    player: PlayerId,
    _place: StreamPlace,
    inbound: Streaming<PlayRequest>,
    stage: Stage,
    link_id: u64,
    given_up: GivenUp,
    line: mpsc::Receiver<SeatMessage>,
    sittings: BTreeMap<MatchId, Sitting>,
    answers: FuturesOrdered<Answer>,
    /// What the stream itself has to say; goes first.
    outbox: VecDeque<PlayResponse>,
    /// How many messages are said before the stream looks again at what has come.
    looks_in: u32,
    /// Whether nothing was read because too many commands wait for an answer.
    is_held_back: bool,
    stopped: Boxed<()>,
    hello_by: Pin<Box<Sleep>>,
    ticks: Interval,
    heard: bool,
    silent_pings: u32,
    nonce: u64,
    way: Way,
}

/// Where the stream stands.
enum Stage {
    /// The first message has not come; the link waits to be given to the lobby.
    Greeting(SeatLink),
    /// The bot is on its way into the lobby.
    Entering(Boxed<Result<Presence, Refusal>>),
    /// The bot is in the lobby until this is dropped.
    Present { _presence: Presence },
    /// The bot says no more; what it is owed is still sent.
    Leaving { _presence: Option<Presence> },
    /// The outbox is all that is still sent.
    Ended,
}

/// A match that the bot sits in.
struct Sitting {
    seat: Seat,
    table: TableStub,
}

type Boxed<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// The answer to one message, in the order of the messages.
enum Answer {
    Ready(Option<Box<PlayResponse>>),
    Asking(Boxed<PlayResponse>),
}

impl PlayStream {
    /// The stream of a bot that has been authenticated.
    pub(super) fn new(desk: Desk, player: PlayerId, place: StreamPlace, inbound: Streaming<PlayRequest>) -> PlayStream {
        let (sender, line) = mpsc::channel(desk.hall().limits().waiting_for_seat.max(1));
        let link = SeatLink::new(sender, Wants { position: true, legal: true });
        let mut ticks = tokio::time::interval(PING_EVERY);
        ticks.reset();
        PlayStream {
            stopped: Box::pin(desk.stopped()),
            desk,
            player,
            _place: place,
            inbound,
            way: Way::new(link.round_trip.clone()),
            link_id: link.id,
            given_up: link.given_up.clone(),
            stage: Stage::Greeting(link),
            line,
            sittings: BTreeMap::new(),
            answers: FuturesOrdered::new(),
            outbox: VecDeque::new(),
            looks_in: 0,
            is_held_back: false,
            hello_by: Box::pin(sleep(HELLO_WITHIN)),
            ticks,
            heard: false,
            silent_pings: 0,
            nonce: 0,
        }
    }
}

impl Stream for PlayStream {
    type Item = Result<PlayResponse, Status>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        // The transport asks until there is nothing more to say: once is enough to look at what wakes this task.
        if this.looks_in == 0 && !matches!(this.stage, Stage::Ended) {
            this.poll_read(cx);
            this.poll_enter(cx);
            this.poll_ends(cx);
            this.looks_in = SAID_AT_ONCE;
        }
        let said = this.poll_say(cx);
        if said.is_ready() {
            this.looks_in = this.looks_in.saturating_sub(1);
            return said.map(|said| said.map(Ok));
        }
        this.looks_in = 0;
        if this.is_held_back && this.answers.len() < MAX_UNANSWERED {
            // What waits on the wire wakes nobody, since it was not looked at.
            cx.waker().wake_by_ref();
        }
        Poll::Pending
    }
}

impl PlayStream {
    /// What there is to say to the bot; `None` at the end.
    fn poll_say(&mut self, cx: &mut Context<'_>) -> Poll<Option<PlayResponse>> {
        if let Some(said) = self.outbox.pop_front() {
            if let Some(v1::play_response::Message::Ping(v1::Ping { nonce })) = said.message {
                self.way.sent(nonce);
            }
            return Poll::Ready(Some(said));
        }
        if matches!(self.stage, Stage::Ended) {
            return Poll::Ready(None);
        }
        if let Poll::Ready(said) = self.poll_answer(cx) {
            return Poll::Ready(Some(said));
        }
        if matches!(self.stage, Stage::Leaving { .. }) && self.answers.is_empty() {
            self.stage = Stage::Ended;
            return Poll::Ready(None);
        }
        self.poll_line(cx)
    }

    /// Reads what has come from the bot.
    fn poll_read(&mut self, cx: &mut Context<'_>) {
        for _ in 0..READ_AT_ONCE {
            let reading = matches!(self.stage, Stage::Greeting(_) | Stage::Present { .. });
            self.is_held_back = self.answers.len() >= MAX_UNANSWERED;
            if !reading || self.is_held_back {
                return;
            }
            match Pin::new(&mut self.inbound).poll_next(cx) {
                Poll::Pending => return,
                Poll::Ready(Some(Ok(PlayRequest { message }))) => {
                    let arrived = Moment::now();
                    self.heard = true;
                    self.take(arrived, message);
                }
                Poll::Ready(None) => return self.leave(),
                Poll::Ready(Some(Err(cut))) => {
                    tracing::debug!(player = %self.player, link = self.link_id, "stream cut: {}", cut.message());
                    // Of a message that cannot be read the bot is told; of a cut nobody is left to be.
                    return match cut.code() {
                        Code::Internal | Code::OutOfRange => self.end(refusal_of(&cut)),
                        _ => self.leave(),
                    };
                }
            }
        }
        // There may be more: come again after others had their turn.
        cx.waker().wake_by_ref();
    }

    fn take(&mut self, arrived: Moment, message: Option<Message>) {
        let greeting = matches!(self.stage, Stage::Greeting(_));
        match message {
            Some(Message::Hello(said)) if greeting => self.greet(said),
            _ if greeting => {
                self.end(Refusal::new(Reason::HelloExpected, "the first message of a stream must be `hello`"));
            }
            Some(Message::Hello(_)) => {
                let refusal = Refusal::new(Reason::SecondHello, "a stream has one `hello`, which is its first message");
                self.answer(Answer::refused(String::new(), String::new(), &refusal));
            }
            Some(Message::Command(asked)) => {
                let answer = self.ask(arrived, asked);
                self.answer(answer);
            }
            Some(Message::Rematch(asked)) => {
                let asking = once_more(self.desk.clone(), self.player.clone(), asked);
                self.answer(Answer::Asking(Box::pin(asking)));
            }
            Some(Message::Pong(v1::Pong { nonce })) => self.way.heard(nonce, arrived),
            None => {
                let expected = "one of hello, command, rematch and pong";
                let refusal = Refusal::of_field(Reason::BadField, "message", "nothing", expected);
                self.answer(Answer::refused(String::new(), String::new(), &refusal));
            }
        }
    }

    fn greet(&mut self, said: v1::Hello) {
        let agent = said.agent.clone();
        let said = match convert::hello(self.desk.hall().games(), said) {
            Ok(said) => said,
            Err(refusal) => return self.end(refusal),
        };
        let Stage::Greeting(link) = std::mem::replace(&mut self.stage, Stage::Ended) else {
            return;
        };
        tracing::info!(player = %self.player, link = self.link_id, agent, "bot connected");
        let link = SeatLink { wants: said.wants, ..link };
        let (hall, player) = (self.desk.hall().clone(), self.player.clone());
        let entering = async move { hall.lobby().enter(player, said.profile, link).await };
        self.stage = Stage::Entering(Box::pin(entering));
        // The line is read from now on, so that a bot with many matches does not fill it while it enters.
        self.outbox.push_back(convert::welcome(&self.player));
    }

    fn ask(&self, arrived: Moment, asked: v1::SubmitCommandRequest) -> Answer {
        let asked = match convert::command(asked) {
            Ok(asked) => asked,
            Err(bad) => return Answer::refused(bad.match_id, bad.request_id, &bad.refusal),
        };
        let (seat, table) = match self.sittings.get(&asked.match_id) {
            Some(sitting) => (Some(sitting.seat), Some(sitting.table.clone())),
            None => {
                let table = self.desk.hall().table(&asked.match_id);
                (table.as_ref().and_then(|table| desk::seat_of(table.opened(), &self.player)), table)
            }
        };
        match (table, seat) {
            (Some(table), Some(seat)) => Answer::Asking(Box::pin(at_table(table, seat, arrived, asked))),
            (table, seat) => {
                Answer::Asking(Box::pin(elsewhere(self.desk.clone(), self.player.clone(), table, seat, arrived, asked)))
            }
        }
    }

    fn poll_enter(&mut self, cx: &mut Context<'_>) {
        let Stage::Entering(entering) = &mut self.stage else {
            return;
        };
        match entering.as_mut().poll(cx) {
            Poll::Pending => {}
            Poll::Ready(Ok(presence)) => {
                self.stage = Stage::Present { _presence: presence };
                // Nothing was read while the bot entered, so nothing else wakes the stream for what has come.
                self.poll_read(cx);
            }
            Poll::Ready(Err(refusal)) => self.end(refusal),
        }
    }

    /// What ends a stream from outside: the server's stop, and silence.
    fn poll_ends(&mut self, cx: &mut Context<'_>) {
        if matches!(self.stage, Stage::Ended) {
            return;
        }
        if self.stopped.as_mut().poll(cx).is_ready() {
            return self.end(desk::stopping());
        }
        if matches!(self.stage, Stage::Greeting(_)) && self.hello_by.as_mut().poll(cx).is_ready() {
            let text = format!("no `hello` came within {} s (limit `hello_within`)", HELLO_WITHIN.as_secs());
            return self.end(Refusal::new(Reason::Limit, text));
        }
        while self.ticks.poll_tick(cx).is_ready() {
            if std::mem::take(&mut self.heard) {
                self.silent_pings = 0;
                continue;
            }
            if self.silent_pings == SILENT_PINGS {
                let silence = PING_EVERY * (SILENT_PINGS + 1);
                return self.end(Refusal::new(Reason::Limit, format!("no word came for {} s", silence.as_secs())));
            }
            self.silent_pings += 1;
            self.ping();
        }
    }

    fn ping(&mut self) {
        self.nonce += 1;
        self.outbox.push_back(convert::ping(self.nonce));
    }

    fn poll_answer(&mut self, cx: &mut Context<'_>) -> Poll<PlayResponse> {
        if self.answers.is_terminated() {
            return Poll::Pending;
        }
        match Pin::new(&mut self.answers).poll_next(cx) {
            Poll::Ready(Some(said)) => Poll::Ready(said),
            Poll::Ready(None) | Poll::Pending => Poll::Pending,
        }
    }

    fn poll_line(&mut self, cx: &mut Context<'_>) -> Poll<Option<PlayResponse>> {
        if self.given_up.is_noted() {
            let text = "a table gave this stream up, since it did not read: open another one";
            return Poll::Ready(self.last_word(Refusal::new(Reason::Lagged, text)));
        }
        match self.line.poll_recv(cx) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(Some(said)) => match self.say(said) {
                Some(said) => Poll::Ready(Some(said)),
                None => Poll::Ready(self.last_word(Refusal::new(
                    Reason::Replaced,
                    "a later stream of the same player has taken this one's place",
                ))),
            },
            // Nobody holds the other end: the hall is gone.
            Poll::Ready(None) => Poll::Ready(self.last_word(desk::stopping())),
        }
    }

    fn say(&mut self, said: SeatMessage) -> Option<PlayResponse> {
        match &said {
            SeatMessage::Seated { match_id, seat, .. } => {
                if let Some(table) = self.desk.hall().table(match_id) {
                    let control = table.opened().time_controls.get(seat.index());
                    if control.is_some_and(|control| !control.lag.is_zero()) {
                        self.way.is_of_matter();
                        self.measure();
                    }
                    self.sittings.insert(match_id.clone(), Sitting { seat: *seat, table });
                }
            }
            SeatMessage::Event { match_id, event } => match event.fact() {
                Fact::Ended(_) => drop(self.sittings.remove(match_id)),
                Fact::Moved(moved) if self.sittings.get(match_id).is_some_and(|own| own.seat == moved.seat) => {
                    self.measure();
                }
                _ => {}
            },
            SeatMessage::Turn(card) => {
                if let Some(sitting) = self.sittings.get(&card.match_id) {
                    card.stamp.mark(sitting.table.clock().now());
                }
            }
            SeatMessage::RematchProposed { .. } | SeatMessage::Replaced => {}
        }
        convert::seat_message(said)
    }

    /// Pings a bot that has just nothing to think about, where the way to it is of matter.
    fn measure(&mut self) {
        if self.way.is_due() {
            self.ping();
        }
    }

    fn answer(&mut self, answer: Answer) {
        self.answers.push_back(answer);
    }

    /// The bot has closed its half: it is out of the lobby when its last command is answered.
    fn leave(&mut self) {
        tracing::info!(player = %self.player, link = self.link_id, "bot left");
        self.stage = match std::mem::replace(&mut self.stage, Stage::Ended) {
            Stage::Present { _presence } => Stage::Leaving { _presence: Some(_presence) },
            _ => Stage::Leaving { _presence: None },
        };
    }

    /// Ends the stream with a refusal as its last message.
    fn end(&mut self, refusal: Refusal) {
        let last = self.last_word(refusal);
        self.outbox.extend(last);
    }

    /// Ends the stream; gives what is to be its last message.
    fn last_word(&mut self, refusal: Refusal) -> Option<PlayResponse> {
        tracing::info!(player = %self.player, link = self.link_id, reason = ?refusal.reason, "stream ended");
        self.stage = Stage::Ended;
        Some(convert::refused(String::new(), String::new(), &refusal))
    }
}

/// Asks the table of a match that the bot sits in: the way of every move.
async fn at_table(table: TableStub, seat: Seat, arrived: Moment, asked: CommandAsked) -> PlayResponse {
    let received = table.clock().time_at(arrived);
    let (match_id, request_id, asked) = asked.into_parts(received);
    let answer = match asked {
        Asked::BySeat(ask) => table.ask(seat, request_id.clone(), ask).await,
        Asked::ByArbiter(_) => Err(desk::not_arbiter()),
    };
    match answer {
        Ok(seq) => convert::accepted(&match_id, &request_id, seq),
        Err(refusal) => declined(&match_id, &request_id, &refusal),
    }
}

/// Asks about a match that the bot does not sit in, as far as the stream knows.
async fn elsewhere(
    desk: Desk,
    player: PlayerId,
    table: Option<TableStub>,
    seat: Option<Seat>,
    arrived: Moment,
    asked: CommandAsked,
) -> PlayResponse {
    let (match_id, request_id) = (asked.match_id.clone(), asked.request_id.clone());
    match desk.ask(table, seat, &player, arrived, asked).await {
        Ok(seq) => convert::accepted(&match_id, &request_id, seq),
        Err(refusal) => declined(&match_id, &request_id, &refusal),
    }
}

/// Asks for the rematch of a match that is over.
async fn once_more(desk: Desk, player: PlayerId, asked: v1::RematchRequest) -> PlayResponse {
    match desk.rematch(&player, &asked).await {
        Ok(rematch) => convert::rematch_said(&asked, &rematch),
        Err(refusal) => {
            status::log(&refusal);
            convert::refused(asked.match_id, asked.request_id, &refusal)
        }
    }
}

fn declined(match_id: &MatchId, request_id: &RequestId, refusal: &Refusal) -> PlayResponse {
    status::log(refusal);
    convert::refused(match_id.as_str().to_owned(), request_id.as_str().to_owned(), refusal)
}

impl Answer {
    fn refused(match_id: String, request_id: String, refusal: &Refusal) -> Answer {
        status::log(refusal);
        Answer::Ready(Some(Box::new(convert::refused(match_id, request_id, refusal))))
    }
}

impl Future for Answer {
    type Output = PlayResponse;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<PlayResponse> {
        match self.get_mut() {
            Answer::Ready(said) => Poll::Ready(*said.take().expect("an answer is not polled again after it is ready")),
            Answer::Asking(asking) => asking.as_mut().poll(cx),
        }
    }
}
