//! A match as the text of its game: the tags that the law adds.

use std::collections::BTreeMap;

use super::json::{cause_of, date_of, read_date};
use crate::{
    games::{
        Game, Opening,
        rules::{Facts, Points},
        sheet::{BadSheet, LOST, PLACES, Sheet, SheetRound, TERMINATION, Tag},
    },
    ids::{PlayerId, Seat},
    law::plain::{PlainEnd, PlainLoss, PlainMatch, PlainRound},
};

const DATE: &str = "Date";
const POINTS: &str = "Points";
/// Stands before the side that caused an end or a loss.
const BY: &str = " by ";

/// Writes a match of a registered game with valid options; anything else gives no text.
pub fn write(game: &'static dyn Game, plain: &PlainMatch) -> String {
    let facts = game.facts();
    let options = plain.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let Ok(setting) = facts.setting(plain.players.len() as u8, options) else { return String::new() };
    let mut tags: Vec<Tag> =
        date_of(plain.opened_unix_ms).map(|date| Tag::new(DATE, date.replace('-', "."))).into_iter().collect();
    let seated = Seat::all(setting.seats()).zip(&plain.players);
    tags.extend(seated.map(|(seat, player)| Tag::new(side(facts, seat), player.as_str())));
    tags.push(Tag::new(POINTS, words(&plain.totals)));
    for PlainLoss { seat, round, ply, cause } in &plain.losses {
        let text = format!("{}{BY}{} round {round} ply {ply}", cause.word(), side(facts, *seat));
        tags.push(Tag::new(LOST, text));
    }
    if let Some(end) = &plain.end {
        if !end.places.is_empty() {
            tags.push(Tag::new(PLACES, words(&end.places)));
        }
        let by = end.seat.map(|seat| format!("{BY}{}", side(facts, seat))).unwrap_or_default();
        tags.push(Tag::new(TERMINATION, format!("{}{by}", end.termination.word())));
    }
    let rounds = plain.rounds.iter().map(|round| SheetRound { start: round.start.clone(), moves: round.moves.clone() });
    game.write_sheet(&Sheet { setting, tags, rounds: rounds.collect() })
}

/// Reads the tags of a match whose moves were played.
pub fn read(game: &'static dyn Game, sheet: &Sheet) -> Result<PlainMatch, BadSheet> {
    let facts = game.facts();
    let tags: BTreeMap<&str, &Tag> = sheet.tags.iter().map(|tag| (tag.name.as_str(), tag)).collect();
    let of = |name: &str| tags.get(name).copied();
    let players = Seat::all(sheet.setting.seats()).map(|seat| {
        let name = side(facts, seat);
        match of(&name) {
            Some(tag) => PlayerId::parse(&tag.value).map_err(|bad| fault(tag, bad.expected)),
            None => PlayerId::parse(&name.to_lowercase()).map_err(|bad| BadSheet::new(1, &name, bad.expected)),
        }
    });
    let opened = game.open(&sheet.setting).map(|open| open.text()).unwrap_or_default();
    let start = sheet.rounds.first().map(|round| round.start.clone()).filter(|start| *start != opened);
    let rounds = sheet.rounds.iter().map(|SheetRound { start, moves }| PlainRound {
        start: start.clone(),
        moves: moves.clone(),
        result: None,
    });
    let date = of(DATE)
        .map(|tag| read_date(DATE, &tag.value.replace('.', "-")).map_err(|_| fault(tag, "a date such as 2026.01.31")));
    if let (Some(places), None) = (of(PLACES), of(TERMINATION)) {
        return Err(fault(places, "a tag Termination, as an unfinished match has no places"));
    }
    let losses = sheet.tags.iter().filter(|tag| tag.name == LOST).map(|tag| loss(facts, tag));
    Ok(PlainMatch {
        game: facts.id.to_owned(),
        options: sheet.setting.options().clone(),
        players: players.collect::<Result<_, _>>()?,
        opened_unix_ms: date.transpose()?.unwrap_or_default(),
        opening: Opening { start_position: start.unwrap_or_default(), moves: Vec::new() },
        rounds: rounds.collect(),
        losses: losses.collect::<Result<_, _>>()?,
        totals: of(POINTS).map_or(Ok(Vec::new()), points)?,
        end: of(TERMINATION).map(|tag| end(facts, tag, of(PLACES))).transpose()?,
    })
}

/// Returns the tag of a seat: the name of its side.
fn side(facts: &Facts, seat: Seat) -> String {
    facts.sides.get(seat.index()).map_or_else(|| format!("Seat{seat}"), |side| side.name.to_owned())
}

fn seat_of(facts: &Facts, name: &str) -> Option<Seat> {
    Seat::all(facts.max_seats).find(|seat| side(facts, *seat) == name)
}

fn words(numbers: &[impl ToString]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn fault(tag: &Tag, expected: &str) -> BadSheet {
    BadSheet::new(tag.line, &tag.value, expected)
}

fn points(tag: &Tag) -> Result<Vec<Points>, BadSheet> {
    let one = |word: &str| word.parse().ok().and_then(Points::from_f64);
    let all: Option<Vec<Points>> = tag.value.split_whitespace().map(one).collect();
    all.ok_or_else(|| fault(tag, "the points of each seat, such as 1 0"))
}

fn end(facts: &Facts, tag: &Tag, places: Option<&Tag>) -> Result<PlainEnd, BadSheet> {
    let (word, by) = tag.value.split_once(BY).map_or((&*tag.value, None), |(word, by)| (word, Some(by)));
    let seat = by.map(|name| seat_of(facts, name).ok_or_else(|| fault(tag, "a side of the game")));
    let termination = cause_of(TERMINATION, word).map_err(|bad| fault(tag, &bad.to_string()))?;
    let places = places.map_or(Ok(Vec::new()), |tag| {
        let all: Option<Vec<u32>> = tag.value.split_whitespace().map(|word| word.parse().ok()).collect();
        all.ok_or_else(|| fault(tag, "the place of each seat, such as 1 2"))
    });
    Ok(PlainEnd { termination, seat: seat.transpose()?, places: places? })
}

fn loss(facts: &Facts, tag: &Tag) -> Result<PlainLoss, BadSheet> {
    let read = || {
        let (word, rest) = tag.value.split_once(BY)?;
        let (name, place) = rest.split_once(" round ")?;
        let (round, ply) = place.split_once(" ply ")?;
        let cause = cause_of(LOST, word).ok()?;
        Some(PlainLoss { seat: seat_of(facts, name)?, round: round.parse().ok()?, ply: ply.parse().ok()?, cause })
    };
    read().ok_or_else(|| fault(tag, "a loss, such as flag by Third round 1 ply 17"))
}
