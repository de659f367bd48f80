//! Calls of `ContestService`: the commands of hosts and entrants, and the events of contests.

use anyhow::Context as _;
use referee_client::{
    Client, ContestEvents, NextEvent, Retry, pages,
    pb::{self, change_contest_request::Change},
};

use super::{ATTEMPTS, Calls};
use crate::{
    contest::{ContestKind, Phase},
    contest_steward::Observer,
    law::Contest,
    store::codec::contest::{StoredOpening, read_shown},
};

impl Calls {
    /// Lists the newest `limit` contests of the same kind as `of`.
    pub async fn contests(&self, of: &Contest, limit: u32) -> anyhow::Result<Vec<String>> {
        let kind = match of {
            Contest::Tournament(_) => pb::ContestKind::Tournament,
            Contest::Ladder(_) => pb::ContestKind::Ladder,
        };
        let page = async |page_size, page_token| {
            let asked = pb::ListContestsRequest { kind: kind.into(), page_size: Some(page_size), page_token };
            let page = self.client.contests().list_contests(asked).await?.into_inner();
            Ok((page.contests, page.next_page_token))
        };
        let listed = pages(limit, page).await.with_context(|| self.failed(&format!("list {}s", of.kind())))?;
        self.list(&listed)
    }

    /// Enters the caller in a contest, or changes the categories that the caller plays in a ladder.
    pub async fn enter_contest(&self, contest: &Contest, entry: pb::LadderEntry) -> anyhow::Result<Vec<String>> {
        let asked = pb::EnterContestRequest { contest: Some(message(contest)), entry: Some(entry) };
        let call = async |client: Client| Ok(client.contests().enter_contest(asked).await?);
        let entered = self.unary(&format!("enter the {}", contest.kind()), call).await?;
        self.changed(entered.summary, entered.entrant)
    }

    /// Withdraws the caller from a contest.
    pub async fn withdraw_from_contest(&self, contest: &Contest, reason: String) -> anyhow::Result<Vec<String>> {
        let asked = pb::WithdrawFromContestRequest { contest: Some(message(contest)), reason };
        let call = async |client: Client| Ok(client.contests().withdraw_from_contest(asked).await?);
        let withdrawn = self.unary(&format!("withdraw from the {}", contest.kind()), call).await?;
        self.changed(withdrawn.summary, withdrawn.entrant)
    }

    /// Returns the lines after a change: the entrant in a ladder, or the summary of the contest.
    fn changed(
        &self,
        summary: Option<pb::ContestSummary>,
        entrant: Option<pb::LadderEntrant>,
    ) -> anyhow::Result<Vec<String>> {
        match entrant {
            Some(entrant) => self.list(&[entrant]),
            None => self.list(summary.as_slice()),
        }
    }

    /// Sends a host command to a contest.
    pub async fn change_contest(
        &self,
        contest: &Contest,
        change: Change,
        reason: String,
    ) -> anyhow::Result<Vec<String>> {
        let asked = pb::ChangeContestRequest { contest: Some(message(contest)), reason, change: Some(change) };
        let call = async |client: Client| Ok(client.contests().change_contest(asked).await?);
        self.list(self.unary("change the contest", call).await?.summary.as_slice())
    }

    /// Folds the events of a contest until it is over or its results are provisional. With
    /// [`NextEvent::CaughtUp`], stops at the newest present event.
    pub(super) async fn follow<C: ContestKind<Opened: StoredOpening>>(
        &self,
        events: ContestEvents,
        observer: &mut dyn Observer<C>,
        until: NextEvent,
    ) -> anyhow::Result<C> {
        let mut events = events.with_retry(Retry { attempts: Some(ATTEMPTS), ..Retry::default() });
        let (mut followed, mut is_live): (Option<C>, bool) = (None, false);
        let is_played_out = |of: &C| matches!(of.phase(), Phase::Provisional { .. });
        loop {
            let next = events.next().await.with_context(|| self.failed("watch the contest"))?;
            if let NextEvent::Event(event) = &next {
                let event = read_shown((**event).clone())?;
                let of = match &mut followed {
                    None => followed.insert(C::begin(&event).context("invalid opening")?),
                    Some(of) => {
                        let number = event.seq.0;
                        anyhow::ensure!(of.take(&event), "event {number} does not follow from the events before it");
                        of
                    }
                };
                observer.happened(of, &event)?;
            }
            is_live |= next == NextEvent::CaughtUp;
            // A reopened contest has more events after its results, so this reads until it has
            // caught up.
            let is_done = next == until || next == NextEvent::Over;
            if is_done || is_live && followed.as_ref().is_some_and(is_played_out) {
                return followed.context("the server sent no event of the contest");
            }
        }
    }
}

fn message(contest: &Contest) -> pb::Contest {
    match contest {
        Contest::Tournament(id) => pb::Contest::tournament(id),
        Contest::Ladder(id) => pb::Contest::ladder(id),
    }
}
