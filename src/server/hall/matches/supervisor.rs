//! Runs the tables. If a table fails, it is restored from the store once; if it fails again, its
//! match ends.

use std::{collections::BTreeSet, panic::AssertUnwindSafe, sync::Weak};

use futures_util::{
    FutureExt as _,
    future::{join, join_all},
};
use referee_ids::{MatchId, Seat};
use referee_store::Epoch;
use tokio::{sync::Semaphore, time::sleep};

use super::{registry::Place, restart::NotBack};
use crate::hall::{
    Hall,
    background::said,
    hall::Inner,
    house::HouseSeat,
    limits::STORE_RETRY,
    table::{Halt, Outcome, Table, TableStub},
    wall_clock::Moment,
};

impl Hall {
    /// Starts the task of a table, and seats the connected players.
    pub(in crate::hall) async fn start(&self, stub: &TableStub, table: Table, place: Place, leave: Vec<HouseSeat>) {
        let entered = self.inner.registry.enter(stub);
        // The task owns the place, so that the place is freed however the task ends. The task does
        // not own the hall, since dropping the hall must stop its tables.
        let hall = std::sync::Arc::downgrade(&self.inner);
        let opened = std::sync::Arc::clone(stub.opened());
        self.inner.serving.spawn(async move {
            supervise(&hall, &opened.match_id, table, place).await;
            if let Some(inner) = hall.upgrade() {
                inner.lobby.table_has_gone(&opened.match_id, &opened.players);
            }
        });
        if entered.is_err() {
            return stub.stop();
        }
        self.seat_everybody(stub, leave).await;
    }

    /// Seats all players concurrently, so that none waits for another.
    async fn seat_everybody(&self, stub: &TableStub, leave: Vec<HouseSeat>) {
        let mut sits = Vec::new();
        for (seat, player) in (0..).map(Seat).zip(&stub.opened().players) {
            let links = self.inner.lobby.links_to_seat(player, stub.match_id());
            sits.push(async move {
                let mut is_seated = links.is_empty();
                for (link, after) in links {
                    match stub.sit(seat, after, link).await {
                        Ok(()) => is_seated = true,
                        Err(refusal) => {
                            let match_id = stub.match_id();
                            tracing::warn!(%match_id, seat = %seat, %refusal, "a bot could not be seated");
                        }
                    }
                }
                if !is_seated {
                    self.inner.lobby.unseat(player, stub.match_id());
                }
            });
        }
        join(join_all(sits), self.inner.house.sit(stub, leave)).await;
    }

    /// Creates a new table for a match whose table has panicked, and seats the connected players.
    /// The table keeps the epoch, so it fails if another server has taken the match over.
    async fn revive(&self, match_id: &MatchId, epoch: Epoch) -> Result<Table, NotBack> {
        let restored = self.restore(match_id, &Semaphore::new(1)).await?;
        if let Some(cause) = restored.fault {
            return Err(NotBack::Unreadable(cause));
        }
        let leave = self.inner.house.reserve_again(&restored.live.opened().players);
        let (stub, table) = self.table_of(restored.live, epoch).await?;
        let entered = self.inner.registry.enter(&stub);
        let hall = self.clone();
        self.inner.serving.spawn(async move {
            match entered {
                Ok(()) => hall.seat_everybody(&stub, leave).await,
                Err(_) => stub.stop(),
            }
        });
        Ok(table)
    }

    /// Ends a match whose table has failed for good, and notifies its connected players.
    pub(in crate::hall) async fn give_up(&self, match_id: &MatchId, epoch: Epoch, cause: &str) -> Result<(), NotBack> {
        let restored = self.restore(match_id, &Semaphore::new(1)).await?;
        let players: BTreeSet<_> = restored.live.opened().players.iter().cloned().collect();
        let cause = format!("the server failed this match twice: {cause}");
        self.end_by_fault(restored.live, epoch, cause).await?;
        players.iter().for_each(|player| self.inner.lobby.tell_end(player, match_id));
        Ok(())
    }
}

/// Runs a table until it ends. If it fails, restores it from the store once.
async fn supervise(hall: &Weak<Inner>, match_id: &MatchId, table: Table, place: Place) {
    let (_place, epoch) = (place, table.epoch);
    let Some(cause) = failure_of(table).await else { return };
    tracing::error!(%match_id, cause, "a table failed: it is restored from the store once");
    let of = match_id.clone();
    let revive = move |hall: Hall| {
        let of = of.clone();
        async move { hall.revive(&of, epoch).await }
    };
    let cause = match patiently(hall, match_id, revive).await {
        Some(Ok(table)) => match failure_of(table).await {
            Some(cause) => cause,
            None => return,
        },
        Some(Err(cause)) => cause,
        None => return,
    };
    tracing::error!(%match_id, cause, "a table failed again: its match is ended");
    let (of, by) = (match_id.clone(), cause.clone());
    let give_up = move |hall: Hall| {
        let (of, by) = (of.clone(), by.clone());
        async move { hall.give_up(&of, epoch, &by).await }
    };
    let given_up = patiently(hall, match_id, give_up).await;
    if let Some(Err(error)) = given_up
        && let Some(inner) = hall.upgrade()
    {
        tracing::error!(%match_id, error, "failed to end a match whose table failed");
        Hall { inner }.mark_unreadable(match_id, format!("its table failed: {cause}")).await;
    }
}

/// Repeats `work` while the store fails. Returns `None` if the hall closes, or another server has
/// taken the match over.
async fn patiently<T, W: Future<Output = Result<T, NotBack>>>(
    hall: &Weak<Inner>,
    match_id: &MatchId,
    work: impl Fn(Hall) -> W,
) -> Option<Result<T, String>> {
    let began = Moment::now();
    loop {
        let hall = Hall { inner: hall.upgrade()? };
        if hall.inner.registry.is_closing() {
            return None;
        }
        match AssertUnwindSafe(work(hall.clone())).catch_unwind().await {
            Ok(Ok(done)) => return Some(Ok(done)),
            Ok(Err(NotBack::Superseded)) => return None,
            Ok(Err(error @ (NotBack::Store(_) | NotBack::Refused(_)))) if hall.has_patience(began) => {
                tracing::warn!(%match_id, %error, "a match whose table failed waits for its store");
            }
            Ok(Err(error)) => return Some(Err(error.to_string())),
            Err(panic) => return Some(Err(said(&*panic))),
        }
        // Without this handle, the hall can be dropped during the pause, which stops its tables.
        drop(hall);
        sleep(STORE_RETRY).await;
    }
}

/// Runs a table. Returns the cause of its failure; `None` if the match is over, the hall closes, or
/// another server has taken the match over.
async fn failure_of(table: Table) -> Option<String> {
    match AssertUnwindSafe(table.run()).catch_unwind().await {
        // The match is over, or the next start or another server continues it.
        Ok(Outcome::Over | Outcome::Halted(Halt::Closing | Halt::Conflict | Halt::Superseded)) => None,
        Ok(Outcome::Halted(Halt::Unstorable(cause))) => Some(format!("a decision cannot be stored: {cause}")),
        Err(panic) => Some(format!("it panicked: {}", said(&*panic))),
    }
}
