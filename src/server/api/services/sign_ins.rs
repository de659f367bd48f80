//! Recovery codes and device codes: ways to get a token without having one.
//!
//! A recovery code has 140 bits, so it cannot be guessed. Its limit only bounds the work for an
//! address. A limit per player would let a stranger use up the attempts of that player.
//!
//! A device code has 40 bits, which is enough because failed attempts are limited for all callers
//! together. A guess hits one of the `open` codes of other players with a chance of `open / 2^40`.
//! Suppose that attackers use up [`Settings::device_code_failures_per_hour`], 1 000 by default, all
//! year, while 100 codes are always open. Then the chance to hit one of them is 1 000 * 8 760 * 100
//! / 2^40, less than 0.1 % a year.
//!
//! [`Settings::device_code_failures_per_hour`]: crate::api::settings::Settings

use std::{net::IpAddr, sync::Arc, time::Duration};

use referee_law::{Reason, Refusal};
use referee_proto::v1;
use referee_store::{
    AccountChange, Digest, NewDeviceCode, Recovery, Replaces, Scope, Scopes, SignIn, StoreError, TokenAdded, TokenRow,
};

use crate::api::{
    admission::stream_limits::network,
    auth::{
        self, Identity,
        drawn_tokens::{Drawn, FIRST, digest_taken, given_by, too_many_tokens},
        remembered_tokens::{RememberedTokens, TokenRequest},
        typed_codes::{DEVICE_CODE, RECOVERY_CODE, TypedCode},
    },
    context::ServiceContext,
    convert,
};
use crate::hall::{
    limits::rate::{Pace, Rate},
    wall_clock::{TimerInstant, unix_ms},
};

/// Maximum and default lifetime of a device code in milliseconds.
pub const DEVICE_CODE_WITHIN_MS: i64 = 600_000;

const HOUR: Duration = Duration::from_secs(60 * 60);

/// The key under which attempts are counted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Tried {
    Anywhere,
    From(Option<IpAddr>),
}

/// The calls about recovery codes.
#[derive(Clone)]
pub struct Recoveries {
    context: ServiceContext,
    attempts: Arc<Rate<Option<IpAddr>>>,
    remembered: Arc<RememberedTokens<v1::RecoverAccountResponse>>,
}

impl Recoveries {
    pub fn new(context: ServiceContext) -> Recoveries {
        Recoveries { context, attempts: Arc::default(), remembered: Arc::default() }
    }

    /// Gives a player that knows its recovery code a new token and a new code.
    pub async fn recover(
        &self,
        asked: v1::RecoverAccountRequest,
        address: Option<IpAddr>,
    ) -> Result<v1::RecoverAccountResponse, Refusal> {
        let player = convert::player_id(&asked.player, "player")?;
        self.count(address)?;
        let used = TypedCode::parse(&asked.recovery_code, RECOVERY_CODE).ok_or_else(wrong_recovery_code)?;
        convert::request_id(&asked.request_id)?;
        let request = TokenRequest::by_secret_id(asked.request_id, |request_id| TokenRequest::Recover {
            player: player.clone(),
            code: used.digest(),
            request_id,
            token_digest: asked.token_digest.clone(),
        });
        if let Some(answer) = self.remembered.recall(request.as_ref()) {
            return Ok(answer);
        }
        let code = TypedCode::draw(RECOVERY_CODE)?;
        let Drawn { secret, token } = Drawn::new(&asked.token_digest, FIRST.to_owned(), Scopes::of_player(), None)?;
        let revokes = asked.revoke_other_tokens;
        let most = self.context.settings().tokens_per_player;
        let recovery = Recovery {
            player: player.clone(),
            used: Some(used.digest()),
            code: Some(code.digest()),
            token,
            replaces: if revokes { Replaces::All } else { Replaces::Nothing },
            most,
            audit: None,
        };
        let row = match self.context.hall().sign_ins().recover(recovery).await {
            Ok(SignIn::WrongCode) | Err(StoreError::UnknownPlayer) => return Err(wrong_recovery_code()),
            Ok(outcome) => signed_in(outcome, most, "recover with `revoke_other_tokens`")?,
            Err(fault) => return Err(auth::store_fault(fault)),
        };
        if revokes {
            self.context.end_tokens(&player, &auth::revoked());
        }
        tracing::info!(%player, revokes, "account recovered");
        let recovery_code = code.grouped();
        let answer = v1::RecoverAccountResponse { token: Some(convert::token(&row)), secret, recovery_code };
        self.remembered.remember(request, &answer);
        Ok(answer)
    }

