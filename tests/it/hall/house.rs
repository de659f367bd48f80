//! House bots, and the demo that keeps them busy.

use referee::{
    games::GAMES,
    hall::{
        Limits, NewMatch,
        house::{self, demo::demo},
    },
    ids::{Seat, Seq, Viewer},
    law::{Phase, Reason, Termination, TimeControl, verify::verify},
};

use super::rig::{self, Bot, create, memory, new_match, open, open_with, player, watch_to_end};

#[tokio::test(start_paused = true)]
async fn house_players_play_each_other() {
    let store = memory();
    let hall = open(&store).await;
    let table = create(&hall, new_match("standard", "60+1", ["house-random", "house-greedy"])).await;
    let watch = table.watch(Viewer::Spectator, Seq(0)).expect("a watch");
    let (events, _) = watch_to_end(watch).await;
    assert_eq!(rig::verdict(&events).termination, Termination::Normal);
    verify(&rig::log(&store, table.match_id()).await).expect("the log verifies");
}

/// House bots play every game to its end, and watchers receive every event.
#[tokio::test(start_paused = true)]
async fn house_players_play_every_game() {
    let store = memory();
    let hall = open_with(&store, Limits { house_nodes: 300, ..Limits::default() }).await;
    for game in GAMES {
        let setting = game.facts().setting(0, []).expect("the defaults");
        let seats = usize::from(setting.seats());
        let players: Vec<_> = house::players().collect();
        let players: Vec<_> = players.iter().cycle().take(seats).cloned().collect();
        let control = TimeControl::parse("600+5").expect("a time control");
        let table = create(
            &hall,
            NewMatch {
                game: game.facts().id,
                time_controls: vec![control; seats],
                setting,
                players,
                ..new_match("single", "60", ["ann", "bob"])
            },
        )
        .await;
        let spectator = table.watch(Viewer::Spectator, Seq(0)).expect("a watch");
        let seat = table.watch(Viewer::Seat(Seat(0)), Seq(0)).expect("a watch");
        let (spectator, seat) = tokio::join!(watch_to_end(spectator), watch_to_end(seat));
        let id = game.facts().id;
        assert_eq!(rig::verdict(&spectator.0).termination, Termination::Normal, "{id}");
        rig::assert_no_gap(&spectator.0, 0);
        assert_eq!(spectator.0.len(), seat.0.len(), "{id}");
        assert_eq!(spectator.0 == seat.0, !game.facts().hidden, "{id}: what is hidden is hidden");
        // Events from the store are redacted like live ones.
        table.ended().await;
        let again = hall.watch(table.match_id(), Viewer::Spectator, Seq(0)).await.expect("a watch");
        assert_eq!(watch_to_end(again).await.0, spectator.0, "{id}");
        verify(&rig::log(&store, table.match_id()).await).expect("the log verifies");
    }
}

#[tokio::test(start_paused = true)]
async fn a_house_player_takes_a_challenge() {
    let hall = open(&memory()).await;
    assert!(hall.lobby().is_online(&player("house-random")) && hall.lobby().is_house(&player("house-random")));
    assert!(!hall.lobby().is_house(&player("ann")) && !hall.lobby().games_of(&player("house-random")).is_empty());
    let table = create(&hall, new_match("single", "60+1", ["ann", "house-random"])).await;
    let events = Bot::sit(&table, 0, 0).await.play().await;
    assert_eq!(rig::verdict(&events).termination, Termination::Normal);
}

#[tokio::test(start_paused = true)]
async fn house_players_sit_down_again_after_a_restart() {
    let store = memory();
    let hall = open(&store).await;
    let table = create(&hall, new_match("single", "60+1", ["ann", "house-random"])).await;
    let mut ann = Bot::sit(&table, 0, 0).await;
    ann.move_at_once().await;
    hall.close().await;
    let hall = open(&store).await;
    let table = hall.table(table.match_id()).expect("live again");
    let events = Bot::sit(&table, 0, 0).await.play().await;
    assert_eq!(rig::verdict(&events).termination, Termination::Normal);
}

#[tokio::test(start_paused = true)]
async fn seats_of_the_house_are_counted() {
    let hall = open_with(&memory(), Limits { house_seats: 3, ..Limits::default() }).await;
    create(&hall, new_match("single", "60", ["house-random", "house-greedy"])).await;
    let refused = hall.create(new_match("single", "60", ["house-random", "house-greedy"])).await;
    assert_eq!(refused.expect_err("one seat is left").reason, Reason::BotUnavailable);
    create(&hall, new_match("single", "60", ["ann", "house-greedy"])).await;
}

#[tokio::test(start_paused = true)]
async fn the_demo_keeps_matches_running() {
    let store = memory();
    let hall = open_with(&store, Limits { house_nodes: 300, ..Limits::default() }).await;
    let running = tokio::spawn(demo(hall.clone(), 2));
    let mut ended = 0;
    while ended < 3 {
        let page = rig::listed(&hall, Viewer::Spectator, 200).await;
        ended = page.iter().filter(|summary| summary.phase == Phase::Over).count();
        assert!(page.iter().filter(|summary| summary.phase != Phase::Over).count() <= 2);
        // Virtual time advances whenever all tasks are idle.
        tokio::time::sleep(rig::seconds(1)).await;
    }
    hall.close().await;
    running.await.expect("it stops with the hall");
    assert!(store.index.unfinished().await.expect("it reads").len() <= 2);
}
