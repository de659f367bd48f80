//! A tournament as FIDE's Tournament Report File, TRF16 (FIDE Handbook, C.04, annex 2: agreed data
//! exchange format), for programs that read Swiss tournaments and round robins.
//!
//! The format has only two seats, games that are won, drawn or lost, and one game per player and
//! round. So each match of an encounter is a round: with two matches per encounter, stage 3 is
//! rounds 5 and 6. Seat 0 is written as White, whatever its side is called. A void match is a bye
//! without points. A match that was not played because an entrant was out is won and lost by
//! forfeit.
//!
//! Fields that FIDE requires and programs do not have (federation, dates, sex, birth) are empty. So
//! the file is for other programs, not for FIDE.

use super::{
    model::{Report, ReportMatch},
    text::plain,
};
use crate::tournament::points_in_words;

/// Maximum entrants: an entrant's number has four columns.
pub const MAX_ENTRANTS: usize = 9999;
/// Maximum rounds.
pub const MAX_ROUNDS: usize = 512;
/// Maximum half points of an entrant: the field has four columns.
const MAX_HALVES: i64 = 199;
/// Width of a name, in characters.
const NAME: usize = 33;

/// Why a tournament cannot be written as TRF16.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrfError {
    #[error("invalid number of seats {seats}: expected 2, since TRF16 has only White and Black")]
    Seats { seats: u8 },
    #[error("too many {field}: {value}, expected at most {most}")]
    TooMany {
        /// The name of the number: `entrants`, `rounds`.
        field: &'static str,
        value: usize,
        most: usize,
    },
    /// An entrant met two opponents in a stage, as in an arena.
    #[error("{entrant} has two encounters in stage {stage} (from 1): TRF16 has one game per round")]
    Twice {
        entrant: String,
        /// The stage, from 1.
        stage: u64,
    },
    /// The points of an entrant differ from those of its games.
    #[error(
        "{entrant} has {} points, but its games and byes give {} points at 1, 1/2 and 0 each: TRF16 has no other \
         points; \
         set points.of = \"games\" with win = 1, draw = 0.5 and loss = 0",
        points_in_words(*halves), points_in_words(*of_games)
    )]
    Points {
        entrant: String,
        /// The points of the entrant in the standings, in halves.
        halves: i64,
        /// The points of the entrant's games and byes, in halves.
        of_games: i64,
    },
    /// The entrant has more points than the field can hold.
    #[error(
        "{entrant} has {} points, expected 0 to {}: the points field of TRF16 has 4 columns; \
         play fewer cycles or stages",
        points_in_words(*halves), points_in_words(MAX_HALVES)
    )]
    Width {
        entrant: String,
        /// The points of the entrant, in halves.
        halves: i64,
    },
    #[error("{what} names an unknown entrant or seat")]
    Unknown { what: &'static str },
}

/// A player's part of a round.
#[derive(Clone, Copy)]
struct Cell {
    opponent: usize,
    color: char,
    result: char,
    halves: i64,
}

/// Writes the file, with lines that end with CR and LF.
pub fn trf(report: &Report) -> Result<String, TrfError> {
    if report.seats != 2 {
        return Err(TrfError::Seats { seats: report.seats });
    }
    let entrants = report.entrants.len();
    if entrants > MAX_ENTRANTS {
        return Err(TrfError::TooMany { field: "entrants", value: entrants, most: MAX_ENTRANTS });
    }
    // A bye may be worth a whole encounter, even before any encounter is complete.
    let a_stage = report.encounters.iter().map(|one| one.listed().count() + one.lacks).max().unwrap_or(1).max(1);
    let of_matches = report.encounters.iter().map(|one| one.stage as usize + 1);
    let stages = of_matches.chain(report.awards.iter().map(|one| one.stage as usize + 1)).max().unwrap_or(0);
    let rounds = stages.saturating_mul(a_stage);
    if rounds > MAX_ROUNDS {
        return Err(TrfError::TooMany { field: "rounds", value: rounds, most: MAX_ROUNDS });
    }
    let cells = cells(report, a_stage, rounds)?;
    let mut lines = vec![
        format!("012 {}", plain(&report.name)),
        format!("062 {entrants}"),
        "072 0".to_owned(),
        format!("092 {}", plain(&report.format)),
    ];
    if !report.time_control.is_empty() {
        lines.push(format!("122 {}", plain(&report.time_control)));
    }
    lines.push(format!("XXR {rounds}"));
    let ranked = report.ranked();
    let mut places = vec![0; entrants];
    for (place, one) in (1..).zip(&ranked) {
        places[*one] = place;
    }
    for (entrant, row) in cells.iter().enumerate() {
        let of_games = row.iter().flatten().map(|cell| cell.halves).sum();
        let standing = report.standings.iter().find(|one| one.entrant.index() == entrant);
        let halves = standing.map_or(of_games, |one| one.halves);
        let name = || plain(report.name_of(entrant));
        if halves != of_games {
            return Err(TrfError::Points { entrant: name(), halves, of_games });
        }
        if !(0..=MAX_HALVES).contains(&halves) {
            return Err(TrfError::Width { entrant: name(), halves });
        }
        lines.push(player(report, entrant, places[entrant], halves, row));
    }
    Ok(lines.join("\r\n") + "\r\n")
}

