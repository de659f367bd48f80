//! A challenge: a proposed match and its state.

use std::{collections::VecDeque, net::IpAddr, time::Duration};

use crate::hall::NewMatch;
use referee_ids::{MatchId, PlayerId, RequestId, Seat};
use referee_law::{Reason, Refusal};
use referee_store::PublicId;

/// Maximum open challenges.
pub const CHALLENGES: usize = 4_096;
/// Maximum open challenges of one player.
pub const CHALLENGES_OF_A_PLAYER: usize = 16;
/// Maximum open challenges of one owner, bots included.
pub const CHALLENGES_OF_AN_OWNER: usize = 64;
/// Maximum open challenges from one address.
pub const CHALLENGES_OF_AN_ADDRESS: usize = 256;
/// Maximum open challenges to one player. A full inbox drops a challenge of the owner with the
/// most.
pub const CHALLENGES_TO_A_PLAYER: usize = 64;
/// Maximum open challenges of one owner, bots included, to one player.
pub const CHALLENGES_OF_AN_OWNER_TO_A_PLAYER: usize = 4;
/// Closed challenges kept, so that a repeated answer gets their outcome.
pub const CLOSED_CHALLENGES: usize = 1_024;
/// Default lifetime of a challenge.
pub const CHALLENGE_WITHIN: Duration = Duration::from_secs(600);
/// Maximum lifetime of a challenge.
pub const MAX_CHALLENGE_WITHIN: Duration = Duration::from_secs(86_400);
/// Maximum queued lobby changes per watcher; a slower watcher is disconnected.
pub const WAITING_CHANGES: usize = 1_024;

