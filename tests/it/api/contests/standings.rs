//! Standings of contests that are run by programs outside the server.

use std::time::Duration;

use referee::{
    api::Settings,
    games::Catalogue,
    hall::{Limits, records::standings_cache::STANDINGS_PLAYERS},
    ids::{Seat, Seq},
    law::{Contest, Event, Fact, Termination, Time, event::SeatLost},
    store::Store,
};
use referee_client::{
    Client, NewMatch, NextResult,
    pb::{self, Contest as Asked},
};
use tokio::time::timeout;
use tonic::Code;

use crate::api::rig::{Rig, assert_refused};
use crate::store::sample::{ended, open, opened, player, scheduled};

/// Time limit for any wait, even on a busy machine.
const SOON: Duration = Duration::from_secs(60);

fn spring() -> Contest {
    Contest::Tournament("spring".to_owned())
}

fn of_spring() -> Asked {
    Asked::tournament("spring")
}

/// Starts a server over a store. Its house bots move without delay.
async fn over(store: &Store) -> Rig {
    let limits = Limits { house_pace: Duration::ZERO, ..Limits::default() };
    Rig::over(store.clone(), Catalogue::ALL, limits, Settings::default()).await
}

async fn standings(rig: &Rig, by: pb::ByResults) -> pb::ResultStandings {
    rig.client.result_standings(of_spring(), by).await.expect("any caller may")
}

/// Rank, player, score in half points; matches, wins, draws, losses; forfeits, the game's points,
/// void matches.
type Row<'a> = (u32, &'a str, i64, [u64; 4], u64, i64, u64);

fn halves(points: f64) -> i64 {
    (points * 2.0) as i64
}

