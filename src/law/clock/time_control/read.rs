//! Parses time controls.

use std::time::Duration;

use super::{Bonus, Main, Periods, Renewal, Stage, TimeControl};

/// Maximum length of a time control in bytes.
pub const MAX_TIME_CONTROL: usize = 512;
/// Maximum duration in a time control: a leap year.
pub const MAX_SPAN: Duration = Duration::from_secs(366 * 24 * 60 * 60);
/// Maximum stages of a clock.
pub const MAX_STAGES: usize = 8;
/// Maximum moves of a stage.
pub const MAX_MOVES: u32 = 10_000;
/// Maximum byo-yomi periods.
pub const MAX_PERIODS: u32 = 1_000;
/// Maximum positions per move.
pub const MAX_NODES: u64 = 1_000_000_000_000_000;
/// Maximum depth.
const MAX_DEPTH: u32 = 1_000;

pub(super) const DAY: Duration = Duration::from_secs(24 * 60 * 60);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}")]
pub struct BadTimeControl {
    /// The accepted form.
    pub expected: &'static str,
}

const fn bad<T>(expected: &'static str) -> Result<T, BadTimeControl> {
    Err(BadTimeControl { expected })
}

const CONTROL: &str = "`inf`, `60`, `60+1`, `60d5`, `60b5`, `40/60+0.6:30`, `600/5x30`, `st=2`, `st=1 bank=60`, \
    `hourglass=60`, `nodes=1000`, `depth=6` or `3d/move`; times without a unit are in seconds";
const SPAN: &str = "a time in seconds with at most nine digits after the point, at most 366 days";
const SOME: &str = "a time of more than 0 seconds";
const CLOCK_FIRST: &str = "the clock once, before all other words: `60+1 st=5`";
const KEY: &str = "each of st, bank, hourglass, nodes, depth, round, match, margin, lag and per at most once";
const PER: &str = "`per=match`, `per=round` or `per=carried`";
const STAGES: &str =
    "at most 8 stages, each but the last with its number of moves, from 1 to 10000: `40/60:20/30:10+1`";
const MINUTES: &str = "seconds: `40/90` is 1 min 30 s for 40 moves. Two stages are written with the increment of the first, as \
    in `40/1+0:30`, because other programs read `40/1:30` as minutes and seconds";
const PERIODS: &str = "1 to 1000 periods of more than 0 seconds: `600/5x30`, and no number of moves before them";
const DAYS: &str = "1 to 366 whole days for a move: `3d/move`";
const BANK: &str = "`bank=60` with `st=1` and no other clock: time beyond `st` is taken from the bank";
const NODES: &str = "a number of positions from 1 to 10^15";
const DEPTH: &str = "a number of plies from 1 to 1000";

impl TimeControl {
    /// Parses a time control: words separated by one blank, with the clock first, if there is one.
    pub fn parse(text: &str) -> Result<TimeControl, BadTimeControl> {
        if text.len() > MAX_TIME_CONTROL || text.is_empty() {
            return bad(CONTROL);
        }
        let mut words = Words::default();
        for (index, word) in text.split(' ').enumerate() {
            match word.split_once('=') {
                Some((key, value)) => words.pair(key, value)?,
                None if index > 0 && !word.is_empty() => return bad(CLOCK_FIRST),
                None => words.clock(word)?,
            }
        }
        words.into_control()
    }
}

/// The parsed words, before they are checked together.
#[derive(Default)]
struct Words {
    clock: Option<Main>,
    move_limit: Option<Duration>,
    bank: Option<Duration>,
    round_limit: Option<Duration>,
    match_limit: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u32>,
    margin: Option<Duration>,
    lag: Option<Duration>,
    renewal: Option<Renewal>,
}

impl Words {
    fn clock(&mut self, word: &str) -> Result<(), BadTimeControl> {
        if let Some(days) = word.strip_suffix("d/move") {
            return once(&mut self.move_limit, days_of(days)?);
        }
        let main = match word {
            "inf" => Main::Unlimited,
            _ => Main::Stages(stages(word)?),
        };
        once(&mut self.clock, main)
    }

    fn pair(&mut self, key: &str, value: &str) -> Result<(), BadTimeControl> {
        match key {
            "st" => once(&mut self.move_limit, some_span(value)?),
            "bank" => once(&mut self.bank, some_span(value)?),
            "round" => once(&mut self.round_limit, some_span(value)?),
            "match" => once(&mut self.match_limit, some_span(value)?),
            "margin" => once(&mut self.margin, some_span(value)?),
            "lag" => once(&mut self.lag, some_span(value)?),
            "hourglass" if self.clock.is_some() => bad(CLOCK_FIRST),
            "hourglass" => once(&mut self.clock, Main::Hourglass(some_span(value)?)),
            "nodes" => once(&mut self.nodes, number(value, 1, MAX_NODES, NODES)?),
            "depth" => once(&mut self.depth, number(value, 1, MAX_DEPTH.into(), DEPTH)? as u32),
            "per" => once(&mut self.renewal, renewal(value)?),
            _ => bad(KEY),
        }
    }

