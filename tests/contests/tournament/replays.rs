//! Matches that may be replayed, and events from foreign logs.

use referee_contests::contest::ContestReason;
use referee_contests::tournament::{
    Command, ContestRefusal, Entrant, Fact, Format, MatchKey, MatchResult, Phase, TournamentEvent,
    event::Award,
    pairing::{knockout::ThirdPlace, swiss::Acceleration},
};
use referee_contests::{contest::AfterVoid, contest::ContestKind as _};

use super::played::{Played, rules};

/// Parses the key of a match.
fn key(text: &str) -> MatchKey {
    MatchKey::parse(text).unwrap()
}

fn count(played: &mut Played, text: &str, places: [u32; 2]) {
    let result = MatchResult { places: places.to_vec(), halves: vec![0, 0], ..MatchResult::default() };
    played.command(Command::Count { match_key: key(text), result: Ok(result) }).unwrap();
    played.settle();
}

fn replay(played: &mut Played, text: &str) -> Result<(), ContestRefusal> {
    let again =
        played.command(Command::Void { match_key: key(text), reason: "power cut".into(), then: AfterVoid::Replay });
    played.settle();
    again
}

/// Returns a knockout of eight with all first encounters paired. Match `m2` is `m1` with exchanged
/// seats.
fn knockout() -> Played {
    let mut played = Played::new(&rules(Format::Knockout { third_place: ThirdPlace::Shared }), 8, 1);
    played.settle();
    played
}

#[test]
fn a_match_of_a_bracket_is_played_again_until_something_follows_from_it() {
    let mut played = knockout();
    for board in 1..=3 {
        count(&mut played, &format!("s1-b{board}-m1"), [1, 2]);
        count(&mut played, &format!("s1-b{board}-m2"), [2, 1]);
    }
    let paired = |played: &Played| played.tournament.encounters.len();
    assert_eq!(paired(&played), 5, "the second stage has its first encounter");
    let follows = |of| ContestRefusal::Unchangeable(key(of), "later pairings depend on its result");
    assert_eq!(replay(&mut played, "s1-b1-m1"), Err(follows("s1-b1-m1")));
    assert_eq!(replay(&mut played, "s1-b2-m2"), Err(follows("s1-b2-m2")));
    assert_eq!(replay(&mut played, "s1-b3-m1"), Ok(()), "its winner has no opponent yet");
    count(&mut played, "s1-b3-m1-r1", [2, 1]);
    assert_eq!(paired(&played), 6, "it is tied now, and they meet again");
    assert_eq!(replay(&mut played, "s1-b3-m1-r1"), Err(follows("s1-b3-m1-r1")));
}

#[test]
fn a_bracket_is_not_over_while_a_match_is_played_again() {
    let mut played = Played::new(&rules(Format::Knockout { third_place: ThirdPlace::Shared }), 2, 1);
    played.settle();
    count(&mut played, "s1-b1-m1", [1, 2]);
    assert_eq!(replay(&mut played, "s1-b1-m1"), Ok(()));
    count(&mut played, "s1-b1-m2", [2, 1]);
    assert_eq!(played.tournament.phase, Phase::Running);
    count(&mut played, "s1-b1-m1-r1", [1, 2]);
    assert_eq!(played.tournament.phase, Phase::Over(ContestReason::Played));
}

#[test]
fn an_event_from_elsewhere_that_cannot_follow_changes_nothing() {
    let swiss = Format::Swiss { stages: 3, initial_seat: referee_ids::Seat(0), acceleration: Acceleration::None };
    let mut played = Played::new(&rules(swiss), 5, 1);
    played.settle();
    let paired = played.log.iter().rev().find_map(|event| match &event.fact {
        Fact::EncounterPaired(paired) => Some(paired.clone()),
        _ => None,
    });
    let paired = paired.expect("two meet");
    let at = |stage, entrants: [u32; 2]| {
        let mut paired = paired.clone();
        (paired.encounter.stage, paired.encounter.board) = (stage, 9);
        paired.entrants = entrants.map(Entrant).to_vec();
        Fact::EncounterPaired(paired)
    };
    let award = |stage, entrant, halves| Fact::AwardGiven {
        stage,
        entrant: Entrant(entrant),
        halves,
        award: Award::Bye,
        reason: "bye".into(),
    };
    let mut take = |fact| {
        let event = TournamentEvent { seq: played.tournament.seq.next(), at_ms: 0, fact };
        let is_taken = played.tournament.take(&event);
        // Accepted events leave a tournament that can show its standings.
        played.tournament.standings(referee_contests::tournament::Shown::All);
        is_taken
    };
    assert!(!take(at(1, [2, 2])), "with itself");
    assert!(!take(at(0, [0, 1])), "twice in a stage");
    assert!(!take(at(3, [0, 1])), "more stages than there are");
    assert!(!take(award(0, 0, 2)), "a bye for who plays");
    assert!(!take(award(1, 0, i64::MAX)), "more than can be counted");
    assert!(!take(award(u32::MAX, 0, 2)), "a stage without end");
    assert!(!take(Fact::Started), "twice");
    let (first, second) = (paired.entrants[0], paired.entrants[1]);
    let outsider = (0..5).map(Entrant).find(|one| *one != first && *one != second).expect("there are five");
    for by in [vec![], vec![outsider], vec![first, outsider]] {
        assert!(!take(Fact::EncounterForfeited { encounter: paired.encounter, by: by.clone() }), "by {by:?}");
    }
    let counted = |attempt, halves: [i64; 2]| {
        let result = MatchResult { places: vec![1, 2], halves: halves.to_vec(), ..MatchResult::default() };
        Fact::MatchCounted { match_key: MatchKey { encounter: paired.encounter, number: 0, attempt }, result }
    };
    assert!(!take(counted(0, [1 << 32, -(1 << 32)])), "further apart than can be counted");
    assert!(!take(counted(1, [0, 0])), "a second attempt before the first");
    assert!(take(counted(0, [0, 0])));
    assert!(!take(counted(0, [0, 0])), "twice");
    assert!(take(award(1, 0, 2)));
    assert!(!take(at(1, [0, 1])), "who has the bye");
    assert!(take(at(1, [1, 2])));
}
