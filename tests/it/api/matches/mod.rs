//! `MatchService`, except its streams.

mod challenges;
mod conduct;
mod consents;
mod creation;
mod fifth_game;
mod games;
mod luck;
mod openings;
mod rematch;
mod results;
mod scores;
mod suggestions;
mod turns;

use referee::{
    api::Settings,
    games::Catalogue,
    hall::Limits,
    ids::PlayerId,
    store::{Pruning, Store},
};
use referee_client::{
    Client, NewMatch,
    pb::{
        self, GetMatchRequest, GetRecordRequest, ListMatchesRequest, MatchRules, MatchState,
        submit_command_request::Command,
    },
    timed,
};
use tonic::Code;

use super::rig::{Bot, Rig, agreed, assert_refused, command, kamisado, play_move};

async fn create(client: &Client, new: NewMatch) -> Result<pb::MatchSummary, tonic::Status> {
    let created = client.matches().create_match(new.request(String::new())).await?;
    Ok(created.into_inner().summary.expect("a match has a summary"))
}

/// Returns the occasion of a tournament's first match.
fn spring(tournament: &str) -> pb::Occasion {
    let contest = Some(pb::Contest::tournament(tournament.to_owned()));
    pb::Occasion { contest, encounter: 1, pairing: 1 }
}

#[tokio::test]
async fn a_match_that_is_scheduled_twice_is_one() {
    let rig = Rig::with_hosts(Store::in_memory().expect("there is memory"), &["ann", "bob"]).await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let _present = (Bot::enter(&ann).await, Bot::enter(&bob).await);
    let labels = [("stage".to_owned(), "group a".to_owned())].into();
    let new = NewMatch { occasion: Some(spring("spring")), labels, ..kamisado("ann", "bob") };
    // Two simultaneous calls, and a later one.
    let (first, second) = tokio::join!(create(&ann, new.clone()), create(&ann, new.clone()));
    let (first, second) = (first.expect("it is opened"), second.expect("it is the same"));
    assert_eq!(first.match_id, second.match_id);
    assert_eq!(create(&ann, new.clone()).await.expect("it is the same").match_id, first.match_id);
    let stored = (first.created_by.as_str(), first.occasion.clone(), first.labels.get("stage").map(String::as_str));
    assert_eq!(stored, ("ann", Some(spring("spring")), Some("group a")));
    // A request with other rules is not a repeat. Neither is the same occasion by another player.
    let inf = || timed("inf");
    for rules in [
        timed("60+1"),
        MatchRules { disconnect_grace_ms: Some(1_000), ..inf() },
        MatchRules { start_grace_ms: Some(1_000), ..inf() },
        MatchRules { first_move_grace_ms: Some(1_000), ..inf() },
        MatchRules { max_plies: Some(7), ..inf() },
        MatchRules { rated: true, ..inf() },
    ] {
        let other = NewMatch { rules, ..new.clone() };
        assert_refused(create(&ann, other).await, Code::AlreadyExists, "OCCASION_TAKEN", "");
    }
    // A request that spells out the default rules is still the same request.
    let spelled_out = first.rules.clone().expect("a match has rules");
    let same = create(&ann, NewMatch { rules: spelled_out, ..new.clone() }).await.expect("it is the same");
    assert_eq!(same.match_id, first.match_id);
    assert_ne!(create(&bob, new).await.expect("it is his own").match_id, first.match_id);
}

#[tokio::test]
async fn only_hosts_schedule_matches_and_none_of_a_contest_that_the_server_plays() {
    let rig = Rig::with_hosts(Store::in_memory().expect("there is memory"), &["host"]).await;
    let (host, ann) = (rig.player("host").await, rig.player("ann").await);
    let house = ["house-random", "house-greedy"];
    let of = |name: &str| NewMatch { occasion: Some(spring(name)), ..NewMatch::of("kamisado", house, "60+1") };
    assert_refused(create(&ann, of("spring")).await, Code::PermissionDenied, "FORBIDDEN", "occasion");
    create(&ann, NewMatch { occasion: None, ..of("spring") }).await.expect("the house plays her without one");
    let cup = super::tournaments::round_robin("cup", &house);
    super::tournaments::create(&host, cup).await.expect("a host may");
    for name in ["cup", "spring"] {
        let ladder = pb::Contest::ladder(name.to_owned());
        let ladder = pb::Occasion { contest: Some(ladder), ..spring(name) };
        let other = NewMatch { occasion: Some(ladder), ..of(name) };
        create(&host, other).await.expect("there is no such ladder");
    }
    assert_refused(create(&host, of("cup")).await, Code::AlreadyExists, "NAME_TAKEN", "occasion.contest.tournament_id");
    create(&host, of("spring")).await.expect("the server plays no such tournament");
}