#[track_caller]
fn assert_stands(of: &pb::ResultStandings, expected: &[Row<'_>]) {
    let row = |row: &pb::ResultStanding| {
        let counts = [row.matches, row.wins, row.draws, row.losses];
        (
            row.rank,
            row.player.clone(),
            halves(row.points),
            counts,
            row.forfeits,
            halves(row.game_points),
            row.void_matches,
        )
    };
    let rows: Vec<_> = of.rows.iter().map(row).collect();
    let rows: Vec<Row<'_>> = rows.iter().map(|(a, b, c, d, e, f, g)| (*a, b.as_str(), *c, *d, *e, *f, *g)).collect();
    assert_eq!(rows, expected);
}

/// Returns the events with another termination, for which this seat is responsible.
fn because(mut events: Vec<Event>, termination: Termination, seat: u8) -> Vec<Event> {
    if let Some(Fact::MatchEnded(end)) = events.last_mut().map(|event| &mut event.fact) {
        (end.verdict.termination, end.verdict.seat) = (termination, Some(Seat(seat)));
    }
    events
}

/// Inserts the loss of this seat before the end of the match.
fn lost_before(mut events: Vec<Event>, seat: u8, cause: Termination) -> Vec<Event> {
    let fact = Fact::SeatLost(SeatLost {
        seat: Seat(seat),
        cause,
        reason: Default::default(),
        declined: None,
        overrun: None,
        evidence: None,
        sent: None,
        received: None,
        lag: Duration::ZERO,
        round_trip: Duration::ZERO,
        request_id: Default::default(),
    });
    let mut last = events.pop().expect("the end");
    last.seq = Seq(3);
    events.extend([Event { seq: Seq(2), at: Time(2_000_000), fact }, last]);
    events
}

#[tokio::test]
async fn points_are_of_places_and_equal_points_share_a_rank() {
    let store = Store::in_memory().expect("there is memory");
    let host = || (spring(), "host");
    let elsewhere = |contest| (contest, "host");
    let all = ["ann", "bob", "carl", "dan"];
    let matches = [
        ("won", scheduled("won", &["ann", "bob"], host(), &[1, 2], &[6, 2])),
        ("drawn", scheduled("drawn", &["bob", "carl"], host(), &[1, 1], &[1, 1])),
        ("flag", because(scheduled("flag", &["carl", "ann"], host(), &[2, 1], &[8, -2]), Termination::Flag, 0)),
        (
            "resigned",
            because(scheduled("resigned", &["dan", "bob"], host(), &[1, 2], &[0, 0]), Termination::Resignation, 1),
        ),
        ("void", scheduled("void", &["ann", "dan"], host(), &[], &[4, 4])),
        // Two players share first place among four. One of the others lost its seat long before the
        // end.
        ("four", lost_before(scheduled("four", &all, host(), &[1, 1, 3, 4], &[9, 9, 5, 0]), 3, Termination::NoShow)),
        ("three", scheduled("three", &["carl", "ann", "bob"], host(), &[1, 2, 2], &[3, 0, 0])),
        (
            "ladder",
            scheduled("ladder", &["bob", "ann"], elsewhere(Contest::Ladder("spring".to_owned())), &[1, 2], &[2, 0]),
        ),
        (
            "autumn",
            scheduled("autumn", &["bob", "ann"], elsewhere(Contest::Tournament("autumn".to_owned())), &[1, 2], &[2, 0]),
        ),
        ("another", scheduled("another", &["eve", "ann"], (spring(), "eve"), &[1, 2], &[2, 0])),
        ("none", vec![opened("none", "kamisado", ["eve", "ann"]), ended(2)]),
    ];
    for (match_id, events) in matches {
        open(&*store.log, match_id, events).await;
    }
    let rig = over(&store).await;
    let by_host = || pb::ByResults { created_by: "host".to_owned(), ..pb::ByResults::default() };
    let stands = standings(&rig, by_host()).await;
    // Half points per match: ann 2, 2, 5, 1; carl 1, 0, 2, 4; bob 0, 1, 0, 5, 1; dan 2, 0.
    assert_stands(
        &stands,
        &[
            (1, "ann", 10, [4, 2, 1, 1], 0, 13, 1),
            (2, "bob", 7, [5, 0, 2, 3], 0, 12, 0),
            (2, "carl", 7, [4, 1, 1, 2], 1, 17, 0),
            (4, "dan", 2, [2, 1, 0, 1], 1, 0, 1),
        ],
    );
    assert_eq!((stands.matches, stands.void_matches, stands.unreadable_matches, stands.last_number), (6, 1, 0, 11));

    let everybodys = standings(&rig, pb::ByResults::default()).await;
    assert_eq!(everybodys.matches, 7, "of all schedulers");
    assert_eq!(everybodys.rows.iter().find(|row| row.player == "eve").map(|row| halves(row.points)), Some(2));
    let ladder = rig.client.result_standings(Asked::ladder("spring"), pb::ByResults::default()).await;
    let ladder = ladder.expect("any caller may");
    assert_stands(&ladder, &[(1, "bob", 2, [1, 1, 0, 0], 0, 2, 0), (2, "ann", 0, [1, 0, 0, 1], 0, 0, 0)]);
    let of_game = |game: &str| pb::ByResults { game: game.to_owned(), ..by_host() };
    assert_eq!(standings(&rig, of_game("kamisado")).await, stands);
    assert_eq!(standings(&rig, of_game("hive")).await.rows, []);

    // The same filter lists the results behind these standings.
    let filter = pb::ResultFilter {
        contest: Some(pb::Contest::tournament("spring")),
        created_by: "host".to_owned(),
        ..pb::ResultFilter::default()
    };
    let asked = pb::ListResultsRequest { filter: Some(filter), ..pb::ListResultsRequest::default() };
    let listed = rig.client.matches().list_results(asked).await.expect("any caller may").into_inner();
    assert_eq!(listed.results.iter().map(|result| result.number).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!((listed.last_number, listed.more), (11, false));
}

#[tokio::test]
async fn standings_resume_and_list_unreadable_matches_separately() {
    let store = Store::in_memory().expect("there is memory");
    let rig = over(&store).await;
    let add = async |match_id: &str, winner: &str| {
        let seats = [winner, "zoe"];
        open(&*store.log, match_id, scheduled(match_id, &seats, (spring(), "host"), &[1, 2], &[2, 0])).await;
    };
    for number in 1..=3 {
        add(&format!("m{number}"), "ann").await;
        let stands = standings(&rig, pb::ByResults::default()).await;
        assert_eq!((stands.matches, stands.last_number), (number, number), "each is counted once");
        assert_eq!(standings(&rig, pb::ByResults::default()).await, stands, "and asking changes nothing");
    }
    add("m4", "bob").await;
    add("broken", "bob").await;
    store
        .index
        .mark_unreadable(&referee::ids::MatchId::parse("broken").expect("an id"), "damage".into())
        .await
        .unwrap();
    let stands = standings(&rig, pb::ByResults::default()).await;
    assert_stands(
        &stands,
        &[
            (1, "ann", 6, [3, 3, 0, 0], 0, 6, 0),
            (2, "bob", 2, [1, 1, 0, 0], 0, 2, 0),
            (3, "zoe", 0, [4, 0, 0, 4], 0, 0, 0),
        ],
    );
    assert_eq!((stands.matches, stands.unreadable_matches, stands.last_number), (4, 1, 5));
}

#[tokio::test]
async fn results_continue_after_the_standings() {
    let rig = Rig::with_hosts(Store::in_memory().expect("there is memory"), &["ann"]).await;
    let ann = rig.player("ann").await;
    let play = async |client: &Client, pairing: u32| {
        let contest = Some(pb::Contest::tournament("spring"));
        let new = NewMatch {
            options: [("length".to_owned(), "single".to_owned())].into(),
            occasion: Some(pb::Occasion { contest, encounter: 1, pairing }),
            ..NewMatch::of("kamisado", ["house-random", "house-greedy"], "60+1")
        };
        client.create(new).await.expect("the house plays").match_id
    };
    let filter =
        || pb::ResultFilter { contest: Some(pb::Contest::tournament("spring")), ..pb::ResultFilter::default() };
    let next = async |results: &mut referee_client::Results| loop {
        let said = timeout(SOON, results.next()).await.expect("it comes").expect("it continues");
        if let NextResult::Result(result) = said {
            return result;
        }
    };
    play(&ann, 0).await;
    next(&mut ann.results(filter(), 0)).await;
    let before = standings(&rig, pb::ByResults::default()).await;
    assert_eq!((before.matches, before.rows.len()), (1, 2));
    let points: i64 = before.rows.iter().map(|row| halves(row.points)).sum();
    assert_eq!(points, 2, "a match of two is worth one point");
    let second = play(&ann, 1).await;
    let result = next(&mut ann.results(filter(), before.last_number)).await;
    assert_eq!(result.summary.expect("a match").match_id, second, "nothing counted is repeated");
    let after = standings(&rig, pb::ByResults::default()).await;
    assert_eq!((after.matches, after.last_number), (2, result.number));
}

#[tokio::test]
async fn invalid_contests_are_rejected_and_unknown_ones_have_no_standings() {
    let rig = Rig::start().await;
    let ask = async |contest, by| {
        let asked = pb::GetStandingsRequest { contest, by_results: Some(by), category: String::new() };
        rig.client.contests().get_standings(asked).await
    };
    let none = ask(None, pb::ByResults::default()).await;
    assert_refused(none, Code::InvalidArgument, "BAD_FIELD", "contest");
    let named = |contest| ask(Some(contest), pb::ByResults::default());
    let tournament = named(Asked::tournament("Spring!".to_owned())).await;
    assert_refused(tournament, Code::InvalidArgument, "BAD_FIELD", "contest.tournament_id");
    assert_refused(named(Asked::ladder(String::new())).await, Code::InvalidArgument, "BAD_FIELD", "contest.ladder_id");
    let chess = pb::ByResults { game: "chess".to_owned(), ..pb::ByResults::default() };
    assert_refused(ask(Some(of_spring()), chess).await, Code::NotFound, "UNKNOWN_GAME", "game");
    let nobody = pb::ByResults { created_by: "No Name".to_owned(), ..pb::ByResults::default() };
    assert_refused(ask(Some(of_spring()), nobody).await, Code::InvalidArgument, "BAD_FIELD", "by_results.created_by");
    assert_eq!(standings(&rig, pb::ByResults::default()).await, pb::ResultStandings::default());
}

#[tokio::test]
async fn a_contest_of_too_many_players_is_refused_by_its_limit() {
    let store = Store::in_memory().expect("there is memory");
    let matches = STANDINGS_PLAYERS / 8 + 1;
    for number in 0..matches {
        let names: Vec<String> = (0..8).map(|seat| format!("p{}", number * 8 + seat)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let by = if number == 0 { "few" } else { "many" };
        let places = [1, 2, 3, 4, 5, 6, 7, 8];
        open(
            &*store.log,
            &format!("m{number}"),
            scheduled(&format!("m{number}"), &names, (spring(), by), &places, &[0; 8]),
        )
        .await;
    }
    let rig = over(&store).await;
    for _ in 0..2 {
        let (contest, by_results) = (Some(of_spring()), Some(pb::ByResults::default()));
        let asked = pb::GetStandingsRequest { contest, by_results, category: String::new() };
        assert_refused(rig.client.contests().get_standings(asked).await, Code::ResourceExhausted, "LIMIT", "");
    }
    let few = pb::ByResults { created_by: player("few").to_string(), ..pb::ByResults::default() };
    assert_eq!(standings(&rig, few).await.rows.len(), 8);
    let many = pb::ByResults { created_by: "many".to_owned(), ..pb::ByResults::default() };
    assert_eq!(standings(&rig, many).await.rows.len(), STANDINGS_PLAYERS);
}
