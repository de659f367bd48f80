//! Prints how much duplicate deals reduced the variance.

use std::io::{self, Write};

use serde_json::json;

use crate::{
    report::columns::Columns,
    runner::plan::Plan,
    series::duplicate_deals::{ENOUGH_SETS, Saving, Sets},
    stats::{counted, decimals, signed_decimals},
};

/// Returns the statistics of the sets of matches with shared deals; unknown numbers are `null`.
pub fn object(plan: &Plan, sets: &Sets) -> serde_json::Value {
    let numbers = |saving: &Saving| {
        json!({
            "sets": saving.sets,
            "varianceOfSetMean": saving.rotated,
            "varianceIfIndependent": saving.independent,
            "ratio": saving.ratio(),
            "interval95": saving.interval().map(|(low, high)| [low, high]),
        })
    };
    let engines = plan.engines.iter().enumerate().map(|(index, engine)| {
        let saving = sets.of(index);
        let mut of_engine = numbers(&saving);
        of_engine["name"] = json!(engine.name.as_str());
        of_engine["pointsPerMatch"] = json!(saving.mean);
        of_engine["standardError"] = json!(saving.error());
        of_engine
    });
    json!({
        "sets": sets.complete,
        "voidSets": sets.void,
        "matchesASet": plan.setting.seats(),
        "engines": engines.collect::<Vec<_>>(),
        "all": numbers(&sets.of_all()),
    })
}

/// Prints the points per match with their error, and the error without duplicate deals.
pub fn write(out: &mut impl Write, plan: &Plan, sets: &Sets) -> io::Result<()> {
    let void = if sets.void == 0 { String::new() } else { format!(", {} left out: a match does not count", sets.void) };
    let complete = counted(sets.complete as u64, ["set", "sets"]);
    writeln!(out, "\nduplicate deals: {complete} of {} matches{void}", plan.setting.seats())?;
    let mut table = Columns::default();
    table.row(["points a match", "sets", "mean", "error", "if independent", "saving", "95 %"]);
    let saved = |saving: &Saving| {
        let interval = saving.interval().map(|(low, high)| format!("{} to {}", decimals(low, 2), decimals(high, 2)));
        [saving.ratio().map_or("-".to_owned(), |ratio| decimals(ratio, 2)), interval.unwrap_or("-".to_owned())]
    };
    for (index, engine) in plan.engines.iter().enumerate() {
        let saving = sets.of(index);
        let [ratio, interval] = saved(&saving);
        table.row([
            engine.name.to_string(),
            saving.sets.to_string(),
            signed_decimals(saving.mean, 3),
            error(saving.error()),
            error(saving.error_if_independent()),
            ratio,
            interval,
        ]);
    }
    let all = sets.of_all();
    let [ratio, interval] = saved(&all);
    let none = String::new;
    table.row(["all together".to_owned(), all.sets.to_string(), none(), none(), none(), ratio, interval]);
    for line in table.lines() {
        writeln!(out, "{line}")?;
    }
    writeln!(
        out,
        "saving: how many times as many matches with independent deals give the same precision. It is (if \
            independent / error)^2,\n\
         both from these matches: the variance of the means of the sets, and each seat's variance over the sets."
    )?;
    if sets.complete < ENOUGH_SETS {
        writeln!(out, "too little data: {} sets; below {ENOUGH_SETS} the saving is a guess", sets.complete)?;
    }
    Ok(())
}

/// Formats a standard error; `-` if there are fewer than two sets.
fn error(error: f64) -> String {
    decimals(error, 3)
}
