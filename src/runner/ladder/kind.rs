//! What there is of a ladder beside its rules where engines of this machine play it.

use crate::{
    contest::ContestReason,
    hall::NewLuck,
    ladder::{Command, Ladder, MatchResult, Scheduled, VoidMatch},
    referee::{Contest, Fact, Seed},
    runner::{
        contest::{Fixture, LocalKind},
        finished::Finished,
    },
    steward::{Idle, ladder_result::Course},
};

impl LocalKind for Ladder {
    const WORD: &'static str = "ladder";
    // Nobody comes while nobody plays: a quarantine, or the patience of somebody, is not sat through.
    const IDLE: Idle = Idle::Passes;

    fn contest(id: String) -> Contest {
        Contest::Ladder(id)
    }

    fn fixture(&self, scheduled: &Scheduled) -> Fixture {
        let Scheduled { match_key, entrants, opening, .. } = scheduled;
        let seed = Seed::new(self.opened.deal_seed).derived(&format!("match {match_key}"));
        Fixture {
            entrants: entrants.iter().map(|entrant| entrant.index()).collect(),
            encounter: match_key.encounter,
            opening: *opening,
            pairing: match_key.number_in_all(),
            // As on a server, each match has deals of its own.
            luck: NewLuck { seed: Some(seed), ..NewLuck::default() },
        }
    }

    fn put_out(_: usize, _: ContestReason) -> Option<Command> {
        // A ladder keeps an engine that fails in quarantine.
        None
    }

    fn result_of(finished: &Finished) -> Result<MatchResult, VoidMatch> {
        let Finished { played, events, .. } = finished;
        let lost: Vec<_> = played.lost.iter().map(|lost| (lost.seat, lost.cause)).collect();
        let rounds = events.iter().filter(|event| matches!(event.fact, Fact::RoundEnded { .. })).count();
        let course = Course {
            verdict: &played.verdict,
            lost: &lost,
            moves: &played.moves,
            charged: &played.charged,
            is_counted: true,
            rounds: u32::try_from(rounds).unwrap_or(u32::MAX),
            elapsed_ms: u64::try_from(played.elapsed.as_millis()).unwrap_or(u64::MAX),
            digest: played.digest,
        };
        course.result()
    }
}
