//! Calls of `LadderService`: the ladders that a server runs.

use std::{io::Write as _, path::Path};

use anyhow::Context as _;
use referee_client::{Client, NextEvent, pb, pb::LadderRatedBy};

use super::Calls;
use crate::{
    contest_steward::Observer,
    ladder::{Ladder, Results},
    remote::{
        lists::{InPoints, lines},
        rated_ladder::{RatedLadder, Reading},
    },
    replaced_file::ReplacedFile,
    runner::{
        ladder::report as ladder_report,
        options::opening_args::{OpeningSet, told_set},
    },
    stats::{Weight, counted, decimals, signed_decimals, weight},
    store::seal::PublicKey,
    transcript::text::one_line,
};

/// Entrants per request.
const ENTRANTS_A_PAGE: u32 = 200;

impl Calls {
    /// Creates a ladder; returns its id.
    pub async fn create_ladder(&self, asked: &pb::CreateLadderRequest) -> anyhow::Result<Vec<String>> {
        let call = async |client: Client| Ok(client.ladders().create_ladder(asked.clone()).await?);
        let summary = self.unary("create the ladder", call).await?.summary.unwrap_or_default();
        self.shown(&summary, &asked.ladder_id)
    }

    /// Returns the state of a ladder: its rules, its entrants, and the waiting matches.
    pub async fn ladder(&self, ladder: String) -> anyhow::Result<Vec<String>> {
        let mut seen = pb::GetLadderResponse::default();
        loop {
            let page_token = std::mem::take(&mut seen.next_page_token);
            let asked =
                pb::GetLadderRequest { ladder_id: ladder.clone(), page_size: Some(ENTRANTS_A_PAGE), page_token };
            let call = async |client: Client| Ok(client.ladders().get_ladder(asked).await?);
            let page = self.unary("get the ladder", call).await?;
            let (before, progress) = (std::mem::take(&mut seen.entrants), seen.progress.take());
            seen = page;
            seen.entrants.splice(0..0, before);
            seen.progress = progress.or(seen.progress);
            if seen.next_page_token.is_empty() {
                break;
            }
        }
        if self.json {
            return self.shown(&seen, "");
        }
        let mut lines = self.list(seen.summary.as_slice())?;
        let summary = seen.summary.unwrap_or_default();
        let states =
            [("paused", &summary.pause_reason), ("no entries", &summary.freeze_reason), ("over", &summary.end_reason)];
        for (what, why) in states.into_iter().filter(|(_, why)| !why.is_empty()) {
            lines.push(format!("{what}: {}", one_line(why)));
        }
        if !seen.entrants.is_empty() {
            lines.push(String::new());
            lines.extend(self.list(&seen.entrants)?);
        }
        lines.extend(self.progress(&seen.progress.clone().unwrap_or_default())?);
        Ok(lines)
    }

    /// Returns the published ratings of a category of a ladder.
    pub async fn ladder_ratings(&self, ladder: String, category: String) -> anyhow::Result<Vec<String>> {
        let call = async |client: Client| client.ladder_ratings(&ladder, &category).await;
        let published = self.call("get the ratings", call).await?;
        if self.json {
            return self.shown(&published, "");
        }
        anyhow::ensure!(published.unrated.is_empty(), "{} has no ratings: {}", published.category, published.unrated);
        let by_points = published.points_model.is_some();
        let mut lines = match by_points {
            true => lines(&published.ratings.iter().cloned().map(InPoints).collect::<Vec<_>>(), false)?,
            false => self.list(&published.ratings)?,
        };
        for (seat, effect) in published.seat_effects.iter().enumerate() {
            let error = (effect.high - effect.low) / 2.0;
            lines.push(match effect.points {
                Some(points) => {
                    format!("seat {seat}: {} +- {} points a deal", signed_decimals(points, 3), decimals(error, 3))
                }
                None => format!("seat {seat}: {} +- {} Elo", signed_decimals(effect.elo, 1), decimals(error, 1)),
            });
        }
        if let Some(pb::LadderPointsModel { residual_sd, .. }) = published.points_model {
            lines.push(format!("standard deviation of a seat's points in a deal: {} points", decimals(residual_sd, 2)));
        }
        let different = published.matches.saturating_sub(published.repeats);
        lines.extend(weight::warning(Weight { different, all: published.matches }));
        if let Some(pb::LadderDrawModel { nu, between_equals, .. }) = published.draws {
            lines.push(format!(
                "equal entrants draw {} % of their matches (nu {})",
                decimals(100.0 * between_equals, 1),
                decimals(nu, 3)
            ));
        }
        let matches = counted(published.matches, ["match", "matches"]);
        lines.push(format!("{matches} of {}, to event {}", published.category, published.seq));
        lines.extend(self.components(&published.components)?);
        Ok(lines)
    }

    /// Describes the components of comparable entrants: one line for a single component, else a
    /// table.
    fn components(&self, components: &[pb::LadderComponent]) -> anyhow::Result<Vec<String>> {
        if let [all] = components {
            return Ok(vec![format!("matches connect all {} entrants", all.players.len())]);
        }
        let mut lines = vec![
            String::new(),
            "entrants of different components cannot be compared, unless both are \
                anchored:"
                .to_owned(),
        ];
        lines.extend(self.list(components)?);
        Ok(lines)
    }

