//! `referee join` with a takeback while the engine thinks about the following turn.

use std::{fs, process::Stdio};

use referee_client::{
    Client, Incoming, NewMatch, PlayOptions, Seats,
    pb::{self, match_event::Event, submit_command_request::Command},
};

use crate::runner::{Place, Ran, remote::Served};

/// An engine that plays the first legal move. On its second turn it waits for `stop`, and then
/// answers as on its third.
const THINKER: &str = r#"
turns, told = 0, open("told", "a")
def say(line): print(line, flush=True)
def note(word): told.write(word + "\n"); told.flush()
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "referee": say("id name thinker"); say("refereeok")
    elif words[0] == "isready": say("readyok")
    elif words[0] == "go":
        turns += 1
        note("go %s" % words[words.index("ply") + 1] if "ply" in words else "go 0")
        first, last, asked = words[words.index("legal") + 1], words[-1], words[words.index("turn_id") + 1]
        if turns != 2: say("bestmove " + first)
    elif words[0] == "stop" and turns == 2: note("stop"); say("bestmove %s turn_id %s" % (last, asked))
    elif words[0] == "quit": break
"#;

/// Returns the next turn from the stream of seats.
async fn turn(seats: &mut Seats) -> pb::Turn {
    loop {
        if let Incoming::Turn(turn) = seats.next().await.expect("the stream stays open") {
            return turn;
        }
    }
}

/// Returns the next move from the stream of seats.
async fn moved(seats: &mut Seats) -> pb::MovePlayed {
    loop {
        if let Incoming::Event { event, .. } = seats.next().await.expect("the stream stays open")
            && let Some(Event::MovePlayed(moved)) = event.event
        {
            return moved;
        }
    }
}

#[tokio::test]
async fn an_engine_stops_thinking_after_a_takeback() {
    let place = Place::new();
    fs::write(place.path().join("thinker.py"), THINKER).expect("the engine can be written");
    let served = Served::start(&place);
    let client = Client::connect(&served.url).await.expect("the server is there");
    let token = client.register("ann").await.expect("the name is free");
    let ann = client.with_token(&token).expect("a token");
    let bob = client.with_token(&client.register("bob").await.expect("the name is free")).expect("a token");
    let players = vec!["ann".to_owned(), "bob".to_owned()];
    let new = NewMatch { game: "kamisado".into(), rules: referee_client::timed("inf"), players, ..NewMatch::default() };
    let match_id = crate::api::rig::agreed(new, [&ann, &bob]).await;
    let words = ["join", "--url", &served.url, "--token", &token, "--engine", "python3 thinker.py", "--once"];
    let joined = place.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");

    let mut seats = bob.seats(PlayOptions::default());
    let first = turn(&mut seats).await;
    seats.answer(&first, &first.legal[0]).expect("it is sent");
    moved(&mut seats).await;
    // The engine has received its turn, and is thinking.
    while fs::read_to_string(place.path().join("told")).is_ok_and(|told| told.lines().count() < 2) {
        tokio::task::yield_now().await;
    }
    seats.propose(&match_id, pb::Proposal::Takeback).expect("it is sent");
    let accept =
        pb::AnswerProposal { proposal: pb::Proposal::Takeback.into(), answer: pb::ProposalAnswer::Accept.into() };
    loop {
        let asked = pb::SubmitCommandRequest {
            match_id: match_id.clone(),
            request_id: ann.new_request_id(),
            command: Some(Command::AnswerProposal(accept)),
        };
        match ann.matches().submit_command(asked).await {
            Ok(_) => break,
            Err(early) => assert!(early.message().contains("propos"), "{early:?}"),
        }
    }
    let again = turn(&mut seats).await;
    assert_eq!((again.ply, &again.legal), (first.ply, &first.legal), "bob's move is taken back");
    seats.answer(&again, again.legal.last().expect("a move")).expect("it is sent");
    assert_eq!(moved(&mut seats).await.seat, 1);
    let answer = moved(&mut seats).await;
    assert_eq!((answer.seat, answer.ply), (0, 2));
    let told = fs::read_to_string(place.path().join("told")).expect("it was told");
    assert_eq!(told.lines().collect::<Vec<_>>(), ["go 0", "go 2", "stop", "go 2"]);
    seats.resign(&match_id).expect("it is sent");
    while !matches!(
        seats.next().await,
        Ok(Incoming::Event { event: pb::MatchEvent { event: Some(Event::MatchEnded(_)), .. }, .. })
    ) {}
    let joined = Ran::of(joined.wait_with_output().expect("it ends with the match"));
    assert_eq!(joined.code, Some(0), "{}", joined.err);
}
