//! `MatchService`: creates matches, plays in them and watches them.

use referee_ids::{MatchId, PlayerId, Seq, Viewer};
use referee_law::{Contest, MatchOpened, Reason, Refusal};
use referee_proto::v1::{self, match_service_server::MatchService};
use referee_store::{MatchFilter, MatchState, Scope};
use tokio::time::timeout;
use tonic::{Request, Response, Status, Streaming};

use super::records::{self, RecordStream};
use crate::api::{
    admission::{fair_queue::Payer, stream_limits::StreamPlace},
    auth::{self, Identity, commander::Commander, looker::Looker},
    context::{self, ServiceContext},
    convert::{self, StateAsked},
    edge::gzip::AsOneStream,
    paging,
    play::{
        self, Inbound, SeatStream,
        attend::{self, AttendStream},
    },
    status::status,
    watch::{
        self, WatchStream, Watcher,
        frames::{self, FrameStream},
        matches::{self, MATCHES_A_STREAM, WallStream},
        results::{self, ResultStream},
    },
};
use crate::hall::{Agreed, NewMatch, limits::creation_limits::Creator, wall_clock::Moment};

/// Fraction of `call_within` for which a command waits for the store. The caller then gets the
/// failure of the store, and not the time limit.
const STORED_WITHIN: f64 = 0.75;

/// Maximum reads of the store for one page of a list. If the filter excludes many rows, a page may
/// be short.
const READS_A_PAGE: usize = 8;

pub struct Matches {
    context: ServiceContext,
}

struct Maker {
    creator: Creator,
    by_host: bool,
    /// Player whose seats the caller sees; `None` for a spectator.
    sees_as: Option<PlayerId>,
}

impl Matches {
    pub fn new(context: ServiceContext) -> Matches {
        Matches { context }
    }

    async fn create(
        &self,
        Maker { creator, by_host, sees_as }: Maker,
        asked: v1::CreateMatchRequest,
    ) -> Result<v1::CreateMatchResponse, Refusal> {
        let caller = creator.player.clone();
        let creator = (!by_host).then_some(creator);
        let is_house = |player: &PlayerId| self.context.hall().lobby().is_house(player);
        let validate_only = asked.validate_only;
        let new = convert::opening(self.context.hall().games(), asked, caller.clone(), is_house)?;
        let new = NewMatch { creator, ..new };
        if !by_host && !new.players.contains(&caller) && !new.players.iter().all(is_house) {
            let text = "you must be a player of the match, unless all its seats are house bots; only hosts pair \
                other players";
            return Err(Refusal { field: "players".into(), ..Refusal::new(Reason::Forbidden, text) });
        }
        if let Some(occasion) = &new.occasion {
            self.may_schedule(&occasion.contest, by_host).await?;
        }
        for (at, player) in new.players.iter().enumerate() {
            let account = self.context.accounts().account(player);
            if !is_house(player) && account.await.map_err(auth::store_fault)?.is_none() {
                let expected = "the name of a registered player";
                let field = format!("players[{at}]");
                return Err(Refusal::of_field(Reason::UnknownPlayer, field, player.as_str(), expected));
            }
        }
        let viewer = new.players.iter().position(|player| Some(player) == sees_as.as_ref());
        let agreed = Agreed::Only { players: [caller.clone()].into(), by_host };
        if validate_only {
            self.context.hall().could_create(new, agreed).await?;
            return Ok(v1::CreateMatchResponse { summary: None });
        }
        let match_id = self.context.hall().create_agreed(new, agreed).await?;
        tracing::info!(%match_id, player = %caller, "match opened");
        let viewer = viewer.and_then(|seat| u8::try_from(seat).ok()).map(referee_ids::Seat);
        let seen = self.context.hall().look(&match_id, viewer.map_or(Viewer::Spectator, Viewer::Seat)).await?;
        Ok(convert::created(self.context.named_summary(&seen.summary).await))
    }

