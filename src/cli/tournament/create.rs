//! `referee tournament create`: create on a server the tournament that a file describes.

use std::{fs, path::PathBuf, process::ExitCode};

use anyhow::Context as _;
use clap::Args;
use tracing_subscriber::filter::LevelFilter;

use crate::{
    block_on,
    cli::{
        console::{
            exit_codes::INTERRUPTED,
            logging::{self, Form},
            output::{answer, complain},
        },
        online::server_matches::OfServer,
        sandbox::{choose, grant},
    },
    contest_entrants::{
        Engines, Tokens,
        args::{EngineArgs, PlayedBy, at_once, check_entrants},
    },
    interrupt::Interrupt,
    pb::v1,
    remote::{CallArgs, Calls},
    runner::{
        contest::ContestFile as _,
        options::opening_args::told_set,
        tournament::{file::TournamentFile, report},
    },
    store::codec::contest::rules_message,
    tournament::Rules,
    transcript::{RATING_INTERVAL, contest::Printer},
};

const EXAMPLES: &str = "\
Examples:
  referee tournament create cup.toml              start immediately, between the entrants of the file
  referee tournament create cup.toml --entries    open entries; `referee tournament start` starts it
  referee tournament create cup.toml --join       run the engines of entrants with a `cmd` here

The file has the format of `run` (docs/tournaments.md), except that its entrants are
players of the server and have only a name, and that `matches` takes the options of
`referee match create`. Prints the tournament's id or, with --json, its summary
(ContestSummary). Repeating the command with the same file is safe.

With `starts_at` in the file, entries are open until then; a second line shows the time.

With --join, this machine runs the engine of each entrant with a `cmd`, as `referee
join` would. The token comes from the directory, from a profile with the entrant's name,
or from a new registration. Progress is printed as by `run`, and the report is written
at the end. Run the same command again to resume. An engine that keeps failing leaves
the tournament.

Exit codes: 0 created, or finished with --join, 1 the server refused or could not be
reached, or an engine did not start, 2 usage error or invalid file, 130 interrupted.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CreateArgs {
    #[command(flatten)]
    call: CallArgs,
    /// Tournament file
    file: PathBuf,
    /// Leave entries open instead of starting immediately
    #[arg(long)]
    entries: bool,
    /// Run the engines of entrants with a `cmd` here until the end
    #[arg(long)]
    join: bool,
    #[command(flatten)]
    engines: EngineArgs,
}

/// Creates on a server the tournament that a file describes.
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
    let at_once = if args.join { Some(at_once(file)) } else { file.concurrency.map(|most| most.get().into()) };
    let matches = of.matches(&file.match_words()?, file.game_options()?, at_once)?;
    Ok(v1::CreateTournamentRequest {
        tournament_id: file.id().to_owned(),
        name: file.name.clone().unwrap_or_default(),
        rules: Some(rules_message(&rules)),
        matches: Some(matches),
        entrants: file.entrants.iter().map(|entrant| entrant.name.clone()).collect(),
        start: !args.entries && rules.timetable.starts_at_unix_ms.is_none(),
    })
}

/// Creates the tournament unless it exists, and plays its entrants with an engine until it is over.
fn play(args: &CreateArgs, file: &TournamentFile, asked: &v1::CreateTournamentRequest) -> anyhow::Result<ExitCode> {
    logging::start(Form::Text, LevelFilter::WARN, None)?;
    let CreateArgs { call, engines: of, .. } = args;
    let directory = of.directory(file.id());
    let tokens = Tokens::new(&directory, &call.server.url, &of.invite);
    let mut commands = of.commands(&args.file, file, choose(&of.limits.sandbox)?)?;
    grant(commands.iter_mut().map(|(_, command)| command), &[("the tokens of entrants", Some(tokens.path()))])?;
    block_on(async {
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
            complain("interrupted: the tournament continues on the server; run the same command to resume");
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
