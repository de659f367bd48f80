//! The arguments `--engine cmd=./new name=new tc=10+0.1 option.Hash=64` and `--each tc=10+0.1`: see
//! [`super::engine_words`].

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
/// Maximum words for an engine.
const MAX_WORDS: usize = 100;

/// The words of every `--engine`, and of `--each`.
#[derive(Clone, Debug, Default)]
pub struct EngineArgs {
    /// The words of each engine, at least one.
    pub engines: Vec<Vec<String>>,
    /// Words for every engine that does not override them.
    pub each: Vec<String>,
}

impl FromArgMatches for EngineArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<EngineArgs, clap::Error> {
        let occurrences = |id: &str| -> Vec<Vec<String>> {
            let words = matches.get_occurrences::<String>(id).into_iter().flatten();
            words.map(|words| words.cloned().collect()).collect()
        };
        Ok(EngineArgs { engines: occurrences("engine"), each: occurrences("each").concat() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = EngineArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for EngineArgs {
    fn augment_args(command: Command) -> Command {
        let engine = Arg::new("engine")
            .short('e')
            .long("engine")
            .value_name("CMD|KEY=VALUE")
            .num_args(1..=MAX_WORDS)
            .action(ArgAction::Append)
            .required(true)
            .help(
                "Engine; repeat for each: its command, or KEY=VALUE words as in cutechess and fastchess: cmd, args, \
                 name, dir, tc, st, nodes, depth, lines, sandbox-read, option.NAME, limit.NAME, env.NAME",
            );
        let each = Arg::new("each")
            .long("each")
            .value_name("KEY=VALUE")
            .num_args(1..=MAX_WORDS)
            .action(ArgAction::Append)
            .help("Defaults for every engine: the words of --engine, except cmd and name");
        command.arg(engine).arg(each)
    }

    fn augment_args_for_update(command: Command) -> Command {
        EngineArgs::augment_args(command)
    }
}
