//! Opens matches, and chooses their ids.

use std::time::Duration;

use referee_ids::{MatchId, PlayerId, Seq};
use referee_law::{
    Absence, Conduct, Consent, Event, Fact, Graces, LawVersion, Match, MatchOpened, Promise, Reason, Refusal, Seed,
    Time, TimeControl, opening::luck::MAX_NONCE_WAIT,
};
use referee_os::metrics::metrics;
use referee_store::{Created, Epoch, RequestKey};
use tokio::{
    task::JoinHandle,
    time::{sleep, timeout},
};
use tracing::Instrument as _;

use super::{
    consent::Declared,
    new_match::{NewLuck, NewMatch},
    registry::{Counts, Place},
};
use crate::hall::{
    Agreed, Entropy, Hall,
    hall::Inner,
    house::{HouseSeat, is_house},
    limits::{
        Limits, STORE_RETRY,
        creation_limits::{Creator, TakenByMatch},
        free_space::FreeSpace,
    },
    records::history::{self, HistoryError},
    table,
    wall_clock::{self, MatchClock},
};

/// The id of a new match, its predecessor if it is a rematch, and its graces.
pub(in crate::hall) struct Origin {
    pub match_id: MatchId,
    pub rematch_of: Option<MatchId>,
    pub graces: Graces,
    pub agreed: Agreed,
}

/// A match that can be stored. It holds its places; dropping it frees them.
struct Prepared {
    live: Match,
    first: Event,
    seed: Option<Seed>,
    request: RequestKey,
    place: Place,
    leave: Vec<HouseSeat>,
    taken: Option<TakenByMatch>,
}

/// A match with its first event.
struct Composed {
    live: Match,
    first: Event,
    seed: Option<Seed>,
    request: RequestKey,
}

/// A request for a match, after the search for an earlier one.
enum Wanted {
    /// The same request or slot has opened this match before.
    Before(MatchId),
    /// The match must be opened.
    New(Origin, Box<NewMatch>),
}

/// What was found out when a match was admitted.
struct Admitted {
    declared: Declared,
    /// Owner of the creator; `None` without a creator.
    owner: Option<PlayerId>,
}

impl Hall {
    /// Opens a match to which all players have agreed. The same request returns the same match.
    /// Seats connected bots and house bots immediately; the match starts once all seats are
    /// connected.
    pub async fn create(&self, new: NewMatch) -> Result<MatchId, Refusal> {
        self.create_agreed(new, Agreed::All).await
    }

    /// Opens a match to which some players have agreed. Fails with [`Reason::NotAccepted`] if the
    /// policy of another player does not accept it.
    pub async fn create_agreed(&self, new: NewMatch, agreed: Agreed) -> Result<MatchId, Refusal> {
        let hall = self.clone();
        // This is a separate task, so that a caller that disconnects leaves no match without a
        // table.
        let opening = async move { hall.create_now(new, agreed).await };
        self.opened_in_time(self.inner.serving.spawn(opening.in_current_span())).await
    }

    /// Draws a seed, for a caller that commits to shared deals.
    pub fn fresh_seed(&self) -> Result<Seed, Refusal> {
        self.inner.limits.entropy.bytes().map(Seed::new).map_err(no_luck)
    }

    /// Checks whether [`Hall::create_agreed`] would open this match now, or return an existing one.
    /// Opens nothing, and takes no place, not even for a moment.
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

