//! The shared parts of the commands that call a server: its address and the caller's token.

use std::path::PathBuf;

use clap::{
    Args,
    builder::{OsStringValueParser, TypedValueParser as _},
};
use referee_client::{Client, ConnectOptions, Error};

use super::Calls;
use crate::{block_on, bounded_file, runner::options::engine_words::BadWords};

/// Help heading of these options; it follows the options of the command itself.
const CONNECTION: &str = "Connection";

#[derive(Args, Clone, Debug)]
pub struct ServerArgs {
    /// Server address; https:// uses TLS, http:// or no scheme does not
    #[arg(long, value_name = "URL", help_heading = CONNECTION, env = "REFEREE_URL", default_value = "http://127.0.0.1:7171")]
    pub url: String,
    /// Profile with the url and token to use (see `referee --help`). Profiles are in
    /// ~/.config/referee/profiles.toml
    #[arg(long, value_name = "NAME", help_heading = CONNECTION, env = "REFEREE_PROFILE")]
    pub profile: Option<String>,
    /// CA certificates (PEM) to trust for an https server [default: the system's]
    #[arg(long, value_name = "FILE", help_heading = CONNECTION, env = "REFEREE_TLS_CA", value_parser = OsStringValueParser::new().map(PathBuf::from))]
    pub tls_ca: Option<PathBuf>,
    /// Allow sending the token unencrypted to another machine (insecure)
    #[arg(long, help_heading = CONNECTION, env = "REFEREE_ALLOW_CLEARTEXT_TOKEN")]
    pub allow_cleartext_token: bool,
}

/// The caller.
#[derive(Args, Clone)]
pub struct TokenArgs {
    /// Player token, as `referee player register` prints it. Prefer REFEREE_TOKEN, which process
    /// lists do not show
    #[arg(long, value_name = "TOKEN", help_heading = CONNECTION, env = "REFEREE_TOKEN", hide_env_values = true)]
    pub token: Option<String>,
}

/// The server, the caller, and the output format.
#[derive(Args, Clone)]
pub struct CallArgs {
    #[command(flatten)]
    pub server: ServerArgs,
    #[command(flatten)]
    pub token: TokenArgs,
    /// Print one JSON object per line
    #[arg(long)]
    pub json: bool,
}

impl CallArgs {
    /// Connects to the server, makes a call, and returns its result. Client and call share one
    /// runtime.
    pub fn call<T>(&self, call: impl AsyncFnOnce(Calls) -> anyhow::Result<T>) -> anyhow::Result<T> {
        block_on(async { call(Calls::new(self.server.client_as(&self.token)?, &self.server.url, self.json)).await })
    }
}

/// Maximum size of a certificate file in bytes.
const MAX_CA_BYTES: u64 = 1 << 20;

impl ServerArgs {
    /// Returns a client without a token. The client connects with its first call.
    pub fn client(&self) -> Result<Client, BadWords> {
        self.client_with(&ConnectOptions::default())
    }

    fn client_with(&self, options: &ConnectOptions) -> Result<Client, BadWords> {
        let url = if self.url.contains("://") { self.url.clone() } else { format!("http://{}", self.url) };
        let tls_ca = self.tls_ca.as_deref().filter(|path| !path.as_os_str().is_empty()).map(|path| {
            let text = bounded_file::read_text(path, MAX_CA_BYTES);
            text.map_err(|cause| BadWords::new(format!("--tls-ca `{}`: {cause}", path.display())))
        });
        let (tls_ca, allow_cleartext_token) = (tls_ca.transpose()?, self.allow_cleartext_token);
        let options = ConnectOptions { tls_ca, allow_cleartext_token, ..options.clone() };
        Client::connect_lazy_with(&url, &options).map_err(|bad| match bad {
            Error::BadCa => BadWords::new(format!("--tls-ca: {bad}")),
            bad => BadWords::new(format!("--url: {bad}")),
        })
    }

    /// Returns a client with the token, if one is given.
    pub fn client_as(&self, token: &TokenArgs) -> Result<Client, BadWords> {
        self.client_kept(token, &ConnectOptions::default())
    }

    /// Returns a client with the token and these connection options.
    pub fn client_kept(&self, token: &TokenArgs, options: &ConnectOptions) -> Result<Client, BadWords> {
        let client = self.client_with(options)?;
        match &token.token {
            Some(token) => client.with_token(token.trim()).map_err(|bad| BadWords::new(format!("--token: {bad}"))),
            None => Ok(client),
        }
    }
}
