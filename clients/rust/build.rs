//! Compiles the messages of `referee.v1`, and of the scenes that they show, without a protoc on the
//! machine.

use std::path::Path;

/// Where the protos are: in a packaged crate, or in the repository where links are not followed.
const PLACES: [&str; 2] = ["proto", "../../proto"];
const FILES: [&str; 15] = [
    "referee/scene/v1/scene.proto",
    "referee/v1/challenges.proto",
    "referee/v1/consents.proto",
    "referee/v1/errors.proto",
    "referee/v1/games.proto",
    "referee/v1/matches.proto",
    "referee/v1/players.proto",
    "referee/v1/tokens.proto",
    "referee/v1/announcements.proto",
    "referee/v1/admin.proto",
    "referee/v1/server.proto",
    "referee/v1/contests.proto",
    "referee/v1/tournaments.proto",
    "referee/v1/ladders.proto",
    "referee/v1/webhooks.proto",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let place = PLACES.into_iter().find(|place| Path::new(place).join(FILES[0]).is_file());
    let place = place.ok_or_else(|| format!("expected the protos in one of {PLACES:?}"))?;
    let files = protox::compile(FILES, [place])?;
    // Every message of a stream is as large as the largest: those that are rare and large are in
    // boxes.
    let mut messages = tonic_prost_build::configure().build_server(false).btree_map(".");
    for rare in ["seated", "challenge"] {
        messages = messages.boxed(format!(".referee.v1.PlayResponse.message.{rare}"));
    }
    messages = messages.boxed(".referee.v1.Hello.accepts");
    // Once a match, and far larger than any other event.
    messages = messages.boxed(".referee.v1.MatchEvent.event.match_opened");
    messages.compile_fds(files)?;
    println!("cargo:rerun-if-changed={place}");
    Ok(())
}
