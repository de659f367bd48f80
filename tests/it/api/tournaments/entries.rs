//! Players that enter and leave contests by several calls at the same time.

use std::{sync::Arc, time::Duration};

use referee::{
    ids::PlayerId,
    law::{AcceptPolicy, Contest},
    store::{Consents, Entered, Store, StoreFuture},
};
use referee_client::pb;
use tokio::time::sleep;
use tonic::Code;

use crate::api::{
    ladders::{blitz, create, entry, hosted, join},
    rig::assert_refused,
    tournaments,
};

const PLAYERS: usize = 8;

/// A store that takes some time for each entry, like a disk.
struct SlowEntries(Arc<dyn Consents>);

impl SlowEntries {
    fn slowly<'a, T: Send + 'a>(&'a self, done: StoreFuture<'a, T>) -> StoreFuture<'a, T> {
        Box::pin(async move {
            sleep(Duration::from_millis(3)).await;
            let done = done.await;
            sleep(Duration::from_millis(3)).await;
            done
        })
    }
}

impl Consents for SlowEntries {
    fn set_accept_policy(&self, player: &PlayerId, policy: Option<AcceptPolicy>) -> StoreFuture<'_, ()> {
        self.0.set_accept_policy(player, policy)
    }
    fn accept_policy(&self, player: &PlayerId) -> StoreFuture<'_, Option<AcceptPolicy>> {
        self.0.accept_policy(player)
    }
    fn enter_contest(&self, contest: &Contest, player: &PlayerId) -> StoreFuture<'_, Entered> {
        self.slowly(self.0.enter_contest(contest, player))
    }
    fn leave_contest(&self, contest: &Contest, player: &PlayerId) -> StoreFuture<'_, ()> {
        let (contest, player) = (contest.clone(), player.clone());
        Box::pin(async move {
            sleep(Duration::from_millis(20)).await;
            self.0.leave_contest(&contest, &player).await
        })
    }
    fn has_entered(&self, contest: &Contest, player: &PlayerId) -> StoreFuture<'_, bool> {
        self.slowly(self.0.has_entered(contest, player))
    }
    fn is_in_running_contest(&self, player: &PlayerId) -> StoreFuture<'_, bool> {
        self.0.is_in_running_contest(player)
    }
    fn entrants(&self, contest: &Contest, after: Option<PlayerId>, limit: usize) -> StoreFuture<'_, Vec<PlayerId>> {
        self.0.entrants(contest, after, limit)
    }
}

fn slow() -> Store {
    let memory = Store::in_memory().expect("there is memory");
    Store { consents: Arc::new(SlowEntries(Arc::clone(&memory.consents))), ..memory }
}

async fn has_entered(store: &Store, contest: Contest, player: &str) -> bool {
    store.consents.has_entered(&contest, &PlayerId::parse(player).expect("a name")).await.expect("the call is answered")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_declined_entry_does_not_undo_an_accepted_one() {
    let store = slow();
    let rig = hosted(&store).await;
    let host = rig.player("host").await;
    create(&host, blitz("blitz", &[])).await.expect("a host may");
    for number in 0..PLAYERS {
        let name = format!("ann-{number}");
        let ann = rig.wary_player(&name).await;
        let too_many = pb::LadderEntry { at_once: Some(300), ..entry("") };
        let (declined, joined) = tokio::join!(join(&ann, too_many), join(&ann, entry("")));
        assert_refused(declined, Code::InvalidArgument, "BAD_FIELD", "at_once");
        joined.expect("she may");
        assert!(
            has_entered(&store, Contest::Ladder("blitz".to_owned()), &name).await,
            "{name} is in, and agrees to it"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn simultaneous_entries_of_one_player_count_once() {
    let store = slow();
    let rig = hosted(&store).await;
    let host = rig.player("host").await;
    let asked = pb::CreateTournamentRequest { start: false, ..tournaments::round_robin("cup", &[]) };
    tournaments::create(&host, asked).await.expect("a host may");
    for number in 0..PLAYERS {
        let name = format!("ann-{number}");
        let ann = rig.wary_player(&name).await;
        let enter = || pb::EnterContestRequest { contest: Some(pb::Contest::tournament("cup")), entry: None };
        let (mut one, mut other) = (ann.contests(), ann.contests());
        let (one, other) = tokio::join!(one.enter_contest(enter()), other.enter_contest(enter()));
        let entrants = [one, other].map(|entered| entered.expect("the same again").into_inner().summary.expect("one"));
        assert!(entrants.iter().all(|summary| summary.entrants == number as u32 + 1), "{entrants:?}");
        assert!(has_entered(&store, Contest::Tournament("cup".to_owned()), &name).await, "{name} agrees to it");
    }
}
