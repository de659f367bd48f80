//! A receiver of webhooks that answers as a test wants, and records its deliveries.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use referee::pb::v1::WebhookBody;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
    sync::mpsc,
    time::timeout,
};
use tokio_rustls::TlsAcceptor;
use tokio_util::task::AbortOnDropHandle;

/// Maximum time to wait for a delivery.
const SOON: Duration = Duration::from_secs(120);
/// Maximum number of unread deliveries, more than any test has.
const UNREAD: usize = 10_000;

/// The answer to a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Status(u16),
    /// A redirect to another URL.
    Redirect,
    /// No answer, ever.
    Hang,
    /// A closed connection.
    Reset,
    /// A success whose body never ends.
    Endless,
}

/// A delivery, and the answer to it.
#[derive(Clone, Debug)]
pub struct Delivery {
    pub path: String,
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
    pub answer: Answer,
}

impl Delivery {
    pub fn read(&self) -> WebhookBody {
        serde_json::from_slice(&self.body).expect("it is a body")
    }

    pub fn id(&self) -> &str {
        &self.headers["webhook-id"]
    }
}

/// A receiver that runs until it is dropped.
pub struct Receiver {
    pub url: String,
    deliveries: mpsc::Receiver<Delivery>,
    _serving: AbortOnDropHandle<()>,
}

impl Receiver {
    /// Starts a receiver that answers each request by its number, counted from 0.
    pub async fn start(answer: impl Fn(usize) -> Answer + Send + Sync + 'static) -> Receiver {
        Receiver::serving("http", answer, |stream| std::future::ready(Some(stream))).await
    }

    /// Starts a receiver over TLS.
    pub async fn secured(acceptor: TlsAcceptor) -> Receiver {
        let accept = move |stream| {
            let acceptor = acceptor.clone();
            async move { acceptor.accept(stream).await.ok() }
        };
        Receiver::serving("https", |_| Answer::Status(204), accept).await
    }

    async fn serving<S, F>(
        scheme: &str,
        answer: impl Fn(usize) -> Answer + Send + Sync + 'static,
        accept: impl Fn(TcpStream) -> F + Send + Sync + 'static,
    ) -> Receiver
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
        F: Future<Output = Option<S>> + Send,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a loopback port is free");
        let url = format!("{scheme}://{}/hook?for=test", listener.local_addr().expect("an address"));
        let (sender, deliveries) = mpsc::channel(UNREAD);
        let (answer, count) = (Arc::new(answer), Arc::new(std::sync::atomic::AtomicUsize::new(0)));
        let serving = async move {
            while let Ok((stream, _)) = listener.accept().await {
                let Some(stream) = accept(stream).await else { continue };
                let (answer, count, sender) = (Arc::clone(&answer), Arc::clone(&count), sender.clone());
                tokio::spawn(async move {
                    let next = || answer(count.fetch_add(1, std::sync::atomic::Ordering::SeqCst));
                    serve(BufReader::new(stream), next, sender).await
                });
            }
        };
        Receiver { url, deliveries, _serving: AbortOnDropHandle::new(tokio::spawn(serving)) }
    }

    /// Returns the next delivery, whatever its answer.
    pub async fn next(&mut self) -> Delivery {
        timeout(SOON, self.deliveries.recv()).await.expect("something is sent").expect("it serves")
    }

    /// Returns all deliveries up to one that `is_last`.
    pub async fn until(&mut self, is_last: impl Fn(&Delivery) -> bool) -> Vec<Delivery> {
        let mut all = Vec::new();
        loop {
            all.push(self.next().await);
            if all.last().is_some_and(&is_last) {
                return all;
            }
        }
    }

    /// Returns whether the test has read all deliveries.
    pub fn is_quiet(&self) -> bool {
        self.deliveries.is_empty()
    }
}

/// Answers the requests of one connection.
async fn serve(
    mut stream: BufReader<impl AsyncRead + AsyncWrite + Unpin>,
    next: impl Fn() -> Answer,
    sender: mpsc::Sender<Delivery>,
) -> Option<()> {
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.ok().filter(|bytes| *bytes > 0)?;
        let path = line.strip_prefix("POST ")?.split(' ').next()?.to_owned();
        let mut headers = BTreeMap::new();
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).await.ok().filter(|bytes| *bytes > 0)?;
            let Some((name, value)) = line.trim_end().split_once(": ") else { break };
            headers.insert(name.to_lowercase(), value.to_owned());
        }
        let mut body = vec![0; headers.get("content-length")?.parse().ok()?];
        stream.read_exact(&mut body).await.ok()?;
        let answer = next();
        sender.send(Delivery { path, headers, body, answer }).await.ok()?;
        let head = match answer {
            Answer::Status(status) => format!("HTTP/1.1 {status} X\r\ncontent-length: 6\r\n\r\nnoted\n"),
            Answer::Redirect => "HTTP/1.1 307 X\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n".to_owned(),
            Answer::Hang => std::future::pending().await,
            Answer::Reset => return None,
            Answer::Endless => "HTTP/1.1 200 X\r\ncontent-length: 1000000000\r\n\r\n".to_owned(),
        };
        stream.write_all(head.as_bytes()).await.ok()?;
        if answer == Answer::Endless {
            while stream.write_all(&[b'x'; 4096]).await.is_ok() {}
            return None;
        }
    }
}
