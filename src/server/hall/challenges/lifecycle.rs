//! The life of a challenge: it is proposed, answered, and opened once all players have agreed.

use std::{sync::Arc, time::Duration};

use referee_ids::{MatchId, PlayerId, RequestId, Seat};
use referee_law::{AcceptPolicy, Objection, Reason, Refusal};
use referee_store::PublicId;
use tokio::{
    sync::broadcast,
    time::{sleep, sleep_until},
};

use super::{
    board::{Agreement, LobbyChange, Put},
    challenge::{self, CHALLENGES, Challenge, ChallengeState, DeclineReason, Declined, ListPosition},
    seeks::{LOOKS, OwnerShares},
};
use crate::hall::{
    Hall, NewMatch,
    house::is_house,
    link::SeatMessage,
    matches::{opening::bounded, owners::Owners},
    records::history::HistoryError,
    wall_clock::{Moment, unix_ms},
};

/// Maximum checks for compatibility while other players agree at the same time.
const AGREE_ATTEMPTS: usize = 8;
/// Delay before a challenge whose match was being opened is to expire again.
const EXPIRE_AGAIN: Duration = Duration::from_secs(1);

/// A challenge to create.
#[derive(Clone, Debug)]
pub struct NewChallenge {
    pub challenger: PlayerId,
    /// Opponents in the order of the free seats; empty for a seek.
    pub opponents: Vec<PlayerId>,
    /// The match to play. Its players have no seats yet.
    pub new: NewMatch,
    /// Seat of the challenger; `None` to draw the seat by lot.
    pub seat: Option<Seat>,
    /// Whether a seek stays open when the challenger disconnects.
    pub keep: bool,
    /// Whether only players who know the id may accept the challenge.
    pub is_link: bool,
    /// Lifetime.
    pub within: Duration,
    /// The challenger's id of the request; the same id returns the same challenge.
    pub request_id: RequestId,
    /// SHA-256 of the request.
    pub content: [u8; 32],
    /// Token that proposes the challenge. If the token ends, so does the challenge.
    pub token: Option<PublicId>,
}

/// Automatic answer of an opponent.
enum Answer {
    Accepts,
    Declines(Declined),
    Asks,
}

impl Hall {
    /// Proposes a match. The match opens immediately if every opponent's policy accepts it. If one
    /// policy objects, the challenge is declined.
    pub async fn challenge(&self, asked: NewChallenge) -> Result<Arc<Challenge>, Refusal> {
        let NewChallenge { challenger, opponents, new, seat, keep, is_link, within, request_id, content, token } =
            asked;
        // The challenger gets the refusal of invalid rules before any opponent is asked.
        self.inner.limits.graces(&new)?;
        bounded(new.conduct, self.inner.limits.max_plies)?;
        let new = self.casual_among_own(new).await?;
        self.guests_may_play(&new, std::slice::from_ref(&challenger), of_caller).await?;
        self.guests_may_play(&new, &opponents, |at| format!("opponents[{at}]")).await?;
        let owner = self.owner_of_creator(new.creator.as_ref()).await?.unwrap_or_else(|| challenger.clone());
        let mut answers = Vec::new();
        for opponent in &opponents {
            answers.push(self.answer_of(opponent, &new).await?);
        }
        let no_luck = |error| Refusal::new(Reason::HostFault, format!("failed to name a challenge: {error}"));
        let id = MatchId::of_bytes(self.inner.limits.entropy.bytes().map_err(no_luck)?);
        let proposed = Challenge {
            id: id.clone(),
            accepted_by: vec![challenger.clone()],
            accepted_by_policy: Vec::new(),
            challenger,
            owner,
            token,
            opponents: opponents.clone(),
            new,
            seat,
            keep,
            is_link,
            request_id,
            content,
            created_unix_ms: unix_ms(),
            within,
            state: ChallengeState::Open,
        };
        let board = &self.inner.challenges;
        let (challenge, displaced) = match board.put(proposed, Moment::now().into())? {
            Put::Before(challenge) => return Ok(challenge),
            Put::New { challenge, displaced } => (challenge, displaced),
        };
        displaced.iter().for_each(|closed| self.tell_of(closed));
        if let Err(refusal) = self.is_of_somebody_here(&challenge).await {
            board.forget(&id);
            return Err(refusal);
        }
        tracing::info!(match_id = %id, player = %challenge.challenger, "a match is proposed");
        self.expire_later(&id);
        self.tell_of(&challenge);
        for (opponent, answer) in opponents.iter().zip(answers) {
            match answer {
                Answer::Accepts => board.agree_by_policy(&id, opponent).iter().for_each(|agreed| self.tell_of(agreed)),
                Answer::Declines(declined) => return self.close_challenge(&id, ChallengeState::Declined(declined)),
                Answer::Asks => {}
            }
        }
        if challenge.is_seek() {
            self.match_seek(&id).await;
        } else if let Err(refusal) = self.open_if_agreed(&id).await {
            let _ = self.close_challenge(&id, declined_by_policy(&refusal).unwrap_or(ChallengeState::Canceled));
            if refusal.reason != Reason::NotAccepted {
                board.forget(&id);
                return Err(refusal);
            }
        }
        board.find(&id).ok_or_else(|| challenge::unknown(&id))
    }

