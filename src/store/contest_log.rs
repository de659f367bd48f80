//! The logs of tournaments and ladders: streams of events that only grow, as those of matches do.

use super::{Epoch, StoreFuture};
use crate::{ids::Seq, referee::Contest};

/// The longest event, in bytes.
pub const MAX_CONTEST_EVENT: usize = 256 * 1024;
/// The most events of one append: a stage of as many pairings as a tournament can have, and what comes with it.
pub const MAX_CONTEST_EVENTS_PER_APPEND: usize = 8192;

/// An event of a contest, as bytes that the store does not read: a `referee.log.v1.TournamentEvent`, or what a ladder has in its place.
pub type ContestEvent = Vec<u8>;

/// Streams of events of contests, each numbered from 1 without a gap, and each with one owner at a time.
pub trait ContestLog: Send + Sync {
    /// Opens a contest with its first events, owned under [`Epoch::FIRST`]. Another call for the same contest with the same content gets
    /// [`ContestOpened::Before`], so that opening twice makes one.
    fn open_contest(&self, new: NewContest) -> StoreFuture<'_, ContestOpened>;

    /// Makes the caller the owner of a contest, from now on under the epoch that it gets: appends of earlier owners are refused. `None` if
    /// there is no such contest.
    fn take_contest_over(&self, contest: &Contest) -> StoreFuture<'_, Option<Epoch>>;

    /// Appends to a contest, as [`EventLog::append`](super::EventLog::append) does to a match and with the same errors. Nothing can be
    /// appended behind what ended it.
    fn append_to_contest(&self, contest: &Contest, append: ContestAppend) -> StoreFuture<'_, ()>;

    /// The events of a contest behind `after`, in order, at most `limit` of them; none where there is no such contest.
    fn contest_events(&self, contest: &Contest, after: Seq, limit: usize) -> StoreFuture<'_, Vec<ContestEvent>>;

    /// A page of the contests of a kind (see [`Contest::kind`]), the newest first, beginning behind `before`; none where there is no contest
    /// `before`.
    fn contests(&self, kind: &'static str, before: Option<Contest>, limit: usize) -> StoreFuture<'_, Vec<ContestRow>>;

    /// The contests that run, the oldest first: a restart goes on with them.
    fn running_contests(&self) -> StoreFuture<'_, Vec<Contest>>;

    /// The contests of a kind that rest, each with the time until which it does, the earliest
    /// first, at most `limit` of them.
    fn resting_contests(&self, kind: &'static str, limit: usize) -> StoreFuture<'_, Vec<(Contest, i64)>>;
}

/// A contest that is to be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewContest {
    pub contest: Contest,
    /// SHA-256 of what it is opened with, so that another contest under the same name is noticed.
    pub content: [u8; 32],
    /// When, in milliseconds since 1970 (UTC).
    pub opened_unix_ms: i64,
    /// Its first events.
    pub events: Vec<ContestEvent>,
    /// Whether its matches are played from the beginning.
    pub is_running: bool,
}

/// Events that are to be appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestAppend {
    /// The newest event that is there.
    pub expected: Seq,
    pub owner: Epoch,
    pub events: Vec<ContestEvent>,
    /// Where the contest stands after them; `None`: where it stood before.
    pub standing: Option<ContestStanding>,
    /// Whether its matches are played from now on; `None` leaves that as it is.
    pub is_running: Option<bool>,
    /// What lists show of the contest after them.
    pub counts: ListedCounts,
}

/// How much a contest has, for lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListedCounts {
    pub entrants: u32,
    pub encounters: u32,
    /// Its encounters that lack a match.
    pub unfinished: u32,
}

/// Where a contest stands in its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContestStanding {
    /// A server carries it through.
    Runs,
    /// Nothing is played and nothing is due before this time, in milliseconds since 1970 (UTC).
    Rests { until_unix_ms: i64 },
    /// Nothing is appended any more.
    Over,
}

/// What became of [`ContestLog::open_contest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContestOpened {
    /// It is new and durable.
    New,
    /// It is there, and was opened with the same content.
    Before,
    /// It is there, and was opened with another content.
    Taken,
}

/// A contest as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestRow {
    pub contest: Contest,
    /// When it was opened, in milliseconds since 1970 (UTC).
    pub opened_unix_ms: i64,
    pub newest: Seq,
    pub standing: ContestStanding,
    /// How much it had at its newest append; `None` if nothing was appended to its opening, or an
    /// older version of this program did it.
    pub counts: Option<ListedCounts>,
}

impl ContestRow {
    pub fn is_over(&self) -> bool {
        self.standing == ContestStanding::Over
    }
}

/// What is wrong with events that are to be stored; `None` where nothing is.
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
