//! Generates the table of calls from the descriptor. It has the path of each call of `referee.v1`
//! with a single request, and the types of its messages. A generated table cannot miss a call, so
//! every such call is also served as JSON.

use std::{error::Error, fmt::Write};

use prost_types::FileDescriptorSet;

const PACKAGE: &str = "referee.v1";

/// Returns a Rust expression: a slice of `Call`. Fails if a message of a call is from another
/// package, because the module of such a message is unknown.
pub fn generate(files: &FileDescriptorSet) -> Result<String, Box<dyn Error>> {
    let mut table = String::from("&[\n");
    for service in files.file.iter().filter(|file| file.package() == PACKAGE).flat_map(|file| &file.service) {
        for method in service.method.iter().filter(|method| !method.client_streaming()) {
            let (asked, answered) = (rust_type(method.input_type())?, rust_type(method.output_type())?);
            let path = format!("/{PACKAGE}.{}/{}", service.name(), method.name());
            let name = method.input_type().trim_start_matches('.');
            let is_stream = method.server_streaming();
            writeln!(table, "Call {{ path: {path:?}, is_stream: {is_stream},")?;
            writeln!(table, "    read: |text| read::<{asked}>({name:?}, text), write: write::<{answered}> }},")?;
        }
    }
    table.push(']');
    Ok(table)
}

fn rust_type(name: &str) -> Result<String, Box<dyn Error>> {
    match name.strip_prefix('.').and_then(|name| name.strip_prefix(PACKAGE)).and_then(|name| name.strip_prefix('.')) {
        Some(name) => Ok(format!("v1::{name}")),
        None => Err(format!("{name}: a call of {PACKAGE} with a message of another package").into()),
    }
}
