//! Calls of `ContestService`: what hosts do to tournaments and ladders, and what happens in them.

use anyhow::Context as _;
use referee_client::{
    Client, ContestEvents, NextEvent, Retry,
    pb::{
        self,
        change_contest_request::{Change, Contest},
        change_contest_response::Summary,
    },
};

use super::{ATTEMPTS, Calls};
use crate::{
    contest::Phase,
    contest_steward::{ContestKind, Observer},
    pb::v1,
    remote::server::ours,
    store::codec::contest::read_shown,
};

impl Calls {
    /// Submits a host's command to a contest.
    pub async fn change_contest(
        &self,
        contest: Contest,
        change: Change,
        reason: String,
    ) -> anyhow::Result<Vec<String>> {
        let asked = pb::ChangeContestRequest { contest: Some(contest), reason, change: Some(change) };
        let call = async |client: Client| Ok(client.contests().change_contest(asked).await?);
        match self.unary("change the contest", call).await?.summary {
            Some(Summary::Tournament(summary)) => self.list::<v1::TournamentSummary>(&[summary]),
            Some(Summary::Ladder(summary)) => self.list::<v1::LadderSummary>(&[summary]),
            None => Ok(Vec::new()),
        }
    }

    /// Folds the events of a contest until it is over or its results are provisional. With
    /// [`NextEvent::CaughtUp`] it folds only the present events.
    pub(super) async fn follow<C: ContestKind>(
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
