//! Results of matches, in the order in which the matches ended.

use std::time::Duration;

use referee::store::Store;
use referee_client::{
    Client, NewMatch, NextResult,
    pb::{self, Contest},
};
use tokio::time::timeout;
use tonic::Code;

use crate::api::rig::{Rig, assert_refused};

/// Time limit for any wait, even on a busy machine.
const SOON: Duration = Duration::from_secs(60);

/// Starts a server whose house bots move without delay.
async fn quick() -> Rig {
    Rig::with_hosts(Store::in_memory().expect("there is memory"), &["ann"]).await
}

/// Opens a short match between house bots for a pairing of a tournament. Returns its id.
async fn scheduled(client: &Client, tournament: &str, pairing: u32) -> String {
    let occasion =
        pb::Occasion { contest: Some(pb::Contest::tournament(tournament.to_owned())), encounter: 1, pairing };
    let new = NewMatch {
        options: [("length".to_owned(), "single".to_owned())].into(),
        occasion: Some(occasion),
        ..NewMatch::of("kamisado", ["house-random", "house-random"], "60+1")
    };
    client.create(new).await.expect("the house plays").match_id
}

fn of(tournament: &str) -> pb::ResultFilter {
    pb::ResultFilter { contest: Some(Contest::tournament(tournament.to_owned())), ..pb::ResultFilter::default() }
}

async fn next(results: &mut referee_client::Results) -> NextResult {
    timeout(SOON, results.next()).await.expect("it comes").expect("it continues")
}

#[tokio::test]
async fn results_arrive_once_and_in_order_after_a_restarted_stream() {
    let rig = quick().await;
    let ann = rig.player("ann").await;
    let mut results = ann.results(of("spring"), 0);
    assert_eq!(next(&mut results).await, NextResult::CaughtUp);
    let mut expected = Vec::new();
    for pairing in 0..3 {
        // The first match belongs to another tournament. The second is scheduled twice, but played
        // once.
        scheduled(&ann, "autumn", pairing).await;
        expected.push(scheduled(&ann, "spring", pairing).await);
        assert_eq!(scheduled(&ann, "spring", pairing).await, *expected.last().expect("pushed"));
    }
    let mut told = Vec::new();
    while told.len() < expected.len() {
        if told.len() == 2 {
            results = ann.results(of("spring"), results.after_number());
        }
        if let NextResult::Result(result) = next(&mut results).await {
            let summary = result.summary.expect("a match");
            assert_eq!(summary.state(), pb::MatchState::Over);
            assert_eq!(summary.verdict.expect("it is over").points.len(), 2);
            told.push((result.number, summary.match_id));
        }
    }
    assert!(told.is_sorted_by_key(|(number, _)| *number), "{told:?}");
    let mut ids: Vec<String> = told.into_iter().map(|(_, id)| id).collect();
    ids.sort();
    expected.sort();
    assert_eq!(ids, expected);
}

#[tokio::test]
async fn a_list_of_results_continues_after_its_last_number() {
    let rig = quick().await;
    let ann = rig.player("ann").await;
    let mut all = ann.results(pb::ResultFilter::default(), 0);
    for pairing in 0..3 {
        scheduled(&ann, "spring", pairing).await;
    }
    let mut ended = Vec::new();
    while ended.len() < 3 {
        if let NextResult::Result(result) = next(&mut all).await {
            ended.push(result.number);
        }
    }
    let mut listed = Vec::new();
    let mut after_number = 0;
    loop {
        let asked = pb::ListResultsRequest { after_number, page_size: Some(2), filter: None };
        let page = rig.client.matches().list_results(asked).await.expect("a public call").into_inner();
        assert!(page.results.len() <= 2);
        listed.extend(page.results.iter().map(|result| result.number));
        after_number = page.last_number;
        if !page.more {
            break;
        }
    }
    assert_eq!(listed, ended);
}

#[tokio::test]
async fn invalid_filters_are_rejected_by_field() {
    let rig = Rig::start().await;
    let asked = |filter| pb::ListResultsRequest { filter: Some(filter), ..pb::ListResultsRequest::default() };
    let list = async |filter| rig.client.matches().list_results(asked(filter)).await;
    let game = pb::ResultFilter { game: "chess".to_owned(), ..pb::ResultFilter::default() };
    assert_refused(list(game).await, Code::NotFound, "UNKNOWN_GAME", "game");
    let player = pb::ResultFilter { player: "No Name".to_owned(), ..pb::ResultFilter::default() };
    assert_refused(list(player).await, Code::InvalidArgument, "BAD_FIELD", "filter.player");
    assert_refused(list(of("Spring!")).await, Code::InvalidArgument, "BAD_FIELD", "filter.contest.tournament_id");
    let watch = pb::WatchResultsRequest { filter: Some(of("Spring!")), ..pb::WatchResultsRequest::default() };
    let refused = rig.client.matches().watch_results(watch).await;
    assert_refused(refused, Code::InvalidArgument, "BAD_FIELD", "filter.contest.tournament_id");
}
