//! The logarithm of likelihood times prior, with its derivatives. Levels are natural logarithms of strength here:
//! 400 Elo are ln 10.

use super::{
    components::{Connected, members},
    config::{Config, Prior},
    davidson::Davidson,
    log::{MatchLog, Table},
    matrix::Matrix,
    plackett_luce::PlackettLuce,
};
use crate::stats::elo::ELO_PER_NAT;

/// The standard deviation of the prior of effects of seats, in Elo, where the log alone does not bound them.
pub(super) const SEAT_PRIOR_SD: f64 = 100.0;

/// Where the parameters are: those of the entrants that are not fixed, of the seats, of draws.
///
/// A parameter that is not fitted has the index behind the last one: gradients and matrices have one element more, which
/// collects what belongs to these and is not read.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// How many parameters are fitted.
    pub params: usize,
    /// The parameter of each entrant.
    pub entrants: Vec<usize>,
    /// The level of each entrant that is fixed; 0 for others.
    pub fixed: Vec<f64>,
    /// The parameter of each seat effect: one where there are two seats.
    pub seats: Vec<usize>,
    /// That of the logarithm of nu, how likely draws are.
    pub draws: usize,
}

/// A prior: normal, of a level or of the difference of two.
#[derive(Clone, Copy, Debug)]
struct Term {
    of: Level,
    minus: Level,
    mean: f64,
    precision: f64,
}

#[derive(Clone, Copy, Debug)]
enum Level {
    Entrant(usize),
    Seat(usize),
    Zero,
}

pub(super) enum Likelihood<'a> {
    Davidson(Davidson<'a>),
    PlackettLuce(PlackettLuce),
}

/// The function that a fit maximises.
pub(super) struct Posterior<'a> {
    pub layout: Layout,
    pub likelihood: Likelihood<'a>,
    terms: Vec<Term>,
    /// Whether effects of seats have a prior, since the log alone does not bound them.
    pub seats_have_prior: bool,
    /// Weight of the square of the sum of the effects of seats, which has it be 0; 0 where there is one effect.
    pub sum_penalty: f64,
}

/// A function at a point. `gradient` is that of the logarithm, `curvature` minus its second derivatives.
pub(super) struct Derivatives {
    pub log: f64,
    pub gradient: Vec<f64>,
    pub curvature: Matrix,
}

/// What of [`Derivatives`] is wanted beside the gradient.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Want {
    Gradient,
    Log,
    All,
}

/// The values of all that a likelihood needs, whether it is fitted or not.
pub(super) struct Levels {
    pub entrants: Vec<f64>,
    pub seats: Vec<f64>,
    /// The logarithm of nu; minus infinity where there are no draws.
    pub log_nu: f64,
}

impl Derivatives {
    pub fn of(params: usize) -> Derivatives {
        Derivatives { log: 0.0, gradient: vec![0.0; params + 1], curvature: Matrix::zero(params + 1) }
    }

    /// Without a place for the curvature.
    pub fn of_gradient(params: usize) -> Derivatives {
        Derivatives { log: 0.0, gradient: vec![0.0; params + 1], curvature: Matrix::zero(0) }
    }
}

/// How entrants are numbered, and matches added up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// By name: sums do not depend on the order in which matches came.
    Name,
    /// As they came, which takes no sorting. Parameters are in the order of the names all the same.
    Arrival,
}

