//! May this caller know of this match now? Every call that tells of matches asks here, and nowhere
//! else.
//!
//! The matches of a stage that its host has not released are sealed: the host and the seats of each
//! match know of it. To all others a sealed match does not exist. `tests/it/api/sealed/calls.rs`
//! lists which calls ask.

use super::{auth::Identity, context::ServiceContext};
use crate::{
    hall::{
        Listed, Results,
        standings::{Standings, StandingsAsked},
    },
    ids::PlayerId,
    referee::{MatchOpened, Refusal},
};

/// A caller that reads matches.
#[derive(Clone, Debug, Default)]
pub struct Looker {
    /// The player whose seats it sees; `None` for a spectator.
    pub player: Option<PlayerId>,
    /// Whether it hosts this server.
    is_host: bool,
}

impl Looker {
    /// A player that acts in a match, and whether it may as a host or an arbiter.
    pub fn acting(player: PlayerId, is_host: bool) -> Looker {
        Looker { player: Some(player), is_host }
    }
}

impl ServiceContext {
    /// The caller as a reader of matches.
    pub(super) fn looker(&self, caller: Option<&Identity>) -> Looker {
        Looker {
            player: caller.and_then(Identity::seeing_as),
            is_host: caller.is_some_and(|caller| self.is_host(caller)),
        }
    }

    /// Whether a caller may know of a match now. Of one whose opening cannot be read only if no
    /// contest holds results back.
    pub(super) fn may_know(&self, opened: Option<&MatchOpened>, looker: &Looker) -> bool {
        if looker.is_host {
            return true;
        }
        let Some(opened) = opened else { return !self.tournaments().seals_any() };
        let sits = looker.player.as_ref().is_some_and(|player| opened.players.contains(player));
        sits || opened.occasion.as_ref().is_none_or(|occasion| !self.tournaments().seals(occasion))
    }

    /// The same for a match of a list.
    pub(super) fn may_know_listed(&self, listed: &Listed, looker: &Looker) -> bool {
        self.may_know(listed.opened(), looker)
    }

    /// Leaves out the results that a caller may not know now, and returns their numbers.
    pub(super) fn withhold(&self, page: &mut Results, looker: &Looker) -> Vec<u64> {
        let withheld = page.results.extract_if(.., |(_, listed)| !self.may_know_listed(listed, looker));
        withheld.map(|(number, _)| number).collect()
    }

    /// The standings of a contest as a caller may see them: without the sealed matches, the
    /// caller's own among them.
    pub(super) async fn standings(&self, asked: StandingsAsked, looker: &Looker) -> Result<Standings, Refusal> {
        let looker = Looker { player: None, ..looker.clone() };
        let released = self.tournaments().released_stages(&asked.contest).filter(|_| !looker.is_host);
        let asked = StandingsAsked { released_stages: released, ..asked };
        self.hall().standings(asked, |opened| self.may_know(opened, &looker)).await
    }
}
