//! Matches of a stage that the host has not released. Only the host and the seated players can see
//! that they exist.

mod calls;

use std::time::Duration;

use referee::store::Store;
use referee_client::{
    Client, NextResult,
    pb::{self, change_contest_request::Change, play_response::Message, submit_command_request::Command},
};
use tokio::time::timeout;
use tonic::{Code, Status, Streaming};
use tonic_types::StatusExt as _;

use crate::api::{
    rig::{Bot, Rig, command},
    tournaments::{change, create, hosted, look, round_robin},
};

/// Time limit for any wait, even on a busy machine.
const SOON: Duration = Duration::from_secs(60);
/// Time without a message after which a stream counts as silent.
const SILENCE: Duration = Duration::from_millis(500);

/// A tournament in which ann has resigned one of two matches. The other one is live.
struct Cup {
    host: Client,
    host_token: String,
    ann: Client,
    seat: Bot,
    over: String,
    live: String,
}

impl Cup {
    async fn begin(rig: &Rig, name: &str) -> Cup {
        let (host_token, ann) = (rig.token("host").await, rig.player("ann").await);
        let host = rig.client.with_token(&host_token).expect("the token can be sent");
        let mut seat = Bot::enter(&ann).await;
        let mut asked = round_robin(name, &["ann", "house-random"]);
        asked.rules.as_mut().expect("rules").is_released_by_host = true;
        create(&host, asked).await.expect("a host may");
        let mut seated = Vec::new();
        while seated.len() < 2 {
            let seat_of = |said| if let Message::Seated(seated) = said { Some(seated.match_id) } else { None };
            seated.push(seat.hear_until(seat_of).await);
        }
        let (over, live) = (seated[0].clone(), seated[1].clone());
        resign(&ann, &over).await;
        Cup { host, host_token, ann, seat, over, live }
    }
}

pub async fn resign(client: &Client, match_id: &str) {
    let asked = command(match_id, "", Command::Resign(pb::Resign {}));
    loop {
        match client.matches().submit_command(asked.clone()).await {
            Ok(_) => return,
            // The house bot is not seated yet.
            Err(no) if no.code() == Code::FailedPrecondition => tokio::time::sleep(Duration::from_millis(20)).await,
            Err(no) => panic!("{no}"),
        }
    }
}

/// Returns whether an answer reveals more than that no such match exists.
fn tells<T>(answer: Result<T, Status>) -> bool {
    let Err(refused) = answer else { return true };
    let info = refused.get_details_error_info().expect("a refusal carries an ErrorInfo");
    info.reason != "UNKNOWN_MATCH"
}

/// Returns whether a stream reveals something. Only messages that `is_word` accepts count.
async fn tells_on<T>(stream: Result<tonic::Response<Streaming<T>>, Status>, is_word: impl Fn(&T) -> bool) -> bool {
    let mut stream = match stream {
        Ok(stream) => stream.into_inner(),
        refused => return tells(refused),
    };
    while let Ok(heard) = timeout(SILENCE, stream.message()).await {
        match heard {
            Ok(Some(said)) if is_word(&said) => return true,
            Ok(Some(_)) => {}
            Ok(None) => return false,
            Err(refused) => return tells::<()>(Err(refused)),
        }
    }
    false
}

