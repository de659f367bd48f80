//! Challenges: matches that are proposed, and opened once all their players have agreed.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::broadcast,
    time::{sleep, sleep_until},
};

use super::{
    Agreed, Hall, NewMatch,
    challenge::{self, Challenge, ChallengeState, DeclineReason, Declined, LobbyChange, seated},
    house::is_house,
    link::SeatMessage,
    opening::{Origin, fault_of_task},
    owners::Owners,
    wall_clock::{Moment, unix_ms},
};
use crate::{
    ids::{MatchId, PlayerId, RequestId, Seat},
    referee::{AcceptPolicy, Objection, Reason, Refusal},
    store::RequestKey,
};

/// How many connected bots, or open challenges, are looked at to find a match for one of the other.
const LOOKS: usize = 64;
/// How soon a challenge is tried again to expire whose match was just being opened.
const EXPIRE_AGAIN: Duration = Duration::from_secs(1);

/// A challenge that is to be.
#[derive(Clone, Debug)]
pub struct NewChallenge {
    /// Who proposes it.
    pub challenger: PlayerId,
    /// The players who are asked; empty is anybody.
    pub opponents: Vec<PlayerId>,
    /// What is to be played; who sits where follows.
    pub new: NewMatch,
    /// The seat of the challenger; `None` is drawn.
    pub seat: Option<Seat>,
    /// Whether one that is open to anybody stays when the challenger leaves.
    pub keep: bool,
    /// For how long it is open.
    pub within: Duration,
    /// The challenger's name for the request; the same one gets the same challenge again.
    pub request_id: RequestId,
}

/// What an opponent says to a challenge by itself.
enum Answer {
    Accepts,
    Declines(Declined),
    Asks,
}

impl Hall {
    /// Proposes a match. It is one at once where all opponents accept it by what they declared, and declined where one does not.
    pub async fn challenge(&self, asked: NewChallenge) -> Result<Arc<Challenge>, Refusal> {
        let NewChallenge { challenger, opponents, new, seat, keep, within, request_id } = asked;
        let new = self.casual_among_own(new).await?;
        if opponents.is_empty() && !keep && !self.lobby().is_online(&challenger) {
            let expected =
                "true, for a player who has no stream: what is open to anybody ends with its challenger's stream";
            return Err(Refusal::of_field(Reason::BadField, "keep", "false", expected));
        }
        let mut answers = Vec::new();
        for opponent in &opponents {
            answers.push(self.answer_of(opponent, &new).await?);
        }
        let no_luck = |error| Refusal::new(Reason::HostFault, format!("failed to name a challenge: {error}"));
        let id = MatchId::of_bytes(self.inner.limits.entropy.bytes().map_err(no_luck)?);
        let proposed = Challenge {
            id: id.clone(),
            accepted_by: vec![challenger.clone()],
            challenger,
            opponents: opponents.clone(),
            new,
            seat,
            keep,
            request_id,
            created_unix_ms: unix_ms(),
            within,
            state: ChallengeState::Open,
        };
        let board = &self.inner.challenges;
        let (challenge, is_new) = board.put(proposed, Moment::now().into())?;
        if !is_new {
            return Ok(challenge);
        }
        tracing::info!(challenge = %id, challenger = %challenge.challenger, "a match is proposed");
        self.expire_later(&id);
        self.tell_of(&challenge);
        for (opponent, answer) in opponents.iter().zip(answers) {
            match answer {
                Answer::Accepts => drop(board.agree(&id, opponent)),
                Answer::Declines(declined) => return self.close_challenge(&id, ChallengeState::Declined(declined)),
                Answer::Asks => {}
            }
        }
        if challenge.is_open_to_anybody() {
            self.match_seek(&id).await;
        } else if let Err(refusal) = self.open_if_agreed(&id).await {
            let _ = self.close_challenge(&id, ChallengeState::Canceled);
            return Err(refusal);
        }
        board.find(&id).ok_or_else(|| challenge::unknown(&id))
    }