    /// Accepts a challenge. Repeating the call returns the same result.
    pub async fn accept_challenge(&self, id: &MatchId, player: &PlayerId) -> Result<Arc<Challenge>, Refusal> {
        let challenge = self.challenge_of(id, player)?;
        if challenge.state != ChallengeState::Open {
            return if challenge.accepted_by.contains(player) { Ok(challenge) } else { Err(challenge::closed(id)) };
        }
        if challenge.challenger == *player {
            return Ok(challenge);
        }
        self.guests_may_play(&challenge.new, std::slice::from_ref(player), of_caller).await?;
        let mut beside = challenge.accepted_by.clone();
        let mut attempts = 0..AGREE_ATTEMPTS;
        let agreed = loop {
            attempts.next().ok_or_else(|| challenge::closed(id))?;
            if challenge.is_open_to_anybody() {
                self.is_welcome(player, &beside).await?;
            }
            match self.inner.challenges.agree(id, player, &beside) {
                Agreement::Noted(agreed) => break agreed,
                Agreement::Changed(now) => beside.clone_from(&now.accepted_by),
                Agreement::Closed => return Err(challenge::closed(id)),
            }
        };
        self.tell_of(&agreed);
        if let Err(refusal) = self.open_if_agreed(id).await {
            // If a policy no longer accepts the match, its player must answer in person.
            let by_policy = agreed.accepted_by_policy.iter().filter(|_| refusal.reason == Reason::NotAccepted);
            for player in by_policy.chain([player]) {
                self.disagree(id, player);
            }
            return Err(refusal);
        }
        let now = self.inner.challenges.find(id).ok_or_else(|| challenge::unknown(id))?;
        // A player that was removed while the match opened has no seat in it.
        if now.accepted_by.contains(player) { Ok(now) } else { Err(challenge::closed(id)) }
    }

    /// Declines a challenge addressed to a player.
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

    pub fn cancel_challenge(&self, id: &MatchId, player: &PlayerId) -> Result<Arc<Challenge>, Refusal> {
        let challenge = self.challenge_of(id, player)?;
        if challenge.challenger != *player {
            let expected = "a challenge of the caller: only the challenger may cancel it";
            return Err(Refusal::of_field(Reason::Forbidden, "challenge_id", id.as_str(), expected));
        }
        match challenge.state {
            ChallengeState::Canceled => Ok(challenge),
            _ => self.close_challenge(id, ChallengeState::Canceled),
        }
    }

    /// Returns up to `limit` open challenges that a player may see, the oldest first, starting
    /// after `after`.
    pub fn challenges(
        &self,
        player: Option<&PlayerId>,
        after: Option<&ListPosition>,
        limit: usize,
    ) -> Vec<Arc<Challenge>> {
        self.inner.challenges.open(|challenge| challenge.concerns(player), after, limit)
    }

    /// Ends the challenges that a player proposed with a token that ended; without a token, all
    /// challenges of the player.
    pub fn end_challenges(&self, player: &PlayerId, token: Option<PublicId>) {
        let is_of = |of: &Challenge| of.challenger == *player && (token.is_none() || of.token == token);
        for challenge in self.inner.challenges.open(is_of, None, CHALLENGES) {
            self.end_challenge(&challenge.id, ChallengeState::Canceled);
        }
    }

    /// Replaces the token `old` in a player's challenges by `new`.
    pub fn renew_token(&self, player: &PlayerId, old: PublicId, new: PublicId) {
        self.inner.challenges.renew_token(player, old, new);
    }

