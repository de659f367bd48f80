//! Calls of `TournamentService`: the tournaments that a server runs.

use std::path::Path;

use anyhow::Context as _;
use referee_client::{Client, Error, NextEvent, pb, pb::tournament_rules::Format};

use super::Calls;
use crate::{
    contest_steward::Observer,
    remote::contest_records::{self, Fetched},
    runner::{
        one_file::RECORDS,
        options::opening_args::told_set,
        tournament::report::{self, About},
    },
    stats::utc::utc,
    tournament::{Tournament, TournamentEvent},
    transcript::text::one_line,
};

impl Calls {
    /// Creates a tournament; returns its id.
    pub async fn create_tournament(&self, asked: &pb::CreateTournamentRequest) -> anyhow::Result<Vec<String>> {
        let call = async |client: Client| Ok(client.tournaments().create_tournament(asked.clone()).await?);
        let summary = self.unary("create the tournament", call).await?.summary.unwrap_or_default();
        let mut lines = self.shown(&summary, &asked.tournament_id)?;
        if let Some(starts_at) = summary.starts_at_unix_ms.filter(|_| !self.json) {
            lines.push(format!("starts at {} UTC", utc(starts_at)));
        }
        Ok(lines)
    }

    /// Returns the state of a tournament: its rules, its standings, and the waiting matches.
    pub async fn tournament(&self, id: &str) -> anyhow::Result<Vec<String>> {
        let seen = self.seen_tournament(id).await?;
        if self.json {
            return self.shown(&seen, "");
        }
        let mut lines = self.list(seen.summary.as_slice())?;
        let summary = seen.summary.clone().unwrap_or_default();
        let progress = self.progress(&seen.progress.clone().unwrap_or_default())?;
        let times = [("starts", summary.starts_at_unix_ms), ("final", summary.final_at_unix_ms)];
        lines.extend(times.into_iter().filter_map(|(what, at)| Some(format!("{what} at {} UTC", utc(at?)))));
        for (what, why) in [("paused", &summary.pause_reason), ("over", &summary.end_reason)] {
            if !why.is_empty() {
                lines.push(format!("{what}: {}", one_line(why)));
            }
        }
        let standings = with_names(self.standings(id).await?, &seen);
        if !standings.is_empty() {
            lines.push(String::new());
            lines.extend(self.list(&standings)?);
        }
        lines.extend(progress);
        Ok(lines)
    }

    /// Returns the id of an open match of a tournament or ladder, given its key.
    pub async fn open_match(&self, contest: &str, key: &str) -> anyhow::Result<String> {
        let asked = pb::GetTournamentRequest { tournament_id: contest.to_owned() };
        let call = async |client: Client| match client.tournaments().get_tournament(asked).await.map_err(Error::from) {
            Ok(seen) => Ok(seen.into_inner().progress),
            Err(error) if error.reason() == Some(pb::Reason::UnknownTournament) => {
                let asked = pb::GetLadderRequest { ladder_id: contest.to_owned(), ..pb::GetLadderRequest::default() };
                Ok(client.ladders().get_ladder(asked).await?.into_inner().progress)
            }
            Err(error) => Err(error),
        };
        let open = self.call("find the match", call).await?.unwrap_or_default().open;
        let found = open.into_iter().find(|one| one.match_key == key).map(|one| one.match_id);
        found.with_context(|| format!("{contest} has no open match `{key}`: run `referee tournament status {contest}`"))
    }

    pub async fn tournament_standings(&self, id: &str) -> anyhow::Result<Vec<String>> {
        let standings = self.standings(id).await?;
        if self.json {
            return self.list(&standings.rows);
        }
        let seen = self.seen_tournament(id).await?;
        self.list(&with_names(standings, &seen))
    }

    /// Follows a tournament until its results are provisional or final, and returns it.
    pub async fn watch_tournament(
        &self,
        id: &str,
        observer: &mut dyn Observer<Tournament>,
    ) -> anyhow::Result<Tournament> {
        self.follow(self.client.watch_tournament(id, 0), observer, NextEvent::Over).await
    }

