//! Ratings: compared with an independent implementation, and tested on random logs.

mod anchors;
mod copied;
mod determined;
mod extremes;
mod golden;
mod live;
mod previews;
mod shared_places;

use referee_contests::rating::MatchLog;

/// Returns the name of a bot. Names sort like numbers.
fn name(bot: usize) -> String {
    format!("bot-{bot:04}")
}

/// Returns places by points; the highest points have place 1.
fn places(points: &[f64]) -> Vec<u32> {
    points.iter().map(|own| 1 + points.iter().filter(|other| *other > own).count() as u32).collect()
}

/// Adds a match between numbered bots.
fn add(log: &mut MatchLog, seats: &[usize], places: &[u32]) {
    let names: Vec<String> = seats.iter().map(|bot| name(*bot)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    log.add(&names, places).unwrap();
}
