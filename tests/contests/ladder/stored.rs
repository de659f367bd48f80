//! Serialised events of ladders: every event reads back unchanged, and malformed bytes are errors.

use std::collections::BTreeSet;

use referee_contests::{
    contest::{ContestKind as _, ContestReason},
    ladder::{
        AfterVoid, Anchor, Command, Declaration, Entrant, Entry, Fact, Ladder, LadderEvent, LadderOpened, Results,
    },
};
use referee_ids::Seq;
use referee_store::{
    codec::contest::{decode, encode, shown},
    ladder_record::{LadderRecord, LadderRecordLines},
};

use super::played::{Played, category, declares, joins, rules, with_accidents};
use crate::{tournament::stored::reword, tries::repeats};

/// Returns the log of a ladder with every kind of event.
fn log() -> Vec<LadderEvent> {
    let mut played = Played::new(rules(vec![category("go", 2), category("cards", 3)]), 5);
    let reason = || ContestReason::from("why not");
    for bot in 0..8 {
        played.join(joins(bot, bot, declares(&[0, 1], 1)));
    }
    let anchors = vec![Anchor { category: 1, elo: -30, sd: 5 }];
    played.join(Entry { version_of: Some(Entrant(2)), anchors, ..joins(8, 2, declares(&[1], 2)) });
    played.until(20_000_000, &mut with_accidents);
    for command in [
        Command::FreezeEntries { reason: reason() },
        Command::OpenEntries,
        Command::Declare {
            entrant: Entrant(0),
            declaration: Declaration { categories: vec![0], at_once: 2, matches_per_day: 99 },
        },
        Command::Withdraw { entrant: Entrant(1), reason: reason() },
        Command::Revive { entrant: Entrant(1) },
        Command::Quarantine { entrant: Entrant(3), reason: reason() },
        Command::Release { entrant: Entrant(3), reason: reason() },
        Command::Pause { reason: reason() },
        Command::Resume,
    ] {
        assert_eq!(played.command(command), Ok(1));
    }
    let counted = played.log.iter().rev().find_map(|event| match &event.fact {
        Fact::MatchCounted { match_key, .. } => Some(*match_key),
        _ => None,
    });
    let match_key = counted.expect("something counts");
    assert_eq!(played.command(Command::Void { match_key, reason: reason(), then: AfterVoid::Keep }), Ok(1));
    assert_eq!(played.command(Command::Disqualify { entrant: Entrant(4), reason: reason() }), Ok(1));
    assert_eq!(played.command(Command::End { reason: reason() }), Ok(1));
    played.log
}

#[test]
fn every_event_is_read_as_it_was_written() {
    let log = log();
    for event in &log {
        assert_eq!(decode(&encode(event)).as_ref(), Ok(event));
    }
    let kind = |event: &LadderEvent| {
        let text = format!("{:?}", event.fact);
        text.split([' ', '(', '{']).next().unwrap_or_default().to_owned()
    };
    let kinds: BTreeSet<String> = log.iter().map(kind).collect();
    assert_eq!(kinds.len(), 16, "all kinds of events: {kinds:?}");
}

#[test]
fn records_outlive_sentences() {
    let log = log();
    let mut lines = LadderRecordLines::default();
    let (mut reworded, mut said) = (String::new(), BTreeSet::new());
    for event in &log {
        let line = lines.line(event);
        if let Some(reason) = reason_of(&event.fact) {
            assert!(!line.contains(&reason), "{line}");
            assert!(serde_json::to_string(&shown(event)).expect("JSON").contains(&reason), "viewers read it: {line}");
            said.insert(reason);
        }
        let mut line = serde_json::from_str(&line).expect("JSON");
        reword(&mut line);
        reworded += &format!("{line}\n");
    }
    assert!(said.len() > 20, "{said:?}");
    let mut read = Vec::new();
    LadderRecord::read(reworded.as_bytes(), |event| read.push(event.clone())).expect("a record");
    let ladder = Ladder::replay(&read).expect("a ladder has made it");
    let before = Ladder::replay(&log).expect("a ladder has made it");
    assert_eq!((ladder.seq, ladder.next_encounter), (before.seq, before.next_encounter));
    assert_eq!(Results::fold(&read).publish(0).ok().map(|one| one.table()), {
        Results::fold(&log).publish(0).ok().map(|one| one.table())
    });
}

/// Returns the sentence of a reason that the program generated.
fn reason_of(fact: &Fact) -> Option<String> {
    let reason = match fact {
        Fact::EncounterPaired(paired) => return Some(paired.reason.to_string()),
        Fact::EntrantQuarantined { reason, .. }
        | Fact::EntrantReleased { reason, .. }
        | Fact::MatchVoided { reason, .. }
        | Fact::Ended { reason } => reason,
        _ => return None,
    };
    Some(reason.to_string()).filter(|sentence| !matches!(reason, ContestReason::Said(_)) && sentence.contains(' '))
}

#[test]
fn bytes_that_were_cut_are_an_error_and_changed_ones_no_panic() {
    for event in log().iter().take(60) {
        let bytes = encode(event);
        for end in 0..bytes.len() {
            assert!(decode::<LadderOpened>(&bytes[..end]).is_err(), "{end} bytes of {event:?}");
        }
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x55;
            // The changed bytes may still decode: to another event, or to the same one if the byte
            // is unused.
            let _ = decode::<LadderOpened>(&changed);
        }
    }
    assert_eq!(decode::<LadderOpened>(&[]).unwrap_err().field, "event");
}

/// Replaying a damaged log may fail but must not panic.
#[test]
fn a_log_that_no_ladder_has_written_is_refused() {
    let log = log();
    assert!(Ladder::replay(&log[1..]).is_none(), "it does not begin with its opening");
    let mut gap = log.clone();
    gap.remove(3);
    assert!(Ladder::replay(&gap).is_none());
    for at in (1..log.len()).step_by((log.len() / repeats("REFEREE_DAMAGED_LOGS", 16)).max(1)) {
        for fact in [
            Fact::EntrantRevived { entrant: Entrant(2000) },
            log[log.len() / 2].fact.clone(),
            log[0].fact.clone(),
            Fact::Resumed,
        ] {
            let mut other = log.clone();
            other[at].fact = fact;
            // The log may be rejected or not, but nothing panics.
            if let Some(ladder) = Ladder::replay(&other) {
                ladder.due(1_000_000, &|names, _| vec![usize::MAX; names.len()]);
            }
        }
    }
    let mut late = log.clone();
    late.push(LadderEvent { seq: Seq(1), at_ms: 0, fact: Fact::Resumed });
    assert!(Ladder::replay(&late).is_none());
}
