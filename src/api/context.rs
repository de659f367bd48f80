//! What every service works with: the hall, and word of the server's end.

use std::{net::IpAddr, sync::Arc};

use tokio::{runtime::Handle, sync::watch};
use tonic::Request;

use super::{
    admission::CallerAddress,
    auth,
    convert::{self, Asked, CommandAsked},
    stream_limits::{Caller, StreamLimits, StreamPlace},
};
use crate::{
    hall::{
        Hall, not_seated,
        rematch::Rematch,
        table::{ArbiterCommand, SeatCommand, TableStub},
        wall_clock::Moment,
    },
    ids::{MatchId, PlayerId, Seat, Seq, Viewer},
    pb::v1,
    referee::{MatchOpened, Reason, Refusal},
    store::Accounts,
};

/// What every service works with. Cloning gives another handle to the same.
#[derive(Clone)]
pub struct ServiceContext {
    hall: Hall,
    arbiters: Arc<[PlayerId]>,
    streams: StreamLimits,
    walls: StreamLimits,
    /// The runtime that serves moves.
    serving: Handle,
    stopping: watch::Receiver<bool>,
}

impl ServiceContext {
    /// A context before this hall, of the runtime that serves moves; streams end when `stopping` becomes true.
    pub(super) fn new(
        hall: Hall,
        arbiters: Vec<PlayerId>,
        streams: StreamLimits,
        walls: StreamLimits,
        stopping: watch::Receiver<bool>,
    ) -> ServiceContext {
        ServiceContext { hall, arbiters: arbiters.into(), streams, walls, serving: Handle::current(), stopping }
    }

    /// The hall.
    pub fn hall(&self) -> &Hall {
        &self.hall
    }

    /// The runtime that serves moves.
    pub(super) fn serving(&self) -> &Handle {
        &self.serving
    }

    /// The runtime where logs are read for those who are behind.
    pub(super) fn background(&self) -> Handle {
        self.hall.limits().background.clone().unwrap_or_else(Handle::current)
    }

    /// The streams that are open.
    pub(super) fn streams(&self) -> &StreamLimits {
        &self.streams
    }

    /// The accounts of the players.
    pub fn accounts(&self) -> &dyn Accounts {
        &**self.hall.accounts()
    }

    /// Waits until the server stops.
    pub fn stopped(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut stopping = self.stopping.clone();
        async move {
            // An error means that the server itself is gone, which is a stop as well.
            let _ = stopping.wait_for(|stop| *stop).await;
        }
    }

    /// Waits until a stream is to end, whatever its caller does: the server stops, or the token is renewed by which it was opened.
    pub(super) fn ended(&self, place: &StreamPlace) -> impl Future<Output = Refusal> + Send + use<> {
        let (stopped, renewed) = (self.stopped(), place.renewed());
        async move {
            tokio::select! {
                () = stopped => stopping(),
                () = renewed => auth::renewed(),
            }
        }
    }

    /// The caller of a stream, and its place among those of the same caller.
    pub(super) async fn enter<T>(&self, request: &Request<T>) -> Result<(Option<PlayerId>, StreamPlace), Refusal> {
        let caller = auth::caller(self.accounts(), request.metadata()).await?;
        let address = address(request);
        let place = self.streams.take(Caller::of(caller.as_ref(), address))?;
        // A token that was renewed before this stream had its place ends it here.
        auth::caller(self.accounts(), request.metadata()).await?;
        Ok((caller, place))
    }

    /// The place of a stream of many matches or positions among those of its caller, which it takes beside the one of every stream.
    pub(super) fn enter_wall<T>(
        &self,
        request: &Request<T>,
        caller: Option<&PlayerId>,
    ) -> Result<StreamPlace, Refusal> {
        let address = address(request);
        self.walls.take(Caller::of(caller, address))
    }

