//! The text of a position, complete or as a viewer may know it:
//! `round=1 stage=give:2 centre=9 line=0 before=20,20,20,20 gains=0,0,0,0 dead=-
//! hands=9-4,8-8/7-1/... lines=9-6/-/... bone=2-1,3-0 last=0`.
//!
//! The public knowledge of what seats do not hold follows, if there is any: `voids=3,5:1,9-9/-/...`
//! is a first seat without threes and [9-9] and with at most one five. In a view a hidden hand or
//! boneyard is a question mark and its number of tiles: `?7`.

use super::{
    knowledge::Knowledge,
    position::{HonestJohn, Phase},
    setup::{NEVER_DRAWN, Setup, Version},
    tiles::{Tile, read_list, whole_set, write_list},
    voids::{self, Voids},
};
use crate::rules::{Entropy, Seat, Unreadable, Viewer};

/// The names of the fields, in their order.
const FIELDS: [&str; 11] =
    ["round", "stage", "centre", "line", "before", "gains", "dead", "hands", "lines", "bone", "last"];
/// The text before the stage.
const PHASE: &str = " stage=";

/// Returns the complete text.
pub(super) fn write(position: &HonestJohn) -> String {
    write_with(position, |_| true, true)
}

/// Returns the text that a viewer may know: the viewer's own hand during the round, everything
/// after it.
pub(super) fn write_view(position: &HonestJohn, viewer: Viewer) -> String {
    let over = position.is_over();
    write_with(position, |seat| over || viewer.knows_hand_of(Seat(seat)), over)
}

fn write_with(position: &HonestJohn, shows: impl Fn(u8) -> bool, shows_bone: bool) -> String {
    let tiles = |list: &[Tile], shown: bool| match shown || list.is_empty() {
        true => write_list(list),
        false => format!("?{}", list.len()),
    };
    let numbers = |list: &[i64]| list.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    let hands = (0..).zip(&position.hands).map(|(seat, hand)| tiles(hand, shows(seat)));
    let lines = position.lines.iter().map(|line| write_list(line));
    let voids = match voids::write(&position.voids) {
        voids if voids.is_empty() => voids,
        voids => format!(" voids={voids}"),
    };
    let dead: Vec<String> =
        (0..position.setup.seats).filter(|seat| position.is_dead(*seat)).map(|s| s.to_string()).collect();
    format!(
        "round={} stage={} centre={} line={} before={} gains={} dead={} hands={} lines={} bone={} last={}{voids}",
        position.round,
        write_phase(position.phase),
        position.centre.map_or("-".to_owned(), |number| number.to_string()),
        position.line,
        numbers(&position.before),
        numbers(&position.gains),
        if dead.is_empty() { "-".to_owned() } else { dead.join(",") },
        hands.collect::<Vec<_>>().join("/"),
        lines.collect::<Vec<_>>().join("/"),
        tiles(&position.boneyard, shows_bone),
        position.last.map_or("-".to_owned(), |seat| seat.to_string()),
    )
}

fn write_phase(phase: Phase) -> String {
    match phase {
        Phase::Deal => "deal".to_owned(),
        Phase::Start => "start".to_owned(),
        Phase::Play => "play".to_owned(),
        Phase::Draw => "draw".to_owned(),
        Phase::Ask(places) => format!("ask:{places}"),
        Phase::Give(places) => format!("give:{places}"),
        Phase::Stuck => "stuck".to_owned(),
        Phase::Out(winner) => format!("out:{winner}"),
        Phase::Blocked => "blocked".to_owned(),
        Phase::NoDouble => "no_double".to_owned(),
    }
}

/// Reads a complete text, and rejects an impossible position.
pub(super) fn read(setup: Setup, text: &str) -> Result<HonestJohn, Unreadable> {
    let knowledge = read_view(setup, text)?;
    if knowledge.hidden() > 0 {
        let at = text.find('?').unwrap_or(0);
        return Err(Unreadable::new(at, "visible tiles only"));
    }
    check_phase(&knowledge.known).map_err(|expected| Unreadable::new(phase_at(text), expected))?;
    Ok(knowledge.known)
}

