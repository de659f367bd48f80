//! `TokenService`: several tokens of one player, each for a different use.

use std::time::Duration;

use referee::hall::wall_clock::unix_ms;
use referee_client::{
    Client, NewPlayer, NewToken, Secret,
    pb::{self, Scope, WatchMatchRequest, submit_command_request::Command},
};
use tonic::Code;

use crate::api::rig::{Bot, Rig, assert_refused, command, kamisado};

/// Creates a token of `of` with these scopes. Returns a client that uses it, and the token.
async fn token(rig: &Rig, of: &Client, scopes: &[Scope], expires_unix_ms: Option<i64>) -> (Client, pb::Token) {
    let secret = Secret::draw().expect("there is luck");
    let new = NewToken { scopes: scopes.to_vec(), expires_unix_ms, name: "another".into(), ..NewToken::default() };
    let made = of.create_token(new, &secret).await.expect("it may be made");
    (rig.client.with_token(secret.as_str()).expect("it can be sent"), made)
}

fn create(scopes: &[Scope]) -> pb::CreateTokenRequest {
    pb::CreateTokenRequest { scopes: scopes.iter().map(|scope| (*scope).into()).collect(), ..Default::default() }
}

#[tokio::test]
async fn a_call_is_refused_whose_token_lacks_the_scope_for_it() {
    let rig = Rig::start().await;
    let ann = rig.player("ann").await;
    let (player, _) = token(&rig, &ann, &[Scope::Play], None).await;
    let (opener, _) = token(&rig, &ann, &[Scope::Create], None).await;
    let lacks = |answer: Result<(), tonic::Status>, scope: &str| {
        let text = answer.as_ref().expect_err("it lacks a scope").message().to_owned();
        assert!(text.contains(&format!("`{scope}`")), "{text}");
        assert_refused(answer, Code::PermissionDenied, "MISSING_SCOPE", "scope");
    };
    let request = |client: &Client| kamisado("ann", "house-random").request(client.new_request_id());
    lacks(player.matches().create_match(request(&player)).await.map(drop), "create");
    let opened = opener.create(kamisado("ann", "house-random")).await.expect("it may open matches");
    let resign = || command(&opened.match_id, "r", Command::Resign(pb::Resign {}));
    lacks(opener.matches().submit_command(resign()).await.map(drop), "play");
    lacks(Bot::open(&opener).await.map(drop), "play");
    lacks(player.tokens().create_token(create(&[Scope::Play])).await.map(drop), "account");
    lacks(player.tokens().list_tokens(pb::ListTokensRequest::default()).await.map(drop), "account");
    lacks(player.players().create_bot(pb::CreateBotRequest::default()).await.map(drop), "account");
    lacks(ann.tokens().create_token(create(&[Scope::Play, Scope::Host])).await.map(drop), "admin");
    lacks(ann.admin().list_audit(pb::ListAuditRequest::default()).await.map(drop), "admin");
    lacks(ann.admin().list_limits(pb::ListLimitsRequest {}).await.map(drop), "host");
    let (manager, _) = token(&rig, &ann, &[Scope::Account], None).await;
    lacks(manager.tokens().create_token(create(&[Scope::Play])).await.map(drop), "play");
    assert_refused(ann.tokens().create_token(create(&[])).await, Code::InvalidArgument, "BAD_FIELD", "scopes");
}

