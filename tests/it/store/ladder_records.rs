//! The record of a ladder: it reads the same in any order of lines, and its seal reveals every
//! change.

use std::collections::BTreeSet;

use referee::{
    ids::{PlayerId, Seq},
    ladder::{
        Category, Declaration, Entry, Fact, LadderEvent, LadderOpened, PairingRules, QuarantineRules, RatedBy, Rules,
    },
    store::{
        codec::contest::signed,
        ladder_record::{BadLadderRecord, LadderRecord, MAX_LINE},
        seal::{BadSeal, Chain, Origin, PublicKey, Sealed, Signer},
    },
};

fn signer() -> Signer {
    Signer::of_secret(&[3; 32])
}

fn log() -> Vec<LadderEvent> {
    let go = Category {
        name: "go".to_owned(),
        seats: 2,
        matches_per_encounter: 2,
        match_setup: String::new(),
        rated_by: RatedBy::Ranks,
    };
    let rules = Rules {
        categories: vec![go],
        pairing: PairingRules::default(),
        quarantine: QuarantineRules::default(),
        replays: 1,
        version_sd: 100,
        accept_within_ms: 600_000,
    };
    let opened = LadderOpened { name: "Blitz".to_owned(), opened_unix_ms: 5, rules, deal_seed: [0; 32] };
    let joins = |bot: u64| {
        Fact::EntrantEntered(Entry {
            name: format!("bot-{bot}"),
            owner: PlayerId::parse("ann").expect("a name"),
            version_of: None,
            anchors: Vec::new(),
            declaration: Declaration { categories: vec![0], at_once: 1, matches_per_day: 10 },
        })
    };
    let facts = std::iter::once(Fact::Opened(Box::new(opened))).chain((2..10).map(joins));
    (1..).zip(facts).map(|(seq, fact)| LadderEvent { seq: Seq(seq), at_ms: seq, fact }).collect()
}

/// Returns the lines of the log, followed by its seal.
fn lines() -> Vec<String> {
    let mut chain = Chain::of_ladder();
    let line = |event: &LadderEvent| serde_json::to_string(&signed(event)).expect("it has a JSON form");
    let mut lines: Vec<String> = log().iter().map(line).collect();
    lines.iter().for_each(|line| chain.add(line));
    lines.push(chain.seal(Sealed::Ladder("blitz"), Some(&signer())).line());
    lines
}

fn text(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn read(lines: &[String]) -> Result<(LadderRecord, Vec<u64>), BadLadderRecord> {
    let mut numbers = Vec::new();
    let record = LadderRecord::read(text(lines).as_bytes(), |event| numbers.push(event.seq.0))?;
    Ok((record, numbers))
}

fn sealed(lines: &[String], key: Option<&PublicKey>) -> Result<Origin, BadSeal> {
    read(lines).expect("a record").0.check_seal(key)
}

#[test]
fn lines_in_any_order_are_one_record_with_one_signature() {
    let (key, lines) = (signer().public_key(), lines());
    let mut orders = vec![lines.clone()];
    orders.push(lines.iter().rev().cloned().collect());
    orders.push(lines.iter().skip(4).chain(lines.iter().take(4)).cloned().collect());
    orders.push(lines.iter().step_by(2).chain(lines.iter().skip(1).step_by(2)).cloned().collect());
    for order in &orders {
        let (record, numbers) = read(order).expect("a record");
        assert_eq!((numbers, record.events(), record.ladder()), ((1..=9).collect(), 9, Some("blitz")));
        assert_eq!(record.check_seal(Some(&key)), Ok(Origin::Known(key)));
        assert_eq!(record.check_seal(None), Ok(Origin::SignedBy(key)));
    }
    assert_eq!(orders.iter().collect::<BTreeSet<_>>().len(), 4);
}

#[test]
fn unsigned_content_is_reported() {
    let (key, lines) = (signer().public_key(), lines());
    let stranger = Signer::of_secret(&[4; 32]).public_key();
    assert!(matches!(sealed(&lines, Some(&stranger)), Err(BadSeal::OtherKey { found, .. }) if found == key));
    assert_eq!(sealed(&lines[..9], None), Ok(Origin::Unsealed));
    assert!(matches!(sealed(&lines[..9], Some(&key)), Err(BadSeal::NotSigned { events: 9, .. })));
    let cut = [&lines[..8], &lines[9..]].concat();
    assert_eq!(sealed(&cut, None), Err(BadSeal::Cut { found: 8, sealed: 9 }));
    let mut changed = lines.clone();
    changed[4] = changed[4].replace("bot-5", "bot-6");
    assert_eq!(sealed(&changed, None), Err(BadSeal::Changed { first: 5, last: 5 }));
    // The signature does not fit the events under another ladder's id.
    let mut renamed = lines.clone();
    renamed[9] = renamed[9].replace("blitz", "rapid");
    assert!(matches!(sealed(&renamed, None), Err(BadSeal::Signature { events: 9, .. })));
    let mut of_match = lines;
    of_match[9] = of_match[9].replace(",\"ladderId\":\"blitz\"", "");
    assert!(matches!(sealed(&of_match, None), Err(BadSeal::Signature { events: 9, .. })), "nor those of a match");
}

#[test]
fn gaps_repeats_and_invalid_events_are_rejected_with_their_place() {
    let lines = lines();
    let gap = read(&[&lines[..3], &lines[4..]].concat()).map(drop);
    assert!(matches!(gap, Err(BadLadderRecord::Missing { seq: 4, next: 5 })), "{gap:?}");
    for twice in [1, 8] {
        let repeated = read(&[&lines[twice..=twice], &lines[..]].concat()).map(drop);
        let place = twice as u64 + 2;
        assert!(
            matches!(repeated, Err(BadLadderRecord::Twice { line, seq }) if line == place && seq == twice as u64 + 1),
            "{repeated:?}"
        );
    }
    let zero = read(&[lines[1].replace("\"seq\":\"2\"", "\"seq\":\"0\"")]).map(drop);
    assert!(
        matches!(zero, Err(BadLadderRecord::Twice { line: 1, seq: 0 } | BadLadderRecord::Broken { .. })),
        "{zero:?}"
    );
    let two = read(&[&lines[..], &lines[9..]].concat()).map(drop);
    assert!(matches!(two, Err(BadLadderRecord::TwoSeals { line: 11 })), "{two:?}");
    type Is = fn(&BadLadderRecord) -> bool;
    let cases: [(&str, Is); 4] = [
        ("", |bad| matches!(bad, BadLadderRecord::Empty)),
        ("{}", |bad| matches!(bad, BadLadderRecord::Broken { line: 1, .. })),
        ("nonsense", |bad| matches!(bad, BadLadderRecord::NoEvent { line: 1, .. })),
        ("{\"seal\":{}}", |bad| matches!(bad, BadLadderRecord::Seal { line: 1, .. })),
    ];
    for (bad, is_expected) in cases {
        let refused = read(&[bad.to_owned()]).map(drop).expect_err("it is no record");
        assert!(is_expected(&refused), "{bad}: {refused:?}");
    }
    let long = read(&["x".repeat(MAX_LINE + 2)]).map(drop);
    assert!(matches!(long, Err(BadLadderRecord::LineTooLong { line: 1 })), "{long:?}");
}
