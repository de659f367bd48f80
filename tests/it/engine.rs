//! Well-behaved and faulty engines.

use std::time::{Duration, Instant};

use referee::{
    engine::{
        command::EngineCommand,
        dialogue_log::{DialogueLog, MAX_LOGGED_LINE},
        keeper,
        session::{Answer, EngineFailure, Evidence, Exit, FailureCause, Patience, Session},
    },
    pb::engine::{Go, Info, NewMatch, Position},
    pb::line::Spelling,
};

const PATIENCE: Patience =
    Patience { introduction: Duration::from_secs(10), ready: Duration::from_secs(10), quit: Duration::from_secs(10) };

/// The start of a well-behaved engine, in Python.
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
    keeper::install(env!("CARGO_BIN_EXE_referee").into());
    EngineCommand { words, ..EngineCommand::default() }
}

fn go(round: u32, ply: u32) -> Go {
    Go { turn_id: u64::from(ply) + 7, round, ply, legal: vec!["a".into(), "b".into()], ..Go::default() }
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
        Answer::AcceptDraw { .. } => "acceptdraw".to_owned(),
        Answer::ClaimDraw { .. } => "claimdraw".to_owned(),
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

/// The score of a turn comes from its last `info` line that has a score for the best variation.
#[tokio::test]
async fn the_last_score_counts_whatever_follows_it() {
    let lines = [
        (vec!["info depth 9 score cp 35", "info depth 10 currmove a", "info string score 7"], Some(35)),
        (vec!["info depth 9 multipv 1 score cp 35", "info depth 9 multipv 2 score cp 5"], Some(35)),
        (vec!["info score cp 1 lowerbound", "info nps 5 score mate 2 pv a"], Some(99_998)),
        (vec!["info depth 9", "info \\xff depth 10"], None),
    ];
    let said: Vec<String> = lines.iter().map(|(said, _)| format!("{said:?}")).collect();
    let script = format!("for said in [{}]:\n hear('go'); say(*said, 'bestmove a')\nhear('quit')", said.join(", "));
    let mut session = start(&script).await;
    for (ply, (said, score)) in (0..).zip(&lines) {
        turn(&mut session, ply).await.expect("an answer");
        assert_eq!(session.info().expect("an info line").score, *score, "{said:?}");
    }
    assert_eq!(session.info().and_then(|info| info.depth), Some(10));
}

/// The log has all lines of two processes, each with its time, process, seat and direction.
#[tokio::test]
async fn the_whole_dialogue_is_logged() {
    let here = tempfile::tempdir().expect("a directory");
    let file = here.path().join("dialogue.log");
    let log = DialogueLog::create(&file).expect("a file");
    let script = "hear('isready'); say('readyok')\nhear('go'); say('info string \\x1b[2J', 'nonsense', 'bestmove ' + 'a' * 30_000)\n\
                  hear('stop'); hear('quit'); say('bye')";
    let command = EngineCommand { dialogue_log: Some(log.clone()), ..python(script) };
    let mut session = Session::start(&command, PATIENCE).await.expect("it starts");
    let new = NewMatch { game: "kamisado".to_owned(), match_id: "m1".to_owned(), seat: 1, ..NewMatch::default() };
    session.new_match(new).await.expect("it is ready");
    turn(&mut session, 0).await.expect("an answer");
    session.stop().await.expect("it reads");
    session.quit().await;
    let crash = EngineCommand { dialogue_log: Some(log), ..python("sys.exit(3)") };
    let mut session = Session::start(&crash, PATIENCE).await.expect("it starts");
    check(&session.idle().await, FailureCause::Ended, &["exit status 3"]);
    let text = std::fs::read_to_string(&file).expect("the log is there while it is written");
    let mut last = 0.0;
    let mut said = Vec::new();
    for line in text.lines() {
        let (ms, rest) = line.trim_start().split_once(' ').expect("a time");
        let ms: f64 = ms.parse().expect("milliseconds");
        assert!(ms >= last, "{line} after {last}");
        last = ms;
        said.push(rest);
    }
    assert!(said.remove(0).starts_with("#1 seat - * started: python3 -c "), "{text}");
    let answer = format!("#1 seat 1 < bestmove {}... (30009 bytes)", "a".repeat(MAX_LOGGED_LINE - "bestmove ".len()));
    let expected = [
        "#1 seat - > referee 1",
        "#1 seat - < id name Test 1.0",
        "#1 seat - < refereeok",
        "#1 seat - > isready",
        "#1 seat - < readyok",
        "#1 seat 1 > newmatch kamisado match_id m1 seat 1",
        "#1 seat 1 > isready",
        "#1 seat 1 < readyok",
        "#1 seat 1 > position round 0",
        "#1 seat 1 > go turn_id 7 round 1 ply 0 legal a b",
        "#1 seat 1 < info string \\u{1b}[2J",
        "#1 seat 1 < nonsense",
        answer.as_str(),
        "#1 seat 1 > stop",
        "#1 seat 1 > quit",
        "#1 seat 1 < bye",
        "#1 seat 1 * ended with exit status 0",
    ];
    assert_eq!(said[..expected.len()], expected);
    let second = &said[expected.len()..];
    assert!(second.iter().all(|line| line.starts_with("#2 seat - ")), "{second:?}");
    assert_eq!(second.last(), Some(&"#2 seat - * ended with exit status 3"));
}

async fn refused(script: &str, patience: Patience) -> EngineFailure {
    let words = ["python3", "-c", script].map(str::to_owned).to_vec();
    let command = EngineCommand { words, ..EngineCommand::default() };
    Session::start(&command, patience).await.err().expect("it does not start")
}

async fn fails(script: &str) -> EngineFailure {
    turn(&mut start(script).await, 0).await.expect_err("it does not answer")
}

#[track_caller]
fn check(failure: &EngineFailure, cause: FailureCause, parts: &[&str]) {
    assert_eq!(failure.cause, cause, "{failure}");
    for part in parts {
        assert!(failure.to_string().contains(part), "no `{part}` in: {failure}");
    }
}

#[tokio::test]
async fn an_engine_that_is_not_there() {
    let command = EngineCommand::parse("/nowhere/engine --fast").expect("a command");
    let failure = Session::start(&command, PATIENCE).await.err().expect("it cannot start");
    check(&failure, FailureCause::NotStarted, &["/nowhere/engine", "No such file"]);
}

#[tokio::test]
async fn an_engine_that_ends_before_its_introduction() {
    let failure = refused("import sys; sys.stderr.write('no licence\\n'); sys.exit(3)", PATIENCE).await;
    check(&failure, FailureCause::Ended, &["exit status 3", "stderr: no licence"]);
    let evidence = Evidence { exit: Some(Exit::Status(3)), stdout: Vec::new(), stderr: vec!["no licence".to_owned()] };
    assert_eq!((failure.what.as_str(), failure.evidence), ("the engine: ended with exit status 3", evidence));
    let failure = refused("import os; os.abort()", PATIENCE).await;
    check(&failure, FailureCause::Ended, &["signal 6 (SIGABRT)"]);
    assert_eq!(failure.evidence.exit, Some(Exit::Signal(libc::SIGABRT)));
}

#[tokio::test]
async fn an_engine_that_is_silent_at_first() {
    let patience = Patience { introduction: Duration::from_millis(300), ..PATIENCE };
    let failure = refused("input(); input()", patience).await;
    check(
        &failure,
        FailureCause::Silent,
        &["timed out after 300 ms waiting for refereeok", "did you flush after every line?"],
    );
    let held =
        "import sys; out = open(1, 'w', closefd=False); print('refereeok', file=out)\nfor line in sys.stdin: pass";
    let failure = refused(held, patience).await;
    check(&failure, FailureCause::Silent, &["it is running but has sent nothing: did you flush"]);
    let patience = Patience { introduction: Duration::from_secs(2), ..PATIENCE };
    let failure = refused("print('id name Halfway', flush=True); input(); input()", patience).await;
    check(
        &failure,
        FailureCause::Silent,
        &["Halfway: timed out after 2000 ms waiting for refereeok\n", "stdout: id name"],
    );
}

#[tokio::test]
async fn an_engine_says_which_version_it_speaks() {
    let failure = refused("print('refereeok @version 2', flush=True); input(); input()", PATIENCE).await;
    check(&failure, FailureCause::Garbled, &["protocol version 2: expected at most 1"]);
}

#[tokio::test]
async fn an_engine_with_a_garbled_introduction() {
    let failure = refused("print('option name Hash min few', flush=True); input(); input()", PATIENCE).await;
    check(&failure, FailureCause::Garbled, &["`option name Hash min few`", "a whole number of 64 bits at byte 21"]);
    let many = "print('option name x\\n' * 300, flush=True); input(); input()";
    check(&refused(many, PATIENCE).await, FailureCause::Garbled, &["more than 256 options"]);
}

#[tokio::test]
async fn an_option_that_the_engine_does_not_have() {
    let mut command = python("input()");
    command.options = vec![("Hash".to_owned(), "16".to_owned())];
    let failure = Session::start(&command, PATIENCE).await.err().expect("no options");
    check(&failure, FailureCause::Garbled, &["unknown option `Hash`", "none"]);
}

#[tokio::test]
async fn garbage_around_an_answer_is_passed_over() {
    let script = r#"hear('go'); say('hello', '', '\x00\x07', '"', 'bestmov a', 'info depth ?')
sys.stdout.buffer.write(b'\xff\xfe\n'); say('bestmove a'); hear('quit')"#;
    let mut session = start(script).await;
    assert_eq!(notation(turn(&mut session, 0).await.expect("an answer")), "a");
    assert_eq!(session.info(), Some(&Info::default()));
}

#[tokio::test]
async fn a_garbled_answer() {
    check(
        &fails("hear('go'); say('bestmove a turn_id x'); hear('quit')").await,
        FailureCause::Garbled,
        &["`bestmove a turn_id x`", "at byte 19"],
    );
    let script = "hear('go'); sys.stdout.buffer.write(b'bestmove \\xff\\n'); sys.stdout.flush(); hear('quit')";
    check(&fails(script).await, FailureCause::Garbled, &["expected UTF-8 at byte 9"]);
}

#[tokio::test]
async fn a_line_of_ten_megabytes() {
    let failure = fails("hear('go'); say('x' * 10_000_000); say('bestmove a'); hear('quit')").await;
    check(&failure, FailureCause::Garbled, &["a line longer than 65536 bytes"]);
}

#[tokio::test]
async fn a_waiting_reader_cuts_a_flood_short() {
    // `yes` writes faster than the reader reads.
    for flood in ["info string spam", "bestmov", ""] {
        let mut session = start(&format!("hear('go'); os.execvp('yes', ['yes', '{flood}'])")).await;
        session.put_turn(&Position::default(), &go(1, 0)).await.expect("a turn");
        let (sender, line) = tokio::sync::oneshot::channel();
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(300)).await;
            let _ = sender.send("the flag");
        });
        // Reading answers has priority, as it does for a seat, and there is always more to read.
        let came_first = tokio::select! {
            biased;
            answer = session.answer() => Err(answer),
            flag = line => Ok(flag),
        };
        assert_eq!(came_first, Ok(Ok("the flag")), "{flood}");
    }
}

