//! A ladder of bots of known strength: what the ratings find of it, beside Elo and Glicko-2 on the same matches.

use referee::rating::{
    Config, MatchLog, fit,
    preview::{Previews, System},
};

use super::{add, name};
use crate::numbers::Numbers;

const BOTS: usize = 64;
const ROUNDS: usize = 160;
const SEAT_ADVANTAGE: f64 = 40.0;
const Z: f64 = 1.959_963_984_540_054;

/// What a ladder came to.
struct Outcome {
    rmse: f64,
    /// What the standard errors promise of it.
    promised: f64,
    /// How many of the centred intervals hold the truth.
    covered: usize,
    tau: f64,
    /// How many standard errors the advantage of seat 0 is off.
    seat_off: f64,
    elo_rmse: f64,
    glicko2_rmse: f64,
}

fn centred(values: &[f64]) -> Vec<f64> {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|value| value - mean).collect()
}

fn rmse(found: &[f64], truth: &[f64]) -> f64 {
    let squares = centred(found).iter().zip(centred(truth)).map(|(found, truth)| (found - truth).powi(2)).sum::<f64>();
    (squares / truth.len() as f64).sqrt()
}

/// Kendall's tau of values without ties.
fn kendall_tau(found: &[f64], truth: &[f64]) -> f64 {
    let mut sum = 0.0;
    for one in 0..truth.len() {
        for other in 0..one {
            sum += ((found[one] - found[other]) * (truth[one] - truth[other])).signum();
        }
    }
    sum / (truth.len() * (truth.len() - 1) / 2) as f64
}

/// Plays a ladder: in each round everybody plays once, against a neighbour in the order of running Elo with some noise.
fn play(seed: u64, nu: f64) -> Outcome {
    let mut numbers = Numbers::new(seed);
    let truth: Vec<f64> = (0..BOTS).map(|_| 300.0 * numbers.normal()).collect();
    let mut log = MatchLog::new(2).unwrap();
    let (mut elo, mut glicko2) = (Previews::new(System::Elo { k: 32.0 }), Previews::new(System::Glicko2));
    let rating = |of: &Previews, bot: usize| of.rating(&name(bot)).map_or(1500.0, |found| found.rating);
    let mut in_first_seat = [0i32; BOTS];
    for _ in 0..ROUNDS {
        let mut order: Vec<(f64, usize)> =
            (0..BOTS).map(|bot| (rating(&elo, bot) + 100.0 * numbers.normal(), bot)).collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        for pair in order.chunks_exact(2) {
            let (a, b) = (pair[0].1, pair[1].1);
            let swap = (in_first_seat[a], numbers.uniform() < 0.5) > (in_first_seat[b], false);
            let (first, second) = if swap { (b, a) } else { (a, b) };
            in_first_seat[first] += 1;
            in_first_seat[second] -= 1;
            let half_gap = (truth[first] + SEAT_ADVANTAGE - truth[second]) * 10f64.ln() / 800.0;
            let (win, loss) = (half_gap.exp(), (-half_gap).exp());
            let drawn = numbers.uniform() * (win + loss + nu);
            let places = if drawn < win {
                [1, 2]
            } else if drawn < win + loss {
                [2, 1]
            } else {
                [1, 1]
            };
            add(&mut log, &[first, second], &places);
            for previews in [&mut elo, &mut glicko2] {
                previews.add(&[&name(first), &name(second)], &places).unwrap();
            }
        }
    }
    let fitted = fit(&log, &Config::default()).unwrap();
    let found: Vec<f64> = fitted.ratings().iter().map(|rated| rated.elo).collect();
    let errors: Vec<f64> = fitted.ratings().iter().map(|rated| rated.se_centred).collect();
    let off = centred(&found).into_iter().zip(centred(&truth)).zip(&errors);
    let seat = fitted.seat_effects[0];
    let of_all = |previews: &Previews| (0..BOTS).map(|bot| rating(previews, bot)).collect::<Vec<_>>();
    Outcome {
        rmse: rmse(&found, &truth),
        promised: (errors.iter().map(|error| error * error).sum::<f64>() / BOTS as f64).sqrt(),
        covered: off.filter(|((found, truth), error)| (found - truth).abs() <= Z * **error).count(),
        tau: kendall_tau(&found, &truth),
        seat_off: (seat.elo - SEAT_ADVANTAGE) / seat.se,
        elo_rmse: rmse(&of_all(&elo), &truth),
        glicko2_rmse: rmse(&of_all(&glicko2), &truth),
    }
}

/// Twenty ladders whose bots of one strength draw with the probability `nu` / (2 + `nu`).
fn check(nu: f64, least_tau: f64) {
    let ladders: Vec<Outcome> = (1..=20).map(|seed| play(seed, nu)).collect();
    let mean = |of: &dyn Fn(&Outcome) -> f64| ladders.iter().map(of).sum::<f64>() / ladders.len() as f64;
    let (rmse, promised) = (mean(&|one| one.rmse), mean(&|one| one.promised));
    let covered = mean(&|one| one.covered as f64) / BOTS as f64;
    let (tau, seat) = (mean(&|one| one.tau), mean(&|one| one.seat_off));
    let (elo, glicko2) = (mean(&|one| one.elo_rmse), mean(&|one| one.glicko2_rmse));
    println!(
        "nu {nu}: RMSE {rmse:.1} (promised {promised:.1}), Elo K=32 {elo:.1}, Glicko-2 {glicko2:.1}; covered {:.1} %, tau \
         {tau:.3}, seat off by {seat:.2} se",
        100.0 * covered
    );
    assert!(rmse <= 1.05 * promised, "{rmse} {promised}");
    assert!(2.0 * rmse <= elo && rmse < glicko2, "{rmse} {elo} {glicko2}");
    assert!((0.93..=0.97).contains(&covered), "{covered}");
    assert!(tau >= least_tau, "{tau}");
    // The mean of 20 has the standard error 0.22.
    assert!(seat.abs() < 0.7 && ladders.iter().filter(|one| one.seat_off.abs() > 2.0).count() <= 3, "{seat}");
}

#[test]
fn a_ladder_finds_the_strength_of_its_bots() {
    check(0.02, 0.93);
}

#[test]
fn a_ladder_with_many_draws_finds_it_too() {
    // A draw says less: the log alone does not tell bots apart that well.
    check(0.5, 0.92);
}
