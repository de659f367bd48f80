//! The interface that tournaments and ladders share, for code that runs, shows or stores them.

use std::fmt;

use referee_ids::{MatchId, Seq};
use referee_law::{Contest, Seed};

use super::{
    Command, ContestReason, ContestRefusal, Entrant, Event, Fact, MatchKey, Now, Opening, Paired, Phase, Progress,
    Scheduled, Status, named,
};

/// A fact of a contest, without its number and its time.
pub type FactOf<C> = Fact<<C as ContestKind>::Opened>;
/// A fact with its number and its time.
pub type EventOf<C> = Event<<C as ContestKind>::Opened>;
/// A command to a contest.
pub type CommandOf<C> = Command<<C as ContestKind>::Opened>;

/// A kind of contest: a fold of events that decides commands, automatic facts and the matches to
/// play. It never waits and reads no clock; its methods depend on their arguments alone.
pub trait ContestKind: fmt::Debug + Sized + Send + Sync + 'static {
    /// The opening of a contest of this kind.
    type Opened: Opening;
    /// The word for this kind in fields, logs and refusals: `tournament`.
    const WORD: &'static str;
    /// Whether a match that all players missed counts as forfeited by all.
    const COUNTS_DESERTED: bool;
    /// Whether matches are played immediately after the opening.
    const RUNS_WHEN_OPENED: bool;

    /// Returns the general form of the contest with this id.
    fn contest(id: String) -> Contest;
    /// Creates the contest from its first event; `None` unless that event is an opening.
    fn begin(first: &EventOf<Self>) -> Option<Self>;
    /// Returns the opening of the contest.
    fn opened(&self) -> &Self::Opened;
    /// Returns whether everything that an outside fact refers to exists.
    fn could_have(&self, fact: &FactOf<Self>) -> bool;
    /// Applies an event.
    fn apply(&mut self, event: &EventOf<Self>);
    /// Returns the number of the newest event.
    fn seq(&self) -> Seq;
    fn phase(&self) -> &Phase;
    /// Returns why the contest is paused; `None` if it is running.
    fn paused(&self) -> Option<&ContestReason>;

    /// Returns the facts that follow from a command, without changing anything.
    fn decide(&self, command: &CommandOf<Self>) -> Result<Vec<FactOf<Self>>, ContestRefusal>;
    /// Returns the facts that follow without a command.
    fn due(&self, now: Now<'_>) -> Vec<FactOf<Self>>;
    /// Returns when to call [`ContestKind::due`] again if nothing happens, in milliseconds since
    /// the opening.
    fn next_due_ms(&self, now_ms: u64, unix_ms: i64) -> Option<u64>;
    /// Returns the matches without a result, whether they may begin or not. Matches that are due
    /// first come first.
    fn awaited(&self) -> impl Iterator<Item = Scheduled> + Send + '_;
    /// Returns whether the end of a match would change the contest.
    fn is_awaited(&self, match_key: &MatchKey) -> bool;
    /// Returns how long a match waits for players that have not accepted it or cannot be seated, in
    /// milliseconds.
    fn accept_within_ms(&self) -> u64;

    fn name_of(&self, entrant: Entrant) -> Option<&str>;
    fn status_of(&self, entrant: Entrant) -> Option<&Status>;
    /// Returns the pairing of the encounter of a match.
    fn paired(&self, match_key: &MatchKey) -> Option<&Paired>;
    /// Returns the progress of the matches, `age_ms` milliseconds after the opening.
    fn progress(&self, age_ms: u64) -> Progress;
    /// Returns the number of entrants, of paired encounters, and of encounters with unplayed
    /// matches.
    fn counts(&self) -> [usize; 3];

    /// Returns the shared deal of a match of an encounter: the seed, and the name that replaces the
    /// match's id.
    fn deals_of(&self, _: &MatchKey) -> Option<(Seed, MatchId)> {
        None
    }
    /// Returns the stored wait of a match for its players, in milliseconds.
    fn waited_ms(&self, _: &MatchKey) -> u64 {
        0
    }
    /// Returns the event that stores a total wait of this length; `None` if storing it is
    /// unnecessary.
    fn waits(&self, _: MatchKey, _waited_ms: u64) -> Option<FactOf<Self>> {
        None
    }
    /// Returns an event for each present entrant whose presence matters; `are_here` checks the
    /// presence.
    fn newly_seen(&self, _are_here: &dyn Fn(&[&str]) -> Vec<bool>) -> Vec<FactOf<Self>> {
        Vec::new()
    }
    /// Returns the number of published stages; `None` if all results are public.
    fn released_stages(&self) -> Option<u32> {
        None
    }
    /// Returns the number and the stage of each encounter in the order of pairing, without the
    /// first `_known`.
    fn stages_of_encounters(&self, _known: usize) -> impl Iterator<Item = (u32, u32)> {
        std::iter::empty()
    }

    /// Builds a contest from its events; `None` if they do not begin with its opening, have a gap,
    /// or refer to unknown things.
    fn replay<'a>(events: impl IntoIterator<Item = &'a EventOf<Self>>) -> Option<Self> {
        let mut events = events.into_iter();
        let mut contest = Self::begin(events.next()?)?;
        events.all(|event| contest.take(event)).then_some(contest)
    }
    /// Applies the next event of a foreign log. Returns `false`, and changes nothing, if the event
    /// does not follow.
    fn take(&mut self, event: &EventOf<Self>) -> bool {
        let follows = event.seq == self.seq().next() && self.could_have(&event.fact);
        if follows {
            self.apply(event);
        }
        follows
    }
    fn is_over(&self) -> bool {
        self.phase().is_over()
    }
    /// Returns whether the contest has no open match and nothing is due for long. A request or
    /// [`ContestKind::next_due_ms`] wakes it.
    fn rests(&self) -> bool {
        matches!(self.phase(), Phase::Provisional { .. })
    }
    /// Returns whether matches may begin: not during a pause, and not after the decision.
    fn may_begin(&self) -> bool {
        *self.phase() == Phase::Running && self.paused().is_none()
    }
    /// Returns the matches to be played; none during a pause.
    fn scheduled(&self) -> impl Iterator<Item = Scheduled> + Send + '_ {
        let may_begin = self.may_begin();
        self.awaited().take_while(move |_| may_begin)
    }
    /// Returns the names of the entrants that have not left.
    fn playing(&self) -> impl Iterator<Item = &str> {
        let all = (0..).map(Entrant).map_while(|entrant| Some((self.name_of(entrant)?, self.status_of(entrant)?)));
        all.filter(|(_, status)| **status == Status::In).map(|(name, _)| name)
    }
    /// Returns the entrant with this name.
    fn entrant_named(&self, name: &str) -> Option<Entrant> {
        let names = (0..).map(Entrant).map_while(|entrant| Some((entrant, self.name_of(entrant)?)));
        names.into_iter().find(|(_, own)| *own == name).map(|(entrant, _)| entrant)
    }
    /// Replaces the numbers of entrants in a text, written as `#3`, by their names.
    fn named(&self, text: impl fmt::Display) -> String {
        named(text, |index| self.name_of(Entrant(u32::try_from(index).ok()?)))
    }
}

/// A contest during its opening, with the facts with which it begins.
pub struct NewContest<C: ContestKind> {
    pub contest: C,
    pub events: Vec<EventOf<C>>,
}

impl<C: ContestKind> NewContest<C> {
    /// Opens a contest; `None` if the opening is invalid.
    pub fn open(opened: C::Opened) -> Option<NewContest<C>> {
        let first = Event { seq: Seq(1), at_ms: 0, fact: Fact::Opened(Box::new(opened)) };
        Some(NewContest { contest: C::begin(&first)?, events: vec![first] })
    }

    /// Decides a command and applies its facts.
    pub fn take(&mut self, command: &CommandOf<C>) -> Result<(), ContestRefusal> {
        for fact in self.contest.decide(command)? {
            let event = Event { seq: self.contest.seq().next(), at_ms: 0, fact };
            self.contest.apply(&event);
            self.events.push(event);
        }
        Ok(())
    }
}