impl<'a> Posterior<'a> {
    /// Of a log, and a configuration that has been checked.
    pub fn new(log: &'a MatchLog, config: &Config, order: Order) -> Posterior<'a> {
        let names = log.names().sorted();
        let ranks = match order {
            Order::Name => log.names().ranks(),
            Order::Arrival => (0..names.len() as u32).collect(),
        };
        // The number of each entrant in the order of the names.
        let mut numbers: Vec<usize> = (0..names.len()).collect();
        if order == Order::Arrival {
            (0..).zip(log.names().ranks()).for_each(|(number, rank)| numbers[rank as usize] = number);
        }
        let is_fixed = |name: &String| matches!(config.priors.get(name), Some(Prior::Fixed { .. }));
        let free = names.iter().filter(|name| !is_fixed(name)).count();
        let likelihood = match &log.table {
            Table::Pairs(pairs) => Likelihood::Davidson(Davidson::new(pairs, &ranks, order)),
            Table::Rankings(rankings) => Likelihood::PlackettLuce(PlackettLuce::new(log.seats(), rankings, &ranks)),
        };
        let seat_effects = match (&likelihood, config.seat_effects) {
            (_, false) => 0,
            (Likelihood::Davidson(_), true) => 1,
            (Likelihood::PlackettLuce(_), true) => log.seats(),
        };
        let draws = matches!(&likelihood, Likelihood::Davidson(pairs) if pairs.held_nu.is_none());
        let params = free + seat_effects + usize::from(draws);
        let mut layout = Layout {
            params,
            entrants: vec![params; names.len()],
            fixed: vec![0.0; names.len()],
            seats: (free..free + seat_effects).collect(),
            draws: if draws { free + seat_effects } else { params },
        };
        let mut next = 0;
        for (entrant, name) in numbers.iter().copied().zip(&names) {
            if let Some(Prior::Fixed { elo }) = config.priors.get(name) {
                layout.fixed[entrant] = elo / ELO_PER_NAT;
            } else {
                layout.entrants[entrant] = next;
                next += 1;
            }
        }
        let mut terms = entrant_terms(&names, &numbers, config);
        let bounded = match &likelihood {
            Likelihood::Davidson(pairs) => pairs.bounds_seats(),
            Likelihood::PlackettLuce(rankings) => rankings.bounds_seats(),
        };
        let seats_have_prior = !bounded && seat_effects > 0;
        if seats_have_prior {
            let precision = precision_of(SEAT_PRIOR_SD);
            let of_seat = |seat| Term { of: Level::Seat(seat), minus: Level::Zero, mean: 0.0, precision };
            terms.extend((0..seat_effects).map(of_seat));
        }
        let sum_penalty = if seat_effects > 1 { 1.0 } else { 0.0 };
        Posterior { layout, likelihood, terms, seats_have_prior, sum_penalty }
    }

    /// The components: the set of each entrant, and the members of each set.
    pub fn components(&self) -> (Vec<usize>, Vec<Vec<usize>>) {
        let mut connected = Connected::new(self.layout.entrants.len());
        match &self.likelihood {
            Likelihood::Davidson(pairs) => pairs.connect(&mut connected),
            Likelihood::PlackettLuce(rankings) => rankings.connect(&mut connected),
        }
        let sets = connected.sets();
        let members = members(&sets);
        (sets, members)
    }

    /// What the parameters `x` stand for.
    pub fn levels(&self, x: &[f64]) -> Levels {
        let layout = &self.layout;
        let value = |param: usize, otherwise: f64| x.get(param).copied().unwrap_or(otherwise);
        let held = match &self.likelihood {
            Likelihood::Davidson(pairs) => pairs.held_nu.map_or(0.0, libm::log),
            Likelihood::PlackettLuce(_) => f64::NEG_INFINITY,
        };
        Levels {
            entrants: layout.entrants.iter().zip(&layout.fixed).map(|(param, fixed)| value(*param, *fixed)).collect(),
            seats: layout.seats.iter().map(|param| value(*param, 0.0)).collect(),
            log_nu: value(layout.draws, held),
        }
    }

    /// The function and what is wanted of its derivatives at `x`.
    pub fn evaluate(&self, x: &[f64], want: Want, out: &mut Derivatives) {
        out.log = 0.0;
        out.gradient.fill(0.0);
        if want == Want::All {
            out.curvature.clear();
        }
        let levels = self.levels(x);
        match &self.likelihood {
            Likelihood::Davidson(pairs) => pairs.evaluate(&self.layout, &levels, want, out),
            Likelihood::PlackettLuce(rankings) => rankings.evaluate(&self.layout, &levels, want, out),
        }
        for term in &self.terms {
            self.add_term(term, &levels, want, out);
        }
        if self.sum_penalty > 0.0 {
            let sum: f64 = levels.seats.iter().sum();
            out.log -= 0.5 * self.sum_penalty * sum * sum;
            for (index, seat) in self.layout.seats.iter().enumerate() {
                out.gradient[*seat] -= self.sum_penalty * sum;
                if want == Want::All {
                    for other in &self.layout.seats[..=index] {
                        out.curvature.add(*seat, *other, self.sum_penalty);
                    }
                }
            }
        }
    }

    fn add_term(&self, term: &Term, levels: &Levels, want: Want, out: &mut Derivatives) {
        let (of, value) = self.place(term.of, levels);
        let (minus, less) = self.place(term.minus, levels);
        let off = value - less - term.mean;
        out.log -= 0.5 * term.precision * off * off;
        out.gradient[of] -= term.precision * off;
        out.gradient[minus] += term.precision * off;
        if want == Want::All {
            out.curvature.add(of, of, term.precision);
            out.curvature.add(minus, minus, term.precision);
            out.curvature.add(of, minus, -term.precision);
        }
    }

    fn place(&self, level: Level, levels: &Levels) -> (usize, f64) {
        match level {
            Level::Entrant(entrant) => (self.layout.entrants[entrant], levels.entrants[entrant]),
            Level::Seat(seat) => (self.layout.seats[seat], levels.seats[seat]),
            Level::Zero => (self.layout.params, 0.0),
        }
    }
}

/// The priors of entrants that are not fixed.
fn entrant_terms(names: &[String], numbers: &[usize], config: &Config) -> Vec<Term> {
    let mut terms = Vec::new();
    let prior_mean = config.mean();
    for (entrant, name) in numbers.iter().copied().zip(names) {
        let (minus, mean, sd) = match config.priors.get(name) {
            Some(Prior::Fixed { .. }) => continue,
            Some(Prior::Around { elo, sd }) => (Level::Zero, *elo, *sd),
            Some(Prior::Like { parent, sd }) => {
                // A configuration that was checked names entrants of the log alone.
                let parent = names.binary_search(parent).map_or(Level::Zero, |rank| Level::Entrant(numbers[rank]));
                (parent, 0.0, *sd)
            }
            None => (Level::Zero, prior_mean, config.prior_sd),
        };
        let precision = precision_of(sd);
        terms.push(Term { of: Level::Entrant(entrant), minus, mean: mean / ELO_PER_NAT, precision });
    }
    terms
}

/// The precision of a standard deviation in Elo.
fn precision_of(sd: f64) -> f64 {
    let inverse = ELO_PER_NAT / sd;
    inverse * inverse
}
