//! Recovery codes and device codes.

use std::{num::NonZeroU32, time::Duration};

use referee::{
    api::Settings,
    games::Catalogue,
    hall::Limits,
    store::{Scope, Scopes, SqliteStore, Store},
};
use referee_client::{Client, NewPlayer, Secret, pb};
use tonic::Code;

use crate::api::rig::{Bot, Rig, assert_refused};

const ONE: NonZeroU32 = NonZeroU32::MIN;

/// Registers a player. Returns its client and its recovery code.
async fn registered(rig: &Rig, name: &str) -> (Client, String) {
    let secret = Secret::draw().expect("there is luck");
    let made = rig.client.register_with(NewPlayer::named(name), &secret).await.expect("the name is free");
    (rig.client.with_token(secret.as_str()).expect("it can be sent"), made.recovery_code)
}

fn recover(player: &str, recovery_code: &str) -> pb::RecoverAccountRequest {
    let (player, recovery_code) = (player.to_owned(), recovery_code.to_owned());
    pb::RecoverAccountRequest { player, recovery_code, ..pb::RecoverAccountRequest::default() }
}

fn redeem(code: &str) -> pb::RedeemDeviceCodeRequest {
    pb::RedeemDeviceCodeRequest { code: code.into(), ..pb::RedeemDeviceCodeRequest::default() }
}

/// Returns the number of tokens of this client's player. `None` if the client's own is invalid.
async fn tokens(of: &Client) -> Option<usize> {
    let listed = of.tokens().list_tokens(pb::ListTokensRequest::default()).await;
    listed.ok().map(|listed| listed.into_inner().tokens.len())
}

fn limit_of(refused: &tonic::Status) -> String {
    let refused = referee_client::Error::from(refused.clone());
    assert_eq!(refused.reason(), Some(pb::Reason::Limit), "{refused}");
    refused.to_string()
}

#[tokio::test]
async fn a_player_that_lost_its_token_gets_a_new_one_by_its_recovery_code() {
    let rig = Rig::start().await;
    let (ann, code) = registered(&rig, "ann").await;
    assert_eq!((code.len(), code.matches('-').count()), (34, 6), "{code}");
    let mut bot = Bot::enter(&ann).await;
    let secret = Secret::draw().expect("there is luck");
    let typed = code.to_lowercase().replace('-', " ");
    let first = rig.client.recover_account("ann", &typed, false, &secret).await.expect("it is her code");
    let token = first.token.expect("it is there");
    assert_eq!(token.scopes, [pb::Scope::Play, pb::Scope::Create, pb::Scope::Account].map(i32::from));
    let again = rig.client.with_token(secret.as_str()).expect("it can be sent");
    assert_eq!((tokens(&again).await, tokens(&ann).await), (Some(2), Some(2)));

    let used_up = rig.client.players().recover_account(recover("ann", &code)).await;
    assert_refused(used_up, Code::PermissionDenied, "BAD_CODE", "recovery_code");
    let asked = pb::RecoverAccountRequest {
        revoke_other_tokens: true,
        request_id: "a secret of sixteen".into(),
        ..recover("ann", &first.recovery_code)
    };
    let alone = rig.client.players().recover_account(asked.clone()).await.expect("it is her code").into_inner();
    let repeated = rig.client.players().recover_account(asked).await.expect("its answer may be lost").into_inner();
    assert_eq!(repeated, alone);
    assert_eq!(bot.refusal().await.reason(), pb::Reason::Unauthenticated, "streams of other tokens end");
    let alone = rig.client.with_token(&alone.secret).expect("it can be sent");
    assert_eq!((tokens(&alone).await, tokens(&ann).await, tokens(&again).await), (Some(1), None, None));
}

#[tokio::test]
async fn a_recovery_by_a_known_secret_revokes_all_other_tokens_too() {
    let rig = Rig::start().await;
    let (ann, code) = registered(&rig, "ann").await;
    let own = Secret::draw().expect("there is luck");
    let asked = pb::RecoverAccountRequest { token_digest: own.digest(), ..recover("ann", &code) };
    let first = rig.client.players().recover_account(asked.clone()).await.expect("it is her code").into_inner();
    assert_eq!(tokens(&ann).await, Some(2));
    let asked = pb::RecoverAccountRequest { recovery_code: first.recovery_code, revoke_other_tokens: true, ..asked };
    rig.client.players().recover_account(asked).await.expect("it is her next code");
    let page = rig.client.with_token(own.as_str()).expect("it can be sent");
    assert_eq!((tokens(&page).await, tokens(&ann).await), (Some(1), None), "the stolen token is gone");
}

