//! Random play that ends.

use referee_games::{Course, rules::Turn, search::split_mix::SplitMix64};

/// Number of random steps. Fully random matches could continue for thousands of steps.
const AT_RANDOM: usize = 40;
/// After those steps, the best of this number of random moves is played, by the game's own
/// evaluation.
const TRIED: usize = 4;

/// Returns a possible next step of a round that is not over. `number` is the number of steps so
/// far.
pub fn any_step(course: &Course, luck: &mut SplitMix64, number: usize) -> String {
    let legal = course.position().legal();
    let mut any = || luck.pick(&legal).expect("a turn has a move").clone();
    match course.turn() {
        Turn::Chance => course.chance(&luck.entropy()).expect("it is luck's turn"),
        Turn::Seat(seat) if number >= AT_RANDOM => {
            let worth = |notation: &String| {
                let mut after = course.position().boxed();
                after.play(notation).expect("a legal move");
                match after.outcome() {
                    Some(_) => i32::MAX,
                    None => after.evaluate(seat),
                }
            };
            let tried: Vec<String> = (0..TRIED).map(|_| any()).collect();
            tried.into_iter().max_by_key(worth).expect("some were tried")
        }
        _ => any(),
    }
}
