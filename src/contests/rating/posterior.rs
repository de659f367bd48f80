//! The logarithm of likelihood times prior, with its derivatives. Levels in this module are natural
//! logarithms of strength: 400 Elo are ln 10.

use super::{
    components::{Connected, members},
    config::{Config, Prior},
    davidson::Davidson,
    log::{MatchLog, Table},
    parameters::{Derivatives, Layout, Levels, Order, Want},
    plackett_luce::PlackettLuce,
};
use crate::stats::elo::ELO_PER_NAT;

/// Standard deviation of the prior of seat effects, in Elo, used if the log alone does not
/// determine them.
pub(super) const SEAT_PRIOR_SD: f64 = 100.0;

/// A normal prior of a parameter.
#[derive(Clone, Copy, Debug)]
struct Term {
    param: usize,
    mean: f64,
    precision: f64,
}

pub(super) enum Likelihood {
    Davidson(Davidson),
    PlackettLuce(PlackettLuce),
}

/// The function that a fit maximises.
pub(super) struct Posterior {
    pub layout: Layout,
    pub likelihood: Likelihood,
    terms: Vec<Term>,
    /// Whether seat effects have a prior, because the log alone does not determine them.
    pub seats_have_prior: bool,
    /// Weight of the squared sum of the seat effects, which pulls the sum to 0; 0 with one effect.
    pub sum_penalty: f64,
}