#[tokio::test]
async fn a_wrong_recovery_code_does_not_tell_who_exists() {
    let rig = Rig::start().await;
    let (_, code) = registered(&rig, "ann").await;
    let mut said = Vec::new();
    for (player, code) in [("ann", "0000-0000-0000-0000-0000-0000-0000"), ("unknown", &code), ("ann", "no code")] {
        let refused = rig.client.players().recover_account(recover(player, code)).await.expect_err("it is wrong");
        said.push((refused.code(), refused.message().to_owned()));
    }
    assert!(said.iter().all(|one| *one == said[0] && one.0 == Code::PermissionDenied), "{said:?}");
    assert!(!said[0].1.contains(&code));
}

#[tokio::test]
async fn attempts_to_recover_are_limited_by_address() {
    let rig = Rig::with_settings(Settings { recoveries_per_hour: ONE, ..Settings::default() }).await;
    let mut players = rig.client.players();
    assert_refused(
        players.recover_account(recover("ann", "")).await,
        Code::PermissionDenied,
        "BAD_CODE",
        "recovery_code",
    );
    let refused = players.recover_account(recover("bob", "")).await.expect_err("that was one");
    assert!(limit_of(&refused).contains("recoveries_per_hour"), "{refused}");
}

#[tokio::test]
async fn a_recovery_code_is_replaced_by_its_player_or_by_an_administrator() {
    let store = Store::in_memory().expect("there is memory");
    let rig = Rig::with_hosts(store.clone(), &[]).await;
    let (ann, first) = registered(&rig, "ann").await;
    let renewed = ann.players().renew_recovery_code(pb::RenewRecoveryCodeRequest {}).await.expect("it is hers");
    let second = renewed.into_inner().recovery_code;
    let admin = rig.administrator(&store).await;
    let replace = |player: &str| pb::ReplaceTokensRequest {
        player: player.into(),
        reason: "has lost hers".into(),
        ..pb::ReplaceTokensRequest::default()
    };
    let replaced = admin.admin().replace_tokens(replace("ann")).await.expect("she may").into_inner();
    for old in [&first, &second] {
        let refused = rig.client.players().recover_account(recover("ann", old)).await;
        assert_refused(refused, Code::PermissionDenied, "BAD_CODE", "recovery_code");
    }
    let recovered = rig.client.players().recover_account(recover("ann", &replaced.recovery_code)).await;
    let recovered = recovered.expect("it is the newest").into_inner();
    let ann = rig.client.with_token(&recovered.secret).expect("it can be sent");
    let bot = pb::CreateBotRequest {
        name: "deep".into(),
        scopes: vec![pb::Scope::Account.into()],
        ..pb::CreateBotRequest::default()
    };
    let bot = ann.players().create_bot(bot).await.expect("it is hers").into_inner();
    assert_eq!(admin.admin().replace_tokens(replace("deep")).await.expect("she may").into_inner().recovery_code, "");
    let asked = pb::CreateTokenRequest {
        player: "deep".into(),
        scopes: vec![pb::Scope::Account.into()],
        ..pb::CreateTokenRequest::default()
    };
    let deep = ann.tokens().create_token(asked).await.expect("it is hers").into_inner().secret;
    let deep = rig.client.with_token(&deep).expect("it can be sent");
    let refused = deep.players().renew_recovery_code(pb::RenewRecoveryCodeRequest {}).await;
    assert_refused(refused, Code::PermissionDenied, "FORBIDDEN", "authorization");
    assert_eq!(bot.player.expect("it is there").owner, "ann");
}

