//! Tells a seat's program what it missed, at the pace at which it reads, while its table goes on.

use tokio::{
    sync::{mpsc, oneshot},
    time::timeout,
};

use super::{
    snapshot::Summary,
    stub::{Request, Standing},
};
use crate::{
    hall::{
        history::History,
        limits::HANDOVER,
        link::{SeatLink, SeatMessage},
    },
    ids::{MatchId, Seat},
};

/// A program that sat down, and what it is to be told before live events.
pub struct Newcomer {
    /// The match.
    pub match_id: MatchId,
    /// Its seat.
    pub seat: Seat,
    /// The program.
    pub link: SeatLink,
    /// The match as it stood when the program sat down.
    pub summary: Summary,
    /// The events that it does not have.
    pub history: History,
}

/// Why a newcomer was not told everything.
enum Lost {
    /// It does not read, or its line has gone.
    Gone,
    /// The store failed.
    Unreadable,
}

/// Tells a newcomer of a match that is live, until it is level with the table, which goes on from there. The table is
/// told if it does not read.
pub async fn join_the_table(mut newcomer: Newcomer, table: mpsc::Sender<Request>) {
    let (seat, link_id) = (newcomer.seat, newcomer.link.id);
    let mut told = newcomer.tell_seated().await;
    while told.is_ok() {
        told = newcomer.tell_events().await;
        if told.is_err() || newcomer.history.is_over() {
            break;
        }
        let (answer, answered) = oneshot::channel();
        let caught_up = Request::CaughtUp { seat, link_id, seq: newcomer.history.last(), answer };
        // A table that has ended drops the question, and with it the line for the answer.
        let _ = table.send(caught_up).await;
        match answered.await {
            Ok(Standing::Behind) => {}
            Ok(Standing::Level | Standing::Replaced) => return,
            // The store has the rest. If it has no end either, the server is stopping.
            Err(_) => {
                told = newcomer.tell_events().await;
                break;
            }
        }
    }
    if let Err(lost) = told {
        let why = match lost {
            Lost::Gone => "a program did not read what it missed",
            Lost::Unreadable => "what a program missed could not be read",
        };
        tracing::warn!(match_id = %newcomer.match_id, seat = %seat, link = link_id, "{why}");
        // An error says that the table has ended: nobody is left to be told.
        let _ = table.send(Request::Leave { seat, link_id }).await;
    }
}

/// Tells a newcomer of a match that is over. Whether it reads is its own matter.
pub async fn tell_the_past(mut newcomer: Newcomer) {
    if newcomer.tell_seated().await.is_ok() {
        let _ = newcomer.tell_events().await;
    }
}

impl Newcomer {
    async fn tell_seated(&self) -> Result<(), Lost> {
        let summary = Box::new(self.summary.clone());
        self.tell(SeatMessage::Seated { match_id: self.match_id.clone(), seat: self.seat, summary }).await
    }

    async fn tell_events(&mut self) -> Result<(), Lost> {
        loop {
            let page = self.history.page().await.map_err(|error| {
                tracing::error!(match_id = %self.match_id, seat = %self.seat, %error, "failed to read a match");
                Lost::Unreadable
            })?;
            if page.is_empty() {
                return Ok(());
            }
            for event in page {
                self.tell(SeatMessage::Event { match_id: self.match_id.clone(), event }).await?;
            }
        }
    }

    async fn tell(&self, message: SeatMessage) -> Result<(), Lost> {
        match timeout(HANDOVER, self.link.line.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Lost::Gone),
        }
    }
}
