//! Reports. Small ones are compared with files in `golden/report`, which `REFEREE_RENEW=1`
//! rewrites. Untrusted names remain plain text in every format.

mod sample;

use referee_contests::{
    report::{
        Rating, Report, ReportEncounter, ReportMatch, Unit, csv, json, svg, table,
        trf::{self, TrfError},
    },
    stats::{Counts, estimate},
    tournament::Entrant,
};

use self::sample::{game, sample};
use crate::golden_files::golden;

/// Returns all files of a report, each as name and text.
fn written(report: &Report) -> Vec<(&'static str, String)> {
    let mut files = vec![
        ("report.txt", table::lines(report).join("\n") + "\n"),
        ("report.json", serde_json::to_string_pretty(&json::object(report)).unwrap() + "\n"),
        ("standings.csv", csv::standings(report)),
        ("matches.csv", csv::matches(report)),
        ("pairs.csv", csv::pairs(report)),
        ("crosstable.csv", csv::crosstable(report)),
        ("causes.csv", csv::causes(report)),
        ("ratings.svg", svg::ratings(report)),
        ("scores.svg", svg::scores(report)),
        ("crosstable.svg", svg::heat_map(report)),
    ];
    if let Ok(text) = trf::trf(report) {
        files.push(("report.trf", text));
    }
    files
}

#[test]
fn a_small_report_is_written_as_it_always_was() {
    let folder = golden("report");
    let files = written(&sample());
    assert_eq!(files.len(), 11, "a Swiss of games fits TRF16");
    for (name, text) in files {
        let path = folder.join(name);
        if std::env::var_os("REFEREE_RENEW").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let golden = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("failed to read {name}: {error}"));
        assert_eq!(text, golden, "{name}");
    }
}

#[test]
fn names_of_strangers_stay_texts() {
    let names = [
        "</text><script>alert(1)</script>",
        "=HYPERLINK(\"http://x\",\"y\")",
        "\u{1b}[2J\u{7}\r\nowned, \"quoted\"",
        "\" onload=\"x' & \u{202e}desrever",
        "  @SUM(1)\u{0}\u{ffff}]]>",
    ];
    let mut report = sample();
    report.entrants = names.map(str::to_owned).to_vec();
    report.name = names.concat();
    report.encounters[0].reason = "+cmd|' /C calc'!A0\n=1".into();
    report.encounters[0].matches[0].detail = "-1+1".into();
    let files = written(&report);
    for (name, text) in &files {
        let lines_end = |c: char| c == '\n' || (c == '\r' && (name.ends_with("csv") || name.ends_with("trf")));
        let is_json = name.ends_with("json");
        if !is_json && !name.ends_with("csv") {
            assert!(!text.chars().any(|c| (c.is_control() && !lines_end(c)) || c == '\u{202e}'), "{name}");
        }
        if name.ends_with("svg") {
            assert!(!text.contains("<script") && !text.contains("\" onload") && !text.contains("]]>"), "{name}");
            is_well_formed(text).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        }
        if name.ends_with("csv") {
            let sides = read_csv(text).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
            assert!(sides.iter().all(|row| row.len() == sides[0].len()), "{name}: rows are equally long");
            for cell in sides.iter().flatten() {
                let bad = cell.trim_start().starts_with(['=', '+', '-', '@']) && cell.parse::<f64>().is_err();
                assert!(!bad && !cell.contains('\0'), "{name}: `{cell}` is a formula");
            }
        }
    }
    let json: serde_json::Value = serde_json::from_str(&files[1].1).unwrap();
    assert_eq!(json["entrants"][2], names[2], "JSON has the names as they are");
    let lines = |report: &Report| table::lines(report).len();
    assert_eq!(lines(&report), lines(&sample()), "no name begins a line of its own");
}