    /// Rejects a contest slot that the caller may not name. Players may not schedule matches of
    /// contests, and only the server opens the matches of its own contests.
    async fn may_schedule(&self, contest: &Contest, by_host: bool) -> Result<(), Refusal> {
        if !by_host {
            let text = "only hosts schedule matches of contests: leave `occasion` out, or use a token with \
                        the scope `host`";
            let (field, value, expected) = ("occasion".into(), contest.to_string(), "none, or a host's token".into());
            return Err(Refusal { field, value, expected, ..Refusal::new(Reason::Forbidden, text) });
        }
        let first = self.context.hall().contests().contest_events(contest, Seq(0), 1);
        if first.await.map_err(auth::store_fault)?.is_empty() {
            return Ok(());
        }
        let (field, kind) = (format!("occasion.contest.{}_id", contest.kind()), contest.kind());
        let expected =
            format!("an id that no {kind} of this server has: the server opens the matches of its own {kind}s itself");
        Err(Refusal::of_field(Reason::NameTaken, field, contest.name(), expected))
    }

    async fn get(&self, caller: Looker, asked: v1::GetMatchRequest) -> Result<v1::GetMatchResponse, Refusal> {
        let match_id = convert::match_id(&asked.match_id)?;
        let viewer = self.context.viewer(&match_id, &caller).await?;
        let seen = match self.context.hall().look(&match_id, viewer).await {
            // The log is gone, but lists still have the summary.
            Err(refusal) if refusal.reason == Reason::MatchPruned => {
                let summary = self.context.hall().summary(&match_id, |_| viewer).await?;
                let (round, ply) = (summary.round, summary.ply);
                let summary = Some(self.context.named_summary(&summary).await);
                return Ok(v1::GetMatchResponse { summary, round, ply, ..Default::default() });
            }
            seen => seen?,
        };
        let to_move =
            seen.summary.open_turn.as_ref().and_then(|turn| seen.summary.opened.players.get(turn.seat.index()));
        let is_to_move = to_move.is_some() && to_move == caller.player.as_ref();
        Ok(v1::GetMatchResponse {
            summary: Some(self.context.named_summary(&seen.summary).await),
            scene: Some(convert::scene(&seen.picture, &asked.known_board)),
            position: seen.position,
            legal: if is_to_move { convert::legal(seen.legal) } else { Vec::new() },
            claimable: seen.claimable,
            round: seen.summary.round,
            ply: seen.summary.ply,
            turn_id: seen.summary.open_turn.map_or(0, |turn| turn.id.0),
        })
    }

    async fn list(&self, caller: Looker, asked: v1::ListMatchesRequest) -> Result<v1::ListMatchesResponse, Refusal> {
        let state = convert::asked_state(asked.state)?;
        let mut before = paging::behind(&asked.page_token, |text| MatchId::parse(text).ok())?;
        let state = match state {
            StateAsked::All => None,
            StateAsked::In(state) => Some(state),
        };
        // If spectators see a match with a delay, its shown state may be earlier than the stored
        // one.
        let is_shown_late = state.is_some_and(|state| matches!(state, MatchState::Waiting | MatchState::Live))
            && self.context.hall().holds_back(Viewer::Spectator);
        let filter = MatchFilter {
            state: state.filter(|_| !is_shown_late),
            unfinished: is_shown_late,
            game: match asked.game.as_str() {
                "" => None,
                id => Some(convert::game(self.context.hall().games(), id)?.facts().id.to_owned()),
            },
            player: match asked.player.as_str() {
                "" => None,
                name => Some(convert::player_id(name, "player")?),
            },
            opponent: None,
            contest: asked.contest.map(|contest| convert::asked_contest("", Some(contest))).transpose()?,
        };
        let opponent = convert::opponent(&asked.opponent, filter.player.as_ref(), "opponent")?;
        let filter = MatchFilter { opponent, ..filter };
        let size = paging::size(asked.page_size)?;
        let viewer = |opened: &MatchOpened| self.context.viewer_in(opened, caller.player.as_ref());
        let mut matches = Vec::with_capacity(size);
        for _ in 0..READS_A_PAGE {
            let seen = self.context.hall().list(filter.clone(), before.take(), size, viewer).await?;
            for listed in &seen {
                before = Some(listed.match_id().clone());
                if !self.context.may_know_listed(listed, &caller) {
                    continue;
                }
                // The match may have changed since the store was read, so its state is compared
                // again.
                let listed = convert::listed(listed);
                if asked.state == 0 || asked.state == listed.state {
                    matches.push(listed);
                }
                if matches.len() == size {
                    break;
                }
            }
            if seen.len() < size && matches.len() < size {
                before = None;
            }
            if before.is_none() || matches.len() == size {
                break;
            }
        }
        self.context.name_matches(matches.iter_mut().collect()).await;
        let next_page_token = before.map_or(String::new(), |last| paging::token(last.as_str()));
        Ok(v1::ListMatchesResponse { matches, next_page_token })
    }