/// Returns a complete position that agrees with a view, decided by `entropy` alone.
pub(super) fn determinize(setup: Setup, view: &str, entropy: &Entropy) -> Result<HonestJohn, Unreadable> {
    let knowledge = read_view(setup, view)?;
    knowledge.fill(entropy).ok_or_else(|| Unreadable::new(phase_at(view), "a stage that some deal allows"))
}

/// Returns the byte position of the stage in a text.
fn phase_at(text: &str) -> usize {
    text.find(PHASE).map_or(0, |at| at + PHASE.len())
}

/// Reads a view or a complete text, and rejects impossible tiles and lines. Does not check the
/// phase.
fn read_view(setup: Setup, text: &str) -> Result<Knowledge, Unreadable> {
    let mut fields = Fields { rest: text, at: 0 };
    let mut position = HonestJohn::first(setup);
    let seats = usize::from(setup.seats);

    let round = fields.next(FIELDS[0])?;
    position.round = round.number(1, u32::MAX.into())? as u32;
    position.phase = read_phase(&fields.next(FIELDS[1])?, setup)?;
    let centre = fields.next(FIELDS[2])?;
    position.centre = if centre.text == "-" { None } else { Some(centre.number(0, setup.top.into())? as u8) };
    position.line = fields.next(FIELDS[3])?.number(0, i64::from(setup.seats) - 1)? as u8;
    position.before = fields.next(FIELDS[4])?.balances(seats)?;
    position.gains = fields.next(FIELDS[5])?.balances(seats)?;
    let dead = fields.next(FIELDS[6])?;
    for seat in dead.list() {
        position.dead |= 1 << seat.number(0, i64::from(setup.seats) - 1)?;
    }
    let (hands, lines) = (fields.next(FIELDS[7])?, fields.next(FIELDS[8])?);
    let hidden: Vec<usize> =
        hands.tile_lists(seats, setup.top)?.into_iter().zip(&mut position.hands).map(put).collect();
    if !position.hands.iter().all(|hand| hand.is_sorted()) {
        return Err(Unreadable::new(hands.at, "the tiles of every hand from the highest down"));
    }
    let bone = fields.next(FIELDS[9])?;
    let boneyard = put((bone.tiles(setup.top)?, &mut position.boneyard));
    let last = fields.next(FIELDS[10])?;
    position.last = if last.text == "-" { None } else { Some(last.number(0, i64::from(setup.seats) - 1)? as u8) };
    if !fields.rest.is_empty() {
        position.voids = fields.next("voids")?.voids(&position)?;
    }
    if !fields.rest.is_empty() {
        return Err(Unreadable::new(fields.at, "the end"));
    }
    lay_out(&mut position, &centre, &lines)?;
    if position.dead != 0 && setup.version == Version::Pips {
        return Err(Unreadable::new(dead.at, "- in version 2, where lines never die"));
    }
    let knowledge = Knowledge { known: position, hands: hidden, boneyard };
    check_tiles(&knowledge, text, hands.at)?;
    check_boneyard(&knowledge).map_err(|expected| Unreadable::new(bone.at, expected))?;
    Ok(knowledge)
}

/// Puts known tiles in their place, and returns the number of hidden ones.
fn put((tiles, place): (Tiles, &mut Vec<Tile>)) -> usize {
    match tiles {
        Tiles::Known(tiles) => {
            *place = tiles;
            0
        }
        Tiles::Hidden(count) => count,
    }
}

/// Puts the centre and the lines into the position, and checks that each tile fits.
fn lay_out(position: &mut HonestJohn, centre: &Field, lines: &Field) -> Result<(), Unreadable> {
    let mut laid = vec![Vec::new(); position.lines.len()];
    let hidden: usize = lines.tile_lists(laid.len(), position.setup.top)?.into_iter().zip(&mut laid).map(put).sum();
    if hidden > 0 {
        return Err(Unreadable::new(lines.at, "lines without hidden tiles"));
    }
    let started = !matches!(position.phase, Phase::Deal | Phase::Start | Phase::NoDouble);
    match position.centre {
        Some(number) if started => position.lay_centre(number),
        None if started => {
            return Err(Unreadable::new(centre.at, "the number of the starting double, which has been laid"));
        }
        _ if laid.iter().any(|line| !line.is_empty()) => {
            return Err(Unreadable::new(lines.at, "empty lines before the starting double is laid"));
        }
        _ => {}
    }
    for (seat, line) in (0..).zip(laid) {
        for (place, tile) in line.into_iter().enumerate() {
            let end = position.ends[usize::from(seat)];
            if !tile.shows(end) {
                let at = lines.tile_at(usize::from(seat), place);
                return Err(Unreadable::new(
                    at,
                    format!("a tile that fits on {end}, where the line of seat {seat} ends"),
                ));
            }
            position.lay_on(seat, tile);
        }
    }
    Ok(())
}

