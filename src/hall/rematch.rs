//! Rematches: a match that is over is played once more when all its players ask for that, the seats passed on by one.
//!
//! A match has one rematch at the most. The id of the rematch follows from the id of the match, so that the store itself
//! lets no second one be made, whoever asks at the same time and whenever the server is stopped.

use std::time::Duration;

use sha2::{Digest as _, Sha256};
use tracing::Instrument as _;

use super::{
    Agreed, Hall, NewLuck, NewMatch, creation_limits::Creator, history, house::is_house, link::SeatMessage,
    opening::Origin, table::Summary, wall_clock::Moment,
};
use crate::{
    games::Catalogue,
    ids::{MatchId, Seat, Viewer},
    referee::{MatchOpened, Occasion, Phase, Reason, Refusal},
    store::{MatchState, RequestKey},
};

/// How far the rematch of a match is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rematch {
    /// The seats of the match that have agreed, in their order.
    pub agreed: Vec<Seat>,
    /// The rematch, once all have.
    pub match_id: Option<MatchId>,
    /// For how long it can still be agreed to; nothing once all have.
    pub lapses_in: Duration,
}

/// Whether a player wishes for a rematch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// It asks for it, or agrees to it.
    Agree,
    /// It takes back that it agreed.
    Withdraw,
}

impl Hall {
    /// Asks for the rematch of a match that is over, agrees to it, or takes that back. It is opened when all its players have
    /// asked; those of the house do so by themselves, and where all are the house's, anybody's wish is enough. Asked again, it
    /// gives the same.
    ///
    /// [`Reason::UnknownMatch`], [`Reason::Forbidden`] for a match of a contest, [`Reason::StillPlayed`],
    /// [`Reason::NotSeated`], [`Reason::UnknownGame`] when the game is not played here any more,
    /// [`Reason::Limit`] when too many rematches wait, and all that [`Hall::create`] refuses with.
    pub async fn rematch(&self, match_id: &MatchId, by: Creator, wish: Wish) -> Result<Rematch, Refusal> {
        let player = &by.player;
        let opened = self.opened_of_past(match_id).await?;
        if let Some(Occasion { contest, .. }) = &opened.occasion {
            // It would take a place that a player keeps for its contests, and tell of a sealed match.
            let expected = "a match that is not scheduled for a tournament or ladder";
            let refusal = Refusal::of_field(Reason::Forbidden, "match_id", match_id.as_str(), expected);
            return Err(Refusal { text: format!("a match of {contest} has no rematch"), ..refusal });
        }
        let seat = opened.seat_of(player);
        if seat.is_none() && !opened.players.iter().all(is_house) {
            let expected = format!("a match in which {player} sat");
            return Err(Refusal::of_field(Reason::NotSeated, "match_id", match_id.as_str(), expected));
        }
        if let Some(rematch) = self.rematch_of(match_id).await? {
            return Ok(agreed_by_all(&opened, rematch));
        }
        let consent = match wish {
            Wish::Agree => self.inner.rematch_votes.agree(&opened, seat, Moment::now().into())?,
            Wish::Withdraw => self.inner.rematch_votes.withdraw(&opened, seat, Moment::now().into()),
        };
        if !consent.is_complete {
            if let Some(seat) = seat.filter(|_| consent.is_new) {
                self.propose_rematch(&opened, seat, consent.lapses_in);
            }
            return Ok(Rematch { agreed: consent.agreed, match_id: None, lapses_in: consent.lapses_in });
        }
        // In a task of its own, so that a caller who gives up does not leave a match without a table.
        let (hall, of) = (self.clone(), opened.clone());
        let opening = async move { hall.open_rematch(of, by).await };
        let opening = self.inner.serving.spawn(opening.in_current_span());
        let rematch = self.opened_in_time(opening).await?;
        self.inner.rematch_votes.settle(match_id);
        Ok(agreed_by_all(&opened, rematch))
    }

    /// What became of the wish for a rematch, for the summary of a match that is over; `rematch` is the one that there is.
    pub(super) fn with_rematch(&self, mut summary: Summary, rematch: Option<MatchId>) -> Summary {
        if summary.phase == Phase::Over {
            summary.rematch_agreed_seats = match &rematch {
                None => self.inner.rematch_votes.agreed(&summary.opened.match_id, Moment::now().into()),
                Some(_) => Vec::new(),
            };
            summary.rematch = rematch;
        }
        summary
    }