/// Checks that tags are closed in order, attributes are quoted, and no text contains `&` or `<`.
fn is_well_formed(text: &str) -> Result<(), String> {
    let mut open = Vec::new();
    for (number, piece) in text.split('<').skip(1).enumerate() {
        let (tag, content) = piece.split_once('>').ok_or(format!("tag {number} has no end"))?;
        let quotes = tag.matches('"').count();
        if quotes % 2 != 0 || tag.split('"').step_by(2).any(|outside| outside.contains(['&', '<', '\''])) {
            return Err(format!("tag {number} is `{tag}`"));
        }
        for entity in content.split('&').skip(1) {
            let name = entity.split(';').next().unwrap_or("");
            if !["amp", "lt", "gt", "quot", "#39"].contains(&name) {
                return Err(format!("`&{name}` is no entity"));
            }
        }
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or("").to_owned();
        if tag.starts_with('/') {
            if open.pop().as_ref() != Some(&name) {
                return Err(format!("`{tag}` closes nothing"));
            }
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    if open.is_empty() { Ok(()) } else { Err(format!("{open:?} are open")) }
}

/// Parses CSV strictly by RFC 4180.
fn read_csv(text: &str) -> Result<Vec<Vec<String>>, String> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut chars = text.chars().peekable();
    let mut quoted = false;
    while let Some(c) = chars.next() {
        match (quoted, c) {
            (true, '"') if chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            (true, '"') => quoted = false,
            (true, c) => cell.push(c),
            (false, '"') if cell.is_empty() => quoted = true,
            (false, '"') => return Err(format!("a quote inside `{cell}`")),
            (false, ',') => row.push(std::mem::take(&mut cell)),
            (false, '\r') if chars.next() == Some('\n') => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            (false, '\r' | '\n') => return Err("a bare line end".into()),
            (false, c) => cell.push(c),
        }
    }
    if quoted || !row.is_empty() || !cell.is_empty() { Err("no line end at the end".into()) } else { Ok(rows) }
}

#[test]
fn nothing_infinite_is_written() {
    let mut report = sample();
    report.ratings[0].high = f64::INFINITY;
    report.ratings[1] = Rating { entrant: 1, value: f64::NAN, low: f64::NAN, high: f64::NAN };
    assert!(report.check().is_err(), "such ratings are refused");
    let empty = Report { seats: 2, entrants: vec!["a".into(), "b".into()], ..Report::default() };
    let mut one_sided = sample();
    for one in one_sided.encounters.iter_mut().flat_map(|encounter| &mut encounter.matches) {
        let first = one.entrants[0] < one.entrants[1];
        one.places = if first { vec![1, 2] } else { vec![2, 1] };
    }
    let nobody = Report::default();
    for report in [report, empty, one_sided, nobody] {
        for (name, text) in written(&report) {
            let words = text.split(|c: char| !c.is_alphanumeric());
            let bad: Vec<&str> =
                words.filter(|word| ["nan", "inf", "infinity"].contains(&word.to_lowercase().as_str())).collect();
            assert!(bad.is_empty(), "{name}: {bad:?}");
            if name.ends_with("svg") {
                is_well_formed(&text).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
            }
        }
    }
}

#[test]
fn plots_and_tables_of_many_entrants_are_bounded() {
    let mut report = sample();
    report.entrants = (0..500).map(|number| format!("engine {number}")).collect();
    report.ratings = (0..500)
        .map(|entrant| Rating { entrant, value: entrant as f64, low: entrant as f64 - 9.0, high: entrant as f64 + 9.0 })
        .collect();
    for (name, text) in written(&report) {
        assert!(text.len() < 2_000_000, "{name} has {} bytes", text.len());
    }
    assert!(svg::ratings(&report).contains("400 further entrants are not drawn"));
    assert!(svg::heat_map(&report).contains("436 further entrants are not drawn"));
    assert!(table::crosstable(&report).is_empty());
}

#[test]
fn a_void_match_does_not_count() {
    let mut report = sample();
    let before = (report.scores(), report.pairs()[&(0, 2)]);
    report.encounters[0].matches[1].places.clear();
    let (scores, pair) = (report.scores(), report.pairs()[&(0, 2)]);
    assert_eq!(scores[0].matches, before.0[0].matches - 1);
    assert_eq!((pair.games.games(), pair.pairs.count()), (1, 0), "half a pair is no pair");
    assert_eq!((before.1.games.wins, before.1.pairs.pairs), (2, [0, 0, 0, 0, 1]));
}

#[test]
fn an_encounter_of_four_matches_has_two_pairs_in_whatever_order_they_ended() {
    let mut report = sample();
    let places = [[[1, 2], [2, 1]], [[1, 2], [1, 2]]];
    let pair = |at: usize, [one, other]: [[u32; 2]; 2]| {
        [game(&format!("p{at}a"), [2, 0], one, "normal"), game(&format!("p{at}b"), [0, 2], other, "normal")]
    };
    let four: Vec<_> = places.into_iter().enumerate().flat_map(|(at, places)| pair(at, places)).collect();
    for order in [[0, 1, 2, 3], [0, 2, 1, 3], [3, 2, 1, 0]] {
        report.encounters[0].matches = order.map(|at| four[at].clone()).to_vec();
        let found = report.pairs()[&(0, 2)];
        assert_eq!((found.games.games(), found.pairs.count()), (4, 2), "{order:?}");
        assert_eq!(found.estimate(), estimate(&Counts::Pairs(found.pairs)), "matches of a pair depend on each other");
    }
}

#[test]
fn points_of_the_game_are_compared_over_whole_encounters() {
    let mut report = Report { seats: 3, entrants: ["a", "b", "c"].map(str::to_owned).to_vec(), ..Report::default() };
    // Half points of a, b and c over two encounters, each a full rotation of the seats. a is ahead
    // of b by 2 points, then by 5.
    for points in [[[6, 2, 0], [4, 4, 2], [2, 2, 4]], [[8, 0, 0], [2, 0, 2], [0, 0, 4]]] {
        let matches = points.iter().enumerate().map(|(turn, halves)| {
            let mut one = ReportMatch {
                entrants: vec![0, 1, 2],
                places: vec![1, 2, 3],
                halves: halves.to_vec(),
                ..ReportMatch::default()
            };
            one.entrants.rotate_left(turn);
            one.halves.rotate_left(turn);
            one.termination = "normal".into();
            one
        });
        let (entrants, matches) = (vec![0, 1, 2], matches.collect());
        report.encounters.push(ReportEncounter { entrants, matches, ..ReportEncounter::default() });
    }
    report.check().expect("it is consistent");
    let found = report.pairs()[&(0, 1)];
    assert_eq!((found.points.observations(), found.points.mean()), (2, Some(3.5)));
    // With one degree of freedom, Student's t is 12.706205; the standard error is 1.5.
    let interval = found.points_interval().expect("two encounters have a spread");
    assert!((interval.high - (3.5 + 12.706_205 * 1.5)).abs() < 1e-4, "{interval:?}");
    assert_eq!(found.turned().points.mean(), Some(-3.5));
    let text = table::pairs(&report).join("\n");
    assert!(text.contains("normalised") && text.contains("+3.50  [-15.56, +22.56]"), "{text}");
    let of_csv = read_csv(&csv::pairs(&report)).expect("it is CSV");
    assert_eq!(of_csv[1][18..], ["2", "3.5000", "-15.5593", "22.5593", "games", "0", "6", ""].map(str::to_owned));
    assert_eq!(json::object(&report)["pairs"][0]["pointsAnEncounter"]["mean"], 3.5);
    // Three seats have no pairs of matches, and the title contains the number of seats.
    assert!(!text.contains("3/2") && !text.contains("0 0 0 0 0"), "{text}");
    assert_eq!(of_csv[1][5..10], [""; 5].map(str::to_owned));
    assert!(json::object(&report)["pairs"][0]["pairs"].is_null());
    let title = Report { name: "Three".into(), game: "honest_john".into(), format: "tables".into(), ..report.clone() };
    assert_eq!(table::lines(&title)[0], "Three - honest_john, tables, 3 seats");

    report.encounters[1].lacks = 1;
    assert_eq!(report.pairs()[&(0, 1)].points.observations(), 1, "a live encounter has no result yet");
    assert!(!table::pairs(&report).join("\n").to_lowercase().contains("nan"));
    report.encounters[1].lacks = 0;
    report.encounters[1].matches[2].places.clear();
    assert_eq!(report.pairs()[&(0, 1)].points.observations(), 1, "nor one with a void match");
}

#[test]
fn points_that_are_not_known_are_empty_cells_and_not_zero() {
    let mut report = sample();
    report.encounters.iter_mut().flat_map(|one| &mut one.matches).for_each(|one| one.halves.clear());
    report.check().expect("a report may have no points");
    assert!(report.pairs().values().all(|found| found.points.observations() == 0 && found.games.games() == 2));
    let pairs = read_csv(&csv::pairs(&report)).expect("it is CSV");
    assert!(pairs[1..].iter().all(|row| row[18..22].iter().all(String::is_empty)), "{pairs:?}");
    let matches = read_csv(&csv::matches(&report)).expect("it is CSV");
    assert!(matches[1..].iter().all(|row| !row[5].is_empty() && row[6].is_empty()), "{matches:?}");
    let json = json::object(&report);
    assert!(json["pairs"][0]["pointsAnEncounter"].is_null());
    assert!(json["encounters"][0]["matches"][0]["points"].is_null());
}

#[test]
fn forfeits_are_listed_and_in_no_statistics() {
    let (mut report, played) = (sample(), sample());
    let mut one = report.encounters[4].matches.pop().expect("its second match");
    one.places.clear();
    one.halves.clear();
    one.termination = "forfeit".into();
    report.encounters[4].forfeits.push(one);
    report.check().expect("it is consistent");
    assert_eq!(report.scores()[4].matches, played.scores()[4].matches - 1);
    let pair = report.pairs()[&(0, 4)];
    assert_eq!((pair.games.games(), pair.pairs.count(), pair.points.observations()), (1, 0, 0));
    assert!(!report.causes().contains_key("forfeit"));
    assert_eq!(report.scores_over_time()[4].len(), 3);
    let lines = csv::matches(&report);
    assert!(lines.contains("\r\n5,3,m4b,0,Eir,,,forfeit,true,,,2\r\n5,3,m4b,1,Ada,,,forfeit,false,,,2\r\n"), "{lines}");
    let json = json::object(&report);
    assert_eq!(json["encounters"][4]["matches"][1]["termination"], "forfeit");
    assert!(json["encounters"][4]["matches"][1]["places"].is_null());
    assert_eq!(trf::trf(&report), trf::trf(&played), "the points are those of a match with a no-show");
}

#[test]
fn ratings_by_points_are_drawn_and_written_in_points() {
    let mut report = sample();
    report.unit = Unit::Points;
    report.ratings = vec![Rating { entrant: 1, value: 0.125, low: -0.1, high: 0.35 }];
    let text = svg::ratings(&report);
    assert!(text.contains("Autumn cup: points a deal with 95 % intervals"), "{text}");
    assert!(text.contains("0.125 (-0.225, +0.225)") && text.contains(">0.3</text>"), "{text}");
    assert_eq!(json::object(&report)["ratings"][0]["points"], 0.125);
}

#[test]
fn trf_has_its_columns_and_rejects_values_that_do_not_fit() {
    let text = trf::trf(&sample()).unwrap();
    let players: Vec<&str> = text.split("\r\n").filter(|line| line.starts_with("001")).collect();
    assert_eq!(players.len(), 5);
    // The handbook counts columns from 1.
    let column = |line: &str, from: usize, to: usize| line[from - 1..to.min(line.len())].to_owned();
    assert_eq!(column(players[0], 5, 8), "   1");
    assert_eq!(column(players[0], 15, 17), "Ada");
    assert_eq!(column(players[0], 81, 84), " 5.0");
    assert_eq!(column(players[0], 86, 89), "   1");
    assert_eq!(column(players[0], 92, 99), "   3 w 1");
    assert_eq!(column(players[0], 102, 109), "   3 b 1");
    assert_eq!(column(players[0], 142, 149), "   5 b +", "who did not come lost by forfeit");
    assert_eq!(column(players[4], 92, 99), "0000 - U", "a bye");
    assert!(players.iter().all(|line| line.len() <= 149));

    let refused = |change: &dyn Fn(&mut Report)| {
        let mut report = sample();
        change(&mut report);
        trf::trf(&report).unwrap_err()
    };
    assert_eq!(refused(&|report| report.seats = 3), TrfError::Seats { seats: 3 });
    assert_eq!(
        refused(&|report| report.standings[0].halves = 30),
        TrfError::Points { entrant: "Ada".into(), halves: 30, of_games: 10 }
    );
    assert_eq!(
        refused(&|report| report.encounters[2].stage = 0),
        TrfError::Twice { entrant: "Ada".into(), stage: 1 },
        "an arena"
    );
    let mut long = Report { seats: 2, entrants: vec!["Ada".into(), "Bors".into()], ..Report::default() };
    for stage in 0..100 {
        let matches = vec![game("a", [0, 1], [1, 2], "normal"), game("b", [1, 0], [2, 1], "normal")];
        long.encounters.push(ReportEncounter { stage, entrants: vec![0, 1], matches, ..ReportEncounter::default() });
    }
    let wide = trf::trf(&long).unwrap_err();
    assert_eq!(wide, TrfError::Width { entrant: "Ada".into(), halves: 400 });
    assert!(wide.to_string().starts_with("Ada has 200 points"), "{wide}");
    assert!(matches!(
        refused(&|report| report.encounters[0].stage = u32::MAX),
        TrfError::TooMany { field: "rounds", .. }
    ));
    assert!(matches!(refused(&|report| report.awards[0].entrant = 9), TrfError::Unknown { .. }));
}

#[test]
fn a_report_that_contradicts_itself_is_refused_and_breaks_no_writer() {
    type Change = (&'static str, fn(&mut Report));
    let changes: [Change; 8] = [
        ("invalid seats = 1", |report| report.seats = 1),
        ("invalid awards[0].entrant = 7", |report| report.awards[0].entrant = 7),
        ("invalid ratings[2].entrant = 5", |report| report.ratings[2].entrant = 5),
        ("invalid standings[1].entrant = 99", |report| report.standings[1].entrant = Entrant(99)),
        ("invalid encounters[1].matches[0].places = 1 entries", |report| {
            report.encounters[1].matches[0].places = vec![1]
        }),
        ("invalid encounters[1].matches[1].entrants = 8", |report| {
            report.encounters[1].matches[1].entrants = vec![1, 8]
        }),
        ("invalid encounters[0].matches[0].halves = 1 entries", |report| {
            report.encounters[0].matches[0].halves = vec![1]
        }),
        ("invalid encounters[4].forfeits[0] = places [2, 1]", |report| {
            let one = report.encounters[4].matches.remove(1);
            report.encounters[4].forfeits.push(one);
        }),
    ];
    for (expected, change) in changes {
        let mut report = sample();
        change(&mut report);
        let said = report.check().unwrap_err().to_string();
        assert!(said.starts_with(expected), "{said}");
        assert!(written(&report).len() >= 10);
    }
}
