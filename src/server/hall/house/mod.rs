//! House bots: players that the server itself plays, in this process.

pub mod demo;
mod names;

use std::{sync::Arc, time::Duration};

use referee_games::{
    Game,
    bots::{self, Kind, TimeLeft},
    search::limits::SearchLimits,
};
use referee_ids::{MatchId, Nonce, PlayerId, RequestId, Seat, Seq};
use referee_law::{Fact, MatchOpened, MoveTime, Proposal, ProposalAnswer, Reason, Refusal};
use sha2::{Digest as _, Sha256};
use tokio::{
    runtime::Handle,
    sync::{OwnedSemaphorePermit, Semaphore},
    time::sleep,
};

pub use names::{HOUSE, is_house, is_house_name, kind_named, players};

use self::names::kind_of;
use super::{
    background::{Unfinished, aside},
    entropy::Entropy,
    limits::{Limits, STORE_RETRY},
    link::{self, SeatMessage, SeatReader, TurnCard, Wants},
    table::{Ask, Misconduct, TableStub},
    wall_clock::MatchClock,
};

/// The delay of a house bot is at most one over this number of the remaining time of a seat.
const MOST_OF_A_CLOCK: u32 = 20;
/// Maximum attempts to submit a move while the store fails.
const TRIES: u32 = 60;

/// The pool of seats for house bots, and the threads on which they think.
pub struct House {
    seats: Arc<Semaphore>,
    thinkers: Arc<Semaphore>,
    /// Runtime of low priority for thinking.
    background: Handle,
    nodes: u64,
    pace: Duration,
    secret: Secret,
    serving: Handle,
}

/// A permit for one house bot on one seat.
pub struct HouseSeat {
    _permit: Option<OwnedSemaphorePermit>,
}

impl House {
    /// Creates the house of a server with these limits.
    pub fn new(limits: &Limits) -> House {
        House {
            seats: Arc::new(Semaphore::new(limits.house_seats.min(Semaphore::MAX_PERMITS))),
            thinkers: Arc::new(Semaphore::new(limits.house_thinkers.clamp(1, Semaphore::MAX_PERMITS))),
            background: limits.background.clone().unwrap_or_else(Handle::current),
            nodes: limits.house_nodes,
            pace: limits.house_pace,
            secret: Secret::draw(&limits.entropy),
            serving: Handle::current(),
        }
    }

    /// Reserves a seat for each house bot among `players`. Fails with [`Reason::BotUnavailable`] if
    /// too few are free.
    pub fn reserve(&self, players: &[PlayerId]) -> Result<Vec<HouseSeat>, Refusal> {
        let reserve = |player: &PlayerId| match Arc::clone(&self.seats).try_acquire_owned() {
            Ok(permit) => Ok(HouseSeat { _permit: Some(permit) }),
            Err(_) => Err(no_seat_left(player)),
        };
        players.iter().filter(|player| is_house(player)).map(reserve).collect()
    }

    /// Checks whether [`House::reserve`] would succeed now, without reserving.
    pub fn has_room(&self, players: &[PlayerId]) -> Result<(), Refusal> {
        let mut asked = players.iter().filter(|player| is_house(player));
        asked.nth(self.seats.available_permits()).map_or(Ok(()), |player| Err(no_seat_left(player)))
    }

    /// Reserves seats for a resumed match, even beyond the limit, since the match had them before.
    pub fn reserve_again(&self, players: &[PlayerId]) -> Vec<HouseSeat> {
        let reserve = |_| HouseSeat { _permit: Arc::clone(&self.seats).try_acquire_owned().ok() };
        players.iter().filter(|player| is_house(player)).map(reserve).collect()
    }

    /// Seats the house bots of a match at its table. They play until the match is over.
    pub async fn sit(&self, table: &TableStub, leave: Vec<HouseSeat>) {
        let pace = if table.opened().players.iter().all(is_house) { self.pace } else { Duration::ZERO };
        let seats = (0..).map(Seat).zip(&table.opened().players);
        let house = seats.filter_map(|(seat, player)| Some((seat, kind_of(player)?)));
        for ((seat, kind), leave) in house.zip(leave) {
            let (link, line) = link::channel(Wants { moves: true, position: kind != Kind::Random, legal: true });
            let link_id = link.id;
            if table.opened().luck.as_ref().is_some_and(|luck| !luck.nonce_wait.is_zero()) {
                // House bots give an empty nonce. After a restart, the nonce may have been given
                // before.
                let nothing = Ask::GiveNonce { nonce: Nonce::default() };
                let _ = table.ask(seat, RequestId::default(), nothing).await;
            }
            // A house bot needs no events from before its turn.
            if let Err(refusal) = table.sit(seat, Seq(u64::MAX), link).await {
                tracing::warn!(match_id = %table.match_id(), seat = %seat, %refusal, "a house player could not sit down");
                continue;
            }
            let (thinkers, background) = (Arc::clone(&self.thinkers), self.background.clone());
            let (nodes, secret, table) = (self.nodes, self.secret, table.clone());
            let player =
                Player { table, seat, link_id, kind, nodes, pace, secret, thinkers, background, _leave: leave };
            self.serving.spawn(player.play(line));
        }
    }
}

