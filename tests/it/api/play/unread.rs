//! Bots that do not read their messages. They harm only themselves.

use std::{future::Future, time::Duration};

use referee_client::{
    NewMatch,
    pb::{
        self, GetMatchRequest, Hello, ListMatchesRequest, Reason, Termination, match_event::Event,
        play_request::Message as Said, play_response::Message,
    },
};
use tokio::time::{Instant, sleep, timeout};

use crate::api::{
    raw::{RawBot, Reads},
    rig::{Bot, Rig, kamisado, open_turn, play_move},
};
use crate::server::host::Server;

/// Time limit for waits that no other caller can delay, in a test build on a busy machine.
const PROMPT: Duration = Duration::from_secs(10);
/// Maximum time until the server stops, most of it for its streams to end.
const STOPS_WITHIN: Duration = Duration::from_secs(9);
/// Number of commands in a single write, including the legal one.
const SAID: usize = 250;
/// Maximum delay until the clock of a seat starts.
const PATIENCE: Duration = Duration::from_millis(250);
/// Time without a message after which everything counts as read.
const QUIET: Duration = Duration::from_millis(500);
/// Thinking time of a bot that answers before its clock starts anyway.
const THINKS: Duration = Duration::from_millis(230);
/// Maximum delay of an immediate offer, on a busy machine.
const OFFERED_WITHIN: Duration = Duration::from_millis(120);

async fn promptly<T>(done: impl Future<Output = T>) -> T {
    timeout(PROMPT, done).await.expect("nothing holds it up")
}

fn hello(max_matches: u32) -> Hello {
    Hello { max_matches: Some(max_matches), ..Hello::default() }
}

/// Returns a legal move, followed by many invalid ones.
fn flood(id: &str, (turn_id, notation): &(u64, String)) -> Vec<Said> {
    let junk = (1..SAID as u64).map(|ahead| play_move(id, turn_id + ahead, "a1a1"));
    std::iter::once(play_move(id, *turn_id, notation)).chain(junk).map(Said::Command).collect()
}

/// Returns the result of `pick` for the first event of a match that it accepts.
async fn event<T>(bot: &mut Bot, id: &str, pick: impl Fn(u64, Event) -> Option<T>) -> T {
    bot.hear_until(|said| match said {
        Message::Event(seen) if seen.match_id == id => {
            let event = seen.event?;
            pick(event.at_ns.cast_unsigned(), event.event?)
        }
        _ => None,
    })
    .await
}

