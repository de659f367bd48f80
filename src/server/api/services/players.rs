//! `PlayerService`: the accounts of bots and people.

use std::{net::IpAddr, sync::Arc};

use referee_ids::PlayerId;
use referee_law::{Reason, Refusal};
use referee_proto::v1::{self, player_service_server::PlayerService};
use referee_store::{
    Account, AccountChange, AccountFilter, AccountState, AuditEntry, NewAccount, Registered, Scope, Scopes, StoreError,
};
use tonic::{Request, Response, Status};

use super::sign_ins::Recoveries;
use crate::api::{
    auth::{
        self, Identity,
        drawn_tokens::{Drawn, FIRST, digest_taken, given_by},
        registrations::Registrations,
        remembered_tokens::{RememberedTokens, TokenRequest},
        typed_codes::{RECOVERY_CODE, TypedCode},
    },
    context::{ServiceContext, address},
    convert, paging,
    status::status,
};
use crate::hall::{Hall, wall_clock::unix_ms};

#[derive(Clone)]
pub struct Players {
    context: ServiceContext,
    registrations: Arc<Registrations>,
    recoveries: Recoveries,
    remembered: Arc<RememberedTokens<Secrets>>,
}

/// The secrets of a new player, which are shown only once.
#[derive(Clone)]
pub(super) struct Secrets {
    pub player: PlayerId,
    /// Secret of the player's token; empty if the caller has drawn its own secret.
    pub token: String,
    /// Recovery code; empty for a bot.
    pub recovery_code: String,
}

impl Players {
    pub fn new(context: ServiceContext) -> Players {
        let registrations = Registrations::new(context.settings());
        let recoveries = Recoveries::new(context.clone());
        Players { context, registrations: Arc::new(registrations), recoveries, remembered: Arc::default() }
    }

    async fn register_player(
        &self,
        asked: v1::RegisterRequest,
        address: Option<IpAddr>,
    ) -> Result<v1::RegisterResponse, Refusal> {
        let name = convert::player_id(&asked.name, "name")?;
        convert::request_id(&asked.request_id)?;
        let request = TokenRequest::by_secret_id(asked.request_id, |request_id| TokenRequest::Register {
            name: Some(name.clone()),
            request_id,
            token_digest: asked.token_digest.clone(),
        });
        if let Some(Secrets { token, recovery_code, .. }) = self.remembered.recall(request.as_ref()) {
            let player = Some(public(self.context.hall(), &self.account(&name, "name").await?));
            return Ok(v1::RegisterResponse { player, token, recovery_code });
        }
        let drawn = Drawn::new(&asked.token_digest, FIRST.to_owned(), Scopes::of_player(), None)?;
        let recovery_code = TypedCode::draw(RECOVERY_CODE)?;
        let invite = self.registrations.admit("name", name.as_str(), &asked.invite)?;
        let new = NewAccount {
            player: name.clone(),
            owner: None,
            is_guest: false,
            display_name: convert::display_name(&asked.display_name)?,
            token: Some(drawn.token),
            created_unix_ms: unix_ms(),
            recovery_code: Some(recovery_code.digest()),
            invite: invite.as_deref().map(auth::digest),
            most_owned: 0,
        };
        let shown = Secrets { player: name, token: drawn.secret, recovery_code: recovery_code.grouped() };
        let (player, is_new) = self.add(new, address, request, shown.clone()).await?;
        tracing::info!(player = %player.name, "player registered");
        // A repeated request returns no code: the code in the first answer stays valid.
        let recovery_code = if is_new { shown.recovery_code } else { String::new() };
        Ok(v1::RegisterResponse { player: Some(player), token: shown.token, recovery_code })
    }

    async fn create_bot_of(
        &self,
        owner: Identity,
        asked: v1::CreateBotRequest,
        address: Option<IpAddr>,
    ) -> Result<v1::CreateBotResponse, Refusal> {
        let name = convert::player_id(&asked.name, "name")?;
        convert::request_id(&asked.request_id)?;
        // The request id may be short, since only the owner can repeat this request.
        let repeats = asked.token_digest.is_empty() && !asked.request_id.is_empty();
        let (of, request_id) = (owner.player().clone(), asked.request_id);
        let request = repeats.then(|| TokenRequest::CreateBot { owner: of.clone(), name: name.clone(), request_id });
        if let Some(Secrets { token, .. }) = self.remembered.recall(request.as_ref()) {
            let account = self.account(&name, "name").await?;
            return Ok(v1::CreateBotResponse { player: Some(public(self.context.hall(), &account)), token });
        }
        if owner.is_guest {
            let expected = "the token of a player that is not a guest";
            return Err(Refusal::of_field(Reason::Forbidden, "authorization", owner.player().as_str(), expected));
        }
        let scopes = convert::scopes(&asked.scopes)?;
        let scopes = if scopes.is_empty() { Scopes::of([Scope::Play]) } else { scopes };
        given_by(&owner, scopes)?;
        let expires = owner.token.expires_unix_ms;
        let drawn = Drawn::new(&asked.token_digest, FIRST.to_owned(), scopes, expires)?;
        let new = NewAccount {
            player: name.clone(),
            owner: Some(of),
            is_guest: false,
            display_name: convert::display_name(&asked.display_name)?,
            token: Some(drawn.token),
            created_unix_ms: unix_ms(),
            recovery_code: None,
            invite: None,
            most_owned: self.context.settings().bots_per_owner,
        };
        let shown = Secrets { player: name, token: drawn.secret.clone(), recovery_code: String::new() };
        let (player, _) = self.add(new, address, request, shown).await?;
        tracing::info!(player = %player.name, owner = %player.owner, "bot created");
        Ok(v1::CreateBotResponse { player: Some(player), token: drawn.secret })
    }

