//! PROXY protocol, versions 1 and 2: at the start of a connection, a proxy sends a header with the
//! client's address. <https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt>

use std::{
    io::{self, ErrorKind},
    net::SocketAddr,
};

use ppp::{v1, v2};
use tokio::io::{AsyncRead, AsyncReadExt as _};

/// Maximum length of a header of version 1 in bytes, with its line end.
const MAX_TEXT: usize = 107;
/// Maximum length of the variable part of a header of version 2 in bytes: addresses and extensions.
const MAX_BINARY: usize = 1024;

/// Reads the header, and nothing after it. Returns `None` if the proxy speaks for itself or gives
/// no address.
pub async fn read_header(connection: &mut (impl AsyncRead + Unpin)) -> io::Result<Option<SocketAddr>> {
    let mut header = vec![0; v2::PROTOCOL_PREFIX.len()];
    connection.read_exact(&mut header).await?;
    if header == v2::PROTOCOL_PREFIX {
        read_binary(connection, header).await
    } else if header.starts_with(v1::PROTOCOL_PREFIX.as_bytes()) {
        read_text(connection, header).await
    } else {
        Err(bad("missing"))
    }
}

async fn read_text(connection: &mut (impl AsyncRead + Unpin), mut header: Vec<u8>) -> io::Result<Option<SocketAddr>> {
    while header.last() != Some(&b'\n') {
        if header.len() >= MAX_TEXT {
            return Err(bad("the header is too long"));
        }
        header.push(connection.read_u8().await?);
    }
    let header = v1::Header::try_from(header.as_slice()).map_err(bad)?;
    Ok(match header.addresses {
        v1::Addresses::Tcp4(of) => Some((of.source_address, of.source_port).into()),
        v1::Addresses::Tcp6(of) => Some((of.source_address, of.source_port).into()),
        v1::Addresses::Unknown => None,
    })
}

async fn read_binary(connection: &mut (impl AsyncRead + Unpin), mut header: Vec<u8>) -> io::Result<Option<SocketAddr>> {
    let (version_and_family, more) = (connection.read_u16().await?, connection.read_u16().await?);
    header.extend_from_slice(&version_and_family.to_be_bytes());
    header.extend_from_slice(&more.to_be_bytes());
    let (begun, more) = (header.len(), usize::from(more));
    if more > MAX_BINARY {
        return Err(bad("the header is too long"));
    }
    header.resize(begun + more, 0);
    connection.read_exact(&mut header[begun..]).await?;
    let header = v2::Header::try_from(header.as_slice()).map_err(bad)?;
    Ok(match (header.command, header.addresses) {
        (v2::Command::Local, _) => None,
        (v2::Command::Proxy, v2::Addresses::IPv4(of)) => Some((of.source_address, of.source_port).into()),
        (v2::Command::Proxy, v2::Addresses::IPv6(of)) => Some((of.source_address, of.source_port).into()),
        (v2::Command::Proxy, v2::Addresses::Unix(_) | v2::Addresses::Unspecified) => None,
    })
}

fn bad(cause: impl std::fmt::Display) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, format!("invalid PROXY protocol header: {cause}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the address read from these bytes, and the bytes left.
    async fn read(bytes: &[u8]) -> (io::Result<Option<SocketAddr>>, Vec<u8>) {
        let mut rest = bytes;
        let read = read_header(&mut rest).await;
        (read, rest.to_vec())
    }

    fn binary(version_command: u8, family: u8, length: u16, rest: &[u8]) -> Vec<u8> {
        [v2::PROTOCOL_PREFIX, &[version_command, family], &length.to_be_bytes(), rest].concat()
    }

    #[tokio::test]
    async fn both_versions_are_read_and_nothing_after_them() {
        let four = [203, 0, 113, 7, 10, 0, 0, 1, 0x10, 0x20, 0x1b, 0xff];
        let with_more = [&four[..], &[4, 0, 1, 9]].concat();
        let six = [[0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7], [0; 16]].concat();
        let six = [&six[..], &[0x10, 0x20, 0x1b, 0xff]].concat();
        for (header, expected) in [
            (b"PROXY TCP4 203.0.113.7 10.0.0.1 4128 7171\r\n".to_vec(), Some("203.0.113.7:4128")),
            (b"PROXY TCP6 2001:db8::7 ::1 4128 7171\r\n".to_vec(), Some("[2001:db8::7]:4128")),
            (b"PROXY UNKNOWN\r\n".to_vec(), None),
            (b"PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n".to_vec(), None),
            (binary(0x21, 0x11, 12, &four), Some("203.0.113.7:4128")),
            (binary(0x21, 0x11, 16, &with_more), Some("203.0.113.7:4128")),
            (binary(0x21, 0x21, 36, &six), Some("[2001:db8::7]:4128")),
            (binary(0x20, 0x11, 12, &four), None),
            (binary(0x20, 0x00, 0, &[]), None),
        ] {
            let (read, rest) = read(&[&header[..], b"PRI * HTTP/2.0"].concat()).await;
            assert_eq!(read.expect("it is a header"), expected.map(|text| text.parse().expect("an address")));
            assert_eq!(rest, b"PRI * HTTP/2.0");
        }
    }

    #[tokio::test]
    async fn whatever_else_is_refused_and_little_is_read_of_it() {
        let long = [b"PROXY TCP4 ".as_slice(), &[b'1'; 200]].concat();
        let endless = binary(0x21, 0x11, u16::MAX, &[0; 2048]);
        for (bytes, most) in [
            (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(), 12),
            (b"GET / HTTP/1.1\r\nhost: a\r\n\r\n".to_vec(), 12),
            (b"PROXY TCP4 1.2.3.4 nobody 1 2\r\n and more".to_vec(), 32),
            (b"PROXY TCP9 1.2.3.4 1.2.3.4 1 2\r\n".to_vec(), 107),
            (long, MAX_TEXT),
            (endless, 16),
            (binary(0x31, 0x11, 12, &[0; 12]), 28),
            (binary(0x21, 0x11, 4, &[0; 12]), 20),
            (b"PROXY TCP4 1.2.3.4".to_vec(), 107),
        ] {
            let (read, rest) = read(&bytes).await;
            assert!(read.is_err(), "{}", String::from_utf8_lossy(&bytes));
            assert!(bytes.len() - rest.len() <= most, "{}", String::from_utf8_lossy(&bytes));
        }
    }
}
