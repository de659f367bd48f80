//! Connecting, disconnecting and reconnecting, including restarts of the server.

use std::time::Duration;

use referee_ids::{Seat, Seq};
use referee_law::{
    Absence, Asker, Command, Consent, Contest, Fact, Graces, MatchOpened, Note, Occasion, Phase, Stakes, Time,
    TimeControl, event::MovePlayed, state::MAX_SILENCE,
};

use super::{
    rig::{ATTEND_GRACE, GRACE, Rig, START_GRACE, opened, outcome, seconds, takeaway},
    takeaway::TAKEAWAY,
};

const fn connect(seat: u8) -> Command {
    Command::Connect { seat: Seat(seat) }
}

const fn disconnect(seat: u8) -> Command {
    Command::Disconnect { seat: Seat(seat), attended: false }
}

/// Returns the opening of a match whose seats may be away while their clocks last, or for the grace
/// period if they have none.
fn clock_only(time_controls: &[&str]) -> MatchOpened {
    let opening = opened("takeaway", time_controls, &[]);
    MatchOpened { graces: Graces { absence: Absence::ClockOnly, ..opening.graces }, ..opening }
}

fn waiting(seats: usize) -> Rig {
    Rig::open(&TAKEAWAY, opened("takeaway", &vec!["10"; seats], &[]))
}

fn deadline(rig: &Rig) -> Option<Time> {
    rig.current.deadline().map(|deadline| deadline.at)
}

#[test]
fn a_match_starts_when_all_are_there() {
    let mut rig = waiting(3);
    assert_eq!((rig.current.phase(), rig.current.turn()), (Phase::Waiting, None));
    assert_eq!(outcome(&mut rig, connect(2)), "here(2)");
    assert_eq!(outcome(&mut rig, connect(0)), "here(0)");
    assert_eq!(outcome(&mut rig, disconnect(2)), "away(2)");
    assert_eq!(outcome(&mut rig, connect(1)), "here(1)");
    assert_eq!(outcome(&mut rig, connect(2)), "here(2) round(1) chance chance chance");
    assert_eq!((rig.current.phase(), deadline(&rig)), (Phase::Live, Some(Time(11_250_000_001))));
    assert_eq!(rig.current.round_start(), "/0070");
    assert_eq!(rig.current.round_moves().len(), 3);
    assert_eq!(rig.current.turn().map(|turn| (turn.seat, turn.round, turn.ply)), Some((Seat(0), 1, 3)));
}

#[test]
fn a_match_is_unattended_if_a_seat_does_not_come() {
    let mut rig = waiting(2);
    let until = Time::ZERO.after(START_GRACE);
    assert_eq!(deadline(&rig), Some(until));
    rig.does(connect(0));
    let facts = rig.at(3.0).does(disconnect(0));
    assert_eq!(facts, [Fact::SeatDisconnected { seat: Seat(0), grace_until: Some(until), attended: false }]);
    rig.does(connect(1));
    rig.now = Time(until.0 - 1);
    assert_eq!(outcome(&mut rig, Command::Expire), "-");
    rig.now = until;
    assert_eq!(outcome(&mut rig, Command::Expire), "over(unattended)");
    let verdict = rig.current.verdict().expect("the end");
    assert_eq!((verdict.detail(), verdict.places.len()), ("seat 0 did not connect".to_owned(), 0));
}

/// In a contest, a player that never connects loses whatever the stakes, and no seat can abort.
#[test]
fn a_no_show_loses_a_casual_match_of_a_contest() {
    let contest = Contest::Tournament("cup".to_owned());
    let mut opening = opened("takeaway", &["10", "10"], &[]);
    opening.occasion = Some(Occasion { contest, encounter: 1, pairing: 1 });
    let until = Time::ZERO.after(START_GRACE);

    let mut rig = Rig::open(&TAKEAWAY, opening.clone());
    rig.does(connect(1));
    let abort = Command::Abort { by: Asker::Seat(Seat(1)), request_id: Default::default() };
    assert_eq!(outcome(&mut rig, abort), "!TooLateToAbort");
    rig.now = until;
    assert_eq!(outcome(&mut rig, Command::Expire), "over(no_show by 0)");
    let verdict = rig.current.verdict().expect("the end");
    assert_eq!((verdict.seat, verdict.places.as_slice()), (Some(Seat(0)), &[2, 1][..]));
    rig.verified();

    let mut empty = Rig::open(&TAKEAWAY, opening);
    empty.now = until;
    assert_eq!(outcome(&mut empty, Command::Expire), "over(unattended)");
    empty.verified();
}

