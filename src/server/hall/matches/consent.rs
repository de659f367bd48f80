//! Checks that every player of a match has agreed to it.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    owners::Owners,
    registry::{Counts, Party},
    store_failures,
};
use crate::hall::{Hall, NewMatch, house::is_house, lobby::Lobby};
use referee_ids::PlayerId;
use referee_law::{
    AcceptPolicy, Consent, IllegalMovePolicy, LostSeatPolicy, Objection, Opening, ProposedMatch, Reason, Refusal,
    opening::luck::usual_nonce_wait,
};
use referee_store::StoreError;

/// Players who have agreed to a match.
#[derive(Clone, Debug)]
pub enum Agreed {
    /// All players have agreed to this match, or belong to this process.
    All,
    /// Only these players have agreed. The others must accept by their policy, or have entered the
    /// contest of the match.
    Only {
        players: BTreeSet<PlayerId>,
        /// Whether a host of this server opens the match. Then the entrants of its contest have
        /// agreed.
        by_host: bool,
    },
}

impl Agreed {
    /// Returns whether players with the same owner may play this match for ratings.
    pub(in crate::hall) fn rates_one_owner(&self) -> bool {
        match self {
            Agreed::All => true,
            Agreed::Only { by_host, .. } => *by_host,
        }
    }
}

/// The policies of the players who have not agreed in another way. Connections and numbers of
/// matches are checked later, when the match takes its place.
pub(in crate::hall) struct Declared {
    players: Vec<PlayerId>,
    policies: BTreeMap<PlayerId, Vec<AcceptPolicy>>,
    /// Players who agree by their policy and have entered a running contest.
    in_contests: BTreeSet<PlayerId>,
}

impl Declared {
    /// Returns how the player of each seat agrees.
    pub fn consents(&self) -> Vec<Consent> {
        let consent = |player: &PlayerId| match self.policies.contains_key(player) {
            true => Consent::Policy,
            false if is_house(player) => Consent::House,
            false => Consent::Act,
        };
        self.players.iter().map(consent).collect()
    }

    /// Returns the players of the match. `is_of_contest` is whether the match belongs to a contest.
    pub fn party(&self, is_of_contest: bool) -> Party {
        let has_acted = |player: &&PlayerId| is_of_contest && !self.policies.contains_key(*player);
        Party { players: self.players.clone(), for_contest: self.players.iter().filter(has_acted).cloned().collect() }
    }

    /// Checks that a player has room for the match. Fails with [`Reason::BotUnavailable`] if a
    /// player who agrees by policy is disconnected, or must keep a place for its contests. Fails
    /// with [`Reason::NotAccepted`] if a policy has reached its maximum of matches.
    pub fn has_room(&self, player: &PlayerId, counts: &Counts<'_>, lobby: &Lobby) -> Result<(), Refusal> {
        if !self.policies.is_empty() && !lobby.is_online(player) {
            return Err(is_away(player));
        }
        let policies = self.policies.get(player).into_iter().flatten();
        let opponents = || self.players.iter().filter(|other| *other != player);
        let mut full = policies.filter_map(|policy| policy.full(counts.live(), opponents(), |with| counts.with(with)));
        if let Some(objection) = full.next() {
            return Err(objection.refusal(player));
        }
        match self.in_contests.contains(player) {
            true => lobby.keeps_a_place(player, counts.outside_contests()),
            false => Ok(()),
        }
    }
}

impl Hall {
    /// Returns the policies of the players who have not agreed in another way. If one of them does
    /// not accept the match, fails with [`Reason::NotAccepted`] and the field that objects.
    pub(in crate::hall) async fn declared(&self, agreed: &Agreed, new: &NewMatch) -> Result<Declared, Refusal> {
        let mut declared =
            Declared { players: new.players.clone(), policies: BTreeMap::new(), in_contests: BTreeSet::new() };
        let Agreed::Only { players, by_host } = agreed else { return Ok(declared) };
        let owners = self.owners(&new.players).await?;
        for player in new.players.iter().filter(|player| !is_house(player) && !players.contains(*player)) {
            if declared.policies.contains_key(player) || (*by_host && self.has_entered(player, new).await?) {
                continue;
            }
            let policies = self.policies_of(player).await?.ok_or_else(|| says_nothing(player))?;
            if let Some(objection) = self.objection(player, &policies, new, &owners) {
                return Err(objection.refusal(player));
            }
            if self.inner.consents.is_in_running_contest(player).await.map_err(store_fault)? {
                declared.in_contests.insert(player.clone());
            }
            declared.policies.insert(player.clone(), policies);
        }
        Ok(declared)
    }

