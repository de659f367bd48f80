//! Calls of `ChallengeService`: challenges, seeks, which are challenges to anybody, and the lobby where both are to be seen.

use std::io::Write;

use anyhow::Context as _;
use referee_client::{Client, Retry, pages, pb};

use super::{ATTEMPTS, Calls};
use crate::{
    pb::v1,
    remote::{lobby::line, server::ours},
    transcript::text::in_brackets,
};

impl Calls {
    /// Proposes a match; gives the id that its match has or will have. One that an opponent declined at once is an error, which says why.
    pub async fn challenge(&self, asked: pb::CreateChallengeRequest) -> anyhow::Result<Vec<String>> {
        let made = self.call("propose a match", async |client| client.challenge(asked).await).await?;
        if made.state() == pb::ChallengeState::Declined {
            let why = decline_word(made.decline_reason());
            anyhow::bail!("{} declined: {why}{}", made.declined_by, in_brackets(&made.decline_text));
        }
        self.shown::<v1::Challenge>(&made, &made.challenge_id)
    }

    /// Lists the challenges of and to the caller that are open.
    pub async fn challenges(&self) -> anyhow::Result<Vec<String>> {
        let mut open = self.open_challenges().await?;
        open.retain(|challenge| !challenge.opponents.is_empty());
        self.list::<v1::Challenge>(&open)
    }

    /// Lists the challenges to anybody.
    pub async fn seeks(&self) -> anyhow::Result<Vec<String>> {
        let mut open = self.open_challenges().await?;
        open.retain(|challenge| challenge.opponents.is_empty());
        self.list::<v1::Challenge>(&open)
    }

    /// Agrees to a challenge; gives it as it stands then.
    pub async fn accept_challenge(&self, id: &str) -> anyhow::Result<Vec<String>> {
        let call = async |client: Client| client.accept_challenge(id).await;
        self.list::<v1::Challenge>(&[self.call("accept the challenge", call).await?])
    }

    /// Declines a challenge; gives it as it stands then.
    pub async fn decline_challenge(
        &self,
        challenge_id: String,
        reason: pb::DeclineReason,
        text: String,
    ) -> anyhow::Result<Vec<String>> {
        let asked = pb::DeclineChallengeRequest { challenge_id, reason: reason.into(), text };
        let call = async |client: Client| Ok(client.challenges().decline_challenge(asked).await?);
        self.list::<v1::Challenge>(self.unary("decline the challenge", call).await?.challenge.as_slice())
    }

    /// Takes a challenge of the caller's own back; gives it as it stands then.
    pub async fn cancel_challenge(&self, id: &str) -> anyhow::Result<Vec<String>> {
        let call = async |client: Client| client.cancel_challenge(id).await;
        self.list::<v1::Challenge>(&[self.call("cancel the challenge", call).await?])
    }

    /// Prints how the lobby is, and goes on with what changes in it, until the server is away for long.
    pub async fn lobby(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let retry = Retry { attempts: Some(ATTEMPTS), ..Retry::default() };
        let mut lobby = self.client.lobby().with_retry(retry);
        loop {
            let message = Some(lobby.next().await.with_context(|| self.failed("watch the lobby"))?);
            let told: v1::WatchLobbyResponse = ours(&pb::WatchLobbyResponse { message })?;
            match self.json {
                true => writeln!(out, "{}", serde_json::to_string(&told)?)?,
                false => writeln!(out, "{}", line(&told))?,
            }
            out.flush()?;
        }
    }

    async fn open_challenges(&self) -> anyhow::Result<Vec<pb::Challenge>> {
        let page = async |page_size, page_token| {
            let asked = pb::ListChallengesRequest { page_size, page_token };
            let page = self.client.challenges().list_challenges(asked).await?.into_inner();
            Ok((page.challenges, page.next_page_token))
        };
        pages(u32::MAX, page).await.with_context(|| self.failed("list challenges"))
    }
}

/// Why a challenge was declined, in words.
fn decline_word(reason: pb::DeclineReason) -> String {
    reason.as_str_name().trim_start_matches("DECLINE_REASON_").to_lowercase().replace('_', " ")
}
