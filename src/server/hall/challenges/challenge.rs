//! A challenge: a proposed match with its state.

use std::{collections::VecDeque, net::IpAddr, time::Duration};

use crate::hall::NewMatch;
use referee_ids::{MatchId, PlayerId, RequestId, Seat};
use referee_law::{Reason, Refusal};
use referee_store::PublicId;

/// Maximum open challenges.
pub const CHALLENGES: usize = 4_096;
/// Maximum open challenges of one player.
pub const CHALLENGES_OF_A_PLAYER: usize = 16;
/// Maximum open challenges per owner, bots included.
pub const CHALLENGES_OF_AN_OWNER: usize = 64;
/// Maximum open challenges from one address.
pub const CHALLENGES_OF_AN_ADDRESS: usize = 256;
/// Maximum open challenges to one player. In a full inbox, a challenge of the owner with the most
/// challenges there is dropped.
pub const CHALLENGES_TO_A_PLAYER: usize = 64;
/// Maximum open challenges per owner, bots included, to one player.
pub const CHALLENGES_OF_AN_OWNER_TO_A_PLAYER: usize = 4;
/// Maximum closed challenges kept, so that a repeated answer gets the result of the first.
pub const CLOSED_CHALLENGES: usize = 1_024;
/// Default lifetime of a challenge.
pub const CHALLENGE_WITHIN: Duration = Duration::from_secs(600);
/// Maximum lifetime of a challenge.
pub const MAX_CHALLENGE_WITHIN: Duration = Duration::from_secs(86_400);
/// Maximum queued lobby changes per watcher; the stream of a slower watcher ends.
pub const WAITING_CHANGES: usize = 1_024;

/// A proposed match.
#[derive(Clone, Debug)]
pub struct Challenge {
    /// Id of the challenge, and of its match.
    pub id: MatchId,
    pub challenger: PlayerId,
    /// Owner of the challenger. A player without an owner is its own owner.
    pub owner: PlayerId,
    /// Token that proposed the challenge. If the token ends, so does the challenge.
    pub token: Option<PublicId>,
    /// Opponents in the order of the free seats; empty for a seek.
    pub opponents: Vec<PlayerId>,
    /// Players who have agreed, the challenger first.
    pub accepted_by: Vec<PlayerId>,
    /// The players in `accepted_by` who agreed by their policy.
    pub accepted_by_policy: Vec<PlayerId>,
    /// The match to play. Its players have no seats yet.
    pub new: NewMatch,
    /// Seat of the challenger; `None` to draw the seat by lot.
    pub seat: Option<Seat>,
    /// Whether a seek stays open when the challenger disconnects.
    pub keep: bool,
    /// Whether only players who know the id may accept the challenge; it then has no opponents.
    pub is_link: bool,
    /// The challenger's id of the request.
    pub request_id: RequestId,
    /// SHA-256 of the request, to detect reuse of the id with other content.
    pub content: [u8; 32],
    /// Time of the proposal, in milliseconds since 1970.
    pub created_unix_ms: i64,
    /// Lifetime.
    pub within: Duration,
    pub state: ChallengeState,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChallengeState {
    Open,
    /// The match was opened, with this id.
    Accepted(MatchId),
    Declined(Declined),
    /// The challenger canceled, or has disconnected.
    Canceled,
    Expired,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declined {
    pub by: PlayerId,
    pub reason: DeclineReason,
    /// Reason as text; may be empty.
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclineReason {
    Other,
    /// The player already plays as many matches as it wants.
    Busy,
    /// The player declines the game or its options.
    Game,
    TooFast,
    TooSlow,
    /// The player accepts only rated or only casual matches.
    Stakes,
    Opponent,
    Rules,
}

impl DeclineReason {
    /// Returns the reason to decline for the field of a policy that objects.
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
    /// Returns the answer for a challenge that is dropped from a full inbox to make room for
    /// another owner's challenge.
    pub(in crate::hall) fn for_another(by: PlayerId) -> Declined {
        let text = format!(
            "{by} has {CHALLENGES_TO_A_PLAYER} open challenges: dropped as the oldest of the owner with the most"
        );
        Declined { by, reason: DeclineReason::Busy, text }
    }
}

/// Position of a challenge in a list: time of the proposal, and id.
pub type ListPosition = (i64, MatchId);

impl Challenge {
    /// Returns the position of the challenge in a list.
    pub fn position(&self) -> ListPosition {
        (self.created_unix_ms, self.id.clone())
    }

    /// Returns the address that proposed the challenge, if known.
    pub(in crate::hall) fn address(&self) -> Option<IpAddr> {
        self.new.creator.as_ref()?.address
    }

    /// Returns the number of players in the match.
    pub fn seats(&self) -> usize {
        usize::from(self.new.setting.seats())
    }

    /// Returns whether the challenge names no opponents, so that anyone who sees it may accept it.
    pub fn is_open_to_anybody(&self) -> bool {
        self.opponents.is_empty()
    }

    /// Returns whether the challenge is a seek, which is listed for everyone and matched with other
    /// seeks.
    pub fn is_seek(&self) -> bool {
        self.is_open_to_anybody() && !self.is_link
    }

    /// Returns whether the challenge ends with the challenger's last stream.
    pub fn ends_with_stream(&self) -> bool {
        self.is_seek() && !self.keep
    }

    /// Returns whether lists show the challenge to a player. A seek is shown to everyone; any other
    /// challenge to its challenger, its opponents, and the players who have agreed.
    pub fn concerns(&self, player: Option<&PlayerId>) -> bool {
        let is_party = |player: &PlayerId| {
            self.challenger == *player || self.opponents.contains(player) || self.accepted_by.contains(player)
        };
        self.is_seek() || player.is_some_and(is_party)
    }

    /// Returns whether two seeks propose the same match, and their players can play it together.
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

/// Seats players: first those who wish for a seat, then the others in order. If two wish for the
/// same seat, the first gets it.
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

/// Returns the refusal for a challenge that does not exist, or does not concern the caller.
pub(in crate::hall) fn unknown(id: &MatchId) -> Refusal {
    let expected = "the id of a challenge that concerns the caller";
    Refusal::of_field(Reason::UnknownChallenge, "challenge_id", id.as_str(), expected)
}

/// Returns the refusal of an answer to a closed challenge.
pub(in crate::hall) fn closed(id: &MatchId) -> Refusal {
    Refusal::of_field(Reason::ChallengeClosed, "challenge_id", id.as_str(), "an open challenge")
}
