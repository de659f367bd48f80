//! `GameService`.

use referee_client::{
    pb::{self, GetGameRequest, GetPositionRequest, GetPositionResponse, ListGamesRequest},
    scene::v1::Scene,
};
use tonic::Code;

use crate::api::rig::{Rig, assert_refused};

fn kamisado() -> GetPositionRequest {
    GetPositionRequest { game: "kamisado".into(), ..GetPositionRequest::default() }
}

#[tokio::test]
async fn games_are_listed_page_by_page() {
    let rig = Rig::start().await;
    let mut games = rig.client.games();
    let all = games.list_games(ListGamesRequest::default()).await.expect("listed").into_inner();
    assert_eq!(all.next_page_token, "");
    let kamisado = all.games.iter().find(|game| game.id == "kamisado").expect("Kamisado is a game");
    assert_eq!((kamisado.min_seats, kamisado.max_seats, kamisado.sides.len()), (2, 2, 2));
    let length = kamisado.options.iter().find(|option| option.name == "length").expect("it has a length");
    assert_eq!(length.kind(), pb::GameOptionKind::Choice);
    assert!(length.choices.contains(&"marathon".to_owned()) && length.choices.contains(&length.default_value));

    let (mut one_by_one, mut page_token) = (Vec::new(), String::new());
    loop {
        let page =
            games.list_games(ListGamesRequest { page_size: Some(1), page_token }).await.expect("listed").into_inner();
        assert!(page.games.len() <= 1);
        one_by_one.extend(page.games);
        if page.next_page_token.is_empty() {
            break;
        }
        page_token = page.next_page_token;
    }
    assert_eq!(one_by_one, all.games);

    let bad = ListGamesRequest { page_token: "kamisado".into(), ..ListGamesRequest::default() };
    assert_refused(games.list_games(bad).await, Code::InvalidArgument, "BAD_PAGE_TOKEN", "page_token");
}

#[tokio::test]
async fn a_position_follows_from_its_moves() {
    let rig = Rig::start().await;
    let mut games = rig.client.games();
    let opening = games.get_position(kamisado()).await.expect("answered").into_inner();
    assert_eq!((opening.turn(), opening.seat, opening.legal.len()), (pb::TurnKind::Seat, Some(0), 102));
    assert_eq!(opening.scene.as_ref().map(|scene| scene.spaces.len()), Some(64));

    // Play the first legal move until the end, and query every position on the way, as a GUI does.
    let mut moves = Vec::new();
    let over = loop {
        let asked = GetPositionRequest { moves: moves.clone(), ..kamisado() };
        let seen = games.get_position(asked).await.expect("answered").into_inner();
        let own = seen.steps.iter().filter(|step| !step.forced).count();
        assert_eq!(own, moves.len(), "every move is a step, and forced steps come on top");
        if seen.turn() == pb::TurnKind::Over {
            break seen;
        }
        let again = GetPositionRequest { start: seen.position.clone(), ..kamisado() };
        let again = games.get_position(again).await.expect("the text of a position is a position").into_inner();
        assert_eq!((again.position, &again.legal), (seen.position, &seen.legal));
        moves.push(seen.legal[0].notation.clone());
        assert!(moves.len() < 500, "Kamisado ends");
    };
    assert_eq!(over.places.len(), 2);
    let result = over.steps.last().and_then(|step| step.round_result.as_ref()).expect("the last step ended the round");
    assert_eq!(result.totals, over.points);

    let one_more = format!("moves[{}]", moves.len());
    moves.push("a1a2".into());
    let asked = GetPositionRequest { moves, ..kamisado() };
    assert_refused(games.get_position(asked).await, Code::FailedPrecondition, "MATCH_OVER", &one_more);
}

