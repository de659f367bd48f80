//! The text format of time controls.

use std::time::Duration;

use proptest::prelude::*;
use referee_law::{
    TimeControl,
    clock::time_control::{Bonus, Main, Periods, Renewal, Stage},
};

use crate::controls::arb_control;

/// One time control of each kind, and all extra words.
pub const CONTROLS: &[&str] = &[
    "60",
    "60+1",
    "60d5",
    "60b5",
    "3/60+0.6",
    "2/60:3/30:10+2",
    "10/5x3",
    "st=2",
    "3d/move",
    "st=1 bank=60",
    "hourglass=60",
    "nodes=10000 st=5",
    "depth=6",
    "inf",
    "60+1 st=5",
    "60+1 round=9",
    "60+1 match=40 per=round",
    "6+1 per=carried",
    "6+1 margin=0.05",
    "6+1 lag=0.1",
    "6b2 margin=0.1 lag=0.3",
    "hourglass=9 margin=0.1",
    "5/3x2 lag=0.2",
];

fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn stage(moves: Option<u32>, base: u64, bonus: Bonus) -> Stage {
    Stage { moves, base: secs(base), bonus, periods: None }
}

fn clock(stages: &[Stage]) -> TimeControl {
    TimeControl { main: Main::Stages(stages.to_vec()), ..TimeControl::UNLIMITED }
}

/// Every text parses to this control, and the control is written as the last of the texts.
#[test]
fn every_form_is_read_and_written() {
    let unlimited = TimeControl::UNLIMITED;
    let fischer = clock(&[stage(None, 60, Bonus::Increment(secs(1)))]);
    let byo_yomi = |base, count, each| {
        let periods = Some(Periods { count, each: secs(each) });
        clock(&[Stage { periods, ..stage(None, base, Bonus::None) }])
    };
    let increment = Bonus::Increment(Duration::from_millis(600));
    let limited = |seconds| TimeControl { move_limit: Some(secs(seconds)), ..unlimited.clone() };
    let margin = Duration::from_millis(50);
    let cases: Vec<(&[&str], TimeControl)> = vec![
        (&["inf per=match", "inf"], unlimited.clone()),
        (&["060.0+1.000000000", "60+1 per=match", "60+1"], fischer.clone()),
        (&["60+0", "60d0", "60b0.0", "60"], clock(&[stage(None, 60, Bonus::None)])),
        (&["60d5", "st=5 bank=60", "bank=60 st=5", "60d5"], clock(&[stage(None, 60, Bonus::Delay(secs(5)))])),
        (&["60b5"], clock(&[stage(None, 60, Bonus::Refund(secs(5)))])),
        (&["40/60+0.60", "40/60+0.6"], clock(&[stage(Some(40), 60, increment)])),
        (&["40/1+0:30+1"], clock(&[stage(Some(40), 1, Bonus::None), stage(None, 30, Bonus::Increment(secs(1)))])),
        (&["40/90:9", "40/90+0:9", "40/90:9"], clock(&[stage(Some(40), 90, Bonus::None), stage(None, 9, Bonus::None)])),
        (
            &["40/3600:20/1800:900+30"],
            clock(&[
                stage(Some(40), 3600, Bonus::None),
                stage(Some(20), 1800, Bonus::None),
                stage(None, 900, Bonus::Increment(secs(30))),
            ]),
        ),
        (&["600/5x30"], byo_yomi(600, 5, 30)),
        (&["0/1x10"], byo_yomi(0, 1, 10)),
        (&["hourglass=60"], TimeControl { main: Main::Hourglass(secs(60)), ..unlimited.clone() }),
        (&["inf st=2", "st=2"], limited(2)),
        (&["st=172800", "2d/move"], limited(172_800)),
        (&["366d/move"], limited(31_622_400)),
        (&["nodes=1000 st=600", "inf nodes=1000", "nodes=1000"], TimeControl { nodes: Some(1000), ..limited(600) }),
        (&["nodes=1000 st=5", "st=5 nodes=1000"], TimeControl { nodes: Some(1000), ..limited(5) }),
        (&["depth=6"], TimeControl { depth: Some(6), ..limited(600) }),
        (&["60+1 nodes=9"], TimeControl { nodes: Some(9), ..fischer.clone() }),
        (&["60+1 st=5"], TimeControl { move_limit: Some(secs(5)), ..fischer.clone() }),
        (&["60+1 per=round"], TimeControl { renewal: Renewal::Round, ..fischer.clone() }),
        (&["60+1 per=carried"], TimeControl { renewal: Renewal::Carried, ..fischer.clone() }),
        (
            &["60+1 per=round match=600 round=100", "60+1 round=100 match=600 per=round"],
            TimeControl {
                round_limit: Some(secs(100)),
                match_limit: Some(secs(600)),
                renewal: Renewal::Round,
                ..fischer.clone()
            },
        ),
        (&["match=600"], TimeControl { match_limit: Some(secs(600)), ..unlimited.clone() }),
        (&["60+1 lag=0.05 margin=0.05", "60+1 margin=0.05 lag=0.05"], TimeControl { margin, lag: margin, ..fischer }),
    ];
    for (texts, control) in cases {
        let (canonical, others) = texts.split_last().expect("a text");
        for text in others.iter().chain([canonical]) {
            assert_eq!(TimeControl::parse(text), Ok(control.clone()), "{text}");
        }
        assert_eq!(control.to_string(), *canonical);
    }
}

