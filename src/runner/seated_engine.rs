//! An engine of a worker and the seat that it has in one match.

use std::time::Duration;

use futures_util::stream::{FuturesUnordered, StreamExt};
use tokio::time::{sleep, timeout};

use crate::{
    engine::{
        process::EngineCommand,
        session::{EngineFailure, Patience, Session},
        strikes::Strike,
    },
    hall::{
        engine_seat::{EngineSeat, SeatEnd, announcement, misconduct},
        link::{self, SeatReader, Wants},
        table::{Ask, Misconduct, TableStub},
    },
    ids::{Nonce, RequestId, Seat, Seq},
    law::{MatchOpened, Reason, Refusal},
};

/// How long a table that all engines have left may take to end its match.
const ENDED_WITHIN: Duration = Duration::from_secs(10);

/// Seats the engines, in their order, and plays until the match is over and all have left the
/// table. Each is woken alone.
pub async fn play_together(engines: Vec<SeatedEngine<'_>>, table: &TableStub) -> Result<(), Refusal> {
    let mut sitting = Vec::with_capacity(engines.len());
    // In turn, so that the events do not depend on the order in which tasks wake.
    for engine in engines {
        sitting.extend(engine.sit(table).await?);
    }
    let mut playing = FuturesUnordered::new();
    for engine in sitting {
        match engine.seated.session.is_some() {
            true => playing.push(engine.play(table)),
            false => engine.forfeit(table),
        }
    }
    let mut has_ended = false;
    while let Some(heard_of_the_end) = playing.next().await {
        has_ended |= heard_of_the_end;
    }
    if !has_ended {
        // If all have failed, the table still decides. If it does not, the match has no end, which
        // a reader of its events sees.
        let _ = timeout(ENDED_WITHIN, table.ended()).await;
    }
    Ok(())
}

/// An engine and its seat. The process is the worker's, and stays when the match is over.
pub struct SeatedEngine<'a> {
    seat: Seat,
    command: EngineCommand,
    patience: Patience,
    session: &'a mut Option<Session>,
    failure: Option<EngineFailure>,
    strike: Option<Strike<'a>>,
    /// The name of the engine, for messages.
    name: String,
    /// The engine's contribution to the luck of the match.
    nonce: Nonce,
}

/// An engine that sits at a table, or that has failed and whose seat was taken for it.
struct SittingEngine<'a> {
    seated: SeatedEngine<'a>,
    link_id: u64,
    line: SeatReader,
}

