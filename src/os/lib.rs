//! Use of the system: files, signals, priorities, CPU times and metrics.

// `println!` and `eprintln!` panic when the other end is closed; `standard_output` does not.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod block_on;
pub mod bounded_file;
pub mod cpu_payer;
pub mod interrupt;
pub mod metrics;
pub mod replaced_file;
pub mod standard_output;
pub mod thread_priority;
