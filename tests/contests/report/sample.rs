//! A small report.

use referee_contests::{
    report::{Award, Rating, Report, ReportEncounter, ReportMatch},
    tournament::{
        Entrant,
        standings::{Happened, PointsSystem, ResultPoints, TieBreak, standings},
    },
};

pub const TIE_BREAKS: [TieBreak; 2] = [TieBreak::Buchholz { cut_least: 0, cut_greatest: 0 }, TieBreak::SonnebornBerger];

pub fn game(id: &str, entrants: [usize; 2], places: [u32; 2], termination: &str) -> ReportMatch {
    let halves = match places[0].cmp(&places[1]) {
        std::cmp::Ordering::Less => vec![2, 0],
        std::cmp::Ordering::Equal => vec![1, 1],
        std::cmp::Ordering::Greater => vec![0, 2],
    };
    let by_seat = matches!(termination, "flag" | "no_show").then(|| usize::from(places[0] < places[1]));
    ReportMatch {
        name: id.to_owned(),
        entrants: entrants.to_vec(),
        places: places.to_vec(),
        halves,
        termination: termination.to_owned(),
        by_seat,
        detail: String::new(),
        digest: None,
    }
}

/// Returns a report of five entrants and three Swiss stages. Encounters are mirrored pairs, and
/// each stage has one bye.
pub fn sample() -> Report {
    let mut report = Report {
        name: "Autumn cup".into(),
        game: "kamisado".into(),
        seats: 2,
        format: "Swiss, 3 stages".into(),
        time_control: "60+1".into(),
        entrants: ["Ada", "Bors", "Cleo", "Dag", "Eir"].map(str::to_owned).to_vec(),
        tie_breaks: TIE_BREAKS.to_vec(),
        ..Report::default()
    };
    // Stage, entrants, places of the first entrant in both matches (the second with exchanged
    // seats), and the cause of the second match's end.
    let met = [
        (0, [0, 2], [1, 1], "normal"),
        (0, [1, 3], [1, 2], "flag"),
        (1, [0, 1], [1, 2], "normal"),
        (1, [4, 2], [2, 2], "normal"),
        (2, [0, 4], [1, 1], "no_show"),
        (2, [3, 2], [1, 1], "normal"),
    ];
    for (at, (stage, [first, second], [one, other], cause)) in met.into_iter().enumerate() {
        let matches = vec![
            game(&format!("m{at}a"), [first, second], [one, 3 - one], "normal"),
            game(&format!("m{at}b"), [second, first], [3 - other, other], cause),
        ];
        let reason = format!("score group {stage}");
        let entrants = vec![first, second];
        report.encounters.push(ReportEncounter { stage, entrants, reason, matches, ..ReportEncounter::default() });
    }
    for (stage, entrant) in [(0, 4), (1, 3), (2, 1)] {
        report.awards.push(Award { stage, entrant, halves: 2, reason: "bye: the others come out even".into() });
    }
    report.standings =
        standings(5, &happened(&report), PointsSystem::Games(ResultPoints::CLASSIC), &TIE_BREAKS).unwrap();
    for (entrant, (value, error)) in
        [(120.0, 90.0), (15.5, 80.0), (-140.0, 110.0), (10.0, 100.0), (-5.0, 95.0)].into_iter().enumerate()
    {
        report.ratings.push(Rating { entrant, value, low: value - error, high: value + error });
    }
    report.check().expect("the sample is consistent");
    report
}

pub fn happened(report: &Report) -> Vec<Happened> {
    let of = |one: &ReportEncounter| {
        let halves = |of: &ReportMatch, entrant: usize| {
            of.halves[of.entrants.iter().position(|one| *one == entrant).expect("it plays")]
        };
        Happened::Encounter {
            stage: one.stage,
            entrants: one.entrants.iter().map(|entrant| Entrant(*entrant as u32)).collect(),
            games: one.matches.iter().map(|m| one.entrants.iter().map(|e| halves(m, *e)).collect()).collect(),
            is_over: true,
        }
    };
    let award =
        |one: &Award| Happened::Award { stage: one.stage, entrant: Entrant(one.entrant as u32), halves: one.halves };
    report.encounters.iter().map(of).chain(report.awards.iter().map(award)).collect()
}
