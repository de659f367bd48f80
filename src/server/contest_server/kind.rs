//! A kind of contest on a server, beside its rules: how its matches are opened in the hall, and
//! what may be seen of it.

use super::waiting::WaitingMatch;
use referee_contests::contest::{BadField, ContestKind, ContestRefusal, EventOf, MatchResult, VoidMatch};
use referee_ids::Seq;
use referee_law::{Contest, Reason, Refusal};
use referee_store::codec::contest::StoredOpening;

/// A kind of contest that this server carries through.
pub trait Kind: ContestKind<Opened: StoredOpening> {
    /// The name of the limit of running contests.
    const RUNNING_LIMIT: &'static str;
    /// The name of the limit of idle contests that are woken at once.
    const WOKEN_LIMIT: &'static str;
    /// The name of the limit on how many commands wait for one.
    const COMMANDS_LIMIT: &'static str;
    /// The reason of the error for a contest that does not exist.
    const UNKNOWN: Reason;

    /// The state of a running contest, for readers.
    type View: Send + Sync;
    /// State that all contests of this kind on a server share.
    type Shared: Default + Send + Sync;

    /// The readers' state after the first event; `None` if that opens nothing.
    fn view(first: &EventOf<Self>) -> Option<Self::View>;
    /// Takes the next event.
    fn follow(view: &mut Self::View, event: &EventOf<Self>);
    /// The contest in it.
    fn of(view: &Self::View) -> &Self;
    /// The first event that only hosts may see, with all after it; `None` if all are public.
    fn held_back_from(_: &Self::View) -> Option<Seq> {
        None
    }

    /// The consequence of a match that was not opened, for this reason, in the time that its
    /// players had to agree to it. Seats marked by `forfeits` did not agree, could not be seated,
    /// or were not connected.
    fn no_show(_: &Refusal, forfeits: &[bool]) -> Result<MatchResult, VoidMatch> {
        Ok(MatchResult::of_no_show(forfeits))
    }

    /// Whether a contest is one of this kind.
    fn is_one(contest: &Contest) -> bool {
        contest.kind() == Self::WORD
    }

    /// The error for a contest that does not exist.
    fn unknown(contest: &Contest) -> Refusal {
        Refusal::of_field(
            Self::UNKNOWN,
            format!("{}_id", Self::WORD),
            contest.name(),
            format!("a {} of this server", Self::WORD),
        )
    }

    /// The rejection, with a reason code and a text.
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

/// The state of a contest.
pub struct Seen<'a, K: Kind> {
    /// Its state for readers.
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

    /// The number of the newest public event.
    pub fn newest_public(&self) -> Seq {
        K::held_back_from(self.of).map_or(self.seq(), |first| Seq(first.0.saturating_sub(1)).min(self.seq()))
    }

    /// The public part of consecutive events: those before the first withheld one. Every public
    /// event passes through here.
    pub fn public<'e>(&self, events: &'e [EventOf<K>]) -> &'e [EventOf<K>] {
        let Some(first) = K::held_back_from(self.of) else { return events };
        &events[..events.partition_point(|event| event.seq < first)]
    }
}
