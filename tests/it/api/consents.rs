//! Nobody sits in a match to which he has not agreed.

use referee::{api::Settings, ids::PlayerId};
use referee_client::{Client, Error, NewMatch, accept_all, pb};
use tonic::Code;

use super::rig::{Bot, Rig, assert_refused, kamisado};

/// Rated, and as short as a stranger wants it.
fn rated(time_control: &str) -> NewMatch {
    NewMatch { rules: pb::MatchRules { rated: true, ..referee_client::timed(time_control) }, ..kamisado("eve", "bob") }
}

fn policy() -> pb::AcceptPolicy {
    pb::AcceptPolicy { min_base_ms: 10_000, max_matches: 2, ..pb::AcceptPolicy::default() }
}

/// The reason, the field and the value of a refusal, and what was expected.
async fn refused(by: &Client, new: NewMatch) -> (pb::Reason, String, String, String) {
    match by.create(new).await {
        Err(Error::Refused(no)) => (no.reason, no.field, no.value, no.expected),
        other => panic!("expected a refusal: {other:?}"),
    }
}

#[tokio::test]
async fn a_stranger_seats_nobody_who_has_not_agreed() {
    let rig = Rig::start().await;
    let (eve, bob) = (rig.wary_player("eve").await, rig.wary_player("bob").await);
    let _bob = Bot::enter(&bob).await;
    let (reason, field, value, expected) = refused(&eve, rated("0.001")).await;
    assert_eq!((reason, field.as_str(), value.as_str()), (pb::Reason::NotAccepted, "accepts", "bob"));
    assert!(expected.contains("a challenge"), "{expected}");

    bob.set_accept_policy(Some(policy())).await.expect("it is kept");
    let (reason, field, value, expected) = refused(&eve, rated("0.001")).await;
    assert_eq!((reason, field.as_str(), value.as_str()), (pb::Reason::NotAccepted, "accepts.min_base_ms", "bob"));
    assert!(expected.contains("10000 ms"), "{expected}");
    assert_eq!(refused(&eve, rated("inf")).await.1, "accepts.unlimited");
    let quick = pb::MatchRules { disconnect_grace_ms: 1, ..referee_client::timed("60") };
    assert_eq!(refused(&eve, NewMatch { rules: quick, ..rated("60") }).await.1, "accepts.custom_rules");
    let none = rig.client.matches().list_matches(pb::ListMatchesRequest::default()).await.expect("a list");
    assert!(none.into_inner().matches.is_empty(), "nothing was opened");

    for _ in 0..2 {
        eve.create(rated("10")).await.expect("he accepts it");
    }
    assert_eq!(refused(&eve, rated("10")).await.1, "accepts.max_matches");
    bob.set_accept_policy(None).await.expect("it is kept");
    assert_eq!(refused(&eve, rated("10")).await.1, "accepts");
}

#[tokio::test]
async fn an_absent_player_is_asked_by_its_policy_too_and_a_stream_narrows_it() {
    let rig = Rig::start().await;
    let (eve, bob) = (rig.wary_player("eve").await, rig.wary_player("bob").await);
    bob.set_accept_policy(Some(pb::AcceptPolicy { max_matches: 3, ..policy() })).await.expect("it is kept");
    eve.create(rated("10")).await.expect("he accepts it while he is away");
    let casual = pb::AcceptPolicy { stakes: pb::AcceptedStakes::Casual.into(), unlimited: true, ..accept_all() };
    let hello = pb::Hello { max_matches: 8, accepts: Some(Box::new(casual)), ..pb::Hello::default() };
    let mut bot = Bot::enter_with(&bob, hello).await;
    assert_eq!(refused(&eve, rated("10")).await.1, "accepts.stakes", "the stream takes less");
    assert_eq!(refused(&eve, kamisado("eve", "bob")).await.1, "accepts.unlimited", "and never more");
    bot.close().await;
    eve.create(rated("10")).await.expect("the stream has gone, and what it said with it");
}

