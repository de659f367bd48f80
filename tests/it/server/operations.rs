//! A host's work on a tournament and a ladder: every command once, and the events that it causes.

use std::{path::Path, process::Command, time::Duration};

use referee_client::pb::{self, ContestState, contest_event};

use super::host::{Server, serve};
use crate::api::{ladders, tournaments};

/// Interval between two polls.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// Maximum number of polls.
const MAX_LOOKS: usize = 1200;

/// A server whose house bots move almost without delay, and the host's command line.
struct Hosted {
    data: tempfile::TempDir,
    server: Server,
    token: String,
}

fn token(data: &Path, player: &str, scope: &str) -> String {
    let made = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(["admin", "token", "--player", player, "--scope", scope, "--data"])
        .arg(data)
        .output()
        .expect("it runs");
    String::from_utf8(made.stdout).expect("a token").trim().to_owned()
}

impl Hosted {
    async fn start() -> Hosted {
        let data = tempfile::tempdir().expect("a directory");
        let mut command = serve("127.0.0.1:0", data.path());
        command.args(["--house-pace", "0.01"]);
        let server = Server::spawn(command).await;
        let token = token(data.path(), "hostess", "host");
        Hosted { data, server, token }
    }

    fn client(&self) -> referee_client::Client {
        self.server.client().with_token(&self.token).expect("a token")
    }

    /// Runs a command, and returns its exit code and output.
    fn run(&self, words: &[&str]) -> (Option<i32>, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
        command.args(words).current_dir(self.data.path()).env("REFEREE_TOKEN", &self.token);
        command.env("REFEREE_URL", format!("http://{}", self.server.address)).env_remove("REFEREE_PROFILE");
        let ran = command.output().expect("it runs");
        let said = [ran.stdout, ran.stderr].concat();
        (ran.status.code(), String::from_utf8(said).expect("text"))
    }

    fn done(&self, words: &[&str]) -> String {
        let (code, said) = self.run(words);
        assert_eq!(code, Some(0), "{words:?}: {said}");
        said
    }

    fn refused(&self, words: &[&str]) -> String {
        let (code, said) = self.run(words);
        assert_eq!(code, Some(1), "{words:?}: {said}");
        said
    }

