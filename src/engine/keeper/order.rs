//! The order by which a keeper starts its engine.

use std::os::fd::RawFd;

use crate::{limit::Limit, sandbox::Sandbox};

pub struct Order {
    /// Descriptor of the keeper's end of the line to the referee.
    pub line: RawFd,
    pub limits: Vec<Limit>,
    pub sandbox: Option<Sandbox>,
    /// Program and arguments of the engine.
    pub words: Vec<String>,
}
