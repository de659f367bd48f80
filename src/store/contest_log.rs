//! Append-only event logs of tournaments and ladders.

use referee_ids::Seq;
use referee_law::Contest;

use super::{Epoch, StoreFuture};

/// Maximum event size in bytes.
pub const MAX_CONTEST_EVENT: usize = 256 * 1024;
/// Maximum events per append: enough for a stage with the maximum number of pairings, and the
/// events that accompany these.
pub const MAX_CONTEST_EVENTS_PER_APPEND: usize = 8192;

/// An event of a contest, as bytes that the store does not read.
pub type ContestEvent = Vec<u8>;

/// Event streams of contests, each numbered from 1 without gaps, with one owner at a time.
pub trait ContestLog: Send + Sync {
    /// Opens a contest with its first events, owned under [`Epoch::FIRST`]. A repeated call with
    /// the same content gets [`ContestOpened::Before`].
    fn open_contest(&self, new: NewContest) -> StoreFuture<'_, ContestOpened>;

    /// Makes the caller the owner of a contest under a new epoch: appends of earlier owners fail.
    /// `None` if the contest does not exist.
    fn take_contest_over(&self, contest: &Contest) -> StoreFuture<'_, Option<Epoch>>;

    /// Appends to a contest, as [`EventLog::append`](super::EventLog::append) does, with the same
    /// errors. A finished contest accepts nothing.
    fn append_to_contest(&self, contest: &Contest, append: ContestAppend) -> StoreFuture<'_, ()>;

    /// Returns at most `limit` events of a contest after `after`, in order; none if the contest
    /// does not exist.
    fn contest_events(&self, contest: &Contest, after: Seq, limit: usize) -> StoreFuture<'_, Vec<ContestEvent>>;

    /// Returns a page of the contests of a kind (see [`Contest::kind`]), newest first, starting
    /// after `before`; empty if `before` does not exist.
    fn contests(&self, kind: &'static str, before: Option<Contest>, limit: usize) -> StoreFuture<'_, Vec<ContestRow>>;

    /// Returns the running contests, oldest first, to resume after a restart.
    fn running_contests(&self) -> StoreFuture<'_, Vec<Contest>>;

    /// Returns at most `limit` resting contests of a kind with their wake-up times, earliest first.
    fn resting_contests(&self, kind: &'static str, limit: usize) -> StoreFuture<'_, Vec<(Contest, i64)>>;
}

/// A contest to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewContest {
    pub contest: Contest,
    /// SHA-256 of the opening, to detect another contest with the same name.
    pub content: [u8; 32],
    /// Opening time in milliseconds since 1970 (UTC).
    pub opened_unix_ms: i64,
    pub events: Vec<ContestEvent>,
    /// Whether matches of the contest are played from the start.
    pub is_running: bool,
}

/// Events to append.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestAppend {
    /// Number of the newest existing event.
    pub expected: Seq,
    pub owner: Epoch,
    pub events: Vec<ContestEvent>,
    /// New standing of the contest; `None` for no change.
    pub standing: Option<ContestStanding>,
    /// Whether matches of the contest are now played; `None` for no change.
    pub is_running: Option<bool>,
    /// Counts for lists, as they are after the events.
    pub counts: ListedCounts,
}

/// Counts of a contest for lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListedCounts {
    pub entrants: u32,
    pub encounters: u32,
    /// Unfinished encounters.
    pub unfinished: u32,
}

/// The standing of a contest in its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContestStanding {
    /// A server runs the contest.
    Runs,
    /// Nothing is due before this time, in milliseconds since 1970 (UTC).
    Rests { until_unix_ms: i64 },
    /// The contest is over: nothing is appended any longer.
    Over,
}

/// The outcome of [`ContestLog::open_contest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContestOpened {
    /// New and durable.
    New,
    /// The contest exists, with the same content.
    Before,
    /// The contest exists, with other content.
    Taken,
}

/// A contest as listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestRow {
    pub contest: Contest,
    /// Opening time in milliseconds since 1970 (UTC).
    pub opened_unix_ms: i64,
    pub newest: Seq,
    pub standing: ContestStanding,
    /// Counts after the newest append; `None` if nothing was appended after the opening.
    pub counts: Option<ListedCounts>,
}

impl ContestRow {
    pub fn is_over(&self) -> bool {
        self.standing == ContestStanding::Over
    }
}

/// Checks events before they are stored, and returns the problem; `None` if they are valid.
pub(super) fn bad_events(contest: &Contest, events: &[ContestEvent]) -> Option<String> {
    if !contest.is_named_well() {
        return Some(format!("invalid contest name `{contest}`"));
    }
    if events.len() > MAX_CONTEST_EVENTS_PER_APPEND {
        return Some(format!("{} events, expected at most {MAX_CONTEST_EVENTS_PER_APPEND}", events.len()));
    }
    let long = events.iter().map(Vec::len).find(|bytes| *bytes > MAX_CONTEST_EVENT)?;
    Some(format!("an event of {long} bytes, expected at most {MAX_CONTEST_EVENT}"))
}
