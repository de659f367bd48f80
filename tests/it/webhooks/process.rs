//! Webhooks of a server in its own process: killed, over TLS, and with an invalid configuration.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::Stdio,
    sync::Arc,
};

use referee_client::Client;
use tokio::process::Command;
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        crypto::ring,
        pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
    },
};

use super::{
    HOUSE, SECRET, is_end, play,
    receiver::{Answer, Receiver},
    seqs,
};
use crate::{
    api::tournaments::{create, round_robin},
    certificates::Authority,
    server::host::{Server, failed, serve},
};

/// Number of kills.
const KILLS: usize = 5;

/// Creates the file with the secret, and returns its path.
fn secret(directory: &Path) -> PathBuf {
    let path = directory.join("webhook-secret");
    fs::write(&path, SECRET).expect("it can be written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("it is ours");
    path
}

/// Returns the command of a server with a webhook and fast house bots. Its log goes to a file.
fn hooked(listen: &str, data: &Path, url: &str) -> Command {
    let log = fs::File::options().create(true).append(true).open(data.join("log")).expect("it can be written");
    let mut command = serve(listen, data);
    command.args(["--house-pace", "0.01", "--webhook", url, "--webhook-secret"]).arg(secret(data));
    command.env("RUST_LOG", "debug").stderr(log);
    command
}

fn referee(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    command.args(words).stdin(Stdio::null()).kill_on_drop(true);
    command
}

/// Creates a host token for the server on this data directory.
async fn token(data: &Path) -> String {
    let mut command = referee(&["admin", "token", "--player", "hostess", "--scope", "host", "--data"]);
    let output = command.arg(data).output().await.expect("it runs");
    String::from_utf8(output.stdout).expect("a token").trim().to_owned()
}

fn host(server: &Server, token: &str) -> Client {
    server.client().with_token(token).expect("it can be sent")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed_sends_every_event_and_at_most_the_last_one_twice() {
    let data = tempfile::tempdir().expect("a directory");
    let mut receiver = Receiver::start(|_| Answer::Status(200)).await;
    let mut server = Server::spawn(hooked("127.0.0.1:0", data.path(), &receiver.url)).await;
    let listen = server.address.to_string();
    let token = token(data.path()).await;
    let mut asked = round_robin("cup", &HOUSE);
    asked.rules.as_mut().expect("rules").matches_per_encounter = 6;
    create(&host(&server, &token), asked).await.expect("a host may");
    let mut sent = Vec::new();
    for _ in 0..KILLS {
        for _ in 0..4 {
            sent.push(receiver.next().await);
        }
        // The server may be killed before it reads the receiver's last answer.
        server.child.kill().await.expect("it runs");
        server = Server::spawn(hooked(&listen, data.path(), &receiver.url)).await;
    }
    sent.extend(receiver.until(is_end).await);
    let all = seqs(&sent);
    assert_eq!(all[0], 1);
    assert!(all.windows(2).all(|pair| pair[1] == pair[0] || pair[1] == pair[0] + 1), "{all:?}");
    let ids: BTreeMap<u64, BTreeSet<&str>> = sent.iter().fold(BTreeMap::new(), |mut ids, one| {
        ids.entry(one.read().seq).or_insert_with(BTreeSet::new).insert(one.id());
        ids
    });
    assert!(ids.values().all(|ids| ids.len() == 1), "a delivery has the same id after a restart: {ids:?}");
    assert!(all.len() - ids.len() <= KILLS, "{} of {} came twice", all.len() - ids.len(), all.len());

    let url = format!("http://{}", server.address);
    let call = async |words: &[&str]| {
        let output = referee(words).env("REFEREE_TOKEN", &token).output().await;
        let output = output.expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let server_words = ["--url", &url];
    let listed = call(&[&["admin", "webhook", "list"][..], &server_words].concat()).await;
    assert!(listed.contains(&receiver.url) && listed.contains("cup"), "{listed}");
    let last = all.last().expect("some").to_string();
    let words = ["admin", "webhook", "redeliver", &receiver.url, "cup", "--from", &last, "--reason", "once more"];
    call(&[&words[..], &server_words].concat()).await;
    assert_eq!(receiver.next().await.id(), sent.last().expect("some").id());
    let log = fs::read_to_string(data.path().join("log")).expect("there is one");
    assert!(!log.is_empty() && !log.contains(&SECRET[6..]), "the log has the secret");
    assert!(!log.contains("for=test"), "the log has the query of a webhook");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receiver_over_tls_is_asked_for_its_certificate() {
    let (trusted, other) = (Authority::new(), Authority::new());
    for authority in [&trusted, &other] {
        let (cert, key) = authority.issue();
        let chain = vec![CertificateDer::from_pem_slice(cert.as_bytes()).expect("a certificate")];
        let key = PrivateKeyDer::from_pem_slice(key.as_bytes()).expect("a key");
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("they are there")
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .expect("they go together");
        let mut receiver = Receiver::secured(TlsAcceptor::from(Arc::new(config))).await;
        let data = tempfile::tempdir().expect("a directory");
        let roots = data.path().join("roots.pem");
        fs::write(&roots, trusted.pem()).expect("it can be written");
        let mut command = hooked("127.0.0.1:0", data.path(), &receiver.url);
        command.env("SSL_CERT_FILE", &roots).env_remove("SSL_CERT_DIR");
        let server = Server::spawn(command).await;
        let host = host(&server, &token(data.path()).await);
        play(&host, "cup").await;
        if std::ptr::eq(authority, &trusted) {
            assert_eq!(receiver.until(is_end).await[0].read().seq, 1);
            continue;
        }
        let error = loop {
            let asked = referee_client::pb::ListWebhooksRequest::default();
            let listed = host.admin().list_webhooks(asked).await.expect("a host may").into_inner();
            match listed.progress.first().map(|one| one.last_error.clone()) {
                Some(error) if !error.is_empty() => break error,
                _ => tokio::task::yield_now().await,
            }
        };
        assert!(error.to_lowercase().contains("certificate"), "{error}");
        assert!(receiver.is_quiet(), "nothing was sent elsewhere");
    }
}

#[tokio::test]
async fn an_invalid_webhook_prevents_the_start() {
    let data = tempfile::tempdir().expect("a directory");
    let good = secret(data.path());
    let (open, empty, missing) = (data.path().join("open"), data.path().join("empty"), data.path().join("missing"));
    fs::write(&open, SECRET).expect("it can be written");
    fs::set_permissions(&open, fs::Permissions::from_mode(0o644)).expect("it is ours");
    fs::write(&empty, "").expect("it can be written");
    fs::set_permissions(&empty, fs::Permissions::from_mode(0o600)).expect("it is ours");
    let path = |path: &Path| path.to_str().expect("UTF-8").to_owned();
    let url = "http://127.0.0.1:1/hook";
    for (words, code, expected) in [
        (vec!["--webhook".to_owned(), "ftp://a/".to_owned()], 2, "begins with http:// or https://"),
        (vec!["--webhook".to_owned(), url.to_owned()], 2, "--webhook-secret"),
        (vec!["--webhook-secret".to_owned(), path(&good)], 2, "--webhook"),
        (["--webhook", url, "--webhook-secret", &path(&open)].map(str::to_owned).to_vec(), 1, "mode 644"),
        (["--webhook", url, "--webhook-secret", &path(&empty)].map(str::to_owned).to_vec(), 1, "0 secrets"),
        (["--webhook", url, "--webhook-secret", &path(&missing)].map(str::to_owned).to_vec(), 1, "missing"),
        (
            ["--webhook", url, "--webhook", url, "--webhook-secret", &path(&good)].map(str::to_owned).to_vec(),
            1,
            "duplicate",
        ),
    ] {
        let mut command = serve("127.0.0.1:0", data.path());
        command.args(&words);
        let (exit, said) = failed(command).await;
        assert_eq!(exit, Some(code), "{words:?}: {said}");
        assert!(said.contains(expected) && !said.contains(&SECRET[6..]), "{words:?}: {said}");
    }
    let file = data.path().join("referee.toml");
    fs::write(&file, format!("webhook = [\"{url}\"]\nwebhook-secret = \"{}\"\n", good.display()))
        .expect("it is written");
    let output = referee(&["config", "print", "--config", &path(&file)]).output().await.expect("it runs");
    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(printed.contains(&format!("webhook = [\"{url}\"]")) && !printed.contains(&SECRET[6..]), "{printed}");
}
