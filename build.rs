//! Compiles `proto/` without a protoc on the machine: messages, services, their JSON form, the
//! table of calls that are served as JSON, and the line codec of the engine protocol. Renders the
//! book.

#[path = "build/book.rs"]
mod book;
#[path = "build/line.rs"]
mod line;
#[path = "build/unary.rs"]
mod unary;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    use std::{env, fs, path::PathBuf};

    let mut compiler = protox::Compiler::new(["proto"])?;
    compiler.include_imports(true).open_files([
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
    ])?;
    // Only this form keeps the options of fields.
    let descriptor = compiler.encode_file_descriptor_set();
    let files = compiler.file_descriptor_set();
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("descriptor.bin"), &descriptor)?;

    // Map entries are in key order, so that the same message always has the same bytes.
    let mut messages = tonic_prost_build::configure().btree_map(".");
    // Every message of a stream is as large as the largest, and is moved from layer to layer: the
    // large ones are in boxes.
    for large in ["challenge", "seated", "event", "turn", "refused"] {
        messages = messages.boxed(format!(".referee.v1.PlayResponse.message.{large}"));
    }
    messages = messages.boxed(".referee.v1.Hello.accepts");
    messages.compile_fds(files.clone())?;
    pbjson_build::Builder::new().register_descriptors(&descriptor)?.btree_map(["."]).build(&[".referee"])?;
    fs::write(out.join("engine_lines.rs"), line::generate(&files)?)?;
    fs::write(out.join("unary_calls.rs"), unary::generate(&files)?)?;

    fs::write(out.join("book.rs"), book::generate(&out.join("book"))?)?;

    println!("cargo:rerun-if-changed=docs");
    println!("cargo:rerun-if-changed=proto");
    println!("cargo:rerun-if-changed=build");
    Ok(())
}
