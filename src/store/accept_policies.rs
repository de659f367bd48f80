//! [`AcceptPolicy`] as the message that declares it, which is also stored.

use std::collections::{BTreeMap, BTreeSet};

use referee_ids::PlayerId;
use referee_law::{
    AcceptPolicy, Stakes,
    opening::accept_policy::{MAX_GAMES, MAX_OPTIONS, MAX_PLAYERS},
};
use referee_proto::v1::{Absence, AcceptPolicy as Message, AcceptedGame, AcceptedOption, AcceptedStakes};

use crate::{read_absence, read_ms, whole_ms, write_absence};

/// Maximum length of a game id, and of an option's name and value, in bytes.
const MAX_WORD: usize = 64;

/// An invalid field of a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadPolicy {
    /// Path of the field as in the proto: `games[1].game`.
    pub field: String,
    pub value: String,
    /// The form that is accepted.
    pub expected: String,
}

impl BadPolicy {
    fn new(field: impl Into<String>, value: impl ToString, expected: impl Into<String>) -> BadPolicy {
        BadPolicy { field: field.into(), value: value.to_string(), expected: expected.into() }
    }
}

/// Reads a policy. Does not check that its games and players exist.
pub fn read(said: &Message) -> Result<AcceptPolicy, BadPolicy> {
    let ms = |field, ms: i64| read_ms(ms).ok_or_else(|| BadPolicy::new(field, ms, "0 or more"));
    for (field, least, most) in [
        ("max_base_ms", said.min_base_ms, said.max_base_ms),
        ("max_increment_ms", said.min_increment_ms, said.max_increment_ms),
    ] {
        if let Some(most) = most.filter(|most| *most < least) {
            return Err(BadPolicy::new(field, most, format!("at least {least}, the least")));
        }
    }
    Ok(AcceptPolicy {
        games: games(&said.games)?,
        min_base: ms("min_base_ms", said.min_base_ms)?,
        max_base: said.max_base_ms.map(|most| ms("max_base_ms", most)).transpose()?,
        min_increment: ms("min_increment_ms", said.min_increment_ms)?,
        max_increment: said.max_increment_ms.map(|most| ms("max_increment_ms", most)).transpose()?,
        unlimited: said.unlimited,
        stakes: match AcceptedStakes::try_from(said.stakes) {
            Ok(AcceptedStakes::Unspecified) => None,
            Ok(AcceptedStakes::Casual) => Some(Stakes::Casual),
            Ok(AcceptedStakes::Rated) => Some(Stakes::Rated),
            Err(_) => return Err(BadPolicy::new("stakes", said.stakes, "a value of AcceptedStakes")),
        },
        only_players: players("only_players", &said.only_players)?,
        except_players: players("except_players", &said.except_players)?,
        except_same_owner: said.except_same_owner,
        max_matches: said.max_matches,
        max_matches_per_opponent: said.max_matches_per_opponent,
        custom_rules: said.custom_rules,
        max_grace: said.max_grace_ms.map(|most| ms("max_grace_ms", most)).transpose()?,
        absence: match read_absence(said.absence) {
            None if said.absence != 0 => return Err(BadPolicy::new("absence", said.absence, "a value of Absence")),
            absence => absence,
        },
        ask: said.ask,
    })
}

pub fn write(policy: &AcceptPolicy) -> Message {
    let names = |players: &BTreeSet<PlayerId>| players.iter().map(PlayerId::to_string).collect();
    let option = |(name, values): (&String, &BTreeSet<String>)| AcceptedOption {
        name: name.clone(),
        values: values.iter().cloned().collect(),
    };
    let games = policy.games.iter();
    Message {
        games: games
            .map(|(game, options)| AcceptedGame { game: game.clone(), options: options.iter().map(option).collect() })
            .collect(),
        min_base_ms: whole_ms(policy.min_base),
        max_base_ms: policy.max_base.map(whole_ms),
        min_increment_ms: whole_ms(policy.min_increment),
        max_increment_ms: policy.max_increment.map(whole_ms),
        unlimited: policy.unlimited,
        stakes: match policy.stakes {
            None => AcceptedStakes::Unspecified,
            Some(Stakes::Casual) => AcceptedStakes::Casual,
            Some(Stakes::Rated) => AcceptedStakes::Rated,
        }
        .into(),
        only_players: names(&policy.only_players),
        except_players: names(&policy.except_players),
        except_same_owner: policy.except_same_owner,
        max_matches: policy.max_matches,
        max_matches_per_opponent: policy.max_matches_per_opponent,
        custom_rules: policy.custom_rules,
        ask: policy.ask,
        max_grace_ms: policy.max_grace.map(whole_ms),
        absence: policy.absence.map_or(Absence::Unspecified, write_absence).into(),
    }
}

type Games = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

fn games(said: &[AcceptedGame]) -> Result<Games, BadPolicy> {
    at_most("games", said.len(), MAX_GAMES)?;
    let mut games = Games::new();
    for (at, AcceptedGame { game, options }) in said.iter().enumerate() {
        word(|| format!("games[{at}].game"), game)?;
        at_most(format!("games[{at}].options"), options.len(), MAX_OPTIONS)?;
        let mut accepted = BTreeMap::new();
        for (of, AcceptedOption { name, values }) in options.iter().enumerate() {
            let field = || format!("games[{at}].options[{of}]");
            word(|| format!("{}.name", field()), name)?;
            at_most(format!("{}.values", field()), values.len(), MAX_OPTIONS)?;
            if values.is_empty() {
                return Err(BadPolicy::new(format!("{}.values", field()), "", "at least one value"));
            }
            values.iter().try_for_each(|value| word(|| format!("{}.values", field()), value))?;
            if accepted.insert(name.clone(), values.iter().cloned().collect()).is_some() {
                return Err(BadPolicy::new(format!("{}.name", field()), name, "each option once"));
            }
        }
        if games.insert(game.clone(), accepted).is_some() {
            return Err(BadPolicy::new(format!("games[{at}].game"), game, "each game once"));
        }
    }
    Ok(games)
}

fn players(field: &'static str, said: &[String]) -> Result<BTreeSet<PlayerId>, BadPolicy> {
    at_most(field, said.len(), MAX_PLAYERS)?;
    let read = |(at, name): (usize, &String)| {
        PlayerId::parse(name).map_err(|bad| BadPolicy::new(format!("{field}[{at}]"), name, bad.expected))
    };
    said.iter().enumerate().map(read).collect()
}

fn at_most(field: impl Into<String>, given: usize, most: usize) -> Result<(), BadPolicy> {
    if given <= most { Ok(()) } else { Err(BadPolicy::new(field, given, format!("at most {most} items"))) }
}

fn word(field: impl Fn() -> String, text: &str) -> Result<(), BadPolicy> {
    let is_word = (1..=MAX_WORD).contains(&text.len()) && !text.chars().any(char::is_control);
    if is_word { Ok(()) } else { Err(BadPolicy::new(field(), text, format!("1 to {MAX_WORD} printing bytes"))) }
}
