//! Formats the tables of a run.

use crate::{
    report::columns::Columns,
    runner::plan::{Entrant, Plan},
    series::tally::{EntrantTally, Tally},
    transcript::text::one_line,
};

/// Returns all tables: scores of each engine, by seat, causes of ends, and, if any, the seats that
/// lost while others played on.
pub fn tables(plan: &Plan, tally: &Tally) -> Vec<Columns> {
    let losses = (!tally.losses.is_empty()).then(|| by_loss(plan, tally));
    [results(plan, tally), by_seat(plan, tally), by_cause(plan, tally)].into_iter().chain(losses).collect()
}

fn results(plan: &Plan, tally: &Tally) -> Columns {
    let mut table = Columns::default();
    let named = plan.engines.iter().any(|engine| !engine.display_name.is_empty());
    let head = ["engine", "matches", "won", "drawn", "lost", "score", "points", "ms/move", "flags"];
    table.row(head.into_iter().chain(named.then_some("name")));
    for (engine, own) in plan.engines.iter().zip(&tally.entrants) {
        let all = &own.all;
        let cells = [
            engine.name.to_string(),
            all.matches().to_string(),
            all.won.to_string(),
            all.drawn.to_string(),
            all.lost.to_string(),
            all.percent().map_or("-".to_owned(), |percent| format!("{percent:.1} %")),
            own.points.to_string(),
            format!("{:.3}", own.charged_ms_per_move()),
            own.flags.to_string(),
        ];
        table.row(cells.into_iter().chain(named.then(|| one_line(&engine.display_name))));
    }
    table
}

fn by_seat(plan: &Plan, tally: &Tally) -> Columns {
    let sides = plan.game.facts().sides;
    let mut table = Columns::default();
    let seats = 0..usize::from(plan.setting.seats());
    let side = |seat: usize| format!("as {}", sides.get(seat).map_or("?", |side| side.name));
    table.row(std::iter::once("won-drawn-lost".to_owned()).chain(seats.map(side)));
    for (engine, own) in plan.engines.iter().zip(&tally.entrants) {
        let cells = own.by_seat.iter().map(|r| format!("{}-{}-{}", r.won, r.drawn, r.lost));
        table.row(std::iter::once(engine.name.to_string()).chain(cells));
    }
    table
}

fn by_cause(plan: &Plan, tally: &Tally) -> Columns {
    let mut table = Columns::default();
    let by = plan.engines.iter().map(|engine| format!("by {}", engine.name));
    table.row(["ended by".to_owned(), "matches".to_owned()].into_iter().chain(by));
    for (termination, cause) in &tally.causes {
        let by = cause.by_entrant.iter().map(|count| if *count == 0 { "-".to_owned() } else { count.to_string() });
        table.row([termination.word().to_owned(), cause.matches.to_string()].into_iter().chain(by));
    }
    table
}

fn by_loss(plan: &Plan, tally: &Tally) -> Columns {
    let mut table = Columns::default();
    let by = plan.engines.iter().map(|engine| format!("by {}", engine.name));
    table.row(["played on, lost by".to_owned(), "seats".to_owned()].into_iter().chain(by));
    for (cause, seats) in &tally.losses {
        let by = seats.iter().map(|count| if *count == 0 { "-".to_owned() } else { count.to_string() });
        table.row([cause.word().to_owned(), seats.iter().sum::<u32>().to_string()].into_iter().chain(by));
    }
    table
}

/// Returns the scores of all engines so far, in a line.
pub fn standing(plan: &Plan, tally: &Tally) -> String {
    let of = |(engine, own): (&Entrant, &EntrantTally)| format!("{} {}", engine.name, own.all.score);
    plan.engines.iter().zip(&tally.entrants).map(of).collect::<Vec<_>>().join(", ")
}