    /// Checks a match against the host's limits and the options of the game. Does not check which
    /// players are available.
    pub fn check(&self, new: &NewMatch) -> Result<(), Refusal> {
        let limits = &self.inner.limits;
        let graces = limits.graces(new)?;
        let match_id = fresh_id(&limits.entropy)?;
        let origin = Origin { match_id, rematch_of: None, graces, agreed: Agreed::All };
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
            // A concurrent call of the same player is opening the match.
            None => {
                self.inner.registry.settled(&match_id).await;
                let taken = || Refusal::new(Reason::HostFault, "the match of this contest slot was not opened: retry");
                self.scheduled(&match_id, &new).await?.ok_or_else(taken)?
            }
        }
    }

    /// Looks up whether a request means an earlier match or a new one. Does not check for room.
    async fn wanted(&self, new: NewMatch, agreed: Agreed) -> Result<Wanted, Refusal> {
        let Inner { match_store, limits, .. } = &*self.inner;
        let new = if agreed.rates_one_owner() { new } else { self.casual_among_own(new).await? };
        if let Some(before) = match_store.log.created_by(&new.request).await.map_err(HistoryError::from)? {
            return before_or_reused(before).map(Wanted::Before);
        }
        let graces = limits.graces(&new)?;
        let match_id = match &new.occasion {
            Some(occasion) => occasion.match_id(&new.request.player),
            None => fresh_id(&limits.entropy)?,
        };
        if new.occasion.is_some()
            && let Some(before) = self.scheduled(&match_id, &new).await?
        {
            return before.map(Wanted::Before);
        }
        let origin = Origin { match_id, rematch_of: None, graces, agreed };
        Ok(Wanted::New(origin, Box::new(new)))
    }

    /// Returns the match that was scheduled earlier with this id, or a refusal if it was scheduled
    /// differently; `None` if there is no such match.
    async fn scheduled(&self, match_id: &MatchId, new: &NewMatch) -> Result<Option<Result<MatchId, Refusal>>, Refusal> {
        let first = self.log().events(match_id, Seq(0), 1).await.map_err(HistoryError::from)?;
        let Some(Fact::MatchOpened(opened)) = first.first().map(|event| &event.fact) else { return Ok(None) };
        let text = "a match of this contest slot exists with other players, rules or labels";
        Ok(Some(if is_as_asked(opened, new) {
            Ok(match_id.clone())
        } else {
            Err(Refusal::new(Reason::OccasionTaken, text))
        }))
    }

    /// Prepares everything that a match needs before it is stored. Returns `None` if a match with
    /// this id already has a place.
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

    /// Checks whether a match may be opened at all, before it takes places.
    async fn admit(&self, agreed: &Agreed, new: &NewMatch) -> Result<Admitted, Refusal> {
        self.inner.limits.free_space.as_ref().map_or(Ok(()), FreeSpace::is_enough)?;
        self.none_is_barred(&new.players).await?;
        self.guests_may_play(new, &new.players, |at| format!("players[{at}]")).await?;
        let declared = self.declared(agreed, new).await?;
        Ok(Admitted { declared, owner: self.owner_of_creator(new.creator.as_ref()).await? })
    }

    /// Returns a function that checks whether a player has room for one more match.
    fn may_sit(&self, declared: &Declared, new: &NewMatch) -> impl Fn(&PlayerId, &Counts<'_>) -> Result<(), Refusal> {
        let (game, is_of_contest) = (new.game, new.occasion.is_some());
        move |player, counts| {
            self.inner.lobby.may_sit(player, game, counts.live(), is_of_contest)?;
            declared.has_room(player, counts, &self.inner.lobby)
        }
    }

    /// Builds a match with its first event.
    fn compose(&self, origin: Origin, new: NewMatch, consents: Vec<Consent>) -> Result<Composed, Refusal> {
        let Inner { match_store, limits, .. } = &*self.inner;
        let Origin { match_id, rematch_of, graces, agreed: _ } = origin;
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
            graces,
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

    /// Opens a match with this id. Returns `None` if a match with this id already has a place.
    pub(in crate::hall) async fn open_match(&self, origin: Origin, new: NewMatch) -> Result<Option<MatchId>, Refusal> {
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
            // The store may have lost only the answer. Then the match exists, and needs its table.
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

    /// Returns the owner of the creator; `None` without a creator.
    pub(in crate::hall) async fn owner_of_creator(
        &self,
        creator: Option<&Creator>,
    ) -> Result<Option<PlayerId>, Refusal> {
        let Some(Creator { player, .. }) = creator else { return Ok(None) };
        Ok(self.owners(std::slice::from_ref(player)).await?.of(player).cloned())
    }

    /// Takes the uses of a new match from the limits of its creator.
    fn take_of_creator(&self, owner: Option<&PlayerId>, new: &NewMatch) -> Result<Option<TakenByMatch>, Refusal> {
        let Some(creator) = &new.creator else { return Ok(None) };
        self.inner.creations.take(creator, owner.unwrap_or(&creator.player), house_seats(new)).map(Some)
    }

    /// Returns whether a match is durable although the store reported a failure. Retries until the
    /// store answers or the hall closes, since giving up could leave a match without a table.
    async fn was_created(&self, match_id: &MatchId) -> Result<bool, Refusal> {
        loop {
            match self.log().events(match_id, Seq(0), 1).await {
                Ok(events) => return Ok(!events.is_empty()),
                Err(error) if !error.is_transient() => return Err(HistoryError::from(error).into()),
                // If the match exists, the next start of the server resumes it.
                Err(_) if self.inner.registry.is_closing() => return Err(may_be_opened()),
                Err(_) => sleep(STORE_RETRY).await,
            }
        }
    }

    /// Waits for a task that opens a match, at most for the time that a store may fail. After that,
    /// the task continues without a caller.
    pub(in crate::hall) async fn opened_in_time<T>(&self, task: JoinHandle<Result<T, Refusal>>) -> Result<T, Refusal> {
        match timeout(self.inner.limits.store_patience, task).await {
            Ok(opened) => opened.unwrap_or_else(fault_of_task),
            Err(_) => Err(may_be_opened()),
        }
    }
}

fn house_seats(new: &NewMatch) -> usize {
    new.players.iter().filter(|player| is_house(player)).count()
}

/// Returns whether an opened match is what `new` requests. A value that the request leaves to the
/// host counts as equal.
fn is_as_asked(opened: &MatchOpened, new: &NewMatch) -> bool {
    let NewMatch { game, setting, time_controls, players, illegal_move_policy, lost_seat_policy, luck, .. } = new;
    let NewMatch { conduct, graces, occasion, labels, opening, request: _, creator: _, .. } = new;
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
        && graces.absence.is_none_or(|asked| asked == opened.graces.absence)
        && graces.disconnect.is_none_or(|asked| asked == opened.graces.disconnect)
        && graces.attend.is_none_or(|asked| asked == opened.graces.attend)
        && graces.start.is_none_or(|asked| asked == opened.graces.start)
        && opened.occasion == *occasion
        && opened.labels == *labels
        && opened.opening == *opening
}

fn before_or_reused(created: Created) -> Result<MatchId, Refusal> {
    match created {
        Created::Before(match_id) => Ok(match_id),
        Created::Taken => Err(id_is_taken()),
        Created::New | Created::Reused => {
            let text = "request_id was used with other content: use a new one for a new request";
            Err(Refusal::new(Reason::RequestIdReused, text))
        }
    }
}

/// Returns the refusal of a request for a match, if the store cannot tell whether that match
/// exists.
fn may_be_opened() -> Refusal {
    Refusal::new(Reason::StoreUnavailable, "the match may not have been opened: retry later")
}

fn id_is_taken() -> Refusal {
    Refusal::new(Reason::HostFault, "failed to name the match: its id is taken")
}

/// Commits to the luck of a new match. Returns the commitment and the seed.
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
    Refusal::new(Reason::HostFault, format!("no random numbers from the system: {error}"))
}

