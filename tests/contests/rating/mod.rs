//! Ratings against an independent implementation, for any log, and on a simulated ladder.

mod anchors;
mod copied;
mod determined;
mod extremes;
mod golden;
mod live;
mod previews;
mod shared_places;

use referee_contests::rating::MatchLog;

/// The name of a bot; names are in the order of the numbers.
fn name(bot: usize) -> String {
    format!("bot-{bot:04}")
}

/// Places by points: 1 for the most.
fn places(points: &[f64]) -> Vec<u32> {
    points.iter().map(|own| 1 + points.iter().filter(|other| *other > own).count() as u32).collect()
}

/// Adds a match of numbered bots.
fn add(log: &mut MatchLog, seats: &[usize], places: &[u32]) {
    let names: Vec<String> = seats.iter().map(|bot| name(*bot)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    log.add(&names, places).unwrap();
}
