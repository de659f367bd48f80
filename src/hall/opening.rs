//! How a match is opened, and under which id.

use std::{collections::BTreeMap, time::Duration};

use tokio::{
    task::JoinHandle,
    time::{sleep, timeout},
};
use tracing::Instrument as _;

use super::{
    Agreed, Entropy, Hall,
    consent::Declared,
    creation_limits::{Creator, TakenByMatch},
    free_space::FreeSpace,
    hall::Inner,
    history::{self, HistoryError},
    house::{HouseSeat, is_house},
    limits::{Limits, STORE_RETRY},
    owners::rates_one_owner,
    registry::{Counts, Place},
    table,
    wall_clock::{self, MatchClock},
};
use crate::{
    games::{Opening, rules::Setting},
    ids::{MatchId, PlayerId, Seq},
    metrics::metrics,
    referee::{
        Conduct, Consent, Event, Fact, IllegalMovePolicy, LawVersion, LostSeatPolicy, Match, MatchOpened, Occasion,
        Promise, Reason, Refusal, Seed, Time, TimeControl, luck::MAX_NONCE_WAIT,
    },
    store::{Created, Epoch, RequestKey},
};

/// What is to be played by whom. Everything in it has been checked.
#[derive(Clone, Debug)]
pub struct NewMatch {
    pub game: &'static str,
    pub setting: Setting,
    /// The time control of each seat.
    pub time_controls: Vec<TimeControl>,
    /// The player of each seat.
    pub players: Vec<PlayerId>,
    /// What an illegal or unreadable move costs.
    pub illegal_move_policy: IllegalMovePolicy,
    /// What becomes of the match when a seat loses it and at least two others play on.
    pub lost_seat_policy: LostSeatPolicy,
    /// Where its luck comes from; ignored in a game without chance.
    pub luck: NewLuck,
    pub conduct: Conduct,
    /// How long a seat may stay away, at most as long as the host lets it; `None` is the host's limit.
    pub disconnect_grace: Option<Duration>,
    /// How long the match waits for its seats, at most as long as the host lets it; `None` is the host's limit.
    pub start_grace: Option<Duration>,
    /// What it is scheduled for: the same occasion of the same player gets the same match again.
    pub occasion: Option<Occasion>,
    /// Words of whoever makes it.
    pub labels: BTreeMap<String, String>,
    /// Where it begins, in canonical notation: see [`Opening::canonical`].
    pub opening: Opening,
    /// The request that asked for it.
    pub request: RequestKey,
    /// Whose limits it is counted for; `None` is opened by the host, and counted for nobody.
    pub creator: Option<Creator>,
}

/// Where the luck of a new match comes from. By default from a seed of the operating system's, under the match's own id,
/// and nobody is waited for.
#[derive(Clone, Debug, Default)]
pub struct NewLuck {
    /// The seed; `None` is one of the operating system's.
    pub seed: Option<Seed>,
    /// How long the first outcome of chance waits for nonces once every seat is there; at most [`MAX_NONCE_WAIT`] is waited.
    pub nonce_wait: Duration,
    /// What stands for the match's id, where the same deals are to be played in several matches.
    pub deal_id: Option<MatchId>,
    /// Whether the seed is not shown with the end of the match, since others are dealt by it.
    pub is_withheld: bool,
}

/// Under which id a match is opened, of which one it is the rematch, and how long it waits for its seats.
pub(super) struct Origin {
    pub match_id: MatchId,
    pub rematch_of: Option<MatchId>,
    pub disconnect_grace: Duration,
    pub start_grace: Duration,
    pub agreed: Agreed,
}

/// A match that only needs to be stored. It has its places: dropping it gives them back.
struct Prepared {
    live: Match,
    first: Event,
    seed: Option<Seed>,
    request: RequestKey,
    place: Place,
    leave: Vec<HouseSeat>,
    taken: Option<TakenByMatch>,
}

/// A match as it begins.
struct Composed {
    live: Match,
    first: Event,
    seed: Option<Seed>,
    request: RequestKey,
}

/// A request for a match, with what was looked up for it.
enum Wanted {
    /// The match is there already, by the same request or for the same occasion.
    Before(MatchId),
    /// It is to be opened.
    New(Origin, Box<NewMatch>),
}

/// What was found out of a match that may be opened.
struct Admitted {
    declared: Declared,
    /// Who owns its creator, if it has one.
    owner: Option<PlayerId>,
}

