//! What is to be played by which engines, checked.

use std::time::Duration;

use anyhow::Context;

use super::{
    args::{Lines, OnFailure, PlayArgs},
    deals::Deals,
    played::Played,
};
use crate::{
    cli::{
        confine::whose,
        usage::{Pair, Usage},
    },
    engine::{
        process::EngineCommand,
        session::{Patience, Session},
    },
    games::{Game, rules::Setting},
    hall::house::HOUSE,
    ids::{MAX_PLAYER_NAME, PlayerId},
    referee::{Conduct, IllegalPolicy, LostSeats, Termination, TimeControl},
};

/// How many engines may take part.
const MAX_ENGINES: usize = 64;
/// How many choices of engines there may be for the seats of a match.
const MAX_CHOICES: u64 = 10_000;
/// How long an engine may take to end after `quit`, before it is killed.
const QUIT: Duration = Duration::from_secs(2);

/// A run.
pub struct Plan {
    /// The game.
    pub game: &'static dyn Game,
    /// Its options and seats.
    pub setting: Setting,
    /// Who takes part.
    pub engines: Vec<Entrant>,
    /// Which engines sit on which seats, match after match; after the last comes the first again.
    pub pairings: Vec<Vec<usize>>,
    /// How many matches.
    pub matches: u32,
    /// How many of them at once.
    pub concurrency: u16,
    /// What engines may take for what is no move.
    pub patience: Patience,
    /// What `{seed}` becomes in slot 0.
    pub seed: u64,
    /// Which deals the matches have.
    pub deals: Deals,
    /// How often an engine may fail in a row.
    pub strikes: u32,
    /// Whether the matches of a rotation are dealt alike.
    pub is_duplicate: bool,
    /// How the matches are conducted.
    pub conduct: Conduct,
    /// What an illegal move costs.
    pub illegal: IllegalPolicy,
    /// What becomes of a match that a seat loses while others play on.
    pub lost_seats: LostSeats,
    on_failure: OnFailure,
}

/// An engine that takes part.
pub struct Entrant {
    /// Its name in this run, unlike every other's.
    pub name: PlayerId,
    /// How it is started; `{seed}` is still in it.
    pub command: EngineCommand,
    /// Its time control.
    pub time_control: TimeControl,
    named: bool,
}

impl Plan {
    /// Reads and checks the command line. Nothing is started yet.
    pub fn read(args: &PlayArgs) -> anyhow::Result<Plan> {
        let (game, setting) = read_game(args)?;
        let conduct = args.adjudication.conduct(game, &setting)?;
        let engines = read_engines(args)?;
        let seats = usize::from(setting.seats());
        if engines.len() < seats {
            let text = format!("{} engines for {seats} seats: give --engine at least {seats} times", engines.len());
            return Err(Usage::new(text).into());
        }
        if choice_count(engines.len(), seats) > MAX_CHOICES {
            let text = format!("{} engines on {seats} seats are more than {MAX_CHOICES} pairings", engines.len());
            return Err(Usage::new(text).into());
        }
        let pairings = pairings(engines.len(), seats);
        let matches = match (args.matches, args.rounds) {
            (Some(matches), _) => matches,
            (None, rounds) => u32::try_from(pairings.len())
                .ok()
                .and_then(|each| each.checked_mul(rounds.unwrap_or(1)))
                .ok_or_else(|| Usage::new("--rounds: too many matches; give --matches instead"))?,
        };
        if args.duplicate {
            check_duplicate(game, seats, matches)?;
        }
        let matches_a_set = if args.duplicate { u32::try_from(seats).unwrap_or(u32::MAX) } else { 1 };
        let patience = Duration::from_secs(args.patience);
        Ok(Plan {
            game,
            setting,
            engines,
            pairings,
            matches,
            concurrency: args.concurrency.min(u16::try_from(matches).unwrap_or(u16::MAX)),
            patience: Patience { introduction: patience, ready: patience, quit: QUIT },
            seed: args.seed.unwrap_or(0),
            deals: Deals::new(args.seed, matches_a_set)?,
            strikes: args.strikes,
            is_duplicate: args.duplicate,
            conduct,
            illegal: args.policies.illegal,
            lost_seats: args.policies.lost_seats.into(),
            on_failure: args.on_failure,
        })
    }

    /// Starts every engine once, so that a run that cannot be played fails before it begins, and hears their names.
    pub async fn introduce(&mut self) -> anyhow::Result<()> {
        let game = self.game.facts().id;
        for index in 0..self.engines.len() {
            let text =
                || format!("failed to start engine {}, `{}`", index + 1, self.engines[index].command.words.join(" "));
            let session = Session::start(&self.command(index, 0), self.patience).await.with_context(text)?;
            let said = session.introduction().clone();
            session.quit().await;
            if !said.games.is_empty() && !said.games.iter().any(|plays| plays == game) {
                anyhow::bail!("engine {} plays {}, not {game}", index + 1, said.games.join(", "));
            }
            if !self.engines[index].named {
                self.engines[index].name = self.free_name(index, &said.name);
            }
        }
        Ok(())
    }