/// Returns whether a call reveals a match of the cup to a client.
async fn knows(client: &Client, call: &str, match_id: &str) -> bool {
    let (mut matches, match_id) = (client.matches(), match_id.to_owned());
    match call {
        "MatchService/GetMatch" => {
            tells(matches.get_match(pb::GetMatchRequest { match_id, ..Default::default() }).await)
        }
        "MatchService/GetRecord" => {
            tells_on(matches.get_record(pb::GetRecordRequest { match_id }).await, |_| true).await
        }
        "MatchService/ListFrames" => {
            let asked = pb::ListFramesRequest { match_id, ..pb::ListFramesRequest::default() };
            tells_on(matches.list_frames(asked).await, |_| true).await
        }
        "MatchService/WatchMatch" => {
            tells_on(matches.watch_match(pb::WatchMatchRequest { match_id, after_seq: 0 }).await, |_| true).await
        }
        "MatchService/WatchMatches" => {
            let named = pb::ResumePoint { match_id: match_id.clone(), after_seq: 0 };
            let named = pb::WatchMatchesRequest { matches: vec![named], ..pb::WatchMatchesRequest::default() };
            let newest = pb::WatchMatchesRequest { newest: 9, ..pb::WatchMatchesRequest::default() };
            let is_told = |said: &pb::WatchMatchesResponse| match &said.message {
                Some(pb::watch_matches_response::Message::Gone(gone)) => {
                    gone.refusal.as_ref().is_none_or(|no| no.reason() != pb::Reason::UnknownMatch)
                }
                _ => said.match_id == match_id,
            };
            let is_named = tells_on(matches.watch_matches(named).await, is_told).await;
            is_named || tells_on(matches.watch_matches(newest).await, is_told).await
        }
        "MatchService/SubmitCommand" => {
            let asked = command(&match_id, "", Command::Resign(pb::Resign {}));
            // A caller without a token is rejected before the server looks at a match.
            match matches.submit_command(asked).await {
                Err(no) if no.code() == Code::Unauthenticated => false,
                answer => tells(answer),
            }
        }
        "MatchService/Rematch" => {
            let asked = pb::RematchRequest {
                match_id,
                wish: pb::RematchWish::Withdraw.into(),
                ..pb::RematchRequest::default()
            };
            match matches.rematch(asked).await {
                Err(no) if no.code() == Code::Unauthenticated => false,
                answer => tells(answer),
            }
        }
        "MatchService/Play" => {
            let Ok(mut bot) = timeout(SOON, Bot::open(client)).await.expect("it answers") else { return false };
            bot.say(pb::play_request::Message::Hello(pb::Hello::default())).await;
            let asked = command(&match_id, "seen", Command::Resign(pb::Resign {}));
            bot.ask(asked).await.err().is_none_or(|no| no.reason() != pb::Reason::UnknownMatch)
        }
        list => knows_by_list(client, list, &match_id).await,
    }
}

/// Like [`knows`], for calls that do not name a match.
async fn knows_by_list(client: &Client, call: &str, match_id: &str) -> bool {
    let mut matches = client.matches();
    let of_cup = || pb::ResultFilter { contest: Some(pb::Contest::tournament("cup")), ..pb::ResultFilter::default() };
    match call {
        "MatchService/ListMatches" => {
            let asked = pb::ListMatchesRequest { player: "ann".into(), ..pb::ListMatchesRequest::default() };
            let listed = matches.list_matches(asked).await.expect("a list").into_inner().matches;
            listed.iter().any(|one| one.match_id == match_id)
        }
        "MatchService/ListResults" => {
            let asked = pb::ListResultsRequest { filter: Some(of_cup()), ..pb::ListResultsRequest::default() };
            !matches.list_results(asked).await.expect("a list").into_inner().results.is_empty()
        }
        "MatchService/WatchResults" => {
            let asked = pb::WatchResultsRequest { after_number: 0, filter: Some(of_cup()) };
            let is_result = |said: &pb::WatchResultsResponse| {
                matches!(said.message, Some(pb::watch_results_response::Message::Result(_)))
            };
            tells_on(matches.watch_results(asked).await, is_result).await
        }
        "ContestService/GetStandings" => {
            let contest = pb::Contest::tournament("cup");
            let by_results = pb::ByResults::default();
            let standings = client.result_standings(contest, by_results).await.expect("standings");
            !standings.rows.is_empty() || standings.matches > 0
        }
        other => panic!("{other} tells of matches: say here how it is tried"),
    }
}

