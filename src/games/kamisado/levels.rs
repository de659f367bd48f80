//! The levels of the bot `search`. `benches/README.md` lists their strength.

use crate::bots::levels::{Level, mixed, of};

pub(super) const LEVELS: &[Level] =
    &[mixed(60, 10), of(60), of(140), of(450), of(1_000), of(2_300), of(7_000), of(25_000), of(100_000)];
