//! Engines that behave, and engines that do not.

use std::time::Duration;

use referee::{
    engine::{
        command::EngineCommand,
        session::{Answer, EngineFailure, FailureCause, Patience, Session},
    },
    pb::engine::{Go, Position},
};

const PATIENCE: Patience =
    Patience { introduction: Duration::from_secs(10), ready: Duration::from_secs(10), quit: Duration::from_secs(10) };

/// What a well-behaved engine says before its first turn, as Python.
const OPENING: &str = r#"
import sys, os, time
def say(*lines):
    sys.stdout.write("".join(line + "\n" for line in lines)); sys.stdout.flush()
def hear(verb):
    for line in sys.stdin:
        if line.split()[:1] == [verb]: return line
    sys.exit(0)
hear("referee"); say("id name Test 1.0", "refereeok"); hear("isready"); say("readyok")
"#;

fn python(script: &str) -> EngineCommand {
    let words = ["python3", "-c"].map(str::to_owned).into_iter().chain([format!("{OPENING}\n{script}")]).collect();
    EngineCommand { words, directory: None, options: Vec::new(), json: false }
}

fn go(round: u32, ply: u32) -> Go {
    Go { round, ply, legal: vec!["a".into(), "b".into()], ..Go::default() }
}

async fn start(script: &str) -> Session {
    Session::start(&python(script), PATIENCE).await.expect("the engine starts")
}

async fn turn(session: &mut Session, ply: u32) -> Result<Answer, EngineFailure> {
    session.put_turn(&Position::default(), &go(1, ply)).await?;
    session.answer().await
}

fn notation(answer: Answer) -> String {
    match answer {
        Answer::Move { notation, .. } => notation,
        Answer::Resign { .. } => "resign".to_owned(),
    }
}

#[tokio::test]
async fn a_good_engine_plays() {
    let mut session =
        start("while True:\n hear('go'); say('info depth 3 string at depth 3', 'bestmove wS1 wQ/')").await;
    assert_eq!(session.introduction().name, "Test 1.0");
    for ply in 0..3 {
        let answer = turn(&mut session, ply).await.expect("an answer");
        assert_eq!(notation(answer), "wS1 wQ/");
        let info = session.info().expect("an info line");
        assert_eq!((info.depth, info.string.as_str()), (Some(3), "at depth 3"));
    }
    assert_eq!(session.quit().await, "ended with exit status 0");
}

#[tokio::test]
async fn an_engine_that_is_not_there() {
    let command = EngineCommand::parse("/nowhere/engine --fast").expect("a command");
    let failure = Session::start(&command, PATIENCE).await.err().expect("it cannot start");
    assert_eq!(failure.cause, FailureCause::NotStarted);
    assert!(failure.detail.contains("/nowhere/engine"), "{failure}");
}
