//! Calls of `ContestService`: what hosts do to tournaments and ladders, and what happens in them.

use anyhow::Context as _;
use referee_client::{
    Client, ContestEvents, NextEvent, Retry, pages,
    pb::{self, change_contest_request::Change, change_contest_response::Summary},
};

use super::{ATTEMPTS, Calls};
use crate::{
    contest::{ContestKind, Phase},
    contest_steward::Observer,
    law::Contest,
    pb::v1,
    remote::server::ours,
    store::codec::contest::{StoredOpening, read_shown},
};

impl Calls {
    /// Lists the contests of the kind of `of`, the newest first, at most `limit` of them.
    pub async fn contests(&self, of: Contest, limit: u32) -> anyhow::Result<Vec<String>> {
        let failed = || self.failed(&format!("list {}s", of.kind()));
        match of {
            Contest::Tournament(_) => {
                let page = async |page_size, page_token| {
                    let asked = pb::ListTournamentsRequest { page_size: Some(page_size), page_token };
                    let page = self.client.tournaments().list_tournaments(asked).await?.into_inner();
                    Ok((page.tournaments, page.next_page_token))
                };
                self.list::<v1::TournamentSummary>(&pages(limit, page).await.with_context(failed)?)
            }
            Contest::Ladder(_) => {
                let page = async |page_size, page_token| {
                    let asked = pb::ListLaddersRequest { page_size: Some(page_size), page_token };
                    let page = self.client.ladders().list_ladders(asked).await?.into_inner();
                    Ok((page.ladders, page.next_page_token))
                };
                self.list::<v1::LadderSummary>(&pages(limit, page).await.with_context(failed)?)
            }
        }
    }

    /// Enters a contest with the caller, or changes what it plays in a ladder.
    pub async fn enter_contest(&self, contest: Contest, entry: pb::LadderEntry) -> anyhow::Result<Vec<String>> {
        match contest {
            Contest::Tournament(tournament_id) => {
                let asked = pb::EnterTournamentRequest { tournament_id };
                let call = async |client: Client| Ok(client.tournaments().enter_tournament(asked).await?);
                self.list::<v1::TournamentSummary>(self.unary("enter the tournament", call).await?.summary.as_slice())
            }
            Contest::Ladder(ladder_id) => {
                let asked = pb::EnterLadderRequest { ladder_id, entry: Some(entry) };
                let call = async |client: Client| Ok(client.ladders().enter_ladder(asked).await?);
                self.list::<v1::LadderEntrant>(self.unary("enter the ladder", call).await?.entrant.as_slice())
            }
        }
    }

    /// Takes the caller out of a contest.
    pub async fn leave_contest(&self, contest: Contest, reason: String) -> anyhow::Result<Vec<String>> {
        match contest {
            Contest::Tournament(tournament_id) => {
                let asked = pb::LeaveTournamentRequest { tournament_id, reason };
                let call = async |client: Client| Ok(client.tournaments().leave_tournament(asked).await?);
                self.list::<v1::TournamentSummary>(self.unary("leave the tournament", call).await?.summary.as_slice())
            }
            Contest::Ladder(ladder_id) => {
                let asked = pb::LeaveLadderRequest { ladder_id, reason };
                let call = async |client: Client| Ok(client.ladders().leave_ladder(asked).await?);
                self.list::<v1::LadderEntrant>(self.unary("leave the ladder", call).await?.entrant.as_slice())
            }
        }
    }

    /// Does what a host does to a contest.
    pub async fn change_contest(
        &self,
        contest: Contest,
        change: Change,
        reason: String,
    ) -> anyhow::Result<Vec<String>> {
        let contest = Some(match contest {
            Contest::Tournament(id) => pb::Contest::tournament(id),
            Contest::Ladder(id) => pb::Contest::ladder(id),
        });
        let asked = pb::ChangeContestRequest { contest, reason, change: Some(change) };
        let call = async |client: Client| Ok(client.contests().change_contest(asked).await?);
        match self.unary("change the contest", call).await?.summary {
            Some(Summary::Tournament(summary)) => self.list::<v1::TournamentSummary>(&[summary]),
            Some(Summary::Ladder(summary)) => self.list::<v1::LadderSummary>(&[summary]),
            None => Ok(Vec::new()),
        }
    }

    /// Folds the events of a contest until it is over or its results are provisional, or with
    /// [`NextEvent::CaughtUp`] as far as they are there now.
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
                let event = read_shown(ours(&**event)?)?;
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
            // A contest that was reopened continues after this event, so read until caught up.
            let is_done = next == until || next == NextEvent::Over;
            if is_done || is_live && followed.as_ref().is_some_and(is_played_out) {
                return followed.context("the server sent no event of the contest");
            }
        }
    }
}
