//! The settings of a server: named limits and trusted parties. `docs/limits.md` lists them with
//! their effects.

use std::{
    num::{NonZeroU32, NonZeroUsize},
    time::Duration,
};

use super::{
    edge::{
        cors::Origin,
        forwarded::{Forwarding, Network},
        tls::Tls,
    },
    play::tap::Tap,
};
use referee_ids::PlayerId;

use crate::webhooks::Webhooks;

/// The settings of a server.
///
/// A *caller* is the player of a call's token, otherwise the address it comes from (of IPv6 the
/// first 64 bits).
#[derive(Clone, Debug)]
pub struct Settings {
    /// Arbiters, who see everything of matches they do not play in. Register these names before the
    /// server is reachable: the first to register a name gets it.
    pub arbiters: Vec<PlayerId>,
    /// Origins whose web pages may call; none by default.
    pub allow_origins: Vec<Origin>,
    /// Certificate; without one, connections are not encrypted.
    pub tls: Option<Tls>,
    /// Networks of proxies that send a PROXY protocol header.
    pub proxy_protocol_from: Vec<Network>,
    /// Trusted proxies with a forwarding header.
    pub forwarding: Forwarding,

    /// Webhooks for contest events; none by default.
    pub webhooks: Option<Webhooks>,
    /// Tap of one player's messages; none by default.
    pub tap: Option<Tap>,
    /// Whether to run a ladder of house bots and tournaments between them, as a demonstration.
    pub demo: bool,

    /// Contact for `GetServerInfo`; may be empty.
    pub contact: String,
    pub registration: Registration,
    /// Reserved name prefixes; look-alikes are rejected too.
    pub reserved_prefixes: Vec<String>,
    /// Reserved names; look-alikes are rejected too.
    pub reserved_names: Vec<String>,
    /// New players per hour and address, bots included.
    pub registrations_per_hour: NonZeroU32,
    /// Guests per hour and address; 0 for none.
    pub guests_per_hour: u32,
    /// Days without a call after which a guest is released; 0 for never.
    pub keep_guests_days: u32,
    /// Attempts per hour and address to recover an account.
    pub recoveries_per_hour: NonZeroU32,
    /// Maximum open device codes per player.
    pub device_codes_per_player: usize,
    /// Wrong device codes per hour, from all callers.
    pub device_code_failures_per_hour: NonZeroU32,
    /// Wrong device codes per hour and address.
    pub device_code_failures_per_hour_per_address: NonZeroU32,
    /// Maximum active bots per player.
    pub bots_per_owner: usize,
    /// Maximum unexpired tokens per player.
    pub tokens_per_player: usize,
    /// Maximum open invites.
    pub invites: usize,
    /// Maximum announcements.
    pub announcements: usize,

    /// Maximum message size in bytes.
    pub max_message_bytes: usize,
    /// Maximum message size without a known token; a question about the longest match takes about
    /// half of it.
    pub max_message_bytes_without_token: usize,
    /// Maximum bytes of unfinished requests per connection. The first few KiB of each request are
    /// free.
    pub request_bytes_per_connection: usize,
    /// Maximum bytes of unfinished requests per address.
    pub request_bytes_per_address: usize,
    /// Maximum bytes of unfinished requests in total.
    pub request_bytes: usize,
    /// Maximum unread bytes in flight per connection, over all its calls.
    pub unread_bytes_per_connection: u32,

    /// Maximum connections, also bounded by the process's file limit.
    pub connections: usize,
    /// Maximum connections per address; `None` for a quarter of all.
    pub connections_per_address: Option<usize>,
    /// Maximum open calls per connection, streams included.
    pub max_calls_per_connection: u32,

    /// Maximum open calls per caller besides moves and streams: arriving, queued, running, or with
    /// an unread answer.
    pub calls_per_caller: usize,
    /// Maximum open calls per address.
    pub calls_per_address: usize,
    /// Maximum open calls in total.
    pub calls: usize,
    /// Maximum open single commands (`SubmitCommand`) per caller.
    pub commands_per_caller: usize,
    /// Long-term calls per second of a caller, refused ones included; faster ones wait unread on
    /// the connection. The burst is the number of open calls per connection. Every 16 KiB of a
    /// request count as one more call.
    pub calls_per_second: u32,
    /// Worker threads for calls that are not moves, at a lower priority than the serving threads.
    pub workers: NonZeroUsize,
    /// CPU time burst of a caller, before [`Settings::cpu_percent`] applies.
    pub cpu_burst: Duration,
    /// Long-term CPU share of a caller, in percent of one core.
    pub cpu_percent: u32,
    /// Unread answer bytes at which none of a caller's further calls starts.
    pub unread_answer_bytes: usize,

