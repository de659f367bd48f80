//! Rematches: a finished match is played again, with each player one seat further, once all players
//! request that.
//!
//! A match has at most one rematch. The id of the rematch is derived from the id of the match. So
//! the store rejects a second rematch, in spite of concurrent requests or restarts.

use std::time::Duration;

use referee_games::Catalogue;
use referee_ids::{MatchId, Seat, Viewer};
use referee_law::{MatchOpened, Occasion, Phase, Reason, Refusal};
use referee_store::{MatchState, RequestKey};
use sha2::{Digest as _, Sha256};
use tracing::Instrument as _;

use crate::hall::{
    Agreed, AskedGraces, Hall, NewLuck, NewMatch, house::is_house, limits::creation_limits::Creator, link::SeatMessage,
    matches::opening::Origin, records::history, table::Summary, wall_clock::Moment,
};

/// Progress of a rematch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rematch {
    /// Seats that have agreed, in the order of seats.
    pub agreed: Vec<Seat>,
    /// Id of the rematch; `None` until all have agreed.
    pub match_id: Option<MatchId>,
    /// Time left to agree; zero once all have agreed.
    pub lapses_in: Duration,
}

/// A player's wish about a rematch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The player requests the rematch, or agrees to it.
    Agree,
    /// The player withdraws its consent.
    Withdraw,
}

impl Hall {
    /// Requests or accepts the rematch of a finished match, or withdraws from it. The rematch opens
    /// once all players have requested it. House bots agree automatically; if house bots hold all
    /// seats, the wish of any player is enough. Repeating the call returns the same result.
    ///
    /// Fails with [`Reason::UnknownMatch`], [`Reason::StillPlayed`] or [`Reason::NotSeated`]. Fails
    /// with [`Reason::Forbidden`] for a match of a contest, and with [`Reason::UnknownGame`] if the
    /// game is gone. Fails with [`Reason::Limit`] if too many rematches are pending. Opening fails
    /// as [`Hall::create`] does.
    pub async fn rematch(&self, match_id: &MatchId, by: Creator, wish: Wish) -> Result<Rematch, Refusal> {
        let player = &by.player;
        let opened = self.opened_of_past(match_id).await?;
        if let Some(Occasion { contest, .. }) = &opened.occasion {
            // A rematch could take a place reserved for a contest, and reveal a sealed match.
            let expected = "a match that is not scheduled for a tournament or ladder";
            let refusal = Refusal::of_field(Reason::Forbidden, "match_id", match_id.as_str(), expected);
            return Err(Refusal { text: format!("a match of {contest} cannot be rematched"), ..refusal });
        }
        let seat = opened.seat_of(player);
        if seat.is_none() && !opened.players.iter().all(is_house) {
            let expected = format!("a match that {player} played");
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
        // This is a separate task, so that a caller that disconnects leaves no match without a
        // table.
        let (hall, of) = (self.clone(), opened.clone());
        let opening = async move { hall.open_rematch(of, by).await };
        let opening = self.inner.serving.spawn(opening.in_current_span());
        let rematch = self.opened_in_time(opening).await?;
        self.inner.rematch_votes.settle(match_id);
        Ok(agreed_by_all(&opened, rematch))
    }

    /// Adds the state of the rematch to the summary of a finished match. `rematch` is the id of an
    /// existing rematch.
    pub(in crate::hall) fn with_rematch(&self, mut summary: Summary, rematch: Option<MatchId>) -> Summary {
        if summary.phase == Phase::Over {
            summary.rematch_agreed_seats = match &rematch {
                None => self.inner.rematch_votes.agreed(&summary.opened.match_id, Moment::now().into()),
                Some(_) => Vec::new(),
            };
            summary.rematch = rematch;
        }
        summary
    }

    /// Returns the opening of a finished match, once its table has gone.
    async fn opened_of_past(&self, match_id: &MatchId) -> Result<MatchOpened, Refusal> {
        if let Some(table) = self.table(match_id) {
            if table.summary(Viewer::Arbiter).await.is_ok_and(|summary| summary.phase != Phase::Over) {
                return Err(still_played());
            }
            // The table is about to go and free its players' places, which the rematch may need.
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
                Err(Refusal::new(Reason::Stopping, "the server is stopping: retry later"))
            }
            MatchState::Waiting | MatchState::Live => {
                self.inner.registry.is_back(match_id)?;
                Err(still_played())
            }
        }
    }

    /// Returns the id of the rematch of a match; `None` if there is none.
    async fn rematch_of(&self, match_id: &MatchId) -> Result<Option<MatchId>, Refusal> {
        Ok(self.row(match_id).await?.rematch)
    }

    async fn open_rematch(&self, of: MatchOpened, by: Creator) -> Result<MatchId, Refusal> {
        let match_id = rematch_id(&of.match_id);
        loop {
            let origin = Origin {
                match_id: match_id.clone(),
                rematch_of: Some(of.match_id.clone()),
                graces: of.graces,
                agreed: Agreed::All,
            };
            let new = self.casual_among_own(once_more(self.games(), &of, by.clone())?).await?;
            let opened = self.open_match(origin, new).await;
            // A concurrent request may have opened the rematch, even if this one failed.
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

    /// Notifies the connected players of a match that one of them requests a rematch.
    fn propose_rematch(&self, opened: &MatchOpened, seat: Seat, lapses_in: Duration) {
        for (_, player) in (0..).map(Seat).zip(&opened.players).filter(|(other, _)| *other != seat) {
            let match_id = opened.match_id.clone();
            self.inner.lobby.notice(player, &SeatMessage::RematchProposed { match_id, seat, lapses_in });
        }
    }
}

/// Returns the same match with each player one seat further. Time controls move with their players.
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
    // The id of the rematch already identifies the request.
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
        graces: AskedGraces::default(),
        occasion: None,
        labels: of.labels.clone(),
        opening: of.opening.clone(),
        request,
        creator: Some(by),
    })
}

fn rematch_id(match_id: &MatchId) -> MatchId {
    let digest: [u8; 32] = Sha256::new().chain_update("rematch of ").chain_update(match_id.as_str()).finalize().into();
    MatchId::of_bytes(std::array::from_fn(|place| digest[place]))
}

fn agreed_by_all(opened: &MatchOpened, rematch: MatchId) -> Rematch {
    let agreed = (0..).map(Seat).zip(&opened.players).map(|(seat, _)| seat).collect();
    Rematch { agreed, match_id: Some(rematch), lapses_in: Duration::ZERO }
}

fn still_played() -> Refusal {
    Refusal::new(Reason::StillPlayed, "the match is in progress: request a rematch after its end")
}

fn unknown_game(games: Catalogue, game: &str) -> Refusal {
    Refusal::of_field(Reason::UnknownGame, "game", game, format!("one of {}", games.ids()))
}
