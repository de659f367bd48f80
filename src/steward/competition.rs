//! What a steward carries through: tournaments and ladders, each a fold of its events.

use std::fmt;

pub use crate::contest::Now;
use crate::{
    contest::ContestReason,
    ids::Seq,
    ladder::{self, Ladder, LadderEvent, LadderRefusal},
    store::{
        ContestStanding, ListedCounts,
        codec::{ladder as ladder_codec, tournament as tournament_codec},
        limits::BrokenEvent,
    },
    tournament::{self, Tournament, TournamentEvent, TournamentRefusal},
};

/// A state that is a fold of events, that says what follows from a command and what follows by itself, and that has matches to be played.
/// Nothing of it waits, reads a clock or fails for what is outside.
pub trait Competition: Sized + Send + Sync + 'static {
    /// What became true, without its number and its time.
    type Fact: Send;
    /// A fact with its number and its time.
    type Event: Clone + Send + Sync;
    /// What is asked of it.
    type Command: Clone + Send;
    /// How it declines.
    type Refusal: std::error::Error + Send + Sync + 'static;
    /// Names a match.
    type MatchKey: Copy + Ord + fmt::Display + fmt::Debug + Send + Sync;
    /// A match that is to be played.
    type Scheduled: Send + Sync;
    /// What a match came to.
    type MatchResult: Send;
    /// Why a match counts for nobody.
    type VoidMatch: Send;

    /// The competition that its first event opens; `None` where that is no opening.
    fn begin(first: &Self::Event) -> Option<Self>;
    /// Takes the next event from elsewhere; `false` where it does not follow from those before it, and nothing is changed.
    fn take(&mut self, event: &Self::Event) -> bool;
    /// Takes what became true.
    fn apply(&mut self, event: &Self::Event);
    /// The number of the newest event.
    fn seq(&self) -> Seq;
    /// Whether it is over.
    fn is_over(&self) -> bool;

    /// What follows from a command; nothing is changed.
    fn decide(&self, command: &Self::Command) -> Result<Vec<Self::Fact>, Self::Refusal>;
    /// What follows by itself.
    fn due(&self, now: Now<'_>) -> Vec<Self::Fact>;
    /// When to ask [`Competition::due`] again though nothing has happened, in milliseconds since the opening.
    fn next_due_ms(&self, now_ms: u64, unix_ms: i64) -> Option<u64>;
    /// Whether none of its matches is open and nothing is due for long. A request or
    /// [`Competition::next_due_ms`] resumes it.
    fn rests(&self) -> bool;
    /// Whether matches may begin: not while it is paused, nor once it is decided.
    fn may_begin(&self) -> bool;
    /// The matches that are to be played; none while none may begin.
    fn scheduled(&self) -> impl Iterator<Item = Self::Scheduled> + Send + '_;
    /// The matches whose ends are awaited, whether they may begin or not.
    fn awaited(&self) -> impl Iterator<Item = Self::Scheduled> + Send + '_;
    /// Whether the end of a match would change anything.
    fn is_awaited(&self, match_key: &Self::MatchKey) -> bool;

    /// For how long a match has waited for its players by what is stored, in milliseconds.
    fn waited_ms(&self, match_key: &Self::MatchKey) -> u64;
    /// That a match has waited for so long in all; `None` if that need not be stored.
    fn waits(&self, match_key: Self::MatchKey, waited_ms: u64) -> Option<Self::Fact>;
    /// How long a match waits for players who do not agree to it or cannot be seated, in
    /// milliseconds.
    fn accept_within_ms(&self) -> u64;
    /// Entrants of which it matters whether they are connected, and which are: `are_here` says that
    /// of each.
    fn newly_seen(&self, are_here: &dyn Fn(&[&str]) -> Vec<bool>) -> Vec<Self::Fact>;

    /// The key of a match that is to be played.
    fn key_of(scheduled: &Self::Scheduled) -> Self::MatchKey;
    /// The command that counts a match.
    fn count(match_key: Self::MatchKey, result: Result<Self::MatchResult, Self::VoidMatch>) -> Self::Command;
    /// A fact with its number and its time, in milliseconds since the opening.
    fn event(seq: Seq, at_ms: u64, fact: Self::Fact) -> Self::Event;
    /// The number of an event.
    fn seq_of(event: &Self::Event) -> Seq;
    /// The time of an event, in milliseconds since the opening.
    fn at_ms_of(event: &Self::Event) -> u64;
    /// Where an event opens a competition: when, in milliseconds since 1970 (UTC).
    fn opened_unix_ms(event: &Self::Event) -> Option<i64>;
    /// Where the competition stands in its log after an event; `None`: where it stood before.
    fn standing_after(event: &Self::Event) -> Option<ContestStanding>;
    /// Whether an event is the last.
    fn ends(event: &Self::Event) -> bool {
        Self::standing_after(event) == Some(ContestStanding::Over)
    }

    /// Whether matches are played from an event on; `None` if the event leaves that as it is.
    fn is_running_from(event: &Self::Event) -> Option<bool>;
    /// Returns what lists show if these events follow. Encounters are counted as before them: the
    /// events that end a contest pair and complete none.
    fn counts_after(&self, events: &[Self::Event]) -> ListedCounts;

    /// The bytes of an event.
    fn encode(event: &Self::Event) -> Vec<u8>;
    /// The event of these bytes.
    fn decode(bytes: &[u8]) -> Result<Self::Event, BrokenEvent>;
}

