//! `ListFrames`: scrubbing through a match in one call.

use std::time::Duration;

use referee::{api::Settings, games::Catalogue, hall::Limits};
use referee_client::{
    Client, NewMatch,
    pb::{
        self, Frame, GetMatchRequest, GetPositionRequest, ListFramesRequest, MatchEvent, WatchMatchesRequest,
        match_event::Event, play_response::Message, submit_command_request::Command,
    },
};
use tonic::Code;

use crate::api::{
    play::marathon::{play_one, some_move},
    rig::{Bot, Rig, agreed, assert_refused, command, kamisado, play_move},
};

async fn frames(client: &Client, asked: ListFramesRequest) -> Result<Vec<Frame>, tonic::Status> {
    let mut answers = client.matches().list_frames(asked).await?.into_inner();
    let mut frames = Vec::new();
    while let Some(answer) = answers.message().await? {
        frames.push(answer.frame.expect("an answer has a frame"));
    }
    Ok(frames)
}

fn whole(match_id: &str) -> ListFramesRequest {
    ListFramesRequest { match_id: match_id.into(), ..ListFramesRequest::default() }
}

async fn events(client: &Client, match_id: &str) -> Vec<MatchEvent> {
    let (mut watch, mut seen) = (client.watch(match_id, 0), Vec::new());
    while let Some(event) = watch.next().await.expect("it is watched") {
        seen.push(event);
    }
    seen
}

