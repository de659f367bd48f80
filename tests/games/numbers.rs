//! Games as numbers: the action indices of moves, and the planes of viewers.

use std::collections::BTreeSet;

use referee_games::{
    Course, GAMES,
    numbers::{Numbers, Planes},
    rules::{Entropy, Seat, Turn, Viewer},
};

use super::properties::random_match;

fn size(course: &Course) -> Numbers {
    course.game().numbers(course.setting()).expect("every game has numbers")
}

fn planes(course: &Course, viewer: Viewer) -> Vec<f32> {
    let mut planes = Planes::new(size(course));
    course.position().observe(viewer, &mut planes);
    planes.into_values()
}

fn viewers(course: &Course) -> impl Iterator<Item = Viewer> {
    (0..course.setting().seats()).map(|seat| Viewer::Seat(Seat(seat))).chain([Viewer::Spectator, Viewer::Arbiter])
}

#[test]
fn every_legal_move_has_an_index_of_its_own() {
    for game in GAMES {
        for seed in 0..4 {
            random_match(*game, seed, |course| {
                let (mut indices, legal) = (Vec::new(), course.position().legal());
                course.position().indices(&mut indices);
                assert_eq!(indices.len(), legal.len());
                assert_eq!(BTreeSet::from_iter(&indices).len(), legal.len(), "{legal:?}");
                for (index, notation) in indices.iter().zip(&legal) {
                    assert!((*index as usize) < size(course).actions, "{notation}: {index}");
                    assert_eq!(course.position().index_of(notation).as_ref(), Ok(index), "{notation}");
                    assert_eq!(course.position().notation_of(*index).as_ref(), Some(notation));
                }
            });
        }
    }
}

#[test]
fn only_indices_of_legal_moves_are_played() {
    for game in GAMES {
        let mut looks = 0;
        random_match(*game, 5, |course| {
            looks += 1;
            if looks % 40 != 1 {
                return;
            }
            let mut legal = Vec::new();
            course.position().indices(&mut legal);
            let legal = BTreeSet::from_iter(legal);
            for index in 0..size(course).actions as u32 + 2 {
                let mut by_index = course.clone();
                assert_eq!(by_index.play_index(index), legal.contains(&index), "{index}");
                if let Some(notation) = course.position().notation_of(index) {
                    let mut by_text = course.clone();
                    by_text.play(&notation).expect("it is legal");
                    assert_eq!(by_index.position().text(), by_text.position().text(), "{notation}");
                    assert_eq!(by_index.ply(), by_text.ply());
                }
            }
        });
        assert!(looks > 0);
    }
}

#[test]
fn planes_are_the_same_ones_all_the_time() {
    for game in GAMES {
        for seed in 0..4 {
            let mut names = Vec::new();
            random_match(*game, seed, |course| {
                let size = size(course);
                for viewer in viewers(course) {
                    let mut named = Planes::named(size);
                    course.position().observe(viewer, &mut named);
                    let found = named.into_names();
                    assert_eq!(BTreeSet::from_iter(&found).len(), found.len(), "{found:?}");
                    if names.is_empty() {
                        names.clone_from(&found);
                    }
                    assert_eq!(found, names);
                    let values = planes(course, viewer);
                    assert_eq!(values.len(), names.len() * size.rows * size.columns);
                    assert!(values.iter().all(|value| (-1.0..=1.0).contains(value)), "{values:?}");
                }
            });
        }
    }
}

/// The planes of a seat also show whether it is to move.
#[test]
fn planes_show_no_more_than_the_view() {
    let mut hidden = 0;
    for game in GAMES {
        for seed in 0..4 {
            random_match(*game, seed, |course| {
                for viewer in viewers(course).filter(|viewer| *viewer != Viewer::Arbiter) {
                    let Some(other) = course.position().resample(viewer, &Entropy([seed as u8; 32])) else { continue };
                    let other = course.at_position(other);
                    assert_eq!(planes(&other, viewer), planes(course, viewer), "{viewer:?}");
                    hidden += usize::from(other.position().text() != course.position().text());
                }
            });
        }
    }
    assert!(hidden > 1000, "{hidden} positions with something hidden");
}

#[test]
fn planes_tell_positions_apart() {
    for game in GAMES {
        let mut before: Option<Vec<f32>> = None;
        random_match(*game, 3, |course| {
            if matches!(course.turn(), Turn::Seat(_)) {
                let now = planes(course, Viewer::Arbiter);
                assert_ne!(before.as_ref(), Some(&now), "{}", course.position().text());
                before = Some(now);
            }
        });
        assert!(before.is_some());
    }
}
