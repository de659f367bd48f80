//! `ContestService`: calls common to tournaments and ladders.

use tonic::{Request, Response, Status};

use super::{
    auth::Identity,
    context::ServiceContext,
    convert::{self, Changed},
    status::status,
    watch::Watcher,
    watch_contest::{self, EventStream},
};
use crate::{
    contest_server::{self, AllContests, Kind},
    ids::Seq,
    law::{Contest, Refusal},
    pb::v1::{
        self, change_contest_request::Change, change_contest_response::Summary, contest_service_server::ContestService,
    },
    tournament::Shown,
};

#[derive(Clone)]
pub struct Contests {
    context: ServiceContext,
    contests: AllContests,
}

impl Contests {
    pub fn new(context: ServiceContext, contests: AllContests) -> Contests {
        Contests { context, contests }
    }

    async fn change<K: Changed>(
        &self,
        contests: &contest_server::Contests<K>,
        host: Identity,
        id: String,
        asked: v1::ChangeContestRequest,
    ) -> Result<Summary, Refusal> {
        convert::contest_id(&format!("contest.{}_id", K::WORD), &id)?;
        let hall = self.context.hall().clone();
        let owner = match &asked.change {
            Some(Change::Enter(entry)) => {
                let field = "enter.player".to_owned();
                let player = convert::player_id(&entry.player, field.clone())?;
                self.context.registered(&player, field).await?;
                Some(hall.owner(&player).await?)
            }
            _ => None,
        };
        let what = asked.change.as_ref().map_or("", convert::change_name);
        self.context.note(&host, &format!("{}_{what}", K::WORD), &id, &asked.reason).await?;
        let command = move |of: &K| {
            let were_here = |players: &[&str], within| hall.lobby().were_here(players, within);
            convert::asked_change(&asked, of, owner, &were_here)
        };
        self.context.ask_contest(contests, &id, command).await?;
        contests.see(&id, |seen| K::CHANGED(K::summary(&id, seen, Shown::All))).await
    }

    async fn watch<K: Kind>(
        &self,
        contests: &contest_server::Contests<K>,
        watcher: Watcher,
        asked: watch_contest::Asked,
    ) -> Result<EventStream, Refusal> {
        convert::contest_id(&format!("contest.{}_id", K::WORD), &asked.id)?;
        contests.see(&asked.id, |_| ()).await?;
        Ok(watch_contest::open(&self.context, contests.clone(), watcher, asked))
    }
}

#[tonic::async_trait]
impl ContestService for Contests {
    type WatchContestStream = EventStream;

    async fn change_contest(
        &self,
        request: Request<v1::ChangeContestRequest>,
    ) -> Result<Response<v1::ChangeContestResponse>, Status> {
        let host = self.context.host(&request).await?;
        let mut asked = request.into_inner();
        let AllContests { tournaments, ladders, .. } = &self.contests;
        let summary = match convert::asked_contest("", asked.contest.take()) {
            Ok(Contest::Tournament(id)) => self.change(tournaments, host, id, asked).await,
            Ok(Contest::Ladder(id)) => self.change(ladders, host, id, asked).await,
            Err(no) => Err(no),
        };
        let summary = Some(summary.map_err(|no| status(&no))?);
        Ok(Response::new(v1::ChangeContestResponse { summary }))
    }

    async fn watch_contest(&self, request: Request<v1::WatchContestRequest>) -> Result<Response<EventStream>, Status> {
        let (caller, place) = self.context.enter(&request).await.map_err(|no| status(&no))?;
        let is_host = caller.as_ref().is_some_and(|caller| self.context.is_host(caller));
        let payer = request.extensions().get().cloned().unwrap_or_default();
        let watcher = Watcher { caller: self.context.looker(caller.as_ref()), place, payer };
        let v1::WatchContestRequest { contest, after_seq } = request.into_inner();
        let asked = |id| watch_contest::Asked { id, after: Seq(after_seq), is_host };
        let AllContests { tournaments, ladders, .. } = &self.contests;
        let stream = match convert::asked_contest("", contest) {
            Ok(Contest::Tournament(id)) => self.watch(tournaments, watcher, asked(id)).await,
            Ok(Contest::Ladder(id)) => self.watch(ladders, watcher, asked(id)).await,
            Err(no) => Err(no),
        };
        stream.map(Response::new).map_err(|no| status(&no))
    }
}
