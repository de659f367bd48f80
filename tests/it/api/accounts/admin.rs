//! `AdminService`: actions of hosts and administrators, and their entries in the audit log.

use referee::{
    api::{Settings, services::tokens::draw_token},
    games::Catalogue,
    hall::Limits,
    ids::PlayerId,
    store::{NewAccount, Registered, Scope, Scopes, Store},
};
use referee_client::{
    Client, NewPlayer, NewToken, Secret,
    pb::{self, submit_command_request::Command},
};
use tonic::Code;

use crate::api::rig::{Bot, Rig, assert_refused, command, kamisado};

async fn start() -> (Rig, Client) {
    let store = Store::in_memory().expect("there is memory");
    let rig = Rig::over(store.clone(), Catalogue::ALL, Limits::default(), Settings::default()).await;
    let admin = rig.administrator(&store).await;
    (rig, admin)
}

async fn actions(admin: &Client) -> Vec<(String, String, String)> {
    let listed = admin.admin().list_audit(pb::ListAuditRequest::default()).await.expect("she may").into_inner();
    listed.entries.into_iter().map(|entry| (entry.action, entry.subject, entry.reason)).collect()
}

fn entry(action: &str, subject: &str, reason: &str) -> (String, String, String) {
    (action.to_owned(), subject.to_owned(), reason.to_owned())
}

fn ban(name: &str, reason: &str) -> pb::BanPlayerRequest {
    pb::BanPlayerRequest { player: name.into(), reason: reason.into() }
}

#[tokio::test]
async fn a_banned_player_leaves_with_its_bots_and_returns_after_the_ban() {
    let (rig, admin) = start().await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let secret = Secret::draw().expect("there is luck");
    ann.create_bot(NewPlayer::named("deep"), &secret).await.expect("the name is free");
    let deep = rig.client.with_token(secret.as_str()).expect("it can be sent");
    deep.set_accept_policy(Some(referee_client::accept_all())).await.expect("it is kept");
    let (mut first, mut second) = (Bot::enter(&deep).await, Bot::enter(&bob).await);
    let match_id = bob.create(kamisado("bob", "deep")).await.expect("both are here").match_id;
    first.seated(&match_id).await;
    second.seated(&match_id).await;
    second.turn().await;

    assert_refused(bob.admin().ban_player(ban("ann", "x")).await, Code::PermissionDenied, "MISSING_SCOPE", "scope");
    assert_refused(admin.admin().ban_player(ban("ann", "")).await, Code::InvalidArgument, "BAD_FIELD", "reason");
    assert_refused(admin.admin().ban_player(ban("nobody", "x")).await, Code::NotFound, "UNKNOWN_PLAYER", "player");
    for name in ["house-random", "root"] {
        assert_refused(admin.admin().ban_player(ban(name, "x")).await, Code::PermissionDenied, "FORBIDDEN", "player");
    }
    let banned = admin.admin().ban_player(ban("ann", "cheats")).await.expect("she may").into_inner().account;
    assert_eq!(banned.expect("it is there").ban_reason, "cheats");
    let refusal = first.refusal().await;
    assert_eq!(refusal.reason(), pb::Reason::PlayerBanned);
    assert!(refusal.text.contains("cheats"), "{refusal:?}");
    let termination = second.ended().await.1.termination();
    assert_eq!(termination, pb::Termination::Resignation);
    for client in [&ann, &deep] {
        let refused = client.tokens().list_tokens(pb::ListTokensRequest::default()).await;
        assert_refused(refused, Code::PermissionDenied, "PLAYER_BANNED", "");
    }
    let request = kamisado("bob", "deep").request("again".into());
    let refused = bob.matches().create_match(request).await;
    assert_refused(refused, Code::PermissionDenied, "PLAYER_BANNED", "players[1]");
    let only_banned = pb::ListAccountsRequest { banned: true, ..pb::ListAccountsRequest::default() };
    let listed = admin.admin().list_accounts(only_banned).await.expect("she may").into_inner().accounts;
    let listed: Vec<_> = listed.into_iter().map(|account| account.player.expect("it is there").name).collect();
    assert_eq!(listed, ["ann", "deep"]);

    let unban = pb::UnbanPlayerRequest { player: "ann".into(), reason: "sorry".into() };
    admin.admin().unban_player(unban).await.expect("she may");
    let _back = Bot::enter(&deep).await;
    assert_eq!(actions(&admin).await, [entry("unban_player", "ann", "sorry"), entry("ban_player", "ann", "cheats")]);
}

