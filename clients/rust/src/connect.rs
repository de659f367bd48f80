//! A server, and the caller's identity on it.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tonic::{
    Request, Status, Streaming,
    metadata::{Ascii, MetadataValue},
    service::{Interceptor, interceptor::InterceptedService},
    transport::{Channel, Endpoint},
};

use crate::{
    contests::ContestEvents,
    error::Error,
    lobby::Lobby,
    pb::{
        self, admin_service_client::AdminServiceClient, announcement_service_client::AnnouncementServiceClient,
        challenge_service_client::ChallengeServiceClient, consent_service_client::ConsentServiceClient,
        contest_service_client::ContestServiceClient, game_service_client::GameServiceClient,
        ladder_service_client::LadderServiceClient, match_service_client::MatchServiceClient,
        player_service_client::PlayerServiceClient, server_service_client::ServerServiceClient,
        token_service_client::TokenServiceClient, tournament_service_client::TournamentServiceClient,
    },
    results::Results,
    retry::Retry,
    security::{self, is_confidential, tls_failure, with_causes},
    watch::Watch,
};

/// Maximum length of a record for [`Client::record`], in bytes.
const MAX_RECORD: usize = 256 << 20;

/// A server, and the caller's identity on it. A clone shares the connection, which reconnects
/// automatically.
#[derive(Clone)]
pub struct Client {
    channel: Channel,
    token: Bearer,
    /// The host to which no token may be sent, because the connection is not encrypted.
    cleartext_host: Option<Arc<str>>,
    requests: Arc<Requests>,
}

/// A match to create, with its players.
#[derive(Clone, Debug, Default)]
pub struct NewMatch {
    /// The id of the game: `kamisado`.
    pub game: String,
    /// Option values by name; all other options keep their defaults.
    pub options: BTreeMap<String, String>,
    /// The player of each seat, seat 0 first.
    pub players: Vec<String>,
    /// The rules of the match. `time_controls` is required: one for all seats or one for each.
    pub rules: pb::MatchRules,
    /// The contest slot of the match: the same slot of the same player returns the same match.
    pub occasion: Option<pb::Occasion>,
    /// The caller's labels, stored with the match and public.
    pub labels: BTreeMap<String, String>,
}

impl NewMatch {
    /// Returns a match of these players with one time control for every seat. All other settings
    /// are the server's defaults.
    pub fn of(game: &str, players: impl IntoIterator<Item = impl Into<String>>, time_control: &str) -> NewMatch {
        let rules = timed(time_control);
        let players = players.into_iter().map(Into::into).collect();
        NewMatch { game: game.to_owned(), players, rules, ..NewMatch::default() }
    }

    /// Returns the request message. The same `request_id` returns the same match.
    pub fn request(self, request_id: String) -> pb::CreateMatchRequest {
        pb::CreateMatchRequest {
            game: self.game,
            options: self.options,
            players: self.players,
            rules: Some(self.rules),
            request_id,
            occasion: self.occasion,
            labels: self.labels,
            validate_only: false,
        }
    }
}

/// Returns rules with this time control for every seat. All other settings are the server's
/// defaults.
pub fn timed(time_control: impl Into<String>) -> pb::MatchRules {
    pb::MatchRules { time_controls: vec![time_control.into()], ..pb::MatchRules::default() }
}

/// Returns a policy that accepts every match automatically, however short, unlimited or unusual.
/// Use it for players that trust all others on their server.
pub fn accept_all() -> pb::AcceptPolicy {
    pb::AcceptPolicy { unlimited: true, custom_rules: true, ..pb::AcceptPolicy::default() }
}

/// Options for establishing and keeping a connection.
#[derive(Clone, Debug)]
pub struct ConnectOptions {
    /// Maximum time for an attempt to connect.
    pub timeout: Duration,
    /// Keep-alive interval, and the time that the server has to answer. A server that disappears
    /// silently is detected within two intervals.
    pub keepalive: Duration,
    /// The certificates (PEM) of the authorities that may vouch for an `https` server; default: the
    /// authorities that the system trusts.
    pub tls_ca: Option<String>,
    /// Whether a token may be sent unencrypted to another machine, where everyone on the path can
    /// read it.
    pub allow_cleartext_token: bool,
}