    /// Adds a player with an allowed name. Returns the public profile, and whether the player is
    /// new, since an earlier request may have added it. The secrets are remembered as soon as the
    /// player is stored. So a later failure does not lose the name.
    async fn add(
        &self,
        new: NewAccount,
        address: Option<IpAddr>,
        request: Option<TokenRequest>,
        secrets: Secrets,
    ) -> Result<(v1::Player, bool), Refusal> {
        self.registrations.allow_name(&new.player)?;
        self.registrations.allow_display_name(&new.display_name)?;
        // A request that cannot create a player does not count.
        if self.context.accounts().account(&new.player).await.map_err(auth::store_fault)?.is_none() {
            self.registrations.count(address)?;
        }
        let (name, owner, most_owned) = (new.player.clone(), new.owner.clone(), new.most_owned);
        let registered = self.context.accounts().register(new).await.map_err(auth::store_fault)?;
        let is_new = registered == Registered::New;
        added(registered, &name, owner.as_ref(), most_owned)?;
        if is_new {
            self.remembered.remember(request, &secrets);
        }
        let account = self.account(&name, "name").await?;
        Ok((public(self.context.hall(), &account), is_new))
    }

    async fn update(&self, caller: Identity, asked: v1::UpdatePlayerRequest) -> Result<v1::Player, Refusal> {
        let account = self.managed(&caller, &asked.player).await?;
        let display_name = convert::display_name(&asked.display_name)?;
        self.registrations.allow_display_name(&display_name)?;
        let audit = by_admin(&caller, &account, "update_player", &asked.reason)?;
        change(&self.context, &account, AccountChange::DisplayName(display_name), audit).await
    }

    async fn retire(&self, caller: Identity, asked: v1::RetireBotRequest) -> Result<v1::Player, Refusal> {
        let bot = self.managed_bot(&caller, &asked.player).await?;
        let audit = by_admin(&caller, &bot, "retire_bot", &asked.reason)?;
        let (context, by) = (self.context.clone(), caller.player().clone());
        let retired = async move {
            let player = change(&context, &bot, AccountChange::Retire, audit).await?;
            context.bar(&bot.player, &AccountState::Retired).await;
            tracing::info!(player = %bot.player, %by, "bot retired");
            Ok(player)
        };
        self.context.to_the_end(retired).await
    }

    async fn revive(&self, caller: Identity, asked: v1::ReviveBotRequest) -> Result<v1::Player, Refusal> {
        let bot = self.managed_bot(&caller, &asked.player).await?;
        let audit = by_admin(&caller, &bot, "revive_bot", &asked.reason)?;
        let most = self.context.settings().bots_per_owner;
        change(&self.context, &bot, AccountChange::Revive { most }, audit).await
    }

    /// Returns the account that `name` means: the caller's own if empty, a bot of the caller, or,
    /// for an administrator, any player except a house bot.
    async fn managed(&self, caller: &Identity, name: &str) -> Result<Account, Refusal> {
        let is_admin = caller.has(Scope::Admin);
        if !is_admin {
            caller.demand(Scope::Account)?;
        }
        let player = if name.is_empty() { caller.player().clone() } else { convert::player_id(name, "player")? };
        let account = self.account(&player, "player").await?;
        let expected = match (manages(caller, &account), is_admin) {
            (true, _) => return caller.demand(Scope::Account).map(|()| account),
            (false, true) if !account.is_house => return Ok(account),
            (false, true) => "a player other than a house bot",
            (false, false) => "the name of the caller or of its own bot",
        };
        Err(Refusal::of_field(Reason::Forbidden, "player", player.as_str(), expected))
    }

    async fn managed_bot(&self, caller: &Identity, name: &str) -> Result<Account, Refusal> {
        let bot = self.managed(caller, name).await?;
        match bot.owner {
            Some(_) => Ok(bot),
            None => Err(Refusal::of_field(Reason::Forbidden, "player", name, "the name of an owned bot")),
        }
    }

