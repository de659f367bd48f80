//! `referee check --remote` with bots that connect to it and have one fault each.

use std::{
    collections::{BTreeMap, BTreeSet},
    process::Stdio,
};

use referee_client::{
    Client, PlayOptions, Retry, Turn,
    pb::{
        self, PlayRequest, Reason, match_event::Event, play_request::Message as Said, play_response::Message,
        submit_command_request::Command,
    },
};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader},
    process::Command as Program,
    sync::mpsc,
};
use tokio_stream::wrappers::ReceiverStream;

/// A fault of a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    PongFirst,
    TooManyMatches,
    UnknownGame,
    NoPong,
    IllegalMove,
    WrongTurnId,
    NoSecondTry,
    DeafToDraws,
    GivesClaimableUp,
    LeavesProposals,
    OnceAPly,
    OnceAPlyUnlessTakenBack,
    PlaysInPauses,
    GivesFaultsUp,
    GivesUpAfterArbiters,
    GivesUpAfterRematches,
    PlaysThePast,
    NoReturn,
    NothingResumed,
    AlwaysReturns,
}

/// The step that each faulty bot fails, and its text.
const FLAWS: &[(Flaw, usize, &str)] = &[
    (Flaw::PongFirst, 2, "expected `hello`, got `pong`"),
    (Flaw::TooManyMatches, 3, "max_matches: expected 1 to 256, got 300"),
    (Flaw::UnknownGame, 3, "games: unknown game `chess`"),
    (Flaw::NoPong, 6, "timed out after 10000 ms waiting for `pong`"),
    (Flaw::IllegalMove, 8, "expected a legal move, got `e8e9`"),
    (Flaw::WrongTurnId, 8, "expected turn_id 4, got 5"),
    (Flaw::NoSecondTry, 10, "timed out after 10000 ms waiting for `command.play_move`"),
    (Flaw::PlaysThePast, 11, "expected nothing, got `command`"),
    (Flaw::DeafToDraws, 19, "timed out after 10000 ms waiting for `command.play_move`"),
    (Flaw::GivesClaimableUp, 20, "expected `play_move`, got another command"),
    (Flaw::LeavesProposals, 21, "it closed its stream instead of sending `command.play_move`"),
    (Flaw::OnceAPly, 22, "timed out after 10000 ms waiting for `command.play_move`"),
    (Flaw::OnceAPlyUnlessTakenBack, 24, "timed out after 10000 ms waiting for `command.play_move`"),
    (Flaw::GivesFaultsUp, 25, "timed out after 10000 ms waiting for `command.play_move`"),
    (Flaw::GivesUpAfterArbiters, 26, "timed out after 10000 ms waiting for `command.play_move`"),
    (Flaw::PlaysInPauses, 23, "during the pause: expected nothing, got `command`"),
    (Flaw::GivesUpAfterRematches, 27, "timed out after 10000 ms waiting for `command.play_move`"),
    (Flaw::NoReturn, 28, "no stream within 10000 ms"),
    (Flaw::AlwaysReturns, 38, "it reconnected"),
];

