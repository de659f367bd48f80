//! Compares with `golden/ratings_*`: logs of bots of known strength, and the fits of an independent
//! implementation. Ratings must agree within 1e-6 Elo, errors within 1e-4.

use referee_contests::rating::{
    CompareError, Config, Fit, MatchLog, Rated,
    deal_points::{DealLog, DealRated},
    fit,
    preview::{Previews, START, System},
};
use serde_json::Value;

use super::{add, name, places};
use crate::golden_files::golden_text;

/// A match of a log: bots by seat, and their points.
pub type Played = (Vec<usize>, Vec<f64>);

pub fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

/// Returns the matches of a log in order, and the expected fit.
pub fn case(of: &str) -> (Vec<Played>, Value) {
    let log = golden_text(&format!("ratings_{of}.jsonl"));
    let matches = log.lines().skip(1).map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        let seats = numbers(&line["seats"]).into_iter().map(|bot| bot as usize).collect();
        (seats, numbers(&line["points"]))
    });
    let matches: Vec<Played> = matches.collect();
    let reference: Value = serde_json::from_str(&golden_text(&format!("ratings_{of}.ref.json"))).unwrap();
    assert_eq!(matches.len() as u64, reference["matches"].as_u64().unwrap());
    (matches, reference)
}

pub fn log_of(matches: &[Played]) -> MatchLog {
    let mut log = MatchLog::new(matches[0].0.len()).unwrap();
    matches.iter().for_each(|(seats, points)| add(&mut log, seats, &places(points)));
    log
}

#[track_caller]
fn near(what: &str, ours: f64, theirs: f64, most: f64) {
    assert!((ours - theirs).abs() <= most, "{what}: {ours}, expected {theirs}");
}

/// Distances between estimates and true strengths, measured as the reference measures them.
mod quality {
    use serde_json::Value;

    use super::{near, numbers};
    use crate::golden_files::golden_text;

    pub fn truth(of: &str) -> Vec<f64> {
        let log = golden_text(&format!("ratings_{of}.jsonl"));
        let first: Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
        numbers(&first["truth"]["ratings"])
    }

    /// Returns the ratings relative to the mean of their component.
    fn centred(of: &[f64], components: &[Vec<usize>]) -> Vec<f64> {
        let mut centred = of.to_vec();
        for component in components {
            let mean = component.iter().map(|bot| of[*bot]).sum::<f64>() / component.len() as f64;
            component.iter().for_each(|bot| centred[*bot] -= mean);
        }
        centred
    }

    pub fn components(reference: &Value) -> Vec<Vec<usize>> {
        let components = reference["components"].as_array().unwrap().iter();
        components.map(|one| numbers(one).into_iter().map(|bot| bot as usize).collect()).collect()
    }

    /// Returns Kendall's tau-b of one component.
    fn tau(ours: &[f64], truth: &[f64], component: &[usize]) -> f64 {
        let (mut sum, mut ordered) = (0.0, [0.0; 2]);
        for (index, a) in component.iter().enumerate() {
            for b in &component[..index] {
                let [of_ours, of_truth] = [ours, truth].map(|of| (of[*a] - of[*b]).partial_cmp(&0.0).unwrap() as i8);
                sum += f64::from(of_ours * of_truth);
                ordered[0] += f64::from(of_ours.abs());
                ordered[1] += f64::from(of_truth.abs());
            }
        }
        sum / (ordered[0] * ordered[1]).sqrt()
    }

    /// Compares the root mean square error and Kendall's tau.
    pub fn compare(of: &str, ours: &[f64], components: &[Vec<usize>], truth: &[f64], quality: &Value) {
        let apart = centred(ours, components).into_iter().zip(centred(truth, components)).map(|(ours, is)| ours - is);
        let rmse = (apart.map(|off| off * off).sum::<f64>() / ours.len() as f64).sqrt();
        near(&format!("{of} rmse"), rmse, quality["rmse"].as_f64().unwrap(), 1e-5);
        for (component, theirs) in components.iter().zip(numbers(&quality["kendall_tau"])) {
            near(&format!("{of} tau"), tau(ours, truth, component), theirs, 1e-9);
        }
    }

    /// Returns whether a 95 % interval contains the truth.
    fn holds(off: f64, se: f64) -> bool {
        off.abs() <= 1.959_963_984_540_054 * se
    }

