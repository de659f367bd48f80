//! `AdminService`: the actions of hosts and administrators. The audit records each change with its
//! reason.

use std::time::Duration;

use referee_ids::PlayerId;
use referee_law::{Reason, Refusal};
use referee_proto::v1::{self, admin_service_server::AdminService};
use referee_store::{
    Account, AccountChange, AccountFilter, AccountState, Announcement, AuditEntry, Invite, NewAnnouncement, NewInvite,
    PublicId, Recovery, Replaces, Scope, Scopes, SignIn, StoreError, TokenAdded,
};
use tokio::time::sleep;
use tonic::{Request, Response, Status};

use super::{
    contests::webhooks,
    players::{owner_asked, public, unknown},
    tokens::token_added,
};
use crate::api::{
    auth::{
        self, Identity,
        commander::{Commander, Ruling},
        drawn_tokens::Drawn,
        typed_codes::{RECOVERY_CODE, TypedCode},
    },
    context::ServiceContext,
    convert, limits_list, paging,
    status::status,
};
use crate::hall::{table::Ask, wall_clock::unix_ms};

/// Name of a token that replaces lost ones.
const REPLACED: &str = "replaced";
/// Maximum registrations with one invite.
const MOST_USES: u32 = 10_000;
/// Number of a banned owner's bots that are looked up together.
const BOTS_AT_ONCE: usize = 100;

/// Maximum attempts to look up a banned owner's bots while the store fails, and the delay between
/// them.
const LOOK_UPS: u32 = 60;
const LOOK_UP_AGAIN: Duration = Duration::from_secs(1);

#[derive(Clone)]
pub struct Admin {
    context: ServiceContext,
}

impl Admin {
    pub fn new(context: ServiceContext) -> Admin {
        Admin { context }
    }

    async fn accounts(&self, asked: v1::ListAccountsRequest) -> Result<v1::ListAccountsResponse, Refusal> {
        let after = paging::behind(&asked.page_token, |text| PlayerId::parse(text).ok())?;
        let size = paging::size(asked.page_size)?;
        let filter = AccountFilter { owner: owner_asked(&asked.owner)?, is_banned: asked.banned };
        let accounts = self.context.accounts().accounts(filter, after, size).await.map_err(auth::store_fault)?;
        let next_page_token = paging::next(&accounts, size, |last| last.player.to_string());
        let accounts = accounts.iter().map(|account| self.shown(account)).collect();
        Ok(v1::ListAccountsResponse { accounts, next_page_token })
    }

    fn shown(&self, account: &Account) -> v1::Account {
        let ban_reason = match &account.state {
            AccountState::Banned { reason } => reason.clone(),
            AccountState::Active | AccountState::Retired => String::new(),
        };
        v1::Account { player: Some(public(self.context.hall(), account)), ban_reason }
    }

    async fn ban(&self, admin: Identity, asked: v1::BanPlayerRequest) -> Result<v1::Account, Refusal> {
        let account = self.of_people(&asked.player).await?;
        if account.player == *admin.player() {
            return Err(Refusal::of_field(Reason::Forbidden, "player", &asked.player, "another player's name"));
        }
        let reason = convert::reason_text(&asked.reason, "reason")?;
        let audit = admin.audit("ban_player", account.player.to_string(), reason.clone());
        let banned = self.change(&account.player, AccountChange::Ban(reason), audit).await?;
        self.context.bar(&account.player, &banned.state).await;
        let mut after = None;
        loop {
            let bots = self.banned_bots(&account.player, after).await?;
            for bot in &bots {
                self.context.bar(&bot.player, &bot.state).await;
            }
            after = bots.last().map(|bot| bot.player.clone());
            if after.is_none() {
                break;
            }
        }
        tracing::info!(player = %account.player, by = %admin.player(), "player banned");
        Ok(self.shown(&banned))
    }

    /// Returns the next bots of a banned owner. Retries a failing store, since the ban is already
    /// recorded and the matches and streams of the bots must end.
    async fn banned_bots(&self, owner: &PlayerId, after: Option<PlayerId>) -> Result<Vec<Account>, Refusal> {
        let mut asked = 1;
        loop {
            let filter = AccountFilter { owner: Some(owner.clone()), is_banned: true };
            match self.context.accounts().accounts(filter, after.clone(), BOTS_AT_ONCE).await {
                Err(fault) if fault.is_transient() && asked < LOOK_UPS => {
                    asked += 1;
                    sleep(LOOK_UP_AGAIN).await;
                }
                bots => return bots.map_err(auth::store_fault),
            }
        }
    }

