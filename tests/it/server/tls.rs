//! `referee serve` with a certificate, and the commands that call it.

use std::{path::Path, process::Stdio, time::Duration};

use tokio::process::Command;

use super::host::{Server, failed, serve};
use crate::certificates::{Authority, PairFiles, replace};

fn secured(data: &Path, files: &PairFiles) -> Command {
    let mut command = serve("127.0.0.1:0", data);
    command.arg("--tls-cert").arg(&files.cert).arg("--tls-key").arg(&files.key);
    command
}

/// Runs a command, and returns its exit code and output.
async fn referee(words: &[&str], environment: &[(&str, &str)]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    command.args(words).envs(environment.iter().copied()).stdin(Stdio::null()).kill_on_drop(true);
    let output = command.output().await.expect("the binary is built");
    // A registration prints the recovery code on standard error, so success returns standard output
    // only.
    let said = if output.status.success() { output.stdout } else { [output.stdout, output.stderr].concat() };
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

#[tokio::test]
async fn every_command_calls_a_server_that_speaks_tls() {
    let (directory, authority) = (tempfile::tempdir().expect("a directory"), Authority::new());
    let files = PairFiles::issued(directory.path(), &authority);
    let ca = directory.path().join("ca.pem");
    replace(&ca, &authority.pem(), 0o644);
    let ca = ca.to_str().expect("UTF-8");
    let server = Server::spawn(secured(directory.path(), &files)).await;
    let url = format!("https://{}", server.address);

    let (code, said) = referee(&["match", "list", "--url", &url], &[]).await;
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("certificate"), "{said}");
    let (code, token) = referee(&["player", "register", "ann", "--url", &url, "--tls-ca", ca], &[]).await;
    assert_eq!(code, Some(0), "{token}");
    let environment = [("REFEREE_URL", url.as_str()), ("REFEREE_TLS_CA", ca), ("REFEREE_TOKEN", token.trim())];
    let create = ["match", "create", "kamisado", "--tc", "60", "--player", "house-random", "--player", "house-random"];
    let (code, id) = referee(&create, &environment).await;
    assert_eq!(code, Some(0), "{id}");
    let (code, said) = referee(&["match", "watch", id.trim()], &environment).await;
    assert_eq!(code, Some(0), "{said}");
    // This variable names the file with the system's certificate authorities.
    let (code, said) = referee(&["match", "list", "--url", &url], &[("SSL_CERT_FILE", ca)]).await;
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains(id.trim()), "{said}");
}

#[tokio::test]
async fn a_renewed_certificate_is_found_by_itself() {
    let (directory, authority) = (tempfile::tempdir().expect("a directory"), Authority::new());
    let files = PairFiles::issued(directory.path(), &authority);
    let server = Server::spawn(secured(directory.path(), &files)).await;
    let next = Authority::new();
    let ca = directory.path().join("ca.pem");
    replace(&ca, &next.pem(), 0o644);
    let (url, ca) = (format!("https://{}", server.address), ca.to_str().expect("UTF-8").to_owned());
    let list = ["match", "list", "--url", &url, "--tls-ca", &ca];
    assert_eq!(referee(&list, &[]).await.0, Some(1), "the next authority has issued nothing yet");
    files.renew(&next);
    tokio::time::timeout(Duration::from_secs(60), async {
        while referee(&list, &[]).await.0 != Some(0) {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    })
    .await
    .expect("the renewal is found");
}

#[tokio::test]
async fn invalid_tls_options_are_rejected_by_name() {
    let (directory, authority) = (tempfile::tempdir().expect("a directory"), Authority::new());
    let files = PairFiles::issued(directory.path(), &authority);
    let (_, key) = authority.issue();
    replace(&files.key, &key, 0o604);
    let (code, said) = failed(secured(directory.path(), &files)).await;
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("--tls-key") && said.contains("604") && !said.contains("PRIVATE"), "{said}");
    let mut alone = serve("127.0.0.1:0", directory.path());
    alone.arg("--tls-cert").arg(&files.cert);
    let (code, said) = failed(alone).await;
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("--tls-key"), "{said}");
}