impl Competition for Tournament {
    type Fact = tournament::Fact;
    type Event = TournamentEvent;
    type Command = tournament::Command;
    type Refusal = TournamentRefusal;
    type MatchKey = tournament::MatchKey;
    type Scheduled = tournament::Scheduled;
    type MatchResult = tournament::MatchResult;
    type VoidMatch = ContestReason;

    fn begin(first: &TournamentEvent) -> Option<Tournament> {
        Tournament::replay([first])
    }

    fn take(&mut self, event: &TournamentEvent) -> bool {
        Tournament::take(self, event)
    }

    fn apply(&mut self, event: &TournamentEvent) {
        Tournament::apply(self, event);
    }

    fn seq(&self) -> Seq {
        self.seq
    }

    fn is_over(&self) -> bool {
        matches!(self.phase, tournament::Phase::Over(_))
    }

    fn decide(&self, command: &tournament::Command) -> Result<Vec<tournament::Fact>, TournamentRefusal> {
        Tournament::decide(self, command)
    }

    fn due(&self, now: Now<'_>) -> Vec<tournament::Fact> {
        // Whoever is away is waited for: a tournament pairs by its format alone.
        Tournament::due(self, now)
    }

    fn next_due_ms(&self, now_ms: u64, unix_ms: i64) -> Option<u64> {
        // What was due before is done, or waits for a match.
        Tournament::next_due_ms(self, now_ms, unix_ms).filter(|due_ms| *due_ms > now_ms)
    }

    fn rests(&self) -> bool {
        matches!(self.phase, tournament::Phase::Provisional { .. })
    }

    fn may_begin(&self) -> bool {
        Tournament::may_begin(self)
    }

