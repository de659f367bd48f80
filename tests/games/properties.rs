//! Properties of every game, tested on random walks and on arbitrary text.

use std::sync::LazyLock;

use proptest::prelude::*;
use referee_games::{
    Course, GAMES, Game,
    rules::{Points, Seat, Turn, Viewer},
    search::split_mix::SplitMix64,
};

use super::{settings::any_setting, wander::any_step};

/// Maximum steps of a random walk.
const MOST_STEPS: usize = 200_000;
/// Number of steps that are all checked. Of later steps, one in [`LOOK_AT_ONE_IN`] is checked.
const LOOK_AT_ALL: usize = 300;
const LOOK_AT_ONE_IN: usize = 29;
/// Maximum total size of the texts of a game. Games whose texts list all moves reach it after fewer
/// matches.
const MOST_BYTES: usize = 300_000;

/// Plays a random match. Calls `visit` before every step, and returns the notations of all steps.
fn walk(course: &mut Course, luck: &mut SplitMix64, mut visit: impl FnMut(&Course)) -> Vec<String> {
    let mut steps = Vec::new();
    while !course.is_over() && steps.len() < MOST_STEPS {
        if steps.len() < LOOK_AT_ALL || steps.len().is_multiple_of(LOOK_AT_ONE_IN) {
            visit(course);
        }
        let step = match course.turn() {
            Turn::Over => {
                course.close_round().expect("the round is over");
                continue;
            }
            _ => any_step(course, luck, steps.len()),
        };
        assert_eq!(course.play(&step).as_ref(), Ok(&step), "a legal move is written as it is read");
        steps.push(step);
    }
    visit(course);
    steps
}

/// Plays a match of any setting to its end with random moves. Calls `visit` before every step.
pub fn random_match(game: &'static dyn Game, seed: u64, visit: impl FnMut(&Course)) -> (Course, Vec<String>) {
    let mut luck = SplitMix64::new(seed);
    let setting = any_setting(game, &mut luck);
    let mut course = Course::open(game, &setting).expect("an opening");
    let steps = walk(&mut course, &mut luck, visit);
    assert!(course.is_over(), "{} did not end in {MOST_STEPS} steps", game.facts().id);
    (course, steps)
}

#[test]
fn every_text_reads_back_to_the_same_position() {
    for game in GAMES {
        let mut bytes = 0;
        for seed in 0..20 {
            if bytes > MOST_BYTES {
                break;
            }
            random_match(*game, seed, |course| {
                let (round, text) = (course.position(), course.position().text());
                bytes += text.len();
                let read = game.parse(course.setting(), &text).unwrap_or_else(|error| panic!("`{text}`: {error}"));
                assert_eq!(read.text(), text);
                assert_eq!((read.turn(), read.legal()), (round.turn(), round.legal()), "`{text}`");
                assert_eq!(read.outcome(), round.outcome(), "`{text}`");
                // A text may omit the last move, and it does not distinguish equal pieces.
                let (mut scene, mut again) = (round.scene(Viewer::Spectator), read.scene(Viewer::Spectator));
                if again.last_move.is_empty() {
                    scene.last_move.clear();
                }
                for token in scene.tokens.iter_mut().chain(&mut again.tokens) {
                    token.id.clear();
                }
                assert_eq!(again, scene, "`{text}`");
                assert_eq!(read.gestures().len(), read.legal().len());
            });
        }
    }
}

#[test]
fn a_read_position_plays_like_the_original() {
    for game in GAMES {
        let mut bytes = 0;
        for seed in 0..20 {
            if bytes > MOST_BYTES {
                break;
            }
            let mut luck = SplitMix64::new(seed);
            random_match(*game, seed, |course| {
                let Some(step) = luck.pick(&course.position().legal()).cloned() else { return };
                let mut here = course.position().boxed();
                let mut read = game.parse(course.setting(), &here.text()).expect("its own text");
                bytes += here.text().len();
                assert_eq!(here.play(&step), read.play(&step));
                assert_eq!(here.text(), read.text());
                let next = |round: &dyn referee_games::Position| round.next_round().map(|next| next.text());
                assert_eq!(next(&*here), next(&*read));
            });
        }
    }
}

#[test]
fn exactly_the_legal_moves_are_accepted() {
    for game in GAMES {
        // Tries every notation that was legal earlier in positions in which it may be illegal.
        let mut known: Vec<String> = Vec::new();
        let mut luck = SplitMix64::new(7);
        for seed in 0..6 {
            random_match(*game, seed, |course| {
                let legal = course.position().legal();
                if !matches!(course.turn(), Turn::Chance) {
                    for notation in legal.iter().chain(luck.pick(&known)).chain(luck.pick(&known)) {
                        // A move may have several names. The game plays it under the listed one.
                        let played = course.position().boxed().play(notation);
                        let name = played.as_ref().unwrap_or(notation);
                        assert_eq!(
                            played.is_ok(),
                            legal.contains(name),
                            "{notation} at `{}`",
                            course.position().text()
                        );
                    }
                }
                let mut sorted = legal.clone();
                sorted.sort();
                sorted.dedup();
                assert_eq!(sorted.len(), legal.len(), "a move is listed once");
                known.extend(legal.into_iter().filter(|_| luck.below(20) == 0));
            });
        }
    }
}

