//! `TournamentService`: the tournaments that this server runs.

use referee_contests::tournament::{Shown, Tournament};
use referee_law::Refusal;
use referee_proto::v1::{self, tournament_service_server::TournamentService};
use tonic::{Request, Response, Status};

use crate::api::{auth::Identity, context::ServiceContext, convert, status::status};
use crate::contest_server::{Seen, Tournaments as Contests};

#[derive(Clone)]
pub struct Tournaments {
    context: ServiceContext,
    contests: Contests,
}

impl Tournaments {
    pub fn new(context: ServiceContext, contests: Contests) -> Tournaments {
        Tournaments { context, contests }
    }

    async fn create(&self, host: Identity, asked: v1::CreateTournamentRequest) -> Result<v1::ContestSummary, Refusal> {
        let (name, entrants) = (asked.name.clone(), asked.entrants.clone());
        let new = convert::asked_tournament(self.context.hall(), host.player(), asked)?;
        for (at, player) in entrants.iter().enumerate() {
            let field = format!("entrants[{at}]");
            self.context.may_enter(&convert::player_id(player, field.clone())?, field).await?;
        }
        let id = new.id.clone();
        // A repeated request returns the existing tournament, even after its start.
        if self.contests.first_event(&id).await?.is_none() {
            convert::check_start(&new, self.context.hall().limits().wall_clock.unix_ms())?;
        }
        self.context.create_contest(&self.contests, &host, &name, new).await
    }

    async fn get(&self, is_host: bool, id: &str) -> Result<v1::GetTournamentResponse, Refusal> {
        let id = convert::contest_id("tournament_id", id)?;
        let shown = if is_host { Shown::All } else { Shown::Released };
        let look = |seen: Seen<'_, Tournament>| {
            (convert::tournament(id, seen.of, shown), convert::about_tournament(id, seen, shown))
        };
        let (mut answer, about) = self.contests.see(id, look).await?;
        answer.progress = Some(self.context.contest_progress(about).await?);
        Ok(answer)
    }
}

#[tonic::async_trait]
impl TournamentService for Tournaments {
    async fn create_tournament(
        &self,
        request: Request<v1::CreateTournamentRequest>,
    ) -> Result<Response<v1::CreateTournamentResponse>, Status> {
        let host = self.context.host(&request).await?;
        let summary = Some(self.create(host, request.into_inner()).await.map_err(|no| status(&no))?);
        Ok(Response::new(v1::CreateTournamentResponse { summary }))
    }

    async fn get_tournament(
        &self,
        request: Request<v1::GetTournamentRequest>,
    ) -> Result<Response<v1::GetTournamentResponse>, Status> {
        let caller = self.context.identify(&request).await.map_err(|no| status(&no))?;
        let is_host = caller.is_some_and(|caller| self.context.is_host(&caller));
        self.get(is_host, &request.get_ref().tournament_id).await.map(Response::new).map_err(|no| status(&no))
    }
}
