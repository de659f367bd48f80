//! Makes untrusted text safe for each output format.

/// Maximum length of a name in a table or plot, in characters.
const MAX_SHOWN: usize = 40;

/// Returns whether a character could change the display of the text around it: control characters,
/// and those that change the writing direction or have no width (Unicode, UAX #9).
fn is_disruptive(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{061c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// Makes a text safe for one line of a terminal: disruptive characters become the replacement
/// character.
pub fn plain(text: &str) -> String {
    text.chars().map(|c| if is_disruptive(c) { '\u{fffd}' } else { c }).collect()
}

/// Makes a text safe like [`plain`], and cuts it to `most` characters.
pub fn cut_to(text: &str, most: usize) -> String {
    let text = plain(text);
    match text.char_indices().nth(most) {
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
        None => text,
    }
}

/// Makes a name safe for a table or plot, and cuts it to [`MAX_SHOWN`] characters.
pub fn name(text: &str) -> String {
    cut_to(text, MAX_SHOWN)
}

/// Escapes a text for an element or a double-quoted attribute of XML. Characters that XML 1.0 does
/// not allow are replaced.
pub fn xml(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in plain(text).chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

/// Formats untrusted text as a CSV cell (RFC 4180): an apostrophe precedes text that a spreadsheet
/// would read as a formula.
pub fn csv(text: &str) -> String {
    let is_formula =
        text.trim_start().starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'])
            || text.starts_with(['\t', '\r', '\n']);
    let prefix = if is_formula { "'" } else { "" };
    csv_quoted(&format!("{prefix}{}", text.replace('\0', "\u{fffd}")))
}

/// Formats a number or a trusted word as a CSV cell: quoted only if necessary.
pub fn csv_quoted(text: &str) -> String {
    match text.contains([',', '"', '\r', '\n']) || text.starts_with(' ') || text.ends_with(' ') {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}
