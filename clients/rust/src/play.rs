//! A bot on a server as one closure.

use std::{collections::BTreeMap, future::Future, time::Duration};

use futures_util::{StreamExt as _, stream::FuturesUnordered};

use crate::{
    bot::{Choice, MatchResult, Move, Turn},
    connect::Client,
    error::{Error, Refusal},
    pb::{self, match_event::Event, submit_command_request::Command},
    retry::Retry,
    seats::{Incoming, Seats},
};

/// Delay before the client resends a move that the server could not accept. It doubles each time,
/// up to [`MOST_LATER`].
const LATER: Duration = Duration::from_millis(200);
/// Maximum delay before the client resends a move.
const MOST_LATER: Duration = Duration::from_secs(5);

/// The options of a bot on a server.
#[derive(Clone, Debug, Default)]
pub struct PlayOptions {
    /// The ids of the games that the bot plays; empty for all.
    pub games: Vec<String>,
    /// Maximum concurrent matches: 1 to 256; default 1.
    pub max_matches: Option<u32>,
    /// Whether the server omits the list of legal moves from turns.
    pub without_legal: bool,
    /// Whether the server omits the position from turns.
    pub without_position: bool,
    /// Whether the server omits events for moves, so that the bot knows its matches only by the
    /// positions in its turns.
    pub without_moves: bool,
    /// Whether the server may delay acknowledgements and events by up to 10 ms to send them
    /// together. [`Client::play`] always allows this.
    pub coalesce: bool,
    /// A further restriction of [`Client::set_accept_policy`] while the bot is connected; `None`
    /// for no restriction.
    pub accepts: Option<pb::AcceptPolicy>,
    /// The bot's program and version, for the server's log.
    pub agent: String,
    /// Number of ended matches after which [`Client::play`] returns; `None` for never.
    pub until_ended: Option<u32>,
    /// The delays between attempts to connect.
    pub retry: Retry,
}

impl Client {
    /// Plays every match of the player. Calls `choose` at every turn; its future returns a notation
    /// or another [`Choice`]. After a rejected move, the server sends another turn. Matches are
    /// played concurrently. If a match waits for nonces, the client sends one. Returns the results
    /// of ended matches once there are [`PlayOptions::until_ended`].
    pub async fn play<Choose, Thinking>(&self, options: PlayOptions, choose: Choose) -> Result<Vec<MatchResult>, Error>
    where
        Choose: FnMut(Turn) -> Thinking,
        Thinking: Future<Output: Into<Choice>>,
    {
        self.play_and_tell(options, choose, |_| {}).await
    }

    /// Plays like [`Client::play`], and calls `ended` with each result.
    pub(crate) async fn play_and_tell<Choose, Thinking>(
        &self,
        options: PlayOptions,
        mut choose: Choose,
        mut ended: impl FnMut(&MatchResult),
    ) -> Result<Vec<MatchResult>, Error>
    where
        Choose: FnMut(Turn) -> Thinking,
        Thinking: Future<Output: Into<Choice>>,
    {
        let options = PlayOptions { coalesce: true, ..options };
        let (until, mut ends, mut results) = (options.until_ended, 0, Vec::new());
        let (mut seats, mut matches) = (self.seats(options), Matches::default());
        let (mut thinking, mut later) = (FuturesUnordered::new(), FuturesUnordered::new());
        while until.is_none_or(|until| ends < until) {
            tokio::select! {
                incoming = seats.next() => match matches.take(incoming?) {
                    Some(Next::GiveNonce(match_id)) => seats.give_nonce(&match_id, self.new_request_id())?,
                    Some(Next::Choose(turn)) => {
                        let chosen = choose(turn.clone());
                        thinking.push(async move { (turn, chosen.await.into()) });
                    }
                    Some(Next::SendAgain { turn, command, wait }) => later.push(async move {
                        tokio::time::sleep(wait).await;
                        (turn, command)
                    }),
                    Some(Next::Fail(refusal)) => return Err(Error::Refused(refusal)),
                    Some(Next::Ended(result)) => {
                        ended(&result);
                        ends += 1;
                        // A bot that plays without an end keeps no results.
                        results.extend(until.is_some().then_some(result));
                    }
                    None => {}
                },
                // Another turn may have opened since.
                Some((turn, chosen)) = thinking.next() => if !turn.is_closed() {
                    let command = answer(&mut seats, &turn, chosen)?;
                    matches.answered(&turn.match_id, command);
                },
                Some((turn, command)) = later.next() => if !turn.is_closed() {
                    seats.submit(&turn.match_id, command)?;
                },
            }
        }
        Ok(results)
    }
}