#[tokio::test]
async fn a_token_without_play_sees_the_spectators_view() {
    let rig = Rig::start().await;
    let ann = rig.player("ann").await;
    let mut bots = vec![Bot::enter(&ann).await];
    for name in ["bob", "cid", "dan"] {
        bots.push(Bot::enter(&rig.player(name).await).await);
    }
    let players = ["ann", "bob", "cid", "dan"].map(str::to_owned).to_vec();
    let new = referee_client::NewMatch { game: "honest_john".into(), players, ..kamisado("ann", "bob") };
    let match_id = ann.create(new).await.expect("all are here").match_id;
    for bot in &mut bots {
        bot.seated(&match_id).await;
    }
    let look = async |client: &Client| {
        let asked = pb::GetMatchRequest { match_id: match_id.clone(), ..Default::default() };
        client.matches().get_match(asked).await.expect("a public call").into_inner().position
    };
    while look(&ann).await == look(&rig.client).await {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let (opener, _) = token(&rig, &ann, &[Scope::Create], None).await;
    assert_eq!(look(&opener).await, look(&rig.client).await, "the hand is not shown");
    let (player, _) = token(&rig, &ann, &[Scope::Play], None).await;
    assert_eq!(look(&player).await, look(&ann).await);
}

#[tokio::test]
async fn a_revoked_token_ends_its_streams_and_no_others() {
    let rig = Rig::start().await;
    let (mut ann, mut bob, id) = rig.seated().await;
    let (other, made) = token(&rig, &ann.client, &[Scope::Play], None).await;
    let watch = WatchMatchRequest { match_id: id.clone(), after_seq: 0 };
    let mut watched = other.matches().watch_match(watch).await.expect("it can be watched").into_inner();
    watched.message().await.expect("its opening").expect("its opening");

    let listed = ann.client.tokens().list_tokens(pb::ListTokensRequest::default()).await.expect("they are hers");
    let listed = listed.into_inner().tokens;
    assert_eq!(listed.len(), 2);
    assert!(listed.contains(&made), "{listed:?}");
    let elsewhere = bob.client.revoke_token(&made.token_id, "").await.expect_err("it is not his");
    assert_eq!(elsewhere.reason(), Some(pb::Reason::UnknownToken));
    ann.client.revoke_token(&made.token_id, "").await.expect("it is hers");
    let cut = loop {
        match watched.message().await {
            Ok(said) => assert!(said.is_some(), "it does not end as if that were all"),
            Err(cut) => break cut,
        }
    };
    assert_eq!(cut.code(), Code::Unauthenticated);
    let refused = Bot::open(&other).await.map(drop);
    assert_refused(refused, Code::Unauthenticated, "UNAUTHENTICATED", "authorization");
    let gone = ann.client.revoke_token(&made.token_id, "").await.expect_err("it has gone");
    assert_eq!(gone.reason(), Some(pb::Reason::UnknownToken));
    // Streams of her first token stay open.
    ann.ask(command(&id, "ann", Command::Resign(pb::Resign {}))).await.expect("its stream stays open");
    bob.ended().await;
}

#[tokio::test]
async fn a_token_may_revoke_itself_whatever_it_is_for() {
    let rig = Rig::start().await;
    let ann = rig.player("ann").await;
    let (player, made) = token(&rig, &ann, &[Scope::Play], None).await;
    let (_, another) = token(&rig, &ann, &[Scope::Play], None).await;
    let refused = player.revoke_token(&another.token_id, "").await.expect_err("it is another");
    assert_eq!(refused.reason(), Some(pb::Reason::MissingScope));
    player.revoke_token(&made.token_id, "").await.expect("it is itself");
    let refused = player.revoke_token(&made.token_id, "").await.expect_err("it is unknown");
    assert_eq!(refused.reason(), Some(pb::Reason::Unauthenticated));
}

#[tokio::test]
async fn an_expired_token_is_refused_and_ends_its_streams() {
    let rig = Rig::start().await;
    let ann = rig.player("ann").await;
    let past = pb::CreateTokenRequest { expires_unix_ms: Some(unix_ms() - 1), ..create(&[Scope::Play]) };
    let refused = ann.tokens().create_token(past).await;
    assert_refused(refused, Code::InvalidArgument, "BAD_FIELD", "expires_unix_ms");

    let at = unix_ms() + 1_500;
    let (brief, made) = token(&rig, &ann, &[Scope::Play, Scope::Account], Some(at)).await;
    assert_eq!(made.expires_unix_ms, Some(at));
    // A token cannot issue tokens that outlive it.
    let longer = pb::CreateTokenRequest { expires_unix_ms: Some(at + 1), ..create(&[Scope::Play]) };
    let refused = brief.tokens().create_token(longer).await;
    assert_refused(refused, Code::InvalidArgument, "BAD_FIELD", "expires_unix_ms");
    let (_, heir) = token(&rig, &brief, &[Scope::Play], None).await;
    assert_eq!(heir.expires_unix_ms, Some(at));

    let mut bot = Bot::enter(&brief).await;
    assert_eq!(bot.refusal().await.reason(), pb::Reason::TokenExpired);
    bot.hear_the_end().await;
    assert!(unix_ms() >= at, "it ends when it expires");
    let refused = Bot::open(&brief).await.map(drop);
    assert_refused(refused, Code::Unauthenticated, "TOKEN_EXPIRED", "authorization");
}

#[tokio::test]
async fn a_digest_of_ones_own_gives_the_same_player_and_token_again() {
    let rig = Rig::start().await;
    let secret = Secret::draw().expect("there is luck");
    let new = || NewPlayer { display_name: "Ann A.".into(), ..NewPlayer::named("ann") };
    let made = rig.client.register_with(new(), &secret).await.expect("the name is free");
    let player = made.player.expect("it is there");
    assert_eq!((player.display_name.as_str(), player.owner.as_str()), ("Ann A.", ""));
    let again = rig.client.register_with(new(), &secret).await.expect("the answer may have been lost");
    assert_eq!((again.player.as_ref(), again.recovery_code.as_str()), (Some(&player), ""));
    let other = Secret::draw().expect("there is luck");
    let taken = rig.client.register_with(new(), &other).await.expect_err("it is hers");
    assert_eq!(taken.reason(), Some(pb::Reason::NameTaken));
    let both = rig.client.register_with(NewPlayer::named("bob"), &secret).await.expect_err("it is her secret");
    assert_eq!(both.reason(), Some(pb::Reason::BadField));

    let ann = rig.client.with_token(secret.as_str()).expect("it can be sent");
    let new = || NewToken { scopes: vec![Scope::Play], ..NewToken::default() };
    let made = ann.create_token(new(), &other).await.expect("it is new");
    assert_eq!(ann.create_token(new(), &other).await.expect("the same again"), made);
    let drawn = ann.tokens().create_token(create(&[Scope::Play])).await.expect("it may").into_inner();
    assert!(drawn.secret.starts_with("referee_") && drawn.token.is_some_and(|token| token.token_id != made.token_id));
    let short = pb::CreateTokenRequest { token_digest: vec![1; 31], ..create(&[Scope::Play]) };
    let refused = ann.tokens().create_token(short).await;
    assert_refused(refused, Code::InvalidArgument, "BAD_FIELD", "token_digest");
    // This is the digest of an empty secret.
    let empty = pb::CreateTokenRequest { token_digest: Secret::kept("").digest(), ..create(&[Scope::Play]) };
    let refused = ann.tokens().create_token(empty).await;
    assert_refused(refused, Code::InvalidArgument, "BAD_FIELD", "token_digest");

    let third = Secret::draw().expect("there is luck");
    let renewed = ann.renew_token(&third).await.expect("it is known");
    assert_eq!((renewed.player.as_str(), renewed.name.as_str()), ("ann", "first"));
    let ann = rig.client.with_token(third.as_str()).expect("it can be sent");
    ann.create(kamisado("ann", "house-random")).await.expect("the new one is known");
}

#[tokio::test]
async fn tokens_per_player_are_limited() {
    let rig = Rig::start().await;
    let ann = rig.player("ann").await;
    for _ in 1..20 {
        ann.tokens().create_token(create(&[Scope::Play])).await.expect("there is room");
    }
    let refused = ann.tokens().create_token(create(&[Scope::Play])).await;
    let text = refused.as_ref().expect_err("that is all").message().to_owned();
    assert!(text.contains("tokens_per_player"), "{text}");
    assert_refused(refused, Code::ResourceExhausted, "LIMIT", "");
    let page = pb::ListTokensRequest { page_size: Some(15), ..pb::ListTokensRequest::default() };
    let first = ann.tokens().list_tokens(page.clone()).await.expect("listed").into_inner();
    let next = pb::ListTokensRequest { page_token: first.next_page_token, ..page };
    let second = ann.tokens().list_tokens(next).await.expect("listed").into_inner();
    assert_eq!((first.tokens.len(), second.tokens.len(), second.next_page_token.as_str()), (15, 5, ""));
}
