//! Decides whether a caller may know of a match now. Every call that reveals matches uses this
//! check.
//!
//! Matches of a stage that the host has not released are sealed: only the host and the players of a
//! match know of it. For all other callers, a sealed match does not exist.
//! `tests/it/api/contests/sealed/calls.rs` lists the calls that use this check.

use super::{Identity, looker::Looker};
use crate::api::context::ServiceContext;
use referee_law::{MatchOpened, Refusal};

use crate::hall::{
    Listed, Results,
    records::standings_cache::{Standings, StandingsAsked},
};

impl ServiceContext {
    /// Returns the caller as a reader of matches.
    pub(in crate::api) fn looker(&self, caller: Option<&Identity>) -> Looker {
        Looker {
            player: caller.and_then(Identity::seeing_as),
            is_host: caller.is_some_and(|caller| self.is_host(caller)),
        }
    }

    /// Returns whether a caller may know of a match now. If the opening of the match is unreadable,
    /// callers may know of it only while no contest holds back results.
    pub(in crate::api) fn may_know(&self, opened: Option<&MatchOpened>, looker: &Looker) -> bool {
        if looker.is_host {
            return true;
        }
        let Some(opened) = opened else { return !self.tournaments().seals_any() };
        let sits = looker.player.as_ref().is_some_and(|player| opened.players.contains(player));
        sits || opened.occasion.as_ref().is_none_or(|occasion| !self.tournaments().seals(occasion))
    }

    /// Returns whether a caller may know of a listed match.
    pub(in crate::api) fn may_know_listed(&self, listed: &Listed, looker: &Looker) -> bool {
        self.may_know(listed.opened(), looker)
    }

    /// Removes the results that a caller may not know now, and returns their numbers.
    pub(in crate::api) fn withhold(&self, page: &mut Results, looker: &Looker) -> Vec<u64> {
        let withheld = page.results.extract_if(.., |(_, listed)| !self.may_know_listed(listed, looker));
        withheld.map(|(number, _)| number).collect()
    }

    /// Returns the standings of a contest without sealed matches, not even the caller's own.
    pub(in crate::api) async fn standings(&self, asked: StandingsAsked, looker: &Looker) -> Result<Standings, Refusal> {
        let looker = Looker { player: None, ..looker.clone() };
        let released = self.tournaments().released_stages(&asked.contest).filter(|_| !looker.is_host);
        let asked = StandingsAsked { released_stages: released, ..asked };
        self.hall().standings(asked, |opened| self.may_know(opened, &looker)).await
    }
}
