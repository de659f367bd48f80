//! Sends the missed ends of finished matches to bots that reconnect.

use std::collections::BTreeMap;

use referee_ids::{MatchId, PlayerId, Seat, Seq};
use referee_law::{Fact, Match};
use referee_store::StoreError;
use tokio::{runtime::Handle, time::sleep};

use crate::hall::{
    limits::STORE_RETRY,
    link::{NewSlot, SeatLink},
    matches::match_store::MatchStore,
    records::history::{HistoryError, fold},
    table::summary,
};

/// Sends a bot the ends of finished matches that it missed, one after another, while the bot stays
/// connected.
pub(super) async fn tell_ends(
    match_store: MatchStore,
    player: PlayerId,
    past: BTreeMap<MatchId, Seq>,
    link: SeatLink,
    background: Handle,
) {
    for (match_id, after) in past {
        let of = loop {
            if link.is_closed() {
                return;
            }
            match read_end(&match_store, &match_id, &player).await {
                // A store that fails temporarily is retried while the bot stays connected.
                Err(HistoryError::Store(error)) if error.is_transient() => {
                    tracing::warn!(%match_id, %error, "a match to resume cannot be read now");
                    sleep(STORE_RETRY).await;
                }
                Err(HistoryError::Store(StoreError::Pruned { .. })) => break None,
                Err(error) => {
                    tracing::error!(%match_id, %error, "failed to read a match to resume");
                    break None;
                }
                Ok(of) => break of,
            }
        };
        let Some(of) = of else { continue };
        for (seat, _) in (0..).map(Seat).zip(&of.opened().players).filter(|(_, seated)| **seated == player) {
            let (summary, newest) = (Box::new(summary(&of, of.at())), of.seq());
            let (match_id, match_store) = (match_id.clone(), match_store.clone());
            let new =
                NewSlot { match_id, seat, summary, after, newest, match_store, on_level: None, on_unreadable: None };
            if link.open(new, &background).is_none() {
                return;
            }
        }
    }
}

/// Reads a finished match that a player took part in, up to its end; `None` for any other match.
/// Reads the first event before the others, since it tells whether the player took part.
async fn read_end(
    match_store: &MatchStore,
    match_id: &MatchId,
    player: &PlayerId,
) -> Result<Option<Match>, HistoryError> {
    match sat_in(match_store, match_id, player).await? {
        true => Ok(fold(match_store, match_id).await?.filter(|of| of.verdict().is_some())),
        false => Ok(None),
    }
}

/// Returns whether a player took part in a match.
async fn sat_in(match_store: &MatchStore, match_id: &MatchId, player: &PlayerId) -> Result<bool, HistoryError> {
    let first = match_store.log.events(match_id, Seq(0), 1).await?;
    Ok(first.iter().any(|event| matches!(&event.fact, Fact::MatchOpened(opened) if opened.players.contains(player))))
}
