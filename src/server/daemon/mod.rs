//! The process of a server, as `referee serve` runs it. [`options`] define the server;
//! [`accounts`], [`load`], [`creation`], [`retention`], [`webhooks`] and [`proxies`] read some of
//! them from a command line. [`run`] opens the store, the hall and the port, and closes them in
//! order. [`traces`] sends spans to a collector.

pub mod accounts;
pub mod creation;
pub mod load;
pub mod options;
pub mod proxies;
pub mod retention;
pub mod run;
pub mod traces;
pub mod webhooks;
mod welcome;

pub use options::Options;
pub use run::{Ended, run};