/// Plays a match of several rounds between two bots. Returns its id.
async fn played(rig: &Rig, new: NewMatch) -> String {
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let id = agreed(new, [&ann, &bob]).await;
    let (black, white) = tokio::join!(tokio::spawn(play_one(ann)), tokio::spawn(play_one(bob)));
    black.and(white).expect("they play to the end");
    id
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_is_scrubbed_in_one_call() {
    let rig = Rig::start().await;
    let options: std::collections::BTreeMap<_, _> = [("length".to_owned(), "standard".to_owned())].into();
    let new = NewMatch { options: options.clone(), rules: referee_client::timed("600+1"), ..kamisado("ann", "bob") };
    let id = played(&rig, new).await;
    let shown = frames(&rig.client, whole(&id)).await.expect("it is there");
    let rounds = shown.last().expect("it was played").round;
    assert!(rounds > 1, "a standard match has several rounds");

    let mut moves: Vec<String> = Vec::new();
    for (at, frame) in shown.iter().enumerate() {
        moves.extend(frame.step.iter().map(|step| step.notation.clone()));
        let asked = GetPositionRequest {
            game: "kamisado".into(),
            options: options.clone(),
            moves: moves.clone(),
            stop_at_round_end: frame.round_result.is_some(),
            ..GetPositionRequest::default()
        };
        let same = rig.client.games().get_position(asked).await.expect("it was played so").into_inner();
        let (mut scene, expected) = (frame.scene.clone().expect("a scene"), same.scene.expect("a scene"));
        assert_eq!(scene.spaces.is_empty(), at > 0, "the spaces are sent once");
        scene.spaces = expected.spaces.clone();
        assert_eq!((&frame.position, scene.tokens.len()), (&same.position, expected.tokens.len()), "frame {at}");
        assert_eq!(scene.highlights, expected.highlights, "frame {at}");
        let is_last = shown.get(at + 1).is_none_or(|next| next.round > frame.round);
        assert_eq!(frame.round_result.is_some(), is_last, "a round has its end, and is shown there");
        assert_eq!(frame.step.as_ref().map(|step| step.ply + 1), (frame.ply > 0).then_some(frame.ply));
        assert_eq!((frame.clocks.len(), frame.clocks[0].increment_ms), (2, 1000));
        assert_eq!(frame.turn_seat.is_some(), !is_last, "frame {at}");
    }
    // The event that ends a round has the same result as the round's last frame.
    let ended = events(&rig.client, &id).await.into_iter().filter_map(|event| match event.event {
        Some(Event::RoundEnded(ended)) => ended.result,
        _ => None,
    });
    let worth: Vec<_> = shown.iter().filter_map(|frame| frame.round_result.clone()).collect();
    assert_eq!(worth, ended.collect::<Vec<_>>());

    // Page by page, the frames are the same.
    let mut paged: Vec<Frame> = Vec::new();
    loop {
        let (round, from_ply) = paged.last().map_or((1, 0), |last| (last.round, last.ply + 1));
        let known_board = shown[0].scene.as_ref().map(|scene| scene.board.clone()).unwrap_or_default();
        let asked = ListFramesRequest { round: Some(round), from_ply, plies: Some(7), known_board, ..whole(&id) };
        let page = frames(&rig.client, asked).await.expect("it is there");
        assert!(page.len() <= 7);
        if page.is_empty() {
            break;
        }
        paged.extend(page);
    }
    let without_spaces = |frame: &Frame| {
        let mut frame = frame.clone();
        frame.scene.as_mut().expect("a scene").spaces.clear();
        frame
    };
    assert_eq!(paged, shown.iter().map(without_spaces).collect::<Vec<_>>());
}

#[tokio::test]
async fn moves_taken_back_are_not_shown() {
    let rig = Rig::start().await;
    let (mut black, mut white, id) = rig.seated().await;
    let take_turn = async |bot: &mut Bot, at: usize| {
        let turn = bot.turn().await;
        let notation = turn.legal[at % turn.legal.len()].clone();
        bot.ask(play_move(&id, turn.turn_id, &notation)).await.expect("it is legal");
        notation
    };
    let first = take_turn(&mut black, 0).await;
    take_turn(&mut white, 0).await;
    let proposal = pb::Proposal::Takeback.into();
    white.ask(command(&id, "back", Command::Propose(pb::Propose { proposal }))).await.expect("it may");
    let answer = pb::AnswerProposal { proposal, answer: pb::ProposalAnswer::Accept.into() };
    black.ask(command(&id, "yes", Command::AnswerProposal(answer))).await.expect("it may");
    let notations = |frames: &[Frame]| -> Vec<String> {
        frames.iter().filter_map(|frame| frame.step.as_ref().map(|step| step.notation.clone())).collect()
    };
    let shown = frames(&white.client, whole(&id)).await.expect("it is there");
    assert_eq!(notations(&shown), std::slice::from_ref(&first));
    let other = loop {
        let turn = white.turn().await;
        if turn.ply == 1 && turn.turn_id > shown[1].seq {
            let notation = turn.legal.last().expect("there is one").clone();
            white.ask(play_move(&id, turn.turn_id, &notation)).await.expect("it is legal");
            break notation;
        }
    };
    let shown = frames(&white.client, whole(&id)).await.expect("it is there");
    assert_eq!(notations(&shown), [first, other]);
}

fn some_answer(turn: &pb::Turn) -> pb::SubmitCommandRequest {
    play_move(&turn.match_id, turn.turn_id, &some_move(turn))
}

fn is_end(event: &pb::SeatEvent) -> bool {
    matches!(event.event, Some(MatchEvent { event: Some(Event::MatchEnded(_)), .. }))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_hide_other_hands_only_in_the_live_round() {
    let rig = Rig::start().await;
    let (ann, bob) = (rig.player("ann").await, rig.player("bob").await);
    let (mut black, mut white) = (Bot::enter(&ann).await, Bot::enter(&bob).await);
    let new = NewMatch {
        game: "honest_john".into(),
        options: [("rounds".to_owned(), "2".to_owned())].into(),
        players: ["ann", "bob", "house-random", "house-random"].map(str::to_owned).to_vec(),
        rules: pb::MatchRules { nonce_wait_ms: Some(0), ..referee_client::timed("inf") },
        ..kamisado("ann", "bob")
    };
    let id = ann.create(new).await.expect("both are here").match_id;
    let bot = tokio::spawn(async move {
        loop {
            match white.hear().await {
                Message::Turn(turn) => white.ask(some_answer(&turn)).await.expect("it is legal"),
                Message::Event(event) if is_end(&event) => break,
                _ => 0,
            };
        }
    });
    let stranger = rig.client.clone();
    let mut turns = 0;
    loop {
        let turn = match black.hear().await {
            Message::Turn(turn) => turn,
            Message::Event(event) if is_end(&event) => break,
            _ => continue,
        };
        turns += 1;
        if turns % 10 == 1 {
            // The position does not change while she thinks.
            let own = frames(&ann, whole(&id)).await.expect("it is there");
            let others = frames(&stranger, whole(&id)).await.expect("it is there");
            let last = own.last().expect("it was dealt");
            assert_eq!((last.position.as_str(), last.turn_seat), (turn.position.as_str(), Some(0)));
            let look = GetMatchRequest { match_id: id.clone(), ..Default::default() };
            let seen = stranger.matches().get_match(look).await.expect("it is there").into_inner();
            assert_eq!(others.last().map(|frame| &frame.position), Some(&seen.position));
            assert_eq!((seen.round, seen.ply, seen.turn_id), (turn.round, turn.ply, turn.turn_id));
            for (own, other) in own.iter().zip(&others) {
                let is_over = own.round < last.round;
                // Before the deal there is nothing to hide.
                let hides = !is_over && own.ply > 0;
                assert_eq!(own.position != other.position, hides, "{} {}", own.round, own.ply);
                assert_eq!(other.position.contains('?'), hides, "{}", other.position);
            }
        }
        black.ask(some_answer(&turn)).await.expect("it is legal");
    }
    bot.await.expect("bob plays on");
    let shown = frames(&stranger, whole(&id)).await.expect("it is there");
    assert!(shown.iter().all(|frame| !frame.position.contains('?')));
    assert_eq!(shown, frames(&ann, whole(&id)).await.expect("it is there"));
}

/// A resignation leaves the position unchanged, but no seat is asked for a move any longer.
#[tokio::test]
async fn a_match_that_is_over_asks_for_nothing() {
    let rig = Rig::start().await;
    let (mut black, _white, id) = rig.seated().await;
    let turn = black.turn().await;
    black.ask(play_move(&id, turn.turn_id, &turn.legal[0])).await.expect("it is legal");
    let asked = async || {
        let look = GetMatchRequest { match_id: id.clone(), ..Default::default() };
        let now = rig.client.matches().get_match(look).await.expect("it is there").into_inner();
        let shown = frames(&rig.client, whole(&id)).await.expect("it is there");
        let seat =
            |frame: &Frame| (frame.turn_seat, frame.scene.as_ref().and_then(|scene| scene.prompt.as_ref()?.seat));
        (now.scene.and_then(|scene| scene.prompt?.seat), shown.iter().map(seat).collect::<Vec<_>>())
    };
    let (first, second) = ((Some(0), Some(0)), (Some(1), Some(1)));
    assert_eq!(asked().await, (Some(1), vec![first, second]));
    black.ask(command(&id, "enough", Command::Resign(pb::Resign {}))).await.expect("it may");
    assert_eq!(asked().await, (None, vec![first, (None, None)]), "before its end it was as it was");
}

#[tokio::test]
async fn spectators_see_frames_as_late_as_the_rest() {
    let limits = Limits { spectator_delay: Duration::from_secs(3600), ..Limits::default() };
    let rig = Rig::with(Catalogue::ALL, limits).await;
    let (mut black, _white, id) = rig.seated().await;
    let turn = black.turn().await;
    black.ask(play_move(&id, turn.turn_id, &turn.legal[0])).await.expect("it is legal");
    assert_eq!(frames(&black.client, whole(&id)).await.expect("it is there").len(), 2);
    assert_eq!(frames(&rig.client, whole(&id)).await.expect("it is there"), []);
    black.ask(command(&id, "enough", Command::Resign(pb::Resign {}))).await.expect("it may");
    assert_eq!(frames(&rig.client, whole(&id)).await.expect("it is there").len(), 2);
}

#[tokio::test]
async fn frames_that_cannot_be_are_refused() {
    let rig = Rig::start().await;
    let (_black, _white, id) = rig.seated().await;
    let many = ListFramesRequest { plies: Some(513), ..whole(&id) };
    assert_refused(frames(&rig.client, many).await, Code::ResourceExhausted, "LIMIT", "plies");
    let none = frames(&rig.client, whole("none")).await;
    assert_refused(none, Code::NotFound, "UNKNOWN_MATCH", "match_id");
    let far = ListFramesRequest { round: Some(9), ..whole(&id) };
    assert_eq!(frames(&rig.client, far).await.expect("the call is answered"), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replay_waits_until_another_one_ends() {
    let rig = Rig::with_settings(Settings { replays_per_caller: 1, ..Settings::default() }).await;
    let options = [("length".to_owned(), "standard".to_owned())].into();
    let id = played(&rig, NewMatch { options, rules: referee_client::timed("600+1"), ..kamisado("ann", "bob") }).await;
    let mut first = rig.client.matches().list_frames(whole(&id)).await.expect("it is there").into_inner();
    first.message().await.expect("it is open").expect("a frame");
    // A wall does not count as a replay.
    let newest = WatchMatchesRequest { newest: 1, ..WatchMatchesRequest::default() };
    let _wall = rig.client.matches().watch_matches(newest).await.expect("it is no replay");
    let second = tokio::spawn({
        let (client, id) = (rig.client.clone(), id.clone());
        async move { frames(&client, whole(&id)).await }
    });
    tokio::time::sleep(Duration::from_millis(200)).await;
    let is_read_to_its_end = async { while first.message().await.expect("it is open").is_some() {} };
    is_read_to_its_end.await;
    drop(first);
    assert!(second.await.expect("it ends").expect("it had a place").len() > 10);
}
