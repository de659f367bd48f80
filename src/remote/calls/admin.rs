//! Calls of `AdminService`, and the public calls for announcements and limits.

use anyhow::Context as _;
use referee_client::{Client, Secret, pages, pb};

use super::{Calls, NewSecrets};
use crate::report::csv;

impl Calls {
    /// Lists accounts with their private details: all accounts, the accounts of an owner, or banned
    /// accounts.
    pub async fn accounts(&self, owner: &str, banned: bool, limit: u32) -> anyhow::Result<Vec<String>> {
        let client = &self.client;
        let page = async |page_size: u32, page_token: String| {
            let asked =
                pb::ListAccountsRequest { page_size: Some(page_size), page_token, owner: owner.to_owned(), banned };
            let page = client.admin().list_accounts(asked).await?.into_inner();
            Ok((page.accounts, page.next_page_token))
        };
        self.list(&pages(limit, page).await.with_context(|| self.failed("list accounts"))?)
    }

    /// Bans a player and its bots.
    pub async fn ban(&self, name: String, reason: String) -> anyhow::Result<Vec<String>> {
        let asked = pb::BanPlayerRequest { player: name, reason };
        let call = async |client: Client| Ok(client.admin().ban_player(asked).await?);
        self.list(self.unary("ban the player", call).await?.account.as_slice())
    }

    pub async fn unban(&self, name: String, reason: String) -> anyhow::Result<Vec<String>> {
        let asked = pb::UnbanPlayerRequest { player: name, reason };
        let call = async |client: Client| Ok(client.admin().unban_player(asked).await?);
        self.list(self.unary("unban the player", call).await?.account.as_slice())
    }

    /// Revokes all tokens of a player, and creates a new one.
    pub async fn replace_tokens(&self, name: String, reason: String) -> anyhow::Result<NewSecrets> {
        let secret = Secret::draw()?;
        let asked = pb::ReplaceTokensRequest { player: name.clone(), reason, token_digest: secret.digest() };
        let call = async |client: Client| Ok(client.admin().replace_tokens(asked).await?);
        let replaced = self.unary("replace the tokens", call).await?;
        let token = secret.as_str().to_owned();
        Ok(NewSecrets { player: name, token, recovery_code: replaced.recovery_code })
    }

    /// Creates an invite. Returns its code, or a row of CSV: note, code, uses, id.
    pub async fn create_invite(&self, asked: pb::CreateInviteRequest, as_csv: bool) -> anyhow::Result<Vec<String>> {
        let call = async |client: Client| Ok(client.admin().create_invite(asked).await?);
        let made = self.unary("create an invite", call).await?;
        match &made.invite {
            Some(of) if as_csv => Ok(vec![format!("{},{},{},{}", csv(&of.note), made.code, of.uses, of.invite_id)]),
            _ => self.shown(&made, &made.code),
        }
    }

    /// Lists invites, without their codes.
    pub async fn invites(&self) -> anyhow::Result<Vec<String>> {
        let client = &self.client;
        let page = async |page_size: u32, page_token: String| {
            let page = client
                .admin()
                .list_invites(pb::ListInvitesRequest { page_size: Some(page_size), page_token })
                .await?
                .into_inner();
            Ok((page.invites, page.next_page_token))
        };
        self.list(&pages(u32::MAX, page).await.with_context(|| self.failed("list invites"))?)
    }

    pub async fn revoke_invite(&self, invite_id: String, reason: String) -> anyhow::Result<Vec<String>> {
        let asked = pb::RevokeInviteRequest { invite_id, reason };
        let call = async |client: Client| Ok(client.admin().revoke_invite(asked).await?);
        self.unary("revoke the invite", call).await?;
        Ok(Vec::new())
    }

    /// Aborts a live match; returns a sentence with the number of its last event.
    pub async fn end_match(&self, match_id: String, reason: String) -> anyhow::Result<Vec<String>> {
        let of = match_id.clone();
        let call = async |client: Client| {
            let request_id = client.new_request_id();
            Ok(client.admin().end_match(pb::EndMatchRequest { match_id, reason, request_id }).await?)
        };
        let seq = self.unary("end the match", call).await?.seq;
        Ok(self.ruled(&of, "aborted: it does not count", seq))
    }

    /// Announces a text to everyone. Returns the number of the announcement.
    pub async fn announce(&self, text: String, until_unix_ms: Option<i64>) -> anyhow::Result<Vec<String>> {
        let asked = pb::AnnounceRequest { text, until_unix_ms };
        let call = async |client: Client| Ok(client.admin().announce(asked).await?);
        let said = self.unary("announce", call).await?.announcement.unwrap_or_default();
        self.shown(&said, &said.number.to_string())
    }

    pub async fn announcements(&self) -> anyhow::Result<Vec<String>> {
        let asked = pb::ListAnnouncementsRequest {};
        let call = async |client: Client| Ok(client.announcements().list_announcements(asked).await?);
        self.list(&self.unary("list announcements", call).await?.announcements)
    }

    pub async fn withdraw_announcement(&self, number: u64, reason: String) -> anyhow::Result<Vec<String>> {
        let asked = pb::WithdrawAnnouncementRequest { number, reason };
        let call = async |client: Client| Ok(client.admin().withdraw_announcement(asked).await?);
        self.unary("withdraw the announcement", call).await?;
        Ok(Vec::new())
    }

    /// Lists the limits of the server. They are public, so this calls `GetServerInfo`.
    pub async fn limits(&self) -> anyhow::Result<Vec<String>> {
        let call = async |client: Client| Ok(client.server().get_server_info(pb::GetServerInfoRequest {}).await?);
        self.list(&self.unary("get the limits", call).await?.limits)
    }

    /// Lists the progress of all webhooks, or of the webhook with this URL.
    pub async fn webhooks(&self, url: &str, limit: u32) -> anyhow::Result<Vec<String>> {
        let client = &self.client;
        let page = async |page_size: u32, page_token: String| {
            let asked = pb::ListWebhooksRequest { page_size: Some(page_size), page_token, url: url.to_owned() };
            let page = client.admin().list_webhooks(asked).await?.into_inner();
            Ok((page.progress, page.next_page_token))
        };
        self.list(&pages(limit, page).await.with_context(|| self.failed("list webhooks"))?)
    }

    /// Sends events of a contest to a webhook again.
    pub async fn redeliver_webhook(&self, asked: pb::RedeliverWebhookRequest) -> anyhow::Result<Vec<String>> {
        let call = async |client: Client| Ok(client.admin().redeliver_webhook(asked).await?);
        self.list(self.unary("redeliver events", call).await?.progress.as_slice())
    }

    /// Lists what hosts and administrators did, the newest first.
    pub async fn audit(&self, limit: u32) -> anyhow::Result<Vec<String>> {
        let client = &self.client;
        let page = async |page_size: u32, page_token: String| {
            let page = client
                .admin()
                .list_audit(pb::ListAuditRequest { page_size: Some(page_size), page_token })
                .await?
                .into_inner();
            Ok((page.entries, page.next_page_token))
        };
        self.list(&pages(limit, page).await.with_context(|| self.failed("list the audit log"))?)
    }
}
