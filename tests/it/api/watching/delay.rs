//! Delayed spectators over the wire. With a delay longer than the match, they see nothing before
//! its end.

use std::time::Duration;

use referee::{api::Settings, games::Catalogue, hall::Limits, ids::PlayerId, store::Store};
use referee_client::{
    Client,
    pb::{
        self, GetMatchRequest, GetRecordRequest, ListMatchesRequest, MatchState, WatchMatchRequest, match_event::Event,
        submit_command_request::Command, watch_match_response::Message as Watched,
    },
};
use tonic::Code;

use crate::api::rig::{Bot, Rig, assert_refused, command, play_move};

async fn get(client: &Client, id: &str) -> pb::GetMatchResponse {
    let asked = GetMatchRequest { match_id: id.to_owned(), ..Default::default() };
    client.matches().get_match(asked).await.expect("it is there").into_inner()
}

async fn listed(client: &Client) -> pb::MatchSummary {
    let list = client.matches().list_matches(ListMatchesRequest::default()).await.expect("a list").into_inner();
    list.matches.into_iter().next().expect("there is one")
}

async fn play(id: &str, black: &mut Bot, white: &mut Bot, moves: u32) {
    for at in 0..moves {
        let bot = if at % 2 == 0 { &mut *black } else { &mut *white };
        let turn = bot.turn().await;
        let asked = play_move(id, turn.turn_id, &turn.legal[0]);
        bot.ask(asked).await.expect("it is legal");
    }
}

#[tokio::test]
async fn spectators_hear_nothing_before_the_end_and_then_everything() {
    let arbiter = PlayerId::parse("carl").expect("a name");
    let limits = Limits { spectator_delay: Duration::from_secs(3600), ..Limits::default() };
    let settings = Settings { arbiters: vec![arbiter], ..Settings::default() };
    let rig = Rig::over(Store::in_memory().expect("there is memory"), Catalogue::ALL, limits, settings).await;
    let (carl, dora) = (rig.player("carl").await, rig.player("dora").await);
    let (mut black, mut white, id) = rig.seated().await;
    let asked = WatchMatchRequest { match_id: id.clone(), after_seq: 0 };
    let mut watch = dora.matches().watch_match(asked).await.expect("it can be watched").into_inner();
    play(&id, &mut black, &mut white, 3).await;
    let now = get(&black.client, &id).await;
    let newest = now.summary.clone().unwrap_or_default().seq;
    assert!(newest >= 7, "the opening, two seats, the round, three moves");
    assert_eq!(get(&carl, &id).await.summary, now.summary, "an arbiter is not late");
    for spectator in [&rig.client, &dora] {
        let seen = get(spectator, &id).await;
        let summary = seen.summary.unwrap_or_default();
        assert_eq!((summary.seq, summary.state(), summary.turn_seat), (1, MatchState::Waiting, None));
        assert_ne!(seen.position, now.position);
        assert_eq!(listed(spectator).await, summary);
        for (state, shown) in [(MatchState::Waiting, 1), (MatchState::Live, 0), (MatchState::Over, 0)] {
            let asked = ListMatchesRequest { state: state.into(), ..ListMatchesRequest::default() };
            let list = spectator.matches().list_matches(asked).await.expect("a list").into_inner();
            assert_eq!((list.matches.len(), list.next_page_token.as_str()), (shown, ""), "{state:?}");
        }
        let record = spectator.matches().get_record(GetRecordRequest { match_id: id.clone() }).await;
        assert_refused(record, Code::FailedPrecondition, "STILL_PLAYED", "");
    }
    assert_eq!(listed(&white.client).await.seq, newest, "nor is a seat");
    let mut heard = Vec::new();
    loop {
        let said = watch.message().await.expect("it is not cut").expect("the match is played");
        match said.message.expect("it says something") {
            Watched::Event(event) => heard.push(event),
            Watched::CaughtUp(caught_up) => break assert_eq!(caught_up.seq, 1),
            Watched::TurnOpened(turn) => panic!("{turn:?} is not past"),
        }
    }
    assert!(matches!(heard[..], [pb::MatchEvent { seq: 1, event: Some(Event::MatchOpened(_)), .. }]), "{heard:?}");
    black.ask(command(&id, "enough", Command::Resign(pb::Resign {}))).await.expect("it may");
    while let Some(said) = watch.message().await.expect("it is not cut") {
        let Some(Watched::Event(event)) = said.message else { panic!("heard {said:?}") };
        heard.push(event);
    }
    assert!(heard.iter().map(|event| event.seq).eq(1..=newest + 1), "{heard:?}");
    assert!(matches!(heard.last().and_then(|event| event.event.as_ref()), Some(Event::MatchEnded(_))));
    let summary = get(&rig.client, &id).await.summary.unwrap_or_default();
    assert_eq!((summary.seq, summary.state()), (newest + 1, MatchState::Over));
    rig.client.matches().get_record(GetRecordRequest { match_id: id }).await.expect("it is over");
}
