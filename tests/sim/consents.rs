//! The accept policies and contest entries of players, stored on the failing disk.

use referee::{
    ids::PlayerId,
    law::{AcceptPolicy, Contest},
    store::{Consents, Entered, StoreFuture},
};

use crate::store::Handle;

impl Consents for Handle {
    fn set_accept_policy(&self, player: &PlayerId, policy: Option<AcceptPolicy>) -> StoreFuture<'_, ()> {
        let player = player.clone();
        self.write(async move { self.tables().set_accept_policy(&player, policy).await })
    }
    fn accept_policy(&self, player: &PlayerId) -> StoreFuture<'_, Option<AcceptPolicy>> {
        let player = player.clone();
        self.read(async move { self.tables().accept_policy(&player).await })
    }
    fn enter_contest(&self, contest: &Contest, player: &PlayerId) -> StoreFuture<'_, Entered> {
        let (contest, player) = (contest.clone(), player.clone());
        self.write(async move { self.tables().enter_contest(&contest, &player).await })
    }
    fn leave_contest(&self, contest: &Contest, player: &PlayerId) -> StoreFuture<'_, ()> {
        let (contest, player) = (contest.clone(), player.clone());
        self.write(async move { self.tables().leave_contest(&contest, &player).await })
    }
    fn has_entered(&self, contest: &Contest, player: &PlayerId) -> StoreFuture<'_, bool> {
        let (contest, player) = (contest.clone(), player.clone());
        self.read(async move { self.tables().has_entered(&contest, &player).await })
    }
    fn is_in_running_contest(&self, player: &PlayerId) -> StoreFuture<'_, bool> {
        let player = player.clone();
        self.read(async move { self.tables().is_in_running_contest(&player).await })
    }
    fn entrants(&self, contest: &Contest, after: Option<PlayerId>, limit: usize) -> StoreFuture<'_, Vec<PlayerId>> {
        let contest = contest.clone();
        self.read(async move { self.tables().entrants(&contest, after, limit).await })
    }
}