    /// Compares the shares of intervals that contain the truth: of plain ratings, of centred
    /// ratings, and of all differences within a component.
    pub fn compare_coverage(
        of: &str,
        [ours, errors, errors_centred]: [&[f64]; 3],
        components: &[Vec<usize>],
        truth: &[f64],
        difference_se: impl Fn(usize, usize) -> f64,
        quality: &Value,
    ) {
        let share = |held: Vec<bool>| held.iter().filter(|held| **held).count() as f64 / held.len() as f64;
        let [mid, true_mid] = [ours, truth].map(|of| centred(of, components));
        let plain = (0..ours.len()).map(|bot| holds(ours[bot] - truth[bot], errors[bot])).collect();
        let middle = (0..ours.len()).map(|bot| holds(mid[bot] - true_mid[bot], errors_centred[bot])).collect();
        let pairs = components.iter().flat_map(|component| {
            let before = component.iter().enumerate();
            before.flat_map(move |(index, a)| component[..index].iter().map(move |b| (*a, *b)))
        });
        let differs = |(a, b): (usize, usize)| holds(ours[a] - ours[b] - (truth[a] - truth[b]), difference_se(a, b));
        let differences = pairs.map(differs).collect();
        for (what, held) in [("coverage", plain), ("coverage_centred", middle), ("coverage_differences", differences)] {
            near(&format!("{of} {what}"), share(held), quality[what].as_f64().unwrap(), 1e-9);
        }
    }
}

/// Compares everything except the effects of seats and draws.
fn compare(of: &str, fit: &Fit, reference: &Value) {
    let (elos, errors) = (numbers(&reference["ratings"]), numbers(&reference["se"]));
    let centred = numbers(&reference["se_centred"]);
    assert_eq!(fit.ratings().len(), elos.len());
    for (bot, rated) in fit.ratings().iter().enumerate() {
        assert_eq!(rated.entrant, name(bot));
        near(&format!("{of} rating {bot}"), rated.elo, elos[bot], 1e-6);
        near(&format!("{of} se {bot}"), rated.se, errors[bot], 1e-4);
        near(&format!("{of} se_centred {bot}"), rated.se_centred, centred[bot], 1e-4);
    }
    near(of, fit.log_posterior, reference["log_posterior"].as_f64().unwrap(), 1e-6);
    for difference in reference["difference_se"].as_array().unwrap() {
        let [a, b] = ["a", "b"].map(|key| difference[key].as_u64().unwrap() as usize);
        let ours = fit.difference(&name(a), &name(b)).unwrap();
        near(&format!("{of} {a}-{b}"), ours.se, difference["se"].as_f64().unwrap(), 1e-4);
        near(&format!("{of} {a}-{b}"), ours.elo, elos[a] - elos[b], 2e-6);
    }
    let components: Vec<Vec<String>> = fit.components().iter().map(|component| component.entrants.clone()).collect();
    let of_reference = quality::components(reference);
    let expected: Vec<Vec<String>> =
        of_reference.iter().map(|bots| bots.iter().map(|bot| name(*bot)).collect()).collect();
    assert_eq!(components, expected);
    let [ours, errors, centred] = [|one: &Rated| one.elo, |one: &Rated| one.se, |one: &Rated| one.se_centred]
        .map(|value| fit.ratings().iter().map(value).collect::<Vec<f64>>());
    let truth = quality::truth(of);
    quality::compare(of, &ours, &of_reference, &truth, &reference["quality"]);
    let difference_se = |a: usize, b: usize| fit.difference(&name(a), &name(b)).unwrap().se;
    let measured = [&ours[..], &errors[..], &centred[..]];
    quality::compare_coverage(of, measured, &of_reference, &truth, difference_se, &reference["quality"]);
}

#[test]
fn two_seats_have_the_ratings_of_the_reference() {
    for of in ["a_near_0", "b_random_0", "c_islands", "d_allwon_alllost"] {
        let (matches, reference) = case(of);
        let fit = fit(&log_of(&matches), &Config::default()).unwrap();
        compare(of, &fit, &reference);
        let number = |key: &str| reference[key].as_f64().unwrap();
        let draws = fit.draws.unwrap();
        near(of, fit.seat_effects[0].elo, number("seat_advantage"), 1e-6);
        near(of, fit.seat_effects[0].se, number("seat_advantage_se"), 1e-4);
        near(of, draws.nu, number("nu"), 1e-8);
        near(of, draws.ln_nu_se.unwrap(), number("ln_nu_se"), 1e-6);
        assert!(!fit.seat_effects_have_prior);
    }
}

