//! `TokenService`: tokens for the API.

use std::sync::Arc;

use referee_law::{Reason, Refusal};
use referee_proto::v1::{self, token_service_server::TokenService};
use referee_store::{Account, NewToken, PublicId, Replaces, Revoked, Scope, Scopes, StoreError, TokenAdded, TokenRow};
use tonic::{Request, Response, Status};

use super::{
    players::{manages, unknown},
    sign_ins::DeviceCodes,
};
use crate::api::{
    auth::{
        self, Identity, TokenDigest,
        drawn_tokens::{Drawn, digest_taken, given_by, too_many_tokens},
        remembered_tokens::{RememberedTokens, TokenRequest},
    },
    context::{ServiceContext, address},
    convert, paging,
    status::status,
};
use crate::hall::wall_clock::unix_ms;

#[derive(Clone)]
pub struct Tokens {
    context: ServiceContext,
    device_codes: DeviceCodes,
    remembered: Arc<RememberedTokens<v1::RenewTokenResponse>>,
}

impl Tokens {
    pub fn new(context: ServiceContext) -> Tokens {
        Tokens { device_codes: DeviceCodes::new(context.clone()), context, remembered: Arc::default() }
    }

    async fn create(
        &self,
        caller: Identity,
        asked: v1::CreateTokenRequest,
    ) -> Result<v1::CreateTokenResponse, Refusal> {
        let account = self.account(&caller, &asked.player).await?;
        let scopes = convert::scopes(&asked.scopes)?;
        if scopes.is_empty() {
            return Err(Refusal::of_field(Reason::BadField, "scopes", "", "at least one scope"));
        }
        let is_hosts = scopes.iter().any(|scope| Scopes::of_host().has(scope));
        let by_admin = is_hosts || !manages(&caller, &account);
        caller.demand(if by_admin { Scope::Admin } else { Scope::Account })?;
        given_by(&caller, scopes)?;
        let expires = expiry(&caller, convert::expiry(asked.expires_unix_ms, "expires_unix_ms", unix_ms())?)?;
        let name = convert::own_text(&asked.name, "name")?;
        let drawn = Drawn::new(&asked.token_digest, name, scopes, expires)?;
        let audit = match by_admin {
            true => {
                let reason = convert::reason_text(&asked.reason, "reason")?;
                Some(caller.audit("create_token", format!("{} ({scopes})", account.player), reason))
            }
            false => None,
        };
        let most = self.context.settings().tokens_per_player;
        let accounts = self.context.accounts();
        let added = accounts.add_token(&account.player, drawn.token, Replaces::Nothing, most, audit).await;
        let row = token_added(added, &account, most)?;
        tracing::info!(player = %account.player, token = %row.id, scopes = %row.scopes, "token created");
        Ok(v1::CreateTokenResponse { token: Some(convert::token(&row)), secret: drawn.secret })
    }

    async fn renew(
        &self,
        old: Option<TokenDigest>,
        asked: v1::RenewTokenRequest,
    ) -> Result<v1::RenewTokenResponse, Refusal> {
        convert::request_id(&asked.request_id)?;
        // A renewed token is invalid, except that a repeated renewal with it gets the new token
        // again. This works only for request ids that cannot be guessed, since a thief of the old
        // token could guess a short one. Callers that send the digest of their own secret need no
        // repeated answer.
        let request = old.filter(|_| asked.token_digest.is_empty()).and_then(|old| {
            TokenRequest::by_secret_id(asked.request_id, |request_id| TokenRequest::Renew { old, request_id })
        });
        if let Some(answer) = self.remembered.recall(request.as_ref()) {
            return Ok(answer);
        }
        let caller = auth::known(self.context.accounts(), old).await?.ok_or_else(auth::no_token)?;
        let TokenRow { id, name, scopes, expires_unix_ms, player, .. } = caller.token;
        let drawn = Drawn::new(&asked.token_digest, name, scopes, expires_unix_ms)?;
        let most = self.context.settings().tokens_per_player;
        let added = self.context.accounts().add_token(&player, drawn.token, Replaces::One(id), most, None).await;
        let row = match added.map_err(auth::store_fault)? {
            TokenAdded::New(row) => row,
            TokenAdded::Before(row) if row.id == id => row,
            TokenAdded::Before(_) | TokenAdded::Taken | TokenAdded::Full => return Err(digest_taken()),
            TokenAdded::Gone => return Err(auth::revoked()),
        };
        if row.id != id {
            self.context.renew_token(&player, id, row.id);
        }
        let answer = v1::RenewTokenResponse { token: drawn.secret, renewed: Some(convert::token(&row)) };
        self.remembered.remember(request, &answer);
        tracing::info!(%player, "token renewed");
        Ok(answer)
    }

