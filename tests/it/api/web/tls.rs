//! A server with TLS: its certificate, the renewal, and clients without TLS.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use referee::{
    api::{
        Settings,
        edge::tls::{Renewal, Tls, TlsError},
    },
    games::Catalogue,
    hall::Limits,
    store::Store,
};
use referee_client::{Client, ConnectOptions, Error, NewMatch, PlayOptions};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};
use tokio_rustls::{
    TlsConnector,
    rustls::{
        ClientConfig, RootCertStore,
        crypto::ring,
        pki_types::{CertificateDer, ServerName, pem::PemObject as _},
    },
};

use crate::api::{http, rig::Rig, some_move};
use crate::certificates::{Authority, PairFiles, replace};

/// A server with a certificate of its own authority.
struct Secured {
    rig: Rig,
    tls: Tls,
    files: PairFiles,
    authority: Authority,
    _directory: tempfile::TempDir,
}

impl Secured {
    async fn start(settings: Settings) -> Secured {
        let (directory, authority) = (tempfile::tempdir().expect("a directory"), Authority::new());
        let files = PairFiles::issued(directory.path(), &authority);
        let tls = Tls::open(&files.cert, &files.key).expect("the pair is good");
        let settings = Settings { tls: Some(tls.clone()), ..settings };
        let store = Store::in_memory().expect("there is memory");
        let options = trusting(&authority);
        let rig = Rig::secured(store, Catalogue::ALL, Limits::default(), settings, &options).await;
        Secured { rig, tls, files, authority, _directory: directory }
    }

    /// Connects a new client that trusts this authority.
    async fn connect(&self, authority: &Authority) -> Result<Client, Error> {
        Client::connect_with(&self.url(), &trusting(authority)).await
    }

    fn url(&self) -> String {
        format!("https://{}", self.rig.address)
    }
}

fn trusting(authority: &Authority) -> ConnectOptions {
    ConnectOptions { tls_ca: Some(authority.pem()), ..ConnectOptions::default() }
}

