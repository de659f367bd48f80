//! `SuggestMove`: the move that a house bot would play.

use std::{collections::BTreeSet, time::Instant};

use referee_client::pb::{self, GetPositionRequest, SuggestMoveRequest};
use tonic::{Code, Status};

use crate::api::rig::{Rig, assert_refused};

async fn suggest(rig: &Rig, asked: SuggestMoveRequest) -> Result<pb::SuggestMoveResponse, Status> {
    Ok(rig.client.games().suggest_move(asked).await?.into_inner())
}

fn of(position: GetPositionRequest) -> SuggestMoveRequest {
    SuggestMoveRequest { position: Some(position), nodes: Some(300), ..SuggestMoveRequest::default() }
}

fn game(game: &str) -> GetPositionRequest {
    GetPositionRequest { game: game.into(), ..GetPositionRequest::default() }
}

/// Returns Honest John with all tiles dealt in order.
fn john() -> GetPositionRequest {
    let tiles: Vec<String> = (0..=9).flat_map(|high| (0..=high).map(move |low| format!("{high}-{low}"))).collect();
    GetPositionRequest { seats: Some(4), moves: vec![format!("deal {}", tiles.join(","))], ..game("honest_john") }
}

async fn position(rig: &Rig, asked: GetPositionRequest) -> pb::GetPositionResponse {
    rig.client.games().get_position(asked).await.expect("a position").into_inner()
}

#[tokio::test]
async fn every_house_bot_suggests_a_legal_move_and_the_same_one_again() {
    let rig = Rig::start().await;
    for (start, seat) in [(game("kamisado"), 0), (game("dvonn"), 0), (game("hive"), 0), (john(), 3)] {
        let own = position(&rig, GetPositionRequest { viewer_seat: Some(seat), ..start.clone() }).await;
        assert_eq!(own.seat, Some(seat), "{}", start.game);
        for bot in ["", "house-random", "house-greedy", "house-search"] {
            let asked = SuggestMoveRequest { bot: bot.into(), seed: 7, ..of(start.clone()) };
            let suggested = suggest(&rig, asked.clone()).await.expect("a move");
            assert_eq!(suggested.seat, seat, "{bot} in {}", start.game);
            let chosen = suggested.r#move.clone().expect("a move");
            assert!(own.legal.contains(&chosen), "{bot} in {}: {chosen:?}", start.game);
            assert_eq!(suggest(&rig, asked).await.expect("a move"), suggested, "{bot} in {}", start.game);
        }
    }
    let mut moves = BTreeSet::new();
    for seed in 0..20 {
        let asked = SuggestMoveRequest { bot: "house-random".into(), seed, ..of(game("kamisado")) };
        moves.insert(suggest(&rig, asked).await.expect("a move").r#move.expect("a move").notation);
    }
    assert!(moves.len() > 5, "the seed decides: {moves:?}");
}

#[tokio::test]
async fn the_seed_decides_an_outcome_of_chance() {
    let rig = Rig::start().await;
    let start = GetPositionRequest { seats: Some(4), ..game("honest_john") };
    let mut deals = BTreeSet::new();
    for seed in [1, 2, 1] {
        let dealt = suggest(&rig, SuggestMoveRequest { seed, ..of(start.clone()) }).await.expect("a deal");
        let deal = dealt.r#move.expect("a deal").notation;
        let after = position(&rig, GetPositionRequest { moves: vec![deal.clone()], ..start.clone() }).await;
        assert_eq!(after.turn(), pb::TurnKind::Seat, "{deal}");
        deals.insert(deal);
    }
    assert_eq!(deals.len(), 2, "{deals:?}");
}

#[tokio::test]
async fn the_search_of_a_suggestion_finds_a_win_and_takes_a_bounded_time() {
    let rig = Rig::start().await;
    // Plays a match by suggestions alone. The better bot beats the random one.
    let mut moves = Vec::new();
    loop {
        let now = position(&rig, GetPositionRequest { moves: moves.clone(), ..game("kamisado") }).await;
        let Some(seat) = now.seat else { break assert_eq!(now.places, [1, 2], "{moves:?}") };
        let bot = if seat == 0 { "house-search" } else { "house-random" };
        let asked = SuggestMoveRequest {
            bot: bot.into(),
            ..of(GetPositionRequest { moves: moves.clone(), ..game("kamisado") })
        };
        moves.push(suggest(&rig, asked).await.expect("a move").r#move.expect("a move").notation);
    }
    for start in [game("kamisado"), game("dvonn"), game("hive"), john()] {
        let (name, began) = (start.game.clone(), Instant::now());
        suggest(&rig, SuggestMoveRequest { nodes: Some(30_000), ..of(start) }).await.expect("a move");
        println!("{name}: {:?} for the most positions", began.elapsed());
    }
}

#[tokio::test]
async fn a_suggestion_knows_what_the_seat_to_move_knows() {
    let rig = Rig::start().await;
    let seat = position(&rig, john()).await.seat.expect("a seat is to move");
    let view = |viewer_seat| position(&rig, GetPositionRequest { viewer_seat, ..john() });
    let own = view(Some(seat)).await.position;
    let seen = GetPositionRequest { start: own.clone(), moves: Vec::new(), viewer_seat: Some(seat), ..john() };
    // Suggestions do not use the other hands: the text without them gives the same move.
    for seed in 0..5 {
        let full = suggest(&rig, SuggestMoveRequest { seed, ..of(john()) }).await.expect("a move");
        let partial = suggest(&rig, SuggestMoveRequest { seed, ..of(seen.clone()) }).await.expect("a move");
        assert_eq!(full, partial, "seed {seed}");
    }
    for viewer_seat in [None, Some((seat + 1) % 4)] {
        let start = view(viewer_seat).await.position;
        let asked = of(GetPositionRequest { start, viewer_seat, ..seen.clone() });
        let answer = suggest(&rig, asked).await;
        assert_refused(answer, Code::InvalidArgument, "BAD_POSITION", "position.viewer_seat");
    }
}

#[tokio::test]
async fn suggestions_for_unplayable_positions_are_refused() {
    let rig = Rig::start().await;
    let (invalid, start) = (Code::InvalidArgument, || of(game("kamisado")));
    let ask = async |asked| suggest(&rig, asked).await;
    assert_refused(ask(SuggestMoveRequest::default()).await, Code::NotFound, "UNKNOWN_GAME", "position.game");
    let asked = SuggestMoveRequest { bot: "house-mouse".into(), ..start() };
    assert_refused(ask(asked).await, invalid, "BAD_FIELD", "bot");
    assert_refused(ask(SuggestMoveRequest { nodes: Some(0), ..start() }).await, invalid, "BAD_FIELD", "nodes");
    let asked = SuggestMoveRequest { nodes: Some(30_001), ..start() };
    assert_refused(ask(asked).await, Code::ResourceExhausted, "LIMIT", "nodes");
    let illegal = GetPositionRequest { moves: vec!["a1a1".into()], ..game("kamisado") };
    assert_refused(ask(of(illegal)).await, Code::FailedPrecondition, "ILLEGAL_MOVE", "position.moves[0]");
    let one_step_before_home = "1bupyrgn/N7/8/8/8/8/o7/1GRYPUBO w N - -".into();
    let over = GetPositionRequest { start: one_step_before_home, moves: vec!["a7a8".into()], ..game("kamisado") };
    assert_refused(ask(of(over)).await, invalid, "BAD_POSITION", "position");
}