    async fn list(&self, caller: Identity, asked: v1::ListTokensRequest) -> Result<v1::ListTokensResponse, Refusal> {
        let account = self.account(&caller, &asked.player).await?;
        // An administrator may list the tokens of all players.
        if !caller.has(Scope::Admin) {
            caller.demand(if manages(&caller, &account) { Scope::Account } else { Scope::Admin })?;
        }
        let after = paging::behind(&asked.page_token, PublicId::parse)?;
        let size = paging::size(asked.page_size)?;
        let rows = self.context.accounts().tokens(&account.player, after, size).await.map_err(auth::store_fault)?;
        let next_page_token = paging::next(&rows, size, |last| last.id.to_string());
        Ok(v1::ListTokensResponse { tokens: rows.iter().map(convert::token).collect(), next_page_token })
    }

    async fn revoke(&self, caller: Identity, asked: v1::RevokeTokenRequest) -> Result<(), Refusal> {
        let id = convert::public_id(&asked.token_id, "token_id")?;
        let unknown = || Refusal::of_field(Reason::UnknownToken, "token_id", &asked.token_id, "the id of a token");
        let token = self.context.accounts().token(id).await.map_err(auth::store_fault)?.ok_or_else(unknown)?;
        let account = self.context.accounts().account(&token.player).await.map_err(auth::store_fault)?;
        let is_own = account.is_some_and(|account| manages(&caller, &account));
        let audit = match (is_own, id == caller.token.id) {
            (_, true) => None,
            (true, _) => {
                caller.demand(Scope::Account)?;
                None
            }
            // Only the owner and administrators may learn that a token exists.
            (false, _) if !caller.has(Scope::Admin) => return Err(unknown()),
            (false, _) => {
                let reason = convert::reason_text(&asked.reason, "reason")?;
                Some(caller.audit("revoke_token", format!("{} {id}", token.player), reason))
            }
        };
        let revoked = self.context.accounts().revoke(&token.player, Revoked::One(id), audit).await;
        revoked.map_err(auth::store_fault)?;
        self.context.end_token(&token.player, id, &auth::revoked());
        tracing::info!(player = %token.player, token = %id, "token revoked");
        Ok(())
    }

    /// Returns the account with this name, or the caller's account if the name is empty.
    async fn account(&self, caller: &Identity, name: &str) -> Result<Account, Refusal> {
        let player = if name.is_empty() { caller.player().clone() } else { convert::player_id(name, "player")? };
        let account = self.context.accounts().account(&player).await.map_err(auth::store_fault)?;
        account.ok_or_else(|| unknown(player.as_str(), "player"))
    }
}

/// Limits the expiry of a new token to the expiry of the calling token.
fn expiry(giver: &Identity, asked: Option<i64>) -> Result<Option<i64>, Refusal> {
    match (asked, giver.token.expires_unix_ms) {
        (Some(asked), Some(own)) if asked > own => {
            let expected = format!("at most {own}, when the calling token expires");
            Err(Refusal::of_field(Reason::BadField, "expires_unix_ms", &asked.to_string(), expected))
        }
        (asked, own) => Ok(asked.or(own)),
    }
}

