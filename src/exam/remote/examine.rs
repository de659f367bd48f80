//! Runs all steps of an examination.

use std::net::SocketAddr;

use anyhow::Context as _;
use tokio::net::TcpListener;

use super::{
    candidate::Candidate,
    conduct::{self, ConductTest},
    cuttable_proxy::CuttableProxy,
    examiner::Examiner,
    handshake::{self, HandshakeTest},
    reconnects::{self, ReconnectTest},
    server,
    turns::{self, TurnTest},
};
use crate::exam::report::{Outcome, Progress, Report, Want};

pub struct Remote {
    /// Address that the bot connects to.
    pub listen: SocketAddr,
    /// Command of the bot, with `{url}` and `{token}`; without one, the user starts it.
    pub command: Option<String>,
}

/// A requirement of a bot.
#[derive(Clone, Copy)]
enum Act {
    Handshake(HandshakeTest),
    Turn(TurnTest),
    Conduct(ConductTest),
    Reconnect(ReconnectTest),
}

/// Runs every step; returns a sentence about answer times, if there are any. A failed bot is
/// disconnected and must reconnect. Errors are those of the system or the report.
pub async fn examine(remote: Remote, want: Want, report: &mut dyn Report) -> anyhow::Result<Option<String>> {
    let Remote { listen, command } = remote;
    let listener = TcpListener::bind(listen).await.with_context(|| format!("failed to listen on {listen}"))?;
    let url = format!("http://{}", listener.local_addr()?);
    let server = server::start().await?;
    let token = server.token.clone();
    let proxy = CuttableProxy::start(listener, server.address);
    let mut progress = Progress::new(report, want.max_failed);
    progress.awaiting(&url, &token, want.patience)?;
    let candidate = Candidate::start(command.as_deref(), &url, &token).await;
    let mut examiner = Examiner::new(want, server, proxy).map_err(anyhow::Error::msg)?;
    for (act, title) in steps() {
        if progress.is_enough()? {
            break;
        }
        examiner.link.begin();
        let outcome = match &candidate {
            Ok(candidate) => tokio::select! {
                outcome = take(act, &mut examiner) => outcome,
                () = candidate.ended(), if matches!(act, Act::Handshake(HandshakeTest::Connects)) => {
                    Err("no stream: the command has ended".to_owned())
                }
            },
            Err(problem) => Err(problem.clone()),
        };
        let transcript = || {
            let process = candidate.as_ref().map(Candidate::report).unwrap_or_default();
            examiner.link.transcript() + &process
        };
        let failed = outcome.is_err();
        progress.step(title, outcome, transcript)?;
        if !failed {
            continue;
        }
        let Ok(candidate) = &candidate else { break };
        if candidate.end().is_some() || matches!(act, Act::Handshake(act) if act.is_first()) {
            break;
        }
        if let Err(problem) = examiner.meet_again().await {
            progress.note(&format!("The bot did not reconnect after that step: {problem}."))?;
            break;
        }
    }
    Ok(examiner.answer_times.sentence())
}

fn steps() -> Vec<(Act, &'static str)> {
    let handshake = handshake::ALL.iter().map(|(act, title)| (Act::Handshake(*act), *title));
    let turns = turns::ALL.iter().map(|(act, title)| (Act::Turn(*act), *title));
    let conduct = conduct::ALL.iter().map(|(act, title)| (Act::Conduct(*act), *title));
    let reconnects = reconnects::ALL.iter().map(|(act, title)| (Act::Reconnect(*act), *title));
    handshake.chain(turns).chain(conduct).chain(reconnects).collect()
}

async fn take(act: Act, examiner: &mut Examiner) -> Outcome {
    match act {
        Act::Handshake(act) => handshake::take(act, examiner).await,
        Act::Turn(act) => turns::take(act, examiner).await,
        Act::Conduct(act) => conduct::take(act, examiner).await,
        Act::Reconnect(act) => reconnects::take(act, examiner).await,
    }
}
