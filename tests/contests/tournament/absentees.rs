//! Plays tournaments without some of their entrants.

use std::collections::BTreeSet;

use referee_contests::{
    contest::{ContestKind as _, Now},
    tournament::{Command, Fact, MatchResult, Phase, Rules, Scheduled, Tournament, TournamentEvent},
};
use referee_ids::Seq;

use super::played::{opened, result_of};

/// Maximum steps of a tournament. A tournament that takes more hangs.
const MAX_STEPS: usize = 20_000;

/// Plays a tournament to its end; the entrants in `absent` never come. Returns the tournament, its
/// log, and the time of its end.
pub fn play(rules: &Rules, entrants: u32, absent: &BTreeSet<u32>) -> (Tournament, Vec<TournamentEvent>, u64) {
    let opened = opened(rules.clone());
    let first = TournamentEvent { seq: Seq(1), at_ms: 0, fact: Fact::Opened(Box::new(opened)) };
    let mut tournament = Tournament::replay([&first]).expect("it opens");
    let (mut log, mut now_ms) = (vec![first], 0);
    let mut take = |tournament: &mut Tournament, now_ms: u64, facts: Vec<Fact>| {
        for fact in facts {
            let event = TournamentEvent { seq: tournament.seq.next(), at_ms: now_ms, fact };
            assert!(tournament.take(&event), "what follows can be replayed: {event:?}");
            log.push(event);
        }
    };
    let joins = (0..entrants).map(|number| Command::Enter(format!("entrant-{number}")));
    for command in joins.chain([Command::Start { absent: Vec::new() }]) {
        let facts = tournament.decide(&command).expect("it may");
        take(&mut tournament, 0, facts);
    }
    let is_here = |name: &&str| !absent.iter().any(|number| *name == format!("entrant-{number}"));
    for _ in 0..MAX_STEPS {
        let mut facts = tournament.newly_seen(&|names| names.iter().map(is_here).collect());
        if facts.is_empty() {
            facts = tournament.due(Now::of_local(now_ms, 0));
        }
        if !facts.is_empty() {
            take(&mut tournament, now_ms, facts);
            continue;
        }
        if matches!(tournament.phase, Phase::Over(_)) {
            return (tournament, log, now_ms);
        }
        let next = tournament.scheduled().next();
        match next {
            Some(scheduled) => {
                now_ms += 10;
                let command =
                    Command::Count { match_key: scheduled.match_key, result: Ok(result_with(&scheduled, absent)) };
                let facts = tournament.decide(&command).expect("it is awaited");
                take(&mut tournament, now_ms, facts);
            }
            None => {
                let due_ms = tournament.next_due_ms(now_ms, 0);
                now_ms = due_ms.filter(|due_ms| *due_ms > now_ms).expect("it waits for something");
            }
        }
    }
    panic!("{} of {entrants} without {absent:?} hangs", rules.format.word());
}

fn result_with(scheduled: &Scheduled, absent: &BTreeSet<u32>) -> MatchResult {
    let forfeits: Vec<bool> = scheduled.entrants.iter().map(|entrant| absent.contains(&entrant.0)).collect();
    if forfeits.contains(&true) { MatchResult::of_no_show(&forfeits) } else { result_of(scheduled) }
}
