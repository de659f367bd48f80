//! Serialised events of tournaments: every event reads back unchanged, and malformed bytes are
//! errors.

use std::collections::BTreeSet;

use prost::Message as _;
use referee_contests::{
    contest::{ContestKind as _, ContestReason},
    tournament::{
        Entrant, Fact, Phase, Rules, Shown, Tournament, TournamentEvent, TournamentOpened,
        event::{EntryRemoval, Paired},
        rules::{PairTest, Release, Timetable},
    },
};
use referee_ids::Seq;
use referee_proto::{self as pb, v1};
use referee_store::codec::contest::{decode, encode, message, shown};

use super::played::{Played, every_format, with_tests};

fn logs() -> Vec<Vec<TournamentEvent>> {
    let timetable = Timetable { provisional_ms: 300, ..Timetable::default() };
    let by_host = |rules| Rules { release: Release::ByHost, timetable, ..rules };
    let rules = every_format().into_iter().chain(with_tests()).map(by_host);
    rules
        .enumerate()
        .map(|(seed, rules)| {
            let is_tested = rules.test.is_some();
            let mut played = Played::new(&rules, if is_tested { 2 } else { 5 }, seed as u64);
            if is_tested {
                played.play()
            } else {
                played.play_with_hosts()
            }
            played.log
        })
        .collect()
}

#[test]
fn every_event_is_read_as_it_was_written() {
    let mut logs = logs();
    // A log that contains the wait for an absent entrant.
    logs.push(super::absent::log_of_a_wait());
    for event in logs.iter().flatten() {
        assert_eq!(decode(&encode(event)).as_ref(), Ok(event));
    }
    let kinds: std::collections::BTreeSet<String> = logs
        .iter()
        .flatten()
        .map(|event| format!("{:?}", event.fact).split([' ', '(', '{']).next().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(kinds.len(), 21, "all kinds of events but none twice: {kinds:?}");
}

/// Replaces every sentence in a JSON value. Names and single words stay.
pub fn reword(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::String(text) if text.contains(' ') => "in other words".clone_into(text),
        serde_json::Value::Array(values) => values.iter_mut().for_each(reword),
        serde_json::Value::Object(fields) => fields.values_mut().for_each(reword),
        _ => {}
    }
}

#[test]
fn records_outlive_sentences() {
    let mut said = BTreeSet::new();
    for log in logs() {
        let mut reworded = Vec::new();
        for event in &log {
            let message = message(event);
            let mut json = serde_json::to_value(&message).expect("JSON");
            let (stored, shown) = (json.to_string(), serde_json::to_string(&shown(event)).expect("JSON"));
            if let Some(reason) = reason_of(&event.fact) {
                assert!(!stored.contains(&reason) && shown.contains(&reason), "{stored} {shown}");
                said.insert(reason);
            }
            reword(&mut json);
            let message: v1::ContestEvent =
                pb::json::read_written("referee.v1.ContestEvent", &json.to_string()).expect("an event");
            reworded.push(decode(&message.encode_to_vec()).expect("an event"));
        }
        let [before, after] = [&log, &reworded].map(|log| Tournament::replay(log).expect("a tournament has made it"));
        assert_eq!(before.standings(Shown::All), after.standings(Shown::All));
        assert_eq!(before.encounters.len(), after.encounters.len());
    }
    assert!(said.len() > 50, "{said:?}");
}

/// Returns the sentence of a reason that the program generated.
fn reason_of(fact: &Fact) -> Option<String> {
    let reason = match fact {
        Fact::EncounterPaired(Paired { reason, .. })
        | Fact::AwardGiven { reason, .. }
        | Fact::MatchVoided { reason, .. }
        | Fact::Provisional { reason, .. }
        | Fact::Ended { reason } => reason,
        _ => return None,
    };
    Some(reason.to_string()).filter(|sentence| !matches!(reason, ContestReason::Said(_)) && sentence.contains(' '))
}

