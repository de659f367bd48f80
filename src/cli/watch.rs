//! `referee watch`: watch a match on a server.

use std::{
    io::{self, Write},
    process::ExitCode,
    time::Duration,
};

use clap::Args;
use tonic::{Code, Status};

use self::print::Printer;
use super::{
    INTERRUPTED,
    remote::{self, Patience, Server, ServerArgs, TokenArgs},
};
use crate::pb::v1::{MatchEvent, WatchMatchRequest, match_event::Event, watch_match_response::Message};

mod print;

/// How long a server may stay away before watching is given up.
const AWAY: Duration = Duration::from_secs(60);

const EXAMPLES: &str = "\
Examples:
  referee watch http://127.0.0.1:7171 MATCH              the match from its beginning, then live to its end
  referee watch http://127.0.0.1:7171 MATCH --after 40   what comes after event 40
  referee watch http://127.0.0.1:7171 MATCH --json       each event as canonical JSON (MatchEvent)

A connection that is lost is made again, and goes on after the last event: none is printed twice, none is missed.

Exit codes: 0 the match is over, 1 the server refused or stayed away for a minute, 2 the command line cannot be read,
130 interrupted.";

/// Arguments of `referee watch`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct WatchArgs {
    /// The server.
    #[command(flatten)]
    pub server: ServerArgs,
    /// Who watches; with the token of one who sits in the match, what that seat may see.
    #[command(flatten)]
    pub token: TokenArgs,
    /// The match's id
    #[arg(value_name = "MATCH")]
    pub match_id: String,
    /// The number of the last event that is already known
    #[arg(long, value_name = "SEQ", default_value_t = 0)]
    pub after: u64,
    /// Print a JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// Watch a match on a server.
pub fn run(args: WatchArgs) -> anyhow::Result<ExitCode> {
    remote::block_on(async {
        let server = args.server.server_as(&args.token)?;
        tokio::select! {
            watched = watch(&server, &args) => watched,
            interrupted = tokio::signal::ctrl_c() => {
                interrupted?;
                Ok(ExitCode::from(INTERRUPTED))
            }
        }
    })
}

async fn watch(server: &Server, args: &WatchArgs) -> anyhow::Result<ExitCode> {
    let mut view = View { printer: Printer::default(), json: args.json, after_seq: args.after, over: false };
    let mut patience = Patience::new();
    let mut heard = tokio::time::Instant::now();
    loop {
        let before = view.after_seq;
        let end = view.follow(server, &args.match_id).await?;
        if view.over {
            return Ok(ExitCode::SUCCESS);
        }
        if view.after_seq > before {
            heard = tokio::time::Instant::now();
            patience.renew();
        }
        if let Err(status) = end {
            let away = is_away(&status);
            if !away || heard.elapsed() > AWAY {
                return Err(remote::say(&status).context(format!("failed to watch at {}", server.url)));
            }
        }
        patience.wait().await;
    }
}

struct View {
    printer: Printer,
    json: bool,
    after_seq: u64,
    over: bool,
}

impl View {
    /// Prints one stream to its end. What the stream said of its end is the inner result; the outer one is our own output.
    async fn follow(&mut self, server: &Server, match_id: &str) -> anyhow::Result<Result<(), Status>> {
        let request = WatchMatchRequest { match_id: match_id.to_owned(), after_seq: self.after_seq };
        let mut stream = match server.matches().watch_match(request).await {
            Ok(answer) => answer.into_inner(),
            Err(status) => return Ok(Err(status)),
        };
        loop {
            match stream.message().await {
                Ok(Some(response)) => match response.message {
                    Some(Message::Event(event)) => self.take(&event)?,
                    Some(Message::Lagged(_)) => return Ok(Ok(())),
                    Some(Message::CaughtUp(_)) | None => {}
                },
                Ok(None) => return Ok(Ok(())),
                Err(status) => return Ok(Err(status)),
            }
            if self.over {
                return Ok(Ok(()));
            }
        }
    }

    fn take(&mut self, event: &MatchEvent) -> anyhow::Result<()> {
        if event.seq <= self.after_seq {
            return Ok(());
        }
        self.after_seq = event.seq;
        self.over = matches!(event.event, Some(Event::Ended(_)));
        let mut out = io::stdout().lock();
        match self.json {
            true => writeln!(out, "{}", serde_json::to_string(event)?)?,
            false => self.printer.write(&mut out, event)?,
        }
        out.flush()?;
        Ok(())
    }
}

/// Whether a failure may pass by itself: the server is gone or stopping, not refusing.
fn is_away(status: &Status) -> bool {
    match remote::reason(status) {
        Some(reason) => reason == "STOPPING" || reason == "LAGGED",
        None => matches!(
            status.code(),
            Code::Unavailable | Code::Unknown | Code::Internal | Code::Cancelled | Code::DeadlineExceeded
        ),
    }
}
