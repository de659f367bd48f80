//! Signals for hosts: faulty programs, deliberate losses, and one program under two names.

use referee_contests::ladder::{
    Entrant, PairingRules, Results,
    signals::{Signal, signals},
};
use referee_ids::Seat;

use super::{
    played::{Played, category, declares, joins, result, rules},
    strength::of_known_strength,
};

const BOTS: usize = 12;
/// Ends a third of its matches by a fault.
const BAD: Entrant = Entrant(2);
/// Loses every match to [`TAKER`], whatever their strength.
const GIVER: Entrant = Entrant(4);
const TAKER: Entrant = Entrant(5);
/// Both think equally long on each move.
const TWINS: [Entrant; 2] = [Entrant(7), Entrant(8)];

/// Plays a ladder of equally strong bots. If `odd` is set, the bots above misbehave as their names
/// say.
fn ladder(odd: bool) -> Vec<Signal> {
    let pairing = PairingRules { encounters_in_flight: 64, ..PairingRules::default() };
    let rules = referee_contests::ladder::Rules { pairing, ..rules(vec![category("go", 2)]) };
    let mut played = Played::new(rules, 11);
    for bot in 0..BOTS {
        played.join(joins(bot, bot, declares(&[0], 2)));
    }
    let fair = of_known_strength(0.1, &[0.0; BOTS]);
    played.until(3 * 3600 * 1000, &mut |one, numbers| {
        let (mut places, took_ms) = fair(one, numbers);
        let seat = |entrant| one.entrants.iter().position(|other| *other == entrant);
        if odd && let (Some(giver), Some(_)) = (seat(GIVER), seat(TAKER)) {
            places = if giver == 0 { [2, 1] } else { [1, 2] };
        }
        let mut came_to = result(&places);
        for (seat, entrant) in one.entrants.iter().enumerate() {
            let twin = if odd && TWINS.contains(entrant) { TWINS[0] } else { *entrant };
            // Each bot has its own speed, with deviations from match to match.
            came_to.thought_ms[seat] = 20 * (40 + 17 * u64::from(twin.0)) + numbers.below(100) as u64;
        }
        if odd
            && let Some(seat) = seat(BAD)
            && numbers.below(3) == 0
        {
            came_to.fault = Some(Seat(seat as u8));
        }
        (Ok(came_to), took_ms)
    });
    let results = Results::fold(&played.log);
    let fit = results.fit(0).expect("they have all met");
    let told = signals(&results, 0, &fit);
    assert!(told.iter().all(|signal| signal.to_string().len() > 20), "each says why");
    told
}

#[test]
fn signals_state_their_numbers() {
    let told = ladder(true);
    assert!(
        told.iter().any(|signal| matches!(signal, Signal::Faults { entrant: BAD, faults, .. } if *faults > 5)),
        "{told:?}"
    );
    let gift = |signal: &Signal| matches!(signal, Signal::AlwaysLost { entrant: GIVER, to: TAKER, .. });
    assert!(told.iter().any(gift), "{told:?}");
    let twins =
        |signal: &Signal| matches!(signal, Signal::TimingTwins { first, second, .. } if [*first, *second] == TWINS);
    assert!(told.iter().any(twins), "{told:?}");
    assert_eq!(told.len(), 3, "no other entrant: {told:?}");
}

#[test]
fn normal_results_raise_no_signals() {
    assert_eq!(ladder(false), []);
}