    async fn results(&self, caller: Looker, asked: v1::ListResultsRequest) -> Result<v1::ListResultsResponse, Refusal> {
        let hall = self.context.hall();
        let filter = convert::asked_results(hall.games(), asked.filter)?;
        let mut page = hall.results(asked.after_number, &filter, paging::size(asked.page_size)?).await?;
        let withheld = self.context.withhold(&mut page, &caller);
        let mut answer = convert::results(&page, &withheld);
        self.context.name_results(&mut answer.results).await;
        Ok(answer)
    }

    async fn submit(
        &self,
        caller: &Identity,
        by: Creator,
        arrived: Moment,
        asked: v1::SubmitCommandRequest,
    ) -> Result<v1::SubmitCommandResponse, Refusal> {
        let asked = convert::command(asked).map_err(|bad| bad.refusal)?;
        let who = Commander::of_call(caller, by, &asked.ask)?;
        // A table waits for its store without a limit, so the call needs a limit of its own.
        let waits = self.context.settings().call_within.mul_f64(STORED_WITHIN);
        let seq = timeout(waits, self.context.ask(&who, arrived, asked)).await.map_err(|_| not_stored())??;
        Ok(v1::SubmitCommandResponse { seq: seq.0 })
    }

    /// Opens a stream of many matches for the caller of `request`. Returns whether it must be
    /// compressed.
    async fn wall<T>(
        &self,
        request: &Request<T>,
        asked: &v1::WatchMatchesRequest,
    ) -> Result<(WallStream, bool), Refusal> {
        let (caller, place) = self.context.enter(request).await?;
        let many_place = self.context.enter_boards(request, caller.as_ref().map(Identity::player))?;
        let is_compressed = many_place.is_compressed();
        let owner = context::caller_of(request, caller.as_ref());
        let watcher = Watcher { caller: self.context.looker(caller.as_ref()), place, payer: payer(request) };
        let wall = matches::open(&self.context, watcher, owner, many_place, asked.clone())?;
        Ok((wall, is_compressed))
    }

    /// Admits a stream that takes seats, and returns its player and place.
    async fn seat<T>(&self, request: &Request<T>) -> Result<(Creator, StreamPlace), Refusal> {
        let (caller, place) = self.context.enter(request).await?;
        let caller = caller.ok_or_else(auth::no_token)?;
        caller.demand(Scope::Play)?;
        self.context.hall().lobby().knock(caller.player())?;
        Ok((context::creator(request, caller.token.player), place))
    }
}

/// Returns the refusal of a command that the store has not stored in time. The table still has the
/// command.
fn not_stored() -> Refusal {
    let text = "the store has not stored the command yet: repeat the same request";
    Refusal::new(Reason::StoreUnavailable, text)
}

#[tonic::async_trait]
impl MatchService for Matches {
    type GetRecordStream = RecordStream;
    type WatchResultsStream = ResultStream;
    type WatchMatchStream = WatchStream;
    type PlayStream = SeatStream;
    type AttendStream = AttendStream;
    type ListFramesStream = FrameStream;
    type WatchMatchesStream = WallStream;

