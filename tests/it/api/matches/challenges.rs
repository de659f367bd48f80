//! Challenges to players, open challenges, and the lobby that lists them.

use std::time::Duration;

use referee::{api::Settings, games::Catalogue, hall::Limits, store::Store};
use referee_client::{Client, Error, NewToken, Secret, accept_all, pb};
use tokio::time::timeout;
use tonic::Code;

use crate::api::rig::{Bot, Rig, assert_refused};
use pb::{ChallengeState, DeclineReason, Reason, play_response::Message, watch_lobby_response::Message as Told};

const PATIENCE: Duration = Duration::from_secs(20);

fn to(opponents: &[&str], time_control: &str) -> pb::CreateChallengeRequest {
    pb::CreateChallengeRequest {
        opponents: opponents.iter().map(|name| (*name).to_owned()).collect(),
        game: "kamisado".into(),
        rules: Some(referee_client::timed(time_control)),
        ..pb::CreateChallengeRequest::default()
    }
}

/// Returns the next challenge that the bot receives.
async fn told(bot: &mut Bot) -> pb::Challenge {
    let heard = bot.hear_until(|said| if let Message::Challenge(challenge) = said { Some(*challenge) } else { None });
    timeout(PATIENCE, heard).await.expect("it arrives in time")
}

fn reason<T: std::fmt::Debug>(answer: Result<T, Error>) -> Reason {
    answer.expect_err("a refusal").reason().expect("of the server")
}

async fn players(rig: &Rig, id: &str) -> Vec<String> {
    let asked = pb::GetMatchRequest { match_id: id.to_owned(), ..Default::default() };
    rig.client.matches().get_match(asked).await.expect("a match").into_inner().summary.expect("one").players
}

#[tokio::test]
async fn a_challenge_becomes_a_match_when_it_is_accepted() {
    let rig = Rig::start().await;
    let (ann, bob, eve) = (rig.wary_player("ann").await, rig.wary_player("bob").await, rig.wary_player("eve").await);
    let (mut black, mut white) = (Bot::enter(&ann).await, Bot::enter(&bob).await);
    let asked = pb::CreateChallengeRequest { seat: Some(1), request_id: "first".into(), ..to(&["bob"], "60+1") };
    let made = ann.challenge(asked.clone()).await.expect("it is put to him");
    assert_eq!(
        (made.state(), &made.opponents[..], made.challenger_seat),
        (ChallengeState::Open, &["bob".to_owned()][..], Some(1))
    );
    let again = ann.challenge(asked).await.expect("the same");
    assert_eq!(again.challenge_id, made.challenge_id, "once for its request");
    for bot in [&mut black, &mut white] {
        assert_eq!(told(bot).await.challenge_id, made.challenge_id, "both hear of it");
    }
    let listed = async |who: &Client| {
        let list = who.challenges().list_challenges(pb::ListChallengesRequest::default()).await.expect("a list");
        list.into_inner().challenges.len()
    };
    assert_eq!((listed(&bob).await, listed(&eve).await, listed(&rig.client).await), (1, 0, 0), "others do not see it");
    assert_eq!(reason(eve.accept_challenge(&made.challenge_id).await), Reason::UnknownChallenge);
    assert_eq!(reason(bob.cancel_challenge(&made.challenge_id).await), Reason::Forbidden);

    let accepted = bob.accept_challenge(&made.challenge_id).await.expect("he may");
    assert_eq!((accepted.state(), &accepted.match_id), (ChallengeState::Accepted, &made.challenge_id));
    assert_eq!(players(&rig, &accepted.match_id).await, ["bob", "ann"], "she has the seat that she wished for");
    white.seated(&accepted.match_id).await;
    let again = bob.accept_challenge(&made.challenge_id).await.expect("the same");
    assert_eq!(again.match_id, accepted.match_id);
    assert_eq!(reason(ann.cancel_challenge(&made.challenge_id).await), Reason::ChallengeClosed);
    assert_eq!(listed(&bob).await, 0);
}

