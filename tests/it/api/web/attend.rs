//! Browsers that play with nothing but `Attend` and `SubmitCommand`, over gRPC-web and HTTP/1.1.

use std::time::Duration;

use referee::hall::limits::ATTENDS_A_PLAYER;
use referee_client::{
    Client, NewMatch,
    pb::{
        self, AttendRequest, AttendResponse, Detail, GetMatchRequest, GetMatchResponse, Hello, MatchState, ResumePoint,
        SubmitCommandRequest, SubmitCommandResponse, Termination, WatchMatchesRequest, match_event::Event,
        play_request::Message as Answer, play_response::Message, watch_matches_response::Message as Told,
    },
};
use tokio::time::timeout;

use crate::api::{
    browser::{Browser, WebStream},
    play::marathon::some_move,
    rig::{Bot, Rig, kamisado, play_move},
};

/// Maximum time until the server notices a change, on a busy machine.
const SOON: Duration = Duration::from_secs(20);

/// A browser with an open `Attend` stream.
struct Attendant {
    browser: Browser,
    stream: WebStream<AttendResponse>,
    /// Sequence number of the newest event that the browser knows.
    seq: u64,
    asked: u32,
}

impl Attendant {
    /// Opens the stream for all seats of the player. `known` is a match and its newest known event.
    async fn enter(browser: &Browser, known: Option<(&str, u64)>) -> Attendant {
        let resume =
            known.iter().map(|(id, seq)| ResumePoint { match_id: (*id).to_owned(), after_seq: *seq }).collect();
        let hello = Hello { max_matches: Some(4), resume, ..Hello::default() };
        let stream = browser.call("Attend", &AttendRequest { hello: Some(hello), watch: None }).await;
        let seq = known.map_or(0, |(_, seq)| seq);
        let mut attendant = Attendant { browser: browser.clone(), stream, seq, asked: 0 };
        assert!(matches!(attendant.hear().await, Some(Message::Welcome(_))), "first comes a welcome");
        attendant
    }

    async fn hear(&mut self) -> Option<Message> {
        let said = timeout(SOON, self.stream.next()).await.expect("a message in time")?;
        let message = said.response.expect("it wraps a message").message.expect("a message says something");
        if let Message::Event(event) = &message {
            let event = event.event.as_ref().expect("an event");
            assert_eq!(event.seq, self.seq + 1, "each event comes once, in order");
            self.seq = event.seq;
        }
        Some(message)
    }

    async fn hear_until<T>(&mut self, pick: impl Fn(Message) -> Option<T>) -> T {
        loop {
            let message = self.hear().await.expect("the stream is open");
            if let Some(picked) = pick(message) {
                return picked;
            }
        }
    }

    async fn submit(&mut self, asked: SubmitCommandRequest) -> Result<SubmitCommandResponse, String> {
        self.browser.ask("SubmitCommand", &asked).await
    }

    /// Answers every turn until the match is over, or until `answers` turns are answered.
    async fn play(mut self, answers: Option<u32>) -> Result<pb::Verdict, Attendant> {
        loop {
            match self.hear().await.expect("the stream is open") {
                Message::Turn(turn) => {
                    if answers == Some(self.asked) {
                        return Err(self);
                    }
                    let notation = some_move(&turn);
                    let asked = play_move(&turn.match_id, turn.turn_id, &notation);
                    self.asked += 1;
                    self.submit(asked).await.expect("it is a legal move");
                }
                Message::Event(event) => {
                    if let Some(Event::MatchEnded(ended)) = event.event.and_then(|event| event.event) {
                        return Ok(ended.verdict.expect("an end has a verdict"));
                    }
                }
                Message::Refused(refused) => panic!("refused: {refused:?}"),
                _ => {}
            }
        }
    }
}

async fn browser(rig: &Rig, name: &str) -> Browser {
    let token = rig.token(name).await;
    Browser::new(rig.address, Some(&token))
}

/// Registers a player. Returns a client that streams both ways, and a browser.
async fn both_ways(rig: &Rig, name: &str) -> (Client, Browser) {
    let token = rig.token(name).await;
    let client = Client::connect(&format!("http://{}", rig.address)).await.expect("the server is there");
    (client.with_token(&token).expect("the token can be sent"), Browser::new(rig.address, Some(&token)))
}

/// Opens a match as `browser`. Returns its id.
async fn create(browser: &Browser, new: NewMatch) -> String {
    let created: pb::CreateMatchResponse =
        browser.ask("CreateMatch", &new.request(String::new())).await.expect("it is opened");
    created.summary.expect("a match has a summary").match_id
}

async fn look(browser: &Browser, id: &str) -> pb::MatchSummary {
    let asked = GetMatchRequest { match_id: id.to_owned(), ..Default::default() };
    let seen: GetMatchResponse = browser.ask("GetMatch", &asked).await.expect("it is there");
    seen.summary.expect("a match has a summary")
}

