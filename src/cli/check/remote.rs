//! `referee check --remote`: check a bot that connects over gRPC.
//!
//! A server that plays one bot's opponent and judge: [`server`] hands over every stream that the bot opens, [`ferry`] lies
//! between the two and can be cut, [`host`] speaks and listens, [`table`] is a match on it, and the steps are those of
//! [`meeting`], [`turns`], [`conduct`] and [`cuts`].

use std::{net::SocketAddr, time::Duration};

use tokio::net::TcpListener;

use self::{
    candidate::Candidate, conduct::Conduct, cuts::Cut, ferry::Ferry, host::Host, meeting::Meeting, turns::Turning,
};
use super::{
    super::output,
    exam::{Outcome, Want},
    report::Report,
};
use crate::games::{self, Game};

mod candidate;
mod conduct;
mod cuts;
mod ferry;
mod host;
mod meeting;
mod server;
mod table;
mod turns;

/// Where lines of a transcript begin.
const MARGIN: &str = "             ";

/// What is checked, and how.
pub struct Remote {
    /// Where the bot connects to.
    pub listen: SocketAddr,
    /// The command that starts the bot, with `{url}` and `{token}` in it; without one, somebody else starts it.
    pub command: Option<String>,
    /// What was asked for.
    pub want: Want,
    /// After how many failed steps to give up.
    pub most: usize,
}

/// One thing that a bot must do.
#[derive(Clone, Copy)]
enum Act {
    Meeting(Meeting),
    Turning(Turning),
    Conduct(Conduct),
    Cut(Cut),
}

/// Takes every step; gives how fast the bot answered. A bot that failed is cut off and awaited again.
pub async fn check(remote: Remote, report: &mut Report) -> anyhow::Result<Option<String>> {
    let Remote { listen, command, want, most } = remote;
    let listener = TcpListener::bind(listen).await?;
    let url = format!("http://{}", listener.local_addr()?);
    let (server, token, streams) = server::start().await?;
    let ferry = Ferry::start(listener, server);
    let patience = want.patience.as_secs();
    output::line(format_args!("A bot is awaited for {patience} s at {url} with the token\n  {token}\n"))?;
    let candidate = Candidate::start(command.as_deref(), &url, &token).await;
    let mut host = Host::new(want, streams, ferry);
    for (act, title) in steps() {
        if report.failed() >= most {
            report.note("That is enough to mend first: the other steps were not taken.")?;
            break;
        }
        host.begin();
        let outcome = match &candidate {
            Ok(_) => take(act, &mut host).await,
            Err(problem) => Err(problem.clone()),
        };
        let transcript = || {
            let errors = candidate.as_ref().map(|candidate| candidate.errors(MARGIN)).unwrap_or_default();
            host.transcript(MARGIN) + &errors
        };
        report.step(title, &outcome, transcript)?;
        if outcome.is_ok() {
            continue;
        }
        if candidate.is_err() || matches!(act, Act::Meeting(act) if act.is_first()) {
            break;
        }
        if let Err(problem) = host.meet_again().await {
            report.note(&format!("The bot did not come back after that step: {problem}."))?;
            break;
        }
    }
    Ok(host.speed.sentence())
}

fn steps() -> Vec<(Act, &'static str)> {
    let meeting = meeting::ALL.iter().map(|(act, title)| (Act::Meeting(*act), *title));
    let turning = turns::ALL.iter().map(|(act, title)| (Act::Turning(*act), *title));
    let conduct = conduct::ALL.iter().map(|(act, title)| (Act::Conduct(*act), *title));
    let cuts = cuts::ALL.iter().map(|(act, title)| (Act::Cut(*act), *title));
    meeting.chain(turning).chain(conduct).chain(cuts).collect()
}

async fn take(act: Act, host: &mut Host) -> Outcome {
    match act {
        Act::Meeting(act) => meeting::take(act, host).await,
        Act::Turning(act) => turns::take(act, host).await,
        Act::Conduct(act) => conduct::take(act, host).await,
        Act::Cut(act) => cuts::take(act, host).await,
    }
}

/// The games that the steps are taken in: those that are asked for and that the bot plays.
fn games_of<'a>(want: &'a Want, plays: &'a [String]) -> impl Iterator<Item = &'static dyn Game> + 'a {
    let plays_it = |id: &str| plays.is_empty() || plays.iter().any(|game| game == id);
    let wanted = |id: &str| want.games.is_empty() || want.games.iter().any(|game| game == id);
    games::GAMES.iter().copied().filter(move |game| plays_it(game.facts().id) && wanted(game.facts().id))
}

/// How long a bot that is to say nothing is listened to.
const SILENCE: Duration = Duration::from_millis(200);