    fn scheduled(&self) -> impl Iterator<Item = tournament::Scheduled> + Send + '_ {
        Tournament::scheduled(self)
    }

    fn awaited(&self) -> impl Iterator<Item = tournament::Scheduled> + Send + '_ {
        Tournament::awaited(self)
    }

    fn is_awaited(&self, match_key: &tournament::MatchKey) -> bool {
        Tournament::is_awaited(self, match_key)
    }

    fn waited_ms(&self, match_key: &tournament::MatchKey) -> u64 {
        Tournament::waited_ms(self, match_key)
    }

    fn waits(&self, match_key: tournament::MatchKey, waited_ms: u64) -> Option<tournament::Fact> {
        Tournament::waits(self, match_key, waited_ms)
    }

    fn accept_within_ms(&self) -> u64 {
        self.opened.rules.accept_within_ms
    }

    fn newly_seen(&self, are_here: &dyn Fn(&[&str]) -> Vec<bool>) -> Vec<tournament::Fact> {
        Tournament::newly_seen(self, are_here)
    }

    fn key_of(scheduled: &tournament::Scheduled) -> tournament::MatchKey {
        scheduled.match_key
    }

    fn count(
        match_key: tournament::MatchKey,
        result: Result<tournament::MatchResult, ContestReason>,
    ) -> tournament::Command {
        tournament::Command::Count { match_key, result }
    }

    fn event(seq: Seq, at_ms: u64, fact: tournament::Fact) -> TournamentEvent {
        TournamentEvent { seq, at_ms, fact }
    }

    fn seq_of(event: &TournamentEvent) -> Seq {
        event.seq
    }

    fn at_ms_of(event: &TournamentEvent) -> u64 {
        event.at_ms
    }

    fn opened_unix_ms(event: &TournamentEvent) -> Option<i64> {
        match &event.fact {
            tournament::Fact::Opened(opened) => Some(opened.opened_unix_ms),
            _ => None,
        }
    }

    fn standing_after(event: &TournamentEvent) -> Option<ContestStanding> {
        use tournament::{Fact, event::AfterVoid};
        match &event.fact {
            Fact::Provisional { until_unix_ms, .. } => Some(ContestStanding::Rests { until_unix_ms: *until_unix_ms }),
            // They reopen a tournament that rests.
            Fact::MatchAwarded { .. } | Fact::MatchVoided { then: AfterVoid::Replay, .. } => {
                Some(ContestStanding::Runs)
            }
            Fact::Ended { .. } => Some(ContestStanding::Over),
            _ => None,
        }
    }

    fn is_running_from(event: &TournamentEvent) -> Option<bool> {
        use tournament::{Fact, event::AfterVoid};
        match event.fact {
            // The last two reopen a tournament whose results are provisional.
            Fact::Started | Fact::MatchAwarded { .. } | Fact::MatchVoided { then: AfterVoid::Replay, .. } => Some(true),
            Fact::Provisional { .. } | Fact::Ended { .. } => Some(false),
            _ => None,
        }
    }

    fn counts_after(&self, events: &[TournamentEvent]) -> ListedCounts {
        let is_entry = |event: &&TournamentEvent| matches!(event.fact, tournament::Fact::EntrantJoined { .. });
        let is_removal = |event: &&TournamentEvent| matches!(event.fact, tournament::Fact::EntryRemoved { .. });
        let entrants = self.entrants.len() + events.iter().filter(is_entry).count();
        counts(
            entrants.saturating_sub(events.iter().filter(is_removal).count()),
            self.encounters.len(),
            self.unfinished(),
        )
    }

    fn encode(event: &TournamentEvent) -> Vec<u8> {
        tournament_codec::encode(event)
    }

    fn decode(bytes: &[u8]) -> Result<TournamentEvent, BrokenEvent> {
        tournament_codec::decode(bytes)
    }
}

impl Competition for Ladder {
    type Fact = ladder::Fact;
    type Event = LadderEvent;
    type Command = ladder::Command;
    type Refusal = LadderRefusal;
    type MatchKey = ladder::MatchKey;
    type Scheduled = ladder::Scheduled;
    type MatchResult = ladder::MatchResult;
    type VoidMatch = ladder::VoidMatch;

    fn begin(first: &LadderEvent) -> Option<Ladder> {
        Ladder::replay([first])
    }

    fn take(&mut self, event: &LadderEvent) -> bool {
        Ladder::take(self, event)
    }

    fn apply(&mut self, event: &LadderEvent) {
        Ladder::apply(self, event);
    }

    fn seq(&self) -> Seq {
        self.seq
    }

