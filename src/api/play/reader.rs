//! Reads what a bot says, and hands it to tables. It never waits for a table: what a table answers goes to the bot's link.

use std::{
    future::{Future, poll_fn},
    net::IpAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use tokio::{
    sync::Semaphore,
    time::{Interval, timeout},
};
use tonic::{Code, Status};

use super::{
    HELLO_WITHIN, MAX_ERRANDS, MAX_UNANSWERED, PING_EVERY, READ_AT_ONCE, SILENT_PINGS, UNREAD_TICKS, inbound::Inbound,
    outbox::Outbox,
};
use crate::{
    api::{
        context::ServiceContext,
        convert::{self, CommandAsked, Named},
        error_details::refusal_of,
        rulings::Commander,
        status,
    },
    hall::{
        creation_limits::Creator, limits::RETRY_SOON, link::SeatLink, lobby::Presence, table::TableStub,
        wall_clock::Moment,
    },
    ids::{PlayerId, Seat},
    pb::v1::{self, PlayRequest, PlayResponse, play_request::Message},
    referee::{Reason, Refusal},
};

/// The reading half of one stream.
pub(super) struct Reader {
    context: ServiceContext,
    player: PlayerId,
    /// Where it calls from.
    address: Option<IpAddr>,
    inbound: Inbound,
    link: SeatLink,
    outbox: Arc<Outbox>,
    errands: Arc<Semaphore>,
    /// Ready when the stream is to end whatever the bot does.
    ended: Pin<Box<dyn Future<Output = Refusal> + Send>>,
    ticks: Interval,
    /// Whether the bot has said anything since the last tick.
    heard: bool,
    silent_pings: u32,
    /// The table that was asked last, and the bot's seat there: mostly it is asked next too.
    last: Option<(TableStub, Seat)>,
    /// Whether the bot has closed its half.
    finished: bool,
    /// How many messages were read since others had their turn.
    read: usize,
    /// How often the transport had asked for something to say at the last tick, and how many ticks ago it last did.
    asked: u64,
    unread_ticks: u32,
}

/// What comes to a reader.
enum Input {
    Said(Moment, Option<Message>),
    /// The bot says no more.
    Finished,
    Cut(Box<Status>),
    Tick,
    /// The stream is to end whatever the bot does.
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

    /// Reads until the bot or the server ends the stream. The bot's place in the lobby goes with it.
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
            // It is told by its link that it was replaced, which is its last message.
            Ok(()) if self.link.is_closed() => {}
            Ok(()) => self.outbox.end_after_answers(),
            Err(refusal) => {
                tracing::info!(player = %self.player, link = self.link.id, reason = ?refusal.reason, "stream ended");
                self.outbox.end(&refusal);
                // Nothing is said after that, so that nothing need be kept for a bot that may never read it.
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
        // It comes before all that is said of matches.
        self.outbox.say(convert::welcome(&self.player, said.protocol_version));
        self.context.hall().lobby().enter(self.player.clone(), said.profile, self.link.clone())
    }

    /// Takes what the bot says; its last answers are said while it still has its place.
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
                // It is still told the answers that it is owed, for as long as it reads.
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
        // One whose place a later stream has taken is not listened to, even where it does not read that it was replaced.
        if self.outbox.poll_gone(cx).is_ready() || self.link.is_closed() {
            return Poll::Ready(Input::Gone);
        }
        if self.read == READ_AT_ONCE {
            // There may be more: come again after others had their turn.
            self.read = 0;
            cx.waker().wake_by_ref();
        } else if !self.finished && self.outbox.unanswered() < MAX_UNANSWERED {
            // Whoever has not read its answers is not listened to; it may be again when it has.
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

    /// Of a message that cannot be read the bot is told; of a cut nobody is left to be.
    fn cut(&self, cut: &Status) -> Result<(), Refusal> {
        tracing::debug!(player = %self.player, link = self.link.id, "stream cut: {}", cut.message());
        match cut.code() {
            Code::Internal | Code::OutOfRange => Err(refusal_of(cut)),
            // More waits for the end of its message than may.
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

    /// Hands a command to its table, where the bot sits at it.
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

    /// Asks about a match in which the bot does not sit, or that is over by now.
    fn ask_elsewhere(&self, arrived: Moment, asked: CommandAsked) {
        let (context, by) = (self.context.clone(), Creator { player: self.player.clone(), address: self.address });
        self.run_errand(asked.named(), async move { elsewhere(context, by, arrived, asked).await });
    }

    /// Answers in a task of its own, of which a stream has a bounded number.
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

    /// Looks whether the bot is there and reads. One that thinks about a turn may be silent, since the connection itself asks
    /// it whether it is there; so may one that reads what it missed, since a ping waits behind that.
    fn tick(&mut self) -> Result<(), Refusal> {
        let asked = self.outbox.asked();
        let was_asked = std::mem::replace(&mut self.asked, asked) != asked;
        let has_unread = self.link.has_unread() || self.outbox.has_unread();
        self.unread_ticks = if was_asked || !has_unread { 0 } else { self.unread_ticks + 1 };
        if self.unread_ticks >= UNREAD_TICKS {
            let unread = PING_EVERY * UNREAD_TICKS;
            let text = format!("unread for {} s (limit `unread`): open a new stream", unread.as_secs());
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

/// Asks for the rematch of a match that is over.
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