fn no_seat_left(player: &PlayerId) -> Refusal {
    let expected = "another player: no house bot has a free seat (limit `house_seats`)";
    Refusal::of_field(Reason::BotUnavailable, "players", player.as_str(), expected)
}

/// A house bot on its seat in one match.
struct Player {
    table: TableStub,
    seat: Seat,
    link_id: u64,
    kind: Kind,
    nodes: u64,
    pace: Duration,
    secret: Secret,
    thinkers: Arc<Semaphore>,
    background: Handle,
    _leave: HouseSeat,
}

impl Player {
    async fn play(self, mut line: SeatReader) {
        while let Some(message) = line.recv().await {
            match message {
                SeatMessage::Turn(card) => self.answer(&card).await,
                SeatMessage::Event { event, .. } if matches!(event.fact(), Fact::MatchEnded(_)) => return,
                SeatMessage::Event { event, .. } => self.respond(event.fact()).await,
                SeatMessage::Replaced | SeatMessage::Left { .. } => return,
                // House bots agree to every rematch in advance.
                SeatMessage::Seated { .. }
                | SeatMessage::RematchProposed { .. }
                | SeatMessage::Challenge(_)
                | SeatMessage::Answered(_) => {}
            }
        }
    }

    /// Answers a proposal: house bots accept takebacks and decline draws.
    async fn respond(&self, fact: &Fact) {
        let Fact::ProposalMade { seat, proposal, .. } = fact else { return };
        if *seat == self.seat {
            return;
        }
        let answer = match proposal {
            Proposal::Draw => ProposalAnswer::Decline,
            Proposal::Takeback => ProposalAnswer::Accept,
        };
        let ask = Ask::AnswerProposal { proposal: *proposal, answer, received: self.table.clock().now() };
        // The proposal may have lapsed, or the match may be over, so a refusal is ignored.
        let _ = self.table.ask(self.seat, RequestId::default(), ask).await;
    }

    async fn answer(&self, card: &Arc<TurnCard>) {
        let pause = self.pause(card);
        if !pause.is_zero() {
            sleep(pause).await;
        }
        let thought = match Arc::clone(&self.thinkers).acquire_owned().await {
            Ok(place) => {
                // The turn counts as offered when a thread starts to think about it.
                card.stamp.mark(self.table.clock().now());
                let question = Question {
                    kind: self.kind,
                    nodes: self.nodes,
                    secret: self.secret,
                    game: self.table.game(),
                    card: Arc::clone(card),
                    clock: self.table.clock(),
                };
                aside(&self.background, move || {
                    let _place = place;
                    question.answer()
                })
                .await
            }
            Err(_) => return,
        };
        match thought {
            Ok(Ok(notation)) => self.offer(card, notation).await,
            Ok(Err(why)) => self.fail(why).await,
            // The server is stopping, and the next one sends the turn again.
            Err(Unfinished::Stopped) => {}
            Err(Unfinished::Panicked(_)) => self.fail("a house bot failed".to_owned()).await,
        }
    }

    /// Returns the delay before a move, so that spectators can follow. The delay never endangers
    /// the clock.
    fn pause(&self, card: &TurnCard) -> Duration {
        let clock = card.remaining.get(card.seat.index()).copied().flatten();
        let limits = [clock, card.time.move_limit, card.time.round_left, card.time.match_left];
        limits.into_iter().flatten().fold(self.pace, |pause, limit| pause.min(limit / MOST_OF_A_CLOCK))
    }

    async fn offer(&self, card: &TurnCard, notation: String) {
        for _ in 0..TRIES {
            let received = self.table.clock().now();
            let ask = Ask::PlayMove { turn_id: card.turn_id, notation: notation.clone(), score: None, received };
            match self.table.ask(self.seat, RequestId::default(), ask).await {
                Ok(_) => return,
                // The clock ran out, an opponent or an arbiter acted first, or the server is
                // stopping.
                Err(refusal) if is_too_late(refusal.reason) => return,
                Err(Refusal { reason: Reason::HostFault | Reason::StoreUnavailable, .. }) => sleep(STORE_RETRY).await,
                Err(refusal) => return self.fail(format!("the referee declined its move: {refusal}")).await,
            }
        }
        self.fail("its move could not be stored".to_owned()).await;
    }

