//! Codes that people read and type, in Crockford's base32, in which no two characters look alike.

use referee_law::Refusal;

use super::{TokenDigest, digest, no_luck};

/// Characters of a recovery code, with 5 bits each: 140 bits.
pub const RECOVERY_CODE: usize = 28;
/// Characters of a device code, with 5 bits each: 40 bits.
pub const DEVICE_CODE: usize = 8;

/// The characters by their values.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Characters of a group, when a code is shown.
const GROUP: usize = 4;

/// A code without hyphens, in capital letters.
#[derive(Clone, PartialEq, Eq)]
pub struct TypedCode(String);

impl TypedCode {
    /// Draws a code of this length.
    pub fn draw(length: usize) -> Result<TypedCode, Refusal> {
        let mut bytes = vec![0_u8; length];
        getrandom::fill(&mut bytes).map_err(no_luck)?;
        Ok(TypedCode(bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()))
    }

    /// Parses a code of this length as a person types it. Ignores case, hyphens and spaces, and
    /// reads letters that look like digits as digits.
    pub fn parse(text: &str, length: usize) -> Option<TypedCode> {
        // Spaces and hyphens may stand between characters, so a longer text is no code.
        if text.len() > 4 * length {
            return None;
        }
        let read = |character: char| match character.to_ascii_uppercase() {
            'O' => Some('0'),
            'I' | 'L' => Some('1'),
            known => Some(known).filter(|known| u8::try_from(*known).is_ok_and(|byte| ALPHABET.contains(&byte))),
        };
        let typed = text.chars().filter(|character| !matches!(character, '-' | ' '));
        let code: String = typed.map(read).collect::<Option<_>>()?;
        (code.len() == length).then_some(TypedCode(code))
    }

    /// Returns the digest of the code, which is its only stored form.
    pub fn digest(&self) -> TokenDigest {
        digest(&self.0)
    }

    /// Returns the code without hyphens.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the code in groups, separated by hyphens.
    pub fn grouped(&self) -> String {
        let groups: Vec<&str> =
            self.0.as_bytes().chunks(GROUP).filter_map(|group| std::str::from_utf8(group).ok()).collect();
        groups.join("-")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_it_was_shown_and_as_people_type_it() {
        let code = TypedCode::draw(RECOVERY_CODE).expect("there is luck");
        let shown = code.grouped();
        assert_eq!((shown.len(), shown.matches('-').count()), (34, 6), "{shown}");
        for typed in [shown.clone(), shown.to_lowercase(), shown.replace('-', " "), code.as_str().to_owned()] {
            assert!(TypedCode::parse(&typed, RECOVERY_CODE).as_ref() == Some(&code), "{typed}");
        }
        let looks = TypedCode::parse("o0iI-lL1z", DEVICE_CODE).expect("it looks like a code");
        assert_eq!(looks.as_str(), "0011111Z");
        for bad in ["", "0011111", "001111111", "0011111U", "0011111\u{e9}", &"-".repeat(99)] {
            assert!(TypedCode::parse(bad, DEVICE_CODE).is_none(), "{bad}");
        }
    }

    #[test]
    fn codes_use_every_character_alike() {
        let mut counts = [0_u32; 32];
        for _ in 0..2_000 {
            let code = TypedCode::draw(DEVICE_CODE).expect("there is luck");
            for byte in code.as_str().bytes() {
                counts[ALPHABET.iter().position(|known| *known == byte).expect("it is of the alphabet")] += 1;
            }
        }
        // Each character is expected 500 times; 5 standard deviations are 110.
        assert!(counts.iter().all(|count| (380..620).contains(count)), "{counts:?}");
    }
}