async fn two_play(new: NewMatch) {
    let rig = Rig::start().await;
    let (ann, bob) = (browser(&rig, "ann").await, browser(&rig, "bob").await);
    let first = Attendant::enter(&ann, None).await;
    let second = Attendant::enter(&bob, None).await;
    let id = create(&ann, new).await;
    // One player loses its connection in the middle. It resumes after its last known event.
    let leaves = async {
        let left = first.play(Some(3)).await.expect_err("it is not over by then");
        let seq = left.seq;
        drop(left);
        Attendant::enter(&ann, Some((&id, seq))).await.play(None).await
    };
    let (first, second) = tokio::join!(leaves, second.play(None));
    let (Ok(first), Ok(second)) = (first, second) else { panic!("both play to the end") };
    assert_eq!(first, second);
    assert_eq!(first.termination(), Termination::Normal);
    assert_eq!(look(&ann, &id).await.state(), MatchState::Over);
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_browsers_play_a_round_of_kamisado() {
    two_play(NewMatch { rules: referee_client::timed("600+1"), ..kamisado("ann", "bob") }).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_browsers_play_a_round_of_honest_john() {
    two_play(NewMatch {
        game: "honest_john".into(),
        options: [("rounds".to_owned(), "1".to_owned())].into(),
        players: ["ann", "bob", "house-random", "house-random"].map(str::to_owned).to_vec(),
        rules: referee_client::pb::MatchRules { nonce_wait_ms: Some(0), ..referee_client::timed("inf") },
        ..kamisado("ann", "bob")
    })
    .await;
}

#[tokio::test]
async fn an_attending_player_is_present_until_its_connection_ends() {
    let rig = Rig::start().await;
    let (ann, bob) = (browser(&rig, "ann").await, rig.player("bob").await);
    let attendant = Attendant::enter(&ann, None).await;
    let mut bot = Bot::enter(&bob).await;
    let id = create(&ann, kamisado("ann", "bob")).await;
    bot.seated(&id).await;
    let presence = |message: Message, came: bool| match message {
        Message::Event(event) => match event.event?.event? {
            Event::SeatConnected(pb::SeatConnected { seat: 0 }) if came => Some(()),
            Event::SeatDisconnected(gone) if !came && gone.seat == 0 => Some(()),
            _ => None,
        },
        _ => None,
    };
    timeout(SOON, bot.hear_until(|said| presence(said, true))).await.expect("she has come");
    drop(attendant);
    timeout(SOON, bot.hear_until(|said| presence(said, false))).await.expect("she has gone");
    let _back = Attendant::enter(&ann, None).await;
    timeout(SOON, bot.hear_until(|said| presence(said, true))).await.expect("she is back");
}

#[tokio::test]
async fn a_later_stream_takes_the_place_of_one_that_attends() {
    let rig = Rig::start().await;
    let (ann, browser) = both_ways(&rig, "ann").await;
    let mut earlier = Attendant::enter(&browser, None).await;
    // A two-way stream replaces the earlier one too.
    let mut bot = Bot::enter(&ann).await;
    let replaced = |message| match message {
        Message::Refused(refused) => refused.refusal.map(|refusal| refusal.reason()),
        _ => None,
    };
    assert_eq!(earlier.hear_until(replaced).await, pb::Reason::Replaced);
    assert_eq!(earlier.hear().await, None);
    assert!(earlier.stream.trailers().is_some_and(|trailers| trailers.contains("grpc-status:10")), "ABORTED");
    let _later = Attendant::enter(&browser, None).await;
    assert_eq!(bot.refusal().await.reason(), pb::Reason::Replaced);
}

/// Both tabs of a player show every turn, and the first answer counts. The player is connected
/// while either tab is open.
#[tokio::test]
async fn two_tabs_of_a_player_attend_beside_each_other() {
    let rig = Rig::start().await;
    let (ann, bob) = (browser(&rig, "ann").await, rig.player("bob").await);
    let mut first = Attendant::enter(&ann, None).await;
    let mut bot = Bot::enter(&bob).await;
    let id = create(&ann, kamisado("ann", "bob")).await;
    bot.seated(&id).await;
    let turn = |said| if let Message::Turn(turn) = said { Some(turn) } else { None };
    let shown = first.hear_until(turn).await;
    let mut second = Attendant::enter(&ann, None).await;
    let again = second.hear_until(turn).await;
    assert_eq!((again.turn_id, &again.legal), (shown.turn_id, &shown.legal), "it is the same turn");

    let (one, other) = (&shown.legal[0], &shown.legal[1]);
    let answered = second.submit(play_move(&id, shown.turn_id, one)).await.expect("it is legal");
    let again = first.submit(play_move(&id, shown.turn_id, other)).await.expect("the first answer to a turn counts");
    assert_eq!(again, answered);
    let moved = |said| match said {
        Message::Event(event) => match event.event?.event? {
            Event::MovePlayed(moved) if moved.seat == 0 => Some(moved.notation),
            _ => None,
        },
        _ => None,
    };
    assert_eq!((&first.hear_until(moved).await, &second.hear_until(moved).await), (one, one));

    // Whichever tab closes, another one keeps the seat.
    let gone = |said| match said {
        Message::Event(event) => match event.event?.event? {
            Event::SeatDisconnected(gone) => Some(gone),
            Event::SeatConnected(_) => panic!("ann came back without having been away"),
            _ => None,
        },
        _ => None,
    };
    drop(first);
    let mut third = Attendant::enter(&ann, None).await;
    drop(second);
    let their_turn = bot.hear_until(turn).await;
    bot.say(Answer::Command(play_move(&id, their_turn.turn_id, &their_turn.legal[0]))).await;
    let own = third.hear_until(|said| turn(said).filter(|turn| turn.turn_id > shown.turn_id)).await;
    third.submit(play_move(&id, own.turn_id, &own.legal[0])).await.expect("the third tab has the seat");
    drop(third);
    let gone = timeout(SOON, bot.hear_until(gone)).await.expect("she has gone");
    assert!(gone.attended && gone.seat == 0);
    rig.stop().await;
}

#[tokio::test]
async fn a_stream_cut_for_five_minutes_costs_no_match_of_ten_minutes() {
    comes_back_after(Duration::from_secs(300), "600").await;
}

#[tokio::test]
async fn a_day_offline_does_not_lose_a_three_days_per_move_match() {
    comes_back_after(Duration::from_secs(86_400), "3d/move").await;
}

/// Cuts the stream of a player for this long during its turn. Its clock allows that.
async fn comes_back_after(away: Duration, time_control: &str) {
    let rig = Rig::without_keepalive().await;
    let (ann, bob) = (browser(&rig, "ann").await, browser(&rig, "bob").await);
    let (mut black, mut white) = (Attendant::enter(&ann, None).await, Attendant::enter(&bob, None).await);
    let new = NewMatch { rules: referee_client::timed(time_control), ..kamisado("ann", "bob") };
    let id = create(&ann, new).await;
    let turn = |said| if let Message::Turn(turn) = said { Some(turn) } else { None };
    for attendant in [&mut black, &mut white] {
        let turn = attendant.hear_until(turn).await;
        attendant.submit(play_move(&id, turn.turn_id, &turn.legal[0])).await.expect("it is legal");
    }
    let open = black.hear_until(turn).await;
    let known = black.seq;
    drop(black);
    tokio::time::pause();
    let reads = async { while white.stream.next().await.is_some() {} };
    tokio::select! {
        () = tokio::time::sleep(away) => {}
        () = reads => panic!("the stream of bob has ended"),
    }
    tokio::time::resume();
    assert_eq!(look(&ann, &id).await.state(), MatchState::Live);
    let mut black = Attendant::enter(&ann, Some((&id, known))).await;
    let again = black.hear_until(turn).await;
    assert_eq!((again.turn_id, again.ply), (open.turn_id, open.ply), "the same turn is open");
    black.submit(play_move(&id, again.turn_id, &again.legal[0])).await.expect("the match continues");
    rig.stop().await;
}

/// Over HTTP/1.1, a browser has at most six connections to a server. Six tabs fit, because each
/// needs only one stream.
#[tokio::test]
async fn six_tabs_on_six_connections_show_the_same_match() {
    let rig = Rig::start().await;
    let (ann, bob) = (browser(&rig, "ann").await, rig.player("bob").await);
    let mut bot = Bot::enter(&bob).await;
    let mut first = Attendant::enter(&ann, None).await;
    let id = create(&ann, kamisado("ann", "bob")).await;
    let turn = |said| if let Message::Turn(turn) = said { Some(turn) } else { None };
    let shown = first.hear_until(turn).await;
    let matches = vec![ResumePoint { match_id: id.clone(), after_seq: 0 }];
    let watch = WatchMatchesRequest { matches, detail: Detail::Page.into(), ..Default::default() };
    let asked = AttendRequest { hello: Some(Hello::default()), watch: Some(watch) };
    let mut tabs: Vec<WebStream<AttendResponse>> = Vec::new();
    for _ in 0..6 {
        tabs.push(ann.call("Attend", &asked).await);
    }
    drop(first);
    for ply in 0..2 {
        if ply == 1 {
            first_move(&ann, &id, &shown).await;
        }
        for tab in &mut tabs {
            let (mut is_told, mut is_shown) = (ply == 1, false);
            while !(is_told && is_shown) {
                let said = timeout(SOON, tab.next()).await.expect("a message in time").expect("it stays open");
                let told = said.response.and_then(|said| said.message);
                is_told |= matches!(told, Some(Message::Turn(turn)) if turn.turn_id == shown.turn_id);
                if let Some(Told::Update(update)) = said.watched.and_then(|said| said.message) {
                    is_shown |= update.frame.is_some_and(|frame| frame.ply == ply);
                }
            }
        }
    }
    assert_eq!(bot.turn().await.ply, 1);
    rig.stop().await;
}

async fn first_move(browser: &Browser, id: &str, turn: &pb::Turn) {
    let played = play_move(id, turn.turn_id, &turn.legal[0]);
    let _: SubmitCommandResponse = browser.ask("SubmitCommand", &played).await.expect("it is legal");
}

#[tokio::test]
async fn a_player_has_a_limited_number_of_tabs() {
    let rig = Rig::start().await;
    let ann = browser(&rig, "ann").await;
    let mut open = Vec::new();
    for _ in 0..ATTENDS_A_PLAYER {
        open.push(Attendant::enter(&ann, None).await);
    }
    let mut one_more = ann.call::<AttendResponse>("Attend", &AttendRequest::default()).await;
    let reason = loop {
        match one_more.next().await.and_then(|said| said.response).and_then(|said| said.message) {
            Some(Message::Refused(refused)) => break refused.refusal.map(|refusal| refusal.reason()),
            Some(_) => {}
            None => panic!("it ended without a reason"),
        }
    };
    assert_eq!(reason, Some(pb::Reason::Limit));
    drop(open.pop());
    // The server notices the closed tab a little later.
    let frees = async {
        loop {
            let mut stream = ann.call::<AttendResponse>("Attend", &AttendRequest::default()).await;
            let mut said = async || stream.next().await.and_then(|said| said.response).and_then(|said| said.message);
            assert!(matches!(said().await, Some(Message::Welcome(_))), "first comes a welcome");
            // A refusal follows at once.
            if timeout(Duration::from_millis(200), said()).await.is_err() {
                return;
            }
        }
    };
    timeout(SOON, frees).await.expect("there is room for another tab");
}

#[tokio::test]
async fn only_its_player_may_attend_a_seat() {
    let rig = Rig::start().await;
    let anonymous = Browser::new(rig.address, None);
    let asked = AttendRequest { hello: Some(Hello::default()), watch: None };
    let refused =
        anonymous.ask::<AttendResponse>("Attend", &asked).await.expect_err("a caller without a token has no seats");
    assert!(refused.contains("grpc-status:16") || refused.contains("grpc-status: 16"), "{refused}");
    let ann = browser(&rig, "ann").await;
    let asked = AttendRequest { hello: Some(Hello { games: vec!["chess".into()], ..Hello::default() }), watch: None };
    let mut stream = ann.call::<AttendResponse>("Attend", &asked).await;
    let said = stream.next().await.and_then(|said| said.response).and_then(|said| said.message);
    let Some(Message::Refused(refused)) = said else { panic!("heard {said:?}") };
    assert_eq!(refused.refusal.map(|refusal| refusal.reason()), Some(pb::Reason::UnknownGame));
    assert_eq!(stream.next().await, None);
}

#[tokio::test]
async fn a_renewed_token_ends_its_attendance() {
    let rig = Rig::start().await;
    let (ann, browser) = both_ways(&rig, "ann").await;
    let mut attendant = Attendant::enter(&browser, None).await;
    ann.tokens().renew_token(pb::RenewTokenRequest::default()).await.expect("it is hers");
    let reason = attendant
        .hear_until(|said| if let Message::Refused(no) = said { no.refusal.map(|no| no.reason()) } else { None })
        .await;
    assert_eq!(reason, pb::Reason::Unauthenticated);
    assert_eq!(attendant.hear().await, None);
    assert!(attendant.stream.trailers().is_some_and(|trailers| trailers.contains("grpc-status:16")));
}

#[tokio::test]
async fn an_attending_player_is_pinged_and_need_not_answer() {
    let rig = Rig::without_keepalive().await;
    let ann = rig.player("ann").await;
    let mut stream = ann.matches().attend(AttendRequest::default()).await.expect("it is taken").into_inner();
    tokio::time::pause();
    let mut pings = 0;
    // A stream of moves that never answers would receive far fewer pings.
    while pings < 20 {
        let said = stream.message().await.expect("it is not cut").expect("it is open");
        match said.response.and_then(|said| said.message) {
            Some(Message::Ping(_)) => pings += 1,
            Some(Message::Welcome(_)) => {}
            other => panic!("heard {other:?}"),
        }
    }
}
