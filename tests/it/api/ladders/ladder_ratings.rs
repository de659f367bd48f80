//! Published ratings of ladders: connected entrants, and the difference between two of them.

use prost::Message as _;
use referee::{ladder::Results, store::codec::contest::read_shown};
use referee_client::{
    Client,
    pb::{self, change_contest_request::Change},
};
use tonic::Code;

use crate::api::{
    ladders::{
        HOUSE, all_now, blitz, change, counted, create, entry, events, hosted, join, look, plays, ratings, rest, store,
    },
    rig::assert_refused,
};

async fn compare(
    client: &Client,
    first: &str,
    second: &str,
) -> Result<pb::CompareLadderEntrantsResponse, tonic::Status> {
    let (ladder, category) = ("blitz".into(), "kamisado blitz".into());
    let asked =
        pb::CompareLadderEntrantsRequest { ladder_id: ladder, category, first: first.into(), second: second.into() };
    Ok(client.ladders().compare_ladder_entrants(asked).await?.into_inner())
}

/// Returns the results behind the ratings, computed from the public events.
fn folded(events: Vec<pb::ContestEvent>) -> Results {
    let mut results = Results::default();
    for event in events {
        let message =
            referee::pb::v1::ContestEvent::decode(event.encode_to_vec().as_slice()).expect("the same message");
        results.apply(&read_shown(message).expect("an event"));
    }
    results
}

async fn pause(host: &Client) {
    change(host, "blitz", Change::Pause(pb::Now {}), "enough").await.expect("a host may");
    rest(host, "blitz").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn compared_entrants_match_the_fit_of_the_events() {
    let rig = hosted(&store()).await;
    let host = rig.player("host").await;
    create(&host, blitz("blitz", &HOUSE)).await.expect("a host may");
    events(&rig.client, "blitz", |events| counted(events).len() >= 16).await;
    pause(&host).await;
    let published = ratings(&rig.client).await;
    let fit = folded(all_now(&rig.client).await).fit(0).expect("ratings");
    let found = compare(&rig.client, "house-search", "house-random").await.expect("matches connect them");
    let expected = fit.difference("house-search", "house-random").expect("matches connect them");
    assert_eq!(
        (found.difference, found.se, found.low, found.high),
        (expected.elo, expected.se, expected.low, expected.high)
    );
    assert_eq!((found.los, found.expected_score), (Some(expected.los), Some(fit.expected_score(expected.elo))));
    assert_eq!((found.category.as_str(), found.seq), ("kamisado blitz", published.seq));
    assert!(found.se > 0.0 && found.low < found.difference && found.difference < found.high, "{found:?}");
    let back = compare(&rig.client, "house-random", "house-search").await.expect("matches connect them");
    assert_eq!((back.difference, back.low), (-found.difference, -found.high));

    for one in &published.ratings {
        let (live, preview) = (one.live_elo.expect("it has played"), one.preview.expect("it has played"));
        assert!((live - (preview - 1500.0)).abs() < 1e-9, "beside {}, {live} and {preview}", one.elo);
    }
    let mut all = HOUSE.map(str::to_owned);
    all.sort();
    let component = pb::LadderComponent { component: 0, players: all.into(), is_anchored: false };
    assert_eq!(published.components, [component]);
    let (draws, of_fit) = (published.draws.expect("two seats"), fit.draws.expect("two seats"));
    assert_eq!((draws.nu, draws.ln_nu_se), (of_fit.nu, of_fit.ln_nu_se));
    assert_eq!(draws.between_equals, draws.nu / (2.0 + draws.nu));
    assert_refused(compare(&rig.client, "nobody", "house-random").await, Code::NotFound, "UNKNOWN_PLAYER", "first");
}

/// Two entrants leave before two others join, so the two pairs never meet.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unconnected_entrants_are_not_compared() {
    let rig = hosted(&store()).await;
    let (host, ann, bob) = (rig.player("host").await, rig.wary_player("ann").await, rig.wary_player("bob").await);
    create(&host, blitz("blitz", &HOUSE[..2])).await.expect("a host may");
    events(&rig.client, "blitz", |events| counted(events).len() >= 4).await;
    pause(&host).await;
    for gone in &HOUSE[..2] {
        change(&host, "blitz", Change::Withdraw((*gone).into()), "its time is over").await.expect("a host may");
    }
    let playing = [plays(&ann).await, plays(&bob).await];
    for player in [&ann, &bob] {
        join(player, entry("")).await.expect("they may");
    }
    let no_match = compare(&rig.client, HOUSE[0], "ann").await;
    assert_refused(no_match, Code::FailedPrecondition, "NOT_COMPARABLE", "second");
    let before = counted(&all_now(&rig.client).await).len();
    change(&host, "blitz", Change::Resume(pb::Now {}), "").await.expect("a host may");
    let is_island = |events: &[pb::ContestEvent]| {
        let fit = folded(events.to_vec()).fit(0);
        fit.is_ok_and(|fit| fit.rating("ann").is_some()) && counted(events).len() >= before + 2
    };
    events(&rig.client, "blitz", is_island).await;
    pause(&host).await;
    let players = |found: &pb::LadderComponent| found.players.clone();
    let components: Vec<Vec<String>> = ratings(&rig.client).await.components.iter().map(players).collect();
    assert_eq!(components, [vec!["ann", "bob"], vec!["house-greedy", "house-random"]]);
    let islands = compare(&rig.client, "ann", HOUSE[0]).await;
    assert_refused(islands, Code::FailedPrecondition, "NOT_COMPARABLE", "second");
    assert!(compare(&rig.client, "bob", "ann").await.is_ok());
    assert!(compare(&rig.client, HOUSE[0], HOUSE[1]).await.is_ok());
    playing.iter().for_each(tokio::task::JoinHandle::abort);
}

