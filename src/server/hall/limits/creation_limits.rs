//! Limits on opening matches per player, owner and address: live matches, waiting ones, house
//! seats, and matches per minute.
//!
//! The creator of a match is the player who requested it, whose challenge it was, or whose wish
//! completed a rematch. Matches that the host opens, and matches from before a restart, do not
//! count.

use std::{net::IpAddr, num::NonZeroU32, sync::Arc, time::Duration};

use super::{
    gauge::{self, Full, Gauge, RETRY_WHEN_FULL},
    rate::{Pace, Rate, TooOften},
};
use crate::hall::wall_clock::TimerInstant;
use referee_ids::PlayerId;
use referee_law::Refusal;

/// The player who opens a match, and the player's address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Creator {
    pub player: PlayerId,
    /// Address of the player (for IPv6, the first 64 bits), if known.
    pub address: Option<IpAddr>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreationLimits {
    /// Maximum live matches.
    pub matches: Most,
    /// Maximum matches that wait for their start.
    pub waiting_matches: Most,
    /// Maximum house seats in live matches.
    pub house_seats: Most,
    /// Maximum matches per minute and owner; also the burst.
    pub per_minute_per_owner: NonZeroU32,
    /// Maximum matches per minute and address; also the burst.
    pub per_minute_per_address: NonZeroU32,
}

/// Maximum counts for one creator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Most {
    pub per_player: usize,
    /// Maximum per owner, bots included. A player without an owner is its own owner.
    pub per_owner: usize,
    pub per_address: usize,
}

impl Default for CreationLimits {
    fn default() -> CreationLimits {
        CreationLimits {
            matches: Most { per_player: 500, per_owner: 1_000, per_address: 2_500 },
            waiting_matches: Most { per_player: 100, per_owner: 200, per_address: 500 },
            house_seats: Most { per_player: 128, per_owner: 256, per_address: 384 },
            per_minute_per_owner: NonZeroU32::MIN.saturating_add(299),
            per_minute_per_address: NonZeroU32::MIN.saturating_add(1_199),
        }
    }
}

/// The key under which a use is counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    Player(PlayerId),
    Owner(PlayerId),
    Address(IpAddr),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    Matches,
    /// Matches that wait for their start.
    WaitingMatches,
    HouseSeats,
}

pub struct Creations {
    limits: CreationLimits,
    used: Gauge<(Use, Key)>,
    rate: Rate<Key>,
}

/// The counted uses of one match, freed when dropped.
pub type Taken = gauge::Taken<(Use, Key)>;

/// The uses of a new match.
pub struct TakenByMatch {
    /// Uses until the match ends: the match, and its house seats.
    pub live: [Taken; 2],
    /// Use until the match starts: a waiting match.
    pub waiting: Taken,
    creations: Arc<Creations>,
    keys: Vec<Key>,
}

impl Creations {
    pub fn new(limits: &CreationLimits) -> Arc<Creations> {
        Arc::new(Creations { limits: limits.clone(), used: Gauge::default(), rate: Rate::default() })
    }

    /// Takes the uses of a new match with `house_seats` house seats. Does not count the match for
    /// the rate per minute yet. Fails with [`Reason::Limit`](referee_law::Reason) if the player,
    /// its owner or its address has reached a limit.
    pub fn take(
        self: &Arc<Creations>,
        creator: &Creator,
        owner: &PlayerId,
        house_seats: usize,
    ) -> Result<TakenByMatch, Refusal> {
        let keys = keys(creator, owner);
        // Checks all uses of the player before those of the owner, so that a refusal names a limit
        // of the player first.
        self.has_room(&keys, house_seats)?;
        let take = |of, count| self.used.take(count, &self.bounds(of, &keys)).map_err(full);
        let live = [take(Use::Matches, 1)?, take(Use::HouseSeats, house_seats)?];
        Ok(TakenByMatch { live, waiting: take(Use::WaitingMatches, 1)?, creations: Arc::clone(self), keys })
    }

    /// Checks whether [`Creations::take`] and [`TakenByMatch::count`] would succeed now, without
    /// taking anything.
    pub fn has_room_for(&self, creator: &Creator, owner: &PlayerId, house_seats: usize) -> Result<(), Refusal> {
        let keys = keys(creator, owner);
        self.has_room(&keys, house_seats)?;
        self.rate.has_room(&self.paces(&keys), TimerInstant::now()).map_err(too_often)
    }

    fn has_room(&self, keys: &[Key], house_seats: usize) -> Result<(), Refusal> {
        keys.iter().map(std::slice::from_ref).try_for_each(|key| {
            [(Use::Matches, 1), (Use::WaitingMatches, 1), (Use::HouseSeats, house_seats)]
                .into_iter()
                .try_for_each(|(of, count)| self.used.has_room(count, &self.bounds(of, key)).map_err(full))
        })
    }

