//! Identifies callers by the token of their request.

use referee_law::Refusal;
use referee_store::Scope;
use tonic::{Request, Status};

use super::{
    Identity,
    public_calls::{NeedsNoToken, is_of_invalid_token},
};
use crate::api::{context::ServiceContext, status::status};

impl ServiceContext {
    /// Identifies a caller whose token has `scope`. Rejects a call without a token.
    pub(in crate::api) async fn player<T>(&self, request: &Request<T>, scope: Scope) -> Result<Identity, Status> {
        let caller = self.caller(request).await?;
        caller.demand(scope).map_err(|no| status(&no))?;
        Ok(caller)
    }

    /// Identifies a caller with any token. Rejects a call without a token.
    pub(in crate::api) async fn caller<T>(&self, request: &Request<T>) -> Result<Identity, Status> {
        let caller = self.identify(request).await.map_err(|no| status(&no))?;
        caller.ok_or_else(|| status(&super::no_token()))
    }

    /// Identifies the caller of a call; `None` without a token. If the call needs no token, an
    /// invalid token counts as none.
    pub(in crate::api) async fn identify<T>(&self, request: &Request<T>) -> Result<Option<Identity>, Refusal> {
        let is_public = request.extensions().get::<NeedsNoToken>().is_some();
        let caller = match super::caller(self.accounts(), request.metadata()).await {
            Err(refusal) if is_public && is_of_invalid_token(&refusal) => None,
            caller => caller?,
        };
        if let Some(guest) = caller.as_ref().filter(|caller| caller.is_guest) {
            self.guests_seen().see(guest.player());
        }
        Ok(caller)
    }
}
