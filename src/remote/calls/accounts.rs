//! Calls about players and their tokens.

use anyhow::Context as _;
use referee_client::{Client, Error, NewPlayer, NewToken, Secret, pages, pb};

use std::time::Duration;

use super::Calls;
use crate::{remote::sent, store::Scope};

/// A new token of a player and its new recovery code. The server shows each only once.
pub struct NewSecrets {
    pub player: String,
    pub token: String,
    /// The recovery code; empty for a bot, and after a repeated request.
    pub recovery_code: String,
}

impl Calls {
    /// Registers a player, or without `new` a guest with this display name.
    pub async fn register(&self, new: Option<NewPlayer>, display_name: &str) -> anyhow::Result<NewSecrets> {
        let secret = Secret::draw()?;
        let call = async |client: Client| match new {
            Some(new) => client.register_with(new, &secret).await,
            None => client.register_guest(display_name, &secret).await,
        };
        let pb::RegisterResponse { player, recovery_code, .. } = self.call("register", call).await?;
        let player = player.map(|player| player.name).unwrap_or_default();
        Ok(NewSecrets { player, token: secret.as_str().to_owned(), recovery_code })
    }

    /// Gives a player a new token and a new recovery code, in return for the old code.
    pub async fn recover(&self, name: &str, code: &str, revokes_others: bool) -> anyhow::Result<NewSecrets> {
        let secret = Secret::draw()?;
        let call = async |client: Client| client.recover_account(name, code, revokes_others, &secret).await;
        let recovered = self.call("recover the account", call).await?;
        let (player, token) = (name.to_owned(), secret.as_str().to_owned());
        Ok(NewSecrets { player, token, recovery_code: recovered.recovery_code })
    }

    /// Replaces the caller's recovery code; returns the new one.
    pub async fn renew_recovery_code(&self) -> anyhow::Result<Vec<String>> {
        let call =
            async |client: Client| Ok(client.players().renew_recovery_code(pb::RenewRecoveryCodeRequest {}).await?);
        let code = self.unary("replace the recovery code", call).await?.recovery_code;
        self.value("recoveryCode", code)
    }

    /// Creates a device code and returns it.
    pub async fn create_device_code(
        &self,
        asked: Vec<Scope>,
        expires: Option<Duration>,
    ) -> anyhow::Result<Vec<String>> {
        let expires_in_ms = expires.map(|within| i64::try_from(within.as_millis()).unwrap_or(i64::MAX));
        let scopes = asked.into_iter().map(|scope| sent(scope).into()).collect();
        let asked = pb::CreateDeviceCodeRequest { scopes, expires_in_ms };
        let call = async |client: Client| Ok(client.tokens().create_device_code(asked).await?);
        let made = self.unary("create a device code", call).await?;
        self.shown(&made, &made.code)
    }

    /// Redeems a device code; returns a token.
    pub async fn redeem_device_code(&self, code: &str, label: &str) -> anyhow::Result<Vec<String>> {
        let secret = Secret::draw()?;
        let call = async |client: Client| client.redeem_device_code(code, label, &secret).await;
        self.call("redeem the code", call).await?;
        self.value("token", secret.as_str())
    }

    /// Registers a player with this secret for its token. The same request returns the same player.
    pub async fn register_with(&self, new: NewPlayer, secret: &Secret) -> anyhow::Result<()> {
        let name = new.name.clone();
        self.call(&format!("register {name}"), async |client| client.register_with(new, secret).await).await.map(drop)
    }

    /// Returns whether a player with this name exists.
    pub async fn has_player(&self, name: &str) -> anyhow::Result<bool> {
        let asked = pb::GetPlayerRequest { player: name.to_owned() };
        let call = async |client: Client| match client.players().get_player(asked).await.map_err(Error::from) {
            Ok(_) => Ok(true),
            Err(error) if error.reason() == Some(pb::Reason::UnknownPlayer) => Ok(false),
            Err(error) => Err(error),
        };
        self.call("get the player", call).await
    }

