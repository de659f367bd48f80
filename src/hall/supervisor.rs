//! Runs the tables.

use super::{
    Hall,
    house::HouseSeat,
    registry::Place,
    table::{Table, TableStub},
};
use crate::ids::{Seat, Seq};

impl Hall {
    /// Starts a table's task and seats whoever is here.
    pub(super) async fn start(&self, stub: &TableStub, table: Table, place: Place, leave: Vec<HouseSeat>) {
        let entered = self.inner.registry.enter(stub);
        tokio::spawn(async move {
            // The place goes with the task, however it ends.
            let _place = place;
            table.run().await;
        });
        if entered.is_err() {
            return stub.stop().await;
        }
        self.inner.house.sit(stub, leave).await;
        for (seat, player) in (0..).map(Seat).zip(&stub.opened().players) {
            let Some(link) = self.inner.lobby.link_of(player) else { continue };
            if let Err(refusal) = stub.sit(seat, Seq(0), link).await {
                tracing::warn!(match_id = %stub.match_id(), seat = %seat, %refusal, "a bot could not sit down");
            }
        }
    }
}
