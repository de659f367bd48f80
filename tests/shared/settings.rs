//! Random settings of a game, with values that keep matches short.

use referee_games::{
    Game,
    rules::{OptionKind, Setting},
    search::split_mix::SplitMix64,
};

/// Returns a number of seats and option values with which the game opens.
pub fn any_setting(game: &dyn Game, luck: &mut SplitMix64) -> Setting {
    /// Maximum draws until the values are compatible.
    const TRIES: u32 = 1000;
    let settings = (0..TRIES).map(|_| any_values(game, luck));
    settings.into_iter().find(|setting| game.open(setting).is_ok()).expect("values that go together")
}

/// Returns any number of seats and option values, each valid by itself. Numbers are close to their
/// minimum, so matches stay short.
fn any_values(game: &dyn Game, luck: &mut SplitMix64) -> Setting {
    const MOST_ABOVE_LEAST: i64 = 3;
    let facts = game.facts();
    let seats = facts.min_seats + luck.below(usize::from(facts.max_seats - facts.min_seats) + 1) as u8;
    let options: Vec<(&str, String)> = facts
        .options
        .iter()
        .map(|option| {
            let value = match &option.kind {
                OptionKind::Flag => ["true", "false"][luck.below(2)].to_owned(),
                OptionKind::Number { min, max } => {
                    let most = (max - min).min(MOST_ABOVE_LEAST);
                    (min + luck.below(most as usize + 1) as i64).to_string()
                }
                OptionKind::Choice(words) => words[luck.below(words.len())].to_owned(),
                OptionKind::Set(items) => items.iter().filter(|_| luck.below(2) == 0).copied().collect(),
            };
            (option.name, value)
        })
        .collect();
    facts.setting(seats, options.iter().map(|(name, value)| (*name, value.as_str()))).expect("values that are taken")
}