    /// Replaces the recovery code of the caller, and returns the new one.
    pub async fn renew(&self, caller: &Identity) -> Result<v1::RenewRecoveryCodeResponse, Refusal> {
        let account = self.context.accounts().account(caller.player()).await.map_err(auth::store_fault)?;
        if account.is_some_and(|account| account.owner.is_some()) {
            let expected = "the token of a player without an owner: its owner creates tokens for a bot";
            return Err(Refusal::of_field(Reason::Forbidden, "authorization", caller.player().as_str(), expected));
        }
        let code = TypedCode::draw(RECOVERY_CODE)?;
        let change = AccountChange::RecoveryCode(code.digest());
        self.context.accounts().change(caller.player(), change, None).await.map_err(auth::store_fault)?;
        tracing::info!(player = %caller.player(), "recovery code replaced");
        Ok(v1::RenewRecoveryCodeResponse { recovery_code: code.grouped() })
    }

    /// Counts an attempt. Fails if the address has reached its rate.
    fn count(&self, address: Option<IpAddr>) -> Result<(), Refusal> {
        let bound = (address.map(network), Pace::per(HOUR, self.context.settings().recoveries_per_hour));
        self.attempts.take(&[bound], TimerInstant::now()).map_err(|refused| {
            refused.refusal(|_, Pace { burst, .. }| {
                let text = format!("too many attempts to recover an account from one address (limit {burst} per hour)");
                ("recoveries_per_hour", text)
            })
        })
    }
}

/// The calls about device codes.
#[derive(Clone)]
pub struct DeviceCodes {
    context: ServiceContext,
    attempts: Arc<Rate<Tried>>,
    remembered: Arc<RememberedTokens<v1::RedeemDeviceCodeResponse>>,
}

impl DeviceCodes {
    pub fn new(context: ServiceContext) -> DeviceCodes {
        DeviceCodes { context, attempts: Arc::default(), remembered: Arc::default() }
    }

    /// Creates a device code, for a token with scopes of the caller.
    pub async fn create(
        &self,
        caller: &Identity,
        asked: v1::CreateDeviceCodeRequest,
    ) -> Result<v1::CreateDeviceCodeResponse, Refusal> {
        let scopes = match convert::scopes(&asked.scopes)? {
            none if none.is_empty() => {
                let own = caller.token.scopes.iter().filter(|scope| !Scopes::of_host().has(*scope));
                Scopes::of(own)
            }
            scopes => scopes,
        };
        if scopes.is_empty() || scopes.iter().any(|scope| matches!(scope, Scope::Host | Scope::Admin)) {
            let expected = "at least one scope, and neither `host` nor `admin`";
            return Err(Refusal::of_field(Reason::BadField, "scopes", &scopes.to_string(), expected));
        }
        given_by(caller, scopes)?;
        let within = convert::in_range(
            "expires_in_ms",
            asked.expires_in_ms.unwrap_or(DEVICE_CODE_WITHIN_MS),
            1..=DEVICE_CODE_WITHIN_MS,
        )?;
        let (code, created_unix_ms) = (TypedCode::draw(DEVICE_CODE)?, unix_ms());
        let expires_unix_ms = created_unix_ms.saturating_add(within);
        let new = NewDeviceCode {
            digest: code.digest(),
            player: caller.player().clone(),
            token: caller.token.id,
            scopes,
            created_unix_ms,
            expires_unix_ms,
        };
        let most = self.context.settings().device_codes_per_player;
        match self.context.hall().sign_ins().add_device_code(new, most).await.map_err(auth::store_fault)? {
            true => Ok(v1::CreateDeviceCodeResponse { code: code.as_str().to_owned(), expires_unix_ms }),
            false => {
                let text = format!(
                    "limit reached: {most} open device codes of one player; use a code, or wait until one expires"
                );
                Err(Refusal::limit("device_codes_per_player", most, text))
            }
        }
    }

