//! `PlayerService`.

use referee_client::{
    Client,
    pb::{
        self, GetPlayerRequest, ListPlayersRequest, RegisterRequest, RenewTokenRequest, WatchMatchRequest,
        submit_command_request::Command,
    },
};
use tonic::{Code, Request};

use crate::api::rig::{Bot, Rig, assert_refused, command, kamisado};

fn register(name: &str, request_id: &str) -> RegisterRequest {
    RegisterRequest { name: name.into(), request_id: request_id.into(), ..RegisterRequest::default() }
}

#[tokio::test]
async fn a_name_is_taken_once() {
    let rig = Rig::start().await;
    let mut players = rig.client.players();
    let secret = "a-request-id-of-its-own";
    let first = players.register(register("ann", secret)).await.expect("the name is free").into_inner();
    assert_eq!(first.player.map(|player| player.name), Some("ann".into()));
    let again = players.register(register("ann", secret)).await.expect("the same request").into_inner();
    assert_eq!(again.token, first.token);

    let taken = |answer| assert_refused(answer, Code::AlreadyExists, "NAME_TAKEN", "name");
    taken(players.register(register("ann", "")).await);
    taken(players.register(register("ann", "another-request-id-of-its-own")).await);
    let reserved = players.register(register("house-random", secret)).await;
    assert_refused(reserved, Code::PermissionDenied, "NAME_RESERVED", "name");
    // A short request id is easy to guess, so a repeat does not return the token.
    players.register(register("bob", "1")).await.expect("the name is free");
    taken(players.register(register("bob", "1")).await);

    for name in ["", "Ann", "9lives", "a b", &"a".repeat(33)] {
        assert_refused(players.register(register(name, "")).await, Code::InvalidArgument, "BAD_FIELD", "name");
    }
    let long = players.register(register("carl", &"x".repeat(65))).await;
    assert_refused(long, Code::InvalidArgument, "BAD_FIELD", "request_id");
}

#[tokio::test]
async fn a_renewed_token_makes_the_old_one_useless() {
    let rig = Rig::start().await;
    let old = rig.player("ann").await;
    let renew = || RenewTokenRequest { request_id: "renew-1-0123456789".into(), ..RenewTokenRequest::default() };
    let new = old.tokens().renew_token(renew()).await.expect("the token is known").into_inner().token;
    // The caller repeats its request because the first answer may have been lost.
    let again = old.tokens().renew_token(renew()).await.expect("the same request").into_inner().token;
    assert_eq!(again, new);
    let other = RenewTokenRequest { request_id: "renew-2-0123456789".into(), ..RenewTokenRequest::default() };
    assert_refused(old.tokens().renew_token(other).await, Code::Unauthenticated, "UNAUTHENTICATED", "authorization");
    assert!(old.create(kamisado("ann", "house-random")).await.is_err());
    let new = rig.client.with_token(&new).expect("the token can be sent");
    new.create(kamisado("ann", "house-random")).await.expect("the new token is known");
}

#[tokio::test]
async fn a_renewal_ends_streams_of_the_old_token() {
    let rig = Rig::start().await;
    let (mut ann, mut bob, id) = rig.seated().await;
    let watch = WatchMatchRequest { match_id: id.clone(), after_seq: 0 };
    let mut watches = Vec::new();
    for client in [&ann.client, &bob.client, &rig.client] {
        let mut watch = client.matches().watch_match(watch.clone()).await.expect("it can be watched").into_inner();
        watch.message().await.expect("its opening").expect("its opening");
        watches.push(watch);
    }
    ann.client.tokens().renew_token(RenewTokenRequest::default()).await.expect("the token is known");
    assert_eq!(ann.refusal().await.reason(), pb::Reason::Unauthenticated);
    ann.hear_the_end().await;
    let cut = loop {
        match watches[0].message().await {
            Ok(said) => assert!(said.is_some(), "it does not end as if that were all"),
            Err(cut) => break cut,
        }
    };
    assert_eq!(cut.code(), Code::Unauthenticated);
    // Streams with another token, or without a token, stay open.
    bob.ask(command(&id, "bob", Command::Resign(pb::Resign {}))).await.expect("its stream stays open");
    for watch in &mut watches[1..] {
        while watch.message().await.expect("it is sent to the end").is_some() {}
    }
}

