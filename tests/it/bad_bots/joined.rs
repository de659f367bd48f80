//! Bad engines that play on a server through `referee join`.

use referee_client::pb::{self, Reason};

use super::{
    golden::Recover,
    grpc::{Table, behave},
    stdio::{Alive, BAD},
};
use crate::{api::rig::Bot, runner::Place};

/// The behaviours that make the engine fail.
const FAILING: &[&str] = &["crashes", "segfaults"];

/// Plays one match with a bad engine. It misbehaves once if it recovers, and otherwise in every
/// process.
pub async fn play(table: &Table<'_>, good: &mut Bot) -> (String, pb::Verdict, Option<Reason>) {
    let place = Place::new();
    let alive = Alive::in_directory(place.path());
    let once = if table.row.recover == Recover::On { " once" } else { "" };
    let engine = format!("python3 -IS {BAD} {} .{once}", table.row.behaviour);
    let url = format!("http://{}", table.server.address);
    let timed = ["ignores_stop", "spins_on_all_cores"].contains(&table.row.behaviour.as_str());
    let id = table.open(if timed { "st=0.3" } else { "st=60" }).await;
    let mut join =
        tokio::process::Command::from(place.command(&["join", "--url", &url, "--engine", &engine, "--once"]));
    let join = join.env("REFEREE_TOKEN", &table.bad_token).kill_on_drop(true).output();
    let (verdict, joined) = tokio::join!(behave(good, &id), join);
    let joined = joined.expect("it starts");
    let said = String::from_utf8_lossy(&joined.stderr);
    // `join` gives up on an engine that fails in every process.
    let is_out = table.row.recover == Recover::Off && FAILING.contains(&table.row.behaviour.as_str());
    assert_eq!(joined.status.code(), Some(i32::from(is_out)), "{}: {said}", table.row);
    alive.assert_gone(table.row);
    (id, verdict, None)
}
