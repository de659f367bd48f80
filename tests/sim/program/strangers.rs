//! What hostile programs do: they open matches with players that have agreed to none, and challenge
//! them again and again. Whether they then come, or move, is planned apart.

use std::{future::Future, sync::Arc, time::Duration};

use referee::{
    hall::{Agreed, Hall, NewMatch, challenges::lifecycle::NewChallenge, limits::creation_limits::Creator},
    ids::RequestId,
    law::{Conduct, Stakes},
    store::RequestKey,
};

use super::Program;
use crate::run::new_match;

/// The label of a match that no host opened.
pub const STRANGER: &str = "stranger";
/// For how long a challenge is open.
const WITHIN: Duration = Duration::from_secs(60);

impl Program {
    /// Opens a rated match with a player that accepts it by its policy alone, if at all.
    pub(super) fn open_by_policy(&mut self, victim: usize) {
        let (new, agreed) = (self.with(victim), Agreed::Only { players: [self.player.clone()].into(), by_host: false });
        self.errand(|hall: Hall| async move { drop(hall.create_agreed(new, agreed).await) });
    }

    /// Challenges a player so many times.
    pub(super) fn challenge(&mut self, victim: usize, count: usize) {
        for _ in 0..count {
            let new = self.with(victim);
            let RequestKey { request_id, content, .. } = new.request.clone();
            let challenge = NewChallenge {
                challenger: self.player.clone(),
                opponents: vec![self.world.player(victim)],
                new,
                seat: None,
                keep: false,
                is_link: false,
                within: WITHIN,
                request_id: RequestId::parse(&request_id).expect("it is short"),
                content,
                token: None,
            };
            self.errand(|hall: Hall| async move { drop(hall.challenge(challenge).await) });
        }
    }

    /// A rated match with a player, on its seats in either order.
    fn with(&mut self, victim: usize) -> NewMatch {
        self.requests += 1;
        let request_id = format!("by{}", self.requests);
        let mut players = vec![self.player.clone(), self.world.player(victim)];
        if self.luck.below(2) == 0 {
            players.reverse();
        }
        let new = new_match(&self.world.plan, 0, &mut self.luck);
        NewMatch {
            players,
            conduct: Conduct { stakes: Stakes::Rated, ..new.conduct },
            labels: [("by".to_owned(), STRANGER.to_owned())].into(),
            request: RequestKey { player: self.player.clone(), request_id, content: [1; 32] },
            creator: Some(Creator { player: self.player.clone(), address: None }),
            ..new
        }
    }

    /// Asks the server that it is connected to, until that answers, dies, or the run is over.
    fn errand<F: Future<Output = ()> + Send + 'static>(&self, ask: impl FnOnce(Hall) -> F + Send + 'static) {
        let Some(line) = &self.line else { return };
        let (world, hall, server) = (Arc::clone(&self.world), line.hall.clone(), line.server);
        tokio::spawn(async move {
            tokio::select! {
                biased;
                () = world.stopped() => {}
                () = world.dies(server) => {}
                () = ask(hall) => {}
            }
        });
    }
}
