//! Opens the match of a challenge once all players have agreed.

use std::sync::Arc;

use referee_ids::{MatchId, PlayerId, Seat};
use referee_law::{Reason, Refusal};
use referee_store::RequestKey;
use tracing::Instrument as _;

use super::challenge::{self, Challenge, ChallengeState, seated};
use crate::hall::{
    Agreed, Hall, NewMatch,
    matches::opening::{Origin, fault_of_task},
};

impl Hall {
    /// Opens the match of a challenge if enough players have agreed: all opponents, or for a seek,
    /// one player per seat.
    pub(in crate::hall) async fn open_if_agreed(&self, id: &MatchId) -> Result<(), Refusal> {
        let Some(challenge) = self.inner.challenges.find(id) else { return Ok(()) };
        if challenge.accepted_by.len() < challenge.seats() {
            return Ok(());
        }
        let others = match challenge.is_open_to_anybody() {
            true => challenge.accepted_by.iter().filter(|player| **player != challenge.challenger).cloned().collect(),
            false => challenge.opponents.clone(),
        };
        let wishes = others.into_iter().map(|player| (player, None)).collect();
        match self.open_challenge(&challenge, wishes, &[], None).await {
            // Another player agreed at the same time, and that call opens the match.
            Err(refusal) if refusal.reason == Reason::ChallengeClosed && self.inner.challenges.is_settled(id) => Ok(()),
            opened => opened,
        }
    }

    /// Opens the match of a challenge with these players, each on the seat that it wishes for.
    /// `with` are other seeks that become the same match. `bot` is a player that accepts by its
    /// policy.
    pub(in crate::hall) async fn open_challenge(
        &self,
        challenge: &Arc<Challenge>,
        others: Vec<(PlayerId, Option<Seat>)>,
        with: &[Arc<Challenge>],
        bot: Option<&PlayerId>,
    ) -> Result<(), Refusal> {
        let together: Vec<Arc<Challenge>> = [challenge].into_iter().chain(with).cloned().collect();
        let ids: Vec<MatchId> = together.iter().map(|one| one.id.clone()).collect();
        let drawn = self.inner.limits.entropy.bytes::<1>().unwrap_or_default()[0];
        let is_free = others.iter().all(|(_, wish)| wish.is_none());
        let seats = others.len() + 1;
        let draw = || is_free.then(|| u8::try_from(usize::from(drawn) % seats).map(Seat).ok()).flatten();
        let own = (challenge.challenger.clone(), challenge.seat.or_else(draw));
        let players = seated(&[&[own], &others[..]].concat());
        let request = RequestKey { player: challenge.challenger.clone(), request_id: String::new(), content: [0; 32] };
        let new = self.casual_among_own(NewMatch { players, request, ..challenge.new.clone() }).await?;
        if !self.inner.challenges.hold(&together) {
            return Err(challenge::closed(&challenge.id));
        }
        let limits = &self.inner.limits;
        // When the match takes its place, these policies are checked again, together with their
        // limits of matches.
        let has_declared = |player: &PlayerId| challenge.accepted_by_policy.contains(player) || bot == Some(player);
        let by_themselves = new.players.iter().filter(|player| !has_declared(player)).cloned().collect();
        let origin = Origin {
            match_id: challenge.id.clone(),
            rematch_of: None,
            graces: limits.graces(&new)?,
            agreed: Agreed::Only { players: by_themselves, by_host: false },
        };
        let hall = self.clone();
        // This is a separate task, so that a caller that disconnects leaves no match without a
        // table and no held challenge.
        let settling = async move {
            let (opener, match_id) = (hall.clone(), origin.match_id.clone());
            // Opening may panic, so it is a further task, and the challenges are released in any
            // case.
            let opened = tokio::spawn(async move { opener.open_match(origin, new).await }.in_current_span()).await;
            if let Err(refusal) = opened.unwrap_or_else(fault_of_task) {
                hall.inner.challenges.release(&ids).iter().for_each(|changed| hall.tell_of(changed));
                return Err(refusal);
            }
            for id in &ids {
                let _ = hall.close_challenge(id, ChallengeState::Accepted(match_id.clone()));
            }
            Ok(())
        };
        self.opened_in_time(self.inner.serving.spawn(settling.in_current_span())).await
    }
}
