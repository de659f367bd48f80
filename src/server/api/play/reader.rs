//! Reads a bot's messages and hands them to tables. The reader never waits for a table, since
//! answers go to the bot's link.

use std::{
    future::{Future, poll_fn},
    net::IpAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use referee_ids::{PlayerId, Seat};
use referee_law::{Reason, Refusal};
use referee_proto::v1::{self, PlayRequest, PlayResponse, play_request::Message};
use tokio::{
    sync::Semaphore,
    time::{Interval, timeout},
};
use tonic::{Code, Status};

use super::{
    inbound::Inbound,
    outbox::{MAX_UNANSWERED, Outbox},
};
use crate::{
    api::{
        admission::stream_limits::UNREAD_WITHIN,
        auth::commander::Commander,
        context::ServiceContext,
        convert::{self, CommandAsked, Named},
        edge::error_details::refusal_of,
        status,
    },
    hall::{
        limits::{RETRY_SOON, creation_limits::Creator},
        link::SeatLink,
        lobby::Presence,
        table::TableStub,
        wall_clock::Moment,
    },
};

/// Maximum concurrent requests of a stream that no seat of the bot handles: rematches, and commands
/// to matches in which the bot has no seat now.
pub const MAX_ERRANDS: usize = 32;
/// Time limit for the `Hello` of a bot.
pub const HELLO_WITHIN: Duration = Duration::from_secs(10);
/// Silence after which a bot is pinged.
pub const PING_EVERY: Duration = Duration::from_secs(20);
/// Number of unanswered pings after which a bot is dropped, unless it has an open turn.
pub const SILENT_PINGS: u32 = 3;
/// Number of [`PING_EVERY`] for which a bot may leave messages unread; together they are
/// [`UNREAD_WITHIN`].
pub const UNREAD_TICKS: u32 = (UNREAD_WITHIN.as_secs() / PING_EVERY.as_secs()) as u32;
/// Maximum messages read before other tasks get a turn.
const READ_AT_ONCE: usize = 32;

/// The reading half of a stream.
pub(super) struct Reader {
    context: ServiceContext,
    player: PlayerId,
    address: Option<IpAddr>,
    inbound: Inbound,
    link: SeatLink,
    outbox: Arc<Outbox>,
    errands: Arc<Semaphore>,
    /// A future that is ready when the stream must end.
    ended: Pin<Box<dyn Future<Output = Refusal> + Send>>,
    ticks: Interval,
    /// Whether the bot has sent anything since the last tick.
    heard: bool,
    silent_pings: u32,
    /// The table used last, with the bot's seat there. The next command is usually for the same
    /// table.
    last: Option<(TableStub, Seat)>,
    /// Whether the bot has closed its half of the stream.
    finished: bool,
    /// Number of messages read since other tasks had a turn.
    read: usize,
    /// The transport's number of requests for messages at the last tick that had new ones, and the
    /// ticks since then.
    asked: u64,
    unread_ticks: u32,
}

/// An input of the reader.
enum Input {
    Said(Moment, Option<Message>),
    /// The bot has closed its half of the stream.
    Finished,
    Cut(Box<Status>),
    Tick,
    /// The stream must end.
    Ended(Box<Refusal>),
    Gone,
}

impl Reader {
    pub fn new(
        context: ServiceContext,
        Creator { player, address }: Creator,
        inbound: Inbound,
        link: SeatLink,
        outbox: Arc<Outbox>,
        ended: impl Future<Output = Refusal> + Send + 'static,
    ) -> Reader {
        let mut ticks = tokio::time::interval(PING_EVERY);
        ticks.reset();
        Reader {
            ended: Box::pin(ended),
            context,
            player,
            address,
            inbound,
            link,
            outbox,
            errands: Arc::new(Semaphore::new(MAX_ERRANDS)),
            ticks,
            heard: false,
            silent_pings: 0,
            last: None,
            finished: false,
            read: 0,
            asked: 0,
            unread_ticks: 0,
        }
    }

    /// Reads until the bot or the server ends the stream. Then the bot leaves the lobby.
    pub async fn run(mut self) {
        let ended = match timeout(HELLO_WITHIN, self.next()).await {
            Ok(Input::Said(_, Some(Message::Hello(hello)))) => match self.greet(hello) {
                Ok(presence) => {
                    let (hall, player) = (self.context.hall().clone(), self.player.clone());
                    tokio::spawn(async move { hall.has_come(&player).await });
                    self.serve(presence).await
                }
                Err(refusal) => Err(refusal),
            },
            Ok(Input::Said(..)) => {
                Err(Refusal::new(Reason::HelloExpected, "the first message of a stream must be `hello`"))
            }
            Ok(Input::Ended(refusal)) => Err(*refusal),
            Ok(Input::Cut(cut)) => self.cut(&cut),
            Ok(Input::Finished | Input::Gone | Input::Tick) => Ok(()),
            Err(_) => {
                let seconds = HELLO_WITHIN.as_secs();
                Err(Refusal::limit("hello_within", seconds, format!("no `hello` within {seconds} s")))
            }
        };
        match ended {
            // The link itself sends the last message: that a newer stream has replaced this one.
            Ok(()) if self.link.is_closed() => {}
            Ok(()) => self.outbox.end_after_answers(),
            Err(refusal) => {
                tracing::info!(player = %self.player, link = self.link.id, reason = ?refusal.reason, "stream ended");
                self.outbox.end(&refusal);
                // Nothing follows the refusal, so nothing is kept for a bot that may never read it.
                self.link.close();
            }
        }
    }

    fn greet(&mut self, said: v1::Hello) -> Result<Presence, Refusal> {
        let agent = said.agent.clone();
        let said = convert::hello(self.context.hall().games(), said)?;
        tracing::info!(player = %self.player, link = self.link.id, agent, "bot connected");
        self.link.wants = said.wants;
        self.link.coalescer = said.coalesce.then(|| self.context.hall().coalescer().clone());
        // The welcome must precede all messages about matches.
        self.outbox.say(convert::welcome(&self.player, said.protocol_version));
        self.context.hall().lobby().enter(self.player.clone(), said.profile, self.link.clone())
    }

    /// Reads the bot's messages. The bot keeps its place in the lobby until its last answers are
    /// sent.
    async fn serve(&mut self, presence: Presence) -> Result<(), Refusal> {
        let ended = loop {
            match self.next().await {
                Input::Said(arrived, message) => self.take(arrived, message),
                Input::Tick => {
                    if let Err(refusal) = self.tick() {
                        break Err(refusal);
                    }
                }
                Input::Ended(refusal) => break Err(*refusal),
                Input::Cut(cut) => break self.cut(&cut),
                // The bot still receives its answers, as long as it reads.
                Input::Finished => {
                    tracing::info!(player = %self.player, link = self.link.id, "bot left");
                    self.finished = true;
                    self.outbox.end_after_answers();
                }
                Input::Gone => break Ok(()),
            }
        };
        drop(presence);
        self.context.hall().has_left(&self.player);
        ended
    }

    async fn next(&mut self) -> Input {
        poll_fn(|cx| self.poll_next(cx)).await
    }

    fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Input> {
        // A replaced bot is not read any more, even if it has not yet read that it was replaced.
        if self.outbox.poll_gone(cx).is_ready() || self.link.is_closed() {
            return Poll::Ready(Input::Gone);
        }
        if self.read == READ_AT_ONCE {
            // More messages may be waiting, so the reader wakes itself after other tasks had a
            // turn.
            self.read = 0;
            cx.waker().wake_by_ref();
        } else if !self.finished && self.outbox.unanswered() < MAX_UNANSWERED {
            // While a bot has too many unread answers, nothing is read from it.
            match self.inbound.poll_next(cx) {
                Poll::Ready(Some(Ok(PlayRequest { message }))) => {
                    let arrived = Moment::now();
                    self.heard = true;
                    self.read += 1;
                    return Poll::Ready(Input::Said(arrived, message));
                }
                Poll::Ready(None) => return Poll::Ready(Input::Finished),
                Poll::Ready(Some(Err(cut))) => return Poll::Ready(Input::Cut(Box::new(cut))),
                Poll::Pending => self.read = 0,
            }
        }
        if let Poll::Ready(refusal) = self.ended.as_mut().poll(cx) {
            return Poll::Ready(Input::Ended(Box::new(refusal)));
        }
        self.ticks.poll_tick(cx).map(|_| Input::Tick)
    }

    /// Returns the refusal of a malformed message. After a broken connection there is nothing to
    /// report.
    fn cut(&self, cut: &Status) -> Result<(), Refusal> {
        tracing::debug!(player = %self.player, link = self.link.id, "stream cut: {}", cut.message());
        match cut.code() {
            Code::Internal | Code::OutOfRange => Err(refusal_of(cut)),
            // Unfinished messages have exceeded their limit of bytes.
            Code::ResourceExhausted => Err(Refusal::new(Reason::Limit, cut.message())),
            _ => Ok(()),
        }
    }

    fn take(&mut self, arrived: Moment, message: Option<Message>) {
        match message {
            Some(Message::Pong(v1::Pong { nonce })) => return self.outbox.heard_pong(nonce, arrived),
            _ => self.outbox.took_command(),
        }
        match message {
            Some(Message::Command(asked)) => self.ask(arrived, asked),
            Some(Message::Rematch(asked)) => {
                let context = self.context.clone();
                let by = Creator { player: self.player.clone(), address: self.address };
                let (match_id, request_id) = (asked.match_id.clone(), asked.request_id.clone());
                let named = Named { match_id, request_id, turn_id: 0 };
                self.run_errand(named, async move { rematch(context, by, asked).await });
            }
            Some(Message::Hello(_)) => {
                let refusal = Refusal::new(
                    Reason::SecondHello,
                    "unexpected `hello`: only the first message of a \
                    stream is one",
                );
                self.refuse(Named::default(), &refusal);
            }
            Some(Message::Pong(_)) | None => {
                let expected = "one of hello, command, rematch and pong";
                let refusal = Refusal::of_field(Reason::BadField, "message", "nothing", expected);
                self.refuse(Named::default(), &refusal);
            }
        }
    }

    /// Hands a command to its table, if the bot has a seat there.
    fn ask(&mut self, arrived: Moment, asked: v1::SubmitCommandRequest) {
        let asked = match convert::command(asked) {
            Ok(asked) => asked,
            Err(bad) => return self.refuse(bad.named, &bad.refusal),
        };
        if self.last.as_ref().is_none_or(|(table, _)| *table.match_id() != asked.match_id) {
            self.last = self.context.hall().table(&asked.match_id).and_then(|table| {
                let seat = table.opened().seat_of(&self.player)?;
                Some((table, seat))
            });
        }
        let Some((table, seat)) = &self.last else {
            return self.ask_elsewhere(arrived, asked);
        };
        let CommandAsked { match_id, request_id, ask } = asked;
        let ask = ask.received_at(table.clock().time_at(arrived));
        if let Err((request_id, ask)) = table.ask_by_link(*seat, request_id, ask, &self.link) {
            self.last = None;
            self.ask_elsewhere(arrived, CommandAsked { match_id, request_id, ask });
        }
    }

    /// Handles a command about a match that is over, or in which the bot has no seat.
    fn ask_elsewhere(&self, arrived: Moment, asked: CommandAsked) {
        let (context, by) = (self.context.clone(), Creator { player: self.player.clone(), address: self.address });
        self.run_errand(asked.named(), async move { elsewhere(context, by, arrived, asked).await });
    }

    /// Runs a request in its own task, which sends the answer. A stream has a limited number of
    /// these tasks.
    fn run_errand(&self, named: Named, errand: impl Future<Output = PlayResponse> + Send + 'static) {
        let Ok(place) = Arc::clone(&self.errands).try_acquire_owned() else {
            let text = format!("limit reached: {MAX_ERRANDS} pending requests about matches that are not live");
            let refusal = Refusal::limit("errands", MAX_ERRANDS, text).retry_after(RETRY_SOON);
            return self.refuse(named, &refusal);
        };
        let outbox = Arc::clone(&self.outbox);
        tokio::spawn(async move {
            outbox.answer(errand.await);
            drop(place);
        });
    }

    fn refuse(&self, named: Named, refusal: &Refusal) {
        status::log(refusal);
        self.outbox.answer(convert::refused(named, refusal));
    }

    /// Checks that the bot is alive and reads. A bot with an open turn may be silent, since the
    /// connection has its own keep-alive. So may a bot that is catching up, since a ping would wait
    /// behind the missed messages.
    fn tick(&mut self) -> Result<(), Refusal> {
        let asked = self.outbox.asked();
        let was_asked = std::mem::replace(&mut self.asked, asked) != asked;
        let has_unread = self.link.has_unread() || self.outbox.has_unread();
        self.unread_ticks = if was_asked || !has_unread { 0 } else { self.unread_ticks + 1 };
        if self.unread_ticks >= UNREAD_TICKS {
            let unread = PING_EVERY * UNREAD_TICKS;
            let text =
                format!("the client read nothing for {} s (limit `unread`): open a new stream", unread.as_secs());
            return Err(Refusal::new(Reason::Lagged, text));
        }
        if !self.inbound.goes_both_ways() {
            self.outbox.ping();
            return Ok(());
        }
        let reads_on = was_asked && has_unread;
        if std::mem::take(&mut self.heard) || self.link.is_thinking() || reads_on {
            self.silent_pings = 0;
            return Ok(());
        }
        if self.silent_pings == SILENT_PINGS {
            let silence = PING_EVERY * (SILENT_PINGS + 1);
            let text = format!("no message for {} s", silence.as_secs());
            return Err(Refusal::limit("silent_pings", SILENT_PINGS, text));
        }
        self.silent_pings += 1;
        self.outbox.ping();
        Ok(())
    }
}

async fn elsewhere(context: ServiceContext, by: Creator, arrived: Moment, asked: CommandAsked) -> PlayResponse {
    let named = asked.named();
    let result = context.ask(&Commander::on_stream(by), arrived, asked).await;
    if let Err(refusal) = &result {
        status::log(refusal);
    }
    convert::replied(named, result.as_ref().copied())
}

/// Handles a request for a rematch of a finished match.
async fn rematch(context: ServiceContext, by: Creator, asked: v1::RematchRequest) -> PlayResponse {
    match context.rematch_in_turn(by, asked.clone()).await {
        Ok(rematch) => convert::rematch_said(&asked, &rematch),
        Err(refusal) => {
            status::log(&refusal);
            let named = Named { match_id: asked.match_id, request_id: asked.request_id, turn_id: 0 };
            convert::refused(named, &refusal)
        }
    }
}