#[tokio::test]
async fn a_flood_of_unrequested_lines() {
    let mut session = start("hear('go'); say('bestmove a')\nwhile True: say(*['spam spam'] * 1000)").await;
    turn(&mut session, 0).await.expect("an answer");
    let failure = session.idle().await;
    check(&failure, FailureCause::Garbled, &["more than 100000 unsolicited lines", "stdout: spam spam"]);
    let mut session = start("hear('go'); say('bestmove a')\nwhile True: sys.stdout.write('x' * 10_000)").await;
    turn(&mut session, 0).await.expect("an answer");
    check(&session.idle().await, FailureCause::Garbled, &["a line longer than 65536 bytes", "stdout: xxx"]);
}

#[tokio::test]
async fn the_last_lines_of_both_outputs_are_kept() {
    let script = "hear('go')\nfor i in range(50): say(f'line {i}'); print('x' * 300, i, file=sys.stderr)\nsys.exit(1)";
    let failure = fails(script).await;
    let last: Vec<String> = (30..50).map(|i| format!("line {i}")).collect();
    assert_eq!(failure.evidence.stdout, last);
    assert_eq!(failure.evidence.stderr, vec![format!("{}...", "x".repeat(200)); 20]);
}

#[tokio::test]
async fn an_engine_that_closes_its_output() {
    let failure = fails("hear('go'); sys.stderr.write('bye\\n'); sys.stderr.flush(); os.close(1); hear('quit')").await;
    check(&failure, FailureCause::Closed, &["closed its standard output", "stderr: bye"]);
}