    /// Compares two entrants in a category of a ladder.
    pub async fn compare_ladder_entrants(
        &self,
        asked: pb::CompareLadderEntrantsRequest,
    ) -> anyhow::Result<Vec<String>> {
        let names = format!("{} - {}", one_line(&asked.first), one_line(&asked.second));
        let call = async |client: Client| Ok(client.ladders().compare_ladder_entrants(asked).await?);
        let found = self.unary("compare the entrants", call).await?;
        let all = [found.difference, found.low, found.high];
        let ([difference, low, high], unit) = match found.rated_by() {
            LadderRatedBy::Points => (all.map(|points| signed_decimals(points, 3)), "points a deal"),
            _ => (all.map(|elo| signed_decimals(elo, 1)), "Elo"),
        };
        let mut text = format!("{names}: {difference} {unit}, 95 % from {low} to {high}");
        if let (Some(score), Some(los)) = (found.expected_score, found.los) {
            let [score, los] = [score, los].map(|part| decimals(100.0 * part, 1));
            text += &format!("; expected score {score} %, likelihood of superiority {los} %");
        }
        self.shown(&found, &text)
    }

    /// Lists the signals in a category of a ladder that need a host's attention.
    pub async fn ladder_signals(&self, ladder: String, category: String) -> anyhow::Result<Vec<String>> {
        let asked = pb::ListLadderSignalsRequest { ladder_id: ladder, category };
        let call = async |client: Client| Ok(client.ladders().list_ladder_signals(asked).await?);
        self.list(&self.unary("list signals", call).await?.signals)
    }

    /// Returns the result of a player in a ladder: a line for each category with a rating.
    pub async fn ladder_result(&self, ladder: &str, player: &str) -> anyhow::Result<Vec<String>> {
        let asked =
            pb::GetLadderRequest { ladder_id: ladder.to_owned(), page_size: Some(1), page_token: String::new() };
        let call = async |client: Client| Ok(client.ladders().get_ladder(asked).await?);
        let seen = self.unary("get the ladder", call).await?;
        let mut lines = Vec::new();
        for category in seen.categories {
            let call = async |client: Client| client.ladder_ratings(ladder, &category.name).await;
            let published = self.call("get the ratings", call).await?;
            if let Some(own) = published.ratings.iter().find(|one| one.player == player) {
                let (rank, of) = (own.rank, published.ratings.len());
                let matches = counted(own.matches, ["match", "matches"]);
                let name = &category.name;
                lines.push(format!("{ladder}, {name}: {player} is number {rank} of {of}, by {matches}"));
            }
        }
        if lines.is_empty() {
            lines.push(format!("{ladder}: it closed without a rating of {player}"));
        }
        Ok(lines)
    }

    /// Follows a ladder to its end.
    pub async fn watch_ladder(&self, ladder: &str, observer: &mut dyn Observer<Ladder>) -> anyhow::Result<()> {
        self.follow(self.client.watch_ladder(ladder, 0), observer, NextEvent::Over).await.map(drop)
    }

    /// Fetches the present record of a ladder, and returns the results behind its ratings. With a
    /// `key`, rejects everything that this key has not signed.
    pub async fn rated_ladder(&self, ladder: &str, key: Option<&PublicKey>) -> anyhow::Result<RatedLadder> {
        let mut reading = Reading::default();
        self.ladder_record(ladder, |part| reading.take(part)).await?;
        reading.end(ladder, key).with_context(|| format!("invalid record from {}", self.url))
    }

    /// Writes the present record of a ladder to a file, which is replaced once the record is
    /// complete. If `report` is a directory, writes the reports there.
    pub async fn export_ladder(&self, ladder: &str, path: &Path, report: Option<&Path>) -> anyhow::Result<Vec<String>> {
        let failed = || format!("failed to write {}", path.display());
        let (mut file, mut reading) = (ReplacedFile::create(path).with_context(failed)?, Reading::default());
        let each = |part: &str| {
            file.write_all(part.as_bytes()).with_context(failed)?;
            reading.take(part)
        };
        self.ladder_record(ladder, each).await?;
        let whole = reading.end(ladder, None);
        let rated = whole.with_context(|| format!("invalid record from {}", self.url))?;
        file.finish().with_context(failed)?;
        let mut lines = self.value("file", path.display().to_string())?;
        if let Some(directory) = report {
            let sets = self.told_sets(ladder, &rated.results).await?;
            ladder_report::write(&rated.results, ladder, directory, &sets)?;
            lines.extend(self.value("directory", directory.display().to_string())?);
        }
        Ok(lines)
    }

    /// Returns the opening sets of a ladder's categories; `None` for a set that the server
    /// withholds.
    async fn told_sets(&self, ladder: &str, results: &Results) -> anyhow::Result<Vec<Option<OpeningSet>>> {
        let asked =
            pb::GetLadderRequest { ladder_id: ladder.to_owned(), page_size: Some(1), page_token: String::new() };
        let call = async |client: Client| Ok(client.ladders().get_ladder(asked).await?);
        let seen = self.unary("get the ladder", call).await?;
        let set = |(category, setup): (u16, pb::LadderCategorySetup)| {
            let told = setup.matches?;
            told_set(&told.openings, told.shuffled, results.openings(category).into_values())
        };
        Ok((0..).zip(seen.categories).map(set).collect())
    }

    /// Passes each part of a ladder's record, in whole lines, to `each`.
    async fn ladder_record(
        &self,
        ladder: &str,
        mut each: impl FnMut(&str) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut parts = self.call("fetch the record", async |client| client.ladder_record(ladder).await).await?;
        loop {
            let part = parts.message().await.map_err(referee_client::Error::from);
            let Some(part) = part.with_context(|| self.failed("fetch the record"))? else { return Ok(()) };
            each(&part.record)?;
        }
    }
}