    /// How a match was set up that is over and whose table has gone.
    async fn opened_of_past(&self, match_id: &MatchId) -> Result<MatchOpened, Refusal> {
        if let Some(table) = self.table(match_id) {
            if table.summary(Viewer::Arbiter).await.is_ok_and(|summary| summary.phase != Phase::Over) {
                return Err(still_played());
            }
            // It is about to go, and with it the places of its players, who may have no other to spare.
            self.inner.registry.left(match_id).await;
        }
        let row = self.row(match_id).await?;
        let opened = row.opened.ok_or_else(history::unreadable)?;
        if self.games().find(&opened.game).is_none() {
            return Err(unknown_game(self.games(), &opened.game));
        }
        match row.state {
            MatchState::Over => Ok(MatchOpened::clone(&opened)),
            MatchState::Unreadable => Err(history::unreadable()),
            MatchState::Waiting | MatchState::Live if self.inner.registry.is_closing() => {
                Err(Refusal::new(Reason::Stopping, "the server is stopping: ask again later"))
            }
            MatchState::Waiting | MatchState::Live => {
                self.inner.registry.is_back(match_id)?;
                Err(still_played())
            }
        }
    }

    /// The rematch of a match, if there is one.
    async fn rematch_of(&self, match_id: &MatchId) -> Result<Option<MatchId>, Refusal> {
        Ok(self.row(match_id).await?.rematch)
    }

    async fn open_rematch(&self, of: MatchOpened, by: Creator) -> Result<MatchId, Refusal> {
        let match_id = rematch_id(&of.match_id);
        loop {
            let origin = Origin {
                match_id: match_id.clone(),
                rematch_of: Some(of.match_id.clone()),
                disconnect_grace: of.disconnect_grace,
                start_grace: of.start_grace,
                agreed: Agreed::All,
            };
            let new = self.casual_among_own(once_more(self.games(), &of, by.clone())?).await?;
            let opened = self.open_match(origin, new).await;
            // Somebody else may have been faster, whether that shows as a failure or not.
            if let Some(rematch) = self.rematch_of(&of.match_id).await? {
                return Ok(rematch);
            }
            match opened {
                Err(refusal) => return Err(refusal),
                Ok(Some(opened)) => return Ok(opened),
                Ok(None) => self.inner.registry.settled(&match_id).await,
            }
        }
    }

    /// Tells the players of a match who are here that one of them asks for a rematch.
    fn propose_rematch(&self, opened: &MatchOpened, seat: Seat, lapses_in: Duration) {
        for (_, player) in (0..).map(Seat).zip(&opened.players).filter(|(other, _)| *other != seat) {
            let Some(link) = self.inner.lobby.link_of(player) else { continue };
            let match_id = opened.match_id.clone();
            link.notice(SeatMessage::RematchProposed { match_id, seat, lapses_in });
        }
    }
}

/// The same match with the player of each seat on the next one. A time control goes with its player.
fn once_more(games: Catalogue, of: &MatchOpened, by: Creator) -> Result<NewMatch, Refusal> {
    let facts = games.find(&of.game).ok_or_else(|| unknown_game(games, &of.game))?.facts();
    let seats = u8::try_from(of.players.len()).unwrap_or(u8::MAX);
    let options = of.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let setting = facts
        .setting(seats, options)
        .map_err(|bad| Refusal::of_field(Reason::BadOption, bad.name, &bad.value, bad.expected))?;
    let (mut players, mut time_controls) = (of.players.clone(), of.time_controls.clone());
    players.rotate_right(1);
    time_controls.rotate_right(1);
    let nonce_wait = of.luck.as_ref().map_or(Duration::ZERO, |luck| luck.nonce_wait);
    // The id says which request this is; it needs no other name.
    let request = RequestKey { player: players[0].clone(), request_id: String::new(), content: [0; 32] };
    Ok(NewMatch {
        game: facts.id,
        setting,
        time_controls,
        players,
        illegal_move_policy: of.illegal_move_policy,
        lost_seat_policy: of.lost_seat_policy,
        luck: NewLuck { nonce_wait, ..NewLuck::default() },
        conduct: of.conduct,
        disconnect_grace: Some(of.disconnect_grace),
        start_grace: Some(of.start_grace),
        occasion: None,
        labels: of.labels.clone(),
        opening: of.opening.clone(),
        request,
        creator: Some(by),
    })
}

/// The id that the rematch of a match has, if there is one.
fn rematch_id(match_id: &MatchId) -> MatchId {
    let digest: [u8; 32] = Sha256::new().chain_update("rematch of ").chain_update(match_id.as_str()).finalize().into();
    MatchId::of_bytes(std::array::from_fn(|place| digest[place]))
}

fn agreed_by_all(opened: &MatchOpened, rematch: MatchId) -> Rematch {
    let agreed = (0..).map(Seat).zip(&opened.players).map(|(seat, _)| seat).collect();
    Rematch { agreed, match_id: Some(rematch), lapses_in: Duration::ZERO }
}

fn still_played() -> Refusal {
    Refusal::new(Reason::StillPlayed, "the match is still played: a rematch comes after it")
}

fn unknown_game(games: Catalogue, game: &str) -> Refusal {
    Refusal::of_field(Reason::UnknownGame, "game", game, format!("one of {}", games.ids()))
}