    async fn unban(&self, admin: Identity, asked: v1::UnbanPlayerRequest) -> Result<v1::Account, Refusal> {
        let account = self.of_people(&asked.player).await?;
        let reason = convert::reason_text(&asked.reason, "reason")?;
        let audit = admin.audit("unban_player", account.player.to_string(), reason);
        Ok(self.shown(&self.change(&account.player, AccountChange::Unban, audit).await?))
    }

    async fn change(&self, player: &PlayerId, change: AccountChange, audit: AuditEntry) -> Result<Account, Refusal> {
        let changed =
            self.context.accounts().change(player, change, Some(audit)).await.map_err(|fault| match fault {
                StoreError::UnknownPlayer => unknown(player.as_str(), "player"),
                fault => auth::store_fault(fault),
            })?;
        changed.ok_or_else(|| unknown(player.as_str(), "player"))
    }

    /// Returns the account of a player that is not a house bot.
    async fn of_people(&self, name: &str) -> Result<Account, Refusal> {
        let player = convert::player_id(name, "player")?;
        let account = self.context.accounts().account(&player).await.map_err(auth::store_fault)?;
        match account.ok_or_else(|| unknown(name, "player"))? {
            account if account.is_house => {
                Err(Refusal::of_field(Reason::Forbidden, "player", name, "a player other than a house bot"))
            }
            account => Ok(account),
        }
    }

    async fn replace(
        &self,
        admin: Identity,
        asked: v1::ReplaceTokensRequest,
    ) -> Result<v1::ReplaceTokensResponse, Refusal> {
        let account = self.of_people(&asked.player).await?;
        let reason = convert::reason_text(&asked.reason, "reason")?;
        let scopes = if account.owner.is_some() { Scopes::of([Scope::Play]) } else { Scopes::of_player() };
        let drawn = Drawn::new(&asked.token_digest, REPLACED.to_owned(), scopes, None)?;
        let audit = Some(admin.audit("replace_tokens", account.player.to_string(), reason));
        let most = self.context.settings().tokens_per_player;
        let code = if account.owner.is_none() { Some(TypedCode::draw(RECOVERY_CODE)?) } else { None };
        let recovery = Recovery {
            player: account.player.clone(),
            used: None,
            code: code.as_ref().map(TypedCode::digest),
            token: drawn.token,
            replaces: Replaces::All,
            most,
            audit,
        };
        let added = self.context.hall().sign_ins().recover(recovery).await.map(|outcome| match outcome {
            SignIn::Token(added) => added,
            // An administrator needs no code, so these results cannot occur.
            SignIn::WrongCode | SignIn::Barred(_) => TokenAdded::Gone,
        });
        let row = token_added(added, &account, most)?;
        self.context.end_tokens(&account.player, &auth::revoked());
        tracing::info!(player = %account.player, by = %admin.player(), "tokens replaced");
        let recovery_code = code.map(|code| code.grouped()).unwrap_or_default();
        Ok(v1::ReplaceTokensResponse { token: Some(convert::token(&row)), secret: drawn.secret, recovery_code })
    }

    async fn invite(
        &self,
        admin: Identity,
        asked: v1::CreateInviteRequest,
    ) -> Result<v1::CreateInviteResponse, Refusal> {
        let note = convert::reason_text(&asked.note, "note")?;
        let uses = convert::in_range("uses", asked.uses.unwrap_or(1), 1..=MOST_USES)?;
        let created_unix_ms = unix_ms();
        let expires_unix_ms = convert::expiry(asked.expires_unix_ms, "expires_unix_ms", created_unix_ms)?;
        let (code, digest) = auth::new_invite_code()?;
        let id = auth::new_public_id()?;
        let new = NewInvite { id, digest, note: note.clone(), uses, created_unix_ms, expires_unix_ms };
        let audit = admin.audit("create_invite", format!("{id} ({uses})"), note.clone());
        let most = self.context.settings().invites;
        match self.context.administration().add_invite(new, most, audit).await.map_err(auth::store_fault)? {
            true => {
                let invite = Invite { id, note, uses, used: 0, created_unix_ms, expires_unix_ms };
                Ok(v1::CreateInviteResponse { invite: Some(convert::invite(invite)), code })
            }
            false => Err(Refusal::limit(
                "invites",
                most,
                format!("limit reached: {most} open invites; revoke an invite first"),
            )),
        }
    }

