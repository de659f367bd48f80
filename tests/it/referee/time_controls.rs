//! Time controls as they are written.

use std::time::Duration;

use proptest::prelude::*;
use referee::referee::{TimeControl, time_control::Renewal};

#[test]
fn every_form_is_read_and_written() {
    let nanos = Duration::from_nanos;
    let cases = [
        ("60+1", Some(60_000_000_000), 1_000_000_000, None, Renewal::Match, "60+1"),
        ("60", Some(60_000_000_000), 0, None, Renewal::Match, "60"),
        ("60+0", Some(60_000_000_000), 0, None, Renewal::Match, "60"),
        ("0.5+0.01", Some(500_000_000), 10_000_000, None, Renewal::Match, "0.5+0.01"),
        ("0.000000001", Some(1), 0, None, Renewal::Match, "0.000000001"),
        ("010.50", Some(10_500_000_000), 0, None, Renewal::Match, "10.5"),
        ("st=2", None, 0, Some(2_000_000_000), Renewal::Match, "st=2"),
        ("st=0.25 per=round", None, 0, Some(250_000_000), Renewal::Round, "st=0.25 per=round"),
        ("inf", None, 0, None, Renewal::Match, "inf"),
        ("inf per=round", None, 0, None, Renewal::Round, "inf per=round"),
        ("60+1 per=round", Some(60_000_000_000), 1_000_000_000, None, Renewal::Round, "60+1 per=round"),
        ("60+1 per=match", Some(60_000_000_000), 1_000_000_000, None, Renewal::Match, "60+1"),
        ("60+1 st=5", Some(60_000_000_000), 1_000_000_000, Some(5_000_000_000), Renewal::Match, "60+1 st=5"),
        ("31622400", Some(31_622_400_000_000_000), 0, None, Renewal::Match, "31622400"),
    ];
    for (text, base, increment, limit, renewal, canonical) in cases {
        let control = TimeControl::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let expected =
            TimeControl { base: base.map(nanos), increment: nanos(increment), move_limit: limit.map(nanos), renewal };
        assert_eq!(control, expected, "{text}");
        assert_eq!(control.to_string(), canonical, "{text}");
    }
}

#[test]
fn everything_else_is_declined_with_what_was_expected() {
    let some = "a time of more than 0 seconds";
    let cases = [
        ("", "`inf`"),
        ("abc", "`inf`"),
        ("-1", "`inf`"),
        ("+1", "`inf`"),
        ("60+", "`inf`"),
        ("60+-1", "`inf`"),
        ("st=", "`inf`"),
        (" 60", "`inf`"),
        ("60 ", "a time in seconds"),
        ("60s", "a time in seconds"),
        ("1.", "a time in seconds"),
        ("1.0000000001", "a time in seconds"),
        ("31622400.1", "a time in seconds"),
        ("99999999999999999999", "a time in seconds"),
        ("60+99999999999", "a time in seconds"),
        ("60+1+1", "a time in seconds"),
        ("0", some),
        ("0+1", some),
        ("st=0", some),
        ("60 per=game", "`per=round` or `per=match`"),
        ("60 per=round per=round", "`per=round` or `per=match`"),
        ("inf+1", "`inf`"),
        ("\u{661}\u{662}", "`inf`"),
        (&"1".repeat(97), "`inf`"),
    ];
    for (text, expected) in cases {
        let error = TimeControl::parse(text).expect_err(text);
        assert!(error.expected.starts_with(expected), "{text}: {error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back(
        base in proptest::option::of(1u64..31_622_400_000_000_000),
        increment in prop_oneof![Just(0), 0u64..31_622_400_000_000_000, (0u64..9000).prop_map(|ms| ms * 1_000_000)],
        limit in proptest::option::of(1u64..31_622_400_000_000_000),
        round in any::<bool>(),
    ) {
        let nanos = Duration::from_nanos;
        let control = TimeControl {
            base: base.map(nanos),
            increment: if base.is_some() { nanos(increment) } else { Duration::ZERO },
            move_limit: limit.map(nanos),
            renewal: if round { Renewal::Round } else { Renewal::Match },
        };
        prop_assert_eq!(TimeControl::parse(&control.to_string()), Ok(control));
    }

    #[test]
    fn no_text_panics(text in any::<String>()) {
        let _ = TimeControl::parse(&text);
    }

    #[test]
    fn no_text_of_the_right_letters_panics(text in "[0-9+.st=inf perounmach]{0,24}") {
        if let Ok(control) = TimeControl::parse(&text) {
            prop_assert_eq!(TimeControl::parse(&control.to_string()), Ok(control));
        }
    }
}
