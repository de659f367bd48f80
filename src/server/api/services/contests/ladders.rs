//! `LadderService`: the ladders that this server runs.

use std::sync::Arc;

use referee_contests::ladder::{Ladder, Ratings, signals::signals};
use referee_ids::{PlayerId, Seq};
use referee_law::Refusal;
use referee_proto::v1::{self, ladder_service_server::LadderService};
use tonic::{Request, Response, Status};

use crate::api::{
    auth::Identity,
    context::ServiceContext,
    convert, paging,
    services::{
        records::{self, PartStream},
        standings,
    },
    status::status,
};
use crate::contest_server::{Ladders as Contests, Seen, Wanted};

#[derive(Clone)]
pub struct Ladders {
    context: ServiceContext,
    contests: Contests,
}

impl Ladders {
    pub fn new(context: ServiceContext, contests: Contests) -> Ladders {
        Ladders { context, contests }
    }

    async fn create(&self, host: Identity, asked: v1::CreateLadderRequest) -> Result<v1::ContestSummary, Refusal> {
        let name = asked.name.clone();
        let mut owners = Vec::with_capacity(asked.entrants.len());
        for (at, entry) in asked.entrants.iter().enumerate() {
            owners.push(self.owner(&entry.player, format!("entrants[{at}].player")).await?);
        }
        let new = convert::asked_ladder(self.context.hall(), host.player(), asked, owners)?;
        self.context.create_contest(&self.contests, &host, &name, new).await
    }

    /// Returns the owner of a player of this server.
    async fn owner(&self, player: &str, field: String) -> Result<PlayerId, Refusal> {
        let player = convert::player_id(player, field.clone())?;
        self.context.may_enter(&player, field).await?;
        self.context.hall().owner(&player).await
    }

    async fn get(&self, asked: v1::GetLadderRequest) -> Result<v1::GetLadderResponse, Refusal> {
        let id = convert::contest_id("ladder_id", &asked.ladder_id)?;
        let first = paging::behind(&asked.page_token, |text| text.parse().ok())?.unwrap_or_default();
        let size = paging::size(asked.page_size)?;
        let hall = self.context.hall();
        let look = |seen: Seen<'_, Ladder>| {
            (convert::ladder(id, seen, hall, first, size), convert::about(id, &seen.of.ladder, seen.waiting, 1, true))
        };
        let (mut answer, about) = self.contests.see(id, look).await?;
        if first == 0 {
            answer.progress = Some(self.context.contest_progress(about).await?);
        }
        self.context.name_rows(&mut answer.entrants, |one| (&one.player, &mut one.display_name)).await;
        Ok(answer)
    }

    async fn compare(
        &self,
        asked: v1::CompareLadderEntrantsRequest,
    ) -> Result<v1::CompareLadderEntrantsResponse, Refusal> {
        let id = convert::contest_id("ladder_id", &asked.ladder_id)?;
        let (category, published) =
            standings::published(&self.contests, id, &asked.category, Wanted::Covariance).await?;
        let compared = |ladder: &Ladder| convert::ladder_comparison(ladder, category, &published, &asked);
        self.contests.see(id, |seen| compared(&seen.of.ladder)).await?
    }

    async fn history(&self, asked: v1::GetLadderHistoryRequest) -> Result<v1::GetLadderHistoryResponse, Refusal> {
        let id = convert::contest_id("ladder_id", &asked.ladder_id)?;
        let after = paging::behind(&asked.page_token, |text| text.parse().ok().map(Seq))?;
        let size = paging::size(asked.page_size)?;
        self.contests.see(id, |seen| convert::ladder_history(seen.of, &asked, after, size)).await?
    }

    async fn signals(&self, asked: v1::ListLadderSignalsRequest) -> Result<v1::ListLadderSignalsResponse, Refusal> {
        let id = convert::contest_id("ladder_id", &asked.ladder_id)?;
        let (category, published) = standings::published(&self.contests, id, &asked.category, Wanted::Ratings).await?;
        // The results are read without a lock, so the ladder continues during the search.
        let results = self.contests.see(id, |seen| Arc::clone(&seen.of.results)).await?;
        let found = match &published.ratings {
            Ok(Ratings::Ranks(fit)) => signals(&results, category, fit),
            // Expected scores need ratings by ranks, so this category is also fitted by ranks.
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

    async fn get_ladder(
        &self,
        request: Request<v1::GetLadderRequest>,
    ) -> Result<Response<v1::GetLadderResponse>, Status> {
        self.get(request.into_inner()).await.map(Response::new).map_err(|no| status(&no))
    }

    async fn compare_ladder_entrants(
        &self,
        request: Request<v1::CompareLadderEntrantsRequest>,
    ) -> Result<Response<v1::CompareLadderEntrantsResponse>, Status> {
        self.compare(request.into_inner()).await.map(Response::new).map_err(|no| status(&no))
    }

    async fn get_ladder_history(
        &self,
        request: Request<v1::GetLadderHistoryRequest>,
    ) -> Result<Response<v1::GetLadderHistoryResponse>, Status> {
        self.history(request.into_inner()).await.map(Response::new).map_err(|no| status(&no))
    }

    async fn list_ladder_signals(
        &self,
        request: Request<v1::ListLadderSignalsRequest>,
    ) -> Result<Response<v1::ListLadderSignalsResponse>, Status> {
        self.context.host(&request).await?;
        self.signals(request.into_inner()).await.map(Response::new).map_err(|no| status(&no))
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