/// Sends the answer to a turn. Returns its command.
fn answer(seats: &mut Seats, turn: &Turn, chosen: Choice) -> Result<Command, Error> {
    let command = match chosen {
        Choice::Move(Move { notation, score, offer_draw }) => {
            if offer_draw {
                seats.propose(&turn.match_id, pb::Proposal::Draw)?;
            }
            Command::PlayMove(pb::PlayMove { turn_id: turn.turn_id, notation, score })
        }
        Choice::Resign => Command::Resign(pb::Resign {}),
        Choice::AcceptDraw => Command::AnswerProposal(pb::AnswerProposal {
            proposal: pb::Proposal::Draw.into(),
            answer: pb::ProposalAnswer::Accept.into(),
        }),
        Choice::ClaimDraw => Command::ClaimDraw(pb::ClaimDraw {}),
    };
    seats.submit(&turn.match_id, command.clone())?;
    Ok(command)
}

/// The consequence of a message from the server.
enum Next {
    GiveNonce(String),
    Choose(Turn),
    SendAgain { turn: Turn, command: Command, wait: Duration },
    Fail(Refusal),
    Ended(MatchResult),
}

/// The matches in play.
#[derive(Default)]
struct Matches {
    seated: BTreeMap<String, pb::Seated>,
    open: BTreeMap<String, Open>,
}

/// The last turn of a match.
struct Open {
    turn: Turn,
    /// The bot's answer; `None` while it thinks.
    answer: Option<Command>,
    /// Whether a pause rejected the answer. The client resends it when the turn returns.
    is_paused: bool,
    /// How often the server could not accept the answer.
    declined: u32,
}

impl Matches {
    fn take(&mut self, incoming: Incoming) -> Option<Next> {
        match incoming {
            Incoming::Seated(seated) => {
                let match_id = seated.match_id.clone();
                let waits = waits_for_nonce(&seated);
                self.seated.insert(match_id.clone(), *seated);
                waits.then_some(Next::GiveNonce(match_id))
            }
            Incoming::Turn(turn) => {
                // A turn is sent again while the bot thinks about it, after a reconnect or a pause.
                match self.open.get_mut(&turn.match_id) {
                    Some(open) if open.turn.turn_id == turn.turn_id => open.send_again(),
                    _ => Some(Next::Choose(self.open(Turn::new(turn)))),
                }
            }
            Incoming::Refused { match_id, command: Some(command), refusal } => {
                self.refused(&match_id, command.command?, refusal)
            }
            Incoming::Event { match_id, event } => {
                let Some(Event::MatchEnded(ended)) = event.event else { return None };
                if let Some(open) = self.open.remove(&match_id) {
                    open.turn.close();
                }
                let pb::Seated { seat, summary, .. } = self.seated.remove(&match_id)?;
                let pb::MatchSummary { game, players, .. } = summary.unwrap_or_default();
                let verdict = ended.verdict.unwrap_or_default();
                Some(Next::Ended(MatchResult { match_id, game, seat, players, verdict }))
            }
            _ => None,
        }
    }

    /// Opens a turn in place of the match's last one, and tells the bot to stop thinking about the
    /// last one.
    fn open(&mut self, turn: Turn) -> Turn {
        let open = Open { turn: turn.clone(), answer: None, is_paused: false, declined: 0 };
        if let Some(known) = self.open.insert(turn.match_id.clone(), open) {
            known.turn.close();
        }
        turn
    }

    /// Notes the bot's answer to the open turn of a match.
    fn answered(&mut self, match_id: &str, command: Command) {
        if let Some(open) = self.open.get_mut(match_id) {
            open.answer = Some(command);
        }
    }