    /// Creates a bot; returns its token.
    pub async fn create_bot(&self, new: NewPlayer) -> anyhow::Result<Vec<String>> {
        let secret = Secret::draw()?;
        self.call("create the bot", async |client| client.create_bot(new, &secret).await).await?;
        self.value("token", secret.as_str())
    }

    /// Shows the public profile of a player.
    pub async fn show(&self, name: String) -> anyhow::Result<Vec<String>> {
        let asked = pb::GetPlayerRequest { player: name };
        let call = async |client: Client| Ok(client.players().get_player(asked).await?);
        self.player(self.unary("get the player", call).await?.player)
    }

    /// Lists players, or the bots of `owner`.
    pub async fn players(&self, owner: &str, limit: u32) -> anyhow::Result<Vec<String>> {
        let client = &self.client;
        let page = async |page_size: u32, page_token: String| {
            let asked = pb::ListPlayersRequest { page_size: Some(page_size), page_token, owner: owner.to_owned() };
            let page = client.players().list_players(asked).await?.into_inner();
            Ok((page.players, page.next_page_token))
        };
        self.list(&pages(limit, page).await.with_context(|| self.failed("list players"))?)
    }

    /// Changes the display name of a player. If the account belongs to another owner, `reason` is
    /// required; so it is in the functions below.
    pub async fn rename(&self, name: String, display_name: String, reason: String) -> anyhow::Result<Vec<String>> {
        let asked = pb::UpdatePlayerRequest { player: name, display_name, reason };
        let call = async |client: Client| Ok(client.players().update_player(asked).await?);
        self.player(self.unary("rename the player", call).await?.player)
    }

    /// Retires a bot.
    pub async fn retire(&self, name: String, reason: String) -> anyhow::Result<Vec<String>> {
        let asked = pb::RetireBotRequest { player: name, reason };
        let call = async |client: Client| Ok(client.players().retire_bot(asked).await?);
        self.player(self.unary("retire the bot", call).await?.player)
    }

    /// Re-enables a bot.
    pub async fn revive(&self, name: String, reason: String) -> anyhow::Result<Vec<String>> {
        let asked = pb::ReviveBotRequest { player: name, reason };
        let call = async |client: Client| Ok(client.players().revive_bot(asked).await?);
        self.player(self.unary("revive the bot", call).await?.player)
    }

    /// Creates another token; returns its secret.
    pub async fn create_token(&self, new: NewToken) -> anyhow::Result<Vec<String>> {
        let secret = Secret::draw()?;
        self.call("create a token", async |client| client.create_token(new, &secret).await).await?;
        self.value("token", secret.as_str())
    }

    /// Renews the calling token; returns the new secret.
    pub async fn renew_token(&self) -> anyhow::Result<Vec<String>> {
        let secret = Secret::draw()?;
        self.call("renew the token", async |client| client.renew_token(&secret).await).await?;
        self.value("token", secret.as_str())
    }

    pub async fn tokens(&self, player: &str) -> anyhow::Result<Vec<String>> {
        let client = &self.client;
        let page = async |page_size: u32, page_token: String| {
            let asked = pb::ListTokensRequest { player: player.to_owned(), page_size: Some(page_size), page_token };
            let page = client.tokens().list_tokens(asked).await?.into_inner();
            Ok((page.tokens, page.next_page_token))
        };
        self.list(&pages(u32::MAX, page).await.with_context(|| self.failed("list tokens"))?)
    }

    pub async fn revoke_token(&self, id: &str, reason: &str) -> anyhow::Result<Vec<String>> {
        self.call("revoke the token", async |client| client.revoke_token(id, reason).await).await?;
        Ok(Vec::new())
    }

    /// Sets the policy by which the server accepts challenges for the caller; `None` accepts none.
    pub async fn accept(&self, policy: Option<pb::AcceptPolicy>) -> anyhow::Result<Vec<String>> {
        let said = policy.clone();
        self.call("set the acceptance policy", async |client| client.set_accept_policy(said).await).await?;
        self.shown(&policy.unwrap_or_default(), "")
    }

    /// Returns the public profile of a player as lines.
    fn player(&self, player: Option<pb::Player>) -> anyhow::Result<Vec<String>> {
        self.list(player.as_slice())
    }
}
