//! With too little free space the hall opens no new matches, but live ones continue.

use std::{
    io,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use referee::{
    hall::{
        Health, Limits,
        limits::free_space::{FreeSpace, LOOK_EVERY, free_in},
        table::Ask,
    },
    ids::Seat,
    law::Reason,
};
use tokio::time::sleep;

use super::rig::{memory, new_match, open_with, two_bots};

const LEAST: u64 = 256 << 20;

#[tokio::test(start_paused = true)]
async fn below_the_minimum_no_match_is_opened_and_live_ones_go_on() {
    let free = Arc::new(AtomicU64::new(LEAST));
    let seen = Arc::clone(&free);
    let space = FreeSpace::watch(LEAST, move || match seen.load(Ordering::Relaxed) {
        u64::MAX => Err(io::Error::other("it cannot be read")),
        free => Ok(free),
    });
    let free_space = Some(space.await.expect("it is read"));
    let hall = open_with(&memory(), Limits { free_space, ..Limits::default() }).await;
    let (black, _white) = two_bots(&hall, new_match("single", "600+5", ["ann", "bob"])).await;
    assert_eq!(hall.health().await, Health::Serving);

    free.store(LEAST - 1, Ordering::Relaxed);
    sleep(2 * LOOK_EVERY).await;
    let refused = hall.create(new_match("single", "600+5", ["ann", "bob"])).await.expect_err("too little is free");
    let limit = refused.limit.as_deref().expect("it names the limit");
    assert_eq!((refused.reason, limit.name, limit.most), (Reason::Limit, "min_free_mib", 256));
    assert_eq!(refused.retry_after_ms.map(u128::from), Some(LOOK_EVERY.as_millis()));
    assert_eq!(hall.health().await, Health::TooLittleSpace);
    black.table.ask(Seat(0), Default::default(), Ask::Resign).await.expect("a live match continues");

    free.store(u64::MAX, Ordering::Relaxed);
    sleep(2 * LOOK_EVERY).await;
    hall.create(new_match("single", "600+5", ["ann", "bob"])).await.expect_err("nothing else is known");

    free.store(LEAST, Ordering::Relaxed);
    sleep(2 * LOOK_EVERY).await;
    hall.create(new_match("single", "600+5", ["ann", "bob"])).await.expect("there is space again");
    assert_eq!(hall.health().await, Health::Serving);
}

#[tokio::test]
async fn free_space_comes_from_the_file_system() {
    let here = free_in(std::env::temp_dir());
    assert!(here().expect("it can be read") > 0);
    let nowhere = free_in(PathBuf::from("/nowhere/at/all"));
    assert_eq!(nowhere().map_err(|error| error.kind()), Err(io::ErrorKind::NotFound));
    let unread = FreeSpace::watch(LEAST, nowhere).await;
    assert_eq!(unread.map(drop).map_err(|error| error.kind()), Err(io::ErrorKind::NotFound));
}
