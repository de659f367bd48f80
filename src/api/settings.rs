//! How a server serves: its limits, each named, and whom it trusts. `docs/limits.md` lists them with what happens at each.

use std::{
    num::{NonZeroU32, NonZeroUsize},
    time::Duration,
};

use super::{
    cors::Origin,
    forwarded::{Forwarding, Network},
    tls::Tls,
};
use crate::{ids::PlayerId, webhooks::Webhooks};

/// How a server serves: its limits, each named, and whom it trusts.
///
/// A *caller* is the player whose token a call carries, or else the address that it comes from (of IPv6 the first 64 bits).
#[derive(Clone, Debug)]
pub struct Settings {
    /// The players who see everything of the matches in which they do not sit. Whoever registers one of these names first
    /// has it: they must be registered before the server is reached.
    pub arbiters: Vec<PlayerId>,
    /// The origins whose pages a browser lets call this server; none by default.
    pub allow_origins: Vec<Origin>,
    /// The certificate that connections are secured with; without one they are in clear.
    pub tls: Option<Tls>,
    /// Where connections come from that begin with a header of the PROXY protocol, which says of whom they come.
    pub proxy_protocol_from: Vec<Network>,
    /// Where requests come from that have a header which says of whom they come.
    pub forwarding: Forwarding,

    /// Whom to tell what happens in contests; nobody by default.
    pub webhooks: Option<Webhooks>,
    /// Whether there is a ladder of the house's players, and tournaments between them, so that there is something to see.
    pub demo: bool,

    /// Where to reach the host, for `GetServerInfo`; empty where it does not say.
    pub contact: String,
    pub registration: Registration,
    /// Beginnings of names that no player can register, nor anything that looks like them.
    pub reserved_prefixes: Vec<String>,
    /// Whole names that no player can register, nor anything that looks like them.
    pub reserved_names: Vec<String>,
    /// How many players one address may register an hour, bots among them.
    pub registrations_per_hour: NonZeroU32,
    /// How many bots a player may own that are not retired.
    pub bots_per_owner: usize,
    /// How many tokens a player may have that have not expired.
    pub tokens_per_player: usize,
    /// How many invites may be open at once.
    pub invites: usize,
    /// How many announcements may be shown at once.
    pub announcements: usize,

    /// The largest message that is read, in bytes.
    pub max_message_bytes: usize,
    /// The same for a call without a token that is known here; a question about the longest match has about half of it.
    pub max_message_bytes_without_token: usize,
    /// How many bytes of half-sent requests are held for one connection. The first few KiB of each request are free.
    pub request_bytes_per_connection: usize,
    /// The same for one address.
    pub request_bytes_per_address: usize,
    /// The same for the whole server.
    pub request_bytes: usize,
    /// How many bytes of one connection may be on their way here without having been read, over all its calls.
    pub unread_bytes_per_connection: u32,

    /// The most connections that are open at once. The number of files that the process may open bounds them too.
    pub connections: usize,
    /// The most of them from one address; `None` is a quarter of all.
    pub connections_per_address: Option<usize>,
    /// The most calls that one connection has open at once, streams included.
    pub max_calls_per_connection: u32,

    /// The most calls beside moves and streams that one caller has open at once: arriving, waiting, running, or with an
    /// answer that was not read yet.
    pub calls_per_caller: usize,
    /// The same for one address, whoever calls from there.
    pub calls_per_address: usize,
    /// The same for the whole server.
    pub calls: usize,
    /// The most single commands (`SubmitCommand`) that one caller has open at once.
    pub commands_per_caller: usize,
    /// How many calls a second one caller may make in the long run, refused ones included; what comes faster waits unread on
    /// its connection. As many as a connection may have open come at once. Each 16 KiB of a request count as one more.
    pub calls_per_second: u32,
    /// How many threads work on the calls that are no moves, at a lower priority than the threads that serve.
    pub workers: NonZeroUsize,
    /// How much CPU time the calls of one caller may take at once, before [`Settings::cpu_percent`] bounds them.
    pub cpu_burst: Duration,
    /// How much of one core the calls of one caller may take in the long run, in percent.
    pub cpu_percent: u32,
    /// While more bytes of answers than these wait for one caller to read them, none of its further calls begins.
    pub unread_answer_bytes: usize,

    /// The most streams that one player has open at once, on however many connections.
    pub streams_per_player: usize,
    /// The most streams that are open at once without a token from one address.
    pub streams_per_address: usize,
    /// The most streams that are open at once from one address, with and without a token.
    pub all_streams_per_address: usize,
    /// Bytes of messages on streams that wait for callers at one address. Beyond them each stream
    /// has one message at a time.
    pub unread_stream_bytes_per_address: usize,
    /// The most streams to one address that are compressed as one; further ones are sent as they
    /// are.
    pub compressed_streams_per_address: usize,
    /// The most watchers of one match from one address.
    pub watchers_per_address: usize,
    /// The most streams of health and of reflection that one caller has open at once.
    pub side_streams_per_caller: usize,
    /// The most streams that follow many matches, or draw many positions, which one caller has open at once.
    pub watch_matches_streams_per_caller: usize,
    /// The most questions that one stream of reflection may ask.
    pub reflection_requests: usize,

    /// How long a connection may be silent until its peer is asked whether it is there, and how long the peer may take to
    /// answer: whoever is gone without a word is found out within two of these.
    pub keepalive: Duration,
    /// How long what comes before the first request may take: the header of the PROXY protocol and the handshake of TLS.
    pub handshake_within: Duration,
    /// How long a connection may take until it has said its first bytes, after the handshake where there is one.
    pub first_bytes_within: Duration,
    /// How long the request of a call that is no stream may take to arrive.
    pub request_within: Duration,
    /// How long a call may take until its answer begins; streams may go on for as long as they want.
    pub call_within: Duration,
    /// How long calls that are still open when the server stops may take to end.
    pub stop_grace: Duration,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Registration {
    #[default]
    Open,
    /// Whoever has the code of an invite.
    Invite,
    Closed,
}

impl Registration {
    /// Reads it as a host writes it.
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
            demo: false,
            contact: String::new(),
            registration: Registration::Open,
            reserved_prefixes: ["house-", "admin", "referee", "system", "moderator"].map(str::to_owned).to_vec(),
            reserved_names: ["host", "arbiter", "server", "root", "judge"].map(str::to_owned).to_vec(),
            registrations_per_hour: NonZeroU32::MIN.saturating_add(99),
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
            streams_per_address: 250,
            all_streams_per_address: 4_096,
            unread_stream_bytes_per_address: 8 << 20,
            compressed_streams_per_address: 64,
            watchers_per_address: 200,
            side_streams_per_caller: 32,
            watch_matches_streams_per_caller: 8,
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

/// How many threads serve well on this machine: half its cores, at least 1. What one match does is a chain of tasks that
/// wake each other, which costs less on one core than across two; the other cores are for bots, the store and the network.
pub fn usual_threads() -> NonZeroUsize {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    NonZeroUsize::new(cores / 2).unwrap_or(NonZeroUsize::MIN)
}
