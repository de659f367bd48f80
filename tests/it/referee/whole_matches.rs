//! Whole matches of every registered game, from the first connection to the verdict.

use referee::{
    games::GAMES,
    referee::{Phase, Termination, verify::verify},
};

use super::rig::{Rig, opened};

#[test]
fn every_game_comes_to_its_end() {
    for game in GAMES {
        let controls = vec!["60+1"; usize::from(game.facts().usual_seats)];
        for seed in 0..5u64 {
            let mut rig = Rig::started(*game, opened(game.facts().id, &controls, &[]));
            let mut luck = seed;
            while rig.current.phase() == Phase::Live {
                rig.ask();
                rig.now.0 += 1_000_000;
                let legal = rig.legal();
                luck = (luck * 48_271 + 11) % 2_147_483_647;
                rig.play(&legal[luck as usize % legal.len()]);
            }
            let verdict = rig.current.verdict().expect("the match is over");
            assert_eq!(verdict.termination, Termination::Board);
            let verified = verify(&rig.log).unwrap_or_else(|error| panic!("{error}"));
            assert!(verified.over && verified.events == rig.log.len() as u64 && verified.rounds >= 1);
        }
    }
}
