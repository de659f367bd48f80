//! Calls of a browser: gRPC-web, Connect or JSON lines over HTTP/1.1, with one connection per call.

use std::{io::Write as _, marker::PhantomData, net::SocketAddr};

use flate2::write::GzDecoder;
use prost::Message;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

/// Number of bytes before each message, for its kind and its length.
const FRAME: usize = 5;
/// Kind of the frame that ends an answer in gRPC-web.
const TRAILERS: u8 = 0x80;
/// Kind of the frame that ends an answer in Connect.
const END: u8 = 2;

/// Protocol of a browser's calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaks {
    GrpcWeb,
    ConnectJson,
    ConnectProto,
    /// JSON lines, as `curl` reads them.
    Lines,
}

impl Speaks {
    pub fn content_type(self) -> &'static str {
        match self {
            Speaks::GrpcWeb => "application/grpc-web+proto",
            Speaks::ConnectJson => "application/connect+json",
            Speaks::ConnectProto => "application/connect+proto",
            Speaks::Lines => "application/x-ndjson",
        }
    }
}

/// A browser, and the token of its player.
#[derive(Clone)]
pub struct Browser {
    address: SocketAddr,
    token: Option<String>,
    speaks: Speaks,
}

/// An answer that is read while it arrives.
pub struct WebStream<T> {
    socket: TcpStream,
    speaks: Speaks,
    /// Unparsed bytes of the connection.
    raw: Vec<u8>,
    /// Received bytes of the body.
    body: Vec<u8>,
    /// The decompressor, if the server compresses.
    gzip: Option<GzDecoder<Vec<u8>>>,
    /// Number of bytes received, including HTTP overhead.
    received: usize,
    trailers: Option<String>,
    of: PhantomData<T>,
}

impl Browser {
    pub fn new(address: SocketAddr, token: Option<&str>) -> Browser {
        Browser { address, token: token.map(str::to_owned), speaks: Speaks::GrpcWeb }
    }

    pub fn speaking(self, speaks: Speaks) -> Browser {
        Browser { speaks, ..self }
    }

    /// Calls a method of `MatchService`.
    pub async fn call<T: Answer>(&self, method: &str, asked: &(impl Message + Serialize)) -> WebStream<T> {
        let mut socket = TcpStream::connect(self.address).await.expect("the server is there");
        let authorization = self.token.iter().map(|token| format!("authorization: Bearer {token}\r\n"));
        let json = serde_json::to_vec(asked).expect("a message has a JSON form");
        let body = match self.speaks {
            Speaks::GrpcWeb | Speaks::ConnectProto => framed(&asked.encode_to_vec()),
            Speaks::ConnectJson => framed(&json),
            Speaks::Lines => json,
        };
        let head = format!(
            "POST /referee.v1.MatchService/{method} HTTP/1.1\r\nhost: test\r\ncontent-type: {}; charset=utf-8\r\n\
             x-grpc-web: 1\r\naccept-encoding: gzip, deflate, br\r\ncontent-length: {}\r\n{}\r\n",
            self.speaks.content_type(),
            body.len(),
            authorization.collect::<String>()
        );
        socket.write_all(&[head.as_bytes(), &body].concat()).await.expect("it is taken");
        let mut stream = WebStream {
            socket,
            speaks: self.speaks,
            raw: Vec::new(),
            body: Vec::new(),
            gzip: None,
            received: 0,
            trailers: None,
            of: PhantomData,
        };
        let head = stream.head().await;
        assert!(head.starts_with("http/1.1 200"), "{head}");
        if let Some(status) = head.lines().find(|line| line.starts_with("grpc-status:")) {
            stream.trailers = Some(format!("{status}\n{head}"));
        }
        stream
    }

    /// Calls a method with a single answer. If the call is refused, returns the trailers as the
    /// error.
    pub async fn ask<T: Answer>(&self, method: &str, asked: &(impl Message + Serialize)) -> Result<T, String> {
        let mut stream = self.call(method, asked).await;
        match stream.next().await {
            Some(answer) => Ok(answer),
            None => Err(stream.trailers.expect("it has ended")),
        }
    }
}

