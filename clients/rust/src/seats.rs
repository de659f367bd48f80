//! The stream of a bot with all its seats in all its matches, across reconnects.

use std::{collections::BTreeMap, future::Future, pin::Pin, time::Duration};

use tokio::{
    sync::mpsc::{self, error::TrySendError},
    time::{Instant, timeout_at},
};
use tokio_stream::wrappers::ReceiverStream;
use tonic::Streaming;

use crate::{
    connect::Client,
    error::{Error, Refusal},
    pb::{
        self, PlayRequest, match_event::Event, play_request::Message as Said, play_response::Message,
        submit_command_request::Command,
    },
    play::PlayOptions,
};

/// Newest supported version of the protocol of `Play`.
pub const PROTOCOL_VERSION: u32 = 1;
/// Maximum commands without an answer.
pub const MAX_UNANSWERED: usize = 128;
/// Time that the server has to end the stream after `STOPPING`. Then the client closes it.
const LEAVE_WITHIN: Duration = Duration::from_secs(1);

/// The stream of a bot. It connects and reconnects, and every event arrives exactly once. A command
/// without an answer is sent again after a cut. A repeated turn with the same id gets the same
/// answer automatically.
///
/// [`Seats::next`] also answers the server's pings, so a bot that thinks for more than a minute
/// must do so in another task.
pub struct Seats {
    client: Client,
    options: PlayOptions,
    link: Link,
    /// Number of consecutive failed attempts.
    failed: u32,
    /// Number of consecutive failed attempts before the last welcome.
    failed_before: u32,
    /// The number of the last event received in each match in play.
    progress: BTreeMap<String, u64>,
    /// Commands without an answer, by their request ids.
    unanswered: BTreeMap<String, pb::SubmitCommandRequest>,
    /// Requests about rematches without an answer, by their request ids.
    rematches: BTreeMap<String, pb::RematchRequest>,
    /// The last answer to a turn in each match.
    answers: BTreeMap<String, Answer>,
    /// When to drop the connection, after the server requested a reconnect for a match.
    leave_at: Option<Instant>,
}

/// The answer to a turn.
struct Answer {
    turn_id: u64,
    asked: pb::SubmitCommandRequest,
    /// Whether the server has replied to the answer.
    has_reply: bool,
}

/// A message for a bot.
#[derive(Clone, Debug)]
pub enum Incoming {
    /// The server accepted the connection; sent after every connect.
    Welcome(pb::Welcome),
    /// The bot has a seat in a match; sent again after every reconnect.
    Seated(Box<pb::Seated>),
    /// An event in one of the bot's matches.
    Event {
        /// The match.
        match_id: String,
        /// The event.
        event: pb::MatchEvent,
    },
    /// It is the bot's turn. An unanswered turn is sent again after a reconnect or a pause. If its
    /// `turn_id` is the same, it is the same turn with other clocks.
    Turn(pb::Turn),
    /// A command was stored. This message may arrive before or after the event of the command.
    Accepted {
        /// The match.
        match_id: String,
        /// The stored command, if known.
        command: Option<pb::SubmitCommandRequest>,
        /// The number of the command's event.
        seq: u64,
    },
    /// A command was rejected.
    Refused {
        /// The match; empty if the command named no match.
        match_id: String,
        /// The rejected command, if known.
        command: Option<pb::SubmitCommandRequest>,
        /// The reason.
        refusal: Refusal,
    },
    /// Progress of a requested rematch. The rematch itself arrives as [`Incoming::Seated`],
    /// before or after this.
    Rematch(pb::RematchResponse),
    /// Another player of a finished match requests a rematch.
    RematchProposed(pb::RematchProposed),
    /// A challenge by or to the bot's player is new or has changed: see
    /// [`Client::accept_challenge`].
    Challenge(Box<pb::Challenge>),
    /// The connection was cut; the next call connects again.
    Cut,
    /// An attempt to connect failed; the next call waits and tries again.
    Waiting {
        /// The cause of the failure.
        cause: String,
        /// The delay before the next attempt.
        wait: Duration,
    },
}

enum Link {
    Down,
    Connecting { opening: Opening, sender: mpsc::Sender<PlayRequest> },
    Up { inbound: Box<Streaming<pb::PlayResponse>>, sender: mpsc::Sender<PlayRequest> },
}

type Opening = Pin<Box<dyn Future<Output = Result<Streaming<pb::PlayResponse>, Error>> + Send>>;

impl Client {
    /// Opens the stream for all seats of the player of this client's token.
    pub fn seats(&self, options: PlayOptions) -> Seats {
        Seats {
            client: self.clone(),
            options,
            link: Link::Down,
            failed: 0,
            failed_before: 0,
            progress: BTreeMap::new(),
            unanswered: BTreeMap::new(),
            rematches: BTreeMap::new(),
            answers: BTreeMap::new(),
            leave_at: None,
        }
    }
}

