//! Something to see for whoever comes in: matches between the house's own players.

use std::time::Duration;

use futures_util::future::select_all;
use tokio::time::sleep;

use super::{Hall, NewLuck, NewMatch, house};
use crate::{
    games::{Game, rules::OptionKind},
    ids::PlayerId,
    referee::{Conduct, IllegalPolicy, LostSeats, Reason, Refusal, TimeControl},
    store::RequestKey,
};

/// How long to wait after a match could not be opened.
const PAUSE: Duration = Duration::from_secs(5);
/// What the house plays under: long enough that a flag is a fault of the server.
const TIME_CONTROL: &str = "600+5";

/// Keeps `tables` matches between the house's players running, so that somebody who comes in sees something alive. Those
/// that were live before a restart are among them. Goes on until the hall is closed.
pub async fn demo(hall: Hall, tables: usize) {
    let mut number = 0;
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
        if let Err(refusal) = open(&hall, number).await {
            tracing::warn!(%refusal, "a match of the house could not be opened");
            sleep(PAUSE).await;
        }
    }
}

async fn open(hall: &Hall, number: usize) -> Result<(), Refusal> {
    let games = hall.games().games();
    let Some(game) = games.get(number % games.len().max(1)) else { return Ok(()) };
    let options = options(*game, number / games.len().max(1));
    let options = options.iter().map(|(name, value)| (*name, value.as_str()));
    let fault = |text: String| Refusal::new(Reason::HostFault, text);
    let setting = game.facts().setting(0, options).map_err(|bad| fault(bad.to_string()))?;
    let control = TimeControl::parse(TIME_CONTROL).map_err(|bad| fault(bad.to_string()))?;
    let house: Vec<PlayerId> = house::players().collect();
    let seats = usize::from(setting.seats());
    let players: Vec<PlayerId> = house.iter().cycle().skip(number).take(seats).cloned().collect();
    let Some(host) = players.first().cloned() else { return Ok(()) };
    hall.create(NewMatch {
        game: game.facts().id,
        time_controls: vec![control; seats],
        setting,
        players,
        illegal: IllegalPolicy::Forfeit,
        lost_seats: LostSeats::Substitute,
        luck: NewLuck::default(),
        conduct: Conduct::default(),
        request: RequestKey { player: host, request_id: String::new(), content: [0; 32] },
    })
    .await
    .map(drop)
}

/// Each option that is a choice takes its values in turn, so that all of a game is to be seen.
fn options(game: &dyn Game, turn: usize) -> Vec<(&'static str, String)> {
    let choices = game.facts().options.iter().filter_map(|option| match &option.kind {
        OptionKind::Choice(words) => Some((option.name, (*words.get(turn % words.len().max(1))?).to_owned())),
        _ => None,
    });
    choices.collect()
}
