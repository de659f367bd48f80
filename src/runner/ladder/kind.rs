//! What there is of a ladder beside its rules where engines of this machine play it.

use crate::{
    contest::{ContestReason, MatchKey},
    contest_steward::Idle,
    hall::NewLuck,
    ladder::{Command, Ladder},
    referee::{Contest, Seed},
    runner::contest::LocalKind,
};

impl LocalKind for Ladder {
    const WORD: &'static str = "ladder";
    // Nobody comes while nobody plays: a quarantine, or the patience of somebody, is not sat through.
    const IDLE: Idle = Idle::Passes;

    fn contest(id: String) -> Contest {
        Contest::Ladder(id)
    }

    /// As on a server, each match has deals of its own.
    fn luck(&self, match_key: &MatchKey) -> NewLuck {
        let seed = Seed::new(self.opened.deal_seed).derived(&format!("match {match_key}"));
        NewLuck { seed: Some(seed), ..NewLuck::default() }
    }

    fn put_out(_: usize, _: ContestReason) -> Option<Command> {
        // A ladder keeps an engine that fails in quarantine.
        None
    }
}