/// If an accept policy seated a player and it never connects, neither seat loses. In a contest it
/// loses, as the entrants agreed to play.
#[test]
fn a_seat_by_policy_that_does_not_come_leaves_a_rated_match_unattended() {
    let mut opening = opened("takeaway", &["10", "10"], &[]);
    opening.conduct.stakes = Stakes::Rated;
    opening.consents = vec![Consent::Act, Consent::Policy];
    let until = Time::ZERO.after(START_GRACE);
    let end = |opening: &MatchOpened, comes: u8| {
        let mut rig = Rig::open(&TAKEAWAY, opening.clone());
        rig.does(connect(comes));
        rig.now = until;
        let ended = outcome(&mut rig, Command::Expire);
        rig.verified();
        (ended, rig.current.verdict().expect("the end").places.clone())
    };
    assert_eq!(end(&opening, 0), ("over(unattended)".to_owned(), vec![]));
    assert_eq!(end(&opening, 1), ("over(no_show by 0)".to_owned(), vec![2, 1]), "the opener acted");
    opening.occasion = Some(Occasion { contest: Contest::Ladder("club".to_owned()), encounter: 1, pairing: 1 });
    assert_eq!(end(&opening, 0), ("over(no_show by 1)".to_owned(), vec![1, 2]));
}

/// A seat that connects and disconnects repeatedly delays the start by at most both graces.
#[test]
fn a_seat_that_comes_and_goes_does_not_put_the_start_off_for_ever() {
    let latest = Time::ZERO.after(START_GRACE + GRACE);
    let mut opening = opened("takeaway", &["10", "10"], &[]);
    opening.conduct.stakes = Stakes::Rated;
    opening.luck.as_mut().expect("a game of luck").nonce_wait = GRACE / 10;
    let mut rig = Rig::open(&TAKEAWAY, opening);
    rig.does(connect(0));
    let mut departures = 0;
    while rig.current.phase() == Phase::Waiting {
        assert!(rig.now <= latest, "still waiting at {:?}", rig.now);
        rig.does(connect(1));
        rig.now = rig.now.after(GRACE / 20);
        if rig.current.phase() == Phase::Waiting {
            rig.does(disconnect(1));
            departures += 1;
        }
        rig.now = deadline(&rig).expect("it waits").min(rig.now.after(GRACE - GRACE / 10));
        rig.does(Command::Expire);
    }
    assert!(departures > 1, "{departures} departures");
    let verdict = rig.current.verdict().expect("the end");
    assert_eq!((verdict.seat, rig.now), (Some(Seat(1)), latest));
    rig.verified();
}

#[test]
fn a_seat_may_come_back_within_its_grace() {
    let mut rig = takeaway(&["inf", "inf"]);
    let until = seconds(2.0).after(GRACE);
    let facts = rig.at(2.0).does(disconnect(1));
    assert_eq!(facts, [Fact::SeatDisconnected { seat: Seat(1), grace_until: Some(until), attended: false }]);
    assert!(!rig.current.connected(Seat(1)) && rig.current.connected(Seat(0)));
    assert_eq!(deadline(&rig), Some(until));
    rig.now = Time(until.0 - 1);
    assert_eq!(outcome(&mut rig.clone(), Command::Expire), "-");
    assert_eq!(outcome(&mut rig, connect(1)), "here(1)");
    assert_eq!(outcome(&mut rig, connect(1)), "-", "it is there already");
    assert_eq!(deadline(&rig), Some(Time::ZERO.after(MAX_SILENCE)));
    rig.now = until;
    assert_eq!(outcome(&mut rig, Command::Expire), "-");
}

#[test]
fn a_seat_that_stays_away_loses() {
    let mut rig = takeaway(&["inf", "inf"]);
    rig.at(2.0).does(disconnect(1));
    rig.now = seconds(2.0).after(GRACE);
    assert_eq!(outcome(&mut rig, Command::Expire), "over(disconnect by 1)");
    assert_eq!(rig.current.verdict().expect("the end").places, [1, 2]);
}

