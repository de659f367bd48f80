//! The files in `docs/deploy`: an nginx proxy, a systemd service and a container image.

use std::{
    fs,
    net::{IpAddr, SocketAddr},
    path::Path,
    process::Stdio,
    sync::Arc,
    time::Duration,
};

use clap::Parser as _;
use prost::Message as _;
use referee::{cli::Cli, engine::command::EngineCommand};
use referee_client::{Client, ConnectOptions, NewMatch, PlayOptions, pb::WatchMatchesRequest};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpSocket, TcpStream},
    process::{Child, Command},
};
use tokio_rustls::{
    TlsConnector,
    client::TlsStream,
    rustls::{
        ClientConfig, RootCertStore,
        crypto::ring,
        pki_types::{CertificateDer, ServerName, pem::PemObject as _},
    },
};

use super::host::{Server, serve};
use crate::{
    api::some_move,
    certificates::{Authority, PairFiles},
    docs::ROOT,
};

fn deployed(name: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join("docs/deploy").join(name)).expect("it is shipped")
}

/// Starts nginx with the shipped site configuration, changed only in its addresses and files. The
/// rest of the configuration is generic.
async fn nginx(directory: &Path, server: SocketAddr, files: &PairFiles) -> (Child, SocketAddr) {
    let free = TcpListener::bind("127.0.0.1:0").await.expect("a loopback port is free");
    let address = free.local_addr().expect("it has an address");
    drop(free);
    let mut site = deployed("nginx.conf");
    for (shipped, here) in [
        ("server 127.0.0.1:7171;", format!("server {server};")),
        ("listen 443 ssl http2;", format!("listen {} ssl http2;", address.port())),
        ("listen [::]:443 ssl http2;", String::new()),
        ("/etc/letsencrypt/live/referee.example.org/fullchain.pem", files.cert.display().to_string()),
        ("/etc/letsencrypt/live/referee.example.org/privkey.pem", files.key.display().to_string()),
    ] {
        assert!(site.contains(shipped), "`{shipped}` is in docs/deploy/nginx.conf");
        site = site.replace(shipped, &here);
    }
    let of = directory.display();
    let kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let temporary: String = kinds.iter().map(|kind| format!("{kind}_temp_path {of}/{kind};\n")).collect();
    let user = if rustix::process::geteuid().is_root() { "user root;" } else { "" };
    let main = format!(
        "{user} daemon off; pid {of}/pid; error_log stderr warn;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}{site}\n}}\n"
    );
    let config = directory.join("nginx.conf");
    fs::write(&config, main).expect("it can be written");
    let mut command = Command::new("nginx");
    command.arg("-p").arg(directory).arg("-e").arg("stderr").arg("-c").arg(&config).kill_on_drop(true);
    let child = command.stdin(Stdio::null()).spawn().expect("nginx is there: apt-get install nginx");
    for _ in 0..200 {
        if TcpStream::connect(address).await.is_ok() {
            return (child, address);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("nginx does not listen on {address}");
}

/// Connects to nginx from this loopback address, with TLS for HTTP/1.1.
async fn connect(from: &str, nginx: SocketAddr, authority: &Authority) -> TlsStream<TcpStream> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(authority.pem().as_bytes()).expect("PEM")).expect("a certificate");
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().expect("versions").with_root_certificates(roots);
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind((from.parse::<IpAddr>().expect("an address"), 0).into()).expect("it is of the loopback");
    let socket = socket.connect(nginx).await.expect("nginx is there");
    let connector = TlsConnector::from(Arc::new(config.with_no_client_auth()));
    connector.connect(ServerName::from(nginx.ip()), socket).await.expect("hands are shaken")
}

