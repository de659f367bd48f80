//! What there is of a tournament beside its rules where engines of this machine play it.

use std::time::Duration;

use crate::{
    contest::{ContestReason, Entrant, MatchKey},
    contest_steward::Idle,
    hall::NewLuck,
    referee::{Contest, Seed},
    runner::contest::LocalKind,
    tournament::{Command, Tournament},
};

impl LocalKind for Tournament {
    const WORD: &'static str = "tournament";
    const IDLE: Idle = Idle::Waits;

    fn contest(id: String) -> Contest {
        Contest::Tournament(id)
    }

    /// The matches of an encounter are dealt alike, unless the rules have it otherwise. What is dealt alike
    /// takes no nonces, which would deal each match in its own way, and does not show what is still to be dealt: the tournament does.
    fn luck(&self, match_key: &MatchKey) -> NewLuck {
        match self.deals_of(match_key) {
            Some((seed, deal_id)) => {
                NewLuck { seed: Some(seed), deal_id: Some(deal_id), is_withheld: true, nonce_wait: Duration::ZERO }
            }
            // What is dealt by itself follows from the same seed, and from which match it is.
            None => {
                let seed = Seed::new(self.opened.deal_seed).derived(&format!("match {match_key}"));
                NewLuck { seed: Some(seed), ..NewLuck::default() }
            }
        }
    }

    fn put_out(entrant: usize, reason: ContestReason) -> Option<Command> {
        Some(Command::Withdraw { entrant: Entrant::at(entrant), reason })
    }
}
