//! The messages generated from `proto/`.

#![allow(clippy::all, clippy::pedantic)]

mod contest;
#[cfg(feature = "json")]
pub mod json;
#[cfg(feature = "json")]
pub mod line;

/// Every descriptor, for reflection and for tests that walk the messages.
pub const DESCRIPTOR: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptor.bin"));

/// `referee.v1`: the messages between servers and clients.
pub mod v1 {
    include!(concat!(env!("OUT_DIR"), "/referee.v1.rs"));
    #[cfg(feature = "json")]
    include!(concat!(env!("OUT_DIR"), "/referee.v1.serde.rs"));
}

/// `referee.scene.v1`: the picture of a position.
pub mod scene {
    /// The only version.
    pub mod v1 {
        include!(concat!(env!("OUT_DIR"), "/referee.scene.v1.rs"));
        #[cfg(feature = "json")]
        include!(concat!(env!("OUT_DIR"), "/referee.scene.v1.serde.rs"));
    }
}

/// `referee.engine.v1`: the lines of engines on stdio.
pub mod engine {
    include!(concat!(env!("OUT_DIR"), "/referee.engine.v1.rs"));
    #[cfg(feature = "json")]
    include!(concat!(env!("OUT_DIR"), "/referee.engine.v1.serde.rs"));
}
