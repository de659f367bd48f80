//! Plays a tournament of local engines to its end, from wherever it stands.

use std::{
    future::Future,
    path::{Path, PathBuf},
};

use anyhow::Context as _;

use super::{file::TournamentFile, report};
use crate::{
    contest::MAX_MATCH_SETUP,
    contest_steward::Observer,
    hall::wall_clock::unix_ms,
    ids::Seq,
    openings::{Openings, Order},
    referee::Seed,
    report::TrfError,
    runner::{
        contest::{Local, began_otherwise, carry_through, changed_rules, changed_setup, setup_text},
        engine_words::BadWords,
        plan::Plan,
    },
    store::codec::contest::rules_message,
    tournament::{
        Fact, Rules, Tournament, TournamentEvent, TournamentOpened, check_opening,
        rules::{Deals, Release},
    },
};

/// A tournament that is to be played.
pub struct LocalTournament {
    /// As its file describes it.
    pub file: TournamentFile,
    /// Its engines, and how their matches are played.
    pub plan: Plan,
    /// Where its matches begin; none where they begin as the game does.
    pub openings: Option<(Openings, Order)>,
    /// Where everything of it is kept.
    pub directory: PathBuf,
}

/// Plays a tournament to its end, or until `interrupted` is done: then it goes on with the next call. Gives it, and whether its
/// reports were written: why they have no TRF, or why they cannot be written.
pub async fn run(
    local: LocalTournament,
    observer: &mut dyn Observer<Tournament>,
    interrupted: impl Future<Output = ()>,
) -> anyhow::Result<(Tournament, anyhow::Result<Option<TrfError>>)> {
    let LocalTournament { file, plan, openings, directory } = local;
    let opened = opened(&file, openings.as_ref(), plan.game.facts().chance)?;
    let first = first_events(opened.clone(), &file)?;
    let check = |tournament: &Tournament| check_same(tournament, &opened, &file, &directory);
    let set = openings.as_ref().map(|(openings, order)| (openings.list().len(), *order));
    let local = Local { id: file.id(), first, plan, openings, directory: directory.clone() };
    let (tournament, _) = carry_through(local, check, observer, interrupted).await?;
    let written = report::write(&tournament, report::About { openings: set, ..file.about() }, &directory);
    Ok((tournament, written))
}

/// How the tournament of a file is opened. The deals follow from the number in the file, so that they can be dealt again.
fn opened(
    file: &TournamentFile,
    openings: Option<&(Openings, Order)>,
    has_chance: bool,
) -> anyhow::Result<TournamentOpened> {
    let match_setup = setup_text(file.arguments()?, openings, MAX_MATCH_SETUP);
    let rules = file.rules()?;
    // Engines start each match anew: none remembers what another match has shown of its deals.
    let deals = match file.deals.map(Deals::from) {
        Some(Deals::Shared) if !has_chance => {
            let text = format!("deals is `shared`, expected `own` or none: {} has no chance", file.game);
            return Err(BadWords::new(text).into());
        }
        Some(deals) => deals,
        None if has_chance => Deals::Shared,
        None => Deals::Own,
    };
    let rules = Rules { deals, ..rules };
    if rules.release == Release::ByHost {
        return Err(BadWords::new("release is `by-host`, expected at-once without a server").into());
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

/// The events with which the tournament of a file begins.
fn first_events(opened: TournamentOpened, file: &TournamentFile) -> anyhow::Result<Vec<TournamentEvent>> {
    let entered = file.entrants.iter().map(|entrant| Fact::EntrantEntered(entrant.name.clone()));
    let facts = std::iter::once(Fact::Opened(Box::new(opened))).chain(entered).chain([Fact::Started]);
    let first: Vec<TournamentEvent> =
        (1..).zip(facts).map(|(seq, fact)| TournamentEvent { seq: Seq(seq), at_ms: 0, fact }).collect();
    Tournament::replay(&first).context("the tournament cannot start with these entrants")?;
    Ok(first)
}

/// A tournament goes on only as it began.
fn check_same(
    tournament: &Tournament,
    opened: &TournamentOpened,
    file: &TournamentFile,
    directory: &Path,
) -> Result<(), BadWords> {
    let names = |tournament: &Tournament| -> Vec<String> {
        tournament.entrants.iter().map(|entrant| entrant.name.clone()).collect()
    };
    let before = &tournament.opened;
    let differs = if before.rules != opened.rules {
        &changed_rules(&rules_message(&before.rules), &rules_message(&opened.rules))
    } else if before.match_setup != opened.match_setup {
        &changed_setup(&before.match_setup, &opened.match_setup)
    } else if before.deal_seed != opened.deal_seed {
        "its seed"
    } else if names(tournament) != file.entrants.iter().map(|one| one.name.clone()).collect::<Vec<_>>() {
        "its entrants"
    } else if before.name != opened.name {
        "its name"
    } else {
        return Ok(());
    };
    Err(began_otherwise("tournament", directory, differs))
}
