//! Makes balanced openings for a game. Of many candidates, it keeps those in which the house bots
//! score equally on both seats, and then measures these once more.
//!
//! The matches that select openings overestimate their balance, because openings with even results
//! were also lucky. So the kept openings are measured by separate matches, and the file states
//! those results.

use std::collections::BTreeSet;

use referee_games::{
    Course, Game, MoveError, Opening,
    opening::MAX_OPENING_MOVES,
    rules::{BadOption, Setting, Turn},
    search::split_mix::SplitMix64,
};

use crate::stats::counted;

use super::{
    error::BadOpenings,
    file::{MAX_OPENINGS, check_game, write_line},
    judge::{DoWork, Judge, Judgement, RANDOM_ONE_IN, Work},
    twins,
};

/// Maximum candidates.
pub const MAX_CANDIDATES: usize = 100_000;
/// Maximum matches per opening, both to choose it and to check it.
pub const MAX_MATCHES: u32 = 10_000;
/// Maximum positions that the judge searches for a move.
pub const MAX_NODES: u64 = 1_000_000;
/// Maximum random lines drawn per wanted candidate. After that, the game is assumed to have no
/// further lines.
const DRAWS_A_CANDIDATE: usize = 20;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recipe {
    /// Number of plies of an opening, 1 to [`MAX_OPENING_MOVES`], forced steps included.
    pub plies: u32,
    /// Number of openings wanted, 1 to [`MAX_OPENINGS`].
    pub count: usize,
    /// Number of candidates, `count` to [`MAX_CANDIDATES`]. If the game has fewer lines of `plies`
    /// plies, all lines are candidates.
    pub candidates: usize,
    pub judge: Judge,
    /// Number of choosing matches per candidate, 1 to [`MAX_MATCHES`].
    pub choosing_matches: u32,
    /// Number of checking matches per chosen opening, 1 to [`MAX_MATCHES`].
    pub checking_matches: u32,
    /// Maximum distance of an opening's score from 1/2 in the choosing matches: 0 to 1/2.
    pub max_bias: f64,
    /// The seed of all random choices: equal recipes make equal openings.
    pub seed: u64,
}

/// An opening that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeOpening {
    /// The moves of the opening from the game's own start.
    pub opening: Opening,
    /// The matches by which the opening was chosen.
    pub chosen_by: Judgement,
    /// The matches that checked the opening; they did not affect the choice.
    pub checked_by: Judgement,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// The openings, the most even ones in the choosing matches first. There may be fewer than
    /// wanted.
    pub openings: Vec<MadeOpening>,
    /// The number of candidates tried.
    pub tried: usize,
    /// The choosing matches of all candidates: the balance of the game without selection.
    pub all_candidates: Judgement,
}

