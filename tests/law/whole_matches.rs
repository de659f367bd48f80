//! Whole matches of every registered game, from the first connection to the verdict.

use referee_games::{self as games, GAMES};
use referee_law::{Fact, Phase, Termination, Time, verify::verify};

use super::rig::{Rig, opened, seconds};

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
            assert_eq!(verdict.termination, Termination::Normal);
            let verified = verify(&rig.log).unwrap_or_else(|error| panic!("{error}"));
            assert!(verified.over && verified.events == rig.log.len() as u64 && verified.rounds >= 1);
        }
    }
}

#[test]
fn a_timed_match_ends_after_the_current_round() {
    let game = games::find("honest_john").expect("it is registered");
    let mut rig = Rig::started(game, opened("honest_john", &["inf"; 4], &[("minutes", "2")]));
    let mut now = 0.0;
    while rig.current.verdict().is_none() {
        now += 1.0;
        rig.ask();
        let legal = rig.legal();
        rig.at(now).play(&legal[0]);
    }
    let ends = rig.log.iter().filter(|event| matches!(event.fact, Fact::RoundEnded { .. })).map(|event| event.at);
    let ends: Vec<Time> = ends.collect();
    let (last, before) = ends.split_last().expect("a round ended");
    assert!(before.len() > 1 && before.iter().all(|end| *end < seconds(120.0)), "{before:?}");
    assert!(*last >= seconds(120.0), "{last:?}");
    assert_eq!(rig.current.verdict().expect("it is over").termination.word(), "normal");
    rig.verified();
    assert_eq!(rig.folded().current.verdict(), rig.current.verdict());
}