    /// Decides the consequence of a rejected command.
    fn refused(&mut self, match_id: &str, command: Command, refusal: Refusal) -> Option<Next> {
        // Only the answer to the open turn matters: no proposal, no nonce, and no earlier answer.
        let open = self.open.get_mut(match_id).filter(|open| open.answer.as_ref() == Some(&command))?;
        if let Some(wait) = tries_again(refusal.reason, open.declined) {
            open.declined = open.declined.saturating_add(1);
            return Some(Next::SendAgain { turn: open.turn.clone(), command, wait });
        }
        match command {
            _ if refusal.reason == pb::Reason::Paused => {
                // `Seats` itself sends moves again.
                open.is_paused = !matches!(command, Command::PlayMove(_));
                None
            }
            // The draw is no longer available, so the bot has to move.
            Command::ClaimDraw(_) | Command::AnswerProposal(_) if open.turn.draw_offered || open.turn.claimable => {
                let turn = open.turn.without_draw();
                Some(Next::Choose(self.open(turn)))
            }
            // The bot insists on a draw that its turn did not offer.
            Command::ClaimDraw(_) | Command::AnswerProposal(_) => Some(Next::Fail(refusal)),
            // The server opens another turn if the move may be replaced.
            _ => None,
        }
    }
}

impl Open {
    /// Returns the answer if a pause rejected it.
    fn send_again(&mut self) -> Option<Next> {
        let command = self.answer.clone().filter(|_| std::mem::take(&mut self.is_paused))?;
        Some(Next::SendAgain { turn: self.turn.clone(), command, wait: Duration::ZERO })
    }
}

/// Returns whether the first deal of a match waits for the nonces of its seats.
fn waits_for_nonce(seated: &pb::Seated) -> bool {
    let summary = seated.summary.as_ref().filter(|summary| summary.state() == pb::MatchState::Waiting);
    summary.and_then(|summary| summary.rules.as_ref()).is_some_and(|rules| rules.nonce_wait_ms() > 0)
}

/// Returns the delay before the client sends its answer again, after `declined` rejections of the
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

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(command: &Command, reason: pb::Reason) -> Incoming {
        let command = Some(pb::SubmitCommandRequest { command: Some(command.clone()), ..Default::default() });
        let refusal = Refusal::from(pb::Refusal { reason: reason.into(), ..Default::default() });
        Incoming::Refused { match_id: String::new(), command, refusal }
    }

    /// A pause rejects a claim, and opens no other turn.
    #[test]
    fn a_claim_that_a_pause_rejected_is_sent_again_with_the_turn() {
        let mut matches = Matches::default();
        let turn = pb::Turn { turn_id: 7, claimable: true, ..Default::default() };
        assert!(matches!(matches.take(Incoming::Turn(turn.clone())), Some(Next::Choose(_))));
        assert!(matches.take(Incoming::Turn(turn.clone())).is_none(), "the bot still thinks");
        let claim = Command::ClaimDraw(pb::ClaimDraw {});
        matches.answered("", claim.clone());
        assert!(matches.take(Incoming::Turn(turn.clone())).is_none(), "the answer is on its way");
        assert!(matches.take(refused(&claim, pb::Reason::Paused)).is_none());
        let again = matches.take(Incoming::Turn(turn.clone()));
        assert!(matches!(again, Some(Next::SendAgain { command, .. }) if command == claim));
        assert!(matches.take(Incoming::Turn(turn)).is_none(), "once");
    }

    #[test]
    fn a_rejected_answer_to_an_earlier_turn_does_not_matter() {
        let mut matches = Matches::default();
        let claim = Command::ClaimDraw(pb::ClaimDraw {});
        matches.take(Incoming::Turn(pb::Turn { turn_id: 7, claimable: true, ..Default::default() }));
        matches.answered("", claim.clone());
        matches.take(Incoming::Turn(pb::Turn { turn_id: 9, ..Default::default() }));
        let played = pb::PlayMove { turn_id: 9, notation: "wG1".into(), score: None };
        matches.answered("", Command::PlayMove(played));
        assert!(matches.take(refused(&claim, pb::Reason::NothingToClaim)).is_none());
    }
}
