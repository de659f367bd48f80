//! The configuration file of a server: valid and invalid settings, and their precedence.

use std::{collections::BTreeSet, fs, path::Path, process::Stdio};

use clap::CommandFactory as _;
use referee::cli::Cli;
use tokio::process::Command;

use super::host::{Server, failed};

fn referee(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    command.args(words).env("RUST_LOG", "error").stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true);
    for variable in ["REFEREE_LISTEN", "REFEREE_DATA", "REFEREE_CONFIG"] {
        command.env_remove(variable);
    }
    command
}

async fn printed(command: &mut Command) -> String {
    let output = command.output().await.expect("the binary is built");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn written(directory: &Path, text: &str) -> String {
    let path = directory.join("referee.toml");
    fs::write(&path, text).expect("it can be written");
    path.to_str().expect("UTF-8").to_owned()
}

/// Returns the key and value of each line that sets an option.
fn set(text: &str) -> Vec<(&str, &str)> {
    text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = ")).collect()
}

#[tokio::test]
async fn no_option_of_serve_is_missing_in_the_file() {
    let program = Cli::command();
    let serve = program.find_subcommand("serve").expect("it is a command");
    let options: BTreeSet<&str> = serve.get_arguments().filter_map(clap::Arg::get_long).collect();
    let text = printed(&mut referee(&["config", "print"])).await;
    let keys = text.lines().filter_map(|line| line.trim_start_matches("# ").split_once(" = ")).map(|(key, _)| key);
    let keys: BTreeSet<&str> = keys.collect();
    let expected: BTreeSet<&str> = options.into_iter().filter(|name| !["config", "help"].contains(name)).collect();
    assert_eq!(keys, expected);
    assert!(expected.len() > 25, "{expected:?}");
    // Each option has a comment with its source.
    assert_eq!(
        text.matches("# from: the default").count() + text.matches("# not set").count(),
        expected.len(),
        "{text}"
    );
    for (at, line) in text.lines().enumerate().filter(|(_, line)| line.contains(" = ") && !line.starts_with("# not")) {
        let before: Vec<&str> = text.lines().take(at).collect();
        assert!(before.len() >= 2 && before[before.len() - 2].starts_with("# "), "{line}");
    }
}

#[tokio::test]
async fn a_printed_configuration_reads_back_the_same() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = written(
        directory.path(),
        "listen = \"127.0.0.1:0\"\nmemory = true\nmax-plies = 77\nhouse-pace = 0.5\n\
         allow-origin = [\"https://a.example\", \"https://b.example\"]\n",
    );
    let first = printed(&mut referee(&["config", "print", "--config", &file, "--max-plies", "66", "--demo"])).await;
    for expected in [
        format!("# from: {file}:1\nlisten = \"127.0.0.1:0\"\n"),
        "# from: --max-plies\nmax-plies = 66\n".to_owned(),
        "# from: --demo\ndemo = true\n".to_owned(),
        format!("# from: {file}:4\nhouse-pace = 0.5\n"),
        format!("# from: {file}:5\nallow-origin = [\"https://a.example\", \"https://b.example\"]\n"),
        "# not set\n# tls-cert = \"\"\n".to_owned(),
    ] {
        assert!(first.contains(&expected), "{expected} in\n{first}");
    }
    let again = written(directory.path(), &first);
    let second = printed(&mut referee(&["config", "print", "--config", &again])).await;
    assert_eq!(set(&first), set(&second));
    printed(&mut referee(&["config", "check", &again])).await;
}

#[tokio::test]
async fn environment_and_command_line_override_the_configuration_file() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = written(directory.path(), "listen = \"127.0.0.9:0\"\nmemory = true\n");
    let server = Server::spawn(referee(&["serve", "--config", &file])).await;
    assert_eq!(server.address.ip().to_string(), "127.0.0.9");
    let mut by_environment = referee(&["serve"]);
    by_environment.env("REFEREE_CONFIG", &file).env("REFEREE_LISTEN", "127.0.0.8:0");
    assert_eq!(Server::spawn(by_environment).await.address.ip().to_string(), "127.0.0.8");
    let mut by_both = referee(&["serve", "--config", &file, "--listen", "127.0.0.7:0"]);
    by_both.env("REFEREE_LISTEN", "127.0.0.8:0");
    assert_eq!(Server::spawn(by_both).await.address.ip().to_string(), "127.0.0.7");
    // The command line can turn off an option of the file.
    let data = directory.path().join("data");
    let data = data.to_str().expect("UTF-8");
    let _kept = Server::spawn(referee(&["serve", "--config", &file, "--memory=false", "--data", data])).await;
    assert!(Path::new(data).join("referee.sqlite").exists());
}

#[tokio::test]
async fn an_unset_option_is_printed_with_its_default() {
    let text = printed(&mut referee(&["config", "print"])).await;
    for expected in ["# max-matches = 10000\n", "# grace = 60\n", "# start-grace = 300\n", "# keepalive = 20\n"] {
        assert!(text.contains(expected), "{expected} in\n{text}");
    }
    // A default that is not a number gives no value to uncomment.
    assert!(text.contains("# workers =   # half the cores"), "{text}");
}

#[tokio::test]
async fn memory_needs_no_data() {
    let directory = tempfile::tempdir().expect("a directory");
    let fine = written(directory.path(), "memory = true\n");
    assert!(printed(&mut referee(&["config", "check", &fine])).await.contains(": ok"));
}

/// An impossible export directory must fail at the start, not when the first match is exported.
#[tokio::test]
async fn an_impossible_export_of_old_matches_is_rejected_at_the_start() {
    let place = tempfile::tempdir().expect("a directory");
    let (data, export) = (place.path().join("data"), place.path().join("records"));
    let (data, export) = (data.to_str().expect("UTF-8"), export.to_str().expect("UTF-8"));
    let serve = ["serve", "--listen", "127.0.0.1:0", "--data", data, "--export-matches", export];
    fs::write(export, "no directory").expect("it can be written");
    let serve = [&serve[..], &["--keep-matches-days", "30"]].concat();
    let (code, said) = failed(referee(&serve)).await;
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains(export) && said.contains("--export-matches"), "{said}");
    fs::remove_file(export).expect("it is there");
    let mut server = Server::spawn(referee(&serve)).await;
    server.child.kill().await.expect("it runs");
    assert!(Path::new(export).is_dir(), "it is made");
}