#[tokio::test]
async fn legal_moves_are_for_the_player_to_move_and_a_known_board_is_left_out() {
    let rig = Rig::start().await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let (mut first, _second) = (Bot::enter(&ann).await, Bot::enter(&bob).await);
    let id = agreed(kamisado("ann", "bob"), [&ann, &bob]).await;
    first.turn().await;
    let get = async |client: &Client, known_board: &str| {
        let asked = GetMatchRequest { match_id: id.clone(), known_board: known_board.to_owned() };
        client.matches().get_match(asked).await.expect("it is there").into_inner()
    };
    let own = get(&ann, "").await;
    assert_eq!(own.legal.len(), 102);
    for other in [&bob, &rig.client] {
        assert_eq!(get(other, "").await.legal, []);
    }
    let scene = own.scene.expect("a scene");
    let again = get(&ann, &scene.board).await.scene.expect("a scene");
    assert_eq!((scene.spaces.len(), again.spaces.len(), again.tokens), (64, 0, scene.tokens));
}

#[tokio::test]
async fn the_boards_of_a_contest_are_found() {
    // House bots move slowly by default, so their matches stay live.
    let arbiters = vec![PlayerId::parse("host").expect("a name")];
    let rig = Rig::with_settings(Settings { arbiters, ..Settings::default() }).await;
    let host = rig.player("host").await;
    let house = ["house-random", "house-greedy"];
    let mut ids = Vec::new();
    for occasion in [Some(spring("spring")), Some(spring("autumn")), None] {
        let new = NewMatch { occasion, ..NewMatch::of("kamisado", house, "600+5") };
        ids.push(create(&host, new).await.expect("a host may").match_id);
    }
    let contest = |name: &str| Some(pb::Contest::tournament(name.to_owned()));
    let listed = async |contest| {
        let asked = ListMatchesRequest { contest, ..ListMatchesRequest::default() };
        let answer = rig.client.matches().list_matches(asked).await.expect("it is answered").into_inner();
        answer.matches.into_iter().map(|summary| summary.match_id).collect::<Vec<String>>()
    };
    assert_eq!(listed(contest("spring")).await, ids[..1]);
    assert_eq!(listed(contest("winter")).await, [""; 0]);
    assert_eq!(listed(None).await.len(), 3);

    let asked = pb::WatchMatchesRequest { newest: 9, contest: contest("autumn"), ..Default::default() };
    let mut wall = rig.client.matches().watch_matches(asked).await.expect("it is open").into_inner();
    wall.message().await.expect("it is open").expect("its id comes first");
    let first = wall.message().await.expect("it is open").expect("it follows a match");
    assert_eq!(first.match_id, ids[1]);
    let bad = ListMatchesRequest { contest: contest("Autumn"), ..ListMatchesRequest::default() };
    let refused = rig.client.matches().list_matches(bad).await;
    assert_refused(refused, Code::InvalidArgument, "BAD_FIELD", "contest.tournament_id");
}

#[tokio::test]
async fn zero_is_no_default() {
    let rig = Rig::start().await;
    let (ann, _bob) = (rig.player("ann").await, rig.player("bob").await);
    for (rules, field) in [
        (MatchRules { disconnect_grace_ms: Some(0), ..timed("inf") }, "rules.disconnect_grace_ms"),
        (MatchRules { start_grace_ms: Some(-1), ..timed("inf") }, "rules.start_grace_ms"),
        (MatchRules { first_move_grace_ms: Some(0), ..timed("inf") }, "rules.first_move_grace_ms"),
        (MatchRules { max_plies: Some(0), ..timed("inf") }, "rules.max_plies"),
    ] {
        let asked = NewMatch { rules, ..kamisado("ann", "bob") };
        assert_refused(create(&ann, asked).await, Code::InvalidArgument, "BAD_FIELD", field);
    }
}