    /// Removes a barred player from all challenges: cancels its own, declines those to it, and
    /// withdraws its consents.
    pub(in crate::hall) fn leave_challenges(&self, player: &PlayerId) {
        self.end_challenges(player, None);
        let is_in = |of: &Challenge| of.opponents.contains(player) || of.accepted_by.contains(player);
        for challenge in self.inner.challenges.open(is_in, None, CHALLENGES) {
            if challenge.opponents.contains(player) {
                let (by, text) = (player.clone(), "may not play any more".to_owned());
                let declined = Declined { by, reason: DeclineReason::Other, text };
                self.end_challenge(&challenge.id, ChallengeState::Declined(declined));
            } else {
                self.disagree(&challenge.id, player);
            }
        }
    }

    /// Subscribes to lobby changes.
    pub fn lobby_changes(&self) -> broadcast::Receiver<LobbyChange> {
        self.inner.challenges.changes()
    }

    /// Sends a player that has just connected its waiting challenges, and matches the player with
    /// open seeks. Offers the player's own seeks to bots, whose policies decline seeks of absent
    /// challengers.
    pub async fn has_come(&self, player: &PlayerId) {
        self.inner.challenges.tell(LobbyChange::Presence(player.clone()));
        let open = self.challenges(Some(player), None, CHALLENGES);
        for challenge in open.iter().filter(|challenge| challenge.opponents.contains(player)) {
            self.inner.lobby.notice(player, &SeatMessage::Challenge(Arc::clone(challenge)));
        }
        for seek in open.iter().filter(|seek| seek.is_seek() && seek.challenger == *player) {
            self.match_seek(&seek.id).await;
        }
        let Ok(Some(policies)) = self.policies_of(player).await else { return };
        let games = self.inner.lobby.games_of(player);
        let mut shares = OwnerShares::default();
        let suits = |seek: &&Arc<Challenge>| {
            seek.is_seek()
                && seek.accepted_by.len() + 1 == seek.seats()
                && games.iter().any(|game| game == seek.new.game)
                && policies.iter().all(|policy| policy.games.is_empty() || policy.games.contains_key(seek.new.game))
                && shares.takes(&seek.owner)
        };
        let seeks: Vec<&Arc<Challenge>> = open.iter().filter(suits).take(LOOKS).collect();
        for seek in seeks {
            if self.takes_seek(player, &policies, seek, &seek.accepted_by).await {
                let _ = self.open_seek(&seek.id, &[], Some(player)).await;
            }
        }
    }

    /// Ends the seeks of a player whose last stream has ended.
    pub fn has_left(&self, player: &PlayerId) {
        if self.lobby().is_online(player) {
            return;
        }
        self.inner.challenges.tell(LobbyChange::Presence(player.clone()));
        let ends = |of: &Challenge| of.challenger == *player && of.ends_with_stream();
        for challenge in self.inner.challenges.open(ends, None, CHALLENGES) {
            self.end_challenge(&challenge.id, ChallengeState::Canceled);
        }
    }

    /// Checks that the challenger and its opponents may play, and are connected if required. Must
    /// run after the challenge is on the board, so that either this check or the other side notices
    /// a concurrent disconnect or ban.
    async fn is_of_somebody_here(&self, challenge: &Challenge) -> Result<(), Refusal> {
        if challenge.ends_with_stream() && !self.lobby().is_online(&challenge.challenger) {
            let expected = "true, for a player without a stream: a seek otherwise ends with its challenger's stream";
            return Err(Refusal::of_field(Reason::BadField, "keep", "false", expected));
        }
        self.none_is_barred(std::slice::from_ref(&challenge.challenger)).await?;
        self.token_stands(&challenge.id).await?;
        let of_opponents = |refusal: Refusal| {
            let field = refusal.field.replacen("players", "opponents", 1).into();
            Refusal { field, ..refusal }
        };
        self.none_is_barred(&challenge.opponents).await.map_err(of_opponents)
    }

    /// Checks that the token of a challenge, or the token that replaced it, is still valid.
    async fn token_stands(&self, id: &MatchId) -> Result<(), Refusal> {
        let token = || self.inner.challenges.find(id).and_then(|challenge| challenge.token);
        let mut asked = token();
        while let Some(token_id) = asked {
            if self.inner.accounts.token(token_id).await.map_err(HistoryError::from)?.is_some() {
                return Ok(());
            }
            let now = token();
            if now == asked {
                let text = "the challenger's token was revoked";
                return Err(Refusal::new(Reason::Unauthenticated, text));
            }
            asked = now;
        }
        Ok(())
    }