#[tokio::test]
async fn an_engine_that_closes_its_input() {
    let script = "os.close(0); say('closed')\nwhile True: time.sleep(1)";
    let mut session = start(script).await;
    let failure = loop {
        // The write fails as soon as the engine has closed its end of the pipe.
        match session.put_turn(&Position::default(), &go(1, 0)).await {
            Ok(_) => tokio::task::yield_now().await,
            Err(failure) => break failure,
        }
    };
    check(&failure, FailureCause::Closed, &["failed to write to its standard input"]);
}

#[tokio::test]
async fn an_engine_that_does_not_read() {
    let command = python("while True: time.sleep(1)");
    let patience = Patience { ready: Duration::from_millis(500), ..PATIENCE };
    let mut session = Session::start(&command, patience).await.expect("it starts");
    let long = Position { moves: vec!["e8e5".to_owned(); 100_000], ..Position::default() };
    let failure = session.put_turn(&long, &go(1, 0)).await.expect_err("the pipe is full");
    check(&failure, FailureCause::Silent, &["timed out after 500 ms waiting for it to read its input"]);
}

#[tokio::test]
async fn a_long_turn_for_an_engine_that_first_writes_much() {
    let script = "for i in range(5000): say('info string ' + 'x' * 50)\nhear('go'); say('bestmove a'); hear('quit')";
    let mut session = start(script).await;
    let long = Position { moves: vec!["e8e5".to_owned(); 100_000], ..Position::default() };
    session.put_turn(&long, &go(1, 0)).await.expect("it reads in the end");
    assert_eq!(notation(session.answer().await.expect("an answer")), "a");
}

