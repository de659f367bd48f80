//! `WatchMatches` that resumes a page, changes while it is open, or follows the featured match.

use std::{collections::BTreeMap, time::Duration};

use referee::{api::Settings, games::Catalogue, hall::Limits, ids::PlayerId, store::Store};
use referee_client::{
    Client, NewMatch,
    pb::{self, ResumePoint, WatchMatchesRequest, WatchMatchesResponse, watch_matches_response::Message as Told},
};
use tokio::time::timeout;
use tonic::{Code, Status, Streaming};

use crate::api::{
    contests::sealed::resign,
    ladders::{HOUSE, blitz, create},
    rig::{Bot, Rig, assert_refused},
};

/// Time limit for any wait, even on a busy machine.
const SOON: Duration = Duration::from_secs(60);

struct Wall {
    stream: Streaming<WatchMatchesResponse>,
    watch_id: String,
}

impl Wall {
    async fn open(client: &Client, asked: WatchMatchesRequest) -> Wall {
        let mut stream = client.matches().watch_matches(asked).await.expect("it opens").into_inner();
        let first = stream.message().await.expect("it is open").expect("it begins");
        let Some(Told::Opened(opened)) = first.message else { panic!("{first:?} is first") };
        Wall { stream, watch_id: opened.watch_id }
    }

    /// Returns the match of the next `followed` or `gone`, and the reason if it is gone.
    async fn next(&mut self) -> (String, &'static str) {
        loop {
            let said = timeout(SOON, self.stream.message()).await.expect("in time").expect("it is open");
            let said = said.expect("it continues");
            match said.message {
                Some(Told::Followed(_)) => return (said.match_id, "followed"),
                Some(Told::Gone(pb::Gone { refusal: Some(refusal), .. })) => {
                    assert_eq!(refusal.reason(), pb::Reason::UnknownMatch);
                    return (said.match_id, "unknown");
                }
                Some(Told::Gone(pb::Gone { is_removed: true, .. })) => return (said.match_id, "removed"),
                Some(Told::Gone(_)) => return (said.match_id, "over"),
                _ => {}
            }
        }
    }

    async fn change(&self, by: &Client, add: &[&str], remove: &[&str]) -> Result<(), Status> {
        let asked = pb::ChangeWatchRequest {
            watch_id: self.watch_id.clone(),
            add: add.iter().map(|match_id| point(match_id)).collect(),
            remove: remove.iter().map(|match_id| (*match_id).to_owned()).collect(),
        };
        by.matches().change_watch(asked).await.map(drop)
    }
}

fn point(match_id: &str) -> ResumePoint {
    ResumePoint { match_id: match_id.to_owned(), after_seq: 0 }
}

fn named(matches: &[&str]) -> WatchMatchesRequest {
    let matches = matches.iter().map(|match_id| point(match_id)).collect();
    WatchMatchesRequest { matches, ..WatchMatchesRequest::default() }
}