    /// Maximum open streams per player, over all connections.
    pub streams_per_player: usize,
    /// Maximum open streams without a token per address.
    pub streams_per_address: usize,
    /// Maximum open streams per address, with and without a token.
    pub all_streams_per_address: usize,
    /// Bytes of queued stream messages per address. Beyond it each stream queues one message at a
    /// time.
    pub unread_stream_bytes_per_address: usize,
    /// Maximum streams per address that are compressed as a whole; further ones are not compressed.
    pub compressed_streams_per_address: usize,
    /// Maximum watchers per match and address.
    pub watchers_per_address: usize,
    /// Maximum open health and reflection streams per caller.
    pub side_streams_per_caller: usize,
    /// Maximum open `WatchMatches` streams per caller.
    pub boards_per_caller: usize,
    /// Maximum open `ListFrames` streams per caller; further ones wait for
    /// [`WAITS_FOR_REPLAY`](super::context::WAITS_FOR_REPLAY).
    pub replays_per_caller: usize,
    /// Maximum requests per reflection stream.
    pub reflection_requests: usize,

    /// Keep-alive interval and timeout: a dead peer is detected within twice this time.
    pub keepalive: Duration,
    /// Time limit before the first request: PROXY protocol header and TLS handshake.
    pub handshake_within: Duration,
    /// Time limit for a connection's first bytes, after a handshake.
    pub first_bytes_within: Duration,
    /// Time limit for receiving the request of a unary call.
    pub request_within: Duration,
    /// Time limit until a call starts to answer; streams may last forever.
    pub call_within: Duration,
    /// Time limit for open calls when the server stops.
    pub stop_grace: Duration,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Registration {
    #[default]
    Open,
    Invite,
    Closed,
}

impl Registration {
    /// Parses the command-line value.
    pub fn parse(text: &str) -> Option<Registration> {
        Some(match text {
            "open" => Registration::Open,
            "invite" => Registration::Invite,
            "closed" => Registration::Closed,
            _ => return None,
        })
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            arbiters: Vec::new(),
            allow_origins: Vec::new(),
            tls: None,
            proxy_protocol_from: Vec::new(),
            forwarding: Forwarding::default(),
            webhooks: None,
            tap: None,
            demo: false,
            contact: String::new(),
            registration: Registration::Open,
            reserved_prefixes: ["house-", "guest-", "admin", "referee", "system", "moderator"]
                .map(str::to_owned)
                .to_vec(),
            reserved_names: ["host", "arbiter", "server", "root", "judge"].map(str::to_owned).to_vec(),
            registrations_per_hour: nonzero(100),
            guests_per_hour: 200,
            keep_guests_days: 30,
            recoveries_per_hour: nonzero(20),
            device_codes_per_player: 4,
            device_code_failures_per_hour: nonzero(1_000),
            device_code_failures_per_hour_per_address: nonzero(30),
            bots_per_owner: 20,
            tokens_per_player: 20,
            invites: 1_000,
            announcements: 10,
            max_message_bytes: 1 << 20,
            max_message_bytes_without_token: 256 << 10,
            request_bytes_per_connection: 16 << 20,
            request_bytes_per_address: 32 << 20,
            request_bytes: 64 << 20,
            unread_bytes_per_connection: 256 << 10,
            connections: 20_000,
            connections_per_address: None,
            max_calls_per_connection: 100,
            calls_per_caller: 128,
            calls_per_address: 512,
            calls: 4_096,
            commands_per_caller: 256,
            calls_per_second: 1_000,
            workers: usual_threads(),
            cpu_burst: Duration::from_secs(10),
            cpu_percent: 50,
            unread_answer_bytes: 8 << 20,
            streams_per_player: 256,
            streams_per_address: 1_000,
            all_streams_per_address: 4_096,
            unread_stream_bytes_per_address: 8 << 20,
            compressed_streams_per_address: 64,
            watchers_per_address: 500,
            side_streams_per_caller: 32,
            boards_per_caller: 500,
            replays_per_caller: 8,
            reflection_requests: 128,
            keepalive: Duration::from_secs(20),
            handshake_within: Duration::from_secs(10),
            first_bytes_within: Duration::from_secs(10),
            request_within: Duration::from_secs(10),
            call_within: Duration::from_secs(60),
            stop_grace: Duration::from_secs(5),
        }
    }
}

/// Returns a default that is not 0.
const fn nonzero(number: u32) -> NonZeroU32 {
    match NonZeroU32::new(number) {
        Some(number) => number,
        None => NonZeroU32::MIN,
    }
}

/// Returns the default number of serving threads: half the cores, at least 1. One match is a chain
/// of tasks that wake each other, which is cheaper on one core than across two; the other cores are
/// for bots, the store and the network.
pub fn usual_threads() -> NonZeroUsize {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    NonZeroUsize::new(cores / 2).unwrap_or(NonZeroUsize::MIN)
}
