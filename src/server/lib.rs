//! The server: live matches, contests, the services that clients call, and the process that runs
//! them.
//!
//! | modules | purpose |
//! |---|---|
//! | [`hall`] | live matches |
//! | [`contest_steward`], [`contest_server`], [`webhooks`] | runs contests, and reports them |
//! | [`api`] | services, and the port |
//! | [`daemon`], [`config`], [`backup`] | the process, its configuration, and copies of its data |

// `println!` and `eprintln!` panic when the other end is closed; `standard_output` does not.
#![deny(clippy::print_stdout, clippy::print_stderr)]

#[cfg(not(unix))]
compile_error!("the server runs on Linux and other systems of the Unix family");

pub mod api;
pub mod backup;
pub mod config;
pub mod contest_server;
pub mod contest_steward;
pub mod daemon;
pub mod hall;
pub mod webhooks;