#[tokio::test]
async fn rules_that_cannot_be_are_refused_with_their_field() {
    let rig = Rig::start().await;
    let (ann, _bob) = (rig.player("ann").await, rig.player("bob").await);
    let usual = || kamisado("ann", "bob");
    let inf = || timed("inf");
    let ruled = |rules: MatchRules| NewMatch { rules, ..usual() };
    let odds = |each: &[&str]| NewMatch {
        rules: MatchRules {
            time_controls: each.iter().map(|text| (*text).to_owned()).collect(),
            ..MatchRules::default()
        },
        ..usual()
    };
    let resign = |moves, score| {
        ruled(MatchRules { resign_rule: Some(pb::ResignRule { moves, score, all_sides: true }), ..inf() })
    };
    let draw = |game: &str, moves| NewMatch {
        game: game.into(),
        rules: MatchRules { draw_rule: Some(pb::DrawRule { moves, score: 5, from_ply: 0 }), ..inf() },
        ..usual()
    };
    let label = |name: &str, value: &str| [(name.to_owned(), value.to_owned())].into();
    let (invalid, limit) = (Code::InvalidArgument, Code::ResourceExhausted);
    let three = ["ann", "bob", "house-random"].map(str::to_owned).to_vec();
    let cases = [
        (ruled(timed("soon")), invalid, "BAD_TIME_CONTROL", "rules.time_controls[0]"),
        (ruled(MatchRules::default()), invalid, "BAD_TIME_CONTROL", "rules.time_controls"),
        (odds(&["60", "30", "inf"]), invalid, "BAD_TIME_CONTROL", "rules.time_controls"),
        (odds(&["60", "soon"]), invalid, "BAD_TIME_CONTROL", "rules.time_controls[1]"),
        (ruled(MatchRules { nonce_wait_ms: Some(60_001), ..inf() }), invalid, "BAD_FIELD", "rules.nonce_wait_ms"),
        (
            ruled(MatchRules { disconnect_grace_ms: Some(u32::MAX.into()), ..inf() }),
            limit,
            "LIMIT",
            "rules.disconnect_grace_ms",
        ),
        (ruled(MatchRules { start_grace_ms: Some(u32::MAX.into()), ..inf() }), limit, "LIMIT", "rules.start_grace_ms"),
        (NewMatch { occasion: Some(pb::Occasion::default()), ..usual() }, invalid, "BAD_FIELD", "occasion.contest"),
        (
            NewMatch { occasion: Some(spring("Spring")), ..usual() },
            invalid,
            "BAD_FIELD",
            "occasion.contest.tournament_id",
        ),
        (NewMatch { labels: label("Bad name", ""), ..usual() }, invalid, "BAD_FIELD", "labels"),
        (NewMatch { labels: label("long", &"x".repeat(129)), ..usual() }, invalid, "BAD_FIELD", "labels"),
        (NewMatch { labels: label("imported", "text"), ..usual() }, invalid, "BAD_FIELD", "labels"),
        (NewMatch { labels: label("turned", "a\u{202e}b"), ..usual() }, invalid, "BAD_FIELD", "labels"),
        (resign(0, 0), invalid, "BAD_FIELD", "rules.resign_rule.moves"),
        (resign(10_001, 0), invalid, "BAD_FIELD", "rules.resign_rule.moves"),
        (resign(1, -1), invalid, "BAD_FIELD", "rules.resign_rule.score"),
        (resign(1, 1_000_000_001), invalid, "BAD_FIELD", "rules.resign_rule.score"),
        (draw("hive", 0), invalid, "BAD_FIELD", "rules.draw_rule.moves"),
        (draw("kamisado", 1), Code::FailedPrecondition, "NO_DRAWS", "rules.draw_rule"),
        (
            NewMatch { game: "honest_john".into(), players: three, ..resign(3, 5) },
            invalid,
            "BAD_FIELD",
            "rules.resign_rule",
        ),
    ];
    for (new, code, reason, field) in cases {
        assert_refused(create(&ann, new).await, code, reason, field);
    }
}

