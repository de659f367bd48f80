//! Skeletons of names: names that look alike have the same skeleton, as in Unicode's UTS #39.

/// Pairs of characters that look like one character.
const PAIRS: [(&str, &str); 3] = [("rn", "m"), ("vv", "w"), ("cl", "d")];

/// Returns the skeleton: digits as similar letters, without `-` and `_` except between two digits,
/// where they distinguish `bot-1-12` from `bot-11-2`.
pub fn skeleton(name: &str) -> String {
    let mut seen = String::with_capacity(name.len());
    let mut characters = name.chars().filter(|c| c.is_ascii()).map(|c| c.to_ascii_lowercase()).peekable();
    let mut before = None;
    while let Some(character) = characters.next() {
        if !matches!(character, '-' | '_') {
            before = Some(character);
            seen.push(resembled(character));
            continue;
        }
        while characters.next_if(|next| matches!(next, '-' | '_')).is_some() {}
        let is_digit = |c: Option<&char>| c.is_some_and(char::is_ascii_digit);
        if is_digit(before.as_ref()) && is_digit(characters.peek()) {
            seen.push('-');
        }
    }
    PAIRS.iter().fold(seen, |seen, (pair, one)| seen.replace(pair, one))
}

/// Returns the representative of similar letters.
fn resembled(character: char) -> char {
    match character {
        '0' => 'o',
        '1' | 'i' => 'l',
        '2' => 'z',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '7' => 't',
        '8' => 'b',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::skeleton;

    #[test]
    fn names_that_look_alike_have_one_skeleton() {
        for (one, other) in [
            ("house-greedy", "h0use_greedy"),
            ("house-greedy", "housegreedy"),
            ("little", "1itt1e"),
            ("sail", "5a1l"),
            ("modern", "modem"),
            ("clover", "dover"),
            ("referee", "r3feree"),
            ("tall", "74ll"),
            ("vvater", "water"),
            ("my-bot-1", "my_bot1"),
            ("bot-1-2", "bot_1__2"),
        ] {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        for (one, other) in [("ann", "anna"), ("bot-1-12", "bot-11-2"), ("bot-1", "bot-2"), ("bot-3", "bot-4")] {
            assert_ne!(skeleton(one), skeleton(other), "{one} {other}");
        }
    }
}
