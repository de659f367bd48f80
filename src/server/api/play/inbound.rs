//! The messages from a bot.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use futures_util::Stream as _;
use referee_proto::v1::{Hello, PlayRequest, play_request::Message};
use tokio::sync::mpsc;
use tonic::{Status, Streaming};

pub enum Inbound {
    /// The stream of `Play`, which has every message.
    BothWays(Box<Streaming<PlayRequest>>),
    /// The `Hello` of a call to `Attend`, after which nothing comes.
    OneWay(Option<Box<Hello>>),
    /// What a [`tap`](super::tap) forwards of either.
    Tapped { requests: mpsc::Receiver<PlayRequest>, goes_both_ways: bool },
}

impl Inbound {
    /// Returns whether the bot can send anything after its `Hello`.
    pub fn goes_both_ways(&self) -> bool {
        match self {
            Inbound::BothWays(_) => true,
            Inbound::OneWay(_) => false,
            Inbound::Tapped { goes_both_ways, .. } => *goes_both_ways,
        }
    }

    /// Polls the next message; `None` once the bot has closed its half of the stream.
    pub fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<PlayRequest, Status>>> {
        match self {
            Inbound::BothWays(stream) => Pin::new(&mut **stream).poll_next(cx),
            Inbound::OneWay(hello) => match hello.take() {
                Some(hello) => Poll::Ready(Some(Ok(PlayRequest { message: Some(Message::Hello(*hello)) }))),
                None => Poll::Pending,
            },
            Inbound::Tapped { requests, .. } => requests.poll_recv(cx).map(|said| said.map(Ok)),
        }
    }
}