    /// The engines of match `number`, from 0, by seat.
    pub fn pairing(&self, number: u32) -> &[usize] {
        &self.pairings[number as usize % self.pairings.len()]
    }

    /// How an engine is started in a slot.
    pub fn command(&self, engine: usize, slot: u16) -> EngineCommand {
        let mut command = self.engines[engine].command.clone();
        let seed = self.seed.wrapping_add(u64::from(slot)).to_string();
        for word in &mut command.words {
            *word = word.replace("{seed}", &seed);
        }
        command
    }

    /// Whether the run ends with this match.
    pub fn stops_at(&self, played: &Played) -> bool {
        let mut causes = played.lost.iter().map(|lost| lost.cause).chain([played.verdict.termination]);
        self.on_failure == OnFailure::Stop && causes.any(|cause| cause == Termination::ProtocolError)
    }

    /// The name of an engine: what it calls itself, made to fit, and unlike the names of all others.
    fn free_name(&self, index: usize, said: &str) -> PlayerId {
        let wanted = fitting_name(said);
        let others = || self.engines.iter().enumerate().filter(|(other, _)| *other != index);
        let taken = |name: &PlayerId| is_of_the_house(name) || others().any(|(_, engine)| engine.name == *name);
        (1..)
            .filter_map(|count| numbered_name(&wanted, count))
            .find(|name| !taken(name))
            .expect("there are more numbers than engines")
    }
}

fn read_game(args: &PlayArgs) -> Result<(&'static dyn Game, Setting), Usage> {
    let (game, setting) = args.game.read()?;
    if args.game.setting.seats.is_some() {
        return Ok((game, setting));
    }
    let facts = game.facts();
    let engines = u8::try_from(args.engines.len()).unwrap_or(u8::MAX);
    let mut fitting = args.game.clone();
    fitting.setting.seats = Some(engines.clamp(facts.min_seats, facts.max_seats));
    fitting.read()
}

/// The pairings come rotation by rotation, so that a set is as many matches one after the other as there are seats.
fn check_duplicate(game: &dyn Game, seats: usize, matches: u32) -> Result<(), Usage> {
    let facts = game.facts();
    if !facts.chance {
        return Err(Usage::new(format!(
            "--duplicate: nothing in {} is left to chance, so there are no deals",
            facts.id
        )));
    }
    match usize::try_from(matches).unwrap_or(usize::MAX).is_multiple_of(seats) {
        true => Ok(()),
        false => Err(Usage::new(format!(
            "--matches {matches}: with --duplicate expected a multiple of {seats}, the matches of a set"
        ))),
    }
}

fn read_engines(args: &PlayArgs) -> Result<Vec<Entrant>, Usage> {
    let count = args.engines.len();
    if count > MAX_ENGINES {
        return Err(Usage::new(format!("{count} engines are too many: at most {MAX_ENGINES} take part")));
    }
    if args.names.len() > count {
        return Err(Usage::new(format!("--name is given {} times for {count} engines", args.names.len())));
    }
    let mut engines: Vec<Entrant> = Vec::with_capacity(count);
    for (index, text) in args.engines.iter().enumerate() {
        let mut command =
            EngineCommand::parse(text).map_err(|bad| Usage::new(format!("--engine `{text}` cannot be read: {bad}")))?;
        command.directory = each("--directory", &args.directories, index, count)?.cloned();
        command.json = each("--lines", &args.lines, index, count)? == Some(&Lines::Json);
        args.confine.confine(&mut command, index, count)?;
        command.ponders = args.ponder;
        command.options = engine_options(&args.engine_options, index, count)?;
        let name = match args.names.get(index) {
            Some(name) => read_name(name, &engines)?,
            None => numbered_name("engine", index + 1).expect("a number fits behind a short word"),
        };
        let time_control = match each("--tc", &args.time_controls, index, count)? {
            Some(text) => TimeControl::parse(text)
                .map_err(|bad| Usage::new(format!("--tc `{text}` cannot be read: expected {}", bad.expected)))?,
            None => return Err(Usage::new("--tc is missing")),
        };
        engines.push(Entrant { name, command, time_control, named: args.names.len() > index });
    }
    Ok(engines)
}

/// A value that is given once for all engines or once for each; `None` if it is not given.
fn each<'a, T>(flag: &str, given: &'a [T], index: usize, count: usize) -> Result<Option<&'a T>, Usage> {
    match given.len() {
        0 => Ok(None),
        1 => Ok(given.first()),
        times if times == count => Ok(given.get(index)),
        times => Err(Usage::new(format!(
            "{flag} is given {times} times: expected once, or once for each of {count} engines"
        ))),
    }
}