#[tokio::test]
async fn a_match_that_cannot_be_is_refused_with_its_field() {
    let rig = Rig::start().await;
    let (ann, _bob) = (rig.player("ann").await, rig.player("bob").await);
    let usual = || kamisado("ann", "bob");
    let option = |name: &str, value: &str| [(name.to_owned(), value.to_owned())].into();
    let players = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let (invalid, denied, absent) = (Code::InvalidArgument, Code::PermissionDenied, Code::NotFound);
    let cases = [
        (NewMatch { game: "go".into(), ..usual() }, absent, "UNKNOWN_GAME", "game"),
        (NewMatch { options: option("length", "7"), ..usual() }, invalid, "BAD_OPTION", "options[length]"),
        (NewMatch { options: option("teeth", "2"), ..usual() }, invalid, "BAD_OPTION", "options[teeth]"),
        (NewMatch { players: players(&[]), ..usual() }, invalid, "BAD_SEATS", "players"),
        (NewMatch { players: players(&["ann"]), ..usual() }, invalid, "BAD_SEATS", "players"),
        (NewMatch { players: players(&["ann", "bob", "house-random"]), ..usual() }, invalid, "BAD_SEATS", "players"),
        (NewMatch { players: players(&["ann"; 9]), ..usual() }, Code::ResourceExhausted, "LIMIT", "players"),
        (NewMatch { players: players(&["ann", "Bob"]), ..usual() }, invalid, "BAD_FIELD", "players[1]"),
        (NewMatch { players: players(&["ann", "ann"]), ..usual() }, invalid, "BAD_FIELD", "players[1]"),
        (NewMatch { players: players(&["ann", "nobody"]), ..usual() }, absent, "UNKNOWN_PLAYER", "players[1]"),
        (NewMatch { players: players(&["bob", "house-random"]), ..usual() }, denied, "FORBIDDEN", "players"),
    ];
    for (new, code, reason, field) in cases {
        let refused = create(&ann, new).await;
        if field == "players" && reason == "FORBIDDEN" {
            let status = refused.expect_err("she does not sit in it");
            assert_eq!(status.code(), code);
            continue;
        }
        assert_refused(refused, code, reason, field);
    }
    assert_refused(create(&rig.client, usual()).await, Code::Unauthenticated, "UNAUTHENTICATED", "authorization");
    let named = ann.matches().create_match(usual().request("x".repeat(65))).await;
    assert_refused(named, invalid, "BAD_FIELD", "request_id");
}

#[tokio::test]
async fn the_same_request_opens_the_same_match() {
    let rig = Rig::start().await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let _present = (Bot::enter(&ann).await, Bot::enter(&bob).await);
    let create = |client: &Client, new: NewMatch, id: &str| {
        let (mut matches, request) = (client.matches(), new.request(id.to_owned()));
        async move { matches.create_match(request).await.map(|created| created.into_inner().summary) }
    };
    let first = create(&ann, kamisado("ann", "bob"), "game-1").await.expect("it is new").expect("a summary");
    assert_eq!(first.players, ["ann", "bob"]);
    assert_eq!(
        (first.rules.expect("it has rules").time_controls, &*first.options["length"]),
        (vec!["inf".to_owned(); 2], "single")
    );
    assert!(first.clocks.len() == 2 && first.clocks.iter().all(|clock| clock.remaining_ms.is_none()));
    let again = create(&ann, kamisado("ann", "bob"), "game-1").await.expect("it is the same").expect("a summary");
    assert_eq!(again.match_id, first.match_id);
    let other = create(&ann, kamisado("bob", "ann"), "game-1").await;
    assert_refused(other, Code::AlreadyExists, "REQUEST_ID_REUSED", "");
    let bobs = create(&bob, kamisado("ann", "bob"), "game-1").await.expect("his ids are his own").expect("a summary");
    assert_ne!(bobs.match_id, first.match_id);
}