#[tokio::test]
async fn a_call_without_a_known_token_is_refused() {
    let rig = Rig::start().await;
    let unknown = |client: &Client| client.with_token("referee_00").expect("the token can be sent");
    for client in [rig.client.clone(), unknown(&rig.client)] {
        let renewed = client.tokens().renew_token(RenewTokenRequest::default()).await;
        assert_refused(renewed, Code::Unauthenticated, "UNAUTHENTICATED", "authorization");
        let opened = Bot::open(&client).await.map(drop);
        assert_refused(opened, Code::Unauthenticated, "UNAUTHENTICATED", "authorization");
    }
    let mut basic = Request::new(RenewTokenRequest::default());
    basic.metadata_mut().insert("authorization", "Basic YTpi".parse().expect("a header"));
    let refused = rig.client.tokens().renew_token(basic).await;
    let text = format!("{refused:?}");
    assert_refused(refused, Code::Unauthenticated, "UNAUTHENTICATED", "authorization");
    assert!(!text.contains("YTpi"), "a secret is not repeated");
}

#[tokio::test]
async fn players_are_shown_and_listed() {
    let rig = Rig::start().await;
    let ann = rig.player("ann").await;
    let mut players = rig.client.players();
    let get = |name: &str| GetPlayerRequest { player: name.into() };
    let shown = players.get_player(get("ann")).await.expect("she is registered").into_inner().player;
    assert_eq!(shown.map(|player| (player.house, player.online, player.games.len())), Some((false, false, 0)));
    let _bot = Bot::enter(&ann).await;
    let online = || async {
        let shown = rig.client.players().get_player(get("ann")).await.expect("she is registered").into_inner();
        shown.player.is_some_and(|player| player.online && player.games.contains(&"kamisado".to_owned()))
    };
    // The bot may receive its welcome before it is listed as online.
    while !online().await {
        tokio::task::yield_now().await;
    }
    let house = players.get_player(get("house-random")).await.expect("it is the house's").into_inner().player;
    assert_eq!(house.map(|player| (player.house, player.online)), Some((true, true)));
    assert_refused(players.get_player(get("nobody")).await, Code::NotFound, "UNKNOWN_PLAYER", "player");
    assert_refused(players.get_player(get("No Body")).await, Code::InvalidArgument, "BAD_FIELD", "player");

    let all = players.list_players(ListPlayersRequest::default()).await.expect("listed").into_inner();
    let names: Vec<String> = all.players.into_iter().map(|player| player.name).collect();
    assert!(names.is_sorted() && names.contains(&"ann".to_owned()) && names.contains(&"house-greedy".to_owned()));
    let first = players.list_players(ListPlayersRequest { page_size: Some(1), ..ListPlayersRequest::default() }).await;
    let first = first.expect("listed").into_inner();
    assert_eq!((first.players.len(), first.players[0].name.as_str()), (1, "ann"));
    let second =
        ListPlayersRequest { page_size: Some(1), page_token: first.next_page_token, ..ListPlayersRequest::default() };
    let second = players.list_players(second).await.expect("listed").into_inner();
    assert_eq!(second.players[0].name, names[1]);
    let none = ListPlayersRequest { page_size: Some(0), ..ListPlayersRequest::default() };
    assert_refused(players.list_players(none).await, Code::InvalidArgument, "BAD_FIELD", "page_size");
    let bad = ListPlayersRequest { page_size: Some(1), page_token: "p1.4142".into(), ..ListPlayersRequest::default() };
    assert_refused(players.list_players(bad).await, Code::InvalidArgument, "BAD_PAGE_TOKEN", "page_token");
}