    /// What `player` is to a match: a seat of it, an arbiter who does not sit in it, or a spectator.
    pub async fn viewer(&self, match_id: &MatchId, player: Option<&PlayerId>) -> Result<Viewer, Refusal> {
        let Some(player) = player else {
            return Ok(Viewer::Spectator);
        };
        Ok(self.viewer_in(&*self.hall.opened(match_id).await?, Some(player)))
    }

    /// The same for a match of which it is known how it was set up.
    pub fn viewer_in(&self, opened: &MatchOpened, player: Option<&PlayerId>) -> Viewer {
        match player {
            None => Viewer::Spectator,
            Some(player) => match opened.seat_of(player) {
                Some(seat) => Viewer::Seat(seat),
                None if self.arbiters.contains(player) => Viewer::Arbiter,
                None => Viewer::Spectator,
            },
        }
    }

    /// Carries a command, which came at `arrived`, to its table for the seat of `player`. A match without a table is over or
    /// unknown; the answer to a request that it knows is given again.
    pub async fn ask(
        &self,
        table: Option<TableStub>,
        seat: Option<Seat>,
        player: &PlayerId,
        arrived: Moment,
        asked: CommandAsked,
    ) -> Result<Seq, Refusal> {
        let Some(table) = table else {
            return self.answer_again(player, asked).await;
        };
        let is_arbiter = seat.is_none() && self.arbiters.contains(player);
        let received = table.clock().time_at(arrived);
        let CommandAsked { match_id, request_id, asked } = asked;
        match (asked, seat) {
            (Asked::BySeat(ask), Some(seat)) => table.ask(seat, request_id, ask.received_at(received)).await,
            (Asked::BySeat(SeatCommand::Abort), None) if is_arbiter => {
                table.arbitrate(player.clone(), request_id, ArbiterCommand::Abort).await
            }
            (Asked::ByArbiter(ask), _) if is_arbiter => table.arbitrate(player.clone(), request_id, ask).await,
            (Asked::ByArbiter(_), _) => Err(not_arbiter()),
            (Asked::BySeat(_), None) => Err(not_seated(player, &match_id)),
        }
    }

    /// Asks for a rematch, agrees to it, or takes that back.
    pub async fn rematch(&self, player: &PlayerId, asked: &v1::RematchRequest) -> Result<Rematch, Refusal> {
        let (match_id, wish) = convert::asked_rematch(asked)?;
        self.hall.rematch(&match_id, player, wish).await
    }

    /// The same for a match that has no table.
    async fn answer_again(&self, player: &PlayerId, asked: CommandAsked) -> Result<Seq, Refusal> {
        let CommandAsked { match_id, request_id, asked } = asked;
        let is_arbiter = self.arbiters.contains(player);
        match asked {
            // An arbiter may have sat in this match, or not.
            Asked::BySeat(SeatCommand::Abort) if is_arbiter => {
                match self.hall.answer_again(&match_id, player, request_id.clone(), SeatCommand::Abort).await {
                    Err(refusal) if refusal.reason == Reason::NotSeated => {
                        let (player, abort) = (player.clone(), ArbiterCommand::Abort);
                        self.hall.answer_arbiter_again(&match_id, player, request_id, abort).await
                    }
                    answered => answered,
                }
            }
            Asked::BySeat(ask) => self.hall.answer_again(&match_id, player, request_id, ask).await,
            Asked::ByArbiter(ask) if is_arbiter => {
                self.hall.answer_arbiter_again(&match_id, player.clone(), request_id, ask).await
            }
            Asked::ByArbiter(_) => Err(not_arbiter()),
        }
    }
}

/// Where a call comes from.
fn address<T>(request: &Request<T>) -> Option<IpAddr> {
    request.extensions().get().map(|CallerAddress(address)| *address)
}

/// The refusal of what an arbiter alone may do, and only where it does not sit.
pub fn not_arbiter() -> Refusal {
    Refusal::new(Reason::Forbidden, "only an arbiter of this server, who does not sit in the match, may do this")
}

/// The refusal of a call when the server stops.
pub fn stopping() -> Refusal {
    Refusal::new(Reason::Stopping, "the server is stopping; connect again")
}
