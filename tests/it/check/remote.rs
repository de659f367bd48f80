//! `referee check --remote`, with bots that connect to it and one thing wrong.

use std::process::Stdio;

use referee_client::{
    Client, PlayOptions, Retry,
    pb::{self, PlayRequest, Reason, play_request::Message as Said, play_response::Message},
};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader},
    process::Command,
    sync::mpsc,
};
use tokio_stream::wrappers::ReceiverStream;

/// What is wrong with a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    PongFirst,
    TooManyMatches,
    UnknownGame,
    NoPong,
    IllegalMove,
    WrongPly,
    SameRequestId,
    NoSecondTry,
    PlaysThePast,
    NoReturn,
    NothingResumed,
    AlwaysReturns,
}

/// The step that each fails, and what that says.
const FLAWS: &[(Flaw, usize, &str)] = &[
    (Flaw::PongFirst, 2, "expected `hello`, got `pong`"),
    (Flaw::TooManyMatches, 3, "max_matches: expected at most 256, got 300"),
    (Flaw::UnknownGame, 3, "games: no game is called `chess`"),
    (Flaw::NoPong, 6, "waited 5000 ms for `pong` in vain"),
    (Flaw::IllegalMove, 8, "expected a legal move, got `e8e9`"),
    (Flaw::WrongPly, 8, "expected round 1 ply 0, got round 1 ply 1"),
    (Flaw::SameRequestId, 9, "two moves have the same one"),
    (Flaw::NoSecondTry, 11, "waited 5000 ms for `command.play_move` in vain"),
    (Flaw::PlaysThePast, 12, "expected nothing, got `command`"),
    (Flaw::NoReturn, 20, "no stream was opened within 5000 ms"),
    (Flaw::AlwaysReturns, 30, "it came back"),
];

/// Runs the check, and a bot that connects to it; gives what it prints, and its exit code.
async fn check<Playing: Future<Output = ()>>(bot: impl FnOnce(Client) -> Playing) -> (String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    command.args(["check", "--remote", "--game", "kamisado", "--max-failed", "1", "--patience-ms", "5000"]);
    let mut child = command.stdout(Stdio::piped()).kill_on_drop(true).spawn().expect("the binary runs");
    let mut out = BufReader::new(child.stdout.take().expect("it was piped"));
    let (mut at, mut token) = (String::new(), String::new());
    out.read_line(&mut at).await.expect("it says where");
    out.read_line(&mut token).await.expect("it says with which token");
    let url = at.split(' ').find(|word| word.starts_with("http://")).expect("an address");
    let client = Client::connect_lazy(url).and_then(|client| client.with_token(token.trim())).expect("a client");
    let mut text = String::new();
    let reading = out.read_to_string(&mut text);
    tokio::pin!(reading);
    tokio::select! {
        read = &mut reading => drop(read.expect("it can be read")),
        () = async { bot(client).await; std::future::pending().await } => {}
    }
    (text, child.wait().await.expect("it ends").code())
}

