//! The whole server, started and killed as a host would do it.

mod backup;
mod bots;
mod config;
mod deploy;
mod files;
mod frozen;
pub mod host;
mod killed;
pub mod lanes;
mod log;
mod metrics;
mod operations;
mod outages;
mod signed;
mod stopped;
mod stranger;
mod tls;
mod traces;
mod unread_streams;