#[tokio::test]
async fn a_bot_that_cannot_play_is_not_seated() {
    let rig = Rig::with_limits(Limits { tables: 3, ..Limits::default() }).await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let hello = pb::Hello { games: vec!["kamisado".into()], max_matches: Some(1), ..pb::Hello::default() };
    let mut bot = Bot::enter_with(&bob, hello).await;
    let _present = Bot::enter(&ann).await;
    // The server answers a command only after the bot has entered the lobby.
    bot.ask(command("none", "in", Command::Resign(pb::Resign {}))).await.expect_err("unknown match");
    let other = NewMatch { game: "dvonn".into(), ..kamisado("ann", "bob") };
    assert_refused(create(&ann, other).await, Code::FailedPrecondition, "BOT_UNAVAILABLE", "players");
    create(&ann, kamisado("ann", "bob")).await.expect("he has a free seat");
    let full = create(&ann, kamisado("ann", "bob")).await;
    assert_refused(full, Code::FailedPrecondition, "BOT_UNAVAILABLE", "players");
    create(&ann, kamisado("ann", "house-random")).await.expect("the house has a free seat");
    create(&ann, kamisado("ann", "house-random")).await.expect("the house has a free seat");
    let fourth = create(&ann, kamisado("ann", "house-random")).await.expect_err("the server takes three");
    assert_eq!(fourth.code(), Code::ResourceExhausted);
}

#[tokio::test]
async fn matches_are_shown_and_listed() {
    let rig = Rig::start().await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let mut ids = Vec::new();
    for _ in 0..5 {
        ids.push(agreed(kamisado("ann", "bob"), [&ann, &bob]).await);
    }
    let mut matches = rig.client.matches();
    let get = |id: &str| GetMatchRequest { match_id: id.into(), ..Default::default() };
    let shown = matches.get_match(get(&ids[0])).await.expect("it is there").into_inner();
    assert_eq!(shown.scene.map(|scene| scene.spaces.len()), Some(64));
    assert!(!shown.position.is_empty());
    assert_refused(matches.get_match(get("nothing")).await, Code::NotFound, "UNKNOWN_MATCH", "match_id");
    assert_refused(matches.get_match(get("No Match")).await, Code::InvalidArgument, "BAD_FIELD", "match_id");

    ann.matches().submit_command(command(&ids[1], "", Command::Abort(pb::Abort {}))).await.expect("she may");
    let list = |asked: ListMatchesRequest| {
        let mut matches = rig.client.matches();
        async move {
            let page = matches.list_matches(asked).await.expect("listed").into_inner();
            (page.matches.into_iter().map(|m| m.match_id).collect::<Vec<_>>(), page.next_page_token)
        }
    };
    let newest_first: Vec<String> = ids.iter().rev().cloned().collect();
    assert_eq!(list(ListMatchesRequest::default()).await.0, newest_first);
    let (first, token) = list(ListMatchesRequest { page_size: Some(3), ..ListMatchesRequest::default() }).await;
    let rest = ListMatchesRequest { page_size: Some(3), page_token: token, ..ListMatchesRequest::default() };
    assert_eq!([first, list(rest).await.0].concat(), newest_first);
    let in_state = |state: MatchState| ListMatchesRequest { state: state.into(), ..ListMatchesRequest::default() };
    assert_eq!(list(in_state(MatchState::Over)).await.0, [ids[1].clone()]);
    assert_eq!(list(in_state(MatchState::Live)).await.0, [""; 0]);
    assert_eq!(list(in_state(MatchState::Waiting)).await.0.len(), 4);
    let of = |player: &str| ListMatchesRequest { player: player.into(), ..ListMatchesRequest::default() };
    assert_eq!((list(of("bob")).await.0.len(), list(of("carl")).await.0.len()), (5, 0));

    let usual = ListMatchesRequest::default;
    let invalid = Code::InvalidArgument;
    let bad = ListMatchesRequest { page_token: "p1.6".into(), ..usual() };
    assert_refused(matches.list_matches(bad).await, invalid, "BAD_PAGE_TOKEN", "page_token");
    assert_refused(
        matches.list_matches(ListMatchesRequest { state: 9, ..usual() }).await,
        invalid,
        "BAD_FIELD",
        "state",
    );
    let bad = ListMatchesRequest { game: "go".into(), ..usual() };
    assert_refused(matches.list_matches(bad).await, Code::NotFound, "UNKNOWN_GAME", "game");
    let bad = ListMatchesRequest { player: "A".into(), ..usual() };
    assert_refused(matches.list_matches(bad).await, invalid, "BAD_FIELD", "player");
    drop(bob);
}

