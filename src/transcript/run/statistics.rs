//! Prints the comparison of a run's engines: their difference, its error, and the state of a test.

use std::io::{self, Write};

use serde_json::json;

use crate::{
    report::{
        columns::Columns,
        json::{answer_object, points_object, test_object},
    },
    runner::{End, plan::Plan},
    series::{
        answer::{Answer, answers},
        comparison::{Comparison, left_out_in_words},
        sequential::{EndedTest, TestReport},
        tally::Tally,
    },
    stats::{
        Method, WinDrawLoss, counted, decimals,
        elo::{Estimate, Interval},
        signed_decimals,
    },
};

/// Maximum printed comparisons of two engines; JSON contains all of them.
const MAX_PRINTED: usize = 60;

/// Returns the differences of the engines as JSON, with the numbers of matches and encounters.
pub fn object(plan: &Plan, tally: &Tally) -> serde_json::Value {
    let has_elo = plan.setting.seats() == 2;
    let comparisons = tally.comparisons.iter().map(|((first, second), comparison)| {
        let Comparison { games, pairs, weight, openings, points: _ } = comparison;
        json!({
            "engines": [plan.engines[first].name.as_str(), plan.engines[second].name.as_str()],
            "matches": {"won": games.wins, "drawn": games.draws, "lost": games.losses},
            "pairs": has_elo.then_some(pairs.pairs),
            "elo": has_elo.then(|| elo_object(&comparison.estimate())),
            "observed": has_elo.then(|| comparison.observed()),
            "leftOut": has_elo.then(|| comparison.left_out()),
            "different": weight.different,
            "openings": openings,
            "pointsAnEncounter": points_object(comparison),
        })
    });
    json!(comparisons.collect::<Vec<_>>())
}

/// Returns an Elo difference with all its details, as JSON.
pub fn elo_object(found: &Estimate) -> serde_json::Value {
    let interval = |of: &Interval| json!({"value": of.value, "interval95": [of.low, of.high]});
    json!({
        "difference": interval(&found.elo),
        "normalised": interval(&found.normalised_elo),
        "likelihoodOfSuperiority": found.los,
        "method": method_word(found.method),
    })
}

/// Returns the answers of a finished run in words, and its test; `null` without a test.
pub fn answer_objects(plan: &Plan, tally: &Tally, end: End) -> [serde_json::Value; 2] {
    let names = |engine: usize| plan.engines[engine].name.as_str();
    let test = ended_test(plan, tally, end);
    let answers = answers_of(plan, tally, test.as_ref()).into_iter();
    let answers = answers.map(|answer| answer_object(&answer, "engines", names)).collect::<Vec<_>>();
    [json!(answers), test.map_or(serde_json::Value::Null, |test| test_object(&test, "engines", names))]
}

fn ended_test(plan: &Plan, tally: &Tally, end: End) -> Option<EndedTest> {
    tally.test.as_ref().map(|test| test.ended(end.in_words(plan)))
}

fn answers_of(plan: &Plan, tally: &Tally, test: Option<&EndedTest>) -> Vec<Answer> {
    let compared = tally.comparisons.iter().map(|(pair, found)| (pair, *found));
    answers(compared, test, plan.setting.seats())
}

/// Prints the differences of all engines that met. After the end, also prints the answer in words
/// and the test.
pub fn write(out: &mut impl Write, plan: &Plan, tally: &Tally, end: End) -> io::Result<()> {
    let mut table = Columns::default();
    let has_elo = plan.setting.seats() == 2;
    let elo = ["Elo", "95 %", "normalised", "LOS", "draws", "0 1/2 1 3/2 2"].into_iter().filter(|_| has_elo);
    let has_openings = tally.comparisons.iter().any(|(_, comparison)| comparison.openings.is_some());
    let of_openings = has_openings.then_some("openings");
    let head = ["difference", "matches"].into_iter().chain(elo).chain(["points an encounter", "95 %"]);
    table.row(head.chain(of_openings));
    let (mut guessed, mut left_out) = (0, 0);
    for ((first, second), comparison) in tally.comparisons.iter().take(MAX_PRINTED) {
        let found = comparison.estimate();
        guessed += u32::from(has_elo && found.method == Method::Jeffreys);
        left_out += if has_elo { comparison.left_out() } else { 0 };
        let names = format!("{} - {}", plan.engines[first].name, plan.engines[second].name);
        let elo = has_elo.then(|| elo_cells(comparison, &found)).into_iter().flatten();
        let row = [names, comparison.games.games().to_string()].into_iter().chain(elo).chain(points_cells(comparison));
        let openings = has_openings.then(|| comparison.openings.map_or("-".to_owned(), |count| count.to_string()));
        table.row(row.chain(openings));
    }
    writeln!(out)?;
    for line in table.lines() {
        writeln!(out, "{line}")?;
    }
    let pairs = tally.comparisons.iter().count();
    if pairs > MAX_PRINTED {
        writeln!(out, "{} further differences: --json has all", pairs - MAX_PRINTED)?;
    }
    if left_out > 0 {
        writeln!(out, "{}", left_out_in_words(left_out))?;
    }
    if guessed > 0 {
        writeln!(
            out,
            "few results, or all alike: the interval is that of a Beta posterior to Jeffreys' prior, deliberately wide"
        )?;
    }
    let names = |engine: usize| plan.engines[engine].name.as_str();
    let test = ended_test(plan, tally, end);
    let answers = answers_of(plan, tally, test.as_ref());
    let lines = answers.iter().map(|answer| answer.sentence(names));
    let lines: Vec<String> = lines.chain(test.iter().flat_map(|test| test.lines(names))).collect();
    if !lines.is_empty() {
        writeln!(out, "\n{}", lines.join("\n"))?;
    }
    Ok(())
}

