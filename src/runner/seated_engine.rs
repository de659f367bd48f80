//! An engine of a worker, with its seat in one match.

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

/// Maximum time until a table ends its match after all engines have left.
const ENDED_WITHIN: Duration = Duration::from_secs(10);

/// Seats the engines in order, and plays until the match is over and all engines have left the
/// table. Each engine is polled separately.
pub async fn play_together(engines: Vec<SeatedEngine<'_>>, table: &TableStub) -> Result<(), Refusal> {
    let mut sitting = Vec::with_capacity(engines.len());
    // Engines sit down one after another, so the events do not depend on the order in which tasks
    // wake.
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
        // If all engines have failed, the table still decides the match. If it does not in time,
        // the events lack an end, which their reader detects.
        let _ = timeout(ENDED_WITHIN, table.ended()).await;
    }
    Ok(())
}

/// An engine with its seat. The worker owns the process, which survives the match.
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

/// An engine at a table. If the engine failed to start, its seat is taken only to forfeit it.
struct SittingEngine<'a> {
    seated: SeatedEngine<'a>,
    link_id: u64,
    line: SeatReader,
}

impl<'a> SeatedEngine<'a> {
    /// Creates a seat for an engine whose process may already run.
    pub fn new(
        seat: Seat,
        command: EngineCommand,
        patience: Patience,
        session: &'a mut Option<Session>,
    ) -> SeatedEngine<'a> {
        let (name, nonce) = (seat.to_string(), Nonce::default());
        SeatedEngine { seat, command, patience, session, failure: None, strike: None, name, nonce }
    }

    /// Sets the name of the engine and its failure count. After too many consecutive failures, the
    /// engine is out.
    pub fn with_strikes(self, strike: Strike<'a>, name: String) -> SeatedEngine<'a> {
        SeatedEngine { strike: Some(strike), name, ..self }
    }

    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Starts the engine unless it runs. An engine that is out is ended instead.
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

    /// Announces the match to the engine. If that fails, the engine gets a fresh process and a
    /// second chance, because the cause may be the previous match.
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
                // The deals take no nonces, or another engine has already failed.
                Err(refusal) if matches!(refusal.reason, Reason::NonceClosed | Reason::MatchOver) => {}
                given => drop(given?),
            }
        }
        match table.sit(self.seat, Seq(0), link).await {
            // Another engine failed before this engine sat down.
            Err(refusal) if refusal.reason == Reason::MatchOver => Ok(None),
            sat => sat.map(|()| Some(SittingEngine { seated: self, link_id, line })),
        }
    }
}

impl SittingEngine<'_> {
    /// Reports that the engine could not be started or did not accept the match, so its seat loses.
    fn forfeit(self, table: &TableStub) {
        let SeatedEngine { seat, failure, strike, name, .. } = self.seated;
        let misconduct = match &failure {
            Some(failure) => misconduct(table, failure),
            None => Misconduct::seen(String::new(), table.clock().now()),
        };
        note(strike, failure.as_ref(), &At { engine: &name, seat, table });
        table.misbehaved(seat, self.link_id, misconduct);
    }

    /// Plays until the match is over, or until the engine fails. Returns whether the engine saw the
    /// end of the match.
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

/// An engine and its seat, for messages.
struct At<'a> {
    engine: &'a str,
    seat: Seat,
    table: &'a TableStub,
}

/// Updates the failure count of an engine after a match.
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
