//! The levels of the bot `search`. `benches/README.md` lists their strength.

use crate::bots::levels::{Level, mixed, of};

pub(super) const LEVELS: &[Level] = &[mixed(50, 97), mixed(50, 69), mixed(50, 43), mixed(50, 15), of(20_000)];
