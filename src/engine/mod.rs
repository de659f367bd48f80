//! Speaks lines with a local program. Knows the messages of `engine.proto`, and no match.
//!
//! [`line`] is the codec, [`command`] what to start, [`declared_option`] which values its options take, [`limit`] what it may use ([`limit_trial`] tries that), [`process`] starts and ends the child,
//! [`keeper`] is its parent and leaves nothing of it alive,
//! [`sandbox`] keeps it apart from the host and from others. [`line_io`] reads and writes lines under limits, [`session`] is
//! the dialogue: introduction, turns, answers. [`ponder`] is thinking while it is another's turn, [`known_steps`] how much of
//! a round the engine knows, [`strikes`] how often one failed in a row. [`lines`] holds what came from the child and is not
//! read yet; [`seat`] is what the seats of a table here and of one on a server have in common; [`evidence`] shows the last of what it wrote to whoever asks why it failed ([`failure`]);
//! [`dialogue_log`] writes all that is said to a file.

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
pub mod line;
mod line_io;
pub mod lines;
pub mod ponder;
pub mod process;
pub mod sandbox;
pub mod seat;
pub mod session;
mod spawner;
pub mod strikes;
