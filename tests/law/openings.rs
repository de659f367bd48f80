//! The law of a match with a custom opening: a position, or moves.

use referee_games::{GAMES, Opening, rules::Turn};
use referee_law::{Fact, Phase};

use super::rig::{Rig, opened};

#[test]
fn a_match_begins_with_its_opening_and_is_verified_by_it() {
    for game in GAMES.iter().filter(|game| !game.facts().hidden && !game.facts().chance) {
        let controls = vec!["60+1"; usize::from(game.facts().usual_seats)];
        let mut usual = Rig::started(*game, opened(game.facts().id, &controls, &[]));
        let mut steps = Vec::new();
        for number in 0..6 {
            usual.ask();
            let legal = usual.legal();
            let before = usual.log.len();
            usual.play(&legal[number * 7 % legal.len()]);
            steps.extend(usual.log[before..].iter().filter_map(|event| match &event.fact {
                Fact::MovePlayed(moved) => Some(moved.notation.clone()),
                Fact::ForcedMovePlayed { notation, .. } => Some(notation.clone()),
                _ => None,
            }));
        }
        let position = usual.current.course().position().text();
        for (start_position, moves) in [(position.clone(), Vec::new()), (String::new(), steps)] {
            let mut of = opened(game.facts().id, &controls, &[]);
            of.opening = Opening { start_position, moves };
            let mut rig = Rig::started(*game, of);
            let first = rig.log.iter().find_map(|event| match &event.fact {
                Fact::RoundStarted { round: 1, position } => Some(position.clone()),
                _ => None,
            });
            assert_eq!(first.as_ref(), Some(&position), "{}", game.facts().id);
            let turn = rig.current.turn().expect("a seat has the turn");
            assert_eq!((Turn::Seat(turn.seat), turn.ply), (usual.current.course().turn(), 0));
            assert!(
                rig.log.iter().all(|event| !matches!(event.fact, Fact::MovePlayed(_))),
                "no seat played the opening"
            );
            let mut luck = 1;
            while rig.current.phase() == Phase::Live {
                rig.ask();
                rig.now.0 += 1_000_000;
                let legal = rig.legal();
                luck = (luck * 48_271 + 11) % 2_147_483_647_usize;
                rig.play(&legal[luck % legal.len()]);
            }
            assert!(rig.verified().over);
            assert_eq!(rig.folded().current.verdict(), rig.current.verdict());
            // The record does not verify with another opening.
            let mut forged = rig.clone();
            if let Fact::MatchOpened(opened) = &mut forged.log[0].fact {
                opened.opening = Opening::default();
            }
            assert!(referee_law::verify::verify_with(*game, &forged.log).is_err(), "{}", game.facts().id);
        }
    }
}
