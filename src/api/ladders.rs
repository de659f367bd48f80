//! `LadderService`: ladders run by this server.

use std::sync::Arc;

use tonic::{Request, Response, Status};

use super::{
    auth::{self, Identity},
    contest_entry,
    context::ServiceContext,
    convert, paging,
    records::{self, PartStream},
    status::status,
};
use crate::{
    contest::ContestKind as _,
    contest_server::{Ladders as Contests, Publication, Published, Seen, Wanted},
    ids::PlayerId,
    ladder::{Command, Ladder, Ratings, signals::signals},
    law::{Contest, Reason, Refusal},
    pb::v1::{self, ladder_service_server::LadderService},
    store::Scope,
};

#[derive(Clone)]
pub struct Ladders {
    context: ServiceContext,
    contests: Contests,
}

impl Ladders {
    pub fn new(context: ServiceContext, contests: Contests) -> Ladders {
        Ladders { context, contests }
    }

    async fn create(&self, host: Identity, asked: v1::CreateLadderRequest) -> Result<v1::LadderSummary, Refusal> {
        let name = asked.name.clone();
        let mut owners = Vec::with_capacity(asked.entrants.len());
        for (at, entry) in asked.entrants.iter().enumerate() {
            owners.push(self.owner(&entry.player, format!("entrants[{at}].player")).await?);
        }
        let new = convert::asked_ladder(self.context.hall(), host.player(), asked, owners)?;
        self.context.create_contest(&self.contests, &host, &name, new).await
    }

    async fn enter(&self, caller: PlayerId, asked: v1::EnterLadderRequest) -> Result<v1::LadderEntrant, Refusal> {
        let id = convert::contest_id("ladder_id", &asked.ladder_id)?.to_owned();
        let entry = asked.entry.unwrap_or_default();
        if !entry.player.is_empty() && entry.player != caller.as_str() {
            let expected = format!("empty or {caller}: callers enter themselves");
            return Err(Refusal::of_field(Reason::BadField, "entry.player", &entry.player, expected));
        }
        if !entry.known_ratings.is_empty() {
            let expected = "none: only a host declares known ratings";
            return Err(Refusal::of_field(Reason::BadField, "entry.known_ratings", "given", expected));
        }
        self.context.count_entry(&caller)?;
        let entry = v1::LadderEntry { player: caller.to_string(), ..entry };
        let owner = self.context.hall().owner(&caller).await?;
        // Checks the ladder and the entry before anything is agreed to.
        self.contests.see(&id, |seen| command_to_enter(&seen.of.ladder, &entry, owner.clone())).await??;
        let command = move |ladder: &Ladder| command_to_enter(ladder, &entry, owner);
        let asking = self.context.ask_contest(&self.contests, &id, command);
        self.context.entering(&Contest::Ladder(id.clone()), &caller, asking).await?;
        self.entrant(&id, &caller).await
    }

    async fn leave(&self, caller: PlayerId, asked: v1::LeaveLadderRequest) -> Result<v1::LadderEntrant, Refusal> {
        let id = convert::contest_id("ladder_id", &asked.ladder_id)?.to_owned();
        self.context.count_entry(&caller)?;
        let _one_at_a_time = self.context.entry_locks().lock(&caller).await;
        let has_left = |entrant: &v1::LadderEntrant| entrant.state() == v1::LadderEntrantState::Withdrawn;
        if !has_left(&self.entrant(&id, &caller).await?) {
            let player = caller.clone();
            let leave = move |ladder: &Ladder| convert::asked_leave(&player, &asked.reason, ladder);
            self.context.ask_contest(&self.contests, &id, leave).await?;
        }
        let entrant = self.entrant(&id, &caller).await?;
        // Its paired matches are still played. The consent ends when it leaves again, or with the
        // ladder.
        if entrant.in_flight == 0 {
            let contest = Contest::Ladder(id);
            self.context.consents().leave_contest(&contest, &caller).await.map_err(auth::store_fault)?;
        }
        Ok(entrant)
    }

    /// Returns the owner of a player of this server.
    async fn owner(&self, player: &str, field: String) -> Result<PlayerId, Refusal> {
        let player = convert::player_id(player, field.clone())?;
        self.context.registered(&player, field).await?;
        self.context.hall().owner(&player).await
    }

