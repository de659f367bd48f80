//! Pairings while some entrants do not come.

use referee_contests::{
    contest::ContestKind as _,
    tournament::{Command, Entrant, Format, Scheduled, rules::MAX_ENCOUNTERS},
};

use super::played::{Played, result_of, rules};

/// Plays all matches without these entrants, until no such match is left.
fn play_without(played: &mut Played, absent: &[Entrant]) {
    for _ in 0..MAX_ENCOUNTERS {
        played.settle();
        let is_here = |one: &Scheduled| !one.entrants.iter().any(|entrant| absent.contains(entrant));
        let Some(one) = played.tournament.scheduled().find(is_here) else { return };
        played.command(Command::Count { match_key: one.match_key, result: Ok(result_of(&one)) }).unwrap();
    }
    panic!("it never ends");
}

#[test]
fn an_absent_entrant_delays_no_other() {
    for (entrants, absent) in [(40, 2), (40, 1), (12, 3), (3, 1)] {
        let cycles = if entrants == 3 { 50 } else { 1 };
        let mut played = Played::new(&rules(Format::RoundRobin { cycles }), entrants, 1);
        let absent: Vec<Entrant> = (0..absent).map(Entrant).collect();
        play_without(&mut played, &absent);
        let present = entrants - absent.len();
        let complete = played.tournament.encounters.iter().filter(|one| one.complete_ms.is_some()).count();
        let expected = present * (present - 1) / 2 * cycles as usize;
        assert_eq!(complete, expected, "{} of {entrants} do not come", absent.len());
        play_without(&mut played, &[]);
        let is_over = matches!(played.tournament.phase, referee_contests::tournament::Phase::Over(_));
        assert!(is_over, "when they come, the rest is played");
    }
}

#[test]
fn repeated_opponents_are_not_paired_far_ahead() {
    let mut played = Played::new(&rules(Format::RoundRobin { cycles: 5000 }), 2, 1);
    played.settle();
    assert_eq!(played.tournament.unfinished(), 1_024);
}
