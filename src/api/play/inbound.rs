//! From where a stream hears its bot.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use futures_util::Stream as _;
use tonic::{Status, Streaming};

use crate::pb::v1::{Hello, PlayRequest, play_request::Message};

/// What a bot says on its stream.
pub enum Inbound {
    /// `Play`: whatever it says.
    BothWays(Box<Streaming<PlayRequest>>),
    /// `Attend`: the `Hello` of the call, until that is taken, and then nothing for as long as the stream is open.
    OneWay(Option<Box<Hello>>),
}

impl Inbound {
    /// Whether the bot can say anything after its `Hello`.
    pub fn goes_both_ways(&self) -> bool {
        matches!(self, Inbound::BothWays(_))
    }

    /// The next message; `None` when the bot says no more.
    pub fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<PlayRequest, Status>>> {
        match self {
            Inbound::BothWays(stream) => Pin::new(&mut **stream).poll_next(cx),
            Inbound::OneWay(hello) => match hello.take() {
                Some(hello) => Poll::Ready(Some(Ok(PlayRequest { message: Some(Message::Hello(*hello)) }))),
                None => Poll::Pending,
            },
        }
    }
}