/// Checks that every tile of the set lies in exactly one place, known or hidden; before the deal,
/// that no tile does.
fn check_tiles(knowledge: &Knowledge, text: &str, at: usize) -> Result<(), Unreadable> {
    let position = &knowledge.known;
    let mut tiles: Vec<Tile> = position.hands.iter().chain(&position.lines).flatten().copied().collect();
    tiles.extend(&position.boneyard);
    let hidden = knowledge.hidden();
    if position.phase == Phase::Deal {
        return match tiles.is_empty() && hidden == 0 {
            true => Ok(()),
            false => Err(Unreadable::new(at, "no tiles before the deal")),
        };
    }
    if position.opened != 0 {
        tiles.extend(position.centre.map(|number| Tile::new(number, number)));
    }
    tiles.sort();
    if let Some(pair) = tiles.windows(2).find(|pair| pair[0] == pair[1]) {
        let at = second_place(text, at, &pair[0].to_string());
        return Err(Unreadable::new(at, format!("each tile once: {} is duplicate", pair[0])));
    }
    let missing = knowledge.unseen();
    match missing.first() {
        Some(tile) if hidden == 0 => Err(Unreadable::new(at, format!("every tile of the set: {tile} is missing"))),
        _ if hidden != missing.len() => {
            Err(Unreadable::new(at, format!("{} hidden tiles, as many as are missing", missing.len())))
        }
        _ => Ok(()),
    }
}

/// Returns the byte position of the second mention of a tile at or after `from`. If there is only
/// one, returns its position, because the centre is then the first mention.
fn second_place(text: &str, from: usize, tile: &str) -> usize {
    let ends_there = |at: usize| text[at + tile.len()..].bytes().next().is_none_or(|b| !b.is_ascii_digit());
    let begins_there = |at: usize| !text[..at].bytes().next_back().is_some_and(|b| b.is_ascii_digit());
    let places = text.match_indices(tile).map(|(at, _)| at);
    places.filter(|at| *at >= from && begins_there(*at) && ends_there(*at)).take(2).last().unwrap_or(from)
}

/// Checks the number of face-down tiles (H2). In version 1 it is the rest after the hands. In
/// version 2 it is at most that rest, and at least the tiles that are never drawn.
fn check_boneyard(knowledge: &Knowledge) -> Result<(), String> {
    let (position, setup) = (&knowledge.known, knowledge.known.setup);
    let count = position.boneyard.len() + knowledge.boneyard;
    let left = setup.tiles() - usize::from(setup.seats) * setup.hand;
    let fewest = if setup.version == Version::Chips { left } else { NEVER_DRAWN };
    if position.phase == Phase::Deal || (fewest..=left).contains(&count) {
        return Ok(());
    }
    Err(match fewest == left {
        true => format!("{left} tiles, as many as the hands leave"),
        false => format!("{fewest} to {left} tiles"),
    })
}

/// Checks that the phase is possible in the position.
fn check_phase(position: &HonestJohn) -> Result<(), String> {
    match position.has_possible_phase() {
        true => Ok(()),
        false => Err(format!("a stage that the tiles allow: `{}` is none here", write_phase(position.phase))),
    }
}

fn read_phase(field: &Field, setup: Setup) -> Result<Phase, Unreadable> {
    let (word, number) = field.text.split_once(':').unwrap_or((field.text, ""));
    let number = Field { text: number, at: field.at + word.len() + 1 };
    let neighbour = || number.number(1, i64::from(setup.seats) - 1).map(|places| places as u8);
    let phase = match word {
        "deal" => Phase::Deal,
        "start" => Phase::Start,
        "play" => Phase::Play,
        "draw" => Phase::Draw,
        "ask" => return Ok(Phase::Ask(neighbour()?)),
        "give" => return Ok(Phase::Give(neighbour()?)),
        "stuck" => Phase::Stuck,
        "out" => return Ok(Phase::Out(number.number(0, i64::from(setup.seats) - 1)? as u8)),
        "blocked" => Phase::Blocked,
        "no_double" => Phase::NoDouble,
        _ => {
            return Err(Unreadable::new(
                field.at,
                "deal, start, play, draw, ask:n, give:n, stuck, out:n, blocked or no_double",
            ));
        }
    };
    if field.text != word {
        return Err(Unreadable::new(field.at + word.len(), "a space"));
    }
    Ok(phase)
}