/// The clock starts before the turn is written, not when the engine reads it. An engine that
/// answers before this process runs again is charged in full. Reading late gains nothing.
#[tokio::test]
async fn a_turn_is_stamped_before_it_is_written() {
    const SLEEP: Duration = Duration::from_millis(1500);
    let script = format!(
        "time.sleep({}); print('awake', file=sys.stderr)\nwhile True: hear('go'); say('bestmove a')",
        SLEEP.as_secs_f64()
    );
    let mut session = start(&script).await;
    // The position is larger than the pipe, so the write lasts until the engine wakes up.
    let long = Position { moves: vec!["e8e5".to_owned(); 100_000], ..Position::default() };
    let asked = Instant::now();
    let sent = session.put_turn(&long, &go(1, 0)).await.expect("it reads in the end");
    assert!(asked.elapsed() > SLEEP / 2, "the write waited for the engine");
    assert!(sent.duration_since(asked) < SLEEP / 3, "stamped {:?} late", sent.duration_since(asked));
    assert_eq!(notation(session.answer().await.expect("an answer")), "a");
}

#[tokio::test]
async fn an_answer_that_came_before_the_end_counts() {
    let mut session = start("hear('go'); say('bestmove a'); sys.exit(7)").await;
    assert_eq!(notation(turn(&mut session, 0).await.expect("an answer")), "a");
    check(&session.idle().await, FailureCause::Ended, &["exit status 7", "stdout: bestmove a"]);
    let failure = turn(&mut session, 1).await.expect_err("it has ended");
    check(&failure, FailureCause::Ended, &["exit status 7"]);
}

