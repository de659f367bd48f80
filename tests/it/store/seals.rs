//! The seal after a record: it names the origin of the record, and reveals every change.

use std::{fs, os::unix::fs::PermissionsExt as _};

use referee::{
    law::{Event, Fact, verify::verify_with},
    store::{
        record::{self, BadRecord, Record},
        seal::{BadSeal, KEY_FILE, KeyFileError, Origin, PublicKey, Signer},
    },
};

use super::sample;
use crate::{every_end::ends, takeaway::TAKEAWAY};

/// A real match that another implementation signed. Records like it exist elsewhere, so it must
/// never change.
const GOLDEN: &str = include_str!("../../../golden/signed-record.jsonl");
/// Number of events in the golden record.
const EVENTS: usize = 26;

fn signer() -> Signer {
    Signer::of_secret(&std::array::from_fn(|index| index as u8))
}

fn other() -> Signer {
    Signer::of_secret(&[9; 32])
}

/// Returns the same match without a seal.
fn unsealed() -> String {
    text(&lines(GOLDEN)[..EVENTS])
}

fn one(text: &str) -> Record {
    let mut records = record::read_stream(text.as_bytes()).expect("a record");
    assert_eq!(records.len(), 1);
    records.remove(0)
}

fn found(text: &str, key: Option<PublicKey>) -> Result<Origin, BadSeal> {
    one(text).check_seal(key.as_ref())
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

fn text(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_golden_record_is_still_read_and_signed() {
    let events: Vec<Event> = record::read(&unsealed()).expect("a record");
    assert_eq!(record::write_sealed(&events, Some(&signer())), GOLDEN);
    assert_eq!(record::read(GOLDEN).expect("a record"), events);
    let key = signer().public_key();
    assert_eq!(found(GOLDEN, Some(key)), Ok(Origin::Known(key)));
    assert_eq!(found(GOLDEN, None), Ok(Origin::SignedBy(key)));
}

#[test]
fn another_signer_is_rejected() {
    let key = signer().public_key();
    let events = record::read(&unsealed()).expect("a record");
    let unsigned = record::write_sealed(&events, None);
    assert_eq!(found(&unsigned, None), Ok(Origin::Unsigned));
    assert_eq!(found(&unsealed(), None), Ok(Origin::Unsealed));
    let not_signed = Err(BadSeal::NotSigned { events: 26, expected: key });
    assert_eq!(found(&unsigned, Some(key)), not_signed);
    assert_eq!(found(&unsealed(), Some(key)), not_signed);
    let by_another = record::write_sealed(&events, Some(&other()));
    let error = found(&by_another, Some(key)).expect_err("another key");
    assert_eq!(error, BadSeal::OtherKey { events: 26, found: other().public_key(), expected: key });
    assert_eq!(error.to_string().split(' ').take(6).collect::<Vec<_>>().join(" "), "the seal after event 26: signed");
    // The signature does not verify with another key next to it.
    let renamed = by_another.replace(&other().public_key().to_string(), &key.to_string());
    assert_eq!(found(&renamed, None), Err(BadSeal::Signature { events: 26, key }));
}

#[test]
fn a_cut_record_says_where() {
    let key = signer().public_key();
    let whole = lines(GOLDEN);
    for kept in 1..26 {
        let cut = text(&[&whole[..kept], &whole[26..]].concat());
        let error = found(&cut, Some(key)).expect_err("it is cut");
        assert_eq!(error, BadSeal::Cut { found: kept as u64, sealed: 26 });
        assert!(error.to_string().starts_with(&format!("event {} is missing", kept + 1)), "{error}");
        let without_seal = text(&whole[..kept]);
        assert_eq!(found(&without_seal, Some(key)), Err(BadSeal::NotSigned { events: kept as u64, expected: key }));
    }
    let longer = text(&[&whole[..26], &whole[25..]].concat());
    assert_eq!(found(&longer, Some(key)), Err(BadSeal::Longer { found: 27, sealed: 26 }));
}

#[test]
fn changed_and_exchanged_events_are_named() {
    let key = signer().public_key();
    let whole = lines(GOLDEN);
    for place in 0..26 {
        let line = whole[place].replacen("\"seq\"", " \"seq\"", 1);
        let mut changed = whole.clone();
        changed[place] = &line;
        let at = place as u64 + 1;
        assert_eq!(found(&text(&changed), None), Err(BadSeal::Changed { first: at, last: at }));
        if place > 0 && place < 25 {
            let mut exchanged = whole.clone();
            exchanged.swap(place, place + 1);
            assert_eq!(found(&text(&exchanged), Some(key)), Err(BadSeal::Changed { first: at, last: at }));
        }
    }
}

/// A forger rebuilds the chain, and reuses the old signature or makes its own. The key reveals
/// both.
#[test]
fn a_rebuilt_chain_has_no_signature() {
    let key = signer().public_key();
    let mut events = record::read(&unsealed()).expect("a record");
    events.remove(24);
    let forged = record::write_sealed(&events, Some(&other()));
    let honest_seal = lines(GOLDEN)[26];
    let signature = honest_seal.split("\"signature\":").nth(1).expect("a signature");
    let seal = lines(&forged)[25].to_owned();
    let own = seal.split("\"signature\":").nth(1).expect("a signature");
    let kept = forged.replace(own, signature).replace(&other().public_key().to_string(), &key.to_string());
    assert_eq!(found(&kept, Some(key)), Err(BadSeal::Signature { events: 25, key }));
    let by_himself = found(&forged, Some(key));
    assert_eq!(by_himself, Err(BadSeal::OtherKey { events: 25, found: other().public_key(), expected: key }));
    // The seal of one match does not fit another match with the same end.
    let renamed = record::write_sealed(&events, Some(&signer())).replace("\"matchId\":\"zagp", "\"matchId\":\"zagq");
    assert_eq!(found(&renamed, Some(key)), Err(BadSeal::Changed { first: 1, last: 1 }));
}

#[test]
fn invalid_seals_are_rejected() {
    let whole = lines(GOLDEN);
    let refused = |from: &str, to: &str| {
        let seal = whole[26].replace(from, to);
        assert_ne!(seal, whole[26], "{from}");
        match record::read_stream(text(&[&whole[..26], &[&seal]].concat()).as_bytes()) {
            Err(BadRecord::Seal { line: 27, seal }) => seal.field,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(refused("\"stride\":\"1\"", "\"stride\":\"3\""), "seal.stride");
    assert_eq!(refused("\"stride\":\"1\"", "\"stride\":\"2\""), "seal.marks");
    assert_eq!(refused("\"stride\":\"1\",", ""), "seal.stride");
    assert_eq!(refused("\"head\":\"", "\"head\":\"A"), "seal.head");
    assert_eq!(refused("\"publicKey\":\"03", "\"publicKey\":\"3"), "seal.public_key");
    assert_eq!(refused("\"signature\":\"", "\"signature\":\"A"), "seal.signature");
    assert_eq!(refused("\"events\"", "\"even\""), "seal");
    let lone = record::read_stream(whole[26].as_bytes());
    assert!(matches!(lone, Err(BadRecord::LoneSeal { line: 1 })), "{lone:?}");
    let twice = record::read_stream(text(&[&whole[..], &whole[26..]].concat()).as_bytes());
    assert!(matches!(twice, Err(BadRecord::LoneSeal { line: 28 })), "{twice:?}");
}

#[test]
fn in_a_file_of_several_records_each_has_a_seal() {
    let key = signer().public_key();
    let records = record::read_stream(text(&[&lines(GOLDEN)[..], &lines(GOLDEN)[..]].concat()).as_bytes());
    let records = records.expect("two records");
    let origins: Vec<_> = records.iter().map(|record| record.check_seal(Some(&key))).collect();
    assert_eq!(origins, [Ok(Origin::Known(key)), Ok(Origin::Known(key))]);
}

#[test]
fn whole_records_before_a_torn_one_are_read() {
    let one = text(&[&lines(GOLDEN)[..]].concat());
    let two = one.repeat(2);
    for cut in (one.len() + 1..two.len() - 1).rev().step_by(101) {
        let mut records = record::Records::new(&two.as_bytes()[..cut]);
        let first = records.next().expect("a record").expect("it is whole");
        assert!(first.check_seal(Some(&signer().public_key())).is_ok());
        if let Some(Err(broken)) = records.next() {
            assert!(broken.is_torn, "{cut}: {broken:?}");
            assert!(records.next().is_none(), "{cut}");
        }
    }
    let mut damaged = one.clone();
    damaged.push_str(&one.replacen("seq", "qes", 1));
    let found: Vec<Option<bool>> =
        record::Records::new(damaged.as_bytes()).map(|record| record.err().map(|broken| broken.is_torn)).collect();
    assert_eq!(found, [None, Some(false)]);
}

/// A long record has fewer marks than events, so the check names a change only to within one
/// stride.
#[test]
fn a_change_of_a_long_record_is_named_within_its_stride() {
    let mut events = sample::log("long", 70_000);
    events.push(sample::ended(70_002));
    let whole = record::write_sealed(&events, Some(&signer()));
    assert!(whole.lines().last().expect("a seal").len() < record::MAX_LINE);
    let key = signer().public_key();
    assert_eq!(found(&whole, Some(key)), Ok(Origin::Known(key)));
    let changed = whole.replace("\"seq\":\"40001\"", "\"seq\": \"40001\"");
    assert_eq!(found(&changed, Some(key)), Err(BadSeal::Changed { first: 40_001, last: 40_002 }));
}

#[test]
fn a_key_is_made_once_and_is_its_owner_s_alone() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join(KEY_FILE);
    // The leftover of an interrupted start.
    fs::write(directory.path().join(format!("{KEY_FILE}.new")), "half").expect("it can be written");
    let made = Signer::open(directory.path()).expect("a key");
    assert_eq!(fs::metadata(&file).expect("it is there").permissions().mode() & 0o777, 0o600);
    assert_eq!(Signer::open(directory.path()).expect("the same").public_key(), made.public_key());
    let secret = fs::read_to_string(&file).expect("it can be read");
    assert_eq!(secret.len(), 65);
    assert!(!format!("{made:?}").contains(secret.trim()), "it is never shown");
    assert_ne!(Signer::make().expect("a key").public_key(), made.public_key());

    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("it is ours");
    let open = Signer::open(directory.path()).expect_err("others can read it");
    assert!(matches!(open, KeyFileError::Open { mode: 0o640, .. }), "{open}");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("it is ours");
    for text in ["", "nonsense", &secret[1..]] {
        fs::write(&file, text).expect("it can be written");
        let error = Signer::open(directory.path()).expect_err("no key");
        assert!(matches!(error, KeyFileError::Malformed { .. }), "{error}");
        assert!(text.is_empty() || !error.to_string().contains(text), "it is never shown");
    }
}

/// Replaces every sentence in a line of a record.
fn reword(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::String(text) if text.contains(' ') => "in other words".clone_into(text),
        serde_json::Value::Array(values) => values.iter_mut().for_each(reword),
        serde_json::Value::Object(fields) => {
            fields.iter_mut().filter(|(name, _)| *name != "position").for_each(|(_, value)| reword(value));
        }
        _ => {}
    }
}

#[test]
fn records_outlive_sentences() {
    for rig in ends() {
        let signed = record::write_sealed(&rig.log, Some(&Signer::of_secret(&[7; 32])));
        for event in &rig.log {
            if let Fact::MatchEnded(ended) = &event.fact
                && ended.verdict.reason.text().is_none()
                && ended.verdict.detail().contains(' ')
            {
                assert!(!signed.contains(&ended.verdict.detail()), "{signed}");
            }
        }
        let reworded = signed.lines().map(|line| {
            let mut line = serde_json::from_str(line).expect("JSON");
            reword(&mut line);
            format!("{line}\n")
        });
        let events = record::read(&reworded.collect::<String>()).expect("a record");
        verify_with(&TAKEAWAY, &events).unwrap_or_else(|found| panic!("{found}: {signed}"));
    }
}
