//! What there is of a tournament beside its rules where engines of this machine play it.

use std::time::Duration;

use crate::{
    contest::ContestReason,
    hall::NewLuck,
    referee::{Contest, Seed, forfeit::Played},
    runner::{
        contest::{Fixture, LocalKind},
        finished::Finished,
    },
    steward::{Idle, tournament_result},
    tournament::{Command, Entrant, MatchKey, MatchResult, Scheduled, Tournament},
};

impl LocalKind for Tournament {
    const WORD: &'static str = "tournament";
    const IDLE: Idle = Idle::Waits;

    fn contest(id: String) -> Contest {
        Contest::Tournament(id)
    }

    fn fixture(&self, scheduled: &Scheduled) -> Fixture {
        let Scheduled { match_key, entrants, number, opening } = scheduled;
        Fixture {
            entrants: entrants.iter().map(|entrant| entrant.index()).collect(),
            encounter: *number,
            opening: *opening,
            pairing: match_key.number_in_all(),
            luck: luck(self, match_key),
        }
    }

    fn put_out(entrant: usize, reason: ContestReason) -> Option<Command> {
        Some(Command::Withdraw { entrant: Entrant::at(entrant), reason })
    }

    fn result_of(finished: &Finished) -> Result<MatchResult, ContestReason> {
        let played = &finished.played;
        let elapsed_ms = u64::try_from(played.elapsed.as_millis()).unwrap_or(u64::MAX);
        let lost: Vec<_> = played.lost.iter().map(|loss| (loss.seat, loss.cause)).collect();
        let of = Played { lost: &lost, moves: &played.moves };
        tournament_result(&played.verdict, played.entrants.len(), of, played.plies, elapsed_ms, played.digest)
    }
}

/// Where the luck of a match comes from: the matches of an encounter are dealt alike, unless the rules have it otherwise. What is dealt alike
/// takes no nonces, which would deal each match in its own way, and does not show what is still to be dealt: the tournament does.
fn luck(tournament: &Tournament, match_key: &MatchKey) -> NewLuck {
    match tournament.deals_of(match_key) {
        Some((seed, deal_id)) => {
            NewLuck { seed: Some(seed), deal_id: Some(deal_id), is_withheld: true, nonce_wait: Duration::ZERO }
        }
        // What is dealt by itself follows from the same seed, and from which match it is.
        None => {
            let seed = Seed::new(tournament.opened.deal_seed).derived(&format!("match {match_key}"));
            NewLuck { seed: Some(seed), ..NewLuck::default() }
        }
    }
}