/// Runs the check, and a bot that connects to it. Returns the output and the exit code of the
/// check.
async fn check<Playing: Future<Output = ()>>(bot: impl FnOnce(Client) -> Playing) -> (String, Option<i32>) {
    let mut command = Program::new(env!("CARGO_BIN_EXE_referee"));
    command.args([
        "check",
        "--remote",
        "--game",
        "kamisado",
        "--game",
        "hive",
        "--max-failed",
        "1",
        "--patience-ms",
        "10000",
    ]);
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

/// Plays as a hand-written bot, and reconnects until another connection replaces it.
async fn play(client: Client, flaw: Option<Flaw>) {
    let mut bot = ByHand { flaw, ..ByHand::default() };
    loop {
        let (sender, receiver) = mpsc::channel(64);
        let say = |said: Said| {
            let sender = sender.clone();
            async move { drop(sender.send(PlayRequest { message: Some(said) }).await) }
        };
        say(bot.hello()).await;
        let Ok(opened) = client.matches().play(ReceiverStream::new(receiver)).await else {
            tokio::task::yield_now().await;
            continue;
        };
        let mut inbound = opened.into_inner();
        while let Ok(Some(said)) = inbound.message().await {
            match said.message.map_or(Does::Nothing, |message| bot.hear(message)) {
                Does::Nothing => {}
                Does::Say(said) => say(said).await,
                Does::HangUp => break,
                Does::Leave => return,
            }
        }
        if bot.is(Flaw::NoReturn) {
            return;
        }
    }
}

/// The state of a hand-written bot.
#[derive(Default)]
struct ByHand {
    flaw: Option<Flaw>,
    numbered: u32,
    progress: BTreeMap<String, u64>,
    last: Option<pb::Turn>,
    answered: BTreeSet<(String, u32, u32)>,
    gave_up: bool,
}

/// The reaction of the bot to a message.
enum Does {
    Nothing,
    Say(Said),
    /// Ends the stream and opens another one.
    HangUp,
    Leave,
}

impl ByHand {
    fn is(&self, of: Flaw) -> bool {
        self.flaw == Some(of)
    }

    fn hello(&self) -> Said {
        if self.is(Flaw::PongFirst) {
            return Said::Pong(pb::Pong { nonce: 1 });
        }
        let resume = self.progress.iter().filter(|_| !self.is(Flaw::NothingResumed));
        let resume = resume.map(|(id, seq)| pb::ResumePoint { match_id: id.clone(), after_seq: *seq });
        Said::Hello(pb::Hello {
            games: if self.is(Flaw::UnknownGame) { vec!["chess".into()] } else { Vec::new() },
            max_matches: if self.is(Flaw::TooManyMatches) { Some(300) } else { Some(4) },
            resume: resume.collect(),
            agent: "by hand".into(),
            ..pb::Hello::default()
        })
    }

    fn hear(&mut self, message: Message) -> Does {
        match message {
            Message::Ping(pb::Ping { nonce }) if !self.is(Flaw::NoPong) => Does::Say(Said::Pong(pb::Pong { nonce })),
            Message::Turn(turn) if self.passes_over(&turn) => Does::Nothing,
            Message::Turn(turn) => self.answer(*turn),
            Message::RematchProposed(_) if self.is(Flaw::GivesUpAfterRematches) => {
                self.gave_up = true;
                Does::Nothing
            }
            Message::Event(seen) => {
                let pb::SeatEvent { match_id, event } = *seen;
                self.follow(match_id, event.expect("an event"))
            }
            Message::Refused(refused) => match refused.refusal.expect("a refusal").reason() {
                Reason::Replaced if !self.is(Flaw::AlwaysReturns) => Does::Leave,
                Reason::IllegalMove if !self.is(Flaw::NoSecondTry) => {
                    self.answered.clear();
                    Does::Nothing
                }
                Reason::HostFault if !self.is(Flaw::GivesFaultsUp) => self.answer_again(),
                Reason::AlreadyPlayed if self.is(Flaw::PlaysThePast) => self.answer_again(),
                Reason::Paused if self.is(Flaw::PlaysInPauses) => self.answer_again(),
                Reason::Paused if self.is(Flaw::OnceAPlyUnlessTakenBack) => {
                    self.answered.clear();
                    Does::Nothing
                }
                _ => Does::Nothing,
            },
            _ => Does::Nothing,
        }
    }

    fn passes_over(&self, turn: &pb::Turn) -> bool {
        let answered = self.answered.contains(&(turn.match_id.clone(), turn.round, turn.ply));
        let once = [Flaw::NoSecondTry, Flaw::OnceAPly, Flaw::OnceAPlyUnlessTakenBack]
            .map(|flaw| self.is(flaw))
            .contains(&true);
        self.gave_up || (once && answered) || (self.is(Flaw::DeafToDraws) && turn.draw_offered)
    }

    fn follow(&mut self, match_id: String, event: pb::MatchEvent) -> Does {
        match event.event {
            Some(Event::MatchEnded(_)) => drop(self.progress.remove(&match_id)),
            Some(Event::ProposalMade(said))
                if self.is(Flaw::LeavesProposals) && said.proposal() == pb::Proposal::Takeback =>
            {
                return Does::HangUp;
            }
            Some(Event::MatchAdjudicated(_)) if self.is(Flaw::GivesUpAfterArbiters) => self.gave_up = true,
            Some(Event::MovesTakenBack(_)) if self.is(Flaw::OnceAPlyUnlessTakenBack) => self.answered.clear(),
            _ => drop(self.progress.insert(match_id, event.seq)),
        }
        Does::Nothing
    }

    fn answer_again(&mut self) -> Does {
        self.last.take().map_or(Does::Nothing, |turn| self.answer(turn))
    }

    fn answer(&mut self, turn: pb::Turn) -> Does {
        self.numbered += 1;
        let match_id = turn.match_id.clone();
        let notation = if self.is(Flaw::IllegalMove) { "e8e9".to_owned() } else { turn.legal[0].clone() };
        let turn_id = turn.turn_id + u64::from(self.is(Flaw::WrongTurnId));
        let command = match self.is(Flaw::GivesClaimableUp) && turn.claimable {
            true => Command::Resign(pb::Resign {}),
            false => Command::PlayMove(pb::PlayMove { turn_id, notation, score: None }),
        };
        let request_id = match &command {
            Command::PlayMove(_) => String::new(),
            _ => format!("by-hand-{}", self.numbered),
        };
        self.answered.insert((match_id.clone(), turn.round, turn.ply));
        self.last = Some(turn);
        Does::Say(Said::Command(pb::SubmitCommandRequest { match_id, request_id, command: Some(command) }))
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn broken_bots_fail_at_the_right_step() {
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
async fn costly_but_allowed_behaviour_is_a_warning() {
    let (text, code) = check(|client| play(client, Some(Flaw::NothingResumed))).await;
    assert!(text.lines().any(|line| line.starts_with("warn  29 ")), "{text}");
    assert!(text.contains("the match is missing: all events are sent again"), "{text}");
    assert_eq!(code, Some(0), "{text}");
}

#[tokio::test]
async fn the_rust_client_passes() {
    let (text, code) = check(async |client| {
        let retry = Retry { first: std::time::Duration::from_millis(5), ..Retry::default() };
        let options = PlayOptions { max_matches: Some(4), agent: "the client".into(), retry, ..PlayOptions::default() };
        let end = client.play(options, async |turn: Turn| turn.legal[0].clone()).await;
        assert_eq!(end.expect_err("it is replaced").reason(), Some(Reason::Replaced));
    })
    .await;
    assert!(text.contains("38 steps: 38 ok, 0 failed, 0 with a warning, 0 skipped."), "{text}");
    assert!(text.ends_with("The bot speaks the protocol.\n"), "{text}");
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn an_engine_that_joins_passes() {
    let engine = "referee join --url {url} --token {token} --engine \"referee bot random\" --max-matches 4";
    let rematches = format!("{engine} --rematch 3");
    for (engine, more) in [(engine, &["--remote"][..]), (&rematches, &["--remote", "--game", "kamisado"])] {
        let passes = |(text, code): &(String, Option<i32>)| {
            let has_passed = text.ends_with("The bot speaks the protocol.\n") && *code == Some(0);
            if !has_passed {
                println!("{text}");
            }
            has_passed
        };
        // Some steps have a time limit that a busy machine may exceed once.
        assert!((0..2).any(|_| passes(&super::check(engine, more))), "{engine}");
    }
    let (text, code) = super::check("/nowhere/bot", &["--remote"]);
    assert!(text.contains("FAIL   1  ") && text.contains("failed to start `/nowhere/bot`"), "{text}");
    assert_eq!(code, Some(1), "{text}");
}
