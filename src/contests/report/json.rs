//! A report as JSON. Missing numbers are `null`.

use serde_json::{Value, json};

use super::model::{Report, ReportMatch};
use crate::{
    series::{
        answer::Answer,
        comparison::Comparison,
        sequential::{EndedTest, TestReport},
    },
    stats::{EloModel, Method, elo::Interval, weight},
    tournament::standings::Standing,
};

pub fn object(report: &Report) -> Value {
    let unit = report.unit.word();
    let mut object = json!({
        "name": report.name,
        "results": report.phase,
        "game": report.game,
        "seats": report.seats,
        "format": report.format,
        "timeControl": report.time_control,
        "entrants": report.entrants,
        "tieBreaks": report.tie_breaks.iter().map(|one| json!({"name": one.name(), "is": one.in_words()})).collect::<Vec<_>>(),
        "standings": report.standings.iter().map(|one| standing(report, one)).collect::<Vec<_>>(),
        "encounters": encounters(report),
        "repeats": report.weight().repeats(),
        "awards": report.awards.iter().map(|one| json!({
            "stage": u64::from(one.stage) + 1,
            "entrant": report.name_of(one.entrant),
            "points": one.halves as f64 / 2.0,
            "reason": one.reason,
        })).collect::<Vec<_>>(),
        "pairs": pairs(report),
        "answers": answers(report),
        "test": test(report),
        "causes": report.causes().into_iter().map(|(word, row)| {
            (word.to_owned(), json!({"matches": row.matches, "byEntrant": row.by_entrant}))
        }).collect::<serde_json::Map<_, _>>(),
        "ratings": report.ratings.iter().filter(|one| one.is_drawable()).map(|one| json!({
            "entrant": report.name_of(one.entrant), unit: one.value, "interval95": [one.low, one.high],
        })).collect::<Vec<_>>(),
    });
    if report.has_display_names() {
        let display_names = (0..report.entrants.len()).map(|one| report.display_name_of(one));
        object["displayNames"] = display_names.collect::<Vec<_>>().into();
    }
    object
}

/// Returns the answers of the report in words.
pub fn answers(report: &Report) -> Value {
    report.answers().iter().map(|one| answer_object(one, "entrants", |one| report.name_of(one))).collect()
}

/// Returns the test of the report; `null` without a test.
pub fn test(report: &Report) -> Value {
    let object = |test| test_object(test, "entrants", |one| report.name_of(one));
    report.test.as_ref().map_or(Value::Null, object)
}

/// Returns an answer in words. `who` is the key for the two names.
pub fn answer_object<'a>(answer: &Answer, who: &str, names: impl Fn(usize) -> &'a str) -> Value {
    let (first, second) = answer.entrants;
    json!({
        who: [names(first), names(second)],
        "stronger": answer.stronger().map(&names),
        "says": answer.sentence(&names),
    })
}

/// Returns a test at the end of its series. `who` is the key for the two names.
pub fn test_object<'a>(test: &EndedTest, who: &str, names: impl Fn(usize) -> &'a str) -> Value {
    let mut object = tested_object(&test.report, test.observed());
    object[who] = json!([names(test.entrants.0), names(test.entrants.1)]);
    object["encounters"] = test.encounters.into();
    object["isOver"] = test.report.is_over().into();
    object["stopped"] = test.stopped.as_str().into();
    object["says"] = test.to_string().into();
    object
}