/// Writes the line of a player. Columns, from 1: number 5-8, name 15-47, rating 49-52, points
/// 81-84, place 86-89, then ten for each round.
fn player(report: &Report, entrant: usize, place: usize, halves: i64, row: &[Option<Cell>]) -> String {
    let name: String = plain(report.name_of(entrant)).chars().take(NAME).collect();
    let points = format!("{}.{}", halves / 2, if halves % 2 == 0 { 0 } else { 5 });
    let mut line = format!(
        "001 {:>4}      {name:<NAME$} {:>4} {:3} {:>11} {:10} {points:>4} {place:>4}",
        entrant + 1,
        "",
        "",
        "",
        ""
    );
    for cell in row {
        match cell {
            Some(Cell { opponent: 0, result, .. }) => line += &format!("  0000 - {result}"),
            Some(Cell { opponent, color, result, .. }) => line += &format!("  {opponent:>4} {color} {result}"),
            None => line += "          ",
        }
    }
    line.trim_end().to_owned()
}

fn cells(report: &Report, a_stage: usize, rounds: usize) -> Result<Vec<Vec<Option<Cell>>>, TrfError> {
    let mut cells = vec![vec![None; rounds]; report.entrants.len()];
    let mut put = |entrant: usize, stage: u32, game: usize, cell: Cell| {
        let unknown = TrfError::Unknown { what: "a match or an award" };
        let round = (stage as usize).saturating_mul(a_stage).saturating_add(game);
        let place = cells.get_mut(entrant).and_then(|row: &mut Vec<Option<Cell>>| row.get_mut(round));
        match place.ok_or(unknown)? {
            Some(_) => {
                let entrant = plain(report.name_of(entrant));
                Err(TrfError::Twice { entrant, stage: u64::from(stage) + 1 })
            }
            place => {
                *place = Some(cell);
                Ok(())
            }
        }
    };
    for encounter in &report.encounters {
        for (game, one) in encounter.listed().enumerate() {
            for (seat, color) in [(0, 'w'), (1, 'b')] {
                let [own, other] = [seat, 1 - seat].map(|seat: usize| one.entrants.get(seat).copied());
                let (Some(own), Some(other)) = (own, other) else { return Err(TrfError::Unknown { what: "a match" }) };
                let cell = match game < encounter.matches.len() {
                    true => game_of(one, own, other, color),
                    false => forfeit_of(one, seat, other, color),
                };
                put(own, encounter.stage, game, cell)?;
            }
        }
    }
    for award in &report.awards {
        // An award worth several matches takes as many rounds.
        let mut left = award.halves;
        for game in 0..a_stage {
            let halves = left.clamp(0, 2);
            left -= halves;
            let result = match halves {
                2 => 'U',
                1 => 'H',
                _ => 'Z',
            };
            if game == 0 || halves > 0 {
                put(award.entrant, award.stage, game, Cell { opponent: 0, color: '-', result, halves })?;
            }
        }
    }
    Ok(cells)
}

/// Returns the cell of a match that was not played: the seat that was out or did not come lost, or
/// both did.
fn forfeit_of(one: &ReportMatch, seat: usize, other: usize, color: char) -> Cell {
    let (result, halves) = if one.by_seat.is_none_or(|out| out == seat) { ('-', 0) } else { ('+', 2) };
    Cell { opponent: other + 1, color, result, halves }
}

fn game_of(one: &ReportMatch, own: usize, other: usize, color: char) -> Cell {
    let Some(halves) = one.score_of(own) else { return Cell { opponent: 0, color: '-', result: 'Z', halves: 0 } };
    // A player that did not appear lost without a game; such games are not rated.
    let is_forfeit = one.termination == "no_show";
    let result = match (halves, is_forfeit) {
        (2, false) => '1',
        (2, true) => '+',
        (1, _) => '=',
        (_, false) => '0',
        (_, true) => '-',
    };
    Cell { opponent: other + 1, color, result, halves: halves as i64 }
}