    async fn invites(&self, asked: v1::ListInvitesRequest) -> Result<v1::ListInvitesResponse, Refusal> {
        let after = paging::behind(&asked.page_token, PublicId::parse)?;
        let size = paging::size(asked.page_size)?;
        let invites = self.context.administration().invites(after, size).await.map_err(auth::store_fault)?;
        let next_page_token = paging::next(&invites, size, |last| last.id.to_string());
        Ok(v1::ListInvitesResponse { invites: invites.into_iter().map(convert::invite).collect(), next_page_token })
    }

    async fn remove_invite(&self, admin: Identity, asked: v1::RevokeInviteRequest) -> Result<(), Refusal> {
        let id = convert::public_id(&asked.invite_id, "invite_id")?;
        let reason = convert::reason_text(&asked.reason, "reason")?;
        let audit = admin.audit("revoke_invite", id.to_string(), reason);
        match self.context.administration().remove_invite(id, audit).await.map_err(auth::store_fault)? {
            true => Ok(()),
            false => {
                Err(Refusal::of_field(Reason::UnknownInvite, "invite_id", &asked.invite_id, "the id of an invite"))
            }
        }
    }

    async fn end(&self, host: Identity, asked: v1::EndMatchRequest) -> Result<v1::EndMatchResponse, Refusal> {
        let match_id = convert::match_id(&asked.match_id)?;
        let request_id = convert::request_id(&asked.request_id)?;
        let reason = convert::reason_text(&asked.reason, "reason")?;
        let opened = self.context.hall().opened(&match_id).await?;
        self.context.has_no_part(host.player(), "match_id", &opened.players).await?;
        let Some(table) = self.context.hall().table(&match_id) else {
            let before = self.context.hall().answer_again(&match_id, host.player(), true, request_id, Ask::Abort).await;
            return before.map(|seq| v1::EndMatchResponse { seq: seq.0 });
        };
        let ruling = Ruling { match_id, request_id, ask: Ask::Abort, action: "end_match", reason };
        let seq = self.context.rule(&Commander::of_host(&host), &table, ruling).await?;
        Ok(v1::EndMatchResponse { seq: seq.0 })
    }

    async fn say(&self, host: Identity, asked: v1::AnnounceRequest) -> Result<v1::AnnounceResponse, Refusal> {
        let text = convert::reason_text(&asked.text, "text")?;
        let created_unix_ms = unix_ms();
        let until_unix_ms = convert::expiry(asked.until_unix_ms, "until_unix_ms", created_unix_ms)?;
        let new = NewAnnouncement { text: text.clone(), created_unix_ms, until_unix_ms };
        let audit = host.audit("announce", "everybody".to_owned(), text);
        let most = self.context.settings().announcements;
        let number = self.context.administration().announce(new.clone(), most, audit).await;
        match number.map_err(auth::store_fault)? {
            Some(number) => {
                let announcement = convert::announcement(Announcement { number, new });
                Ok(v1::AnnounceResponse { announcement: Some(announcement) })
            }
            None => {
                let text = format!("limit reached: {most} announcements; withdraw an announcement first");
                Err(Refusal::limit("announcements", most, text))
            }
        }
    }

    async fn withdraw(&self, host: Identity, asked: v1::WithdrawAnnouncementRequest) -> Result<(), Refusal> {
        let reason = convert::reason_text(&asked.reason, "reason")?;
        let number = asked.number.to_string();
        let audit = host.audit("withdraw_announcement", number.clone(), reason);
        let withdrawn = self.context.administration().withdraw_announcement(asked.number, audit).await;
        match withdrawn.map_err(auth::store_fault)? {
            true => Ok(()),
            false => {
                let expected = "the number of an announcement";
                Err(Refusal::of_field(Reason::UnknownAnnouncement, "number", &number, expected))
            }
        }
    }

