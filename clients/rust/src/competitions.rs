//! What becomes true in a tournament or a ladder, whatever happens to the connection.

use std::future::Future;

use tonic::{Response, Status, Streaming};

use crate::{
    connect::Client,
    error::Error,
    log::v1::{LadderEvent, TournamentEvent, ladder_event, tournament_event},
    pb,
    reopening::{Heard, Reopening},
    retry::Retry,
};

/// The events of a tournament, each once and in the order of their numbers.
pub type TournamentEvents = Events<TournamentEvent>;
/// The events of a ladder, each once and in the order of their numbers.
pub type LadderEvents = Events<LadderEvent>;

/// The events of a tournament or a ladder, each once and in the order of their numbers.
pub struct Events<E: CompetitionEvent> {
    client: Client,
    id: String,
    after_seq: u64,
    is_over: bool,
    stream: Reopening<E::Answer>,
}

/// What comes next of [`Events`].
#[derive(Clone, Debug, PartialEq)]
pub enum NextEvent<E = TournamentEvent> {
    /// Something became true.
    Event(Box<E>),
    /// All that may be seen was given. It is said again after a cut connection.
    CaughtUp,
    /// It is over, and all of it was given.
    Over,
}

/// An event that can be watched: one of a tournament, or one of a ladder.
pub trait CompetitionEvent: Sized + private::Told {}

impl CompetitionEvent for TournamentEvent {}
impl CompetitionEvent for LadderEvent {}

mod private {
    use super::{Client, Future, NextEvent, Response, Status, Streaming};

    /// How its stream is opened and read.
    pub trait Told: Sized {
        /// A message of the stream.
        type Answer;

        fn watch(
            client: &Client,
            id: String,
            after_seq: u64,
        ) -> impl Future<Output = Result<Response<Streaming<Self::Answer>>, Status>> + Send;
        fn read(answer: Self::Answer) -> Option<NextEvent<Self>>;
        fn seq(&self) -> u64;
        fn ends(&self) -> bool;
    }
}

impl private::Told for TournamentEvent {
    type Answer = pb::WatchTournamentResponse;

    async fn watch(
        client: &Client,
        tournament: String,
        after_seq: u64,
    ) -> Result<Response<Streaming<pb::WatchTournamentResponse>>, Status> {
        client.tournaments().watch_tournament(pb::WatchTournamentRequest { tournament, after_seq }).await
    }

    fn read(answer: pb::WatchTournamentResponse) -> Option<NextEvent> {
        use pb::watch_tournament_response::Message;
        Some(match answer.message? {
            Message::Event(event) => NextEvent::Event(Box::new(event)),
            Message::CaughtUp(_) => NextEvent::CaughtUp,
        })
    }

    fn seq(&self) -> u64 {
        self.seq
    }

    fn ends(&self) -> bool {
        matches!(self.event, Some(tournament_event::Event::TournamentEnded(_)))
    }
}

impl private::Told for LadderEvent {
    type Answer = pb::WatchLadderResponse;

    async fn watch(
        client: &Client,
        ladder: String,
        after_seq: u64,
    ) -> Result<Response<Streaming<pb::WatchLadderResponse>>, Status> {
        client.ladders().watch_ladder(pb::WatchLadderRequest { ladder, after_seq }).await
    }

    fn read(answer: pb::WatchLadderResponse) -> Option<NextEvent<LadderEvent>> {
        use pb::watch_ladder_response::Message;
        Some(match answer.message? {
            Message::Event(event) => NextEvent::Event(Box::new(event)),
            Message::CaughtUp(_) => NextEvent::CaughtUp,
        })
    }

    fn seq(&self) -> u64 {
        self.seq
    }

    fn ends(&self) -> bool {
        matches!(self.event, Some(ladder_event::Event::LadderClosed(_)))
    }
}

impl<E: CompetitionEvent> Events<E> {
    pub(crate) fn new(client: Client, id: String, after_seq: u64, retry: Retry) -> Events<E> {
        Events { client, id, after_seq, is_over: false, stream: Reopening::new(retry) }
    }

    /// Other waits between attempts to connect.
    #[must_use]
    pub fn with_retry(mut self, retry: Retry) -> Events<E> {
        self.stream.set_retry(retry);
        self
    }

    /// The next of them; it waits until something happens. A cut connection is opened again behind the last event that was given.
    /// Dropping the future loses nothing.
    pub async fn next(&mut self) -> Result<NextEvent<E>, Error> {
        loop {
            if self.is_over {
                return Ok(NextEvent::Over);
            }
            if self.stream.is_closed() {
                self.stream.open(E::watch(&self.client, self.id.clone(), self.after_seq)).await?;
            }
            let answer = match self.stream.hear().await? {
                Heard::Message(answer) => answer,
                Heard::Ended => {
                    // The server ends it where nothing is behind what is known.
                    self.is_over = true;
                    continue;
                }
                Heard::Cut => continue,
            };
            match E::read(answer) {
                Some(NextEvent::Event(event)) if event.seq() > self.after_seq => {
                    self.after_seq = event.seq();
                    self.is_over = event.ends();
                    return Ok(NextEvent::Event(event));
                }
                Some(NextEvent::CaughtUp) => return Ok(NextEvent::CaughtUp),
                // It has been given before, or is of a later version.
                Some(NextEvent::Event(_) | NextEvent::Over) | None => {}
            }
        }
    }
}