impl Hall {
    /// Opens a match to which all its players have agreed. The same request gives the same match again. Seats of connected bots
    /// and of the house are taken at once; the match starts when all are.
    pub async fn create(&self, new: NewMatch) -> Result<MatchId, Refusal> {
        self.create_agreed(new, Agreed::All).await
    }

    /// The same for a match to which some of its players have agreed. [`Reason::NotAccepted`] where another one does not accept it by
    /// what it declared.
    pub async fn create_agreed(&self, new: NewMatch, agreed: Agreed) -> Result<MatchId, Refusal> {
        let hall = self.clone();
        // In a task of its own, so that a caller who gives up does not leave a match without a table.
        let opening = async move { hall.create_now(new, agreed).await };
        self.opened_in_time(self.inner.serving.spawn(opening.in_current_span())).await
    }

    /// A seed of the system's, for whoever promises luck that is shared out.
    pub fn fresh_seed(&self) -> Result<Seed, Refusal> {
        self.inner.limits.entropy.bytes().map(Seed::new).map_err(no_luck)
    }

    /// Whether [`Hall::create_agreed`] would open such a match now, or give the one that it has opened for the same request or occasion.
    /// Nothing is opened, and no place is taken, not even for a moment.
    pub async fn could_create(&self, new: NewMatch, agreed: Agreed) -> Result<(), Refusal> {
        let Inner { registry, house, creations, .. } = &*self.inner;
        let Wanted::New(origin, new) = self.wanted(new, agreed).await? else { return Ok(()) };
        let Admitted { declared, owner } = self.admit(&origin.agreed, &new).await?;
        registry.has_room(&origin.match_id, &new.players, self.may_sit(&declared, &new))?;
        house.has_room(&new.players)?;
        if let Some(creator) = &new.creator {
            creations.has_room_for(creator, owner.as_ref().unwrap_or(&creator.player), house_seats(&new))?;
        }
        self.compose(origin, *new, declared.consents()).map(drop)
    }

    /// Whether such a match can be opened here, whoever is free to play it: it is within the host's limits, and the game can be played so.
    pub fn check(&self, new: &NewMatch) -> Result<(), Refusal> {
        let limits = &self.inner.limits;
        let (disconnect_grace, start_grace) = graces(new, limits)?;
        let match_id = fresh_id(&limits.entropy)?;
        let origin = Origin { match_id, rematch_of: None, disconnect_grace, start_grace, agreed: Agreed::All };
        self.compose(origin, new.clone(), Vec::new()).map(drop)
    }

    async fn create_now(&self, new: NewMatch, agreed: Agreed) -> Result<MatchId, Refusal> {
        let (origin, new) = match self.wanted(new, agreed).await? {
            Wanted::Before(match_id) => return Ok(match_id),
            Wanted::New(origin, new) => (origin, *new),
        };
        if new.occasion.is_none() {
            return self.open_match(origin, new).await?.ok_or_else(id_is_taken);
        }
        let match_id = origin.match_id.clone();
        match self.open_match(origin, new.clone()).await? {
            Some(opened) => Ok(opened),
            // Another call of the same player opens it at this moment.
            None => {
                self.inner.registry.settled(&match_id).await;
                let taken = || Refusal::new(Reason::HostFault, "the match of this occasion was not opened: ask again");
                self.scheduled(&match_id, &new).await?.ok_or_else(taken)?
            }
        }
    }

    /// What becomes of a request for a match, before it is asked whether there is room for it.
    async fn wanted(&self, new: NewMatch, agreed: Agreed) -> Result<Wanted, Refusal> {
        let Inner { match_store, limits, .. } = &*self.inner;
        let new = if rates_one_owner(&agreed) { new } else { self.casual_among_own(new).await? };
        if let Some(before) = match_store.log.created_by(&new.request).await.map_err(HistoryError::from)? {
            return before_or_reused(before).map(Wanted::Before);
        }
        let (disconnect_grace, start_grace) = graces(&new, limits)?;
        let match_id = match &new.occasion {
            Some(occasion) => occasion.match_id(&new.request.player),
            None => fresh_id(&limits.entropy)?,
        };
        if new.occasion.is_some()
            && let Some(before) = self.scheduled(&match_id, &new).await?
        {
            return before.map(Wanted::Before);
        }
        let origin = Origin { match_id, rematch_of: None, disconnect_grace, start_grace, agreed };
        Ok(Wanted::New(origin, Box::new(new)))
    }

