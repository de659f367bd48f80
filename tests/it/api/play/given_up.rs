//! Calls whose callers leave after the store has changed, but before the server acts on it.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use referee::{
    api::Settings,
    games::Catalogue,
    hall::Limits,
    ids::PlayerId,
    store::{
        Account, AccountChange, AccountFilter, Accounts, AuditEntry, Digest, Grant, NewAccount, NewToken, PublicId,
        Registered, Replaces, Revoked, Store, StoreFuture, TokenAdded, TokenRow,
    },
};
use referee_client::{Client, NewPlayer, Secret, pb};
use tokio::{sync::Notify, task::JoinHandle, time::timeout};
use tonic::{Code, Streaming};

use crate::api::rig::{Rig, assert_refused};

const SOON: Duration = Duration::from_secs(20);

/// An account store that completes the next call of this name, but withholds the answer.
struct Held {
    inner: Arc<dyn Accounts>,
    call: Mutex<Option<&'static str>>,
    is_done: Notify,
    goes_on: Notify,
}

impl Held {
    fn hold(&self, call: &'static str) {
        *self.call.lock().expect("no test panics here") = Some(call);
    }

    /// Waits until the store has completed the call.
    async fn done(&self) {
        timeout(SOON, self.is_done.notified()).await.expect("it is called");
    }

    async fn pass(&self, call: &'static str) {
        let is_held = self.call.lock().expect("no test panics here").take_if(|held| *held == call).is_some();
        if is_held {
            self.is_done.notify_one();
            self.goes_on.notified().await;
        }
    }
}

impl Accounts for Held {
    fn register(&self, new: NewAccount) -> StoreFuture<'_, Registered> {
        self.inner.register(new)
    }
    fn ensure_house(&self, player: &PlayerId) -> StoreFuture<'_, ()> {
        self.inner.ensure_house(player)
    }
    fn account(&self, player: &PlayerId) -> StoreFuture<'_, Option<Account>> {
        self.inner.account(player)
    }
    fn accounts(&self, filter: AccountFilter, after: Option<PlayerId>, limit: usize) -> StoreFuture<'_, Vec<Account>> {
        self.inner.accounts(filter, after, limit)
    }
    fn barred(&self, players: Vec<PlayerId>) -> StoreFuture<'_, Vec<Account>> {
        Box::pin(async move {
            let barred = self.inner.barred(players).await;
            self.pass("barred").await;
            barred
        })
    }
    fn change(
        &self,
        player: &PlayerId,
        change: AccountChange,
        audit: Option<AuditEntry>,
    ) -> StoreFuture<'_, Option<Account>> {
        let changed = self.inner.change(player, change, audit);
        Box::pin(async move {
            let changed = changed.await;
            self.pass("change").await;
            changed
        })
    }
    fn grant(&self, digest: Digest) -> StoreFuture<'_, Option<Grant>> {
        self.inner.grant(digest)
    }
    fn add_token(
        &self,
        player: &PlayerId,
        token: NewToken,
        replaces: Replaces,
        most: usize,
        audit: Option<AuditEntry>,
    ) -> StoreFuture<'_, TokenAdded> {
        let added = self.inner.add_token(player, token, replaces, most, audit);
        Box::pin(async move {
            let added = added.await;
            self.pass("add_token").await;
            added
        })
    }
    fn token(&self, id: PublicId) -> StoreFuture<'_, Option<TokenRow>> {
        self.inner.token(id)
    }
    fn tokens(&self, player: &PlayerId, after: Option<PublicId>, limit: usize) -> StoreFuture<'_, Vec<TokenRow>> {
        self.inner.tokens(player, after, limit)
    }
    fn revoke(&self, player: &PlayerId, tokens: Revoked, audit: Option<AuditEntry>) -> StoreFuture<'_, usize> {
        let revoked = self.inner.revoke(player, tokens, audit);
        Box::pin(async move {
            let revoked = revoked.await;
            self.pass("revoke").await;
            revoked
        })
    }
}

async fn start() -> (Rig, Client, Arc<Held>) {
    let memory = Store::in_memory().expect("there is memory");
    let (inner, call) = (Arc::clone(&memory.accounts), Mutex::default());
    let held = Arc::new(Held { inner, call, is_done: Notify::new(), goes_on: Notify::new() });
    let store = Store { accounts: Arc::clone(&held) as Arc<dyn Accounts>, ..memory };
    let rig = Rig::over(store.clone(), Catalogue::ALL, Limits::default(), Settings::default()).await;
    let admin = rig.administrator(&store).await;
    (rig, admin, held)
}

/// Opens a stream of a player. It receives no further messages until it ends.
async fn lobby(of: &Client) -> Streaming<pb::WatchLobbyResponse> {
    of.challenges().watch_lobby(pb::WatchLobbyRequest {}).await.expect("it opens").into_inner()
}