#[test]
fn other_texts_are_declined_with_the_expectation() {
    let (some, span, control) = ("a time of more than 0 seconds", "a time in seconds", "`inf`");
    let stages = "at most 8 stages";
    let cases = [
        ("", control),
        ("abc", control),
        ("-1", control),
        ("+1", control),
        ("60+", control),
        ("60+-1", control),
        ("60d", control),
        ("60bb", control),
        ("st=", control),
        (" 60", control),
        ("60 ", control),
        ("inf+1", control),
        ("40/", control),
        (":", control),
        ("\u{661}\u{662}", control),
        (&"1".repeat(513), control),
        ("60s", span),
        ("1.", span),
        ("1.0000000001", span),
        ("31622400.1", span),
        ("99999999999999999999", span),
        ("60+99999999999", span),
        ("60+1+1", span),
        ("60d5d5", span),
        ("0", some),
        ("0+1", some),
        ("0d5", some),
        ("st=0", some),
        ("hourglass=0", some),
        ("margin=0", some),
        ("60:60", stages),
        ("40/60:600/5x30:60", stages),
        ("0/60", stages),
        ("10001/60", stages),
        ("+1/60", stages),
        (&"1/1:".repeat(9), control),
        ("1/1:1/1:1/1:1/1:1/1:1/1:1/1:1/1:1", stages),
    ];
    declined(&cases);
}

#[test]
fn contradictions_are_declined_with_the_expectation() {
    let (key, first, bank) = ("each of st, bank", "the clock once, before", "`bank=60` with `st=1`");
    let (periods, days, per) = ("1 to 1000 periods", "1 to 366 whole days", "`per=match`, `per=round`");
    let cases = [
        ("600/0x30", periods),
        ("600/5x0", periods),
        ("600/x30", periods),
        ("600/5x", periods),
        ("600/5x30x2", periods),
        ("600/1001x1", periods),
        ("40/600/5x30", periods),
        ("0d/move", days),
        ("367d/move", days),
        ("1.5d/move", days),
        ("d/move", days),
        ("60 per=game", per),
        ("60 per=round per=round", key),
        ("60 st=1 st=2", key),
        ("1d/move st=5", key),
        ("60 ponder=1", key),
        ("hourglass=60 hourglass=60", first),
        ("60 hourglass=60", first),
        ("st=2 60", first),
        ("60 60", first),
        ("60+1 bank=60", bank),
        ("60 st=1 bank=60", bank),
        ("bank=60", bank),
        ("nodes=0", "a number of positions"),
        ("nodes=1000000000000001", "a number of positions"),
        ("nodes=1e3", "a number of positions"),
        ("depth=0", "a number of plies"),
        ("depth=1001", "a number of plies"),
    ];
    declined(&cases);
}

fn declined(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        let error = TimeControl::parse(text).expect_err(text);
        assert!(error.expected.starts_with(expected), "{text}: {error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn written_controls_are_read_back(control in arb_control()) {
        prop_assert_eq!(TimeControl::parse(&control.to_string()), Ok(control));
    }

    #[test]
    fn no_text_panics(text in any::<String>()) {
        let _ = TimeControl::parse(&text);
    }

    #[test]
    fn no_text_of_the_right_letters_panics(text in "([0-9+.:/dbx]{1,9} ?)?((st|bank|hourglass|nodes|depth|round|match|per)=[0-9.rounda]{1,5} ?){0,3}") {
        if let Ok(control) = TimeControl::parse(&text) {
            prop_assert_eq!(TimeControl::parse(&control.to_string()), Ok(control));
        }
    }
}

/// cutechess and fastchess read these as minutes and seconds. They are rejected, and the error
/// suggests both spellings.
#[test]
fn minutes_are_refused_with_both_spellings() {
    for text in ["40/1:30+1", "1:30", "1:30+0.5", "40/2:00", "40/60:20", "10:05d2", "40/1:30 st=5"] {
        let bad = TimeControl::parse(text).expect_err(text);
        assert!(bad.expected.contains("`40/90`") && bad.expected.contains("`40/1+0:30`"), "{text}: {bad}");
    }
}
