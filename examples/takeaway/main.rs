//! Plays a match of takeaway with arbitrary moves: `cargo run --example takeaway`.

mod game;

use std::error::Error;

use referee_games::{
    Course,
    erased::Erased,
    rules::{Entropy, Turn},
};

/// The game, in the form of an entry of `GAMES`.
static TAKEAWAY: Erased<game::Takeaway> = Erased::new();

fn main() -> Result<(), Box<dyn Error>> {
    let setting = game::FACTS.setting(3, [("rounds", "2")])?;
    let mut course = Course::open(&TAKEAWAY, &setting)?;
    while !course.is_over() {
        // Luck is an argument. A server draws it; this example uses the number of the step.
        let luck = course.ply() as u8;
        let played = match course.turn() {
            Turn::Chance => course.chance(&Entropy([luck; 32])),
            Turn::Forced(_) => course.forced(),
            Turn::Seat(_) => course.position().legal().into_iter().cycle().nth(luck.into()),
            Turn::Over => {
                let outcome = course.close_round().ok_or("a round that is over has an outcome")?;
                println!("round over ({}): {:?}", outcome.cause, course.totals());
                continue;
            }
        };
        let played = played.ok_or("a turn that is not over has a step")?;
        println!("{:<12} {played}", course.position().text());
        course.play(&played)?;
    }
    println!("places: {:?}", course.places());
    Ok(())
}