impl Seats {
    /// Returns the next message. Cancel safe. An error is final: the token is unknown, a newer
    /// stream of the same player has replaced this one, or the attempts to connect are used up.
    pub async fn next(&mut self) -> Result<Incoming, Error> {
        loop {
            match &mut self.link {
                Link::Down => {
                    let wait = self.wait()?;
                    self.connect(wait);
                }
                Link::Connecting { opening, .. } => match opening.await {
                    Ok(inbound) => self.connected(inbound),
                    Err(error) if error.is_passing() => {
                        self.lost();
                        let wait = self.wait()?;
                        self.connect(wait);
                        return Ok(Incoming::Waiting { cause: error.to_string(), wait });
                    }
                    Err(error) => return Err(error),
                },
                Link::Up { inbound, .. } => match before(self.leave_at, inbound.message()).await {
                    None => {
                        self.lost();
                        return Ok(Incoming::Cut);
                    }
                    Some(Ok(Some(said))) => {
                        if let Some(incoming) = said.message.map(|said| self.take(said)).transpose()?.flatten() {
                            return Ok(incoming);
                        }
                    }
                    Some(Ok(None)) => {
                        self.lost();
                        return Ok(Incoming::Cut);
                    }
                    Some(Err(status)) => {
                        let error = Error::from(status);
                        if !error.is_passing() {
                            return Err(error);
                        }
                        self.lost();
                        return Ok(Incoming::Cut);
                    }
                },
            }
        }
    }

    /// Answers a turn.
    pub fn answer(&mut self, turn: &pb::Turn, notation: impl Into<String>) -> Result<(), Error> {
        self.answer_with_score(turn, notation, None)
    }

    /// Answers a turn, and reports the value of the position for the seat, in hundredths of a
    /// point. Matches that may end by reported scores use it.
    pub fn answer_with_score(
        &mut self,
        turn: &pb::Turn,
        notation: impl Into<String>,
        score: Option<i64>,
    ) -> Result<(), Error> {
        let played = pb::PlayMove { turn_id: turn.turn_id, notation: notation.into(), score };
        self.submit(&turn.match_id, Command::PlayMove(played))
    }

    /// Contributes to the luck of a match, once, before its first outcome of chance: at most 64
    /// printing ASCII characters.
    pub fn give_nonce(&mut self, match_id: &str, nonce: impl Into<String>) -> Result<(), Error> {
        self.submit(match_id, Command::GiveNonce(pb::GiveNonce { nonce: nonce.into() }))
    }

    /// Proposes a draw, or the takeback of this seat's last move, to the other seats of a match.
    pub fn propose(&mut self, match_id: &str, proposal: pb::Proposal) -> Result<(), Error> {
        self.submit(match_id, Command::Propose(pb::Propose { proposal: proposal.into() }))
    }

    /// Answers a proposal of another seat of a match.
    pub fn respond(&mut self, match_id: &str, proposal: pb::Proposal, answer: pb::ProposalAnswer) -> Result<(), Error> {
        let said = pb::AnswerProposal { proposal: proposal.into(), answer: answer.into() };
        self.submit(match_id, Command::AnswerProposal(said))
    }

    /// Claims a draw by the rules, if `Turn::claimable` is set.
    pub fn claim(&mut self, match_id: &str) -> Result<(), Error> {
        self.submit(match_id, Command::ClaimDraw(pb::ClaimDraw {}))
    }

    /// Resigns a match.
    pub fn resign(&mut self, match_id: &str) -> Result<(), Error> {
        self.submit(match_id, Command::Resign(pb::Resign {}))
    }

    /// Aborts a match.
    pub fn abort(&mut self, match_id: &str) -> Result<(), Error> {
        self.submit(match_id, Command::Abort(pb::Abort {}))
    }

    /// Requests or accepts the rematch of a finished match. [`Incoming::Rematch`] reports the
    /// progress, and [`Incoming::Refused`] why a rematch is impossible.
    pub fn rematch(&mut self, match_id: &str) -> Result<(), Error> {
        self.wish(match_id, pb::RematchWish::Agree)
    }

    /// Withdraws the request for a rematch.
    pub fn withdraw_rematch(&mut self, match_id: &str) -> Result<(), Error> {
        self.wish(match_id, pb::RematchWish::Withdraw)
    }

    fn wish(&mut self, match_id: &str, wish: pb::RematchWish) -> Result<(), Error> {
        self.has_room()?;
        let request_id = self.client.new_request_id();
        let wish = wish.into();
        let asked = pb::RematchRequest { match_id: match_id.to_owned(), request_id: request_id.clone(), wish };
        self.rematches.insert(request_id, asked.clone());
        self.send(Said::Rematch(asked));
        Ok(())
    }