#[test]
fn where_all_have_left_the_last_grace_calls_the_match_off() {
    let mut rig = takeaway(&["inf", "inf"]);
    rig.at(2.0).does(disconnect(1));
    rig.at(3.0).does(disconnect(0));
    let last = seconds(3.0).after(GRACE);
    assert_eq!(deadline(&rig), Some(last), "no seat loses by an outage that all of them share");
    rig.now = Time(last.0 - 1);
    assert_eq!(outcome(&mut rig, Command::Expire), "-");
    let mut back = rig.clone();
    assert_eq!(outcome(rig.at(500.0), Command::Expire), "over(abort)");
    rig.verified();
    // When the first seat returns, the other one keeps its full time to return.
    assert_eq!(outcome(&mut back, connect(0)), "here(0)");
    assert_eq!(deadline(&back), Some(last));
    back.now = last;
    assert_eq!(outcome(&mut back.clone(), connect(1)), "over(disconnect by 1)", "and not a moment longer");
    assert_eq!(outcome(&mut back, Command::Expire), "over(disconnect by 1)");
    assert_eq!(back.current.lost().losses(), []);
    back.verified();
}

/// A grace that ends at 60 s, a flag that falls at 61 s, and a referee that checks at 62 s.
#[test]
fn the_first_cause_is_the_verdict_however_late_it_is_decided() {
    let mut rig = takeaway(&["61", "61"]);
    rig.ask();
    rig.at(30.0).does(disconnect(1));
    assert_eq!(deadline(&rig), Some(seconds(60.0)));
    for now in [60.0, 60.5, 62.0, 4_000.0] {
        let mut rig = rig.clone();
        assert_eq!(outcome(rig.at(now), Command::Expire), "over(disconnect by 1)", "at {now}");
        rig.verified();
    }
    // At the same moment, the flag takes precedence.
    let mut both = takeaway(&["40", "40"]);
    both.ask();
    both.now = Time(seconds(10.0).0 + 1);
    both.does(disconnect(1));
    assert_eq!(outcome(both.at(500.0), Command::Expire), "over(flag by 0)");
    both.verified();
}

#[test]
fn the_end_of_a_wait_that_comes_late_is_no_longer_wait() {
    let mut rig = waiting(2);
    let until = Time::ZERO.after(START_GRACE);
    rig.does(connect(0));
    rig.now = until;
    assert_eq!(outcome(&mut rig.clone(), connect(1)), "over(unattended)");
    rig.now.0 -= 1;
    assert_eq!(outcome(&mut rig.clone(), connect(1)), "here(1) round(1) chance chance");
}

#[test]
fn the_clock_of_a_seat_that_is_away_runs_from_the_opening_of_its_turn() {
    let mut rig = takeaway(&["inf", "10"]);
    rig.at(1.0).does(disconnect(1));
    rig.at(4.0).play("take1");
    assert_eq!(rig.current.turn().and_then(|turn| turn.sent), Some(seconds(4.0)));
    assert_eq!(deadline(&rig), Some(Time(seconds(14.0).0 + 1)));
    rig.at(6.0).does(connect(1));
    rig.ask();
    let facts = rig.at(7.0).play("take1");
    let Fact::MovePlayed(MovePlayed { sent, received, clock, .. }) = &facts[0] else { panic!("a move") };
    assert_eq!((*sent, *received, clock.left.map(|r| r.as_secs())), (seconds(4.0), seconds(7.0), Some(7)));
}

#[test]
fn leaving_does_not_stop_the_clock() {
    let mut asked = takeaway(&["10", "inf"]);
    asked.at(1.0).ask();
    asked.at(3.0).does(disconnect(0));
    asked.at(5.0).does(connect(0));
    asked.ask();
    assert_eq!(asked.current.turn().and_then(|turn| turn.sent), Some(seconds(1.0)));

    let mut noted_late = takeaway(&["10", "inf"]);
    noted_late.at(3.0).does(disconnect(0));
    noted_late.current.note(Note::Offered { seat: Seat(0), at: seconds(1.0) });
    assert_eq!(noted_late.current.turn().and_then(|turn| turn.sent), Some(seconds(1.0)));

    let mut never_asked = takeaway(&["10", "inf"]);
    never_asked.at(0.5).does(disconnect(0));
    never_asked.at(5.0).does(connect(0));
    never_asked.ask();
    assert_eq!(never_asked.current.turn().and_then(|turn| turn.sent), Some(seconds(0.5)));
}