#[test]
fn removed_entries_and_a_missed_start_read_back() {
    let removed = |cause| Fact::EntryRemoved { name: "ann".to_owned(), reason: "x".into(), cause };
    let causes = [EntryRemoval::Withdrawn, EntryRemoval::Barred, EntryRemoval::Absent];
    let ended = Fact::Ended { reason: ContestReason::NotStarted { entrants: 1 } };
    for fact in causes.map(removed).into_iter().chain([ended]) {
        let event = TournamentEvent { seq: Seq(7), at_ms: 9, fact };
        assert_eq!(decode(&encode(&event)).as_ref(), Ok(&event));
    }
}

#[test]
fn bytes_that_were_cut_are_an_error_and_changed_ones_no_panic() {
    for log in logs() {
        for event in log.iter().take(40) {
            let bytes = encode(event);
            for end in 0..bytes.len() {
                assert!(decode::<TournamentOpened>(&bytes[..end]).is_err(), "{end} bytes of {event:?}");
            }
            for at in 0..bytes.len() {
                let mut changed = bytes.clone();
                changed[at] ^= 0x55;
                // The changed bytes may still decode: to another event, or to the same one if the
                // byte is unused.
                let _ = decode::<TournamentOpened>(&changed);
            }
        }
    }
    let bad = decode::<TournamentOpened>(&[]).unwrap_err();
    assert_eq!(bad.field, "event");
}

/// Replaying a damaged log may fail but must not panic.
#[test]
fn a_log_that_no_tournament_has_written_is_refused() {
    for log in logs() {
        assert!(Tournament::replay(&log[1..]).is_none(), "it does not begin with its opening");
        let mut gap = log.clone();
        gap.remove(3);
        assert!(Tournament::replay(&gap).is_none());
        for at in 1..log.len() {
            for fact in [
                Fact::EntrantWithdrawn { entrant: Entrant(2000), reason: "x".into() },
                log[log.len() / 2].fact.clone(),
                log[0].fact.clone(),
                Fact::Started,
            ] {
                let mut other = log.clone();
                other[at].fact = fact;
                // The log may be rejected or not, but neither replay nor standings panic.
                if let Some(tournament) = Tournament::replay(&other) {
                    tournament.standings(referee_contests::tournament::Shown::All);
                    tournament.due(referee_contests::contest::Now::of_local(1_000_000, 0));
                }
            }
        }
        let mut late = log.clone();
        late.push(TournamentEvent { seq: Seq(1), at_ms: 0, fact: Fact::Resumed });
        assert!(Tournament::replay(&late).is_none());
    }
}

#[test]
fn a_test_is_of_two_among_more_by_their_encounters() {
    let test = with_tests().remove(0).test.expect("it has one");
    let test = PairTest { entrants: (Entrant(0), Entrant(3)), ..test };
    let rules = Rules { test: Some(test), release: Release::AtOnce, ..with_tests().remove(0) };
    for (entrants, fits) in [(4, true), (3, false)] {
        assert_eq!(rules.check_entrants(entrants).is_ok(), fits, "{entrants}");
    }
    let mut played = Played::new(&rules, 4, 5);
    played.play();
    let log: Vec<TournamentEvent> =
        played.log.iter().map(|event| decode(&encode(event)).expect("it is read")).collect();
    assert_eq!(log, played.log);
    let ended = Tournament::replay(&log).expect("it is a log");
    assert_eq!(ended.phase, Phase::Over(ContestReason::Tested));
    assert!(log.iter().any(|event| event.fact == Fact::TestDecided));
    let said = ended.test_in_words();
    assert!(
        said.as_ref().is_some_and(|said| said.starts_with("#1 - #4: H") && said.contains(" (100 Elo) accepted: LLR ")),
        "{said:?}"
    );
    let told = ended.test.as_ref().expect("it has one");
    let looked_at = &ended.encounters[..told.encounters() as usize];
    let of_both = |paired: &[Entrant]| paired.contains(&Entrant(0)) && paired.contains(&Entrant(3));
    let met = looked_at.iter().filter(|encounter| of_both(&encounter.paired.entrants)).count() as u64;
    assert_eq!(told.seen().pairs.count(), met, "encounters of others change nothing");
    assert!(met > 0 && met * 4 < looked_at.len() as u64, "{met} of {}", looked_at.len());
}