/// An answer in any of the protocols.
pub trait Answer: Message + Default + DeserializeOwned {}

impl<T: Message + Default + DeserializeOwned> Answer for T {}

fn framed(message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).expect("it is short").to_be_bytes();
    [&[0], &length[..], message].concat()
}

impl<T: Answer> WebStream<T> {
    /// Returns the next message, or `None` at the end of the answer.
    pub async fn next(&mut self) -> Option<T> {
        loop {
            if let Some(message) = self.take() {
                return Some(message);
            }
            if self.trailers.is_some() || !self.read().await {
                return None;
            }
        }
    }

    /// Returns the trailers, or `None` while the answer is incomplete.
    pub fn trailers(&self) -> Option<&str> {
        self.trailers.as_deref()
    }

    /// Returns whether the answer is compressed.
    pub fn is_compressed(&self) -> bool {
        self.gzip.is_some()
    }

    /// Returns the number of bytes received over the connection.
    pub fn received(&self) -> usize {
        self.received
    }

    fn take(&mut self) -> Option<T> {
        if self.speaks == Speaks::Lines {
            let line = self.body.iter().position(|byte| *byte == b'\n')?;
            let said: Value = serde_json::from_slice(&self.body[..line]).expect("a line is JSON");
            self.body.drain(..=line);
            if said.get("error").is_some() {
                self.trailers = Some(said.to_string());
                return None;
            }
            return Some(serde_json::from_value(said).expect("it is an answer"));
        }
        let length: [u8; 4] = self.body.get(1..FRAME)?.try_into().ok()?;
        let end = FRAME + u32::from_be_bytes(length) as usize;
        let message = self.body.get(FRAME..end)?.to_vec();
        let kind = self.body[0];
        self.body.drain(..end);
        if [TRAILERS, END].contains(&kind) {
            self.trailers = Some(String::from_utf8(message).expect("trailers are text"));
            return None;
        }
        Some(match self.speaks {
            Speaks::ConnectJson => serde_json::from_slice(&message).expect("it is an answer"),
            _ => T::decode(&*message).expect("it is an answer"),
        })
    }

    async fn head(&mut self) -> String {
        loop {
            if let Some(end) = self.raw.windows(4).position(|four| four == b"\r\n\r\n") {
                let head = String::from_utf8(self.raw.drain(..end + 4).collect()).expect("a head is text");
                let head = head.to_lowercase();
                self.gzip = head.contains("content-encoding: gzip").then(|| GzDecoder::new(Vec::new()));
                self.dechunk();
                return head;
            }
            assert!(self.fill().await, "an answer has a head");
        }
    }

    /// Reads more bytes. Returns false at the end of the connection.
    async fn read(&mut self) -> bool {
        let came = self.fill().await;
        self.dechunk();
        came
    }

    async fn fill(&mut self) -> bool {
        // A reset connection counts as the end of the answer.
        let came = self.socket.read_buf(&mut self.raw).await.unwrap_or(0);
        self.received += came;
        came > 0
    }

    /// Moves all complete chunks to the body, decompressed.
    fn dechunk(&mut self) {
        while let Some(end) = self.raw.windows(2).position(|two| two == b"\r\n") {
            let length =
                std::str::from_utf8(&self.raw[..end]).ok().and_then(|text| usize::from_str_radix(text, 16).ok());
            let length = length.expect("a length is hexadecimal");
            let Some(chunk) = self.raw.get(end + 2..end + 2 + length) else { return };
            if self.raw.len() < end + length + 4 {
                return;
            }
            match &mut self.gzip {
                Some(gzip) => {
                    gzip.write_all(chunk).and_then(|()| gzip.flush()).expect("it is gzip");
                    self.body.append(gzip.get_mut());
                }
                None => self.body.extend_from_slice(chunk),
            }
            self.raw.drain(..end + length + 4);
        }
    }
}