#[tokio::test]
async fn a_second_device_gets_a_token_by_a_short_code() {
    let rig = Rig::start().await;
    let (ann, _) = registered(&rig, "ann").await;
    let made = ann.create_device_code().await.expect("it is hers");
    assert!(made.code.len() == 8 && made.code.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{}", made.code);
    let secret = Secret::draw().expect("there is luck");
    let typed = format!("{}-{}", &made.code[..4], &made.code[4..]).to_lowercase();
    let token = rig.client.redeem_device_code(&typed, "phone", &secret).await.expect("it is open");
    assert_eq!((token.player.as_str(), token.name.as_str(), token.scopes.len()), ("ann", "phone", 3));
    let phone = rig.client.with_token(secret.as_str()).expect("it can be sent");
    assert_eq!(tokens(&phone).await, Some(2));
    let used_up = rig.client.tokens().redeem_device_code(redeem(&made.code)).await;
    assert_refused(used_up, Code::PermissionDenied, "BAD_CODE", "code");

    // A token with only the scope `play` cannot create a token with other scopes.
    let play = vec![pb::Scope::Play.into()];
    let asked = pb::CreateDeviceCodeRequest { scopes: play.clone(), expires_in_ms: None };
    let code = phone.tokens().create_device_code(asked).await.expect("it has the scope").into_inner().code;
    let mut asked = redeem(&code);
    asked.request_id = "a secret of sixteen".into();
    let player = rig.client.tokens().redeem_device_code(asked.clone()).await.expect("it is open").into_inner();
    let repeated = rig.client.tokens().redeem_device_code(asked).await.expect("its answer may be lost").into_inner();
    assert_eq!((&repeated, &player.token.as_ref().expect("it is there").scopes), (&player, &play));
    let player = rig.client.with_token(&player.secret).expect("it can be sent");
    let more = pb::CreateDeviceCodeRequest { scopes: vec![pb::Scope::Account.into()], expires_in_ms: None };
    let refused = player.tokens().create_device_code(more).await;
    assert_refused(refused, Code::PermissionDenied, "MISSING_SCOPE", "scope");
    for bad in [0, 600_001] {
        let asked = pb::CreateDeviceCodeRequest { scopes: Vec::new(), expires_in_ms: Some(bad) };
        assert_refused(
            ann.tokens().create_device_code(asked).await,
            Code::InvalidArgument,
            "BAD_FIELD",
            "expires_in_ms",
        );
    }
    let short = pb::CreateDeviceCodeRequest { scopes: Vec::new(), expires_in_ms: Some(1) };
    let short = ann.tokens().create_device_code(short).await.expect("it is hers").into_inner().code;
    tokio::time::sleep(Duration::from_millis(5)).await;
    assert_refused(
        rig.client.tokens().redeem_device_code(redeem(&short)).await,
        Code::PermissionDenied,
        "BAD_CODE",
        "code",
    );
}

#[tokio::test]
async fn a_device_code_of_a_host_gives_no_token_of_a_host() {
    let store = Store::in_memory().expect("there is memory");
    let rig = Rig::with_hosts(store.clone(), &[]).await;
    let host = rig.root(&store, Scopes::of([Scope::Account, Scope::Host, Scope::Admin])).await;
    let asked = pb::CreateDeviceCodeRequest { scopes: vec![pb::Scope::Admin.into()], expires_in_ms: None };
    assert_refused(host.tokens().create_device_code(asked).await, Code::InvalidArgument, "BAD_FIELD", "scopes");
    let code = host.tokens().create_device_code(pb::CreateDeviceCodeRequest::default()).await.expect("an account");
    let token = rig.client.tokens().redeem_device_code(redeem(&code.into_inner().code)).await.expect("it is open");
    let scopes = token.into_inner().token.expect("a token").scopes;
    assert_eq!(scopes, [i32::from(pb::Scope::Account)], "neither host nor admin");
}

#[tokio::test]
async fn open_device_codes_and_wrong_ones_are_limited() {
    let rig = Rig::with_settings(Settings { device_codes_per_player: 1, ..Settings::default() }).await;
    let (ann, _) = registered(&rig, "ann").await;
    ann.create_device_code().await.expect("the first");
    let refused = ann.tokens().create_device_code(pb::CreateDeviceCodeRequest::default()).await;
    assert!(limit_of(&refused.expect_err("that was one")).contains("device_codes_per_player"));
    rig.stop().await;

    let two = const { NonZeroU32::new(2).unwrap() };
    let from_one = Settings { device_code_failures_per_hour_per_address: two, ..Settings::default() };
    let from_all = Settings { device_code_failures_per_hour: two, ..Settings::default() };
    for (settings, name) in
        [(from_one, "device_code_failures_per_hour_per_address"), (from_all, "device_code_failures_per_hour")]
    {
        let rig = Rig::with_settings(settings).await;
        let (ann, _) = registered(&rig, "ann").await;
        let attempt = async |code: &str| rig.client.tokens().redeem_device_code(redeem(code)).await;
        for _ in 0..4 {
            // Correct codes do not count towards the limit.
            attempt(&ann.create_device_code().await.expect("it is hers").code).await.expect("it is right");
        }
        for wrong in ["00000000", "no code"] {
            assert_refused(attempt(wrong).await, Code::PermissionDenied, "BAD_CODE", "code");
        }
        let refused = attempt("00000000").await.expect_err("that were two");
        let text = limit_of(&refused);
        assert!(text.contains(name), "{text}");
        let right = ann.create_device_code().await.expect("it is hers").code;
        limit_of(&attempt(&right).await.expect_err("a right code after too many wrong ones"));
        rig.stop().await;
    }
}

#[tokio::test]
async fn open_codes_survive_a_restart_of_the_server() {
    let directory = tempfile::tempdir().expect("a directory");
    let serve = async || {
        let store = Store::from(SqliteStore::open(directory.path()).expect("it opens"));
        Rig::over(store, Catalogue::ALL, Limits::default(), Settings::default()).await
    };
    let rig = serve().await;
    let (ann, recovery_code) = registered(&rig, "ann").await;
    let code = ann.create_device_code().await.expect("it is hers").code;
    drop(ann);
    rig.stop().await;

    let rig = serve().await;
    rig.client.tokens().redeem_device_code(redeem(&code)).await.expect("it is still open");
    rig.client.players().recover_account(recover("ann", &recovery_code)).await.expect("it is still hers");
    rig.stop().await;
}
