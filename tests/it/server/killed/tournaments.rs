//! `kill -9` at random moments while a server runs tournaments: every match is played exactly once.

use std::{collections::BTreeSet, path::Path, process::Command, time::Duration};

use referee_client::{
    Client, PlayOptions,
    pb::{self, ContestState},
};

use crate::api::tournaments::{counted, create, events, look, results, round_robin, standings};
use crate::server::host::{Server, serve, soon};

/// Number of kills; `REFEREE_KILLS` overrides it.
const KILLS: u32 = 10;
const HOUSE: [&str; 3] = ["house-random", "house-greedy", "house-search"];

/// Returns the number of kills to make.
fn kills() -> u32 {
    crate::tries::repeats("REFEREE_KILLS", KILLS)
}

/// Returns three tournaments of these entrants: a round robin, a Swiss and a knockout.
fn tournaments(entrants: &[&str]) -> Vec<pb::CreateTournamentRequest> {
    let swiss = pb::SwissFormat { stages: 3, ..pb::SwissFormat::default() };
    let formats = [
        ("robin", pb::tournament_rules::Format::RoundRobin(pb::RoundRobinFormat { cycles: 2 })),
        ("swiss", pb::tournament_rules::Format::Swiss(swiss)),
        ("bracket", pb::tournament_rules::Format::Knockout(pb::KnockoutFormat { has_third_place: false })),
    ];
    let made = formats.into_iter().map(|(name, format)| {
        let mut asked = round_robin(name, entrants);
        asked.rules.as_mut().expect("rules").format = Some(format);
        asked
    });
    made.collect()
}

/// Starts a server whose house bots move almost without delay.
async fn quick(listen: &str, data: &Path) -> Server {
    let mut command = serve(listen, data);
    command.args(["--house-pace", "0.01"]);
    Server::spawn(command).await
}

async fn is_over(client: &Client, tournament: &str) -> bool {
    look(client, tournament).await.summary.expect("a summary").state() == ContestState::Over
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed_plays_every_match_of_its_tournaments_once() {
    let kills = kills();
    let data = tempfile::tempdir().expect("a directory");
    let mut first = quick("127.0.0.1:0", data.path()).await;
    let listen = first.address.to_string();
    let token = host_token(data.path());
    first.child.kill().await.expect("it runs");
    let (mut killed, mut round) = (0, 0);
    while killed < kills {
        // Opens new tournaments if the earlier ones ended before enough kills.
        round += 1;
        let named = tournaments(&HOUSE).into_iter().map(|asked| pb::CreateTournamentRequest {
            tournament_id: format!("{}-{round}", asked.tournament_id),
            ..asked
        });
        let named: Vec<pb::CreateTournamentRequest> = named.collect();
        let mut server = quick(&listen, data.path()).await;
        let host = server.client().with_token(&token).expect("a token");
        for asked in &named {
            create(&host, asked.clone()).await.expect("a host may");
        }
        loop {
            let client = server.client();
            let mut left = false;
            for asked in &named {
                left |= !is_over(&client, &asked.tournament_id).await;
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
            let told = events(&client, &asked.tournament_id).await;
            let all = counted(&told);
            assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "{}: each once", asked.tournament_id);
            let voids = told
                .iter()
                .filter(|event| matches!(event.event, Some(pb::contest_event::Event::MatchVoided(_))))
                .count();
            let played = results(&client, &asked.tournament_id).await.len();
            assert_eq!(played, all.len() + voids, "{}: no match but those that are counted", asked.tournament_id);
            let paired = told
                .iter()
                .filter(|event| matches!(event.event, Some(pb::contest_event::Event::EncounterPaired(_))))
                .count();
            assert_eq!(all.len(), 2 * paired, "{}: both matches of each encounter", asked.tournament_id);
        }
        server.child.kill().await.expect("it runs");
    }
}

const SIX: [&str; 6] = ["ann", "bob", "cid", "dan", "eve", "fay"];

/// Returns a player's move, which depends only on its name, the round and the ply.
fn choice(name: &str, turn: &pb::Turn) -> String {
    let of_turn = name.bytes().map(u64::from).chain([turn.round.into(), turn.ply.into()]);
    let luck = of_turn.fold(1, |luck: u64, next| (luck ^ next).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29));
    turn.legal[luck as usize % turn.legal.len()].clone()
}