impl Default for ConnectOptions {
    fn default() -> ConnectOptions {
        ConnectOptions {
            timeout: Duration::from_secs(10),
            keepalive: Duration::from_secs(20),
            tls_ca: None,
            allow_cleartext_token: false,
        }
    }
}

impl Client {
    /// Connects to a server: `https://referee.example.org`, or `http://127.0.0.1:7171`.
    pub async fn connect(url: &str) -> Result<Client, Error> {
        Client::connect_with(url, &ConnectOptions::default()).await
    }

    /// Connects to a server with these options.
    pub async fn connect_with(url: &str, options: &ConnectOptions) -> Result<Client, Error> {
        let endpoint = endpoint(url, options)?;
        let channel = endpoint.connect().await.map_err(|cause| match tls_failure(&cause) {
            Some(cause) => Error::Tls { cause },
            None => Error::Unreachable { cause: with_causes(&cause) },
        })?;
        Ok(Client::over(channel, &endpoint, options))
    }

    /// Creates a client that connects at its first call.
    pub fn connect_lazy(url: &str) -> Result<Client, Error> {
        Client::connect_lazy_with(url, &ConnectOptions::default())
    }

    /// Creates a client with these options that connects at its first call.
    pub fn connect_lazy_with(url: &str, options: &ConnectOptions) -> Result<Client, Error> {
        let endpoint = endpoint(url, options)?;
        Ok(Client::over(endpoint.connect_lazy(), &endpoint, options))
    }

    fn over(channel: Channel, endpoint: &Endpoint, options: &ConnectOptions) -> Client {
        let is_confidential = options.allow_cleartext_token || is_confidential(endpoint.uri());
        let cleartext_host = (!is_confidential).then(|| endpoint.uri().host().unwrap_or_default().into());
        Client { channel, token: Bearer(None), cleartext_host, requests: Arc::new(Requests::new()) }
    }

    /// Returns a client of the same server for the player of this token. Fails with
    /// [`Error::CleartextToken`] if the token would be sent unencrypted to another machine and the
    /// [`ConnectOptions`] do not allow that.
    pub fn with_token(&self, token: &str) -> Result<Client, Error> {
        self.may_carry_tokens()?;
        let mut value: MetadataValue<Ascii> = format!("Bearer {token}").parse().map_err(|_| Error::BadToken)?;
        value.set_sensitive(true);
        Ok(Client { token: Bearer(Some(value)), ..self.clone() })
    }

    /// Fails with [`Error::CleartextToken`] if a token would be sent unencrypted to another
    /// machine.
    pub(crate) fn may_carry_tokens(&self) -> Result<(), Error> {
        match &self.cleartext_host {
            None => Ok(()),
            Some(host) => Err(Error::CleartextToken { host: host.to_string() }),
        }
    }

    /// Creates a match and returns its summary.
    pub async fn create(&self, new: NewMatch) -> Result<pb::MatchSummary, Error> {
        let request = new.request(self.new_request_id());
        let created = self.matches().create_match(request).await?.into_inner();
        created.summary.ok_or(Error::Incomplete { missing: "a summary" })
    }

    /// Checks whether this match could be opened now, without opening it.
    pub async fn validate(&self, new: NewMatch) -> Result<(), Error> {
        let request = pb::CreateMatchRequest { validate_only: true, ..new.request(String::new()) };
        self.matches().create_match(request).await?;
        Ok(())
    }

    /// Submits a command in a single call, without a stream. Returns the number of the event.
    pub async fn submit(&self, match_id: &str, command: pb::submit_command_request::Command) -> Result<u64, Error> {
        let (match_id, request_id) = (match_id.to_owned(), self.new_request_id());
        let request = pb::SubmitCommandRequest { match_id, request_id, command: Some(command) };
        Ok(self.matches().submit_command(request).await?.into_inner().seq)
    }

    /// Requests or accepts the rematch of a finished match. Returns its progress.
    pub async fn rematch(&self, match_id: &str) -> Result<pb::RematchResponse, Error> {
        self.wish(match_id, pb::RematchWish::Agree).await
    }

