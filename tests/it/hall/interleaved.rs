//! Calls about challenges that are suspended or dropped at any of their awaits while other calls
//! run.

use std::{
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll, Waker},
};

use referee::{
    hall::{
        Hall,
        challenges::{
            challenge::{Challenge, ChallengeState, DeclineReason, Declined},
            lifecycle::NewChallenge,
        },
    },
    ids::{MatchId, PlayerId},
    law::{AcceptPolicy, Contest, Refusal, Stakes},
    store::{
        Account, AccountChange, AccountFilter, Accounts, AuditEntry, Consents, Digest, Entered, Grant, NewAccount,
        NewToken, PublicId, Registered, Replaces, Revoked, Store, StoreFuture, TokenAdded, TokenRow,
    },
};
use tokio::{task::yield_now, time::sleep};

use super::{
    lobby::{enter, profile},
    matchmaking::challenges::{accepts, proposed},
    rig::{memory, open, player, seconds},
};

/// Upper bound on the polls of any of these calls.
const POLLS: usize = 64;

/// A store that yields once before each answer about players.
struct Yielding(Store);

fn late<'a, T: Send + 'a>(answer: StoreFuture<'a, T>) -> StoreFuture<'a, T> {
    Box::pin(async {
        yield_now().await;
        answer.await
    })
}

impl Consents for Yielding {
    fn set_accept_policy(&self, player: &PlayerId, policy: Option<AcceptPolicy>) -> StoreFuture<'_, ()> {
        late(self.0.consents.set_accept_policy(player, policy))
    }
    fn accept_policy(&self, player: &PlayerId) -> StoreFuture<'_, Option<AcceptPolicy>> {
        late(self.0.consents.accept_policy(player))
    }
    fn enter_contest(&self, contest: &Contest, player: &PlayerId) -> StoreFuture<'_, Entered> {
        late(self.0.consents.enter_contest(contest, player))
    }
    fn leave_contest(&self, contest: &Contest, player: &PlayerId) -> StoreFuture<'_, ()> {
        late(self.0.consents.leave_contest(contest, player))
    }
    fn has_entered(&self, contest: &Contest, player: &PlayerId) -> StoreFuture<'_, bool> {
        late(self.0.consents.has_entered(contest, player))
    }
    fn is_in_running_contest(&self, player: &PlayerId) -> StoreFuture<'_, bool> {
        late(self.0.consents.is_in_running_contest(player))
    }
    fn entrants(&self, contest: &Contest, after: Option<PlayerId>, limit: usize) -> StoreFuture<'_, Vec<PlayerId>> {
        late(self.0.consents.entrants(contest, after, limit))
    }
}

impl Accounts for Yielding {
    fn register(&self, new: NewAccount) -> StoreFuture<'_, Registered> {
        late(self.0.accounts.register(new))
    }
    fn ensure_house(&self, player: &PlayerId) -> StoreFuture<'_, ()> {
        late(self.0.accounts.ensure_house(player))
    }
    fn account(&self, player: &PlayerId) -> StoreFuture<'_, Option<Account>> {
        late(self.0.accounts.account(player))
    }
    fn accounts(&self, filter: AccountFilter, after: Option<PlayerId>, limit: usize) -> StoreFuture<'_, Vec<Account>> {
        late(self.0.accounts.accounts(filter, after, limit))
    }
    fn barred(&self, players: Vec<PlayerId>) -> StoreFuture<'_, Vec<Account>> {
        late(self.0.accounts.barred(players))
    }
    fn change(&self, of: &PlayerId, to: AccountChange, audit: Option<AuditEntry>) -> StoreFuture<'_, Option<Account>> {
        late(self.0.accounts.change(of, to, audit))
    }
    fn grant(&self, digest: Digest) -> StoreFuture<'_, Option<Grant>> {
        late(self.0.accounts.grant(digest))
    }
    fn add_token(
        &self,
        player: &PlayerId,
        token: NewToken,
        replaces: Replaces,
        most: usize,
        audit: Option<AuditEntry>,
    ) -> StoreFuture<'_, TokenAdded> {
        late(self.0.accounts.add_token(player, token, replaces, most, audit))
    }
    fn token(&self, id: PublicId) -> StoreFuture<'_, Option<TokenRow>> {
        late(self.0.accounts.token(id))
    }
    fn tokens(&self, player: &PlayerId, after: Option<PublicId>, limit: usize) -> StoreFuture<'_, Vec<TokenRow>> {
        late(self.0.accounts.tokens(player, after, limit))
    }
    fn revoke(&self, player: &PlayerId, tokens: Revoked, audit: Option<AuditEntry>) -> StoreFuture<'_, usize> {
        late(self.0.accounts.revoke(player, tokens, audit))
    }
}

/// Opens a hall over a store that yields.
async fn yielding() -> Hall {
    let memory = memory();
    let slow = Arc::new(Yielding(memory.clone()));
    open(&Store { accounts: Arc::<Yielding>::clone(&slow), consents: slow, ..memory }).await
}

/// Polls a call this many times, and lets other tasks run after each. Returns `None` if it is not
/// done by then.
async fn polled<T>(mut call: Pin<&mut impl Future<Output = T>>, times: usize) -> Option<T> {
    for _ in 0..times {
        if let Poll::Ready(done) = call.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return Some(done);
        }
        yield_now().await;
    }
    None
}

/// What another caller does while a call is suspended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meanwhile {
    Nothing,
    Cancel,
    Decline,
    Withdraw,
}

impl Meanwhile {
    const ALL: [Meanwhile; 4] = [Meanwhile::Nothing, Meanwhile::Cancel, Meanwhile::Decline, Meanwhile::Withdraw];

