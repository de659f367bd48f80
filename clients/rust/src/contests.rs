//! Events of a tournament or a ladder, across reconnects.

use crate::{
    connect::Client,
    error::Error,
    pb::{
        self, Contest, ContestEvent, contest_event, get_standings_response::Standings, watch_contest_response::Message,
    },
    reopening::{Heard, Reopening},
    retry::Retry,
};

/// The events of a tournament or a ladder, each once, in the order of their numbers.
pub struct ContestEvents {
    client: Client,
    contest: Contest,
    after_seq: u64,
    is_over: bool,
    stream: Reopening<pb::WatchContestResponse>,
}

/// The next item of [`ContestEvents`].
#[derive(Clone, Debug, PartialEq)]
pub enum NextEvent {
    /// An event of the contest.
    Event(Box<ContestEvent>),
    /// All visible events were returned. Repeated after a reconnect.
    CaughtUp,
    /// The contest is over, and all its events were returned.
    Over,
}

impl Client {
    /// Enters a tournament, or a ladder with this entry. The player agrees to the matches of the
    /// contest.
    pub async fn enter_contest(
        &self,
        contest: pb::Contest,
        entry: pb::LadderEntry,
    ) -> Result<pb::EnterContestResponse, Error> {
        let asked = pb::EnterContestRequest { contest: Some(contest), entry: Some(entry) };
        Ok(self.contests().enter_contest(asked).await?.into_inner())
    }

    /// Returns the standings of a contest by the results of its matches. To follow later results,
    /// call [`Client::results`] for the same contest with `last_number` of the response.
    pub async fn result_standings(
        &self,
        contest: pb::Contest,
        by: pb::ByResults,
    ) -> Result<pb::ResultStandings, Error> {
        match self.standings(contest, String::new(), Some(by)).await? {
            Some(Standings::Results(standings)) => Ok(standings),
            _ => Ok(pb::ResultStandings::default()),
        }
    }

    /// Returns the standings of a tournament that the server runs.
    pub async fn tournament_standings(&self, tournament: &str) -> Result<pb::TournamentStandings, Error> {
        match self.standings(pb::Contest::tournament(tournament), String::new(), None).await? {
            Some(Standings::Tournament(standings)) => Ok(standings),
            _ => Ok(pb::TournamentStandings::default()),
        }
    }

    /// Returns the ratings of a category of a ladder; an empty category means the only one.
    pub async fn ladder_ratings(&self, ladder: &str, category: &str) -> Result<pb::LadderRatings, Error> {
        match self.standings(pb::Contest::ladder(ladder), category.to_owned(), None).await? {
            Some(Standings::Ladder(ratings)) => Ok(ratings),
            _ => Ok(pb::LadderRatings::default()),
        }
    }

    async fn standings(
        &self,
        contest: pb::Contest,
        category: String,
        by_results: Option<pb::ByResults>,
    ) -> Result<Option<Standings>, Error> {
        let asked = pb::GetStandingsRequest { contest: Some(contest), category, by_results };
        Ok(self.contests().get_standings(asked).await?.into_inner().standings)
    }
}

impl ContestEvents {
    pub(crate) fn new(client: Client, contest: Contest, after_seq: u64, retry: Retry) -> ContestEvents {
        ContestEvents { client, contest, after_seq, is_over: false, stream: Reopening::new(retry) }
    }

    /// Sets the delays between attempts to connect.
    #[must_use]
    pub fn with_retry(mut self, retry: Retry) -> ContestEvents {
        self.stream.set_retry(retry);
        self
    }

    /// Returns the next item, and waits for it if necessary. After a reconnect, continues with the
    /// event after the last returned one. Cancel safe.
    pub async fn next(&mut self) -> Result<NextEvent, Error> {
        loop {
            if self.is_over {
                return Ok(NextEvent::Over);
            }
            if self.stream.is_closed() {
                let asked = pb::WatchContestRequest { contest: Some(self.contest.clone()), after_seq: self.after_seq };
                let client = self.client.clone();
                self.stream.open(async move { client.contests().watch_contest(asked).await }).await?;
            }
            let answer = match self.stream.hear().await? {
                Heard::Message(answer) => answer,
                Heard::Ended => {
                    // The server ends the stream if no event follows the known ones.
                    self.is_over = true;
                    continue;
                }
                Heard::Cut => continue,
            };
            match answer.message {
                Some(Message::Event(event)) if event.seq > self.after_seq => {
                    self.after_seq = event.seq;
                    self.is_over = matches!(event.event, Some(contest_event::Event::Ended(_)));
                    return Ok(NextEvent::Event(Box::new(event)));
                }
                Some(Message::CaughtUp(_)) => return Ok(NextEvent::CaughtUp),
                // The message was already returned, is not an event, or is from a later version.
                Some(Message::Event(_) | Message::MatchOpened(_)) | None => {}
            }
        }
    }
}