fn store() -> Store {
    Store::in_memory().expect("there is memory")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_host_and_the_seats_know_of_a_sealed_match_by_any_call() {
    let store = store();
    let rig = hosted(&store).await;
    let Cup { host, ann, seat: _seat, over, live, .. } = Cup::begin(&rig, "cup").await;
    let eve = rig.player("eve").await;
    for call in calls::of_matches() {
        for match_id in [&over, &live] {
            assert!(!knows(&eve, call, match_id).await, "a stranger, by {call}");
            assert!(!knows(&rig.client, call, match_id).await, "no token, by {call}");
        }
        assert!(knows(&host, call, &over).await, "the host, by {call}");
        // Two calls are exempt. Standings cover all matches or only the released ones, and ann has
        // already opened her stream for `Play`.
        if !["ContestService/GetStandings", "MatchService/Play"].contains(&call) {
            assert!(knows(&ann, call, &over).await, "the seat, by {call}");
        }
    }

    // Released results reach open streams, and also resumed ones.
    let mut feed = eve.results(pb::ResultFilter::default(), 0);
    assert_eq!(timeout(SOON, feed.next()).await.expect("it comes").expect("it continues"), NextResult::CaughtUp);
    resign(&ann, &live).await;
    let is_complete = async || look(&host, "cup").await.summary.expect("one").unfinished == 0;
    while !is_complete().await {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(!knows(&eve, "MatchService/GetMatch", &live).await, "it is over, and sealed");
    let resumed = feed.after_number();
    change(&host, "cup", Change::ReleaseResults(1), "").await.expect("a host may");
    for mut feed in [feed, eve.results(pb::ResultFilter::default(), resumed)] {
        let mut told = Vec::new();
        while told.len() < 2 {
            match timeout(SOON, feed.next()).await.expect("it comes").expect("it continues") {
                NextResult::Result(result) => told.push(result.summary.expect("a match").match_id),
                NextResult::CaughtUp => {}
            }
        }
        told.sort();
        let mut both = [over.clone(), live.clone()];
        both.sort();
        assert_eq!(told, both);
    }
    for call in calls::of_matches() {
        assert!(knows(&eve, call, &live).await, "all is released, by {call}");
    }
    drop(_seat);
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_stays_sealed_over_a_restart_and_is_shown_by_a_cancel() {
    let store = store();
    let rig = hosted(&store).await;
    let Cup { over, live, host_token, .. } = Cup::begin(&rig, "cup").await;
    rig.stop().await;
    let rig = hosted(&store).await;
    let eve = rig.player("eve").await;
    for match_id in [&over, &live] {
        assert!(!knows(&eve, "MatchService/GetMatch", match_id).await);
        assert!(!knows(&eve, "MatchService/ListMatches", match_id).await);
    }
    assert!(!knows(&eve, "ContestService/GetStandings", &over).await);
    let host = rig.client.with_token(&host_token).expect("a token");
    change(&host, "cup", Change::End(pb::Now {}), "rain").await.expect("a host may");
    for call in ["MatchService/GetMatch", "MatchService/ListMatches", "MatchService/ListResults"] {
        assert!(knows(&eve, call, &over).await, "all is shown, by {call}");
    }
    rig.stop().await;
}

/// Returns the sorted keys of the cup's matches that a client can list.
async fn listed(client: &Client) -> Vec<String> {
    let contest = Some(pb::Contest::tournament("cup"));
    let asked = pb::ListMatchesRequest { contest, page_size: Some(200), ..pb::ListMatchesRequest::default() };
    let listed = client.matches().list_matches(asked).await.expect("a list").into_inner().matches;
    let mut keys: Vec<String> = listed.into_iter().map(|one| one.labels["match"].clone()).collect();
    keys.sort();
    keys
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn exactly_the_matches_of_released_stages_are_shown_in_every_format() {
    let knockout = pb::KnockoutFormat::default();
    for (format, stages) in [(None, 3), (Some(pb::tournament_rules::Format::Knockout(knockout)), 2)] {
        let store = store();
        let rig = hosted(&store).await;
        let host = rig.client.with_token(&rig.token("host").await).expect("the token can be sent");
        let mut asked = round_robin("cup", &["house-random", "house-greedy", "house-search"]);
        let rules = asked.rules.as_mut().expect("rules");
        rules.is_released_by_host = true;
        rules.format = format.or(rules.format);
        create(&host, asked).await.expect("a host may");
        let stage_of = |key: &String| key[1..].split('-').next().and_then(|stage| stage.parse::<u32>().ok());
        let all = timeout(SOON, async {
            loop {
                let all = listed(&host).await;
                let is_played = look(&host, "cup").await.summary.expect("one").unfinished == 0;
                if is_played && all.iter().any(|key| stage_of(key) == Some(stages)) {
                    return all;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        });
        let all = all.await.expect("it is played");
        for released in 0..stages {
            let shown: Vec<String> = all.iter().filter(|key| stage_of(key) <= Some(released)).cloned().collect();
            assert_eq!(listed(&rig.client).await, shown, "after the release of {released} stages of {format:?}");
            change(&host, "cup", Change::ReleaseResults(released + 1), "").await.expect("a host may");
        }
        assert_eq!(listed(&rig.client).await, all);
        rig.stop().await;
    }
}
