//! What there is of a kind of competition beside its rules: how its matches are opened in the hall, and what may be seen of it.

use std::fmt;

use super::waiting::WaitingMatch;
use crate::{
    hall::tally::Tally,
    ids::{MatchId, Seq},
    referee::{Contest, Refusal, Seed},
    steward::Competition,
    store::MatchRow,
};

/// A kind of competition that this server carries through.
pub trait Kind: Competition + fmt::Debug {
    /// Its word in fields, logs and refusals: `tournament`.
    const WORD: &'static str;
    /// The name of the limit on how many are carried through at once.
    const RUNNING_LIMIT: &'static str;
    /// The name of the limit on how many that rest are carried on at once.
    const WOKEN_LIMIT: &'static str;
    /// The name of the limit on how many commands wait for one.
    const COMMANDS_LIMIT: &'static str;

    /// What is kept of one that is carried through, for those who look at it.
    type View: Send + Sync;
    /// An event as everybody may see it.
    type Shown: Send;
    /// What all of this kind on a server have together.
    type Shared: Default + Send + Sync;

    /// The contest of this name.
    fn contest(id: String) -> Contest;
    /// Whether a contest is one of this kind.
    fn is_one(contest: &Contest) -> bool;

    /// What is kept for those who look, as the first event has it; `None` where that opens nothing.
    fn view(first: &Self::Event) -> Option<Self::View>;
    /// Takes the next event.
    fn follow(view: &mut Self::View, event: &Self::Event);
    /// The competition in it.
    fn of(view: &Self::View) -> &Self;
    /// An event as everybody may see it.
    fn shown(event: &Self::Event) -> Self::Shown;
    /// The first event that whoever is no host may not see, nor any behind it; `None` where everybody sees all.
    fn held_back_from(view: &Self::View) -> Option<Seq>;

    /// The number of released stages; `None` if it shows all results.
    fn released_stages(&self) -> Option<u32>;
    /// The stages of its encounters, from the encounter of this number on.
    fn stages_of_encounters(&self, from: usize) -> impl Iterator<Item = u32>;

    /// What it declines with, as a program can branch on it and a person can read it.
    fn refuse(&self, refusal: Self::Refusal) -> Refusal;
    /// There is none of this name.
    fn unknown(contest: &Contest) -> Refusal;

    /// Who plays what where in a match that is to be played.
    fn fixture(&self, scheduled: &Self::Scheduled) -> Fixture<'_>;
    /// What a match came to.
    fn result_of(row: &MatchRow, tally: &Tally) -> Result<Self::MatchResult, Self::VoidMatch>;
    /// What a match came to that was not opened, for this reason, in the time that its players had
    /// to agree to it. Those of the seats of which `forfeits` says so did not agree, could not be
    /// seated, or were not connected.
    fn no_show(refusal: &Refusal, forfeits: &[bool]) -> Result<Self::MatchResult, Self::VoidMatch>;
}

/// Who plays what where: a match as its competition knows it.
#[derive(Clone, Debug)]
pub struct Fixture<'a> {
    /// Which of the competition's match setups it is played by.
    pub setup: usize,
    /// The names on seat 0, 1, ...
    pub entrants: Vec<&'a str>,
    /// The number of its encounter, from 0.
    pub encounter: u32,
    /// The number of its opening in the order of the set, from 0.
    pub opening: u64,
    /// The number of the match and its attempt in the encounter, from 0.
    pub pairing: u32,
    /// How it is dealt where others are dealt as it is: the seed, and what stands for the match's id.
    pub deals: Option<(Seed, MatchId)>,
}

/// A competition as it stands.
pub struct Seen<'a, K: Kind> {
    /// What is kept of it.
    pub of: &'a K::View,
    /// The matches that are due and not open.
    pub waiting: &'a [WaitingMatch],
}

impl<K: Kind> Clone for Seen<'_, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: Kind> Copy for Seen<'_, K> {}

impl<K: Kind> Seen<'_, K> {
    /// The number of the newest event.
    pub fn seq(&self) -> Seq {
        K::of(self.of).seq()
    }

    /// What everybody may see of events that follow each other: those before the first that is held back. All that an event says to
    /// everybody goes through here.
    pub fn public<'e>(&self, events: &'e [K::Event]) -> &'e [K::Event] {
        let Some(first) = K::held_back_from(self.of) else { return events };
        &events[..events.partition_point(|event| K::seq_of(event) < first)]
    }
}
