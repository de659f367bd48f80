//! A minimal HTTP/1.1 client that shows every header to a test.

use std::{collections::BTreeMap, net::SocketAddr};

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// Values by header name in lower case. Commas separate the values of a repeated header.
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}

/// Sends a request on a new connection. Returns the answer.
pub async fn ask(address: SocketAddr, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
    let mut connection = TcpStream::connect(address).await.expect("the server is there");
    let extra: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {length}\r\n{extra}\r\n"
    );
    connection.write_all(head.as_bytes()).await.expect("it reads");
    // The server may reject a request without reading all of it.
    let _ = connection.write_all(body).await;
    let mut bytes = Vec::new();
    let _ = connection.read_to_end(&mut bytes).await;
    parse(&bytes)
}

/// Makes a call in JSON.
pub async fn call(address: SocketAddr, path: &str, headers: &[(&str, &str)], body: &Value) -> Answer {
    let headers = [&[("content-type", "application/json")], headers].concat();
    ask(address, "POST", &format!("/referee.v1.{path}"), &headers, body.to_string().as_bytes()).await
}

fn parse(bytes: &[u8]) -> Answer {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer has a head");
    let head = std::str::from_utf8(&bytes[..end]).expect("a head is text");
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|code| code.parse().ok());
    let mut headers = BTreeMap::<String, String>::new();
    for (name, value) in lines.filter_map(|line| line.split_once(':')) {
        let all = headers.entry(name.to_ascii_lowercase()).or_default();
        *all = if all.is_empty() { value.trim().to_owned() } else { format!("{all}, {}", value.trim()) };
    }
    let body = &bytes[end + 4..];
    let body = if headers.get("transfer-encoding").is_some_and(|how| how == "chunked") {
        unchunk(body)
    } else {
        body.to_vec()
    };
    Answer { status: status.expect("a status"), headers, body }
}

fn unchunk(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let line = bytes.windows(2).position(|two| two == b"\r\n").expect("a chunk has a length");
        let length = std::str::from_utf8(&bytes[..line]).ok().and_then(|text| usize::from_str_radix(text, 16).ok());
        let length = length.expect("it is hexadecimal");
        if length == 0 {
            return body;
        }
        body.extend_from_slice(&bytes[line + 2..line + 2 + length]);
        bytes = &bytes[line + 2 + length + 2..];
    }
}
