//! `ContestService`: the calls that tournaments and ladders share.

pub(in crate::api) mod entry;
pub(in crate::api) mod entry_locks;
pub mod gauges;
pub(in crate::api) mod gone_entrants;
pub mod ladders;
pub(in crate::api) mod progress;
pub mod tournaments;
pub(in crate::api) mod webhooks;

use referee_contests::{contest::Command, tournament::Shown};
use referee_ids::{PlayerId, Seq};
use referee_law::{Contest, Reason, Refusal};
use referee_proto::v1::{self, change_contest_request::Change, contest_service_server::ContestService};
use referee_store::Scope;
use tonic::{Request, Response, Status};

use crate::api::{
    auth::{self, Identity, looker::Looker},
    context::ServiceContext,
    convert::{self, ServedKind},
    status::status,
    watch::{
        Watcher,
        contest::{self, EventStream},
    },
};

use super::standings;
use crate::{
    contest_server::{self, AllContests, Kind, Seen},
    hall::Hall,
};

#[derive(Clone)]
pub struct Contests {
    context: ServiceContext,
    contests: AllContests,
}

/// A contest after a change by a player, with that player's entrant.
struct Changing {
    summary: v1::ContestSummary,
    entrant: Option<v1::LadderEntrant>,
}

/// Calls a method for the kind of contest that a request names.
macro_rules! of_kind {
    ($of:ident.$method:ident($contest:expr $(, $more:expr)*)) => {
        match convert::asked_contest("", $contest) {
            Ok(Contest::Tournament(id)) => $of.$method(&$of.contests.tournaments, id $(, $more)*).await,
            Ok(Contest::Ladder(id)) => $of.$method(&$of.contests.ladders, id $(, $more)*).await,
            Err(no) => Err(no),
        }
        .map_err(|no| status(&no))
    };
}

impl Contests {
    pub fn new(context: ServiceContext, contests: AllContests) -> Contests {
        Contests { context, contests }
    }

    fn hall(&self) -> &Hall {
        self.context.hall()
    }

    async fn enter<K: ServedKind>(
        &self,
        of: &contest_server::Contests<K>,
        id: String,
        caller: PlayerId,
        entry: v1::LadderEntry,
    ) -> Result<Changing, Refusal> {
        check_id::<K>(&id)?;
        if !entry.player.is_empty() && entry.player != caller.as_str() {
            let expected = format!("empty or {caller}: a caller can enter only itself");
            return Err(Refusal::of_field(Reason::BadField, "entry.player", &entry.player, expected));
        }
        self.context.may_enter(&caller, "authorization".to_owned()).await?;
        self.context.count_entry(&caller)?;
        let entry = v1::LadderEntry { player: caller.to_string(), ..entry };
        let owner = self.hall().owner(&caller).await?;
        let to_enter = move |of: &K| of.to_enter(&entry, owner.clone());
        // The contest and the entry are checked before the player's consent is stored.
        of.see(&id, |seen| to_enter(K::of(seen.of)).map(drop)).await??;
        let asking = async {
            match of.see(&id, |seen| to_enter(K::of(seen.of))).await?? {
                Some(command) => self.context.ask_contest(of, &id, move |_| Ok(command)).await,
                None => Ok(()),
            }
        };
        self.context.entering(&K::contest(id.clone()), &caller, asking).await?;
        self.changing(of, &id, &caller).await
    }

    async fn withdraw<K: ServedKind>(
        &self,
        of: &contest_server::Contests<K>,
        id: String,
        caller: PlayerId,
        reason: String,
    ) -> Result<Changing, Refusal> {
        check_id::<K>(&id)?;
        self.context.count_entry(&caller)?;
        let _one_at_a_time = self.context.entry_locks().lock(&caller).await;
        // A repeated call finds the player already withdrawn, and changes nothing.
        if !of.see(&id, |seen| convert::has_withdrawn(&caller, K::of(seen.of))).await?? {
            let player = caller.clone();
            let withdraw = move |of: &K| {
                let (entrant, reason) = (convert::entered(&player, of)?, convert::asked_withdrawal(&reason)?);
                Ok(Command::Withdraw { entrant, reason })
            };
            self.context.ask_contest(of, &id, withdraw).await?;
        }
        // Matches of a ladder that are paired are still played, so the consent stays. It ends when
        // the player withdraws again, or with the ladder.
        let has_matches = |of: &K| of.entrant_named(caller.as_str()).is_some_and(|entrant| of.has_matches(entrant));
        if !of.see(&id, |seen| has_matches(K::of(seen.of))).await? {
            let contest = K::contest(id.clone());
            self.context.consents().leave_contest(&contest, &caller).await.map_err(auth::store_fault)?;
        }
        self.changing(of, &id, &caller).await
    }

