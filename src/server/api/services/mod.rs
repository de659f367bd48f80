//! The services: one file for each, or for each topic of a large one.

pub(super) mod admin;
pub(super) mod announcements;
pub mod challenges;
pub mod consents;
pub(super) mod contests;
pub mod games;
pub mod guests;
pub(super) mod guests_seen;
pub(super) mod health;
pub mod matches;
pub mod players;
pub mod records;
pub(super) mod server_info;
pub mod sign_ins;
pub(super) mod standings;
pub mod tokens;