    async fn get(&self, player: &PlayerId) -> Result<v1::Player, Refusal> {
        let account = self.account(player, "player").await?;
        let accepts = self.context.hall().accept_policy(player).await?;
        Ok(v1::Player { accepts: accepts.as_ref().map(convert::policy), ..public(self.context.hall(), &account) })
    }

    pub(super) fn context(&self) -> &ServiceContext {
        &self.context
    }

    pub(super) fn registrations(&self) -> &Registrations {
        &self.registrations
    }

    pub(super) fn remembered(&self) -> &RememberedTokens<Secrets> {
        &self.remembered
    }

    pub(super) async fn account(&self, player: &PlayerId, field: &'static str) -> Result<Account, Refusal> {
        let account = self.context.accounts().account(player).await.map_err(auth::store_fault)?;
        account.ok_or_else(|| unknown(player.as_str(), field))
    }

    async fn list(&self, asked: v1::ListPlayersRequest) -> Result<v1::ListPlayersResponse, Refusal> {
        let after = paging::behind(&asked.page_token, |text| PlayerId::parse(text).ok())?;
        let size = paging::size(asked.page_size)?;
        let filter = AccountFilter { owner: owner_asked(&asked.owner)?, is_banned: false };
        let accounts = self.context.accounts().accounts(filter, after, size).await.map_err(auth::store_fault)?;
        let next_page_token = paging::next(&accounts, size, |last| last.player.to_string());
        let players = accounts.iter().map(|account| public(self.context.hall(), account)).collect();
        Ok(v1::ListPlayersResponse { players, next_page_token })
    }
}

/// Changes an account, and stores `audit` in the same transaction. Returns the public profile.
async fn change(
    context: &ServiceContext,
    of: &Account,
    change: AccountChange,
    audit: Option<AuditEntry>,
) -> Result<v1::Player, Refusal> {
    let changed = context.accounts().change(&of.player, change, audit).await.map_err(|fault| match fault {
        StoreError::UnknownPlayer => unknown(of.player.as_str(), "player"),
        fault => auth::store_fault(fault),
    })?;
    let most = context.settings().bots_per_owner;
    changed.map(|account| public(context.hall(), &account)).ok_or_else(|| too_many_bots(most))
}

/// Returns the owner whose bots are requested; `None` if no owner is named.
pub(in crate::api) fn owner_asked(name: &str) -> Result<Option<PlayerId>, Refusal> {
    Some(name).filter(|name| !name.is_empty()).map(|name| convert::player_id(name, "owner")).transpose()
}

/// Returns the audit entry of an administrator's change of another player's account; `None` for the
/// caller's own accounts.
fn by_admin(caller: &Identity, of: &Account, action: &str, reason: &str) -> Result<Option<AuditEntry>, Refusal> {
    if manages(caller, of) {
        return Ok(None);
    }
    let reason = convert::reason_text(reason, "reason")?;
    Ok(Some(caller.audit(action, of.player.to_string(), reason)))
}

/// Returns whether an account belongs to the caller or to a bot of the caller.
pub(in crate::api) fn manages(caller: &Identity, account: &Account) -> bool {
    account.player == *caller.player() || account.owner.as_ref() == Some(caller.player())
}

/// Converts the result of a registration to a refusal, unless the player was added.
pub(super) fn added(
    registered: Registered,
    name: &PlayerId,
    owner: Option<&PlayerId>,
    most_owned: usize,
) -> Result<(), Refusal> {
    let of_name = |reason, expected: String| Err(Refusal::of_field(reason, "name", name.as_str(), expected));
    match registered {
        Registered::New | Registered::Before => Ok(()),
        Registered::Taken => of_name(Reason::NameTaken, "an unused name".to_owned()),
        Registered::LooksLike(other) => {
            of_name(Reason::NameLooksAlike, format!("a name that does not look like `{other}`, which is taken"))
        }
        Registered::TokenTaken => Err(digest_taken()),
        Registered::BadInvite => {
            let expected = "the code of an invite that is neither expired nor used up";
            // Another player may still use the code, so the refusal does not repeat it.
            let refusal = Refusal::of_field(Reason::BadInvite, "invite", "", expected);
            let text = format!("unknown, used up, expired or revoked invite: expected {expected}");
            Err(Refusal { text, ..refusal })
        }
        Registered::Full => Err(too_many_bots(most_owned)),
        Registered::NoOwner => {
            let (owner, expected) = (owner.map_or("", PlayerId::as_str), "the token of a player without an owner");
            Err(Refusal::of_field(Reason::Forbidden, "authorization", owner, expected))
        }
    }
}