    async fn create_match(
        &self,
        request: Request<v1::CreateMatchRequest>,
    ) -> Result<Response<v1::CreateMatchResponse>, Status> {
        let caller = self.context.player(&request, Scope::Create).await?;
        let (by_host, sees_as) = (self.context.is_host(&caller), caller.seeing_as());
        let maker = Maker { creator: context::creator(&request, caller.token.player), by_host, sees_as };
        let created = self.create(maker, request.into_inner()).await;
        created.map(Response::new).map_err(|no| status(&no))
    }

    async fn get_match(&self, request: Request<v1::GetMatchRequest>) -> Result<Response<v1::GetMatchResponse>, Status> {
        let caller = self.context.identify(&request).await.map_err(|no| status(&no))?;
        self.get(self.context.looker(caller.as_ref()), request.into_inner())
            .await
            .map(Response::new)
            .map_err(|no| status(&no))
    }

    async fn list_matches(
        &self,
        request: Request<v1::ListMatchesRequest>,
    ) -> Result<Response<v1::ListMatchesResponse>, Status> {
        let caller = self.context.identify(&request).await.map_err(|no| status(&no))?;
        let caller = self.context.looker(caller.as_ref());
        self.list(caller, request.into_inner()).await.map(Response::new).map_err(|no| status(&no))
    }

    async fn submit_command(
        &self,
        request: Request<v1::SubmitCommandRequest>,
    ) -> Result<Response<v1::SubmitCommandResponse>, Status> {
        let arrived = Moment::now();
        let caller = self.context.identify(&request).await.map_err(|no| status(&no))?;
        let caller = caller.ok_or_else(|| status(&auth::no_token()))?;
        let by = context::creator(&request, caller.player().clone());
        let tap = self.context.settings().tap.as_ref().filter(|tap| tap.takes_commands(caller.player()));
        let submitted = match tap {
            None => self.submit(&caller, by, arrived, request.into_inner()).await,
            Some(tap) => {
                let serve = |asked| self.submit(&caller, by, Moment::now(), asked);
                tap.command(request.into_inner(), serve).await
            }
        };
        submitted.map(Response::new).map_err(|no| status(&no))
    }

    async fn rematch(&self, request: Request<v1::RematchRequest>) -> Result<Response<v1::RematchResponse>, Status> {
        let caller = self.context.player(&request, Scope::Play).await?;
        let by = context::creator(&request, caller.token.player);
        let asked = request.into_inner();
        let rematch = self.context.rematch(by, &asked).await.map_err(|no| status(&no))?;
        Ok(Response::new(convert::rematch(&asked, &rematch)))
    }

    async fn get_record(&self, request: Request<v1::GetRecordRequest>) -> Result<Response<RecordStream>, Status> {
        let (caller, place) = self.context.enter(&request).await.map_err(|no| status(&no))?;
        let payer = payer(&request);
        let match_id = convert::match_id(&request.into_inner().match_id).map_err(|no| status(&no))?;
        let caller = self.context.looker(caller.as_ref());
        self.context.viewer(&match_id, &caller).await.map_err(|no| status(&no))?;
        let record = self.context.hall().record(&match_id).await.map_err(|no| status(&no))?;
        Ok(Response::new(records::stream(&self.context, record, place, payer)))
    }

    async fn get_record_key(
        &self,
        _: Request<v1::GetRecordKeyRequest>,
    ) -> Result<Response<v1::GetRecordKeyResponse>, Status> {
        let signer = self.context.hall().limits().signer.as_ref();
        let public_key = signer.map(|signer| signer.public_key().to_string()).unwrap_or_default();
        Ok(Response::new(v1::GetRecordKeyResponse { public_key }))
    }

    async fn watch_match(&self, request: Request<v1::WatchMatchRequest>) -> Result<Response<WatchStream>, Status> {
        let (caller, place) = self.context.enter(&request).await.map_err(|no| status(&no))?;
        let watcher = Watcher { caller: self.context.looker(caller.as_ref()), place, payer: payer(&request) };
        watch::open(&self.context, watcher, request.into_inner()).await.map(Response::new).map_err(|no| status(&no))
    }

