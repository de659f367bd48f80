//! What the server needs of a kind of contest in addition to its rules: how its matches are opened
//! in the hall, and who may see what.

use super::waiting::WaitingMatch;
use referee_contests::contest::{BadField, ContestKind, ContestRefusal, EventOf, MatchResult, VoidMatch};
use referee_ids::Seq;
use referee_law::{Contest, Reason, Refusal};
use referee_store::codec::contest::StoredOpening;

/// A kind of contest that this server can run.
pub trait Kind: ContestKind<Opened: StoredOpening> {
    /// Name of the limit of running contests.
    const RUNNING_LIMIT: &'static str;
    /// Name of the limit of resting contests that were woken.
    const WOKEN_LIMIT: &'static str;
    /// Name of the limit of queued commands per contest.
    const COMMANDS_LIMIT: &'static str;
    /// Reason of the refusal for a contest that does not exist.
    const UNKNOWN: Reason;

    /// The state of a running contest, for readers.
    type View: Send + Sync;
    /// State that all contests of this kind share on a server.
    type Shared: Default + Send + Sync;

    /// Returns the readers' state after the first event; `None` if that event opens no contest.
    fn view(first: &EventOf<Self>) -> Option<Self::View>;
    /// Applies the next event to the readers' state.
    fn follow(view: &mut Self::View, event: &EventOf<Self>);
    /// Returns the contest in the readers' state.
    fn of(view: &Self::View) -> &Self;
    /// Returns the number of the first event that only hosts may see, like all events after it;
    /// `None` if all events are public.
    fn held_back_from(_: &Self::View) -> Option<Seq> {
        None
    }

    /// Returns the consequence if a match was not opened within the time for its players to agree;
    /// the refusal says why. `forfeits` marks the seats that did not agree, could not be seated, or
    /// were not connected.
    fn no_show(_: &Refusal, forfeits: &[bool]) -> Result<MatchResult, VoidMatch> {
        Ok(MatchResult::of_no_show(forfeits))
    }

    /// Returns whether a contest is of this kind.
    fn is_one(contest: &Contest) -> bool {
        contest.kind() == Self::WORD
    }

    /// Returns the refusal for a contest that does not exist.
    fn unknown(contest: &Contest) -> Refusal {
        Refusal::of_field(
            Self::UNKNOWN,
            format!("{}_id", Self::WORD),
            contest.name(),
            format!("a {} of this server", Self::WORD),
        )
    }

    /// Converts a refusal of the contest, with a reason code and a text.
    fn refuse(&self, refusal: ContestRefusal) -> Refusal {
        let text = self.named(&refusal);
        match refusal {
            ContestRefusal::BadField(BadField { field, value, expected }) => {
                let value = self.named(value.trim_matches('`'));
                Refusal::of_field(Reason::BadField, field, &value, expected)
            }
            ContestRefusal::WrongState { .. }
            | ContestRefusal::OtherKind(_)
            | ContestRefusal::EntriesFrozen(_)
            | ContestRefusal::WrongStatus { .. }
            | ContestRefusal::NoReturn(_)
            | ContestRefusal::Unchangeable(..) => Refusal::new(Reason::WrongState, text),
            ContestRefusal::UnknownEntrant(_) => Refusal::new(Reason::UnknownPlayer, text),
            ContestRefusal::UnknownMatch(_) => Refusal::new(Reason::UnknownMatch, text),
        }
    }
}

/// A contest as a reader sees it.
pub struct Seen<'a, K: Kind> {
    /// The readers' state of the contest.
    pub of: &'a K::View,
    /// The matches that are due and wait.
    pub waiting: &'a [WaitingMatch],
}

impl<K: Kind> Clone for Seen<'_, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: Kind> Copy for Seen<'_, K> {}

impl<K: Kind> Seen<'_, K> {
    /// Returns the number of the newest event.
    pub fn seq(&self) -> Seq {
        K::of(self.of).seq()
    }

    /// Returns the number of the newest public event.
    pub fn newest_public(&self) -> Seq {
        K::held_back_from(self.of).map_or(self.seq(), |first| Seq(first.0.saturating_sub(1)).min(self.seq()))
    }

    /// Returns the public part of consecutive events: those before the first withheld one. Every
    /// event that the server publishes must pass this filter.
    pub fn public<'e>(&self, events: &'e [EventOf<K>]) -> &'e [EventOf<K>] {
        let Some(first) = K::held_back_from(self.of) else { return events };
        &events[..events.partition_point(|event| event.seq < first)]
    }
}
