//! The messages of `engine.proto` as lines, written by `build/line.rs` from their descriptor.

use super::{
    BadLine, Direction, Spelling, Verb,
    words::{Keys, LineWriter, Words},
    write_as,
};
use crate::pb::engine::*;

include!(concat!(env!("OUT_DIR"), "/engine_lines.rs"));
