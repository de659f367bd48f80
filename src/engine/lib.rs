//! Talks to a local program in lines. Knows the messages of `engine.proto`, but not how matches
//! work.
//!
//! | modules | purpose |
//! |---|---|
//! | [`command`], [`declared_option`], [`limit`], [`limit_trial`] | what to start, and how |
//! | [`process`], [`keeper`], [`sandbox`] | starts, isolates and ends the child |
//! | [`lines`], [`line_io`] | buffer and lines under limits |
//! | [`session`], [`ponder`], [`known_steps`] | the dialogue with one engine |
//! | [`seat`] | common to seats at local tables and on a server |
//! | [`strikes`], [`failure`], [`evidence`] | failures |
//! | [`dialogue_log`] | the log of `--debug` |

pub mod command;
mod declared_option;
pub mod dialogue_log;
pub mod evidence;
pub mod failure;
#[cfg(target_os = "linux")]
pub mod keeper;
pub mod known_steps;
pub mod limit;
pub mod limit_trial;
mod line_io;
pub mod lines;
pub mod ponder;
pub mod process;
pub mod sandbox;
pub mod seat;
pub mod session;
mod spawner;
pub mod strikes;