/// Opens a match that lasts until a player resigns.
async fn long(ann: &Client, game: &str) -> String {
    let new = NewMatch {
        game: game.into(),
        players: vec!["ann".into(), "house-random".into()],
        rules: pb::MatchRules { start_grace_ms: Some(600_000), ..referee_client::timed("3600") },
        ..NewMatch::default()
    };
    ann.create(new).await.expect("ann is here").match_id
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wall_that_was_cut_goes_on_with_what_the_page_shows() {
    let rig = Rig::start().await;
    let ann = rig.player("ann").await;
    let _seat = Bot::enter(&ann).await;
    let mut ids = Vec::new();
    for _ in 0..4 {
        ids.push(long(&ann, "kamisado").await);
    }
    resign(&ann, &ids[1]).await;
    let shown = [&ids[1], "none", &ids[0], &ids[2]].map(str::to_owned).to_vec();
    // The oldest match stays on the wall, although two are newer.
    let mut wall = Wall::open(&rig.client, WatchMatchesRequest { newest: 1, shown, ..Default::default() }).await;
    let mut told = Vec::new();
    while told.len() < 4 {
        told.push(wall.next().await);
    }
    let told: BTreeMap<_, _> = told.into_iter().collect();
    let expected = [(&*ids[1], "over"), ("none", "unknown"), (&*ids[0], "followed"), (&*ids[2], "removed")];
    assert_eq!(told, expected.map(|(id, said)| (id.to_owned(), said)).into());
    resign(&ann, &ids[0]).await;
    assert_eq!(wall.next().await, (ids[0].clone(), "over"));
    assert_eq!(wall.next().await, (ids[3].clone(), "followed"), "then the newest");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_wall_takes_further_matches_from_its_own_caller_alone() {
    let rig = Rig::start().await;
    let (ann, eve) = (rig.player("ann").await, rig.player("eve").await);
    let _seat = Bot::enter(&ann).await;
    let (first, second) = (long(&ann, "kamisado").await, long(&ann, "dvonn").await);
    let mut wall = Wall::open(&eve, WatchMatchesRequest { stay_open: true, ..Default::default() }).await;
    wall.change(&eve, &[&first, "none"], &[]).await.expect("it is hers");
    let told = BTreeMap::from([wall.next().await, wall.next().await]);
    assert_eq!(told, [(first.clone(), "followed"), ("none".to_owned(), "unknown")].into());
    wall.change(&eve, &[&second], &[&first]).await.expect("it is hers");
    assert_eq!(wall.next().await, (first.clone(), "removed"));
    assert_eq!(wall.next().await, (second.clone(), "followed"));
    // A removed match stays silent until it is added again.
    resign(&ann, &first).await;
    wall.change(&eve, &[&first], &[]).await.expect("it is hers");
    assert_eq!(wall.next().await, (first.clone(), "followed"));
    assert_eq!(wall.next().await, (first.clone(), "over"));

    for stranger in [&ann, &rig.client] {
        let refused = wall.change(stranger, &[&first], &[]).await;
        assert_refused(refused, Code::NotFound, "UNKNOWN_WATCH", "watch_id");
    }
    let ids: Vec<String> = (0..100).map(|at| format!("none{at}")).collect();
    let many: Vec<&str> = ids.iter().map(String::as_str).collect();
    assert_refused(wall.change(&eve, &many, &[]).await, Code::ResourceExhausted, "LIMIT", "add");
    let beyond = [&many[..], &["more"]].concat();
    assert_refused(wall.change(&eve, &beyond, &[]).await, Code::ResourceExhausted, "LIMIT", "add");
    assert_refused(wall.change(&eve, &[], &beyond).await, Code::ResourceExhausted, "LIMIT", "remove");
    assert_refused(wall.change(&eve, &[""], &[]).await, Code::InvalidArgument, "BAD_FIELD", "add[0].match_id");

    let featured = Wall::open(&eve, WatchMatchesRequest { featured: true, ..Default::default() }).await;
    assert_refused(featured.change(&eve, &[&first], &[]).await, Code::InvalidArgument, "BAD_FIELD", "watch_id");
    let Wall { stream, watch_id } = featured;
    drop(stream);
    let over = Wall { stream: Wall::open(&eve, named(&[&first])).await.stream, watch_id };
    let is_over = async || over.change(&eve, &[], &[]).await.is_err_and(|no| no.code() == Code::NotFound);
    while !timeout(SOON, is_over()).await.expect("it ends") {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_was_removed_from_the_newest_does_not_come_back() {
    let rig = Rig::start().await;
    let ann = rig.player("ann").await;
    let _seat = Bot::enter(&ann).await;
    let (old, new) = (long(&ann, "kamisado").await, long(&ann, "kamisado").await);
    let mut wall = Wall::open(&rig.client, WatchMatchesRequest { newest: 1, ..Default::default() }).await;
    assert_eq!(wall.next().await, (new.clone(), "followed"));
    wall.change(&rig.client, &[], &[&new]).await.expect("it is the same address");
    assert_eq!(wall.next().await, (new.clone(), "removed"));
    assert_eq!(wall.next().await, (old, "followed"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_match_that_most_chose_to_watch_is_featured_until_it_ends() {
    let rig = Rig::start().await;
    let ann = rig.player("ann").await;
    let _seat = Bot::enter(&ann).await;
    let (watched, dvonn) = (long(&ann, "kamisado").await, long(&ann, "dvonn").await);
    let newest = long(&ann, "kamisado").await;
    let featured = WatchMatchesRequest { featured: true, ..Default::default() };
    let mut first = Wall::open(&rig.client, featured.clone()).await;
    assert_eq!(first.next().await, (newest.clone(), "followed"), "the newest, as none is watched");
    let mut choosing = Wall::open(&rig.client, named(&[&watched])).await;
    assert_eq!(choosing.next().await, (watched.clone(), "followed"));
    let one = async |match_id: &str| {
        let asked = pb::GetMatchRequest { match_id: match_id.to_owned(), ..Default::default() };
        rig.client.matches().get_match(asked).await.expect("it is there").into_inner().summary.expect("one")
    };
    assert_eq!(
        (one(&watched).await.watchers, one(&newest).await.watchers),
        (1, 0),
        "being featured counts for nothing"
    );

    // The server computes the order once a second.
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    let mut second = Wall::open(&rig.client, featured.clone()).await;
    assert_eq!(second.next().await, (watched.clone(), "followed"));
    let of_dvonn = WatchMatchesRequest { game: "dvonn".into(), ..featured.clone() };
    assert_eq!(Wall::open(&rig.client, of_dvonn).await.next().await, (dvonn, "followed"));
    let shown = WatchMatchesRequest { shown: vec![newest.clone()], ..featured };
    assert_eq!(Wall::open(&rig.client, shown).await.next().await, (newest.clone(), "followed"), "it stays");

    resign(&ann, &watched).await;
    assert_eq!(second.next().await, (watched.clone(), "over"));
    let over = tokio::time::Instant::now();
    assert_eq!(second.next().await, (newest, "followed"), "the next one follows");
    assert!(over.elapsed() > Duration::from_secs(4), "{:?}: people see the end", over.elapsed());
    assert_eq!(one(&watched).await.watchers, 0, "it is over");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_are_not_counted_as_watchers() {
    let rig = Rig::start().await;
    let ann = rig.player("ann").await;
    let _seat = Bot::enter(&ann).await;
    let id = long(&ann, "kamisado").await;
    let mut own = ann
        .matches()
        .watch_match(pb::WatchMatchRequest { match_id: id.clone(), after_seq: 0 })
        .await
        .expect("it is hers")
        .into_inner();
    own.message().await.expect("it is open");
    let mut other = rig
        .client
        .matches()
        .watch_match(pb::WatchMatchRequest { match_id: id.clone(), after_seq: 0 })
        .await
        .expect("it is public")
        .into_inner();
    other.message().await.expect("it is open");
    let asked = pb::ListMatchesRequest::default();
    let listed = rig.client.matches().list_matches(asked).await.expect("a list").into_inner().matches;
    assert_eq!(listed[0].watchers, 1, "players are no spectators");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_match_of_the_highest_rated_is_featured_if_none_is_watched() {
    let settings = Settings { arbiters: vec![PlayerId::parse("host").expect("a name")], ..Settings::default() };
    let limits = Limits { house_pace: Duration::from_secs(60), ..Limits::default() };
    let rig = Rig::over(Store::in_memory().expect("there is memory"), Catalogue::ALL, limits, settings).await;
    let host = rig.player("host").await;
    let live = async |ladder: &str| {
        let asked = pb::ListMatchesRequest {
            contest: Some(pb::Contest::ladder(ladder)),
            state: pb::MatchState::Live.into(),
            ..pb::ListMatchesRequest::default()
        };
        rig.client.matches().list_matches(asked).await.expect("a list").into_inner().matches
    };
    for (ladder, elo) in [("strong", 900), ("weak", 100)] {
        let mut asked = blitz(ladder, &HOUSE[..2]);
        for entry in &mut asked.entrants {
            entry.known_ratings = vec![pb::LadderKnownRating { category: "kamisado blitz".into(), elo, sd: 50 }];
        }
        create(&host, asked).await.expect("a host may");
        while timeout(SOON, live(ladder)).await.expect("in time").is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    let players = vec![HOUSE[0].to_owned(); 2];
    let newest =
        NewMatch { game: "kamisado".into(), players, rules: referee_client::timed("60+1"), ..NewMatch::default() };
    host.create(newest).await.expect("the house plays");
    // The server computes the order once a second.
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    let (strong, featured) = (live("strong").await, WatchMatchesRequest { featured: true, ..Default::default() });
    let (match_id, told) = Wall::open(&rig.client, featured).await.next().await;
    assert_eq!((told, strong.iter().any(|one| one.match_id == match_id)), ("followed", true), "{match_id}: {strong:?}");
}