/// The pairings and match results of a tournament in any order, and its standings.
type Course = (BTreeSet<(Vec<u32>, String)>, Vec<pb::TournamentStanding>);

/// Six players that reconnect whenever their server is killed.
struct Six {
    data: tempfile::TempDir,
    listen: String,
    token: String,
    server: Server,
}

impl Six {
    async fn begin() -> Six {
        let data = tempfile::tempdir().expect("a directory");
        let server = quick("127.0.0.1:0", data.path()).await;
        let (listen, token) = (server.address.to_string(), host_token(data.path()));
        for name in SIX {
            let token = server.client().register(name).await.expect("the name is free");
            let player = server.client().with_token(&token).expect("a token");
            player.set_accept_policy(Some(referee_client::accept_all())).await.expect("it is kept");
            tokio::spawn(async move {
                let options = PlayOptions { retry: soon(), max_matches: Some(8), ..PlayOptions::default() };
                player.play(options, |turn| std::future::ready(choice(name, &turn))).await
            });
        }
        Six { data, listen, token, server }
    }

    async fn kill(&mut self) {
        self.server.child.kill().await.expect("it runs");
        self.server = quick(&self.listen, self.data.path()).await;
    }

    /// Plays all tournaments, and kills the server at most `kills` times meanwhile. Returns their
    /// courses and the number of kills.
    async fn play(&mut self, round: u32, kills: u32) -> (Vec<Course>, u32) {
        let (mut killed, mut courses) = (0, Vec::new());
        let host = self.server.client().with_token(&self.token).expect("a token");
        let named = tournaments(&SIX).into_iter().map(|asked| {
            let tournament = format!("{}-{round}", asked.tournament_id);
            pb::CreateTournamentRequest { tournament_id: tournament, ..asked }
        });
        let named: Vec<pb::CreateTournamentRequest> = named.collect();
        for asked in &named {
            create(&host, asked.clone()).await.expect("a host may");
        }
        for asked in &named {
            while !is_over(&self.server.client(), &asked.tournament_id).await {
                tokio::time::sleep(Duration::from_millis(u64::from(getrandom::u32().expect("luck") % 400))).await;
                if killed < kills {
                    self.kill().await;
                    killed += 1;
                }
            }
            let client = self.server.client();
            let paired =
                events(&client, &asked.tournament_id).await.into_iter().filter_map(|event| match event.event {
                    Some(pb::contest_event::Event::EncounterPaired(paired)) => {
                        Some((paired.entrants, format!("{:?}", paired.encounter)))
                    }
                    _ => None,
                });
            courses.push((paired.collect(), standings(&client, &asked.tournament_id).await));
        }
        (courses, killed)
    }
}

/// Creates a host token for the server on this data directory.
fn host_token(data: &Path) -> String {
    let token = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(["admin", "token", "--player", "hostess", "--scope", "host", "--data"])
        .arg(data)
        .output()
        .expect("it runs");
    String::from_utf8(token.stdout).expect("a token").trim().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_do_not_change_the_standings() {
    let (undisturbed, _) = Six::begin().await.play(1, 0).await;
    for ((paired, standings), asked) in undisturbed.iter().zip(tournaments(&SIX)) {
        assert!(paired.len() >= 5 && standings.len() == SIX.len(), "{}: it was played", asked.tournament_id);
    }
    let (mut six, mut killed, mut round) = (Six::begin().await, 0, 0);
    while killed < kills() {
        round += 1;
        let (courses, now) = six.play(round, kills() - killed).await;
        killed += now;
        assert_eq!(courses, undisturbed, "after {killed} kills");
    }
}