#[tokio::test]
async fn a_policy_answers_by_itself() {
    let rig = Rig::start().await;
    let (ann, bob) = (rig.wary_player("ann").await, rig.wary_player("bob").await);
    let policy = pb::AcceptPolicy { min_base_ms: 10_000, max_matches: Some(1), ..pb::AcceptPolicy::default() };
    bob.set_accept_policy(Some(policy.clone())).await.expect("it is kept");
    let _here = (Bot::enter(&ann).await, Bot::enter(&bob).await);
    let fast = ann.challenge(to(&["bob"], "1")).await.expect("it is answered");
    assert_eq!((fast.state(), fast.decline_reason()), (ChallengeState::Declined, DeclineReason::TooFast));
    assert!(fast.declined_by == "bob" && fast.decline_text.contains("10000 ms"), "{fast:?}");
    let slow = ann.challenge(to(&["bob"], "60")).await.expect("it is answered");
    assert_eq!(slow.state(), ChallengeState::Accepted);
    assert_eq!(players(&rig, &slow.match_id).await.len(), 2);
    let busy = ann.challenge(to(&["bob"], "60")).await.expect("it is answered");
    assert_eq!((busy.state(), busy.decline_reason()), (ChallengeState::Declined, DeclineReason::Busy));
    bob.set_accept_policy(Some(pb::AcceptPolicy { ask: true, ..policy })).await.expect("it is kept");
    let put = ann.challenge(to(&["bob"], "1")).await.expect("it is put to him");
    assert_eq!(put.state(), ChallengeState::Open);
    let declined = bob.decline_challenge(&put.challenge_id, DeclineReason::Rules).await.expect("he may");
    assert_eq!((declined.state(), declined.decline_reason()), (ChallengeState::Declined, DeclineReason::Rules));
    assert_eq!(reason(bob.accept_challenge(&put.challenge_id).await), Reason::ChallengeClosed);
    let house = ann.challenge(to(&["house-random"], "60")).await.expect("the house accepts");
    assert_eq!(house.state(), ChallengeState::Accepted);
    assert_eq!(reason(ann.challenge(to(&["nobody"], "60")).await), Reason::UnknownPlayer);
    assert_eq!(reason(ann.challenge(to(&["ann"], "60")).await), Reason::BadField);
}

#[tokio::test]
async fn a_proposal_with_invalid_rules_is_rejected() {
    let rig = Rig::start().await;
    let (ann, _bob) = (rig.wary_player("ann").await, rig.wary_player("bob").await);
    let usual = || referee_client::timed("60");
    for rules in [
        pb::MatchRules { disconnect_grace_ms: Some(4_000_000_000), ..usual() },
        pb::MatchRules { start_grace_ms: Some(4_000_000_000), ..usual() },
        pb::MatchRules { max_plies: Some(6_000), ..usual() },
    ] {
        let asked = pb::CreateChallengeRequest { rules: Some(rules), ..to(&["bob"], "60") };
        assert_eq!(reason(ann.challenge(asked).await), Reason::Limit);
    }
    // With its default options, this game has at least four seats.
    let few = pb::CreateChallengeRequest {
        game: "honest_john".into(),
        seats: Some(3),
        link: true,
        options: Default::default(),
        ..to(&[], "60")
    };
    assert_eq!(reason(ann.challenge(few).await), Reason::BadOption);
    // Ann has no open stream, so the server refuses her seek.
    let seek = pb::CreateChallengeRequest { request_id: "retry-me".into(), ..to(&[], "60") };
    let first = reason(ann.challenge(seek.clone()).await);
    assert_eq!(reason(ann.challenge(seek.clone()).await), first, "a refusal is no challenge that was canceled");
    let _here = Bot::enter(&ann).await;
    assert_eq!(ann.challenge(seek).await.expect("now she is here").state(), ChallengeState::Open);
}