#[tokio::test]
async fn a_bad_question_names_its_field() {
    let rig = Rig::start().await;
    let mut games = rig.client.games();
    let option = |name: &str, value: &str| [(name.to_owned(), value.to_owned())].into();
    let invalid = Code::InvalidArgument;
    let cases = [
        (GetPositionRequest { game: "chess".into(), ..kamisado() }, Code::NotFound, "UNKNOWN_GAME", "game"),
        (GetPositionRequest { game: "x".repeat(100_000), ..kamisado() }, Code::NotFound, "UNKNOWN_GAME", "game"),
        (
            GetPositionRequest { options: option("length", "endless"), ..kamisado() },
            invalid,
            "BAD_OPTION",
            "options[length]",
        ),
        (GetPositionRequest { options: option("width", "8"), ..kamisado() }, invalid, "BAD_OPTION", "options[width]"),
        (GetPositionRequest { seats: Some(3), ..kamisado() }, invalid, "BAD_SEATS", "seats"),
        (GetPositionRequest { seats: Some(70_000), ..kamisado() }, invalid, "BAD_SEATS", "seats"),
        (GetPositionRequest { start: "nonsense".into(), ..kamisado() }, invalid, "BAD_POSITION", "start"),
        (GetPositionRequest { start: "x".repeat(70_000), ..kamisado() }, invalid, "BAD_POSITION", "start"),
        (GetPositionRequest { round: Some(2), ..kamisado() }, invalid, "BAD_POSITION", "start"),
        (GetPositionRequest { round: Some(u32::MAX), ..kamisado() }, invalid, "BAD_FIELD", "round"),
        (GetPositionRequest { points: vec![1.0], ..kamisado() }, invalid, "BAD_FIELD", "points"),
        (GetPositionRequest { points: vec![0.0, f64::NAN], ..kamisado() }, invalid, "BAD_FIELD", "points[1]"),
        (GetPositionRequest { points: vec![0.3, 0.0], ..kamisado() }, invalid, "BAD_FIELD", "points[0]"),
        (GetPositionRequest { viewer_seat: Some(2), ..kamisado() }, invalid, "BAD_FIELD", "viewer_seat"),
        (GetPositionRequest { moves: vec!["\u{1F600}".into()], ..kamisado() }, invalid, "UNREADABLE_MOVE", "moves[0]"),
        (
            GetPositionRequest { moves: vec!["a1a8".into()], ..kamisado() },
            Code::FailedPrecondition,
            "ILLEGAL_MOVE",
            "moves[0]",
        ),
        (
            GetPositionRequest { moves: vec![String::new(); 10_001], ..kamisado() },
            Code::ResourceExhausted,
            "LIMIT",
            "moves",
        ),
    ];
    for (asked, code, reason, field) in cases {
        assert_refused(games.get_position(asked).await, code, reason, field);
    }
    let huge = GetPositionRequest { start: "x".repeat(2 << 20), ..kamisado() };
    assert_refused(games.get_position(huge).await, Code::ResourceExhausted, "LIMIT", "");
}

async fn ask(rig: &Rig, asked: GetPositionRequest) -> GetPositionResponse {
    rig.client.games().get_position(asked).await.expect("answered").into_inner()
}

fn scene(answer: &GetPositionResponse) -> &Scene {
    answer.scene.as_ref().expect("a scene")
}

#[tokio::test]
async fn a_game_comes_with_its_words_and_pages() {
    let rig = Rig::start().await;
    let asked = GetGameRequest { game: "honest_john".into() };
    let pages = rig.client.games().get_game(asked).await.expect("answered").into_inner();
    assert!(pages.rules.contains("**Seats.**"), "{}", pages.rules);
    assert!(pages.notation.contains("`play 9-4`"), "{}", pages.notation);
    let game = pages.game.expect("a game");
    let word = |kind: pb::WordKind, key: &str| {
        let word = game.words.iter().find(|word| word.kind() == kind && word.key == key);
        word.unwrap_or_else(|| panic!("no {kind:?} `{key}`")).texts.clone()
    };
    assert_eq!(word(pb::WordKind::Cause, "blocked")["fa"], "بن‌بست");
    assert_eq!(word(pb::WordKind::Counter, "boneyard")["ru"], "базар");
    assert_eq!(word(pb::WordKind::Game, "honest_john")["en"], game.name);
    assert_eq!(word(pb::WordKind::Colour, &game.sides[0].colour)["en"], "red");
    let listed = rig.client.games().list_games(ListGamesRequest::default()).await.expect("listed").into_inner();
    assert!(listed.games.contains(&game), "both calls say the same");
    let kamisado = listed.games.iter().find(|game| game.id == "kamisado").expect("it is listed");
    let turned: Vec<(&str, u32)> = kamisado.sides.iter().map(|s| (s.colour.as_str(), s.half_turns)).collect();
    assert_eq!(turned, [("black", 1), ("white", 0)], "Black sits at the other end");

    let unknown = GetGameRequest { game: "chess".into() };
    assert_refused(rig.client.games().get_game(unknown).await, Code::NotFound, "UNKNOWN_GAME", "game");
}

#[tokio::test]
async fn a_board_that_is_known_is_not_sent_again() {
    let rig = Rig::start().await;
    let first = ask(&rig, kamisado()).await;
    let board = scene(&first).board.clone();
    assert!(!board.is_empty() && scene(&first).spaces.len() == 64);
    let moves = vec![first.legal[0].notation.clone()];
    let next = ask(&rig, GetPositionRequest { moves: moves.clone(), known_board: board.clone(), ..kamisado() }).await;
    assert_eq!((scene(&next).spaces.len(), &scene(&next).board), (0, &board));
    assert_eq!((scene(&next).tokens.len(), next.steps.len()), (16, 1));
    let other = GetPositionRequest { moves, known_board: "another".into(), without_steps: true, ..kamisado() };
    let other = ask(&rig, other).await;
    assert_eq!((scene(&other).spaces.len(), other.steps.len()), (64, 0));
}

