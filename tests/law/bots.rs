//! Time management of the house bots, checked against the clocks of the law.

use std::time::Duration;

use referee_games::bots::TimeLeft;
use referee_law::{Clock, Time, TimeControl, clock::Stamps};

/// A bot that uses all the time it is given for every move never loses by flag, under any time
/// control. Its overhead is 30 ms.
#[test]
fn no_bot_runs_out_of_any_time() {
    let lasting = [
        "2+0.1",
        "2d0.1",
        "2b0.1",
        "1d0.05",
        "2/3x0.2",
        "0/1x0.2",
        "0/5x0.2",
        "st=0.2",
        "st=0.2 bank=1",
        "20/2",
        "40/5+0.05:20/2:1+0.1",
        "nodes=1000",
        "1d/move",
    ];
    // These clocks gain no time, so the overhead alone runs them out eventually.
    let passing = ["2", "hourglass=2", "60 round=5", "inf match=5", "2+0.1 st=0.3 match=20"];
    let controls = lasting.map(|text| (text, 500)).into_iter().chain(passing.map(|text| (text, 30)));
    for (text, moves) in controls {
        let control = TimeControl::parse(text).expect("a time control");
        let mut clock = Clock::new(&control);
        for number in 0..moves {
            let terms = clock.terms(&control);
            let time_left = TimeLeft {
                remaining: clock.left,
                increment: terms.increment,
                delay: terms.free,
                refund: terms.refund,
                move_limit: control.move_limit,
                moves_to_go: clock.moves_to_go,
                periods: clock.periods,
                period: terms.period,
                budgets: [clock.round_left, clock.match_left],
            };
            let taken = time_left.to_think().expect("a limit");
            let received = Time::ZERO.after(taken + Duration::from_millis(30));
            let charge = clock.charge(&control, Stamps { sent: Time::ZERO, received, uncharged: Duration::ZERO });
            clock = charge.unwrap_or_else(|_| panic!("{text}: move {number} takes {taken:?} of {clock:?}")).clock;
        }
    }
}