    /// Withdraws the request for a rematch. Returns the state of the rematch.
    pub async fn withdraw_rematch(&self, match_id: &str) -> Result<pb::RematchResponse, Error> {
        self.wish(match_id, pb::RematchWish::Withdraw).await
    }

    async fn wish(&self, match_id: &str, wish: pb::RematchWish) -> Result<pb::RematchResponse, Error> {
        let (match_id, request_id) = (match_id.to_owned(), self.new_request_id());
        let request = pb::RematchRequest { match_id, request_id, wish: wish.into() };
        Ok(self.matches().rematch(request).await?.into_inner())
    }

    /// Returns the events of a match after number `after_seq` (0 for all): past and future ones.
    pub fn watch(&self, match_id: &str, after_seq: u64) -> Watch {
        Watch::new(self.clone(), match_id.to_owned(), after_seq, Retry::default())
    }

    /// Returns the results of matches after number `after_number` (0 for all), in the order of
    /// their ends: past and future ones.
    pub fn results(&self, filter: pb::ResultFilter, after_number: u64) -> Results {
        Results::new(self.clone(), filter, after_number, Retry::default())
    }

    /// Returns the events of a tournament after number `after_seq` (0 for all): past and future
    /// ones.
    pub fn watch_tournament(&self, tournament: &str, after_seq: u64) -> ContestEvents {
        let contest = pb::Contest::tournament(tournament);
        ContestEvents::new(self.clone(), contest, after_seq, Retry::default())
    }

    /// Returns the events of a ladder after number `after_seq` (0 for all): past and future ones.
    pub fn watch_ladder(&self, ladder: &str, after_seq: u64) -> ContestEvents {
        let contest = pb::Contest::ladder(ladder);
        ContestEvents::new(self.clone(), contest, after_seq, Retry::default())
    }

    /// Returns the challenges visible to the player, the connected players, and the changes of
    /// both.
    pub fn lobby(&self) -> Lobby {
        Lobby::new(self.clone(), Retry::default())
    }

    /// Returns the public key for the signatures of the server's records: 64 hexadecimal digits;
    /// empty if the server does not sign.
    pub async fn record_key(&self) -> Result<String, Error> {
        Ok(self.matches().get_record_key(pb::GetRecordKeyRequest {}).await?.into_inner().public_key)
    }

    /// Returns the record of a finished match: one JSON event per line, then a seal.
    pub async fn record(&self, match_id: &str) -> Result<String, Error> {
        let request = pb::GetRecordRequest { match_id: match_id.to_owned() };
        let mut parts = self.matches().get_record(request).await?.into_inner();
        let mut record = String::new();
        while let Some(part) = parts.message().await? {
            if part.record.len() > MAX_RECORD.saturating_sub(record.len()) {
                return Err(Error::TooLong { what: "record", most: MAX_RECORD });
            }
            record.push_str(&part.record);
        }
        Ok(record)
    }

    /// Returns the present record of a ladder, in parts of whole lines: one JSON event per line,
    /// then a seal.
    pub async fn ladder_record(&self, ladder: &str) -> Result<Streaming<pb::GetLadderRecordResponse>, Error> {
        let request = pb::GetLadderRecordRequest { ladder_id: ladder.to_owned() };
        Ok(self.ladders().get_ladder_record(request).await?.into_inner())
    }

    /// Sets which challenges the player accepts automatically; `None` for no challenge.
    pub async fn set_accept_policy(&self, policy: Option<pb::AcceptPolicy>) -> Result<(), Error> {
        self.consents().set_accept_policy(pb::SetAcceptPolicyRequest { policy }).await?;
        Ok(())
    }

    /// Returns the player's policy; `None` without one.
    pub async fn accept_policy(&self) -> Result<Option<pb::AcceptPolicy>, Error> {
        let asked = pb::GetAcceptPolicyRequest::default();
        Ok(self.consents().get_accept_policy(asked).await?.into_inner().policy)
    }

    /// Returns the client of `MatchService`, with all its calls.
    pub fn matches(&self) -> MatchServiceClient<InterceptedService<Channel, impl Interceptor + Clone + use<>>> {
        MatchServiceClient::with_interceptor(self.channel.clone(), self.token.clone())
            .max_decoding_message_size(MAX_MESSAGE_BYTES)
    }