#[tokio::test]
async fn an_engine_that_ends_in_its_turn() {
    check(&fails("hear('go'); 1 // 0").await, FailureCause::Ended, &["exit status 1", "stderr: ZeroDivisionError"]);
}

#[tokio::test]
async fn an_answer_to_the_turn_before() {
    let script = "hear('go'); say('bestmove a turn_id 7')\nhear('go'); say('bestmove a turn_id 7', \
                  'bestmove b turn_id 8'); hear('quit')";
    let mut session = start(script).await;
    assert_eq!(notation(turn(&mut session, 0).await.expect("an answer")), "a");
    assert_eq!(notation(turn(&mut session, 1).await.expect("an answer")), "b");
}

#[tokio::test]
async fn two_answers_in_one_write() {
    let script = "while True: hear('go'); say('bestmove a', 'bestmove b', 'resign')";
    let mut session = start(script).await;
    for ply in 0..3 {
        assert_eq!(notation(turn(&mut session, ply).await.expect("an answer")), "a");
    }
}

#[tokio::test]
async fn carriage_returns_and_pieces_of_lines() {
    let script = "hear('go')\nfor piece in 'bestm', 'ove a\\r', '\\n': sys.stdout.write(piece); sys.stdout.flush()\n\
                  hear('quit')";
    assert_eq!(notation(turn(&mut start(script).await, 0).await.expect("an answer")), "a");
}

#[tokio::test]
async fn a_resignation() {
    let answer = turn(&mut start("hear('go'); say('resign'); hear('quit')").await, 0).await;
    assert!(matches!(answer, Ok(Answer::Resign { .. })), "{answer:?}");
}

#[tokio::test]
async fn an_engine_that_is_silent_until_it_is_stopped() {
    let mut session = start("hear('stop'); say('bestmove b'); hear('quit')").await;
    session.put_turn(&Position::default(), &go(1, 0)).await.expect("a turn");
    // A caller may stop waiting and wait again later.
    let waited = tokio::time::timeout(Duration::from_millis(50), session.answer()).await;
    assert!(waited.is_err(), "{waited:?}");
    session.stop().await.expect("it reads");
    assert_eq!(notation(session.answer().await.expect("an answer")), "b");
}

#[tokio::test]
async fn json_is_spoken_too() {
    let script = r#"import json, sys
for line in sys.stdin:
    verb, fields = next(iter(json.loads(line).items()))
    answer = {"referee": {"refereeok": {"version": 1}}, "isready": {"readyok": {}}, "quit": None}.get(verb)
    if verb == "go": answer = {"bestmove": {"notation": fields["legal"][1], "turnId": fields["turnId"]}}
    if verb == "quit": break
    print(json.dumps(answer), flush=True)"#;
    let words = ["python3", "-c", script].map(str::to_owned).to_vec();
    let command = EngineCommand { words, spelling: Spelling::Json, ..EngineCommand::default() };
    let mut session = Session::start(&command, PATIENCE).await.expect("it starts");
    assert_eq!(notation(turn(&mut session, 5).await.expect("an answer")), "b");
    assert_eq!(session.quit().await, "ended with exit status 0");
}

/// Script of a grandchild that would outlive its parent.
const GRANDCHILD: &str = "import subprocess\nchild = subprocess.Popen(['sleep', '1000'])\n";

/// Waits until the process with this id has ended. A test that hangs here has found a survivor.
async fn gone(pid: &str) {
    loop {
        let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        // A killed process remains as a zombie until its adoptive parent reaps it.
        if state.is_empty() || state.rsplit(") ").next().is_some_and(|rest| rest.starts_with('Z')) {
            return;
        }
        tokio::task::yield_now().await;
    }
}