#[tokio::test]
async fn a_match_is_played_by_single_calls() {
    let rig = Rig::start().await;
    let (mut black, white, id) = rig.seated().await;
    let turn = black.turn().await;
    let (ann, bob) = (black.client.clone(), white.client.clone());
    let submit = |client: &Client, request: pb::SubmitCommandRequest| {
        let mut matches = client.matches();
        async move { matches.submit_command(request).await.map(|answer| answer.into_inner().seq) }
    };
    let resign = |id: &str| command(id, "", Command::Resign(pb::Resign {}));
    let (failed, denied) = (Code::FailedPrecondition, Code::PermissionDenied);
    let anonymous = submit(&rig.client, resign(&id)).await;
    assert_refused(anonymous, Code::Unauthenticated, "UNAUTHENTICATED", "authorization");
    let carl = rig.player("carl").await;
    assert_refused(submit(&carl, resign(&id)).await, denied, "NOT_SEATED", "match_id");
    assert_refused(submit(&ann, resign("nothing")).await, Code::NotFound, "UNKNOWN_MATCH", "match_id");
    let nothing = pb::SubmitCommandRequest { match_id: id.clone(), request_id: String::new(), command: None };
    assert_refused(submit(&ann, nothing).await, Code::InvalidArgument, "BAD_FIELD", "command");
    let waiting = agreed(kamisado("ann", "carl"), [&ann, &carl]).await;
    let early = submit(&ann, play_move(&waiting, turn.turn_id, &turn.legal[0])).await.expect_err("carl is not here");
    assert_eq!(early.code(), failed);

    let played = play_move(&id, turn.turn_id, &turn.legal[0]);
    let seq = submit(&ann, played.clone()).await.expect("it is legal");
    assert_eq!(submit(&ann, played).await.expect("the same request"), seq);
    let mut matches = rig.client.matches();
    let record = |id: &str| GetRecordRequest { match_id: id.into() };
    assert_refused(matches.get_record(record(&id)).await, failed, "STILL_PLAYED", "");
    assert_refused(matches.get_record(record("nothing")).await, Code::NotFound, "UNKNOWN_MATCH", "match_id");

    let end = submit(&bob, command(&id, "give-up", Command::Resign(pb::Resign {}))).await.expect("he may");
    let again = submit(&bob, command(&id, "give-up", Command::Resign(pb::Resign {}))).await;
    assert_eq!(again.expect("the same request, after the end"), end);
    assert_refused(submit(&bob, resign(&id)).await, failed, "MATCH_OVER", "");
    assert_refused(submit(&carl, resign(&id)).await, denied, "NOT_SEATED", "match_id");
    let mut parts = matches.get_record(record(&id)).await.expect("it is over").into_inner();
    let written = parts.message().await.expect("it is not cut").expect("it is not empty").record;
    assert_eq!(parts.message().await.expect("it ends well"), None, "a short record has one part");
    assert_eq!(written.lines().count() as u64, end + 1, "and a seal");
    let shown = matches
        .get_match(GetMatchRequest { match_id: id, ..Default::default() })
        .await
        .expect("it is kept")
        .into_inner();
    let verdict = shown.summary.and_then(|summary| summary.verdict).expect("it is over");
    assert_eq!(
        (verdict.termination(), verdict.seat, verdict.places),
        (pb::Termination::Resignation, Some(1), vec![1, 2])
    );
}

