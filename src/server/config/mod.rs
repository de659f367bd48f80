//! The configuration file of a server. Its keys are the long options of `referee serve`, as clap
//! knows them. [`option`] determines the type of each option, and [`file`] reads a file. [`layers`]
//! combines the file with the command line, and [`print`] prints the result.

pub mod file;
pub mod layers;
pub mod option;
pub mod print;

pub use file::{ConfigError, ConfigFile};
pub use layers::Layers;
