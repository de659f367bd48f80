//! The names of engines in a run.

use std::collections::BTreeSet;

use crate::{
    hall::house::HOUSE,
    ids::{MAX_DISPLAY_NAME, MAX_PLAYER_NAME, PlayerId, is_printing, shown_text},
};

/// The id of an engine in a run, with its display name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineName {
    pub id: PlayerId,
    /// The display name; empty if unknown or equal to the id.
    pub display: String,
}

/// Makes ids from the names that a user gave to engines. A name that is a valid id stays unchanged.
/// Any other text becomes a display name, and its id is its transliteration in ASCII. The error has
/// the index of the rejected name, and the expected form.
pub fn read_names(given: &[&str]) -> Result<Vec<EngineName>, (usize, String)> {
    let (mut texts, mut ids) = (BTreeSet::new(), BTreeSet::new());
    for (index, text) in given.iter().enumerate() {
        if !texts.insert(text.trim()) {
            return Err((index, "a name not used by an earlier engine".to_owned()));
        }
        ids.extend(PlayerId::parse(text));
    }
    let mut read = Vec::with_capacity(given.len());
    for (index, text) in given.iter().enumerate() {
        if PlayerId::parse(text).is_ok() {
            let id = parse_name(text).map_err(|expected| (index, expected.to_owned()))?;
            read.push(EngineName { id, display: String::new() });
            continue;
        }
        let display = shown_text(text, 1..=MAX_DISPLAY_NAME).map_err(|expected| (index, expected))?;
        let id = free_id(display, |id| ids.contains(id));
        ids.insert(id.clone());
        read.push(EngineName { id, display: display.to_owned() });
    }
    Ok(read)
}

/// Makes an unused id from any text. The id is never that of a house bot.
pub fn free_id(said: &str, is_taken: impl Fn(&PlayerId) -> bool) -> PlayerId {
    let wanted = fitting_name(said);
    (1..)
        .filter_map(|count| numbered_name(&wanted, count))
        .find(|id| !is_of_the_house(id) && !is_taken(id))
        .expect("there are more numbers than engines")
}

/// Makes a display name from the name that an engine reports; empty if no character can be shown.
pub fn display_name(said: &str) -> String {
    let printing: String = said.trim().chars().filter(|c| is_printing(*c)).take(MAX_DISPLAY_NAME).collect();
    shown_text(&printing, 1..=MAX_DISPLAY_NAME).map_or_else(|_| String::new(), str::to_owned)
}

/// Parses the name of a player that the referee plays, which must not be that of a house bot. The
/// error is the expected form.
pub fn parse_name(name: &str) -> Result<PlayerId, &'static str> {
    let parsed = PlayerId::parse(name).map_err(|bad| bad.expected)?;
    if is_of_the_house(&parsed) { Err("another name: this one is reserved for a house bot") } else { Ok(parsed) }
}

/// Returns whether a house bot has this name.
pub fn is_of_the_house(name: &PlayerId) -> bool {
    HOUSE.iter().any(|(house, _)| *house == name.as_str())
}

/// Makes a player name from any text. Letters of other scripts are transliterated if that is
/// common. Returns `engine` if no character is left.
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

/// Returns the letters, digits and `_` of a text in lower case and ASCII, with one `-` for each run
/// of other characters between them. Latin letters lose their marks, and Cyrillic and Greek ones
/// are transliterated. Letters of other scripts count as other characters.
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

/// Letters with their spelling in ASCII.
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

/// Returns `wanted` for the first, `wanted-2` for the second; `None` if there is no room for the
/// number.
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
    fn any_text_is_a_display_name_with_an_id_of_its_own() {
        let named = |names: &[&str]| {
            let read = read_names(names).map_err(|(index, _)| index)?;
            Ok(read.into_iter().map(|name| format!("{}={}", name.id, name.display)).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(named(&["Движок 2.0", "new"]), Ok("dvizhok-2-0=Движок 2.0 new=".to_owned()));
        // An id that the user gives stays unchanged at any index of the list. No new id is that of
        // a house bot.
        assert_eq!(named(&["New!", "NEW", "new"]), Ok("new-2=New! new-3=NEW new=".to_owned()));
        assert_eq!(named(&["House search"]), Ok("house-search-2=House search".to_owned()));
        for (bad, at) in [
            (["ada", "ada"], 1),
            (["Ada!", " Ada!"], 1),
            (["ada", ""], 1),
            (["a\u{202e}b", "ada"], 0),
            (["house-search", "ada"], 0),
        ] {
            assert_eq!(named(&bad), Err(at), "{bad:?}");
        }
        assert_eq!(display_name(" Stock\u{202e}fish\n16 "), "Stockfish16");
        assert_eq!(display_name(&"x".repeat(80)).len(), MAX_DISPLAY_NAME);
        assert_eq!(display_name("\u{7}"), "");
    }

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