    async fn watch_matches(&self, request: Request<v1::WatchMatchesRequest>) -> Result<Response<WallStream>, Status> {
        let (wall, is_compressed) = self.wall(&request, request.get_ref()).await.map_err(|no| status(&no))?;
        Ok(AsOneStream::mark(Response::new(wall), is_compressed))
    }

    async fn change_watch(
        &self,
        request: Request<v1::ChangeWatchRequest>,
    ) -> Result<Response<v1::ChangeWatchResponse>, Status> {
        let caller = self.context.identify(&request).await.map_err(|no| status(&no))?;
        let owner = context::caller_of(&request, caller.as_ref());
        let asked = request.into_inner();
        let change = convert::watch_change(&asked, MATCHES_A_STREAM).map_err(|no| status(&no))?;
        let changed = self.context.open_watches().ask(&owner, &asked.watch_id, change).await;
        changed.map(|()| Response::new(v1::ChangeWatchResponse {})).map_err(|no| status(&no))
    }

    async fn list_results(
        &self,
        request: Request<v1::ListResultsRequest>,
    ) -> Result<Response<v1::ListResultsResponse>, Status> {
        let caller = self.context.identify(&request).await.map_err(|no| status(&no))?;
        let caller = self.context.looker(caller.as_ref());
        self.results(caller, request.into_inner()).await.map(Response::new).map_err(|no| status(&no))
    }

    async fn watch_results(&self, request: Request<v1::WatchResultsRequest>) -> Result<Response<ResultStream>, Status> {
        let (caller, place) = self.context.enter(&request).await.map_err(|no| status(&no))?;
        let watcher = Watcher { caller: self.context.looker(caller.as_ref()), place, payer: payer(&request) };
        results::open(&self.context, watcher, request.into_inner()).map(Response::new).map_err(|no| status(&no))
    }

    async fn list_frames(&self, request: Request<v1::ListFramesRequest>) -> Result<Response<FrameStream>, Status> {
        let (caller, place) = self.context.enter(&request).await.map_err(|no| status(&no))?;
        let many_place = self
            .context
            .enter_replay(&request, caller.as_ref().map(Identity::player))
            .await
            .map_err(|no| status(&no))?;
        let watcher = Watcher { caller: self.context.looker(caller.as_ref()), place, payer: payer(&request) };
        let is_compressed = many_place.is_compressed();
        let frames = frames::open(&self.context, watcher, many_place, request.into_inner()).await;
        frames.map(Response::new).map(|frames| AsOneStream::mark(frames, is_compressed)).map_err(|no| status(&no))
    }

    async fn play(&self, request: Request<Streaming<v1::PlayRequest>>) -> Result<Response<SeatStream>, Status> {
        let (caller, place) = self.seat(&request).await.map_err(|no| status(&no))?;
        let inbound = Inbound::BothWays(Box::new(request.into_inner()));
        Ok(Response::new(play::open(self.context.clone(), caller, place, inbound)))
    }

    async fn attend(&self, request: Request<v1::AttendRequest>) -> Result<Response<AttendStream>, Status> {
        let (caller, place) = self.seat(&request).await.map_err(|no| status(&no))?;
        let wall = match &request.get_ref().watch {
            Some(asked) => Some(self.wall(&request, asked).await.map_err(|no| status(&no.within("watch")))?),
            None => None,
        };
        let (wall, is_compressed) = wall.map_or((None, false), |(wall, is_compressed)| (Some(wall), is_compressed));
        let hello = request.into_inner().hello.unwrap_or_default();
        let attending = attend::open(self.context.clone(), caller, place, hello, wall);
        Ok(AsOneStream::mark(Response::new(attending), is_compressed))
    }
}

/// Returns the payer for the work that continues after the answer to a request.
fn payer<T>(request: &Request<T>) -> Payer {
    request.extensions().get().cloned().unwrap_or_default()
}
