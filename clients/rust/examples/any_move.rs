//! Plays any legal move of any game, on stdio and on a server:
//!
//!     referee play hive -e target/debug/examples/any_move -e "referee bot greedy"
//!     REFEREE_URL=http://127.0.0.1:7171 target/debug/examples/any_move

use referee_client::{Bot, Choice, Error, MatchResult, RunOptions, Turn, run};

struct AnyMove;

impl Bot for AnyMove {
    fn name(&self) -> String {
        "any-move".to_owned()
    }

    fn choose(&self, turn: &Turn) -> Choice {
        if turn.draw_offered {
            return Choice::AcceptDraw;
        }
        if turn.claimable {
            return Choice::ClaimDraw;
        }
        let luck = getrandom::u32().unwrap_or(0) as usize;
        turn.legal[luck % turn.legal.len()].as_str().into()
    }

    fn ended(&self, MatchResult { game, verdict, .. }: &MatchResult) {
        println!("{game} ended by {} places {:?}", verdict.termination().as_str_name(), verdict.places);
    }
}

fn main() -> Result<(), Error> {
    run(AnyMove, RunOptions::default())?;
    Ok(())
}
