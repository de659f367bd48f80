//! Tournaments: compared with independent implementations, and invariants of all formats.

mod absent;
mod absentees;
mod designs;
mod entries;
mod follows;
mod margins;
mod matching;
mod openings;
mod played;
mod provisional;
mod replays;
mod rules;
mod schedules;
mod staged;
mod standings;
pub mod stored;
mod swiss;
mod tables;
mod whole;
