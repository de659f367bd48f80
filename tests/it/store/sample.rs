//! Sample events and accounts for the tests of the store.

use std::time::Duration;

use referee::{
    games::rules::Points,
    ids::{MatchId, PlayerId, RequestId, Seat, Seq},
    law::{
        Clock, Contest, EndReason, Event, Fact, Graces, IllegalMovePolicy, LostSeatPolicy, MatchOpened, Occasion,
        Termination, Time, TimeControl, Verdict,
        event::{MatchEnded, MovePlayed},
    },
    store::{Created, EventLog, NewAccount, NewToken, PublicId, RequestKey, Scopes},
};

pub fn id(text: &str) -> MatchId {
    MatchId::parse(text).unwrap()
}

pub fn player(name: &str) -> PlayerId {
    PlayerId::parse(name).unwrap()
}

/// Returns a casual match of ann and bob. Tests change the fields that matter to them.
pub fn match_opened() -> MatchOpened {
    MatchOpened {
        match_id: id("match-1"),
        game: "kamisado".to_owned(),
        options: [("length".to_owned(), "standard".to_owned())].into(),
        time_controls: vec![TimeControl::parse("60+0.5").unwrap(); 2],
        players: vec![player("ann"), player("bob")],
        opened_unix_ms: 1_700_000_000_000,
        graces: Graces { disconnect: Duration::from_secs(30), start: Duration::from_secs(60), ..Graces::default() },
        illegal_move_policy: IllegalMovePolicy::Forfeit,
        lost_seat_policy: LostSeatPolicy::End,
        luck: None,
        conduct: Default::default(),
        rematch_of: None,
        law: Default::default(),
        created_by: None,
        occasion: None,
        labels: Default::default(),
        opening: Default::default(),
        consents: Vec::new(),
    }
}

/// Returns the first event of a match between two players.
pub fn opened(match_id: &str, game: &str, players: [&str; 2]) -> Event {
    let (match_id, game, players) = (id(match_id), game.to_owned(), players.map(player).to_vec());
    let opened = MatchOpened { match_id, game, players, ..match_opened() };
    Event { seq: Seq(1), at: Time::ZERO, fact: Fact::MatchOpened(Box::new(opened)) }
}

/// Returns event `seq`, which starts the first round.
pub fn round_started(seq: u64) -> Event {
    let fact = Fact::RoundStarted { round: 1, position: "the first".to_owned() };
    Event { seq: Seq(seq), at: Time(seq * 1_000_000), fact }
}

/// Returns event `seq`, which is a move.
pub fn moved(seq: u64) -> Event {
    let fact = Fact::MovePlayed(MovePlayed {
        seat: Seat((seq % 2) as u8),
        round: 1,
        ply: seq as u32,
        notation: "a1b2".to_owned(),
        declined: None,
        sent: Time(seq * 1_000_000),
        received: Time(seq * 1_000_000 + 77),
        lag: Duration::ZERO,
        round_trip: Duration::ZERO,
        charged: Duration::from_nanos(77),
        clock: Clock { left: Some(Duration::from_secs(59)), ..Clock::default() },
        score: None,
        stalled: Duration::ZERO,
    });
    Event { seq: Seq(seq), at: Time(seq * 1_000_000 + 80), fact }
}

/// Returns event `seq`, which ends the match.
pub fn ended(seq: u64) -> Event {
    let verdict = Verdict {
        termination: Termination::Normal,
        seat: None,
        reason: EndReason::Rules("home".to_owned()),
        declined: None,
        overrun: None,
        evidence: None,
        totals: vec![Points { halves: 2 }, Points { halves: 0 }],
        places: vec![1, 2],
    };
    let fact = Fact::MatchEnded(MatchEnded {
        ended_unix_ms: None,
        verdict,
        sent: None,
        received: None,
        lag: Duration::ZERO,
        round_trip: Duration::ZERO,
        request_id: RequestId::default(),
        seed: None,
    });
    Event { seq: Seq(seq), at: Time(seq * 1_000_000), fact }
}

/// Returns an opening and `moves` moves.
pub fn log(match_id: &str, moves: u64) -> Vec<Event> {
    let mut events = vec![opened(match_id, "kamisado", ["ann", "bob"])];
    events.extend((2..2 + moves).map(moved));
    events
}

/// Returns the key of a request by ann.
pub fn request(request_id: &str, content: u8) -> RequestKey {
    RequestKey { player: player("ann"), request_id: request_id.to_owned(), content: [content; 32] }
}

/// Opens a match with these events.
pub async fn open<L: EventLog + ?Sized>(log: &L, match_id: &str, events: Vec<Event>) {
    assert_eq!(log.create(request("", 1), id(match_id), events, None).await, Ok(Created::New));
}

/// Returns a player without an owner, and with a token of this digest.
pub fn new_account(name: &str, digest: u8) -> NewAccount {
    NewAccount {
        player: player(name),
        owner: None,
        is_guest: false,
        display_name: String::new(),
        token: Some(new_token(digest)),
        created_unix_ms: NOW_UNIX_MS,
        recovery_code: None,
        invite: None,
        most_owned: 0,
    }
}

/// Returns a token of this digest that does not expire.
pub fn new_token(digest: u8) -> NewToken {
    NewToken {
        id: PublicId::new(u64::from(digest)),
        digest: [digest; 32],
        name: format!("token {digest}"),
        scopes: Scopes::of_player(),
        created_unix_ms: NOW_UNIX_MS,
        expires_unix_ms: None,
    }
}

/// Creation time of accounts and tokens in tests.
pub const NOW_UNIX_MS: i64 = 1_700_000_000_000;

/// Returns a match that `by` scheduled for a contest, and that ended at once with these places and
/// points. Without places it was aborted.
pub fn scheduled(
    match_id: &str,
    players: &[&str],
    (contest, by): (Contest, &str),
    places: &[u32],
    halves: &[i64],
) -> Vec<Event> {
    let (mut first, mut last) = (opened(match_id, "kamisado", ["ann", "bob"]), ended(2));
    if let Fact::MatchOpened(opened) = &mut first.fact {
        opened.players = players.iter().map(|name| player(name)).collect();
        opened.time_controls = vec![TimeControl::parse("60+0.5").unwrap(); players.len()];
        opened.occasion = Some(Occasion { contest, encounter: 0, pairing: 0 });
        opened.created_by = Some(player(by));
    }
    if let Fact::MatchEnded(end) = &mut last.fact {
        end.verdict.places = places.to_vec();
        end.verdict.totals = halves.iter().map(|halves| Points { halves: *halves }).collect();
        if places.is_empty() {
            end.verdict.termination = Termination::Abort;
        }
    }
    vec![first, last]
}