    /// Waits until `encounters` encounters of a tournament are paired and all their matches are
    /// played.
    async fn until_played(&self, tournament: &str, encounters: u32) {
        for _ in 0..MAX_LOOKS {
            let summary = tournaments::look(&self.client(), tournament).await.summary.expect("one");
            if (summary.encounters, summary.unfinished) == (encounters, 0) {
                return;
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
        panic!("{tournament} hangs");
    }
}

/// Returns the names of the added entrants in order.
fn added(did: impl Iterator<Item = String>) -> Vec<String> {
    did.filter_map(|one| one.strip_prefix("add ").map(str::to_owned)).collect()
}

/// Returns the text of a reason, or an empty text.
fn said(reason: &Option<pb::ContestReason>) -> &str {
    reason.as_ref().map_or("", |reason| &reason.text)
}

/// Returns the host's act in an event of a tournament, with its reason.
fn of_tournament(event: &pb::ContestEvent, names: &[String]) -> Option<String> {
    use contest_event::Event;
    let name = |entrant: u32| names.get(entrant as usize).map_or("", String::as_str);
    Some(match event.event.as_ref().expect("something happened") {
        Event::EntrantEntered(joined) => format!("add {}", joined.player),
        Event::EntriesFrozen(frozen) => format!("freeze {}", frozen.text),
        Event::Started(_) => "start".to_owned(),
        Event::Paused(paused) => format!("pause {}", paused.text),
        Event::Resumed(_) => "resume".to_owned(),
        Event::MatchVoided(voided) => format!("replay {}", said(&voided.reason)),
        Event::EntrantWithdrawn(out) => format!("withdraw {} {}", name(out.entrant), said(&out.reason)),
        Event::EntrantDisqualified(out) => format!("disqualify {} {}", name(out.entrant), said(&out.reason)),
        Event::ResultsReleased(released) => format!("release {}", released.through_stage),
        _ => return None,
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_does_all_to_a_tournament_by_the_command_line() {
    let hosted = Hosted::start().await;
    let host = hosted.client();
    let swiss = pb::SwissFormat { stages: 2, ..pb::SwissFormat::default() };
    let mut asked = tournaments::round_robin("cup", &["house-random", "house-greedy"]);
    asked.start = false;
    let rules = asked.rules.as_mut().expect("rules");
    rules.format = Some(pb::tournament_rules::Format::Swiss(swiss));
    rules.is_released_by_host = true;
    let other = tournaments::round_robin("other", &["house-random", "house-greedy"]);
    tournaments::create(&host, asked).await.expect("a host may");
    token(hosted.data.path(), "ann", "play");
    token(hosted.data.path(), "ben", "play");

    hosted.done(&["tournament", "enter", "cup", "--player", "house-search"]);
    hosted.done(&["tournament", "pause", "cup", "--reason", "not yet"]);
    hosted.done(&["tournament", "start", "cup"]);
    assert!(hosted.done(&["tournament", "status", "cup"]).contains("not yet"));
    hosted.done(&["tournament", "enter", "cup", "--player", "ann"]);
    hosted.done(&["tournament", "freeze", "cup", "--reason", "the list is closed"]);
    let late = hosted.refused(&["tournament", "enter", "cup", "--player", "ben"]);
    assert!(late.contains("WRONG_STATE"), "{late}");
    hosted.done(&["tournament", "withdraw", "cup", "--player", "ann", "--reason", "missed the train"]);
    hosted.done(&["tournament", "resume", "cup"]);
    // Three entrants play: each stage has one encounter and one bye.
    hosted.until_played("cup", 2).await;
    let early = hosted.refused(&["tournament", "void", "cup", "s1-b1-m1", "--reason", "a power cut"]);
    assert!(early.contains("WRONG_STATE"), "others were paired by it: {early}");
    hosted.done(&["tournament", "void", "cup", "s2-b1-m1", "--reason", "a power cut"]);
    hosted.until_played("cup", 2).await;
    hosted.done(&["tournament", "disqualify", "cup", "house-greedy", "--reason", "two copies of it played"]);
    hosted.done(&["tournament", "release", "cup", "2"]);

    let told = tournaments::events(&host, "cup").await;
    let names = added(told.iter().filter_map(|event| of_tournament(event, &[])));
    let did: Vec<String> = told.iter().filter_map(|event| of_tournament(event, &names)).collect();
    let expected = [
        "add house-random",
        "add house-greedy",
        "add house-search",
        "pause not yet",
        "start",
        "add ann",
        "freeze the list is closed",
        "withdraw ann missed the train",
        "resume",
        "replay a power cut",
        "disqualify house-greedy two copies of it played",
        "release 1",
    ];
    assert_eq!(did, expected);
    // Two matches in each of two stages, and one replayed match.
    assert_eq!(tournaments::counted(&told).len(), 5);
    let standings = tournaments::standings(&host, "cup").await;
    let last = standings.last().expect("all stand there");
    assert_eq!((last.player.as_str(), last.out.as_str()), ("house-greedy", "disqualified: two copies of it played"));
    let ann = standings.iter().find(|one| one.player == "ann").expect("she entered");
    assert_eq!((ann.points, ann.out.as_str()), (0.0, "withdrawn: missed the train"));

    tournaments::create(&host, other).await.expect("a host may");
    hosted.done(&["tournament", "end", "other", "--reason", "the hall is flooded"]);
    let summary = tournaments::look(&host, "other").await.summary.expect("one");
    assert_eq!(summary.state(), ContestState::Cancelled);
    assert!(summary.end_reason.contains("the hall is flooded"), "{}", summary.end_reason);
}

/// Returns the host's act in an event of a ladder, with its reason.
fn of_ladder(event: &pb::ContestEvent, names: &[String]) -> Option<String> {
    use contest_event::Event;
    let name = |entrant: u32| names.get(entrant as usize).map_or("", String::as_str);
    Some(match event.event.as_ref().expect("something happened") {
        Event::EntrantEntered(joined) => format!("add {}", joined.player),
        Event::EntriesFrozen(frozen) => format!("freeze {}", frozen.text),
        Event::EntriesOpened(_) => "open".to_owned(),
        Event::EntrantWithdrawn(out) => format!("withdraw {} {}", name(out.entrant), said(&out.reason)),
        Event::EntrantRevived(back) => format!("revive {}", name(back.entrant)),
        Event::EntrantQuarantined(out) => format!("quarantine {} {}", name(out.entrant), said(&out.reason)),
        Event::EntrantReleased(back) => format!("release {} {}", name(back.entrant), said(&back.reason)),
        Event::EntrantDisqualified(out) => format!("disqualify {} {}", name(out.entrant), said(&out.reason)),
        // A disqualification also voids the player's other matches.
        Event::MatchVoided(voided) if said(&voided.reason) == "the network failed" => "void".to_owned(),
        Event::Paused(paused) => format!("pause {}", paused.text),
        Event::Resumed(_) => "resume".to_owned(),
        Event::Ended(closed) => format!("end {}", closed.text),
        _ => return None,
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_does_all_to_a_ladder_by_the_command_line() {
    let hosted = Hosted::start().await;
    let host = hosted.client();
    ladders::create(&host, ladders::blitz("blitz", &["house-random", "house-greedy"])).await.expect("a host may");

    hosted.done(&["ladder", "freeze", "blitz", "--reason", "full"]);
    let late = hosted.refused(&["ladder", "enter", "blitz", "--player", "house-search"]);
    assert!(late.contains("WRONG_STATE"), "{late}");
    hosted.done(&["ladder", "open", "blitz"]);
    hosted.done(&["ladder", "enter", "blitz", "--player", "house-search", "--at-once", "2"]);
    ladders::events(&host, "blitz", |events| ladders::counted(events).len() >= 4).await;
    hosted.done(&["ladder", "pause", "blitz", "--reason", "a look at it"]);
    ladders::rest(&host, "blitz").await;
    let told = ladders::events(&host, "blitz", |events| ladders::counted(events).len() >= 4).await;
    let key = ladders::counted(&told)[0].clone();
    hosted.done(&["ladder", "void", "blitz", &key, "--reason", "the network failed"]);
    let again = hosted.refused(&["ladder", "void", "blitz", &key, "--reason", "the network failed"]);
    assert!(again.contains("does not count"), "{again}");
    hosted.done(&["ladder", "quarantine", "blitz", "house-random", "--reason", "it answers nothing"]);
    hosted.done(&["ladder", "release", "blitz", "house-random", "--reason", "it answers again"]);
    hosted.done(&["ladder", "withdraw", "blitz", "--player", "house-random", "--reason", "an old one"]);
    hosted.done(&["ladder", "revive", "blitz", "house-random"]);
    hosted.done(&["ladder", "disqualify", "blitz", "house-search", "--reason", "a copy of another"]);
    hosted.done(&["ladder", "resume", "blitz"]);
    hosted.done(&["ladder", "end", "blitz", "--reason", "the season is over"]);

    let told = ladders::events(&host, "blitz", |_| false).await;
    let names = added(told.iter().filter_map(|event| of_ladder(event, &[])));
    let did: Vec<String> = told.iter().filter_map(|event| of_ladder(event, &names)).collect();
    let expected = [
        "add house-random",
        "add house-greedy",
        "freeze full",
        "open",
        "add house-search",
        "pause a look at it",
        "void",
        "quarantine house-random it answers nothing",
        "release house-random it answers again",
        "withdraw house-random an old one",
        "revive house-random",
        "disqualify house-search a copy of another",
        "resume",
        "end the season is over",
    ];
    assert_eq!(did, expected);
    let listed = hosted.done(&["ladder", "status", "blitz"]);
    assert!(listed.contains("the season is over"), "{listed}");
}
