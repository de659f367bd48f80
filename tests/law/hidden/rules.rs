//! What the rules reveal to a viewer, tested on many positions.

use referee_games::{
    self as games, Course, GAMES, Game, Position,
    rules::{Turn, Viewer},
    search::split_mix::SplitMix64,
};

use super::{known, other_outcome};
use crate::{
    hiding::{hiding, viewers},
    settings::any_setting,
    tries::repeats,
};

/// Number of positions of the registered games that are compared, each with another that the viewer
/// cannot tell from it. `REFEREE_POSITIONS` overrides it.
const POSITIONS: u32 = 25_000;
/// Number of positions of the test game.
const POSITIONS_OF_TEST_GAME: u32 = 2_000;
/// Maximum positions examined in one match.
const MOST_LOOKS: u32 = 1_000;
/// Maximum steps that a pair of positions is followed.
const FOLLOWED: u32 = 24;

#[test]
fn no_viewer_can_distinguish_hidden_states() {
    let registered = GAMES.iter().filter(|game| game.facts().hidden).count() as u32;
    assert!(registered > 0, "no game of the registry hides anything");
    let positions = repeats("REFEREE_POSITIONS", POSITIONS);
    for game in hiding() {
        let id = game.facts().id;
        let most = if games::find(id).is_some() { positions.div_ceil(registered) } else { POSITIONS_OF_TEST_GAME };
        let mut count = Count::default();
        let mut seeds = 0..;
        while count.compared < most {
            along_a_match(game, &mut SplitMix64::new(seeds.next().expect("a seed")), &mut count);
        }
        assert!(count.different * 3 > count.forks, "{id}: {count:?}: hardly a position became another one");
    }
}

#[derive(Debug, Default)]
struct Count {
    /// Number of positions compared.
    compared: u32,
    /// Number of times another position replaced the true one.
    forks: u32,
    /// Number of replacements that differed from the true position.
    different: u32,
}

/// Plays a random match, and checks it from the side of every viewer.
fn along_a_match(game: &'static dyn Game, luck: &mut SplitMix64, count: &mut Count) {
    let setting = any_setting(game, luck);
    let mut course = Course::open(game, &setting).expect("an opening");
    for _ in 0..MOST_LOOKS {
        if course.is_over() {
            return;
        }
        let viewers = viewers(setting.seats());
        let viewer = *luck.pick(&viewers).expect("at least one viewer");
        if course.turn() != Turn::Over {
            let other = course.position().resample(viewer, &luck.entropy()).expect("there is one");
            count.forks += 1;
            count.different += u32::from(other.text() != course.position().text());
            let first = known(course.position(), viewer);
            assert!(
                first == known(&*other, viewer),
                "{viewer:?} tells `{}` from `{}`",
                other.text(),
                course.position().text()
            );
            follow(course.position().boxed(), other, viewer, luck, count);
        }
        // Skip a few plies, so each match is sampled.
        for _ in 0..=luck.below(4) {
            step(&mut course, luck);
        }
    }
}

fn step(course: &mut Course, luck: &mut SplitMix64) {
    let notation = match course.turn() {
        Turn::Over => {
            course.close_round();
            return;
        }
        Turn::Chance => course.chance(&luck.entropy()).expect("it is luck's turn"),
        Turn::Seat(_) | Turn::Forced(_) => luck.pick(&course.position().legal()).expect("a turn has a move").clone(),
    };
    course.play(&notation).expect("it is legal");
}

/// Plays on from two positions that the viewer cannot tell apart. As long as that holds, everything
/// that happens must look the same.
fn follow(
    mut one: Box<dyn Position>,
    mut other: Box<dyn Position>,
    viewer: Viewer,
    luck: &mut SplitMix64,
    count: &mut Count,
) {
    for _ in 0..FOLLOWED {
        count.compared += 1;
        if one.turn() == Turn::Over {
            return;
        }
        same_refusals(&*one, &*other, viewer, luck);
        let Some((here, there)) = what_happens(&*one, &*other, viewer, luck) else { return };
        let (seen_here, seen_there) = (one.sees(viewer, &here), other.sees(viewer, &there));
        if matches!(one.turn(), Turn::Forced(seat) if viewer == Viewer::Seat(seat)) && seen_here != seen_there {
            // The viewer draws a tile that it could not have known.
            return;
        }
        assert_eq!(seen_here, seen_there, "{viewer:?} tells `{}` from `{}`", one.text(), other.text());
        one.play(&here).expect("it is legal");
        other.play(&there).expect("it is legal");
        // From here on, play may reveal the hands: which seat can move, must pass or has won.
        let (now_here, now_there) = (known(&*one, viewer), known(&*other, viewer));
        if now_here.view != now_there.view {
            return;
        }
        assert!(now_here == now_there, "{viewer:?} tells `{}` from `{}`", one.text(), other.text());
    }
}

/// Returns a step for each position that looks the same to the viewer: the same move, the forced
/// step of each, or luck that differs only in hidden parts. `None` if there is no such step.
fn what_happens(
    one: &dyn Position,
    other: &dyn Position,
    viewer: Viewer,
    luck: &mut SplitMix64,
) -> Option<(String, String)> {
    match one.turn() {
        Turn::Seat(_) => {
            let may = other.legal();
            let both: Vec<String> = one.legal().into_iter().filter(|notation| may.contains(notation)).collect();
            let notation = luck.pick(&both)?.clone();
            Some((notation.clone(), notation))
        }
        Turn::Forced(_) => Some((one.legal().pop()?, other.legal().pop()?)),
        Turn::Chance => {
            let outcome = one.chance(&luck.entropy())?;
            let other = match viewer {
                // The spectator sees nothing of a deal, so any two outcomes look alike.
                Viewer::Spectator => other.chance(&luck.entropy())?,
                _ => other_outcome(one, viewer, &outcome, luck)?,
            };
            Some((outcome, other))
        }
        Turn::Over => None,
    }
}

/// Checks that both positions reject the same illegal moves of the viewer, and with the same error.
fn same_refusals(one: &dyn Position, other: &dyn Position, viewer: Viewer, luck: &mut SplitMix64) {
    // Only seats have turns, and only the answer of the seat to move reaches the rules.
    if !matches!(one.turn(), Turn::Seat(seat) if viewer == Viewer::Seat(seat)) {
        return;
    }
    let view = one.view(viewer);
    let words: Vec<&str> = view.split([' ', '/', ',', '=']).collect();
    let legal = one.legal();
    let verb = legal.first().and_then(|notation| notation.split_once(' ')).map_or("", |(verb, _)| verb);
    let word = luck.pick(&words).copied().unwrap_or_default();
    for tried in [format!("{verb} {word}"), word.to_owned(), view[..luck.below(view.len())].to_owned()] {
        assert_eq!(one.boxed().play(&tried), other.boxed().play(&tried), "{viewer:?} tried `{tried}`");
    }
}
