//! Reports the progress of a tournament or ladder to its host: absent entrants, missing consents,
//! open matches, and finished ones.

use std::collections::BTreeSet;

use crate::api::{
    auth,
    context::ServiceContext,
    convert::{About, MAX_LISTED},
};
use referee_contests::contest::{MATCH_LABEL, Progress};
use referee_ids::PlayerId;
use referee_law::{Contest, Phase, Refusal};
use referee_proto::v1;

use crate::{
    contest_server::comes_until_unix_ms,
    hall::{table::Summary, wall_clock::unix_ms},
};

impl ServiceContext {
    pub(in crate::api) async fn contest_progress(&self, about: About) -> Result<v1::ContestProgress, Refusal> {
        let mut report = v1::ContestProgress::default();
        report.waiting.clone_from(&about.waiting);
        if about.shows_matches {
            report.matches_played = Some(about.progress.done);
            report.matches_in_all = about.progress.in_all;
            report.is_at_least = about.progress.is_least;
        }
        if about.is_over {
            return Ok(report);
        }
        // Once the results are provisional, no entrant is awaited.
        if !about.is_played_out {
            match expected_end(&about) {
                Ok(left_ms) => report.ends_about_unix_ms = Some(unix_ms().saturating_add(left_ms)),
                Err(unknown) => report.end_unknown = unknown.to_owned(),
            }
            report.not_connected = self.absent(&about.entrants);
            report.not_agreed = self.not_agreed(&about).await?;
        }
        if about.shows_matches {
            let open = self.hall().live_in(&about.contest, MAX_LISTED).await;
            report.open = open.iter().map(|summary| self.open_match(summary)).collect();
            self.name_open_matches(&mut report.open).await;
        }
        Ok(report)
    }

    fn absent(&self, entrants: &[PlayerId]) -> Vec<v1::AbsentEntrant> {
        let lobby = self.hall().lobby();
        let absent = entrants.iter().filter(|player| !lobby.is_online(player)).take(MAX_LISTED);
        let since = |player: &PlayerId| {
            Some(unix_ms().saturating_sub(i64::try_from(lobby.away_for(player)?.as_millis()).ok()?))
        };
        let entry = |player: &PlayerId| v1::AbsentEntrant { player: player.to_string(), since_unix_ms: since(player) };
        absent.map(entry).collect()
    }

    /// Returns the entrants that have neither entered nor declared an accept policy.
    async fn not_agreed(&self, about: &About) -> Result<Vec<v1::UnagreedEntrant>, Refusal> {
        let mut entered = BTreeSet::new();
        let mut after = None;
        loop {
            let page = self.consents().entrants(&about.contest, after, MAX_LISTED).await.map_err(auth::store_fault)?;
            after = page.last().cloned();
            let is_last = page.len() < MAX_LISTED;
            entered.extend(page);
            if is_last {
                break;
            }
        }
        let mut not_agreed = Vec::new();
        for player in about.entrants.iter().filter(|player| !entered.contains(*player)) {
            if self.hall().accept_policy(player).await?.is_none() {
                let advice = advice(&about.contest, player);
                not_agreed.push(v1::UnagreedEntrant { player: player.to_string(), advice });
            }
            if not_agreed.len() == MAX_LISTED {
                break;
            }
        }
        Ok(not_agreed)
    }

    fn open_match(&self, summary: &Summary) -> v1::OpenMatch {
        let (opened, lobby) = (&summary.opened, self.hall().lobby());
        let away: Vec<&PlayerId> = opened.players.iter().filter(|player| !lobby.is_online(player)).collect();
        let is_unseated = |player: &&PlayerId| !lobby.is_seated(player, &opened.match_id);
        let (waits_for, reason) = match (away.is_empty(), summary.phase) {
            (false, _) => (away, "not connected"),
            (true, Phase::Waiting) => {
                (opened.players.iter().filter(is_unseated).collect(), "the number of matches is open")
            }
            (true, _) => (Vec::new(), ""),
        };
        let is_to_start = summary.phase == Phase::Waiting && !waits_for.is_empty();
        v1::OpenMatch {
            match_key: opened.labels.get(MATCH_LABEL).cloned().unwrap_or_default(),
            match_id: opened.match_id.to_string(),
            players: opened.players.iter().map(ToString::to_string).collect(),
            reason: if waits_for.is_empty() { String::new() } else { reason.to_owned() },
            waits_for: waits_for.into_iter().map(ToString::to_string).collect(),
            since_unix_ms: is_to_start.then_some(opened.opened_unix_ms),
            until_unix_ms: is_to_start.then(|| comes_until_unix_ms(opened)),
            display_names: Vec::new(),
        }
    }
}

/// Estimates the remaining time in milliseconds. The error is the reason why it is unknown.
fn expected_end(about: &About) -> Result<i64, &'static str> {
    let Progress { done, in_all, mean_ms, .. } = about.progress;
    if !about.shows_matches {
        return Err("results are held back");
    }
    if !about.is_running {
        return Err("not running");
    }
    let in_all = in_all.ok_or("no fixed number of matches")?;
    let mean_ms = mean_ms.ok_or("no finished match yet")?;
    let left = in_all.saturating_sub(done).div_ceil(about.at_once.max(1));
    Ok(i64::try_from(left.saturating_mul(mean_ms)).unwrap_or(i64::MAX))
}

/// Suggests how the host can deal with an entrant that has not agreed.
fn advice(contest: &Contest, player: &PlayerId) -> String {
    let (kind, name) = (contest.kind(), contest.name());
    format!(
        "{player} has not entered: ask it to run `referee {kind} enter {name}`, or remove it with `referee {kind} \
         withdraw {name} --player {player} --reason TEXT`"
    )
}
