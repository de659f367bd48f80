//! Parses `info` leniently, including that of UCI engines: known fields are used, the rest is
//! ignored, and no line is rejected.

use super::{
    Spelling,
    words::{Keys, Words},
};
use crate::engine::Info;

/// Score of a completed mate in hundredths of a point. A mate in N has this score minus N.
pub const MATE_SCORE: i64 = 100_000;

/// Every key of an `info` line: our keys, then those of UCI that end the preceding value. All may
/// be repeated.
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

/// Parses the fields of an `info` line.
pub fn read(words: &mut Words<'_>) -> Info {
    let mut info = Info::default();
    words.forgive();
    // `key` skips unknown words after `forgive`, so only the end of the line ends this loop.
    while let Ok(Some(key)) = words.key(&KEYS) {
        match KEYS.names[key] {
            "depth" => info.depth = words.number().ok().or(info.depth),
            "score" => info.score = score(words).or(info.score),
            "nodes" => info.nodes = words.number().ok().or(info.nodes),
            "time_ms" | "time" => info.time_ms = words.number().ok().or(info.time_ms),
            "pv" => {
                info.pv.clear();
                // Keeps the items before an unreadable one.
                let _ = words.texts(&KEYS, &mut info.pv);
            }
            "string" => info.string = words.rest_as_it_is(),
            _ => {}
        }
    }
    info
}

/// Parses `35`, `cp 35`, or `mate 3`. A mate exceeds all other scores; `mate 0` and below are mates
/// against the engine.
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

/// Returns whether an `info` line replaces the previous one of the turn. It does not if it is about
/// a move other than the best (`multipv 2`), or if only the previous line has a score.
pub fn is_kept(spelling: Spelling, line: &[u8], before: &[u8]) -> bool {
    let seen = glance(spelling, line);
    !seen.is_second && (seen.has_score || !glance(spelling, before).has_score)
}

/// The facts about a line that are found without parsing it.
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