    async fn happens(self, hall: &Hall, id: &MatchId) {
        let declined = Declined { by: player("bob"), reason: DeclineReason::Busy, text: String::new() };
        match self {
            Meanwhile::Nothing => {}
            // Each of these may be too late, so their results are ignored.
            Meanwhile::Cancel => drop(hall.cancel_challenge(id, &player("ann"))),
            Meanwhile::Decline => drop(hall.decline_challenge(id, declined)),
            Meanwhile::Withdraw => hall.withdraw(&player("bob")).await,
        }
    }
}

fn rated(opponents: &[&str]) -> NewChallenge {
    let mut asked = proposed("ann", opponents);
    asked.new.conduct.stakes = Stakes::Rated;
    asked
}

/// Answer to a caller about a challenge.
type Told = Result<Arc<Challenge>, Refusal>;

/// Checks the invariants of ann's challenge after all calls, in whatever order they ran.
async fn holds(hall: &Hall, id: &MatchId, told: &[(&str, Option<Told>)], what: &str) {
    sleep(seconds(2)).await;
    let mut now = hall.accept_challenge(id, &player("ann")).await.expect("it is known to her");
    if now.state == ChallengeState::Open && now.accepted_by.len() == now.seats() {
        // A player that agreed left before the match was opened. If it agrees again, the match
        // opens.
        let last = now.accepted_by.last().expect("all have agreed").clone();
        now = hall.accept_challenge(id, &last).await.expect("it can be opened");
        assert!(matches!(now.state, ChallengeState::Accepted(_)), "{what}: {:?}", now.state);
    }
    let opened = hall.opened(id).await.ok();
    match &now.state {
        ChallengeState::Accepted(_) => {
            let mut seated = opened.as_ref().expect(what).players.clone();
            let mut agreed = now.accepted_by.clone();
            seated.sort();
            agreed.sort();
            assert_eq!(seated, agreed, "{what}");
        }
        _ => assert!(opened.is_none(), "{what}: {:?} has a match", now.state),
    }
    for (name, answer) in told {
        if let Some(Ok(answer)) = answer {
            let is_in = opened.as_ref().is_some_and(|opened| opened.players.contains(&player(name)));
            assert!(is_in || !matches!(answer.state, ChallengeState::Accepted(_)), "{what}: {name} was told it is in");
        }
    }
    if now.state == ChallengeState::Open {
        hall.cancel_challenge(id, &player("ann")).expect("no acceptance holds it any longer");
    }
}

#[tokio::test(start_paused = true)]
async fn an_accept_may_stop_at_any_await() {
    for meanwhile in Meanwhile::ALL {
        for (opponents, goes_on) in [(&["bob"][..], false), (&["bob"], true), (&[], false), (&[], true)] {
            let mut polls = 0;
            loop {
                let hall = yielding().await;
                let id = hall.challenge(rated(opponents)).await.expect("it is proposed").id.clone();
                let (bob, what) = (player("bob"), format!("{meanwhile:?} {opponents:?} {goes_on} {polls}"));
                let mut answer = None;
                {
                    let mut call = pin!(hall.accept_challenge(&id, &bob));
                    let is_done = polled(call.as_mut(), polls).await;
                    let was_done = is_done.is_some();
                    meanwhile.happens(&hall, &id).await;
                    match is_done {
                        Some(done) => answer = Some(done),
                        None if goes_on => answer = Some(call.await),
                        None => {}
                    }
                    if was_done {
                        polls = POLLS;
                    }
                }
                holds(&hall, &id, &[("bob", answer)], &what).await;
                polls += 1;
                if polls > POLLS {
                    break;
                }
                assert!(polls < POLLS, "it is done at some time");
            }
            assert!(polls > 2, "it has awaits");
        }
    }
}

/// Two players accept the same seat while one of them is withdrawn. Neither is wrongly told that it
/// has a match.
#[tokio::test(start_paused = true)]
async fn two_accepts_may_meet_at_any_await() {
    for first in 0..24 {
        for second in 0..24 {
            let hall = yielding().await;
            let id = hall.challenge(rated(&[])).await.expect("it is proposed").id.clone();
            let (bob, carl) = (player("bob"), player("carl"));
            let (mut bobs, mut carls) =
                (pin!(hall.accept_challenge(&id, &bob)), pin!(hall.accept_challenge(&id, &carl)));
            let of_bob = polled(bobs.as_mut(), first).await;
            if of_bob.is_none() {
                hall.withdraw(&bob).await;
            }
            let of_carl = polled(carls.as_mut(), second).await;
            let of_bob = match of_bob {
                Some(done) => done,
                None => bobs.await,
            };
            let of_carl = match of_carl {
                Some(done) => done,
                None => carls.await,
            };
            let what = format!("bob {first}, carl {second}");
            holds(&hall, &id, &[("bob", Some(of_bob)), ("carl", Some(of_carl))], &what).await;
        }
    }
}

/// A challenge whose caller disconnects can still be cancelled. It never becomes a match without
/// its challenger.
#[tokio::test(start_paused = true)]
async fn a_proposal_may_stop_at_any_await() {
    for opponents in [&["bob"][..], &[]] {
        for polls in 0..POLLS {
            let hall = yielding().await;
            accepts(&hall, "bob", AcceptPolicy::default()).await;
            let _here = (enter(&hall, "ann", profile()).await, enter(&hall, "bob", profile()).await);
            let is_done = polled(pin!(hall.challenge(rated(opponents))), polls).await.is_some();
            sleep(seconds(2)).await;
            for left in hall.challenges(Some(&player("ann")), None, 9) {
                holds(&hall, &left.id, &[], &format!("{opponents:?} {polls}")).await;
            }
            if is_done {
                assert!(polls > 2, "it has awaits");
                break;
            }
            assert!(polls + 1 < POLLS, "it is done at some time");
        }
    }
}
