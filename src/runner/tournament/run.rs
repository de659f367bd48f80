//! Plays a tournament of local engines to its end, from any state.

use std::future::Future;

use super::{file::TournamentFile, report};
use crate::{
    contest::{MAX_MATCH_SETUP, NewContest},
    contest_steward::Observer,
    hall::wall_clock::unix_ms,
    law::Seed,
    openings::{Openings, Order},
    report::TrfError,
    runner::{
        contest::{ContestFile as _, Local, carry_through, setup_text},
        options::engine_words::BadWords,
    },
    tournament::{
        Command, Rules, Tournament, TournamentEvent, TournamentOpened, check_opening,
        rules::{Deals, Release},
    },
};

/// Plays a tournament to its end, or until `interrupted` is done; the next call resumes it. Returns
/// the tournament and the outcome of its reports: why there is no TRF, or why they cannot be
/// written.
pub async fn run(
    local: Local<TournamentFile>,
    observer: &mut dyn Observer<Tournament>,
    interrupted: impl Future<Output = ()>,
) -> anyhow::Result<(Tournament, anyhow::Result<Option<TrfError>>)> {
    let opened = opened(&local.file, local.openings.as_ref(), local.plan.game.facts().chance)?;
    let first = first_events(opened, &local.file)?;
    let (openings, display_names, directory) = (local.set(), local.display_names.clone(), local.directory.clone());
    let (tournament, _, file) = carry_through::<Tournament, _>(local, &first, observer, interrupted).await?;
    let about = report::About { openings, display_names, ..file.about() };
    let written = report::write(&tournament, about, &directory);
    Ok((tournament, written))
}

/// Returns the opening of a tournament from its file. The deals follow from the seed in the file,
/// so they can be repeated.
fn opened(
    file: &TournamentFile,
    openings: Option<&(Openings, Order)>,
    has_chance: bool,
) -> anyhow::Result<TournamentOpened> {
    let match_setup = setup_text(file.arguments()?, openings, MAX_MATCH_SETUP);
    let rules = file.rules()?;
    // Engines restart for each match, so no engine remembers the deals of another match.
    let deals = match file.deals.map(Deals::from) {
        Some(Deals::Shared) if !has_chance => {
            let text = format!("deals is `shared`, expected `own` or none: {} has no element of chance", file.game);
            return Err(BadWords::new(text).into());
        }
        Some(deals) => deals,
        None if has_chance => Deals::Shared,
        None => Deals::Own,
    };
    let rules = Rules { deals, ..rules };
    if rules.release == Release::ByHost {
        return Err(BadWords::new("release is `by-host`, expected `at-once` for local engines").into());
    }
    if file.starts_at.is_some() || file.check_in.is_some_and(|minutes| minutes > 0) {
        let text = "unexpected starts_at or check_in: local engines start at once";
        return Err(BadWords::new(text).into());
    }
    let name = file.name.clone().unwrap_or_default();
    let deal_seed = *Seed::new([0; 32]).derived(&format!("referee tournament, seed {}", file.seed)).bytes();
    let opened = TournamentOpened { name, opened_unix_ms: unix_ms(), rules, match_setup, deal_seed };
    check_opening(&opened).map_err(|bad| BadWords::new(bad.to_string()))?;
    Ok(opened)
}

/// Returns the initial events of a tournament from its file.
fn first_events(opened: TournamentOpened, file: &TournamentFile) -> Result<Vec<TournamentEvent>, BadWords> {
    let mut new =
        NewContest::<Tournament>::open(opened).ok_or_else(|| BadWords::new("invalid rules of the tournament"))?;
    let entries = file.entrants.iter().map(|entrant| Command::Enter(entrant.name.clone()));
    for command in entries.chain([Command::Start { absent: Vec::new() }]) {
        new.take(&command).map_err(|no| BadWords::new(no.to_string()))?;
    }
    Ok(new.events)
}
