//! `referee tournament create`: open on a server the tournament that a file describes.

use std::{fs, num::NonZeroU16, path::PathBuf, process::ExitCode};

use anyhow::Context as _;
use clap::Args;
use tracing_subscriber::filter::LevelFilter;

use crate::{
    cli::{
        INTERRUPTED,
        logging::{self, Form},
        output::{answer, complain},
        sandbox::{choose, grant},
        server_matches::OfServer,
    },
    contest_entrants::{
        Engines, Tokens,
        args::{EngineArgs, PlayedBy, at_once, check_entrants},
    },
    interrupt::Interrupt,
    pb::v1,
    remote::{self, CallArgs, Calls},
    runner::{
        opening_args::told_set,
        tournament::{file::TournamentFile, report},
    },
    store::codec::contest::rules_message,
    tournament::Rules,
    transcript::{RATING_INTERVAL, contest::Printer},
};

const EXAMPLES: &str = "\
Examples:
  referee tournament create cup.toml              it begins at once, between the entrants of the file
  referee tournament create cup.toml --entries    open for entries; it begins with `referee tournament start`
  referee tournament create cup.toml --join       entrants with a `cmd` are played by engines of this machine, until it is over

The file is the same as for `run` (docs/tournaments.md), but that its entrants are players of the server and have a name alone, and that
`matches` has the options of `referee match create`. It prints the name of the tournament in ids, with --json its summary
(TournamentSummary). Asked again with the same file, it is the same tournament.

With `starts_at` in the file it is open for entries until then, and the time is printed on a second line.

With --join an entrant that has a `cmd` is played by that engine, as `referee join` would: by the token that the directory or a profile of its
name has, else as a player that is registered now. What happens is printed as `run` prints it, and the report is written at the end. The
same command after any end goes on where it was. An engine that fails again and again leaves the tournament.

Exit codes: 0 opened, or over with --join; 1 the server refused or was not reached, or an engine does not start; 2 the command line or the
file cannot be taken as it stands; 130 interrupted.";

/// Arguments of `referee tournament create`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CreateArgs {
    /// The server, who asks, and how the answer is printed.
    #[command(flatten)]
    call: CallArgs,
    /// The file that describes the tournament
    file: PathBuf,
    /// Leave it open for entries, in place of beginning at once
    #[arg(long)]
    entries: bool,
    /// Play the entrants that have a `cmd` with engines of this machine, until the tournament is over
    #[arg(long)]
    join: bool,
    /// How they play.
    #[command(flatten)]
    engines: EngineArgs,
}

/// Opens on a server the tournament that a file describes.
pub fn run(args: CreateArgs) -> anyhow::Result<ExitCode> {
    let file = TournamentFile::read(&args.file)?;
    let asked = asked(&args, &file)?;
    if args.join {
        return play(&args, &file, &asked);
    }
    args.engines.is_for_none()?;
    answer(&args.call, async |calls: Calls| calls.create_tournament(&asked).await)
}

fn asked(args: &CreateArgs, file: &TournamentFile) -> anyhow::Result<v1::CreateTournamentRequest> {
    check_entrants(file, if args.join { PlayedBy::PlayersAndEngines } else { PlayedBy::Players })?;
    let rules = if args.entries || file.starts_at.is_some() { file.rules_of_any()? } else { file.rules()? };
    file.warning(&rules).filter(|_| !args.entries).into_iter().for_each(complain);
    let rules = Rules { timetable: file.timetable()?, ..rules };
    let of = OfServer { path: &args.file, game: &file.game, openings: file.openings.as_ref() };
    let at_once = if args.join { at_once(file) } else { file.concurrency.map_or(0, NonZeroU16::get).into() };
    let matches = of.matches(&file.match_words()?, file.game_options()?, at_once)?;
    Ok(v1::CreateTournamentRequest {
        tournament: file.id().to_owned(),
        name: file.name.clone().unwrap_or_default(),
        rules: Some(rules_message(&rules)),
        matches: Some(matches),
        entrants: file.entrants.iter().map(|entrant| entrant.name.clone()).collect(),
        start: !args.entries && rules.timetable.starts_at_unix_ms.is_none(),
    })
}

/// Opens the tournament, unless it is there, and plays its entrants that have an engine until it is over.
fn play(args: &CreateArgs, file: &TournamentFile, asked: &v1::CreateTournamentRequest) -> anyhow::Result<ExitCode> {
    logging::start(Form::Text, LevelFilter::WARN, None)?;
    let CreateArgs { call, engines: of, .. } = args;
    let directory = of.directory(file.id());
    let tokens = Tokens::new(&directory, &call.server.url, &of.invite);
    let mut commands = of.commands(&args.file, file, choose(&of.limits.sandbox)?)?;
    grant(commands.iter_mut().map(|(_, command)| command), &[("the tokens of entrants", Some(tokens.path()))])?;
    remote::block_on(async {
        let mut interrupt = Interrupt::listen()?;
        let mut engines = tokio::select! {
            engines = Engines::start(call, of, file, &tokens, commands) => engines?,
            () = interrupt.first() => return Ok(ExitCode::from(INTERRUPTED)),
        };
        let mut printer = Printer::new(call.json, RATING_INTERVAL);
        let played = tokio::select! {
            biased;
            () = interrupt.first() => None,
            played = engines.play(call, asked, &mut printer) => Some(played),
        };
        engines.quit().await;
        let Some(played) = played else {
            complain("interrupted: the tournament goes on at the server, and the same command plays on in it");
            return Ok(ExitCode::from(INTERRUPTED));
        };
        let tournament = played?;
        let made = fs::create_dir_all(&directory).with_context(|| format!("failed to make {}", directory.display()));
        let told = asked.matches.as_ref();
        let numbers = tournament.encounters.iter().map(|one| one.opening);
        let openings = told.and_then(|told| told_set(&told.openings, told.shuffled, numbers));
        let about = report::About { openings, ..file.about() };
        let written = made.and_then(|()| report::write(&tournament, about, &directory));
        // The standings are shown even if they cannot be written.
        printer.end_tournament(&tournament, written.is_ok().then_some(&*directory))?;
        written?.iter().for_each(|reason| complain(format!("no TRF: {reason}")));
        Ok(ExitCode::SUCCESS)
    })
}
