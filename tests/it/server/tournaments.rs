//! `kill -9` at random moments while a server carries tournaments through: every match is played once, and none is left out.

use std::{collections::BTreeSet, path::Path, process::Command, time::Duration};

use referee_client::{
    Client,
    log::v1 as log,
    pb::{self, TournamentPhase},
};

use super::host::{Server, serve};
use crate::api::tournaments::{counted, create, events, look, results, round_robin};

/// How often the server is killed; `REFEREE_KILLS` says another number.
const KILLS: u32 = 10;
const HOUSE: [&str; 3] = ["house-random", "house-greedy", "house-search"];

/// Three tournaments: a round robin, a Swiss and a knockout, each of the house's players.
fn tournaments() -> Vec<pb::CreateTournamentRequest> {
    let swiss = log::SwissFormat { stages: 3, ..log::SwissFormat::default() };
    let formats = [
        ("robin", log::tournament_rules::Format::RoundRobin(log::RoundRobinFormat { cycles: 2 })),
        ("swiss", log::tournament_rules::Format::Swiss(swiss)),
        ("bracket", log::tournament_rules::Format::Knockout(log::KnockoutFormat { has_third_place: false })),
    ];
    let made = formats.into_iter().map(|(name, format)| {
        let mut asked = round_robin(name, &HOUSE);
        asked.rules.as_mut().expect("rules").format = Some(format);
        asked
    });
    made.collect()
}

/// A server whose house hardly waits.
async fn quick(listen: &str, data: &Path) -> Server {
    let mut command = serve(listen, data);
    command.args(["--house-pace", "0.01"]);
    Server::spawn(command).await
}

async fn is_over(client: &Client, tournament: &str) -> bool {
    look(client, tournament).await.summary.expect("a summary").phase() == TournamentPhase::Over
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed_plays_every_match_of_its_tournaments_once() {
    let kills = std::env::var("REFEREE_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(KILLS);
    let data = tempfile::tempdir().expect("a directory");
    let mut first = quick("127.0.0.1:0", data.path()).await;
    let listen = first.address.to_string();
    let token = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(["admin", "token", "--player", "hostess", "--scope", "host", "--data"])
        .arg(data.path())
        .output()
        .expect("it runs");
    let token = String::from_utf8(token.stdout).expect("a token");
    first.child.kill().await.expect("it runs");
    let (mut killed, mut round) = (0, 0);
    while killed < kills {
        // Others are opened where all are over before enough kills.
        round += 1;
        let named = tournaments()
            .into_iter()
            .map(|asked| pb::CreateTournamentRequest { tournament: format!("{}-{round}", asked.tournament), ..asked });
        let named: Vec<pb::CreateTournamentRequest> = named.collect();
        let mut server = quick(&listen, data.path()).await;
        let host = server.client().with_token(token.trim()).expect("a token");
        for asked in &named {
            create(&host, asked.clone()).await.expect("a host may");
        }
        loop {
            let client = server.client();
            let mut left = false;
            for asked in &named {
                left |= !is_over(&client, &asked.tournament).await;
            }
            if !left || killed == kills {
                break;
            }
            tokio::time::sleep(Duration::from_millis(u64::from(getrandom::u32().expect("luck") % 400))).await;
            server.child.kill().await.expect("it runs");
            server = quick(&listen, data.path()).await;
            killed += 1;
        }
        let client = server.client();
        for asked in &named {
            let told = events(&client, &asked.tournament).await;
            let all = counted(&told);
            assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "{}: each once", asked.tournament);
            let voids = told
                .iter()
                .filter(|event| matches!(event.event, Some(log::tournament_event::Event::MatchVoided(_))))
                .count();
            let played = results(&client, &asked.tournament).await.len();
            assert_eq!(played, all.len() + voids, "{}: no match but those that are counted", asked.tournament);
            let paired = told
                .iter()
                .filter(|event| matches!(event.event, Some(log::tournament_event::Event::EncounterPaired(_))))
                .count();
            assert_eq!(all.len(), 2 * paired, "{}: both matches of each encounter", asked.tournament);
        }
        server.child.kill().await.expect("it runs");
    }
}
