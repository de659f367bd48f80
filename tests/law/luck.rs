//! The seed of a match, the nonces of the seats, and the time of the first deal.

use std::time::Duration;

use referee_ids::{MatchId, Nonce, Seat, Viewer};
use referee_law::{Command, Fact, Match, MatchOpened, Seed, Termination, seen_by, verify::verify_with};

use super::{
    rig::{Rig, host, opened, outcome, request, seconds, seed, takeaway},
    takeaway::TAKEAWAY,
};

/// Returns the opening of a match of two that waits this many seconds for nonces.
fn waiting(seconds: u64) -> MatchOpened {
    let mut opened = opened("takeaway", &["10", "10"], &[("rounds", "1")]);
    opened.luck.as_mut().expect("a promise").nonce_wait = Duration::from_secs(seconds);
    opened
}

fn give(seat: u8, nonce: &str, id: &str) -> Command {
    Command::GiveNonce { seat: Seat(seat), nonce: Nonce::parse(nonce).expect("a nonce"), request_id: request(id) }
}

fn connect(seat: u8) -> Command {
    Command::Connect { seat: Seat(seat) }
}

fn deals(rig: &Rig) -> Vec<&str> {
    let chance = rig.log.iter().filter_map(|event| match &event.fact {
        Fact::ChanceResolved { notation, .. } => Some(notation.as_str()),
        _ => None,
    });
    chance.collect()
}

#[test]
fn without_a_wait_nonces_are_taken_until_all_are_here() {
    let mut rig = Rig::open(&TAKEAWAY, opened("takeaway", &["10", "10"], &[]));
    assert_eq!(outcome(&mut rig, give(1, "abc", "")), "nonce(1)");
    assert_eq!(outcome(&mut rig, give(1, "abd", "")), "!NonceClosed", "once a seat");
    rig.does(connect(0));
    assert_eq!(outcome(&mut rig, connect(1)), "here(1) round(1) chance chance");
    assert_eq!(outcome(&mut rig, give(0, "late", "")), "!NonceClosed");
    assert!(rig.verified().chance == 2 && !rig.verified().chance_proven, "the seed is not shown yet");
}

#[test]
fn the_first_deal_waits_for_the_nonces_of_all() {
    let mut rig = Rig::open(&TAKEAWAY, waiting(5));
    rig.does(connect(0));
    assert_eq!(outcome(&mut rig, connect(1)), "here(1)");
    assert_eq!(rig.current.deadline().expect("an end of the wait").at, seconds(5.0));
    rig.at(1.0);
    assert_eq!(outcome(&mut rig, Command::Expire), "-");
    assert_eq!(outcome(&mut rig, give(0, "abc", "a")), "nonce(0)");
    assert_eq!(outcome(&mut rig, give(0, "abc", "a")), "=4", "the same request");
    assert_eq!(outcome(&mut rig, give(0, "abd", "a")), "!RequestIdReused");
    assert_eq!(outcome(&mut rig, give(1, "", "a")), "nonce(1) round(1) chance chance", "nothing is an answer");
    rig.verified();
}

#[test]
fn all_waits_end() {
    let mut rig = Rig::open(&TAKEAWAY, waiting(5));
    rig.connect_all();
    // A player that leaves and returns gets a new grace period. A player that does not return
    // loses.
    rig.at(2.0).does(Command::Disconnect { seat: Seat(1), attended: false });
    assert_eq!(outcome(rig.at(6.0), Command::Expire), "-");
    rig.at(7.0).does(connect(1));
    assert_eq!(rig.current.deadline().expect("an end of the wait").at, seconds(12.0));
    let mut gone = rig.clone();
    gone.at(8.0).does(Command::Disconnect { seat: Seat(0), attended: false });
    assert_eq!(outcome(gone.at(60.0), Command::Expire), "over(unattended)");
    gone.verified();
    assert_eq!(outcome(rig.at(12.0), Command::Expire), "round(1) chance chance");
    rig.verified();
}

