//! Ratings that move match by match, shown beside the published ones: Elo, Glicko-2 and Weng-Lin,
//! from the crate `skillratings`. They depend on the order of the matches and ignore seats; do not
//! publish them.

use std::collections::BTreeMap;

use skillratings::{
    MultiTeamOutcome, Outcomes,
    elo::{EloConfig, EloRating, elo},
    glicko2::{Glicko2Config, Glicko2Rating, glicko2},
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team},
};

/// Tolerance of the volatility of Glicko-2; the paper's 1e-6 is off by up to 1e-4 points.
const VOLATILITY_TOLERANCE: f64 = 1e-12;
/// Initial rating in Elo and Glicko-2, unless [`Previews::start_all_at`] sets another.
pub const START: f64 = 1500.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum System {
    /// Elo with the factor `k`; two seats.
    Elo {
        /// The largest change per match, usually 32.
        k: f64,
    },
    /// Glicko-2 (M. Glickman, "Example of the Glicko-2 system", 2013), tau 0.5; two seats. Each
    /// match is a rating period of its two players.
    Glicko2,
    /// Weng-Lin (R. Weng and C. Lin, "A Bayesian approximation method for online ranking", JMLR 12,
    /// 2011), the Bradley-Terry update with full pairs; any number of seats.
    WengLin,
}

/// A rating with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preview {
    /// The rating in the units of the system: Elo and Glicko-2 start at [`START`], Weng-Lin at 25.
    pub rating: f64,
    /// The standard deviation in the same units; `None` for Elo.
    pub deviation: Option<f64>,
}

/// Why a preview rejects a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PreviewError {
    /// The number of seats does not fit the system, or places are missing.
    #[error(
        "a match of {entrants} entrants with {places} places, expected one place per entrant (2 entrants for Elo and \
         Glicko-2)"
    )]
    Seats {
        /// Number of entrants given.
        entrants: usize,
        places: usize,
    },
}

/// The full state of an entrant at a moment, to be restored later.
#[derive(Clone, Copy, Debug)]
pub struct Known(Rating);

#[derive(Clone, Copy, Debug)]
enum Rating {
    Elo(EloRating),
    Glicko2(Glicko2Rating),
    WengLin(WengLinRating),
}

#[derive(Clone, Debug)]
pub struct Previews {
    system: System,
    /// The initial rating of unknown entrants; `None` for the system's default.
    start: Option<f64>,
    elo: BTreeMap<String, EloRating>,
    glicko2: BTreeMap<String, Glicko2Rating>,
    weng_lin: BTreeMap<String, WengLinRating>,
}

impl Previews {
    pub fn new(system: System) -> Previews {
        Previews { system, start: None, elo: BTreeMap::new(), glicko2: BTreeMap::new(), weng_lin: BTreeMap::new() }
    }

    /// Sets the initial rating of all unknown entrants, in the units of the system, with the
    /// default deviation. Known entrants do not change.
    pub fn start_all_at(&mut self, rating: f64) {
        self.start = Some(rating);
    }

    fn new_elo(&self) -> EloRating {
        EloRating { rating: self.start.unwrap_or(START) }
    }

    fn new_glicko2(&self) -> Glicko2Rating {
        let usual = Glicko2Rating::default();
        Glicko2Rating { rating: self.start.unwrap_or(usual.rating), ..usual }
    }

    fn new_weng_lin(&self) -> WengLinRating {
        let usual = WengLinRating::default();
        WengLinRating { rating: self.start.unwrap_or(usual.rating), ..usual }
    }

    /// Sets the initial rating of one entrant, in the units of the system, and drops its earlier
    /// state. Without a deviation, the entrant gets the default one; Elo has none.
    pub fn start(&mut self, entrant: &str, from: Preview) {
        let (name, Preview { rating, deviation }) = (entrant.to_owned(), from);
        match self.system {
            System::Elo { .. } => drop(self.elo.insert(name, EloRating { rating })),
            System::Glicko2 => {
                let usual = Glicko2Rating::default();
                let deviation = deviation.unwrap_or(usual.deviation);
                self.glicko2.insert(name, Glicko2Rating { rating, deviation, ..usual });
            }
            System::WengLin => {
                let uncertainty = deviation.unwrap_or(WengLinRating::default().uncertainty);
                self.weng_lin.insert(name, WengLinRating { rating, uncertainty });
            }
        }
    }

