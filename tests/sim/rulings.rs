//! The rulings of arbiters on matches, and the answers that they get.

use std::{sync::Arc, time::Duration};

use referee::{
    hall::table::Ask,
    ids::{PlayerId, RequestId, Seq},
    law::{Asker, Refusal, Ruling},
};
use tokio::time::{sleep, timeout};

use crate::{
    plan::Ruled,
    program::may_be_asked_again,
    truth::Granted,
    world::{Server, World},
};

/// Delay before an arbiter retries.
const AGAIN: Duration = Duration::from_secs(1);
/// Timeout of an arbiter.
const ANSWERED_WITHIN: Duration = Duration::from_secs(60);

/// Lets an arbiter rule on a match, as planned by the fault with this number.
pub fn rule(world: &Arc<World>, (fault, of_match): (usize, usize), ruled: Ruled) {
    let arbiter = Arbiter { world: Arc::clone(world), of_match };
    tokio::spawn(async move {
        let world = Arc::clone(&arbiter.world);
        tokio::select! {
            biased;
            () = world.stopped() => {}
            () = arbiter.rule(fault, ruled) => {}
        }
    });
}

struct Arbiter {
    world: Arc<World>,
    of_match: usize,
}

impl Arbiter {
    async fn rule(&self, fault: usize, ruled: Ruled) {
        match ruled {
            Ruled::Adjudicate => {
                let (ruling, reason) = (Ruling::AsItStands, "planned".to_owned());
                self.ask(&format!("adjudicate{fault}"), Ask::Adjudicate { ruling, reason }).await;
            }
            Ruled::Pause(lasts) => {
                self.ask(&format!("pause{fault}"), Ask::Pause).await;
                if let Some(lasts) = lasts {
                    sleep(lasts).await;
                    self.ask(&format!("resume{fault}"), Ask::Resume).await;
                }
            }
        }
    }

    /// Sends a ruling until it is answered for good.
    async fn ask(&self, id: &str, ask: Ask) {
        loop {
            let asked_at = self.world.now();
            match self.at_table(id, ask.clone()).await {
                Some(Ok(seq)) => {
                    let Some(match_id) = self.world.matches()[self.of_match].clone() else { return };
                    return self.world.truth().orders.push(Granted { match_id, asked_at, seq, ask });
                }
                Some(Err(refusal)) if !may_be_asked_again(refusal.reason) => return,
                _ => sleep(AGAIN).await,
            }
        }
    }

    /// Returns the answer of the match's table. `None` if there is no table, or if its server dies
    /// first.
    async fn at_table(&self, id: &str, ask: Ask) -> Option<Result<Seq, Refusal>> {
        let Server { number, hall, .. } = self.world.server()?;
        let match_id = self.world.matches()[self.of_match].clone()?;
        let table = hall.table(&match_id)?;
        let arbiter = Asker::Arbiter(PlayerId::parse("arbiter").expect("a name"));
        let request_id = RequestId::parse(id).expect("it is short");
        tokio::select! {
            biased;
            () = self.world.dies(number) => None,
            answer = timeout(ANSWERED_WITHIN, table.ask(arbiter, request_id, ask)) => answer.ok(),
        }
    }
}