/// The options of one engine, from `NAME=VALUE` for all and `K:NAME=VALUE` for the K-th, counted from 1.
fn engine_options(given: &[String], index: usize, count: usize) -> Result<Vec<(String, String)>, Usage> {
    let mut options = Vec::new();
    for text in given {
        let (whose, rest) = whose("--engine-option", text, count)?;
        let pair: Pair =
            rest.parse().map_err(|_| Usage::new(format!("--engine-option {text}: expected NAME=VALUE")))?;
        if whose.is_none_or(|k| k == index) {
            options.push((pair.name, pair.value));
        }
    }
    Ok(options)
}

fn read_name(name: &str, before: &[Entrant]) -> Result<PlayerId, Usage> {
    let name = PlayerId::parse(name)
        .map_err(|bad| Usage::new(format!("--name `{name}` cannot be taken: expected {}", bad.expected)))?;
    if is_of_the_house(&name) {
        return Err(Usage::new(format!("--name {name} is the house's own: the referee would play for it itself")));
    }
    if before.iter().any(|engine| engine.name == name) {
        return Err(Usage::new(format!("--name {name} is given twice: names tell engines apart")));
    }
    Ok(name)
}

fn is_of_the_house(name: &PlayerId) -> bool {
    HOUSE.iter().any(|(house, _)| *house == name.as_str())
}

/// A text made of what a player's name is made of; `engine` where nothing is left.
fn fitting_name(said: &str) -> String {
    let mut name = String::new();
    for c in said.to_lowercase().chars() {
        match c {
            'a'..='z' | '0'..='9' | '_' => name.push(c),
            _ if name.ends_with('-') || name.is_empty() => {}
            _ => name.push('-'),
        }
    }
    name.truncate(MAX_PLAYER_NAME);
    let name = name.trim_end_matches('-');
    match name.bytes().next() {
        Some(b'a'..=b'z') => name.to_owned(),
        Some(_) => format!("engine-{name}"),
        None => "engine".to_owned(),
    }
}

/// `wanted` for the first, `wanted-2` for the second.
fn numbered_name(wanted: &str, count: usize) -> Option<PlayerId> {
    let number = if count == 1 { String::new() } else { format!("-{count}") };
    let room = MAX_PLAYER_NAME.checked_sub(number.len())?;
    let stem: String = wanted.chars().take(room).collect();
    PlayerId::parse(&format!("{stem}{number}")).ok()
}

/// Every choice of `seats` engines, each in every rotation of the seats.
fn pairings(engines: usize, seats: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for chosen in choices(engines, seats) {
        for rotation in 0..seats {
            let mut pairing = chosen.clone();
            pairing.rotate_left(rotation);
            all.push(pairing);
        }
    }
    all
}

/// How many ways there are to choose `seats` of `engines`; at least that many where it is past counting.
fn choice_count(engines: usize, seats: usize) -> u64 {
    let step = |ways: u64, k: usize| ways.saturating_mul((engines - k) as u64) / (k as u64 + 1);
    (0..seats.min(engines)).fold(1, step)
}

/// Every way to choose `seats` of the numbers below `engines`, in ascending order.
fn choices(engines: usize, seats: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..seats {
        all = all
            .into_iter()
            .flat_map(|chosen: Vec<usize>| {
                let first = chosen.last().map_or(0, |last| last + 1);
                (first..engines).map(move |engine| chosen.iter().copied().chain([engine]).collect())
            })
            .collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_of_engines_sits_in_every_rotation() {
        assert_eq!(pairings(2, 2), [[0, 1], [1, 0]]);
        assert_eq!(pairings(3, 2), [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
        assert_eq!(pairings(3, 3), [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
    }

    #[test]
    fn choices_are_counted_before_they_are_made() {
        for (engines, seats) in [(2, 2), (5, 3), (8, 8), (10, 1)] {
            assert_eq!(choice_count(engines, seats), choices(engines, seats).len() as u64);
        }
        assert!(choice_count(64, 8) > MAX_CHOICES);
    }

    #[test]
    fn names_are_made_to_fit() {
        for (said, fits) in [
            ("Referee search 0.1.0", "referee-search-0-1-0"),
            ("", "engine"),
            ("  ", "engine"),
            ("42 bot", "engine-42-bot"),
            ("Ärger!", "rger"),
        ] {
            assert_eq!(fitting_name(said), fits);
        }
        assert_eq!(numbered_name(&"a".repeat(40), 12).map(|n| n.to_string()), Some(format!("{}-12", "a".repeat(29))));
    }
}
