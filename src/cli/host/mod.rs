//! The commands of a host: serve, configure, back up and administrate a server.

pub mod admin;
pub mod backup;
pub mod config;
pub mod record_key;
pub mod serve;