#[tokio::test]
async fn a_lost_token_is_replaced_and_the_lost_one_is_useless() {
    let (rig, admin) = start().await;
    let lost = rig.player("ann").await;
    let mut bot = Bot::enter(&lost).await;
    let asked = pb::ReplaceTokensRequest { player: "ann".into(), reason: "lost".into(), token_digest: Vec::new() };
    let replaced = admin.admin().replace_tokens(asked).await.expect("she may").into_inner();
    assert_eq!(bot.refusal().await.reason(), pb::Reason::Unauthenticated);
    let refused = Bot::open(&lost).await.map(drop);
    assert_refused(refused, Code::Unauthenticated, "UNAUTHENTICATED", "authorization");
    let ann = rig.client.with_token(&replaced.secret).expect("it can be sent");
    ann.create(kamisado("ann", "house-random")).await.expect("the new one is known");
    assert_eq!(actions(&admin).await, [entry("replace_tokens", "ann", "lost")]);
}

#[tokio::test]
async fn an_administrator_grants_and_revokes_like_a_host() {
    let (rig, admin) = start().await;
    rig.player("ann").await;
    let secret = Secret::draw().expect("there is luck");
    let host = |reason: &str| NewToken {
        player: "ann".into(),
        name: "pairs".into(),
        scopes: vec![pb::Scope::Host],
        reason: reason.into(),
        ..NewToken::default()
    };
    let refused = admin.create_token(host(""), &secret).await.expect_err("it has no reason");
    assert_eq!(refused.reason(), Some(pb::Reason::BadField));
    let made = admin.create_token(host("runs the ladder"), &secret).await.expect("she may");
    let pairing = rig.client.with_token(secret.as_str()).expect("it can be sent");
    let limits = pairing.admin().list_limits(pb::ListLimitsRequest {}).await.expect("it hosts").into_inner().limits;
    assert!(limits.iter().any(|limit| limit.name == "bots_per_owner" && limit.value == "20"), "{limits:?}");
    let refused = pairing.admin().list_audit(pb::ListAuditRequest::default()).await;
    assert_refused(refused, Code::PermissionDenied, "MISSING_SCOPE", "scope");
    admin.revoke_token(&made.token_id, "over").await.expect("she may");
    let refused = pairing.admin().list_limits(pb::ListLimitsRequest {}).await;
    assert_refused(refused, Code::Unauthenticated, "UNAUTHENTICATED", "authorization");
    let noted = [
        entry("revoke_token", &format!("ann {}", made.token_id), "over"),
        entry("create_token", "ann (host)", "runs the ladder"),
    ];
    assert_eq!(actions(&admin).await, noted);
}

#[tokio::test]
async fn an_administrator_needs_a_reason_to_change_others_players() {
    let (rig, admin) = start().await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let secret = Secret::draw().expect("there is luck");
    ann.create_bot(NewPlayer::named("deep"), &secret).await.expect("the name is free");
    let rename = |name: &str, reason: &str| pb::UpdatePlayerRequest {
        player: name.into(),
        display_name: "Anna".into(),
        reason: reason.into(),
    };
    let retire = |name: &str, reason: &str| pb::RetireBotRequest { player: name.into(), reason: reason.into() };
    let revive = |name: &str, reason: &str| pb::ReviveBotRequest { player: name.into(), reason: reason.into() };
    let (players, admins) = (|| bob.players(), || admin.players());
    assert_refused(players().update_player(rename("ann", "x")).await, Code::PermissionDenied, "FORBIDDEN", "player");
    assert_refused(players().retire_bot(retire("deep", "x")).await, Code::PermissionDenied, "FORBIDDEN", "player");
    assert_refused(admins().update_player(rename("ann", "")).await, Code::InvalidArgument, "BAD_FIELD", "reason");
    assert_refused(admins().retire_bot(retire("deep", "")).await, Code::InvalidArgument, "BAD_FIELD", "reason");
    assert_refused(admins().revive_bot(revive("deep", "")).await, Code::InvalidArgument, "BAD_FIELD", "reason");
    assert_refused(admins().retire_bot(retire("ann", "x")).await, Code::PermissionDenied, "FORBIDDEN", "player");
    let of_house = admins().update_player(rename("house-random", "x")).await;
    assert_refused(of_house, Code::PermissionDenied, "FORBIDDEN", "player");
    assert_eq!(actions(&admin).await, [], "what was refused was not done");

    let renamed = admins().update_player(rename("ann", "rude")).await.expect("she may").into_inner().player;
    assert_eq!(renamed.expect("it is there").display_name, "Anna");
    let retired = admins().retire_bot(retire("deep", "floods")).await.expect("she may").into_inner().player;
    assert_eq!(retired.expect("it is there").state(), pb::PlayerState::Retired);
    let revived = admins().revive_bot(revive("deep", "mended")).await.expect("she may").into_inner().player;
    assert_eq!(revived.expect("it is there").state(), pb::PlayerState::Active);
    // Actions of an owner are not audited, even if the owner gives a reason.
    ann.players().retire_bot(retire("deep", "mine")).await.expect("it is hers");
    let noted = [
        entry("revive_bot", "deep", "mended"),
        entry("retire_bot", "deep", "floods"),
        entry("update_player", "ann", "rude"),
    ];
    assert_eq!(actions(&admin).await, noted);
}

