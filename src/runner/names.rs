//! The names of engines in a run.

use crate::{
    hall::house::HOUSE,
    ids::{MAX_PLAYER_NAME, PlayerId},
};

/// The player of this name, which is not the house's: for those the referee plays itself. The error says what would have been taken.
pub fn parse_name(name: &str) -> Result<PlayerId, &'static str> {
    let parsed = PlayerId::parse(name).map_err(|bad| bad.expected)?;
    if is_of_the_house(&parsed) {
        Err("another name: the referee would play for the house's itself")
    } else {
        Ok(parsed)
    }
}

/// Whether a house bot has this name.
pub fn is_of_the_house(name: &PlayerId) -> bool {
    HOUSE.iter().any(|(house, _)| *house == name.as_str())
}

/// A text made of what a player's name is made of; `engine` where nothing is left.
pub fn fitting_name(said: &str) -> String {
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

/// `wanted` for the first, `wanted-2` for the second; `None` where there is no room for the number.
pub fn numbered_name(wanted: &str, count: usize) -> Option<PlayerId> {
    let number = if count == 1 { String::new() } else { format!("-{count}") };
    let room = MAX_PLAYER_NAME.checked_sub(number.len())?;
    let stem: String = wanted.chars().take(room).collect();
    PlayerId::parse(&format!("{stem}{number}")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

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
