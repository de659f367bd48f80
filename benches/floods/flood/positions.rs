//! Requests about the rules, cheap and expensive.

use std::sync::LazyLock;

use referee::games;
use referee_client::pb::GetPositionRequest;

/// Number of moves in an expensive request, which is the maximum.
pub const STEPS: usize = 10_000;

/// The options of a game that does not end by repetition.
const ENDLESS: [(&str, &str); 1] = [("repetition", "off")];

/// Returns a request about a game of Hive after this many moves.
pub fn position(steps: usize) -> GetPositionRequest {
    static WALK: LazyLock<Vec<String>> = LazyLock::new(walk);
    let moves = WALK.iter().take(steps).cloned().collect();
    let options = ENDLESS.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    GetPositionRequest { game: "hive".to_owned(), options, moves, ..GetPositionRequest::default() }
}

fn walk() -> Vec<String> {
    let hive = games::find("hive").expect("there is Hive");
    let setting = hive.facts().setting(0, ENDLESS).expect("the defaults are good");
    let mut round = hive.open(&setting).expect("the defaults are good");
    let mut moves = Vec::with_capacity(STEPS);
    while moves.len() < STEPS {
        let legal = round.legal();
        let queen = ["wQ", "bQ"][moves.len() % 2];
        let Some(next) = legal.iter().find(|legal| legal.starts_with(queen)).or(legal.first()) else { break };
        moves.push(round.play(next).expect("it is legal"));
    }
    moves
}