/// A proposed match.
#[derive(Clone, Debug)]
pub struct Challenge {
    /// Also the id of the match.
    pub id: MatchId,
    pub challenger: PlayerId,
    /// Owner of the challenger. A player without an owner is its own owner.
    pub owner: PlayerId,
    /// Token of the proposal; the challenge ends with it.
    pub token: Option<PublicId>,
    /// Opponents in the order of the free seats; empty for a seek.
    pub opponents: Vec<PlayerId>,
    /// Players who have agreed, the challenger first.
    pub accepted_by: Vec<PlayerId>,
    /// The players of `accepted_by` that agreed by policy.
    pub accepted_by_policy: Vec<PlayerId>,
    /// The match to play. Its players have no seats yet.
    pub new: NewMatch,
    /// Seat of the challenger; `None` if drawn by lot.
    pub seat: Option<Seat>,
    /// Whether a seek stays open when the challenger disconnects.
    pub keep: bool,
    /// Whether only those who know its id may accept it; it has no opponents then.
    pub is_link: bool,
    /// Request id of the challenger.
    pub request_id: RequestId,
    /// SHA-256 of the request, to detect reuse of the id with other content.
    pub content: [u8; 32],
    /// Wall-clock time of the proposal, in milliseconds.
    pub created_unix_ms: i64,
    /// Lifetime.
    pub within: Duration,
    pub state: ChallengeState,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChallengeState {
    Open,
    /// Became this match.
    Accepted(MatchId),
    Declined(Declined),
    /// Canceled by the challenger, or the challenger disconnected.
    Canceled,
    Expired,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declined {
    pub by: PlayerId,
    pub reason: DeclineReason,
    /// Reason in words; may be empty.
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclineReason {
    Other,
    /// Plays as many matches as it wants.
    Busy,
    /// Declines the game or its options.
    Game,
    TooFast,
    TooSlow,
    /// Only rated or only casual matches.
    Stakes,
    Opponent,
    Rules,
}

impl DeclineReason {
    /// Maps the objecting field of a policy to a reason for the challenger.
    pub fn of_field(field: &str) -> DeclineReason {
        match field {
            "games" => DeclineReason::Game,
            "min_base_ms" | "min_increment_ms" => DeclineReason::TooFast,
            "max_base_ms" | "max_increment_ms" | "unlimited" => DeclineReason::TooSlow,
            "stakes" => DeclineReason::Stakes,
            "only_players" | "except_players" | "except_same_owner" => DeclineReason::Opponent,
            "max_matches" | "max_matches_per_opponent" => DeclineReason::Busy,
            "custom_rules" | "max_grace_ms" | "absence" => DeclineReason::Rules,
            _ => DeclineReason::Other,
        }
    }
}

impl Declined {
    /// Declines a challenge in a full inbox to make room for another owner's.
    pub(in crate::hall) fn for_another(by: PlayerId) -> Declined {
        let text = format!(
            "{by} has {CHALLENGES_TO_A_PLAYER} open challenges: dropped as the oldest of the owner with the most"
        );
        Declined { by, reason: DeclineReason::Busy, text }
    }
}

/// Position in a list: creation time and id.
pub type ListPosition = (i64, MatchId);

impl Challenge {
    /// Returns the position in a list.
    pub fn position(&self) -> ListPosition {
        (self.created_unix_ms, self.id.clone())
    }

    /// Returns the address of the proposal, if known.
    pub(in crate::hall) fn address(&self) -> Option<IpAddr> {
        self.new.creator.as_ref()?.address
    }

    /// Returns the number of players in the match.
    pub fn seats(&self) -> usize {
        usize::from(self.new.setting.seats())
    }

    /// Returns whether it names no opponents: anyone who sees it may accept it.
    pub fn is_open_to_anybody(&self) -> bool {
        self.opponents.is_empty()
    }

    /// Returns whether it is a seek: listed for everyone, and matched with others.
    pub fn is_seek(&self) -> bool {
        self.is_open_to_anybody() && !self.is_link
    }

    /// Returns whether it ends with the challenger's last stream.
    pub fn ends_with_stream(&self) -> bool {
        self.is_seek() && !self.keep
    }

    /// Returns whether lists show it to a player: to anyone for a seek, otherwise to its
    /// challenger, its opponents and those who have agreed.
    pub fn concerns(&self, player: Option<&PlayerId>) -> bool {
        let is_party = |player: &PlayerId| {
            self.challenger == *player || self.opponents.contains(player) || self.accepted_by.contains(player)
        };
        self.is_seek() || player.is_some_and(is_party)
    }

    /// Returns whether two seeks propose the same match and their players can sit in it together.
    pub fn fits(&self, other: &Challenge) -> bool {
        let (one, two) = (&self.new, &other.new);
        let is_same = one.game == two.game
            && one.setting == two.setting
            && one.time_controls == two.time_controls
            && one.conduct == two.conduct
            && one.illegal_move_policy == two.illegal_move_policy
            && one.lost_seat_policy == two.lost_seat_policy
            && one.luck.nonce_wait == two.luck.nonce_wait
            && one.graces == two.graces
            && one.opening == two.opening;
        let sits_elsewhere = self.seat.is_none() || self.seat != other.seat;
        is_same && sits_elsewhere && self.challenger != other.challenger
    }
}

/// Seats players: first those with a wish for a seat, then the others in order. The first of two
/// equal wishes wins.
pub(in crate::hall) fn seated(wishes: &[(PlayerId, Option<Seat>)]) -> Vec<PlayerId> {
    let mut seats: Vec<Option<PlayerId>> = vec![None; wishes.len()];
    let mut rest = VecDeque::new();
    for (player, wish) in wishes {
        match wish.and_then(|seat| seats.get_mut(seat.index())).filter(|seat| seat.is_none()) {
            Some(seat) => *seat = Some(player.clone()),
            None => rest.push_back(player.clone()),
        }
    }
    seats.into_iter().filter_map(|seat| seat.or_else(|| rest.pop_front())).collect()
}

/// Rejects a challenge that does not exist or does not concern the caller.
pub(in crate::hall) fn unknown(id: &MatchId) -> Refusal {
    let expected = "the id of a challenge that concerns the caller";
    Refusal::of_field(Reason::UnknownChallenge, "challenge_id", id.as_str(), expected)
}

/// Rejects an answer to a closed challenge.
pub(in crate::hall) fn closed(id: &MatchId) -> Refusal {
    Refusal::of_field(Reason::ChallengeClosed, "challenge_id", id.as_str(), "an open challenge")
}
