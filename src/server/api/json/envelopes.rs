//! The prefix of a message in a stream: flags and length, which are the same in gRPC and Connect.

use tonic::codegen::Bytes;

/// Size of the prefix in bytes.
pub const PREFIX: usize = 5;
/// Flag of a compressed message.
pub const COMPRESSED: u8 = 1;

/// Puts the prefix before a message.
pub fn envelope(flags: u8, message: &[u8]) -> Bytes {
    // Admission limits messages to far less than 4 GiB.
    let length = u32::try_from(message.len()).unwrap_or(u32::MAX);
    [&[flags][..], &length.to_be_bytes(), message].concat().into()
}

/// Returns the flags and content of the only message in these bytes; `None` if they contain
/// anything else.
pub fn only_message(bytes: &Bytes) -> Option<(u8, Bytes)> {
    let (flags, length) = prefix(bytes)?;
    (bytes.len() == PREFIX + length).then(|| (flags, bytes.slice(PREFIX..)))
}

/// Returns the flags and the length of the first message.
pub fn prefix(bytes: &[u8]) -> Option<(u8, usize)> {
    let (flags, length) = bytes.get(..PREFIX)?.split_first()?;
    let length = u32::from_be_bytes(length.try_into().ok()?);
    Some((*flags, usize::try_from(length).ok()?))
}
