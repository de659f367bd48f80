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

/// Makes a player's name of any text: letters of other scripts are spelt in ASCII where that is common; `engine` if nothing is left.
pub fn fitting_name(said: &str) -> String {
    let mut name = in_ascii(said);
    name.truncate(MAX_PLAYER_NAME);
    let name = name.trim_end_matches('-');
    match name.bytes().next() {
        Some(b'a'..=b'z') => name.to_owned(),
        Some(_) => format!("engine-{name}"),
        None => "engine".to_owned(),
    }
}

/// The letters, digits and `_` of a text in lower case and ASCII, with one `-` for each run of anything else between them. Latin
/// letters lose their marks; Cyrillic and Greek ones are transliterated; letters of other scripts count as anything else.
pub fn in_ascii(text: &str) -> String {
    let mut ascii = String::new();
    for c in text.to_lowercase().chars() {
        let spelt = match c {
            'a'..='z' | '0'..='9' | '_' => {
                ascii.push(c);
                continue;
            }
            '\u{300}'..='\u{36f}' => continue,
            c => SPELT.iter().find(|(letters, _)| letters.contains(c)).map(|(_, spelt)| *spelt),
        };
        match spelt {
            Some(spelt) => ascii.push_str(spelt),
            None if ascii.ends_with('-') || ascii.is_empty() => {}
            None => ascii.push('-'),
        }
    }
    ascii
}

/// Letters, and how they are spelt in ASCII.
const SPELT: &[(&str, &str)] = &[
    ("àáâãäåāăąаάα", "a"),
    ("бβ", "b"),
    ("çćčц", "c"),
    ("дďđδ", "d"),
    ("èéêëēėęěеэέε", "e"),
    ("фφ", "f"),
    ("гğґγ", "g"),
    ("хχ", "h"),
    ("ìíîïīįıиіίιϊ", "i"),
    ("йј", "j"),
    ("кκ", "k"),
    ("łлλ", "l"),
    ("мμ", "m"),
    ("ñńňнν", "n"),
    ("òóôõöøōőоόοώω", "o"),
    ("пπ", "p"),
    ("řрρ", "r"),
    ("śšşсσς", "s"),
    ("ťţтτ", "t"),
    ("ùúûüūůűųу", "u"),
    ("в", "v"),
    ("ξ", "x"),
    ("ýÿыύυήη", "y"),
    ("źżžзζ", "z"),
    ("æ", "ae"),
    ("œ", "oe"),
    ("ß", "ss"),
    ("ё", "e"),
    ("ж", "zh"),
    ("ч", "ch"),
    ("ш", "sh"),
    ("щ", "shch"),
    ("ю", "yu"),
    ("я", "ya"),
    ("є", "ye"),
    ("ї", "yi"),
    ("ъь", ""),
    ("θþ", "th"),
    ("ψ", "ps"),
    ("ð", "d"),
    ("љ", "lj"),
    ("њ", "nj"),
    ("џ", "dz"),
    ("ў", "u"),
];

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
            ("Ärger!", "arger"),
            ("Движок 2.0", "dvizhok-2-0"),
            ("Ελλάς", "ellas"),
            ("将棋", "engine"),
            ("--", "engine"),
        ] {
            assert_eq!(fitting_name(said), fits);
        }
        assert_eq!(numbered_name(&"a".repeat(40), 12).map(|n| n.to_string()), Some(format!("{}-12", "a".repeat(29))));
    }
}
