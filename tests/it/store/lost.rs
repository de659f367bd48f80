//! The golden record of a match that two programs played badly: with nonces, luck, a lost seat whose turns the referee
//! played, and a move that stood for an illegal one.

use referee::{
    referee::{Fact, IllegalMovePolicy, LostSeatPolicy, Termination, verify::verify},
    store::{
        codec::{decode, encode},
        record,
    },
};

const GOLDEN_LOST: &str = include_str!("../../../golden/log-v1-lost.jsonl");

#[test]
fn the_golden_record_of_a_lost_seat_is_still_read_written_and_true() {
    let events = record::read(GOLDEN_LOST).unwrap();
    assert_eq!(record::write(&events), GOLDEN_LOST);
    for event in &events {
        assert_eq!(decode(&encode(event)).unwrap(), *event);
    }
    let verified = verify(&events).unwrap();
    assert!(verified.over && verified.chance_proven);
    let Fact::MatchOpened(opened) = &events[0].fact else { panic!("an opening") };
    assert_eq!(
        (opened.illegal_move_policy, opened.lost_seat_policy),
        (IllegalMovePolicy::Substitute, LostSeatPolicy::Substitute)
    );
    let count = |is: fn(&Fact) -> bool| events.iter().filter(|event| is(&event.fact)).count();
    assert!(count(|fact| matches!(fact, Fact::NonceGiven { .. })) >= 3);
    assert!(count(|fact| matches!(fact, Fact::MoveSubstituted { .. })) >= 1);
    assert_eq!(count(|fact| matches!(fact, Fact::MovePlayed(moved) if moved.declined.is_some())), 1);
    let lost = |fact: &Fact| matches!(fact, Fact::SeatLost(lost) if lost.cause == Termination::ProtocolError && lost.evidence.is_some());
    assert_eq!(events.iter().filter(|event| lost(&event.fact)).count(), 1);
}
