//! Speaks lines with a local program. Knows the messages of `engine.proto`, and no match.
//!
//! [`line`] is the codec, [`command`] what to start, [`limit`] what it may use, [`process`] starts and ends the child,
//! [`keeper`] stands behind it and leaves nothing of it alive, [`session`] is the talk:
//! introduction, turns, answers. [`ponder`] is thinking while it is another's turn, [`told`] how much of a round the engine
//! knows, [`strikes`] how often one failed in a row. [`lines`] and [`tail`] hold what came from the child, both bounded; [`outputs`] shows the last of it to others.

pub mod command;
pub mod failure;
#[cfg(target_os = "linux")]
pub mod keeper;
pub mod limit;
pub mod line;
pub mod lines;
pub mod outputs;
pub mod ponder;
pub mod process;
pub mod session;
mod spawner;
pub mod strikes;
pub mod tail;
mod talk;
pub mod told;