/// Converts the result of adding or replacing tokens to the new token or a refusal.
pub(in crate::api) fn token_added(
    added: Result<TokenAdded, StoreError>,
    account: &Account,
    most: usize,
) -> Result<TokenRow, Refusal> {
    match added {
        Ok(TokenAdded::New(row) | TokenAdded::Before(row)) => Ok(row),
        Ok(TokenAdded::Taken) => Err(digest_taken()),
        Ok(TokenAdded::Full) => Err(too_many_tokens(most, "revoke one first")),
        Ok(TokenAdded::Gone) => Err(auth::revoked()),
        Err(StoreError::UnknownPlayer) => {
            let expected = "a player other than a house bot, which has no tokens";
            Err(Refusal::of_field(Reason::Forbidden, "player", account.player.as_str(), expected))
        }
        Err(fault) => Err(auth::store_fault(fault)),
    }
}

/// Creates a host's token and its secret, for the command line on the server's machine.
pub fn draw_token(name: String, scopes: Scopes, expires_unix_ms: Option<i64>) -> Result<(String, NewToken), Refusal> {
    Drawn::new(&[], name, scopes, expires_unix_ms).map(|Drawn { secret, token }| (secret, token))
}

#[tonic::async_trait]
impl TokenService for Tokens {
    async fn create_token(
        &self,
        request: Request<v1::CreateTokenRequest>,
    ) -> Result<Response<v1::CreateTokenResponse>, Status> {
        let caller = self.context.caller(&request).await?;
        self.create(caller, request.into_inner()).await.map(Response::new).map_err(|no| status(&no))
    }

    async fn renew_token(
        &self,
        request: Request<v1::RenewTokenRequest>,
    ) -> Result<Response<v1::RenewTokenResponse>, Status> {
        let old = auth::presented(request.metadata()).map_err(|no| status(&no))?;
        let (this, asked) = (self.clone(), request.into_inner());
        let renewed = self.context.to_the_end(async move { this.renew(old, asked).await }).await;
        renewed.map(Response::new).map_err(|no| status(&no))
    }

    async fn list_tokens(
        &self,
        request: Request<v1::ListTokensRequest>,
    ) -> Result<Response<v1::ListTokensResponse>, Status> {
        let caller = self.context.caller(&request).await?;
        self.list(caller, request.into_inner()).await.map(Response::new).map_err(|no| status(&no))
    }

    async fn revoke_token(
        &self,
        request: Request<v1::RevokeTokenRequest>,
    ) -> Result<Response<v1::RevokeTokenResponse>, Status> {
        let caller = self.context.caller(&request).await?;
        let (this, asked) = (self.clone(), request.into_inner());
        let revoked = self.context.to_the_end(async move { this.revoke(caller, asked).await }).await;
        revoked.map_err(|no| status(&no))?;
        Ok(Response::new(v1::RevokeTokenResponse {}))
    }

    async fn create_device_code(
        &self,
        request: Request<v1::CreateDeviceCodeRequest>,
    ) -> Result<Response<v1::CreateDeviceCodeResponse>, Status> {
        let caller = self.context.player(&request, Scope::Account).await?;
        self.device_codes.create(&caller, request.into_inner()).await.map(Response::new).map_err(|no| status(&no))
    }

    async fn redeem_device_code(
        &self,
        request: Request<v1::RedeemDeviceCodeRequest>,
    ) -> Result<Response<v1::RedeemDeviceCodeResponse>, Status> {
        let address = address(&request);
        let (codes, asked) = (self.device_codes.clone(), request.into_inner());
        let redeemed = self.context.to_the_end(async move { codes.redeem(asked, address).await }).await;
        redeemed.map(Response::new).map_err(|no| status(&no))
    }
}