#[tokio::test]
async fn a_host_ends_a_match_and_says_so() {
    let (rig, admin) = start().await;
    let (_ann, mut bob, match_id) = rig.seated().await;
    let end = |match_id: &str| pb::EndMatchRequest {
        match_id: match_id.into(),
        reason: "the hall burns".into(),
        request_id: "end".into(),
    };
    let ended = admin.admin().end_match(end(&match_id)).await.expect("she may").into_inner();
    let (seq, how) = bob.ended().await;
    let last = (seq, how.termination());
    assert_eq!(last, (ended.seq, pb::Termination::Abort));
    let again = admin.admin().end_match(end(&match_id)).await.expect("the same again").into_inner();
    assert_eq!(again.seq, ended.seq);
    assert_refused(admin.admin().end_match(end("m-0")).await, Code::NotFound, "UNKNOWN_MATCH", "match_id");
    let noted = actions(&admin).await;
    // Each call has two entries, newest first: its result, and the request. A repeated call adds
    // two more while the table exists.
    let (asked, done) =
        (|| entry("end_match_asked", &match_id, "the hall burns"), || entry("end_match", &match_id, "the hall burns"));
    assert!(!noted.is_empty() && noted.chunks(2).all(|pair| pair == [done(), asked()]), "{noted:?}");
}

#[tokio::test]
async fn rejected_acts_of_a_host_are_audited_and_end_nothing() {
    let store = Store::in_memory().expect("there is memory");
    let arbiters = vec![PlayerId::parse("host").expect("a name")];
    let settings = Settings { arbiters, ..Settings::default() };
    let rig = Rig::over(store.clone(), Catalogue::ALL, Limits::default(), settings).await;
    let host = host(&rig, &store).await;
    let (_ann, mut bob, match_id) = rig.seated().await;
    let pause = Command::Pause(pb::Pause {});
    host.matches().submit_command(command(&match_id, "used", pause)).await.expect("an arbiter may");
    let end = |request_id: &str| pb::EndMatchRequest {
        match_id: match_id.clone(),
        reason: "the hall burns".into(),
        request_id: request_id.into(),
    };
    let reused = host.admin().end_match(end("used")).await;
    assert_refused(reused, Code::AlreadyExists, "REQUEST_ID_REUSED", "request_id");
    let noted = actions(&host).await;
    let [(action, subject, why), asked, ..] = &noted[..] else { panic!("two entries: {noted:?}") };
    assert_eq!(*asked, entry("end_match_asked", &match_id, "the hall burns"));
    assert_eq!((action.as_str(), subject.as_str()), ("end_match_refused", match_id.as_str()));
    assert!(why.starts_with("RequestIdReused: "), "{why}");
    // The match is still live. A request with a new id ends it.
    let ended = host.admin().end_match(end("end")).await.expect("it may").into_inner();
    assert_eq!(bob.ended().await.0, ended.seq);
    assert_refused(host.admin().end_match(end("used")).await, Code::AlreadyExists, "REQUEST_ID_REUSED", "request_id");
}