    /// Withdraws a player's consent, and notifies the players concerned.
    fn disagree(&self, id: &MatchId, player: &PlayerId) {
        let Some(left) = self.inner.challenges.disagree(id, player) else { return };
        self.tell_of(&left);
        if !left.opponents.contains(player) {
            self.inner.lobby.notice(player, &SeatMessage::Challenge(left));
        }
    }

    /// Returns a challenge that concerns a player, or a challenge by link, whose id is its key.
    pub fn challenge_seen_by(&self, id: &MatchId, player: Option<&PlayerId>) -> Result<Arc<Challenge>, Refusal> {
        let is_seen = |challenge: &Arc<Challenge>| challenge.is_link || challenge.concerns(player);
        self.inner.challenges.find(id).filter(is_seen).ok_or_else(|| challenge::unknown(id))
    }

    fn challenge_of(&self, id: &MatchId, player: &PlayerId) -> Result<Arc<Challenge>, Refusal> {
        self.challenge_seen_by(id, Some(player))
    }

    /// Closes a challenge. If its match is being opened, closes the challenge once that has failed.
    fn end_challenge(&self, id: &MatchId, to: ChallengeState) {
        if let Some(ended) = self.inner.challenges.end(id, to) {
            self.tell_of(&ended);
        }
    }

    pub(in crate::hall) fn close_challenge(&self, id: &MatchId, to: ChallengeState) -> Result<Arc<Challenge>, Refusal> {
        let closed = self.inner.challenges.close(id, to).ok_or_else(|| challenge::closed(id))?;
        self.tell_of(&closed);
        Ok(closed)
    }

    /// Sends the state of a challenge to its connected players.
    pub(in crate::hall) fn tell_of(&self, challenge: &Arc<Challenge>) {
        if challenge.state != ChallengeState::Open {
            tracing::info!(match_id = %challenge.id, state = ?challenge.state, "a challenge is closed");
        }
        let others = challenge.accepted_by.iter().filter(|player| !challenge.opponents.contains(player));
        for player in challenge.opponents.iter().chain(others) {
            self.inner.lobby.notice(player, &SeatMessage::Challenge(Arc::clone(challenge)));
        }
        self.inner.challenges.tell(LobbyChange::Challenge(Arc::clone(challenge)));
    }

    fn expire_later(&self, id: &MatchId) {
        let Some(until) = self.inner.challenges.expires_at(id) else { return };
        let hall = Arc::downgrade(&self.inner);
        let of = id.clone();
        let task = self.inner.serving.spawn(async move {
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

    /// Returns the automatic answer of an opponent to a match.
    async fn answer_of(&self, opponent: &PlayerId, new: &NewMatch) -> Result<Answer, Refusal> {
        if is_house(opponent) {
            return Ok(Answer::Accepts);
        }
        let Some(policies) = self.policies_of(opponent).await? else { return Ok(Answer::Asks) };
        let asks = policies.iter().any(|policy| policy.ask);
        let owners = self.owners(&new.players).await?;
        Ok(match self.says_no(opponent, &policies, new, &owners) {
            // The policy of a disconnected player accepts nothing. With `asks`, the player can
            // answer later; otherwise the opening rejects the match.
            None if asks && !self.lobby().is_online(opponent) => Answer::Asks,
            None => Answer::Accepts,
            Some(_) if asks => Answer::Asks,
            Some(Objection { field, expected }) => Answer::Declines(Declined {
                by: opponent.clone(),
                reason: DeclineReason::of_field(field),
                text: format!("accepts {expected}"),
            }),
        })
    }

    /// Returns the objection of a player's policies to a match; `None` if they accept it.
    pub(in crate::hall) fn says_no(
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
}

/// Returns the field that a refusal about the caller names.
fn of_caller(_: usize) -> String {
    "authorization".to_owned()
}

/// Returns the state of a challenge that a policy declines, given the refusal of its match; `None`
/// for any other refusal.
fn declined_by_policy(refusal: &Refusal) -> Option<ChallengeState> {
    let by = PlayerId::parse(&refusal.value).ok().filter(|_| refusal.reason == Reason::NotAccepted)?;
    let field = refusal.field.strip_prefix("accepts.").unwrap_or_default();
    let (reason, text) = (DeclineReason::of_field(field), format!("accepts {}", refusal.expected));
    Some(ChallengeState::Declined(Declined { by, reason, text }))
}

/// Returns when a challenge expires, in milliseconds since 1970, for display.
pub fn expires_unix_ms(challenge: &Challenge) -> i64 {
    challenge.created_unix_ms.saturating_add(i64::try_from(challenge.within.as_millis()).unwrap_or(i64::MAX))
}
