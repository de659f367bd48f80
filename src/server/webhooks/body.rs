//! The payload of a delivery: one event as JSON.

use referee_contests::contest::EventOf;
use referee_ids::Seq;
use referee_law::Contest;
use referee_proto::v1;
use referee_store::{
    ContestEvent,
    codec::contest::{self as codec, decode},
    write_contest,
};
use sha2::{Digest as _, Sha256};

use crate::contest_server::{AllContests, Contests, Kind, Seen};

/// An event as everyone may see it.
pub(super) struct Shown {
    /// Number of the event in its contest.
    pub seq: Seq,
    event: v1::ContestEvent,
}

/// Returns the public events of a contest, up to the first that is withheld.
pub(super) async fn shown(
    contests: &AllContests,
    contest: &Contest,
    events: &[ContestEvent],
) -> anyhow::Result<Vec<Shown>> {
    let AllContests { tournaments, ladders, .. } = contests;
    match contest {
        Contest::Tournament(id) => seen(tournaments, id, events).await,
        Contest::Ladder(id) => seen(ladders, id, events).await,
    }
}

async fn seen<K: Kind>(contests: &Contests<K>, id: &str, events: &[ContestEvent]) -> anyhow::Result<Vec<Shown>> {
    let events = events.iter().map(|bytes| decode(bytes)).collect::<Result<Vec<EventOf<K>>, _>>()?;
    let shown = contests.see(id, |seen: Seen<'_, K>| seen.public(&events).len()).await;
    let shown = events.iter().take(shown.map_err(|refusal| anyhow::anyhow!("{refusal}"))?);
    Ok(shown.map(|event| Shown { seq: event.seq, event: codec::shown(event) }).collect())
}

/// Returns the id for the delivery of an event. The id is not random, so it is the same at every
/// attempt and after a restart. It depends on the opening time, so it differs for a contest of the
/// same name on another server.
pub(super) fn delivery_id(url: &str, contest: &Contest, opened_unix_ms: i64, seq: Seq) -> String {
    let digest = Sha256::digest(format!("{url}\n{contest}\n{opened_unix_ms}\n{}", seq.0));
    let digits: String = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    format!("msg_{digits}")
}

/// Returns the bytes to send, a `referee.v1.WebhookBody` as JSON.
pub(super) fn bytes(delivery_id: &str, contest: &Contest, shown: &Shown) -> anyhow::Result<Vec<u8>> {
    let body = v1::WebhookBody {
        delivery_id: delivery_id.to_owned(),
        seq: shown.seq.0,
        contest: Some(write_contest(contest)),
        event: Some(shown.event.clone()),
    };
    Ok(serde_json::to_vec(&body)?)
}
