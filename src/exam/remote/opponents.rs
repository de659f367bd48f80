//! The players on the other seats. They move at random, and only while the examiner lets them.

use std::{
    future::poll_fn,
    sync::Arc,
    task::{Context, Poll},
};

use crate::{
    hall::{
        Hall,
        link::{self, SeatMessage, SeatReader, TurnCard, Wants},
        lobby::{Presence, Profile},
        table::Ask,
    },
    ids::{PlayerId, RequestId},
    law::{Proposal, Refusal},
};

/// Maximum concurrent matches of an opponent.
const MAX_MATCHES: u32 = 256;

/// The opponents, who stay connected.
pub struct Opponents {
    connected: Vec<Opponent>,
    /// Moves so far, from which their choices follow.
    moves: usize,
}

struct Opponent {
    messages: SeatReader,
    _presence: Presence,
}

/// Returns the opponents' names.
pub fn players(count: usize) -> Result<Vec<PlayerId>, String> {
    let player = |number| PlayerId::parse(&format!("opponent-{number}")).map_err(|bad| bad.to_string());
    (1..=count).map(player).collect()
}

impl Opponents {
    /// Connects this number of opponents.
    pub fn enter(hall: &Hall, count: usize) -> Result<Opponents, String> {
        let connect = |player| {
            let (link, messages) = link::channel(Wants { moves: false, position: false, legal: true });
            let profile = Profile {
                games: Vec::new(),
                max_matches: MAX_MATCHES,
                resume: Vec::new(),
                agent: "check".to_owned(),
                accepts: None,
            };
            let presence = hall.lobby().enter(player, profile, link).map_err(|refusal| refusal.to_string())?;
            Ok(Opponent { messages, _presence: presence })
        };
        let connected = players(count)?.into_iter().map(connect).collect::<Result<_, String>>()?;
        Ok(Opponents { connected, moves: 0 })
    }

    /// Waits for the next turn of any of them. Cancel-safe.
    pub async fn turn(&mut self) -> Arc<TurnCard> {
        poll_fn(|cx| self.poll_turn(cx)).await
    }

    fn poll_turn(&mut self, cx: &mut Context<'_>) -> Poll<Arc<TurnCard>> {
        for opponent in &mut self.connected {
            while let Poll::Ready(Some(message)) = opponent.messages.poll_recv(cx) {
                if let SeatMessage::Turn(card) = message {
                    return Poll::Ready(card);
                }
            }
        }
        Poll::Pending
    }

    /// Answers a turn, after this proposal.
    pub async fn play(&mut self, hall: &Hall, card: &TurnCard, proposal: Option<Proposal>) -> Result<(), Refusal> {
        card.offered_now();
        let Some(table) = hall.table(&card.opened.match_id) else { return Ok(()) };
        if let Some(proposal) = proposal {
            table.ask(card.seat, RequestId::default(), Ask::Propose { proposal }).await?;
        }
        self.moves += 1;
        let Some(notation) = card.legal.get(self.moves * 7 % card.legal.len().max(1)).cloned() else { return Ok(()) };
        let received = table.clock().now();
        let answer = Ask::PlayMove { turn_id: card.turn_id, notation, score: None, received };
        table.ask(card.seat, RequestId::default(), answer).await.map(drop)
    }
}