#[tokio::test]
async fn challenges_expire_are_taken_back_and_are_bounded() {
    let rig = Rig::without_keepalive().await;
    let (ann, bob) = (rig.wary_player("ann").await, rig.wary_player("bob").await);
    let mut black = Bot::enter(&ann).await;
    let short = pb::CreateChallengeRequest { expires_in_ms: Some(50), ..to(&["bob"], "60") };
    let short = ann.challenge(short).await.expect("it is put to him");
    assert_eq!(told(&mut black).await.state(), ChallengeState::Open);
    assert_eq!(told(&mut black).await.state(), ChallengeState::Expired);
    assert_eq!(reason(bob.accept_challenge(&short.challenge_id).await), Reason::ChallengeClosed);
    let long = pb::CreateChallengeRequest { expires_in_ms: Some(86_400_001), ..to(&["bob"], "60") };
    assert_eq!(reason(ann.challenge(long).await), Reason::Limit);

    // The limits are four challenges to one player, and sixteen in all.
    let mut open = Vec::new();
    for opponent in ["bob", "cid", "dan", "eve"] {
        if opponent != "bob" {
            rig.wary_player(opponent).await;
        }
        for _ in 0..4 {
            open.push(ann.challenge(to(&[opponent], "60")).await.expect("it is put to a player").challenge_id);
        }
    }
    rig.wary_player("fay").await;
    match ann.challenge(to(&["fay"], "60")).await {
        Err(Error::Refused(no)) => assert_eq!(no.limit.expect("a limit").name, "challenges_of_a_player"),
        other => panic!("{other:?}"),
    }
    let canceled = ann.cancel_challenge(&open[0]).await.expect("it is hers");
    assert_eq!(canceled.state(), ChallengeState::Canceled);
    assert_eq!(ann.cancel_challenge(&open[0]).await.expect("the same").state(), ChallengeState::Canceled);
    ann.challenge(to(&["bob"], "60")).await.expect("there is room again");
    // A new connection receives the waiting challenges.
    let mut white = Bot::enter(&bob).await;
    assert_eq!(told(&mut white).await.state(), ChallengeState::Open);
}

#[tokio::test]
async fn an_open_challenge_is_matched_and_ends_with_its_stream() {
    let rig = Rig::start().await;
    let (ann, bob, eve) = (rig.wary_player("ann").await, rig.wary_player("bob").await, rig.wary_player("eve").await);
    assert_eq!(reason(ann.challenge(to(&[], "60")).await), Reason::BadField, "she has no stream");
    let mut lobby = rig.client.challenges().watch_lobby(pb::WatchLobbyRequest {}).await.expect("it opens").into_inner();
    let mut next = async || {
        let said = timeout(PATIENCE, lobby.message()).await.expect("in time").expect("no cut").expect("open");
        said.message.expect("a message")
    };
    assert!(matches!(next().await, Told::CaughtUp(_)));
    let mut black = Bot::enter(&ann).await;
    assert!(matches!(next().await, Told::Presence(of) if of.player == "ann" && of.online));
    let seek = ann.challenge(to(&[], "60")).await.expect("it is open");
    assert!(matches!(next().await, Told::Challenge(of) if of.challenge_id == seek.challenge_id));
    let other = pb::CreateChallengeRequest { keep: true, ..to(&[], "30") };
    let kept = bob.challenge(other).await.expect("it is another one");
    assert_eq!(kept.state(), ChallengeState::Open);
    let matched = pb::CreateChallengeRequest { keep: true, seat: Some(0), ..to(&[], "60") };
    let matched = bob.challenge(matched).await.expect("it is the same");
    assert_eq!(matched.state(), ChallengeState::Accepted);
    assert_eq!(players(&rig, &matched.match_id).await, ["bob", "ann"]);
    black.seated(&matched.match_id).await;
    let accepted = eve.accept_challenge(&kept.challenge_id).await.expect("a public call");
    assert_eq!(accepted.state(), ChallengeState::Accepted);
    assert!(players(&rig, &accepted.match_id).await.contains(&"eve".to_owned()));

    let seek = ann.challenge(to(&[], "90")).await.expect("it is open");
    black.close().await;
    loop {
        match next().await {
            Told::Challenge(of) if of.challenge_id == seek.challenge_id && of.state() == ChallengeState::Canceled => {
                break;
            }
            _ => {}
        }
    }
    // A player with an accept policy is matched, unless the policy excludes the challenger.
    let policy = pb::AcceptPolicy { except_players: vec!["ann".into()], ..accept_all() };
    bob.set_accept_policy(Some(policy)).await.expect("it is kept");
    eve.set_accept_policy(Some(accept_all())).await.expect("it is kept");
    let (_bob, _eve) = (Bot::enter(&bob).await, Bot::enter(&eve).await);
    let seek = ann.challenge(pb::CreateChallengeRequest { keep: true, ..to(&[], "120") }).await.expect("it is open");
    assert_eq!(seek.state(), ChallengeState::Open, "no policy accepts it while she is away");
    let _black = Bot::enter(&ann).await;
    let seek = loop {
        match next().await {
            Told::Challenge(of) if of.challenge_id == seek.challenge_id && of.state() != ChallengeState::Open => {
                break of;
            }
            _ => {}
        }
    };
    assert_eq!(seek.state(), ChallengeState::Accepted);
    assert!(players(&rig, &seek.match_id).await.contains(&"eve".to_owned()));
}

