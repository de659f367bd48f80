//! The record of a ladder over the wire: access to it, its parts, and its signature.

use std::sync::Arc;

use referee::{
    api::Settings,
    games::Catalogue,
    hall::{Limits, PART_BYTES},
    ids::PlayerId,
    ladder::Results,
    store::{
        Store,
        ladder_record::LadderRecord,
        seal::{BadSeal, Origin, Signer},
    },
};
use referee_client::pb::{self, change_contest_request::Change};
use tonic::Code;

use crate::api::{
    ladders::{HOUSE, blitz, change, counted, create, events, ratings, rest, store},
    rig::{Rig, assert_refused},
};

/// Starts a server over a store. The server signs its records.
async fn signing(store: &Store, signer: &Arc<Signer>) -> Rig {
    let settings = Settings { arbiters: vec![PlayerId::parse("host").expect("a name")], ..Settings::default() };
    let limits = Limits {
        house_pace: std::time::Duration::ZERO,
        house_nodes: 50,
        signer: Some(Arc::clone(signer)),
        ..Limits::default()
    };
    Rig::over(store.clone(), Catalogue::ALL, limits, settings).await
}

async fn parts(client: &referee_client::Client, ladder: &str) -> Result<Vec<String>, tonic::Status> {
    let asked = pb::GetLadderRecordRequest { ladder_id: ladder.into() };
    let mut parts = client.ladders().get_ladder_record(asked).await?.into_inner();
    let mut all = Vec::new();
    while let Some(part) = parts.message().await? {
        all.push(part.record);
    }
    Ok(all)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_record_of_a_ladder_is_public_and_an_unknown_one_is_rejected() {
    let rig = signing(&store(), &Arc::new(Signer::of_secret(&[7; 32]))).await;
    let nowhere = parts(&rig.client, "cup").await;
    assert_refused(nowhere, Code::NotFound, "UNKNOWN_LADDER", "ladder_id");
    for bad in ["", "The Ladder", &"x".repeat(1000)] {
        let refused = parts(&rig.client, bad).await.expect_err("it is no name");
        assert!(matches!(refused.code(), Code::InvalidArgument | Code::NotFound), "{bad}: {refused:?}");
    }
    let (host, ann) = (rig.player("host").await, rig.wary_player("ann").await);
    create(&host, blitz("blitz", &[])).await.expect("a host may");
    let whole = parts(&host, "blitz").await.expect("a host may");
    for (who, client) in [("nobody", &rig.client), ("a player", &ann)] {
        assert_eq!(parts(client, "blitz").await.expect(who), whole, "{who}");
    }
    let told = whole.concat();
    assert_eq!(told.lines().count(), 2, "its opening and the seal: {told}");
    // The record omits the seed of the openings (`dealSeed`) and the server's own setup
    // (`matchSetup`).
    assert!(!told.contains("dealSeed") && !told.contains("matchSetup"), "{told}");
    let unknown = rig.client.clone().with_token("referee_nonsense").expect("it can be sent");
    assert_eq!(parts(&unknown, "blitz").await.expect("an unknown token counts as none"), whole);
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_comes_in_whole_lines_and_its_seal_detects_changes() {
    let (store, signer) = (store(), Arc::new(Signer::of_secret(&[7; 32])));
    let rig = signing(&store, &signer).await;
    let host = rig.player("host").await;
    create(&host, blitz("blitz", &HOUSE)).await.expect("a host may");
    events(&rig.client, "blitz", |events| counted(events).len() >= 12).await;
    change(&host, "blitz", Change::Pause(pb::Now {}), "enough").await.expect("a host may");
    rest(&rig.client, "blitz").await;
    // Use the longest possible events, so the record has several parts.
    for round in 0..130 {
        let reason = format!("{round} {}", "x".repeat(490));
        let (freeze, open) = (Change::FreezeEntries(pb::Now {}), Change::OpenEntries(pb::Now {}));
        change(&host, "blitz", freeze, &reason).await.expect("a host may");
        change(&host, "blitz", open, "").await.expect("a host may");
    }
    let told = crate::api::ladders::all_now(&rig.client).await;
    let parts_now = parts(&rig.client, "blitz").await.expect("a public call");
    assert!(parts_now.len() > 1, "{} events are one part", told.len());
    let longest = PART_BYTES + 4096;
    assert!(
        parts_now.iter().all(|part| part.ends_with('\n') && part.len() <= longest),
        "whole lines, and not many more"
    );
    let text = parts_now.concat();
    assert_eq!(text.lines().count(), told.len() + 1, "every event and the seal");

    let key = signer.public_key();
    let mut results = Results::default();
    let record = LadderRecord::read(text.as_bytes(), |event| results.apply(event)).expect("a record");
    assert_eq!((record.ladder(), record.check_seal(Some(&key))), (Some("blitz"), Ok(Origin::Known(key))));
    let published = ratings(&rig.client).await;
    assert_eq!(results.publish(0).expect("ratings").table(), published.table, "byte for byte");

    // Changes one byte at a time. Each changed record is either unreadable or has an invalid seal.
    let bytes = text.as_bytes();
    let mut changed = 0;
    for at in (0..bytes.len()).step_by(bytes.len() / 200) {
        let mut other = bytes.to_vec();
        other[at] ^= if other[at].is_ascii_digit() { 1 } else { 32 };
        let Ok(read) = LadderRecord::read(&other[..], |_| {}) else { continue };
        changed += 1;
        assert!(read.check_seal(Some(&key)).is_err(), "byte {at}: {}", String::from_utf8_lossy(&other));
    }
    assert!(changed > 50, "only {changed} changes could be read at all");
    let lines: Vec<&str> = text.lines().collect();
    let cut = [&lines[..lines.len() - 2], &lines[lines.len() - 1..]].concat().join("\n");
    let cut = LadderRecord::read(cut.as_bytes(), |_| {}).expect("events");
    let (found, sealed) = (told.len() as u64 - 1, told.len() as u64);
    assert_eq!(cut.check_seal(None), Err(BadSeal::Cut { found, sealed }));

    // The record is the same after a restart.
    rig.stop().await;
    let rig = signing(&store, &signer).await;
    assert_eq!(parts(&rig.client, "blitz").await.expect("a public call").concat(), text);
    rig.stop().await;
}