    /// Returns the number of the last event received in each match in play. Another process can
    /// resume after it.
    pub fn progress(&self) -> impl Iterator<Item = (&str, u64)> {
        self.progress.iter().map(|(match_id, seq)| (match_id.as_str(), *seq))
    }

    /// Sends any command of a seat. A move needs no request id, because the id of its turn serves
    /// as one.
    pub fn submit(&mut self, match_id: &str, command: Command) -> Result<(), Error> {
        self.has_room()?;
        let turn_id = match &command {
            Command::PlayMove(played) => Some(played.turn_id),
            _ => None,
        };
        let request_id = turn_id.map_or_else(|| self.client.new_request_id(), |_| String::new());
        let command = Some(command);
        let asked = pb::SubmitCommandRequest { match_id: match_id.to_owned(), request_id: request_id.clone(), command };
        match turn_id {
            Some(turn_id) => {
                let answer = Answer { turn_id, asked: asked.clone(), has_reply: false };
                self.answers.insert(match_id.to_owned(), answer);
            }
            None => drop(self.unanswered.insert(request_id, asked.clone())),
        }
        self.send(Said::Command(asked));
        Ok(())
    }

    fn has_room(&self) -> Result<(), Error> {
        let open = self.answers.values().filter(|answer| !answer.has_reply).count();
        match open + self.unanswered.len() + self.rematches.len() < MAX_UNANSWERED {
            true => Ok(()),
            false => Err(Error::Busy { most: MAX_UNANSWERED }),
        }
    }

    /// Sends a message if the connection is up. Unsent commands are sent after the next connect;
    /// unsent pongs are dropped.
    fn send(&mut self, said: Said) {
        let Link::Up { sender, .. } = &self.link else { return };
        match sender.try_send(PlayRequest { message: Some(said) }) {
            // The stream has ended. Its unread messages have the reason: a replaced bot must not
            // connect again.
            Ok(()) | Err(TrySendError::Closed(_)) => {}
            // The connection does not accept even a short message, so it counts as cut.
            Err(TrySendError::Full(_)) => self.lost(),
        }
    }

    /// Returns the delay before the next attempt.
    fn wait(&self) -> Result<Duration, Error> {
        let give_up = || Error::Unreachable { cause: format!("{} attempts failed", self.failed) };
        self.options.retry.wait(self.failed).ok_or_else(give_up)
    }

    fn connect(&mut self, wait: Duration) {
        // The channel has room for all unanswered messages, the pongs, and the hello.
        let (sender, receiver) = mpsc::channel(2 * MAX_UNANSWERED + 2);
        let hello = PlayRequest { message: Some(Said::Hello(self.hello())) };
        sender.try_send(hello).expect("a new channel has room for one message");
        let client = self.client.clone();
        let opening = Box::pin(async move {
            tokio::time::sleep(wait).await;
            let opened = client.matches().play(ReceiverStream::new(receiver)).await;
            Ok(opened?.into_inner())
        });
        self.link = Link::Connecting { opening, sender };
    }

    fn hello(&self) -> pb::Hello {
        let known = self.progress.iter();
        let resume =
            known.map(|(match_id, seq)| pb::ResumePoint { match_id: match_id.clone(), after_seq: *seq }).collect();
        pb::Hello {
            games: self.options.games.clone(),
            max_matches: self.options.max_matches,
            resume,
            without_legal: self.options.without_legal,
            agent: self.options.agent.clone(),
            coalesce: self.options.coalesce,
            without_position: self.options.without_position,
            without_moves: self.options.without_moves,
            protocol_version: Some(PROTOCOL_VERSION),
            capabilities: Vec::new(),
            accepts: self.options.accepts.clone().map(Box::new),
        }
    }

    fn connected(&mut self, inbound: Streaming<pb::PlayResponse>) {
        if let Link::Connecting { sender, .. } = std::mem::replace(&mut self.link, Link::Down) {
            self.link = Link::Up { inbound: Box::new(inbound), sender };
        }
        let open = self.answers.values().filter(|answer| !answer.has_reply).map(|answer| &answer.asked);
        for asked in self.unanswered.values().chain(open).cloned().collect::<Vec<_>>() {
            self.send(Said::Command(asked));
        }
        for asked in self.rematches.values().cloned().collect::<Vec<_>>() {
            self.send(Said::Rematch(asked));
        }
    }

    fn lost(&mut self) {
        self.link = Link::Down;
        self.leave_at = None;
        self.failed += 1;
    }

