//! The whole server, started and killed as a host would.

mod frozen;
pub mod host;
mod killed;
mod lanes;
mod outages;
mod signed;
mod stopped;