#[tokio::test]
async fn a_policy_is_shown_and_checked() {
    let rig = Rig::start().await;
    let bob = rig.wary_player("bob").await;
    assert_eq!(bob.accept_policy().await.expect("an answer"), None);
    bob.set_accept_policy(Some(policy())).await.expect("it is kept");
    assert_eq!(bob.accept_policy().await.expect("an answer"), Some(policy()));
    let shown = async |name: &str| {
        let asked = pb::GetPlayerRequest { name: name.to_owned() };
        rig.client.players().get_player(asked).await.expect("a player").into_inner().player.expect("one").accepts
    };
    assert_eq!(shown("bob").await, Some(policy()));
    assert!(shown("house-random").await.expect("the house accepts").unlimited);
    let set =
        async |policy| bob.consents().set_accept_policy(pb::SetAcceptPolicyRequest { policy: Some(policy) }).await;
    let bad = pb::AcceptPolicy { stakes: 7, ..pb::AcceptPolicy::default() };
    assert_refused(set(bad).await, Code::InvalidArgument, "BAD_FIELD", "policy.stakes");
    let games = vec![pb::AcceptedGame { game: "chess".into(), options: Vec::new() }];
    let bad = pb::AcceptPolicy { games, ..pb::AcceptPolicy::default() };
    assert_refused(set(bad).await, Code::NotFound, "UNKNOWN_GAME", "policy.games");
    assert_eq!(bob.accept_policy().await.expect("an answer"), Some(policy()), "nothing was changed");
    let anonymous = rig.client.consents().set_accept_policy(pb::SetAcceptPolicyRequest::default()).await;
    assert_refused(anonymous, Code::Unauthenticated, "UNAUTHENTICATED", "authorization");
    let asked = pb::GetAcceptPolicyRequest { player: "nobody".into() };
    assert_refused(rig.client.consents().get_accept_policy(asked).await, Code::NotFound, "UNKNOWN_PLAYER", "player");
}

fn cup(encounter: u32, players: [&str; 2]) -> NewMatch {
    let contest = Some(pb::occasion::Contest::Tournament("cup".into()));
    let occasion = Some(pb::Occasion { contest, encounter, pairing: 1 });
    NewMatch { occasion, rules: referee_client::timed("0.5"), ..kamisado(players[0], players[1]) }
}

#[tokio::test]
async fn a_host_pairs_those_who_have_entered_and_nobody_else() {
    let arbiters = vec![PlayerId::parse("host").expect("a name")];
    let rig = Rig::with_settings(Settings { arbiters, ..Settings::default() }).await;
    let (host, eve) = (rig.wary_player("host").await, rig.wary_player("eve").await);
    let (ann, bob) = (rig.wary_player("ann").await, rig.wary_player("bob").await);
    let enter = async |player: &Client| {
        let contest = Some(pb::enter_contest_request::Contest::Tournament("cup".into()));
        player.consents().enter_contest(pb::EnterContestRequest { contest }).await.expect("it enters");
    };
    enter(&ann).await;
    assert_eq!(refused(&host, cup(1, ["ann", "bob"])).await.2, "bob", "he has not entered");
    enter(&bob).await;
    let first = host.create(cup(1, ["ann", "bob"])).await.expect("both have entered").match_id;
    assert_eq!(host.create(cup(1, ["ann", "bob"])).await.expect("the same").match_id, first, "once for its occasion");
    assert_eq!(refused(&eve, cup(1, ["ann", "bob"])).await.0, pb::Reason::Forbidden, "she is no host");
    assert_eq!(refused(&ann, cup(2, ["ann", "bob"])).await.0, pb::Reason::NotAccepted, "entries are for hosts");
    let other = NewMatch { occasion: None, ..cup(2, ["ann", "bob"]) };
    assert_eq!(refused(&host, other).await.0, pb::Reason::NotAccepted, "it is no match of the contest");

    let asked = || pb::ListEntrantsRequest {
        contest: Some(pb::list_entrants_request::Contest::Tournament("cup".into())),
        page_size: 1,
        ..pb::ListEntrantsRequest::default()
    };
    let page = host.consents().list_entrants(asked()).await.expect("a page").into_inner();
    assert_eq!(page.players, ["ann"]);
    let next = pb::ListEntrantsRequest { page_token: page.next_page_token, ..asked() };
    assert_eq!(host.consents().list_entrants(next).await.expect("a page").into_inner().players, ["bob"]);

    let contest = Some(pb::leave_contest_request::Contest::Tournament("cup".into()));
    bob.consents().leave_contest(pb::LeaveContestRequest { contest }).await.expect("he leaves");
    assert_eq!(refused(&host, cup(2, ["ann", "bob"])).await.2, "bob");
    bob.set_accept_policy(Some(accept_all())).await.expect("it is kept");
    host.create(cup(2, ["ann", "bob"])).await.expect("he accepts it by his policy");
    let nameless = pb::EnterContestRequest { contest: None };
    assert_refused(bob.consents().enter_contest(nameless).await, Code::InvalidArgument, "BAD_FIELD", "contest");
    let contest = Some(pb::enter_contest_request::Contest::Ladder("No Name".into()));
    let named_badly = bob.consents().enter_contest(pb::EnterContestRequest { contest }).await;
    assert_refused(named_badly, Code::InvalidArgument, "BAD_FIELD", "ladder");
}