    /// Agrees to a challenge. Asked again, it gives the same.
    pub async fn accept_challenge(&self, id: &MatchId, player: &PlayerId) -> Result<Arc<Challenge>, Refusal> {
        let challenge = self.challenge_of(id, player)?;
        if challenge.state != ChallengeState::Open {
            return if challenge.accepted_by.contains(player) { Ok(challenge) } else { Err(challenge::closed(id)) };
        }
        if challenge.challenger == *player {
            return Ok(challenge);
        }
        if challenge.is_open_to_anybody() {
            let policy = self.accept_policy(&challenge.challenger).await?.unwrap_or_default();
            let owners = self.owners(&[challenge.challenger.clone(), player.clone()]).await?;
            let is_own = |other: &PlayerId| owners.are_same(&challenge.challenger, other);
            if let Some(objection) = policy.opponent_objection([player], is_own) {
                return Err(objection.refusal(&challenge.challenger));
            }
        }
        let agreed = self.inner.challenges.agree(id, player).ok_or_else(|| challenge::closed(id))?;
        self.tell_of(&agreed);
        if let Err(refusal) = self.open_if_agreed(id).await {
            self.inner.challenges.disagree(id, player);
            return Err(refusal);
        }
        self.inner.challenges.find(id).ok_or_else(|| challenge::unknown(id))
    }

    /// Declines a challenge to a player by name.
    pub fn decline_challenge(&self, id: &MatchId, declined: Declined) -> Result<Arc<Challenge>, Refusal> {
        let challenge = self.challenge_of(id, &declined.by)?;
        if !challenge.opponents.contains(&declined.by) {
            return Err(challenge::unknown(id));
        }
        match &challenge.state {
            ChallengeState::Declined(before) if before.by == declined.by => Ok(challenge),
            _ => self.close_challenge(id, ChallengeState::Declined(declined)),
        }
    }

    /// Takes a challenge back.
    pub fn cancel_challenge(&self, id: &MatchId, player: &PlayerId) -> Result<Arc<Challenge>, Refusal> {
        let challenge = self.challenge_of(id, player)?;
        if challenge.challenger != *player {
            return Err(Refusal::new(Reason::Forbidden, "only who proposed a match may take that back"));
        }
        match challenge.state {
            ChallengeState::Canceled => Ok(challenge),
            _ => self.close_challenge(id, ChallengeState::Canceled),
        }
    }

    /// The open challenges that a player may see, the oldest first.
    pub fn challenges(&self, player: Option<&PlayerId>) -> Vec<Arc<Challenge>> {
        self.inner.challenges.open(player)
    }

    /// What changes in the lobby from now on.
    pub fn lobby_changes(&self) -> broadcast::Receiver<LobbyChange> {
        self.inner.challenges.changes()
    }

    /// A player has come: it is told of the challenges that wait for it, and matched with what is open to anybody.
    pub async fn has_come(&self, player: &PlayerId) {
        self.inner.challenges.tell(LobbyChange::Presence(player.clone()));
        let open = self.challenges(Some(player));
        for challenge in open.iter().filter(|challenge| challenge.opponents.contains(player)) {
            let Some(link) = self.inner.lobby.link_of(player) else { return };
            link.notice(SeatMessage::Challenge(Arc::clone(challenge)));
        }
        let Ok(Some(policies)) = self.policies_of(player).await else { return };
        for seek in open.iter().filter(|challenge| challenge.is_open_to_anybody()).take(LOOKS) {
            if seek.accepted_by.len() + 1 == seek.seats() && self.takes_seek(player, &policies, seek).await {
                let _ = self.open_seek(&seek.id, &[], Some(player)).await;
            }
        }
    }

    /// A stream of a player has ended: what it proposed to anybody ends with its last one.
    pub fn has_left(&self, player: &PlayerId) {
        if self.lobby().is_online(player) {
            return;
        }
        self.inner.challenges.tell(LobbyChange::Presence(player.clone()));
        for challenge in self.challenges(Some(player)) {
            if challenge.challenger == *player && challenge.is_open_to_anybody() && !challenge.keep {
                let _ = self.close_challenge(&challenge.id, ChallengeState::Canceled);
            }
        }
    }

    /// A challenge that concerns a player.
    fn challenge_of(&self, id: &MatchId, player: &PlayerId) -> Result<Arc<Challenge>, Refusal> {
        let found = self.inner.challenges.find(id).filter(|challenge| challenge.concerns(Some(player)));
        found.ok_or_else(|| challenge::unknown(id))
    }

    fn close_challenge(&self, id: &MatchId, to: ChallengeState) -> Result<Arc<Challenge>, Refusal> {
        let closed = self.inner.challenges.close(id, to).ok_or_else(|| challenge::closed(id))?;
        tracing::info!(challenge = %id, state = ?closed.state, "a challenge is closed");
        self.tell_of(&closed);
        Ok(closed)
    }