/// Waits until a stream ends. Returns its status.
async fn cut(mut stream: Streaming<pb::WatchLobbyResponse>) -> Code {
    let ended = async {
        loop {
            match stream.message().await {
                Ok(said) => assert!(said.is_some(), "it does not end as if that were all"),
                Err(cut) => return cut.code(),
            }
        }
    };
    timeout(SOON, ended).await.expect("it ends")
}

/// Cancels a call after the store has completed it. The store answers only after the server has
/// noticed the cancellation.
async fn give_up<T>(held: &Held, calling: JoinHandle<T>, rig: &Rig) {
    held.done().await;
    calling.abort();
    assert!(calling.await.is_err(), "it is given up");
    for _ in 0..20 {
        rig.client.players().list_players(pb::ListPlayersRequest::default()).await.expect("it serves");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    held.goes_on.notify_one();
}

#[tokio::test]
async fn revoking_or_renewing_a_token_ends_its_streams_even_if_the_caller_leaves() {
    let (rig, _admin, held) = start().await;
    let ann = rig.player("ann").await;
    let secret = Secret::draw().expect("there is luck");
    let new = referee_client::NewToken { scopes: vec![pb::Scope::Play], name: "second".into(), ..Default::default() };
    let made = ann.create_token(new, &secret).await.expect("it is hers");
    let other = ann.with_token(secret.as_str()).expect("it can be sent");
    let stream = lobby(&other).await;
    held.hold("revoke");
    let calling = tokio::spawn({
        let ann = ann.clone();
        async move { ann.revoke_token(&made.token_id, "").await }
    });
    give_up(&held, calling, &rig).await;
    assert_eq!(cut(stream).await, Code::Unauthenticated);

    let stream = lobby(&ann).await;
    held.hold("add_token");
    let calling = tokio::spawn({
        let ann = ann.clone();
        async move { ann.renew_token(&Secret::draw().expect("there is luck")).await }
    });
    give_up(&held, calling, &rig).await;
    assert_eq!(cut(stream).await, Code::Unauthenticated);
}

#[tokio::test]
async fn a_ban_and_a_retirement_complete_even_if_the_caller_leaves() {
    let (rig, admin, held) = start().await;
    let ann = rig.player("ann").await;
    let mut streams = Vec::new();
    for name in ["deep", "flat"] {
        let secret = Secret::draw().expect("there is luck");
        ann.create_bot(NewPlayer::named(name), &secret).await.expect("the name is free");
        streams.push(lobby(&rig.client.with_token(secret.as_str()).expect("it can be sent")).await);
    }
    held.hold("change");
    let calling = tokio::spawn({
        let ann = ann.clone();
        async move { ann.players().retire_bot(pb::RetireBotRequest { player: "flat".into(), ..Default::default() }).await }
    });
    give_up(&held, calling, &rig).await;
    assert_eq!(cut(streams.pop().expect("flat's")).await, Code::FailedPrecondition);

    streams.push(lobby(&ann).await);
    held.hold("change");
    let ban = pb::BanPlayerRequest { player: "ann".into(), reason: "cheats".into() };
    let calling = tokio::spawn(async move { admin.admin().ban_player(ban).await });
    give_up(&held, calling, &rig).await;
    for stream in streams {
        assert_eq!(cut(stream).await, Code::PermissionDenied, "the owner's and its bot's");
    }
}

#[tokio::test]
async fn a_match_that_is_opened_while_its_player_is_banned_is_called_off() {
    let (rig, admin, held) = start().await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    ann.set_accept_policy(None).await.expect("it is kept");
    let asked = pb::CreateChallengeRequest {
        game: "kamisado".into(),
        opponents: vec!["ann".into()],
        rules: Some(referee_client::timed("inf")),
        seat: Some(0),
        ..pb::CreateChallengeRequest::default()
    };
    let challenge_id = bob.challenge(asked).await.expect("it is put to ann").challenge_id;
    held.hold("barred");
    let opening =
        tokio::spawn(
            async move { ann.challenges().accept_challenge(pb::AcceptChallengeRequest { challenge_id }).await },
        );
    held.done().await;
    let ban = pb::BanPlayerRequest { player: "bob".into(), reason: "cheats".into() };
    admin.admin().ban_player(ban).await.expect("she may");
    held.goes_on.notify_one();
    assert_refused(opening.await.expect("no panic"), Code::PermissionDenied, "PLAYER_BANNED", "players[0]");
    let over = async {
        loop {
            let asked = pb::ListMatchesRequest { state: pb::MatchState::Over.into(), ..Default::default() };
            let over = rig.client.matches().list_matches(asked).await.expect("a list").into_inner().matches;
            if let Some(over) = over.into_iter().next() {
                return over.verdict.expect("it is over").termination();
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    assert_eq!(timeout(SOON, over).await.expect("it does not wait"), pb::Termination::Abort);
}
