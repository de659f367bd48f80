//! `ContestService`: what tournaments and ladders have in common.

use tonic::{Request, Response, Status};

use super::{
    context::ServiceContext,
    convert,
    status::status,
    watch::Watcher,
    watch_competition::{self, EventStream},
};
use crate::{
    competitions::{AllCompetitions, Competitions, Kind},
    ids::Seq,
    pb::v1::{self, contest_service_server::ContestService, watch_contest_request::Contest},
    referee::{Reason, Refusal},
};

/// The service.
#[derive(Clone)]
pub struct Contests {
    context: ServiceContext,
    competitions: AllCompetitions,
}

impl Contests {
    /// The service behind this context.
    pub fn new(context: ServiceContext, competitions: AllCompetitions) -> Contests {
        Contests { context, competitions }
    }

    async fn watch<K: Kind>(
        &self,
        competitions: &Competitions<K>,
        watcher: Watcher,
        asked: watch_competition::Asked,
    ) -> Result<EventStream, Refusal> {
        convert::contest_id(K::WORD, &asked.id)?;
        competitions.see(&asked.id, |_| ()).await?;
        Ok(watch_competition::open(&self.context, competitions.clone(), watcher, asked))
    }
}

#[tonic::async_trait]
impl ContestService for Contests {
    type WatchContestStream = EventStream;

    async fn watch_contest(&self, request: Request<v1::WatchContestRequest>) -> Result<Response<EventStream>, Status> {
        let (caller, place) = self.context.enter(&request).await.map_err(|no| status(&no))?;
        let is_host = caller.as_ref().is_some_and(|caller| self.context.is_host(caller));
        let payer = request.extensions().get().cloned().unwrap_or_default();
        let watcher = Watcher { caller: self.context.looker(caller.as_ref()), place, payer };
        let v1::WatchContestRequest { contest, after_seq } = request.into_inner();
        let asked = |id| watch_competition::Asked { id, after: Seq(after_seq), is_host };
        let AllCompetitions { tournaments, ladders, .. } = &self.competitions;
        let stream = match contest {
            Some(Contest::Tournament(id)) => self.watch(tournaments, watcher, asked(id)).await,
            Some(Contest::Ladder(id)) => self.watch(ladders, watcher, asked(id)).await,
            None => Err(Refusal::of_field(Reason::BadField, "contest", "", "a tournament or a ladder")),
        };
        stream.map(Response::new).map_err(|no| status(&no))
    }
}
