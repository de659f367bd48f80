//! Everything that a match page needs, on a single stream: `DETAIL_PAGE`, changes of scenes, and
//! `Attend` with `watch`.

use std::{collections::BTreeMap, time::Duration};

use referee_client::{
    Client, NewMatch,
    pb::{
        AttendRequest, AttendResponse, Detail, Frame, GetMatchRequest, Hello, ListFramesRequest, ListFramesResponse,
        MatchRules, MatchUpdate, Resign, ResumePoint, SubmitCommandResponse, WatchMatchesRequest, WatchMatchesResponse,
        match_event::Event, play_response, submit_command_request::Command, watch_matches_response::Message as Told,
    },
};
use tokio::time::{sleep, timeout};

use crate::api::{
    browser::{Browser, Speaks, WebStream},
    play::marathon::play_one,
    rig::{Bot, Rig, agreed, command, play_move},
};
use referee::pb::scene::v1::Scene;

/// Time limit for any wait, even on a busy machine.
const SOON: Duration = Duration::from_secs(60);
/// Time without a message after which everything counts as received.
const QUIET: Duration = Duration::from_millis(300);

/// Opens a match, and starts a task for each player. Returns its id.
async fn playing(rig: &Rig, game: &str, seats: usize) -> String {
    let names: Vec<String> = (0..seats).map(|seat| format!("{game}-{seat}").replace('_', "-")).collect();
    let mut players: Vec<Client> = Vec::new();
    for name in &names {
        players.push(rig.player(name).await);
    }
    let rules = MatchRules { nonce_wait_ms: Some(0), ..referee_client::timed("600+5") };
    let new = NewMatch { game: game.into(), players: names, rules, ..NewMatch::default() };
    let id = agreed(new, &players).await;
    for player in players {
        tokio::spawn(play_one(player));
    }
    id
}

/// Returns the first `plies` frames of a match, once it has that many or is over. Also returns the
/// number of bytes received.
async fn frames(rig: &Rig, asked: &ListFramesRequest, plies: usize) -> (Vec<Frame>, usize) {
    loop {
        let look = GetMatchRequest { match_id: asked.match_id.clone(), ..Default::default() };
        let is_over = rig.client.matches().get_match(look).await.expect("it is there").into_inner();
        let is_over = is_over.summary.expect("a summary").verdict.is_some();
        let browser = Browser::new(rig.address, None);
        let mut stream: WebStream<ListFramesResponse> = browser.call("ListFrames", asked).await;
        let mut frames = Vec::new();
        while let Some(said) = timeout(SOON, stream.next()).await.expect("a frame in time") {
            frames.push(said.frame.expect("a frame"));
        }
        if is_over || frames.len() >= plies {
            frames.truncate(plies);
            return (frames, stream.received());
        }
        sleep(QUIET).await;
    }
}

/// Rebuilds a scene as the proto describes it.
fn rebuilt(before: Option<Scene>, frame: &Frame) -> Scene {
    let scene = frame.scene.clone().expect("a scene");
    let Some(changes) = &frame.changes else {
        let known = before.filter(|before| scene.spaces.is_empty() && before.board == scene.board);
        let spaces = known.map_or(scene.spaces, |before| before.spaces);
        return Scene { spaces, ..scene };
    };
    let Scene { mut spaces, mut tokens, .. } = before.expect("a change has a scene before it");
    spaces.retain(|space| {
        !changes.removed_spaces.contains(&space.id) && scene.spaces.iter().all(|changed| changed.id != space.id)
    });
    tokens.retain(|token| {
        !changes.removed_tokens.contains(&token.id) && scene.tokens.iter().all(|moved| moved.id != token.id)
    });
    spaces.extend(scene.spaces);
    tokens.extend(scene.tokens);
    Scene { spaces, tokens, ..scene }
}