/// A ban ends all challenges from and to the player.
#[tokio::test]
async fn a_banned_or_revoked_player_cannot_propose() {
    let store = Store::in_memory().expect("there is memory");
    let rig = Rig::over(store.clone(), Catalogue::ALL, Limits::default(), Settings::default()).await;
    let admin = rig.administrator(&store).await;
    let (ann, bob) = (rig.wary_player("ann").await, rig.wary_player("bob").await);
    let kept = || pb::CreateChallengeRequest { keep: true, ..to(&[], "60") };
    let secret = Secret::draw().expect("there is luck");
    let new = NewToken { scopes: vec![pb::Scope::Create], name: "second".into(), ..NewToken::default() };
    let made = ann.create_token(new, &secret).await.expect("it is hers");
    let second = ann.with_token(secret.as_str()).expect("it can be sent");
    let listed = async || {
        let list = bob.challenges().list_challenges(pb::ListChallengesRequest::default()).await.expect("a list");
        list.into_inner().challenges.into_iter().map(|open| open.challenge_id).collect::<Vec<_>>()
    };
    let by_second = second.challenge(kept()).await.expect("it is open").challenge_id;
    let renewed = Secret::draw().expect("there is luck");
    let token = second.renew_token(&renewed).await.expect("it may");
    assert_ne!(token.token_id, made.token_id);
    assert_eq!(listed().await, [by_second], "a renewed token keeps its seeks");
    let by_first = ann.challenge(kept()).await.expect("it is open").challenge_id;
    ann.revoke_token(&token.token_id, "").await.expect("it is hers");
    assert_eq!(listed().await, [by_first], "a token that is revoked does not, and another one does");

    ann.challenge(to(&["bob"], "60")).await.expect("it is put to him");
    let asked = bob.challenge(to(&["ann"], "60")).await.expect("it is put to her");
    assert_eq!(listed().await.len(), 3);
    let ban = pb::BanPlayerRequest { player: "ann".into(), reason: "cheats".into() };
    admin.admin().ban_player(ban).await.expect("she may");
    assert_eq!(listed().await.len(), 0);
    assert_eq!(reason(bob.cancel_challenge(&asked.challenge_id).await), Reason::ChallengeClosed);
    assert_eq!(reason(bob.challenge(to(&["ann"], "60")).await), Reason::PlayerBanned);
}

#[tokio::test]
async fn a_list_of_challenges_has_pages() {
    let rig = Rig::start().await;
    let ann = rig.wary_player("ann").await;
    for opponent in ["bob", "eve"] {
        rig.wary_player(opponent).await;
    }
    for opponent in ["bob", "bob", "bob", "eve", "eve"] {
        ann.challenge(to(&[opponent], "60")).await.expect("it is put to a player");
    }
    let (mut seen, mut page_token) = (Vec::new(), String::new());
    loop {
        let asked = pb::ListChallengesRequest { page_size: Some(2), page_token };
        let page = ann.challenges().list_challenges(asked).await.expect("a page").into_inner();
        assert!(page.challenges.len() <= 2);
        seen.extend(page.challenges.into_iter().map(|open| open.challenge_id));
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 5, "each once");
    let asked = pb::ListChallengesRequest { page_token: "x".into(), ..Default::default() };
    let refused = ann.challenges().list_challenges(asked).await;
    assert_refused(refused, Code::InvalidArgument, "BAD_PAGE_TOKEN", "page_token");
}

