//! Compares with `golden/stats.jsonl`: the numbers of fishtest and fastchess for the same results,
//! and independently computed log-likelihood ratios. Numbers must agree within 1e-6, absolute below
//! 1 and relative above.

use referee_contests::stats::{
    Counts, EloModel, Method, Pentanomial, Sprt, SprtState, WinDrawLoss,
    elo::{self, Interval},
};
use serde_json::Value;

use crate::golden_files::golden_text;

/// Number of lines in the file.
const CASES: usize = 81;

fn cases() -> Vec<Value> {
    let text = golden_text("stats.jsonl");
    let cases: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(cases.len(), CASES);
    cases
}

fn games(case: &Value) -> WinDrawLoss {
    let count = |key: &str| case[key].as_u64().unwrap();
    WinDrawLoss { wins: count("wins"), draws: count("draws"), losses: count("losses") }
}

fn pairs(case: &Value) -> Option<Pentanomial> {
    let pairs: Vec<u64> = case["penta"].as_array()?.iter().map(|count| count.as_u64().unwrap()).collect();
    Some(Pentanomial { pairs: pairs.try_into().unwrap() })
}

/// Returns the counts of a case: its pairs if it has any, otherwise its games.
fn counts(case: &Value) -> Counts {
    pairs(case).map_or(Counts::Games(games(case)), Counts::Pairs)
}

/// Returns whether every score occurred.
fn is_complete(counts: &Counts) -> bool {
    match counts {
        Counts::Games(WinDrawLoss { wins, draws, losses }) => wins.min(draws).min(losses) > &0,
        Counts::Pairs(Pentanomial { pairs }) => pairs.iter().all(|count| *count > 0),
    }
}

#[track_caller]
fn agree(case: &Value, what: &str, ours: impl Into<Option<f64>>, theirs: &Value) {
    match (ours.into(), theirs.as_f64()) {
        (Some(ours), Some(theirs)) => {
            let off = (ours - theirs).abs() / theirs.abs().max(1.0);
            assert!(off <= 1e-6, "{} {what}: {ours}, expected {theirs}", case["id"]);
        }
        (None, None) if theirs.is_null() => {}
        (ours, _) => panic!("{} {what}: {ours:?}, expected {theirs}", case["id"]),
    }
}

#[test]
fn plain_ratios_are_those_of_the_file() {
    for case in cases() {
        let (games, raw) = (games(&case), &case["raw"]);
        agree(&case, "games", games.games() as f64, &raw["games"]);
        agree(&case, "score", games.score(), &raw["score"]);
        agree(&case, "draw ratio", games.draw_ratio(), &raw["draw_ratio"]);
        agree(&case, "los of decisive games", games.los_of_decisive(), &raw["los_decisive"]);
        if let Some(pairs) = pairs(&case) {
            agree(&case, "pairs", pairs.count() as f64, &raw["pairs"]);
            agree(&case, "draw ratio of pairs", pairs.draw_ratio(), &raw["draw_ratio_pairs"]);
            agree(&case, "score of pairs", Counts::Pairs(pairs).score(), &raw["score"]);
        }
    }
}

#[test]
fn regularised_numbers_are_those_of_fishtest() {
    for case in cases() {
        let mut both = vec![(counts(&case), &case["fishtest"])];
        if pairs(&case).is_some() {
            both.push((Counts::Games(games(&case)), &case["fishtest3"]));
        }
        for (counts, theirs) in both {
            let ours = elo::regularised(&counts);
            agree(&case, "games", ours.games, &theirs["games"]);
            agree(&case, "mu", ours.score, &theirs["mu"]);
            agree(&case, "var_game", ours.variance_per_game, &theirs["var_game"]);
            agree(&case, "elo", ours.elo.value, &theirs["elo"]);
            agree(&case, "elo_low", ours.elo.low, &theirs["elo_low"]);
            agree(&case, "elo_high", ours.elo.high, &theirs["elo_high"]);
            agree(&case, "los", ours.los, &theirs["los"]);
            agree(&case, "t", ours.t_value, &theirs["t"]);
            agree(&case, "nelo", ours.normalised_elo.value, &theirs["nelo"]);
            agree(&case, "nelo_low", ours.normalised_elo.low, &theirs["nelo_low"]);
            agree(&case, "nelo_high", ours.normalised_elo.high, &theirs["nelo_high"]);
        }
    }
}

