//! Runs the tables, and takes care of one that fails: it is tried once more from the store, and then the match is ended.

use std::{any::Any, collections::BTreeSet, panic::AssertUnwindSafe, sync::Weak};

use futures_util::FutureExt as _;
use tokio::sync::Semaphore;

use super::{
    Hall,
    hall::Inner,
    house::HouseSeat,
    registry::Place,
    restart::NotBack,
    table::{Halt, Outcome, Table, TableStub},
};
use crate::{
    games::rules::cut,
    ids::{MatchId, Seat},
};

impl Hall {
    /// Starts a table's task and seats whoever is here.
    pub(super) async fn start(&self, stub: &TableStub, table: Table, place: Place, leave: Vec<HouseSeat>) {
        let entered = self.inner.registry.enter(stub);
        // The place goes with the task, however it ends. The task holds no hall: a hall that is dropped stops its tables.
        let hall = std::sync::Arc::downgrade(&self.inner);
        tokio::spawn(supervise(hall, stub.match_id().clone(), table, place));
        if entered.is_err() {
            return stub.stop();
        }
        self.seat_everybody(stub, leave).await;
    }

    async fn seat_everybody(&self, stub: &TableStub, leave: Vec<HouseSeat>) {
        self.inner.house.sit(stub, leave).await;
        for (seat, player) in (0..).map(Seat).zip(&stub.opened().players) {
            let Some((link, after)) = self.inner.lobby.link_for(player, stub.match_id()) else { continue };
            if let Err(refusal) = stub.sit(seat, after, link).await {
                tracing::warn!(match_id = %stub.match_id(), seat = %seat, %refusal, "a bot could not sit down");
            }
        }
    }

    /// A table for a match whose table panicked, with everybody who is here on their seats again.
    async fn revive(&self, match_id: &MatchId) -> Result<Table, NotBack> {
        let restored = self.restore(match_id, &Semaphore::new(1)).await?;
        if let Some(cause) = restored.fault {
            return Err(NotBack::Unreadable(cause));
        }
        let leave = self.inner.house.reserve_again(&restored.live.opened().players);
        let (stub, table) = self.table_of(restored.live).await?;
        let entered = self.inner.registry.enter(&stub);
        let hall = self.clone();
        tokio::spawn(async move {
            match entered {
                Ok(()) => hall.seat_everybody(&stub, leave).await,
                Err(_) => stub.stop(),
            }
        });
        Ok(table)
    }

    /// Ends a match whose table failed for good, and tells its players who are here.
    async fn give_up(&self, match_id: &MatchId, cause: &str) {
        let ended = match self.restore(match_id, &Semaphore::new(1)).await {
            Ok(restored) => {
                let players = restored.live.opened().players.clone();
                self.end_by_fault(restored.live, format!("the server failed this match twice: {cause}"))
                    .await
                    .map(|()| players)
            }
            Err(error) => Err(error),
        };
        match ended {
            Ok(players) => {
                let players: BTreeSet<_> = players.iter().collect();
                players.into_iter().for_each(|player| self.inner.lobby.tell_end(player, match_id));
            }
            Err(error) => {
                tracing::error!(%match_id, %error, "a match whose table failed could not be ended");
                self.mark_unreadable(match_id, format!("its table failed: {cause}")).await;
            }
        }
    }
}

/// Runs a table until it ends; one that fails is brought back from the store once.
async fn supervise(hall: Weak<Inner>, match_id: MatchId, table: Table, place: Place) {
    let _place = place;
    let Some(cause) = failure_of(table).await else { return };
    tracing::error!(%match_id, cause, "a table failed: it is tried once more from the store");
    let Some(inner) = hall.upgrade() else { return };
    let again = Hall { inner };
    let revived = AssertUnwindSafe(again.revive(&match_id)).catch_unwind().await;
    drop(again);
    let cause = match revived {
        Ok(Ok(table)) => match failure_of(table).await {
            Some(cause) => cause,
            None => return,
        },
        Ok(Err(error)) => error.to_string(),
        Err(panic) => said(&*panic),
    };
    tracing::error!(%match_id, cause, "a table failed again: its match is ended");
    let Some(inner) = hall.upgrade() else { return };
    if AssertUnwindSafe(Hall { inner }.give_up(&match_id, &cause)).catch_unwind().await.is_err() {
        tracing::error!(%match_id, "a match whose table failed could not be ended");
    }
}

/// Runs a table; why it stopped though its match is not over and the hall does not close, if it did.
async fn failure_of(table: Table) -> Option<String> {
    match AssertUnwindSafe(table.run()).catch_unwind().await {
        Ok(Outcome::Over | Outcome::Halted(Halt::Closing)) => None,
        Ok(Outcome::Halted(Halt::Conflict)) => Some("its log has gone on without this table".to_owned()),
        Ok(Outcome::Halted(Halt::Unstorable(cause))) => Some(format!("what was decided cannot be stored: {cause}")),
        Err(panic) => Some(format!("it panicked: {}", said(&*panic))),
    }
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    cut(text.unwrap_or("a panic without words"))
}