    async fn fail(&self, why: String) {
        tracing::error!(match_id = %self.table.match_id(), seat = %self.seat, why, "a house bot gives up");
        let misconduct = Misconduct::seen(why, self.table.clock().now());
        self.table.misbehaved(self.seat, self.link_id, misconduct);
    }
}

/// Returns whether a move came too late for its turn. If the turn is still open, the table sends it
/// again.
fn is_too_late(reason: Reason) -> bool {
    use Reason::{AlreadyPlayed, MatchOver, NotYourTurn, Paused, Stopping, TurnNotOpen};
    matches!(reason, AlreadyPlayed | MatchOver | NotYourTurn | Paused | Stopping | TurnNotOpen)
}

/// A turn for the thinking thread.
struct Question {
    kind: Kind,
    nodes: u64,
    secret: Secret,
    game: &'static dyn Game,
    card: Arc<TurnCard>,
    clock: MatchClock,
}

impl Question {
    fn answer(&self) -> Result<String, String> {
        let (card, seed) =
            (&*self.card, self.secret.seed(&self.card.opened.match_id, self.card.seat, self.card.round, self.card.ply));
        let chosen = match self.kind {
            Kind::Random => None,
            Kind::Greedy | Kind::Search => self.think(seed)?,
        };
        chosen.or_else(|| bots::any(&card.legal, seed)).ok_or_else(|| "there is no move".to_owned())
    }

    /// Returns the bot's move, based only on what its seat may know. Returns `None` if the game
    /// cannot guess the hidden part of the position.
    fn think(&self, seed: u64) -> Result<Option<String>, String> {
        let card = &*self.card;
        let opened = &card.opened;
        let seats = u8::try_from(opened.players.len()).map_err(|_| "too many seats")?;
        let options = opened.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let setting = self.game.facts().setting(seats, options).map_err(|bad| bad.to_string())?;
        let round = match self.game.determinize(&setting, &card.position, &bots::entropy(seed)) {
            Ok(round) => round,
            Err(bad) => {
                let MatchOpened { match_id, game, .. } = &**opened;
                tracing::warn!(%match_id, game, %bad, "a house bot cannot read its position and plays an \
                    arbitrary move");
                return Ok(None);
            }
        };
        let MoveTime { delay, refund, move_limit, moves_to_go, periods, period, .. } = card.time;
        let time_left = TimeLeft {
            remaining: card.remaining.get(card.seat.index()).copied().flatten(),
            increment: card.increment.get(card.seat.index()).copied().unwrap_or_default(),
            delay,
            refund,
            move_limit,
            moves_to_go,
            periods,
            period,
            budgets: [card.time.round_left, card.time.match_left],
        };
        let until = time_left.to_think().map(|time| self.clock.now().after(time));
        let mut may_go_on = || until.is_none_or(|until| self.clock.now() < until);
        let nodes = card.time.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes));
        let depth = card.time.depth.unwrap_or(u32::MAX);
        let mut limits = SearchLimits::while_allowed(nodes, &mut may_go_on).no_deeper(depth);
        Ok(bots::think(self.kind, &*round, card.seat, &mut limits, seed))
    }
}

/// A secret input for the choices of house bots. Anyone who knew it could predict them.
#[derive(Clone, Copy)]
struct Secret([u8; 32]);

impl Secret {
    /// Draws a secret for the lifetime of the house.
    fn draw(entropy: &Entropy) -> Secret {
        Secret(entropy.bytes().unwrap_or_else(|error| {
            tracing::error!(%error, "no random numbers: the choices of house bots are predictable");
            [0; 32]
        }))
    }

    /// Returns a seed for a turn of a match. The same turn always gets the same seed.
    fn seed(self, match_id: &MatchId, seat: Seat, round: u32, ply: u32) -> u64 {
        let hash = Sha256::new()
            .chain_update(self.0)
            .chain_update(match_id.as_str())
            .chain_update([0, seat.0])
            .chain_update(round.to_le_bytes())
            .chain_update(ply.to_le_bytes())
            .finalize();
        hash.iter().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_follow_from_the_secret_and_the_turn() {
        let id = |text: &str| MatchId::parse(text).expect("an id");
        let seed = |secret, text, seat, round, ply| Secret([secret; 32]).seed(&id(text), Seat(seat), round, ply);
        let one = seed(1, "m1", 0, 1, 2);
        assert_eq!(one, seed(1, "m1", 0, 1, 2), "the same turn, the same choice");
        let others = [
            seed(2, "m1", 0, 1, 2),
            seed(1, "m2", 0, 1, 2),
            seed(1, "m1", 1, 1, 2),
            seed(1, "m1", 0, 2, 2),
            seed(1, "m1", 0, 1, 3),
        ];
        assert!(!others.contains(&one), "{others:?}");
        let draw = || Secret::draw(&Entropy::of_system()).0;
        assert_ne!(draw(), draw(), "every house has its own");
    }
}
