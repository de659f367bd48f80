//! The levels of the bot `search`. `benches/README.md` lists their strength.

use crate::bots::levels::{Level, mixed, of};

pub(super) const LEVELS: &[Level] = &[mixed(50, 20), of(50), of(250), of(1_200), of(6_000), of(30_000)];
