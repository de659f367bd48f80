//! `referee join` declares what its engine accepts, and runs only as many engines as needed.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    process::{Child, Stdio},
};

use referee_client::{Client, Error, NewMatch, PlayOptions, pb};

use crate::api::rig::{Bot, agreed};
use crate::runner::{Place, remote::Served};

/// An engine that plays the first legal move, and appends a line to a file at each start.
const COUNTED: &str = r#"
import sys
def say(line): print(line, flush=True)
with open("started.txt", "a") as started: started.write("once\n")
for line in sys.stdin:
    words = line.split()
    if words[0] == "referee": say("id name counted"); say("refereeok")
    elif words[0] == "isready": say("readyok")
    elif words[0] == "quit": break
    elif words[0] == "go": say("bestmove " + words[words.index("legal") + 1])
"#;

/// Joins with the engine, and waits until it has joined.
fn join(place: &Place, served: &Served, token: &str, more: &[&str]) -> Child {
    let words = ["join", "--url", &served.url, "--token", token, "--engine", "python3 counted.py"];
    let command = place.command(&[&words[..], more].concat());
    let mut joined = { command }.env("RUST_LOG", "info").stderr(Stdio::piped()).spawn().expect("it starts");
    let mut log = BufReader::new(joined.stderr.take().expect("it was piped"));
    let mut line = String::new();
    while !line.contains("joined") {
        line.clear();
        assert!(log.read_line(&mut line).expect("it is text") > 0, "it ended before it had joined");
    }
    // A thread drains the log, so the program never blocks on it.
    std::thread::spawn(move || log.lines().map_while(Result::ok).for_each(drop));
    joined
}

fn prepared() -> (Place, Served) {
    let place = Place::new();
    fs::write(place.path().join("counted.py"), COUNTED).expect("the engine can be written");
    let served = Served::start(&place);
    (place, served)
}

async fn first_legal(player: &Client, matches: u32) -> Vec<pb::Verdict> {
    let options = PlayOptions { until_ended: Some(matches), max_matches: Some(16), ..PlayOptions::default() };
    let results = player.play(options, |turn| std::future::ready(turn.legal[0].clone())).await.expect("it plays");
    results.into_iter().map(|result| result.verdict).collect()
}

#[tokio::test]
async fn a_visitor_plays_a_rated_match_that_a_bot_declared_and_is_refused_any_other() {
    let (place, served) = prepared();
    let server = Client::connect(&served.url).await.expect("the server is there");
    let token = server.register("my-bot").await.expect("the name is free");
    let visitor = server.register("visitor").await.expect("the name is free");
    let visitor = server.with_token(&visitor).expect("a token");
    let declared = ["--min-base", "10", "--max-base", "600", "--stakes", "rated", "--game", "kamisado"];
    let mut joined = join(&place, &served, &token, &declared);
    let new = |game: &str, time_control: &str, rated: bool| NewMatch {
        rules: pb::MatchRules { rated, ..referee_client::timed(time_control) },
        ..NewMatch::of(game, ["visitor", "my-bot"], "60")
    };
    for (new, field) in [
        (new("kamisado", "0.5", true), "accepts.min_base_ms"),
        (new("kamisado", "3600", true), "accepts.max_base_ms"),
        (new("kamisado", "60", false), "accepts.stakes"),
        (new("kamisado", "inf", true), "accepts.unlimited"),
        (new("hive", "60", true), "accepts.games"),
    ] {
        match visitor.create(new).await {
            Err(Error::Refused(no)) => {
                assert_eq!(
                    (no.reason, no.field.as_str(), no.value.as_str()),
                    (pb::Reason::NotAccepted, field, "my-bot")
                );
                assert!(!no.expected.is_empty(), "{no:?}");
            }
            other => panic!("{field}: {other:?}"),
        }
    }
    let _here = Bot::enter_with(&visitor, pb::Hello { max_matches: Some(16), ..pb::Hello::default() }).await;
    let opened = visitor.create(new("kamisado", "60+1", true)).await.expect("the bot declared it");
    assert!(opened.rules.expect("it has rules").rated);
    let full = visitor.create(new("kamisado", "60+1", true)).await.expect_err("it plays one at a time");
    assert!([Some(pb::Reason::NotAccepted), Some(pb::Reason::BotUnavailable)].contains(&full.reason()), "{full}");
    let verdicts = first_legal(&visitor, 1).await;
    assert_eq!(verdicts[0].termination(), pb::Termination::Normal, "{verdicts:?}");
    joined.kill().and_then(|()| joined.wait()).expect("it ends");
}

#[tokio::test]
async fn one_engine_plays_all_that_was_opened_while_it_was_away() {
    let (place, served) = prepared();
    let server = Client::connect(&served.url).await.expect("the server is there");
    let token = server.register("my-bot").await.expect("the name is free");
    let bot = server.with_token(&token).expect("a token");
    let ann = server.register("ann").await.expect("the name is free");
    let ann = server.with_token(&ann).expect("a token");
    let new = || NewMatch {
        options: [("length".to_owned(), "single".to_owned())].into(),
        ..NewMatch::of("kamisado", ["ann", "my-bot"], "600")
    };
    for _ in 0..6 {
        agreed(new(), [&ann, &bot]).await;
    }
    let mut joined = join(&place, &served, &token, &["--max-matches", "1", "--keep-accepts"]);
    let verdicts = first_legal(&ann, 6).await;
    joined.kill().and_then(|()| joined.wait()).expect("it ends");
    assert!(verdicts.iter().all(|verdict| verdict.termination() == pb::Termination::Normal), "{verdicts:?}");
    let started = fs::read_to_string(place.path().join("started.txt")).expect("it was started");
    assert_eq!(started.lines().count(), 1, "one process played them all, one after another");
}

/// Ends the program by a signal, as a user or a service manager does.
fn end(mut joined: Child, signal: libc::c_int) {
    let pid = libc::pid_t::try_from(joined.id()).expect("a process id");
    // SAFETY: it only sends a signal, to a child that was not waited for.
    assert_eq!(unsafe { libc::kill(pid, signal) }, 0);
    assert_eq!(joined.wait().expect("it ends").code(), Some(130));
}

#[tokio::test]
async fn join_withdraws_its_policy_at_its_end() {
    let (place, served) = prepared();
    let server = Client::connect(&served.url).await.expect("the server is there");
    let token = server.register("my-bot").await.expect("the name is free");
    let bot = server.with_token(&token).expect("a token");
    for signal in [libc::SIGTERM, libc::SIGINT] {
        let joined = join(&place, &served, &token, &["--game", "kamisado", "--game", "hive", "--game", "dvonn"]);
        assert!(bot.accept_policy().await.expect("an answer").is_some_and(|policy| policy.games.len() == 3));
        end(joined, signal);
        assert_eq!(bot.accept_policy().await.expect("an answer"), None);
    }
    // `join` withdraws only the policy that it declared. A later policy of the player remains.
    let other = pb::AcceptPolicy { min_base_ms: 7_000, ..pb::AcceptPolicy::default() };
    let joined = join(&place, &served, &token, &[]);
    bot.set_accept_policy(Some(other.clone())).await.expect("it is kept");
    end(joined, libc::SIGTERM);
    assert_eq!(bot.accept_policy().await.expect("an answer"), Some(other.clone()));
    end(join(&place, &served, &token, &["--keep-accepts"]), libc::SIGTERM);
    assert_eq!(bot.accept_policy().await.expect("an answer"), Some(other));
}