    fn is_over(&self) -> bool {
        self.phase != ladder::Phase::Open
    }

    fn decide(&self, command: &ladder::Command) -> Result<Vec<ladder::Fact>, LadderRefusal> {
        Ladder::decide(self, command)
    }

    fn due(&self, now: Now<'_>) -> Vec<ladder::Fact> {
        Ladder::due(self, now.at_ms, now.places)
    }

    fn next_due_ms(&self, now_ms: u64, _: i64) -> Option<u64> {
        Ladder::next_due_ms(self, now_ms)
    }

    fn rests(&self) -> bool {
        false
    }

    fn may_begin(&self) -> bool {
        Ladder::may_begin(self)
    }

    fn scheduled(&self) -> impl Iterator<Item = ladder::Scheduled> + Send + '_ {
        Ladder::scheduled(self)
    }

    fn awaited(&self) -> impl Iterator<Item = ladder::Scheduled> + Send + '_ {
        Ladder::awaited(self)
    }

    fn is_awaited(&self, match_key: &ladder::MatchKey) -> bool {
        Ladder::is_awaited(self, match_key)
    }

    fn waited_ms(&self, _: &ladder::MatchKey) -> u64 {
        0
    }

    fn waits(&self, _: ladder::MatchKey, _: u64) -> Option<ladder::Fact> {
        // A ladder pairs others meanwhile: a wait that starts over after a restart delays nothing.
        None
    }

    fn accept_within_ms(&self) -> u64 {
        self.opened.rules.accept_within_ms
    }

    fn newly_seen(&self, _: &dyn Fn(&[&str]) -> Vec<bool>) -> Vec<ladder::Fact> {
        // It pairs those alone that are connected.
        Vec::new()
    }

    fn key_of(scheduled: &ladder::Scheduled) -> ladder::MatchKey {
        scheduled.match_key
    }

    fn count(match_key: ladder::MatchKey, result: Result<ladder::MatchResult, ladder::VoidMatch>) -> ladder::Command {
        ladder::Command::Count { match_key, result }
    }

    fn event(seq: Seq, at_ms: u64, fact: ladder::Fact) -> LadderEvent {
        LadderEvent { seq, at_ms, fact }
    }

    fn seq_of(event: &LadderEvent) -> Seq {
        event.seq
    }

    fn at_ms_of(event: &LadderEvent) -> u64 {
        event.at_ms
    }

    fn opened_unix_ms(event: &LadderEvent) -> Option<i64> {
        match &event.fact {
            ladder::Fact::Opened(opened) => Some(opened.opened_unix_ms),
            _ => None,
        }
    }

    fn standing_after(event: &LadderEvent) -> Option<ContestStanding> {
        matches!(event.fact, ladder::Fact::Closed { .. }).then_some(ContestStanding::Over)
    }

    fn is_running_from(event: &LadderEvent) -> Option<bool> {
        match event.fact {
            ladder::Fact::Opened(_) => Some(true),
            ladder::Fact::Closed { .. } => Some(false),
            _ => None,
        }
    }

    fn counts_after(&self, events: &[LadderEvent]) -> ListedCounts {
        let is_entry = |event: &&LadderEvent| matches!(event.fact, ladder::Fact::EntrantJoined(_));
        let entrants = self.entrants.len() + events.iter().filter(is_entry).count();
        counts(entrants, self.next_encounter as usize, self.unfinished())
    }

    fn encode(event: &LadderEvent) -> Vec<u8> {
        ladder_codec::encode(event)
    }

    fn decode(bytes: &[u8]) -> Result<LadderEvent, BrokenEvent> {
        ladder_codec::decode(bytes)
    }
}

fn counts(entrants: usize, encounters: usize, unfinished: usize) -> ListedCounts {
    let [entrants, encounters, unfinished] =
        [entrants, encounters, unfinished].map(|number| u32::try_from(number).unwrap_or(u32::MAX));
    ListedCounts { entrants, encounters, unfinished }
}