    /// Tells those whom a challenge concerns, and who are here, where it stands.
    fn tell_of(&self, challenge: &Arc<Challenge>) {
        let others = challenge.accepted_by.iter().filter(|player| !challenge.opponents.contains(player));
        for player in challenge.opponents.iter().chain(others) {
            if let Some(link) = self.inner.lobby.link_of(player) {
                link.notice(SeatMessage::Challenge(Arc::clone(challenge)));
            }
        }
        self.inner.challenges.tell(LobbyChange::Challenge(Arc::clone(challenge)));
    }

    fn expire_later(&self, id: &MatchId) {
        let Some(until) = self.inner.challenges.expires_at(id) else { return };
        let hall = Arc::downgrade(&self.inner);
        let of = id.clone();
        let task = tokio::spawn(async move {
            let id = of;
            sleep_until(until).await;
            while let Some(inner) = hall.upgrade() {
                let hall = Hall { inner };
                if hall.close_challenge(&id, ChallengeState::Expired).is_ok()
                    || hall.inner.challenges.expires_at(&id).is_none()
                {
                    return;
                }
                drop(hall);
                sleep(EXPIRE_AGAIN).await;
            }
        });
        self.inner.challenges.expires_by(id, task.abort_handle());
    }

    /// What an opponent says to a match by itself.
    async fn answer_of(&self, opponent: &PlayerId, new: &NewMatch) -> Result<Answer, Refusal> {
        if is_house(opponent) {
            return Ok(Answer::Accepts);
        }
        let Some(policies) = self.policies_of(opponent).await? else { return Ok(Answer::Asks) };
        let asks = policies.iter().any(|policy| policy.ask);
        let owners = self.owners(&new.players).await?;
        Ok(match self.says_no(opponent, &policies, new, &owners) {
            None => Answer::Accepts,
            Some(_) if asks => Answer::Asks,
            Some(Objection { field, expected }) => Answer::Declines(Declined {
                by: opponent.clone(),
                reason: DeclineReason::of_field(field),
                text: format!("accepts {expected}"),
            }),
        })
    }

    /// The field of a player's policies that says no to a match, or to any further one.
    fn says_no(
        &self,
        player: &PlayerId,
        policies: &[AcceptPolicy],
        new: &NewMatch,
        owners: &Owners,
    ) -> Option<Objection> {
        let full = || {
            self.inner.registry.counted(player, |counts| {
                let others = || new.players.iter().filter(|other| *other != player);
                policies.iter().find_map(|policy| policy.full(counts.live(), others(), |other| counts.with(other)))
            })
        };
        self.objection(player, policies, new, owners).or_else(full)
    }

    /// Opens the match of a challenge to players by name, once all have agreed, and of one to anybody, once there are enough.
    async fn open_if_agreed(&self, id: &MatchId) -> Result<(), Refusal> {
        let Some(challenge) = self.inner.challenges.find(id) else { return Ok(()) };
        if challenge.accepted_by.len() < challenge.seats() {
            return Ok(());
        }
        let others = match challenge.is_open_to_anybody() {
            true => challenge.accepted_by.iter().filter(|player| **player != challenge.challenger).cloned().collect(),
            false => challenge.opponents.clone(),
        };
        let wishes = others.into_iter().map(|player| (player, None)).collect();
        match self.open_challenge(&challenge, wishes, &[]).await {
            // Another of its players has agreed at the same time, and opens it.
            Err(_) if self.inner.challenges.is_settled(id) => Ok(()),
            opened => opened,
        }
    }

    /// Opens the match of a challenge with these others, each with the seat that it wishes for. `with` are the challenges of others that become
    /// the same match.
    async fn open_challenge(
        &self,
        challenge: &Arc<Challenge>,
        others: Vec<(PlayerId, Option<Seat>)>,
        with: &[MatchId],
    ) -> Result<(), Refusal> {
        let ids: Vec<MatchId> = [&challenge.id].into_iter().chain(with).cloned().collect();
        let drawn = self.inner.limits.entropy.bytes::<1>().unwrap_or_default()[0];
        let is_free = others.iter().all(|(_, wish)| wish.is_none());
        let seats = others.len() + 1;
        let draw = || is_free.then(|| u8::try_from(usize::from(drawn) % seats).map(Seat).ok()).flatten();
        let own = (challenge.challenger.clone(), challenge.seat.or_else(draw));
        let players = seated(&[&[own], &others[..]].concat());
        let request = RequestKey { player: challenge.challenger.clone(), request_id: String::new(), content: [0; 32] };
        let new = self.casual_among_own(NewMatch { players, request, ..challenge.new.clone() }).await?;
        if !self.inner.challenges.hold(&ids) {
            return Err(challenge::closed(&challenge.id));
        }
        let limits = &self.inner.limits;
        let origin = Origin {
            match_id: challenge.id.clone(),
            rematch_of: None,
            disconnect_grace: new.disconnect_grace.unwrap_or(limits.grace),
            start_grace: new.start_grace.unwrap_or(limits.start_grace),
            agreed: Agreed::All,
        };
        let hall = self.clone();
        // In a task of its own, so that a caller who gives up leaves neither a match without a table nor a challenge that is held.
        let settled = tokio::spawn(async move {
            let (opener, match_id) = (hall.clone(), origin.match_id.clone());
            // In one more, since it may panic.
            let opened = tokio::spawn(async move { opener.open_match(origin, new).await }).await;
            if let Err(refusal) = opened.unwrap_or_else(fault_of_task) {
                hall.inner.challenges.release(&ids);
                return Err(refusal);
            }
            for id in &ids {
                let _ = hall.close_challenge(id, ChallengeState::Accepted(match_id.clone()));
            }
            Ok(())
        });
        settled.await.unwrap_or_else(fault_of_task)
    }

