//! Acts of hostile programs: they open matches with players that did not agree, and challenge them
//! repeatedly. Whether they then connect or move is planned separately.

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
/// Lifetime of a challenge.
const WITHIN: Duration = Duration::from_secs(60);

impl Program {
    /// Opens a rated match with a player that can agree only by its policy.
    pub(super) fn open_by_policy(&mut self, victim: usize) {
        let (new, agreed) = (self.with(victim), Agreed::Only { players: [self.player.clone()].into(), by_host: false });
        self.errand(|hall: Hall| async move { drop(hall.create_agreed(new, agreed).await) });
    }

    /// Challenges a player `count` times.
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

    /// Returns a rated match with a player, with the seats in random order.
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

    /// Sends a request to the connected server, and waits until the server answers or dies, or the
    /// run is over.
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