    /// Proposes a match. It opens immediately if the policies of all opponents accept it. A request
    /// without an id gets one.
    pub async fn challenge(&self, asked: pb::CreateChallengeRequest) -> Result<pb::Challenge, Error> {
        let request_id = if asked.request_id.is_empty() { self.new_request_id() } else { asked.request_id };
        let created = self.challenges().create_challenge(pb::CreateChallengeRequest { request_id, ..asked }).await?;
        created.into_inner().challenge.ok_or(Error::Incomplete { missing: "a challenge" })
    }

    /// Accepts a challenge: its match opens once all players have accepted.
    pub async fn accept_challenge(&self, challenge_id: &str) -> Result<pb::Challenge, Error> {
        let asked = pb::AcceptChallengeRequest { challenge_id: challenge_id.to_owned() };
        let accepted = self.challenges().accept_challenge(asked).await?.into_inner();
        accepted.challenge.ok_or(Error::Incomplete { missing: "a challenge" })
    }

    /// Declines a challenge.
    pub async fn decline_challenge(
        &self,
        challenge_id: &str,
        reason: pb::DeclineReason,
    ) -> Result<pb::Challenge, Error> {
        let (challenge_id, reason) = (challenge_id.to_owned(), reason.into());
        let asked = pb::DeclineChallengeRequest { challenge_id, reason, text: String::new() };
        let declined = self.challenges().decline_challenge(asked).await?.into_inner();
        declined.challenge.ok_or(Error::Incomplete { missing: "a challenge" })
    }

    /// Cancels a challenge of the player.
    pub async fn cancel_challenge(&self, challenge_id: &str) -> Result<pb::Challenge, Error> {
        let asked = pb::CancelChallengeRequest { challenge_id: challenge_id.to_owned() };
        let canceled = self.challenges().cancel_challenge(asked).await?.into_inner();
        canceled.challenge.ok_or(Error::Incomplete { missing: "a challenge" })
    }

    /// Returns the client of `ChallengeService`, with all its calls.
    pub fn challenges(&self) -> ChallengeServiceClient<InterceptedService<Channel, impl Interceptor + Clone + use<>>> {
        ChallengeServiceClient::with_interceptor(self.channel.clone(), self.token.clone())
    }

    /// Returns the client of `ConsentService`, with all its calls.
    pub fn consents(&self) -> ConsentServiceClient<InterceptedService<Channel, impl Interceptor + Clone + use<>>> {
        ConsentServiceClient::with_interceptor(self.channel.clone(), self.token.clone())
    }

    /// Returns the client of `TournamentService`, with all its calls.
    pub fn tournaments(
        &self,
    ) -> TournamentServiceClient<InterceptedService<Channel, impl Interceptor + Clone + use<>>> {
        TournamentServiceClient::with_interceptor(self.channel.clone(), self.token.clone())
            .max_decoding_message_size(MAX_MESSAGE_BYTES)
    }

    /// Returns the client of `ContestService`, with all its calls.
    pub fn contests(&self) -> ContestServiceClient<InterceptedService<Channel, impl Interceptor + Clone + use<>>> {
        ContestServiceClient::with_interceptor(self.channel.clone(), self.token.clone())
            .max_decoding_message_size(MAX_MESSAGE_BYTES)
    }

    /// Returns the client of `LadderService`, with all its calls.
    pub fn ladders(&self) -> LadderServiceClient<InterceptedService<Channel, impl Interceptor + Clone + use<>>> {
        LadderServiceClient::with_interceptor(self.channel.clone(), self.token.clone())
            .max_decoding_message_size(MAX_MESSAGE_BYTES)
    }

    /// Returns the client of `GameService`, with all its calls.
    pub fn games(&self) -> GameServiceClient<InterceptedService<Channel, impl Interceptor + Clone + use<>>> {
        GameServiceClient::with_interceptor(self.channel.clone(), self.token.clone())
            .max_decoding_message_size(MAX_MESSAGE_BYTES)
    }

    /// Returns the client of `PlayerService`, with all its calls.
    pub fn players(&self) -> PlayerServiceClient<InterceptedService<Channel, impl Interceptor + Clone + use<>>> {
        PlayerServiceClient::with_interceptor(self.channel.clone(), self.token.clone())
    }

