//! Parses the command line with a profile's values as defaults. An option takes precedence over the
//! environment, and the environment over the profile.

use std::ffi::OsString;

use clap::{ArgMatches, Command, parser::ValueSource};

use crate::cli::usage::Usage;
use referee_client::profiles::{self, Profile};

/// Reads a command line of this program. Exits if it asks for help or is invalid.
pub fn parse(program: &Command, arguments: &[OsString]) -> Result<ArgMatches, Usage> {
    let mut matches = program.clone().get_matches_from(arguments);
    let name = asked(&matches).and_then(|of| of.get_one::<String>("profile").cloned());
    if let Some(name) = name {
        let profile = profiles::load(&name).map_err(|bad| Usage::new(format!("--profile `{name}`: {bad}")))?;
        matches = with_defaults(program.clone(), &profile).get_matches_from(arguments);
        check_token(&matches, &name, &profile)?;
    }
    Ok(matches)
}

/// Returns the arguments of the requested command, if it has profiles.
fn asked(matches: &ArgMatches) -> Option<&ArgMatches> {
    let mut of = matches;
    while let Some((_, below)) = of.subcommand() {
        of = below;
    }
    of.try_contains_id("profile").unwrap_or(false).then_some(of)
}

/// Returns the commands with the profile's values as defaults. The values live as long as this
/// program.
fn with_defaults(command: Command, profile: &Profile) -> Command {
    let has_profiles = command.get_arguments().any(|arg| arg.get_id() == "profile");
    let command = command.mut_args(|arg| match (arg.get_id().as_str(), &profile.token) {
        ("url", _) if has_profiles => arg.default_value(&*profile.url.clone().leak()),
        ("token", Some(token)) if has_profiles => arg.default_value(&*token.clone().leak()).hide_default_value(true),
        _ => arg,
    });
    command.mut_subcommands(|below| with_defaults(below, profile))
}

/// Rejects sending a profile's token to a server other than the profile's.
fn check_token(matches: &ArgMatches, name: &str, profile: &Profile) -> Result<(), Usage> {
    let Some(of) = asked(matches) else { return Ok(()) };
    let is_default = |id| of.try_contains_id(id).is_ok() && of.value_source(id) == Some(ValueSource::DefaultValue);
    let (url, own) = (of.get_one::<String>("url"), &profile.url);
    if profile.token.is_some() && is_default("token") && url.is_none_or(|url| !profile.is_for(url)) {
        let text = format!(
            "the profile's token is for {own}, but --url or REFEREE_URL names another server: give --token for that \
             server"
        );
        return Err(Usage::new(format!("--profile `{name}`: {text}")));
    }
    Ok(())
}
