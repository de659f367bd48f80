//! Seeks: finds compatible seeks, and opens their match.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::challenge::{self, CHALLENGES, Challenge, ChallengeState};
use crate::hall::{Hall, NewMatch};
use referee_ids::{MatchId, PlayerId, Seat};
use referee_law::{AcceptPolicy, Reason, Refusal};

/// Maximum connected bots, or open challenges, that are examined to find a match.
pub(in crate::hall) const LOOKS: usize = 64;
/// Maximum seeks of one owner examined for a player, so that they do not crowd out seeks of other
/// owners.
const LOOKS_AT_AN_OWNER: usize = 4;

/// Number of seeks examined so far, by owner.
#[derive(Default)]
pub(in crate::hall) struct OwnerShares(BTreeMap<PlayerId, usize>);

impl OwnerShares {
    /// Returns whether to examine one more seek of this owner, and counts it.
    pub fn takes(&mut self, owner: &PlayerId) -> bool {
        let looked_at = self.0.entry(owner.clone()).or_default();
        *looked_at += 1;
        *looked_at <= LOOKS_AT_AN_OWNER
    }
}

impl Hall {
    /// Checks that the policies of the players who agreed to a seek allow this player.
    pub(in crate::hall) async fn is_welcome(&self, player: &PlayerId, beside: &[PlayerId]) -> Result<(), Refusal> {
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

    /// Looks for matching seeks, and for a connected bot that accepts this seek. If the match
    /// cannot be opened with some players, tries the next ones.
    pub(in crate::hall) async fn match_seek(&self, id: &MatchId) {
        let mut left_out = BTreeSet::new();
        while let Some(seek) = self.inner.challenges.find(id).filter(|seek| seek.state == ChallengeState::Open) {
            let group = self.group_of(&seek, &left_out).await;
            if group.len() < seek.seats() || group.len() == 1 {
                return self.seat_bot(&seek, &group).await;
            }
            let Err(refusal) = self.open_seek(id, &group[1..], None).await else { return };
            let is_named = |other: &&Arc<Challenge>| refusal.value == other.challenger.as_str();
            let out = match group[1..].iter().find(is_named) {
                Some(named) => named,
                // Another task is opening or closing one of the seeks, so this leaves them out one
                // after the other.
                None if refusal.reason == Reason::ChallengeClosed && !self.inner.challenges.is_settled(id) => &group[1],
                // The refusal does not concern the other seeks.
                None => return,
            };
            left_out.insert(out.id.clone());
        }
    }

    /// Returns a group: the seek and the oldest other seeks that fit, up to the number of seats.
    async fn group_of(&self, seek: &Arc<Challenge>, left_out: &BTreeSet<MatchId>) -> Vec<Arc<Challenge>> {
        let mut group = vec![Arc::clone(seek)];
        let mut shares = OwnerShares::default();
        let is_like_it = |other: &Challenge| {
            other.is_seek() && other.id != seek.id && other.accepted_by.len() == 1 && seek.fits(other)
        };
        let others = self.inner.challenges.open(is_like_it, None, CHALLENGES);
        let others = others.into_iter().filter(|other| shares.takes(&other.owner)).take(LOOKS);
        for other in others.filter(|other| !left_out.contains(&other.id)) {
            if group.len() < seek.seats()
                && group.iter().all(|one| one.fits(&other))
                && self.go_together(&group, &other).await
            {
                group.push(other);
            }
        }
        group
    }

    /// Looks for a connected bot for the last free seat of a group.
    async fn seat_bot(&self, seek: &Arc<Challenge>, group: &[Arc<Challenge>]) {
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
            let takes = self.takes_seek(bot, &policies, seek, &players).await;
            if takes && self.open_seek(&seek.id, &group[1..], Some(bot)).await.is_ok() {
                return;
            }
        }
    }

    /// Returns whether a connected bot accepts a seek together with the other players, who must be
    /// connected and accept it too.
    pub(in crate::hall) async fn takes_seek(
        &self,
        bot: &PlayerId,
        policies: &[AcceptPolicy],
        seek: &Challenge,
        beside: &[PlayerId],
    ) -> bool {
        let are_here = beside.iter().all(|player| self.lobby().is_online(player));
        if !are_here || beside.contains(bot) || self.is_welcome(bot, beside).await.is_err() {
            return false;
        }
        let players = beside.iter().chain([bot]).cloned().collect();
        let Ok(new) = self.casual_among_own(NewMatch { players, ..seek.new.clone() }).await else { return false };
        let Ok(owners) = self.owners(&new.players).await else { return false };
        self.says_no(bot, policies, &new, &owners).is_none()
    }

    /// Returns whether a group and one more player accept each other.
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

    /// Opens the match of a seek for the players who accepted it, the challengers of the other
    /// seeks, and a bot.
    pub(in crate::hall) async fn open_seek(
        &self,
        id: &MatchId,
        with: &[Arc<Challenge>],
        bot: Option<&PlayerId>,
    ) -> Result<(), Refusal> {
        let Some(seek) = self.inner.challenges.find(id) else { return Ok(()) };
        let mut others: Vec<(PlayerId, Option<Seat>)> =
            seek.accepted_by.iter().skip(1).map(|player| (player.clone(), None)).collect();
        others.extend(with.iter().map(|other| (other.challenger.clone(), other.seat)));
        others.extend(bot.map(|bot| (bot.clone(), None)));
        if others.len() + 1 != seek.seats() {
            return Err(challenge::closed(id));
        }
        self.open_challenge(&seek, others, with, bot).await
    }
}
