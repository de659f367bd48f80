//! `Play` and `Attend`: the stream of a bot. [`reader`] is a task that reads the bot's messages and
//! hands them to tables. [`answers`] are the messages on the bot's link, which the transport takes.
//! Both share an [`outbox`], and neither waits for the other.
//!
//! **Stamps.** The arrival of a message is recorded as soon as the transport hands it over, before
//! its conversion. A turn counts as offered when the transport takes it from [`Answers`]. If the
//! transport is slow, the law decides when the clock starts.
//!
//! **Bounds.** A bot has at most [`MAX_UNANSWERED`] commands with unread answers; the server does
//! not read further ones until then. A slow bot gets what it missed from the log. Its stream ends
//! if it reads nothing for [`UNREAD_TICKS`] of [`PING_EVERY`] while messages wait. A silent bot is
//! pinged, unless it has an open turn or is catching up, and its stream ends after [`SILENT_PINGS`]
//! unanswered pings. A bot that has closed its half of the stream stays until it has read its last
//! answers, within the same limits. An attending bot cannot send on its stream: it stays as long as
//! it reads, and pings only keep its connection alive.

mod answers;
pub mod attend;
pub mod handshake;
mod inbound;
mod outbox;
mod reader;
pub(super) mod round_trip;
pub mod tap;

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

pub use answers::Answers;
use futures_util::Stream;
pub use inbound::Inbound;
pub use outbox::MAX_UNANSWERED;
use outbox::Outbox;
use reader::Reader;
pub use reader::{HELLO_WITHIN, MAX_ERRANDS, PING_EVERY, SILENT_PINGS, UNREAD_TICKS};
use referee_proto::v1::PlayResponse;
use tokio::sync::mpsc;
use tonic::Status;
use tracing::Instrument as _;

use super::{admission::stream_limits::StreamPlace, context::ServiceContext};
use crate::hall::{
    limits::creation_limits::Creator,
    link::{self, Wants},
};

/// What a bot receives.
#[expect(clippy::large_enum_variant, reason = "nearly every stream is direct")]
pub enum SeatStream {
    Direct(Answers),
    /// From a [`tap`].
    Tapped(mpsc::Receiver<Result<PlayResponse, Status>>),
}

impl Stream for SeatStream {
    type Item = Result<PlayResponse, Status>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        match self.get_mut() {
            SeatStream::Direct(answers) => Pin::new(answers).poll_next(cx),
            SeatStream::Tapped(answers) => answers.poll_recv(cx),
        }
    }
}

/// Opens the stream of an authenticated bot.
pub(super) fn open(context: ServiceContext, player: Creator, place: StreamPlace, inbound: Inbound) -> SeatStream {
    let tap = context.settings().tap.clone().filter(|tap| tap.takes_stream(&player.player));
    let name = player.player.clone();
    let serve = |inbound| serve(context, player, place, inbound);
    match tap {
        Some(tap) => SeatStream::Tapped(tap.open(name, inbound, serve)),
        None => SeatStream::Direct(serve(inbound)),
    }
}

fn serve(context: ServiceContext, player: Creator, place: StreamPlace, inbound: Inbound) -> Answers {
    let (link, messages) = link::channel(Wants { moves: true, position: true, legal: true });
    let link = if inbound.goes_both_ways() { link } else { link.attending() };
    let outbox = Arc::new(Outbox::new(link.round_trip.clone()));
    let (ended, hears_pongs) = (context.ended(&place), inbound.goes_both_ways());
    let reader = Reader::new(context, player, inbound, link.clone(), Arc::clone(&outbox), ended);
    tokio::spawn(reader.run().in_current_span());
    Answers::new(messages, link, outbox, place, hears_pongs)
}
