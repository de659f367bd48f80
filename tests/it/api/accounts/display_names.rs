//! Display names, which accompany player ids in every answer with matches or results.

use referee_client::{
    NewMatch, NextResult,
    pb::{self, watch_matches_response::Message as Told},
};

use crate::api::{
    ladders::{HOUSE, blitz, counted, create, entry, events, hosted, join, look, plays, ratings, store},
    tournaments,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn display_names_are_beside_the_ids_in_matches_standings_and_ladders() {
    let rig = hosted(&store()).await;
    let (host, ann) = (rig.player("host").await, rig.wary_player("ann").await);
    let rename = pb::UpdatePlayerRequest { display_name: "Энн".into(), ..pb::UpdatePlayerRequest::default() };
    ann.players().update_player(rename).await.expect("it is herself");
    let playing = plays(&ann).await;
    create(&host, blitz("blitz", &HOUSE[..1])).await.expect("a host may");
    join(&ann, entry("")).await.expect("she may");
    events(&rig.client, "blitz", |events| counted(events).len() >= 2).await;

    let named = |rows: Vec<(String, String)>| {
        let (ann, others): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(player, _)| player == "ann");
        assert!(!ann.is_empty() && ann.iter().all(|(_, name)| name == "Энн"), "{ann:?}");
        assert!(!others.is_empty() && others.iter().all(|(_, name)| name.is_empty()), "{others:?}");
    };
    named(ratings(&rig.client).await.ratings.into_iter().map(|one| (one.player, one.display_name)).collect());
    named(look(&rig.client).await.entrants.into_iter().map(|one| (one.player, one.display_name)).collect());

    let filter = pb::ResultFilter { contest: Some(pb::Contest::ladder("blitz")), ..pb::ResultFilter::default() };
    let told = rig.client.results(filter.clone(), 0).next().await.expect("a result");
    let NextResult::Result(told) = told else { panic!("{told:?} before the first result") };
    let asked = pb::ListResultsRequest { filter: Some(filter), ..pb::ListResultsRequest::default() };
    let results = rig.client.matches().list_results(asked).await.expect("a list").into_inner().results;
    let listed = rig.client.matches().list_matches(pb::ListMatchesRequest::default()).await.expect("a list");
    let first = results[0].summary.clone().expect("a match").match_id;
    let one = pb::GetMatchRequest { match_id: first, ..Default::default() };
    let one = rig.client.matches().get_match(one).await.expect("it is there").into_inner().summary;
    let new = NewMatch::of("kamisado", ["ann", HOUSE[1]], "600+5");
    let created = ann.create(new).await.expect("she may");
    let points = vec![pb::ResumePoint { match_id: created.match_id.clone(), after_seq: 0 }];
    let asked = pb::WatchMatchesRequest { matches: points, ..pb::WatchMatchesRequest::default() };
    let mut wall = rig.client.matches().watch_matches(asked).await.expect("a stream").into_inner();
    wall.message().await.expect("it continues").expect("its id comes first");
    let followed = wall.message().await.expect("it continues").and_then(|told| told.message);
    let Some(Told::Followed(followed)) = followed else { panic!("{followed:?} before the match") };

    let results = results.into_iter().chain([*told]).filter_map(|one| one.summary);
    for summary in results.chain(listed.into_inner().matches).chain(one).chain([created, followed]) {
        assert_eq!(summary.display_names.len(), 2, "{summary:?}");
        named(summary.players.into_iter().zip(summary.display_names).collect());
    }
    let contest = pb::Contest::ladder("blitz");
    let standings = rig.client.result_standings(contest, pb::ByResults::default()).await.expect("standings");
    named(standings.rows.into_iter().map(|one| (one.player, one.display_name)).collect());

    tournaments::create(&host, tournaments::round_robin("cup", &["ann", HOUSE[1]])).await.expect("a host may");
    let standings = tournaments::standings(&rig.client, "cup").await;
    named(standings.into_iter().map(|one| (one.player, one.display_name)).collect());
    playing.abort();
}