impl<'a> SeatedEngine<'a> {
    /// A seat for an engine that may be running.
    pub fn new(
        seat: Seat,
        command: EngineCommand,
        patience: Patience,
        session: &'a mut Option<Session>,
    ) -> SeatedEngine<'a> {
        let (name, nonce) = (seat.to_string(), Nonce::default());
        SeatedEngine { seat, command, patience, session, failure: None, strike: None, name, nonce }
    }

    /// The same engine under its name; if it fails too often in a row, it is out.
    pub fn with_strikes(self, strike: Strike<'a>, name: String) -> SeatedEngine<'a> {
        SeatedEngine { strike: Some(strike), name, ..self }
    }

    /// Which seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Starts the engine unless it runs; one that is out is ended instead.
    pub async fn start(&mut self) {
        if self.strike.is_some_and(Strike::is_out) {
            *self.session = None;
            self.failure = Some(EngineFailure::quarantined());
        } else if self.session.is_none() {
            sleep(self.strike.map(Strike::pause).unwrap_or_default()).await;
            match Session::start(&self.command, self.patience).await {
                Ok(session) => *self.session = Some(session),
                Err(failure) => self.failure = Some(failure),
            }
        }
    }

    /// Tells the engine of the match. One that does not take it gets a fresh process and a second
    /// chance: what hurt it may have been the match before.
    pub async fn announce(&mut self, opened: &MatchOpened) {
        if self.announce_once(opened).await.is_err() {
            *self.session = None;
            self.start().await;
            if let Err(failure) = self.announce_once(opened).await {
                *self.session = None;
                self.failure = Some(failure);
            }
        }
    }

    async fn announce_once(&mut self, opened: &MatchOpened) -> Result<(), EngineFailure> {
        match self.session.as_mut() {
            Some(session) => {
                self.nonce = session.new_match(announcement(opened, self.seat)).await?;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Sends the nonce and takes the seat; `None` if the match is already over.
    async fn sit(self, table: &TableStub) -> Result<Option<SittingEngine<'a>>, Refusal> {
        let is_hidden = table.game().facts().hidden;
        let introduction = self.session.as_ref().map(Session::introduction);
        let legal = introduction.is_some_and(|said| !said.without_legal);
        let position = introduction.is_some_and(|said| said.wants_view(is_hidden));
        let (link, line) = link::channel(Wants { moves: true, position, legal });
        let link = link.with_outputs(self.session.as_ref().map(Session::outputs));
        let link_id = link.id;
        if !self.nonce.is_empty() {
            let nonce = Ask::GiveNonce { nonce: self.nonce.clone() };
            match table.ask(self.seat, RequestId::default(), nonce).await {
                // Nothing is left to luck in this game, or another engine failed already.
                Err(refusal) if matches!(refusal.reason, Reason::NonceClosed | Reason::MatchOver) => {}
                given => drop(given?),
            }
        }
        match table.sit(self.seat, Seq(0), link).await {
            // Another engine failed before this one sat down.
            Err(refusal) if refusal.reason == Reason::MatchOver => Ok(None),
            sat => sat.map(|()| Some(SittingEngine { seated: self, link_id, line })),
        }
    }
}

impl SittingEngine<'_> {
    /// It could not be started, or did not take the match.
    fn forfeit(self, table: &TableStub) {
        let SeatedEngine { seat, failure, strike, name, .. } = self.seated;
        let misconduct = match &failure {
            Some(failure) => misconduct(table, failure),
            None => Misconduct::seen(String::new(), table.clock().now()),
        };
        note(strike, failure.as_ref(), &At { engine: &name, seat, table });
        table.misbehaved(seat, self.link_id, misconduct);
    }

    /// Plays until the match is over, or until it fails; gives whether it has heard of the end.
    async fn play(self, table: &TableStub) -> bool {
        let SittingEngine { seated: SeatedEngine { seat, session, strike, name, .. }, link_id, line } = self;
        let Some(running) = session.as_mut() else { return false };
        let at = At { engine: &name, seat, table };
        let playing = EngineSeat { session: running, table: table.clone(), seat, link_id, line };
        match playing.play().await {
            SeatEnd::Ready => {
                note(strike, None, &at);
                true
            }
            SeatEnd::Failed(failure) => {
                tracing::debug!(engine = %name, %seat, match_id = %table.match_id(), %failure, "an engine failed");
                note(strike, Some(&failure), &at);
                *session = None;
                false
            }
            SeatEnd::Unanswered => {
                tracing::debug!(engine = %name, %seat, match_id = %table.match_id(), "an engine is not reading \
                    its input");
                note(strike, None, &at);
                *session = None;
                true
            }
        }
    }
}

/// Which engine sits where, for messages.
struct At<'a> {
    engine: &'a str,
    seat: Seat,
    table: &'a TableStub,
}

/// Counts a match that an engine got through, or did not.
fn note(strike: Option<Strike<'_>>, failure: Option<&EngineFailure>, at: &At<'_>) {
    let (Some(strike), Some(failure)) = (strike, failure) else {
        strike.into_iter().for_each(Strike::behaved);
        return;
    };
    if !strike.is_out() && strike.failed() > 0 && strike.is_out() {
        let At { engine, seat, table } = at;
        let (match_id, failures) = (table.match_id(), strike.failed_so_often());
        tracing::warn!(%engine, %seat, %match_id, "disqualified after {failures} consecutive failures: \
            {}", failure.what);
    }
}
