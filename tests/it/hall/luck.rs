//! The seed of a match survives restarts and stays secret until the end.

use referee::{
    games,
    hall::NewMatch,
    ids::{Seat, Seq, Viewer},
    law::{Fact, TimeControl, verify::verify},
};

use super::rig::{self, Bot, create, memory, new_match, open, player};

const SEATS: usize = 4;

fn honest_john() -> NewMatch {
    let game = games::find("honest_john").expect("it is registered");
    NewMatch {
        game: "honest_john",
        setting: game.facts().setting(SEATS as u8, [("rounds", "2")]).expect("options"),
        time_controls: vec![TimeControl::UNLIMITED; SEATS],
        players: ["ann", "bob", "cat", "dan"].map(player).to_vec(),
        ..new_match("single", "60", ["ann", "bob"])
    }
}

async fn sit(table: &referee::hall::table::TableStub) -> Vec<Bot> {
    let mut bots = Vec::new();
    for seat in 0..SEATS as u8 {
        bots.push(Bot::sit(table, seat, 0).await);
    }
    bots
}

#[tokio::test(start_paused = true)]
async fn a_match_is_played_on_with_its_seed_after_a_restart() {
    let store = memory();
    let hall = open(&store).await;
    let table = create(&hall, honest_john()).await;
    let match_id = table.match_id().clone();
    let bots = sit(&table).await;
    hall.close().await;
    drop((hall, table, bots));

    let seed = store.log.seed(&match_id).await.expect("the store reads").expect("a seed");
    let hall = open(&store).await;
    let table = hall.table(&match_id).expect("it is live again");
    let spectator = table.watch(Viewer::Spectator, Seq(0)).expect("a watch");
    let watched = tokio::spawn(rig::watch_to_end(spectator));
    let bots = sit(&table).await;
    let looks = [Viewer::Spectator, Viewer::Seat(Seat(0))];
    for viewer in looks {
        let seen = format!("{:?}", table.look(viewer).await.expect("a look"));
        assert!(!seen.contains(&seed.hex()) && seen.contains("luck: Some("), "{seen}");
    }
    let playing: Vec<_> = bots.into_iter().map(|bot| tokio::spawn(bot.play())).collect();
    for played in playing {
        played.await.expect("it plays");
    }
    table.ended().await;
    let (seen, _) = watched.await.expect("it watches");
    let events = rig::log(&store, &match_id).await;
    let verified = verify(&events).expect("it verifies");
    assert!(verified.chance >= 2 && verified.chance_proven, "one before the restart, one after");
    let (last, before) = events.split_last().expect("an end");
    assert!(matches!(&last.fact, Fact::MatchEnded(ended) if ended.seed.as_ref() == Some(&seed)));
    assert!(
        matches!(seen.last().expect("an end").fact(), Fact::MatchEnded(ended) if ended.seed.as_ref() == Some(&seed))
    );
    let written = referee::store::record::write(before);
    assert!(!written.contains(&seed.hex()) && written.contains(&seed.commitment().to_string()));
}