impl Posterior {
    /// Creates the function for a log and a checked configuration.
    pub fn new(log: &MatchLog, config: &Config, order: Order) -> Posterior {
        let names = log.names().sorted();
        let ranks = match order {
            Order::Name => log.names().ranks(),
            Order::Arrival => (0..names.len() as u32).collect(),
        };
        // The number of each entrant, in the order of names.
        let mut numbers: Vec<usize> = (0..names.len()).collect();
        if order == Order::Arrival {
            (0..).zip(log.names().ranks()).for_each(|(number, rank)| numbers[rank as usize] = number);
        }
        let is_fixed = |name: &String| matches!(config.priors.get(name), Some(Prior::Fixed { .. }));
        let free = names.iter().filter(|name| !is_fixed(name)).count();
        let likelihood = match &log.table {
            Table::Pairs(pairs) => Likelihood::Davidson(Davidson::new(pairs, &log.met, &ranks, order)),
            Table::Rankings(rankings) => {
                Likelihood::PlackettLuce(PlackettLuce::new(log.seats(), rankings, &log.met, &ranks))
            }
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
            descents: descents(&names, &numbers, config),
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
        let terms = entrant_terms(&names, &numbers, &layout, config);
        let bounded = match &likelihood {
            Likelihood::Davidson(pairs) => pairs.bounds_seats(),
            Likelihood::PlackettLuce(rankings) => rankings.bounds_seats(),
        };
        let sum_penalty = if seat_effects > 1 { 1.0 } else { 0.0 };
        let mut posterior = Posterior { layout, likelihood, terms, seats_have_prior: false, sum_penalty };
        if !bounded {
            posterior.give_seats_a_prior();
        }
        posterior
    }

    /// Gives the seat effects a prior, if there are any.
    pub fn give_seats_a_prior(&mut self) {
        self.seats_have_prior = !self.layout.seats.is_empty();
        let precision = precision_of(SEAT_PRIOR_SD);
        self.terms.extend(self.layout.seats.iter().map(|param| Term { param: *param, mean: 0.0, precision }));
    }

    /// Returns the means of all priors, with 0 for parameters without a prior.
    pub fn prior_means(&self) -> Vec<f64> {
        let mut means = vec![0.0; self.layout.params];
        self.terms.iter().for_each(|term| means[term.param] = term.mean);
        means
    }

    /// Returns the component of each entrant, and the members of each component.
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

    /// Returns the levels for the parameters `x`.
    pub fn levels(&self, x: &[f64]) -> Levels {
        let layout = &self.layout;
        let value = |param: usize, otherwise: f64| x.get(param).copied().unwrap_or(otherwise);
        let held = match &self.likelihood {
            Likelihood::Davidson(pairs) => pairs.held_nu.map_or(0.0, libm::log),
            Likelihood::PlackettLuce(_) => f64::NEG_INFINITY,
        };
        let own = |(param, fixed): (&usize, &f64)| value(*param, *fixed);
        let mut entrants: Vec<f64> = layout.entrants.iter().zip(&layout.fixed).map(own).collect();
        layout.descents.iter().for_each(|(version, parent)| entrants[*version] += entrants[*parent]);
        Levels {
            entrants,
            seats: layout.seats.iter().map(|param| value(*param, 0.0)).collect(),
            log_nu: value(layout.draws, held),
        }
    }

    /// Computes the function and the wanted derivatives at `x`.
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
        self.pass_on_to_parents(want, out);
        for term in &self.terms {
            let off = x[term.param] - term.mean;
            out.log -= 0.5 * term.precision * off * off;
            out.gradient[term.param] -= term.precision * off;
            if want == Want::All {
                out.curvature.add(term.param, term.param, term.precision);
            }
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

    /// Converts derivatives by levels to derivatives by parameters: the parameter of a parent also
    /// moves its versions.
    fn pass_on_to_parents(&self, want: Want, out: &mut Derivatives) {
        let params = self.layout.params;
        for (version, parent) in self.layout.descents.iter().rev() {
            let [version, parent] = [version, parent].map(|entrant| self.layout.entrants[*entrant]);
            if parent == params {
                continue;
            }
            out.gradient[parent] += out.gradient[version];
            if want == Want::All {
                let own = 2.0 * out.curvature.either(version, parent) + out.curvature.either(version, version);
                out.curvature.add(parent, parent, own);
                for other in (0..params).filter(|other| *other != parent) {
                    out.curvature.add(parent, other, out.curvature.either(version, other));
                }
            }
        }
    }
}

/// Returns each version with its parent, parents before their versions. `numbers` are the numbers
/// of the entrants in the order of names.
fn descents(names: &[String], numbers: &[usize], config: &Config) -> Vec<(usize, usize)> {
    let parent_of = |rank: usize| match config.priors.get(&names[rank]) {
        // A checked configuration names only entrants of the log.
        Some(Prior::Like { parent, .. }) => names.binary_search(parent).ok(),
        _ => None,
    };
    let depth = |rank: usize| std::iter::successors(Some(rank), |rank| parent_of(*rank)).count();
    let mut versions: Vec<(usize, usize, usize)> =
        (0..names.len()).filter_map(|rank| Some((depth(rank), rank, parent_of(rank)?))).collect();
    versions.sort_unstable();
    versions.into_iter().map(|(_, version, parent)| (numbers[version], numbers[parent])).collect()
}

/// Returns the priors of entrants that are not fixed.
fn entrant_terms(names: &[String], numbers: &[usize], layout: &Layout, config: &Config) -> Vec<Term> {
    let prior_mean = config.mean();
    let term = |(entrant, name): (&usize, &String)| {
        let (mean, sd) = match config.priors.get(name) {
            Some(Prior::Fixed { .. }) => return None,
            Some(Prior::Around { elo, sd }) => (*elo, *sd),
            Some(Prior::Like { sd, .. }) => (0.0, *sd),
            None => (prior_mean, config.prior_sd),
        };
        Some(Term { param: layout.entrants[*entrant], mean: mean / ELO_PER_NAT, precision: precision_of(sd) })
    };
    numbers.iter().zip(names).filter_map(term).collect()
}

/// Returns the precision (inverse variance) for a standard deviation in Elo.
fn precision_of(sd: f64) -> f64 {
    let inverse = ELO_PER_NAT / sd;
    inverse * inverse
}