#[test]
fn more_seats_have_the_ratings_of_the_reference() {
    for (of, seat_effects) in [("e_four", false), ("e_eight", true)] {
        let (matches, reference) = case(of);
        let fit = fit(&log_of(&matches), &Config { seat_effects, ..Config::default() }).unwrap();
        compare(of, &fit, &reference);
        assert_eq!((fit.draws, fit.seat_effects_have_prior), (None, false));
        if seat_effects {
            let (effects, errors) = (numbers(&reference["seat_effects"]), numbers(&reference["seat_effects_se"]));
            for (seat, effect) in fit.seat_effects.iter().enumerate() {
                near(&format!("seat {seat}"), effect.elo, effects[seat], 1e-6);
                near(&format!("seat {seat}"), effect.se, errors[seat], 1e-4);
            }
        }
        assert_eq!(fit.seat_effects.len(), if seat_effects { 8 } else { 0 });
    }
}

#[test]
fn points_a_deal_have_the_ratings_of_the_reference() {
    let (matches, reference) = case("f_points");
    let mut log = DealLog::new(4).unwrap();
    for (seats, points) in &matches {
        let names: Vec<String> = seats.iter().map(|bot| name(*bot)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let halves: Vec<i64> = points.iter().map(|points| (2.0 * points) as i64).collect();
        log.add(&names, &halves, 1).unwrap();
    }
    let fit = log.fit().unwrap();
    let (points, errors) = (numbers(&reference["ratings"]), numbers(&reference["se"]));
    for (bot, rated) in fit.ratings().iter().enumerate() {
        near(&format!("rating {bot}"), rated.points, points[bot], 1e-8);
        near(&format!("se {bot}"), rated.se, errors[bot], 1e-8);
    }
    let (effects, errors) = (numbers(&reference["seat_effects"]), numbers(&reference["seat_effects_se"]));
    for (seat, effect) in fit.seat_effects.iter().enumerate() {
        near(&format!("seat {seat}"), effect.points, effects[seat], 1e-8);
        near(&format!("seat {seat}"), effect.se, errors[seat], 1e-8);
    }
    let [ours, errors] = [|one: &DealRated| one.points, |one: &DealRated| one.se]
        .map(|value| fit.ratings().iter().map(value).collect::<Vec<f64>>());
    let (components, truth) = (quality::components(&reference), quality::truth("f_points"));
    quality::compare("f_points", &ours, &components, &truth, &reference["quality"]);
    let difference_se = |a: usize, b: usize| fit.difference(&name(a), &name(b)).unwrap().se;
    let measured = [&ours[..], &errors[..], &errors[..]];
    quality::compare_coverage("f_points", measured, &components, &truth, difference_se, &reference["quality"]);
    near("residual", fit.residual_sd, reference["residual_sd"].as_f64().unwrap(), 1e-8);
    assert_eq!(fit.degrees_of_freedom, reference["degrees_of_freedom"].as_u64().unwrap());
    for difference in reference["difference_se"].as_array().unwrap() {
        let [a, b] = ["a", "b"].map(|key| name(difference[key].as_u64().unwrap() as usize));
        near("difference", fit.difference(&a, &b).unwrap().se, difference["se"].as_f64().unwrap(), 1e-8);
    }
}

#[test]
fn unconnected_entrants_are_not_compared() {
    let (matches, _) = case("c_islands");
    let fit = fit(&log_of(&matches), &Config::default()).unwrap();
    let [here, there] = [name(3), name(10)];
    let refused = CompareError::NotConnected { first: here.clone(), second: there.clone() };
    assert_eq!(fit.difference(&here, &there), Err(refused));
    assert!(fit.difference(&here, &name(9)).is_ok() && fit.difference(&there, &name(23)).is_ok());
    assert_eq!(fit.difference(&here, "nobody"), Err(CompareError::Unknown { entrant: "nobody".to_owned() }));
}

#[test]
fn previews_have_the_ratings_of_the_reference() {
    for of in ["a_near_0", "b_random_0"] {
        let (matches, reference) = case(of);
        for (system, key) in [(System::Elo { k: 32.0 }, "elo_k32"), (System::Glicko2, "glicko2_per_match")] {
            let mut previews = Previews::new(system);
            for (seats, points) in &matches {
                previews.add(&[&name(seats[0]), &name(seats[1])], &places(points)).unwrap();
            }
            let all: Vec<f64> = (0..64).map(|bot| previews.rating(&name(bot)).unwrap().rating).collect();
            let components = quality::components(&reference);
            quality::compare(of, &all, &components, &quality::truth(of), &reference[key]["quality"]);
            for (bot, elo) in numbers(&reference[key]["ratings"]).into_iter().enumerate() {
                let ours = previews.rating(&name(bot)).unwrap();
                near(&format!("{of} {key} {bot}"), ours.rating - START, elo, 1e-6);
                if let Some(deviations) = reference[key].get("rd") {
                    near(&format!("{of} {key} {bot}"), ours.deviation.unwrap(), numbers(deviations)[bot], 1e-6);
                }
            }
        }
    }
}
