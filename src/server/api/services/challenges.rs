//! `ChallengeService`: challenges, seeks and the lobby.

use referee_ids::{MatchId, PlayerId};
use referee_law::{Reason, Refusal};
use referee_proto::v1::{self, challenge_service_server::ChallengeService};
use referee_store::{PublicId, Scope, TokenRow};
use tonic::{Request, Response, Status};

use crate::api::{
    auth,
    context::{self, ServiceContext},
    convert, paging,
    status::status,
    watch::{self, lobby::LobbyStream},
};
use crate::hall::{NewMatch, challenges::challenge::ListPosition, limits::creation_limits::Creator};

pub struct Challenges {
    context: ServiceContext,
}

impl Challenges {
    pub fn new(context: ServiceContext) -> Challenges {
        Challenges { context }
    }

    async fn create(
        &self,
        caller: Creator,
        token: PublicId,
        asked: v1::CreateChallengeRequest,
    ) -> Result<v1::Challenge, Refusal> {
        let hall = self.context.hall();
        let is_house = |player: &PlayerId| hall.lobby().is_house(player);
        let mut new = convert::asked_challenge(hall.games(), asked, caller.player.clone(), is_house)?;
        // It must be possible to open the match when the last seat is taken, whichever player takes
        // it.
        let players = vec![caller.player.clone(); usize::from(new.new.setting.seats())];
        hall.check(&NewMatch { players, ..new.new.clone() })?;
        (new.new.creator, new.token) = (Some(caller), Some(token));
        for (at, player) in new.opponents.iter().enumerate() {
            let account = self.context.accounts().account(player);
            if !is_house(player) && account.await.map_err(auth::store_fault)?.is_none() {
                let (field, expected) = (format!("opponents[{at}]"), "the name of a registered player");
                return Err(Refusal::of_field(Reason::UnknownPlayer, field, player.as_str(), expected));
            }
        }
        let hall = hall.clone();
        // Without this, a caller that disconnects could leave a challenge that no task closes.
        let made = self.context.to_the_end(async move { hall.challenge(new).await }).await;
        made.map(|challenge| convert::challenge(&challenge))
    }

    async fn accept(&self, caller: &PlayerId, id: &str) -> Result<v1::Challenge, Refusal> {
        let id = convert::challenge_id(id)?;
        let (hall, caller) = (self.context.hall().clone(), caller.clone());
        // Without this, a caller that disconnects could leave an accepted challenge without its
        // match.
        let accepted = self.context.to_the_end(async move { hall.accept_challenge(&id, &caller).await }).await;
        accepted.map(|challenge| convert::challenge(&challenge))
    }

    fn decline(&self, caller: PlayerId, asked: v1::DeclineChallengeRequest) -> Result<v1::Challenge, Refusal> {
        let id = convert::challenge_id(&asked.challenge_id)?;
        let declined = convert::asked_decline(caller, asked.reason, asked.text)?;
        self.context.hall().decline_challenge(&id, declined).map(|challenge| convert::challenge(&challenge))
    }

    fn list(
        &self,
        caller: Option<&PlayerId>,
        asked: &v1::ListChallengesRequest,
    ) -> Result<v1::ListChallengesResponse, Refusal> {
        let after = paging::behind(&asked.page_token, position)?;
        let size = paging::size(asked.page_size)?;
        let open = self.context.hall().challenges(caller, after.as_ref(), size);
        let next_page_token = paging::next(&open, size, |last| format!("{} {}", last.created_unix_ms, last.id));
        let challenges = open.iter().map(|open| convert::challenge(open)).collect();
        Ok(v1::ListChallengesResponse { challenges, next_page_token })
    }

    fn get(&self, caller: Option<&PlayerId>, id: &str) -> Result<v1::Challenge, Refusal> {
        let id = convert::challenge_id(id)?;
        self.context.hall().challenge_seen_by(&id, caller).map(|challenge| convert::challenge(&challenge))
    }