    /// Writes the present report of a tournament into a directory, which is created if missing, and
    /// the records of finished matches into its folder `records`. Returns the messages to print,
    /// and the missing parts with the reason.
    pub async fn export_tournament(&self, id: &str, directory: &Path) -> anyhow::Result<(Vec<String>, Vec<String>)> {
        let tournament = self
            .follow::<Tournament>(self.client.watch_tournament(id, 0), &mut NoObserver, NextEvent::CaughtUp)
            .await?;
        let matches = self.seen_tournament(id).await?.matches;
        let named = self.standings(id).await?.rows.into_iter().filter(|one| !one.display_name.is_empty());
        let display_names = named.map(|one| (one.player, one.display_name)).collect();
        let seen = matches.unwrap_or_default();
        let numbers = tournament.encounters.iter().map(|one| one.opening);
        let openings = told_set(&seen.openings, seen.shuffled, numbers);
        let time_control = seen.rules.map(|rules| rules.time_controls.join(" ")).unwrap_or_default();
        std::fs::create_dir_all(directory)
            .with_context(|| format!("failed to make the directory {}", directory.display()))?;
        let about = About { id, game: &seen.game, time_control: &time_control, display_names, openings };
        let no_trf = report::write(&tournament, about, directory)?.map(|reason| reason.to_string());
        let fetched = contest_records::fetch(&self.client, id, &tournament, &directory.join(RECORDS)).await;
        let Fetched { written, missing } = fetched.with_context(|| self.failed("fetch the records"))?;
        let directory = directory.display().to_string();
        if self.json {
            let said =
                serde_json::json!({ "directory": directory, "records": written, "missing": missing, "noTrf": no_trf });
            return Ok((vec![said.to_string()], Vec::new()));
        }
        let no_trf = no_trf.map(|reason| format!("no TRF: {reason}"));
        let missing = missing.into_iter().map(|why| format!("no record of {why}"));
        Ok((vec![directory], no_trf.into_iter().chain(missing).collect()))
    }

    async fn standings(&self, id: &str) -> anyhow::Result<pb::TournamentStandings> {
        self.call("get the standings", async |client| client.tournament_standings(id).await).await
    }

    async fn seen_tournament(&self, id: &str) -> anyhow::Result<pb::GetTournamentResponse> {
        let asked = pb::GetTournamentRequest { tournament_id: id.to_owned() };
        let call = async |client: Client| Ok(client.tournaments().get_tournament(asked).await?);
        self.unary("get the tournament", call).await
    }
}

struct NoObserver;

impl Observer<Tournament> for NoObserver {
    fn happened(&mut self, _: &Tournament, _: &TournamentEvent) -> anyhow::Result<()> {
        Ok(())
    }
}

/// Replaces the identifiers of tie-breaks by names for people. In a bracket, omits the tie-breaks
/// that are 0 for all entrants.
fn with_names(of: pb::TournamentStandings, seen: &pb::GetTournamentResponse) -> Vec<pb::TournamentStanding> {
    let pb::TournamentStandings { rows: mut standings, tie_breaks: names } = of;
    let format = seen.rules.as_ref().and_then(|rules| rules.format.as_ref());
    let is_bracket = matches!(format, Some(Format::Knockout(_) | Format::DoubleElimination(_)));
    let is_shown =
        |at: usize| !is_bracket || standings.iter().any(|one| one.tie_breaks.get(at).is_some_and(|value| value != "0"));
    let shown: Vec<bool> = (0..names.len()).map(is_shown).collect();
    for standing in &mut standings {
        let values = standing.tie_breaks.iter().zip(&names).zip(&shown).filter(|(_, is_shown)| **is_shown);
        standing.tie_breaks = values.map(|((value, name), _)| format!("{name} {value}")).collect();
    }
    standings
}
