//! `TournamentService`: tournaments run by this server.

use tonic::{Request, Response, Status};

use super::{
    auth::{self, Identity},
    contest_entry,
    context::ServiceContext,
    convert,
    status::status,
};
use crate::{
    contest::ContestKind as _,
    contest_server::{Seen, Tournaments as Contests},
    ids::PlayerId,
    law::{Contest, Refusal},
    pb::v1::{self, tournament_service_server::TournamentService},
    store::Scope,
    tournament::{Command, Shown, Tournament},
};

#[derive(Clone)]
pub struct Tournaments {
    context: ServiceContext,
    contests: Contests,
}

impl Tournaments {
    pub fn new(context: ServiceContext, contests: Contests) -> Tournaments {
        Tournaments { context, contests }
    }

    async fn create(
        &self,
        host: Identity,
        asked: v1::CreateTournamentRequest,
    ) -> Result<v1::TournamentSummary, Refusal> {
        let (name, entrants) = (asked.name.clone(), asked.entrants.clone());
        let new = convert::asked_tournament(self.context.hall(), host.player(), asked)?;
        for (at, player) in entrants.iter().enumerate() {
            let field = format!("entrants[{at}]");
            self.context.registered(&convert::player_id(player, field.clone())?, field).await?;
        }
        let id = new.id.clone();
        // A repeated request returns the same tournament, even after its start.
        if self.contests.first_event(&id).await?.is_none() {
            convert::check_start(&new, self.context.hall().limits().wall_clock.unix_ms())?;
        }
        self.context.create_contest(&self.contests, &host, &name, new).await
    }

    async fn enter(&self, caller: PlayerId, id: &str) -> Result<v1::TournamentSummary, Refusal> {
        let id = convert::contest_id("tournament_id", id)?.to_owned();
        // Whether there is such a tournament, before anything is agreed to.
        self.contests.see(&id, |_| ()).await?;
        self.context.count_entry(&caller)?;
        let contest = Contest::Tournament(id.clone());
        let player = caller.clone();
        let asking = async {
            let is_in = self.contests.see(&id, |seen| is_in(seen.of, &player)).await?;
            if is_in {
                return self.summary(&id, Shown::Released).await;
            }
            self.ask(id.clone(), Shown::Released, move |_| Ok(Command::Enter(player.to_string()))).await
        };
        self.context.entering(&contest, &caller, asking).await
    }

    async fn leave(
        &self,
        caller: PlayerId,
        asked: v1::LeaveTournamentRequest,
    ) -> Result<v1::TournamentSummary, Refusal> {
        let id = convert::contest_id("tournament_id", &asked.tournament_id)?.to_owned();
        let contest = Contest::Tournament(id.clone());
        let player = caller.clone();
        self.context.count_entry(&caller)?;
        let _one_at_a_time = self.context.entry_locks().lock(&caller).await;
        let leave = move |tournament: &Tournament| convert::asked_leave(&player, &asked.reason, tournament);
        let left = self.ask(id, Shown::Released, leave).await?;
        self.context.consents().leave_contest(&contest, &caller).await.map_err(auth::store_fault)?;
        Ok(left)
    }

    /// Sends a command to a tournament, and returns its new state.
    async fn ask(
        &self,
        id: String,
        shown: Shown,
        command: impl FnOnce(&Tournament) -> Result<Command, Refusal> + Send + 'static,
    ) -> Result<v1::TournamentSummary, Refusal> {
        self.context.ask_contest(&self.contests, &id, command).await?;
        self.summary(&id, shown).await
    }

    async fn summary(&self, id: &str, shown: Shown) -> Result<v1::TournamentSummary, Refusal> {
        self.contests.see(id, |seen| convert::tournament_summary(id, seen.of, shown)).await
    }

    async fn get(&self, is_host: bool, id: &str) -> Result<v1::GetTournamentResponse, Refusal> {
        let id = convert::contest_id("tournament_id", id)?;
        let shown = if is_host { Shown::All } else { Shown::Released };
        let look = |seen: Seen<'_, Tournament>| {
            (convert::tournament(id, seen, shown), convert::about_tournament(id, seen.of, shown))
        };
        let (mut answer, about) = self.contests.see(id, look).await?;
        answer.progress = Some(self.context.contest_progress(about).await?);
        self.context.name_rows(&mut answer.standings, |one| (&one.player, &mut one.display_name)).await;
        Ok(answer)
    }
}

/// Returns whether a player is an active entrant.
fn is_in(tournament: &Tournament, player: &PlayerId) -> bool {
    tournament.entrant_named(player.as_str()).is_some_and(|entrant| tournament.is_in(entrant))
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

    async fn enter_tournament(
        &self,
        request: Request<v1::EnterTournamentRequest>,
    ) -> Result<Response<v1::EnterTournamentResponse>, Status> {
        let caller = self.context.player(&request, Scope::Play).await?.token.player;
        let summary = Some(self.enter(caller, &request.get_ref().tournament_id).await.map_err(|no| status(&no))?);
        Ok(Response::new(v1::EnterTournamentResponse { summary }))
    }

    async fn leave_tournament(
        &self,
        request: Request<v1::LeaveTournamentRequest>,
    ) -> Result<Response<v1::LeaveTournamentResponse>, Status> {
        let caller = self.context.player(&request, Scope::Play).await?.token.player;
        let summary = Some(self.leave(caller, request.into_inner()).await.map_err(|no| status(&no))?);
        Ok(Response::new(v1::LeaveTournamentResponse { summary }))
    }

    async fn get_tournament(
        &self,
        request: Request<v1::GetTournamentRequest>,
    ) -> Result<Response<v1::GetTournamentResponse>, Status> {
        let caller = auth::caller(self.context.accounts(), request.metadata()).await.map_err(|no| status(&no))?;
        let is_host = caller.is_some_and(|caller| self.context.is_host(&caller));
        self.get(is_host, &request.get_ref().tournament_id).await.map(Response::new).map_err(|no| status(&no))
    }

    async fn list_tournaments(
        &self,
        request: Request<v1::ListTournamentsRequest>,
    ) -> Result<Response<v1::ListTournamentsResponse>, Status> {
        let v1::ListTournamentsRequest { page_size, page_token } = request.into_inner();
        let listed = contest_entry::list(&self.contests, &page_token, page_size).await;
        let (tournaments, next_page_token) = listed.map_err(|no| status(&no))?;
        Ok(Response::new(v1::ListTournamentsResponse { tournaments, next_page_token }))
    }
}
