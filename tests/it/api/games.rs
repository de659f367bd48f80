//! `GameService`.

use referee_client::pb::{self, GetPositionRequest, ListGamesRequest};
use tonic::Code;

use super::rig::{Rig, assert_refused};

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
        let page = games.list_games(ListGamesRequest { page_size: 1, page_token }).await.expect("listed").into_inner();
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
async fn a_position_is_what_the_moves_lead_to() {
    let rig = Rig::start().await;
    let mut games = rig.client.games();
    let opening = games.get_position(kamisado()).await.expect("answered").into_inner();
    assert_eq!((opening.turn(), opening.seat, opening.legal.len()), (pb::TurnKind::Seat, Some(0), 102));
    assert_eq!(opening.scene.as_ref().map(|scene| scene.spaces.len()), Some(64));

    // Always the first legal move, to the end, asking anew each time as a GUI does.
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
        (GetPositionRequest { seats: 3, ..kamisado() }, invalid, "BAD_SEATS", "seats"),
        (GetPositionRequest { seats: 70_000, ..kamisado() }, invalid, "BAD_SEATS", "seats"),
        (GetPositionRequest { start: "nonsense".into(), ..kamisado() }, invalid, "BAD_POSITION", "start"),
        (GetPositionRequest { start: "x".repeat(70_000), ..kamisado() }, invalid, "BAD_POSITION", "start"),
        (GetPositionRequest { round: 2, ..kamisado() }, invalid, "BAD_POSITION", "start"),
        (GetPositionRequest { round: u32::MAX, ..kamisado() }, invalid, "BAD_FIELD", "round"),
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
