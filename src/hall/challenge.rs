//! What a challenge is: a match that is proposed, and where it stands.

use std::{collections::VecDeque, net::IpAddr, time::Duration};

use super::NewMatch;
use crate::{
    ids::{MatchId, PlayerId, RequestId, Seat},
    referee::{Reason, Refusal},
    store::PublicId,
};

/// The most challenges that are open at once.
pub const CHALLENGES: usize = 4_096;
/// The most open challenges of one player.
pub const CHALLENGES_OF_A_PLAYER: usize = 16;
/// The most open challenges of one owner with all its bots.
pub const CHALLENGES_OF_AN_OWNER: usize = 64;
/// The most open challenges that were proposed from one address.
pub const CHALLENGES_OF_AN_ADDRESS: usize = 256;
/// The most open challenges to one player. In a full inbox the share of the greediest owner shrinks
/// for a new one.
pub const CHALLENGES_TO_A_PLAYER: usize = 64;
/// The most open challenges of one owner, bots included, to one player.
pub const CHALLENGES_OF_AN_OWNER_TO_A_PLAYER: usize = 4;
/// How many challenges that are closed are remembered, so that a repeated answer gets what became of them.
pub const CLOSED_CHALLENGES: usize = 1_024;
/// After how long a challenge expires, unless something else is said.
pub const CHALLENGE_WITHIN: Duration = Duration::from_secs(600);
/// The longest time that a challenge can be open.
pub const MAX_CHALLENGE_WITHIN: Duration = Duration::from_secs(86_400);
/// How many changes of the lobby wait for one watcher; one that falls behind further is ended.
pub const WAITING_CHANGES: usize = 1_024;

/// A match that is proposed.
#[derive(Clone, Debug)]
pub struct Challenge {
    /// Its id, which is that of its match.
    pub id: MatchId,
    pub challenger: PlayerId,
    /// Who owns the challenger; whom nobody owns is its own owner.
    pub owner: PlayerId,
    /// The token by which it was proposed: it ends with that.
    pub token: Option<PublicId>,
    /// The players who are asked, in the order of the seats that the challenger leaves; empty where it is open to anybody.
    pub opponents: Vec<PlayerId>,
    /// Who has agreed, the challenger first.
    pub accepted_by: Vec<PlayerId>,
    /// Those of them who have not said so themselves: what they declared has.
    pub accepted_by_policy: Vec<PlayerId>,
    /// What is to be played. Its players are not yet on their seats.
    pub new: NewMatch,
    /// The seat of the challenger; `None` where it is drawn.
    pub seat: Option<Seat>,
    /// Whether one that is open to anybody stays when the challenger leaves.
    pub keep: bool,
    /// The challenger's name for its request.
    pub request_id: RequestId,
    /// SHA-256 of the request's content, so that another request under the same name is noticed.
    pub content: [u8; 32],
    /// When it was proposed, by the wall clock in milliseconds.
    pub created_unix_ms: i64,
    /// For how long it is open.
    pub within: Duration,
    pub state: ChallengeState,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChallengeState {
    Open,
    /// It has become this match.
    Accepted(MatchId),
    Declined(Declined),
    /// The challenger took it back, or has gone.
    Canceled,
    Expired,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declined {
    pub by: PlayerId,
    pub reason: DeclineReason,
    /// The same in words; may be empty.
    pub text: String,
}

/// Why a challenge is declined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclineReason {
    Other,
    /// It plays as many matches as it wants.
    Busy,
    /// Not this game or these options.
    Game,
    TooFast,
    TooSlow,
    /// Only rated or only casual matches.
    Stakes,
    Opponent,
    Rules,
}

impl DeclineReason {
    /// What a field of a policy that says no means to the challenger.
    pub fn of_field(field: &str) -> DeclineReason {
        match field {
            "games" => DeclineReason::Game,
            "min_base_ms" | "min_increment_ms" => DeclineReason::TooFast,
            "max_base_ms" | "max_increment_ms" | "unlimited" => DeclineReason::TooSlow,
            "stakes" => DeclineReason::Stakes,
            "only_players" | "except_players" | "except_same_owner" => DeclineReason::Opponent,
            "max_matches" | "max_matches_per_opponent" => DeclineReason::Busy,
            "custom_rules" => DeclineReason::Rules,
            _ => DeclineReason::Other,
        }
    }
}

impl Declined {
    /// Declines a challenge in a full inbox, so that a challenge of another owner fits in.
    pub(super) fn for_another(by: PlayerId) -> Declined {
        let text = format!(
            "{by} has {CHALLENGES_TO_A_PLAYER} open challenges: the oldest of the owner with the most is dropped"
        );
        Declined { by, reason: DeclineReason::Busy, text }
    }
}

/// Where a challenge stands in a list: when it was proposed, and its id.
pub type ListPosition = (i64, MatchId);

impl Challenge {
    /// Where it stands in a list.
    pub fn position(&self) -> ListPosition {
        (self.created_unix_ms, self.id.clone())
    }

    /// Where it was proposed from, as far as that is known.
    pub(super) fn address(&self) -> Option<IpAddr> {
        self.new.creator.as_ref()?.address
    }

    /// How many players its match has.
    pub fn seats(&self) -> usize {
        usize::from(self.new.setting.seats())
    }

    /// Whether anybody may accept it.
    pub fn is_open_to_anybody(&self) -> bool {
        self.opponents.is_empty()
    }

    /// Whether it ends when its challenger has no stream any more.
    pub fn ends_with_stream(&self) -> bool {
        self.is_open_to_anybody() && !self.keep
    }

    /// Whether a player may see it: anybody where it is open to anybody, and else those whom it concerns.
    pub fn concerns(&self, player: Option<&PlayerId>) -> bool {
        let is_party = |player: &PlayerId| self.challenger == *player || self.opponents.contains(player);
        self.is_open_to_anybody() || player.is_some_and(is_party)
    }

    /// Whether two proposals to anybody are of the same match, by players who can sit in it together.
    pub fn fits(&self, other: &Challenge) -> bool {
        let (one, two) = (&self.new, &other.new);
        let is_same = one.game == two.game
            && one.setting == two.setting
            && one.time_controls == two.time_controls
            && one.conduct == two.conduct
            && one.illegal_move_policy == two.illegal_move_policy
            && one.lost_seat_policy == two.lost_seat_policy
            && one.luck.nonce_wait == two.luck.nonce_wait
            && (one.disconnect_grace, one.start_grace) == (two.disconnect_grace, two.start_grace)
            && one.opening == two.opening;
        let sits_elsewhere = self.seat.is_none() || self.seat != other.seat;
        is_same && sits_elsewhere && self.challenger != other.challenger
    }
}

/// Players on seats: those who wish for one on theirs, the others in their order on the rest. Of two with one wish the first has it.
pub(super) fn seated(wishes: &[(PlayerId, Option<Seat>)]) -> Vec<PlayerId> {
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

/// The refusal of a challenge that is not there, or not for the caller.
pub(super) fn unknown(id: &MatchId) -> Refusal {
    let expected = "the id of a challenge that concerns the caller";
    Refusal::of_field(Reason::UnknownChallenge, "challenge_id", id.as_str(), expected)
}

/// The refusal of a challenge that was closed.
pub(super) fn closed(id: &MatchId) -> Refusal {
    Refusal::of_field(Reason::ChallengeClosed, "challenge_id", id.as_str(), "a challenge that is open")
}