/// House bots play a game with three seats, which is rated by points per deal.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_chips_is_rated_by_points_a_deal() {
    let rig = hosted(&store()).await;
    let host = rig.player("host").await;
    let mut asked = blitz("blitz", &HOUSE);
    let category = &mut asked.categories[0];
    (category.seats, category.rated_by) = (Some(3), pb::LadderRatedBy::Points.into());
    let matches = category.matches.as_mut().expect("matches");
    matches.game = "honest_john".into();
    matches.options = [("version".to_owned(), "2".to_owned())].into();
    create(&host, asked.clone()).await.expect("a host may");
    let told = events(&rig.client, "blitz", |events| counted(events).len() >= 6).await;
    pause(&host).await;
    let rounds = told.iter().filter_map(|event| match &event.event {
        Some(pb::contest_event::Event::MatchCounted(counted)) => Some((counted.rounds, counted.points.clone())),
        _ => None,
    });
    let rounds: Vec<(u32, Vec<f64>)> = rounds.collect();
    // With unlucky deals, a match can have few rounds, and all of them can be blocked.
    assert!(rounds.iter().all(|(rounds, _)| *rounds > 0), "{rounds:?}");
    assert!(rounds.iter().any(|(rounds, points)| *rounds > 1 && points.iter().any(|one| *one != 0.0)), "{rounds:?}");
    let published = ratings(&rig.client).await;
    assert_eq!(published.unrated, "");
    let of_events = folded(all_now(&rig.client).await).publish(0).expect("ratings");
    assert_eq!(published.table, of_events.table(), "byte for byte");
    assert!(published.table.starts_with("entrant\tpoints\t"), "{}", published.table);
    assert_eq!(published.rated_by(), pb::LadderRatedBy::Points);
    assert!(published.ratings.iter().all(|one| one.points.is_some() && one.elo == 0.0 && one.low < one.high));
    assert!(published.points_model.is_some_and(|model| model.residual_sd > 0.0 && model.degrees_of_freedom > 0));
    let seats: f64 = published.seat_effects.iter().filter_map(|effect| effect.points).sum();
    assert!(published.seat_effects.len() == 3 && seats.abs() < 1e-9, "{:?}", published.seat_effects);
    let found = compare(&rig.client, "house-search", "house-random").await.expect("matches connect them");
    let own = of_events.compare("house-search", "house-random").expect("matches connect them");
    assert_eq!((found.difference, found.low, found.high), (own.difference, own.low, own.high));
    assert_eq!((found.los, found.expected_score, found.rated_by()), (None, None, pb::LadderRatedBy::Points));
    let signals = pb::ListLadderSignalsRequest { ladder_id: "blitz".into(), category: String::new() };
    host.ladders().list_ladder_signals(signals).await.expect("a host may");
    asked.ladder_id = "other".into();
    asked.categories[0].rated_by = 77;
    assert_refused(create(&host, asked).await, Code::InvalidArgument, "BAD_FIELD", "categories[0].rated_by");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invalid_known_ratings_are_rejected() {
    let rig = hosted(&store()).await;
    let host = rig.player("host").await;
    let known = |category: &str, elo, sd| pb::LadderKnownRating { category: category.into(), elo, sd };
    let blitz_known = |elo, sd| known("kamisado blitz", elo, sd);
    let cases: [(Vec<pb::LadderKnownRating>, &str, &str); 6] = [
        (vec![blitz_known(10_001, 0)], "known_ratings[0].elo", "-10000 to 10000"),
        (vec![blitz_known(-10_001, 0)], "known_ratings[0].elo", "-10000 to 10000"),
        (vec![blitz_known(0, 10_001)], "known_ratings[0].sd", "to 10000"),
        (vec![blitz_known(0, 0), known("chess", 0, 0)], "known_ratings[1].category", "kamisado blitz"),
        (vec![blitz_known(0, 0), blitz_known(1, 0)], "known_ratings[1].category", "each category once"),
        (vec![known("chips", 0, 0)], "known_ratings[0].category", "rated by ranks"),
    ];
    let with_chips = || {
        let mut asked = blitz("blitz", &HOUSE);
        let mut chips = asked.categories[0].clone();
        (chips.name, chips.rated_by) = ("chips".into(), pb::LadderRatedBy::Points.into());
        asked.categories.push(chips);
        asked
    };
    let mut entered = with_chips();
    entered.entrants.truncate(1);
    create(&host, entered).await.expect("a host may");
    for (known_ratings, field, expected) in cases {
        let mut asked = with_chips();
        asked.ladder_id = "other".into();
        asked.entrants[2].known_ratings.clone_from(&known_ratings);
        let no = create(&host, asked).await.expect_err(field);
        assert!(no.message().contains(expected), "{no}");
        assert_refused::<()>(Err(no), Code::InvalidArgument, "BAD_FIELD", &format!("entrants[2].{field}"));
        let enter = pb::LadderEntry { known_ratings, ..entry(HOUSE[1]) };
        let no = change(&host, "blitz", Change::Enter(enter), "").await;
        assert_refused(no, Code::InvalidArgument, "BAD_FIELD", &format!("enter.{field}"));
    }
    let enter = pb::LadderEntry { known_ratings: vec![blitz_known(-10_000, 10_000)], ..entry(HOUSE[1]) };
    change(&host, "blitz", Change::Enter(enter), "").await.expect("both are within the range");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_category_without_matches_reports_no_ratings() {
    let rig = hosted(&store()).await;
    let host = rig.player("host").await;
    let mut asked = blitz("blitz", &HOUSE[..1]);
    let category = "kamisado blitz".to_owned();
    asked.entrants[0].known_ratings = vec![pb::LadderKnownRating { category: category.clone(), elo: 100, sd: 0 }];
    create(&host, asked).await.expect("a host may");
    let published = ratings(&rig.client).await;
    assert_eq!(published.unrated, "no rated matches in category `kamisado blitz` yet");
    assert!(published.ratings.is_empty() && published.table.is_empty() && published.draws.is_none(), "{published:?}");
    change(&host, "blitz", Change::Enter(entry(HOUSE[1])), "").await.expect("a host may");
    events(&rig.client, "blitz", |events| counted(events).len() >= 2).await;
    assert_eq!(ratings(&rig.client).await.unrated, "");

    let asked = pb::CompareLadderEntrantsRequest {
        ladder_id: "empty".into(),
        category,
        first: HOUSE[0].into(),
        second: HOUSE[0].into(),
    };
    create(&host, blitz("empty", &HOUSE[..1])).await.expect("a host may");
    let no = rig.client.ladders().compare_ladder_entrants(asked).await.expect_err("no entrant has played");
    assert!(no.message().contains("no rated matches in category"), "{no}");
    assert_refused::<()>(Err(no), Code::FailedPrecondition, "NOT_COMPARABLE", "");
}

async fn history(client: &Client, player: &str, size: u32) -> Vec<pb::LadderHistoryPoint> {
    let mut points = Vec::new();
    let mut asked = pb::GetLadderHistoryRequest {
        ladder_id: "blitz".into(),
        player: player.into(),
        page_size: Some(size),
        ..pb::GetLadderHistoryRequest::default()
    };
    loop {
        let page = client.ladders().get_ladder_history(asked.clone()).await.expect("a page").into_inner();
        assert!(page.points.len() <= size as usize && page.category == "kamisado blitz", "{page:?}");
        points.extend(page.points);
        if page.next_page_token.is_empty() {
            return points;
        }
        asked.page_token = page.next_page_token;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_history_of_an_entrant_has_a_point_for_each_of_its_matches() {
    let store = store();
    let rig = hosted(&store).await;
    let host_token = rig.token("host").await;
    let host = rig.client.with_token(&host_token).expect("a token");
    create(&host, blitz("blitz", &HOUSE)).await.expect("a host may");
    events(&rig.client, "blitz", |events| counted(events).len() >= 12).await;
    pause(&host).await;
    let published = ratings(&rig.client).await;
    let all = all_now(&rig.client).await;
    let opened = look(&rig.client).await.summary.expect("a summary").opened_unix_ms;
    let mut matches = 0;
    for one in &published.ratings {
        let points = history(&rig.client, &one.player, 3).await;
        matches += points.len();
        assert_eq!(points, history(&rig.client, &one.player, 200).await, "pages have all of it");
        assert!(points.is_sorted_by(|one, other| one.seq < other.seq && one.at_unix_ms <= other.at_unix_ms));
        for point in &points {
            let event = &all[point.seq as usize - 1];
            assert!(matches!(event.event, Some(pb::contest_event::Event::MatchCounted(_))), "{event:?}");
            assert_eq!(point.at_unix_ms, opened + event.at_ms);
            assert!(point.low < point.live_elo && point.live_elo < point.high, "{point:?}");
        }
        let (last, now) = (points.last().expect("it has played"), one.live_elo.expect("it is rated"));
        assert!((last.live_elo - now).abs() < 0.01, "{last:?} and {now}");
        let half = 1.96 * one.live_elo_deviation.expect("a deviation");
        assert!((last.high - last.live_elo - half).abs() < 0.05, "{last:?}, {half}");
    }
    assert_eq!(matches, 2 * counted(&all).len(), "each match is a point of both");

    let asked = |player: &str, category: &str| pb::GetLadderHistoryRequest {
        ladder_id: "blitz".into(),
        player: player.into(),
        category: category.into(),
        ..pb::GetLadderHistoryRequest::default()
    };
    let refused = rig.client.ladders().get_ladder_history(asked("eve", "")).await;
    assert_refused(refused, Code::NotFound, "UNKNOWN_PLAYER", "player");
    let refused = rig.client.ladders().get_ladder_history(asked("house-greedy", "chess")).await;
    assert_refused(refused, Code::InvalidArgument, "BAD_FIELD", "category");

    // The history is computed from the stored events, so a restart does not change it.
    let before = history(&rig.client, "house-greedy", 200).await;
    rig.stop().await;
    let rig = hosted(&store).await;
    assert_eq!(history(&rig.client, "house-greedy", 200).await, before);
    rig.stop().await;
}
