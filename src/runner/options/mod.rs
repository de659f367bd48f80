//! Options of the commands that start engines, and of the files of tournaments and ladders.
//!
//! | files | purpose |
//! |---|---|
//! | [`engine_args`], [`engine_words`], [`engine_limits`] | an engine, and its resources |
//! | [`opening_args`], [`policies`], [`adjudication`], [`reported`] | beginnings and early ends |
//! | [`test_words`] | the sequential test of a run |
//! | [`file_words`] | the keys that tournament and ladder files share |
//! | [`given`], [`pair`] | values for one engine or for all; `name=value` |

pub mod adjudication;
pub mod engine_args;
pub mod engine_limits;
pub mod engine_words;
pub mod file_words;
pub mod given;
pub mod opening_args;
pub mod pair;
pub mod policies;
pub mod reported;
pub mod test_words;
