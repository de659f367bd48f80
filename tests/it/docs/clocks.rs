//! The page about clocks: every time control in its tables parses, and the law charges every move
//! of its examples as written.

use std::time::Duration;

use referee::{
    ids::Seat,
    law::{
        Clock, Command, Note, Time, TimeControl,
        clock::{FlagFell, Stamps},
    },
};

use crate::{
    rig::{Rig, opened},
    takeaway::TAKEAWAY,
};

use super::{blocks::Block, page};

const PAGE: &str = "docs/clocks.md";

#[test]
fn every_control_of_the_tables_is_read() {
    let page = page(PAGE);
    let controls: Vec<&str> =
        page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` |")).map(|c| c.0).collect();
    assert!(controls.len() > 15, "{controls:?}");
    for text in controls {
        let control = TimeControl::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let expected = if text == "st=1 bank=60" { "60d1" } else { text };
        assert_eq!(control.to_string(), expected);
    }
}

/// Checks a block whose lines are moves, such as `took 10: 51 left`.
pub fn moves(block: &Block, control: &str) {
    let control = TimeControl::parse(control).unwrap_or_else(|error| panic!("{}: {error}", block.place));
    let mut clock = Clock::new(&control);
    for line in block.text.lines() {
        let (took, left) =
            line.strip_prefix("took ").and_then(|rest| rest.split_once(": ")).expect("`took 10: 51 left`");
        let took = Duration::from_nanos((took.parse::<f64>().expect("seconds") * 1e9).round() as u64);
        let stamps = Stamps { sent: Time::ZERO, received: Time::ZERO.after(took), uncharged: Duration::ZERO };
        let found = match clock.charge(&control, stamps) {
            Ok(charge) => {
                clock = charge.clock;
                shown(&clock)
            }
            Err(FlagFell) => "flag".to_owned(),
        };
        assert_eq!(found, left, "{}: {line}", block.place);
    }
}

/// Checks a block whose lines are turns that open at 0, for a seat with this round trip in seconds.
/// An example is `offered 0.3: starts 0.3`.
pub fn starts(block: &Block, round_trip: &str) {
    let seconds = |text: &str| Duration::from_secs_f64(text.parse().expect("seconds"));
    for line in block.text.lines() {
        let (happened, expected) = line.split_once(": starts ").expect("`offered 0: starts 0`");
        let mut rig = Rig::open(&TAKEAWAY, opened("takeaway", &["60", "60"], &[]));
        rig.current.note(Note::RoundTrip { seat: Seat(0), took: seconds(round_trip) });
        rig.connect_all();
        let at = |seconds: Duration| Time::ZERO.after(seconds);
        for event in happened.split(", ") {
            let words: Vec<&str> = event.split(' ').collect();
            match words[..] {
                ["offered", moment] => rig.current.note(Note::Offered { seat: Seat(0), at: at(seconds(moment)) }),
                ["never", "offered"] => {}
                ["away", "at", moment] => {
                    rig.now = at(seconds(moment));
                    rig.does(Command::Disconnect { seat: Seat(0), attended: false });
                }
                ["outage", began, "to", ended] => {
                    rig.now = at(seconds(ended));
                    rig.does(Command::NoteStall { began: at(seconds(began)) });
                }
                _ => panic!("{}: {line}", block.place),
            }
        }
        let start = rig.current.turn().expect("a turn").sent;
        assert_eq!(start, Some(at(seconds(expected))), "{}: {line}", block.place);
    }
}

fn shown(clock: &Clock) -> String {
    let mut words = vec![clock.left.map_or("no limit left".to_owned(), |left| format!("{} left", left.as_secs_f64()))];
    words.extend(clock.moves_to_go.map(|moves| format!("{moves} to go")));
    words.extend((clock.stage > 0).then(|| format!("stage {}", clock.stage)));
    words.extend((clock.periods > 0).then(|| format!("{} periods", clock.periods)));
    words.extend(clock.round_left.map(|left| format!("round {}", left.as_secs_f64())));
    words.extend(clock.match_left.map(|left| format!("match {}", left.as_secs_f64())));
    words.join(", ")
}