    fn into_control(self) -> Result<TimeControl, BadTimeControl> {
        let (main, move_limit) = match (self.clock, self.bank, self.move_limit) {
            // A time bank with a time per move is the same law as a clock with a delay.
            (None, Some(bank), Some(each)) => (Main::Stages(vec![delayed(bank, each)]), None),
            (_, Some(_), _) => return bad(BANK),
            (clock, None, move_limit) => (clock.unwrap_or(Main::Unlimited), move_limit),
        };
        let control = TimeControl {
            main,
            move_limit,
            round_limit: self.round_limit,
            match_limit: self.match_limit,
            nodes: self.nodes,
            depth: self.depth,
            margin: self.margin.unwrap_or_default(),
            lag: self.lag.unwrap_or_default(),
            renewal: self.renewal.unwrap_or(Renewal::Match),
        };
        let backstop = control.backstop();
        Ok(TimeControl { move_limit: control.move_limit.or(backstop), ..control })
    }
}

fn once<T>(place: &mut Option<T>, value: T) -> Result<(), BadTimeControl> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => bad(KEY),
    }
}

fn delayed(base: Duration, delay: Duration) -> Stage {
    Stage { moves: None, base, bonus: Bonus::Delay(delay), periods: None }
}

fn renewal(word: &str) -> Result<Renewal, BadTimeControl> {
    match word {
        "match" => Ok(Renewal::Match),
        "round" => Ok(Renewal::Round),
        "carried" => Ok(Renewal::Carried),
        _ => bad(PER),
    }
}

fn days_of(text: &str) -> Result<Duration, BadTimeControl> {
    Ok(DAY * number(text, 1, 366, DAYS)? as u32)
}

fn stages(text: &str) -> Result<Vec<Stage>, BadTimeControl> {
    if text.split_once(':').is_some_and(|(first, last)| is_minutes(first, last)) {
        return bad(MINUTES);
    }
    let stages = text.split(':').map(stage).collect::<Result<Vec<Stage>, _>>()?;
    let (_, before) = stages.split_last().expect("a split text has a part");
    if stages.len() > MAX_STAGES || before.iter().any(|stage| stage.moves.is_none()) {
        return bad(STAGES);
    }
    Ok(stages)
}

/// Returns whether `first:last` is minutes and seconds in cutechess and fastchess, as in
/// `40/1:30+1`, `1:30` and `40/2:00`.
fn is_minutes(first: &str, last: &str) -> bool {
    let minutes = first.split_once('/').map_or(first, |(_, clock)| clock);
    let seconds = last.split(['+', 'd', 'b']).next().unwrap_or_default();
    is_digits(minutes) && is_digits(seconds) && seconds.len() == 2 && seconds < "60" && !last.contains('/')
}

/// Parses `40/60+0.6`, `60d5` or `600/5x30`.
fn stage(text: &str) -> Result<Stage, BadTimeControl> {
    let (moves, clock, periods) = match text.split_once('/') {
        None => (None, text, None),
        Some((clock, last)) if last.contains('x') => (None, clock, Some(periods(last)?)),
        Some((moves, clock)) => (Some(number(moves, 1, MAX_MOVES.into(), STAGES)? as u32), clock, None),
    };
    let (base, bonus) = match clock.find(['+', 'd', 'b']) {
        None => (clock, Bonus::None),
        Some(at) => {
            let span = span(&clock[at + 1..])?;
            let bonus = match clock.as_bytes()[at] {
                _ if span.is_zero() => Bonus::None,
                b'+' => Bonus::Increment(span),
                b'd' => Bonus::Delay(span),
                _ => Bonus::Refund(span),
            };
            (&clock[..at], bonus)
        }
    };
    // A clock with byo-yomi can begin with a period; every other clock needs time.
    let base = if periods.is_some() { span(base)? } else { some_span(base)? };
    Ok(Stage { moves, base, bonus, periods })
}

/// Parses `5x30`.
fn periods(text: &str) -> Result<Periods, BadTimeControl> {
    let Some((count, each)) = text.split_once('x') else { return bad(PERIODS) };
    let count = number(count, 1, MAX_PERIODS.into(), PERIODS)? as u32;
    match span(each) {
        Ok(each) if !each.is_zero() => Ok(Periods { count, each }),
        _ => bad(PERIODS),
    }
}

fn number(text: &str, least: u64, most: u64, expected: &'static str) -> Result<u64, BadTimeControl> {
    match text.parse() {
        Ok(number) if (least..=most).contains(&number) && is_digits(text) => Ok(number),
        _ => bad(expected),
    }
}

fn some_span(text: &str) -> Result<Duration, BadTimeControl> {
    match span(text)? {
        Duration::ZERO => bad(SOME),
        span => Ok(span),
    }
}

fn span(text: &str) -> Result<Duration, BadTimeControl> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    if !is_digits(whole) || !is_digits(fraction) {
        return bad(if text.starts_with(|c: char| c.is_ascii_digit()) { SPAN } else { CONTROL });
    }
    let (Ok(seconds), 1..=9) = (whole.parse(), fraction.len()) else { return bad(SPAN) };
    let Ok(nanos) = format!("{fraction:0<9}").parse() else { return bad(SPAN) };
    let span = Duration::new(seconds, nanos);
    if span > MAX_SPAN { bad(SPAN) } else { Ok(span) }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}
