//! The text of a match: the game string of UHP, alone on its line.

use super::{Hive, rules::FACTS, text::split_game_type};
use crate::{
    rules::{Rules, Unreadable},
    sheet::{BadSheet, PLACES, Sheet, SheetRound, TERMINATION, Tag, opened_text},
    uhp::HEAD_FIELDS,
};

/// The options that a game string does not tell, in the order in which [`read`] tries them.
const UNTOLD: [[&str; 2]; 6] =
    [["claim", "false"], ["auto", "false"], ["off", "false"], ["claim", "true"], ["auto", "true"], ["off", "true"]];

pub(super) fn write(sheet: &Sheet) -> String {
    let opened = opened_text::<Hive>(&sheet.setting);
    let start = sheet.rounds.first().map_or(&opened, |round| &round.start);
    let Ok(mut position) = Hive::parse(&sheet.setting, start) else { return String::new() };
    for notation in sheet.rounds.iter().flat_map(|round| &round.moves) {
        match position.read(notation) {
            Ok(played) => position.play(&played),
            Err(_) => break,
        }
    }
    let text = position.text();
    let told = match sheet.tags.iter().find(|tag| tag.name == PLACES).map(|tag| tag.value.as_str()) {
        Some("1 2") => "WhiteWins",
        Some("2 1") => "BlackWins",
        Some("1 1") => "Draw",
        _ => "",
    };
    let mut fields: Vec<&str> = text.split(';').collect();
    if let Some(state) = fields.get_mut(1).filter(|state| !told.is_empty() && is_open(state)) {
        *state = told;
    }
    fields.join(";") + "\n"
}

/// Returns whether the state of a game string says that the game is not over.
fn is_open(state: &str) -> bool {
    state == "NotStarted" || state == "InProgress"
}

/// Reads a game string with its moves. Of the options that it does not tell, takes the first that
/// allow every move and lead to the result in the text.
pub(super) fn read(text: &str) -> Result<Option<Sheet>, BadSheet> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let Some((number, line)) = lines.next() else { return Ok(None) };
    let Some(letters) = split_game_type(line.split(';').next().unwrap_or_default().trim()) else { return Ok(None) };
    if let Some((further, line)) = lines.next() {
        return Err(BadSheet::new(further, line, "the end of the text after one game string"));
    }
    let expansions: String = "MLP".chars().filter(|letter| letters.contains(*letter)).collect();
    let state = line.split(';').nth(1).map_or("", str::trim);
    let (mut found, mut first) = (None, None);
    for [repetition, queen_first_turn] in UNTOLD {
        let options =
            [("expansions", &*expansions), ("queen_first_turn", queen_first_turn), ("repetition", repetition)];
        let setting = FACTS.setting(0, options).map_err(|bad| BadSheet::new(number, &bad.value, bad.expected))?;
        match Hive::parse(&setting, line.trim_end()) {
            Ok(position) => {
                let is_told = position.text().split(';').nth(1) == Some(state);
                if is_told || found.is_none() {
                    found = Some((setting, position));
                }
                if is_told {
                    break;
                }
            }
            Err(bad) => first = first.or(Some(bad)),
        }
    }
    match (found, first) {
        (Some((setting, position)), _) => {
            let text = position.text();
            let own = text.split(';').nth(1).unwrap_or_default();
            // A result that no move proves is the referee's word.
            let end = match state {
                _ if !is_open(own) && state != own => return Err(BadSheet::new(number, state, format!("`{own}`"))),
                "WhiteWins" if is_open(own) => Some("adjudication by Black"),
                "BlackWins" if is_open(own) => Some("adjudication by White"),
                "Draw" if is_open(own) => Some("draw_agreed"),
                _ => None,
            };
            let tags = end.map(|value| Tag { line: number, ..Tag::new(TERMINATION, value) }).into_iter().collect();
            let moves = position.played().map(|played| played.to_string()).collect();
            let rounds = vec![SheetRound { start: opened_text::<Hive>(&setting), moves }];
            Ok(Some(Sheet { setting, tags, rounds }))
        }
        (None, bad) => Err(fault(number, line, &bad.unwrap_or_else(|| Unreadable::new(0, "a game string")))),
    }
}

/// Returns the fault of a game string, with the number of its move.
fn fault(line: usize, text: &str, bad: &Unreadable) -> BadSheet {
    let field = text.get(..bad.at).unwrap_or(text).matches(';').count();
    let value = text.split(';').nth(field).unwrap_or_default().trim();
    let step = (field >= HEAD_FIELDS).then(|| (1, field + 1 - HEAD_FIELDS));
    BadSheet { step, ..BadSheet::new(line, value, bad.expected.clone()) }
}
