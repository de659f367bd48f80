//! The whole server, started and killed as a host would.

mod frozen;
mod host;
mod killed;
mod stopped;
