//! The rules of the referee's games for Python: single matches and batches.

mod batch;
mod convert;
mod game;
mod session;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::{batch::Batch, convert::games, game::Game};
}