/// Returns the process ids of an engine and its grandchild, which the engine sends as its move.
async fn family(session: &mut Session) -> Vec<String> {
    let told = notation(turn(session, 0).await.expect("an answer"));
    told.split(' ').map(str::to_owned).collect()
}

#[tokio::test]
async fn no_child_survives() {
    let tell = "hear('go'); say(f'bestmove {os.getpid()} {child.pid}')\n";
    // Four endings: the session is dropped, the engine exits, it obeys `quit`, it ignores `quit`.
    let mut session = start(&format!("{GRANDCHILD}{tell}hear('never')")).await;
    let dropped = family(&mut session).await;
    drop(session);
    let mut session = start(&format!("{GRANDCHILD}{tell}")).await;
    let ended = family(&mut session).await;
    check(&session.idle().await, FailureCause::Ended, &["exit status 0"]);
    let mut session = start(&format!("{GRANDCHILD}{tell}hear('quit')")).await;
    let obeyed = family(&mut session).await;
    assert_eq!(session.quit().await, "ended with exit status 0");
    let patience = Patience { quit: Duration::from_millis(200), ..PATIENCE };
    let deaf = python(&format!("{GRANDCHILD}{tell}while True: time.sleep(1)"));
    let mut session = Session::start(&deaf, patience).await.expect("it starts");
    let killed = family(&mut session).await;
    assert_eq!(session.quit().await, "did not end within 200 ms of `quit` and was killed");
    for pid in [dropped, ended, obeyed, killed].concat() {
        tokio::time::timeout(Duration::from_secs(10), gone(&pid)).await.unwrap_or_else(|_| panic!("{pid} survived"));
    }
}

/// An idle engine does not notice that its pipes close. Only the kernel can end it.
#[test]
fn no_child_survives_a_referee_that_is_killed() {
    let here = tempfile::tempdir().expect("a directory");
    let told = here.path().join("told");
    let made = std::process::Command::new("mkfifo").arg(&told).status().expect("mkfifo runs");
    assert!(made.success());
    let engine = format!("sh -c 'echo $$ > {}; exec sleep 1000'", told.display());
    let mut referee = std::process::Command::new(env!("CARGO_BIN_EXE_referee"));
    let referee = referee.args(["check", &engine, "--patience-ms", "600000"]).stdout(std::process::Stdio::null());
    let mut referee = referee.spawn().expect("the binary runs");
    let pid = std::fs::read_to_string(&told).expect("the engine tells its id");
    referee.kill().expect("the referee runs");
    referee.wait().expect("the referee is gone");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let survived = runtime.block_on(async { tokio::time::timeout(Duration::from_secs(10), gone(pid.trim())).await });
    assert!(survived.is_ok(), "{pid} survived");
}

#[test]
fn commands_are_split_as_by_a_shell() {
    let words = |text: &str| EngineCommand::parse(text).map(|command| command.words).map_err(|error| error.text);
    assert_eq!(
        words(r#"python3 "my bot.py"  --level 3"#),
        Ok(vec!["python3", "my bot.py", "--level", "3"].into_iter().map(str::to_owned).collect())
    );
    let strange = words(r#"a'b "c'"d\"e\\f\g" h\ i '' ~ $HOME"#);
    assert_eq!(strange, Ok([r#"ab "cd"e\f\g"#, "h i", "", "~", "$HOME"].map(str::to_owned).to_vec()));
    assert_eq!(words("  "), Err("empty command: expected a program and its arguments".to_owned()));
    assert_eq!(words("''"), Err("empty command: expected a program and its arguments".to_owned()));
    assert_eq!(words("a 'b"), Err("expected a closing ' in `a 'b`".to_owned()));
    assert_eq!(words("a\0b"), Err("expected no NUL character in a command".to_owned()));
}