async fn verdict(bot: &mut Bot, id: &str) -> (u64, pb::Verdict) {
    event(bot, id, |at, event| match event {
        Event::MatchEnded(ended) => Some((at, ended.verdict.unwrap_or_default())),
        _ => None,
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_that_floods_and_reads_nothing_delays_no_other() {
    let data = tempfile::tempdir().expect("a directory");
    let mut server = Server::start("127.0.0.1:0", data.path()).await;
    let stranger = server.client();
    let register = async |name: &str| {
        let token = stranger.register(name).await.expect("the name is free");
        let player = stranger.with_token(&token).expect("a token");
        player.set_accept_policy(Some(referee_client::accept_all())).await.expect("it is kept");
        token
    };
    let token = register("ann").await;
    let bob = stranger.with_token(&register("bob").await).expect("a token");
    let mut ann = RawBot::enter(server.address, &token, hello(1), Reads::WhenOpened).await;
    let mut white = Bot::enter(&bob).await;
    let new = NewMatch { rules: referee_client::timed("st=2"), ..kamisado("ann", "bob") };
    let id = bob.create(new.clone()).await.expect("opened").match_id;
    let mover = stranger.with_token(&token).expect("a token");
    let first = open_turn(&mover, &id).await;
    ann.say(flood(&id, &first));

    let turn = promptly(white.turn()).await;
    let reply = play_move(&id, turn.turn_id, &turn.legal[0]);
    promptly(white.ask(reply)).await.expect("it came in time");
    let look = GetMatchRequest { match_id: id.clone(), ..Default::default() };
    promptly(stranger.matches().get_match(look)).await.expect("it can be looked at");
    let list = promptly(stranger.matches().list_matches(ListMatchesRequest::default())).await.expect("it is listed");
    assert_eq!(list.into_inner().matches.len(), 1);
    let (_, verdict) = promptly(verdict(&mut white, &id)).await;
    assert_eq!((verdict.termination(), verdict.seat), (Termination::Flag, Some(0)));

    // The bot plays at most one match at a time, and still reads nothing.
    let again = promptly(bob.create(new)).await.expect("its place is free again").match_id;
    ann.open();
    let (mut accepted, mut declined) = (Vec::new(), Vec::new());
    while accepted.len() + declined.len() < SAID {
        match promptly(ann.hear()).await.expect("the stream is open") {
            Message::Accepted(accept) => accepted.push(accept.turn_id),
            Message::Refused(refused) => {
                let reason = refused.refusal.unwrap_or_default().reason();
                assert!([Reason::Limit, Reason::NotYourTurn, Reason::TurnNotOpen].contains(&reason), "{reason:?}");
                declined.push(refused.turn_id);
            }
            _ => {}
        }
    }
    declined.sort_unstable();
    declined.dedup();
    assert_eq!((accepted, declined.len()), (vec![first.0], SAID - 1), "each is answered once");

    ann.shut();
    ann.say(flood(&again, &open_turn(&mover, &again).await));
    promptly(white.turn()).await;
    server.signal(libc::SIGTERM);
    let ended = timeout(STOPS_WITHIN, server.child.wait()).await.expect("it stops");
    assert_eq!(ended.expect("it ends").code(), Some(0));
}

#[tokio::test]
async fn an_unread_turn_still_starts_the_clock() {
    let rig = Rig::start().await;
    let token = rig.token("ann").await;
    let mut ann = RawBot::enter(rig.address, &token, hello(8), Reads::WhenOpened).await;
    let bob = rig.player("bob").await;
    let mut white = Bot::enter(&bob).await;
    let due = |at: u64, event: Event| matches!(event, Event::RoundStarted(_)).then_some(at);

    let new = |time_control: &str| NewMatch { rules: referee_client::timed(time_control), ..kamisado("ann", "bob") };
    let flagged = bob.create(new("1")).await.expect("opened").match_id;
    let began = event(&mut white, &flagged, due).await;
    let (ended, verdict) = verdict(&mut white, &flagged).await;
    assert_eq!((verdict.termination(), verdict.seat), (Termination::Flag, Some(0)));
    let took = Duration::from_nanos(ended - began);
    let lawful = Duration::from_secs(1) + PATIENCE;
    assert!((lawful..lawful + PROMPT).contains(&took), "the flag falls after {took:?}");

    let patient = bob.create(new("60")).await.expect("opened").match_id;
    event(&mut white, &patient, due).await;
    let unread = Duration::from_millis(1_500);
    sleep(unread).await;
    ann.open();
    let turn = loop {
        match promptly(ann.hear()).await.expect("the stream is open") {
            Message::Turn(turn) if turn.match_id == patient => break turn,
            _ => {}
        }
    };
    ann.say([Said::Command(play_move(&patient, turn.turn_id, &turn.legal[0]))]);
    let moved = |_, event| if let Event::MovePlayed(moved) = event { Some(moved) } else { None };
    let charged = Duration::from_nanos(event(&mut white, &patient, moved).await.charged_ns.cast_unsigned());
    assert!((unread - PATIENCE..unread + PROMPT).contains(&charged), "it is charged {charged:?}");
}

/// Tests the assumption behind the start of a clock. The HTTP/2 stack takes one message of a stream
/// more than fits in the bot's window. A turn in that message therefore counts as offered, and the
/// next turn stays with the server.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_turn_is_offered_to_a_shut_window_and_no_second() {
    let rig = Rig::start().await;
    let token = rig.token("ann").await;
    let mover = rig.client.with_token(&token).expect("a token");
    // The bot receives only its turns, so no other message fills the window.
    let by_position = Hello { without_moves: true, ..hello(8) };
    let mut ann = RawBot::enter(rig.address, &token, by_position, Reads::WhenOpened).await;
    ann.open();
    let bob = rig.player("bob").await;
    let mut white = Bot::enter(&bob).await;
    let new = NewMatch { rules: referee_client::timed("60"), ..kamisado("bob", "ann") };
    let id = bob.create(new).await.expect("opened").match_id;
    while let Ok(said) = timeout(QUIET, ann.hear()).await {
        said.expect("the stream is open");
    }
    ann.shut();
    sleep(QUIET).await;
    let mut waited = Vec::new();
    for ply in [0, 2] {
        let turn = promptly(white.turn()).await;
        assert_eq!(turn.ply, ply, "no forced step yet");
        let played = play_move(&id, turn.turn_id, &turn.legal[0]);
        white.say(Said::Command(played)).await;
        let moved = |wanted| {
            move |at, event| match event {
                Event::MovePlayed(moved) if moved.ply == wanted => Some((at, moved)),
                _ => None,
            }
        };
        let (due, _) = promptly(event(&mut white, &id, moved(ply))).await;
        let (turn_id, reply) = open_turn(&mover, &id).await;
        sleep(THINKS).await;
        ann.say([Said::Command(play_move(&id, turn_id, &reply))]);
        let (_, answer) = promptly(event(&mut white, &id, moved(ply + 1))).await;
        waited.push(Duration::from_nanos(answer.sent_ns.cast_unsigned().saturating_sub(due)));
    }
    assert!(waited[0] < OFFERED_WITHIN, "the first turn is offered after {:?}", waited[0]);
    assert!(waited[1] >= THINKS - OFFERED_WITHIN / 2, "the second turn is offered after {:?}", waited[1]);
}

#[tokio::test]
async fn a_bot_that_reads_nothing_for_a_minute_is_absent_and_no_other() {
    is_missed_alone(false).await;
}

#[tokio::test]
async fn a_silent_bot_that_does_not_read_its_answers_is_absent_too() {
    is_missed_alone(true).await;
}

async fn is_missed_alone(says_no_more: bool) {
    let rig = Rig::without_keepalive().await;
    let token = rig.token("ann").await;
    let mut ann = RawBot::enter(rig.address, &token, hello(8), Reads::WhenOpened).await;
    let (bob, carl) = (rig.player("bob").await, rig.player("carl").await);
    let (mut black, mut other) = (Bot::enter(&bob).await, Bot::enter(&carl).await);
    // All bots that read are thinking, so the server does not ping them.
    let id = bob.create(kamisado("bob", "ann")).await.expect("opened").match_id;
    black.turn().await;
    let beside = bob.create(kamisado("carl", "bob")).await.expect("opened").match_id;
    let turn = other.turn().await;
    if says_no_more {
        ann.say([Said::Command(play_move(&id, 99_999, "a1a1"))]);
        ann.finish();
    }
    tokio::time::pause();
    let began = Instant::now();
    let gone = |_, event| matches!(event, Event::SeatDisconnected(_)).then_some(());
    timeout(Duration::from_secs(600), event(&mut black, &id, gone)).await.expect("it is missed");
    let took = began.elapsed().as_secs();
    assert!((60..=100).contains(&took), "it is missed after {took} s");
    let (_, verdict) = verdict(&mut black, &id).await;
    assert_eq!((verdict.termination(), verdict.seat), (Termination::Disconnect, Some(1)));

    let played = play_move(&beside, turn.turn_id, &turn.legal[0]);
    other.ask(played).await.expect("the other match continues");
    assert_eq!(black.turn().await.match_id, beside);
    ann.open();
    let mut last = None;
    while let Some(said) = ann.hear().await {
        last = Some(said);
    }
    let Some(Message::Refused(refused)) = last else { panic!("the last that it hears is {last:?}") };
    assert_eq!(refused.refusal.unwrap_or_default().reason(), Reason::Lagged);
}

#[tokio::test]
async fn commands_on_a_replaced_stream_are_ignored() {
    let rig = Rig::start().await;
    let token = rig.token("ann").await;
    let ann = rig.client.with_token(&token).expect("a token");
    let mut earlier = RawBot::enter(rig.address, &token, hello(8), Reads::WhenOpened).await;
    let bob = rig.player("bob").await;
    let mut white = Bot::enter(&bob).await;
    let id = bob.create(kamisado("ann", "bob")).await.expect("opened").match_id;
    white.seated(&id).await;
    // The bot never reads the answer to this command.
    earlier.say([Said::Command(play_move(&id, 99_999, "a1a1"))]);
    let mut later = Bot::enter(&ann).await;
    let turn = later.turn().await;
    earlier.say([Said::Command(play_move(&id, turn.turn_id, &turn.legal[0]))]);
    // The command has no effect, so there is no event to wait for.
    sleep(Duration::from_millis(300)).await;
    let played = play_move(&id, turn.turn_id, &turn.legal[1]);
    later.ask(played).await.expect("no seat has moved before");
    earlier.open();
    let mut refusals = Vec::new();
    while let Some(said) = promptly(earlier.hear()).await {
        if let Message::Refused(refused) = said {
            refusals.push(refused.refusal.unwrap_or_default().reason());
        }
    }
    assert_eq!(refusals, [Reason::Replaced]);
}