#[tokio::test]
async fn a_link_challenge_goes_to_the_first_player_with_its_id() {
    let rig = Rig::start().await;
    let (ann, eve) = (rig.wary_player("ann").await, rig.wary_player("eve").await);
    let bob = rig.player("bob").await;
    // Neither these bots nor the later seek may be matched with the challenge. One bot connects
    // before it, and one after it.
    let _here = (Bot::enter(&ann).await, Bot::enter(&bob).await);
    let asked = pb::CreateChallengeRequest { link: true, ..to(&[], "60+1") };
    let made = ann.challenge(asked.clone()).await.expect("it is open");
    let carl = rig.player("carl").await;
    let _late = Bot::enter(&carl).await;
    assert!(made.link && made.state() == ChallengeState::Open, "{made:?}");
    let seek = eve.challenge(pb::CreateChallengeRequest { keep: true, seats: Some(2), ..to(&[], "60+1") }).await;
    assert_eq!(seek.expect("it is matched with no link").state(), ChallengeState::Open);

    let listed = async |who: &Client| {
        let list = who.challenges().list_challenges(pb::ListChallengesRequest::default()).await.expect("a list");
        list.into_inner().challenges.iter().any(|open| open.challenge_id == made.challenge_id)
    };
    assert!(listed(&ann).await && !listed(&eve).await && !listed(&rig.client).await);
    let mut lobby = eve.lobby();
    loop {
        match lobby.next().await.expect("it is open") {
            Told::Challenge(challenge) => assert_ne!(challenge.challenge_id, made.challenge_id),
            Told::CaughtUp(_) => break,
            Told::Presence(_) => {}
        }
    }
    let get = async |who: &Client, id: &str| {
        let answer = who.challenges().get_challenge(pb::GetChallengeRequest { challenge_id: id.into() }).await;
        answer.map(|answer| answer.into_inner().challenge.expect("it is there"))
    };
    assert_eq!(get(&rig.client, &made.challenge_id).await.expect("its id is its key"), made);
    assert_refused(get(&eve, "0000-0000-0000").await, Code::NotFound, "UNKNOWN_CHALLENGE", "challenge_id");
    let named = ann.challenge(to(&["bob"], "60")).await.expect("it is put to him").challenge_id;
    assert_refused(get(&eve, &named).await, Code::NotFound, "UNKNOWN_CHALLENGE", "challenge_id");

    let secret = Secret::draw().expect("there is luck");
    let guest = rig.client.register_guest("Dan", &secret).await.expect("guests may come").player.expect("it is there");
    let dan = rig.client.with_token(secret.as_str()).expect("it can be sent");
    let accepted = dan.accept_challenge(&made.challenge_id).await.expect("guests too");
    let mut seated = players(&rig, &accepted.match_id).await;
    seated.sort();
    assert_eq!(seated, ["ann".to_owned(), guest.name]);
    assert_eq!(reason(eve.accept_challenge(&made.challenge_id).await), Reason::ChallengeClosed, "the first alone");

    let second = ann.challenge(asked.clone()).await.expect("another");
    assert_ne!(second.challenge_id, made.challenge_id);
    assert_eq!(reason(eve.cancel_challenge(&second.challenge_id).await), Reason::Forbidden);
    ann.cancel_challenge(&second.challenge_id).await.expect("it is hers");
    assert_eq!(reason(eve.accept_challenge(&second.challenge_id).await), Reason::ChallengeClosed);
    let short = pb::CreateChallengeRequest { expires_in_ms: Some(20), ..asked.clone() };
    let short = ann.challenge(short).await.expect("it is open").challenge_id;
    while get(&eve, &short).await.expect("it is known").state() == ChallengeState::Open {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(get(&eve, &short).await.expect("it is known").state(), ChallengeState::Expired);
    let both = pb::CreateChallengeRequest { opponents: vec!["bob".into()], ..asked };
    assert_refused(ann.challenges().create_challenge(both).await, Code::InvalidArgument, "BAD_FIELD", "link");
}
