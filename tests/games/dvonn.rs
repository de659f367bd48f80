//! The prompts of DVONN.

use referee_games::{
    self as games, Course,
    rules::{Seat, Turn, Viewer},
};

/// The first three pieces are red, and the prompt says so. After that, each player places its own
/// colour.
#[test]
fn a_placement_says_which_piece_is_placed() {
    let game = games::find("dvonn").expect("it is registered");
    let setting = game.facts().setting(0, []).expect("the usual setting");
    let mut course = Course::open(game, &setting).expect("an opening");
    let mut said = Vec::new();
    for _ in 0..50 {
        let (scene, gestures) = (course.position().scene(Viewer::Spectator), course.position().gestures());
        let prompt = scene.prompt.expect("something is due");
        assert_eq!(Turn::Seat(prompt.seat.expect("a seat")), course.turn());
        let colour = gestures[0].token.as_ref().map_or("", |token| token.colour);
        said.push((prompt.key, colour, prompt.seat.map(|Seat(seat)| seat)));
        let first = course.first_legal().expect("a move");
        course.play(&first).expect("it is legal");
    }
    assert_eq!(
        said[..3],
        [("place_red", "red", Some(0)), ("place_red", "red", Some(1)), ("place_red", "red", Some(0))]
    );
    assert_eq!(said[3..5], [("place", "black", Some(1)), ("place", "white", Some(0))]);
    assert_eq!(said[48..], [("place", "white", Some(0)), ("move", "", Some(0))]);
}
