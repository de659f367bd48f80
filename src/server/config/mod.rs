//! The configuration file of a server. Its keys are the long options of `referee serve`, as clap
//! knows them. [`option`] gives the type of each, [`file`] reads a file against them, [`layers`]
//! puts the command line over it, and [`print`] prints the result.

pub mod file;
pub mod layers;
pub mod option;
pub mod print;

pub use file::{ConfigError, ConfigFile};
pub use layers::Layers;