    /// Gives a device that knows a code a token.
    pub async fn redeem(
        &self,
        asked: v1::RedeemDeviceCodeRequest,
        address: Option<IpAddr>,
    ) -> Result<v1::RedeemDeviceCodeResponse, Refusal> {
        let label = convert::own_text(&asked.label, "label")?;
        let drawn = Drawn::new(&asked.token_digest, label, Scopes::default(), None)?;
        // Every attempt counts as failed until it succeeds, so that no burst of guesses exceeds the
        // limit.
        let bounds = self.count(address)?;
        let code = TypedCode::parse(&asked.code, DEVICE_CODE).ok_or_else(wrong_device_code)?;
        convert::request_id(&asked.request_id)?;
        let request = TokenRequest::by_secret_id(asked.request_id, |request_id| TokenRequest::Redeem {
            code: code.digest(),
            request_id,
            token_digest: asked.token_digest,
        });
        if let Some(answer) = self.remembered.recall(request.as_ref()) {
            self.attempts.give_back(&bounds);
            return Ok(answer);
        }
        let row = self.row_of(code.digest(), drawn.token).await?;
        self.attempts.give_back(&bounds);
        tracing::info!(player = %row.player, token = %row.id, "device code redeemed");
        let answer = v1::RedeemDeviceCodeResponse { token: Some(convert::token(&row)), secret: drawn.secret };
        self.remembered.remember(request, &answer);
        Ok(answer)
    }

    async fn row_of(&self, code: Digest, token: referee_store::NewToken) -> Result<TokenRow, Refusal> {
        let most = self.context.settings().tokens_per_player;
        match self.context.hall().sign_ins().redeem_device_code(code, token, most).await.map_err(auth::store_fault)? {
            SignIn::WrongCode => Err(wrong_device_code()),
            outcome => signed_in(outcome, most, "revoke one first"),
        }
    }

    /// Counts a failed attempt, and returns what was counted. Fails if there were too many from
    /// this address, or from all addresses together.
    fn count(&self, address: Option<IpAddr>) -> Result<[(Tried, Pace); 2], Refusal> {
        let settings = self.context.settings();
        let bounds = [
            (Tried::From(address.map(network)), Pace::per(HOUR, settings.device_code_failures_per_hour_per_address)),
            (Tried::Anywhere, Pace::per(HOUR, settings.device_code_failures_per_hour)),
        ];
        let taken = self.attempts.take(&bounds, TimerInstant::now());
        taken.map(|()| bounds).map_err(|refused| {
            refused.refusal(|tried, Pace { burst, .. }| match tried {
                Tried::From(_) => (
                    "device_code_failures_per_hour_per_address",
                    format!("too many wrong device codes from one address (limit {burst} per hour)"),
                ),
                Tried::Anywhere => {
                    ("device_code_failures_per_hour", format!("too many wrong device codes (limit {burst} per hour)"))
                }
            })
        })
    }
}

/// Converts the result of a right code to the new token or a refusal.
fn signed_in(outcome: SignIn, most: usize, remedy: &str) -> Result<TokenRow, Refusal> {
    match outcome {
        SignIn::Token(TokenAdded::New(row) | TokenAdded::Before(row)) => Ok(row),
        SignIn::Token(TokenAdded::Taken) => Err(digest_taken()),
        SignIn::Token(TokenAdded::Full) => Err(too_many_tokens(most, remedy)),
        SignIn::Token(TokenAdded::Gone) => Err(auth::revoked()),
        SignIn::Barred(state) => Err(auth::barred(&state).unwrap_or_else(auth::revoked)),
        SignIn::WrongCode => Err(wrong_device_code()),
    }
}

/// Returns the refusal of a wrong recovery code. It is also used for an unknown player, so that a
/// caller does not learn which players exist.
fn wrong_recovery_code() -> Refusal {
    wrong_code("recovery_code", "the player's newest recovery code")
}

fn wrong_device_code() -> Refusal {
    wrong_code("code", "a device code that is neither used up nor expired")
}

/// Returns the refusal of a code. Does not repeat the code, which may belong to another player.
fn wrong_code(field: &'static str, expected: &'static str) -> Refusal {
    let refusal = Refusal::of_field(Reason::BadCode, field, "", expected);
    Refusal { text: format!("wrong code: expected {expected}"), ..refusal }
}