    /// Returns the client of `TokenService`, with all its calls.
    pub fn tokens(&self) -> TokenServiceClient<InterceptedService<Channel, impl Interceptor + Clone + use<>>> {
        TokenServiceClient::with_interceptor(self.channel.clone(), self.token.clone())
    }

    /// Returns the client of `AdminService`, with all its calls.
    pub fn admin(&self) -> AdminServiceClient<InterceptedService<Channel, impl Interceptor + Clone + use<>>> {
        AdminServiceClient::with_interceptor(self.channel.clone(), self.token.clone())
    }

    /// Returns the client of `AnnouncementService`, with all its calls.
    pub fn announcements(
        &self,
    ) -> AnnouncementServiceClient<InterceptedService<Channel, impl Interceptor + Clone + use<>>> {
        AnnouncementServiceClient::with_interceptor(self.channel.clone(), self.token.clone())
    }

    /// Returns the client of `ServerService`, with all its calls.
    pub fn server(&self) -> ServerServiceClient<InterceptedService<Channel, impl Interceptor + Clone + use<>>> {
        ServerServiceClient::with_interceptor(self.channel.clone(), self.token.clone())
    }

    /// Returns a new, unused request id.
    pub fn new_request_id(&self) -> String {
        self.requests.next()
    }
}

/// Maximum size of a message, in bytes: a record can be long.
const MAX_MESSAGE_BYTES: usize = 64 << 20;

fn endpoint(url: &str, options: &ConnectOptions) -> Result<Endpoint, Error> {
    Ok(security::endpoint(url, options)?
        .connect_timeout(options.timeout)
        .http2_keep_alive_interval(options.keepalive)
        .keep_alive_timeout(options.keepalive)
        .keep_alive_while_idle(true)
        .tcp_nodelay(true))
}

/// Adds the token to every call.
#[derive(Clone)]
struct Bearer(Option<MetadataValue<Ascii>>);

impl Interceptor for Bearer {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        if let Some(token) = &self.0 {
            request.metadata_mut().insert("authorization", token.clone());
        }
        Ok(request)
    }
}

/// Request ids: a random prefix and a counter.
struct Requests {
    prefix: u64,
    given: AtomicU64,
}

impl Requests {
    fn new() -> Requests {
        Requests { prefix: getrandom::u64().unwrap_or_default(), given: AtomicU64::new(0) }
    }

    fn next(&self) -> String {
        format!("{:016x}-{}", self.prefix, self.given.fetch_add(1, Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn another_protocol_is_refused_before_a_word_is_sent() {
        for url in ["ftp://example.org", "grpcs://example.org"] {
            let scheme = url.split(':').next().expect("it has one");
            let refused = Client::connect_lazy(url).err().expect("it is not spoken");
            assert!(matches!(&refused, Error::BadScheme { scheme: said, .. } if *said == scheme), "{url}: {refused}");
            assert!(matches!(Client::connect(url).await, Err(Error::BadScheme { .. })), "{url}");
        }
        assert!(matches!(Client::connect_lazy("example.org:7171"), Err(Error::BadUrl { .. })));
    }

    #[tokio::test]
    async fn no_token_goes_out_in_clear_unless_that_is_allowed() {
        for url in ["http://127.0.0.1:7171", "HTTP://localhost:7171", "http://[::1]:7171", "https://example.org"] {
            assert!(Client::connect_lazy(url).expect("an address").with_token("secret").is_ok(), "{url}");
        }
        for url in ["http://example.org", "http://10.0.0.1:7171", "http://0.0.0.0:7171"] {
            let server = Client::connect_lazy(url).expect("without a token it is spoken to");
            for refused in [server.with_token("secret").err(), server.register("ann").await.err()] {
                let refused = refused.expect("it would be read by others");
                assert!(matches!(refused, Error::CleartextToken { .. }), "{url}: {refused}");
            }
            let options = ConnectOptions { allow_cleartext_token: true, ..ConnectOptions::default() };
            let told = Client::connect_lazy_with(url, &options).expect("an address");
            assert!(told.with_token("secret").is_ok(), "{url}");
        }
    }
}