/// Sorts the spaces of a scene by id, and its tokens by space. The order within a stack remains.
fn sorted(mut scene: Scene) -> Scene {
    scene.spaces.sort_by(|one, other| one.id.cmp(&other.id));
    scene.tokens.sort_by(|one, other| one.space.cmp(&other.space));
    scene
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_rebuild_every_scene_of_every_game() {
    let rig = Rig::start().await;
    for (game, seats, plies) in [("dvonn", 2, 60), ("hive", 2, 120), ("honest_john", 4, 200), ("kamisado", 2, 40)] {
        let match_id = playing(&rig, game, seats).await;
        let whole = ListFramesRequest { match_id, plies: Some(512), ..Default::default() };
        let changed = ListFramesRequest { with_changes: true, without_position: true, ..whole.clone() };
        let ((whole, _), (changed, _)) = (frames(&rig, &whole, plies).await, frames(&rig, &changed, plies).await);
        assert!(whole.len() > 10 && whole.len() == changed.len(), "{game}: {} frames", whole.len());
        let (mut one, mut other, mut of_changes) = (None, None, 0);
        for (whole, changed) in whole.iter().zip(&changed) {
            assert!(changed.position.is_empty() && !whole.position.is_empty() && whole.changes.is_none());
            of_changes += usize::from(changed.changes.is_some());
            (one, other) = (Some(rebuilt(one, whole)), Some(rebuilt(other, changed)));
            let place = (changed.round, changed.ply);
            assert_eq!(place, (whole.round, whole.ply), "{game}");
            assert_eq!(other.clone().map(sorted), one.clone().map(sorted), "{game} at {place:?}");
        }
        assert!(of_changes * 2 > changed.len(), "{game}: {of_changes} of {} are changes", changed.len());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_replay_of_hive_is_short() {
    let rig = Rig::start().await;
    let match_id = playing(&rig, "hive", 2).await;
    let asked = ListFramesRequest {
        match_id,
        plies: Some(400),
        without_position: true,
        with_changes: true,
        ..Default::default()
    };
    let (frames, received) = frames(&rig, &asked, 400).await;
    println!("{} frames of Hive in {received} bytes", frames.len());
    assert!(received * 400 <= 60_000 * frames.len(), "{} frames are {received} bytes", frames.len());
}

fn page(matches: Vec<ResumePoint>) -> WatchMatchesRequest {
    WatchMatchesRequest { matches, detail: Detail::Page.into(), with_changes: true, ..Default::default() }
}

fn point(match_id: &str, after_seq: u64) -> ResumePoint {
    ResumePoint { match_id: match_id.into(), after_seq }
}

/// State that a page keeps of a match.
#[derive(Default)]
struct Page {
    updates: Vec<MatchUpdate>,
    scene: Option<Scene>,
    is_gone: bool,
}

impl Page {
    fn take(&mut self, said: WatchMatchesResponse) {
        match said.message.expect("it says something") {
            Told::Update(update) => {
                if let Some(frame) = &update.frame {
                    self.scene = Some(rebuilt(self.scene.take(), frame));
                }
                self.updates.push(update);
            }
            Told::Gone(_) => self.is_gone = true,
            Told::Opened(_) | Told::Followed(_) => {}
            other => panic!("no message of a page: {other:?}"),
        }
    }

    async fn take_all(&mut self, stream: &mut WebStream<WatchMatchesResponse>) {
        while let Ok(Some(said)) = timeout(QUIET, stream.next()).await {
            self.take(said);
        }
    }

    fn events(&self) -> impl Iterator<Item = &Event> {
        self.updates.iter().flat_map(|update| &update.events).filter_map(|event| event.event.as_ref())
    }

    fn last_frame(&self) -> &Frame {
        self.updates.iter().rev().find_map(|update| update.frame.as_ref()).expect("a frame")
    }
}

#[tokio::test]
async fn a_page_gets_one_update_for_each_move() {
    let rig = Rig::start().await;
    let (mut black, mut white, id) = rig.seated().await;
    let browser = Browser::new(rig.address, None).speaking(Speaks::ConnectJson);
    let mut stream = browser.call("WatchMatches", &page(vec![point(&id, 0)])).await;
    let mut seen = Page::default();
    seen.take_all(&mut stream).await;
    assert_eq!((seen.last_frame().ply, seen.last_frame().turn_seat, seen.updates[0].watchers), (0, Some(0), 1));
    for ply in 0..4 {
        let bot = if ply % 2 == 0 { &mut black } else { &mut white };
        let turn = bot.turn().await;
        assert_eq!(turn.ply, ply, "no forced step yet");
        let before = seen.updates.len();
        bot.ask(play_move(&id, turn.turn_id, &turn.legal[0])).await.expect("it is legal");
        seen.take_all(&mut stream).await;
        assert_eq!(seen.updates.len(), before + 1, "{:?}", &seen.updates[before..]);
        let frame = seen.last_frame();
        assert_eq!((frame.ply, frame.choices.is_some(), frame.points.len()), (ply + 1, false, 2));
        assert!(frame.changes.is_some(), "only what has moved");
    }
    let seqs: Vec<u64> = seen.updates.iter().flat_map(|update| &update.events).map(|event| event.seq).collect();
    assert_eq!(seqs, (1..=seqs.len() as u64).collect::<Vec<_>>(), "each event once, in order");
    assert_eq!(seen.events().filter(|event| matches!(event, Event::MovePlayed(_))).count(), 4);

    // A page that reconnects receives only what it missed.
    let last = *seqs.last().expect("events");
    let mut again = browser.call("WatchMatches", &page(vec![point(&id, last - 1)])).await;
    let mut late = Page::default();
    late.take_all(&mut again).await;
    assert_eq!(late.updates.iter().map(|update| update.events.len()).sum::<usize>(), 1);
    let whole = |page: Page| page.scene.map(sorted);

    black.ask(command(&id, "bye", Command::Resign(Resign {}))).await.expect("it may");
    seen.take_all(&mut stream).await;
    late.take_all(&mut again).await;
    assert!(seen.events().any(|event| matches!(event, Event::MatchEnded(_))) && seen.is_gone && late.is_gone);
    assert_eq!(whole(seen), whole(late), "both rebuild the same scene");
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_is_of_the_last_event_before_it_in_a_fast_match() {
    let rig = Rig::start().await;
    let id = playing(&rig, "hive", 2).await;
    let mut stream = Browser::new(rig.address, None).call("WatchMatches", &page(vec![point(&id, 0)])).await;
    let (mut seen, mut newest, mut pictures) = (Page::default(), 0, 0);
    while pictures < 100 {
        let told = timeout(SOON, stream.next()).await.expect("it continues");
        let Some(said) = told else { break };
        let before = seen.updates.len();
        seen.take(said);
        for update in &seen.updates[before..] {
            newest = update.events.last().map_or(newest, |event| event.seq);
            if let Some(frame) = &update.frame {
                assert!(frame.seq <= newest, "a picture of event {} after event {newest}", frame.seq);
                pictures += 1;
            }
        }
    }
    assert!(pictures > 20, "{pictures} pictures");
    rig.stop().await;
}

#[tokio::test]
async fn presence_is_an_update_without_a_frame() {
    let rig = Rig::start().await;
    let (_black, white, id) = rig.seated().await;
    let mut stream = Browser::new(rig.address, None).call("WatchMatches", &page(vec![point(&id, 0)])).await;
    let mut seen = Page::default();
    seen.take_all(&mut stream).await;
    let before = seen.updates.len();
    drop(white);
    seen.take_all(&mut stream).await;
    let [update] = &seen.updates[before..] else { panic!("{:?}", &seen.updates[before..]) };
    let [event] = &*update.events else { panic!("{update:?}") };
    let Some(Event::SeatDisconnected(gone)) = &event.event else { panic!("{event:?}") };
    assert!(gone.seat == 1 && gone.grace_until_ns > Some(event.at_ns) && update.frame.is_none(), "{update:?}");
    rig.stop().await;
}

#[tokio::test]
async fn a_player_needs_one_stream_and_one_call_a_move() {
    let rig = Rig::start().await;
    let token = rig.token("ann").await;
    let bob = rig.player("bob").await;
    let mut white = Bot::enter(&bob).await;
    let ann = Browser::new(rig.address, Some(&token)).speaking(Speaks::Lines);
    let lobby = AttendRequest { hello: Some(Hello::default()), watch: None };
    let mut seat: WebStream<AttendResponse> = ann.call("Attend", &lobby).await;
    assert!(seat.next().await.is_some(), "it is welcome");
    let id = bob.create(crate::api::rig::kamisado("ann", "bob")).await.expect("opened").match_id;

    let hello = Hello { without_moves: true, without_legal: true, ..Hello::default() };
    let asked = AttendRequest { hello: Some(hello), watch: Some(page(vec![point(&id, 0)])) };
    let mut seat: WebStream<AttendResponse> = ann.call("Attend", &asked).await;
    let mut seen = Page::default();
    for ply in [0, 2] {
        let (mut told, before) = (None, seen.updates.len());
        while let Ok(Some(said)) = timeout(QUIET, seat.next()).await {
            match (said.response, said.watched) {
                (Some(response), None) => {
                    if let Some(play_response::Message::Turn(turn)) = response.message {
                        assert!(told.replace(turn.turn_id).is_none(), "one turn");
                    }
                }
                (None, Some(watched)) => seen.take(watched),
                both => panic!("{both:?}"),
            }
        }
        if ply > 0 {
            // The player's own move and the opponent's reply, in one or two updates.
            assert!((1..=2).contains(&(seen.updates.len() - before)), "{:?}", &seen.updates[before..]);
        }
        let choices = seen.last_frame().choices.clone().expect("it is the player's turn");
        assert_eq!((seen.last_frame().ply, told), (ply, Some(choices.turn_id)));
        assert!(choices.legal.iter().all(|legal| legal.spaces.len() == 2), "moves with their clicks");
        let played = play_move(&id, choices.turn_id, &choices.legal[0].notation);
        let json = Browser::new(rig.address, Some(&token));
        let _: SubmitCommandResponse = json.ask("SubmitCommand", &played).await.expect("it is legal");
        let turn = white.turn().await;
        white.ask(play_move(&id, turn.turn_id, &turn.legal[0])).await.expect("it is legal");
    }
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_shows_a_hand_to_its_owner_alone() {
    let rig = Rig::start().await;
    let names = ["ann", "bob", "carl", "dora"];
    let mut bots: BTreeMap<usize, (Bot, Client)> = BTreeMap::new();
    for (seat, name) in names.iter().enumerate() {
        let client = rig.player(name).await;
        bots.insert(seat, (Bot::enter(&client).await, client));
    }
    let rules = MatchRules { nonce_wait_ms: Some(0), ..referee_client::timed("600+5") };
    let players = names.map(str::to_owned).to_vec();
    let new = NewMatch { game: "honest_john".into(), players, rules, ..NewMatch::default() };
    let id = agreed(new, bots.values().map(|(_, client)| client)).await;
    let asked = page(vec![point(&id, 0)]);
    let mut spectator = Page::default();
    let mut stream = Browser::new(rig.address, None).call("WatchMatches", &asked).await;
    spectator.take_all(&mut stream).await;
    let hands = |scene: &Scene| -> Vec<usize> {
        scene.hands.iter().map(|hand| hand.tokens.iter().filter(|token| !token.face_down).count()).collect()
    };
    assert!(hands(spectator.scene.as_ref().expect("a scene")).iter().all(|open| *open == 0));
    for (seat, (_, client)) in &bots {
        let mut answers = client.matches().watch_matches(asked.clone()).await.expect("it opens").into_inner();
        let mut own = Page::default();
        while let Ok(Ok(Some(said))) = timeout(QUIET, answers.message()).await {
            own.take(said);
        }
        let open = hands(own.scene.as_ref().expect("a scene"));
        assert!(open.iter().enumerate().all(|(of, open)| (*open > 0) == (of == *seat)), "seat {seat}: {open:?}");
        assert_eq!(own.last_frame().choices.is_some(), own.last_frame().turn_seat == Some(*seat as u32));
    }
    rig.stop().await;
}