    /// Returns the maximum of one use for each of these keys.
    fn bounds(&self, of: Use, keys: &[Key]) -> Vec<((Use, Key), usize)> {
        let CreationLimits { matches, waiting_matches, house_seats, .. } = &self.limits;
        let most = match of {
            Use::Matches => matches,
            Use::WaitingMatches => waiting_matches,
            Use::HouseSeats => house_seats,
        };
        let bound = |key: &Key| match key {
            Key::Player(_) => most.per_player,
            Key::Owner(_) => most.per_owner,
            Key::Address(_) => most.per_address,
        };
        keys.iter().map(|key| ((of, key.clone()), bound(key))).collect()
    }

    /// Returns how many matches per minute each of these keys may open.
    fn paces(&self, keys: &[Key]) -> Vec<(Key, Pace)> {
        let per_minute = |key: &Key| match key {
            Key::Player(_) => None,
            Key::Owner(_) => Some(self.limits.per_minute_per_owner),
            Key::Address(_) => Some(self.limits.per_minute_per_address),
        };
        let pace = |key: &Key| Some((key.clone(), Pace::per(Duration::from_secs(60), per_minute(key)?)));
        keys.iter().filter_map(pace).collect()
    }
}

impl TakenByMatch {
    /// Counts the match for the rates of its owner and its address, or for neither. Fails with
    /// [`Reason::Limit`](referee_law::Reason) if one of them has reached its rate.
    pub fn count(&self) -> Result<(), Refusal> {
        self.creations.rate.take(&self.creations.paces(&self.keys), TimerInstant::now()).map_err(too_often)
    }
}

fn full(Full { key: (of, key), has, most }: Full<(Use, Key)>) -> Refusal {
    let of_three = |names: [&'static str; 3]| match key {
        Key::Player(_) => names[0],
        Key::Owner(_) => names[1],
        Key::Address(_) => names[2],
    };
    let whose = match &key {
        Key::Player(player) => format!("matches that {player} opened"),
        Key::Owner(owner) => format!("matches that {owner} and its bots opened"),
        Key::Address(_) => "matches that were opened from this address".to_owned(),
    };
    let (name, text) = match of {
        Use::Matches => (
            of_three(["matches_per_player", "matches_per_owner", "matches_per_address"]),
            format!("limit reached: {most} live {whose}"),
        ),
        Use::WaitingMatches => (
            of_three(["waiting_matches_per_player", "waiting_matches_per_owner", "waiting_matches_per_address"]),
            format!("limit reached: {most} {whose} wait for their players"),
        ),
        Use::HouseSeats => (
            of_three(["house_seats_per_player", "house_seats_per_owner", "house_seats_per_address"]),
            format!("limit reached: {most} seats of house bots in {whose}, {has} in use"),
        ),
    };
    Refusal::limit(name, most, text).retry_after(RETRY_WHEN_FULL)
}

fn too_often(refused: TooOften<Key>) -> Refusal {
    refused.refusal(|key, Pace { burst, .. }| {
        let (name, whose) = match key {
            Key::Address(_) => ("matches_per_minute_per_address", "address"),
            Key::Player(_) | Key::Owner(_) => ("matches_per_minute_per_owner", "owner"),
        };
        (name, format!("too many matches opened by one {whose} (limit {burst} per minute)"))
    })
}

