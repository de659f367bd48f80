//! A server on the internet: a home bot and a remote guest, both with an invite and over TLS.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::Path,
    process::Stdio,
    time::Duration,
};

use referee_client::{Client, ConnectOptions, Error, NewMatch, PlayOptions, pb};
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpSocket},
    process::{Child, Command},
    time::{sleep, timeout},
};

use super::host::Server;
use crate::{
    api::rig::Bot,
    certificates::{Authority, PairFiles, replace},
};

/// The source address of the guest.
const AWAY: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 9));
const PATIENCE: Duration = Duration::from_secs(60);

/// Starts a forwarder to the server whose connections come from [`AWAY`].
async fn from_away(server: SocketAddr) -> SocketAddr {
    let door = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let address = door.local_addr().expect("it listens");
    tokio::spawn(async move {
        while let Ok((mut caller, _)) = door.accept().await {
            tokio::spawn(async move {
                let socket = TcpSocket::new_v4().expect("a socket");
                socket.bind(SocketAddr::new(AWAY, 0)).expect("all of 127.0.0.0/8 is this machine's");
                let mut called = socket.connect(server).await.expect("the server is there");
                // Either side may close the connection.
                let _ = copy_bidirectional(&mut caller, &mut called).await;
            });
        }
    });
    address
}

fn referee(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    command.args(words).stdin(Stdio::null()).env("RUST_LOG", "error").kill_on_drop(true);
    command
}

/// Runs a command that must succeed, and returns its output.
async fn printed(words: &[&str]) -> String {
    let output = referee(words).output().await.expect("the binary is built");
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// Runs a command that must fail, and returns its standard error.
async fn refused(words: &[&str]) -> String {
    let output = referee(words).output().await.expect("the binary is built");
    assert_eq!(output.status.code(), Some(1), "{words:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

async fn serve(data: &Path, files: &PairFiles) -> Server {
    let mut command = referee(&["serve", "--listen", "127.0.0.1:0", "--registration", "invite"]);
    // Allows one failed attempt and one player.
    command.args(["--registrations-per-hour", "2", "--data"]).arg(data);
    command.arg("--tls-cert").arg(&files.cert).arg("--tls-key").arg(&files.key).stdout(Stdio::piped());
    Server::spawn(command).await
}

async fn invite(admin: &Client) -> String {
    let asked =
        pb::CreateInviteRequest { note: "for a test".into(), uses: Some(9), ..pb::CreateInviteRequest::default() };
    admin.admin().create_invite(asked).await.expect("an administrator may").into_inner().code
}

/// Joins with a bot that declares an accept policy, and waits until it is online.
async fn joined(url: &str, ca: &str, token: &str, server: &Client) -> Child {
    let engine = format!("{} bot random", env!("CARGO_BIN_EXE_referee"));
    let mut join = referee(&["join", "--url", url, "--tls-ca", ca, "--token", token, "--engine", &engine]);
    join.args(["--game", "kamisado", "--min-base", "10", "--max-base", "600", "--stakes", "rated"]);
    let child = join.stdout(Stdio::null()).spawn().expect("the binary is built");
    let is_here = async {
        let asked = || pb::GetPlayerRequest { player: "my-bot".into() };
        let player = async || server.players().get_player(asked()).await.expect("it is registered").into_inner().player;
        while player().await.is_none_or(|bot| !bot.online || bot.accepts.is_none()) {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, is_here).await.expect("it comes");
    child
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_with_an_invite_plays_what_a_bot_declared_and_nothing_else() {
    let (directory, authority) = (tempfile::tempdir().expect("a directory"), Authority::new());
    let files = PairFiles::issued(directory.path(), &authority);
    let ca = directory.path().join("ca.pem");
    replace(&ca, &authority.pem(), 0o644);
    let ca = ca.to_str().expect("UTF-8");
    let data = directory.path().join("data");
    let server = serve(&data, &files).await;
    let home = format!("https://{}", server.address);
    let away = format!("https://{}", from_away(server.address).await);
    let options = ConnectOptions { tls_ca: Some(authority.pem()), ..ConnectOptions::default() };
    let client = Client::connect_with(&home, &options).await.expect("it is trusted");
    let admin = printed(&["admin", "token", "--data", data.to_str().expect("UTF-8")]).await;
    let code = invite(&client.with_token(&admin).expect("a token")).await;

    let register = |url, name, invite| ["player", "register", name, "--url", url, "--tls-ca", ca, "--invite", invite];
    let said = refused(&register(home.as_str(), "my-bot", "wrong")).await;
    assert!(said.contains("BAD_INVITE") && !said.contains("wrong"), "{said}");
    let bot = printed(&register(&home, "my-bot", &code)).await;
    let said = refused(&register(&home, "another", &code)).await;
    assert!(said.contains("LIMIT") && said.contains("registrations_per_hour"), "{said}");
    // The limit counts each caller address separately.
    let guest = printed(&register(&away, "visitor", &code)).await;
    let _joined = joined(&home, ca, &bot, &client).await;

    let guest = Client::connect_with(&away, &options).await.expect("it is trusted").with_token(&guest);
    let guest = guest.expect("a token");
    let new = |game: &str, time_control: &str, rated: bool| NewMatch {
        rules: pb::MatchRules { rated, ..referee_client::timed(time_control) },
        ..NewMatch::of(game, ["visitor", "my-bot"], "60")
    };
    for (new, field) in [
        (new("kamisado", "0.001", true), "accepts.min_base_ms"),
        (new("kamisado", "60", false), "accepts.stakes"),
        (new("dvonn", "60", true), "accepts.games"),
    ] {
        let Err(Error::Refused(no)) = guest.create(new).await else { panic!("{field} says no") };
        assert_eq!((no.reason, no.field.as_str(), no.value.as_str()), (pb::Reason::NotAccepted, field, "my-bot"));
    }
    let away = guest.create(new("kamisado", "60+1", true)).await.expect_err("the guest has no stream");
    assert_eq!(away.reason(), Some(pb::Reason::BotUnavailable));
    let here = Bot::enter(&guest).await;
    let opened = guest.create(new("kamisado", "60+1", true)).await.expect("the bot declared it");
    drop(here);
    assert!(opened.rules.expect("it has rules").rated);
    let played = guest.play(PlayOptions { until_ended: Some(1), ..PlayOptions::default() }, |turn| {
        std::future::ready(turn.legal[0].clone())
    });
    let results = timeout(PATIENCE, played).await.expect("it ends").expect("nothing is cut");
    assert_eq!(results[0].verdict.termination(), pb::Termination::Normal, "{results:?}");
    let mut results = client.matches();
    let asked = pb::ListResultsRequest::default();
    let listed = results.list_results(asked).await.expect("a public call").into_inner().results;
    assert_eq!(listed.len(), 1, "one match was played, and it is in the results: {listed:?}");
}
