//! A bot as one closure.

use std::{collections::BTreeMap, future::Future, time::Duration};

use futures_util::{StreamExt as _, stream::FuturesUnordered};

use crate::{
    connect::Client,
    error::Error,
    pb::{self, match_event::Event, submit_command_request::Command},
    retry::Retry,
    seats::Incoming,
};

/// Delay before resending a move that the server could not accept; doubles
/// each time, up to [`MOST_LATER`].
const LATER: Duration = Duration::from_millis(200);
/// The longest such wait.
const MOST_LATER: Duration = Duration::from_secs(5);

/// The options of a bot: its matches, and when it stops.
#[derive(Clone, Debug, Default)]
pub struct PlayOptions {
    /// The ids of the games that it plays; empty is all.
    pub games: Vec<String>,
    /// Maximum matches at once: 1 to 256; default 1.
    pub max_matches: Option<u32>,
    /// Whether turns come without the list of legal moves.
    pub without_legal: bool,
    /// Whether turns come without the position.
    pub without_position: bool,
    /// Whether the server omits events for moves, so that the bot knows its matches only by the
    /// positions of its turns.
    pub without_moves: bool,
    /// Whether acknowledgements and events may be delayed by up to 10 ms to be sent together.
    /// [`Client::play`] always allows it.
    pub coalesce: bool,
    /// A further restriction of [`Client::set_accept_policy`] while the bot is connected; `None` is
    /// no restriction.
    pub accepts: Option<pb::AcceptPolicy>,
    /// The bot's program and version, for the server's log.
    pub agent: String,
    /// After how many ended matches [`Client::play`] is done; `None` is never.
    pub until_ended: Option<u32>,
    /// How long to wait between attempts to connect.
    pub retry: Retry,
}

impl Client {
    /// Plays every match of the player. Calls `choose` for a move at every turn; a rejected move is
    /// followed by another turn. Matches are played concurrently. If a match waits for nonces, it
    /// adds one. Returns the verdicts of ended matches once there are [`PlayOptions::until_ended`].
    pub async fn play<Choose, Thinking>(
        &self,
        options: PlayOptions,
        mut choose: Choose,
    ) -> Result<Vec<pb::Verdict>, Error>
    where
        Choose: FnMut(pb::Turn) -> Thinking,
        Thinking: Future<Output = String>,
    {
        let options = PlayOptions { coalesce: true, ..options };
        let until = options.until_ended;
        let mut seats = self.seats(options);
        let mut verdicts = Vec::new();
        let mut open: BTreeMap<String, Open> = BTreeMap::new();
        let (mut thinking, mut later) = (FuturesUnordered::new(), FuturesUnordered::new());
        while until.is_none_or(|until| verdicts.len() < until as usize) {
            let (turn, notation) = tokio::select! {
                incoming = seats.next() => {
                    match incoming? {
                        Incoming::Seated(seated) if waits_for_nonce(&seated) => {
                            seats.give_nonce(&seated.match_id, self.new_request_id())?;
                        }
                        Incoming::Turn(turn) => {
                            // It comes again while it is thought about after a reconnect or a
                            // pause.
                            let known = open.insert(turn.match_id.clone(), Open { turn_id: turn.turn_id, declined: 0 });
                            if known.is_none_or(|known| known.turn_id != turn.turn_id) {
                                let chosen = choose(turn.clone());
                                thinking.push(async move { (turn, chosen.await) });
                            }
                        }
                        Incoming::Refused { match_id, command: Some(command), refusal } => {
                            if let Some(Command::PlayMove(pb::PlayMove { turn_id, notation, .. })) = command.command
                                && let Some(open) = open.get_mut(&match_id).filter(|open| open.turn_id == turn_id)
                                && let Some(wait) = tries_again(refusal.reason, open.declined)
                            {
                                open.declined = open.declined.saturating_add(1);
                                let turn = pb::Turn { match_id, turn_id, ..pb::Turn::default() };
                                later.push(async move {
                                    tokio::time::sleep(wait).await;
                                    (turn, notation)
                                });
                            }
                        }
                        Incoming::Event { match_id, event } => {
                            if let Some(Event::MatchEnded(ended)) = event.event {
                                open.remove(&match_id);
                                verdicts.extend(ended.verdict);
                            }
                        }
                        _ => {}
                    }
                    continue;
                }
                Some(thought) = thinking.next() => thought,
                Some(again) = later.next() => again,
            };
            // Another turn may have opened since.
            if open.get(&turn.match_id).is_some_and(|open| open.turn_id == turn.turn_id) {
                seats.answer(&turn, notation)?;
            }
        }
        Ok(verdicts)
    }
}

/// Whether the first deal of a match waits for what its seats add to its luck.
fn waits_for_nonce(seated: &pb::Seated) -> bool {
    let summary = seated.summary.as_ref().filter(|summary| summary.state() == pb::MatchState::Waiting);
    summary.and_then(|summary| summary.rules.as_ref()).is_some_and(|rules| rules.nonce_wait_ms() > 0)
}

/// The last turn of a match.
struct Open {
    turn_id: u64,
    /// How often the server could not take its answer.
    declined: u32,
}

/// Returns the delay before the client sends its answer again, after `declined` declines of the
/// same turn; `None` if the server has decided the turn.
fn tries_again(reason: pb::Reason, declined: u32) -> Option<Duration> {
    match reason {
        pb::Reason::TurnNotOpen
        | pb::Reason::MatchNotStarted
        | pb::Reason::Starting
        | pb::Reason::StoreUnavailable
        | pb::Reason::Limit
        | pb::Reason::HostFault => Some(LATER.saturating_mul(1 << declined.min(16)).min(MOST_LATER)),
        _ => None,
    }
}
