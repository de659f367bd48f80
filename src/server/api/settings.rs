//! The settings of a server: limits with names, and trusted parties. `docs/limits.md` lists the
//! limits with their effects.

use std::{
    num::{NonZeroU32, NonZeroUsize},
    time::Duration,
};

use super::{
    edge::{
        forwarded::{Forwarding, Network},
        origin::Origin,
        tls::Tls,
    },
    play::tap::Tap,
};
use referee_ids::PlayerId;

use crate::webhooks::Webhooks;

/// The settings of a server.
///
/// A *caller* is the player of a call's token. Without a token it is the address that the call
/// comes from (for IPv6, the first 64 bits).
#[derive(Clone, Debug)]
pub struct Settings {
    /// Arbiters, who see everything of matches in which they do not play. Register these names
    /// before the server is reachable, since the first caller to register a name gets it.
    pub arbiters: Vec<PlayerId>,
    /// Origins whose web pages may call the server; none by default.
    pub allow_origins: Vec<Origin>,
    /// Certificate and key; `None` for connections without encryption.
    pub tls: Option<Tls>,
    /// Networks of the proxies that send a header of the PROXY protocol.
    pub proxy_protocol_from: Vec<Network>,
    /// Trusted proxies, and the header in which they name the caller.
    pub forwarding: Forwarding,

    /// Webhooks that receive the events of contests; none by default.
    pub webhooks: Option<Webhooks>,
    /// Tap of one player's messages; none by default.
    pub tap: Option<Tap>,
    /// Whether to run a ladder of house bots and tournaments between them, as a demonstration.
    pub demo: bool,

    /// Contact for `GetServerInfo`; may be empty.
    pub contact: String,
    pub registration: Registration,
    /// Prefixes of reserved names; names that look like them are reserved too.
    pub reserved_prefixes: Vec<String>,
    /// Reserved names; names that look like them are reserved too.
    pub reserved_names: Vec<String>,
    /// Maximum new players per hour and address, bots included.
    pub registrations_per_hour: NonZeroU32,
    /// Maximum new guests per hour and address; 0 for no guests.
    pub guests_per_hour: u32,
    /// Days without a call after which a guest is released; 0 for never.
    pub keep_guests_days: u32,
    /// Maximum attempts to recover an account per hour and address.
    pub recoveries_per_hour: NonZeroU32,
    /// Maximum open device codes per player.
    pub device_codes_per_player: usize,
    /// Maximum wrong device codes per hour, from all callers together.
    pub device_code_failures_per_hour: NonZeroU32,
    /// Maximum wrong device codes per hour and address.
    pub device_code_failures_per_hour_per_address: NonZeroU32,
    /// Maximum active bots per player.
    pub bots_per_owner: usize,
    /// Maximum unexpired tokens per player.
    pub tokens_per_player: usize,
    /// Maximum open invites.
    pub invites: usize,
    pub announcements: usize,

    /// Maximum message size in bytes.
    pub max_message_bytes: usize,
    /// Maximum message size in bytes for callers without a known token. A question about the
    /// longest match takes about half of that.
    pub max_message_bytes_without_token: usize,
    /// Maximum bytes of unfinished requests per connection. The first few KiB of each request do
    /// not count.
    pub request_bytes_per_connection: usize,
    /// Maximum bytes of unfinished requests per address.
    pub request_bytes_per_address: usize,
    /// Maximum bytes of unfinished requests in total.
    pub request_bytes: usize,
    /// Maximum unread bytes in flight per connection, over all its calls.
    pub unread_bytes_per_connection: u32,

    /// Maximum connections. The process's limit of open files may reduce it.
    pub connections: usize,
    /// Maximum connections per address; `None` for a quarter of all connections.
    pub connections_per_address: Option<usize>,
    /// Maximum open calls per connection, streams included.
    pub max_calls_per_connection: u32,

    /// Maximum open calls per caller, without moves and streams. A call is open while it arrives,
    /// is queued, runs, or has an unread answer.
    pub calls_per_caller: usize,
    /// Maximum open calls per address.
    pub calls_per_address: usize,
    /// Maximum open calls in total.
    pub calls: usize,
    /// Maximum concurrent commands (`SubmitCommand`) per caller.
    pub commands_per_caller: usize,
    /// Long-term calls per second of a caller, including refused ones. The server does not read
    /// calls above this rate until later. The burst is the number of open calls per connection.
    /// Every 16 KiB of a request count as one further call.
    pub calls_per_second: u32,
    /// Worker threads for calls that are not moves, at a lower priority than the serving threads.
    pub workers: NonZeroUsize,
    /// CPU time that a caller may use before its long-term share, [`Settings::cpu_percent`],
    /// applies.
    pub cpu_burst: Duration,
    /// Long-term CPU share of a caller, in percent of one core.
    pub cpu_percent: u32,
    /// Bytes of unread answers of a caller at which the server starts no further calls of that
    /// caller.
    pub unread_answer_bytes: usize,

    /// Maximum open streams per player, over all connections.
    pub streams_per_player: usize,
    /// Maximum open streams without a token per address.
    pub streams_per_address: usize,
    /// Maximum open streams per address, with and without a token.
    pub all_streams_per_address: usize,
    /// Bytes of queued stream messages per address. Beyond that, each stream queues only one
    /// message.
    pub unread_stream_bytes_per_address: usize,
    /// Maximum streams per address that are compressed as a whole; further ones are not compressed.
    pub compressed_streams_per_address: usize,
    /// Maximum watchers per match and address.
    pub watchers_per_address: usize,
    /// Maximum open health and reflection streams per caller.
    pub side_streams_per_caller: usize,
    /// Maximum open `WatchMatches` streams per caller.
    pub boards_per_caller: usize,
    /// Maximum open `ListFrames` streams per caller. Further ones wait for up to
    /// [`WAITS_FOR_REPLAY`](super::context::WAITS_FOR_REPLAY).
    pub replays_per_caller: usize,
    /// Maximum requests per reflection stream.
    pub reflection_requests: usize,

    /// Interval and time limit of keep-alive pings: a dead peer is detected within twice this time.
    pub keepalive: Duration,
    /// Time limit for everything before the first request: the header of the PROXY protocol, and
    /// the TLS handshake.
    pub handshake_within: Duration,
    /// Time limit for the first bytes of a connection, after a handshake.
    pub first_bytes_within: Duration,
    /// Time limit for receiving the request of a unary call.
    pub request_within: Duration,
    /// Time limit for a call to start its answer. Streams may last forever.
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
    /// Parses the value of the command-line option.
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

/// Returns a number that is not 0, for the defaults.
const fn nonzero(number: u32) -> NonZeroU32 {
    match NonZeroU32::new(number) {
        Some(number) => number,
        None => NonZeroU32::MIN,
    }
}

/// Returns the default number of serving threads: half the cores, at least 1. A match is a chain of
/// tasks that wake each other, which is cheaper on one core than on two. The other cores are for
/// bots, the store and the network.
pub fn usual_threads() -> NonZeroUsize {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    NonZeroUsize::new(cores / 2).unwrap_or(NonZeroUsize::MIN)
}