    fn cancel(&self, caller: &PlayerId, id: &str) -> Result<v1::Challenge, Refusal> {
        let id = convert::challenge_id(id)?;
        self.context.hall().cancel_challenge(&id, caller).map(|challenge| convert::challenge(&challenge))
    }
}

/// Parses the position in a page token.
fn position(text: &str) -> Option<ListPosition> {
    let (created_unix_ms, id) = text.split_once(' ')?;
    Some((created_unix_ms.parse().ok()?, MatchId::parse(id).ok()?))
}

#[tonic::async_trait]
impl ChallengeService for Challenges {
    type WatchLobbyStream = LobbyStream;

    async fn create_challenge(
        &self,
        request: Request<v1::CreateChallengeRequest>,
    ) -> Result<Response<v1::CreateChallengeResponse>, Status> {
        let TokenRow { player, id, .. } = self.context.player(&request, Scope::Create).await?.token;
        let caller = context::creator(&request, player);
        let challenge = Some(self.create(caller, id, request.into_inner()).await.map_err(|no| status(&no))?);
        Ok(Response::new(v1::CreateChallengeResponse { challenge }))
    }

    async fn accept_challenge(
        &self,
        request: Request<v1::AcceptChallengeRequest>,
    ) -> Result<Response<v1::AcceptChallengeResponse>, Status> {
        let caller = self.context.player(&request, Scope::Play).await?.token.player;
        let accepted = self.accept(&caller, &request.into_inner().challenge_id).await;
        let challenge = Some(accepted.map_err(|no| status(&no))?);
        Ok(Response::new(v1::AcceptChallengeResponse { challenge }))
    }

    async fn decline_challenge(
        &self,
        request: Request<v1::DeclineChallengeRequest>,
    ) -> Result<Response<v1::DeclineChallengeResponse>, Status> {
        let caller = self.context.player(&request, Scope::Play).await?.token.player;
        let challenge = Some(self.decline(caller, request.into_inner()).map_err(|no| status(&no))?);
        Ok(Response::new(v1::DeclineChallengeResponse { challenge }))
    }

    async fn get_challenge(
        &self,
        request: Request<v1::GetChallengeRequest>,
    ) -> Result<Response<v1::GetChallengeResponse>, Status> {
        let caller = self.context.identify(&request).await.map_err(|no| status(&no))?;
        let caller = caller.and_then(|caller| caller.seeing_as());
        let challenge = self.get(caller.as_ref(), &request.get_ref().challenge_id).map_err(|no| status(&no))?;
        Ok(Response::new(v1::GetChallengeResponse { challenge: Some(challenge) }))
    }

    async fn cancel_challenge(
        &self,
        request: Request<v1::CancelChallengeRequest>,
    ) -> Result<Response<v1::CancelChallengeResponse>, Status> {
        let caller = self.context.player(&request, Scope::Play).await?.token.player;
        let canceled = self.cancel(&caller, &request.into_inner().challenge_id);
        let challenge = Some(canceled.map_err(|no| status(&no))?);
        Ok(Response::new(v1::CancelChallengeResponse { challenge }))
    }

    async fn list_challenges(
        &self,
        request: Request<v1::ListChallengesRequest>,
    ) -> Result<Response<v1::ListChallengesResponse>, Status> {
        let caller = self.context.identify(&request).await.map_err(|no| status(&no))?;
        let caller = caller.and_then(|caller| caller.seeing_as());
        self.list(caller.as_ref(), request.get_ref()).map(Response::new).map_err(|no| status(&no))
    }

    async fn watch_lobby(&self, request: Request<v1::WatchLobbyRequest>) -> Result<Response<LobbyStream>, Status> {
        let (caller, place) = self.context.enter(&request).await.map_err(|no| status(&no))?;
        let payer = request.extensions().get().cloned().unwrap_or_default();
        Ok(Response::new(watch::lobby::open(&self.context, caller.and_then(|caller| caller.seeing_as()), place, payer)))
    }
}