async fn games(client: &Client) -> Result<usize, Error> {
    Ok(client.games().list_games(referee_client::pb::ListGamesRequest::default()).await?.into_inner().games.len())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_survives_a_renewal_and_new_connections_get_the_new_certificate() {
    let server = Secured::start(Settings::default()).await;
    let token = server.rig.client.register("ann").await.expect("the name is free");
    let ann = server.connect(&server.authority).await.expect("it is trusted").with_token(&token).expect("a token");
    let new = NewMatch::of("dvonn", ["ann", "house-random"], "600+5");
    let id = ann.create(new).await.expect("opened").match_id;
    let (renewed, next) = (server.tls.clone(), Authority::new());
    server.files.renew(&next);
    let mut moves = 0;
    let options = PlayOptions { until_ended: Some(1), ..PlayOptions::default() };
    let played = ann.play(options, |turn| {
        moves += 1;
        if moves == 3 {
            assert_eq!(renewed.renew(), Renewal::Taken);
        }
        std::future::ready(some_move(&turn))
    });
    assert_eq!(played.await.expect("nothing was cut").len(), 1);
    assert!(moves > 3, "the match went on over the renewal: {id}");
    let refused = server.connect(&server.authority).await.err().expect("the earlier authority is not trusted");
    assert!(matches!(&refused, Error::Tls { cause } if cause.contains("certificate")), "{refused}");
    let fresh = server.connect(&next).await.expect("the new one does");
    assert!(games(&fresh).await.expect("it is served") > 3);
    assert_eq!(server.tls.renew(), Renewal::None, "it is taken once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_renewal_that_is_unusable_keeps_the_earlier_pair() {
    let server = Secured::start(Settings::default()).await;
    let (cert, key) = server.authority.issue();
    let (_, of_another) = server.authority.issue();
    for (cert, key, mode) in [
        ("rubbish", key.as_str(), 0o600),
        ("", key.as_str(), 0o600),
        (cert.as_str(), "rubbish", 0o600),
        (cert.as_str(), of_another.as_str(), 0o600),
        (cert.as_str(), key.as_str(), 0o644),
    ] {
        replace(&server.files.cert, cert, 0o644);
        replace(&server.files.key, key, mode);
        assert_eq!(server.tls.renew(), Renewal::Failed, "{cert}");
        assert_eq!(server.tls.renew(), Renewal::None, "the change is reported once");
        let client = server.connect(&server.authority).await.expect("the earlier pair serves");
        games(&client).await.expect("it is served");
    }
    std::fs::remove_file(&server.files.key).expect("it is there");
    assert_eq!(server.tls.renew(), Renewal::None, "it is about to be replaced");
    server.files.renew(&server.authority);
    assert_eq!(server.tls.renew(), Renewal::Taken);
    server.connect(&server.authority).await.expect("the new pair serves");
}

#[test]
fn an_invalid_certificate_is_reported() {
    let (directory, authority) = (tempfile::tempdir().expect("a directory"), Authority::new());
    let files = PairFiles::issued(directory.path(), &authority);
    let open = || Tls::open(&files.cert, &files.key).map(drop).expect_err("it is bad");
    let (cert, key) = authority.issue();
    replace(&files.key, &key, 0o644);
    assert!(matches!(open(), TlsError::Exposed { mode: 0o644, .. }), "{}", open());
    assert!(open().to_string().contains("chmod 640"), "{}", open());
    replace(&files.key, &key, 0o640);
    assert!(matches!(open(), TlsError::Unusable { .. }), "the key is another certificate's: {}", open());
    replace(&files.cert, &key, 0o644);
    assert!(open().to_string().contains("no certificate in it, expected PEM"), "{}", open());
    replace(&files.cert, &cert, 0o644);
    replace(&files.key, &cert, 0o600);
    assert!(open().to_string().contains("no private key in it, expected PEM"), "{}", open());
    replace(&files.key, &" ".repeat(2 << 20), 0o600);
    assert!(open().to_string().contains("expected at most 1048576 bytes"), "{}", open());
    std::fs::remove_file(&files.key).expect("it is there");
    assert!(matches!(open(), TlsError::Unreadable { option: "--tls-key", .. }), "{}", open());
    replace(&files.key, &key, 0o600);
    assert!(Tls::open(&files.cert, &files.key).is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_with_the_wrong_protocol_gets_an_explanation() {
    let server = Secured::start(Settings::default()).await;
    let told = "this port speaks TLS: call https:// instead of http://";
    let in_clear = Client::connect_lazy(&format!("http://{}", server.rig.address)).expect("an address");
    // The call may also be cancelled before the client has read why the connection was closed.
    let mut refused = games(&in_clear).await.expect_err("it is no TLS");
    for _ in 0..20 {
        if matches!(refused, Error::Tls { .. }) {
            break;
        }
        refused = games(&in_clear).await.expect_err("it is no TLS");
    }
    assert!(matches!(&refused, Error::Tls { cause } if cause == told), "{refused:?}");
    let answer = http::ask(server.rig.address, "GET", "/", &[], b"").await;
    assert_eq!((answer.status, answer.text().trim_end()), (400, told));

    let plain = Rig::start().await;
    let url = format!("https://{}", plain.address);
    let refused = Client::connect_with(&url, &trusting(&server.authority)).await.err().expect("it speaks no TLS");
    assert!(matches!(&refused, Error::Tls { cause } if cause.contains("does not speak TLS")), "{refused:?}");
    let lazy = Client::connect_lazy_with(&url, &trusting(&server.authority)).expect("an address");
    let refused = games(&lazy).await.expect_err("it speaks no TLS");
    assert!(matches!(&refused, Error::Tls { cause } if cause.contains("does not speak TLS")), "{refused:?}");
}

/// Opens a TLS connection. Returns it, and the negotiated protocol.
async fn shake_hands(address: SocketAddr, authority: &Authority, offered: &[&str]) -> (impl Io, Option<Vec<u8>>) {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(authority.pem().as_bytes()).expect("PEM")).expect("a certificate");
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().expect("versions").with_root_certificates(roots);
    let mut config = config.with_no_client_auth();
    config.alpn_protocols = offered.iter().map(|name| name.as_bytes().to_vec()).collect();
    let socket = TcpStream::connect(address).await.expect("the server is there");
    let name = ServerName::from(address.ip());
    let secured = TlsConnector::from(Arc::new(config)).connect(name, socket).await.expect("hands are shaken");
    let agreed = secured.get_ref().1.alpn_protocol().map(<[u8]>::to_vec);
    (secured, agreed)
}

trait Io: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin {}
impl<T: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin> Io for T {}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn http_2_is_preferred_and_http_1_is_served_too() {
    let server = Secured::start(Settings::default()).await;
    let address = server.rig.address;
    let (_, agreed) = shake_hands(address, &server.authority, &["http/1.1", "h2"]).await;
    assert_eq!(agreed.as_deref(), Some(b"h2".as_slice()));
    for offered in [&["http/1.1"][..], &[]] {
        let (mut connection, agreed) = shake_hands(address, &server.authority, offered).await;
        assert_eq!(agreed.as_deref(), offered.first().map(|name| name.as_bytes()));
        let asked = "POST /referee.v1.GameService/ListGames HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\
                     content-type: application/json\r\ncontent-length: 2\r\n\r\n{}";
        connection.write_all(asked.as_bytes()).await.expect("it reads");
        let mut answer = Vec::new();
        let _ = connection.read_to_end(&mut answer).await;
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"kamisado\""), "{answer}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn handshakes_take_a_place_and_give_it_back_in_time() {
    let (within, most) = (Duration::from_millis(300), 3);
    let limits = Settings { connections_per_address: Some(most), handshake_within: within, ..Settings::default() };
    let server = Secured::start(Settings { first_bytes_within: within, ..limits }).await;
    let address = server.rig.address;
    // The client of the rig takes one place. A silent connection and an unfinished handshake take
    // the others.
    let mut silent = TcpStream::connect(address).await.expect("there is a place");
    let mut begun = TcpStream::connect(address).await.expect("there is a place");
    begun.write_all(&[0x16, 3, 1, 0, 100, 1]).await.expect("it is read");
    let mut further = TcpStream::connect(address).await.expect("it is accepted");
    assert!(matches!(further.read(&mut [0; 1]).await, Ok(0) | Err(_)), "closed at once: there is no place");
    assert!(matches!(silent.read(&mut [0; 1]).await, Ok(0) | Err(_)), "closed in time");
    assert!(matches!(begun.read(&mut [0; 1]).await, Ok(0) | Err(_)), "closed in time");
    // After the handshake, the time limit for the first bytes is the same as without TLS.
    let (mut silent, _) = shake_hands(address, &server.authority, &["h2"]).await;
    let mut said = Vec::new();
    let _ = tokio::time::timeout(Duration::from_secs(10), silent.read_to_end(&mut said)).await.expect("closed in time");
    games(&server.connect(&server.authority).await.expect("there is a place")).await.expect("it is served");
}
