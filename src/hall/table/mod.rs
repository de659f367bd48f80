//! One task for one live match. It decides, stores, applies and publishes, in this order, and arms one timer for the
//! match's deadline.
//!
//! [`stub`] is the handle of a table, [`ask`] what is asked by it, [`inbox`] where that waits; [`task`] is the table itself and
//! [`outage`] what it does while its store fails; [`seats`] knows the programs of the seats, [`sitting`] lets them come and go;
//! [`halt`] is how a table ends; [`fanout`] carries live events to watchers, [`watch`] is a watcher's stream; [`live_match`] is the match
//! with the copy of it that is published for those who look, [`snapshot`] is what is to be seen of it, and [`spectator_delay`] knows what spectators do not see of it yet; [`measure`] is for metrics, and
//! [`timer`] says when to look at the match again.

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
pub use snapshot::{Snapshot, Summary};
pub use stub::{Misconduct, TableStub};
pub use task::{Table, channel};
pub use watch::{CaughtUp, Watch, Watched};

pub(super) use seats::add_end_time;
pub(super) use snapshot::{snapshot, summary};
pub(super) use spectator_delay::earlier;