    /// Looks for others who propose the same to anybody, and for a connected bot that accepts it.
    async fn match_seek(&self, id: &MatchId) {
        let Some(seek) = self.inner.challenges.find(id) else { return };
        let mut group: Vec<Arc<Challenge>> = vec![Arc::clone(&seek)];
        let others = self.challenges(None).into_iter().filter(|other| other.id != *id && other.accepted_by.len() == 1);
        for other in others.filter(|other| seek.fits(other)).take(LOOKS) {
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
        let mut bots = self.inner.lobby.connected();
        let drawn = self.inner.limits.entropy.bytes::<2>().map_or(0, |bytes| usize::from(u16::from_le_bytes(bytes)));
        let by = drawn % bots.len().max(1);
        bots.rotate_left(by);
        for bot in bots.iter().filter(|bot| !group.iter().any(|one| one.challenger == **bot)).take(LOOKS) {
            let Ok(Some(policies)) = self.policies_of(bot).await else { continue };
            let takes = self.takes_seek(bot, &policies, &seek).await;
            if takes && self.open_seek(id, &with, Some(bot)).await.is_ok() {
                return;
            }
        }
    }

    /// Whether a connected bot accepts what somebody proposes to anybody, and the other way round.
    async fn takes_seek(&self, bot: &PlayerId, policies: &[AcceptPolicy], seek: &Challenge) -> bool {
        if seek.accepted_by.contains(bot) {
            return false;
        }
        let players = seek.accepted_by.iter().chain([bot]).cloned().collect();
        let Ok(new) = self.casual_among_own(NewMatch { players, ..seek.new.clone() }).await else { return false };
        let Ok(owners) = self.owners(&new.players).await else { return false };
        self.wants(&seek.challenger, bot, &owners).await && self.says_no(bot, policies, &new, &owners).is_none()
    }

    /// Whether nobody of a group excludes one more, who excludes nobody of it.
    async fn go_together(&self, group: &[Arc<Challenge>], other: &Challenge) -> bool {
        let mut players: Vec<PlayerId> = group.iter().map(|one| one.challenger.clone()).collect();
        players.push(other.challenger.clone());
        let Ok(owners) = self.owners(&players).await else { return false };
        for one in group {
            let (one, two) = (&one.challenger, &other.challenger);
            if !self.wants(one, two, &owners).await || !self.wants(two, one, &owners).await {
                return false;
            }
        }
        true
    }

    /// Whether what a player declared leaves it open to play against another, whatever the match.
    async fn wants(&self, player: &PlayerId, other: &PlayerId, owners: &Owners) -> bool {
        let is_own = |other: &PlayerId| owners.are_same(player, other);
        match self.accept_policy(player).await {
            Ok(policy) => policy.unwrap_or_default().opponent_objection([other], is_own).is_none(),
            Err(_) => false,
        }
    }

    /// Opens the match of a challenge to anybody with those who have accepted it, the challengers of others, and a bot.
    async fn open_seek(&self, id: &MatchId, with: &[MatchId], bot: Option<&PlayerId>) -> Result<(), Refusal> {
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
        self.open_challenge(&seek, others, with).await
    }
}

/// When a challenge of this span expires, for whoever shows it.
pub fn expires_unix_ms(challenge: &Challenge) -> i64 {
    challenge.created_unix_ms.saturating_add(i64::try_from(challenge.within.as_millis()).unwrap_or(i64::MAX))
}