/// Why openings cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BadRecipe {
    /// The game has no openings.
    #[error(transparent)]
    Game(#[from] BadOpenings),
    /// The game rejects the options.
    #[error(transparent)]
    Option(#[from] BadOption),
    /// The game is not for two seats: openings are judged by the wins of one seat over the other.
    #[error("invalid seats = {seats}: expected 2")]
    Seats { seats: u8 },
    /// A number is out of its range.
    #[error("invalid {name} = {value}: expected {expected}")]
    Number {
        /// The field of [`Recipe`].
        name: &'static str,
        value: String,
        /// The accepted form.
        expected: String,
    },
    /// No line with this number of plies was found.
    #[error("invalid plies = {plies}: expected fewer, since every line found ends the round earlier")]
    NoLine { plies: u32 },
    /// The rules of the game reject a move that they list.
    #[error("the game lists a move that it rejects: {0}")]
    Rules(#[from] MoveError),
}

/// Makes openings. `do_work` is called twice: with a [`Work`] for each candidate, and then for the
/// checks of the chosen ones. Of equivalent openings, the first is kept. If `do_work` stops early,
/// the finished part is returned. The same game, setting and recipe make the same openings, in
/// whatever order the work is done.
pub fn make(
    game: &'static dyn Game,
    setting: &Setting,
    recipe: &Recipe,
    do_work: &mut DoWork<'_>,
) -> Result<Made, BadRecipe> {
    recipe.check()?;
    check_game(game)?;
    if setting.seats() != 2 {
        return Err(BadRecipe::Seats { seats: setting.seats() });
    }
    let mut rng = SplitMix64::new(recipe.seed);
    let mut candidates = candidates(game, setting, recipe, &mut rng)?;
    if candidates.is_empty() {
        return Err(BadRecipe::NoLine { plies: recipe.plies });
    }
    let chosen_by = do_work(&recipe.work(&candidates, recipe.choosing_matches, &mut rng));
    let judged = chosen_by.len().min(candidates.len());
    candidates.truncate(judged);
    candidates.iter_mut().zip(chosen_by).for_each(|(one, judgement)| one.chosen_by = judgement);
    let mut made = Made { openings: Vec::new(), tried: judged, all_candidates: Judgement::default() };
    candidates.iter().for_each(|one| made.all_candidates.add(&one.chosen_by));
    candidates.retain(|one| one.chosen_by.bias() <= recipe.max_bias);
    // The sort is stable, so equally even openings stay in drawing order.
    candidates.sort_by(|one, other| one.chosen_by.bias().total_cmp(&other.chosen_by.bias()));
    candidates.truncate(recipe.count);
    let checked_by = do_work(&recipe.work(&candidates, recipe.checking_matches, &mut rng));
    let mut forms = BTreeSet::new();
    for (candidate, checked_by) in candidates.into_iter().zip(checked_by) {
        // A series would play equivalent openings more often than the others.
        if !forms.insert(twins::least_form(candidate.course.position())) {
            continue;
        }
        let opening = Opening { start_position: String::new(), moves: candidate.moves };
        made.openings.push(MadeOpening { opening, chosen_by: candidate.chosen_by, checked_by });
    }
    Ok(made)
}

impl Made {
    /// Returns the sum of the checking matches of all openings: how even the set is.
    pub fn checked(&self) -> Judgement {
        let mut all = Judgement::default();
        self.openings.iter().for_each(|one| all.add(&one.checked_by));
        all
    }

    /// Formats the file of openings, with the measurements as comments.
    pub fn to_file(&self, title: &str, recipe: &Recipe) -> String {
        let Recipe { plies, judge, choosing_matches, checking_matches, max_bias, seed, .. } = recipe;
        let title: String = title.chars().filter(|c| !c.is_control()).collect();
        let (count, tried) = (self.openings.len(), self.tried);
        let (low, high) = (100.0 * (0.5 - max_bias), 100.0 * (0.5 + max_bias));
        let mut lines = vec![
            format!("# {title}"),
            format!(
                "# {} of {}, of {tried} candidates, seed {seed}.",
                counted(count as u64, ["opening", "openings"]),
                counted(*plies, ["ply", "plies"])
            ),
            format!(
                "# Judge: the search bot on both seats, {} positions a move, at most {} plies deep,",
                judge.nodes, judge.depth
            ),
            format!("# one move in {RANDOM_ONE_IN} at random."),
            format!(
                "# Chosen by {choosing_matches} matches each: the nearest to 50 %, within {low:.0} and {high:.0} %."
            ),
            format!("# Checked by {checking_matches} separate matches each; their results follow each opening."),
            format!("# All candidates, {}.", self.all_candidates.in_words()),
            format!("# The set, {}.", self.checked().in_words()),
        ];
        lines.extend(self.openings.iter().map(|one| write_line("", &one.opening, &one.checked_by.in_words())));
        lines.join("\n") + "\n"
    }
}

impl Recipe {
    /// Returns matches from each candidate, each with a separate seed.
    fn work<'a>(&self, candidates: &'a [Candidate], matches: u32, rng: &mut SplitMix64) -> Vec<Work<'a>> {
        let mut of = |one: &'a Candidate| {
            let (position, seed) = (one.course.position(), rng.number());
            Work { judge: self.judge, position, matches, seed }
        };
        candidates.iter().map(&mut of).collect()
    }

    fn check(&self) -> Result<(), BadRecipe> {
        let number = |name: &'static str, value: u64, least: u64, most: u64| match (least..=most).contains(&value) {
            true => Ok(()),
            false => Err(BadRecipe::Number { name, value: value.to_string(), expected: format!("{least} to {most}") }),
        };
        number("plies", u64::from(self.plies), 1, MAX_OPENING_MOVES as u64)?;
        number("count", self.count as u64, 1, MAX_OPENINGS as u64)?;
        number("candidates", self.candidates as u64, self.count as u64, MAX_CANDIDATES as u64)?;
        number("nodes", self.judge.nodes, 1, MAX_NODES)?;
        number("depth", u64::from(self.judge.depth), 1, u64::from(u32::MAX))?;
        number("choosing_matches", u64::from(self.choosing_matches), 1, u64::from(MAX_MATCHES))?;
        number("checking_matches", u64::from(self.checking_matches), 1, u64::from(MAX_MATCHES))?;
        match (0.0..=0.5).contains(&self.max_bias) {
            true => Ok(()),
            false => Err(BadRecipe::Number {
                name: "max_bias",
                value: self.max_bias.to_string(),
                expected: "0 to 0.5".to_owned(),
            }),
        }
    }
}

/// A line whose balance is judged.
struct Candidate {
    moves: Vec<String>,
    course: Course,
    chosen_by: Judgement,
}

/// Returns lines of the wanted length that lead to different positions: random ones, or all of them
/// if the length is one ply.
fn candidates(
    game: &'static dyn Game,
    setting: &Setting,
    recipe: &Recipe,
    rng: &mut SplitMix64,
) -> Result<Vec<Candidate>, BadRecipe> {
    let start = Course::open(game, setting)?;
    let first = start.position().legal();
    let draws = recipe.candidates.saturating_mul(DRAWS_A_CANDIDATE);
    let mut reached = BTreeSet::new();
    let mut candidates = Vec::new();
    for draw in 0..draws {
        if candidates.len() == recipe.candidates || (recipe.plies == 1 && draw == first.len()) {
            break;
        }
        let mut course = start.clone();
        let mut moves = Vec::new();
        while moves.len() < recipe.plies as usize && !matches!(course.turn(), Turn::Over | Turn::Chance) {
            let legal = course.position().legal();
            // Single plies are tried once each; longer lines are drawn at random.
            let played = if recipe.plies == 1 { legal.get(draw) } else { rng.pick(&legal) };
            let Some(played) = played else { break };
            moves.push(course.play(played)?);
        }
        let is_whole = moves.len() == recipe.plies as usize && course.turn() != Turn::Over;
        if is_whole && reached.insert(course.position().text()) {
            candidates.push(Candidate { moves, course, chosen_by: Judgement::default() });
        }
    }
    Ok(candidates)
}