/// Returns a client of `host` with all scopes, on a server over `store`.
async fn host(rig: &Rig, store: &Store) -> Client {
    let all = Scopes::of([Scope::Admin, Scope::Account, Scope::Create, Scope::Play]);
    let (secret, token) = draw_token("all".into(), all, None).expect("there is luck");
    let new = NewAccount {
        player: PlayerId::parse("host").expect("a name"),
        owner: None,
        is_guest: false,
        display_name: String::new(),
        created_unix_ms: token.created_unix_ms,
        token: Some(token),
        recovery_code: None,
        invite: None,
        most_owned: 0,
    };
    assert_eq!(store.accounts.register(new).await, Ok(Registered::New));
    rig.client.with_token(&secret).expect("the token can be sent")
}

#[tokio::test]
async fn a_host_ends_no_match_of_its_own_or_of_its_bots() {
    let store = Store::in_memory().expect("there is memory");
    let rig = Rig::over(store.clone(), Catalogue::ALL, Limits::default(), Settings::default()).await;
    let host = host(&rig, &store).await;
    let secret = Secret::draw().expect("there is luck");
    host.create_bot(NewPlayer::named("deep"), &secret).await.expect("the name is free");
    let deep = rig.client.with_token(secret.as_str()).expect("it can be sent");
    let bob = rig.player("bob").await;
    for party in [&host, &deep] {
        party.set_accept_policy(Some(referee_client::accept_all())).await.expect("it is kept");
    }
    let _here = (Bot::enter(&host).await, Bot::enter(&deep).await, Bot::enter(&bob).await);
    let end = |match_id: &str| pb::EndMatchRequest {
        match_id: match_id.into(),
        reason: "it is losing".into(),
        request_id: "end".into(),
    };
    for name in ["deep", "host"] {
        let match_id = bob.create(kamisado("bob", name)).await.expect("it accepts all").match_id;
        let refused = host.admin().end_match(end(&match_id)).await;
        let status = refused.expect_err("it is no stranger to the match");
        assert_eq!(status.code(), Code::PermissionDenied);
        assert!(status.message().contains("who has the same owner"), "{}", status.message());
        let asked = pb::GetMatchRequest { match_id, ..Default::default() };
        let seen = rig.client.matches().get_match(asked).await.expect("it is known").into_inner();
        assert!(seen.summary.expect("a summary").verdict.is_none(), "{name}: it continues");
    }
    assert_eq!(actions(&host).await, [], "nothing was done that is to be noted");
    let others = bob.create(kamisado("bob", "house-random")).await.expect("the house plays").match_id;
    host.admin().end_match(end(&others)).await.expect("it is no match of the host's own");
}

#[tokio::test]
async fn announcements_are_public() {
    let (rig, admin) = start().await;
    let say = |text: &str| pb::AnnounceRequest { text: text.into(), until_unix_ms: None };
    let ann = rig.player("ann").await;
    assert_refused(ann.admin().announce(say("hi")).await, Code::PermissionDenied, "MISSING_SCOPE", "scope");
    let said = admin.admin().announce(say("down at noon")).await.expect("she may").into_inner().announcement;
    let shown = async || {
        let listed = rig.client.announcements().list_announcements(pb::ListAnnouncementsRequest {}).await;
        listed.expect("a public call").into_inner().announcements
    };
    assert_eq!(shown().await, said.into_iter().collect::<Vec<_>>());
    let number = shown().await[0].number;
    let withdraw = pb::WithdrawAnnouncementRequest { number, reason: "it stays up".into() };
    admin.admin().withdraw_announcement(withdraw.clone()).await.expect("she may");
    assert!(shown().await.is_empty());
    let refused = admin.admin().withdraw_announcement(withdraw).await;
    assert_refused(refused, Code::NotFound, "UNKNOWN_ANNOUNCEMENT", "number");
    for _ in 0..10 {
        admin.admin().announce(say("again")).await.expect("there is room");
    }
    assert_refused(admin.admin().announce(say("again")).await, Code::ResourceExhausted, "LIMIT", "");

    let page = pb::ListAuditRequest { page_size: Some(7), page_token: String::new() };
    let first = admin.admin().list_audit(page.clone()).await.expect("she may").into_inner();
    let next = pb::ListAuditRequest { page_token: first.next_page_token.clone(), ..page };
    let second = admin.admin().list_audit(next).await.expect("she may").into_inner();
    let numbers: Vec<u64> = first.entries.iter().chain(&second.entries).map(|entry| entry.number).collect();
    assert_eq!(numbers, (1..=12).rev().collect::<Vec<_>>());
    assert!(first.entries.iter().all(|entry| entry.actor == "root" && entry.token_id.len() == 16), "{first:?}");
}