    /// Returns a contest in its state after a player entered or withdrew.
    async fn changing<K: ServedKind>(
        &self,
        of: &contest_server::Contests<K>,
        id: &str,
        player: &PlayerId,
    ) -> Result<Changing, Refusal> {
        let hall = self.hall();
        let changing = of.see(id, |seen| {
            let contest = K::of(seen.of);
            let entrant = contest.entrant_named(player.as_str());
            let entrant = entrant.and_then(|entrant| contest.entrant(entrant, hall));
            Changing { entrant, summary: K::summary(id, seen, Shown::Released) }
        });
        changing.await
    }

    async fn list(&self, asked: v1::ListContestsRequest) -> Result<v1::ListContestsResponse, Refusal> {
        let v1::ListContestsRequest { page_size, ref page_token, .. } = asked;
        let AllContests { tournaments, ladders, .. } = &self.contests;
        let (contests, next_page_token) = match asked.kind() {
            v1::ContestKind::Tournament => entry::list(tournaments, page_token, page_size).await?,
            v1::ContestKind::Ladder => entry::list(ladders, page_token, page_size).await?,
            v1::ContestKind::Unspecified => {
                let (value, expected) = (asked.kind.to_string(), "CONTEST_KIND_TOURNAMENT or CONTEST_KIND_LADDER");
                return Err(Refusal::of_field(Reason::BadField, "kind", &value, expected));
            }
        };
        Ok(v1::ListContestsResponse { contests, next_page_token })
    }

    async fn change<K: ServedKind>(
        &self,
        contests: &contest_server::Contests<K>,
        id: String,
        host: Identity,
        asked: v1::ChangeContestRequest,
    ) -> Result<v1::ContestSummary, Refusal> {
        check_id::<K>(&id)?;
        let hall = self.hall().clone();
        let owner = match &asked.change {
            Some(Change::Enter(entry)) => {
                let field = "enter.player".to_owned();
                let player = convert::player_id(&entry.player, field.clone())?;
                self.context.may_enter(&player, field).await?;
                Some(hall.owner(&player).await?)
            }
            _ => None,
        };
        let ruled_on = |seen: Seen<'_, K>| match &asked.change {
            Some(change) => convert::ruled_on(change, K::of(seen.of)),
            None => Ok(None),
        };
        if let Some((field, players)) = contests.see(&id, ruled_on).await?? {
            self.context.has_no_part(host.player(), field, &players).await?;
        }
        let what = asked.change.as_ref().map_or("", convert::change_name);
        self.context.note(&host, &format!("{}_{what}", K::WORD), &id, &asked.reason).await?;
        let command = move |of: &K| {
            let were_here = |players: &[&str], within| hall.lobby().were_here(players, within);
            convert::asked_change(&asked, of, owner, &were_here)
        };
        self.context.ask_contest(contests, &id, command).await?;
        contests.see(&id, |seen| K::summary(&id, seen, Shown::All)).await
    }

    async fn watch<K: Kind>(
        &self,
        contests: &contest_server::Contests<K>,
        id: String,
        watcher: Watcher,
        after: Seq,
        is_host: bool,
    ) -> Result<EventStream, Refusal> {
        check_id::<K>(&id)?;
        let numbers = contests.see(&id, |seen| (seen.seq(), seen.newest_public())).await?;
        let newest = if is_host { numbers.0 } else { numbers.1 };
        // The store may have newer events than the steward. The caller must not learn whether it
        // has a sealed event.
        let may_ask = after.0 > 0 && newest == numbers.0;
        let is_stored = async || contests.events(&id, Seq(after.0 - 1), 1).await.map(|events| !events.is_empty());
        if after > newest && !(may_ask && is_stored().await?) {
            let expected = format!("at most {newest}, the newest event");
            return Err(Refusal::of_field(Reason::BadField, "after_seq", &after.to_string(), expected));
        }
        let asked = contest::Asked { id, after, is_host };
        Ok(contest::open(&self.context, contests.clone(), watcher, asked))
    }

    /// Identifies a caller, who may be anonymous. Also returns whether the caller is a host.
    async fn looker<T>(&self, request: &Request<T>) -> Result<(Looker, bool), Status> {
        let caller = self.context.identify(request).await.map_err(|no| status(&no))?;
        let is_host = caller.as_ref().is_some_and(|caller| self.context.is_host(caller));
        Ok((self.context.looker(caller.as_ref()), is_host))
    }
}