/// Plays the first legal move until the first round is over.
async fn to_the_end_of_a_round(rig: &Rig, start: GetPositionRequest) -> (GetPositionRequest, GetPositionResponse) {
    let mut asked = GetPositionRequest { stop_at_round_end: true, ..start };
    for _ in 0..500 {
        let answer = ask(rig, asked.clone()).await;
        if answer.turn() != pb::TurnKind::Seat {
            return (asked, answer);
        }
        asked.moves.push(answer.legal[0].notation.clone());
    }
    panic!("the round does not end");
}

#[tokio::test]
async fn the_last_position_of_a_round_is_shown() {
    let rig = Rig::start().await;
    let start = GetPositionRequest { options: [("length".to_owned(), "standard".to_owned())].into(), ..kamisado() };
    let (asked, end) = to_the_end_of_a_round(&rig, start).await;
    assert_eq!((end.turn(), end.round, end.seat), (pb::TurnKind::RoundOver, 1, None));
    let result = end.steps.last().and_then(|step| step.round_result.clone()).expect("the round ended");
    assert_eq!((end.points.iter().sum::<f64>(), &result.totals), (1.0, &end.points), "the round is counted");
    assert_eq!(scene(&end).highlights.iter().map(|h| h.kind.as_str()).collect::<Vec<_>>(), ["won"]);
    assert_eq!((scene(&end).prompt.as_ref(), end.legal.len(), end.places.len()), (None, 0, 0));

    // The text of that position alone gives the same position. Without `stop_at_round_end`, the
    // answer shows the next round.
    let alone = GetPositionRequest { start: end.position.clone(), moves: Vec::new(), ..asked.clone() };
    let alone = ask(&rig, alone).await;
    assert_eq!((alone.turn(), &alone.position, alone.points), (end.turn(), &end.position, end.points.clone()));
    let next = ask(&rig, GetPositionRequest { stop_at_round_end: false, ..asked.clone() }).await;
    assert_eq!((next.turn(), next.round, &next.points), (pb::TurnKind::Seat, 2, &end.points));
    assert_eq!(scene(&next).prompt.as_ref().map(|prompt| prompt.key.as_str()), Some("fill"));
    let choices: Vec<&str> = next.legal.iter().map(|legal| legal.choice.as_str()).collect();
    assert_eq!(choices, ["left", "right"]);

    // A match of one round is over after its round, even with `stop_at_round_end`.
    let (_, over) = to_the_end_of_a_round(&rig, kamisado()).await;
    assert_eq!((over.turn(), over.places.len()), (pb::TurnKind::Over, 2));
}

#[tokio::test]
async fn a_position_is_looked_at_as_it_was_shown() {
    let rig = Rig::start().await;
    let tiles: Vec<String> = (0..=9).flat_map(|high| (0..=high).map(move |low| format!("{high}-{low}"))).collect();
    let john = GetPositionRequest { game: "honest_john".into(), seats: Some(4), ..GetPositionRequest::default() };
    let deal = vec![format!("deal {}", tiles.join(","))];
    let first = ask(&rig, GetPositionRequest { moves: deal.clone(), ..john.clone() }).await;
    let mover = first.seat.expect("a seat's turn");
    assert!(first.position.contains('?') && first.legal.is_empty(), "a spectator sees no hand: {}", first.position);
    let own = ask(&rig, GetPositionRequest { moves: deal, viewer_seat: Some(mover), ..john.clone() }).await;
    assert!(!own.legal.is_empty());

    // From the text alone, each viewer sees the same position again.
    for (shown, viewer_seat) in [(&first, None), (&own, Some(mover))] {
        let again = GetPositionRequest { start: shown.position.clone(), viewer_seat, ..john.clone() };
        let again = ask(&rig, again).await;
        assert_eq!((&again.position, &again.scene, &again.legal), (&shown.position, &shown.scene, &shown.legal));
    }
    // The text of another viewer is rejected. So are moves after any viewer's text, because the
    // other hands are unknown.
    let refused =
        |viewer_seat, moves| GetPositionRequest { start: own.position.clone(), viewer_seat, moves, ..john.clone() };
    let played = vec![own.legal[0].notation.clone()];
    for asked in [refused(None, Vec::new()), refused(Some((mover + 1) % 4), Vec::new()), refused(Some(mover), played)] {
        let answer = rig.client.games().get_position(asked).await;
        assert_refused(answer, Code::InvalidArgument, "BAD_POSITION", "start");
    }
    // Each move names the tile to click in the hand, and shows how the tile will lie.
    let hand = &scene(&own).hands[mover as usize].tokens;
    for legal in &own.legal {
        assert!(hand.iter().any(|token| token.id == legal.hand_token), "{legal:?}");
        let token = legal.token.as_ref().expect("a tile that is turned as it lies");
        assert_eq!((token.space.as_str(), &token.label), (legal.spaces[0].as_str(), &legal.hand_token));
    }
    assert!(
        scene(&first).hands.iter().flat_map(|hand| &hand.tokens).all(|token| token.face_down && token.id.is_empty())
    );
}
