//! A bot on a raw HTTP/2 connection. The test decides what it reads, and when.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use h2::{RecvStream, SendStream, client};
use prost::{Message as _, bytes::Bytes};
use referee_client::pb::{Hello, PlayRequest, PlayResponse, play_request::Message as Said, play_response::Message};
use tokio::{
    net::TcpStream,
    sync::mpsc::{self, UnboundedReceiver, UnboundedSender},
    time::{advance, sleep},
};
use tonic::codegen::http::Request;

/// Window of a bot that reads everything, in bytes.
const WIDE: u32 = 1 << 30;
/// Window of a bot that reads slowly, in bytes.
const NARROW: u32 = 64 << 10;
/// Number of bytes before each message, for a compression flag and its length.
const FRAME: usize = 5;

/// Way in which a bot reads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    /// Only after the test opens the window, and then everything at once.
    WhenOpened,
    /// One message at a time, with a pause before each.
    Slowly(Duration),
    /// The same in virtual time. Only these pauses advance it; see
    /// [`TimeByHand`](super::rig::TimeByHand).
    SlowlyByHand(Duration),
}

/// A bot on a raw HTTP/2 stream.
pub struct RawBot {
    out: SendStream<Bytes>,
    heard: UnboundedReceiver<Message>,
    windows: UnboundedSender<u32>,
    received: Arc<AtomicU32>,
}

impl RawBot {
    /// Opens the stream and sends a hello.
    pub async fn enter(address: SocketAddr, token: &str, hello: Hello, reads: Reads) -> RawBot {
        let socket = TcpStream::connect(address).await.expect("the server is there");
        let window = if reads == Reads::WhenOpened { 0 } else { NARROW };
        let mut builder = client::Builder::new();
        builder.initial_window_size(window).initial_connection_window_size(WIDE);
        let (requests, mut connection) = builder.handshake::<_, Bytes>(socket).await.expect("it speaks HTTP/2");
        let (windows, mut asked) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    _ = &mut connection => return,
                    Some(window) = asked.recv() => connection.set_initial_window_size(window).expect("one at a time"),
                }
            }
        });
        let request = Request::post(format!("http://{address}/referee.v1.MatchService/Play"))
            .header("content-type", "application/grpc")
            .header("te", "trailers")
            .header("authorization", format!("Bearer {token}"))
            .body(())
            .expect("a request");
        let mut requests = requests.ready().await.expect("it takes a call");
        let (answer, out) = requests.send_request(request, false).expect("it takes a call");
        let (sender, heard) = mpsc::unbounded_channel();
        let received = Arc::new(AtomicU32::new(0));
        let mut bot = RawBot { out, heard, windows, received: Arc::clone(&received) };
        bot.say([Said::Hello(hello)]);
        let body = answer.await.expect("it answers").into_body();
        tokio::spawn(read(body, reads, sender, received));
        bot
    }

    /// Sends all these messages in one write.
    pub fn say(&mut self, said: impl IntoIterator<Item = Said>) {
        let mut bytes = Vec::new();
        for message in said {
            let message = PlayRequest { message: Some(message) }.encode_to_vec();
            bytes.push(0);
            bytes.extend_from_slice(&u32::try_from(message.len()).expect("it is short").to_be_bytes());
            bytes.extend_from_slice(&message);
        }
        self.out.send_data(bytes.into(), false).expect("the stream is open");
    }

    /// Stops sending.
    pub fn finish(&mut self) {
        self.out.send_data(Bytes::new(), true).expect("the stream is open");
    }

    /// Opens the window, so everything arrives from now on.
    pub fn open(&self) {
        self.windows.send(WIDE).expect("the connection is there");
    }

    /// Closes the window, so nothing more arrives.
    pub fn shut(&self) {
        self.windows.send(self.received.load(Ordering::Relaxed)).expect("the connection is there");
    }

    /// Returns the next message, or `None` at the end of the stream.
    pub async fn hear(&mut self) -> Option<Message> {
        self.heard.recv().await
    }
}

async fn read(mut body: RecvStream, reads: Reads, heard: UnboundedSender<Message>, received: Arc<AtomicU32>) {
    let mut bytes = Vec::new();
    while let Some(Ok(chunk)) = body.data().await {
        received.fetch_add(u32::try_from(chunk.len()).expect("a chunk is short"), Ordering::Relaxed);
        bytes.extend_from_slice(&chunk);
        while let Some(message) = next(&mut bytes) {
            match reads {
                Reads::WhenOpened => {}
                Reads::Slowly(pause) => sleep(pause).await,
                Reads::SlowlyByHand(pause) => advance(pause).await,
            }
            // The test may have ended already.
            let _ = heard.send(message);
        }
        if reads != Reads::WhenOpened {
            body.flow_control().release_capacity(chunk.len()).expect("so much was received");
        }
    }
}

/// Removes and returns the first message, if it is complete.
fn next(bytes: &mut Vec<u8>) -> Option<Message> {
    let head = bytes.get(1..FRAME)?;
    let end = FRAME + u32::from_be_bytes(head.try_into().expect("four bytes")) as usize;
    let message = PlayResponse::decode(bytes.get(FRAME..end)?).expect("it is an answer");
    bytes.drain(..end);
    Some(message.message.expect("it says something"))
}