#[tokio::test]
async fn validation_rejects_like_creation_and_opens_no_match() {
    let rig = Rig::start().await;
    let (ann, _bob) = (rig.player("ann").await, rig.wary_player("bob").await);
    ann.validate(kamisado("ann", "house-random")).await.expect("it could be opened");
    let unwilling = ann.validate(kamisado("ann", "bob")).await.expect_err("he accepts nothing");
    assert_eq!(unwilling.reason(), Some(pb::Reason::NotAccepted));
    let bad =
        NewMatch { options: [("length".to_owned(), "short".to_owned())].into(), ..kamisado("ann", "house-random") };
    assert_eq!(ann.validate(bad).await.expect_err("no such length").reason(), Some(pb::Reason::BadOption));
    let all = rig.client.matches().list_matches(ListMatchesRequest::default()).await.expect("a list").into_inner();
    assert!(all.matches.is_empty(), "{all:?}");
    ann.create(kamisado("ann", "house-random")).await.expect("its places were given back");
}

#[tokio::test]
async fn matches_of_two_players_against_each_other_are_listed() {
    let rig = Rig::start().await;
    let (ann, bob, cid) = (rig.player("ann").await, rig.player("bob").await, rig.player("cid").await);
    let wanted = agreed(kamisado("ann", "bob"), [&ann, &bob]).await;
    agreed(kamisado("ann", "cid"), [&ann, &cid]).await;
    agreed(kamisado("bob", "cid"), [&bob, &cid]).await;
    let asked = |player: &str, opponent: &str| ListMatchesRequest {
        player: player.to_owned(),
        opponent: opponent.to_owned(),
        ..ListMatchesRequest::default()
    };
    for (player, opponent) in [("ann", "bob"), ("bob", "ann")] {
        let listed = rig.client.matches().list_matches(asked(player, opponent)).await.expect("a list").into_inner();
        let ids: Vec<&str> = listed.matches.iter().map(|listed| listed.match_id.as_str()).collect();
        assert_eq!(ids, [&wanted]);
    }
    let alone = rig.client.matches().list_matches(asked("", "bob")).await;
    assert_refused(alone, Code::InvalidArgument, "BAD_FIELD", "opponent");
}

/// After its log is pruned, a match has only its summary. Calls that need the log return
/// `MATCH_PRUNED`.
#[tokio::test]
async fn a_pruned_match_has_its_summary_alone() {
    let store = Store::in_memory().expect("there is memory");
    let rig = Rig::over(store.clone(), Catalogue::ALL, Limits::default(), Settings::default()).await;
    let (mut ann, mut bob, match_id) = rig.seated().await;
    ann.ask(command(&match_id, "a", Command::Resign(pb::Resign {}))).await.expect("she may");
    bob.ended().await;
    let get = async || {
        let asked = GetMatchRequest { match_id: match_id.clone(), ..Default::default() };
        rig.client.matches().get_match(asked).await.expect("it is known").into_inner()
    };
    let before = get().await;
    assert!(!before.position.is_empty() && before.scene.is_some());
    let id = referee::ids::MatchId::parse(&match_id).expect("an id");
    while store.log.prune(&id, 99).await != Ok(Pruning::Done) {
        tokio::task::yield_now().await;
    }
    let after = loop {
        // The table ends once it has notified all players.
        let after = get().await;
        if after.scene.is_none() {
            break after;
        }
        tokio::task::yield_now().await;
    };
    let pb::GetMatchResponse { summary, round, ply, .. } = before;
    assert_eq!(after, pb::GetMatchResponse { summary, round, ply, ..Default::default() });
    let record = rig.client.matches().get_record(GetRecordRequest { match_id: match_id.clone() }).await;
    assert_refused(record, Code::NotFound, "MATCH_PRUNED", "match_id");
    let watch = pb::WatchMatchRequest { match_id: match_id.clone(), after_seq: 0 };
    assert_refused(rig.client.matches().watch_match(watch).await, Code::NotFound, "MATCH_PRUNED", "match_id");
    let listed = rig.client.matches().list_matches(ListMatchesRequest::default()).await.expect("a list").into_inner();
    assert_eq!(listed.matches.into_iter().next(), after.summary);
}
