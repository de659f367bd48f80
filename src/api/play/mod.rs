//! `Play` and `Attend`: a bot's one stream. [`reader`] is a task that reads what the bot says and hands it to tables; [`answers`] is what the
//! transport takes from: the messages that wait on the bot's link. The two share an [`outbox`], and neither waits for the other.
//!
//! **Stamps.** A message's arrival is noted as soon as the transport hands it over, before it is converted. A turn counts as
//! offered when the transport takes it from [`Answers`]; the law says when its clock starts if a transport is slow to.
//!
//! **Bounds.** A bot has at most [`MAX_UNANSWERED`] commands whose answers it has not read; further ones wait on the wire. One
//! that does not read is told from the log what it misses, once it reads; its stream ends when it has read nothing for
//! [`UNREAD_TICKS`] of [`PING_EVERY`] although something waits. One that is silent is pinged, unless it thinks about a turn or
//! still reads what it missed, and its stream ends after [`SILENT_PINGS`] pings without a word. One that says no more is here until
//! it has read its last answers, within the same limits. One that attends cannot speak on its stream: it is here for as long as it
//! reads, and pings only keep its connection from being taken for a dead one.

mod answers;
mod inbound;
mod outbox;
mod reader;

use std::{sync::Arc, time::Duration};

pub use answers::Answers;
pub(super) use inbound::Inbound;
use outbox::Outbox;
use reader::Reader;
use tracing::Instrument as _;

use super::{
    context::ServiceContext,
    stream_limits::{StreamPlace, UNREAD_WITHIN},
};
use crate::hall::{
    creation_limits::Creator,
    link::{self, Wants},
};

/// The most commands of one stream whose answers were not read yet.
pub const MAX_UNANSWERED: usize = 256;
/// The most commands of one stream in work at once that concern no match in which the bot sits now, and rematches.
pub const MAX_ERRANDS: usize = 32;
/// How long a bot may take to say hello.
pub const HELLO_WITHIN: Duration = Duration::from_secs(10);
/// How long a bot may be silent until it is asked whether it is there.
pub const PING_EVERY: Duration = Duration::from_secs(20);
/// After how many pings without a word a bot is dropped, unless it thinks about a turn.
pub const SILENT_PINGS: u32 = 3;
/// For how many of [`PING_EVERY`] a bot may leave unread what waits for it: [`UNREAD_WITHIN`].
pub const UNREAD_TICKS: u32 = (UNREAD_WITHIN.as_secs() / PING_EVERY.as_secs()) as u32;
/// The most messages that are read before others have their turn.
const READ_AT_ONCE: usize = 32;

/// Opens the stream of a bot that has been authenticated.
pub(super) fn open(context: ServiceContext, player: Creator, place: StreamPlace, inbound: Inbound) -> Answers {
    let (link, messages) = link::channel(Wants { moves: true, position: true, legal: true });
    let outbox = Arc::new(Outbox::new(link.round_trip.clone()));
    let (ended, hears_pongs) = (context.ended(&place), inbound.goes_both_ways());
    let reader = Reader::new(context, player, inbound, link.clone(), Arc::clone(&outbox), ended);
    tokio::spawn(reader.run().in_current_span());
    Answers::new(messages, link, outbox, place, hears_pongs)
}