    /// Sets a player's accept policy; with `None`, the player accepts no matches.
    pub async fn set_accept_policy(&self, player: &PlayerId, policy: Option<AcceptPolicy>) -> Result<(), Refusal> {
        if let Some(game) =
            policy.iter().flat_map(|policy| policy.games.keys()).find(|id| self.games().find(id).is_none())
        {
            let expected = format!("one of {}", self.games().ids());
            return Err(Refusal::of_field(Reason::UnknownGame, "policy.games", game, expected));
        }
        self.inner.consents.set_accept_policy(player, policy).await.map_err(store_fault)?;
        Ok(())
    }

    /// Returns a player's accept policy; `None` if the player has declared none. House bots accept
    /// everything.
    pub async fn accept_policy(&self, player: &PlayerId) -> Result<Option<AcceptPolicy>, Refusal> {
        if is_house(player) {
            return Ok(Some(AcceptPolicy { unlimited: true, custom_rules: true, ..AcceptPolicy::default() }));
        }
        self.inner.consents.accept_policy(player).await.map_err(store_fault)
    }

    /// Returns the policy that a player has declared, and the narrower policy of its stream. Both
    /// must accept a match. Returns `None` if the player has declared none.
    pub(in crate::hall) async fn policies_of(&self, player: &PlayerId) -> Result<Option<Vec<AcceptPolicy>>, Refusal> {
        let stored = self.accept_policy(player).await?;
        Ok(stored.map(|stored| [stored].into_iter().chain(self.inner.lobby.narrowed(player)).collect()))
    }

    /// Returns the objection of a player's policies to a match; `None` if they accept it.
    pub(in crate::hall) fn objection(
        &self,
        player: &PlayerId,
        policies: &[AcceptPolicy],
        new: &NewMatch,
        owners: &Owners,
    ) -> Option<Objection> {
        let limits = &self.inner.limits;
        let usual_graces = limits.usual_graces(&new.time_controls);
        let proposed = ProposedMatch {
            game: new.game,
            options: new.setting.options(),
            time_controls: &new.time_controls,
            conduct: &new.conduct,
            // Opening the match rejects a grace above the host's maximum.
            graces: limits.graces(new).unwrap_or(usual_graces),
            usual_graces,
            has_custom_rules: self.has_custom_rules(new),
            players: &new.players,
        };
        policies.iter().find_map(|policy| policy.objection(player, &proposed, |other| owners.are_same(player, other)))
    }

    /// Returns whether a match deviates from the server's rules. Such a match has shorter graces, a
    /// different opening, a different wait for nonces, or different policies for illegal moves or
    /// lost seats.
    fn has_custom_rules(&self, new: &NewMatch) -> bool {
        let limits = &self.inner.limits;
        let game = self.games().find(new.game);
        new.opening != Opening::default()
            || new.illegal_move_policy != IllegalMovePolicy::Forfeit
            || new.lost_seat_policy != LostSeatPolicy::default()
            || game.is_some_and(|game| new.luck.nonce_wait != usual_nonce_wait(game.facts()))
            || new.graces.disconnect.is_some_and(|asked| asked < limits.grace)
            || new.graces.attend.is_some_and(|asked| asked < limits.attend_grace)
            || new.graces.start.is_some_and(|asked| asked < limits.start_grace)
    }

    async fn has_entered(&self, player: &PlayerId, new: &NewMatch) -> Result<bool, Refusal> {
        let Some(occasion) = &new.occasion else { return Ok(false) };
        self.inner.consents.has_entered(&occasion.contest, player).await.map_err(store_fault)
    }
}

/// Returns the refusal of a match that needs a policy while one of its players is disconnected.
fn is_away(player: &PlayerId) -> Refusal {
    let expected =
        "a player with an open Play or Attend stream: a policy accepts a match only if all players are connected";
    Refusal::of_field(Reason::BotUnavailable, "players", player.as_str(), expected)
}

/// Returns the refusal of a match with a player who has declared no policy.
fn says_nothing(player: &PlayerId) -> Refusal {
    let expected = "a challenge: this player has declared no policy".to_owned();
    let text = format!("{player} has no policy: challenge it instead");
    let refusal = Refusal::new(Reason::NotAccepted, text);
    Refusal { field: "accepts".into(), value: player.to_string(), expected, ..refusal }
}

/// Maps a store failure to a refusal. The details go only to the log.
fn store_fault(error: StoreError) -> Refusal {
    if let Some(left_out) = store_failures::may_write() {
        tracing::error!(%error, left_out, "the store could not read the players' consents");
    }
    Refusal::new(Reason::StoreUnavailable, "the store could not read the players' consents: retry later")
}
