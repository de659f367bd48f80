//! Contests of local engines: what tournaments and ladders share where a command plays them on this machine.
//!
//! [`carry_through`] plays one, from wherever it stands: [`Engines`] has its matches played for a steward, [`store`] keeps its events.
//! [`LocalKind`] is what there is of a kind of contest beside its rules.

mod engines;
mod file;
mod run;
pub mod store;

pub use self::{
    engines::Engines,
    file::{ContestFile, Local, Parts},
    run::{carry_through, setup_text},
};
