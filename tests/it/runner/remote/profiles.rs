//! Profiles: named servers and tokens.

use std::{fs, os::unix::fs::PermissionsExt as _, process::Command};

use crate::runner::{Place, Ran, remote::Served};

/// Returns a place whose profile file has this text and mode.
fn with_profiles(text: &str, mode: u32) -> Place {
    let place = Place::new();
    let path = place.path().join("config/referee/profiles.toml");
    fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
    fs::write(&path, text).expect("it can be written");
    fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("it is ours");
    place
}

fn command(place: &Place, words: &[&str]) -> Command {
    let mut command = place.command(words);
    command.env("XDG_CONFIG_HOME", place.path().join("config"));
    command
}

fn run(mut command: Command) -> Ran {
    Ran::of(command.output().expect("the binary starts"))
}

#[test]
fn a_profile_holds_the_server_and_the_token() {
    let place = Place::new();
    let served = Served::start(&place);
    let url = served.url.as_str();
    let token = place.register(url, "ann");
    let other = place.register(url, "bob");
    let text = format!("[home]\nurl = \"{url}\"\ntoken = \"{token}\"\n[nowhere]\nurl = \"http://127.0.0.1:1\"\n");
    let place = with_profiles(&text, 0o600);
    let create = ["match", "create", "kamisado", "--player", "house-random", "--player", "house-random", "--json"];
    let creator = |command: Command| {
        let ran = run(command);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        let listed = place.run(&["match", "list", "--url", url, "--json"]).out;
        let newest: serde_json::Value = serde_json::from_str(listed.lines().next().expect("one")).expect("JSON");
        newest["createdBy"].as_str().unwrap_or_default().to_owned()
    };

    let mut by_option = command(&place, &create);
    by_option.args(["--profile", "home"]);
    assert_eq!(creator(by_option), "ann");
    let mut by_variable = command(&place, &create);
    by_variable.env("REFEREE_PROFILE", "home");
    assert_eq!(creator(by_variable), "ann");
    let mut variable_first = command(&place, &create);
    variable_first.env("REFEREE_PROFILE", "home").env("REFEREE_TOKEN", &other);
    assert_eq!(creator(variable_first), "bob", "the environment weighs more than the profile");
    let mut option_first = command(&place, &create);
    option_first.args(["--profile", "nowhere", "--url", url, "--token", &token]).env("REFEREE_TOKEN", &other);
    assert_eq!(creator(option_first), "ann", "an option weighs more than both");

    let mut help = command(&place, &["match", "create", "--help"]);
    help.env("REFEREE_PROFILE", "home");
    let help = run(help);
    assert!(help.code == Some(0) && !help.out.contains(&token), "{}", help.out);
}

#[test]
fn a_profile_that_would_give_its_token_away_is_refused() {
    let text = "[home]\nurl = \"http://127.0.0.1:1\"\ntoken = \"secret\"\n";
    let list = ["match", "list", "--profile", "home"];
    let readable = run(command(&with_profiles(text, 0o644), &list));
    assert_eq!(readable.code, Some(2), "{}", readable.err);
    assert!(readable.err.contains("644") && readable.err.contains("profiles.toml"), "{}", readable.err);
    assert!(!readable.err.contains("secret"), "{}", readable.err);
}