/// Returns the hypotheses of a test, and its result. `observed` is `pairs`, `games` or `points`.
pub fn tested_object(report: &TestReport, observed: &str) -> Value {
    let (llr, bounds) = report.llr();
    let mut object = match report {
        TestReport::Elo(report) => {
            let (elo0, elo1, alpha, beta, model) = report.test.parts();
            let model = match model {
                EloModel::Logistic => "logistic",
                EloModel::Normalised => "normalised",
            };
            json!({"elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta, "model": model})
        }
        TestReport::Points(report) => {
            let (mean0, mean1, alpha, beta) = report.test.parts();
            json!({"mean0": mean0, "mean1": mean1, "alpha": alpha, "beta": beta, "skewness": report.skewness})
        }
    };
    object["observed"] = observed.into();
    object["llr"] = llr.into();
    object["bounds"] = json!(bounds);
    object["accepted"] = json!(report.state().accepted());
    object["says"] = report.to_string().into();
    object
}

/// Returns points per encounter with their interval; `null` before the first encounter.
pub fn points_object(found: &Comparison) -> Value {
    let interval = found.points_interval();
    let object = |mean| {
        json!({
            "encounters": found.points.observations(),
            "mean": mean,
            "standardError": interval.map(|found| found.standard_error),
            "interval95": interval.map(|found| [found.low, found.high]),
        })
    };
    found.points.mean().map_or(Value::Null, object)
}

/// Returns an entrant of the standings.
pub fn standing(report: &Report, standing: &Standing) -> Value {
    let values = report.tie_breaks.iter().zip(&standing.tie_breaks);
    let mut object = json!({
        "rank": standing.rank,
        "entrant": report.name_of(standing.entrant.index()),
        "points": standing.halves as f64 / 2.0,
        "tieBreaks": values.map(|(of, value)| *value as f64 / of.unit() as f64).collect::<Vec<_>>(),
        "reason": standing.reason,
        "why": standing.why,
        "out": report.out.get(&standing.entrant.index()).map_or("", String::as_str),
    });
    let display_name = report.display_name_of(standing.entrant.index());
    if !display_name.is_empty() {
        object["displayName"] = json!(display_name);
    }
    object
}

fn encounters(report: &Report) -> Vec<Value> {
    let of = |one: &super::model::ReportEncounter| {
        json!({
            "stage": u64::from(one.stage) + 1,
            "entrants": one.entrants.iter().map(|entrant| report.name_of(*entrant)).collect::<Vec<_>>(),
            "reason": one.reason,
            "matches": one.listed().map(|one| object_of_match(report, one)).collect::<Vec<_>>(),
        })
    };
    report.encounters.iter().map(of).collect()
}

fn object_of_match(report: &Report, one: &ReportMatch) -> Value {
    json!({
        "match": one.name,
        "seats": one.entrants.iter().map(|entrant| report.name_of(*entrant)).collect::<Vec<_>>(),
        "places": (!one.places.is_empty()).then_some(&one.places),
        "points": (!one.halves.is_empty()).then(|| one.halves.iter().map(|halves| *halves as f64 / 2.0).collect::<Vec<_>>()),
        "termination": one.termination,
        "seat": one.by_seat,
        "detail": one.detail,
        "digest": one.digest.as_ref().map(weight::hex),
    })
}

fn pairs(report: &Report) -> Vec<Value> {
    let interval = |of: &Interval| json!({"value": of.value, "interval95": [of.low, of.high]});
    let pairs = report.pairs();
    let of = |(&(first, second), results): (&(usize, usize), &Comparison)| {
        let found = results.estimate();
        json!({
            "entrants": [report.name_of(first), report.name_of(second)],
            "matches": {"won": results.games.wins, "drawn": results.games.draws, "lost": results.games.losses},
            "pairs": report.has_pairs_of_matches().then_some(results.pairs.pairs),
            "elo": interval(&found.elo),
            "normalisedElo": interval(&found.normalised_elo),
            "likelihoodOfSuperiority": found.los,
            "observed": results.observed(),
            "leftOut": results.left_out(),
            "openings": results.openings,
            "different": results.weight.different,
            "drawRatio": results.games.draw_ratio(),
            "pointsAnEncounter": points_object(results),
            "method": match found.method { Method::Normal => "normal", Method::Jeffreys => "jeffreys" },
        })
    };
    pairs.iter().map(of).collect()
}