fn too_many_bots(most: usize) -> Refusal {
    Refusal::limit("bots_per_owner", most, format!("limit reached: {most} bots per owner; retire a bot first"))
}

/// Returns the refusal of an unknown player name.
pub(in crate::api) fn unknown(name: &str, field: &'static str) -> Refusal {
    Refusal::of_field(Reason::UnknownPlayer, field, name, "the name of a registered player")
}

/// Returns the public profile of an account.
pub(in crate::api) fn public(hall: &Hall, account: &Account) -> v1::Player {
    let (lobby, player) = (hall.lobby(), &account.player);
    let display_name = Some(&account.display_name).filter(|name| !name.is_empty());
    v1::Player {
        name: player.to_string(),
        house: lobby.is_house(player),
        online: lobby.is_online(player),
        games: lobby.games_of(player),
        display_name: display_name.cloned().unwrap_or_else(|| player.to_string()),
        owner: account.owner.as_ref().map(PlayerId::to_string).unwrap_or_default(),
        state: convert::account_state(&account.state).into(),
        created_unix_ms: account.created_unix_ms,
        accepts: None,
        guest: account.is_guest,
    }
}

#[tonic::async_trait]
impl PlayerService for Players {
    async fn register(&self, request: Request<v1::RegisterRequest>) -> Result<Response<v1::RegisterResponse>, Status> {
        let address = address(&request);
        let (this, asked) = (self.clone(), request.into_inner());
        let registering = async move {
            match asked.guest {
                true => this.register_guest(asked, address).await,
                false => this.register_player(asked, address).await,
            }
        };
        let registered = self.context.to_the_end(registering).await;
        registered.map(Response::new).map_err(|no| status(&no))
    }

    async fn create_bot(
        &self,
        request: Request<v1::CreateBotRequest>,
    ) -> Result<Response<v1::CreateBotResponse>, Status> {
        let owner = self.context.player(&request, Scope::Account).await?;
        let address = address(&request);
        let (this, asked) = (self.clone(), request.into_inner());
        let created = self.context.to_the_end(async move { this.create_bot_of(owner, asked, address).await }).await;
        created.map(Response::new).map_err(|no| status(&no))
    }

    async fn recover_account(
        &self,
        request: Request<v1::RecoverAccountRequest>,
    ) -> Result<Response<v1::RecoverAccountResponse>, Status> {
        let address = address(&request);
        let (recoveries, asked) = (self.recoveries.clone(), request.into_inner());
        let recovered = self.context.to_the_end(async move { recoveries.recover(asked, address).await }).await;
        recovered.map(Response::new).map_err(|no| status(&no))
    }

    async fn renew_recovery_code(
        &self,
        request: Request<v1::RenewRecoveryCodeRequest>,
    ) -> Result<Response<v1::RenewRecoveryCodeResponse>, Status> {
        let caller = self.context.player(&request, Scope::Account).await?;
        self.recoveries.renew(&caller).await.map(Response::new).map_err(|no| status(&no))
    }

    async fn update_player(
        &self,
        request: Request<v1::UpdatePlayerRequest>,
    ) -> Result<Response<v1::UpdatePlayerResponse>, Status> {
        let caller = self.context.caller(&request).await?;
        let player = self.update(caller, request.into_inner()).await.map_err(|no| status(&no))?;
        Ok(Response::new(v1::UpdatePlayerResponse { player: Some(player) }))
    }

    async fn retire_bot(
        &self,
        request: Request<v1::RetireBotRequest>,
    ) -> Result<Response<v1::RetireBotResponse>, Status> {
        let caller = self.context.caller(&request).await?;
        let player = self.retire(caller, request.into_inner()).await.map_err(|no| status(&no))?;
        Ok(Response::new(v1::RetireBotResponse { player: Some(player) }))
    }

    async fn revive_bot(
        &self,
        request: Request<v1::ReviveBotRequest>,
    ) -> Result<Response<v1::ReviveBotResponse>, Status> {
        let caller = self.context.caller(&request).await?;
        let player = self.revive(caller, request.into_inner()).await.map_err(|no| status(&no))?;
        Ok(Response::new(v1::ReviveBotResponse { player: Some(player) }))
    }

    async fn get_player(
        &self,
        request: Request<v1::GetPlayerRequest>,
    ) -> Result<Response<v1::GetPlayerResponse>, Status> {
        let player = convert::player_id(&request.into_inner().player, "player").map_err(|no| status(&no))?;
        let player = self.get(&player).await.map_err(|no| status(&no))?;
        Ok(Response::new(v1::GetPlayerResponse { player: Some(player) }))
    }

    async fn list_players(
        &self,
        request: Request<v1::ListPlayersRequest>,
    ) -> Result<Response<v1::ListPlayersResponse>, Status> {
        self.list(request.into_inner()).await.map(Response::new).map_err(|no| status(&no))
    }
}
