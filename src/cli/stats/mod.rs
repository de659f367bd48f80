//! `referee stats`: compare two entrants by counts or matches.

use std::{
    fmt::Display,
    io::{self, BufRead},
    process::ExitCode,
};

use anyhow::Context as _;
use clap::Args;
use serde_json::json;

use crate::{
    bounded_file,
    cli::{
        console::output::{complain, line},
        records::{
            replay::opened_file,
            report::{Trouble, add, notes},
        },
        usage::Usage,
    },
    report::json::{points_object, tested_object},
    runner::reports::record_report::RecordReport,
    series::{
        answer::{Answer, Measure},
        comparison::Comparison,
        sequential::TestReport,
    },
    stats::{Counts, EloModel, Method, Pentanomial, Sprt, Weight, Weighted, WinDrawLoss, counted, decimals},
    transcript::run::statistics::{elo_object, ends, percent, signed},
};

use matches_csv::Matches;

mod matches_csv;

const EXAMPLES: &str = "\
Examples:
  referee stats --wdl 60 20 20                        Elo with its interval, from games
  referee stats --pairs 5 20 40 60 30                 the same from pairs of games
  referee stats --pairs 5 20 40 60 30 --elo0 0 --elo1 10 --normalised
  referee stats --wdl 90 0 10 --different 11          the same, if 89 games repeat earlier ones
  referee stats records/*.jsonl --of search greedy    from records
  referee stats results/matches.csv --json            from the CSV of a report

All numbers are for the first of two entrants. A pair is two games with the same opening
and exchanged seats; its counts are pairs with 0, 1/2, 1, 3/2 and 2 points. Files count
as in `referee report`: by pairs if at least half of the matches are in pairs. The test
uses pairs if the input has pairs. See docs/reports.md for the formulas.

Exit codes:
  0  done, whatever the test decides
  1  a file cannot be read
  2  usage error
  3  a file ends in the middle of a record; complete records count";

/// Maximum count, so that sums are exact as floating-point numbers.
const MAX_COUNT: u64 = 1_000_000_000_000;
/// The error if no match counts.
const NONE: &str = "no record of a finished match";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct StatsArgs {
    /// Record files, or `matches.csv` of reports; `-` is standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["wdl", "pairs"])]
    files: Vec<String>,
    /// Wins, draws and losses of the first entrant
    #[arg(long, num_args = 3, value_names = ["W", "D", "L"], conflicts_with = "pairs",
        value_parser = clap::value_parser!(u64).range(..=MAX_COUNT))]
    wdl: Vec<u64>,
    /// Pairs of games in which the first entrant scored 0, 1/2, 1, 3/2 and 2 points
    #[arg(long, num_args = 5, value_names = ["A", "B", "C", "D", "E"],
        value_parser = clap::value_parser!(u64).range(..=MAX_COUNT))]
    pairs: Vec<u64>,
    /// Number of different games among the counted games [default: all]
    #[arg(long, value_name = "N", conflicts_with = "files")]
    different: Option<u64>,
    /// Compare these two entrants only
    #[arg(long, num_args = 2, value_names = ["FIRST", "SECOND"], requires = "files")]
    of: Vec<String>,
    /// Null hypothesis of the test in Elo; requires --elo1
    #[arg(long, value_name = "ELO", requires = "elo1", allow_negative_numbers = true)]
    elo0: Option<f64>,
    /// Alternative hypothesis of the test in Elo; requires --elo0
    #[arg(long, value_name = "ELO", requires = "elo0", allow_negative_numbers = true)]
    elo1: Option<f64>,
    /// Probability of accepting `elo1` if `elo0` is true
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "elo0")]
    alpha: f64,
    /// Probability of accepting `elo0` if `elo1` is true
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "elo0")]
    beta: f64,
    /// Test normalised Elo
    #[arg(long, requires = "elo0")]
    normalised: bool,
    /// Print one JSON object per pair of entrants
    #[arg(long)]
    json: bool,
}

struct Results {
    /// The names of the two entrants; `None` if only counts are known.
    names: Option<[String; 2]>,
    found: Comparison,
    /// Measure of the comparison.
    measure: Measure,
}

pub fn run(args: StatsArgs) -> anyhow::Result<ExitCode> {
    let test = args.test()?;
    let mut trouble = Trouble::default();
    let all = match (args.wdl[..].first_chunk(), args.pairs[..].first_chunk()) {
        (Some([wins, draws, losses]), _) => {
            let games = WinDrawLoss { wins: *wins, draws: *draws, losses: *losses };
            vec![args.counted(Comparison { games, ..Comparison::default() })?]
        }
        (None, Some(pairs)) => vec![args.counted(of_pairs(Pentanomial { pairs: *pairs }))?],
        (None, None) => results_of_files(&args, &mut trouble)?,
    };
    for (index, one) in all.iter().enumerate() {
        if args.json {
            line(one.object(test.as_ref()))?;
            continue;
        }
        if index > 0 {
            line("")?;
        }
        one.lines(test.as_ref()).iter().try_for_each(line)?;
    }
    Ok(trouble.exit_code())
}

impl StatsArgs {
    fn test(&self) -> Result<Option<Sprt>, Usage> {
        let (Some(elo0), Some(elo1)) = (self.elo0, self.elo1) else { return Ok(None) };
        let model = if self.normalised { EloModel::Normalised } else { EloModel::Logistic };
        Sprt::new(elo0, elo1, self.alpha, self.beta, model).map(Some).map_err(|error| Usage::new(error.to_string()))
    }

    /// Returns the results from counts, with the weight of each game.
    fn counted(&self, found: Comparison) -> Result<Results, Usage> {
        let all = found.games.games();
        let different = self.different.unwrap_or(all);
        let WinDrawLoss { wins, draws, losses } = found.games;
        let kinds = [wins, draws, losses].into_iter().filter(|count| *count > 0).count() as u64;
        // The games of a pair always differ, because their seats are exchanged.
        let least = if found.pairs.count() > 0 { kinds.max(2) } else { kinds };
        if !(least..=all).contains(&different) {
            let text = format!("invalid --different {different}: expected {least} to {all}; at least {least}, because");
            return Err(Usage::new(text + " games with different results and the games of a pair are never identical"));
        }
        let found = Comparison { weight: Weight { different, all }, ..found };
        Ok(Results { names: None, found, measure: Measure::Elo })
    }
}

/// Returns the results of every two entrants that met, or of the two entrants named.
fn results_of_files(args: &StatsArgs, trouble: &mut Trouble) -> anyhow::Result<Vec<Results>> {
    if args.files.is_empty() {
        return Err(Usage::new("missing results: expected --wdl, --pairs or files").into());
    }
    let (mut records, mut tables, mut has_records) = (RecordReport::default(), Matches::default(), false);
    for file in &args.files {
        match opened(file) {
            Ok((source, true)) => {
                let context = || format!("failed to read {file}");
                let text = bounded_file::read_text_from(source, matches_csv::MAX_BYTES).with_context(context)?;
                tables.add(&text).with_context(context)?;
            }
            Ok((source, false)) => {
                has_records = true;
                add(&mut records, file, source, trouble);
            }
            Err(cause) => trouble.failed(file, &cause),
        }
    }
    if has_records && !tables.is_empty() {
        return Err(Usage::new("record files and CSV files cannot be mixed: give only one kind").into());
    }
    notes(&records).iter().for_each(complain);
    if tables.duplicates > 0 {
        let matches = counted(tables.duplicates, ["match", "matches"]);
        complain(format_args!("ignored duplicates: {matches}"));
    }
    let report = if tables.is_empty() { records.report()?.context(NONE)? } else { tables.report() };
    let named = |of: usize| report.name_of(of).to_owned();
    let measure = Measure::of(report.seats);
    let pairs = report.pairs().into_iter();
    let found: Vec<Results> =
        pairs.map(|((a, b), found)| Results { names: Some([named(a), named(b)]), found, measure }).collect();
    let Some([first, second]) = args.of.first_chunk() else { return Ok(found) };
    let is_wanted = |one: &Results| one.is_of(first, second);
    let of_two = found.into_iter().find(is_wanted);
    let mut found = of_two.with_context(|| format!("no match between `{first}` and `{second}`"))?;
    if found.names.as_ref().is_some_and(|[name, _]| name == second) {
        found = found.turned();
    }
    Ok(vec![found])
}

/// Opens a file. Returns whether it is CSV, because a record begins with `{`.
fn opened(file: &str) -> io::Result<(Box<dyn BufRead>, bool)> {
    let mut source = opened_file(file)?;
    let is_csv = source.fill_buf()?.first().is_some_and(|byte| *byte != b'{');
    Ok((source, is_csv))
}

fn of_pairs(pairs: Pentanomial) -> Comparison {
    // Two draws share a count with a win and a loss: as games, both become two draws.
    let [none, half, one, three_halves, two] = pairs.pairs;
    let games = WinDrawLoss {
        wins: three_halves.saturating_add(two.saturating_mul(2)),
        draws: half.saturating_add(one.saturating_mul(2)).saturating_add(three_halves),
        losses: half.saturating_add(none.saturating_mul(2)),
    };
    Comparison { games, pairs, ..Comparison::default() }
}

impl Results {
    fn is_of(&self, first: &str, second: &str) -> bool {
        let [a, b] = match &self.names {
            Some(names) => [names[0].as_str(), names[1].as_str()],
            None => return false,
        };
        [a, b] == [first, second] || [b, a] == [first, second]
    }

    /// Returns the results as seen by the second entrant.
    fn turned(self) -> Results {
        let names = self.names.map(|[first, second]| [second, first]);
        Results { names, found: self.found.turned(), ..self }
    }

    /// Returns the counts that the test uses: pairs if there are any.
    fn tested(&self) -> Weighted {
        let pairs = self.found.pairs;
        self.found.weighted(if pairs.count() > 0 { Counts::Pairs(pairs) } else { self.found.counts() })
    }

    /// Returns whether wins, draws and losses are known. Pairs alone do not distinguish two draws
    /// from a win and a loss.
    fn games_are_known(&self) -> bool {
        self.names.is_some() || matches!(self.found.counts(), Counts::Games(_))
    }

    /// Returns the first entrant's score over all games with a known result.
    fn score(&self) -> Option<f64> {
        if self.games_are_known() { self.found.score() } else { self.found.counts().score() }
    }

    /// Formats as a sentence which of the two is stronger.
    fn sentence(&self) -> String {
        let Results { found, measure, .. } = *self;
        let names =
            self.names.as_ref().map_or(["the first", "the second"], |names| names.each_ref().map(String::as_str));
        Answer { entrants: (0, 1), found, measure }.sentence(|entrant| names[entrant])
    }

    fn object(&self, test: Option<&Sprt>) -> serde_json::Value {
        let Comparison { games, pairs, weight, .. } = self.found;
        let WinDrawLoss { wins, draws, losses } = games;
        json!({
            "entrants": self.names,
            "games": games.games(),
            "matches": self.games_are_known().then(|| json!({"won": wins, "drawn": draws, "lost": losses})),
            "pairs": (pairs.count() > 0).then_some(pairs.pairs),
            "different": games.games().saturating_sub(weight.repeats()),
            "score": self.score(),
            "observed": self.found.observed(),
            "elo": elo_object(&self.found.estimate()),
            "pointsAnEncounter": points_object(&self.found),
            "says": self.sentence(),
            "test": test.map(|test| {
                tested_object(&TestReport::Elo(test.report(self.tested())), unit(&self.tested().counts))
            }),
        })
    }

    fn lines(&self, test: Option<&Sprt>) -> Vec<String> {
        let found = self.found.estimate();
        let Comparison { games, pairs, weight, .. } = self.found;
        let mut lines = Vec::new();
        let mut add = |what: &str, value: &dyn Display| lines.push(format!("{what:<15} {value}"));
        if let Some([first, second]) = &self.names {
            add("entrants", &format_args!("{first} - {second}"));
        }
        let WinDrawLoss { wins, draws, losses } = games;
        let score = self.score().map_or("-".to_owned(), percent);
        let won = if self.games_are_known() { format!(": +{wins} ={draws} -{losses}") } else { String::new() };
        add("games", &format_args!("{}{won}, score {score}", games.games()));
        if pairs.count() > 0 {
            let [none, half, one, three_halves, two] = pairs.pairs;
            let counts =
                format!("{none} with 0, {half} with 1/2, {one} with 1, {three_halves} with 3/2, {two} with 2 points");
            add("pairs", &format_args!("{}: {counts}", pairs.count()));
        }
        if weight.repeats() > 0 {
            let Weight { different, all } = weight;
            add("repeats", &format_args!("{}: each game weighs {different}/{all}", weight.repeats()));
        }
        let by = self.found.observed();
        add("Elo", &format_args!("{} {} (95 %, by {by})", signed(found.elo.value), ends(&found.elo)));
        let normalised = &found.normalised_elo;
        add("normalised Elo", &format_args!("{} {}", signed(normalised.value), ends(normalised)));
        add("LOS", &percent_of_los(found.los));
        if let Some(test) = test {
            let tested = self.tested();
            add(&format!("SPRT by {}", unit(&tested.counts)), &test.report(tested));
        }
        add("answer", &self.sentence());
        if found.method == Method::Jeffreys {
            lines.push("few results, or all alike: the interval is Bayesian and deliberately wide".to_owned());
        }
        lines
    }
}

fn unit(counts: &Counts) -> &'static str {
    match counts {
        Counts::Games(_) => "games",
        Counts::Pairs(_) => "pairs",
    }
}

/// Formats the likelihood of superiority with two decimals, as other programs do.
fn percent_of_los(los: f64) -> String {
    format!("{} %", decimals(100.0 * los, 2))
}
