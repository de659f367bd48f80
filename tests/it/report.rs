//! Files of a tournament report.

#[path = "../contests/report/sample.rs"]
mod sample;

use referee::{report::trf::TrfError, runner::reports::report_files};

use self::sample::sample;

#[test]
fn a_report_without_trf_states_the_reason() {
    let place = tempfile::tempdir().expect("a directory");
    assert_eq!(report_files::write(&sample(), place.path()).expect("it is written"), None);
    assert!(place.path().join("tournament.trf").is_file());
    let mut report = sample();
    report.standings[0].halves = 30;
    let why = report_files::write(&report, place.path()).expect("all else is written").expect("a reason");
    assert_eq!(why, TrfError::Points { entrant: "Ada".into(), halves: 30, of_games: 10 });
    assert!(place.path().join("report.txt").is_file());
    assert!(!place.path().join("tournament.trf").exists(), "that of the earlier report is removed");
}