/// Returns the keys under which a creator's match is counted.
fn keys(creator: &Creator, owner: &PlayerId) -> Vec<Key> {
    let mut keys = vec![Key::Player(creator.player.clone()), Key::Owner(owner.clone())];
    keys.extend(creator.address.map(Key::Address));
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(name: &str) -> PlayerId {
        PlayerId::parse(name).expect("a name")
    }

    fn from(name: &str, last: u8) -> Creator {
        Creator { player: player(name), address: Some(IpAddr::from([10, 0, 0, last])) }
    }

    fn reached(taken: Result<TakenByMatch, Refusal>) -> (&'static str, u64) {
        let refusal = taken.err().expect("the limit is reached");
        assert!(refusal.retry_after_ms.is_some(), "{refusal:?}");
        let limit = refusal.limit.expect("it names the limit");
        (limit.name, limit.most)
    }

    fn many() -> Most {
        Most { per_player: 100, per_owner: 100, per_address: 100 }
    }

    #[tokio::test(start_paused = true)]
    async fn each_of_player_owner_and_address_has_its_own_limit() {
        let matches = Most { per_player: 2, per_owner: 3, per_address: 4 };
        let creations =
            Creations::new(&CreationLimits { matches, waiting_matches: many(), ..CreationLimits::default() });
        let owner = player("owner");
        let mut held = vec![creations.take(&from("one", 1), &owner, 0).expect("the first")];
        held.push(creations.take(&from("one", 1), &owner, 0).expect("the second"));
        assert_eq!(reached(creations.take(&from("one", 1), &owner, 0)), ("matches_per_player", 2));
        assert_eq!(
            reached(creations.take(&from("one", 2), &owner, 0)),
            ("matches_per_player", 2),
            "wherever it calls from"
        );
        held.push(creations.take(&from("two", 1), &owner, 0).expect("another bot of the owner"));
        assert_eq!(reached(creations.take(&from("two", 1), &owner, 0)), ("matches_per_owner", 3));
        held.push(creations.take(&from("ann", 1), &player("ann"), 0).expect("somebody else from there"));
        assert_eq!(reached(creations.take(&from("bob", 1), &player("bob"), 0)), ("matches_per_address", 4));
        assert!(creations.take(&from("bob", 2), &player("bob"), 0).is_ok(), "who calls from elsewhere");
        held.remove(0);
        assert!(creations.take(&from("one", 1), &owner, 0).is_ok(), "one has ended");
        drop(held);
        assert!(creations.used.is_empty(), "nobody is kept in mind who has nothing");
    }

    #[tokio::test(start_paused = true)]
    async fn a_started_match_leaves_the_waiting_list() {
        let waiting_matches = Most { per_player: 1, ..many() };
        let creations = Creations::new(&CreationLimits { waiting_matches, ..CreationLimits::default() });
        let (ann, owner) = (from("ann", 1), player("ann"));
        let TakenByMatch { live: _live, waiting, .. } = creations.take(&ann, &owner, 0).expect("the first");
        assert_eq!(reached(creations.take(&ann, &owner, 0)), ("waiting_matches_per_player", 1));
        drop(waiting);
        assert!(creations.take(&ann, &owner, 0).is_ok(), "the first one is played");
    }

    #[tokio::test(start_paused = true)]
    async fn seats_of_the_house_are_counted() {
        let house_seats = Most { per_player: 3, ..many() };
        let creations = Creations::new(&CreationLimits { house_seats, ..CreationLimits::default() });
        let (ann, owner) = (from("ann", 1), player("ann"));
        let held = creations.take(&ann, &owner, 2).expect("two of three");
        assert_eq!(reached(creations.take(&ann, &owner, 2)), ("house_seats_per_player", 3));
        let _one = creations.take(&ann, &owner, 1).expect("the third");
        assert!(creations.take(&ann, &owner, 0).is_ok(), "among players");
        drop(held);
        assert!(creations.take(&ann, &owner, 2).is_ok(), "two are free again");
    }

    #[tokio::test(start_paused = true)]
    async fn a_minute_gives_as_many_as_it_says() {
        let per_minute_per_owner = NonZeroU32::MIN.saturating_add(3);
        let creations = Creations::new(&CreationLimits { per_minute_per_owner, ..CreationLimits::default() });
        let room = |name: &str| creations.take(&from(name, 1), &player("owner"), 0).expect("there is room");
        let open = |name: &str| room(name).count();
        room("one");
        assert!((0..4).all(|_| open("one").is_ok()), "as many as a minute allows come at once");
        let refused = open("two").expect_err("that was all for this owner");
        assert_eq!(
            refused.limit.as_ref().map(|limit| (limit.name, limit.most)),
            Some(("matches_per_minute_per_owner", 4))
        );
        let wait = Duration::from_millis(refused.retry_after_ms.expect("it says when").into());
        assert!(wait > Duration::from_secs(10) && wait <= Duration::from_secs(15), "{refused:?}");
        tokio::time::advance(wait + Duration::from_millis(1)).await;
        assert!(open("two").is_ok(), "when it was told to try again");
        assert!(open("two").is_err());
        assert!(creations.used.is_empty(), "what is refused takes nothing");
    }

    #[tokio::test(start_paused = true)]
    async fn what_an_address_refuses_is_not_counted_for_the_owner() {
        let (per_minute_per_owner, per_minute_per_address) = (NonZeroU32::MIN.saturating_add(1), NonZeroU32::MIN);
        let limits = CreationLimits { per_minute_per_owner, per_minute_per_address, ..CreationLimits::default() };
        let creations = Creations::new(&limits);
        let opened =
            |name: &str, last| creations.take(&from(name, last), &player("owner"), 0).expect("there is room").count();
        opened("one", 1).expect("the first");
        for _ in 0..9 {
            let refused = opened("one", 1).expect_err("the address has opened one");
            assert_eq!(refused.limit.expect("it is named").name, "matches_per_minute_per_address");
            let creator = from("one", 1);
            assert!(creations.has_room_for(&creator, &player("owner"), 0).is_err(), "and it can be asked beforehand");
        }
        creations.has_room_for(&from("one", 2), &player("owner"), 0).expect("asking counts nothing");
        opened("one", 2).expect("the owner has opened one of two");
        let refused = opened("one", 3).expect_err("the owner has opened two");
        assert_eq!(refused.limit.expect("it is named").name, "matches_per_minute_per_owner");
        // A match that the rate of the owner rejects does not count for the address either.
        creations.take(&from("ann", 3), &player("ann"), 0).expect("room").count().expect("from there nobody has");
    }
}
