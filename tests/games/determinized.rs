//! Positions that are imagined from a view, in every game: they agree with everything that the
//! viewer knows.

use referee_games::{
    Course, GAMES, Position,
    rules::{Seat, Turn, Viewer},
    search::split_mix::SplitMix64,
};

use super::properties::random_match;

/// Asserts that `other` is a valid position that `viewer` cannot tell from the true one.
fn assert_alike(course: &Course, other: &dyn Position, viewer: Viewer) {
    let (here, text) = (course.position(), other.text());
    let told = format!("`{text}` for `{}`", here.text());
    assert_eq!(other.view(viewer), here.view(viewer), "{told}");
    let (mut seen, mut true_scene) = (other.scene(viewer), here.scene(viewer));
    if !course.game().facts().hidden {
        // Nothing is imagined, but a text does not distinguish equal pieces.
        seen.tokens.iter_mut().chain(&mut true_scene.tokens).for_each(|token| token.id.clear());
    }
    assert_eq!(seen, true_scene, "{told}");
    assert_eq!(other.turn(), here.turn(), "{told}");
    if matches!(here.turn(), Turn::Seat(seat) if viewer == Viewer::Seat(seat)) {
        assert_eq!(other.legal(), here.legal(), "{told}");
        assert_eq!(other.gestures(), here.gestures(), "{told}");
    }
    let read = course.game().parse(course.setting(), &text).unwrap_or_else(|error| panic!("{told}: {error}"));
    assert_eq!(read.text(), text);
}

#[test]
fn a_viewer_cannot_distinguish_determinized_positions() {
    for game in GAMES {
        let (mut looked, mut different) = (0, 0);
        for seed in 0..8 {
            let mut luck = SplitMix64::new(seed);
            random_match(*game, seed, |course| {
                if luck.below(2) == 0 {
                    return;
                }
                let seats = Seat::all(course.setting().seats()).map(Viewer::Seat);
                let viewers: Vec<Viewer> = seats.chain([Viewer::Spectator]).collect();
                let viewer = *luck.pick(&viewers).expect("a viewer");
                let (entropy, here) = (luck.entropy(), course.position());
                let resampled = || here.resample(viewer, &entropy).expect("there is one");
                let other = resampled();
                assert_alike(course, &*other, viewer);
                assert_eq!(resampled().text(), other.text(), "the same entropy, the same position");
                let imagined = game.determinize(course.setting(), &here.view(viewer), &entropy).expect("it is a view");
                assert_alike(course, &*imagined, viewer);
                assert_eq!(imagined.text(), other.text(), "nothing but the view has a say");
                looked += 1;
                different += u32::from(other.text() != here.text());
            });
        }
        let id = game.facts().id;
        match game.facts().hidden {
            true => assert!(different * 2 > looked, "{id}: {different} of {looked} positions became others"),
            false => assert_eq!(different, 0, "{id}"),
        }
    }
}

#[test]
fn no_bytes_break_a_reader_of_views() {
    for game in GAMES {
        let mut luck = SplitMix64::new(3);
        random_match(*game, 5, |course| {
            let mut bytes = course.position().view(Viewer::Spectator).into_bytes();
            let (one, other) = (luck.below(bytes.len()), luck.below(bytes.len()));
            bytes[one] = bytes[other];
            let text = String::from_utf8(bytes).expect("ASCII");
            if let Err(error) = game.determinize(course.setting(), &text, &luck.entropy()) {
                assert!(error.at <= text.len() && !error.expected.is_empty());
            }
        });
    }
}