    fn take(&mut self, said: Message) -> Result<Option<Incoming>, Error> {
        Ok(match said {
            Message::Welcome(welcome) if welcome.protocol_version > PROTOCOL_VERSION => {
                return Err(Error::Incomplete { missing: "a version of the protocol that this client speaks" });
            }
            Message::Welcome(welcome) => {
                self.failed_before = std::mem::take(&mut self.failed);
                Some(Incoming::Welcome(welcome))
            }
            Message::Seated(seated) => {
                self.progress.entry(seated.match_id.clone()).or_insert(0);
                Some(Incoming::Seated(seated))
            }
            Message::Event(seen) => {
                let pb::SeatEvent { match_id, event } = *seen;
                event.and_then(|event| self.event(match_id, event))
            }
            Message::Turn(turn) => self.turn(*turn).map(Incoming::Turn),
            Message::Accepted(pb::Accepted { match_id, request_id, turn_id, seq }) => {
                let command = self.replied(&match_id, &request_id, turn_id);
                Some(Incoming::Accepted { match_id, command, seq })
            }
            Message::Refused(refused) => self.refused(*refused)?,
            Message::Rematch(rematch) => {
                self.rematches.remove(&rematch.request_id);
                Some(Incoming::Rematch(rematch))
            }
            Message::RematchProposed(proposed) => Some(Incoming::RematchProposed(proposed)),
            Message::Challenge(challenge) => Some(Incoming::Challenge(challenge)),
            Message::Ping(pb::Ping { nonce }) => {
                self.send(Said::Pong(pb::Pong { nonce }));
                None
            }
        })
    }

    /// Returns a turn for the bot. An already answered turn gets the same answer again, unless that
    /// is on its way.
    fn turn(&mut self, turn: pb::Turn) -> Option<pb::Turn> {
        if let Some(known) = self.progress.get_mut(&turn.match_id) {
            // The turn has the position after this event, even if the server omits events for
            // moves.
            *known = turn.turn_id.max(*known);
        }
        let answer = self.answers.get_mut(&turn.match_id).filter(|answer| answer.turn_id == turn.turn_id);
        let Some(answer) = answer else { return Some(turn) };
        if std::mem::take(&mut answer.has_reply) {
            let asked = answer.asked.clone();
            self.send(Said::Command(asked));
        }
        None
    }

    /// Returns the command that a reply answers; `None` for an unknown command.
    fn replied(&mut self, match_id: &str, request_id: &str, turn_id: u64) -> Option<pb::SubmitCommandRequest> {
        if turn_id == 0 {
            return self.unanswered.remove(request_id);
        }
        let answer = self.answers.get_mut(match_id).filter(|answer| answer.turn_id == turn_id)?;
        answer.has_reply = true;
        Some(answer.asked.clone())
    }

    fn event(&mut self, match_id: String, event: pb::MatchEvent) -> Option<Incoming> {
        let known = self.progress.get(&match_id).copied().unwrap_or(0);
        if event.seq <= known {
            return None;
        }
        if matches!(event.event, Some(Event::MatchEnded(_))) {
            self.progress.remove(&match_id);
            self.answers.remove(&match_id);
            self.unanswered.retain(|_, asked| asked.match_id != match_id);
        } else {
            self.progress.insert(match_id.clone(), event.seq);
        }
        Some(Incoming::Event { match_id, event })
    }

    fn refused(&mut self, refused: pb::Refused) -> Result<Option<Incoming>, Error> {
        let pb::Refused { match_id, request_id, turn_id, refusal } = refused;
        let refusal = Refusal::from(refusal.unwrap_or_default());
        if request_id.is_empty() && match_id.is_empty() {
            let error = Error::Refused(refusal);
            if !error.is_passing() {
                return Err(error);
            }
            // The end of the stream and the next attempt follow. The welcome before this message
            // does not count as a success.
            self.failed = self.failed_before;
            return Ok(None);
        }
        if matches!(refusal.reason, pb::Reason::Stopping | pb::Reason::Lagged) {
            // The command is sent again after the next connect: the server is about to close the
            // stream, or another stream has the match.
            self.leave_at.get_or_insert_with(|| Instant::now() + LEAVE_WITHIN);
            return Ok(None);
        }
        self.rematches.remove(&request_id);
        let command = self.replied(&match_id, &request_id, turn_id);
        Ok(Some(Incoming::Refused { match_id, command, refusal }))
    }
}

/// Awaits a future until a deadline, if there is one. Returns `None` after the deadline.
async fn before<T>(moment: Option<Instant>, wait: impl Future<Output = T>) -> Option<T> {
    match moment {
        Some(moment) => timeout_at(moment, wait).await.ok(),
        None => Some(wait.await),
    }
}