/// Returns the refusal of a request whose task failed to open the match.
pub(in crate::hall) fn fault_of_task<T>(_: tokio::task::JoinError) -> Result<T, Refusal> {
    Err(Refusal::new(Reason::HostFault, "failed to open the match"))
}

impl Limits {
    /// Returns the graces of matches with these time controls that request no other graces.
    pub(in crate::hall) fn usual_graces(&self, time_controls: &[TimeControl]) -> Graces {
        let Limits { grace, attend_grace, start_grace, .. } = *self;
        let absence = Absence::usual(time_controls);
        Graces { absence, disconnect: grace, attend: attend_grace, start: start_grace }
    }

    /// Returns the graces of a new match. Fails with [`Reason::Limit`] if one is above the maximum
    /// of the host.
    pub(in crate::hall) fn graces(&self, new: &NewMatch) -> Result<Graces, Refusal> {
        let (asked, usual) = (new.graces, self.usual_graces(&new.time_controls));
        let within = |field, asked: Option<Duration>, usual: Duration| match asked {
            Some(asked) if asked > self.max_grace.max(usual) => {
                let (most, given) = (self.max_grace.max(usual).as_millis(), asked.as_millis().to_string());
                Err(Refusal::limit_of_field("max_grace", most, field, &given, ""))
            }
            asked => Ok(asked.unwrap_or(usual)),
        };
        Ok(Graces {
            absence: asked.absence.unwrap_or(usual.absence),
            disconnect: within("rules.disconnect_grace_ms", asked.disconnect, usual.disconnect)?,
            attend: within("rules.attend_grace_ms", asked.attend, usual.attend)?,
            start: within("rules.start_grace_ms", asked.start, usual.start)?,
        })
    }
}

/// Limits the plies of a match to the maximum of the host.
pub(in crate::hall) fn bounded(conduct: Conduct, most: u32) -> Result<Conduct, Refusal> {
    match conduct.max_plies {
        Some(asked) if asked > most => {
            Err(Refusal::limit_of_field("max_plies", most, "rules.max_plies", &asked.to_string(), ""))
        }
        asked => Ok(Conduct { max_plies: asked.or(Some(most)), ..conduct }),
    }
}

/// Draws a new id with 60 random bits.
fn fresh_id(entropy: &Entropy) -> Result<MatchId, Refusal> {
    Ok(MatchId::of_bytes(entropy.bytes().map_err(no_luck)?))
}