    /// The match that was scheduled under this id before, or the refusal of one that was scheduled otherwise; `None` for none.
    async fn scheduled(&self, match_id: &MatchId, new: &NewMatch) -> Result<Option<Result<MatchId, Refusal>>, Refusal> {
        let first = self.log().events(match_id, Seq(0), 1).await.map_err(HistoryError::from)?;
        let Some(Fact::MatchOpened(opened)) = first.first().map(|event| &event.fact) else { return Ok(None) };
        let text = "a match of this occasion was opened before, by other players, rules or labels";
        Ok(Some(if is_as_asked(opened, new) {
            Ok(match_id.clone())
        } else {
            Err(Refusal::new(Reason::OccasionTaken, text))
        }))
    }

    /// Everything that a match needs before it is stored; `None` where a match has this id and a place already.
    async fn prepare(&self, origin: Origin, new: NewMatch) -> Result<Option<Prepared>, Refusal> {
        let Inner { registry, house, .. } = &*self.inner;
        let Admitted { declared, owner } = self.admit(&origin.agreed, &new).await?;
        let may_sit = self.may_sit(&declared, &new);
        let party = declared.party(new.occasion.is_some());
        let Some(place) = registry.reserve(&origin.match_id, party, may_sit)? else { return Ok(None) };
        let leave = house.reserve(&new.players)?;
        let taken = self.take_of_creator(owner.as_ref(), &new)?;
        let Composed { live, first, seed, request } = self.compose(origin, new, declared.consents())?;
        Ok(Some(Prepared { live, first, seed, request, place, leave, taken }))
    }

    /// Whether a match may be opened at all, before it is asked for places.
    async fn admit(&self, agreed: &Agreed, new: &NewMatch) -> Result<Admitted, Refusal> {
        self.inner.limits.free_space.as_ref().map_or(Ok(()), FreeSpace::is_enough)?;
        self.none_is_barred(&new.players).await?;
        let declared = self.declared(agreed, new).await?;
        Ok(Admitted { declared, owner: self.owner_of_creator(new.creator.as_ref()).await? })
    }

    /// Whether each player of a match has room for one more, with those that it is in.
    fn may_sit(&self, declared: &Declared, new: &NewMatch) -> impl Fn(&PlayerId, &Counts<'_>) -> Result<(), Refusal> {
        let (game, is_of_contest) = (new.game, new.occasion.is_some());
        move |player, counts| {
            self.inner.lobby.may_sit(player, game, counts.live(), is_of_contest)?;
            declared.has_room(player, counts, &self.inner.lobby)
        }
    }

    /// A match as it begins, with its first event.
    fn compose(&self, origin: Origin, new: NewMatch, consents: Vec<Consent>) -> Result<Composed, Refusal> {
        let Inner { match_store, limits, .. } = &*self.inner;
        let Origin { match_id, rematch_of, disconnect_grace, start_grace, agreed: _ } = origin;
        let facts = match_store.games.find(new.game).map(|game| game.facts());
        let unknown = || Refusal::of_field(Reason::UnknownGame, "game", new.game, "the id of a game");
        let facts = facts.ok_or_else(unknown)?;
        let conduct = bounded(new.conduct, limits.max_plies)?;
        let luck = if facts.chance { Some(promise(new.luck, &limits.entropy)?) } else { None };
        let opened = MatchOpened {
            match_id,
            game: new.game.to_owned(),
            options: new.setting.options().clone(),
            time_controls: new.time_controls,
            players: new.players,
            opened_unix_ms: wall_clock::unix_ms(),
            disconnect_grace,
            start_grace,
            illegal_move_policy: new.illegal_move_policy,
            lost_seat_policy: new.lost_seat_policy,
            luck: luck.as_ref().map(|(promise, _)| promise.clone()),
            conduct,
            rematch_of,
            law: LawVersion::default(),
            created_by: Some(new.request.player.clone()),
            occasion: new.occasion,
            labels: new.labels,
            opening: new.opening,
            consents,
        };
        let seed = luck.map(|(_, seed)| seed);
        let first = Event { seq: Seq(1), at: Time::ZERO, fact: Fact::MatchOpened(Box::new(opened.clone())) };
        let live = Match::open_in(match_store.games, opened)
            .map_err(|bad| Refusal::of_field(Reason::BadOption, bad.name, &bad.value, bad.expected))?;
        let live = history::with_seed(live, seed.clone())?;
        Ok(Composed { live, first, seed, request: new.request })
    }