#[test]
fn server_downtime_is_not_charged() {
    let mut rig = takeaway(&["10", "10"]);
    rig.at(1.0).ask();
    rig.at(3.0).play("take1");
    rig.at(4.0).ask();
    // The server crashes at 6 s. The open turn is lost, and the time of the match stops at its
    // newest event.
    let mut rig = rig.folded();
    assert_eq!(rig.at(3.5).does(Command::Restart), [Fact::ServerRestarted]);
    let until = seconds(3.5).after(GRACE);
    assert_eq!(deadline(&rig), Some(until), "the flag of no seat can fall");
    assert!(!rig.current.connected(Seat(0)) && !rig.current.connected(Seat(1)));
    rig.at(8.0).does(connect(1));
    assert_eq!(rig.current.turn().and_then(|turn| turn.sent), Some(seconds(9.25)));
    rig.at(9.0).ask();
    assert_eq!(deadline(&rig), Some(Time(seconds(19.0).0 + 1)));
    rig.does(connect(0));
    let Fact::MovePlayed(moved) = &rig.at(11.0).play("take1")[0] else { panic!("a move") };
    assert_eq!((moved.charged.as_secs(), moved.clock.left.map(|r| r.as_secs())), (2, Some(8)));
    assert_eq!(rig.current.remaining(Seat(0), seconds(12.0)).map(|r| r.as_secs()), Some(8));
}

#[test]
fn leaving_again_after_a_restart_starts_the_clock() {
    let mut rig = takeaway(&["10", "10"]);
    rig.at(2.0).does(Command::Restart);
    rig.at(3.0).does(connect(0));
    rig.at(4.0).does(disconnect(0));
    assert_eq!(rig.current.turn().and_then(|turn| turn.sent), Some(seconds(4.0)));
}

#[test]
fn a_restart_renews_every_grace() {
    let mut rig = takeaway(&["inf", "inf"]);
    rig.at(1.0).does(disconnect(0));
    rig.at(20.0).does(Command::Restart);
    assert_eq!(deadline(&rig), Some(seconds(20.0).after(GRACE)));
    let mut lonely = rig.clone();
    lonely.at(21.0).does(connect(0));
    assert_eq!(outcome(lonely.at(50.0), Command::Expire), "over(disconnect by 1)");
    assert_eq!(outcome(rig.at(50.0), Command::Expire), "over(abort)", "where none comes back none is to blame");

    let mut unstarted = waiting(2);
    unstarted.at(1.0).does(connect(0));
    unstarted.at(20.0).does(Command::Restart);
    assert_eq!(deadline(&unstarted), Some(seconds(20.0).after(START_GRACE)));
    unstarted.at(21.0).does(connect(1));
    assert_eq!(outcome(&mut unstarted, connect(0)), "here(0) round(1) chance chance");
}

#[test]
fn a_restart_takes_the_steps_that_were_cut_off() {
    let mut whole = takeaway(&["10", "10"]);
    whole.play("take3");
    for kept in 1..=whole.log.len() {
        let mut rig = whole.clone();
        rig.log.truncate(kept);
        let mut rig = rig.folded();
        assert_eq!(rig.current.seq(), Seq(kept as u64));
        rig.at(1.0).does(Command::Restart);
        rig.connect_all();
        assert_eq!(rig.current.phase(), Phase::Live, "cut after event {kept}");
        let turn = rig.current.turn().expect("a seat has the turn");
        let cut_before_the_move = kept < whole.log.len() - 1;
        assert_eq!((turn.seat, turn.ply), if cut_before_the_move { (Seat(0), 2) } else { (Seat(0), 4) });
        rig.verified();
    }
}

#[test]
fn a_seat_that_attend_held_has_the_longer_grace() {
    let mut rig = takeaway(&["inf", "inf"]);
    let until = seconds(2.0).after(ATTEND_GRACE);
    let facts = rig.at(2.0).does(Command::Disconnect { seat: Seat(1), attended: true });
    assert_eq!(facts, [Fact::SeatDisconnected { seat: Seat(1), grace_until: Some(until), attended: true }]);
    rig.now = Time(until.0 - 1);
    assert_eq!(outcome(&mut rig, Command::Expire), "-");
    rig.now = until;
    assert_eq!(outcome(&mut rig, Command::Expire), "over(disconnect by 1)");
    rig.verified();
}

#[test]
fn a_restart_shortens_no_grace_that_has_begun() {
    let mut rig = takeaway(&["inf", "inf"]);
    let until = seconds(2.0).after(ATTEND_GRACE);
    rig.at(2.0).does(Command::Disconnect { seat: Seat(1), attended: true });
    rig.at(5.0).does(Command::Restart);
    rig.at(6.0).does(connect(0));
    assert_eq!(deadline(&rig), Some(until));
    rig.now = until;
    assert_eq!(outcome(&mut rig, Command::Expire), "over(disconnect by 1)");
    rig.verified();
}

