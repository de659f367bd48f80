//! One attempt to deliver: a signed POST over HTTP/1.1, and its result.

use std::{io, sync::Arc, time::Duration};

use axum::{
    body::Bytes,
    http::{Request, StatusCode, header},
};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioTimer},
};
use tokio::time::timeout;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring};

use super::{secrets::Secrets, target::Target};
use crate::hall::wall_clock::unix_ms;

/// Maximum bytes read of an answer.
const MAX_ANSWER: usize = 4096;
/// Time limit for the body of an answer, after its head.
const ANSWERED_WITHIN: Duration = Duration::from_secs(2);
/// Maximum characters of an answer that are stored.
const MAX_SAID: usize = 200;
/// Time for which an unused connection is kept.
const IDLE_WITHIN: Duration = Duration::from_secs(30);

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Failure {
    pub text: String,
    /// Whether the receiver wants no further deliveries (status 410).
    pub is_final: bool,
}

/// A sender of deliveries. Clones share the connections.
#[derive(Clone)]
pub(super) struct Poster {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    secrets: Secrets,
    within: Duration,
}

impl Poster {
    /// Returns a sender that signs with these secrets. If a target uses TLS, loads the trusted
    /// certificates of the system.
    pub fn new(secrets: Secrets, is_secured: bool, within: Duration) -> io::Result<Poster> {
        let schemes = if is_secured {
            HttpsConnectorBuilder::new().with_provider_and_native_roots(ring::default_provider())?
        } else {
            let provider = Arc::new(ring::default_provider());
            let versions = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
            let trusted = versions.map_err(io::Error::other)?.with_root_certificates(RootCertStore::empty());
            HttpsConnectorBuilder::new().with_tls_config(trusted.with_no_client_auth())
        };
        let connector = schemes.https_or_http().enable_http1().build();
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE_WITHIN)
            .pool_max_idle_per_host(1)
            .build(connector);
        Ok(Poster { client, secrets, within })
    }

    /// Sends a delivery once. Only an answer with status 2xx is a success. Does not follow
    /// redirects.
    pub async fn post(&self, target: &Target, delivery_id: &str, body: Vec<u8>) -> Result<(), Failure> {
        let failed = |text| Failure { text, is_final: false };
        let unix_seconds = unix_ms() / 1000;
        let request = Request::post(target.uri())
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::USER_AGENT, concat!("referee/", env!("CARGO_PKG_VERSION")))
            .header("webhook-id", delivery_id)
            .header("webhook-timestamp", unix_seconds)
            .header("webhook-signature", self.secrets.sign(delivery_id, unix_seconds, &body))
            .body(Full::new(Bytes::from(body)))
            .map_err(|bad| failed(format!("failed to build the request: {bad}")))?;
        let answered = timeout(self.within, self.client.request(request)).await;
        let seconds = self.within.as_secs_f64();
        let answer = answered
            .map_err(|_| failed(format!("no answer within {seconds} s")))?
            .map_err(|error| failed(format!("no answer: {:#}", anyhow::Error::from(error))))?;
        let status = answer.status();
        // The body is read even if it is not needed, so that the connection can be used again.
        let said = timeout(ANSWERED_WITHIN, Limited::new(answer.into_body(), MAX_ANSWER).collect()).await;
        if status.is_success() {
            return Ok(());
        }
        let said = said.ok().and_then(Result::ok).map(|said| said.to_bytes()).unwrap_or_default();
        Err(Failure { text: refused(status, &said), is_final: status == StatusCode::GONE })
    }
}

/// Describes an unsuccessful answer for people.
fn refused(status: StatusCode, said: &[u8]) -> String {
    let redirect = if status.is_redirection() { " (redirects are not followed)" } else { "" };
    let said = String::from_utf8_lossy(said);
    let said: String = said.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MAX_SAID).collect();
    match said.trim() {
        "" => format!("the answer is {status}{redirect}"),
        said => format!("the answer is {status}{redirect}: {said}"),
    }
}
