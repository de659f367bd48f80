//! `kill -9` at random moments: the match goes on, and no acknowledged move is missing.

use std::{collections::BTreeMap, time::Duration};

use referee::{
    referee::{Fact, verify},
    store::record,
};
use referee_client::{
    Client, Incoming, NewMatch, PlayOptions,
    pb::{self, match_event::Event, submit_command_request::Command},
};
use tokio::sync::watch;

use super::host::{Server, soon};
use crate::api::some_move;

const KILLS: u32 = 20;

/// A move as it was acknowledged: its round, ply and notation by the number of its event.
type Acknowledged = BTreeMap<u64, (u32, u32, String)>;

/// Plays one match; gives what was acknowledged. Every event must come once and in order.
async fn play(bot: Client, match_id: String, progress: watch::Sender<u64>) -> Acknowledged {
    let mut seats = bot.seats(PlayOptions { retry: soon(), max_matches: 8, ..PlayOptions::default() });
    let (mut asked, mut acknowledged, mut last) = (BTreeMap::new(), Acknowledged::new(), 0);
    loop {
        match seats.next().await.expect("it comes back") {
            Incoming::Turn(turn) if turn.match_id == match_id => {
                let notation = some_move(&turn);
                asked.insert((turn.round, turn.ply), notation.clone());
                seats.answer(&turn, notation).expect("there is room");
            }
            Incoming::Event { match_id: of, event } if of == match_id => {
                assert_eq!(event.seq, last + 1, "every event comes once and in order");
                last = event.seq;
                progress.send_replace(last);
                match event.event {
                    Some(Event::Ended(_)) => return acknowledged,
                    Some(Event::Moved(moved)) if asked.get(&(moved.round, moved.ply)) == Some(&moved.notation) => {
                        acknowledged.insert(event.seq, (moved.round, moved.ply, moved.notation));
                    }
                    _ => {}
                }
            }
            Incoming::Accepted { match_id: of, command: Some(asked), seq } if of == match_id => {
                let Some(Command::PlayMove(played)) = asked.command else { panic!("only moves are sent") };
                acknowledged.insert(seq, (played.round, played.ply, played.notation));
            }
            Incoming::Refused { command, refusal, .. } => {
                let Some(Command::PlayMove(_)) = command.and_then(|asked| asked.command) else { continue };
                // What was sent again after a restart may have been stored before it; or it came before its match was back,
                // and the turn is put again.
                let is_expected = matches!(refusal.reason, pb::Reason::AlreadyPlayed | pb::Reason::Starting);
                assert!(is_expected, "{refusal}");
            }
            _ => {}
        }
    }
}

async fn watch_all(client: Client, match_id: String) -> Vec<u64> {
    let (mut watch, mut seen) = (client.watch(&match_id, 0).with_retry(soon()), Vec::new());
    while let Some(event) = watch.next().await.expect("it comes back") {
        seen.push(event.seq);
    }
    seen
}

fn random(below: u32) -> u32 {
    getrandom::u32().expect("the system has luck") % below
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed_loses_nothing_that_was_acknowledged() {
    let data = tempfile::tempdir().expect("a directory");
    let mut server = Server::start("127.0.0.1:0", data.path()).await;
    let listen = server.address.to_string();
    let client = server.client();
    let token = |name: &'static str| client.register(name);
    let (ann, bob) = (token("ann").await.expect("free"), token("bob").await.expect("free"));
    let (ann, bob) = (client.with_token(&ann).expect("a token"), client.with_token(&bob).expect("a token"));

    let mut kills = 0;
    while kills < KILLS {
        let new = NewMatch {
            game: "kamisado".into(),
            options: [("length".to_owned(), "marathon".to_owned())].into(),
            time_control: "600+5".into(),
            players: vec!["ann".into(), "bob".into()],
            ..NewMatch::default()
        };
        let id = ann.create(new).await.expect("opened").match_id;
        let (progress, mut seen) = watch::channel(0);
        let black = tokio::spawn(play(ann.clone(), id.clone(), progress));
        let white = tokio::spawn(play(bob.clone(), id.clone(), watch::channel(0).0));
        let watched = tokio::spawn(watch_all(client.clone(), id.clone()));
        while kills < KILLS {
            let until = *seen.borrow_and_update() + u64::from(1 + random(12));
            if seen.wait_for(|seq| *seq >= until).await.is_err() {
                break;
            }
            tokio::time::sleep(Duration::from_micros(random(20_000).into())).await;
            server.child.kill().await.expect("it runs");
            server = Server::start(&listen, data.path()).await;
            kills += 1;
        }
        let acknowledged = [black.await.expect("ann plays on"), white.await.expect("bob plays on")];
        let text = client.record(&id).await.expect("it is over");
        let events = record::read(&text).expect("a record can be read");
        let verified = verify::verify(&events).expect("the record agrees with the law");
        assert!(verified.over && acknowledged.iter().all(|moves| moves.len() > 1));
        assert_eq!(watched.await.expect("watched"), (1..=verified.events).collect::<Vec<_>>());
        for (seq, (round, ply, notation)) in acknowledged.into_iter().flatten() {
            let index = usize::try_from(seq).expect("a match is short") - 1;
            let Fact::Moved(moved) = &events[index].fact else { panic!("event {seq} was acknowledged as a move") };
            assert_eq!((moved.round, moved.ply, &moved.notation), (round, ply, &notation), "event {seq}");
        }
    }
}