/// Rejects an id that no contest of this server can have.
fn check_id<K: Kind>(id: &str) -> Result<(), Refusal> {
    convert::contest_id(&format!("contest.{}_id", K::WORD), id).map(drop)
}

#[tonic::async_trait]
impl ContestService for Contests {
    type WatchContestStream = EventStream;

    async fn enter_contest(
        &self,
        request: Request<v1::EnterContestRequest>,
    ) -> Result<Response<v1::EnterContestResponse>, Status> {
        let caller = self.context.player(&request, Scope::Play).await?.token.player;
        let v1::EnterContestRequest { contest, entry } = request.into_inner();
        let Changing { summary, entrant } = of_kind!(self.enter(contest, caller, entry.unwrap_or_default()))?;
        Ok(Response::new(v1::EnterContestResponse { summary: Some(summary), entrant }))
    }

    async fn withdraw_from_contest(
        &self,
        request: Request<v1::WithdrawFromContestRequest>,
    ) -> Result<Response<v1::WithdrawFromContestResponse>, Status> {
        let caller = self.context.player(&request, Scope::Play).await?.token.player;
        let v1::WithdrawFromContestRequest { contest, reason } = request.into_inner();
        let Changing { summary, entrant } = of_kind!(self.withdraw(contest, caller, reason))?;
        Ok(Response::new(v1::WithdrawFromContestResponse { summary: Some(summary), entrant }))
    }

    async fn list_contests(
        &self,
        request: Request<v1::ListContestsRequest>,
    ) -> Result<Response<v1::ListContestsResponse>, Status> {
        self.list(request.into_inner()).await.map(Response::new).map_err(|no| status(&no))
    }

    async fn get_standings(
        &self,
        request: Request<v1::GetStandingsRequest>,
    ) -> Result<Response<v1::GetStandingsResponse>, Status> {
        let (looker, is_host) = self.looker(&request).await?;
        let shown = if is_host { Shown::All } else { Shown::Released };
        let found = standings::of(&self.context, &self.contests, &looker, shown, request.into_inner()).await;
        let standings = Some(found.map_err(|no| status(&no))?);
        Ok(Response::new(v1::GetStandingsResponse { standings }))
    }

    async fn change_contest(
        &self,
        request: Request<v1::ChangeContestRequest>,
    ) -> Result<Response<v1::ChangeContestResponse>, Status> {
        let host = self.context.host(&request).await?;
        let mut asked = request.into_inner();
        let summary = Some(of_kind!(self.change(asked.contest.take(), host, asked))?);
        Ok(Response::new(v1::ChangeContestResponse { summary }))
    }

    async fn watch_contest(&self, request: Request<v1::WatchContestRequest>) -> Result<Response<EventStream>, Status> {
        let (caller, place) = self.context.enter(&request).await.map_err(|no| status(&no))?;
        let is_host = caller.as_ref().is_some_and(|caller| self.context.is_host(caller));
        let payer = request.extensions().get().cloned().unwrap_or_default();
        let watcher = Watcher { caller: self.context.looker(caller.as_ref()), place, payer };
        let v1::WatchContestRequest { contest, after_seq } = request.into_inner();
        of_kind!(self.watch(contest, watcher, Seq(after_seq), is_host)).map(Response::new)
    }
}