#[test]
fn turns_moves_and_outcomes_belong_together() {
    for game in GAMES {
        for seed in 0..40 {
            random_match(*game, seed, |course| {
                let (round, seats) = (course.position(), course.setting().seats());
                let moves = round.legal().len();
                match course.turn() {
                    Turn::Seat(Seat(seat)) => assert!(seat < seats && moves > 0),
                    Turn::Forced(Seat(seat)) => assert!(seat < seats && moves == 1),
                    Turn::Chance => assert!(game.facts().chance && moves == 0),
                    Turn::Over => assert!(moves == 0),
                }
                assert_eq!(round.outcome().is_some(), course.turn() == Turn::Over);
                assert!(round.outcome().is_none_or(|outcome| outcome.points.len() == usize::from(seats)));
                assert_eq!(course.forced().is_some(), matches!(course.turn(), Turn::Forced(_)));
            });
        }
    }
}

#[test]
fn a_match_ends_with_points_and_places() {
    for game in GAMES {
        for seed in 0..60 {
            let mut before = vec![Points::ZERO; 8];
            let (mut course, _) = random_match(*game, seed, |course| {
                before.truncate(course.totals().len());
                before.clone_from_slice(course.totals());
            });
            let places = course.places();
            assert_eq!(places.len(), course.totals().len());
            assert!(places.contains(&1), "one seat is first");
            for (place, total) in places.iter().zip(course.totals()) {
                let better = course.totals().iter().filter(|other| *other > total).count() as u32;
                assert_eq!(*place, better + 1);
            }
            if let Some(goal) = game.goal(course.setting()).points {
                let reached = course.totals().iter().filter(|total| **total >= goal).count();
                assert!(reached >= 1 || course.position().next_round().is_none(), "the goal or the game ends a match");
            }
            assert!(course.close_round().is_none(), "a match ends once");
        }
    }
}

/// A finished match, and the texts of all its positions.
type Played = (Course, Vec<String>);

/// Some random matches of every game.
static MATCHES: LazyLock<Vec<Vec<Played>>> = LazyLock::new(|| {
    let played = |game: &'static dyn Game, seed| {
        let mut texts = Vec::new();
        let (course, _) = random_match(game, seed, |course| texts.push(course.position().text()));
        (course, texts)
    };
    GAMES.iter().map(|game| (0..20).map(|seed| played(*game, seed)).collect()).collect()
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_bytes_break_a_reader(text in any::<String>(), bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        for game in GAMES {
            let setting = game.facts().setting(0, []).expect("the defaults");
            let mut round = game.open(&setting).expect("an opening");
            for text in [text.clone(), String::from_utf8_lossy(&bytes).into_owned()] {
                if let Ok(read) = game.parse(&setting, &text) {
                    prop_assert!(game.parse(&setting, &read.text()).is_ok());
                }
                let _ = round.play(&text);
            }
        }
    }

    /// A text with a few changed bytes is either rejected with a position inside it, or parses to a
    /// position that can be played on.
    #[test]
    fn a_damaged_text_is_refused_or_read(seed in any::<u64>(), changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..4)) {
        let mut luck = SplitMix64::new(seed);
        for (game, matches) in GAMES.iter().zip(MATCHES.iter()) {
            let (course, texts) = luck.pick(matches).expect("a match");
            let mut bytes = luck.pick(texts).expect("a text").clone().into_bytes();
            let alphabet = luck.pick(texts).expect("a text").clone().into_bytes();
            for (place, source) in &changes {
                let place = place.index(bytes.len());
                bytes[place] = alphabet[source.index(alphabet.len())];
            }
            let text = String::from_utf8(bytes).expect("ASCII");
            match game.parse(course.setting(), &text) {
                Err(error) => prop_assert!(error.at <= text.len() && !error.expected.is_empty()),
                Ok(read) => {
                    // The first text may be in another order. The text that the game writes must
                    // read back unchanged.
                    let again = game.parse(course.setting(), &read.text()).expect("its own text");
                    prop_assert_eq!(again.text(), read.text());
                    let mut course = Course::parse(*game, course.setting(), 1, course.totals().to_vec(), &text).expect("it was read");
                    walk(&mut course, &mut luck, |_| {});
                }
            }
        }
    }
}

#[test]
fn a_course_replays_to_the_same_text() {
    for game in GAMES {
        for seed in 0..30 {
            let mut texts = Vec::new();
            let (played, steps) = random_match(*game, seed, |course| texts.push(course.position().text()));
            let mut again = Course::open(*game, played.setting()).expect("an opening");
            let walked = again.walk(Viewer::Spectator, &steps).expect("what was played can be walked");
            assert_eq!(walked.len(), steps.len());
            assert_eq!(again.position().text(), played.position().text());
            assert_eq!((again.totals(), again.round_number()), (played.totals(), played.round_number()));
            assert!(texts.iter().any(|text| *text == again.position().text()));
        }
    }
}