/// Returns a comparison in one line, to print repeatedly: of the two engines of the test, or of the
/// first two engines.
pub fn line(plan: &Plan, tally: &Tally) -> String {
    let (first, second) = tally.test.as_ref().map_or((0, 1), |test| test.entrants);
    let comparison = tally.comparisons.of(first, second);
    let names = [plan.engines[first].name.as_str(), plan.engines[second].name.as_str()];
    line_of(names, plan.setting.seats(), &comparison, tally.test.as_ref().map(|test| test.report()).as_ref())
}

/// Returns the comparison of two names in one line, with their test if there is one.
pub fn line_of(names: [&str; 2], seats: u8, comparison: &Comparison, test: Option<&TestReport>) -> String {
    let found = if seats == 2 {
        let found = comparison.estimate();
        let WinDrawLoss { wins, draws, losses } = comparison.games;
        let games = counted(comparison.games.games(), ["game", "games"]);
        let pairs = comparison.pairs.pairs.map(|pairs| pairs.to_string()).join(" ");
        let left_out = Some(comparison.left_out()).filter(|count| *count > 0);
        let left_out = left_out.map_or(String::new(), |count| format!(", {count} left out"));
        let elo = format!("Elo {} {}, LOS {}", signed(found.elo.value), ends(&found.elo), percent(found.los));
        format!("{elo}, {games} (+{wins} ={draws} -{losses}, pairs {pairs}{left_out})")
    } else {
        let [mean, interval] = points_cells(comparison);
        format!("{mean} points an encounter {interval}")
    };
    let test = test.map(|test| format!(", {} ({})", test.distance(), test.hypotheses()));
    format!("{} - {}: {found}{}", names[0], names[1], test.unwrap_or_default())
}

fn elo_cells(comparison: &Comparison, found: &Estimate) -> [String; 6] {
    [
        signed(found.elo.value),
        ends(&found.elo),
        signed(found.normalised_elo.value),
        percent(found.los),
        comparison.games.draw_ratio().map_or("-".to_owned(), percent),
        comparison.pairs.pairs.map(|pairs| pairs.to_string()).join(" "),
    ]
}

fn points_cells(comparison: &Comparison) -> [String; 2] {
    match (comparison.points_interval(), comparison.points.mean()) {
        (Some(found), _) => {
            let [mean, low, high] = [found.mean, found.low, found.high].map(|points| signed_decimals(points, 2));
            [mean, format!("[{low}, {high}]")]
        }
        (None, Some(mean)) => [signed_decimals(mean, 2), "-".to_owned()],
        (None, None) => ["-".to_owned(), "-".to_owned()],
    }
}

fn method_word(method: Method) -> &'static str {
    match method {
        Method::Normal => "normal",
        Method::Jeffreys => "jeffreys",
    }
}

/// Formats a difference in Elo: `+12.3`.
pub fn signed(elo: f64) -> String {
    signed_decimals(elo, 1)
}

/// Formats the ends of an interval in Elo: `[-5.0, +30.1]`.
pub fn ends(interval: &Interval) -> String {
    format!("[{}, {}]", signed(interval.low), signed(interval.high))
}

/// Formats a share: `91.2 %`.
pub fn percent(share: f64) -> String {
    format!("{} %", decimals(100.0 * share, 1))
}
