//! Keeps matches between house bots in progress, for visitors to watch.

use std::time::Duration;

use futures_util::future::select_all;
use referee_games::{
    Game,
    rules::{OptionKind, Setting},
};
use referee_ids::PlayerId;
use referee_law::{Conduct, IllegalMovePolicy, LostSeatPolicy, Reason, Refusal, TimeControl};
use referee_store::RequestKey;
use tokio::time::sleep;

use crate::hall::{Hall, NewLuck, NewMatch, house};

/// Pause after a failure to open a match.
const PAUSE: Duration = Duration::from_secs(5);
/// Time control of the matches. It is so long that only a fault of the server could let a clock run
/// out.
const TIME_CONTROL: &str = "600+5";
/// Maximum settings of one game to show.
const MAX_SETTINGS: usize = 64;

/// Keeps `tables` matches between house bots in progress until the hall is closed. Matches that
/// were live before a restart count.
pub async fn demo(hall: Hall, tables: usize) {
    let shown = hall.games().games().iter().map(|game| (*game, settings(*game)));
    let programme: Vec<_> = shown.filter(|(_, settings)| !settings.is_empty()).collect();
    let mut number = 0;
    let mut refused = None;
    while !hall.inner.registry.is_closing() {
        let mut running = hall.inner.registry.tables();
        running.retain(|table| !table.has_ended() && table.opened().players.iter().all(house::is_house));
        if running.len() >= tables {
            if running.is_empty() {
                return;
            }
            let ends = running.iter().map(|table| Box::pin(table.ended()));
            select_all(ends).await;
            continue;
        }
        number += 1;
        let Some((game, settings)) = programme.get(number % programme.len().max(1)) else { return };
        let Some(setting) = settings.get(number / programme.len() % settings.len().max(1)) else { continue };
        match open(&hall, *game, setting, number).await {
            Ok(()) => refused = None,
            Err(refusal) => {
                // A lack of room may last, so each cause is logged only once.
                if refused.replace(refusal.reason) != Some(refusal.reason) {
                    tracing::warn!(%refusal, "a match of the house could not be opened");
                }
                sleep(PAUSE).await;
            }
        }
    }
}

async fn open(hall: &Hall, game: &'static dyn Game, setting: &Setting, number: usize) -> Result<(), Refusal> {
    let control = TimeControl::parse(TIME_CONTROL).map_err(|bad| Refusal::new(Reason::HostFault, bad.to_string()))?;
    let house: Vec<PlayerId> = house::players().collect();
    let seats = usize::from(setting.seats());
    let players: Vec<PlayerId> = house.iter().cycle().skip(number).take(seats).cloned().collect();
    let Some(host) = players.first().cloned() else { return Ok(()) };
    hall.create(NewMatch {
        game: game.facts().id,
        time_controls: vec![control; seats],
        setting: setting.clone(),
        players,
        illegal_move_policy: IllegalMovePolicy::Forfeit,
        lost_seat_policy: LostSeatPolicy::Substitute,
        luck: NewLuck::default(),
        conduct: Conduct::default(),
        graces: Default::default(),
        occasion: None,
        labels: Default::default(),
        opening: Default::default(),
        request: RequestKey { player: host, request_id: String::new(), content: [0; 32] },
        creator: None,
    })
    .await
    .map(drop)
}

/// Returns the settings of a game to show: each value of each choice, if the game accepts the
/// combination.
fn settings(game: &dyn Game) -> Vec<Setting> {
    let facts = game.facts();
    let choices = facts.options.iter().filter_map(|option| match &option.kind {
        OptionKind::Choice(words) => Some((option.name, *words)),
        _ => None,
    });
    let choices: Vec<(&str, &[&str])> = choices.collect();
    let combinations: usize = choices.iter().map(|(_, words)| words.len()).product();
    // The number of a combination, written with one digit per option, has its choices as digits.
    let combination = |number: usize| {
        let mut rest = number;
        let digits = choices.iter().filter_map(move |(name, words)| {
            let word = words.get(rest % words.len().max(1))?;
            rest /= words.len().max(1);
            Some((*name, *word))
        });
        facts.setting(0, digits).ok().filter(|setting| game.open(setting).is_ok())
    };
    (0..combinations).filter_map(combination).take(MAX_SETTINGS).collect()
}

#[cfg(test)]
mod tests {
    use super::settings;
    use referee_games::{GAMES, rules::OptionKind};

    #[test]
    fn every_game_is_shown_in_all_its_kinds_and_no_other() {
        for game in GAMES {
            let shown = settings(*game);
            assert!(!shown.is_empty(), "{}", game.facts().id);
            assert!(shown.iter().all(|setting| game.open(setting).is_ok()), "{}", game.facts().id);
            let kinds: std::collections::BTreeSet<_> = shown.iter().map(|setting| setting.options().clone()).collect();
            assert_eq!(kinds.len(), shown.len(), "{}: each once", game.facts().id);
            for option in game.facts().options {
                let OptionKind::Choice(words) = &option.kind else { continue };
                for word in *words {
                    assert!(kinds.iter().any(|kind| kind[option.name] == *word), "{}={word}", option.name);
                }
            }
        }
    }
}
