//! Calls of `ChallengeService`: challenges, open challenges (seeks), and the lobby that lists both.

use std::io::Write;

use anyhow::Context as _;
use referee_client::{Client, Retry, pages, pb};

use super::{ATTEMPTS, Calls};
use crate::{remote::lobby::line, transcript::text::in_brackets};

impl Calls {
    /// Proposes a match. Returns the id of the match, which exists once the challenge is accepted.
    /// Fails with the reason if the challenge was closed without a match: declined immediately, or,
    /// for a repeated request, also canceled or expired.
    pub async fn challenge(&self, asked: pb::CreateChallengeRequest) -> anyhow::Result<Vec<String>> {
        let made = self.call("propose a match", async |client| client.challenge(asked).await).await?;
        if let Some(why) = closed_word(&made) {
            anyhow::bail!(why);
        }
        self.shown(&made, &made.challenge_id)
    }

    /// Lists the pending challenges that the caller sent or received.
    pub async fn challenges(&self) -> anyhow::Result<Vec<String>> {
        let mut open = self.open_challenges().await?;
        open.retain(|challenge| !challenge.opponents.is_empty());
        self.list(&open)
    }

    /// Lists the open challenges (seeks).
    pub async fn seeks(&self) -> anyhow::Result<Vec<String>> {
        let mut open = self.open_challenges().await?;
        open.retain(|challenge| challenge.opponents.is_empty());
        self.list(&open)
    }

    /// Shows a challenge that the caller may see.
    pub async fn show_challenge(&self, challenge_id: String) -> anyhow::Result<Vec<String>> {
        let asked = pb::GetChallengeRequest { challenge_id };
        let call = async |client: Client| Ok(client.challenges().get_challenge(asked).await?);
        self.list(self.unary("get the challenge", call).await?.challenge.as_slice())
    }

    /// Accepts a challenge. Returns its new state.
    pub async fn accept_challenge(&self, id: &str) -> anyhow::Result<Vec<String>> {
        let call = async |client: Client| client.accept_challenge(id).await;
        let accepted = self.call("accept the challenge", call).await?;
        if let Some(why) = closed_word(&accepted) {
            anyhow::bail!(why);
        }
        self.list(&[accepted])
    }

    /// Declines a challenge. Returns its new state.
    pub async fn decline_challenge(
        &self,
        challenge_id: String,
        reason: pb::DeclineReason,
        text: String,
    ) -> anyhow::Result<Vec<String>> {
        let asked = pb::DeclineChallengeRequest { challenge_id, reason: reason.into(), text };
        let call = async |client: Client| Ok(client.challenges().decline_challenge(asked).await?);
        self.list(self.unary("decline the challenge", call).await?.challenge.as_slice())
    }

    /// Cancels a challenge of the caller. Returns its new state.
    pub async fn cancel_challenge(&self, id: &str) -> anyhow::Result<Vec<String>> {
        let call = async |client: Client| client.cancel_challenge(id).await;
        self.list(&[self.call("cancel the challenge", call).await?])
    }

    /// Prints the lobby and its changes, until the server has been unreachable for too long.
    pub async fn lobby(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let retry = Retry { attempts: Some(ATTEMPTS), ..Retry::default() };
        let mut lobby = self.client.lobby().with_retry(retry);
        loop {
            let message = Some(lobby.next().await.with_context(|| self.failed("watch the lobby"))?);
            let told = pb::WatchLobbyResponse { message };
            match self.json {
                true => writeln!(out, "{}", serde_json::to_string(&told)?)?,
                false => writeln!(out, "{}", line(&told))?,
            }
            out.flush()?;
        }
    }

    async fn open_challenges(&self) -> anyhow::Result<Vec<pb::Challenge>> {
        let page = async |page_size, page_token| {
            let asked = pb::ListChallengesRequest { page_size: Some(page_size), page_token };
            let page = self.client.challenges().list_challenges(asked).await?.into_inner();
            Ok((page.challenges, page.next_page_token))
        };
        pages(u32::MAX, page).await.with_context(|| self.failed("list challenges"))
    }
}

/// Returns in words why a challenge did not become a match; `None` if it is open or accepted.
fn closed_word(challenge: &pb::Challenge) -> Option<String> {
    let id = &challenge.challenge_id;
    match challenge.state() {
        pb::ChallengeState::Declined => {
            let why = decline_word(challenge.decline_reason());
            Some(format!("{} declined: {why}{}", challenge.declined_by, in_brackets(&challenge.decline_text)))
        }
        pb::ChallengeState::Canceled => Some(format!("challenge {id} was canceled")),
        pb::ChallengeState::Expired => Some(format!("challenge {id} has expired without an answer")),
        pb::ChallengeState::Open | pb::ChallengeState::Accepted | pb::ChallengeState::Unspecified => None,
    }
}

/// Returns the reason of a declined challenge in words.
fn decline_word(reason: pb::DeclineReason) -> String {
    reason.as_str_name().trim_start_matches("DECLINE_REASON_").to_lowercase().replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_challenge_that_is_closed_without_a_match_is_a_failure_in_every_state() {
        let why = |state: pb::ChallengeState| {
            let challenge = pb::Challenge { challenge_id: "m1".to_owned(), state: state.into(), ..Default::default() };
            closed_word(&challenge)
        };
        // Covers every state of the schema, so that a new state fails this test.
        let states: Vec<pb::ChallengeState> = (0..).map_while(|number| number.try_into().ok()).collect();
        let fails: Vec<pb::ChallengeState> = states.iter().copied().filter(|state| why(*state).is_some()).collect();
        assert_eq!(states.len(), 6);
        assert_eq!(fails, [pb::ChallengeState::Declined, pb::ChallengeState::Canceled, pb::ChallengeState::Expired]);
    }
}
