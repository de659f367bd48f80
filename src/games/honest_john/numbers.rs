//! Action indices and planes.
//!
//! Tiles count from 0-0, 1-0, 1-1, 2-0 up: `high * (high + 1) / 2 + low`; a set has `t` of them.
//! Actions 0 to `t - 1` play a tile, `t` to `2t - 1` give one. The forced steps follow: `start`,
//! `draw`, `none`, `dead`, `pass`. A deal has no index.

use super::{HonestJohn, Move, Tile, position::Phase, voids::Voids};
use crate::{
    numbers::{Numbers, Planes, looks_from},
    rules::{Seat, Viewer},
};

/// Points that count half.
const HALF: f32 = 100.0;

/// Rows and columns of a plane are the numbers on tiles: a tile is at `[high][low]` and
/// `[low][high]`.
pub(super) fn size(top: u8) -> Numbers {
    let numbers = usize::from(top) + 1;
    Numbers { actions: 2 * tiles(top) + 5, rows: numbers, columns: numbers }
}

pub(super) fn index(position: &HonestJohn, played: &Move) -> usize {
    let tiles = tiles(position.setup.top);
    match played {
        Move::Play(tile) => number(*tile),
        Move::Give(tile) => tiles + number(*tile),
        Move::Start(_) => 2 * tiles,
        Move::Draw(_) => 2 * tiles + 1,
        Move::None => 2 * tiles + 2,
        Move::Dead => 2 * tiles + 3,
        Move::Pass => 2 * tiles + 4,
        Move::Deal(_) => 2 * tiles + 5,
    }
}

pub(super) fn action(position: &HonestJohn, index: usize) -> Option<Move> {
    let tiles = tiles(position.setup.top);
    match index.checked_sub(2 * tiles) {
        None if index < tiles => Some(Move::Play(tile(index))),
        None => Some(Move::Give(tile(index - tiles))),
        // The one that is due, if any is: its tile may be hidden.
        Some(_) => {
            let mut due = Vec::new();
            position.list(&mut due);
            due.into_iter().find(|step| self::index(position, step) == index)
        }
    }
}

/// Seats are named by their distance to the left of the viewer.
pub(super) fn observe(position: &HonestJohn, viewer: Viewer, planes: &mut Planes) {
    let setup = position.setup;
    let own = looks_from(viewer).0;
    let seats = || (0..setup.seats).map(|places| (places, (own + places) % setup.seats));
    let whole = tiles(setup.top) as f32;
    for (places, seat) in seats() {
        let mut plane = planes.next(format_args!("hand of seat +{places}, if the viewer knows it"));
        if viewer.knows_hand_of(Seat(seat)) {
            mark(&mut plane, &position.hands[usize::from(seat)]);
        }
    }
    for (places, seat) in seats() {
        mark(&mut planes.next(format_args!("line of seat +{places}")), &position.lines[usize::from(seat)]);
    }
    for (places, seat) in seats() {
        let mut plane = planes.next(format_args!("end of the line of seat +{places}"));
        let end = usize::from(position.ends[usize::from(seat)]);
        if position.opened != 0 {
            (0..=usize::from(setup.top)).for_each(|number| plane.set_both(end, number, 1.0));
        }
    }
    for (places, seat) in seats() {
        let mut plane = planes.next(format_args!("lacks of seat +{places}, as all know"));
        for tile in (0..tiles(setup.top)).map(tile) {
            plane.set_both(tile.high().into(), low(tile), lack(&position.voids[usize::from(seat)], tile));
        }
    }
    let mut opened = planes.next(format_args!("double that lies"));
    for number in (0..=usize::from(setup.top)).filter(|number| position.opened >> number & 1 == 1) {
        opened.set(number, number, 1.0);
    }
    for (places, seat) in seats() {
        planes.flag(format_args!("line of seat +{places} in turn"), position.line == seat);
        planes.flag(format_args!("line of seat +{places} dead"), position.is_dead(seat));
        planes.flag(format_args!("seat +{places} to move"), position.actor() == seat && !position.is_over());
        let hand = position.hands[usize::from(seat)].len() as f32;
        planes.uniform(format_args!("tiles of seat +{places}, of the set"), hand / whole);
        let points = position.before[usize::from(seat)] + position.gains[usize::from(seat)];
        planes.uniform(format_args!("points p of seat +{places}, as p / (100 + |p|)"), squashed(points as f32));
    }
    planes.uniform(format_args!("tiles of the boneyard, of the set"), position.boneyard.len() as f32 / whole);
    planes.uniform(format_args!("round r, as r / (100 + r)"), squashed(position.round as f32));
    planes.flag(format_args!("a tile is to be given"), matches!(position.phase, Phase::Give(_)));
}

fn mark(plane: &mut crate::numbers::Plane, tiles: &[Tile]) {
    tiles.iter().for_each(|tile| plane.set_both(tile.high().into(), low(*tile), 1.0));
}

/// How surely a hand lacks a tile: 1 for none, 1/2 if one tile may show the number, and so on.
fn lack(voids: &Voids, tile: Tile) -> f32 {
    let known = tile.numbers().filter_map(|number| voids.most(number)).min();
    match tile.is_double() && voids.double(tile.high()) {
        true => 1.0,
        false => known.map_or(0.0, |most| 1.0 / (1.0 + f32::from(most))),
    }
}

fn squashed(number: f32) -> f32 {
    number / (HALF + number.abs())
}

/// The number of tiles of a set.
fn tiles(top: u8) -> usize {
    (usize::from(top) + 1) * (usize::from(top) + 2) / 2
}

fn number(tile: Tile) -> usize {
    let high = usize::from(tile.high());
    high * (high + 1) / 2 + low(tile)
}

fn low(tile: Tile) -> usize {
    tile.outer(tile.high()).into()
}

fn tile(number: usize) -> Tile {
    let high = (0..).take_while(|high| high * (high + 1) / 2 <= number).last().unwrap_or(0);
    Tile::new(high as u8, (number - high * (high + 1) / 2) as u8)
}