/// The remaining text, with its byte position.
struct Fields<'a> {
    rest: &'a str,
    at: usize,
}

/// The value of one field, with its byte position.
struct Field<'a> {
    text: &'a str,
    at: usize,
}

/// The tiles of a hand or boneyard, or their number.
enum Tiles {
    Known(Vec<Tile>),
    Hidden(usize),
}

impl<'a> Fields<'a> {
    fn next(&mut self, name: &str) -> Result<Field<'a>, Unreadable> {
        let (word, rest) = self.rest.split_once(' ').unwrap_or((self.rest, ""));
        let space = usize::from(word.len() < self.rest.len());
        let value = word.strip_prefix(name).and_then(|value| value.strip_prefix('='));
        let text = value.ok_or_else(|| Unreadable::new(self.at, format!("`{name}=`")))?;
        let field = Field { text, at: self.at + name.len() + 1 };
        self.at += word.len() + space;
        self.rest = rest;
        Ok(field)
    }
}

impl Field<'_> {
    fn number(&self, min: i64, max: i64) -> Result<i64, Unreadable> {
        let number = self.text.parse().ok().filter(|n: &i64| n.to_string() == self.text && (min..=max).contains(n));
        number.ok_or_else(|| Unreadable::new(self.at, format!("a whole number from {min} to {max}")))
    }

    /// Returns the items between commas; none for `-`.
    fn list(&self) -> Vec<Field<'_>> {
        self.items(',').into_iter().filter(|item| self.text != "-" || item.text != "-").collect()
    }

    fn items(&self, separator: char) -> Vec<Field<'_>> {
        let mut at = self.at;
        let item = |text| {
            let item = Field { text, at };
            at += text.len() + 1;
            item
        };
        self.text.split(separator).map(item).collect()
    }

    fn balances(&self, seats: usize) -> Result<Vec<i64>, Unreadable> {
        /// Maximum points in a text: far beyond what any match can pay.
        const MOST: i64 = 1 << 40;
        let items = self.items(',');
        if items.len() != seats {
            return Err(Unreadable::new(self.at, format!("{seats} numbers")));
        }
        items.iter().map(|item| item.number(-MOST, MOST)).collect()
    }

    fn tile_lists(&self, seats: usize, top: u8) -> Result<Vec<Tiles>, Unreadable> {
        let items = self.items('/');
        if items.len() != seats {
            return Err(Unreadable::new(self.at, format!("{seats} lists of tiles")));
        }
        items.iter().map(|item| item.tiles(top)).collect()
    }

    /// Returns the byte position of a tile in one of the lists.
    fn tile_at(&self, list: usize, place: usize) -> usize {
        let at = |list: &Field| list.items(',').get(place).map(|tile| tile.at);
        self.items('/').get(list).and_then(at).unwrap_or(self.at)
    }

    /// Reads tiles, or the number of hidden ones.
    fn tiles(&self, top: u8) -> Result<Tiles, Unreadable> {
        let Some(count) = self.text.strip_prefix('?') else {
            return read_list(self.text, self.at, top).map(Tiles::Known);
        };
        let most = whole_set(top).len() as i64;
        let count = Field { text: count, at: self.at + 1 }.number(1, most)?;
        Ok(Tiles::Hidden(count as usize))
    }

    /// Reads the voids of the seats, and checks them against the known hands.
    fn voids(&self, position: &HonestJohn) -> Result<Vec<Voids>, Unreadable> {
        let all = voids::read(self.text, self.at, position.hands.len(), position.setup.top)?;
        match all.iter().zip(&position.hands).all(|(voids, hand)| voids.allow(hand)) {
            true => Ok(all),
            false => Err(Unreadable::new(self.at, "no tile that is in a hand")),
        }
    }
}
