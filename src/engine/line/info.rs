//! Reads `info` as engines write it, those that speak UCI too: what is understood is taken, the rest is ignored, and no
//! line is ever refused.

use super::{
    Spelling,
    words::{Keys, Words},
};
use crate::pb::engine::Info;

/// The score of a mate that is over, in hundredths of a point; one in N moves is N less.
pub const MATE_SCORE: i64 = 100_000;

/// Every key that may stand in an `info` line: ours, and then those of UCI that end whatever stands before them. All of them
/// may be given again.
pub const KEYS: Keys = Keys {
    names: &[
        "depth",
        "score",
        "nodes",
        "time_ms",
        "pv",
        "string",
        "time",
        "seldepth",
        "multipv",
        "currmove",
        "currmovenumber",
        "hashfull",
        "nps",
        "tbhits",
        "sbhits",
        "cpuload",
        "refutation",
        "currline",
        "wdl",
    ],
    lists: u64::MAX,
};

/// Reads the fields of an `info` line.
pub fn read(words: &mut Words<'_>) -> Info {
    let mut info = Info::default();
    words.forgive();
    // A reader that forgives finds keys until the line ends.
    while let Ok(Some(key)) = words.key(&KEYS) {
        match KEYS.names[key] {
            "depth" => info.depth = words.number().ok().or(info.depth),
            "score" => info.score = score(words).or(info.score),
            "nodes" => info.nodes = words.number().ok().or(info.nodes),
            "time_ms" | "time" => info.time_ms = words.number().ok().or(info.time_ms),
            "pv" => {
                info.pv.clear();
                // What came before an item that cannot be read is taken.
                let _ = words.texts(&KEYS, &mut info.pv);
            }
            "string" => info.string = words.rest_as_it_is(),
            _ => {}
        }
    }
    info
}

/// `35`, `cp 35`, or `mate 3`; a mate is a score beyond all others, `mate 0` and below is one's own.
fn score(words: &mut Words<'_>) -> Option<i64> {
    if words.is_next("cp") {
        return words.number().ok();
    }
    if !words.is_next("mate") {
        return words.number().ok();
    }
    let moves: i64 = words.number().ok()?;
    let score = MATE_SCORE.saturating_sub(moves.saturating_abs()).max(0);
    Some(if moves > 0 { score } else { -score })
}

/// Whether an `info` line takes the place of the one that came before it in the same turn: not where it is about a move
/// that is not the best (`multipv 2`), nor where only the one before says a score.
pub fn is_kept(spelling: Spelling, line: &[u8], before: &[u8]) -> bool {
    let seen = glance(spelling, line);
    !seen.is_second && (seen.has_score || !glance(spelling, before).has_score)
}

/// What of a line is seen without reading it.
#[derive(Default)]
struct Glance {
    has_score: bool,
    is_second: bool,
}

fn glance(spelling: Spelling, line: &[u8]) -> Glance {
    let mut seen = Glance::default();
    if spelling == Spelling::Json {
        const NAME: &[u8] = b"\"score\"";
        seen.has_score = line.windows(NAME.len()).any(|part| part == NAME);
        return seen;
    }
    let mut words = line.split(|b| matches!(b, b' ' | b'\t')).filter(|word| !word.is_empty());
    while let Some(word) = words.next() {
        match word {
            b"string" => break,
            b"score" => seen.has_score = true,
            b"multipv" => seen.is_second = words.next().is_some_and(|number| number != b"1"),
            _ => {}
        }
    }
    seen
}
