//! Compiles the protos without an installed `protoc`: messages, services, their JSON form, the
//! table of calls that are served as JSON, and the line codec of the engine protocol.

#[cfg(feature = "json")]
#[path = "build/calls.rs"]
mod calls;
#[cfg(feature = "json")]
#[path = "build/line.rs"]
mod line;

use std::{env, error::Error, fs, path::Path};

/// Possible directories of the protos: in a packaged crate, or in a repository whose links are not
/// followed.
const PLACES: [&str; 2] = ["proto", "../../proto"];
const FILES: [&str; 16] = [
    "referee/scene/v1/scene.proto",
    "referee/v1/games.proto",
    "referee/v1/matches.proto",
    "referee/v1/players.proto",
    "referee/v1/tokens.proto",
    "referee/v1/announcements.proto",
    "referee/v1/admin.proto",
    "referee/v1/server.proto",
    "referee/v1/challenges.proto",
    "referee/v1/consents.proto",
    "referee/v1/contests.proto",
    "referee/v1/tournaments.proto",
    "referee/v1/ladders.proto",
    "referee/v1/webhooks.proto",
    "referee/engine/v1/engine.proto",
    "referee/v1/seal.proto",
];

fn main() -> Result<(), Box<dyn Error>> {
    let place = PLACES.into_iter().find(|place| Path::new(place).join(FILES[0]).is_file());
    let place = place.ok_or_else(|| format!("expected the protos in one of {PLACES:?}"))?;
    let mut compiler = protox::Compiler::new([place])?;
    compiler.include_imports(true).open_files(FILES)?;
    // Only this form contains the options of fields.
    let descriptor = compiler.encode_file_descriptor_set();
    let files = compiler.file_descriptor_set();
    let out = env::var("OUT_DIR")?;
    let out = Path::new(&out);
    fs::write(out.join("descriptor.bin"), &descriptor)?;

    #[cfg(feature = "json")]
    {
        pbjson_build::Builder::new().register_descriptors(&descriptor)?.btree_map(["."]).build(&[".referee"])?;
        fs::write(out.join("engine_lines.rs"), line::generate(&files)?)?;
        fs::write(out.join("calls.rs"), calls::generate(&files)?)?;
    }

    // Map entries are in key order, so equal messages have equal bytes.
    let mut messages = tonic_prost_build::configure()
        .build_client(cfg!(feature = "client"))
        .build_server(cfg!(feature = "server"))
        .btree_map(".");
    // Every message of a stream is as large as the largest variant, and is moved from layer to
    // layer. So large variants are boxed.
    for large in ["challenge", "seated", "event", "turn", "refused"] {
        messages = messages.boxed(format!(".referee.v1.PlayResponse.message.{large}"));
    }
    messages = messages.boxed(".referee.v1.Hello.accepts");
    // This event occurs once per match, and is far larger than any other.
    messages = messages.boxed(".referee.v1.MatchEvent.event.match_opened");
    messages.compile_fds(files)?;

    println!("cargo:rerun-if-changed={place}");
    println!("cargo:rerun-if-changed=build");
    Ok(())
}