/// A bot by hand. It comes back until it is replaced.
async fn play(client: Client, flaw: Option<Flaw>) {
    let is = |of: Flaw| flaw == Some(of);
    let (mut numbered, mut progress) = (0, std::collections::BTreeMap::new());
    loop {
        let (sender, receiver) = mpsc::channel(64);
        let say = |said: Said| {
            let sender = sender.clone();
            async move { drop(sender.send(PlayRequest { message: Some(said) }).await) }
        };
        let resume = progress.iter().filter(|_| !is(Flaw::NothingResumed));
        let resume = resume.map(|(id, seq): (&String, &u64)| pb::ResumePoint { match_id: id.clone(), after_seq: *seq });
        let hello = pb::Hello {
            games: if is(Flaw::UnknownGame) { vec!["chess".into()] } else { Vec::new() },
            max_matches: if is(Flaw::TooManyMatches) { 300 } else { 4 },
            resume: resume.collect(),
            agent: "by hand".into(),
            ..pb::Hello::default()
        };
        say(if is(Flaw::PongFirst) { Said::Pong(pb::Pong { nonce: 1 }) } else { Said::Hello(hello) }).await;
        let Ok(opened) = client.matches().play(ReceiverStream::new(receiver)).await else {
            tokio::task::yield_now().await;
            continue;
        };
        let mut inbound = opened.into_inner();
        let mut last: Option<pb::Turn> = None;
        while let Ok(Some(said)) = inbound.message().await {
            let mut asked = None;
            match said.message {
                Some(Message::Ping(pb::Ping { nonce })) if !is(Flaw::NoPong) => {
                    say(Said::Pong(pb::Pong { nonce })).await
                }
                Some(Message::Turn(turn)) => asked = Some(turn),
                Some(Message::Event(pb::SeatEvent { match_id, event: Some(event) })) => {
                    if matches!(event.event, Some(pb::match_event::Event::Ended(_))) {
                        progress.remove(&match_id);
                    } else {
                        progress.insert(match_id, event.seq);
                    }
                }
                Some(Message::Refused(pb::Refused { refusal: Some(refusal), .. })) => match refusal.reason() {
                    Reason::Replaced if !is(Flaw::AlwaysReturns) => return,
                    Reason::IllegalMove if !is(Flaw::NoSecondTry) => asked = last.take(),
                    Reason::AlreadyPlayed if is(Flaw::PlaysThePast) => asked = last.take(),
                    _ => {}
                },
                _ => {}
            }
            let Some(turn) = asked else { continue };
            numbered += 1;
            let notation = if is(Flaw::IllegalMove) { "e8e9".to_owned() } else { turn.legal[0].clone() };
            let ply = turn.ply + u32::from(is(Flaw::WrongPly));
            let played = pb::PlayMove { round: turn.round, ply, notation };
            let command = pb::SubmitCommandRequest {
                match_id: turn.match_id.clone(),
                request_id: if is(Flaw::SameRequestId) { "one".into() } else { format!("by-hand-{numbered}") },
                command: Some(pb::submit_command_request::Command::PlayMove(played)),
            };
            last = Some(turn);
            say(Said::Command(command)).await;
        }
        if is(Flaw::NoReturn) {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn broken_bots_fail_at_the_step_that_says_what_is_wrong() {
    let runs = FLAWS.iter().map(|(flaw, step, problem)| async move {
        let (text, code) = check(|client| play(client, Some(*flaw))).await;
        let mut failed = text.lines().skip_while(|line| !line.starts_with("FAIL"));
        let number: Option<usize> = failed.next().and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
        let told = failed.next().unwrap_or_default();
        let as_told = number == Some(*step) && told.contains(problem) && code == Some(1);
        let as_told = as_told && text.ends_with("The bot does not speak the protocol.\n");
        if as_told { None } else { Some(format!("{flaw:?}: expected step {step} to tell `{problem}`:\n{text}")) }
    });
    let wrong: Vec<String> = futures_util::future::join_all(runs).await.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn what_is_allowed_and_costs_something_is_a_warning() {
    let (text, code) = check(|client| play(client, Some(Flaw::NothingResumed))).await;
    assert!(text.lines().any(|line| line.starts_with("warn  21 ")), "{text}");
    assert!(text.contains("the match is not named: everything comes again"), "{text}");
    assert_eq!(code, Some(0), "{text}");
}

#[tokio::test]
async fn the_rust_client_passes() {
    let (text, code) = check(async |client| {
        let retry = Retry { first: std::time::Duration::from_millis(5), ..Retry::default() };
        let options = PlayOptions { max_matches: 4, agent: "the client".into(), retry, ..PlayOptions::default() };
        let end = client.play(options, async |turn: pb::Turn| turn.legal[0].clone()).await;
        assert_eq!(end.expect_err("it is replaced").reason(), Some(Reason::Replaced));
    })
    .await;
    assert!(text.contains("30 steps: 30 ok, 0 failed, 0 with a warning, 0 not asked."), "{text}");
    assert!(text.ends_with("The bot speaks the protocol.\n"), "{text}");
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn an_engine_that_joins_passes() {
    let engine = "referee join {url} --token {token} --engine \"referee bot random\" --max-matches 4";
    let (text, code) = super::check(engine, &["--remote"]);
    assert!(text.ends_with("The bot speaks the protocol.\n"), "{text}");
    assert_eq!(code, Some(0), "{text}");
    let (text, code) = super::check("/nowhere/bot", &["--remote"]);
    assert!(text.contains("FAIL   1  ") && text.contains("`/nowhere/bot` does not start"), "{text}");
    assert_eq!(code, Some(1), "{text}");
}