#[test]
fn with_a_clock_alone_a_seat_may_be_away_until_its_flag_falls() {
    let mut rig = Rig::started(&TAKEAWAY, clock_only(&["100000", "100000"]));
    let facts = rig.at(1.0).does(disconnect(1));
    assert_eq!(facts, [Fact::SeatDisconnected { seat: Seat(1), grace_until: None, attended: false }]);
    assert_eq!(outcome(rig.at(2.0), disconnect(0)), "away(0)");
    // Both are away for a day, while the clock of the seat to move runs.
    assert_eq!(outcome(rig.at(86_400.0), Command::Expire), "-");
    assert_eq!(outcome(&mut rig, connect(0)), "here(0)");
    let left = rig.current.remaining(Seat(0), rig.now).expect("a clock");
    assert!(left.as_secs() < 13_602, "{left:?} are left");
    let flag = deadline(&rig).expect("a flag");
    rig.now = flag;
    assert_eq!(outcome(&mut rig, Command::Expire), "over(flag by 0)");
    rig.verified();
}

#[test]
fn with_a_clock_alone_a_restart_asks_no_seat_to_come_back_soon() {
    let mut rig = Rig::started(&TAKEAWAY, clock_only(&["100000", "100000"]));
    rig.at(10.0).does(Command::Restart);
    assert_eq!(outcome(rig.at(90_000.0), Command::Expire), "-");
    // The clock of the seat to move has run since the restart, although no program took the turn.
    let flag = seconds(100_010.0).after(Duration::from_nanos(1));
    assert_eq!(deadline(&rig), Some(flag));
    rig.now = flag;
    assert_eq!(outcome(&mut rig, Command::Expire), "over(flag by 0)");
    rig.verified();
}

#[test]
fn a_seat_without_a_clock_always_has_its_grace() {
    let mut rig = Rig::started(&TAKEAWAY, clock_only(&["100000", "inf"]));
    assert_eq!(outcome(rig.at(1.0), disconnect(0)), "away(0)");
    rig.at(2.0).does(disconnect(1));
    // Seat 0 is allowed to be away, so seat 1 alone is to blame.
    rig.now = seconds(2.0).after(GRACE);
    assert_eq!(outcome(&mut rig, Command::Expire), "over(disconnect by 1)");
    assert_eq!(rig.current.verdict().and_then(|verdict| verdict.seat), Some(Seat(1)));
    rig.verified();
}

#[test]
fn with_a_clock_alone_a_match_starts_once_every_seat_has_been_there() {
    let mut rig = Rig::open(&TAKEAWAY, clock_only(&["100000", "100000"]));
    rig.does(connect(0));
    assert_eq!(outcome(rig.at(3.0), disconnect(0)), "away(0)");
    assert_eq!(outcome(rig.at(50.0), connect(1)), "here(1) round(1) chance chance");
    assert_eq!(rig.current.phase(), Phase::Live);
    rig.verified();
    // A restart remembers every seat, connected or not.
    for leaves in [true, false] {
        let mut restarted = Rig::open(&TAKEAWAY, clock_only(&["100000", "100000"]));
        restarted.does(connect(0));
        if leaves {
            restarted.at(3.0).does(disconnect(0));
        }
        restarted.at(20.0).does(Command::Restart);
        assert_eq!(restarted.current.phase(), Phase::Waiting);
        assert_eq!(outcome(restarted.at(50.0), connect(1)), "here(1) round(1) chance chance");
        restarted.verified();
    }
    let mut late = Rig::open(&TAKEAWAY, clock_only(&["100000", "100000"]));
    late.does(connect(0));
    late.now = Time::ZERO.after(START_GRACE);
    assert_eq!(outcome(&mut late, Command::Expire), "over(unattended)", "seat 1 was never there");
    late.verified();
}

#[test]
fn a_match_of_long_moves_has_a_clock_alone_by_default() {
    let usual = |controls: &[&str]| {
        Absence::usual(&controls.iter().map(|text| TimeControl::parse(text).expect("a control")).collect::<Vec<_>>())
    };
    for (controls, absence) in [
        (["60+1", "60+1"], Absence::Grace),
        (["3d/move", "3d/move"], Absence::ClockOnly),
        (["3600+30", "7200"], Absence::ClockOnly),
        (["3599+3600", "7200"], Absence::Grace),
        (["inf", "inf"], Absence::Grace),
        (["inf", "1d/move"], Absence::ClockOnly),
        (["7200 st=60", "7200"], Absence::Grace),
    ] {
        assert_eq!(usual(&controls), absence, "{controls:?}");
    }
}
