//! Players and their tokens. The client draws secrets itself, and sends only their digests to the
//! server.

use std::fmt::{self, Write as _};

use sha2::{Digest as _, Sha256};

use crate::{Client, Error, pb, retry::Retry};

/// The secret of a token: 256 random bits from the operating system. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Draws a new secret.
    pub fn draw() -> Result<Secret, Error> {
        let mut bytes = [0_u8; 32];
        getrandom::fill(&mut bytes).map_err(|cause| Error::NoLuck { cause: cause.to_string() })?;
        let mut text = String::from("referee_");
        for byte in bytes {
            let _ = write!(text, "{byte:02x}");
        }
        Ok(Secret(text))
    }

    /// Wraps a secret that the caller stored earlier.
    pub fn kept(text: impl Into<String>) -> Secret {
        Secret(text.into())
    }

    /// Returns the text of the secret, to be stored and used with [`Client::with_token`].
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the SHA-256 of the secret. The server stores nothing else of it.
    pub fn digest(&self) -> Vec<u8> {
        Sha256::digest(self.0.as_bytes()).to_vec()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// A player to create.
#[derive(Clone, Debug, Default)]
pub struct NewPlayer {
    /// The name of the player.
    pub name: String,
    /// The display name of the player; empty to use the name.
    pub display_name: String,
    /// An invite code, if the server requires one; ignored for a bot.
    pub invite: String,
}

impl NewPlayer {
    /// Returns a player with this name, without a display name and an invite code.
    pub fn named(name: &str) -> NewPlayer {
        NewPlayer { name: name.to_owned(), ..NewPlayer::default() }
    }
}

/// A token to create.
#[derive(Clone, Debug, Default)]
pub struct NewToken {
    /// The player of the token; empty for the caller.
    pub player: String,
    /// The caller's label for the token.
    pub name: String,
    /// The permissions of the token.
    pub scopes: Vec<pb::Scope>,
    /// When the token expires, in milliseconds since 1970; `None` for never.
    pub expires_unix_ms: Option<i64>,
    /// The reason; required for another player's token.
    pub reason: String,
}

impl Client {
    /// Registers a player and returns its token. The server does not know the token: store it.
    pub async fn register(&self, name: &str) -> Result<String, Error> {
        let secret = Secret::draw()?;
        self.register_with(NewPlayer::named(name), &secret).await?;
        Ok(secret.0)
    }

    /// Registers a player with this secret for its token. The same request returns the same player,
    /// even if the first answer was lost. So the call is retried a few times after a cut
    /// connection. The response contains the recovery code: show it to the user. Fails with
    /// [`Error::CleartextToken`] like [`Client::with_token`].
    pub async fn register_with(&self, new: NewPlayer, secret: &Secret) -> Result<pb::RegisterResponse, Error> {
        self.may_carry_tokens()?;
        let NewPlayer { name, display_name, invite } = new;
        let (token_digest, request_id) = (secret.digest(), self.new_request_id());
        let asked = pb::RegisterRequest { name, display_name, invite, token_digest, request_id, guest: false };
        again(|| async { Ok(self.players().register(asked.clone()).await?.into_inner()) }).await
    }

    /// Registers a guest with this secret for its token. The response contains the name, which the
    /// server chooses. Retried like [`Client::register_with`].
    pub async fn register_guest(&self, display_name: &str, secret: &Secret) -> Result<pb::RegisterResponse, Error> {
        self.may_carry_tokens()?;
        let (display_name, token_digest) = (display_name.to_owned(), secret.digest());
        let request_id = self.new_request_id();
        let asked = pb::RegisterRequest { display_name, token_digest, request_id, guest: true, ..Default::default() };
        again(|| async { Ok(self.players().register(asked.clone()).await?.into_inner()) }).await
    }

    /// Creates a token with this secret for a player that lost its token, by a recovery code. The
    /// code is then used up, and the response contains the next one. Retried like
    /// [`Client::register_with`].
    pub async fn recover_account(
        &self,
        player: &str,
        recovery_code: &str,
        revoke_other_tokens: bool,
        secret: &Secret,
    ) -> Result<pb::RecoverAccountResponse, Error> {
        self.may_carry_tokens()?;
        let asked = pb::RecoverAccountRequest {
            player: player.to_owned(),
            recovery_code: recovery_code.to_owned(),
            revoke_other_tokens,
            token_digest: secret.digest(),
            request_id: self.new_request_id(),
        };
        again(|| async { Ok(self.players().recover_account(asked.clone()).await?.into_inner()) }).await
    }

    /// Creates a code with which another device gets a token with the caller's scopes.
    pub async fn create_device_code(&self) -> Result<pb::CreateDeviceCodeResponse, Error> {
        Ok(self.tokens().create_device_code(pb::CreateDeviceCodeRequest::default()).await?.into_inner())
    }

    /// Redeems a device code for a token with this secret. Retried like [`Client::register_with`].
    pub async fn redeem_device_code(&self, code: &str, label: &str, secret: &Secret) -> Result<pb::Token, Error> {
        self.may_carry_tokens()?;
        let (code, label) = (code.to_owned(), label.to_owned());
        let (token_digest, request_id) = (secret.digest(), self.new_request_id());
        let asked = pb::RedeemDeviceCodeRequest { code, label, token_digest, request_id };
        let answer =
            again(|| async { Ok(self.tokens().redeem_device_code(asked.clone()).await?.into_inner()) }).await?;
        answer.token.ok_or(Error::Incomplete { missing: "a token" })
    }

    /// Creates a bot that the caller owns, and its token with this secret and the scope `play`. The
    /// same request returns the same bot.
    pub async fn create_bot(&self, new: NewPlayer, secret: &Secret) -> Result<pb::Player, Error> {
        let NewPlayer { name, display_name, .. } = new;
        let token_digest = secret.digest();
        let asked = pb::CreateBotRequest { name, display_name, token_digest, ..pb::CreateBotRequest::default() };
        let answer = again(|| async { Ok(self.players().create_bot(asked.clone()).await?.into_inner()) }).await?;
        answer.player.ok_or(Error::Incomplete { missing: "a player" })
    }

    /// Creates another token, with this secret. The same request returns the same token.
    pub async fn create_token(&self, new: NewToken, secret: &Secret) -> Result<pb::Token, Error> {
        let NewToken { player, name, scopes, expires_unix_ms, reason } = new;
        let (scopes, token_digest) = (scopes.into_iter().map(Into::into).collect(), secret.digest());
        let asked = pb::CreateTokenRequest { player, name, scopes, expires_unix_ms, token_digest, reason };
        let answer = again(|| async { Ok(self.tokens().create_token(asked.clone()).await?.into_inner()) }).await?;
        answer.token.ok_or(Error::Incomplete { missing: "a token" })
    }

    /// Replaces the secret of the caller's token with this one. The old secret stops working.
    /// If the answer is lost, exactly one of the two works.
    pub async fn renew_token(&self, secret: &Secret) -> Result<pb::Token, Error> {
        let asked = pb::RenewTokenRequest { token_digest: secret.digest(), request_id: String::new() };
        let answer = self.tokens().renew_token(asked).await?.into_inner();
        answer.renewed.ok_or(Error::Incomplete { missing: "a token" })
    }

    /// Revokes a token immediately, and ends its streams. `reason` is required for another owner's
    /// token.
    pub async fn revoke_token(&self, token_id: &str, reason: &str) -> Result<(), Error> {
        let asked = pb::RevokeTokenRequest { token_id: token_id.to_owned(), reason: reason.to_owned() };
        self.tokens().revoke_token(asked).await?;
        Ok(())
    }
}

/// Maximum attempts of an idempotent call.
const ATTEMPTS: u32 = 4;

/// Makes an idempotent call, and retries it if the answer was lost.
async fn again<T, F: Future<Output = Result<T, Error>>>(call: impl Fn() -> F) -> Result<T, Error> {
    let retry = Retry { attempts: Some(ATTEMPTS), ..Retry::default() };
    let mut failed = 0;
    loop {
        let answered = call().await;
        failed += 1;
        match (answered, retry.wait(failed)) {
            (Err(Error::Unreachable { .. }), Some(wait)) => tokio::time::sleep(wait).await,
            (answered, _) => return answered,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_secret_is_new_and_not_shown() {
        let (one, other) = (Secret::draw().expect("there is luck"), Secret::draw().expect("there is luck"));
        assert_ne!(one, other);
        assert_eq!((one.as_str().len(), one.digest().len()), ("referee_".len() + 64, 32));
        assert_eq!(Secret::kept(one.as_str()).digest(), one.digest());
        assert!(!format!("{one:?}").contains(&one.as_str()[8..]));
    }
}
