//! Matches with a custom opening: a position, or moves.

use referee::games::{self, Course};
use referee_client::{
    NewMatch,
    pb::{self, MatchRules, match_event::Event},
};
use tonic::Code;

use crate::api::rig::{Bot, Rig, assert_refused, kamisado};

/// Returns the first two legal moves of Kamisado, and the position after them.
fn after_two() -> (Vec<String>, String) {
    let game = games::find("kamisado").expect("the game");
    let mut course = Course::open(game, &game.facts().setting(2, []).expect("its defaults")).expect("an opening");
    let moves = (0..2).map(|_| {
        let first = course.first_legal().expect("a legal move");
        course.play(&first).expect("it is legal")
    });
    let moves = moves.collect();
    (moves, course.position().text())
}

fn begun(start_position: &str, opening_moves: &[String]) -> NewMatch {
    let rules = MatchRules {
        start_position: start_position.to_owned(),
        opening_moves: opening_moves.to_vec(),
        ..referee_client::timed("inf")
    };
    NewMatch { rules, ..kamisado("ann", "bob") }
}

#[tokio::test]
async fn a_match_begins_where_it_is_asked_to() {
    let rig = Rig::start().await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let mut black = Bot::enter(&ann).await;
    let _white = Bot::enter(&bob).await;
    let (moves, position) = after_two();
    let request = begun("", &moves).request("once".to_owned());
    let created = ann.matches().create_match(request.clone()).await.expect("it is opened").into_inner();
    let summary = created.summary.expect("a match has a summary");
    let rules = summary.rules.expect("a match has rules");
    assert_eq!((rules.start_position.as_str(), &rules.opening_moves), ("", &moves));
    let turn = black.turn().await;
    assert_eq!((turn.round, turn.ply, turn.position.as_str()), (1, 0, position.as_str()));
    let again = ann.matches().create_match(request).await.expect("it is the same").into_inner();
    assert_eq!(again.summary.expect("a match has a summary").match_id, summary.match_id);

    let watched = pb::WatchMatchRequest { match_id: summary.match_id, after_seq: 0 };
    let mut watch = rig.client.matches().watch_match(watched).await.expect("it is open").into_inner();
    let started = loop {
        let said = watch.message().await.expect("it continues").expect("it continues").message;
        if let Some(pb::watch_match_response::Message::Event(event)) = said
            && let Some(Event::RoundStarted(started)) = event.event
        {
            break started;
        }
    };
    assert_eq!(started.position, position);
}

#[tokio::test]
async fn an_opening_that_cannot_be_is_refused_with_its_field() {
    let rig = Rig::start().await;
    let (ann, _bob) = (rig.player("ann").await, rig.player("bob").await);
    let (invalid, limit) = (Code::InvalidArgument, Code::ResourceExhausted);
    let (moves, position) = after_two();
    let twice = [moves[0].clone(), moves[0].clone()];
    let garbled = [moves[0].clone(), "\u{1F600}".to_owned()];
    let hidden = NewMatch {
        game: "honest_john".into(),
        players: ["ann", "bob", "house-random", "house-random"].map(str::to_owned).to_vec(),
        ..begun(&position, &[])
    };
    let cases = [
        (begun("nothing", &[]), invalid, "BAD_POSITION", "rules.start_position"),
        (begun(&"x".repeat(8 * 1024 + 1), &[]), limit, "LIMIT", "rules.start_position"),
        (begun("", &vec!["x".to_owned(); 257]), limit, "LIMIT", "rules.opening_moves"),
        (begun("", &twice), Code::FailedPrecondition, "ILLEGAL_MOVE", "rules.opening_moves[1]"),
        (begun("", &garbled), invalid, "UNREADABLE_MOVE", "rules.opening_moves[1]"),
        (hidden, invalid, "BAD_POSITION", "rules.start_position"),
    ];
    for (new, code, reason, field) in cases {
        let refused = ann.matches().create_match(new.request(String::new())).await;
        assert_refused(refused, code, reason, field);
    }
}