    async fn get(&self, asked: v1::GetLadderRequest) -> Result<v1::GetLadderResponse, Refusal> {
        let id = convert::contest_id("ladder_id", &asked.ladder_id)?;
        let first = paging::behind(&asked.page_token, |text| text.parse().ok())?.unwrap_or_default();
        let size = paging::size(asked.page_size)?;
        let hall = self.context.hall();
        let look = |seen: Seen<'_, Ladder>| {
            (convert::ladder(id, seen, hall, first, size), convert::about(id, &seen.of.ladder, 1, true))
        };
        let (mut answer, about) = self.contests.see(id, look).await?;
        if first == 0 {
            answer.progress = Some(self.context.contest_progress(about).await?);
        }
        self.context.name_rows(&mut answer.entrants, |one| (&one.player, &mut one.display_name)).await;
        Ok(answer)
    }

    async fn entrant(&self, id: &str, player: &PlayerId) -> Result<v1::LadderEntrant, Refusal> {
        let hall = self.context.hall();
        let entrant = self.contests.see(id, |seen| {
            let ladder = &seen.of.ladder;
            Some(convert::ladder_entrant(ladder, ladder.entrant_named(player.as_str())?, hall))
        });
        entrant.await?.ok_or_else(|| convert::is_not_in::<Ladder>(player))
    }

    /// Returns the ratings of a category, computing them if needed.
    async fn published(&self, id: &str, category: &str, wanted: Wanted) -> Result<(u16, Arc<Published>), Refusal> {
        let shared = self.contests.shared();
        loop {
            let seen = self.contests.see(id, |seen| {
                let category = convert::ladder_category(&seen.of.ladder, category)?;
                Ok::<_, Refusal>((category, seen.of.published(category, wanted, shared)))
            });
            let (category, publication): (u16, Publication) = seen.await??;
            match publication {
                Publication::Made(published) => return Ok((category, published)),
                // Without a lock: the ladder continues meanwhile.
                Publication::ToMake(to_make) => return Ok((category, to_make.make())),
                // Ends only with the server.
                Publication::BeingMade(mut computed) => _ = computed.changed().await,
            }
        }
    }

    async fn ratings(&self, asked: v1::GetLadderRatingsRequest) -> Result<v1::GetLadderRatingsResponse, Refusal> {
        let id = convert::contest_id("ladder_id", &asked.ladder_id)?;
        let (category, published) = self.published(id, &asked.category, Wanted::Ratings).await?;
        let mut answer = self.contests.see(id, |seen| convert::ladder_ratings(seen.of, category, &published)).await?;
        self.context.name_rows(&mut answer.ratings, |one| (&one.player, &mut one.display_name)).await;
        Ok(answer)
    }

    async fn compare(
        &self,
        asked: v1::CompareLadderEntrantsRequest,
    ) -> Result<v1::CompareLadderEntrantsResponse, Refusal> {
        let id = convert::contest_id("ladder_id", &asked.ladder_id)?;
        let (category, published) = self.published(id, &asked.category, Wanted::Covariance).await?;
        let compared = |ladder: &Ladder| convert::ladder_comparison(ladder, category, &published, &asked);
        self.contests.see(id, |seen| compared(&seen.of.ladder)).await?
    }

    async fn signals(&self, asked: v1::ListLadderSignalsRequest) -> Result<v1::ListLadderSignalsResponse, Refusal> {
        let id = convert::contest_id("ladder_id", &asked.ladder_id)?;
        let (category, published) = self.published(id, &asked.category, Wanted::Ratings).await?;
        // Without a lock: the ladder continues meanwhile.
        let results = self.contests.see(id, |seen| Arc::clone(&seen.of.results)).await?;
        let found = match &published.ratings {
            Ok(Ratings::Ranks(fit)) => signals(&results, category, fit),
            // An expected score exists only for ratings by ranks.
            Ok(Ratings::Points(_)) => {
                let place = self.contests.shared().place().await;
                let fit = results.fit(category);
                drop(place);
                fit.map_or_else(|_| Vec::new(), |fit| signals(&results, category, &fit))
            }
            Err(_) => Vec::new(),
        };
        drop(results);
        let listed = self
            .contests
            .see(id, |seen| found.iter().map(|signal| convert::ladder_signal(&seen.of.ladder, signal)).collect());
        Ok(v1::ListLadderSignalsResponse { signals: listed.await? })
    }
}

