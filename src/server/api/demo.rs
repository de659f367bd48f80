//! The demonstration runs contests besides matches: a ladder of house bots, and small tournaments
//! between them.

use std::time::Duration;

use referee_ids::PlayerId;
use referee_law::{Reason, Refusal};
use referee_proto::v1;
use referee_store::ContestRow;
use tokio::time::{sleep, timeout};

use super::convert;
use crate::{
    contest_server::AllContests,
    hall::{Hall, house},
};

/// Id of the ladder.
pub const LADDER: &str = "house";
/// Prefix of the tournaments' ids; a number from 1 follows.
const CUP: &str = "house-cup-";
/// Pause between two tournaments.
const BETWEEN_CUPS: Duration = Duration::from_secs(60);
/// Delay before a contest that could not be opened is tried again.
const AGAIN: Duration = Duration::from_secs(5);
/// Maximum time until the end of a tournament is noticed, if its event was missed.
const LOOK_AGAIN: Duration = Duration::from_secs(10);
/// Tournaments per page in the search for the newest cup.
const A_PAGE: usize = 50;
/// Time control of the matches. It is so long that only a fault of the server could let a clock run
/// out.
const TIME_CONTROL: &str = "600+5";

/// Opens the ladder, and one tournament after another, forever.
pub(super) async fn run(hall: Hall, contests: AllContests) {
    let Some(host) = house::players().next() else { return };
    while !is_done(open_ladder(&hall, &contests, &host).await) {
        sleep(AGAIN).await;
    }
    if games(&hall).next().is_none() {
        return;
    }
    let mut number = newest_cup(&contests).await.max(1);
    loop {
        while !is_done(open_cup(&hall, &contests, &host, number).await) {
            sleep(AGAIN).await;
        }
        if was_played(&contests, &format!("{CUP}{number}")).await {
            sleep(BETWEEN_CUPS).await;
        }
        number += 1;
    }
}

/// Returns the number of the newest cup that an earlier run opened; 0 if there is none.
async fn newest_cup(contests: &AllContests) -> u32 {
    let mut before = None;
    loop {
        let Ok(page) = contests.tournaments.list(before, A_PAGE).await else {
            sleep(AGAIN).await;
            before = None;
            continue;
        };
        let number = |row: &ContestRow| row.contest.name().strip_prefix(CUP)?.parse().ok();
        if let Some(newest) = page.iter().find_map(number) {
            return newest;
        }
        match page.last() {
            Some(last) if page.len() == A_PAGE => before = Some(last.contest.name().to_owned()),
            _ => return 0,
        }
    }
}

/// Returns whether opening a contest need not be repeated. A store may recover, but a taken name
/// stays taken.
fn is_done(opened: Result<(), Refusal>) -> bool {
    match opened {
        Err(refusal) if refusal.reason != Reason::NameTaken => {
            tracing::warn!(%refusal, "the demonstration could not be opened: retrying");
            false
        }
        _ => true,
    }
}

async fn open_ladder(hall: &Hall, contests: &AllContests, host: &PlayerId) -> Result<(), Refusal> {
    let category = |game: &'static str| v1::LadderCategorySetup {
        name: game.to_owned(),
        matches: Some(matches(game)),
        ..v1::LadderCategorySetup::default()
    };
    let entry =
        |player: PlayerId| v1::LadderEntry { player: player.to_string(), at_once: Some(2), ..Default::default() };
    let asked = v1::CreateLadderRequest {
        ladder_id: LADDER.to_owned(),
        name: "The house's ladder".to_owned(),
        categories: games(hall).map(category).collect(),
        entrants: house::players().map(entry).collect(),
        ..v1::CreateLadderRequest::default()
    };
    let new = convert::asked_ladder(hall, host, asked, house::players().collect())?;
    contests.ladders.create(new).await
}

async fn open_cup(hall: &Hall, contests: &AllContests, host: &PlayerId, number: u32) -> Result<(), Refusal> {
    let all: Vec<&str> = games(hall).collect();
    // Every cup has another game than the one before.
    let Some(game) = all.get(number as usize % all.len().max(1)) else { return Ok(()) };
    let rules = v1::TournamentRules {
        format: Some(v1::tournament_rules::Format::RoundRobin(v1::RoundRobinFormat { cycles: 1 })),
        seats: 2,
        matches_per_encounter: 2,
        points_for: v1::PointsFor::Games.into(),
        result_points: vec![1.0, 0.5, 0.0],
        bye_points: 2.0,
        tie_breaks: vec![v1::TieBreak { kind: v1::TieBreakKind::SonnebornBerger.into(), ..v1::TieBreak::default() }],
        replays: 3,
        provisional_ms: Some(0),
        ..v1::TournamentRules::default()
    };
    let asked = v1::CreateTournamentRequest {
        tournament_id: format!("{CUP}{number}"),
        name: format!("Cup {number} of the house"),
        rules: Some(rules),
        matches: Some(v1::TournamentMatches { at_once: Some(1), ..matches(game) }),
        entrants: house::players().map(|player| player.to_string()).collect(),
        start: true,
    };
    contests.tournaments.create(convert::asked_tournament(hall, host, asked)?).await
}

/// Returns the games that two players can play with default options.
fn games(hall: &Hall) -> impl Iterator<Item = &'static str> + use<> {
    let games = hall.games().facts();
    games.filter(|facts| facts.setting(0, []).is_ok_and(|setting| setting.seats() == 2)).map(|facts| facts.id)
}

fn matches(game: &str) -> v1::TournamentMatches {
    v1::TournamentMatches {
        game: game.to_owned(),
        rules: Some(v1::MatchRules { time_controls: vec![TIME_CONTROL.to_owned()], ..v1::MatchRules::default() }),
        ..v1::TournamentMatches::default()
    }
}

/// Waits until a tournament is over. Returns whether it was still running at first.
async fn was_played(contests: &AllContests, id: &str) -> bool {
    let mut was_played = false;
    while let Some(mut newest) = contests.tournaments.newest(id) {
        was_played = true;
        // If no event comes in time, the loop looks at the tournament itself.
        let _ = timeout(LOOK_AGAIN, newest.changed()).await;
    }
    was_played
}
