//! `ConsentService`: accept policies and contest entries.

use referee_ids::PlayerId;
use referee_law::{Reason, Refusal};
use referee_proto::v1::{self, consent_service_server::ConsentService};
use referee_store::{Entered, Scope, consents::CONTESTS_A_PLAYER};
use tonic::{Request, Response, Status};

use crate::api::{auth, context::ServiceContext, convert, paging, status::status};

pub struct Consents {
    context: ServiceContext,
}

impl Consents {
    pub fn new(context: ServiceContext) -> Consents {
        Consents { context }
    }

    async fn set(&self, caller: &PlayerId, asked: v1::SetAcceptPolicyRequest) -> Result<(), Refusal> {
        let games = self.context.hall().games();
        let policy = asked.policy.map(|policy| convert::asked_policy(games, &policy, "policy")).transpose()?;
        self.context.hall().set_accept_policy(caller, policy).await
    }

    async fn get(
        &self,
        caller: Option<PlayerId>,
        asked: v1::GetAcceptPolicyRequest,
    ) -> Result<v1::GetAcceptPolicyResponse, Refusal> {
        let player = match asked.player.as_str() {
            "" => caller.ok_or_else(auth::no_token)?,
            name => convert::player_id(name, "player")?,
        };
        if self.context.accounts().account(&player).await.map_err(auth::store_fault)?.is_none() {
            let expected = "the name of a registered player";
            return Err(Refusal::of_field(Reason::UnknownPlayer, "player", player.as_str(), expected));
        }
        let policy = self.context.hall().accept_policy(&player).await?;
        Ok(v1::GetAcceptPolicyResponse { policy: policy.as_ref().map(convert::policy) })
    }

    async fn grant(&self, caller: &PlayerId, asked: v1::GrantConsentRequest) -> Result<(), Refusal> {
        let contest = convert::asked_contest("", asked.contest)?;
        self.context.may_enter(caller, "authorization".to_owned()).await?;
        match self.context.consents().enter_contest(&contest, caller).await.map_err(auth::store_fault)? {
            Entered::In => Ok(()),
            Entered::TooMany => {
                let text = format!("limit reached: {caller} is in {CONTESTS_A_PLAYER} contests");
                Err(Refusal::limit("contests_a_player", CONTESTS_A_PLAYER, text))
            }
        }
    }

    async fn revoke(&self, caller: &PlayerId, asked: v1::RevokeConsentRequest) -> Result<(), Refusal> {
        let contest = convert::asked_contest("", asked.contest)?;
        self.context.consents().leave_contest(&contest, caller).await.map_err(auth::store_fault)
    }

    async fn list(&self, asked: v1::ListConsentsRequest) -> Result<v1::ListConsentsResponse, Refusal> {
        let contest = convert::asked_contest("", asked.contest)?;
        let after = paging::behind(&asked.page_token, |text| PlayerId::parse(text).ok())?;
        let size = paging::size(asked.page_size)?;
        let players = self.context.consents().entrants(&contest, after, size).await.map_err(auth::store_fault)?;
        let next_page_token = paging::next(&players, size, PlayerId::to_string);
        Ok(v1::ListConsentsResponse { players: players.iter().map(PlayerId::to_string).collect(), next_page_token })
    }
}

#[tonic::async_trait]
impl ConsentService for Consents {
    async fn set_accept_policy(
        &self,
        request: Request<v1::SetAcceptPolicyRequest>,
    ) -> Result<Response<v1::SetAcceptPolicyResponse>, Status> {
        let caller = self.context.player(&request, Scope::Play).await?.token.player;
        self.set(&caller, request.into_inner()).await.map_err(|no| status(&no))?;
        Ok(Response::new(v1::SetAcceptPolicyResponse {}))
    }

    async fn get_accept_policy(
        &self,
        request: Request<v1::GetAcceptPolicyRequest>,
    ) -> Result<Response<v1::GetAcceptPolicyResponse>, Status> {
        let caller = self.context.identify(&request).await.map_err(|no| status(&no))?;
        self.get(caller.map(|caller| caller.token.player), request.into_inner())
            .await
            .map(Response::new)
            .map_err(|no| status(&no))
    }

    async fn grant_consent(
        &self,
        request: Request<v1::GrantConsentRequest>,
    ) -> Result<Response<v1::GrantConsentResponse>, Status> {
        let caller = self.context.player(&request, Scope::Play).await?.token.player;
        self.grant(&caller, request.into_inner()).await.map_err(|no| status(&no))?;
        Ok(Response::new(v1::GrantConsentResponse {}))
    }

    async fn revoke_consent(
        &self,
        request: Request<v1::RevokeConsentRequest>,
    ) -> Result<Response<v1::RevokeConsentResponse>, Status> {
        let caller = self.context.player(&request, Scope::Play).await?.token.player;
        self.revoke(&caller, request.into_inner()).await.map_err(|no| status(&no))?;
        Ok(Response::new(v1::RevokeConsentResponse {}))
    }

    async fn list_consents(
        &self,
        request: Request<v1::ListConsentsRequest>,
    ) -> Result<Response<v1::ListConsentsResponse>, Status> {
        self.list(request.into_inner()).await.map(Response::new).map_err(|no| status(&no))
    }
}
