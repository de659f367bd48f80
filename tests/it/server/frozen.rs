//! A server whose process is stopped and continued: a flag that falls during the stop is void.

use std::time::Duration;

use referee_client::{
    NewMatch,
    pb::{match_event::Event, play_response::Message},
};
use tokio::time::sleep;

use super::host::Server;
use crate::api::rig::{Bot, kamisado};

/// Time limit per move, as written and as a duration.
const CONTROL: &str = "st=1";
const BUDGET: Duration = Duration::from_secs(1);
/// Time left on the clock when the process stops, and duration of the stop.
const LEFT: Duration = Duration::from_millis(300);
const FROZEN: Duration = Duration::from_millis(600);

#[tokio::test]
async fn a_flag_that_falls_while_the_process_is_stopped_is_void() {
    let place = tempfile::tempdir().expect("a directory");
    let server = Server::start("127.0.0.1:0", place.path()).await;
    let client = server.client();
    let mut bots = Vec::new();
    for name in ["ann", "bob"] {
        let token = client.register(name).await.expect("the name is free");
        let player = client.with_token(&token).expect("a token");
        player.set_accept_policy(Some(referee_client::accept_all())).await.expect("it is kept");
        bots.push(Bot::enter(&player).await);
    }
    let new = NewMatch { rules: referee_client::timed(CONTROL), ..kamisado("ann", "bob") };
    bots[0].client.create(new).await.expect("both are here");
    bots[0].turn().await;

    sleep(BUDGET - LEFT).await;
    server.signal(libc::SIGSTOP);
    sleep(FROZEN).await;
    server.signal(libc::SIGCONT);

    let event = |said| match said {
        Message::Event(seen) => match seen.event.and_then(|event| event.event) {
            Some(Event::FlagVoided(_)) => Some("void".to_owned()),
            Some(Event::MatchEnded(ended)) => Some(format!("{:?}", ended.verdict.unwrap_or_default().termination())),
            _ => None,
        },
        _ => None,
    };
    assert_eq!(bots[1].hear_until(event).await, "void", "the host stalled");
    // The machine itself may freeze again; the law limits how often a stall voids a flag.
    let mut end = bots[1].hear_until(event).await;
    while end == "void" {
        end = bots[1].hear_until(event).await;
    }
    assert_eq!(end, "Flag", "the flag that fell while nothing stalled counts");
}
