//! The rules of a tournament in its file.

use serde::Deserialize;

use crate::{
    runner::options::engine_words::BadWords,
    tournament::{
        rules::{Deals, Release},
        standings::{MAX_TIE_BREAKS, PointsSystem, ResultPoints, TieBreak},
    },
};

/// Maximum points of a result or a bye.
const MAX_POINTS: f64 = 1_000_000.0;

/// The points system.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointsTable {
    /// `games` (default), `encounters`, `own` or `margins`.
    pub of: Option<String>,
    /// Points of a win; default 1.
    pub win: Option<f64>,
    /// Points of a draw; default 0.5.
    pub draw: Option<f64>,
    /// Points of a loss; default 0.
    pub loss: Option<f64>,
    /// Points of a bye. Default: those for winning all matches of an encounter, and 0 if the game's
    /// own points count.
    pub bye: Option<f64>,
}

/// Which matches share deals.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DealsWord {
    Shared,
    /// No matches share deals.
    Own,
}

/// When results become public.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReleaseWord {
    /// Immediately.
    #[default]
    AtOnce,
    /// When the host releases the stage of the results.
    ByHost,
}

impl From<DealsWord> for Deals {
    fn from(word: DealsWord) -> Deals {
        match word {
            DealsWord::Shared => Deals::Shared,
            DealsWord::Own => Deals::Own,
        }
    }
}

impl From<ReleaseWord> for Release {
    fn from(word: ReleaseWord) -> Release {
        match word {
            ReleaseWord::AtOnce => Release::AtOnce,
            ReleaseWord::ByHost => Release::ByHost,
        }
    }
}

impl PointsTable {
    /// Returns the points system.
    pub(super) fn system(&self) -> Result<PointsSystem, BadWords> {
        let result = ResultPoints {
            win: halves("points.win", self.win.unwrap_or(1.0))?,
            draw: halves("points.draw", self.draw.unwrap_or(0.5))?,
            loss: halves("points.loss", self.loss.unwrap_or(0.0))?,
        };
        let PointsTable { win, draw, loss, .. } = self;
        let is_sensible = result.win >= result.draw && result.draw >= result.loss && result.win > result.loss;
        if !is_sensible {
            let said = [(win, 1.0), (draw, 0.5), (loss, 0.0)].map(|(said, usual)| said.unwrap_or(usual).to_string());
            let text = format!("points.win, draw and loss are {}", said.join(", "));
            return Err(BadWords::new(text + ", expected a win worth more than a loss, and a draw between the two"));
        }
        match self.of.as_deref() {
            None | Some("games") => Ok(PointsSystem::Games(result)),
            Some("encounters") => Ok(PointsSystem::Encounters(result)),
            Some(own @ ("own" | "margins")) if self.win.or(self.draw).or(self.loss).is_some() => {
                let text = format!("points.win, draw and loss cannot be used with points.of = \"{own}\"");
                Err(BadWords::new(text))
            }
            Some("own") => Ok(PointsSystem::Own),
            Some("margins") => Ok(PointsSystem::Margins),
            Some(other) => {
                Err(BadWords::new(format!("points.of is `{other}`, expected games, encounters, own or margins")))
            }
        }
    }

    /// Returns the half points of a bye, for encounters with this number of matches.
    pub(super) fn bye_halves(&self, points: PointsSystem, matches: u32) -> Result<i64, BadWords> {
        match (self.bye, points) {
            (Some(bye), _) => halves("points.bye", bye),
            (None, PointsSystem::Games(result)) => Ok(result.win * i64::from(matches)),
            (None, PointsSystem::Encounters(result)) => Ok(result.win),
            (None, PointsSystem::Own | PointsSystem::Margins) => Ok(0),
        }
    }
}

/// Converts points to halves.
fn halves(field: &str, points: f64) -> Result<i64, BadWords> {
    let doubled = points * 2.0;
    match doubled.fract() == 0.0 && points.abs() <= MAX_POINTS {
        true => Ok(doubled as i64),
        false => {
            let expected = format!("a multiple of 0.5 from -{MAX_POINTS} to {MAX_POINTS}");
            Err(BadWords::new(format!("{field} is {points}, expected {expected}")))
        }
    }
}

/// Returns the tie-break with this name.
pub(super) fn tie_break(name: &str) -> Result<TieBreak, BadWords> {
    let buchholz = |cut_least, cut_greatest| Ok(TieBreak::Buchholz { cut_least, cut_greatest });
    match name {
        "buchholz" => buchholz(0, 0),
        "buchholz_cut_1" => buchholz(1, 0),
        "buchholz_cut_2" => buchholz(2, 0),
        "median_buchholz" => buchholz(1, 1),
        "sonneborn_berger" => Ok(TieBreak::SonnebornBerger),
        "direct_encounter" => Ok(TieBreak::DirectEncounter),
        "wins" => Ok(TieBreak::Wins),
        "progressive" => Ok(TieBreak::Progressive),
        _ => Err(BadWords::new(format!(
            "tie_breaks has `{name}`, expected at most {MAX_TIE_BREAKS} of buchholz, buchholz_cut_1, buchholz_cut_2, \
             median_buchholz, sonneborn_berger, direct_encounter, wins and progressive"
        ))),
    }
}