#[test]
fn plain_numbers_are_those_of_fastchess() {
    for case in cases() {
        let mut both = vec![(counts(&case), &case["fastchess"])];
        if pairs(&case).is_some() {
            both.push((Counts::Games(games(&case)), &case["fastchess3"]));
        }
        for (counts, theirs) in both {
            let ours = elo::plain(&counts);
            let half = |interval: Option<Interval>| interval.map(|interval| (interval.high - interval.low) / 2.0);
            agree(&case, "score", counts.score(), &theirs["score"]);
            agree(&case, "elo", ours.elo, &theirs["elo"]);
            agree(&case, "elo_half", half(ours.elo_interval), &theirs["elo_half"]);
            agree(&case, "nelo", ours.normalised_elo.map(|nelo| nelo.value), &theirs["nelo"]);
            agree(&case, "nelo_half", half(ours.normalised_elo), &theirs["nelo_half"]);
            let los = ours.los.map(|los| format!("{:.2}", 100.0 * los));
            assert_eq!(los.as_deref(), theirs["los_printed"].as_str(), "{} los", case["id"]);
        }
    }
}

#[test]
fn intervals_are_plain_if_honest_and_always_finite() {
    let (mut methods, mut compared) = ([0, 0], 0);
    for case in cases() {
        let counts = counts(&case);
        let shown = elo::estimate(&counts);
        methods[usize::from(shown.method == Method::Jeffreys)] += 1;
        for interval in [shown.elo, shown.normalised_elo] {
            assert!(interval.low.is_finite() && interval.high.is_finite(), "{}: {shown:?}", case["id"]);
            assert!(interval.low < interval.value && interval.value < interval.high, "{}: {shown:?}", case["id"]);
        }
        if shown.method == Method::Normal {
            let plain = elo::plain(&counts);
            let half = |interval: Interval| (interval.high - interval.low) / 2.0;
            let theirs = &case["fastchess"];
            agree(&case, "elo", shown.elo.value, &theirs["elo"]);
            agree(&case, "elo", half(shown.elo), &theirs["elo_half"]);
            assert_eq!(shown.elo, plain.elo_interval.unwrap(), "{} elo", case["id"]);
            // fastchess uses one width whatever the skewness. The interval that referee displays is
            // as wide as fishtest's, which counts 0 as 0.001.
            agree(&case, "nelo", shown.normalised_elo.value, &theirs["nelo"]);
            if is_complete(&counts) {
                compared += 1;
                agree(&case, "nelo_low", shown.normalised_elo.low, &case["fishtest"]["nelo_low"]);
                agree(&case, "nelo_high", shown.normalised_elo.high, &case["fishtest"]["nelo_high"]);
            }
            assert_eq!(Some(shown.los), plain.los, "{} los", case["id"]);
            assert_eq!(Some(format!("{:.2}", 100.0 * shown.los).as_str()), theirs["los_printed"].as_str());
        } else {
            let few = (counts.observations() as f64) < elo::ENOUGH_OBSERVATIONS;
            let alike = case["fastchess"]["nelo"].is_null();
            assert!(few || alike || case["fastchess"]["elo_half"].is_null(), "{}: {shown:?}", case["id"]);
        }
    }
    assert!(methods.iter().all(|cases| *cases > 10), "both methods are needed: {methods:?}");
    assert!(compared > 10, "only {compared} errors of normalised Elo were compared");
}

#[test]
fn every_llr_and_every_decision_is_that_of_the_file() {
    let mut tests = 0;
    for case in cases() {
        for test in case["sprt"].as_array().unwrap() {
            let number = |key: &str| test[key].as_f64().unwrap();
            let model = match test["model"].as_str().unwrap() {
                "logistic" => EloModel::Logistic,
                "normalized" => EloModel::Normalised,
                other => panic!("{other}"),
            };
            let sprt = Sprt::new(number("elo0"), number("elo1"), number("alpha"), number("beta"), model).unwrap();
            let report = sprt.report(&counts(&case));
            let what = format!("llr of {sprt:?}");
            agree(&case, &what, report.llr, &test["llr"]);
            agree(&case, "lower", report.lower, &test["lower"]);
            agree(&case, "upper", report.upper, &test["upper"]);
            let state = match report.state {
                SprtState::Continue => "continue",
                SprtState::AcceptH0 => "H0",
                SprtState::AcceptH1 => "H1",
                SprtState::Exhausted { .. } => "undecided",
            };
            assert_eq!(state, test["state"].as_str().unwrap(), "{} {what}", case["id"]);
            tests += 1;
        }
    }
    assert!(tests > 400, "only {tests} tests were found");
}
