//! Challenges to anybody: who goes together with whom, and how they become a match.

use std::sync::Arc;

use super::{
    Hall, NewMatch,
    challenge::{self, Challenge},
    challenging::LOOKS,
};
use crate::{
    ids::{MatchId, PlayerId, Seat},
    referee::{AcceptPolicy, Refusal},
};

impl Hall {
    /// Whether those who have agreed to play with anybody leave it open to play with this one.
    pub(super) async fn is_welcome(&self, player: &PlayerId, beside: &[PlayerId]) -> Result<(), Refusal> {
        let mut players = beside.to_vec();
        players.push(player.clone());
        let owners = self.owners(&players).await?;
        for other in beside {
            let policy = self.accept_policy(other).await?.unwrap_or_default();
            if let Some(objection) = policy.opponent_objection([player], |one| owners.are_same(other, one)) {
                return Err(objection.refusal(other));
            }
        }
        Ok(())
    }

    /// Looks for others who propose the same to anybody, and for a connected bot that accepts it.
    pub(super) async fn match_seek(&self, id: &MatchId) {
        let Some(seek) = self.inner.challenges.find(id) else { return };
        let mut group: Vec<Arc<Challenge>> = vec![Arc::clone(&seek)];
        let is_like_it = |other: &Challenge| {
            other.is_open_to_anybody() && other.id != *id && other.accepted_by.len() == 1 && seek.fits(other)
        };
        for other in self.inner.challenges.open(is_like_it, None, LOOKS) {
            if group.len() < seek.seats()
                && group.iter().all(|one| one.fits(&other))
                && self.go_together(&group, &other).await
            {
                group.push(other);
            }
        }
        let with: Vec<MatchId> = group[1..].iter().map(|other| other.id.clone()).collect();
        if group.len() == seek.seats() {
            let _ = self.open_seek(id, &with, None).await;
            return;
        }
        if group.len() + 1 < seek.seats() {
            return;
        }
        let mut players = seek.accepted_by.clone();
        players.extend(group[1..].iter().map(|other| other.challenger.clone()));
        let mut bots = self.inner.lobby.connected();
        let drawn = self.inner.limits.entropy.bytes::<2>().map_or(0, |bytes| usize::from(u16::from_le_bytes(bytes)));
        let by = drawn % bots.len().max(1);
        bots.rotate_left(by);
        for bot in bots.iter().filter(|bot| !group.iter().any(|one| one.challenger == **bot)).take(LOOKS) {
            let Ok(Some(policies)) = self.policies_of(bot).await else { continue };
            let takes = self.takes_seek(bot, &policies, &seek, &players).await;
            if takes && self.open_seek(id, &with, Some(bot)).await.is_ok() {
                return;
            }
        }
    }

    /// Whether a connected bot accepts what somebody proposes to anybody, together with the other players, and they accept it.
    pub(super) async fn takes_seek(
        &self,
        bot: &PlayerId,
        policies: &[AcceptPolicy],
        seek: &Challenge,
        beside: &[PlayerId],
    ) -> bool {
        if beside.contains(bot) || self.is_welcome(bot, beside).await.is_err() {
            return false;
        }
        let players = beside.iter().chain([bot]).cloned().collect();
        let Ok(new) = self.casual_among_own(NewMatch { players, ..seek.new.clone() }).await else { return false };
        let Ok(owners) = self.owners(&new.players).await else { return false };
        self.says_no(bot, policies, &new, &owners).is_none()
    }

    /// Whether nobody of a group excludes one more, who excludes nobody of it.
    async fn go_together(&self, group: &[Arc<Challenge>], other: &Challenge) -> bool {
        let challengers: Vec<PlayerId> = group.iter().map(|one| one.challenger.clone()).collect();
        if self.is_welcome(&other.challenger, &challengers).await.is_err() {
            return false;
        }
        for challenger in &challengers {
            if self.is_welcome(challenger, std::slice::from_ref(&other.challenger)).await.is_err() {
                return false;
            }
        }
        true
    }

    /// Opens the match of a challenge to anybody with those who have accepted it, the challengers of others, and a bot.
    pub(super) async fn open_seek(
        &self,
        id: &MatchId,
        with: &[MatchId],
        bot: Option<&PlayerId>,
    ) -> Result<(), Refusal> {
        let Some(seek) = self.inner.challenges.find(id) else { return Ok(()) };
        let mut others: Vec<(PlayerId, Option<Seat>)> =
            seek.accepted_by.iter().skip(1).map(|player| (player.clone(), None)).collect();
        others.extend(
            with.iter()
                .filter_map(|id| self.inner.challenges.find(id).map(|other| (other.challenger.clone(), other.seat))),
        );
        others.extend(bot.map(|bot| (bot.clone(), None)));
        if others.len() + 1 != seek.seats() {
            return Err(challenge::closed(id));
        }
        self.open_challenge(&seek, others, with, bot).await
    }
}