    /// Opens a match under its id; `None` where a match has this id and a place already.
    pub(super) async fn open_match(&self, origin: Origin, new: NewMatch) -> Result<Option<MatchId>, Refusal> {
        let (withdrawals, players) = (self.withdrawals(), new.players.clone());
        let Some(prepared) = self.prepare(origin, new).await? else { return Ok(None) };
        let Prepared { live, first, seed, request, mut place, leave, taken } = prepared;
        if let Some(taken) = &taken {
            taken.count()?;
        }
        let Inner { match_store, limits, .. } = &*self.inner;
        let match_id = live.opened().match_id.clone();
        match match_store.log.create(request, match_id.clone(), vec![first], seed).await {
            Ok(Created::New) => {
                metrics().matches_opened.inc();
            }
            Ok(before) => return before_or_reused(before).map(Some),
            // Perhaps its answer alone was lost: then the match is there, and needs its table.
            Err(error) if error.is_transient() && self.was_created(&match_id).await? => {}
            Err(error) => return Err(HistoryError::from(error).into()),
        }
        let clock = MatchClock::starting_at(Time::ZERO);
        let (stub, mut table) = table::channel(live, Epoch::FIRST, match_store.clone(), limits, clock);
        (place.taken, table.waiting) = taken.map(|taken| (taken.live, taken.waiting)).unzip();
        self.start(&stub, table, place, leave).await;
        self.leave_if_barred(&players, withdrawals).await?;
        Ok(Some(match_id))
    }

    /// Who owns whoever opens a match.
    pub(super) async fn owner_of_creator(&self, creator: Option<&Creator>) -> Result<Option<PlayerId>, Refusal> {
        let Some(Creator { player, .. }) = creator else { return Ok(None) };
        Ok(self.owners(std::slice::from_ref(player)).await?.of(player).cloned())
    }

    /// Takes what a new match needs of its creator's limits.
    fn take_of_creator(&self, owner: Option<&PlayerId>, new: &NewMatch) -> Result<Option<TakenByMatch>, Refusal> {
        let Some(creator) = &new.creator else { return Ok(None) };
        self.inner.creations.take(creator, owner.unwrap_or(&creator.player), house_seats(new)).map(Some)
    }

    /// Whether a match is durable that the store seemed to fail to create. A store that cannot be read is asked until it says, or the hall
    /// closes: whoever gave up on a match that is there would leave it without a table, and its id to another one.
    async fn was_created(&self, match_id: &MatchId) -> Result<bool, Refusal> {
        loop {
            match self.log().events(match_id, Seq(0), 1).await {
                Ok(events) => return Ok(!events.is_empty()),
                Err(error) if !error.is_transient() => return Err(HistoryError::from(error).into()),
                // The next start brings it back, if it is there.
                Err(_) if self.inner.registry.is_closing() => return Err(may_be_opened()),
                Err(_) => sleep(STORE_RETRY).await,
            }
        }
    }

    /// What came of a task that opens a match. It goes on when the caller has waited for as long as a store may fail.
    pub(super) async fn opened_in_time<T>(&self, task: JoinHandle<Result<T, Refusal>>) -> Result<T, Refusal> {
        match timeout(self.inner.limits.store_patience, task).await {
            Ok(opened) => opened.unwrap_or_else(fault_of_task),
            Err(_) => Err(may_be_opened()),
        }
    }
}

/// How many seats of the house a match has.
fn house_seats(new: &NewMatch) -> usize {
    new.players.iter().filter(|player| is_house(player)).count()
}

