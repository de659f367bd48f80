//! Fetches the records of a tournament's matches from its server into a directory.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::Context as _;
use referee_client::{
    Client, Error,
    pb::{self, Contest},
};
use tokio::task::JoinSet;

use crate::{
    contest::MATCH_LABEL,
    replaced_file,
    tournament::{
        Tournament,
        event::MatchKey,
        state::{EncounterState, Outcome},
    },
};

/// Number of concurrent fetches.
const AT_ONCE: usize = 4;
/// Results per request.
const RESULTS_A_PAGE: u32 = 200;

/// The outcome of fetching records.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Fetched {
    pub written: u32,
    /// The matches without a record, with the reason.
    pub missing: Vec<String>,
}

/// Writes the record of each finished match of a tournament into a directory, which is created if
/// missing. `tournament` is the known part. The file names are like `s1-b2-m1.jsonl`, after the
/// keys that `watch` prints. Records contain the seed, so only their owner can read them. If one
/// record cannot be fetched, the others still are.
pub async fn fetch(client: &Client, id: &str, tournament: &Tournament, directory: &Path) -> anyhow::Result<Fetched> {
    let mut fetched = Fetched::default();
    let ids = match_ids(client, id, tournament).await?;
    for key in over(tournament).filter(|key| !ids.contains_key(key)) {
        fetched.missing.push(format!("{key}: unknown to the server"));
    }
    let mut left = ids.into_iter();
    if left.len() == 0 {
        return Ok(fetched);
    }
    fs::create_dir_all(directory).with_context(|| format!("failed to make the directory {}", directory.display()))?;
    let mut fetching = JoinSet::new();
    loop {
        while fetching.len() < AT_ONCE
            && let Some((key, match_id)) = left.next()
        {
            let client = client.clone();
            fetching.spawn(async move { (key, client.record(&match_id).await) });
        }
        let Some(done) = fetching.join_next().await else { break };
        let (key, record) = done.context("a record was not fetched")?;
        match record {
            Ok(record) => {
                let path = directory.join(format!("{key}.jsonl"));
                let written = replaced_file::write_private(&path, record.as_bytes());
                written.with_context(|| format!("failed to write the record {}", path.display()))?;
                fetched.written += 1;
            }
            Err(error) => fetched.missing.push(format!("{key}: {error}")),
        }
    }
    fetched.missing.sort();
    Ok(fetched)
}

/// Returns the keys of the matches that count and were opened: each of them has a record.
fn over(tournament: &Tournament) -> impl Iterator<Item = MatchKey> + '_ {
    tournament.encounters.iter().flat_map(|encounter| {
        let has_record = |outcome: &Outcome| matches!(outcome, Outcome::Counted(result) if !result.was_unopened());
        let counted = (0..).zip(&encounter.matches).filter(move |(_, slot)| has_record(&slot.outcome));
        counted.map(|(number, slot)| MatchKey { encounter: encounter.paired.encounter, number, attempt: slot.attempt })
    })
}

/// Returns the ids of the finished matches, void ones included, by their keys.
async fn match_ids(client: &Client, id: &str, tournament: &Tournament) -> anyhow::Result<BTreeMap<MatchKey, String>> {
    let contest = Some(Contest::tournament(id.to_owned()));
    let filter = Some(pb::ResultFilter { contest, ..pb::ResultFilter::default() });
    let encounters: BTreeMap<_, _> = tournament.encounters.iter().map(|one| (one.paired.encounter, one)).collect();
    let (mut ids, mut after_number) = (BTreeMap::new(), 0);
    loop {
        let asked = pb::ListResultsRequest { after_number, page_size: Some(RESULTS_A_PAGE), filter: filter.clone() };
        let page =
            client.matches().list_results(asked).await.map_err(Error::from).context("failed to list the results")?;
        let page = page.into_inner();
        for one in page.results.into_iter().filter_map(|result| result.summary) {
            let Some(key) = one.labels.get(MATCH_LABEL).and_then(|label| MatchKey::parse(label)) else { continue };
            let encounter = encounters.get(&key.encounter);
            if encounter.is_some_and(|encounter| is_of(tournament, encounter, &key, &one)) {
                ids.entry(key).or_insert(one.match_id);
            }
        }
        if !page.more {
            return Ok(ids);
        }
        after_number = page.last_number;
    }
}

/// Returns whether `found` is the match with this key, as far as the tournament is known. Withheld
/// matches are not shown.
fn is_of(tournament: &Tournament, encounter: &EncounterState, key: &MatchKey, found: &pb::MatchSummary) -> bool {
    let number = key.number as usize;
    let Some(slot) = encounter.matches.get(number) else { return false };
    let is_over = key.attempt < slot.attempt || !matches!(slot.outcome, Outcome::Open);
    let seats = 0..encounter.paired.entrants.len();
    let players = seats.map(|seat| &tournament.entrants[encounter.paired.at_seat(number, seat).index()].name);
    let places = found.verdict.iter().flat_map(|verdict| &verdict.places);
    let fits = match &slot.outcome {
        // The server gives no places for a match in which no seat appeared.
        Outcome::Counted(result) if key.attempt == slot.attempt && !result.is_deserted() => places.eq(&result.places),
        _ => true,
    };
    is_over && fits && players.eq(&found.players)
}