/// Sends a request, and returns the head of the answer with the start of its body. The connection
/// stays open.
async fn ask(connection: &mut TlsStream<TcpStream>, path: &str, kind: &str, spoofed: &str, body: &[u8]) -> String {
    let head = format!(
        "POST /referee.v1.{path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: {kind}\r\nx-forwarded-for: {spoofed}\r\n\
         content-length: {}\r\n\r\n",
        body.len()
    );
    connection.write_all(&[head.as_bytes(), body].concat()).await.expect("it reads");
    let mut answer = Vec::new();
    while !answer.windows(4).any(|four| four == b"\r\n\r\n") {
        let read = connection.read_buf(&mut answer).await.expect("it answers");
        assert!(read > 0, "{}", String::from_utf8_lossy(&answer));
    }
    String::from_utf8_lossy(&answer).to_ascii_lowercase()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nginx_forwards_everything_and_limits_apply_per_caller() {
    let (directory, authority) = (tempfile::tempdir().expect("a directory"), Authority::new());
    let files = PairFiles::issued(directory.path(), &authority);
    let data = directory.path().join("data");
    let mut command = serve("127.0.0.1:0", &data);
    command.args(["--trust-forwarded-from", "127.0.0.1", "--max-streams-per-address", "1", "--house-pace", "0.001"]);
    let server = Server::spawn(command).await;
    let (_nginx, address) = nginx(directory.path(), server.address, &files).await;

    let options = ConnectOptions { tls_ca: Some(authority.pem()), ..ConnectOptions::default() };
    let client = Client::connect_with(&format!("https://{address}"), &options).await.expect("nginx speaks TLS");
    let token = client.register("ann").await.expect("the name is free");
    let ann = client.with_token(&token).expect("it is secured");
    let opened = ann.create(NewMatch::of("kamisado", ["ann", "house-random"], "600+5")).await.expect("opened");
    let options = PlayOptions { until_ended: Some(1), ..PlayOptions::default() };
    let played = ann.play(options, |turn| std::future::ready(some_move(&turn))).await.expect("the stream goes through");
    assert_eq!(played.len(), 1);
    let mut events = 0;
    let mut watch = ann.watch(&opened.match_id, 0);
    while watch.next().await.expect("the stream goes through").is_some() {
        events += 1;
    }
    assert!(events > 5, "{events}");

    // Opens a gRPC-web stream that stays open.
    let kind = "application/grpc-web+proto";
    let message = WatchMatchesRequest { newest: 1, ..WatchMatchesRequest::default() }.encode_to_vec();
    let frame = [&[0], &(message.len() as u32).to_be_bytes()[..], &message].concat();
    let path = "MatchService/WatchMatches";
    let mut first = connect("127.0.0.2", address, &authority).await;
    let answer = ask(&mut first, path, kind, "198.51.100.1", &frame).await;
    assert!(answer.starts_with("http/1.1 200") && !answer.contains("grpc-status: 8"), "{answer}");
    let mut second = connect("127.0.0.2", address, &authority).await;
    let answer = ask(&mut second, path, kind, "198.51.100.2", &frame).await;
    assert!(answer.contains("grpc-status: 8"), "it is the same caller, whatever it writes: {answer}");
    let mut other = connect("127.0.0.3", address, &authority).await;
    let answer = ask(&mut other, path, kind, "198.51.100.1", &frame).await;
    assert!(answer.starts_with("http/1.1 200") && !answer.contains("grpc-status: 8"), "another caller: {answer}");
    let answer = ask(&mut second, "GameService/ListGames", "application/json", "a", b"{}").await;
    assert!(answer.starts_with("http/1.1 200") && answer.contains("application/json"), "{answer}");
}

#[tokio::test]
async fn the_service_of_systemd_is_valid() {
    let directory = tempfile::tempdir().expect("a directory");
    let unit = deployed("referee.service").replace("/usr/local/bin/referee", env!("CARGO_BIN_EXE_referee"));
    let file = directory.path().join("referee.service");
    fs::write(&file, unit).expect("it can be written");
    let mut command = Command::new("systemd-analyze");
    let output = command.args(["verify", "--man=no"]).arg(&file).output().await;
    let output = output.expect("systemd-analyze is there: apt-get install systemd");
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    let ours: Vec<&str> = said.lines().filter(|line| line.contains("referee.service")).collect();
    assert!(ours.is_empty(), "{said}");
}

#[test]
fn the_service_and_the_image_run_valid_commands() {
    let service = deployed("referee.service");
    let commands: Vec<&str> = service.lines().filter_map(|line| line.strip_prefix("ExecStart")).collect();
    assert_eq!(commands.len(), 2, "{commands:?}");
    for command in commands {
        let (_, command) = command.split_once("=/usr/local/bin/").expect("a program");
        let words = EngineCommand::parse(command).expect("words").words;
        assert!(Cli::try_parse_from(words).is_ok(), "{command}");
    }
    let image = deployed("Dockerfile");
    let mut copied = 0;
    for line in image.lines().filter_map(|line| line.strip_prefix("COPY ")).filter(|line| !line.starts_with("--from")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        for source in &words[..words.len() - 1] {
            assert!(Path::new(ROOT).join(source).exists(), "{source}");
            copied += 1;
        }
    }
    assert!(copied > 8, "{copied}");
    let program = fs::read_to_string(Path::new(ROOT).join("Cargo.toml")).expect("it is shipped");
    let version = program.lines().find_map(|line| line.strip_prefix("rust-version = ")).expect("a version");
    assert!(image.contains(&format!("FROM rust:{}-", version.trim_matches('"'))), "the image builds with {version}");
    assert!(image.contains("ENTRYPOINT [\"referee\"]\nCMD [\"serve\"]"));
}
