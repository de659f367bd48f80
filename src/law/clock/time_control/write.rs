//! Writes time controls.

use std::{fmt, time::Duration};

use super::{Bonus, Main, Renewal, Stage, TimeControl, read::DAY};

/// Writes the canonical form that [`TimeControl::parse`] reads back.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Words { f, begun: false };
        let limit = self.move_limit.filter(|limit| Some(*limit) != self.backstop());
        let days = limit.filter(|limit| self.main == Main::Unlimited && limit.as_nanos() % DAY.as_nanos() == 0);
        match (&self.main, days) {
            (Main::Stages(stages), _) => words.stages(stages)?,
            (Main::Hourglass(base), _) => words.pair("hourglass", Seconds(*base))?,
            (Main::Unlimited, Some(days)) => words.word(format_args!("{}d/move", days.as_secs() / DAY.as_secs()))?,
            (Main::Unlimited, None) if self.has_other_limits() => {}
            (Main::Unlimited, None) => words.word(format_args!("inf"))?,
        }
        words.pair_if("st", limit.filter(|_| days.is_none()).map(Seconds))?;
        words.pair_if("nodes", self.nodes)?;
        words.pair_if("depth", self.depth)?;
        words.pair_if("round", self.round_limit.map(Seconds))?;
        words.pair_if("match", self.match_limit.map(Seconds))?;
        words.pair_if("margin", some(self.margin))?;
        words.pair_if("lag", some(self.lag))?;
        match self.renewal {
            Renewal::Match => Ok(()),
            Renewal::Round => words.pair("per", "round"),
            Renewal::Carried => words.pair("per", "carried"),
        }
    }
}

impl TimeControl {
    /// Returns whether a control without a main clock has other limits.
    fn has_other_limits(&self) -> bool {
        let limits = [self.move_limit, self.round_limit, self.match_limit];
        limits.iter().any(Option::is_some) || self.nodes.is_some() || self.depth.is_some()
    }
}

struct Words<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    begun: bool,
}

impl Words<'_, '_> {
    fn word(&mut self, word: fmt::Arguments<'_>) -> fmt::Result {
        if std::mem::replace(&mut self.begun, true) {
            self.f.write_str(" ")?;
        }
        self.f.write_fmt(word)
    }

    fn pair(&mut self, key: &str, value: impl fmt::Display) -> fmt::Result {
        self.word(format_args!("{key}={value}"))
    }

    fn pair_if(&mut self, key: &str, value: Option<impl fmt::Display>) -> fmt::Result {
        value.map_or(Ok(()), |value| self.pair(key, value))
    }

    fn stages(&mut self, stages: &[Stage]) -> fmt::Result {
        self.begun = true;
        for (index, stage) in stages.iter().enumerate() {
            if index > 0 {
                self.f.write_str(if looks_like_minutes(stages) { "+0:" } else { ":" })?;
            }
            write!(self.f, "{stage}")?;
        }
        Ok(())
    }
}

/// Returns whether two stages would look like minutes and seconds, which `parse` rejects:
/// `40/1:30`.
fn looks_like_minutes(stages: &[Stage]) -> bool {
    let is_whole = |stage: &Stage| stage.base.subsec_nanos() == 0;
    match stages {
        [first, last] => {
            let is_plain = first.bonus == Bonus::None && last.moves.is_none() && last.periods.is_none();
            is_plain && is_whole(first) && is_whole(last) && (10..60).contains(&last.base.as_secs())
        }
        _ => false,
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", Seconds(self.base))?;
        let span = Seconds(self.bonus.span());
        match self.bonus {
            Bonus::None => {}
            Bonus::Increment(_) => write!(f, "+{span}")?,
            Bonus::Delay(_) => write!(f, "d{span}")?,
            Bonus::Refund(_) => write!(f, "b{span}")?,
        }
        self.periods.map_or(Ok(()), |periods| write!(f, "/{}x{}", periods.count, Seconds(periods.each)))
    }
}

/// A duration in seconds, exact and as short as possible.
struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.as_secs())?;
        match self.0.subsec_nanos() {
            0 => Ok(()),
            nanos => write!(f, ".{}", format!("{nanos:09}").trim_end_matches('0')),
        }
    }
}

fn some(span: Duration) -> Option<Seconds> {
    (!span.is_zero()).then_some(Seconds(span))
}
