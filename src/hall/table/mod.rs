//! One task for one live match. It decides, stores, applies and publishes, in this order, and arms one timer for the
//! match's deadline.
//!
//! [`stub`] is the handle of a table, [`ask`] what is asked by it, [`task`] the table itself; [`seats`] knows the programs
//! of the seats, [`catch_up`] tells them what they missed; [`fanout`] carries live events to watchers, [`watch`] is a
//! watcher's stream; [`snapshot`] is a match as it is looked at, and [`hold_back`] knows what spectators do not see of it yet.

mod ask;
mod catch_up;
mod fanout;
mod hold_back;
mod seats;
mod snapshot;
mod stub;
mod task;
mod watch;

pub use ask::{ArbiterAsk, Ask};
pub use snapshot::{Snapshot, Summary};
pub use stub::{Misconduct, TableStub};
pub use task::{Table, channel};
pub use watch::{Watch, Watched};

pub(super) use catch_up::{Newcomer, tell_the_past};
pub(super) use hold_back::earlier;
pub(super) use snapshot::{snapshot, summary};