#[test]
fn a_restart_forgets_no_nonce() {
    let mut rig = Rig::open(&TAKEAWAY, waiting(5));
    rig.connect_all();
    rig.at(1.0).does(give(0, "abc", ""));
    rig.at(3.0).does(Command::Restart);
    rig = rig.folded();
    rig.connect_all();
    assert_eq!(outcome(rig.at(4.0), give(1, "def", "")), "nonce(1) round(1) chance chance");
    rig.does(Command::Abort { by: host(), request_id: request("") });
    assert!(rig.verified().chance_proven);
}

#[test]
fn every_end_shows_the_seed_and_nothing_before_does() {
    let mut rig = takeaway(&["10", "10"]);
    for event in &rig.log {
        let seen = seen_by(Viewer::Spectator, &rig.current, event);
        assert!(!format!("{event:?} {seen:?}").contains(&seed().hex()));
    }
    rig.does(Command::Fault { detail: "the host failed".into() });
    let Fact::MatchEnded(ended) = &rig.log.last().expect("an end").fact else { panic!("the end") };
    assert_eq!((ended.verdict.termination, ended.seed.clone()), (Termination::HostFault, Some(seed())));
    assert!(rig.verified().chance_proven);
}

#[test]
fn a_broken_commitment_and_a_changed_deal_are_located() {
    let mut rig = takeaway(&["10", "10"]);
    rig.does(Command::Abort { by: host(), request_id: request("") });
    let dealt = rig.log.iter().position(|event| matches!(event.fact, Fact::ChanceResolved { .. })).expect("a deal");
    let mut swapped = rig.log.clone();
    let Fact::ChanceResolved { notation, .. } = &mut swapped[dealt].fact else { panic!("a deal") };
    let honest = std::mem::replace(notation, if notation == "deal1" { "deal2" } else { "deal1" }.to_owned());
    let error = verify_with(&TAKEAWAY, &swapped).expect_err("another deal");
    let expected = format!("event {}: in round 1, ply 0, the seed gives `{honest}`", dealt + 1);
    assert_eq!(error.to_string(), expected);

    let Fact::MatchOpened(opened) = rig.log[0].fact.clone() else { panic!("the opening") };
    let matching = Match::open_with(&TAKEAWAY, *opened).expect("a match");
    assert!(matching.with_seed(Seed::new([8; 32])).is_none());
}

#[test]
fn a_deal_id_repeats_a_deal_and_nonces_change_it() {
    let play = |match_id: &str, deal_id: Option<&str>, nonces: [&str; 4]| {
        let id = |text: &str| MatchId::parse(text).expect("an id");
        let mut opened = opened("takeaway", &["10"; 4], &[]);
        opened.match_id = id(match_id);
        opened.luck.as_mut().expect("a promise").deal_id = deal_id.map(id);
        let mut rig = Rig::open(&TAKEAWAY, opened);
        for (seat, nonce) in (0..).zip(nonces) {
            rig.does(give(seat, nonce, ""));
        }
        rig.connect_all();
        rig.verified();
        deals(&rig).join(" ")
    };
    let none = [""; 4];
    let first = play("one", Some("set"), none);
    assert_eq!(play("two", Some("set"), none), first);
    assert_ne!(play("two", None, none), first);
    assert_ne!(play("two", Some("set"), ["", "", "x", ""]), first);
}

#[test]
fn a_seed_that_is_withheld_is_shown_by_no_end_and_no_nonce_changes_its_deals() {
    let mut withheld = opened("takeaway", &["10", "10"], &[]);
    withheld.luck.as_mut().expect("a promise").is_withheld = true;
    let mut rig = Rig::open(&TAKEAWAY, withheld);
    assert_eq!(outcome(&mut rig, give(0, "abc", "")), "!NonceClosed");
    rig.connect_all();
    rig.does(Command::Abort { by: host(), request_id: request("") });
    let Fact::MatchEnded(ended) = &rig.log.last().expect("an end").fact else { panic!("the end") };
    assert_eq!(ended.seed, None);
    let verified = rig.verified();
    assert!(verified.chance > 0 && !verified.chance_proven);
    let mut shown = rig.log.clone();
    let Fact::MatchEnded(ended) = &mut shown.last_mut().expect("an end").fact else { panic!("the end") };
    ended.seed = Some(seed());
    let error = verify_with(&TAKEAWAY, &shown).expect_err("it is shown all the same");
    assert!(error.to_string().contains("a seed is revealed that the opening withheld"), "{error}");
}
