//! A match of the check: the bot on seat 0, opponents on the others.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::opponents;
use crate::{
    games::Game,
    hall::{
        AskedGraces, Hall, NewLuck, NewMatch,
        challenges::rematch::Wish,
        limits::creation_limits::Creator,
        table::{Ask, TableStub},
    },
    ids::{MatchId, PlayerId, RequestId, Seat, Seq, Viewer},
    law::{
        Asker, Conduct, IllegalMovePolicy, LostSeatPolicy, Opening, Reason, Refusal, Seed, TimeControl,
        event::MAX_RETRIES,
    },
    store::RequestKey,
};

/// Arbiter of the matches.
const ARBITER: &str = "examiner";
/// Time for the bot's last match to free its place.
const FREED_WITHIN: Duration = Duration::from_secs(5);
/// Interval of attempts to open a match.
const AGAIN: Duration = Duration::from_millis(10);

/// The bot's seat.
pub const OWN: Seat = Seat(0);
/// The seat that makes proposals.
pub const OTHER: Seat = Seat(1);

pub struct HostedMatch {
    table: TableStub,
    arbiter: PlayerId,
}

impl HostedMatch {
    /// Opens a match; `time` is the time control of the bot.
    pub async fn open(
        hall: &Hall,
        game: &'static dyn Game,
        player: &PlayerId,
        time: &str,
    ) -> Result<HostedMatch, String> {
        let setting = game.facts().setting(0, []).map_err(|error| error.to_string())?;
        let others = usize::from(setting.seats()) - 1;
        let control = |text| TimeControl::parse(text).map_err(|bad| bad.to_string());
        let mut time_controls = vec![control("inf")?; others];
        time_controls.insert(0, control(time)?);
        let mut players = opponents::players(others)?;
        players.insert(0, player.clone());
        let new = NewMatch {
            game: game.facts().id,
            setting,
            time_controls,
            players,
            illegal_move_policy: IllegalMovePolicy::Retry { retries: MAX_RETRIES },
            lost_seat_policy: LostSeatPolicy::default(),
            luck: NewLuck { seed: Some(Seed::new([7; 32])), ..NewLuck::default() },
            conduct: Conduct::default(),
            graces: AskedGraces::default(),
            occasion: None,
            labels: Default::default(),
            opening: Opening::default(),
            request: RequestKey { player: player.clone(), request_id: String::new(), content: [0; 32] },
            creator: None,
        };
        let match_id = create(hall, new).await.map_err(|refusal| format!("the server opened no match: {refusal}"))?;
        HostedMatch::find(hall, &match_id).ok_or_else(|| "the match ended at once".to_owned())
    }

    /// Returns a live match of this id.
    pub fn find(hall: &Hall, match_id: &str) -> Option<HostedMatch> {
        let table = hall.table(&MatchId::parse(match_id).ok()?)?;
        Some(HostedMatch { table, arbiter: PlayerId::parse(ARBITER).ok()? })
    }

    pub fn match_id(&self) -> &str {
        self.table.match_id().as_str()
    }

    /// Makes an arbiter's ruling.
    pub async fn rule(&self, ask: Ask) -> Result<Seq, String> {
        self.ask(Asker::Arbiter(self.arbiter.clone()), ask).await
    }

    /// Sends a command of a seat.
    pub async fn command(&self, seat: Seat, ask: Ask) -> Result<Seq, String> {
        self.ask(Asker::Seat(seat), ask.received_at(self.table.clock().now())).await
    }

    /// Returns the legal moves as a seat sees them.
    pub async fn legal(&self, seat: Seat) -> Result<Vec<String>, String> {
        let seen = self.table.look(Viewer::Seat(seat)).await.map_err(|refusal| refusal.to_string())?;
        Ok(seen.legal.into_iter().map(|(notation, _)| notation).collect())
    }

    /// Requests a rematch for [`OTHER`].
    pub async fn propose_rematch(&self, hall: &Hall) -> Result<(), String> {
        let player = self.table.opened().players.get(OTHER.index()).cloned().ok_or("the match has one seat")?;
        let by = Creator { player, address: None };
        let asked = hall.rematch(self.table.match_id(), by, Wish::Agree).await;
        asked.map(drop).map_err(|refusal| format!("the server refused the rematch: {refusal}"))
    }

    async fn ask(&self, asker: Asker, ask: Ask) -> Result<Seq, String> {
        let answer = self.table.ask(asker, RequestId::default(), ask).await;
        answer.map_err(|refusal| format!("the server refused the examiner's command: {refusal}"))
    }
}

/// Opens a match as soon as the bot has a place for it.
async fn create(hall: &Hall, new: NewMatch) -> Result<String, Refusal> {
    let begun = Instant::now();
    loop {
        match hall.create(new.clone()).await {
            Err(refusal) if refusal.reason == Reason::BotUnavailable && begun.elapsed() < FREED_WITHIN => {
                sleep(AGAIN).await;
            }
            opened => return opened.map(|match_id| match_id.as_str().to_owned()),
        }
    }
}
