//! Random play that comes to an end.

use referee_games::{Course, rules::Turn, search::split_mix::SplitMix64};

/// So many steps are taken at random; a longer match would wander for thousands where the game lets
/// it.
const AT_RANDOM: usize = 40;
/// After them the best of so many random moves is taken, as far as the game can tell.
const TRIED: usize = 4;

/// Something that may happen next in a round that is not over; `number` steps happened before.
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