    async fn audit(&self, asked: v1::ListAuditRequest) -> Result<v1::ListAuditResponse, Refusal> {
        let before = paging::behind(&asked.page_token, |text| text.parse().ok())?;
        let size = paging::size(asked.page_size)?;
        let rows = self.context.administration().audit(before, size).await.map_err(auth::store_fault)?;
        let next_page_token = paging::next(&rows, size, |last| last.number.to_string());
        Ok(v1::ListAuditResponse { entries: rows.into_iter().map(convert::audit_entry).collect(), next_page_token })
    }
}

/// Declares the calls of the service: the required right, the action and the answer.
macro_rules! calls {
    ($($name:ident($asked:ident) -> $answer:ident needs $scope:ident: |$this:ident, $who:ident, $request:ident| $work:expr;)*) => {
        #[tonic::async_trait]
        impl AdminService for Admin {
            $(async fn $name(&self, request: Request<v1::$asked>) -> Result<Response<v1::$answer>, Status> {
                let $this = self;
                let $who = self.context.player(&request, Scope::$scope).await?;
                let $request = request.into_inner();
                let answer: Result<v1::$answer, Refusal> = $work;
                answer.map(Response::new).map_err(|no| status(&no))
            })*
        }
    };
}

calls! {
    list_accounts(ListAccountsRequest) -> ListAccountsResponse needs Admin:
        |this, _who, asked| this.accounts(asked).await;
    ban_player(BanPlayerRequest) -> BanPlayerResponse needs Admin:
        |this, who, asked| {
            let (owned, context) = (this.clone(), &this.context);
            context.to_the_end(async move { owned.ban(who, asked).await }).await.map(|account| v1::BanPlayerResponse { account: Some(account) })
        };
    unban_player(UnbanPlayerRequest) -> UnbanPlayerResponse needs Admin:
        |this, who, asked| this.unban(who, asked).await.map(|account| v1::UnbanPlayerResponse { account: Some(account) });
    replace_tokens(ReplaceTokensRequest) -> ReplaceTokensResponse needs Admin:
        |this, who, asked| {
            let (owned, context) = (this.clone(), &this.context);
            context.to_the_end(async move { owned.replace(who, asked).await }).await
        };
    create_invite(CreateInviteRequest) -> CreateInviteResponse needs Admin:
        |this, who, asked| this.invite(who, asked).await;
    list_invites(ListInvitesRequest) -> ListInvitesResponse needs Admin:
        |this, _who, asked| this.invites(asked).await;
    revoke_invite(RevokeInviteRequest) -> RevokeInviteResponse needs Admin:
        |this, who, asked| this.remove_invite(who, asked).await.map(|()| v1::RevokeInviteResponse {});
    end_match(EndMatchRequest) -> EndMatchResponse needs Host:
        |this, who, asked| {
            let (owned, context) = (this.clone(), &this.context);
            context.to_the_end(async move { owned.end(who, asked).await }).await
        };
    announce(AnnounceRequest) -> AnnounceResponse needs Host:
        |this, who, asked| this.say(who, asked).await;
    withdraw_announcement(WithdrawAnnouncementRequest) -> WithdrawAnnouncementResponse needs Host:
        |this, who, asked| this.withdraw(who, asked).await.map(|()| v1::WithdrawAnnouncementResponse {});
    list_limits(ListLimitsRequest) -> ListLimitsResponse needs Host:
        |this, _who, _asked| {
            let limits = limits_list::limits(this.context.settings(), this.context.hall().limits());
            Ok(v1::ListLimitsResponse { limits })
        };
    list_audit(ListAuditRequest) -> ListAuditResponse needs Admin:
        |this, _who, asked| this.audit(asked).await;
    list_webhooks(ListWebhooksRequest) -> ListWebhooksResponse needs Host:
        |this, _who, asked| webhooks::list(&this.context, asked).await;
    redeliver_webhook(RedeliverWebhookRequest) -> RedeliverWebhookResponse needs Host:
        |this, who, asked| webhooks::redeliver(&this.context, who, asked).await;
}
