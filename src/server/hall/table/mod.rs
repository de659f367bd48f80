//! One task per live match. The task decides, stores, applies and publishes, in this order. It has
//! one timer, for the next deadline of the match.
//!
//! | files | purpose |
//! |---|---|
//! | [`stub`], [`ask`], [`inbox`] | the handle of a table, and its requests |
//! | [`task`], [`timer`], [`halt`] | the task, its timer and its end |
//! | [`append`], [`outage`] | stores what the task decided, also while the store fails |
//! | [`seats`], [`sitting`] | the programs on the seats |
//! | [`live_match`], [`snapshot`] | the match, its published copy, and its views |
//! | [`fanout`], [`watch`], [`spectator_delay`] | live events for watchers |
//! | [`measure`] | metrics |

mod append;
mod ask;
mod fanout;
mod halt;
mod inbox;
mod live_match;
mod measure;
mod outage;
mod seats;
mod sitting;
mod snapshot;
mod spectator_delay;
mod stub;
mod task;
mod timer;
mod watch;

pub use ask::Ask;
pub use fanout::OpenedTurn;
pub use halt::{Halt, Outcome};
pub use inbox::Misconduct;
pub use snapshot::{Snapshot, Summary};
pub use stub::TableStub;
pub use task::{Table, channel};
pub use watch::{CaughtUp, Watch, Watched};

pub(super) use seats::{add_end_time, left_behind};
pub(super) use snapshot::{picture, snapshot, summary};
pub(super) use spectator_delay::earlier;