    /// Adds the next match, with the entrant and the place of each seat. Place 1 is the first;
    /// equal places are shared.
    pub fn add(&mut self, entrants: &[&str], places: &[u32]) -> Result<(), PreviewError> {
        let fits = entrants.len() == places.len()
            && (entrants.len() == 2 || self.system == System::WengLin && entrants.len() > 2);
        if !fits {
            return Err(PreviewError::Seats { entrants: entrants.len(), places: places.len() });
        }
        let outcome = match places[0].cmp(&places[1]) {
            std::cmp::Ordering::Less => Outcomes::WIN,
            std::cmp::Ordering::Equal => Outcomes::DRAW,
            std::cmp::Ordering::Greater => Outcomes::LOSS,
        };
        match self.system {
            System::Elo { k } => {
                let [first, second] =
                    [0, 1].map(|seat| self.elo.get(entrants[seat]).copied().unwrap_or(self.new_elo()));
                let (first, second) = elo(&first, &second, &outcome, &EloConfig { k });
                self.elo.insert(entrants[0].to_owned(), first);
                self.elo.insert(entrants[1].to_owned(), second);
            }
            System::Glicko2 => {
                let [first, second] =
                    [0, 1].map(|seat| self.glicko2.get(entrants[seat]).copied().unwrap_or(self.new_glicko2()));
                let config = Glicko2Config { tau: 0.5, convergence_tolerance: VOLATILITY_TOLERANCE };
                let (first, second) = glicko2(&first, &second, &outcome, &config);
                self.glicko2.insert(entrants[0].to_owned(), first);
                self.glicko2.insert(entrants[1].to_owned(), second);
            }
            System::WengLin => self.add_weng_lin(entrants, places),
        }
        Ok(())
    }

    fn add_weng_lin(&mut self, entrants: &[&str], places: &[u32]) {
        let teams: Vec<[WengLinRating; 1]> = entrants
            .iter()
            .map(|entrant| [self.weng_lin.get(*entrant).copied().unwrap_or(self.new_weng_lin())])
            .collect();
        let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
            .iter()
            .zip(places)
            .map(|(team, place)| (team.as_slice(), MultiTeamOutcome::new(*place as usize)))
            .collect();
        let moved = weng_lin_multi_team(&ranked, &WengLinConfig::new());
        for (entrant, team) in entrants.iter().zip(moved) {
            for rating in team {
                self.weng_lin.insert((*entrant).to_owned(), rating);
            }
        }
    }

    /// Returns the state of an entrant; `None` before its first match.
    pub fn known(&self, entrant: &str) -> Option<Known> {
        let rating = match self.system {
            System::Elo { .. } => self.elo.get(entrant).copied().map(Rating::Elo),
            System::Glicko2 => self.glicko2.get(entrant).copied().map(Rating::Glicko2),
            System::WengLin => self.weng_lin.get(entrant).copied().map(Rating::WengLin),
        };
        rating.map(Known)
    }

    /// Restores the state of an entrant, which must come from the same system.
    pub fn put_back(&mut self, entrant: &str, known: Option<Known>) {
        let name = || entrant.to_owned();
        match known {
            Some(Known(Rating::Elo(rating))) => drop(self.elo.insert(name(), rating)),
            Some(Known(Rating::Glicko2(rating))) => drop(self.glicko2.insert(name(), rating)),
            Some(Known(Rating::WengLin(rating))) => drop(self.weng_lin.insert(name(), rating)),
            None => {
                self.elo.remove(entrant);
                self.glicko2.remove(entrant);
                self.weng_lin.remove(entrant);
            }
        }
    }

    /// Returns the rating of an entrant; `None` before its first match.
    pub fn rating(&self, entrant: &str) -> Option<Preview> {
        match self.system {
            System::Elo { .. } => self.elo.get(entrant).map(|of| Preview { rating: of.rating, deviation: None }),
            System::Glicko2 => {
                self.glicko2.get(entrant).map(|of| Preview { rating: of.rating, deviation: Some(of.deviation) })
            }
            System::WengLin => {
                self.weng_lin.get(entrant).map(|of| Preview { rating: of.rating, deviation: Some(of.uncertainty) })
            }
        }
    }
}
