//! What the commands that talk to a server share: where it is, who we are, and what its refusals say.

use std::time::Duration;

use clap::Args;
use tonic::{
    Request, Status,
    metadata::{Ascii, MetadataValue},
    service::{Interceptor, interceptor::InterceptedService},
    transport::{Channel, Endpoint},
};
use tonic_types::StatusExt as _;

use super::usage::Usage;
use crate::pb::v1::{match_service_client::MatchServiceClient, player_service_client::PlayerServiceClient};

/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(10);
/// How long the connection may be silent until the server is asked whether it is there, and how long that may take.
const KEEPALIVE: Duration = Duration::from_secs(20);
/// The largest message that is read, in bytes: a record is one message.
const MAX_MESSAGE: usize = 256 * 1024 * 1024;

/// Where the server is.
#[derive(Args, Clone, Debug)]
pub struct ServerArgs {
    /// The server's address: http://127.0.0.1:7171, or 127.0.0.1:7171
    pub url: String,
}

/// Who we are.
#[derive(Args, Clone)]
pub struct TokenArgs {
    /// The player's token, as `referee register` printed it; better given in the environment, where no list of processes shows it
    #[arg(long, value_name = "TOKEN", env = "REFEREE_TOKEN", hide_env_values = true)]
    pub token: Option<String>,
}

/// A server that calls can be made to. Connections are made when they are needed, and again when they are lost.
#[derive(Clone)]
pub struct Server {
    channel: Channel,
    bearer: Bearer,
    /// Its address, for messages.
    pub url: String,
}

/// Puts the token on every call.
#[derive(Clone)]
pub struct Bearer {
    header: Option<MetadataValue<Ascii>>,
}

impl Interceptor for Bearer {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        if let Some(header) = &self.header {
            request.metadata_mut().insert("authorization", header.clone());
        }
        Ok(request)
    }
}

type Calls = InterceptedService<Channel, Bearer>;

impl ServerArgs {
    /// The server, called by nobody in particular.
    pub fn server(&self) -> Result<Server, Usage> {
        self.server_as(&TokenArgs { token: None })
    }

    /// The server, called with a token if there is one.
    pub fn server_as(&self, token: &TokenArgs) -> Result<Server, Usage> {
        let url = match self.url.split_once("://") {
            Some(("http", _)) => self.url.clone(),
            Some((scheme, _)) => {
                return Err(Usage::new(format!("URL `{}`: {scheme} is not spoken here, expected http://", self.url)));
            }
            None => format!("http://{}", self.url),
        };
        let endpoint = Endpoint::from_shared(url.clone())
            .map_err(|bad| Usage::new(format!("URL `{}` cannot be read: {bad}; expected http://HOST:PORT", self.url)))?
            .connect_timeout(CONNECT)
            .http2_keep_alive_interval(KEEPALIVE)
            .keep_alive_timeout(KEEPALIVE)
            .tcp_nodelay(true);
        let header = match &token.token {
            Some(token) => {
                let header = format!("Bearer {}", token.trim()).parse();
                let mut header: MetadataValue<Ascii> = header
                    .map_err(|_| Usage::new("--token cannot be sent: expected what `referee register` printed"))?;
                header.set_sensitive(true);
                Some(header)
            }
            None => None,
        };
        Ok(Server { channel: endpoint.connect_lazy(), bearer: Bearer { header }, url })
    }
}

impl Server {
    /// Whether calls carry a token.
    pub fn has_token(&self) -> bool {
        self.bearer.header.is_some()
    }

    /// The calls of `MatchService`.
    pub fn matches(&self) -> MatchServiceClient<Calls> {
        MatchServiceClient::with_interceptor(self.channel.clone(), self.bearer.clone())
            .max_decoding_message_size(MAX_MESSAGE)
    }

    /// The calls of `PlayerService`.
    pub fn players(&self) -> PlayerServiceClient<Calls> {
        PlayerServiceClient::with_interceptor(self.channel.clone(), self.bearer.clone())
    }
}

/// The reason of a refusal, as in `referee.v1.Reason` without its prefix; `None` for any other failure.
pub fn reason(status: &Status) -> Option<String> {
    status.get_details_error_info().map(|info| info.reason)
}

/// A call that failed, as a person reads it.
pub fn say(status: &Status) -> anyhow::Error {
    match reason(status) {
        Some(reason) => anyhow::anyhow!("{} ({reason})", status.message()),
        None => anyhow::anyhow!("{} ({:?})", status.message(), status.code()),
    }
}

/// Runs a command that waits for the network on a runtime of its own.
pub fn block_on<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(work)
}

/// Waits between attempts to reach a server: twice as long each time, up to a limit.
pub struct Patience {
    next: Duration,
}

impl Patience {
    const FIRST: Duration = Duration::from_millis(100);
    const LONGEST: Duration = Duration::from_secs(5);

    /// A fresh one.
    pub fn new() -> Patience {
        Patience { next: Patience::FIRST }
    }

    /// Waits.
    pub async fn wait(&mut self) {
        tokio::time::sleep(self.next).await;
        self.next = (self.next * 2).min(Patience::LONGEST);
    }

    /// Something was heard: the next wait is short again.
    pub fn renew(&mut self) {
        self.next = Patience::FIRST;
    }
}

impl Default for Patience {
    fn default() -> Patience {
        Patience::new()
    }
}
