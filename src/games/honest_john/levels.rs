//! The levels of the bot `search`. `benches/README.md` lists their strength.

use crate::levels::{Level, mixed, of};

pub(super) const LEVELS: &[Level] = &[mixed(50, 92), mixed(50, 66), mixed(50, 40), mixed(50, 10), of(20_000)];
