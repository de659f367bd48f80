//! Formats numbers for people.

/// Formats a number with this many decimals; never `-0.0`, and `-` if it is infinite or not a
/// number.
pub fn decimals(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return "-".to_owned();
    }
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        Some(rest) if is_zero(rest) => rest.to_owned(),
        _ => text,
    }
}

/// Formats a number with its sign, and without one if it rounds to 0.
pub fn signed_decimals(value: f64, digits: usize) -> String {
    let text = decimals(value, digits);
    if value > 0.0 && value.is_finite() && !is_zero(&text) { format!("+{text}") } else { text }
}

/// Formats a count with its noun: `1 match`, `2 matches`.
pub fn counted(count: impl Into<u64>, [one, many]: [&str; 2]) -> String {
    let count = count.into();
    format!("{count} {}", if count == 1 { one } else { many })
}

fn is_zero(digits: &str) -> bool {
    digits.chars().all(|c| matches!(c, '0' | '.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        let matches = [0_u32, 1, 2].map(|count| counted(count, ["match", "matches"]));
        assert_eq!(matches, ["0 matches", "1 match", "2 matches"]);
    }

    #[test]
    fn nothing_has_no_sign_and_no_number_none() {
        let values = [1.25, -1.25, 0.04, -0.04, 0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        assert_eq!(values.map(|one| decimals(one, 1)), ["1.2", "-1.2", "0.0", "0.0", "0.0", "0.0", "-", "-", "-"]);
        assert_eq!(
            values.map(|one| signed_decimals(one, 1)),
            ["+1.2", "-1.2", "0.0", "0.0", "0.0", "0.0", "-", "-", "-"]
        );
        assert_eq!((decimals(-0.4, 0), signed_decimals(0.6, 0)), ("0".to_owned(), "+1".to_owned()));
    }
}