/// Returns the command by which a player enters a ladder as it declares.
fn command_to_enter(ladder: &Ladder, entry: &v1::LadderEntry, owner: PlayerId) -> Result<Command, Refusal> {
    let Some(entrant) = ladder.entrant_named(&entry.player) else {
        return Ok(Command::Enter(convert::asked_entry(ladder, entry, owner, "entry.")?));
    };
    if !entry.version_of.is_empty() {
        let expected = "empty: the player is in the ladder already";
        return Err(Refusal::of_field(Reason::BadField, "entry.version_of", &entry.version_of, expected));
    }
    Ok(Command::Return { entrant, declaration: convert::asked_declaration(ladder, entry, "entry.")? })
}

#[tonic::async_trait]
impl LadderService for Ladders {
    type GetLadderRecordStream = PartStream<v1::GetLadderRecordResponse>;
    async fn create_ladder(
        &self,
        request: Request<v1::CreateLadderRequest>,
    ) -> Result<Response<v1::CreateLadderResponse>, Status> {
        let host = self.context.host(&request).await?;
        let summary = Some(self.create(host, request.into_inner()).await.map_err(|no| status(&no))?);
        Ok(Response::new(v1::CreateLadderResponse { summary }))
    }

    async fn enter_ladder(
        &self,
        request: Request<v1::EnterLadderRequest>,
    ) -> Result<Response<v1::EnterLadderResponse>, Status> {
        let caller = self.context.player(&request, Scope::Play).await?.token.player;
        let entrant = Some(self.enter(caller, request.into_inner()).await.map_err(|no| status(&no))?);
        Ok(Response::new(v1::EnterLadderResponse { entrant }))
    }

    async fn leave_ladder(
        &self,
        request: Request<v1::LeaveLadderRequest>,
    ) -> Result<Response<v1::LeaveLadderResponse>, Status> {
        let caller = self.context.player(&request, Scope::Play).await?.token.player;
        let entrant = Some(self.leave(caller, request.into_inner()).await.map_err(|no| status(&no))?);
        Ok(Response::new(v1::LeaveLadderResponse { entrant }))
    }

    async fn get_ladder(
        &self,
        request: Request<v1::GetLadderRequest>,
    ) -> Result<Response<v1::GetLadderResponse>, Status> {
        self.get(request.into_inner()).await.map(Response::new).map_err(|no| status(&no))
    }

    async fn get_ladder_ratings(
        &self,
        request: Request<v1::GetLadderRatingsRequest>,
    ) -> Result<Response<v1::GetLadderRatingsResponse>, Status> {
        self.ratings(request.into_inner()).await.map(Response::new).map_err(|no| status(&no))
    }

    async fn compare_ladder_entrants(
        &self,
        request: Request<v1::CompareLadderEntrantsRequest>,
    ) -> Result<Response<v1::CompareLadderEntrantsResponse>, Status> {
        self.compare(request.into_inner()).await.map(Response::new).map_err(|no| status(&no))
    }

    async fn list_ladder_signals(
        &self,
        request: Request<v1::ListLadderSignalsRequest>,
    ) -> Result<Response<v1::ListLadderSignalsResponse>, Status> {
        self.context.host(&request).await?;
        self.signals(request.into_inner()).await.map(Response::new).map_err(|no| status(&no))
    }

    async fn list_ladders(
        &self,
        request: Request<v1::ListLaddersRequest>,
    ) -> Result<Response<v1::ListLaddersResponse>, Status> {
        let v1::ListLaddersRequest { page_size, page_token } = request.into_inner();
        let listed = contest_entry::list(&self.contests, &page_token, page_size).await;
        let (ladders, next_page_token) = listed.map_err(|no| status(&no))?;
        Ok(Response::new(v1::ListLaddersResponse { ladders, next_page_token }))
    }

    async fn get_ladder_record(
        &self,
        request: Request<v1::GetLadderRecordRequest>,
    ) -> Result<Response<Self::GetLadderRecordStream>, Status> {
        let (_, place) = self.context.enter(&request).await.map_err(|no| status(&no))?;
        let payer = request.extensions().get().cloned().unwrap_or_default();
        let asked = request.into_inner();
        let id = convert::contest_id("ladder_id", &asked.ladder_id).map_err(|no| status(&no))?;
        let record = self.contests.record(id).await.map_err(|no| status(&no))?;
        Ok(Response::new(records::stream(&self.context, record, place, payer)))
    }
}
