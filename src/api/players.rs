//! `PlayerService`: accounts of bots and people.

use std::collections::VecDeque;

use tokio::sync::Mutex;
use tonic::{Request, Response, Status};

use super::{
    auth::{self, TokenDigest},
    context::ServiceContext,
    convert, paging,
    status::status,
};
use crate::{
    ids::PlayerId,
    pb::v1::{self, player_service_server::PlayerService},
    referee::{Reason, Refusal},
    store::{Registered, StoreError},
};

/// How many of the newest tokens can be given again to the request that they were drawn for.
const REMEMBERED: usize = 256;
/// The shortest request id under which a new player's token is given again: whoever knows it gets the token.
pub const MIN_SECRET_REQUEST_ID: usize = 16;

/// The service.
pub struct Players {
    context: ServiceContext,
    remembered: Mutex<VecDeque<Remembered>>,
}

/// A token with the request that it was drawn for. Kept in memory only.
struct Remembered {
    request: TokenRequest,
    token: String,
}

/// What asked for a token.
#[derive(PartialEq, Eq)]
enum TokenRequest {
    Register { name: PlayerId, request_id: String },
    Renew { old: TokenDigest, request_id: String },
}

impl Players {
    /// The service behind this context.
    pub fn new(context: ServiceContext) -> Players {
        Players { context, remembered: Mutex::new(VecDeque::new()) }
    }

    async fn enlist(&self, asked: v1::RegisterRequest) -> Result<v1::RegisterResponse, Refusal> {
        let name = convert::player_id(&asked.name, "name")?;
        convert::request_id(&asked.request_id)?;
        let repeatable = asked.request_id.len() >= MIN_SECRET_REQUEST_ID;
        let request = TokenRequest::Register { name: name.clone(), request_id: asked.request_id };
        if repeatable && let Some(token) = self.recall(&request).await {
            return Ok(v1::RegisterResponse { player: Some(self.public(&name)), token });
        }
        let (token, digest) = auth::new_token()?;
        let registered = self.context.accounts().register(name.clone(), digest).await.map_err(auth::store_fault)?;
        if registered == Registered::Taken {
            return Err(Refusal::of_field(Reason::NameTaken, "name", name.as_str(), "a name that nobody has"));
        }
        if repeatable {
            self.remember(request, &token).await;
        }
        tracing::info!(player = %name, "player registered");
        Ok(v1::RegisterResponse { player: Some(self.public(&name)), token })
    }

    async fn renew(&self, old: Option<TokenDigest>, request_id: String) -> Result<String, Refusal> {
        convert::request_id(&request_id)?;
        // After a renewal the old token proves nothing, except to the request that made it old.
        let request = old.filter(|_| !request_id.is_empty()).map(|old| TokenRequest::Renew { old, request_id });
        if let Some(request) = &request
            && let Some(token) = self.recall(request).await
        {
            return Ok(token);
        }
        let player = auth::known(self.context.accounts(), old).await?.ok_or_else(auth::no_token)?;
        let (token, digest) = auth::new_token()?;
        self.context.accounts().renew(&player, digest).await.map_err(|fault| match fault {
            StoreError::UnknownPlayer => unknown(player.as_str()),
            fault => auth::store_fault(fault),
        })?;
        self.context.streams().end_all(&player);
        if let Some(request) = request {
            self.remember(request, &token).await;
        }
        tracing::info!(%player, "token renewed");
        Ok(token)
    }

    async fn get(&self, name: &str) -> Result<v1::Player, Refusal> {
        let player = convert::player_id(name, "name")?;
        match self.context.accounts().has_player(&player).await.map_err(auth::store_fault)? {
            true => Ok(self.public(&player)),
            false => Err(unknown(name)),
        }
    }

    async fn list(&self, asked: v1::ListPlayersRequest) -> Result<v1::ListPlayersResponse, Refusal> {
        let after = paging::behind(&asked.page_token, |text| PlayerId::parse(text).ok())?;
        let size = paging::size(asked.page_size);
        let names = self.context.accounts().players(after, size).await.map_err(auth::store_fault)?;
        let next_page_token = match names.last() {
            Some(last) if names.len() == size => paging::token(last.as_str()),
            _ => String::new(),
        };
        Ok(v1::ListPlayersResponse { players: names.iter().map(|name| self.public(name)).collect(), next_page_token })
    }

    fn public(&self, player: &PlayerId) -> v1::Player {
        let lobby = self.context.hall().lobby();
        v1::Player {
            name: player.to_string(),
            house: lobby.is_house(player),
            online: lobby.is_online(player),
            games: lobby.games_of(player),
        }
    }

    async fn recall(&self, request: &TokenRequest) -> Option<String> {
        let remembered = self.remembered.lock().await;
        remembered.iter().find(|known| known.request == *request).map(|known| known.token.clone())
    }

    async fn remember(&self, request: TokenRequest, token: &str) {
        let mut remembered = self.remembered.lock().await;
        if remembered.len() == REMEMBERED {
            remembered.pop_front();
        }
        remembered.push_back(Remembered { request, token: token.to_owned() });
    }
}

fn unknown(name: &str) -> Refusal {
    Refusal::of_field(Reason::UnknownPlayer, "name", name, "the name of a registered player")
}

#[tonic::async_trait]
impl PlayerService for Players {
    async fn register(&self, request: Request<v1::RegisterRequest>) -> Result<Response<v1::RegisterResponse>, Status> {
        self.enlist(request.into_inner()).await.map(Response::new).map_err(|no| status(&no))
    }

    async fn renew_token(
        &self,
        request: Request<v1::RenewTokenRequest>,
    ) -> Result<Response<v1::RenewTokenResponse>, Status> {
        let old = auth::presented(request.metadata()).map_err(|no| status(&no))?;
        let renewed = self.renew(old, request.into_inner().request_id).await;
        renewed.map(|token| Response::new(v1::RenewTokenResponse { token })).map_err(|no| status(&no))
    }

    async fn get_player(
        &self,
        request: Request<v1::GetPlayerRequest>,
    ) -> Result<Response<v1::GetPlayerResponse>, Status> {
        let player = self.get(&request.into_inner().name).await.map_err(|no| status(&no))?;
        Ok(Response::new(v1::GetPlayerResponse { player: Some(player) }))
    }

    async fn list_players(
        &self,
        request: Request<v1::ListPlayersRequest>,
    ) -> Result<Response<v1::ListPlayersResponse>, Status> {
        self.list(request.into_inner()).await.map(Response::new).map_err(|no| status(&no))
    }
}