/// Whether a match was opened as it is asked for now. What is left to the host is as the host had it then.
fn is_as_asked(opened: &MatchOpened, new: &NewMatch) -> bool {
    let NewMatch { game, setting, time_controls, players, illegal_move_policy, lost_seat_policy, luck, .. } = new;
    let NewMatch { conduct, disconnect_grace, start_grace, occasion, labels, opening, request: _, creator: _, .. } =
        new;
    let is_promised = |promise: &Promise| {
        let NewLuck { seed, nonce_wait, deal_id, is_withheld } = luck;
        promise.nonce_wait == (*nonce_wait).min(MAX_NONCE_WAIT)
            && promise.deal_id == *deal_id
            && promise.is_withheld == *is_withheld
            && seed.as_ref().is_none_or(|seed| seed.commitment() == promise.commitment)
    };
    opened.game == *game
        && opened.options == *setting.options()
        && opened.time_controls == *time_controls
        && opened.players == *players
        && opened.illegal_move_policy == *illegal_move_policy
        && opened.lost_seat_policy == *lost_seat_policy
        && opened.luck.as_ref().is_none_or(is_promised)
        && opened.conduct == Conduct { max_plies: conduct.max_plies.or(opened.conduct.max_plies), ..*conduct }
        && disconnect_grace.is_none_or(|asked| asked == opened.disconnect_grace)
        && start_grace.is_none_or(|asked| asked == opened.start_grace)
        && opened.occasion == *occasion
        && opened.labels == *labels
        && opened.opening == *opening
}

fn before_or_reused(created: Created) -> Result<MatchId, Refusal> {
    match created {
        Created::Before(match_id) => Ok(match_id),
        Created::Taken => Err(id_is_taken()),
        Created::New | Created::Reused => {
            let text = "the same request_id came before with another content: take a new one for a new request";
            Err(Refusal::new(Reason::RequestIdReused, text))
        }
    }
}

/// The refusal of who asked for a match of which the store does not say whether it is there.
fn may_be_opened() -> Refusal {
    Refusal::new(Reason::StoreUnavailable, "the match may not have been opened: ask again later")
}

fn id_is_taken() -> Refusal {
    Refusal::new(Reason::HostFault, "failed to name the match: its id is taken")
}

/// How long a match waits for a seat that has gone, and for all to come.
pub(super) fn graces(new: &NewMatch, limits: &Limits) -> Result<(Duration, Duration), Refusal> {
    let disconnect_grace = within(("grace", "rules.disconnect_grace_ms"), new.disconnect_grace, limits.grace)?;
    let start_grace = within(("start_grace", "rules.start_grace_ms"), new.start_grace, limits.start_grace)?;
    Ok((disconnect_grace, start_grace))
}

/// What is promised of the luck of a new match, and the seed that keeps it.
fn promise(luck: NewLuck, entropy: &Entropy) -> Result<(Promise, Seed), Refusal> {
    let NewLuck { seed, nonce_wait, deal_id, is_withheld } = luck;
    let seed = match seed {
        Some(seed) => seed,
        None => Seed::new(entropy.bytes().map_err(no_luck)?),
    };
    let nonce_wait = nonce_wait.min(MAX_NONCE_WAIT);
    Ok((Promise { commitment: seed.commitment(), nonce_wait, deal_id, is_withheld }, seed))
}

fn no_luck(error: getrandom::Error) -> Refusal {
    Refusal::new(Reason::HostFault, format!("failed to get luck from the system: {error}"))
}

/// The refusal of who asked for a match whose opening did not come to its end.
pub(super) fn fault_of_task<T>(_: tokio::task::JoinError) -> Result<T, Refusal> {
    Err(Refusal::new(Reason::HostFault, "failed to open the match"))
}

/// A span that was asked for within the host's limit.
fn within(
    (name, field): (&'static str, &'static str),
    asked: Option<Duration>,
    most: Duration,
) -> Result<Duration, Refusal> {
    match asked {
        Some(asked) if asked > most => {
            Err(Refusal::limit_of_field(name, most.as_millis(), field, &asked.as_millis().to_string(), ""))
        }
        asked => Ok(asked.unwrap_or(most)),
    }
}

/// How a match is conducted within the host's limit of plies.
pub(super) fn bounded(conduct: Conduct, most: u32) -> Result<Conduct, Refusal> {
    match conduct.max_plies {
        Some(asked) if asked > most => {
            Err(Refusal::limit_of_field("max_plies", most, "rules.max_plies", &asked.to_string(), ""))
        }
        asked => Ok(Conduct { max_plies: asked.or(Some(most)), ..conduct }),
    }
}

/// An id that nobody had before: 60 bits of the system's luck.
fn fresh_id(entropy: &Entropy) -> Result<MatchId, Refusal> {
    Ok(MatchId::of_bytes(entropy.bytes().map_err(no_luck)?))
}
